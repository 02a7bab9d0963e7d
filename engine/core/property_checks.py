"""Checks of values that are set to properties: each returns the value to keep, or raises before anything changed.

`item` and `what` are where the text of an error begins: the object's path, and its property. `one_of` and `between`
make such checks, for `kept_property`. `check_seconds` and `is_finite` are for whatever else takes numbers.
"""

from __future__ import annotations

from importlib import import_module
from math import dist, isfinite
from typing import TYPE_CHECKING, Any, TypeVar

import engine.math  # whole: what few games use is imported when it is first asked for
from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math.errors import MathTypeError, SapwoodError
from engine.math.value import integer, is_bool, real, reals, shortened

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import IntEnum, IntFlag
    from typing import Protocol

    from engine.math import Color, Vector2

    class Located(Protocol):
        """What can say where it is, for errors."""

        def _where(self) -> str: ...


E = TypeVar("E", bound="IntEnum")
F = TypeVar("F", bound="IntFlag")
T = TypeVar("T")
ALL_LAYERS = 2**32 - 1
"""Each of the 32 layers of a mask."""
_WORDS = {2: "two", 3: "three", 4: "four", 6: "six", 9: "nine", 12: "twelve"}


def checked_bool(item: Located, what: str, value: object) -> bool:
    """True or False; numpy's count too, and whole numbers as their truth.

    Raises:
        InvalidTypeError: anything else, also what Python would take for true, such as "no".
    """
    try:
        return value if value is True or value is False else integer(value, "") != 0
    except MathTypeError:
        raise InvalidTypeError(
            f"{item._where()}.{what} must be True or False, got {shortened(value)}; write bool(...) for its truth"
        ) from None


def checked_int(item: Located, what: str, value: Any) -> int:
    """A whole number as a plain int; numpy's count too, and True and False as 1 and 0, as everywhere in Python.

    Raises:
        InvalidTypeError: anything else, also a float without a fraction.
    """
    try:
        return value if type(value) is int else integer(value, "")
    except MathTypeError:
        raise InvalidTypeError(f"{item._where()}.{what} must be a whole number, got {shortened(value)}") from None


def checked_between(item: Located, what: str, value: Any, least: int, most: int) -> int:
    """A whole number from `least` to `most`.

    Raises:
        InvalidTypeError: not a whole number.
        InvalidValueError: another one.
    """
    number = checked_int(item, what, value)
    if not least <= number <= most:
        raise InvalidValueError(f"{item._where()}.{what} must be from {least:,} to {most:,}, got {shortened(number)}")
    return number


def checked_layers(item: Located, what: str, value: Any) -> int:
    """A bit for each of 32 layers; of a negative number those that 32 bits have of it, so that -1 is all of them.

    Raises:
        InvalidTypeError: not a whole number.
        InvalidValueError: of more bits.
    """
    number = checked_int(item, what, value)
    if -(1 << 31) <= number < 0:
        return number & ALL_LAYERS
    return checked_between(item, what, number, 0, ALL_LAYERS)


def with_layer(item: Located, method: str, layers: int, layer: Any, enabled: Any, switch: str) -> int:
    """`layers` with one of 32 bits, counted from 0, set or not; `method` and its argument `switch` are for errors.

    Raises:
        InvalidTypeError, InvalidValueError: another number, or `enabled` is neither True nor False.
    """
    bit = 1 << checked_between(item, f"{method}(layer)", layer, 0, 31)
    return layers | bit if checked_bool(item, f"{method}({switch})", enabled) else layers & ~bit


def has_layer(item: Located, method: str, layers: int, layer: Any) -> bool:
    """Whether one of 32 bits, counted from 0, is set in `layers`; errors as `with_layer`."""
    return bool(layers >> checked_between(item, f"{method}(layer)", layer, 0, 31) & 1)


def checked_real(item: Located, what: str, value: Any) -> float:
    """A number as a float; infinity and NaN are numbers.

    Raises:
        InvalidTypeError: anything else, or an int beyond the range of floats.
    """
    try:
        return real(value, "")
    except MathTypeError:
        raise InvalidTypeError(f"{item._where()}.{what} must be a number, got {shortened(value)}") from None


def checked_finite(item: Located, what: str, value: Any) -> float:
    """A finite number as a float.

    Raises:
        InvalidTypeError: not a number.
        InvalidValueError: infinite or NaN.
    """
    try:
        number = value if type(value) is float else real(value, "")
    except MathTypeError:
        raise InvalidTypeError(f"{item._where()}.{what} must be a finite number, got {shortened(value)}") from None
    if number - number:  # not a number, for what is not finite
        raise InvalidValueError(f"{item._where()}.{what} must be a finite number, got {shortened(value)}")
    return number


def checked_non_negative(item: Located, what: str, value: Any) -> float:
    """A finite number of 0 or more.

    Raises:
        InvalidTypeError: not a number.
        InvalidValueError: infinite, NaN or below 0.
    """
    number = checked_finite(item, what, value)
    if number < 0.0:
        raise InvalidValueError(f"{item._where()}.{what} must be 0 or more, got {shortened(value)}")
    return number


