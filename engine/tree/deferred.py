"""Calls that wait for the next flush of their tree."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, NoReturn

from engine.core.connection import Connection
from engine.core.coroutine import start_returned
from engine.core.errors import InvalidTypeError, TreeError
from engine.core.object import Object
from engine.core.receiver import describe
from engine.math.value import shortened
from engine.tree.errors import annotate

if TYPE_CHECKING:
    from collections.abc import Callable


_MOST_ROUNDS = 100_000  # of calls that were deferred by those of the round before


class DeferredQueue:
    """First in, first out. Calls may be added from any thread; the tree's thread runs them."""

    __slots__ = ("calls", "tree")

    def __init__(self, tree: Object) -> None:
        self.tree = tree
        self.calls: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()

    def push(self, function: Callable[..., object], args: tuple[Any, ...] = ()) -> None:
        """Add a call."""
        self.calls.append((function, args))

    def flush(self) -> None:
        """Run all, also those that are added meanwhile. Calls to methods of freed objects are dropped.

        An exception leaves at once; the calls behind the one that raised wait for the next flush.

        Raises:
            TreeError: calls go on deferring further ones, 100,000 deep; those that wait are dropped.
        """
        calls = self.calls
        for _ in range(_MOST_ROUNDS):
            if not calls:
                return
            self._run(len(calls))
        name = _name(calls[0][0])
        calls.clear()
        raise TreeError(
            f"deferred calls do not come to an end: {name} is deferred again and again by what it calls, and was "
            f"dropped; let a tick pass in between"
        )

    def _run(self, count: int) -> None:
        """Run the first `count` calls."""
        pop = self.calls.popleft
        for _ in range(count):
            try:
                function, args = pop()
            except IndexError:  # a call has flushed the ones behind it
                return
            try:
                if function.__self__._flags & 1 and _is_freed(function.__self__):  # type: ignore[attr-defined]
                    continue
            except (AttributeError, TypeError):
                pass
            try:
                returned = function(*args)
                if returned is not None:
                    start_returned(returned, function, self.tree)
            except Exception as error:
                annotate(error, None, f"a deferred call of {_name(function)}")
                raise


def refuse_deferred(where: str, function: object) -> NoReturn:
    """Raise what is wrong with a `function` that cannot be called."""
    hint = f", as in call_deferred(self.{function}, ...)" if isinstance(function, str) else ""
    raise InvalidTypeError(f"{where} takes the function itself{hint}, got {shortened(function)}")


def _name(function: Callable[..., object]) -> str:
    """What was called: of a deferred connection, its receiver."""
    owner = getattr(function, "__self__", None)
    return describe(owner.callable if isinstance(owner, Connection) else function)


def _is_freed(owner: object) -> bool:
    return isinstance(owner, Object) and owner._is_freed()
