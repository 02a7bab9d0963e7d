"""What many bodies cost in Python: counted, not timed."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from engine.resources.physics_material import PhysicsMaterial
from engine.tree.scene_tree import SceneTree
from nodes import Area2D, CollisionShape2D, RigidBody2D, StaticBody2D
from servers.physics_2d import sleep, surfaces
from servers.physics_2d.area_overrides import AreaOverrides
from servers.physics_2d.collision_objects import CollisionObject
from servers.physics_2d.drive import Drive
from servers.physics_2d.monitors import Monitors
from servers.physics_2d.rows import Rows
from tests.unit.physics_2d.worlds import circle, floor, rectangle, space, with_shape


def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[Any]:
    """What a function is called with from now on: the last argument of each call."""
    calls: list[Any] = []
    original = getattr(owner, name)

    def function(*args: Any, **kwargs: Any) -> Any:
        calls.append(args[-1])
        return original(*args, **kwargs)

    monkeypatch.setattr(owner, name, function)
    return calls


def put(tree: SceneTree, count: int, **exported: Any) -> list[RigidBody2D]:
    """So many balls, apart from one another, on a floor."""
    floor(tree.root, width=100_000.0)
    shape = circle(10.0)
    balls = [with_shape(RigidBody2D(position=(30.0 * at, -10.0), **exported), shape) for at in range(count)]
    for ball in balls:
        tree.root.add_child(ball)
    tree.tick(1 / 60)
    return balls


@pytest.mark.parametrize("kind", [RigidBody2D, Area2D])
@pytest.mark.parametrize("sleeping", [True, False])
def test_one_that_comes_and_goes_makes_nobody_look_at_the_others(
    tree: SceneTree, monkeypatch: pytest.MonkeyPatch, kind: type, sleeping: bool
) -> None:
    put(tree, 50, sleeping=sleeping)
    tree.tick(1 / 60)
    looks = counted(monkeypatch, Rows, "_numbers_of")

    one = tree.root.add_child(with_shape(kind(position=(0.0, -500.0)), rectangle()))
    tree.tick(1 / 60)
    record = one._record
    one.free()
    tree.tick(1 / 60)

    assert set(looks) == {record}


def test_the_rows_of_many_that_came_and_went_are_given_up(tree: SceneTree) -> None:
    balls = put(tree, 10)
    for _ in range(500):
        balls.append(tree.root.add_child(with_shape(RigidBody2D(position=balls[0].position), circle(10.0))))
        balls.pop(0).free()
        tree.tick(1 / 60)

    rows = space(tree).rows
    assert len(rows._objects) < 150
    assert len(rows._objects) == len(rows._natives)
    for body in balls:
        assert body.position == space(tree).bodies[body._record.rid].transform.origin


def test_one_that_may_not_sleep_keeps_nobody_awake_when_it_is_gone(tree: SceneTree) -> None:
    balls = put(tree, 3)
    restless = tree.root.add_child(with_shape(RigidBody2D(position=(90.0, -10.0), can_sleep=False), circle(10.0)))
    tree.tick(1 / 60)
    assert space(tree).rows.census() == (1, 4)
    restless.free()

    tree.advance(2.0)

    assert space(tree).rows.census() == (0, 3)
    assert all(ball.sleeping for ball in balls)


def test_who_falls_asleep_is_told_also_after_others_came_and_went(tree: SceneTree) -> None:
    balls = put(tree, 3)
    told: list[str] = []

    def tell(number: int) -> None:
        told.append(f"{number} {balls[number].sleeping}")

    for number, ball in enumerate(balls):
        ball.sleeping_state_changed.connect(partial(tell, number))
    for _ in range(100):
        tree.root.add_child(with_shape(RigidBody2D(position=(0.0, -5000.0)), circle(10.0))).free()
        tree.tick(1 / 60)

    assert told == ["0 True", "1 True", "2 True"]


def test_a_force_that_goes_on_is_worked_out_once(tree: SceneTree, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, *_ = put(tree, 5, can_sleep=False)  # most have what the space gives
    for ball in (first, second):
        ball.gravity_scale, ball.linear_damp = 2.0, 0.5
    tree.advance(0.1)
    worked_out = counted(monkeypatch, Drive, "_take_forces")

    tree.advance(0.5)
    assert worked_out == []

    first.mass = 3.0
    second.apply_force((100.0, 0.0))
    tree.advance(0.5)

    assert worked_out == [first._record, second._record, second._record]  # a force that was applied acts once


def test_a_heavier_body_falls_as_fast_by_its_gravity_scale(tree: SceneTree) -> None:
    floor(tree.root, y=5000.0)
    light, heavy = (
        tree.root.add_child(with_shape(RigidBody2D(position=(x, 0.0), gravity_scale=2.0), circle(10.0)))
        for x in (0.0, 100.0)
    )
    tree.root.add_child(with_shape(RigidBody2D(position=(200.0, 0.0)), circle(10.0)))
    tree.root.add_child(with_shape(RigidBody2D(position=(300.0, 0.0)), circle(10.0)))
    tree.advance(0.2)

    heavy.mass = 50.0
    tree.advance(0.3)

    assert light.position.y == pytest.approx(heavy.position.y)


def test_a_heap_that_is_not_calm_is_looked_through_once_in_a_while(
    tree: SceneTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of its bodies needs a force in each step, and one of them may not sleep."""
    put(tree, 30, sleeping=True)  # most have what the space gives
    for at in range(30):
        crate = with_shape(RigidBody2D(position=(-300.0, -10.0 - 20.0 * at), gravity_scale=0.5), rectangle(40.0, 20.0))
        tree.root.add_child(crate).can_sleep = at > 0
    tree.advance(2.0)
    seen = counted(monkeypatch, sleep, "_neighbours")

    tree.advance(1.0)

    assert 30 <= len(seen) <= 3 * 30


