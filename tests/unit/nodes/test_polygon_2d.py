"""Polygon2D: it fills what its points enclose."""

from math import cos, pi, sin
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import Color, Vector2
from nodes.world_2d.polygon_2d import Polygon2D

ARROW = [(0, 0), (10, 0), (10, 10), (5, 5), (0, 10)]


def area(rows: list[list[float]]) -> float:
    return sum(abs((c - a) * (f - b) - (e - a) * (d - b)) / 2 for a, b, c, d, e, f, _, _ in rows)


def test_defaults_are_godots() -> None:
    polygon = Polygon2D()

    assert (polygon.polygon, polygon.color, polygon.offset) == ((), Color(1, 1, 1, 1), Vector2(0, 0))


@pytest.mark.parametrize("points", [ARROW, ARROW[::-1]])
def test_it_fills_its_outline_in_either_direction(canvas: Any, points: Any) -> None:
    canvas.root.add_child(Polygon2D(polygon=points, color=(1, 0, 0, 0.5)))

    assert area(canvas.points()) == pytest.approx(75)
    assert set(canvas.colors()) == {(1, 0, 0, 0.5)}


def test_the_offset_moves_the_corners(canvas: Any) -> None:
    polygon = canvas.root.add_child(Polygon2D(polygon=ARROW))
    canvas.frame()
    polygon.offset = (100, 50)

    xs = [x for row in canvas.points() for x in row[::2]]
    assert (min(xs), max(xs)) == (100, 110)


def test_changed_corners_and_colour_are_drawn(canvas: Any) -> None:
    polygon = canvas.root.add_child(Polygon2D(polygon=ARROW))
    canvas.frame()
    polygon.polygon = [(0, 0), (4, 0), (0, 4)]
    polygon.color = "blue"

    assert area(canvas.points()) == 8
    assert canvas.colors() == [(0, 0, 1, 1)]


@pytest.mark.parametrize("points", [[], [(0, 0), (5, 5)], [(0, 0), (5, 5), (9, 9)]])
def test_what_encloses_nothing_draws_nothing(canvas: Any, points: Any) -> None:
    canvas.root.add_child(Polygon2D(polygon=points))

    assert canvas.points() == []


def test_an_outline_that_crosses_itself_is_refused_by_name(canvas: Any) -> None:
    star = [(10 * cos(i * 6 * pi / 7), 10 * sin(i * 6 * pi / 7)) for i in range(7)]
    canvas.root.add_child(Polygon2D("Star", polygon=star))

    with pytest.raises(InvalidValueError, match=r"/root/Star\.polygon: the outline of these 7 points crosses itself"):
        canvas.frame()


def test_corners_that_are_none_are_refused() -> None:
    with pytest.raises(InvalidTypeError, match=r"polygon must be points \(x, y\)"):
        Polygon2D().polygon = [1, 2, 3]  # type: ignore[list-item]
