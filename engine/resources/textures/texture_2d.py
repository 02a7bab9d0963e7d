"""Texture2D and ImageTexture: what a node shows, as a picture that servers copy to the GPU.

A texture owns no GPU object: the render server keeps its own copy of `image`, renewed when the image's revision
changes. Several textures may share one Image, and then share the copy. The other textures are in `textures`.
"""

from __future__ import annotations

from copy import copy
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import exported
from engine.core.property_checks import checked_between
from engine.core.resource import Resource
from engine.math import Color, Vector2
from engine.math.value import shortened
from engine.resources.images.image import MAX_SIDE, Image

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.math.color import ColorLike
    from engine.resources.textures.placeholder_texture_2d import PlaceholderTexture2D

    Box = tuple[float, float, float, float]
    """x, y, width, height; pixels."""

_WHITE = Color(1.0, 1.0, 1.0, 1.0)

_LEAST_OPAQUE = 26
"""The least alpha of a pixel that counts as opaque: above a tenth of 255, as Godot's BitMap.create_from_image_alpha."""


class Canvas(Protocol):
    """What a texture can be drawn on, while it draws itself: any CanvasItem."""

    def draw_texture_rect(
        self,
        texture: Texture2D,
        rect: Sequence[float],
        tile: bool = False,
        modulate: ColorLike = ...,
        transpose: bool = False,
    ) -> None:
        """Draw a texture stretched over a rectangle, or repeated in its own size."""

    def draw_texture_rect_region(
        self,
        texture: Texture2D,
        rect: Sequence[float],
        src_rect: Sequence[float],
        modulate: ColorLike = ...,
        transpose: bool = False,
        clip_uv: bool = True,
    ) -> None:
        """Draw a part of a texture stretched over a rectangle."""


class Texture2D(Resource):
    """A picture to be drawn; `ImageTexture` is the one to make.

    What renderers ask, whatever the texture: `drawn_part` and `base_part` say which texture with a copy of its own on
    the GPU is drawn in its place, `clips` whether nothing beyond the part may show; `own_filter`, `own_repeat` and
    `render_target` how, and from where. Classes of textures override them; whoever draws reads nothing else of them but
    `image`, `width` and `height`.
    """

    render_target: Any = None
    """What a render server keeps of a texture that it fills itself, with its `size`; None for those that have an image.

    It is asked for each time the texture is drawn, and may be another one each time.
    """
    own_filter: int = 0
    """The TextureFilter that it is drawn with whatever its item says; 0, PARENT_NODE, for what that says."""
    own_repeat: int = 0
    """The TextureRepeat that it is drawn with whatever its item says; 0, PARENT_NODE, for what that says."""

    _compared = True

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
        return Vector2(self.width, self.height)

    def get_image(self) -> Image | None:
        """A copy of the pixels, which can be changed without changing the texture; None where there are none."""
        return copy(self.image)

    def has_alpha(self) -> bool:
        """Whether any pixel is not opaque."""
        return self.image.detect_alpha()

    def is_pixel_opaque(self, x: int, y: int) -> bool:
        """Whether the pixel at column `x`, row `y` has an alpha above a tenth; False outside the picture."""
        image = self.image
        return 0 <= x < image.width and 0 <= y < image.height and bool(image.pixels[y, x, 3] >= _LEAST_OPAQUE)

    def create_placeholder(self) -> PlaceholderTexture2D:
        """A texture of the same size without a picture."""
        placeholder: PlaceholderTexture2D = import_module(
            "engine.resources.textures.placeholder_texture_2d"
        ).PlaceholderTexture2D()
        placeholder.size = self.size
        return placeholder

    # --- drawing

    def draw(
        self, canvas_item: Canvas, position: Sequence[float], modulate: ColorLike = _WHITE, transpose: bool = False
    ) -> None:
        """Draw the texture in its own size, its top left corner at `position`.

        Args:
            canvas_item: the CanvasItem that is drawing itself; errors are those of its drawing methods.
            position: a point in its space.
            modulate: multiplies the texture's colours.
            transpose: swap the texture's axes.
        """
        x, y = position
        canvas_item.draw_texture_rect(self, (x, y, *self.size), False, modulate, transpose)

    def draw_rect(
        self,
        canvas_item: Canvas,
        rect: Sequence[float],
        tile: bool,
        modulate: ColorLike = _WHITE,
        transpose: bool = False,
    ) -> None:
        """Draw the texture stretched over `rect`, or repeated in its own size with `tile`; see `draw`."""
        canvas_item.draw_texture_rect(self, rect, tile, modulate, transpose)

    def draw_rect_region(
        self,
        canvas_item: Canvas,
        rect: Sequence[float],
        src_rect: Sequence[float],
        modulate: ColorLike = _WHITE,
        transpose: bool = False,
        clip_uv: bool = True,
    ) -> None:
        """Draw a part of the texture, `src_rect` in its pixels, stretched over `rect`; see `draw`.

        With `clip_uv` no pixel beyond the part shows at its edges, however it is scaled.
        """
        canvas_item.draw_texture_rect_region(self, rect, src_rect, modulate, transpose, clip_uv)

    def drawn_part(self, rect: Box, source: Box) -> tuple[Texture2D, Box, Box] | None:
        """What is drawn when `source` of this texture is to fill `rect`: a texture, where, and what part of it.

        None where nothing is to be seen. Widths and heights are positive.
        """
        return self, rect, source

    def base_part(self) -> tuple[Texture2D, Box]:
        """The texture that is drawn for this one over freely placed points, and the part of it that this one is."""
        return self, (0.0, 0.0, float(self.width), float(self.height))

    def clips(self, clip_uv: bool) -> bool:
        """Whether no pixel beyond a drawn part may show, where whoever draws it asks for that with `clip_uv`."""
        return clip_uv


