"""Quaternion: a rotation of 3D space, as an immutable tuple of four floats, x, y, z and w."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, hypot, isfinite, sin
from typing import Any, ClassVar, NamedTuple, NoReturn, Self, overload

from engine.math.errors import DivisionByZeroError, MathTypeError, MathValueError
from engine.math.euler import Columns, EulerOrder, checked_order, euler_of_rotation, quaternion_of_euler
from engine.math.interpolation import cubic_interpolate, cubic_interpolate_in_time
from engine.math.points import is_point
from engine.math.rotation_forms import (
    Triple,
    any_perpendicular,
    cross,
    quaternion_of_axis_angle,
    quaternion_of_rotation,
    rescaled_quaternion,
    rotation_of_quaternion,
    unit,
)
from engine.math.scalars import LENGTH_TOLERANCE, is_equal_approx
from engine.math.value import Value, is_array, is_number, real, reals
from engine.math.vector3 import Vector3

_new = tuple.__new__
_OPPOSITE = 5e-8  # the sum of two directions shorter than this: they are opposite, and the turn's axis is free
_STRAIGHT = 1e-8  # below this angle an arc and its chord are the same to the last digit
_FORMS = "nothing, another quaternion, a Basis, (axis, angle), (arc_from, arc_to), or four numbers"


class _XYZW(NamedTuple):
    x: float
    y: float
    z: float
    w: float


class Quaternion(Value, _XYZW):
    """A rotation, if its length is 1; the default is the identity. Made of:

    - nothing: `(0, 0, 0, 1)`, which does not turn
    - `(axis, angle)`: a direction of length 1 and radians, counter-clockwise seen from where the axis points
    - `(arc_from, arc_to)`: the shortest turn from one direction to another, of any lengths but 0
    - a Basis that only turns (otherwise use its `get_rotation_quaternion()`)
    - four numbers x, y, z, w, or a sequence of four

    `a * b` turns by b first, then by a; `quaternion * vector` turns a vector, `vector * quaternion` turns it back;
    `* /` with a number and `+ -` with a quaternion go component by component. A quaternion and its negative are the
    same rotation.

    >>> Quaternion(Vector3(2, 0, 0), Vector3(0, 3, 0)).get_axis()
    Vector3(0.0, 0.0, 1.0)

    Raises:
        MathTypeError: something that is not a number, or another number of arguments.
        MathValueError: an axis whose length is not 1, an arc from or to nothing, a basis that is not a rotation.
    """

    __slots__ = ()

    IDENTITY: ClassVar[Quaternion]

    @overload
    def __new__(cls) -> Self: ...
    @overload
    def __new__(cls, quaternion_or_basis: Sequence[float], /) -> Self: ...
    @overload
    def __new__(cls, axis: Sequence[float], angle: float, /) -> Self: ...
    @overload
    def __new__(cls, arc_from: Sequence[float], arc_to: Sequence[float], /) -> Self: ...
    @overload
    def __new__(cls, x: float, y: float, z: float, w: float, /) -> Self: ...
    def __new__(cls, *parts: Any) -> Self:
        """Make a quaternion of one of the forms that the class describes."""
        match len(parts):
            case 4:
                return _new(cls, reals(parts, 4, "Quaternion"))
            case 0:
                return _new(cls, (0.0, 0.0, 0.0, 1.0))
            case 1:
                if isinstance(parts[0], Value) and len(parts[0]) == 9:  # type: ignore[arg-type]
                    return _new(cls, _of_basis(parts[0]))
                return _new(cls, reals(parts[0], 4, "Quaternion"))
            case 2:
                if is_number(parts[1]):
                    return _new(cls, _of_axis_angle(*parts))
                return _new(cls, _of_arc(*parts))
        raise MathTypeError(f"Quaternion takes {_FORMS}; got {len(parts)} arguments")

    @classmethod
    def from_euler(cls, euler: Sequence[float], order: int = EulerOrder.YXZ) -> Quaternion:
        """The rotation of Euler angles: radians about x, y and z, applied in `order`.

        Raises:
            MathValueError: an angle is infinite or NaN; the order is none.
        """
        where = "Quaternion.from_euler"
        return _new(Quaternion, quaternion_of_euler(reals(euler, 3, where), checked_order(order, where), where))

    def __repr__(self) -> str:
        return f"Quaternion({self.x!r}, {self.y!r}, {self.z!r}, {self.w!r})"

    def __str__(self) -> str:
        return f"({self.x!r}, {self.y!r}, {self.z!r}, {self.w!r})"

    def _advice(self, name: str) -> str:
        return f"node.quaternion = node.quaternion.with_{name}(...).normalized()"

    def with_x(self, x: float) -> Quaternion:
        """This quaternion with another x."""
        return Quaternion(x, self.y, self.z, self.w)

    def with_y(self, y: float) -> Quaternion:
        """This quaternion with another y."""
        return Quaternion(self.x, y, self.z, self.w)

    def with_z(self, z: float) -> Quaternion:
        """This quaternion with another z."""
        return Quaternion(self.x, self.y, z, self.w)

    def with_w(self, w: float) -> Quaternion:
        """This quaternion with another w."""
        return Quaternion(self.x, self.y, self.z, w)

    # Operators

    @overload  # type: ignore[override]
    def __mul__(self, other: Quaternion | float) -> Quaternion: ...
    @overload
    def __mul__(self, other: Vector3 | tuple[float, float, float]) -> Vector3: ...
    def __mul__(self, other: Any) -> Any:
        if type(other) is Quaternion:
            x, y, z, w = self
            ox, oy, oz, ow = other
            return _new(
                Quaternion,
                (
                    w * ox + x * ow + y * oz - z * oy,
                    w * oy + y * ow + z * ox - x * oz,
                    w * oz + z * ow + x * oy - y * ox,
                    w * ow - x * ox - y * oy - z * oz,
                ),
            )
        if isinstance(other, Vector3):
            return self.xform(other)
        if is_number(other):
            factor = real(other, "Quaternion *")
            return _new(Quaternion, (self.x * factor, self.y * factor, self.z * factor, self.w * factor))
        if is_point(other, 3):
            return self.xform(other)
        return self * _new(Quaternion, reals(other, 4, "Quaternion *"))

    def __rmul__(self, other: Any) -> Any:
        if is_number(other):
            return self * other
        if is_point(other, 3):
            return self.xform_inv(other)
        return _new(Quaternion, reals(other, 4, "* Quaternion")) * self

    def __truediv__(self, other: float) -> Quaternion:
        divisor = real(other, "Quaternion /")
        if divisor == 0.0:
            raise DivisionByZeroError(f"{self!r} / 0: division by zero")
        return _new(Quaternion, (self.x / divisor, self.y / divisor, self.z / divisor, self.w / divisor))

    def __add__(self, other: Sequence[float]) -> Quaternion:  # type: ignore[override]
        if type(other) is not Quaternion and is_array(other):
            return NotImplemented
        other = _quaternion(other, "Quaternion +")
        return _new(Quaternion, (self.x + other.x, self.y + other.y, self.z + other.z, self.w + other.w))

    __radd__ = __add__

    def __sub__(self, other: Sequence[float]) -> Quaternion:
        if type(other) is not Quaternion and is_array(other):
            return NotImplemented
        other = _quaternion(other, "Quaternion -")
        return _new(Quaternion, (self.x - other.x, self.y - other.y, self.z - other.z, self.w - other.w))

    def __rsub__(self, other: Sequence[float]) -> Quaternion:
        return _quaternion(other, "Quaternion -") - self

    def __neg__(self) -> Quaternion:
        return _new(Quaternion, (-self.x, -self.y, -self.z, -self.w))

    def __pos__(self) -> Quaternion:
        return self

    # Applying it

    def xform(self, vector: Sequence[float]) -> Vector3:
        """Turn a vector; the same as `quaternion * vector`.

        Raises:
            MathValueError: the length of the quaternion is not 1.
        """
        if type(vector) is not Vector3:
            vector = _new(Vector3, reals(vector, 3, "Quaternion.xform"))
        x, y, z, w = self.x, self.y, self.z, self.w
        vx, vy, vz = vector.x, vector.y, vector.z
        if not abs(x * x + y * y + z * z + w * w - 1.0) < LENGTH_TOLERANCE:
            _refuse_length(self, "Quaternion.xform")
        ux, uy, uz = y * vz - z * vy, z * vx - x * vz, x * vy - y * vx
        return _new(
            Vector3,
            (
                vx + (ux * w + y * uz - z * uy) * 2.0,
                vy + (uy * w + z * ux - x * uz) * 2.0,
                vz + (uz * w + x * uy - y * ux) * 2.0,
            ),
        )

    def xform_inv(self, vector: Sequence[float]) -> Vector3:
        """Turn a vector back; the same as `vector * quaternion`."""
        return self.inverse().xform(vector)

    # What it is

    def length(self) -> float:
        """The length of the four components; 1 for a rotation."""
        return hypot(*self)

    def length_squared(self) -> float:
        """The length multiplied by itself."""
        return self.x * self.x + self.y * self.y + self.z * self.z + self.w * self.w

    def dot(self, other: Sequence[float]) -> float:
        """The scalar product; of two rotations the cosine of half the angle between them, or its negative."""
        other = _quaternion(other, "Quaternion.dot")
        return self.x * other.x + self.y * other.y + self.z * other.z + self.w * other.w

    def is_normalized(self) -> bool:
        """Whether the length is 1, within 0.0005."""
        return abs(self.length_squared() - 1.0) < LENGTH_TOLERANCE

    def is_equal_approx(self, other: Sequence[float]) -> bool:
        """Whether all components are the same up to a rounding error; a quaternion does not equal its negative."""
        return all(map(is_equal_approx, self, reals(other, 4, "Quaternion.is_equal_approx")))

    def is_finite(self) -> bool:
        """Whether no component is infinite or NaN."""
        return all(map(isfinite, self))

    def get_axis(self) -> Vector3:
        """The direction that is turned about, of length 1; the zero vector if nothing is turned."""
        return _new(Vector3, unit(self.x, self.y, self.z) or (0.0, 0.0, 0.0))

    def get_angle(self) -> float:
        """The angle turned, in radians: 0 to 2 pi, beyond pi where w is negative."""
        return 2.0 * atan2(hypot(self.x, self.y, self.z), self.w)

    def angle_to(self, to: Sequence[float]) -> float:
        """The angle of the turn from this rotation to another, the short way: 0 to pi radians."""
        between = _conjugate(self) * _quaternion(to, "Quaternion.angle_to")
        return 2.0 * atan2(hypot(between.x, between.y, between.z), abs(between.w))

    def get_euler(self, order: int = EulerOrder.YXZ) -> Vector3:
        """The Euler angles, in radians about x, y and z, to be applied in `order`.

        Within 0.04 degrees of gimbal lock one angle is 0, as in Godot.

        Raises:
            MathValueError: the length of the quaternion is not 1; the order is none.
        """
        order = checked_order(order, "Quaternion.get_euler")
        if not self.is_normalized():
            _refuse_length(self, "Quaternion.get_euler")
        return _new(Vector3, euler_of_rotation(rotation_of_quaternion(self, "Quaternion.get_euler"), order))

    # Other quaternions made from it

    def normalized(self) -> Quaternion:
        """The quaternion of the same direction with length 1.

        Raises:
            DivisionByZeroError: all components are 0.
            MathValueError: a component is infinite or NaN.
        """
        length = hypot(*self)
        if not 1e-140 < length < 1e140:
            return _new(Quaternion, rescaled_quaternion(self, "Quaternion.normalized")).normalized()
        return _new(Quaternion, (self.x / length, self.y / length, self.z / length, self.w / length))

    def inverse(self) -> Quaternion:
        """The rotation back.

        Raises:
            MathValueError: the length is not 1.
        """
        if not self.is_normalized():
            _refuse_length(self, "Quaternion.inverse")
        return _conjugate(self)

    def log(self) -> Quaternion:
        """The axis of the turn multiplied by its angle, in x, y and z; w is 0. `exp` undoes it."""
        sine = hypot(self.x, self.y, self.z)
        factor = 2.0 * atan2(sine, self.w) / sine if sine else 2.0
        return _new(Quaternion, (self.x * factor, self.y * factor, self.z * factor, 0.0))

    def exp(self) -> Quaternion:
        """The turn about (x, y, z) by an angle of that vector's length, in radians; w is not looked at.

        Raises:
            MathValueError: a component is not finite.
        """
        angle = hypot(self.x, self.y, self.z)
        if not isfinite(angle):
            raise MathValueError(f"Quaternion.exp: the components must be finite, got {self!r}")
        factor = sin(angle * 0.5) / angle if angle else 0.5
        return _new(Quaternion, (self.x * factor, self.y * factor, self.z * factor, cos(angle * 0.5)))

    def slerp(self, to: Sequence[float], weight: float) -> Quaternion:
        """The rotation between this one (weight 0) and `to` (weight 1), the short way, at an even pace.

        Raises:
            MathValueError: the length of one is not 1.
        """
        end = _rotation(to, "Quaternion.slerp, to")
        start = _rotation(self, "Quaternion.slerp")
        return _along_arc(start, -end if start.dot(end) < 0.0 else end, weight, "Quaternion.slerp")

    def slerpni(self, to: Sequence[float], weight: float) -> Quaternion:
        """Like `slerp`, but the long way where `to` is on the other side; this one where both are opposite.

        Raises:
            MathValueError: the length of one is not 1.
        """
        end = _rotation(to, "Quaternion.slerpni, to")
        start = _rotation(self, "Quaternion.slerpni")
        return start if start.dot(end) < -0.9999 else _along_arc(start, end, weight, "Quaternion.slerpni")

    def spherical_cubic_interpolate(
        self, b: Sequence[float], pre_a: Sequence[float], post_b: Sequence[float], weight: float
    ) -> Quaternion:
        """The rotation on the smooth curve through `pre_a`, this one, `b` and `post_b`, between the middle two.

        Raises:
            MathValueError: the length of one is not 1.
        """
        return _on_curve(self, b, pre_a, post_b, weight, None)

    def spherical_cubic_interpolate_in_time(
        self,
        b: Sequence[float],
        pre_a: Sequence[float],
        post_b: Sequence[float],
        weight: float,
        b_time: float,
        pre_a_time: float,
        post_b_time: float,
    ) -> Quaternion:
        """Like `spherical_cubic_interpolate` for keys at uneven times, in seconds from this one.

        Raises:
            MathValueError: the length of one is not 1.
        """
        return _on_curve(self, b, pre_a, post_b, weight, (b_time, pre_a_time, post_b_time))


Quaternion.IDENTITY = Quaternion()


def _of_axis_angle(axis: Any, angle: Any) -> tuple[float, ...]:
    where = "Quaternion"
    return quaternion_of_axis_angle(_triple(axis, "Quaternion, axis"), real(angle, "Quaternion, angle"), where)


def _of_arc(arc_from: Any, arc_to: Any) -> tuple[float, ...]:
    start = unit(*_triple(arc_from, "Quaternion, arc_from"))
    end = unit(*_triple(arc_to, "Quaternion, arc_to"))
    if start is None or end is None:
        raise MathValueError(f"Quaternion: an arc needs two finite directions, got {arc_from!r} and {arc_to!r}")
    both = hypot(start[0] + end[0], start[1] + end[1], start[2] + end[2])
    if both < _OPPOSITE:
        return (*any_perpendicular(start), 0.0)
    x, y, z = cross(start, end)
    return (x / both, y / both, z / both, both * 0.5)


def _of_basis(basis: Any) -> tuple[float, ...]:
    if not basis.is_rotation():
        raise MathValueError(f"Quaternion: the basis must only turn, got {basis!r}; use its get_rotation_quaternion()")
    columns: Columns = basis
    return quaternion_of_rotation(columns)


def _triple(value: Any, where: str) -> Triple:
    x, y, z = reals(value, 3, where)
    return (x, y, z)


def _quaternion(value: Sequence[float], where: str) -> Quaternion:
    if type(value) is Quaternion:
        return value
    return _new(Quaternion, reals(value, 4, where))


def _rotation(value: Sequence[float], where: str) -> Quaternion:
    value = _quaternion(value, where)
    if not value.is_normalized():
        _refuse_length(value, where)
    return value


def _refuse_length(value: Quaternion, where: str) -> NoReturn:
    advice = "use normalized()" if any(value) and value.is_finite() else "the identity is Quaternion()"
    raise MathValueError(f"{where}: the length must be 1, got {value!r}; {advice}")


def _conjugate(value: Quaternion) -> Quaternion:
    return _new(Quaternion, (-value.x, -value.y, -value.z, value.w))


def _along_arc(start: Quaternion, end: Quaternion, weight: float, where: str) -> Quaternion:
    """On the great circle from `start` to `end`, which are not opposite."""
    part = real(weight, where)
    if not isfinite(part):
        raise MathValueError(f"{where}: the weight must be finite, got {part!r}")
    angle = 2.0 * atan2((end - start).length(), (end + start).length())
    if angle < _STRAIGHT:
        a, b = 1.0 - part, part
    else:
        sine = sin(angle)
        a, b = sin((1.0 - part) * angle) / sine, sin(part * angle) / sine
    return _new(
        Quaternion,
        (start.x * a + end.x * b, start.y * a + end.y * b, start.z * a + end.z * b, start.w * a + end.w * b),
    )


def _on_curve(
    a: Quaternion,
    b: Sequence[float],
    pre_a: Sequence[float],
    post_b: Sequence[float],
    weight: float,
    times: tuple[float, ...] | None,
) -> Quaternion:
    """The cubic curve through four rotations, as Godot's Quaternion.spherical_cubic_interpolate finds it.

    The keys are taken to the logarithms seen from `a`, and again seen from `b`; two cubic curves there are blended.
    """
    where = "Quaternion.spherical_cubic_interpolate"
    weight = real(weight, f"{where}, weight")
    times = times and reals(times, 3, f"{where}_in_time, times")
    start, end = _canonical(a, where), _canonical(b, f"{where}, b")
    before, after = _canonical(pre_a, f"{where}, pre_a"), _canonical(post_b, f"{where}, post_b")
    before = -before if start.dot(before) < 0.0 else before
    flipped = start.dot(end) < 0.0
    end = -end if flipped else end
    side = end.dot(after)
    after = -after if side < 0.0 or (flipped and side == 0.0) else after
    curves = []
    for seen_from in (start, end):
        back = _conjugate(seen_from)
        a0, b0, before0, after0 = [(back * key).log() for key in (start, end, before, after)]
        keys = list(zip(a0[:3], b0[:3], before0[:3], after0[:3], strict=True))
        if times is None:
            x, y, z = [cubic_interpolate(*key, weight) for key in keys]
        else:
            x, y, z = [cubic_interpolate_in_time(*key, weight, *times) for key in keys]
        curves.append(seen_from * _new(Quaternion, (x, y, z, 0.0)).exp())
    return curves[0].slerp(curves[1], weight)


def _canonical(value: Sequence[float], where: str) -> Quaternion:
    """Of a quaternion and its negative, the one that its matrix gives."""
    return _new(Quaternion, quaternion_of_rotation(rotation_of_quaternion(_rotation(value, where), where)))
