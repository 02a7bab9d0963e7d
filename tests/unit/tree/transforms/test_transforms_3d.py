"""The 3D transform store: composing, reading and packing; what it shares with the 2D one has its tests there.

Expected values: products of 4 x 4 matrices; small whole numbers, so that they are exact.
"""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.math import Basis, Vector3
from engine.tree.flags import MASK_3D, UNSCALED
from engine.tree.scene_tree import SceneTree
from engine.tree.transforms.store import NOWHERE
from engine.tree.transforms.store_3d import NO_TURN, TransformStore3D, global_3d
from nodes import Node3D

UNIT = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
QUARTER_ABOUT_Z = (0.0, 1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0)
SKEWED = (2.0, 1.0, 0.0, -1.0, 3.0, 1.0, 0.0, 2.0, 4.0)


class Bare:
    """What the store needs of a node, and nothing else."""

    def __init__(self, parent: Bare | None = None, *position: float) -> None:
        self._parent = parent
        self._flags = 0
        self._mask = MASK_3D
        self._top_level = False
        self._pos = Vector3(*position) if position else Vector3.ZERO
        self._basis: tuple[float, ...] = NO_TURN
        self._slot = -1
        self._dp = self._db = NOWHERE

    def move(self, *position: float) -> None:
        self._pos = Vector3(*position)
        self._dp[self._slot] = self._pos

    def turn(self, basis: tuple[float, ...]) -> None:
        self._basis = basis
        self._db[self._slot] = basis


def filled(*nodes: Bare) -> TransformStore3D:
    store = TransformStore3D()
    for node in nodes:
        store.add(node)
    return store


def family(groups: int, members: int) -> list[Bare]:
    """A root, groups below it, members below each of these; every one at (1, 2, 3), and skewed."""
    root = Bare(None, 1, 2, 3)
    middle = [Bare(root, 1, 2, 3) for _ in range(groups)]
    nodes = [root, *middle, *(Bare(group, 1, 2, 3) for group in middle for _ in range(members))]
    for node in nodes:
        node.turn(SKEWED)
    return nodes


def matrix(basis: tuple[float, ...], origin: tuple[float, ...]) -> NDArray[np.float64]:
    found = np.eye(4)
    found[:3] = np.array((*basis, *origin)).reshape(4, 3).T
    return found


def expected(node: Bare) -> tuple[float, ...]:
    """The product of the matrices from the topmost node down."""
    product = np.eye(4)
    above: Bare | None = node
    while above is not None:
        product = matrix(above._basis, above._pos) @ product
        above = above._parent
    return tuple(product[:3].T.ravel().tolist())


def globals_of(store: TransformStore3D, nodes: list[Bare]) -> list[tuple[float, ...]]:
    return [store.global_of(node._slot) for node in nodes]


@pytest.mark.parametrize("members", [1, 40])  # composed in Python; by arrays
def test_a_global_transform_is_the_product_from_the_root_down(members: int) -> None:
    nodes = family(14, members)
    store = filled(*nodes)
    wanted = [expected(node) for node in nodes]

    assert globals_of(store, nodes) == wanted
    store.flush()
    assert globals_of(store, nodes) == wanted
    assert [global_3d(node) for node in nodes] == wanted


@pytest.mark.parametrize("members", [1, 40])
@pytest.mark.parametrize("moved", [0, 1, 13, 14, 20])
@pytest.mark.parametrize("turned", [False, True])
def test_a_change_is_seen_before_the_flush_and_after_it(members: int, moved: int, turned: bool) -> None:
    nodes = family(14, members)
    store = filled(*nodes)
    store.flush()

    nodes[moved].move(5, -6, 7)
    if turned:
        nodes[moved].turn(QUARTER_ABOUT_Z)
    wanted = [expected(node) for node in nodes]

    assert globals_of(store, nodes[-3:]) == wanted[-3:]
    store.flush()
    assert globals_of(store, nodes) == wanted


def test_a_turn_is_composed_also_if_another_node_is_only_moved_before_the_flush() -> None:
    nodes = family(14, 40)
    store = filled(*nodes)
    store.flush()

    nodes[0].turn(UNIT)
    store.absorb()
    nodes[3].move(0, 0, 0)
    store.flush()

    assert globals_of(store, nodes) == [expected(node) for node in nodes]


