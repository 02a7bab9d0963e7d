"""Points, segments, circles and polygons in the plane, with Godot's names and results.

Coordinates are in any one unit, pixels as a rule. Points are Vector2 or any sequence of two numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt

from engine.math.scalars import clamp
from engine.math.vector2 import Vector2

_NEAR = 1e-5  # of lengths of up to 1, as in is_equal_approx


def is_point_in_circle(point: Sequence[float], center: Sequence[float], radius: float) -> bool:
    """Whether a point is inside a circle or on it."""
    return Vector2(center).distance_squared_to(point) <= radius * radius


def is_point_in_triangle(point: Sequence[float], a: Sequence[float], b: Sequence[float], c: Sequence[float]) -> bool:
    """Whether a point is inside a triangle, whichever way that turns; on an edge either may come out.

    >>> is_point_in_triangle((0, 0), (-1, 1), (0, -1), (1, 1))
    True
    """
    p = Vector2(point)
    to_a, to_b, to_c = Vector2(a) - p, Vector2(b) - p, Vector2(c) - p
    return (to_a.cross(to_b) > 0.0) == (to_b.cross(to_c) > 0.0) == (to_c.cross(to_a) > 0.0)


def point_is_inside_triangle(
    point: Sequence[float], a: Sequence[float], b: Sequence[float], c: Sequence[float]
) -> bool:
    """The same as `is_point_in_triangle`, under the name that Godot's Geometry2D gives it."""
    return is_point_in_triangle(point, a, b, c)


