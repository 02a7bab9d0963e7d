"""The parts of a tween that wait, call, or run another tween; the base of all parts.

A tween begins all tweeners of a step, then gives each the seconds that have passed, until all are done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from engine.core.connection import SignalOwner
from engine.core.coroutine import start_returned
from engine.core.object import Object
from engine.core.property_checks import check_seconds
from engine.core.receiver import bound_object, describe
from engine.core.signal import Signal

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core.coroutine import Task
    from engine.tree.node import Node
    from engine.tree.process_list import Failed
    from engine.tree.tween.tween import Tween


class Tweener(Object):
    """One part of a tween, made by a `tween_...` method of it. Its options may be set one after another:

    `tween.tween_property(node, "position:x", 100, 1.0).set_delay(0.5).set_trans(Tween.TRANS_SINE)`.

    Signals: `finished`, when it is done, also because what it works on was freed.
    """

    __slots__ = ("__dict__", "__weakref__", "_delay", "_done", "_elapsed", "_heard", "_left", "_tween")

    _not_state = ("_heard",)

    finished: Signal[()] = Signal[()]()
    """Emitted when it is done, also because what it works on was freed."""

    def __init__(self, tween: Tween) -> None:
        self._tween = tween
        self._delay = 0.0  # seconds that it waits first
        self._elapsed = 0.0  # seconds since its step began and its delay was over; negative before
        self._done = False
        self._left = 0.0  # seconds it did not need of those it was given last
        self._heard = False  # whether somebody may be connected to `finished`

    def _signal_created(self, signal: Signal[*tuple[Any, ...]]) -> None:
        self._heard = True

    def _task_failed(self, error: Exception, task: Task[Any]) -> None:
        self._tween._task_failed(error, task)

    def _where(self) -> str:
        return f"{type(self).__name__} of {self._tween._where()}"

    def _what(self) -> str:
        """What error texts say this is."""
        return type(self).__name__

    def _node(self) -> Node | None:
        """The node that error texts name."""
        return self._tween._node

    def _begin(self) -> None:
        """Called when its step begins; `_elapsed` and `_done` were set back."""

    def _is_lost(self) -> bool:
        """Whether what it works on was freed, so that it is done at once."""
        return False

    def _step(self, delta: float, failed: Failed | None) -> None:
        """Take `delta` seconds; sets `_done` and `_left` before it calls anything of a game's."""
        raise NotImplementedError

    def _finish(self, left: float) -> None:
        self._done = True
        self._left = left

    def _stop(self) -> None:
        """Called when its tween is stopped."""

    def _release(self) -> list[Task[Any]]:
        """Called when its tween belongs to no tree any more; gives the coroutines that wait in vain from now on."""
        return take_waiting(self)


class DelayedTweener(Tweener):
    """A tweener that can wait before it does anything."""

    __slots__ = ()

    def set_delay(self, seconds: float) -> Self:
        """Wait so many seconds first; 0 by default. It counts from when its step begins the next time.

        Raises:
            InvalidValueError: negative, or not finite.
        """
        check_seconds(f"{type(self).__name__}.set_delay(seconds)", seconds)
        self._delay = float(seconds)
        return self


class IntervalTweener(Tweener):
    """Waits; made by `Tween.tween_interval`."""

    __slots__ = ("_duration",)

    def __init__(self, tween: Tween, seconds: float) -> None:
        super().__init__(tween)
        self._duration = seconds

    def _step(self, delta: float, failed: Failed | None) -> None:
        self._elapsed += delta
        if self._elapsed >= self._duration:
            self._finish(self._elapsed - self._duration)


