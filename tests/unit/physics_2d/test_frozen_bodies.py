"""Rigid bodies that are frozen while they move, moved while they are frozen, and thawed: how fast they are then."""

from __future__ import annotations

import pytest

from engine.math import Vector2
from engine.tree.processing import ProcessMode
from engine.tree.scene_tree import SceneTree
from nodes import CollisionObject2D, RigidBody2D
from tests.unit.physics_2d.worlds import floating

KINEMATIC = RigidBody2D.FreezeMode.KINEMATIC
near = pytest.approx
modes = pytest.mark.parametrize("mode", RigidBody2D.FreezeMode)


@modes
def test_a_body_that_is_frozen_has_no_velocity_any_more_when_it_thaws(
    tree: SceneTree, mode: RigidBody2D.FreezeMode
) -> None:
    body = floating(tree.root, linear_velocity=(60, 0), angular_velocity=2.0, freeze_mode=mode)
    tree.frames(6)

    body.freeze = True
    assert (body.linear_velocity, body.angular_velocity) == ((0, 0), 0)
    tree.frames(6)
    body.freeze = False
    tree.frames(6)

    assert body.position == near(Vector2(6, 0))
    assert body.rotation == near(0.2)


@modes
def test_a_velocity_given_to_a_frozen_body_is_the_one_that_it_thaws_with(
    tree: SceneTree, mode: RigidBody2D.FreezeMode
) -> None:
    body = floating(tree.root, freeze=True, freeze_mode=mode)
    tree.frames(2)

    body.linear_velocity, body.angular_velocity = (60, 0), 2.0
    tree.frames(6)
    assert (body.linear_velocity, body.angular_velocity) == ((60, 0), 2)
    assert (body.position, body.rotation) == ((0, 0), 0)
    body.freeze = False
    tree.frames(6)

    assert body.position == near(Vector2(6, 0))
    assert body.rotation == near(0.2)


def test_one_that_is_made_frozen_thaws_with_the_velocity_that_it_was_made_with(tree: SceneTree) -> None:
    body = floating(tree.root, freeze=True, linear_velocity=(60, 0))
    tree.frames(6)

    body.freeze = False
    tree.frames(6)

    assert body.position == near(Vector2(6, 0))


def test_one_that_was_moved_in_the_last_step_is_thrown(tree: SceneTree) -> None:
    body = floating(tree.root, freeze=True, freeze_mode=KINEMATIC)
    for _ in range(3):
        body.position += Vector2(5, 0)
        tree.frames(1)
    assert body.linear_velocity == near(Vector2(300, 0))

    body.freeze = False
    tree.frames(6)

    assert body.position == near(Vector2(15 + 30, 0))


def test_one_that_stood_in_the_last_step_is_not(tree: SceneTree) -> None:
    body = floating(tree.root, freeze=True, freeze_mode=KINEMATIC)
    body.position += Vector2(5, 0)
    tree.frames(2)

    body.freeze = False
    tree.frames(6)

    assert body.position == Vector2(5, 0)


def test_one_that_is_moved_thawed_and_given_a_velocity_at_once_has_that(tree: SceneTree) -> None:
    body = floating(tree.root, freeze=True, freeze_mode=KINEMATIC)
    for _ in range(2):
        body.position += Vector2(5, 0)
        tree.frames(1)

    body.position += Vector2(5, 0)
    body.freeze = False
    body.linear_velocity = (-60, 0)
    tree.frames(6)

    assert body.position == near(Vector2(15 - 6, 0))


def test_a_force_that_was_applied_to_a_frozen_body_acts_when_it_thaws_and_an_impulse_does_not(tree: SceneTree) -> None:
    body = floating(tree.root, freeze=True)
    tree.frames(1)

    body.apply_central_force((60, 0))
    body.apply_central_impulse((0, 60))
    tree.frames(3)
    body.freeze = False
    tree.frames(1)

    assert body.linear_velocity == near(Vector2(1, 0))


def test_a_body_that_was_made_static_while_disabled_stands_when_it_is_enabled_again(tree: SceneTree) -> None:
    static = CollisionObject2D.DisableMode.MAKE_STATIC
    body = floating(tree.root, linear_velocity=(60, 0), disable_mode=static)
    tree.frames(6)

    body.process_mode = ProcessMode.DISABLED
    tree.frames(6)
    body.process_mode = ProcessMode.INHERIT
    tree.frames(6)

    assert body.position == near(Vector2(6, 0))
    assert body.linear_velocity == (0, 0)


def test_the_velocity_given_to_a_frozen_body_is_in_a_snapshot(tree: SceneTree) -> None:
    body = floating(tree.root, freeze=True)
    tree.frames(1)
    body.linear_velocity = (60, 0)

    taken = tree.snapshot()
    body.linear_velocity = (0, 0)
    tree.restore(taken)
    body.freeze = False
    tree.frames(6)

    assert body.position == near(Vector2(6, 0))