class ImageTexture(Texture2D):
    """A texture over an Image in memory.

    Changing the image (`image.set_pixel`) changes what is drawn; so does giving the texture another image.
    """

    _not_state = ("image",)
    _size_override: tuple[int, int] | None = None

    def __init__(self, image: Image | None = None, **exported: Any) -> None:
        """A texture of `image`; without, of one transparent pixel. `exported` are values for its properties."""
        self._image = Image() if image is None else _checked("image", image)
        super().__init__(**exported)

    @classmethod
    def create_from_image(cls, image: Image) -> ImageTexture:
        """The same as the constructor, under Godot's name."""
        return cls(image)

    @property
    @exported(None)
    def image(self) -> Image:
        """The pixels. Setting another image emits `changed`, and ends a `set_size_override`.

        Raises:
            InvalidTypeError: set to something else than an Image.
        """
        return self._image

    @image.setter
    def image(self, image: Image) -> None:
        self._image = _checked("image", image)
        self._size_override = None
        self.emit_changed()

    @property
    def width(self) -> int:
        """Pixels in a row, or what `set_size_override` said."""
        return self._image.width if self._size_override is None else self._size_override[0]

    @property
    def height(self) -> int:
        """Rows, or what `set_size_override` said."""
        return self._image.height if self._size_override is None else self._size_override[1]

    def set_image(self, image: Image) -> None:
        """The same as setting `image`, under Godot's name."""
        self.image = image

    def update(self, image: Image) -> None:
        """Show another image of the same size; a `set_size_override` stays.

        Raises:
            InvalidTypeError: it is no Image.
            InvalidValueError: it has another size.
        """
        image = _checked("update", image)
        if image.size != self._image.size:
            raise InvalidValueError(
                f"{self._where()}.update - the image must be as large as the texture, {self._image.width} x "
                f"{self._image.height} pixels, got {image.width} x {image.height}; set the property image instead"
            )
        self._image = image
        self.emit_changed()

    def set_size_override(self, size: Sequence[float]) -> None:
        """Let the texture be drawn as if it had another size, in pixels; a side of 0 stays as it is. It is not saved.

        Raises:
            InvalidTypeError: not two whole numbers.
            InvalidValueError: a side is negative or above 16384.
        """
        try:
            sides = tuple(size)
        except TypeError:
            sides = ()
        if len(sides) != 2:
            raise InvalidTypeError(
                f"{self._where()}.set_size_override must be two whole numbers, got {shortened(size)}"
            )
        whole = [int(side) if isinstance(side, float) and side.is_integer() else side for side in sides]
        wanted = [checked_between(self, "set_size_override", side, 0, MAX_SIDE) for side in whole]
        self._size_override = (wanted[0] or self.width, wanted[1] or self.height)
        self.emit_changed()

    def is_pixel_opaque(self, x: int, y: int) -> bool:
        """Whether the pixel at column `x`, row `y` has an alpha above a tenth; False outside the picture.

        After `set_size_override` they are counted in that size.
        """
        if self._size_override is not None:
            width, height = self._size_override
            x, y = x * self._image.width // width, y * self._image.height // height
        return super().is_pixel_opaque(x, y)


def _checked(what: str, image: Image) -> Image:
    if not isinstance(image, Image):
        raise InvalidTypeError(f"ImageTexture.{what} - must be an Image, got {type(image).__name__}")
    return image
