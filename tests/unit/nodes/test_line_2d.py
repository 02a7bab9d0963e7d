"""Line2D: its points, and that its settings reach what is drawn."""

from itertools import pairwise
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import Color, Vector2
from engine.resources import Image, ImageTexture
from engine.resources.curves.curve import Curve
from engine.resources.gradient import Gradient
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
    assert (line.width_curve, line.gradient, line.texture, line.antialiased) == (None, None, None, False)
    assert line.texture_mode == Line2D.LineTextureMode.NONE


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
@pytest.mark.parametrize("settings", [{}, {"antialiased": True}, {"gradient": Gradient()}, {"texture_mode": 1}])
def test_fewer_than_two_points_draw_nothing(canvas: Any, points: Any, settings: dict[str, Any]) -> None:
    canvas.root.add_child(Line2D(points=points, **settings))

    assert canvas.points() == []


def rising() -> Curve:
    curve = Curve()
    curve.add_point((0, 0), 0, 1)
    curve.add_point((1, 1), 1, 0)
    return curve


def test_the_curve_makes_it_wider_along_its_length(canvas: Any) -> None:
    canvas.root.add_child(Line2D(points=[(0, 0), (10, 0), (40, 0)], width=8, width_curve=rising()))

    assert [row[1::2] for row in canvas.points()] == [
        pytest.approx([0, 0, 1, -1], abs=1e-3),
        pytest.approx([1, -1, 4, -4], abs=1e-3),
    ]


def test_the_gradient_colours_it_in_place_of_its_colour(canvas: Any) -> None:
    gradient = Gradient()
    gradient.colors = [(1, 0, 0), (0, 0, 1, 0.5)]
    canvas.root.add_child(Line2D(points=[(0, 0), (10, 0), (40, 0)], gradient=gradient, default_color="lime"))
    canvas.frame()

    colors = canvas.draw_list.instances["colors"].reshape(-1, 4, 4)[:, (0, 2)].reshape(-1, 4)
    assert colors.tolist() == [[1, 0, 0, 1], *[pytest.approx([0.75, 0, 0.25, 0.875], abs=1e-3)] * 2, [0, 0, 1, 0.5]]


def test_a_change_of_a_curve_a_gradient_or_a_texture_is_drawn(canvas: Any) -> None:
    curve, gradient, picture = rising(), Gradient(), ImageTexture(Image.create(8, 4))
    canvas.root.add_child(
        Line2D(points=[(0, 0), (40, 0)], width_curve=curve, gradient=gradient, texture=picture, texture_mode=1)
    )

    def drawn() -> tuple[object, ...]:
        canvas.frame()
        rows = canvas.draw_list.instances
        return rows["points"].tolist(), rows["uvs"].tolist(), rows["colors"].tolist()

    seen = [drawn()]
    curve.set_point_value(1, 0.5)
    seen.append(drawn())
    gradient.set_color(1, (1, 0, 0))
    seen.append(drawn())
    picture.image = Image.create(8, 8)
    seen.append(drawn())

    for before, after in pairwise(seen):
        assert before != after


@pytest.mark.parametrize(
    ("mode", "uvs"),
    [(0, [0] * 8), (1, [0, 1, 0, 0, 2.5, 1, 2.5, 0]), (2, [0, 1, 0, 0, 1, 1, 1, 0])],
)
def test_the_texture_lies_on_it_as_its_mode_says(canvas: Any, mode: int, uvs: list[float]) -> None:
    picture = ImageTexture(Image.create(8, 4))
    canvas.root.add_child(Line2D(points=[(0, 0), (40, 0)], width=8, texture=picture, texture_mode=mode))
    canvas.frame()

    assert [batch.texture for batch in canvas.draw_list.batches] == [picture]
    assert canvas.draw_list.instances["uvs"].tolist() == [pytest.approx(uvs, abs=1e-4)]


@pytest.mark.parametrize("settings", [{}, {"gradient": Gradient()}, {"texture_mode": 2}, {"joint_mode": 2}])
def test_a_soft_edge_lies_around_it(canvas: Any, settings: dict[str, Any]) -> None:
    line = canvas.root.add_child(Line2D(points=CORNER, width=4, **settings))
    hard = len(canvas.points())
    line.antialiased = True

    assert box(canvas.points()) == pytest.approx((-1.25, -3.25, 23.25, 21.25))
    alphas = canvas.draw_list.instances["colors"].reshape(-1, 4, 4)[hard:, :, 3]
    assert (alphas == (1, 0, 1, 0)).all()


def test_the_soft_edge_of_a_thin_line_is_thinner(canvas: Any) -> None:
    canvas.root.add_child(Line2D(points=[(0, 0), (40, 0)], width=0.5, antialiased=True))

    assert box(canvas.points()) == pytest.approx((-0.625, -0.875, 40.625, 0.875))


def test_ten_thousand_points_are_recorded_as_arrays(canvas: Any) -> None:
    points = [(i, 20 * (i % 2)) for i in range(10_000)]
    canvas.root.add_child(Line2D(points=points, width=2, gradient=Gradient(), joint_mode=1))
    canvas.frame()

    assert len(canvas.draw_list.instances) == 2 * 9_999 - 1
    assert len(canvas.draw_list.batches) == 1


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
        ("texture_mode", 3, r"texture_mode must be one of NONE 0, TILE 1, STRETCH 2, got 3"),
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


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("width_curve", Gradient(), r"Line2D\.width_curve must be a Curve or None, got <"),
        ("gradient", "red", r"Line2D\.gradient must be a Gradient or None, got 'red'"),
        ("texture", Image.create(1, 1), r"Line2D\.texture must be a Texture2D or None, got <"),
        ("antialiased", "yes", r"Line2D\.antialiased must be True or False, got 'yes'"),
    ],
)
def test_a_value_of_another_type_is_refused(name: str, value: Any, text: str) -> None:
    line = Line2D()

    with pytest.raises(InvalidTypeError, match=text):
        setattr(line, name, value)
    assert not getattr(line, name)
