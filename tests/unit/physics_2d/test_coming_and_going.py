"""Bodies that leave the space and come back: process modes, reparenting, freeing in callbacks."""

from __future__ import annotations

import logging
import random
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError
from engine.math import Vector2
from engine.resources.shapes_2d.concave_polygon_shape_2d import ConcavePolygonShape2D
from engine.resources.shapes_2d.world_boundary_shape_2d import WorldBoundaryShape2D
from engine.tree.processing import ProcessMode
from engine.tree.scene_tree import SceneTree
from nodes import CollisionShape2D, Node, Node2D, RigidBody2D, StaticBody2D, SubViewport
from servers.physics_2d import PhysicsServer2D
from tests.unit.physics_2d.worlds import box, circle, floating, floor, rectangle, space, with_shape

DISABLED, INHERIT = ProcessMode.DISABLED, ProcessMode.INHERIT


def test_a_disabled_body_leaves_and_comes_back_with_its_velocity(tree: SceneTree) -> None:
    body = floating(tree.root, linear_velocity=(60, 0), constant_force=(0, 60), constant_torque=100.0)
    tree.frames(30)  # what it has got since it was set counts
    velocity, turn, place = body.linear_velocity, body.angular_velocity, body.position
    assert velocity == pytest.approx(Vector2(60, 30))
    assert turn > 0
    body.constant_force, body.constant_torque = Vector2(), 0.0

    body.process_mode = DISABLED
    assert list(space(tree).bodies) == []
    tree.frames(10)
    assert body.position == place
    assert (body.linear_velocity, body.angular_velocity) == (velocity, turn)
    body.process_mode = INHERIT
    tree.frames(6)

    assert body.position == pytest.approx(place + velocity / 10)
    assert body.angular_velocity == turn


def test_a_body_is_disabled_with_what_stands_above_it(tree: SceneTree) -> None:
    group = tree.root.add_child(Node2D())
    body = floating(group, linear_velocity=(60, 0))

    group.process_mode = DISABLED
    tree.frames(5)
    assert body.position == Vector2.ZERO
    group.process_mode = INHERIT
    tree.frames(6)

    assert body.position.x == pytest.approx(6)


def test_a_disabled_body_is_moved_meanwhile(tree: SceneTree) -> None:
    body = floating(tree.root)
    body.process_mode = DISABLED

    body.position = (300, 0)
    body.process_mode = INHERIT
    tree.frames(1)

    assert body.position == (300, 0)


def test_a_body_that_is_made_static_stays_and_holds_up_others(tree: SceneTree) -> None:
    body = floating(tree.root, 0, 25, linear_velocity=(60, 0), disable_mode=RigidBody2D.DisableMode.MAKE_STATIC)
    other = box(tree.root, 0, -25)

    body.process_mode = DISABLED
    tree.frames(60)

    assert body.position == (0, 25)
    assert other.position.y == pytest.approx(-25, abs=1)
    body.process_mode = INHERIT
    tree.frames(1)
    assert body.linear_velocity.x == pytest.approx(0, abs=1)


def test_a_body_that_is_kept_active_moves_on(tree: SceneTree) -> None:
    body = floating(tree.root, linear_velocity=(60, 0), disable_mode=RigidBody2D.DisableMode.KEEP_ACTIVE)

    body.process_mode = DISABLED
    tree.frames(6)

    assert body.position.x == pytest.approx(6)


def test_changing_the_disable_mode_of_a_disabled_body_counts_at_once(tree: SceneTree) -> None:
    body = floating(tree.root, linear_velocity=(60, 0))
    body.process_mode = DISABLED

    body.disable_mode = RigidBody2D.DisableMode.KEEP_ACTIVE
    tree.frames(6)

    assert body.position.x == pytest.approx(6)


def test_a_paused_tree_stands_still_and_goes_on(tree: SceneTree) -> None:
    body = floating(tree.root, linear_velocity=(60, 0), process_mode=ProcessMode.ALWAYS)

    tree.paused = True
    tree.frames(5)
    assert body.position == Vector2.ZERO
    tree.paused = False
    tree.frames(6)

    assert body.position.x == pytest.approx(6)


def test_a_reparented_body_stays_where_it_is_and_keeps_its_velocity(tree: SceneTree) -> None:
    group = tree.root.add_child(Node2D(position=(100, 100)))
    body = floating(tree.root, linear_velocity=(60, 0))
    tree.frames(6)

    body.reparent(group)
    tree.frames(6)

    assert body.global_position == pytest.approx((12, 0), abs=1e-6)
    assert body.position == pytest.approx((-88, -100), abs=1e-6)
    assert len(space(tree).bodies) == 1


