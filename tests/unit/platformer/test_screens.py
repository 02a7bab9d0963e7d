"""Title, pause, lost and won, and what the player presses for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine import InputEvent, InputEventJoypadButton, InputEventKey, JoyButton, Key
from engine.app import headless_app
from tests.unit.platformer.conftest import PLATFORMER

if TYPE_CHECKING:
    from tests.unit.platformer.conftest import Game


def key(code: int) -> InputEventKey:
    return InputEventKey(keycode=code, pressed=True)


def pad(button: int) -> InputEventJoypadButton:
    return InputEventJoypadButton(button_index=button, pressed=True)


@pytest.mark.parametrize("event", [key(Key.ENTER), key(Key.SPACE), pad(JoyButton.START), pad(JoyButton.A)], ids=str)
def test_the_title_waits_for_the_player(title: Game, event: InputEvent) -> None:
    title.tree.advance(1.0)
    assert title.journey is None

    title.tree.push_input(event)
    title.tree.frames(1)

    assert title.main.playing


@pytest.mark.parametrize("event", [key(Key.SPACE), key(Key.UP), key(Key.W), pad(JoyButton.A)], ids=str)
def test_the_player_jumps(game: Game, event: InputEvent) -> None:
    game.tree.push_input(event)
    game.tree.frames(2)

    assert game.player.velocity.y < 0


@pytest.mark.parametrize("event", [key(Key.RIGHT), key(Key.D), pad(JoyButton.DPAD_RIGHT)], ids=str)
def test_the_player_runs(game: Game, event: InputEvent) -> None:
    game.tree.push_input(event)
    game.tree.frames(2)

    assert game.player.velocity.x > 0


def test_escape_leaves_the_game_from_the_title(title: Game) -> None:
    codes: list[int] = []
    title.tree.quit_requested.connect(codes.append)

    title.tree.push_input(key(Key.ESCAPE))
    title.tree.frames(1)

    assert codes == [0]


def test_a_pause_stops_everything_that_moves(game: Game) -> None:
    game.press("right")
    game.tree.frames(5)
    game.tap("pause")
    lift = game.level.get_node("Lifts/Lift1")
    before = game.player.position, lift.position

    game.tree.advance(2.0)

    assert game.tree.paused
    assert (game.player.position, lift.position) == before


@pytest.mark.parametrize("action", ["pause", "start"])
def test_after_a_pause_the_journey_goes_on(game: Game, action: str) -> None:
    game.tap("pause")
    game.tree.advance(1.0)
    game.tap(action)
    assert not game.tree.paused
    game.press("right")

    game.tree.frames(10)

    assert game.player.velocity.x > 0


def test_a_new_journey_starts_from_scratch(game: Game) -> None:
    game.journey.score = 70
    game.journey.lives = 1
    game.lose_life()
    game.tree.advance(2.0)

    game.tap("start")

    assert (game.journey.score, game.journey.lives, game.journey.number) == (0, 3, 1)
    assert game.main.best == 70
    assert len(game.level.drops()) == 17


def test_nobody_plays_unless_asked_to(title: Game) -> None:
    title.tree.advance(3.0)

    assert title.journey is None


def test_autoplay_starts_by_itself() -> None:
    with headless_app(PLATFORMER, args=["--autoplay"]) as app:
        app.tree.advance(3.0)

        assert app.tree.current_scene.playing  # type: ignore[union-attr]


@pytest.mark.parametrize("window", [(1280, 720), (640, 360), (2560, 720)])
def test_the_whole_view_fits_into_every_window(window: tuple[int, int]) -> None:
    with headless_app(PLATFORMER) as app:
        app.display.window_size = window
        app.tree.frames(2)

        assert app.tree.root.size == (640, 360)


def test_closing_the_game_on_the_way_leaves_nothing_behind(game: Game) -> None:
    game.press("right", "jump")
    game.tree.frames(5)

    game.app.close()

    assert game.tree.get_node_count() == 0
