"""Easing curves: how a value gets from a start to an end, as Godot's tweens do it.

    from engine.math import easing
    easing.interpolate(easing.TRANS_BOUNCE, easing.EASE_OUT, elapsed, 100.0, 50.0, duration)

A curve takes the part of the time that has passed, 0 to 1, and gives the part of the way that is done, which is
0 at the start, 1 at the end, and beyond both in between for TRANS_ELASTIC, TRANS_BACK and TRANS_SPRING.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from math import cos, pi, sin, sqrt
from typing import Any, Protocol, TypeVar

from engine.math.errors import MathValueError
from engine.math.value import shortened

Curve = Callable[[float], float]


class TransitionType(IntEnum):
    """The shape of a curve."""

    TRANS_LINEAR = 0
    TRANS_SINE = 1
    TRANS_QUINT = 2
    TRANS_QUART = 3
    TRANS_QUAD = 4
    TRANS_EXPO = 5
    TRANS_ELASTIC = 6
    TRANS_CUBIC = 7
    TRANS_CIRC = 8
    TRANS_BOUNCE = 9
    TRANS_BACK = 10
    TRANS_SPRING = 11


class EaseType(IntEnum):
    """Where a curve is slow: at its start, at its end, at both, or in the middle."""

    EASE_IN = 0
    EASE_OUT = 1
    EASE_IN_OUT = 2
    EASE_OUT_IN = 3


TRANS_LINEAR = TransitionType.TRANS_LINEAR
TRANS_SINE = TransitionType.TRANS_SINE
TRANS_QUINT = TransitionType.TRANS_QUINT
TRANS_QUART = TransitionType.TRANS_QUART
TRANS_QUAD = TransitionType.TRANS_QUAD
TRANS_EXPO = TransitionType.TRANS_EXPO
TRANS_ELASTIC = TransitionType.TRANS_ELASTIC
TRANS_CUBIC = TransitionType.TRANS_CUBIC
TRANS_CIRC = TransitionType.TRANS_CIRC
TRANS_BOUNCE = TransitionType.TRANS_BOUNCE
TRANS_BACK = TransitionType.TRANS_BACK
TRANS_SPRING = TransitionType.TRANS_SPRING
EASE_IN = EaseType.EASE_IN
EASE_OUT = EaseType.EASE_OUT
EASE_IN_OUT = EaseType.EASE_IN_OUT
EASE_OUT_IN = EaseType.EASE_OUT_IN


class Scalable(Protocol):
    """A number, a vector, a colour: whatever can be added and multiplied by a number."""

    def __add__(self, other: Any, /) -> Any:
        """Return the sum."""

    def __mul__(self, factor: Any, /) -> Any:
        """Return the multiple."""


_T = TypeVar("_T", bound=Scalable)


def interpolate(trans: int, ease: int, elapsed: float, initial: _T, delta: _T, duration: float) -> _T:
    """The value on the way from `initial` to `initial + delta`, `elapsed` seconds after the start.

    Args:
        trans: the shape, a TransitionType.
        ease: where it is slow, an EaseType.
        elapsed: seconds; held within 0 and `duration`.
        initial: a number, vector or colour.
        delta: the whole way, of the same type.
        duration: seconds; with 0 the way is done.

    >>> interpolate(TRANS_QUAD, EASE_IN, 0.5, 10.0, 4.0, 1.0)
    11.0

    Raises:
        MathValueError: no such transition or ease, or a negative duration.
    """
    if duration < 0.0:
        raise MathValueError(f"easing.interpolate: the duration must be 0 or greater, got {shortened(duration)}")
    shape = curve(trans, ease)
    part = min(max(elapsed / duration, 0.0), 1.0) if duration else 1.0
    value: _T = initial + delta * shape(part)
    return value


def curve(trans: int, ease: int) -> Curve:
    """The curve of a transition and an ease, for parts of 0 to 1.

    Raises:
        MathValueError: no such transition or ease.
    """
    try:
        return _CURVES[TransitionType(trans)][EaseType(ease)]
    except ValueError:
        raise MathValueError(
            f"no easing curve has transition {trans!r} and ease {ease!r}; see TransitionType"
        ) from None


def _four(start: Curve, end: Curve | None = None, both: Curve | None = None) -> tuple[Curve, Curve, Curve, Curve]:
    """A curve of each EaseType from the one that eases in, where one of the others is not made from it."""
    out = end or (lambda part: 1.0 - start(1.0 - part))
    return (start, out, both or _joined(start, out), _joined(out, start))


def _joined(first: Curve, second: Curve) -> Curve:
    return lambda part: first(part * 2.0) * 0.5 if part < 0.5 else 0.5 + second(part * 2.0 - 1.0) * 0.5


def _power_in(exponent: int) -> Curve:
    def power_in(part: float) -> float:
        value: float = part**exponent
        return value

    return power_in


def _sine_in(part: float) -> float:
    return 1.0 - cos(part * (pi / 2.0))


def _circ_in(part: float) -> float:
    return 1.0 - sqrt(1.0 - part * part)


def _expo_in(part: float) -> float:
    return _two_to(10.0 * (part - 1.0)) - 0.001 if part else 0.0


def _expo_out(part: float) -> float:
    return 1.001 * (1.0 - _two_to(-10.0 * part)) if part < 1.0 else 1.0


def _expo_in_out(part: float) -> float:
    if part in (0.0, 1.0):
        return part
    if part < 0.5:
        return 0.5 * _two_to(20.0 * part - 10.0) - 0.0005
    return 0.5 * 1.0005 * (2.0 - _two_to(10.0 - 20.0 * part))


def _elastic_in(part: float) -> float:
    if part in (0.0, 1.0):
        return part
    return -_two_to(10.0 * (part - 1.0)) * _wave(part - 1.0, 0.3)


def _elastic_out(part: float) -> float:
    if part in (0.0, 1.0):
        return part
    return _two_to(-10.0 * part) * _wave(part, 0.3) + 1.0


def _elastic_in_out(part: float) -> float:
    if part in (0.0, 1.0):
        return part
    time = part * 2.0 - 1.0
    if time < 0.0:
        return -0.5 * _two_to(10.0 * time) * _wave(time, 0.45)
    return 0.5 * _two_to(-10.0 * time) * _wave(time, 0.45) + 1.0


def _wave(time: float, period: float) -> float:
    return sin((time - period / 4.0) * (2.0 * pi / period))


def _back_in(part: float) -> float:
    return _overshot(part, 1.70158)


def _back_in_out(part: float) -> float:
    overshoot = 1.70158 * 1.525
    if part < 0.5:
        return 0.5 * _overshot(part * 2.0, overshoot)
    return 1.0 - 0.5 * _overshot(2.0 - part * 2.0, overshoot)


def _overshot(part: float, overshoot: float) -> float:
    return part * part * ((overshoot + 1.0) * part - overshoot)


def _bounce_out(part: float) -> float:
    time = part * 2.75
    if time < 1.0:
        return time * time
    if time < 2.0:
        return (time - 1.5) ** 2 + 0.75
    if time < 2.5:
        return (time - 2.25) ** 2 + 0.9375
    return (time - 2.625) ** 2 + 0.984375


def _bounce_in(part: float) -> float:
    return 1.0 - _bounce_out(1.0 - part)


def _spring_out(part: float) -> float:
    rest = 1.0 - part
    swing: float = sin(part * pi * (0.2 + 2.5 * part * part * part)) * rest**2.2
    return (swing + part) * (1.0 + 1.2 * rest)


def _spring_in(part: float) -> float:
    return 1.0 - _spring_out(1.0 - part)


def _two_to(exponent: float) -> float:
    power: float = 2.0**exponent
    return power


_CURVES: tuple[tuple[Curve, Curve, Curve, Curve], ...] = (
    _four(lambda part: part),
    _four(_sine_in),
    _four(_power_in(5)),
    _four(_power_in(4)),
    _four(_power_in(2)),
    _four(_expo_in, _expo_out, _expo_in_out),
    _four(_elastic_in, _elastic_out, _elastic_in_out),
    _four(_power_in(3)),
    _four(_circ_in),
    _four(_bounce_in, _bounce_out),
    _four(_back_in, both=_back_in_out),
    _four(_spring_in, _spring_out),
)
