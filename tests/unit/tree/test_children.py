"""Adding, moving, removing, reparenting, and what their errors say."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from engine.core.errors import FreedError, InvalidTypeError, InvalidValueError, NodeNotFoundError, TreeError
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree


def names(parent: Node) -> str:
    return " ".join(child.name for child in parent.children)


@pytest.fixture
def p() -> Node:
    """P > A, B, C."""
    parent = Node("P")
    for name in "ABC":
        parent.add_child(Node(name))
    return parent


def message(error: type[Exception], attempt: Callable[[], object]) -> str:
    with pytest.raises(error) as caught:
        attempt()
    return str(caught.value)


# Adding


def test_add_child_returns_the_child(p: Node) -> None:
    child = Node("D")

    assert p.add_child(child) is child
    assert child.parent is p
    assert p.get_child_count() == 4


@pytest.mark.parametrize(
    ("index", "expected"), [(0, "X A B C"), (1, "A X B C"), (3, "A B C X"), (-1, "A B C X"), (-4, "X A B C")]
)
def test_a_child_is_added_at_an_index(p: Node, index: int, expected: str) -> None:
    p.add_child(Node("X"), index)

    assert names(p) == expected


@pytest.mark.parametrize("index", [4, -5])
def test_an_index_out_of_range_is_refused_and_nothing_is_added(p: Node, index: int) -> None:
    child = Node("X")

    text = message(InvalidValueError, lambda: p.add_child(child, index))

    assert text == f"P.add_child: index must be from -4 to 3, got {index}"
    assert names(p) == "A B C"
    assert child.parent is None


def test_what_cannot_be_added_is_refused_with_the_reason(tree: SceneTree, p: Node) -> None:
    tree.root.add_child(p)
    a, b = p.get_child(0), p.get_child(1)
    freed = Node("Gone")
    freed.free()
    c = a.add_child(Node("Deep"))

    assert message(TreeError, lambda: b.add_child(a)) == (
        "cannot add /root/P/A under /root/P/B: it already has a parent; "
        "call reparent(), or remove it from that parent first"
    )
    assert message(TreeError, lambda: a.add_child(tree.root)) == (
        "cannot add /root under /root/P/A: it is the root of a tree"
    )
    p.remove_child(a)
    assert message(TreeError, lambda: c.add_child(a)) == "cannot add A under Deep: it would be its own ancestor"
    assert message(TreeError, lambda: a.add_child(a)) == "cannot add A under A: it would be its own parent"
    assert message(FreedError, lambda: b.add_child(freed)) == (
        "cannot add Gone: it was freed; ask is_instance_valid() first"
    )
    assert message(FreedError, lambda: freed.add_child(Node("X"))) == (
        "cannot add X under Gone: it was freed; ask is_instance_valid() first"
    )


@pytest.mark.parametrize("thing", [None, "Node", 3, Node])
def test_only_nodes_are_children(p: Node, thing: Any) -> None:
    text = message(InvalidTypeError, lambda: p.add_child(thing))

    advice = "; make one: Node()" if thing is Node else ""
    assert text == f"P.add_child: a node is needed, got {thing!r}{advice}"
    assert names(p) == "A B C"


def test_a_sibling_of_a_node_without_a_parent_is_refused() -> None:
    assert message(TreeError, lambda: Node("N").add_sibling(Node())) == ("cannot add a sibling to N: it has no parent")


# Asking


def test_children_are_asked_for_by_index(p: Node) -> None:
    assert [p.get_child(index).name for index in (0, 1, 2, -1, -3)] == ["A", "B", "C", "C", "A"]
    assert message(NodeNotFoundError, lambda: p.get_child(3)) == "P has no child at 3; it has 3 children"
    assert message(NodeNotFoundError, lambda: Node("N").get_child(0)) == "N has no child at 0; it has 0 children"


def test_the_tuple_of_children_stays_as_it_was(p: Node) -> None:
    children = p.children

    p.get_child(1).free()

    assert len(children) == 3
    assert names(p) == "A C"


def test_a_node_without_a_parent_has_no_index() -> None:
    assert Node().get_index() == -1


def test_ancestors_are_known(p: Node) -> None:
    deep = p.get_child(0).add_child(Node("Deep"))

    assert p.is_ancestor_of(deep)
    assert not deep.is_ancestor_of(p)
    assert not p.is_ancestor_of(p)
    assert not p.get_child(1).is_ancestor_of(deep)


# Removing


def test_a_removed_child_keeps_its_own_children(p: Node) -> None:
    a = p.get_child(0)
    deep = a.add_child(Node("Deep"))

    p.remove_child(a)

    assert names(p) == "B C"
    assert a.parent is None
    assert deep.parent is a
    assert [child.get_index() for child in p.children] == [0, 1]


def test_only_children_can_be_removed(p: Node) -> None:
    assert message(TreeError, lambda: p.remove_child(Node("X"))) == "cannot remove X from P: it is not a child of it"
    assert message(TreeError, lambda: p.remove_child(None)) == (  # type: ignore[arg-type]
        "cannot remove None from P: it is not a child of it"
    )


def test_removing_tells_of_the_new_order(p: Node) -> None:
    told: list[str] = []
    p.child_order_changed.connect(lambda: told.append(names(p)))

    p.remove_child(p.get_child(0))
    p.move_child(p.get_child(0), 1)
    p.add_child(Node("D"))
    p.get_child(0).free()

    assert told == ["B C", "C B", "C B D", "B D"]


# Moving


@pytest.mark.parametrize(
    ("child", "index", "expected"),
    [
        ("A", 2, "B C A"),
        ("A", 1, "B A C"),
        ("C", 0, "C A B"),
        ("B", -1, "A C B"),
        ("B", -3, "B A C"),
        ("B", 1, "A B C"),
    ],
)
def test_a_child_moves_among_its_siblings(p: Node, child: str, index: int, expected: str) -> None:
    p.move_child(p.get_node(child), index)

    assert names(p) == expected
    assert [each.get_index() for each in p.children] == [0, 1, 2]


@pytest.mark.parametrize("index", [3, -4])
def test_a_place_out_of_range_is_refused(p: Node, index: int) -> None:
    text = message(InvalidValueError, lambda: p.move_child(p.get_child(0), index))

    assert text == f"P.move_child: index must be from -3 to 2, got {index}"
    assert names(p) == "A B C"


def test_only_children_can_be_moved(p: Node) -> None:
    assert message(TreeError, lambda: p.move_child(Node("X"), 0)) == "cannot move X in P: it is not a child of it"


def test_moving_to_the_same_place_tells_nobody(p: Node) -> None:
    told: list[bool] = []
    p.child_order_changed.connect(lambda: told.append(True))

    p.move_child(p.get_child(1), 1)

    assert told == []


# Reparenting


def test_a_reparented_node_is_the_last_child_with_its_subtree(p: Node) -> None:
    a, c = p.get_child(0), p.get_child(2)
    deep = a.add_child(Node("Deep"))

    a.reparent(c)

    assert names(p) == "B C"
    assert a.parent is c
    assert deep.parent is a


def test_reparenting_leaves_and_enters_the_tree_once(tree: SceneTree, p: Node) -> None:
    log: list[str] = []
    tree.root.add_child(p)
    a = p.get_child(0)
    a.tree_exiting.connect(lambda: log.append("exit"))
    a.tree_entered.connect(lambda: log.append("enter"))

    a.reparent(p.get_child(1))

    assert log == ["exit", "enter"]


def test_reparenting_to_the_same_parent_does_nothing(tree: SceneTree, p: Node) -> None:
    log: list[str] = []
    tree.root.add_child(p)
    p.get_child(0).tree_exiting.connect(lambda: log.append("exit"))

    p.get_child(0).reparent(p)

    assert log == []
    assert names(p) == "A B C"


def test_what_cannot_be_reparented_stays_where_it_is(p: Node) -> None:
    a = p.get_child(0)
    deep = a.add_child(Node("Deep"))
    freed = Node("Gone")
    freed.free()

    assert message(TreeError, lambda: p.reparent(Node("Q"))) == "cannot reparent P: it has no parent; use add_child()"
    assert message(TreeError, lambda: a.reparent(deep)) == ("cannot reparent A to Deep: it would be its own ancestor")
    assert message(TreeError, lambda: a.reparent(a)) == "cannot reparent A to A: it would be its own ancestor"
    assert message(InvalidTypeError, lambda: a.reparent(None)) == (  # type: ignore[arg-type]
        "A.reparent: a node is needed, got None"
    )
    assert message(FreedError, lambda: a.reparent(freed)) == (
        "cannot reparent A to Gone: it was freed; ask is_instance_valid() first"
    )
    assert names(p) == "A B C"


def test_an_error_while_leaving_does_not_lose_a_reparented_node(tree: SceneTree) -> None:
    class Bad(Node):
        def on_exit_tree(self) -> None:
            raise ValueError("no")

    node = tree.root.add_child(Bad("N"))
    other = tree.root.add_child(Node("Other"))

    with pytest.raises(ValueError, match="no"):
        node.reparent(other)

    assert node.parent is other
    assert node.is_inside_tree()
    tree.error_policy = "log"


# Copying


def test_nodes_are_neither_copied_nor_pickled() -> None:
    node = Node("N")

    for copying in (copy.copy, copy.deepcopy):
        assert message(TreeError, partial(copying, node)) == "N cannot be copied; use duplicate()"
    assert message(TreeError, lambda: pickle.dumps(node)) == (
        "N cannot be pickled; use duplicate() for another like it"
    )


def test_a_node_shows_its_type_and_place(tree: SceneTree) -> None:
    node = Node("N")
    assert repr(node) == "<Node 'N'>"

    tree.root.add_child(node)
    assert repr(node) == "<Node '/root/N'>"

    node.free()
    assert repr(node) == "<Node 'N' (freed)>"
