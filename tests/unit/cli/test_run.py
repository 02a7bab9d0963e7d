"""`sapwood run`, in this process: exit codes and what the person reads."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.app import headless_screen
from engine.cli.commands import sapwood
from engine.core.clock import ManualClock
from engine.core.errors import DisplayError
from engine.resources import Image

ROOT = Path(__file__).resolve().parents[3]

Run = Callable[..., tuple[int, str]]

COUNTING = """
from engine import Node

class Main(Node):
    ticks = 0

    def on_process(self, delta):
        self.ticks += 1
        print(self.ticks, round(delta, 6))
"""


def command(arguments: Iterable[str]) -> tuple[int, str]:
    """Run the command line `sapwood ARGUMENTS`; its exit code and its output."""
    result = CliRunner().invoke(sapwood, list(arguments))
    return result.exit_code, result.output


def test_a_headless_run_lasts_its_frames_at_60_a_second(run: Run) -> None:
    assert run(COUNTING) == (0, "1 0.016667\n2 0.016667\n3 0.016667\n")


def test_the_fixed_rate_is_the_one_asked_for(run: Run) -> None:
    assert run(COUNTING, frames=1, fixed_fps=100.0) == (0, "1 0.01\n")


def test_the_games_exit_code_is_the_runs(run: Run) -> None:
    assert run("def main(tree):\n    tree.process_frame.connect(lambda: tree.quit(4))\n", frames=None) == (4, "")


def test_the_seed_starts_the_trees_random_numbers_and_is_0_without_a_window(run: Run) -> None:
    text = "def main(tree):\n    print(tree.rng.randi())\n"

    assert run(text, seed=5) == run(text, seed=5)
    assert run(text, seed=5) != run(text)
    assert run(text) == run(text, seed=0)


def test_in_a_window_the_seed_is_the_one_asked_for_and_otherwise_another_each_time(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "def main(tree):\n    print(tree.rng.randi())\n"
    without_a_window = run(text, seed=5)
    monkeypatch.setattr("engine.cli.run.open_window", lambda size, **_: headless_screen((32, 20)))

    assert run(text, headless=False, frames=1, seed=5) == without_a_window
    assert run(text, headless=False, frames=1) != run(text, headless=False, frames=1)


def test_without_a_window_a_run_without_an_end_keeps_the_pace_of_a_clock(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = ManualClock()
    monkeypatch.setattr("engine.core.clock.RealClock", lambda: clock)
    text = "def main(tree):\n    tree.process_frame.connect(lambda: tree.frame_count == 31 and tree.quit())\n"

    assert run(text, frames=None, fixed_fps=30.0) == (0, "")
    assert clock.now() == pytest.approx(1.0)
    assert run(text, frames=40, fixed_fps=30.0) == (0, "")
    assert clock.now() == pytest.approx(1.0)  # it is computed as fast as can be


def test_the_games_arguments_are_its_own(run: Run) -> None:
    assert run("def main(tree, *args):\n    print(args, tree.args)\n", frames=0, args=("a", "--b")) == (
        0,
        "('a', '--b') ('a', '--b')\n",
    )


def test_a_screenshot_is_written_at_the_end(run: Run, tmp_path: Path) -> None:
    code, said = run(COUNTING, frames=2, screenshot=Path("out.png"))

    assert (code, said.splitlines()[-1]) == (0, "out.png: picture of frame 2")
    image = Image.load_from_file(tmp_path / "out.png")
    assert (image.width, image.height) == (1152, 648)


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        ("out.jpg", "error: --screenshot out.jpg: pictures are written as PNG - name a file that ends in .png\n"),
        ("no/out.png", "error: --screenshot no/out.png: there is no folder no\n"),
        ("folder.png", "error: --screenshot folder.png: this is a folder - name a file\n"),
        (f"{'a' * 300}.png", f"error: --screenshot {'a' * 300}.png: cannot be written: File name too long\n"),
    ],
)
def test_a_screenshot_that_cannot_be_written_is_refused_before_the_game_is_played(
    run: Run, tmp_path: Path, file: str, reason: str
) -> None:
    (tmp_path / "folder.png").mkdir()

    assert run(COUNTING, screenshot=Path(file)) == (1, reason)


def test_a_screenshot_without_gl_is_refused_before_the_game_is_played(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("servers.display.headless.create_headless_context", no_window)

    code, said = run(COUNTING, screenshot=Path("out.png"))

    assert code == 1
    assert "no window can be opened (no display)" in said
    assert "0.016667" not in said
    assert run(COUNTING, frames=1)[0] == 0


def test_a_script_that_does_not_import_ends_with_its_own_lines_only(run: Run) -> None:
    assert run("import nonesuch\n") == (
        1,
        "error: game.py cannot be imported\n"
        "game.py:1\n"
        "    import nonesuch\n"
        "ModuleNotFoundError: No module named 'nonesuch'\n"
        "install nonesuch into this Python, or put the module beside the script\n",
    )


def test_a_script_without_a_node_ends_with_what_to_write(run: Run) -> None:
    code, said = run("x = 1\n")

    assert code == 1
    assert said.startswith("error: game.py: there is no game in it - ")


def test_a_game_that_raises_while_starting_shows_the_authors_frames_and_the_node(run: Run) -> None:
    text = "from engine import Node\nclass Main(Node):\n    def on_ready(self):\n        self.missing()\n"

    code, said = run(text)

    assert code == 1
    assert said.startswith(
        "error in game.py:\n"
        "game.py:4 in on_ready\n"
        "    self.missing()\n"
        "AttributeError: 'Main' object has no attribute 'missing'\n"
    )
    assert "/root/Main" in said
    assert "engine/" not in said


@pytest.mark.filterwarnings("default")
def test_a_coroutine_that_was_never_awaited_is_warned_of_with_what_to_write(run: Run) -> None:
    text = (
        "from engine import Node\n"
        "class Main(Node):\n"
        "    async def blink(self):\n        await self.tree.process_frame\n"
        "    def on_ready(self):\n        self.blink()\n"
    )

    code, said = run(text)

    assert (code, said) == (
        0,
        "warning: game.py:6: coroutine 'Main.blink' was never awaited; "
        "await the call, or give it to self.create_task(...)\n",
    )


def test_a_game_that_raises_while_running_ends_with_code_1_and_the_node(run: Run) -> None:
    text = "from engine import Node\nclass Main(Node):\n    def on_process(self, delta):\n        {}['key']\n"

    code, said = run(text)

    assert code == 1
    assert said.startswith("error in game.py:\ngame.py:4 in on_process\n    {}['key']\nKeyError: 'key'\n")
    assert "/root/Main" in said
    assert "on_process" in said.splitlines()[-1]
    assert "engine/" not in said


def test_a_wrong_call_of_the_engine_shows_the_authors_line(run: Run) -> None:
    text = "from engine import Node\nclass Main(Node):\n    def on_ready(self):\n        self.get_node('Nobody')\n"

    code, said = run(text)

    assert code == 1
    assert said.startswith("error in game.py:\ngame.py:4 in on_ready\n    self.get_node('Nobody')\n")
    assert "Nobody" in said.splitlines()[3]


def test_traceback_shows_the_engines_frames_too(run: Run) -> None:
    text = "from engine import Node\nclass Main(Node):\n    def on_process(self, delta):\n        {}['key']\n"

    code, said = run(text, traceback=True)

    assert code == 1
    assert "Traceback (most recent call last)" in said
    assert "frame.py" in said


def test_keep_going_logs_errors_and_runs_on(run: Run, caplog: pytest.LogCaptureFixture) -> None:
    text = COUNTING + "        raise ValueError('boom')\n"

    with caplog.at_level(logging.ERROR):
        code, said = run(text, keep_going=True)

    assert (code, said.count("0.016667")) == (0, 3)
    assert said.count("game.py:10 in on_process\n    raise ValueError('boom')\nValueError: boom\n") == 3
    assert said.count("error: ") == 3
    assert "engine/" not in said


def test_an_interrupt_ends_with_code_130(run: Run) -> None:
    code, said = run("def main(tree):\n    raise KeyboardInterrupt\n")

    assert (code, said) == (130, "interrupted\n")


def test_a_game_may_end_the_process_with_sys_exit(run: Run) -> None:
    with pytest.raises(SystemExit) as caught:
        run("import sys\ndef main(tree):\n    tree.process_frame.connect(lambda: sys.exit(9))\n")

    assert caught.value.code == 9


def test_a_game_that_is_told_to_terminate_ends_in_order(run: Run) -> None:
    text = (
        "import os, signal\nfrom engine import Node\nclass Main(Node):\n"
        "    def on_process(self, delta):\n        os.kill(os.getpid(), signal.SIGTERM)\n"
        "    def on_exit_tree(self):\n        open('left', 'w').close()\n"
    )
    before = signal.getsignal(signal.SIGTERM)

    with pytest.raises(SystemExit) as caught:
        run(text)

    assert caught.value.code == 143
    assert Path("left").exists()
    assert signal.getsignal(signal.SIGTERM) is before


def test_an_exception_that_is_no_exception_class_of_python_is_an_error_like_others(run: Run) -> None:
    text = "def main(tree):\n    raise GeneratorExit('odd')\n"

    assert run(text) == (
        1,
        "error in game.py:\ngame.py:2 in main\n    raise GeneratorExit('odd')\nGeneratorExit: odd\n",
    )


def test_python_m_engine_in_a_games_folder_leaves_its_modules_out_of_the_way(tmp_path: Path) -> None:
    for name in ("random.py", "nodes.py", "numpy.py"):
        (tmp_path / name).write_text("raise AssertionError('the wrong one')\n", encoding="utf-8")
    (tmp_path / "game.py").write_text("import random, nodes\ndef main(tree): print(random.randint)\n", encoding="utf-8")
    command = [sys.executable, "-m", "engine", "run", ".", "--headless", "--frames", "1"]
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}

    result = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False)

    assert (result.returncode, result.stderr) == (0, "")
    assert "randint" in result.stdout


def no_window(*_args: object, **_settings: object) -> None:
    raise DisplayError("no window can be opened (no display)")


def test_without_a_display_a_run_that_would_never_end_ends_at_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.cli.run.open_window", no_window)

    assert run(COUNTING, headless=False, frames=None) == (
        1,
        "error: no window can be opened (no display) - without a display, run it with --headless --frames N "
        "--screenshot FILE.png\n",
    )


def test_without_a_display_a_run_of_some_frames_goes_on_without_a_window(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.cli.run.open_window", no_window)

    assert run(COUNTING, headless=False, frames=1) == (
        0,
        "1 0.016667\nno window can be opened (no display); running without a window\n",
    )


def test_the_command_line_reaches_the_game(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(
        "def main(tree, *args):\n    print(args)\n    tree.process_frame.connect(lambda: tree.quit(6))\n",
        encoding="utf-8",
    )

    code, said = command(["run", str(tmp_path), "--headless", "--frames", "5", "--", "--autoplay", "2"])

    assert (code, said) == (6, "('--autoplay', '2')\n")


@pytest.mark.parametrize(
    "wrong",
    [["--frames", "-1"], ["--frames", "x"], ["--fixed-fps", "-5"], ["--fixed-fps", "nan"], ["--nonesuch"], []],
)
def test_wrong_arguments_end_with_code_2_and_the_usage(wrong: list[str], tmp_path: Path) -> None:
    path = [str(tmp_path)] if wrong else []

    code, said = command(["run", *path, *wrong])

    assert code == 2
    assert "Usage" in said


def test_the_version_is_the_installed_one() -> None:
    assert command(["--version"]) == (0, f"sapwood {version('sapwood')}\n")


def test_the_help_explains_every_option() -> None:
    code, said = command(["run", "--help"])

    assert code == 0
    for option in (
        "--headless",
        "--frames",
        "--fixed-fps",
        "--seed",
        "--screenshot",
        "--record",
        "--record-input",
        "--replay-input",
        "--profile",
        "--keep-going",
        "--traceback",
    ):
        assert option in said
