"""Lines of text: how long they are, where their glyphs stand, and what is refused."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.core.contracts import Server
from engine.core.errors import InvalidTypeError, InvalidValueError, ResourceFormatError, SapwoodError, ServerError
from engine.resources import Font, FontFile, HorizontalAlignment, LoadRequest, ResourceLoader
from engine.resources import font as font_module
from engine.resources.loaders import font_files
from servers.text import TextOptions, TextQuads, TextServer

# DejaVu Sans has 2,048 units for each font size; these are advances from its table of horizontal metrics.
UNITS = 2048
ADVANCE = {"A": 1401, "o": 1253, "space": 651, "0": 1303}
ASCENDER, DESCENDER = 1901, 483


@pytest.fixture(scope="module")
def shared() -> TextServer:
    return TextServer()


@pytest.fixture
def server(shared: TextServer) -> Iterator[TextServer]:
    yield shared
    shared.oversampling = 1.0


def boxes(lines: list[TextQuads]) -> list[tuple[float, float, float, float]]:
    return [rect for quads in lines for rect in quads.rects]


def test_it_is_a_server() -> None:
    assert isinstance(TextServer(), Server)


def test_a_line_is_as_long_as_the_advances_of_its_glyphs(server: TextServer) -> None:
    assert server.get_string_size(None, "o0 o", font_size=32).x == pytest.approx((2 * 1253 + 1303 + 651) * 32 / UNITS)


def test_length_and_height_grow_evenly_with_the_size(server: TextServer) -> None:
    small, large = (
        server.get_string_size(None, "Meteors", font_size=10),
        server.get_string_size(None, "Meteors", font_size=40),
    )

    assert tuple(large) == pytest.approx((small.x * 4, small.y * 4))


def test_a_line_is_as_high_as_the_font_says(server: TextServer) -> None:
    assert server.get_ascent(None, 32) == pytest.approx(ASCENDER * 32 / UNITS)
    assert server.get_descent(None, 32) == pytest.approx(DESCENDER * 32 / UNITS)
    assert server.get_height(None, 32) == pytest.approx((ASCENDER + DESCENDER) * 32 / UNITS)
    assert server.get_string_size(None, "", font_size=32).y == server.get_height(None, 32)


def test_pairs_are_kerned(server: TextServer) -> None:
    alone = server.get_string_size(None, "A", font_size=64).x + server.get_string_size(None, "V", font_size=64).x

    assert server.get_string_size(None, "AV", font_size=64).x < alone - 1


def test_each_visible_glyph_is_one_rectangle(server: TextServer) -> None:
    assert len(boxes(server.lay_out("a b c", TextOptions(font_size=16)))) == 3


def test_glyphs_stand_on_the_baseline_in_reading_order(server: TextServer) -> None:
    (hx, hy, _, hh), (ox, _, _, _), (px, py, _, ph) = boxes(server.lay_out("Hop", TextOptions(font_size=32)))

    assert hx < ox < px
    assert hy + hh == pytest.approx(0, abs=0.6)
    assert py + ph > 5


def test_a_glyph_is_one_picture_however_often_it_is_drawn(server: TextServer) -> None:
    server.lay_out("zzz", TextOptions(font_size=40))
    (page,) = server.lay_out("z", TextOptions(font_size=40))
    before = page.texture.image.revision
    (quads,) = server.lay_out("zzzz", TextOptions(font_size=40))

    assert quads.texture.image.revision == before
    assert len(set(quads.uvs)) == 1


def test_a_glyphs_picture_is_as_large_as_its_rectangle(server: TextServer) -> None:
    (quads,) = server.lay_out("M", TextOptions(font_size=48))
    (_, _, width, height), (left, top, right, bottom) = quads.rects[0], quads.uvs[0]
    side = quads.texture.width

    assert ((right - left) * side, (bottom - top) * side) == (width, height)


def test_oversampling_makes_finer_pictures_of_the_same_text(server: TextServer) -> None:
    (coarse,) = server.lay_out("M", TextOptions(font_size=40))
    server.oversampling = 2
    (fine,) = server.lay_out("M", TextOptions(font_size=40))

    assert fine.rects[0] == pytest.approx(coarse.rects[0], abs=1)
    assert fine.uvs[0][2] - fine.uvs[0][0] == pytest.approx(2 * (coarse.uvs[0][2] - coarse.uvs[0][0]), rel=0.05)


def test_a_glyph_larger_than_an_atlas_page_keeps_its_size(server: TextServer) -> None:
    (coarse,) = server.lay_out("W", TextOptions(font_size=512))
    server.oversampling = 8
    (fine,) = server.lay_out("W", TextOptions(font_size=512))

    assert fine.rects[0] == pytest.approx(coarse.rects[0], rel=0.02)


@pytest.mark.parametrize(
    ("alignment", "part"),
    [(HorizontalAlignment.LEFT, 0.0), (HorizontalAlignment.CENTER, 0.5), (HorizontalAlignment.RIGHT, 1.0)],
)
def test_alignment_moves_the_line_within_its_width(server: TextServer, alignment: int, part: float) -> None:
    start = boxes(server.lay_out("score", TextOptions(font_size=40)))[0][0]
    moved = boxes(server.lay_out("score", TextOptions(font_size=40, alignment=alignment, width=500)))[0][0]
    length = server.get_string_size(None, "score", font_size=40).x

    assert moved - start == pytest.approx((500 - length) * part, abs=1)


@pytest.mark.parametrize("alignment", list(HorizontalAlignment))
def test_letters_that_do_not_fit_into_the_width_are_left_out(server: TextServer, alignment: int) -> None:
    width = server.get_string_size(None, "ooo", font_size=40).x

    exact = server.lay_out("ooooo", TextOptions(font_size=40, alignment=alignment, width=width))
    less = server.lay_out("ooooo", TextOptions(font_size=40, alignment=alignment, width=width - 0.1))

    assert boxes(exact) == boxes(server.lay_out("ooo", TextOptions(font_size=40)))
    assert len(boxes(less)) == 2
    assert server.get_string_size(None, "ooooo", alignment, width, 40).x == width


def test_a_letter_is_left_out_with_its_marks(server: TextServer) -> None:
    width = server.get_string_size(None, "oq", font_size=40).x

    line = server.lay_out("oq\u0323\u0325", TextOptions(font_size=40, width=width - 1))

    assert len(boxes(line)) == 1


@pytest.mark.parametrize("letter", ["\u00a0", "\ue000", "\U0010ffff"])
def test_spaces_that_hold_words_together_and_letters_that_only_the_font_knows_are_there(
    server: TextServer, letter: str
) -> None:
    assert server.get_string_size(None, f"a{letter}b").x > server.get_string_size(None, "ab").x


def test_a_character_is_as_large_as_its_line(server: TextServer) -> None:
    assert server.get_char_size(None, "o", 32) == server.get_string_size(None, "o", font_size=32)
    with pytest.raises(InvalidValueError, match="char must be one character, got 'ab'"):
        server.get_char_size(None, "ab")


def test_small_text_is_placed_on_quarters_of_a_pixel(server: TextServer) -> None:
    (quads,) = server.lay_out("llll", TextOptions(font_size=13))

    assert all(float(x).is_integer() for x, _, _, _ in quads.rects)
    assert len(set(quads.uvs)) > 1  # the same letter, at different places within the pixel


@pytest.mark.parametrize("text", ["", " ", "\n", "\t\r\x00", "\u200b"])
def test_what_cannot_be_seen_draws_nothing(server: TextServer, text: str) -> None:
    assert server.lay_out(text) == []


def test_control_characters_take_no_room(server: TextServer) -> None:
    assert server.get_string_size(None, "a\nb\x07") == server.get_string_size(None, "ab")


def test_a_character_that_the_font_lacks_is_a_box(server: TextServer) -> None:
    missing, other = (boxes(server.lay_out(text, TextOptions(font_size=40))) for text in ("\u4e00", "\u4e8c"))

    assert missing == other
    assert len(missing) == 1


def test_all_of_ascii_has_a_picture_but_the_space(server: TextServer) -> None:
    text = "".join(map(chr, range(32, 127)))
    quads = server.lay_out(text, TextOptions(font_size=24))

    assert len(boxes(quads)) == 94
    for line in quads:
        side = line.texture.width
        for left, top, right, bottom in line.uvs:
            part = line.texture.image.pixels[
                round(top * side) : round(bottom * side), round(left * side) : round(right * side), 3
            ]
            assert np.max(part) > 100


def test_a_given_font_is_used(server: TextServer) -> None:
    font = FontFile(server.default_font.data, "mine")

    assert server.get_string_size(font, "abc", font_size=20) == server.get_string_size(None, "abc", font_size=20)


@pytest.mark.parametrize("size", [0, -1, 513, 16.0, None])
def test_a_size_out_of_range_is_refused(server: TextServer, size: object) -> None:
    with pytest.raises(
        SapwoodError,
        match=r"^TextServer\.font_size must be (a whole number, got|from 1 to 512, got .*; scale the node)",
    ):
        server.lay_out("a", TextOptions(font_size=size))  # type: ignore[arg-type]


def test_text_that_is_none_is_refused(server: TextServer) -> None:
    with pytest.raises(InvalidTypeError, match=r"text must be a str, got 120; write str"):
        server.lay_out(120)  # type: ignore[arg-type]


def test_a_font_that_is_none_is_refused(server: TextServer) -> None:
    with pytest.raises(InvalidTypeError, match="font must be a Font, or None for the default, got 'DejaVu'"):
        server.lay_out("a", TextOptions("DejaVu"))  # type: ignore[arg-type]


def test_an_unknown_alignment_is_refused(server: TextServer) -> None:
    with pytest.raises(InvalidValueError, match="alignment must be one of LEFT 0, CENTER 1, RIGHT 2, FILL 3, got 7"):
        server.lay_out("a", TextOptions(font_size=16, alignment=7, width=10.0))


@pytest.mark.parametrize("width", [float("nan"), float("inf"), 1e308])
def test_a_width_that_no_line_has_is_refused(server: TextServer, width: float) -> None:
    with pytest.raises(InvalidValueError, match=r"TextServer - width must be at most 1e\+09 pixels, got "):
        server.lay_out("a", TextOptions(font_size=16, alignment=HorizontalAlignment.CENTER, width=width))


@pytest.mark.parametrize("value", ["3", None, [], 10**400])
def test_what_is_no_number_is_refused(server: TextServer, value: Any) -> None:
    with pytest.raises(SapwoodError, match="TextServer - width: needs a number, got"):
        server.lay_out("a", TextOptions(font_size=16, alignment=HorizontalAlignment.LEFT, width=value))
    with pytest.raises(SapwoodError, match=r"TextServer\.oversampling: needs a number, got"):
        server.oversampling = value


def test_a_font_size_may_be_an_integer_of_numpy(server: TextServer) -> None:
    assert server.get_string_size(None, "a", font_size=np.int64(20)) == server.get_string_size(None, "a", font_size=20)  # type: ignore[arg-type]


@pytest.mark.parametrize("oversampling", [0, -1, 9, float("nan")])
def test_an_oversampling_out_of_range_is_refused(server: TextServer, oversampling: float) -> None:
    with pytest.raises(InvalidValueError, match="oversampling - must be above 0 and at most 8"):
        server.oversampling = oversampling


@pytest.mark.parametrize("kept", [4, 100, 5000])
def test_a_broken_font_is_refused_by_name(server: TextServer, kept: int) -> None:
    font = FontFile(server.default_font.data[:kept], "broken.ttf")

    with pytest.raises(ResourceFormatError, match=r"broken.ttf - is not a readable font"):
        server.lay_out("a", TextOptions(font))


def test_text_in_an_empty_font_is_refused(server: TextServer) -> None:
    with pytest.raises(ResourceFormatError, match=r"font - the font is empty; load\(\) a file, or make a FontFile"):
        server.lay_out("a", TextOptions(FontFile()))


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_font_draws_something_or_is_refused(server: TextServer, seed: int) -> None:
    random = np.random.default_rng(seed)
    data = np.frombuffer(server.default_font.data, np.uint8).copy()
    data[random.integers(300, len(data) // 2, 2000)] = random.integers(0, 256, 2000)
    font = FontFile(data.tobytes()[: len(data) - 10_000 * seed], "damaged.ttf")

    with contextlib.suppress(ResourceFormatError):
        TextServer().lay_out("Hello AVA 012 fi", TextOptions(font, 20))


def test_a_disposed_server_refuses_text() -> None:
    server = TextServer()
    server.dispose()

    with pytest.raises(ServerError, match="TextServer - the server was disposed; make another"):
        server.lay_out("a")


def test_a_font_that_nobody_holds_is_forgotten(server: TextServer) -> None:
    own = TextServer()
    font = FontFile(server.default_font.data, "mine")
    own.lay_out("a", TextOptions(font))
    assert len(own._faces) == 1
    del font

    assert len(own._faces) == 0


def test_a_font_without_data_is_refused(server: TextServer) -> None:
    with pytest.raises(InvalidTypeError, match=r"Font holds no font; load\(\) a file, or make a FontFile"):
        server.lay_out("a", TextOptions(Font()))
    with pytest.raises(InvalidTypeError, match=r"FontFile - data are the bytes of a font file, got str"):
        FontFile("title.ttf")  # type: ignore[arg-type]


def test_a_font_of_more_bytes_than_the_limit_is_refused_without_being_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(font_module, "MAX_BYTES", 10)
    monkeypatch.setattr(font_files, "MAX_BYTES", 10)
    (tmp_path / "large.ttf").write_bytes(bytes(11))
    monkeypatch.setattr(Path, "read_bytes", lambda path: pytest.fail("it was read"))

    with pytest.raises(ResourceFormatError, match=r"^large - has 11 bytes, more than 10$"):
        FontFile(b"OTTO" + bytes(7), "large")
    with pytest.raises(ResourceFormatError, match=r"large\.ttf - has 11 bytes, more than 10$"):
        font_files.read_font(tmp_path / "large.ttf", LoadRequest(ResourceLoader(tmp_path), "res://large.ttf"))
