"""Vector3: a point, direction or size of the 3D world, in metres, y up, as an immutable tuple of three floats."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, inf, isfinite, ldexp, sin, sqrt
from typing import Any, ClassVar, NamedTuple, NoReturn, Self, overload

from engine.math.errors import DivisionByZeroError, MathTypeError, MathValueError
from engine.math.interpolation import (
    bezier_derivative,
    bezier_interpolate,
    cubic_interpolate,
    cubic_interpolate_in_time,
    lerpf,
)
from engine.math.scalars import (
    EPSILON,
    ceil_whole,
    floor_whole,
    fposmod,
    is_equal_approx,
    is_zero_approx,
    round_half_away,
    sign,
    snapped,
)
from engine.math.value import Value, is_number, real, reals

_new = tuple.__new__
_UNIT_TOLERANCE = 0.001


class _XYZ(NamedTuple):
    x: float
    y: float
    z: float


class Vector3(Value, _XYZ):
    """Three floats, x, y and z. Equal to the tuple `(x, y, z)`, hashable, unpacks, pickles; false when all are 0.

    Takes three numbers, or a sequence of three. Every method that takes a vector takes a plain tuple too.

    `+ -` with a vector; `* /` with a vector (component by component) or a number.

    >>> Vector3(1, 2, 3) * 2 + (0, 1, 0)
    Vector3(2.0, 5.0, 6.0)

    Raises:
        MathTypeError: something that is not a number. NaN and infinity are numbers.
    """

    __slots__ = ()

    AXIS_X: ClassVar[int] = 0
    AXIS_Y: ClassVar[int] = 1
    AXIS_Z: ClassVar[int] = 2
    ZERO: ClassVar[Vector3]
    ONE: ClassVar[Vector3]
    INF: ClassVar[Vector3]
    LEFT: ClassVar[Vector3]
    RIGHT: ClassVar[Vector3]
    UP: ClassVar[Vector3]
    DOWN: ClassVar[Vector3]
    FORWARD: ClassVar[Vector3]
    BACK: ClassVar[Vector3]

    @overload
    def __new__(cls, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Self: ...
    @overload
    def __new__(cls, x: Sequence[float]) -> Self: ...
    def __new__(cls, x: Any = 0.0, y: float = 0.0, z: float = 0.0) -> Self:
        """Make a vector of three numbers, or of a sequence of three."""
        if type(x) is float and type(y) is float and type(z) is float:
            return _new(cls, (x, y, z))
        if isinstance(x, (tuple, list)) and y == z == 0.0:
            return _new(cls, reals(x, 3, "Vector3"))
        try:
            return _new(cls, (ldexp(x, 0), ldexp(y, 0), ldexp(z, 0)))
        except (TypeError, OverflowError):
            return _new(cls, _checked(x, y, z))

    def __repr__(self) -> str:
        return f"Vector3({self.x!r}, {self.y!r}, {self.z!r})"

    def __str__(self) -> str:
        return f"({self.x!r}, {self.y!r}, {self.z!r})"

    def __bool__(self) -> bool:
        return self.x != 0.0 or self.y != 0.0 or self.z != 0.0

    def _advice(self, name: str) -> str:
        step = {"x": "(1, 0, 0)", "y": "(0, 1, 0)", "z": "(0, 0, 1)"}[name]
        return f"node.position += {step} or node.position = node.position.with_{name}(...)"

    def with_x(self, x: float) -> Vector3:
        """This vector with another x."""
        return Vector3(x, self.y, self.z)

    def with_y(self, y: float) -> Vector3:
        """This vector with another y."""
        return Vector3(self.x, y, self.z)

    def with_z(self, z: float) -> Vector3:
        """This vector with another z."""
        return Vector3(self.x, self.y, z)

    # Operators

    def __add__(self, other: Sequence[float]) -> Vector3:  # type: ignore[override]
        if type(other) is not Vector3:
            other = _operand(other, "Vector3 +")
        return _new(Vector3, (self.x + other.x, self.y + other.y, self.z + other.z))

    __radd__ = __add__

    def __sub__(self, other: Sequence[float]) -> Vector3:
        if type(other) is not Vector3:
            other = _operand(other, "Vector3 -")
        return _new(Vector3, (self.x - other.x, self.y - other.y, self.z - other.z))

    def __rsub__(self, other: Sequence[float]) -> Vector3:
        return _operand(other, "Vector3 -") - self

    def __mul__(self, other: float | Sequence[float]) -> Vector3:  # type: ignore[override]
        if type(other) is float or type(other) is int:
            return _new(Vector3, (self.x * other, self.y * other, self.z * other))
        if type(other) is not Vector3:
            if is_number(other):
                return self * real(other, "Vector3 *")
            other = _operand(other, "Vector3 *")
        return _new(Vector3, (self.x * other.x, self.y * other.y, self.z * other.z))

    def __rmul__(self, other: float | Sequence[float]) -> Vector3:  # type: ignore[override]
        return self * other

    def __truediv__(self, other: float | Sequence[float]) -> Vector3:
        try:
            if type(other) is float or type(other) is int:
                return _new(Vector3, (self.x / other, self.y / other, self.z / other))
            if type(other) is not Vector3:
                if is_number(other):
                    return self / real(other, "Vector3 /")
                other = _operand(other, "Vector3 /")
            return _new(Vector3, (self.x / other.x, self.y / other.y, self.z / other.z))
        except ZeroDivisionError:
            raise DivisionByZeroError(f"{self!r} / {other!r}: division by zero") from None

    def __rtruediv__(self, other: Sequence[float]) -> Vector3:
        return _operand(other, "Vector3 /") / self

    def __neg__(self) -> Vector3:
        return _new(Vector3, (-self.x, -self.y, -self.z))

    def __pos__(self) -> Vector3:
        return self

    def __abs__(self) -> Vector3:
        return self.abs()

    # Length and direction

    def length(self) -> float:
        """The length of the vector.

        >>> Vector3(2, 3, 6).length()
        7.0
        """
        return sqrt(self.length_squared())

    def length_squared(self) -> float:
        """The length multiplied by itself; cheaper where lengths are only compared."""
        x, y, z = self
        return x * x + y * y + z * z

    def distance_to(self, to: Sequence[float]) -> float:
        """The distance between two points."""
        return (_vector(to, "Vector3.distance_to") - self).length()

    def distance_squared_to(self, to: Sequence[float]) -> float:
        """The distance multiplied by itself; cheaper where distances are only compared."""
        return (_vector(to, "Vector3.distance_squared_to") - self).length_squared()

    def normalized(self) -> Vector3:
        """The vector of the same direction with length 1; the zero vector stays zero."""
        length = self.length()
        return _new(Vector3, (self.x / length, self.y / length, self.z / length)) if length else Vector3.ZERO

    def is_normalized(self) -> bool:
        """Whether the length is 1, within 0.0005."""
        return abs(self.length_squared() - 1.0) < _UNIT_TOLERANCE

    def limit_length(self, length: float = 1.0) -> Vector3:
        """The same vector, shortened to `length` if it is longer."""
        own = self.length()
        return self / own * length if own > 0.0 and length < own else self

    def direction_to(self, to: Sequence[float]) -> Vector3:
        """The vector of length 1 that points from this point to another; zero if they are the same."""
        return (_vector(to, "Vector3.direction_to") - self).normalized()

    def angle_to(self, to: Sequence[float]) -> float:
        """The angle between two directions, 0 to pi."""
        to = _vector(to, "Vector3.angle_to")
        return atan2(self.cross(to).length(), self.dot(to))

    def signed_angle_to(self, to: Sequence[float], axis: Sequence[float]) -> float:
        """The angle between two directions; positive if the turn is counter-clockwise seen from the side of `axis`."""
        to = _vector(to, "Vector3.signed_angle_to")
        angle = self.angle_to(to)
        return -angle if self.cross(to).dot(axis) < 0.0 else angle

    def rotated(self, axis: Sequence[float], angle: float) -> Vector3:
        """The vector turned about `axis` by `angle`, in radians; counter-clockwise seen from where the axis points.

        Raises:
            MathTypeError, MathValueError: the axis does not have length 1; `angle` is not a number, or infinite.
        """
        axis = _vector(axis, "Vector3.rotated")
        if not axis.is_normalized():
            raise MathValueError(f"Vector3.rotated: the axis must have length 1, got {axis!r}; use axis.normalized()")
        try:
            c, s = cos(angle), sin(angle)
        except (TypeError, ValueError):
            _refuse_angle(angle)
        return self * c + axis.cross(self) * s + axis * (axis.dot(self) * (1.0 - c))

    def inverse(self) -> Vector3:
        """One divided by each component.

        Raises:
            DivisionByZeroError: a component is 0.
        """
        return Vector3.ONE / self

    # Products, and what happens at a surface

    def dot(self, other: Sequence[float]) -> float:
        """The scalar product: 0 for right angles, positive where both point the same way."""
        other = _vector(other, "Vector3.dot")
        return self.x * other.x + self.y * other.y + self.z * other.z

    def cross(self, other: Sequence[float]) -> Vector3:
        """The vector at right angles to both, by the right-hand rule; its length is the area between them."""
        x, y, z = self
        ox, oy, oz = _vector(other, "Vector3.cross")
        return _new(Vector3, (y * oz - z * oy, z * ox - x * oz, x * oy - y * ox))

    def project(self, onto: Sequence[float]) -> Vector3:
        """The part of this vector along another.

        Raises:
            DivisionByZeroError: `onto` has no length.
        """
        onto = _vector(onto, "Vector3.project")
        length_squared = onto.length_squared()
        if length_squared == 0.0:
            raise DivisionByZeroError(f"{self!r}.project(): the vector to project onto has no length")
        return onto * (self.dot(onto) / length_squared)

    def slide(self, normal: Sequence[float]) -> Vector3:
        """This movement without its part along `normal`; zero if the normal's length is not 1, as in Godot."""
        normal = _vector(normal, "Vector3.slide")
        return self - normal * self.dot(normal) if normal.is_normalized() else Vector3.ZERO

    def reflect(self, direction: Sequence[float]) -> Vector3:
        """This vector turned by a half about `direction`; zero if that length is not 1, as in Godot."""
        direction = _vector(direction, "Vector3.reflect")
        return direction * (2.0 * self.dot(direction)) - self if direction.is_normalized() else Vector3.ZERO

    def bounce(self, normal: Sequence[float]) -> Vector3:
        """This movement thrown back by a surface; zero if the normal's length is not 1, as in Godot."""
        return -self.reflect(normal)

    # Between vectors

    def lerp(self, to: Sequence[float], weight: float) -> Vector3:
        """The vector between this one (weight 0) and `to` (weight 1)."""
        to = _vector(to, "Vector3.lerp")
        return Vector3(lerpf(self.x, to.x, weight), lerpf(self.y, to.y, weight), lerpf(self.z, to.z, weight))

    def slerp(self, to: Sequence[float], weight: float) -> Vector3:
        """Like `lerp`, turning at an even pace; length is interpolated too. Like `lerp` where both are on one line."""
        to = _vector(to, "Vector3.slerp")
        start, end = self.length(), to.length()
        axis = self.cross(to)
        if start == 0.0 or end == 0.0 or not axis:
            return self.lerp(to, weight)
        turned = self.rotated(axis.normalized(), self.angle_to(to) * weight)
        return turned * (lerpf(start, end, weight) / start)

    def move_toward(self, to: Sequence[float], delta: float) -> Vector3:
        """Go from this point towards another by `delta` metres, not beyond it."""
        to = _vector(to, "Vector3.move_toward")
        way = to - self
        length = way.length()
        return to if length <= delta or length < EPSILON else self + way / length * delta

    def cubic_interpolate(
        self, to: Sequence[float], before: Sequence[float], after: Sequence[float], weight: float
    ) -> Vector3:
        """The point on the smooth curve through `before`, this point, `to` and `after`."""
        keys = zip(self, _vector(to, _CUBIC), _vector(before, _CUBIC), _vector(after, _CUBIC), strict=True)
        return Vector3([cubic_interpolate(*key, weight) for key in keys])

    def cubic_interpolate_in_time(
        self,
        to: Sequence[float],
        before: Sequence[float],
        after: Sequence[float],
        weight: float,
        to_time: float,
        before_time: float,
        after_time: float,
    ) -> Vector3:
        """Like `cubic_interpolate` for points at uneven times, in seconds from this one."""
        keys = zip(self, _vector(to, _CUBIC), _vector(before, _CUBIC), _vector(after, _CUBIC), strict=True)
        return Vector3([cubic_interpolate_in_time(*key, weight, to_time, before_time, after_time) for key in keys])

    def bezier_interpolate(
        self, control_1: Sequence[float], control_2: Sequence[float], end: Sequence[float], weight: float
    ) -> Vector3:
        """The point on the cubic Bezier curve from this point to `end`."""
        keys = zip(self, _vector(control_1, _BEZIER), _vector(control_2, _BEZIER), _vector(end, _BEZIER), strict=True)
        return Vector3([bezier_interpolate(*key, weight) for key in keys])

    def bezier_derivative(
        self, control_1: Sequence[float], control_2: Sequence[float], end: Sequence[float], weight: float
    ) -> Vector3:
        """The direction and speed of the cubic Bezier curve from this point to `end`."""
        keys = zip(self, _vector(control_1, _BEZIER), _vector(control_2, _BEZIER), _vector(end, _BEZIER), strict=True)
        return Vector3([bezier_derivative(*key, weight) for key in keys])

    # Component by component

    def abs(self) -> Vector3:
        """All components without their sign."""
        return _new(Vector3, map(abs, self))

    def sign(self) -> Vector3:
        """1, -1 or 0 for each component."""
        return _new(Vector3, map(sign, self))

    def floor(self) -> Vector3:
        """All components rounded down."""
        return _new(Vector3, map(floor_whole, self))

    def ceil(self) -> Vector3:
        """All components rounded up."""
        return _new(Vector3, map(ceil_whole, self))

    def round(self) -> Vector3:
        """All components rounded to the nearest whole number, halves away from zero."""
        return _new(Vector3, map(round_half_away, self))

    def posmod(self, mod: float) -> Vector3:
        """The remainder of each component with the sign of `mod`."""
        return self.posmodv((mod, mod, mod))

    def posmodv(self, modv: Sequence[float]) -> Vector3:
        """The remainder of each component with the sign of that of `modv`."""
        return _new(Vector3, map(fposmod, self, _vector(modv, "Vector3.posmodv")))

    def snapped(self, step: Sequence[float]) -> Vector3:
        """Each component at the nearest multiple of that of `step`; unchanged where it is 0."""
        return _new(Vector3, map(snapped, self, _vector(step, "Vector3.snapped")))

    def snappedf(self, step: float) -> Vector3:
        """All components at the nearest multiple of `step`."""
        return self.snapped((step, step, step))

    def min(self, other: Sequence[float]) -> Vector3:
        """The smaller of each component."""
        return _new(Vector3, map(min, self, _vector(other, "Vector3.min")))

    def max(self, other: Sequence[float]) -> Vector3:
        """The larger of each component."""
        return _new(Vector3, map(max, self, _vector(other, "Vector3.max")))

    def minf(self, other: float) -> Vector3:
        """All components, at most `other`."""
        return self.min((other, other, other))

    def maxf(self, other: float) -> Vector3:
        """All components, at least `other`."""
        return self.max((other, other, other))

    def clamp(self, minimum: Sequence[float], maximum: Sequence[float]) -> Vector3:
        """Each component held within those of `minimum` and `maximum`."""
        return self.max(minimum).min(maximum)

    def clampf(self, minimum: float, maximum: float) -> Vector3:
        """All components held within two numbers."""
        return self.clamp((minimum, minimum, minimum), (maximum, maximum, maximum))

    def min_axis_index(self) -> int:
        """The index of the smallest component; AXIS_Z where all are equal."""
        x, y, z = self
        if x < y:
            return Vector3.AXIS_X if x < z else Vector3.AXIS_Z
        return Vector3.AXIS_Y if y < z else Vector3.AXIS_Z

    def max_axis_index(self) -> int:
        """The index of the largest component; AXIS_X where all are equal."""
        x, y, z = self
        if x < y:
            return Vector3.AXIS_Z if y < z else Vector3.AXIS_Y
        return Vector3.AXIS_Z if x < z else Vector3.AXIS_X

    def is_equal_approx(self, other: Sequence[float]) -> bool:
        """Whether all components are the same up to a rounding error."""
        return all(map(is_equal_approx, self, _vector(other, "Vector3.is_equal_approx")))

    def is_zero_approx(self) -> bool:
        """Whether all components are closer to 0 than EPSILON."""
        return all(map(is_zero_approx, self))

    def is_finite(self) -> bool:
        """Whether no component is infinite or NaN."""
        return all(map(isfinite, self))


