"""What lies between two values of a property, as Godot's tweens have it.

    floats, vectors, colours, rects, planes, boxes, bases   component by component
    ints and whole vectors     as floats, rounded, halves away from zero
    bool                       true from the half on
    str                        character by character, the length as well
    Quaternion                 `slerp`
    Transform2D, Transform3D   `interpolate_with`
    lists                      element by element; what one has more goes from or to the last one of the other

A weight is 0 at the start and 1 at the end, and may be beyond both.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from math import isfinite
from operator import index
from typing import Any

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import Vector2
from engine.math.errors import SapwoodError
from engine.math.interpolation import lerpf
from engine.math.scalars import roundf
from engine.math.value import Value, is_number, real, shortened, with_type

Mix = Callable[[Any, Any, float], Any]

_new = tuple.__new__
_LAST_CHARACTER = 0x10FFFF


def mix_ints(start: int, end: int, weight: float) -> int:
    """The whole number nearest to the one between two."""
    return int(roundf(start + (end - start) * weight))


def mix_bools(start: bool, end: bool, weight: float) -> bool:
    """The end from half of the way on."""
    return start + (end - start) * weight >= 0.5


def mix_vectors_2(start: Vector2, end: Vector2, weight: float) -> Vector2:
    """`mix_components` for the type that is moved most."""
    x, y = start
    end_x, end_y = end
    return _new(Vector2, (x + (end_x - x) * weight, y + (end_y - y) * weight))


def mix_components(start: Any, end: Any, weight: float) -> Any:
    """The value whose components lie between those of two values of one type."""
    return _new(type(start), [a + (b - a) * weight for a, b in zip(start, end, strict=True)])


def mix_whole_components(start: Any, end: Any, weight: float) -> Any:
    """`mix_components` for types of whole numbers."""
    return _new(type(start), [mix_ints(a, b, weight) for a, b in zip(start, end, strict=True)])


def mix_transforms(start: Any, end: Any, weight: float) -> Any:
    """The transform whose rotation, scale and origin lie between those of two."""
    return start.interpolate_with(end, weight)


def mix_rotations(start: Any, end: Any, weight: float) -> Any:
    """The quaternion on the shortest way between two."""
    return start.slerp(end, weight)


def mix_texts(start: str, end: str, weight: float) -> str:
    """The text whose characters and length lie between those of two."""
    short, long = sorted((start, end), key=len)
    size = min(max(mix_ints(len(start), len(end), weight), len(short)), len(long))
    codes = (mix_ints(ord(a), ord(b), weight) for a, b in zip(start, end, strict=False))
    return "".join(map(_character, codes)) + long[len(short) : size]


def _character(code: int) -> str:
    if 0 < code <= _LAST_CHARACTER and not 0xD800 <= code <= 0xDFFF:
        return chr(code)
    return " "


def mix_lists(start: Any, end: Any, weight: float) -> Any:
    """The list, or tuple, whose elements lie between those of two."""
    if len(start) > len(end) and weight == 1.0:
        start = start[: len(end)]
    elif len(end) > len(start) and weight == 0.0:
        end = end[: len(start)]
    pairs = _paired(start, end)
    return type(start)([interpolation_of(a, "")(a, b, weight) for a, b in pairs])


def _paired(start: Any, end: Any) -> list[tuple[Any, Any]]:
    """The elements of two lists; where one is shorter its last one stands, or where it is empty a zero."""
    last_start = start[-1] if start else None
    last_end = end[-1] if end else None
    pairs = []
    for at, (a, b) in enumerate(zip_longest(start, end)):
        if at >= len(start):
            a = last_start if start else _zero(b)
        if at >= len(end):
            b = last_end if end else _zero(a)
        pairs.append((a, b))
    return pairs


def _zero(value: Any) -> Any:
    """The zero of a value's type; the value itself for what has none."""
    mix = interpolation_of(value, "")
    if mix in (mix_rotations, mix_transforms):
        return value
    if isinstance(value, Value):
        components: Any = value
        return _new(type(components), [type(each)() for each in components])
    return type(value)()


