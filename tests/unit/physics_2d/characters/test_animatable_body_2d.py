"""AnimatableBody2D: where it is, and when; what it pushes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, TreeError
from engine.math import Transform2D, Vector2
from engine.tree.scene_tree import SceneTree
from nodes import AnimatableBody2D, Node, Node2D, RigidBody2D, StaticBody2D

Fixture = Callable[..., Any]


class Watcher(Node):
    """Notes where a body is in each physics step, behind whatever moves it."""

    body: Any = None

    def on_enter_tree(self) -> None:
        self.seen: list[Vector2] = []

    def on_physics_process(self, delta: float) -> None:
        self.seen.append(self.body.position)


def test_by_default_it_waits_for_the_physics_step() -> None:
    assert AnimatableBody2D().sync_to_physics is True


def test_waiting_it_is_where_it_was_until_the_step(tree: SceneTree, put: Fixture) -> None:
    body = put(AnimatableBody2D(), (40.0, 40.0), (0.0, 0.0))
    tree.frames(1)
    body.position = (100.0, 0.0)

    tree._process_frame(0.001)  # a frame without a physics step

    assert body.position == (0.0, 0.0)
    tree.frames(1)
    assert body.position == (100.0, 0.0)
    assert body._record.transform.origin == (100.0, 0.0)


def test_not_waiting_it_is_where_it_is_put_at_once(tree: SceneTree, put: Fixture) -> None:
    body = put(AnimatableBody2D(sync_to_physics=False), (40.0, 40.0), (0.0, 0.0))
    tree.frames(1)
    body.position = (100.0, 0.0)

    tree._process_frame(0.001)

    assert body.position == (100.0, 0.0)


@pytest.mark.parametrize("syncs", [True, False])
def test_it_keeps_the_scale_and_the_skew_it_has(tree: SceneTree, put: Fixture, syncs: bool) -> None:
    body = put(AnimatableBody2D(sync_to_physics=syncs), (40.0, 40.0), (0.0, 0.0))
    wanted = Transform2D(0.3, Vector2(2.0, 0.5), 0.2, Vector2(10.0, 20.0))
    tree.frames(1)

    body.transform = wanted
    tree.frames(2)

    assert body.transform == pytest.approx(wanted, abs=1e-12)


def test_a_parent_that_moves_takes_it_along(tree: SceneTree, put: Fixture) -> None:
    parent = tree.root.add_child(Node2D())
    body = put(AnimatableBody2D(), (40.0, 40.0), (10.0, 0.0))
    body.reparent(parent)
    tree.frames(1)

    parent.position = (50.0, 60.0)
    tree.frames(1)

    assert body.global_position == pytest.approx((60.0, 60.0))
    assert body._record.transform.origin == pytest.approx((60.0, 60.0))


@pytest.mark.parametrize("syncs", [True, False])
def test_it_pushes_rigid_bodies_at_the_speed_at_which_it_is_moved(tree: SceneTree, put: Fixture, syncs: bool) -> None:
    put(StaticBody2D(), (2000.0, 40.0), (0.0, 20.0))
    pusher = put(AnimatableBody2D(sync_to_physics=syncs), (40.0, 40.0), (0.0, -20.5))
    crate = put(RigidBody2D(), (40.0, 40.0), (45.0, -20.0))
    tree.frames(10)

    for _ in range(60):
        pusher.position += (2.0, 0.0)
        tree.frames(1)

    assert pusher.position.x == pytest.approx(120.0)
    assert crate.position.x == pytest.approx(160.0, abs=3.0)
    assert crate.linear_velocity.x == pytest.approx(120.0, abs=10.0)


def test_waiting_it_cannot_be_moved_by_move_and_collide(tree: SceneTree, put: Fixture) -> None:
    body = put(AnimatableBody2D(), (40.0, 40.0), (0.0, 0.0))

    with pytest.raises(TreeError, match=r"AnimatableBody2D.move_and_collide\(\) cannot .* set sync_to_physics = False"):
        body.move_and_collide((1.0, 0.0))

    body.sync_to_physics = False
    assert body.move_and_collide((1.0, 0.0)) is None
    assert body.position == (1.0, 0.0)


def test_waiting_it_can_be_asked_how_far_it_would_get(tree: SceneTree, put: Fixture) -> None:
    body = put(AnimatableBody2D(), (40.0, 40.0), (0.0, 0.0))
    put(StaticBody2D(), (40.0, 40.0), (100.0, 0.0))

    assert body.test_move(body.global_transform, (100.0, 0.0))
    collision = body.move_and_collide((100.0, 0.0), True)

    assert collision.get_travel() == pytest.approx((60.0, 0.0))
    assert body.position == (0.0, 0.0)


def test_sync_to_physics_is_true_or_false() -> None:
    with pytest.raises(InvalidTypeError, match=r"sync_to_physics must be True or False, got 'no'"):
        AnimatableBody2D().sync_to_physics = "no"  # type: ignore[assignment]
