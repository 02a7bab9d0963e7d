"""What a `project.godot` says that a game starts with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import ResourceError
from scenes.text import loads

if TYPE_CHECKING:
    from pathlib import Path


def read_main_scene(project: Path) -> tuple[str, str]:
    """The main scene of the `project.godot` at a path, such as "res://main.tscn" or a uid, and the project's name.

    Either is "" where the file does not say it.

    Raises:
        ResourceError: the file cannot be read.
        SceneError: it is malformed; with file, line and column.
    """
    try:
        text = project.read_bytes()
    except OSError as error:
        raise ResourceError(f"{project} - cannot be read: {error.strerror}") from error
    settings: dict[str, Any] = {}
    for section in loads(text, str(project)).of_kind("application"):
        settings |= section.properties
    scene, name = settings.get("run/main_scene"), settings.get("config/name")
    return scene if isinstance(scene, str) else "", name if isinstance(name, str) else ""
