"""Changing the current scene: at once or later, who wins, and what goes wrong."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import FreedError, InvalidTypeError, TreeError
from engine.input import InputEvent, InputEventKey, Key
from engine.tree.node import Node, is_instance_valid
from engine.tree.scene_tree import SceneTree


class Scene(Node):
    log: list[str]

    def on_enter_tree(self) -> None:
        self.log.append(f"{self.name} enters")

    def on_exit_tree(self) -> None:
        self.log.append(f"{self.name} exits")

    def on_process(self, delta: float) -> None:
        self.log.append(f"{self.name} processes")


@pytest.fixture(autouse=True)
def log() -> list[str]:
    Scene.log = []
    return Scene.log


def test_the_old_scene_leaves_before_the_new_one_enters(tree: SceneTree, log: list[str]) -> None:
    other = tree.root.add_child(Node("Autoload"))
    tree.change_scene(Scene("A"))
    tree.change_scene(Scene("B"))

    assert log == ["A enters", "A exits", "B enters"]
    assert [node.name for node in tree.root.children] == ["Autoload", "B"]
    assert is_instance_valid(other)


def test_a_new_scene_may_have_the_name_of_the_old_one(tree: SceneTree) -> None:
    tree.change_scene(Scene("Level"))
    tree.change_scene(Scene("Level"))

    assert tree.current_scene is not None
    assert tree.current_scene.name == "Level"


def test_there_is_no_scene_at_first_and_none_after_unloading(tree: SceneTree) -> None:
    assert tree.current_scene is None
    tree.unload_current_scene()
    scene = Scene()
    tree.change_scene(scene)

    tree.unload_current_scene()

    assert tree.current_scene is None
    assert not is_instance_valid(scene)


@pytest.mark.parametrize("way", ["freed", "queued", "removed"])
def test_a_scene_that_is_gone_is_not_current(tree: SceneTree, way: str) -> None:
    scene = Scene()
    tree.change_scene(scene)

    if way == "freed":
        scene.free()
    elif way == "queued":
        scene.queue_free()
        tree.tick(0)
    else:
        tree.root.remove_child(scene)

    assert tree.current_scene is None
    tree.change_scene(Scene("Next"))
    assert is_instance_valid(scene) is (way == "removed")
    if way == "removed":
        scene.free()


def test_a_scene_that_changes_while_it_processes_is_freed_in_the_scene_step(tree: SceneTree, log: list[str]) -> None:
    class First(Scene):
        def on_process(self, delta: float) -> None:
            super().on_process(delta)
            tree.change_scene(Scene("B"))
            tree.call_deferred(log.append, "deferred")

    tree.change_scene(First("A"))
    log.clear()

    tree.tick(0)
    tree.tick(0)

    assert log == ["A processes", "deferred", "A exits", "B enters", "B processes"]


def test_the_last_of_several_changes_wins_and_the_others_never_enter(tree: SceneTree, log: list[str]) -> None:
    first, second = Scene("First"), Scene("Second")

    def change() -> None:
        tree.change_scene(first)
        tree.change_scene(second)
        tree.change_scene(second)

    tree.call_deferred(change)
    tree.tick(0)

    assert log == ["Second enters"]
    assert not is_instance_valid(first)
    assert tree.current_scene is second


def test_a_scene_changed_while_entering_is_replaced(tree: SceneTree, log: list[str]) -> None:
    class Intro(Scene):
        def on_ready(self) -> None:
            tree.change_scene(Scene("Menu"))

    tree.change_scene(Intro("Intro"))

    assert tree.current_scene is not None
    assert tree.current_scene.name == "Menu"
    assert [node.name for node in tree.root.children] == ["Menu"]
    assert log == ["Intro enters", "Intro exits", "Menu enters"]


def test_a_scene_changed_while_the_old_one_leaves_wins(tree: SceneTree, log: list[str]) -> None:
    class Stubborn(Scene):
        def on_exit_tree(self) -> None:
            super().on_exit_tree()
            tree.change_scene(Scene("Chosen"))

    other = Scene("Other")
    tree.change_scene(Stubborn("Old"))
    tree.change_scene(other)

    assert [node.name for node in tree.root.children] == ["Chosen"]
    assert tree.current_scene is tree.root.get_child(0)
    assert not is_instance_valid(other)
    assert log == ["Old enters", "Old exits", "Chosen enters"]


def test_a_change_from_input_waits_for_the_next_frame(tree: SceneTree, log: list[str]) -> None:
    class Menu(Scene):
        def on_input(self, event: InputEvent) -> None:
            tree.change_scene(Scene("Game"))

    tree.change_scene(Menu("Menu"))
    tree.push_input(InputEventKey(keycode=Key.A, pressed=True))
    assert log == ["Menu enters"]

    tree.tick(0)
    assert log == ["Menu enters", "Menu processes", "Menu exits", "Game enters"]


def test_an_error_while_the_old_scene_leaves_does_not_stop_the_change(tree: SceneTree) -> None:
    class Bad(Scene):
        def on_exit_tree(self) -> None:
            raise ValueError("no")

    bad, scene = Bad("Bad"), Scene("B")
    tree.change_scene(bad)

    with pytest.raises(ValueError, match="no") as caught:
        tree.change_scene(scene)

    assert caught.value.__notes__ == ["in on_exit_tree of /root/Bad (Bad)"]
    assert tree.current_scene is scene
    assert not is_instance_valid(bad)


def test_an_error_while_the_new_scene_enters_leaves_it_current(tree: SceneTree) -> None:
    class Bad(Scene):
        def on_ready(self) -> None:
            raise ValueError("no")

    scene = Bad("Bad")
    tree.call_deferred(tree.change_scene, scene)

    with pytest.raises(ValueError, match="no"):
        tree.tick(0)

    assert tree.current_scene is scene
    tree.tick(0)


@pytest.mark.parametrize(
    ("scene", "hint"),
    [(None, ""), ("level.tscn", "; change_scene_to_file() takes a file's name"), (Scene, "; write Scene()")],
)
def test_what_is_no_scene_is_refused(tree: SceneTree, scene: Any, hint: str) -> None:
    current = Scene()
    tree.change_scene(current)

    with pytest.raises(InvalidTypeError) as caught:
        tree.change_scene(scene)

    assert str(caught.value) == f"change_scene: a node is needed, got {scene!r}{hint}"
    assert tree.current_scene is current


def test_a_node_that_is_elsewhere_or_freed_cannot_be_the_scene(tree: SceneTree) -> None:
    child = tree.root.add_child(Node("P")).add_child(Node("C"))
    freed = Node("Gone")
    freed.free()

    with pytest.raises(TreeError) as caught:
        tree.change_scene(child)
    assert str(caught.value) == "cannot change the scene to /root/P/C: it already has a parent, or is a root"
    with pytest.raises(TreeError):
        tree.change_scene(SceneTree().root)
    with pytest.raises(FreedError):
        tree.change_scene(freed)


def test_a_pending_scene_is_freed_at_shutdown() -> None:
    tree = SceneTree()
    scene = Scene("Pending")

    class Asking(Node):
        def on_input(self, event: InputEvent) -> None:
            tree.change_scene(scene)

    tree.root.add_child(Asking())
    tree.push_input(InputEventKey(keycode=Key.A, pressed=True))
    tree.shutdown()

    assert not is_instance_valid(scene)
    assert Scene.log == []


def test_a_tree_without_a_loader_says_so(tree: SceneTree) -> None:
    with pytest.raises(TreeError) as caught:
        tree.load("level.tscn")

    assert str(caught.value) == (
        "cannot load 'level.tscn': this tree has no loader; pass SceneTree(loader=ResourceLoader(...))"
    )


def test_a_tree_loads_through_its_loader() -> None:
    class Loader:
        def load(self, path: str) -> str:
            return f"loaded {path}"

    tree = SceneTree(loader=Loader())

    assert tree.load("a.png") == "loaded a.png"
    tree.shutdown()
