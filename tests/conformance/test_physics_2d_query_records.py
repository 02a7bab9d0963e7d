"""The records of records/physics_2d_queries.jsonl: rays and shapes that are cast through a 2D world."""

from __future__ import annotations

from typing import Any

import pytest

from engine.resources.shapes_2d.circle_shape_2d import CircleShape2D
from engine.resources.shapes_2d.rectangle_shape_2d import RectangleShape2D
from engine.tree.scene_tree import SceneTree
from nodes import Area2D, CollisionShape2D, StaticBody2D
from servers.physics_2d import PhysicsRayQueryParameters2D, PhysicsShapeQueryParameters2D

record = pytest.mark.record


def with_box(node: Any, width: float, height: float) -> Any:
    node.add_child(CollisionShape2D(shape=RectangleShape2D(size=(width, height))))
    return node


def ground(tree: SceneTree) -> StaticBody2D:
    """Its top is at y = 0."""
    body: StaticBody2D = with_box(StaticBody2D(position=(0, 50)), 2000, 100)
    return tree.root.add_child(body)


@record("mainframe-physics2d-0331")
def test_a_ray_down_meets_the_box_and_no_area(tree: SceneTree) -> None:
    below = ground(tree)
    box = tree.root.add_child(with_box(StaticBody2D(position=(0, -100)), 100, 100))
    tree.root.add_child(with_box(Area2D(position=(0, -250)), 100, 100))
    state = below.get_world_2d().direct_space_state

    hit = state.intersect_ray(PhysicsRayQueryParameters2D((0, -500), (0, 500)))
    row = state.cast_rays([(0, -500)], [(0, 500)])

    assert hit.collider is box
    assert hit.position.y == pytest.approx(-150)
    assert hit.normal.y == pytest.approx(-1)
    assert row.fraction[0] == pytest.approx(0.35)
    assert row.colliders[row.collider[0]] is box


@record("mainframe-physics2d-0332")
def test_a_circle_that_is_cast_down_meets_the_ground(tree: SceneTree) -> None:
    state = ground(tree).get_world_2d().direct_space_state
    asked = PhysicsShapeQueryParameters2D(shape=CircleShape2D(radius=20), transform=(1, 0, 0, 1, 0, -300))
    asked.motion = (0, 1000)

    safe, unsafe = state.cast_motion(asked)
    asked.transform = asked.transform.with_origin((0, -300 + 1000 * unsafe))
    asked.motion = (0, 0)
    info = state.get_rest_info(asked)

    assert safe == pytest.approx(0.28, abs=1e-6)
    assert unsafe == pytest.approx(0.28, abs=1e-6)
    assert info.normal.y == pytest.approx(-1)
