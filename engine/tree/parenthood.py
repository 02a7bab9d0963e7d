"""The children of a node: how they come, go and move, and where they stand; a part of Node.

Numbers stand where `add_child` tests flags: it makes up most of what building a tree takes.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from engine.core.errors import InvalidTypeError, InvalidValueError, NodeNotFoundError, TreeError, settle
from engine.math.value import shortened
from engine.tree import flags as f
from engine.tree import lifecycle
from engine.tree.children import Children
from engine.tree.node_state import NodeState
from engine.tree.order import order_key

if TYPE_CHECKING:
    from engine.core.signal import Signal
    from engine.tree.node import Node

N = TypeVar("N", bound="Node")


class Parenthood(NodeState):
    """The part of a Node that has children."""

    if not TYPE_CHECKING:  # the slots stand in Node
        __slots__ = ()

    child_order_changed: Signal[()]

    @property
    def children(self) -> tuple[Node, ...]:
        """The children in order. A copy: it stays as it is while children come and go."""
        children = self._children
        return tuple(children.live()) if children is not None else ()

    def add_child(self, node: N, index: int | None = None) -> N:
        """Make `node` a child, the last one or the one at `index`, and return it.

        If this node is inside a tree, the child's subtree enters it before the call returns.

        Args:
            node: a node without a parent.
            index: its place among the children, negative from the end; last if left out.

        Raises:
            TreeError: it has a parent, is this node or an ancestor, or is a tree's root; or this node is leaving.
            FreedError: one of the two was freed.
        """
        flags = self._flags
        try:
            own = node._flags
            below = node._children
            if (
                node._parent is not None
                or node is self
                or (own | flags & 0x1000001) & 0x11000001
                or (below is not None and node.is_ancestor_of(self))
            ):
                self._refuse_child(node)
        except AttributeError:
            self._refuse_child(node)
            raise
        children = self._children
        if children is None:
            children = self._children = Children()
        name = node._name
        if index is not None:
            children.insert_at(self._place_for(index, children.live_count(), "add_child"), node)
            children.enter_name(node, name or node._type_name)
        else:
            node._index = len(children)
            children.append(node)
            if name:
                children.enter_name(node, name)
            else:
                hint = children.automatic
                if hint is None or hint.kind is not type(node):
                    children.enter_automatic(node)
                else:
                    number = hint.next
                    name = f"{hint.base}{number}"
                    if children.names.setdefault(name, node) is not node:  # type: ignore[union-attr]
                        children.enter_automatic(node)
                    else:
                        hint.next = number + 1
                        node._name = name
        node._parent = self  # type: ignore[assignment]  # it is a Node; so below
        if flags & 2:
            tree: Any = self._tree
            mask = node._mask
            # The short way in: a leaf without callbacks, groups, signals or a mode of its own, nobody watching.
            if (
                not mask & 0x86FF  # MASK_CALLS | MASK_LISTED | MASK_DRAW
                and not own & ~4
                and below is None
                and flags & 0xA0008 == 8  # the ready walk passed here; nobody listens to the children of this node
                and not tree._guards
            ):
                node._tree = tree
                node._flags = 14 | flags & 0x600
                tree._entered_count += 1
                if mask & 0x800:
                    tree._add_2d(node)
                elif mask & 0x40000:
                    tree._add_3d(node)
            else:
                lifecycle.enter(node, tree)
                return node
        if flags & 0x80000:
            self.child_order_changed.emit()
        return node

    def _place_for(self, index: int, length: int, verb: str) -> int:
        place = index + length + 1 if index < 0 else index
        if not 0 <= place <= length:
            raise InvalidValueError(
                f"{self._where()}.{verb}: index must be from {-length - 1} to {length}, got {index}"
            )
        return place

    def _refuse_child(self, node: Node) -> None:
        """Raise what is wrong with adding `node`."""
        if not isinstance(node, NodeState):
            advice = import_module("engine.core.kind_advice").advice_on(node, "Node")
            raise InvalidTypeError(
                f"{self._where()}.add_child: a node is needed, got {shortened(node)}{advice and '; '}{advice}"
            )
        if not hasattr(node, "_flags"):
            raise TreeError(
                f"{self._where()}.add_child: this {type(node).__name__} was made without Node.__init__(); "
                "call super().__init__() where its own __init__ or __post_init__ begins"
            )
        node._check_alive("add")
        self._check_alive(f"add {node._where()} under")
        what = f"cannot add {node._where()} under {self._where()}"
        if node is self:
            raise TreeError(f"{what}: it would be its own parent")
        if node._parent is not None:
            raise TreeError(f"{what}: it already has a parent; call reparent(), or remove it from that parent first")
        if node._flags & f.IS_ROOT:
            raise TreeError(f"{what}: it is the root of a tree")
        if node.is_ancestor_of(self):
            raise TreeError(f"{what}: it would be its own ancestor")
        raise TreeError(f"{what}, which is leaving the tree; use SceneTree.call_deferred()")

    def add_sibling(self, node: N) -> N:
        """Add `node` to this node's parent, right behind this node, and return it.

        Raises:
            TreeError: this node has no parent; and as `add_child`.
        """
        parent = self._parent
        if parent is None:
            raise TreeError(f"cannot add a sibling to {self._where()}: it has no parent")
        return parent.add_child(node, self.get_index() + 1)

    def remove_child(self, node: Node) -> None:
        """Take a child out. It leaves the tree, but is not freed: add it elsewhere, or free it.

        Owners that are no longer above a node of its subtree are cleared.

        Raises:
            TreeError: it is not a child of this node, or is leaving the tree already.
        """
        self._check_alive("remove a child of")
        if not isinstance(node, NodeState) or node._parent is not self:
            what = node._where() if isinstance(node, NodeState) else shortened(node)
            raise TreeError(f"cannot remove {what} from {self._where()}: it is not a child of it")
        if node._flags & f.EXITING or (self._tree is not None and self._tree._is_above_exit(node)):
            raise TreeError(
                f"cannot remove {node._where()}: it is leaving the tree; use call_deferred(...) on the tree"
            )
        self._detach(node)

    def _detach(self, node: Node, to_free: bool = False) -> None:
        """Let a child leave the tree and this node; one that is to be freed can be added nowhere from then on."""
        tree = node._tree
        if tree is None:
            self._children.drop(node)  # type: ignore[union-attr]
            node._parent = None
            errors = []
        else:
            tree._exits.append(node)
            errors = lifecycle.leave(node, tree)
            tree._exits.pop()
            self._children.drop(node)  # type: ignore[union-attr]
            node._parent = None
            if to_free:
                node._flags |= f.EXITING
        if node._children is not None or node._flags & f.HAS_OWNER:
            lifecycle.clear_owners(node)
        if tree is None:
            if self._flags & f.SIG_CHILD_ORDER:
                self.child_order_changed.emit()
        elif (
            errors
            or node._children is not None
            or node._flags & f.SIG_TREE_EXITED
            or self._flags & f.SIG_CHILD_ORDER
            or tree._watched
        ):
            lifecycle.after_exit(node, tree, errors, self)  # type: ignore[arg-type]

    def move_child(self, child: Node, index: int) -> None:
        """Take a child to another place among its siblings.

        Args:
            child: a child of this node.
            index: its new place, negative from the end: -1 is the last.

        Raises:
            TreeError: it is not a child of this node.
            InvalidValueError: there is no such place.
        """
        self._check_alive("move a child of")
        if not isinstance(child, NodeState) or child._parent is not self:
            what = child._where() if isinstance(child, NodeState) else shortened(child)
            raise TreeError(f"cannot move {what} in {self._where()}: it is not a child of it")
        children = self._children
        assert children is not None
        place = self._place_for(index, children.live_count() - 1, "move_child")
        if place == children.position(child):
            return
        children.move(child, place)
        tree = self._tree
        if tree is not None:
            tree._numbered_at = -1
            tree._move_count += 1
            if tree._draws_canvas:
                tree._moved(child)
            if tree._watched:
                tree.tree_changed.emit()
        if self._flags & f.SIG_CHILD_ORDER:
            self.child_order_changed.emit()

    def reparent(self, parent: Node, keep_global_transform: bool = True) -> None:
        """Move this node with its subtree under another parent; owners that are still above stay.

        Args:
            parent: the new parent; it may be the present one.
            keep_global_transform: whether nodes with a transform stay where they are seen.

        Raises:
            TreeError: it has no parent, or `parent` is it or below it.
        """
        this: Any = self
        old = self._parent
        if old is None:
            raise TreeError(f"cannot reparent {self._where()}: it has no parent; use add_child()")
        if parent is old:
            return
        if not isinstance(parent, NodeState):
            raise InvalidTypeError(f"{self._where()}.reparent: a node is needed, got {shortened(parent)}")
        parent._check_alive(f"reparent {self._where()} to")
        if parent is self or self.is_ancestor_of(parent):
            raise TreeError(f"cannot reparent {self._where()} to {parent._where()}: it would be its own ancestor")
        if parent._flags & f.EXITING:
            parent._refuse_child(this)
        kept = self._global_to_keep() if keep_global_transform else None
        owned = [(node, node._owner) for node in lifecycle.subtree(this) if node._flags & f.HAS_OWNER]
        errors: list[Exception] = []
        try:
            old.remove_child(this)
        except Exception as error:
            if self._parent is not None:
                raise
            errors.append(error)  # of a callback: it must not lose the node
        try:
            if self._parent is None and not self._flags & f.FREED:
                self._arrive(parent, owned, kept)
        except Exception as error:
            errors.append(error)
        if errors:
            settle(errors)

    def _arrive(self, parent: Node, owned: list[tuple[Node, Node]], kept: Any) -> None:
        """The second half of `reparent`."""
        this: Any = self
        try:
            parent.add_child(this)
        finally:
            if self._parent is parent:
                for node, owner in owned:
                    if not node._flags & f.HAS_OWNER and owner.is_ancestor_of(node):
                        taken = owner._unique_names or {}
                        if node is self and self._flags & f.UNIQUE and self._name in taken:
                            parent._children.rename(self, self._name, taken)  # type: ignore[union-attr]
                        node.owner = owner
                if kept is not None:
                    self._keep_global(kept)

    def _global_to_keep(self) -> Any:
        """What `reparent` keeps; None for nodes without a transform."""
        return None

    def _keep_global(self, kept: Any) -> None:
        """Set the transform so that the global one is `kept`."""

    def get_child(self, index: int) -> Node:
        """The child at a place, negative from the end.

        Raises:
            NodeNotFoundError: there is none.
        """
        children = self._children
        child = None
        if children is not None:
            at = children.head + index
            if children.holes == children.head and index >= 0 and at < len(children):
                child = children[at]
            else:
                child = children.get(index)
        if child is None:
            raise NodeNotFoundError(
                f"{self._where()} has no child at {index}; it has {self.get_child_count()} children"
            )
        return child

    def get_child_count(self) -> int:
        """How many children there are."""
        children = self._children
        return len(children) - children.holes if children is not None else 0

    def get_children(self) -> list[Node]:
        """The children in order, as a new list."""
        return self._children.live() if self._children is not None else []

    def get_index(self) -> int:
        """The place among the siblings, from 0; -1 without a parent."""
        parent = self._parent
        return parent._children.position(self) if parent is not None else -1  # type: ignore[union-attr, arg-type]

    def order_key(self) -> tuple[int, ...]:
        """Where the node stands: of two nodes of one tree the one with the lower key comes first."""
        this: Any = self
        return order_key(this)

    def is_ancestor_of(self, node: NodeState) -> bool:
        """Whether this node is somewhere above `node`."""
        parent = node._parent
        while parent is not None:
            if parent is self:
                return True
            parent = parent._parent
        return False
