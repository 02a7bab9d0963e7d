"""FastNoiseLite: noise of six kinds, in octaves, with the numbers that Godot gives for the same settings.

The library FastNoise Lite makes it, in float32; the domain warp, which its binding for Python lacks, is in
`noise_warp`.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.core.errors import InvalidValueError
from engine.core.property_checks import (
    between,
    checked_bool,
    checked_finite,
    checked_int,
    checked_numbers,
    one_of,
)
from engine.math import Vector3
from engine.math.value import shortened
from engine.resources.noise.noise import Noise
from engine.resources.noise.noise_warp import Warp, warp_points
from engine.resources.settings import setting

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.core.export import ChoiceProperty

MAX_OCTAVES = 32
"""Most octaves; Godot's inspector offers 10."""

MOST = 1e9
"""Largest size of numbers that are set, and how far from the origin places may be at most."""

_octaves = between(1, MAX_OCTAVES)
_FURTHEST = 2.0**29  # cells of the finest octave from the origin: the library counts them in 32 bits


def _checked_size(item: FastNoiseLite, what: str, value: Any) -> float:
    number = checked_finite(item, what, value)
    if not abs(number) <= MOST:
        raise InvalidValueError(f"{item._where()}.{what} must be within {MOST:g} either way, got {shortened(value)}")
    return number


def _checked_seed(item: FastNoiseLite, what: str, value: Any) -> int:
    number = checked_int(item, what, value)
    if not -(2**31) <= number < 2**31:
        raise InvalidValueError(
            f"{item._where()}.{what} must be within 32 bits, -2 ** 31 to 2 ** 31 - 1, got {shortened(value)}"
        )
    return number


def _checked_offset(item: FastNoiseLite, what: str, value: Any) -> Vector3:
    x, y, z = (_checked_size(item, what, part) for part in checked_numbers(item, what, value, 3))
    return Vector3(x, y, z)


