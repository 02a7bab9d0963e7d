"""Rect2: a rectangle along the axes, in pixels, as an immutable tuple (x, y, width, height) of floats."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, NoReturn

from engine.math.axis_rect import SIDE_BOTTOM, SIDE_LEFT, SIDE_RIGHT, SIDE_TOP, AxisRect
from engine.math.errors import MathTypeError
from engine.math.scalars import is_equal_approx
from engine.math.value import Value, reals
from engine.math.vector2 import Vector2

__all__ = ["SIDE_BOTTOM", "SIDE_LEFT", "SIDE_RIGHT", "SIDE_TOP", "Rect2"]

_new = tuple.__new__


class Rect2(AxisRect[Vector2, float], tuple[float, float, float, float]):
    """A position (top left) and a size. Equal to the tuple `(x, y, width, height)`; false when all are 0.

    Takes a position and a size, four numbers, or a sequence of four; nothing gives the rectangle of zeros. A size
    may be negative, but `has_point`, `intersects` and the like expect one that is not: see `abs`.

    >>> Rect2(0, 0, 10, 20).has_point((5, 5))
    True
    >>> Rect2((1, 2), (3, 4)).end
    Vector2(4.0, 6.0)
    >>> Rect2(0, 0, 4, 4).intersection((2, 3, 9, 9))
    Rect2(2.0, 3.0, 2.0, 1.0)

    Raises:
        MathTypeError: something that is not a number, or too many or too few of them.
    """

    __slots__ = ()

    _points = Vector2
    _made = staticmethod(reals)
    _taken = staticmethod(reals)

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

    def intersects(self, rect: Sequence[float], include_borders: bool = False) -> bool:
        """Whether the two share an area, or, with `include_borders`, at least a point."""
        other = self._like(rect, "intersects")
        if not include_borders:
            return self._overlaps(other)
        (x, y, right, bottom), (ox, oy, other_right, other_bottom) = self._edges(), other._edges()
        return x <= other_right and right >= ox and y <= other_bottom and bottom >= oy

    def get_support(self, direction: Sequence[float]) -> Vector2:
        """The corner that lies furthest in a direction."""
        dx, dy = self._point(direction, "get_support")
        x, y, width, height = self
        return _new(Vector2, (x + width if dx > 0.0 else x, y + height if dy > 0.0 else y))

    def is_equal_approx(self, rect: Sequence[float]) -> bool:
        """Whether all four numbers are the same up to a rounding error."""
        return all(map(is_equal_approx, self, self._like(rect, "is_equal_approx")))

    def is_finite(self) -> bool:
        """Whether no number is infinite or NaN."""
        return all(map(isfinite, self))
