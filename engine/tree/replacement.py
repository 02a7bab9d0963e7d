"""Putting one node in the place of another; a part of Node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.connection import PERSIST
from engine.core.errors import InvalidTypeError, TreeError, settle
from engine.math.value import shortened
from engine.tree import flags as f
from engine.tree import lifecycle
from engine.tree.node_state import NodeState

if TYPE_CHECKING:
    from engine.tree.node import Node


class Replacement(NodeState):
    """The part of a Node that gives its place to another."""

    if not TYPE_CHECKING:  # the slots stand in Node
        __slots__ = ()

    def replace_by(self, node: Node, keep_groups: bool = False) -> None:
        """Put `node` in this one's place: under its parent, at its index, with its children, its owner and its scene.

        This node leaves the tree and is not freed. It keeps its name and its properties. Connections with
        ConnectFlags.PERSIST that call methods of it call those of `node` from then on; where `node` has no such method,
        they end. `replacing_by(node)` is emitted when `node` stands there, before the children follow. They leave the
        tree and enter it again, and owners stay as they were, with `node` for this one.

        Args:
            node: a node without a parent.
            keep_groups: whether `node` joins the groups of this one.

        Raises:
            TreeError: `node` has a parent, is this node, a tree's root or above this node; this node is a tree's root
                or is leaving the tree.
            FreedError: one of the two was freed.
        """
        this: Any = self
        _check(this, node)
        if keep_groups:
            for name, persistent in this.groups.items():
                node.add_to_group(name, persistent)
        _Replacement(this, node).run()


def _check(this: Node, node: Node) -> None:
    """Refuse, before anything is changed, what cannot be done."""
    this._check_alive("replace")
    if not isinstance(node, NodeState):
        raise InvalidTypeError(f"{this._where()}.replace_by: a node is needed, got {shortened(node)}")
    node._check_alive(f"replace {this._where()} by")
    what = f"cannot replace {this._where()} by {node._where()}"
    if node is this:
        raise TreeError(f"{what}: they are the same")
    if node._parent is not None:
        raise TreeError(f"{what}: it already has a parent; remove it from that parent first")
    if node._flags & f.IS_ROOT or this._flags & f.IS_ROOT:
        raise TreeError(f"{what}: the root of a tree stays where it is")
    if node.is_ancestor_of(this):
        raise TreeError(f"{what}: it stands above")
    tree = this._tree
    parent = this._parent
    leaves = this._flags & f.EXITING or (parent is not None and parent._flags & f.EXITING)
    if leaves or (tree is not None and tree._is_above_exit(this)):
        raise TreeError(f"{what}, which is leaving the tree; use call_deferred(...) on the tree")


class _Replacement:
    """One call of `replace_by`. Errors of callbacks are raised when all is done."""

    def __init__(self, this: Node, node: Node) -> None:
        self.this = this
        self.node = node
        self.owner = this._owner if this._flags & f.HAS_OWNER else None
        self.owned = [(below, below._owner) for below in lifecycle.subtree(this)[1:] if below._flags & f.HAS_OWNER]
        self.errors: list[BaseException] = []

    def run(self) -> None:
        """Do it."""
        this, node, parent = self.this, self.node, self.this._parent
        self._connect()
        if parent is not None:
            index = this.get_index()
            self._guarded(parent.remove_child, this)
            if parent._flags & f.FREED or node._parent is not None:
                self._finish()
                return
            self._guarded(parent.add_child, node, min(index, parent.get_child_count()))
        self._own(node, self.owner)
        node.scene_file_path = this.scene_file_path
        tree = node._tree
        if tree is not None and tree._current_scene is this:
            tree._current_scene = node
        if this._flags & f.HAS_SIGNALS:
            self._guarded(this.replacing_by.emit, node)
        for child in this.get_children():
            if child._parent is this:
                self._guarded(this.remove_child, child)
            if child._parent is None and not (child._flags | node._flags) & f.FREED:
                self._guarded(node.add_child, child)
        for below, owner in self.owned:
            self._own(below, node if owner is this else owner)
        self._finish()

    def _own(self, node: Node, owner: Node | None) -> None:
        """Give `node` its owner back, where that is above it."""
        if owner is not None and not node._flags & f.HAS_OWNER and owner.is_ancestor_of(node):
            self._guarded(setattr, node, "owner", owner)

    def _connect(self) -> None:
        """Turn the connections that are saved to the new node."""
        for connection in self.this.get_incoming_connections():
            if not connection.flags & PERSIST:
                continue
            source, name, method = connection.source, connection.name, connection.method
            if source is None:
                continue
            source.disconnect(name, self.this, method)
            source = self.node if source is self.this else source
            if callable(getattr(self.node, method, None)) and source.has_signal(name):
                source.connect(name, self.node, method, connection.flags, connection.binds, connection.unbinds)

    def _guarded(self, function: Any, *args: Any) -> None:
        try:
            function(*args)
        except BaseException as error:
            self.errors.append(error)

    def _finish(self) -> None:
        if self.errors:
            settle(self.errors)
