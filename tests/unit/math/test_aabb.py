"""AABB beyond Godot's records."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.math import AABB, Basis, MathTypeError, Plane, Transform3D, Vector3

numbers = st.integers(-8, 8).map(float)
points = st.builds(Vector3, numbers, numbers, numbers)
sizes = st.integers(0, 8).map(float)
boxes = st.builds(lambda position, *size: AABB(position, size), points, sizes, sizes, sizes)
GRID = [Vector3(x, y, z) for x, y, z in product((-9.0, -4.5, -1.0, 0.0, 0.25, 3.0, 7.5), repeat=3)]


def inside(box: AABB, point: Vector3) -> bool:
    """Whether a point is in a box, axis by axis."""
    return all(low <= at <= high for low, at, high in zip(box.position, point, box.end, strict=True))


@given(boxes, boxes)
def test_intersection_and_merge_hold_the_points_that_they_should(a: AABB, b: AABB) -> None:
    common, around = a.intersection(b), a.merge(tuple(b))

    for point in GRID:
        if inside(a, point) and inside(b, point):
            assert common.has_point(point)
        if inside(a, point) or inside(b, point):
            assert around.has_point(point)
        assert a.has_point(point) == inside(a, point)
    assert a.encloses(b) == (around == a)
    if a.has_volume() and b.has_volume():
        assert a.intersects(b) == common.has_volume()


def test_boxes_that_touch_have_a_flat_intersection_and_do_not_intersect() -> None:
    assert AABB((0, 0, 0), (1, 1, 1)).intersection(AABB((1, 0, 0), (1, 1, 1))) == (1, 0, 0, 0, 1, 1)
    assert not AABB((0, 0, 0), (1, 1, 1)).intersects(AABB((1, 0, 0), (1, 1, 1)))
    assert AABB((0, 0, 0), (1, 1, 1)).intersection(AABB((3, 0, 0), (1, 1, 1))) == AABB()


@given(boxes, points, points)
def test_a_segment_first_meets_a_box_where_a_walk_along_it_does(box: AABB, start: Vector3, end: Vector3) -> None:
    point = box.intersects_segment(start, end)

    steps = [start + (end - start) * (step / 400) for step in range(401)]
    first = next((step for step in steps if box.grow(1e-9).has_point(step)), None)
    if first is not None:
        assert point is not None
        assert point.distance_to(first) <= (end - start).length() / 399
    if point is not None:
        assert box.grow(1e-9).has_point(point)
        assert abs(start.distance_to(point) + point.distance_to(end) - start.distance_to(end)) < 1e-9


@given(boxes, points, points)
def test_a_ray_meets_a_box_as_a_long_segment_does(box: AABB, start: Vector3, way: Vector3) -> None:
    assume(way)
    expected = box.intersects_segment(start, start + way * 64)

    point = box.intersects_ray(start, way)

    assert (point is None) == (expected is None)
    assert point is None or expected is None or point.is_equal_approx(expected)


def test_a_ray_starts_in_a_box_where_it_starts_and_one_without_direction_meets_only_there() -> None:
    box = AABB((0, 0, 0), (2, 2, 2))

    assert box.intersects_ray((1, 1, 1), (0, 0, 5)) == (1, 1, 1)
    assert box.intersects_ray((1, 1, 1), (0, 0, 0)) == (1, 1, 1)
    assert box.intersects_ray((3, 1, 1), (0, 0, 0)) is None
    assert box.intersects_ray((3, 1, 1), (1, 0, 0)) is None
    assert box.intersects_ray((3, 1, 1), (-1, 0, 0)) == (2, 1, 1)


@given(boxes, st.tuples(points, numbers).map(lambda parts: Plane(*parts)))
def test_a_plane_cuts_a_box_when_corners_are_on_both_sides(box: AABB, plane: Plane) -> None:
    heights = [plane.distance_to(box.get_endpoint(index)) for index in range(8)]

    assert box.intersects_plane(plane) == (max(heights) > 0 >= min(heights))


@given(boxes, points)
def test_the_support_is_the_corner_furthest_along(box: AABB, direction: Vector3) -> None:
    corners = [box.get_endpoint(index) for index in range(8)]

    assert box.get_support(direction).dot(direction) == max(corner.dot(direction) for corner in corners)


def test_the_corners_are_all_eight_and_any_other_index_gives_zero() -> None:
    box = AABB((1, 2, 3), (10, 20, 30))

    assert {box.get_endpoint(index) for index in range(8)} == set(product((1, 11), (2, 22), (3, 33)))
    assert box.get_endpoint(4) == (11, 2, 3)
    assert box.get_endpoint(-1) == box.get_endpoint(8) == (0, 0, 0)


def test_of_equal_sides_the_first_axis_is_the_longest_and_the_shortest() -> None:
    cube = AABB((0, 0, 0), (1, 1, 1))

    assert (cube.get_longest_axis_index(), cube.get_shortest_axis_index()) == (Vector3.AXIS_X, Vector3.AXIS_X)
    assert AABB((0, 0, 0), (1, 3, 2)).get_longest_axis() == Vector3.UP
    assert AABB((0, 0, 0), (3, 2, 1)).get_shortest_axis() == Vector3.BACK


def test_parts_are_replaced_by_making_another_box() -> None:
    box = AABB((1, 2, 3), (4, 5, 6))

    assert (box.position, box.size, box.end) == ((1, 2, 3), (4, 5, 6), (5, 7, 9))
    assert {type(part) for part in (box.position, box.size, box.end)} == {Vector3}
    assert box.with_position((0, 0, 0)) == (0, 0, 0, 4, 5, 6)
    assert box.with_size((1, 1, 1)) == (1, 2, 3, 1, 1, 1)
    assert box.with_end((2, 4, 6)) == (1, 2, 3, 1, 2, 3)
    assert AABB((5, 0, 0), (-4, 1, 1)).abs() == (1, 0, 0, 4, 1, 1)
    assert box.is_equal_approx((1, 2, 3, 4, 5, 6.00001))
    assert not box.is_equal_approx(box.grow(1))


@given(boxes)
def test_a_transformed_box_holds_the_transformed_corners_tightly(box: AABB) -> None:
    transform = Transform3D(Basis((0, 2, 1), (-2, 0, 1), (0, 0.5, 1)), (1, 2, 3))
    corners = [transform * box.get_endpoint(index) for index in range(8)]

    around = transform * box

    low = [min(axis) for axis in zip(*corners, strict=True)]
    high = [max(axis) for axis in zip(*corners, strict=True)]
    assert around.position == pytest.approx(low)
    assert around.end == pytest.approx(high)


def test_methods_refuse_what_is_no_point_or_box() -> None:
    with pytest.raises(MathTypeError, match=r"AABB\.has_point: needs 3 numbers, got 5 \(int\)"):
        AABB().has_point(5)  # type: ignore[arg-type]
    with pytest.raises(MathTypeError, match=r"AABB\.merge: needs 6 numbers, got \(1, 2\) \(tuple\)"):
        AABB().merge((1, 2))
    with pytest.raises(MathTypeError, match=r"AABB\.grow: needs 3 numbers"):
        AABB().grow("1")  # type: ignore[arg-type]
    wrong: Any = AABB()
    attempts: list[Callable[[], Any]] = [lambda: wrong + wrong, lambda: wrong * 2, lambda: 2 * wrong]
    for attempt in attempts:
        with pytest.raises(MathTypeError, match=r"AABB has no"):
            attempt()
