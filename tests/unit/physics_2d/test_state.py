"""Snapshots of a tree with bodies, how it goes on from them, and digests of its state."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from engine import SceneTree
from engine.math import Vector2
from nodes import AnimatableBody2D, Area2D, CollisionShape2D, PinJoint2D, RigidBody2D, StaticBody2D
from servers.physics_2d import PhysicsServer2D
from tests.unit.physics_2d.worlds import STEP, box, circle, floating, floor, rectangle, space, with_shape


def pile(tree: SceneTree, count: int = 40) -> None:
    """Boxes and circles that fall onto a floor through an area, some of them pinned to the next."""
    floor(tree.root)
    area = with_shape(Area2D("Area", position=(0, -200)), rectangle(400, 300))
    area.gravity_space_override, area.gravity = Area2D.SpaceOverride.COMBINE, 300.0
    tree.root.add_child(area)
    rng = Random(5)
    for number in range(count):
        body = RigidBody2D(f"B{number}", position=(rng.uniform(-80, 80), rng.uniform(-900, -50)))
        body.contact_monitor, body.max_contacts_reported = number % 3 == 0, 4
        body.collision_layer = 1 << number % 4
        body.collision_mask = 15
        with_shape(body, rectangle(20, 20) if number % 2 else circle(9.0))
        tree.root.add_child(body)
    for number in range(0, count, 5):
        joint = PinJoint2D(position=tree.root.get_node(f"B{number}", RigidBody2D).position)
        joint.node_a, joint.node_b = f"../B{number}", f"../B{number + 1}"
        tree.root.add_child(joint)


def hashes(tree: SceneTree, count: int) -> list[str]:
    """A digest after every tenth of so many steps."""
    made = []
    for _ in range(count // 10):
        tree.frames(10, STEP)
        made.append(tree.state_hash())
    return made


def test_two_runs_from_a_snapshot_of_a_pile_are_the_same_bit_for_bit(tree: SceneTree) -> None:
    pile(tree)
    tree.advance(1.5)
    snapshot = tree.snapshot()
    hashes(tree, 20)
    tree.restore(snapshot)
    first = hashes(tree, 300)
    tree.restore(snapshot)
    assert hashes(tree, 300) == first


def test_a_tree_that_was_set_back_has_the_digest_that_it_had(tree: SceneTree) -> None:
    pile(tree)
    tree.advance(1.0)
    for number in (3, 7):
        body = tree.root.get_node(f"B{number}", RigidBody2D)
        body.center_of_mass_mode, body.center_of_mass = RigidBody2D.CenterOfMassMode.CUSTOM, Vector2(3.1, -2.7)
    tree.tick(STEP)
    snapshot, digest = tree.snapshot(), tree.state_hash()
    tree.advance(1.0)
    assert tree.state_hash() != digest
    tree.restore(snapshot)
    assert tree.state_hash() == digest


def test_a_snapshot_of_a_snapshot_goes_on_alike(tree: SceneTree) -> None:
    pile(tree)
    tree.advance(1.0)
    tree.restore(tree.snapshot())
    again = tree.snapshot()
    first = hashes(tree, 30)
    tree.restore(again)
    assert hashes(tree, 30) == first


_SCRIPT = """
from engine import SceneTree
from tests.unit.physics_2d.test_state import pile
tree = SceneTree()
pile(tree)
tree.advance(2.0)
print(tree.state_hash())
"""


def test_digests_are_the_same_in_two_processes() -> None:
    def run(seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", _SCRIPT], env=environment, capture_output=True, text=True, check=True, timeout=60
        )
        return done.stdout

    assert run("1") == run("2") != ""


def test_what_came_since_is_gone_and_what_went_is_back(tree: SceneTree) -> None:
    floor(tree.root)
    kept, freed = box(tree.root, 0, -100), box(tree.root, 200, -100)
    tree.tick(STEP)
    snapshot = tree.snapshot()
    freed.free()
    new = box(tree.root, 0, -30)
    kept.add_child(CollisionShape2D(shape=circle(100.0)))
    kept.collision_mask = 0
    tree.advance(0.2)

    tree.restore(snapshot)

    assert [body.owner for body in space(tree).bodies.values()][1:] == [kept, freed]
    assert new._physics().space is None
    assert len(kept._physics().shapes) == 1
    tree.advance(3.0)
    assert kept.position.y == pytest.approx(-25.0, abs=1.0)
    assert freed.position.y == pytest.approx(-25.0, abs=1.0)


def test_a_shape_that_was_changed_or_moved_is_as_it_was(tree: SceneTree) -> None:
    floor(tree.root)
    body = box(tree.root, 0, -100)
    giver: Any = body.get_child(0)
    snapshot = tree.snapshot()
    giver.shape.size = (50, 200)
    giver.position = (0, 50)
    tree.advance(1.0)
    tree.restore(snapshot)
    tree.advance(3.0)
    assert body.position.y == pytest.approx(-25.0, abs=1.0)
    giver.shape.size = (50, 30)
    tree.advance(2.0)
    assert body.position.y == pytest.approx(-15.0, abs=1.0)


def test_bodies_move_on_as_fast(tree: SceneTree) -> None:
    body = floating(tree.root)
    body.linear_velocity, body.angular_velocity = (60, 0), 1.5
    tree.tick(STEP)
    snapshot = tree.snapshot()
    body.linear_velocity, body.angular_velocity = (0, 900), 0
    tree.advance(1.0)
    tree.restore(snapshot)
    tree.advance(1.0)
    assert body.position == pytest.approx((61.0, 0.0), abs=1e-6)
    assert body.rotation == pytest.approx(1.5 * 61 / 60)


def test_who_sleeps_sleeps_on(tree: SceneTree) -> None:
    floor(tree.root)
    boxes = [box(tree.root, 0, -25), box(tree.root, 0, -75)]
    tree.advance(5.0)
    assert all(body.sleeping for body in boxes)
    changes: list[str] = []
    for body in boxes:
        body.sleeping_state_changed.connect(lambda: changes.append("changed"))
    snapshot = tree.snapshot()
    boxes[0].apply_central_impulse((300, 0))
    tree.advance(0.1)
    changes.clear()
    tree.restore(snapshot)
    places = [body.position for body in boxes]
    tree.advance(1.0)
    assert all(body.sleeping for body in boxes)
    assert [body.position for body in boxes] == places
    assert changes == []
    boxes[0].apply_central_impulse((300, 0))
    tree.tick(STEP)
    assert not boxes[0].sleeping


def test_what_was_told_to_have_entered_is_not_told_again_and_still_exits(tree: SceneTree) -> None:
    told: list[str] = []
    area = tree.root.add_child(with_shape(Area2D(), rectangle(100, 100)))
    body = floating(tree.root, 0, 0, contact_monitor=True, max_contacts_reported=4)
    wall = tree.root.add_child(with_shape(AnimatableBody2D(position=(50, 0)), rectangle()))
    area.body_entered.connect(lambda node: told.append(f"in {node.name}"))
    area.body_exited.connect(lambda node: told.append(f"out {node.name}"))
    body.body_entered.connect(lambda node: told.append(f"touch {node.name}"))
    tree.frames(3, STEP)
    assert len(told) == 3
    snapshot = tree.snapshot()
    body.position = (0, 1000)
    tree.frames(3, STEP)
    told.clear()
    tree.restore(snapshot)
    assert area.get_overlapping_bodies() == [body, wall]
    assert body.get_colliding_bodies() == [wall]
    tree.frames(3, STEP)
    assert told == []
    body.position = (0, 1000)
    tree.frames(3, STEP)
    assert told == [f"out {body.name}"]


def test_what_has_left_by_the_first_step_exits(tree: SceneTree) -> None:
    told: list[str] = []
    area = tree.root.add_child(with_shape(Area2D(), rectangle(100, 100)))
    body = floating(tree.root)
    area.body_exited.connect(lambda node: told.append(f"out {node.name}"))
    tree.frames(3, STEP)
    tree.restore(tree.snapshot())
    body.position = (0, 1000)
    tree.frames(2, STEP)
    assert told == [f"out {body.name}"]
    assert area.get_overlapping_bodies() == []


def test_what_an_area_does_to_gravity_goes_on_without_a_gap(tree: SceneTree) -> None:
    area = with_shape(Area2D(), rectangle(400, 400))
    area.gravity_space_override, area.gravity = Area2D.SpaceOverride.REPLACE, 0.0
    tree.root.add_child(area)
    body = box(tree.root)
    tree.frames(3, STEP)
    snapshot = tree.snapshot()
    velocity = body.linear_velocity
    tree.frames(10, STEP)
    tree.restore(snapshot)
    tree.frames(10, STEP)
    assert body.linear_velocity.length() <= velocity.length()
    area.gravity_space_override = Area2D.SpaceOverride.DISABLED
    tree.frames(10, STEP)
    assert body.linear_velocity.y > 100.0


def test_what_a_one_way_shape_lets_through_goes_on(tree: SceneTree) -> None:
    platform = floor(tree.root, y=0.0)
    giver: Any = platform.get_child(0)
    giver.one_way_collision = True
    body = floating(tree.root, 0, 60)
    body.linear_velocity = (0, -120)
    while body.position.y > -10:  # beyond the middle, where what begins to touch it would be held up
        tree.tick(STEP)
    snapshot = tree.snapshot()
    tree.advance(0.3)
    y = body.position.y
    assert y < -40
    tree.restore(snapshot)
    tree.advance(0.3)
    assert body.position.y == pytest.approx(y, abs=1e-6)
    body.linear_velocity = (0, 120)
    body.position = (0, -60)
    tree.advance(1.0)
    assert body.position.y < -45  # it stands on it afterwards


def test_a_body_that_was_moved_before_the_snapshot_pushes_in_the_next_step(tree: SceneTree) -> None:
    mover = tree.root.add_child(with_shape(AnimatableBody2D(position=(-55, 0)), rectangle()))
    body = floating(tree.root)
    tree.tick(STEP)
    mover.position = (-45, 0)
    snapshot = tree.snapshot()
    tree.frames(3, STEP)
    velocity = body.linear_velocity.x
    assert velocity > 100
    for _ in range(2):
        tree.restore(snapshot)
        tree.frames(3, STEP)
        assert body.linear_velocity.x == pytest.approx(velocity, rel=0.05)


def test_joints_hold_on(tree: SceneTree) -> None:
    PhysicsServer2D.of(tree).default_linear_damp = 0.0
    body = box(tree.root, 0, 100)
    joint = PinJoint2D()
    joint.node_a, joint.node_b = body.get_path(), tree.root.add_child(StaticBody2D()).get_path()
    tree.root.add_child(joint)
    body.linear_velocity = (300, 0)
    tree.frames(10, STEP)
    snapshot = tree.snapshot()
    joint.free()
    tree.advance(0.5)
    assert body.position.length() > 110
    tree.restore(snapshot)
    for _ in range(60):
        tree.tick(STEP)
        assert body.position.length() == pytest.approx(100.0, abs=1.0)
    assert len(space(tree).native.constraints) == 1


def test_nodes_are_shown_between_steps_as_they_were(tree: SceneTree) -> None:
    tree.physics_interpolation = True
    body = floating(tree.root)
    body.linear_velocity = (600, 0)
    tree.frames(5, STEP)
    tree.tick(STEP / 2)
    snapshot = tree.snapshot()

    def places() -> list[float]:
        found = []
        for _ in range(7):
            tree.tick(STEP / 2)
            found.append(body.global_position.x)
        return found

    first = places()
    tree.restore(snapshot)
    assert places() == first
    assert first[1] - first[0] == pytest.approx(5.0)


def test_settings_are_set_back(tree: SceneTree) -> None:
    server = PhysicsServer2D.of(tree)
    body = box(tree.root)
    snapshot = tree.snapshot()
    server.default_gravity, server.substeps = 0.0, 1
    tree.restore(snapshot)
    assert (server.default_gravity, server.substeps) == (980.0, 4)
    tree.advance(0.5)
    assert body.linear_velocity.y > 400


def test_a_snapshot_from_before_there_was_any_body_can_be_restored(tree: SceneTree) -> None:
    snapshot, digest = tree.snapshot(), tree.state_hash()
    body = box(tree.root)
    tree.advance(0.2)
    tree.restore(snapshot)
    assert body._physics().space is None
    assert PhysicsServer2D.of(tree).spaces == {}
    assert tree.state_hash() == digest
    tree.tick(STEP)
    other = box(tree.root)
    tree.advance(0.2)
    assert other.linear_velocity.y > 100


def test_set_back_bodies_follow_their_nodes_and_queries_see_them(tree: SceneTree) -> None:
    body = box(tree.root, 0, 0, freeze=True)
    tree.tick(STEP)
    tree.restore(tree.snapshot())
    body.position = (500, 0)
    PhysicsServer2D.of(tree).sync()
    assert body._physics().native.position == (500, 0)


@pytest.mark.parametrize("change", ["velocity", "sleep", "force", "touch"])
def test_a_digest_tells_of(tree: SceneTree, change: str) -> None:
    body = floating(tree.root)
    other = floating(tree.root, 300, 0)
    area = tree.root.add_child(with_shape(Area2D(), rectangle(100, 100)))
    tree.frames(3, STEP)
    digest = tree.state_hash()
    if change == "velocity":
        body.linear_velocity = (1e-9, 0)
    elif change == "sleep":
        body.sleeping = not body.sleeping
    elif change == "force":
        body.apply_central_force((1, 0))
    else:
        area._physics().told.clear()
    assert tree.state_hash() != digest
    assert other.position.x == 300
