"""A polygon as a few convex ones: its triangles, joined again as long as they stay convex."""

from __future__ import annotations

from collections.abc import Sequence

from engine.math.geometry.triangulation import triangulate_polygon
from engine.math.vector2 import Vector2


def decompose_polygon_in_convex(polygon: Sequence[Sequence[float]]) -> list[list[Vector2]]:
    """Cut a simple polygon into convex ones, at most four times as many as need be.

    Args:
        polygon: the corners in order, clockwise or counter-clockwise; the last is joined to the first.

    Returns:
        Convex polygons with corners of the given one, counter-clockwise where y points up; empty where
        `triangulate_polygon` finds no triangles.

    >>> decompose_polygon_in_convex([(0, 0), (4, 0), (4, 4), (0, 4)])
    [[Vector2(0.0, 4.0), Vector2(0.0, 0.0), Vector2(4.0, 0.0), Vector2(4.0, 4.0)]]

    Raises:
        MathTypeError: a corner is not two numbers.
    """
    triangles = triangulate_polygon(polygon)
    if not triangles:
        return []
    corners = [Vector2(corner) for corner in polygon]
    a, b, c = (corners[index] for index in triangles[:3])
    if (b - a).cross(c - a) < 0.0:
        triangles.reverse()
    return _Mesh(corners, triangles).joined()


class _Mesh:
    """Triangles as half edges: edge e runs from `start[e]` to the start of the next one round the same polygon."""

    def __init__(self, corners: list[Vector2], triangles: list[int]) -> None:
        count = len(triangles)
        self.corners = corners
        self.start = triangles
        self.after = [edge + 1 if edge % 3 < 2 else edge - 2 for edge in range(count)]
        self.before = [edge - 1 if edge % 3 else edge + 2 for edge in range(count)]
        self.gone = [False] * count

    def joined(self) -> list[list[Vector2]]:
        """The polygons, after each edge between two of them is taken away where that keeps them convex."""
        by_ends: dict[tuple[int, int], int] = {}
        for edge, start in enumerate(self.start):
            end = self.start[self.after[edge]]
            twin = by_ends.pop((end, start), None)
            if twin is None:
                by_ends[start, end] = edge
            elif self._is_convex_without(edge, twin):
                self._take_away(edge, twin)
        return [self._outline(edge) for edge in self._one_edge_each()]

    def _is_convex_without(self, edge: int, twin: int) -> bool:
        start, after, before = self.start, self.after, self.before
        return self._turns(start[before[edge]], start[edge], start[after[after[twin]]]) and self._turns(
            start[before[twin]], start[twin], start[after[after[edge]]]
        )

    def _turns(self, a: int, b: int, c: int) -> bool:
        p, q, r = self.corners[a], self.corners[b], self.corners[c]
        return (q - p).cross(r - q) >= 0.0

    def _take_away(self, edge: int, twin: int) -> None:
        after, before = self.after, self.before
        for one, other in ((edge, twin), (twin, edge)):
            after[before[one]] = after[other]
            before[after[other]] = before[one]
        self.gone[edge] = self.gone[twin] = True

    def _one_edge_each(self) -> list[int]:
        firsts = []
        seen = self.gone
        for first in range(len(self.start)):
            if not seen[first]:
                firsts.append(first)
                edge = first
                while not seen[edge]:
                    seen[edge] = True
                    edge = self.after[edge]
        return firsts

    def _outline(self, first: int) -> list[Vector2]:
        outline = [self.corners[self.start[first]]]
        edge = self.after[first]
        while edge != first:
            outline.append(self.corners[self.start[edge]])
            edge = self.after[edge]
        return outline
