"""Picture files, by Pillow: the only module that imports it.

Reading is bounded before anything large is allocated: the file's length, then its parts (`picture_streams`), then the
size that its header states.
"""

from __future__ import annotations

from io import BytesIO
from typing import IO, TYPE_CHECKING, Any

import numpy as np
from PIL import Image as PillowImage
from PIL import UnidentifiedImageError

from engine.core.errors import InvalidValueError, ResourceFormatError, ResourceNotFoundError
from engine.core.files import replacing
from engine.resources.images.image import MAX_PIXELS, Image, check_size
from engine.resources.images.image_files import ImageFrame
from engine.resources.loaders import suffix_of
from engine.resources.loaders.picture_streams import essence, frames_of, kind_of
from engine.resources.textures.texture_2d import ImageTexture

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from engine.resources.loading.load_request import LoadRequest

MAX_FILE_BYTES = 256 << 20
"""Longest picture file, in bytes: as long as the largest picture in memory."""

_SPELLED = {"PNG": "PNG", "JPEG": "JPEG", "WEBP": "WebP", "BMP": "BMP", "GIF": "GIF", "TGA": "TGA"}
_MIXED_UP = ("PNG", "JPEG", "WEBP")
"""What files are by their content, whichever of their suffixes they have."""
_KINDS = {
    **dict.fromkeys((".png", ".jpg", ".jpeg", ".webp"), _MIXED_UP),
    ".bmp": ("BMP",),
    ".gif": ("GIF",),
    ".tga": ("TGA",),
}
_OF_ANY_SUFFIX = (*_MIXED_UP, "BMP", "GIF")
_MOVING = ("GIF", "PNG", "WEBP")

_SHORTEST_FRAME = 0.02
_USUAL_FRAME = 0.1
"""How long a frame stays that says none, or less than can be shown, as browsers have it."""


def read_texture(path: Path, request: LoadRequest) -> ImageTexture:
    """The picture file at `path` as a texture, of its first frame; errors as `read_image`."""
    return ImageTexture(read_image(path))


def read_image(path: Path) -> Image:
    """The picture file at `path`; of several frames the first. Its kind is that of its suffix, or found by content.

    Raises:
        ResourceNotFoundError: there is no such file.
        ResourceFormatError: it is broken, too large, or of another kind.
    """
    return Image(decode(read_bytes(path), str(path), _KINDS.get(suffix_of(path.name), _OF_ANY_SUFFIX)))


def read_bytes(path: Path) -> bytes:
    """What stands in the file at `path`.

    Raises:
        ResourceNotFoundError: there is no such file.
        ResourceFormatError: it is longer than `MAX_FILE_BYTES`.
    """
    if not path.is_file():
        raise ResourceNotFoundError(f"{path} - there is no such file")
    size = path.stat().st_size
    if size > MAX_FILE_BYTES:
        raise ResourceFormatError(f"{path} - has {size} bytes, more than {MAX_FILE_BYTES}")
    return path.read_bytes()


def decode(data: bytes, where: str, kinds: tuple[str, ...]) -> NDArray[np.uint8]:
    """The pixels of a picture file, (height, width, 4) uint8; `where` begins the error's text.

    Args:
        data: the file.
        where: begins the error's text.
        kinds: those that it may be of, in Pillow's words.

    Raises:
        ResourceFormatError: it is broken, too large, or of another kind.
    """
    kind = kinds[0] if kinds == ("TGA",) else kind_of(data)  # no TGA says what it is
    if kind not in kinds:
        names = ", ".join(_SPELLED[each] for each in kinds)
        raise ResourceFormatError(f"{where} - is not a readable picture: none of {names}")
    if len(data) > MAX_FILE_BYTES:
        raise ResourceFormatError(f"{where} - has {len(data)} bytes, more than {MAX_FILE_BYTES}")
    try:
        file, width, height = essence(kind, data)
        check_size(where, width, height)
        with PillowImage.open(BytesIO(file), formats=(kind,)) as picture:
            check_size(where, *picture.size)  # in the decoder's words
            return _rgba(picture)
    except InvalidValueError as error:
        raise ResourceFormatError(str(error)) from None
    except Exception as error:  # Pillow's decoders raise a dozen different types for broken files
        raise ResourceFormatError(f"{where} - is not a readable picture: {_reason(error, kind)}") from error


