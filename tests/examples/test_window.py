"""A real window, as a person meets it: `sapwood run` under Xvfb, with xdotool at the keyboard and the mouse."""

from __future__ import annotations

import ctypes
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

xlib = pytest.importorskip("pyglet.libs.x11.xlib", reason="a window of X11 needs its libraries", exc_type=ImportError)

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30.0
"""Seconds after which something that should be said is given up; nothing here waits for a fixed time."""

MISSING = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
pytestmark = pytest.mark.skipif(
    bool(MISSING), reason=f"a real window needs {' and '.join(MISSING)} (Debian's packages xvfb and xdotool)"
)

GAME = """
from engine import Node
from engine.input.events import InputEventKey, InputEventMouseButton
from engine.input.keys import Key
from servers.display import DisplayServer


def say(*words):
    print(*words, flush=True)


class Clockwork(Node):
    ticks = 0

    def on_process(self, delta):
        self.ticks += 1


class Main(Node):
    def on_ready(self):
        self.process_mode = 3  # always
        self.clockwork = self.add_child(Clockwork("Clockwork"))
        self.clockwork.process_mode = 1  # pausable
        self.tree.root.size_changed.connect(lambda: say("size", *map(int, self.tree.root.size)))
        self.tree.quit_requested.connect(lambda code: say("quit", code))

    def on_process(self, delta):
        if self.tree.frame_count == 2:
            self.tree.servers.require(DisplayServer).focus_lost.connect(lambda: say("focus lost"))
            say("ready", *map(int, self.tree.root.size))

    def on_input(self, event):
        if isinstance(event, InputEventMouseButton) and event.pressed:
            say("button", event.button_index, *map(int, event.position))
        if isinstance(event, InputEventKey) and event.pressed and not event.echo:
            if event.keycode == Key.P:
                self.tree.paused = not self.tree.paused
            if event.keycode == Key.F:
                display = self.tree.servers.require(DisplayServer)
                display.fullscreen = not display.fullscreen
            say("key", event.keycode, "shift" if event.shift_pressed else "plain", self.clockwork.ticks)
"""


class Xvfb:
    """An X server without a screen, on a free display number that it chose itself."""

    def __init__(self) -> None:
        read_end, write_end = os.pipe()
        command = ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1024x768x24", "-noreset", "+extension", "GLX"]
        self.process = subprocess.Popen(command, pass_fds=[write_end], stderr=subprocess.DEVNULL)
        os.close(write_end)
        with os.fdopen(read_end) as pipe:
            assert select.select([pipe], [], [], PATIENCE)[0], "Xvfb does not start"
            self.display = f":{pipe.readline().strip()}"

    def do(self, *arguments: str) -> str:
        """Let xdotool do something; what it prints."""
        environment = {**os.environ, "DISPLAY": self.display}
        done = subprocess.run(
            ["xdotool", *arguments], env=environment, capture_output=True, text=True, check=True, timeout=PATIENCE
        )
        return done.stdout.strip()

    def ask_to_close(self, window: int) -> None:
        """Do what a window manager does when the close button of a window is clicked."""
        display = xlib.XOpenDisplay(self.display.encode())
        event = xlib.XEvent()
        event.xclient.type = xlib.ClientMessage
        event.xclient.window = window
        event.xclient.message_type = xlib.XInternAtom(display, b"WM_PROTOCOLS", False)
        event.xclient.format = 32
        event.xclient.data.l[0] = xlib.XInternAtom(display, b"WM_DELETE_WINDOW", False)
        xlib.XSendEvent(display, window, False, 0, ctypes.byref(event))
        xlib.XCloseDisplay(display)

    def set_dpi(self, dpi: int) -> None:
        """Be a screen of that many dots an inch; programs started from now on see it."""
        display = xlib.XOpenDisplay(self.display.encode())
        resources = f"Xft.dpi:\t{dpi}\n".encode()
        name, text_type = xlib.XInternAtom(display, b"RESOURCE_MANAGER", False), 31
        data = (ctypes.c_ubyte * len(resources))(*resources)
        xlib.XChangeProperty(display, xlib.XDefaultRootWindow(display), name, text_type, 8, 0, data, len(resources))
        xlib.XCloseDisplay(display)

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()


