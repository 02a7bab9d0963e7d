"""CanvasProgram: one GL program of the canvas, and what its uniforms are set to.

What the pass sets on every program that has it: view_basis, view_origin, viewport_size, rows_up (1.0, or -1.0 for a
target whose first row is the top one), fragment_map (from gl_FragCoord to pixels from the top left corner: two factors,
then what is added), canvas_modulate, time, picture_pixel, screen_pixel; and model_basis and model_origin, where a
shader moves vertices, which are in the item's space then. Texture units: 0 is the item's picture, 1 what is drawn so
far (its first row the top one), from 2 on the textures of materials.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import moderngl

from engine.core.log import get_logger
from engine.resources import Image, ImageTexture
from engine.resources.shading.shader_words import IMPLIED_SAMPLERS, PREFIX

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.resources import Texture2D
    from engine.resources.shading.canvas_shader import CanvasShader
    from engine.resources.shading.shader_words import RGBA
    from engine.resources.shading.uniform import Uniform
    from servers.render.gl.textures import TextureStore
    from servers.render.scene.canvas.looks import Drawing
    from servers.render.scene.draw_list import FrameStats
    from servers.render.scene.global_parameters import GlobalParameters

PICTURE_UNIT = 0
SCREEN_UNIT = 1
FIRST_UNIT = 2


class EmptyTextures:
    """What is read where there is no texture: one pixel of a colour, each made once."""

    def __init__(self) -> None:
        """None yet."""
        self._made: dict[RGBA, Texture2D] = {}

    def of(self, color: RGBA) -> Texture2D:
        """The texture of a colour."""
        found = self._made.get(color)
        if found is None:
            found = self._made[color] = ImageTexture(Image.create(1, 1, color))
        return found


class CanvasProgram:
    """A program that canvas items are drawn with.

    Attributes:
        program: the GL object.
    """

    def __init__(
        self,
        program: moderngl.Program,
        shader: CanvasShader | None,
        empties: EmptyTextures,
        parameters: GlobalParameters,
    ) -> None:
        """Take over a GL program.

        Args:
            program: the GL object.
            shader: what it was compiled for; None for none.
            empties: what is read where a material has no texture.
            parameters: what all shaders may read.
        """
        self.program = program
        self._empties = empties
        self._parameters = parameters
        self._log = get_logger("render")
        self._members = {name: each for name in program if isinstance(each := program[name], moderngl.Uniform)}
        self._values: dict[str, Any] = {}
        self._numbers: list[tuple[Uniform, str, bytes]] = []
        self._shared: list[tuple[str, str]] = []
        self._instances: list[tuple[str, int]] = []
        self._textures: list[tuple[Uniform, int]] = []
        self.set("picture", PICTURE_UNIT)
        self.set("screen_texture", SCREEN_UNIT)
        if shader is not None:
            self._textures = list(self._placed(shader))
            for uniform in shader.uniforms.values():
                if not uniform.is_sampler and PREFIX + uniform.name in self._members:
                    self._numbers.append((uniform, PREFIX + uniform.name, shader.packed_default(uniform)))
            for uniform in shader.global_uniforms.values():
                if not uniform.is_sampler and PREFIX + uniform.name in self._members:
                    self._shared.append((PREFIX + uniform.name, uniform.name))
            for i, name in enumerate(shader.instance_uniforms):
                if PREFIX + name in self._members:
                    self._instances.append((PREFIX + name, i))

    def set(self, name: str, value: Any) -> None:
        """Set a uniform; one that the program lacks, or that has the value, is passed over.

        Args:
            name: as the program has it.
            value: a number or a tuple of numbers.
        """
        if self._values.get(name) != value:
            member = self._members.get(name)
            if member is not None:
                self._values[name] = value
                member.value = value

    def apply(self, drawing: Drawing, textures: TextureStore, stats: FrameStats) -> None:
        """Let the uniforms be what the material, the item and the server say, and bind the textures.

        Args:
            drawing: whose material is of the shader that the program was made for.
            textures: the copies of textures.
            stats: counts what is uploaded.
        """
        material = drawing.material
        assert material is not None
        for uniform, name, default in self._numbers:
            data = material.uniform_data(uniform)
            if data is None:
                data = default
                if material.has_parameter(uniform.name):
                    self._tell(drawing, uniform)
            self._write(name, data)
        for name, shared in self._shared:
            self._write(name, self._parameters.data(shared))
        for name, i in self._instances:
            self._write(name, drawing.values[i])
        for uniform, unit in self._textures:
            for i in range(uniform.size or 1):
                found = (
                    self._parameters.texture(uniform.name) if uniform.scope else material.uniform_texture(uniform, i)
                )
                texture = found or self._empties.of(uniform.empty)
                textures.bind(texture, uniform.filter, uniform.repeat, stats, unit + i)

    def _write(self, name: str, data: bytes) -> None:
        if self._values.get(name) != data:
            self._values[name] = data
            member = self._members[name]
            member.write(data[: member.dimension * member.array_length * 4])

    def _placed(self, shader: CanvasShader) -> Iterator[tuple[Uniform, int]]:
        """The textures that the driver has left of those of a shader, each with its unit, which it is told."""
        implied = {name: in_glsl for name, (in_glsl, _) in IMPLIED_SAMPLERS.items()}
        unit = FIRST_UNIT
        for uniform in shader.samplers:
            member = self._members.get(implied.get(uniform.name, PREFIX + uniform.name))
            if member is not None:
                count: int = member.array_length
                member.value = tuple(range(unit, unit + count)) if count > 1 else unit
                yield uniform._replace(size=count if uniform.size else 0), unit
                unit += count

    def _tell(self, drawing: Drawing, uniform: Uniform) -> None:
        material = drawing.material
        assert material is not None
        value = repr(material.get_shader_parameter(uniform.name))
        self._log.log_once(
            uniform.name,
            f"{uniform.place}: {uniform.kind} {uniform.name} cannot be {value:.80}, as the {material._where()} of "
            f"{drawing.user.source!r} has it; its default is drawn with",
        )
