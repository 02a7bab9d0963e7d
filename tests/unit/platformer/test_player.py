"""How the acorn runs and jumps, and what carries, stops and throws it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine import Vector2

if TYPE_CHECKING:
    from tests.unit.platformer.conftest import Game

TICK = 1 / 60


def test_it_stands_where_the_level_starts(game: Game) -> None:
    before = game.player.position

    game.tree.frames(60)

    assert game.player.is_on_floor()
    assert game.player.position.is_equal_approx(before)
    assert before.y == pytest.approx(296 - 14, abs=0.2)


@pytest.mark.parametrize(("action", "way"), [("right", 1), ("left", -1)])
def test_it_runs_up_to_its_speed_and_stops_again(game: Game, action: str, way: int) -> None:
    game.put_player(180, 282)
    game.press(action)
    game.tree.frames(20)
    assert game.player.velocity == (way * game.player.speed, 0)

    game.release(action)
    game.tree.frames(10)

    assert game.player.velocity == (0, 0)


def test_half_a_stick_runs_half_as_fast(game: Game) -> None:
    game.tree.input.action_press("right", 0.5)

    game.tree.frames(30)

    assert game.player.velocity.x == pytest.approx(75)


def test_a_held_jump_rises_as_high_as_its_speed_says(game: Game) -> None:
    speed, gravity = game.player.jump_speed, game.player.gravity
    game.press("jump")

    # Steps of 1/60 s: each moves by the velocity that gravity has changed already, but for the first.
    expected, velocity = 0.0, speed
    while velocity > 0:
        expected += velocity * TICK
        velocity -= gravity * TICK

    assert game.climb(60) == pytest.approx(expected, abs=0.3)


def test_a_jump_that_is_let_go_of_early_is_lower(game: Game) -> None:
    game.press("jump")
    game.tree.frames(3)
    game.release("jump")

    assert game.climb(60) < 22


def test_a_held_key_jumps_once(game: Game) -> None:
    game.press("jump")
    game.tree.frames(60)
    assert game.player.is_on_floor()

    assert game.climb(60) == pytest.approx(0, abs=0.1)


def run_over_the_edge(game: Game) -> None:
    """Run to the right until the player is just in the air, behind the end of the ground at x = 600."""
    game.put_player(560, 232)
    game.press("right")
    for _ in range(60):
        game.tree.frames(1)
        if not game.player.is_on_floor():
            return
    raise AssertionError("it did not get to the edge")


@pytest.mark.parametrize("allowed", [True, False])
def test_a_jump_just_behind_an_edge_still_counts(game: Game, allowed: bool) -> None:
    if not allowed:
        game.player.coyote_time = 0.0
    run_over_the_edge(game)
    game.tree.frames(3)
    game.press("jump")
    game.tree.frames(1)

    assert (game.player.velocity.y < 0) is allowed


def test_coyote_time_is_over_after_a_tenth_of_a_second(game: Game) -> None:
    run_over_the_edge(game)
    game.tree.frames(8)
    game.press("jump")
    game.tree.frames(1)

    assert game.player.velocity.y > 0


def test_there_is_no_second_jump_in_the_air(game: Game) -> None:
    game.press("jump")
    game.tree.frames(3)
    game.release("jump")
    game.tree.frames(1)
    velocity = game.player.velocity.y

    game.press("jump")
    game.tree.frames(1)

    assert game.player.velocity.y > velocity


@pytest.mark.parametrize("allowed", [True, False])
def test_a_jump_asked_for_just_before_landing_is_not_forgotten(game: Game, allowed: bool) -> None:
    if not allowed:
        game.player.jump_buffer = 0.0
    game.player.coyote_time = 0.0
    game.player.position -= (0, 12)
    game.tree.frames(6)
    assert not game.player.is_on_floor()
    game.press("jump")
    game.tree.frames(1)
    assert game.player.velocity.y > 0

    assert (game.climb(20) > 20) is allowed


def test_it_stands_still_on_a_slope(game: Game) -> None:
    game.put_player(390, 250)
    game.tree.frames(30)
    before = game.player.position

    game.tree.frames(120)

    assert game.player.is_on_floor()
    assert game.player.position.distance_to(before) < 0.01


def test_it_runs_up_and_down_a_slope_on_the_floor(game: Game) -> None:
    game.put_player(1460, 188)
    game.press("right")
    for _ in range(60):
        game.tree.frames(1)
        assert game.player.is_on_floor()
    assert game.player.position.x > 1580

    game.release("right")
    game.press("left")
    game.tree.frames(20)
    for _ in range(40):
        game.tree.frames(1)
        assert game.player.is_on_floor()


def test_it_jumps_through_a_branch_from_below_and_lands_on_it(game: Game) -> None:
    branch = game.level.get_node("Branches/Branch4")
    game.put_player(branch.position.x, branch.position.y + 40)
    game.player.velocity = Vector2(0, -360)
    game.tree.frames(60)

    assert game.player.is_on_floor()
    assert game.player.position.y == pytest.approx(branch.position.y - 14, abs=0.2)


def test_it_pushes_a_crate(game: Game) -> None:
    crate = game.level.get_node("Crates/Crate1")
    before = crate.position
    game.put_player(before.x - 40, 248)
    game.press("right")

    game.tree.frames(60)

    assert crate.position.x > before.x + 20
    assert abs(crate.rotation) < 0.05
    assert game.player.position.x < crate.position.x - 20


def test_it_stands_on_a_crate(game: Game) -> None:
    crate = game.level.get_node("Crates/Crate1")
    game.put_player(crate.position.x, crate.position.y - 30)
    game.tree.frames(30)

    assert game.player.is_on_floor()
    assert game.player.position.y == pytest.approx(crate.position.y - 13 - 14, abs=0.5)


@pytest.mark.parametrize("lift_name", ["Lift1", "Lift2"])
def test_a_lift_carries_it(game: Game, lift_name: str) -> None:
    lift = game.level.get_node(f"Lifts/{lift_name}")
    game.put_player(lift.position.x + 8, lift.position.y - 20)
    game.tree.frames(30)
    offset = game.player.position - lift.position
    before = lift.position

    for _ in range(280):
        game.tree.frames(1)
        assert game.player.is_on_floor()
        assert (game.player.position - lift.position).distance_to(offset) < 4
    assert before.distance_to(lift.position) > 1


def test_a_mushroom_throws_it_high(game: Game) -> None:
    mushroom = game.level.get_node("Mushrooms/Mushroom1")
    game.player.position = mushroom.position - (0, 60)
    game.player.velocity = Vector2.ZERO
    game.tree.frames(4)

    height = mushroom.speed**2 / (2 * game.player.gravity)
    assert game.climb(90) > height - 60


def test_a_mushroom_leaves_alone_what_flies_up_through_it(game: Game) -> None:
    mushroom = game.level.get_node("Mushrooms/Mushroom1")
    game.put_player(mushroom.position.x - 40, 250)
    player: Any = game.player
    player.position = mushroom.position - (0, 14)
    player.velocity = Vector2(0, -200)
    game.tree.frames(2)

    assert player.velocity.y > -200
