"""Paths: where they lead, and what errors say of those that lead nowhere; NodePath; patterns; searching."""

from __future__ import annotations

import fnmatch
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import InvalidTypeError, NodeNotFoundError, NodeTypeError, TreeError, UnknownTypeError
from engine.tree.node import Node
from engine.tree.node_path import NodePath, matches
from engine.tree.scene_tree import SceneTree


class Special(Node):
    pass


@pytest.fixture
def main(tree: SceneTree) -> Node:
    """/root/Main > Player > (Sprite, Gun); Main > Hud."""
    main = tree.root.add_child(Node("Main"))
    player = main.add_child(Special("Player"))
    player.add_child(Node("Sprite"))
    player.add_child(Node("Gun"))
    main.add_child(Node("Hud"))
    return main


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("Player", "Player"),
        ("Player/Gun", "Gun"),
        ("./Player/./Gun", "Gun"),
        ("Player/..", "Main"),
        ("Player/../Hud", "Hud"),
        (".", "Main"),
        ("..", "root"),
        ("../Main/Hud", "Hud"),
        ("/root", "root"),
        ("/root/Main/Player/Gun", "Gun"),
        ("Player/Gun:position:x", "Gun"),
        ("Player//Gun/", "Gun"),
    ],
)
def test_a_path_leads_to_a_node(main: Node, path: str, found: str) -> None:
    for given_path in (path, NodePath(path)):
        assert main.get_node(given_path).name == found
        node = main.get_node_or_none(given_path)
        assert node is not None
        assert node.name == found
        assert main.has_node(given_path)


@pytest.mark.parametrize("path", ["", "Nobody", "Player/Nobody", "../..", "/Main", "/", "%Player", ":position", "Gun"])
def test_a_path_leads_nowhere(main: Node, path: str) -> None:
    assert main.get_node_or_none(path) is None
    assert not main.has_node(path)
    with pytest.raises(NodeNotFoundError):
        main.get_node(path)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("Playr", "no node 'Playr' from /root/Main: /root/Main has no 'Playr'; did you mean 'Player'?"),
        ("Player/Gum", "no node 'Player/Gum' from /root/Main: /root/Main/Player has no 'Gum'; did you mean 'Gun'?"),
        ("Player/Gun/Tip", "no node 'Player/Gun/Tip' from /root/Main: /root/Main/Player/Gun has no 'Tip'"),
        ("/root/Main/Hut", "no node '/root/Main/Hut' from /root/Main: /root/Main has no 'Hut'; did you mean 'Hud'?"),
        ("../../..", "no node '../../..' from /root/Main: /root has no '..'"),
        ("%Hud", "no node '%Hud' from /root/Main: /root/Main has no '%Hud'; did you mean 'Hud'?"),
        ("", "no node '' from /root/Main: the path names none"),
        ("$Hud", "no node '$Hud' from /root/Main: /root/Main has no '$Hud'; $ is GDScript's, write 'Hud'"),
    ],
)
def test_an_error_says_how_far_a_path_led(main: Node, path: str, text: str) -> None:
    with pytest.raises(NodeNotFoundError) as caught:
        main.get_node(path)

    assert str(caught.value) == text


def test_an_absolute_path_needs_a_tree() -> None:
    with pytest.raises(NodeNotFoundError, match=r"^no node '/root/Main': N is not inside a tree$"):
        Node("N").get_node("/root/Main")


def test_a_node_of_another_type_is_refused(main: Node) -> None:
    assert main.get_node("Player", Special) is main.get_node("Player")
    assert main.get_node_or_none("Hud", Special) is None
    with pytest.raises(NodeTypeError) as caught:
        main.get_node("Hud", Special)
    assert str(caught.value) == "/root/Main/Hud is a Node, not a Special as /root/Main asks for"


def test_a_freed_node_is_not_found(main: Node) -> None:
    main.get_node("Player").free()

    assert not main.has_node("Player")
    assert not main.has_node("Player/Gun")


