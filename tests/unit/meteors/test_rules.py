"""The rules of a match: what flies how, what breaks into what, what counts."""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING, Any

import pytest

from engine import Vector2

if TYPE_CHECKING:
    from tests.unit.meteors.conftest import Game

SMALL, MEDIUM, LARGE = range(3)
MIDDLE = Vector2(576, 324)


def sizes(game: Game) -> list[int]:
    """Of all meteors but the small one in the corner."""
    return game.sizes()[1:]


def test_a_match_begins_with_three_lives_five_large_meteors_and_a_ship_in_the_middle(title: Game) -> None:
    title.tap("start")

    assert (title.match.score, title.match.lives, title.match.level) == (0, 3, 1)
    assert title.sizes() == [LARGE] * 5
    assert title.ship.position == MIDDLE


def test_no_meteor_appears_near_the_ship(title: Game) -> None:
    title.tap("start")

    assert min(meteor.position.distance_to(MIDDLE) for meteor in title.meteors) > 230


def test_the_ship_keeps_drifting_without_thrust(game: Game) -> None:
    game.ship.velocity = Vector2(100, 0)
    game.ship.drag = 0.0

    game.tree.advance(1.0)

    assert game.ship.velocity == (100, 0)
    assert game.ship.position.is_equal_approx((676, 324))


def test_thrust_accelerates_the_way_the_ship_points(game: Game) -> None:
    game.ship.rotation = 0.0
    game.ship.drag = 0.0
    game.tree.input.action_press("thrust")

    game.tree.advance(0.5)

    assert game.ship.velocity.is_equal_approx((game.ship.acceleration * 0.5, 0))


def test_the_ship_is_never_faster_than_its_top_speed(game: Game) -> None:
    game.tree.input.action_press("thrust")

    game.tree.advance(4.0)

    assert game.ship.velocity.length() <= game.ship.top_speed


@pytest.mark.parametrize(("action", "way"), [("turn_left", -1), ("turn_right", 1)])
def test_the_ship_turns_at_its_turn_speed(game: Game, action: str, way: int) -> None:
    game.tree.input.action_press(action)

    game.tree.advance(0.25)

    assert game.ship.rotation == pytest.approx(-pi / 2 + way * game.ship.turn_speed * 0.25)


@pytest.mark.parametrize(
    ("start", "velocity", "end"),
    [
        ((1150, 324), (300, 0), (-15, 324)),
        ((2, 324), (-300, 0), (1167, 324)),
        ((576, 646), (0, 300), (576, -15)),
        ((576, 2), (0, -300), (576, 663)),
    ],
)
def test_what_leaves_the_field_comes_back_on_the_other_side(
    game: Game, start: tuple[float, float], velocity: tuple[float, float], end: tuple[float, float]
) -> None:
    stone = game.meteor(SMALL, Vector2(start), Vector2(velocity))

    while (stone.position - start).length() < 100:
        game.tree.frames(1)

    assert stone.position.distance_to(end) < 300 / 60


def test_a_large_meteor_breaks_into_two_medium_ones_and_these_into_two_small_ones(game: Game) -> None:
    game.match.shatter(game.meteor(LARGE, Vector2(900, 500)))
    game.tree.frames(1)
    assert sizes(game) == [MEDIUM, MEDIUM]

    game.match.shatter(game.meteors[1])
    game.tree.frames(1)
    assert sizes(game) == [SMALL, SMALL, MEDIUM]


def test_nothing_is_left_of_a_small_meteor(game: Game) -> None:
    game.match.shatter(game.meteor(SMALL, Vector2(900, 500)))
    game.tree.frames(1)

    assert sizes(game) == []


def test_the_pieces_fly_apart_from_where_the_meteor_was(game: Game) -> None:
    game.match.shatter(game.meteor(LARGE, Vector2(900, 500)))
    game.tree.frames(1)

    first, second = game.meteors[1:]
    assert (first.position + second.position) / 2 == pytest.approx((900, 500), abs=3)
    assert first.velocity.dot(second.velocity) < 0


@pytest.mark.parametrize(("size", "points"), [(LARGE, 20), (MEDIUM, 50), (SMALL, 100)])
def test_a_bullet_that_hits_is_gone_and_scores(game: Game, size: int, points: int) -> None:
    stone = game.meteor(size, MIDDLE - (0, 150))
    game.tap("fire")
    assert len(game.match.bullets()) == 1

    game.tree.frames(20)

    assert game.match.score == points
    assert stone not in game.meteors
    assert game.match.bullets() == []


def test_one_bullet_breaks_one_meteor_only(game: Game) -> None:
    game.meteor(SMALL, MIDDLE - (6, 150))
    game.meteor(SMALL, MIDDLE - (-6, 150))
    game.tap("fire")

    game.tree.frames(20)

    assert sizes(game) == [SMALL]


def test_a_bullet_that_hits_nothing_fades_after_its_time(game: Game) -> None:
    game.tap("fire")

    game.tree.advance(0.75)
    assert len(game.match.bullets()) == 1

    game.tree.advance(0.15)
    assert game.match.bullets() == []


