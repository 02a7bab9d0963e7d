"""Fast bodies that ask for it do not pass through thin things within a substep."""

from __future__ import annotations

from math import pi
from typing import Any

import pytest

from engine.resources.physics_material import PhysicsMaterial
from engine.resources.shapes_2d.convex_polygon_shape_2d import ConvexPolygonShape2D
from engine.resources.shapes_2d.shape_2d import Shape2D
from engine.tree.scene_tree import SceneTree
from nodes import AnimatableBody2D, Area2D, CollisionShape2D, RigidBody2D, StaticBody2D
from tests.unit.physics_2d.worlds import circle, rectangle, with_shape

RAY, SHAPE = RigidBody2D.CCDMode.CAST_RAY, RigidBody2D.CCDMode.CAST_SHAPE
near = pytest.approx


def wall(tree: SceneTree, x: float = 500.0, width: float = 4.0, **exported: Any) -> StaticBody2D:
    body = StaticBody2D(position=(x, 0), **exported)
    with_shape(body, rectangle(width, 20000))
    return tree.root.add_child(body)


def bullet(tree: SceneTree, x: float, y: float, speed: float, shape: Shape2D, **exported: Any) -> RigidBody2D:
    """A body that flies to the right."""
    free = {"gravity_scale": 0, "linear_damp_mode": 1, "linear_velocity": (speed, 0), "position": (x, y)}
    body = RigidBody2D(**{**free, **exported})
    with_shape(body, shape)
    return tree.root.add_child(body)


SHAPES = {"ball": (circle(5), 0.0), "box": (rectangle(10, 10), 0.0), "turned box": (rectangle(10, 10), 0.5)}


@pytest.mark.parametrize("mode", [RAY, SHAPE])
@pytest.mark.parametrize("speed", [1000.0, 5000.0, 20000.0])
@pytest.mark.parametrize("name", SHAPES)
def test_none_of_100_passes_through_a_wall_of_4_pixels(tree: SceneTree, name: str, speed: float, mode: int) -> None:
    shape, rotation = SHAPES[name]
    wall(tree)
    per_substep = speed / 240
    bullets = [
        bullet(tree, per_substep * at / 100, 60.0 * at - 3000, speed, shape, rotation=rotation, continuous_cd=mode)
        for at in range(100)
    ]

    tree.frames(int(500 / speed * 60) + 10)

    assert max(each.position.x for each in bullets) < 500
    assert min(each.linear_velocity.x for each in bullets) < 1  # all have met it
    assert max(each.linear_velocity.x for each in bullets) < speed / 10


def test_without_it_they_do(tree: SceneTree) -> None:
    wall(tree)
    body = bullet(tree, 37, 0, 20000, circle(5))

    tree.frames(5)

    assert body.position.x > 1000


@pytest.mark.parametrize("mode", [RAY, SHAPE])
def test_a_long_body_stops_with_its_tip(tree: SceneTree, mode: int) -> None:
    wall(tree)
    body = bullet(tree, 33, 0, 20000, rectangle(60, 6), continuous_cd=mode, lock_rotation=True)

    tree.frames(4)

    assert body.position.x == near(500 - 2 - 30, abs=1)


def test_by_shape_an_edge_that_only_a_corner_meets_stops_it(tree: SceneTree) -> None:
    tree.root.add_child(with_shape(StaticBody2D(position=(500, 0)), rectangle(4, 100)))
    free = bullet(tree, 0, 56, 20000, rectangle(10, 10), continuous_cd=SHAPE)
    stopped = bullet(tree, 0, -54, 20000, rectangle(10, 10), continuous_cd=SHAPE)

    tree.frames(3)

    assert free.position.x > 900
    assert stopped.position.x < 900
    assert stopped.linear_velocity.x < 20000


