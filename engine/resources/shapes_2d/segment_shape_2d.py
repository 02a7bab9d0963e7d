"""SegmentShape2D: a straight line between two points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.property_checks import checked_vector2
from engine.math import Rect2, Vector2
from engine.resources.shapes_2d.form_setting import form_setting
from engine.resources.shapes_2d.shape_2d import Shape2D, rect_around
from engine.resources.shapes_2d.solid import Solid, segments

if TYPE_CHECKING:
    from engine.core.export import SequenceProperty
    from engine.math import Color, Transform2D

_DRAWN_WIDTH = 3.0


class SegmentShape2D(Shape2D):
    """A line from `a` to `b`, without thickness; it touches nothing where both are at one point."""

    a: SequenceProperty[Vector2] = form_setting(
        "a", Vector2(0.0, 0.0), checked_vector2, "One end; default (0, 0).", unit="px"
    )
    b: SequenceProperty[Vector2] = form_setting(
        "b", Vector2(0.0, 10.0), checked_vector2, "The other; default (0, 10).", unit="px"
    )

    def get_rect(self) -> Rect2:
        """The smallest rectangle around it."""
        return rect_around((self.a, self.b))

    def _solid(self, transform: Transform2D) -> Solid:
        return segments((self.a, self.b), transform, is_concave=False)

    def _paint(self, canvas_item: Any, color: Color) -> None:
        canvas_item.draw_line(self.a, self.b, color, _DRAWN_WIDTH)