class CallbackTweener(DelayedTweener):
    """Calls a function once; made by `Tween.tween_callback`."""

    __slots__ = ("_call",)

    def __init__(self, tween: Tween, callback: Callable[[], object]) -> None:
        super().__init__(tween)
        self._call = callback

    def _what(self) -> str:
        return f"tween callback {describe(self._call)}"

    def _is_lost(self) -> bool:
        return is_gone(bound_object(self._call))

    def _step(self, delta: float, failed: Failed | None) -> None:
        if self._is_lost():
            self._finish(delta)
            return
        self._elapsed += delta
        if self._elapsed >= 0.0:
            self._finish(self._elapsed)
            call(self._call, self._tween)


class AwaitTweener(Tweener):
    """Waits for a signal; made by `Tween.tween_await`.

    What is left of a frame in which the signal came goes to the next step whole. When the signal's object was freed it
    waits no longer.
    """

    __slots__ = ("_awaited", "_came", "_timeout")

    def __init__(self, tween: Tween, signal: Signal[*tuple[Any, ...]]) -> None:
        super().__init__(tween)
        self._awaited = signal
        self._timeout: float | None = None
        self._came = False

    def set_timeout(self, seconds: float) -> Self:
        """Wait so many seconds at most; without one it may wait for ever.

        Raises:
            InvalidValueError: negative, or not finite.
        """
        check_seconds("AwaitTweener.set_timeout(seconds)", seconds)
        self._timeout = float(seconds)
        return self

    def _what(self) -> str:
        return f"tween waiting for {self._awaited._where()}"

    def _begin(self) -> None:
        self._came = False
        if not self._is_lost():
            self._awaited.connect(self._hear)

    def _hear(self, *args: Any) -> None:
        self._came = True
        self._stop()

    def _is_lost(self) -> bool:
        signal = self._awaited
        return signal._object is not None and is_gone(signal.get_object(), True)

    def _step(self, delta: float, failed: Failed | None) -> None:
        if self._came or self._is_lost():
            self._finish(delta)
            return
        self._elapsed += delta
        if self._timeout is not None and self._elapsed >= self._timeout:
            self._finish(self._elapsed - self._timeout)
            self._stop()

    def _stop(self) -> None:
        if self._awaited.is_connected(self._hear):
            self._awaited.disconnect(self._hear)

    def _release(self) -> list[Task[Any]]:
        self._stop()
        return super()._release()


class SubtweenTweener(DelayedTweener):
    """Runs another tween as if its steps stood here; made by `Tween.tween_subtween`."""

    __slots__ = ("_subtween",)

    def __init__(self, tween: Tween, subtween: Tween) -> None:
        super().__init__(tween)
        self._subtween = subtween

    def _is_lost(self) -> bool:
        return self._subtween._has_lost_something()

    def _begin(self) -> None:
        if self._subtween._valid:
            self._subtween.stop()
            self._subtween.play()

    def _step(self, delta: float, failed: Failed | None) -> None:
        self._elapsed += delta
        given = min(delta, self._elapsed)
        if given < 0.0:
            return
        subtween = self._subtween
        try:
            left = subtween._advance(given, failed)
        finally:
            if subtween._is_over():
                self._finish(0.0)
        if self._done:
            self._left = left

    def _release(self) -> list[Task[Any]]:
        return self._subtween._let_go() + super()._release()


def is_gone(target: object, without: bool = False) -> bool:
    """Whether an object was freed; `without` is the answer for None."""
    if target is None:
        return without
    return isinstance(target, SignalOwner) and target._is_freed()


def call(function: Callable[..., object], tween: Tween, *args: Any) -> None:
    """Call a function for a tween; a coroutine that it returns belongs to its object, the tween's node, or the tree."""
    returned = function(*args)
    if returned is not None:
        start_returned(returned, function, tween._node or tween._tweens.tree)


def take_waiting(owner: Object) -> list[Task[Any]]:
    """The coroutines that wait for a signal of `owner`, which wait no longer."""
    waiting: list[Task[Any]] = []
    for signal in vars(owner).values():
        if isinstance(signal, Signal) and signal._waiting is not None:
            waiting += signal._take_waiting()
    return waiting
