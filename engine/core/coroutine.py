"""Coroutines that run in the emits they wait for; no event loop is needed.

An `async def` callback or handler runs until its first `await` at once. What it awaits is a signal, or something that
awaits one: a timer's `timeout`, a frame, a tween, another Task. It goes on inside the emit, in the order in which
receivers were connected and coroutines began to wait, also while the tree is paused.

Whose it is: a coroutine belongs to the object whose method made it, otherwise to the object whose signal called it.
Freeing that object cancels it: the coroutine is closed, so that `finally` blocks run, and `await` is not allowed in
them. Leaving the tree does not. A coroutine is cancelled as well when what it waits for can no longer come: the
signal's object was freed, or the Task that it awaits was cancelled.

Errors: until the first `await` they leave the call, as those of any function. Later ones go to the Task that awaits
this one, otherwise to the owner: those of a node in a tree follow the tree's error policy and never reach whoever
emitted; those of a node outside of one leave the emit.

Tasks that await each other go on, fail and are cancelled one after another in loops, not one inside another, so that a
chain of them may have any length.
"""

from __future__ import annotations

from types import CoroutineType
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from engine.core.errors import InvalidTypeError, TreeError, settle
from engine.math.value import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Generator, Iterable

    from engine.core.connection import SignalOwner
    from engine.core.signal import Signal

T = TypeVar("T")

WAITS = 128  # the bit of a Batch where a connection has its flags
_MANY = 64  # from so many waiting tasks on a batch looks for cancelled ones
_RUNNING, _FINISHED, _FAILED, _CANCELLED = range(4)


class Batch:
    """The tasks that began to wait for a signal between two changes of its connections: one place in its order."""

    __slots__ = ("live", "most", "plain", "tasks")

    _bits = WAITS
    call = target = None

    def __init__(self) -> None:
        self.live = True
        self.plain = False
        self.tasks: list[Task[Any]] = []
        self.most = _MANY  # when there are so many, cancelled ones are dropped

    def add(self, task: Task[Any]) -> None:
        """Let one more wait."""
        tasks = self.tasks
        if len(tasks) >= self.most:
            tasks[:] = [each for each in tasks if each._state == _RUNNING]
            self.most = max(_MANY, 2 * len(tasks))
        tasks.append(task)


class Waiting:
    """What an `await` of a signal hands to the task that runs it: where the task is to wait."""

    __slots__ = ("batch", "signal")

    def __init__(self, signal: Callable[[], Signal[*tuple[Any, ...]] | None]) -> None:
        """Takes a weak reference to the signal."""
        self.signal = signal
        self.batch: Batch | None = None  # the last place in the signal's order, while a batch is there

    def add(self, task: Task[Any]) -> None:
        """Let a task wait for the next emit.

        Raises:
            FreedError: the signal's object was freed.
        """
        signal = self.signal()
        if signal is None:  # nobody held it but the coroutine, which has let go
            task.cancel()
            return
        signal._check_waitable()
        if self.batch is None:
            self.batch = signal._open_batch()
        self.batch.add(task)


