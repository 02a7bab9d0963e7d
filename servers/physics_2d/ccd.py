"""Sweeps: what keeps a fast body from passing through thin things within one substep.

A body that asks for it and is about to move by more than half of its own thickness is moved along its way in thought
first. If that meets something that it would end up too deep in, or behind, it is put back so far that the substep ends
where the two begin to touch: with all of its velocity, so that it bounces as it should. What is left of the substep is
lost.

By ray (1): the middle of each convex part, as thick as fits into it, by pymunk's `segment_query_first`; a hit counts
as with a straight wall. By shape (2): the parts as they are, exactly. Neither looks at how the body turns meanwhile,
nor at how the others move.

When:  before each substep; bodies in the order of their numbers.
Space: pixels, y down; velocities of centres of mass.
"""

from __future__ import annotations

from math import cos, hypot, inf, sin
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.math import Transform2D, Vector2
from engine.math.geometry.convex import RoundedConvex
from engine.math.geometry.obstacles import HalfPlane, Obstacle
from servers.physics_2d.filters import collide
from servers.physics_2d.shapes.placing import placed, turned
from servers.physics_2d.surfaces import holds_up

if TYPE_CHECKING:
    import pymunk

    from servers.physics_2d.bodies import Body
    from servers.physics_2d.space import Space2D

_BITE = 0.05
"""How deep the two are in one another at the end of a substep that was cut short, in pixels, so that they do touch."""
_SHARE = 0.5
"""Which share of the radius of the largest circle in it a body may move, or be in something, unswept."""
_SLACK = 0.9
"""How much thinner than that circle the ray is, so that it does not meet what the body touches beside its way."""


class _Part(NamedTuple):
    """A convex part of a body.

    Attributes:
        convex: in the space of the body.
        x, y: its middle there.
        inner: the radius of a circle around the middle that is inside of it.
        outer: of one that it is inside of.
    """

    convex: RoundedConvex
    x: float
    y: float
    inner: float
    outer: float


class _Swept(NamedTuple):
    """A body that is swept.

    Attributes:
        body: which one.
        native: its pymunk body.
        reach: the square of how far it may move unswept.
        parts: its convex parts.
    """

    body: Body
    native: pymunk.Body
    reach: float
    parts: list[_Part]


