"""Points, segments, circles and polygons beyond Godot's records."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.math import (
    MathTypeError,
    Vector2,
    convex_hull,
    get_closest_point_to_segment,
    get_closest_point_to_segment_uncapped,
    is_point_in_polygon,
    is_point_in_triangle,
    is_polygon_clockwise,
    segment_intersects_circle,
    segment_intersects_segment,
)

points = st.tuples(st.integers(-50, 50), st.integers(-50, 50))
ARROW = [(0, 0), (4, 2), (0, 4), (1, 2)]


def test_points_in_a_hollow_are_not_in_the_polygon() -> None:
    assert is_point_in_polygon((2, 2), ARROW)
    assert not is_point_in_polygon((0.5, 2), ARROW)
    assert not is_point_in_polygon((5, 2), ARROW)
    assert not is_point_in_polygon((0, 0), [])


@given(points, points, points, points)
def test_the_middle_of_a_triangle_is_inside_and_its_mirror_image_at_a_corner_is_not(
    a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], far: tuple[int, int]
) -> None:
    middle = (Vector2(a) + b + c) / 3
    flat = (Vector2(b) - a).cross(Vector2(c) - a) == 0

    assert flat or is_point_in_triangle(middle, a, b, c)
    assert flat or is_point_in_triangle(middle, a, c, b)
    assert flat or not is_point_in_triangle(Vector2(a) * 2 - middle, a, b, c)


def test_clockwise_is_meant_with_y_up() -> None:
    assert is_polygon_clockwise([(0, 0), (0, 1), (1, 1), (1, 0)])
    assert not is_polygon_clockwise([(0, 0), (1, 0), (1, 1), (0, 1)])


def test_the_nearest_point_of_a_segment_is_within_it_and_that_of_its_line_may_not_be() -> None:
    assert get_closest_point_to_segment((9, 3), (0, 0), (5, 0)) == (5, 0)
    assert get_closest_point_to_segment_uncapped((9, 3), (0, 0), (5, 0)) == (9, 0)
    assert get_closest_point_to_segment((9, 3), (1, 1), (1, 1)) == (1, 1)


def test_a_segment_without_length_meets_no_circle() -> None:
    assert segment_intersects_circle((1, 0), (1, 0), (0, 0), 1) == -1


def test_segments_cross_touch_or_miss() -> None:
    assert segment_intersects_segment((0, 0), (4, 4), (0, 4), (4, 0)) == (2, 2)
    assert segment_intersects_segment((0, 0), (4, 0), (4, 0), (4, 4)) == (4, 0)
    assert segment_intersects_segment((0, 0), (4, 0), (5, -1), (5, 1)) is None
    assert segment_intersects_segment((0, 0), (4, 0), (0, 1), (4, 1)) is None


@given(st.lists(points, min_size=3, max_size=30))
def test_a_hull_is_closed_convex_and_holds_every_point(cloud: list[tuple[int, int]]) -> None:
    hull = convex_hull(cloud)
    edges = list(pairwise(hull))

    assert set(hull) <= set(cloud)
    if len(set(cloud)) > 2:
        assert hull[0] == hull[-1]
        for start, end in edges:
            assert all((end - start).cross(Vector2(point) - start) >= 0 for point in cloud)


def test_a_hull_of_few_points_is_those_points() -> None:
    assert convex_hull([]) == []
    assert convex_hull([(2, 2), (1, 1), (2, 2)]) == [(1, 1), (2, 2)]


def test_what_is_not_a_point_is_refused() -> None:
    with pytest.raises(MathTypeError, match=r"Vector2: needs 2 numbers, got \(1, 2, 3\)"):
        is_point_in_polygon((1, 2, 3), ARROW)
