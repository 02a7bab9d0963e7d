"""GPU copies of images: made when first drawn, renewed when the image's revision changed, released when it is gone.

An entry is keyed by the image's identity. When an image is collected, at whatever moment and on whatever thread, its
key only goes into a queue; `drain` releases the copy with the context current, before anything is drawn: a new image
at the same address never meets the copy of the dead one.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING
from weakref import finalize

import moderngl

if TYPE_CHECKING:
    from engine.resources import Image, Texture2D
    from servers.render.scene.draw_list import FrameStats

_NEAREST, _LINEAR = moderngl.NEAREST, moderngl.LINEAR
_FILTERS = {
    1: (_NEAREST, _NEAREST, 1.0),
    2: (_LINEAR, _LINEAR, 1.0),
    3: (moderngl.NEAREST_MIPMAP_LINEAR, _NEAREST, 1.0),
    4: (moderngl.LINEAR_MIPMAP_LINEAR, _LINEAR, 1.0),
    5: (moderngl.NEAREST_MIPMAP_LINEAR, _NEAREST, 4.0),
    6: (moderngl.LINEAR_MIPMAP_LINEAR, _LINEAR, 4.0),
}
"""By CanvasItem.TextureFilter: minification, magnification, anisotropy."""

_PLAIN = 1
_FIRST_MIPMAPPED = 3


class _Copy:
    """One texture on the GPU."""

    __slots__ = ("finalizer", "mipmapped", "revision", "texture")

    def __init__(self, revision: int, texture: moderngl.Texture, finalizer: finalize[..., Image]) -> None:
        self.texture = texture
        self.revision = revision
        self.mipmapped = False
        self.finalizer = finalizer


class TextureStore:
    """The textures of one context, and the samplers that they are read with."""

    def __init__(self, ctx: moderngl.Context) -> None:
        """An empty store; the context must be current here and in every method."""
        self._ctx = ctx
        self._copies: dict[int, _Copy] = {}
        self._dead: deque[int] = deque()
        self._samplers: dict[tuple[int, bool], moderngl.Sampler] = {}
        self._white = ctx.texture((1, 1), 4, b"\xff\xff\xff\xff")

    def bind(self, texture: Texture2D | None, filter: int, repeat: bool, stats: FrameStats) -> None:
        """Make texture unit 0 read `texture` (white for None), uploading it where needed."""
        if texture is None:
            self._sampler(_PLAIN, False).use(0)
            self._white.use(0)
            return
        self._sampler(filter, repeat).use(0)
        copy = self._copy_of(texture.image, stats)
        if filter >= _FIRST_MIPMAPPED and not copy.mipmapped:
            copy.texture.build_mipmaps()
            copy.mipmapped = True
        copy.texture.use(0)

    def drain(self) -> None:
        """Release the copies of images that are gone."""
        while self._dead:
            self._copies.pop(self._dead.popleft()).texture.release()

    def __len__(self) -> int:
        """How many images have a copy."""
        return len(self._copies)

    def dispose(self) -> None:
        """Release everything."""
        for copy in self._copies.values():
            copy.finalizer.detach()
            copy.texture.release()
        for sampler in self._samplers.values():
            sampler.release()
        self._white.release()
        self._copies.clear()
        self._samplers.clear()
        self._dead.clear()

    def _copy_of(self, image: Image, stats: FrameStats) -> _Copy:
        key = id(image)
        copy = self._copies.get(key)
        if copy is not None and copy.revision == image.revision:
            return copy
        stats.add_upload(image.pixels.nbytes)
        if copy is None:
            finalizer = finalize(image, self._dead.append, key)
            finalizer.atexit = False
            copy = self._copies[key] = _Copy(image.revision, self._upload(image), finalizer)
            return copy
        if copy.texture.size == (image.width, image.height):
            copy.texture.write(image.pixels)
        else:
            copy.texture.release()
            copy.texture = self._upload(image)
        copy.revision = image.revision
        copy.mipmapped = False
        return copy

    def _upload(self, image: Image) -> moderngl.Texture:
        return self._ctx.texture((image.width, image.height), 4, image.pixels)

    def _sampler(self, filter: int, repeat: bool) -> moderngl.Sampler:
        sampler = self._samplers.get((filter, repeat))
        if sampler is None:
            minify, magnify, anisotropy = _FILTERS[filter]
            sampler = self._samplers[filter, repeat] = self._ctx.sampler(
                repeat_x=repeat, repeat_y=repeat, filter=(minify, magnify), anisotropy=anisotropy
            )
        return sampler
