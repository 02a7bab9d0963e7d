"""The same scenes give the same pictures, bit for bit, in every process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.app import App
from tests.image.picture_digests import VARIABLE
from tests.image.scenes import SCENES
from tests.image.test_gpu_lifetimes import scene

MakeApp = Callable[..., App]
HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LOOKING = sorted(file.name for file in HERE.glob("test_*.py") if "stage: MakeApp" in file.read_text(encoding="utf-8"))
"""The files of tests that look at pictures; this one is one of them."""


@pytest.mark.parametrize("name", [*SCENES, "everything"])
def test_a_scene_is_the_same_when_it_is_drawn_again(name: str, stage: MakeApp) -> None:
    pictures = []
    for _ in range(2):
        app = stage(128, 128)
        SCENES[name](app.tree) if name in SCENES else app.tree.root.add_child(scene(0))
        app.tree.frames(3)
        pictures.append(app.screenshot().pixels)

    assert (pictures[0] == pictures[1]).all()


def start(order: str, file: Path) -> subprocess.Popen[str]:
    """A process of its own that looks at all pictures, in which sets have their own order."""
    files = [f"tests/image/{name}" for name in LOOKING]
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.image.picture_digests", *files],
        env={**os.environ, "PYTHONHASHSEED": order, "PYTHONPATH": str(ROOT), VARIABLE: str(file)},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_two_processes_see_the_same_pictures_bit_for_bit(tmp_path: Path) -> None:
    """All that tests on the stage look at, but for those whose rule is switched off."""
    files = [tmp_path / "first.json", tmp_path / "second.json"]
    processes = [start(str(order), file) for order, file in enumerate(files, 1)]
    for process in processes:
        text, _ = process.communicate()
        assert process.returncode == 0, text
    first, second = (json.loads(file.read_text(encoding="utf-8")) for file in files)

    assert [test for test in first if first[test] != second.get(test)] == []
    assert len(first) == len(second) > 300
    assert len({digest for digests in first.values() for digest in digests}) > 200
