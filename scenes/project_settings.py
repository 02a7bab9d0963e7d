"""What a `project.godot` says, by the names that Godot's ProjectSettings has for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import ResourceError
from scenes.text import loads

if TYPE_CHECKING:
    from pathlib import Path


def read_project_settings(project: Path) -> dict[str, Any]:
    """The settings in the `project.godot` at a path, such as {"application/run/main_scene": "res://main.tscn"}.

    A setting that the file does not have, has Godot's default. Values are those of `scenes.text`.

    Raises:
        ResourceError: the file cannot be read.
        SceneError: it is malformed; with file, line and column.
    """
    try:
        text = project.read_bytes()
    except OSError as error:
        raise ResourceError(f"{project} - cannot be read: {error.strerror}") from error
    settings: dict[str, Any] = {}
    for section in loads(text, str(project)).sections:
        prefix = f"{section.kind}/" if section.kind else ""
        settings |= {f"{prefix}{name}": value for name, value in section.properties.items()}
    return settings
