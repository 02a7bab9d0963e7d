"""Steps in which everything is static or asleep: pymunk's are left out, and nobody can tell."""

from __future__ import annotations

from gc import collect
from typing import Any
from weakref import ref

import pytest

from engine.tree.scene_tree import SceneTree
from nodes import Area2D, RigidBody2D, StaticBody2D
from servers.physics_2d import Space2D
from tests.unit.physics_2d.worlds import STEP, box, floor, rectangle, space, with_shape

Log = list[Any]


def at_rest(tree: SceneTree) -> tuple[RigidBody2D, StaticBody2D]:
    """A box that sleeps on a floor and reports its contacts."""
    ground = floor(tree.root)
    body = box(tree.root, 0, -25, contact_monitor=True, max_contacts_reported=8)
    tree.frames(200)
    assert body.sleeping
    return body, ground


def logged(body: Any) -> Log:
    log: Log = []
    body.body_entered.connect(lambda node: log.append(("in", node)))
    body.body_exited.connect(lambda node: log.append(("out", node)))
    return log


def counted(tree: SceneTree, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The steps that pymunk makes of the tree's space from now on."""
    steps: list[float] = []
    native = space(tree).native
    step = native.step

    def stepped(delta: float) -> None:
        steps.append(delta)
        step(delta)

    monkeypatch.setattr(native, "step", stepped)
    return steps


def test_pymunk_is_not_stepped_while_all_sleep(tree: SceneTree, monkeypatch: pytest.MonkeyPatch) -> None:
    body, _ = at_rest(tree)
    steps = counted(tree, monkeypatch)

    tree.frames(10)
    assert steps == []

    body.apply_central_impulse((0, -10))
    tree.frames(1)
    assert steps == [STEP / 4] * 4


def test_contacts_go_on_through_steps_at_rest(tree: SceneTree) -> None:
    body, ground = at_rest(tree)
    log = logged(body)

    tree.frames(100)
    assert body.get_colliding_bodies() == [ground]
    body.sleeping = False
    tree.frames(5)
    assert body.get_colliding_bodies() == [ground]
    assert log == []

    body.apply_central_impulse((0, -200))
    tree.frames(20)
    assert log == [("out", ground)]


def test_an_area_that_comes_over_sleepers_and_statics_is_told_of_them(tree: SceneTree) -> None:
    body, ground = at_rest(tree)
    area = with_shape(Area2D(), rectangle())
    log = logged(area)

    tree.root.add_child(area)
    tree.frames(2)
    assert log == [("in", ground), ("in", body)]

    area.position = (2000, 0)
    tree.frames(2)
    assert log[2:] == [("out", ground), ("out", body)]


def test_a_sleeper_falls_when_its_floor_goes(tree: SceneTree) -> None:
    body, ground = at_rest(tree)
    log = logged(body)

    ground.position = (2000, 0)
    tree.frames(30)

    assert body.position.y > 0
    assert log == [("out", ground)]


def test_a_body_that_comes_when_all_rest_moves_and_is_met(tree: SceneTree) -> None:
    body, _ = at_rest(tree)
    log = logged(body)

    other = box(tree.root, 0, -80)
    tree.frames(30)

    assert log == [("in", other)]
    assert other.position.y == pytest.approx(-75, abs=1)


def test_what_is_put_to_sleep_stays_where_it_was_put(tree: SceneTree) -> None:
    body, _ = at_rest(tree)

    body.position = (100, -300)
    body.sleeping = True
    tree.frames(10)
    assert body.position == (100, -300)

    body.sleeping = False
    tree.frames(90)
    assert body.position.y == pytest.approx(-25, abs=1)


def test_shapes_that_go_while_all_sleep_are_let_go(tree: SceneTree, monkeypatch: pytest.MonkeyPatch) -> None:
    at_rest(tree)
    far = with_shape(StaticBody2D(position=(5000, 0)), rectangle())
    tree.root.add_child(far)
    tree.frames(2)
    shapes = [shape for shape in space(tree).native.shapes if shape.bb.left > 4000]
    gone = ref(shapes.pop())
    steps = counted(tree, monkeypatch)

    far.free()
    del far
    tree.frames(3)
    collect()

    assert gone() is None
    assert len(steps) == 4


def test_steps_left_out_change_no_bit_of_what_comes_after(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = []
    for leaves_out in (True, False):
        if not leaves_out:
            monkeypatch.setattr(Space2D, "_rests", lambda _space: False)
        tree = SceneTree()
        floor(tree.root)
        pile = [box(tree.root, 3 * at, -26 - 52 * at) for at in range(4)]
        tree.frames(300)
        assert all(body.sleeping for body in pile)
        steps = counted(tree, monkeypatch)
        tree.frames(50)
        assert len(steps) == (0 if leaves_out else 200)
        pile[0].apply_impulse((900, -300), (5, 7))
        tree.frames(60)
        ways.append([(*body.position, body.rotation, *body.linear_velocity) for body in pile])
        tree.shutdown()

    assert ways[0] == ways[1]
