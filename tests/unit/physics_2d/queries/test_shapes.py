"""`intersect_shape`, `cast_motion`, `collide_shape` and `get_rest_info`: what a shape meets, where, and how deep."""

from __future__ import annotations

from math import pi, sqrt
from typing import Any

import numpy as np
import pytest

from engine import InvalidTypeError, InvalidValueError
from engine.math import Transform2D, Vector2
from engine.resources.shapes_2d.capsule_shape_2d import CapsuleShape2D
from engine.resources.shapes_2d.concave_polygon_shape_2d import ConcavePolygonShape2D
from engine.resources.shapes_2d.segment_shape_2d import SegmentShape2D
from engine.resources.shapes_2d.separation_ray_shape_2d import SeparationRayShape2D
from engine.resources.shapes_2d.shape_2d import Shape2D
from engine.resources.shapes_2d.world_boundary_shape_2d import WorldBoundaryShape2D
from engine.tree.scene_tree import SceneTree
from nodes import Area2D, RigidBody2D
from servers.physics_2d import PhysicsShapeQueryParameters2D
from tests.unit.physics_2d.worlds import circle, floating, rectangle, state, wall, with_shape


def asking(shape: Shape2D | None, x: float = 0.0, y: float = 0.0, **parameters: Any) -> PhysicsShapeQueryParameters2D:
    at = {"transform": Transform2D(0.0, (x, y))}
    return PhysicsShapeQueryParameters2D(shape=shape, **{**at, **parameters})


def met_at(tree: SceneTree, asked: PhysicsShapeQueryParameters2D) -> float:
    """The fraction between the safe and the unsafe one, which are close to one another."""
    safe, unsafe = state(tree).cast_motion(asked)
    assert 0.0 <= safe <= unsafe <= 1.0
    assert (unsafe - safe) * asked.motion.length() < 3e-4
    return (safe + unsafe) / 2.0


# --- intersect_shape -------------------------------------------------------------------------------------------------


def test_a_shape_finds_what_it_overlaps_or_touches(tree: SceneTree) -> None:
    left, right = wall(tree, 0, 0), wall(tree, 75, 0)

    both = state(tree).intersect_shape(asking(rectangle(60, 10), 37.5, 0))
    one = state(tree).intersect_shape(asking(circle(10), -30, 0))
    touching = state(tree).intersect_shape(asking(rectangle(10, 10), -30, 0))

    assert [(hit.collider, hit.rid, hit.shape) for hit in both] == [
        (left, left.get_rid(), 0),
        (right, right.get_rid(), 0),
    ]
    assert [hit.collider for hit in one] == [hit.collider for hit in touching] == [left]
    assert state(tree).intersect_shape(asking(rectangle(10, 10), -30.01, 0)) == []


def test_it_finds_at_most_as_many_as_asked_for(tree: SceneTree) -> None:
    bodies = [wall(tree, 0, 0) for _ in range(5)]

    found = state(tree).intersect_shape(asking(circle(5)), 2)

    assert [hit.collider for hit in found] == bodies[:2]


def test_its_scale_and_turn_count(tree: SceneTree) -> None:
    wall(tree, 100, 0)  # from x = 75 on

    def touches(transform: Transform2D, shape: Shape2D) -> bool:
        return bool(state(tree).intersect_shape(asking(shape, transform=transform)))

    assert touches(Transform2D(0.0, (3.76, 3.76), 0.0, (0, 0)), circle(20))
    assert not touches(Transform2D(0.0, (3.74, 3.74), 0.0, (0, 0)), circle(20))
    assert touches(Transform2D(pi / 4, (75 - 10 * sqrt(2) + 0.1, 0)), rectangle(20, 20))
    assert not touches(Transform2D(pi / 4, (75 - 10 * sqrt(2) - 0.1, 0)), rectangle(20, 20))


def test_the_margin_makes_it_larger_all_around(tree: SceneTree) -> None:
    wall(tree, 100, 0)

    near = [bool(state(tree).intersect_shape(asking(rectangle(10, 10), 65, 0, margin=m))) for m in (4.9, 5.1)]
    corner = [  # the corners of the two are 5 and 12 px apart: 13 px
        bool(state(tree).intersect_shape(asking(rectangle(10, 10), 65, -42, margin=m))) for m in (12.9, 13.1)
    ]

    assert near == corner == [False, True]


def test_its_motion_makes_it_all_that_it_passes_over(tree: SceneTree) -> None:
    body = wall(tree, 100, 0)

    passing = state(tree).intersect_shape(asking(circle(10), 0, -30, motion=(200, 0)))

    assert [hit.collider for hit in passing] == [body]
    assert state(tree).intersect_shape(asking(circle(10), 0, -36, motion=(200, 0))) == []


