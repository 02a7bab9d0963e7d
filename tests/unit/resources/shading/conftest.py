"""Shaders from texts and from the files of a project."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.resources import ResourceLoader
from engine.resources.shading.canvas_shader import CanvasShader
from engine.resources.shading.shader import Shader

Read = Callable[..., CanvasShader]


@pytest.fixture
def read() -> Read:
    """What a text says; `shader_type canvas_item;` stands in its first line, unless it begins otherwise."""

    def read(code: str) -> CanvasShader:
        shader = Shader()
        shader.code = code if code.startswith(("shader_type", "#", "//")) else f"shader_type canvas_item; {code}"
        return shader.canvas

    return read


class Project:
    """A folder with shaders."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.loader = ResourceLoader(root)

    def write(self, path: str, text: str) -> None:
        """Write a file of the project."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")

    def load(self, path: str) -> Shader:
        """A shader of the project."""
        return self.loader.load(path, Shader)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)
