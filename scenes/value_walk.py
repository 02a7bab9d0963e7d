"""Walks through values of a file: what is of certain types in one, others in the place of it, and what is the same."""

from __future__ import annotations

from math import copysign
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core.object import Object
from scenes.text import values as v

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["found_in", "replaced", "same"]

_CONTAINERS = (list, dict, v.Key, v.ObjectValue)


def found_in(value: Any, kinds: type | tuple[type, ...]) -> Iterator[Any]:
    """What is of certain types in a value of a file, however deep, in order; the types of typed arrays count in.

    Args:
        value: as `to_file` gives it, or a reader; where a reference stands may be the node or resource itself.
        kinds: the types, which are not looked into.
    """
    open_values = [value]
    while open_values:
        value = open_values.pop()
        if isinstance(value, kinds):
            yield value
        elif isinstance(value, dict):
            types = [value.key_type, value.value_type] if isinstance(value, v.TypedDictionary) else []
            open_values += reversed([*types, *(each for pair in value.items() for each in pair)])
        elif isinstance(value, list):
            open_values += reversed(value)
            if isinstance(value, v.TypedArray):
                open_values.append(value.element_type)
        elif isinstance(value, v.Key):
            open_values.append(value.value)
        elif isinstance(value, v.ObjectValue):
            open_values += reversed(value.properties.values())


def replaced(value: Any, kinds: type | tuple[type, ...], replacement: Callable[[Any], Any]) -> Any:
    """A value with others in the place of what is of certain types; containers that hold none are what they were.

    Args:
        value: as a reader gives it: no deeper than one lets values stand in one another.
        kinds: the types, which are not looked into.
        replacement: gives what takes the place of one.
    """
    if isinstance(value, kinds):
        return replacement(value)
    if not isinstance(value, _CONTAINERS) or next(found_in(value, kinds), None) is None:
        return value

    def rebuilt(part: Any) -> Any:
        if isinstance(part, kinds):
            return replacement(part)
        if isinstance(part, v.TypedArray):
            return v.TypedArray(rebuilt(part.element_type), map(rebuilt, part))
        if isinstance(part, list):
            return list(map(rebuilt, part))
        if isinstance(part, dict):
            pairs = {rebuilt(key): rebuilt(each) for key, each in part.items()}
            if isinstance(part, v.TypedDictionary):
                return v.TypedDictionary(rebuilt(part.key_type), rebuilt(part.value_type), pairs)
            return pairs
        if isinstance(part, v.Key):
            return v.Key(rebuilt(part.value))
        if isinstance(part, v.ObjectValue):
            return v.ObjectValue(part.type, {name: rebuilt(each) for name, each in part.properties.items()})
        return part

    return rebuilt(value)


def _is_identical(a: Object, b: Object) -> bool:
    return a is b


def same(a: Any, b: Any, objects: Callable[[Object, Object], bool] = _is_identical) -> bool:
    """Whether two values of a file are the same: in type, in every bit, and in order.

    1 and 1.0 differ, so do 0.0 and -0.0, True and 1, a text and a StringName; not a number is the same as itself.

    Args:
        a: one value.
        b: the other.
        objects: decides about two nodes or resources; by default they are the same only if they are one.
    """
    if a is b:
        return True
    open_pairs = [(a, b)]
    while open_pairs:
        a, b = open_pairs.pop()
        if a is b:
            continue
        kind = type(a)
        if kind is float and type(b) is float:
            if not _same_float(a, b):
                return False
        elif isinstance(a, Object):
            if not (isinstance(b, Object) and objects(a, b)):
                return False
        elif kind is not type(b):
            return False
        else:
            parts_a, parts_b = _parts(a), _parts(b)
            if parts_a is None or parts_b is None:
                if a != b:
                    return False
            elif len(parts_a) != len(parts_b):
                return False
            else:
                open_pairs += zip(parts_a, parts_b, strict=True)
    return True


def _same_float(a: float, b: float) -> bool:
    if a == b:
        return a != 0.0 or copysign(1.0, a) == copysign(1.0, b)
    return a != a and b != b  # both not a number


def _parts(value: Any) -> Any:
    """What has to be compared one by one; None where `==` decides."""
    if isinstance(value, tuple):
        return value
    if isinstance(value, list):
        return [value.element_type, *value] if isinstance(value, v.TypedArray) else value
    if isinstance(value, dict):
        types = (value.key_type, value.value_type) if isinstance(value, v.TypedDictionary) else ()
        return [*types, *value, *value.values()]
    if isinstance(value, v.Key):
        return (value.value,)
    if isinstance(value, v.ObjectValue):
        return [value.type, *value.properties, *value.properties.values()]
    if isinstance(value, np.ndarray):
        return (value.dtype.str, value.shape, value.tobytes())
    return None
