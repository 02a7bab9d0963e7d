"""Bodies that come to rest, sleep, and are woken."""

from __future__ import annotations

import pytest

from engine.math import Vector2
from engine.resources.physics_material import PhysicsMaterial
from engine.tree.scene_tree import SceneTree
from nodes import AnimatableBody2D, Area2D, CharacterBody2D, CollisionObject2D, RigidBody2D
from servers.physics_2d import PhysicsServer2D
from tests.unit.physics_2d.worlds import STEP, box, circle, floating, floor, rectangle, space, with_shape


def asleep_on_a_floor(tree: SceneTree) -> tuple[RigidBody2D, object]:
    ground = floor(tree.root)
    body = box(tree.root, 0, -25)
    tree.frames(120)
    assert body.sleeping
    return body, ground


def test_a_body_rests_on_the_floor_and_tells_once_that_it_sleeps(tree: SceneTree) -> None:
    floor(tree.root)
    body = box(tree.root, 0, -60)
    told: list[bool] = []
    body.sleeping_state_changed.connect(lambda: told.append(body.sleeping))

    tree.frames(240)

    assert body.position.y == pytest.approx(-25, abs=1)
    assert told == [True]


def test_an_impulse_wakes_a_body_and_it_tells(tree: SceneTree) -> None:
    body, _ = asleep_on_a_floor(tree)
    told: list[bool] = []
    body.sleeping_state_changed.connect(lambda: told.append(body.sleeping))

    body.apply_central_impulse((0, -100))
    tree.frames(1)

    assert told == [False]
    assert body.linear_velocity.y < -50


def test_what_wakes_a_body_keeps_its_neighbours_in_step(tree: SceneTree) -> None:
    floor(tree.root)
    lower, upper = box(tree.root, 0, -25), box(tree.root, 0, -75)
    tree.frames(150)
    assert (lower.sleeping, upper.sleeping) == (True, True)

    lower.apply_central_impulse((3000, 0))
    tree.frames(40)

    assert upper.position.y > -70


def test_setting_sleeping_does_not_tell(tree: SceneTree) -> None:
    body = box(tree.root)
    told: list[int] = []
    body.sleeping_state_changed.connect(lambda: told.append(1))

    body.sleeping = True
    tree.frames(10)
    assert body.position == Vector2.ZERO
    body.sleeping = False
    tree.frames(10)

    assert body.position.y > 0
    assert told == []


def test_a_body_can_come_into_a_tree_asleep(tree: SceneTree) -> None:
    body = box(tree.root, sleeping=True)

    tree.frames(30)

    assert body.sleeping
    assert (body.position, body.linear_velocity) == (Vector2.ZERO, Vector2.ZERO)


def test_setting_a_velocity_wakes_a_body_in_a_tree(tree: SceneTree) -> None:
    outside = RigidBody2D(sleeping=True, linear_velocity=(5, 5))
    body = box(tree.root, sleeping=True)
    tree.frames(10)

    body.angular_velocity = 1.0

    assert outside.sleeping
    assert not body.sleeping


@pytest.mark.parametrize("kind", [Area2D, AnimatableBody2D, CharacterBody2D])
def test_bodies_may_fall_asleep_at_once_beside_what_never_does(tree: SceneTree, kind: type[CollisionObject2D]) -> None:
    PhysicsServer2D.of(tree).time_before_sleep = 0.0
    tree.root.add_child(with_shape(kind(position=(0, 300)), rectangle()))
    floor(tree.root)
    body = box(tree.root, y=-25.0)

    tree.frames(2)

    assert body.sleeping


def test_a_body_that_may_not_sleep_does_not(tree: SceneTree) -> None:
    floor(tree.root)
    body = box(tree.root, 0, -25, can_sleep=False)
    other = box(tree.root, 300, -25)

    tree.frames(150)

    assert not body.sleeping
    assert other.sleeping


