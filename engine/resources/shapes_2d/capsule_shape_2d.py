"""CapsuleShape2D: an upright stadium."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from engine.core.export import exported
from engine.core.property_checks import checked_non_negative
from engine.math import Rect2, Vector2
from engine.resources.shapes_2d.shape_2d import Shape2D, paint_outlined
from engine.resources.shapes_2d.solid import Solid, rounded

if TYPE_CHECKING:
    from engine.math import Color, Transform2D

_DRAWN_STEPS = 24


class CapsuleShape2D(Shape2D):
    """A rectangle with half a circle above and below it; of ellipses where a transform stretches it.

    It is never wider than high: a larger radius makes it higher, a smaller height narrower.
    """

    _radius = 10.0
    _height = 30.0

    @property
    @exported(10.0, unit="px")
    def radius(self) -> float:
        """Of the half circles, 0 or more; default 10. Setting more than half of the height makes that as much as both.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a finite number, or one below 0.
        """
        return self._radius

    @radius.setter
    def radius(self, radius: float) -> None:
        radius = checked_non_negative(self, "radius", radius)
        if radius != self._radius:
            self._radius = radius
            self._height = max(self._height, 2.0 * radius)
            self.emit_changed()

    @property
    @exported(30.0, unit="px")
    def height(self) -> float:
        """Of the whole, 0 or more; default 30. Setting less than twice the radius makes that half of it.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a finite number, or one below 0.
        """
        return self._height

    @height.setter
    def height(self, height: float) -> None:
        height = checked_non_negative(self, "height", height)
        if height != self._height:
            self._height = height
            self._radius = min(self._radius, 0.5 * height)
            self.emit_changed()

    def get_rect(self) -> Rect2:
        """The smallest rectangle around it."""
        return Rect2(-self._radius, -0.5 * self._height, 2.0 * self._radius, self._height)

    def _solid(self, transform: Transform2D) -> Solid:
        half = 0.5 * self._height - self._radius
        return rounded(((0.0, -half), (0.0, half)) if half > 0.0 else ((0.0, 0.0),), self._radius, transform)

    def _has_point(self, x: float, y: float) -> bool:
        beyond = max(abs(y) - 0.5 * self._height + self._radius, 0.0)
        return x * x + beyond * beyond < self._radius * self._radius

    def _paint(self, canvas_item: Any, color: Color) -> None:
        half = Vector2(0.0, 0.5 * self._height - self._radius)
        points = []
        for step in range(_DRAWN_STEPS):
            turn = 2.0 * pi * step / _DRAWN_STEPS
            out = Vector2(sin(turn), cos(turn)) * self._radius
            is_above = _DRAWN_STEPS // 4 < step <= _DRAWN_STEPS * 3 // 4
            points.append(out - half if is_above else out + half)
            if step == _DRAWN_STEPS // 4:
                points.append(out - half)
            elif step == _DRAWN_STEPS * 3 // 4:
                points.append(out + half)
        paint_outlined(canvas_item, points, color)
