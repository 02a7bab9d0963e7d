"""ConvexPolygonShape2D: the convex polygon around points."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidValueError
from engine.core.export import exported
from engine.math import Rect2, Vector2, convex_hull
from engine.math.value import shortened
from engine.resources.shapes_2d.checks import checked_points
from engine.resources.shapes_2d.shape_2d import Shape2D, paint_outlined, rect_around
from engine.resources.shapes_2d.solid import Solid, polygon

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.math import Color, Transform2D


class ConvexPolygonShape2D(Shape2D):
    """A convex polygon; of points that make none, their convex hull. It touches nothing where it has no area.

    A point on its edge is in it.
    """

    _points: tuple[Vector2, ...] = ()

    @property
    @exported(())
    def points(self) -> tuple[Vector2, ...]:
        """The corners, in pixels, in either direction; none by default.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than finite points.
        """
        return self._points

    @points.setter
    def points(self, points: Iterable[Sequence[float]]) -> None:
        self._points = checked_points(self, "points", points)
        self.emit_changed()

    def set_point_cloud(self, point_cloud: Iterable[Sequence[float]]) -> None:
        """Set `points` to the convex hull of any points; its first corner stands again at its end, as in Godot.

        Raises:
            InvalidTypeError: not points.
            InvalidValueError: they are not finite, or all on one line.
        """
        hull = convex_hull(checked_points(self, "set_point_cloud(point_cloud)", point_cloud))
        if len(hull) < 4:
            raise InvalidValueError(
                f"{self._where()}.set_point_cloud(point_cloud) must have three points that are not on one line, "
                f"got {shortened(point_cloud)}"
            )
        self._points = tuple(hull)
        self.emit_changed()

    def get_rect(self) -> Rect2:
        """The smallest rectangle around it."""
        return rect_around(self._points)

    def _solid(self, transform: Transform2D) -> Solid:
        return polygon(self._points, transform)

    def _has_point(self, x: float, y: float) -> bool:
        hull = convex_hull(self._points)
        turns = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for (ax, ay), (bx, by) in pairwise(hull)]
        return bool(turns) and (min(turns) >= 0.0 or max(turns) <= 0.0)

    def _paint(self, canvas_item: Any, color: Color) -> None:
        paint_outlined(canvas_item, convex_hull(self._points)[:-1], color)
