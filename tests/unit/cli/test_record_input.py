"""--record-input and --replay-input: a session from the command line, and the same again."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.core.clock import ManualClock
from engine.core.errors import DisplayError
from engine.input.events import InputEventKey, InputEventMouseButton
from engine.input.keys import Key
from engine.input.recording import InputRecording
from servers.display.headless import HeadlessDisplay

Run = Callable[..., tuple[int, str]]

GAME = """
from engine import Node

class Main(Node):
    def on_ready(self):
        print("size", *self.tree.root.size, "args", *self.tree.args)
        self.tree.input.joy_connection_changed.connect(lambda device, connected: print("pad", device, connected))

    def on_input(self, event):
        print(self.tree.frame_count, event)
        if event.is_action_pressed("ui_cancel"):
            self.tree.quit(7)

    def on_process(self, delta):
        size, held = self.tree.root.size, self.input.is_action_pressed("ui_accept")
        print(self.tree.frame_count, delta.hex(), self.tree.rng.randi(), *size, held)
"""


class Person(HeadlessDisplay):
    """A window with somebody before it, who does something before each of the first frames."""

    def __init__(self, size: tuple[int, int], script: list[Callable[[HeadlessDisplay], Any]], windows: Windows) -> None:
        super().__init__(size)
        self.script = script
        self.windows = windows

    def poll(self) -> Any:
        if self.script:
            self.script.pop(0)(self)
        return super().poll()

    def present(self) -> None:
        super().present()
        self.windows.clock.advance(self.windows.frame_time)


def nothing(_window: HeadlessDisplay) -> None:
    """The person only watches."""


PLAYED = [
    nothing,
    lambda window: window.push(InputEventKey(keycode=Key.ENTER, pressed=True)),
    lambda window: window.push(InputEventMouseButton(button_index=1, pressed=True, position=(40, 30))),
    lambda window: window.connect_joypad(1, "Pad"),
    lambda window: window.set_focus(False),
    lambda window: window.resize((640, 360)),
]


DISTURBING = [
    lambda window: window.push(InputEventKey(keycode=Key.ESCAPE, pressed=True)),
    lambda window: window.resize((50, 50)),
    lambda window: window.set_focus(False),
    lambda window: window.connect_joypad(2, "Other"),
]


class Windows:
    """The windows that are opened, one after the other, and the persons before them."""

    def __init__(self) -> None:
        self.scripts: list[list[Callable[[HeadlessDisplay], Any]]] = []
        self.sizes: list[tuple[int, int]] = []
        self.clock = ManualClock()
        self.frame_time = 0.0
        """Seconds that showing a frame takes."""

    def open(self, size: tuple[int, int], **_settings: object) -> Person:
        self.sizes.append(size)
        return Person(size, list(self.scripts.pop(0)), self)


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Windows:
    """Windows in memory, and a clock that is moved by waiting only."""
    windows = Windows()
    monkeypatch.setattr("engine.core.clock.RealClock", lambda: windows.clock)
    monkeypatch.setattr("engine.cli.replay.RealClock", lambda: windows.clock)
    monkeypatch.setattr("engine.cli.run.open_window", windows.open)
    return windows


def played(said: str) -> list[str]:
    """What the game printed, without what the runner said."""
    return [line for line in said.splitlines() if "session.input" not in line]


def test_a_session_in_a_window_is_replayed_bit_for_bit_without_one(run: Run, windows: Windows) -> None:
    file = Path("session.input")
    windows.scripts = [PLAYED]
    windows.frame_time = 0.0123
    code, said = run(GAME, headless=False, frames=12, record_input=file, seed=3)

    again = run(GAME, frames=None, replay_input=file)

    assert code == 0
    assert "session.input: input of 12 frames" in said
    assert "session.input: replayed 12 of 12 frames" in again[1]
    assert played(again[1]) == played(said)
    for part in ("InputEventKey", "InputEventMouseButton", "pad 1 True", "640.0 360.0 False", "648.0 True"):
        assert part in said


def test_in_a_window_a_replay_is_not_disturbed_by_what_devices_do(run: Run, windows: Windows) -> None:
    file = Path("session.input")
    windows.scripts = [PLAYED, DISTURBING]
    windows.frame_time = 0.0123
    _, said = run(GAME, headless=False, frames=12, record_input=file)

    _, again = run(GAME, headless=False, frames=None, replay_input=file)

    assert windows.scripts == []
    assert windows.sizes == [(1152, 648), (1152, 648)]
    assert played(again) == played(said)


def test_in_a_window_a_replay_takes_the_time_that_the_recording_took(run: Run, windows: Windows) -> None:
    file = Path("session.input")
    windows.scripts = [[]]
    run(GAME, frames=30, fixed_fps=64.0, record_input=file)

    run(GAME, headless=False, frames=None, replay_input=file)

    assert windows.clock.now() == pytest.approx(30 / 64)


def test_the_close_button_ends_a_replay(run: Run, windows: Windows) -> None:
    file = Path("session.input")
    windows.scripts = [[nothing, nothing, lambda window: window.request_close()]]
    run(GAME, frames=12, record_input=file)

    code, said = run(GAME, headless=False, frames=None, replay_input=file)

    assert code == 0
    assert "session.input: replayed 2 of 12 frames" in said


def test_a_session_that_the_game_ended_ends_with_the_same_code(run: Run, tmp_path: Path) -> None:
    (tmp_path / "session.input").write_text(
        '{"sapwood_input": 1, "seed": 0, "args": [], "size": [1152, 648]}\n'
        '{"frame": 0, "delta": 0.1}\n'
        f'{{"frame": 2, "event": "InputEventKey", "with": {{"keycode": {int(Key.ESCAPE)}, "pressed": true}}}}\n'
        '{"frames": 2}\n',
        encoding="utf-8",
    )

    code, said = run(GAME, frames=None, replay_input=Path("session.input"))

    assert code == 7
    assert "session.input: replayed 2 of 2 frames" in said


def test_seed_and_arguments_come_from_the_recording(run: Run) -> None:
    file = Path("session.input")
    _, said = run(GAME, frames=3, record_input=file, seed=99, args=("--fast",))
    recording = InputRecording.load(file)

    assert (recording.seed, recording.args, recording.size) == (99, ("--fast",), (1152, 648))
    assert played(run(GAME, frames=None, replay_input=file)[1]) == played(said)
    assert played(run(GAME, frames=None, replay_input=file, args=("--fast",))[1]) == played(said)


def test_what_contradicts_the_recording_is_refused_before_the_game_starts(run: Run) -> None:
    file = Path("session.input")
    run(GAME, frames=3, record_input=file)

    assert run(GAME, frames=None, replay_input=file, seed=1) == (
        1,
        "error: --seed: --replay-input has it from the recording - leave --seed out\n",
    )
    assert run(GAME, frames=None, replay_input=file, fixed_fps=30.0) == (
        1,
        "error: --fixed-fps: --replay-input has it from the recording - leave --fixed-fps out\n",
    )
    assert run(GAME, frames=None, replay_input=file, args=("x",)) == (
        1,
        "error: --replay-input session.input: the game had the arguments [] when this was recorded, not ['x'] - leave "
        "them out\n",
    )


def test_a_replay_may_be_shorter_than_the_recording(run: Run) -> None:
    file = Path("session.input")
    run(GAME, frames=6, record_input=file)

    code, said = run(GAME, frames=4, replay_input=file)

    assert (code, len(played(said))) == (0, 5)
    assert "session.input: replayed 4 of 6 frames" in said
    assert len(played(run(GAME, frames=0, replay_input=file)[1])) == 1


def test_a_game_that_was_changed_is_told_of_and_played_on(run: Run) -> None:
    file = Path("session.input")
    run(GAME, frames=3, record_input=file)
    changed = GAME.replace("def on_ready(self):", "def on_ready(self):\n        self.tree.rng.randi()")

    code, said = run(changed, frames=None, replay_input=file)

    assert code == 0
    assert "warning: --replay-input session.input: at frame 0 of 3 tree.rng stands elsewhere" in said
    assert "replayed 3 of 3 frames" in said


def test_what_was_recorded_until_the_game_failed_is_kept(run: Run) -> None:
    file = Path("session.input")
    failing = GAME + "        if self.tree.frame_count == 3:\n            1 / 0\n"

    code, said = run(failing, frames=9, record_input=file)

    assert code == 1
    assert "ZeroDivisionError" in said
    assert InputRecording.load(file).frame_count == 3
    assert "ZeroDivisionError" in run(failing, frames=None, replay_input=file)[1]


def test_a_recording_that_cannot_be_kept_does_not_hide_what_the_game_raised(run: Run) -> None:
    Path("gone").mkdir()
    failing = GAME + "        __import__('shutil').rmtree('gone')\n        1 / 0\n"

    code, said = run(failing, record_input=Path("gone/file"))

    assert code == 1
    assert "error: gone/file - cannot be written: No such file or directory\n" in said
    assert "game.py:18 in on_process" in said
    assert "ZeroDivisionError" in said


def test_a_recording_that_cannot_be_kept_is_an_error_in_one_line(run: Run) -> None:
    Path("gone").mkdir()
    vanishing = GAME + "        __import__('shutil').rmtree('gone')\n"

    code, said = run(vanishing, frames=1, record_input=Path("gone/file"))

    assert code == 1
    assert said.endswith("\nerror: gone/file - cannot be written: No such file or directory\n")
    assert "contextlib" not in said


def test_a_file_that_cannot_be_written_or_read_is_refused_before_the_game_is_played(run: Run) -> None:
    assert run(GAME, record_input=Path("no/file")) == (1, "error: --record-input no/file: there is no folder no\n")
    assert run(GAME, record_input=Path(".")) == (1, "error: --record-input .: this is a folder - name a file\n")
    os.mkfifo("pipe")
    assert run(GAME, record_input=Path("pipe")) == (
        1,
        "error: --record-input pipe: this is no ordinary file - name another\n",
    )
    assert run(GAME, replay_input=Path("missing")) == (1, "error: missing - there is no such file\n")
    Path("text").write_text("hello\n", encoding="utf-8")
    code, said = run(GAME, replay_input=Path("text"))
    assert (code, said.count("size")) == (1, 0)
    assert said.startswith("error: text:1: this is no line of a recording")


def test_without_a_display_a_replay_goes_on_without_a_window(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_window(*_args: object, **_settings: object) -> None:
        raise DisplayError("no window can be opened (no display)")

    run(GAME, frames=2, record_input=Path("session.input"))
    monkeypatch.setattr("engine.cli.run.open_window", no_window)

    code, said = run(GAME, headless=False, frames=None, replay_input=Path("session.input"))

    assert code == 0
    assert "no window can be opened (no display); running without a window" in said
    assert "replayed 2 of 2 frames" in said
