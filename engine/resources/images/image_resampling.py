"""Pictures of another size: each new pixel is a weighted sum of old ones, columns and rows apart."""

from __future__ import annotations

from math import ceil, floor, log2
from typing import TYPE_CHECKING

import numpy as np

from engine.resources.images.image_edits import Interpolation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Taps = tuple[NDArray[np.intp], NDArray[np.float32]]
    """For each new row or column, (N, taps): which old ones count, and how much."""

__all__ = ["resampled"]

_BAND_PIXELS = 1 << 18
"""How many pixels are worked on at once, so that a large picture does not need sixteen times its size."""
_LANCZOS_LOBES = 3.0


def resampled(pixels: NDArray[np.uint8], width: int, height: int, how: Interpolation) -> NDArray[np.uint8]:
    """The picture in another size.

    Args:
        pixels: (h, w, 4) uint8.
        width: of the result.
        height: of the result.
        how: which old pixels a new one is made of.

    Returns:
        (height, width, 4) uint8, new. Alpha is a channel as the others, as in Godot.
    """
    old_height, old_width = pixels.shape[:2]
    if how is Interpolation.NEAREST:
        rows = np.arange(height) * old_height // height
        columns = np.arange(width) * old_width // width
        nearest: NDArray[np.uint8] = pixels.take(rows, axis=0).take(columns, axis=1)
        return nearest
    if how is Interpolation.TRILINEAR:
        return _trilinear(pixels, width, height)
    return _weighted(pixels, _taps(old_width, width, how), _taps(old_height, height, how))


def _weighted(pixels: NDArray[np.uint8], columns: Taps, rows: Taps) -> NDArray[np.uint8]:
    """Sums over rows, then over columns, band by band."""
    row_of, row_weight = rows
    column_of, column_weight = columns
    height, width = len(row_of), len(column_of)
    band = max(1, _BAND_PIXELS // max(width, pixels.shape[1]))
    made = np.empty((height, width, 4), np.uint8)
    for top in range(0, height, band):
        of, weight = row_of[top : top + band], row_weight[top : top + band]
        summed = np.zeros((len(of), pixels.shape[1], 4), np.float32)
        for tap in range(of.shape[1]):
            summed += pixels[of[:, tap]] * weight[:, tap, None, None]
        result = np.zeros((len(of), width, 4), np.float32)
        for tap in range(column_of.shape[1]):
            result += summed[:, column_of[:, tap]] * column_weight[None, :, tap, None]
        made[top : top + band] = np.clip(np.rint(result), 0, 255)
    return made


def _taps(old: int, new: int, how: Interpolation) -> Taps:
    """What each of `new` rows or columns takes of `old` ones."""
    places = (np.arange(new) + 0.5) * old / new - 0.5
    # A smaller picture takes all that it covers with LANCZOS; the others look at their neighbours alone, as in Godot.
    spread = max(old / new, 1.0) if how is Interpolation.LANCZOS else 1.0
    reach = {Interpolation.BILINEAR: 1.0, Interpolation.CUBIC: 2.0}.get(how, _LANCZOS_LOBES) * spread
    first = np.floor(places - reach).astype(np.intp) + 1
    taken = first[:, None] + np.arange(ceil(2 * reach))
    away = np.abs(taken - places[:, None]) / spread
    weights = _KERNELS[how](away)
    weights /= weights.sum(axis=1, keepdims=True)
    return np.clip(taken, 0, old - 1), weights.astype(np.float32)


def _linear(away: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.maximum(1 - away, 0)


def _cubic(away: NDArray[np.float64]) -> NDArray[np.float64]:
    """The curve through the pixels whose slope at each is that between its neighbours (Catmull-Rom)."""
    near = (1.5 * away - 2.5) * away**2 + 1
    far = ((2.5 - 0.5 * away) * away - 4) * away + 2
    return np.where(away <= 1, near, np.where(away < 2, far, 0.0))


def _lanczos(away: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(away < _LANCZOS_LOBES, np.sinc(away) * np.sinc(away / _LANCZOS_LOBES), 0.0)


_KERNELS = {Interpolation.BILINEAR: _linear, Interpolation.CUBIC: _cubic, Interpolation.LANCZOS: _lanczos}


def _trilinear(pixels: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    """Between the two halved pictures whose sizes are nearest."""
    level = log2(max((pixels.shape[1] / width + pixels.shape[0] / height) / 2, 1.0))
    larger = _halved(pixels, floor(level))
    sizes = width, height
    upper = resampled(larger, *sizes, Interpolation.BILINEAR)
    part = level - floor(level)
    if not part:
        return upper
    lower = resampled(_halved(larger, 1), *sizes, Interpolation.BILINEAR)
    mixed = upper * np.float32(1 - part) + lower * np.float32(part)
    return np.rint(mixed).astype(np.uint8)


def _halved(pixels: NDArray[np.uint8], times: int) -> NDArray[np.uint8]:
    """The mean of each two by two pixels, again and again; an odd row or column at the end is left out."""
    for _ in range(times):
        height, width = max(pixels.shape[0] // 2, 1), max(pixels.shape[1] // 2, 1)
        rows = np.minimum(np.arange(2 * height), pixels.shape[0] - 1)
        columns = np.minimum(np.arange(2 * width), pixels.shape[1] - 1)
        fours = pixels[rows[:, None], columns].reshape(height, 2, width, 2, 4)
        pixels = ((fours.sum(axis=(1, 3), dtype=np.uint32) + 2) // 4).astype(np.uint8)
    return pixels
