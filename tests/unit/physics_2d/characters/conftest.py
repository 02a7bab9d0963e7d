"""What tests of characters build: boxes, floors, and characters that walk and fall."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Any

import pytest

from engine.math import Vector2
from engine.resources.shapes_2d.convex_polygon_shape_2d import ConvexPolygonShape2D
from engine.resources.shapes_2d.rectangle_shape_2d import RectangleShape2D
from engine.tree.scene_tree import SceneTree
from nodes import CharacterBody2D, CollisionShape2D, Node2D, StaticBody2D


class Walker(CharacterBody2D):
    """Falls, and walks at `speed`; as Godot's template does it."""

    speed = 0.0
    gravity = 980.0

    def on_physics_process(self, delta: float) -> None:
        if not self.is_on_floor():
            self.velocity += (0.0, self.gravity * delta)
        self.velocity = self.velocity.with_x(self.speed)
        self.move_and_slide()


class Glider(CharacterBody2D):
    """Moves by what its velocity is."""

    def on_physics_process(self, delta: float) -> None:
        self.move_and_slide()


@pytest.fixture
def put(tree: SceneTree) -> Callable[..., Any]:
    """`put(node, shape or size, position)` gives a node a shape and a place in the tree; returns the node."""

    def put(node: Node2D, shape: Any, position: tuple[float, float], **of_shape: Any) -> Any:
        giver = CollisionShape2D("Shape", **of_shape)
        giver.shape = RectangleShape2D(size=shape) if isinstance(shape, tuple) else shape
        node.add_child(giver)
        node.position = Vector2(position)
        return tree.root.add_child(node)

    return put


@pytest.fixture
def walk(put: Callable[..., Any]) -> Callable[..., Any]:
    """`walk(position, speed)` puts a box of 20 x 40 px there that falls and walks; keywords are its properties."""

    def walk(position: tuple[float, float], speed: float = 0.0, shape: Any = (20.0, 40.0), **of_body: Any) -> Any:
        walker = Walker(**of_body)
        walker.speed = speed
        return put(walker, shape, position)

    return walk


@pytest.fixture
def glide(put: Callable[..., Any]) -> Callable[..., Any]:
    """`glide(position, velocity)` puts a box of 20 x 40 px there that moves so; keywords are its properties."""

    def glide(
        position: tuple[float, float], velocity: tuple[float, float] = (0.0, 0.0), shape: Any = (20.0, 40.0),
        **of_body: Any,
    ) -> Any:  # fmt: skip
        return put(Glider(velocity=velocity, **of_body), shape, position)

    return glide


@pytest.fixture
def ramp(put: Callable[..., Any]) -> Callable[..., Any]:
    """`ramp(degrees, start)` is a floor that rises so steeply to the right from a point, 4,000 px long."""

    def ramp(degrees: float, start: tuple[float, float] = (0.0, 0.0)) -> StaticBody2D:
        angle = degrees * pi / 180.0
        along = Vector2(cos(angle), -sin(angle)) * 4000.0
        down = Vector2(sin(angle), cos(angle)) * 200.0
        points = (Vector2.ZERO, along, along + down, down)
        floor: StaticBody2D = put(StaticBody2D(), ConvexPolygonShape2D(points=points), start)
        return floor

    return ramp
