"""Lines that are filled, that run from right to left, that stand; beside what the shaper itself gives."""

from __future__ import annotations

from itertools import pairwise
from math import floor
from typing import Any

import pytest
import uharfbuzz

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import Vector2
from engine.resources import HorizontalAlignment, JustificationFlag, LineBreakFlag, TextDirection, TextOrientation
from servers.text import TextOptions, TextQuads, TextServer
from servers.text.server import DEFAULT_FONT_FILE

SIZE = 40
FILL = HorizontalAlignment.FILL
KASHIDA = "\u0640"
HEBREW = "\u05e9\u05dc\u05d5\u05dd"
ARABIC = "\u0633\u0644\u0627\u0645"


@pytest.fixture(scope="module")
def server() -> TextServer:
    return TextServer()


@pytest.fixture(scope="module")
def font() -> uharfbuzz.Font:
    return uharfbuzz.Font(uharfbuzz.Face(DEFAULT_FONT_FILE.read_bytes()))


def shaped(font: uharfbuzz.Font, text: str, direction: str = "ltr") -> tuple[float, list[int]]:
    """The length of a text in pixels, and its glyphs, by HarfBuzz alone."""
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = direction
    uharfbuzz.shape(font, buffer)
    places = buffer.glyph_positions
    length = sum(place.x_advance - place.y_advance for place in places) * SIZE / font.face.upem
    return length, [info.codepoint for info in buffer.glyph_infos]


def size(server: TextServer, text: str, **options: Any) -> Vector2:
    return server.get_string_size(None, text, font_size=SIZE, **options)


def boxes(lines: list[TextQuads]) -> list[tuple[float, float, float, float]]:
    return [rect for quads in lines for rect in quads.rects]


def lefts(server: TextServer, text: str, **options: Any) -> list[float]:
    """Where the glyphs of a line begin, in the order in which they are laid out."""
    return [rect[0] for rect in boxes(server.lay_out(text, TextOptions(font_size=SIZE, **options)))]


# --- filled lines ---


@pytest.mark.parametrize("more", [40.0, -6.0])
def test_a_filled_line_is_as_long_as_its_width_by_all_its_spaces_alike(server: TextServer, more: float) -> None:
    width = size(server, "m m m m").x + more

    filled = lefts(server, "m m m m", alignment=FILL, width=width)
    plain = lefts(server, "m m m m")

    assert size(server, "m m m m", alignment=FILL, width=width).x == pytest.approx(width)
    assert [b - a for a, b in zip(plain, filled, strict=True)] == pytest.approx([more / 3 * i for i in range(4)], abs=1)


def test_spaces_keep_a_tenth_of_the_font_size_and_what_does_not_fit_then_is_left_out(server: TextServer) -> None:
    letter = size(server, "m").x

    assert size(server, "m m", alignment=FILL, width=2 * letter + 4.5).x == pytest.approx(2 * letter + 4.5)
    assert size(server, "m m", alignment=FILL, width=2 * letter + 4).x == pytest.approx(2 * letter + SIZE / 10)
    assert size(server, "m m", alignment=FILL, width=2 * letter + 2).x == pytest.approx(letter + SIZE / 10)


@pytest.mark.parametrize(("flags", "text"), [(0, "m m"), (JustificationFlag.KASHIDA, "m m"), (3, "mm"), (3, "")])
def test_a_line_in_which_nothing_may_change_stays_as_it_is(server: TextServer, flags: int, text: str) -> None:
    assert size(server, text, alignment=FILL, width=400.0, justification_flags=flags) == size(server, text)


def test_a_line_without_a_width_is_not_filled(server: TextServer) -> None:
    assert size(server, "m m", alignment=FILL) == size(server, "m m")
    assert size(server, "m m", alignment=FILL, width=0.0) == size(server, "m m")


def test_spaces_at_the_ends_stay_or_take_no_room(server: TextServer) -> None:
    space = size(server, " ").x
    word = lefts(server, "m")[0]

    kept = lefts(server, " m m ", alignment=FILL, width=300.0)
    trimmed = lefts(server, " m m ", alignment=FILL, width=300.0, justification_flags=6)

    assert kept[0] - word == pytest.approx(space, abs=1)
    assert trimmed[0] == word
    assert trimmed[1] - kept[1] == pytest.approx(space, abs=1)


def test_only_what_stands_behind_the_last_tabulator_is_filled(server: TextServer) -> None:
    plain = lefts(server, "m m\tm m")
    flags = JustificationFlag.WORD_BOUND | JustificationFlag.AFTER_LAST_TAB

    filled = lefts(server, "m m\tm m", alignment=FILL, width=300.0, justification_flags=flags)

    assert filled[:3] == plain[:3]
    assert filled[3] - plain[3] == pytest.approx(300 - size(server, "m m\tm m").x, abs=1)


