"""Line2D: its points, and that its settings reach what is drawn."""

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import Color, Vector2
from nodes.world_2d.line_2d import Line2D

CORNER = [(0, 0), (20, 0), (20, 20)]


def box(rows: list[list[float]]) -> tuple[float, ...]:
    xs = [x for row in rows for x in row[::2]]
    ys = [y for row in rows for y in row[1::2]]
    return min(xs), min(ys), max(xs), max(ys)


def test_defaults_are_godots() -> None:
    line = Line2D()

    assert (line.points, line.width, line.default_color, line.closed) == ((), 10.0, Color(1, 1, 1, 1), False)
    assert line.joint_mode == Line2D.LineJointMode.SHARP
    assert line.begin_cap_mode == line.end_cap_mode == Line2D.LineCapMode.NONE
    assert (line.sharp_limit, line.round_precision) == (2.0, 8)


def test_it_draws_through_its_points_in_its_width_and_colour(canvas: Any) -> None:
    canvas.root.add_child(Line2D(points=CORNER, width=4, default_color=(1, 0, 0, 0.5)))

    assert box(canvas.points()) == (0, -2, 22, 20)
    assert set(canvas.colors()) == {(1, 0, 0, 0.5)}


def test_changed_points_are_drawn(canvas: Any) -> None:
    line = canvas.root.add_child(Line2D(points=CORNER, width=4))
    canvas.frame()
    line.set_point_position(2, (20, 40))

    assert box(canvas.points()) == (0, -2, 22, 40)


@pytest.mark.parametrize(
    ("settings", "edges"),
    [
        ({"begin_cap_mode": 1}, (-2, -2, 22, 20)),
        ({"end_cap_mode": 1}, (0, -2, 22, 22)),
        ({"begin_cap_mode": 2, "end_cap_mode": 2}, (-2, -2, 22, 22)),
        ({"joint_mode": 1}, (0, -2, 22, 20)),
        ({"closed": True, "sharp_limit": 4}, (-2 - 2 * 2**0.5, -2, 22, 22 + 2 * 2**0.5)),
    ],
)
def test_caps_joints_and_closing_reach_the_drawing(
    canvas: Any, settings: dict[str, Any], edges: tuple[float, ...]
) -> None:
    canvas.root.add_child(Line2D(points=CORNER, width=4, **settings))

    assert box(canvas.points()) == pytest.approx(edges, abs=1e-4)


def test_a_rounder_joint_has_more_triangles(canvas: Any) -> None:
    line = canvas.root.add_child(Line2D(points=CORNER, width=4, joint_mode=2, round_precision=4))
    coarse = len(canvas.points())
    line.round_precision = 64

    assert coarse < len(canvas.points())


def test_a_sharp_limit_below_the_corner_cuts_it(canvas: Any) -> None:
    line = canvas.root.add_child(Line2D(points=CORNER, width=4))
    assert len(canvas.points()) == 2
    line.sharp_limit = 1

    assert len(canvas.points()) == 3


@pytest.mark.parametrize("points", [[], [(1, 1)], [(1, 1), (1, 1)]])
def test_fewer_than_two_points_draw_nothing(canvas: Any, points: Any) -> None:
    canvas.root.add_child(Line2D(points=points))

    assert canvas.points() == []


def test_points_are_added_at_the_end_or_before_another() -> None:
    line = Line2D()
    line.add_point((1, 1))
    line.add_point((3, 3))
    line.add_point((2, 2), 1)

    assert line.points == ((1, 1), (2, 2), (3, 3))
    assert line.get_point_count() == 3
    assert line.get_point_position(1) == Vector2(2, 2)
    line.remove_point(0)
    assert line.points == ((2, 2), (3, 3))
    line.clear_points()
    assert line.points == ()


def test_a_place_beyond_the_points_is_refused() -> None:
    line = Line2D(points=CORNER)

    for call in (line.remove_point, line.get_point_position, lambda index: line.set_point_position(index, (0, 0))):
        for index in (-1, 3):
            with pytest.raises(InvalidValueError, match="must be one of its 3 points, counted from 0, got"):
                call(index)
    with pytest.raises(InvalidValueError, match="must be from 0 to 3, or -1 for the end, got 4"):
        line.add_point((0, 0), 4)
    assert line.points == tuple(CORNER)


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("points", [(0, float("inf"))], r"points must be finite"),
        ("width", -1, r"width must be 0 or more, got -1"),
        ("width", float("nan"), r"width must be a finite number"),
        ("joint_mode", 3, r"joint_mode must be one of SHARP 0, BEVEL 1, ROUND 2, got 3"),
        ("begin_cap_mode", 3, r"begin_cap_mode must be one of NONE 0, BOX 1, ROUND 2, got 3"),
        ("end_cap_mode", "x", r"end_cap_mode must be one of"),
        ("sharp_limit", -1, r"sharp_limit must be 0 or more"),
        ("round_precision", 0, r"round_precision must be a whole number from 1 to 256, got 0"),
    ],
)
def test_a_wrong_value_is_refused_and_nothing_changes(name: str, value: Any, text: str) -> None:
    line = Line2D()
    before = getattr(line, name)

    with pytest.raises(InvalidValueError, match=text):
        setattr(line, name, value)
    assert getattr(line, name) == before


def test_points_that_are_none_are_refused() -> None:
    with pytest.raises(InvalidTypeError, match=r"points must be points \(x, y\)"):
        Line2D().points = [(1, 2, 3)]
