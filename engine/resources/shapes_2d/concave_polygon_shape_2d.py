"""ConcavePolygonShape2D: lines that together make any outline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidValueError
from engine.core.export import exported
from engine.math import Rect2, Vector2
from engine.resources.shapes_2d.checks import checked_points
from engine.resources.shapes_2d.shape_2d import Shape2D, rect_around
from engine.resources.shapes_2d.solid import Solid, segments

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.math import Color, Transform2D

_DRAWN_WIDTH = 2.0


class ConcavePolygonShape2D(Shape2D):
    """Lines without thickness: what is inside of an outline is empty. For bodies that do not move by themselves."""

    _segments: tuple[Vector2, ...] = ()

    @property
    @exported(())
    def segments(self) -> tuple[Vector2, ...]:
        """The ends of the lines, in pixels: from point 0 to 1, from 2 to 3, and so on; none by default.

        Raises:
            InvalidTypeError: set to something else than points.
            InvalidValueError: set to an odd number of points, or to points that are not finite.
        """
        return self._segments

    @segments.setter
    def segments(self, segments: Iterable[Sequence[float]]) -> None:
        points = checked_points(self, "segments", segments)
        if len(points) % 2:
            raise InvalidValueError(f"{self._where()}.segments must be pairs of points, got {len(points)} points")
        self._segments = points
        self.emit_changed()

    def get_rect(self) -> Rect2:
        """The smallest rectangle around it."""
        return rect_around(self._segments)

    def _solid(self, transform: Transform2D) -> Solid:
        return segments(self._segments, transform, is_concave=True)

    def _paint(self, canvas_item: Any, color: Color) -> None:
        if self._segments:
            canvas_item.draw_multiline(self._segments, color, _DRAWN_WIDTH)