def test_a_body_that_may_not_sleep_stops_when_it_is_put_to_sleep_and_stays_awake(tree: SceneTree) -> None:
    body = floating(tree.root)
    body.can_sleep = False
    body.linear_velocity = Vector2(30, 0)
    tree.frames(2)  # where nobody may sleep, pymunk ends the process if somebody is told to

    body.sleeping = True
    tree.frames(2)

    assert (body.sleeping, body.linear_velocity) == (False, Vector2.ZERO)


def test_a_body_can_be_put_to_sleep_as_soon_as_it_may(tree: SceneTree) -> None:
    body = floating(tree.root)
    body.can_sleep = False
    tree.frames(2)

    body.can_sleep = True
    body.sleeping = True
    tree.frames(2)

    assert body.sleeping


def test_a_sleeping_body_wakes_when_it_may_sleep_no_longer(tree: SceneTree) -> None:
    body, _ = asleep_on_a_floor(tree)

    body.can_sleep = False

    assert not body.sleeping


@pytest.mark.parametrize("scale", [0.0, 3.0])
def test_bodies_with_another_gravity_fall_asleep_among_ordinary_ones(tree: SceneTree, scale: float) -> None:
    floor(tree.root)
    for x in (200, 300, 400):
        box(tree.root, x, -25)
    other = box(tree.root, 0, -25, gravity_scale=scale)
    above = box(tree.root, 0, -75)

    tree.frames(240)

    assert (other.sleeping, above.sleeping) == (True, True)
    assert other.position.y == pytest.approx(-25, abs=1)
    assert above.position.y == pytest.approx(-75, abs=1)


def test_what_floats_without_gravity_sleeps_where_it_is(tree: SceneTree) -> None:
    for x in (200, 300, 400):
        box(tree.root, x, 0)
    body = floating(tree.root, 0, 0)

    tree.frames(60)

    assert body.sleeping
    assert body.position == Vector2.ZERO


def test_a_platform_that_moves_away_wakes_what_rests_on_it(tree: SceneTree) -> None:
    body, ground = asleep_on_a_floor(tree)

    ground.position += (0, 200)  # type: ignore[attr-defined]
    tree.frames(60)

    assert body.position.y > 100


def test_a_wall_that_is_put_where_a_body_sleeps_wakes_it(tree: SceneTree) -> None:
    body, _ = asleep_on_a_floor(tree)
    wall = floor(tree.root, 500, 50)
    tree.frames(1)

    wall.position = (35, -25)
    tree.frames(1)

    assert not body.sleeping


def test_freeing_the_floor_wakes_what_rests_on_it(tree: SceneTree) -> None:
    body, ground = asleep_on_a_floor(tree)

    ground.free()  # type: ignore[attr-defined]
    tree.frames(30)

    assert body.position.y > 50


def test_taking_a_shape_away_wakes_what_rests_on_it(tree: SceneTree) -> None:
    body, ground = asleep_on_a_floor(tree)

    ground.get_child(0).disabled = True  # type: ignore[attr-defined]
    tree.frames(30)

    assert body.position.y > 50


def test_moving_a_shape_in_its_body_wakes_what_rests_on_it(tree: SceneTree) -> None:
    body, ground = asleep_on_a_floor(tree)

    ground.get_child(0).position = (0, 100)  # type: ignore[attr-defined]
    tree.frames(60)

    assert body.position.y > 50


def test_changing_a_shared_shape_changes_all_who_have_it(tree: SceneTree) -> None:
    shape = circle(10)
    bodies = [with_shape(RigidBody2D(position=(x, -10)), shape) for x in (0, 100)]
    floor(tree.root)
    for body in bodies:
        tree.root.add_child(body)
    tree.frames(120)

    shape.radius = 30.0  # type: ignore[attr-defined]
    tree.frames(120)

    assert [body.position.y for body in bodies] == pytest.approx([-30, -30], abs=1)


def test_a_body_that_is_put_elsewhere_keeps_its_velocity_and_wakes(tree: SceneTree) -> None:
    body, _ = asleep_on_a_floor(tree)

    body.position = (0, -500)
    tree.frames(6)

    assert not body.sleeping
    assert body.linear_velocity.y == pytest.approx(98, rel=0.02)