_CUBIC = "Vector3.cubic_interpolate"
_BEZIER = "Vector3.bezier_interpolate"

Vector3.ZERO = Vector3(0.0, 0.0, 0.0)
Vector3.ONE = Vector3(1.0, 1.0, 1.0)
Vector3.INF = Vector3(inf, inf, inf)
Vector3.LEFT = Vector3(-1.0, 0.0, 0.0)
Vector3.RIGHT = Vector3(1.0, 0.0, 0.0)
Vector3.UP = Vector3(0.0, 1.0, 0.0)
Vector3.DOWN = Vector3(0.0, -1.0, 0.0)
Vector3.FORWARD = Vector3(0.0, 0.0, -1.0)
Vector3.BACK = Vector3(0.0, 0.0, 1.0)


def _checked(x: Any, y: Any, z: Any) -> tuple[float, ...]:
    """The components of a sequence that is neither tuple nor list; or the error about x, y or z."""
    if is_number(x) or y != 0.0 or z != 0.0:
        return (real(x, "Vector3.x"), real(y, "Vector3.y"), real(z, "Vector3.z"))
    return reals(x, 3, "Vector3")


def _vector(value: Sequence[float], where: str) -> Vector3:
    if type(value) is Vector3:
        return value
    return _new(Vector3, reals(value, 3, where))


def _operand(value: Any, where: str) -> Vector3:
    if where[-1] in "+-" and is_number(value):
        raise MathTypeError(f"{where} {value!r}: needs a vector; write vector {where[-1]} (..., ..., ...)")
    return _new(Vector3, reals(value, 3, where))


def _refuse_angle(angle: object) -> NoReturn:
    raise MathValueError(f"Vector3.rotated: the angle must be finite, got {real(angle, 'Vector3.rotated')!r}") from None
