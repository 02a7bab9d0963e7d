"""Geometry3D beyond Godot's records, against many points and steps tried one by one."""

from __future__ import annotations

from math import inf, nan
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.math import MathTypeError, MathValueError, Plane, Vector3
from engine.math.geometry_3d import (
    build_box_planes,
    build_capsule_planes,
    build_cylinder_planes,
    clip_polygon,
    compute_convex_mesh_points,
    get_closest_distance_between_segments,
    get_closest_point_to_segment,
    get_closest_point_to_segment_uncapped,
    get_closest_points_between_segments,
    get_triangle_barycentric_coords,
    plane_box_overlap,
    point_in_projected_triangle,
    ray_intersects_triangle,
    segment_intersects_convex,
    segment_intersects_cylinder,
    segment_intersects_sphere,
    segment_intersects_triangle,
    tetrahedralize_delaunay,
)

numbers = st.integers(-5, 5).map(float)
points = st.builds(Vector3, numbers, numbers, numbers)
STEPS = 100


def steps(start: Vector3, end: Vector3) -> list[Vector3]:
    return [start.lerp(end, step / STEPS) for step in range(STEPS + 1)]


# Segments


@given(points, points, points)
def test_the_nearest_point_of_a_segment_is_the_nearest_of_its_steps(
    point: Vector3, start: Vector3, end: Vector3
) -> None:
    nearest = get_closest_point_to_segment(point, start, end)

    assert nearest.distance_to(point) <= min(step.distance_to(point) for step in steps(start, end)) + 1e-9
    assert abs(nearest.distance_to(start) + nearest.distance_to(end) - start.distance_to(end)) < 1e-9
    foot = get_closest_point_to_segment_uncapped(point, start, end)
    assert abs((foot - point).dot(end - start)) < 1e-9
    assert foot.distance_to(point) <= nearest.distance_to(point) + 1e-9


@given(points, points, points, points)
def test_the_nearest_points_of_two_segments_are_nearest_to_each_other(
    a: Vector3, b: Vector3, c: Vector3, d: Vector3
) -> None:
    first, second = get_closest_points_between_segments(a, b, c, d)

    nearest = min(get_closest_point_to_segment(step, c, d).distance_to(step) for step in steps(a, b))
    assert nearest - (b - a).length() / STEPS <= first.distance_to(second) <= nearest + 1e-9
    assert first.distance_to(get_closest_point_to_segment(first, a, b)) < 1e-9
    assert second.distance_to(get_closest_point_to_segment(second, c, d)) < 1e-9
    assert get_closest_distance_between_segments(a, b, c, d) == first.distance_to(second)


# Triangles


@given(points, points, points, points)
def test_barycentric_coordinates_give_the_foot_of_the_point(p: Vector3, a: Vector3, b: Vector3, c: Vector3) -> None:
    normal = (b - a).cross(c - a)
    assume(normal.length() > 0.1)

    weights = get_triangle_barycentric_coords(p, a, b, c)

    foot = a * weights.x + b * weights.y + c * weights.z
    assert sum(weights) == pytest.approx(1.0)
    assert (p - foot).cross(normal).length() < 1e-6
    assume(all(abs(weight) > 1e-9 for weight in weights))
    assert point_in_projected_triangle(p, a, b, c) == (min(weights) > 0)


def test_a_flat_triangle_has_no_barycentric_coordinates() -> None:
    assert get_triangle_barycentric_coords((1, 0, 0), (0, 0, 0), (1, 1, 1), (2, 2, 2)) == (0, 0, 0)


