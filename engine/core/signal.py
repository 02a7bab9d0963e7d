"""Signals: what an object tells whoever has connected to it.

A class declares a signal as an attribute; each instance has its own, made when it is first asked for, so a signal that
nobody uses costs nothing:

    >>> class Door:
    ...     opened = Signal[str]("who")
    >>> door = Door()
    >>> door.opened.connect(print)
    <built-in function print>
    >>> door.opened.emit("Ada")
    Ada

Order: receivers are called in the order in which they were connected.
While a signal is emitted: a receiver that was disconnected or freed meanwhile is skipped, one that was connected is
first called by the next emit, and emitting again from a receiver is allowed. An exception in a receiver leaves `emit`
at once; the receivers after it are not called by this emit, and the signal stays as it was.
Awaited: `await signal` gives what the next emit passes (None, the one argument, or a tuple of them). A coroutine stands
in the order where it began to wait, and goes on inside the emit; see engine.core.coroutine, also for async receivers.
Held: functions, lambdas and other callables strongly; methods of nodes strongly until `free()`, which disconnects
them; methods of anything else weakly, so a connection does not keep such an object alive.

blinker keeps the identity of receivers, their order and the clean-up of weak ones. Its own `send` takes 1.3 us for a
receiver and offers them in no fixed order, so it is not used: `emit` walks a tuple of connections, 72 ns for one plain
receiver and 45 for each further one. The tuple is made anew by the first emit after a change, so that connecting and
freeing n receivers takes time in proportion to n.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NoReturn, Self, TypeVar, TypeVarTuple, overload
from weakref import ref

import blinker
from blinker._utilities import make_id
from blinker.base import ANY_ID

from engine.core.awaiting import Awaiting
from engine.core.connection import (
    ADJUSTED,
    ALL_FLAGS,
    APPEND_SOURCE,
    DEFERRED,
    ONE_SHOT,
    REFERENCE_COUNTED,
    WEAK,
    ConnectFlags,
    Connection,
    SignalOwner,
)
from engine.core.coroutine import WAITS, cancel_all, start_returned
from engine.core.errors import (
    AlreadyConnectedError,
    InvalidTypeError,
    InvalidValueError,
    NotConnectedError,
    SignalError,
    TreeError,
)
from engine.core.receiver import bound_object, can_be_weak, check_fits, describe, is_builtin_method
from engine.math.value import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from engine.core.coroutine import Task

__all__ = ["ConnectFlags", "Connection", "Signal"]

T = TypeVar("T")
T2 = TypeVar("T2")
Rest = TypeVarTuple("Rest")
Ts = TypeVarTuple("Ts")
_NO: Any = object()


class _NotOffered:
    """Hides a method of blinker's that would go around order, flags and freed objects."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: object, owner: type | None = None) -> NoReturn:
        raise AttributeError(f"Signal has no attribute {self._name!r}; it has connect, disconnect and emit")


