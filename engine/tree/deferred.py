"""Calls that wait for the next flush of their tree."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from engine.core.object import Object

if TYPE_CHECKING:
    from collections.abc import Callable


class DeferredQueue:
    """First in, first out. Calls may be added from any thread; the tree's thread runs them."""

    __slots__ = ("calls",)

    def __init__(self) -> None:
        self.calls: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()

    def push(self, function: Callable[..., object], args: tuple[Any, ...] = ()) -> None:
        """Add a call."""
        self.calls.append((function, args))

    def flush(self) -> None:
        """Run all, also those that are added meanwhile. Calls to methods of freed objects are dropped.

        An exception leaves at once; the calls behind the one that raised wait for the next flush.
        """
        calls = self.calls
        pop = calls.popleft
        while calls:
            function, args = pop()
            try:
                if function.__self__._flags & 1 and _is_freed(function.__self__):  # type: ignore[attr-defined]
                    continue
            except (AttributeError, TypeError):
                pass
            function(*args)


def _is_freed(owner: object) -> bool:
    return isinstance(owner, Object) and owner._is_freed()
