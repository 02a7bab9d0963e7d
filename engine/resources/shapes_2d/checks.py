"""Checks of what shapes are given: each returns the value to keep, or raises before anything changed.

`item` and `what` are where the text of an error begins: the shape, and its property or argument.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.property_checks import checked_numbers, checked_vector2
from engine.math import Transform2D, Vector2
from engine.math.value import is_in_order, shortened

if TYPE_CHECKING:
    from engine.core.property_checks import Located


def checked_size(item: Located, what: str, value: Any) -> Vector2:
    """Two finite numbers of 0 or more.

    Raises:
        InvalidTypeError: not two numbers.
        InvalidValueError: one is infinite, NaN or below 0.
    """
    size = checked_vector2(item, what, value)
    if min(size) < 0.0:
        raise InvalidValueError(f"{item._where()}.{what} must be 0 or more both ways, got {shortened(value)}")
    return size


def checked_transform(item: Located, what: str, value: Any) -> Transform2D:
    """A finite transform; errors as `checked_numbers`."""
    return Transform2D(checked_numbers(item, what, value, 6))


def checked_points(item: Located, what: str, value: Any) -> tuple[Vector2, ...]:
    """Finite points in order.

    Raises:
        InvalidTypeError: not points.
        InvalidValueError: one is infinite or NaN.
    """
    if not is_in_order(value):
        raise InvalidTypeError(f"{item._where()}.{what} must be points (x, y) in order, got {shortened(value)}")
    try:
        return tuple([checked_vector2(item, what, point) for point in value])
    except (InvalidTypeError, InvalidValueError) as error:
        raise type(error)(_text_of_wrong_point(item, what, value, type(error))) from None


def _text_of_wrong_point(item: Located, what: str, points: Any, kind: type[Exception]) -> str:
    """Which of the points is the first that is none."""
    for number, point in enumerate(points):
        try:
            checked_vector2(item, what, point)
        except kind:
            return f"{item._where()}.{what}[{number}] must be a point of two finite numbers, got {shortened(point)}"
    return (
        f"{item._where()}.{what} must be points (x, y) in order, "
        f"got {shortened(points)}"
    )  # they could be read once only
