"""What Curve2D and Curve3D have in common: points with handles, and the line that is baked through them.

Between two points runs a cubic Bezier curve, pulled by the handle `out` of the first and `in` of the second, which are
offsets from their points. For lengths along the path it is baked when first asked for after a change: into a line of
points at most `bake_interval` apart.
"""

from __future__ import annotations

from bisect import bisect_left
from math import fmod, radians
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import numpy as np

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import exported, kept_property
from engine.core.property_checks import checked_between, checked_finite, checked_int
from engine.math import Vector2, Vector3
from engine.math.geometry.bezier_path import (
    bent_places,
    chain,
    directions_at,
    distances_along,
    even_places,
    nearest_on_line,
    points_at,
)
from engine.math.interpolation import cubic_interpolate, lerpf
from engine.math.value import shortened
from engine.resources.curves.checks import checked_count, checked_index, checked_vector, refuse_empty

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core.resource import Resource
    from engine.math.geometry.bezier_path import Floats, Places

    Base = Resource
else:
    Base = object  # the resource types derive from Resource themselves; this class is none of them

V = TypeVar("V", Vector2, Vector3)

BAKE_STAGES = 10
"""How often the curve between two points is halved for baking, at most: 1,024 pieces."""

MOST_STAGES = 16
"""How often a tessellation may halve a curve."""


class BakedLine:
    """The points that a path was baked into."""

    __slots__ = ("along", "directions", "distances", "length", "places", "points", "vectors")

    def __init__(self, curves: Floats, places: Places, vector: type[Any]) -> None:
        """The places `places` of a chain of curves."""
        self.places = places
        self.points = points_at(curves, places)
        self.directions = directions_at(curves, places)
        self.along = distances_along(self.points)
        self.distances: list[float] = self.along.tolist()
        self.length = self.distances[-1]
        self.vectors = tuple(map(vector, self.points.tolist()))

    def find(self, offset: float) -> tuple[int, float]:
        """The piece of the line, by its first point, and the part of it, 0 to 1, at a distance along the line."""
        distances = self.distances
        offset = min(max(offset, 0.0), self.length)
        at = min(max(bisect_left(distances, offset) - 1, 0), len(distances) - 2)
        piece = distances[at + 1] - distances[at]
        return at, (offset - distances[at]) / piece if piece else 0.0


