"""FastNoiseLite: its numbers are Godot's, alone and in arrays; pictures; and bad input."""

from __future__ import annotations

import copy
import subprocess
import sys
from math import inf, nan
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.registry import resource_types
from engine.math import Vector2, Vector3
from engine.resources.noise.fast_noise_lite import MAX_OCTAVES, FastNoiseLite
from engine.resources.noise.noise import Noise

Type = FastNoiseLite.NoiseType
Fractal = FastNoiseLite.FractalType

PLACES = np.random.default_rng(1).uniform(-300, 300, (200, 3))


def noise_of(**settings: Any) -> FastNoiseLite:
    noise = FastNoiseLite()
    for name, value in settings.items():
        setattr(noise, name, value)
    return noise


class Ramp(Noise):
    """A subclass of one's own: a thousandth for each x, a hundredth of that for each y."""

    def sample(self, points: NDArray[np.float64]) -> NDArray[np.float32]:
        factors = np.array((1e-3, 1e-5, 1e-7))[: points.shape[1]]
        values: NDArray[np.float32] = (points @ factors).astype(np.float32)
        return values


# --- Its numbers


def test_numbers_are_those_of_the_librarys_manual() -> None:
    noise = noise_of(seed=1337, noise_type=Type.SIMPLEX_SMOOTH, fractal_type=Fractal.NONE)

    assert noise.get_noise_2d(34, 22) == pytest.approx(0.7130074501037598)
    assert noise.get_noise_2d(100, 110) == pytest.approx(-0.3495847284793854)
    assert noise.get_noise_3d(95, 100, 30) == pytest.approx(-0.4522402286529541)


# Of the library FastNoise Lite, compiled from its source: in the plane, and in space.
@pytest.mark.parametrize(
    ("kind", "flat", "deep"),
    [
        (0, 0.146922, 0.412523),
        (1, 0.081261, 0.524931),
        (2, -0.487530, -0.453664),
        (3, -0.186697, -0.091133),
        (4, -0.091800, -0.005178),
        (5, -0.163591, -0.034396),
    ],
)
def test_each_kind_gives_the_numbers_of_the_library(kind: int, flat: float, deep: float) -> None:
    noise = noise_of(noise_type=kind, seed=5, frequency=0.03)

    assert noise.get_noise_2d(12.5, -47.25) == pytest.approx(flat, abs=2e-6)
    assert noise.get_noise_3d(12.5, -47.25, 8.0) == pytest.approx(deep, abs=2e-6)


def test_a_new_one_gives_what_the_library_gives_with_godots_defaults_warped_and_not() -> None:
    assert noise_of().get_noise_2d(40.5, -20.25) == pytest.approx(-0.277611, abs=2e-6)
    assert noise_of(domain_warp_enabled=True).get_noise_2d(40.5, -20.25) == pytest.approx(-0.226382, abs=1e-3)


def test_on_a_line_the_warp_and_the_offset_count_twice_as_in_godot() -> None:
    warped = noise_of(domain_warp_enabled=True, domain_warp_fractal_lacunarity=3.0)

    assert warped.get_noise_1d(12.25) == pytest.approx(0.057641, abs=1e-4)
    assert noise_of(offset=(3, 0, 0)).get_noise_1d(5.0) == noise_of().get_noise_2d(11.0, 0.0)
    assert noise_of().get_noise_1d(5.0) == noise_of().get_noise_2d(5.0, 0.0)


@pytest.mark.parametrize("warp", [False, True])
def test_an_array_gives_the_numbers_of_its_places(warp: bool) -> None:
    noise = noise_of(domain_warp_enabled=warp, offset=(1.5, -2.5, 3.5), frequency=0.05)

    flat, deep = noise.get_noise_2dv(PLACES[:, :2]), noise.get_noise_3dv(PLACES)

    assert flat.dtype == deep.dtype == np.float32
    assert flat.tolist() == [noise.get_noise_2d(x, y) for x, y, _ in PLACES]
    assert deep.tolist() == [noise.get_noise_3dv(Vector3(*place)) for place in PLACES.tolist()]
    assert noise.get_noise_2dv(Vector2(4, 5)) == noise.get_noise_2d(4, 5)
    assert noise.get_noise_2dv(np.empty((0, 2))).shape == (0,)
    assert noise.get_noise_2dv(np.array([[4, 5]])).tolist() == [noise.get_noise_2d(4, 5)]


