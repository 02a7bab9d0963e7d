"""Vector3i: a cell or size of a grid of the 3D world, y up, as an immutable tuple of three ints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, overload

from engine.math.int_vector import LARGEST, SMALLEST, IntVector, all_truncated, truncated
from engine.math.value import all_zero, is_number
from engine.math.vector3 import Vector3

_new = tuple.__new__


class _XYZ(NamedTuple):
    x: int
    y: int
    z: int


class Vector3i(IntVector[Vector3], _XYZ):
    """Three ints, x, y and z. Equal to the tuple `(x, y, z)`, hashable, unpacks, pickles; false when all are 0.

    Takes three numbers, or a sequence of three; of floats the fraction is left off. Methods take plain tuples of whole
    numbers too. Ints have no limit, where Godot's wrap at 32 bits.

    `+ -` with a vector, `* / %` with a vector (component by component) or an int; `/` leaves the fraction off, and
    `%` has the sign of the left side. `* /` with a float, and any operator with a Vector3, gives a Vector3.

    >>> Vector3i(7, -7, 4) / 2 + (1, 0, 0)
    Vector3i(4, -3, 2)

    Raises:
        MathTypeError, MathValueError: something that is not a number, or NaN or infinite.
    """

    __slots__ = ()

    _floats = Vector3

    AXIS_X: ClassVar[int] = 0
    AXIS_Y: ClassVar[int] = 1
    AXIS_Z: ClassVar[int] = 2
    ZERO: ClassVar[Vector3i]
    ONE: ClassVar[Vector3i]
    MIN: ClassVar[Vector3i]
    MAX: ClassVar[Vector3i]
    LEFT: ClassVar[Vector3i]
    RIGHT: ClassVar[Vector3i]
    UP: ClassVar[Vector3i]
    DOWN: ClassVar[Vector3i]
    FORWARD: ClassVar[Vector3i]
    BACK: ClassVar[Vector3i]

    @overload
    def __new__(cls, x: float = 0, y: float = 0, z: float = 0) -> Self: ...
    @overload
    def __new__(cls, x: Sequence[float]) -> Self: ...
    def __new__(cls, x: Any = 0, y: float = 0, z: float = 0) -> Self:
        """Make a vector of three numbers, or of a sequence of three."""
        if type(x) is int and type(y) is int and type(z) is int:
            return _new(cls, (x, y, z))
        if is_number(x) or not all_zero(y, z):
            return _new(cls, (truncated(x, "Vector3i.x"), truncated(y, "Vector3i.y"), truncated(z, "Vector3i.z")))
        return _new(cls, all_truncated(x, 3, "Vector3i"))

    def with_x(self, x: float) -> Vector3i:
        """This vector with another x."""
        return _new(Vector3i, (truncated(x, "Vector3i.x"), self.y, self.z))

    def with_y(self, y: float) -> Vector3i:
        """This vector with another y."""
        return Vector3i(self.x, y, self.z)

    def with_z(self, z: float) -> Vector3i:
        """This vector with another z."""
        return Vector3i(self.x, self.y, z)

    if not TYPE_CHECKING:  # the operators of IntVector, in less time for what is met most

        def __add__(self, other):
            if type(other) is Vector3i:
                return _new(Vector3i, (self.x + other.x, self.y + other.y, self.z + other.z))
            return IntVector.__add__(self, other)

        def __sub__(self, other):
            if type(other) is Vector3i:
                return _new(Vector3i, (self.x - other.x, self.y - other.y, self.z - other.z))
            return IntVector.__sub__(self, other)

        def __mul__(self, other):
            if type(other) is int:
                return _new(Vector3i, (self.x * other, self.y * other, self.z * other))
            return IntVector.__mul__(self, other)


Vector3i.ZERO = Vector3i(0, 0, 0)
Vector3i.ONE = Vector3i(1, 1, 1)
Vector3i.MIN = Vector3i(SMALLEST, SMALLEST, SMALLEST)
Vector3i.MAX = Vector3i(LARGEST, LARGEST, LARGEST)
Vector3i.LEFT = Vector3i(-1, 0, 0)
Vector3i.RIGHT = Vector3i(1, 0, 0)
Vector3i.UP = Vector3i(0, 1, 0)
Vector3i.DOWN = Vector3i(0, -1, 0)
Vector3i.FORWARD = Vector3i(0, 0, -1)
Vector3i.BACK = Vector3i(0, 0, 1)
