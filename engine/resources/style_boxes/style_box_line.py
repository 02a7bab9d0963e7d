"""StyleBoxLine: a style box that is one straight line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.property_checks import between, checked_bool, checked_color, checked_finite, checked_numbers
from engine.math import SIDE_LEFT, SIDE_RIGHT, Color
from engine.resources.settings import setting
from engine.resources.style_boxes.boxes import INT_LIMITS
from engine.resources.style_boxes.style_box import StyleBox

if TYPE_CHECKING:
    from collections.abc import Sequence

_BLACK = Color(0.0, 0.0, 0.0, 1.0)


class StyleBoxLine(StyleBox):
    """Draws a line along the top of the rectangle, or along its left side: what separates things.

    It is drawn in whole pixels, as Godot's is: fractions are cut off.
    """

    color: Color = setting("color", _BLACK, checked_color, "The colour of the line; black by default.")
    grow_begin: float = setting(
        "grow_begin",
        1.0,
        checked_finite,
        "How far the line reaches beyond the rectangle at its left or upper end; negative shortens it. Default 1.",
        unit="px",
    )
    grow_end: float = setting(
        "grow_end",
        1.0,
        checked_finite,
        "How far the line reaches beyond the rectangle at its right or lower end; negative shortens it. Default 1.",
        unit="px",
    )
    thickness: int = setting("thickness", 1, between(*INT_LIMITS), "How thick the line is; default 1.", unit="px")
    vertical: bool = setting(
        "vertical", False, checked_bool, "Whether the line runs along the left side and not along the top; default no."
    )

    def draw(self, canvas_item: Any, rect: Sequence[float]) -> None:
        """Draw the line; see StyleBox."""
        self._recording(canvas_item)
        numbers = checked_numbers(self, "draw(rect)", rect, 4)
        x, y, width, height = (int(number) for number in numbers)
        begin, both = self.grow_begin, self.grow_begin + self.grow_end
        if self.vertical:
            line = (x, int(y - begin), self.thickness, int(height + both))
        else:
            line = (int(x - begin), y, int(width + both), self.thickness)
        canvas_item.draw_rect(line, self.color)

    def _style_margin(self, side: int) -> float:
        across = side in (SIDE_LEFT, SIDE_RIGHT)
        return self.thickness / 2 if across == self.vertical else 0.0
