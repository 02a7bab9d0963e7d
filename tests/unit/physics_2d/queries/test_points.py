"""`intersect_point`: which shapes a point is in."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

import pytest

from engine import InvalidTypeError, InvalidValueError
from engine.resources.shapes_2d.capsule_shape_2d import CapsuleShape2D
from engine.resources.shapes_2d.concave_polygon_shape_2d import ConcavePolygonShape2D
from engine.resources.shapes_2d.convex_polygon_shape_2d import ConvexPolygonShape2D
from engine.resources.shapes_2d.segment_shape_2d import SegmentShape2D
from engine.resources.shapes_2d.shape_2d import Shape2D
from engine.resources.shapes_2d.world_boundary_shape_2d import WorldBoundaryShape2D
from engine.tree.scene_tree import SceneTree
from nodes import Area2D, CanvasLayer, CollisionShape2D, StaticBody2D
from servers.physics_2d import (
    PhysicsPointQueryParameters2D,
    ShapeHit2D,
)
from tests.unit.physics_2d.worlds import circle, rectangle, state, with_shape


def at(tree: SceneTree, x: float, y: float, max_results: int = 32, **parameters: Any) -> list[ShapeHit2D]:
    return state(tree).intersect_point(PhysicsPointQueryParameters2D(position=(x, y), **parameters), max_results)


@pytest.mark.parametrize(
    ("shape", "inside", "outside"),
    [
        (rectangle(40, 20), [(0, 0), (19.9, 9.9), (-20, -10), (-20, 0)], [(20.1, 0), (0, 10.1), (20, 0), (-20, 10)]),
        (circle(10), [(0, 0), (7, 7)], [(7.1, 7.1), (10, 0)]),
        (CapsuleShape2D(radius=10, height=60), [(9.9, 19), (0, 29.9), (6, 27)], [(10.1, 0), (8, 28), (0, 30.1)]),
        (ConvexPolygonShape2D(points=[(0, 0), (40, 0), (0, 40)]), [(19, 19), (40, 0), (20, 20)], [(21, 21), (-1, 5)]),
        (SegmentShape2D(a=(0, 0), b=(40, 0)), [], [(20, 0), (0, 0)]),
        (ConcavePolygonShape2D(segments=[(0, 0), (40, 0), (40, 0), (0, 40), (0, 40), (0, 0)]), [], [(10, 10)]),
        (WorldBoundaryShape2D(normal=(0, -1), distance=5), [(0, -4), (3e6, 9)], [(0, -6), (3e6, -5)]),
    ],
)
def test_inside_is_within_the_edge_of_a_shape(tree: SceneTree, shape: Shape2D, inside: Any, outside: Any) -> None:
    body = tree.root.add_child(with_shape(StaticBody2D(position=(100, 50)), shape))

    for x, y in inside:
        assert at(tree, 100 + x, 50 + y) == [ShapeHit2D(body, body.get_rid(), 0)], (x, y)
    for x, y in outside:
        assert at(tree, 100 + x, 50 + y) == [], (x, y)


def test_a_point_between_two_boxes_side_by_side_is_in_one(tree: SceneTree) -> None:
    left, right = (tree.root.add_child(with_shape(StaticBody2D(position=(x, 10)), rectangle(20, 20))) for x in (10, 30))

    assert [hit.collider for hit in at(tree, 20, 10)] == [right]
    assert [hit.collider for hit in at(tree, 0, 10)] == [left]
    assert at(tree, 40, 10) == []


def test_edges_are_where_turns_and_scales_have_put_them(tree: SceneTree) -> None:
    body = tree.root.add_child(with_shape(StaticBody2D(scale=(2, 3)), rectangle(20, 20)))
    body.get_child(0).position = (5, 0)  # from -10 to 30 and from -30 to 30
    ellipse = tree.root.add_child(with_shape(StaticBody2D(position=(500, 0), scale=(2, 1)), circle(10)))

    assert [hit.collider for hit in at(tree, -10, -30)] == [body]
    assert at(tree, 30, 0) == at(tree, 0, 30) == []
    assert [hit.collider for hit in at(tree, 519.99, 0)] == [ellipse]
    middle = pi / 32  # of the first of the 32 sides that the solver has for it, at 0.995 of the way out
    assert [hit.collider for hit in at(tree, 500 + 19.96 * cos(middle), 9.98 * sin(middle))] == [ellipse]
    body.rotation = pi / 2
    assert [hit.collider for hit in at(tree, 0, 29.9)] == [body]
    assert at(tree, 0, 30.1) == at(tree, 0, -10.1) == []


def test_all_shapes_there_are_found_by_object_and_number_and_at_most_so_many(tree: SceneTree) -> None:
    first, second = StaticBody2D(), StaticBody2D()
    assert first.get_rid() < second.get_rid()
    for body in (second, first):
        body.add_child(CollisionShape2D(shape=rectangle()))
        body.add_child(CollisionShape2D(shape=circle(20)))
        tree.root.add_child(body)

    found = at(tree, 0, 0)

    assert [(hit.collider, hit.shape) for hit in found] == [(first, 0), (first, 1), (second, 0), (second, 1)]
    assert at(tree, 0, 0, 3) == found[:3]


def test_a_point_in_the_gap_between_two_boxes_is_in_none(tree: SceneTree) -> None:
    left, right = (tree.root.add_child(with_shape(StaticBody2D(position=(x, 0)), rectangle())) for x in (0, 75))

    assert [hit.collider for hit in at(tree, 70, 0)] == [right]
    assert [hit.collider for hit in at(tree, -20, 0)] == [left]
    assert at(tree, 37, 0) == []


def test_areas_masks_and_exceptions_are_those_of_all_questions(tree: SceneTree) -> None:
    area = tree.root.add_child(with_shape(Area2D(collision_layer=4), rectangle()))
    body = tree.root.add_child(with_shape(StaticBody2D(), rectangle()))

    assert [hit.collider for hit in at(tree, 0, 0)] == [body]
    assert {hit.collider for hit in at(tree, 0, 0, collide_with_areas=True)} == {area, body}
    assert [hit.collider for hit in at(tree, 0, 0, collide_with_areas=True, collision_mask=4)] == [area]
    assert at(tree, 0, 0, collide_with_bodies=False) == []
    assert at(tree, 0, 0, exclude=[body]) == []


def test_what_is_on_a_layer_is_found_by_the_id_of_that(tree: SceneTree) -> None:
    layer = tree.root.add_child(CanvasLayer())
    above = layer.add_child(with_shape(StaticBody2D(), rectangle()))
    below = tree.root.add_child(with_shape(StaticBody2D(), rectangle()))

    assert [hit.collider for hit in at(tree, 0, 0)] == [below]
    assert [hit.collider for hit in at(tree, 0, 0, canvas_instance_id=layer.id)] == [above]
    assert at(tree, 0, 0, canvas_instance_id=below.id) == []


def test_bad_questions_are_refused(tree: SceneTree) -> None:
    asked = PhysicsPointQueryParameters2D()
    bad: Any = None

    with pytest.raises(InvalidValueError, match=r"intersect_point\(max_results\) must be from 1 to 1,000,000, got 0"):
        state(tree).intersect_point(asked, 0)
    with pytest.raises(InvalidTypeError, match=r"intersect_point\(parameters\) must be PhysicsPointQueryParameters2D"):
        state(tree).intersect_point(bad)
    with pytest.raises(InvalidValueError, match=r"PhysicsPointQueryParameters2D\.position must be two finite numbers"):
        PhysicsPointQueryParameters2D(position=(float("inf"), 0))
