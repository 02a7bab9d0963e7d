"""Line: the glyphs of a line from left to right, or from top to bottom, and what makes them fit into a width.

All but the width that callers give is in the font's units, which are whole numbers until a line is filled.
"""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, NamedTuple

from engine.resources.text_layout import JustificationFlag

if TYPE_CHECKING:
    from collections.abc import Iterator

TOLERANCE = 1e-3
"""How far, in pixels, a line may be longer than its width and still fit."""

LEAST_SPACE = 0.1
"""How narrow a space gets, in font sizes, where a line is squeezed."""

KASHIDA = "\u0640"


class Glyph(NamedTuple):
    """A glyph of a line, in the font's units."""

    number: int
    """Which of the font's glyphs it is."""
    character: int
    """Where its first character stands in the line's text."""
    advance: float
    """From its pen to the next one, along the line."""
    x: float
    """To the right of its pen."""
    y: float
    """Above its pen."""


class Line:
    """A line of text that has its shape."""

    __slots__ = ("glyphs", "leftward", "scale", "text", "units", "vertical")

    def __init__(self, text: str, glyphs: list[Glyph], font_size: int, units: int) -> None:
        """A line of `glyphs`, of `units` a font size; it lies, and its paragraph runs from left to right."""
        self.text = text
        self.glyphs = glyphs
        self.units = units
        self.scale = font_size / units
        """Pixels of one unit."""
        self.leftward = False
        """Whether its paragraph runs from right to left."""
        self.vertical = False
        """Whether it stands."""

    @property
    def length(self) -> float:
        """From the first pen to the last one, in pixels."""
        return sum(glyph.advance for glyph in self.glyphs) * self.scale

    def placed(
        self, start: float, across: float, room: tuple[float, float] | None
    ) -> Iterator[tuple[int, float, float]]:
        """Number and place of each glyph, in pixels, y down.

        Args:
            start: where along the line its first pen stands.
            across: where its baseline lies, from that of the first line.
            room: from where to where along the line a glyph is drawn; what reaches beyond is left out as a whole.
        """
        scale, vertical = self.scale, self.vertical
        pen = 0.0
        for number, _, advance, x, y in self.glyphs:
            along = start + pen * scale
            pen += advance
            if room is not None:
                if along + advance * scale > room[1] + TOLERANCE:
                    return
                if along < room[0] - TOLERANCE:
                    continue
            if vertical:
                yield number, across + x * scale, along - y * scale
            else:
                yield number, along + x * scale, across - y * scale

    def cut(self, width: float) -> None:
        """Leave out what does not fit into `width` pixels, at the end at which the paragraph is read last."""
        kept = self.glyphs[::-1] if self.leftward else [*self.glyphs]
        length = self.length
        while kept and length > width + TOLERANCE:
            character = kept[-1].character
            while kept and kept[-1].character == character:  # a letter goes with its marks
                length -= kept.pop().advance * self.scale
        self.glyphs = kept[::-1] if self.leftward else kept

    def fill(self, width: float, flags: int, tab: int) -> bool:
        """Make the line `width` pixels long by its spaces and kashidas; whether it is no longer than that now.

        Args:
            width: in pixels.
            flags: members of JustificationFlag.
            tab: how many characters of the text stand before the last tabulator.
        """
        first, last = self._filled_part(flags, tab)
        if flags & JustificationFlag.KASHIDA:
            self._repeat_kashidas(width, first, last)
            first, last = self._filled_part(flags, tab)
        spaces = [at for at in range(first, last) if self._is_space(at)]
        if spaces and flags & JustificationFlag.WORD_BOUND:
            more = (width - self.length) / self.scale / len(spaces)
            for at in spaces:
                self._advance(at, max(self.glyphs[at].advance + more, LEAST_SPACE * self.units))
        return floor(width + TOLERANCE) >= floor(self.length)

    def _filled_part(self, flags: int, tab: int) -> tuple[int, int]:
        """Which glyphs a fill changes, from and up to; spaces at the edges are not among them."""
        first, last = 0, len(self.glyphs)
        if flags & JustificationFlag.AFTER_LAST_TAB:
            behind = [at for at, glyph in enumerate(self.glyphs) if glyph.character >= tab]
            first, last = (behind[0], behind[-1] + 1) if behind else (0, 0)
        trim = flags & JustificationFlag.TRIM_EDGE_SPACES
        while first < last and self._is_space(first):
            if trim:
                self._advance(first, 0.0)
            first += 1
        while first < last and self._is_space(last - 1):
            last -= 1
            if trim:
                self._advance(last, 0.0)
        return first, last

    def _repeat_kashidas(self, width: float, first: int, last: int) -> None:
        places = [at for at in range(first, last) if self.text[self.glyphs[at].character] == KASHIDA]
        room = (width - self.length) / self.scale
        for at in reversed(places):
            glyph = self.glyphs[at]
            if glyph.advance > 0:
                self.glyphs[at:at] = [glyph] * max(int(room / len(places) / glyph.advance), 0)

    def _is_space(self, at: int) -> bool:
        return self.text[self.glyphs[at].character].isspace()

    def _advance(self, at: int, advance: float) -> None:
        self.glyphs[at] = self.glyphs[at]._replace(advance=advance)
