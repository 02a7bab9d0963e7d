"""Vector2: a point, direction or size of the 2D world, in pixels, y down, as an immutable tuple of two floats."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, hypot, inf, isfinite, ldexp, sin
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
    LENGTH_TOLERANCE,
    ceil_whole,
    floor_whole,
    fposmod,
    is_equal_approx,
    is_zero_approx,
    roundf,
    sign,
    snapped,
)
from engine.math.value import Value, all_zero, is_array, is_number, real, reals

_new = tuple.__new__


class _XY(NamedTuple):
    x: float
    y: float


class Vector2(Value, _XY):
    """Two floats, x and y. Equal to the tuple `(x, y)`, hashable, unpacks, pickles; false when both are 0.

    Takes two numbers, or a sequence of two. Every method that takes a vector takes a plain tuple too.

    `+ -` with a vector; `* /` with a vector (component by component) or a number. With an array of numpy, on either
    side, they give what numpy gives for the array and (x, y): an array.

    >>> Vector2(1, 2) * 3 + (0, 1)
    Vector2(3.0, 7.0)
    >>> x, y = Vector2(1, 2)

    Raises:
        MathTypeError: something that is not a number. NaN and infinity are numbers.
    """

    __slots__ = ()

    AXIS_X: ClassVar[int] = 0
    AXIS_Y: ClassVar[int] = 1
    ZERO: ClassVar[Vector2]
    ONE: ClassVar[Vector2]
    INF: ClassVar[Vector2]
    LEFT: ClassVar[Vector2]
    RIGHT: ClassVar[Vector2]
    UP: ClassVar[Vector2]
    DOWN: ClassVar[Vector2]

    @overload
    def __new__(cls, x: float = 0.0, y: float = 0.0) -> Self: ...
    @overload
    def __new__(cls, x: Sequence[float]) -> Self: ...
    def __new__(cls, x: Any = 0.0, y: float = 0.0) -> Self:
        """Make a vector of two numbers, or of a sequence of two."""
        if type(x) is float and type(y) is float:
            return _new(cls, (x, y))
        if isinstance(x, (tuple, list)) and type(y) is float and y == 0.0:
            return _new(cls, reals(x, 2, "Vector2"))
        try:
            return _new(cls, (ldexp(x, 0), ldexp(y, 0)))
        except (TypeError, OverflowError):
            return _new(cls, _checked(x, y))

    @classmethod
    def from_angle(cls, angle: float) -> Vector2:
        """The vector of length 1 that points to `angle` (radians; 0 is right, clockwise on the screen)."""
        return Vector2.RIGHT.rotated(angle)

    def __repr__(self) -> str:
        return f"Vector2({self.x!r}, {self.y!r})"

    def __str__(self) -> str:
        return f"({self.x!r}, {self.y!r})"

    def __bool__(self) -> bool:
        return self.x != 0.0 or self.y != 0.0

    def _advice(self, name: str) -> str:
        step = "(1, 0)" if name == "x" else "(0, 1)"
        return f"node.position += {step} or node.position = node.position.with_{name}(...)"

    def with_x(self, x: float) -> Vector2:
        """This vector with another x."""
        return _new(Vector2, (real(x, "Vector2.x"), self.y))

    def with_y(self, y: float) -> Vector2:
        """This vector with another y."""
        return Vector2(self.x, y)

    # Operators

    def __add__(self, other: Sequence[float]) -> Vector2:  # type: ignore[override]
        if type(other) is not Vector2:
            if is_array(other):
                return NotImplemented
            other = _operand(other, "Vector2 +")
        return _new(Vector2, (self.x + other.x, self.y + other.y))

    __radd__ = __add__

    def __sub__(self, other: Sequence[float]) -> Vector2:
        if type(other) is not Vector2:
            if is_array(other):
                return NotImplemented
            other = _operand(other, "Vector2 -")
        return _new(Vector2, (self.x - other.x, self.y - other.y))

    def __rsub__(self, other: Sequence[float]) -> Vector2:
        return _operand(other, "Vector2 -") - self

    def __mul__(self, other: float | Sequence[float]) -> Vector2:  # type: ignore[override]
        try:
            if type(other) is float or type(other) is int:
                return _new(Vector2, (self.x * other, self.y * other))
            if type(other) is not Vector2:
                if is_number(other):
                    return self * real(other, "Vector2 *")
                if isinstance(other, tuple) and isinstance(other, Value) and len(other) == 6:
                    return NotImplemented  # a Transform2D: it knows how it is applied from the right
                if is_array(other):
                    return NotImplemented
                other = _operand(other, "Vector2 *")
            return _new(Vector2, (self.x * other.x, self.y * other.y))
        except OverflowError:
            return self * real(other, "Vector2 *")

    def __rmul__(self, other: float | Sequence[float]) -> Vector2:  # type: ignore[override]
        return self * other

    def __truediv__(self, other: float | Sequence[float]) -> Vector2:
        try:
            if type(other) is float or type(other) is int:
                return _new(Vector2, (self.x / other, self.y / other))
            if type(other) is not Vector2:
                if is_number(other):
                    return self / real(other, "Vector2 /")
                if is_array(other):
                    return NotImplemented
                other = _operand(other, "Vector2 /")
            return _new(Vector2, (self.x / other.x, self.y / other.y))
        except ZeroDivisionError:
            raise DivisionByZeroError(f"{self!r} / {other!r}: division by zero") from None
        except OverflowError:
            return self / real(other, "Vector2 /")

    def __rtruediv__(self, other: Sequence[float]) -> Vector2:
        return _operand(other, "Vector2 /") / self

    def __neg__(self) -> Vector2:
        return _new(Vector2, (-self.x, -self.y))

    def __pos__(self) -> Vector2:
        return self

    def __abs__(self) -> Vector2:
        return self.abs()

    # Length and direction

    def length(self) -> float:
        """The length of the vector.

        >>> Vector2(3, 4).length()
        5.0
        """
        return hypot(self.x, self.y)

    def length_squared(self) -> float:
        """The length multiplied by itself; cheaper where lengths are only compared."""
        return self.x * self.x + self.y * self.y

    def distance_to(self, to: Sequence[float]) -> float:
        """The distance between two points."""
        to = _vector(to, "Vector2.distance_to")
        return hypot(to.x - self.x, to.y - self.y)

    def distance_squared_to(self, to: Sequence[float]) -> float:
        """The distance multiplied by itself; cheaper where distances are only compared."""
        to = _vector(to, "Vector2.distance_squared_to")
        dx, dy = to.x - self.x, to.y - self.y
        return dx * dx + dy * dy

    def normalized(self) -> Vector2:
        """The vector of the same direction with length 1; the zero vector stays zero."""
        length = self.length()
        return _new(Vector2, (self.x / length, self.y / length)) if length else Vector2.ZERO

    def is_normalized(self) -> bool:
        """Whether the length is 1, within 0.0005."""
        return abs(self.length_squared() - 1.0) < LENGTH_TOLERANCE

    def limit_length(self, length: float = 1.0) -> Vector2:
        """The same vector, shortened to `length` if it is longer."""
        own, length = self.length(), real(length, "Vector2.limit_length")
        return self / own * length if own > 0.0 and length < own else self

    def direction_to(self, to: Sequence[float]) -> Vector2:
        """The vector of length 1 that points from this point to another; zero if they are the same."""
        return (_vector(to, "Vector2.direction_to") - self).normalized()

    def angle(self) -> float:
        """The angle from the x axis, -pi to pi; positive is clockwise on the screen, as y points down."""
        return atan2(self.y, self.x)

    def angle_to(self, to: Sequence[float]) -> float:
        """The angle to turn from this direction to another, -pi to pi."""
        to = _vector(to, "Vector2.angle_to")
        return atan2(self.cross(to), self.dot(to))

    def angle_to_point(self, to: Sequence[float]) -> float:
        """The angle of the line from this point to another, from the x axis."""
        return (_vector(to, "Vector2.angle_to_point") - self).angle()

    def rotated(self, angle: float) -> Vector2:
        """The vector turned by `angle`, in radians; positive is clockwise on the screen.

        Raises:
            MathTypeError, MathValueError: `angle` is not a number, or infinite.
        """
        try:
            c, s = cos(angle), sin(angle)
        except (TypeError, ValueError, OverflowError):
            _refuse_angle(angle)
        return _new(Vector2, (self.x * c - self.y * s, self.x * s + self.y * c))

    def orthogonal(self) -> Vector2:
        """The vector turned by a quarter, counter-clockwise on the screen: (y, -x)."""
        return _new(Vector2, (self.y, -self.x))

    def aspect(self) -> float:
        """Width over height: x / y.

        Raises:
            DivisionByZeroError: y is 0.
        """
        if self.y == 0.0:
            raise DivisionByZeroError(f"{self!r}.aspect(): y must not be 0")
        return self.x / self.y

    # Products, and what happens at a surface

    def dot(self, other: Sequence[float]) -> float:
        """The scalar product: 0 for right angles, positive where both point the same way."""
        other = _vector(other, "Vector2.dot")
        return self.x * other.x + self.y * other.y

    def cross(self, other: Sequence[float]) -> float:
        """The z of the cross product: positive where `other` is clockwise of this one on the screen."""
        other = _vector(other, "Vector2.cross")
        return self.x * other.y - self.y * other.x

    def project(self, onto: Sequence[float]) -> Vector2:
        """The part of this vector along another.

        Raises:
            DivisionByZeroError: `onto` has no length.
        """
        onto = _vector(onto, "Vector2.project")
        length_squared = onto.length_squared()
        if length_squared == 0.0:
            raise DivisionByZeroError(f"{self!r}.project(): the vector to project onto has no length")
        return onto * (self.dot(onto) / length_squared)

    def plane_project(self, distance: float, point: Sequence[float]) -> Vector2:
        """The foot of `point` on the line with this normal at `distance` from the origin."""
        point = _vector(point, "Vector2.plane_project")
        return point - self * (self.dot(point) - real(distance, "Vector2.plane_project, distance"))

    def slide(self, normal: Sequence[float]) -> Vector2:
        """This movement without its part along `normal`; zero if the normal's length is not 1, as in Godot."""
        normal = _vector(normal, "Vector2.slide")
        return self - normal * self.dot(normal) if normal.is_normalized() else Vector2.ZERO

    def reflect(self, line: Sequence[float]) -> Vector2:
        """This vector mirrored at a line of direction `line`; zero if that length is not 1, as in Godot."""
        line = _vector(line, "Vector2.reflect")
        return line * (2.0 * self.dot(line)) - self if line.is_normalized() else Vector2.ZERO

    def bounce(self, normal: Sequence[float]) -> Vector2:
        """This movement thrown back by a surface; zero if the normal's length is not 1, as in Godot."""
        return -self.reflect(normal)

    # Between vectors

    def lerp(self, to: Sequence[float], weight: float) -> Vector2:
        """The vector between this one (weight 0) and `to` (weight 1)."""
        to, weight = _vector(to, "Vector2.lerp"), real(weight, "Vector2.lerp, weight")
        return _new(Vector2, (lerpf(self.x, to.x, weight), lerpf(self.y, to.y, weight)))

    def slerp(self, to: Sequence[float], weight: float) -> Vector2:
        """Like `lerp`, turning at an even pace; length is interpolated too."""
        to, weight = _vector(to, "Vector2.slerp"), real(weight, "Vector2.slerp, weight")
        start, end = self.length(), to.length()
        if start == 0.0 or end == 0.0:
            return self.lerp(to, weight)
        return self.rotated(self.angle_to(to) * weight) * (lerpf(start, end, weight) / start)

    def move_toward(self, to: Sequence[float], delta: float) -> Vector2:
        """Go from this point towards another by `delta` pixels, not beyond it."""
        to, delta = _vector(to, "Vector2.move_toward"), real(delta, "Vector2.move_toward, delta")
        way = to - self
        length = way.length()
        return to if length <= delta or length < EPSILON else self + way / length * delta

    def cubic_interpolate(
        self, to: Sequence[float], before: Sequence[float], after: Sequence[float], weight: float
    ) -> Vector2:
        """The point on the smooth curve through `before`, this point, `to` and `after`."""
        keys = zip(self, _vector(to, _CUBIC), _vector(before, _CUBIC), _vector(after, _CUBIC), strict=True)
        weight = real(weight, _CUBIC)
        return Vector2([cubic_interpolate(*key, weight) for key in keys])

    def cubic_interpolate_in_time(
        self,
        to: Sequence[float],
        before: Sequence[float],
        after: Sequence[float],
        weight: float,
        to_time: float,
        before_time: float,
        after_time: float,
    ) -> Vector2:
        """Like `cubic_interpolate` for points at uneven times, in seconds from this one."""
        keys = zip(self, _vector(to, _CUBIC), _vector(before, _CUBIC), _vector(after, _CUBIC), strict=True)
        times = reals((weight, to_time, before_time, after_time), 4, _CUBIC)
        return Vector2([cubic_interpolate_in_time(*key, *times) for key in keys])

    def bezier_interpolate(
        self, control_1: Sequence[float], control_2: Sequence[float], end: Sequence[float], weight: float
    ) -> Vector2:
        """The point on the cubic Bezier curve from this point to `end`."""
        keys = zip(self, _vector(control_1, _BEZIER), _vector(control_2, _BEZIER), _vector(end, _BEZIER), strict=True)
        weight = real(weight, _BEZIER)
        return Vector2([bezier_interpolate(*key, weight) for key in keys])

    def bezier_derivative(
        self, control_1: Sequence[float], control_2: Sequence[float], end: Sequence[float], weight: float
    ) -> Vector2:
        """The direction and speed of the cubic Bezier curve from this point to `end`."""
        keys = zip(self, _vector(control_1, _BEZIER), _vector(control_2, _BEZIER), _vector(end, _BEZIER), strict=True)
        weight = real(weight, _BEZIER)
        return Vector2([bezier_derivative(*key, weight) for key in keys])

    # Component by component

    def abs(self) -> Vector2:
        """Both components without their sign."""
        return _new(Vector2, (abs(self.x), abs(self.y)))

    def sign(self) -> Vector2:
        """1, -1 or 0 for each component."""
        return _new(Vector2, (sign(self.x), sign(self.y)))

    def floor(self) -> Vector2:
        """Both components rounded down."""
        return _new(Vector2, (floor_whole(self.x), floor_whole(self.y)))

    def ceil(self) -> Vector2:
        """Both components rounded up."""
        return _new(Vector2, (ceil_whole(self.x), ceil_whole(self.y)))

    def round(self) -> Vector2:
        """Both components rounded to the nearest whole number, halves away from zero."""
        return _new(Vector2, (roundf(self.x), roundf(self.y)))

    def posmod(self, mod: float) -> Vector2:
        """The remainder of each component with the sign of `mod`."""
        return self.posmodv((mod, mod))

    def posmodv(self, modv: Sequence[float]) -> Vector2:
        """The remainder of each component with the sign of that of `modv`."""
        modv = _vector(modv, "Vector2.posmodv")
        return Vector2(fposmod(self.x, modv.x), fposmod(self.y, modv.y))

    def snapped(self, step: Sequence[float]) -> Vector2:
        """Each component at the nearest multiple of that of `step`; unchanged where it is 0."""
        step = _vector(step, "Vector2.snapped")
        return Vector2(snapped(self.x, step.x), snapped(self.y, step.y))

    def snappedf(self, step: float) -> Vector2:
        """Both components at the nearest multiple of `step`."""
        return self.snapped((step, step))

    def min(self, other: Sequence[float]) -> Vector2:
        """The smaller of each component."""
        other = _vector(other, "Vector2.min")
        return _new(Vector2, (min(self.x, other.x), min(self.y, other.y)))

    def max(self, other: Sequence[float]) -> Vector2:
        """The larger of each component."""
        other = _vector(other, "Vector2.max")
        return _new(Vector2, (max(self.x, other.x), max(self.y, other.y)))

    def minf(self, other: float) -> Vector2:
        """Both components, at most `other`."""
        return self.min((other, other))

    def maxf(self, other: float) -> Vector2:
        """Both components, at least `other`."""
        return self.max((other, other))

    def clamp(self, minimum: Sequence[float], maximum: Sequence[float]) -> Vector2:
        """Each component held within those of `minimum` and `maximum`."""
        return self.max(minimum).min(maximum)

    def clampf(self, minimum: float, maximum: float) -> Vector2:
        """Both components held within two numbers."""
        return self.clamp((minimum, minimum), (maximum, maximum))

    def min_axis_index(self) -> int:
        """The index of the smaller component; AXIS_Y where they are equal."""
        return Vector2.AXIS_X if self.x < self.y else Vector2.AXIS_Y

    def max_axis_index(self) -> int:
        """The index of the larger component; AXIS_X where they are equal."""
        return Vector2.AXIS_Y if self.x < self.y else Vector2.AXIS_X

    def is_equal_approx(self, other: Sequence[float]) -> bool:
        """Whether both components are the same up to a rounding error."""
        other = _vector(other, "Vector2.is_equal_approx")
        return is_equal_approx(self.x, other.x) and is_equal_approx(self.y, other.y)

    def is_zero_approx(self) -> bool:
        """Whether both components are closer to 0 than EPSILON."""
        return is_zero_approx(self.x) and is_zero_approx(self.y)

    def is_finite(self) -> bool:
        """Whether neither component is infinite or NaN."""
        return isfinite(self.x) and isfinite(self.y)