def checked_positive(item: Located, what: str, value: Any) -> float:
    """A finite number above 0.

    Raises:
        InvalidTypeError: not a number.
        InvalidValueError: infinite, NaN, 0 or below.
    """
    number = checked_finite(item, what, value)
    if number <= 0.0:
        raise InvalidValueError(f"{item._where()}.{what} must be greater than 0, got {shortened(value)}")
    return number


def is_finite(value: Any) -> bool:
    """Whether a value is a number, and a finite one; an int beyond the range of floats is none."""
    try:
        return isfinite(value)
    except (TypeError, ValueError, OverflowError):
        return False


def check_seconds(name: str, seconds: float) -> None:
    """Refuse a number of seconds that is negative or not finite.

    Raises:
        InvalidValueError: it is one.
    """
    if not (is_finite(seconds) and seconds >= 0):
        raise InvalidValueError(f"{name} must be a finite number of seconds, 0 or more, got {shortened(seconds)}")


def checked_numbers(item: Located, what: str, value: Any, count: int) -> tuple[float, ...]:
    """Exactly `count` finite numbers, of any sequence, as floats.

    Raises:
        InvalidTypeError: not so many numbers.
        InvalidValueError: one of them is infinite or NaN.
    """
    try:
        numbers = reals(value, count, "")
    except MathTypeError:
        shown = shortened(value)
        same = f"; write ({', '.join([shown] * count)})" if count in (2, 3) and isinstance(value, (int, float)) else ""
        if count == 4 and what.rstrip(")").endswith("rect"):
            same = "; write (x, y, width, height)"
        raise InvalidTypeError(
            f"{item._where()}.{what} must be {_WORDS[count]} finite numbers, got {shown}{same}"
        ) from None
    if dist(numbers, numbers):  # the distance to itself of what is not finite
        raise InvalidValueError(
            f"{item._where()}.{what} must be {_WORDS[count]} finite numbers, got {shortened(value)}"
        )
    return numbers


def checked_vector2(item: Located, what: str, value: Any) -> Vector2:
    """Two finite numbers, as a vector; errors as `checked_numbers`."""
    return engine.math.Vector2(checked_numbers(item, what, value, 2))


def checked_color(item: Located, what: str, value: Any) -> Color:
    """A finite colour, of any form that Color takes.

    Raises:
        InvalidTypeError: not a colour.
        InvalidValueError: a channel is infinite or NaN.
    """
    try:
        color = value if type(value) is engine.math.Color else engine.math.Color(value)
    except SapwoodError as error:
        raise InvalidTypeError(f"{item._where()}.{what} must be a Color: {error}") from None
    if dist(color, color):
        raise InvalidValueError(f"{item._where()}.{what} must be finite, got {shortened(value)}")
    return color


def checked_choice(item: Located, what: str, value: Any, choices: type[E]) -> E:
    """A member of `choices`, given itself or as its number.

    Raises:
        InvalidValueError: anything else; the text lists the members.
    """
    if value.__class__ is choices:
        return value
    try:
        if not is_bool(value):  # which is an int in Python, but means no member
            return choices(value)
    except ValueError:
        pass
    known = ", ".join(f"{each.name} {each.value}" for each in choices)
    named = isinstance(value, str) and value.upper() in choices.__members__
    hint = f"; write {choices.__name__}.{value.upper()}" if named else ""
    raise InvalidValueError(f"{item._where()}.{what} must be one of {known}, got {shortened(value)}{hint}")


def checked_flags(item: Located, what: str, value: Any, flags: type[F]) -> F:
    """Members of `flags`, combined with `|`, given themselves or as their number; 0 for none.

    Raises:
        InvalidTypeError: not a whole number, or True or False, which mean no member.
        InvalidValueError: it has other bits; the text lists the members.
    """
    number = None if is_bool(value) else checked_int(item, what, value)
    if number is None or number & ~sum(flags):
        known = ", ".join(f"{each.name} {each.value}" for each in flags)
        error = InvalidTypeError if number is None else InvalidValueError
        raise error(f"{item._where()}.{what} must be made of {known}, got {shortened(value)}")
    return flags(number)


def one_of(choices: type[E]) -> Callable[[Located, str, Any], E]:
    """The check of a property that is one of `choices`."""
    return lambda item, what, value: checked_choice(item, what, value, choices)


def between(least: int, most: int) -> Callable[[Located, str, Any], int]:
    """The check of a whole number from `least` to `most`."""
    return lambda item, what, value: checked_between(item, what, value, least, most)


def checked_or_none(item: Located, what: str, value: Any, kind: type[T], advice: str = "") -> T | None:
    """An object of the class `kind`, or None; `advice` is what an error says at its end, such as "load() one".

    Raises:
        InvalidTypeError: anything else.
    """
    if value is not None and not isinstance(value, kind):
        article = "an" if kind.__name__[0] in "AEIOU" else "a"
        advice = import_module("engine.core.kind_advice").advice_on(value, kind.__name__) or advice
        raise InvalidTypeError(
            f"{item._where()}.{what} must be {article} {kind.__name__} or None, got {shortened(value)}"
            f"{advice and '; '}{advice}"
        )
    return value


def checked_str(item: Located, what: str, value: object) -> str:
    """A text.

    Raises:
        InvalidTypeError: anything else.
    """
    if not isinstance(value, str):
        raise InvalidTypeError(f"{item._where()}.{what} must be a str, got {shortened(value)}")
    return value
