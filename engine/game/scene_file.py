"""A scene file that is played as a game."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from engine.core.errors import ScriptError
from engine.game.report import describe_error
from engine.game.script import forget_modules

if TYPE_CHECKING:
    from pathlib import Path

    from engine.game.project_settings import ProjectSettings
    from engine.tree.scene_tree import SceneTree


class SceneFile:
    """A scene that is the game of a project.

    Attributes:
        path: of the file that was named, absolute: the scene, or the project that it is the main scene of.
        folder: the project's, where "res://" begins.
        scene: the scene, as the project's loader takes it: "res://level.tscn", or a uid.
        title: of the window.
        settings: of the project; None where there is none.
    """

    def __init__(
        self, path: Path, folder: Path, scene: str, title: str, settings: ProjectSettings | None = None
    ) -> None:
        """The scene is not read yet; what scripts of it are imported from now on is forgotten by `unload`."""
        self.path = path
        self.folder = folder
        self.scene = scene
        self.title = title
        self.settings = settings
        self._new_on_path = str(folder) not in sys.path
        self._modules_before = frozenset(sys.modules)

    @property
    def window_size(self) -> tuple[int, int] | None:
        """Width and height of the window, in points, as the project says; None where there is no project."""
        return None if self.settings is None else self.settings.view.window_size

    def start(self, tree: SceneTree) -> None:
        """Let it be the current scene of a tree.

        Raises:
            ResourceError: it cannot be loaded; the text has file and line.
            ScriptError: a script of it does not import; the text is for its author.

        What the game itself raises while it starts goes through unchanged.
        """
        try:
            tree.change_scene_to_file(self.scene)
        except ScriptError as error:
            if error.__cause__ is None:
                raise
            raise ScriptError(f"{error}\n{describe_error(error.__cause__)}") from error.__cause__

    def unload(self) -> None:
        """Forget the modules of the scene's scripts and take the folder off `sys.path`, so that others may use both."""
        forget_modules("", self.folder, self._new_on_path, self._modules_before)
