"""Arrays of numbers that people give, as float64."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.math.value import shortened


def number_array(values: Any) -> NDArray[np.float64]:
    """The numbers in sequences of sequences, or in a numpy array; the same array where it is one of float64.

    Raises:
        TypeError, ValueError: not made of numbers, or not as many everywhere; the caller says where.
    """
    array = np.asarray(values)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"numbers are wanted, not {array.dtype}")
    return array.astype(np.float64, copy=False)


def shown(values: Any) -> str:
    """What the text of an error says of values that are no such array."""
    if isinstance(values, np.ndarray):
        return f"an array of {values.dtype} of shape {values.shape}"
    return f"{shortened(values)}"
