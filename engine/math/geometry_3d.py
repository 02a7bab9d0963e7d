"""Segments, rays, triangles, planes and convex bodies in space, with Godot's names and results.

Coordinates are in any one unit, metres as a rule. Points are Vector3 or any sequence of three numbers, planes are Plane
or any sequence of four. A body is the space under all of its planes, whose normals point outwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import cos, inf, sin, sqrt, tau

from engine.math.errors import MathValueError
from engine.math.geometry.tetrahedra import tetrahedralize_delaunay
from engine.math.plane import Plane
from engine.math.scalars import EPSILON, clamp
from engine.math.value import integer, shortened
from engine.math.vector3 import Vector3

__all__ = [
    "build_box_planes",
    "build_capsule_planes",
    "build_cylinder_planes",
    "clip_polygon",
    "compute_convex_mesh_points",
    "get_closest_distance_between_segments",
    "get_closest_point_to_segment",
    "get_closest_point_to_segment_uncapped",
    "get_closest_points_between_segments",
    "get_triangle_barycentric_coords",
    "plane_box_overlap",
    "point_in_projected_triangle",
    "ray_intersects_triangle",
    "segment_intersects_convex",
    "segment_intersects_cylinder",
    "segment_intersects_sphere",
    "segment_intersects_triangle",
    "tetrahedralize_delaunay",
]

_PARALLEL = 1e-12

# Bodies


def build_box_planes(extents: Sequence[float]) -> list[Plane]:
    """The six planes of a box around the origin, `extents` being half its size: right, left, top, bottom, back, front.

    >>> build_box_planes((1, 2, 3))[0]
    Plane(1.0, 0.0, 0.0, 1.0)
    """
    axes = zip((Vector3.RIGHT, Vector3.UP, Vector3.BACK), Vector3(extents), strict=True)
    return [Plane(axis * sign, extent) for axis, extent in axes for sign in (1.0, -1.0)]


def build_cylinder_planes(radius: float, height: float, sides: int, axis: int = Vector3.AXIS_Z) -> list[Plane]:
    """The planes of a prism with `sides` sides around a cylinder: the sides, then both ends, `height` apart.

    Raises:
        MathValueError: fewer than one side; an axis that is not Vector3.AXIS_X, AXIS_Y or AXIS_Z.
    """
    up = _axis(axis, "build_cylinder_planes")
    around = [Plane(normal, radius) for normal in _around(sides, axis, "build_cylinder_planes")]
    return [*around, Plane(up, height * 0.5), Plane(-up, height * 0.5)]


def build_capsule_planes(
    radius: float, height: float, sides: int, lats: int, axis: int = Vector3.AXIS_Z
) -> list[Plane]:
    """The planes around a capsule whose straight part is `height` long: each side with its `lats` planes to both ends.

    Raises:
        MathValueError: fewer than one side or lat; an axis that is not Vector3.AXIS_X, AXIS_Y or AXIS_Z.
    """
    where = "build_capsule_planes"
    up = _axis(axis, where)
    lats = _count(lats, where, "lats")
    mirror = Vector3.ONE - up * 2.0
    planes = []
    for side in _around(sides, axis, where):
        planes.append(Plane(side, radius))
        for lat in range(1, lats + 1):
            normal = side.lerp(up, lat / lats).normalized()
            point = up * (height * 0.5) + normal * radius
            planes += [Plane(normal, point), Plane(normal * mirror, point * mirror)]
    return planes


def compute_convex_mesh_points(planes: Sequence[Sequence[float]]) -> list[Vector3]:
    """The corners of a body: every point where three planes meet and that is not over another plane.

    Where more than three planes meet, the corner is there once for each three of them, as in Godot.

    >>> len(compute_convex_mesh_points(build_box_planes((1, 1, 1))))
    8
    """
    sides = [Plane(plane) for plane in planes][::-1]
    meetings = ((trio, trio[0].intersect_3(trio[1], trio[2])) for trio in combinations(sides, 3))
    return [
        point
        for trio, point in meetings
        if point is not None and all(side in trio or side.distance_to(point) <= EPSILON for side in sides)
    ]


def clip_polygon(points: Sequence[Sequence[float]], plane: Sequence[float]) -> list[Vector3]:
    """The part of a flat convex polygon that is under a plane; empty if nothing is.

    >>> clip_polygon([(0, 0, 0), (2, 0, 0), (0, 2, 0)], (1, 0, 0, 1))
    [Vector3(0.0, 0.0, 0.0), Vector3(1.0, 0.0, 0.0), Vector3(1.0, 1.0, 0.0), Vector3(0.0, 2.0, 0.0)]
    """
    plane, corners = Plane(plane), [Vector3(point) for point in points]
    heights = [plane.distance_to(corner) for corner in corners]
    if all(height <= EPSILON for height in heights):
        return corners
    if all(height >= -EPSILON for height in heights):
        return []
    clipped = []
    for index, (corner, height) in enumerate(zip(corners, heights, strict=True)):
        last, last_height = corners[index - 1], heights[index - 1]
        if min(height, last_height) < -EPSILON and max(height, last_height) > EPSILON:
            clipped.append(last.lerp(corner, last_height / (last_height - height)))
        if height <= EPSILON:
            clipped.append(corner)
    return clipped


def plane_box_overlap(normal: Sequence[float], d: float, extents: Sequence[float]) -> bool:
    """Whether the plane of the points p with `normal.dot(p) + d == 0` cuts a box around the origin.

    Mind the sign of `d`: in a Plane it is the other one. `extents` is half the size of the box.
    """
    reach = Vector3(normal).abs().dot(Vector3(extents).abs())
    return d - reach <= 0.0 <= d + reach


# Segments and points


def get_closest_point_to_segment(point: Sequence[float], start: Sequence[float], end: Sequence[float]) -> Vector3:
    """The point of a segment that is nearest to `point`.

    >>> get_closest_point_to_segment((2, 3, 0), (0, 0, 0), (10, 0, 0))
    Vector3(2.0, 0.0, 0.0)
    """
    start, way = Vector3(start), Vector3(end) - start
    return start + way * clamp(_foot(Vector3(point) - start, way), 0.0, 1.0)


def get_closest_point_to_segment_uncapped(
    point: Sequence[float], start: Sequence[float], end: Sequence[float]
) -> Vector3:
    """The point of the line through a segment that is nearest to `point`."""
    start, way = Vector3(start), Vector3(end) - start
    return start + way * _foot(Vector3(point) - start, way)


def get_closest_points_between_segments(
    start_a: Sequence[float], end_a: Sequence[float], start_b: Sequence[float], end_b: Sequence[float]
) -> list[Vector3]:
    """The two points, one on each of two segments, that are nearest to each other.

    >>> get_closest_points_between_segments((0, 0, 0), (4, 0, 0), (1, 2, -1), (1, 2, 1))
    [Vector3(1.0, 0.0, 0.0), Vector3(1.0, 2.0, 0.0)]
    """
    start_a, start_b = Vector3(start_a), Vector3(start_b)
    way_a, way_b, offset = Vector3(end_a) - start_a, Vector3(end_b) - start_b, start_a - start_b
    aa, ab, bb = way_a.length_squared(), way_a.dot(way_b), way_b.length_squared()
    skew = aa * bb - ab * ab
    part_a = 0.0
    if skew > _PARALLEL * aa * bb:
        part_a = clamp((ab * way_b.dot(offset) - bb * way_a.dot(offset)) / skew, 0.0, 1.0)
    part_b = clamp(_foot(offset + way_a * part_a, way_b), 0.0, 1.0)
    part_a = clamp(_foot(way_b * part_b - offset, way_a), 0.0, 1.0)
    return [start_a + way_a * part_a, start_b + way_b * part_b]


def get_closest_distance_between_segments(
    start_a: Sequence[float], end_a: Sequence[float], start_b: Sequence[float], end_b: Sequence[float]
) -> float:
    """The smallest distance between the points of two segments."""
    a, b = get_closest_points_between_segments(start_a, end_a, start_b, end_b)
    return a.distance_to(b)


# Triangles


def get_triangle_barycentric_coords(
    point: Sequence[float], a: Sequence[float], b: Sequence[float], c: Sequence[float]
) -> Vector3:
    """How much each corner weighs in a point of a triangle's plane: together 1, all 0 to 1 inside; zero if it is flat.

    >>> get_triangle_barycentric_coords((1, 1, 0), (0, 0, 0), (4, 0, 0), (0, 4, 0))
    Vector3(0.5, 0.25, 0.25)
    """
    a = Vector3(a)
    to_b, to_c, offset = Vector3(b) - a, Vector3(c) - a, Vector3(point) - a
    bb, bc, cc = to_b.length_squared(), to_b.dot(to_c), to_c.length_squared()
    area = bb * cc - bc * bc
    if area == 0.0:
        return Vector3.ZERO
    weight_b = (cc * offset.dot(to_b) - bc * offset.dot(to_c)) / area
    weight_c = (bb * offset.dot(to_c) - bc * offset.dot(to_b)) / area
    return Vector3(1.0 - weight_b - weight_c, weight_b, weight_c)


def point_in_projected_triangle(
    point: Sequence[float], a: Sequence[float], b: Sequence[float], c: Sequence[float]
) -> bool:
    """Whether the foot of a point on a triangle's plane is in the triangle or on its edge."""
    return all(weight >= -_PARALLEL for weight in get_triangle_barycentric_coords(point, a, b, c))


