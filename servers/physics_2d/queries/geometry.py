"""The geometry of queries: rays, points and moving shapes against what the shapes of objects fill.

All is exact but for rays and ellipses as shapes: convex parts and half planes are met where they are (see
engine.math.geometry.obstacles), and nothing is found by trying.

Space: pixels of the canvas, y down.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from engine.math.geometry.convex import RoundedConvex
from engine.math.geometry.obstacles import HalfPlane, Hit, Obstacle
from engine.resources.shapes_2d.collision import STILL, touches
from engine.resources.shapes_2d.solid import Ray, Solid

if TYPE_CHECKING:
    from collections.abc import Iterator

    Box = tuple[float, float, float, float]
    Motion = tuple[float, float]

POINT = RoundedConvex(((0.0, 0.0),))
OVERLAP = 1e-5
"""What is so much deeper in another shape, in pixels, overlaps it; what is less deep only touches it."""
_FAR = 1e7
_HALVINGS = 40


def grown(solid: Solid, margin: float) -> Solid:
    """A solid that is larger by a margin all around; rays stay as they are."""
    if margin == 0.0:
        return solid
    if solid.boundary is not None:
        return solid._replace(boundary=solid.boundary._replace(distance=solid.boundary.distance + margin))
    return solid._replace(parts=tuple([RoundedConvex(part.points, part.radius + margin) for part in solid.parts]))


def bounds(solid: Solid, motion: Motion) -> Box:
    """Left, top, right and bottom of what a solid passes over."""
    if solid.boundary is not None:
        return -_FAR, -_FAR, _FAR, _FAR
    if solid.ray is not None:
        x, y, tip_x, tip_y, _ = solid.ray
        boxes = [(min(x, tip_x), min(y, tip_y), max(x, tip_x), max(y, tip_y))]
        dx, dy = _ahead(solid.ray, motion)
    else:
        boxes = [part.bounds() for part in solid.parts]
        dx, dy = motion
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return (
        min(lefts) + min(dx, 0.0),
        min(tops) + min(dy, 0.0),
        max(rights) + max(dx, 0.0),
        max(bottoms) + max(dy, 0.0),
    )


def holds(solid: Solid, x: float, y: float) -> bool:
    """Whether a point is inside of a solid, not on its edge; lines hold nothing."""
    if solid.boundary is not None:
        nx, ny, distance = solid.boundary
        return nx * x + ny * y < distance
    return any(Obstacle(POINT, part).separation(x, y).distance < 0.0 for part in solid.parts)


def met_by_point(solid: Solid, x: float, y: float, motion: Motion) -> Hit | None:
    """Where a point on its way first meets a solid from outside."""
    dx, dy = motion
    if solid.boundary is not None:
        return HalfPlane(POINT, *solid.boundary).cast(x, y, dx, dy)
    hits = [hit for part in solid.parts if (hit := Obstacle(POINT, part).cast(x, y, dx, dy)) is not None]
    return min(hits, default=None)


def met_at(moving: Solid, motion: Motion, solid: Solid) -> float | None:
    """At which part of its way a moving solid first meets another, 0 to 1.

    None if it does not, and if it overlaps it from the start. What it only touches at the start it meets at 0, if it
    goes towards it.
    """
    if moving.ray is not None:
        return _met_by_ray(moving, motion, solid)
    dx, dy = motion
    best = None
    for pair in _pairs(moving, solid):
        sign = -1.0 if moving.boundary is not None else 1.0
        if pair.separation(0.0, 0.0).distance < -OVERLAP:
            return None
        hit = pair.cast(0.0, 0.0, sign * dx, sign * dy)
        if hit is not None and (best is None or hit.fraction < best):
            best = hit.fraction
    return best


def _pairs(moving: Solid, solid: Solid) -> Iterator[Obstacle | HalfPlane]:
    """The pairs of what can meet; with a half plane that moves the other one is what moves, the other way."""
    if moving.boundary is not None:
        for part in solid.parts:
            yield HalfPlane(part, *moving.boundary)
    elif solid.boundary is not None:
        for part in moving.parts:
            yield HalfPlane(part, *solid.boundary)
    else:
        for part in moving.parts:
            for other in solid.parts:
                yield Obstacle(part, other)


def _met_by_ray(moving: Solid, motion: Motion, solid: Solid) -> float | None:
    """The same of a separation ray, which only gets longer by its motion; by halving."""
    if touches(moving, STILL, solid, STILL) or not touches(moving, motion, solid, STILL):
        return None
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        if touches(moving, (motion[0] * middle, motion[1] * middle), solid, STILL):
            high = middle
        else:
            low = middle
    return high


def _ahead(ray: Ray, motion: Motion) -> Motion:
    """How far the tip of a ray gets by a motion."""
    dx, dy = ray.tip_x - ray.x, ray.tip_y - ray.y
    length = hypot(dx, dy)
    along = max(0.0, (dx * motion[0] + dy * motion[1]) / length) / length if length > 0.0 else 0.0
    return dx * along, dy * along
