"""Calls that wait for the next flush of their tree."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

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
                owner = function.__self__  # type: ignore[attr-defined]
                if owner._flags & 1:
                    continue
            except AttributeError:
                pass
            function(*args)
