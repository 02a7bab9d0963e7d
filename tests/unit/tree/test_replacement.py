"""replace_by(): one node in the place of another."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import FreedError, InvalidTypeError, TreeError
from engine.core.signal import ConnectFlags, Signal
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree

PERSIST = ConnectFlags.PERSIST


class Hearer(Node):
    told = Signal[int]("what")

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self.heard: list[int] = []

    def on_told(self, what: int) -> None:
        self.heard.append(what)


def names(node: Node) -> list[str]:
    return node.get_tree_string().split()


def test_the_other_stands_where_the_node_stood_with_its_children(tree: SceneTree) -> None:
    for name in "abc":
        tree.root.add_child(Node(name)).add_child(Node(f"{name}1"))
    old, new = tree.root.get_node("b"), Node("new")

    old.replace_by(new)

    assert names(tree.root) == [".", "a", "a/a1", "new", "new/b1", "c", "c/c1"]
    assert old.parent is None
    assert not old.is_inside_tree()
    assert not old._is_freed()
    assert old.get_child_count() == 0


def test_it_works_outside_a_tree_and_without_a_parent() -> None:
    top, new = Node("top"), Node("new")
    top.add_child(Node("child"))

    top.replace_by(new)

    assert names(new) == [".", "child"]
    assert new.parent is None


def test_children_come_behind_those_that_the_other_has() -> None:
    top, new = Node("top"), Node("new")
    top.add_child(Node("child"))
    new.add_child(Node("own"))
    new.add_child(Node("child"))

    top.replace_by(new)

    assert names(new) == [".", "own", "child", "child2"]


def test_owners_stay_with_the_other_for_the_node_itself(tree: SceneTree) -> None:
    scene = tree.root.add_child(Node("scene"))
    old = scene.add_child(Node("old"))
    mine, theirs = old.add_child(Node("mine")), old.add_child(Node("theirs"))
    old.owner = theirs.owner = scene
    mine.owner = old
    mine.unique_name_in_owner = theirs.unique_name_in_owner = True
    old.scene_file_path = "res://old.tscn"
    new = Node("new")

    old.replace_by(new)

    assert (new.owner, mine.owner, theirs.owner) == (scene, new, scene)
    assert new.get_node("%mine") is mine
    assert scene.get_node("%theirs") is theirs
    assert new.scene_file_path == "res://old.tscn"


@pytest.mark.parametrize(("keep", "groups"), [(True, {"a": True, "b": False}), (False, {})])
def test_groups_are_joined_when_asked_for(keep: bool, groups: dict[str, bool]) -> None:
    old, new = Node(), Node()
    old.add_to_group("a", persistent=True)
    old.add_to_group("b")

    old.replace_by(new, keep)

    assert new.groups == groups


def test_connections_that_are_saved_turn_to_the_other_and_others_stay() -> None:
    source, old, new = Hearer(), Hearer(), Hearer()
    source.connect("told", old, "on_told", PERSIST)
    old.connect("told", source, "on_told", PERSIST)
    other = Hearer()
    other.connect("told", old, "on_told")

    old.replace_by(new)

    source.told.emit(1)
    other.told.emit(2)
    assert (new.heard, old.heard) == ([1], [2])
    assert [c.target for c in old.get_signal_connections()] == [source]


def test_a_connection_that_the_other_has_no_method_for_ends() -> None:
    source, old = Hearer(), Hearer()
    source.connect("told", old, "on_told", PERSIST)

    old.replace_by(Node())

    assert source.get_signal_connections() == []


def test_the_other_is_told_of_before_the_children_follow(tree: SceneTree) -> None:
    old, new = tree.root.add_child(Node("old")), Node("new")
    old.add_child(Node("child"))
    seen: list[Any] = []
    old.replacing_by.connect(lambda node: seen.append((node, node.get_index(), node.get_child_count())))

    old.replace_by(new)

    assert seen == [(new, 0, 0)]


def test_the_current_scene_may_be_replaced(tree: SceneTree) -> None:
    old, new = Node("old"), Node("new")
    tree.change_scene(old)

    old.replace_by(new)

    assert tree.current_scene is new


def test_an_error_in_a_callback_comes_when_all_is_done(tree: SceneTree) -> None:
    class Failing(Node):
        def on_exit_tree(self) -> None:
            if self.parent is not None and self.parent.name == "old":
                raise OSError("leaving")

        def on_enter_tree(self) -> None:
            if self.parent is not None and self.parent.name == "new":
                raise OSError("entering")

    old, new = tree.root.add_child(Node("old")), Node("new")
    old.add_child(Failing("child"))

    with pytest.raises(OSError, match="leaving"):
        old.replace_by(new)

    assert names(tree.root) == [".", "new", "new/child"]


def test_what_cannot_be_is_refused_before_anything_changed(tree: SceneTree) -> None:
    top = tree.root.add_child(Node("top"))
    node = top.add_child(Node("node"))
    node.add_to_group("a")
    freed, loose = Node("freed"), Node("loose")
    freed.free()
    below = loose.add_child(Node("below"))

    for refused, other, kind, text in (
        (node, node, TreeError, "cannot replace /root/top/node by /root/top/node: they are the same"),
        (node, top, TreeError, "cannot replace /root/top/node by /root/top: it already has a parent; remove it from"),
        (tree.root, loose, TreeError, "cannot replace /root by loose: the root of a tree stays where it is"),
        (node, tree.root, TreeError, "cannot replace /root/top/node by /root: the root of a tree stays where it is"),
        (below, loose, TreeError, "cannot replace below by loose: it stands above"),
        (node, freed, FreedError, "cannot replace /root/top/node by freed: it was freed"),
        (freed, loose, FreedError, "cannot replace freed: it was freed"),
        (node, "node", InvalidTypeError, "/root/top/node.replace_by: a node is needed, got 'node'"),
    ):
        with pytest.raises(kind) as caught:
            refused.replace_by(other, True)  # type: ignore[arg-type]
        assert str(caught.value).startswith(text)

    assert names(tree.root) == [".", "top", "top/node"]
    assert loose.groups == {}


def test_a_node_that_is_leaving_is_not_replaced(tree: SceneTree) -> None:
    errors: list[str] = []

    class Leaving(Node):
        def on_exit_tree(self) -> None:
            with pytest.raises(TreeError) as caught:
                self.replace_by(Node("new"))
            errors.append(str(caught.value))

    tree.root.add_child(Leaving("old")).free()

    assert errors == ["cannot replace /root/old by new, which is leaving the tree; use call_deferred(...) on the tree"]
