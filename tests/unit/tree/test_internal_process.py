"""The internal process of engine classes: at the node's place among the callbacks, before its own `on_process`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.tree.node import Node
from engine.tree.processing import ProcessMode
from engine.tree.scene_tree import SceneTree


class Engine(Node, registered=False):
    """An engine class with an internal process; `hook` runs inside of it, once."""

    __module__ = "engine.invented"

    log: list[str]

    def __init__(self, name: str = "", hook: Callable[[], object] | None = None, **exported: Any) -> None:
        super().__init__(name, **exported)
        self.hook = hook
        self._set_internal_process(True)

    def _internal_process(self, delta: float) -> None:
        self.log.append(f"{self.name} internal")
        hook, self.hook = self.hook, None
        if hook is not None:
            hook()

    def _running_state(self) -> tuple[Any, ...]:
        return (self.hook is None,)


class Both(Engine):
    def on_process(self, delta: float) -> None:
        self.log.append(self.name)


class Plain(Node):
    log: list[str]

    def on_process(self, delta: float) -> None:
        self.log.append(self.name)


@pytest.fixture(autouse=True)
def log() -> list[str]:
    Engine.log = Plain.log = []
    return Engine.log


def test_it_comes_at_the_nodes_place_and_before_its_on_process(tree: SceneTree, log: list[str]) -> None:
    for node in (Plain("A"), Engine("B"), Both("C"), Plain("D")):
        tree.root.add_child(node)

    tree.tick(0.1)

    assert log == ["A", "B internal", "C internal", "C", "D"]


def test_priorities_order_it(tree: SceneTree, log: list[str]) -> None:
    tree.root.add_child(Engine("A", process_priority=1))
    tree.root.add_child(Plain("B"))

    tree.tick(0.1)

    assert log == ["B", "A internal"]


def test_more_nodes_than_are_sorted_in_one_by_one_have_it_too(tree: SceneTree, log: list[str]) -> None:
    for at in range(20):
        tree.root.add_child(Both(f"N{at}"))

    tree.tick(0.1)

    assert log == [text for at in range(20) for text in (f"N{at} internal", f"N{at}")]


def test_turned_off_it_is_not_called_and_on_process_is(tree: SceneTree, log: list[str]) -> None:
    node = tree.root.add_child(Both("A"))
    tree.tick(0.1)
    node._set_internal_process(False)
    tree.tick(0.1)
    node.set_process(False)
    tree.tick(0.1)
    node._set_internal_process(True)
    tree.tick(0.1)

    assert log == ["A internal", "A", "A", "A internal"]


def test_a_node_that_turns_it_on_in_its_own_on_process_has_it_from_the_next_frame_on(
    tree: SceneTree, log: list[str]
) -> None:
    class Starts(Both):
        def on_process(self, delta: float) -> None:
            super().on_process(delta)
            self._set_internal_process(True)

    node = Starts("A")
    node._set_internal_process(False)
    tree.root.add_child(node)
    tree.frames(2)

    assert log == ["A", "A internal", "A"]


def test_one_that_is_processed_already_has_it_at_once_where_its_turn_is_still_to_come(
    tree: SceneTree, log: list[str]
) -> None:
    late = Both("B")
    late._set_internal_process(False)
    tree.root.add_child(Engine("A", lambda: late._set_internal_process(True)))
    tree.root.add_child(late)
    tree.tick(0.1)

    assert log == ["A internal", "B internal", "B"]


@pytest.mark.parametrize("leave", ["remove", "queue_free", "free", "disable"])
def test_one_that_leaves_in_it_does_not_get_its_on_process(tree: SceneTree, log: list[str], leave: str) -> None:
    node = Both("A")
    tree.root.add_child(node)
    node.hook = {
        "remove": lambda: tree.root.remove_child(node),
        "queue_free": node.queue_free,
        "free": node.free,
        "disable": lambda: setattr(node, "process_mode", ProcessMode.DISABLED),
    }[leave]
    tree.frames(2)

    assert log == ["A internal"]


def test_the_pause_holds_for_it(tree: SceneTree, log: list[str]) -> None:
    tree.root.add_child(Engine("A"))
    tree.root.add_child(Engine("B", process_mode=ProcessMode.ALWAYS))
    tree.root.add_child(Engine("C", process_mode=ProcessMode.WHEN_PAUSED))
    tree.paused = True
    tree.tick(0.1)
    tree.paused = False
    tree.tick(0.1)

    assert log == ["B internal", "C internal", "A internal", "B internal"]


def test_in_edit_mode_it_does_not_run(tree: SceneTree, log: list[str]) -> None:
    tree.root.add_child(Engine("A"))
    tree.edit_mode = True
    tree.tick(0.1)

    assert log == []


def test_it_goes_on_after_the_node_has_left_and_entered_again(tree: SceneTree, log: list[str]) -> None:
    node = tree.root.add_child(Engine("A"))
    tree.tick(0.1)
    tree.root.remove_child(node)
    tree.tick(0.1)
    tree.root.add_child(node)
    tree.tick(0.1)

    assert log == ["A internal", "A internal"]


def test_a_snapshot_has_it(tree: SceneTree, log: list[str]) -> None:
    node = tree.root.add_child(Both("A"))
    tree.tick(0.1)
    before = tree.snapshot()
    node._set_internal_process(False)
    tree.tick(0.1)
    tree.restore(before)
    tree.tick(0.1)

    assert log == ["A internal", "A", "A", "A internal", "A"]


def test_an_error_in_it_names_the_node(tree: SceneTree) -> None:
    def fail() -> None:
        raise ZeroDivisionError("on purpose")

    tree.root.add_child(Engine("A", fail))

    with pytest.raises(ZeroDivisionError) as raised:
        tree.tick(0.1)
    assert "/root/A" in raised.value.__notes__[0]
