"""Collision objects as the physics server keeps them: what a node told, and the pymunk body that stands for it.

Nodes hold a Body or an Area and set its attributes; outside of a space a record only keeps what it was told, inside of
one the space is told, and does at once what cannot wait (places, velocities), the rest before the next step or query.

Space: pixels, y down, radians; global.
"""

from __future__ import annotations

from enum import IntEnum
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol
from weakref import WeakMethod, ref

from engine.math import Transform2D
from servers.physics_2d.notifying import notifying
from servers.physics_2d.shapes.baking import bake

if TYPE_CHECKING:
    from collections.abc import Callable

    import pymunk

    from engine.math.geometry.convex import RoundedConvex
    from engine.resources.shapes_2d.shape_2d import Shape2D
    from servers.physics_2d.monitored import Touch
    from servers.physics_2d.shapes.baking import BakedShape
    from servers.physics_2d.space import Space2D


_rids = count(1)


class Owner(Protocol):
    """What the server needs of a node."""

    def _where(self) -> str: ...

    def is_physics_interpolated(self) -> bool:
        """Whether it is shown on its way between two steps, where the tree does that."""


class EventKind(IntEnum):
    """What happened between an object and another."""

    BODY_EXITED = 0
    BODY_ENTERED = 1
    AREA_EXITED = 2
    AREA_ENTERED = 3


class Parting(IntEnum):
    """Why shapes ceased to touch: all those of two objects do at once where one of these is gone."""

    APART = 0
    """They were moved apart, or look for one another no longer."""
    OTHER_LEFT = 1
    """The other object has left the space."""
    OWN_LEFT = 2
    """The object that is told has left it, or does not want to be told any more."""


class Event(NamedTuple):
    """A shape of another object began or ceased to touch one of an object.

    Attributes:
        kind: what happened.
        other: the other object; `other.owner` is its node.
        other_shape: the index of its shape.
        own_shape: the index of the told object's shape.
        parting: why it ceased to.
    """

    kind: EventKind
    other: CollisionObject
    other_shape: int
    own_shape: int
    parting: Parting = Parting.APART


class Hook:
    """An attribute for something to call; a method does not keep alive the object that it is of."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_{name}"

    def __get__(self, item: Any, kind: type | None = None) -> Any:
        kept = getattr(item, self._name, None)
        return kept() if isinstance(kept, WeakMethod) else kept

    def __set__(self, item: Any, function: Callable[..., object] | None) -> None:
        is_method = hasattr(function, "__self__") and hasattr(function, "__func__")
        setattr(item, self._name, WeakMethod(function) if is_method else function)


class ShapeEntry:
    """A shape of an object.

    Attributes:
        shape: the resource; shared.
        transform: where it is in the object, with a scale.
        disabled: whether it touches nothing.
        one_way: whether it holds up only what comes from its own upper side.
        one_way_margin: in pixels, how far inside of it a body still counts as above.
        owner: the node that gave it, or the number of a shape owner.
        object: whose shape it is; None until it has been given to one.
        index: its place among the shapes of the object.
        made: the pymunk shapes it became in the space; each has it as `entry`, and its object as `object`.
        told_flaw: what the log was told last to be wrong with it; "" if nothing.
    """

    _uncaptured = ("_baked", "made")
    __slots__ = (
        "_baked", "disabled", "index", "made", "object", "one_way", "one_way_margin", "owner", "shape", "told_flaw",
        "transform",
    )  # fmt: skip

    def __init__(
        self,
        shape: Shape2D,
        transform: Transform2D = Transform2D.IDENTITY,
        *,
        disabled: bool = False,
        one_way: bool = False,
        one_way_margin: float = 1.0,
        owner: Any = None,
    ) -> None:
        self.shape = shape
        self.transform = transform
        self.disabled = disabled
        self.one_way = one_way
        self.one_way_margin = one_way_margin
        self.owner = owner
        self.object: CollisionObject | None = None
        self.index = -1
        self.made: list[pymunk.Shape] = []
        self.told_flaw = ""
        self._baked: BakedShape | None = None

    @property
    def baked(self) -> BakedShape:
        """What it is in the space of the object's pymunk body, whose scale and skew are in it."""
        if self._baked is None:
            stretch = Transform2D.IDENTITY if self.object is None else self.object.stretch
            self._baked = bake(self.shape, stretch * self.transform)
        return self._baked

    @property
    def convex(self) -> tuple[RoundedConvex, ...]:
        """The convex parts of `baked`; none of world boundaries and rays."""
        return self.baked.convex

    def forget(self) -> None:
        """Bake it anew when it is next asked for."""
        self._baked = None

    def watch(self) -> None:
        """Have it made anew whenever its shape changes; until `unwatch`."""
        self.shape.changed.connect(self._shape_changed)

    def unwatch(self) -> None:
        """Take back `watch`, if it has not been yet."""
        if self.shape.changed.is_connected(self._shape_changed):
            self.shape.changed.disconnect(self._shape_changed)

    def _shape_changed(self) -> None:
        item = self.object
        if item is not None and self in item.shapes:  # else it came after a snapshot that was restored
            item.shapes_changed(self)


