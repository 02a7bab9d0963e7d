"""The records of suite scene_change."""

from __future__ import annotations

import pytest

from engine.tree.node import Node, is_instance_valid
from engine.tree.scene_tree import SceneTree

record = pytest.mark.record


@record("mainframe-scene_change-0119")
def test_between_ticks_the_scene_changes_at_once(tree: SceneTree) -> None:
    first, second = Node("First"), Node("Second")
    tree.change_scene(first)

    tree.change_scene(second)

    assert not is_instance_valid(first)
    assert tree.current_scene is second


@record("mainframe-scene_change-0120")
def test_inside_a_tick_the_scene_changes_later(tree: SceneTree) -> None:
    seen: list[Node | None] = []

    class Second(Node):
        def on_process(self, delta: float) -> None:
            tree.change_scene(third)
            seen.append(tree.current_scene)

    second, third = Second(), Node("Third")
    tree.change_scene(second)

    tree.tick(1 / 60)

    assert seen == [second]
    assert tree.current_scene is third
    assert not is_instance_valid(second)


@record("mainframe-scene_change-0122")
def test_the_last_change_of_a_frame_wins(tree: SceneTree) -> None:
    entered: list[str] = []

    class Scene(Node):
        def on_enter_tree(self) -> None:
            entered.append(self.name)

    class Starter(Node):
        def on_process(self, delta: float) -> None:
            tree.change_scene(pending)
            tree.change_scene(last)

    pending, last = Scene("Pending"), Scene("Last")
    tree.change_scene(Starter())

    tree.tick(1 / 60)

    assert tree.current_scene is last
    assert not is_instance_valid(pending)
    assert entered == ["Last"]