@given(points, points, points, points, points)
def test_a_segment_meets_a_triangle_where_numpy_solves_it(
    start: Vector3, end: Vector3, a: Vector3, b: Vector3, c: Vector3
) -> None:
    matrix = np.array([end - start, a - b, a - c]).T
    assume(abs(np.linalg.det(matrix)) > 1e-6)
    part, weight_b, weight_c = np.linalg.solve(matrix, np.array(a - start))
    assume(all(abs(number) > 1e-6 for number in (part, weight_b, weight_c, 1 - weight_b - weight_c, 1 - part)))
    in_triangle = min(weight_b, weight_c, 1 - weight_b - weight_c) > 0

    crossing = segment_intersects_triangle(start, end, a, b, c)
    ahead = ray_intersects_triangle(start, end - start, a, b, c)

    assert (crossing is not None) == (in_triangle and 0 < part < 1)
    assert (ahead is not None) == (in_triangle and part > 0)
    for point in (crossing, ahead):
        assert point is None or point.is_equal_approx(start.lerp(end, float(part)))


def test_small_triangles_are_met_too_and_parallel_ones_never() -> None:
    small = [(0, 0, 0), (1e-5, 0, 0), (0, 1e-5, 0)]

    assert ray_intersects_triangle((1e-6, 1e-6, 1), (0, 0, -1), *small) == (1e-6, 1e-6, 0)
    assert ray_intersects_triangle((-1, 1e-6, 0), (1, 0, 0), *small) is None
    assert ray_intersects_triangle((0.1, 0.1, 0), (0, 0, 1), (0, 0, 0), (1, 0, 0), (0, 1, 0)) is None  # starts on it
    assert segment_intersects_triangle((1, 1, 1), (1, 1, 1), (0, 0, 1), (3, 0, 1), (0, 3, 1)) is None


# Bodies


@given(points, points, points, st.integers(1, 6).map(float))
def test_a_segment_enters_a_sphere_at_the_first_step_inside(
    start: Vector3, end: Vector3, center: Vector3, radius: float
) -> None:
    hit = segment_intersects_sphere(start, end, center, radius)

    first = next((step for step in steps(start, end) if step.distance_to(center) < radius - 1e-9), None)
    if start.distance_to(center) < radius:
        assert hit is None
    elif first is not None:
        assert hit is not None
        assert hit[0].distance_to(first) <= (end - start).length() / STEPS + 1e-9
    if hit is not None:
        assert hit[0].distance_to(center) == pytest.approx(radius)
        assert hit[1].is_equal_approx((hit[0] - center) / radius)


@given(points, points, st.integers(1, 8).map(float), st.integers(1, 4).map(float))
def test_a_segment_enters_a_cylinder_at_the_first_step_inside(
    start: Vector3, end: Vector3, height: float, radius: float
) -> None:
    hit = segment_intersects_cylinder(start, end, height, radius)

    def inside(point: Vector3) -> bool:
        return point.with_z(0).length() < radius - 1e-9 and abs(point.z) < height / 2 - 1e-9

    first = next((step for step in steps(start, end) if inside(step)), None)
    if first is not None:
        assert hit is not None
        assert hit[0].distance_to(first) <= (end - start).length() / STEPS + 1e-9
    if hit is not None and not inside(start):
        point, normal = hit
        on_side = point.with_z(0).length() == pytest.approx(radius)
        on_end = abs(point.z) == pytest.approx(height / 2)
        assert on_side or on_end
        assert normal.is_equal_approx(point.with_z(0) / radius) or (on_end and normal == (0, 0, np.sign(point.z)))


@given(points, points)
def test_a_segment_enters_a_convex_body_as_it_enters_the_box_that_it_is(start: Vector3, end: Vector3) -> None:
    planes = build_box_planes((1.5, 2.5, 3.5))

    hit = segment_intersects_convex(start, end, planes)

    first = next((step for step in steps(start, end) if all(plane.distance_to(step) < 0 for plane in planes)), None)
    if all(plane.distance_to(start) < 0 for plane in planes):
        assert hit is None
    elif first is not None:
        assert hit is not None
        assert hit[0].distance_to(first) <= (end - start).length() / STEPS + 1e-9
    if hit is not None:
        assert max(plane.distance_to(hit[0]) for plane in planes) == pytest.approx(0)
        assert hit[1] in [plane.normal for plane in planes if plane.has_point(hit[0])]


