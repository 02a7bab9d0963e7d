"""The same scenes give the same pictures, bit for bit, in every process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import hashlib, sys
from engine.app import App
from engine.core.clock import ManualClock
from servers.display.headless import HeadlessDisplay
from tests.image.scenes import SCENES
from tests.image.test_gpu_lifetimes import scene

SCENES["everything"] = lambda tree: tree.change_scene(scene(int(sys.argv[1])))
for name, build in SCENES.items():
    with App(HeadlessDisplay((320, 240)), draws=True, clock=ManualClock(), fixed_fps=60) as app:
        build(app.tree)
        app.tree.frames(3)
        print(name, hashlib.sha256(app.screenshot().pixels).hexdigest())
"""
ROOT = Path(__file__).parents[2]


def hashes(order: str, seed: int = 0) -> dict[str, str]:
    """The pictures of all scenes from a process of their own, in which sets have their own order."""
    environment = {**os.environ, "PYTHONHASHSEED": order, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(seed)],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(line.split() for line in done.stdout.splitlines())


def test_two_processes_draw_the_same_pictures_bit_for_bit() -> None:
    first, again, other = hashes("1"), hashes("2"), hashes("1", seed=1)

    assert len({*first.values()}) == len(first) > 5
    assert first == again
    assert [name for name in first if other[name] != first[name]] == ["everything"]