def read_frames(path: Path) -> list[ImageFrame]:
    """The frames of the GIF, PNG or WebP file at `path`, each whole, with the seconds that it stays.

    Raises:
        ResourceNotFoundError: there is no such file.
        ResourceFormatError: as `decode_frames`.
    """
    return decode_frames(read_bytes(path), str(path))


def decode_frames(data: bytes, where: str) -> list[ImageFrame]:
    """The frames of a GIF, PNG or WebP file, one if it does not move; `where` begins the error's text.

    Raises:
        ResourceFormatError: it is broken, too large, or of another kind; its frames have more than `MAX_PIXELS` in all.
    """
    kind = kind_of(data)
    if kind not in _MOVING:
        raise ResourceFormatError(f"{where} - is not a readable picture: no GIF, PNG or WebP, which alone have frames")
    try:
        (stripped, *size), count = frames_of(kind, data)
        check_size(where, *size)
        if count * size[0] * size[1] > MAX_PIXELS:
            raise ResourceFormatError(
                f"{where} - a picture's frames have at most {MAX_PIXELS} pixels in all, "
                f"got {count} of {size[0]} x {size[1]}"
            )
        with PillowImage.open(BytesIO(stripped), formats=(kind,)) as picture:
            frames = []
            beside = int(picture.info.get("default_image", False))  # of a PNG, for those who show none of its frames
            for number in range(beside, beside + count):
                picture.seek(number)
                picture.load()
                seconds = picture.info.get("duration", 0) / 1000
                frames.append(ImageFrame(_fitted(_rgba(picture), *size), _shown_seconds(seconds)))
            return frames
    except ResourceFormatError:
        raise
    except InvalidValueError as error:
        raise ResourceFormatError(str(error)) from None
    except Exception as error:  # as above
        raise ResourceFormatError(f"{where} - is not a readable picture: {_reason(error, kind)}") from error


def write(path: Path, pixels: NDArray[np.uint8], kind: str, **options: Any) -> None:
    """Write `pixels`, (height, width, 4) uint8, as a file, in the place of an existing one when all is written.

    Args:
        path: of the file.
        pixels: of the picture.
        kind: "PNG", "JPEG" or "WEBP".
        options: what Pillow is told.

    Raises:
        ResourceError: the file cannot be written.
    """
    with replacing(path) as file:
        encode(file, pixels, kind, **options)


def encode(file: IO[bytes], pixels: NDArray[np.uint8], kind: str, **options: Any) -> None:
    """Write `pixels` into an open file; arguments as for `write`. A JPEG has no alpha: it is left out."""
    shown = pixels[:, :, :3] if kind == "JPEG" else pixels
    PillowImage.fromarray(shown).save(file, format=kind, **options)


def _rgba(picture: PillowImage.Image) -> NDArray[np.uint8]:
    """The pixels of a picture of any mode; 16-bit grey is reduced by its own scale, which Pillow would clip."""
    if picture.mode.startswith("I"):
        grey = (np.clip(np.asarray(picture, np.int64), 0, 65535) + 128) // 257
        pixels = np.full((*grey.shape, 4), 255, np.uint8)
        pixels[:, :, :3] = grey[:, :, None]
        return pixels
    return np.asarray(picture.convert("RGBA"))


def _fitted(pixels: NDArray[np.uint8], wide: int, high: int) -> Image:
    """A frame as large as all of them: a later one may be what makes the picture wider or higher."""
    height, width = pixels.shape[:2]
    if (width, height) == (wide, high):
        return Image(pixels)
    whole = np.zeros((high, wide, 4), np.uint8)
    whole[:height, :width] = pixels
    return Image(whole)


def _shown_seconds(seconds: float) -> float:
    return seconds if seconds >= _SHORTEST_FRAME else _USUAL_FRAME


def _reason(error: Exception, kind: str) -> str:
    if isinstance(error, UnidentifiedImageError):
        return f"a broken {_SPELLED[kind]}"
    return str(error) or type(error).__name__
