"""CharacterBody2D at walls and ceilings, and floating: what is left of its motion and its velocity."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin, tan
from typing import Any

import pytest

from engine.math import Vector2
from engine.tree.scene_tree import SceneTree
from nodes import CharacterBody2D, StaticBody2D

MARGIN = 0.08
TINY = 1e-9
FLOATING = CharacterBody2D.MotionMode.FLOATING
Fixture = Callable[..., Any]


def leaning(put: Fixture, degrees: float, position: tuple[float, float]) -> StaticBody2D:
    """A long wall that is turned by so much against the sun around its middle."""
    wall: StaticBody2D = put(StaticBody2D(), (40.0, 2000.0), position)
    wall.rotation = -radians(degrees)
    return wall


def test_a_wall_stops_it_and_its_velocity_ahead(tree: SceneTree, put: Fixture, walk: Fixture) -> None:
    put(StaticBody2D(), (1000.0, 40.0), (0.0, 20.0))
    put(StaticBody2D(), (40.0, 400.0), (100.0, -200.0))
    walker = walk((0.0, -20.0), 200.0)

    tree.frames(60)

    assert walker.is_on_wall()
    assert walker.is_on_floor()
    assert walker.get_wall_normal() == (-1.0, 0.0)
    assert 70.0 - MARGIN <= walker.position.x <= 70.0 + TINY
    assert walker.get_real_velocity() == pytest.approx((0.0, 0.0), abs=2.0)


def test_falling_along_a_wall_it_falls_as_fast_as_in_the_air(tree: SceneTree, put: Fixture, walk: Fixture) -> None:
    put(StaticBody2D(), (40.0, 4000.0), (30.2, 0.0))
    beside = walk((0.0, 0.0), 50.0)
    free = walk((-500.0, 0.0))

    tree.frames(40)

    assert beside.is_on_wall_only()
    assert beside.position.y == pytest.approx(free.position.y, abs=0.5)
    assert beside.velocity.x == 0.0


def test_a_ceiling_stops_its_rising(tree: SceneTree, put: Fixture, glide: Fixture) -> None:
    put(StaticBody2D(), (1000.0, 40.0), (0.0, -120.0))
    glider = glide((0.0, 0.0), (0.0, -600.0))

    tree.frames(20)

    assert glider.is_on_ceiling()
    assert glider.is_on_ceiling_only()
    assert glider.velocity == (0.0, 0.0)
    assert -80.0 - TINY <= glider.position.y <= -80.0 + MARGIN


def test_it_slides_along_a_slanted_ceiling(tree: SceneTree, put: Fixture, glide: Fixture) -> None:
    ceiling = put(StaticBody2D(), (2000.0, 40.0), (0.0, -200.0))
    ceiling.rotation = radians(30.0)
    glider = glide((0.0, 0.0), (0.0, -300.0))

    tree.frames(40)

    along = Vector2(-cos(radians(30.0)), -sin(radians(30.0)))  # up along the ceiling, to the left
    assert glider.is_on_ceiling()
    assert glider.velocity.normalized() == pytest.approx(along, abs=1e-6)
    assert glider.position.x < -5.0


def test_without_slide_on_ceiling_it_rises_no_more(tree: SceneTree, put: Fixture, glide: Fixture) -> None:
    ceiling = put(StaticBody2D(), (2000.0, 40.0), (0.0, -200.0))
    ceiling.rotation = radians(30.0)
    glider = glide((0.0, 0.0), (0.0, -300.0), slide_on_ceiling=False)

    tree.frames(40)

    assert glider.velocity == (0.0, 0.0)
    assert glider.position.x == pytest.approx(0.0, abs=1.0)


def test_it_does_not_climb_what_is_too_steep(tree: SceneTree, put: Fixture, ramp: Fixture, walk: Fixture) -> None:
    put(StaticBody2D(), (1000.0, 40.0), (0.0, 20.0))
    ramp(60.0, (100.0, 0.0))
    walker = walk((0.0, -20.0), 300.0)

    tree.frames(60)

    assert walker.is_on_floor()
    assert walker.position.y == pytest.approx(-20.0, abs=0.2)
    assert walker.position.x <= 90.0 + MARGIN


def test_without_floor_block_on_wall_it_slides_up_what_is_too_steep(
    tree: SceneTree, put: Fixture, ramp: Fixture, walk: Fixture
) -> None:
    put(StaticBody2D(), (1000.0, 40.0), (0.0, 20.0))
    ramp(60.0, (100.0, 0.0))
    walker = walk((80.0, -20.0), 300.0, floor_block_on_wall=False)

    highest = 0.0
    for _ in range(30):
        tree.frames(1)
        highest = min(highest, walker.position.y)

    assert highest < -22.0


def test_floating_everything_is_a_wall(tree: SceneTree, put: Fixture, glide: Fixture) -> None:
    put(StaticBody2D(), (1000.0, 40.0), (0.0, 60.0))
    glider = glide((0.0, 0.0), (100.0, 300.0), motion_mode=FLOATING)

    tree.frames(30)

    assert glider.is_on_wall_only()
    assert glider.get_wall_normal() == (0.0, -1.0)
    assert glider.get_floor_normal() == (0.0, 0.0)
    assert 20.0 - MARGIN <= glider.position.y <= 20.0 + TINY
    assert glider.velocity == (100.0, 0.0)


def test_floating_it_keeps_its_speed_along_the_wall_it_meets_in_that_step(
    tree: SceneTree, put: Fixture, glide: Fixture
) -> None:
    put(StaticBody2D(), (4000.0, 40.0), (0.0, 60.0))
    glider = glide((0.0, 20.0), (300.0, 300.0), motion_mode=FLOATING)

    tree.frames(1)

    assert glider.position.x == pytest.approx(5.0, abs=0.01)  # what goes ahead of it: 300 / 60


@pytest.mark.parametrize(("degrees", "slides"), [(10.0, False), (20.0, True)])
def test_floating_it_stops_at_what_it_meets_squarely(
    tree: SceneTree, put: Fixture, glide: Fixture, degrees: float, slides: bool
) -> None:
    leaning(put, degrees, (100.0, 0.0))
    glider = glide((0.0, 0.0), motion_mode=FLOATING)  # wall_min_slide_angle is 15 degrees

    for _ in range(60):
        glider.velocity = (300.0, 0.0)
        tree.frames(1)

    assert (abs(glider.position.y) > 5.0) is slides


def test_max_slides_says_how_often_it_turns_in_a_step(tree: SceneTree, put: Fixture, glide: Fixture) -> None:
    put(StaticBody2D(), (4000.0, 40.0), (0.0, 40.05))
    once = glide((0.0, 0.0), (300.0, 300.0), motion_mode=FLOATING, max_slides=1)
    twice = glide((500.0, 0.0), (300.0, 300.0), motion_mode=FLOATING, max_slides=2)

    tree.frames(1)

    assert once.position.x < 0.2
    assert twice.position.x > 504.0


def test_in_a_corner_it_stands_still(tree: SceneTree, put: Fixture, walk: Fixture) -> None:
    put(StaticBody2D(), (1000.0, 40.0), (0.0, 20.0))
    put(StaticBody2D(), (40.0, 400.0), (30.0, -200.0))
    walker = walk((0.0, -20.0), 500.0)
    tree.frames(30)
    place = walker.position

    for _ in range(60):
        tree.frames(1)
        assert walker.position.distance_to(place) < 2 * MARGIN


def test_between_two_slopes_it_comes_to_rest(tree: SceneTree, put: Fixture, ramp: Fixture, walk: Fixture) -> None:
    ramp(30.0)
    left = put(StaticBody2D(), (4000.0, 200.0), (0.0, 0.0))
    left.rotation = radians(30.0)
    left.position = Vector2(0.0, 100.0).rotated(radians(30.0)) - Vector2(2000.0, 0.0).rotated(radians(30.0))
    walker = walk((0.0, -200.0))
    tree.frames(120)
    place = walker.position

    tree.frames(60)

    assert walker.is_on_floor()
    assert walker.position.distance_to(place) < 0.1
    assert walker.position.y == pytest.approx(-20.0 - 10.0 * tan(radians(30.0)), abs=0.2)


def test_it_does_not_fall_into_a_gap_that_is_as_wide_as_it_is(tree: SceneTree, put: Fixture, walk: Fixture) -> None:
    put(StaticBody2D(), (200.0, 40.0), (-110.0, 20.0))
    put(StaticBody2D(), (200.0, 40.0), (109.9, 20.0))
    walker = walk((-60.0, -20.0), 100.0)

    tree.frames(90)

    assert walker.is_on_floor()
    assert walker.position.y == pytest.approx(-20.0, abs=MARGIN)


@pytest.mark.parametrize("speed", [1_000.0, 20_000.0, 200_000.0])
def test_it_does_not_pass_through_a_thin_wall_at_any_speed(
    tree: SceneTree, put: Fixture, glide: Fixture, speed: float
) -> None:
    put(StaticBody2D(), (1.0, 400.0), (1000.0, 0.0))
    glider = glide((0.0, 0.0), (speed, 0.0), motion_mode=FLOATING)

    tree.frames(120)

    assert glider.position.x == pytest.approx(989.5, abs=MARGIN)


def test_the_last_motion_and_the_way_of_a_whole_step_are_told(tree: SceneTree, glide: Fixture) -> None:
    glider = glide((0.0, 0.0), (60.0, -120.0))

    tree.frames(3)

    assert glider.get_last_motion() == pytest.approx((1.0, -2.0))
    assert glider.get_position_delta() == pytest.approx((1.0, -2.0))