class Task(Generic[T]):
    """A coroutine that was started; `await task` waits for its end and gives its result.

    Made by `Node.create_task`, and for each callback or handler that is `async def`.
    """

    __slots__ = (
        "__weakref__", "_awaited_by", "_awaits", "_coroutine", "_error", "_owner", "_result", "_send", "_state",
    )  # fmt: skip

    def __init__(self, coroutine: Coroutine[Any, Any, T], owner: SignalOwner | None) -> None:
        """Made by `start`."""
        self._coroutine: Any = coroutine
        self._send: Callable[[Any], Any] = coroutine.send
        self._owner = owner
        self._state = _RUNNING
        self._result: T | None = None
        self._error: BaseException | None = None
        self._awaits: Task[Any] | None = None
        self._awaited_by: dict[Task[Any], None] | None = None

    def __repr__(self) -> str:
        state = ("waiting", "finished", "failed", "cancelled")[self._state]
        return f"<Task {self.get_name()}, {state}>"

    def get_name(self) -> str:
        """The name of the coroutine's function, as in `Player.on_hit`."""
        return self._coroutine.__qualname__  # type: ignore[no-any-return]

    def get_owner(self) -> Any:
        """The object whose freeing cancels this task, or None."""
        return self._owner

    def done(self) -> bool:
        """Whether it has come to its end: finished, failed or cancelled."""
        return self._state != _RUNNING

    def cancelled(self) -> bool:
        """Whether it was cancelled."""
        return self._state == _CANCELLED

    def result(self) -> T:
        """What the coroutine returned.

        Raises:
            TreeError: it is not done yet, or was cancelled.
            Exception: what the coroutine raised.
        """
        if self._error is not None:
            raise self._error
        if self._state != _FINISHED:
            state = "was cancelled" if self._state == _CANCELLED else "is not done yet; await it, or ask done() first"
            raise TreeError(f"{self.get_name()} has no result: it {state}")
        return cast("T", self._result)

    def __await__(self) -> Generator[Any, Any, T]:
        if self._state in (_RUNNING, _CANCELLED):
            yield self
        return self.result()

    def cancel(self) -> None:
        """Close the coroutine where it waits, so that its `finally` blocks run; does nothing once it is done.

        A coroutine that cancels itself goes on until its next `await`. Whoever awaits this task is cancelled as well.

        Raises:
            TreeError: a `finally` block awaits.
            Exception: what a `finally` block raised.
        """
        cancel_all((self,))

    # --- for signals ---

    def begin(self) -> None:
        """Run to the first `await`; errors leave this call.

        Raises:
            TreeError: it runs already.
        """
        if self._coroutine.cr_suspended:
            raise TreeError(f"{self.get_name()}() runs already; call it again for another task")
        try:
            awaited = self._send(None)
        except StopIteration as stop:
            self._result = stop.value
            self._state = _FINISHED
            return
        except BaseException as error:
            self._error = error
            self._state = _FAILED
            raise
        owner = self._owner
        if owner is not None:
            if owner._is_freed():
                self.cancel()
                return
            owner._task_started(self)
        self.wait_for(awaited)

    def wait_for(self, awaited: Any) -> None:
        """Wait for what the coroutine awaits.

        Raises:
            BaseException: what the coroutine raised because it cannot wait for that, if nobody takes it.
        """
        problem = self._wait(awaited)
        if problem is not None:
            _go_on(self._run(self._coroutine.throw, problem))

    def finish(self, result: T) -> None:
        """Take the coroutine's result, and let those who await it go on."""
        _go_on(self._finished(result))

    def fail(self, error: BaseException) -> None:
        """Take what the coroutine raised: those who await it get it, otherwise the owner."""
        _go_on(self._failed(error))

    # --- how it goes on ---

    def _run(self, call: Callable[[Any], Any], value: Any) -> Iterable[Task[Any]]:
        """Run the coroutine to its next `await`, or to its end; returns the tasks that go on then.

        Raises:
            BaseException: what the coroutine raised, if neither a task nor the owner takes it.
        """
        self._awaits = None
        while True:
            try:
                awaited = call(value)
            except StopIteration as stop:
                return self._finished(stop.value)
            except BaseException as error:
                return self._failed(error)
            value = self._wait(awaited)
            if value is None:
                return ()
            call = self._coroutine.throw

    def _wait(self, awaited: Any) -> Exception | None:
        """Wait for what the coroutine awaits; returns why it cannot."""
        if self._state != _RUNNING:  # cancelled by itself, or by what it called
            self._coroutine.close()
        elif isinstance(awaited, Waiting):
            try:
                awaited.add(self)
            except Exception as error:
                return error
        elif not isinstance(awaited, Task):
            return InvalidTypeError(
                f"{self.get_name()} cannot await {awaited!r}: nothing here would end the wait; await a signal, a "
                f"frame, a timer's timeout, a tween or a Task"
            )
        elif awaited._state == _CANCELLED:
            self.cancel()
        elif awaited is self:
            return TreeError(f"{self.get_name()} cannot await itself")
        elif self._awaited_by and awaited._is_held_up_by(self):
            return TreeError(
                f"{self.get_name()} cannot await {awaited.get_name()}, which waits for {self.get_name()} itself; let "
                f"one of them wait for a signal instead"
            )
        else:
            self._awaits = awaited
            if awaited._awaited_by is None:
                awaited._awaited_by = {}
            awaited._awaited_by[self] = None
        return None

    def _is_held_up_by(self, task: Task[Any]) -> bool:
        """Whether it awaits a task, or one that awaits that, and so forth."""
        held_up: Task[Any] | None = self
        while held_up is not None and held_up is not task:
            held_up = held_up._awaits
        return held_up is task

    def _finished(self, result: T) -> Iterable[Task[Any]]:
        """`finish`, but for those who await it: they are returned."""
        if self._state != _RUNNING:
            return ()
        self._result = result
        return self._end(_FINISHED)

    def _failed(self, error: BaseException) -> Iterable[Task[Any]]:
        """`fail`, but for those who await it: they are returned."""
        awaiting: Iterable[Task[Any]] = ()
        if self._state == _RUNNING:  # not cancelled while it ran
            self._error = error
            awaiting = self._end(_FAILED)
        if not awaiting:
            if self._owner is None or not isinstance(error, Exception):
                raise error
            self._owner._task_failed(error, self)
        return awaiting

    def _end(self, state: int) -> Iterable[Task[Any]]:
        """Be done; returns those who await it."""
        self._state = state
        if self._owner is not None and self._owner._tasks is not None:
            self._owner._tasks.pop(self, None)
        if self._awaits is not None:
            if self._awaits._awaited_by is not None:
                self._awaits._awaited_by.pop(self, None)
            self._awaits = None
        awaiting, self._awaited_by = self._awaited_by, None
        return awaiting or ()


