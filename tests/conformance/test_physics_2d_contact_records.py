"""The records of records/physics_2d_contacts.jsonl: areas, contacts, shapes that are none, and the life of spaces."""

from __future__ import annotations

from typing import Any

import pytest

from engine.resources.shapes_2d.convex_polygon_shape_2d import ConvexPolygonShape2D
from engine.resources.shapes_2d.rectangle_shape_2d import RectangleShape2D
from engine.resources.shapes_2d.shape_2d import Shape2D
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from engine.tree.viewport import SceneViewport
from nodes import Area2D, CollisionShape2D, RigidBody2D, StaticBody2D
from servers.physics_2d import PhysicsRayQueryParameters2D, PhysicsServer2D

record = pytest.mark.record


def put(parent: Node, body: Any, *shapes: Shape2D) -> Any:
    """A body with shapes, below a node."""
    for shape in shapes:
        body.add_child(CollisionShape2D(shape=shape))
    return parent.add_child(body)


def rectangle(width: float, height: float) -> RectangleShape2D:
    return RectangleShape2D(size=(width, height))


@record("mainframe-physics2d-0329")
def test_an_area_is_told_of_the_wall_in_it_and_of_a_box_that_falls_through(tree: SceneTree) -> None:
    area = put(tree.root, Area2D("Area"), rectangle(400, 200))
    put(tree.root, StaticBody2D("Wall", position=(150, 0)), rectangle(20, 20))
    put(tree.root, RigidBody2D("Box", position=(0, -200)), rectangle(50, 50))
    log: list[tuple[str, str]] = []
    area.body_entered.connect(lambda body: log.append(("enter", body.name)))
    area.body_exited.connect(lambda body: log.append(("exit", body.name)))

    tree.frames(120)

    assert log == [("enter", "Wall"), ("enter", "Box"), ("exit", "Box")]


@record("mainframe-physics2d-0330")
def test_an_area_sees_by_its_mask_and_tells_that_all_went_when_it_looks_no_more(tree: SceneTree) -> None:
    area = put(tree.root, Area2D("Area", collision_mask=2), rectangle(400, 200))
    for layer in (1, 2):
        body = StaticBody2D(f"Layer{layer}", position=(-100 + 100 * layer, 0), collision_layer=layer)
        put(tree.root, body, rectangle(20, 20))
    log: list[tuple[str, str]] = []
    area.body_entered.connect(lambda body: log.append(("enter", body.name)))
    area.body_exited.connect(lambda body: log.append(("exit", body.name)))

    tree.frames(3)
    assert log == [("enter", "Layer2")]

    area.monitoring = False
    tree.frames(1)
    assert log[1:] == [("exit", "Layer2")]


@record("mainframe-physics_edge-0339")
def test_shapes_that_are_none_are_left_out_and_their_siblings_stay(tree: SceneTree) -> None:
    flat = ConvexPolygonShape2D(points=[(-20, 0), (0, 0), (20, 0)])
    body = put(tree.root, StaticBody2D("Body"), flat, rectangle(40, 40))
    nothing = put(tree.root, StaticBody2D("Nothing", position=(200, 0)), rectangle(40, 40))
    nothing.get_child(0).scale = (0, 0)

    tree.frames(5)

    state = body.get_world_2d().direct_space_state
    hit = state.intersect_ray(PhysicsRayQueryParameters2D((0, -100), (0, 100)))
    assert hit is not None
    assert hit.collider is body
    assert hit.position.y == pytest.approx(-20)


@record("mainframe-physics_edge-0341")
def test_a_monitor_that_is_turned_off_tells_that_all_went(tree: SceneTree) -> None:
    put(tree.root, StaticBody2D("Floor", position=(0, 25)), rectangle(400, 50))
    box = RigidBody2D("Box", position=(0, -25), contact_monitor=True, max_contacts_reported=4)
    put(tree.root, box, rectangle(50, 50))
    log: list[tuple[str, str]] = []
    box.body_entered.connect(lambda body: log.append(("enter", body.name)))
    box.body_exited.connect(lambda body: log.append(("exit", body.name)))
    tree.frames(10)
    assert log == [("enter", "Floor")]

    box.contact_monitor = False
    tree.frames(1)

    assert log[1:] == [("exit", "Floor")]


@record("mainframe-physics_edge-0343")
def test_a_world_has_a_space_while_there_is_something_in_it(tree: SceneTree) -> None:
    area = put(tree.root, Area2D("Area"), rectangle(400, 200))
    put(tree.root, StaticBody2D("Wall"), rectangle(20, 20))
    viewport = SceneViewport("Other")

    def on_entered(_: Node) -> None:
        tree.root.add_child(viewport)
        put(viewport, RigidBody2D("Box"), rectangle(50, 50))

    area.body_entered.connect(on_entered)
    tree.frames(5)
    server = PhysicsServer2D.of(tree)
    assert len(server.spaces) == 2

    viewport.free()
    tree.frames(1)
    assert len(server.spaces) == 1
