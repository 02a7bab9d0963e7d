"""Shapes of collision objects: owners, the nodes that give them, polygons."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import Transform2D, Vector2
from engine.resources.shapes_2d.concave_polygon_shape_2d import ConcavePolygonShape2D
from engine.resources.shapes_2d.convex_polygon_shape_2d import ConvexPolygonShape2D
from engine.tree.scene_tree import SceneTree
from nodes import Area2D, CollisionPolygon2D, CollisionShape2D, Node2D, RigidBody2D, StaticBody2D
from tests.unit.physics_2d.worlds import box, circle, floor, rectangle, space

L = tuple(map(Vector2, ((0, 0), (100, 0), (100, 50), (50, 50), (50, 100), (0, 100))))


def test_shape_owners_have_shapes_numbered_through(tree: SceneTree) -> None:
    body = tree.root.add_child(StaticBody2D())
    first, second = body.create_shape_owner(body), body.create_shape_owner(tree)
    shapes = [circle(each) for each in (1, 2, 3)]

    body.shape_owner_add_shape(first, shapes[0])
    body.shape_owner_add_shape(second, shapes[1])
    body.shape_owner_add_shape(first, shapes[2])

    assert body.get_shape_owners() == (first, second) == (0, 1)
    assert (body.shape_owner_get_owner(first), body.shape_owner_get_owner(second)) == (body, tree)
    assert body.shape_owner_get_shape_count(first) == 2
    assert body.shape_owner_get_shape(first, 1) is shapes[2]
    assert body.shape_owner_get_shape_index(first, 1) == 2
    assert (body.shape_find_owner(1), body.shape_find_owner(7)) == (second, -1)
    body.shape_owner_remove_shape(first, 0)
    assert body.shape_owner_get_shape_index(first, 0) == 1
    assert body.shape_find_owner(0) == second
    body.shape_owner_clear_shapes(first)
    assert body.shape_owner_get_shape_count(first) == 0
    body.remove_shape_owner(second)
    assert body.get_shape_owners() == (first,)
    tree.frames(1)
    assert not space(tree).native.shapes


def test_what_an_owner_is_set_to_its_shapes_have(tree: SceneTree) -> None:
    body = tree.root.add_child(StaticBody2D())
    owner = body.create_shape_owner(None)
    body.shape_owner_add_shape(owner, rectangle(1000, 50))

    body.shape_owner_set_transform(owner, Transform2D(0.0, (0.0, 25.0)))
    body.shape_owner_set_one_way_collision(owner, True)
    body.shape_owner_set_one_way_collision_margin(owner, 3)
    late = circle(5)
    body.shape_owner_add_shape(owner, late)

    assert body.shape_owner_get_transform(owner).origin == (0, 25)
    assert body.is_shape_owner_one_way_collision_enabled(owner)
    assert body.get_shape_owner_one_way_collision_margin(owner) == 3
    assert [entry.one_way for entry in body._physics().shapes] == [True, True]
    other = box(tree.root, 0, -25)
    tree.frames(30)
    assert other.position.y == pytest.approx(-25, abs=1)
    body.shape_owner_set_disabled(owner, True)
    assert body.is_shape_owner_disabled(owner)
    tree.frames(30)
    assert other.position.y > 0


def test_an_owner_that_is_not_there_is_refused(tree: SceneTree) -> None:
    body = tree.root.add_child(StaticBody2D("Wall"))
    body.create_shape_owner(None)

    with pytest.raises(InvalidValueError, match="/root/Wall has no shape owner 5; there are 0"):
        body.shape_owner_set_disabled(5, True)
    with pytest.raises(InvalidValueError, match="/root/Wall: shape owner 0 has 0 shapes, counted from 0, got 2"):
        body.shape_owner_get_shape(0, 2)
    with pytest.raises(InvalidTypeError, match=r"shape_owner_add_shape\(shape\) must be a Shape2D, got 'box'"):
        body.shape_owner_add_shape(0, "box")  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError, match="margin\\) must be 0 or more"):
        body.shape_owner_set_one_way_collision_margin(0, -1)


def test_a_collision_shape_is_an_owner_of_its_parents_shapes(tree: SceneTree) -> None:
    body = RigidBody2D()
    node = body.add_child(CollisionShape2D(shape=circle(7), position=(3, 4), one_way_collision=True))
    tree.root.add_child(body)

    (owner,) = body.get_shape_owners()
    assert body.shape_owner_get_owner(owner) is node
    assert body.shape_owner_get_transform(owner).origin == (3, 4)
    assert body.is_shape_owner_one_way_collision_enabled(owner)
    node.shape = None
    assert body.shape_owner_get_shape_count(owner) == 0
    node.free()
    assert body.get_shape_owners() == ()


def test_a_collision_shape_is_an_owner_before_there_is_a_tree(tree: SceneTree) -> None:
    body = RigidBody2D()
    node = body.add_child(CollisionShape2D(shape=circle(7), position=(3, 4), one_way_collision=True))
    body.add_child(CollisionPolygon2D(polygon=((0, 0), (9, 0), (0, 9))))

    assert body.get_shape_owners() == (0, 1)
    assert body.shape_owner_get_owner(0) is node
    assert (body.shape_owner_get_shape_count(0), body.shape_owner_get_shape_count(1)) == (1, 1)
    assert body.shape_find_owner(1) == 1
    assert body.is_shape_owner_one_way_collision_enabled(0)
    node.position, node.disabled = Vector2(5, 6), True
    assert body.shape_owner_get_transform(0).origin == (5, 6)
    assert body.is_shape_owner_disabled(0)
    assert body.create_shape_owner(None) == 2

    tree.root.add_child(body)
    assert body.get_shape_owners() == (0, 1, 2)
    assert len(body._physics().shapes) == 2


@pytest.mark.parametrize(
    "ask",
    [
        lambda body: body.shape_owner_get_owner(0),
        lambda body: body.shape_owner_get_transform(0),
        lambda body: body.shape_owner_get_shape_count(0),
        lambda body: body.shape_owner_get_shape(0, 0),
        lambda body: body.shape_owner_get_shape_index(0, 0),
        lambda body: body.is_shape_owner_disabled(0),
        lambda body: body.shape_owner_set_disabled(0, True),
        lambda body: body.shape_owner_add_shape(0, circle()),
        lambda body: body.shape_owner_clear_shapes(0),
        lambda body: body.remove_shape_owner(0),
    ],
)
def test_each_method_knows_the_owners_before_there_is_a_tree(ask: Callable[[RigidBody2D], object]) -> None:
    body = RigidBody2D()
    body.add_child(CollisionShape2D(shape=circle(7)))

    ask(body)

    body.free()


def test_outside_of_a_tree_an_owner_goes_with_its_node(tree: SceneTree) -> None:
    first, second = StaticBody2D(), StaticBody2D()
    node, other = first.add_child(CollisionShape2D(shape=circle(7))), first.add_child(CollisionShape2D())
    assert first.get_shape_owners() == (0, 1)
    assert not any("no shape" in warning for warning in first.get_configuration_warnings())

    node.reparent(second)
    assert (second.get_shape_owners(), first.get_shape_owners()) == ((0,), (1,))
    other.free()
    assert first.get_shape_owners() == ()
    tree.root.add_child(second)
    assert (len(first._physics().shapes), len(second._physics().shapes)) == (0, 1)
    first.free()


def test_a_node_whose_owner_code_took_away_can_still_be_moved(tree: SceneTree) -> None:
    body = tree.root.add_child(StaticBody2D())
    node = body.add_child(CollisionShape2D(shape=circle(7)))

    body.remove_shape_owner(0)
    node.position, node.shape, node.disabled = Vector2(1, 2), circle(9), True
    tree.frames(1)
    tree.root.remove_child(body)

    assert body.get_shape_owners() == ()
    body.free()


def test_a_collision_shape_takes_its_shape_along_to_another_body(tree: SceneTree) -> None:
    first, second = tree.root.add_child(StaticBody2D()), tree.root.add_child(StaticBody2D())
    node = first.add_child(CollisionShape2D(shape=circle(7)))

    node.reparent(second)

    assert (len(first._physics().shapes), len(second._physics().shapes)) == (0, 1)


def test_a_body_that_leaves_and_comes_back_has_its_shapes_once(tree: SceneTree) -> None:
    body = floor(tree.root)
    tree.frames(1)

    tree.root.remove_child(body)
    assert len(body._physics().shapes) == 1
    tree.root.add_child(body)
    tree.frames(1)
    assert len(space(tree).native.shapes) == 1
    tree.root.remove_child(body)
    body.get_child(0).free()
    tree.root.add_child(body)

    assert len(body._physics().shapes) == 0


def test_a_shape_that_was_taken_away_outside_of_a_tree_is_gone_when_the_body_comes_back(tree: SceneTree) -> None:
    body = floor(tree.root)
    tree.root.remove_child(body)
    node = body.get_child(0)

    body.remove_child(node)
    tree.root.add_child(body)

    assert body.get_shape_owners() == ()
    node.free()


def test_a_polygon_is_cut_into_convex_solids(tree: SceneTree) -> None:
    body = tree.root.add_child(StaticBody2D())
    node = body.add_child(CollisionPolygon2D(polygon=L))
    other = box(tree.root, 80, -40)
    inside = box(tree.root, 80, 85)
    tree.frames(60)

    shapes = [entry.shape for entry in body._physics().shapes]
    assert len(shapes) >= 2
    assert all(isinstance(shape, ConvexPolygonShape2D) for shape in shapes)
    assert other.position.y < 0
    assert inside.position.y > 100
    node.build_mode = CollisionPolygon2D.BuildMode.SEGMENTS
    (entry,) = body._physics().shapes
    assert isinstance(entry.shape, ConcavePolygonShape2D)
    assert len(entry.shape.segments) == 2 * len(L)
    node.polygon = L[:3]
    assert len(body._physics().shapes[0].shape.segments) == 6


@pytest.mark.parametrize(
    ("points", "mode", "text"),
    [
        ((), 0, "An empty CollisionPolygon2D has no effect on collision."),
        (L[:2], 0, "Invalid polygon. At least 3 points are needed in 'Solids' build mode."),
        (L[:1], 1, "Invalid polygon. At least 2 points are needed in 'Segments' build mode."),
    ],
)
def test_a_polygon_with_too_few_corners_warns(points: tuple[Vector2, ...], mode: int, text: str) -> None:
    body = StaticBody2D()
    node = body.add_child(CollisionPolygon2D(polygon=points, build_mode=mode))

    assert node.get_configuration_warnings() == [text]
    body.free()


def test_what_is_set_up_wrongly_is_told(tree: SceneTree) -> None:
    body = StaticBody2D()
    assert "This node has no shape" in body.get_configuration_warnings()[0]
    alone = Node2D().add_child(CollisionShape2D(shape=circle()))
    assert "CollisionShape2D only serves to provide a collision shape" in alone.get_configuration_warnings()[0]
    node = body.add_child(CollisionShape2D())
    assert "A shape must be provided" in node.get_configuration_warnings()[0]
    node.shape = ConvexPolygonShape2D(points=L[:3])
    assert "use the CollisionPolygon2D node instead" in node.get_configuration_warnings()[0]
    node.shape = circle()
    assert node.get_configuration_warnings() == []
    tree.root.add_child(body)
    assert body.get_configuration_warnings() == []


def test_layers_are_set_one_by_one(tree: SceneTree) -> None:
    body = StaticBody2D("Wall")

    body.set_collision_layer_value(3, True)
    body.set_collision_layer_value(1, False)
    body.set_collision_mask_value(32, True)

    assert (body.collision_layer, body.collision_mask) == (0b100, 0x80000001)
    assert (body.get_collision_layer_value(3), body.get_collision_mask_value(2)) == (True, False)
    with pytest.raises(InvalidValueError, match=r"Wall.set_collision_layer_value\(layer_number\) must be from 1 to 32"):
        body.set_collision_layer_value(33, True)
    with pytest.raises(
        InvalidValueError, match=r"Wall\.collision_mask must be from 0 to 4,294,967,295, got 4294967296"
    ):
        body.collision_mask = 1 << 32
    body.collision_mask = -1

    assert body.collision_mask == 0xFFFFFFFF


def test_the_shapes_of_an_area_are_never_one_way() -> None:
    area = Area2D()
    owner = area.create_shape_owner(area)

    area.shape_owner_set_one_way_collision(owner, True)
    area.shape_owner_set_one_way_collision_margin(owner, 3.0)

    assert not area.is_shape_owner_one_way_collision_enabled(owner)
    assert area.get_shape_owner_one_way_collision_margin(owner) == 0
