"""DampedSpringJoint2D: how fast it swings, where it rests, how it is damped."""

from __future__ import annotations

from math import exp, pi, sqrt

import pytest

from engine import SceneTree
from engine.math import Vector2
from nodes import DampedSpringJoint2D
from servers.physics_2d import PhysicsServer2D
from tests.unit.physics_2d.joints.conftest import Join, NewBall, Period


@pytest.mark.parametrize(("stiffness", "mass"), [(5.0, 2.0), (20.0, 1.0), (64.0, 2.0)])
def test_a_spring_swings_as_fast_as_stiffness_and_mass_say(
    join: Join, period: Period, stiffness: float, mass: float
) -> None:
    joint = DampedSpringJoint2D(length=100.0, rest_length=80.0, stiffness=stiffness, damping=0.0)
    _, ball = join(joint, 0.0, 100.0, mass=mass)
    assert period(lambda: ball.position.y - 80.0, 1200) == pytest.approx(2.0 * pi * sqrt(mass / stiffness), rel=1e-3)


def test_a_spring_between_two_bodies_swings_by_their_reduced_mass(
    tree: SceneTree, physics: PhysicsServer2D, new_ball: NewBall, period: Period
) -> None:
    physics.default_gravity = 0.0
    light = tree.root.add_child(new_ball("Light", 0.0, 0.0, 1.0))
    heavy = tree.root.add_child(new_ball("Heavy", 0.0, 100.0, 3.0))
    joint = DampedSpringJoint2D(length=100.0, rest_length=90.0, damping=0.0)
    joint.node_a, joint.node_b = "../Light", "../Heavy"
    tree.root.add_child(joint)
    measured = period(lambda: heavy.position.y - light.position.y - 90.0, 1200)
    assert measured == pytest.approx(2.0 * pi * sqrt(0.75 / 20.0), rel=1e-3)
    middle = (light.position + heavy.position * 3.0) / 4.0
    assert middle == pytest.approx((0.0, 75.0), abs=1e-6)


def test_a_spring_rests_where_it_pulls_as_hard_as_what_hangs_on_it(tree: SceneTree, join: Join) -> None:
    joint = DampedSpringJoint2D(length=100.0, rest_length=80.0, stiffness=20.0, damping=5.0)
    _, ball = join(joint, 0.0, 100.0, mass=0.5, gravity=980.0)
    tree.advance(10.0)
    assert ball.position == pytest.approx((0.0, 80.0 + 0.5 * 980.0 / 20.0), abs=0.01)


def test_damping_takes_the_part_of_a_swing_that_the_formula_says(tree: SceneTree, join: Join) -> None:
    joint = DampedSpringJoint2D(length=100.0, rest_length=80.0, stiffness=20.0, damping=1.0)
    _, ball = join(joint, 0.0, 100.0)
    turn = sqrt(20.0 - 0.25)  # 2 pi / turn is the period of the damped swing
    tree.advance(2.0 * pi / turn)
    assert ball.position.y - 80.0 == pytest.approx(20.0 * exp(-0.5 * 2.0 * pi / turn), abs=0.3)


def test_without_a_rest_length_a_spring_wants_to_be_as_long_as_when_it_was_made(tree: SceneTree, join: Join) -> None:
    joint = DampedSpringJoint2D(length=100.0, scale=(1.0, 2.0))
    _, ball = join(joint, 0.0, 200.0)
    tree.advance(1.0)
    assert ball.position == pytest.approx((0.0, 200.0))


def test_a_spring_of_length_0_holds_a_point(tree: SceneTree, join: Join) -> None:
    _, ball = join(DampedSpringJoint2D(length=0.0, damping=5.0), 0.0, 0.0, gravity=980.0)
    tree.advance(10.0)
    assert ball.position == pytest.approx((0.0, 980.0 / 20.0), abs=0.1)


def test_a_spring_can_be_set_while_it_swings(tree: SceneTree, join: Join) -> None:
    joint = DampedSpringJoint2D(length=100.0, damping=4.0)
    _, ball = join(joint, 0.0, 100.0)
    joint.rest_length = 60.0
    tree.advance(5.0)
    assert ball.position.y == pytest.approx(60.0, abs=0.01)
    joint.stiffness = 60.0
    ball.constant_force = Vector2(0.0, 600.0)
    tree.advance(5.0)
    assert ball.position.y == pytest.approx(70.0, abs=0.3)
    joint.rest_length = 0.0
    tree.advance(5.0)
    assert ball.position.y == pytest.approx(110.0, abs=0.3)
    joint.damping = 0.0
    ball.constant_force = Vector2(0.0, 0.0)
    tree.advance(5.0)
    assert ball.linear_velocity.length() + abs(ball.position.y - 100.0) > 5.0


def test_a_spring_beyond_the_range_of_numbers_leaves_what_does_not_move_alone(tree: SceneTree, join: Join) -> None:
    joint = DampedSpringJoint2D(length=100.0, stiffness=1e300)
    post, _ = join(joint, 0.0, 100.0)
    joint.rest_length = 1e300

    for _ in range(20):
        tree.tick(1 / 60)
        native = post._record.native
        assert (*native.velocity, native.angular_velocity) == (0.0, 0.0, 0.0)
