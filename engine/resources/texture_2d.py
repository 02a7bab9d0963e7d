"""Texture2D and ImageTexture: what a node shows, as a picture that servers copy to the GPU.

A texture owns no GPU object: the render server keeps its own copy of `image`, renewed when the image's revision
changes. Several textures may share one Image, and then share the copy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError
from engine.core.export import exported
from engine.core.resource import Resource
from engine.math import Vector2
from engine.resources.image import Image

if TYPE_CHECKING:
    Box = tuple[float, float, float, float]
    """x, y, width, height; pixels."""


class Texture2D(Resource):
    """A picture to be drawn; `ImageTexture` is the one to make.

    For engine classes: `_drawn_part` and `_base_part` say which texture with a copy of its own on the GPU is drawn in
    the place of this one; `_render_target` is what a render server made for a texture that it fills itself.
    """

    _compared = True
    _render_target: Any = None

    @property
    def image(self) -> Image:
        """The pixels.

        Raises:
            InvalidTypeError: this class has none.
        """
        raise InvalidTypeError(f"{type(self).__name__} holds no picture; load() a file, or make an ImageTexture")

    @property
    def width(self) -> int:
        """Pixels in a row."""
        return self.image.width

    @property
    def height(self) -> int:
        """Rows."""
        return self.image.height

    @property
    def size(self) -> Vector2:
        """Width and height in pixels."""
        return self.image.size

    def has_alpha(self) -> bool:
        """Whether any pixel is not opaque."""
        return self.image.detect_alpha()

    def is_pixel_opaque(self, x: int, y: int) -> bool:
        """Whether the pixel at column `x`, row `y` has an alpha above one half; False outside the picture."""
        image = self.image
        return 0 <= x < image.width and 0 <= y < image.height and bool(image.pixels[y, x, 3] > 127)

    def _drawn_part(self, rect: Box, source: Box) -> tuple[Texture2D, Box, Box] | None:
        """What is drawn when `source` of this texture is to fill `rect`: a texture, where, and what part of it.

        None where nothing is to be seen. Widths and heights are positive.
        """
        return self, rect, source

    def _base_part(self) -> tuple[Texture2D, Box]:
        """The texture that is drawn for this one over freely placed points, and the part of it that this one is."""
        return self, (0.0, 0.0, float(self.width), float(self.height))


class ImageTexture(Texture2D):
    """A texture over an Image in memory.

    Changing the image (`image.set_pixel`) changes what is drawn; so does giving the texture another image.
    """

    _not_state = ("image",)

    def __init__(self, image: Image | None = None) -> None:
        """A texture of `image`; without, of one transparent pixel."""
        super().__init__()
        self._image = Image() if image is None else _checked(image)

    @classmethod
    def create_from_image(cls, image: Image) -> ImageTexture:
        """The same as the constructor, under Godot's name."""
        return cls(image)

    @property
    @exported(None)
    def image(self) -> Image:
        """The pixels. Setting another image emits `changed`.

        Raises:
            InvalidTypeError: set to something else than an Image.
        """
        return self._image

    @image.setter
    def image(self, image: Image) -> None:
        self._image = _checked(image)
        self.emit_changed()


def _checked(image: Image) -> Image:
    if not isinstance(image, Image):
        raise InvalidTypeError(f"ImageTexture.image - must be an Image, got {type(image).__name__}")
    return image