def test_the_offset_is_added_to_each_place() -> None:
    assert noise_of(offset=(10, -20, 5)).get_noise_3d(1, 2, 3) == noise_of().get_noise_3d(11, -18, 8)


@pytest.mark.parametrize("kind", Type)
@pytest.mark.parametrize("fractal", Fractal)
def test_every_kind_and_fractal_stays_about_within_1(kind: Type, fractal: Fractal) -> None:
    noise = noise_of(noise_type=kind, fractal_type=fractal, frequency=0.2)

    values = noise.get_noise_2dv(PLACES[:, :2])

    assert np.abs(values).max() <= 1.05
    assert values.std() > 0.02


@pytest.mark.parametrize(
    ("name", "value", "with_others"),
    [
        ("seed", 9, {}),
        ("frequency", 0.5, {}),
        ("noise_type", Type.PERLIN, {}),
        ("fractal_type", Fractal.RIDGED, {}),
        ("fractal_octaves", 2, {}),
        ("fractal_lacunarity", 3.0, {}),
        ("fractal_gain", 0.9, {}),
        ("fractal_weighted_strength", 0.8, {}),
        ("fractal_ping_pong_strength", 5.0, {"fractal_type": Fractal.PING_PONG}),
        ("cellular_distance_function", FastNoiseLite.CellularDistanceFunction.MANHATTAN, {"noise_type": Type.CELLULAR}),
        ("cellular_return_type", FastNoiseLite.CellularReturnType.CELL_VALUE, {"noise_type": Type.CELLULAR}),
        ("cellular_jitter", 0.3, {"noise_type": Type.CELLULAR}),
        ("domain_warp_enabled", True, {}),
        ("domain_warp_type", FastNoiseLite.DomainWarpType.BASIC_GRID, {"domain_warp_enabled": True}),
        ("domain_warp_amplitude", 5.0, {"domain_warp_enabled": True}),
        ("domain_warp_frequency", 0.2, {"domain_warp_enabled": True}),
        ("domain_warp_fractal_type", FastNoiseLite.DomainWarpFractalType.NONE, {"domain_warp_enabled": True}),
        ("domain_warp_fractal_octaves", 2, {"domain_warp_enabled": True}),
        ("domain_warp_fractal_lacunarity", 2.0, {"domain_warp_enabled": True}),
        ("domain_warp_fractal_gain", 0.9, {"domain_warp_enabled": True}),
    ],
)
def test_every_setting_changes_the_noise_also_when_it_was_looked_up_before(
    name: str, value: Any, with_others: dict[str, Any]
) -> None:
    noise = noise_of(**with_others)
    before = noise.get_noise_2dv(PLACES[:, :2])

    setattr(noise, name, value)
    after = noise.get_noise_2dv(PLACES[:, :2])

    assert (before != after).mean() > 0.5
    assert after.tolist() == noise_of(**with_others, **{name: value}).get_noise_2dv(PLACES[:, :2]).tolist()


def test_a_copy_has_noise_of_its_own() -> None:
    noise = noise_of(seed=4)
    value = noise.get_noise_2d(1, 2)

    for made in (noise.duplicate(), copy.deepcopy(noise)):
        assert made.get_noise_2d(1, 2) == value
        made.seed = 5
        assert made.get_noise_2d(1, 2) != value
    assert noise.get_noise_2d(1, 2) == value


