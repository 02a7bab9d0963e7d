"""Shader files: texts in Godot's shading language, with the suffix .gdshader or .glsl."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.resources.shading.includes import text_of_file
from engine.resources.shading.shader import Shader

if TYPE_CHECKING:
    from pathlib import Path

    from engine.resources.loading.load_request import LoadRequest


def read_shader(path: Path, request: LoadRequest) -> Shader:
    """The shader in the file at `path`; what is wrong with the shader itself stands in its `canvas.error`.

    Raises:
        ResourceFormatError: it is no text, or too long.
    """
    shader = Shader()
    shader._project = request.loader.folder
    shader._code = text_of_file(path, request.path)
    return shader