def test_a_segment_beside_a_body_and_parallel_to_it_misses_it() -> None:
    assert segment_intersects_convex((2, 0, -5), (2, 0, 5), build_box_planes((1, 1, 1))) is None
    assert segment_intersects_convex((2, 2, 2), (2, 2, 2), build_box_planes((1, 1, 1))) is None
    assert segment_intersects_sphere((2, 2, 2), (2, 2, 2), (0, 0, 0), 1) is None
    assert segment_intersects_cylinder((2, 0, -5), (2, 0, 5), 4, 1) is None
    assert segment_intersects_cylinder((0.5, 0, -5), (0.5, 0, 5), 4, 1) == ((0.5, 0, -2), (0, 0, -1))


def test_the_planes_of_a_box_give_back_its_corners() -> None:
    corners = compute_convex_mesh_points(build_box_planes((1, 2, 3)))

    assert set(corners) == {Vector3(x, y, z) for x in (-1, 1) for y in (-2, 2) for z in (-3, 3)}
    assert len(corners) == 8
    assert compute_convex_mesh_points(build_box_planes((1, 2, 3))[:4]) == []


@pytest.mark.parametrize("axis", [Vector3.AXIS_X, Vector3.AXIS_Y, Vector3.AXIS_Z])
def test_the_planes_of_a_cylinder_and_a_capsule_touch_them(axis: int) -> None:
    cylinder, capsule = build_cylinder_planes(2, 6, 8, axis), build_capsule_planes(2, 6, 8, 3, axis)

    assert (len(cylinder), len(capsule)) == (10, 8 + 8 * 3 * 2)
    assert sorted(plane.d for plane in cylinder) == [2] * 8 + [3] * 2
    for plane in [*cylinder, *capsule]:
        assert plane.normal.is_normalized()
    for plane in capsule:  # the sphere at the end to which the plane leans is 2 below it, the other one further
        end = Vector3([3.0 if axis == each else 0.0 for each in range(3)])
        assert max(plane.distance_to(end), plane.distance_to(-end)) == pytest.approx(-2)


@given(st.lists(st.integers(0, 359), min_size=3, max_size=8, unique=True), points, numbers)
def test_a_clipped_polygon_is_what_was_under_the_plane(angles: list[int], normal: Vector3, d: float) -> None:
    assume(normal)
    plane = Plane(normal, d).normalized()
    corners = [Vector3.RIGHT.rotated(Vector3.BACK, angle / 57.3) * 4 for angle in sorted(angles)]

    clipped = clip_polygon(corners, plane)

    assert all(plane.distance_to(point) <= 1e-4 for point in clipped)
    assert [corner for corner in corners if plane.distance_to(corner) < -1e-4 and corner not in clipped] == []
    spread = max(map(plane.distance_to, corners)) > 1e-4 and min(map(plane.distance_to, corners)) < -1e-4
    crossings = [point for point in clipped if point not in corners]
    assert len(crossings) == (2 if spread else 0) or any(abs(plane.distance_to(corner)) < 1e-4 for corner in corners)
    assert all(plane.has_point(point, 1e-4) for point in crossings)


@given(points, numbers, st.tuples(*[st.integers(1, 4)] * 3))
def test_a_plane_overlaps_a_box_when_it_has_corners_on_both_sides(
    normal: Vector3, d: float, extents: tuple[int, int, int]
) -> None:
    x, y, z = extents
    heights = [normal.dot((sx * x, sy * y, sz * z)) + d for sx in (-1, 1) for sy in (-1, 1) for sz in (-1, 1)]

    assert plane_box_overlap(normal, d, extents) == (min(heights) <= 0 <= max(heights))


