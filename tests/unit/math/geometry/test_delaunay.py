"""Delaunay triangulation: the hull covered once, circles that hold no other point, degenerate input."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, pairwise
from math import cos, inf, nan, sin, tau
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull, Delaunay

from engine.math import MathTypeError, MathValueError, triangulate_delaunay

points_on_a_small_grid = st.lists(st.tuples(st.integers(-6, 6), st.integers(-6, 6)), max_size=30)


def triangles_of(points: Any) -> list[tuple[int, ...]]:
    flat = triangulate_delaunay(points)
    return [tuple(flat[at : at + 3]) for at in range(0, len(flat), 3)]


def doubled_area(points: Any, triangle: tuple[int, ...]) -> Fraction:
    (ax, ay), (bx, by), (cx, cy) = ((Fraction(x), Fraction(y)) for x, y in (points[index] for index in triangle))
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


def holds(points: Any, triangle: tuple[int, ...], index: int) -> bool:
    """Whether the circle around a triangle holds a point, worked out without rounding."""
    dx, dy = map(Fraction, points[index])
    rows = [(Fraction(x) - dx, Fraction(y) - dy) for x, y in (points[corner] for corner in triangle)]
    (ax, ay), (bx, by), (cx, cy) = rows
    a, b, c = (x * x + y * y for x, y in rows)
    return a * (bx * cy - by * cx) - b * (ax * cy - ay * cx) + c * (ax * by - ay * bx) > 0


def hull_area(points: Any) -> Fraction:
    """Twice the area of the hull, by walking around it."""
    ordered = sorted({(Fraction(x), Fraction(y)) for x, y in points})
    total = Fraction(0)
    for side in (ordered, ordered[::-1]):
        chain: list[Any] = []
        for x, y in side:
            while len(chain) > 1 and (chain[-1][0] - chain[-2][0]) * (y - chain[-2][1]) <= (
                chain[-1][1] - chain[-2][1]
            ) * (x - chain[-2][0]):
                chain.pop()
            chain.append((x, y))
        total += sum((a[0] * b[1] - b[0] * a[1] for a, b in pairwise(chain)), Fraction(0))
    return total


def assert_delaunay(points: Any) -> None:
    triangles = triangles_of(points)
    assert all(doubled_area(points, triangle) > 0 for triangle in triangles)
    assert sum(doubled_area(points, triangle) for triangle in triangles) == hull_area(points)
    for triangle in triangles:
        assert not any(holds(points, triangle, index) for index in range(len(points)))


@pytest.mark.parametrize("count", [3, 10, 200, 3000])
def test_points_at_random_give_the_triangles_that_scipy_finds(count: int) -> None:
    points = np.random.default_rng(count).normal(size=(count, 2)) * 100

    found = {frozenset(triangle) for triangle in triangles_of(points.tolist())}

    assert found == {frozenset(triangle) for triangle in Delaunay(points).simplices.tolist()}


@given(points_on_a_small_grid)
def test_points_on_lines_circles_and_one_another_are_covered_once(points: list[tuple[int, int]]) -> None:
    assert_delaunay(points)


def test_a_grid_a_circle_and_a_very_thin_strip() -> None:
    assert_delaunay([(x, y) for x in range(9) for y in range(9)])
    assert_delaunay([(cos(tau * i / 60), sin(tau * i / 60)) for i in range(60)])
    assert_delaunay([(x, (x * 7919 % 13) * 1e-9) for x in range(40)])


@pytest.mark.parametrize("scale", [1e-150, 1e-9, 1e9, 1e150])
def test_a_size_of_nanometres_or_of_planets_makes_no_difference(scale: float) -> None:
    dice = random.Random(1)
    points = [(dice.randint(0, 50), dice.randint(0, 50)) for _ in range(40)]

    assert len(triangles_of([(x * scale, y * scale) for x, y in points])) == len(triangles_of(points))


def test_of_equal_points_the_first_counts() -> None:
    assert triangulate_delaunay([(0, 0), (4, 0), (0, 0), (0, 4), (4, 0)]) == [0, 1, 3]


def test_the_order_of_the_points_changes_no_triangle() -> None:
    dice = random.Random(2)
    points = [(dice.random(), dice.random()) for _ in range(100)]
    shuffled = dice.sample(range(100), 100)

    found = {frozenset(shuffled[index] for index in each) for each in triangles_of([points[i] for i in shuffled])}

    assert found == {frozenset(each) for each in triangles_of(points)}


@pytest.mark.parametrize(
    "points", [[], [(1, 1)], [(1, 1), (2, 2)], [(1, 1)] * 5, [(0, 0), (1, 1), (2, 2), (5, 5)], [(0.1, 0.3)] * 2]
)
def test_what_has_no_area_has_no_triangles(points: Any) -> None:
    assert triangulate_delaunay(points) == []


def test_the_number_of_triangles_follows_from_that_of_the_points_on_the_hull() -> None:
    points = np.random.default_rng(5).uniform(size=(500, 2))

    assert len(triangles_of(points.tolist())) == 2 * 500 - 2 - len(ConvexHull(points).vertices)


def test_no_edge_belongs_to_more_than_two_triangles() -> None:
    dice = random.Random(3)
    counts: dict[frozenset[int], int] = {}
    for triangle in triangles_of([(dice.randint(0, 20), dice.randint(0, 20)) for _ in range(150)]):
        for edge in combinations(triangle, 2):
            counts[frozenset(edge)] = counts.get(frozenset(edge), 0) + 1

    assert max(counts.values()) == 2


@pytest.mark.parametrize("bad", [nan, inf, -inf])
def test_points_must_be_finite(bad: float) -> None:
    with pytest.raises(MathValueError, match=r"triangulate_delaunay - a point must be finite, got \(0, "):
        triangulate_delaunay([(0, 0), (1, 0), (0, bad)])


def test_points_must_be_points() -> None:
    with pytest.raises(MathTypeError, match=r"triangulate_delaunay, a point: needs 2 numbers, got \(1, 2, 3\)"):
        triangulate_delaunay([(0, 0), (1, 0), (1, 2, 3)])
