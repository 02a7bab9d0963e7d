"""One connection of a signal, and what the signal asks of the objects at its two ends.

A Connection is made by `Signal.connect` or `Object.connect` and read by people, inspectors and scene files; nothing
but the signal changes it.
"""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING, Any
from weakref import ref

from engine.core.coroutine import start_returned
from engine.core.errors import FreedError
from engine.core.receiver import describe

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from engine.core.coroutine import Task
    from engine.core.signal import Signal

    class DeferredQueue(Protocol):
        """Where deferred calls wait; a tree has one."""

        def push(self, fn: Callable[..., object], args: tuple[Any, ...]) -> None:
            """Call `fn(*args)` in the next deferred step."""


class ConnectFlags(IntFlag):
    """How a connection behaves; combine with `|`. The numbers are those of scene files."""

    DEFERRED = 1
    """The receiver is called by the tree's next deferred step, with the arguments of now."""
    PERSIST = 2
    """The connection is saved with the scene."""
    ONE_SHOT = 4
    """The connection ends before its first call."""
    REFERENCE_COUNTED = 8
    """Connecting again counts up instead of raising; disconnecting counts down, and ends at 0."""
    APPEND_SOURCE_OBJECT = 16
    """The object that has the signal is passed after the emitted arguments."""


DEFERRED, PERSIST, ONE_SHOT, REFERENCE_COUNTED, APPEND_SOURCE = 1, 2, 4, 8, 16  # plain ints, which are tested faster
ALL_FLAGS = 31
WEAK = 32  # internal: `call` is a weak reference to a bound method
ADJUSTED = 64  # internal: there are binds or unbinds
SPECIAL = DEFERRED | ONE_SHOT | APPEND_SOURCE | WEAK | ADJUSTED


class SignalOwner:
    """What may stand at the ends of a connection and be freed; the base of `Object`.

    A signal holds a receiver of such an object strongly, so it stays connected until the object is freed. Subclasses
    override the hooks; `_incoming` is made when the first connection arrives, and costs nothing before.
    """

    if not TYPE_CHECKING:  # checkers would refuse the rare state below, which lives in the __dict__ of subclasses
        __slots__ = ()

    _incoming: dict[Connection, None] | None = None
    _tasks: dict[Task[Any], None] | None = None
    _held_by_signals: bool = True
    """False for objects that nobody frees, such as resources: signals hold them weakly."""

    def _signal_created(self, signal: Signal[*tuple[Any, ...]]) -> None:
        """Called when this object's own copy of a declared signal was made; `signal._bit` is the declaration's."""

    def _is_freed(self) -> bool:
        """Whether the object was freed; a freed one is never called."""
        return False

    def _deferred_queue(self) -> DeferredQueue | None:
        """The queue of the tree that the object is in, or None."""
        return None

    def _task_started(self, task: Task[Any]) -> None:
        """Called with a coroutine of this object that has come to its first `await`."""
        if self._tasks is None:
            self._tasks = {}
        self._tasks[task] = None

    def _task_failed(self, error: Exception, task: Task[Any]) -> None:
        """Called with what a coroutine of this object raised after its first `await`, if no other awaits it."""
        raise error

    def _where(self) -> str:
        """What error texts call this object: a node's path, and otherwise the name of the type."""
        return type(self).__name__

    def _check_alive(self, verb: str) -> None:
        """Raise FreedError when the object was freed; `verb` completes "cannot ... <object>"."""
        if self._is_freed():
            raise FreedError(f"cannot {verb} {self._where()}: it was freed; ask is_instance_valid() first")


class Connection:
    """One signal connected to one receiver.

    Attributes:
        target: the object whose method is called, when it is one that is held until it is freed; otherwise None.
        method: the name of that method as it was connected; "" for a callable without a name.
        binds: arguments passed after the emitted ones.
        unbinds: how many of the emitted arguments are dropped, counted from the last.
        origin: the root of the scene whose file has the connection, while it is there; None for one made in code.
        count: how often it was connected; more than 1 with REFERENCE_COUNTED alone.
        live: whether it is still connected.
        plain: whether no flag changes how it is called; for the signal.
        call: what is called, or a weak reference to it; for the signal, `callable` tells it.
        key: by what the signal finds it again; for the signal.
    """

    __slots__ = (
        "_bits", "_origin", "_signal", "binds", "call", "count", "key", "live", "method", "plain", "target", "unbinds",
    )  # fmt: skip

    # Left out of digests of a tree's state: they say where in memory the ends are, and where it comes from.
    _not_state = ("_origin", "_signal", "key")

    def __init__(
        self,
        signal: Signal[*tuple[Any, ...]],
        call: Any,
        target: SignalOwner | None,
        method: str,
        flags: int,
        binds: tuple[Any, ...],
        unbinds: int,
    ) -> None:
        """Made by a signal; `call` is the receiver, or with WEAK a WeakMethod of it."""
        self._signal = ref(signal)
        self.call = call
        self.target = target
        self.method = method
        self._bits = flags
        self.binds = binds
        self.unbinds = unbinds
        self.key: Any = None
        self._origin: ref[Any] | None = None
        self.count = 1
        self.live = True
        self.plain = not flags & SPECIAL

    def __repr__(self) -> str:
        state = "" if self.live else ", disconnected"
        return f"<Connection {self.name!r} to {describe(self.callable)}, flags {self.flags}{state}>"

    @property
    def signal(self) -> Signal[*tuple[Any, ...]] | None:
        """The signal, or None when it is gone."""
        return self._signal()

    @property
    def source(self) -> Any:
        """The object that has the signal; None when it is gone, or when the signal belongs to none."""
        signal = self._signal()
        return None if signal is None else signal.get_object()

    @property
    def name(self) -> str:
        """The signal's name; "" when it is gone."""
        signal = self._signal()
        return "" if signal is None else signal.get_name()

    @property
    def callable(self) -> Any:
        """The receiver; None when it was held weakly and is gone."""
        return self.call() if self._bits & WEAK else self.call

    @property
    def origin(self) -> Any:
        """The root of the scene whose file has the connection; None for one made in code, or when the root is gone."""
        origin = None if self._origin is None else self._origin()
        return None if origin is None or origin._is_freed() else origin

    @property
    def flags(self) -> int:
        """The ConnectFlags that it was made with."""
        return self._bits & ALL_FLAGS

    def arguments(self, emitted: tuple[Any, ...]) -> tuple[Any, ...]:
        """What the receiver gets for `emitted`: the source appended, then `unbinds` dropped, then `binds` appended."""
        args = (*emitted, self.source) if self._bits & APPEND_SOURCE else emitted
        if self.unbinds:
            args = args[: max(0, len(args) - self.unbinds)]
        return args + self.binds

    def untrack(self) -> None:
        """Take an ended connection out of its target's list of incoming ones."""
        target = self.target
        if target is not None and target._incoming:
            target._incoming.pop(self, None)

    def deliver(self, *args: Any) -> None:
        """Call the receiver with `args`, unless it was freed or is gone.

        A deferred call comes through here, also when the connection ended meanwhile, as a one-shot one has.
        """
        call = self.callable
        if call is not None and (self.target is None or not self.target._is_freed()):
            returned = call(*args)
            if returned is not None:
                signal = self._signal()
                start_returned(returned, call, self.target if signal is None else signal.get_object())
