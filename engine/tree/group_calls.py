"""Calls of groups in other ways than at once and in tree order; a part of SceneTree."""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, InvalidValueError, did_you_mean
from engine.core.object import Object

if TYPE_CHECKING:
    from engine.tree.deferred import DeferredQueue
    from engine.tree.groups import Groups
    from engine.tree.node import Node


class GroupCallFlags(IntFlag):
    """How a group is called; combine with `|`. The numbers are Godot's."""

    DEFAULT = 0
    """At once, in tree order."""
    REVERSE = 1
    """In reverse tree order."""
    DEFERRED = 2
    """With the deferred calls. Who is called is settled now."""
    UNIQUE = 4
    """With DEFERRED: once, however often it is asked for until then, with the arguments of the first time. Who is
    called is settled when it is done."""


_REVERSE, _DEFERRED, _UNIQUE = 1, 2, 4


class GroupCalls(Object):
    """The part of a SceneTree that calls groups by flags."""

    _groups: Groups
    _deferred: DeferredQueue

    def _start_group_calls(self) -> None:
        self._unique_calls: dict[tuple[str, str], tuple[int, tuple[Any, ...]]] = {}

    def call_group_flags(self, flags: int, group: str, method: str, *args: Any) -> None:
        """Call a method of each node of a group; nodes without it are left out.

        Args:
            flags: GroupCallFlags, combined with `|`.
            group: the group's name.
            method: the method's name.
            args: what it is called with.

        Raises:
            InvalidValueError: `flags` are none, or have UNIQUE without DEFERRED.
            InvalidTypeError: `group` is not a group's name, or `method` not a method's.
        """
        _check("call_group_flags", flags, _REVERSE | _DEFERRED | _UNIQUE, group)
        if not isinstance(method, str):
            raise InvalidTypeError(f"call_group_flags({group!r}): a method's name is needed, got {method!r}")
        if flags & _UNIQUE:
            if not flags & _DEFERRED:
                raise InvalidValueError(f"call_group_flags({group!r}): UNIQUE goes with DEFERRED only, got {flags!r}")
            if not self._deferred.calls:
                self._unique_calls.clear()  # calls that never end were dropped
            if (group, method) not in self._unique_calls:
                self._unique_calls[group, method] = flags & _REVERSE, args
                self._deferred.push(self._call_unique, (group, method))
        elif flags & _DEFERRED:
            for node in self._in_order(group, flags):
                function = getattr(node, method, None)
                if callable(function):
                    self._deferred.push(function, args)
        elif flags & _REVERSE:
            self._groups.call(group, method, args, backwards=True)
        else:
            self._groups.call(group, method, args)

    def _call_unique(self, group: str, method: str) -> None:
        flags, args = self._unique_calls.pop((group, method))
        self.call_group_flags(flags, group, method, *args)

    def set_group_flags(self, flags: int, group: str, name: str, value: Any) -> None:
        """Set a property of each node of a group; nodes without it are left out.

        Args:
            flags: GroupCallFlags but UNIQUE, combined with `|`.
            group: the group's name.
            name: the property's name.
            value: what it is set to.

        Raises:
            InvalidValueError: `flags` are none, or have UNIQUE.
            InvalidTypeError: no node of the group has the property, or one of the two names is no str.
        """
        _check("set_group_flags", flags, _REVERSE | _DEFERRED, group)
        self._set_in_group("set_group_flags", flags, group, name, value)

    def _set_in_group(self, where: str, flags: int, group: str, name: str, value: Any) -> None:
        if not isinstance(name, str):
            raise InvalidTypeError(f"{where}({group!r}): a property's name is needed, got {name!r}")
        nodes = self._in_order(group, flags)
        known = [node for node in nodes if hasattr(node, name)]
        if nodes and not known:
            raise InvalidTypeError(
                f"{where}: no node in group {group!r} has a property {name!r}{did_you_mean(name, dir(nodes[0]))}"
            )
        for node in known:
            if flags & _DEFERRED:
                self._deferred.push(node.__setattr__, (name, value))
            elif node._tree is self and node.is_in_group(group):
                setattr(node, name, value)

    def _in_order(self, group: str, flags: int) -> list[Node]:
        nodes = self._groups.nodes(group)
        return nodes[::-1] if flags & _REVERSE else nodes


def _check(where: str, flags: object, allowed: int, group: object) -> None:
    if not isinstance(group, str):
        raise InvalidTypeError(f"{where}: a group's name is needed, got {group!r}")
    if not isinstance(flags, int) or flags & ~allowed:
        raise InvalidValueError(f"{where}({group!r}): flags must be GroupCallFlags that it knows, got {flags!r}")
