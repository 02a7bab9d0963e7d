"""Rounded convex polygons, of which every 2D shape but the half plane is a union.

A circle is one point with a radius, a segment two points, a capsule two points with a radius, a polygon its corners.

Space: any one unit, pixels as a rule; y down; the corners go round so that (dy, -dx) of an edge points outwards.
"""

from __future__ import annotations

from math import hypot

from engine.math.geometry.minkowski import Points, difference

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_STRAIGHT = 0.99998
"""Two edges lie on one another where the cosine between their normals is above this: a third of a degree; Godot's."""


class RoundedConvex:
    """A convex polygon of one corner or more, and a radius around it.

    Attributes:
        points: the corners, which are convex and go round as the module says, or are one or two points.
        radius: 0 or more.
        box: the corners' bounds, if they are the corners of an upright box, an upright or level segment, or one point.
    """

    __slots__ = ("box", "points", "radius")

    def __init__(self, points: Points, radius: float = 0.0) -> None:
        self.points = points
        self.radius = radius
        self.box = _upright(points)

    def moved(self, xx: float, xy: float, yx: float, yy: float, x: float, y: float) -> RoundedConvex:
        """The same, turned and moved by a transform without scale: the images of the axes, and the origin."""
        return RoundedConvex(
            tuple([(xx * px + yx * py + x, xy * px + yy * py + y) for px, py in self.points]), self.radius
        )

    def swept(self, dx: float, dy: float) -> RoundedConvex:
        """What it passes over while it moves so far."""
        return RoundedConvex(difference(self.points, ((0.0, 0.0), (-dx, -dy))), self.radius)

    def bounds(self) -> Box:
        """The smallest and the largest x and y: left, top, right, bottom."""
        xs = [x for x, _ in self.points]
        ys = [y for _, y in self.points]
        radius = self.radius
        return min(xs) - radius, min(ys) - radius, max(xs) + radius, max(ys) + radius

    def support(self, x: float, y: float) -> Points:
        """The points of its edge that lie furthest in a direction of length 1: one, or the two ends of a straight side.

        A side counts as a whole where its normal is that direction but for a third of a degree.
        """
        points = self.points
        count = len(points)
        far = [px * x + py * y for px, py in points]
        at = far.index(max(far))
        px, py = points[at]
        out_x, out_y = x * self.radius, y * self.radius
        best, end = _STRAIGHT, None
        for beside in (points[at - 1], points[(at + 1) % count]):
            ex, ey = beside[0] - px, beside[1] - py
            length = hypot(ex, ey)
            straight = abs(ey * x - ex * y) / length if length > 0.0 else 0.0
            if straight > best:
                best, end = straight, beside
        if end is None:
            return ((px + out_x, py + out_y),)
        return ((px + out_x, py + out_y), (end[0] + out_x, end[1] + out_y))


def _upright(points: Points) -> Box | None:
    """The bounds of the corners of an upright box, or of what is left of one without width or height."""
    count = len(points)
    if count == 1:
        x, y = points[0]
        return x, y, x, y
    if count == 4:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
        if not ((ay == by and bx == cx and cy == dy and dx == ax) or (ax == bx and by == cy and cx == dx and dy == ay)):
            return None
        return min(ax, cx), min(ay, cy), max(ax, cx), max(ay, cy)
    if count == 2:
        (ax, ay), (bx, by) = points
        if ax == bx or ay == by:
            return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)
    return None
