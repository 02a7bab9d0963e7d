"""Groups: membership, order, calls."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import InvalidTypeError, InvalidValueError, NodeTypeError
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree


class Member(Node):
    hits = 0
    log: list[str]

    def hit(self, damage: int = 1) -> None:
        self.hits += damage
        self.log.append(self.name)


@pytest.fixture
def members(tree: SceneTree) -> list[Member]:
    """A, B, C in group "enemies"."""
    Member.log = []
    nodes = [tree.root.add_child(Member(name)) for name in "ABC"]
    for node in nodes:
        node.add_to_group("enemies")
    return nodes


def names(tree: SceneTree, group: str = "enemies") -> str:
    return "".join(node.name for node in tree.get_nodes_in_group(group))


def test_joining_again_only_updates_whether_it_is_saved(tree: SceneTree, members: list[Member]) -> None:
    members[0].add_to_group("enemies", persistent=True)
    members[0].add_to_group("heroes")

    assert names(tree) == "ABC"
    assert members[0].groups == {"enemies": True, "heroes": False}
    assert members[0].get_groups() == ["enemies", "heroes"]


def test_a_changed_copy_of_the_groups_changes_nothing(tree: SceneTree, members: list[Member]) -> None:
    members[0].groups.clear()
    tree.get_nodes_in_group("enemies").clear()

    assert names(tree) == "ABC"


def test_leaving_a_group_that_one_is_not_in_does_nothing(tree: SceneTree, members: list[Member]) -> None:
    members[0].remove_from_group("heroes")
    Node().remove_from_group("heroes")

    assert names(tree) == "ABC"


@pytest.mark.parametrize("name", ["", None, 3])
def test_a_group_has_a_name(name: Any) -> None:
    with pytest.raises(InvalidValueError) as caught:
        Node("N").add_to_group(name)

    assert str(caught.value) == f"N.add_to_group: a group's name is a str that is not empty, got {name!r}"


def test_the_last_to_leave_ends_the_group(tree: SceneTree, members: list[Member]) -> None:
    assert tree.has_group("enemies")
    for node in members:
        node.free()

    assert not tree.has_group("enemies")
    assert tree.get_first_node_in_group("enemies") is None
    assert tree.get_node_count_in_group("enemies") == 0


def test_the_list_follows_the_tree(tree: SceneTree, members: list[Member]) -> None:
    a, b, c = members
    tree.root.move_child(c, 0)
    assert names(tree) == "CAB"
    b.reparent(c)
    assert names(tree) == "CBA"
    late = Member("D")
    late.add_to_group("enemies")
    c.add_child(late, 0)
    assert names(tree) == "CDBA"
    a.name = "X"
    assert names(tree) == "CDBX"
    b.free()
    assert names(tree) == "CDX"
    assert tree.get_node_count_in_group("enemies") == 3


def test_a_subtree_takes_its_memberships_along(tree: SceneTree) -> None:
    parent = Node()
    child = parent.add_child(Node("C"))
    child.add_to_group("g")
    assert not tree.has_group("g")

    tree.root.add_child(parent)
    assert names(tree, "g") == "C"
    tree.root.remove_child(parent)
    assert not tree.has_group("g")
    assert child.is_in_group("g")


# Calls


def test_a_call_reaches_members_in_tree_order_with_its_arguments(tree: SceneTree, members: list[Member]) -> None:
    tree.root.move_child(members[2], 0)

    tree.call_group("enemies", "hit", 5)

    assert Member.log == ["C", "A", "B"]
    assert [node.hits for node in members] == [5, 5, 5]
    tree.call_group("nobody", "hit")


def test_members_without_the_method_are_left_out(tree: SceneTree, members: list[Member]) -> None:
    tree.root.add_child(Node("Plain")).add_to_group("enemies")

    tree.call_group("enemies", "hit")
    tree.call_group("enemies", "no_such_method")

    assert Member.log == ["A", "B", "C"]


def test_members_freed_or_joined_during_a_call(tree: SceneTree, members: list[Member]) -> None:
    class Changing(Member):
        def hit(self, damage: int = 1) -> None:
            super().hit(damage)
            if not late.is_in_group("enemies"):
                members[1].free()
                late.add_to_group("enemies")

    late = tree.root.add_child(Member("Late"))
    first = Changing("First")
    first.add_to_group("enemies")
    tree.root.add_child(first, 0)

    tree.call_group("enemies", "hit")
    assert Member.log == ["First", "A", "C"]
    tree.call_group("enemies", "hit")
    assert Member.log[3:] == ["First", "A", "C", "Late"]


def test_a_call_inside_a_call_of_the_same_group(tree: SceneTree, members: list[Member]) -> None:
    class Calling(Member):
        def start(self) -> None:
            tree.call_group("enemies", "hit")
            members[2].remove_from_group("enemies")
            tree.call_group("enemies", "hit")

    for node in members:
        node.add_to_group("starters")
    members[1].remove_from_group("starters")
    caller = tree.root.add_child(Calling("S"))
    caller.add_to_group("starters")
    caller.add_to_group("enemies")

    tree.call_group("starters", "start")

    assert Member.log == ["A", "B", "C", "S", "A", "B", "S"]


def test_a_member_that_left_is_not_kept_alive_by_calls_made_before(tree: SceneTree, members: list[Member]) -> None:
    tree.call_group("enemies", "hit")
    gone = weakref.ref(members[2])
    members.pop().free()
    gc.collect()

    assert gone() is None
    assert names(tree) == "AB"


def test_calls_of_many_different_methods_are_not_all_kept(tree: SceneTree, members: list[Member]) -> None:
    for number in range(1000):
        tree.call_group("enemies", f"method_{number}")

    assert len(tree._groups.by_name["enemies"].calls) < 100


def test_a_member_that_returns_is_called_again(tree: SceneTree, members: list[Member]) -> None:
    tree.call_group("enemies", "hit")
    members[1].remove_from_group("enemies")
    members[1].add_to_group("enemies")
    Member.log.clear()

    tree.call_group("enemies", "hit")

    assert Member.log == ["A", "B", "C"]


def test_members_without_the_property_are_left_out(tree: SceneTree, members: list[Member]) -> None:
    plain = tree.root.add_child(Node())
    plain.add_to_group("enemies")

    tree.set_group("enemies", "hits", 7)
    tree.set_group("nobody", "htis", 7)

    assert [node.hits for node in members] == [7, 7, 7]
    assert not hasattr(plain, "hits")


def test_setting_a_property_that_no_member_has_is_refused(tree: SceneTree, members: list[Member]) -> None:
    with pytest.raises(InvalidTypeError) as caught:
        tree.set_group("enemies", "htis", 7)

    assert str(caught.value) == ("set_group: no node in group 'enemies' has a property 'htis'; did you mean 'hits'?")


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["join", "leave", "move", "free", "add", "reparent"]),
            st.integers(0, 99),
            st.integers(0, 99),
        ),
        max_size=30,
    )
)
def test_a_group_lists_its_members_in_tree_order_whatever_happens(operations: list[tuple[str, int, int]]) -> None:
    tree = SceneTree()
    for name in "ABCDEF":
        tree.root.add_child(Node(name)).add_to_group("g")
    for operation, first, second in operations:
        nodes = tree.root.find_children("*", owned=False)
        node = nodes[first % len(nodes)] if nodes else tree.root.add_child(Node())
        other = nodes[second % len(nodes)] if nodes else node
        if operation == "join":
            node.add_to_group("g")
        elif operation == "leave":
            node.remove_from_group("g")
        elif operation == "move":
            parent = node.parent
            assert parent is not None
            parent.move_child(node, second % parent.get_child_count())
        elif operation == "free":
            node.free()
        elif operation == "add":
            node.add_child(Node()).add_to_group("g")
        elif node is not other and not node.is_ancestor_of(other):
            node.reparent(other)

        expected = [each for each in tree.root.find_children("*", owned=False) if each.is_in_group("g")]
        assert tree.get_nodes_in_group("g") == expected
    tree.shutdown()


def test_nodes_of_a_group_are_asked_for_with_their_class(tree: SceneTree, members: list[Member]) -> None:
    typed: list[Member] = tree.get_nodes_in_group("enemies", Member)
    first: Member | None = tree.get_first_node_in_group("enemies", Member)
    assert typed == members
    assert first is members[0]
    assert tree.get_nodes_in_group("none", Member) == []
    assert tree.get_first_node_in_group("none", Member) is None

    tree.root.add_child(Node("Odd"), 0).add_to_group("enemies")
    for ask in (tree.get_nodes_in_group, tree.get_first_node_in_group):
        with pytest.raises(NodeTypeError, match=r"^/root/Odd in group 'enemies' is a Node, not a Member$"):
            ask("enemies", Member)
