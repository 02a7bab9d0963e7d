"""Timer: a node that emits `timeout` after a time, once or again and again.

The tree owns the countdown (engine.tree.timers); the node holds the properties and the signal.
"""

from __future__ import annotations

from enum import IntEnum

from engine.core.errors import InvalidValueError, TreeError
from engine.core.export import exported
from engine.core.property_checks import check_seconds, checked_bool, checked_choice, checked_real
from engine.core.signal import Signal
from engine.math.value import shortened
from engine.tree.flags import EXITING
from engine.tree.node import Node
from engine.tree.timers import NodeTimers


class Timer(Node):
    """Counts down and emits `timeout`.

    A repeating timer emits once for each `wait_time` that passed, up to 8 times a frame, and keeps the rest.

    Signals: `timeout`.
    """

    __slots__ = (
        "_counted_by",
        "_ignore_time_scale",
        "_left",
        "_may",
        "_one_shot",
        "_paused",
        "_process_callback",
        "_running",
        "_since",
        "_slot",
        "_wait_time",
    )  # fmt: skip

    class TimerProcessCallback(IntEnum):
        """When a Timer counts."""

        PHYSICS = 0
        """In physics steps."""
        IDLE = 1
        """In frames."""

    timeout: Signal[()] = Signal[()]()
    """Emitted when the time is up, at the node's place among the callbacks."""

    _is_timer = True
    _kept_in = {
        name: (f"_{name}",) for name in ("wait_time", "one_shot", "autostart", "process_callback", "ignore_time_scale")
    }
    _autostart = False
    _counted_by: NodeTimers | None
    _left: float
    _slot: int
    _running: bool

    def _init_core(self) -> None:
        super()._init_core()
        self._wait_time = 1.0
        self._one_shot = False
        self._ignore_time_scale = False
        self._paused = False
        self._process_callback = TimerProcessCallback.IDLE
        self._running = False
        self._left = 0.0
        self._slot = -1
        self._counted_by = None
        self._may = False
        self._since = 0

    @property
    @exported(1.0, unit="s")
    def wait_time(self) -> float:
        """Seconds until `timeout`, above 0. A running timer takes a new value from its next round on.

        Raises:
            InvalidTypeError: set to something else than a number.
            InvalidValueError: set to 0 or less, or not finite.
        """
        return self._wait_time

    @wait_time.setter
    def wait_time(self, seconds: float) -> None:
        kept = checked_real(self, "wait_time", seconds)
        if not kept > 0:
            raise InvalidValueError(f"{self._where()}.wait_time must be greater than 0, got {shortened(seconds)}")
        check_seconds(f"{self._where()}.wait_time", kept)
        self._wait_time = kept

    @property
    @exported(False)
    def one_shot(self) -> bool:
        """Whether the timer stops at `timeout`."""
        return self._one_shot

    @one_shot.setter
    def one_shot(self, one_shot: bool) -> None:
        self._one_shot = checked_bool(self, "one_shot", one_shot)

    @property
    @exported(False)
    def autostart(self) -> bool:
        """Whether the timer starts when it first gets ready. `stop` and the start itself turn it off."""
        return self._autostart

    @autostart.setter
    def autostart(self, autostart: bool) -> None:
        self._autostart = checked_bool(self, "autostart", autostart)

    @property
    def paused(self) -> bool:
        """Whether the timer stands still until this is false again."""
        return self._paused

    @paused.setter
    def paused(self, paused: bool) -> None:
        self._paused = checked_bool(self, "paused", paused)
        self._refresh()

    @property
    @exported(TimerProcessCallback.IDLE)
    def process_callback(self) -> TimerProcessCallback:
        """Whether the timer counts in frames or in physics steps."""
        return self._process_callback

    @process_callback.setter
    def process_callback(self, callback: TimerProcessCallback) -> None:
        callback = checked_choice(self, "process_callback", callback, TimerProcessCallback)
        self._list(False)
        self._process_callback = callback
        self._refresh()

    @property
    @exported(False)
    def ignore_time_scale(self) -> bool:
        """Whether the timer counts real seconds, whatever `SceneTree.time_scale` says."""
        return self._ignore_time_scale

    @ignore_time_scale.setter
    def ignore_time_scale(self, ignore: bool) -> None:
        ignore = checked_bool(self, "ignore_time_scale", ignore)
        self._list(False)
        self._ignore_time_scale = ignore
        self._refresh()

    @property
    def time_left(self) -> float:
        """Seconds until the next `timeout`; 0 while stopped."""
        if self._slot >= 0:
            return max(self._timers().time_left(self), 0.0)
        return max(self._left, 0.0)

    def start(self, time_sec: float = -1.0) -> None:
        """Start, or start again from the beginning.

        Args:
            time_sec: a new `wait_time`, if above 0.

        Raises:
            TreeError: the timer is not inside a tree.
            InvalidTypeError: `time_sec` is not a number.
            InvalidValueError: it is not finite.
        """
        if self._tree is None:
            raise TreeError(f"cannot start {self._where()}: it is not inside a tree; add it first, or set autostart")
        seconds = checked_real(self, "start(time_sec)", time_sec)
        if not seconds <= 0:
            self.wait_time = seconds
        self._list(False)
        self._running = True
        self._left = self._wait_time
        self._refresh()

    def stop(self) -> None:
        """Stop; the next `start` begins anew."""
        self._list(False)
        self._running = False
        self._left = 0.0
        if self._autostart:
            self._autostart = False

    def is_stopped(self) -> bool:
        """Whether the timer is not started, or has stopped. A paused one is not stopped."""
        return not self._running

    def _running_state(self) -> tuple[bool, bool, float]:
        """What says how the timer runs, for a digest of the tree's state."""
        return (self._running, self._paused, self.time_left)

    def _ready(self) -> None:
        if self._autostart:
            self.start()
            self._autostart = False

    def _timers(self) -> NodeTimers:
        tree = self.tree
        return tree._physics_timers if self._process_callback == TimerProcessCallback.PHYSICS else tree._process_timers

    def _refresh(self) -> None:
        self._list(self._tree is not None and self.can_process() and not self.is_queued_for_deletion())

    def _update_running(self, may: bool) -> None:
        tree = self.tree
        if may and not self._may:
            self._since = tree._walk_count
        elif self._flags & EXITING:
            tree._process_timers.leaves(self)
            tree._physics_timers.leaves(self)
        self._may = may
        self._list(may)

    def _list(self, may: bool) -> None:
        """Count in the tree exactly while the timer runs, is not paused and `may` be processed."""
        if may and self._running and not self._paused:
            if self._slot < 0:
                self._timers().add(self)
        elif self._slot >= 0:
            self._timers().drop(self)


TimerProcessCallback = Timer.TimerProcessCallback
