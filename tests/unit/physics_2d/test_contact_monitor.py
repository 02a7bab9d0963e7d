"""RigidBody2D: what it is told of its contacts, as signals after the step and as the state of the next one."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError, TreeError
from engine.math import Vector2
from engine.resources.physics_material import PhysicsMaterial
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes import CollisionShape2D, RigidBody2D, StaticBody2D
from nodes.physics_2d.physics_direct_body_state_2d import PhysicsDirectBodyState2D
from tests.unit.physics_2d.worlds import box, circle, floating, floor, rectangle, with_shape

Log = list[Any]
near = pytest.approx


def monitor(parent: Node, x: float = 0.0, y: float = 0.0, **exported: Any) -> RigidBody2D:
    """A box that is told of up to eight contacts."""
    return box(parent, x, y, **{"contact_monitor": True, "max_contacts_reported": 8, **exported})


def logged(body: RigidBody2D) -> Log:
    log: Log = []
    body.body_entered.connect(lambda node: log.append(("in", node.name)))
    body.body_exited.connect(lambda node: log.append(("out", node.name)))
    return log


def test_a_box_that_lands_is_told_once_of_the_floor(tree: SceneTree) -> None:
    ground = floor(tree.root)
    body = monitor(tree.root, 0, -60)
    log = logged(body)

    tree.frames(240)

    assert log == [("in", "StaticBody2D")]
    assert body.sleeping
    assert body.get_colliding_bodies() == [ground]
    assert body.get_contact_count() == 2


@pytest.mark.parametrize("height", [75, 79, 83, 87])  # so that it happens in each of the substeps
def test_what_bounces_off_within_a_step_is_told_too(tree: SceneTree, height: float) -> None:
    floor(tree.root)
    body = monitor(
        tree.root, 0, -height, linear_velocity=(0, 1000), physics_material_override=PhysicsMaterial(bounce=1.0)
    )
    log = logged(body)

    tree.frames(10)

    assert body.linear_velocity.y < -500
    assert log == [("in", "StaticBody2D"), ("out", "StaticBody2D")]
    assert body.get_colliding_bodies() == []
    assert body.get_contact_count() == 0


@pytest.mark.parametrize("lacks", ["contact_monitor", "max_contacts_reported"])
def test_without_either_it_is_told_nothing(tree: SceneTree, lacks: str) -> None:
    floor(tree.root)
    body = monitor(tree.root, 0, -25, **{lacks: 0})
    log = logged(body)

    tree.frames(10)

    assert log == []
    assert body.get_contact_count() == (2 if lacks == "contact_monitor" else 0)


def test_asked_for_bodies_without_a_monitor_it_says_how_to_get_one(tree: SceneTree) -> None:
    with pytest.raises(TreeError, match=r"get_colliding_bodies\(\): contact_monitor is off; set it to True first"):
        box(tree.root).get_colliding_bodies()


def test_the_monitor_off_tells_at_once_that_all_went_and_on_that_they_came(tree: SceneTree) -> None:
    floor(tree.root)
    body = monitor(tree.root, 0, -25, can_sleep=False)
    tree.frames(5)
    log = logged(body)

    body.contact_monitor = False
    assert log == [("out", "StaticBody2D")]
    tree.frames(2)
    body.contact_monitor = True
    tree.frames(2)

    assert log[1:] == [("in", "StaticBody2D")]


@pytest.mark.parametrize("frames", [5, 120])  # awake, and asleep
def test_what_touches_a_body_already_when_it_begins_to_report_is_told(tree: SceneTree, frames: int) -> None:
    ground = floor(tree.root)
    body = monitor(tree.root, 0, -25, max_contacts_reported=0)
    tree.frames(frames)
    log = logged(body)

    body.max_contacts_reported = 2
    tree.frames(1)

    assert log == [("in", "StaticBody2D")]
    assert body.get_colliding_bodies() == [ground]
    body.position = (0, -200)
    tree.frames(2)
    assert log[1:] == [("out", "StaticBody2D")]


def test_shapes_are_told_behind_the_body(tree: SceneTree) -> None:
    ground = floor(tree.root)
    ground.add_child(CollisionShape2D(shape=circle(20), position=(0, -500)))
    body = monitor(tree.root, 0, -25)
    body.add_child(CollisionShape2D(shape=circle(20), position=(0, -40)))
    log = logged(body)
    for name in ("body_shape_entered", "body_shape_exited"):
        getattr(body, name).connect(
            lambda rid, node, other, own, name=name: log.append((name, rid == ground.get_rid(), node.name, other, own))
        )

    tree.frames(2)
    assert log == [("in", "StaticBody2D"), ("body_shape_entered", True, "StaticBody2D", 0, 0)]

    log.clear()
    body.position = (0, -445)  # its second shape in the second one of the floor
    tree.frames(1)
    assert sorted(log) == [
        ("body_shape_entered", True, "StaticBody2D", 1, 0),
        ("body_shape_entered", True, "StaticBody2D", 1, 1),
        ("body_shape_exited", True, "StaticBody2D", 0, 0),
        ("in", "StaticBody2D"),
        ("out", "StaticBody2D"),
    ]


def test_two_bodies_that_both_monitor_are_told_of_one_another(tree: SceneTree) -> None:
    first = floating(tree.root, name="A", contact_monitor=True, max_contacts_reported=2)
    second = floating(
        tree.root, 100, name="B", linear_velocity=(-300, 0), contact_monitor=True, max_contacts_reported=2
    )
    told: Log = []
    normals: Log = []

    def log(body: RigidBody2D, node: Node) -> None:
        told.append((body.name, node.name))
        normals.append(body._physics().contacts[0].normal)

    first.body_entered.connect(partial(log, first))
    second.body_entered.connect(partial(log, second))

    tree.frames(20)

    assert told == [("A", "B"), ("B", "A")]
    assert normals == [Vector2(-1, 0), Vector2(1, 0)]  # away from the other


def test_of_more_contacts_than_it_reports_the_deepest_count(tree: SceneTree) -> None:
    left = tree.root.add_child(StaticBody2D("Left", position=(-40, 22)))
    with_shape(left, rectangle(40, 40))
    right = tree.root.add_child(StaticBody2D("Right", position=(40, 20)))
    with_shape(right, rectangle(40, 40))
    body = monitor(tree.root, 0, -20, max_contacts_reported=1, lock_rotation=True)

    tree.frames(2)

    assert body.get_contact_count() == 1
    assert body.get_colliding_bodies() == [right]


def test_a_body_that_leaves_exits_at_once(tree: SceneTree) -> None:
    ground = floor(tree.root)
    body = monitor(tree.root, 0, -25)
    tree.frames(120)
    assert body.sleeping
    log = logged(body)

    ground.free()

    assert log == [("out", "StaticBody2D")]
    assert body.get_colliding_bodies() == []
    assert body.get_contact_count() == 0
    tree.frames(2)
    assert len(log) == 1


def test_a_handler_may_free_both(tree: SceneTree) -> None:
    ground = floor(tree.root)
    body = monitor(tree.root, 0, -25)

    def end(_: Node) -> None:
        ground.free()
        body.free()

    body.body_entered.connect(end)
    tree.frames(3)

    assert tree.root.get_child_count() == 0


def test_a_frozen_body_is_told_of_what_hits_it(tree: SceneTree) -> None:
    body = monitor(tree.root, freeze=True)
    hit = box(tree.root, 0, -80, name="Hit")
    log = logged(body)

    tree.frames(200)

    assert hit.sleeping
    assert log == [("in", "Hit")]
    assert body.get_colliding_bodies() == [hit]


def test_a_frozen_kinematic_body_is_told_of_what_does_not_move(tree: SceneTree) -> None:
    body = monitor(tree.root, 0, -200, freeze=True, freeze_mode=RigidBody2D.FreezeMode.KINEMATIC)
    floor(tree.root)
    log = logged(body)
    tree.frames(2)

    body.position = (0, -20)
    tree.frames(2)
    body.position = (0, -200)
    tree.frames(2)

    assert log == [("in", "StaticBody2D"), ("out", "StaticBody2D")]


class Watcher(RigidBody2D):
    """A body that keeps what its state says of contacts."""

    seen: Log

    def on_integrate_forces(self, state: PhysicsDirectBodyState2D) -> None:
        self.seen = [
            (
                state.get_contact_collider(at),
                state.get_contact_collider_id(at),
                state.get_contact_collider_object(at),
                state.get_contact_collider_shape(at),
                state.get_contact_local_shape(at),
                state.get_contact_local_position(at),
                state.get_contact_collider_position(at),
                state.get_contact_local_normal(at),
                state.get_contact_impulse(at),
                state.get_contact_local_velocity_at_position(at),
                state.get_contact_collider_velocity_at_position(at),
            )
            for at in range(state.get_contact_count())
        ]


def test_the_state_says_where_and_how_hard_it_was_touched(tree: SceneTree) -> None:
    ground = floor(tree.root)
    ground.constant_linear_velocity = (30, 0)
    body = Watcher(position=(0, -25), max_contacts_reported=4, can_sleep=False, mass=2.0)
    with_shape(body, rectangle())
    tree.root.add_child(body)
    tree.frames(60)

    assert len(body.seen) == 2
    for (
        rid,
        node_id,
        node,
        shape,
        own_shape,
        place,
        other_place,
        normal,
        impulse,
        velocity,
        other_velocity,
    ) in body.seen:
        assert (rid, node_id, node) == (ground.get_rid(), ground.id, ground)
        assert (shape, own_shape) == (0, 0)
        assert abs(place.x - body.position.x) == near(25, abs=1)
        assert place.y == near(0, abs=0.5)
        assert other_place.y == near(0, abs=1e-6)
        assert normal == near(Vector2(0, -1))
        assert impulse.y == near(-2.0 * 980 / 60 / 2, rel=0.01)  # what gravity gave it in the step, for two
        assert velocity == near(Vector2(30, 0), abs=0.1)
        assert other_velocity == Vector2(30, 0)


def test_contacts_that_there_are_not_are_refused(tree: SceneTree) -> None:
    body = monitor(tree.root)
    state = PhysicsDirectBodyState2D(body._physics(), 1 / 60)
    with pytest.raises(InvalidValueError, match=r"get_contact_collider\(contact_idx\): there are no contacts"):
        state.get_contact_collider(0)

    floor(tree.root)
    body.position = (0, -25)
    tree.frames(2)
    state = PhysicsDirectBodyState2D(body._physics(), 1 / 60)
    with pytest.raises(InvalidValueError, match=r"get_contact_impulse\(contact_idx\) must be from 0 to 1, got 2"):
        state.get_contact_impulse(2)
    with pytest.raises(InvalidTypeError, match=r"get_contact_local_shape\(contact_idx\) must be a whole number"):
        state.get_contact_local_shape(0.5)  # type: ignore[arg-type]
