"""PlaceholderTexture2D: a texture with a size and no picture, for what is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import InvalidValueError
from engine.core.export import exported
from engine.core.property_checks import checked_numbers
from engine.math import Vector2
from engine.math.value import shortened
from engine.resources.images.image import MAX_SIDE, check_size
from engine.resources.textures.computed_texture import ComputedTexture, missing_pixels

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from engine.resources.images.image import Image
    from engine.resources.textures.texture_2d import Box, Texture2D


class PlaceholderTexture2D(ComputedTexture):
    """Stands where a texture should be; magenta where it is drawn all the same, as in Godot."""

    _size = Vector2(1.0, 1.0)

    @property
    @exported(Vector2(1.0, 1.0), unit="px")
    def size(self) -> Vector2:
        """Width and height in pixels, 0 or more; fractions of a pixel are not there to be seen. Default (1, 1).

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than two finite numbers of 0 to 16384.
        """
        return self._size

    @size.setter
    def size(self, size: Sequence[float]) -> None:
        width, height = checked_numbers(self, "size", size, 2)
        if width < 0 or height < 0 or width > MAX_SIDE or height > MAX_SIDE:
            raise InvalidValueError(
                f"{self._where()}.size must be from 0 to {MAX_SIDE} pixels either way, got {shortened(size)}"
            )
        check_size(f"{self._where()}.size", max(int(width), 1), max(int(height), 1))
        self._size = Vector2(width, height)
        self.emit_changed()

    @property
    def width(self) -> int:
        """Pixels in a row."""
        return int(self._size.x)

    @property
    def height(self) -> int:
        """Rows."""
        return int(self._size.y)

    def get_image(self) -> Image | None:
        """None: there is no picture."""
        return None

    def has_alpha(self) -> bool:
        """False: there is no picture."""
        return False

    def drawn_part(self, rect: Box, source: Box) -> tuple[Texture2D, Box, Box] | None:
        """As that of every texture; nothing where it has no pixel."""
        return super().drawn_part(rect, source) if self.width and self.height else None

    def _pixels(self) -> NDArray[np.uint8]:
        return missing_pixels(max(self.width, 1), max(self.height, 1))
