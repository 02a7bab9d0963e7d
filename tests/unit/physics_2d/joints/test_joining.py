"""Joint2D: which bodies it joins, and when; the same for all kinds."""

from __future__ import annotations

from math import nan

import pytest

from engine import InvalidTypeError, InvalidValueError, Node, NodePath, ProcessMode, SceneTree
from nodes import DampedSpringJoint2D, GrooveJoint2D, Joint2D, Node2D, PinJoint2D, RigidBody2D, StaticBody2D
from servers.physics_2d import PhysicsServer2D
from tests.unit.physics_2d.joints.conftest import Join, NewBall

Pinned = tuple[PinJoint2D, StaticBody2D, RigidBody2D]


def is_held(tree: SceneTree, ball: RigidBody2D, y: float = 50.0) -> bool:
    """Whether the ball is still near where it was joined after a while."""
    tree.advance(0.5)
    return ball.position.distance_to((0.0, y)) < 60.0


@pytest.fixture
def pinned(join: Join) -> Pinned:
    """A pin, a post and a ball 50 below it, in gravity."""
    joint = PinJoint2D("Pin")
    post, ball = join(joint, 0.0, 50.0, gravity=980.0)
    return joint, post, ball


# --- made and undone --------------------------------------------------------------------------------------------------


def test_two_bodies_are_joined_whatever_their_order_in_the_tree(
    tree: SceneTree, physics: PhysicsServer2D, new_ball: NewBall
) -> None:
    joint = PinJoint2D()
    joint.node_a, joint.node_b = "../Post", "../Ball"
    top = Node("Top")
    for node in (joint, StaticBody2D("Post"), ball := new_ball("Ball", 0.0, 50.0)):
        top.add_child(node)
    tree.root.add_child(top)
    assert is_held(tree, ball)


def test_a_joint_without_paths_joins_nothing(tree: SceneTree, physics: PhysicsServer2D, new_ball: NewBall) -> None:
    tree.root.add_child(PinJoint2D())
    ball = tree.root.add_child(new_ball("Ball", 0.0, 0.0))
    assert not is_held(tree, ball, 0.0)


@pytest.mark.parametrize(("side", "empty"), [("node_a", "node_b"), ("node_b", "node_a")])
def test_with_one_path_empty_a_body_is_joined_to_nothing(
    tree: SceneTree, physics: PhysicsServer2D, new_ball: NewBall, side: str, empty: str
) -> None:
    ball = tree.root.add_child(new_ball("Ball", 0.0, 50.0))
    joint = PinJoint2D()
    setattr(joint, side, "../Ball")
    tree.root.add_child(joint)
    assert joint.get_configuration_warnings() == [
        f"Joint is not connected to two PhysicsBody2Ds: {empty} is empty; a StaticBody2D there holds the other one in "
        "the world"
    ]
    assert not is_held(tree, ball)


def test_a_path_that_is_emptied_ends_the_joint(tree: SceneTree, pinned: Pinned) -> None:
    joint, _, ball = pinned
    joint.node_a = ""
    assert not is_held(tree, ball)
    ball.position, ball.linear_velocity = (0.0, 50.0), (0.0, 0.0)
    joint.node_a = "../Post"
    assert is_held(tree, ball)


def test_a_path_that_leads_nowhere_joins_nothing(tree: SceneTree, physics: PhysicsServer2D, new_ball: NewBall) -> None:
    ball = tree.root.add_child(new_ball("Ball", 0.0, 50.0))
    joint = PinJoint2D()
    joint.node_a, joint.node_b = "../Ball", "../Post"
    tree.root.add_child(joint)
    assert not is_held(tree, ball)


def test_another_path_joins_another_body(tree: SceneTree, pinned: Pinned, new_ball: NewBall) -> None:
    joint, _, ball = pinned
    other = tree.root.add_child(new_ball("Other", 0.0, 50.0))
    other.collision_layer = other.collision_mask = 0
    joint.node_b = "../Other"
    assert is_held(tree, other)
    assert not is_held(tree, ball)


def test_the_same_path_again_changes_nothing(tree: SceneTree, pinned: Pinned) -> None:
    joint, _, ball = pinned
    joint.position = (300.0, 0.0)
    joint.node_b = NodePath("../Ball")
    assert is_held(tree, ball)


