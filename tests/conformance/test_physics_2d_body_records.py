"""The records of records/physics_2d_bodies.jsonl: how rigid bodies in 2D fall, rest and are shown."""

from __future__ import annotations

from typing import Any

import pytest

from engine.resources.shapes_2d.rectangle_shape_2d import RectangleShape2D
from engine.tree.scene_tree import SceneTree
from nodes import CollisionShape2D, RigidBody2D, StaticBody2D

record = pytest.mark.record
STEP = 1 / 60


def with_box(body: Any, width: float = 50.0, height: float = 50.0) -> Any:
    body.add_child(CollisionShape2D(shape=RectangleShape2D(size=(width, height))))
    return body


def falling(tree: SceneTree, x: float, y: float, **exported: Any) -> RigidBody2D:
    """A box of 50 px whose damps are none, as those of the records."""
    damps: dict[str, Any] = {
        "linear_damp_mode": RigidBody2D.DampMode.REPLACE,
        "angular_damp_mode": RigidBody2D.DampMode.REPLACE,
    }
    body: RigidBody2D = with_box(RigidBody2D(position=(x, y), **damps, **exported))
    return tree.root.add_child(body)


def ground(tree: SceneTree) -> StaticBody2D:
    body: StaticBody2D = with_box(StaticBody2D(position=(0, 25)), 2000, 50)
    return tree.root.add_child(body)


@pytest.fixture
def interpolating(tree: SceneTree) -> SceneTree:
    tree.physics_interpolation = True
    return tree


@record("mainframe-physics2d-0326")
def test_a_box_falls_980_px_a_second_faster(tree: SceneTree) -> None:
    box = falling(tree, 0, -10_000)

    tree.frames(60)

    assert box.linear_velocity.y == pytest.approx(980, rel=0.02)
    assert 470 <= box.position.y + 10_000 <= 500


@record("mainframe-physics2d-0327")
def test_a_box_comes_to_rest_sleeps_and_is_woken_by_an_impulse(tree: SceneTree) -> None:
    ground(tree)
    box = falling(tree, 0, -100)
    told: list[bool] = []
    box.sleeping_state_changed.connect(lambda: told.append(box.sleeping))

    tree.frames(240)

    assert -26 <= box.position.y <= -24
    assert box.sleeping
    assert told == [True]
    box.apply_central_impulse((0, -100))
    assert not box.sleeping


@record("mainframe-physics2d-0338")
def test_a_platform_that_moves_away_wakes_the_box_on_it(tree: SceneTree) -> None:
    platform = ground(tree)
    box = falling(tree, 0, -25)
    tree.frames(120)
    assert box.sleeping
    before = box.position.y

    platform.position += (0, 200)
    tree.frames(60)

    assert box.position.y - before > 100


@record("mainframe-physics_edge-0344")
def test_interpolation_that_is_switched_off_snaps_to_the_physics_pose(interpolating: SceneTree) -> None:
    box = falling(interpolating, 0, 0)
    interpolating.frames(5)
    interpolating.tick(0.25 * STEP)
    shown, physical = box.position.y, box._physics().transform.origin.y
    assert shown < physical

    interpolating.physics_interpolation = False
    interpolating.tick(0.25 * STEP)
    snapped = box.position.y
    interpolating.tick(0.25 * STEP)

    assert snapped == box.position.y == physical


@record("mainframe-physics_interpolation-0345")
def test_an_interpolated_box_is_shown_between_two_steps(interpolating: SceneTree) -> None:
    box, raw = falling(interpolating, 0, 0), falling(interpolating, 200, 0)
    raw.physics_interpolation_mode = RigidBody2D.PhysicsInterpolationMode.OFF
    before = raw.position.y
    for _ in range(4):
        interpolating.frames(1)
        assert box.position.y == pytest.approx(before, abs=0.005)
        before = raw.position.y
    first = before

    interpolating.tick(1.5 * STEP)

    assert box.position.y == pytest.approx(first + (raw.position.y - first) * 0.5, abs=0.005)


@record("mainframe-physics_interpolation-0601")
def test_what_is_shown_goes_on_in_frames_without_a_step(interpolating: SceneTree) -> None:
    box = falling(interpolating, 0, 0)
    interpolating.frames(5)
    interpolating.tick(0.5 * STEP)
    at_half, steps = box.position.y, interpolating.physics_frame_count

    interpolating.tick(0.25 * STEP)

    assert box.position.y > at_half
    assert interpolating.physics_frame_count == steps


@record("mainframe-physics_interpolation-0602")
def test_a_physics_callback_sees_the_physics_pose_ahead_of_the_shown_one(interpolating: SceneTree) -> None:
    seen: list[float] = []

    class Probe(RigidBody2D):
        def on_physics_process(self, delta: float) -> None:
            seen.append(self.position.y)

    box: Probe = with_box(Probe())
    interpolating.root.add_child(box)
    interpolating.frames(5)
    interpolating.tick(0.25 * STEP)
    shown = box.position.y

    interpolating.tick(0.75 * STEP)

    assert seen[-1] > shown


@record("mainframe-physics_interpolation-0603")
def test_a_teleport_is_not_smoothed(interpolating: SceneTree) -> None:
    box = falling(interpolating, 0, 0)
    interpolating.frames(5)
    interpolating.tick(0.5 * STEP)

    box.position = (50, box.position.y)
    interpolating.tick(1.5 * STEP)

    assert box.position.x == pytest.approx(50, abs=0.05)