def test_all_may_be_moved_at_once() -> None:
    nodes = family(14, 40)
    store = filled(*nodes)
    store.flush()

    for at, node in enumerate(nodes):
        node.move(at, -at, 1)
    store.flush()

    assert globals_of(store, nodes) == [expected(node) for node in nodes]


def test_pack_writes_three_axes_and_the_origin_in_the_order_that_was_asked_for() -> None:
    nodes = family(2, 3)
    store = filled(*nodes)
    asked = [nodes[0], nodes[5], nodes[1]]
    out = np.empty((3, 12), np.float32)

    store.pack(np.array([node._slot for node in asked], np.intp), out)

    assert out.tolist() == [list(expected(node)) for node in asked]
    assert out[0].tolist() == [*SKEWED, 1, 2, 3]


def test_a_chain_10000_deep_is_composed_without_recursion() -> None:
    nodes = [Bare(None, 1, 0, 0)]
    for _ in range(9_999):
        nodes.append(Bare(nodes[-1], 1, 0, 0))
    store = filled(*nodes)
    store.flush()

    assert store.global_of(nodes[-1]._slot)[9:] == (10_000, 0, 0)
    nodes[0].turn(QUARTER_ABOUT_Z)
    assert store.global_of(nodes[-1]._slot)[9:] == (1, 9_999, 0)


def test_numbers_beyond_the_range_overflow_to_infinity_without_an_error() -> None:
    nodes = family(1, 30)
    for node in nodes:
        node.turn((1e200, 0.0, 0.0, 0.0, 1e200, 0.0, 0.0, 0.0, 1e200))
    store = filled(*nodes)
    store.flush()

    assert store.global_of(nodes[-1]._slot)[0] == inf


# Without scale


@pytest.mark.parametrize("count", [1, 40])  # narrow levels in one run; a wide level
@pytest.mark.parametrize("late", [False, True])  # among the sorted rows; in the tail
def test_a_node_without_scale_gives_none_to_its_children(count: int, late: bool) -> None:
    root = Bare(None, 1, 0, 0)
    root.turn((2.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 4.0))
    store = filled(root)
    nodes = [Bare(root, 1, 1, 1) for _ in range(count)]
    below = [Bare(node, 1, 1, 1) for node in nodes]
    if late:
        store.flush()
    for node in nodes:
        node._flags = UNSCALED
        node.turn(QUARTER_ABOUT_Z)
    for node in (*nodes, *below):
        store.add(node)

    for turn in (QUARTER_ABOUT_Z, (5.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)):
        assert store.global_of(nodes[-1]._slot)[:9] == pytest.approx(Basis(expected(nodes[-1])[:9]).orthonormalized())
        early = globals_of(store, below)
        place = np.array(expected(nodes[-1])[9:])
        offset = np.array(store.global_of(nodes[-1]._slot)[:9]).reshape(3, 3).T @ (1, 1, 1)
        assert early[-1][9:] == pytest.approx(tuple(place + offset))
        store.flush()
        store.flush()
        assert globals_of(store, below) == early
        root.turn(turn)


def test_a_flat_transform_is_left_as_it_is() -> None:
    node = Bare(None, 1, 2, 3)
    node._flags = UNSCALED
    node.turn((1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0))
    store = filled(node)
    store.flush()

    assert store.global_of(node._slot) == (*node._basis, 1, 2, 3)


# In a tree


def test_2d_and_3d_have_stores_of_their_own_in_each_tree() -> None:
    first, second = SceneTree(), SceneTree()
    one = first.root.add_child(Node3D(position=(1, 2, 3)))
    first.tick(0.1)

    assert (len(first.transforms_3d), len(first.transforms_2d), len(second.transforms_3d)) == (1, 0, 0)
    one.free()
    first.tick(0.1)
    assert len(first.transforms_3d) == 0


def test_nodes_enter_the_store_with_callbacks_and_without() -> None:
    class Called(Node3D):
        def on_ready(self) -> None:
            self.position += (1, 0, 0)

    tree = SceneTree()
    plain = tree.root.add_child(Node3D(position=(1, 0, 0)))
    called = plain.add_child(Called())

    assert called.global_position == (2, 0, 0)
    tree.tick(0.1)
    assert len(tree.transforms_3d) == 2
    called.free()
    plain.queue_free()
    tree.tick(0.1)
    assert len(tree.transforms_3d) == 0
