"""Whether two solids touch, and where, by the rules of Godot's collision solver.

Solids that move are what they pass over on their way. A half plane does not move, and of what moves against it only
where it arrives counts. Half planes do not touch one another, nor do rays, nor concave polygons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.math.geometry.convex import RoundedConvex
from engine.math.geometry.obstacles import Contact, HalfPlane, Obstacle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.resources.shapes_2d.solid import Boundary, Ray, Solid

MOST_CONTACTS = 16
"""How many places two solids can touch at; further ones are left out, as in Godot."""

STILL = (0.0, 0.0)
"""The motion of a solid that does not move."""


def touches(a: Solid, a_motion: Sequence[float], b: Solid, b_motion: Sequence[float]) -> bool:
    """Whether two solids touch or overlap."""
    return next(_contacts(a, a_motion, b, b_motion), None) is not None


def contact_points(
    a: Solid, a_motion: Sequence[float], b: Solid, b_motion: Sequence[float]
) -> list[tuple[float, float]]:
    """Where two solids touch: in turn the point of the one, and that of the other."""
    points = []
    for contact in _contacts(a, a_motion, b, b_motion):
        points += [contact[:2], contact[2:]]
        if len(points) == 2 * MOST_CONTACTS:
            break
    return points


def _contacts(a: Solid, a_motion: Sequence[float], b: Solid, b_motion: Sequence[float]) -> Iterator[Contact]:
    if _order(b) < _order(a):
        for x, y, other_x, other_y in _ordered(b, b_motion, a, a_motion):
            yield Contact(other_x, other_y, x, y)
    else:
        yield from _ordered(a, a_motion, b, b_motion)


def _order(solid: Solid) -> int:
    """Half planes first, then rays."""
    return 0 if solid.boundary is not None else 1 if solid.ray is not None else 2


def _ordered(a: Solid, a_motion: Sequence[float], b: Solid, b_motion: Sequence[float]) -> Iterator[Contact]:
    if a.boundary is not None:
        if b.boundary is None:
            yield from _with_boundary(a.boundary, b, b_motion)
    elif a.ray is not None:
        if b.ray is None:
            yield from _with_ray(a.ray, a_motion, b)
    elif not (a.is_concave and b.is_concave):
        yield from _between_parts(_swept(a.parts, a_motion), _swept(b.parts, b_motion))


def _between_parts(ones: Sequence[RoundedConvex], others: Sequence[RoundedConvex]) -> Iterator[Contact]:
    for one in ones:
        for other in others:
            obstacle = Obstacle(one, other)
            separation = obstacle.separation(0.0, 0.0)
            if separation.distance <= 0.0:
                yield from obstacle.contacts(0.0, 0.0, separation)


def _with_boundary(boundary: Boundary, solid: Solid, motion: Sequence[float]) -> Iterator[Contact]:
    """What goes below the line of a half plane; to lie on it is not to touch it."""
    x, y = motion
    parts = solid.parts
    if solid.ray is not None:
        ends = ((solid.ray.x, solid.ray.y), (solid.ray.tip_x, solid.ray.tip_y))
        deepest = min(ends, key=lambda end: end[0] * boundary.normal_x + end[1] * boundary.normal_y)
        parts = (RoundedConvex((deepest,)),)
    for part in parts:
        plane = HalfPlane(part, *boundary)
        for contact in plane.contacts(x, y, plane.separation(x, y)):
            px, py, on_x, on_y = contact
            if px * boundary.normal_x + py * boundary.normal_y < boundary.distance:
                yield Contact(on_x, on_y, px, py)


def _with_ray(ray: Ray, motion: Sequence[float], solid: Solid) -> Iterator[Contact]:
    """Where a ray first goes into a solid; one that begins inside of it does not.

    Its motion makes it longer, as far as it moves along itself. The contacts are its tip and where it meets the solid;
    if it slides, that place is turned to stand straight on the surface from the tip.
    """
    dx, dy = ray.tip_x - ray.x, ray.tip_y - ray.y
    length = (dx * dx + dy * dy) ** 0.5
    if length == 0.0:
        return
    longer = 1.0 + max(0.0, (dx * motion[0] + dy * motion[1]) / length) / length
    dx, dy = dx * longer, dy * longer
    point = RoundedConvex(((0.0, 0.0),))
    best = None
    for part in solid.parts:
        obstacle = Obstacle(point, part)
        hit = obstacle.cast(ray.x, ray.y, dx, dy)
        if hit is not None and (best is None or hit.fraction < best.fraction):
            if obstacle.separation(ray.x, ray.y).distance > 0.0:
                best = hit
    if best is None:
        return
    tip_x, tip_y = ray.x + dx, ray.y + dy
    x, y = ray.x + best.fraction * dx, ray.y + best.fraction * dy
    if ray.slides:
        deep = (1.0 - best.fraction) * length * longer
        x, y = tip_x + best.x * deep, tip_y + best.y * deep
    yield Contact(tip_x, tip_y, x, y)


def _swept(parts: Sequence[RoundedConvex], motion: Sequence[float]) -> Sequence[RoundedConvex]:
    x, y = motion
    return [part.swept(x, y) for part in parts] if x or y else parts
