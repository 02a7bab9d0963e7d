"""What a node belongs to: the scene that it is saved with, and groups; a part of Node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidValueError, TreeError
from engine.core.export import exported
from engine.core.property_checks import checked_bool
from engine.math.value import shortened
from engine.tree import flags as f
from engine.tree.node_state import NodeState

if TYPE_CHECKING:
    from engine.tree.node import Node


class Membership(NodeState):
    """A node's owner, its unique name in it, and its groups."""

    if not TYPE_CHECKING:  # the slots stand in Node
        __slots__ = ()

    @property
    def owner(self) -> Node | None:
        """The root of the scene that this node is saved with; it must be an ancestor.

        Raises:
            TreeError: set to a node that is not above this one, or where its unique name is taken.
        """
        return self._owner if self._flags & f.HAS_OWNER else None

    @owner.setter
    def owner(self, owner: Node | None) -> None:
        self._check_alive("set the owner of")
        if owner is not None and (not isinstance(owner, Membership) or not owner.is_ancestor_of(self)):
            what = owner._where() if isinstance(owner, Membership) else shortened(owner)
            raise TreeError(f"{what} cannot own {self._where()}: an owner is an ancestor, or None")
        if owner is not None and self._flags & f.UNIQUE:
            other = (owner._unique_names or {}).get(self._name)
            if other is not None and other is not self:
                raise TreeError(
                    f"{owner._where()} cannot own {self._where()}: {other._where()} is unique there under that name"
                )
        if self._flags & f.HAS_OWNER:
            self._forget_owner()
        if owner is not None:
            self._owner = owner
            self._flags |= f.HAS_OWNER
            if self._flags & f.UNIQUE:
                owner._unique()[self._name] = self

    def _forget_owner(self) -> None:
        if self._flags & f.UNIQUE:
            self._owner._unique().pop(self._name, None)
        self._flags &= ~f.HAS_OWNER

    def _unique(self) -> dict[str, Any]:
        if self._unique_names is None:
            self._unique_names = {}
        return self._unique_names

    @property
    @exported(False)
    def unique_name_in_owner(self) -> bool:
        """Whether `%Name` finds this node from its owner and from all nodes with the same owner.

        Raises:
            TreeError: set where another node of the owner is unique under the same name.
        """
        return bool(self._flags & f.UNIQUE)

    @unique_name_in_owner.setter
    def unique_name_in_owner(self, unique: bool) -> None:
        self._check_alive("set unique_name_in_owner of")
        unique = checked_bool(self, "unique_name_in_owner", unique)
        if unique == bool(self._flags & f.UNIQUE):
            return
        if self._flags & f.HAS_OWNER:
            if unique:
                self._check_unique(self._name)
                self._owner._unique()[self._name] = self
            else:
                self._owner._unique().pop(self._name, None)
        self._flags = self._flags | f.UNIQUE if unique else self._flags & ~f.UNIQUE

    def set_editable_instance(self, node: Node, is_editable: bool) -> None:
        """Mark an instance of a scene, below this node, as one whose children are edited in the scene of this node.

        Scene files keep the mark, and Godot's editor shows the children of such an instance. What differs on them is
        saved in any case.

        Raises:
            TreeError: `node` is not below this one.
            InvalidTypeError: `is_editable` is no bool.
        """
        self._check_alive("mark an instance of")
        this: Any = self
        if not isinstance(node, Membership) or not this.is_ancestor_of(node):
            what = node._where() if isinstance(node, Membership) else shortened(node)
            raise TreeError(f"{self._where()}.set_editable_instance: {what} is not below it")
        node._editable_instance = checked_bool(self, "set_editable_instance(is_editable)", is_editable)

    def is_editable_instance(self, node: Node) -> bool:
        """Whether `node` is below this one and marked by `set_editable_instance`, or by the scene file."""
        this: Any = self
        return isinstance(node, Membership) and node._editable_instance and bool(this.is_ancestor_of(node))

    # --- groups --------------------------------------------------------------------------------

    @property
    def groups(self) -> dict[str, bool]:
        """The groups that the node is in, each with whether that is saved with its scene. A copy."""
        return dict(self._groups or {})

    def get_groups(self) -> list[str]:
        """The names of the groups that the node is in, in the order of joining."""
        return list(self._groups or ())

    def add_to_group(self, name: str, persistent: bool = False) -> None:
        """Join a group; joining again only updates `persistent`.

        Args:
            name: not empty.
            persistent: whether the membership is saved with the scene.

        Raises:
            InvalidValueError: the name is empty, or not a str.
            FreedError: the node was freed.
        """
        self._check_alive("add to a group")
        if not isinstance(name, str) or not name:
            raise InvalidValueError(
                f"{self._where()}.add_to_group: a group's name is a str that is not empty, got {shortened(name)}"
            )
        if self._groups is None:
            self._groups = {}
        self._groups[name] = persistent
        self._flags |= f.HAS_GROUPS
        if self._tree is not None:
            self._tree._groups.join(self, name)

    def remove_from_group(self, name: str) -> None:
        """Leave a group; nothing happens if the node is not in it."""
        self._check_alive("remove from a group")
        if self._groups is None or name not in self._groups:
            return
        del self._groups[name]
        if not self._groups:
            self._flags &= ~f.HAS_GROUPS
        if self._tree is not None:
            self._tree._groups.part(self, name)

    def is_in_group(self, name: str) -> bool:
        """Whether the node is in a group, also outside a tree."""
        return self._groups is not None and name in self._groups

    def _check_unique(self, name: str) -> None:
        """Refuse a name that another node, unique in the same owner, has; only with an owner."""
        other = self._owner._unique().get(name)
        if other is not None and other is not self:
            raise TreeError(
                f"{self._where()} cannot be named {name!r}: {other._where()} is unique in "
                f"{self._owner._where()} under that name; rename that one first"
            )
