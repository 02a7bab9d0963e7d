"""Canvas pass: draw the steps of a draw list on a surface.

In:    a DrawList from servers.render.scene, already sorted and cut into steps.
Out:   draw calls on the surface; counts in FrameStats.
Space: pixels, y down; gamma-space colours, straight alpha.
When:  main thread, context current, between `begin` and the end of the frame.

A group is drawn on a surface of its own: empty for a CanvasGroup, a copy of what is there for clipped children. Then
its owner is drawn with that picture. Of what is clipped, each pixel is mixed with what was there by the owner's alpha.
"""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING

import moderngl

from engine.resources.shading.material import BlendMode
from servers.render.gl.canvas_buffers import INDICES, CanvasBuffers
from servers.render.gl.canvas_program import SCREEN_UNIT, CanvasProgram
from servers.render.gl.canvas_programs import CanvasPrograms
from servers.render.gl.samplers import FIRST_MIPMAPPED
from servers.render.scene.canvas.canvas_item import GroupMode
from servers.render.scene.canvas.looks import NO_ITEM, NO_PAGE
from servers.render.scene.commands.instances import Way
from servers.render.scene.draw_list import BackBufferCopy, Batch, GroupBegin, GroupEnd

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.resources.shading.shader import Shader
    from servers.render.gl.surfaces import Surface, Surfaces
    from servers.render.gl.textures import TextureStore
    from servers.render.scene.commands.shapes import RGBA
    from servers.render.scene.draw_list import DrawList, FrameStats, Region, View
    from servers.render.scene.global_parameters import GlobalParameters

_SRC1_ALPHA = 0x8589
_ONE_MINUS_SRC1_ALPHA = 0x88FB
_SRC1_COLOR = 0x88F9
_ONE_MINUS_SRC1_COLOR = 0x88FA
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
    BlendMode.SUBPIXEL: (_ADD, (_SRC1_COLOR, _ONE_MINUS_SRC1_COLOR, _SRC1_ALPHA, _ONE_MINUS_SRC1_ALPHA)),
}
"""Equation, and factors of source and target for colour and for alpha; as Godot's canvas renderer has them."""


