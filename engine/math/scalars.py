"""Functions of numbers that Python's `math` lacks, with Godot's names and results.

Angles are radians. Numbers are doubles; `EPSILON` is the tolerance of all `is_..._approx` in this package.
NaN passes through; a division by zero raises DivisionByZeroError where Godot would give infinity or NaN.
"""

from __future__ import annotations

from math import copysign, exp, floor, fmod, isfinite, isinf, log, pi, tau, trunc
from typing import Any, TypeVar, overload

from engine.math.errors import DivisionByZeroError, MathValueError
from engine.math.value import Value, integer, shortened

EPSILON = 0.00001
"""Two numbers closer than this, or than this part of the first, are equal to `is_equal_approx`."""

LENGTH_TOLERANCE = 0.001
"""How far the square of a length may be from 1 for `is_normalized`, and for whatever needs a length of 1."""

_T = TypeVar("_T", bound=Value)
_DECIBELS = 20.0 / log(10.0)


def is_equal_approx(a: float, b: float, tolerance: float = 0.0) -> bool:
    """Whether two numbers are the same up to `tolerance`; by default EPSILON, relative for numbers above 1.

    >>> is_equal_approx(0.1 + 0.2, 0.3)
    True
    """
    if a == b:
        return True
    return abs(a - b) < (tolerance or max(EPSILON * abs(a), EPSILON))


def is_zero_approx(value: float) -> bool:
    """Whether a number is closer to 0 than EPSILON."""
    return abs(value) < EPSILON


def sign(value: float) -> float:
    """Return 1.0, -1.0, or 0.0 for zero and NaN."""
    return 1.0 if value > 0 else -1.0 if value < 0 else 0.0


def signf(value: float) -> float:
    """The same as `sign`, under Godot's name for floats alone."""
    return sign(value)


def signi(value: int) -> int:
    """Return 1, -1, or 0 for zero."""
    return (value > 0) - (value < 0)


def roundf(value: float) -> float:
    """Round to a whole float, halves away from zero: Godot's `round`, where Python's goes to the even neighbour.

    >>> roundf(2.5), roundf(-2.5)
    (3.0, -3.0)
    """
    if not isfinite(value):
        return value
    whole = trunc(value)
    return whole + copysign(1.0, value) if abs(value - whole) >= 0.5 else float(whole)


def roundi(value: float) -> int:
    """Round to an int, halves away from zero.

    >>> roundi(2.5), round(2.5)
    (3, 2)

    Raises:
        MathValueError: `value` is infinite or NaN.
    """
    if not isfinite(value):
        raise MathValueError(f"roundi: the value must be finite, got {shortened(value)}")
    return int(roundf(value))


def floor_whole(value: float) -> float:
    """The largest whole float that is not above `value`; infinities and NaN stay what they are."""
    return float(floor(value)) if isfinite(value) else value


def ceil_whole(value: float) -> float:
    """The smallest whole float that is not below `value`; infinities and NaN stay what they are."""
    return -floor_whole(-value)


@overload
def clamp(value: float, minimum: float, maximum: float) -> float: ...
@overload
def clamp(value: _T, minimum: Any, maximum: Any) -> _T: ...
def clamp(value: Any, minimum: Any, maximum: Any) -> Any:
    """Return `value`, or the limit that it is beyond; an int stays an int, a vector or colour goes part by part.

    >>> clamp(12, 0, 10)
    10
    """
    if isinstance(value, Value):  # compared like the tuple that it is, it would not come between the limits
        return value.clamp(minimum, maximum)  # type: ignore[attr-defined]
    return minimum if value < minimum else maximum if value > maximum else value


def clampf(value: float, minimum: float, maximum: float) -> float:
    """Like `clamp`, always a float."""
    return float(clamp(value, minimum, maximum))


def clampi(value: int, minimum: int, maximum: int) -> int:
    """Like `clamp`, for ints."""
    return minimum if value < minimum else maximum if value > maximum else value


def fposmod(value: float, divisor: float) -> float:
    """The remainder with the sign of the divisor.

    >>> fposmod(-1.0, 3.0)
    2.0

    Raises:
        DivisionByZeroError: the divisor is 0.
    """
    try:
        return value % divisor + 0.0
    except ZeroDivisionError:
        raise DivisionByZeroError(f"fposmod({value!r}, 0): the divisor must not be 0") from None


def posmod(value: int, divisor: int) -> int:
    """The remainder of ints with the sign of the divisor.

    >>> posmod(-20, 3), posmod(20, -3)
    (1, -1)

    Raises:
        DivisionByZeroError: the divisor is 0.
    """
    try:
        return value % divisor
    except ZeroDivisionError:
        raise DivisionByZeroError(f"posmod({value!r}, 0): the divisor must not be 0") from None


def wrapi(value: int, minimum: int, maximum: int) -> int:
    """Wrap an int into `minimum <= result < maximum`; `minimum` if the range is empty.

    >>> wrapi(-30, -20, 160)
    150
    """
    size = maximum - minimum
    return minimum + (value - minimum) % size if size else minimum


