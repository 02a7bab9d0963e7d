"""ShapeCast2D: what it meets on its way, and how far that is."""

from __future__ import annotations

from typing import Any

import pytest

from engine import InvalidTypeError, InvalidValueError
from engine.resources.shapes_2d.concave_polygon_shape_2d import ConcavePolygonShape2D
from engine.resources.shapes_2d.world_boundary_shape_2d import WorldBoundaryShape2D
from engine.tree.scene_tree import SceneTree
from nodes import Area2D, ShapeCast2D
from tests.unit.physics_2d.worlds import circle, rectangle, wall, with_shape


def cast(tree: SceneTree, **exported: Any) -> ShapeCast2D:
    return tree.root.add_child(ShapeCast2D(**{"target_position": (200, 0), "shape": circle(20), **exported}))


def test_after_a_step_it_knows_how_far_it_gets_and_what_it_meets_there(tree: SceneTree) -> None:
    body = wall(tree, 100, 0)
    moved = cast(tree)

    tree.frames(1)

    assert moved.is_colliding()
    assert moved.get_closest_collision_safe_fraction() == pytest.approx(55 / 200, abs=1e-6)
    assert moved.get_closest_collision_unsafe_fraction() == pytest.approx(55 / 200, abs=1e-6)
    assert moved.get_closest_collision_safe_fraction() < moved.get_closest_collision_unsafe_fraction()
    assert moved.get_collision_count() == 1
    assert (moved.get_collider(0), moved.get_collider_rid(0), moved.get_collider_shape(0)) == (body, body.get_rid(), 0)
    assert moved.get_collision_point(0).is_equal_approx((75, 0))
    assert moved.get_collision_normal(0).is_equal_approx((-1, 0))
    assert [info.collider for info in moved.collision_result] == [body]


def test_all_that_it_touches_where_it_stops_are_met_once_each(tree: SceneTree) -> None:
    two = {wall(tree, 100, -30), wall(tree, 100, 30)}
    wall(tree, 150, 0)
    moved = cast(tree, shape=rectangle(20, 40))

    tree.frames(1)

    assert {info.collider for info in moved.collision_result} == two
    assert moved.get_collision_count() == 2
    moved.max_results = 1
    tree.frames(1)
    assert moved.get_collision_count() == 1


def test_if_nothing_is_in_its_way_it_meets_what_it_overlaps_at_its_beginning(tree: SceneTree) -> None:
    overlapped = wall(tree, -40, 0)
    moved = cast(tree)

    tree.frames(1)

    assert moved.get_closest_collision_unsafe_fraction() == 1.0
    assert [info.collider for info in moved.collision_result] == [overlapped]
    assert moved.get_collision_point(0).is_equal_approx((-15, 0))


def test_one_that_goes_nowhere_meets_what_it_overlaps(tree: SceneTree) -> None:
    overlapped = wall(tree, 40, 0)
    moved = cast(tree, target_position=(0, 0))

    tree.frames(1)

    assert moved.get_collider(0) is overlapped
    assert moved.get_closest_collision_safe_fraction() == moved.get_closest_collision_unsafe_fraction() == 0.0


def test_the_margin_stops_it_earlier(tree: SceneTree) -> None:
    wall(tree, 100, 0)
    moved = cast(tree, margin=15)

    tree.frames(1)

    assert moved.get_closest_collision_safe_fraction() == pytest.approx(40 / 200, abs=1e-6)


def test_it_falls_on_a_half_plane(tree: SceneTree) -> None:
    ground = wall(tree, 0, 100, WorldBoundaryShape2D())
    moved = cast(tree, target_position=(0, 200))

    tree.frames(1)

    assert moved.get_collider(0) is ground
    assert moved.get_closest_collision_safe_fraction() == pytest.approx(0.4, abs=1e-6)
    assert moved.get_collision_normal(0).is_equal_approx((0, -1))


def test_it_passes_through_its_parent_and_exceptions_and_looks_for_areas_if_told(tree: SceneTree) -> None:
    parent = wall(tree, 0, 0)
    area = tree.root.add_child(with_shape(Area2D(position=(60, 0)), rectangle(10, 10)))
    first, second = wall(tree, 120, 0), wall(tree, 180, 0)
    moved = parent.add_child(ShapeCast2D(position=(-100, 0), target_position=(400, 0), shape=circle(5)))

    def met() -> Any:
        moved.force_shapecast_update()
        return moved.get_collider(0)

    assert met() is first
    moved.add_exception(first)
    assert met() is second
    moved.collide_with_areas = True
    assert met() is area
    moved.exclude_parent = False
    assert met() is parent


def test_without_a_shape_that_can_be_moved_it_meets_nothing_and_says_so_when_forced(tree: SceneTree) -> None:
    wall(tree, 100, 0)
    moved = cast(tree)
    tree.frames(1)

    moved.shape = None
    tree.frames(1)

    assert not moved.is_colliding()
    assert any("unless a Shape2D is assigned" in text for text in moved.get_configuration_warnings())
    with pytest.raises(InvalidValueError, match=r"ShapeCast2D\.force_shapecast_update - shape is None; set it to a"):
        moved.force_shapecast_update()
    moved.shape = ConcavePolygonShape2D(segments=[(0, 0), (1, 1)])
    tree.frames(1)
    with pytest.raises(InvalidValueError, match=r"force_shapecast_update - shape must be convex, got a Concave"):
        moved.force_shapecast_update()


def test_one_that_is_not_enabled_meets_nothing_until_it_is(tree: SceneTree) -> None:
    wall(tree, 100, 0)
    moved = cast(tree)
    tree.frames(1)

    moved.enabled = False
    assert (moved.is_colliding(), moved.get_closest_collision_safe_fraction()) == (False, 1.0)
    tree.frames(1)
    assert not moved.is_colliding()
    moved.enabled = True
    tree.frames(1)
    assert moved.is_colliding()


def test_results_that_are_not_there_are_refused(tree: SceneTree) -> None:
    moved = cast(tree)

    with pytest.raises(InvalidValueError, match=r"get_collider\(index\): there are 0 results, counted from 0, got 0"):
        moved.get_collider(0)
    with pytest.raises(InvalidTypeError, match=r"get_collision_point\(index\) must be a whole number"):
        moved.get_collision_point("first")  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError, match=r"max_results must be from 0 to"):
        moved.max_results = -1
