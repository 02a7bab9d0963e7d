"""move_and_collide and test_move: how far bodies get, what counts as in their way, and what does not."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, hypot, inf, nan, radians, sin, sqrt
from typing import Any

import pytest

from engine import ProcessMode
from engine.core.errors import InvalidTypeError, InvalidValueError, TreeError
from engine.math import Transform2D, Vector2
from engine.resources.shapes_2d.capsule_shape_2d import CapsuleShape2D
from engine.resources.shapes_2d.circle_shape_2d import CircleShape2D
from engine.resources.shapes_2d.concave_polygon_shape_2d import ConcavePolygonShape2D
from engine.resources.shapes_2d.convex_polygon_shape_2d import ConvexPolygonShape2D
from engine.resources.shapes_2d.rectangle_shape_2d import RectangleShape2D
from engine.resources.shapes_2d.segment_shape_2d import SegmentShape2D
from engine.resources.shapes_2d.separation_ray_shape_2d import SeparationRayShape2D
from engine.resources.shapes_2d.world_boundary_shape_2d import WorldBoundaryShape2D
from engine.tree.scene_tree import SceneTree
from nodes import (
    Area2D,
    CharacterBody2D,
    CollisionShape2D,
    Node2D,
    RigidBody2D,
    StaticBody2D,
)
from nodes.physics_2d.kinematic_collision_2d import KinematicCollision2D

MARGIN = 0.08
Fixture = Callable[..., Any]
BOX = RectangleShape2D(size=(20.0, 20.0))
DIAMOND = ConvexPolygonShape2D(points=[(0, -10), (10, 0), (0, 10), (-10, 0)])


@pytest.fixture
def mover(put: Fixture) -> Any:
    return put(CharacterBody2D(), (20.0, 20.0), (0.0, 0.0))


@pytest.mark.parametrize(
    ("mine", "other", "distance"),
    [
        (BOX, BOX, 20.0),
        (CircleShape2D(radius=10.0), BOX, 20.0),
        (BOX, CircleShape2D(radius=7.0), 17.0),
        (CircleShape2D(radius=4.0), CircleShape2D(radius=7.0), 11.0),
        (CapsuleShape2D(radius=10.0, height=40.0), CapsuleShape2D(radius=5.0, height=30.0), 15.0),
        (DIAMOND, BOX, 20.0),
        (DIAMOND, CircleShape2D(radius=7.0), 17.0),
        (BOX, SegmentShape2D(a=(0, -50), b=(0, 50)), 10.0),
        (BOX, ConcavePolygonShape2D(segments=[(-5, -50), (-5, 50), (5, -50), (5, 50)]), 15.0),
        (BOX, WorldBoundaryShape2D(normal=(-1, 0)), 10.0),
        (CircleShape2D(radius=10.0), WorldBoundaryShape2D(normal=(-1, 0)), 10.0),
    ],
)
def test_each_shape_stops_at_each_other_where_they_touch(
    tree: SceneTree, put: Fixture, mine: Any, other: Any, distance: float
) -> None:
    mover = put(CharacterBody2D(), mine, (0.0, 0.0))
    wall = put(StaticBody2D(), other, (100.0, 0.0))

    collision = mover.move_and_collide((400.0, 0.0))

    assert collision.get_collider() is wall
    assert mover.position == pytest.approx((100.0 - distance, 0.0), abs=1e-9)
    assert collision.get_travel() == pytest.approx((100.0 - distance, 0.0), abs=1e-9)
    assert collision.get_remainder() == pytest.approx((300.0 + distance, 0.0), abs=1e-9)
    assert collision.get_normal() == pytest.approx((-1.0, 0.0), abs=1e-9)


def test_two_circles_meet_where_the_root_of_their_equation_says(tree: SceneTree, put: Fixture) -> None:
    mover = put(CharacterBody2D(), CircleShape2D(radius=10.0), (0.0, 0.0))
    put(StaticBody2D(), CircleShape2D(radius=20.0), (100.0, 15.0))

    collision = mover.move_and_collide((400.0, 0.0))

    x = 100.0 - sqrt(30.0**2 - 15.0**2)
    assert mover.position == pytest.approx((x, 0.0), abs=1e-9)
    assert collision.get_normal() == pytest.approx(((x - 100.0) / 30.0, -0.5), abs=1e-6)
    assert collision.get_position() == pytest.approx((100.0 + 20.0 * (x - 100.0) / 30.0, 5.0), abs=1e-4)


def test_a_turned_box_is_met_at_its_corner(tree: SceneTree, put: Fixture, mover: Any) -> None:
    wall = put(StaticBody2D(), (20.0, 20.0), (100.0, 0.0))
    wall.rotation = radians(45.0)

    mover.move_and_collide((400.0, 0.0))

    assert mover.position.x == pytest.approx(90.0 - 10.0 * sqrt(2.0), abs=1e-9)


def test_a_scaled_body_is_as_large_as_it_looks(tree: SceneTree, put: Fixture, mover: Any) -> None:
    wall = put(StaticBody2D(), (20.0, 20.0), (100.0, 0.0))
    wall.scale = Vector2(3.0, 1.0)
    mover.scale = Vector2(2.0, 1.0)

    mover.move_and_collide((400.0, 0.0))

    assert mover.position.x == pytest.approx(100.0 - 30.0 - 20.0, abs=1e-9)


def test_nothing_in_the_way_is_no_collision(tree: SceneTree, mover: Any) -> None:
    assert mover.move_and_collide((30.0, -40.0)) is None
    assert mover.position == (30.0, -40.0)


def test_test_only_leaves_it_where_it_is(tree: SceneTree, put: Fixture, mover: Any) -> None:
    put(StaticBody2D(), (20.0, 20.0), (100.0, 0.0))

    collision = mover.move_and_collide((400.0, 0.0), True)

    assert collision.get_travel().x == pytest.approx(80.0)
    assert mover.position == (0.0, 0.0)


def test_it_passes_along_what_it_touches(tree: SceneTree, put: Fixture, mover: Any) -> None:
    put(StaticBody2D(), (400.0, 20.0), (0.0, 20.0))

    assert mover.move_and_collide((100.0, 0.0)) is None
    assert mover.position == pytest.approx((100.0, 0.0), abs=MARGIN)


def test_what_the_mask_does_not_see_is_not_in_its_way(tree: SceneTree, put: Fixture, mover: Any) -> None:
    wall = put(StaticBody2D(collision_layer=2, collision_mask=1), (20.0, 20.0), (50.0, 0.0))

    assert mover.move_and_collide((100.0, 0.0)) is None

    mover.position = (0.0, 0.0)
    mover.collision_mask = 2
    assert mover.move_and_collide((100.0, 0.0)).get_collider() is wall


def test_areas_are_not_in_its_way(tree: SceneTree, put: Fixture, mover: Any) -> None:
    put(Area2D(), (20.0, 20.0), (50.0, 0.0))

    assert mover.move_and_collide((100.0, 0.0)) is None


@pytest.mark.parametrize("of_the_other", [False, True])
def test_exceptions_of_either_are_not_in_its_way(tree: SceneTree, put: Fixture, mover: Any, of_the_other: bool) -> None:
    wall = put(StaticBody2D(), (20.0, 20.0), (50.0, 0.0))
    mover.move_and_collide((5.0, 0.0))
    first, second = (wall, mover) if of_the_other else (mover, wall)
    first.add_collision_exception_with(second)

    assert mover.move_and_collide((100.0, 0.0), True) is None

    first.remove_collision_exception_with(second)
    assert mover.move_and_collide((100.0, 0.0), True) is not None


def test_disabled_shapes_neither_stop_nor_are_stopped(tree: SceneTree, put: Fixture, mover: Any) -> None:
    wall = put(StaticBody2D(), (20.0, 20.0), (50.0, 0.0))
    wall.get_node("Shape").disabled = True
    assert mover.move_and_collide((100.0, 0.0), True) is None

    wall.get_node("Shape").disabled = False
    assert mover.move_and_collide((100.0, 0.0), True) is not None

    mover.get_node("Shape").disabled = True
    assert mover.move_and_collide((100.0, 0.0), True) is None


def test_a_body_without_shapes_goes_anywhere(tree: SceneTree, put: Fixture) -> None:
    put(StaticBody2D(), (20.0, 20.0), (50.0, 0.0))
    ghost = tree.root.add_child(CharacterBody2D())

    assert ghost.move_and_collide((100.0, 0.0)) is None
    assert ghost.position == (100.0, 0.0)


def test_all_that_changes_between_two_moves_counts(tree: SceneTree, put: Fixture, mover: Any) -> None:
    wall = put(StaticBody2D(), (20.0, 20.0), (50.0, 0.0))

    def reach() -> float:
        return float(mover.move_and_collide((400.0, 0.0), True).get_travel().x)

    assert reach() == pytest.approx(30.0)
    wall.position = (60.0, 0.0)
    assert reach() == pytest.approx(40.0)
    wall.rotation = radians(90.0)
    wall.get_node("Shape").shape.size = (10.0, 40.0)
    assert reach() == pytest.approx(30.0)
    wall.get_node("Shape").position = (0.0, 5.0)
    assert reach() == pytest.approx(25.0)
    mover.get_node("Shape").shape = CircleShape2D(radius=5.0)
    assert reach() == pytest.approx(30.0)
    mover.rotation = radians(90.0)
    mover.get_node("Shape").position = (0.0, -5.0)
    assert reach() == pytest.approx(25.0)
    wall.free()
    assert mover.move_and_collide((400.0, 0.0), True) is None


def test_it_is_pushed_out_of_what_it_is_in_along_the_shorter_way(tree: SceneTree, put: Fixture, mover: Any) -> None:
    put(StaticBody2D(), (100.0, 100.0), (0.0, 59.0))

    for _ in range(20):
        mover.move_and_collide((0.0, 0.0), False, MARGIN, True)

    assert mover.position.x == 0.0
    assert -1.0 - MARGIN <= mover.position.y <= -1.0


def test_pushing_out_takes_four_tenths_of_the_way_at_each_place_in_each_of_four_passes(
    tree: SceneTree, put: Fixture
) -> None:
    mover = put(CharacterBody2D(), CircleShape2D(radius=10.0), (0.0, 0.0))  # one place of contact
    put(StaticBody2D(), (100.0, 100.0), (0.0, 59.0))  # 1 px deep

    collision = mover.move_and_collide((0.0, 0.0), True, MARGIN, True)

    left = MARGIN * 0.05
    depth = 1.0 + MARGIN - left
    assert collision.get_depth() == pytest.approx(left + depth * 0.6**4, abs=1e-9)


def test_only_recovery_as_collision_reports_what_it_is_pushed_out_of(tree: SceneTree, put: Fixture, mover: Any) -> None:
    floor = put(StaticBody2D(), (100.0, 100.0), (0.0, 60.0))

    assert mover.move_and_collide((1.0, 0.0), True) is None
    assert mover.move_and_collide((1.0, 0.0), True, MARGIN, True).get_collider() is floor


@pytest.mark.parametrize("margin", [0.0, 0.08, 2.0])
def test_safe_margin_is_what_it_is_kept_away_by(tree: SceneTree, put: Fixture, mover: Any, margin: float) -> None:
    put(StaticBody2D(), (400.0, 20.0), (0.0, 20.0))
    collision = KinematicCollision2D()

    assert mover.test_move(mover.transform, (0.0, 0.0), collision, margin, True)

    counts = max(margin, 0.0001)
    pushed = counts * 0.95 * (1.0 - 0.6**8)  # side on side are two places of contact
    assert collision.get_travel() == pytest.approx((0.0, -pushed), abs=1e-5)


# --- one way ----------------------------------------------------------------------------------------------------------


def test_a_one_way_shape_holds_up_what_comes_from_above_only(tree: SceneTree, put: Fixture) -> None:
    put(StaticBody2D(), (200.0, 20.0), (0.0, 0.0), one_way_collision=True)
    above = put(CharacterBody2D(), (20.0, 20.0), (0.0, -100.0))
    below = put(CharacterBody2D(), (20.0, 20.0), (50.0, 100.0))
    beside = put(CharacterBody2D(), (20.0, 20.0), (-200.0, 0.0))

    assert above.move_and_collide((0.0, 200.0)) is not None
    assert above.position.y == pytest.approx(-20.0)
    assert below.move_and_collide((0.0, -200.0)) is None
    assert beside.move_and_collide((400.0, 0.0)) is None


def test_jumping_through_a_one_way_platform_lands_on_it(tree: SceneTree, put: Fixture, walk: Fixture) -> None:
    put(StaticBody2D(), (1000.0, 40.0), (0.0, 20.0))
    put(StaticBody2D(), (200.0, 10.0), (0.0, -60.0), one_way_collision=True)
    walker = walk((0.0, -20.0))
    tree.frames(5)
    walker.velocity = (0.0, -600.0)

    tree.frames(90)

    assert walker.is_on_floor()
    assert walker.position.y == pytest.approx(-85.0, abs=MARGIN)


def test_within_one_way_collision_margin_it_is_still_on_it(tree: SceneTree, put: Fixture) -> None:
    put(StaticBody2D(), (200.0, 20.0), (0.0, 0.0), one_way_collision=True, one_way_collision_margin=8.0)
    shallow = put(CharacterBody2D(), (20.0, 20.0), (0.0, -15.0))
    deep = put(CharacterBody2D(), (20.0, 20.0), (50.0, -10.0))

    assert shallow.move_and_collide((0.0, 30.0)) is not None
    assert deep.move_and_collide((0.0, 30.0)) is None


def test_a_turned_one_way_shape_is_turned_in_what_it_holds(tree: SceneTree, put: Fixture, mover: Any) -> None:
    wall = put(StaticBody2D(), (200.0, 20.0), (100.0, 0.0), one_way_collision=True)
    wall.rotation = radians(-90.0)  # its upper side is on the left

    assert mover.move_and_collide((400.0, 0.0)) is not None

    wall.rotation = radians(90.0)
    mover.position = (0.0, 0.0)
    assert mover.move_and_collide((400.0, 0.0)) is None


def test_a_shape_may_become_one_way_later(tree: SceneTree, put: Fixture, mover: Any) -> None:
    wall = put(StaticBody2D(), (200.0, 20.0), (0.0, -100.0))
    assert mover.move_and_collide((0.0, -200.0), True) is not None

    wall.get_node("Shape").one_way_collision = True

    assert mover.move_and_collide((0.0, -200.0), True) is None


# --- separation rays --------------------------------------------------------------------------------------------------


def legged(put: Fixture, position: tuple[float, float], slides: bool = False, **of_body: Any) -> Any:
    """A circle with a ray down to 30 px below its middle."""
    body = put(CharacterBody2D(**of_body), CircleShape2D(radius=10.0), position)
    leg = CollisionShape2D("Leg")
    leg.shape = SeparationRayShape2D(length=30.0, slide_on_slope=slides)
    body.add_child(leg)
    return body


def test_a_separation_ray_lifts_its_body_until_its_tip_touches(tree: SceneTree, put: Fixture) -> None:
    put(StaticBody2D(), (400.0, 40.0), (0.0, 20.0))
    body = legged(put, (0.0, -22.0))

    for _ in range(30):
        body.move_and_collide((0.0, 0.0), False, MARGIN, True)

    assert body.position == pytest.approx((0.0, -30.0), abs=MARGIN)


def test_a_separation_ray_does_not_stop_a_motion_but_stands_on_what_it_comes_to(tree: SceneTree, put: Fixture) -> None:
    put(StaticBody2D(), (400.0, 40.0), (0.0, 20.0))
    body = legged(put, (0.0, -80.0))

    body.move_and_collide((0.0, 65.0))

    assert body.position.y == pytest.approx(-15.0)


def test_walking_with_a_ray_it_stands_on_its_tip(tree: SceneTree, put: Fixture, walk: Fixture) -> None:
    put(StaticBody2D(), (4000.0, 40.0), (0.0, 20.0))
    walker = walk((0.0, -100.0), 60.0, CircleShape2D(radius=10.0), floor_snap_length=4.0)
    leg = CollisionShape2D("Leg")
    leg.shape = SeparationRayShape2D(length=30.0)
    walker.add_child(leg)

    tree.frames(120)

    assert walker.is_on_floor()
    assert walker.position.y == pytest.approx(-30.0, abs=0.2)


@pytest.mark.parametrize("slides", [False, True])
def test_slide_on_slope_says_whether_a_ray_is_pushed_along_itself(
    tree: SceneTree, put: Fixture, ramp: Fixture, slides: bool
) -> None:
    ramp(30.0)
    body = legged(put, (200.0, -200.0 * sin(radians(30.0)) / cos(radians(30.0)) - 28.0), slides)

    collision = body.move_and_collide((0.0, 0.0), True, MARGIN, True)

    expected = (-sin(radians(30.0)), -cos(radians(30.0))) if slides else (0.0, -1.0)
    assert collision.get_normal() == pytest.approx(expected, abs=1e-6)
    assert collision.get_local_shape() is body.get_node("Leg")


# --- test_move --------------------------------------------------------------------------------------------------------


def test_test_move_asks_from_anywhere(tree: SceneTree, put: Fixture, mover: Any) -> None:
    wall = put(StaticBody2D(), (20.0, 20.0), (1000.0, 0.0))
    collision = KinematicCollision2D()

    assert not mover.test_move(mover.transform, (50.0, 0.0))
    assert mover.test_move(Transform2D(0.0, (900.0, 0.0)), (200.0, 0.0), collision)
    assert collision.get_collider() is wall
    assert collision.get_travel() == pytest.approx((80.0, 0.0))
    assert mover.test_move(Transform2D(radians(45.0), (900.0, 0.0)), (200.0, 0.0), collision)
    assert collision.get_travel() == pytest.approx((90.0 - 10.0 * sqrt(2.0), 0.0))
    assert mover.test_move(Transform2D(0.0, (3.0, 1.0), 0.0, (900.0, 0.0)), (200.0, 0.0), collision)
    assert collision.get_travel() == pytest.approx((60.0, 0.0))
    assert mover.position == (0.0, 0.0)


def test_a_new_collision_tells_of_nothing() -> None:
    collision = KinematicCollision2D()

    assert collision.get_collider() is None
    assert collision.get_collider_shape() is None
    assert collision.get_local_shape() is None
    assert collision.get_collider_id() == collision.get_collider_rid() == 0
    assert collision.get_normal() == collision.get_position() == collision.get_travel() == (0.0, 0.0)
    assert "none" in repr(collision)


def test_a_freed_collider_is_none(tree: SceneTree, put: Fixture, mover: Any) -> None:
    wall = put(StaticBody2D(), (20.0, 20.0), (50.0, 0.0))
    collision = mover.move_and_collide((100.0, 0.0))

    wall.free()

    assert collision.get_collider() is None
    assert collision.get_collider_shape() is None
    assert collision.get_normal() == (-1.0, 0.0)
    assert collision.get_position() == pytest.approx((40.0, 10.0), abs=20.0)


def test_rigid_bodies_and_static_ones_can_be_moved_so_too(tree: SceneTree, put: Fixture) -> None:
    put(StaticBody2D(), (20.0, 20.0), (100.0, 0.0))
    crate = put(RigidBody2D(gravity_scale=0.0), (20.0, 20.0), (0.0, 0.0))
    block = put(StaticBody2D(), (20.0, 20.0), (0.0, 100.0))

    assert crate.move_and_collide((400.0, 0.0)) is not None
    assert crate.position == pytest.approx((80.0, 0.0))
    assert block.move_and_collide((70.0, 0.0)) is None
    assert block.position == (70.0, 100.0)
    assert crate.test_move(Transform2D(0.0, (70.0, 60.0)), (0.0, 40.0))


def test_below_a_parent_it_moves_in_global_directions(tree: SceneTree, put: Fixture, mover: Any) -> None:
    parent = tree.root.add_child(Node2D(rotation=radians(90.0), position=(10.0, 10.0)))
    mover.reparent(parent)

    mover.move_and_collide((30.0, 0.0))

    assert mover.global_position == pytest.approx((30.0, 0.0))
    assert mover._record.transform.origin == pytest.approx((30.0, 0.0))


def test_what_stands_on_it_moves_with_it(tree: SceneTree, put: Fixture, mover: Any) -> None:
    rider = put(StaticBody2D(), (20.0, 20.0), (0.0, -50.0))
    rider.reparent(mover)
    other = put(CharacterBody2D(), (20.0, 20.0), (300.0, -50.0))
    other.add_collision_exception_with(mover)

    mover.move_and_collide((200.0, 0.0))

    assert other.move_and_collide((-100.0, 0.0)).get_collider() is rider
    assert other.position.x == pytest.approx(220.0)


# --- bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("motion", [(nan, 0.0), (0.0, inf)])
def test_a_motion_that_is_not_finite_is_refused(tree: SceneTree, mover: Any, motion: Any) -> None:
    with pytest.raises(InvalidValueError, match=r"move_and_collide\(motion\) must be two finite numbers"):
        mover.move_and_collide(motion)
    with pytest.raises(InvalidValueError, match=r"test_move\(motion\) must be two finite numbers"):
        mover.test_move(mover.transform, motion)
    assert mover.position == (0.0, 0.0)


def test_arguments_of_other_kinds_are_refused(tree: SceneTree, mover: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"move_and_collide\(motion\) must be two finite numbers, got 3"):
        mover.move_and_collide(3)
    with pytest.raises(InvalidValueError, match=r"move_and_collide\(safe_margin\) must be 0 or more, got -1"):
        mover.move_and_collide((1.0, 0.0), False, -1)
    with pytest.raises(InvalidTypeError, match=r"test_move\(collision\) must be a KinematicCollision2D or None, got 5"):
        mover.test_move(mover.transform, (1.0, 0.0), 5)
    with pytest.raises(InvalidValueError, match=r"get_angle\(up_direction\) must not be \(0, 0\)"):
        KinematicCollision2D().get_angle((0.0, 0.0))


def test_outside_of_a_space_nothing_can_be_moved(tree: SceneTree, mover: Any) -> None:
    with pytest.raises(TreeError, match=r"move_and_collide\(\) needs the body in a physics space; add it to a tree"):
        CharacterBody2D().move_and_collide((1.0, 0.0))
    mover.process_mode = ProcessMode.DISABLED
    with pytest.raises(TreeError, match=r"move_and_slide\(\) needs the body in a physics space; enable it first"):
        mover.move_and_slide()


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("velocity", (nan, 0.0), "velocity must be two finite numbers"),
        ("up_direction", (0.0, 0.0), r"up_direction must not be \(0, 0\)"),
        ("up_direction", (inf, 0.0), "up_direction must be two finite numbers"),
        ("max_slides", 0, "max_slides must be 1 or more, got 0"),
        ("floor_snap_length", -1.0, "floor_snap_length must be 0 or more, got -1"),
        ("floor_max_angle", nan, "floor_max_angle must be a finite number, got nan"),
        ("safe_margin", -0.1, "safe_margin must be 0 or more, got -0.1"),
        ("motion_mode", 2, "motion_mode must be one of GROUNDED 0, FLOATING 1, got 2"),
        ("platform_on_leave", 3, "platform_on_leave must be one of ADD_VELOCITY 0"),
        ("platform_floor_layers", 2**32, "platform_floor_layers must be from 0 to"),
    ],
)
def test_properties_refuse_what_they_cannot_be(name: str, value: Any, error: str) -> None:
    body = CharacterBody2D()
    before = getattr(body, name)

    with pytest.raises((InvalidTypeError, InvalidValueError), match=error):
        setattr(body, name, value)

    assert getattr(body, name) == before


def test_a_slide_collision_that_there_is_not_is_refused(tree: SceneTree, mover: Any) -> None:
    with pytest.raises(InvalidValueError, match=r"get_slide_collision\(slide_idx\): there are 0 collisions.*, got 0"):
        mover.get_slide_collision(0)


def test_very_far_away_it_still_stops(tree: SceneTree, put: Fixture, mover: Any) -> None:
    put(StaticBody2D(), (20.0, 20.0), (1e7, 1e7))
    mover.position = (1e7 - 1e3, 1e7)

    assert mover.move_and_collide((2e3, 0.0)) is not None
    assert mover.position.x == pytest.approx(1e7 - 20.0, abs=1e-6)
    assert hypot(*mover.position) > 0.0