def test_both_are_resource_types_and_the_base_has_no_noise() -> None:
    assert resource_types.get("FastNoiseLite") is FastNoiseLite
    assert resource_types.get("Noise") is Noise
    with pytest.raises(InvalidTypeError, match=r"Noise has no noise of its own; make a FastNoiseLite"):
        Noise().get_noise_2d(0, 0)


def test_the_library_is_imported_when_the_first_noise_is_looked_up() -> None:
    code = (
        "import sys; from engine.resources.noise.fast_noise_lite import FastNoiseLite as F; noise = F(); "
        "before = 'pyfastnoiselite' in sys.modules; noise.get_noise_1d(0); "
        "print(before, 'pyfastnoiselite' in sys.modules)"
    )

    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert result.stdout.split() == ["False", "True"]


# --- Pictures


def test_a_picture_has_a_grey_pixel_for_each_whole_place() -> None:
    noise = noise_of(frequency=0.05)

    pixels = noise.get_image(20, 10, normalize=False).pixels

    assert pixels.shape == (10, 20, 4)
    for x, y in ((0, 0), (19, 9), (7, 3)):
        grey = int(noise.get_noise_2d(x, y) * 127.5 + 127.5)
        assert pixels[y, x].tolist() == pytest.approx([grey, grey, grey, 255], abs=1)


def test_normalizing_spreads_the_greys_and_inverting_turns_them_around() -> None:
    noise = noise_of(frequency=0.05)
    grey = noise.get_image(32, 32).pixels[..., 0]

    assert (grey.min(), grey.max()) == (0, 255)
    assert (noise.get_image(32, 32, invert=True).pixels[..., 0] == 255 - grey).all()


def test_pictures_in_space_are_layers_and_the_first_is_that_at_0() -> None:
    noise = noise_of(frequency=0.1)

    layers = noise.get_image_3d(6, 5, 4, normalize=False)

    assert len(layers) == 4
    assert (layers[0].pixels == noise.get_image(6, 5, in_3d_space=True, normalize=False).pixels).all()
    assert layers[3].pixels[2, 1, 0] == pytest.approx(noise.get_noise_3d(1, 2, 3) * 127.5 + 127.5, abs=1)


def test_a_picture_larger_than_is_worked_out_at_once_has_no_seams() -> None:
    pixels = Ramp().get_image(1000, 600, normalize=False).pixels[..., 0].astype(int)

    assert (np.diff(pixels, axis=1) >= 0).all()
    assert pixels[599, 999] == int((0.999 + 0.00599) * 127.5 + 127.5)


def test_a_flat_picture_is_black_when_it_is_normalized() -> None:
    assert Ramp().get_image(1, 1).pixels[0, 0].tolist() == [0, 0, 0, 255]


@pytest.mark.parametrize("skirt", [0.0, 0.1, 0.5, 1.0])
def test_a_seamless_picture_goes_on_at_its_edges_as_it_does_inside(skirt: float) -> None:
    pixels = noise_of(frequency=0.02).get_seamless_image(80, 60, skirt=skirt).pixels[..., 0].astype(int)

    for axis in (0, 1):
        inside = np.abs(np.diff(pixels, axis=axis)).max()
        seam = np.abs(pixels.take(0, axis) - pixels.take(-1, axis)).max()
        assert seam <= inside


def test_an_ordinary_picture_has_a_seam() -> None:
    pixels = noise_of(frequency=0.02).get_image(80, 60).pixels[..., 0].astype(int)

    assert np.abs(pixels[:, 0] - pixels[:, -1]).max() > np.abs(np.diff(pixels, axis=1)).max()


def test_seamless_pictures_in_space_also_go_on_from_the_last_to_the_first() -> None:
    layers = noise_of(frequency=0.05).get_seamless_image_3d(16, 12, 20, skirt=0.3)
    pixels = np.stack([layer.pixels[..., 0].astype(int) for layer in layers])

    assert pixels.shape == (20, 12, 16)
    for axis in range(3):
        seam = np.abs(pixels.take(0, axis) - pixels.take(-1, axis)).max()
        assert seam <= np.abs(np.diff(pixels, axis=axis)).max()


