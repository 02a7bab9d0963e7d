"""RayCast2D: what it meets, when it looks, and whom it passes through."""

from __future__ import annotations

from math import pi
from typing import Any

import pytest

from engine import InvalidTypeError, InvalidValueError
from engine.core.errors import TreeError
from engine.tree.scene_tree import SceneTree
from nodes import Area2D, Node2D, RayCast2D
from tests.unit.physics_2d.worlds import rectangle, wall, with_shape


def ray(tree: SceneTree, **exported: Any) -> RayCast2D:
    return tree.root.add_child(RayCast2D(**{"target_position": (200, 0), **exported}))


def test_after_a_step_it_knows_what_it_meets_and_where(tree: SceneTree) -> None:
    body = wall(tree, 100, 0)
    cast = ray(tree)
    assert not cast.is_colliding()

    tree.frames(1)

    assert cast.is_colliding()
    assert cast.get_collider() is body
    assert cast.get_collider_rid() == body.get_rid()
    assert cast.get_collider_shape() == 0
    assert cast.get_collision_point() == (75, 0)
    assert cast.get_collision_normal() == (-1, 0)


def test_its_target_is_seen_from_it_turned_and_scaled(tree: SceneTree) -> None:
    wall(tree, 0, 100)
    turned = ray(tree, rotation=pi / 2)
    short = ray(tree, rotation=pi / 2, scale=(0.37, 1))
    long = ray(tree, rotation=pi / 2, scale=(0.38, 1))

    tree.frames(1)

    assert [each.is_colliding() for each in (turned, short, long)] == [True, False, True]
    assert turned.get_collision_point().is_equal_approx((0, 75))


def test_it_keeps_what_it_met_until_the_next_step_and_looks_at_once_when_forced(tree: SceneTree) -> None:
    body = wall(tree, 100, 0)
    cast = ray(tree)
    tree.frames(1)

    body.position = (140, 0)
    before = cast.get_collision_point()
    cast.force_raycast_update()

    assert before == (75, 0)
    assert cast.get_collision_point().is_equal_approx((115, 0))


def test_it_looks_before_its_own_physics_process_and_those_that_come_later(tree: SceneTree) -> None:
    log: list[tuple[str, bool]] = []

    class Reader(Node2D):
        def on_physics_process(self, delta: float) -> None:
            log.append((self.name, cast.is_colliding()))

    class Own(RayCast2D):
        def on_physics_process(self, delta: float) -> None:
            log.append((self.name, self.is_colliding()))

    wall(tree, 100, 0)
    parent = tree.root.add_child(Reader("Parent"))
    cast = parent.add_child(Own("Cast", target_position=(200, 0)))
    tree.root.add_child(Reader("Later"))

    tree.frames(2)

    assert log[:3] == [("Parent", False), ("Cast", True), ("Later", True)]
    assert log[3:] == [("Parent", True), ("Cast", True), ("Later", True)]


def test_where_it_meets_nothing_any_more_only_the_last_point_is_left(tree: SceneTree) -> None:
    body = wall(tree, 100, 0)
    cast = ray(tree)
    tree.frames(1)
    body.position = (100, 500)

    tree.frames(1)

    assert not cast.is_colliding()
    assert (cast.get_collider(), cast.get_collider_rid(), cast.get_collider_shape()) == (None, 0, 0)
    assert (cast.get_collision_point(), cast.get_collision_normal()) == ((75, 0), (-1, 0))


def test_one_that_is_not_enabled_looks_only_when_forced(tree: SceneTree) -> None:
    wall(tree, 100, 0)
    cast = ray(tree, enabled=False)
    tree.frames(1)
    assert not cast.is_colliding()

    cast.force_raycast_update()
    assert cast.is_colliding()
    cast.enabled = True
    cast.enabled = False
    assert not cast.is_colliding()
    cast.enabled = True
    tree.frames(1)
    assert cast.is_colliding()


def test_it_looks_again_after_it_was_out_of_the_tree(tree: SceneTree) -> None:
    body = wall(tree, 100, 0)
    cast = ray(tree)
    tree.frames(1)
    tree.root.remove_child(cast)
    body.position = (150, 0)
    tree.frames(1)
    tree.root.add_child(cast)

    tree.frames(1)

    assert cast.get_collision_point() == (125, 0)