def test_a_joint_that_moves_joins_where_it_was(tree: SceneTree, pinned: Pinned) -> None:
    joint, _, ball = pinned
    joint.position, joint.rotation = (0.0, 400.0), 1.0
    tree.advance(2.0)
    assert ball.position == pytest.approx((0.0, 50.0), abs=0.01)


def test_setting_disable_collision_joins_anew_where_the_joint_is(tree: SceneTree, pinned: Pinned) -> None:
    joint, _, ball = pinned
    joint.position = (100.0, 50.0)
    joint.disable_collision = False
    tree.advance(2.0)
    assert ball.position.distance_to((100.0, 50.0)) == pytest.approx(100.0, abs=0.5)
    assert ball.position.y > 60.0


def test_a_joint_that_leaves_the_tree_joins_no_more_and_joins_again_when_it_comes_back(
    tree: SceneTree, pinned: Pinned
) -> None:
    joint, _, ball = pinned
    tree.root.remove_child(joint)
    tree.advance(0.5)
    assert ball.position.y > 150.0
    joint.position = ball.position
    tree.root.add_child(joint)
    tree.advance(0.1)
    y = ball.position.y
    tree.advance(0.5)
    assert ball.position.y == pytest.approx(y, abs=1.0)
    joint.free()
    assert not is_held(tree, ball, y)


def test_a_body_that_leaves_the_tree_is_joined_no_more(tree: SceneTree, pinned: Pinned) -> None:
    joint, post, ball = pinned
    tree.root.remove_child(post)
    (said,) = joint.get_configuration_warnings()
    assert said == f"Joint is not connected to two PhysicsBody2Ds: nothing is at {joint.node_a}"
    tree.root.add_child(post)
    assert not is_held(tree, ball)


def test_a_subtree_that_comes_back_is_joined_again(
    tree: SceneTree, physics: PhysicsServer2D, new_ball: NewBall
) -> None:
    top = Node("Top")
    joint = PinJoint2D()
    joint.node_a, joint.node_b = "../Post", "../Ball"
    for node in (joint, StaticBody2D("Post"), ball := new_ball("Ball", 0.0, 50.0)):
        top.add_child(node)
    tree.root.add_child(top)
    tree.advance(0.1)
    tree.root.remove_child(top)
    tree.advance(0.1)
    tree.root.add_child(top)
    assert is_held(tree, ball)


def test_a_freed_body_is_let_go(tree: SceneTree, pinned: Pinned) -> None:
    joint, post, ball = pinned
    post.free()
    assert not is_held(tree, ball)
    assert joint._physics().bodies == []
    assert not post._physics().joints
    assert not ball._physics().joints


def test_a_disabled_body_is_joined_again_when_it_comes_back(tree: SceneTree, pinned: Pinned) -> None:
    _, post, ball = pinned
    post.process_mode = ProcessMode.DISABLED
    tree.advance(0.1)
    assert ball.position.y > 52.0
    post.process_mode = ProcessMode.INHERIT
    assert is_held(tree, ball)


def test_a_frozen_body_is_joined_again_when_it_thaws(tree: SceneTree, pinned: Pinned) -> None:
    _, _, ball = pinned
    ball.freeze = True
    tree.advance(0.1)
    assert ball.position == pytest.approx((0.0, 50.0))
    ball.freeze = False
    assert is_held(tree, ball)


def test_two_bodies_that_nothing_moves_may_be_joined(tree: SceneTree, physics: PhysicsServer2D) -> None:
    for name in "AB":
        tree.root.add_child(StaticBody2D(name))
    for kind in (PinJoint2D, GrooveJoint2D, DampedSpringJoint2D):
        joint = kind()
        joint.node_a, joint.node_b = "../A", "../B"
        tree.root.add_child(joint)
    tree.advance(0.1)


def test_what_is_joined_wakes_when_the_other_is_moved(tree: SceneTree, pinned: Pinned) -> None:
    _, post, ball = pinned
    ball.can_sleep = True
    tree.advance(5.0)
    assert ball.sleeping
    post.position = (40.0, 0.0)
    tree.advance(0.1)
    assert ball.position.x > 1.0


@pytest.mark.parametrize("kind", [PinJoint2D, GrooveJoint2D, DampedSpringJoint2D])
def test_a_joint_sleeps_with_its_bodies(tree: SceneTree, join: Join, kind: type[Joint2D]) -> None:
    _, ball = join(kind(), 0.0, 25.0, gravity=980.0)
    ball.can_sleep = True
    tree.advance(40.0)
    assert ball.sleeping