# --- Bad input


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda noise: noise.get_noise_2d(nan, 0), r"FastNoiseLite.get_noise_2d must be a finite number, got nan"),
        (lambda noise: noise.get_noise_3dv((0, inf, 0)), r"get_noise_3dv must be three finite numbers"),
        (lambda noise: noise.get_noise_2dv(np.array([[nan, 0]])), r"get_noise_2dv - places must be finite"),
        (lambda noise: noise.get_noise_2d(1e12, 0), r"a place must be within 1e\+09 of the origin at this frequency"),
        (lambda noise: noise.get_noise_2d(1e300, 0), r"a place must be within 1e\+09 of the origin .*, got inf"),
        (lambda noise: noise.get_image(0, 5), r"get_image - a picture has sides of 1 to 16384"),
        (lambda noise: noise.get_image_3d(9, 9, 0), r"get_image_3d - the pictures must be at least one"),
        (lambda noise: noise.get_image_3d(9, 9, 10**9), r"at most 67108864 pixels together, got 1000000000"),
        (
            lambda noise: noise.get_seamless_image(9, 9, skirt=1.5),
            r"get_seamless_image - the skirt must be 0 to 1, got 1.5",
        ),
        (lambda noise: setattr(noise, "seed", 2**31), r"FastNoiseLite.seed must be within 32 bits"),
        (lambda noise: setattr(noise, "fractal_octaves", 0), r"fractal_octaves must be from 1 to 32, got 0"),
        (lambda noise: setattr(noise, "domain_warp_fractal_octaves", 99), rf"must be from 1 to {MAX_OCTAVES}, got 99"),
        (lambda noise: setattr(noise, "frequency", 1e10), r"frequency must be within 1e\+09 either way, got 1"),
        (lambda noise: setattr(noise, "noise_type", 6), r"noise_type must be one of SIMPLEX 0, .*, got 6"),
        (lambda noise: setattr(noise, "offset", (0, nan, 0)), r"offset must be three finite numbers"),
    ],
)
def test_a_value_that_means_nothing_is_refused(call: Any, text: str) -> None:
    with pytest.raises(InvalidValueError, match=text):
        call(FastNoiseLite())


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda noise: noise.get_noise_2d("1", 0), r"get_noise_2d must be a finite number, got '1'"),
        (lambda noise: noise.get_noise_2dv((1, 2, 3)), r"get_noise_2dv must be two finite numbers, got \(1, 2, 3\)"),
        (lambda noise: noise.get_noise_2dv(np.zeros((4, 3))), r"places are numbers of shape \(N, 2\), got \(4, 3\)"),
        (lambda noise: noise.get_noise_3dv(np.array([["a"] * 3])), r"places are numbers of shape \(N, 3\)"),
        (lambda noise: noise.get_image(2.5, 2), r"get_image - a size is in whole pixels, got \(2.5, 2, 1\)"),
        (lambda noise: setattr(noise, "seed", 0.5), r"FastNoiseLite.seed must be a whole number, got 0.5"),
    ],
)
def test_a_wrong_type_is_refused(call: Any, text: str) -> None:
    with pytest.raises(InvalidTypeError, match=text):
        call(FastNoiseLite())


def test_places_too_far_for_the_finest_octave_are_refused_and_those_just_within_are_not() -> None:
    noise = noise_of(frequency=10.0, fractal_octaves=10)
    reach = 2.0**29 / (10.0 * 2.0**9)

    assert abs(noise.get_noise_2d(reach * 0.99, -reach * 0.99)) <= 1.0
    with pytest.raises(InvalidValueError, match=r"at this frequency, with offset and warp, got"):
        noise.get_noise_2d(reach * 1.01, 0)
    noise.domain_warp_enabled = True
    noise.domain_warp_frequency = 1e6
    with pytest.raises(InvalidValueError, match=r"at this domain_warp_frequency"):
        noise.get_noise_2d(1e6, 0)
