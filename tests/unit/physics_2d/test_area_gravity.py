"""What areas make of the gravity and the damps of bodies in them."""

from __future__ import annotations

from math import exp
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import Vector2
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes import AnimatableBody2D, Area2D, CharacterBody2D, CollisionShape2D, RigidBody2D, StaticBody2D
from tests.unit.physics_2d.worlds import box, floating, rectangle, with_shape

Override = Area2D.SpaceOverride
near = pytest.approx
UNDAMPED = {"linear_damp_mode": 1, "angular_damp_mode": 1}


def field(parent: Node, gravity: float = 100.0, **exported: Any) -> Area2D:
    """An area of 10,000 px that replaces gravity."""
    area = Area2D(**{"gravity_space_override": Override.REPLACE, "gravity": gravity, **exported})
    area.add_child(CollisionShape2D(shape=rectangle(10000, 10000)))
    return parent.add_child(area)


def acceleration(tree: SceneTree, body: Any) -> Vector2:
    """Of a body, when it has been in its areas for a step."""
    tree.frames(2)
    before = body.linear_velocity
    tree.frames(6)
    change: Vector2 = (body.linear_velocity - before) / 0.1
    return change


@pytest.mark.parametrize(
    ("first", "second", "expected"),  # of the area with the higher priority, which gives 100; of the other, 10
    [
        (Override.DISABLED, Override.DISABLED, 980.0),
        (Override.COMBINE, Override.DISABLED, 1080.0),
        (Override.COMBINE, Override.COMBINE, 1090.0),
        (Override.COMBINE_REPLACE, Override.COMBINE, 100.0),
        (Override.COMBINE, Override.COMBINE_REPLACE, 110.0),
        (Override.REPLACE, Override.COMBINE, 100.0),
        (Override.COMBINE, Override.REPLACE, 10.0),
        (Override.REPLACE_COMBINE, Override.COMBINE, 1090.0),
        (Override.COMBINE, Override.REPLACE_COMBINE, 990.0),
        (Override.DISABLED, Override.REPLACE, 10.0),
    ],
)
def test_areas_act_in_the_order_of_their_priorities_and_then_the_space(
    tree: SceneTree, first: int, second: int, expected: float
) -> None:
    field(tree.root, 10.0, gravity_space_override=second, priority=1)
    field(tree.root, 100.0, gravity_space_override=first, priority=2)
    body = box(tree.root, **UNDAMPED)

    assert acceleration(tree, body) == near(Vector2(0, expected), abs=1e-6)


def test_of_equal_priorities_the_latest_acts_first(tree: SceneTree) -> None:
    field(tree.root, 10.0)
    field(tree.root, 100.0)
    body = box(tree.root, **UNDAMPED)

    assert acceleration(tree, body).y == near(100)


def test_gravity_of_an_area_is_multiplied_by_the_scale_of_the_body(tree: SceneTree) -> None:
    field(tree.root, 100.0, gravity_direction=(3, 0))
    body = box(tree.root, gravity_scale=-2.0, **UNDAMPED)

    assert acceleration(tree, body) == near(Vector2(-600, 0))
    assert body.get_gravity() == Vector2(-600, 0)


@pytest.mark.parametrize("kind", [CharacterBody2D, AnimatableBody2D])
def test_a_body_that_no_force_moves_is_told_what_areas_make_of_gravity(tree: SceneTree, kind: type[Any]) -> None:
    area = field(tree.root, 100.0, gravity_direction=(3, 0))
    body = tree.root.add_child(with_shape(kind(), rectangle()))
    tree.frames(2)
    assert body.get_gravity() == (300, 0)

    area.position = (90000, 0)
    tree.frames(2)

    assert body.get_gravity() == (0, 980)


def test_a_body_that_freezes_in_an_area_thaws_with_its_gravity(tree: SceneTree) -> None:
    field(tree.root, 100.0)
    body = box(tree.root, **UNDAMPED)
    tree.frames(2)
    body.freeze = True
    tree.frames(2)
    body.freeze = False

    assert acceleration(tree, body) == near(Vector2(0, 100))


def test_it_ends_when_the_body_leaves_and_the_area_goes(tree: SceneTree) -> None:
    area = field(tree.root, 0.0)
    body = box(tree.root, **UNDAMPED)
    assert acceleration(tree, body) == near(Vector2.ZERO, abs=1e-9)

    body.position = (0, 50000)
    assert acceleration(tree, body).y == near(980)
    body.position = (0, 0)
    assert acceleration(tree, body) == near(Vector2.ZERO, abs=1e-9)
    area.free()
    assert acceleration(tree, body).y == near(980)


def test_a_body_that_leaves_the_tree_takes_nothing_of_an_area_along(tree: SceneTree) -> None:
    field(tree.root, 0.0)
    body = box(tree.root, **UNDAMPED)
    tree.frames(3)
    tree.root.remove_child(body)

    assert body._physics().area_gravity is None


def test_an_area_that_changes_counts_in_the_next_step(tree: SceneTree) -> None:
    area = field(tree.root, 100.0)
    body = box(tree.root, **UNDAMPED)
    tree.frames(3)

    area.gravity = 300.0
    before = body.linear_velocity.y
    tree.frames(6)
    assert body.linear_velocity.y - before == near(30)

    area.gravity_space_override = Override.DISABLED
    before = body.linear_velocity.y
    tree.frames(6)
    assert body.linear_velocity.y - before == near(98)


