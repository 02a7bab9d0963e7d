"""GrooveJoint2D: the second body stays on the line of the first, and between its ends."""

from __future__ import annotations

from math import cos, pi, sin

import pytest

from engine import SceneTree
from nodes import GrooveJoint2D
from tests.unit.physics_2d.joints.conftest import Join

TURN = -pi / 3.0
DOWN = (-sin(TURN), cos(TURN))  # the y axis of a node that is turned by TURN


def test_a_body_slides_down_its_line_and_stops_at_its_end(tree: SceneTree, join: Join) -> None:
    joint = GrooveJoint2D(length=200.0, initial_offset=50.0, rotation=TURN)
    _, ball = join(joint, 50.0 * DOWN[0], 50.0 * DOWN[1], gravity=980.0)
    for _ in range(120):
        tree.tick(1 / 60)
        along = ball.position.dot(DOWN)
        assert ball.position.cross(DOWN) == pytest.approx(0.0, abs=1e-6)
        assert -1.0 < along < 203.0
    tree.advance(10.0)
    assert ball.position.dot(DOWN) == pytest.approx(200.0, abs=0.1)


def test_on_its_line_a_body_falls_as_on_an_incline(tree: SceneTree, join: Join) -> None:
    joint = GrooveJoint2D(length=1000.0, initial_offset=10.0, rotation=TURN)
    _, ball = join(joint, 10.0 * DOWN[0], 10.0 * DOWN[1], gravity=980.0)
    tree.advance(1.0)
    assert ball.linear_velocity.dot(DOWN) == pytest.approx(980.0 * cos(TURN), rel=0.01)
    assert ball.position.dot(DOWN) == pytest.approx(10.0 + 490.0 * cos(TURN), rel=0.02)


def test_the_point_need_not_be_the_middle_of_the_body(tree: SceneTree, join: Join) -> None:
    joint = GrooveJoint2D(length=100.0, initial_offset=30.0)
    _, ball = join(joint, 40.0, 30.0, gravity=980.0)
    tree.advance(20.0)
    assert ball.to_global((-40.0, 0.0)).x == pytest.approx(0.0, abs=0.1)
    assert ball.to_global((-40.0, 0.0)).y == pytest.approx(100.0, abs=0.5)


def test_the_line_moves_with_the_first_body(tree: SceneTree, join: Join) -> None:
    post, ball = join(GrooveJoint2D(length=100.0, initial_offset=50.0), 0.0, 50.0)
    post.position, post.rotation = (300.0, 40.0), -pi / 2.0
    tree.advance(3.0)
    assert ball.position.y == pytest.approx(40.0, abs=0.1)
    assert 300.0 <= ball.position.x <= 400.0


def test_the_line_has_the_scale_of_the_node(tree: SceneTree, join: Join) -> None:
    joint = GrooveJoint2D(length=50.0, initial_offset=10.0, scale=(1.0, 3.0))
    _, ball = join(joint, 0.0, 30.0, gravity=980.0)
    tree.advance(10.0)
    assert ball.position.y == pytest.approx(150.0, abs=0.1)


def test_a_line_without_length_joins_nothing_with_a_warning(
    tree: SceneTree, join: Join, caplog: pytest.LogCaptureFixture
) -> None:
    joint = GrooveJoint2D("Groove", length=1e-9)
    _, ball = join(joint, 0.0, 0.0, gravity=980.0)
    tree.advance(1.0)
    assert ball.position.y == pytest.approx(490.0, rel=0.02)
    assert "/root/Groove: it joins nothing: its line is shorter than 1e-06 px" in caplog.text
