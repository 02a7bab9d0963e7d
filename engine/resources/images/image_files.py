"""ImageFiles: the methods of Image that read and write picture files; mixed into Image."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.files import checked_path
from engine.core.property_checks import is_finite
from engine.math.value import shortened

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from engine.resources.images.image import Image

__all__ = ["ImageFiles", "ImageFrame"]


class ImageFrame(NamedTuple):
    """One frame of a picture that moves."""

    image: Image
    """All of what is shown."""
    duration: float
    """For how long, in seconds."""


class ImageFiles:
    """What an Image reads and writes.

    Reading raises `ResourceFormatError` for what is broken, too large or of another kind, before anything changed; the
    text says why. Where a photograph says how the camera was held, that is ignored, as in Godot.
    """

    if TYPE_CHECKING:
        _pixels: NDArray[np.uint8]

        def _take(self, pixels: NDArray[np.uint8]) -> None: ...

    # --- reading -------------------------------------------------------------------------------

    @classmethod
    def load_from_file(cls, path: str | Path) -> Image:
        """Read a picture file from anywhere on the disk: PNG, JPEG, WebP, BMP, TGA, GIF (its first frame) or SVG.

        The suffix says which, but PNG, JPEG and WebP are told apart by what is in them.

        Raises:
            ResourceNotFoundError: there is no such file.
            ResourceFormatError: it is broken, too large, or of another kind; the text names the file and the reason.
        """
        image: Image = _read_image(checked_path("Image.load_from_file", path))
        return image

    @classmethod
    def load_frames_from_file(cls, path: str | Path) -> list[ImageFrame]:
        """Read all frames of a GIF, PNG or WebP file from anywhere on the disk; of one that does not move its picture.

        A frame that says no duration, or one under 0.02 s, stays 0.1 s, as browsers show it.

            frames.set_animation_speed("default", 1)  # SpriteFrames, whose durations are seconds then
            for image, seconds in Image.load_frames_from_file("fire.gif"):
                frames.add_frame("default", ImageTexture(image), seconds)

        Raises:
            ResourceNotFoundError: there is no such file.
            ResourceFormatError: it is broken, too large, or of another kind; it has over 4096 frames, or too many
                pixels in all.
        """
        frames: list[ImageFrame] = _files().read_frames(checked_path("Image.load_frames_from_file", path))
        return frames

    def load(self, path: str | Path) -> None:
        """Replace this picture by that of a file; errors as `load_from_file`."""
        self._take(_read_image(checked_path("Image.load", path)).pixels)

    def load_png_from_buffer(self, buffer: bytes) -> None:
        """Replace this picture by that of a PNG file, given by its bytes."""
        self._load_from_buffer("load_png_from_buffer", buffer, "PNG")

    def load_jpg_from_buffer(self, buffer: bytes) -> None:
        """Replace this picture by that of a JPEG file, given by its bytes."""
        self._load_from_buffer("load_jpg_from_buffer", buffer, "JPEG")

    def load_webp_from_buffer(self, buffer: bytes) -> None:
        """Replace this picture by that of a WebP file, given by its bytes."""
        self._load_from_buffer("load_webp_from_buffer", buffer, "WEBP")

    def load_bmp_from_buffer(self, buffer: bytes) -> None:
        """Replace this picture by that of a BMP file, given by its bytes."""
        self._load_from_buffer("load_bmp_from_buffer", buffer, "BMP")

    def load_tga_from_buffer(self, buffer: bytes) -> None:
        """Replace this picture by that of a TGA file, given by its bytes."""
        self._load_from_buffer("load_tga_from_buffer", buffer, "TGA")

    def load_svg_from_buffer(self, buffer: bytes, scale: float = 1.0) -> None:
        """Replace this picture by that of an SVG file, given by its bytes; `scale` is how many times as large.

        Raises:
            ResourceFormatError: it is broken, or too large or too complex to be drawn.
            InvalidTypeError: `buffer` is not bytes, or `scale` no number.
            InvalidValueError: `scale` is not finite, or not above 0.
        """
        where = "Image.load_svg_from_buffer"
        self._take(_svg().draw(_checked_bytes(where, buffer), where, _checked_scale(where, scale)))

    def load_svg_from_string(self, svg_str: str, scale: float = 1.0) -> None:
        """Replace this picture by that of an SVG file, given as its text; `scale` and errors as for the other."""
        where = "Image.load_svg_from_string"
        if not isinstance(svg_str, str):
            raise InvalidTypeError(f"{where} - the text of an SVG file is a str, got {shortened(svg_str)}")
        self._take(_svg().draw(svg_str, where, _checked_scale(where, scale)))

    def _load_from_buffer(self, method: str, buffer: bytes, kind: str) -> None:
        where = f"Image.{method}"
        self._take(_files().decode(_checked_bytes(where, buffer), where, (kind,)))

    # --- writing -------------------------------------------------------------------------------

    def save_png(self, path: str | Path) -> None:
        """Write a PNG file; an existing file is replaced in one step, so that a crash leaves the old one.

        Raises:
            ResourceError: the file cannot be written; the text says why.
        """
        _files().write(checked_path("Image.save_png", path), self._pixels, "PNG")

    def save_jpg(self, path: str | Path, quality: float = 0.75) -> None:
        """Write a JPEG file, as `save_png`; alpha is left out.

        Args:
            path: of the file.
            quality: from 0, small, to 1, fine.

        Raises:
            ResourceError: the file cannot be written; the text says why.
            InvalidValueError: `quality` is not from 0 to 1.
        """
        percent = _checked_quality("Image.save_jpg", quality)
        _files().write(checked_path("Image.save_jpg", path), self._pixels, "JPEG", quality=percent)

    def save_webp(self, path: str | Path, lossy: bool = False, quality: float = 0.75) -> None:
        """Write a WebP file, as `save_png`.

        Args:
            path: of the file.
            lossy: whether it may differ from the picture, to be smaller; otherwise it has every pixel.
            quality: of a lossy one, from 0, small, to 1, fine.

        Raises:
            ResourceError: the file cannot be written; the text says why.
            InvalidValueError: `quality` is not from 0 to 1.
        """
        options = _webp_options("Image.save_webp", lossy, quality)
        _files().write(checked_path("Image.save_webp", path), self._pixels, "WEBP", **options)

    def save_png_to_buffer(self) -> bytes:
        """The bytes of a PNG file of this picture."""
        return _encoded(self._pixels, "PNG")

    def save_jpg_to_buffer(self, quality: float = 0.75) -> bytes:
        """The bytes of a JPEG file; `quality` as for `save_jpg`."""
        return _encoded(self._pixels, "JPEG", quality=_checked_quality("Image.save_jpg_to_buffer", quality))

    def save_webp_to_buffer(self, lossy: bool = False, quality: float = 0.75) -> bytes:
        """The bytes of a WebP file; arguments as for `save_webp`."""
        return _encoded(self._pixels, "WEBP", **_webp_options("Image.save_webp_to_buffer", lossy, quality))


def _files() -> Any:
    """The module that knows Pillow, imported when the first file is read (it takes 30 ms)."""
    return import_module("engine.resources.loaders.picture_files")


def _svg() -> Any:
    return import_module("engine.resources.loaders.svg_files")


def _read_image(path: Path) -> Any:
    return _svg().read_image(path) if path.suffix.lower() == ".svg" else _files().read_image(path)


def _encoded(pixels: NDArray[np.uint8], kind: str, **options: Any) -> bytes:
    file = BytesIO()
    _files().encode(file, pixels, kind, **options)
    return file.getvalue()


def _checked_bytes(where: str, buffer: object) -> bytes:
    if not isinstance(buffer, (bytes, bytearray, memoryview)):
        raise InvalidTypeError(f"{where} - buffer must be the bytes of a file, got {shortened(buffer)}")
    return bytes(buffer)


def _checked_scale(where: str, scale: float) -> float:
    if isinstance(scale, (str, bytes)) or not hasattr(scale, "__float__"):
        raise InvalidTypeError(f"{where} - scale must be a number, got {shortened(scale)}")
    if not is_finite(scale) or scale <= 0:
        raise InvalidValueError(f"{where} - scale must be finite and above 0, got {shortened(scale)}")
    return float(scale)


def _checked_quality(where: str, quality: float) -> int:
    """In percent."""
    if not is_finite(quality) or not 0 <= quality <= 1:
        raise InvalidValueError(f"{where} - quality must be from 0 to 1, got {shortened(quality)}")
    return round(quality * 100)


def _webp_options(where: str, lossy: bool, quality: float) -> dict[str, Any]:
    percent = _checked_quality(where, quality)
    return {"quality": percent} if lossy else {"lossless": True, "exact": True}
