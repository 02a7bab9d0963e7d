"""TrueType and OpenType font files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import ResourceFormatError
from engine.resources.font import MAX_BYTES, FontFile

if TYPE_CHECKING:
    from pathlib import Path

    from engine.resources.loading.load_request import LoadRequest


def read_font(path: Path, request: LoadRequest) -> FontFile:
    """The font file at `path`.

    Raises:
        ResourceFormatError: it is empty, no font, or longer than `MAX_BYTES`.
    """
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise ResourceFormatError(f"{path} - has {size} bytes, more than {MAX_BYTES}")
    if not size:
        raise ResourceFormatError(f"{path} - is not a TrueType or OpenType font: the file is empty")
    return FontFile(path.read_bytes(), path.name)
