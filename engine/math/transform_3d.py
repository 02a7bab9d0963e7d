"""Transform3D: how one 3D space lies in another, as an immutable tuple of the twelve floats of its basis and origin.

The columns are x, y and z, where the unit vectors of the inner space point in the outer one, and the origin:

    | xx yx zx ox |   | px |
    | xy yy zy oy | * | py |     transform * point;  parent * child;  point * transform goes back
    | xz yz zz oz |   | pz |
                      | 1  |

The tuple is (xx, xy, xz, yx, yy, yz, zx, zy, zz, ox, oy, oz): column after column, while scene files write the basis
row after row. An exact affine matrix: non-uniform scale under rotation is kept as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self, overload

import numpy as np

from engine.math.aabb import AABB
from engine.math.basis import Basis
from engine.math.errors import DivisionByZeroError, MathTypeError, MathValueError
from engine.math.matrix_3x3 import inverse
from engine.math.plane import Plane
from engine.math.points import is_point, is_points
from engine.math.rotation_forms import rotation_of_axis_angle
from engine.math.scalars import is_equal_approx
from engine.math.value import Value, is_number, real, reals
from engine.math.vector3 import Vector3

if TYPE_CHECKING:
    from numpy.typing import NDArray

_new = tuple.__new__
_FORMS = (
    "nothing, another transform, (basis, origin), (x_axis, y_axis, z_axis, origin), a Projection, or twelve numbers"
)
_Twelve = tuple[float, float, float, float, float, float, float, float, float, float, float, float]


class Transform3D(Value, _Twelve):
    """An affine 3D transform. Made of:

    - nothing: the identity
    - `(basis, origin)`: a Basis or Quaternion, and metres
    - `(x_axis, y_axis, z_axis, origin)`: its four columns
    - a Projection: its affine part
    - twelve numbers, or a sequence of twelve: the columns one after another

    `transform * v` applies it to a point, an AABB (giving the box around it), a Plane, a sequence of points, or an
    array of shape (N, 3); `v * transform` undoes a transform that only turns and moves, for a Plane any;
    `transform * transform` applies the right one first; `* /` with a number goes component by component.

    >>> Transform3D(Basis.from_scale((2, 2, 2)), (10, 0, 0)) * Vector3(1, 1, 1)
    Vector3(12.0, 2.0, 2.0)

    Raises:
        MathTypeError: something that is not a number, or another number of arguments.
    """

    __slots__ = ()

    IDENTITY: ClassVar[Transform3D]
    FLIP_X: ClassVar[Transform3D]
    FLIP_Y: ClassVar[Transform3D]
    FLIP_Z: ClassVar[Transform3D]

    @overload
    def __new__(cls) -> Self: ...
    @overload
    def __new__(cls, transform_or_projection: Sequence[float], /) -> Self: ...
    @overload
    def __new__(cls, basis: Sequence[float], origin: Sequence[float], /) -> Self: ...
    @overload
    def __new__(
        cls, x_axis: Sequence[float], y_axis: Sequence[float], z_axis: Sequence[float], origin: Sequence[float], /
    ) -> Self: ...
    @overload
    def __new__(
        cls,
        xx: float,
        xy: float,
        xz: float,
        yx: float,
        yy: float,
        yz: float,
        zx: float,
        zy: float,
        zz: float,
        ox: float,
        oy: float,
        oz: float,
        /,
    ) -> Self: ...
    def __new__(cls, *parts: Any) -> Self:
        """Make a transform of one of the forms that the class describes."""
        match len(parts):
            case 0:
                return _new(cls, (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0))
            case 1:
                if isinstance(parts[0], Value) and len(parts[0]) == 16:  # type: ignore[arg-type]
                    x, y, z, origin = (parts[0][at : at + 3] for at in (0, 4, 8, 12))  # type: ignore[index]
                    return _new(cls, x + y + z + origin)
                return _new(cls, reals(parts[0], 12, "Transform3D"))
            case 2:
                basis = parts[0] if type(parts[0]) is Basis else Basis(parts[0])
                return _new(cls, basis[:] + reals(parts[1], 3, "Transform3D.origin"))
            case 4:
                names = ("Transform3D.x", "Transform3D.y", "Transform3D.z", "Transform3D.origin")
                x, y, z, origin = map(reals, parts, (3, 3, 3, 3), names)
                return _new(cls, x + y + z + origin)
            case 12:
                return _new(cls, reals(parts, 12, "Transform3D"))
        raise MathTypeError(f"Transform3D takes {_FORMS}; got {len(parts)} arguments")

    def __getnewargs__(self) -> tuple[float, ...]:
        return tuple(self)

    @property
    def basis(self) -> Basis:
        """The first three columns: rotation, scale and skew."""
        return _new(Basis, self[:9])

    @property
    def origin(self) -> Vector3:
        """The fourth column: where the inner origin lies."""
        return _new(Vector3, self[9:])

    def with_basis(self, basis: Sequence[float]) -> Transform3D:
        """This transform with another basis."""
        return Transform3D(basis, self.origin)

    def with_origin(self, origin: Sequence[float]) -> Transform3D:
        """This transform with another origin."""
        return _new(Transform3D, self[:9] + reals(origin, 3, "Transform3D.origin"))

    def __repr__(self) -> str:
        return f"Transform3D({', '.join(map(repr, self))})"

    def __str__(self) -> str:
        return f"[X: {self.basis.x}, Y: {self.basis.y}, Z: {self.basis.z}, O: {self.origin}]"

    # Operators

    @overload  # type: ignore[override]
    def __mul__(self, other: Transform3D | float) -> Transform3D: ...
    @overload
    def __mul__(self, other: Vector3 | tuple[float, float, float]) -> Vector3: ...
    @overload
    def __mul__(self, other: AABB) -> AABB: ...
    @overload
    def __mul__(self, other: Plane) -> Plane: ...
    @overload
    def __mul__(self, other: NDArray[Any]) -> NDArray[np.float64]: ...
    @overload
    def __mul__(self, other: Sequence[Sequence[float]]) -> list[Vector3]: ...
    def __mul__(self, other: Any) -> Any:
        if type(other) is Transform3D:
            xx, xy, xz, yx, yy, yz, zx, zy, zz, ox, oy, oz = self[:]
            bxx, bxy, bxz, byx, byy, byz, bzx, bzy, bzz, px, py, pz = other[:]
            return _new(
                Transform3D,
                (
                    xx * bxx + yx * bxy + zx * bxz,
                    xy * bxx + yy * bxy + zy * bxz,
                    xz * bxx + yz * bxy + zz * bxz,
                    xx * byx + yx * byy + zx * byz,
                    xy * byx + yy * byy + zy * byz,
                    xz * byx + yz * byy + zz * byz,
                    xx * bzx + yx * bzy + zx * bzz,
                    xy * bzx + yy * bzy + zy * bzz,
                    xz * bzx + yz * bzy + zz * bzz,
                    xx * px + yx * py + zx * pz + ox,
                    xy * px + yy * py + zy * pz + oy,
                    xz * px + yz * py + zz * pz + oz,
                ),
            )
        if isinstance(other, Vector3):
            return self.xform(other)
        if isinstance(other, Transform3D):
            return self * _new(Transform3D, other[:])
        if is_number(other):
            factor = real(other, "Transform3D *")
            return _new(Transform3D, [part * factor for part in self])
        if isinstance(other, AABB):
            return _box_around(self, other)
        if isinstance(other, Plane):
            return _moved(other, self, self.basis.inverse().transposed())
        return self._xform_points(other)

    def __rmul__(self, other: Any) -> Any:
        if is_number(other):
            return self * other
        if isinstance(other, AABB):
            return _box_around(self.inverse(), other)
        if isinstance(other, Plane):
            return _moved(other, self.affine_inverse(), self.basis.transposed())
        if is_point(other, 3):
            return self.xform_inv(other)
        if is_points(other):
            return [self.xform_inv(point) for point in other]
        raise MathTypeError(f"{other!r} * Transform3D: the left side must be a number, points, an AABB or a Plane")

    def __truediv__(self, other: float) -> Transform3D:
        divisor = real(other, "Transform3D /")
        if divisor == 0.0:
            raise DivisionByZeroError(f"{self!r} / 0: division by zero")
        return _new(Transform3D, [part / divisor for part in self])

    def __add__(self, other: object) -> NoReturn:
        raise MathTypeError("Transform3D has no +; use translated(offset), or * to combine transforms")

    __radd__ = __add__

    # Applying it

    def xform(self, point: Sequence[float]) -> Vector3:
        """Carry a point from the inner space to the outer one; the same as `transform * point`."""
        xx, xy, xz, yx, yy, yz, zx, zy, zz, ox, oy, oz = self[:]
        px, py, pz = point[:] if type(point) is Vector3 else reals(point, 3, "Transform3D.xform")
        return _new(
            Vector3,
            (
                xx * px + yx * py + zx * pz + ox,
                xy * px + yy * py + zy * pz + oy,
                xz * px + yz * py + zz * pz + oz,
            ),
        )

    def xform_inv(self, point: Sequence[float]) -> Vector3:
        """Carry a point back, for a transform that only turns and moves; the same as `point * transform`.

        With scale or skew use `affine_inverse()`.
        """
        xx, xy, xz, yx, yy, yz, zx, zy, zz, ox, oy, oz = self[:]
        px, py, pz = reals(point, 3, "Transform3D.xform_inv")
        px, py, pz = px - ox, py - oy, pz - oz
        return _new(Vector3, (xx * px + xy * py + xz * pz, yx * px + yy * py + yz * pz, zx * px + zy * py + zz * pz))

    def _xform_points(self, points: Any) -> Any:
        if isinstance(points, np.ndarray):
            if points.shape[-1:] != (3,):
                raise MathTypeError(f"Transform3D * array: the shape must be (N, 3), got {points.shape}")
            with np.errstate(over="ignore", invalid="ignore"):  # as for one point
                return points @ np.array(self[:9]).reshape(3, 3) + np.array(self[9:])
        if is_point(points, 3):
            return self.xform(points)
        if not is_points(points):
            raise MathTypeError(
                f"Transform3D * {points!r}: the right side must be a number, points, an AABB, a Plane or a transform"
            )
        return [self.xform(point) for point in points]

    # What it does

    def is_equal_approx(self, other: Sequence[float]) -> bool:
        """Whether all components are the same up to a rounding error."""
        return all(map(is_equal_approx, self, reals(other, 12, "Transform3D.is_equal_approx")))

    def is_finite(self) -> bool:
        """Whether no component is infinite or NaN."""
        return all(map(isfinite, self))

    # Other transforms made from it

    def affine_inverse(self) -> Transform3D:
        """The transform that undoes this one.

        Raises:
            SingularTransformError: the determinant is 0 up to rounding errors, as with a scale of 0.
            MathValueError: a component of the basis is infinite or NaN, or would be in the inverse.
        """
        ox, oy, oz = self[9:]
        basis = inverse(self[:9], "Transform3D.affine_inverse")
        xx, xy, xz, yx, yy, yz, zx, zy, zz = basis
        return _new(
            Transform3D,
            (
                *basis,
                -(xx * ox + yx * oy + zx * oz),
                -(xy * ox + yy * oy + zy * oz),
                -(xz * ox + yz * oy + zz * oz),
            ),
        )

    def inverse(self) -> Transform3D:
        """The transform that undoes this one, if it only turns and moves; otherwise use `affine_inverse`."""
        xx, xy, xz, yx, yy, yz, zx, zy, zz, ox, oy, oz = self[:]
        return _new(
            Transform3D,
            (
                xx,
                yx,
                zx,
                xy,
                yy,
                zy,
                xz,
                yz,
                zz,
                -(xx * ox + xy * oy + xz * oz),
                -(yx * ox + yy * oy + yz * oz),
                -(zx * ox + zy * oy + zz * oz),
            ),
        )

    def translated(self, offset: Sequence[float]) -> Transform3D:
        """Moved by `offset` in the outer space."""
        return self.with_origin(self.origin + offset)

    def translated_local(self, offset: Sequence[float]) -> Transform3D:
        """Moved by `offset` in its own space."""
        return self.with_origin(self.xform(offset))

    def rotated(self, axis: Sequence[float], angle: float) -> Transform3D:
        """Turned about `axis`, of length 1, by `angle` (radians) about the origin of the outer space.

        Raises:
            MathValueError: the length of the axis is not 1, or the angle not finite.
        """
        return _turn(axis, angle, "Transform3D.rotated") * self

    def rotated_local(self, axis: Sequence[float], angle: float) -> Transform3D:
        """Turned about its own `axis`, of length 1, by `angle` (radians) about its own origin.

        Raises:
            MathValueError: the length of the axis is not 1, or the angle not finite.
        """
        return self * _turn(axis, angle, "Transform3D.rotated_local")

    def scaled(self, scale: Sequence[float]) -> Transform3D:
        """Scaled in the outer space; the origin moves too."""
        scale = Vector3(*reals(scale, 3, "Transform3D.scaled"))
        return Transform3D(self.basis.scaled(scale), self.origin * scale)

    def scaled_local(self, scale: Sequence[float]) -> Transform3D:
        """Scaled along its own axes; the origin stays."""
        return Transform3D(self.basis.scaled_local(scale), self.origin)

    def orthonormalized(self) -> Transform3D:
        """The same origin with axes of length 1 at right angles; see `Basis.orthonormalized`.

        Raises:
            SingularTransformError: an axis has no length, or the axes lie in one plane.
        """
        return Transform3D(self.basis.orthonormalized(), self.origin)

    def looking_at(
        self, target: Sequence[float], up: Sequence[float] = Vector3.UP, use_model_front: bool = False
    ) -> Transform3D:
        """Turned, without scale or skew, so that its -z axis points at `target` of the outer space.

        Args:
            target: a point other than the origin of the transform.
            up: the direction that its y axis comes as close to as it can; not along the way to the target.
            use_model_front: points +z at the target instead, the front of imported models.

        Raises:
            MathValueError: the target is at the origin; `up` is 0 or lies along the way to the target; something is
                not finite.
        """
        way = Vector3(*reals(target, 3, "Transform3D.looking_at, target")) - self.origin
        if not way:
            raise MathValueError(f"Transform3D.looking_at: the target {target!r} is the origin; it has no direction")
        return Transform3D(Basis.looking_at(way, up, use_model_front), self.origin)

    def interpolate_with(self, other: Sequence[float], weight: float) -> Transform3D:
        """Between this transform (weight 0) and another (1): rotation, scale and origin each on its own.

        Skew is left out. Scales of 0 are allowed at either end.
        """
        other = other if type(other) is Transform3D else Transform3D(other)
        a, b = self.basis, other.basis
        turned = a.get_rotation_quaternion().slerp(b.get_rotation_quaternion(), weight).normalized()
        scale = a.get_scale().lerp(b.get_scale(), weight)
        return Transform3D(Basis(turned).scaled_local(scale), self.origin.lerp(other.origin, weight))


Transform3D.IDENTITY = Transform3D()
Transform3D.FLIP_X = Transform3D(Basis.FLIP_X, Vector3.ZERO)
Transform3D.FLIP_Y = Transform3D(Basis.FLIP_Y, Vector3.ZERO)
Transform3D.FLIP_Z = Transform3D(Basis.FLIP_Z, Vector3.ZERO)


def _turn(axis: Sequence[float], angle: float, where: str) -> Transform3D:
    x, y, z = reals(axis, 3, where)
    return _new(Transform3D, rotation_of_axis_angle((x, y, z), real(angle, where), where) + (0.0, 0.0, 0.0))


def _box_around(transform: Transform3D, box: AABB) -> AABB:
    """The box along the outer axes around a box along the inner ones: each axis adds its smaller and larger end."""
    start: Sequence[float] = transform[9:]
    size: Sequence[float] = (0.0, 0.0, 0.0)
    for axis in range(3):
        low = box[axis]
        high = low + box[axis + 3]
        ends = [(part * low, part * high) for part in transform[3 * axis : 3 * axis + 3]]
        start = [part + min(pair) for part, pair in zip(start, ends, strict=True)]
        size = [part + abs(b - a) for part, (a, b) in zip(size, ends, strict=True)]
    return AABB(start, size)


def _moved(plane: Plane, transform: Transform3D, turned: Basis) -> Plane:
    """A plane carried over; normals go by the inverse transposed basis, `turned`, so that they stay upright."""
    normal = turned.xform(plane.normal).normalized()
    return Plane(normal, normal.dot(transform.xform(plane.normal * plane.d)))
