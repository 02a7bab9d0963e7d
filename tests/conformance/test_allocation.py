"""The records of suite allocation that need no 3D: looking a node up allocates nothing."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable

import pytest

from engine.tree.node import Node

record = pytest.mark.record


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
