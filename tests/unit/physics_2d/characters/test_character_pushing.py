"""Characters that walk against rigid bodies: those are as fast as they, at most, and stay where they belong."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, hypot, pi, sin
from typing import Any

import pytest

from engine.math import Vector2
from engine.resources.physics_material import PhysicsMaterial
from engine.resources.shapes_2d.capsule_shape_2d import CapsuleShape2D
from engine.resources.shapes_2d.circle_shape_2d import CircleShape2D
from engine.resources.shapes_2d.rectangle_shape_2d import RectangleShape2D
from engine.tree.scene_tree import SceneTree
from nodes import AnimatableBody2D, CharacterBody2D, PinJoint2D, RigidBody2D, StaticBody2D

Fixture = Callable[..., Any]
SIDE = 26.0
STEP = 1 / 60
GRAVITY = 980.0
STRENGTH = 4000.0
SLOP = 0.5
"""By how many pixels bodies at rest may be in one another, or apart; pymunk leaves 0.1."""
PUSHERS = {
    "box": (RectangleShape2D(size=(16.0, 28.0)), 14.0),
    "capsule": (CapsuleShape2D(radius=8.0, height=28.0), 14.0),
    "circle": (CircleShape2D(radius=14.0), 14.0),
}


class AlwaysFalling(CharacterBody2D):
    """Walks at `speed`, and falls also while it stands, so that it meets its floor in each move."""

    speed = 0.0

    def on_physics_process(self, delta: float) -> None:
        self.velocity = Vector2(self.speed, self.velocity.y + GRAVITY * delta)
        self.move_and_slide()


@pytest.fixture
def push(put: Fixture) -> Fixture:
    """`push(pusher, speed)` puts a floor at 0 and a pusher that walks so fast; returns the pusher."""

    def push(pusher: str, speed: float, x: float = 0.0) -> AlwaysFalling:
        put(StaticBody2D(), (40000.0, 40.0), (0.0, 20.0))
        walker = AlwaysFalling()
        walker.speed = speed
        shape, half = PUSHERS[pusher]
        made: AlwaysFalling = put(walker, shape, (x, -half - 0.05))
        return made

    return push


def crate_of(put: Fixture, x: float, friction: float = 1.0, mass: float = 1.0, size: float = SIDE) -> RigidBody2D:
    material = PhysicsMaterial(friction=friction)
    body = RigidBody2D(mass=mass, physics_material_override=material)
    crate: RigidBody2D = put(body, (size, size), (x, -size / 2))
    return crate


def lowest(crate: RigidBody2D) -> float:
    """How far down a crate of the usual size reaches."""
    turn = crate.rotation
    return crate.position.y + SIDE / 2 * (abs(sin(turn)) + abs(cos(turn)))


@pytest.mark.parametrize("pusher", PUSHERS)
@pytest.mark.parametrize("speed", [50.0, 150.0, 600.0])
@pytest.mark.parametrize(("friction", "mass"), [(1.0, 0.1), (1.0, 1.0), (0.5, 100.0), (0.0, 1.0)])
def test_a_pushed_crate_is_never_faster_than_its_pusher_and_stays_on_the_floor(
    tree: SceneTree, put: Fixture, push: Fixture, pusher: str, speed: float, friction: float, mass: float
) -> None:
    walker = push(pusher, speed)
    crate = crate_of(put, 60.0, friction, mass)
    start = walker.position.x

    for _ in range(90):
        tree.frames(1)
        assert crate.linear_velocity.length() <= speed * 1.001
        assert lowest(crate) == pytest.approx(0.0, abs=SLOP)
        assert abs(crate.rotation) < 0.02

    lost = friction * GRAVITY * STEP  # what the floor takes in each step, and the push makes good in the next
    assert crate.linear_velocity.x == pytest.approx(speed - lost, abs=0.01 * speed)
    assert walker.position.x - start <= speed * 90 * STEP + 1.0


@pytest.mark.parametrize("pusher", PUSHERS)
@pytest.mark.parametrize("speed", [50.0, 150.0, 600.0])
@pytest.mark.parametrize(("friction", "mass"), [(1.0, 1.0), (0.5, 100.0), (0.0, 0.1)])
def test_a_crate_between_its_pusher_and_a_wall_stays_there(
    tree: SceneTree, put: Fixture, push: Fixture, pusher: str, speed: float, friction: float, mass: float
) -> None:
    walker = push(pusher, speed)
    crate = crate_of(put, 60.0, friction, mass)
    put(StaticBody2D(), (40.0, 400.0), (140.0, -200.0))

    for _ in range(160 if speed > 50.0 else 240):
        tree.frames(1)
        assert crate.linear_velocity.length() <= speed * 1.05 + 20.0
        assert crate.position.x <= 120.0 - SIDE / 2 + 0.011 * speed  # as deep as a substep leads at most, and the slop
        assert lowest(crate) >= -2.0 - 0.012 * speed

    at = crate.position.x
    assert at == pytest.approx(120.0 - SIDE / 2, abs=1.0)
    assert walker.position.x == pytest.approx(at - SIDE / 2 - (14.0 if pusher == "circle" else 8.0), abs=1.5)
    tree.frames(30)
    assert crate.position.x == pytest.approx(at, abs=SLOP)


@pytest.mark.parametrize("speed", [150.0, 300.0, 600.0])
@pytest.mark.parametrize(("radius", "size"), [(10.0, 40.0), (14.0, 26.0), (20.0, 20.0)])
def test_a_slippery_crate_that_is_held_against_a_wall_is_not_thrown_up(
    tree: SceneTree, put: Fixture, walk: Fixture, speed: float, radius: float, size: float
) -> None:
    put(StaticBody2D(), (40000.0, 40.0), (0.0, 20.0))
    walk((0.0, -radius - 0.05), speed, CircleShape2D(radius=radius))
    crate = crate_of(put, 66.0, friction=0.0, size=size)
    put(StaticBody2D(), (40.0, 400.0), (140.0, -200.0))

    for _ in range(80):
        tree.frames(1)
        assert crate.position.y == pytest.approx(-size / 2, abs=1.0)
        assert abs(crate.rotation) < 0.01

    assert crate.position.x == pytest.approx(120.0 - size / 2, abs=1.0)


def test_one_that_walks_against_a_crate_gets_no_farther_than_by_itself(
    tree: SceneTree, put: Fixture, push: Fixture
) -> None:
    walker = push("box", 150.0)
    crate_of(put, 60.0, friction=0.0)

    tree.frames(120)

    assert walker.position.x <= 150.0 * 2.0 + 0.1
    assert walker.position.x >= 150.0 * 2.0 * 0.95


def test_a_push_is_as_strong_as_it_can_be_and_no_stronger(tree: SceneTree, put: Fixture, glide: Fixture) -> None:
    crate = put(RigidBody2D(mass=7.0, gravity_scale=0.0, linear_damp_mode=1), (40.0, 40.0), (40.05, 0.0))
    pusher = glide((10.0, 0.0), motion_mode=CharacterBody2D.MotionMode.FLOATING)

    speeds = []
    for _ in range(3):
        pusher.velocity = (600.0, 0.0)
        tree.frames(1)
        speeds.append(crate.linear_velocity.x)

    assert speeds == pytest.approx([STRENGTH * STEP * step for step in (1, 2, 3)], rel=1e-6)


def test_what_weighs_against_it_more_than_it_can_push_stays(tree: SceneTree, put: Fixture, push: Fixture) -> None:
    push("box", 600.0)
    crates = [crate_of(put, 40.0 + SIDE * place, mass=1.0) for place in range(6)]

    tree.frames(120)

    assert GRAVITY * len(crates) > STRENGTH
    assert [crate.position.x for crate in crates] == pytest.approx([40.0 + SIDE * n for n in range(6)], abs=2.0)


def test_a_resting_crate_wakes_up_when_it_is_pushed(tree: SceneTree, put: Fixture, push: Fixture) -> None:
    walker = push("box", 0.0)
    crate = crate_of(put, 60.0)
    tree.frames(120)
    assert crate.sleeping

    walker.speed = 150.0
    tree.frames(60)

    assert not crate.sleeping
    assert crate.position.x > 100.0


@pytest.mark.parametrize("speeds", [(100.0, -100.0), (200.0, -50.0)])
def test_two_that_push_a_crate_from_both_sides_do_not_shoot_it_away(
    tree: SceneTree, put: Fixture, push: Fixture, speeds: tuple[float, float]
) -> None:
    left = push("box", speeds[0], -60.0)
    right = push("box", speeds[1], 60.0)
    crate = crate_of(put, 0.0)

    for _ in range(120):
        tree.frames(1)
        assert hypot(*crate.linear_velocity) <= max(map(abs, speeds)) * 1.05
        assert lowest(crate) == pytest.approx(0.0, abs=2.0)

    assert left.position.x < crate.position.x < right.position.x


def test_two_that_push_a_crate_the_same_way_make_it_no_faster(tree: SceneTree, put: Fixture, push: Fixture) -> None:
    push("box", 150.0)
    push("box", 150.0, -17.0)
    crate = crate_of(put, 60.0, friction=0.0)

    tree.frames(60)

    assert crate.linear_velocity.x == pytest.approx(150.0, abs=1.0)


def test_a_ball_that_is_met_below_its_middle_is_not_lifted(tree: SceneTree, put: Fixture, push: Fixture) -> None:
    push("circle", 150.0)
    ball = put(
        RigidBody2D(physics_material_override=PhysicsMaterial(friction=0.0)), CircleShape2D(radius=30.0), (70, -30)
    )

    for _ in range(60):
        tree.frames(1)
        assert ball.position.y == pytest.approx(-30.0, abs=SLOP)

    assert ball.linear_velocity.x == pytest.approx(150.0, abs=1.0)


def test_on_a_slope_it_pushes_along_the_slope(tree: SceneTree, put: Fixture, walk: Fixture, ramp: Fixture) -> None:
    degrees = 20.0
    ramp(degrees, (-500.0, 0.0))
    angle = degrees * pi / 180.0
    along, up = Vector2(cos(angle), -sin(angle)), Vector2(-sin(angle), -cos(angle))
    material = PhysicsMaterial(friction=0.4)
    crate = RigidBody2D(rotation=-angle, physics_material_override=material)
    put(crate, (SIDE, SIDE), tuple(Vector2(-500.0, 0.0) + along * 500.0 + up * (SIDE / 2)))
    walk(tuple(Vector2(-500.0, 0.0) + along * 440.0 + up * 25.0), 150.0)
    tree.frames(20)
    start = crate.position

    tree.frames(60)

    moved = crate.position - start
    assert moved.dot(along) > 60.0
    assert moved.dot(up) == pytest.approx(0.0, abs=SLOP)
    assert crate.linear_velocity.length() <= 150.0


def test_a_body_that_is_held_by_a_joint_is_turned_by_where_it_is_met(
    tree: SceneTree, put: Fixture, glide: Fixture
) -> None:
    arm = put(RigidBody2D(gravity_scale=0.0), (10.0, 200.0), (0.0, 0.0))
    pin = tree.root.add_child(PinJoint2D(position=(0.0, 0.0)))
    pin.node_a, pin.node_b = pin.get_path_to(arm), pin.get_path_to(tree.root.add_child(StaticBody2D()))
    pusher = glide((-40.0, -80.0), shape=CircleShape2D(radius=10.0))

    for _ in range(40):
        pusher.velocity = (100.0, 0.0)
        tree.frames(1)

    assert arm.rotation > 0.2  # its upper end to the right
    assert arm.position == pytest.approx((0.0, 0.0), abs=SLOP)
    assert abs(arm.angular_velocity) * 80.0 <= 100.0 * 1.05


def test_floating_it_turns_what_it_meets_beside_its_centre_of_mass(
    tree: SceneTree, put: Fixture, glide: Fixture
) -> None:
    plank = put(RigidBody2D(gravity_scale=0.0), (10.0, 200.0), (15.0, 0.0))
    mode = CharacterBody2D.MotionMode.FLOATING
    pusher = glide((0.0, -80.0), shape=CircleShape2D(radius=9.9), motion_mode=mode)

    for _ in range(2):
        pusher.velocity = (100.0, 0.0)
        tree.frames(1)

    assert plank.angular_velocity > 0.1
    at = plank.linear_velocity.x + plank.angular_velocity * 80.0
    assert at == pytest.approx(100.0, abs=2.0)


@pytest.mark.parametrize("first", ["walks on", "stops"])
def test_a_wall_is_no_platform_of_one_that_stands_on_a_floor(tree: SceneTree, put: Fixture, first: str) -> None:
    class Door(AnimatableBody2D):
        def on_physics_process(self, delta: float) -> None:
            self.position += (60.0 * delta, 0.0)

    put(StaticBody2D(), (4000.0, 40.0), (0.0, 20.0))
    walker = AlwaysFalling()
    walker.speed = 90.0
    put(walker, (20.0, 40.0), (0.0, -20.05))
    door = put(Door(sync_to_physics=False), (20.0, 100.0), (25.0, -50.0))
    tree.frames(60)
    assert walker.is_on_wall()
    assert walker.get_platform_velocity() == (0.0, 0.0)
    assert walker.position.x <= door.position.x - 20.0 + 0.1
    if first == "stops":
        walker.speed = 0.0
        at = walker.position.x

        tree.frames(30)

        assert walker.position.x == pytest.approx(at, abs=0.1)