def test_sleeping_bodies_are_not_written(tree: SceneTree) -> None:
    body, _ = asleep_on_a_floor(tree)
    writes: list[int] = []
    poses = tree.transforms_2d.poses
    write = poses.write
    poses.write = lambda *args: (writes.append(1), write(*args))[1]  # type: ignore[method-assign, func-returns-value]

    tree.frames(10)

    assert writes == []
    assert body.sleeping


def test_ten_stacked_boxes_stand(tree: SceneTree) -> None:
    floor(tree.root)
    boxes = [box(tree.root, 0, -25 - 50 * at) for at in range(10)]

    tree.frames(600)

    for at, body in enumerate(boxes):
        assert body.position == pytest.approx((0, -25 - 50 * at), abs=5)


def test_what_a_conveyor_belt_carries_moves_with_it(tree: SceneTree) -> None:
    ground = floor(tree.root)
    ground.constant_linear_velocity = (60, 0)
    body = box(tree.root, 0, -25)

    tree.frames(90)

    assert body.linear_velocity.x == pytest.approx(60, rel=0.05)


def test_a_kinematic_body_pushes_and_arrives_where_it_was_put(tree: SceneTree) -> None:
    pusher = floating(tree.root, 0, 0, freeze=True, freeze_mode=RigidBody2D.FreezeMode.KINEMATIC)
    body = floating(tree.root, 60, 0)

    for at in range(1, 31):
        pusher.position = (2 * at, 0)
        tree.frames(1)
        assert pusher.position == (2 * at, 0)
        assert pusher.linear_velocity == pytest.approx((2 / STEP, 0))

    assert body.position.x > 108
    tree.frames(1)
    assert pusher.linear_velocity == Vector2.ZERO


def test_two_runs_are_alike_to_the_last_bit() -> None:
    def run() -> list[tuple[float, ...]]:
        tree = SceneTree()
        floor(tree.root)
        bodies = [box(tree.root, 30 * (at % 3), -40 - 55 * at, rotation=0.1 * at) for at in range(20)]
        tree.frames(200)
        seen = [tuple(body.global_transform) for body in bodies]
        tree.shutdown()
        return seen

    assert run() == run()


def test_the_server_drops_a_space_when_its_last_object_leaves(tree: SceneTree) -> None:
    body = box(tree.root)
    tree.frames(1)
    native = space(tree).native

    body.free()

    assert PhysicsServer2D.of(tree).spaces == {}
    assert not native.bodies
    assert not native.shapes


def test_a_tree_without_bodies_has_no_server(tree: SceneTree) -> None:
    tree.frames(1)

    assert tree.servers.get(PhysicsServer2D) is None


def test_a_tall_rectangle_is_rectangular(tree: SceneTree) -> None:
    floor(tree.root)
    body = with_shape(RigidBody2D(position=(0, -60), lock_rotation=True), rectangle(20, 100))
    tree.root.add_child(body)

    tree.frames(120)

    assert body.position.y == pytest.approx(-50, abs=0.5)


def test_a_material_that_changes_counts_at_once_also_for_what_rests(tree: SceneTree) -> None:
    material = PhysicsMaterial(friction=1.0)
    ground = floor(tree.root)
    ground.rotation = 0.3
    ground.physics_material_override = material
    body = box(tree.root, 0, -28, rotation=0.3)
    tree.frames(120)
    assert body.sleeping
    held = body.position

    material.friction = 0.0
    tree.frames(60)

    assert body.position.x > held.x + 30


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("linear_damp", 0.5),
        ("angular_damp", 3.0),
        ("linear_damp_mode", RigidBody2D.DampMode.REPLACE),
        ("custom_integrator", True),
        ("gravity_scale", 1.0),
        ("constant_force", (0, 0)),
        ("collision_mask", 1),
        ("physics_material_override", None),
    ],
)
def test_what_moves_nobody_and_what_it_is_already_wakes_nobody(tree: SceneTree, name: str, value: object) -> None:
    body, _ = asleep_on_a_floor(tree)

    setattr(body, name, value)

    assert body.sleeping
