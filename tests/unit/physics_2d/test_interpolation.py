"""Physics interpolation: what nodes show between steps, and what physics callbacks see."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.core.errors import InvalidTypeError
from engine.math import Vector2
from engine.tree.scene_tree import SceneTree
from nodes import Node, Node2D, RigidBody2D
from tests.unit.physics_2d.worlds import STEP, box, floating, floor, rectangle, with_shape

Mode = Node.PhysicsInterpolationMode
near = pytest.approx


class Probe(RigidBody2D):
    """Notes where it is in physics and in process callbacks."""

    def __init__(self) -> None:
        super().__init__(position=(0, 0), linear_velocity=(60, 0), gravity_scale=0, linear_damp_mode=1)
        with_shape(self, rectangle())
        self.physical: list[float] = []
        self.shown: list[float] = []

    def on_physics_process(self, delta: float) -> None:
        self.physical.append(self.position.x)

    def on_process(self, delta: float) -> None:
        self.shown.append(self.position.x)


@pytest.fixture
def tree() -> Iterator[SceneTree]:
    tree = SceneTree()
    tree.physics_interpolation = True
    yield tree
    tree.shutdown()


def test_it_is_off_by_default() -> None:
    tree = SceneTree()

    assert tree.physics_interpolation is False
    with pytest.raises(InvalidTypeError, match=r"SceneTree\.physics_interpolation must be True or False, got 'on'"):
        tree.physics_interpolation = "on"  # type: ignore[assignment]
    tree.shutdown()


def test_nodes_are_shown_a_step_late_and_in_between(tree: SceneTree) -> None:
    body = floating(tree.root, linear_velocity=(60, 0))

    tree.frames(3)
    assert body.position.x == near(2)
    tree.tick(0.5 * STEP)
    assert body.position.x == near(2.5)
    tree.tick(0.25 * STEP)
    assert body.position.x == near(2.75)
    tree.tick(0.25 * STEP)
    assert body.position.x == near(3)


def test_physics_callbacks_see_where_the_body_is_and_process_callbacks_what_is_shown(tree: SceneTree) -> None:
    probe = tree.root.add_child(Probe())

    for _ in range(4):
        tree.tick(0.75 * STEP)

    assert probe.physical == near([0, 1, 2])
    assert probe.shown == near([0, 0.5, 1.25, 2])


def test_rotation_is_interpolated_the_short_way(tree: SceneTree) -> None:
    body = floating(tree.root, rotation=3.1, angular_velocity=6.0)

    tree.frames(1)
    tree.tick(0.5 * STEP)

    assert body.rotation == near(3.15)


def test_several_steps_in_a_frame_count(tree: SceneTree) -> None:
    body = floating(tree.root, linear_velocity=(60, 0))

    tree.tick(3.5 * STEP)

    assert body.position.x == near(2.5)


def test_what_is_put_elsewhere_is_there_and_moves_on_from_there(tree: SceneTree) -> None:
    body = floating(tree.root, linear_velocity=(60, 0))
    tree.frames(2)
    tree.tick(0.5 * STEP)

    body.position = (500, 7)
    assert body.position == (500, 7)
    tree.tick(0.25 * STEP)
    assert body.position == (500, 7)
    tree.tick(0.75 * STEP)

    assert body.position == near((500.5, 7))


def test_a_jump_in_a_physics_callback_is_not_smoothed(tree: SceneTree) -> None:
    body = floating(tree.root, linear_velocity=(60, 0))
    tree.frames(2)
    tree.physics_frame.connect(lambda: setattr(body, "position", (500, 0)))

    tree.tick(1.5 * STEP)

    assert body.position.x == near(500.5)


def kinematic(parent: Node) -> RigidBody2D:
    return floating(parent, freeze=True, freeze_mode=RigidBody2D.FreezeMode.KINEMATIC)


def test_kinematic_bodies_that_are_moved_in_physics_callbacks_are_interpolated(tree: SceneTree) -> None:
    body = kinematic(tree.root)
    tree.physics_frame.connect(lambda: setattr(body, "position", body.position + (10, 0)))

    tree.frames(2)
    assert body.position.x == near(10)
    tree.tick(0.5 * STEP)

    assert body.position.x == near(15)


def test_reset_lets_a_kinematic_body_jump_in_a_physics_callback(tree: SceneTree) -> None:
    group = tree.root.add_child(Node2D())
    body = kinematic(group)
    tree.frames(2)

    def jump() -> None:
        body.position = (300, 0)
        group.reset_physics_interpolation()

    tree.physics_frame.connect(jump)
    tree.tick(1.5 * STEP)

    assert body.position == (300, 0)


def test_reset_between_steps_shows_where_the_body_is(tree: SceneTree) -> None:
    body = floating(tree.root, linear_velocity=(60, 0))
    tree.frames(2)
    assert body.position.x == near(1)

    body.reset_physics_interpolation()

    assert body.position.x == near(2)
    tree.tick(0.5 * STEP)
    assert body.position.x == near(2)


def test_nothing_moves_while_the_tree_is_paused(tree: SceneTree) -> None:
    body = floating(tree.root, linear_velocity=(60, 0))
    tree.frames(2)
    tree.tick(0.5 * STEP)
    shown = body.position

    tree.paused = True
    tree.frames(5)
    assert body.position == shown
    tree.paused = False
    tree.tick(0.25 * STEP)

    assert body.position.x == near(1.75)


def test_switched_off_all_snap_to_where_the_bodies_are(tree: SceneTree) -> None:
    body = floating(tree.root, linear_velocity=(60, 0))
    tree.frames(2)
    tree.tick(0.5 * STEP)

    tree.physics_interpolation = False
    tree.tick(0.25 * STEP)
    assert body.position.x == near(2)
    tree.tick(0.25 * STEP)

    assert body.position.x == near(3)


def test_modes_are_inherited_and_may_change_at_any_time(tree: SceneTree) -> None:
    group = tree.root.add_child(Node2D(physics_interpolation_mode=Mode.OFF))
    off = floating(group, linear_velocity=(60, 0))
    on = floating(group, 500, 0, linear_velocity=(60, 0), physics_interpolation_mode=Mode.ON)
    assert (off.is_physics_interpolated(), on.is_physics_interpolated_and_enabled()) == (False, True)

    tree.frames(2)
    assert (off.position.x, on.position.x) == near((2, 501))
    group.physics_interpolation_mode = Mode.INHERIT
    on.physics_interpolation_mode = Mode.OFF
    tree.frames(2)

    assert (off.position.x, on.position.x) == near((3, 504))


def test_the_transform_of_a_body_that_stands_still_is_left_alone(tree: SceneTree) -> None:
    body = kinematic(tree.root)
    body.scale = (2, 3)
    body.rotation = 0.1
    before = tuple(body.transform)

    tree.tick(1.5 * STEP)
    tree.tick(0.25 * STEP)

    assert tuple(body.transform) == before


def test_a_scaled_kinematic_body_keeps_its_scale_to_the_last_bit(tree: SceneTree) -> None:
    body = kinematic(tree.root)
    body.scale = (2, 3)
    seen: list[tuple[float, ...]] = []

    def move() -> None:
        seen.append((*body.scale, body.rotation, body.position.x))
        body.rotation += 0.25
        body.position += (8, 0)

    tree.physics_frame.connect(move)
    for _ in range(4):
        tree.tick(0.75 * STEP)

    assert seen == [(2, 3, 0, 0), (2, 3, 0.25, 8), (2, 3, 0.5, 16)]
    assert body.scale == near((2, 3))


def test_a_body_below_a_turned_parent_is_shown_on_its_way(tree: SceneTree) -> None:
    parent = tree.root.add_child(Node2D(position=(10, 20), rotation=0.7, scale=(2, 2)))
    body = floating(parent, linear_velocity=(60, 0), angular_velocity=0.6)
    start = body.global_position

    tree.frames(2)
    tree.tick(0.5 * STEP)

    assert body.global_position == near(start + Vector2(1.5, 0))
    assert body.global_rotation == near(0.7 + 0.015)


def test_a_body_that_leaves_is_where_it_was_physically(tree: SceneTree) -> None:
    body = floating(tree.root, linear_velocity=(60, 0))
    tree.frames(2)
    assert body.position.x == near(1)

    tree.root.remove_child(body)

    assert body.position.x == near(2)
    body.free()


def test_what_comes_to_rest_is_shown_where_it_rests(tree: SceneTree) -> None:
    floor(tree.root)
    body = box(tree.root, 0, -30)

    tree.frames(120)

    assert body.sleeping
    assert body.position == near(body._physics().transform.origin)
