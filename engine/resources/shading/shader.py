"""Shader: a text that says how things are drawn, in Godot's shading language."""

from __future__ import annotations

from enum import IntEnum
from importlib import import_module
from typing import TYPE_CHECKING

from engine.core.errors import InvalidValueError
from engine.core.export import exported
from engine.core.property_checks import checked_between, checked_or_none, checked_str
from engine.core.resource import Resource
from engine.resources.shading.shader_words import MAX_CODE, SHADER_TYPES
from engine.resources.textures.texture_2d import Texture2D

if TYPE_CHECKING:
    from pathlib import Path

    from engine.resources.shading.canvas_shader import CanvasShader
    from engine.resources.shading.uniform import Uniform

_MOST_TEXTURES = 4096


class Shader(Resource):
    """A shader; ShaderMaterial is what draws with it.

    The language is Godot's. Any text is taken: what is wrong with it stands in `canvas.error`, and is logged when
    something is to be drawn with it. Shaders of canvas items are drawn with; those of other types are kept, and their
    uniforms listed. Not there yet: what lights do (light(), the functions of signed distances); without them, what is
    `light_only` is not drawn.
    """

    class Mode(IntEnum):
        """What a shader is for; the numbers are Godot's."""

        SPATIAL = 0
        CANVAS_ITEM = 1
        PARTICLES = 2
        SKY = 3
        FOG = 4

    _uncaptured = ("_canvas",)
    _code = ""
    _canvas: CanvasShader | None = None
    _project: Path | None = None  # the folder of the project that it was loaded from
    _default_textures: dict[tuple[str, int], Texture2D] | None = None

    @property
    @exported("")
    def code(self) -> str:
        """The text; "", the default, draws as usual.

        Raises:
            InvalidTypeError: set to something else than a str.
            InvalidValueError: set to more than 262,144 characters.
        """
        return self._code

    @code.setter
    def code(self, code: str) -> None:
        code = checked_str(self, "code", code)
        if len(code) > MAX_CODE:
            raise InvalidValueError(
                f"{self._where()}.code must have at most {MAX_CODE:,} characters, got {len(code):,}"
            )
        self._code = code
        self._canvas = None
        self.emit_changed()

    @property
    def canvas(self) -> CanvasShader:
        """What the text says; read when it is first asked for. Files that it includes are read then, too."""
        known = self._canvas
        if known is None or known.code is not self._code or known.path != self.resource_path:
            path = self.resource_path
            name = path.removeprefix("res://") or self.resource_name or "Shader code"
            # Imported when the first shader is read: few games have one, and what it needs takes 30 ms.
            read = import_module("engine.resources.shading.includes").reader_of(self._project)
            module = import_module("engine.resources.shading.canvas_shader")
            known = self._canvas = module.CanvasShader(name, path, self._code, read)
            assert known is not None
        return known

    def get_mode(self) -> Mode:
        """What the shader is for; SPATIAL where its text does not say."""
        found = self.canvas.type
        return Shader.Mode(SHADER_TYPES.index(found) if found else 0)

    def get_shader_uniform_list(self) -> list[Uniform]:
        """What materials set, in the order of the text; of a broken shader what could be read.

        Global and instance uniforms are not among them: `canvas.global_uniforms`, `canvas.instance_uniforms`.
        """
        return list(self.canvas.uniforms.values())

    def set_default_texture_parameter(self, name: str, texture: Texture2D | None, index: int = 0) -> None:
        """Say which texture a uniform has where a material sets none.

        Args:
            name: of the uniform; one that the text has not yet is kept.
            texture: None for the colour of the uniform's hint.
            index: the element, of an array.

        Raises:
            InvalidTypeError, InvalidValueError: something else.
        """
        name = checked_str(self, "set_default_texture_parameter(name)", name)
        index = checked_between(self, "set_default_texture_parameter(index)", index, 0, _MOST_TEXTURES)
        checked_or_none(self, "set_default_texture_parameter(texture)", texture, Texture2D)
        if self._default_textures is None:
            self._default_textures = {}
        if texture is None:
            self._default_textures.pop((name, index), None)
        else:
            self._default_textures[name, index] = texture
        self.emit_changed()

    def get_default_texture_parameter(self, name: str, index: int = 0) -> Texture2D | None:
        """The texture that a uniform has where a material sets none; None for the colour of the uniform's hint."""
        return None if self._default_textures is None else self._default_textures.get((name, index))
