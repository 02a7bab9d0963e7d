"""MissingTexture: what is shown where a texture should be that is not there or cannot be read."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.resources.images.image import Image
from engine.resources.loading.missing_resource import MissingResource
from engine.resources.textures.texture_2d import Texture2D

__all__ = ["MissingTexture"]

_CELLS = 8
_CELL_PIXELS = 8


class MissingTexture(Texture2D, MissingResource):
    """A checker of magenta and black, 64 x 64 pixels, in the place of a texture that a file names.

    A game goes on with a picture that is plainly wrong. It keeps what the file says of the texture, for the next save;
    `scenes.unresolved_textures` lists those that a tree draws with.

    Args:
        original_type: the type that the file names, such as "AtlasTexture".
        script_class: the name that the file gives for the class of its script; "" for none.
        reason: why the file cannot be read; "" where there is none.
        exported: values for properties of the class.
    """

    _not_state = ("image",)

    def __init__(
        self, original_type: str = "Texture2D", script_class: str = "", reason: str = "", **exported: Any
    ) -> None:
        MissingResource.__init__(self, original_type, script_class, **exported)
        self.reason = reason
        """Why the file cannot be read; "" where there is none."""
        self._image: Image | None = None

    @property
    def image(self) -> Image:
        """The checker; each has one of its own."""
        if self._image is None:
            cells = np.indices((_CELLS, _CELLS)).sum(axis=0) % 2 == 0
            pixels = np.zeros((_CELLS, _CELLS, 4), np.uint8)
            pixels[:, :, 3] = 255
            pixels[cells, 0] = 255
            pixels[cells, 2] = 255
            self._image = Image(pixels.repeat(_CELL_PIXELS, axis=0).repeat(_CELL_PIXELS, axis=1))
        return self._image
