"""Powers of two and sizes of tables: functions of ints of 0 to 2 ** 31, with Godot's results.

Every function raises MathTypeError for what is not a whole number.
"""

from __future__ import annotations

from bisect import bisect_right

from engine.math.value import integer

_TABLE_SIZES = (
    *(5, 13, 23, 47, 97, 193, 389, 769, 1543, 3079, 6151, 12289, 24593, 49157, 98317, 196613, 393241, 786433),
    *(1572869, 3145739, 6291469, 12582917, 25165843, 50331653, 100663319, 201326611, 402653189, 805306457, 1610612741),
)


def nearest_po2(value: int) -> int:
    """The smallest power of two that is not below `value`; 0 for 0 and negative numbers.

    >>> nearest_po2(17)
    32
    """
    value = integer(value, "nearest_po2")
    return 1 << (value - 1).bit_length() if value > 0 else 0


def previous_po2(value: int) -> int:
    """The largest power of two that is not above `value`; 0 for 0 and negative numbers."""
    value = integer(value, "previous_po2")
    return 1 << (value.bit_length() - 1) if value > 0 else 0


def closest_po2(value: int) -> int:
    """The power of two with the smallest distance to `value`, the larger of two equally near ones."""
    value = integer(value, "closest_po2")
    above, below = nearest_po2(value), previous_po2(value)
    return below if above - value > value - below else above


def po2_shift(value: int) -> int:
    """The exponent of a power of two, or -1 if `value` is not one."""
    value = integer(value, "po2_shift")
    return value.bit_length() - 1 if value > 0 and not value & (value - 1) else -1


def nearest_shift(value: int) -> int:
    """How many bits a number has; 0 for 0."""
    return integer(value, "nearest_shift").bit_length()


def larger_prime(value: int) -> int:
    """The first prime above `value` of a row that about doubles each time; 0 beyond its end, 1,610,612,741.

    >>> larger_prime(500)
    769
    """
    place = bisect_right(_TABLE_SIZES, integer(value, "larger_prime"))
    return _TABLE_SIZES[place] if place < len(_TABLE_SIZES) else 0
