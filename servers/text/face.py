"""Face: one font, shaped by HarfBuzz and rasterised by FreeType; the only module that imports them.

Shaping works in the font's own units, so widths grow evenly with the size. Pictures are hinted lightly (vertically
only) and made at four positions within a pixel up to 32 pixels, so that small text is both sharp and evenly spaced.
"""

from __future__ import annotations

import ctypes
from io import BytesIO
from math import floor
from typing import TYPE_CHECKING, Any
from unicodedata import category, name

import freetype
import numpy as np
import uharfbuzz

from engine.core.errors import ResourceFormatError
from servers.text.atlas import GAP, PAGE_SIDE
from servers.text.bidi import Run, has_leftward, visual_runs
from servers.text.line import Glyph, Line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from engine.resources import Font
    from servers.text.atlas import GlyphAtlas, Place

    Box = tuple[float, float, float, float]

SUBPIXEL_UP_TO = 32
"""Largest picture size, in pixels, at which glyphs are placed on quarters of a pixel."""

MAX_PICTURE = PAGE_SIDE - 2 * GAP
"""Largest side of a glyph's picture, in pixels: an atlas page less its gaps."""

_new = tuple.__new__
_QUARTERS = 4
_DIRECTIONS = {(False, False): "ltr", (False, True): "rtl", (True, False): "ttb", (True, True): "btt"}
"""As HarfBuzz calls them: by whether a line stands, and whether it runs to the left."""
_FLAGS = freetype.FT_LOAD_NO_BITMAP | freetype.FT_LOAD_TARGET_LIGHT


class Face:
    """A font in use."""

    def __init__(self, font: Font, atlas: GlyphAtlas) -> None:
        """Read `font`; its glyphs go to `atlas`.

        Raises:
            ResourceFormatError: the data is broken.
        """
        self._name = where = font.font_name or "font"
        if not font.data:
            raise ResourceFormatError(f"{where} - the font is empty; load() a file, or make a FontFile of its bytes")
        try:
            self._face = freetype.Face(BytesIO(font.data))
        except freetype.FT_Exception as error:
            raise ResourceFormatError(f"{where} - is not a readable font: {error}") from None
        if not self._face.is_scalable or self._face.units_per_EM <= 0:
            raise ResourceFormatError(
                f"{where} - is a bitmap font; a TrueType or OpenType font with outlines is needed"
            )
        self._shaper = uharfbuzz.Font(uharfbuzz.Face(font.data))
        self._units: int = self._face.units_per_EM
        self.ascent: float = self._face.ascender / self._units
        """Height above the baseline, in font sizes."""
        self.descent: float = -self._face.descender / self._units
        """Depth below the baseline, in font sizes."""
        self._atlas = atlas
        self._pictures: dict[tuple[int, int, int, int], _Picture | None] = {}

    def shape(self, text: str, font_size: int, leftward: bool = False, vertical: bool = False) -> Line:
        """The glyphs of a line.

        Args:
            text: what is seen of it.
            font_size: pixels.
            leftward: whether its paragraph runs from right to left.
            vertical: whether the line stands.
        """
        if leftward or has_leftward(text):
            runs = visual_runs(text, int(leftward))
        else:
            runs = [Run(0, len(text), False)] if text else []
        glyphs: list[Glyph] = []
        for run in runs:
            parts = [*_scripts(text, run.start, run.end)]
            for start, end in reversed(parts) if run.leftward else parts:
                glyphs += self._shaped(text, start, end, _DIRECTIONS[vertical, run.leftward])
        line = Line(text, glyphs, font_size, self._units)
        line.leftward, line.vertical = leftward, vertical
        return line

    def half_width(self, line: Line) -> float:
        """How far the glyphs of a standing line reach to both sides of it, in pixels, by their widths in lying ones."""
        widest = max((self._shaper.get_glyph_h_advance(glyph.number) for glyph in line.glyphs), default=0)
        return floor(widest * line.scale / 2 + 0.5)

    def _shaped(self, text: str, start: int, end: int, direction: str) -> list[Glyph]:
        buffer = uharfbuzz.Buffer()
        buffer.add_str(text, start, end - start)
        buffer.language = "und"
        buffer.guess_segment_properties()
        buffer.direction = direction
        uharfbuzz.shape(self._shaper, buffer)
        shaped = zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
        if direction in ("ttb", "btt"):
            return [_new(Glyph, (i.codepoint, i.cluster, -p.y_advance, p.x_offset, p.y_offset)) for i, p in shaped]
        return [_new(Glyph, (i.codepoint, i.cluster, p.x_advance, p.x_offset, p.y_offset)) for i, p in shaped]

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


def _scripts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of a run that are each in one script, which is the first word of what Unicode calls its letters."""
    if text.isascii():
        yield start, end
        return
    script = ""
    for at in range(start, end):
        if category(text[at])[0] != "L":
            continue
        found = name(text[at], "").partition(" ")[0]
        if script and found != script:
            yield start, at
            start = at
        script = found
    yield start, end


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
