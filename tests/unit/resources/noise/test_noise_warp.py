"""Domain warp against places that FastNoise Lite itself, compiled from its source, moves them to."""

from __future__ import annotations

import numpy as np
import pytest

from engine.resources.noise.fast_noise_lite import _random_vectors
from engine.resources.noise.noise_warp import Warp, warp_points

START = [(167.662506, 238.332489, -100.557495), (-185.054993, -130.047501, 248.722504)]

# Dimensions, kind, fractal, and where the two places end. Seed 7, amplitude 30, frequency 0.02, 5 octaves of lacunarity
# 2 and gain 0.5.
REFERENCE = [
    (2, 0, 0, (168.365921, 235.606537), (-185.346832, -129.57605)),
    (2, 0, 1, (169.561981, 236.646362), (-184.794128, -128.845795)),
    (2, 0, 2, (170.541855, 235.666946), (-184.346619, -129.01886)),
    (2, 1, 0, (166.239273, 241.072998), (-180.346817, -144.004089)),
    (2, 1, 1, (168.79567, 244.368408), (-180.11644, -142.901123)),
    (2, 1, 2, (170.3965, 243.766724), (-183.848679, -146.987244)),
    (2, 2, 0, (162.483948, 231.553268), (-180.903381, -135.031494)),
    (2, 2, 1, (162.969818, 227.047501), (-181.53772, -129.984711)),
    (2, 2, 2, (163.121643, 226.865707), (-178.115005, -130.515594)),
    (3, 0, 0, (171.635925, 238.091232, -98.2909317), (-183.02179, -127.478111, 246.660385)),
    (3, 0, 1, (175.090134, 238.027847, -100.836845), (-183.865707, -128.707306, 247.121765)),
    (3, 0, 2, (172.268677, 239.87822, -102.632591), (-182.849609, -127.158585, 244.451355)),
    (3, 1, 0, (170.942337, 235.375443, -103.494827), (-180.565887, -132.201965, 246.164551)),
    (3, 1, 1, (171.975647, 238.343796, -103.249115), (-176.080719, -128.851761, 251.315399)),
    (3, 1, 2, (173.675201, 237.934204, -104.833183), (-178.045349, -131.136063, 248.720993)),
    (3, 2, 0, (158.870514, 242.747269, -96.5197296), (-181.16655, -140.158356, 245.333313)),
    (3, 2, 1, (162.277588, 241.164352, -93.5389481), (-180.224182, -144.394302, 248.968002)),
    (3, 2, 2, (160.986588, 248.18251, -94.2216644), (-181.86412, -139.890091, 247.56459)),
]


@pytest.mark.parametrize(("dimensions", "kind", "fractal", "first", "second"), REFERENCE)
def test_places_are_moved_to_where_the_library_moves_them(
    dimensions: int, kind: int, fractal: int, first: tuple[float, ...], second: tuple[float, ...]
) -> None:
    points = np.array(START, np.float32)[:, :dimensions]
    warp = Warp(kind, fractal, 7, 30.0, 0.02, 5, 2.0, 0.5)

    moved = warp_points(points, warp, _random_vectors(dimensions))

    assert moved == pytest.approx(np.array([first, second]), abs=1e-3)
    assert moved.dtype == np.float32
    assert (points == np.array(START, np.float32)[:, :dimensions]).all()


@pytest.mark.parametrize("dimensions", [2, 3])
def test_the_random_vectors_are_256_unit_vectors_in_all_directions(dimensions: int) -> None:
    vectors = _random_vectors(dimensions)

    assert vectors.shape == (256, dimensions)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(256), abs=1e-6)
    assert len({tuple(row) for row in vectors.round(4).tolist()}) > 250


@pytest.mark.parametrize("kind", [0, 1, 2])
@pytest.mark.parametrize("dimensions", [2, 3])
def test_the_movement_is_smooth_and_within_the_amplitude(kind: int, dimensions: int) -> None:
    line = np.linspace(-200.0, 200.0, 40001, dtype=np.float32)
    points = np.column_stack([line * factor for factor in (1.0, 0.37, -0.61)[:dimensions]]).astype(np.float32)

    offsets = warp_points(points, Warp(kind, 2, 3, 10.0, 0.05, 3, 2.0, 0.5), _random_vectors(dimensions)) - points

    assert np.linalg.norm(offsets, axis=1).max() < 12.0
    assert np.abs(np.diff(offsets, axis=0)).max() < 0.1


def test_without_places_nothing_is_moved() -> None:
    none = np.empty((0, 2), np.float32)

    assert warp_points(none, Warp(0, 1, 0, 30.0, 0.05, 5, 6.0, 0.5), _random_vectors(2)).shape == (0, 2)
