"""Face: one font, shaped by HarfBuzz and rasterised by FreeType; the only module that imports them.

Shaping works in the font's own units, so widths grow evenly with the size. Pictures are hinted lightly (vertically
only) and made at four positions within a pixel up to 32 pixels, so that small text is both sharp and evenly spaced.
"""

from __future__ import annotations

import ctypes
from io import BytesIO
from math import floor
from typing import TYPE_CHECKING, Any

import freetype
import numpy as np
import uharfbuzz

from engine.core.errors import ResourceFormatError
from servers.text.atlas import GAP, PAGE_SIDE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.resources import Font
    from servers.text.atlas import GlyphAtlas, Place

    Box = tuple[float, float, float, float]

SUBPIXEL_UP_TO = 32
"""Largest picture size, in pixels, at which glyphs are placed on quarters of a pixel."""

MAX_PICTURE = PAGE_SIDE - 2 * GAP
"""Largest side of a glyph's picture, in pixels: an atlas page less its gaps."""

_QUARTERS = 4
_FLAGS = freetype.FT_LOAD_NO_BITMAP | freetype.FT_LOAD_TARGET_LIGHT


class Face:
    """A font in use."""

    def __init__(self, font: Font, atlas: GlyphAtlas) -> None:
        """Read `font`; its glyphs go to `atlas`.

        Raises:
            ResourceFormatError: the data is broken.
        """
        self._name = name = font.font_name or "font"
        if not font.data:
            raise ResourceFormatError(f"{name} - the font is empty; load() a file, or make a FontFile of its bytes")
        try:
            self._face = freetype.Face(BytesIO(font.data))
        except freetype.FT_Exception as error:
            raise ResourceFormatError(f"{name} - is not a readable font: {error}") from None
        if not self._face.is_scalable or self._face.units_per_EM <= 0:
            raise ResourceFormatError(f"{name} - is a bitmap font; a TrueType or OpenType font with outlines is needed")
        self._shaper = uharfbuzz.Font(uharfbuzz.Face(font.data))
        self._units: int = self._face.units_per_EM
        self.ascent: float = self._face.ascender / self._units
        """Height above the baseline, in font sizes."""
        self.descent: float = -self._face.descender / self._units
        """Depth below the baseline, in font sizes."""
        self._atlas = atlas
        self._pictures: dict[tuple[int, int, int, int], _Picture | None] = {}

    def shape(self, text: str, font_size: int) -> tuple[list[tuple[int, float, float]], float]:
        """The glyphs of a line as (index, x, y of its pen, y up), and the line's length; pixels."""
        visible = "".join(character for character in text if character.isprintable() or character == "\u00ad")
        if not visible:
            return [], 0.0
        buffer = uharfbuzz.Buffer()
        buffer.add_str(visible)
        buffer.guess_segment_properties()
        uharfbuzz.shape(self._shaper, buffer)
        scale = font_size / self._units
        glyphs = []
        pen = 0
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            glyphs.append((info.codepoint, (pen + position.x_offset) * scale, position.y_offset * scale))
            pen += position.x_advance
        return glyphs, pen * scale

    def glyph(
        self, index: int, font_size: int, oversampling: float, pen_x: float, outline_size: int = 0
    ) -> tuple[int, Box, Box] | None:
        """Atlas page, texture box and rectangle of a glyph whose pen stands at `pen_x`; None if it shows nothing.

        The rectangle's x is absolute, its y counts from the baseline; pixels of text. With an `outline_size` above 0 it
        is the line around the glyph, which reaches a quarter of that size to both sides of its edge.

        Raises:
            ResourceFormatError: the font's file is broken there.
        """
        size = max(1, round(font_size * oversampling * 64))
        steps = _QUARTERS if size <= SUBPIXEL_UP_TO * 64 else 1
        whole = floor(pen_x * oversampling * steps + 0.5)
        radius = round(outline_size * oversampling * 16)  # 64ths of a pixel
        key = (index, size, whole % steps, radius)
        if key in self._pictures:
            picture = self._pictures[key]
        else:
            try:
                picture = self._pictures[key] = self._rasterise(index, size, (whole % steps) / steps, radius)
            except freetype.FT_Exception as error:
                raise ResourceFormatError(f"{self._name} - glyph {index} cannot be drawn: {error}") from None
        if picture is None:
            return None
        x, y, width, height = picture.box
        box = ((whole // steps + x) / oversampling, y / oversampling, width / oversampling, height / oversampling)
        return picture.page, picture.uv, box

    def _rasterise(self, index: int, size: int, shift: float, radius: int) -> _Picture | None:
        """The picture of a glyph at `size` 64ths of a pixel, moved right by `shift` pixels; None for an empty one.

        With a `radius`, in 64ths of a pixel, it is the line along the glyph's edge. A picture that would be larger than
        an atlas page is made at a half, a quarter ... of the size, and drawn larger.
        """
        face = self._face
        enlarged = 1
        while True:
            face.set_char_size(max(1, size // enlarged))
            face.load_glyph(index, _FLAGS)
            slot = face.glyph
            box = slot.outline.get_bbox()
            if max(box.xMax - box.xMin, box.yMax - box.yMin) + 2 * radius // enlarged <= (MAX_PICTURE - 2) * 64:
                break
            enlarged *= 2
        if shift:
            freetype.FT_Outline_Translate(ctypes.byref(slot._FT_GlyphSlot.contents.outline), round(shift * 64), 0)
        if radius:
            coverage, left, top = _stroked(slot, max(radius // enlarged, 1))
        else:
            slot.render(freetype.FT_RENDER_MODE_NORMAL)
            coverage, left, top = _coverage(slot.bitmap), slot.bitmap_left, slot.bitmap_top
        if not coverage.size:
            return None
        height, width = coverage.shape
        return _Picture(self._atlas.add(coverage), width, height, left, -top, enlarged)


def _stroked(slot: Any, radius: int) -> tuple[NDArray[np.uint8], int, int]:
    """How much a line along the edge of a glyph covers of each pixel, and where its left and upper edge are."""
    glyph = slot.get_glyph()
    stroker = freetype.Stroker()
    stroker.set(radius, freetype.FT_STROKER_LINECAP_BUTT, freetype.FT_STROKER_LINEJOIN_ROUND, 0)
    glyph.stroke(stroker, True)
    drawn = glyph.to_bitmap(freetype.FT_RENDER_MODE_NORMAL, freetype.FT_Vector(0, 0), True)
    return _coverage(drawn.bitmap), drawn.left, drawn.top  # a copy: the pixels go with `glyph`


def _coverage(bitmap: Any) -> NDArray[np.uint8]:
    """How much of each pixel is covered, (height, width)."""
    if not bitmap.width or not bitmap.rows:
        return np.empty((0, 0), np.uint8)
    pointer = ctypes.cast(bitmap._FT_Bitmap.buffer, ctypes.POINTER(ctypes.c_ubyte))
    rows = np.ctypeslib.as_array(pointer, (bitmap.rows, abs(bitmap.pitch)))
    return rows[:, : bitmap.width].copy()


class _Picture:
    """A glyph in the atlas: its page, its texture box, and its rectangle from the pen, in pixels, y down."""

    __slots__ = ("box", "page", "uv")

    def __init__(self, place: Place, width: int, height: int, left: int, top: int, enlarged: int) -> None:
        side = 1.0 / PAGE_SIDE
        self.page = place.page
        self.uv = (place.x * side, place.y * side, (place.x + width) * side, (place.y + height) * side)
        self.box = (left * enlarged, top * enlarged, width * enlarged, height * enlarged)