@pytest.mark.parametrize("path", [None, 3, b"Player"])
def test_what_is_no_path_is_refused(main: Node, path: Any) -> None:
    for use in (main.get_node, main.get_node_or_none, main.has_node, NodePath):
        with pytest.raises(InvalidTypeError, match=r"^a node path must be a str or a NodePath, got "):
            use(path)


# The path of a node, and from one to another


def test_a_node_outside_a_tree_has_an_empty_path() -> None:
    assert Node("P").add_child(Node("C")).get_path() == NodePath("")


@pytest.mark.parametrize(
    ("start", "goal", "path"),
    [
        ("Main", "Main/Player/Gun", "Player/Gun"),
        ("Main/Player/Gun", "Main", "../.."),
        ("Main/Player/Gun", "Main/Player/Sprite", "../Sprite"),
        ("Main/Player/Gun", "Main/Hud", "../../Hud"),
        ("Main/Hud", "Main/Hud", "."),
    ],
)
def test_the_path_to_another_node_leads_there(main: Node, start: str, goal: str, path: str) -> None:
    root = main.get_node("..")
    from_node, to_node = root.get_node(start), root.get_node(goal)

    assert str(from_node.get_path_to(to_node)) == path
    assert from_node.get_node(path) is to_node


def test_unrelated_nodes_have_no_path_to_each_other(main: Node) -> None:
    with pytest.raises(TreeError) as caught:
        main.get_path_to(Node("Stranger"))

    assert str(caught.value) == "there is no path from /root/Main to Stranger: they have no common ancestor"


# NodePath


def test_equal_texts_are_equal_paths() -> None:
    path = NodePath("A/B:c")

    assert path == NodePath("A/B:c")
    assert path == "A/B:c"
    assert path != NodePath("A/B")
    assert path != 3
    assert hash(path) == hash("A/B:c")
    assert {path: 1}[NodePath("A/B:c")] == 1
    assert NodePath(path) == path
    assert repr(path) == "NodePath('A/B:c')"
    assert path
    assert not NodePath()


def test_the_node_part_of_a_path_is_put_together() -> None:
    assert NodePath("/root/A/B:c:d").get_concatenated_names() == "/root/A/B"
    assert NodePath("A/B").get_concatenated_names() == "A/B"


def test_a_path_of_sub_names_alone_has_no_names() -> None:
    path = NodePath(":position:x")

    assert path.get_name_count() == 0
    assert path.get_subname_count() == 2
    assert path.get_as_property_path() == path


# Patterns


@given(
    text=st.text("ab.[]", max_size=8),
    pattern=st.text("ab.[]*?", max_size=8),
)
def test_patterns_match_as_in_the_shell_without_sets(text: str, pattern: str) -> None:
    as_shell = fnmatch.translate(pattern.replace("[", "[[]"))

    assert matches(text, pattern) == (re.match(as_shell, text) is not None)


def test_a_pattern_of_many_stars_ends_soon() -> None:
    assert not matches("a" * 2000, "*a" * 200 + "b")


# Searching


def test_find_child_goes_depth_first(main: Node) -> None:
    assert main.find_child("*", owned=False) is main.get_node("Player")
    assert [node.name for node in main.find_children("*", owned=False)] == ["Player", "Sprite", "Gun", "Hud"]
    assert [node.name for node in main.find_children("*", recursive=False, owned=False)] == ["Player", "Hud"]


def test_find_children_can_ask_for_a_type_or_its_name(main: Node) -> None:
    player = main.get_node("Player")

    assert main.find_children("*", Special, owned=False) == [player]
    assert main.find_children("*", "Special", owned=False) == [player]
    with pytest.raises(UnknownTypeError):
        main.find_children("*", "Specail", owned=False)


def test_case_counts_in_patterns(main: Node) -> None:
    assert main.find_child("player", owned=False) is None
