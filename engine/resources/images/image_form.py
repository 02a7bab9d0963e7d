"""Pictures as files hold them: Godot's dictionary of size, format and bytes."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math.value import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

_KEYS = ("data", "format", "height", "mipmaps", "width")

# The formats with 8 bits a channel: which of red, green, blue and alpha they hold.
_CHANNELS = {
    "Lum8": (0,),
    "LumAlpha8": (0, 3),
    "Red8": (0,),
    "RedGreen": (0, 1),
    "RGB8": (0, 1, 2),
    "RGBA8": (0, 1, 2, 3),
}
_GREY = ("Lum8", "LumAlpha8")
_CONSTANTS = {"L8": "Lum8", "LA8": "LumAlpha8", "R8": "Red8", "RG8": "RedGreen"}


class FileForm(NamedTuple):
    """In which form a picture is saved."""

    format: str = "RGBA8"
    kept: dict[str, Any] | None = None
    """The whole of it, where the pixels do not hold everything: mipmaps, or a format that is only kept."""

    def written(self, pixels: NDArray[np.uint8]) -> dict[str, Any]:
        """The dictionary of a file; as "RGBA8" where the format cannot hold these pixels."""
        if self.kept is not None:
            return dict(self.kept)
        name, held = self.format, pixels
        if name != "RGBA8":
            held = pixels[:, :, _CHANNELS[_kind(name)]]
            if not np.array_equal(_widened(name, held), pixels):
                name, held = "RGBA8", pixels
        height, width = pixels.shape[:2]
        return {"data": held.tobytes(), "format": name, "height": height, "mipmaps": False, "width": width}

    def edited(self) -> FileForm:
        """The form after the pixels were changed."""
        return FileForm(self.format) if _kind(self.format) in _CHANNELS else FileForm()


def read_form(where: str, data: Any, check_size: Callable[[str, int, int], None]) -> tuple[NDArray[np.uint8], FileForm]:
    """The pixels, (height, width, 4), and the form of a picture in a file.

    Args:
        where: begins the error's text.
        data: the dictionary of the file.
        check_size: raises for a width and a height that a picture may not have.

    Raises:
        InvalidTypeError: it is no such dictionary.
        InvalidValueError: the size may not be, or the bytes are not as many as it needs.
    """
    name, width, height, held = _checked(where, data)
    mipmaps = bool(data["mipmaps"])
    whole = {"data": held, "format": name, "height": height, "mipmaps": mipmaps, "width": width}
    if width == height == len(held) == 0:  # Godot's empty picture
        return np.zeros((1, 1, 4), np.uint8), FileForm(name, whole)
    check_size(where, width, height)
    if _kind(name) not in _CHANNELS:
        return np.zeros((height, width, 4), np.uint8), FileForm(name, whole)
    channels = len(_CHANNELS[_kind(name)])
    wanted = channels * _places(width, height, mipmaps)
    if len(held) != wanted:
        with_mipmaps = " with mipmaps" if mipmaps else ""
        raise InvalidValueError(
            f"{where} - {width} x {height} pixels of {name}{with_mipmaps} are {wanted} bytes, got {len(held)}"
        )
    base = np.frombuffer(held, np.uint8, channels * width * height).reshape(height, width, channels)
    return _widened(name, base), FileForm(name, whole if mipmaps else None)


def _checked(where: str, data: Any) -> tuple[str, int, int, bytes]:
    """Format, width, height and bytes of a file's dictionary."""
    if not isinstance(data, dict) or any(key not in data for key in _KEYS):
        raise InvalidTypeError(f"{where} must be a dict with {', '.join(_KEYS)}, got {shortened(data, 200)}")
    _check_kinds(where, data)
    return str(data["format"]), index(data["width"]), index(data["height"]), bytes(data["data"])


def _check_kinds(where: str, data: Mapping[str, Any]) -> None:
    kinds: dict[str, Any] = {
        "width": int,
        "height": int,
        "format": str,
        "mipmaps": bool,
        "data": (bytes, bytearray, memoryview),
    }
    for key, kind in kinds.items():
        if not isinstance(data[key], kind):
            wanted = kind.__name__ if isinstance(kind, type) else "bytes"
            raise InvalidTypeError(f'{where} - its "{key}" must be of type {wanted}, got {shortened(data[key])}')


def _kind(name: str) -> str:
    """The name that a format has in files."""
    return _CONSTANTS.get(name, name)


def _places(width: int, height: int, mipmaps: bool) -> int:
    """How many pixels a picture has, with those of its mipmaps: each half as wide and high, down to one pixel."""
    count = width * height
    while mipmaps and (width, height) != (1, 1):
        width, height = max(width // 2, 1), max(height // 2, 1)
        count += width * height
    return count


def _widened(name: str, held: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Pixels of red, green, blue and alpha, of those that a format holds."""
    kind = _kind(name)
    pixels = np.empty((*held.shape[:2], 4), np.uint8)
    pixels[:] = (0, 0, 0, 255)
    if kind in _GREY:
        pixels[:, :, :3] = held[:, :, :1]
    pixels[:, :, _CHANNELS[kind]] = held
    return pixels
