"""CharacterBody2D on floors: what is one, standing on it, slopes up and down, and being let down to it.

Expected places are where a box of 20 x 40 px touches, less at most the margin of 0.08 px that it is kept away by.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, radians, sin, tan
from typing import Any

import pytest

from engine.math import Vector2
from engine.resources.shapes_2d.capsule_shape_2d import CapsuleShape2D
from engine.resources.shapes_2d.circle_shape_2d import CircleShape2D
from engine.resources.shapes_2d.world_boundary_shape_2d import WorldBoundaryShape2D
from engine.tree.scene_tree import SceneTree
from nodes import Node2D, StaticBody2D

MARGIN = 0.08
TINY = 1e-9
Fixture = Callable[..., Any]


def test_a_falling_character_lands_and_loses_its_downward_velocity(
    tree: SceneTree, put: Fixture, walk: Fixture
) -> None:
    put(StaticBody2D(), (1000.0, 40.0), (0.0, 20.0))
    walker = walk((0.0, -200.0))

    tree.frames(60)

    assert walker.is_on_floor()
    assert walker.is_on_floor_only()
    assert walker.velocity == (0.0, 0.0)
    assert -20.0 - MARGIN <= walker.position.y <= -20.0 + TINY
    assert walker.position.x == 0.0
    assert walker.get_floor_normal() == (0.0, -1.0)
    assert walker.get_floor_angle() == 0.0


def test_until_it_lands_it_falls_as_its_velocity_says(tree: SceneTree, put: Fixture, walk: Fixture) -> None:
    put(StaticBody2D(), (1000.0, 40.0), (0.0, 20.0))
    walker = walk((0.0, -200.0))

    tree.frames(20)

    fallen = sum(980.0 / 60.0 * step / 60.0 for step in range(1, 21))
    assert walker.position.y == pytest.approx(-200.0 + fallen, abs=1e-9)
    assert not walker.is_on_floor()
    assert walker.get_slide_collision_count() == 0
    assert walker.get_last_slide_collision() is None


def test_standing_it_does_not_move_at_all(tree: SceneTree, put: Fixture, walk: Fixture) -> None:
    put(StaticBody2D(), (1000.0, 40.0), (0.0, 20.0))
    walker = walk((0.0, -20.0))
    tree.frames(30)
    place = walker.position

    tree.frames(120)

    assert walker.position == place
    assert walker.is_on_floor()


@pytest.mark.parametrize("shape", [CapsuleShape2D(radius=10.0, height=40.0), CircleShape2D(radius=20.0), (20.0, 40.0)])
def test_walking_over_the_seams_of_tiles_is_walking_on_the_level(
    tree: SceneTree, put: Fixture, walk: Fixture, shape: Any
) -> None:
    for column in range(40):
        put(StaticBody2D(), (16.0, 16.0), (column * 16.0, 8.0))
    walker = walk((20.0, -20.0), shape=shape)
    tree.frames(20)
    walker.speed = 130.0
    level = walker.position.y

    heights = set()
    for _ in range(120):
        tree.frames(1)
        heights.add(walker.position.y)

    assert walker.position.x == pytest.approx(20.0 + 120 * 130.0 / 60.0, abs=1e-3)
    assert max(heights) - min(heights) < MARGIN
    assert abs(walker.position.y - level) < MARGIN
    assert walker.is_on_floor_only()


@pytest.mark.parametrize("degrees", [10.0, 30.0, 44.9, 45.0])
def test_a_slope_up_to_floor_max_angle_is_a_floor_and_is_climbed(
    tree: SceneTree, ramp: Fixture, walk: Fixture, degrees: float
) -> None:
    ramp(degrees)
    walker = walk((100.0, -100.0 * tan(radians(degrees)) - 45.0), 60.0)

    tree.frames(60)
    start = walker.position
    tree.frames(60)

    assert walker.is_on_floor()
    assert walker.get_floor_angle() == pytest.approx(radians(degrees), abs=1e-6)
    walked = walker.position - start
    assert walked.x > 0.0
    assert walked.y == pytest.approx(-walked.x * tan(radians(degrees)), abs=0.3)


@pytest.mark.parametrize("degrees", [46.0, 60.0, 80.0])
def test_a_steeper_slope_is_a_wall_that_it_slides_down(
    tree: SceneTree, ramp: Fixture, walk: Fixture, degrees: float
) -> None:
    ramp(degrees)
    walker = walk((300.0, -300.0 * tan(radians(degrees)) - 45.0))

    tree.frames(60)

    assert walker.is_on_wall()
    assert not walker.is_on_floor()
    assert walker.get_wall_normal() == pytest.approx((-sin(radians(degrees)), -cos(radians(degrees))), abs=1e-9)
    assert walker.position.x < 295.0


def test_floor_max_angle_says_how_steep_a_floor_is(tree: SceneTree, ramp: Fixture, walk: Fixture) -> None:
    ramp(50.0)
    walker = walk((300.0, -300.0 * tan(radians(50.0)) - 45.0), floor_max_angle=radians(55.0))

    tree.frames(60)

    assert walker.is_on_floor_only()


def test_it_stays_where_it_stands_on_a_slope_under_any_gravity(tree: SceneTree, ramp: Fixture, walk: Fixture) -> None:
    ramp(40.0)
    walker = walk((300.0, -300.0 * tan(radians(40.0)) - 45.0))
    tree.frames(60)
    place = walker.position

    tree.frames(120)

    assert walker.position.distance_to(place) < 0.01


def test_it_stays_there_also_while_gravity_pulls_it_in_each_step(
    tree: SceneTree, ramp: Fixture, glide: Fixture
) -> None:
    ramp(40.0)
    glider = glide((300.0, -300.0 * tan(radians(40.0)) - 35.0))
    places = []

    for _ in range(180):
        glider.velocity += (0.0, 980.0 / 60.0)
        tree.frames(1)
        places.append(glider.position)

    assert places[60].distance_to(places[-1]) < 0.01
    assert glider.is_on_floor()


def test_falling_straight_within_the_margin_of_the_floor_it_stands_where_it_is(
    tree: SceneTree, put: Fixture, glide: Fixture
) -> None:
    put(StaticBody2D(), (1000.0, 40.0), (0.0, 20.0))
    glider = glide((0.0, -20.05), (0.0, 100.0))

    tree.frames(1)

    assert glider.is_on_floor()
    assert glider.position == pytest.approx((0.0, -20.05), abs=TINY)
    assert glider.velocity == (0.0, 0.0)


def test_without_floor_stop_on_slope_gravity_takes_it_down(tree: SceneTree, ramp: Fixture, glide: Fixture) -> None:
    ramp(40.0)
    glider = glide((300.0, -300.0 * tan(radians(40.0)) - 30.0), floor_stop_on_slope=False)

    for _ in range(60):
        glider.velocity += (0.0, 980.0 / 60.0)
        tree.frames(1)

    assert glider.position.x < 295.0


def test_down_a_slope_it_stays_on_the_floor_within_floor_snap_length(
    tree: SceneTree, ramp: Fixture, walk: Fixture
) -> None:
    ramp(30.0)
    walker = walk((1000.0, -1000.0 * tan(radians(30.0)) - 40.0), floor_snap_length=4.0)
    tree.frames(30)
    walker.speed = -200.0

    on_floor = []
    for _ in range(60):
        tree.frames(1)
        on_floor.append(walker.is_on_floor())

    assert all(on_floor)


def test_with_too_small_a_floor_snap_length_it_flies_off_the_slope(
    tree: SceneTree, ramp: Fixture, walk: Fixture
) -> None:
    ramp(30.0)
    walker = walk((1000.0, -1000.0 * tan(radians(30.0)) - 40.0), floor_snap_length=0.0)
    tree.frames(30)
    walker.speed = -200.0

    on_floor = []
    for _ in range(60):
        tree.frames(1)
        on_floor.append(walker.is_on_floor())

    assert not all(on_floor)


def test_jumping_is_not_held_down_by_the_snap(tree: SceneTree, put: Fixture, walk: Fixture) -> None:
    put(StaticBody2D(), (1000.0, 40.0), (0.0, 20.0))
    walker = walk((0.0, -20.0), floor_snap_length=32.0)
    tree.frames(10)
    walker.velocity = (0.0, -300.0)

    tree.frames(1)

    assert not walker.is_on_floor()
    assert walker.position.y == pytest.approx(-20.0 - 300.0 / 60.0, abs=2 * MARGIN)


@pytest.mark.parametrize("speed", [100.0, -100.0])
def test_with_floor_constant_speed_it_is_as_fast_on_slopes_as_on_the_level(
    tree: SceneTree, ramp: Fixture, walk: Fixture, speed: float
) -> None:
    ramp(30.0)
    walker = walk((1000.0, -1000.0 * tan(radians(30.0)) - 45.0), floor_constant_speed=True, floor_snap_length=4.0)
    tree.frames(30)
    walker.speed = speed
    tree.frames(5)
    start = walker.position

    tree.frames(60)

    assert walker.position.distance_to(start) == pytest.approx(100.0, abs=0.5)
    assert walker.get_real_velocity().length() == pytest.approx(100.0, abs=0.5)


def test_without_it_slopes_shorten_the_way_ahead_up_only(tree: SceneTree, ramp: Fixture, walk: Fixture) -> None:
    ramp(30.0)
    walker = walk((1000.0, -1000.0 * tan(radians(30.0)) - 45.0), 100.0)
    tree.frames(30)
    start = walker.position

    tree.frames(60)

    ahead = 100.0 * cos(radians(30.0)) ** 2  # what of the motion is along the slope, and of that what is ahead
    assert walker.position.x - start.x == pytest.approx(ahead, abs=1.0)


def test_up_direction_may_be_any(tree: SceneTree, put: Fixture, glide: Fixture) -> None:
    put(StaticBody2D(), (40.0, 1000.0), (-20.0, 0.0))
    glider = glide((40.0, 0.0), (-300.0, 0.0), up_direction=(2.0, 0.0))

    tree.frames(30)

    assert glider.up_direction == (1.0, 0.0)
    assert glider.is_on_floor_only()
    assert 10.0 - TINY <= glider.position.x <= 10.0 + MARGIN
    assert glider.get_floor_angle() == pytest.approx(pi / 2.0)
    assert glider.get_floor_angle((1.0, 0.0)) == 0.0


def test_a_world_boundary_is_a_floor(tree: SceneTree, put: Fixture, walk: Fixture) -> None:
    put(StaticBody2D(), WorldBoundaryShape2D(), (0.0, 100.0))
    walker = walk((3000.0, 0.0), 50.0)

    tree.frames(60)

    assert walker.is_on_floor_only()
    assert 80.0 - MARGIN <= walker.position.y <= 80.0 + TINY


def test_apply_floor_snap_puts_it_on_the_floor_below_it(tree: SceneTree, put: Fixture, glide: Fixture) -> None:
    put(StaticBody2D(), (1000.0, 40.0), (0.0, 20.0))
    glider = glide((0.0, -25.0), floor_snap_length=8.0)
    glider.set_physics_process(False)
    tree.frames(1)

    glider.apply_floor_snap()

    assert glider.is_on_floor()
    assert glider.position.x == 0.0
    assert glider.position.y == pytest.approx(-20.0, abs=MARGIN)


def test_apply_floor_snap_leaves_it_in_the_air_where_the_floor_is_farther(
    tree: SceneTree, put: Fixture, glide: Fixture
) -> None:
    put(StaticBody2D(), (1000.0, 40.0), (0.0, 20.0))
    glider = glide((0.0, -30.0), floor_snap_length=8.0)
    glider.set_physics_process(False)
    tree.frames(1)

    glider.apply_floor_snap()

    assert not glider.is_on_floor()
    assert glider.position == (0.0, -30.0)


def test_a_character_that_is_in_the_floor_is_pushed_out_of_it(tree: SceneTree, put: Fixture, walk: Fixture) -> None:
    put(StaticBody2D(), (1000.0, 400.0), (0.0, 200.0))
    walker = walk((0.0, -10.0))

    tree.frames(30)

    assert -20.0 - MARGIN <= walker.position.y <= -20.0 + TINY
    assert walker.is_on_floor()


def test_what_it_meets_is_told(tree: SceneTree, put: Fixture, walk: Fixture) -> None:
    floor = put(StaticBody2D(), (1000.0, 40.0), (0.0, 20.0))
    walker = walk((7.0, -30.0))
    tree.frames(30)

    collision = walker.get_last_slide_collision()

    assert walker.get_slide_collision_count() >= 1
    assert collision is not None
    assert collision.get_collider() is floor
    assert collision.get_collider_id() == floor.id
    assert collision.get_collider_rid() == floor.get_rid()
    assert collision.get_collider_shape() is floor.get_node("Shape")
    assert collision.get_collider_shape_index() == 0
    assert collision.get_local_shape() is walker.get_node("Shape")
    assert collision.get_normal() == (0.0, -1.0)
    assert collision.get_angle() == 0.0
    assert collision.get_angle((0.0, 1.0)) == pytest.approx(pi)
    assert collision.get_collider_velocity() == (0.0, 0.0)
    assert collision.get_position().y == pytest.approx(0.0, abs=1e-9)
    assert -3.0 - 1e-9 <= collision.get_position().x <= 17.0 + 1e-9
    assert 0.0 < collision.get_depth() <= MARGIN + 1e-9


def test_two_characters_meet_each_other_as_bodies(tree: SceneTree, put: Fixture, glide: Fixture) -> None:
    left = glide((0.0, 0.0), (100.0, 0.0), motion_mode=1)
    right = glide((60.0, 0.0), (-100.0, 0.0), motion_mode=1)

    tree.frames(60)

    assert right.position.x - left.position.x == pytest.approx(20.0, abs=2 * MARGIN)
    assert left.is_on_wall()


def test_its_move_is_seen_at_once_by_the_next(tree: SceneTree, put: Fixture, glide: Fixture) -> None:
    first = glide((0.0, 0.0), (6000.0, 0.0), motion_mode=1)
    second = glide((100.0, 100.0), (0.0, -6000.0), motion_mode=1)  # comes to where the first has gone in this step

    tree.frames(1)

    assert first.position == (100.0, 0.0)
    assert second.position.y == pytest.approx(40.0, abs=MARGIN)
    assert second.get_last_slide_collision().get_collider() is first


def test_a_character_below_a_moved_and_scaled_parent_stands_where_it_should(
    tree: SceneTree, put: Fixture, walk: Fixture
) -> None:
    put(StaticBody2D(), (1000.0, 40.0), (0.0, 20.0))
    walker = walk((0.0, -100.0))
    parent = tree.root.add_child(Node2D(position=(50.0, -60.0), scale=(2.0, 2.0)))
    walker.reparent(parent, False)
    walker.position = Vector2(3.0, -20.0)

    tree.frames(60)

    assert walker.is_on_floor()
    assert walker.global_position.x == pytest.approx(56.0)
    assert -40.0 - MARGIN <= walker.global_position.y <= -40.0 + TINY
