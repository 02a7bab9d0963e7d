"""Vector2i: a cell, pixel or size of a grid, y down, as an immutable tuple of two ints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, overload

from engine.math.errors import DivisionByZeroError
from engine.math.int_vector import LARGEST, SMALLEST, IntVector, all_truncated, truncated
from engine.math.value import all_zero, is_number
from engine.math.vector2 import Vector2

_new = tuple.__new__


class _XY(NamedTuple):
    x: int
    y: int


class Vector2i(IntVector[Vector2], _XY):
    """Two ints, x and y. Equal to the tuple `(x, y)`, hashable, unpacks, pickles; false when both are 0.

    Takes two numbers, or a sequence of two; of floats the fraction is left off. Methods take plain tuples of whole
    numbers too. Ints have no limit, where Godot's wrap at 32 bits.

    `+ -` with a vector, `* / %` with a vector (component by component) or an int; `/` leaves the fraction off, and
    `%` has the sign of the left side. `* /` with a float, and any operator with a Vector2, gives a Vector2.

    >>> Vector2i(7, -7) / 2 + (1, 0)
    Vector2i(4, -3)
    >>> Vector2i(Vector2(1.9, -1.9)) * 0.5
    Vector2(0.5, -0.5)

    Raises:
        MathTypeError, MathValueError: something that is not a number, or NaN or infinite.
    """

    __slots__ = ()

    _floats = Vector2

    AXIS_X: ClassVar[int] = 0
    AXIS_Y: ClassVar[int] = 1
    ZERO: ClassVar[Vector2i]
    ONE: ClassVar[Vector2i]
    MIN: ClassVar[Vector2i]
    MAX: ClassVar[Vector2i]
    LEFT: ClassVar[Vector2i]
    RIGHT: ClassVar[Vector2i]
    UP: ClassVar[Vector2i]
    DOWN: ClassVar[Vector2i]

    @overload
    def __new__(cls, x: float = 0, y: float = 0) -> Self: ...
    @overload
    def __new__(cls, x: Sequence[float]) -> Self: ...
    def __new__(cls, x: Any = 0, y: float = 0) -> Self:
        """Make a vector of two numbers, or of a sequence of two."""
        if type(x) is int and type(y) is int:
            return _new(cls, (x, y))
        if is_number(x) or not all_zero(y):
            return _new(cls, (truncated(x, "Vector2i.x"), truncated(y, "Vector2i.y")))
        return _new(cls, all_truncated(x, 2, "Vector2i"))

    def with_x(self, x: float) -> Vector2i:
        """This vector with another x."""
        return _new(Vector2i, (truncated(x, "Vector2i.x"), self.y))

    def with_y(self, y: float) -> Vector2i:
        """This vector with another y."""
        return Vector2i(self.x, y)

    if not TYPE_CHECKING:  # the operators of IntVector, in less time for what is met most

        def __add__(self, other):
            if type(other) is Vector2i:
                return _new(Vector2i, (self.x + other.x, self.y + other.y))
            return IntVector.__add__(self, other)

        def __sub__(self, other):
            if type(other) is Vector2i:
                return _new(Vector2i, (self.x - other.x, self.y - other.y))
            return IntVector.__sub__(self, other)

        def __mul__(self, other):
            if type(other) is int:
                return _new(Vector2i, (self.x * other, self.y * other))
            return IntVector.__mul__(self, other)

    def aspect(self) -> float:
        """Width over height: x / y, a float.

        Raises:
            DivisionByZeroError: y is 0.
        """
        if self.y == 0:
            raise DivisionByZeroError(f"{self!r}.aspect(): y must not be 0")
        return self.x / self.y


Vector2i.ZERO = Vector2i(0, 0)
Vector2i.ONE = Vector2i(1, 1)
Vector2i.MIN = Vector2i(SMALLEST, SMALLEST)
Vector2i.MAX = Vector2i(LARGEST, LARGEST)
Vector2i.LEFT = Vector2i(-1, 0)
Vector2i.RIGHT = Vector2i(1, 0)
Vector2i.UP = Vector2i(0, -1)
Vector2i.DOWN = Vector2i(0, 1)
