"""Scenes that come from the tree's loader."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.core.contracts import SceneLoader, SceneSource
from engine.core.errors import InvalidTypeError, TreeError
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree


class Scene:
    """A scene file in memory."""

    def __init__(self, name: str) -> None:
        self.name = name

    def instantiate(self) -> Node:
        return Node(self.name)


class Loader:
    def load(self, path: str) -> object:
        return Scene(path.removesuffix(".tscn")) if path.endswith(".tscn") else {}


@pytest.fixture
def scenes() -> Iterator[SceneTree]:
    tree = SceneTree(loader=Loader())
    yield tree
    tree.shutdown()


def test_the_doubles_are_what_the_contracts_say() -> None:
    assert isinstance(Scene("a"), SceneSource)
    assert isinstance(Loader(), SceneLoader)


def test_the_scene_is_changed_to_one_of_a_file(scenes: SceneTree) -> None:
    scenes.change_scene_to_file("level.tscn")

    scene = scenes.current_scene
    assert scene is not None
    assert (scene.name, scene.scene_file_path) == ("level", "level.tscn")


def test_the_scene_is_changed_to_a_loaded_one(scenes: SceneTree) -> None:
    scenes.change_scene(Scene("menu"))

    assert str(scenes.root.get_child(0).get_path()) == "/root/menu"


def test_the_current_scene_is_loaded_again(scenes: SceneTree) -> None:
    scenes.change_scene_to_file("level.tscn")
    before = scenes.current_scene
    assert before is not None

    scenes.reload_current_scene()

    assert scenes.current_scene is not before
    assert before._is_freed()
    assert scenes.root.get_child_count() == 1


def test_a_reload_inside_a_tick_waits_for_the_scene_step(scenes: SceneTree) -> None:
    scenes.change_scene_to_file("level.tscn")
    before = scenes.current_scene
    scenes.process_frame.connect(scenes.reload_current_scene)
    during: list[Node | None] = []
    scenes.process_frame.connect(lambda: during.append(scenes.current_scene))

    scenes.tick(0.1)

    assert during == [before]
    assert scenes.current_scene is not before


def test_what_is_no_scene_is_refused(scenes: SceneTree, tree: SceneTree) -> None:
    with pytest.raises(InvalidTypeError, match=r"^change_scene_to_file\('a.png'\): it holds a dict, not a scene$"):
        scenes.change_scene_to_file("a.png")
    with pytest.raises(TreeError, match=r"^cannot load 'a.tscn': this tree has no loader"):
        tree.change_scene_to_file("a.tscn")
    with pytest.raises(TreeError, match=r"^cannot reload the current scene: there is none"):
        scenes.reload_current_scene()
    scenes.change_scene(Node("made"))
    with pytest.raises(TreeError, match=r"^cannot reload /root/made: it came from no file"):
        scenes.reload_current_scene()
    assert scenes.current_scene is scenes.root.get_child(0)