@pytest.mark.parametrize("kind", ["boundary", "ray", "segment"])
def test_half_planes_rays_and_lines_can_ask_too(tree: SceneTree, kind: str) -> None:
    shape: Shape2D = {
        "boundary": WorldBoundaryShape2D(normal=(0, -1)),
        "ray": SeparationRayShape2D(length=20),
        "segment": SegmentShape2D(a=(0, 0), b=(0, 20)),
    }[kind]
    body = wall(tree, 0, 0)

    near = {"boundary": 24.0, "ray": -44.0, "segment": -44.0}[kind]
    far = {"boundary": 26.0, "ray": -46.0, "segment": -46.0}[kind]

    assert [hit.collider for hit in state(tree).intersect_shape(asking(shape, 0, near))] == [body]
    assert state(tree).intersect_shape(asking(shape, 0, far)) == []


def test_areas_masks_and_exceptions_are_those_of_all_questions(tree: SceneTree) -> None:
    area = tree.root.add_child(with_shape(Area2D(collision_layer=4), rectangle()))
    body = wall(tree, 0, 0)

    def found(**parameters: Any) -> set[Any]:
        return {hit.collider for hit in state(tree).intersect_shape(asking(circle(), **parameters))}

    assert found() == {body}
    assert found(collide_with_areas=True) == {area, body}
    assert found(collide_with_areas=True, collision_mask=4) == {area}
    assert found(exclude=(body,)) == found(collide_with_bodies=False) == set()


def test_of_a_concave_polygon_only_the_lines_are_touched(tree: SceneTree) -> None:
    points = [(0, 0), (100, 0), (100, 0), (100, 100), (100, 100), (0, 100), (0, 100), (0, 0)]
    body = wall(tree, 0, 0, ConcavePolygonShape2D(segments=points))

    assert state(tree).intersect_shape(asking(circle(20), 50, 50)) == []
    assert [hit.collider for hit in state(tree).intersect_shape(asking(circle(20), 85, 50))] == [body]


# --- cast_motion -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (circle(20), 0.555),  # from the middle 0 to the box at 575 less its own 20, of 1,000
        (rectangle(30, 10), 0.56),
        (CapsuleShape2D(radius=5, height=40), 0.57),
        (SegmentShape2D(a=(-10, -3), b=(25, 3)), 0.55),
    ],
)
def test_it_stops_where_it_meets_a_box(tree: SceneTree, shape: Shape2D, expected: float) -> None:
    wall(tree, 600, 0)

    assert met_at(tree, asking(shape, motion=(1000, 0))) == pytest.approx(expected, abs=1e-6)


def test_a_circle_meets_a_corner_where_pythagoras_says(tree: SceneTree) -> None:
    wall(tree, 600, 0)  # its upper left corner is at (575, -25)

    fraction = met_at(tree, asking(circle(20), 0, -37, motion=(1000, 0)))

    assert fraction == pytest.approx((575 - 16) / 1000, abs=1e-6)


def test_two_circles_meet_where_their_middles_are_as_far_apart_as_their_radii(tree: SceneTree) -> None:
    wall(tree, 300, 40, circle(30))

    fraction = met_at(tree, asking(circle(20), motion=(500, 0)))

    assert fraction == pytest.approx((300 - 30) / 500, abs=1e-6)


def test_turned_boxes_meet_corner_to_side(tree: SceneTree) -> None:
    wall(tree, 300, 0, rotation=pi / 4)

    fraction = met_at(tree, asking(rectangle(20, 100), motion=(500, 0)))

    assert fraction == pytest.approx((300 - 25 * sqrt(2) - 10) / 500, abs=1e-6)


def test_it_stops_at_a_half_plane_and_a_half_plane_stops_at_it(tree: SceneTree) -> None:
    wall(tree, 0, 100, WorldBoundaryShape2D())

    falling = met_at(tree, asking(circle(20), 4e6, 0, motion=(0, 200)))
    box = wall(tree, 0, 0)
    rising = met_at(tree, asking(WorldBoundaryShape2D(), 0, 60, motion=(0, -70), exclude=[tree.root.get_child(0)]))

    assert falling == pytest.approx(0.4, abs=1e-6)
    assert rising == pytest.approx(0.5, abs=1e-6)
    assert box.position == (0, 0)


def test_a_separation_ray_gets_only_longer(tree: SceneTree) -> None:
    wall(tree, 0, 100)

    down = met_at(tree, asking(SeparationRayShape2D(length=20), motion=(0, 110)))

    assert down == pytest.approx(0.5, abs=1e-6)
    assert state(tree).cast_motion(asking(SeparationRayShape2D(length=20), -60, 100, motion=(200, 0))) == (1, 1)
    assert state(tree).cast_motion(asking(SeparationRayShape2D(length=20), 0, 60, motion=(0, 50))) == (1, 1)


