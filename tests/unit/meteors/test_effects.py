"""Sparks, shock waves, trails and the shake: they end, and the match does not depend on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from engine import Color, RandomNumberGenerator, Transform2D, Vector2
from engine.app import headless_app
from tests.unit.meteors.conftest import METEORS

if TYPE_CHECKING:
    from tests.unit.meteors.conftest import Game

SMALL, MEDIUM, LARGE = range(3)
MIDDLE = Vector2(576, 324)
RED = Color(1, 0, 0)


def places(explosions: Any) -> list[list[float]]:
    """Where the instances are."""
    return explosions.multimesh.transforms_2d[:, 4:].tolist()  # type: ignore[no-any-return]


# --- sparks ----------------------------------------------------------------------------------------------------------


def test_a_burst_lights_as_many_sparks_as_it_is_told_of_its_colour_or_paler(game: Game) -> None:
    explosions = game.match.explosions

    explosions.burst(MIDDLE, RED, 50, 100.0)
    game.tree.frames(1)

    colors = explosions.multimesh.colors
    assert explosions.multimesh.instance_count == 50
    assert (colors[:, 0] == 1).all()
    assert (colors[:, 1:3] < 1).all()


def test_sparks_fly_to_all_sides_and_with_what_broke(game: Game) -> None:
    explosions = game.match.explosions
    explosions.burst(MIDDLE, RED, 200, 60.0, drift=Vector2(300, 0))

    game.tree.frames(10)

    seconds = 10 / 60
    away = np.array(places(explosions)) - MIDDLE - (300 * seconds, 0)
    assert (np.hypot(*away.T) < 60 * seconds + 0.3 * 300 * seconds).all()  # they are slowed down a little
    assert (np.abs(away[:, 1]) < 60 * seconds).all()
    assert away[:, 1].min() < -2 < 2 < away[:, 1].max()


def test_all_sparks_go_out(game: Game) -> None:
    explosions = game.match.explosions
    explosions.burst(MIDDLE, RED, 50, 100.0)
    explosions.exhaust(MIDDLE, Vector2(-100, 0), RED)
    explosions.shards([MIDDLE, MIDDLE + (10, 0), MIDDLE + (0, 10)], RED, Vector2.ZERO)
    game.tree.frames(1)
    assert explosions.multimesh.instance_count == 50 + 3 + 3

    game.tree.advance(1.9)

    assert len(explosions.sparks) == 0
    assert explosions.multimesh.instance_count == 0


def test_when_there_are_too_many_sparks_the_oldest_go_out(game: Game) -> None:
    explosions = game.match.explosions
    for i in range(30):
        explosions.burst(Vector2(i, 0), RED, 100, 0.0)

    assert 100 < len(explosions.sparks) < 3000
    assert explosions.sparks["place"][0, 0] == 30 - len(explosions.sparks) // 100
    assert explosions.sparks["place"][-1, 0] == 29


def test_the_shards_of_an_outline_begin_where_its_lines_were(game: Game) -> None:
    explosions = game.match.explosions

    explosions.shards([Vector2(0, 0), Vector2(10, 0), Vector2(10, 20)], RED, Vector2.ZERO)

    assert explosions.sparks["place"].tolist() == [[5, 0], [10, 10], [5, 10]]
    assert explosions.sparks["angle"] == pytest.approx([0, np.pi / 2, np.arctan2(-20, -10)])


def test_the_engine_throws_sparks_backwards_while_it_burns(game: Game) -> None:
    game.tree.frames(60)
    assert len(game.match.explosions.sparks) == 0

    game.tree.input.action_press("thrust")
    game.tree.frames(10)

    sparks = game.match.explosions.sparks
    assert len(sparks) == 30
    assert sparks["velocity"].mean(axis=0)[1] > 50  # the ship points up


def test_a_new_match_begins_without_the_sparks_of_the_last(game: Game) -> None:
    game.match.explosions.burst(MIDDLE, RED, 50, 100.0)
    game.tree.frames(1)

    game.main.start_match()

    assert game.match.explosions.multimesh.instance_count == 0


# --- shock waves -----------------------------------------------------------------------------------------------------


def test_a_shock_wave_grows_to_its_reach_and_is_gone_after_its_life(game: Game) -> None:
    explosions = game.match.explosions
    game.tree.advance(1.0)
    assert explosions.children == ()

    explosions.wave(MIDDLE, RED, reach=80.0, life=0.5)
    (wave,) = explosions.children
    radii: list[float] = []
    while not wave.is_queued_for_deletion() and len(radii) < 100:
        radii.append(wave.scale.x * wave.ring.scale.x * wave.ring.texture.width / 2)
        game.tree.frames(1)

    assert radii == sorted(radii)
    assert radii[-1] == pytest.approx(80, rel=0.01)
    assert len(radii) == pytest.approx(30, abs=2)
    assert explosions.children == ()


# --- trails ----------------------------------------------------------------------------------------------------------


def test_a_trail_goes_through_the_last_places_and_is_never_longer_than_it_may_be(game: Game) -> None:
    wake = game.ship.get_node("Stern/Wake")
    game.ship.velocity, game.ship.drag = Vector2(120, 0), 0.0
    places: list[Vector2] = []

    for _ in range(3 * wake.length):
        game.tree.frames(1)
        places.append(game.ship.get_node("Stern").global_position)
        assert len(wake.points) <= wake.length

    assert list(wake.points) == places[-wake.length :]


def test_a_trail_begins_anew_when_the_ship_comes_back_on_the_other_side(game: Game) -> None:
    wake = game.ship.get_node("Stern/Wake")
    game.ship.position, game.ship.velocity, game.ship.drag = Vector2(1100, 324), Vector2(300, 0), 0.0

    for _ in range(60):
        game.tree.frames(1)
        steps = [a.distance_to(b) for a, b in zip(wake.points, wake.points[1:], strict=False)]
        assert max(steps, default=0) < 20

    assert game.ship.position.x < 576


# --- the shake -------------------------------------------------------------------------------------------------------


def test_the_camera_trembles_after_an_explosion_and_comes_to_rest(game: Game) -> None:
    camera = game.main.camera
    root = game.tree.root

    game.lose_ship()
    assert camera.offset != (0, 0)
    assert root.canvas_transform * MIDDLE != MIDDLE
    assert camera.position == MIDDLE

    game.tree.advance(2.0)
    assert (camera.strength, camera.offset) == (0, (0, 0))
    assert root.canvas_transform * MIDDLE == MIDDLE


def test_a_shake_is_never_stronger_than_the_strongest(game: Game) -> None:
    offsets = []
    for _ in range(20):
        game.main.camera.shake(1.0)
        game.tree.frames(1)
        offsets.append(max(map(abs, game.main.camera.offset)))

    assert 5 < max(offsets) <= 15


def test_what_is_written_over_the_match_stands_still_while_the_camera_trembles(game: Game) -> None:
    game.lose_ship()

    assert game.tree.root.canvas_transform != Transform2D.IDENTITY
    assert game.main.overlay.get_final_transform() == Transform2D.IDENTITY


# --- decoration ------------------------------------------------------------------------------------------------------


def test_effects_do_not_touch_the_random_numbers_of_the_rules(game: Game) -> None:
    before = game.tree.rng.state

    game.lose_ship()
    game.match.shatter(game.meteor(SMALL, Vector2(900, 500)))
    game.tree.input.action_press("thrust")
    game.tree.frames(60)

    assert game.tree.rng.state == before


def play(seed_of_effects: int) -> list[Any]:
    """How a match that plays itself stands after ten seconds, with other random numbers for the effects."""
    with headless_app(METEORS, seed=1, args=["--autoplay"]) as app:
        main: Any = app.tree.current_scene
        main.hide()
        app.tree.frames(160)
        main.match.explosions.chance = np.random.default_rng(seed_of_effects)
        main.camera.tremor = RandomNumberGenerator(seed_of_effects)
        app.tree.frames(600)
        groups = ("ship", "meteors", "bullets")
        bodies: list[Any] = [body for group in groups for body in app.tree.get_nodes_in_group(group)]
        return [main.match.score, *((*body.position, *body.velocity, body.rotation) for body in bodies)]


def test_the_match_is_the_same_whatever_the_effects_look_like() -> None:
    first, second = play(1), play(2)

    assert first[0] > 0
    assert first == second
