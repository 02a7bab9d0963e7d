"""GlobalParameter: a value that all shaders of a render server may read, and the types that Godot has for those."""

from __future__ import annotations

from enum import IntEnum
from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError
from engine.math.errors import MathTypeError, MathValueError
from engine.math.value import shortened
from engine.resources.shading.uniform import GLOBAL, Uniform

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.resources.textures.texture_2d import Texture2D


class GlobalShaderParameterType(IntEnum):
    """What a global shader parameter is; the numbers are those of Godot's RenderingServer."""

    BOOL = 0
    BVEC2 = 1
    BVEC3 = 2
    BVEC4 = 3
    INT = 4
    IVEC2 = 5
    IVEC3 = 6
    IVEC4 = 7
    RECT2I = 8
    """An ivec4 of a shader: x, y, width, height."""
    UINT = 9
    UVEC2 = 10
    UVEC3 = 11
    UVEC4 = 12
    FLOAT = 13
    VEC2 = 14
    VEC3 = 15
    VEC4 = 16
    COLOR = 17
    """A vec4 of a shader."""
    RECT2 = 18
    """A vec4 of a shader: x, y, width, height."""
    MAT2 = 19
    MAT3 = 20
    MAT4 = 21
    TRANSFORM_2D = 22
    """A mat3 of a shader."""
    TRANSFORM = 23
    """A mat4 of a shader."""
    SAMPLER2D = 24
    """A Texture2D."""


_IN_SHADERS = {"rect2i": "ivec4", "color": "vec4", "rect2": "vec4", "transform_2d": "mat3", "transform": "mat4"}
_KEPT_AS = {"rect2i": "Rect2i", "rect2": "Rect2", "transform_2d": "Transform2D", "transform": "Transform3D"}

TYPE_NAMES: Mapping[str, GlobalShaderParameterType] = {
    "sampler2D" if each.name == "SAMPLER2D" else each.name.lower(): each for each in GlobalShaderParameterType
}
"""The types by the names that `[shader_globals]` of a project.godot has for them."""


def is_parameter_name(name: str) -> bool:
    """Whether a shader can have that name for a global uniform."""
    return name.isascii() and name.isidentifier()


class GlobalParameter:
    """One value, as it is now.

    Attributes:
        type: what it is.
        uniform: what shaders declare for it.
        value: what it was set to, in the form that files have; None for no texture.
        data: what the GPU gets; empty for a texture.
    """

    __slots__ = ("data", "type", "uniform", "value")

    def __init__(self, name: str, type: GlobalShaderParameterType, value: Any) -> None:
        """Of a valid name and type.

        Raises:
            InvalidTypeError: the value does not fit; the text goes on after the name of the parameter.
        """
        kind = "sampler2D" if type == GlobalShaderParameterType.SAMPLER2D else type.name.lower()
        self.type = type
        self.uniform = Uniform(
            name, _IN_SHADERS.get(kind, kind), is_color=type == GlobalShaderParameterType.COLOR, scope=GLOBAL
        )
        self.value: Any = None
        self.data = b""
        self.set(value)

    @property
    def texture(self) -> Texture2D | None:
        """What it was set to, of a texture."""
        texture: Texture2D | None = self.value
        return texture

    def set(self, value: Any) -> None:
        """Set it; errors as those of the constructor, and nothing is changed then."""
        if self.uniform.is_sampler and value is None:
            self.value = None
            return
        values = import_module("engine.resources.shading.uniform_values")  # needs all of the maths, which takes 30 ms
        kept = value
        name = _KEPT_AS.get(self.type.name.lower())
        if name is not None:
            try:
                kept = getattr(import_module("engine.math"), name)(value)
            except (MathTypeError, MathValueError):
                raise InvalidTypeError(f"must be a finite {name}, got {shortened(value)}") from None
        fitted = values.fitted(self.uniform, kept)
        if not self.uniform.is_sampler:
            self.data = values.packed(self.uniform, fitted)
        self.value = fitted if name is None else kept
