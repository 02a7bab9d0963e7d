"""The records of suite groups."""

from __future__ import annotations

import pytest

from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree

record = pytest.mark.record


@record("mainframe-groups-0110")
def test_a_group_is_listed_in_tree_order(tree: SceneTree) -> None:
    a, b, c = (Node(name) for name in "ABC")
    c.add_to_group("enemies")
    a.add_to_group("enemies")
    for node in (a, b, c):
        tree.root.add_child(node)
    b.add_to_group("enemies")

    assert tree.get_nodes_in_group("enemies") == [a, b, c]
    assert tree.get_first_node_in_group("enemies") is a


@record("mainframe-groups-0111")
def test_a_node_knows_which_of_its_groups_are_saved() -> None:
    b = Node("B")

    b.add_to_group("enemies", persistent=True)

    assert ("enemies", True) in b.groups.items()


@record("mainframe-groups-0112")
def test_a_node_that_leaves_the_group_during_a_call_is_skipped(tree: SceneTree) -> None:
    visited: list[str] = []

    class Member(Node):
        def visit(self) -> None:
            visited.append(self.name)
            if self.name == "A":
                c.remove_from_group("enemies")

    _, _, c = (tree.root.add_child(Member(name)) for name in "ABC")
    for node in tree.root.children:
        node.add_to_group("enemies")

    tree.call_group("enemies", "visit")

    assert visited == ["A", "B"]


@record("mainframe-groups-0113")
def test_membership_travels_with_the_node(tree: SceneTree) -> None:
    a, b = (tree.root.add_child(Node(name)) for name in "AB")
    for node in (a, b):
        node.add_to_group("enemies")

    tree.root.remove_child(b)

    assert tree.get_nodes_in_group("enemies") == [a]
    assert b.is_in_group("enemies") is True
    tree.root.add_child(b)
    assert tree.get_nodes_in_group("enemies") == [a, b]


@record("mainframe-groups-0114")
def test_an_unknown_group_is_empty(tree: SceneTree) -> None:
    assert tree.get_nodes_in_group("nobody") == []
    assert tree.has_group("nobody") is False
