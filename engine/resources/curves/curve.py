"""Curve: a number that depends on another, drawn by hand: a fade, a volume by distance, an easing of one's own."""

from __future__ import annotations

from enum import IntEnum
from math import floor
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core.errors import InvalidValueError
from engine.core.export import exported
from engine.core.property_checks import checked_between, checked_choice, checked_finite, checked_numbers
from engine.core.resource import Resource
from engine.core.signal import Signal
from engine.math import Vector2
from engine.math.geometry.bezier_path import graph_at, looked_up
from engine.math.interpolation import bezier_interpolate, lerpf
from engine.math.scalars import EPSILON, clampf, is_zero_approx
from engine.resources.curves.checks import checked_count, checked_index, checked_offsets, checked_vector, refuse_empty
from engine.resources.curves.curve_point import CurvePoint, checked_points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

LEAST_RANGE = 0.01
"""The largest and the smallest value, and offset, are at least so far apart."""

MOST_RESOLUTION = 1000


class Curve(Resource):
    """A curve through points: x is the offset that is asked about, y the value there.

    Between two points it is a cubic Bezier curve that has their tangents, as slopes; before the first point and behind
    the last it is level. `sample_baked` looks values up and is what games call; `sample` is exact.

    >>> curve = Curve()
    >>> curve.add_point((0, 0), right_tangent=1), curve.add_point((1, 1), left_tangent=1)
    (0, 1)
    >>> round(curve.sample(0.25), 9)
    0.25

    A limit that has to give way to its counterpart goes to where it was set once that is set further away.

    Signals: `range_changed`, after `min_value` or `max_value` was set; `domain_changed`, after `min_domain` or
    `max_domain` was.
    """

    class TangentMode(IntEnum):
        """How the tangent on one side of a point is found; the numbers are Godot's."""

        FREE = 0
        """As it was set."""
        LINEAR = 1
        """It points to the neighbour on that side."""

    range_changed: Signal[()] = Signal[()]()
    """Emitted after `min_value` or `max_value` was set."""
    domain_changed: Signal[()] = Signal[()]()
    """Emitted after `min_domain` or `max_domain` was set."""

    _min_value = 0.0
    _max_value = 1.0
    _min_domain = 0.0
    _max_domain = 1.0
    _wanted = (0.0, 1.0, 0.0, 1.0)  # the four as they were set
    _bake_resolution = 100
    _baked: list[float] | None = None

    def __init__(self, **exported: Any) -> None:
        """A curve without points; `exported` are values for its properties."""
        self._points: list[CurvePoint] = []
        super().__init__(**exported)

    # --- limits

    @property
    def min_domain(self) -> float:
        """The least offset of points: at least 0.01 below `max_domain`, and not above any point.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a finite number.
        """
        return self._min_domain

    @min_domain.setter
    def min_domain(self, least: float) -> None:
        self._set_limit(2, "min_domain", least)
        self.domain_changed.emit()

    @property
    def max_domain(self) -> float:
        """The largest offset of points: at least 0.01 above `min_domain`, and not below any point.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a finite number.
        """
        return self._max_domain

    @max_domain.setter
    def max_domain(self, most: float) -> None:
        self._set_limit(3, "max_domain", most)
        self.domain_changed.emit()

    @property
    def min_value(self) -> float:
        """The least value of points: at least 0.01 below `max_value`, and not above any point.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a finite number.
        """
        return self._min_value

    @min_value.setter
    def min_value(self, least: float) -> None:
        self._set_limit(0, "min_value", least)
        self.range_changed.emit()

    @property
    def max_value(self) -> float:
        """The largest value of points: at least 0.01 above `min_value`, and not below any point.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a finite number.
        """
        return self._max_value

    @max_value.setter
    def max_value(self, most: float) -> None:
        self._set_limit(1, "max_value", most)
        self.range_changed.emit()

    def get_domain_range(self) -> float:
        """How far `min_domain` and `max_domain` are apart."""
        return self._max_domain - self._min_domain

    def get_value_range(self) -> float:
        """How far `min_value` and `max_value` are apart."""
        return self._max_value - self._min_value

    # --- points

    @property
    @exported(0)
    def point_count(self) -> int:
        """How many points there are; more are added at (0, 0), fewer are taken from the end.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a whole number of 0 or more.
        """
        return len(self._points)

    @point_count.setter
    def point_count(self, count: int) -> None:
        count = checked_count(self, "point_count", count)
        more = count - len(self._points)
        if more > 0:
            at = self._insert(CurvePoint(Vector2.ZERO, 0.0, 0.0, 0, 0))
            self._points[at:at] = [self._points[at]] * (more - 1)
        del self._points[count:]
        self._edited()

    def add_point(
        self,
        position: Sequence[float],
        left_tangent: float = 0.0,
        right_tangent: float = 0.0,
        left_mode: int = TangentMode.FREE,
        right_mode: int = TangentMode.FREE,
    ) -> int:
        """Add a point at its place among the others.

        Args:
            position: offset and value; brought inside the limits.
            left_tangent: the slope at which the curve comes to the point.
            right_tangent: the slope at which it leaves the point.
            left_mode: LINEAR lets the left tangent point to the neighbour there instead.
            right_mode: the same of the right tangent.

        Returns:
            The number of the point, counted from the left.

        Raises:
            InvalidTypeError, InvalidValueError: not finite numbers, or no modes.
        """
        where = checked_vector(self, "add_point(position)", Vector2, position)
        point = CurvePoint(
            where,
            checked_finite(self, "add_point(left_tangent)", left_tangent),
            checked_finite(self, "add_point(right_tangent)", right_tangent),
            checked_choice(self, "add_point(left_mode)", left_mode, Curve.TangentMode),
            checked_choice(self, "add_point(right_mode)", right_mode, Curve.TangentMode),
        )
        at = self._insert(point)
        self._edited()
        return at

    def remove_point(self, index: int) -> None:
        """Take a point away.

        Raises:
            InvalidValueError: there is no such point.
        """
        index = checked_index(self, "remove_point", index, self._points)
        del self._points[index]
        self._align(index - 1)
        self._align(index)
        self._edited()

    def clear_points(self) -> None:
        """Take all points away."""
        if self._points:
            self._points = []
            self._edited()

    def clean_dupes(self) -> None:
        """Take points away that are less than 0.00001 to the right of the one before."""
        kept: list[CurvePoint] = []
        for point in self._points:
            if not kept or point.position.x - kept[-1].position.x >= EPSILON:
                kept.append(point)
        if len(kept) < len(self._points):
            self._points = kept
            for index in range(len(kept)):
                self._align(index)
            self._edited()

    def get_point_position(self, index: int) -> Vector2:
        """Offset and value of a point.

        Raises:
            InvalidValueError: there is no such point; also of the methods below.
        """
        return self._points[checked_index(self, "get_point_position", index, self._points)].position

    def set_point_value(self, index: int, y: float) -> None:
        """Move a point up or down."""
        index = checked_index(self, "set_point_value", index, self._points)
        y = checked_finite(self, "set_point_value", y)
        point = self._points[index]
        self._points[index] = point._replace(position=point.position.with_y(y))
        self._align_around(index)
        self._edited()

    def set_point_offset(self, index: int, offset: float) -> int:
        """Move a point to the left or right, to its place among the others; the number that it has now."""
        index = checked_index(self, "set_point_offset", index, self._points)
        offset = checked_finite(self, "set_point_offset", offset)
        point = self._points.pop(index)
        at = self._insert(point._replace(position=point.position.with_x(offset)))
        self._align_around(min(index, len(self._points) - 1))
        self._edited()
        return at

    def get_point_left_tangent(self, index: int) -> float:
        """The slope at which the curve comes to a point."""
        return self._points[checked_index(self, "get_point_left_tangent", index, self._points)].left_tangent

    def get_point_right_tangent(self, index: int) -> float:
        """The slope at which the curve leaves a point."""
        return self._points[checked_index(self, "get_point_right_tangent", index, self._points)].right_tangent

    def get_point_left_mode(self, index: int) -> TangentMode:
        """How the left tangent of a point is found."""
        return Curve.TangentMode(
            self._points[checked_index(self, "get_point_left_mode", index, self._points)].left_mode
        )

    def get_point_right_mode(self, index: int) -> TangentMode:
        """How the right tangent of a point is found."""
        return Curve.TangentMode(
            self._points[checked_index(self, "get_point_right_mode", index, self._points)].right_mode
        )

    def set_point_left_tangent(self, index: int, tangent: float) -> None:
        """Set the slope at which the curve comes to a point; its mode becomes FREE."""
        index = checked_index(self, "set_point_left_tangent", index, self._points)
        tangent = checked_finite(self, "set_point_left_tangent", tangent)
        self._points[index] = self._points[index]._replace(left_tangent=tangent, left_mode=Curve.TangentMode.FREE)
        self._edited()

    def set_point_right_tangent(self, index: int, tangent: float) -> None:
        """Set the slope at which the curve leaves a point; its mode becomes FREE."""
        index = checked_index(self, "set_point_right_tangent", index, self._points)
        tangent = checked_finite(self, "set_point_right_tangent", tangent)
        self._points[index] = self._points[index]._replace(right_tangent=tangent, right_mode=Curve.TangentMode.FREE)
        self._edited()

    def set_point_left_mode(self, index: int, mode: int) -> None:
        """Say how the left tangent of a point is found, FREE or LINEAR."""
        index = checked_index(self, "set_point_left_mode", index, self._points)
        mode = checked_choice(self, "set_point_left_mode", mode, Curve.TangentMode)
        self._points[index] = self._points[index]._replace(left_mode=mode)
        self._align(index)
        self._edited()

    def set_point_right_mode(self, index: int, mode: int) -> None:
        """Say how the right tangent of a point is found, FREE or LINEAR."""
        index = checked_index(self, "set_point_right_mode", index, self._points)
        mode = checked_choice(self, "set_point_right_mode", mode, Curve.TangentMode)
        self._points[index] = self._points[index]._replace(right_mode=mode)
        self._align(index)
        self._edited()

    # --- values

    def sample(self, offset: float) -> float:
        """The value at an offset, exactly.

        Raises:
            InvalidValueError: the curve has no points, or `offset` is not finite.
        """
        points = self._points
        refuse_empty(self, "sample", points)
        offset = checked_finite(self, "sample(offset)", offset)
        index = self._index_at(offset)
        first = points[index]
        if index == len(points) - 1 or (index == 0 and offset <= first.position.x):
            return first.position.y
        second = points[index + 1]
        width = second.position.x - first.position.x
        if is_zero_approx(width):
            return second.position.y
        return bezier_interpolate(
            first.position.y,
            first.position.y + width / 3.0 * first.right_tangent,
            second.position.y - width / 3.0 * second.left_tangent,
            second.position.y,
            (offset - first.position.x) / width,
        )

    @property
    @exported(100, range=(1, MOST_RESOLUTION))
    def bake_resolution(self) -> int:
        """How many values are baked, 1 to 1000, evenly over the domain.

        Raises:
            InvalidTypeError, InvalidValueError: set to anything else.
        """
        return self._bake_resolution

    @bake_resolution.setter
    def bake_resolution(self, resolution: int) -> None:
        self._bake_resolution = checked_between(self, "bake_resolution", resolution, 1, MOST_RESOLUTION)
        self._edited()

    def bake(self) -> None:
        """Work the values out that `sample_baked` looks up; it does so itself after a change."""
        count, points = self._bake_resolution, self._points
        if not points:
            self._baked = []
        elif count == 1:
            self._baked = [points[-1].position.y]
        else:
            offsets = np.arange(1, count - 1) * self.get_domain_range() / (count - 1) + self._min_domain
            columns = np.array([(*point.position, point.left_tangent, point.right_tangent) for point in points])
            self._baked = [points[0].position.y, *graph_at(columns, offsets).tolist(), points[-1].position.y]

    def sample_baked(self, offset: float) -> float:
        """The value at an offset, between two baked ones; the first or the last one beyond the domain.

        Raises:
            InvalidValueError: the curve has no points, or `offset` is not finite.
        """
        refuse_empty(self, "sample_baked", self._points)
        offset = checked_finite(self, "sample_baked(offset)", offset)
        if self._baked is None:
            self.bake()
        baked = self._baked
        assert baked
        last = len(baked) - 1
        place = clampf((offset - self._min_domain) / self.get_domain_range() * last, 0.0, last)
        before = floor(place)
        return baked[last] if before == last else lerpf(baked[before], baked[before + 1], place - before)

    def sample_baked_many(self, offsets: ArrayLike) -> NDArray[np.float64]:
        """The values at many offsets, (N,), each as `sample_baked` gives it; a new array.

        Raises:
            InvalidTypeError: `offsets` are no numbers in a row.
            InvalidValueError: the curve has no points, or one of the offsets is not finite.
        """
        refuse_empty(self, "sample_baked_many", self._points)
        numbers = checked_offsets(self, "sample_baked_many(offsets)", offsets)
        if self._baked is None:
            self.bake()
        return looked_up(np.array(self._baked), (numbers - self._min_domain) / self.get_domain_range())

    # --- within

    def _edited(self) -> None:
        self._baked = None
        self.emit_changed()

    def _set_limit(self, at: int, name: str, value: float) -> None:
        """Set one of the four `_limits`; where its counterpart had to give way before, that is set once more."""
        wanted = [*self._wanted]
        wanted[at] = checked_finite(self, name, value)
        limits = self._limits
        for each in (at, at ^ 1):
            if each == at or limits[each] != wanted[each]:
                held = [point.position[each < 2] for point in self._points]
                if each % 2:
                    limits[each] = max(wanted[each], limits[each - 1] + LEAST_RANGE, *held)
                else:
                    limits[each] = min(wanted[each], limits[each + 1] - LEAST_RANGE, *held)
        self._wanted = (wanted[0], wanted[1], wanted[2], wanted[3])
        self._min_value, self._max_value, self._min_domain, self._max_domain = limits
        self._edited()

    def _index_at(self, offset: float) -> int:
        """The point that an offset lies behind; of points at one offset any, as Godot's search finds it."""
        points = self._points
        low, high = 0, len(points) - 1
        while high - low > 1:
            middle = (low + high) // 2
            if points[middle + 1].position.x < offset:
                low = middle
            elif points[middle].position.x > offset:
                high = middle
            else:
                return middle
        return high if offset > points[high].position.x else low

    def _insert(self, point: CurvePoint) -> int:
        x, y = point.position
        x = clampf(x, self._min_domain, self._max_domain)
        point = point._replace(position=Vector2(x, clampf(y, self._min_value, self._max_value)))
        points = self._points
        if len(points) < 2:
            at = int(bool(points) and x > points[0].position.x)
        else:
            at = self._index_at(x) + int(x >= points[0].position.x)
        points.insert(at, point)
        self._align_around(at)
        return at

    def _align_around(self, index: int) -> None:
        for each in (index - 1, index, index + 1):
            self._align(each)

    def _align(self, index: int) -> None:
        """Let the linear tangents of a point, if there is one, point to its neighbours."""
        points = self._points
        if not 0 <= index < len(points):
            return
        if points[index].left_mode and index > 0:
            slope = points[index - 1].slope_to(points[index])
            points[index] = points[index]._replace(left_tangent=slope)
        if points[index].right_mode and index + 1 < len(points):
            slope = points[index].slope_to(points[index + 1])
            points[index] = points[index]._replace(right_tangent=slope)

    # --- as files have it

    @property
    @exported([])
    def _data(self) -> list[Any]:
        """Five values a point: position, left and right tangent, left and right mode."""
        return [value for point in self._points for value in (*point[:3], int(point[3]), int(point[4]))]

    @_data.setter
    def _data(self, data: Any) -> None:
        self._points = checked_points(self, "_data", data, Curve.TangentMode)
        self._edited()

    @property
    @exported([0.0, 1.0, 0.0, 1.0])
    def _limits(self) -> list[float]:
        """`min_value`, `max_value`, `min_domain`, `max_domain`: saved as one, since each depends on the others."""
        return [self._min_value, self._max_value, self._min_domain, self._max_domain]

    @_limits.setter
    def _limits(self, limits: Any) -> None:
        numbers = checked_numbers(self, "_limits", limits, 4)
        if not (numbers[0] < numbers[1] and numbers[2] < numbers[3]):
            raise InvalidValueError(
                f"{self._where()}._limits must have the least value below the largest, of offsets, too, got {numbers}"
            )
        self._wanted = (numbers[0], numbers[1], numbers[2], numbers[3])
        self._min_value, self._max_value, self._min_domain, self._max_domain = numbers
        self._edited()