def test_a_body_can_leave_a_tree_and_enter_another(tree: SceneTree) -> None:
    body = floating(tree.root, linear_velocity=(60, 0))
    tree.frames(6)
    other = SceneTree()

    tree.root.remove_child(body)
    tree.frames(2)
    other.root.add_child(body)
    other.frames(6)

    assert body.position.x == pytest.approx(12)
    other.shutdown()


def test_viewports_have_worlds_of_their_own(tree: SceneTree) -> None:
    view = tree.root.add_child(SubViewport())
    floor(view)
    body = box(tree.root, 0, -25)
    inside = box(view, 0, -25)

    tree.frames(60)

    assert body.position.y > 100
    assert inside.position.y == pytest.approx(-25, abs=1)
    assert len(PhysicsServer2D.of(tree).spaces) == 2


def test_a_viewport_that_gets_another_world_takes_its_bodies_along(tree: SceneTree) -> None:
    view = tree.root.add_child(SubViewport())
    floor(tree.root)
    body = box(view, 0, -25)

    view.world_2d = tree.root.world_2d
    tree.frames(60)

    assert body.position.y == pytest.approx(-25, abs=1)
    assert len(PhysicsServer2D.of(tree).spaces) == 1


class Fragile(RigidBody2D):
    """Goes when it is told to, in the physics callback."""

    victim: Node | None = None

    def on_physics_process(self, delta: float) -> None:
        if self.victim is not None:
            victim, self.victim = self.victim, None
            victim.free()


def test_bodies_are_freed_in_physics_callbacks(tree: SceneTree) -> None:
    body: Fragile = with_shape(Fragile(), rectangle())
    tree.root.add_child(body)
    other = box(tree.root, 500, 0)
    tree.frames(2)

    body.victim = other
    tree.frames(2)
    assert len(space(tree).bodies) == 1
    body.victim = body
    tree.frames(2)

    assert PhysicsServer2D.of(tree).spaces == {}


def test_queue_free_takes_a_body_out_in_the_same_frame(tree: SceneTree) -> None:
    body = box(tree.root)
    tree.frames(1)

    body.queue_free()
    tree.frames(1)

    assert PhysicsServer2D.of(tree).spaces == {}


def test_a_handler_of_sleep_may_free_all_bodies(tree: SceneTree) -> None:
    bodies = [floating(tree.root, 100 * at, 0) for at in range(3)]

    def free_all() -> None:
        for each in bodies:
            if each.is_inside_tree():
                each.free()

    for body in bodies:
        body.sleeping_state_changed.connect(free_all)

    tree.frames(60)

    assert PhysicsServer2D.of(tree).spaces == {}


def test_an_error_in_a_handler_of_sleep_leaves_tick_after_all_were_told(tree: SceneTree) -> None:
    first, second = floating(tree.root), floating(tree.root, 100, 0)
    told: list[int] = []

    def fail() -> None:
        raise KeyError("wrong")

    first.sleeping_state_changed.connect(fail)
    second.sleeping_state_changed.connect(lambda: told.append(1))

    with pytest.raises(KeyError, match="wrong"):
        tree.frames(60)

    assert told == [1]


def test_a_shape_can_be_disabled_and_moved_and_scaled(tree: SceneTree) -> None:
    ground = tree.root.add_child(StaticBody2D())
    shape = ground.add_child(CollisionShape2D(shape=rectangle(50, 50), position=(0, 25), disabled=True))
    body = box(tree.root, 300, -25, can_sleep=False)
    tree.frames(5)
    assert body.position.y > -25
    body.position, body.linear_velocity = (300, -25), Vector2.ZERO

    shape.disabled = False
    shape.scale = (20, 1)
    tree.frames(60)

    assert body.position.y == pytest.approx(-25, abs=1)


def test_the_scale_of_a_static_body_is_in_its_shapes(tree: SceneTree) -> None:
    ground = floor(tree.root, 25, 50)
    ground.scale = (20, 1)
    body = box(tree.root, 300, -25)

    tree.frames(60)
    assert body.position.y == pytest.approx(-25, abs=1)
    ground.scale = (1, 1)
    tree.frames(30)

    assert body.position.y > 50


def test_a_turned_floor_is_turned(tree: SceneTree) -> None:
    ground = floor(tree.root, 0, 50)
    ground.scale = (20, 1)
    ground.rotation = 0.5
    body = with_shape(RigidBody2D(position=(0, -80)), circle())
    tree.root.add_child(body)

    tree.frames(60)

    assert body.position.x > 20


