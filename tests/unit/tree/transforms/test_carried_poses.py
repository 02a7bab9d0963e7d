"""`Poses.carry`: moves of tracked nodes by the server itself, which it need not be told of."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi

import pytest

from engine.math import Vector2
from engine.tree.scene_tree import SceneTree
from engine.tree.transforms.poses import Poses
from nodes import Node2D


@pytest.fixture
def tree() -> Iterator[SceneTree]:
    tree = SceneTree()
    yield tree
    tree.shutdown()


def tracked(tree: SceneTree, node: Node2D, parent: Node2D | None = None) -> Node2D:
    (parent or tree.root).add_child(node)
    tree.transforms_2d.poses.track(node._slot)
    tree.frames(1)
    poses(tree).take_moved()
    return node


def poses(tree: SceneTree) -> Poses:
    return tree.transforms_2d.poses


def test_a_carried_node_is_there_and_has_not_moved(tree: SceneTree) -> None:
    node = tracked(tree, Node2D())

    assert poses(tree).carry(node._slot, 3.0, 4.0)

    assert node.position == (3.0, 4.0)
    assert poses(tree).is_quiet()
    assert poses(tree).take_moved() == []
    assert poses(tree).read([node._slot]).tolist()[0][4:] == [3.0, 4.0]


def test_setting_it_afterwards_is_a_move(tree: SceneTree) -> None:
    node = tracked(tree, Node2D())
    poses(tree).carry(node._slot, 3.0, 4.0)

    node.position += Vector2(1.0, 0.0)

    assert not poses(tree).is_quiet()
    assert poses(tree).take_moved() == [node._slot]


@pytest.mark.parametrize("what", ["rotation", "other", "parent"])
def test_other_moves_are_told_as_ever(tree: SceneTree, what: str) -> None:
    parent = tree.root.add_child(Node2D())
    node, other = tracked(tree, Node2D(), parent), tracked(tree, Node2D())
    poses(tree).carry(node._slot, 3.0, 4.0)

    if what == "rotation":
        node.rotation = 1.0
    elif what == "other":
        other.position = (5.0, 5.0)
    else:
        parent.position = (5.0, 5.0)

    assert not poses(tree).is_quiet()
    assert poses(tree).take_moved() == [other._slot if what == "other" else node._slot]


def test_what_nobody_tracks_leaves_it_quiet(tree: SceneTree) -> None:
    node, other = tracked(tree, Node2D()), tree.root.add_child(Node2D())
    tree.frames(1)
    poses(tree).carry(node._slot, 3.0, 4.0)

    other.position = (5.0, 5.0)

    assert poses(tree).is_quiet()


def test_what_is_tracked_below_a_carried_node_has_moved(tree: SceneTree) -> None:
    node = tracked(tree, Node2D())
    below = tracked(tree, Node2D(), node)

    poses(tree).carry(node._slot, 3.0, 4.0)

    assert poses(tree).take_moved() == [below._slot]


def test_below_a_parent_it_is_carried_to_a_point_of_the_canvas(tree: SceneTree) -> None:
    parent = tree.root.add_child(Node2D(position=(10.0, 0.0), rotation=pi / 2.0, scale=(2.0, 2.0)))
    node = tracked(tree, Node2D(), parent)

    assert poses(tree).carry(node._slot, 30.0, 8.0)

    assert node.global_position == pytest.approx((30.0, 8.0))
    assert node.position == pytest.approx((4.0, -10.0))
    assert poses(tree).take_moved() == []
