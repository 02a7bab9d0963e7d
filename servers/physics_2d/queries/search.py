"""Finding the shapes of a space: who can be found, and what is near.

pymunk says which shapes are near; what is met, and where, is worked out from their exact forms: its shapes know neither
insides nor half planes. Where several would do, the object that was made first is found, and of that its first shape.

In:    a space that is settled.
Space: pixels of the canvas, y down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pymunk

from servers.physics_2d.shapes.placing import placed

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.resources.shapes_2d.solid import Solid
    from servers.physics_2d.collision_objects import CollisionObject, ShapeEntry
    from servers.physics_2d.queries.parameters import QueryParameters
    from servers.physics_2d.space import Space2D

    Point = tuple[float, float]

_AROUND = 1e-3
"""By how much more is looked at than asked for, in pixels, so that rounding leaves nothing out."""


class Sought(NamedTuple):
    """Who can be found; as in QueryParameters."""

    mask: int
    bodies: bool
    areas: bool
    exclude: Collection[int]

    def takes(self, item: CollisionObject) -> bool:
        """Whether an object can be found."""
        return bool(
            item._layer & self.mask
            and (self.areas if item.is_area else self.bodies)
            and (not self.exclude or item.rid not in self.exclude)
        )


class Near(NamedTuple):
    """A shape that may be touched."""

    item: CollisionObject
    entry: ShapeEntry
    solid: Solid

    def holds(self, x: float, y: float) -> bool:
        """Whether a point of the canvas is in it, also of a part that is not near."""
        place = self.item.pose * (self.item.stretch * self.entry.transform)
        return self.entry.shape._has_point(*place.affine_inverse().xform((x, y)))


def sought_by(parameters: QueryParameters) -> Sought:
    """Who can be found by a question."""
    return Sought(
        parameters.collision_mask,
        parameters.collide_with_bodies,
        parameters.collide_with_areas,
        frozenset(parameters.exclude),
    )


def filter_of(space: Space2D, sought: Sought) -> pymunk.ShapeFilter:
    """What tells pymunk who can be found, as far as a filter can say it: that leaves one out at most, and may let in
    what has too rare layers.
    """
    only = next(iter(sought.exclude)) if len(sought.exclude) == 1 else 0
    excluded = only if only in space.bodies or only in space.areas else 0  # any other number may be too large for it
    return space.filters.for_query(sought.mask, sought.bodies, sought.areas, excluded)


def near_box(space: Space2D, box: tuple[float, float, float, float], sought: Sought) -> list[Near]:
    """The shapes that may touch something in a box, in the order in which they are found."""
    left, top, right, bottom = box
    found: dict[ShapeEntry, list[pymunk.Shape]] = {}
    around = pymunk.BB(left - _AROUND, top - _AROUND, right + _AROUND, bottom + _AROUND)
    for shape in space.native.bb_query(around, filter_of(space, sought)):
        entry: ShapeEntry = shape.entry
        if sought.takes(shape.object) and entry not in space.boundaries:
            found.setdefault(entry, []).append(shape)
    near = [placed_entry(entry, shapes) for entry, shapes in found.items()]
    near += boundaries(space, sought)
    return sorted(near, key=_by_order)


def _by_order(near: Near) -> tuple[int, int]:
    return near.item.rid, near.entry.index


def boundaries(space: Space2D, sought: Sought) -> list[Near]:
    """The half planes: they are everywhere."""
    return [placed_entry(entry, ()) for entry, item in space.boundaries.items() if sought.takes(item)]


def placed_entry(entry: ShapeEntry, shapes: Collection[pymunk.Shape]) -> Near:
    """A shape where it is: its half plane, or those of its parts that became some of its pymunk shapes."""
    item, baked = entry.object, entry.baked
    assert item is not None
    assert item.native is not None
    parts = baked.convex
    if len(parts) > 1:
        parts = tuple([parts[at] for at in sorted([entry.made.index(shape) for shape in shapes])])
    return Near(item, entry, placed(item.native, parts, baked.boundary, baked.is_concave))
