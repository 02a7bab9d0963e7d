"""Make what a path names ready to be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import ScriptError
from engine.game.game_path import PROJECT_FILE, find_game, find_project
from engine.game.report import shown_path
from engine.game.scene_file import SceneFile
from engine.game.script import Script, load_script, title_of

if TYPE_CHECKING:
    import os
    from collections.abc import Callable
    from pathlib import Path


def load_game(path: str | os.PathLike[str], read_main_scene: Callable[[Path], tuple[str, str]]) -> Script | SceneFile:
    """The game that a path names: a script, which is imported, or a scene, which is not read yet.

    Args:
        path: a script, a scene, or a folder with a `game.py` or a `project.godot`.
        read_main_scene: gives the main scene and the name of the project of a `project.godot`, "" for what it does not
            have.

    Raises:
        ScriptError: there is no game there, or it does not import; the text is for its author.
        InvalidTypeError: `path` is no path.
        Exception: what `read_main_scene` raises.
    """
    file = find_game(path)
    if file.suffix == ".py":
        return load_script(file)
    if file.name != PROJECT_FILE:
        folder = find_project(file)
        return SceneFile(file, folder, f"res://{file.relative_to(folder).as_posix()}", title_of(file.stem))
    scene, name = read_main_scene(file)
    if not scene:
        raise ScriptError(
            f"{shown_path(file)}: the project has no main scene (run/main_scene of [application]) - name the scene to "
            "run"
        )
    return SceneFile(file, file.parent, scene, name or title_of(file.parent.name))
