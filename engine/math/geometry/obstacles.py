"""Obstacles made of pairs of rounded convex polygons: how far apart two shapes are, and when they meet.

Two of them, one of which only moves and does not turn, are a point and an obstacle: the points `b - a` of all points of
both make up a convex polygon, their Minkowski difference, whose radius is the sum of both radii. Where the origin of
the moving shape stands is a point; its distance to the obstacle is the distance of the shapes, and the ray of its
motion hits the obstacle where the shapes meet. That is exact, and cheap: an obstacle is made once for two shapes that
do not turn against one another, and an upright box, as most are, takes a few comparisons.

Space: as engine.math.geometry.convex.
"""

from __future__ import annotations

from math import hypot, inf, sqrt
from typing import TYPE_CHECKING, NamedTuple

from engine.math.geometry.minkowski import difference

if TYPE_CHECKING:
    from engine.math.geometry.convex import Box, RoundedConvex
    from engine.math.geometry.minkowski import Point, Points

Edge = tuple[float, float, float, float, float, float, float, float]
"""Of a polygon: the outward normal x, y; its product with the points of the rounded edge; the first point x, y; the
direction's product with the first point, and with the second; the length."""

_NEAR = 1e-9
"""How far a point may pass beyond the end of a segment and still meet it, so that none gets through a joint."""

_new = tuple.__new__


class Separation(NamedTuple):
    """How far apart a moving shape and an obstacle are.

    Attributes:
        distance: between them; below 0 by how much they overlap.
        x, y: the direction from the obstacle to the shape, of length 1: the way out.
    """

    distance: float
    x: float
    y: float


class Hit(NamedTuple):
    """Where a moving shape meets an obstacle first.

    Attributes:
        fraction: of the motion, 0 to 1.
        x, y: the normal of the obstacle there, of length 1.
    """

    fraction: float
    x: float
    y: float


class Contact(NamedTuple):
    """Where two shapes are nearest to one another, or overlap most.

    Attributes:
        x, y: the point on the edge of the first shape.
        other_x, other_y: the point on the edge of the other one.
    """

    x: float
    y: float
    other_x: float
    other_y: float


