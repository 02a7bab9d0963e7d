"""Canvas pass: draw the steps of a draw list on a surface.

In:    a DrawList from servers.render.scene, already sorted and cut into steps.
Out:   draw calls on the surface; counts in FrameStats.
Space: pixels, y down; gamma-space colours, straight alpha.
When:  main thread, context current, between `begin` and the end of the frame.

A group is drawn on a surface of its own: empty for a CanvasGroup, a copy of what is there for clipped children. Then
its owner is drawn with that picture. Of what is clipped, each pixel is mixed with what was there by the owner's alpha.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import moderngl
import numpy as np

from engine.resources.shading.material import BlendMode
from servers.render.gl.canvas_buffers import INDICES, CanvasBuffers
from servers.render.gl.canvas_program import SCREEN_UNIT, CanvasProgram, EmptyTextures
from servers.render.gl.canvas_programs import CanvasPrograms
from servers.render.gl.samplers import FIRST_MIPMAPPED
from servers.render.gl.shader_source import load_program
from servers.render.scene.canvas.canvas_item import GroupMode
from servers.render.scene.canvas.looks import NO_ITEM, NO_PAGE
from servers.render.scene.canvas.placing import apply
from servers.render.scene.draw_list import BackBufferCopy, Batch, GroupBegin, GroupEnd

if TYPE_CHECKING:
    from engine.resources.shading.shader import Shader
    from servers.render.gl.surfaces import Surface, Surfaces
    from servers.render.gl.textures import TextureStore
    from servers.render.scene.draw_list import DrawList, FrameStats, View

_SRC1_ALPHA = 0x8589
_ONE_MINUS_SRC1_ALPHA = 0x88FB
_WHITE = (1.0, 1.0, 1.0, 1.0)

_ADD, _REVERSE_SUBTRACT = moderngl.FUNC_ADD, moderngl.FUNC_REVERSE_SUBTRACT
_BLENDS = {
    BlendMode.MIX: (
        _ADD,
        (moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA, moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA),
    ),
    BlendMode.ADD: (_ADD, (moderngl.SRC_ALPHA, moderngl.ONE, moderngl.SRC_ALPHA, moderngl.ONE)),
    BlendMode.SUB: (_REVERSE_SUBTRACT, (moderngl.SRC_ALPHA, moderngl.ONE, moderngl.SRC_ALPHA, moderngl.ONE)),
    BlendMode.MUL: (_ADD, (moderngl.DST_COLOR, moderngl.ZERO, moderngl.DST_ALPHA, moderngl.ZERO)),
    BlendMode.PREMULT_ALPHA: (
        _ADD,
        (moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA, moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA),
    ),
}
"""Equation, and factors of source and target for colour and for alpha; as Godot's canvas renderer has them."""


class CanvasPass:
    """The programs and the buffers of the pass."""

    def __init__(self, ctx: moderngl.Context, textures: TextureStore, surfaces: Surfaces) -> None:
        """Compile the programs and make small buffers.

        Raises:
            ResourceFormatError: the driver refuses a shader.
        """
        self._ctx = ctx
        self._textures = textures
        self._surfaces = surfaces
        self._buffers = CanvasBuffers(ctx)
        self._programs = CanvasPrograms(ctx)
        empties = EmptyTextures()
        self._group = CanvasProgram(load_program(ctx, "canvas_group", "canvas_group"), None, empties)
        self._clip = CanvasProgram(load_program(ctx, "canvas_group", "canvas_clip"), None, empties)

    def begin(self) -> None:
        """Release what is gone; once a frame."""
        self._programs.drain()
        self._buffers.drain(self._programs.take_released())

    def draw(self, draw_list: DrawList, view: View, surface: Surface, time: float, stats: FrameStats) -> None:
        """Upload what changed since the last call, then draw all steps."""
        self._buffers.update(draw_list, stats)
        _Drawing(self, draw_list, view, surface, time, stats).run()

    def dispose(self) -> None:
        """Release everything."""
        self._buffers.dispose()
        self._programs.dispose()
        self._group.program.release()
        self._clip.program.release()

    def set_blend(self, blend: BlendMode) -> None:
        """How what follows is put over what is there."""
        ctx = self._ctx
        if blend == BlendMode.DISABLED:
            ctx.disable(moderngl.BLEND)
            return
        equation, factors = _BLENDS[blend]
        ctx.enable(moderngl.BLEND)
        ctx.blend_equation = equation  # type: ignore[assignment]  # one for colour and alpha
        ctx.blend_func = factors  # type: ignore[assignment]  # four numbers are taken, too

    def set_clip_blend(self) -> None:
        """Mix what follows with what is there by its second output."""
        self._ctx.enable(moderngl.BLEND)
        self._ctx.blend_equation = _ADD  # type: ignore[assignment]
        self._ctx.blend_func = (_SRC1_ALPHA, _ONE_MINUS_SRC1_ALPHA)