def test_a_body_with_many_shapes_counts_none_of_them_anew_when_it_is_freed(
    tree: SceneTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiles = StaticBody2D()
    for at in range(20):
        tiles.add_child(CollisionShape2D(shape=rectangle(16.0, 16.0), position=(16.0 * at, 0.0)))
    tree.root.add_child(tiles)
    tree.tick(1 / 60)
    first = counted(monkeypatch, CollisionObject, "_count_shapes")

    tiles.free()

    assert first == list(reversed(range(20)))  # each the last of those that are left


def test_what_an_area_does_to_all_that_is_in_it_is_worked_out_once(
    tree: SceneTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    area = with_shape(Area2D(gravity_space_override=Area2D.SpaceOverride.REPLACE, gravity=100.0), rectangle(5e3, 5e3))
    tree.root.add_child(area)
    balls = put(tree, 20, can_sleep=False)
    tree.advance(0.1)
    worked_out = counted(monkeypatch, AreaOverrides, "_override")

    tree.tick(1 / 60)
    assert len(worked_out) == 1

    area.gravity_point, area.gravity_point_center = True, (0.0, 1e4)  # where to is another matter for each of them
    tree.tick(1 / 60)
    assert len(worked_out) == 1 + len(balls)


def test_how_two_surfaces_touch_that_are_looked_at_is_worked_out_once(
    tree: SceneTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    lower, upper = put(tree, 2, can_sleep=False)
    lower.add_collision_exception_with(upper)
    tree.advance(0.2)
    worked_out = counted(monkeypatch, surfaces, "_rule_of")

    tree.advance(0.5)
    assert worked_out == []

    lower.physics_material_override = PhysicsMaterial(friction=0.5)
    tree.advance(0.5)
    assert 0 < len(worked_out) <= 4


def test_a_ball_that_reports_as_many_contacts_as_it_has_is_not_asked_where_they_are(
    tree: SceneTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Balls touch in one point."""
    for ball in put(tree, 5, can_sleep=False, contact_monitor=True, max_contacts_reported=1):
        assert ball.get_contact_count() in (0, 1)
    asked = counted(monkeypatch, Monitors, "contacts_of")

    tree.advance(0.5)

    assert asked == []
