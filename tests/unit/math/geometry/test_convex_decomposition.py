"""Convex parts cover a polygon once, are convex, and are few."""

from __future__ import annotations

import random
from math import cos, inf, sin, tau
from typing import Any

import pytest

from engine.math import MathTypeError, Vector2, decompose_polygon_in_convex, is_point_in_polygon

SQUARE = [(0, 0), (4, 0), (4, 4), (0, 4)]
ARROW = [(0, 0), (4, 2), (0, 4), (1, 2)]
PLUS = [(1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (2, 2), (2, 3), (1, 3), (1, 2), (0, 2), (0, 1), (1, 1)]
COMB = [(0, 0), *(p for x in range(0, 20, 2) for p in ((x, 9), (x + 1, 9), (x + 1, 1), (x + 2, 1))), (20, 0)]
WITH_A_HOLE_ON_A_BRIDGE = [(0, 0), (9, 0), (9, 9), (0, 9), (0, 0), (3, 3), (3, 6), (6, 6), (6, 3), (3, 3)]


def star(seed: int) -> list[tuple[float, float]]:
    dice = random.Random(seed)
    count = dice.randint(5, 60)
    radii = [dice.uniform(0.1, 1.0) for _ in range(count)]
    return [(cos(tau * i / count) * r, sin(tau * i / count) * r) for i, r in enumerate(radii)]


def area(points: Any) -> float:
    return sum(float(a[0] * b[1] - a[1] * b[0]) / 2 for a, b in zip(points, [*points[1:], points[0]], strict=True))


def assert_convex_cover(polygon: Any) -> None:
    parts = decompose_polygon_in_convex(polygon)

    assert sum(map(area, parts)) == pytest.approx(abs(area(polygon)))
    for part in parts:
        assert area(part) > 0
        corners = [*part, *part[:2]]
        turns = [(b - a).cross(c - b) for a, b, c in zip(corners, corners[1:], corners[2:], strict=False)]
        assert min(turns) >= 0
        assert set(part) <= {Vector2(corner) for corner in polygon}
        assert is_point_in_polygon(sum(part[:3], Vector2()) / 3, polygon)


@pytest.mark.parametrize("turn", [1, -1])
@pytest.mark.parametrize(
    "polygon",
    [SQUARE, ARROW, PLUS, COMB, WITH_A_HOLE_ON_A_BRIDGE, *map(star, range(8))],
    ids=["square", "arrow", "plus", "comb", "hole", *(f"star {seed}" for seed in range(8))],
)
def test_convex_parts_cover_the_polygon_once(polygon: Any, turn: int) -> None:
    assert_convex_cover(polygon[::turn])


@pytest.mark.parametrize(("polygon", "least", "most"), [(SQUARE, 1, 1), (ARROW, 2, 2), (PLUS, 3, 5), (COMB, 11, 24)])
def test_the_parts_are_few(polygon: Any, least: int, most: int) -> None:
    assert least <= len(decompose_polygon_in_convex(polygon)) <= most


def test_a_convex_polygon_of_many_corners_is_one_part_with_all_of_them() -> None:
    circle = [(cos(tau * i / 500), sin(tau * i / 500)) for i in range(500)]

    (part,) = decompose_polygon_in_convex(circle)

    assert set(part) == set(circle)


def test_no_two_parts_that_share_an_edge_could_be_one() -> None:
    parts = decompose_polygon_in_convex(PLUS)
    edges = {(a, b): part for part in parts for a, b in zip(part, [*part[1:], part[0]], strict=True)}

    for (a, b), part in edges.items():
        other = edges.get((b, a))
        if other is not None:
            before, after = part[part.index(a) - 1], other[(other.index(a) + 1) % len(other)]
            back, front = other[other.index(b) - 1], part[(part.index(b) + 1) % len(part)]
            assert (a - before).cross(after - a) < 0 or (b - back).cross(front - b) < 0


@pytest.mark.parametrize("polygon", [[], [(0, 0), (1, 1)], [(0, 0), (1, 1), (2, 2)], [(0, 0), (1, 0), (inf, 1)]])
def test_what_has_no_area_has_no_parts(polygon: Any) -> None:
    assert decompose_polygon_in_convex(polygon) == []


def test_corners_must_be_points() -> None:
    with pytest.raises(MathTypeError, match=r"needs 2 numbers, got \(1, 2, 3\)"):
        decompose_polygon_in_convex([(0, 0), (1, 0), (1, 2, 3)])