class CanvasPass:
    """The programs and the buffers of the pass."""

    def __init__(
        self, ctx: moderngl.Context, textures: TextureStore, surfaces: Surfaces, parameters: GlobalParameters
    ) -> None:
        """Compile the programs and make small buffers; `parameters` are those that all shaders may read.

        Raises:
            ResourceFormatError: the driver refuses a shader.
        """
        self._ctx = ctx
        self._textures = textures
        self._surfaces = surfaces
        self._buffers = CanvasBuffers(ctx)
        self._programs = CanvasPrograms(ctx, parameters)
        self._drawing = _Drawing(self)

    def begin(self) -> None:
        """Release what is gone; once a frame."""
        self._programs.drain()
        self._buffers.drain(self._programs.take_released())

    def draw(self, draw_list: DrawList, view: View, surface: Surface, time: float, stats: FrameStats) -> None:
        """Upload what changed since the last call, then draw all steps."""
        self._buffers.update(draw_list, stats)
        self._drawing.draw(draw_list, view, surface, time, stats)

    def dispose(self) -> None:
        """Release everything."""
        self._buffers.dispose()
        self._programs.dispose()

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
    """One draw list being drawn; the same object for one after the other, so that a frame makes none."""

    _list: DrawList
    _view: View
    _surface: Surface
    _stats: FrameStats

    def __init__(self, owner: CanvasPass) -> None:
        self._owner = owner
        self._textures = owner._textures
        self._programs = owner._programs
        self._time = 0.0
        self._blend: BlendMode | None = None
        self._prepared: set[CanvasProgram] = set()
        self._around: list[Surface] = []
        self._copy: Surface | None = None
        self._backed_up = False

    def draw(self, draw_list: DrawList, view: View, surface: Surface, time: float, stats: FrameStats) -> None:
        """Draw all steps of a draw list."""
        self._list, self._view, self._surface = draw_list, view, surface
        self._time, self._stats = time, stats
        self._blend = self._copy = None
        self._backed_up = False
        self._prepared.clear()
        self._around.clear()
        try:
            for step in draw_list.steps:
                if type(step) is Batch:
                    self._draw(step)
                elif isinstance(step, GroupBegin):
                    self._begin_group(step.mode)
                elif isinstance(step, GroupEnd):
                    self._end_group(step)
                elif isinstance(step, BackBufferCopy):
                    self._copy_back(step)
        finally:
            del self._list, self._view, self._surface, self._stats  # none of them is kept alive from here

    def _draw(self, batch: Batch) -> None:
        drawing = batch.drawing
        shader = None if drawing.material is None else drawing.material.shader
        reads_screen = shader is not None and shader.canvas.reads_screen
        if reads_screen and not self._backed_up and self._surface.texture is not None:
            self._copy_all()
        if drawing.blend != self._blend:
            self._blend = drawing.blend
            self._owner.set_blend(drawing.blend)
        modulate = self._view.modulate if drawing.is_tinted else _WHITE
        self._draw_rows(
            batch, self._programs.of(shader, drawing.way, drawing.user), modulate, self._copy if reads_screen else None
        )

    def _draw_rows(self, batch: Batch, program: CanvasProgram, modulate: RGBA, screen: Surface | None) -> None:
        """Draw the rows of a batch.

        Args:
            batch: which rows, and with what.
            program: the GL program.
            modulate: what all colours are multiplied by.
            screen: what a shader reads as what is drawn so far; None where none does.
        """
        self._use(program)
        program.set("canvas_modulate", modulate)
        self._bind(batch, program)
        material = batch.drawing.material
        if material is not None:
            program.apply(batch.drawing, self._textures, self._stats)
        if screen is not None:
            self._bind_screen(None if material is None else material.shader, screen)
        array = self._owner._buffers.array(self._list, program)
        array.render(moderngl.TRIANGLES, vertices=INDICES * batch.length, first=INDICES * batch.first)
        self._stats.draw_calls += 1

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
        if drawing.field is not None:
            program.set("field", drawing.field)
        if drawing.material is not None:
            width, height = self._textures.size_of(drawing.texture)
            program.set("picture_pixel", (1.0 / width, 1.0 / height))
        if drawing.item != NO_ITEM:
            a, b, c, d, x, y = self._list.models[drawing.item].tolist()
            program.set("model_basis", (a, b, c, d))
            program.set("model_origin", (x, y))

    # --- groups ------------------------------------------------------------------------------------------------------

    def _begin_group(self, mode: GroupMode) -> None:
        group = self._owner._surfaces.take(self._surface.size, self._surface.samples)
        if mode == GroupMode.TRANSPARENT:
            group.framebuffer.clear()
        else:
            self._owner._ctx.copy_framebuffer(group.framebuffer, self._surface.framebuffer)
        self._around.append(self._surface)
        self._switch(group)

    def _end_group(self, step: GroupEnd) -> None:
        group, self._surface = self._surface, self._around.pop()
        group.resolve(self._owner._ctx)
        self._switch(self._surface)
        for batch in step.batches:
            self._draw_group(batch, step.mode, group)
        self._owner._surfaces.give_back(group)

    def _draw_group(self, batch: Batch, mode: GroupMode, group: Surface) -> None:
        drawing = batch.drawing
        self._blend = None
        if drawing.material is not None:
            program = self._programs.of(drawing.material.shader, drawing.way, drawing.user)
            self._owner.set_blend(drawing.blend)
        elif mode == GroupMode.TRANSPARENT:
            program = self._programs.group(drawing.way)
            self._owner.set_blend(BlendMode.MIX if drawing.way == Way.SUBPIXEL else drawing.blend)
        else:
            program = self._programs.clip(drawing.way)
            self._owner.set_clip_blend()
        self._draw_rows(batch, program, _WHITE, group)  # the members were modulated before

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
        left, top, right, bottom = _box_around(step.region, self._list.models[step.item].tolist(), self._view.transform)
        (across, down), (width, height) = self._surface.size, self._view.size
        left, right = _pixels(left, right, across / width, across)
        top, bottom = _pixels(top, bottom, down / height, down)
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


def _box_around(region: Region, model: Sequence[float], view: Sequence[float]) -> Region:
    """Left, top, right and bottom in the viewport of a rectangle in the space of an item."""
    x, y, width, height = region
    left = top = float("inf")
    right = bottom = float("-inf")
    for i in range(4):
        place = _moved(view, *_moved(model, x + width * (i & 1), y + height * (i >> 1)))
        left, right = min(left, place[0]), max(right, place[0])
        top, bottom = min(top, place[1]), max(bottom, place[1])
    return left, top, right, bottom


def _moved(matrix: Sequence[float], x: float, y: float) -> tuple[float, float]:
    a, b, c, d, right, down = matrix
    return a * x + c * y + right, b * x + d * y + down


def _pixels(low: float, high: float, scale: float, count: int) -> tuple[int, int]:
    """The first of `count` pixels that lies between, and the one after the last; what is no number is before all."""
    return floor(min(count, max(0.0, low * scale))), ceil(min(count, max(0.0, high * scale)))
