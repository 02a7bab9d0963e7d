"""Surfaces: what is drawn on. The screen, the targets of sub-viewports, and the pictures that groups are drawn into.

All but the screen have their first row at the top, so that they are read like any picture; the screen counts upwards,
as GL does, unless it is drawn by way of a surface of its own.

What is not used goes: a surface for the moment after a few frames, so that a window that is resized leaves none behind;
the picture of a sub-viewport after FRAMES_KEPT, if it can be drawn again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.log import get_logger
from servers.render.copies import Copies

if TYPE_CHECKING:
    import moderngl

    from servers.render.scene.draw_list import RenderTarget

    Size = tuple[int, int]

FRAMES_KEPT = 600
"""How many frames may be drawn without a sub-viewport before its picture goes."""

SPARE_FRAMES = 4
"""The same for a surface for the moment."""


class Surface:
    """Something to be drawn on.

    Attributes:
        framebuffer: the GL object.
        area: x, y, width, height that is drawn in, in pixels as GL counts them.
        top_down: whether the first row is at the top.
        texture: what it can be read from, once it is resolved; None for a screen.
        samples: how many samples of each pixel are drawn; 0 for one.
        mipmapped: whether the texture's mipmaps are of what is drawn.
        used: the number of the frame in which it was used last.
    """

    __slots__ = ("_resolved", "area", "framebuffer", "mipmapped", "samples", "texture", "top_down", "used")

    def __init__(
        self,
        framebuffer: moderngl.Framebuffer,
        area: tuple[int, int, int, int],
        top_down: bool,
        texture: moderngl.Texture | None = None,
        resolved: moderngl.Framebuffer | None = None,
    ) -> None:
        self._resolved = resolved  # of `texture`, where `framebuffer` has several samples of each pixel
        self.samples = 0 if resolved is None else int(framebuffer.samples)
        self.framebuffer = framebuffer
        self.area = area
        self.top_down = top_down
        self.texture = texture
        self.mipmapped = False
        self.used = 0

    @property
    def size(self) -> Size:
        """Width and height in pixels."""
        return self.area[2], self.area[3]

    @property
    def fragment_map(self) -> tuple[float, float, float, float]:
        """What leads from gl_FragCoord to pixels from the top left corner: two factors, then what is added."""
        x, y, _, height = self.area
        if self.top_down:
            return 1.0, 1.0, float(-x), float(-y)
        return 1.0, -1.0, float(-x), float(y + height)

    def use(self) -> None:
        """Draw on it from now on."""
        self.framebuffer.use()
        self.framebuffer.viewport = self.area
        self.framebuffer.scissor = self.area

    def resolve(self, ctx: moderngl.Context) -> moderngl.Framebuffer:
        """Bring what was drawn into `texture`; gives what the pixels are to be read from."""
        if self._resolved is None:
            return self.framebuffer
        self.use()  # the scissor counts
        ctx.copy_framebuffer(self._resolved, self.framebuffer)
        return self._resolved

    def release(self) -> None:
        """Release what is on the GPU."""
        if self._resolved is not None:
            for attachment in self.framebuffer.color_attachments:
                attachment.release()
            self._resolved.release()
        self.framebuffer.release()
        if self.texture is not None:
            self.texture.release()


class Surfaces:
    """The surfaces of one context, made when they are needed, used again, and released."""

    def __init__(self, ctx: moderngl.Context) -> None:
        """None yet."""
        self._ctx = ctx
        self._frame = 0
        self._free: dict[tuple[Size, int], list[Surface]] = {}
        self._lent: list[Surface] = []
        self._targets: Copies[RenderTarget, Surface] = Copies()
        self.largest_side = int(ctx.info["GL_MAX_TEXTURE_SIZE"])
        """The widest and highest surface that this graphics card takes, in pixels."""
        self._most_samples = int(ctx.max_samples)
        self._log = get_logger("render")

    def take(self, size: Size, samples: int = 0) -> Surface:
        """A surface for the moment, with whatever was drawn on it before; give it back."""
        size, samples = self._possible(size), self._possible_samples(samples)
        free = self._free.get((size, samples))
        surface = free.pop() if free else self.make(size, samples)
        self._lent.append(surface)
        surface.mipmapped = False
        return surface

    def give_back(self, surface: Surface) -> None:
        """Let others take a surface."""
        self._lent.remove(surface)
        surface.used = self._frame
        self._free.setdefault((surface.size, surface.samples), []).append(surface)

    def of(self, target: RenderTarget) -> Surface:
        """The surface of a target, in its size; empty, when it was not used for long."""
        size, samples = self._possible(target.size), self._possible_samples(target.samples)
        surface = self._targets.get(target)
        if surface is None or surface.size != size or surface.samples != samples:
            old, surface = surface, self.make(size, samples)
            self._targets.keep(target, surface)
            if old is not None:
                old.release()
        surface.used = self._frame
        return surface

    def make(self, size: Size, samples: int = 0) -> Surface:
        """An empty surface of no more than `largest_side` pixels each way, which the caller releases.

        `samples` is how many samples of each pixel are drawn; 0 for one.
        """
        texture = self._ctx.texture(size, 4)
        framebuffer = self._framebuffer_of(texture)
        framebuffer.clear()
        if not samples:
            return Surface(framebuffer, (0, 0, *size), True, texture)
        try:
            sampled = self._framebuffer_of(self._ctx.renderbuffer(size, 4, samples=samples))
        except Exception:
            framebuffer.release()
            texture.release()
            raise
        sampled.clear()
        return Surface(sampled, (0, 0, *size), True, texture, framebuffer)

    def begin_frame(self) -> None:
        """Release the surfaces of targets that are gone, and those that nothing has had a use for lately."""
        for surface in self._targets.take_gone():
            surface.release()
        self._frame += 1
        if self._free:
            self._release_spares()
        if len(self._targets):
            self._release_unused()

    def end_frame(self) -> None:
        """What was lent comes back, also after an error."""
        while self._lent:
            self.give_back(self._lent[-1])

    def dispose(self) -> None:
        """Release everything."""
        self.end_frame()
        for surfaces in self._free.values():
            for surface in surfaces:
                surface.release()
        for surface in self._targets.take_all():
            surface.release()
        self._free.clear()

    def _release_spares(self) -> None:
        for kind in [*self._free]:
            spare = self._free[kind]
            while spare and self._frame - spare[0].used > SPARE_FRAMES:  # the first was given back the longest ago
                spare.pop(0).release()
            if not spare:
                del self._free[kind]

    def _release_unused(self) -> None:
        """Release the surfaces of targets without use, unless what they show could not be drawn again."""
        for held in [held for held in self._targets if self._frame - held.copy.used > FRAMES_KEPT]:
            target = held()
            if target is not None and not target.is_kept:
                target.texture = None
                self._targets.forget(held)
                held.copy.release()

    def _framebuffer_of(self, attachment: moderngl.Texture | moderngl.Renderbuffer) -> moderngl.Framebuffer:
        """What draws on a picture, which is released where there can be none."""
        try:
            return self._ctx.framebuffer([attachment])
        except Exception:
            attachment.release()
            raise

    def _possible_samples(self, samples: int) -> int:
        """How many samples of each pixel this graphics card draws, of those that are asked for."""
        possible = min(samples, self._most_samples)
        return possible if possible > 1 else 0

    def _possible(self, size: Size) -> Size:
        """The size of a surface that this graphics card has; what is drawn is scaled to it."""
        most = self.largest_side
        if max(size) <= most:
            return size
        text = (
            f"a viewport of {size[0]} x {size[1]} pixels is drawn with at most {most} each way, which is what this "
            "graphics card takes; make it smaller"
        )
        self._log.log_once(text, text)
        return min(size[0], most), min(size[1], most)
