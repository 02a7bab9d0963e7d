"""The attributes of an object as they are kept, whatever its class does when they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, MemberDescriptorType
from typing import Any

from engine.tree.node_state import NodeState

Attributes = dict[str, Any] | None
Reader = Callable[[object], Any]


def slots_of(cls: type) -> dict[str, MemberDescriptorType]:
    """The slots of a class and of those it extends, by name."""
    members = {name: member for base in reversed(cls.__mro__) for name, member in vars(base).items()}
    return {name: member for name, member in members.items() if isinstance(member, MemberDescriptorType)}


def has_own_reading(cls: type) -> bool:
    """Whether a class decides for itself what is read of its instances."""
    return hasattr(cls, "__getattr__") or isinstance(cls.__getattribute__, FunctionType)


def reader_of(cls: type) -> Reader:
    """What gives of an instance its `__dict__` or None; or that, and a dict of the slots that are set."""
    if not has_own_reading(cls) and not issubclass(cls, NodeState):
        return object.__getstate__
    slots = slots_of(cls)

    def read(item: object) -> tuple[Attributes, Attributes]:
        found = {}
        for name, member in slots.items():
            try:
                found[name] = member.__get__(item)
            except AttributeError:  # it is not set
                continue
        return object.__getattribute__(item, "__dict__") if cls.__dictoffset__ else None, found

    return read


def attributes_of(item: object) -> tuple[Attributes, Attributes]:
    """The `__dict__` of an object, not a copy, and a dict of the slots that are set; None for what it has not."""
    state = reader_of(type(item))(item)
    return state if isinstance(state, tuple) else (state, None)
