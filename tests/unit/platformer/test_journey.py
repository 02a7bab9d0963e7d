"""Drops, thorns, pits, doors and lives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.platformer.conftest import Game


def go_to(game: Game, path: str, up: float = 14.0) -> None:
    """Put the player where something of the level is."""
    game.player.position = game.level.get_node(path).position - (0, up)
    game.tree.frames(2)


def test_a_drop_gives_points_once_and_is_gone(game: Game) -> None:
    drop = game.level.get_node("Drops/Drop5")

    go_to(game, "Drops/Drop5", 0)
    assert drop.taken
    assert game.journey.score == drop.points == 10
    game.tree.frames(60)

    assert game.journey.score == 10
    assert game.main.hud.score.text == "10"
    assert not game.level.has_node("Drops/Drop5")


def test_a_drop_that_is_on_its_way_out_gives_nothing_more(game: Game) -> None:
    for _ in range(3):
        go_to(game, "Drops/Drop5", 0)
        go_to(game, "Drops/Drop5", 60)

    assert game.level.has_node("Drops/Drop5")
    assert game.journey.score == 10


def test_a_crate_takes_no_drop(game: Game) -> None:
    crate = game.level.get_node("Crates/Crate1")
    crate.position = game.level.get_node("Drops/Drop5").position

    game.tree.frames(10)

    assert game.journey.score == 0


def test_thorns_cost_a_life_and_the_player_starts_again(game: Game) -> None:
    hurt = game.player
    go_to(game, "Hazards/Thorns1", 12)
    assert not hurt.alive
    assert game.journey.lives == 2
    assert game.main.hud.lives.text == "x 2"

    game.tree.advance(1.2)

    assert game.player is not hurt
    assert game.player.alive
    assert game.player.position.distance_to(game.level.start.position) < 20


def test_who_is_hurt_cannot_be_hurt_again(game: Game) -> None:
    game.lose_life()
    game.lose_life()

    assert game.journey.lives == 2


def test_a_hurt_player_falls_through_everything_and_collects_nothing(game: Game) -> None:
    game.player.position = game.level.get_node("Drops/Drop1").position + (0, 40)
    game.lose_life()

    game.tree.frames(60)

    assert game.journey.score == 0
    assert game.journey.lives == 2
    assert game.player.position.y > 400


def test_a_pit_costs_a_life_once(game: Game) -> None:
    game.player.position = (636, 330)

    game.tree.frames(50)

    assert game.journey.lives == 2


def test_taken_drops_stay_taken_when_the_player_starts_again(game: Game) -> None:
    go_to(game, "Drops/Drop5", 0)
    game.lose_life()
    game.tree.advance(2.0)

    assert game.journey.score == 10
    assert len(game.level.drops()) == 16


def test_the_last_life_ends_the_journey(game: Game) -> None:
    game.journey.lives = 1
    game.lose_life()
    assert game.main.playing

    game.tree.advance(1.5)

    assert not game.main.playing
    assert game.main.screen.scene_file_path == "res://lost.tscn"


def test_the_door_leads_to_the_next_level(game: Game) -> None:
    go_to(game, "Door")
    assert game.player.at_home
    game.tree.advance(1.5)

    assert game.journey.number == 2
    assert game.level.title == "THE CANOPY"
    assert game.player.alive
    assert game.player.position.distance_to(game.level.start.position) < 20
    assert game.main.hud.banner.text == "2  THE CANOPY"


def test_behind_the_last_door_the_journey_is_won_and_lives_are_worth_points(game: Game) -> None:
    for _ in range(2):
        go_to(game, "Door")
        game.tree.advance(1.5)

    assert not game.main.playing
    assert game.main.screen.scene_file_path == "res://won.tscn"
    assert game.journey.score == 150
    assert game.main.screen.get_node("Score").text == "150 points     best 150"


def test_who_went_home_cannot_be_hurt(game: Game) -> None:
    go_to(game, "Door")

    game.player.hit()

    assert game.journey.lives == 3


def test_the_camera_stays_within_the_level(game: Game) -> None:
    game.tree.frames(60)
    assert game.tree.root.canvas_transform.origin.x == pytest.approx(0)

    game.put_player(2450, 226)
    game.tree.frames(120)

    assert game.tree.root.canvas_transform.origin.x == pytest.approx(640 - 2560)
    assert game.tree.root.canvas_transform.origin.y == pytest.approx(0, abs=61)


def test_the_level_goes_on_where_the_player_cannot(game: Game) -> None:
    game.put_player(20, 282)
    game.press("left")
    game.tree.frames(60)

    assert game.player.position.x == pytest.approx(8, abs=0.2)
