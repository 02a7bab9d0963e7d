"""Triangulation: every polygon is covered once, whichever way it turns."""

from __future__ import annotations

import random
from math import cos, inf, nan, sin, tau
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.math import MathTypeError, Vector2, is_point_in_polygon, triangulate_polygon

Points = list[tuple[float, float]]

SQUARE = [(0, 0), (4, 0), (4, 4), (0, 4)]
ARROW = [(0, 0), (4, 2), (0, 4), (1, 2)]
COMB = [(0, 0), *(p for x in range(0, 40, 2) for p in ((x, 9), (x + 1, 9), (x + 1, 1), (x + 2, 1))), (40, 0)]
STAIRS = [(0, 0), *(p for step in range(10) for p in ((step, step + 1), (step + 1, step + 1))), (10, 0)]
WITH_CORNERS_ON_ITS_EDGES = [
    *((x, 0) for x in range(5)),
    *((5, y) for y in range(5)),
    *((5 - x, 5) for x in range(5)),
    *((0, 5 - y) for y in range(5)),
]
WITH_A_HOLE_ON_A_BRIDGE = [(0, 0), (9, 0), (9, 9), (0, 9), (0, 0), (3, 3), (3, 6), (6, 6), (6, 3), (3, 3)]
SPIRAL = [(cos(a / 8) * (a + 5), sin(a / 8) * (a + 5)) for a in range(100)] + [
    (cos(a / 8) * (a + 7), sin(a / 8) * (a + 7)) for a in reversed(range(100))
]


def area(points: Any) -> float:
    return sum(float(a[0] * b[1] - a[1] * b[0]) / 2 for a, b in zip(points, [*points[1:], points[0]], strict=True))


def triangles_of(points: Any) -> list[Points]:
    indices = triangulate_polygon(points)
    return [[points[i] for i in indices[at : at + 3]] for at in range(0, len(indices), 3)]


def assert_covered_once(points: Any) -> None:
    triangles = triangles_of(points)

    assert len(triangles) == len(points) - 2
    assert all(area(triangle) * area(points) > 0 for triangle in triangles)
    assert sum(map(area, triangles)) == pytest.approx(area(points))


@pytest.mark.parametrize(
    "points",
    [SQUARE, SQUARE[:3], ARROW, COMB, STAIRS, WITH_CORNERS_ON_ITS_EDGES, WITH_A_HOLE_ON_A_BRIDGE, SPIRAL],
    ids=["square", "triangle", "arrow", "comb", "stairs", "corners_on_edges", "hole_on_a_bridge", "spiral"],
)
@pytest.mark.parametrize("turn", [1, -1], ids=["one way", "the other way"])
@pytest.mark.parametrize("start", [0, 1, 2])
def test_triangles_cover_the_polygon_once_and_turn_its_way(points: Points, turn: int, start: int) -> None:
    assert_covered_once((points[start:] + points[:start])[::turn])


@given(st.lists(st.floats(0.05, 1.0), min_size=5, max_size=60), st.booleans())
def test_stars_of_any_shape_are_covered_once(radii: list[float], reverse: bool) -> None:
    points = [(cos(tau * i / len(radii)) * r, sin(tau * i / len(radii)) * r) for i, r in enumerate(radii)]

    assert_covered_once(points[::-1] if reverse else points)


def edge_points(count: int) -> Points:
    """A square with many corners on its edges."""
    sides = [(step, 0.0) for step in range(count)], [(count, float(step)) for step in range(count)]
    return [*sides[0], *sides[1], *[(count - x, count) for x, _ in sides[0]], *[(0, count - y) for _, y in sides[1]]]


def spikes(count: int) -> Points:
    """Long thin ears that lie over one another's boxes."""
    return [(cos(tau * i / count) * (1 + i % 2 * 50), sin(tau * i / count) * (1 + i % 2 * 50)) for i in range(count)]


