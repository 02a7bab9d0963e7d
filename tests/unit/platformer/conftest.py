"""A journey of the platformer, just begun, with the actions in the test's hands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import SceneTree, Vector2
from engine.app import App, headless_app

PLATFORMER = Path(__file__).resolve().parents[3] / "examples" / "platformer"

MEADOW = Vector2(70, 282)
"""A place on level ground at the start of the first level, with nothing near."""


class Game:
    """The game under test. What is drawn does not matter here, so it is hidden, which is faster."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.tree: SceneTree = app.tree
        main: Any = app.tree.current_scene
        self.main = main
        self.main.hide()

    @property
    def journey(self) -> Any:
        return self.main.journey

    @property
    def level(self) -> Any:
        return self.journey.level

    @property
    def player(self) -> Any:
        return self.journey.player

    def press(self, *actions: str) -> None:
        for action in actions:
            self.tree.input.action_press(action)

    def release(self, *actions: str) -> None:
        for action in actions:
            self.tree.input.action_release(action)

    def tap(self, action: str) -> None:
        self.press(action)
        self.tree.frames(1)
        self.release(action)
        self.tree.frames(1)

    def put_player(self, x: float, y: float) -> None:
        """Put the player somewhere, at rest, and let it find the floor."""
        self.player.position = Vector2(x, y)
        self.player.velocity = Vector2.ZERO
        self.tree.frames(10)

    def climb(self, ticks: int) -> float:
        """How high, in pixels, the player gets within so many ticks."""
        start = highest = self.player.position.y
        for _ in range(ticks):
            self.tree.frames(1)
            highest = min(highest, self.player.position.y)
        return float(start - highest)

    def lose_life(self) -> None:
        self.player.hit()
        self.tree.frames(1)


@pytest.fixture
def title() -> Iterator[Game]:
    """The game as it starts."""
    with headless_app(PLATFORMER, seed=1) as app:
        app.tree.frames(2)
        yield Game(app)


@pytest.fixture
def game(title: Game) -> Game:
    """A journey in its first level, the player on the ground."""
    title.tap("start")
    title.tree.frames(10)
    return title
