"""Poses: what a server of bodies learns of moves, and what it writes."""

from __future__ import annotations

from math import pi
from unittest.mock import Mock

import numpy as np
import pytest

from engine.math import Transform2D, Vector2
from engine.tree.scene_tree import SceneTree
from engine.tree.transforms.poses import Poses
from nodes import Node, Node2D

ANGLES = (0.0, 0.3, -2.9, 7.5, 1e-9)


@pytest.fixture
def poses(tree: SceneTree) -> Poses:
    return tree.transforms_2d.poses


def placed(tree: SceneTree, x: float = 0.0, y: float = 0.0, parent: Node | None = None) -> Node2D:
    return (parent or tree.root).add_child(Node2D(position=(x, y)))


def tracked(tree: SceneTree, x: float = 0.0, y: float = 0.0, parent: Node | None = None) -> Node2D:
    node = placed(tree, x, y, parent)
    tree.transforms_2d.poses.track(node._slot)
    return node


def write(poses: Poses, nodes: list[Node2D], origins: list[tuple[float, float]], angles: list[float]) -> None:
    slots = np.array([node._slot for node in nodes], np.intp)
    poses.write(slots, np.array(origins, np.float64), np.array(angles, np.float64))


# What is told


def test_a_tracked_node_that_was_set_is_told_once(tree: SceneTree, poses: Poses) -> None:
    node, other = tracked(tree), tracked(tree, 9)
    assert poses.take_moved() == []

    node.position = (1, 2)

    assert poses.take_moved() == [node._slot]
    assert poses.take_moved() == []
    other.rotation = 1.0
    node.scale = (2, 2)
    assert poses.take_moved() == [node._slot, other._slot]


def test_setting_a_node_to_what_it_was_is_no_move(tree: SceneTree, poses: Poses) -> None:
    node = tracked(tree, 5, 6)

    node.position = (7, 8)
    node.position = (5, 6)

    assert poses.take_moved() == []


def test_a_move_of_one_above_is_a_move(tree: SceneTree, poses: Poses) -> None:
    top = placed(tree)
    middle = placed(tree, 1, 0, top)
    node = tracked(tree, 1, 0, middle)

    top.position = (100, 0)

    assert poses.take_moved() == [node._slot]
    assert poses.read([node._slot]).tolist() == [[1, 0, 0, 1, 102, 0]]


def test_a_move_of_one_beside_is_none(tree: SceneTree, poses: Poses) -> None:
    tracked(tree)
    other = placed(tree)

    other.position = (3, 3)
    other.add_child(Node2D()).position = (4, 4)

    assert poses.take_moved() == []


def test_a_view_and_a_tween_move_nodes(tree: SceneTree, poses: Poses) -> None:
    first, second = tracked(tree), tracked(tree)
    view = tree.transforms.view([first])

    view.positions = [(5, 5)]
    moved_by_view = poses.take_moved()
    second.create_tween().tween_property(second, "position", (10, 0), 1.0)
    tree.tick(0.25)

    assert moved_by_view == [first._slot]
    assert poses.take_moved() == [second._slot]


def test_a_node_that_becomes_top_level_moves_and_hangs_on_nobody_any_more(tree: SceneTree, poses: Poses) -> None:
    parent = placed(tree, 100, 0)
    node = tracked(tree, 1, 0, parent)

    node.top_level = True
    assert poses.take_moved() == [node._slot]
    parent.position = (50, 0)

    assert poses.take_moved() == []


def test_a_node_that_is_top_level_no_longer_follows_all_above_it_again(tree: SceneTree, poses: Poses) -> None:
    top = placed(tree)
    parent = placed(tree, 0, 0, top)
    parent.top_level = True
    node = tracked(tree, 1, 0, parent)
    parent.top_level = False
    poses.take_moved()

    top.position = (0, 30)

    assert poses.take_moved() == [node._slot]


def test_what_stands_in_the_slot_of_one_that_was_above_leads_up_to_its_own_parents(
    tree: SceneTree, poses: Poses
) -> None:
    old = placed(tree)
    tracked(tree, 0, 0, old)
    keeper = tracked(tree)  # so that something is tracked all the time
    old.free()
    parent = placed(tree)
    tree.transforms_2d.flush()
    child = placed(tree, 0, 0, parent)  # some of these take the slots of the freed ones
    node = tracked(tree, 0, 0, child)
    poses.take_moved()

    parent.position = (1, 1)

    assert poses.take_moved() == [node._slot]
    assert keeper.position == Vector2.ZERO


def test_a_reparented_node_must_be_tracked_again(tree: SceneTree, poses: Poses) -> None:
    parent = placed(tree, 10, 0)
    node = tracked(tree)
    node.reparent(parent)
    node.position = (3, 3)

    assert poses.take_moved() == []
    poses.track(node._slot)
    parent.position = (20, 0)

    assert poses.take_moved() == [node._slot]


def test_what_is_not_tracked_any_more_is_not_told(tree: SceneTree, poses: Poses) -> None:
    node = tracked(tree)

    node.position = (1, 0)
    poses.untrack(node._slot)

    assert poses.take_moved() == []


def test_the_set_of_followed_nodes_tells_of_their_own_transforms_alone(tree: SceneTree, poses: Poses) -> None:
    parent = placed(tree)
    node = placed(tree, 0, 0, parent)
    poses.follow(node._slot)
    poses.take_set()

    parent.position = (5, 5)
    assert poses.take_set() == []
    node.position = (1, 1)
    assert poses.take_set() == [node._slot]
    assert poses.take_set() == []
    poses.unfollow(node._slot)
    node.position = (2, 2)

    assert poses.take_set() == []


