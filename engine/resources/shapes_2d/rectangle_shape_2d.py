"""RectangleShape2D: an upright rectangle."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from engine.math import Rect2, Vector2
from engine.resources.shapes_2d.checks import checked_size
from engine.resources.shapes_2d.form_setting import form_setting
from engine.resources.shapes_2d.shape_2d import Shape2D, paint_outlined
from engine.resources.shapes_2d.solid import Solid, polygon

if TYPE_CHECKING:
    from engine.core.export import SequenceProperty
    from engine.math import Color, Transform2D


class RectangleShape2D(Shape2D):
    """A rectangle around its centre. A point on its left or upper edge is in it, one on the others is not."""

    _ways_to_set = MappingProxyType({"extents": "size"})  # Godot 3 had half of it

    size: SequenceProperty[Vector2] = form_setting(
        "size",
        Vector2(20.0, 20.0),
        checked_size,
        "How wide and how high it is, 0 or more each; default (20, 20). Without either it touches nothing.",
        unit="px",
    )

    def get_rect(self) -> Rect2:
        """The rectangle."""
        return Rect2(self.size * -0.5, self.size)

    def _solid(self, transform: Transform2D) -> Solid:
        return Solid(flaw="its size is 0") if 0.0 in self.size else polygon(self._corners(), transform)

    def _has_point(self, x: float, y: float) -> bool:
        half_width, half_height = self.size * 0.5
        return -half_width <= x < half_width and -half_height <= y < half_height

    def _paint(self, canvas_item: Any, color: Color) -> None:
        paint_outlined(canvas_item, self._corners(), color)

    def _corners(self) -> tuple[Vector2, ...]:
        x, y = self.size * 0.5
        return Vector2(-x, -y), Vector2(x, -y), Vector2(x, y), Vector2(-x, y)