class CollisionObject:
    """A body or an area.

    Attributes:
        rid: its number, by the order in which objects were made; events are told in that order.
        space: the space it is in, or None.
        slot: the slot of its node's transform while it is in a space, -1 without a node in a tree.
        stretch: the scale and skew of its transform, which its shapes have instead; what is left are place and angle.
        priority: how hard it is to push out, for depenetration.
        pickable: whether the mouse is told to it.
        canvas_layer: the layer that its node is on, which has an `id`; None on the viewport's own canvas.
        shapes: in the order of their nodes.
        exceptions: the objects that it passes through, by number; `update_exceptions` works it out for bodies.
        on_event: told of what began and ceased to touch it, after each step.
        told: what it was told to have begun to touch, and not yet to have ceased.
        told_to: the objects that were told so of this one, by number.
        native: the pymunk body, while it is in a space.
    """

    on_event: Any = Hook()  # a Callable[[Event], None], or None
    is_area = False
    """Whether it is an area, not a body."""
    waits = False
    """Whether it goes in the next step to where its node is put, and its node with it, not at once; default false."""
    _uncaptured: tuple[str, ...] = (
        "native",
        "space",
    )  # of a snapshot; servers.physics_2d.state puts it back into a space

    def __init__(self, owner: Owner | None = None) -> None:
        self.rid = next(_rids)
        self._owner = None if owner is None else ref(owner)
        self.space: Space2D | None = None
        self.slot = -1
        self.stretch = Transform2D.IDENTITY
        self.shapes: list[ShapeEntry] = []
        self.exceptions: dict[int, CollisionObject] = {}
        self.told: set[Touch] = set()
        self.told_to: dict[int, CollisionObject] = {}
        self.priority = 1.0
        self.pickable = False
        self.canvas_layer: Any = None
        self.native: pymunk.Body | None = None
        self._layer = self._mask = 1
        self._transform = Transform2D.IDENTITY

    @property
    def owner(self) -> Any:
        """Its node; the record does not keep it alive."""
        return None if self._owner is None else self._owner()

    def where(self) -> str:
        """What texts call it: its node's path."""
        return f"{type(self).__name__} {self.rid}" if self.owner is None else str(self.owner._where())

    @property
    def moves_by_steps(self) -> bool:
        """Whether what moves it does so from step to step, rather than to put it elsewhere."""
        return False

    @property
    def is_interpolated(self) -> bool:
        """Whether its node is shown on the way between two steps, where the tree does that."""
        return False

    @property
    def canvas_id(self) -> int:
        """The `id` of its layer, 0 without one."""
        return 0 if self.canvas_layer is None else int(self.canvas_layer.id)

    # --- where it is -------------------------------------------------------------------------------------------------

    @property
    def transform(self) -> Transform2D:
        """Where it is, with the scale that its shapes have; in a space as of the last step or move.

        A rigid body has no scale: one that it is given is left out, as in Godot.
        """
        return self._current_transform()

    @transform.setter
    def transform(self, transform: Transform2D) -> None:
        self._about_to_move()
        self._transform = transform
        stretch = self._stretch_of(transform)
        if not _same(stretch, self.stretch):
            self.stretch = stretch
            self.shapes_changed()
        if self.space is not None:
            self.space.place(self)

    @property
    def pose(self) -> Transform2D:
        """Its transform without `stretch`: where its pymunk body is, and how that is turned."""
        transform = self.transform
        return Transform2D(transform.get_rotation(), transform.origin)

    def _current_transform(self) -> Transform2D:
        return self._transform

    def _about_to_move(self) -> None:
        """Called before it is placed."""

    def _stretch_of(self, transform: Transform2D) -> Transform2D:
        xx, xy, yx, yy, _, _ = transform
        if (xx, xy, yx, yy) == (yy, -yx, yx, yy) and abs(xx * xx + xy * xy - 1.0) < _SAME:
            return Transform2D.IDENTITY
        stretch = Transform2D(-transform.get_rotation(), (0.0, 0.0)) * transform.with_origin((0.0, 0.0))
        return Transform2D.IDENTITY if _same(stretch, Transform2D.IDENTITY) else stretch

    # --- what it touches ---------------------------------------------------------------------------------------------

    layer: int = notifying("_layer", "filter_changed", "The layers that it is on, 32 bits.")

    mask: int = notifying("_mask", "filter_changed", "The layers that it looks at, 32 bits.")

    @property
    def is_watching(self) -> bool:
        """Whether `on_event` is told of what touches it."""
        return False

    def sleep_on(self) -> None:
        """Called before it leaves its space for a while."""

    def _watch_changed(self) -> None:
        """Called when `is_watching` may have changed."""
        if self.space is not None:
            self.space.monitors.watch_changed(self)

    def filter_changed(self) -> None:
        """What it touches is to be worked out anew, after its exceptions have changed; also for resting bodies."""
        if self.space is not None:
            self.space.refilter(self)

    # --- its shapes --------------------------------------------------------------------------------------------------

    def set_shapes(self, shapes: list[ShapeEntry]) -> None:
        """Give it other shapes; those of a space are made anew before the next step or query."""
        if self.space is not None:
            self.space.drop_shapes(self.shapes)
        self.shapes = shapes
        self._count_shapes()
        self.shapes_changed()

    def add_shape(self, entry: ShapeEntry) -> None:
        """Give it one more shape, the last one."""
        entry.object, entry.index = self, len(self.shapes)
        self.shapes.append(entry)
        self.shapes_changed(entry)

    def remove_shape(self, index: int) -> None:
        """Take one of its shapes away; those behind it move up."""
        entry = self.shapes.pop(index)
        if self.space is not None:
            self.space.drop_shapes([entry])
        entry.object, entry.index = None, -1
        self._count_shapes(index)
        self.shapes_changed(entry)

    def shapes_changed(self, entry: ShapeEntry | None = None) -> None:
        """Have a shape, or all, made anew before the next step or query: it was changed, moved, disabled or given."""
        for each in self.shapes if entry is None else (entry,):
            each.forget()
            if self.space is not None:
                self.space.reshape(self, each)

    def _count_shapes(self, first: int = 0) -> None:
        for index, entry in enumerate(self.shapes[first:], first):
            entry.object = self
            entry.index = index


_SAME = 1e-7
"""By how much the numbers of two stretches may differ and be the same: what turning a body leaves of its rounding."""


def _same(a: Transform2D, b: Transform2D) -> bool:
    return all(abs(one - other) <= _SAME * (1.0 + abs(other)) for one, other in zip(a[:4], b[:4], strict=True))