# What is written


@pytest.mark.parametrize("angle", ANGLES)
def test_a_written_pose_is_to_the_last_bit_what_setting_would_make(tree: SceneTree, poses: Poses, angle: float) -> None:
    written, model = tracked(tree), Node2D()

    write(poses, [written], [(0.1, -0.2)], [angle])
    model.position, model.rotation = (0.1, -0.2), angle

    assert (written.position, written.rotation, written.scale, written.skew) == ((0.1, -0.2), angle, (1, 1), 0)
    assert tuple(written.transform) == tuple(model.transform)
    assert tuple(written.global_transform) == tuple(model.transform)


def test_a_written_pose_is_no_move_but_one_of_what_stands_below(tree: SceneTree, poses: Poses) -> None:
    body, other = tracked(tree), tracked(tree)
    area = tracked(tree, 5, 0, body)

    write(poses, [other], [(3, 3)], [0.0])
    assert poses.take_moved() == []
    write(poses, [body], [(10, 0)], [0.0])

    assert poses.take_moved() == [area._slot]
    assert area.global_position == Vector2(15, 0)


def test_setting_a_written_node_moves_it(tree: SceneTree, poses: Poses) -> None:
    node = tracked(tree)
    write(poses, [node], [(10, 0)], [0.5])

    node.position = (11, 0)

    assert poses.take_moved() == [node._slot]
    assert node.rotation == 0.5


@pytest.mark.parametrize(
    "above",
    [
        Transform2D(0.0, (7.0, -3.0)),
        Transform2D(1.1, (20.0, 30.0)),
        Transform2D(-0.4, (2.0, 0.5), 0.0, (5.0, 5.0)),
        Transform2D(0.3, (-1.5, 2.0), 0.2, (1.0, 1.0)),
    ],
)
def test_a_pose_is_written_below_any_parent(tree: SceneTree, poses: Poses, above: Transform2D) -> None:
    parent = placed(tree)
    parent.transform = above
    node = tracked(tree, 0, 0, parent)

    write(poses, [node], [(12, 34)], [0.7])

    wanted = Transform2D(0.7, (12.0, 34.0))
    assert node.global_transform == pytest.approx(wanted, abs=1e-12)
    assert tree.transforms_2d.global_of(node._slot) == pytest.approx(wanted, abs=1e-12)
    rebuilt = Transform2D(node.rotation, node.scale, node.skew, node.position)
    assert rebuilt == pytest.approx(node.transform, abs=1e-12)


def test_a_parent_that_is_written_in_the_same_go_counts_with_its_new_pose(tree: SceneTree, poses: Poses) -> None:
    parent = tracked(tree)
    child = tracked(tree, 5, 0, parent)

    write(poses, [child, parent], [(3, 4), (100, 100)], [0.25, pi / 2])

    assert child.global_transform == pytest.approx(Transform2D(0.25, (3.0, 4.0)), abs=1e-12)
    assert poses.take_moved() == []


def test_below_a_parent_that_flattens_the_plane_a_node_stays_where_it_is(tree: SceneTree, poses: Poses) -> None:
    parent = placed(tree)
    parent.transform = Transform2D(1, 0, 0, 0, 0, 0)
    node = tracked(tree, 5, 6, parent)

    write(poses, [node], [(1, 2)], [0.0])

    assert node.position == Vector2(5, 6)


def test_kept_transforms_come_back_exactly_after_others_were_shown(tree: SceneTree, poses: Poses) -> None:
    parent = placed(tree, 10, 20)
    parent.rotation = 0.5
    node = tracked(tree, 1, 2, parent)
    node.rotation, node.scale, node.skew = 0.3, (2, 3), 0.1
    before = tuple(node.transform)
    poses.take_moved()
    slots = np.array([node._slot], np.intp)
    kept = poses.keep(slots)

    poses.show(slots, np.array([(50.0, 60.0)]), np.array([0.2]), kept)
    shown = node.global_position, node.rotation
    poses.put_back(slots, kept)

    assert shown[0] == pytest.approx((50, 60))
    assert shown[1] == pytest.approx(0.5)
    assert (tuple(node.transform), node.rotation, node.scale, node.skew) == (before, 0.3, (2, 3), 0.1)
    assert poses.take_moved() == []


def test_nothing_is_compared_where_nothing_tracked_was_set(tree: SceneTree, poses: Poses) -> None:
    for _ in range(100):
        tracked(tree)
    other = placed(tree)
    poses.take_moved()
    read = Mock()
    poses.read = read  # type: ignore[method-assign]

    other.position = (1, 1)
    poses.take_moved()

    read.assert_not_called()


def test_after_a_restore_all_that_is_elsewhere_again_is_told(tree: SceneTree, poses: Poses) -> None:
    node = tracked(tree)
    top = placed(tree)
    below = tracked(tree, 1, 0, top)
    snapshot = tree.snapshot()
    node.position = (5, 5)
    poses.take_moved()
    tracked(tree)

    tree.restore(snapshot)

    assert poses.take_moved() == [node._slot]
    assert len(poses) == 2
    top.position = (3, 0)
    assert poses.take_moved() == [below._slot]
