"""A match with random keys, recorded in one process and replayed in another, ends bit for bit alike."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

METEORS = Path(__file__).resolve().parents[2] / "examples" / "meteors"

PLAY = """
import hashlib, sys
from engine import InputEventKey, InputRecorder, InputRecording, Key, RandomNumberGenerator
from engine.app import headless_app
from engine.core.export import get_exports

def digest(app):
    # Each node's place, class, exported properties and own numbers, to the last bit.
    lines, nodes = [repr(app.tree.rng.state)], [app.tree.root]
    while nodes:
        node = nodes.pop()
        lines.append(f"{node.get_path()} {type(node).__name__}")
        lines += [f"{name} {getattr(node, name)!r}" for name in get_exports(type(node))]
        held = vars(node).items()
        lines += [f"{name} {value!r}" for name, value in held if type(value) in (int, float, str, bool)]
        nodes += node.children
    return hashlib.sha256("\\n".join(line for line in lines if " at 0x" not in line).encode()).hexdigest()

path, file, how = sys.argv[1:]
if how == "record":
    with headless_app(path, seed=5) as app, InputRecorder(app.tree) as recorder:
        person = RandomNumberGenerator(21)
        for frame in range(900):
            if person.randf() < 0.3:
                code = (Key.LEFT, Key.RIGHT, Key.UP, Key.SPACE, Key.ENTER)[person.randi_range(0, 4)]
                app.tree.push_input(InputEventKey(keycode=code, pressed=person.randf() < 0.6))
            app.tree.tick(person.randf_range(0.005, 0.03))
        recorder.recording.save(file)
        print(app.tree.current_scene.match.score, digest(app))
else:
    recording = InputRecording.load(file)
    with headless_app(path, seed=recording.seed, args=recording.args) as app:
        recording.replay(app.tree)
        print(app.tree.current_scene.match.score, digest(app))
"""


def played(file: Path, how: str, hash_seed: str) -> tuple[int, str]:
    """Score and digest of a match that another process plays, as its sets and dictionaries are ordered there."""
    result = subprocess.run(
        [sys.executable, "-c", PLAY, str(METEORS), str(file), how],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    assert result.returncode == 0, result.stderr
    score, digest = result.stdout.split()
    return int(score), digest


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, tuple[int, str]]:
    file = tmp_path_factory.mktemp("recording") / "match.input"
    return file, played(file, "record", "1")


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_a_recorded_match_ends_alike_in_another_process(recorded: tuple[Path, tuple[int, str]], hash_seed: str) -> None:
    file, end = recorded

    assert played(file, "replay", hash_seed) == end
    assert end[0] > 0  # somebody shot something
