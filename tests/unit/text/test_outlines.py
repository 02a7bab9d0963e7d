"""Outlines of glyphs: lines along their edges, as wide as they are told."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.core.errors import SapwoodError
from servers.text import TextOptions, TextQuads, TextServer


@pytest.fixture(scope="module")
def server() -> TextServer:
    return TextServer()


def the_glyph(lines: list[TextQuads]) -> tuple[tuple[float, ...], NDArray[np.uint8]]:
    """Rectangle and coverage of the only glyph."""
    (quads,) = lines
    (rect,) = quads.rects
    side = quads.texture.width
    left, top, right, bottom = (round(edge * side) for edge in quads.uvs[0])
    return rect, quads.texture.image.pixels[top:bottom, left:right, 3]


@pytest.mark.parametrize("size", [8, 16])
def test_an_outline_reaches_a_quarter_of_its_size_beyond_the_glyph(server: TextServer, size: int) -> None:
    (x, y, width, height), _ = the_glyph(server.lay_out("I", TextOptions(font_size=64)))
    outlined, _ = the_glyph(server.lay_out("I", TextOptions(font_size=64, outline_size=size)))

    assert outlined == pytest.approx((x - size / 4, y - size / 4, width + size / 2, height + size / 2), abs=1.01)


def test_the_inside_of_a_thick_glyph_stays_open(server: TextServer) -> None:
    _, filled = the_glyph(server.lay_out("I", TextOptions(font_size=128)))
    _, outline = the_glyph(server.lay_out("I", TextOptions(font_size=128, outline_size=4)))
    middle = outline[outline.shape[0] // 2].astype(float) / 255

    assert filled[filled.shape[0] // 2].min() > 0
    assert middle[len(middle) // 2] == 0
    assert middle.sum() == pytest.approx(2 * 2, abs=0.1)  # two lines, each of a quarter of the size on both sides


def test_text_is_as_long_with_an_outline(server: TextServer) -> None:
    plain = server.lay_out("AVo", TextOptions(font_size=32))
    outlined = server.lay_out("AVo", TextOptions(font_size=32, outline_size=8))
    middles = [[x + width / 2 for quads in lines for x, _, width, _ in quads.rects] for lines in (plain, outlined)]

    assert middles[1] == pytest.approx(middles[0], abs=1)


def test_each_size_of_an_outline_is_one_picture_however_often_it_is_drawn(server: TextServer) -> None:
    server.lay_out("z", TextOptions(font_size=40, outline_size=4))
    (page,) = server.lay_out("z", TextOptions(font_size=40, outline_size=8))
    before = page.texture.image.revision
    server.lay_out("zz", TextOptions(font_size=40, outline_size=4))
    server.lay_out("zz", TextOptions(font_size=40, outline_size=8))
    server.lay_out("zz", TextOptions(font_size=40))

    assert page.texture.image.revision <= before + 1  # the plain one


def test_an_outline_larger_than_an_atlas_page_keeps_its_size(server: TextServer) -> None:
    (_, _, width, _), _ = the_glyph(server.lay_out("W", TextOptions(font_size=512, outline_size=64)))
    server.oversampling = 8
    (_, _, fine, _), _ = the_glyph(server.lay_out("W", TextOptions(font_size=512, outline_size=64)))
    server.oversampling = 1

    assert fine == pytest.approx(width, rel=0.02)


def test_a_space_has_no_outline(server: TextServer) -> None:
    assert server.lay_out(" ", TextOptions(font_size=40, outline_size=8)) == []


@pytest.mark.parametrize("size", [-1, 513, 0.5, "1", None])
def test_a_size_out_of_range_is_refused(server: TextServer, size: Any) -> None:
    with pytest.raises(SapwoodError, match=r"^TextServer\.outline_size must be (a whole number|from 0 to 512), got"):
        server.lay_out("a", TextOptions(font_size=16, outline_size=size))
