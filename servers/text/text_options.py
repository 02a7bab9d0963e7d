"""TextOptions: how a text is laid out, as one value."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.property_checks import checked_between, checked_choice, checked_flags, checked_int
from engine.math.value import real, shortened
from engine.resources import Font
from engine.resources.text_layout import (
    BREAKS,
    FILLS,
    HorizontalAlignment,
    JustificationFlag,
    LineBreakFlag,
    TextDirection,
    TextOrientation,
)

MAX_FONT_SIZE = 512
"""Largest text, in pixels; what should be larger is scaled by its node."""

MAX_WIDTH = 1e9
"""Widest room for a line, in pixels."""

MAX_OUTLINE_SIZE = 512
"""Largest size of an outline."""


class _Here:
    """Where the texts of errors begin."""

    def _where(self) -> str:
        return "TextServer"


_HERE = _Here()


class TextOptions(NamedTuple):
    """How a text is laid out; what is not given is as Godot has it."""

    font: Font | None = None
    """None for the text server's default, DejaVu Sans."""
    font_size: int = 16
    """Pixels from the top of a line to the next, roughly; 1 to 512."""
    alignment: int = HorizontalAlignment.LEFT
    """Where lines stand in `width`."""
    width: float = -1.0
    """Room for a line, in pixels; negative aligns and cuts nothing, and no line is broken for it."""
    outline_size: int = 0
    """Above 0, up to 512, for the lines around glyphs; they reach a quarter of it to both sides of the edge."""
    max_lines: int = -1
    """How many lines are drawn; negative for all."""
    brk_flags: int = BREAKS
    """Where lines end: members of LineBreakFlag."""
    justification_flags: int = FILLS
    """How FILL fills lines: members of JustificationFlag."""
    direction: int = TextDirection.AUTO
    """Which way text runs: a member of TextDirection, but INHERITED."""
    orientation: int = TextOrientation.HORIZONTAL
    """Whether lines lie or stand: a member of TextOrientation."""

    def checked(self) -> TextOptions:
        """The same, all of which can be used.

        Raises:
            InvalidTypeError: `font` is not a Font, or a number is none.
            InvalidValueError: something is out of range.
        """
        if self.font is not None and not isinstance(self.font, Font):
            raise InvalidTypeError(
                f"TextServer - font must be a Font, or None for the default, got {shortened(self.font)}"
            )
        width = real(self.width, "TextServer - width")
        if not -MAX_WIDTH <= width <= MAX_WIDTH:
            raise InvalidValueError(f"TextServer - width must be at most {MAX_WIDTH:g} pixels, got {shortened(width)}")
        direction = checked_choice(_HERE, "direction", self.direction, TextDirection)
        if direction == TextDirection.INHERITED:
            raise InvalidValueError(
                "TextServer.direction must be AUTO 0, LTR 1 or RTL 2, got INHERITED 3: there is no Control to take it "
                "from"
            )
        return TextOptions(
            self.font,
            self._font_size(),
            checked_choice(_HERE, "alignment", self.alignment, HorizontalAlignment),
            width,
            checked_between(_HERE, "outline_size", self.outline_size, 0, MAX_OUTLINE_SIZE),
            self.max_lines,
            checked_flags(_HERE, "brk_flags", self.brk_flags, LineBreakFlag),
            checked_flags(_HERE, "justification_flags", self.justification_flags, JustificationFlag),
            direction,
            checked_choice(_HERE, "orientation", self.orientation, TextOrientation),
        )

    def _font_size(self) -> int:
        size = checked_int(_HERE, "font_size", self.font_size)
        if not 1 <= size <= MAX_FONT_SIZE:
            raise InvalidValueError(
                f"TextServer.font_size must be from 1 to {MAX_FONT_SIZE}, "
                f"got {shortened(self.font_size)}; scale the node to "
                "make text larger"
            )
        return size
