"""Random trees and random changes, beside a slow model that multiplies 3 x 3 matrices from the root down."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.math import Transform2D, Vector2
from engine.tree.scene_tree import SceneTree
from nodes import Node, Node2D

numbers = st.floats(-8.0, 8.0, width=32)
positions = st.tuples(numbers, numbers)
basis = st.tuples(numbers, numbers, numbers, numbers)
picks = st.integers(0, 1 << 16)
operations = st.lists(
    st.one_of(
        st.tuples(st.just("add"), picks, st.integers(1, 3), positions),
        st.tuples(st.just("add"), picks, st.integers(10, 90), positions),
        st.tuples(st.just("plain"), picks),
        st.tuples(st.just("free"), picks),
        st.tuples(st.just("move"), picks, positions),
        st.tuples(st.just("place"), picks, positions, basis),
        st.tuples(st.just("scatter"), picks, positions),
        st.tuples(st.just("reparent"), picks, picks, st.booleans()),
        st.tuples(st.just("top"), picks),
        st.tuples(st.just("read"), picks),
        st.tuples(st.just("tick")),
    ),
    min_size=1,
    max_size=40,
)


def matrix_of(node: Node) -> NDArray[np.float64]:
    """The model: the product of the matrices from the topmost ancestor that counts down to the node."""
    product = np.eye(3)
    above: Node | None = node
    while isinstance(above, Node2D):
        x, y, origin = above.transform.x, above.transform.y, above.transform.origin
        product = np.array(((x.x, y.x, origin.x), (x.y, y.y, origin.y), (0.0, 0.0, 1.0))) @ product
        above = None if above.top_level else above.parent
    return product


def assert_right(node: Node2D, found: Transform2D) -> None:
    expected = matrix_of(node)[:2].T.ravel()
    scale = max(1.0, float(np.abs(expected).max()))
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-9 * scale)


class Play:
    """One run: a tree, and what the operations do to it."""

    def __init__(self) -> None:
        self.tree = SceneTree()
        self.nodes: list[Node2D] = [self.tree.root.add_child(Node2D())]
        self.parents: list[Node] = list(self.nodes)

    def do(self, name: str, pick: int = 0, *values: Any) -> None:
        node = self.nodes[pick % len(self.nodes)]
        getattr(self, name)(node, *values)

    def add(self, node: Node2D, count: int, position: tuple[float, float]) -> None:
        """A few below one another, or many side by side."""
        parent: Node = node
        for _ in range(count):
            child = parent.add_child(Node2D(position=position))
            self.nodes.append(child)
            if count < 4:
                parent = child

    def plain(self, node: Node2D) -> None:
        self.nodes.append(node.add_child(Node()).add_child(Node2D(position=(1, 2))))

    def free(self, node: Node2D) -> None:
        if node is not self.nodes[0]:
            node.free()
            self.nodes = [each for each in self.nodes if each.is_inside_tree()]

    def move(self, node: Node2D, position: tuple[float, float]) -> None:
        node.position = position

    def place(self, node: Node2D, position: tuple[float, float], numbers: tuple[float, ...]) -> None:
        node.transform = Transform2D((*numbers, *position))

    def scatter(self, node: Node2D, position: tuple[float, float]) -> None:
        for child in self.nodes[1::2]:
            child.position = child.position + position

    def reparent(self, node: Node2D, pick: int, through: bool) -> None:
        target = self.nodes[pick % len(self.nodes)]
        if node is self.nodes[0] or node is target or node.is_ancestor_of(target):
            return
        if through:
            node.reparent(target, keep_global_transform=False)
        else:
            assert node.parent is not None
            node.parent.remove_child(node)
            node.rotation = 0.5
            target.add_child(node)

    def top(self, node: Node2D) -> None:
        node.top_level = not node.top_level

    def read(self, node: Node2D) -> None:
        assert_right(node, node.global_transform)

    def tick(self, node: Node2D) -> None:
        before = [each.global_transform for each in self.nodes[-5:]]
        self.tree.tick(0.0)
        for each in self.nodes:
            assert_right(each, each.global_transform)
        assert [bits(each.global_transform) for each in self.nodes[-5:]] == [bits(each) for each in before]
        assert len(self.tree.transforms_2d) == len(self.nodes)


def bits(transform: Transform2D) -> bytes:
    return np.array(transform).tobytes()


@settings(max_examples=80, deadline=None)
@given(operations)
def test_the_store_agrees_with_the_product_of_matrices(operations: list[tuple[Any, ...]]) -> None:
    play = Play()
    for name, *values in operations:
        play.do(name, *values)
    play.do("tick")


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(picks, positions, basis), min_size=1, max_size=60),
    st.lists(st.tuples(picks, positions, basis), max_size=30),
)
def test_reading_before_the_flush_and_after_it_is_the_same_to_the_last_bit(
    tree_of: list[tuple[Any, ...]], changes: list[tuple[Any, ...]]
) -> None:
    """Each tree also has a level of 20 below its first node, wide enough to be composed by arrays."""
    tree = SceneTree()
    nodes = [tree.root.add_child(Node2D())]
    for pick, position, numbers in tree_of:
        child = nodes[pick % len(nodes)].add_child(Node2D(position=position))
        child.transform = Transform2D(*numbers, *position)
        nodes.append(child)
    nodes += [nodes[0].add_child(Node2D(position=(place, 1), rotation=place)) for place in range(20)]
    tree.tick(0.0)
    for pick, position, numbers in changes:
        nodes[pick % len(nodes)].transform = Transform2D(*numbers, *position)
    nodes[0].transform = Transform2D(0.3, (1.5, -0.7), 0.2, Vector2(3.0, -0.0))

    early = [bits(node.global_transform) for node in nodes]
    tree.tick(0.0)

    assert [bits(node.global_transform) for node in nodes] == early
