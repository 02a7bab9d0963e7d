"""Changing the scene while the game goes on: what goes wrong keeps the scene that is there."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import FreedError, InvalidTypeError, InvalidValueError, ResourceNotFoundError, TreeError
from engine.tree.node import Node, is_instance_valid
from engine.tree.scene_load import SceneLoadStage
from engine.tree.scene_tree import SceneTree
from tests.unit.tree.scene_loads import (
    Loader,
    Progress,
    Scene,
    let_threads_finish,
    name_of,
)


@pytest.fixture
def tree(loading_tree: SceneTree) -> SceneTree:
    return loading_tree


class Broken(Node):
    def __init__(self) -> None:
        super().__init__()
        raise ValueError("not made")


class Unprepared(Node):
    def on_prepare(self, progress: Progress) -> None:
        raise ValueError("not prepared")


class Unprepare(Node):
    def on_prepare(self, progress: Progress) -> None:
        progress(1.5)


class Interrupting(Node):
    def on_prepare(self, progress: Progress) -> None:
        raise SystemExit


class Unprepareable(Scene):
    def prepare(self) -> None:
        raise ValueError("no script")


def parented() -> Node:
    return Node("Parent").add_child(Node("Child"))


@pytest.mark.parametrize(
    ("source", "kind", "text"),
    [
        (None, ResourceNotFoundError, "a.tscn - there is no such file"),
        ({}, InvalidTypeError, "change_scene_to_file_async('a.tscn'): it holds a dict, not a scene"),
        (Unprepareable(), ValueError, "no script"),
        (Scene(Broken), ValueError, "not made"),
        (Scene(dict), InvalidTypeError, "change_scene: a node is needed, got {}"),
        (Scene(parented), TreeError, "cannot change the scene to Child: it already has a parent, or is a root"),
        (Scene(Unprepared), ValueError, "not prepared"),
        (
            Scene(lambda: Unprepare("A")),
            InvalidValueError,
            "A.on_prepare: progress takes a number from 0 to 1, got 1.5; divide what is done by all there is to do",
        ),
        (Scene(Interrupting), SystemExit, ""),
    ],
)
def test_a_failure_keeps_the_current_scene_and_is_told(
    tree: SceneTree, loader: Loader, caplog: pytest.LogCaptureFixture, source: Any, kind: type, text: str
) -> None:
    if source is not None:
        loader.scenes["a.tscn"] = source
    old = tree.current_scene
    ended: list[bool] = []
    load = tree.change_scene_to_file_async("a.tscn")
    load.finished.connect(ended.append)
    for _ in range(4):
        let_threads_finish()
        tree.tick(0)

    assert (load.stage, ended) == (SceneLoadStage.FAILED, [False])
    assert type(load.error) is kind
    assert str(load.error) == text
    assert tree.current_scene is old
    assert tree.current_load is None
    assert loader.used == {}
    assert [record.getMessage() for record in caplog.records] == [f"the scene cannot be changed to 'a.tscn': {text}"]


def test_an_error_in_on_prepare_names_the_node_and_frees_the_scene(tree: SceneTree, loader: Loader) -> None:
    made: list[Node] = []

    def make() -> Node:
        made.extend([Node("Level"), Unprepared("Ground")])
        made[0].add_child(made[1])
        return made[0]

    loader.scenes["a.tscn"] = Scene(make)
    load = tree.change_scene_to_file_async("a.tscn")
    for _ in range(2):
        let_threads_finish()
        tree.tick(0)

    assert load.error is not None
    assert load.error.__notes__ == ["in on_prepare of Ground (Unprepared)"]
    assert [is_instance_valid(node) for node in made] == [False, False]


def test_an_error_while_the_scene_enters_leaves_it_current(tree: SceneTree, loader: Loader) -> None:
    class Bad(Node):
        def on_ready(self) -> None:
            raise ValueError("no")

    loader.scenes["a.tscn"] = Scene(lambda: Bad("Bad"))
    load = tree.change_scene_to_file_async("a.tscn", warm_up_frames=0)
    let_threads_finish()

    with pytest.raises(ValueError, match="no"):
        tree.tick(0)

    assert (load.stage, name_of(tree.current_scene)) == (SceneLoadStage.DONE, "Bad")


def test_arguments_that_cannot_be_are_refused_before_anything_begins(tree: SceneTree, loader: Loader) -> None:
    before = tree.change_scene_to_file_async("plain.tscn")
    for arguments, kind, text in (
        ((5,), InvalidTypeError, r"^change_scene_to_file_async\(path\): a file's name is needed, got 5$"),
        (("a", {"hold": -1.0}), InvalidValueError, r"^change_scene_to_file_async\(hold\)"),
        (("a", {"hold": float("nan")}), InvalidValueError, r"^change_scene_to_file_async\(hold\)"),
        (("a", {"warm_up_frames": -1}), InvalidValueError, r"\(warm_up_frames\): a whole number of 0 or more"),
        (("a", {"warm_up_frames": 1.5}), InvalidValueError, r"is needed, got 1\.5$"),
    ):
        path, options = (*arguments, {})[:2]
        with pytest.raises(kind, match=text):
            tree.change_scene_to_file_async(path, **options)

    assert tree.current_load is before


def test_a_tree_without_a_loader_or_at_its_end_says_so() -> None:
    tree = SceneTree()
    with pytest.raises(TreeError, match=r"^cannot load 'a.tscn': this tree has no loader"):
        tree.change_scene_to_file_async("a.tscn")
    tree.shutdown()
    with pytest.raises(FreedError, match=r"^cannot change the scene: the tree was shut down"):
        tree.change_scene_to_file_async("a.tscn")


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("async def on_prepare(self, progress): pass", "on_prepare cannot be async: it runs in a thread of its own"),
        ("def on_prepare(self): pass", "write def on_prepare(self, progress)"),
        ("def on_prepare(self, progress): yield", "on_prepare cannot have a yield"),
    ],
)
def test_an_on_prepare_that_nobody_could_run_is_refused(body: str, text: str) -> None:
    with pytest.raises(InvalidTypeError) as caught:
        exec(f"class Bad(Node):\n    {body}", {"Node": Node})

    assert text in str(caught.value)
