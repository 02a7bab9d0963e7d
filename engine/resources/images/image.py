"""Image: a picture in memory, 8 bits each of red, green, blue and alpha.

Colours are as in the file: gamma space, straight alpha. Rows run from the top. Whoever draws an Image keeps a copy of
its own and looks at `revision`, so every change goes through the methods here, or is told by `emit_changed()`.
"""

from __future__ import annotations

from copy import deepcopy
from math import isfinite
from operator import index
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from engine.core.errors import InvalidTypeError, InvalidValueError, SapwoodError
from engine.core.export import exported
from engine.core.resource import Resource
from engine.math import Color, Rect2, Vector2
from engine.math.value import shortened
from engine.resources.images.image_edits import ImageEdits
from engine.resources.images.image_files import ImageFiles
from engine.resources.images.image_form import FileForm, read_form

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.math.color import ColorLike

MAX_SIDE = 16384
"""Widest and highest picture, in pixels: what GL 4.1 hardware takes as a texture."""

MAX_PIXELS = 1 << 26
"""Most pixels of one picture: 256 MiB in memory."""


def check_size(where: str, width: int, height: int) -> None:
    """Refuse a picture that is empty or too large; `where` begins the error's text.

    Raises:
        InvalidValueError: a side is not 1 to `MAX_SIDE`, or there are more than `MAX_PIXELS` pixels.
    """
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE and width * height <= MAX_PIXELS):
        raise InvalidValueError(
            f"{where} - a picture has sides of 1 to {MAX_SIDE} and at most {MAX_PIXELS} pixels, got {width} x {height}"
        )


class Image(ImageEdits, ImageFiles, Resource):
    """A picture that can be read and changed pixel by pixel, and as a whole; read from files, and written.

    >>> image = Image.create(2, 1, (1, 0, 0))
    >>> image.get_pixel(0, 0)
    Color(1.0, 0.0, 0.0, 1.0)
    """

    _compared = True
    _not_state = ("data",)
    _form = FileForm()

    def __init__(self, pixels: NDArray[np.uint8] | None = None, **exported: Any) -> None:
        """A picture of `pixels`, (height, width, 4) uint8, which is copied; without, one transparent pixel.

        `exported` are values for its properties.

        Raises:
            InvalidTypeError: `pixels` has another shape or type.
            InvalidValueError: it is empty or too large.
        """
        self._pixels = _checked(np.zeros((1, 1, 4), np.uint8) if pixels is None else pixels)
        super().__init__(**exported)

    @classmethod
    def create(cls, width: int, height: int, color: ColorLike = (0, 0, 0, 0)) -> Image:
        """A picture of one colour, transparent by default.

        Raises:
            InvalidTypeError: the size is not in whole pixels, or `color` no colour.
            InvalidValueError: the size is not positive or too large, or `color` not finite.
        """
        width, height = _whole("Image.create", width, height)
        check_size("Image.create", width, height)
        pixels = np.empty((height, width, 4), np.uint8)
        pixels[:] = color_bytes("Image.create", color)
        return cls(pixels)

    @property
    @exported({"data": bytes(4), "format": "RGBA8", "height": 1, "mipmaps": False, "width": 1})
    def data(self) -> dict[str, Any]:
        """The whole picture as files hold it: "width", "height", "format" (Godot's name), "mipmaps", and "data", bytes.

        A picture is one of "RGBA8" without mipmaps, unless it was set in another way and is as it was set. Of the
        formats with 8 bits a channel ("Lum8", "LumAlpha8", "Red8", "RedGreen", "RGB8", "RGBA8", also under the names of
        Godot's constants, as "L8") all pixels can be read and changed. What was set in any other format is only
        kept, so that it can be saved: until it is changed, its pixels are read as transparent.

        Raises:
            InvalidTypeError: set to something else than such a dict.
            InvalidValueError: it is too large, or has not as many bytes as its size needs.
        """
        return self._form.written(self._pixels)

    @data.setter
    def data(self, data: dict[str, Any]) -> None:
        pixels, self._form = read_form(f"{self._where()}.data", data, check_size)
        self._pixels = pixels
        self.emit_changed()

    @property
    def width(self) -> int:
        """Pixels in a row."""
        return int(self._pixels.shape[1])

    @property
    def height(self) -> int:
        """Rows."""
        return int(self._pixels.shape[0])

    @property
    def size(self) -> Vector2:
        """Width and height in pixels."""
        return Vector2(self.width, self.height)

    @property
    def pixels(self) -> NDArray[np.uint8]:
        """The pixels, (height, width, 4) uint8, as a read-only view that later changes show in."""
        view = self._pixels.view()
        view.flags.writeable = False
        return view

    def set_pixels(self, pixels: NDArray[np.uint8]) -> None:
        """Replace the whole picture by `pixels`, (height, width, 4) uint8, which is copied; the size may change.

        Raises:
            InvalidTypeError, InvalidValueError: as the constructor.
        """
        self._take(pixels)

    def _take(self, pixels: NDArray[np.uint8]) -> None:
        self._pixels = _checked(pixels)
        self._edited()

    def blit(self, pixels: NDArray[np.uint8], x: int, y: int) -> None:
        """Copy `pixels`, (h, w, 4) uint8, over this picture with their top left corner at (x, y).

        Raises:
            InvalidTypeError: they have another shape or type, or `x` and `y` are not whole numbers.
            InvalidValueError: they do not lie inside.
        """
        _check_pixels("Image.blit", pixels)
        x, y = _whole("Image.blit", x, y)
        height, width = pixels.shape[:2]
        if x < 0 or y < 0 or x + width > self.width or y + height > self.height:
            raise InvalidValueError(
                f"Image.blit - {width} x {height} pixels at ({x}, {y}) leave the picture of "
                f"{self.width} x {self.height} pixels"
            )
        self._pixels[y : y + height, x : x + width] = pixels
        self._edited()

    def fill(self, color: ColorLike) -> None:
        """Give every pixel one colour.

        Raises:
            InvalidTypeError, InvalidValueError: `color` is no colour, or not finite.
        """
        self._pixels[:] = color_bytes("Image.fill", color)
        self._edited()

    def get_pixel(self, x: int, y: int) -> Color:
        """The colour at column `x`, row `y`.

        Raises:
            InvalidTypeError: `x` or `y` is not a whole number.
            InvalidValueError: there is no such pixel.
        """
        x, y = self._checked_place("get_pixel", x, y)
        red, green, blue, alpha = self._pixels[y, x].tolist()
        return Color(red / 255, green / 255, blue / 255, alpha / 255)

    def set_pixel(self, x: int, y: int, color: ColorLike) -> None:
        """Change the colour at column `x`, row `y`.

        Raises:
            InvalidTypeError: `x` or `y` is not a whole number, or `color` no colour.
            InvalidValueError: there is no such pixel, or `color` is not finite.
        """
        x, y = self._checked_place("set_pixel", x, y)
        self._pixels[y, x] = color_bytes("Image.set_pixel", color)
        self._edited()

    def get_pixelv(self, point: Sequence[int]) -> Color:
        """The colour at `point`, a column and a row; errors as `get_pixel`."""
        return self.get_pixel(*_pair("Image.get_pixelv", point))

    def set_pixelv(self, point: Sequence[int], color: ColorLike) -> None:
        """Change the colour at `point`, a column and a row; errors as `set_pixel`."""
        self.set_pixel(*_pair("Image.set_pixelv", point), color)

    def get_region(self, region: Sequence[float]) -> Image:
        """A new picture of a part of this one; `region` is a Rect2 in pixels, fractions cut off.

        Raises:
            InvalidTypeError: it is no Rect2.
            InvalidValueError: it does not lie inside.
        """
        try:
            rect = Rect2(region)
        except SapwoodError as error:
            raise InvalidTypeError(f"Image.get_region - region must be a Rect2: {error}") from None
        x, y, width, height = map(int, rect) if rect.is_finite() else (-1, -1, 0, 0)
        if x < 0 or y < 0 or width < 1 or height < 1 or x + width > self.width or y + height > self.height:
            raise InvalidValueError(f"Image.get_region - {region} leaves the picture of {self.width} x {self.height}")
        return Image(self._pixels[y : y + height, x : x + width])

    def __copy__(self) -> Self:
        """A picture of its own; sharing the pixels, each would change under the other's revision."""
        return deepcopy(self)

    def detect_alpha(self) -> bool:
        """Whether any pixel is not opaque."""
        return bool((self._pixels[:, :, 3] != 255).any())

    def _edited(self) -> None:
        self._form = self._form.edited()
        self.emit_changed()

    def _checked_place(self, method: str, x: int, y: int) -> tuple[int, int]:
        x, y = _whole(f"Image.{method}", x, y)
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise InvalidValueError(
                f"Image.{method} - ({x}, {y}) is not in the picture of {self.width} x {self.height} pixels"
            )
        return x, y


