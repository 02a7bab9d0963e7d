"""TextServer: the front-end of text. It checks, finds the font, and lays out lines of glyphs.

In:    a Font resource (or None for the default, DejaVu Sans), a string, a size in pixels.
Out:   rectangles around the start of the baseline, pixels, y down, with texture coordinates into glyph atlases.

The libraries that shape and rasterise take 35 ms to import; they are imported with the first text.
"""

from __future__ import annotations

import operator
import re
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from engine.core.errors import InvalidTypeError, InvalidValueError, ServerError
from engine.math import Vector2
from engine.math.value import real
from engine.resources import Font, FontFile, HorizontalAlignment, LineBreakFlag
from servers.text.atlas import GlyphAtlas

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.resources import Texture2D
    from servers.text.face import Face

    Box = tuple[float, float, float, float]

DEFAULT_FONT_FILE = Path(__file__).with_name("DejaVuSans.ttf")

MAX_FONT_SIZE = 512
"""Largest text, in pixels; what should be larger is scaled by its node."""

MAX_OVERSAMPLING = 8.0

MAX_WIDTH = 1e9
"""Widest room for a line, in pixels."""

MAX_OUTLINE_SIZE = 512
"""Largest size of an outline."""

_BREAKS = LineBreakFlag.MANDATORY | LineBreakFlag.WORD_BOUND


class TextQuads(NamedTuple):
    """Glyphs of a line that lie in one atlas page."""

    texture: Texture2D
    rects: list[Box]
    """x, y, width, height, from the start of the baseline, pixels, y down."""
    uvs: list[Box]
    """left, top, right, bottom in the texture, 0 to 1."""


