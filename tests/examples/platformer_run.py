"""The autopilot's run through the first level of the platformer, tick by tick.

    python -m tests.examples.platformer_run             print a run, as JSON
    python -m tests.examples.platformer_run --record    make it the recording that runs are compared with

What moves the player, the level's scene, the physics and the autopilot, decides how the run goes; a change of one of
them needs a new recording, and a look at what became of the run.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

from engine.app import headless_app

PLATFORMER = Path(__file__).resolve().parents[2] / "examples" / "platformer"
RECORDING = Path(__file__).with_name("recordings") / "platformer_level_1.json"

LONGEST = 2700
"""Ticks after which a run is given up."""

HASHED_EVERY = 120
"""Ticks between two hashes of all there is."""


class Run(NamedTuple):
    """What happened; ticks are counted from the first one of the journey."""

    places: list[tuple[float, float]]
    """Where the player is after each tick, in pixels, to a hundredth."""
    taken: dict[str, int]
    """In which tick each drop was taken, by its name."""
    missed: list[str]
    """The drops that were not."""
    lives: int
    left_at: int | None
    """The tick in which the player went through the door; None if it did not."""
    hashes: list[str]
    """Of the whole tree, every so often."""


def play(*, jumps: bool = True) -> Run:
    """Let the autopilot play the first level; or try to, without jumping."""
    with headless_app(PLATFORMER, seed=1, args=["--autoplay"]) as app:
        tree = app.tree
        main: Any = tree.current_scene
        main.hide()  # what is drawn changes nothing
        while main.journey is None:
            tree.frames(1)
        journey = main.journey
        level, lives = journey.level, journey.lives
        drops = {drop.name: drop for drop in level.drops()}
        run = Run([], {}, [], lives, None, [])
        while len(run.places) < LONGEST and journey.lives == lives and not journey.player.at_home:
            if not jumps:
                journey.player.jump_speed = 0.0
            tree.frames(1)
            tick = len(run.places)
            x, y = journey.player.global_position
            run.places.append((round(x, 2), round(y, 2)))
            for name, drop in drops.items():
                if drop.taken and name not in run.taken:
                    run.taken[name] = tick
            if tick % HASHED_EVERY == 0:
                run.hashes.append(str(tree.state_hash()))
        return run._replace(
            missed=[name for name in drops if name not in run.taken],
            lives=journey.lives,
            left_at=len(run.places) - 1 if journey.player.at_home else None,
        )


def recorded() -> Run:
    """The run as it was recorded, without its hashes."""
    data = json.loads(RECORDING.read_text(encoding="utf-8"))
    return Run([(x, y) for x, y in data["places"]], data["taken"], [], data["lives"], data["left_at"], [])


def record(run: Run) -> None:
    """Make a run the recording."""
    rows = [f"    [{x:g}, {y:g}]" for x, y in run.places]
    head = json.dumps({"lives": run.lives, "left_at": run.left_at, "taken": run.taken}, indent=2).removesuffix("\n}")
    RECORDING.parent.mkdir(exist_ok=True)
    RECORDING.write_text(f'{head},\n  "places": [\n' + ",\n".join(rows) + "\n  ]\n}\n", encoding="utf-8")


if __name__ == "__main__":
    if "--record" in sys.argv:
        record(play())
    else:
        json.dump(play()._asdict(), sys.stdout)
