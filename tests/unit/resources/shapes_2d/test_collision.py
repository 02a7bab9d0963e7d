"""Shapes that collide, asked without bodies and trees."""

from __future__ import annotations

from itertools import product
from math import nan, sqrt
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import Transform2D, Vector2
from engine.resources.shapes_2d.capsule_shape_2d import CapsuleShape2D
from engine.resources.shapes_2d.circle_shape_2d import CircleShape2D
from engine.resources.shapes_2d.concave_polygon_shape_2d import ConcavePolygonShape2D
from engine.resources.shapes_2d.convex_polygon_shape_2d import ConvexPolygonShape2D
from engine.resources.shapes_2d.rectangle_shape_2d import RectangleShape2D
from engine.resources.shapes_2d.segment_shape_2d import SegmentShape2D
from engine.resources.shapes_2d.separation_ray_shape_2d import SeparationRayShape2D
from engine.resources.shapes_2d.shape_2d import Shape2D
from engine.resources.shapes_2d.world_boundary_shape_2d import WorldBoundaryShape2D

HERE = Transform2D.IDENTITY
BOX = RectangleShape2D()
BALL = CircleShape2D()
FLOOR = WorldBoundaryShape2D()
OUTLINE = ConcavePolygonShape2D(segments=((-30, 0), (0, 10), (0, 10), (30, 0)))
LEG = SeparationRayShape2D()
SOLID = {
    "rectangle": BOX,
    "circle": BALL,
    "capsule": CapsuleShape2D(),
    "segment": SegmentShape2D(a=(-10, 0), b=(10, 0)),
    "polygon": ConvexPolygonShape2D(points=((-10, 10), (0, -10), (10, 10))),
}


def at(x: float, y: float) -> Transform2D:
    return Transform2D(0.0, (x, y))


@pytest.mark.parametrize(("one", "other"), list(product(SOLID, SOLID)))
def test_solid_shapes_collide_where_they_overlap_and_not_where_they_are_apart(one: str, other: str) -> None:
    assert SOLID[one].collide(HERE, SOLID[other], Transform2D(0.5, (3, 2)))
    assert not SOLID[one].collide(HERE, SOLID[other], at(26, 26))
    assert not SOLID[one].collide(at(1000, 0), SOLID[other], at(0, 0))


def test_to_lie_edge_on_edge_is_to_collide() -> None:
    assert BOX.collide(HERE, BOX, at(20, 0))
    assert not BOX.collide(HERE, BOX, at(20.001, 0))
    assert BALL.collide(HERE, BALL, at(20, 0))
    assert not BALL.collide(HERE, BALL, at(14.2, 14.2))
    assert BALL.collide(HERE, BALL, at(14.1, 14.1))


def test_transforms_turn_stretch_and_skew_what_collides() -> None:
    turned = Transform2D(0.25 * 3.141592653589793, (24, 0))
    assert BOX.collide(HERE, BOX, turned)  # its corner reaches 14.1 to the left
    assert not BOX.collide(HERE, BALL, turned)
    assert BOX.collide(HERE, BALL, Transform2D(0.0, (2, 1), 0.0, (29, 0)))
    assert not BOX.collide(HERE, BALL, Transform2D(0.0, (1, 2), 0.0, (29, 0)))
    assert BALL.collide(HERE, BOX, Transform2D(0.0, (-1, 1), 0.0, (19, 0)))
    assert not BOX.collide(HERE, BOX, Transform2D(0.0, (0, 1), 0.0, (5, 0)))
    assert not BOX.collide(Transform2D(0, 0, 0, 0, 0, 0), BOX, HERE)


def test_a_circle_that_is_stretched_is_an_ellipse() -> None:
    wide = Transform2D(0.0, (3, 1), 0.0, (0, 0))
    for x in (5.0, 15.0, 25.0):
        edge = 10.0 * sqrt(1.0 - (x / 30.0) ** 2)
        point = SegmentShape2D(a=(0, 0), b=(0, -50))

        assert BALL.collide(wide, point, at(x, -edge + 0.1 * 1.5))
        assert not BALL.collide(wide, point, at(x, -edge - 0.01))


