"""Rect2: a rectangle along the axes, in pixels, as an immutable tuple (x, y, width, height) of floats."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, NoReturn, Self, overload

from engine.math.errors import MathTypeError, MathValueError
from engine.math.scalars import is_equal_approx
from engine.math.value import Value, reals
from engine.math.vector2 import Vector2

SIDE_LEFT = 0
SIDE_TOP = 1
SIDE_RIGHT = 2
SIDE_BOTTOM = 3

_new = tuple.__new__


class Rect2(Value, tuple[float, float, float, float]):
    """A position (top left) and a size. Equal to the tuple `(x, y, width, height)`; false when all are 0.

    Takes a position and a size, four numbers, or a sequence of four; nothing gives the rectangle of zeros. A size
    may be negative, but `has_point`, `intersects` and the like expect one that is not: see `abs`.

    >>> Rect2(0, 0, 10, 20).has_point((5, 5))
    True
    >>> Rect2((1, 2), (3, 4)).end
    Vector2(4.0, 6.0)

    Raises:
        MathTypeError: something that is not a number, or too many or too few of them.
    """

    __slots__ = ()

    @overload
    def __new__(cls) -> Self: ...
    @overload
    def __new__(cls, rect: Sequence[float], /) -> Self: ...
    @overload
    def __new__(cls, position: Sequence[float], size: Sequence[float], /) -> Self: ...
    @overload
    def __new__(cls, x: float, y: float, width: float, height: float, /) -> Self: ...
    def __new__(cls, *parts: Any) -> Self:
        """Make a rectangle of a position and a size, of four numbers, or of a sequence of four."""
        if len(parts) == 4:
            return _new(cls, reals(parts, 4, "Rect2"))
        if len(parts) == 2:
            position, size = parts
            return _new(cls, reals(position, 2, "Rect2.position") + reals(size, 2, "Rect2.size"))
        if len(parts) == 1:
            return _new(cls, reals(parts[0], 4, "Rect2"))
        if parts:
            raise MathTypeError(f"Rect2 takes a position and a size, or four numbers, got {len(parts)} arguments")
        return _new(cls, (0.0, 0.0, 0.0, 0.0))

    def __getnewargs__(self) -> tuple[float, ...]:
        return tuple(self)

    @property
    def position(self) -> Vector2:
        """The corner with the smallest coordinates, top left, if the size is not negative."""
        return _new(Vector2, self[:2])

    @property
    def size(self) -> Vector2:
        """Width and height."""
        return _new(Vector2, self[2:])

    @property
    def end(self) -> Vector2:
        """Position plus size: the corner at the bottom right."""
        x, y, width, height = self
        return _new(Vector2, (x + width, y + height))

    def with_position(self, position: Sequence[float]) -> Rect2:
        """A rectangle of the same size at another place."""
        return Rect2(position, self.size)

    def with_size(self, size: Sequence[float]) -> Rect2:
        """A rectangle of another size at the same place."""
        return Rect2(self.position, size)

    def with_end(self, end: Sequence[float]) -> Rect2:
        """A rectangle from the same position to another end."""
        return Rect2(self.position, _point(end, "Rect2.with_end") - self.position)

    def __repr__(self) -> str:
        return "Rect2({!r}, {!r}, {!r}, {!r})".format(*self)

    def __str__(self) -> str:
        return f"[P: {self.position}, S: {self.size}]"

    def __bool__(self) -> bool:
        return any(self)

    def __add__(self, other: object) -> NoReturn:
        raise MathTypeError("Rect2 has no +; use merge(), grow(), or with_position(rect.position + offset)")

    __radd__ = __add__

    def __mul__(self, other: object) -> Any:
        if isinstance(other, tuple) and isinstance(other, Value) and len(other) == 6:
            return NotImplemented  # a Transform2D knows how it is applied from the right
        raise MathTypeError("Rect2 has no *; use with_size(rect.size * factor), or transform * rect")

    def __rmul__(self, other: object) -> NoReturn:
        raise MathTypeError("Rect2 has no *; use with_size(rect.size * factor), or transform * rect")

    def get_center(self) -> Vector2:
        """The point in the middle."""
        x, y, width, height = self
        return _new(Vector2, (x + width * 0.5, y + height * 0.5))

    def get_area(self) -> float:
        """Width times height."""
        return self[2] * self[3]

    def has_area(self) -> bool:
        """Whether width and height are both above 0."""
        return self[2] > 0.0 and self[3] > 0.0

    def abs(self) -> Rect2:
        """The same rectangle with a size that is not negative."""
        x, y, width, height = self
        return _new(Rect2, (x + min(width, 0.0), y + min(height, 0.0), abs(width), abs(height)))

    def has_point(self, point: Sequence[float]) -> bool:
        """Whether a point is inside; the right and bottom edges are not."""
        px, py = _point(point, "Rect2.has_point")
        x, y, width, height = self
        return x <= px < x + width and y <= py < y + height

    def intersects(self, rect: Sequence[float], include_borders: bool = False) -> bool:
        """Whether the two share an area, or, with `include_borders`, at least a point."""
        x, y, width, height = self
        ox, oy, other_width, other_height = _rect(rect, "Rect2.intersects")
        if include_borders:
            return x <= ox + other_width and x + width >= ox and y <= oy + other_height and y + height >= oy
        return x < ox + other_width and x + width > ox and y < oy + other_height and y + height > oy

    def encloses(self, rect: Sequence[float]) -> bool:
        """Whether another rectangle lies within this one; edges may touch."""
        x, y, width, height = self
        ox, oy, other_width, other_height = _rect(rect, "Rect2.encloses")
        return x <= ox and y <= oy and x + width >= ox + other_width and y + height >= oy + other_height

    def intersection(self, rect: Sequence[float]) -> Rect2:
        """What the two have in common; `Rect2()` if that has no area.

        >>> Rect2(0, 0, 4, 4).intersection((2, 3, 9, 9))
        Rect2(2.0, 3.0, 2.0, 1.0)
        """
        other = _rect(rect, "Rect2.intersection")
        if not self.intersects(other):
            return Rect2()
        start = self.position.max(other.position)
        return Rect2(start, self.end.min(other.end) - start)

    def merge(self, rect: Sequence[float]) -> Rect2:
        """The smallest rectangle around both."""
        other = _rect(rect, "Rect2.merge")
        start = self.position.min(other.position)
        return Rect2(start, self.end.max(other.end) - start)

    def expand(self, to: Sequence[float]) -> Rect2:
        """The smallest rectangle around this one and a point."""
        to = _point(to, "Rect2.expand")
        start = self.position.min(to)
        return Rect2(start, self.end.max(to) - start)

    def grow(self, amount: float) -> Rect2:
        """Move every side outwards by `amount` pixels, or inwards if it is negative."""
        return self.grow_individual(amount, amount, amount, amount)

    def grow_individual(self, left: float, top: float, right: float, bottom: float) -> Rect2:
        """Move each side outwards by its amount, in pixels."""
        x, y, width, height = self
        return Rect2(x - left, y - top, width + left + right, height + top + bottom)

    def grow_side(self, side: int, amount: float) -> Rect2:
        """Move one side (SIDE_LEFT, SIDE_TOP, SIDE_RIGHT or SIDE_BOTTOM) outwards by `amount` pixels.

        Raises:
            MathValueError: no such side.
        """
        if side not in (SIDE_LEFT, SIDE_TOP, SIDE_RIGHT, SIDE_BOTTOM):
            raise MathValueError(f"Rect2.grow_side: side must be 0 to 3 (SIDE_LEFT to SIDE_BOTTOM), got {side!r}")
        return self.grow_individual(*(amount if side == each else 0.0 for each in range(4)))

    def get_support(self, direction: Sequence[float]) -> Vector2:
        """The corner that lies furthest in a direction."""
        dx, dy = _point(direction, "Rect2.get_support")
        x, y, width, height = self
        return _new(Vector2, (x + width if dx > 0.0 else x, y + height if dy > 0.0 else y))

    def is_equal_approx(self, rect: Sequence[float]) -> bool:
        """Whether all four numbers are the same up to a rounding error."""
        return all(map(is_equal_approx, self, _rect(rect, "Rect2.is_equal_approx")))

    def is_finite(self) -> bool:
        """Whether no number is infinite or NaN."""
        return all(map(isfinite, self))


def _rect(value: Sequence[float], where: str) -> Rect2:
    if type(value) is Rect2:
        return value
    return _new(Rect2, reals(value, 4, where))


def _point(value: Sequence[float], where: str) -> Vector2:
    if type(value) is Vector2:
        return value
    return _new(Vector2, reals(value, 2, where))
