"""Values between values: straight, eased, cubic and Bezier, for numbers, angles and vectors.

A weight of 0 gives the start and 1 the end; weights outside 0 to 1 go on beyond them. Angles are radians.
"""

from __future__ import annotations

from math import fmod, tau
from typing import TYPE_CHECKING, Any, TypeVar, overload

from engine.math.errors import DivisionByZeroError
from engine.math.scalars import angle_difference, clamp, is_equal_approx

if TYPE_CHECKING:
    from typing import Protocol

    class Interpolated(Protocol):
        """A vector, a colour: whatever has `lerp`."""

        def lerp(self, to: Any, weight: float) -> Any:
            """Return the value between this one and `to`."""

    class Turned(Protocol):
        """A Quaternion, a Basis: whatever has `slerp`."""

        def slerp(self, to: Any, weight: float) -> Any:
            """Return the rotation between this one and `to`."""

    class Placed(Protocol):
        """A Transform2D, a Transform3D: whatever has `interpolate_with`."""

        def interpolate_with(self, other: Any, weight: float) -> Any:
            """Return the transform between this one and another."""


_T = TypeVar("_T", bound="Interpolated | Turned | Placed")


@overload
def lerp(start: float, end: float, weight: float) -> float: ...
@overload
def lerp(start: _T, end: _T, weight: float) -> _T: ...
def lerp(start: Any, end: Any, weight: float) -> Any:
    """The value between two numbers, vectors, colours, rotations (as by `slerp`) or transforms.

    >>> lerp(0.0, 4.0, 0.75)
    3.0
    """
    if isinstance(start, (float, int)):
        return start + (end - start) * weight
    for method in ("lerp", "slerp", "interpolate_with"):
        if hasattr(start, method):
            return getattr(start, method)(end, weight)
    return start + (end - start) * weight


def lerpf(start: float, end: float, weight: float) -> float:
    """The number between two numbers."""
    return start + (end - start) * weight


def lerp_angle(start: float, end: float, weight: float) -> float:
    """The angle between two angles, the short way round."""
    return start + angle_difference(start, end) * weight


def inverse_lerp(start: float, end: float, value: float) -> float:
    """The weight at which `lerp` gives `value`.

    >>> inverse_lerp(20.0, 30.0, 27.5)
    0.75

    Raises:
        DivisionByZeroError: `start` and `end` are equal.
    """
    if start == end:
        raise DivisionByZeroError(f"inverse_lerp: the range from {start!r} to {end!r} is empty")
    return (value - start) / (end - start)


def remap(value: float, input_start: float, input_end: float, output_start: float, output_end: float) -> float:
    """Carry a number over from one range to another, also beyond their ends.

    >>> remap(75, 0, 100, -1, 1)
    0.5

    Raises:
        DivisionByZeroError: the input range is empty.
    """
    if input_start == input_end:
        raise DivisionByZeroError(f"remap: the input range from {input_start!r} to {input_end!r} is empty")
    return lerpf(output_start, output_end, (value - input_start) / (input_end - input_start))


def smoothstep(start: float, end: float, value: float) -> float:
    """Rise from 0 at `start` to 1 at `end` with no slope at both; a step where they are equal.

    >>> smoothstep(0, 2, 1), smoothstep(0, 2, -5)
    (0.5, 0.0)
    """
    if is_equal_approx(start, end):
        if start <= end:
            return 0.0 if value <= start else 1.0
        return 1.0 if value <= end else 0.0
    part = clamp((value - start) / (end - start), 0.0, 1.0)
    return part * part * (3.0 - 2.0 * part)


