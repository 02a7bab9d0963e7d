"""The 2D transform store, with bare nodes and in a tree."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from engine.math import Vector2
from engine.tree.flags import MASK_2D, NOTIFY_TRANSFORM
from engine.tree.scene_tree import SceneTree
from engine.tree.transforms import NO_TURN, NOWHERE, ORIGIN, TransformStore2D, global_by_parents
from nodes import Node2D

Basis = tuple[float, float, float, float]
Matrix = tuple[float, ...]


class Bare:
    """What the store needs of a node, and nothing else."""

    def __init__(self, parent: Bare | None = None, x: float = 0.0, y: float = 0.0) -> None:
        self._parent = parent
        self._flags = 0
        self._mask = MASK_2D
        self._top_level = False
        self._pos = Vector2(x, y) if x or y else ORIGIN
        self._basis: Basis = NO_TURN
        self._slot = -1
        self._dp = self._db = NOWHERE

    def move(self, x: float, y: float) -> None:
        self._pos = Vector2(x, y)
        self._dp[self._slot] = self._pos

    def turn(self, *basis: float) -> None:
        xx, xy, yx, yy = basis
        self._basis = (xx, xy, yx, yy)
        self._db[self._slot] = self._basis


def filled(*nodes: Bare) -> TransformStore2D:
    store = TransformStore2D()
    for node in nodes:
        store.add(node)
    return store


def chain(length: int, x: float = 1.0) -> list[Bare]:
    nodes = [Bare(None, x)]
    for _ in range(length - 1):
        nodes.append(Bare(nodes[-1], x))
    return nodes


def family(groups: int, members: int) -> list[Bare]:
    """A root, groups below it, members below each of these; every one at x = 1."""
    root = Bare(None, 1.0)
    middle = [Bare(root, 1.0) for _ in range(groups)]
    return [root, *middle, *(Bare(group, 1.0) for group in middle for _ in range(members))]


def places(store: TransformStore2D, nodes: list[Bare]) -> list[tuple[float, float]]:
    return [store.global_of(node._slot)[4:] for node in nodes]


def packed(store: TransformStore2D, nodes: list[Bare]) -> list[list[float]]:
    out = np.empty((len(nodes), 6), np.float32)
    store.pack(np.array([node._slot for node in nodes], np.intp), out)
    return [[float(number) for number in row] for row in out]


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


# Nodes that come and go


def test_a_node_below_one_that_is_not_2d_is_a_root() -> None:
    root, plain = Bare(None, 1.0), Bare(None)
    plain._parent, plain._mask = root, 0
    child = Bare(plain, 2.0)
    store = filled(root, child)
    store.flush()

    assert store.global_of(child._slot)[4:] == (2.0, 0.0)


def test_a_node_outside_writes_nowhere() -> None:
    node = Bare(None, 1.0)
    store = filled(node)
    store.remove(node)

    node.move(2.0, 0.0)
    store.flush()

    assert (len(store), store.origins) == (0, {})


def test_a_node_may_be_added_and_removed_before_the_flush() -> None:
    root = Bare(None, 1.0)
    store = filled(root)
    passing = Bare(root, 5.0)
    store.add(passing)
    store.remove(passing)
    staying = Bare(root, 7.0)
    store.add(staying)

    store.flush()

    assert len(store) == 2
    assert places(store, [root, staying]) == [(1.0, 0.0), (8.0, 0.0)]


def test_many_nodes_may_pass_through_before_the_first_flush() -> None:
    store = TransformStore2D()
    for _ in range(300):
        passing = Bare(None, 5.0)
        store.add(passing)
        store.global_of(passing._slot)
        store.remove(passing)
    staying = Bare(None, 7.0)
    store.add(staying)

    store.flush()

    assert len(store) == 1
    assert places(store, [staying]) == [(7.0, 0.0)]


def test_a_dirty_node_may_be_removed_and_its_slot_used_again() -> None:
    root, first = Bare(None, 1.0), Bare(None, 2.0)
    first._parent = root
    store = filled(root, first)
    store.flush()
    slot = first._slot
    first.move(99.0, 99.0)
    first.turn(9.0, 0.0, 0.0, 9.0)
    store.remove(first)
    store.flush()

    second = Bare(root, 3.0)
    store.add(second)
    store.flush()

    assert second._slot == slot
    assert store.global_of(slot) == (1.0, 0.0, 0.0, 1.0, 4.0, 0.0)


def test_a_node_may_leave_and_enter_again_in_one_frame() -> None:
    root, child = Bare(None, 1.0), Bare(None, 2.0)
    child._parent = root
    store = filled(root, child)
    store.flush()

    store.remove(child)
    child._parent = None
    store.add(child)

    assert places(store, [child]) == [(2.0, 0.0)]
    store.flush()
    assert places(store, [root, child]) == [(1.0, 0.0), (2.0, 0.0)]


def test_nodes_that_come_one_by_one_are_composed_as_those_that_come_at_once() -> None:
    nodes = family(4, 60)
    store = TransformStore2D()
    for node in nodes:
        store.add(node)
        store.flush()

    assert places(store, nodes) == [(1.0, 0.0)] + [(2.0, 0.0)] * 4 + [(3.0, 0.0)] * 240


def test_small_families_come_and_go_every_frame_for_long() -> None:
    """Bullets with a child each, under one parent: they live in the tail, and most leave it again."""
    root = Bare(None, 1.0)
    store = filled(root)
    alive: list[tuple[Bare, Bare]] = []
    for frame in range(400):
        bullet = Bare(root, float(frame))
        sprite = Bare(bullet, 0.5)
        store.add(bullet)
        store.add(sprite)
        alive.append((bullet, sprite))
        if frame % 7:
            gone = alive.pop(frame % len(alive))
            store.remove(gone[1])
            store.remove(gone[0])
        store.flush()

        for bullet, sprite in alive:
            x = 1.0 + bullet._pos.x
            assert places(store, [bullet, sprite]) == [(x, 0.0), (x + 0.5, 0.0)]
    assert len(store) == 1 + 2 * len(alive)


def test_roots_and_children_of_several_parents_may_come_in_any_order() -> None:
    """All of them stand in the tail, in a run that is wide enough to be composed by arrays."""
    first, second = Bare(None, 10.0), Bare(None, 20.0)
    store = filled(first, second)
    store.flush()
    late: list[Bare] = []
    for parent in (first, second, None, second, first) * 5:
        late.append(Bare(parent, 1.0))
        store.add(late[-1])
        store.flush()

    assert places(store, late) == [(11.0, 0.0), (21.0, 0.0), (1.0, 0.0), (21.0, 0.0), (11.0, 0.0)] * 5


def test_all_may_leave_and_others_come() -> None:
    nodes = family(10, 20)
    store = filled(*nodes)
    store.flush()
    for node in reversed(nodes):
        store.remove(node)
    store.flush()
    assert len(store) == 0

    others = family(3, 5)
    for node in others:
        store.add(node)
    store.flush()

    assert places(store, others) == [(1.0, 0.0)] + [(2.0, 0.0)] * 3 + [(3.0, 0.0)] * 15


def test_slots_are_used_again() -> None:
    store = TransformStore2D()
    slots = set()
    for _ in range(500):
        node = Bare(None, 1.0)
        store.add(node)
        slots.add(node._slot)
        store.flush()
        store.remove(node)
        store.flush()

    assert len(slots) == 1


# Top level


def test_a_top_level_node_stands_on_the_canvas() -> None:
    root, child = Bare(None, 1.0), Bare(None, 2.0)
    child._parent, child._top_level = root, True
    store = filled(root, child)
    store.flush()

    assert places(store, [child]) == [(2.0, 0.0)]


@pytest.mark.parametrize("flushed", [True, False])
def test_a_node_may_become_top_level_and_go_back(flushed: bool) -> None:
    nodes = family(2, 30)
    store = filled(*nodes)
    if flushed:
        store.flush()

    for top_level, x in ((True, 1.0), (False, 2.0)):
        nodes[1]._top_level = top_level
        store.set_top_level(nodes[1])
        assert places(store, [nodes[1], nodes[3]]) == [(x, 0.0), (x + 1.0, 0.0)]
        store.flush()
        assert places(store, [nodes[1], nodes[3], nodes[2]]) == [(x, 0.0), (x + 1.0, 0.0), (2.0, 0.0)]


def test_a_node_may_stop_being_top_level_below_a_parent_that_has_just_come() -> None:
    parent, child = Bare(None, 1.0), Bare(None, 2.0)
    store = filled(child)
    store.flush()
    store.add(parent)
    child._parent = parent

    store.set_top_level(child)

    assert places(store, [child]) == [(3.0, 0.0)]
    store.flush()
    assert places(store, [child]) == [(3.0, 0.0)]


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

    expected = [list(map(np.float32, global_by_parents(node))) for node in asked]
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


# Who wants to know


def test_a_watched_node_is_listed_once_after_it_entered_and_after_each_change() -> None:
    root, child = Bare(None, 1.0), Bare(None, 2.0)
    child._parent = root
    child._flags = NOTIFY_TRANSFORM
    store = filled(root, child)
    listed = []

    for move in (None, None, root, root, None, child):
        if move is not None:
            move.move(move._pos.x + 1.0, 0.0)
        store.flush()
        listed.append(store.take_changed())

    assert listed == [[child], [], [child], [child], [], [child]]


def test_a_watched_node_is_not_listed_when_only_others_have_moved() -> None:
    node, other = Bare(None, 1.0), Bare(None, 2.0)
    node._flags = NOTIFY_TRANSFORM
    store = filled(node, other)
    store.flush()
    assert store.take_changed() == [node]

    other.move(3.0, 0.0)
    store.flush()

    assert store.take_changed() == []


def test_a_node_that_has_moved_and_moved_back_is_not_listed() -> None:
    node = Bare(None, 1.0)
    store = filled(node)
    store.flush()
    store.watch(node)

    node.move(5.0, 0.0)
    store.global_of(node._slot)
    node.move(1.0, 0.0)
    store.flush()

    assert store.take_changed() == []


def test_a_change_is_listed_that_an_early_flush_has_composed() -> None:
    node = Bare(None, 1.0)
    store = filled(node)
    store.flush()
    store.watch(node)

    node.move(5.0, 0.0)
    store.flush()
    node.move(6.0, 0.0)
    store.flush()

    assert store.take_changed() == [node]
    assert store.take_changed() == []


def test_one_who_asks_between_frames_hears_of_later_changes_only() -> None:
    node = Bare(None, 1.0)
    store = filled(node)
    store.flush()
    node.move(2.0, 0.0)
    store.watch(node)
    store.flush()
    assert store.take_changed() == []

    store.unwatch(node)
    node.move(3.0, 0.0)
    store.flush()
    assert store.take_changed() == []


def test_ancestors_are_listed_before_their_descendants() -> None:
    nodes = family(20, 4)
    store = filled(*nodes)
    store.flush()
    for node in reversed(nodes):
        store.watch(node)

    nodes[0].move(5.0, 0.0)
    store.flush()
    listed = store.take_changed()

    assert len(listed) == len(nodes)
    assert all(node._parent is None or listed.index(node._parent) < place for place, node in enumerate(listed))


def test_a_watched_node_that_has_left_is_not_listed_and_neither_is_who_takes_its_slot() -> None:
    node = Bare(None, 1.0)
    node._flags = NOTIFY_TRANSFORM
    store = filled(node)
    store.remove(node)
    other = Bare(None, 5.0)
    store.add(other)
    store.flush()

    assert store.take_changed() == []


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