def test_kashidas_are_repeated_as_often_as_there_is_room(server: TextServer, font: uharfbuzz.Font) -> None:
    text = ARABIC[:2] + KASHIDA + ARABIC[2:]
    one = shaped(font, KASHIDA, "rtl")[0]
    width = shaped(font, text, "rtl")[0] + 3.5 * one

    filled = size(server, text, alignment=FILL, width=width).x

    assert filled == pytest.approx(width - 0.5 * one)
    assert size(server, text, alignment=FILL, width=width, justification_flags=2) == size(server, text)


@pytest.mark.parametrize(
    ("flags", "filled"),
    [
        (2, [True, True, True, True]),
        (2 | JustificationFlag.SKIP_LAST_LINE, [True, True, True, False]),
        (2 | JustificationFlag.SKIP_LAST_LINE_WITH_VISIBLE_CHARS, [True, True, False, False]),
        (2 | JustificationFlag.SKIP_LAST_LINE | JustificationFlag.DO_NOT_SKIP_SINGLE_LINE, [True, True, True, False]),
    ],
)
def test_the_flags_say_which_lines_are_filled(server: TextServer, flags: int, filled: list[bool]) -> None:
    lines = server.lay_out_lines(
        "m m\nm m\nm m\n ", TextOptions(font_size=SIZE, alignment=FILL, width=300, justification_flags=flags)
    )
    rights = [right[0] for _, right in list(pairwise(boxes(lines)))[::2]]

    assert [right > 200 for right in rights] == filled[:3]


@pytest.mark.parametrize(("flags", "filled"), [(34, False), (66, False), (34 + 128, True), (66 + 128, True)])
def test_a_single_line_may_be_filled_all_the_same(server: TextServer, flags: int, filled: bool) -> None:
    room = server.get_multiline_string_size(None, "m m", FILL, 300, SIZE, justification_flags=flags)

    assert (room.x == pytest.approx(300)) is filled


def test_the_last_line_that_is_shown_counts_where_lines_are_broken(server: TextServer) -> None:
    def shown(brk_flags: int) -> float:
        return float(server.get_multiline_string_size(None, "m m\nm m\nm m", FILL, 300, SIZE, 1, brk_flags, 34).x)

    assert shown(LineBreakFlag.MANDATORY | LineBreakFlag.WORD_BOUND) < 200
    assert shown(LineBreakFlag.MANDATORY) == pytest.approx(300)


# --- both ways ---


def test_words_that_run_to_the_left_stand_as_the_shaper_has_them(server: TextServer, font: uharfbuzz.Font) -> None:
    length, glyphs = shaped(font, ARABIC, "rtl")

    assert size(server, ARABIC).x == pytest.approx(length)
    assert size(server, f"a {ARABIC} b").x == pytest.approx(shaped(font, "a ")[0] + length + shaped(font, " b")[0])
    assert len(glyphs) < len(ARABIC)  # a ligature: letters join


def test_a_line_that_runs_both_ways_stands_in_the_order_in_which_it_is_seen(server: TextServer) -> None:
    alone = {letter: boxes(server.lay_out(letter, TextOptions(font_size=SIZE)))[0][2:] for letter in "ab" + HEBREW}
    line = [rect[2:] for rect in boxes(server.lay_out(f"a {HEBREW} b", TextOptions(font_size=SIZE)))]
    other = server.lay_out(f"a {HEBREW} b", TextOptions(font_size=SIZE, direction=TextDirection.RTL))

    assert line == [alone[letter] for letter in f"a{HEBREW[::-1]}b"]
    assert [rect[2:] for rect in boxes(other)] == [alone[letter] for letter in f"b{HEBREW[::-1]}a"]
    assert sorted(rect[0] for rect in boxes(other)) == [rect[0] for rect in boxes(other)]


def test_brackets_are_mirrored_where_text_runs_to_the_left(server: TextServer) -> None:
    opening = server.lay_out("(", TextOptions(font_size=SIZE))[0].uvs

    assert server.lay_out(")", TextOptions(font_size=SIZE, direction=TextDirection.RTL))[0].uvs == opening
    assert server.lay_out(")", TextOptions(font_size=SIZE))[0].uvs != opening


def test_what_does_not_fit_is_left_out_at_the_left_of_a_text_that_runs_there(server: TextServer) -> None:
    width = size(server, HEBREW[:2]).x + 1

    line = boxes(server.lay_out(HEBREW, TextOptions(font_size=SIZE, width=width)))

    assert [rect[2] for rect in line] == [
        rect[2] for rect in boxes(server.lay_out(HEBREW[:2], TextOptions(font_size=SIZE)))
    ]


def test_each_paragraph_runs_as_its_own_first_letter(server: TextServer) -> None:
    options = TextOptions(font_size=SIZE)
    first, second = (boxes(server.lay_out(text, options)) for text in (f"a {HEBREW}", f"{HEBREW} a"))

    lines = boxes(server.lay_out_lines(f"a {HEBREW}\n{HEBREW} a", options))

    assert [rect[2] for rect in lines] == [rect[2] for rect in first + second]
    assert [rect[0] for rect in lines] == [rect[0] for rect in first + second]