class Obstacle:
    """What the origin of a shape that does not turn cannot enter, because another shape is there.

    Attributes:
        moving: the moving shape, around its origin.
        other: the other one, where it stands.
        radius: the sum of both radii.
    """

    __slots__ = ("_box", "_edges", "_is_flat", "_point", "moving", "other", "radius")

    def __init__(self, moving: RoundedConvex, other: RoundedConvex) -> None:
        self.moving = moving
        self.other = other
        self.radius = moving.radius + other.radius
        self._box: Box | None = None
        self._edges: tuple[Edge, ...] = ()
        a, b = moving.box, other.box
        if a is not None and b is not None:
            left, top, right, bottom = b[0] - a[2], b[1] - a[3], b[2] - a[0], b[3] - a[1]
            if right > left and bottom > top:
                self._box = (left, top, right, bottom)
                return
        corners = difference(other.points, moving.points)
        self._point = corners[0]
        self._edges = _edges(corners, self.radius)
        self._is_flat = len(self._edges) < 3  # a segment, whose sides rounding may put a little in front of one another

    def separation(self, x: float, y: float) -> Separation:
        """How far the moving shape is from the other while its origin is at a point."""
        box = self._box
        if box is not None:
            return _from_box(x, y, box, self.radius)
        radius = self.radius
        furthest = -inf
        nearest = None
        for edge in self._edges:
            distance = edge[0] * x + edge[1] * y - edge[2]
            if distance > furthest:
                furthest = distance
                nearest = edge
        if nearest is None:
            return _from_point(x - self._point[0], y - self._point[1], radius)
        nx, ny, _, ax, ay, start, end, length = nearest
        if furthest >= -radius or self._is_flat:
            # Outside of the polygon: the nearest point is on this edge, or one of its two ends.
            along = nx * y - ny * x  # the direction of the edge is (-ny, nx)
            if along < start:
                return _from_point(x - ax, y - ay, radius)
            if along > end:
                return _from_point(x - ax + ny * length, y - ay - nx * length, radius)
        return _new(Separation, (furthest, nx, ny))

    def cast(self, x: float, y: float, dx: float, dy: float) -> Hit | None:
        """Where the moving shape, its origin at (x, y), meets the other on its way by (dx, dy); None if it does not.

        To pass along the other's edge is not to meet it. One that touches or overlaps at the start meets it at
        fraction 0 if it goes deeper, and not if it goes away.
        """
        box = self._box
        if box is not None:
            return _cast_at_box(x, y, dx, dy, box, self.radius)
        if self._is_flat:
            return self._cast_at_segment(x, y, dx, dy)
        enter = furthest = -inf
        leave = inf
        entered = nearest = self._edges[0]
        for edge in self._edges:  # when it gets behind the rounded edge, or in front of it again
            nx, ny = edge[0], edge[1]
            distance = nx * x + ny * y - edge[2]
            speed = nx * dx + ny * dy
            if speed < 0.0:
                at = distance / -speed
                if at > enter:
                    enter = at
                    entered = edge
            elif distance >= 0.0:
                return None
            elif speed > 0.0:
                at = distance / -speed
                if at < leave:
                    leave = at
            if distance > furthest:
                furthest = distance
                nearest = edge
        if enter > 1.0 or enter >= leave:
            return None
        if enter < 0.0:
            return self._cast_from_within(x, y, dx, dy, nearest)
        return self._cast_at_edge(x, y, dx, dy, entered, enter)

    def contacts(self, x: float, y: float, separation: Separation) -> list[Contact]:
        """Where the two are nearest or overlap most while the moving shape's origin is at a point: one place or two.

        There are two where side lies on side: the ends of what they have in common.

        Args:
            x: where the moving shape's origin is.
            y: the same, down.
            separation: the one from there.
        """
        nx, ny = separation.x, separation.y
        first = [(px + x, py + y) for px, py in self.moving.support(-nx, -ny)]
        second = self.other.support(nx, ny)
        if len(second) == 1:
            (bx, by) = second[0]
            if len(first) == 1:
                return [_new(Contact, (*first[0], bx, by))]
            return [_new(Contact, (*_foot(bx, by, first), bx, by))]
        if len(first) == 1:
            return [_new(Contact, (*first[0], *_foot(*first[0], second)))]
        marks = sorted([(px * -ny + py * nx, of, px, py) for of in (0, 1) for px, py in (first, second)[of]])
        found = []
        for _, of, px, py in marks[1:3]:  # of the four ends along the sides, those in the middle
            facing = _foot(px, py, (first, second)[1 - of])
            found.append(_new(Contact, (px, py, *facing) if of == 0 else (*facing, px, py)))
        if separation.distance < 0.0:  # sides that are not quite parallel may be apart at one end
            touching = [each for each in found if (each[0] - each[2]) * nx + (each[1] - each[3]) * ny <= 0.0]
            return touching or found[:1]
        return found

    def _cast_at_edge(self, x: float, y: float, dx: float, dy: float, edge: Edge, at: float) -> Hit | None:
        """The hit of one that passes the line of a rounded edge: there, or at the round end that it gets to."""
        nx, ny, _, ax, ay, start, end, length = edge
        if self.radius == 0.0:
            return _new(Hit, (at, nx, ny))
        along = nx * (y + at * dy) - ny * (x + at * dx)
        if along < start:
            return _cast_at_circle(x - ax, y - ay, dx, dy, self.radius)
        if along > end:
            return _cast_at_circle(x - ax + ny * length, y - ay - nx * length, dx, dy, self.radius)
        return _new(Hit, (at, nx, ny))

    def _cast_from_within(self, x: float, y: float, dx: float, dy: float, nearest: Edge) -> Hit | None:
        """The hit of one that is behind all rounded edges: it overlaps, or is outside of the round end beside it."""
        distance, nx, ny = self.separation(x, y)
        if distance > 0.0:
            _, _, _, ax, ay, start, _, length = nearest
            if nearest[0] * y - nearest[1] * x >= start:
                ax, ay = ax - nearest[1] * length, ay + nearest[0] * length
            return _cast_at_circle(x - ax, y - ay, dx, dy, self.radius)
        return _new(Hit, (0.0, nx, ny)) if nx * dx + ny * dy < 0.0 else None

    def _cast_at_segment(self, x: float, y: float, dx: float, dy: float) -> Hit | None:
        """The hit at a segment, or a point."""
        radius = self.radius
        if not self._edges:
            return _cast_at_circle(x - self._point[0], y - self._point[1], dx, dy, radius)
        front, back = self._edges
        if back[0] * x + back[1] * y - back[2] > front[0] * x + front[1] * y - front[2]:
            front = back
        nx, ny, offset, _, _, start, end, _ = front
        distance = nx * x + ny * y - offset
        speed = nx * dx + ny * dy
        if distance >= 0.0:
            if speed >= 0.0 or distance > -speed:
                return None
            at = distance / -speed
            if radius == 0.0:
                along = nx * (y + at * dy) - ny * (x + at * dx)
                return _new(Hit, (at, nx, ny)) if start - _NEAR <= along <= end + _NEAR else None
            return self._cast_at_edge(x, y, dx, dy, front, at)
        return self._cast_from_within(x, y, dx, dy, front)


