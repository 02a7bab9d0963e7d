"""Vector4i: four ints in one immutable tuple."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple, Self, overload

from engine.math.int_vector import LARGEST, SMALLEST, IntVector, all_truncated, truncated
from engine.math.value import all_zero, is_number
from engine.math.vector4 import Vector4

_new = tuple.__new__


class _XYZW(NamedTuple):
    x: int
    y: int
    z: int
    w: int


class Vector4i(IntVector[Vector4], _XYZW):
    """Four ints, x, y, z and w. Equal to the tuple `(x, y, z, w)`, hashable, unpacks, pickles; false when all are 0.

    Takes four numbers, or a sequence of four; of floats the fraction is left off. Methods take plain tuples of whole
    numbers too. Ints have no limit, where Godot's wrap at 32 bits.

    `+ -` with a vector, `* / %` with a vector (component by component) or an int; `/` leaves the fraction off, and
    `%` has the sign of the left side. `* /` with a float, and any operator with a Vector4, gives a Vector4.

    >>> Vector4i(7, -7, 4, 0) / 2 + (1, 0, 0, 5)
    Vector4i(4, -3, 2, 5)

    Raises:
        MathTypeError, MathValueError: something that is not a number, or NaN or infinite.
    """

    __slots__ = ()

    _floats = Vector4

    AXIS_X: ClassVar[int] = 0
    AXIS_Y: ClassVar[int] = 1
    AXIS_Z: ClassVar[int] = 2
    AXIS_W: ClassVar[int] = 3
    ZERO: ClassVar[Vector4i]
    ONE: ClassVar[Vector4i]
    MIN: ClassVar[Vector4i]
    MAX: ClassVar[Vector4i]

    @overload
    def __new__(cls, x: float = 0, y: float = 0, z: float = 0, w: float = 0) -> Self: ...
    @overload
    def __new__(cls, x: Sequence[float]) -> Self: ...
    def __new__(cls, x: Any = 0, y: float = 0, z: float = 0, w: float = 0) -> Self:
        """Make a vector of four numbers, or of a sequence of four."""
        if is_number(x) or not all_zero(y, z, w):
            names = ("Vector4i.x", "Vector4i.y", "Vector4i.z", "Vector4i.w")
            return _new(cls, map(truncated, (x, y, z, w), names))
        return _new(cls, all_truncated(x, 4, "Vector4i"))

    def with_x(self, x: float) -> Vector4i:
        """This vector with another x."""
        return _new(Vector4i, (truncated(x, "Vector4i.x"), self.y, self.z, self.w))

    def with_y(self, y: float) -> Vector4i:
        """This vector with another y."""
        return Vector4i(self.x, y, self.z, self.w)

    def with_z(self, z: float) -> Vector4i:
        """This vector with another z."""
        return Vector4i(self.x, self.y, z, self.w)

    def with_w(self, w: float) -> Vector4i:
        """This vector with another w."""
        return Vector4i(self.x, self.y, self.z, w)


Vector4i.ZERO = Vector4i(0, 0, 0, 0)
Vector4i.ONE = Vector4i(1, 1, 1, 1)
Vector4i.MIN = Vector4i(SMALLEST, SMALLEST, SMALLEST, SMALLEST)
Vector4i.MAX = Vector4i(LARGEST, LARGEST, LARGEST, LARGEST)