def ray_intersects_triangle(
    from_point: Sequence[float],
    direction: Sequence[float],
    a: Sequence[float],
    b: Sequence[float],
    c: Sequence[float],
) -> Vector3 | None:
    """Where a ray meets a triangle, from either side; None if it misses, is parallel to it or starts on it."""
    start, way = Vector3(from_point), Vector3(direction)
    part = _part_to_triangle(start, way, Vector3(a), Vector3(b), Vector3(c))
    return start + way * part if part is not None and part > EPSILON else None


def segment_intersects_triangle(
    from_point: Sequence[float],
    to_point: Sequence[float],
    a: Sequence[float],
    b: Sequence[float],
    c: Sequence[float],
) -> Vector3 | None:
    """Where a segment meets a triangle, from either side; None if it misses, is parallel to it or starts on it."""
    start = Vector3(from_point)
    way = Vector3(to_point) - start
    part = _part_to_triangle(start, way, Vector3(a), Vector3(b), Vector3(c))
    return start + way * part if part is not None and EPSILON < part <= 1.0 else None


def _part_to_triangle(start: Vector3, way: Vector3, a: Vector3, b: Vector3, c: Vector3) -> float | None:
    """How many times `way` leads from `start` to a triangle (Möller and Trumbore)."""
    to_b, to_c = b - a, c - a
    across = way.cross(to_c)
    steep = to_b.dot(across)
    if abs(steep) <= _PARALLEL * to_b.length() * across.length():
        return None
    offset = start - a
    weight_b = offset.dot(across) / steep
    turned = offset.cross(to_b)
    weight_c = way.dot(turned) / steep
    if weight_b < 0.0 or weight_c < 0.0 or weight_b + weight_c > 1.0:
        return None
    return to_c.dot(turned) / steep


