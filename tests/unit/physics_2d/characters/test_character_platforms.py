"""Characters on what moves: platforms that carry them, push them, let them go, and belts that move their surface."""

from __future__ import annotations

from collections.abc import Callable
from math import pi
from typing import Any

import pytest

from engine.math import Vector2
from engine.resources.shapes_2d.circle_shape_2d import CircleShape2D
from engine.tree.scene_tree import SceneTree
from nodes import AnimatableBody2D, CharacterBody2D, Node2D, RigidBody2D, StaticBody2D
from tests.unit.physics_2d.worlds import Platform

MARGIN = 0.08
Fixture = Callable[..., Any]
OnLeave = CharacterBody2D.PlatformOnLeave


@pytest.fixture
def platform(put: Fixture) -> Fixture:
    def platform(position: tuple[float, float], speed: tuple[float, float], **of_body: Any) -> Platform:
        made: Platform = put(Platform(**of_body), (200.0, 40.0), position)
        made.speed = Vector2(speed)
        return made

    return platform


@pytest.mark.parametrize("syncs", [True, False])
@pytest.mark.parametrize("first", ["platform", "walker"])
@pytest.mark.parametrize("speed", [(60.0, 0.0), (0.0, -120.0), (90.0, -240.0), (0.0, 150.0), (-300.0, 60.0)])
def test_it_stands_on_a_moving_platform_whichever_of_the_two_moves_first(
    tree: SceneTree, platform: Fixture, walk: Fixture, speed: tuple[float, float], first: str, syncs: bool
) -> None:
    if first == "platform":
        below = platform((0.0, 20.0), (0.0, 0.0), sync_to_physics=syncs)
        walker = walk((0.0, -20.0))
    else:
        walker = walk((0.0, -20.0))
        below = platform((0.0, 20.0), (0.0, 0.0), sync_to_physics=syncs)
    tree.frames(10)
    below.speed = Vector2(speed)
    tree.frames(2)
    apart = walker.position - below.position

    for _ in range(40):
        tree.frames(1)
        assert walker.is_on_floor()
        assert walker.position - below.position == pytest.approx(apart, abs=0.01)

    assert walker.velocity == (0.0, 0.0)
    assert walker.get_platform_velocity() == pytest.approx(speed, abs=1e-6)
    assert walker.get_real_velocity() == pytest.approx(speed, abs=1.0)


@pytest.mark.parametrize("first", ["platform", "walker"])
def test_on_a_platform_that_waits_for_the_step_it_is_where_it_is_drawn(
    tree: SceneTree, platform: Fixture, walk: Fixture, first: str
) -> None:
    if first == "platform":
        below = platform((0.0, 20.0), (0.0, -240.0))
        walker = walk((0.0, -20.0))
    else:
        walker = walk((0.0, -20.0))
        below = platform((0.0, 20.0), (0.0, -240.0))

    tree.frames(20)

    assert walker.position.y + 20.0 == pytest.approx(below.position.y - 20.0, abs=MARGIN)


def test_it_walks_on_a_moving_platform_at_its_own_speed(tree: SceneTree, platform: Fixture, walk: Fixture) -> None:
    below = platform((0.0, 20.0), (60.0, 0.0))
    walker = walk((-50.0, -20.0), 30.0)
    tree.frames(10)
    start = walker.position.x - below.position.x

    tree.frames(60)

    assert walker.position.x - below.position.x - start == pytest.approx(30.0, abs=0.1)


def test_a_turning_platform_takes_it_round(tree: SceneTree, put: Fixture, glide: Fixture) -> None:
    class Wheel(AnimatableBody2D):
        def on_physics_process(self, delta: float) -> None:
            self.rotation += 0.1 * delta

    put(Wheel(), (400.0, 40.0), (0.0, 20.0))
    glider = glide((100.0, -20.0))
    tree.frames(1)
    glider.velocity = (0.0, 10.0)

    tree.frames(60)

    assert glider.is_on_floor()
    assert glider.get_platform_velocity().y == pytest.approx(0.1 * 100.0, abs=2.0)
    assert glider.position.y == pytest.approx(-20.0 + 100.0 * 0.1, abs=2.5)


def test_a_conveyor_belt_takes_it_along(tree: SceneTree, put: Fixture, walk: Fixture) -> None:
    put(StaticBody2D(constant_linear_velocity=(80.0, 0.0)), (2000.0, 40.0), (0.0, 20.0))
    walker = walk((0.0, -20.0))
    tree.frames(10)
    start = walker.position.x

    tree.frames(60)

    assert walker.position.x - start == pytest.approx(80.0, abs=0.01)
    assert walker.get_platform_velocity() == (80.0, 0.0)
    assert walker.velocity == (0.0, 0.0)


