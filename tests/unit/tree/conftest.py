"""The tree that a test runs in, and nodes that log their callbacks."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest

from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from tests.unit.tree.scene_loads import Level, Loader, Scene, loading_threads


@pytest.fixture
def tree() -> Iterator[SceneTree]:
    tree = SceneTree()
    yield tree
    tree.shutdown()


@pytest.fixture
def loader() -> Iterator[Loader]:
    """Has a level that is prepared, and a plain scene."""
    loader = Loader()
    loader.scenes = {"level.tscn": Scene(lambda: Level("Level")), "plain.tscn": Scene(lambda: Node("Plain"))}
    Level.reached, Level.go_on = Event(), Event()
    yield loader
    loader.go_on.set()
    Level.go_on.set()


@pytest.fixture
def loading_tree(loader: Loader) -> Iterator[SceneTree]:
    """A tree with that loader and a current scene, whose threads are gone with it."""
    tree = SceneTree(loader=loader)
    tree.change_scene(Node("Old"))
    yield tree
    loader.go_on.set()
    Level.go_on.set()
    tree.shutdown()
    assert loading_threads() == []
