"""Vector3: a point, direction or size of the 3D world, in metres, y up, as an immutable tuple of three floats."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from math import atan2, copysign, cos, hypot, inf, ldexp, sin
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, NoReturn, Self, overload

from engine.math.errors import DivisionByZeroError, MathTypeError, MathValueError
from engine.math.float_vector import FloatVector
from engine.math.interpolation import bezier_derivative, bezier_interpolate, lerpf
from engine.math.scalars import EPSILON, clamp
from engine.math.value import Value, all_zero, is_array, is_number, real, reals
from engine.math.vector2 import Vector2

if TYPE_CHECKING:
    from engine.math.basis import Basis

_new = tuple.__new__


class _XYZ(NamedTuple):
    x: float
    y: float
    z: float


class Vector3(FloatVector, _XYZ):
    """Three floats, x, y and z. Equal to the tuple `(x, y, z)`, hashable, unpacks, pickles; false when all are 0.

    Takes three numbers, or a sequence of three. Every method that takes a vector takes a plain tuple too.

    `+ -` with a vector; `* /` with a vector (component by component) or a number. With an array of numpy, on either
    side, they give what numpy gives for the array and (x, y, z): an array.

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
    MODEL_LEFT: ClassVar[Vector3]
    MODEL_RIGHT: ClassVar[Vector3]
    MODEL_TOP: ClassVar[Vector3]
    MODEL_BOTTOM: ClassVar[Vector3]
    MODEL_FRONT: ClassVar[Vector3]
    MODEL_REAR: ClassVar[Vector3]

    @overload
    def __new__(cls, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Self: ...
    @overload
    def __new__(cls, x: Sequence[float]) -> Self: ...
    def __new__(cls, x: Any = 0.0, y: float = 0.0, z: float = 0.0) -> Self:
        """Make a vector of three numbers, or of a sequence of three."""
        if type(x) is float and type(y) is float and type(z) is float:
            return _new(cls, (x, y, z))
        if isinstance(x, (tuple, list)) and type(y) is type(z) is float and y == z == 0.0:
            return _new(cls, reals(x, 3, "Vector3"))
        try:
            return _new(cls, (ldexp(x, 0), ldexp(y, 0), ldexp(z, 0)))
        except (TypeError, OverflowError):
            return _new(cls, _checked(x, y, z))

    def __bool__(self) -> bool:
        return self.x != 0.0 or self.y != 0.0 or self.z != 0.0

    def _advice(self, name: str) -> str:
        step = {"x": "(1, 0, 0)", "y": "(0, 1, 0)", "z": "(0, 0, 1)"}[name]
        return f"node.position += {step} or node.position = node.position.with_{name}(...)"

    def with_x(self, x: float) -> Vector3:
        """This vector with another x."""
        return _new(Vector3, (real(x, "Vector3.x"), self.y, self.z))

    def with_y(self, y: float) -> Vector3:
        """This vector with another y."""
        return Vector3(self.x, y, self.z)

    def with_z(self, z: float) -> Vector3:
        """This vector with another z."""
        return Vector3(self.x, self.y, z)

    # Operators

    def __add__(self, other: Sequence[float]) -> Vector3:  # type: ignore[override]
        if type(other) is not Vector3:
            if is_array(other):
                return NotImplemented
            other = _operand(other, "Vector3 +")
        return _new(Vector3, (self.x + other.x, self.y + other.y, self.z + other.z))

    __radd__ = __add__

    def __sub__(self, other: Sequence[float]) -> Vector3:
        if type(other) is not Vector3:
            if is_array(other):
                return NotImplemented
            other = _operand(other, "Vector3 -")
        return _new(Vector3, (self.x - other.x, self.y - other.y, self.z - other.z))

    def __rsub__(self, other: Sequence[float]) -> Vector3:
        return _operand(other, "Vector3 -") - self

    def __mul__(self, other: float | Sequence[float]) -> Vector3:  # type: ignore[override]
        try:
            if type(other) is float or type(other) is int:
                return _new(Vector3, (self.x * other, self.y * other, self.z * other))
            if type(other) is not Vector3:
                if is_number(other):
                    return self * real(other, "Vector3 *")
                if isinstance(other, tuple) and isinstance(other, Value) and len(other) in (4, 9, 12):
                    return NotImplemented  # a Quaternion, Basis, Transform3D: it knows how it is applied from the right
                if is_array(other):
                    return NotImplemented
                other = _operand(other, "Vector3 *")
            return _new(Vector3, (self.x * other.x, self.y * other.y, self.z * other.z))
        except OverflowError:
            return self * real(other, "Vector3 *")

    def __rmul__(self, other: float | Sequence[float]) -> Vector3:  # type: ignore[override]
        return self * (other if is_number(other) else _operand(other, "Vector3 *"))

    def __truediv__(self, other: float | Sequence[float]) -> Vector3:
        try:
            if type(other) is float or type(other) is int:
                return _new(Vector3, (self.x / other, self.y / other, self.z / other))
            if type(other) is not Vector3:
                if is_number(other):
                    return self / real(other, "Vector3 /")
                if is_array(other):
                    return NotImplemented
                other = _operand(other, "Vector3 /")
            return _new(Vector3, (self.x / other.x, self.y / other.y, self.z / other.z))
        except ZeroDivisionError:
            raise DivisionByZeroError(f"{self!r} / {other!r}: division by zero") from None
        except OverflowError:
            return self / real(other, "Vector3 /")

    def __rtruediv__(self, other: Sequence[float]) -> Vector3:
        return _operand(other, "Vector3 /") / self

    def __neg__(self) -> Vector3:
        return _new(Vector3, (-self.x, -self.y, -self.z))

    # Length and direction

    def length(self) -> float:
        """The length of the vector.

        >>> Vector3(2, 3, 6).length()
        7.0
        """
        return hypot(self.x, self.y, self.z)

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

    def limit_length(self, length: float = 1.0) -> Vector3:
        """The same vector, shortened to `length` if it is longer."""
        own, length = self.length(), real(length, "Vector3.limit_length")
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
        except (TypeError, ValueError, OverflowError):
            _refuse_angle(angle)
        return self * c + axis.cross(self) * s + axis * (axis.dot(self) * (1.0 - c))

    def inverse(self) -> Vector3:
        """One divided by each component.

        Raises:
            DivisionByZeroError: a component is 0.
        """
        return Vector3.ONE / self

    def octahedron_encode(self) -> Vector2:
        """The direction as two numbers of 0 to 1, which `octahedron_decode` makes one of again.

        Raises:
            DivisionByZeroError: the zero vector, which has no direction.
        """
        x, y, z = self / (abs(self.x) + abs(self.y) + abs(self.z))
        if z < 0.0:
            x, y = copysign(1.0 - abs(y), x), copysign(1.0 - abs(x), y)
        return Vector2(x * 0.5 + 0.5, y * 0.5 + 0.5)

    @staticmethod
    def octahedron_decode(uv: Sequence[float]) -> Vector3:
        """The direction, of length 1, that `octahedron_encode` made these two numbers of."""
        x, y = Vector2(uv) * 2.0 - (1.0, 1.0)
        z = 1.0 - abs(x) - abs(y)
        fold = clamp(-z, 0.0, 1.0)
        return Vector3(x - copysign(fold, x), y - copysign(fold, y), z).normalized()

    # Products, and what happens at a surface

    def dot(self, other: Sequence[float]) -> float:
        """The scalar product: 0 for right angles, positive where both point the same way."""
        other = _vector(other, "Vector3.dot")
        return self.x * other.x + self.y * other.y + self.z * other.z

    def cross(self, other: Sequence[float]) -> Vector3:
        """The vector at right angles to both, by the right-hand rule; its length is the area between them."""
        if type(other) is not Vector3:
            other = _vector(other, "Vector3.cross")
        x, y, z = self
        ox, oy, oz = other
        return _new(Vector3, (y * oz - z * oy, z * ox - x * oz, x * oy - y * ox))

    def outer(self, other: Sequence[float]) -> Basis:
        """The outer product: the basis whose element in row i and column j is `self[i] * other[j]`."""
        x, y, z = _vector(other, "Vector3.outer")
        basis: type[Basis] = import_module("engine.math.basis").Basis  # which imports this module
        return basis(self * x, self * y, self * z)

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

    def slerp(self, to: Sequence[float], weight: float) -> Vector3:
        """Like `lerp`, turning at an even pace; length is interpolated too. Like `lerp` where both are on one line."""
        to, weight = _vector(to, "Vector3.slerp"), real(weight, "Vector3.slerp, weight")
        start, end = self.length(), to.length()
        axis = self.cross(to)
        if start == 0.0 or end == 0.0 or not axis:
            return self.lerp(to, weight)
        turned = self.rotated(axis.normalized(), self.angle_to(to) * weight)
        return turned * (lerpf(start, end, weight) / start)

    def move_toward(self, to: Sequence[float], delta: float) -> Vector3:
        """Go from this point towards another by `delta` metres, not beyond it."""
        to, delta = _vector(to, "Vector3.move_toward"), real(delta, "Vector3.move_toward, delta")
        way = to - self
        length = way.length()
        return to if length <= delta or length < EPSILON else self + way / length * delta

    def bezier_interpolate(
        self, control_1: Sequence[float], control_2: Sequence[float], end: Sequence[float], weight: float
    ) -> Vector3:
        """The point on the cubic Bezier curve from this point to `end`."""
        keys = zip(self, _vector(control_1, _BEZIER), _vector(control_2, _BEZIER), _vector(end, _BEZIER), strict=True)
        weight = real(weight, _BEZIER)
        return Vector3([bezier_interpolate(*key, weight) for key in keys])

    def bezier_derivative(
        self, control_1: Sequence[float], control_2: Sequence[float], end: Sequence[float], weight: float
    ) -> Vector3:
        """The direction and speed of the cubic Bezier curve from this point to `end`."""
        keys = zip(self, _vector(control_1, _BEZIER), _vector(control_2, _BEZIER), _vector(end, _BEZIER), strict=True)
        weight = real(weight, _BEZIER)
        return Vector3([bezier_derivative(*key, weight) for key in keys])


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
Vector3.MODEL_LEFT = Vector3.RIGHT  # the sides of an imported model, which faces +z
Vector3.MODEL_RIGHT = Vector3.LEFT
Vector3.MODEL_TOP = Vector3.UP
Vector3.MODEL_BOTTOM = Vector3.DOWN
Vector3.MODEL_FRONT = Vector3.BACK
Vector3.MODEL_REAR = Vector3.FORWARD


def _checked(x: Any, y: Any, z: Any) -> tuple[float, ...]:
    """The components of a sequence that is neither tuple nor list; or the error about x, y or z."""
    if is_number(x) or not all_zero(y, z):
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
