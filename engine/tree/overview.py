"""A node and what is around it as a whole: texts of the subtree, calls through it, order, warnings; a part of Node."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from engine.core.coroutine import start_returned
from engine.core.errors import InvalidTypeError, TreeError
from engine.math.value import shortened
from engine.tree import lifecycle
from engine.tree.node_state import NodeState
from engine.tree.order import comes_after

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.tree.node import Node


class Overview(NodeState):
    """The part of a Node that looks at it with all below it."""

    if not TYPE_CHECKING:  # the slots stand in Node
        __slots__ = ()

    def is_greater_than(self, node: Node) -> bool:
        """Whether this node comes behind `node` in tree order: parents before children, siblings as they stand.

        Raises:
            TreeError: the two are not in the same tree.
        """
        if not isinstance(node, NodeState):
            raise InvalidTypeError(f"{self._where()}.is_greater_than: a node is needed, got {shortened(node)}")
        if self._tree is None or self._tree is not node._tree:
            raise TreeError(f"cannot compare the places of {self._where()} and {node._where()}: not in the same tree")
        this: Any = self
        return comes_after(this, node)

    def propagate_call(self, method: str, args: Iterable[Any] = (), parent_first: bool = False) -> None:
        """Call a method of this node and of all below it; nodes without it are left out.

        Children are called before their parent and in order, or with `parent_first` behind it. Who is called is settled
        before the first call; a node that was freed, or taken out from under this one, by then is skipped.

        Raises:
            InvalidTypeError: `method` is not a method's name, or `args` is no sequence.
        """
        if not isinstance(method, str):
            raise InvalidTypeError(
                f"{self._where()}.propagate_call: a method's name is needed, got {shortened(method)}"
            )
        if isinstance(args, str) or not hasattr(args, "__iter__"):
            raise InvalidTypeError(
                f"{self._where()}.propagate_call(args): several arguments are needed, got {shortened(args)}"
            )
        this: Any = self
        args = tuple(args)
        for node in lifecycle.subtree(this) if parent_first else _children_first(this):
            if not node._is_freed() and (node is this or this.is_ancestor_of(node)):
                function = getattr(node, method, None)
                if callable(function):
                    start_returned(function(*args), function, node)

    def get_tree_string(self, pretty: bool = False) -> str:
        """This node and all below it as text, a line for each: paths from here, or with `pretty` names in a drawing.

        The first line of the paths is ".".
        """
        this: Any = self
        return "".join(f"{line}\n" for line in (_drawing(this) if pretty else _paths(this)))

    def print_tree(self, pretty: bool = False) -> None:
        """Print `get_tree_string(pretty)`."""
        sys.stdout.write(self.get_tree_string(pretty))

    def get_configuration_warnings(self) -> list[str]:
        """What is wrong with how this node is set up, for people who build scenes; override it, [] is right.

        A class calls `update_configuration_warnings()` when its answer may have changed.
        """
        return []

    def _editor_advice(self) -> list[str]:
        """Those of its warnings that are about what works as it is: for who builds scenes, not for who plays them."""
        return []

    def update_configuration_warnings(self) -> None:
        """Tell those who show warnings, through the tree's `node_configuration_warning_changed`, to ask again."""
        tree = self._tree
        if tree is not None:
            tree.node_configuration_warning_changed.emit(self)


def _children_first(top: Node) -> list[Node]:
    """`top` and all below it, children in order and before their parents."""
    nodes: list[Node] = []
    stack = [top]
    while stack:
        node = stack.pop()
        nodes.append(node)
        stack.extend(node.get_children())
    nodes.reverse()
    return nodes


def _paths(top: Node) -> list[str]:
    lines = ["."]
    stack = [(child, child._name) for child in reversed(top.get_children())]
    while stack:
        node, path = stack.pop()
        lines.append(path)
        stack.extend((child, f"{path}/{child._name}") for child in reversed(node.get_children()))
    return lines


def _drawing(top: Node) -> list[str]:
    lines: list[str] = []
    stack = [(top, "", True)]
    while stack:
        node, before, is_last = stack.pop()
        lines.append(f"{before} {'┖' if is_last else '┠'}╴{node._name or node._type_name}")
        before += "   " if is_last else " ┃ "
        children = node.get_children()
        stack.extend((child, before, child is children[-1]) for child in reversed(children))
    return lines
