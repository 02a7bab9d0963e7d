"""Boolean operations, cut lines and offsets: areas and places that can be worked out by hand, and bad input."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from math import dist, inf, nan, pi, sqrt
from typing import Any

import pytest

from engine.math import (
    MathTypeError,
    MathValueError,
    PolyEndType,
    PolyJoinType,
    Vector2,
    clip_polygons,
    clip_polyline_with_polygon,
    exclude_polygons,
    intersect_polygons,
    intersect_polyline_with_polygon,
    is_point_in_polygon,
    is_polygon_clockwise,
    merge_polygons,
    offset_polygon,
    offset_polyline,
)

Points = list[tuple[float, float]]

SQUARE: Points = [(0, 0), (4, 0), (4, 4), (0, 4)]
SHIFTED: Points = [(2, 2), (6, 2), (6, 6), (2, 6)]
INNER: Points = [(1, 1), (3, 1), (3, 3), (1, 3)]
APART: Points = [(9, 9), (10, 9), (10, 10), (9, 10)]

OPERATIONS: list[tuple[Any, Callable[[bool, bool], bool]]] = [
    (merge_polygons, lambda a, b: a or b),
    (clip_polygons, lambda a, b: a and not b),
    (intersect_polygons, lambda a, b: a and b),
    (exclude_polygons, lambda a, b: a != b),
]


def area(outlines: Any) -> float:
    """Of outlines, less that of holes, which turn the other way."""
    return sum(
        float(a[0] * b[1] - b[0] * a[1]) / 2
        for outline in outlines
        for a, b in zip(outline, [*outline[1:], outline[0]], strict=True)
    )


def length(line: Any) -> float:
    return sum(map(dist, line, line[1:]))


# --- Boolean operations


@pytest.mark.parametrize(
    ("operation", "wanted"),
    [(merge_polygons, 28), (clip_polygons, 12), (intersect_polygons, 4), (exclude_polygons, 24)],
)
@pytest.mark.parametrize("turn_a", [1, -1])
@pytest.mark.parametrize("turn_b", [1, -1])
def test_areas_are_right_whichever_way_the_polygons_turn(
    operation: Any, wanted: float, turn_a: int, turn_b: int
) -> None:
    assert area(operation(SQUARE[::turn_a], SHIFTED[::turn_b])) == wanted


@pytest.mark.parametrize(("operation", "rule"), OPERATIONS)
def test_a_point_is_in_the_result_by_the_rule_of_the_operation(operation: Any, rule: Any) -> None:
    dice = random.Random(4)
    for _ in range(20):
        a, b = ([(dice.uniform(0, 10), dice.uniform(0, 10)) for _ in range(7)] for _ in range(2))
        result = operation(a, b)
        for _ in range(40):
            point = (dice.uniform(0, 10), dice.uniform(0, 10))
            inside = sum(is_point_in_polygon(point, outline) for outline in result) % 2 == 1
            assert inside == rule(is_point_in_polygon(point, a), is_point_in_polygon(point, b))


def test_a_hole_is_an_outline_that_turns_clockwise() -> None:
    outer, hole = sorted(clip_polygons(SQUARE, INNER), key=lambda outline: -abs(area([outline])))

    assert not is_polygon_clockwise(outer)
    assert is_polygon_clockwise(hole)
    assert set(hole) == set(INNER)
    assert all(type(corner) is Vector2 for corner in outer)


def test_polygons_apart_stay_two_and_have_nothing_in_common() -> None:
    assert sorted(map(set, merge_polygons(SQUARE, APART)), key=max) == [set(SQUARE), set(APART)]
    assert intersect_polygons(SQUARE, APART) == []
    assert clip_polygons(INNER, SQUARE) == []


def test_corners_in_the_middle_of_a_straight_line_are_left_out() -> None:
    (outline,) = merge_polygons([(0, 0), (2, 0), (2, 2), (0, 2)], [(2, 0), (4, 0), (4, 2), (2, 2)])

    assert set(outline) == {(0, 0), (4, 0), (4, 2), (0, 2)}


def test_points_are_rounded_to_a_hundred_thousandth() -> None:
    (outline,) = merge_polygons([(0.000004, 0), (1.000006, 0), (1, 1)], [])

    assert set(outline) == {(0, 0), (1.00001, 0), (1, 1)}


@pytest.mark.parametrize("nothing", [[], [(1, 1)], [(1, 1), (2, 2)], [(0, 0), (1, 1), (2, 2)], [(1, 1)] * 5])
def test_what_has_no_area_counts_as_nothing(nothing: Points) -> None:
    assert set(merge_polygons(SQUARE, nothing)[0]) == set(SQUARE)
    assert set(clip_polygons(SQUARE, nothing)[0]) == set(SQUARE)
    assert intersect_polygons(SQUARE, nothing) == []
    assert merge_polygons(nothing, nothing) == []
    assert clip_polygons(nothing, SQUARE) == []


# --- Lines


def test_a_line_is_cut_into_what_is_inside_and_what_is_outside() -> None:
    line = [(-2, 1), (6, 1), (6, 3), (-2, 3)]

    inside, outside = intersect_polyline_with_polygon(line, SQUARE), clip_polyline_with_polygon(line, SQUARE)

    assert sorted(sorted(part) for part in inside) == [[(0, 1), (4, 1)], [(0, 3), (4, 3)]]
    assert sum(map(length, outside)) == length(line) - 8
    assert len(outside) == 3


def test_a_line_that_does_not_meet_the_polygon_stays_whole() -> None:
    line = [(7, 0), (9, 5), (7, 9)]

    (whole,) = clip_polyline_with_polygon(line, SQUARE)

    assert whole in ([*line], [*reversed(line)])
    assert intersect_polyline_with_polygon(line, SQUARE) == []
    assert clip_polyline_with_polygon([(1, 1)], SQUARE) == []
    assert clip_polyline_with_polygon([], []) == []
    assert length(clip_polyline_with_polygon(line, [])[0]) == pytest.approx(length(line))


# --- Offsets


@pytest.mark.parametrize(
    ("join", "corner"),
    # What the four corners of a square that grows by 1 add to its four sides of area 4.
    [(PolyJoinType.MITER, 4.0), (PolyJoinType.ROUND, pi), (PolyJoinType.SQUARE, 4.0 - 4 * (sqrt(2) - 1) ** 2)],
)
def test_a_square_grows_by_its_sides_and_by_corners_of_the_join_type(join: PolyJoinType, corner: float) -> None:
    large = [(x * 100, y * 100) for x, y in SQUARE]

    assert area(offset_polygon(large, 100, join)) == pytest.approx((16 + 16 + corner) * 1e4, rel=1e-3)


def test_round_corners_are_at_most_half_a_unit_off_their_circle() -> None:
    (dot,) = offset_polyline([(0, 0)], 50, PolyJoinType.ROUND, PolyEndType.ROUND)

    for start, end in zip(dot, [*dot[1:], dot[0]], strict=True):
        assert start.length() == pytest.approx(50, abs=1e-3)
        assert 49.5 < ((start + end) / 2).length() < 50


@pytest.mark.parametrize("turn", [1, -1])
def test_a_polygon_shrinks_until_nothing_is_left(turn: int) -> None:
    assert area(offset_polygon(SQUARE[::turn], -1)) == 4
    assert offset_polygon(SQUARE[::turn], -2.5) == []
    assert area(offset_polygon(SQUARE[::turn], 0)) == 16


def test_sharp_corners_are_cut_off_beyond_twice_the_distance() -> None:
    needle = [(0, 0), (100, 1), (0, 2)]

    right = max(x for outline in offset_polygon(needle, 1, PolyJoinType.MITER) for x, _ in outline)

    assert 100 < right <= 102


@pytest.mark.parametrize(
    ("end", "wanted"), [(PolyEndType.BUTT, 20.0), (PolyEndType.SQUARE, 24.0), (PolyEndType.ROUND, 20.0 + pi)]
)
def test_a_line_gets_wide_on_both_sides_with_ends_of_the_end_type(end: PolyEndType, wanted: float) -> None:
    wide = offset_polyline([(0, 0), (1000, 0)], 100, end_type=end)

    assert area(wide) == pytest.approx(wanted * 1e4, rel=1e-3)


def test_a_joined_line_becomes_a_ring() -> None:
    ring = offset_polyline([(0, 0), (10, 0), (10, 10), (0, 10)], 1, PolyJoinType.MITER, PolyEndType.JOINED)

    assert area(ring) == 12 * 12 - 8 * 8
    assert len(ring) == 2


def test_a_point_becomes_a_dot_and_nothing_stays_nothing() -> None:
    (dot,) = offset_polyline([(5, 5)], 2, PolyJoinType.SQUARE, PolyEndType.SQUARE)

    assert area([dot]) == 16
    assert offset_polyline([], 2) == []
    assert offset_polygon([], 2) == []


# --- Bad input


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (
            lambda: merge_polygons([(0, nan), (1, 1), (0, 1)], SQUARE),
            r"merge_polygons - coordinates must be within 1e",
        ),
        (lambda: clip_polygons(SQUARE, [(0, 0), (inf, 1), (0, 1)]), r"clip_polygons - coordinates .*, got \(inf, 1\)"),
        (lambda: clip_polyline_with_polygon([(0, 0), (1e30, 0)], SQUARE), r"clip_polyline_with_polygon - coordinates"),
        (lambda: offset_polygon(SQUARE, nan), r"offset_polygon - delta must be within 1e\+09 either way, got nan"),
        (
            lambda: offset_polyline(SQUARE, 1e40),
            r"offset_polyline - delta must be within 1e\+09 either",
        ),
        (lambda: offset_polygon(SQUARE, 1, 7), r"offset_polygon - join_type must be one of SQUARE 0, .*, got 7"),
        (lambda: offset_polyline(SQUARE, 1, 0, 7), r"offset_polyline - end_type must be one of POLYGON 0, .*, got 7"),
        (lambda: offset_polyline(SQUARE, 1, 0, 0), r"end_type POLYGON is for polygons; use offset_polygon\(\)"),
    ],
)
def test_a_bad_argument_is_refused(call: Any, text: str) -> None:
    with pytest.raises(MathValueError, match=text):
        call()


def test_what_is_not_a_point_is_refused() -> None:
    with pytest.raises(MathTypeError, match=r"intersect_polygons, a point: needs 2 numbers, got \(1, 2, 3\)"):
        intersect_polygons(SQUARE, [(0, 0), (1, 2, 3), (4, 4)])
    with pytest.raises(MathTypeError, match=r"offset_polygon: needs a number, got 'far'"):
        offset_polygon(SQUARE, "far")  # type: ignore[arg-type]


@pytest.mark.parametrize("far", [1e9, -1e9])
def test_the_furthest_coordinates_and_offsets_that_are_allowed_work(far: float) -> None:
    big = [(-1e9, -1e9), (far, -1e9), (1e9, 1e9), (-1e9, 1e9)]

    assert area(merge_polygons(big, SQUARE)) > 1e18
    assert area(offset_polygon(big, 1e9, PolyJoinType.MITER)) > 4e18


def test_the_library_is_imported_when_the_first_polygon_is_cut() -> None:
    code = (
        "import sys, engine.math.geometry.polygon_clipping as clipping; before = 'pyclipper' in sys.modules; "
        "clipping.merge_polygons([], []); print(before, 'pyclipper' in sys.modules)"
    )

    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert result.stdout.split() == ["False", "True"]