_CUBIC = "Vector2.cubic_interpolate"
_BEZIER = "Vector2.bezier_interpolate"

Vector2.ZERO = Vector2(0.0, 0.0)
Vector2.ONE = Vector2(1.0, 1.0)
Vector2.INF = Vector2(inf, inf)
Vector2.LEFT = Vector2(-1.0, 0.0)
Vector2.RIGHT = Vector2(1.0, 0.0)
Vector2.UP = Vector2(0.0, -1.0)
Vector2.DOWN = Vector2(0.0, 1.0)


def _checked(x: Any, y: Any) -> tuple[float, ...]:
    """The components of a sequence that is neither tuple nor list; or the error about x or y."""
    if is_number(x) or not all_zero(y):
        return (real(x, "Vector2.x"), real(y, "Vector2.y"))
    return reals(x, 2, "Vector2")


def _vector(value: Sequence[float], where: str) -> Vector2:
    if type(value) is Vector2:
        return value
    return _new(Vector2, reals(value, 2, where))


def _operand(value: Any, where: str) -> Vector2:
    if where[-1] in "+-" and is_number(value):
        raise MathTypeError(f"{where} {value!r}: needs a vector; write vector {where[-1]} (..., ...)")
    return _new(Vector2, reals(value, 2, where))


def _refuse_angle(angle: object) -> NoReturn:
    raise MathValueError(f"Vector2.rotated: the angle must be finite, got {real(angle, 'Vector2.rotated')!r}") from None
