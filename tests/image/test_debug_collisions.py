"""Shapes, casts, joints and contacts as they are shown while a tree shows collisions, against rectangles by numpy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.app import App
from engine.math import Transform2D
from engine.resources.shapes_2d.rectangle_shape_2d import RectangleShape2D
from nodes import (
    CollisionPolygon2D,
    CollisionShape2D,
    DampedSpringJoint2D,
    GrooveJoint2D,
    Node2D,
    PinJoint2D,
    RayCast2D,
    RigidBody2D,
    ShapeCast2D,
    StaticBody2D,
)
from servers.physics_2d import PhysicsServer2D
from tests.image.rules import SIDE, Layer, alike, drawn, painted

MakeApp = Callable[..., App]
SHAPE = (0.0, 0.6, 0.7, 0.42)
JOINT = (0.7, 0.6, 0.0, 0.5)
HIT = (1.0, 0.01, 0.0, 1.0)
CONTACT = (1.0, 0.2, 0.1, 0.8)


def body(root: Any, giver: Any, x: float = 32, y: float = 32) -> Any:
    """A body that stays where it is."""
    made = root.add_child(StaticBody2D(position=(x, y)))
    made.add_child(giver)
    return giver


def a_shape(root: Any) -> list[Layer]:
    body(root, CollisionShape2D(shape=RectangleShape2D(size=(48, 48)), debug_color=(1, 0, 0, 0.42)))
    return [(8, 8, 48, 48, (1, 0, 0, 0.42))]


def a_disabled_shape(root: Any) -> list[Layer]:
    body(root, CollisionShape2D(shape=RectangleShape2D(size=(48, 48)), debug_color=(1, 0, 0, 0.8), disabled=True))
    return [(8, 8, 48, 48, (1, 1, 1, 0.4))]


def a_polygon(root: Any) -> list[Layer]:
    body(root, CollisionPolygon2D(polygon=[(-24, -24), (24, -24), (24, 24), (-24, 24)]))
    return [(8, 8, 48, 48, (0.9, 0.1424, 0.1, 0.5))]


def a_ray(root: Any) -> list[Layer]:
    root.add_child(RayCast2D(position=(32, -70), scale=(30, 1), target_position=(0, 200)))
    return [(11, 0, 42, 64, SHAPE)]


def a_shape_cast(root: Any) -> list[Layer]:
    hidden = body(root, CollisionShape2D(shape=RectangleShape2D(size=(8, 8)), visible=False), 32, 20)
    assert not hidden.visible
    cast = ShapeCast2D(position=(32, 32), shape=RectangleShape2D(size=(48, 48)), target_position=(0, 0))
    root.add_child(cast)
    return [(8, 8, 48, 48, HIT)]


def a_pin(root: Any) -> list[Layer]:
    root.add_child(PinJoint2D(position=(32, 32), scale=(4, 10)))
    return [(0, 17, 64, 30, JOINT), (26, 0, 12, 64, JOINT)]


def a_spring(root: Any) -> list[Layer]:
    root.add_child(DampedSpringJoint2D(position=(32, -100), scale=(20, 1), length=300))
    return [(2, 0, 60, 64, JOINT)]


def a_groove(root: Any) -> list[Layer]:
    root.add_child(GrooveJoint2D(position=(32, -100), scale=(4, 10), length=50, initial_offset=13.2))
    return [(26, 0, 12, 64, JOINT), (0, 7, 64, 50, (0.8, 0.8, 0.9, 0.5))]


def a_contact(root: Any) -> list[Layer]:
    """Of a box of 1000 px that rests on another one."""
    tree = root.tree
    tree.root.canvas_transform = Transform2D(0.0, (8.0, 8.0), 0.0, (0.0, 0.0))
    for y, kind in ((-996.0, RigidBody2D), (1004.0, StaticBody2D)):
        made = root.add_child(kind(position=(1004, y)))
        made.add_child(CollisionShape2D(shape=RectangleShape2D(size=(2000, 2000)), visible=False))
    return [(16, 16, 40, 40, CONTACT), (16, 16, 40, 40, CONTACT)]


@pytest.mark.parametrize("rule", [True, False])
@pytest.mark.parametrize(
    "build", [a_shape, a_disabled_shape, a_polygon, a_ray, a_shape_cast, a_pin, a_spring, a_groove, a_contact]
)
def test_collisions_are_shown(stage: MakeApp, build: Callable[[Any], list[Layer]], rule: bool) -> None:
    app: App = stage(SIDE, SIDE)
    expected: list[Layer] = []

    def fill(tree: Any) -> None:
        tree.debug_collisions_hint = rule
        PhysicsServer2D.of(tree).default_gravity = 0.0
        expected.extend(build(tree.root.add_child(Node2D())))
        tree.frames(2)

    picture = drawn(app, fill)
    app.tree.debug_collisions_hint = False
    assert _fills(picture, painted(*expected)) is rule


def _fills(picture: Any, expected: Any) -> bool:
    """`alike`, without the outline, which is a pixel wide on the edge."""
    inner = slice(12, 52)
    return alike(picture[inner, inner], expected[inner, inner])
