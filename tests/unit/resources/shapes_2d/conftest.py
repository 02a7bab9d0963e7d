"""An item that keeps what shapes draw on it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.tree.scene_tree import SceneTree


class Paper:
    """In place of a CanvasItem that is drawing itself: each call as a row of its name and its arguments."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.tree = SceneTree()

    def _commands(self, method: str) -> None:
        assert method == "draw"

    def __getattr__(self, name: str) -> Any:
        assert name.startswith("draw_")
        return lambda *arguments: self.calls.append((name, *arguments))


@pytest.fixture
def paper() -> Paper:
    return Paper()
