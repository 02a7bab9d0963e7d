"""The records of suite input: the way of an event through the nodes."""

from __future__ import annotations

import pytest

from engine.input import InputEvent, InputEventKey, InputEventMouseWheel, Key
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree

record = pytest.mark.record


class Logging(Node):
    log: list[str]

    def on_input(self, event: InputEvent) -> None:
        self.log.append(f"{self.name}:input")

    def on_unhandled_input(self, event: InputEvent) -> None:
        self.log.append(f"{self.name}:unhandled")


@pytest.fixture(autouse=True)
def log() -> list[str]:
    Logging.log = []
    return Logging.log


@record("mainframe-input-0123")
def test_input_goes_in_reverse_tree_order_and_then_unhandled(tree: SceneTree, log: list[str]) -> None:
    tree.root.add_child(Logging("A"))
    tree.root.add_child(Logging("B")).add_child(Logging("B1"))

    handled = tree.push_input(InputEventKey(keycode=Key.SPACE, pressed=True))

    assert log == ["B1:input", "B:input", "A:input", "B1:unhandled", "B:unhandled", "A:unhandled"]
    assert handled is False


@record("mainframe-input-0124")
def test_handling_stops_an_event(tree: SceneTree, log: list[str]) -> None:
    class Handling(Logging):
        def on_input(self, event: InputEvent) -> None:
            super().on_input(event)
            self.get_viewport().set_input_as_handled()

    tree.root.add_child(Logging("A"))
    tree.root.add_child(Handling("B")).add_child(Logging("B1"))

    handled = tree.push_input(InputEventMouseWheel())

    assert log == ["B1:input", "B:input"]
    assert handled is True
