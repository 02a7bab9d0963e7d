"""10,000 moving sprites beside arcade's SpriteList and pyglet's Batch: the main thread's part of a frame.

    python tools/bench/run.py canvas --rivals

The libraries run in alternating processes, each with its own environment (see `environments`), on the same job: the
same places, tints, picture, size and background. What they draw first is compared before anything is said about times.
The picture is of one colour and the places are whole pixels, since arcade stretches pictures by half a pixel.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np

from bench.canvas_stage import COUNT, SIDE, SIZE, check_same, places
from bench.measure import Row, Scale, spread
from bench.rivals.environments import python_of

ISSUE = "04"
HERE = Path(__file__).parent
CLEAR = (76, 76, 76, 255)
"""The grey that is behind everything in the engine."""
PIXEL = (255, 255, 255, 200)
FRAMES = 25
ROUNDS = 5
QUICK_ROUNDS = 3
LONGEST = 120.0
"""Seconds that one process may take."""


def rows(scale: Scale) -> list[Row]:
    """A row for each rival."""
    with TemporaryDirectory(prefix="sapwood-rivals-") as folder:
        _write_job(Path(folder))
        rounds = QUICK_ROUNDS if scale.quick else ROUNDS
        return [
            _beside(Path(folder), library, what, rounds)
            for library, what in (("arcade", "arcade's SpriteList"), ("pyglet", "pyglet's Batch"))
        ]


def _beside(folder: Path, library: str, what: str, rounds: int) -> Row:
    python = python_of(library)
    ours, theirs = [], []
    for _ in range(rounds):
        theirs.append(_run(python, folder, library))
        ours.append(_run(Path(sys.executable), folder, "sapwood"))
        check_same(what, _picture(folder, "sapwood"), _picture(folder, library))
    singles = [median(one) / median(other) for one, other in zip(ours, theirs, strict=True)]
    our_ms, their_ms = (median([each for frames in taken for each in frames]) for taken in (ours, theirs))
    row = f"10,000 sprites, moved as nodes, beside {what}"
    return Row(ISSUE, row, our_ms / their_ms, 1.0, "x", our_ms, their_ms, spread(singles))


def _write_job(folder: Path) -> None:
    tints = np.random.default_rng(5).integers(0, 256, (COUNT, 3)).tolist()
    job = {"size": SIZE, "side": SIDE, "clear": CLEAR, "tints": tints, "frames": FRAMES}
    job["places"] = places().round().tolist()
    (folder / "job.json").write_text(json.dumps(job), "utf-8")
    (folder / "sprite.rgba").write_bytes(bytes(PIXEL) * SIDE * SIDE)


def _run(python: Path, folder: Path, name: str) -> list[float]:
    """The milliseconds of each frame, of a process of its own."""
    variables = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    variables["PYTHONPATH"] = os.pathsep.join(map(str, HERE.parents[1:3]))  # of tools, and of the engine
    script = str(HERE / f"{name}_sprites.py")
    done = subprocess.run(
        [str(python), script, str(folder), name], env=variables, stdout=subprocess.PIPE, check=True, timeout=LONGEST
    )
    taken: list[float] = json.loads(done.stdout.splitlines()[-1])
    return taken


def _picture(folder: Path, name: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    width, height = SIZE
    pixels = np.frombuffer((folder / f"{name}.rgba").read_bytes(), np.uint8)
    return pixels.reshape(height, width, 4)[:, :, :3]
