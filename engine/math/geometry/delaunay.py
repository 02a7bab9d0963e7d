"""Delaunay triangulation of points: triangles that are as little pointed as can be, in n log n time.

Divide and conquer (Guibas and Stolfi, 1985): the points are sorted from left to right, each half is triangulated, and
the halves are joined from the bottom up; edges whose circle holds a point of the other half make way. Which way three
points turn, and whether a circle holds a fourth, is worked out in doubles with a bound of the error, and exactly, in
fractions, where that does not decide: points on a line or on one circle make no trouble.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isfinite

from engine.math.errors import MathValueError
from engine.math.value import reals, shortened

_Point = tuple[float, float]

_TURN_ERROR = 4e-16  # of a product of differences, as a part of the sum of the terms' sizes
_CIRCLE_ERROR = 1.2e-15


def triangulate_delaunay(points: Sequence[Sequence[float]]) -> list[int]:
    """Join points to triangles so that no circle around a triangle holds another point.

    Args:
        points: in any order and any unit; of equal ones the first counts.

    Returns:
        Three indices of `points` for each triangle, counter-clockwise where y points up; together they cover the
        convex hull once. Empty for fewer than three different points, and if all lie on a line. Of more than three
        points on one circle any way to join them may come out, the same one every time.

    >>> triangulate_delaunay([(0, 0), (4, 0), (0, 4)])
    [0, 1, 2]

    Raises:
        MathTypeError: a point is not two numbers.
        MathValueError: a point is not finite.
    """
    first: dict[_Point, int] = {}
    for index, point in enumerate(points):
        x, y = reals(point, 2, "triangulate_delaunay, a point")
        if not (isfinite(x) and isfinite(y)):
            raise MathValueError(f"triangulate_delaunay - a point must be finite, got {shortened(point)}")
        first.setdefault((x, y), index)
    places = sorted(first)
    if len(places) < 3:
        return []
    mesh = _Mesh(places)
    mesh.build(0, len(places))
    found = sorted(min((a, b, c), (b, c, a), (c, a, b)) for a, b, c in mesh.triangles([first[at] for at in places]))
    return [corner for triangle in found for corner in triangle]


class _Mesh:
    """Edges in both directions: edge e and edge e ^ 1 are the same one from either end.

    `start[e]` is where e begins; `left[e]` and `right[e]` are the next edges from there, counter-clockwise and
    clockwise.
    """

    def __init__(self, points: list[_Point]) -> None:
        self.points = points
        self.start: list[int] = []
        self.left: list[int] = []
        self.right: list[int] = []
        self.gone: set[int] = set()

    def build(self, first: int, end: int) -> tuple[int, int]:
        """Triangulate the points from `first` to before `end`, two or more.

        Returns the edge of the hull that leaves the leftmost point with the points to its left, and the one that
        leaves the rightmost point with them to its right.
        """
        if end - first == 2:
            edge = self._edge(first, first + 1)
            return edge, edge ^ 1
        if end - first == 3:
            one, two = self._edge(first, first + 1), self._edge(first + 1, first + 2)
            self._splice(one ^ 1, two)
            turn = _turn(*self.points[first:end])
            if turn == 0:
                return one, two ^ 1
            three = self._connect(two, one)
            return (one, two ^ 1) if turn > 0 else (three ^ 1, three)
        middle = (first + end) // 2
        outer_left, inner_left = self.build(first, middle)
        inner_right, outer_right = self.build(middle, end)
        base, inner_left, inner_right = self._lowest_link(inner_left, inner_right)
        if self.start[inner_left] == self.start[outer_left]:
            outer_left = base ^ 1
        if self.start[inner_right] == self.start[outer_right]:
            outer_right = base
        self._zip(base)
        return outer_left, outer_right

    def triangles(self, names: list[int]) -> list[tuple[int, int, int]]:
        """The corners of each triangle, counter-clockwise, under the names of their points."""
        found = []
        seen = set(self.gone)
        for edge in range(len(self.start)):
            if edge in seen:
                continue
            second = self.right[edge ^ 1]
            third = self.right[second ^ 1]
            a, b, c = self.start[edge], self.start[second], self.start[third]
            if self.right[third ^ 1] == edge and self._turns(a, b, c):
                seen.update((edge, second, third))
                found.append((names[a], names[b], names[c]))
        return found

    def _lowest_link(self, left: int, right: int) -> tuple[int, int, int]:
        """Link two halves by the edge that has all points above it; give it, and the hulls' edges at its ends."""
        start = self.start
        while True:
            if self._turns(start[right], start[left], start[left ^ 1]):
                left = self.right[left ^ 1]
            elif self._turns(start[left], start[right ^ 1], start[right]):
                right = self.left[right ^ 1]
            else:
                return self._connect(right ^ 1, left), left, right

    def _zip(self, base: int) -> None:
        """Join two halves upwards from the edge that links them at the bottom."""
        start = self.start
        while True:
            from_right, from_left = start[base], start[base ^ 1]
            left, right = self.left[base ^ 1], self.right[base]
            has_left = self._turns(start[left ^ 1], from_left, from_right)
            if has_left:
                after = self.left[left]
                while self._in_circle(from_left, from_right, start[left ^ 1], start[after ^ 1]):
                    self._take_away(left)
                    left, after = after, self.left[after]
            has_right = self._turns(start[right ^ 1], from_left, from_right)
            if has_right:
                after = self.right[right]
                while self._in_circle(from_left, from_right, start[right ^ 1], start[after ^ 1]):
                    self._take_away(right)
                    right, after = after, self.right[after]
            if not (has_left or has_right):
                return
            if not has_left or (
                has_right and self._in_circle(start[left ^ 1], start[left], start[right], start[right ^ 1])
            ):
                base = self._connect(right, base ^ 1)
            else:
                base = self._connect(base ^ 1, left ^ 1)

    def _edge(self, a: int, b: int) -> int:
        edge = len(self.start)
        self.start += (a, b)
        self.left += (edge, edge + 1)
        self.right += (edge, edge + 1)
        return edge

    def _splice(self, a: int, b: int) -> None:
        """Join the rings of edges around the starts of two edges, or part them if they are one ring."""
        left, right = self.left, self.right
        right[left[a]], right[left[b]] = b, a
        left[a], left[b] = left[b], left[a]

    def _connect(self, a: int, b: int) -> int:
        """A new edge from the end of one edge to the start of another, with the same polygon to its left."""
        edge = self._edge(self.start[a ^ 1], self.start[b])
        self._splice(edge, self.right[a ^ 1])
        self._splice(edge ^ 1, b)
        return edge

    def _take_away(self, edge: int) -> None:
        for half in (edge, edge ^ 1):
            if self.right[half] != half:
                self._splice(half, self.right[half])
            self.gone.add(half)

    def _turns(self, a: int, b: int, c: int) -> bool:
        points = self.points
        return _turn(points[a], points[b], points[c]) > 0

    def _in_circle(self, a: int, b: int, c: int, d: int) -> bool:
        points = self.points
        return _in_circle(points[a], points[b], points[c], points[d])


