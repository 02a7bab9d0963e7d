"""Rectangles placed side by side in a larger one."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TypedDict

from engine.math.errors import MathValueError
from engine.math.value import shortened
from engine.math.vector2 import Vector2

_WIDTHS = (1.0, 1.1, 1.2, 1.35, 1.5, 1.75, 2.0)
"""Widths that are tried, as multiples of the side of a square with all the area."""


class Atlas(TypedDict):
    """Where rectangles were placed, and how large the rectangle around all of them is."""

    points: list[Vector2]
    """The top left corner of each rectangle, in the order in which they were given."""
    size: Vector2
    """Of the rectangle around all of them."""


def make_atlas(sizes: Sequence[Sequence[float]]) -> Atlas:
    """Place rectangles without overlap in one that is small and roughly square.

    They stand in rows, the highest first; of several widths the one that gives the smallest area is taken, the
    narrowest of equal ones.

    Args:
        sizes: width and height of each rectangle, above 0, in any unit.

    Returns:
        {"points": the top left corner of each rectangle, in the order of `sizes`, "size": the size of the whole}

    >>> make_atlas([(4, 4), (2, 2), (2, 2)])["size"]
    Vector2(4.0, 6.0)

    Raises:
        MathTypeError: a size is not two numbers.
        MathValueError: there are none, or one is not finite and above 0.
    """
    boxes = [Vector2(size) for size in sizes]
    if not boxes:
        raise MathValueError("make_atlas - needs at least one size, got none")
    for box in boxes:
        if not (isfinite(box.x) and isfinite(box.y) and box.x > 0.0 and box.y > 0.0):
            raise MathValueError(f"make_atlas - a size must be finite and above 0, got {shortened(box)}")
    side = sum(box.x * box.y for box in boxes) ** 0.5
    widest = max(box.x for box in boxes)
    order = sorted(range(len(boxes)), key=lambda place: (-boxes[place].y, -boxes[place].x, place))
    tries = [_shelved(boxes, order, max(widest, side * factor)) for factor in _WIDTHS]
    return min(tries, key=lambda atlas: (atlas["size"].x * atlas["size"].y, max(atlas["size"])))


def _shelved(boxes: list[Vector2], order: list[int], width: float) -> Atlas:
    """Fill rows of at most `width`; narrow low boxes go one upon the other within their row."""
    points = [Vector2()] * len(boxes)
    left = top = row_height = column_width = column_height = right = 0.0
    for place in order:
        box = boxes[place]
        fits_below = box.x <= column_width and column_height + box.y <= row_height
        if not fits_below:
            left, column_width, column_height = left + column_width, box.x, 0.0
            if left + box.x > width and left > 0.0:
                left, top, row_height = 0.0, top + row_height, 0.0
        points[place] = Vector2(left, top + column_height)
        column_height += box.y
        row_height = max(row_height, column_height)
        right = max(right, left + column_width)
    return {"points": points, "size": Vector2(right, top + row_height)}
