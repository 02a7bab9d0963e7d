"""GLBackend: draws frames to the screen of a GraphicsContext, or to a surface of its own for a screenshot.

When:  the thread that made the context; every call makes it current first, and sees that it is still there: a driver
       whose context is gone does nothing, and says nothing.
State: everything that drawing depends on is set each frame, since a window library may have changed it in between.

The screen is drawn on directly where that is possible; by way of a surface where something reads what is drawn, since
a screen cannot be read, and where it has another number of pixels than the screen has for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import moderngl
import numpy as np

from engine.core.errors import DisplayError, ServerError
from engine.resources import Image
from servers.render.gl.canvas_pass import CanvasPass
from servers.render.gl.context_mark import ContextMark
from servers.render.gl.shader_source import load_program
from servers.render.gl.surfaces import Surface, Surfaces
from servers.render.gl.textures import TextureStore
from servers.render.scene.draw_list import Batch

if TYPE_CHECKING:
    from engine.core.contracts import GraphicsContext
    from servers.render.scene.atlas.atlas import Atlas
    from servers.render.scene.draw_list import DrawList, Frame, FrameStats, RenderTarget, View, ViewFrame
    from servers.render.scene.global_parameters import GlobalParameters

_BLACK = (0.0, 0.0, 0.0, 1.0)


class GLBackend:
    """A RenderBackend on OpenGL 3.3 or newer."""

    def __init__(self, context: GraphicsContext, atlas: Atlas, parameters: GlobalParameters) -> None:
        """Compile the shaders in `context`; small pictures are read from the pages of `atlas`.

        `parameters` are those that all shaders may read.

        Raises:
            ResourceFormatError: the driver refuses a shader; the text names file and line.
        """
        self._context = context
        context.make_current()
        self._ctx: moderngl.Context = context.ctx
        self._textures = TextureStore(self._ctx, atlas)
        self._surfaces = Surfaces(self._ctx)
        self._canvas_pass = CanvasPass(self._ctx, self._textures, self._surfaces, parameters)
        self._shown = load_program(self._ctx, "shown", "shown")
        self._shown_array = self._ctx.vertex_array(self._shown, [])
        self._mark = ContextMark(self._ctx)
        self._direct: Surface | None = None

    def draw(self, frame: Frame, stats: FrameStats) -> None:
        """Draw one frame to the context's screen.

        Raises:
            ServerError: the context is gone, or the driver refuses something; the next call tries again.
        """
        self._begin()
        try:
            self._draw(frame, self._context.screen, stats)
        except moderngl.Error as error:
            raise _refused(error) from error

    def screenshot(self, frame: Frame, stats: FrameStats) -> Image:
        """Draw one frame to a framebuffer of the screen's size and read that: a window's own cannot be relied on.

        Raises:
            ServerError: the screen has more pixels each way than the graphics card takes; or as `draw`.
        """
        self._begin()
        width, height = self._context.framebuffer_size
        most = self._surfaces.largest_side
        if max(width, height) > most:
            raise ServerError(
                f"RenderServer.screenshot - {width} x {height} pixels are more than the {most} each way that this "
                "graphics card takes; make the window smaller"
            )
        try:
            target = self._surfaces.make((width, height))
            try:
                self._draw(frame, target.framebuffer, stats)
                pixels = _read(target.framebuffer)[::-1].copy()
            finally:
                target.release()
        except moderngl.Error as error:
            raise _refused(error) from error
        if not frame.views[-1].transparent:
            pixels[:, :, 3] = 255
        return Image(pixels)

    def read(self, frame: Frame, target: RenderTarget, stats: FrameStats) -> Image:
        """Draw the sub-viewports of a frame, and read one of them; errors as `draw`."""
        self._begin()
        try:
            self._draw(frame, None, stats)
            surface = self._surfaces.of(target)
            return Image(_read(surface.resolve(self._ctx)))
        except moderngl.Error as error:
            raise _refused(error) from error

    def dispose(self) -> None:
        """Release every GL object; nothing has to be where the context is gone."""
        try:
            self._begin()
        except (DisplayError, ServerError):
            return
        self._canvas_pass.dispose()
        self._surfaces.dispose()
        self._textures.dispose()
        self._mark.release()
        self._shown_array.release()
        self._shown.release()

    def _begin(self) -> None:
        """Make the context current, and see that it is."""
        self._context.make_current()
        if not self._mark.is_there():
            raise ServerError(
                "RenderServer - the GL context is gone: another thread has it, or its display went, or the graphics "
                "card was reset; draw on the thread that made the application, or make another application"
            )

    def _draw(self, frame: Frame, screen: moderngl.Framebuffer | None, stats: FrameStats) -> None:
        self._surfaces.begin_frame()
        self._canvas_pass.begin()
        self._textures.update(stats)
        self._ctx.enable_only(moderngl.BLEND)
        try:
            for view in frame.views:
                if view.target is not None:
                    self._draw_target(view, view.target, frame.time, stats)
                else:
                    assert screen is not None
                    self._draw_screen(view, screen, frame.time, stats)
        finally:
            self._surfaces.end_frame()

    def _draw_target(self, view: ViewFrame, target: RenderTarget, time: float, stats: FrameStats) -> None:
        surface = self._surfaces.of(target)
        target.texture = None  # so that what is drawn from within itself reads nothing
        try:
            self._draw_view(view, surface, time, stats)
            surface.resolve(self._ctx)
        finally:
            target.texture = surface.texture

    def _draw_screen(self, view: ViewFrame, screen: moderngl.Framebuffer, time: float, stats: FrameStats) -> None:
        width, height = self._context.framebuffer_size
        left, top, across, down = view.screen_rect or (0, 0, width, height)
        area = (left, height - top - down, across, down)
        pixels = view.pixels or (across, down)
        direct = self._direct
        if direct is None or direct.framebuffer is not screen or direct.area != area:
            direct = self._direct = Surface(screen, area, False)
        if area != (0, 0, width, height):
            screen.use()
            screen.viewport = (0, 0, width, height)
            screen.scissor = None  # type: ignore[assignment]  # None is the whole target
            screen.clear(*_BLACK)
        if pixels == (across, down) and not view.samples and not _reads(view.canvases):
            self._draw_view(view, direct, time, stats)
            return
        surface = self._surfaces.take(pixels, view.samples)
        self._draw_view(view, surface, time, stats)
        surface.resolve(self._ctx)
        direct.use()
        self._ctx.disable(moderngl.BLEND)
        assert surface.texture is not None
        self._textures.bind_target(surface.texture, 1, 1, 0)
        self._shown_array.render(moderngl.TRIANGLE_STRIP, vertices=4)
        stats.draw_calls += 1
        self._ctx.enable(moderngl.BLEND)

    def _draw_view(self, view: ViewFrame, surface: Surface, time: float, stats: FrameStats) -> None:
        surface.use()
        if view.clear_color is not None:
            surface.framebuffer.clear(*view.clear_color, viewport=surface.area)
        for draw_list, shown in view.canvases:
            self._canvas_pass.draw(draw_list, shown, surface, time, stats)


def _refused(error: moderngl.Error) -> ServerError:
    return ServerError(
        f"RenderServer - the graphics driver does not do what it is told ({error}); it may have no memory left: draw "
        "fewer or smaller pictures and viewports"
    )


def _reads(canvases: list[tuple[DrawList, View]]) -> bool:
    """Whether something reads what is drawn: groups, copies, and shaders."""
    for draw_list, _ in canvases:
        for step in draw_list.steps:
            if not isinstance(step, Batch):
                return True
            material = step.drawing.material
            if material is not None and material.shader is not None and material.shader.canvas.reads_screen:
                return True
    return False


def _read(framebuffer: moderngl.Framebuffer) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    """The pixels of a framebuffer, (height, width, 4), its first row first."""
    width, height = framebuffer.size
    return np.frombuffer(framebuffer.read(components=4), np.uint8).reshape(height, width, 4)
