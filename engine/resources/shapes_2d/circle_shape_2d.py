"""CircleShape2D: a circle."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from engine.core.property_checks import checked_non_negative
from engine.math import Rect2, Vector2
from engine.resources.shapes_2d.form_setting import form_setting
from engine.resources.shapes_2d.shape_2d import Shape2D, paint_outlined
from engine.resources.shapes_2d.solid import Solid, rounded

if TYPE_CHECKING:
    from engine.math import Color, Transform2D

_DRAWN_CORNERS = 24


class CircleShape2D(Shape2D):
    """A circle around its centre; the ellipse that a transform makes of it where that stretches it."""

    radius: float = form_setting(
        "radius", 10.0, checked_non_negative, "0 or more; default 10. With 0 it touches nothing.", unit="px"
    )

    def get_rect(self) -> Rect2:
        """The smallest rectangle around it."""
        return Rect2(-self.radius, -self.radius, 2.0 * self.radius, 2.0 * self.radius)

    def _solid(self, transform: Transform2D) -> Solid:
        return rounded(((0.0, 0.0),), self.radius, transform)

    def _has_point(self, x: float, y: float) -> bool:
        return x * x + y * y < self.radius * self.radius

    def _paint(self, canvas_item: Any, color: Color) -> None:
        turns = [2.0 * pi * corner / _DRAWN_CORNERS for corner in range(_DRAWN_CORNERS)]
        paint_outlined(canvas_item, [Vector2(cos(turn), sin(turn)) * self.radius for turn in turns], color)