def _checked(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    _check_pixels("Image", pixels)
    check_size("Image", pixels.shape[1], pixels.shape[0])
    return np.array(pixels, order="C")


def _check_pixels(where: str, pixels: NDArray[np.uint8]) -> None:
    if not isinstance(pixels, np.ndarray):
        raise InvalidTypeError(f"{where} - pixels are (height, width, 4) uint8, got {type(pixels).__name__}")
    if pixels.ndim != 3 or pixels.shape[2] != 4 or pixels.dtype != np.uint8:
        raise InvalidTypeError(f"{where} - pixels are (height, width, 4) uint8, got {pixels.shape} {pixels.dtype}")


def _pair(where: str, point: Sequence[int]) -> tuple[int, int]:
    try:
        x, y = point
    except (TypeError, ValueError):
        raise InvalidTypeError(f"{where} - point must be a Vector2i, got {shortened(point)}") from None
    return x, y


def _whole(where: str, x: int, y: int) -> tuple[int, int]:
    try:
        return index(x), index(y)
    except TypeError:
        raise InvalidTypeError(f"{where} - pixels are counted in whole numbers, got ({x!r}, {y!r})") from None


def color_bytes(where: str, color: ColorLike) -> tuple[int, int, int, int]:
    """A colour as a pixel has it; `where` begins the error's text.

    Raises:
        InvalidTypeError: `color` is no colour.
        InvalidValueError: it is not finite.
    """
    try:
        red, green, blue, alpha = checked = Color(color)
    except SapwoodError as error:
        raise InvalidTypeError(f"{where} - color must be a Color: {error}") from None
    if not all(map(isfinite, checked)):
        raise InvalidValueError(f"{where} - color must be finite, got {shortened(color)}")
    return _byte(red), _byte(green), _byte(blue), _byte(alpha)


def _byte(value: float) -> int:
    return min(255, max(0, round(value * 255)))
