"""Bodies for the tests of 2D physics."""

from __future__ import annotations

from typing import Any

from engine.math import Vector2
from engine.resources.shapes_2d.circle_shape_2d import CircleShape2D
from engine.resources.shapes_2d.rectangle_shape_2d import RectangleShape2D
from engine.resources.shapes_2d.shape_2d import Shape2D
from engine.tree.scene_tree import SceneTree
from nodes import AnimatableBody2D, CollisionShape2D, Node, RigidBody2D, StaticBody2D
from servers.physics_2d import PhysicsDirectSpaceState2D, PhysicsServer2D, Space2D

STEP = 1 / 60


def rectangle(width: float = 50.0, height: float = 50.0) -> Shape2D:
    return RectangleShape2D(size=(width, height))


def circle(radius: float = 10.0) -> Shape2D:
    return CircleShape2D(radius=radius)


def with_shape(body: Any, shape: Shape2D) -> Any:
    body.add_child(CollisionShape2D(shape=shape))
    return body


def box(parent: Node, x: float = 0.0, y: float = 0.0, **exported: Any) -> RigidBody2D:
    """A box of 50 px in a tree."""
    body: RigidBody2D = with_shape(RigidBody2D(position=(x, y), **exported), rectangle())
    return parent.add_child(body)


def floating(parent: Node, x: float = 0.0, y: float = 0.0, **exported: Any) -> RigidBody2D:
    """A box of 50 px that neither falls nor is damped."""
    damps = {"linear_damp_mode": 1, "angular_damp_mode": 1, "gravity_scale": 0}
    return box(parent, x, y, **{**damps, **exported})


def floor(parent: Node, y: float = 25.0, width: float = 1000.0) -> StaticBody2D:
    """A floor of 50 px, with its middle at `y`: by default its top is at 0."""
    body: StaticBody2D = with_shape(StaticBody2D(position=(0, y)), rectangle(width, 50.0))
    return parent.add_child(body)


def wall(tree: SceneTree, x: float, y: float, shape: Shape2D | None = None, **exported: Any) -> StaticBody2D:
    """Something that stands there, by default a box of 50 px."""
    body: StaticBody2D = with_shape(StaticBody2D(position=(x, y), **exported), shape or rectangle())
    return tree.root.add_child(body)


class Platform(AnimatableBody2D):
    """Moves so fast in each physics step."""

    speed = Vector2.ZERO

    def on_physics_process(self, delta: float) -> None:
        self.position += self.speed * delta


def space(tree: SceneTree) -> Space2D:
    return PhysicsServer2D.of(tree).space_of(tree.root.world_2d)


def state(tree: SceneTree) -> PhysicsDirectSpaceState2D:
    return PhysicsServer2D.of(tree).direct_state_of(tree.root.world_2d)
