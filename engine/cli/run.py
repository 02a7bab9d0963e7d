"""`sapwood run`: a game in a window or without one, and an exit code.

0 when the game ended by itself, when its window was closed or its frames ran out; what it gave to `tree.quit(code)`; 1
for a game that does not start or fails on the way; 130 when it was interrupted from the keyboard, 143 when it was told
to terminate (SIGTERM): its nodes leave the tree all the same, and the servers are disposed of.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import traceback
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from engine.app import HEADLESS_FPS, INTERRUPTED, headless_screen, new_seed, open_window, script_app
from engine.cli.report import describe_error, has_own_frames, shown_path
from engine.cli.script import load_script
from engine.core.errors import DisplayError, ResourceError, SapwoodError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from engine.app import App
    from engine.cli.script import Script

FAILED = 1
TERMINATED = 143
"""The exit code that a shell gives for a program that SIGTERM ended."""


@dataclass(frozen=True)
class RunOptions:
    """What `sapwood run` was asked for; see `engine.cli.commands.run`."""

    path: Path
    args: tuple[str, ...] = ()
    headless: bool = False
    frames: int | None = None
    fixed_fps: float = 0.0
    seed: int | None = None
    screenshot: Path | None = None
    keep_going: bool = False
    traceback: bool = False


def run_game(options: RunOptions) -> int:
    """Run a game as the options say, tell the person what goes wrong on stderr, and give the exit code."""
    console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
    with _log_on(console, options.traceback), _terminated_in_order():
        return _run_game(options, console)


def _run_game(options: RunOptions, console: Console) -> int:
    try:
        _check_screenshot(options.screenshot)
        with _build(options, console) as app:
            code = _play(app, options, console)
            if options.screenshot is not None:
                app.screenshot().save_png(options.screenshot)
                console.print(f"{shown_path(options.screenshot)}: picture of frame {app.loop.frames}")
            return code
    except KeyboardInterrupt:
        console.print("interrupted")
        return INTERRUPTED
    except SystemExit:
        raise
    except BaseException as error:  # noqa: BLE001  # whatever the game raises, its own BaseExceptions too
        if options.traceback:
            traceback.print_exception(error)
        elif isinstance(error, SapwoodError) and not has_own_frames(error):
            console.print(f"error: {error}", style="bold red")
        else:
            console.print(f"error in {shown_path(options.path)}:", style="bold red")
            console.print(describe_error(error))
        return FAILED


@contextmanager
def _log_on(console: Console, whole_tracebacks: bool) -> Iterator[None]:
    """Show what the engine logs as the rest of what the person reads."""
    handler = _ConsoleHandler(console, whole_tracebacks)
    log = logging.getLogger("sapwood")
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)


@contextmanager
def _terminated_in_order() -> Iterator[None]:
    """Let SIGTERM end the game as `sys.exit` does, instead of at once; only the main thread can."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _terminate(_number: int, _frame: object) -> NoReturn:
    raise SystemExit(TERMINATED)


class _ConsoleHandler(logging.Handler):
    """Writes log records to a console, errors as `describe_error` has them."""

    def __init__(self, console: Console, whole_tracebacks: bool) -> None:
        super().__init__(logging.WARNING)
        self._console = console
        self._whole_tracebacks = whole_tracebacks

    def emit(self, record: logging.LogRecord) -> None:
        self._console.print(f"{record.levelname.lower()}: {record.getMessage()}")
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            text = "".join(traceback.format_exception(error)) if self._whole_tracebacks else describe_error(error)
            self._console.print(text)


def _check_screenshot(file: Path | None) -> None:
    """Refuse a file that cannot be written before the game is played."""
    if file is None:
        return
    if file.suffix.lower() != ".png":
        raise ResourceError(f"--screenshot {file}: pictures are written as PNG - name a file that ends in .png")
    folder = file.absolute().parent
    try:
        if not folder.is_dir():
            raise ResourceError(f"--screenshot {file}: there is no folder {file.parent}")
        if file.is_dir():
            raise ResourceError(f"--screenshot {file}: this is a folder - name a file")
    except OSError as error:
        raise ResourceError(f"--screenshot {file}: cannot be written: {error.strerror}") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ResourceError(f"--screenshot {file}: nothing may be written into {file.parent} - name another folder")


def _build(options: RunOptions, console: Console) -> App:
    script = load_script(options.path)
    title = _title_of(script)
    window = None
    if not options.headless:
        try:
            window = open_window(title=title)
        except DisplayError as error:
            if options.frames is None:
                script.unload()
                raise DisplayError(
                    f"{error} - without a display, run it with --headless --frames N --screenshot FILE.png"
                ) from error
            console.print(f"{error}; running without a window")
    if window is not None:
        seed = new_seed() if options.seed is None else options.seed
        settings: dict[str, Any] = {"shown": True, "draws": True, "seed": seed, "fixed_fps": options.fixed_fps}
    else:
        fps = options.fixed_fps or HEADLESS_FPS
        # With a number of frames it is a computation, as fast as can be; without, it goes on, at the pace of a clock.
        settings = {"seed": options.seed or 0, "fixed_fps": fps, "max_fps": 0.0 if options.frames is not None else fps}
        # A picture that cannot be made is said before the game is played.
        settings["draws"] = None if options.screenshot is None else True
    return script_app(
        script, window or headless_screen(), title=title, args=options.args, keep_going=options.keep_going, **settings
    )


def _title_of(script: Script) -> str:
    name = script.path.parent.name if script.path.name == "game.py" else script.path.stem
    return name.replace("_", " ").capitalize()


def _play(app: App, options: RunOptions, console: Console) -> int:
    with _progress(options.frames if not app.shown else None, console) as on_frame:
        return app.run(options.frames, on_frame)


@contextmanager
def _progress(frames: int | None, console: Console) -> Iterator[Callable[[int], object] | None]:
    """A progress bar, where somebody watches a run of a known length that shows nothing else."""
    if not (frames and console.is_terminal):
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("frames", total=frames)
        yield lambda done: progress.update(task, completed=done)
