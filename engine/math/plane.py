"""Plane: a plane of the 3D world, as an immutable tuple (x, y, z, d): its normal, and its distance from the origin."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, ClassVar, NamedTuple, NoReturn, Self, overload

from engine.math.errors import MathTypeError, MathValueError
from engine.math.scalars import EPSILON, is_equal_approx, is_zero_approx
from engine.math.value import Value, has_length, is_number, real, reals
from engine.math.vector3 import Vector3

_new = tuple.__new__


class _XYZD(NamedTuple):
    x: float
    y: float
    z: float
    d: float


class Plane(Value, _XYZD):
    """The points p with `normal.dot(p) == d`; what the normal points to is over the plane. Made of:

    - nothing: four zeros
    - `(normal)`, through the origin, `(normal, d)`, or `(normal, point)` through a point
    - `(point_1, point_2, point_3)`, clockwise as seen from over the plane
    - four numbers, or a sequence of four

    Distances are in metres if the normal has length 1, as most methods expect; see `normalized`. Equal to the tuple
    `(x, y, z, d)`. `-plane` is the same plane seen from the other side; `transform * plane` carries it over, and
    `plane * transform` back, with a normal of length 1.

    >>> Plane((0, 1, 0), 2).distance_to((5, 3, 0))
    1.0

    Raises:
        MathTypeError: something that is not a number, or too many or too few of them.
        MathValueError: three points on one line.
    """

    __slots__ = ()

    PLANE_YZ: ClassVar[Plane]
    PLANE_XZ: ClassVar[Plane]
    PLANE_XY: ClassVar[Plane]

    @overload
    def __new__(cls) -> Self: ...
    @overload
    def __new__(cls, normal: Sequence[float], /) -> Self: ...
    @overload
    def __new__(cls, normal: Sequence[float], d: float, /) -> Self: ...
    @overload
    def __new__(cls, normal: Sequence[float], point: Sequence[float], /) -> Self: ...
    @overload
    def __new__(cls, point_1: Sequence[float], point_2: Sequence[float], point_3: Sequence[float], /) -> Self: ...
    @overload
    def __new__(cls, x: float, y: float, z: float, d: float, /) -> Self: ...
    def __new__(cls, *parts: Any) -> Self:
        """Make a plane of one of the forms that the class describes."""
        match len(parts):
            case 0:
                return _new(cls, (0.0, 0.0, 0.0, 0.0))
            case 1:
                if has_length(parts[0]) and len(parts[0]) == 3:
                    return _new(cls, (*reals(parts[0], 3, "Plane.normal"), 0.0))
                return _new(cls, reals(parts[0], 4, "Plane"))
            case 2:
                normal = reals(parts[0], 3, "Plane.normal")
                if is_number(parts[1]):
                    return _new(cls, (*normal, real(parts[1], "Plane.d")))
                return _new(cls, (*normal, _point(parts[1], "Plane, point").dot(normal)))
            case 3:
                return _new(cls, _through(*(_point(part, "Plane, point") for part in parts)))
            case 4:
                return _new(cls, reals(parts, 4, "Plane"))
        raise MathTypeError(f"Plane takes a normal and d, three points or four numbers, got {len(parts)} arguments")

    @property
    def normal(self) -> Vector3:
        """The vector that stands on the plane."""
        return _new(Vector3, self[:3])

    def with_normal(self, normal: Sequence[float]) -> Plane:
        """A plane with another normal and the same d."""
        return Plane(normal, self.d)

    def with_x(self, x: float) -> Plane:
        """This plane with another x of the normal."""
        return Plane(x, self.y, self.z, self.d)

    def with_y(self, y: float) -> Plane:
        """This plane with another y of the normal."""
        return Plane(self.x, y, self.z, self.d)

    def with_z(self, z: float) -> Plane:
        """This plane with another z of the normal."""
        return Plane(self.x, self.y, z, self.d)

    def with_d(self, d: float) -> Plane:
        """This plane at another distance from the origin."""
        return Plane(self.x, self.y, self.z, d)

    def __repr__(self) -> str:
        return f"Plane({self.x!r}, {self.y!r}, {self.z!r}, {self.d!r})"

    def __str__(self) -> str:
        return f"[N: {self.normal}, D: {self.d!r}]"

    def __bool__(self) -> bool:
        return any(self)

    def __neg__(self) -> Plane:
        return _new(Plane, (-self.x, -self.y, -self.z, -self.d))

    def __pos__(self) -> Plane:
        return self

    def __add__(self, other: object) -> NoReturn:
        raise MathTypeError("Plane has no +; use Plane(plane.normal, plane.d + distance) to move it")

    __radd__ = __add__

    def __mul__(self, other: object) -> Any:
        if isinstance(other, tuple) and isinstance(other, Value) and len(other) == 12:
            return NotImplemented  # a Transform3D knows how it is applied from the right
        raise MathTypeError("Plane has no *; use transform * plane")

    def __rmul__(self, other: object) -> NoReturn:
        raise MathTypeError("Plane has no *; use transform * plane")

    def normalized(self) -> Plane:
        """The same plane with a normal of length 1; four zeros if the normal is zero."""
        length = self.normal.length()
        return _new(Plane, [part / length for part in self]) if length else Plane()

    def get_center(self) -> Vector3:
        """The point of the plane that is nearest to the origin: `normal * d`."""
        return self.normal * self.d

    def get_any_perpendicular_normal(self) -> Vector3:
        """A vector of length 1 that lies in the plane."""
        normal = self.normal
        axis = Vector3.UP if abs(normal.x) > 0.99 else Vector3.RIGHT
        return (axis - normal * normal.dot(axis)).normalized()

    # Points

    def distance_to(self, point: Sequence[float]) -> float:
        """How far a point is from the plane; negative under it."""
        px, py, pz = _point(point, "Plane.distance_to")
        return self.x * px + self.y * py + self.z * pz - self.d

    def is_point_over(self, point: Sequence[float]) -> bool:
        """Whether a point is on the side to which the normal points."""
        return self.distance_to(_point(point, "Plane.is_point_over")) > 0.0

    def has_point(self, point: Sequence[float], tolerance: float = EPSILON) -> bool:
        """Whether a point is on the plane or within `tolerance` of it."""
        tolerance = real(tolerance, "Plane.has_point, tolerance")
        return abs(self.distance_to(_point(point, "Plane.has_point"))) <= tolerance

    def project(self, point: Sequence[float]) -> Vector3:
        """The point of the plane that is nearest to `point`."""
        point = _point(point, "Plane.project")
        return point - self.normal * self.distance_to(point)

    # Crossings

    def intersect_3(self, b: Sequence[float], c: Sequence[float]) -> Vector3 | None:
        """The point where this plane and two others meet; None if there is not exactly one.

        >>> Plane.PLANE_YZ.intersect_3((0, 1, 0, 2), (0, 0, 1, 3))
        Vector3(0.0, 2.0, 3.0)
        """
        b, c = _plane(b, "Plane.intersect_3"), _plane(c, "Plane.intersect_3")
        normal_a, normal_b, normal_c = self.normal, b.normal, c.normal
        determinant = normal_a.cross(normal_b).dot(normal_c)
        if is_zero_approx(determinant):
            return None
        point = normal_b.cross(normal_c) * self.d + normal_c.cross(normal_a) * b.d + normal_a.cross(normal_b) * c.d
        return point / determinant

    def intersects_ray(self, from_point: Sequence[float], direction: Sequence[float]) -> Vector3 | None:
        """Where a ray meets the plane, from either side; None if it is parallel to it or leads away."""
        start, way = _point(from_point, "Plane.intersects_ray"), _point(direction, "Plane.intersects_ray")
        part = self._part(start, way)
        return start + way * part if part is not None and part >= -EPSILON else None

    def intersects_segment(self, from_point: Sequence[float], to_point: Sequence[float]) -> Vector3 | None:
        """Where a segment meets the plane, from either side; None if it does not, or is parallel to it."""
        start = _point(from_point, "Plane.intersects_segment")
        way = _point(to_point, "Plane.intersects_segment") - start
        part = self._part(start, way)
        return start + way * part if part is not None and -EPSILON <= part <= 1.0 + EPSILON else None

    def _part(self, start: Vector3, way: Vector3) -> float | None:
        """How many times `way` leads from `start` to the plane."""
        steep = self.normal.dot(way)
        return None if is_zero_approx(steep) else -self.distance_to(start) / steep

    # Comparing

    def is_equal_approx(self, other: Sequence[float]) -> bool:
        """Whether all four numbers are the same up to a rounding error."""
        return all(map(is_equal_approx, self, _plane(other, "Plane.is_equal_approx")))

    def is_finite(self) -> bool:
        """Whether no number is infinite or NaN."""
        return all(map(isfinite, self))


Plane.PLANE_YZ = Plane(1.0, 0.0, 0.0, 0.0)
Plane.PLANE_XZ = Plane(0.0, 1.0, 0.0, 0.0)
Plane.PLANE_XY = Plane(0.0, 0.0, 1.0, 0.0)


def _through(a: Vector3, b: Vector3, c: Vector3) -> tuple[float, ...]:
    normal = (a - c).cross(a - b).normalized()
    if not normal:
        raise MathValueError(f"Plane: the points {a}, {b} and {c} are on one line, which lies in many planes")
    return (*normal, normal.dot(a))


def _point(value: Sequence[float], where: str) -> Vector3:
    if type(value) is Vector3:
        return value
    return _new(Vector3, reals(value, 3, where))


def _plane(value: Sequence[float], where: str) -> Plane:
    if type(value) is Plane:
        return value
    return _new(Plane, reals(value, 4, where))
