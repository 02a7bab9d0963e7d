"""Groups of a tree: the nodes inside the tree that joined each group, listed and called in tree order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.coroutine import start_returned
from engine.tree.order import NodeSet

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.tree.node import Node
    from engine.tree.scene_tree import SceneTree

# A builtin that takes any arguments and does nothing.
_SKIP: Callable[..., object] = "".format


class _UnderWay:
    """A call of a group that is under way: what it walks, and which node each entry belongs to."""

    __slots__ = ("calls", "nodes", "places")

    def __init__(self, nodes: list[Node], calls: list[Callable[..., object]]) -> None:
        self.nodes = nodes
        self.calls = calls
        self.places: dict[Node, int] | None = None

    def skip(self, node: Node) -> None:
        """Do not call a node that is still to come."""
        if self.places is None:
            self.places = {each: at for at, each in enumerate(self.nodes)}
        at = self.places.get(node)
        if at is not None:
            self.calls[at] = _SKIP


class Group(NodeSet):
    """One group's members, with the bound methods of each method name called before."""

    __slots__ = ("calls", "under_way")

    def __init__(self, tree: SceneTree) -> None:
        super().__init__(tree)
        self.under_way: list[_UnderWay] = []
        self.calls: dict[str, tuple[list[Node], list[Callable[..., object]]]] = {}

    def bound(self, method: str) -> list[Callable[..., object]]:
        """The members' bound methods of that name, in tree order; members without it are left out."""
        nodes = self.sorted()
        cached = self.calls.get(method)
        if cached is not None and cached[0] is nodes:
            return cached[1]
        if len(self.calls) > 64:
            self.calls.clear()
        found = [getattr(node, method, _SKIP) for node in nodes]
        calls = [each if callable(each) else _SKIP for each in found]
        self.calls[method] = (nodes, calls)
        return calls

    def forget(self, node: Node) -> None:
        """Take a member out; calls that are under way skip it."""
        if node not in self.members:
            return
        for call in self.under_way:
            call.skip(node)
        self.drop(node)
        self.calls.clear()


class Groups:
    """All groups of a tree, by name."""

    __slots__ = ("by_name", "tree")

    def __init__(self, tree: SceneTree) -> None:
        self.tree = tree
        self.by_name: dict[str, Group] = {}

    def node_entered(self, node: Node) -> None:
        """List a node in all its groups."""
        for name in node._groups or ():
            self.join(node, name)

    def node_exited(self, node: Node) -> None:
        """Take a node out of the lists of its groups."""
        for name in node._groups or ():
            self.part(node, name)

    def join(self, node: Node, name: str) -> None:
        """List a node in one group."""
        group = self.by_name.get(name)
        if group is None:
            group = self.by_name[name] = Group(self.tree)
        group.add(node)

    def part(self, node: Node, name: str) -> None:
        """Take a node out of one group's list."""
        group = self.by_name.get(name)
        if group is not None:
            group.forget(node)
            if not group.members:
                del self.by_name[name]

    def nodes(self, name: str) -> list[Node]:
        """The members in tree order; not to be changed."""
        group = self.by_name.get(name)
        return group.sorted() if group is not None else []

    def call(self, name: str, method: str, args: tuple[Any, ...], backwards: bool = False) -> None:
        """Call a method of each member, the last first if `backwards`; one that leaves meanwhile is skipped."""
        group = self.by_name.get(name)
        if group is None:
            return
        calls, nodes = group.bound(method), group.sorted()
        if backwards:
            calls, nodes = calls[::-1], nodes[::-1]
        group.under_way.append(_UnderWay(nodes, calls))
        try:
            if len(args) == 1:  # spelled out: unpacking costs as much as a call
                (argument,) = args
                for call in calls:
                    if (returned := call(argument)) is not None:
                        start_returned(returned, call, self.tree)
            elif args:
                for call in calls:
                    if (returned := call(*args)) is not None:
                        start_returned(returned, call, self.tree)
            else:
                for call in calls:
                    if (returned := call()) is not None:
                        start_returned(returned, call, self.tree)
        finally:
            group.under_way.pop()