def test_platform_floor_layers_say_which_platforms_take_it_along(
    tree: SceneTree, platform: Fixture, walk: Fixture
) -> None:
    platform((0.0, 20.0), (60.0, 0.0), collision_layer=3)
    carried = walk((0.0, -20.0), platform_floor_layers=2)
    left = walk((-60.0, -20.0), platform_floor_layers=4)

    tree.frames(60)

    assert carried.position.x > 50.0
    assert left.position.x == pytest.approx(-60.0, abs=0.01)


@pytest.mark.parametrize(
    ("on_leave", "speed", "expected"),
    [
        (OnLeave.ADD_VELOCITY, (60.0, -120.0), (60.0, -420.0)),
        (OnLeave.ADD_VELOCITY, (60.0, 90.0), (60.0, -210.0)),
        (OnLeave.ADD_UPWARD_VELOCITY, (60.0, -120.0), (60.0, -420.0)),
        (OnLeave.ADD_UPWARD_VELOCITY, (60.0, 90.0), (60.0, -300.0)),
        (OnLeave.DO_NOTHING, (60.0, -120.0), (0.0, -300.0)),
    ],
)
@pytest.mark.parametrize("syncs", [True, False])
def test_leaving_a_platform_it_gets_its_velocity_as_platform_on_leave_says(
    tree: SceneTree,
    platform: Fixture,
    glide: Fixture,
    on_leave: OnLeave,
    speed: tuple[float, float],
    expected: tuple[float, float],
    syncs: bool,
) -> None:
    platform((0.0, 20.0), speed, sync_to_physics=syncs)
    glider = glide((0.0, -20.0), platform_on_leave=on_leave)
    glider.velocity = (0.0, 200.0)
    tree.frames(10)
    assert glider.is_on_floor()
    glider.velocity = (0.0, -300.0)

    tree.frames(1)

    assert glider.velocity == pytest.approx(expected, abs=0.5)


def test_a_platform_that_is_gone_takes_it_nowhere(tree: SceneTree, platform: Fixture, walk: Fixture) -> None:
    below = platform((0.0, 20.0), (60.0, 0.0))
    walker = walk((0.0, -20.0))
    tree.frames(10)
    x = walker.position.x

    below.free()
    tree.frames(10)

    assert walker.position.x == pytest.approx(x, abs=1.01)
    assert not walker.is_on_floor()


def test_a_platform_from_the_side_pushes_it(tree: SceneTree, put: Fixture, platform: Fixture, walk: Fixture) -> None:
    put(StaticBody2D(), (2000.0, 40.0), (0.0, 20.0))
    pusher = platform((-150.0, -22.0), (60.0, 0.0))
    walker = walk((0.0, -20.0))

    tree.frames(120)

    assert walker.position.x >= pusher.position.x + 110.0 - 1.5
    assert walker.is_on_floor()


def test_a_wall_in_the_way_of_a_platform_stops_it_and_not_the_platform(
    tree: SceneTree, put: Fixture, platform: Fixture, walk: Fixture
) -> None:
    put(StaticBody2D(), (40.0, 400.0), (80.0, -100.0))
    below = platform((0.0, 20.0), (60.0, 0.0))
    below.collision_mask = 0
    walker = walk((30.0, -20.0))

    tree.frames(40)

    assert walker.position.x == pytest.approx(50.0, abs=2 * MARGIN)
    assert walker.is_on_floor()


def test_one_that_was_put_elsewhere_is_not_taken_along(tree: SceneTree, platform: Fixture, walk: Fixture) -> None:
    platform((0.0, 20.0), (60.0, 0.0))
    walker = walk((0.0, -20.0))
    tree.frames(10)
    walker.set_physics_process(False)

    walker.position = (500.0, -500.0)
    tree.frames(10)

    assert walker.position == (500.0, -500.0)


def test_a_rigid_body_is_pushed_by_it(tree: SceneTree, put: Fixture, walk: Fixture) -> None:
    put(StaticBody2D(), (2000.0, 40.0), (0.0, 20.0))
    crate = put(RigidBody2D(), (40.0, 40.0), (80.0, -20.0))
    walker = walk((0.0, -20.0), 100.0)

    tree.frames(90)

    assert crate.position.x > 100.0
    assert crate.position.x - walker.position.x >= 30.0 - 1.0
    assert abs(crate.rotation) < pi / 8.0


def test_it_stands_on_a_rigid_body(tree: SceneTree, put: Fixture, walk: Fixture) -> None:
    put(StaticBody2D(), (2000.0, 40.0), (0.0, 20.0))
    crate = put(RigidBody2D(mass=10.0), (80.0, 40.0), (0.0, -20.0))
    walker = walk((0.0, -70.0))

    tree.frames(60)

    assert walker.is_on_floor()
    assert walker.get_last_slide_collision().get_collider() is crate
    assert walker.position.y == pytest.approx(-60.0, abs=1.0)