def _go_on(tasks: Iterable[Task[Any]]) -> None:
    """Let tasks go on in their order, each followed by those that await it if it ends.

    Raises:
        BaseException: what they raised, if neither a task nor an owner takes it, when all have gone on.
    """
    stack = [*tasks][::-1]
    errors: list[BaseException] = []
    while stack:
        task = stack.pop()
        try:
            stack += [*task._run(task._send, None)][::-1]
        except BaseException as error:
            errors.append(error)
    if errors:
        settle(errors)


def cancel_all(tasks: Iterable[Task[Any]]) -> None:
    """Cancel tasks in their order, each followed by those that await it.

    Raises:
        BaseException: what `finally` blocks raised, when all are cancelled.
    """
    stack = [*tasks][::-1]
    errors: list[BaseException] = []
    while stack:
        task = stack.pop()
        if task._state == _RUNNING:
            stack += [*task._end(_CANCELLED)][::-1]
            task._send = _cancelled
            try:
                if not task._coroutine.cr_running:
                    task._coroutine.close()
            except BaseException as error:
                errors.append(_awaits_in_the_end(task) if task._coroutine.cr_suspended else error)
    if errors:
        settle(errors)


def _awaits_in_the_end(task: Task[Any]) -> TreeError:
    return TreeError(
        f"{task.get_name()} was cancelled, and awaits something in a `finally` block or where a `with` ends: that wait "
        f"would have no end; do there only what needs no await"
    )


def _cancelled(value: Any) -> Any:
    """Stands in the place of a coroutine's `send` once its task was cancelled."""
    raise StopIteration


def start(returned: object, owner: SignalOwner | None) -> Task[Any] | None:
    """Start what a callback or handler returned, if it is a coroutine.

    Raises:
        BaseException: what it raised before its first `await`.
    """
    if not isinstance(returned, CoroutineType):
        return None
    task: Task[Any] = Task(returned, owner)
    task.begin()
    return task


def start_returned(returned: object, call: object, otherwise: object) -> None:
    """`start` what `call` returned: it belongs to the object whose method that is, or to the one named otherwise.

    What cannot own a coroutine, as None, is passed over.

    Raises:
        BaseException: what it raised before its first `await`.
    """
    if isinstance(returned, CoroutineType):
        candidates: tuple[Any, ...] = (getattr(call, "__self__", None), otherwise)
        start(returned, next((each for each in candidates if hasattr(type(each), "_task_started")), None))


def create_task(where: str, coroutine: Coroutine[Any, Any, T], owner: SignalOwner) -> Task[T]:
    """`start` for callers who must pass a coroutine.

    Raises:
        InvalidTypeError: it is none.
        TreeError: it runs already.
    """
    if not isinstance(coroutine, CoroutineType):
        hint = "; call it, as in create_task(self.blink())" if callable(coroutine) else ""
        raise InvalidTypeError(
            f"{where}.create_task takes what an async function returns, got {shortened(coroutine)}{hint}"
        )
    return cast("Task[T]", start(coroutine, owner))