@pytest.mark.parametrize(
    "points",
    [
        edge_points(300),
        spikes(1500),
        [(0, 0), *(p for x in range(0, 800, 2) for p in ((x, 9), (x + 1, 9), (x + 1, 1), (x + 2, 1))), (800, 0)],
        [(cos(a / 8) * (a + 5), sin(a / 8) * (a + 5)) for a in range(900)]
        + [(cos(a / 8) * (a + 7), sin(a / 8) * (a + 7)) for a in reversed(range(900))],
    ],
    ids=["corners on edges", "spikes", "comb", "spiral"],
)
@pytest.mark.parametrize("turn", [1, -1], ids=["one way", "the other way"])
def test_polygons_of_many_corners_are_covered_once(points: Points, turn: int) -> None:
    assert_covered_once(points[::turn])


@pytest.mark.parametrize("seed", range(10))
def test_stars_of_many_thin_ears_are_covered_once(seed: int) -> None:
    dice = random.Random(seed)
    radii = [dice.uniform(0.02, 1.0) for _ in range(400)]

    assert_covered_once([(cos(tau * i / 400) * r, sin(tau * i / 400) * r) for i, r in enumerate(radii)])


@pytest.mark.parametrize("turn", [1, -1], ids=["one way", "the other way"])
@pytest.mark.parametrize("start", range(0, 90, 9))
def test_a_long_thin_corner_is_no_ear_while_a_tongue_lies_in_it(turn: int, start: int) -> None:
    teeth = [(1650 - step % 2 * 50, 500 + step * 12.0) for step in range(80)]
    points: Points = [(0, 0), (1000, 990), (1700, 400), *teeth, (1700, 1600)]
    points += [(996, 994), (500, 500), (994, 996), (1000, 1500), (990, 1000)]

    assert_covered_once((points[start:] + points[:start])[::turn])


def test_many_holes_on_bridges_are_left_open() -> None:
    count = 40
    points: Points = [(0, 0), (10 * count, 0), (10 * count, 10)]
    for x in range(10 * count - 5, 0, -10):
        points += [(x, 10), (x, 8), (x + 2, 5), (x, 3), (x - 2, 5), (x, 8), (x, 10)]
    points.append((0, 10))

    triangles = triangles_of(points)

    assert sum(map(area, triangles)) == pytest.approx(10 * count * 10 - count * 10)
    assert not any(is_point_in_polygon((x, 5), triangle) for triangle in triangles for x in range(5, 10 * count, 10))


def test_triangles_lie_inside() -> None:
    for points in (ARROW, COMB, SPIRAL):
        for triangle in triangles_of(points):
            middle = sum(map(Vector2, triangle), Vector2()) / 3
            assert is_point_in_polygon(middle, points)


def test_a_size_of_nanometres_or_of_planets_makes_no_difference() -> None:
    for scale in (1e-9, 1e9):
        assert_covered_once([(x * scale, y * scale) for x, y in ARROW])


@pytest.mark.parametrize(
    "points",
    [
        [],
        [(0, 0)],
        [(0, 0), (1, 1)],
        [(0, 0), (1, 1), (2, 2)],
        [(0.1, 0.1), (0.2, 0.2), (0.3, 0.3), (0.7, 0.7)],
        [(1, 1)] * 4,
        [(0, 0), (1, 1), (1, 0), (0, 1)],
        [(0, 0), (1, 0), (nan, 1)],
        [(0, 0), (1, 0), (inf, 1)],
    ],
)
def test_what_has_no_area_has_no_triangles(points: Points) -> None:
    assert triangulate_polygon(points) == []


def test_corners_that_are_twice_in_a_row_are_left_out() -> None:
    doubled = [point for point in SQUARE for _ in range(2)]

    assert sum(map(area, triangles_of(doubled))) == area(SQUARE)
    assert len(triangles_of(doubled)) == 2


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=12))
def test_crossing_lines_give_some_triangles_or_none(points: Points) -> None:
    indices = triangulate_polygon(points)

    assert len(indices) % 3 == 0
    assert len(indices) <= 3 * max(0, len(points) - 2)
    assert set(indices) <= set(range(len(points)))


def test_corners_must_be_points() -> None:
    with pytest.raises(MathTypeError, match=r"triangulate_polygon, a corner: needs 2 numbers, got \(1, 2, 3\)"):
        triangulate_polygon([(0, 0), (1, 0), (1, 2, 3)])
    with pytest.raises(MathTypeError, match=r"triangulate_polygon, a corner: needs 2 numbers, got 5"):
        triangulate_polygon([5, 6, 7])  # type: ignore[list-item]
