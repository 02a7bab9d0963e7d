"""Make what a path names ready to be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import ScriptError
from engine.game.game_path import PROJECT_FILE, find_game, find_project
from engine.game.project_settings import project_settings
from engine.game.report import shown_path
from engine.game.scene_file import SceneFile
from engine.game.script import Script, load_script, title_of

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping
    from pathlib import Path
    from typing import Any


def load_game(path: str | os.PathLike[str], read_settings: Callable[[Path], Mapping[str, Any]]) -> Script | SceneFile:
    """The game that a path names: a script, which is imported, or a scene, which is not read yet.

    Args:
        path: a script, a scene, or a folder with a `game.py` or a `project.godot`.
        read_settings: gives what a `project.godot` says, by the names of Godot's ProjectSettings; that of a script's
            own folder counts for it.

    Raises:
        ScriptError: there is no game there, or it does not import; the text is for its author.
        InvalidTypeError: `path` is no path.
        ResourceFormatError: the project's settings have a value that cannot be.
        Exception: what `read_settings` raises.
    """
    file = find_game(path)
    folder = file.parent if file.suffix == ".py" else find_project(file)
    project = folder / PROJECT_FILE
    said = read_settings(project) if project.is_file() else None
    settings = None if said is None else project_settings(said, shown_path(project))
    if file.suffix == ".py":
        return load_script(file, settings)
    if said is None or file.name != PROJECT_FILE:
        return SceneFile(file, folder, f"res://{file.relative_to(folder).as_posix()}", title_of(file.stem), settings)
    scene = said.get("application/run/main_scene")
    if not isinstance(scene, str) or not scene:
        raise ScriptError(
            f"{shown_path(file)}: the project has no main scene (run/main_scene of [application]) - name the scene to "
            "run"
        )
    name = "" if settings is None else settings.title
    return SceneFile(file, folder, scene, name or title_of(folder.name), settings)
