"""The records of records/physics_2d_characters.jsonl: how kinematic bodies and characters move in 2D."""

from __future__ import annotations

from math import degrees, radians
from typing import Any

import pytest

from engine.math import Vector2
from engine.resources.shapes_2d.rectangle_shape_2d import RectangleShape2D
from engine.tree.scene_tree import SceneTree
from nodes import AnimatableBody2D, CharacterBody2D, CollisionShape2D, RigidBody2D, StaticBody2D

record = pytest.mark.record


def with_box(body: Any, width: float, height: float) -> Any:
    body.add_child(CollisionShape2D(shape=RectangleShape2D(size=(width, height))))
    return body


class Walker(CharacterBody2D):
    """Falls by `gravity`, in px/s2, and walks at `speed`."""

    speed = 0.0
    gravity = 980.0

    def on_physics_process(self, delta: float) -> None:
        self.velocity = Vector2(self.speed, self.velocity.y + self.gravity * delta)
        self.move_and_slide()


@record("mainframe-physics2d-0333")
def test_a_kinematic_body_pushes_a_crate_and_goes_on(tree: SceneTree) -> None:
    class Pusher(AnimatableBody2D):
        def on_physics_process(self, delta: float) -> None:
            self.position += (200 * delta, 0)

    tree.root.add_child(with_box(StaticBody2D(position=(0, 25)), 4000, 50))
    pusher = tree.root.add_child(with_box(Pusher(position=(-300, -25.5)), 50, 50))
    crate = tree.root.add_child(with_box(RigidBody2D(position=(0, -25)), 50, 50))

    tree.frames(120)

    assert 90 <= pusher.position.x <= 110
    assert crate.position.x > 140


@record("mainframe-physics2d-0335")
def test_a_character_climbs_a_slope_and_stays_where_it_stops(tree: SceneTree) -> None:
    slope = with_box(StaticBody2D(rotation=-radians(30)), 4000, 50)
    slope.position = Vector2(0, 25).rotated(-radians(30))  # its upper side goes through the origin
    tree.root.add_child(slope)
    walker = tree.root.add_child(with_box(Walker(position=(0, -45)), 40, 40))
    tree.frames(15)
    start = walker.position
    walker.speed = 250.0

    tree.frames(60)

    assert start.y - walker.position.y > 100
    tree.frames(60)
    assert start.y - walker.position.y > 150
    assert degrees(walker.get_floor_angle()) == pytest.approx(30, abs=0.5)
    walker.speed = 0.0
    tree.frames(1)
    stopped = walker.position
    tree.frames(74)
    assert walker.position.distance_to(stopped) < 2
    assert walker.is_on_floor()


@record("mainframe-physics2d-0336")
def test_a_character_is_pushed_out_of_the_ground_and_stops_at_a_ceiling(tree: SceneTree) -> None:
    tree.root.add_child(with_box(StaticBody2D(position=(0, 50)), 2000, 100))
    walker = tree.root.add_child(with_box(Walker(position=(0, -22)), 40, 84))  # 20 px into the ground

    tree.frames(30)

    assert -43 <= walker.position.y <= -40.5
    assert walker.is_on_floor()
    tree.root.add_child(with_box(StaticBody2D(position=(0, -325)), 2000, 50))  # its underside is at -300
    walker.velocity = Vector2(0, -600)
    walker.gravity = 0.0  # or it would not get there
    for _ in range(60):
        tree.frames(1)
        if walker.is_on_ceiling():
            break
    assert walker.is_on_ceiling()
    assert walker.velocity.y == pytest.approx(0, abs=1e-9)
    assert -259.5 <= walker.position.y <= -257.5
