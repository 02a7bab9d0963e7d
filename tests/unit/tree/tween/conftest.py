"""A tree whose frames may be as long as a test likes, and a thing to move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.core.signal import Signal
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree


class Thing(Node):
    """Has numbers, and something to call."""

    hit = Signal[int]("damage")
    x = 0.0
    y = 0.0

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self.calls: list[Any] = []

    def take(self, value: Any = None) -> None:
        self.calls.append(value)


@pytest.fixture
def tree() -> Iterator[SceneTree]:
    tree = SceneTree()
    tree.max_frame_delta = 100.0
    tree.max_physics_steps_per_frame = 6000
    yield tree
    tree.shutdown()


@pytest.fixture
def thing(tree: SceneTree) -> Thing:
    return tree.root.add_child(Thing("Thing"))


@pytest.fixture
def log() -> list[Any]:
    return []


@pytest.fixture
def say(log: list[Any]) -> Callable[[Any], Callable[..., None]]:
    """`say("a")` is a function that logs "a", and whatever it is called with."""

    def saying(text: Any) -> Callable[..., None]:
        return lambda *args: log.append((text, *args) if args else text)

    return saying
