"""Checks of what a search is given: weight scales, and what overridden costs and estimates return."""

from __future__ import annotations

from engine.math.errors import MathTypeError, MathValueError
from engine.math.value import real, shortened


def refuse_godots_names(cls: type) -> None:
    """Refuse a subclass that overrides the costs under Godot's names, which nobody would ask.

    Raises:
        MathTypeError: it defines `_compute_cost` or `_estimate_cost`.
    """
    for name in ("_compute_cost", "_estimate_cost"):
        if name in vars(cls):
            raise MathTypeError(f"{cls.__name__}.{name} is never called; it is {name[1:]} here")


def checked_weight(where: str, weight_scale: float) -> float:
    """A weight scale as a float; `where` begins the error's text.

    Raises:
        MathTypeError: not a number.
        MathValueError: negative, infinite or NaN.
    """
    weight = real(weight_scale, where)
    if not 0.0 <= weight < float("inf"):
        raise MathValueError(f"{where} - a weight scale must be finite and 0 or more, got {shortened(weight_scale)}")
    return weight


def checked_cost(where: str, start: object, end: object, value: float) -> float:
    """What an overridden `compute_cost` returned, as a float.

    Raises:
        MathTypeError: not a number.
        MathValueError: negative or NaN.
    """
    cost = real(value, f"{where}({start!r}, {end!r})")
    if not cost >= 0.0:
        raise MathValueError(f"{where}({start!r}, {end!r}) - a cost must be 0 or more, got {shortened(value)}")
    return cost


def checked_estimate(where: str, start: object, end: object, value: float) -> float:
    """What an overridden `estimate_cost` returned, as a float.

    Raises:
        MathTypeError: not a number.
        MathValueError: NaN.
    """
    estimate = real(value, f"{where}({start!r}, {end!r})")
    if estimate != estimate:
        raise MathValueError(f"{where}({start!r}, {end!r}) - an estimate must be a number, got {shortened(value)}")
    return estimate
