"""What can be told of a callable before it is called: its name, its arguments, whether it can be held weakly.

Everything is read from the code object; `inspect` would take 50 times as long for each connection.
"""

from __future__ import annotations

from functools import partial
from os.path import basename
from types import BuiltinMethodType, FunctionType, MethodType, MethodWrapperType, ModuleType
from typing import TYPE_CHECKING, Any
from weakref import WeakMethod

from engine.core.errors import SignalError

if TYPE_CHECKING:
    from typing import Protocol

    class Signature(Protocol):
        """A signal, as far as it says what it emits."""

        @property
        def parameters(self) -> tuple[str, ...] | None:
            """The names of the emitted arguments; None for any number."""

        def signature(self) -> str:
            """The signal with the names of its arguments, for people."""


_VARARGS = 0x04  # code flags: the function has *args
_GENERATOR = 0x20
_ASYNC_GENERATOR = 0x200


def describe(receiver: object) -> str:
    """A callable as error texts name it: `Player.on_hit` (a node: `/root/Player.on_hit`), `<lambda> (game.py:12)`."""
    name = getattr(receiver, "__name__", None)
    if name is None:
        return repr(receiver)
    if isinstance(receiver, FunctionType):
        code = receiver.__code__
        return f"{name} ({basename(code.co_filename)}:{code.co_firstlineno})"
    bound_to = getattr(receiver, "__self__", None)
    if bound_to is None or isinstance(bound_to, ModuleType | type):
        return str(getattr(receiver, "__qualname__", name))
    where = getattr(bound_to, "_where", None)
    return f"{type(bound_to).__name__ if where is None else where()}.{name}"


def misfit(receiver: object, count: int) -> str:
    """Why `receiver` cannot be called with `count` positional arguments; "" when it can.

    What has no Python code to look at (builtins, classes, partials) is taken to fit.
    """
    implicit = 0
    if isinstance(receiver, MethodType):
        receiver, implicit = receiver.__func__, 1
    elif not isinstance(receiver, FunctionType | type):
        receiver, implicit = getattr(type(receiver), "__call__", None), 1  # noqa: B004 - its code is wanted
    if not isinstance(receiver, FunctionType):
        return ""
    code = receiver.__code__
    if code.co_kwonlyargcount > len(receiver.__kwdefaults__ or ()):
        return "has keyword-only parameters without defaults"
    most = code.co_argcount - implicit
    least = most - len(receiver.__defaults__ or ())
    if count < least:
        return f"takes {'at least ' if least < most or code.co_flags & _VARARGS else ''}{least}"
    if count > most and not code.co_flags & _VARARGS:
        return f"takes {'at most ' if least < most else ''}{max(most, 0)}"
    return ""


def check_fits(signal: Signature, receiver: object, appended: int, binds: int, unbinds: int) -> None:
    """Raise SignalError when `receiver` cannot take what a connection would pass.

    Args:
        signal: whose emitted arguments it gets.
        receiver: what is connected.
        appended: whether the signal's object is passed after these.
        binds: how many arguments are passed at the end.
        unbinds: how many are dropped before.
    """
    what = f"cannot connect {signal.signature()} to {describe(receiver)}"
    if is_generator(receiver):
        raise SignalError(
            f"{what}: it has a yield, so that a call runs nothing of it; connect a plain or an async function"
        )
    if signal.parameters is None:
        return
    emitted = len(signal.parameters) + bool(appended)
    if unbinds > emitted:
        raise SignalError(
            f"{what}: it passes {arguments(emitted)}, of which unbinds={unbinds} cannot be dropped; lower unbinds"
        )
    passed = emitted - unbinds + binds
    problem = misfit(receiver, passed)
    if problem:
        raise SignalError(
            f"{what}: the connection passes {arguments(passed)}, the handler {problem}; change the handler, or use "
            f"binds or unbinds"
        )


def is_generator(receiver: object) -> bool:
    """Whether calling `receiver` only makes a generator, because there is a `yield` in it."""
    return bool(_code_flags(receiver) & (_GENERATOR | _ASYNC_GENERATOR))


def _code_flags(receiver: object) -> int:
    while isinstance(receiver, partial):
        receiver = receiver.func
    if isinstance(receiver, MethodType):
        receiver = receiver.__func__
    elif not isinstance(receiver, FunctionType | type):
        receiver = getattr(type(receiver), "__call__", None)  # noqa: B004 - its code is wanted
    return receiver.__code__.co_flags if isinstance(receiver, FunctionType) else 0


def arguments(count: int) -> str:
    """`1 argument`, `2 arguments`: the count as error texts say it."""
    return f"{count} argument{'' if count == 1 else 's'}"


def is_builtin_method(receiver: object) -> bool:
    """Whether `receiver` is like `[].append`: a new object at each look-up, so that its identity says nothing."""
    return isinstance(receiver, BuiltinMethodType | MethodWrapperType)


def can_be_weak(receiver: object) -> bool:
    """Whether `receiver` is a bound method of an object that can be referred to weakly."""
    if not isinstance(receiver, MethodType):
        return False
    try:
        WeakMethod(receiver)
    except TypeError:  # an object with __slots__ and without __weakref__
        return False
    return True


def bound_object(receiver: object) -> Any:
    """The object whose bound method `receiver` is, or None."""
    return receiver.__self__ if isinstance(receiver, MethodType) else None
