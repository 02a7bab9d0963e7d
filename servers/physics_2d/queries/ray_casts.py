"""Many rays at once: arrays in, arrays out.

Cost: for each ray one call of Chipmunk, and for all rays together a few of numpy. Rays that begin inside of a shape, or
meet one first that is not to be found, are then looked at one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math.value import shortened
from servers.physics_2d.pymunk_internals import first_on_segments, shape_at
from servers.physics_2d.queries.ray_search import RaySearch
from servers.physics_2d.queries.results import RayHits2D

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from servers.physics_2d.queries.search import Near, Sought
    from servers.physics_2d.space import Space2D

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]
    Infos = NDArray[Any]


def checked_points(where: str, points: Any) -> Floats:
    """An array of finite points, (N, 2) float64.

    Raises:
        InvalidTypeError: not numbers.
        InvalidValueError: of another shape, or one is infinite or NaN.
    """
    try:
        array = np.asarray(points, np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InvalidTypeError(f"{where} must be numbers, (N, 2), got {shortened(points)}") from None
    if array.shape == (0,):
        array = array.reshape(0, 2)
    if array.ndim != 2 or array.shape[1] != 2:
        raise InvalidValueError(f"{where} must be points, (N, 2), got an array of shape {array.shape}")
    bad = ~np.isfinite(array).all(axis=1)
    if bad.any():
        at = int(bad.argmax())
        raise InvalidValueError(f"{where} must be finite, got {tuple(array[at].tolist())} in row {at}")
    return array


class RayCasts:
    """Rays, and what they have met so far.

    Attributes:
        starts, ends: (N, 2).
        fraction, normal, rid, shape: as of RayHits2D.
    """

    def __init__(self, starts: Floats, ends: Floats) -> None:
        count = len(starts)
        self.starts = starts
        self.ends = ends
        self.fraction: Floats = np.ones(count)
        self.normal: Floats = np.zeros((count, 2))
        self.rid: Ints = np.zeros(count, np.int64)
        self.shape: Ints = np.full(count, -1, np.int64)

    def cast(self, space: Space2D, sought: Sought, from_inside: bool) -> None:
        """Find what they meet first in a space that is settled."""
        if not len(self.starts):
            return
        search = RaySearch(space, sought, from_inside)
        found = first_on_segments(space.native, self.starts, self.ends, search.filter)
        addresses, which = np.unique(found["shape"], return_inverse=True)
        shapes = [shape_at(address) for address in addresses.tolist()]
        again, at_boundary = self._take(space, found, shapes, which, sought)
        for near in search.boundaries:
            self._meet_boundary(near, from_inside)
        again |= at_boundary & (self.rid == 0)
        for row in again.nonzero()[0].tolist():
            (x, y), (end_x, end_y) = self.starts[row].tolist(), self.ends[row].tolist()
            hit = search.first_behind((x, y), (end_x, end_y), shapes[which[row]])
            if hit is not None:
                self.fraction[row], self.rid[row], self.shape[row] = hit[:3]
                self.normal[row] = hit.normal_x, hit.normal_y

    def results(self, space: Space2D | None) -> RayHits2D:
        """What was found, in that space."""
        hit = self.rid > 0
        rids, places = np.unique(self.rid[hit], return_inverse=True)
        nodes = [] if space is None else [(space.bodies.get(rid) or space.areas[rid]).owner for rid in rids.tolist()]
        collider: Ints = np.full(len(hit), -1, np.int64)
        collider[hit] = places
        position = self.ends.copy()
        position[hit] = self.starts[hit] + self.fraction[hit, None] * (self.ends - self.starts)[hit]
        return RayHits2D(hit, self.fraction, position, self.normal, self.rid, self.shape, collider, tuple(nodes))

    def _take(
        self, space: Space2D, found: Infos, shapes: list[Any], which: Ints, sought: Sought
    ) -> tuple[Bools, Bools]:
        """Take what Chipmunk found: for each ray one of the shapes, which says which one.

        Returns which rays are to be looked at again, and which have met a half plane: where, is not taken.
        """
        wanted = np.array([shape is not None and sought.takes(shape.object) for shape in shapes])[which]
        endless = np.array([shape is not None and shape.entry in space.boundaries for shape in shapes])[which]
        rids = np.array([0 if shape is None else shape.object.rid for shape in shapes], np.int64)
        numbers = np.array([-1 if shape is None else shape.entry.index for shape in shapes], np.int64)
        fraction: Floats = found["alpha"]
        good = wanted & (fraction > 0.0)
        again: Bools = (found["shape"] != 0) & ~good
        at_boundary: Bools = good & endless
        good &= ~endless
        self.fraction[good] = fraction[good]
        self.normal[good] = found["normal"][good]
        self.rid[good] = rids[which][good]
        self.shape[good] = numbers[which][good]
        return again, at_boundary

    def _meet_boundary(self, near: Near, from_inside: bool) -> None:
        """Take which rays meet a half plane first, and where; as HalfPlane.cast."""
        assert near.solid.boundary is not None
        nx, ny, offset = near.solid.boundary
        rid, index = near.item.rid, near.entry.index
        normal = np.array((nx, ny))
        distance = self.starts @ normal - offset
        speed = (self.ends - self.starts) @ normal
        is_inside = distance < 0.0
        fraction = np.full(len(distance), np.inf)
        falls = ~is_inside & (speed < 0.0)
        fraction[falls] = distance[falls] / -speed[falls]
        if from_inside:
            fraction[is_inside] = 0.0
        is_older = (rid < self.rid) | (rid == self.rid) & (index < self.shape)
        sooner = (fraction < self.fraction) | (fraction == self.fraction) & (is_older | (self.rid == 0))
        better = sooner & (fraction <= 1.0)
        self.fraction[better] = fraction[better]
        self.normal[better] = np.where(is_inside[better, None], 0.0, normal)
        self.rid[better] = rid
        self.shape[better] = index