def test_a_paused_tree_lets_it_be(tree: SceneTree) -> None:
    body = wall(tree, 100, 0)
    cast = ray(tree)
    tree.frames(1)
    tree.paused = True
    body.position = (150, 0)

    tree.frames(1)

    assert cast.get_collision_point() == (75, 0)


def test_it_passes_through_its_parent_unless_told_otherwise(tree: SceneTree) -> None:
    parent = wall(tree, 0, 0)
    beyond = wall(tree, 150, 0)
    cast = parent.add_child(RayCast2D(position=(-100, 0), target_position=(300, 0)))

    tree.frames(1)
    through = cast.get_collider()
    cast.exclude_parent = False
    tree.frames(1)

    assert through is beyond
    assert cast.get_collider() is parent


def test_exceptions_are_passed_through_by_node_and_by_number_until_they_are_taken_back(tree: SceneTree) -> None:
    first, second, third = (wall(tree, x, 0) for x in (50, 100, 150))
    cast = ray(tree)
    met = []

    def look() -> None:
        cast.force_raycast_update()
        met.append(cast.get_collider())

    cast.add_exception(first)
    look()
    cast.add_exception_rid(second.get_rid())
    look()
    cast.remove_exception(first)
    look()
    cast.add_exception(first)
    cast.remove_exception_rid(second.get_rid())
    look()
    cast.clear_exceptions()
    look()

    assert met == [second, third, first, second, first]


def test_bodies_and_areas_and_layers_are_met_as_its_properties_say(tree: SceneTree) -> None:
    area = tree.root.add_child(with_shape(Area2D(position=(60, 0)), rectangle()))
    body = wall(tree, 150, 0, collision_layer=4)
    cast = ray(tree, collision_mask=5)

    def met() -> Any:
        cast.force_raycast_update()
        return cast.get_collider()

    assert met() is body
    cast.collide_with_areas = True
    assert met() is area
    cast.set_collision_mask_value(1, False)
    assert cast.get_collision_mask_value(3)
    assert not cast.get_collision_mask_value(1)
    assert met() is body
    cast.collide_with_bodies = False
    assert met() is None


def test_hit_from_inside_is_met_where_it_begins(tree: SceneTree) -> None:
    body = wall(tree, 0, 0)
    cast = ray(tree)

    tree.frames(1)
    without = cast.is_colliding()
    cast.hit_from_inside = True
    tree.frames(1)

    assert not without
    assert cast.get_collider() is body
    assert (cast.get_collision_point(), cast.get_collision_normal()) == ((0, 0), (0, 0))


def test_one_without_length_looks_a_hundredth_of_a_pixel_down(tree: SceneTree) -> None:
    body = wall(tree, 0, 25.005)
    cast = ray(tree, target_position=(0, 0))

    tree.frames(1)

    assert cast.get_collider() is body


def test_a_freed_collider_is_none(tree: SceneTree) -> None:
    body = wall(tree, 100, 0)
    cast = ray(tree)
    tree.frames(1)

    body.free()

    assert cast.is_colliding()
    assert cast.get_collider() is None


def test_a_copy_of_the_tree_state_brings_back_what_it_met(tree: SceneTree) -> None:
    body = wall(tree, 100, 0)
    cast = ray(tree)
    tree.frames(1)
    saved = tree.snapshot()
    body.position = (140, 0)
    tree.frames(1)
    assert cast.get_collision_point().is_equal_approx((115, 0))

    tree.restore(saved)

    assert cast.get_collision_point() == (75, 0)
    assert cast.get_collider() is body


def test_bad_values_are_refused(tree: SceneTree) -> None:
    cast = ray(tree)
    other: Any = Node2D()

    with pytest.raises(InvalidValueError, match=r"/root/RayCast2D\.target_position must be two finite numbers"):
        cast.target_position = (0, float("nan"))
    with pytest.raises(InvalidTypeError, match=r"/root/RayCast2D\.add_exception\(node\) must be a CollisionObject2D"):
        cast.add_exception(other)
    with pytest.raises(
        InvalidValueError, match=r"set_collision_mask_value\(layer_number\) must be from 1 to 32, got 0"
    ):
        cast.set_collision_mask_value(0, True)
    with pytest.raises(TreeError):
        RayCast2D().force_raycast_update()
    other.free()
