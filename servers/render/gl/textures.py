"""Textures on the GPU: the pages of the atlas, and copies of the images that do not lie there.

A copy is made when its image is first drawn, renewed when the image's revision changed, and released when the image is
gone: by `update`, with the context current, whenever and on whatever thread that was (see servers.render.copies).

Filters and repeats are sampler objects, so that a copy is drawn in any of them, and mipmaps are made for a copy when
a filter first needs them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import SapwoodError
from engine.core.log import get_logger
from engine.core.sampling import TextureFilter, TextureRepeat
from engine.resources.loading.unreadable_files import CHECKER
from engine.resources.textures.missing_texture import MissingTexture
from servers.render.copies import Copies
from servers.render.gl.samplers import FIRST_MIPMAPPED, Samplers, without_mipmaps

if TYPE_CHECKING:
    from collections.abc import Sequence

    import moderngl

    from engine.resources import Image, Texture2D
    from servers.render.scene.atlas.atlas import Atlas
    from servers.render.scene.draw_list import FrameStats


class TextureStore:
    """The textures of one context; it must be current here and in every method."""

    def __init__(self, ctx: moderngl.Context, atlas: Atlas) -> None:
        """No copies and no pages yet; both come as they are needed."""
        self._ctx = ctx
        self._atlas = atlas
        self._samplers = Samplers(ctx)
        self._copies: Copies[Image, _Copy] = Copies()
        self._pages: dict[int, moderngl.Texture] = {}
        self._numbers: Sequence[int] = ()
        """The pages that the atlas had at the last update."""
        self._log = get_logger("render")
        self._stand_in = MissingTexture()
        self._largest_side = int(ctx.info["GL_MAX_TEXTURE_SIZE"])
        self._white = ctx.texture((1, 1), 4, b"\xff\xff\xff\xff")
        self._nothing = ctx.texture((1, 1), 4, bytes(4))

    def update(self, stats: FrameStats) -> None:
        """Release what is gone, and write on the pages what is new or changed; once a frame, before anything is drawn.

        Own copies are renewed when they are bound: what is not drawn costs nothing.
        """
        for copy in self._copies.take_gone():
            copy.texture.release()
        if self._numbers is not self._atlas.pages:
            self._follow_pages(self._atlas.pages)
        for page, x, y, pixels in self._atlas.take_uploads():
            height, width = pixels.shape[:2]
            self._pages[page].write(pixels, (x, y, width, height))
            stats.add_upload(pixels.nbytes)

    def bind(self, texture: Texture2D | None, filter: int, repeat: int, stats: FrameStats, unit: int = 0) -> None:
        """Let a texture unit read `texture` from a copy of its own, which is uploaded where needed.

        Args:
            texture: None for white. One that the render server fills itself is read where it was drawn, and is
                transparent before; it has no mipmaps, whatever the filter.
            filter: a TextureFilter.
            repeat: a TextureRepeat.
            stats: counts the upload.
            unit: which texture unit.
        """
        if texture is None:
            self._samplers.use(TextureFilter.NEAREST, TextureRepeat.DISABLED, unit)
            self._white.use(unit)
        elif texture.render_target is not None:
            self.bind_target(texture.render_target.texture or self._nothing, filter, repeat, unit)
        else:
            copy = self._copy_of(self._picture_of(texture), stats)
            if filter >= FIRST_MIPMAPPED and not copy.mipmapped:
                copy.texture.build_mipmaps()
                copy.mipmapped = True
            self._samplers.use(filter, repeat, unit)
            copy.texture.use(unit)

    def bind_page(self, page: int, filter: int, unit: int = 0) -> None:
        """Let a texture unit read a page of the atlas, with a filter without mipmaps."""
        self._samplers.use(filter, TextureRepeat.DISABLED, unit)
        self._pages[page].use(unit)

    def bind_target(
        self, texture: moderngl.Texture, filter: int, repeat: int, unit: int = 0, mipmapped: bool = False
    ) -> None:
        """Let a texture unit read a picture that was drawn, and that someone else owns.

        `mipmapped` says whether it has mipmaps; without, filters that use them are taken for those that do not.
        """
        self._samplers.use(filter if mipmapped else without_mipmaps(filter), repeat, unit)
        texture.use(unit)

    def size_of(self, texture: Texture2D | None) -> tuple[int, int]:
        """Width and height in pixels of what `bind` lets read; (1, 1) for None."""
        if texture is None:
            return 1, 1
        if texture.render_target is not None:
            width, height = texture.render_target.size
            return width, height
        picture = self._picture_of(texture)
        return picture.width, picture.height

    def __len__(self) -> int:
        """How many textures it keeps for images: copies and pages."""
        return len(self._copies) + len(self._pages)

    def dispose(self) -> None:
        """Release everything."""
        for copy in self._copies.take_all():
            copy.texture.release()
        for page in self._pages.values():
            page.release()
        self._pages.clear()
        self._samplers.dispose()
        self._white.release()
        self._nothing.release()

    def _picture_of(self, texture: Texture2D) -> Image:
        """The image of a texture; the checker for one that has none."""
        try:
            return texture.image
        except SapwoodError as error:
            text = f"{texture.resource_path or type(texture).__name__} - {error}; {CHECKER}"
            self._log.log_once(text, text)
            return self._stand_in.image

    def _copy_of(self, image: Image, stats: FrameStats) -> _Copy:
        """The copy of an image, as it is now."""
        copy = self._copies.get(image)
        if copy is None:
            copy = _Copy(self._upload(image, stats))
            self._copies.keep(image, copy)
        elif copy.revision == image.revision:
            return copy
        elif copy.texture.size == (image.width, image.height):
            copy.texture.write(image.pixels)
            stats.add_upload(image.pixels.nbytes)
        else:
            copy.texture.release()
            copy.texture = self._upload(image, stats)
        copy.revision = image.revision
        copy.mipmapped = False
        return copy

    def _upload(self, image: Image, stats: FrameStats) -> moderngl.Texture:
        if max(image.width, image.height) > self._largest_side:
            text = (
                f"{image.resource_path or 'an Image'} - {image.width} x {image.height} pixels are more than the "
                f"{self._largest_side} each way that this graphics card takes; {CHECKER}; "
                "make the picture smaller, or cut it into several"
            )
            self._log.log_once(text, text)
            image = self._stand_in.image
        stats.add_upload(image.pixels.nbytes)
        return self._ctx.texture((image.width, image.height), 4, image.pixels)

    def _follow_pages(self, numbers: Sequence[int]) -> None:
        """Have the pages that the atlas has."""
        for number in [number for number in self._pages if number not in numbers]:
            self._pages.pop(number).release()
        for number in numbers:
            if number not in self._pages:
                self._pages[number] = self._ctx.texture((self._atlas.PAGE_SIZE,) * 2, 4)
        self._numbers = numbers


class _Copy:
    """The copy of an image."""

    __slots__ = ("mipmapped", "revision", "texture")

    def __init__(self, texture: moderngl.Texture) -> None:
        self.texture = texture
        self.revision = 0
        """That of the pixels that were uploaded."""
        self.mipmapped = False
        """Whether the mipmaps are of these pixels."""