class Sweeps:
    """Of one space."""

    def __init__(self, space: Space2D) -> None:
        self._space = space
        self._bodies: dict[int, Body] = {}
        self._swept: list[_Swept] | None = []  # None where it is to be made anew

    def look_at(self, body: Body) -> None:
        """A body of the space came, or has other shapes, or wants to be swept in another way."""
        if body.ccd and body.is_rigid:
            self._bodies[body.rid] = body
            self._swept = None
        else:
            self.forget(body)

    def forget(self, body: Body) -> None:
        """A body leaves the space."""
        if self._bodies.pop(body.rid, None) is not None:
            self._swept = None

    def sweep(self, delta: float) -> None:
        """Put those back that would move too far in the next `delta` seconds."""
        if not self._bodies:
            return
        if self._swept is None:
            self._swept = [_swept(self._bodies[rid]) for rid in sorted(self._bodies)]
        squared = delta * delta
        for body, native, reach, parts in self._swept:
            vx, vy = native.velocity
            if (vx * vx + vy * vy) * squared <= reach or not parts:
                continue
            dx, dy = vx * delta, vy * delta
            cast = self._cast_ray if body.ccd == 1 else self._cast_shape
            fraction = min([cast(body, part, dx, dy) for part in parts])
            if fraction < 1.0:
                x, y = native.position
                native.position = x + dx * (fraction - 1.0), y + dy * (fraction - 1.0)

    # --- how far -----------------------------------------------------------------------------------------------------

    def _cast_ray(self, body: Body, part: _Part, dx: float, dy: float) -> float:
        """Which fraction of its motion a part may make; infinite for all of it."""
        native: Any = body.native
        start = native.local_to_world((part.x, part.y))
        end = start[0] + dx, start[1] + dy
        radius = part.inner * _SLACK
        space = self._space
        pymunk_filter = space.filters.of(body)
        first = space.native.segment_query_first(start, end, radius, pymunk_filter)
        if first is None:
            return inf
        hits: list[Any] = [first]
        if not _stops(body, first.shape, first.normal):
            hits = [
                hit
                for hit in space.native.segment_query(start, end, radius, pymunk_filter)
                if _stops(body, hit.shape, hit.normal)
            ]
            hits.sort(key=lambda hit: hit.alpha)
        for hit in hits:
            nx, ny = hit.normal
            approach = -(dx * nx + dy * ny)
            if approach <= 0.0 or (hit.alpha == 0.0 and hit.shape.point_query(start).distance < 0.0):
                continue  # it leaves, or its middle is inside already, where a ray cannot tell the way out
            reach = _reach(part, native.angle, nx, ny) - _BITE
            fraction: float = max(hit.alpha - (reach - radius) / approach, 0.0)
            if (1.0 - fraction) * approach > part.inner * _SHARE:
                return fraction
        return inf

    def _cast_shape(self, body: Body, part: _Part, dx: float, dy: float) -> float:
        """As `_cast_ray`."""
        native: Any = body.native
        start = native.local_to_world((part.x, part.y))
        space = self._space
        found = space.native.segment_query(start, (start[0] + dx, start[1] + dy), part.outer, space.filters.of(body))
        if not found:
            return inf
        x, y = native.position
        moving = turned(part.convex, Transform2D(native.angle, (0.0, 0.0)))
        least = inf
        for each in found:
            other: Any = each.shape
            hit = _obstacle(moving, other).cast(x, y, dx, dy)
            if hit is None or not _stops(body, other, (hit.x, hit.y)):
                continue
            approach = -(dx * hit.x + dy * hit.y)
            if approach > 0.0 and (1.0 - hit.fraction) * approach > part.inner * _SHARE:
                least = min(least, hit.fraction + _BITE / approach)
        return least


def _stops(body: Body, shape: Any, normal: tuple[float, float]) -> bool:
    """Whether a pymunk shape that a body meets, with that normal, is solid for it."""
    other = None if shape is None else shape.object
    if other is None or other.is_area or other is body or not collide(body, other):
        return False
    return not shape.entry.one_way or holds_up(shape.entry, Vector2(*normal))


def _obstacle(moving: RoundedConvex, shape: Any) -> Obstacle | HalfPlane:
    """What a part that is turned already meets of a pymunk shape."""
    entry, baked = shape.entry, shape.entry.baked
    part = () if baked.boundary is not None else (baked.convex[entry.made.index(shape)],)
    solid = placed(shape.body, part, baked.boundary, is_concave=False)
    return Obstacle(moving, solid.parts[0]) if solid.boundary is None else HalfPlane(moving, *solid.boundary)


def _swept(body: Body) -> _Swept:
    native = body.native
    assert native is not None
    parts = [_part(convex) for entry in body.shapes if entry.made for convex in entry.convex]
    return _Swept(body, native, (min([part.inner for part in parts], default=0.0) * _SHARE) ** 2, parts)


def _part(convex: RoundedConvex) -> _Part:
    points, radius = convex.points, convex.radius
    x = sum([px for px, _ in points]) / len(points)
    y = sum([py for _, py in points]) / len(points)
    outer = max([hypot(px - x, py - y) for px, py in points]) + radius
    inner = radius
    if len(points) > 2:
        sides = zip(points, (*points[1:], points[0]), strict=True)
        inner += min([abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / hypot(bx - ax, by - ay)
                      for (ax, ay), (bx, by) in sides])  # fmt: skip
    return _Part(convex, x, y, inner, outer)


def _reach(part: _Part, angle: float, nx: float, ny: float) -> float:
    """How far a part of a body at an angle reaches from its middle against a normal."""
    c, s = cos(angle), sin(angle)
    x, y = -(nx * c + ny * s), -(ny * c - nx * s)  # the direction in the body
    return max([(px - part.x) * x + (py - part.y) * y for px, py in part.convex.points]) + part.convex.radius
