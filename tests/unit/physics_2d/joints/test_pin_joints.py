"""PinJoint2D: what it holds, how far it gives way, its limits and its motor, against what mechanics says."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

import pytest

from engine import SceneTree
from nodes import PinJoint2D
from servers.physics_2d import PhysicsServer2D
from tests.unit.physics_2d.joints.conftest import Join, NewBall, Period

LENGTH = 200.0
RADIUS = 5.0


def exact_period(angle: float, length: float, gravity: float) -> float:
    """Of a rigid pendulum that swings out by an angle: 2 pi sqrt(length / gravity) / agm(1, cos(angle / 2))."""
    one, other = 1.0, cos(angle / 2.0)
    for _ in range(20):
        one, other = (one + other) / 2.0, sqrt(one * other)
    return 2.0 * pi * sqrt(length / gravity) / one


@pytest.mark.parametrize(("angle", "bound"), [(0.1, 2e-4), (0.5, 2e-4), (1.0, 2e-4), (2.0, 1e-2)])
def test_a_pendulum_swings_as_fast_as_the_exact_formula_says(
    join: Join, period: Period, angle: float, bound: float
) -> None:
    _, ball = join(PinJoint2D(), LENGTH * sin(angle), LENGTH * cos(angle), gravity=980.0)

    measured = period(lambda: ball.position.x, 1200)

    reduced = LENGTH + 0.5 * RADIUS * RADIUS / LENGTH  # the disc turns with the rod
    assert measured == pytest.approx(exact_period(angle, reduced, 980.0), rel=bound)


def test_a_pendulum_keeps_its_length(tree: SceneTree, join: Join) -> None:
    _, ball = join(PinJoint2D(), LENGTH, 0.0, gravity=980.0)
    for _ in range(600):
        tree.tick(1 / 60)
        assert ball.position.length() == pytest.approx(LENGTH, abs=0.5)


@pytest.mark.parametrize("softness", [0.5, 1.0, 4.0, 16.0])
def test_a_soft_pin_gives_way_like_a_spring(tree: SceneTree, join: Join, softness: float) -> None:
    _, ball = join(PinJoint2D(softness=softness), 0.0, 0.0, mass=2.0, gravity=980.0)

    tree.advance(20.0)

    stiffness = 0.2 * 60.0 * 60.0 / softness
    assert ball.position.y == pytest.approx(2.0 * 980.0 / stiffness, rel=1e-3)
    assert ball.position.x == pytest.approx(0.0, abs=1e-3)
    assert ball.linear_velocity.length() < 1e-3


def test_a_soft_pin_gives_way_alike_in_all_directions(tree: SceneTree, join: Join, physics: PhysicsServer2D) -> None:
    physics.default_gravity_vector = physics.default_gravity_vector.rotated(1.0)
    _, ball = join(PinJoint2D(softness=4.0), 0.0, 0.0, gravity=980.0)
    tree.advance(10.0)
    assert ball.position.length() == pytest.approx(980.0 * 4.0 / 720.0, rel=1e-3)
    assert ball.position.angle() == pytest.approx(pi / 2.0 + 1.0, abs=1e-3)


def test_a_hardly_soft_pin_holds(tree: SceneTree, join: Join) -> None:
    _, ball = join(PinJoint2D(softness=0.01), 0.0, 0.0, gravity=980.0)
    tree.advance(5.0)
    assert ball.position.length() < 0.02


@pytest.mark.parametrize("speed", [3.0, -7.5])
def test_a_motor_turns_the_second_body_at_its_speed(tree: SceneTree, join: Join, speed: float) -> None:
    _, ball = join(PinJoint2D(motor_enabled=True, motor_target_velocity=speed), 0.0, 50.0)
    tree.advance(1.0)
    before = ball.rotation
    tree.tick(1 / 60)
    assert ball.angular_velocity == pytest.approx(speed)
    assert ball.rotation - before == pytest.approx(speed / 60.0)


def test_a_motor_can_be_set_while_it_runs(tree: SceneTree, join: Join) -> None:
    joint = PinJoint2D(motor_enabled=True, motor_target_velocity=3.0)
    _, ball = join(joint, 0.0, 50.0)
    tree.advance(0.5)
    joint.motor_target_velocity = -1.0
    tree.advance(0.5)
    assert ball.angular_velocity == pytest.approx(-1.0)
    joint.motor_enabled = False
    ball.angular_velocity = 0.25
    ball.linear_velocity = (-12.5 * cos(ball.rotation), -12.5 * sin(ball.rotation))
    tree.advance(0.5)
    assert ball.angular_velocity == pytest.approx(0.25, abs=0.02)


@pytest.mark.parametrize(("velocity", "end"), [(2.0, 0.7), (-2.0, -0.3)])
def test_limits_hold_it_back(tree: SceneTree, join: Join, velocity: float, end: float) -> None:
    joint = PinJoint2D(angular_limit_enabled=True, angular_limit_lower=-0.3, angular_limit_upper=0.7)
    _, ball = join(joint, 5.0, 0.0)
    ball.angular_velocity, ball.linear_velocity = velocity, (0.0, 5.0 * velocity)
    turns = []
    for _ in range(120):
        tree.tick(1 / 60)
        turns.append(ball.rotation)
    assert max(turns, key=abs) == pytest.approx(end, abs=0.05)
    assert turns[-1] == pytest.approx(end, abs=0.3)  # what takes the error back leaves it a little velocity


def test_equal_limits_hold_the_angle_at_which_they_were_joined(tree: SceneTree, join: Join) -> None:
    _, ball = join(PinJoint2D(rotation=1.0, angular_limit_enabled=True), 50.0, 0.0, gravity=980.0)
    tree.advance(3.0)
    assert ball.rotation == pytest.approx(0.0, abs=0.01)
    assert ball.position == pytest.approx((50.0, 0.0), abs=0.5)


def test_limits_a_whole_turn_apart_are_none(tree: SceneTree, join: Join) -> None:
    joint = PinJoint2D(angular_limit_enabled=True, angular_limit_lower=-pi, angular_limit_upper=pi)
    _, ball = join(joint, 0.0, 0.0)
    ball.angular_velocity = 5.0
    tree.advance(3.0)
    assert ball.angular_velocity == pytest.approx(5.0)


def test_an_upper_limit_below_the_lower_one_is_the_one_a_turn_further(tree: SceneTree, join: Join) -> None:
    joint = PinJoint2D(angular_limit_enabled=True, angular_limit_lower=-0.5, angular_limit_upper=-1.0)
    _, ball = join(joint, 0.0, 0.0)
    ball.angular_velocity = 2.0
    tree.advance(6.0)
    assert ball.rotation % (2.0 * pi) == pytest.approx(2.0 * pi - 1.0, abs=0.01)


def test_a_motor_stops_at_a_limit_and_turns_back_at_once(tree: SceneTree, join: Join) -> None:
    joint = PinJoint2D(motor_enabled=True, motor_target_velocity=3.0)
    joint.angular_limit_enabled, joint.angular_limit_lower, joint.angular_limit_upper = True, -0.5, 0.5
    _, ball = join(joint, 50.0, 0.0)
    tree.advance(60.0)
    assert ball.rotation == pytest.approx(0.5, abs=1e-3)
    assert ball.angular_velocity == pytest.approx(0.0, abs=1e-3)

    joint.motor_target_velocity = -3.0
    for _ in range(5):
        tree.tick(1 / 60)
        assert ball.angular_velocity == pytest.approx(-3.0)
    tree.advance(1.0)
    assert ball.rotation == pytest.approx(-0.5, abs=1e-3)
    assert ball.position.length() == pytest.approx(50.0, abs=0.1)


def test_limits_stay_when_a_body_that_has_turned_past_half_a_circle_is_put_elsewhere(
    tree: SceneTree, join: Join
) -> None:
    joint = PinJoint2D(angular_limit_enabled=True, angular_limit_lower=-0.2, angular_limit_upper=3.5)
    post, ball = join(joint, 0.0, 0.0)
    ball.angular_velocity = 3.4
    tree.advance(1.0)
    ball.angular_velocity = 0.0
    post.position = ball.position = (300.0, 0.0)
    turn = ball.rotation
    tree.advance(1.0)
    assert ball.angular_velocity == pytest.approx(0.0, abs=1e-6)
    assert ball.rotation % (2.0 * pi) == pytest.approx(turn, abs=1e-6)


def test_bodies_that_do_not_turn_need_no_motor_and_no_limits(tree: SceneTree, join: Join) -> None:
    joint = PinJoint2D(motor_enabled=True, motor_target_velocity=3.0, angular_limit_enabled=True)
    _, ball = join(joint, 50.0, 0.0)
    ball.lock_rotation = True
    tree.advance(1.0)
    assert ball.position == pytest.approx((50.0, 0.0))
    ball.lock_rotation = False
    tree.advance(1.0)
    assert ball.rotation == pytest.approx(0.0, abs=0.01)
    joint.angular_limit_enabled = False
    tree.advance(1.0)
    assert ball.angular_velocity == pytest.approx(3.0)


def test_a_greater_bias_brings_bodies_together_sooner(tree: SceneTree, join: Join, new_ball: NewBall) -> None:
    joint = PinJoint2D(bias=0.05)
    _, ball = join(joint, 100.0, 0.0)
    ball.position = (200.0, 0.0)
    tree.advance(0.1)
    slow = ball.position.x
    ball.position, ball.linear_velocity = (200.0, 0.0), (0.0, 0.0)
    joint.bias = 0.5
    tree.advance(0.1)
    assert 100.0 < ball.position.x < slow - 10.0
