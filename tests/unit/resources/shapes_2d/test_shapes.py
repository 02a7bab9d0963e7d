"""The shapes' properties, rectangles and debug drawing, with Godot's numbers."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import pytest

from engine.app import App
from engine.core.errors import InvalidTypeError, InvalidValueError, TreeError
from engine.math import Color, Rect2, Vector2
from engine.resources.physics_material import PhysicsMaterial
from engine.resources.shapes_2d.capsule_shape_2d import CapsuleShape2D
from engine.resources.shapes_2d.circle_shape_2d import CircleShape2D
from engine.resources.shapes_2d.concave_polygon_shape_2d import ConcavePolygonShape2D
from engine.resources.shapes_2d.convex_polygon_shape_2d import ConvexPolygonShape2D
from engine.resources.shapes_2d.rectangle_shape_2d import RectangleShape2D
from engine.resources.shapes_2d.segment_shape_2d import SegmentShape2D
from engine.resources.shapes_2d.separation_ray_shape_2d import SeparationRayShape2D
from engine.resources.shapes_2d.shape_2d import Shape2D
from engine.resources.shapes_2d.world_boundary_shape_2d import WorldBoundaryShape2D
from nodes import Node2D

BLUE = Color(0.0, 0.6, 0.7, 0.42)
SOLID_BLUE = Color(0.0, 0.6, 0.7, 1.0)
TRIANGLE = ((0, 0), (4, 0), (0, 4))

SHAPES = [
    CapsuleShape2D(radius=4, height=20),
    CircleShape2D(radius=8),
    ConcavePolygonShape2D(segments=((0, 0), (5, 5), (5, 5), (9, 0))),
    ConvexPolygonShape2D(points=TRIANGLE),
    ConvexPolygonShape2D(points=((0, 0), (4, 4), (4, 0), (0, 4))),
    ConvexPolygonShape2D(),
    RectangleShape2D(size=(0, 5)),
    RectangleShape2D(),
    SegmentShape2D(),
    SeparationRayShape2D(),
    Shape2D(),
    WorldBoundaryShape2D(),
]


def name_of(value: object) -> str:
    """For the ids of tests."""
    return type(value).__name__ if isinstance(value, (Shape2D, PhysicsMaterial)) else ""


# --- Properties


@pytest.mark.parametrize(
    ("shape", "defaults"),
    [
        (SegmentShape2D(), {"a": (0, 0), "b": (0, 10), "custom_solver_bias": 0}),
        (ConvexPolygonShape2D(), {"points": ()}),
        (ConcavePolygonShape2D(), {"segments": ()}),
        (WorldBoundaryShape2D(), {"normal": (0, -1), "distance": 0}),
        (SeparationRayShape2D(), {"length": 20, "slide_on_slope": False}),
    ],
    ids=name_of,
)
def test_defaults_are_those_of_godots_documentation(shape: Shape2D, defaults: dict[str, Any]) -> None:
    assert {name: getattr(shape, name) for name in defaults} == defaults


@pytest.mark.parametrize(
    ("shape", "name", "text"),
    [
        (RectangleShape2D(), "size", "RectangleShape2D.size must be 0 or more both ways, got (-1, 3)"),
        (CircleShape2D(), "radius", "CircleShape2D.radius must be 0 or more, got -1"),
        (CapsuleShape2D(), "radius", "CapsuleShape2D.radius must be 0 or more, got -1"),
        (CapsuleShape2D(), "height", "CapsuleShape2D.height must be 0 or more, got -1"),
        (SeparationRayShape2D(), "length", "SeparationRayShape2D.length must be 0 or more, got -1"),
        (PhysicsMaterial(), "friction", "PhysicsMaterial.friction must be 0 or more, got -1"),
        (PhysicsMaterial(), "bounce", "PhysicsMaterial.bounce must be 0 or more, got -1"),
    ],
    ids=name_of,
)
def test_what_is_below_0_is_refused_by_name_and_changes_nothing(shape: Any, name: str, text: str) -> None:
    before = getattr(shape, name), shape.revision

    with pytest.raises(InvalidValueError) as caught:
        setattr(shape, name, (-1, 3) if name == "size" else -1)

    assert text in str(caught.value)
    assert (getattr(shape, name), shape.revision) == before


def test_a_capsule_is_never_wider_than_high() -> None:
    capsule = CapsuleShape2D()

    capsule.radius = 20
    assert (capsule.radius, capsule.height) == (20, 40)
    capsule.height = 10
    assert (capsule.radius, capsule.height) == (5, 10)
    capsule.radius = 2
    assert (capsule.radius, capsule.height) == (2, 10)


@pytest.mark.parametrize("order", [("radius", "height"), ("height", "radius")])
@pytest.mark.parametrize(("radius", "height"), [(20, 90), (20, 40), (3, 8), (1, 30), (10, 24)])
def test_a_capsule_gets_its_size_in_either_order(order: tuple[str, str], radius: int, height: int) -> None:
    values = {"radius": radius, "height": height}

    capsule = CapsuleShape2D(**{name: values[name] for name in order})

    assert (capsule.radius, capsule.height) == (radius, height)


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ([0.0, 0.0, 4.0, 4.0], r"points\[0\] must be a point of two finite numbers, got 0\.0$"),
        ([(0, 0), (4, nan)], r"points\[1\] must be a point of two finite numbers, got \(4, nan\)$"),
        (iter([(0, 0), "far"]), r"points must be points \(x, y\) in order, got <list_iterator"),
    ],
)
def test_the_first_of_the_points_that_is_none_is_named(points: Any, said: str) -> None:
    with pytest.raises((InvalidTypeError, InvalidValueError), match=rf"^ConvexPolygonShape2D\.{said}"):
        ConvexPolygonShape2D(points=points)


@pytest.mark.parametrize(
    ("kind", "name", "values"),
    [
        (CircleShape2D, "radius", (4, 4.0)),
        (CapsuleShape2D, "radius", (4, 4.0)),
        (CapsuleShape2D, "height", (40, 40.0)),
        (RectangleShape2D, "size", ((1, 2), Vector2(1, 2))),
        (SegmentShape2D, "a", ((1, 2), Vector2(1, 2))),
        (SegmentShape2D, "b", ((1, 2), [1, 2])),
        (SeparationRayShape2D, "length", (5, 5.0)),
        (SeparationRayShape2D, "slide_on_slope", (True, True)),
        (WorldBoundaryShape2D, "normal", ((1, 0), Vector2(1, 0))),
        (WorldBoundaryShape2D, "distance", (5, 5.0)),
        (Shape2D, "custom_solver_bias", (0.5, 0.5)),
    ],
)
def test_setting_what_is_there_already_is_no_change(kind: type[Shape2D], name: str, values: tuple[Any, Any]) -> None:
    shape = kind()
    said: list[Any] = []
    shape.changed.connect(lambda: said.append(getattr(shape, name)))

    setattr(shape, name, getattr(shape, name))
    assert (said, shape.revision) == ([], 0)

    for value in values:
        setattr(shape, name, value)
    assert (said, shape.revision) == ([values[1] if name != "b" else Vector2(1, 2)], 1)


def test_a_cloud_of_points_becomes_its_hull_closed_as_in_godot() -> None:
    shape = ConvexPolygonShape2D()

    shape.set_point_cloud([(0, 0), (1, 1), (4, 0), (4, 4), (2, 3), (0, 4)])

    assert shape.points == ((0, 0), (4, 0), (4, 4), (0, 4), (0, 0))
    assert shape.revision == 1


@pytest.mark.parametrize("cloud", [(), ((0, 0), (1, 1)), ((0, 0), (1, 1), (2, 2))])
def test_a_cloud_of_points_on_one_line_is_refused(cloud: Any) -> None:
    shape = ConvexPolygonShape2D(points=TRIANGLE)

    with pytest.raises(InvalidValueError, match=r"set_point_cloud\(point_cloud\) must have three points that are not"):
        shape.set_point_cloud(cloud)

    assert shape.points == TRIANGLE


def test_an_odd_number_of_ends_of_segments_is_refused() -> None:
    with pytest.raises(
        InvalidValueError, match=r"ConcavePolygonShape2D.segments must be pairs of points, got 3 points"
    ):
        ConcavePolygonShape2D(segments=TRIANGLE)


def test_a_boundary_without_a_direction_is_refused() -> None:
    with pytest.raises(InvalidValueError, match=r"WorldBoundaryShape2D.normal must not be \(0, 0\), got \(0, 0\)"):
        WorldBoundaryShape2D(normal=(0, 0))


# --- Rectangles


@pytest.mark.parametrize(
    ("shape", "rect"),
    [
        (RectangleShape2D(size=(10, 4)), (-5, -2, 10, 4)),
        (CircleShape2D(radius=3), (-3, -3, 6, 6)),
        (CapsuleShape2D(radius=3, height=20), (-3, -10, 6, 20)),
        (SegmentShape2D(a=(4, 1), b=(-2, 9)), (-2, 1, 6, 8)),
        (ConvexPolygonShape2D(points=TRIANGLE), (0, 0, 4, 4)),
        (ConvexPolygonShape2D(), (0, 0, 0, 0)),
        (ConcavePolygonShape2D(segments=((5, 5), (8, 6))), (5, 5, 3, 1)),
        (WorldBoundaryShape2D(distance=10), (-100, -40, 200, 30)),
        (Shape2D(), (0, 0, 0, 0)),
    ],
    ids=name_of,
)
def test_a_shape_knows_the_rectangle_around_it(shape: Shape2D, rect: tuple[float, ...]) -> None:
    assert shape.get_rect() == rect
    assert type(shape.get_rect()) is Rect2


def test_the_rectangle_of_a_ray_has_room_for_its_tip() -> None:
    assert SeparationRayShape2D(length=20).get_rect() == pytest.approx((-(8**0.5), -(8**0.5), 32**0.5, 20 + 32**0.5))


# --- Drawing


def test_solid_shapes_are_filled_and_outlined_without_transparency(paper: Any) -> None:
    RectangleShape2D(size=(10, 4)).draw(paper, BLUE)

    corners = ((-5, -2), (5, -2), (5, 2), (-5, 2))
    assert paper.calls == [
        ("draw_colored_polygon", corners, BLUE),
        ("draw_polyline", (*corners, corners[0]), SOLID_BLUE),
    ]


def test_a_circle_is_drawn_with_24_corners_and_a_capsule_with_26(paper: Any) -> None:
    CircleShape2D(radius=3).draw(paper, BLUE)
    CapsuleShape2D(radius=3, height=20).draw(paper, BLUE)

    circle, capsule = paper.calls[0][1], paper.calls[2][1]
    assert len(circle) == 24
    assert [Vector2(point).length() for point in circle] == pytest.approx([3.0] * 24)
    assert len(capsule) == 26
    assert [abs(y) - 7 >= -1e-9 for _, y in capsule] == [True] * 26
    assert [Vector2(x, abs(y) - 7).length() for x, y in capsule] == pytest.approx([3.0] * 26)
    assert len({point.snapped((1e-6, 1e-6)) for point in capsule}) == 26


def test_lines_are_drawn_as_wide_as_in_godot(paper: Any) -> None:
    SegmentShape2D().draw(paper, BLUE)
    ConcavePolygonShape2D(segments=((0, 0), (5, 5))).draw(paper, BLUE)

    assert paper.calls == [
        ("draw_line", (0, 0), (0, 10), BLUE, 3.0),
        ("draw_multiline", ((0, 0), (5, 5)), BLUE, 2.0),
    ]


def test_a_boundary_is_drawn_as_a_line_that_fades_and_an_arrow_along_its_normal(paper: Any) -> None:
    WorldBoundaryShape2D(normal=(1, 0), distance=10).draw(paper, BLUE)

    (_, line, colors, width), (_, arrow, arrow_color, arrow_width) = paper.calls
    assert [(x, abs(y)) for x, y in line] == [(10, 100), (10, 60), (10, 60), (10, 100)]
    assert colors == (BLUE.with_a(0), BLUE, BLUE, BLUE.with_a(0))
    assert max(arrow) == (50, 0)
    assert arrow_color == BLUE.inverted()
    assert (width, arrow_width) == (3.0, 1.5)


def test_a_ray_is_drawn_as_an_arrow_and_a_short_one_as_its_tip_alone(paper: Any) -> None:
    SeparationRayShape2D(length=20).draw(paper, BLUE)
    SeparationRayShape2D(length=1).draw(paper, BLUE)

    assert paper.calls == [
        ("draw_line", (0, 0), (0, 14), BLUE, 1.4),
        ("draw_primitive", ((0, 20), (-3, 14), (3, 14)), (BLUE,)),
        ("draw_primitive", ((0, 1), (-0.5, 0), (0.5, 0)), (BLUE,)),
    ]


@pytest.mark.parametrize("shape", SHAPES, ids=name_of)
def test_every_shape_draws_on_an_item(shape: Shape2D, sapwood_app: App) -> None:
    class Sheet(Node2D):
        drawn = 0

        def on_draw(self) -> None:
            shape.draw(self, BLUE)
            self.drawn += 1

    sheet = sapwood_app.tree.root.add_child(Sheet())
    sapwood_app.tree.tick(1 / 60)

    assert sheet.drawn == 1


def test_drawing_outside_of_on_draw_or_on_something_else_is_refused() -> None:
    with pytest.raises(TreeError, match=r"an item draws only inside its on_draw"):
        CircleShape2D().draw(Node2D(), BLUE)
    with pytest.raises(InvalidTypeError, match=r"CircleShape2D.draw\(canvas_item\) must be a CanvasItem, got 3"):
        CircleShape2D().draw(3, BLUE)


@pytest.mark.parametrize("color", ["no such colour", (nan, 0, 0), (0, 0, 0, inf), None])
def test_drawing_in_no_colour_is_refused(color: Any, paper: Any) -> None:
    with pytest.raises((InvalidTypeError, InvalidValueError), match=r"CircleShape2D.draw\(color\)"):
        CircleShape2D().draw(paper, color)

    assert paper.calls == []
