"""One-way shapes: they hold up what comes from their upper side, and let the rest through until it has parted."""

from __future__ import annotations

from math import pi

import pytest

from engine.tree.scene_tree import SceneTree
from nodes import CollisionShape2D, StaticBody2D
from tests.unit.physics_2d.worlds import box, floating, rectangle


def platform(
    tree: SceneTree, y: float = 0.0, rotation: float = 0.0, one_way: bool = True, margin: float = 1.0
) -> StaticBody2D:
    """A platform of 400 x 10 px with its middle at `y`."""
    body = StaticBody2D(position=(0, y), rotation=rotation)
    shape = CollisionShape2D(shape=rectangle(400, 10), one_way_collision=one_way, one_way_collision_margin=margin)
    body.add_child(shape)
    return tree.root.add_child(body)


def test_what_falls_on_it_stays(tree: SceneTree) -> None:
    platform(tree)
    body = box(tree.root, 0, -100)

    tree.frames(120)

    assert body.position.y == pytest.approx(-30, abs=1)


@pytest.mark.parametrize("one_way", [True, False])
def test_what_comes_from_below_passes_and_then_falls_back_on_it(tree: SceneTree, one_way: bool) -> None:
    platform(tree, one_way=one_way)
    body = box(tree.root, 0, 100, linear_velocity=(0, -700))

    tree.frames(180)

    assert (body.position.y == pytest.approx(-30, abs=1)) is one_way


@pytest.mark.parametrize("margin", [0.0, 1.0, 128.0])
def test_whatever_its_margin_what_forces_move_passes_by_where_it_first_touches(tree: SceneTree, margin: float) -> None:
    """The margin is for bodies that move themselves, as in Godot."""
    platform(tree, margin=margin)
    above = box(tree.root, -100, -300)
    below = box(tree.root, 100, 60, linear_velocity=(0, -250))  # comes 32 px up, and is 2 px in it at most

    tree.frames(120)

    assert above.position.y == pytest.approx(-30, abs=1)
    assert below.position.y > 100


def test_what_only_comes_up_half_way_falls_down_again(tree: SceneTree) -> None:
    platform(tree)
    body = box(tree.root, 0, 100, linear_velocity=(0, -420))  # up to 90 px higher: into it, and not through

    heights = []
    for _ in range(120):
        tree.frames(1)
        heights.append(body.position.y)

    assert 0 < min(heights) < 30  # it was in it
    assert body.position.y > 200


def test_what_comes_from_the_side_passes(tree: SceneTree) -> None:
    platform(tree)
    body = floating(tree.root, -300, 0, linear_velocity=(600, 0))

    tree.frames(60)

    assert body.position.x == pytest.approx(300, abs=1)


@pytest.mark.parametrize(("rotation", "holds"), [(0.0, True), (pi, False)])
def test_its_upper_side_turns_with_it(tree: SceneTree, rotation: float, holds: bool) -> None:
    platform(tree, rotation=rotation)
    body = box(tree.root, 0, -100)

    tree.frames(120)

    assert (body.position.y < 0) is holds


def test_the_turn_of_the_shape_counts_too(tree: SceneTree) -> None:
    body = StaticBody2D()
    body.add_child(CollisionShape2D(shape=rectangle(400, 10), one_way_collision=True, rotation=pi))
    tree.root.add_child(body)
    faller = box(tree.root, 0, -100)

    tree.frames(120)

    assert faller.position.y > 0


def test_what_sleeps_on_it_stays_when_it_wakes(tree: SceneTree) -> None:
    platform(tree)
    body = box(tree.root, 0, -31)
    tree.frames(120)
    assert body.sleeping

    body.apply_central_impulse((1, 0))
    tree.frames(60)

    assert body.position.y == pytest.approx(-30, abs=1)