def ease(value: float, curve: float) -> float:
    """Bend 0 to 1: a `curve` above 1 eases in, 0 to 1 out, below -1 in and out, -1 to 0 out and in, 0 gives 0.

    `value` is held within 0 and 1.

    >>> ease(0.5, 2.0), ease(0.5, 0.5), ease(0.25, -2.0)
    (0.25, 0.75, 0.125)
    """
    part = clamp(float(value), 0.0, 1.0)
    if curve > 0.0:
        return _power(part, curve) if curve >= 1.0 else 1.0 - _power(1.0 - part, 1.0 / curve)
    if curve < 0.0:
        if part < 0.5:
            return _power(part * 2.0, -curve) * 0.5
        return (1.0 - _power(1.0 - (part - 0.5) * 2.0, -curve)) * 0.5 + 0.5
    return 0.0


def _power(base: float, exponent: float) -> float:
    result: float = base**exponent
    return result


def cubic_interpolate(start: float, end: float, before: float, after: float, weight: float) -> float:
    """The number on the smooth curve through `before`, `start`, `end` and `after`, between the middle two.

    >>> cubic_interpolate(1.0, 4.0, 0.0, 7.0, 0.5)
    2.375
    """
    return 0.5 * (
        start * 2.0
        + (end - before) * weight
        + (2.0 * before - 5.0 * start + 4.0 * end - after) * (weight * weight)
        + (3.0 * start - before - 3.0 * end + after) * (weight * weight * weight)
    )


def cubic_interpolate_in_time(
    start: float,
    end: float,
    before: float,
    after: float,
    weight: float,
    end_time: float,
    before_time: float,
    after_time: float,
) -> float:
    """Like `cubic_interpolate` for keys at uneven times, in seconds from `start`: `before_time` is negative."""
    time = end_time * weight
    a1 = lerpf(before, start, _part(time - before_time, -before_time, 0.0))
    a2 = lerpf(start, end, _part(time, end_time, 0.5))
    a3 = lerpf(end, after, _part(time - end_time, after_time - end_time, 1.0))
    b1 = lerpf(a1, a2, _part(time - before_time, end_time - before_time, 0.0))
    b2 = lerpf(a2, a3, _part(time, after_time, 1.0))
    return lerpf(b1, b2, _part(time, end_time, 0.5))


def _part(time: float, length: float, otherwise: float) -> float:
    return time / length if length else otherwise


def cubic_interpolate_angle(start: float, end: float, before: float, after: float, weight: float) -> float:
    """Like `cubic_interpolate` for angles, each step taken the short way round."""
    start, end, before, after = _unrolled(start, end, before, after)
    return cubic_interpolate(start, end, before, after, weight)


def cubic_interpolate_angle_in_time(
    start: float,
    end: float,
    before: float,
    after: float,
    weight: float,
    end_time: float,
    before_time: float,
    after_time: float,
) -> float:
    """Like `cubic_interpolate_in_time` for angles, each step taken the short way round."""
    start, end, before, after = _unrolled(start, end, before, after)
    return cubic_interpolate_in_time(start, end, before, after, weight, end_time, before_time, after_time)


def _unrolled(start: float, end: float, before: float, after: float) -> tuple[float, float, float, float]:
    turn = angle_difference(start, end)  # refuses infinite angles
    start = fmod(start, tau)
    near_end = start + turn
    return (start, near_end, start + angle_difference(start, before), near_end + angle_difference(near_end, after))


def bezier_interpolate(start: float, control_1: float, control_2: float, end: float, weight: float) -> float:
    """The number on the cubic Bezier curve from `start` to `end`.

    >>> bezier_interpolate(0.0, 0.0, 1.0, 1.0, 0.5)
    0.5
    """
    rest = 1.0 - weight
    return (
        start * (rest * rest * rest)
        + control_1 * (rest * rest * weight * 3.0)
        + control_2 * (rest * weight * weight * 3.0)
        + end * (weight * weight * weight)
    )


def bezier_derivative(start: float, control_1: float, control_2: float, end: float, weight: float) -> float:
    """The slope of the cubic Bezier curve, per unit of weight."""
    rest = 1.0 - weight
    return (
        (control_1 - start) * (3.0 * rest * rest)
        + (control_2 - control_1) * (6.0 * rest * weight)
        + (end - control_2) * (3.0 * weight * weight)
    )
