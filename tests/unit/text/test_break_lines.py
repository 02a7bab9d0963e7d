"""Text in lines: where it is cut."""

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.resources import LineBreakFlag
from servers.text import TextOptions, TextServer

SIZE = 20


@pytest.fixture(scope="module")
def server() -> TextServer:
    return TextServer()


def length(server: TextServer, text: str) -> float:
    return float(server.get_string_size(None, text, font_size=SIZE).x)


def test_lines_end_at_line_breaks(server: TextServer) -> None:
    assert server.break_lines("one\ntwo\r\n\nfour", TextOptions(font_size=SIZE)) == ["one", "two", "", "four"]


def test_a_text_without_breaks_is_one_line(server: TextServer) -> None:
    assert server.break_lines("one two", TextOptions(font_size=SIZE)) == ["one two"]
    assert server.break_lines("", TextOptions(font_size=SIZE)) == [""]


def test_lines_are_cut_between_words_that_do_not_fit(server: TextServer) -> None:
    width = length(server, "one two") + 0.01

    assert server.break_lines("one two three on two", TextOptions(font_size=SIZE, width=width)) == [
        "one two",
        "three",
        "on two",
    ]
    assert server.break_lines("one two three", TextOptions(font_size=SIZE, width=width - 0.1)) == [
        "one",
        "two",
        "three",
    ]


def test_the_spaces_at_which_a_line_is_cut_belong_to_neither_line(server: TextServer) -> None:
    width = length(server, "one") + 0.01

    assert server.break_lines("one   two", TextOptions(font_size=SIZE, width=width)) == ["one", "two"]
    assert server.break_lines("  a  b", TextOptions(font_size=SIZE, width=1000)) == ["  a  b"]


def test_a_word_that_is_too_long_stands_alone(server: TextServer) -> None:
    assert server.break_lines("a overlong b", TextOptions(font_size=SIZE, width=30)) == ["a", "overlong", "b"]
    assert server.break_lines("overlong", TextOptions(font_size=SIZE, width=0)) == ["overlong"]


def test_each_line_is_cut_by_itself(server: TextServer) -> None:
    width = length(server, "one two") + 0.01

    assert server.break_lines("one two three\none", TextOptions(font_size=SIZE, width=width)) == [
        "one two",
        "three",
        "one",
    ]


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

    assert server.break_lines("one\ntwo three", TextOptions(font_size=SIZE, width=width, brk_flags=flags)) == expected


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (LineBreakFlag.GRAPHEME_BOUND, ["ab c", "defg"]),
        (LineBreakFlag.WORD_BOUND, ["ab", "cdefghi"]),
        (LineBreakFlag.WORD_BOUND | LineBreakFlag.ADAPTIVE, ["ab", "cdef", "ghi"]),
    ],
)
def test_long_words_are_cut_where_the_flags_say(server: TextServer, flags: int, expected: list[str]) -> None:
    text = " ".join(["ab", "cdefg" if flags == LineBreakFlag.GRAPHEME_BOUND else "cdefghi"])
    width = max(length(server, "cdef"), length(server, "ab c"), length(server, "defg")) + 0.01

    assert server.break_lines(text, TextOptions(font_size=SIZE, width=width, brk_flags=flags)) == expected


def test_a_letter_is_not_parted_from_its_marks(server: TextServer) -> None:
    options = TextOptions(font_size=SIZE, width=1, brk_flags=LineBreakFlag.GRAPHEME_BOUND)

    assert server.break_lines("aq\u0323b", options) == ["a", "q\u0323", "b"]


@pytest.mark.parametrize("flags", [16, -1, 0.5, None, "3"])
def test_other_flags_are_refused(server: TextServer, flags: Any) -> None:
    with pytest.raises(
        (InvalidTypeError, InvalidValueError),
        match=r"^TextServer\.brk_flags must be (made of MANDATORY 1, WORD_BOUND 2, .*|a whole number), got",
    ):
        server.break_lines("a", TextOptions(font_size=SIZE, width=10, brk_flags=flags))


def test_other_wrong_arguments_are_refused(server: TextServer) -> None:
    with pytest.raises(InvalidTypeError, match="text must be a str, got 5"):
        server.break_lines(5)  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError, match="width must be at most"):
        server.break_lines("a", TextOptions(font_size=SIZE, width=float("nan")))


def test_a_long_text_is_cut_word_by_word(server: TextServer) -> None:
    lines = server.break_lines("word " * 5_000, TextOptions(font_size=SIZE, width=1e6))

    assert sum(len(line.split()) for line in lines) == 5_000
