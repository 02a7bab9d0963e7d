"""ShaderMaterial: a shader, and what its uniforms are set to."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, InvalidValueError, did_you_mean
from engine.core.export import exported
from engine.core.property_checks import checked_or_none, checked_str
from engine.resources.shading.material import Material
from engine.resources.shading.shader import Shader
from engine.resources.textures.texture_2d import Texture2D

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.resources.shading.uniform import Uniform

PARAMETER = "shader_parameter/"
"""What the names of its uniforms begin with as properties: in files, and for tweens."""


class ShaderMaterial(Material):
    """What a thing is drawn with, by a shader.

    `material.set_shader_parameter("speed", 2.0)`; for a tween the same is a property, "shader_parameter/speed". What is
    set is kept for as long as it is not set to None: also where the shader is not known yet, or does not have it.
    """

    _holds = ("_shader",)
    _uncaptured = ("_packed",)
    _shader: Shader | None = None
    _parameters: dict[str, Any] | None = None
    _packed: dict[str, tuple[Uniform, Any, bytes | None]] | None = None

    @property
    @exported(None)
    def shader(self) -> Shader | None:
        """The shader; None draws as usual.

        What was set before and fits its uniforms is kept as they want it, and what does not fit is not drawn with.

        Raises:
            InvalidTypeError: set to something else than a Shader or None.
        """
        return self._shader

    @shader.setter
    def shader(self, shader: Shader | None) -> None:
        checked_or_none(self, "shader", shader, Shader, "load() one")
        if self._parameters and shader is not None:
            self._parameters = {name: _as_wanted(shader, name, value) for name, value in self._parameters.items()}
        self._set_held("_shader", shader)

    def set_shader_parameter(self, param: str, value: Any) -> None:
        """Set a uniform of the shader.

        Args:
            param: its name.
            value: what its type takes: a number, a vector or any sequence of as many numbers, a Color, a Transform2D
                for a mat2, mat3 or mat4, a Basis for a mat3, a Texture2D; for an array a sequence of those. None for
                the shader's default.

        Raises:
            InvalidTypeError: it does not fit the uniform; the text names its file and its type.
            InvalidValueError: the shader has no such uniform.
        """
        name = checked_str(self, "set_shader_parameter(param)", param)
        uniform = self._uniform(name, "set_shader_parameter")
        self._set(name, value, uniform)

    def get_shader_parameter(self, param: str) -> Any:
        """What a uniform was set to, in the form that files have: see `set_shader_parameter`; None if it was not set.

        Raises:
            InvalidValueError: the shader has no such uniform, and none of that name was set.
        """
        name = checked_str(self, "get_shader_parameter(param)", param)
        kept = self._parameters or {}
        if name not in kept:
            self._uniform(name, "get_shader_parameter")
        return kept.get(name)

    def _uniform(self, name: str, method: str) -> Uniform | None:
        """The uniform of a name; None where the shader cannot tell."""
        if self._shader is None:
            return None
        canvas = self._shader.canvas
        uniform = canvas.uniforms.get(name)
        if uniform is None and not canvas.error:
            if name in canvas.instance_uniforms:
                raise InvalidValueError(
                    f"{self._where()}.{method}({name!r}): {name} is an instance uniform of {canvas.name}, which each "
                    f"item sets: set_instance_shader_parameter({name!r}, ...)"
                )
            if name in canvas.global_uniforms:
                raise InvalidValueError(
                    f"{self._where()}.{method}({name!r}): {name} is a global uniform of {canvas.name}, which the "
                    f"render server sets: global_shader_parameter_set({name!r}, ...)"
                )
            raise InvalidValueError(
                f"{self._where()}.{method}({name!r}): {canvas.name} has no uniform {name!r}"
                f"{did_you_mean(name, canvas.uniforms)}"
            )
        return uniform

    def _set(self, name: str, value: Any, uniform: Uniform | None) -> None:
        kept = value
        if uniform is not None and value is not None:
            try:
                kept = _fitted(uniform, value)
            except InvalidTypeError as error:
                problem = str(error).replace(", got ", f", as {uniform.place} has it, got ", 1)
                raise InvalidTypeError(f"{self._where()}.{PARAMETER}{name} {problem}") from None
        parameters = {**self._parameters} if self._parameters else {}  # not changed in place: a copy may share it
        parameters[name] = kept
        if kept is None:
            del parameters[name]
        self._parameters = parameters
        self.emit_changed()

    # --- as properties -------------------------------------------------------------------------

    def __getattr__(self, name: str) -> Any:
        """A uniform as a property, `shader_parameter/speed`: what it was set to, or the shader's default."""
        if name[:17] != PARAMETER:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
        param = name[17:]
        found = self.get_shader_parameter(param)
        if found is None and self._shader is not None and param in self._shader.canvas.uniforms:
            return self._shader.canvas.uniforms[param].default
        return found

    def __setattr__(self, name: str, value: Any) -> None:
        if name[:17] == PARAMETER:
            self.set_shader_parameter(name[17:], value)
        else:
            super().__setattr__(name, value)

    def _dynamic_properties(self) -> dict[str, Any]:
        return {f"{PARAMETER}{name}": value for name, value in (self._parameters or {}).items()}

    def _set_dynamic_property(self, name: str, value: Any) -> bool:
        if not name.startswith(PARAMETER):
            return False
        param = name[17:]
        uniforms = {} if self._shader is None else self._shader.canvas.uniforms
        known = param in uniforms or self._shader is None or bool(self._shader.canvas.error)
        if known:
            self._set(param, value, uniforms.get(param))
        return known

    # --- for renderers -------------------------------------------------------------------------

    def has_parameter(self, param: str) -> bool:
        """Whether a value is set for a uniform of that name, fitting or not."""
        return self._parameters is not None and param in self._parameters

    def uniform_data(self, uniform: Uniform) -> bytes | None:
        """What the GPU gets for a uniform of numbers; None where nothing that fits is set."""
        value = None if self._parameters is None else self._parameters.get(uniform.name)
        if value is None:
            return None
        cache = self._packed
        if cache is None:
            cache = self._packed = {}
        known = cache.get(uniform.name)
        if known is not None and known[0] is uniform and known[1] is value:
            return known[2]
        try:
            values = import_module("engine.resources.shading.uniform_values")
            data: bytes | None = values.packed(uniform, values.fitted(uniform, value))
        except InvalidTypeError:
            data = None
        cache[uniform.name] = (uniform, value, data)
        return data

    def uniform_texture(self, uniform: Uniform, index: int) -> Texture2D | None:
        """What is read for a texture, or for one of an array: what is set, or else the shader's default, if any."""
        given = None if self._parameters is None else self._parameters.get(uniform.name)
        if uniform.size:
            given = given[index] if isinstance(given, (list, tuple)) and index < len(given) else None
        if isinstance(given, Texture2D):
            return given
        return None if self._shader is None else self._shader.get_default_texture_parameter(uniform.name, index)

    def render_targets(self) -> Iterator[Any]:
        """What its textures are drawn into before they can be read, of those that are drawn."""
        defaults = () if self._shader is None else (self._shader._default_textures or {}).values()
        for value in (*(self._parameters or {}).values(), *defaults):
            for texture in value if type(value) is tuple else (value,):
                if isinstance(texture, Texture2D) and texture.render_target is not None:
                    yield texture.render_target


def _as_wanted(shader: Shader, name: str, value: Any) -> Any:
    """A value that was set before the shader, as the shader's uniform keeps it, where it fits."""
    uniform = shader.canvas.uniforms.get(name)
    if uniform is None:
        return value
    try:
        return _fitted(uniform, value)
    except InvalidTypeError:
        return value


def _fitted(uniform: Uniform, value: Any) -> Any:
    # Imported when the first uniform is set: it needs all of the maths, which takes 30 ms.
    return import_module("engine.resources.shading.uniform_values").fitted(uniform, value)
