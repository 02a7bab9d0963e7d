"""RaySearch: what rays meet first.

The first shape on a ray's way is pymunk's own answer, as long as it may be found and the ray does not begin in it. To
pymunk a ray that begins in a shape meets that at once, wherever it leads; here it goes out of it.

In:    a space that is settled.
Space: pixels of the canvas, y down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pymunk

from servers.physics_2d.queries.geometry import holds, met_by_point
from servers.physics_2d.queries.search import Near, boundaries, filter_of, placed_entry

if TYPE_CHECKING:
    from servers.physics_2d.collision_objects import CollisionObject, ShapeEntry
    from servers.physics_2d.queries.search import Sought
    from servers.physics_2d.space import Space2D

    Point = tuple[float, float]

_SURE = 1e-6
"""What is so deep in a shape, in pixels, is inside of it, also where pymunk worked that out."""


class FirstHit(NamedTuple):
    """What a ray meets first: at which part of its way, 0 to 1, what, and the normal there."""

    fraction: float
    rid: int
    shape: int
    normal_x: float
    normal_y: float
    item: CollisionObject


class RaySearch:
    """Rays through one space, for the same objects.

    Attributes:
        filter: what tells pymunk of these objects.
        boundaries: the half planes among them.
    """

    def __init__(self, space: Space2D, sought: Sought, from_inside: bool) -> None:
        """`from_inside` says whether a shape that a ray begins in stops it."""
        self.filter = filter_of(space, sought)
        self.boundaries = boundaries(space, sought) if space.boundaries else []
        self._space = space
        self._native = space.native
        self._sought = sought
        self._from_inside = from_inside

    def first(self, start: Point, end: Point) -> FirstHit | None:
        """What a ray meets first."""
        found: Any = self._native.segment_query_first(start, end, 0.0, self.filter)
        best = None
        if found is not None:
            shape, _, normal, alpha = found
            if alpha == 0.0 or not self._sought.takes(shape.object):
                return self.first_behind(start, end, shape)
            if shape.entry not in self._space.boundaries:
                item = shape.object
                best = FirstHit(alpha, item.rid, shape.entry.index, normal.x, normal.y, item)
        if not self.boundaries:
            return best
        best = self._or_boundary(best, start, end)
        if best is None and found is not None:  # it came into a half plane from behind, where pymunk's has an end
            best = self._first_of_all(start, end)
        return best

    def first_behind(self, start: Point, end: Point, shape: Any) -> FirstHit | None:
        """What a ray meets first if pymunk found that shape, in which it begins, or which it is not to meet."""
        item: CollisionObject = shape.object
        is_alone = len(item.shapes) == 1 and len(item.shapes[0].made) == 1
        if not (self._from_inside or shape.entry in self._space.boundaries) and is_alone:
            if not self._sought.takes(item) or _is_inside(shape, start):
                without = pymunk.ShapeFilter(item.rid, self.filter.categories, self.filter.mask)
                found: Any = self._native.segment_query_first(start, end, 0.0, without)
                if found is None:
                    return self._or_boundary(None, start, end)
                shape, _, normal, alpha = found
                item = shape.object
                if alpha > 0.0 and self._sought.takes(item) and shape.entry not in self._space.boundaries:
                    hit = FirstHit(alpha, item.rid, shape.entry.index, normal.x, normal.y, item)
                    return self._or_boundary(hit, start, end)
        return self._or_boundary(self._first_of_all(start, end), start, end)

    def _first_of_all(self, start: Point, end: Point) -> FirstHit | None:
        """The first of all on the way but half planes."""
        best: FirstHit | None = None
        at_start: dict[ShapeEntry, list[pymunk.Shape]] = {}
        for shape, _, normal, alpha in self._native.segment_query(start, end, 0.0, self.filter):
            item: CollisionObject = shape.object
            entry: ShapeEntry = shape.entry
            if not self._sought.takes(item) or entry in self._space.boundaries:
                continue
            if alpha > 0.0:
                best = _sooner(best, FirstHit(alpha, item.rid, entry.index, normal.x, normal.y, item))
            elif self._from_inside or not _is_inside(shape, start):
                at_start.setdefault(entry, []).append(shape)
        for entry, shapes in at_start.items():
            best = _sooner(best, self._hit_of(placed_entry(entry, shapes), start, end))
        return best

    def _or_boundary(self, best: FirstHit | None, start: Point, end: Point) -> FirstHit | None:
        """A hit, or that at a half plane that comes before it."""
        for near in self.boundaries:
            best = _sooner(best, self._hit_of(near, start, end))
        return best

    def _hit_of(self, near: Near, start: Point, end: Point) -> FirstHit | None:
        """Where a ray meets a shape; one that begins in it does at once, if it is to."""
        (x, y), (end_x, end_y) = start, end
        item, entry, solid = near
        if holds(solid, x, y):
            return FirstHit(0.0, item.rid, entry.index, 0.0, 0.0, item) if self._from_inside else None
        hit = met_by_point(solid, x, y, (end_x - x, end_y - y))
        return None if hit is None else FirstHit(hit.fraction, item.rid, entry.index, hit.x, hit.y, item)


def _is_inside(shape: pymunk.Shape, point: Point) -> bool:
    """Whether a point is surely inside of a shape; lines have no inside."""
    return bool(shape.point_query(point).distance < -_SURE)


def _sooner(one: FirstHit | None, other: FirstHit | None) -> FirstHit | None:
    """The first of two hits; of two at once, that of the object that was made first."""
    if one is None or other is None:
        return other if one is None else one
    return other if other[:3] < one[:3] else one
