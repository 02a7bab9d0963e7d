"""The Minkowski difference of two convex polygons: all points `b - a`, b of the one and a of the other."""

from __future__ import annotations

from math import hypot

Point = tuple[float, float]
Points = tuple[Point, ...]

_PARALLEL = 1e-12
"""Edges whose directions differ by less than this (as a cross product of unit vectors) are one edge."""


def difference(other: Points, moving: Points) -> Points:
    """The corners of the polygon of all `b - a`, b of the one and a of the other, going round as theirs do.

    Its sides are those of both, in the order of their directions. Corners go round so that (dy, -dx) of a side points
    outwards where y points down; one or two points are no polygon, but are taken, and may come out.
    """
    if len(moving) == 1:
        ((x, y),) = moving
        return tuple([(px - x, py - y) for px, py in other])
    (x, y), ones = _sides(other)
    (left, top), others = _sides(tuple([(-x, -y) for x, y in moving]))
    x, y = x + left, y + top
    corners = [(x, y)]
    i = j = 0
    while i < len(ones) or j < len(others):
        turn = 0.0
        if j == len(others):
            turn = 1.0
        elif i == len(ones):
            turn = -1.0
        else:
            (ax, ay), (bx, by) = ones[i], others[j]
            cross = ax * by - ay * bx
            if abs(cross) > _PARALLEL * (hypot(ax, ay) * hypot(bx, by)):
                turn = cross
        if turn >= 0.0:
            x, y = x + ones[i][0], y + ones[i][1]
            i += 1
        if turn <= 0.0:
            x, y = x + others[j][0], y + others[j][1]
            j += 1
        corners.append((x, y))
    if len(corners) > 1:
        corners.pop()  # it is the first again
    return tuple(corners)


def _sides(points: Points) -> tuple[Point, list[Point]]:
    """The corner with the least y (and x), and the vectors along the sides from there on; none for one point."""
    count = len(points)
    first = min(range(count), key=lambda at: (points[at][1], points[at][0]))
    sides = []
    for at in range(first, first + count):
        x, y = points[at % count]
        next_x, next_y = points[(at + 1) % count]
        if next_x != x or next_y != y:
            sides.append((next_x - x, next_y - y))
    return points[first], sides
