"""The records of suite allocation: a steady tick, and looking a node up, leave no more memory in use than before."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable

import pytest

from engine.input import InputEventKey
from engine.input.keys import Key
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes import Node3D

record = pytest.mark.record


class Spinner(Node3D):
    def on_process(self, delta: float) -> None:
        self.rotate_y(delta)


class Follower(Node3D):
    told = 0

    def on_transform_changed(self) -> None:
        self.told = (self.told + 1) % 100


class Counter(Node):
    count = 0

    def on_process(self, delta: float) -> None:
        self.count = (self.count + 1) % 100

    def count_down(self) -> None:
        self.count = 0


LEAVES = (Spinner, Follower, *((Counter, Follower, Node3D, Node3D) * 2))


@record("mainframe-allocation-0537")
def test_a_steady_tick_of_10002_nodes_allocates_nothing(tree: SceneTree) -> None:
    top = tree.root.add_child(Node("Top"))
    for number in range(100):
        branch = top.add_child(Spinner() if number % 2 else Node3D())
        for leaf in range(99):
            child = branch.add_child(LEAVES[leaf % 10]())
            if isinstance(child, Follower):
                child.set_notify_transform(True)
        branch.get_child(2).add_to_group("hundred")
    assert tree.get_node_count() == 10_002
    press, release = (InputEventKey(keycode=Key.SPACE, pressed=pressed) for pressed in (True, False))

    def run(ticks: int) -> None:
        for _ in range(ticks // 2):
            for event in (press, release):
                tree.push_input(event)
                tree.tick(1 / 60)
                tree.call_group("hundred", "count_down")
                assert len(tree.get_nodes_in_group("hundred")) == 100

    run(30)
    run(60)  # in these, the interpreter still fills its lists of free objects
    before = sys.getallocatedblocks()
    run(60)

    grown = sys.getallocatedblocks() - before

    assert grown < 6  # the two numbers here, and counters that have become large


@record("mainframe-allocation-0538")
def test_looking_up_a_path_of_6_allocates_nothing() -> None:
    top = Node("Top")
    parent = top
    for level in range(6):
        for sibling in range(20):
            parent.add_child(Node(f"L{level}S{sibling}"))
        parent = parent.get_child(13)
    path = "/".join(f"L{level}S13" for level in range(6))

    def look_up() -> None:
        for _ in range(1000):
            top.get_node(path)

    look_up()

    assert growth(look_up) == growth(lambda: None)
    assert top.get_node(path) is parent


def growth(function: Callable[[], None]) -> int:
    """Blocks of memory that are in use after a call and were not before: the least of three calls."""
    gc.collect()
    grown = []
    for _ in range(3):
        before = sys.getallocatedblocks()
        function()
        grown.append(sys.getallocatedblocks() - before)
    return min(grown)