def is_point_in_polygon(point: Sequence[float], polygon: Sequence[Sequence[float]]) -> bool:
    """Whether a point is inside a polygon, by the even-odd rule, or on an edge of it.

    On an edge is what is no further from it than 0.00001, or 0.00001 times the largest coordinate of its ends where
    that is more. Fewer than 3 corners hold nothing.

    >>> is_point_in_polygon((1, 1), [(0, 0), (4, 0), (4, 4), (0, 4)])
    True
    >>> is_point_in_polygon((4, 1), [(0, 0), (4, 0), (4, 4), (0, 4)])
    True
    """
    x, y = Vector2(point)
    inside = False
    for index, corner in enumerate(polygon):
        (ax, ay), (bx, by) = Vector2(polygon[index - 1]), Vector2(corner)
        if _is_on_segment(x, y, ax, ay, bx, by):
            return len(polygon) > 2
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def _is_on_segment(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether a point is on a segment but for rounding."""
    near = _NEAR * max(1.0, abs(ax), abs(ay), abs(bx), abs(by))
    way_x, way_y = bx - ax, by - ay
    if not abs(way_x * (y - ay) - way_y * (x - ax)) <= near * hypot(way_x, way_y):
        return False
    return min(ax, bx) - near <= x <= max(ax, bx) + near and min(ay, by) - near <= y <= max(ay, by) + near


def is_polygon_clockwise(polygon: Sequence[Sequence[float]]) -> bool:
    """Whether the corners go round clockwise where y points up, which on a screen is counter-clockwise, as in Godot."""
    corners = [Vector2(corner) for corner in polygon]
    return sum((b.x - a.x) * (b.y + a.y) for a, b in zip(corners[-1:] + corners, corners, strict=False)) > 0.0


def get_closest_point_to_segment(point: Sequence[float], start: Sequence[float], end: Sequence[float]) -> Vector2:
    """The point of a segment that is nearest to `point`.

    >>> get_closest_point_to_segment((2, 3), (0, 0), (10, 0))
    Vector2(2.0, 0.0)
    """
    start, way = Vector2(start), Vector2(end) - start
    return start + way * clamp(_foot(Vector2(point) - start, way), 0.0, 1.0)


def get_closest_point_to_segment_uncapped(
    point: Sequence[float], start: Sequence[float], end: Sequence[float]
) -> Vector2:
    """The point of the line through a segment that is nearest to `point`."""
    start, way = Vector2(start), Vector2(end) - start
    return start + way * _foot(Vector2(point) - start, way)


def _foot(offset: Vector2, way: Vector2) -> float:
    length_squared = way.length_squared()
    return offset.dot(way) / length_squared if length_squared > 1e-20 else 0.0


def segment_intersects_circle(
    start: Sequence[float], end: Sequence[float], center: Sequence[float], radius: float
) -> float:
    """How far along a segment it first meets the line of a circle, 0 to 1; -1 if it does not.

    >>> segment_intersects_circle((0, 0), (4, 0), (0, 0), 1)
    0.25
    """
    way, offset = Vector2(end) - start, Vector2(start) - center
    a, b = way.length_squared(), 2.0 * offset.dot(way)
    under_root = b * b - 4.0 * a * (offset.length_squared() - radius * radius)
    if under_root < 0.0 or a == 0.0:
        return -1.0
    for part in ((-b - sqrt(under_root)) / (2.0 * a), (-b + sqrt(under_root)) / (2.0 * a)):
        if 0.0 <= part <= 1.0:
            return part
    return -1.0


def segment_intersects_segment(
    start_a: Sequence[float], end_a: Sequence[float], start_b: Sequence[float], end_b: Sequence[float]
) -> Vector2 | None:
    """The point where two segments cross or touch, None if they do not; None for parallel ones too.

    >>> segment_intersects_segment((0, 0), (4, 4), (0, 4), (4, 0))
    Vector2(2.0, 2.0)
    """
    start, way_a, way_b = Vector2(start_a), Vector2(end_a) - start_a, Vector2(end_b) - start_b
    cross = way_a.cross(way_b)
    if cross == 0.0:
        return None
    offset = Vector2(start_b) - start
    part_a, part_b = offset.cross(way_b) / cross, offset.cross(way_a) / cross
    return start + way_a * part_a if 0.0 <= part_a <= 1.0 and 0.0 <= part_b <= 1.0 else None


def line_intersects_line(
    from_a: Sequence[float], dir_a: Sequence[float], from_b: Sequence[float], dir_b: Sequence[float]
) -> Vector2 | None:
    """The point where two endless lines cross, each given by a point and a direction; None for parallel ones.

    >>> line_intersects_line((0, 0), (1, 0), (3, 5), (0, 1))
    Vector2(3.0, 0.0)
    """
    start, way_a, way_b = Vector2(from_a), Vector2(dir_a), Vector2(dir_b)
    cross = way_a.cross(way_b)
    if cross == 0.0:
        return None
    return start + way_a * ((Vector2(from_b) - start).cross(way_b) / cross)


def get_closest_points_between_segments(
    p1: Sequence[float], q1: Sequence[float], p2: Sequence[float], q2: Sequence[float]
) -> list[Vector2]:
    """The two points, one on the segment p1 q1 and one on p2 q2, that are nearest to each other.

    Of equally near pairs, as parallel segments have, the one with the end that is named first.

    >>> get_closest_points_between_segments((0, 0), (4, 0), (2, 3), (2, 1))
    [Vector2(2.0, 0.0), Vector2(2.0, 1.0)]
    """
    crossing = segment_intersects_segment(p1, q1, p2, q2)
    if crossing is not None:
        return [crossing, crossing]
    pairs = [[Vector2(end), get_closest_point_to_segment(end, p2, q2)] for end in (p1, q1)]
    pairs += [[get_closest_point_to_segment(end, p1, q1), Vector2(end)] for end in (p2, q2)]
    return min(pairs, key=lambda pair: pair[0].distance_squared_to(pair[1]))


def convex_hull(points: Sequence[Sequence[float]]) -> list[Vector2]:
    """The corners of the smallest convex polygon around points, closed: the first one again at the end, as in Godot.

    Counter-clockwise where y points up; points on an edge are left out. Fewer than three different points come back
    sorted.

    >>> convex_hull([(0, 0), (4, 0), (1, 1), (0, 4)])
    [Vector2(0.0, 0.0), Vector2(4.0, 0.0), Vector2(0.0, 4.0), Vector2(0.0, 0.0)]
    """
    ordered = sorted({Vector2(point) for point in points})
    if len(ordered) < 3:
        return ordered
    return [*_chain(ordered), *_chain(ordered[::-1]), ordered[0]]


def _chain(points: list[Vector2]) -> list[Vector2]:
    """One side of the hull of sorted points, without its last corner."""
    chain: list[Vector2] = []
    for point in points:
        while len(chain) > 1 and (chain[-1] - chain[-2]).cross(point - chain[-2]) <= 0.0:
            chain.pop()
        chain.append(point)
    return chain[:-1]
