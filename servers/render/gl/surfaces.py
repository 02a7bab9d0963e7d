"""Surfaces: what is drawn on. The screen, the targets of sub-viewports, and the pictures that groups are drawn into.

All but the screen have their first row at the top, so that they are read like any picture; the screen counts upwards,
as GL does, unless it is drawn by way of a surface of its own.

What is not used goes: a surface for the moment after a few frames, so that a window that is resized leaves none behind;
the picture of a sub-viewport after FRAMES_KEPT, if it can be drawn again.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple
from weakref import finalize

from engine.core.log import get_logger

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
        texture: what it can be read from; None for a screen.
        mipmapped: whether the texture's mipmaps are of what is drawn.
        used: the number of the frame in which it was used last.
    """

    __slots__ = ("area", "framebuffer", "mipmapped", "texture", "top_down", "used")

    def __init__(
        self,
        framebuffer: moderngl.Framebuffer,
        area: tuple[int, int, int, int],
        top_down: bool,
        texture: moderngl.Texture | None = None,
    ) -> None:
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

    def release(self) -> None:
        """Release what is on the GPU."""
        self.framebuffer.release()
        if self.texture is not None:
            self.texture.release()


class _Picture(NamedTuple):
    """What a target is drawn on."""

    surface: Surface
    finalizer: finalize[..., RenderTarget]


class Surfaces:
    """The surfaces of one context, made when they are needed, used again, and released."""

    def __init__(self, ctx: moderngl.Context) -> None:
        """None yet."""
        self._ctx = ctx
        self._frame = 0
        self._free: dict[Size, list[Surface]] = {}
        self._lent: list[Surface] = []
        self._targets: dict[int, _Picture] = {}
        self._dead: deque[int] = deque()
        self.largest_side = int(ctx.info["GL_MAX_TEXTURE_SIZE"])
        """The widest and highest surface that this graphics card takes, in pixels."""
        self._log = get_logger("render")

    def take(self, size: Size) -> Surface:
        """A surface for the moment, with whatever was drawn on it before; give it back."""
        size = self._possible(size)
        free = self._free.get(size)
        surface = free.pop() if free else self._make(size)
        self._lent.append(surface)
        surface.mipmapped = False
        return surface

    def give_back(self, surface: Surface) -> None:
        """Let others take a surface."""
        self._lent.remove(surface)
        surface.used = self._frame
        self._free.setdefault(surface.size, []).append(surface)

    def of(self, target: RenderTarget) -> Surface:
        """The surface of a target, in its size; empty, when it was not used for long."""
        size = self._possible(target.size)
        key = id(target)
        picture = self._targets.get(key)
        if picture is None:
            finalizer = finalize(target, self._dead.append, key)
            finalizer.atexit = False
            picture = self._targets[key] = _Picture(self._make(size), finalizer)
        elif picture.surface.size != size:
            picture.surface.release()
            picture = self._targets[key] = _Picture(self._make(size), picture.finalizer)
        picture.surface.used = self._frame
        return picture.surface

    def begin_frame(self) -> None:
        """Release the surfaces of targets that are gone, and those that nothing has had a use for lately."""
        while self._dead:
            self._targets.pop(self._dead.popleft()).surface.release()
        self._frame += 1
        for size in [*self._free]:
            spare = self._free[size]
            while spare and self._frame - spare[0].used > SPARE_FRAMES:  # the first was given back the longest ago
                spare.pop(0).release()
            if not spare:
                del self._free[size]
        for key, picture in [*self._targets.items()]:
            if self._frame - picture.surface.used > FRAMES_KEPT:
                self._drop(key, picture)

    def end_frame(self) -> None:
        """What was lent comes back, also after an error."""
        for surface in [*self._lent]:
            self.give_back(surface)

    def dispose(self) -> None:
        """Release everything."""
        self.end_frame()
        for surfaces in self._free.values():
            for surface in surfaces:
                surface.release()
        for picture in self._targets.values():
            picture.finalizer.detach()
            picture.surface.release()
        self._free.clear()
        self._targets.clear()
        self._dead.clear()

    def _drop(self, key: int, picture: _Picture) -> None:
        """Release the surface of a target, unless what it shows could not be drawn again."""
        found = picture.finalizer.peek()
        if found is not None and not found[0].is_kept:
            found[0].texture = None
            picture.finalizer.detach()
            picture.surface.release()
            del self._targets[key]

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

    def _make(self, size: Size) -> Surface:
        texture = self._ctx.texture(size, 4)
        framebuffer = self._ctx.framebuffer([texture])
        framebuffer.clear()
        return Surface(framebuffer, (0, 0, *size), True, texture)
