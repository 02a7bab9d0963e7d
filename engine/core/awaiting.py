"""The part of a Signal at which coroutines wait.

Those that begin to wait between two changes of the signal's connections make up a Batch, which has one place among the
connections; `emit` comes to it as to a receiver. Each emit takes the batches that are there, and lets their tasks go on
one after another.
"""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn
from weakref import ref

from engine.core.coroutine import WAITS, Batch, Waiting
from engine.core.errors import SignalError, settle

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from engine.core.coroutine import Task


class _Awaited:
    """What a signal gives as its `__await__`, kept in the signal's `__dict__` from its first use on.

    `__await__` is a property that C code reads and calls: a function of Python's would make up a third of what it
    costs a coroutine to wait for each frame.
    """

    def __get__(self, signal: Any, owner: type) -> Callable[[], Any]:
        if signal._declared:
            return signal._refuse_await  # type: ignore[no-any-return]
        waiting = signal._waiting = Waiting(ref(signal))
        wait = (waiting,).__iter__ if signal.parameters == () else partial(_await, waiting)
        signal.__dict__["_awaited"] = wait
        return wait


def _await(waiting: Waiting) -> Generator[Waiting, Any, Any]:
    return (yield waiting)


class Awaiting:
    """The part of a Signal at which coroutines wait."""

    if TYPE_CHECKING:
        _connections: dict[Any, Any]
        _calls: tuple[Any, ...] | None
        _one: Callable[..., object] | None
        _name: str
        parameters: tuple[str, ...] | None

        def _check_alive(self, verb: str) -> None: ...
    else:
        __slots__ = ()

        _awaited = _Awaited()
        __await__ = property(attrgetter("_awaited"))

    _waiting: Waiting | None = None

    def _open_batch(self) -> Batch:
        """A new last place in the order, for coroutines."""
        batch = Batch()
        self._connections[batch] = batch
        self._calls = self._one = None
        return batch

    def _check_waitable(self) -> None:
        self._check_alive("wait for")

    def _refuse_await(self) -> NoReturn:
        raise SignalError(f"{self._name!r} is the class's declaration, which nobody emits; await an instance's")

    def _close_batch(self, batch: Batch) -> list[Task[Any]]:
        """Take a place out of the order; gives those who wait there."""
        self._connections.pop(batch, None)
        batch.live = False
        self._calls = self._one = None
        if self._waiting is not None and self._waiting.batch is batch:
            self._waiting.batch = None
        return batch.tasks

    def _take_waiting(self) -> list[Task[Any]]:
        """Take out the tasks that wait for this signal, since it is not emitted any more."""
        batches = [each for each in self._connections.values() if each._bits & WAITS]
        return [task for batch in batches for task in self._close_batch(batch)]

    def _resume(self, batch: Batch, args: tuple[Any, ...]) -> None:
        """Let those who wait go on; the first error that nobody took is raised when all have."""
        waiting = self._waiting
        assert waiting is not None
        value = None if self.parameters == () or not args else args[0] if len(args) == 1 else args
        tasks = iter(self._close_batch(batch))
        again = waiting.batch = self._open_batch()
        wait = again.tasks.append
        errors: list[BaseException] = []
        task: Any = None
        while True:
            try:
                for task in tasks:
                    awaited = task._send(value)
                    if awaited is waiting and waiting.batch is again and not task._state:  # again, as most do
                        wait(task)
                    else:
                        task.wait_for(awaited)
                break
            except BaseException as error:
                try:
                    if isinstance(error, StopIteration):
                        task.finish(error.value)
                    else:
                        task.fail(error)
                except BaseException as left:
                    errors.append(left)
        if not again.tasks:
            self._close_batch(again)
        if errors:
            settle(errors)