def test_the_gun_fires_again_only_when_it_is_reloaded(game: Game) -> None:
    game.ship.reload.wait_time = 0.25
    game.tree.input.action_press("fire")

    game.tree.advance(0.6)

    assert len(game.match.bullets()) == 3


def test_bullets_are_as_fast_as_the_ship_on_top_of_their_own_speed(game: Game) -> None:
    game.ship.velocity = Vector2(0, -200)
    game.ship.drag = 0.0

    game.tap("fire")

    assert game.match.bullets()[0].velocity.is_equal_approx((0, -840))


def test_a_ship_that_hits_a_meteor_costs_a_life_and_both_break(game: Game) -> None:
    game.drop_shield()
    game.meteor(MEDIUM, game.ship.position)

    game.tree.frames(2)

    assert not game.has_ship
    assert game.match.lives == 2
    assert game.match.score == 0
    assert sizes(game) == [SMALL, SMALL]


def test_a_fresh_ship_comes_into_the_middle_after_a_while(game: Game) -> None:
    game.ship.position = Vector2(200, 500)
    game.lose_ship()

    game.tree.advance(1.5)
    assert not game.has_ship

    game.tree.advance(0.2)
    assert game.ship.position == MIDDLE


def test_a_fresh_ship_is_shielded_and_then_no_longer(game: Game) -> None:
    game.lose_ship()
    game.wait_for_ship()
    game.meteor(LARGE, MIDDLE)

    game.tree.advance(2.4)
    assert game.ship.shielded
    assert game.match.lives == 2

    game.tree.advance(0.2)
    assert not game.has_ship
    assert game.match.lives == 1


def test_the_last_life_ends_the_match(game: Game) -> None:
    ends: list[int] = []
    game.match.over.connect(ends.append)
    game.match.score = 70
    game.match.lives = 1

    game.lose_ship()
    game.tree.advance(3.0)

    assert ends == [70]
    assert game.match.lives == 0
    assert not game.has_ship
    assert not game.main.playing


def test_no_level_begins_after_the_end(game: Game) -> None:
    game.match.lives = 1
    game.lose_ship()
    game.match.shatter(game.meteors[0])

    game.tree.advance(3.0)

    assert game.meteors == []
    assert game.match.level == 1


def test_bullets_that_hit_after_the_end_do_not_score(game: Game) -> None:
    game.match.lives = 1
    game.meteor(SMALL, MIDDLE - (0, 250))
    game.tap("fire")
    game.lose_ship()

    game.tree.frames(40)

    assert sizes(game) == []
    assert game.match.score == 0


def test_the_next_level_begins_when_all_meteors_are_broken(game: Game) -> None:
    levels: list[int] = []
    game.match.level_started.connect(levels.append)
    game.match.shatter(game.meteors[0])

    game.tree.advance(1.7)
    assert game.meteors == []

    game.tree.advance(0.2)
    assert levels == [2]
    assert game.sizes() == [MEDIUM] * 2 + [LARGE] * 5


def start_level(game: Game, number: int) -> Any:
    game.match.level = number - 1
    for meteor in game.meteors:
        meteor.free()
    game.tree.advance(2.0)
    return game.match.wave


def test_a_level_is_as_its_scene_says(game: Game) -> None:
    level = start_level(game, 3)

    assert level.scene_file_path == "res://levels/level_3.tscn"
    assert level.speed == 1.12
    assert game.sizes() == [SMALL] * 5 + [MEDIUM] * 3 + [LARGE] * 4
    assert level.get_node("Gold").points == 500
    assert all(meteor.owner is level for meteor in game.meteors)


@pytest.mark.parametrize(("beyond", "extra"), [(1, 1), (4, 4), (20, 6)])
def test_after_the_last_level_it_comes_again_faster_and_with_more_meteors(game: Game, beyond: int, extra: int) -> None:
    last = start_level(game, len(game.match.levels))
    path, speed, number = last.scene_file_path, last.speed, len(game.meteors)

    again = start_level(game, len(game.match.levels) + beyond)

    assert again.scene_file_path == path
    assert again.speed == pytest.approx(speed + 0.08 * beyond)
    assert len(game.meteors) == number + extra


def test_the_meteors_of_a_level_are_as_many_times_as_fast_as_usual(game: Game) -> None:
    level = start_level(game, 30)

    flights = [(meteor.velocity.length() / level.speed, meteor) for meteor in game.meteors]

    assert all(meteor.slowest - 1e-9 <= speed <= meteor.fastest + 1e-9 for speed, meteor in flights)


def test_no_two_meteors_of_a_level_look_alike(title: Game) -> None:
    title.tap("start")

    assert len({meteor.look for meteor in title.meteors}) == 5


def test_a_level_gives_the_sky_its_colour(game: Game) -> None:
    level = start_level(game, 2)
    game.tree.advance(1.5)

    assert game.main.get_node("Stars").modulate.is_equal_approx(level.sky)
    assert level.sky != (1, 1, 1, 1)


def test_every_10_000_points_bring_a_life(game: Game) -> None:
    game.match.score = 9_950
    game.meteor(SMALL, MIDDLE - (0, 150))

    game.tap("fire")
    game.tree.frames(20)

    assert (game.match.score, game.match.lives) == (10_050, 4)
