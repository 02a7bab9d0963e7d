"""Title, pause, game over, high score, and what the player presses for them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine import (
    InputEvent,
    InputEventJoypadButton,
    InputEventJoypadMotion,
    InputEventKey,
    JoyAxis,
    JoyButton,
    Key,
    Vector2,
)
from engine.app import headless_app

if TYPE_CHECKING:
    from tests.unit.meteors.conftest import Game

METEORS = Path(__file__).resolve().parents[3] / "examples" / "meteors"


def key(code: int) -> InputEventKey:
    return InputEventKey(keycode=code, pressed=True)


def pad(button: int) -> InputEventJoypadButton:
    return InputEventJoypadButton(button_index=button, pressed=True)


def stick(axis: int, value: float) -> InputEventJoypadMotion:
    return InputEventJoypadMotion(axis=axis, axis_value=value)


def states(game: Game) -> list[tuple[Vector2, float]]:
    return [(body.position, body.rotation) for body in (game.ship, *game.meteors, *game.match.bullets())]


@pytest.mark.parametrize("event", [key(Key.ENTER), pad(JoyButton.START), pad(JoyButton.A)], ids=str)
def test_the_title_waits_for_the_player(title: Game, event: InputEvent) -> None:
    title.tree.advance(1.0)
    assert title.match is None

    title.tree.push_input(event)
    title.tree.frames(1)

    assert title.main.playing
    assert not title.tree.paused


def test_escape_leaves_the_game_from_the_title(title: Game) -> None:
    codes: list[int] = []
    title.tree.quit_requested.connect(codes.append)

    title.tree.push_input(key(Key.ESCAPE))
    title.tree.frames(1)

    assert codes == [0]


def test_the_pause_key_does_not_leave_the_game(title: Game) -> None:
    codes: list[int] = []
    title.tree.quit_requested.connect(codes.append)

    title.tree.push_input(key(Key.P))
    title.tree.frames(2)

    assert codes == []
    assert not title.tree.paused


@pytest.mark.parametrize(
    "event",
    [key(Key.LEFT), key(Key.A), pad(JoyButton.DPAD_LEFT), stick(JoyAxis.LEFT_X, -1.0)],
    ids=str,
)
def test_the_player_turns_the_ship(game: Game, event: InputEvent) -> None:
    before = game.ship.rotation

    game.tree.push_input(event)
    game.tree.frames(5)

    assert game.ship.rotation < before


@pytest.mark.parametrize(
    "event", [key(Key.UP), key(Key.W), pad(JoyButton.B), stick(JoyAxis.TRIGGER_RIGHT, 1.0)], ids=str
)
def test_the_player_accelerates_the_ship(game: Game, event: InputEvent) -> None:
    game.tree.push_input(event)
    game.tree.frames(5)

    assert game.ship.velocity.y < 0


@pytest.mark.parametrize("event", [key(Key.SPACE), pad(JoyButton.A)], ids=str)
def test_the_player_fires(game: Game, event: InputEvent) -> None:
    game.tree.push_input(event)
    game.tree.frames(2)

    assert len(game.match.bullets()) == 1


def test_half_a_stick_turns_half_as_fast(game: Game) -> None:
    start = game.ship.rotation
    game.tree.push_input(stick(JoyAxis.LEFT_X, 1.0))
    game.tree.frames(10)
    full = game.ship.rotation - start

    game.tree.push_input(stick(JoyAxis.LEFT_X, 0.625))  # the deadzone is 0.25
    game.tree.frames(10)

    assert game.ship.rotation - start - full == pytest.approx(full / 2)


@pytest.mark.parametrize("event", [key(Key.P), key(Key.ESCAPE), pad(JoyButton.START)], ids=str)
def test_a_pause_stops_everything_that_moves(game: Game, event: InputEvent) -> None:
    game.ship.velocity = Vector2(50, 20)
    game.tap("fire")
    game.tree.push_input(event)
    game.tree.frames(1)
    before = states(game)

    game.tree.advance(3.0)

    assert game.tree.paused
    assert states(game) == before
    assert len(game.match.bullets()) == 1


@pytest.mark.parametrize("action", ["pause", "start"])
def test_after_a_pause_the_match_goes_on_as_if_nothing_had_happened(game: Game, action: str) -> None:
    game.meteors[0].velocity = Vector2(60, 0)
    before = game.meteors[0].position
    game.tap("pause")
    game.tree.advance(2.0)
    game.tap(action)
    assert not game.tree.paused
    moved = game.meteors[0].position.distance_to(before)

    game.tree.advance(1.0)

    assert game.meteors[0].position.distance_to(before) == pytest.approx(moved + 60)


def test_the_shield_does_not_wear_off_during_a_pause(game: Game) -> None:
    game.tap("pause")
    game.tree.advance(5.0)
    game.tap("pause")

    assert game.ship.shielded


def test_a_held_key_pauses_once(game: Game) -> None:
    game.tree.input.action_press("pause")

    game.tree.frames(10)

    assert game.tree.paused


def end_match(game: Game, score: int) -> None:
    game.match.score = score
    game.match.lives = 1
    game.lose_ship()
    game.tree.advance(2.0)


def remark(game: Game) -> str:
    """What the last screen says of the score."""
    shown = [game.main.screen.get_node(name) for name in ("Level", "Record")]
    (text,) = [caption.text for caption in shown if caption.visible]
    return str(text)


def test_the_best_score_is_kept_over_matches(game: Game) -> None:
    end_match(game, 500)
    assert (game.main.high_score, remark(game)) == (500, "a new best score")

    game.tap("start")
    end_match(game, 300)
    assert (game.main.high_score, remark(game)) == (500, "level 1")

    game.tap("start")
    end_match(game, 700)
    assert (game.main.high_score, remark(game)) == (700, "a new best score")


def test_a_new_match_starts_from_scratch(game: Game) -> None:
    end_match(game, 500)

    game.tap("start")

    assert (game.match.score, game.match.lives, game.match.level) == (0, 3, 1)
    assert len(game.meteors) == 5
    assert game.tree.get_first_node_in_group("ship") is game.ship


def test_there_is_no_pause_after_the_end(game: Game) -> None:
    end_match(game, 500)

    game.tap("pause")

    assert not game.tree.paused


@pytest.mark.parametrize("start", [METEORS, METEORS / "main.tscn"], ids=lambda path: path.name)
@pytest.mark.parametrize(
    ("window", "shown"),
    [
        ((1152, 648), (0, 0, 1152, 648)),
        ((576, 324), (0, 0, 576, 324)),
        ((2304, 648), (576, 0, 1152, 648)),
        ((1152, 2000), (0, 676, 1152, 648)),
    ],
)
def test_the_whole_field_fits_into_every_window(
    start: Path, window: tuple[int, int], shown: tuple[int, int, int, int]
) -> None:
    with headless_app(start) as app:
        app.display.window_size = window
        app.tree.frames(2)
        root = app.tree.root

        assert root.size == (1152, 648)
        assert root.screen_rect == shown
        assert root.canvas_transform * Vector2(576, 324) == (576, 324)


def test_nobody_flies_unless_asked_to(title: Game) -> None:
    title.tree.advance(5.0)

    assert title.match is None


def test_autoplay_starts_a_match_by_itself() -> None:
    with headless_app(METEORS, args=["--autoplay"]) as app:
        app.tree.advance(5.0)

        assert app.tree.current_scene.playing  # type: ignore[union-attr]


def test_closing_the_game_in_a_match_leaves_nothing_behind(game: Game) -> None:
    game.tap("fire")
    game.tree.frames(5)

    game.app.close()

    assert game.tree.get_node_count() == 0