class FastNoiseLite(Noise):
    """Smooth noise for textures, terrain, movement; the same settings give the same numbers, those of Godot.

    Values are about -1 to 1. An array of places is far faster than one call for each of them.

    >>> noise = FastNoiseLite()
    >>> noise.frequency = 0.05
    >>> round(noise.get_noise_2d(34, 22), 4) == round(noise.get_noise_2dv((34, 22)), 4)
    True
    """

    class NoiseType(IntEnum):
        """What the noise looks like; the numbers are Godot's."""

        SIMPLEX = 0
        SIMPLEX_SMOOTH = 1
        """Simplex of a higher quality; the default."""
        CELLULAR = 2
        """Cells around scattered points."""
        PERLIN = 3
        VALUE_CUBIC = 4
        VALUE = 5

    class FractalType(IntEnum):
        """How octaves, each finer and weaker, are put together; the numbers are Godot's."""

        NONE = 0
        """One octave."""
        FBM = 1
        """They are added; the default."""
        RIDGED = 2
        """Their sizes are turned upside down and added: ridges."""
        PING_PONG = 3
        """They go back and forth: bands."""

    class CellularDistanceFunction(IntEnum):
        """How far a place is from a cell's point; the numbers are Godot's."""

        EUCLIDEAN = 0
        EUCLIDEAN_SQUARED = 1
        MANHATTAN = 2
        HYBRID = 3
        """Between the two: cells with curved edges."""

    class CellularReturnType(IntEnum):
        """What cellular noise gives: of the cell, or of the nearest point and the next one; the numbers are Godot's."""

        CELL_VALUE = 0
        """The same number all over a cell."""
        DISTANCE = 1
        """The distance to the nearest point; the default."""
        DISTANCE2 = 2
        """That to the next one."""
        DISTANCE2_ADD = 3
        DISTANCE2_SUB = 4
        DISTANCE2_MUL = 5
        DISTANCE2_DIV = 6

    class DomainWarpType(IntEnum):
        """What moves places about; the numbers are Godot's."""

        SIMPLEX = 0
        SIMPLEX_REDUCED = 1
        BASIC_GRID = 2

    class DomainWarpFractalType(IntEnum):
        """How the octaves of a warp are put together; the numbers are Godot's."""

        NONE = 0
        PROGRESSIVE = 1
        """Each moves what the one before has moved; the default."""
        INDEPENDENT = 2
        """All start from the place itself."""

    _made: _Generators | None = None

    # The noise

    noise_type: ChoiceProperty[NoiseType] = setting(
        "noise_type",
        NoiseType.SIMPLEX_SMOOTH,
        one_of(NoiseType),
        "What the noise looks like; SIMPLEX_SMOOTH by default.",
    )
    seed: int = setting("seed", 0, _checked_seed, "Other seeds give other noise; 0 by default.")
    frequency: float = setting(
        "frequency",
        0.01,
        _checked_size,
        "How fine the noise is, in waves per unit; 0.01 by default, some 100 pixels for each.",
    )
    offset: Vector3 = setting(
        "offset", Vector3(0.0, 0.0, 0.0), _checked_offset, "What is added to each place; zero by default."
    )
    # Fractal: octaves of the noise

    fractal_type: ChoiceProperty[FractalType] = setting(
        "fractal_type", FractalType.FBM, one_of(FractalType), "How octaves are put together; FBM by default."
    )
    fractal_octaves: int = setting("fractal_octaves", 5, _octaves, "How many octaves, 1 to 32; 5 by default.")
    fractal_lacunarity: float = setting(
        "fractal_lacunarity", 2.0, _checked_size, "How much finer each octave is than the one before; 2 by default."
    )
    fractal_gain: float = setting(
        "fractal_gain", 0.5, _checked_size, "How strong each octave is, as a part of the one before; 0.5 by default."
    )
    fractal_weighted_strength: float = setting(
        "fractal_weighted_strength",
        0.0,
        _checked_size,
        "How far low places of an octave weaken the next one, 0 (the default) to 1.",
    )
    fractal_ping_pong_strength: float = setting(
        "fractal_ping_pong_strength", 2.0, _checked_size, "How often PING_PONG goes back and forth; 2 by default."
    )
    # Cellular noise

    cellular_distance_function: ChoiceProperty[CellularDistanceFunction] = setting(
        "cellular_distance_function",
        CellularDistanceFunction.EUCLIDEAN,
        one_of(CellularDistanceFunction),
        "How far a place is from a cell's point; EUCLIDEAN by default.",
    )
    cellular_return_type: ChoiceProperty[CellularReturnType] = setting(
        "cellular_return_type",
        CellularReturnType.DISTANCE,
        one_of(CellularReturnType),
        "What is given of the cells around a place; DISTANCE by default.",
    )
    cellular_jitter: float = setting(
        "cellular_jitter",
        1.0,
        _checked_size,
        "How far points are from the middle of their cells: 0 is a grid, 1 (the default) as far as looks well.",
    )
    # Domain warp: places are moved about before the noise is looked up

    domain_warp_enabled: bool = setting(
        "domain_warp_enabled", False, checked_bool, "Whether places are moved about; False by default."
    )
    domain_warp_type: ChoiceProperty[DomainWarpType] = setting(
        "domain_warp_type",
        DomainWarpType.SIMPLEX,
        one_of(DomainWarpType),
        "What moves them about; SIMPLEX by default.",
    )
    domain_warp_amplitude: float = setting(
        "domain_warp_amplitude", 30.0, _checked_size, "How far they are moved at most, in units; 30 by default."
    )
    domain_warp_frequency: float = setting(
        "domain_warp_frequency", 0.05, _checked_size, "How fine the movement is, in waves per unit; 0.05 by default."
    )
    domain_warp_fractal_type: ChoiceProperty[DomainWarpFractalType] = setting(
        "domain_warp_fractal_type",
        DomainWarpFractalType.PROGRESSIVE,
        one_of(DomainWarpFractalType),
        "How octaves of the movement are put together; PROGRESSIVE by default.",
    )
    domain_warp_fractal_octaves: int = setting(
        "domain_warp_fractal_octaves", 5, _octaves, "How many octaves, 1 to 32; 5 by default."
    )
    domain_warp_fractal_lacunarity: float = setting(
        "domain_warp_fractal_lacunarity",
        6.0,
        _checked_size,
        "How much finer each octave is than the one before; 6 by default.",
    )
    domain_warp_fractal_gain: float = setting(
        "domain_warp_fractal_gain",
        0.5,
        _checked_size,
        "How strong each octave is, as a part of the one before; 0.5 by default.",
    )

    def sample(self, points: NDArray[np.float64]) -> NDArray[np.float32]:
        """The noise at many places at once; see `Noise.sample`.

        Raises:
            InvalidValueError: a place is too far away for the frequency; the text says how far is allowed.
        """
        offset = self.offset[: points.shape[1]]
        with np.errstate(over="ignore"):  # what is too far away becomes infinite, and is refused below
            places = (points + offset if any(offset) else points).astype(np.float32)
        made = self._made or self._make()
        if made.warp is not None:
            self._check_reach(places, made.warp_reach, "domain_warp_frequency")
            places = warp_points(places, made.warp, _random_vectors(points.shape[1]))
        self._check_reach(places, made.reach, "frequency")
        noise: NDArray[np.float32] = made.library.gen_from_coords(np.ascontiguousarray(places.T))
        return noise

    def get_noise_1d(self, x: float) -> float:
        """The noise at a place on a line; see `Noise.get_noise_1d`."""
        place = self._point("get_noise_1d", (x, 0.0))
        place[0, 0] += self.offset.x  # Godot adds the offset, and warps, once here and once more in two dimensions
        made = self._made or self._make()
        if made.warp is not None:
            places = place.astype(np.float32)
            self._check_reach(places, made.warp_reach, "domain_warp_frequency")
            place[0, 0] = warp_points(places, made.warp, _random_vectors(2))[0, 0]
        return self.get_noise_2d(place[0, 0], 0.0)

    def emit_changed(self) -> None:
        """As that of every resource; the noise is set up anew."""
        self._made = None
        super().emit_changed()

    def __getstate__(self) -> dict[str, Any]:
        """A copy makes its own noise."""
        state: dict[str, Any] = super().__getstate__() or {}
        return {name: value for name, value in state.items() if name != "_made"}

    def _check_reach(self, places: NDArray[np.float32], reach: float, frequency: str) -> None:
        furthest = float(np.abs(places).max(initial=0.0))
        if not furthest <= reach:
            raise InvalidValueError(
                f"{self._where()} - a place must be within {reach:g} of the origin at this {frequency}, with offset "
                f"and warp, got {furthest:g}"
            )

    def _make(self) -> _Generators:
        """Set the library up with the present settings."""
        library = _library()
        noise = library.FastNoiseLite()
        noise.seed = self.seed
        noise.frequency = self.frequency
        noise.noise_type = library.NoiseType(self.noise_type)
        noise.fractal_type = library.FractalType(self.fractal_type)
        noise.fractal_octaves = self.fractal_octaves
        noise.fractal_lacunarity = self.fractal_lacunarity
        noise.fractal_gain = self.fractal_gain
        noise.fractal_weighted_strength = self.fractal_weighted_strength
        noise.fractal_ping_pong_strength = self.fractal_ping_pong_strength
        noise.cellular_distance_function = library.CellularDistanceFunction(self.cellular_distance_function)
        noise.cellular_return_type = library.CellularReturnType(self.cellular_return_type)
        noise.cellular_jitter = self.cellular_jitter
        octaves = self.fractal_octaves if self.fractal_type else 1
        warp = self._warp()
        self._made = _Generators(
            noise,
            _reach(self.frequency, self.fractal_lacunarity, octaves),
            warp,
            _reach(warp.frequency, warp.lacunarity, warp.octaves if warp.fractal else 1) if warp else 0.0,
        )
        return self._made

    def _warp(self) -> Warp | None:
        if not self.domain_warp_enabled:
            return None
        return Warp(
            int(self.domain_warp_type),
            int(self.domain_warp_fractal_type),
            self.seed,
            self.domain_warp_amplitude,
            self.domain_warp_frequency,
            self.domain_warp_fractal_octaves,
            self.domain_warp_fractal_lacunarity,
            self.domain_warp_fractal_gain,
        )