def interpolation_of(value: Any, where: str) -> Mix:
    """The function that gives what lies between `value` and another of its type.

    Raises:
        InvalidTypeError: nothing lies between values of that type; `where` begins the text.
    """
    if isinstance(value, bool):
        return mix_bools
    if isinstance(value, float):
        return lerpf
    if isinstance(value, int):
        return mix_ints
    if isinstance(value, str):
        return mix_texts
    if isinstance(value, Value):
        return _interpolation_of_components(value)
    if type(value) in (list, tuple):
        for element in value:
            interpolation_of(element, where)
        return mix_lists
    raise InvalidTypeError(
        f"{where}: {with_type(value)} cannot be tweened; "
        f"numbers, bool, str, the types of engine.math and lists of them can"
    )


def _interpolation_of_components(value: Value) -> Mix:
    kind = type(value)
    if kind is Vector2:
        return mix_vectors_2
    if hasattr(kind, "interpolate_with"):
        return mix_transforms
    if _is_quaternion(kind):
        return mix_rotations
    components: Any = value
    return mix_whole_components if all(type(each) is int for each in components) else mix_components


def _is_quaternion(kind: type) -> bool:
    return hasattr(kind, "slerpni")


def sum_of(start: Any, change: Any) -> Any:
    """What a relative change makes of a value: the sum, for rotations and transforms the product."""
    if isinstance(start, bool | str):
        return change
    if isinstance(start, Value):
        value: Any = start
        if hasattr(type(value), "orthonormalized") or _is_quaternion(type(value)):
            return value * change
        return _new(type(value), [a + b for a, b in zip(value, change, strict=True)])
    if isinstance(start, list | tuple):
        return type(start)([sum_of(a, b) for a, b in _paired(start, change)])
    return start + change


def fitted(value: Any, current: Any, where: str) -> Any:
    """`value` in the type of `current`: a number for a number, a sequence of numbers for a vector.

    Raises:
        InvalidTypeError: it has another type; `where` begins the text.
        InvalidValueError: it is not finite, has a fraction where `current` is a whole number, or is a quaternion
            that is no rotation.
    """
    if isinstance(current, bool):
        if isinstance(value, bool):
            return value
    elif isinstance(current, float):
        if is_number(value) and not isinstance(value, bool):
            return _finite(real(value, where), where)
    elif isinstance(current, int):
        if is_number(value) and not isinstance(value, bool):
            return _whole(value, where)
    elif isinstance(current, str):
        if isinstance(value, str):
            return value
    elif isinstance(current, Value):
        return _fitted_components(value, current, where)
    elif isinstance(value, list | tuple) and not isinstance(value, Value):
        return type(current)([fitted(b, a, where) for a, b in _paired(current, value)][: len(value)])
    raise _misfit(value, current, where)


def _fitted_components(value: Any, current: Value, where: str) -> Any:
    kind: Any = type(current)
    if type(value) is not kind:
        if isinstance(value, Value) or not isinstance(value, tuple | list):
            raise _misfit(value, current, where)
        try:
            in_parts = any(isinstance(each, tuple | list) for each in value)  # as in ((x, y), (width, height))
            value = kind(*value) if in_parts else kind(value)
        except (SapwoodError, TypeError) as error:
            raise _misfit(value, current, where) from error
    if not all(map(isfinite, value)):
        raise InvalidValueError(f"{where} must be finite, got {shortened(value)}")
    if _is_quaternion(kind) and not value.is_normalized():
        raise InvalidValueError(f"{where} must be a rotation, of length 1, got {shortened(value)}; use normalized()")
    return value


def _finite(value: float, where: str) -> float:
    if not isfinite(value):
        raise InvalidValueError(f"{where} must be finite, got {shortened(value)}")
    return value


def _whole(value: Any, where: str) -> int:
    try:
        return index(value)
    except TypeError:
        number = _finite(real(value, where), where)
    if not number.is_integer():
        raise InvalidValueError(
            f"{where} must be a whole number, since the present value is an int, got {shortened(value)}; "
            f"give the property a float to have fractions"
        )
    return int(number)


def _misfit(value: object, current: object, where: str) -> InvalidTypeError:
    return InvalidTypeError(
        f"{where} must have the type of the present value, {with_type(current)}, got {with_type(value)}"
    )
