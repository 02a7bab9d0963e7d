"""Bodies whose surface moves though they do not: belts and turntables, static ones and such as are moved themselves."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any

import pytest

from engine.math import Vector2
from engine.tree.scene_tree import SceneTree
from nodes import AnimatableBody2D, CharacterBody2D, RigidBody2D, StaticBody2D
from tests.unit.physics_2d.worlds import circle, rectangle, with_shape


class Belt(AnimatableBody2D):
    """Moves and turns so fast beside what its surface does."""

    speed = Vector2.ZERO
    turn = 0.0

    def on_physics_process(self, delta: float) -> None:
        if self.speed:
            self.position += self.speed * delta
        if self.turn:
            self.rotation += self.turn * delta


class Rider(CharacterBody2D):
    """Falls until it stands."""

    def on_physics_process(self, delta: float) -> None:
        if not self.is_on_floor():
            self.velocity += (0.0, 980.0 * delta)
        self.move_and_slide()


MAKERS: dict[str, Callable[..., Any]] = {
    "static": StaticBody2D,
    "animatable": Belt,
    "animatable at once": lambda **exported: Belt(sync_to_physics=False, **exported),
}


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("velocity", [(80.0, 0.0), (-35.0, 0.0)])
def test_a_belt_carries_bodies_and_characters_as_fast_as_it_runs(
    tree: SceneTree, maker: str, velocity: tuple[float, float]
) -> None:
    belt = MAKERS[maker](constant_linear_velocity=velocity, position=(0.0, 25.0))
    tree.root.add_child(with_shape(belt, rectangle(4000.0, 50.0)))
    crate = tree.root.add_child(with_shape(RigidBody2D(position=(300.0, -10.0)), rectangle(20.0, 20.0)))
    rider = tree.root.add_child(with_shape(Rider(position=(-300.0, -10.05)), rectangle(20.0, 20.0)))
    tree.frames(60)
    before = crate.position.x, rider.position.x

    tree.frames(60)

    assert crate.position.x - before[0] == pytest.approx(velocity[0], abs=0.01)
    assert rider.position.x - before[1] == pytest.approx(velocity[0], abs=0.01)
    assert rider.get_platform_velocity() == pytest.approx(velocity, abs=1e-6)
    assert belt.position == (0.0, 25.0)


@pytest.mark.parametrize("maker", ["animatable", "animatable at once"])
def test_a_belt_that_is_moved_carries_by_both(tree: SceneTree, maker: str) -> None:
    belt = MAKERS[maker](constant_linear_velocity=(50.0, 0.0), position=(0.0, 25.0))
    belt.speed = Vector2(30.0, 0.0)
    tree.root.add_child(with_shape(belt, rectangle(4000.0, 50.0)))
    crate = tree.root.add_child(with_shape(RigidBody2D(position=(300.0, -10.0)), rectangle(20.0, 20.0)))
    rider = tree.root.add_child(with_shape(Rider(position=(-300.0, -10.05)), rectangle(20.0, 20.0)))
    tree.frames(60)
    before = belt.position.x, crate.position.x, rider.position.x

    tree.frames(60)

    assert belt.position.x - before[0] == pytest.approx(30.0, abs=1e-6)
    assert crate.position.x - before[1] == pytest.approx(80.0, abs=0.01)
    assert rider.position.x - before[2] == pytest.approx(80.0, abs=0.01)
    assert rider.get_platform_velocity() == pytest.approx((80.0, 0.0), abs=1e-6)


@pytest.mark.parametrize("maker", MAKERS)
def test_a_turntable_carries_at_its_rim_by_its_angular_velocity_times_the_radius(tree: SceneTree, maker: str) -> None:
    turn, radius = 0.05, 1000.0
    table = MAKERS[maker](constant_angular_velocity=turn, position=(0.0, radius))
    tree.root.add_child(with_shape(table, circle(radius)))
    crate = tree.root.add_child(with_shape(RigidBody2D(position=(-80.0, -7.0)), rectangle(20.0, 20.0)))
    rider = tree.root.add_child(with_shape(Rider(position=(-30.0, -11.0)), rectangle(20.0, 20.0)))
    tree.frames(60)

    assert hypot(*crate.linear_velocity) == pytest.approx(turn * (radius + 10.0), abs=3.0)  # and it slides a little
    assert rider.is_on_floor()
    touching = rider.get_last_slide_collision().get_position()
    arm = touching - table.position
    assert rider.get_platform_velocity() == pytest.approx((-turn * arm.y, turn * arm.x), abs=1e-3)
    assert rider.get_real_velocity().x == pytest.approx(turn * (radius + 10.0), abs=1.0)
    assert table.rotation == 0.0


@pytest.mark.parametrize("maker", ["animatable", "animatable at once"])
def test_a_turntable_that_is_turned_carries_by_both(tree: SceneTree, maker: str) -> None:
    table = MAKERS[maker](constant_angular_velocity=0.02, position=(0.0, 1000.0))
    table.turn = 0.03
    tree.root.add_child(with_shape(table, circle(1000.0)))
    crate = tree.root.add_child(with_shape(RigidBody2D(position=(-25.0, -10.0)), rectangle(20.0, 20.0)))
    tree.frames(60)

    assert hypot(*crate.linear_velocity) == pytest.approx(0.05 * 1010.0, abs=3.0)
    assert table.rotation == pytest.approx(0.03, abs=1e-9)


def test_a_surface_turns_round_the_origin_of_its_body_wherever_its_shape_is(tree: SceneTree) -> None:
    table = StaticBody2D(constant_angular_velocity=0.1)
    with_shape(table, rectangle(400.0, 50.0)).get_child(0).position = Vector2(300.0, 25.0)
    tree.root.add_child(table)
    rider = tree.root.add_child(with_shape(Rider(position=(200.0, -10.05)), rectangle(20.0, 20.0)))

    tree.frames(2)

    touching = rider.get_last_slide_collision().get_position()
    assert rider.get_platform_velocity() == pytest.approx((-0.1 * touching.y, 0.1 * touching.x), abs=1e-6)


def test_a_belt_that_becomes_another_mode_carries_on_as_that_does(tree: SceneTree) -> None:
    belt = Belt(constant_linear_velocity=(80.0, 0.0), position=(0.0, 25.0))
    tree.root.add_child(with_shape(belt, rectangle(4000.0, 50.0)))
    crate = tree.root.add_child(with_shape(RigidBody2D(position=(0.0, -10.0)), rectangle(20.0, 20.0)))
    tree.frames(30)

    belt.constant_linear_velocity = (0.0, 0.0)
    tree.frames(60)
    assert crate.linear_velocity == pytest.approx((0.0, 0.0), abs=1e-3)
    belt.speed = Vector2(40.0, 0.0)
    tree.frames(60)

    assert crate.linear_velocity.x == pytest.approx(40.0, abs=0.01)
    assert belt.position.x == pytest.approx(40.0, abs=1e-6)


@pytest.mark.parametrize("maker", MAKERS)
def test_a_belt_stays_where_it_is_and_what_it_carries_falls_at_its_end(tree: SceneTree, maker: str) -> None:
    belt = MAKERS[maker](constant_linear_velocity=(100.0, 0.0), position=(0.0, 25.0))
    tree.root.add_child(with_shape(belt, rectangle(200.0, 50.0)))
    crate = tree.root.add_child(with_shape(RigidBody2D(position=(0.0, -10.0)), rectangle(20.0, 20.0)))
    tree.frames(55)
    assert crate.position.y == pytest.approx(-10.0, abs=0.5)
    assert crate.position.x < 100.0

    tree.frames(40)

    assert crate.position.y > 0.0


def test_a_belt_that_left_and_came_back_runs_as_fast_as_before(tree: SceneTree) -> None:
    belt = with_shape(AnimatableBody2D(constant_linear_velocity=(50, 0), sync_to_physics=False), rectangle())
    tree.root.add_child(belt)
    mover = tree.root.add_child(with_shape(CharacterBody2D(position=(0, -100)), rectangle()))
    tree.frames(2)

    tree.root.remove_child(belt)
    tree.root.add_child(belt)
    tree.frames(2)

    hit = mover.move_and_collide((0, 100))
    assert hit is not None
    assert hit.get_collider_velocity() == (50, 0)
