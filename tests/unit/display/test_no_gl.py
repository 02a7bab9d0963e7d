"""A machine without OpenGL 3.3 is told what it lacks and what to do, in one line; one with some is used."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import DisplayError
from servers.display.gl_faults import INSTALL, UPDATE, explain
from servers.display.headless import HeadlessDisplay, create_headless_context

ROOT = Path(__file__).parents[3]

LACKING = {
    "no device and no driver": ({"__EGL_VENDOR_LIBRARY_FILENAMES": "/nowhere.json"}, "EGL finds no device", INSTALL),
    "no driver files": ({"LIBGL_DRIVERS_PATH": "/nowhere"}, "the driver does not start", INSTALL),
    "an unknown driver": ({"GALLIUM_DRIVER": "nothing"}, "the driver does not start", INSTALL),
    "OpenGL 3.2": ({"MESA_GL_VERSION_OVERRIDE": "3.2"}, "the driver has only an older OpenGL", UPDATE),
    "OpenGL 2.1": ({"MESA_GL_VERSION_OVERRIDE": "2.1"}, "the driver has only an older OpenGL", UPDATE),
}
linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the variables are those of Mesa and EGL")


@linux_only
@pytest.mark.parametrize("case", LACKING)
def test_a_picture_on_a_machine_without_gl_is_refused_in_one_line(tmp_path: Path, case: str) -> None:
    variables, meaning, advice = LACKING[case]
    game, picture = tmp_path / "game.py", tmp_path / "picture.png"
    game.write_text("from nodes import Node2D\n\n\nclass Game(Node2D):\n    pass\n")
    command = [sys.executable, "-m", "engine", "run", str(game), "--headless", "--frames", "1"]
    environment = {**os.environ, **variables, "PYTHONPATH": str(ROOT), "EGL_LOG_LEVEL": "fatal"}

    done = subprocess.run(
        [*command, "--screenshot", str(picture)],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line for line in done.stderr.splitlines() if line and not line.startswith(("libEGL", "libGL"))]
    assert done.returncode == 1
    assert len(lines) == 1
    assert lines[0].startswith(f"error: no OpenGL 3.3 without a window on this machine: {meaning}")
    assert lines[0].endswith(f" - {advice}")
    assert not picture.exists()


@linux_only
def test_a_game_that_nobody_looks_at_runs_without_gl(tmp_path: Path) -> None:
    game = tmp_path / "game.py"
    game.write_text("from nodes import Node2D\n\n\nclass Game(Node2D):\n    pass\n")
    environment = {**os.environ, "MESA_GL_VERSION_OVERRIDE": "3.2", "PYTHONPATH": str(ROOT)}

    command = [sys.executable, "-m", "engine", "run", str(game), "--headless", "--frames", "1"]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "the game runs, but no picture of it can be made" in done.stderr


class Devices:
    """What stands for moderngl.create_context: each device gives a context, or fails."""

    def __init__(self, *faults: str) -> None:
        """The text of each device's failure, "" for one that works."""
        self.faults = faults
        self.tried: list[int] = []

    def __call__(self, *, device_index: int = 0, **_settings: Any) -> Any:
        self.tried.append(device_index)
        if device_index >= len(self.faults):
            raise RuntimeError(f"requested device index {device_index}, but found {len(self.faults)} devices")
        if self.faults[device_index]:
            raise RuntimeError(self.faults[device_index])
        return type("Context", (), {"index": device_index})()


LOST = "eglInitialize failed (0x3001)"


@linux_only
@pytest.mark.parametrize(("faults", "used"), [(("",), 0), ((LOST, ""), 1), ((LOST, LOST, ""), 2), (("", ""), 0)])
def test_a_device_that_is_not_there_any_more_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, faults: tuple[str, ...], used: int
) -> None:
    devices = Devices(*faults)
    monkeypatch.setattr("moderngl.create_context", devices)
    ctx: Any = create_headless_context()

    assert ctx.index == used
    assert devices.tried == [*range(used + 1)]


@linux_only
@pytest.mark.parametrize(
    ("faults", "text"),
    [
        ((), "EGL finds no device"),
        ((LOST,), "the driver does not start"),
        (("eglCreateContext failed (0x3009)", LOST), "the driver has only an older OpenGL"),
        ((LOST,) * 100, "the driver does not start"),
    ],
)
def test_where_no_device_works_the_fault_of_the_first_is_told(
    monkeypatch: pytest.MonkeyPatch, faults: tuple[str, ...], text: str
) -> None:
    monkeypatch.setattr("moderngl.create_context", Devices(*faults))

    with pytest.raises(DisplayError, match=f"no OpenGL 3.3 without a window on this machine: {text}"):
        create_headless_context()


class NoSuchDisplayException(Exception):
    """As pyglet has it, which cannot be imported without a window system."""


class ContextException(Exception):
    """As pyglet has it."""


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (RuntimeError("libEGL.so not loaded"), f"a library is missing (libEGL.so not loaded) - {INSTALL}"),
        (
            ValueError("Requested OpenGL version 330, got version 210"),
            f"the driver has only an older OpenGL (Requested OpenGL version 330, got version 210) - {UPDATE}",
        ),
        (
            NoSuchDisplayException('Cannot connect to "None"'),
            'there is no display; DISPLAY names none that answers (Cannot connect to "None")',
        ),
        (
            ContextException("Could not create GL context"),
            "the display's driver does not start, or has only an older OpenGL (Could not create GL context) - "
            + UPDATE,
        ),
        (RuntimeError("something else"), f"something else - {INSTALL}"),
        (RuntimeError(), f"RuntimeError - {INSTALL}"),
    ],
)
def test_what_a_library_says_is_put_into_words(error: Exception, text: str) -> None:
    assert explain(error) == text


def test_a_screen_that_no_graphics_card_takes_is_refused() -> None:
    display = HeadlessDisplay((16384, 1), pixel_ratio=8.0)

    with pytest.raises(
        DisplayError, match=r"a screen of 131072 x 8 pixels is more than the \d+ each way that this graphics card takes"
    ):
        _ = display.graphics.screen
    display.close()
    assert display.graphics.leaked == []
