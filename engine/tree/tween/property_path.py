"""Properties of an object by a path: `position`, `position:x`, `material:shader_parameter`."""

from __future__ import annotations

from typing import Any

from engine.core.connection import SignalOwner
from engine.core.errors import InvalidTypeError, InvalidValueError, did_you_mean
from engine.math.value import Value, shortened
from engine.tree.node_path import NodePath


def where_of(target: object) -> str:
    """What error texts call an object: a node's path, and otherwise the name of the type."""
    return target._where() if isinstance(target, SignalOwner) else type(target).__name__


def names_of(path: str | NodePath) -> tuple[str, ...]:
    """The names in a property path, the outermost first.

    Raises:
        InvalidTypeError: `path` is neither a str nor a NodePath.
        InvalidValueError: it names nothing.
    """
    names = NodePath(path).get_as_property_path()._subnames
    if not names:
        raise InvalidValueError(f"a property path must name a property, got {shortened(str(path))}")
    return names


def read(target: object, names: tuple[str, ...]) -> Any:
    """The value at a path.

    Raises:
        InvalidTypeError: a name on the way does not exist.
    """
    value: Any = target
    for depth, name in enumerate(names):
        try:
            value = getattr(value, name)
        except AttributeError as error:
            path = ":".join((where_of(target), *names[:depth]))
            raise InvalidTypeError(f"{path} has no property {name!r}{did_you_mean(name, dir(value))}") from (
                None if error.obj is value and error.name == name else error  # one of a property's own code says more
            )
    return value


def check_writable(target: object, names: tuple[str, ...]) -> None:
    """Refuse a path whose value can be read, but not set.

    Raises:
        InvalidTypeError: it can only be read.
    """
    owner = read(target, names[:-1])
    name = names[-1]
    declared = getattr(type(owner), name, None)
    if isinstance(owner, Value):
        settable = hasattr(owner, f"with_{name}")
    else:
        settable = not (isinstance(owner, tuple) or (isinstance(declared, property) and declared.fset is None))
    if not settable:
        raise InvalidTypeError(f"{where_of(target)}: {':'.join(names)!r} can only be read")


def write(target: object, names: tuple[str, ...], value: Any) -> None:
    """Set the value at a path; the value types on the way, which are immutable, are replaced by changed ones."""
    owners = [target]
    for name in names[:-1]:
        owners.append(getattr(owners[-1], name))
    for owner, name in zip(reversed(owners), reversed(names), strict=True):
        if not isinstance(owner, Value):
            setattr(owner, name, value)
            return
        value = getattr(owner, f"with_{name}")(value)
