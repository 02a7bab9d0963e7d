"""What a path names that can be played, and the project's folder of a scene."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, ScriptError
from engine.game.game_path import find_game, find_project
from engine.game.loading import load_game
from engine.game.scene_file import SceneFile


def write(file: Path, text: str = "") -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def refusal(path: Path | str) -> str:
    with pytest.raises(ScriptError) as caught:
        find_game(path)
    return str(caught.value)


def nothing(project: Path) -> dict[str, Any]:
    return {}


@pytest.mark.parametrize("name", ["game.py", "level.tscn", "level.escn", "project.godot"])
def test_a_script_a_scene_and_a_project_can_be_played(tmp_path: Path, name: str) -> None:
    file = write(tmp_path / name)

    assert find_game(str(file)) == file.resolve()


def test_a_folder_stands_for_its_game_py_and_otherwise_for_its_project(tmp_path: Path) -> None:
    project = write(tmp_path / "project.godot")
    assert find_game(tmp_path) == project.resolve()

    script = write(tmp_path / "game.py")
    assert find_game(tmp_path) == script.resolve()


def test_a_folder_without_either_lists_what_can_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("b.tscn", "a.py", "notes.txt"):
        write(tmp_path / "demo" / name)

    assert refusal("demo") == (
        "demo: this folder has no game.py and no project.godot to run - it holds a.py, b.tscn; name the one to run"
    )


def test_what_is_neither_script_nor_scene_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "ship.tres")

    assert refusal("ship.tres") == (
        "ship.tres: this is neither a script nor a scene - name a .py or .tscn file, or a folder with a game.py or a "
        "project.godot"
    )
    with pytest.raises(InvalidTypeError, match=r"a game is named by a path, a str or a pathlib.Path, got 3$"):
        find_game(3)  # type: ignore[arg-type]


def test_the_project_of_a_scene_is_the_nearest_folder_above_it_that_has_a_project_file(tmp_path: Path) -> None:
    write(tmp_path / "project.godot")
    write(tmp_path / "inner" / "project.godot")

    assert find_project(tmp_path / "inner" / "levels" / "one.tscn") == tmp_path / "inner"
    assert find_project(tmp_path / "levels" / "one.tscn") == tmp_path


def test_a_scene_without_a_project_file_has_its_own_folder(tmp_path: Path) -> None:
    assert find_project(tmp_path / "levels" / "one.tscn") == tmp_path / "levels"


def test_a_scene_is_named_by_its_project_and_gives_the_window_its_title(tmp_path: Path) -> None:
    write(tmp_path / "project.godot")
    scene = load_game(write(tmp_path / "levels" / "deep_cave.tscn"), nothing)

    assert isinstance(scene, SceneFile)
    assert (scene.scene, scene.folder, scene.title) == (
        "res://levels/deep_cave.tscn",
        tmp_path.resolve(),
        "Deep cave",
    )


def test_a_project_starts_with_its_main_scene_and_has_its_name(tmp_path: Path) -> None:
    file = write(tmp_path / "my_game" / "project.godot")
    named = {"application/run/main_scene": "uid://abc", "application/config/name": "Asteroids!"}
    scene = load_game(tmp_path / "my_game", lambda project: named)
    unnamed = load_game(file, lambda project: {"application/run/main_scene": "res://main.tscn"})

    assert isinstance(scene, SceneFile)
    assert (scene.path, scene.scene, scene.title) == (file.resolve(), "uid://abc", "Asteroids!")
    assert unnamed.title == "My game"


def test_a_project_without_a_main_scene_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "project.godot")

    with pytest.raises(ScriptError) as caught:
        load_game(".", nothing)

    assert str(caught.value) == (
        "project.godot: the project has no main scene (run/main_scene of [application]) - name the scene to run"
    )
