"""What must not be kept of shapes, nodes and bodies that have gone, and who must not come back while it leaves."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any
from weakref import ref

import pytest

from engine.math import Vector2
from engine.tree.processing import ProcessMode
from engine.tree.scene_tree import SceneTree
from engine.tree.world_2d import World2D
from nodes import Area2D, Node2D, PinJoint2D, RigidBody2D, SubViewport
from servers.physics_2d import PhysicsServer2D
from tests.unit.physics_2d.worlds import STEP, box, circle, floating, floor, rectangle, space, with_shape

# --- shapes -----------------------------------------------------------------------------------------------------------


def change_form(body: Any, number: int) -> None:
    body.get_child(0).shape = circle(10.0 + number)


def change_size(body: Any, number: int) -> None:
    body.get_child(0).shape.size = (10.0 + number, 10.0)


def switch(body: Any, number: int) -> None:
    body.get_child(0).disabled = number % 2 == 0


def freeze(body: Any, number: int) -> None:
    body.freeze = not body.freeze


@pytest.mark.parametrize("change", [change_form, change_size, switch, freeze])
def test_a_body_keeps_no_shape_that_it_had_before(tree: SceneTree, change: Callable[[Any, int], None]) -> None:
    body = floating(tree.root)
    for number in range(6):
        change(body, number)
        tree.tick(STEP)
        assert set(body._record.native.shapes) == set(space(tree).native.shapes)


def test_a_body_that_had_another_shape_is_put_to_sleep_away_from_what_it_touched(tree: SceneTree) -> None:
    floor(tree.root)
    body = box(tree.root, 0, -25)
    box(tree.root, 45, -25)
    tree.frames(3, STEP)
    change_size(body, 40)
    tree.frames(3, STEP)
    body.position = Vector2(400.0, -5.0)
    body.sleeping = True
    tree.tick(STEP)
    assert body.sleeping


# --- nodes ------------------------------------------------------------------------------------------------------------


def test_a_body_lets_go_of_those_freed_that_it_passed_through_when_it_is_to_pass_through_another(
    tree: SceneTree,
) -> None:
    body = box(tree.root)
    gone, other = box(tree.root, 100), box(tree.root, 200)
    body.add_collision_exception_with(gone)
    known = ref(gone)
    number = gone.get_rid()
    gone.free()
    del gone
    body.add_collision_exception_with(other)
    gc.collect()
    assert known() is None
    assert number not in body._physics().exceptions
    assert body.get_collision_exceptions() == [other]


# --- who leaves -------------------------------------------------------------------------------------------------------


def turn_off_and_on(body: Any, view: SubViewport) -> None:
    body.process_mode = ProcessMode.DISABLED
    body.process_mode = ProcessMode.INHERIT


def change_disable_mode(body: Any, view: SubViewport) -> None:
    body.disable_mode = RigidBody2D.DisableMode.KEEP_ACTIVE


def change_world(body: Any, view: SubViewport) -> None:
    view.world_2d = World2D()


@pytest.mark.parametrize("change", [turn_off_and_on, change_disable_mode, change_world])
@pytest.mark.parametrize("when", ["body_exited", "tree_exiting"])
def test_a_body_that_leaves_the_tree_does_not_come_back_into_a_space(
    tree: SceneTree, when: str, change: Callable[[Any, SubViewport], None]
) -> None:
    view = tree.root.add_child(SubViewport())
    area = view.add_child(with_shape(Area2D(), rectangle(200, 200)))
    body = box(view)
    tree.frames(2, STEP)
    if when == "body_exited":
        area.body_exited.connect(lambda node: change(body, view))
    else:
        body.tree_exiting.connect(lambda: change(body, view))
    body.free()
    assert body._physics().space is None
    tree.frames(2, STEP)


@pytest.mark.parametrize("leaves", ["joint", "body"])
def test_a_joint_is_not_made_while_it_or_one_of_its_bodies_leaves_the_tree(tree: SceneTree, leaves: str) -> None:
    body, other = floating(tree.root), floating(tree.root, 100)
    joint = tree.root.add_child(PinJoint2D(node_b=other.get_path()))
    leaving = joint if leaves == "joint" else body
    leaving.tree_exiting.connect(lambda: setattr(joint, "node_a", body.get_path()))
    tree.root.remove_child(leaving)
    assert not body._physics().joints
    leaving.free()


# --- sleep ------------------------------------------------------------------------------------------------------------


def test_a_body_can_be_put_to_sleep_where_nobody_might_fall_asleep_until_now(tree: SceneTree) -> None:
    body = floating(tree.root, can_sleep=False)
    tree.frames(3, STEP)
    body.can_sleep = True
    body.sleeping = True
    tree.frames(3, STEP)
    assert body.sleeping


def test_a_sleeping_body_comes_to_those_who_may_not_fall_asleep(tree: SceneTree) -> None:
    floating(tree.root, can_sleep=False)
    tree.frames(3, STEP)
    body = floating(tree.root, 200, sleeping=True)
    tree.frames(3, STEP)
    assert body.sleeping


# --- snapshots --------------------------------------------------------------------------------------------------------


def test_a_shape_given_after_a_snapshot_that_was_restored_changes_nobody(tree: SceneTree) -> None:
    body = floating(tree.root)
    snapshot = tree.snapshot()
    later: Any = circle(20.0)
    giver: Any = body.get_child(0)
    giver.shape = later
    tree.tick(STEP)
    tree.restore(snapshot)
    later.radius = 30.0
    tree.tick(STEP)
    (shape,) = space(tree).native.shapes
    assert shape.bb.right - shape.bb.left == pytest.approx(50.0, abs=0.1)


# --- who enters -------------------------------------------------------------------------------------------------------


def test_the_world_may_change_while_bodies_enter_the_tree(tree: SceneTree) -> None:
    view = tree.root.add_child(SubViewport())

    class Opens(Node2D):
        def on_enter_tree(self) -> None:
            view.world_2d = World2D()

    group = Opens()
    body = floating(group)
    view.add_child(group)
    assert [each.owner for each in PhysicsServer2D.of(tree).spaces[view.world_2d].bodies.values()] == [body]
