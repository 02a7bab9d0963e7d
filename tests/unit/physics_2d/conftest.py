"""The tree that a test of 2D physics runs in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.tree.scene_tree import SceneTree


@pytest.fixture
def tree() -> Iterator[SceneTree]:
    tree = SceneTree()
    yield tree
    tree.shutdown()