# --- collisions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("disable", [True, False])
def test_joined_bodies_pass_through_one_another_unless_told_otherwise(
    tree: SceneTree, physics: PhysicsServer2D, new_ball: NewBall, disable: bool
) -> None:
    physics.default_gravity = 0.0
    for name, x in (("A", 0.0), ("B", 30.0)):
        tree.root.add_child(new_ball(name, x, 0.0))
    joint = DampedSpringJoint2D(length=30.0, rotation=-1.5707963267948966, stiffness=64.0, damping=0.0)
    joint.rest_length, joint.disable_collision = 1.0, disable
    joint.node_a, joint.node_b = "../A", "../B"
    tree.root.add_child(joint)
    a, b = tree.root.get_node("A", RigidBody2D), tree.root.get_node("B", RigidBody2D)
    nearest = 100.0
    for _ in range(60):
        tree.tick(1 / 60)
        nearest = min(nearest, a.position.distance_to(b.position))
    assert (nearest < 5.0) is disable
    assert disable or nearest > 8.0


def test_what_a_joint_forbids_ends_with_it(tree: SceneTree, pinned: Pinned) -> None:
    joint, post, ball = pinned
    mine, other = post._physics(), ball._physics()
    assert other.rid in mine.exceptions
    assert mine.rid in other.exceptions
    twin = PinJoint2D()
    twin.node_a, twin.node_b = "../Ball", "../Post"
    tree.root.add_child(twin)
    joint.free()
    assert other.rid in mine.exceptions
    twin.disable_collision = False
    assert not mine.exceptions
    assert not other.exceptions


def test_both_bodies_list_what_a_joint_lets_them_pass_through(tree: SceneTree, pinned: Pinned) -> None:
    joint, post, ball = pinned
    other = tree.root.add_child(StaticBody2D("Other"))
    ball.add_collision_exception_with(other)
    assert post.get_collision_exceptions() == [ball]
    assert ball.get_collision_exceptions() == [post, other]
    ball.remove_collision_exception_with(post)  # the joint still says so
    assert ball.get_collision_exceptions() == [post, other]
    joint.disable_collision = False
    assert post.get_collision_exceptions() == []
    assert ball.get_collision_exceptions() == [other]


def test_what_somebody_else_has_forbidden_stays(tree: SceneTree, physics: PhysicsServer2D, new_ball: NewBall) -> None:
    post = tree.root.add_child(StaticBody2D("Post"))
    ball = tree.root.add_child(new_ball("Ball", 0.0, 50.0))
    post.add_collision_exception_with(ball)
    joint = PinJoint2D()
    joint.node_a, joint.node_b = "../Post", "../Ball"
    tree.root.add_child(joint)
    joint.free()
    assert post.get_collision_exceptions() == [ball]
    assert ball._physics().rid in post._physics().exceptions


# --- properties -------------------------------------------------------------------------------------------------------


def test_warnings_are_godots(tree: SceneTree, physics: PhysicsServer2D, new_ball: NewBall) -> None:
    for node in (Node2D("X"), Node2D("Y"), StaticBody2D("A"), new_ball("B", 0.0, 0.0)):
        tree.root.add_child(node)
    joint = tree.root.add_child(PinJoint2D())

    def warned(a: str, b: str) -> list[str]:
        joint.node_a, joint.node_b = a, b
        return joint.get_configuration_warnings()

    assert warned("../X", "../Y") == ["Node A and Node B must be PhysicsBody2Ds"]
    assert warned("../X", "../B") == ["Node A must be a PhysicsBody2D"]
    assert warned("../A", "../Y") == ["Node B must be a PhysicsBody2D"]
    assert warned("../A", "../Z") == ["Joint is not connected to two PhysicsBody2Ds: nothing is at ../Z"]
    assert warned("../V", "../Z") == ["Joint is not connected to two PhysicsBody2Ds: nothing is at ../V and ../Z"]
    assert warned("", "") == ["Joint is not connected to two PhysicsBody2Ds"]
    assert warned("../A", "../A") == ["Node A and Node B must be different PhysicsBody2Ds"]
    assert warned("../A", "../B") == []


def test_each_joint_has_a_number_of_its_own() -> None:
    one, other = PinJoint2D(), GrooveJoint2D()
    assert one.get_rid() == one.get_rid()
    assert one.get_rid() < other.get_rid()


