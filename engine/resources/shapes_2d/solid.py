"""What a shape fills once a transform has been applied to it: convex polygons with radii, a half plane, or a ray.

Space: that to which the transform leads; pixels, y down.

Godot's rules for scale: a circle whose transform stretches it is the ellipse that the transform makes of it, a capsule
likewise. Ellipses are polygons here, of 32 corners on the line: less than 0.5 % of the radius inside of it.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from engine.math import Transform2D, Vector2, convex_hull
from engine.math.geometry.convex import RoundedConvex

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_CORNERS = 32
"""Of the polygon that stands for an ellipse."""

_EVEN = 1e-6
"""By what part of its length two axes may differ, and be off a right angle, in a transform that stretches evenly."""

_LEAST = 1e-6
"""What has a smaller area is no polygon, and what is shorter no segment; in square pixels and pixels."""

_FARTHEST = 1e15
"""What reaches further from the origin is nothing, in pixels: products of its coordinates would be no numbers."""


TOO_FAR = f"it reaches further than {_FARTHEST:g} px"


class Boundary(NamedTuple):
    """A half plane that is full: where `x * normal_x + y * normal_y` is below `distance`; the normal's length is 1."""

    normal_x: float
    normal_y: float
    distance: float


class Ray(NamedTuple):
    """A separation ray: from where it begins to where its tip is; `slides` is its `slide_on_slope`."""

    x: float
    y: float
    tip_x: float
    tip_y: float
    slides: bool


class Solid(NamedTuple):
    """What a shape fills.

    Attributes:
        parts: the convex parts; none of a boundary, a ray, or a shape that fills nothing.
        boundary: of a world boundary, else None.
        ray: of a separation ray, else None.
        is_concave: whether the parts are the lines of a concave polygon.
        flaw: why it fills nothing, such as "its radius is 0"; "" if it does.
    """

    parts: tuple[RoundedConvex, ...] = ()
    boundary: Boundary | None = None
    ray: Ray | None = None
    is_concave: bool = False
    flaw: str = ""


def polygon(points: Iterable[Sequence[float]], transform: Transform2D) -> Solid:
    """The convex hull of points, as the transform leaves it."""
    flaw = _flaw_of(transform)
    if flaw:
        return Solid(flaw=flaw)
    corners = [transform.xform(point) for point in points]
    if not is_near(corners):
        return Solid(flaw=TOO_FAR)
    if len(corners) < 3:
        return Solid(flaw=f"it has {len(corners)} points, and a polygon takes at least 3")
    hull = convex_hull(corners)
    if abs(_twice_the_area(hull)) < 2.0 * _LEAST:
        return Solid(flaw="its points lie on one line")
    return Solid((RoundedConvex(tuple([(x, y) for x, y in hull[:-1]])),))


def rounded(ends: Sequence[Sequence[float]], radius: float, transform: Transform2D) -> Solid:
    """A circle around one point, or a capsule around two, above one another, as the transform leaves it."""
    flaw = _flaw_of(transform)
    if flaw or radius == 0.0:
        return Solid(flaw=flaw or "its radius is 0")
    scale = _even_scale(transform)
    if scale > 0.0:
        centers = tuple([(x, y) for x, y in [transform.xform(end) for end in ends]])
        if not is_near(centers, radius * scale):
            return Solid(flaw=TOO_FAR)
        if radius * scale < _LEAST:
            return Solid(flaw=f"its radius is below {_LEAST:g} px")
        return Solid((RoundedConvex(centers, radius * scale),))
    points = []
    for turn in range(_CORNERS):
        out = Vector2(cos(2.0 * pi * turn / _CORNERS), sin(2.0 * pi * turn / _CORNERS)) * radius
        points += [out + end for end in ends]
    return polygon(points, transform)


def segments(points: Sequence[Sequence[float]], transform: Transform2D, is_concave: bool) -> Solid:
    """The segments between points 0 and 1, 2 and 3, and so on, as the transform leaves them, if they have a length."""
    flaw = _flaw_of(transform)
    if flaw:
        return Solid(flaw=flaw)
    ends = [transform.xform(point) for point in points]
    if not is_near(ends):
        return Solid(flaw=TOO_FAR)
    parts = [
        RoundedConvex(((ax, ay), (bx, by)))
        for (ax, ay), (bx, by) in zip(ends[::2], ends[1::2], strict=True)
        if hypot(bx - ax, by - ay) > _LEAST
    ]
    if not parts:
        return Solid(flaw="the ends of each segment are at one point" if points else "it has no segments")
    return Solid(tuple(parts), is_concave=is_concave)


def is_near(points: Iterable[Sequence[float]], size: float = 0.0) -> bool:
    """Whether points, and what is so large around them, are numbers and not beyond _FARTHEST."""
    return all(abs(x) + abs(y) + size < _FARTHEST for x, y in points)


def _flaw_of(transform: Transform2D) -> str:
    """Why nothing with an area is left under a transform; "" if there is."""
    xx, xy, yx, yy, _, _ = transform
    lengths = hypot(xx, xy), hypot(yx, yy)
    if min(lengths) == 0.0:
        return "its scale is 0"
    if abs(xx * yy - xy * yx) < _LEAST * lengths[0] * lengths[1]:
        return "its skew leaves it no area"
    return ""


def _even_scale(transform: Transform2D) -> float:
    """By how much a transform stretches, if it does so evenly; else 0."""
    xx, xy, yx, yy, _, _ = transform
    along, down = hypot(xx, xy), hypot(yx, yy)
    most = max(along, down)
    if abs(along - down) > _EVEN * most or abs(xx * yx + xy * yy) > _EVEN * most * most:
        return 0.0
    return along


def _twice_the_area(corners: Sequence[Sequence[float]]) -> float:
    x, y = corners[0]
    return sum([(ax - x) * (by - y) - (bx - x) * (ay - y) for (ax, ay), (bx, by) in pairwise(corners)])