# Where a segment enters a body: the point and the surface's normal there


def segment_intersects_sphere(
    from_point: Sequence[float], to_point: Sequence[float], position: Sequence[float], radius: float
) -> tuple[Vector3, Vector3] | None:
    """The point where a segment enters a sphere, and the normal there; None if it does not, or starts inside.

    >>> segment_intersects_sphere((0, 0, 0), (10, 0, 0), (7, 0, 0), 2)
    (Vector3(5.0, 0.0, 0.0), Vector3(-1.0, 0.0, 0.0))
    """
    start, center = Vector3(from_point), Vector3(position)
    way = Vector3(to_point) - start
    enter, _ = _parts_in_circle(way.length_squared(), way.dot(start - center), center, start, radius)
    if not 0.0 <= enter <= 1.0:
        return None
    point = start + way * enter
    return point, (point - center).normalized()


def segment_intersects_cylinder(
    from_point: Sequence[float], to_point: Sequence[float], height: float, radius: float
) -> tuple[Vector3, Vector3] | None:
    """The point where a segment enters a cylinder around the origin and the z axis, and the normal there.

    None if it does not. A segment that starts inside enters where it starts, as in Godot, with an end's normal.
    """
    start = Vector3(from_point)
    way = Vector3(to_point) - start
    flat, flat_way = start.with_z(0.0), way.with_z(0.0)
    enter, leave = _parts_in_circle(flat_way.length_squared(), flat_way.dot(flat), Vector3.ZERO, flat, radius)
    enter_ends, leave_ends = _parts_between(start.z, way.z, -height * 0.5, height * 0.5)
    part = max(0.0, enter, enter_ends)
    if part > min(1.0, leave, leave_ends):
        return None
    point = start + way * part
    on_side = part == enter and part > enter_ends
    return point, (point.with_z(0.0) if on_side else Vector3(0.0, 0.0, point.z)).normalized()


