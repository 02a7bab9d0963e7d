"""Grey pictures of noise whose edges fit, made of larger ones as Godot's Noise.get_seamless_image makes them.

Halves change places, so that the edges are those of neighbours in the larger picture; what does not fit then is the
seam in the middle, over which the part of the larger picture that is too much, the skirt, is blended.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_Bytes = NDArray[np.uint8]


def skirt_of(side: int, skirt: float) -> int:
    """How many pixels more than `side` are needed for a skirt of that part of it."""
    return max(1, int(np.float32(side) * np.float32(skirt)))


def without_seams(greys: _Bytes, width: int, height: int, skirt: float) -> _Bytes:
    """Pictures of `width` x `height` out of larger ones, (layers, height + skirt, width + skirt)."""
    beyond_x, beyond_y = skirt_of(width, skirt), skirt_of(height, skirt)
    half_x, half_y = width // 2, height // 2
    x, y = np.arange(width), np.arange(height)
    made: _Bytes = greys[:, ((y + half_y) % height)[:, None], (x + half_x) % width]
    seam_x, seam_y = np.arange(half_x, half_x + beyond_x), np.arange(half_y, half_y + beyond_y)
    alpha_x, alpha_y = _alphas(beyond_x), _alphas(beyond_y)[:, None]
    # Where the seams are in the larger picture: gone beyond its halves into the skirt, and turned back before it.
    far_x, far_y = (seam_x + half_x) % (width + beyond_x), ((seam_y + half_y) % (height + beyond_y))[:, None]
    near_x, near_y = (seam_x + half_x) % width, ((seam_y + half_y) % height)[:, None]

    rows = _apart(height, half_y, beyond_y)
    place = np.ix_(np.arange(len(greys)), rows, seam_x % width)
    made[place] = _blend(made[place], greys[:, ((rows + half_y) % height)[:, None], far_x], alpha_x)
    columns = _apart(width, half_x, beyond_x)
    place = np.ix_(np.arange(len(greys)), seam_y % height, columns)
    made[place] = _blend(made[place], greys[:, far_y, (columns + half_x) % width], alpha_y)
    upper = _blend(greys[:, far_y, near_x], greys[:, far_y, far_x], alpha_x)
    lower = _blend(greys[:, near_y, near_x], greys[:, near_y, far_x], alpha_x)
    made[np.ix_(np.arange(len(greys)), seam_y % height, seam_x % width)] = _blend(lower, upper, alpha_y)
    return made


def without_end(layers: _Bytes, depth: int, skirt: float) -> _Bytes:
    """`depth` pictures, the first of which follows the last, out of more, (depth + skirt, height, width)."""
    beyond, half = skirt_of(depth, skirt), depth // 2
    order = np.arange(len(layers))
    order[:half], order[half : 2 * half] = order[half : 2 * half].copy(), order[:half].copy()
    swapped = layers[order]
    made = swapped[:depth].copy()
    seam = np.arange(half, half + beyond)
    alpha = _alphas(beyond)[:, None, None]
    made[seam % depth] = _blend(swapped[seam % depth], swapped[seam - half + depth], alpha)
    return made


def _apart(side: int, half: int, beyond: int) -> NDArray[np.intp]:
    """The rows, or columns, that do not cross the other seam."""
    return np.concatenate((np.arange(half), np.arange(min(half + beyond, side), side)))


def _alphas(count: int) -> NDArray[np.int64]:
    """How much of the skirt there is along it, 255 down to 0: smoothly, from a tenth to nine tenths of it."""
    low, high = np.float32(0.1), np.float32(0.9)
    part = ((np.arange(count, dtype=np.float32) / np.float32(count) - low) / (high - low)).clip(0.0, 1.0)
    smooth = part * part * (np.float32(3.0) - np.float32(2.0) * part)
    alphas: NDArray[np.int64] = (np.float32(255.0) * (np.float32(1.0) - smooth)).astype(np.int64)
    return alphas


def _blend(under: _Bytes, over: _Bytes, alpha: NDArray[np.int64]) -> _Bytes:
    """`over` upon `under` with that much of it, 0 to 255."""
    blended: _Bytes = (((alpha + 1) * over + (256 - alpha) * under) >> 8).astype(np.uint8)
    return blended
