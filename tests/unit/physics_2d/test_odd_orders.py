"""What pymunk must not be led into: numbers that run over, contacts half asleep, joints and areas of what has gone."""

from __future__ import annotations

from math import isfinite
from typing import Any

import pymunk
import pytest

from engine.math import Vector2
from engine.tree.scene_tree import SceneTree
from nodes import (
    AnimatableBody2D,
    Area2D,
    CharacterBody2D,
    CollisionShape2D,
    DampedSpringJoint2D,
    PinJoint2D,
    RigidBody2D,
)
from tests.unit.physics_2d.worlds import STEP, box, floating, floor, rectangle, space, with_shape


def touched_while_asleep(tree: SceneTree) -> list[pymunk.Body]:
    """What touches a sleeping body and does not sleep in its group, as pymunk has it; static bodies aside."""
    found: list[pymunk.Body] = []

    def see(arbiter: pymunk.Arbiter) -> None:
        found.extend(shape.body for shape in arbiter.shapes if shape.body is not None)

    for body in space(tree).native.bodies:
        if body.is_sleeping:
            body.each_arbiter(see)
    return [body for body in found if body.body_type != pymunk.Body.STATIC and not body.is_sleeping]


# --- numbers that run over --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value"),
    [("mass", 5e-324), ("inertia", 5e-324), ("gravity_scale", 1e308), ("linear_velocity", (1.7e308, 0.0))],
)
def test_a_body_whose_numbers_run_over_stops_where_it_was(tree: SceneTree, name: str, value: Any) -> None:
    floor(tree.root)
    other = box(tree.root, 300, -25)
    body = box(tree.root, 3, -25, rotation=0.1)
    tree.frames(2, STEP)
    setattr(body, name, value)
    for _ in range(12):
        body.apply_impulse((10.0, 10.0), (3.0, 3.0))
        tree.tick(STEP * 10)
        assert all(map(isfinite, [*body.position, body.rotation, *other.position]))


def test_a_body_that_was_stopped_so_falls_and_rests_again(tree: SceneTree) -> None:
    floor(tree.root)
    body = box(tree.root, 0, -25, rotation=0.1)
    tree.frames(2, STEP)
    body.inertia = 5e-324
    tree.frames(5, STEP)
    body.inertia, body.rotation = 0.0, 0.0
    body.position = Vector2(0.0, -60.0)
    tree.advance(2.0)
    assert body.position.y == pytest.approx(-25.0, abs=0.5)
    assert all(map(isfinite, [*body.linear_velocity, body.angular_velocity]))


# --- sleep ------------------------------------------------------------------------------------------------------------


def test_nobody_is_put_to_sleep_apart_from_what_touches_it(tree: SceneTree) -> None:
    floor(tree.root)
    below, above = box(tree.root, 0, -25), box(tree.root, 0, -75)
    tree.frames(5, STEP)
    below.sleeping = above.sleeping = True
    space(tree).settle()
    assert below.sleeping
    above.apply_central_impulse((0.0, -1.0))
    assert not below._record.native.is_sleeping  # pymunk wakes them together


@pytest.mark.parametrize("kind", [CharacterBody2D, AnimatableBody2D, RigidBody2D])
def test_what_touches_something_awake_or_kinematic_is_not_put_to_sleep(tree: SceneTree, kind: Any) -> None:
    floor(tree.root)
    tree.root.add_child(with_shape(kind(position=(49.9, -25)), rectangle()))
    body = box(tree.root, 0, -25)
    tree.frames(5, STEP)
    body.sleeping = True
    space(tree).settle()
    assert touched_while_asleep(tree) == []


def test_a_sleeping_body_without_shapes_can_be_frozen(tree: SceneTree) -> None:
    body = tree.root.add_child(RigidBody2D(gravity_scale=0))
    tree.tick(STEP)
    body.sleeping = True
    tree.tick(STEP)
    body.freeze = True
    assert not body._record.native.is_sleeping


# --- joints and areas -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [PinJoint2D, DampedSpringJoint2D])
def test_both_bodies_of_a_joint_can_be_frozen_and_in_another_mode(tree: SceneTree, kind: Any) -> None:
    a, b = floating(tree.root, 0), floating(tree.root, 100)
    tree.root.add_child(kind(node_a=f"../{a.name}", node_b=f"../{b.name}"))
    tree.tick(STEP)
    a.freeze = b.freeze = True
    tree.tick(STEP)
    a.freeze_mode = b.freeze_mode = RigidBody2D.FreezeMode.KINEMATIC
    tree.tick(STEP)
    a.freeze = b.freeze = False
    tree.tick(STEP)
    assert len(space(tree).native.constraints) > 0


def test_a_body_can_leave_an_area_after_a_snapshot_was_restored(tree: SceneTree) -> None:
    area = tree.root.add_child(Area2D(gravity_space_override=Area2D.SpaceOverride.REPLACE, gravity=100.0))
    area.add_child(CollisionShape2D(shape=rectangle(400, 400)))
    gone, stays = box(tree.root, 0, 0), box(tree.root, 100, 0)
    tree.frames(3, STEP)
    snapshot = tree.snapshot()
    tree.restore(snapshot)
    gone.free()
    before = stays.linear_velocity.y
    tree.frames(3, STEP)
    assert stays.linear_velocity.y == pytest.approx(before + 3 * STEP * 100.0, rel=0.02)


def test_where_a_waiting_body_is_bound_for_is_in_a_snapshot(tree: SceneTree) -> None:
    body = tree.root.add_child(with_shape(AnimatableBody2D(), rectangle()))
    tree.frames(1)
    body.position = (100.0, 0.0)
    tree._process_frame(0.001)  # a frame without a physics step
    snapshot = tree.snapshot()
    body.position = (30.0, 0.0)
    tree.frames(1)
    tree.restore(snapshot)
    assert body.position == (0.0, 0.0)
    tree.frames(1)
    assert body.position == (100.0, 0.0)


def test_what_a_one_way_shape_let_through_before_a_snapshot_can_be_taken_out_after_it(tree: SceneTree) -> None:
    ledge = floor(tree.root)
    shape: Any = ledge.get_child(0)
    shape.one_way_collision = True
    box(tree.root, 0, 40, linear_velocity=(0.0, -200.0))
    tree.frames(3, STEP)
    assert space(tree).surfaces.passages()
    tree.restore(tree.snapshot())
    shape.disabled = True
    space(tree).settle()
    assert space(tree).surfaces.passages() == []
    tree.snapshot()
