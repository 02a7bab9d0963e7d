"""Points, segments, circles and polygons beyond Godot's records."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.math import (
    MathTypeError,
    MathValueError,
    Vector2,
    Vector2i,
    bresenham_line,
    convex_hull,
    get_closest_point_to_segment,
    get_closest_point_to_segment_uncapped,
    get_closest_points_between_segments,
    is_point_in_polygon,
    is_point_in_triangle,
    is_polygon_clockwise,
    line_intersects_line,
    point_is_inside_triangle,
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


def test_a_point_on_an_edge_or_a_corner_is_in_the_polygon() -> None:
    for start, end in zip(ARROW, ARROW[1:] + ARROW[:1], strict=True):
        for part in (0, 1 / 3, 0.5, 0.9):  # thirds and tenths are rounded
            on_edge = Vector2(start).lerp(end, part)
            assert is_point_in_polygon(on_edge, ARROW)
            assert is_point_in_polygon(on_edge * 1e6, [Vector2(corner) * 1e6 for corner in ARROW])
    assert not is_point_in_polygon((2, 0.999), ARROW)
    assert not is_point_in_polygon((4.001, 2), ARROW)
    assert not is_point_in_polygon((2, 0), [(0, 0), (4, 0)])


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


def test_endless_lines_cross_unless_they_are_parallel() -> None:
    assert line_intersects_line((0, 0), (1, 1), (10, 0), (0, -2)) == (10, 10)
    assert line_intersects_line((0, 0), (1, 1), (5, 0), (2, 2)) is None
    assert line_intersects_line((0, 0), (0, 0), (5, 0), (2, 2)) is None


def test_the_triangle_test_has_the_name_of_godots_geometry_2d_too() -> None:
    assert point_is_inside_triangle((1, 1), (0, 0), (4, 0), (0, 4))
    assert not point_is_inside_triangle((4, 4), (0, 0), (4, 0), (0, 4))


@given(points, points, points, points)
def test_the_nearest_points_of_two_segments_are_on_them_and_no_ends_are_nearer(
    p1: tuple[int, int], q1: tuple[int, int], p2: tuple[int, int], q2: tuple[int, int]
) -> None:
    a, b = get_closest_points_between_segments(p1, q1, p2, q2)

    assert a.distance_to(get_closest_point_to_segment(a, p1, q1)) < 1e-9
    assert b.distance_to(get_closest_point_to_segment(b, p2, q2)) < 1e-9
    for end in (p1, q1):
        assert a.distance_to(b) <= get_closest_point_to_segment(end, p2, q2).distance_to(end) + 1e-9
    for part in range(11):
        on_first = Vector2(p1).lerp(q1, part / 10)
        assert a.distance_to(b) <= get_closest_point_to_segment(on_first, p2, q2).distance_to(on_first) + 1e-9


def test_segments_that_cross_have_one_nearest_point() -> None:
    assert get_closest_points_between_segments((0, 0), (4, 4), (0, 4), (4, 0)) == [(2, 2), (2, 2)]
    assert get_closest_points_between_segments((0, 0), (4, 0), (1, 2), (3, 2)) == [(1, 0), (1, 2)]


def test_a_line_of_cells_is_the_one_that_is_drawn_by_hand() -> None:
    assert bresenham_line((2, 3), (2, 3)) == [(2, 3)]
    assert bresenham_line((-3, 0), (0, 0)) == [(-3, 0), (-2, 0), (-1, 0), (0, 0)]
    assert bresenham_line((0, 0), (2, 5)) == [(0, 0), (0, 1), (1, 2), (1, 3), (2, 4), (2, 5)]
    assert bresenham_line((0, 0), (4, 2)) == [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2)]
    assert bresenham_line((0, 0), (-3, 3)) == [(0, 0), (-1, 1), (-2, 2), (-3, 3)]
    assert type(bresenham_line((0, 0), (1, 0))[0]) is Vector2i


@given(points, points)
def test_a_line_of_cells_goes_on_by_one_cell_and_stays_within_half_a_cell(
    start: tuple[int, int], end: tuple[int, int]
) -> None:
    line = bresenham_line(start, end)

    assert (line[0], line[-1]) == (start, end)
    assert len(line) == max(abs(end[0] - start[0]), abs(end[1] - start[1])) + 1
    assert all(max(abs(a.x - b.x), abs(a.y - b.y)) == 1 for a, b in pairwise(line))
    for cell in line:
        assert get_closest_point_to_segment(cell, start, end).distance_to(cell) <= 0.5


def test_a_line_of_cells_needs_two_cells() -> None:
    with pytest.raises(MathTypeError, match=r"bresenham_line, the end: needs 2 numbers, got 5"):
        bresenham_line((0, 0), 5)  # type: ignore[arg-type]
    with pytest.raises(MathValueError):
        bresenham_line((0, 0), (float("nan"), 1))  # type: ignore[arg-type]


def test_a_line_of_cells_without_a_sensible_end_is_refused() -> None:
    with pytest.raises(
        MathValueError, match=r"bresenham_line: \(0, 0\) and \(1e\+200, 0\) are more than 16,777,216 ce"
    ):
        bresenham_line((0, 0), (1e200, 0))  # type: ignore[arg-type]
