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
import warnings
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from engine.app import (
    DEFAULT_SIZE,
    HEADLESS_FPS,
    INTERRUPTED,
    game_app,
    headless_screen,
    load_game,
    new_seed,
    open_window,
)
from engine.cli.movie import FrameRecorder, make_movie, prepare_folder
from engine.cli.profile_table import profile_table
from engine.cli.profiler import Profiler
from engine.cli.replay import replay_input
from engine.core.clock import RealClock
from engine.core.errors import DisplayError, InvalidValueError, ResourceError, SapwoodError
from engine.game.report import describe_error, has_own_frames, shown_path
from engine.input.recording import InputRecorder, InputRecording
from engine.math import Vector2

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from engine.app import App
    from servers.display.backend import DisplayBackend

FAILED = 1
TERMINATED = 143
"""The exit code that a shell gives for a program that SIGTERM ended."""
TABLE_WIDTH = 100
"""Columns that tables may have in a file or a pipe, which have no width of their own."""


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
    record: Path | None = None
    record_input: Path | None = None
    replay_input: Path | None = None
    profile: bool = False
    debug_collisions: bool = False
    keep_going: bool = False
    traceback: bool = False


def run_game(options: RunOptions) -> int:
    """Run a game as the options say, tell the person what goes wrong on stderr, and give the exit code."""
    console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
    with _log_on(console, options.traceback), _terminated_in_order():
        return _run_game(options, console)


def _run_game(options: RunOptions, console: Console) -> int:
    try:
        _check(options)
        session = _build(options, console)
        with session.app as app:
            code = _play(session, options, console)
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
    """Show what the engine logs, and what Python warns of, as the rest of what the person reads."""
    handler = _ConsoleHandler(console, whole_tracebacks)
    log = logging.getLogger("sapwood")
    log.addHandler(handler)
    shown_before = warnings.showwarning
    warnings.showwarning = partial(_show_warning, console)
    try:
        yield
    finally:
        warnings.showwarning = shown_before
        log.removeHandler(handler)


def _show_warning(
    console: Console, message: Warning | str, _category: type[Warning], file: str, line: int, *_: Any
) -> None:
    forgotten = str(message).endswith("was never awaited")
    hint = "; await the call, or give it to self.create_task(...)" if forgotten else ""
    console.print(f"warning: {shown_path(file)}:{line}: {message}{hint}")


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


def _check(options: RunOptions) -> None:
    """Refuse what cannot be, and files that cannot be written, before the game is played."""
    if options.screenshot is not None:
        if options.screenshot.suffix.lower() != ".png":
            raise ResourceError(
                f"--screenshot {options.screenshot}: pictures are written as PNG - name a file that ends in .png"
            )
        _check_writable("--screenshot", options.screenshot)
    if options.record_input is not None:
        _check_writable("--record-input", options.record_input)
    if options.record is not None:
        prepare_folder(options.record)
    if options.replay_input is not None:
        for option, given in (("--seed", options.seed is not None), ("--fixed-fps", options.fixed_fps)):
            if given:
                raise InvalidValueError(f"{option}: --replay-input has it from the recording - leave {option} out")


def _check_writable(option: str, file: Path) -> None:
    folder = file.absolute().parent
    try:
        if not folder.is_dir():
            raise ResourceError(f"{option} {file}: there is no folder {file.parent}")
        if file.is_dir():
            raise ResourceError(f"{option} {file}: this is a folder - name a file")
        if file.exists() and not file.is_file():  # a device, say, which the new file would take the place of
            raise ResourceError(f"{option} {file}: this is no ordinary file - name another")
    except OSError as error:
        raise ResourceError(f"{option} {file}: cannot be written: {error.strerror}") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ResourceError(f"{option} {file}: nothing may be written into {file.parent} - name another folder")


@dataclass(frozen=True)
class _Session:
    """A game that was started, and what it was started with."""

    app: App
    seed: int
    size: Vector2
    replayed: InputRecording | None


def _build(options: RunOptions, console: Console) -> _Session:
    game = load_game(options.path)
    try:
        replayed = _load_recording(options)
        size = game.window_size or DEFAULT_SIZE
        if replayed is not None:
            size = (round(replayed.size.x), round(replayed.size.y))
        window = None if options.headless else _open_window(options, game.title, size, console)
    except BaseException:
        game.unload()
        raise
    settings: dict[str, Any] = {"args": options.args, "seed": options.seed or 0, "fixed_fps": options.fixed_fps}
    if replayed is not None:
        settings.update(args=replayed.args, seed=replayed.seed)
    elif window is None or options.record is not None:
        settings["fixed_fps"] = options.fixed_fps or HEADLESS_FPS
    if window is not None:
        settings.update(shown=True, draws=True)
        if options.seed is None and replayed is None:
            settings["seed"] = new_seed()
    else:
        # With an end it is a computation, as fast as can be; without, it goes on, at the pace of a clock.
        goes_on = options.frames is None and options.record is None and replayed is None
        settings["max_fps"] = settings["fixed_fps"] if goes_on else 0.0
        # A picture that cannot be made is said before the game is played.
        settings["draws"] = None if options.screenshot is None and options.record is None else True
    screen = window or headless_screen(size)
    size_before = Vector2(screen.window_size)
    settings.update(keep_going=options.keep_going, debug_collisions=options.debug_collisions)
    app = game_app(game, screen, title=game.title, **settings)
    return _Session(app, settings["seed"], size_before, replayed)