def test_a_platform_coming_down_pushes_a_character_that_rises(
    tree: SceneTree, platform: Fixture, glide: Fixture
) -> None:
    above = platform((0.0, -120.0), (0.0, 120.0), sync_to_physics=False)
    glider = glide((0.0, 0.0), (0.0, -200.0))

    met = []
    for _ in range(30):
        tree.frames(1)
        met.append(glider.is_on_ceiling())

    assert any(met)
    assert glider.velocity == pytest.approx((0.0, 120.0), abs=1e-6)
    assert glider.position.y >= above.position.y + 40.0 - 1.0


@pytest.mark.parametrize("spin", [0.0, 1.5, -2.0])
@pytest.mark.parametrize("center", [None, (12.0, -5.0)])
def test_leaving_a_rigid_body_it_gets_the_velocity_of_that_where_its_own_origin_is(
    tree: SceneTree, put: Fixture, glide: Fixture, spin: float, center: tuple[float, float] | None
) -> None:
    raft = RigidBody2D(gravity_scale=0.0, linear_damp_mode=1, angular_damp_mode=1, mass=50.0)
    if center is not None:
        raft.center_of_mass_mode, raft.center_of_mass = RigidBody2D.CenterOfMassMode.CUSTOM, Vector2(center)
    put(raft, (120.0, 40.0), (0.0, 20.0))
    glider = glide((30.0, -20.0), (0.0, 50.0))
    tree.frames(2)
    assert glider.is_on_floor()
    raft.linear_velocity, raft.angular_velocity = (82.0, -10.0), spin
    glider.velocity = (0.0, -600.0)
    arm = glider.position - (raft.position + Vector2(center or (0.0, 0.0)).rotated(raft.rotation))
    expected = raft.linear_velocity + Vector2(-spin * arm.y, spin * arm.x)

    tree.frames(1)

    assert not glider.is_on_floor()
    assert glider.velocity - Vector2(0.0, -600.0) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("syncs", [True, False])
@pytest.mark.parametrize("rise", [30.0, 300.0, 1200.0])
@pytest.mark.parametrize("start", [-20.0, -300.0])
def test_a_one_way_platform_that_rises_lifts_what_stands_or_lands_on_it(
    tree: SceneTree, put: Fixture, walk: Fixture, rise: float, syncs: bool, start: float
) -> None:
    lift = put(Platform(sync_to_physics=syncs), (200.0, 10.0), (0.0, 5.0), one_way_collision=True)
    walker = walk((0.0, start))
    if start == -20.0:
        tree.frames(5)
    lift.speed = Vector2(0.0, -rise)

    landed = 0
    for _ in range(60):
        tree.frames(1)
        landed += walker.is_on_floor()
        if landed:
            assert walker.is_on_floor()
            assert walker.position.y + 20.0 == pytest.approx(lift.position.y - 5.0, abs=MARGIN + 0.01)

    assert landed >= (60 if start == -20.0 else 15)


@pytest.mark.parametrize("speeds", [(100.0, -100.0), (100.0, -40.0), (100.0, 0.0), (300.0, -600.0)])
def test_two_that_walk_against_one_another_stop_one_another(
    tree: SceneTree, put: Fixture, walk: Fixture, speeds: tuple[float, float]
) -> None:
    put(StaticBody2D(), (4000.0, 40.0), (0.0, 20.0))
    left, right = walk((-60.0, -20.0), speeds[0]), walk((60.0, -20.0), speeds[1])
    tree.frames(60)
    met = left.position.x

    for _ in range(30):
        tree.frames(1)
        assert right.position.x - left.position.x == pytest.approx(20.0, abs=2 * MARGIN)
        assert left.position.x == pytest.approx(met, abs=MARGIN)
        assert left.is_on_floor()
        assert right.is_on_floor()


@pytest.mark.parametrize("turn", [0.0, 0.7, pi / 2])
@pytest.mark.parametrize("scale", [(1.0, 1.0), (2.0, 2.0), (-1.0, 1.0), (3.0, 0.5)])
def test_below_a_parent_that_is_turned_and_scaled_it_walks_as_on_the_canvas(
    tree: SceneTree, put: Fixture, walk: Fixture, turn: float, scale: tuple[float, float]
) -> None:
    put(StaticBody2D(), (4000.0, 40.0), (0.0, 20.0))
    parent = tree.root.add_child(Node2D(position=(30.0, -400.0), rotation=turn, scale=scale))
    walker = walk((0.0, 0.0), 60.0, CircleShape2D(radius=5.0))
    walker.reparent(parent, False)
    walker.global_position = (0.0, -40.0)
    tree.frames(60)
    before = walker.global_position
    shape = walker.global_transform

    tree.frames(60)

    assert walker.is_on_floor()
    assert walker.global_position - before == pytest.approx((60.0, 0.0), abs=0.01)
    assert walker.global_transform[:4] == pytest.approx(shape[:4], abs=1e-9)