def segment_intersects_convex(
    from_point: Sequence[float], to_point: Sequence[float], planes: Sequence[Sequence[float]]
) -> tuple[Vector3, Vector3] | None:
    """The point where a segment enters a body, and the normal there; None if it does not, or starts inside."""
    start = Vector3(from_point)
    way = Vector3(to_point) - start
    enter, leave, normal = -inf, inf, Vector3.ZERO
    for plane in map(Plane, planes):
        steep, height = plane.normal.dot(way), plane.distance_to(start)
        if abs(steep) <= _PARALLEL * way.length():
            if height > 0.0:
                return None
        elif steep > 0.0:
            leave = min(leave, -height / steep)
        elif -height / steep > enter:
            enter, normal = -height / steep, plane.normal
    return (start + way * enter, normal) if 0.0 <= enter <= 1.0 and enter < leave else None


def _parts_in_circle(
    way_squared: float, way_dot_offset: float, center: Vector3, start: Vector3, radius: float
) -> tuple[float, float]:
    """Between which parts of its way a line is within `radius` of a center; (inf, inf) for nowhere."""
    beyond = start.distance_squared_to(center) - radius * radius
    if way_squared == 0.0:
        return (-inf, inf) if beyond < 0.0 else (inf, inf)
    under_root = way_dot_offset * way_dot_offset - way_squared * beyond
    if under_root <= 0.0:
        return inf, inf
    half = sqrt(under_root)
    return (-way_dot_offset - half) / way_squared, (-way_dot_offset + half) / way_squared


def _parts_between(start: float, way: float, low: float, high: float) -> tuple[float, float]:
    """Between which parts of its way a number is between two others; (inf, inf) for nowhere."""
    if way == 0.0:
        return (-inf, inf) if low <= start <= high else (inf, inf)
    first, second = (low - start) / way, (high - start) / way
    return min(first, second), max(first, second)


def _foot(offset: Vector3, way: Vector3) -> float:
    length_squared = way.length_squared()
    return offset.dot(way) / length_squared if length_squared > 1e-20 else 0.0


def _axis(axis: int, where: str) -> Vector3:
    if axis not in (0, 1, 2):
        raise MathValueError(f"{where}: axis must be 0 to 2 (Vector3.AXIS_X to AXIS_Z), got {shortened(axis)}")
    return (Vector3.RIGHT, Vector3.UP, Vector3.BACK)[axis]


def _around(sides: int, axis: int, where: str) -> list[Vector3]:
    """Directions at right angles to an axis, evenly around it."""
    sides = _count(sides, where, "sides")
    angles = [side * tau / sides for side in range(sides)]
    turned = [(0.0, cos(angle), sin(angle)) for angle in angles]
    return [Vector3([parts[(each - axis) % 3] for each in range(3)]) for parts in turned]


def _count(count: int, where: str, name: str) -> int:
    count = integer(count, f"{where}, {name}")
    if count < 1:
        raise MathValueError(f"{where}: {name} must be 1 or greater, got {shortened(count)}")
    return count
