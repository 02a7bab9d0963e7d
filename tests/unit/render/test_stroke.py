"""Thick lines: every point of the line is covered, and, where the bends leave room, once."""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot, isclose, pi

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from servers.render.scene.commands.stroke import Cap, Joint, stroke

Point = tuple[float, float]
Strip = tuple[float, ...]


def triangles(strips: Sequence[Strip]) -> list[tuple[Point, Point, Point]]:
    found = []
    for ax, ay, bx, by, cx, cy, dx, dy in strips:
        found += [((ax, ay), (bx, by), (cx, cy)), ((bx, by), (cx, cy), (dx, dy))]
    return found


def area(strips: Sequence[Strip]) -> float:
    return sum(
        abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2 for (ax, ay), (bx, by), (cx, cy) in triangles(strips)
    )


def times_covered(strips: Sequence[Strip], x: float, y: float) -> int:
    """In how many triangles a point lies that is on the edge of none."""
    count = 0
    for corners in triangles(strips):
        sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for (ax, ay), (bx, by) in pairwise((*corners, corners[0]))]
        count += all(side > 0 for side in sides) or all(side < 0 for side in sides)
    return count


def bounds(strips: Sequence[Strip]) -> tuple[float, float, float, float]:
    xs = [x for strip in strips for x in strip[::2]]
    ys = [y for strip in strips for y in strip[1::2]]
    return min(xs), min(ys), max(xs), max(ys)


def test_a_straight_line_is_one_rectangle_of_its_width() -> None:
    assert stroke([(10, 20), (30, 20)], 4) == [(10, 18, 10, 22, 30, 18, 30, 22)]


@pytest.mark.parametrize(("cap", "length"), [(Cap.NONE, 20), (Cap.BOX, 24), (Cap.ROUND, 24)])
def test_caps_reach_half_a_width_beyond_the_ends_except_none(cap: Cap, length: float) -> None:
    left, top, right, bottom = bounds(stroke([(10, 20), (30, 20)], 4, caps=(cap, cap), round_precision=8))

    assert right - left == pytest.approx(length)
    assert bottom - top == pytest.approx(4)


def test_a_round_cap_has_as_many_triangles_as_its_precision() -> None:
    (*cap, body) = stroke([(0, 0), (10, 0)], 2, caps=(Cap.ROUND, Cap.NONE), round_precision=6)
    flat = [
        corners for corners in triangles(cap) if area([(*corners[0], *corners[1], *corners[2], *corners[2])]) > 1e-12
    ]

    assert len(flat) == 6 - 1  # a fan over the 7 points of half a circle, from the first of them
    assert area([body]) == 20


def test_a_sharp_right_angle_is_covered_once_and_has_its_corner() -> None:
    strips = stroke([(0, 0), (20, 0), (20, 20)], 4)

    assert area(strips) == pytest.approx(22 * 4 + 18 * 4)
    assert bounds(strips) == pytest.approx((0, -2, 22, 20))


def test_a_bevel_lacks_half_of_the_corner() -> None:
    assert area(stroke([(0, 0), (20, 0), (20, 20)], 4, joint=Joint.BEVEL)) == pytest.approx(22 * 4 + 18 * 4 - 2)


def test_a_round_joint_fills_a_quarter_of_a_circle_at_the_corner() -> None:
    fine = stroke([(0, 0), (20, 0), (20, 20)], 4, joint=Joint.ROUND, round_precision=200)

    assert area(fine) == pytest.approx(22 * 4 + 18 * 4 - 4 + pi, abs=1e-3)


def test_a_joint_sharper_than_the_limit_becomes_a_bevel() -> None:
    turned_by_90 = [(0, 0), (20, 0), (20, 20)]  # the miter is sqrt(2) half widths long

    assert len(stroke(turned_by_90, 4, sharp_limit=1.42)) == 2
    assert len(stroke(turned_by_90, 4, sharp_limit=1.41)) == 3


@pytest.mark.parametrize("joint", list(Joint))
@pytest.mark.parametrize("direction", [1, -1])
def test_a_closed_square_is_a_ring_covered_once(joint: Joint, direction: int) -> None:
    square = [(10, 10), (50, 10), (50, 50), (10, 50)][::direction]
    strips = stroke(square, 8, closed=True, joint=joint)

    for step in range(7, 160):
        x, y = 10.13 + step % 40, 10.07 + step * 7 % 40
        inside = min(x - 10, 50 - x, y - 10, 50 - y) < 4
        assert times_covered(strips, x, y) == inside
    assert times_covered(strips, 30, 30) == 0


def test_a_closed_line_of_two_points_is_an_open_one() -> None:
    assert stroke([(0, 0), (9, 0)], 2, closed=True) == stroke([(0, 0), (9, 0)], 2)


def test_a_closed_line_may_repeat_its_first_point() -> None:
    square = [(10, 10), (50, 10), (50, 50), (10, 50)]

    assert stroke([*square, square[0]], 8, closed=True) == stroke(square, 8, closed=True)


def test_equal_neighbours_count_once() -> None:
    assert stroke([(0, 0), (0, 0), (5, 0), (5, 0)], 2) == stroke([(0, 0), (5, 0)], 2)


@pytest.mark.parametrize("points", [[], [(1, 1)], [(1, 1), (1, 1)]])
def test_fewer_than_two_different_points_draw_nothing(points: list[Point]) -> None:
    assert stroke(points, 5, caps=(Cap.ROUND, Cap.ROUND)) == []


def test_no_width_draws_nothing() -> None:
    assert stroke([(0, 0), (5, 0)], 0) == []


def test_points_on_a_straight_line_need_no_joint() -> None:
    assert len(stroke([(0, 0), (5, 0), (10, 0)], 2, joint=Joint.ROUND)) == 2


@pytest.mark.parametrize("joint", list(Joint))
@pytest.mark.parametrize("direction", [1, -1])
def test_a_line_that_turns_back_has_its_end_where_it_turns(joint: Joint, direction: int) -> None:
    left, _, right, _ = bounds(stroke([(0, 0), (20 * direction, 0), (5 * direction, 0)], 4, joint=joint))
    near, far = (left, right) if direction > 0 else (-right, -left)

    assert near == 0
    assert far == pytest.approx(22 if joint == Joint.ROUND else 20)


@pytest.mark.parametrize("joint", list(Joint))
def test_a_hairpin_stays_near_its_points(joint: Joint) -> None:
    left, top, right, bottom = bounds(stroke([(0, 0), (30, 0), (0, 1)], 10, joint=joint))

    assert -1 <= left <= right <= 35
    assert -5.5 <= top <= bottom <= 6.5


coordinates = st.integers(-50, 50).map(float)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(coordinates, coordinates), min_size=2, max_size=6),
    st.sampled_from(list(Joint)),
    st.booleans(),
)
def test_every_point_of_the_line_is_covered(points: list[Point], joint: Joint, closed: bool) -> None:
    strips = stroke(points, 3, closed=closed, joint=joint)

    line = [*points, points[0]] if closed and len(set(points)) > 2 else points
    for (ax, ay), (bx, by) in pairwise(line):
        length = hypot(bx - ax, by - ay)
        if isclose(length, 0):
            continue
        for part in (0.31, 0.497, 0.71):
            across = 0.0137 / length  # a little beside the middle, where no edge of a triangle runs
            x = ax + (bx - ax) * part - (by - ay) * across
            y = ay + (by - ay) * part + (bx - ax) * across
            assert times_covered(strips, x, y) >= 1
