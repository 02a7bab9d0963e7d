"""Ear clipping: cut a polygon into triangles.

An ear is a corner whose triangle holds no other corner of the polygon; cutting it off leaves a smaller polygon, and
a simple polygon always has one. Only reflex corners can lie inside an ear, so only those are looked at: a polygon of
200 points takes some milliseconds, a convex one no search at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from engine.math.value import reals

_Point = tuple[float, float]

_EMPTY_PART = 1e-12
"""A polygon with less than this part of the area of the box around it is a line or a point."""


def triangulate_polygon(points: Sequence[Sequence[float]]) -> list[int]:
    """Cut a simple polygon into triangles.

    Args:
        points: the corners in order, clockwise or counter-clockwise, in any unit; the last is joined to the first.

    Returns:
        Three indices of `points` for each triangle, turning the way that the polygon turns. For n corners that is
        n - 2 triangles, less one for each corner that lies on the straight line between its neighbours and was left
        over. Empty for fewer than three corners, for a polygon without area, for coordinates that are not finite,
        and where lines cross each other so that no ear is left.

    >>> triangulate_polygon([(0, 0), (4, 0), (4, 4), (0, 4)])
    [3, 0, 1, 1, 2, 3]

    Raises:
        MathTypeError: a corner is not two numbers.
    """
    corners = [reals(point, 2, "triangulate_polygon, a corner") for point in points]
    flat: list[_Point] = [(x, y) for x, y in corners]
    if len(flat) < 3 or not all(isfinite(x) and isfinite(y) for x, y in flat):
        return []
    area = _signed_area(flat)
    width = max(x for x, _ in flat) - min(x for x, _ in flat)
    height = max(y for _, y in flat) - min(y for _, y in flat)
    if not abs(area) > width * height * _EMPTY_PART:
        return []
    ring = list(range(len(flat)))
    if area < 0.0:
        ring.reverse()
    triangles = _Clipping(flat, ring).run()
    if area < 0.0:
        triangles.reverse()
    return triangles


def _signed_area(points: list[_Point]) -> float:
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True)) * 0.5


def _turn(a: _Point, b: _Point, c: _Point) -> float:
    """Twice the area of a triangle: positive if it turns the way of the (positive) polygon, 0 on a line."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


class _Clipping:
    """A ring of corners with positive area, linked both ways, that loses one ear after the other."""

    def __init__(self, points: list[_Point], ring: list[int]) -> None:
        self.points = points
        count = len(points)
        self.left = count
        self.before = [0] * count
        self.after = [0] * count
        for place, corner in enumerate(ring):
            self.after[corner] = ring[(place + 1) % count]
            self.before[corner] = ring[place - 1]
        self.reflex = {corner for corner in ring if self._turn_at(corner) <= 0.0}
        self.first = ring[0]

    def run(self) -> list[int]:
        """Return the triangles, or nothing if an ear was missing."""
        triangles: list[int] = []
        corner = self.first
        misses = 0
        strict = True
        while self.left > 3:
            turn = self._turn_at(corner)
            if turn == 0.0 and not strict:
                corner, misses, strict = self._cut(corner), 0, True
            elif turn > 0.0 and self._is_ear(corner, strict):
                triangles += (self.before[corner], corner, self.after[corner])
                corner, misses, strict = self._cut(corner), 0, True
            else:
                corner = self.after[corner]
                misses += 1
                if misses > self.left:
                    if not strict:
                        return []
                    misses, strict = 0, False
        if self._turn_at(corner) > 0.0:
            triangles += (self.before[corner], corner, self.after[corner])
        return triangles

    def _turn_at(self, corner: int) -> float:
        points = self.points
        return _turn(points[self.before[corner]], points[corner], points[self.after[corner]])

    def _cut(self, corner: int) -> int:
        """Take a corner out; return where to go on: one corner further, which keeps the triangles from fanning out."""
        before, after = self.before[corner], self.after[corner]
        self.after[before] = after
        self.before[after] = before
        self.left -= 1
        self.reflex.discard(corner)
        for neighbour in (before, after):
            if neighbour in self.reflex and self._turn_at(neighbour) > 0.0:
                self.reflex.discard(neighbour)
            elif self._turn_at(neighbour) <= 0.0:
                self.reflex.add(neighbour)
        return self.after[after]

    def _is_ear(self, corner: int, strict: bool) -> bool:
        """Whether no reflex corner lies in the triangle at a corner; strictly, nor on its new edge."""
        points = self.points
        start, end = self.before[corner], self.after[corner]
        (ax, ay), (bx, by), (cx, cy) = points[start], points[corner], points[end]
        left, right = min(ax, bx, cx), max(ax, bx, cx)
        top, bottom = min(ay, by, cy), max(ay, by, cy)
        for other in self.reflex:
            x, y = points[other]
            if x < left or x > right or y < top or y > bottom or other in (start, end):
                continue
            along = (bx - ax) * (y - by) - (by - ay) * (x - bx)
            back = (cx - bx) * (y - cy) - (cy - by) * (x - cx)
            across = (ax - cx) * (y - ay) - (ay - cy) * (x - ax)
            if along < 0.0 or back < 0.0 or across < 0.0:
                continue
            if strict or across > 0.0:
                return False
        return True
