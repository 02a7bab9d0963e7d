"""Rect2i: a rectangle of grid cells or pixels, as an immutable tuple (x, y, width, height) of ints."""

from __future__ import annotations

from engine.math.axis_rect import AxisRect
from engine.math.int_vector import all_truncated, halved, ints
from engine.math.vector2i import Vector2i

_new = tuple.__new__


class Rect2i(AxisRect[Vector2i, int], tuple[int, int, int, int]):
    """A position (top left) and a size, of ints. Equal to the tuple `(x, y, width, height)`; false when all are 0.

    Takes a position and a size, four numbers, or a sequence of four, as a Rect2; of floats the fraction is left off.
    Nothing gives the rectangle of zeros. A size may be negative, but `has_point`, `intersects` and the like expect
    one that is not: see `abs`.

    >>> Rect2i((1, 2), (3, 4)).end
    Vector2i(4, 6)
    >>> Rect2i(0, 0, 5, 5).get_center()
    Vector2i(2, 2)

    Raises:
        MathTypeError, MathValueError: something that is not a number, NaN or infinite; too many or too few of them.
    """

    __slots__ = ()

    _points = Vector2i
    _made = staticmethod(all_truncated)
    _taken = staticmethod(ints)

    def get_center(self) -> Vector2i:
        """The cell in the middle; of an even number the lower right one."""
        x, y, width, height = self
        return _new(Vector2i, (x + halved(width), y + halved(height)))