class HalfPlane:
    """What the origin of a shape that does not turn cannot enter, because a world boundary is there.

    Attributes:
        moving: the shape.
        x: of the boundary's normal; `y` as well.
        y: see `x`.
        limit: how far along the normal the origin stays, at least.
    """

    __slots__ = ("limit", "moving", "x", "y")

    def __init__(self, moving: RoundedConvex, x: float, y: float, distance: float) -> None:
        """Made of the moving shape around its origin, and of the boundary: its normal, and its distance along that."""
        self.moving = moving
        self.x, self.y = x, y
        self.limit = distance - min([px * x + py * y for px, py in moving.points]) + moving.radius

    def separation(self, x: float, y: float) -> Separation:
        """As for Obstacle."""
        return _new(Separation, (self.x * x + self.y * y - self.limit, self.x, self.y))

    def cast(self, x: float, y: float, dx: float, dy: float) -> Hit | None:
        """As for Obstacle."""
        distance = self.x * x + self.y * y - self.limit
        speed = self.x * dx + self.y * dy
        if speed >= 0.0:
            return None
        if distance <= 0.0:
            return _new(Hit, (0.0, self.x, self.y))
        return _new(Hit, (distance / -speed, self.x, self.y)) if distance <= -speed else None

    def contacts(self, x: float, y: float, separation: Separation) -> list[Contact]:
        """As for Obstacle."""
        nx, ny, distance = self.x, self.y, separation.distance
        found = []
        deepest = min([px * nx + py * ny for px, py in self.moving.points]) - self.moving.radius
        for px, py in self.moving.support(-nx, -ny):
            apart = distance + (px * nx + py * ny - deepest)
            found.append(_new(Contact, (px + x, py + y, px + x - nx * apart, py + y - ny * apart)))
        return found


def _foot(x: float, y: float, ends: list[Point] | Points) -> Point:
    """The point of a segment that is nearest to (x, y)."""
    (ax, ay), (bx, by) = ends
    bx, by = bx - ax, by - ay
    squared = bx * bx + by * by
    part = ((x - ax) * bx + (y - ay) * by) / squared if squared > 0.0 else 0.0
    part = min(max(part, 0.0), 1.0)
    return ax + part * bx, ay + part * by


def _from_point(x: float, y: float, radius: float) -> Separation:
    length = hypot(x, y)
    if length == 0.0:
        return _new(Separation, (-radius, 0.0, -1.0))  # any direction leads out as fast; up
    return _new(Separation, (length - radius, x / length, y / length))


