"""Nine-patches: a picture whose corners keep their size, while its edges and its middle fill the room between them.

Space: pixels of the item's own space, and of the picture; one is as large as the other in the corners.
The rules are those of Godot's canvas shader, which says for each pixel what is shown there. Here each axis is cut into
bands, between which that changes linearly, so that strips of four points show the same.
"""

from __future__ import annotations

from enum import IntEnum
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.core.errors import InvalidValueError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MOST_TILES = 250_000
"""How many pieces one patch may be cut into: 24 MB of them."""

_SLIVER = 1e-9
"""Parts of a tile that are left away at its end: rounding makes them."""


class AxisStretchMode(IntEnum):
    """How the room between two corners is filled; the numbers are Godot's."""

    STRETCH = 0
    TILE = 1
    """Repeated in its own size; the last one is cut off."""
    TILE_FIT = 2
    """Repeated as often as fits, each stretched or shrunk so that none is cut off."""


class Bands(NamedTuple):
    """One axis of a patch, cut into n bands."""

    places: Floats
    """(n, 2) where each begins and ends, from the beginning of the patch."""
    shown: Floats
    """(n, 2) what of the picture is shown there."""
    is_middle: NDArray[np.bool_]
    """(n,) whether it lies between the corners."""


def bands(where: str, length: float, size: float, begin: float, end: float, mode: AxisStretchMode) -> Bands:
    """Cut one axis of a patch.

    Args:
        where: how the text of an error begins.
        length: of the patch.
        size: of the picture.
        begin: how much of the picture is the corner at the beginning; it comes first where there is no room for both.
        end: how much is the corner at the end.
        mode: how the room between them is filled.

    Raises:
        InvalidValueError: that takes more than MOST_TILES tiles.
    """
    head = min(max(begin, 0.0), length)
    tail = min(max(length - end, head), length)
    middle, seen = _between(where, head, tail, begin, length - begin - end, size - begin - end, mode)
    places = np.concatenate(([(0.0, head)], middle, [(tail, length)]))
    shown = np.concatenate(([(0.0, head)], seen, [(size - (length - tail), size)]))
    is_middle = np.ones(len(places), np.bool_)
    is_middle[0] = is_middle[-1] = False
    kept = places[:, 1] > places[:, 0]
    return Bands(places[kept], shown[kept], is_middle[kept])


def strips(across: Bands, down: Bands, draw_center: bool) -> tuple[Floats, Floats]:
    """The strips of a patch, (N, 4, 2), and what they show, in pixels of the picture; row by row.

    Args:
        across: its columns.
        down: its rows.
        draw_center: whether what lies between the corners both ways is drawn.
    """
    kept = np.ones((len(down.places), len(across.places)), np.bool_)
    if not draw_center:
        kept[np.ix_(down.is_middle, across.is_middle)] = False
    return _corners(across.places, down.places)[kept], _corners(across.shown, down.shown)[kept]


def _between(
    where: str, head: float, tail: float, begin: float, room: float, span: float, mode: AxisStretchMode
) -> tuple[Floats, Floats]:
    """The bands from `head` to `tail`, where `span` pixels of the picture from `begin` on fill `room`."""
    if tail <= head:
        return np.empty((0, 2)), np.empty((0, 2))
    if mode is AxisStretchMode.STRETCH:
        places = np.array([(head, tail)])
        return places, begin + (places - begin) / room * span
    if span <= 1.0:  # all tiles look alike; so many may be nothing
        return np.array([(head, tail)]), np.full((1, 2), begin + span / 2)
    step = span if mode is AxisStretchMode.TILE else room / max(1.0, floor(room / span + 0.5))
    first, last = (head - begin) / step + _SLIVER, (tail - begin) / step - _SLIVER
    check_count(where, last - first)
    numbers = np.arange(floor(first), ceil(last))
    starts = begin + step * numbers
    ends = begin + step * (numbers + 1)
    places = np.stack((np.maximum(starts, head), np.minimum(ends, tail)), axis=1)
    places[-1, 1] = tail
    return places, begin + (places - starts[:, None]) * (span / step)


def check_count(where: str, count: float) -> None:
    """Refuse more than MOST_TILES tiles.

    Raises:
        InvalidValueError: there are more.
    """
    if count > MOST_TILES:
        raise InvalidValueError(
            f"{where} makes more than {MOST_TILES:,} tiles; stretch the texture along one axis, or use one with a "
            "larger middle"
        )


def _corners(across: Floats, down: Floats) -> Floats:
    """The corners of all cells of n columns and m rows, (m, n, 4, 2)."""
    cells = np.empty((len(down), len(across), 4, 2))
    cells[..., 0] = across[None, :, (0, 1, 0, 1)]
    cells[..., 1] = down[:, None, (0, 0, 1, 1)]
    return cells