class _Generators(NamedTuple):
    """What the settings stand for, made once for all calls between two changes."""

    library: Any
    """The library's noise, set up."""
    reach: float
    """How far from the origin places may be."""
    warp: Warp | None
    warp_reach: float


def _reach(frequency: float, lacunarity: float, octaves: int) -> float:
    """How far from the origin the finest octave can still be counted."""
    finest = abs(frequency) * max(1.0, abs(lacunarity)) ** (octaves - 1)
    return min(_FURTHEST / finest, MOST) if finest else MOST


def _library() -> Any:
    """FastNoise Lite, imported when the first noise is looked up."""
    return import_module("pyfastnoiselite.pyfastnoiselite")


@cache
def _random_vectors(dimensions: int) -> NDArray[np.float32]:
    """The library's 256 random unit vectors of the plane or of space, read from where its cells have their points.

    With seeds that lead to each of them in turn, the squared distances to a cell's point from many places around the
    cell's middle, which grow evenly along the way from it, tell in which direction it lies.
    """
    library = _library()
    noise = library.FastNoiseLite()
    noise.frequency = 1.0
    noise.noise_type = library.NoiseType(FastNoiseLite.NoiseType.CELLULAR)
    noise.cellular_distance_function = library.CellularDistanceFunction(
        FastNoiseLite.CellularDistanceFunction.EUCLIDEAN_SQUARED
    )
    noise.cellular_return_type = library.CellularReturnType(FastNoiseLite.CellularReturnType.DISTANCE)
    steps = np.linspace(-0.03, 0.03, 21 if dimensions == 2 else 9)
    probes = np.stack(np.meshgrid(*[steps] * dimensions)).reshape(dimensions, -1).astype(np.float32)
    slopes = np.linalg.pinv(np.column_stack((probes.T, np.ones(probes.shape[1]))).astype(np.float64))[:dimensions]
    own = (probes.astype(np.float64) ** 2).sum(axis=0)
    unhash = pow(0x27D4EB2D, -1, 2**32)
    vectors = np.empty((256, dimensions), np.float64)
    for which in range(256):
        seed = (which << (dimensions - 1)) * unhash & 0xFFFFFFFF
        noise.seed = seed - (seed >> 31 << 32)
        vectors[which] = slopes @ (own - noise.gen_from_coords(probes))
    unit: NDArray[np.float32] = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    return unit
