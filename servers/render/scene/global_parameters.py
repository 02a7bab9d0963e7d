"""GlobalParameters: the global uniforms of one render server, and what a shader gets wrong about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from engine.resources import Texture2D
    from engine.resources.shading.canvas_shader import CanvasShader
    from engine.resources.shading.global_parameter import GlobalParameter


class GlobalParameters:
    """The values, by name.

    Attributes:
        by_name: all of them, in the order in which they were added.
        revision: counts up when one is added or removed, so that shaders may fit now that did not, or the other way.
    """

    def __init__(self) -> None:
        """None yet."""
        self.by_name: dict[str, GlobalParameter] = {}
        self.revision = 0

    def add(self, name: str, parameter: GlobalParameter) -> None:
        """Keep a new one."""
        self.by_name[name] = parameter
        self.revision += 1

    def remove(self, name: str) -> None:
        """Forget one that is there."""
        del self.by_name[name]
        self.revision += 1

    def problem_of(self, shader: CanvasShader) -> str:
        """What is wrong with the global uniforms of a shader, a line each, with file and line; "" for nothing."""
        lines = []
        for uniform in shader.global_uniforms.values():
            known = self.by_name.get(uniform.name)
            if known is None:
                lines.append(
                    f"{uniform.place}: there is no global uniform {uniform.name!r}"
                    f"{did_you_mean(uniform.name, self.by_name)}; name it under [shader_globals] of project.godot, or "
                    "call global_shader_parameter_add of the render server"
                )
            elif known.uniform.type != uniform.type:
                lines.append(
                    f"{uniform.place}: global uniform {uniform.name} must be a {known.uniform.type}, as the render "
                    f"server has it, got {uniform.type}"
                )
        return "\n".join(lines)

    def data(self, name: str) -> bytes:
        """What the GPU gets for one that is there, and is no texture."""
        return self.by_name[name].data

    def texture(self, name: str) -> Texture2D | None:
        """What one that is there was set to; None for no texture."""
        return self.by_name[name].texture

    def render_targets(self, shader: CanvasShader) -> Iterator[Any]:
        """What the textures among those that a shader reads are drawn into, of those that are drawn."""
        for name in shader.global_uniforms:
            known = self.by_name.get(name)
            if known is not None and known.texture is not None and known.uniform.is_sampler:
                if known.texture.render_target is not None:
                    yield known.texture.render_target
