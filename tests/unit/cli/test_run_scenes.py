"""`sapwood run` of scenes and projects: exit codes and what the person reads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.app import headless_screen
from engine.cli.run import RunOptions, run_game
from servers.display.backend import DisplayBackend

RunPath = Callable[..., tuple[int, str]]

LEVEL = """[gd_scene format=3]

[ext_resource type="Script" path="res://level.py" id="1"]

[node name="Level" type="Node2D"]
script = ExtResource("1")
speed = 4
"""
SCRIPT = """from engine import export
from nodes import Node2D

class Level(Node2D):
    speed: float = export(1.0)

    def on_process(self, delta):
        print(self.get_path(), self.speed * delta)
"""


@pytest.fixture
def run_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> RunPath:
    """Write files into the current folder and run one headless: the exit code, and what was written."""
    monkeypatch.chdir(tmp_path)

    def run_files(path: str, files: dict[str, str], **options: object) -> tuple[int, str]:
        for name, text in files.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        settings = {"headless": True, "frames": 1, **options}
        code = run_game(RunOptions(path=Path(path), **settings))  # type: ignore[arg-type]
        written = capsys.readouterr()
        return code, written.out + written.err

    return run_files


def test_a_scene_runs_with_its_script(run_path: RunPath) -> None:
    assert run_path("level.tscn", {"level.tscn": LEVEL, "level.py": SCRIPT}, fixed_fps=50.0) == (
        0,
        "/root/Level 0.08\n",
    )


def test_a_folder_runs_its_projects_main_scene_under_its_name(
    run_path: RunPath, monkeypatch: pytest.MonkeyPatch
) -> None:
    titles = []

    def open_window(size: tuple[int, int], *, title: str, resizable: bool) -> DisplayBackend:
        titles.append(title)
        return headless_screen(size)

    monkeypatch.setattr("engine.cli.run.open_window", open_window)
    project = 'config_version=5\n\n[application]\n\nconfig/name="Ships"\nrun/main_scene="res://level.tscn"\n'
    files = {"project.godot": project, "level.tscn": LEVEL, "level.py": SCRIPT}

    code, said = run_path(".", files, headless=False, fixed_fps=50.0)

    assert (code, said) == (0, "/root/Level 0.08\n")
    assert titles == ["Ships"]


def test_a_scene_can_be_replayed(run_path: RunPath) -> None:
    files = {"level.tscn": LEVEL, "level.py": SCRIPT}
    run_path("level.tscn", files, record_input=Path("play.input"), frames=3)

    code, said = run_path("level.tscn", {}, replay_input=Path("play.input"), frames=None)

    assert code == 0
    assert "play.input: replayed 3 of 3 frames" in said
    assert said.count("/root/Level") == 3


def test_a_broken_scene_says_file_line_and_no_traceback(run_path: RunPath) -> None:
    code, said = run_path("level.tscn", {"level.tscn": LEVEL.replace("speed = 4", "position = Vector2(1, )")})

    assert code == 1
    assert said.startswith("error: res://level.tscn:7:")
    assert "Traceback" not in said


def test_a_value_that_does_not_fit_names_node_and_property(run_path: RunPath) -> None:
    text = LEVEL.replace("speed = 4", 'position = "far"')
    code, said = run_path("level.tscn", {"level.tscn": text, "level.py": SCRIPT})

    assert code == 1
    assert said.startswith("error: res://level.tscn:7: ")
    assert "Level" in said
    assert "position" in said
    assert "Traceback" not in said


def test_a_script_that_does_not_import_shows_the_authors_lines(run_path: RunPath) -> None:
    code, said = run_path("level.tscn", {"level.tscn": LEVEL, "level.py": "import nonesuch\n"})

    assert code == 1
    assert said.startswith("error: ")
    assert "level.py:1\n    import nonesuch\nModuleNotFoundError: No module named 'nonesuch'\n" in said
    assert "Traceback" not in said


def test_what_a_script_raises_shows_the_authors_frames(run_path: RunPath) -> None:
    text = "from nodes import Node2D\nclass Level(Node2D):\n    def on_ready(self):\n        self.no()\n"
    code, said = run_path("level.tscn", {"level.tscn": LEVEL.replace("speed = 4\n", ""), "level.py": text})

    assert code == 1
    assert said.startswith("error in level.tscn:\nlevel.py:4 in on_ready\n    self.no()\nAttributeError: ")


def test_what_is_missing_is_said_and_the_scene_runs(run_path: RunPath) -> None:
    code, said = run_path("level.tscn", {"level.tscn": LEVEL.replace('type="Node2D"', 'type="NoSuchNode"')})

    assert code == 0
    assert said == (
        "warning: res://level.tscn:5: missing script 'res://level.py' (the root)\n"
        "warning: res://level.tscn:5: missing type 'NoSuchNode' (the root)\n"
    )


@pytest.mark.parametrize(
    ("path", "files", "reason"),
    [
        ("none.tscn", {}, "error: none.tscn: there is no such file or folder\n"),
        (
            "project.godot",
            {"project.godot": "config_version=5\n"},
            "error: project.godot: the project has no main scene (run/main_scene of [application]) - name the scene to "
            "run\n",
        ),
    ],
)
def test_what_cannot_be_played_is_said(run_path: RunPath, path: str, files: dict[str, str], reason: str) -> None:
    assert run_path(path, files) == (1, reason)
