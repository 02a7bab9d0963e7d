"""assert_tree(): the nodes beside the text that a test expects."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import export
from engine.math import Color
from engine.testing import assert_tree, tree_text
from engine.tree.node import Node
from engine.tree.processing import ProcessMode
from engine.tree.scene_tree import SceneTree
from nodes import Node2D, Sprite2D, Timer


class Player(Node2D):
    label: str = export("")
    speed: float = export(300.0)
    ends: bool = export(False)
    target: Node | None = export(None)
    bag: Any = export(factory=list)


@pytest.fixture
def level(tree: SceneTree) -> Node:
    main = tree.root.add_child(Node("Main"))
    player = main.add_child(Player("Player", position=(400, 300.5)))
    player.add_child(Timer("Reload", wait_time=0.1))
    main.add_child(Sprite2D("Coin"))
    return main


def test_a_tree_is_as_its_text_says_whatever_the_indentation(tree: SceneTree, level: Node) -> None:
    assert_tree(
        tree,
        """
            Main: Node
                Player: Player
                    Reload: Timer

                Coin: Sprite2D
        """,
    )
    assert_tree(level, "Main: Node\n Player: Player\n  Reload: Timer\n Coin: Sprite2D")
    assert_tree(level.get_node("Coin"), "Coin: Sprite2D")


def test_the_properties_that_a_line_names_are_compared(level: Node) -> None:
    player = level.get_node("Player", Player)
    player.label = "a, b=c"
    player.target = level
    player.process_mode = ProcessMode.ALWAYS
    player.bag = [1, 2.0, None, {"a": Color(1, 0, 0)}]

    assert_tree(
        player,
        """
        Player: Player position=(400,300.50) speed=300.0 ends=False target=/root/Main process_mode=ALWAYS
          Reload: Timer wait_time=0.1
        """,
    )
    assert_tree(player, "Player: Player label='a, b=c' speed=300\n  Reload: Timer")
    assert_tree(player, "Player: Player bag=[1, 2, None, {'a': (1, 0, 0, 1)}]\n  Reload: Timer")


def test_a_tree_that_differs_shows_the_lines_that_do(tree: SceneTree, level: Node) -> None:
    with pytest.raises(AssertionError) as caught:
        assert_tree(
            tree,
            """
            Main: Node
              Player: Player position=(400, 300)
                Reload: Timer
              Coin: Node2D
              Door: Node2D
            """,
        )

    assert str(caught.value) == (
        "the tree is not as expected\n"
        "--- expected\n"
        "+++ actual\n"
        "@@ -1,5 +1,4 @@\n"
        " Main: Node\n"
        "-  Player: Player position=(400, 300)\n"
        "+  Player: Player position=(400, 300.5)\n"
        "     Reload: Timer\n"
        "-  Coin: Node2D\n"
        "-  Door: Node2D\n"
        "+  Coin: Sprite2D"
    )


def test_a_property_that_a_node_has_not_is_shown_as_such(level: Node) -> None:
    with pytest.raises(AssertionError, match=r"\+Coin: Sprite2D speed=\?"):
        assert_tree(level.get_node("Coin"), "Coin: Sprite2D speed=3")


@pytest.mark.parametrize("text", ["", "\n\n"])
def test_an_empty_tree_is_an_empty_text(tree: SceneTree, text: str) -> None:
    assert_tree(tree, text)
    with pytest.raises(AssertionError):
        assert_tree(tree, "Main: Node")


def test_the_text_to_begin_with_is_the_one_that_fits(tree: SceneTree, level: Node) -> None:
    text = tree_text(tree, ("position", "wait_time"))

    assert text == (
        "Main: Node\n"
        "  Player: Player position=(400, 300.5)\n"
        "    Reload: Timer wait_time=0.1\n"
        "  Coin: Sprite2D position=(0, 0)\n"
    )
    assert_tree(tree, text)


def test_the_text_fits_whatever_is_written_in_texts(tree: SceneTree) -> None:
    player = tree.root.add_child(Player("Player"))
    player.bag = ["x speed=1", 'say "hi" to=me', {"a b=1": "it's c=2"}]
    player.label = "label='a b=1'"

    assert_tree(tree, tree_text(tree, ("bag", "label", "speed")))


@pytest.mark.parametrize("line", ["Main", "Main:", "Main: Node at=", ": Node", "Main: Node extra"])
def test_a_line_that_cannot_be_read_is_refused(tree: SceneTree, line: str) -> None:
    if line == "Main: Node at=":
        tree.root.add_child(Node("Main"))
        with pytest.raises(AssertionError):
            assert_tree(tree, line)
        return
    with pytest.raises(InvalidValueError, match=r"^assert_tree: the line '.*' cannot be read; write 'Name: Class'"):
        assert_tree(tree, line)


def test_other_things_than_trees_are_refused(tree: SceneTree) -> None:
    with pytest.raises(InvalidTypeError, match=r"^assert_tree: a SceneTree or a node is needed, got 3$"):
        assert_tree(3, "")  # type: ignore[arg-type]
    with pytest.raises(InvalidTypeError, match=r"^assert_tree\(text\): a str is needed, got None$"):
        assert_tree(tree, None)  # type: ignore[arg-type]