def test_contacts_are_pairs_of_a_point_on_each() -> None:
    assert BALL.collide_and_get_contacts(HERE, BALL, at(15, 0)) == ((10, 0), (5, 0))
    assert BALL.collide_and_get_contacts(HERE, BOX, at(0, 15)) == ((0, 10), (0, 5))
    assert BOX.collide_and_get_contacts(at(0, 15), BALL, HERE) == ((0, 5), (0, 10))
    assert BOX.collide_and_get_contacts(HERE, BOX, at(100, 0)) == ()
    assert [type(each) for each in BALL.collide_and_get_contacts(HERE, BALL, at(15, 0))] == [Vector2, Vector2]


def test_side_on_side_has_two_contacts_at_the_ends_of_what_they_share() -> None:
    found = BOX.collide_and_get_contacts(HERE, BOX, at(5, 19))

    assert sorted(zip(found[::2], found[1::2], strict=True)) == [((-5, 10), (-5, 9)), ((10, 10), (10, 9))]


def test_there_are_16_contacts_at_most() -> None:
    teeth = ConcavePolygonShape2D(segments=[(x, y) for x in range(-9, 10) for y in (5, 50)])

    assert len(BOX.collide_and_get_contacts(HERE, teeth, HERE)) == 32


def test_a_motion_collides_with_all_on_its_way() -> None:
    assert BALL.collide_with_motion(at(-500, 0), (1000, 0), BOX, HERE, (0, 0))
    assert not BALL.collide_with_motion(at(-500, 0), (400, 0), BOX, HERE, (0, 0))
    assert BALL.collide_with_motion(at(-500, 0), (0, 0), BOX, HERE, (-1000, 0))
    assert not BALL.collide_with_motion(at(-500, 30), (1000, 0), BOX, HERE, (0, 0))
    assert BALL.collide_with_motion(at(-50, 0), (100, 0), BOX, at(0, -50), (0, 100))  # whoever is there first


def test_contacts_of_motions_are_those_of_what_is_passed_over() -> None:
    found = BALL.collide_with_motion_and_get_contacts(at(-50, -19), (100, 0), BOX, HERE, (0, 0))

    assert sorted(zip(found[::2], found[1::2], strict=True)) == [((-10, -9), (-10, -10)), ((10, -9), (10, -10))]


# --- Boundaries


def test_a_boundary_is_solid_to_any_depth_and_width() -> None:
    assert BALL.collide(at(1e9, 1e9), FLOOR, HERE)
    assert not BALL.collide(at(1e9, -10.1), FLOOR, HERE)
    assert not BALL.collide(at(0, -10), FLOOR, HERE)  # to stand on it is not to collide, in Godot
    assert BALL.collide(at(0, -9.9), FLOOR, HERE)
    assert not FLOOR.collide(HERE, FLOOR, at(0, 10))


def test_a_boundary_turns_with_its_transform_and_its_distance_is_stretched() -> None:
    wall = Transform2D(0.5 * 3.141592653589793, (100, 0))  # its free side is on the right
    shifted = WorldBoundaryShape2D(distance=10)

    assert BALL.collide(at(109, 77), FLOOR, wall)
    assert not BALL.collide(at(111, 77), FLOOR, wall)
    assert BALL.collide(at(0, -39), shifted, Transform2D(0.0, (3, 3), 0.0, (0, 0)))
    assert not BALL.collide(at(0, -41), shifted, Transform2D(0.0, (3, 3), 0.0, (0, 0)))


def test_contacts_with_a_boundary_are_where_the_shape_is_deepest() -> None:
    found = BOX.collide_and_get_contacts(at(0, -5), FLOOR, HERE)

    assert sorted(zip(found[::2], found[1::2], strict=True)) == [((-10, 5), (-10, 0)), ((10, 5), (10, 0))]
    assert FLOOR.collide_and_get_contacts(HERE, BALL, at(3, -5)) == ((3, 0), (3, 5))


def test_only_where_a_motion_ends_counts_for_a_boundary() -> None:
    assert BALL.collide_with_motion(at(0, -50), (0, 45), FLOOR, HERE, (0, 0))
    assert not BALL.collide_with_motion(at(0, -5), (0, -45), FLOOR, HERE, (0, 0))


# --- Rays


