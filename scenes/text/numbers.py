"""How numbers are spelled: the shortest text that reads back as the same double, laid out as Godot lays it out.

Godot writes numbers as C's `%g` does: an exponent below 0.0001, and where more than six digits stand before the point
of what is a float32, or more than fifteen before that of any other double.
"""

from __future__ import annotations

from math import isfinite
from struct import pack, unpack
from typing import Final

__all__ = ["INT_MAX", "INT_MIN", "clamped", "component", "whole"]

INT_MIN: Final = -(2**63)
INT_MAX: Final = 2**63 - 1
_PLAIN: Final = 1e6  # below this no number has an exponent for its size
_FLOAT32_DIGITS: Final = 9
_FLOAT32_MAX: Final = 3.4028234663852886e38


def component(number: float) -> str:
    """A finite number as the part of a constructor: whole ones without a point.

    >>> component(1.0), component(-0.5), component(1e-5), component(1e6)
    ('1', '-0.5', '1e-05', '1e+06')
    """
    if -_PLAIN < number < _PLAIN:
        text = repr(number)
        return text[:-2] if text[-2:] == ".0" else text
    return _large(number)


def whole(digits: str) -> int:
    """The int of a text `-?[0-9]+`, clamped to 64 bits, however long it is."""
    negative = digits[0] == "-"
    significant = digits[negative:].lstrip("0") or "0"
    if len(significant) > 19:
        return INT_MIN if negative else INT_MAX
    number = int(significant)
    return max(-number, INT_MIN) if negative else min(number, INT_MAX)


def clamped(number: float) -> int:
    """The int of a finite or infinite number, without its fraction, clamped to 64 bits."""
    if not isfinite(number):
        return INT_MAX if number > 0 else INT_MIN
    return max(INT_MIN, min(int(number), INT_MAX))


def _large(number: float) -> str:
    """The text of a finite number of a million or more."""
    sign = "-" if number < 0 else ""
    mantissa, _, exponent = repr(abs(number)).partition("e")
    before, _, after = mantissa.partition(".")
    digits = (before + after).rstrip("0")
    point = len(before) + int(exponent or 0)  # digits before the decimal point
    if point > 15 or _is_float32(number, len(digits)):
        fraction = f".{digits[1:]}" if len(digits) > 1 else ""
        return f"{sign}{digits[0]}{fraction}e+{point - 1:02d}"
    if len(digits) <= point:
        return sign + digits.ljust(point, "0")
    return f"{sign}{digits[:point]}.{digits[point:]}"


def _is_float32(number: float, digits: int) -> bool:
    """Whether a number is what so many digits leave of a float32: Godot's vectors hold those."""
    if digits > _FLOAT32_DIGITS or abs(number) > _FLOAT32_MAX:
        return False
    nearest: float = unpack("f", pack("f", number))[0]
    return float(f"{nearest:.{digits - 1}e}") == number