class _Drawing:
    """One draw list being drawn."""

    def __init__(
        self, owner: CanvasPass, draw_list: DrawList, view: View, surface: Surface, time: float, stats: FrameStats
    ) -> None:
        self._owner = owner
        self._textures = owner._textures
        self._programs = owner._programs
        self._list = draw_list
        self._view = view
        self._surface = surface
        self._time = time
        self._stats = stats
        self._blend: BlendMode | None = None
        self._prepared: set[CanvasProgram] = set()
        self._around: list[Surface] = []
        self._copy: Surface | None = None
        self._backed_up = False

    def run(self) -> None:
        """Draw all steps."""
        for step in self._list.steps:
            if type(step) is Batch:
                self._draw(step)
            elif isinstance(step, GroupBegin):
                self._begin_group(step.mode)
            elif isinstance(step, GroupEnd):
                self._end_group(step)
            elif isinstance(step, BackBufferCopy):
                self._copy_back(step)

    def _draw(self, batch: Batch) -> None:
        drawing = batch.drawing
        material = drawing.material
        shader = None if material is None else material.shader
        program = self._programs.of(shader)
        reads_screen = shader is not None and shader.canvas.reads_screen
        if reads_screen and not self._backed_up and self._surface.texture is not None:
            self._copy_all()
        self._use(program)
        program.set("canvas_modulate", self._view.modulate if drawing.is_tinted else _WHITE)
        if drawing.blend != self._blend:
            self._blend = drawing.blend
            self._owner.set_blend(drawing.blend)
        self._bind(batch, program)
        if material is not None:
            program.apply(material, self._textures, self._stats)
            if reads_screen and self._copy is not None:
                self._bind_screen(shader, self._copy)
        self._render(batch, program)

    def _use(self, program: CanvasProgram) -> None:
        """Tell a program of the view, once for each surface."""
        if program in self._prepared:
            return
        self._prepared.add(program)
        view, surface = self._view, self._surface
        a, b, c, d, x, y = view.transform
        program.set("rows_up", -1.0 if surface.top_down else 1.0)
        program.set("view_basis", (a, b, c, d))
        program.set("view_origin", (x, y))
        program.set("viewport_size", view.size)
        program.set("fragment_map", surface.fragment_map)
        program.set("screen_pixel", (1.0 / surface.size[0], 1.0 / surface.size[1]))
        program.set("time", self._time)

    def _bind(self, batch: Batch, program: CanvasProgram) -> None:
        drawing = batch.drawing
        if drawing.page != NO_PAGE:
            self._textures.bind_page(drawing.page, drawing.filter)
        else:
            self._textures.bind(drawing.texture, drawing.filter, drawing.repeat, self._stats)
        if drawing.material is not None:
            width, height = self._textures.size_of(drawing.texture)
            program.set("picture_pixel", (1.0 / width, 1.0 / height))
        if drawing.item != NO_ITEM:
            a, b, c, d, x, y = self._list.models[drawing.item].tolist()
            program.set("model_basis", (a, b, c, d))
            program.set("model_origin", (x, y))

    def _render(self, batch: Batch, program: CanvasProgram) -> None:
        array = self._owner._buffers.array(self._list, program)
        array.render(moderngl.TRIANGLES, vertices=INDICES * batch.length, first=INDICES * batch.first)
        self._stats.draw_calls += 1

    # --- groups ------------------------------------------------------------------------------------------------------

    def _begin_group(self, mode: GroupMode) -> None:
        group = self._owner._surfaces.take(self._surface.size)
        if mode == GroupMode.TRANSPARENT:
            group.framebuffer.clear()
        else:
            self._owner._ctx.copy_framebuffer(group.framebuffer, self._surface.framebuffer)
        self._around.append(self._surface)
        self._switch(group)

    def _end_group(self, step: GroupEnd) -> None:
        group, self._surface = self._surface, self._around.pop()
        self._switch(self._surface)
        for batch in step.batches:
            self._draw_group(batch, step.mode, group)
        self._owner._surfaces.give_back(group)

    def _draw_group(self, batch: Batch, mode: GroupMode, group: Surface) -> None:
        material = batch.drawing.material
        if material is not None:
            program = self._programs.of(material.shader)
            self._owner.set_blend(batch.drawing.blend)
        elif mode == GroupMode.TRANSPARENT:
            program = self._owner._group
            self._owner.set_blend(batch.drawing.blend)
        else:
            program = self._owner._clip
            self._owner.set_clip_blend()
        self._blend = None
        self._use(program)
        program.set("canvas_modulate", _WHITE)  # the members were modulated before
        self._bind(batch, program)
        if material is not None:
            program.apply(material, self._textures, self._stats)
        self._bind_screen(None if material is None else material.shader, group)
        self._render(batch, program)

    def _switch(self, surface: Surface) -> None:
        """Draw on another surface from now on."""
        self._surface = surface
        self._prepared.clear()
        surface.use()

    # --- the back buffer ---------------------------------------------------------------------------------------------

    def _copy_back(self, step: BackBufferCopy) -> None:
        if self._surface.texture is None:
            return
        if step.region is None:
            self._copy_all()
            return
        x, y, width, height = step.region
        a, b, c, d, ox, oy = self._list.models[step.item].tolist()
        corners = np.array(((x, y), (x + width, y), (x, y + height), (x + width, y + height)), np.float64)
        corners = apply(self._view.transform, apply((a, b, c, d, ox, oy), corners))
        scale = np.array(self._surface.size) / self._view.size
        left, top = np.floor(corners.min(axis=0) * scale).clip(0, self._surface.size).astype(int).tolist()
        right, bottom = np.ceil(corners.max(axis=0) * scale).clip(0, self._surface.size).astype(int).tolist()
        if right > left and bottom > top:
            self._copy_part((left, top, right - left, bottom - top))

    def _copy_all(self) -> None:
        self._copy_part((0, 0, *self._surface.size))

    def _copy_part(self, part: tuple[int, int, int, int]) -> None:
        """Copy a part of the surface, from the top left corner; a blit copies what the scissor lets through."""
        fresh = self._copy is None or self._copy.size != self._surface.size
        if fresh:
            self._copy = self._owner._surfaces.take(self._surface.size)
            self._copy.framebuffer.clear()
        assert self._copy is not None
        self._copy.mipmapped = False
        copy = self._copy.framebuffer
        copy.use()
        copy.scissor = part
        self._owner._ctx.copy_framebuffer(copy, self._surface.framebuffer)
        copy.scissor = self._copy.area
        self._surface.use()
        self._backed_up = True

    def _bind_screen(self, shader: Shader | None, surface: Surface) -> None:
        assert surface.texture is not None
        filter, repeat = 1, 1
        if shader is not None:
            filter, repeat = shader.canvas.screen_filter, shader.canvas.screen_repeat
        if filter >= FIRST_MIPMAPPED and not surface.mipmapped:
            surface.texture.build_mipmaps()
            surface.mipmapped = True
        self._textures.bind_target(surface.texture, filter, repeat, SCREEN_UNIT, surface.mipmapped)