@pytest.mark.parametrize("mode", [RAY, SHAPE])
def test_a_swept_body_bounces_with_all_of_its_speed(tree: SceneTree, mode: int) -> None:
    wall(tree)
    body = bullet(
        tree, 7, 0, 20000, circle(5), continuous_cd=mode, physics_material_override=PhysicsMaterial(bounce=1.0)
    )

    tree.frames(3)

    assert body.linear_velocity.x == near(-20000)


@pytest.mark.parametrize("mode", [RAY, SHAPE])
@pytest.mark.parametrize("what", ["area", "excepted", "other layer", "one-way from below", "disabled"])
def test_what_it_does_not_collide_with_does_not_stop_it(tree: SceneTree, what: str, mode: int) -> None:
    body = bullet(tree, 0, 0, 20000, circle(5), continuous_cd=mode)
    if what == "area":
        tree.root.add_child(with_shape(Area2D(position=(500, 0)), rectangle(4, 2000)))
    elif what == "one-way from below":
        passed = StaticBody2D(position=(500, 0), rotation=pi / 2)  # its upper side looks to the right
        passed.add_child(CollisionShape2D(shape=rectangle(2000, 4), one_way_collision=True))
        tree.root.add_child(passed)
    else:
        solid = wall(tree)
        if what == "excepted":
            solid.add_collision_exception_with(body)
        elif what == "other layer":
            solid.collision_layer = solid.collision_mask = 2
        else:
            solid.get_child(0).disabled = True  # type: ignore[attr-defined]

    tree.frames(3)

    assert body.position.x == near(1000)


@pytest.mark.parametrize("mode", [RAY, SHAPE])
def test_behind_what_does_not_stop_it_there_may_be_what_does(tree: SceneTree, mode: int) -> None:
    body = bullet(tree, 0, 0, 20000, circle(5), continuous_cd=mode)
    for x in (480.0, 485.0):
        wall(tree, x).add_collision_exception_with(body)
    wall(tree)

    tree.frames(5)

    assert body.position.x == near(493, abs=1)


@pytest.mark.parametrize("mode", [RAY, SHAPE])
def test_one_way_from_above_stops_it(tree: SceneTree, mode: int) -> None:
    body = bullet(tree, 0, 0, 20000, circle(5), continuous_cd=mode)
    platform = StaticBody2D(position=(500, 0), rotation=-pi / 2)  # its upper side looks to the left
    platform.add_child(CollisionShape2D(shape=rectangle(2000, 4), one_way_collision=True))
    tree.root.add_child(platform)

    tree.frames(5)

    assert body.position.x == near(493, abs=1)


@pytest.mark.parametrize("mode", [RAY, SHAPE])
def test_what_slides_along_a_wall_is_not_held_back(tree: SceneTree, mode: int) -> None:
    tree.root.add_child(with_shape(StaticBody2D(position=(0, 10)), rectangle(20000, 10)))
    ice = PhysicsMaterial(friction=0.0)
    body = bullet(
        tree, -5000, 0, 6000, rectangle(10, 10), continuous_cd=mode, physics_material_override=ice, gravity_scale=1
    )

    tree.frames(60)

    assert body.position.x == near(1000, rel=0.01)


class Flipper(AnimatableBody2D):
    """Turns up at 30 rad/s."""

    def on_physics_process(self, delta: float) -> None:
        self.rotation = max(self.rotation - 30.0 * delta, -1.0)


@pytest.mark.parametrize("mode", [RAY, SHAPE])
def test_what_something_fast_has_hit_deeply_is_not_held_back_by_it(tree: SceneTree, mode: int) -> None:
    def shot(**exported: Any) -> Any:
        blade = ConvexPolygonShape2D(points=[(0, -8), (80, -3), (80, 3), (0, 8)])
        flipper = tree.root.add_child(with_shape(Flipper(), blade))
        ball = bullet(tree, 60, -12, 0, circle(8), **exported)
        tree.frames(8)
        flipper.queue_free()
        ball.queue_free()
        velocity = ball.linear_velocity
        tree.frames(1)
        return velocity

    assert shot(continuous_cd=mode) == shot()