def _from_box(x: float, y: float, box: Box, radius: float) -> Separation:
    left, top, right, bottom = box
    out_x = x - left if x < left else x - right if x > right else 0.0
    out_y = y - top if y < top else y - bottom if y > bottom else 0.0
    if out_x != 0.0:
        if out_y != 0.0:
            return _from_point(out_x, out_y, radius)
        if out_x < 0.0:
            return _new(Separation, (-out_x - radius, -1.0, 0.0))
        return _new(Separation, (out_x - radius, 1.0, 0.0))
    if out_y < 0.0:
        return _new(Separation, (-out_y - radius, 0.0, -1.0))
    if out_y > 0.0:
        return _new(Separation, (out_y - radius, 0.0, 1.0))
    across = left - x if x + x < left + right else x - right
    down = top - y if y + y <= top + bottom else y - bottom
    if across > down:
        return _new(Separation, (across - radius, -1.0 if x + x < left + right else 1.0, 0.0))
    return _new(Separation, (down - radius, 0.0, -1.0 if y + y <= top + bottom else 1.0))


def _cast_at_box(x: float, y: float, dx: float, dy: float, box: Box, radius: float) -> Hit | None:
    left, top, right, bottom = box
    enter_x = enter_y = -inf
    leave = inf
    if dx > 0.0:
        enter_x = (left - radius - x) / dx
        leave = (right + radius - x) / dx
    elif dx < 0.0:
        enter_x = (x - right - radius) / -dx
        leave = (x - left + radius) / -dx
    elif x <= left - radius or x >= right + radius:
        return None
    if dy > 0.0:
        enter_y = (top - radius - y) / dy
        leave = min(leave, (bottom + radius - y) / dy)
    elif dy < 0.0:
        enter_y = (y - bottom - radius) / -dy
        leave = min(leave, (y - top + radius) / -dy)
    elif y <= top - radius or y >= bottom + radius:
        return None
    enter = enter_y if enter_y >= enter_x else enter_x
    if enter > 1.0 or enter >= leave or leave <= 0.0:
        return None
    if enter < 0.0:
        now = _from_box(x, y, box, radius)
        if now.distance <= 0.0:
            return _new(Hit, (0.0, now.x, now.y)) if now.x * dx + now.y * dy < 0.0 else None
        return _cast_at_circle(*_from_corner(x, y, box), dx, dy, radius)
    if radius > 0.0:
        out_x, out_y = _from_corner(x + enter * dx, y + enter * dy, box)
        if out_x != 0.0 and out_y != 0.0:  # a round corner; as seen from the start
            return _cast_at_circle(out_x - enter * dx, out_y - enter * dy, dx, dy, radius)
    if enter_y >= enter_x:
        return _new(Hit, (enter, 0.0, -1.0 if dy > 0.0 else 1.0))
    return _new(Hit, (enter, -1.0 if dx > 0.0 else 1.0, 0.0))


def _from_corner(x: float, y: float, box: Box) -> Point:
    """From a box to a point: from the nearest corner where that is nearest; 0 along an axis in which it is within."""
    left, top, right, bottom = box
    return (
        x - left if x < left else x - right if x > right else 0.0,
        y - top if y < top else y - bottom if y > bottom else 0.0,
    )


def _cast_at_circle(x: float, y: float, dx: float, dy: float, radius: float) -> Hit | None:
    """When a point that is outside of a circle around 0, or on it, gets into it."""
    squared = dx * dx + dy * dy
    towards = x * dx + y * dy
    if towards >= 0.0:
        return None
    outside = x * x + y * y - radius * radius
    under = towards * towards - squared * outside
    if under <= 0.0:
        return None
    at = outside / (sqrt(under) - towards) if outside > 0.0 else 0.0  # the smaller root, without a difference of likes
    if at > 1.0:
        return None
    x, y = x + at * dx, y + at * dy
    length = hypot(x, y)
    return _new(Hit, (at, x / length, y / length)) if length > 0.0 else None


def _edges(points: Points, radius: float) -> tuple[Edge, ...]:
    """The edges of a polygon; of a segment its two sides, of a point none."""
    edges = []
    for (x, y), (next_x, next_y) in zip(points, points[1:] + points[:1], strict=True):
        length = hypot(next_x - x, next_y - y)
        if length > 0.0:
            nx, ny = (next_y - y) / length, (x - next_x) / length
            along = nx * y - ny * x
            edges.append((nx, ny, nx * x + ny * y + radius, x, y, along, along + length, length))
    return tuple(edges)
