"""Basis: three axes that turn, scale or skew 3D space, as an immutable tuple of their nine floats.

The columns are x, y and z, where the unit vectors of the inner space point in the outer one:

    | xx yx zx |   | px |
    | xy yy zy | * | py |     basis * vector;  parent * child;  vector * basis goes back
    | xz yz zz |   | pz |

The tuple is (xx, xy, xz, yx, yy, yz, zx, zy, zz): column after column, while scene files write row after row.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self, overload

import numpy as np

from engine.math.errors import DivisionByZeroError, MathTypeError, MathValueError, SingularTransformError
from engine.math.euler import Columns, EulerOrder, checked_order, euler_of_rotation, rotation_of_euler
from engine.math.matrix_3x3 import determinant, handedness, inverse, lengths
from engine.math.points import is_point, is_points
from engine.math.quaternion import Quaternion
from engine.math.rotation_forms import (
    Triple,
    cross,
    orthonormal,
    quaternion_of_rotation,
    rotation_of_axis_angle,
    rotation_of_quaternion,
    rotation_part,
    unit,
)
from engine.math.scalars import EPSILON, is_equal_approx, is_zero_approx
from engine.math.value import Value, is_number, real, reals, shortened
from engine.math.vector3 import Vector3

if TYPE_CHECKING:
    from numpy.typing import NDArray

_new = tuple.__new__
_FORMS = "nothing, another basis, a Quaternion, (axis, angle), (x_axis, y_axis, z_axis), or nine numbers"


class Basis(Value, tuple[float, float, float, float, float, float, float, float, float]):
    """A linear 3D transform: a rotation, scale and skew without a place. Made of:

    - nothing: the identity
    - a Quaternion, of any length but 0
    - `(axis, angle)`: a direction of length 1 and radians, counter-clockwise seen from where the axis points
    - `(x_axis, y_axis, z_axis)`: its three columns
    - nine numbers, or a sequence of nine: the columns one after another

    `basis * v` applies it to a vector, a sequence of vectors, or an array of shape (N, 3); `v * basis` undoes a basis
    that only turns; `basis * basis` applies the right one first; `* /` with a number goes component by component.

    >>> Basis.from_scale((2, 3, 4)) * Vector3(1, 1, 1)
    Vector3(2.0, 3.0, 4.0)

    Raises:
        MathTypeError: something that is not a number, or another number of arguments.
        MathValueError: an axis whose length is not 1.
    """

    __slots__ = ()

    IDENTITY: ClassVar[Basis]
    FLIP_X: ClassVar[Basis]
    FLIP_Y: ClassVar[Basis]
    FLIP_Z: ClassVar[Basis]

    @overload
    def __new__(cls) -> Self: ...
    @overload
    def __new__(cls, basis_or_quaternion: Sequence[float], /) -> Self: ...
    @overload
    def __new__(cls, axis: Sequence[float], angle: float, /) -> Self: ...
    @overload
    def __new__(cls, x_axis: Sequence[float], y_axis: Sequence[float], z_axis: Sequence[float], /) -> Self: ...
    @overload
    def __new__(
        cls, xx: float, xy: float, xz: float, yx: float, yy: float, yz: float, zx: float, zy: float, zz: float, /
    ) -> Self: ...
    def __new__(cls, *parts: Any) -> Self:
        """Make a basis of one of the forms that the class describes."""
        match len(parts):
            case 0:
                return _new(cls, (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0))
            case 1:
                if isinstance(parts[0], Quaternion):
                    return _new(cls, rotation_of_quaternion(parts[0], "Basis"))
                return _new(cls, reals(parts[0], 9, "Basis"))
            case 2:
                axis = _triple(parts[0], "Basis, axis")
                return _new(cls, rotation_of_axis_angle(axis, real(parts[1], "Basis, angle"), "Basis"))
            case 3:
                x, y, z = map(reals, parts, (3, 3, 3), ("Basis.x", "Basis.y", "Basis.z"))
                return _new(cls, x + y + z)
            case 9:
                return _new(cls, reals(parts, 9, "Basis"))
        raise MathTypeError(f"Basis takes {_FORMS}; got {len(parts)} arguments")

    @classmethod
    def from_euler(cls, euler: Sequence[float], order: int = EulerOrder.YXZ) -> Basis:
        """The rotation of Euler angles: radians about x, y and z, applied in `order`.

        Raises:
            MathValueError: an angle is infinite or NaN; the order is none.
        """
        where = "Basis.from_euler"
        return _new(Basis, rotation_of_euler(reals(euler, 3, where), checked_order(order, where), where))

    @classmethod
    def from_scale(cls, scale: Sequence[float]) -> Basis:
        """The basis that scales along the axes and does not turn."""
        x, y, z = reals(scale, 3, "Basis.from_scale")
        return _new(Basis, (x, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, z))

    @classmethod
    def looking_at(
        cls, target: Sequence[float], up: Sequence[float] = Vector3.UP, use_model_front: bool = False
    ) -> Basis:
        """The rotation whose -z axis points along `target`, with its y axis as close to `up` as that allows.

        Args:
            target: a direction of any length but 0.
            up: a direction of any length but 0 that is not along `target`, in either sense.
            use_model_front: points +z along `target` instead, the front of imported models.

        Raises:
            MathValueError: a direction is 0 or not finite, or both lie on one line (within 0.00001 radians).
        """
        front = unit(*_triple(target, "Basis.looking_at, target"))
        if front is None:
            raise MathValueError(f"Basis.looking_at: the target must be a finite direction, not 0, got {target!r}")
        upward = unit(*_triple(up, "Basis.looking_at, up"))
        if upward is None:
            raise MathValueError(f"Basis.looking_at: up must be a finite direction, not 0, got {up!r}")
        z = front if use_model_front else (-front[0], -front[1], -front[2])
        side = cross(upward, z)
        x = unit(*side)
        if x is None or max(map(abs, side)) < EPSILON:
            raise MathValueError(
                f"Basis.looking_at: the target {target!r} and up {up!r} lie on one line; give another up"
            )
        return _new(Basis, x + cross(z, x) + z)

    def __getnewargs__(self) -> tuple[float, ...]:
        return tuple(self)

    @property
    def x(self) -> Vector3:
        """The first column: where the inner x axis points."""
        return _new(Vector3, self[:3])

    @property
    def y(self) -> Vector3:
        """The second column: where the inner y axis points."""
        return _new(Vector3, self[3:6])

    @property
    def z(self) -> Vector3:
        """The third column: where the inner z axis points."""
        return _new(Vector3, self[6:])

    def with_x(self, x: Sequence[float]) -> Basis:
        """This basis with another x axis."""
        return Basis(x, self.y, self.z)

    def with_y(self, y: Sequence[float]) -> Basis:
        """This basis with another y axis."""
        return Basis(self.x, y, self.z)

    def with_z(self, z: Sequence[float]) -> Basis:
        """This basis with another z axis."""
        return Basis(self.x, self.y, z)

    def get_column(self, index: int) -> Vector3:
        """The axis x (0), y (1) or z (2).

        Raises:
            MathValueError: another index.
        """
        if index not in (0, 1, 2):
            raise MathValueError(f"Basis.get_column: the index must be 0, 1 or 2, got {shortened(index)}")
        return _new(Vector3, self[3 * index : 3 * index + 3])

    def __repr__(self) -> str:
        return "Basis({!r}, {!r}, {!r}, {!r}, {!r}, {!r}, {!r}, {!r}, {!r})".format(*self)

    def __str__(self) -> str:
        return f"[X: {self.x}, Y: {self.y}, Z: {self.z}]"

    # Operators

    @overload  # type: ignore[override]
    def __mul__(self, other: Basis | float) -> Basis: ...
    @overload
    def __mul__(self, other: Vector3 | tuple[float, float, float]) -> Vector3: ...
    @overload
    def __mul__(self, other: NDArray[Any]) -> NDArray[np.float64]: ...
    @overload
    def __mul__(self, other: Sequence[Sequence[float]]) -> list[Vector3]: ...
    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Basis):
            return _product(self, other)
        if isinstance(other, Vector3):
            return self.xform(other)
        if is_number(other):
            factor = real(other, "Basis *")
            return _new(Basis, [part * factor for part in self])
        return self._xform_vectors(other)

    def __rmul__(self, other: Any) -> Any:
        if is_number(other):
            return self * other
        if is_point(other, 3):
            return self.xform_inv(other)
        if is_points(other):
            return [self.xform_inv(vector) for vector in other]
        raise MathTypeError(f"{other!r} * Basis: the left side must be a number, a vector or vectors")

    def __truediv__(self, other: float) -> Basis:
        divisor = real(other, "Basis /")
        if divisor == 0.0:
            raise DivisionByZeroError(f"{self!r} / 0: division by zero")
        return _new(Basis, [part / divisor for part in self])

    def __add__(self, other: object) -> NoReturn:
        raise MathTypeError("Basis has no +; use * to combine bases, slerp to go between them")

    __radd__ = __add__

    # Applying it

    def xform(self, vector: Sequence[float]) -> Vector3:
        """Carry a vector from the inner space to the outer one; the same as `basis * vector`."""
        xx, xy, xz, yx, yy, yz, zx, zy, zz = self[:]
        px, py, pz = vector[:] if type(vector) is Vector3 else reals(vector, 3, "Basis.xform")
        return _new(Vector3, (xx * px + yx * py + zx * pz, xy * px + yy * py + zy * pz, xz * px + yz * py + zz * pz))

    def xform_inv(self, vector: Sequence[float]) -> Vector3:
        """Carry a vector back, for a basis that only turns; the same as `vector * basis`. Otherwise use `inverse()`."""
        xx, xy, xz, yx, yy, yz, zx, zy, zz = self[:]
        px, py, pz = reals(vector, 3, "Basis.xform_inv")
        return _new(Vector3, (xx * px + xy * py + xz * pz, yx * px + yy * py + yz * pz, zx * px + zy * py + zz * pz))

    def tdotx(self, with_: Sequence[float]) -> float:
        """The scalar product of the x axis and a vector."""
        return self.x.dot(with_)

    def tdoty(self, with_: Sequence[float]) -> float:
        """The scalar product of the y axis and a vector."""
        return self.y.dot(with_)

    def tdotz(self, with_: Sequence[float]) -> float:
        """The scalar product of the z axis and a vector."""
        return self.z.dot(with_)

    def _xform_vectors(self, vectors: Any) -> Any:
        if isinstance(vectors, np.ndarray):
            if vectors.shape[-1:] != (3,):
                raise MathTypeError(f"Basis * array: the shape must be (N, 3), got {vectors.shape}")
            with np.errstate(over="ignore", invalid="ignore"):  # as for one vector
                return vectors @ np.array(self).reshape(3, 3)
        if is_point(vectors, 3):
            return self.xform(vectors)
        if not is_points(vectors):
            raise MathTypeError(f"Basis * {vectors!r}: the right side must be a number, a vector, vectors or a basis")
        return [self.xform(vector) for vector in vectors]

    # What it does

    def determinant(self) -> float:
        """By how much volumes grow; negative for a mirror image, 0 where space is flattened."""
        return determinant(self)

    def get_scale(self) -> Vector3:
        """The lengths of the axes; all three negative for a mirror image, as in Godot."""
        x, y, z = lengths(self)
        side = handedness(self)
        return _new(Vector3, (x * side, y * side, z * side))

    def get_euler(self, order: int = EulerOrder.YXZ) -> Vector3:
        """The Euler angles of its rotation, in radians about x, y and z, to be applied in `order`.

        Scale and skew are left out; a mirror image counts as one in all three axes, as in `get_scale`. Within 0.04
        degrees of gimbal lock one angle is 0, as in Godot.

        Raises:
            MathValueError: a component is infinite or NaN; the order is none.
        """
        order = checked_order(order, "Basis.get_euler")
        return _new(Vector3, euler_of_rotation(rotation_part(self, "Basis.get_euler"), order))

    def get_rotation_quaternion(self) -> Quaternion:
        """Its rotation, as `get_euler` takes it.

        Raises:
            MathValueError: a component is infinite or NaN.
        """
        return _new(Quaternion, quaternion_of_rotation(rotation_part(self, "Basis.get_rotation_quaternion")))

    def is_orthogonal(self) -> bool:
        """Whether the axes are at right angles: no skew."""
        x, y, z = self.x, self.y, self.z
        return is_zero_approx(x.dot(y)) and is_zero_approx(x.dot(z)) and is_zero_approx(y.dot(z))

    def is_orthonormal(self) -> bool:
        """Whether the axes are at right angles and 1 long: neither skew nor scale."""
        return self.is_orthogonal() and all(
            is_equal_approx(axis.length_squared(), 1.0) for axis in (self.x, self.y, self.z)
        )

    def is_conformal(self) -> bool:
        """Whether angles are kept: all axes equally long and at right angles."""
        length = self.x.length_squared()
        return (
            is_equal_approx(length, self.y.length_squared())
            and is_equal_approx(length, self.z.length_squared())
            and self.is_orthogonal()
        )

    def is_rotation(self) -> bool:
        """Whether it only turns: neither scale, skew nor mirror image."""
        return self.is_conformal() and is_equal_approx(determinant(self), 1.0)

    def is_equal_approx(self, other: Sequence[float]) -> bool:
        """Whether all components are the same up to a rounding error."""
        return all(map(is_equal_approx, self, reals(other, 9, "Basis.is_equal_approx")))

    def is_finite(self) -> bool:
        """Whether no component is infinite or NaN."""
        return all(map(isfinite, self))

    # Other bases made from it

    def inverse(self) -> Basis:
        """The basis that undoes this one.

        Raises:
            SingularTransformError: the determinant is 0 up to rounding errors, as with a scale of 0.
            MathValueError: a component is infinite or NaN, or would be in the inverse.
        """
        return _new(Basis, inverse(self[:], "Basis.inverse"))

    def transposed(self) -> Basis:
        """Rows and columns exchanged; the same as `inverse` for a rotation."""
        xx, xy, xz, yx, yy, yz, zx, zy, zz = self[:]
        return _new(Basis, (xx, yx, zx, xy, yy, zy, xz, yz, zz))

    def orthonormalized(self) -> Basis:
        """The axes made 1 long and perpendicular: x keeps its direction, y its plane with x, z its side of that plane.

        Raises:
            SingularTransformError: an axis has no length, or the axes lie in one plane.
            MathValueError: a component is not finite.
        """
        axes = orthonormal(self)
        if axes is None:
            if not self.is_finite():
                raise MathValueError(f"Basis.orthonormalized: the components must be finite, got {self!r}")
            raise SingularTransformError(f"{self!r} cannot be orthonormalized: its axes span no space; is a scale 0?")
        return _new(Basis, axes)

    def rotated(self, axis: Sequence[float], angle: float) -> Basis:
        """Turned about `axis`, of length 1, by `angle` (radians) in the outer space.

        Raises:
            MathValueError: the length of the axis is not 1, or the angle not finite.
        """
        where = "Basis.rotated"
        return _product(rotation_of_axis_angle(_triple(axis, where), real(angle, where), where), self)

    def scaled(self, scale: Sequence[float]) -> Basis:
        """Scaled along the axes of the outer space."""
        sx, sy, sz = reals(scale, 3, "Basis.scaled")
        xx, xy, xz, yx, yy, yz, zx, zy, zz = self[:]
        return _new(Basis, (xx * sx, xy * sy, xz * sz, yx * sx, yy * sy, yz * sz, zx * sx, zy * sy, zz * sz))

    def scaled_local(self, scale: Sequence[float]) -> Basis:
        """Scaled along its own axes."""
        sx, sy, sz = reals(scale, 3, "Basis.scaled_local")
        xx, xy, xz, yx, yy, yz, zx, zy, zz = self[:]
        return _new(Basis, (xx * sx, xy * sx, xz * sx, yx * sy, yy * sy, yz * sy, zx * sz, zy * sz, zz * sz))

    def slerp(self, to: Sequence[float], weight: float) -> Basis:
        """The rotation between this one (weight 0) and `to` (1), the short way, at an even pace.

        Raises:
            MathValueError: one of them does not only turn; use Transform3D.interpolate_with for scaled ones.
        """
        to = to if type(to) is Basis else Basis(to)
        for basis in (self, to):
            if not basis.is_rotation():
                raise MathValueError(
                    f"Basis.slerp: both bases must only turn, got {basis!r}; use Transform3D.interpolate_with"
                )
        turned = self.get_rotation_quaternion().slerp(to.get_rotation_quaternion(), weight)
        return Basis(turned)


Basis.IDENTITY = Basis()
Basis.FLIP_X = Basis.from_scale((-1.0, 1.0, 1.0))
Basis.FLIP_Y = Basis.from_scale((1.0, -1.0, 1.0))
Basis.FLIP_Z = Basis.from_scale((1.0, 1.0, -1.0))


def _product(a: Columns, b: Columns) -> Basis:
    xx, xy, xz, yx, yy, yz, zx, zy, zz = a[:]
    bxx, bxy, bxz, byx, byy, byz, bzx, bzy, bzz = b[:]
    return _new(
        Basis,
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
        ),
    )


def _triple(value: Any, where: str) -> Triple:
    x, y, z = reals(value, 3, where)
    return (x, y, z)
