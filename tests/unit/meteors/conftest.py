"""A match of the sample game, just begun, with the actions in the test's hands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import SceneTree, Vector2
from engine.app import App, headless_app

METEORS = Path(__file__).resolve().parents[3] / "examples" / "meteors"

SMALL, MEDIUM, LARGE = range(3)
KINDS = [f"meteor_{size}.tscn" for size in ("small", "medium", "large")]
FAR_AWAY = Vector2(60, 60)


class Game:
    """The game under test. What is drawn does not matter here, so it is hidden, which is faster."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.tree: SceneTree = app.tree
        main: Any = app.tree.current_scene
        self.main = main
        self.main.hide()

    @property
    def match(self) -> Any:
        return self.main.match

    @property
    def ship(self) -> Any:
        return self.match.ship

    @property
    def has_ship(self) -> bool:
        return self.ship is not None

    @property
    def meteors(self) -> list[Any]:
        meteors: list[Any] = self.match.meteors()
        return meteors

    def sizes(self) -> list[int]:
        """SMALL, MEDIUM or LARGE, of all meteors in the field, sorted."""
        return sorted(KINDS.index(meteor.scene_file_path.removeprefix("res://")) for meteor in self.meteors)

    def tap(self, action: str) -> None:
        self.tree.input.action_press(action)
        self.tree.frames(1)
        self.tree.input.action_release(action)
        self.tree.frames(1)

    def clear_field(self) -> None:
        """Leave one meteor only, which stands still in a corner, so that the level is not over."""
        for meteor in self.meteors:
            meteor.free()
        self.meteor(SMALL, FAR_AWAY)

    def meteor(self, size: int, position: Vector2, velocity: Vector2 = Vector2.ZERO) -> Any:
        scene: Any = self.tree.load(KINDS[size])
        meteor = scene.instantiate()
        meteor.position, meteor.velocity = position, velocity
        return self.match.wave.add_child(meteor)

    def drop_shield(self) -> None:
        self.ship.shield.stop()

    def lose_ship(self) -> None:
        self.drop_shield()
        self.meteor(SMALL, self.ship.position)
        self.tree.frames(2)

    def wait_for_ship(self) -> None:
        for _ in range(300):
            if self.has_ship:
                return
            self.tree.frames(1)
        raise AssertionError("no ship came")


@pytest.fixture
def title() -> Iterator[Game]:
    """The game at its title."""
    with headless_app(METEORS, seed=1) as app:
        yield Game(app)


@pytest.fixture
def game(title: Game) -> Game:
    """A match whose field is empty but for the ship in the middle and a meteor in a corner."""
    title.tap("start")
    title.clear_field()
    return title