def test_nothing_in_the_way_is_all_of_it(tree: SceneTree) -> None:
    wall(tree, 600, 0)

    assert state(tree).cast_motion(asking(circle(20), motion=(500, 0))) == (1.0, 1.0)
    assert state(tree).cast_motion(asking(circle(20), motion=(-1000, 0))) == (1.0, 1.0)
    assert state(tree).cast_motion(asking(circle(20), 0, -46, motion=(1000, 0))) == (1.0, 1.0)
    assert state(tree).cast_motion(asking(circle(20), 600, 0)) == (1.0, 1.0)


def test_what_it_overlaps_at_the_start_is_not_in_its_way_but_what_it_touches_is(tree: SceneTree) -> None:
    wall(tree, 0, 0)
    wall(tree, 200, 0)

    out_of_the_first = met_at(tree, asking(circle(20), 20, 0, motion=(100 * sqrt(4), 0)))
    touching = state(tree).cast_motion(asking(rectangle(50, 50), 150, 0, motion=(10, 0)))
    away = state(tree).cast_motion(asking(rectangle(50, 50), 150, 0, motion=(-10, 0)))
    along = state(tree).cast_motion(asking(rectangle(50, 50), 150, 0, motion=(0, 10)))

    wall(tree, -200, 0)
    through_the_first = met_at(tree, asking(circle(20), 20, 0, motion=(-400, 0)))

    assert through_the_first == pytest.approx((20 + 175 - 20) / 400, abs=1e-6)
    assert out_of_the_first == pytest.approx((175 - 20 - 20) / 200, abs=1e-6)
    assert touching[0] == 0.0
    assert touching[1] < 1e-4
    assert away == along == (1.0, 1.0)


def test_of_several_in_the_way_the_first_stops_it(tree: SceneTree) -> None:
    for x in (900, 300, 600):
        wall(tree, x, 0)

    assert met_at(tree, asking(circle(20), motion=(1000, 0))) == pytest.approx(0.255, abs=1e-6)


def test_the_safe_part_touches_nothing_and_the_unsafe_part_does(tree: SceneTree) -> None:
    rng = np.random.default_rng(11)
    for number, (x, y) in enumerate(rng.uniform(-300, 300, (40, 2)).tolist()):
        wall(tree, x, y, circle(20) if number % 2 else rectangle(40, 20), rotation=number * 0.4)
    asked = state(tree)
    stopped = 0
    for start_x, start_y, end_x, end_y in rng.uniform(-400, 400, (60, 4)).tolist():
        motion = Vector2(end_x - start_x, end_y - start_y)
        parameters = asking(rectangle(12, 8), start_x, start_y)
        if asked.intersect_shape(parameters):
            continue
        parameters.motion = motion
        safe, unsafe = asked.cast_motion(parameters)
        at = Vector2(start_x, start_y)
        assert not asked.intersect_shape(asking(rectangle(12, 8), *(at + motion * safe)))
        assert not asked.intersect_shape(asking(rectangle(12, 8), *at, motion=motion * safe))
        if unsafe < 1.0:
            stopped += 1
            assert asked.intersect_shape(asking(rectangle(12, 8), *(at + motion * unsafe)))
    assert stopped > 20


# --- collide_shape and get_rest_info ---------------------------------------------------------------------------------


def test_contacts_are_pairs_of_a_point_on_the_shape_and_one_on_the_other(tree: SceneTree) -> None:
    wall(tree, 0, 100, rectangle(200, 100))  # its top is at 50

    points = state(tree).collide_shape(asking(rectangle(40, 40), 10, 35))
    of_circle = state(tree).collide_shape(asking(circle(20), 10, 35))

    assert set(zip(points[::2], points[1::2], strict=True)) == {((-10, 55), (-10, 50)), ((30, 55), (30, 50))}
    assert len(of_circle) == 2
    assert of_circle[0].is_equal_approx((10, 55))
    assert of_circle[1].is_equal_approx((10, 50))
    assert state(tree).collide_shape(asking(circle(20), 10, 25)) == ()


def test_of_more_contacts_than_asked_for_the_deepest_are_given(tree: SceneTree) -> None:
    wall(tree, 0, 35)  # its top is at 10
    wall(tree, 100, 40)  # its top is at 15

    points = state(tree).collide_shape(
        asking(CapsuleShape2D(radius=20, height=200), transform=Transform2D(pi / 2, (50, 0))), 1
    )

    assert len(points) == 2
    assert points[1].y == pytest.approx(10)


