"""Vector4: four floats in one immutable tuple: a point in homogeneous coordinates, or any four numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf
from typing import Any, ClassVar, NamedTuple, Self, overload

from engine.math.errors import DivisionByZeroError, MathTypeError
from engine.math.float_vector import FloatVector
from engine.math.value import Value, all_zero, is_array, is_number, real, reals

_new = tuple.__new__


class _XYZW(NamedTuple):
    x: float
    y: float
    z: float
    w: float


class Vector4(FloatVector, _XYZW):
    """Four floats, x, y, z and w. Equal to the tuple `(x, y, z, w)`, hashable, unpacks, pickles; false when all are 0.

    Takes four numbers, or a sequence of four. Every method that takes a vector takes a plain tuple too.

    `+ -` with a vector; `* /` with a vector (component by component) or a number. With an array of numpy, on either
    side, they give what numpy gives for the array and (x, y, z, w): an array.

    >>> Vector4(1, 2, 3, 4) * 2 + (0, 1, 0, 0)
    Vector4(2.0, 5.0, 6.0, 8.0)

    Raises:
        MathTypeError: something that is not a number. NaN and infinity are numbers.
    """

    __slots__ = ()

    AXIS_X: ClassVar[int] = 0
    AXIS_Y: ClassVar[int] = 1
    AXIS_Z: ClassVar[int] = 2
    AXIS_W: ClassVar[int] = 3
    ZERO: ClassVar[Vector4]
    ONE: ClassVar[Vector4]
    INF: ClassVar[Vector4]

    @overload
    def __new__(cls, x: float = 0.0, y: float = 0.0, z: float = 0.0, w: float = 0.0) -> Self: ...
    @overload
    def __new__(cls, x: Sequence[float]) -> Self: ...
    def __new__(cls, x: Any = 0.0, y: float = 0.0, z: float = 0.0, w: float = 0.0) -> Self:
        """Make a vector of four numbers, or of a sequence of four."""
        if is_number(x) or not all_zero(y, z, w):
            return _new(cls, map(real, (x, y, z, w), ("Vector4.x", "Vector4.y", "Vector4.z", "Vector4.w")))
        return _new(cls, reals(x, 4, "Vector4"))

    def with_x(self, x: float) -> Vector4:
        """This vector with another x."""
        return _new(Vector4, (real(x, "Vector4.x"), self.y, self.z, self.w))

    def with_y(self, y: float) -> Vector4:
        """This vector with another y."""
        return Vector4(self.x, y, self.z, self.w)

    def with_z(self, z: float) -> Vector4:
        """This vector with another z."""
        return Vector4(self.x, self.y, z, self.w)

    def with_w(self, w: float) -> Vector4:
        """This vector with another w."""
        return Vector4(self.x, self.y, self.z, w)

    # Operators

    def __add__(self, other: Sequence[float]) -> Vector4:  # type: ignore[override]
        if type(other) is not Vector4 and is_array(other):
            return NotImplemented
        x, y, z, w = self
        ox, oy, oz, ow = _operand(other, "Vector4 +")
        return _new(Vector4, (x + ox, y + oy, z + oz, w + ow))

    __radd__ = __add__

    def __sub__(self, other: Sequence[float]) -> Vector4:
        if type(other) is not Vector4 and is_array(other):
            return NotImplemented
        x, y, z, w = self
        ox, oy, oz, ow = _operand(other, "Vector4 -")
        return _new(Vector4, (x - ox, y - oy, z - oz, w - ow))

    def __rsub__(self, other: Sequence[float]) -> Vector4:
        return _operand(other, "Vector4 -") - self

    def __mul__(self, other: float | Sequence[float]) -> Vector4:  # type: ignore[override]
        x, y, z, w = self
        if is_number(other):
            factor = real(other, "Vector4 *")
            return _new(Vector4, (x * factor, y * factor, z * factor, w * factor))
        if isinstance(other, tuple) and isinstance(other, Value) and len(other) != 4:
            return NotImplemented  # a Projection: it knows how it is applied from the right
        if type(other) is not Vector4 and is_array(other):
            return NotImplemented
        ox, oy, oz, ow = _operand(other, "Vector4 *")
        return _new(Vector4, (x * ox, y * oy, z * oz, w * ow))

    def __rmul__(self, other: float | Sequence[float]) -> Vector4:  # type: ignore[override]
        return self * (other if is_number(other) else _operand(other, "Vector4 *"))

    def __truediv__(self, other: float | Sequence[float]) -> Vector4:
        if type(other) is not Vector4 and is_array(other):
            return NotImplemented
        divisors = (real(other, "Vector4 /"),) * 4 if is_number(other) else _operand(other, "Vector4 /")
        try:
            return _new(Vector4, [part / divisor for part, divisor in zip(self, divisors, strict=True)])
        except ZeroDivisionError:
            raise DivisionByZeroError(f"{self!r} / {other!r}: division by zero") from None

    def __rtruediv__(self, other: Sequence[float]) -> Vector4:
        return _operand(other, "Vector4 /") / self

    # Length and direction

    def length(self) -> float:
        """The length of the vector.

        >>> Vector4(1, 1, 1, 1).length()
        2.0
        """
        return hypot(*self)

    def length_squared(self) -> float:
        """The length multiplied by itself; cheaper where lengths are only compared."""
        x, y, z, w = self
        return x * x + y * y + z * z + w * w

    def distance_to(self, to: Sequence[float]) -> float:
        """The distance between two points."""
        return (self._like(to, "distance_to") - self).length()

    def distance_squared_to(self, to: Sequence[float]) -> float:
        """The distance multiplied by itself; cheaper where distances are only compared."""
        return (self._like(to, "distance_squared_to") - self).length_squared()

    def normalized(self) -> Vector4:
        """The vector of the same direction with length 1; the zero vector stays zero."""
        length = self.length()
        return self / length if length else Vector4.ZERO

    def direction_to(self, to: Sequence[float]) -> Vector4:
        """The vector of length 1 that points from this point to another; zero if they are the same."""
        return (self._like(to, "direction_to") - self).normalized()

    def dot(self, other: Sequence[float]) -> float:
        """The scalar product: 0 for right angles, positive where both point the same way."""
        x, y, z, w = self
        ox, oy, oz, ow = self._like(other, "dot")
        return x * ox + y * oy + z * oz + w * ow

    def inverse(self) -> Vector4:
        """One divided by each component.

        Raises:
            DivisionByZeroError: a component is 0.
        """
        return Vector4.ONE / self


Vector4.ZERO = Vector4(0.0, 0.0, 0.0, 0.0)
Vector4.ONE = Vector4(1.0, 1.0, 1.0, 1.0)
Vector4.INF = Vector4(inf, inf, inf, inf)


def _operand(value: Any, where: str) -> Vector4:
    if type(value) is Vector4:
        return value
    if is_number(value):
        raise MathTypeError(f"{where} {value!r}: needs a vector; write vector {where[-1]} (..., ..., ..., ...)")
    return _new(Vector4, reals(value, 4, where))
