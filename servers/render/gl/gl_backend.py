"""GLBackend: draws a canvas to the screen of a GraphicsContext, or to a framebuffer of its own for a screenshot.

When:  the thread that made the context; every call makes it current first.
State: everything that drawing depends on is set each frame, since a window library may have changed it in between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import moderngl
import numpy as np

from engine.resources import Image
from servers.render.gl.canvas_pass import CanvasPass
from servers.render.gl.textures import TextureStore

if TYPE_CHECKING:
    from engine.core.contracts import GraphicsContext
    from servers.render.scene.draw_list import DrawList, FrameStats, View


_OVER = (moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA, moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA)
"""Straight alpha over what is there; the target's own alpha becomes that of both together."""


class GLBackend:
    """A RenderBackend on OpenGL 3.3 or newer."""

    def __init__(self, context: GraphicsContext) -> None:
        """Compile the shaders in `context`.

        Raises:
            ResourceFormatError: the driver refuses a shader; the text names file and line.
        """
        self._context = context
        context.make_current()
        self._ctx: moderngl.Context = context.ctx
        self._textures = TextureStore(self._ctx)
        self._canvas_pass = CanvasPass(self._ctx, self._textures)

    def draw(self, draw_list: DrawList, view: View, stats: FrameStats) -> None:
        """Draw one frame to the context's screen."""
        self._context.make_current()
        self._draw_to(self._context.screen, draw_list, view, stats)

    def screenshot(self, draw_list: DrawList, view: View, stats: FrameStats) -> Image:
        """Draw one frame to a framebuffer of the screen's size and read that: a window's own cannot be relied on."""
        self._context.make_current()
        width, height = self._context.framebuffer_size
        texture = self._ctx.texture((width, height), 4)
        target = self._ctx.framebuffer([texture])
        try:
            self._draw_to(target, draw_list, view, stats)
            data = target.read(components=4)
        finally:
            target.release()
            texture.release()
        pixels = np.frombuffer(data, np.uint8).reshape(height, width, 4)[::-1].copy()
        pixels[:, :, 3] = 255
        return Image(pixels)

    def dispose(self) -> None:
        """Release every GL object."""
        self._context.make_current()
        self._canvas_pass.dispose()
        self._textures.dispose()

    def _draw_to(self, target: moderngl.Framebuffer, draw_list: DrawList, view: View, stats: FrameStats) -> None:
        ctx = self._ctx
        self._textures.drain()
        target.use()
        width, height = self._context.framebuffer_size
        target.viewport = (0, 0, width, height)
        target.scissor = None  # type: ignore[assignment]  # None is the whole target
        target.clear(*view.clear_color)
        ctx.enable_only(moderngl.BLEND)
        ctx.blend_equation = moderngl.FUNC_ADD  # type: ignore[assignment]  # one for colour and alpha
        ctx.blend_func = _OVER  # type: ignore[assignment]  # four numbers are taken, too
        self._canvas_pass.draw(draw_list, view, stats)