class CurvePath(Generic[V], Base):
    """A path through points."""

    _vector: ClassVar[type[Any]]
    _points: list[tuple[V, V, V, float]]  # position, in, out, tilt
    bake_interval: float
    _baked: BakedLine | None = None
    _closed = False

    def __init__(self, **exported: Any) -> None:
        """A path without points; `exported` are values for its properties."""
        self._points = []
        super().__init__(**exported)

    @property
    @exported(0)
    def point_count(self) -> int:
        """How many points there are; more are added at zero, fewer are taken from the end.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a whole number of 0 or more.
        """
        return len(self._points)

    @point_count.setter
    def point_count(self, count: int) -> None:
        count = checked_count(self, "point_count", count)
        zero = self._vector()
        self._points = (self._points + [(zero, zero, zero, 0.0)] * (count - len(self._points)))[:count]
        self._edited()

    def _add(self, position: Sequence[float], in_: Sequence[float], out: Sequence[float], index: int) -> None:
        index = checked_int(self, "add_point(index)", index)
        point = (
            checked_vector(self, "add_point(position)", self._vector, position),
            checked_vector(self, "add_point(in_)", self._vector, in_),
            checked_vector(self, "add_point(out)", self._vector, out),
            0.0,
        )
        at = index if 0 <= index < len(self._points) else len(self._points)
        self._points.insert(at, point)
        self._edited()

    def remove_point(self, idx: int) -> None:
        """Take a point away.

        Raises:
            InvalidValueError: there is no such point.
        """
        del self._points[checked_index(self, "remove_point", idx, self._points)]
        self._edited()

    def clear_points(self) -> None:
        """Take all points away."""
        if self._points:
            self._points = []
            self._edited()

    def get_point_position(self, idx: int) -> V:
        """Where a point is.

        Raises:
            InvalidValueError: there is no such point.
        """
        return self._points[checked_index(self, "get_point_position", idx, self._points)][0]

    def set_point_position(self, idx: int, position: Sequence[float]) -> None:
        """Move a point; its handles go with it.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such point, or `position` is no vector of finite numbers.
        """
        idx = checked_index(self, "set_point_position", idx, self._points)
        _, before, behind, tilt = self._points[idx]
        self._set_point(idx, (checked_vector(self, "set_point_position", self._vector, position), before, behind, tilt))

    def get_point_in(self, idx: int) -> V:
        """The handle of the curve that leads to a point, an offset from the point.

        Raises:
            InvalidValueError: there is no such point.
        """
        return self._points[checked_index(self, "get_point_in", idx, self._points)][1]

    def set_point_in(self, idx: int, position: Sequence[float]) -> None:
        """Set the handle of the curve that leads to a point, an offset from the point.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such point, or `position` is no vector of finite numbers.
        """
        idx = checked_index(self, "set_point_in", idx, self._points)
        place, _, behind, tilt = self._points[idx]
        self._set_point(idx, (place, checked_vector(self, "set_point_in", self._vector, position), behind, tilt))

    def get_point_out(self, idx: int) -> V:
        """The handle of the curve that leads away from a point, an offset from the point.

        Raises:
            InvalidValueError: there is no such point.
        """
        return self._points[checked_index(self, "get_point_out", idx, self._points)][2]

    def set_point_out(self, idx: int, position: Sequence[float]) -> None:
        """Set the handle of the curve that leads away from a point, an offset from the point.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such point, or `position` is no vector of finite numbers.
        """
        idx = checked_index(self, "set_point_out", idx, self._points)
        place, before, _, tilt = self._points[idx]
        self._set_point(idx, (place, before, checked_vector(self, "set_point_out", self._vector, position), tilt))

    # --- the curve itself

    def sample(self, idx: int, t: float) -> V:
        """The point of the curve that leads away from point `idx`, exactly.

        Args:
            idx: a point; one before the first stands for the first, one behind the last for the last.
            t: where on the curve, 0 at that point to 1 at the next.

        Raises:
            InvalidValueError: there are no points, or `t` is not finite.
        """
        points = self._points
        refuse_empty(self, "sample", points)
        idx = checked_int(self, "sample(idx)", idx)
        t = checked_finite(self, "sample(t)", t)
        if idx < 0:
            return points[0][0]
        if idx >= len(points) - 1 and not self._closed:
            return points[-1][0]
        idx = min(idx, len(points) - 1)
        start, _, behind, _ = points[idx]
        end, before, _, _ = points[(idx + 1) % len(points)]
        return start.bezier_interpolate(start + behind, end + before, end, t)

    def samplef(self, fofs: float) -> V:
        """The point of the curve at a number of points with a fraction: 1.5 is halfway between the points 1 and 2.

        Raises:
            InvalidValueError: there are no points, or `fofs` is not finite.
        """
        points = self._points
        refuse_empty(self, "samplef", points)
        fofs = max(checked_finite(self, "samplef(fofs)", fofs), 0.0)
        if self._closed and fofs >= len(points):
            return points[0][0]
        return self.sample(int(min(fofs, len(points))), fmod(fofs, 1.0))

    def tessellate(self, max_stages: int = 5, tolerance_degrees: float = 4) -> tuple[V, ...]:
        """Points for drawing the path: closer together where it bends more; none without points.

        Args:
            max_stages: how often the curve between two points is halved, at most; 0 to 16.
            tolerance_degrees: how much the halves of a piece may differ in direction before it is cut between them.

        Raises:
            InvalidTypeError, InvalidValueError: arguments that cannot be.
        """
        stages = checked_between(self, "tessellate(max_stages)", max_stages, 0, MOST_STAGES)
        angle = radians(checked_finite(self, "tessellate(tolerance_degrees)", tolerance_degrees))
        if len(self._points) < 2:
            return tuple(point[0] for point in self._points)
        curves = self._curves()
        return tuple(map(self._vector, points_at(curves, bent_places(curves, angle, stages)).tolist()))

    def _tessellated_evenly(self, max_stages: int, length: float) -> tuple[V, ...]:
        stages = checked_between(self, "tessellate_even_length(max_stages)", max_stages, 0, MOST_STAGES)
        length = self._above_zero("tessellate_even_length(tolerance_length)", length)
        if len(self._points) < 2:
            return tuple(point[0] for point in self._points)
        curves = self._curves()
        return tuple(map(self._vector, points_at(curves, even_places(curves, length, stages)).tolist()))

    # --- the baked line

    def get_baked_length(self) -> float:
        """How long the baked path is; 0 without points."""
        return self._line().length if len(self._points) > 1 else 0.0

    def get_baked_points(self) -> tuple[V, ...]:
        """The points that the path is baked into; none without points."""
        if len(self._points) < 2:
            return tuple(point[0] for point in self._points)
        return self._line().vectors

    def sample_baked(self, offset: float = 0.0, cubic: bool = False) -> V:
        """The point at a distance along the baked path.

        Args:
            offset: from the start; what lies beyond an end is that end.
            cubic: whether to round the baked line at its points.

        Raises:
            InvalidValueError: there are no points, or `offset` is not finite.
        """
        points = self._points
        refuse_empty(self, "sample_baked", points)
        offset = checked_finite(self, "sample_baked(offset)", offset)
        return points[0][0] if len(points) == 1 else self._point_of_line(*self._line().find(offset), cubic)

    def get_closest_point(self, to_point: Sequence[float]) -> V:
        """The point of the baked path that is nearest to `to_point`; of several the first.

        Raises:
            InvalidTypeError, InvalidValueError: there are no points, or `to_point` is no vector of finite numbers.
        """
        points = self._points
        refuse_empty(self, "get_closest_point", points)
        to = checked_vector(self, "get_closest_point", self._vector, to_point)
        if len(points) == 1:
            return points[0][0]
        line = self._line()
        made: V = self._vector(nearest_on_line(line.points, line.along, to)[1])
        return made

    def get_closest_offset(self, to_point: Sequence[float]) -> float:
        """How far along the baked path the point is that is nearest to `to_point`; of several the first.

        Raises:
            InvalidTypeError, InvalidValueError: there are no points, or `to_point` is no vector of finite numbers.
        """
        points = self._points
        refuse_empty(self, "get_closest_offset", points)
        to = checked_vector(self, "get_closest_offset", self._vector, to_point)
        if len(points) == 1:
            return 0.0
        line = self._line()
        return nearest_on_line(line.points, line.along, to)[0]

    # --- for the two classes

    def _edited(self) -> None:
        self._baked = None
        self.emit_changed()

    def _set_point(self, idx: int, point: tuple[V, V, V, float]) -> None:
        self._points[idx] = point
        self._edited()

    def _curves(self) -> Floats:
        points = np.array([point[:3] for point in self._points], np.float64)
        return chain(points, closed=self._closed)

    def _line(self) -> BakedLine:
        """The baked path, of two points or more."""
        if self._baked is None:
            curves = self._curves()
            places = even_places(curves, self.bake_interval, BAKE_STAGES)
            self._baked = BakedLine(curves, places, self._vector)
        return self._baked

    def _point_of_line(self, at: int, part: float, cubic: bool) -> V:
        points = self._line().vectors
        start, end = points[at], points[at + 1]
        if not cubic:
            return self._vector([lerpf(a, b, part) for a, b in zip(start, end, strict=True)])  # type: ignore[no-any-return]
        before, behind = points[max(at - 1, 0)], points[min(at + 2, len(points) - 1)]
        rows = zip(start, end, before, behind, strict=True)
        return self._vector([cubic_interpolate(*row, part) for row in rows])  # type: ignore[no-any-return]

    def _above_zero(self, what: str, value: float) -> float:
        number = checked_finite(self, what, value)
        if number <= 0.0:
            raise InvalidValueError(f"{self._where()}.{what} must be above 0, got {shortened(value)}")
        return number

    def _read_points(self, data: Any) -> list[tuple[V, V, V, float]]:
        """The points of a file's `_data`: in, out, position of each, without tilts."""
        rows = data.get("points") if isinstance(data, dict) else None
        if rows is None or isinstance(rows, str) or not hasattr(rows, "__len__") or len(rows) % 3:
            raise InvalidTypeError(
                f'{self._where()}._data must be {{"points": in, out and position of each point}}, '
                f"got {shortened(data, 200)}"
            )
        vectors = [checked_vector(self, "_data", self._vector, row) for row in rows]
        return [(vectors[at + 2], vectors[at], vectors[at + 1], 0.0) for at in range(0, len(vectors), 3)]

    def _point_rows(self) -> tuple[V, ...]:
        return tuple(vector for point in self._points for vector in (point[1], point[2], point[0]))


def bake_interval_of(default: float, unit: str, units: str) -> Any:
    """The property `bake_interval` of a path in that unit, whose name in a text is `units`."""
    return kept_property(
        "bake_interval",
        default,
        CurvePath._above_zero,
        _keep_and_bake,
        f"How far apart the baked points are at most, in {units}, above 0; smaller is more exact.",
        range=(0.01, 512.0),
        unit=unit,
    )


def _keep_and_bake(path: CurvePath[Any], attribute: str, value: float) -> None:
    setattr(path, attribute, value)
    path._edited()