def test_a_ray_collides_with_what_its_tip_is_in() -> None:
    assert LEG.collide(HERE, BOX, at(0, 25))
    assert LEG.collide_and_get_contacts(HERE, BOX, at(0, 25)) == ((0, 20), (0, 15))
    assert BOX.collide_and_get_contacts(at(0, 25), LEG, HERE) == ((0, 15), (0, 20))
    assert not LEG.collide(HERE, BOX, at(0, 31))
    assert not LEG.collide(HERE, BOX, at(0, 5))  # begins inside
    assert not LEG.collide(HERE, LEG, at(0, 5))


def test_a_ray_meets_the_first_of_several_lines_and_a_boundary() -> None:
    steps = ConcavePolygonShape2D(segments=((-5, 18), (5, 18), (-5, 12), (5, 12)))

    assert LEG.collide_and_get_contacts(HERE, steps, HERE) == ((0, 20), (0, 12))
    assert LEG.collide_and_get_contacts(HERE, FLOOR, at(0, 15)) == ((0, 20), (0, 15))


def test_a_ray_that_slides_is_pushed_along_the_normal() -> None:
    slope = ConvexPolygonShape2D(points=((-10, 5), (10, 25), (-10, 25)))  # down to the right
    tip, straight = LEG.collide_and_get_contacts(HERE, slope, HERE)
    _, sliding = SeparationRayShape2D(slide_on_slope=True).collide_and_get_contacts(HERE, slope, HERE)

    assert tip == (0, 20)
    assert straight == pytest.approx((0, 15))
    assert sliding == pytest.approx((5 * sqrt(0.5), 20 - 5 * sqrt(0.5)))


def test_a_motion_along_a_ray_makes_it_longer() -> None:
    assert LEG.collide_with_motion(HERE, (0, 12), BOX, at(0, 41), (0, 0))
    assert not LEG.collide_with_motion(HERE, (12, 0), BOX, at(0, 41), (0, 0))
    assert not LEG.collide_with_motion(HERE, (0, -12), BOX, at(0, 41), (0, 0))


# --- What touches nothing


def test_concave_polygons_collide_by_their_lines_and_not_with_one_another() -> None:
    assert BALL.collide(HERE, OUTLINE, HERE)
    assert not BALL.collide(at(0, -40), OUTLINE, HERE)
    assert not OUTLINE.collide(HERE, OUTLINE, HERE)


@pytest.mark.parametrize(
    "shape",
    [
        Shape2D(),
        RectangleShape2D(size=(0, 10)),
        CircleShape2D(radius=0),
        CapsuleShape2D(radius=0),
        SegmentShape2D(b=(0, 0)),
        ConvexPolygonShape2D(points=((-9, 0), (9, 0))),
        ConvexPolygonShape2D(points=((-9, 0), (9, 0), (3, 0))),
        ConcavePolygonShape2D(),
        SeparationRayShape2D(length=0),
    ],
    ids=range(9),
)
def test_what_has_no_form_touches_nothing(shape: Shape2D) -> None:
    assert not shape.collide(HERE, BOX, HERE)
    assert not BOX.collide(HERE, shape, HERE)
    assert not FLOOR.collide(HERE, shape, at(0, 10))


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((3, BALL, HERE), r"collide\(local_xform\) must be six finite numbers, got 3"),
        ((HERE, 3, HERE), r"collide\(with_shape\) must be a Shape2D, got 3"),
        ((HERE, BALL, (nan, 0, 0, 1, 0, 0)), r"collide\(shape_xform\) must be six finite numbers"),
    ],
)
def test_arguments_of_the_wrong_kind_are_refused_by_name(arguments: Any, text: str) -> None:
    with pytest.raises((InvalidTypeError, InvalidValueError), match=text):
        BALL.collide(*arguments)


@pytest.mark.parametrize("motion", [3, (1,), (0, nan), "ab"])
def test_motions_of_the_wrong_kind_are_refused_by_name(motion: Any) -> None:
    with pytest.raises((InvalidTypeError, InvalidValueError), match=r"collide_with_motion\(local_motion\)"):
        BALL.collide_with_motion(HERE, motion, BALL, HERE, (0, 0))
    with pytest.raises((InvalidTypeError, InvalidValueError), match=r"_get_contacts\(shape_motion\)"):
        BALL.collide_with_motion_and_get_contacts(HERE, (0, 0), BALL, HERE, motion)
