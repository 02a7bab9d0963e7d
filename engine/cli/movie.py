"""`sapwood run --record FOLDER`: each frame as a numbered picture, and a movie of them where ffmpeg is installed.

The pictures are written by a few threads while the game goes on; the rate of pictures is fixed, whatever the frames of
the game last, so that the movie has the game's time.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from math import floor
from typing import TYPE_CHECKING

from engine.core.errors import ResourceError
from engine.game.report import shown_path

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future
    from pathlib import Path

    from engine.app import App

MOVIE = "movie.mp4"
WRITERS = min(4, os.cpu_count() or 1)
"""Threads that pack pictures; packing one takes three times as long as drawing it."""

MOST_WAITING = 4 * WRITERS
"""Pictures that wait to be packed, at most, 3 MB each."""


def prepare_folder(folder: Path) -> None:
    """Make the folder, before the game is played.

    Raises:
        ResourceError: it cannot be, or it holds pictures of another recording, which would get into the movie.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        found = next(folder.glob("frame_*.png"), None) or next(folder.glob(MOVIE), None)
    except FileExistsError:
        raise ResourceError(f"--record {folder}: this is a file - name a folder") from None
    except OSError as error:
        raise ResourceError(f"--record {folder}: this folder cannot be made: {error.strerror}") from error
    if found is not None:
        raise ResourceError(
            f"--record {folder}: an earlier recording is in it, {found.name} - name another folder, or remove that"
        )
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ResourceError(f"--record {folder}: nothing may be written into it - name another folder")


class FrameRecorder:
    """Writes the pictures of a game that runs."""

    def __init__(self, folder: Path, fps: float) -> None:
        """Into `folder`, `fps` for each second of the game's time."""
        self.folder = folder
        self.fps = fps
        self.count = 0
        """How many pictures were taken."""
        self._time = 0.0
        self._writers = ThreadPoolExecutor(WRITERS, thread_name_prefix="picture")
        self._waiting: list[Future[None]] = []

    def take(self, app: App, delta: float) -> None:
        """Take the picture of a frame that lasted `delta` seconds: as many as are due by now, often one.

        Raises:
            ResourceError: an earlier picture could not be written.
        """
        self._time += delta
        due = floor(self._time * self.fps + 1e-6)
        if due <= self.count:
            return
        image = app.screenshot()
        while self.count < due:
            file = self.folder / f"frame_{self.count:05}.png"
            self._waiting.append(self._writers.submit(image.save_png, file))
            self.count += 1
        while len(self._waiting) > MOST_WAITING:
            self._waiting.pop(0).result()

    def close(self) -> None:
        """Wait until all pictures are written.

        Raises:
            ResourceError: one could not be written.
        """
        self._writers.shutdown()
        for writing in self._waiting:
            writing.result()


def make_movie(frames: FrameRecorder, on_progress: Callable[[int], object]) -> str:
    """Let ffmpeg make a movie of the pictures; what came of it, in words.

    Args:
        frames: the pictures, all written.
        on_progress: called with the number of pictures that are done, now and then.
    """
    program = shutil.which("ffmpeg")
    if program is None:
        return f"ffmpeg is not installed, so there is no {MOVIE}"
    # Written under another name first: what stands under this one can be played.
    unfinished = frames.folder / f"unfinished_{MOVIE}"
    pattern = str(frames.folder.absolute()).replace("%", "%%") + os.sep + "frame_%05d.png"
    command = [program, "-hide_banner", "-loglevel", "error", "-nostdin", "-progress", "pipe:1", "-y"]
    command += ["-framerate", f"{frames.fps:.10g}", "-i", pattern]
    # Most players want this pixel format, and that wants even sides.
    command += ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p", "-movflags", "+faststart", str(unfinished)]
    try:
        said = _run(command, on_progress)
        if said is not None:
            return f"ffmpeg could not make the movie: {said}"
        unfinished.replace(frames.folder / MOVIE)
    except OSError as error:
        return f"ffmpeg could not make the movie: {error.strerror}"
    finally:
        unfinished.unlink(missing_ok=True)
    return f"{shown_path(frames.folder / MOVIE)}: a movie of {frames.count / frames.fps:.1f} seconds"


def _run(command: list[str], on_progress: Callable[[int], object]) -> str | None:
    """Run ffmpeg; None if it did what it should, otherwise the last that it said."""
    said = ""
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                name, equals, value = line.strip().partition("=")
                if name == "frame" and value.isdigit():
                    on_progress(int(value))
                elif line.strip() and not (equals and name.replace("_", "").isalnum()):
                    said = line.strip()
        except BaseException:
            process.kill()
            raise
    return None if process.returncode == 0 else said or f"exit code {process.returncode}"
