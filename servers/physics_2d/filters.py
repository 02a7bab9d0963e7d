"""Which shapes meet: Godot's rule of layers and masks, said in the filters of pymunk.

Two bodies meet if the mask of either sees a layer of the other, and both are pushed then, also the one that sees the
other not; Godot pushes only the one that sees. An area sees what its own mask sees.

pymunk's filters want both sides to agree. So each distinct pair of a layer and a mask, of bodies and of areas, becomes
one category, and its filter names the categories that it meets.

Two filters reject one another if one of them does. So a new category only has to name those that were there before it,
and all others stay as they are, which matters: to set a filter wakes the body.

Beyond 31 pairs that are used at the same time there are no categories left. What has none passes the filters of all
others, leaves out those that do have one by its own, and `Surfaces` asks `collide` about the rest in a callback.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pymunk

if TYPE_CHECKING:
    from servers.physics_2d.bodies import Body
    from servers.physics_2d.collision_objects import CollisionObject
    from servers.physics_2d.space import Space2D

ALL = 0xFFFFFFFF
QUERY = 1 << 31
"""The category of queries, which is in the mask of everything."""
_CATEGORIES = 31


class Layers(NamedTuple):
    """What decides what an object meets."""

    is_area: bool
    layer: int
    mask: int


class _Kind:
    """The filter of all that have the same layers.

    Attributes:
        layers: those.
        category: its bit; 0 if there was none left.
        mask: the categories that it meets.
        count: how many objects have it.
    """

    __slots__ = ("category", "count", "layers", "mask")

    def __init__(self, layers: Layers, category: int, mask: int) -> None:
        self.layers = layers
        self.category = category
        self.mask = mask
        self.count = 0


class Filters:
    """Of one space."""

    def __init__(self, space: Space2D) -> None:
        self._space = space
        self._kinds: dict[Layers, _Kind] = {}
        self._kind_of: dict[int, _Kind] = {}  # by the number of the object

    def take(self, item: CollisionObject) -> None:
        """An object comes into the space, or has other layers."""
        layers = Layers(item.is_area, item.layer, item.mask)
        before = self._kind_of.get(item.rid)
        if before is not None and before.layers == layers:
            return
        self.drop(item)
        kind = self._kinds.get(layers) or self._new(layers)
        kind.count += 1
        self._kind_of[item.rid] = kind

    def drop(self, item: CollisionObject) -> None:
        """An object leaves the space."""
        kind = self._kind_of.pop(item.rid, None)
        if kind is not None:
            kind.count -= 1
            if not kind.count and not kind.category:
                del self._kinds[kind.layers]

    def of(self, item: CollisionObject) -> pymunk.ShapeFilter:
        """The filter of the shapes of an object that was taken; by its group, its number, queries leave it out."""
        kind = self._kind_of[item.rid]
        return pymunk.ShapeFilter(item.rid, kind.category or ALL, kind.mask)

    def for_query(self, mask: int, bodies: bool, areas: bool, exclude: int = 0) -> pymunk.ShapeFilter:
        """The filter of a query for what is on the layers of a mask; what has no category of its own passes it, too.

        Args:
            mask: those layers.
            bodies: whether bodies are asked for.
            areas: whether areas are.
            exclude: the number of an object to leave out; 0 for none.
        """
        wanted = QUERY
        for kind in self._kinds.values():
            if kind.layers.layer & mask and (areas if kind.layers.is_area else bodies):
                wanted |= kind.category
        return pymunk.ShapeFilter(exclude, QUERY, wanted)

    def is_exact(self, item: CollisionObject) -> bool:
        """Whether the filter of an object says all; where it does not, `collide` is to be asked."""
        return self._kind_of[item.rid].category != 0

    def _new(self, layers: Layers) -> _Kind:
        category = self._free_category()
        mask = ALL
        for other in self._kinds.values():
            if not _meet(layers, other.layers):
                mask &= ~other.category
        if category and not _meet(layers, layers):
            mask &= ~category
        kind = self._kinds[layers] = _Kind(layers, category, mask)
        if category and len(self._kinds) > 1:
            self._correct(kind)
        return kind

    def _free_category(self) -> int:
        """A category that nothing has, of those used before one that is not any more; 0 if there is none."""
        used = 0
        for kind in self._kinds.values():
            used |= kind.category
        for number in range(_CATEGORIES):
            if not used >> number & 1:
                return 1 << number
        for layers, kind in self._kinds.items():
            if kind.category and not kind.count:
                del self._kinds[layers]
                return kind.category
        return 0

    def _correct(self, new: _Kind) -> None:
        """Let the others name a category that had been another's, or came after what has none."""
        changed = set()
        for kind in self._kinds.values():
            if kind is new:
                continue
            meets = _meet(kind.layers, new.layers)
            if meets and not kind.mask & new.category:
                kind.mask |= new.category
                changed.add(kind.layers)
            elif not meets and not kind.category and kind.mask & new.category:
                kind.mask &= ~new.category
                changed.add(kind.layers)
        if not changed:
            return
        space = self._space
        for item in [*space.bodies.values(), *space.areas.values()]:
            known = self._kind_of.get(item.rid)
            if known is not None and known.layers in changed:
                space.filter_shapes(item)


def meets(a: CollisionObject, b: CollisionObject) -> bool:
    """Whether two objects meet by their layers and masks."""
    return _meet(Layers(a.is_area, a.layer, a.mask), Layers(b.is_area, b.layer, b.mask))


def passes(a: Body, b: Body) -> bool:
    """Whether two bodies pass through one another, because one is an exception of the other."""
    return b.rid in a.exceptions or a.rid in b.exceptions


def collide(a: Body, b: Body) -> bool:
    """Whether two bodies collide: they meet, and neither passes through the other."""
    return not passes(a, b) and meets(a, b)


def _meet(a: Layers, b: Layers) -> bool:
    if a.is_area is b.is_area:
        return bool(a.mask & b.layer or b.mask & a.layer)
    area, body = (a, b) if a.is_area else (b, a)
    return bool(area.mask & body.layer)
