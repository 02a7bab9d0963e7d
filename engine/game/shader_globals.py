"""The global shader parameters of a Godot project: what `[shader_globals]` of its `project.godot` says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, ResourceFormatError, did_you_mean
from engine.core.log import get_logger
from engine.math.value import shortened
from engine.resources.shading.global_parameter import (
    TYPE_NAMES,
    GlobalParameter,
    GlobalShaderParameterType,
    is_parameter_name,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    Globals = dict[str, tuple[GlobalShaderParameterType, Any]]
    """By name the type and the value; of a texture the value is its path, "" for none."""

_SECTION = "shader_globals/"
_OF_3D = ("sampler2DArray", "sampler3D", "samplerCube", "samplerExternalOES")
"""Types of Godot's that no canvas shader can read."""


def shader_globals(settings: Mapping[str, Any], where: str) -> Globals:
    """The parameters that a project's settings name, in their order; those that no canvas shader can read are left out.

    Args:
        settings: by the names of Godot's ProjectSettings.
        where: the file, for errors.

    Raises:
        ResourceFormatError: a parameter without type or value, of an unknown type, or with a value that does not fit.
    """
    found: Globals = {}
    for setting, said in settings.items():
        if not setting.startswith(_SECTION):
            continue
        name = setting.removeprefix(_SECTION)
        what = f"{where}: {setting}"
        if not isinstance(said, dict) or not {"type", "value"} <= said.keys():
            raise ResourceFormatError(
                f'{what} must be {{"type": "float", "value": 1.0}} or the like, got {shortened(said)}'
            )
        kind = said["type"]
        if kind in _OF_3D:
            get_logger("app").warning(f"{what} is a {kind}, which no canvas shader can read; it is left out")
        elif not isinstance(kind, str) or kind not in TYPE_NAMES:
            raise ResourceFormatError(
                f"{what} must have a type of Godot's, such as 'vec4', "
                f"got {shortened(kind)}{did_you_mean(str(kind), TYPE_NAMES)}"
            )
        else:
            found[name] = TYPE_NAMES[kind], _checked(what, name, TYPE_NAMES[kind], said["value"])
    return found


def _checked(what: str, name: str, kind: GlobalShaderParameterType, value: Any) -> Any:
    if not is_parameter_name(name):
        raise ResourceFormatError(
            f"{what}: a global shader parameter has a name that a shader can have, got {shortened(name)}"
        )
    if kind == GlobalShaderParameterType.SAMPLER2D:
        if not isinstance(value, str):
            raise ResourceFormatError(f"{what} must have the path of a texture as its value, got {shortened(value)}")
        return value
    try:
        return GlobalParameter(name, kind, value).value
    except InvalidTypeError as error:
        raise ResourceFormatError(f"{what}: the value {error}") from None
