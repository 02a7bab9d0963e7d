"""Make what a path names ready to be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import ScriptError
from engine.game.game_path import PROJECT_FILE, find_game, find_project
from engine.game.report import shown_path
from engine.game.scene_file import SceneFile
from engine.game.script import Script, load_script, title_of
from engine.game.view_settings import view_settings

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping
    from pathlib import Path
    from typing import Any


def load_game(path: str | os.PathLike[str], read_settings: Callable[[Path], Mapping[str, Any]]) -> Script | SceneFile:
    """The game that a path names: a script, which is imported, or a scene, which is not read yet.

    Args:
        path: a script, a scene, or a folder with a `game.py` or a `project.godot`.
        read_settings: gives what a `project.godot` says, by the names of Godot's ProjectSettings.

    Raises:
        ScriptError: there is no game there, or it does not import; the text is for its author.
        InvalidTypeError: `path` is no path.
        ResourceFormatError: the project's settings have a value that cannot be.
        Exception: what `read_settings` raises.
    """
    file = find_game(path)
    if file.suffix == ".py":
        return load_script(file)
    folder = find_project(file)
    project = folder / PROJECT_FILE
    settings = read_settings(project) if project.is_file() else None
    view = None if settings is None else view_settings(settings, shown_path(project))
    if settings is None or file.name != PROJECT_FILE:
        return SceneFile(file, folder, f"res://{file.relative_to(folder).as_posix()}", title_of(file.stem), view)
    scene, name = (_text(settings, f"application/{each}") for each in ("run/main_scene", "config/name"))
    if not scene:
        raise ScriptError(
            f"{shown_path(file)}: the project has no main scene (run/main_scene of [application]) - name the scene to "
            "run"
        )
    return SceneFile(file, folder, scene, name or title_of(folder.name), view)


def _text(settings: Mapping[str, Any], name: str) -> str:
    """A setting that is a text; "" where there is none."""
    value = settings.get(name)
    return value if isinstance(value, str) else ""
