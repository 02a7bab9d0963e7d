"""The 2D transform store: composing, reading and packing, with bare nodes and in a tree."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from engine.tree.scene_tree import SceneTree
from engine.tree.transforms.store_2d import global_2d
from nodes import Node2D
from tests.unit.tree.transforms.bare_transforms import Bare, chain, family, filled, packed, places

# Composition


def test_a_global_transform_is_the_product_from_the_root_down() -> None:
    root, child = Bare(None, 10.0), Bare(None, 1.0)
    child._parent = root
    root.turn(0.0, 1.0, -1.0, 0.0)  # a quarter turn
    store = filled(root, child)

    assert store.global_of(child._slot) == (0.0, 1.0, -1.0, 0.0, 10.0, 1.0)
    store.flush()
    assert store.global_of(child._slot) == (0.0, 1.0, -1.0, 0.0, 10.0, 1.0)


def test_a_non_uniform_scale_over_a_rotation_shears_exactly() -> None:
    root, child = Bare(), Bare()
    child._parent = root
    root.turn(2.0, 0.0, 0.0, 1.0)
    child.turn(0.6, 0.8, -0.8, 0.6)
    store = filled(root, child)
    store.flush()

    assert store.global_of(child._slot) == (1.2, 0.8, -1.6, 0.6, 0.0, 0.0)


@pytest.mark.parametrize("members", [1, 40])  # composed in Python; by arrays
def test_moving_the_root_moves_all_below_it(members: int) -> None:
    nodes = family(20, members)
    store = filled(*nodes)
    store.flush()

    nodes[0].move(100.0, 50.0)
    store.flush()

    assert set(places(store, nodes[1:21])) == {(101.0, 50.0)}
    assert set(places(store, nodes[21:])) == {(102.0, 50.0)}


@pytest.mark.parametrize("moved", [1, 7, 20, 21, 60])
def test_moving_one_node_moves_its_subtree_alone(moved: int) -> None:
    nodes = family(20, 30)
    store = filled(*nodes)
    store.flush()
    before = places(store, nodes)

    nodes[moved].move(100.0, 0.0)
    store.flush()

    below = [node is nodes[moved] or node._parent is nodes[moved] for node in nodes]
    expected = [(x + 99.0, y) if is_below else (x, y) for (x, y), is_below in zip(before, below, strict=True)]
    assert places(store, nodes) == expected


def test_moving_a_node_and_its_first_child_moves_the_other_children_too() -> None:
    nodes = family(20, 200)
    store = filled(*nodes)
    store.flush()

    nodes[0].move(11.0, 0.0)
    nodes[1].move(101.0, 0.0)
    store.flush()

    assert places(store, nodes[1:21]) == [(112.0, 0.0)] + [(12.0, 0.0)] * 19
    assert places(store, nodes[21:]) == [(113.0, 0.0)] * 200 + [(13.0, 0.0)] * 3800


def test_many_moved_nodes_are_all_fresh_after_a_flush() -> None:
    nodes = family(20, 30)
    store = filled(*nodes)
    store.flush()

    for number, node in enumerate(nodes[21:]):
        node.move(float(number), -1.0)
        node.turn(2.0, 0.0, 0.0, 3.0)
    store.flush()

    assert places(store, nodes[21:]) == [(2.0 + number, -1.0) for number in range(600)]
    assert {store.global_of(node._slot)[:4] for node in nodes[21:]} == {(2.0, 0.0, 0.0, 3.0)}


def test_a_chain_10000_deep_is_composed_without_recursion() -> None:
    nodes = chain(10_000)
    store = filled(*nodes)
    store.flush()

    assert store.global_of(nodes[-1]._slot)[4] == 10_000.0
    nodes[0].move(5.0, 0.0)
    assert store.global_of(nodes[-1]._slot)[4] == 10_004.0
    store.flush()
    assert store.global_of(nodes[-1]._slot)[4] == 10_004.0


def test_reading_all_of_a_deep_chain_after_one_change_flushes_instead_of_walking_each_time() -> None:
    nodes = chain(3000)
    store = filled(*nodes)
    store.flush()
    revision = store.revision

    nodes[0].move(2.0, 0.0)
    assert places(store, nodes) == [(float(depth), 0.0) for depth in range(2, 3002)]

    assert store.revision == revision + 1


def test_numbers_beyond_the_range_overflow_to_infinity_without_an_error() -> None:
    nodes = family(1, 30)
    for node in nodes:
        node.turn(1e200, 0.0, 0.0, 1e200)
    store = filled(*nodes)
    store.flush()

    assert store.global_of(nodes[-1]._slot)[0] == inf
    assert packed(store, nodes[:1])[0][0] == inf


# Reading in the middle of a frame


def test_a_change_can_be_read_before_the_flush() -> None:
    root, child = Bare(None, 1.0), Bare(None, 2.0)
    child._parent = root
    store = filled(root, child)
    store.flush()

    root.move(10.0, 0.0)

    assert store.global_of(child._slot)[4:] == (12.0, 0.0)


def test_reading_before_the_flush_leaves_the_store_as_it_was() -> None:
    root = Bare(None, 1.0)
    store = filled(root)
    store.flush()
    revision = store.revision
    root.move(3.0, 0.0)

    store.global_of(root._slot)

    assert store.revision == revision
    assert store.origins == {root._slot: (3.0, 0.0)}


def test_the_newest_node_can_be_read_at_once() -> None:
    root = Bare(None, 1.0)
    store = filled(root)
    child = Bare(root, 5.0)

    store.add(child)

    assert store.global_of(child._slot) == (1.0, 0.0, 0.0, 1.0, 6.0, 0.0)


def test_the_newest_nodes_can_be_read_at_once_when_nothing_was_set() -> None:
    root = Bare(None, 1.0)
    store = filled(root)
    store.flush()
    child = Bare(root)
    grandchild = Bare(child)

    store.add(child)
    store.add(grandchild)

    assert places(store, [child, grandchild]) == [(1.0, 0.0)] * 2
    child.move(2.0, 0.0)
    assert places(store, [child, grandchild]) == [(3.0, 0.0)] * 2


# Packing


@pytest.mark.parametrize("count", [3, 601])  # a few of them; most of them
def test_pack_writes_the_two_axes_and_the_origin_in_the_order_that_was_asked_for(count: int) -> None:
    nodes = family(20, 29)
    for number, node in enumerate(nodes):
        node.turn(2.0, 0.25, -0.5, 1.0)
        node.move(float(number), 1.0)
    root = nodes[0]
    asked = ([*nodes[::-1]] * 2)[:count]
    store = filled(*nodes)
    store.flush()

    expected = [list(map(np.float32, global_2d(node))) for node in asked]
    assert packed(store, asked) == expected
    assert packed(store, [root]) == [[2.0, 0.25, -0.5, 1.0, 0.0, 1.0]]


def test_pack_sees_what_was_set_since_the_flush() -> None:
    root = Bare(None, 1.0)
    store = filled(root)
    store.flush()
    root.move(2.0, 3.0)

    assert packed(store, [root]) == [[1.0, 0.0, 0.0, 1.0, 2.0, 3.0]]


def test_the_revision_counts_changes_and_nothing_else() -> None:
    root = Bare(None, 1.0)
    store = filled(root)
    store.flush()
    revision = store.revision

    store.flush()
    store.global_of(root._slot)
    packed(store, [root])
    assert store.revision == revision

    root.move(2.0, 0.0)
    store.flush()
    assert store.revision == revision + 1


# In a tree


def test_two_trees_do_not_see_each_other() -> None:
    first, second = SceneTree(), SceneTree()
    one = first.root.add_child(Node2D(position=(1, 2)))
    two = second.root.add_child(Node2D(position=(3, 4)))
    first.tick(0.1)
    second.tick(0.1)

    one.position = (9, 9)
    first.tick(0.1)

    assert (len(first.transforms_2d), len(second.transforms_2d)) == (1, 1)
    assert two.global_position == (3, 4)


def test_a_chain_10000_deep_enters_moves_and_leaves_a_tree() -> None:
    tree = SceneTree()
    top = node = Node2D(position=(1, 0))
    for _ in range(9_999):
        node = node.add_child(Node2D(position=(1, 0)))
    tree.root.add_child(top)
    tree.tick(0.1)
    assert node.global_position == (10_000, 0)

    top.position = (0, 5)
    tree.tick(0.1)
    assert node.global_position == (9_999, 5)

    top.free()
    tree.tick(0.1)
    assert len(tree.transforms_2d) == 0