def test_the_rest_info_is_of_the_deepest_contact(tree: SceneTree) -> None:
    wall(tree, 0, 39)  # 6 px deep
    deeper = wall(tree, 39, 0)
    deeper.position = (37, 0)  # 8 px deep

    info = state(tree).get_rest_info(asking(circle(20)))

    assert info is not None
    assert (info.collider, info.rid, info.shape) == (deeper, deeper.get_rid(), 0)
    assert info.collider_id == deeper.id
    assert info.point.is_equal_approx((12, 0))
    assert info.normal.is_equal_approx((-1, 0))
    assert info.linear_velocity == (0, 0)


def test_the_rest_info_of_a_shape_that_touches_nothing_is_none(tree: SceneTree) -> None:
    wall(tree, 0, 50)

    assert state(tree).get_rest_info(asking(circle(20))) is None
    assert state(tree).get_rest_info(asking(circle(20), margin=6)) is not None
    assert state(tree).get_rest_info(asking(circle(20), 0, 5)) is not None
    assert state(tree).get_rest_info(asking(circle(20), 0, 5 - 0.9e-4)) is not None
    assert state(tree).get_rest_info(asking(circle(20), 0, 5 - 1.1e-4)) is None


def test_the_rest_info_says_how_fast_the_point_is_that_it_touches(tree: SceneTree) -> None:
    body: RigidBody2D = floating(tree.root, 0, 0, linear_velocity=(3, 4), angular_velocity=2)
    wall(tree, 500, 0, constant_linear_velocity=(0, -7), constant_angular_velocity=0.5)

    rigid = state(tree).get_rest_info(asking(circle(5), 28, 10))
    belt = state(tree).get_rest_info(asking(circle(5), 528, 10))

    assert rigid is not None
    assert belt is not None
    assert rigid.collider is body
    assert rigid.point.is_equal_approx((25, 10))
    assert rigid.linear_velocity.is_equal_approx((3 - 2 * 10, 4 + 2 * 25))
    assert belt.linear_velocity.is_equal_approx((-0.5 * 10, -7 + 0.5 * 25))


# --- bad questions ---------------------------------------------------------------------------------------------------


METHODS = ("intersect_shape", "cast_motion", "collide_shape", "get_rest_info")


@pytest.mark.parametrize("method", METHODS)
def test_a_concave_polygon_cannot_ask(tree: SceneTree, method: str) -> None:
    wall(tree, 0, 0)
    asked = asking(ConcavePolygonShape2D(segments=[(0, 0), (10, 0)]), motion=(10, 0))

    with pytest.raises(
        InvalidValueError,
        match=rf"{method} - PhysicsShapeQueryParameters2D\.shape must be convex, got a ConcavePolygonShape2D",
    ):
        getattr(state(tree), method)(asked)


@pytest.mark.parametrize("method", METHODS)
def test_no_shape_and_one_that_fills_nothing_cannot_ask(tree: SceneTree, method: str) -> None:
    with pytest.raises(InvalidValueError, match=rf"{method} - .*\.shape is None; set it to a Shape2D"):
        getattr(state(tree), method)(asking(None))
    with pytest.raises(InvalidValueError, match=rf"{method} - .*\.shape touches nothing: its radius is 0"):
        getattr(state(tree), method)(asking(circle(0)))
    with pytest.raises(InvalidValueError, match=rf"{method} - .*\.shape touches nothing: its scale is 0"):
        getattr(state(tree), method)(asking(circle(5), transform=(0, 0, 0, 1, 0, 0)))
    with pytest.raises(InvalidTypeError, match=rf"{method}\(parameters\) must be PhysicsShapeQueryParameters2D, got"):
        getattr(state(tree), method)(circle(5))


@pytest.mark.parametrize(
    ("parameters", "error", "text"),
    [
        ({"margin": -1}, InvalidValueError, r"\.margin must be 0 or more, got -1"),
        ({"motion": (0, float("inf"))}, InvalidValueError, r"\.motion must be two finite numbers"),
        ({"transform": (1, 0, 0, 1)}, InvalidTypeError, r"\.transform must be six finite numbers"),
        ({"shape": "circle"}, InvalidTypeError, r"\.shape must be a Shape2D or None, got 'circle'"),
    ],
)
def test_bad_parameters_are_refused_when_they_are_set(parameters: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=rf"PhysicsShapeQueryParameters2D{text}"):
        PhysicsShapeQueryParameters2D(**parameters)


def test_the_number_of_results_is_checked(tree: SceneTree) -> None:
    with pytest.raises(InvalidValueError, match=r"intersect_shape\(max_results\) must be from 1 to"):
        state(tree).intersect_shape(asking(circle()), 0)
    with pytest.raises(InvalidTypeError, match=r"collide_shape\(max_results\) must be a whole number, got 1\.5"):
        state(tree).collide_shape(asking(circle()), 1.5)  # type: ignore[arg-type]
