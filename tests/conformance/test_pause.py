"""The records of suite pause: process modes."""

from __future__ import annotations

import pytest

from engine.input import InputEvent, InputEventKey, Key
from engine.tree.node import Node
from engine.tree.processing import ProcessMode
from engine.tree.scene_tree import SceneTree

record = pytest.mark.record


class Logging(Node):
    log: list[str]

    def on_process(self, delta: float) -> None:
        self.log.append(self.name)

    def on_input(self, event: InputEvent) -> None:
        self.log.append(f"{self.name}:input")

    def on_unhandled_input(self, event: InputEvent) -> None:
        self.log.append(f"{self.name}:unhandled")


@pytest.fixture(autouse=True)
def log() -> list[str]:
    Logging.log = []
    return Logging.log


def add_one_of_each_mode(tree: SceneTree) -> None:
    """Pausable, Always > Inherit, WhenPaused, Disabled."""
    tree.root.add_child(Logging("Pausable", process_mode=ProcessMode.PAUSABLE))
    tree.root.add_child(Logging("Always", process_mode=ProcessMode.ALWAYS)).add_child(Logging("Inherit"))
    tree.root.add_child(Logging("WhenPaused", process_mode=ProcessMode.WHEN_PAUSED))
    tree.root.add_child(Logging("Disabled", process_mode=ProcessMode.DISABLED))


@record("mainframe-pause-0106")
def test_modes_while_the_tree_runs(tree: SceneTree, log: list[str]) -> None:
    add_one_of_each_mode(tree)

    tree.tick(1 / 60)

    assert log == ["Pausable", "Always", "Inherit"]


@record("mainframe-pause-0107")
def test_modes_while_the_tree_is_paused(tree: SceneTree, log: list[str]) -> None:
    add_one_of_each_mode(tree)

    tree.paused = True
    tree.tick(1 / 60)

    assert log == ["Always", "Inherit", "WhenPaused"]
    inherit = tree.root.get_node("Always/Inherit")
    assert tree.root.get_node("Pausable").can_process() is False
    assert inherit.can_process() is True
    assert inherit.get_resolved_process_mode() is ProcessMode.ALWAYS


@record("mainframe-pause-0109")
def test_pausable_nodes_get_no_input_while_paused(tree: SceneTree, log: list[str]) -> None:
    tree.root.add_child(Logging("A")).add_child(Logging("B", process_mode=ProcessMode.PAUSABLE))

    tree.paused = True
    tree.push_input(InputEventKey(keycode=Key.SPACE, pressed=True))

    assert log == []
