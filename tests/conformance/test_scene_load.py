"""The records of suite scene_load that are about changing the scene while the game goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event, enumerate
from weakref import WeakValueDictionary

import pytest

from engine.tree.node import Node
from engine.tree.scene_load import SceneLoad, SceneLoadStage
from engine.tree.scene_tree import SceneTree

record = pytest.mark.record

LONGEST = 20.0  # seconds that a thread may take before a test fails instead of hanging


class World(Node):
    """A level that is built in the background where it can be, otherwise when it is ready."""

    reached: Event
    go_on: Event
    log: list[str]
    built = False

    def on_prepare(self, progress: Callable[[float], None]) -> None:
        self.log.append("background")
        progress(0.25)
        self.reached.set()
        assert self.go_on.wait(LONGEST)
        progress(0.5)
        self.built = True

    def on_ready(self) -> None:
        if not self.built:
            self.log.append("built in ready")


class Scene:
    """A scene file in memory."""

    def instantiate(self) -> Node:
        return World("World")


class Loader:
    """Makes scenes, and shares them as long as somebody holds them."""

    def __init__(self) -> None:
        self.cache: WeakValueDictionary[str, Scene] = WeakValueDictionary()
        self.polls = 0

    def load(self, path: str) -> Scene:
        scene = self.cache.get(path)
        if scene is None:
            scene = self.cache[path] = Scene()
        return scene

    def load_threaded(self, path: str) -> ThreadedLoad:
        return ThreadedLoad(self, path)


class ThreadedLoad:
    """A load whose progress is asked for."""

    def __init__(self, loader: Loader, path: str) -> None:
        self.loader = loader
        self.path = path

    @property
    def progress(self) -> float:
        self.loader.polls += 1
        return 0.0

    def get(self) -> Scene:
        return self.loader.load(self.path)


@pytest.fixture
def loader() -> Loader:
    return Loader()


@pytest.fixture
def tree(loader: Loader) -> Iterator[SceneTree]:
    World.reached, World.go_on, World.log = Event(), Event(), []
    tree = SceneTree(loader=loader)
    tree.change_scene(Node("Old"))
    yield tree
    World.go_on.set()
    tree.shutdown()


def let_threads_finish() -> None:
    for thread in enumerate():
        if thread.name.startswith("scene load"):
            thread.join(LONGEST)


def begin_blocked_load(tree: SceneTree) -> SceneLoad:
    """A load whose preparation has told 0.25 and waits."""
    load = tree.change_scene_to_file_async("world.tscn")
    let_threads_finish()
    tree.tick(1 / 60)
    assert World.reached.wait(LONGEST)
    return load


def finish_blocked_load(tree: SceneTree) -> None:
    World.go_on.set()
    let_threads_finish()
    tree.tick(1 / 60)


@record("mainframe-scene_load-0278")
def test_the_loop_keeps_ticking(tree: SceneTree) -> None:
    old = tree.current_scene
    load = begin_blocked_load(tree)
    before = tree.frame_count

    tree.frames(60)

    assert tree.frame_count - before == 60
    assert tree.current_scene is old
    assert load.progress == pytest.approx(0.1 + 0.55 * 0.25, abs=1e-3)


@record("mainframe-scene_load-0282")
def test_cancel(tree: SceneTree, loader: Loader) -> None:
    old = tree.current_scene
    load = begin_blocked_load(tree)

    load.cancel()

    assert load.stage == SceneLoadStage.CANCELED
    assert load.error is None
    finish_blocked_load(tree)
    assert tree.current_scene is old
    assert len(loader.cache) == 0


@record("mainframe-scene_load-0283")
def test_a_newer_change_cancels(tree: SceneTree) -> None:
    load = begin_blocked_load(tree)
    other = Node("Other")

    tree.change_scene(other)

    assert tree.current_load is None
    assert load.stage == SceneLoadStage.CANCELED
    assert tree.current_scene is other
    first = tree.change_scene_to_file_async("first.tscn")
    second = tree.change_scene_to_file_async("second.tscn")
    assert first.stage == SceneLoadStage.CANCELED
    assert tree.current_load is second


@record("mainframe-scene_load-0284")
def test_the_synchronous_path_builds_in_ready(tree: SceneTree, loader: Loader) -> None:
    tree.change_scene_to_file("world.tscn")

    assert World.log == ["built in ready"]
    tree.frames(3)
    assert World.log == ["built in ready"]
    assert loader.polls == 0


@record("mainframe-scene_load-0285")
def test_the_hold_option(tree: SceneTree) -> None:
    World.go_on.set()
    elapsed = 0.0
    load = tree.change_scene_to_file_async("world.tscn", hold=0.3, warm_up_frames=0)
    while not load.is_over():
        let_threads_finish()
        tree.tick(0.03)
        elapsed += 0.03

    assert load.stage == SceneLoadStage.DONE
    assert elapsed >= 0.3 - 1e-9
