"""Picture files, by Pillow: the only module that imports it.

Reading is bounded before anything large is allocated: the file's length, then the size that its header states.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PIL import Image as PillowImage
from PIL import UnidentifiedImageError

from engine.core.errors import InvalidValueError, ResourceFormatError, ResourceNotFoundError
from engine.core.files import replacing
from engine.resources.image import Image, check_size
from engine.resources.texture_2d import ImageTexture

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from engine.resources.load_request import LoadRequest

MAX_FILE_BYTES = 256 << 20
"""Longest picture file, in bytes: as long as the largest picture in memory."""

_FORMATS = ("PNG", "JPEG", "WEBP")


def read_texture(path: Path, request: LoadRequest) -> ImageTexture:
    """The picture file at `path` as a texture; errors as `read_image`."""
    return ImageTexture(read_image(path))


def read_image(path: Path) -> Image:
    """The picture file at `path`.

    Raises:
        ResourceNotFoundError: there is no such file.
        ResourceFormatError: it is broken, too large, or of another kind.
    """
    if not path.is_file():
        raise ResourceNotFoundError(f"{path} - there is no such file")
    size = path.stat().st_size
    if size > MAX_FILE_BYTES:
        raise ResourceFormatError(f"{path} - has {size} bytes, more than {MAX_FILE_BYTES}")
    try:
        with PillowImage.open(path, formats=_FORMATS) as picture:
            check_size(str(path), *picture.size)
            return Image(_rgba(picture))
    except InvalidValueError as error:
        raise ResourceFormatError(str(error)) from None
    except Exception as error:  # Pillow's decoders raise a dozen different types for broken files
        raise ResourceFormatError(f"{path} - is not a readable picture: {_reason(error)}") from error


def write_png(path: Path, pixels: NDArray[np.uint8]) -> None:
    """Write `pixels`, (height, width, 4) uint8, as a PNG file, in the place of an existing one when all is written.

    Raises:
        ResourceError: the file cannot be written.
    """
    with replacing(path) as file:
        PillowImage.fromarray(pixels).save(file, format="PNG")


def _rgba(picture: PillowImage.Image) -> NDArray[np.uint8]:
    """The pixels of a picture of any mode; 16-bit grey is reduced by its own scale, which Pillow would clip."""
    if picture.mode.startswith("I"):
        grey = (np.clip(np.asarray(picture, np.int64), 0, 65535) + 128) // 257
        pixels = np.full((*grey.shape, 4), 255, np.uint8)
        pixels[:, :, :3] = grey[:, :, None]
        return pixels
    return np.asarray(picture.convert("RGBA"))


def _reason(error: Exception) -> str:
    if isinstance(error, UnidentifiedImageError):
        return "none of PNG, JPEG, WebP"
    return str(error) or type(error).__name__