def test_a_body_that_is_joined_where_it_was_put_last_need_not_wait_for_a_step(
    tree: SceneTree, physics: PhysicsServer2D, new_ball: NewBall
) -> None:
    post = tree.root.add_child(StaticBody2D("Post"))
    ball = tree.root.add_child(new_ball("Ball", 0.0, 0.0))
    tree.tick(1 / 60)
    post.position, ball.position = (500.0, 0.0), (500.0, 50.0)
    joint = PinJoint2D(position=(500.0, 0.0))
    joint.node_a, joint.node_b = "../Post", "../Ball"
    tree.root.add_child(joint)
    tree.advance(1.0)
    assert ball.position.distance_to((500.0, 0.0)) == pytest.approx(50.0, abs=0.5)


@pytest.mark.parametrize(
    ("kind", "name", "value", "text"),
    [
        (PinJoint2D, "node_a", 3, "node_a must be a NodePath or its text, got 3"),
        (PinJoint2D, "node_b", None, "node_b must be a NodePath or its text, got None"),
        (PinJoint2D, "node_a", Node2D("B"), "node_a must be a NodePath or its text, got <Node2D 'B'>; write its path"),
        (PinJoint2D, "bias", nan, "bias must be a finite number, got nan"),
        (PinJoint2D, "bias", -0.1, "bias must be 0 or more, got -0.1"),
        (PinJoint2D, "disable_collision", "no", "disable_collision must be True or False, got 'no'"),
        (PinJoint2D, "softness", -1.0, "softness must be 0 or more, got -1.0"),
        (PinJoint2D, "angular_limit_lower", nan, "angular_limit_lower must be a finite number, got nan"),
        (PinJoint2D, "angular_limit_upper", "x", "angular_limit_upper must be a finite number, got 'x'"),
        (PinJoint2D, "motor_target_velocity", nan, "motor_target_velocity must be a finite number, got nan"),
        (GrooveJoint2D, "length", 0.0, "length must be greater than 0, got 0.0"),
        (GrooveJoint2D, "initial_offset", nan, "initial_offset must be a finite number, got nan"),
        (DampedSpringJoint2D, "length", -1.0, "length must be 0 or more, got -1.0"),
        (DampedSpringJoint2D, "rest_length", -1.0, "rest_length must be 0 or more, got -1.0"),
        (DampedSpringJoint2D, "stiffness", -1.0, "stiffness must be 0 or more, got -1.0"),
        (DampedSpringJoint2D, "damping", nan, "damping must be a finite number, got nan"),
    ],
)
def test_bad_values_are_refused(kind: type[Joint2D], name: str, value: object, text: str) -> None:
    joint: Joint2D = kind()
    before = getattr(joint, name)
    with pytest.raises((InvalidTypeError, InvalidValueError), match=r"\." + text.replace("(", r"\(")):
        setattr(joint, name, value)
    assert getattr(joint, name) == before


def test_a_joint_needs_no_server_before_it_is_in_a_tree() -> None:
    joint = PinJoint2D(softness=2.0)
    joint.node_a = "../A"
    joint.motor_enabled = True
    assert PhysicsServer2D is not None
    assert joint.softness == 2.0


# --- sleep ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def two(tree: SceneTree, physics: PhysicsServer2D, new_ball: NewBall) -> list[RigidBody2D]:
    """Two balls, 50 apart, and a pin between them."""
    physics.default_gravity = 0.0
    balls = [tree.root.add_child(new_ball(name, 0.0, y)) for name, y in (("A", 0.0), ("B", 50.0))]
    for ball in balls:
        ball.can_sleep = True
    joint = PinJoint2D()
    joint.node_a, joint.node_b = "../A", "../B"
    tree.root.add_child(joint)
    return balls


def test_joined_bodies_that_are_put_to_sleep_wake_together(tree: SceneTree, two: list[RigidBody2D]) -> None:
    for ball in two:
        ball.sleeping = True
    tree.tick(1 / 60)
    assert all(ball.sleeping for ball in two)
    two[0].apply_central_impulse((100.0, 0.0))
    tree.advance(0.5)
    assert not any(ball.sleeping for ball in two)
    assert two[0].position.distance_to(two[1].position) == pytest.approx(50.0, abs=0.5)


def test_one_of_two_joined_bodies_does_not_sleep_alone(tree: SceneTree, two: list[RigidBody2D]) -> None:
    two[1].linear_velocity = (0.0, 20.0)
    two[0].sleeping = True
    tree.tick(1 / 60)
    assert not any(ball.sleeping for ball in two)