def test_a_concave_shape_or_a_boundary_on_a_rigid_body_is_left_out_with_one_warning(
    tree: SceneTree, caplog: pytest.LogCaptureFixture
) -> None:
    concave = ConcavePolygonShape2D(segments=[(0, 0), (10, 0), (10, 0), (10, 10)])
    body = RigidBody2D("Odd")
    body.add_child(CollisionShape2D(shape=concave))
    body.add_child(CollisionShape2D(shape=WorldBoundaryShape2D()))
    body.add_child(CollisionShape2D(shape=circle(0)))
    tree.root.add_child(body)

    with caplog.at_level(logging.WARNING):
        tree.frames(3)
        body.freeze = True
        body.freeze = False
        tree.frames(3)

    texts = [record.getMessage() for record in caplog.records]
    assert len(texts) == 3
    assert "/root/Odd: shape 0, a ConcavePolygonShape2D, is left out: it is concave" in texts[0]
    assert "/root/Odd: shape 1, a WorldBoundaryShape2D, is left out: it has no end" in texts[1]
    assert "/root/Odd: shape 2, a CircleShape2D, is left out: its radius is 0" in texts[2]


def test_collision_exceptions_are_listed_without_those_that_are_gone(tree: SceneTree) -> None:
    first, second, third = (box(tree.root, 100 * at, 0) for at in range(3))

    first.add_collision_exception_with(third)
    first.add_collision_exception_with(second)
    assert first.get_collision_exceptions() == [second, third]
    third.free()
    assert first.get_collision_exceptions() == [second]
    first.remove_collision_exception_with(second)

    assert first.get_collision_exceptions() == []
    with pytest.raises(InvalidTypeError, match=r"add_collision_exception_with\(body\) must be a PhysicsBody2D"):
        first.add_collision_exception_with(tree.root)  # type: ignore[arg-type]


def churn(seed: int) -> tuple[int, list[tuple[float, ...]]]:
    """Add, remove, reshape, reparent, free and relayer at random, in physics callbacks too."""
    rng = random.Random(seed)
    tree = SceneTree()
    floor(tree.root, 25, 4000)
    group = tree.root.add_child(Node2D(position=(50, 0)))
    away: list[RigidBody2D] = []

    def act() -> None:
        bodies = [node for node in (*tree.root.children, *group.children) if isinstance(node, RigidBody2D)]
        action = rng.randrange(9)
        if action <= 1 or not bodies:
            box(tree.root, rng.uniform(-900, 900), rng.uniform(-300, -30))
            return
        body = rng.choice(bodies)
        if action == 2:
            body.free()
        elif action == 3:
            assert body.parent is not None
            body.parent.remove_child(body)
            away.append(body)
        elif action == 4 and away:
            group.add_child(away.pop())
        elif action == 5:
            shape: Any = body.get_child(0)
            shape.shape = circle(rng.uniform(5, 30))
        elif action == 6:
            body.reparent(group if body.parent is tree.root else tree.root)
        elif action == 7:
            body.collision_layer = rng.randrange(1, 8)
        else:
            body.process_mode = rng.choice((DISABLED, INHERIT))

    tree.physics_frame.connect(act)
    for _ in range(150):
        act()
        tree.frames(1)
    bodies = [node for node in (*tree.root.children, *group.children) if isinstance(node, RigidBody2D)]
    placed = [tuple(body.global_transform) for body in bodies]
    live = sum(body._physics().space is not None for body in bodies)
    assert len(space(tree).native.bodies) == live + 1
    tree.shutdown()
    for body in away:
        body.free()
    return len(bodies), placed


def test_random_changes_leak_no_body_and_two_runs_are_alike() -> None:
    assert churn(5) == churn(5)


def test_one_that_sleeps_when_it_is_disabled_sleeps_when_it_comes_back(tree: SceneTree) -> None:
    body = box(tree.root, sleeping=True)
    tree.frames(2)
    log: list[bool] = []
    body.sleeping_state_changed.connect(lambda: log.append(body.sleeping))

    body.process_mode = DISABLED
    tree.frames(2)
    body.process_mode = INHERIT
    tree.frames(10)
    assert (body.sleeping, body.position, log) == (True, (0, 0), [])
    body.apply_central_impulse((0, 60))
    tree.frames(1)

    assert (body.sleeping, log) == (False, [False])
    assert body.position.y > 0
