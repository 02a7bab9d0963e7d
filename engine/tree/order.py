"""Places in the tree: comparing nodes by where they stand, and numbering all of them at once."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.tree.node import Node
    from engine.tree.scene_tree import SceneTree

_FEW = 64  # so many nodes are sorted by their ancestors' indices; more by numbering the whole tree
_by_order = attrgetter("_order")


def order_key(node: Node) -> tuple[int, ...]:
    """The physical child indices from the root down to `node`; a node sorts before its children."""
    key = []
    parent = node._parent
    while parent is not None:
        key.append(node._index)
        node, parent = parent, parent._parent
    key.reverse()
    return tuple(key)


def comes_after(node: Node, other: Node) -> bool:
    """Whether `node` stands behind `other` in the tree that both are in; at once while their numbers are right."""
    tree = node._tree
    assert tree is not None
    if tree._numbered_at == tree._entered_count:
        return node._order > other._order
    return order_key(node) > order_key(other)


def renumber(tree: SceneTree) -> None:
    """Give every node of the tree its number in tree order (`Node._order`), if anything came or moved since."""
    if tree._numbered_at == tree._entered_count:
        return
    tree._numbered_at = tree._entered_count
    number = 0
    stack: list[Node] = [tree.root]
    while stack:
        node = stack.pop()
        node._order = number
        number += 1
        children = node._children
        if children:
            if children.holes:
                stack.extend(children.reversed_live())
            else:
                stack.extend(reversed(children))  # type: ignore[arg-type]


def sort_nodes(tree: SceneTree, nodes: Iterable[Node]) -> list[Node]:
    """A new list of nodes of the tree, in tree order."""
    result = list(nodes)
    if len(result) > 1:
        if len(result) <= _FEW and tree._numbered_at != tree._entered_count:
            result.sort(key=order_key)
        else:
            renumber(tree)
            result.sort(key=_by_order)
    return result


class NodeSet:
    """Nodes of a tree, listed in tree order; the list is kept until the set or the order changes."""

    __slots__ = ("_move_count", "_sorted", "members", "tree")

    def __init__(self, tree: SceneTree) -> None:
        self.tree = tree
        self.members: dict[Node, None] = {}
        self._sorted: list[Node] | None = []
        self._move_count = tree._move_count

    def add(self, node: Node) -> None:
        """Take a node in."""
        if node not in self.members:
            self.members[node] = None
            self._sorted = None

    def drop(self, node: Node) -> None:
        """Take a node out, if it is in."""
        if node in self.members:
            del self.members[node]
            self._sorted = None

    def sorted(self) -> list[Node]:
        """The members in tree order. Replaced, never changed: it can be walked while members come and go."""
        nodes = self._sorted
        if nodes is None or self._move_count != self.tree._move_count:
            self._move_count = self.tree._move_count
            nodes = self._sorted = sort_nodes(self.tree, self.members)
        return nodes
