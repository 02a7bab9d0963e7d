"""InstanceParameters: the part of CanvasItem that gives the instance uniforms of shaders a value for each item.

They are kept, copied and saved among what a file may say of a node beside its properties, by the names that Godot's
files have for them: "instance_shader_parameters/tint".
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, InvalidValueError, did_you_mean
from engine.core.property_checks import checked_str
from engine.resources.shading.shader_material import ShaderMaterial

if TYPE_CHECKING:
    from engine.resources.shading.material import Material
    from engine.resources.shading.shader import Shader
    from engine.resources.shading.uniform import Uniform
    from engine.tree.node import Node
    from nodes.world_2d.canvas.canvas_look import CanvasLook

PARAMETER = "instance_shader_parameters/"


class InstanceParameters:
    """What an item gives to the shader that it is drawn with; mixed into CanvasItem."""

    _kept_prefixes: tuple[str, ...] = (PARAMETER,)

    if TYPE_CHECKING:
        _canvas: CanvasLook | None
        _kept_properties: dict[str, Any] | None
        _parent: Node | None
        material: Material | None
        use_parent_material: bool

        def _where(self) -> str: ...

    else:
        __slots__ = ()

    def set_instance_shader_parameter(self, name: str, value: Any) -> None:
        """Give an instance uniform of the item's shader a value, for this item alone.

        Items that are drawn with one material and have different values take a draw call each. Without a shader,
        anything is kept; it counts as soon as the item is drawn with one that has such a uniform.

        Args:
            name: of the uniform.
            value: what its type takes, see `ShaderMaterial.set_shader_parameter`; None for the shader's default.

        Raises:
            InvalidTypeError: it does not fit the uniform; the text names its file and its type.
            InvalidValueError: the shader has no such instance uniform.
        """
        name = checked_str(self, "set_instance_shader_parameter(name)", name)
        uniform = self._instance_uniform("set_instance_shader_parameter", name)
        if uniform is not None and value is not None:
            values = import_module("engine.resources.shading.uniform_values")  # needs all of the maths: 30 ms
            try:
                value = values.fitted(uniform, value)
            except InvalidTypeError as error:
                problem = str(error).replace(", got ", f", as {uniform.place} has it, got ", 1)
                raise InvalidTypeError(f"{self._where()}.{PARAMETER}{name} {problem}") from None
        kept = {**(self._kept_properties or {}), PARAMETER + name: value}  # not changed in place: a copy may share it
        if value is None:
            del kept[PARAMETER + name]
        self._kept_properties = kept
        look = self._canvas
        if look is not None and look.server is not None:
            look.server.canvas_item_set_instance_shader_parameter(look.item, name, value)

    def get_instance_shader_parameter(self, name: str) -> Any:
        """What an instance uniform was set to for this item, in the form that files have; None if it was not set.

        Raises:
            InvalidValueError: the item's shader has no such instance uniform, and none of that name was set.
        """
        name = checked_str(self, "get_instance_shader_parameter(name)", name)
        kept = (self._kept_properties or {}).get(PARAMETER + name)
        if kept is None:
            self._instance_uniform("get_instance_shader_parameter", name)
        return kept

    def _instance_uniform(self, method: str, name: str) -> Uniform | None:
        """The uniform of a name; None where no shader can tell."""
        shader = self._drawing_shader()
        if shader is None:
            return None
        canvas = shader.canvas
        uniform = canvas.instance_uniforms.get(name)
        if uniform is None and not canvas.error:
            raise InvalidValueError(
                f"{self._where()}.{method}({name!r}): {canvas.name} has no instance uniform {name!r}"
                f"{did_you_mean(name, canvas.instance_uniforms)}"
            )
        return uniform

    def _drawing_shader(self) -> Shader | None:
        """The shader that the item is drawn with, maybe its parent's; None for none."""
        item: Any = self
        while item.use_parent_material and isinstance(item._parent, InstanceParameters):
            item = item._parent
        return item.material.shader if isinstance(item.material, ShaderMaterial) else None

    def _send_instance_parameters(self, look: CanvasLook) -> None:
        """Tell a new item of the server what is set."""
        for name, value in (self._kept_properties or {}).items():
            if name.startswith(PARAMETER):
                assert look.server is not None
                look.server.canvas_item_set_instance_shader_parameter(look.item, name.removeprefix(PARAMETER), value)