def _turn(a: _Point, b: _Point, c: _Point) -> int:
    """1 if three points turn counter-clockwise with y up, -1 if clockwise, 0 if they lie on a line."""
    (ax, ay), (bx, by), (cx, cy) = a, b, c
    one, other = (bx - ax) * (cy - ay), (by - ay) * (cx - ax)
    turn = one - other
    if abs(turn) > _TURN_ERROR * (abs(one) + abs(other)):
        return 1 if turn > 0.0 else -1
    fax, fay = Fraction(ax), Fraction(ay)
    exact = (Fraction(bx) - fax) * (Fraction(cy) - fay) - (Fraction(by) - fay) * (Fraction(cx) - fax)
    return (exact > 0) - (exact < 0)


def _in_circle(a: _Point, b: _Point, c: _Point, d: _Point) -> bool:
    """Whether the circle through a, b and c, which turn counter-clockwise, holds d; on it is not inside."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = a, b, c, d
    ax, ay, bx, by, cx, cy = ax - dx, ay - dy, bx - dx, by - dy, cx - dx, cy - dy
    aa, bb, cc = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    bc, cb, ca, ac, ab, ba = bx * cy, by * cx, cx * ay, cy * ax, ax * by, ay * bx
    result = aa * (bc - cb) + bb * (ca - ac) + cc * (ab - ba)
    size = aa * (abs(bc) + abs(cb)) + bb * (abs(ca) + abs(ac)) + cc * (abs(ab) + abs(ba))
    if abs(result) > _CIRCLE_ERROR * size:
        return result > 0.0
    fdx, fdy = Fraction(d[0]), Fraction(d[1])
    (eax, eay), (ebx, eby), (ecx, ecy) = [(Fraction(x) - fdx, Fraction(y) - fdy) for x, y in (a, b, c)]
    exact = (
        (eax * eax + eay * eay) * (ebx * ecy - eby * ecx)
        + (ebx * ebx + eby * eby) * (ecx * eay - ecy * eax)
        + (ecx * ecx + ecy * ecy) * (eax * eby - eay * ebx)
    )
    return exact > 0
