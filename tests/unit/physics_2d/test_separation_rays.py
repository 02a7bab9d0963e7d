"""Separation rays beside what characters do with them: of others they are left out, and nothing else meets them."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from engine.math import Transform2D
from engine.resources.shapes_2d.separation_ray_shape_2d import SeparationRayShape2D
from engine.tree.scene_tree import SceneTree
from nodes import (
    AnimatableBody2D,
    Area2D,
    CharacterBody2D,
    CollisionShape2D,
    RayCast2D,
    RigidBody2D,
    ShapeCast2D,
    StaticBody2D,
)
from servers.physics_2d import (
    PhysicsPointQueryParameters2D,
    PhysicsRayQueryParameters2D,
    PhysicsServer2D,
    PhysicsShapeQueryParameters2D,
)
from tests.unit.physics_2d.worlds import box, circle, floor, rectangle, with_shape


def ray(length: float = 20.0) -> SeparationRayShape2D:
    return SeparationRayShape2D(length=length)


@pytest.mark.parametrize("kind", [StaticBody2D, RigidBody2D, AnimatableBody2D, Area2D])
def test_one_that_no_character_stands_on_is_left_out_with_one_warning_that_names_the_node(
    tree: SceneTree, kind: Any, caplog: pytest.LogCaptureFixture
) -> None:
    shape = ray()
    item = with_shape(kind("Odd"), rectangle())
    item.add_child(CollisionShape2D(shape=shape))

    with caplog.at_level(logging.WARNING):
        tree.root.add_child(item)
        tree.frames(2)
        for length in (10.0, 30.0):
            shape.length = length
            tree.frames(1)
        tree.root.remove_child(item)
        tree.root.add_child(item)
        tree.frames(2)

    assert [record.getMessage() for record in caplog.records] == [
        "/root/Odd: shape 1, a SeparationRayShape2D, is left out: only a CharacterBody2D stands on such rays; "
        "give this one another shape"
    ]


def test_one_of_a_character_or_one_that_is_disabled_is_no_reason_to_warn(
    tree: SceneTree, caplog: pytest.LogCaptureFixture
) -> None:
    tree.root.add_child(with_shape(CharacterBody2D(), ray()))
    floor(tree.root).add_child(CollisionShape2D(shape=ray(), disabled=True))

    with caplog.at_level(logging.WARNING):
        tree.frames(2)

    assert caplog.records == []


def test_a_rigid_body_falls_through_a_floor_that_its_ray_alone_would_touch(tree: SceneTree) -> None:
    """It stands on its box: the ray, which reaches 20 px deeper, holds nothing up."""
    floor(tree.root)
    body = box(tree.root, 0, -30)
    body.add_child(CollisionShape2D(shape=ray(45.0)))

    tree.frames(60)

    assert body.position.y == pytest.approx(-25.0, abs=0.2)


def test_no_query_no_area_and_no_body_meets_a_body_that_is_all_ray(tree: SceneTree) -> None:
    leg = with_shape(CharacterBody2D(), ray(100.0))  # from (0, 0) to (0, 100)
    tree.root.add_child(leg)
    area = tree.root.add_child(with_shape(Area2D(position=(0, 50)), rectangle()))
    falling = box(tree.root, 0, -100)
    cast = tree.root.add_child(RayCast2D(position=(-50, 50), target_position=(100, 0)))
    swept = tree.root.add_child(ShapeCast2D(position=(-80, 50), shape=circle(), target_position=(150, 0)))
    told: list[Any] = []
    area.body_entered.connect(told.append)

    tree.frames(5)

    state = PhysicsServer2D.of(tree).direct_state_of(tree.root.world_2d)
    asked = PhysicsShapeQueryParameters2D(shape=circle(), transform=Transform2D(0.0, (-80, 50)), motion=(150, 0))
    assert state.intersect_ray(PhysicsRayQueryParameters2D((-50, 50), (50, 50))) is None
    assert state.cast_rays([(-50, 50)], [(50, 50)]).collider.tolist() == [-1]
    assert state.intersect_point(PhysicsPointQueryParameters2D(position=(0, 50))) == []
    assert state.cast_motion(asked) == (1.0, 1.0)
    assert state.intersect_shape(asked) == []
    assert state.collide_shape(asked) == ()
    assert state.get_rest_info(asked) is None
    assert not cast.is_colliding()
    assert not swept.is_colliding()
    tree.frames(40)
    assert falling.position.y > 100
    assert leg.position == (0, 0)
    assert told == [falling]


def test_a_character_that_is_all_ray_stands_on_it(tree: SceneTree) -> None:
    floor(tree.root)
    leg: Any = tree.root.add_child(with_shape(CharacterBody2D(position=(0, -60)), ray(40.0)))

    for _ in range(60):
        leg.velocity = leg.velocity + (0, 980 / 60)
        tree.frames(1)
        leg.move_and_slide()

    assert leg.is_on_floor()
    assert leg.position.y == pytest.approx(-40.0, abs=0.5)  # 0.4 of what it sinks in is taken back at a time
