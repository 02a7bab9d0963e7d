"""The sample game plays itself: alike in every process, as recorded, and so that one can see it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.app import headless_app

METEORS = Path(__file__).resolve().parents[2] / "examples" / "meteors"

RECORDED = {
    600: {"score": 1130, "lives": 3, "level": 1},
    1200: {"score": 2600, "lives": 3, "level": 1},
    1800: {"score": 4130, "lives": 2, "level": 2},
    2400: {"score": 5500, "lives": 2, "level": 2},
    3000: {"score": 7760, "lives": 2, "level": 3},
    3600: {"score": 9130, "lives": 2, "level": 3},
}
"""What seed 1 leads to, by tick. A change of the rules or of the autopilot changes it; nothing else may."""

PLAYER = """
import json, sys
from engine.app import headless_app

with headless_app(sys.argv[1], seed=1, args=["--autoplay"]) as app:
    main = app.tree.current_scene
    main.hide()  # what is drawn is decoration: the match is the same without
    record = {}
    for tick in range(600, 3601, 600):
        app.tree.frames(600)
        match = main.match
        rows = [
            [type(body).__name__, *(number.hex() for number in (*body.position, *body.velocity))]
            for group in ("ship", "meteors", "bullets")
            for body in app.tree.get_nodes_in_group(group)
        ]
        record[tick] = {
            "score": match.score,
            "lives": match.lives,
            "level": match.level,
            "rows": rows,
            "hash": app.tree.state_hash(),
        }
    json.dump(record, sys.stdout)
"""


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    """What two processes, whose sets and dictionaries are in different orders, see of the same match."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(METEORS)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        )
        for hash_seed in ("1", "2")
    ]
    outputs = [process.communicate()[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    return [json.loads(output) for output in outputs]


def test_two_processes_see_the_same_match_bit_for_bit(records: list[dict[str, Any]]) -> None:
    first, second = records

    assert first == second
    assert len(first) == 6
    assert sum(len(moment["rows"]) for moment in first.values()) > 20


def test_a_match_set_back_to_a_snapshot_goes_on_as_before() -> None:
    with headless_app(METEORS, seed=1, args=["--autoplay"]) as app:
        tree = app.tree
        tree.frames(300)
        before = tree.state_hash()
        snapshot = tree.snapshot()
        tree.frames(300)
        after = tree.state_hash()
        main: Any = tree.current_scene
        score = main.match.score
        for _ in range(2):
            tree.restore(snapshot)
            assert tree.state_hash() == before
            tree.frames(300)
            assert tree.state_hash() == after
            assert main.match.score == score > 0


def test_the_autopilot_scores_as_recorded(records: list[dict[str, Any]]) -> None:
    seen = {
        int(tick): {name: moment[name] for name in ("score", "lives", "level")} for tick, moment in records[0].items()
    }

    assert seen == RECORDED


def test_after_900_frames_a_match_is_to_be_seen() -> None:
    with headless_app(METEORS, seed=1, args=["--autoplay"]) as app:
        main: Any = app.tree.current_scene
        app.tree.frames(900)
        with_match = app.screenshot().pixels.astype(int)
        bodies = [body for group in ("ship", "meteors") for body in app.tree.get_nodes_in_group(group)]
        places = [(*body.global_position, body.radius) for body in bodies]  # type: ignore[attr-defined]
        main.match.hide()
        without = app.screenshot().pixels.astype(int)

    lit = np.abs(with_match - without).max(axis=2) > 60
    inside = [(x, y, r) for x, y, r in places if 70 < x < 1082 and 70 < y < 578]
    assert len(inside) >= 2
    for x, y, radius in inside:
        shown = lit[int(y - radius * 1.3) : int(y + radius * 1.3), int(x - radius * 1.3) : int(x + radius * 1.3)]
        assert shown.sum() > 4 * radius  # at least a good part of its outline
    assert lit.mean() < 0.1
    score = without[25:62, 25:140, :3].max(axis=2) > 180
    assert 200 < score.sum() < 2500


def test_the_title_shows_the_name_in_large_letters() -> None:
    with headless_app(METEORS) as app:
        app.tree.frames(30)
        pixels = app.screenshot().pixels.astype(int)

    bright = pixels[160:300, 230:920, :3].max(axis=2) > 190
    assert 2000 < bright.sum() < 20000
    columns = bright.any(axis=0)
    assert columns[10:40].any()
    assert columns[-40:].any()


def test_the_ship_the_meteors_the_bullet_the_display_and_the_levels_are_scene_files() -> None:
    names = {path.stem for path in METEORS.rglob("*.tscn")}

    assert {"ship", "bullet", "hud", "meteor_small", "meteor_medium", "meteor_large", "level_1", "level_5"} <= names
