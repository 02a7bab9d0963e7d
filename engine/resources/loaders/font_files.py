"""TrueType and OpenType font files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import ResourceFormatError
from engine.resources.font import MAX_BYTES, Font

if TYPE_CHECKING:
    from pathlib import Path


def read_font(path: Path) -> Font:
    """The font file at `path`.

    Raises:
        ResourceFormatError: it is no font, or longer than `MAX_BYTES`.
    """
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise ResourceFormatError(f"{path} - has {size} bytes, more than {MAX_BYTES}")
    return Font(path.read_bytes(), path.name)
