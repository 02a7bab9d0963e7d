"""Who is in the groups of a tree, and calls of them, at once or later; a part of SceneTree."""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING, Any, TypeVar, overload

from engine.core.errors import InvalidTypeError, InvalidValueError, NodeTypeError, did_you_mean
from engine.core.object import Object
from engine.math.value import shortened

if TYPE_CHECKING:
    from engine.tree.deferred import DeferredQueue
    from engine.tree.groups import Groups
    from engine.tree.node import Node

T = TypeVar("T")


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
    """The part of a SceneTree that lists and calls groups."""

    _groups: Groups
    _deferred: DeferredQueue

    def _start_group_calls(self) -> None:
        self._unique_calls: dict[tuple[str, str], tuple[int, tuple[Any, ...]]] = {}

    @overload
    def get_nodes_in_group(self, group: str) -> list[Node]: ...
    @overload
    def get_nodes_in_group(self, group: str, type: type[T]) -> list[T]: ...
    def get_nodes_in_group(self, group: str, type: type[Any] | None = None) -> Any:
        """The nodes in the tree that are in a group, in tree order, as a new list.

        Args:
            group: the group's name.
            type: the class that all of them must be of.

        Raises:
            NodeTypeError: one of them is of another class.
        """
        nodes = list(self._groups.nodes(group))
        if type is not None:
            for node in nodes:
                _check_class(node, group, type)
        return nodes

    @overload
    def get_first_node_in_group(self, group: str) -> Node | None: ...
    @overload
    def get_first_node_in_group(self, group: str, type: type[T]) -> T | None: ...
    def get_first_node_in_group(self, group: str, type: type[Any] | None = None) -> Any:
        """The first of a group in tree order, or None.

        Args:
            group: the group's name.
            type: the class that it must be of.

        Raises:
            NodeTypeError: it is of another class.
        """
        first = next(iter(self._groups.nodes(group)), None)
        if first is not None and type is not None:
            _check_class(first, group, type)
        return first

    def get_node_count_in_group(self, group: str) -> int:
        """How many nodes in the tree are in a group."""
        return len(self._groups.nodes(group))

    def has_group(self, group: str) -> bool:
        """Whether a node in the tree is in the group."""
        return group in self._groups.by_name

    def call_group(self, group: str, method: str, *args: Any) -> None:
        """Call a method of each node of a group, in tree order; nodes without it are left out.

        Nodes that leave the group meanwhile are skipped, nodes that join are not called. The bound methods are kept
        while the group stays as it is: a method that is replaced on one instance later is not seen.

        Raises:
            InvalidTypeError: `method` is not a method's name.
        """
        if not isinstance(method, str):
            raise InvalidTypeError(f"call_group({group!r}): a method's name is needed, got {shortened(method)}")
        self._groups.call(group, method, args)

    def set_group(self, group: str, name: str, value: Any) -> None:
        """Set a property of each node of a group, in tree order; nodes without it are left out.

        Raises:
            InvalidTypeError: none of them has it.
        """
        self._set_in_group("set_group", 0, group, name, value)

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
            raise InvalidTypeError(f"call_group_flags({group!r}): a method's name is needed, got {shortened(method)}")
        if flags & _UNIQUE:
            if not flags & _DEFERRED:
                raise InvalidValueError(
                    f"call_group_flags({group!r}): UNIQUE goes with DEFERRED only, got {shortened(flags)}"
                )
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
            raise InvalidTypeError(f"{where}({group!r}): a property's name is needed, got {shortened(name)}")
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
        raise InvalidTypeError(f"{where}: a group's name is needed, got {shortened(group)}")
    if not isinstance(flags, int) or flags & ~allowed:
        raise InvalidValueError(
            f"{where}({group!r}): flags must be GroupCallFlags that it knows, got {shortened(flags)}"
        )


def _check_class(node: Node, group: str, wanted: type[Any]) -> None:
    if not isinstance(node, wanted):
        raise NodeTypeError(f"{node._where()} in group {group!r} is a {type(node).__name__}, not a {wanted.__name__}")
