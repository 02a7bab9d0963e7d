"""Transform2D: how one 2D space lies in another, as an immutable tuple (xx, xy, yx, yy, ox, oy) of floats.

The columns are x and y, where the unit vectors of the inner space point in the outer one, and the origin:

    | xx yx ox |   | px |
    | xy yy oy | * | py |     transform * point;  parent * child;  point * transform goes back
                   | 1  |

An exact affine matrix: non-uniform scale under rotation is kept as it is, and `get_scale` and `get_skew` read it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import acos, atan2, cos, hypot, isfinite, pi, sin
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self, overload

import numpy as np

from engine.math.errors import DivisionByZeroError, MathTypeError, MathValueError, SingularTransformError
from engine.math.interpolation import lerp_angle
from engine.math.points import is_point, is_points
from engine.math.rect2 import Rect2
from engine.math.scalars import clamp, is_equal_approx, sign
from engine.math.value import Value, is_number, real, reals
from engine.math.vector2 import Vector2

if TYPE_CHECKING:
    from numpy.typing import NDArray

_new = tuple.__new__
_FORMS = (
    "nothing, another transform, (rotation, position), (x_axis, y_axis, origin), "
    "(rotation, scale, skew, position), or six numbers"
)


class Transform2D(Value, tuple[float, float, float, float, float, float]):
    """An affine 2D transform. Made of:

    - nothing: the identity
    - `(rotation, position)`: radians, pixels
    - `(rotation, scale, skew, position)`
    - `(x_axis, y_axis, origin)`: its three columns
    - six numbers, or a sequence of six: the columns one after another

    `transform * v` applies it to a point, a Rect2 (giving the box around it), a sequence of points, or an array of
    shape (N, 2); `v * transform` undoes a transform that only turns and moves; `transform * transform` applies the
    right one first; `transform * number` multiplies every component.

    >>> Transform2D(0.0, (2, 2), 0.0, (10, 0)) * Vector2(1, 1)
    Vector2(12.0, 2.0)

    Raises:
        MathTypeError: something that is not a number, or another number of arguments.
    """

    __slots__ = ()

    IDENTITY: ClassVar[Transform2D]
    FLIP_X: ClassVar[Transform2D]
    FLIP_Y: ClassVar[Transform2D]

    @overload
    def __new__(cls) -> Self: ...
    @overload
    def __new__(cls, transform: Sequence[float], /) -> Self: ...
    @overload
    def __new__(cls, rotation: float, position: Sequence[float], /) -> Self: ...
    @overload
    def __new__(cls, x_axis: Sequence[float], y_axis: Sequence[float], origin: Sequence[float], /) -> Self: ...
    @overload
    def __new__(cls, rotation: float, scale: Sequence[float], skew: float, position: Sequence[float], /) -> Self: ...
    @overload
    def __new__(cls, xx: float, xy: float, yx: float, yy: float, ox: float, oy: float, /) -> Self: ...
    def __new__(cls, *parts: Any) -> Self:
        """Make a transform of one of the forms that the class describes."""
        match len(parts):
            case 0:
                return _new(cls, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0))
            case 1:
                return _new(cls, reals(parts[0], 6, "Transform2D"))
            case 2:
                return _new(cls, _composed(parts[0], (1.0, 1.0), 0.0, parts[1]))
            case 3:
                x, y, origin = map(reals, parts, (2, 2, 2), ("Transform2D.x", "Transform2D.y", "Transform2D.origin"))
                return _new(cls, x + y + origin)
            case 4:
                return _new(cls, _composed(*parts))
            case 6:
                return _new(cls, reals(parts, 6, "Transform2D"))
        raise MathTypeError(f"Transform2D takes {_FORMS}; got {len(parts)} arguments")

    def __getnewargs__(self) -> tuple[float, ...]:
        return tuple(self)

    @property
    def x(self) -> Vector2:
        """The first column: where the inner x axis points."""
        return _new(Vector2, self[:2])

    @property
    def y(self) -> Vector2:
        """The second column: where the inner y axis points."""
        return _new(Vector2, self[2:4])

    @property
    def origin(self) -> Vector2:
        """The third column: where the inner origin lies."""
        return _new(Vector2, self[4:])

    def with_x(self, x: Sequence[float]) -> Transform2D:
        """This transform with another x axis."""
        return Transform2D(x, self.y, self.origin)

    def with_y(self, y: Sequence[float]) -> Transform2D:
        """This transform with another y axis."""
        return Transform2D(self.x, y, self.origin)

    def with_origin(self, origin: Sequence[float]) -> Transform2D:
        """This transform with another origin."""
        return Transform2D(self.x, self.y, origin)

    def __repr__(self) -> str:
        return "Transform2D({!r}, {!r}, {!r}, {!r}, {!r}, {!r})".format(*self)

    def __str__(self) -> str:
        return f"[X: {self.x}, Y: {self.y}, O: {self.origin}]"

    # Operators

    @overload  # type: ignore[override]
    def __mul__(self, other: Transform2D | float) -> Transform2D: ...
    @overload
    def __mul__(self, other: Vector2 | tuple[float, float]) -> Vector2: ...
    @overload
    def __mul__(self, other: Rect2) -> Rect2: ...
    @overload
    def __mul__(self, other: NDArray[Any]) -> NDArray[np.float64]: ...
    @overload
    def __mul__(self, other: Sequence[Sequence[float]]) -> list[Vector2]: ...
    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Vector2):
            return self.xform(other)
        if isinstance(other, Transform2D):
            return _product(self, other)
        if isinstance(other, Rect2):
            return _box([self.xform(corner) for corner in _corners(other)])
        if is_number(other):
            factor = real(other, "Transform2D *")
            return _new(Transform2D, [part * factor for part in self])
        return self._xform_points(other)

    def __rmul__(self, other: Any) -> Any:
        if isinstance(other, Rect2):
            return _box([self.xform_inv(corner) for corner in _corners(other)])
        if is_number(other):
            return self * other
        if is_point(other, 2):
            return self.xform_inv(other)
        if is_points(other):
            return [self.xform_inv(point) for point in other]
        raise MathTypeError(f"{other!r} * Transform2D: the left side must be a point, points or a Rect2")

    def __truediv__(self, other: float) -> Transform2D:
        divisor = real(other, "Transform2D /")
        if divisor == 0.0:
            raise DivisionByZeroError(f"{self!r} / 0: division by zero")
        return _new(Transform2D, [part / divisor for part in self])

    def __add__(self, other: object) -> NoReturn:
        raise MathTypeError("Transform2D has no +; use translated(offset), or * to combine transforms")

    __radd__ = __add__

    # Applying it

    def xform(self, point: Sequence[float]) -> Vector2:
        """Carry a point from the inner space to the outer one; the same as `transform * point`."""
        if type(point) is not Vector2:
            point = _new(Vector2, reals(point, 2, "Transform2D.xform"))
        xx, xy, yx, yy, ox, oy = self
        px, py = point
        return _new(Vector2, (xx * px + yx * py + ox, xy * px + yy * py + oy))

    def xform_inv(self, point: Sequence[float]) -> Vector2:
        """Carry a point back, for a transform that only turns and moves; the same as `point * transform`.

        With scale or skew use `affine_inverse()`.
        """
        xx, xy, yx, yy, ox, oy = self
        px, py = reals(point, 2, "Transform2D.xform_inv")
        px, py = px - ox, py - oy
        return _new(Vector2, (xx * px + xy * py, yx * px + yy * py))

    def basis_xform(self, vector: Sequence[float]) -> Vector2:
        """Carry a direction over: like `xform` without the origin."""
        xx, xy, yx, yy, _, _ = self
        px, py = reals(vector, 2, "Transform2D.basis_xform")
        return _new(Vector2, (xx * px + yx * py, xy * px + yy * py))

    def basis_xform_inv(self, vector: Sequence[float]) -> Vector2:
        """Carry a direction back, for a transform that only turns and moves."""
        xx, xy, yx, yy, _, _ = self
        px, py = reals(vector, 2, "Transform2D.basis_xform_inv")
        return _new(Vector2, (xx * px + xy * py, yx * px + yy * py))

    def _xform_points(self, points: Any) -> Any:
        if isinstance(points, np.ndarray):
            if points.shape[-1:] != (2,):
                raise MathTypeError(f"Transform2D * array: the shape must be (N, 2), got {points.shape}")
            xx, xy, yx, yy, ox, oy = self
            with np.errstate(over="ignore", invalid="ignore"):  # as for one point
                return points @ np.array(((xx, xy), (yx, yy))) + np.array((ox, oy))
        if is_point(points, 2):
            return self.xform(points)
        if not is_points(points):
            raise MathTypeError(f"Transform2D * {points!r}: the right side must be points, a Rect2 or a transform")
        return [self.xform(point) for point in points]

    # What it does

    def determinant(self) -> float:
        """By how much areas grow; negative for a mirror image, 0 where the plane is flattened."""
        xx, xy, yx, yy, _, _ = self
        return xx * yy - xy * yx

    def get_origin(self) -> Vector2:
        """The same as `origin`."""
        return self.origin

    def get_rotation(self) -> float:
        """The angle of the x axis, in radians, -pi to pi."""
        return atan2(self[1], self[0])

    def get_scale(self) -> Vector2:
        """The lengths of the axes; y is negative for a mirror image."""
        xx, xy, yx, yy, _, _ = self
        return _new(Vector2, (hypot(xx, xy), sign(self.determinant()) * hypot(yx, yy)))

    def get_skew(self) -> float:
        """How far the y axis is from a right angle with the x axis, in radians; 0 for most transforms."""
        upright = self.x.normalized().dot(self.y.normalized()) * sign(self.determinant())
        return acos(clamp(upright, -1.0, 1.0)) - pi * 0.5

    def is_conformal(self) -> bool:
        """Whether angles are kept: both axes equally long and at right angles."""
        xx, xy, yx, yy, _, _ = self
        return (is_equal_approx(xx, yy) and is_equal_approx(xy, -yx)) or (
            is_equal_approx(xx, -yy) and is_equal_approx(xy, yx)
        )

    def is_equal_approx(self, other: Sequence[float]) -> bool:
        """Whether all components are the same up to a rounding error."""
        return all(map(is_equal_approx, self, reals(other, 6, "Transform2D.is_equal_approx")))

    def is_finite(self) -> bool:
        """Whether no component is infinite or NaN."""
        return all(map(isfinite, self))

    # Other transforms made from it

    def affine_inverse(self) -> Transform2D:
        """The transform that undoes this one.

        Raises:
            SingularTransformError: the determinant is 0, as with a scale of 0.
            MathValueError: the determinant is infinite or NaN, as with an infinite axis.
        """
        xx, xy, yx, yy, ox, oy = self
        determinant = xx * yy - xy * yx
        if determinant == 0.0:
            raise SingularTransformError(f"{self!r} has no inverse: its determinant is 0; is a scale 0?")
        if not isfinite(determinant):
            raise MathValueError(f"{self!r} has no inverse: its determinant must be finite, got {determinant!r}")
        ixx, ixy, iyx, iyy = yy / determinant, -xy / determinant, -yx / determinant, xx / determinant
        return _new(Transform2D, (ixx, ixy, iyx, iyy, -(ixx * ox + iyx * oy), -(ixy * ox + iyy * oy)))

    def inverse(self) -> Transform2D:
        """The transform that undoes this one, if it only turns and moves; otherwise use `affine_inverse`."""
        xx, xy, yx, yy, ox, oy = self
        return _new(Transform2D, (xx, yx, xy, yy, -(xx * ox + xy * oy), -(yx * ox + yy * oy)))

    def translated(self, offset: Sequence[float]) -> Transform2D:
        """Moved by `offset` in the outer space."""
        return self.with_origin(self.origin + offset)

    def translated_local(self, offset: Sequence[float]) -> Transform2D:
        """Moved by `offset` in its own space."""
        return self.with_origin(self.xform(offset))

    def rotated(self, angle: float) -> Transform2D:
        """Turned by `angle` (radians) about the origin of the outer space."""
        return _product(Transform2D(angle, Vector2.ZERO), self)

    def rotated_local(self, angle: float) -> Transform2D:
        """Turned by `angle` (radians) about its own origin."""
        return _product(self, Transform2D(angle, Vector2.ZERO))

    def scaled(self, scale: Sequence[float]) -> Transform2D:
        """Scaled in the outer space; the origin moves too."""
        sx, sy = reals(scale, 2, "Transform2D.scaled")
        xx, xy, yx, yy, ox, oy = self
        return _new(Transform2D, (xx * sx, xy * sy, yx * sx, yy * sy, ox * sx, oy * sy))

    def scaled_local(self, scale: Sequence[float]) -> Transform2D:
        """Scaled along its own axes; the origin stays."""
        sx, sy = reals(scale, 2, "Transform2D.scaled_local")
        xx, xy, yx, yy, ox, oy = self
        return _new(Transform2D, (xx * sx, xy * sx, yx * sy, yy * sy, ox, oy))

    def orthonormalized(self) -> Transform2D:
        """The same rotation and origin with axes of length 1 at right angles."""
        x = self.x.normalized()
        y = self.y
        return Transform2D(x, (y - x * x.dot(y)).normalized(), self.origin)

    def looking_at(self, target: Sequence[float] = (0.0, 0.0)) -> Transform2D:
        """Turned, without scale or skew, so that the x axis points at `target` of the outer space.

        Raises:
            SingularTransformError: the determinant is 0.
        """
        inner = self.affine_inverse().xform(target)
        return Transform2D(self.get_rotation() + (inner * self.get_scale()).angle(), self.origin)

    def interpolate_with(self, other: Sequence[float], weight: float) -> Transform2D:
        """Between this transform (weight 0) and another (1): rotation, scale, skew and origin each on its own."""
        other = other if type(other) is Transform2D else Transform2D(other)
        weight = real(weight, "Transform2D.interpolate_with, weight")
        return Transform2D(
            lerp_angle(self.get_rotation(), other.get_rotation(), weight),
            self.get_scale().lerp(other.get_scale(), weight),
            lerp_angle(self.get_skew(), other.get_skew(), weight),
            self.origin.lerp(other.origin, weight),
        )


Transform2D.IDENTITY = Transform2D()
Transform2D.FLIP_X = Transform2D(-1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
Transform2D.FLIP_Y = Transform2D(1.0, 0.0, 0.0, -1.0, 0.0, 0.0)


def _composed(rotation: Any, scale: Any, skew: Any, position: Any) -> tuple[float, ...]:
    turn = real(rotation, "Transform2D, rotation")
    slant = real(skew, "Transform2D, skew") + turn
    sx, sy = reals(scale, 2, "Transform2D, scale")
    if not (isfinite(turn) and isfinite(slant)):
        raise MathValueError(f"Transform2D: rotation and skew must be finite, got {rotation!r} and {skew!r}")
    basis = (cos(turn) * sx, sin(turn) * sx, -sin(slant) * sy, cos(slant) * sy)
    return basis + reals(position, 2, "Transform2D, position")


def _product(a: Transform2D, b: Transform2D) -> Transform2D:
    xx, xy, yx, yy, ox, oy = a
    bxx, bxy, byx, byy, box, boy = b
    return _new(
        Transform2D,
        (
            xx * bxx + yx * bxy,
            xy * bxx + yy * bxy,
            xx * byx + yx * byy,
            xy * byx + yy * byy,
            xx * box + yx * boy + ox,
            xy * box + yy * boy + oy,
        ),
    )


def _corners(rect: Rect2) -> list[Vector2]:
    x, y, width, height = rect
    right, bottom = x + width, y + height
    return [Vector2(x, y), Vector2(right, y), Vector2(right, bottom), Vector2(x, bottom)]


def _box(points: list[Vector2]) -> Rect2:
    left, top = min(point.x for point in points), min(point.y for point in points)
    return Rect2(left, top, max(point.x for point in points) - left, max(point.y for point in points) - top)