class Signal(blinker.Signal, Awaiting, Generic[*Ts]):
    """A signal of an object, or in a class body the declaration of one.

    `Signal[int, str]("damage", "cause")`: the types are for type checkers, the names for people and error texts. A
    subclass cannot use the name for anything else.
    """

    __slots__ = (
        "_bit",
        "_calls",
        "_connections",
        "_declared",
        "_name",
        "_object",
        "_one",
        "_owner",
        "_types",
        "parameters",
    )

    parameters: tuple[str, ...] | None
    """The names of the emitted arguments; None when any number may be emitted."""

    # The first overload tells checkers that a signal without types and names has no arguments.
    @overload
    def __init__(self: Signal[()], *, _bit: int = 0) -> None: ...
    @overload
    def __init__(self, *parameter_names: str, _bit: int = 0) -> None: ...
    def __init__(self, *parameter_names: str, _bit: int = 0) -> None:
        """Declare a signal whose arguments have these names; `_bit` is the engine's own mark.

        Raises:
            InvalidTypeError: a name is not a string, as in `Signal(int)`.
        """
        self._set_up("", parameter_names, None, _bit)
        _check_names(parameter_names)

    def _set_up(self, name: str, parameters: tuple[str, ...] | None, owner: object, bit: int) -> None:
        self._connections: dict[Any, Any] = {}  # also a Batch, under itself, for each place where coroutines wait
        blinker.Signal.__init__(self)
        self._name = name
        self.parameters = parameters
        self._types: tuple[Any, ...] | None = None  # None: not said
        self._bit = bit
        self._declared = False
        self._object: ref[Any] | None = None if owner is None else ref(owner)
        self._owner: type | None = None if owner is None else type(owner)
        self._calls: tuple[Any, ...] | None = ()
        self._one: Callable[..., object] | None = None

    @classmethod
    def _of(cls, owner: object, name: str, parameters: tuple[str, ...] | None, bit: int = 0) -> Self:
        """The signal `name` of one object, which it refers to weakly.

        Raises:
            InvalidTypeError: a parameter's name is not a string.
        """
        if parameters and owner is not None:
            _check_names(parameters)
        signal = cls.__new__(cls)
        signal._set_up(name, parameters, owner, bit)
        return signal

    # --- declaration ---

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name
        self._declared = True
        self._calls = None  # so that `emit` comes to `_collect`, which refuses
        self._check_types()  # again: from Python 3.13 on typing swallows what the setter of __orig_class__ raises

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type | None = None) -> Self: ...
    def __get__(self, instance: object, owner: type | None = None) -> Self:
        """The instance's own signal, made now and kept in its `__dict__`, where later reads find it at once."""
        if instance is None:
            return self
        try:
            signal = self._of(instance, self._name, self.parameters, self._bit)
            object.__setattr__(instance, self._name, signal)
        except (AttributeError, TypeError) as error:
            raise InvalidTypeError(
                f"{type(instance).__name__}.{self._name}: a class with signals needs a __dict__ and a __weakref__; "
                f"leave out __slots__, or add these two to it"
            ) from error
        if isinstance(instance, SignalOwner):
            instance._signal_created(signal)
        return signal

    @property
    def __orig_class__(self) -> Any:
        return Signal

    @__orig_class__.setter
    def __orig_class__(self, alias: Any) -> None:
        """Typing calls this with `Signal[...]` when that was called."""
        self._types = alias.__args__
        self._check_types()

    def _check_types(self) -> None:
        """Refuse types that are not as many as the names."""
        names = self.parameters or ()
        if self._types is not None and len(self._types) != len(names):
            raise SignalError(
                f"Signal[...](...) has types {self._types!r} and names {names!r}; give each parameter both, "
                f'as in Signal[int]("damage")'
            )

    # --- connecting ---

    @overload  # type: ignore[override]
    def connect(self, callable: Callable[[*Ts], object]) -> Callable[[*Ts], object]: ...
    @overload
    def connect(self, callable: Callable[..., object], flags: int) -> Callable[..., object]: ...
    def connect(self, callable: Callable[..., object], flags: int = 0) -> Callable[..., object]:
        """Call `callable` with the emitted arguments at each emit; returns it, so this can decorate a function.

        Args:
            callable: held strongly, but a method of an object that is not a node weakly.
            flags: ConnectFlags, combined with `|`.

        Raises:
            AlreadyConnectedError: it is connected already, and not by REFERENCE_COUNTED.
            SignalError: it cannot take the signal's arguments, or has a `yield` in it.
            FreedError: the signal's object, or the object whose method it is, was freed.
        """
        target = bound_object(callable)
        owner = target if isinstance(target, SignalOwner) else None
        self._connect(callable, owner, getattr(callable, "__name__", ""), flags, (), 0)
        return callable

    def disconnect(self, callable: Callable[..., object]) -> None:  # type: ignore[override]
        """End the connection to `callable`; it is not called again, also not by an emit that is under way.

        Raises:
            NotConnectedError: there is none.
            FreedError: the signal's object was freed.
        """
        connection = self._find(callable)
        if connection is None:
            self._check_alive("disconnect from")
            raise NotConnectedError(
                f"cannot disconnect {describe(callable)} from {self._where()}: it is not connected; "
                f"ask is_connected() first"
            )
        connection.count -= 1
        if not connection.count:
            self._end(connection)

    def is_connected(self, callable: Callable[..., object]) -> bool:
        """Whether there is a connection to `callable`."""
        return self._find(callable) is not None

    def get_connections(self) -> list[Connection]:
        """The connections, in the order in which they are called."""
        return [connection for connection in self._connections.values() if not connection._bits & WAITS]

    def _connect(
        self,
        callable: Callable[..., object],
        target: SignalOwner | None,
        method: str,
        flags: int,
        binds: tuple[Any, ...],
        unbinds: int,
    ) -> None:
        """Connect, with `target` and `method` as connections by name have them."""
        flags = self._checked_flags(callable, target, flags)
        known = self._find(callable)
        if known is not None:
            if flags & known._bits & REFERENCE_COUNTED:
                known.count += 1
                return
            raise AlreadyConnectedError(
                f"cannot connect {self._where()} to {describe(callable)}: they are connected already; "
                f"ask is_connected() first, or connect with ConnectFlags.REFERENCE_COUNTED"
            )
        check_fits(self, callable, flags & APPEND_SOURCE, len(binds), unbinds)
        if (target is None or not target._held_by_signals) and can_be_weak(callable):
            flags |= WEAK
            target = None
        if binds or unbinds:
            flags |= ADJUSTED
        blinker.Signal.connect(self, callable, weak=bool(flags & WEAK))
        key = make_id(callable)
        connection = Connection(self, self.receivers[key], target, method, flags, binds, unbinds)
        connection.key = key
        self._connections[key] = connection
        self._calls = self._one = None
        if self._waiting is not None:
            self._waiting.batch = None
        if target is not None:
            if target._incoming is None:
                target._incoming = {}
            target._incoming[connection] = None

    def _checked_flags(self, receiver: object, target: SignalOwner | None, flags: object) -> int:
        """`flags` as a plain int, after everything that can be wrong about connecting at all was looked at."""
        if self._declared:
            raise SignalError(
                f"{self._name!r} is the class's declaration, which nothing emits; connect to the signal of an instance"
            )
        self._check_alive("connect to")
        if not callable(receiver):
            hint = "; write the method without quotes" if isinstance(receiver, str) else ""
            hint = "; write the method without calling it" if receiver is None else hint
            raise InvalidTypeError(f"cannot connect {self._where()} to {receiver!r}: it cannot be called{hint}")
        if target is not None:
            target._check_alive(f"connect {self._where()} to a method of")
        if not isinstance(flags, int) or flags & ~ALL_FLAGS:
            raise InvalidValueError(f"flags of a connection must be ConnectFlags, got {shortened(flags)}")
        return int(flags)

    def _find(self, callable: Callable[..., object]) -> Connection | None:
        connection: Connection | None = self._connections.get(make_id(callable))
        if connection is None and is_builtin_method(callable):
            for candidate in self._connections.values():
                if is_builtin_method(candidate.call) and candidate.call == callable:
                    return candidate  # type: ignore[no-any-return]
        return connection

    def _disconnect(self, receiver_id: Any, sender_id: Any) -> None:
        """End a connection; also called by blinker when a weakly held receiver is gone."""
        blinker.Signal._disconnect(self, receiver_id, sender_id)
        connection = self._connections.pop(receiver_id, None)
        if connection is not None:
            connection.live = connection.plain = False
            self._calls = self._one = None
            connection.untrack()

    def _end(self, connection: Connection) -> None:
        self._disconnect(connection.key, ANY_ID)

    def _disconnect_all(self) -> list[Task[Any]]:
        """End all connections, as freeing the signal's object does; gives the tasks that wait, to be cancelled."""
        for connection in self.get_connections():
            self._end(connection)
        return self._take_waiting() if self._waiting is not None else []

    def __reduce_ex__(self, protocol: object) -> tuple[Any, ...]:
        """What copies and pickles get: a signal of that name and those parameters to which nobody is connected."""
        return Signal._of, (None, self._name, self.parameters)

    def __del__(self) -> None:
        for connection in self.get_connections():
            connection.untrack()
        if self._waiting is not None:
            cancel_all(self._take_waiting())

    # --- awaiting ---

    if TYPE_CHECKING:

        @overload
        def __await__(self: Signal[()]) -> Generator[Any, Any, None]: ...
        @overload
        def __await__(self: Signal[T]) -> Generator[Any, Any, T]: ...
        @overload
        def __await__(self: Signal[T, T2, *Rest]) -> Generator[Any, Any, tuple[T, T2, *Rest]]: ...
        def __await__(self) -> Any:
            """Wait for the next emit; gives None, the argument, or a tuple of the arguments.

            Raises:
                FreedError: the signal's object was freed. If that happens while a coroutine waits, it is cancelled.
                SignalError: this is the declaration in a class.
            """

    # --- emitting ---

    if TYPE_CHECKING:

        def emit(self, *args: *Ts) -> None:
            """Call the receivers with `args`, in the order of connection; see the module for what happens meanwhile.

            Raises:
                TreeError: a DEFERRED receiver, and neither end is inside a tree.
                SignalError: this is the declaration in a class.
            """

    else:

        def emit(self, a=_NO, b=_NO, /, *rest):
            """Call the receivers with `args`, in the order of connection; see the module for what happens meanwhile."""
            # Two named arguments and no tuple: `*args` would cost 40 ns an emit and 10 a receiver.
            if rest:
                self._emit_each((a, b, *rest))
                return
            one = self._one
            if one is not None:
                if b is not _NO:
                    returned = one(a, b)
                elif a is not _NO:
                    returned = one(a)
                else:
                    returned = one()
                if returned is not None:
                    start_returned(returned, one, self.get_object())
                return
            calls = self._calls
            if calls is None:
                calls = self._collect()
            if b is not _NO:
                for connection in calls:
                    if connection.plain:
                        if (returned := connection.call(a, b)) is not None:
                            start_returned(returned, connection.call, self.get_object())
                    elif connection.live:
                        self._call_special(connection, (a, b))
            elif calls:
                self._emit_each(() if a is _NO else (a,))

        emit.__wrapped__ = lambda self, *args: None  # the signature that help() shows

    def _emit_each(self, args: tuple[Any, ...]) -> None:
        calls = self._calls
        if calls is None:
            calls = self._collect()
        for connection in calls:
            if connection.plain:
                if (returned := connection.call(*args)) is not None:
                    start_returned(returned, connection.call, self.get_object())
            elif connection.live:
                self._call_special(connection, args)

    def _collect(self) -> tuple[Any, ...]:
        """The connections as `emit` walks them; a single plain receiver is kept aside as well."""
        if self._declared:
            raise SignalError(
                f"{self._name!r} is the class's declaration, which nobody hears; emit the signal of an instance"
            )
        calls = self._calls = tuple(self._connections.values())
        if len(calls) == 1 and calls[0].plain:
            self._one = calls[0].call
        return calls

    def _call_special(self, connection: Any, emitted: tuple[Any, ...]) -> None:
        """Call one receiver whose connection has flags, binds or unbinds, or is weak; or let coroutines go on."""
        flags = connection._bits
        if flags & WAITS:
            self._resume(connection, emitted)
            return
        args = connection.arguments(emitted)
        queue = self._queue_for(connection) if flags & DEFERRED else None
        if flags & ONE_SHOT:
            self._end(connection)
        if queue is None:
            connection.deliver(*args)
        else:
            queue.push(connection.deliver, args)

    def _queue_for(self, connection: Connection) -> Any:
        source = self.get_object()
        for end in (source, connection.target):
            queue = end._deferred_queue() if isinstance(end, SignalOwner) else None
            if queue is not None:
                return queue
        raise TreeError(
            f"cannot defer {self._where()} to {describe(connection.callable)}: neither of the two is inside a tree; "
            f"add one of them to a tree, or connect without ConnectFlags.DEFERRED"
        )

    # --- about itself ---

    def get_name(self) -> str:
        """The name under which the class declares it; "" for a signal that stands alone."""
        return self._name

    def get_object(self) -> Any:
        """The object that has the signal; None when it is gone, or when the signal stands alone."""
        return None if self._object is None else self._object()

    def signature(self) -> str:
        """The signal with the names of its arguments, for people: `/root/Player.hit(damage)`."""
        return f"{self._where()}({'...' if self.parameters is None else ', '.join(self.parameters)})"

    def __repr__(self) -> str:
        return f"<Signal {self.signature()}, connections: {len(self.get_connections())}>"

    def _where(self) -> str:
        """The signal as error texts name it: `/root/Player.hit`, `Door.opened`, or `Signal` when it stands alone."""
        if self._owner is None:
            return "Signal"
        owner = self.get_object()
        return f"{owner._where() if isinstance(owner, SignalOwner) else self._owner.__name__}.{self._name}"

    def _check_alive(self, verb: str) -> None:
        owner = self.get_object()
        if isinstance(owner, SignalOwner):
            owner._check_alive(f"{verb} signal {self._name!r} of")

    if not TYPE_CHECKING:
        send = _NotOffered()
        send_async = _NotOffered()
        connect_via = _NotOffered()
        connected_to = _NotOffered()
        muted = _NotOffered()


def _check_names(parameters: tuple[str, ...]) -> None:
    """Refuse what is no name of a parameter."""
    for name in parameters:
        if type(name) is not str:
            raise InvalidTypeError(
                f"Signal takes names of parameters, "
                f'got {shortened(name)}; write Signal[int]("damage") to give a type as well'
            )
