"""Checks of what shapes are given: each returns the value to keep, or raises before anything changed.

`item` and `what` are where the text of an error begins: the shape, and its property or argument.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.property_checks import checked_finite, checked_numbers, checked_vector2
from engine.math import Transform2D, Vector2

if TYPE_CHECKING:
    from engine.core.property_checks import Located

_NOT_IN_ORDER = (str, bytes, set, frozenset, dict)


def checked_length(item: Located, what: str, value: Any) -> float:
    """A finite number of 0 or more.

    Raises:
        InvalidTypeError: not a number.
        InvalidValueError: infinite, NaN or below 0.
    """
    length = checked_finite(item, what, value)
    if length < 0.0:
        raise InvalidValueError(f"{item._where()}.{what} must be 0 or more, got {value!r}")
    return length


def checked_size(item: Located, what: str, value: Any) -> Vector2:
    """Two finite numbers of 0 or more.

    Raises:
        InvalidTypeError: not two numbers.
        InvalidValueError: one is infinite, NaN or below 0.
    """
    size = checked_vector2(item, what, value)
    if min(size) < 0.0:
        raise InvalidValueError(f"{item._where()}.{what} must be 0 or more both ways, got {value!r}")
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
    if isinstance(value, _NOT_IN_ORDER) or not hasattr(value, "__iter__"):
        raise InvalidTypeError(f"{item._where()}.{what} must be points (x, y) in order, got {value!r:.80}")
    return tuple([checked_vector2(item, what, point) for point in value])
