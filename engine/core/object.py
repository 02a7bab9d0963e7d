"""Object: the base of nodes and resources, with signals by name and metadata.

`object.hit.connect(fn)` needs the signal as an attribute; scene files and tools know signals and methods by name only,
and use what stands here. Connections by name can be saved (ConnectFlags.PERSIST), and end when either end is freed.
"""

from __future__ import annotations

from types import FunctionType, MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.connection import SignalOwner
from engine.core.errors import InvalidTypeError, InvalidValueError, SignalError, did_you_mean
from engine.core.export import declared_places, get_exports
from engine.core.receiver import arguments
from engine.core.signal import Signal
from engine.math.value import shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.core.connection import Connection
    from engine.core.coroutine import Task

__all__ = ["Object", "SignalInfo", "check_signal_overrides", "declared_signals"]

_CONNECTED = ("_incoming", "_tasks", "_user_signals")
_IDENTIFIER = "an identifier (letters, digits and _, no digit first)"


class SignalInfo(NamedTuple):
    """What a class says about one of its signals."""

    name: str
    parameters: tuple[str, ...]
    """The names of the emitted arguments."""
    types: tuple[Any, ...]
    """Their types, as written in `Signal[...]`; () where none were given."""


class Object(SignalOwner):
    """What can be connected by name, and carry metadata.

    It stores nothing itself (`__slots__` is empty, and rare state stands on the class until it is set), so a subclass
    must have a `__dict__` and be weakly referable, as every class without `__slots__` is.
    """

    if not TYPE_CHECKING:  # checkers would refuse the rare state below, which lives in the __dict__ of subclasses
        __slots__ = ()

    _meta: dict[str, Any] | None = None
    _kept_prefixes: tuple[str, ...] = ()  # of names that are kept beside the properties, and are no surprise
    _kept_properties: dict[str, Any] | None = None  # of a file: what the class does not have, written back when saved
    _user_signals: dict[str, Signal[*tuple[Any, ...]]] | None = None
    _ways_to_set: Mapping[str, str] = MappingProxyType({})  # what is called where a property can only be read

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        check_signal_overrides(cls)

    def _set_exported(self, values: Mapping[str, Any]) -> None:
        """Set the properties that a constructor was given by keyword; all names are looked at first.

        Exported ones are set in the order in which the class declares them, whatever that of the keywords, since some
        go by others: `frame` by `hframes`. The rest follow in their own order.
        """
        for name in values:
            self._check_settable(name)
        names = list(values)
        if len(names) > 1:
            places = declared_places(type(self))
            behind = len(places)
            names.sort(key=lambda name: places.get(name, behind))
        for name in names:
            setattr(self, name, values[name])

    def _check_settable(self, name: str) -> None:
        cls = type(self)
        if not hasattr(cls, name) or name.startswith("_"):
            others = (each for each in dir(cls) if each[0] != "_" and not callable(getattr(cls, each)))
            known = [*get_exports(cls), *others]
            hint = f"; use {self._ways_to_set[name]}" if name in self._ways_to_set else did_you_mean(name, known)
            raise InvalidTypeError(f"{cls.__name__}() has no property {name!r}{hint}")
        declared = getattr(cls, name)
        if isinstance(declared, Signal | FunctionType):
            kind = "signal; connect to it" if isinstance(declared, Signal) else "method; override it in a subclass"
            raise InvalidTypeError(f"{cls.__name__}() cannot set {name!r}, which is a {kind}")
        if isinstance(declared, property) and declared.fset is None:
            way = f"; use {self._ways_to_set[name]}" if name in self._ways_to_set else ""
            raise InvalidTypeError(f"{cls.__name__}() cannot set {name!r}, which can only be read{way}")

    # --- signals ---

    def connect(
        self,
        signal: str,
        target: Object,
        method: str = "",
        flags: int = 0,
        binds: Iterable[Any] = (),
        unbinds: int = 0,
    ) -> None:
        """Call a method of `target` at each emit of a signal of this object.

        Args:
            signal: the name of a signal of this object.
            target: the object whose method is called; it is kept until it is freed.
            method: the method's name, always given; one with a leading underscore is as good as any.
            flags: ConnectFlags, combined with `|`.
            binds: arguments passed after the emitted ones (and after this object, with APPEND_SOURCE_OBJECT).
            unbinds: how many of the emitted arguments (that object included) are dropped, from the last.

        Raises:
            SignalError: no such signal or method, or the method cannot take the arguments.
            AlreadyConnectedError: the signal and the method are connected, whatever the flags and binds.
            FreedError: one of the two was freed.
            InvalidValueError: `unbinds` is negative, or not a whole number.
        """
        self._check_alive(f"connect signal {signal!r} of")
        if not method and callable(target):
            self._signal(signal)
            raise InvalidTypeError(
                f"{self._where()}.connect takes a signal's name, an object and a method's name; to connect a function, "
                f"write .{signal}.connect(function)"
            )
        if isinstance(binds, str) or not hasattr(binds, "__iter__"):
            raise InvalidTypeError(
                f"cannot connect {self._where()}.{signal}: binds are arguments in a sequence, got {shortened(binds)}; "
                f"write ({shortened(binds)},) for one"
            )
        if not _is_count(unbinds):
            raise InvalidValueError(
                f"cannot connect {self._where()}.{signal}: unbinds must be a whole number of 0 or more, "
                f"got {shortened(unbinds)}"
            )
        source = self._signal(signal)
        source._connect(self._handler(signal, target, method, "connect"), target, method, flags, tuple(binds), unbinds)

    def disconnect(self, signal: str, target: Object, method: str) -> None:
        """End a connection, by the names it was made with.

        Raises:
            SignalError: no such signal or method.
            NotConnectedError: the two are not connected.
            FreedError: this object was freed.
        """
        self._check_alive(f"disconnect signal {signal!r} of")
        self._signal(signal).disconnect(self._handler(signal, target, method, "disconnect"))

    def is_connected(self, signal: str, target: Object, method: str) -> bool:
        """Whether that signal and that method are connected.

        Raises:
            SignalError: no such signal.
        """
        source = self._signal(signal)
        handler = getattr(target, method, None) if isinstance(method, str) else None
        return handler is not None and source.is_connected(handler)

    def emit_signal(self, name: str, *args: Any) -> None:
        """Emit a signal by name.

        Raises:
            SignalError: no such signal, or not as many arguments as it declares.
            FreedError: this object was freed.
        """
        self._check_alive(f"emit signal {name!r} of")
        signal = self._signal(name)
        expected = signal.parameters
        if expected is not None and len(args) != len(expected):
            raise SignalError(
                f"cannot emit {signal.signature()}: it passes {arguments(len(expected))}, got {len(args)}"
            )
        signal.emit(*args)

    def has_signal(self, name: str) -> bool:
        """Whether the class declares that signal, or `add_user_signal` added it."""
        return isinstance(name, str) and (
            isinstance(getattr(type(self), name, None), Signal) or name in (self._user_signals or ())
        )

    def get_signal_list(self) -> list[SignalInfo]:
        """The signals: those of base classes first, each class's in the order of declaration, then added ones."""
        found = dict(declared_signals(type(self)))
        found.update(self._user_signals or {})
        return [SignalInfo(name, signal.parameters or (), signal._types or ()) for name, signal in found.items()]

    def get_signal_connections(self, name: str | None = None) -> list[Connection]:
        """The connections of one signal, or of all, in the order in which they are called.

        Raises:
            SignalError: no such signal.
        """
        if name is not None:
            return self._signal(name).get_connections()
        return [connection for signal in self._own_signals() for connection in signal.get_connections()]

    def get_incoming_connections(self) -> list[Connection]:
        """The connections that call methods of this object, in the order in which they were made."""
        return list(self._incoming or ())

    def add_user_signal(self, name: str, *parameters: str) -> Signal[*tuple[Any, ...]]:
        """Give this one object a signal that its class does not declare, to be used by name, and return it.

        Without `parameters` it may be emitted with any arguments, and handlers are not checked against it.

        Raises:
            SignalError: there is a signal of that name.
            InvalidValueError: `name` is not an identifier.
            FreedError: this object was freed.
        """
        self._check_alive(f"add signal {name!r} to")
        if not _is_identifier(name):
            raise InvalidValueError(f"{self._where()}: a signal's name must be {_IDENTIFIER}, got {shortened(name)}")
        if self.has_signal(name):
            raise SignalError(f"cannot add signal {name!r} to {self._where()}: it has a signal of that name")
        signal: Signal[*tuple[Any, ...]] = Signal._of(self, name, parameters or None)
        if self._user_signals is None:
            self._user_signals = {}
        self._user_signals[name] = signal
        self._signal_created(signal)
        return signal

    def _drop_connections(self) -> list[Task[Any]]:
        """End all connections from and to this object, for `free()`; gives the tasks that wait for its signals."""
        incoming = self._incoming
        if incoming:
            self._incoming = None
            for connection in incoming:
                signal = connection.signal
                if signal is not None:
                    signal._end(connection)
        return [task for signal in self._own_signals() for task in signal._disconnect_all()]

    def _own_signals(self) -> list[Signal[*tuple[Any, ...]]]:
        """The signals of this object that exist by now."""
        own = [value for value in vars(self).values() if type(value) is Signal and value.get_object() is self]
        return own + list((self._user_signals or {}).values())

    def _signal(self, name: str) -> Signal[*tuple[Any, ...]]:
        """The signal of that name, made when it is the first time."""
        if not isinstance(name, str):
            raise InvalidTypeError(f"{self._where()}: a signal is asked for by its name, a str, got {shortened(name)}")
        if isinstance(getattr(type(self), name, None), Signal):
            signal: Signal[*tuple[Any, ...]] = getattr(self, name)
            return signal
        if self._user_signals is not None and name in self._user_signals:
            return self._user_signals[name]
        known = [info.name for info in self.get_signal_list()]
        raise SignalError(f"{self._where()} has no signal {name!r}{did_you_mean(name, known)}")

    def _handler(self, signal: str, target: Object, method: str, verb: str) -> Any:
        what = f"cannot {verb} {self._where()}.{signal} {'to' if verb == 'connect' else 'from'}"
        if not _is_object(target):
            raise InvalidTypeError(f"{what} {target!r}: it is not an Object")
        if not isinstance(method, str):
            raise InvalidTypeError(f"{what} {method!r}: a method is named by a str")
        handler = getattr(target, method, None)
        if not callable(handler):
            methods = [name for name in dir(type(target)) if callable(getattr(type(target), name, None))]
            raise SignalError(
                f"{what} {target._where()}.{method}: "
                f"{type(target).__name__} has no method {method!r}{did_you_mean(method, methods)}"
            )
        return handler

    def __getstate__(self) -> Any:
        """What a copy and a pickle take over: everything but signals and connections, which stay with this object."""
        state: Any = super().__getstate__()
        attributes = state[0] if isinstance(state, tuple) else state
        if attributes:
            kept = {
                name: value
                for name, value in attributes.items()
                if name not in _CONNECTED and not isinstance(value, Signal)
            }
            if self._meta is not None:
                kept["_meta"] = dict(self._meta)
            state = (kept, state[1]) if isinstance(state, tuple) else kept
        return state

    # --- metadata ---

    @property
    def meta(self) -> dict[str, Any]:
        """Values that tools and games keep with this object, by name; saved with it. Made when first asked for."""
        if self._meta is None:
            self._meta = {}
        return self._meta

    def _kept(self) -> dict[str, Any]:
        """What a file says of this object and its class does not have, by name. Made when first asked for."""
        if self._kept_properties is None:
            self._kept_properties = {}
        return self._kept_properties

    def set_meta(self, name: str, value: Any) -> None:
        """Keep `value` under `name`; None removes it.

        Raises:
            InvalidValueError: `name` is not an identifier.
        """
        if value is None:
            self.remove_meta(name)
            return
        if not _is_identifier(name):
            raise InvalidValueError(f"{self._where()}: a name of metadata must be {_IDENTIFIER}, got {shortened(name)}")
        self.meta[name] = value

    def get_meta(self, name: str, default: Any = None) -> Any:
        """The value under `name`, or `default`."""
        return default if self._meta is None else self._meta.get(name, default)

    def has_meta(self, name: str) -> bool:
        """Whether there is a value under `name`."""
        return self._meta is not None and name in self._meta

    def remove_meta(self, name: str) -> None:
        """Forget the value under `name`, if there is one."""
        if self._meta is not None:
            self._meta.pop(name, None)

    def get_meta_list(self) -> list[str]:
        """The names, in the order in which they were set first."""
        return list(self._meta or ())

    def merge_meta_from(self, other: Object) -> None:
        """Take over all values of `other`; where both have a name, that of `other` wins.

        Raises:
            InvalidTypeError: `other` is no Object.
        """
        if not _is_object(other):
            raise InvalidTypeError(
                f"{self._where()}.merge_meta_from(other): an Object is needed, got {shortened(other)}"
            )
        if other._meta:
            self.meta.update(other._meta)


def declared_signals(cls: type) -> dict[str, Signal[*tuple[Any, ...]]]:
    """The signals that a class declares and inherits, base classes first, in the order of declaration."""
    return {
        name: value for base in reversed(cls.__mro__) for name, value in vars(base).items() if isinstance(value, Signal)
    }


def check_signal_overrides(cls: type) -> None:
    """Raise SignalError when `cls` binds the name of a signal that it inherits to something that is no signal."""
    own = vars(cls)
    for base in cls.__mro__[1:]:
        for name in own.keys() & vars(base).keys():
            if isinstance(vars(base)[name], Signal) and not isinstance(own[name], Signal):
                raise SignalError(
                    f"{cls.__name__}.{name}: {name!r} is a signal that {cls.__name__} inherits, so it cannot be "
                    f"bound to a {type(own[name]).__name__}; choose another name"
                )


def _is_object(value: object) -> bool:
    return isinstance(value, Object)


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_identifier(value: object) -> bool:
    return isinstance(value, str) and value.isidentifier()
