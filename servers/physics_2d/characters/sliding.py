"""Arithmetic of vectors as two floats, for moves of characters: making a Vector2 for each costs as much as the rest."""

from __future__ import annotations

from engine.math.scalars import EPSILON

ANGLE_PRECISION = 0.01
"""By so many radians an angle may be larger than the largest: rounding makes 45 degrees more than 45 degrees."""


def is_zero(x: float, y: float) -> bool:
    """Whether a vector is as good as none."""
    return abs(x) < EPSILON and abs(y) < EPSILON


def slid(x: float, y: float, nx: float, ny: float) -> tuple[float, float]:
    """A vector without its part along a normal."""
    along = x * nx + y * ny
    return x - nx * along, y - ny * along
