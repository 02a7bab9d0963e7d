"""Copies of values that properties hold: containers and arrays are made anew, whatever is in them is up to the caller.

Lists, dicts, sets, tuples, deques, bytearrays and numpy arrays are copied to any depth, also those that contain
themselves; of several places that hold the same list, the copies hold the same one, too. Everything else cannot be
changed in place (numbers, texts, vectors) or is not ours to copy, and stays the same object.
"""

from __future__ import annotations

from collections import deque
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core.object import Object

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ValueCopier"]

_PLAIN = frozenset({int, float, bool, str, bytes, type(None)})


class ValueCopier:
    """Copies values, keeping what is the same the same."""

    __slots__ = ("_copies", "_copy", "_replace")

    def __init__(self, replace: Callable[[Object], Object]) -> None:
        """`replace` gives what stands for a node or a resource in the copies."""
        self._replace = replace
        self._copy: Callable[[Any], Any] = import_module("copy").copy  # most games that start need none
        self._copies: dict[int, tuple[Any, Any]] = {}  # by id, with the original, so that the id stays taken

    def copied(self, value: Any) -> Any:
        """The copy of a value; the value itself where there is nothing to copy."""
        if type(value) in _PLAIN:
            return value
        if isinstance(value, Object):
            return self._replace(value)
        if isinstance(value, tuple):
            return self._tuple(value)
        if isinstance(value, frozenset):
            return frozenset(map(self.copied, value)) if type(value) is frozenset else value
        if not isinstance(value, (list, dict, set, deque, bytearray, np.ndarray)):
            return value
        known = self._copies.get(id(value))
        if known is not None:
            return known[1]
        made: Any = self._copy(value)
        self._copies[id(value)] = (value, made)
        self._copy_inside(value, made)
        return made

    def _copy_inside(self, value: Any, made: Any) -> None:
        """Let what is inside `made`, a shallow copy of `value`, be copied as well."""
        if isinstance(value, list):
            made[:] = map(self.copied, value)
        elif isinstance(value, dict):
            if any(self.copied(key) is not key for key in value):
                made.clear()
            for key, each in value.items():  # not by update(), which adds up in a Counter
                made[self.copied(key)] = self.copied(each)
        elif isinstance(value, (set, deque)):
            inside = [self.copied(each) for each in value]
            made.clear()
            made.update(inside) if isinstance(made, set) else made.extend(inside)
        elif isinstance(value, np.ndarray) and value.dtype.hasobject:
            made.flat = [self.copied(each) for each in value.flat]

    def _tuple(self, value: tuple[Any, ...]) -> Any:
        if type(value) is not tuple:
            return value  # vectors and the like
        made = tuple(map(self.copied, value))
        return value if all(a is b for a, b in zip(value, made, strict=True)) else made