class Game:
    """A game in a process of its own, and what it says on its standard output."""

    def __init__(self, display: str, script: Path, *options: str) -> None:
        environment = {**os.environ, "DISPLAY": display, "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "engine", "run", str(script), *options],
            env=environment,
            cwd=script.parent,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._unread = b""

    def hear(self, beginning: str) -> str:
        """The next line that starts so; those before it are skipped."""
        assert self.process.stdout is not None
        deadline = time.monotonic() + PATIENCE
        while True:
            while b"\n" in self._unread:
                line, self._unread = self._unread.split(b"\n", 1)
                if line.decode().startswith(beginning):
                    return line.decode()
            readable, _, _ = select.select([self.process.stdout], [], [], deadline - time.monotonic())
            data = os.read(self.process.stdout.fileno(), 4096) if readable else b""
            if not data:
                self.process.kill()
                errors = self.process.communicate()[1].decode()
                pytest.fail(f"the game never said {beginning!r}; on stderr: {errors}")
            self._unread += data

    def end(self) -> tuple[int, str]:
        """Wait for the end: the exit code, and everything that was said on stderr."""
        _, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, errors.decode()

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


@pytest.fixture(scope="module")
def screen() -> Iterator[Xvfb]:
    server = Xvfb()
    yield server
    server.close()


@pytest.fixture
def game(screen: Xvfb, tmp_path: Path) -> Iterator[Game]:
    script = tmp_path / "window_game.py"
    script.write_text(GAME, encoding="utf-8")
    game = Game(screen.display, script)
    game.hear("ready")
    yield game
    game.close()


def window_of(screen: Xvfb) -> int:
    return int(screen.do("search", "--sync", "--onlyvisible", "--name", "^Window game$").splitlines()[0])


def test_the_window_has_the_scripts_name_and_closes_cleanly_with_code_0(screen: Xvfb, game: Game) -> None:
    screen.ask_to_close(window_of(screen))

    assert game.hear("quit") == "quit 0"
    code, errors = game.end()
    assert code == 0
    assert "Traceback" not in errors


def test_the_window_takes_keys_and_pauses(screen: Xvfb, game: Game) -> None:
    screen.do("key", "shift+a")
    assert game.hear("key 65").split()[2] == "shift"

    screen.do("key", "p")
    at_pause = game.hear("key 80").split()[3]
    screen.do("key", "space")
    assert game.hear("key 32").split()[3] == at_pause

    screen.do("key", "p")
    game.hear("key 80")
    screen.do("key", "space")
    assert int(game.hear("key 32").split()[3]) > int(at_pause)


def test_the_window_takes_the_mouse_and_follows_its_size(screen: Xvfb, game: Game) -> None:
    window = str(window_of(screen))

    screen.do("mousemove", "--window", window, "70", "40", "click", "3")
    assert game.hear("button") == "button 2 70 40"

    screen.do("windowsize", window, "500", "400")
    assert game.hear("size") == "size 500 400"


def test_fullscreen_covers_the_screen_and_goes_back(screen: Xvfb, game: Game) -> None:
    window = window_of(screen)
    screen.do("windowsize", str(window), "500", "400")
    game.hear("size 500 400")

    screen.do("key", "f")
    assert game.hear("size") == "size 1024 768"

    screen.do("windowfocus", str(window_of(screen)))
    screen.do("key", "f")
    assert game.hear("size") == "size 500 400"


def test_on_a_hidpi_screen_a_point_has_more_pixels_and_the_game_does_not_notice(screen: Xvfb, tmp_path: Path) -> None:
    script = tmp_path / "window_game.py"
    script.write_text(GAME, encoding="utf-8")
    screen.set_dpi(144)
    game = Game(screen.display, script)
    try:
        assert game.hear("ready") == "ready 1152 648"
        window = str(window_of(screen))
        assert "Geometry: 1728x972" in screen.do("getwindowgeometry", window)

        screen.do("mousemove", "--window", window, "150", "90", "click", "1")
        assert game.hear("button") == "button 1 100 60"

        screen.do("key", "f")
        assert game.hear("size") == "size 682 512"
        screen.do("windowfocus", str(window_of(screen)))
        screen.do("key", "f")
        assert game.hear("size") == "size 1152 648"
    finally:
        game.close()
        screen.set_dpi(96)


def test_without_a_display_the_run_ends_with_what_to_do(tmp_path: Path) -> None:
    script = tmp_path / "window_game.py"
    script.write_text(GAME, encoding="utf-8")

    code, errors = Game(":4095", script).end()

    assert code == 1
    assert errors.startswith("error: no window can be opened: ")
    assert errors.endswith("without a display, run it with --headless --frames N --screenshot FILE.png\n")
    assert "Traceback" not in errors