def wrapf(value: float, minimum: float, maximum: float) -> float:
    """Wrap a number into `minimum <= result < maximum`; `minimum` if the range is empty.

    >>> wrapf(370.0, 0.0, 360.0)
    10.0
    """
    size = maximum - minimum
    if is_zero_approx(size):
        return float(minimum)
    wrapped = value - size * floor_whole((value - minimum) / size)
    return float(minimum) if is_equal_approx(wrapped, maximum) else wrapped


def wrap(value: float, minimum: float, maximum: float) -> float:
    """Like `wrapi` when all three are ints, like `wrapf` otherwise."""
    if isinstance(value, int) and isinstance(minimum, int) and isinstance(maximum, int):
        return wrapi(value, minimum, maximum)
    return wrapf(value, minimum, maximum)


def pingpong(value: float, length: float) -> float:
    """Bounce between 0 and `length` as `value` grows; 0 if `length` is 0.

    >>> [pingpong(value, 2.0) for value in (0, 1, 2, 3, 4)]
    [0.0, 1.0, 2.0, 1.0, 0.0]
    """
    if length == 0:
        return 0.0
    part = (value - length) / (length * 2.0)
    return abs((part - floor_whole(part)) * length * 2.0 - length)


def snapped(value: float, step: float) -> float:
    """Round to the nearest multiple of `step`, halves up; unchanged if `step` is 0.

    >>> snapped(32, 2.5)
    32.5
    """
    return floor_whole(value / step + 0.5) * step if step else float(value)


def snappedf(value: float, step: float) -> float:
    """The same as `snapped`, under Godot's name for numbers alone."""
    return snapped(value, step)


def snappedi(value: float, step: int) -> int:
    """Round to the nearest multiple of the int `step`, halves up; the nearest int if `step` is 0.

    Raises:
        MathValueError: `value` is infinite or NaN.
        MathTypeError: `step` is not a whole number.
    """
    step = integer(step, "snappedi, the step")
    if not isfinite(value):
        raise MathValueError(f"snappedi: the value must be finite, got {shortened(value)}")
    return floor(value / step + 0.5) * step if step else int(roundf(value))


def step_decimals(step: float) -> int:
    """The place of the first decimal of a step that is not 0: 0 for whole numbers and beyond nine places.

    >>> step_decimals(5), step_decimals(1.0005), step_decimals(0.25)
    (0, 4, 1)

    Raises:
        MathValueError: the step is infinite.
    """
    if isinf(step):
        raise MathValueError(f"step_decimals: the step must be finite, got {shortened(step)}")
    rest = abs(fmod(step, 1.0))
    for decimals in range(10):
        if rest >= 0.9999 * 10.0**-decimals:
            return decimals
    return 0


def deg_to_rad(degrees: float) -> float:
    """Degrees to radians.

    >>> deg_to_rad(180)
    3.141592653589793
    """
    return degrees * (pi / 180.0)


def rad_to_deg(radians: float) -> float:
    """Radians to degrees."""
    return radians * (180.0 / pi)


def angle_difference(start: float, end: float) -> float:
    """How far to turn from one angle to another the short way: -pi to pi.

    >>> round(rad_to_deg(angle_difference(deg_to_rad(350), deg_to_rad(10))))
    20

    Raises:
        MathValueError: an angle is infinite.
    """
    if isinf(start) or isinf(end):
        raise MathValueError(f"angle_difference: the angles must not be infinite, got {start!r} and {end!r}")
    turn = fmod(end - start, tau)
    return fmod(2.0 * turn, tau) - turn


def move_toward(start: float, end: float, delta: float) -> float:
    """Go from `start` towards `end` by `delta`, not beyond it; away from it if `delta` is negative.

    >>> move_toward(5, 10, 4), move_toward(10, 5, 1.5), move_toward(9, 10, 4)
    (9.0, 8.5, 10.0)
    """
    way = end - start
    return float(end) if abs(way) <= delta else start + sign(way) * delta


def rotate_toward(start: float, end: float, delta: float) -> float:
    """Turn from one angle towards another by `delta`, the short way and not beyond it.

    A negative `delta` turns away, and stops opposite to `end`.
    """
    way = angle_difference(start, end)
    distance = abs(way)
    return start + clamp(delta, distance - pi, distance) * (1.0 if way >= 0.0 else -1.0)


def db_to_linear(db: float) -> float:
    """Decibels to a factor of amplitude: 0 dB is 1, -6 dB about a half.

    Raises:
        MathValueError: the factor is beyond the range of floats (above some 6,000 dB).
    """
    try:
        return exp(db / _DECIBELS)
    except OverflowError:
        raise MathValueError(f"db_to_linear: {db!r} dB is out of range") from None


def linear_to_db(linear: float) -> float:
    """A factor of amplitude to decibels; minus infinity for 0.

    Raises:
        MathValueError: `linear` is negative.
    """
    if linear < 0:
        raise MathValueError(f"linear_to_db: an amplitude must be 0 or greater, got {shortened(linear)}")
    return log(linear) * _DECIBELS if linear else -float("inf")
