"""What gives a collision object its shapes: groups of them, each with an owner; a part of CollisionObject2D.

CollisionShape2D and CollisionPolygon2D nodes are owners of one group each; code may make others.
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.property_checks import checked_bool, checked_int, checked_non_negative
from engine.math import Transform2D
from engine.math.value import shortened
from engine.resources.shapes_2d.checks import checked_transform
from engine.resources.shapes_2d.shape_2d import Shape2D
from servers.physics_2d import ShapeEntry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from servers.physics_2d import CollisionObject


class ShapeOwner:
    """One group of shapes.

    Attributes:
        owner: who made it, a node as a rule.
        transform, disabled, one_way, one_way_margin: what all its shapes have.
        entries: its shapes.
    """

    __slots__ = ("disabled", "entries", "one_way", "one_way_margin", "owner", "transform")

    def __init__(self, owner: object) -> None:
        self.owner = owner
        self.transform = Transform2D.IDENTITY
        self.disabled = False
        self.one_way = False
        self.one_way_margin = 0.0
        self.entries: list[ShapeEntry] = []


class ShapeOwners:
    """The shapes of a collision object by who gave them."""

    if not TYPE_CHECKING:
        __slots__ = ()

    _is_area = False
    _shape_groups: dict[int, ShapeOwner] | None = None

    if TYPE_CHECKING:
        _tree: Any
        children: Any

        def _where(self) -> str: ...

        def _physics(self) -> CollisionObject: ...

    def create_shape_owner(self, owner: object) -> int:
        """Make a group of shapes, none as yet; returns its number.

        Args:
            owner: what `shape_owner_get_owner` is to give back.
        """
        self._ask_givers()
        return self._add_group(owner)

    def _add_group(self, owner: object) -> int:
        if self._shape_groups is None:
            self._shape_groups = {}
        number = max(self._shape_groups, default=-1) + 1
        self._shape_groups[number] = ShapeOwner(owner)
        return number

    def remove_shape_owner(self, owner_id: int) -> None:
        """Take a group with its shapes away.

        Raises:
            InvalidValueError: there is no such group; so do all methods that take its number.
        """
        self.shape_owner_clear_shapes(owner_id)
        assert self._shape_groups is not None
        del self._shape_groups[owner_id]

    def get_shape_owners(self) -> tuple[int, ...]:
        """The numbers of the groups."""
        self._ask_givers()
        return tuple(self._shape_groups or ())

    def shape_owner_get_owner(self, owner_id: int) -> Any:
        """Who made a group."""
        self._ask_givers()
        return self._group(owner_id).owner

    def shape_owner_set_transform(self, owner_id: int, transform: Sequence[float]) -> None:
        """Put the shapes of a group somewhere in this object; they may be scaled.

        Raises:
            InvalidTypeError, InvalidValueError: not six finite numbers.
        """
        transform = checked_transform(self, "shape_owner_set_transform(transform)", transform)
        self._change(owner_id, "transform", transform)

    def shape_owner_get_transform(self, owner_id: int) -> Transform2D:
        """Where the shapes of a group are in this object."""
        self._ask_givers()
        return self._group(owner_id).transform

    def shape_owner_set_disabled(self, owner_id: int, disabled: bool) -> None:
        """Let the shapes of a group touch nothing, or something again."""
        self._change(owner_id, "disabled", checked_bool(self, "shape_owner_set_disabled(disabled)", disabled))

    def is_shape_owner_disabled(self, owner_id: int) -> bool:
        """Whether the shapes of a group touch nothing."""
        return self._group(owner_id).disabled

    def shape_owner_set_one_way_collision(self, owner_id: int, enable: bool) -> None:
        """Let the shapes of a group hold up only what comes from their own upper side. Nothing for areas."""
        enable = checked_bool(self, "shape_owner_set_one_way_collision(enable)", enable)
        if not self._is_area:
            self._change(owner_id, "one_way", enable)

    def is_shape_owner_one_way_collision_enabled(self, owner_id: int) -> bool:
        """Whether the shapes of a group hold up only what comes from their own upper side."""
        return self._group(owner_id).one_way

    def shape_owner_set_one_way_collision_margin(self, owner_id: int, margin: float) -> None:
        """How deep, in pixels, what comes from that side may already be; the larger, the safer for what is fast.

        Raises:
            InvalidTypeError, InvalidValueError: not a finite number of 0 or more.
        """
        margin = checked_non_negative(self, "shape_owner_set_one_way_collision_margin(margin)", margin)
        if not self._is_area:
            self._change(owner_id, "one_way_margin", margin)

    def get_shape_owner_one_way_collision_margin(self, owner_id: int) -> float:
        """How deep, in pixels, what comes from that side may already be."""
        return self._group(owner_id).one_way_margin

    def shape_owner_add_shape(self, owner_id: int, shape: Shape2D) -> None:
        """Give a group one more shape.

        Raises:
            InvalidTypeError: `shape` is no Shape2D.
        """
        if not isinstance(shape, Shape2D):
            raise InvalidTypeError(
                f"{self._where()}.shape_owner_add_shape(shape) must be a Shape2D, got {shortened(shape)}"
            )
        group = self._group(owner_id)
        entry = ShapeEntry(shape, group.transform, owner=owner_id)
        entry.disabled, entry.one_way, entry.one_way_margin = group.disabled, group.one_way, group.one_way_margin
        group.entries.append(entry)
        entry.watch()
        self._physics().add_shape(entry)

    def shape_owner_get_shape_count(self, owner_id: int) -> int:
        """How many shapes a group has."""
        self._ask_givers()
        return len(self._group(owner_id).entries)

    def shape_owner_get_shape(self, owner_id: int, shape_id: int) -> Shape2D:
        """A shape of a group.

        Raises:
            InvalidValueError: it has no shape with that number.
        """
        return self._entry(owner_id, shape_id).shape

    def shape_owner_get_shape_index(self, owner_id: int, shape_id: int) -> int:
        """The number of a group's shape among all shapes of this object.

        Raises:
            InvalidValueError: the group has no shape with that number.
        """
        return self._entry(owner_id, shape_id).index

    def shape_owner_remove_shape(self, owner_id: int, shape_id: int) -> None:
        """Take a shape away from a group; those behind it move up, here and among all.

        Raises:
            InvalidValueError: the group has no shape with that number.
        """
        entry = self._entry(owner_id, shape_id)
        self._group(owner_id).entries.remove(entry)
        entry.unwatch()
        self._physics().remove_shape(entry.index)

    def shape_owner_clear_shapes(self, owner_id: int) -> None:
        """Take all shapes away from a group."""
        while self._group(owner_id).entries:
            self.shape_owner_remove_shape(owner_id, 0)

    def shape_find_owner(self, shape_index: int) -> int:
        """The number of the group that a shape of this object belongs to; -1 for none.

        Args:
            shape_index: its number among all, as signals tell it.

        Raises:
            InvalidTypeError: no whole number.
        """
        shape_index = checked_int(self, "shape_find_owner(shape_index)", shape_index)
        self._ask_givers()
        for number, group in (self._shape_groups or {}).items():
            if any(entry.index == shape_index for entry in group.entries):
                return number
        return -1

    def _ask_givers(self) -> None:
        """Outside of a tree, let the nodes right below be owners as they would be inside, where they see to it."""
        if self._tree is None:
            self._drop_removed()
            for child in self.children:
                if hasattr(child, "_give_to_parent"):
                    child._give_to_parent()

    def _drop_removed(self) -> None:
        """Take away the groups of nodes that were taken away while this one was in no tree."""
        for group in list((self._shape_groups or {}).values()):
            giver: Any = group.owner
            if getattr(giver, "_receiver", None) is self and giver._parent is not self:
                giver._withdraw()

    def _group(self, owner_id: int) -> ShapeOwner:
        group = self._find_group(owner_id)
        if group is None:
            self._ask_givers()
            group = self._find_group(owner_id)
        if group is None:
            known = ", ".join(map(str, self._shape_groups or ())) or "none"
            raise InvalidValueError(f"{self._where()} has no shape owner {shortened(owner_id)}; there are {known}")
        return group

    def _find_group(self, owner_id: int) -> ShapeOwner | None:
        try:
            return (self._shape_groups or {}).get(index(owner_id))
        except TypeError:
            return None

    def _entry(self, owner_id: int, shape_id: int) -> ShapeEntry:
        entries = self._group(owner_id).entries
        if not 0 <= checked_int(self, "shape_owner(shape_id)", shape_id) < len(entries):
            raise InvalidValueError(
                f"{self._where()}: shape owner {owner_id} has {len(entries)} shapes, counted from 0, "
                f"got {shortened(shape_id)}"
            )
        return entries[shape_id]

    def _change(self, owner_id: int, what: str, value: Any) -> None:
        """Change what a group, and with it each of its shapes, has."""
        group = self._group(owner_id)
        if getattr(group, what) == value:
            return
        setattr(group, what, value)
        record = self._physics() if group.entries else None
        for entry in group.entries:
            setattr(entry, what, value)
            assert record is not None
            record.shapes_changed(entry)
