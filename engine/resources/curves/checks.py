"""Checks of what curves and gradients are given: each returns the value to keep, or raises before anything changed.

`item` and `what` are where the text of an error begins: the resource, and its property or method.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.property_checks import checked_between, checked_finite, checked_int, checked_numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from engine.core.property_checks import Located
    from engine.math import Vector2, Vector3

    V = TypeVar("V", Vector2, Vector3)

MOST_POINTS = 1_000_000


def checked_vector(item: Located, what: str, vector: type[V], value: Any) -> V:
    """Finite numbers in a sequence, as a vector of that type.

    Raises:
        InvalidTypeError: no sequence of as many numbers.
        InvalidValueError: one is NaN or infinite.
    """
    return vector(checked_numbers(item, what, value, len(vector.ZERO)))


def checked_slope(item: Located, what: str, slope: Any) -> float:
    """A tangent as files have it. One that is not finite is 0: so Godot writes those of two points at one offset.

    Raises:
        InvalidTypeError: not a number.
    """
    return 0.0 if isinstance(slope, float) and slope - slope else checked_finite(item, what, slope)


def checked_index(item: Located, what: str, index: Any, points: Sequence[Any]) -> int:
    """The number of one of `points`.

    Raises:
        InvalidTypeError: no whole number.
        InvalidValueError: there is no such point; negative numbers do not count from the end.
    """
    index = checked_int(item, what, index)
    if not 0 <= index < len(points):
        known = f"there are {len(points)}, from 0" if points else "there are none"
        raise InvalidValueError(f"{item._where()}.{what}: there is no point {index}; {known}")
    return index  # type: ignore[no-any-return]


def checked_offsets(item: Located, what: str, offsets: ArrayLike) -> NDArray[np.float64]:
    """Places on a curve, (N,).

    Raises:
        InvalidTypeError: no numbers in a row.
        InvalidValueError: one is NaN or infinite.
    """
    try:
        found = np.asarray(offsets)
    except ValueError:
        raise InvalidTypeError(
            f"{item._where()}.{what} must be numbers in a row, got rows of different lengths"
        ) from None
    if found.ndim != 1 or (found.size and found.dtype.kind not in "biuf"):
        raise InvalidTypeError(
            f"{item._where()}.{what} must be numbers in a row, got a {found.dtype} array of the shape {found.shape}"
        )
    numbers = found.astype(np.float64)
    if not np.isfinite(numbers).all():
        raise InvalidValueError(f"{item._where()}.{what} must be finite, got {numbers[~np.isfinite(numbers)][0]}")
    return numbers


def checked_count(item: Located, what: str, count: Any) -> int:
    """A number of points.

    Raises:
        InvalidTypeError: no whole number.
        InvalidValueError: it is negative, or above a million.
    """
    return checked_between(item, what, count, 0, MOST_POINTS)


def refuse_empty(item: Located, what: str, points: Sequence[Any]) -> None:
    """Raise when there are no points to take a value from.

    Raises:
        InvalidValueError: there are none.
    """
    if not points:
        raise InvalidValueError(f"{item._where()}.{what}: the curve has no points; add_point() some first")
