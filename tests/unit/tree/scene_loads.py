"""Scene files in memory whose loading and preparation wait until a test lets them go on."""

from __future__ import annotations

import threading
from collections.abc import Callable
from threading import Event, current_thread
from typing import Any

from engine.core.errors import ResourceNotFoundError
from engine.tree.node import Node
from engine.tree.scene_load import SceneLoad
from engine.tree.scene_tree import SceneTree

Progress = Callable[[float], None]

LONGEST = 20.0  # seconds that a thread may take before a test fails instead of hanging


def loading_threads() -> list[threading.Thread]:
    """The threads that load scenes now."""
    return [thread for thread in threading.enumerate() if thread.name.startswith("scene load")]


def let_threads_finish() -> None:
    """Wait for the threads, none of which anything blocks any more."""
    for thread in loading_threads():
        thread.join(LONGEST)
        assert not thread.is_alive()


class Scene:
    """A scene file in memory; `make` makes its nodes."""

    def __init__(self, make: Callable[[], Any] = Node) -> None:
        self.make = make

    def instantiate(self) -> Any:
        return self.make()


class Loader:
    """Scenes by name; counts who uses them, and may be made to wait in the middle of a load."""

    def __init__(self) -> None:
        self.scenes: dict[str, Any] = {}
        self.used: dict[str, int] = {}
        self.threads: list[threading.Thread] = []
        self.reached, self.go_on = Event(), Event()
        self.blocks = False

    def load(self, path: str) -> Any:
        self.threads.append(current_thread())
        if self.blocks:
            self.reached.set()
            assert self.go_on.wait(LONGEST)
        if path not in self.scenes:
            raise ResourceNotFoundError(f"{path} - there is no such file")
        self.used[path] = self.used.get(path, 0) + 1
        return self.scenes[path]

    def release(self, resource: Any) -> None:
        path = next(path for path, scene in self.scenes.items() if scene is resource)
        self.used[path] -= 1
        if not self.used[path]:
            del self.used[path]


class Level(Node):
    """A scene whose preparation waits until it is told to go on."""

    reached: Event
    go_on: Event
    first = 0.25

    def on_prepare(self, progress: Progress) -> None:
        progress(self.first)
        self.reached.set()
        assert self.go_on.wait(LONGEST)
        progress(1.0)


def name_of(node: Node | None) -> str:
    return "" if node is None else node.name


def begin_preparing(tree: SceneTree, **options: Any) -> SceneLoad:
    """A load whose only on_prepare has told 0.25 and waits."""
    Level.reached.clear()
    load = tree.change_scene_to_file_async("level.tscn", **options)
    let_threads_finish()
    tree.tick(0)
    assert Level.reached.wait(LONGEST)
    tree.tick(0)
    return load


def finish_preparing(tree: SceneTree) -> None:
    Level.go_on.set()
    let_threads_finish()
    tree.tick(0)