def _load_recording(options: RunOptions) -> InputRecording | None:
    """The recording to replay; the game's module was imported before, since its event classes may be in it."""
    if options.replay_input is None:
        return None
    recording = InputRecording.load(options.replay_input)
    if options.args and options.args != recording.args:
        raise InvalidValueError(
            f"--replay-input {options.replay_input}: the game had the arguments {list(recording.args)} when this was "
            f"recorded, not {list(options.args)} - leave them out"
        )
    return recording


def _open_window(options: RunOptions, title: str, size: tuple[int, int], console: Console) -> DisplayBackend | None:
    """A window, or None where there can be none and the run has an end all the same."""
    try:
        return open_window(size, title=title, resizable=options.replay_input is None)
    except DisplayError as error:
        if options.frames is None and options.replay_input is None:
            raise DisplayError(
                f"{error} - without a display, run it with --headless --frames N --screenshot FILE.png"
            ) from error
        console.print(f"{error}; running without a window")
        return None


def _play(session: _Session, options: RunOptions, console: Console) -> int:
    """Run the game with all that listens to it; what was recorded until then is kept also when the game fails."""
    app = session.app
    with ExitStack() as stack:
        if options.profile:
            profiler = Profiler(RealClock())
            stack.callback(_print_profile, profiler, console)
            stack.enter_context(profiler.watch(app))
        if options.record_input is not None:
            recorder = InputRecorder(app.tree, session.seed, session.size)
            stack.enter_context(_kept(partial(_save_input, recorder, options.record_input, console), console))
        pictures = None
        if options.record is not None:
            pictures = FrameRecorder(options.record, options.fixed_fps or HEADLESS_FPS)
            stack.enter_context(_kept(partial(_finish_movie, pictures, console), console))
        length = _length(session, options)
        shows_progress = pictures is not None or (not app.shown and length is not None)
        on_progress = stack.enter_context(_progress("frames", length, shows_progress, console))
        on_frame = partial(_on_frame, app, pictures, on_progress)
        if session.replayed is None:
            delta = 1.0 / (options.fixed_fps or HEADLESS_FPS)
            return app.run(options.frames, lambda done: on_frame(done, delta))
        return _replay(session, session.replayed, options, on_frame, console)


@contextmanager
def _kept(keep: Callable[[], None], console: Console) -> Iterator[None]:
    """Keep what was recorded at the end of a run; that it cannot be does not hide what ended the run."""
    try:
        yield
    except BaseException:
        try:
            keep()
        except SapwoodError as error:
            console.print(f"error: {error}", style="bold red")
        raise
    keep()


def _on_frame(
    app: App, pictures: FrameRecorder | None, on_progress: Callable[[int], object] | None, done: int, delta: float
) -> None:
    if pictures is not None and app.loop.exit_code is None:
        pictures.take(app, delta)
    if on_progress is not None:
        on_progress(done)


def _length(session: _Session, options: RunOptions) -> int | None:
    """How many frames the run has at most; None when nobody knows."""
    lengths = [options.frames, None if session.replayed is None else session.replayed.frame_count]
    return min((length for length in lengths if length is not None), default=None)


def _replay(
    session: _Session,
    recording: InputRecording,
    options: RunOptions,
    on_frame: Callable[[int, float], object],
    console: Console,
) -> int:
    def warn(frame: int) -> None:
        console.print(f"warning: --replay-input {options.replay_input}: {recording.describe_divergence(frame)}")

    app = session.app
    code = replay_input(app, recording, frames=options.frames, on_frame=on_frame, on_diverged=warn)
    console.print(f"{options.replay_input}: replayed {app.loop.frames} of {recording.frame_count} frames")
    return code


def _print_profile(profiler: Profiler, console: Console) -> None:
    if not console.is_terminal:
        console = Console(stderr=True, width=TABLE_WIDTH)
    console.print(profile_table(profiler), soft_wrap=False)


def _save_input(recorder: InputRecorder, file: Path, console: Console) -> None:
    recorder.stop()
    recorder.recording.save(file)
    console.print(f"{shown_path(file)}: input of {recorder.recording.frame_count} frames")


def _finish_movie(pictures: FrameRecorder, console: Console) -> None:
    pictures.close()
    folder = shown_path(pictures.folder)
    if not pictures.count:
        console.print(f"{folder}: no picture, since no frame was shown")
        return
    console.print(f"{folder}: {pictures.count} pictures, frame_00000.png to frame_{pictures.count - 1:05}.png")
    with _progress("movie", pictures.count, True, console) as on_progress:
        console.print(make_movie(pictures, on_progress or (lambda done: None)))


@contextmanager
def _progress(what: str, total: int | None, wanted: bool, console: Console) -> Iterator[Callable[[int], object] | None]:
    """A progress bar, where somebody watches a run that shows nothing else, or that has more to do than to show."""
    if not (wanted and console.is_terminal and total != 0):
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done: progress.update(task, completed=done)
