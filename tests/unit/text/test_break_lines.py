"""Text in lines: where it is cut."""

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.resources import LineBreakFlag
from servers.text import TextServer

SIZE = 20


@pytest.fixture(scope="module")
def server() -> TextServer:
    return TextServer()


def length(server: TextServer, text: str) -> float:
    return float(server.get_string_size(None, text, SIZE).x)


def test_lines_end_at_line_breaks(server: TextServer) -> None:
    assert server.break_lines(None, "one\ntwo\r\n\nfour", SIZE) == ["one", "two", "", "four"]


def test_a_text_without_breaks_is_one_line(server: TextServer) -> None:
    assert server.break_lines(None, "one two", SIZE) == ["one two"]
    assert server.break_lines(None, "", SIZE) == [""]


def test_lines_are_cut_between_words_that_do_not_fit(server: TextServer) -> None:
    width = length(server, "one two") + 0.01

    assert server.break_lines(None, "one two three on two", SIZE, width) == ["one two", "three", "on two"]
    assert server.break_lines(None, "one two three", SIZE, width - 0.1) == ["one", "two", "three"]


def test_the_spaces_at_which_a_line_is_cut_belong_to_neither_line(server: TextServer) -> None:
    width = length(server, "one") + 0.01

    assert server.break_lines(None, "one   two", SIZE, width) == ["one", "two"]
    assert server.break_lines(None, "  a  b", SIZE, 1000) == ["  a  b"]


def test_a_word_that_is_too_long_stands_alone(server: TextServer) -> None:
    assert server.break_lines(None, "a overlong b", SIZE, 30) == ["a", "overlong", "b"]
    assert server.break_lines(None, "overlong", SIZE, 0) == ["overlong"]


def test_each_line_is_cut_by_itself(server: TextServer) -> None:
    width = length(server, "one two") + 0.01

    assert server.break_lines(None, "one two three\none", SIZE, width) == ["one two", "three", "one"]


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (0, ["one\ntwo three"]),
        (LineBreakFlag.MANDATORY, ["one", "two three"]),
        (LineBreakFlag.WORD_BOUND, ["one\ntwo", "three"]),
    ],
)
def test_the_flags_say_where_lines_may_end(server: TextServer, flags: int, expected: list[str]) -> None:
    width = length(server, "onetwo") + 0.01  # a line break draws nothing and takes no room

    assert server.break_lines(None, "one\ntwo three", SIZE, width, flags) == expected


@pytest.mark.parametrize("flags", [4, -1, 0.5, None, "3"])
def test_other_flags_are_refused(server: TextServer, flags: Any) -> None:
    with pytest.raises(InvalidValueError, match=r"brk_flags must be made of MANDATORY 1 and WORD_BOUND 2, got"):
        server.break_lines(None, "a", SIZE, 10, flags)


def test_other_wrong_arguments_are_refused(server: TextServer) -> None:
    with pytest.raises(InvalidTypeError, match="text must be a str, got 5"):
        server.break_lines(None, 5)  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError, match="width must be at most"):
        server.break_lines(None, "a", SIZE, float("nan"))


def test_a_long_text_is_cut_word_by_word(server: TextServer) -> None:
    lines = server.break_lines(None, "word " * 5_000, SIZE, 1e6)

    assert sum(len(line.split()) for line in lines) == 5_000