class TextServer:
    """Shapes, measures and rasterises text. Glyph pictures are made once and kept in atlases."""

    def __init__(self) -> None:
        """A server with the default font; nothing is read before the first text."""
        self._atlas = GlyphAtlas()
        self._faces: WeakKeyDictionary[Font, Face] = WeakKeyDictionary()
        self._default_font: Font | None = None
        self._oversampling = 1.0
        self._disposed = False

    @property
    def default_font(self) -> Font:
        """The font that text is in when none is given: DejaVu Sans, which comes with the engine."""
        if self._default_font is None:
            self._default_font = FontFile(DEFAULT_FONT_FILE.read_bytes(), "DejaVu Sans")
        return self._default_font

    @property
    def oversampling(self) -> float:
        """Pixels of a glyph's picture for each pixel of text: the screen's pixel ratio makes text sharp on it.

        1 by default, at most 8. Text that was drawn before keeps its pictures until it is drawn anew.

        Raises:
            InvalidValueError: not between 0 and 8, 0 excluded.
        """
        return self._oversampling

    @oversampling.setter
    def oversampling(self, oversampling: float) -> None:
        oversampling = real(oversampling, "TextServer.oversampling")
        if not 0 < oversampling <= MAX_OVERSAMPLING:
            raise InvalidValueError(
                f"TextServer.oversampling - must be above 0 and at most {MAX_OVERSAMPLING}, got {oversampling}"
            )
        self._oversampling = oversampling

    def lay_out(
        self,
        font: Font | None,
        text: str,
        font_size: int = 16,
        alignment: int = HorizontalAlignment.LEFT,
        width: float = -1.0,
        outline_size: int = 0,
    ) -> list[TextQuads]:
        """The glyphs of one line.

        Control characters, line breaks among them, draw nothing and take no room. Characters that the font lacks
        become its empty box.

        Args:
            font: None for `default_font`.
            text: one line.
            font_size: pixels from the top of a line to the next, roughly; 1 to 512.
            alignment: where the line stands between 0 and `width`.
            width: room for the alignment, in pixels; negative aligns nothing. Longer lines begin at 0.
            outline_size: above 0, up to 512, gives the lines around the glyphs in their place; each reaches a quarter
                of that many pixels to both sides of the glyph's edge, as in Godot.

        Returns:
            One entry for each atlas page that is needed; none when nothing is seen.

        Raises:
            InvalidTypeError: `text` is not a str, `font` not a Font.
            InvalidValueError: the size, the alignment or the width is out of range.
            ResourceFormatError: the font's data is broken.
            ServerError: the server is disposed.
        """
        face = self._face(font, text, font_size)
        if alignment not in (0, 1, 2):
            raise InvalidValueError(f"TextServer - alignment must be LEFT 0, CENTER 1 or RIGHT 2, got {alignment!r}")
        width = _checked_width(width)
        outline = _checked_outline(outline_size)
        glyphs, length = face.shape(text, font_size)
        room = width - length
        start = room * alignment / 2 if alignment and room > 0 else 0.0
        pages: dict[int, TextQuads] = {}
        for index, pen_x, pen_y in glyphs:
            placed = face.glyph(index, font_size, self._oversampling, start + pen_x, outline)
            if placed is None:
                continue
            page, uv, (x, y, w, h) = placed
            if page not in pages:
                pages[page] = TextQuads(self._atlas.textures[page], [], [])
            pages[page].rects.append((x, y - pen_y, w, h))
            pages[page].uvs.append(uv)
        return list(pages.values())

    def break_lines(
        self, font: Font | None, text: str, font_size: int = 16, width: float = -1.0, brk_flags: int = _BREAKS
    ) -> list[str]:
        """Cut a text into lines that fit into a width.

        Words end at spaces; those that a line is cut at belong to neither line. A word that is longer than the width
        stands alone on its line. An empty text is one empty line.

        Args:
            font: None for `default_font`.
            text: what is cut.
            font_size: pixels.
            width: of the lines, in pixels; negative cuts at line breaks only.
            brk_flags: members of `LineBreakFlag`; without MANDATORY line breaks draw nothing, without WORD_BOUND lines
                may be longer than the width.

        Raises:
            InvalidTypeError, InvalidValueError, ResourceFormatError, ServerError: as `lay_out`; or other flags.
        """
        face = self._face(font, text, font_size)
        width = _checked_width(width)
        try:
            flags = operator.index(brk_flags)
        except TypeError:
            flags = -1
        if not 0 <= flags <= _BREAKS:
            raise InvalidValueError(
                f"TextServer - brk_flags must be made of MANDATORY 1 and WORD_BOUND 2, got {brk_flags!r}"
            )
        lines = text.splitlines() or [""] if flags & LineBreakFlag.MANDATORY else [text]
        if width < 0 or not flags & LineBreakFlag.WORD_BOUND:
            return lines
        return [short for line in lines for short in _fitted(line, lambda part: face.shape(part, font_size)[1], width)]

    def get_string_size(self, font: Font | None, text: str, font_size: int = 16) -> Vector2:
        """The room that a line takes: its length, and the height of a line. Errors as `lay_out`."""
        face = self._face(font, text, font_size)
        return Vector2(face.shape(text, font_size)[1], (face.ascent + face.descent) * font_size)

    def get_ascent(self, font: Font | None, font_size: int = 16) -> float:
        """Pixels from the top of a line to its baseline. Errors as `lay_out`."""
        return self._face(font, "", font_size).ascent * font_size

    def get_descent(self, font: Font | None, font_size: int = 16) -> float:
        """Pixels from the baseline to the bottom of a line. Errors as `lay_out`."""
        return self._face(font, "", font_size).descent * font_size

    def get_height(self, font: Font | None, font_size: int = 16) -> float:
        """Pixels from the top of a line to its bottom. Errors as `lay_out`."""
        return self.get_ascent(font, font_size) + self.get_descent(font, font_size)

    def dispose(self) -> None:
        """Forget fonts and glyphs; text asked for afterwards raises."""
        self._disposed = True
        self._faces.clear()
        self._atlas = GlyphAtlas()

    def _face(self, font: Font | None, text: str, font_size: int) -> Face:
        if self._disposed:
            raise ServerError("TextServer - the server was disposed; make another")
        if not isinstance(text, str):
            raise InvalidTypeError(f"TextServer - text must be a str, got {text!r}; write str(...)")
        if font is None:
            font = self.default_font
        elif not isinstance(font, Font):
            raise InvalidTypeError(f"TextServer - font must be a Font, or None for the default, got {font!r}")
        if not _is_size(font_size):
            raise InvalidValueError(
                f"TextServer - font_size must be a whole number from 1 to {MAX_FONT_SIZE}, got {font_size!r}; "
                "scale the node to make text larger"
            )
        face = self._faces.get(font)
        if face is None:
            made: Face = import_module("servers.text.face").Face(font, self._atlas)
            face = self._faces[font] = made
        return face


def _is_size(font_size: int) -> bool:
    try:
        return 1 <= operator.index(font_size) <= MAX_FONT_SIZE
    except TypeError:
        return False


def _checked_width(width: float) -> float:
    width = real(width, "TextServer - width")
    if not -MAX_WIDTH <= width <= MAX_WIDTH:
        raise InvalidValueError(f"TextServer - width must be at most {MAX_WIDTH:g} pixels, got {width!r}")
    return width


def _checked_outline(outline_size: int) -> int:
    try:
        size = operator.index(outline_size)
    except TypeError:
        size = -1
    if not 0 <= size <= MAX_OUTLINE_SIZE:
        raise InvalidValueError(
            f"TextServer - outline_size must be a whole number from 0 to {MAX_OUTLINE_SIZE}, got {outline_size!r}"
        )
    return size


def _fitted(line: str, length_of: Callable[[str], float], width: float) -> list[str]:
    """A line cut before words that do not fit into `width` any more."""
    lines: list[str] = []
    kept, length = "", 0.0
    for word in re.split(r"(?<=[ \t])(?=[^ \t])", line):
        if kept and length + length_of(word.rstrip(" \t")) > width:
            lines.append(kept.rstrip(" \t"))
            kept, length = "", 0.0
        kept += word
        length += length_of(word)
    return [*lines, kept]
