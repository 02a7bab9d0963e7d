"""ShaderGlobals: the part of RenderServer that keeps what all shaders may read, `global uniform` in their text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, InvalidValueError, did_you_mean
from engine.math.value import shortened
from engine.resources.shading.global_parameter import GlobalParameter, is_parameter_name
from engine.resources.shading.global_parameter import GlobalShaderParameterType as ParameterType
from servers.render.scene.global_parameters import GlobalParameters

if TYPE_CHECKING:
    from typing import NoReturn


class ShaderGlobals:
    """The global shader parameters; those of a project stand under [shader_globals] in its project.godot.

    A shader reads one by `global uniform vec4 wind;`. One that names what is not there, or has another type, is drawn
    without, once the log says so.
    """

    GlobalShaderParameterType = ParameterType

    def __init__(self) -> None:
        self._globals = GlobalParameters()

    def global_shader_parameter_add(self, name: str, type: int, default_value: Any) -> None:
        """Add one that shaders may read from now on.

        Args:
            name: as shaders have it.
            type: of GlobalShaderParameterType.
            default_value: its value, until `global_shader_parameter_set`: what a uniform of that type takes, see
                `ShaderMaterial.set_shader_parameter`; a Rect2, Rect2i, Transform2D or Transform3D where the type is
                named for it.

        Raises:
            InvalidTypeError: the value does not fit the type, or the name is no text.
            InvalidValueError: there is no such type, the name is no name of a shader's, or is there already.
        """
        what = "RenderServer.global_shader_parameter_add"
        if not isinstance(name, str):
            raise InvalidTypeError(f"{what}(name) must be a str, got {shortened(name)}")
        if not is_parameter_name(name):
            raise InvalidValueError(f"{what}(name) must be a name that a shader can have, got {shortened(name)}")
        if name in self._globals.by_name:
            raise InvalidValueError(
                f"{what}({name!r}): it is there already; set it by global_shader_parameter_set, or remove it first"
            )
        try:
            kind = ParameterType(type)
        except ValueError:
            raise InvalidValueError(
                f"{what}(type) must be one of RenderServer.GlobalShaderParameterType, got {shortened(type)}"
            ) from None
        try:
            self._globals.add(name, GlobalParameter(name, kind, default_value))
        except InvalidTypeError as error:
            raise InvalidTypeError(f"{what}({name!r}): the value {error}") from None

    def global_shader_parameter_remove(self, name: str) -> None:
        """Take one away; shaders that read it are drawn without from now on.

        Raises:
            InvalidValueError: there is none of that name.
        """
        self._known("remove", name)
        self._globals.remove(name)

    def global_shader_parameter_get_list(self) -> list[str]:
        """The names of all, in the order in which they were added."""
        return [*self._globals.by_name]

    def global_shader_parameter_set(self, name: str, value: Any) -> None:
        """Set one; all that is drawn from now on has it.

        Raises:
            InvalidTypeError: the value does not fit its type; it keeps the one before.
            InvalidValueError: there is none of that name.
        """
        parameter = self._known("set", name)
        try:
            parameter.set(value)
        except InvalidTypeError as error:
            raise InvalidTypeError(f"RenderServer.global_shader_parameter_set({name!r}): the value {error}") from None

    def global_shader_parameter_get(self, name: str) -> Any:
        """What one is set to, in the form that files have.

        Raises:
            InvalidValueError: there is none of that name.
        """
        return self._known("get", name).value

    def global_shader_parameter_get_type(self, name: str) -> ParameterType:
        """What one is.

        Raises:
            InvalidValueError: there is none of that name.
        """
        return self._known("get_type", name).type

    def _known(self, method: str, name: str) -> GlobalParameter:
        found = self._globals.by_name.get(name) if isinstance(name, str) else None
        if found is None:
            self._refuse(method, name)
        return found

    def _refuse(self, method: str, name: str) -> NoReturn:
        raise InvalidValueError(
            f"RenderServer.global_shader_parameter_{method}({name!r}): there is no such global shader parameter"
            f"{did_you_mean(name, self._globals.by_name) if isinstance(name, str) else ''}; add it by "
            "global_shader_parameter_add"
        )
