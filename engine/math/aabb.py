"""AABB: a box along the axes of the 3D world, in metres, as an immutable tuple of six floats: position, then size."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isfinite
from typing import Any, NoReturn, Self, overload

from engine.math.errors import MathTypeError
from engine.math.plane import Plane
from engine.math.scalars import is_equal_approx
from engine.math.value import Value, reals
from engine.math.vector3 import Vector3

_new = tuple.__new__
_AXES = (Vector3.RIGHT, Vector3.UP, Vector3.BACK)


class AABB(Value, tuple[float, float, float, float, float, float]):
    """A position, the corner with the smallest coordinates, and a size. Equal to the tuple of the six numbers.

    Takes a position and a size, six numbers, or a sequence of six; nothing gives the box of zeros, the only one that
    is false. A size may be negative, but `has_point`, `intersects` and the like expect one that is not: see `abs`.
    `transform * aabb` is the box around the carried box; `aabb * transform` goes back, for a transform that only turns
    and moves.

    >>> AABB((0, 0, 0), (1, 2, 3)).get_volume()
    6.0

    Raises:
        MathTypeError: something that is not a number, or too many or too few of them.
    """

    __slots__ = ()

    @overload
    def __new__(cls) -> Self: ...
    @overload
    def __new__(cls, aabb: Sequence[float], /) -> Self: ...
    @overload
    def __new__(cls, position: Sequence[float], size: Sequence[float], /) -> Self: ...
    @overload
    def __new__(cls, x: float, y: float, z: float, width: float, height: float, depth: float, /) -> Self: ...
    def __new__(cls, *parts: Any) -> Self:
        """Make a box of a position and a size, of six numbers, or of a sequence of six."""
        if len(parts) == 2:
            position, size = parts
            return _new(cls, reals(position, 3, "AABB.position") + reals(size, 3, "AABB.size"))
        if len(parts) == 6:
            return _new(cls, reals(parts, 6, "AABB"))
        if len(parts) == 1:
            return _new(cls, reals(parts[0], 6, "AABB"))
        if parts:
            raise MathTypeError(f"AABB takes a position and a size, or six numbers, got {len(parts)} arguments")
        return _new(cls, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0))

    def __getnewargs__(self) -> tuple[float, ...]:
        return tuple(self)

    @property
    def position(self) -> Vector3:
        """The corner with the smallest coordinates, if the size is not negative."""
        return _new(Vector3, self[:3])

    @property
    def size(self) -> Vector3:
        """Width (x), height (y) and depth (z)."""
        return _new(Vector3, self[3:])

    @property
    def end(self) -> Vector3:
        """Position plus size: the corner with the largest coordinates."""
        x, y, z, width, height, depth = self
        return _new(Vector3, (x + width, y + height, z + depth))

    def with_position(self, position: Sequence[float]) -> AABB:
        """A box of the same size at another place."""
        return AABB(position, self.size)

    def with_size(self, size: Sequence[float]) -> AABB:
        """A box of another size at the same place."""
        return AABB(self.position, size)

    def with_end(self, end: Sequence[float]) -> AABB:
        """A box from the same position to another end."""
        return _between(self.position, _point(end, "AABB.with_end"))

    def __repr__(self) -> str:
        return f"AABB({', '.join(map(repr, self))})"

    def __str__(self) -> str:
        return f"[P: {self.position}, S: {self.size}]"

    def __bool__(self) -> bool:
        return any(self)

    def __add__(self, other: object) -> NoReturn:
        raise MathTypeError("AABB has no +; use merge(), grow(), or with_position(aabb.position + offset)")

    __radd__ = __add__

    def __mul__(self, other: object) -> Any:
        if isinstance(other, tuple) and isinstance(other, Value) and len(other) == 12:
            return NotImplemented  # a Transform3D knows how it is applied from the right
        raise MathTypeError("AABB has no *; use with_size(aabb.size * factor), or transform * aabb")

    def __rmul__(self, other: object) -> NoReturn:
        raise MathTypeError("AABB has no *; use with_size(aabb.size * factor), or transform * aabb")

    # Its parts

    def get_center(self) -> Vector3:
        """The point in the middle."""
        return self.position + self.size * 0.5

    def get_endpoint(self, index: int) -> Vector3:
        """One of the eight corners; zero for any other index, as in Godot.

        Bit 2 of the index (4) chooses the far end in x, bit 1 (2) in y, bit 0 (1) in z.
        """
        if not 0 <= index < 8:
            return Vector3.ZERO
        x, y, z, width, height, depth = self
        far_x, far_y, far_z = index & 4, index & 2, index & 1
        return Vector3(x + width if far_x else x, y + height if far_y else y, z + depth if far_z else z)

    def get_support(self, direction: Sequence[float]) -> Vector3:
        """The corner that lies furthest in a direction."""
        dx, dy, dz = _point(direction, "AABB.get_support")
        x, y, z, width, height, depth = self
        return Vector3(x + width if dx > 0.0 else x, y + height if dy > 0.0 else y, z + depth if dz > 0.0 else z)

    def get_longest_axis(self) -> Vector3:
        """The unit vector along the longest side; x before y before z where they are equal."""
        return _AXES[self.get_longest_axis_index()]

    def get_longest_axis_index(self) -> int:
        """The axis of the longest side: Vector3.AXIS_X, AXIS_Y or AXIS_Z."""
        return self.size.max_axis_index()

    def get_longest_axis_size(self) -> float:
        """The length of the longest side."""
        return max(self[3:])

    def get_shortest_axis(self) -> Vector3:
        """The unit vector along the shortest side; x before y before z where they are equal."""
        return _AXES[self.get_shortest_axis_index()]

    def get_shortest_axis_index(self) -> int:
        """The axis of the shortest side: Vector3.AXIS_X, AXIS_Y or AXIS_Z."""
        return self[3:].index(min(self[3:]))

    def get_shortest_axis_size(self) -> float:
        """The length of the shortest side."""
        return min(self[3:])

    def get_volume(self) -> float:
        """Width times height times depth."""
        return self[3] * self[4] * self[5]

    def has_volume(self) -> bool:
        """Whether all three sides are longer than 0."""
        return self[3] > 0.0 and self[4] > 0.0 and self[5] > 0.0

    def has_surface(self) -> bool:
        """Whether a side is longer than 0."""
        return self[3] > 0.0 or self[4] > 0.0 or self[5] > 0.0

    # Points and boxes

    def has_point(self, point: Sequence[float]) -> bool:
        """Whether a point is inside the box or on its surface."""
        px, py, pz = _point(point, "AABB.has_point")
        x, y, z, width, height, depth = self
        return x <= px <= x + width and y <= py <= y + height and z <= pz <= z + depth

    def intersects(self, with_box: Sequence[float]) -> bool:
        """Whether the two share a volume."""
        start, end, other_start, other_end = self._corners(with_box, "AABB.intersects")
        return all(a < d and c < b for a, b, c, d in zip(start, end, other_start, other_end, strict=True))

    def encloses(self, with_box: Sequence[float]) -> bool:
        """Whether another box lies within this one; sides may touch."""
        start, end, other_start, other_end = self._corners(with_box, "AABB.encloses")
        return all(a <= c and d <= b for a, b, c, d in zip(start, end, other_start, other_end, strict=True))

    def intersection(self, with_box: Sequence[float]) -> AABB:
        """What the two have in common, flat where they only touch; `AABB()` if that is nothing."""
        start, end, other_start, other_end = self._corners(with_box, "AABB.intersection")
        low, high = start.max(other_start), end.min(other_end)
        return _between(low, high) if all(map(float.__le__, low, high)) else AABB()

    def merge(self, with_box: Sequence[float]) -> AABB:
        """The smallest box around both."""
        start, end, other_start, other_end = self._corners(with_box, "AABB.merge")
        return _between(start.min(other_start), end.max(other_end))

    def expand(self, to_point: Sequence[float]) -> AABB:
        """The smallest box around this one and a point."""
        point = _point(to_point, "AABB.expand")
        return _between(self.position.min(point), self.end.max(point))

    def grow(self, by: float) -> AABB:
        """Move every side outwards by `by` metres, or inwards if it is negative."""
        step = _new(Vector3, reals((by, by, by), 3, "AABB.grow"))
        return AABB(self.position - step, self.size + step * 2.0)

    def abs(self) -> AABB:
        """The same box with a size that is not negative."""
        return AABB(self.position.min(self.end), self.size.abs())

    def _corners(self, other: Sequence[float], where: str) -> tuple[Vector3, Vector3, Vector3, Vector3]:
        box = other if type(other) is AABB else _new(AABB, reals(other, 6, where))
        return self.position, self.end, box.position, box.end

    # Planes, rays and segments

    def intersects_plane(self, plane: Sequence[float]) -> bool:
        """Whether a plane has corners on both sides; one that lies in the plane counts as under it."""
        plane = plane if type(plane) is Plane else _new(Plane, reals(plane, 4, "AABB.intersects_plane"))
        over = [plane.is_point_over(self.get_endpoint(index)) for index in range(8)]
        return any(over) and not all(over)

    def intersects_ray(self, from_point: Sequence[float], direction: Sequence[float]) -> Vector3 | None:
        """The first point of the box that a ray meets, its start if that is inside; None if it misses."""
        way = _point(direction, "AABB.intersects_ray")
        return self._first_point(_point(from_point, "AABB.intersects_ray"), way, inf)

    def intersects_segment(self, from_point: Sequence[float], to_point: Sequence[float]) -> Vector3 | None:
        """The first point of the box that a segment meets, its start if that is inside; None if it misses."""
        start = _point(from_point, "AABB.intersects_segment")
        return self._first_point(start, _point(to_point, "AABB.intersects_segment") - start, 1.0)

    def _first_point(self, start: Vector3, way: Vector3, limit: float) -> Vector3 | None:
        """The first point of the box on `start + way * part` with a part of 0 to `limit`."""
        near, far = 0.0, limit
        for begin, end, at, step in zip(self.position, self.end, start, way, strict=True):
            if step == 0.0:
                if not begin <= at <= end:
                    return None
                continue
            enter, leave = sorted(((begin - at) / step, (end - at) / step))
            near, far = max(near, enter), min(far, leave)
            if near > far:
                return None
        return start + way * near

    # Comparing

    def is_equal_approx(self, aabb: Sequence[float]) -> bool:
        """Whether all six numbers are the same up to a rounding error."""
        return all(map(is_equal_approx, self, reals(aabb, 6, "AABB.is_equal_approx")))

    def is_finite(self) -> bool:
        """Whether no number is infinite or NaN."""
        return all(map(isfinite, self))


def _between(start: Vector3, end: Vector3) -> AABB:
    return AABB(start, end - start)


def _point(value: Sequence[float], where: str) -> Vector3:
    if type(value) is Vector3:
        return value
    return _new(Vector3, reals(value, 3, where))
