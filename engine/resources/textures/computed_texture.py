"""ComputedTexture: the base of textures whose picture is worked out of other things when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.resources.images.image import Image
from engine.resources.textures.texture_2d import Texture2D

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.resources.textures.texture_2d import Box


class ComputedTexture(Texture2D, registered=False):
    """A texture whose picture is worked out when it is first asked for after a change.

    It stays the same Image, whose revision counts up. It is asked for when a node paints the texture, too, which nodes
    do that have heard of the change. A subclass overrides `_pixels`.
    """

    _worked_out: tuple[str, ...] = ("_is_outdated", "_picture")
    _picture: Image | None = None
    _is_outdated = True

    @property
    def image(self) -> Image:
        """The pixels, worked out if something has changed; changing them lasts until the next change."""
        return self._worked_out_picture()

    def emit_changed(self) -> None:
        """Count the revision up and emit `changed`; the picture is worked out anew when it is next asked for."""
        self._is_outdated = True
        super().emit_changed()

    def __getstate__(self) -> Any:
        """A copy works out a picture of its own."""
        state = super().__getstate__()
        for name in self._worked_out if state else ():
            state.pop(name, None)
        return state

    def drawn_part(self, rect: Box, source: Box) -> tuple[Texture2D, Box, Box] | None:
        """As that of every texture, with the picture as it is now."""
        self._worked_out_picture()  # so that it has changed by the time that a server looks at what has
        return super().drawn_part(rect, source)

    def base_part(self) -> tuple[Texture2D, Box]:
        """As that of every texture, with the picture as it is now."""
        self._worked_out_picture()
        return super().base_part()

    def _worked_out_picture(self) -> Image:
        picture = self._picture
        if picture is None:
            picture = self._picture = Image(self._pixels())
            self._is_outdated = False
        elif self._is_outdated:
            picture.set_pixels(self._pixels())
            self._is_outdated = False
        return picture

    def _pixels(self) -> NDArray[np.uint8]:
        """The picture, (height, width, 4)."""
        raise NotImplementedError


def missing_pixels(width: int, height: int) -> NDArray[np.uint8]:
    """What stands where there is nothing to work a picture out of: magenta, as Godot's placeholder texture."""
    pixels = np.empty((height, width, 4), np.uint8)
    pixels[:] = (255, 0, 255, 255)
    return pixels