@pytest.mark.parametrize("monitoring", [True, False])
def test_it_acts_on_what_its_mask_sees_monitoring_or_not(tree: SceneTree, monitoring: bool) -> None:
    field(tree.root, 100.0, monitoring=monitoring, collision_mask=2)
    seen, unseen = box(tree.root, collision_layer=2, **UNDAMPED), box(tree.root, 500, **UNDAMPED)

    assert acceleration(tree, seen).y == near(100)
    assert acceleration(tree, unseen).y == near(980)


@pytest.mark.parametrize(("unit", "expected"), [(0.0, 100.0), (50.0, 25.0)])
def test_a_point_pulls_everywhere_alike_or_by_the_square_of_the_distance(
    tree: SceneTree, unit: float, expected: float
) -> None:
    area = field(
        tree.root, gravity_point=True, gravity_point_center=(0, 60), gravity_point_unit_distance=unit, position=(0, 40)
    )
    pull = area._physics().gravity_at(Vector2(0, 0))
    assert pull == near(Vector2(0, expected))  # 100 px away

    body = floating(tree.root, gravity_scale=1, can_sleep=False)
    tree.frames(2)
    before = body.linear_velocity.y
    tree.frames(1)
    assert (body.linear_velocity.y - before) * 60 == near(expected, rel=0.02)


def test_a_body_at_the_point_is_not_pulled(tree: SceneTree) -> None:
    area = field(tree.root, gravity_point=True, gravity_point_center=(0, 0), gravity_point_unit_distance=10.0)

    assert area._physics().gravity_at(Vector2(0, 0)) == Vector2.ZERO


def test_a_point_follows_what_moves_round_it(tree: SceneTree) -> None:
    """A circular orbit: v^2 / r = g at that distance."""
    field(tree.root, 400.0, gravity_point=True, gravity_point_center=(0, 0), gravity_point_unit_distance=100.0)
    body = floating(tree.root, 200, 0, gravity_scale=1)  # 100 px/s2 there
    tree.frames(1)
    body.position, body.linear_velocity = (200, 0), (0, (100 * 200) ** 0.5)

    distances = []
    for _ in range(600):
        tree.frames(1)
        distances.append(body.position.length())

    assert 190 < min(distances) < max(distances) < 210


@pytest.mark.parametrize(
    ("mode", "lost"), [(Override.COMBINE, 2.1), (Override.REPLACE, 2.0), (Override.REPLACE_COMBINE, 2.1)]
)
def test_damps_are_overridden_likewise(tree: SceneTree, mode: int, lost: float) -> None:
    field(tree.root, gravity_space_override=0, linear_damp=2.0, linear_damp_space_override=mode)
    body = box(tree.root, gravity_scale=0, linear_velocity=(100, 0))
    tree.frames(2)
    before = body.linear_velocity.x

    tree.frames(30)

    assert body.linear_velocity.x == near(before * (1 - lost / 60) ** 30)


@pytest.mark.parametrize(("mode", "lost"), [(Override.COMBINE, 4.0), (Override.REPLACE, 3.0)])
def test_angular_damps_are_overridden_likewise(tree: SceneTree, mode: int, lost: float) -> None:
    field(tree.root, gravity_space_override=0, angular_damp=3.0, angular_damp_space_override=mode)
    body = box(tree.root, gravity_scale=0, angular_velocity=2.0)
    tree.frames(2)
    before = body.angular_velocity

    tree.frames(30)

    assert body.angular_velocity == near(before * (1 - lost / 60) ** 30)
    assert body.angular_velocity == near(before * exp(-lost / 2), rel=0.1)


def test_what_sleeps_in_an_area_goes_on_sleeping(tree: SceneTree) -> None:
    field(tree.root, 0.0)
    body = box(tree.root, **UNDAMPED)
    tree.frames(2)
    body.linear_velocity = (0, 0)
    tree.frames(120)

    assert body.sleeping
    assert body.position.length() < 2.0


def test_what_lies_still_on_a_planet_falls_asleep(tree: SceneTree) -> None:
    field(tree.root, 400.0, gravity_point=True, gravity_point_unit_distance=100.0)
    tree.root.add_child(with_shape(StaticBody2D(), rectangle(80.0, 80.0)))
    places = ((-48, 3), (4, -48), (48, 0), (-20, 48))
    boxes = [with_shape(RigidBody2D(position=place), rectangle(14.0, 14.0)) for place in places]
    for each in boxes:
        tree.root.add_child(each)

    tree.advance(2.0)

    assert [each.sleeping for each in boxes] == [True, True, True, True]


def test_bad_values_are_refused_and_change_nothing(tree: SceneTree) -> None:
    area = field(tree.root)

    with pytest.raises(InvalidValueError, match=r"Area2D\.gravity must be a finite number, got nan"):
        area.gravity = float("nan")
    with pytest.raises(InvalidValueError, match=r"Area2D\.gravity_space_override must be one of DISABLED 0"):
        area.gravity_space_override = 7
    with pytest.raises(InvalidValueError, match=r"Area2D\.gravity_point_unit_distance must be"):
        area.gravity_point_unit_distance = -1.0
    with pytest.raises(InvalidTypeError, match=r"Area2D\.gravity_direction must be two finite numbers, got 'down'"):
        area.gravity_direction = "down"  # type: ignore[assignment]
    with pytest.raises(InvalidTypeError, match=r"Area2D\.priority must be a whole number, got 0\.5"):
        area.priority = 0.5  # type: ignore[assignment]

    assert (area.gravity, area.gravity_direction, area.priority) == (100.0, Vector2(0, 1), 0)
