"""What a path names that can be played: a Python script, a scene file, or a folder with one of these or a project.

A folder stands for its `game.py`, otherwise for its `project.godot`, which names the project's main scene.
"""

from __future__ import annotations

import os
from pathlib import Path

from engine.core.errors import InvalidTypeError, ScriptError
from engine.game.report import shown_path
from engine.math.value import shortened

GAME_FILE = "game.py"
"""The script that a folder's game starts from."""
PROJECT_FILE = "project.godot"
"""Godot's description of a project; the folder that holds it is the project's, where "res://" begins."""
SCENE_SUFFIXES = (".tscn", ".escn")


def find_game(path: str | os.PathLike[str]) -> Path:
    """The script, scene or `project.godot` that `path` names, absolute and behind links.

    Raises:
        ScriptError: there is no such file or folder, or nothing in it that can be played.
        InvalidTypeError: `path` is no path.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise InvalidTypeError(f"a game is named by a path, a str or a pathlib.Path, got {shortened(path)}")
    given = Path(path)
    try:
        if given.is_dir():
            return _game_in(given).resolve()
        if not given.exists():
            raise ScriptError(f"{given}: there is no such file or folder")
        if given.suffix not in (".py", *SCENE_SUFFIXES) and given.name != PROJECT_FILE:
            raise ScriptError(
                f"{given}: this is neither a script nor a scene - name a .py or .tscn file, or a folder with a "
                f"{GAME_FILE} or a {PROJECT_FILE}"
            )
        return given.resolve()
    except OSError as error:
        raise ScriptError(f"{given}: cannot be read - {error.strerror}") from error


def find_project(file: Path) -> Path:
    """The project's folder of a scene: the nearest one above it that has a `project.godot`, otherwise its own."""
    return next((folder for folder in file.parents if (folder / PROJECT_FILE).is_file()), file.parent)


def _game_in(folder: Path) -> Path:
    for name in (GAME_FILE, PROJECT_FILE):
        if (folder / name).is_file():
            return folder / name
    games = sorted(
        entry.name for entry in folder.iterdir() if entry.suffix in (".py", *SCENE_SUFFIXES) and entry.is_file()
    )
    found = f"it holds {', '.join(games)}; name the one to run" if games else "it holds no script and no scene"
    raise ScriptError(f"{shown_path(folder)}: this folder has no {GAME_FILE} and no {PROJECT_FILE} to run - {found}")
