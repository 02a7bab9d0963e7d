"""The platformer plays itself: as recorded, alike in every process, and so that one can see it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from math import dist
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.app import headless_app
from tests.examples.platformer_run import PLATFORMER, Run, play, recorded

ROOT = Path(__file__).resolve().parents[2]

NEAR_ENOUGH = 0.02
"""Pixels by which a run may be off: what the recording leaves of the digits."""


@pytest.fixture(scope="module")
def run() -> Run:
    return play()


def assert_as_recorded(run: Run) -> None:
    """Fail at the first tick in which the player is elsewhere, or where the run ends or takes a drop otherwise."""
    before = recorded()
    for tick, (place, wanted) in enumerate(zip(run.places, before.places, strict=False)):
        assert dist(place, wanted) <= NEAR_ENOUGH, f"tick {tick}: the player is at {place}, not at {wanted}"
    assert len(run.places) == len(before.places)
    assert run.taken == before.taken
    assert (run.lives, run.left_at) == (before.lives, before.left_at)


def test_the_run_through_the_first_level_is_the_recorded_one_tick_by_tick(run: Run) -> None:
    assert_as_recorded(run)


@pytest.mark.parametrize("jumps", [True, False])
def test_the_autopilot_gets_through_the_first_level_by_jumping(run: Run, jumps: bool) -> None:
    seen = run if jumps else play(jumps=False)

    if jumps:
        assert seen.left_at is not None
        assert seen.lives == 3
        assert seen.missed == []
        assert len(seen.taken) == 17
    else:
        assert seen.left_at is None
        assert len(seen.taken) < 17
        with pytest.raises(AssertionError, match=r"tick [0-9]+: the player is at"):
            assert_as_recorded(seen)


def test_two_processes_see_the_same_run_bit_for_bit(run: Run) -> None:
    # Their sets and dictionaries are in different orders.
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.examples.platformer_run"],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        )
        for hash_seed in ("1", "2")
    ]
    outputs = [process.communicate()[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    first, second = (json.loads(output) for output in outputs)

    assert first == second
    assert first["hashes"] == run.hashes
    assert len(run.hashes) > 8


def test_a_journey_set_back_twice_to_one_snapshot_goes_on_alike_bit_for_bit() -> None:
    with headless_app(PLATFORMER, seed=1, args=["--autoplay"]) as app:
        tree = app.tree
        main: Any = tree.current_scene
        main.hide()
        tree.frames(430)  # a crate was pushed, a jump is under way
        snapshot, before = tree.snapshot(), tree.state_hash()
        tree.frames(200)
        ends = []
        for _ in range(2):
            tree.restore(snapshot)
            assert tree.state_hash() == before
            tree.frames(200)
            ends.append((tree.state_hash(), main.journey.score))

    assert ends[0] == ends[1]
    assert ends[0][1] > 50


def test_the_second_level_can_be_done_too() -> None:
    with headless_app(PLATFORMER, seed=1, args=["--autoplay"]) as app:
        main: Any = app.tree.current_scene
        main.hide()
        while main.journey is None:
            app.tree.frames(1)
        journey = main.journey
        journey.number = 1
        journey.start_level()
        for _ in range(3000):
            app.tree.frames(1)
            if not main.playing:
                break

        assert not main.playing
        assert main.screen.scene_file_path == "res://won.tscn"
        assert journey.lives == 3
        assert journey.level.drops() == []


def test_a_journey_shows_the_acorn_and_what_is_around_it() -> None:
    with headless_app(PLATFORMER, seed=1, args=["--autoplay"]) as app:
        main: Any = app.tree.current_scene
        app.tree.frames(340)
        journey = main.journey
        shown = app.screenshot().pixels.astype(int)
        x, y = app.tree.root.canvas_transform * journey.player.global_position
        journey.player.hide()
        without = app.screenshot().pixels.astype(int)

    differs = np.abs(shown - without).max(axis=2) > 24
    scale = shown.shape[1] / 640
    left, right, top, bottom = (int(each * scale) for each in (x - 20, x + 20, y - 24, y + 16))
    assert shown.shape == (720, 1280, 4)
    assert differs[top:bottom, left:right].sum() > 400 * scale * scale * 0.5
    assert differs.sum() == differs[top:bottom, left:right].sum()
    score = shown[20:80, 60:140, :3].min(axis=2) > 150
    assert 100 < score.sum() < 2500
