"""What stands beside a `*`: one point, or several, as plain numbers; the value types know themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.math.value import Value, has_length, is_number


def is_point(value: Any, size: int) -> bool:
    """Whether a value is a sequence or array of `size` numbers, going by the first."""
    if isinstance(value, np.ndarray):
        return bool(value.shape == (size,))
    return (
        isinstance(value, Sequence)
        and not isinstance(value, (str, bytes))
        and len(value) == size
        and is_number(value[0])
    )


def is_points(value: Any) -> bool:
    """Whether a value holds other things than numbers, which may be points; no value type does."""
    if not has_length(value) or isinstance(value, (str, bytes, Value)):
        return False
    return not any(map(is_number, value))
