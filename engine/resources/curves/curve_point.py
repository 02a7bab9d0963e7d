"""CurvePoint: a point of a Curve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.errors import InvalidTypeError
from engine.core.property_checks import checked_choice
from engine.math import Vector2
from engine.math.value import shortened
from engine.resources.curves.checks import checked_slope, checked_vector

if TYPE_CHECKING:
    from enum import IntEnum

    from engine.core.property_checks import Located


class CurvePoint(NamedTuple):
    """A point of the curve, the slopes at which the curve comes to it and leaves it, and how these are found."""

    position: Vector2
    left_tangent: float
    right_tangent: float
    left_mode: int
    right_mode: int

    def slope_to(self, other: CurvePoint) -> float:
        """The slope of the line to another point; 0 where it would be upright."""
        across = other.position.x - self.position.x
        return (other.position.y - self.position.y) / across if across else 0.0


def checked_points(item: Located, what: str, data: Any, modes: type[IntEnum]) -> list[CurvePoint]:
    """Points as files have them: position, left and right tangent, left and right mode of each in one row.

    Raises:
        InvalidTypeError, InvalidValueError: they are anything else.
    """
    if not isinstance(data, (list, tuple)) or len(data) % 5:
        raise InvalidTypeError(
            f"{item._where()}.{what} must have position, two tangents and two modes of each point, "
            f"got {shortened(data, 200)}"
        )
    return [
        CurvePoint(
            checked_vector(item, what, Vector2, data[at]),
            checked_slope(item, what, data[at + 1]),
            checked_slope(item, what, data[at + 2]),
            checked_choice(item, what, data[at + 3], modes),
            checked_choice(item, what, data[at + 4], modes),
        )
        for at in range(0, len(data), 5)
    ]
