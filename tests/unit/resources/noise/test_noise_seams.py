"""Pictures without seams, against Godot's way of making them: pixel by pixel, quarter by quarter."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.resources.noise.fast_noise_lite import FastNoiseLite
from engine.resources.noise.noise import Noise
from engine.resources.noise.noise_seams import skirt_of, without_end, without_seams


def random_greys(*shape: int) -> NDArray[np.uint8]:
    return np.random.default_rng(3).integers(0, 256, shape, np.uint8)


def blended(under: int, over: int, alpha: int) -> int:
    return ((alpha + 1) * over + (256 - alpha) * under) >> 8


def alpha_at(place: int, skirt: int) -> int:
    part = ((np.float32(place) / np.float32(skirt) - np.float32(0.1)) / np.float32(0.8)).clip(0, 1)
    return int(255 * (1 - part * part * (3 - 2 * part)))


def one_by_one(source: NDArray[np.uint8], width: int, height: int, skirt: float) -> list[list[int]]:
    """Godot's steps: quarters change places, then the two seams are blended with the skirt, then where they cross."""
    wide, high = max(1, int(width * skirt)), max(1, int(height * skirt))
    half_x, half_y = width // 2, height // 2
    grey = [[int(value) for value in row] for row in source]

    def near(x: int) -> int:
        return (x + half_x) % width

    def far(x: int) -> int:
        return (x + half_x) % (width + wide)

    def upper(y: int) -> int:
        return (y + half_y) % height

    def lower(y: int) -> int:
        return (y + half_y) % (height + high)

    made = [[grey[upper(y)][near(x)] for x in range(width)] for y in range(height)]
    for x in range(half_x, half_x + wide):
        for y in [*range(half_y), *range(half_y + high, height)]:
            over = grey[upper(y)][far(x)]
            made[y][x % width] = blended(made[y][x % width], over, alpha_at(x - half_x, wide))
    for y in range(half_y, half_y + high):
        for x in [*range(half_x), *range(half_x + wide, width)]:
            over = grey[lower(y)][near(x)]
            made[y % height][x] = blended(made[y % height][x], over, alpha_at(y - half_y, high))
    for y in range(half_y, half_y + high):
        for x in range(half_x, half_x + wide):
            alpha = alpha_at(x - half_x, wide)
            top = blended(grey[lower(y)][near(x)], grey[lower(y)][far(x)], alpha)
            bottom = blended(grey[upper(y)][near(x)], grey[upper(y)][far(x)], alpha)
            made[y % height][x % width] = blended(bottom, top, alpha_at(y - half_y, high))
    return made


@pytest.mark.parametrize("skirt", [0.0, 0.1, 0.3, 0.5, 0.8, 1.0])
@pytest.mark.parametrize("size", [(16, 12), (15, 11), (1, 1), (2, 3), (1, 9)])
def test_each_pixel_is_what_godots_steps_make_of_it(size: tuple[int, int], skirt: float) -> None:
    width, height = size
    source = random_greys(2, height + skirt_of(height, skirt), width + skirt_of(width, skirt))

    made = without_seams(source, width, height, skirt)

    assert made.shape == (2, height, width)
    for layer in range(2):
        assert made[layer].tolist() == one_by_one(source[layer], width, height, skirt)


@pytest.mark.parametrize(("depth", "skirt"), [(8, 0.25), (9, 0.5), (2, 0.1), (6, 1.0)])
def test_layers_are_blended_over_the_middle_one(depth: int, skirt: float) -> None:
    beyond, half = max(1, int(depth * skirt)), depth // 2
    layers = random_greys(depth + beyond, 3, 2)
    swapped = [*layers[half : 2 * half], *layers[:half], *layers[2 * half :]]
    expected: list[Any] = [layer.astype(int) for layer in swapped[:depth]]
    for z in range(half, half + beyond):
        alpha = alpha_at(z - half, beyond)
        under, over = swapped[z % depth].astype(int), swapped[z - half + depth].astype(int)
        expected[z % depth] = ((alpha + 1) * over + (256 - alpha) * under) >> 8

    assert (without_end(layers, depth, skirt) == np.array(expected)).all()


def test_the_edges_of_a_seamless_picture_are_neighbours_in_the_noise() -> None:
    noise = FastNoiseLite()
    noise.frequency = 0.05

    seamless = noise.get_seamless_image(32, 24, normalize=False).pixels
    plain = noise.get_image(35, 26, normalize=False).pixels

    assert (seamless[0, 0] == plain[12, 16]).all()
    assert (seamless[-1, -1] == plain[11, 15]).all()
    assert (seamless[0, -1] == plain[12, 15]).all()


class Deep(Noise, registered=False):
    """Far stronger at z = 1 than at z = 0."""

    def sample(self, points: NDArray[np.float64]) -> NDArray[np.float32]:
        """As the class says."""
        return ((points[:, 0] + points[:, 1]) / 100 + points[:, 2]).astype(np.float32)


@pytest.mark.parametrize("normalize", [False, True])
def test_one_in_space_is_normalized_with_the_layer_behind_it_as_in_godot(normalize: bool) -> None:
    layers = Deep().get_image_3d(35, 26, 2, normalize=normalize)

    made = Deep().get_seamless_image(32, 24, in_3d_space=True, normalize=normalize).pixels

    assert (made[:, :, 0] == without_seams(layers[0].pixels[None, :, :, 0], 32, 24, 0.1)[0]).all()
    assert (made[:, :, 0].max() < 150) == normalize
