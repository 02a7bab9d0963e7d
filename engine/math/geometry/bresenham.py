"""The cells of a grid that a straight line goes through."""

from __future__ import annotations

from collections.abc import Sequence

from engine.math.errors import MathValueError
from engine.math.value import reals
from engine.math.vector2i import Vector2i

_MOST_CELLS = 1 << 24  # they take 2 GB


def bresenham_line(start: Sequence[int], end: Sequence[int]) -> list[Vector2i]:
    """The cells on the way from one cell to another, both included, by Bresenham's rule.

    There is one cell for each column, or for each row if the line is steeper. Halfway between two cells it stays with
    the one nearer to the row, or column, of the start.

    >>> [tuple(cell) for cell in bresenham_line((0, 0), (4, 2))]
    [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2)]

    Raises:
        MathTypeError: a cell is not two numbers.
        MathValueError: one of them is not finite, or they are more than 16,777,216 cells apart.
    """
    ax, ay = Vector2i(*reals(start, 2, "bresenham_line, the start"))
    bx, by = Vector2i(*reals(end, 2, "bresenham_line, the end"))
    across, down = abs(bx - ax), abs(by - ay)
    step_x, step_y = (1 if bx > ax else -1), (1 if by > ay else -1)
    long, short = max(across, down), min(across, down)
    if long > _MOST_CELLS:
        raise MathValueError(f"bresenham_line: {start!r} and {end!r} are more than {_MOST_CELLS:,} cells apart")
    # After k steps along the long side the short side is at k * short / long, halves rounded down.
    sides = [(step * short * 2 + long - 1) // (long * 2) if long else 0 for step in range(long + 1)]
    if across > down:
        return [Vector2i(ax + step * step_x, ay + side * step_y) for step, side in enumerate(sides)]
    return [Vector2i(ax + side * step_x, ay + step * step_y) for step, side in enumerate(sides)]