def test_scripts_are_shaped_each_by_its_own_rules(server: TextServer, font: uharfbuzz.Font) -> None:
    text = f"{HEBREW} {ARABIC}"  # as one text it would have the rules of its first letter, under which nothing joins

    assert size(server, text).x == pytest.approx(shaped(font, HEBREW + " ", "rtl")[0] + shaped(font, ARABIC, "rtl")[0])


def test_what_joins_letters_or_parts_them_works(server: TextServer) -> None:
    assert size(server, "\u0628\u200c\u0628").x != size(server, "\u0628\u0628").x


# --- standing text ---


def test_letters_of_standing_text_are_below_one_another_on_one_middle(server: TextServer, font: uharfbuzz.Font) -> None:
    line = boxes(server.lay_out("oIo", TextOptions(font_size=SIZE, orientation=TextOrientation.VERTICAL)))
    step = shaped(font, "o", "ttb")[0]

    assert [rect[0] + rect[2] / 2 for rect in line] == pytest.approx([0, 0, 0], abs=1)
    assert line[2][1] - line[0][1] == pytest.approx(2 * step, abs=1)
    assert line[0][1] > 0


def test_the_room_of_standing_text_is_its_widest_letter_and_its_length(
    server: TextServer, font: uharfbuzz.Font
) -> None:
    half = floor(shaped(font, "m")[0] / 2 + 0.5)
    room = size(server, "omi", orientation=TextOrientation.VERTICAL)

    assert tuple(room) == pytest.approx((2 * half, shaped(font, "omi", "ttb")[0]))


def test_standing_lines_go_to_the_right(server: TextServer) -> None:
    options = TextOptions(font_size=SIZE, orientation=TextOrientation.VERTICAL)
    alone = boxes(server.lay_out("oo", options))

    lines = boxes(server.lay_out_lines("oo\noo", options))

    assert lines[:2] == alone
    assert [rect[1] for rect in lines[2:]] == [rect[1] for rect in alone]
    assert lines[2][0] - lines[0][0] == pytest.approx(size(server, "o", orientation=1).x, abs=1)


@pytest.mark.parametrize(("alignment", "part"), [(0, 0.0), (1, 0.5), (2, 1.0)])
def test_standing_text_is_aligned_downwards(server: TextServer, alignment: int, part: float) -> None:
    def top(**options: Any) -> float:
        return boxes(server.lay_out("ab", TextOptions(font_size=SIZE, orientation=1, **options)))[0][1]

    length = size(server, "ab", orientation=1).y

    assert top(alignment=alignment, width=300.0) - top() == pytest.approx((300 - length) * part, abs=1)


# --- lines, and what is refused ---


def test_a_text_in_lines_takes_the_room_of_its_longest_line_and_of_all(server: TextServer) -> None:
    height = server.get_height(None, SIZE)
    text = "one\ntwo three\nfour"

    assert tuple(server.get_multiline_string_size(None, text, font_size=SIZE)) == pytest.approx(
        (size(server, "two three").x, 3 * height)
    )
    assert tuple(server.get_multiline_string_size(None, text, font_size=SIZE, max_lines=1)) == pytest.approx(
        (size(server, "one").x, height)
    )


def test_letters_of_a_long_word_are_left_out_at_the_width_of_its_lines(server: TextServer) -> None:
    width = size(server, "ooo").x + 1

    lines = boxes(server.lay_out_lines("ooooo o", TextOptions(font_size=SIZE, width=width)))

    assert len(lines) == 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"justification_flags": 256}, r"justification_flags must be made of KASHIDA 1, WORD_BOUND 2, .* got 256"),
        ({"justification_flags": None}, r"justification_flags must be a whole number, got None"),
        ({"direction": 3}, r"direction must be AUTO 0, LTR 1 or RTL 2, got INHERITED 3: there is no Control"),
        ({"direction": 4}, r"direction must be one of AUTO 0, LTR 1, RTL 2, INHERITED 3, got 4"),
        ({"direction": "RTL"}, r"direction must be .* got 'RTL'; write TextDirection.RTL"),
        ({"orientation": 2}, r"orientation must be one of HORIZONTAL 0, VERTICAL 1, got 2"),
        ({"orientation": 0.5}, r"orientation must be one of HORIZONTAL 0, VERTICAL 1, got 0.5"),
    ],
)
def test_options_out_of_range_are_refused(server: TextServer, options: dict[str, Any], message: str) -> None:
    for laid_out in (server.lay_out, server.lay_out_lines, server.break_lines):
        with pytest.raises((InvalidTypeError, InvalidValueError), match=message):
            laid_out("a", TextOptions(**options))
