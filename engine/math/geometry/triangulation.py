"""Ear clipping: cut a polygon into triangles.

An ear is a corner whose triangle holds no other corner of the polygon; cutting it off leaves a smaller polygon, and
a simple polygon always has one. Only reflex corners can lie inside an ear, so only those are looked at, and of them
those near the ear: they are kept in square cells. A long thin ear, which lies over many cells, is compared with all of
them at once. A polygon of 200 points takes some milliseconds, one of 10,000 some tenths of a second.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from math import inf, isfinite, sqrt

import numpy as np

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
    ring = [index for index, corner in enumerate(flat) if corner != flat[index - 1]]
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
        self.left = len(ring)
        self.before = [0] * count
        self.after = [0] * count
        for place, corner in enumerate(ring):
            self.after[corner] = ring[(place + 1) % len(ring)]
            self.before[corner] = ring[place - 1]
        self.reflex = _Reflex(points, [corner for corner in ring if self._turn_at(corner) <= 0.0])
        self.first = ring[0]
        self.turn = [0] * count  # which entry of the queue counts for a corner, the older ones are passed over
        self.waiting = deque((corner, 0) for corner in ring)

    def run(self) -> list[int]:
        """Return the triangles, or nothing if an ear was missing."""
        triangles: list[int] = []
        corner = self.first
        while self.left > 3:
            ear = self._next_ear(corner)
            if ear < 0:
                return []
            if self._turn_at(ear) > 0.0:
                triangles += (self.before[ear], ear, self.after[ear])
            corner = self._cut(ear)
        if self._turn_at(corner) > 0.0:
            triangles += (self.before[corner], corner, self.after[corner])
        return triangles

    def _next_ear(self, start: int) -> int:
        """A corner to cut; -1 if there is none.

        Cutting an ear makes ears of none but its neighbours, which `_cut` puts at the end of the queue. When that is
        empty, a corner may go whose triangle has no area, or another corner on its new edge.
        """
        while self.waiting:
            corner, turn = self.waiting.popleft()
            if turn == self.turn[corner] and self._turn_at(corner) > 0.0 and self._is_ear(corner, True):
                return corner
        for corner in self._round(start):
            turn_there = self._turn_at(corner)
            if turn_there == 0.0 or (turn_there > 0.0 and self._is_ear(corner, False)):
                return corner
        return -1

    def _round(self, start: int) -> Iterator[int]:
        """Each corner that is left, once."""
        corner = start
        for _ in range(self.left):
            yield corner
            corner = self.after[corner]

    def _turn_at(self, corner: int) -> float:
        points = self.points
        return _turn(points[self.before[corner]], points[corner], points[self.after[corner]])

    def _cut(self, corner: int) -> int:
        """Take a corner out; return one that is left.

        Its neighbours wait until all others had their turn, which keeps the triangles from fanning out.
        """
        before, after = self.before[corner], self.after[corner]
        self.after[before] = after
        self.before[after] = before
        self.left -= 1
        self.reflex.discard(corner)
        self.turn[corner] = -1  # it is gone
        for neighbour in (before, after):
            self.turn[neighbour] += 1
            self.waiting.append((neighbour, self.turn[neighbour]))
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
        box = (min(ax, bx, cx), max(ax, bx, cx), min(ay, by, cy), max(ay, by, cy))
        left, right, top, bottom = box
        near = self.reflex.near(box)
        if near is None:
            return self.reflex.all_outside(points[start], points[corner], points[end], (start, end), strict)
        for other in near:
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


class _Reflex:
    """The reflex corners, which get fewer as ears are cut off, in square cells about as many as there are corners."""

    _MOST_CELLS = 12
    _FEW = 24  # corners that are sooner looked at one by one than at once

    def __init__(self, points: list[_Point], corners: list[int]) -> None:
        self.points = points
        self.left = min(x for x, _ in points)
        self.top = min(y for _, y in points)
        width = max(x for x, _ in points) - self.left
        height = max(y for _, y in points) - self.top
        size = sqrt(width * height / max(1, len(corners)))
        self.scale = 1.0 / size if 0.0 < size < width * height < inf else 0.0
        self.cells: dict[tuple[int, int], dict[int, None]] = {}
        self.corners = dict.fromkeys(corners)
        for corner in corners:
            self.cells.setdefault(self._cell(*points[corner]), {})[corner] = None
        self._gather()

    def __contains__(self, corner: int) -> bool:
        return corner in self.corners

    def add(self, corner: int) -> None:
        """Count a corner as reflex."""
        if corner not in self.corners:
            self.corners[corner] = None
            self.cells.setdefault(self._cell(*self.points[corner]), {})[corner] = None
            self._gather()

    def discard(self, corner: int) -> None:
        """Forget a corner, if it was one."""
        if corner in self.corners:
            del self.corners[corner]
            del self.cells[self._cell(*self.points[corner])][corner]
            self.xs[self.place[corner]] = np.nan  # is in no box
            if len(self.corners) * 2 < len(self.xs):
                self._gather()

    def near(self, box: tuple[float, float, float, float]) -> list[int] | None:
        """The corners in the cells that a box (left, right, top, bottom) lies over; None if those are too many."""
        if len(self.corners) <= self._FEW:
            return list(self.corners)
        left, right, top, bottom = box
        (first_x, first_y), (last_x, last_y) = self._cell(left, top), self._cell(right, bottom)
        if (last_x - first_x + 1) * (last_y - first_y + 1) > self._MOST_CELLS:
            return None
        cells = self.cells
        return [
            corner
            for x in range(first_x, last_x + 1)
            for y in range(first_y, last_y + 1)
            if (x, y) in cells
            for corner in cells[x, y]
        ]

    def all_outside(self, a: _Point, b: _Point, c: _Point, ends: tuple[int, int], strict: bool) -> bool:
        """Whether none but the two ends of its new edge lies in the triangle; strictly, nor on that edge."""
        (ax, ay), (bx, by), (cx, cy) = a, b, c
        xs, ys = self.xs, self.ys
        inside = (xs >= min(ax, bx, cx)) & (xs <= max(ax, bx, cx)) & (ys >= min(ay, by, cy)) & (ys <= max(ay, by, cy))
        (found,) = inside.nonzero()
        x, y = xs[found], ys[found]
        with np.errstate(all="ignore"):
            along = (bx - ax) * (y - by) - (by - ay) * (x - bx)
            back = (cx - bx) * (y - cy) - (cy - by) * (x - cx)
            across = (ax - cx) * (y - ay) - (ay - cy) * (x - ax)
        inside = ~((along < 0.0) | (back < 0.0) | (across < 0.0))
        if not strict:
            inside &= across > 0.0
        return all(self.gathered[place] in ends for place in found[inside].tolist())

    def _cell(self, x: float, y: float) -> tuple[int, int]:
        if not self.scale:
            return 0, 0
        return int((x - self.left) * self.scale), int((y - self.top) * self.scale)

    def _gather(self) -> None:
        """Put the corners that are left into arrays, for `all_outside`."""
        self.gathered = list(self.corners)
        self.place = {corner: place for place, corner in enumerate(self.gathered)}
        self.xs = np.array([self.points[corner][0] for corner in self.gathered])
        self.ys = np.array([self.points[corner][1] for corner in self.gathered])