def test_bad_input_is_refused_with_its_value() -> None:
    with pytest.raises(MathValueError, match=r"build_cylinder_planes: axis must be 0 to 2 .*, got 3"):
        build_cylinder_planes(1, 1, 4, 3)
    with pytest.raises(MathValueError, match=r"build_cylinder_planes: sides must be 1 or greater, got 0"):
        build_cylinder_planes(1, 1, 0)
    with pytest.raises(MathValueError, match=r"build_capsule_planes: lats must be 1 or greater, got -1"):
        build_capsule_planes(1, 1, 4, -1)
    with pytest.raises(MathTypeError, match=r"Vector3: needs 3 numbers, got \(1, 2\)"):
        get_closest_point_to_segment((1, 2), (0, 0, 0), (1, 1, 1))
    with pytest.raises(MathTypeError, match=r"Plane"):
        clip_polygon([(0, 0, 0)], (1, 2))


# Tetrahedra


def volume(a: Vector3, b: Vector3, c: Vector3, d: Vector3) -> float:
    return abs((b - a).cross(c - a).dot(d - a)) / 6.0


def cells_of(points: list[Vector3]) -> list[list[Vector3]]:
    indices = tetrahedralize_delaunay(points)
    return [[points[index] for index in indices[start : start + 4]] for start in range(0, len(indices), 4)]


def assert_fills(points: list[Vector3], expected: float) -> None:
    """The tetrahedra fill the hull without overlap, and no point is inside the sphere of one."""
    cells = cells_of(points)
    assert sum(volume(*cell) for cell in cells) == pytest.approx(expected)
    for cell in cells:
        rows = np.array([corner - cell[0] for corner in cell[1:]])
        center = Vector3(*(np.linalg.solve(2 * rows, (rows**2).sum(axis=1)) + cell[0]))
        radius = center.distance_to(cell[0])
        assert min(point.distance_to(center) for point in points) >= radius * (1 - 1e-6)


def test_random_points_are_filled_with_tetrahedra_whose_spheres_are_empty() -> None:
    random = Random(7)
    cube = [Vector3(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]

    assert_fills([*cube, *(Vector3(random.random(), random.random(), random.random()) for _ in range(40))], 1.0)


def test_a_grid_with_its_many_common_spheres_and_planes_is_filled() -> None:
    assert_fills([Vector3(x, y, z) for x in range(4) for y in range(3) for z in range(3)], 3.0 * 2.0 * 2.0)


def test_the_place_and_size_of_the_points_do_not_matter() -> None:
    octahedron = [Vector3(*(sign if axis == each else 0 for each in range(3))) for axis in range(3) for sign in (-1, 1)]
    moved = [point * 1e-6 + (1000, 0, 0) for point in octahedron]

    assert len(tetrahedralize_delaunay(octahedron)) == len(tetrahedralize_delaunay(moved)) == 16
    assert tetrahedralize_delaunay(octahedron) == tetrahedralize_delaunay(octahedron)


def test_points_that_fill_nothing_give_nothing() -> None:
    assert tetrahedralize_delaunay([]) == []
    assert tetrahedralize_delaunay([(0, 0, 0), (1, 0, 0), (0, 1, 0)]) == []
    assert tetrahedralize_delaunay([(x, y, 1) for x in range(3) for y in range(3)]) == []
    assert tetrahedralize_delaunay([(1, 2, 3)] * 5) == []


def test_a_point_that_is_there_twice_is_used_once() -> None:
    assert tetrahedralize_delaunay([(0, 0, 0), (0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 1, 0)]) == [0, 2, 3, 4]


@pytest.mark.parametrize("number", [nan, inf, 1e308])
def test_points_without_a_place_are_refused(number: float) -> None:
    with pytest.raises(MathValueError, match=r"tetrahedralize_delaunay: points must be finite, and below 1e300"):
        tetrahedralize_delaunay([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, number)])


def test_sides_and_lats_are_whole_numbers() -> None:
    with pytest.raises(MathTypeError, match=r"build_cylinder_planes, sides: needs a whole number, got 2\.5 \(float\)"):
        build_cylinder_planes(1, 2, 2.5)  # type: ignore[arg-type]
    with pytest.raises(MathTypeError, match=r"build_capsule_planes, lats: needs a whole number, got 'a' \(str\)"):
        build_capsule_planes(1, 2, 3, "a")  # type: ignore[arg-type]
