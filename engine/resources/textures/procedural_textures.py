"""Pictures that are worked out and not read: what a scene names by a procedural reference, "procedural:checkerboard".

The colon keeps such a reference from being the path of a file. They are the same in every process, pixel by pixel, so
that what a scene looks like does not depend on who draws it.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from engine.core.errors import ResourceNotFoundError, did_you_mean
from engine.resources.images.image import Image
from engine.resources.loading.project_files import PROCEDURAL
from engine.resources.textures.texture_2d import ImageTexture

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

__all__ = ["PROCEDURAL_TEXTURES", "procedural_texture"]

_SIDE = 64
_CHECKER_CELL = 8
_CHECKER_COLORS = ((230, 230, 230, 255), (90, 90, 90, 255))
_GRID_CELL = 16
_NOISE_SEED = 1


def procedural_texture(reference: str) -> ImageTexture:
    """The texture of a procedural reference, such as "procedural:checkerboard", made anew.

    Raises:
        ResourceNotFoundError: there is none of that name; the text lists those that there are.
    """
    name = reference.removeprefix(PROCEDURAL)
    make = PROCEDURAL_TEXTURES.get(name)
    if make is None:
        raise ResourceNotFoundError(
            f"{reference} - there is no procedural texture {name!r}{did_you_mean(name, PROCEDURAL_TEXTURES)}; "
            f"known are {' '.join(PROCEDURAL_TEXTURES)}"
        )
    return ImageTexture(Image(make()))


def _checkerboard() -> NDArray[np.uint8]:
    """Light and dark grey in cells of 8 pixels, light at the top left."""
    cells = np.indices((_SIDE, _SIDE)) // _CHECKER_CELL
    pixels: NDArray[np.uint8] = np.array(_CHECKER_COLORS, np.uint8).take(cells.sum(axis=0) % 2, axis=0)
    return pixels


def _circle() -> NDArray[np.uint8]:
    """A white disc with a smooth edge that touches the sides; transparent around it."""
    places = np.arange(_SIDE) + 0.5 - _SIDE / 2
    distance = np.sqrt(places**2 + places[:, None] ** 2)
    pixels = np.full((_SIDE, _SIDE, 4), 255, np.uint8)
    pixels[:, :, 3] = np.round(255 * np.clip(_SIDE / 2 - distance + 0.5, 0, 1))
    return pixels


def _gradient() -> NDArray[np.uint8]:
    """From black at the left to white at the right."""
    pixels = np.full((_SIDE, _SIDE, 4), 255, np.uint8)
    pixels[:, :, :3] = np.round(np.linspace(0, 255, _SIDE))[None, :, None]
    return pixels


def _grid() -> NDArray[np.uint8]:
    """White lines, one pixel wide, at the top and the left of cells of 16 pixels; transparent between them."""
    pixels = np.full((_SIDE, _SIDE, 4), 255, np.uint8)
    rows, columns = np.indices((_SIDE, _SIDE)) % _GRID_CELL
    pixels[(rows != 0) & (columns != 0), 3] = 0
    return pixels


def _noise() -> NDArray[np.uint8]:
    """A grey for each pixel, all equally likely."""
    pixels = np.full((_SIDE, _SIDE, 4), 255, np.uint8)
    # The raw numbers of a generator stay what they are in all versions of numpy; what is drawn from them need not.
    numbers = np.random.PCG64(_NOISE_SEED).random_raw(_SIDE * _SIDE)
    pixels[:, :, :3] = (numbers >> np.uint64(56)).astype(np.uint8).reshape(_SIDE, _SIDE, 1)
    return pixels


def _white() -> NDArray[np.uint8]:
    """White."""
    return np.full((_SIDE, _SIDE, 4), 255, np.uint8)


PROCEDURAL_TEXTURES: Mapping[str, Callable[[], NDArray[np.uint8]]] = MappingProxyType(
    {
        "checkerboard": _checkerboard,
        "circle": _circle,
        "gradient": _gradient,
        "grid": _grid,
        "noise": _noise,
        "white": _white,
    }
)
"""What makes the pixels of each, (64, 64, 4) uint8, by the name behind "procedural:"."""
