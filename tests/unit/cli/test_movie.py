"""--record: numbered pictures at a fixed rate, and what ffmpeg is asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine.cli.movie import FrameRecorder
from engine.core.clock import ManualClock
from engine.resources import Image
from servers.display.headless import HeadlessDisplay

Run = Callable[..., tuple[int, str]]

COLOURED = """
from nodes import Node2D

class Main(Node2D):
    frame = 0

    def on_process(self, delta):
        self.frame += 1
        print(delta)
        self.queue_redraw()

    def on_draw(self):
        self.draw_rect((0, 0, 2000, 2000), (self.frame / 255, 0, 0))
"""

FFMPEG = """#!{python}
import json, os, sys
json.dump(sys.argv[1:], open("asked.json", "w"))
print("frame=1", flush=True)
print("progress=continue", flush=True)
if os.path.exists("fail"):
    print("the disk is full")
    sys.exit(3)
open(sys.argv[-1], "w").write("movie")
print("frame=3", flush=True)
"""


@pytest.fixture(autouse=True)
def small_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures of 33 x 20 pixels, so that the tests take no time."""
    monkeypatch.setattr("engine.cli.run.headless_screen", lambda size: HeadlessDisplay((33, 20)))


@pytest.fixture(autouse=True)
def no_ffmpeg(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A path on which there is no ffmpeg."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))


@pytest.fixture
def ffmpeg(tmp_path: Path) -> None:
    """A stand-in for ffmpeg on the path."""
    program = tmp_path / "bin" / "ffmpeg"
    program.write_text(FFMPEG.format(python=sys.executable), encoding="utf-8")
    program.chmod(0o755)


def reds(folder: Path) -> list[int]:
    """The red of each picture, in the order of their numbers; each picture has one colour."""
    files = sorted(folder.glob("frame_*.png"))
    assert [file.name for file in files] == [f"frame_{number:05}.png" for number in range(len(files))]
    pictures = [Image.load_from_file(file).pixels for file in files]
    assert all((picture == picture[0, 0]).all() for picture in pictures)
    return [int(picture[0, 0, 0]) for picture in pictures]


def test_each_frame_is_a_numbered_picture(run: Run, tmp_path: Path) -> None:
    code, said = run(COLOURED, frames=12, record=Path("out/pictures"))

    assert code == 0
    assert reds(tmp_path / "out" / "pictures") == list(range(1, 13))
    assert said.splitlines()[-2:] == [
        "out/pictures: 12 pictures, frame_00000.png to frame_00011.png",
        "ffmpeg is not installed, so there is no movie.mp4",
    ]
    assert said.count("0.016666666666666666") == 12


def test_the_rate_is_the_one_asked_for(run: Run, tmp_path: Path) -> None:
    _, said = run(COLOURED, frames=3, fixed_fps=25.0, record=Path("out"))

    assert said.count("0.04\n") == 3
    assert len(reds(tmp_path / "out")) == 3


def test_in_a_window_time_is_fixed_too(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.core.clock.RealClock", ManualClock)
    monkeypatch.setattr("engine.cli.run.open_window", lambda size, **_: HeadlessDisplay((33, 20)))

    code, said = run(COLOURED, headless=False, frames=3, record=Path("out"))

    assert code == 0
    assert reds(tmp_path / "out") == [1, 2, 3]
    assert said.count("0.016666666666666666") == 3


def test_a_replay_is_pictured_at_the_rate_of_the_movie(run: Run, tmp_path: Path) -> None:
    run(COLOURED, frames=12, fixed_fps=120.0, record_input=Path("fast.input"))
    run(COLOURED, frames=4, fixed_fps=20.0, record_input=Path("slow.input"))

    run(COLOURED, frames=None, replay_input=Path("fast.input"), record=Path("fast"))
    run(COLOURED, frames=None, replay_input=Path("slow.input"), record=Path("slow"))

    assert reds(tmp_path / "fast") == [2, 4, 6, 8, 10, 12]
    assert reds(tmp_path / "slow") == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]


def test_the_rate_is_kept_over_ten_minutes() -> None:
    class Screen:
        def screenshot(self) -> Image:
            return Image()

    recorder = FrameRecorder(Path(os.devnull), 60.0)
    recorder._writers.shutdown()
    recorder._writers.submit = lambda *args: None  # type: ignore[assignment, method-assign]
    for frame in range(36_000):
        recorder.take(Screen(), 1 / 60)  # type: ignore[arg-type]
        recorder._waiting.clear()
        assert recorder.count == frame + 1


def test_ffmpeg_makes_a_movie_beside_the_pictures(run: Run, tmp_path: Path, ffmpeg: None) -> None:
    folder = tmp_path / "100% mine"

    code, said = run(COLOURED, frames=3, fixed_fps=30.0, record=folder)

    assert code == 0
    assert said.splitlines()[-1] == "100% mine/movie.mp4: a movie of 0.1 seconds"
    assert (folder / "movie.mp4").read_text(encoding="utf-8") == "movie"
    assert sorted(os.listdir(folder))[-2:] == ["frame_00002.png", "movie.mp4"]
    asked = (tmp_path / "asked.json").read_text(encoding="utf-8")
    assert f'"-framerate", "30", "-i", "{tmp_path}/100%% mine/frame_%05d.png"' in asked


def test_when_ffmpeg_fails_it_is_said_and_the_pictures_stay(run: Run, tmp_path: Path, ffmpeg: None) -> None:
    (tmp_path / "fail").touch()

    code, said = run(COLOURED, frames=3, record=Path("out"))

    assert code == 0
    assert said.splitlines()[-1] == "ffmpeg could not make the movie: the disk is full"
    assert reds(tmp_path / "out") == [1, 2, 3]
    assert not list((tmp_path / "out").glob("*.mp4"))


def test_a_game_that_fails_leaves_the_pictures_until_then_and_a_movie(run: Run, tmp_path: Path, ffmpeg: None) -> None:
    failing = COLOURED.replace("self.queue_redraw()", "self.queue_redraw()\n        if self.frame == 4: 1 / 0")

    code, said = run(failing, frames=9, record=Path("out"))

    assert code == 1
    assert "ZeroDivisionError" in said
    assert reds(tmp_path / "out") == [1, 2, 3]
    assert (tmp_path / "out" / "movie.mp4").exists()


def test_a_game_that_is_interrupted_leaves_them_too(run: Run, tmp_path: Path, ffmpeg: None) -> None:
    stopped = COLOURED.replace("self.queue_redraw()", "if self.frame == 3: raise KeyboardInterrupt")

    code, said = run(stopped, frames=None, record=Path("out"))

    assert (code, said.splitlines()[-1]) == (130, "interrupted")
    assert len(reds(tmp_path / "out")) == 2
    assert (tmp_path / "out" / "movie.mp4").exists()


def test_a_game_that_quits_at_once_has_no_picture(run: Run, tmp_path: Path, ffmpeg: None) -> None:
    code, said = run("def main(tree):\n    tree.quit(2)\n", frames=None, record=Path("out"))

    assert (code, said) == (2, "out: no picture, since no frame was shown\n")


@pytest.mark.parametrize(
    ("folder", "reason"),
    [
        ("file", "error: --record file: this is a file - name a folder\n"),
        ("file/below", "error: --record file/below: this folder cannot be made: Not a directory\n"),
        (
            "used",
            "error: --record used: an earlier recording is in it, frame_00007.png - name another folder, or remove "
            "that\n",
        ),
    ],
)
def test_a_folder_that_cannot_be_is_refused_before_the_game_is_played(
    run: Run, tmp_path: Path, folder: str, reason: str
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "used").mkdir()
    (tmp_path / "used" / "frame_00007.png").touch()

    assert run(COLOURED, record=Path(folder)) == (1, reason)


def test_a_picture_that_cannot_be_written_ends_the_run_with_the_reason(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    vanishing = "import shutil\n" + COLOURED.replace("print(delta)", "shutil.rmtree('out', ignore_errors=True)")

    code, said = run(vanishing, frames=3, record=Path("out"))

    assert code == 1
    assert said.endswith("cannot be written: No such file or directory\n")
    assert "futures" not in said


def test_pictures_are_whole_though_they_are_written_in_the_background(run: Run, tmp_path: Path) -> None:
    run(COLOURED, frames=60, record=Path("out"))

    assert reds(tmp_path / "out") == list(range(1, 61))
    picture = Image.load_from_file(tmp_path / "out" / "frame_00000.png").pixels
    assert picture.shape == (20, 33, 4)
    assert np.all(picture[:, :, 3] == 255)
