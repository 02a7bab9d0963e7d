"""The records of records/physics_2d_files.jsonl: bodies in scene files, and the types that files may name. Of 2D."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import nodes
from engine.core.export import get_exports
from engine.core.registry import node_types, resource_types
from engine.core.resource import Resource
from engine.resources import ResourceLoader
from engine.resources.physics_material import PhysicsMaterial
from engine.resources.shapes_2d.capsule_shape_2d import CapsuleShape2D
from engine.resources.shapes_2d.circle_shape_2d import CircleShape2D
from engine.resources.shapes_2d.concave_polygon_shape_2d import ConcavePolygonShape2D
from engine.resources.shapes_2d.convex_polygon_shape_2d import ConvexPolygonShape2D
from engine.resources.shapes_2d.rectangle_shape_2d import RectangleShape2D
from engine.resources.shapes_2d.segment_shape_2d import SegmentShape2D
from engine.resources.shapes_2d.separation_ray_shape_2d import SeparationRayShape2D
from engine.resources.shapes_2d.world_boundary_shape_2d import WorldBoundaryShape2D
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes import Area2D, CharacterBody2D, CollisionShape2D, Node2D, RigidBody2D, StaticBody2D
from scenes import PackedScene
from scenes.node_types import resource_class

record = pytest.mark.record

MOUSE = ["input_event", "mouse_entered", "mouse_exited", "mouse_shape_entered", "mouse_shape_exited"]
TYPES = {
    "AnimatableBody2D": MOUSE,
    "Area2D": ["area_entered", "area_exited", "body_entered", "body_exited", "body_shape_entered", *MOUSE],
    "CharacterBody2D": MOUSE,
    "CollisionPolygon2D": [],
    "CollisionShape2D": [],
    "DampedSpringJoint2D": [],
    "GrooveJoint2D": [],
    "PinJoint2D": [],
    "RayCast2D": [],
    "RigidBody2D": ["body_entered", "body_exited", "body_shape_entered", "sleeping_state_changed", *MOUSE],
    "ShapeCast2D": [],
    "StaticBody2D": MOUSE,
}
SHAPES = (
    CapsuleShape2D(radius=4, height=20),
    CircleShape2D(radius=7),
    ConcavePolygonShape2D(segments=[(0, 0), (5, 5), (5, 5), (9, 0)]),
    ConvexPolygonShape2D(points=[(0, 0), (8, 0), (4, 6)]),
    RectangleShape2D(size=(12, 34)),
    SegmentShape2D(a=(1, 2), b=(3, 4)),
    SeparationRayShape2D(length=17, slide_on_slope=True),
    WorldBoundaryShape2D(normal=(0, -1), distance=-5),
)


def values(item: Any) -> dict[str, Any]:
    """All exported values of a node or resource; those that are resources likewise."""
    found = {}
    for name in get_exports(type(item)):
        value = getattr(item, name)
        found[name] = (type(value).__name__, values(value)) if isinstance(value, Resource) else value
    return found


def described(root: Node) -> list[tuple[str, str, dict[str, Any]]]:
    """The nodes of a subtree: class, name and values."""
    nodes_below = [root, *root.find_children("*", owned=False)]
    return [(type(node).__name__, node.name, values(node)) for node in nodes_below]


def scene() -> Node2D:
    root = Node2D("Level")

    def put(parent: Node, node: Any) -> Any:
        parent.add_child(node)
        node.owner = root
        return node

    material = PhysicsMaterial(friction=0.9, bounce=0.1)
    ground = put(root, StaticBody2D("Ground", position=(0, 200), collision_layer=5, collision_mask=3))
    ground.physics_material_override = material
    put(ground, CollisionShape2D("Shape", shape=RectangleShape2D(size=(600, 40))))
    ball = put(root, RigidBody2D("Ball", position=(0, 100), mass=4, gravity_scale=0.5, linear_damp=0.2))
    ball.physics_material_override = material
    ball.angular_damp, ball.contact_monitor, ball.max_contacts_reported = 0.6, True, 4
    ball.continuous_cd, ball.linear_velocity = RigidBody2D.CCDMode.CAST_SHAPE, (0, 10)
    put(ball, CollisionShape2D("Shape", shape=CircleShape2D(radius=10)))
    player = put(root, CharacterBody2D("Player", position=(150, 100), floor_max_angle=0.9, floor_snap_length=3))
    player.floor_stop_on_slope, player.max_slides, player.safe_margin = False, 6, 0.02
    put(player, CollisionShape2D("Shape", shape=CapsuleShape2D(radius=8, height=30)))
    area = put(root, Area2D("Area", position=(-2000, 0), monitoring=False))
    for number, shape in enumerate(SHAPES):
        put(area, CollisionShape2D(f"Shape{number}", shape=shape, position=(number * 50, 0)))
    return root


@record("mainframe-physics_serialization-0560")
def test_bodies_with_every_shape_are_saved_and_loaded_and_go_on(tree: SceneTree, tmp_path: Path) -> None:
    root = scene()
    expected = described(root)
    packed = PackedScene()
    packed.pack(root)
    packed.save(tmp_path / "level.tscn")

    loaded = ResourceLoader(tmp_path).load("res://level.tscn", PackedScene).instantiate()

    assert described(loaded) == expected
    ground, ball = loaded.get_node("Ground", StaticBody2D), loaded.get_node("Ball", RigidBody2D)
    assert ground.physics_material_override is ball.physics_material_override
    tree.root.add_child(loaded)
    tree.advance(2.0)
    assert ball.position.y == pytest.approx(170.0, abs=1.0)
    assert ball.linear_velocity.length() < 1.0
    root.free()


@record("mainframe-physics_serialization-0561")
def test_every_type_can_be_made_by_its_name_and_lists_its_signals() -> None:
    for name, signals in TYPES.items():
        assert getattr(nodes, name) is node_types.get(name)
        node: Any = node_types.get(name)()
        assert set(signals) <= {signal.name for signal in node.get_signal_list()}
        node.free()
    for known in (*SHAPES, PhysicsMaterial()):
        found = resource_types.get(type(known).__name__)
        assert found is resource_class(type(known).__name__) is type(known)
        assert {"changed"} <= {signal.name for signal in found().get_signal_list()}
