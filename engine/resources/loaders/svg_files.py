"""SVG files: read and checked here, drawn in a process of their own.

Whatever a file makes the drawing library do, the game goes on; see `svg_drawing`. Starting the process takes some 20 ms
for each file.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from importlib.util import find_spec
from os.path import dirname
from typing import TYPE_CHECKING

from engine.core.errors import InvalidValueError, ResourceFormatError
from engine.core.log import get_logger
from engine.resources.images.image import Image, check_size
from engine.resources.loaders import svg_drawing
from engine.resources.loaders.picture_files import decode, read_bytes
from engine.resources.loaders.svg_text import Svg, read_svg
from engine.resources.textures.texture_2d import ImageTexture

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from engine.resources.loading.load_request import LoadRequest

MAX_PIXELS = 1 << 24
"""Most pixels of a drawn SVG: 4096 x 4096."""

MOST_SECONDS = 10
"""How long drawing one may take, of the processor's time."""

_MOST_WAITING = 6 * MOST_SECONDS
"""How long it may take in all, on a machine that is busy, or one whose system does not count."""


def read_texture(path: Path, request: LoadRequest) -> ImageTexture:
    """The SVG file at `path` as a texture; errors as `read_image`."""
    return ImageTexture(read_image(path))


def read_image(path: Path) -> Image:
    """The SVG file at `path`, in the size that it says.

    Raises:
        ResourceNotFoundError: there is no such file.
        ResourceFormatError: it is broken, too large, or takes too long to draw.
    """
    return Image(draw(read_bytes(path), str(path)))


def draw(data: bytes | str, where: str, scale: float = 1.0) -> NDArray[np.uint8]:
    """The pixels of an SVG, (height, width, 4) uint8.

    Args:
        data: the file, or its text.
        where: begins the error's text.
        scale: how many times as large as it says.

    Raises:
        ResourceFormatError: it is broken, too large, or takes too long to draw.
    """
    try:
        svg = read_svg(data)
        png = _drawn(svg.text(*_size(svg, scale, where)))
    except InvalidValueError as error:
        raise ResourceFormatError(str(error)) from None
    except ValueError as error:
        raise ResourceFormatError(f"{where} - is not a readable picture: {error}") from None
    if svg.left_out:
        kinds = ", ".join(f"<{kind}>" for kind in svg.left_out)
        get_logger("resources").warning(f"{where} - {kinds} in it is not drawn")
    return decode(png, where, ("PNG",))


def _size(svg: Svg, scale: float, where: str) -> tuple[int, int]:
    width, height = (max(round(min(side * scale, 1e9)), 1) for side in (svg.width, svg.height))
    check_size(where, width, height)
    if width * height > MAX_PIXELS:
        raise ValueError(f"it is drawn with at most {MAX_PIXELS} pixels, got {width} x {height}")
    return width, height


def _drawn(text: str) -> bytes:
    """The PNG of an SVG.

    Raises:
        ValueError: it takes too long, or the library cannot draw it.
    """
    try:
        code, output = _result(text)
    except TimeoutError:
        raise ValueError(f"drawing it takes more than {MOST_SECONDS} s") from None
    if code == 0:
        return output
    if code == svg_drawing.REFUSED:
        raise ValueError(f"it cannot be drawn: {output.decode(errors='replace')}")
    if code in _OUT_OF_TIME:
        raise ValueError(f"drawing it takes more than {MOST_SECONDS} s")
    raise ValueError("it cannot be drawn: it takes too much memory, or numbers in it are too large")


def _result(text: str) -> tuple[int, bytes]:
    """The exit code of the process that draws, and its output.

    Raises:
        TimeoutError: it takes too long.
    """
    if getattr(sys, "frozen", False) or not sys.executable:  # a game that is one program has no Python to start
        if hasattr(os, "fork"):
            return svg_drawing.drawn_by_copy(text, MOST_SECONDS, _MOST_WAITING)
        return svg_drawing.drawn_by_thread(text, _MOST_WAITING)
    library = find_spec("resvg_py")
    assert library is not None
    assert library.origin is not None
    command = [sys.executable, "-I", "-S", svg_drawing.__file__, dirname(dirname(library.origin)), str(MOST_SECONDS)]
    try:
        result = subprocess.run(
            command,
            input=text.encode("utf-8", "replace"),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_MOST_WAITING,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise TimeoutError from None
    return result.returncode, result.stdout


_OUT_OF_TIME = tuple(-getattr(signal, name) for name in ("SIGXCPU", "SIGKILL") if hasattr(signal, name))
