"""Domain warp: places moved about by smooth noise before other noise is looked up there.

The three ways are those of FastNoise Lite, which Godot uses: vectors at the corners of a grid, blended between them;
and the sums of kernels around the corners of a simplex grid, each with a vector that turns with the direction from its
corner, or without that ("reduced"). Everything is in float32, and whole numbers wrap at 32 bits, as there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_Floats = NDArray[np.float32]
_Ints = NDArray[np.int32]

_PRIMES = np.array((501125321, 1136930381, 1720413743), np.int64).astype(np.int32)
_HASH = np.int32(0x27D4EB2D)
_ROOT = np.float32(3.0**0.5)  # the two below are rounded at each step, as there
_SKEW = np.float32(0.5) * (_ROOT - np.float32(1.0))
_UNSKEW = (np.float32(3.0) - _ROOT) / np.float32(6.0)
_SECOND_LATTICE = 1293373  # what the seed grows by for the second of the two lattices that fill space

_STRENGTHS = {2: (38.2836876, 16.0, 1.0), 3: (32.6942825, 7.7160494, 1.0)}

_TURNS = np.deg2rad([*[7.5 + 15.0 * step for step in range(24)] * 5, *[22.5 + 45.0 * step for step in range(8)]])
_GRADIENTS_2D = np.column_stack((np.sin(_TURNS), np.cos(_TURNS))).astype(np.float32)
_EDGES = [
    *((0, y, z) for z in (1, -1) for y in (1, -1)),
    *((x, 0, z) for z in (1, -1) for x in (1, -1)),
    *((x, y, 0) for y in (1, -1) for x in (1, -1)),
]
_GRADIENTS_3D = np.array([*_EDGES * 5, (1, 1, 0), (0, -1, 1), (-1, 1, 0), (0, -1, -1)], np.float32)


class Warp(NamedTuple):
    """What a warp is made with."""

    kind: int
    """0 simplex, 1 simplex reduced, 2 basic grid."""
    fractal: int
    """0 none, 1 progressive: each octave moves what the one before moved; 2 independent."""
    seed: int
    amplitude: float
    frequency: float
    octaves: int
    lacunarity: float
    gain: float


def warp_points(points: _Floats, warp: Warp, vectors: _Floats) -> _Floats:
    """Move places about.

    Args:
        points: (N, 2) or (N, 3).
        warp: how.
        vectors: the 256 random vectors of the plane, (256, 2), or of space, (256, 3).

    Returns:
        The moved places, new.
    """
    moved = points.copy()
    start = _skewed(points, warp.kind)
    seed = warp.seed
    amplitude = np.float32(warp.amplitude * _bounding(warp))
    frequency = np.float32(warp.frequency)
    with np.errstate(over="ignore"):
        for octave in range(warp.octaves if warp.fractal else 1):
            if octave and warp.fractal == 1:
                start = _skewed(moved, warp.kind)
            moved += _offsets(start * frequency, seed, warp.kind, vectors) * (amplitude * _strength(warp, points))
            seed += 1
            amplitude *= np.float32(warp.gain)
            frequency *= np.float32(warp.lacunarity)
    return moved


def _bounding(warp: Warp) -> float:
    """What keeps the sum of all octaves within the amplitude."""
    gain = abs(warp.gain)
    return 1.0 / sum(gain**octave for octave in range(warp.octaves))


def _strength(warp: Warp, points: _Floats) -> np.float32:
    """What brings the largest offset of each kind to about 1."""
    return np.float32(_STRENGTHS[points.shape[1]][warp.kind])


def _skewed(points: _Floats, kind: int) -> _Floats:
    """The places on the simplex grid: sheared in the plane, turned in space."""
    if kind == 2:
        return points
    total = points.sum(axis=1, dtype=np.float32, keepdims=True)
    skewed: _Floats = points + total * _SKEW if points.shape[1] == 2 else total * np.float32(2.0 / 3.0) - points
    return skewed


def _offsets(places: _Floats, seed: int, kind: int, vectors: _Floats) -> _Floats:
    if kind == 2:
        return _grid_offsets(places, seed, vectors)
    if places.shape[1] == 2:
        return _simplex_offsets(places, seed, vectors, reduced=kind == 1)
    return _space_offsets(places, seed, vectors, reduced=kind == 1)


def _hashed(seed: int, primed: _Ints) -> _Ints:
    """A number of 32 bits for each corner; `primed` are its coordinates times the primes."""
    mixed = np.bitwise_xor.reduce(primed, axis=1) ^ np.int64(seed).astype(np.int32)
    hashed: _Ints = mixed * _HASH
    return hashed


def _floored(places: _Floats) -> _Ints:
    """The corner below each place; a negative whole number counts as the end of the cell before it."""
    return places.astype(np.int32) - (places < 0.0).astype(np.int32)


def _primed(corners: _Ints) -> _Ints:
    primed: _Ints = corners * _PRIMES[: corners.shape[1]]
    return primed


def _looked_up(seed: int, primed: _Ints, vectors: _Floats) -> _Floats:
    found: _Floats = vectors[_hashed(seed, primed) >> (vectors.shape[1] - 1) & 255]
    return found


def _turned(seed: int, primed: _Ints, offsets: _Floats, vectors: _Floats) -> _Floats:
    """A random vector as long as the place lies along a random direction from the corner."""
    hashed = _hashed(seed, primed)
    if vectors.shape[1] == 2:
        directions, which = _GRADIENTS_2D[hashed >> 1 & 127], hashed >> 8 & 255
    else:
        directions, which = _GRADIENTS_3D[hashed >> 2 & 63], hashed >> 8 & 255
    along = (directions * offsets).sum(axis=1, dtype=np.float32, keepdims=True)
    turned: _Floats = vectors[which] * along
    return turned


def _grid_offsets(places: _Floats, seed: int, vectors: _Floats) -> _Floats:
    low = _floored(places)
    part = places - low.astype(np.float32)
    blend = part * part * (np.float32(3.0) - np.float32(2.0) * part)
    corners = [low]
    for axis in range(places.shape[1]):  # those with 0 along an axis come before those with 1, the last axis first
        step = np.zeros(places.shape[1], np.int32)
        step[axis] = 1
        corners = corners + [corner + step for corner in corners]
    values = [_looked_up(seed, _primed(corner), vectors) for corner in corners]
    for axis in range(places.shape[1]):
        weight = blend[:, axis : axis + 1]
        values = [values[at] + weight * (values[at + 1] - values[at]) for at in range(0, len(values), 2)]
    return values[0]


def _kernel(seed: int, primed: _Ints, offsets: _Floats, falloff: _Floats, vectors: _Floats, reduced: bool) -> _Floats:
    """What a corner adds, less the further away it is; nothing where `falloff` is not above 0."""
    held = np.maximum(falloff, np.float32(0.0))[:, None]
    squared = held * held
    vector = _looked_up(seed, primed, vectors) if reduced else _turned(seed, primed, offsets, vectors)
    added: _Floats = squared * squared * vector
    return added


def _simplex_offsets(places: _Floats, seed: int, vectors: _Floats, reduced: bool) -> _Floats:
    low = _floored(places)
    part = places - low.astype(np.float32)
    first = part - part.sum(axis=1, dtype=np.float32, keepdims=True) * _UNSKEW
    upper = (first[:, 1] > first[:, 0])[:, None]
    middle_step = np.where(upper, np.array((0, 1), np.int32), np.array((1, 0), np.int32))
    total = np.zeros_like(places)
    for step in (np.zeros_like(low), np.ones_like(low), middle_step):
        offsets = first - step.astype(np.float32) + step.sum(axis=1, keepdims=True).astype(np.float32) * _UNSKEW
        falloff = np.float32(0.5) - (offsets * offsets).sum(axis=1, dtype=np.float32)
        total += _kernel(seed, _primed(low + step), offsets, falloff, vectors, reduced)
    return total


def _space_offsets(places: _Floats, seed: int, vectors: _Floats, reduced: bool) -> _Floats:
    """Two lattices of cubes, one half a cube beyond the other; of each the nearest corner, and the next one to it."""
    half = np.float32(0.5)
    near = np.where(places >= 0.0, places + half, places - half).astype(np.int32)
    offsets = places - near.astype(np.float32)
    ahead = offsets >= 0.0
    total = _two_corners(near, offsets, ahead, seed, vectors, reduced)
    beyond = np.where(ahead, np.abs(offsets) - half, half - np.abs(offsets))
    total += _two_corners(near + ahead, beyond, ~ahead, seed + _SECOND_LATTICE, vectors, reduced)
    return total


def _two_corners(
    near: _Ints, offsets: _Floats, ahead: NDArray[np.bool_], seed: int, vectors: _Floats, reduced: bool
) -> _Floats:
    rows = np.arange(len(near))
    axis = np.abs(offsets).argmax(axis=1)
    step = np.zeros_like(near)
    step[rows, axis] = np.where(ahead[rows, axis], 1, -1)
    total = np.zeros_like(offsets)
    for corner, away in ((near, offsets), (near + step, offsets - step.astype(np.float32))):
        falloff = np.float32(0.6) - (away * away).sum(axis=1, dtype=np.float32)
        total += _kernel(seed, _primed(corner.astype(np.int32)), away, falloff, vectors, reduced)
    return total
