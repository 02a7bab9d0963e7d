"""NoiseTexture2D: pictures of noise, against what is worked out pixel by pixel."""

from __future__ import annotations

from math import hypot
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.core.errors import InvalidValueError
from engine.resources.gradient import Gradient
from engine.resources.noise.fast_noise_lite import FastNoiseLite
from engine.resources.noise.noise import Noise
from engine.resources.textures.noise_texture_2d import NoiseTexture2D, normal_map


class Steps(Noise, registered=False):
    """Brightness 0 to 255 as x + 16 y, where it is not normalized."""

    def sample(self, points: NDArray[np.float64]) -> NDArray[np.float32]:
        """As the class says."""
        grey = points[:, 0] + 16 * points[:, 1]
        return ((grey + 0.5 - 127.5) / 127.5).astype(np.float32)


def textured(noise: Noise, width: int = 16, height: int = 16, **properties: Any) -> NoiseTexture2D:
    texture = NoiseTexture2D()
    texture.width, texture.height, texture.noise = width, height, noise
    for name, value in properties.items():
        setattr(texture, name, value)
    return texture


def lively() -> FastNoiseLite:
    noise = FastNoiseLite()
    noise.frequency = 0.1
    noise.seed = 7
    return noise


@pytest.mark.parametrize("invert", [False, True])
@pytest.mark.parametrize("in_3d_space", [False, True])
@pytest.mark.parametrize("normalize", [False, True])
def test_it_is_the_picture_that_the_noise_makes(invert: bool, in_3d_space: bool, normalize: bool) -> None:
    noise = lively()
    texture = textured(noise, 20, 12, invert=invert, in_3d_space=in_3d_space, normalize=normalize)

    assert (texture.image.pixels == noise.get_image(20, 12, invert, in_3d_space, normalize).pixels).all()
    assert texture.size == (20, 12)
    texture.seamless, texture.seamless_blend_skirt = True, 0.3
    seamless = noise.get_seamless_image(20, 12, invert, in_3d_space, 0.3, normalize)
    assert (texture.image.pixels == seamless.pixels).all()


def test_two_of_the_same_settings_are_the_same() -> None:
    assert textured(lively()).image.pixels.tobytes() == textured(lively()).image.pixels.tobytes()


def test_a_color_ramp_gives_the_greys_the_colours_of_a_gradient() -> None:
    ramp = Gradient()
    ramp.offsets, ramp.colors = (0.0, 0.5, 1.0), ((1, 0, 0, 1), (0, 1, 0, 0), (0, 0, 1, 1))

    pixels = textured(Steps(), normalize=False, color_ramp=ramp).image.pixels.reshape(-1, 4)

    assert pixels[0].tolist() == [255, 0, 0, 255]
    assert pixels[255].tolist() in ([0, 0, 255, 255], [0, 0, 254, 254])  # the luminance of white is rounded
    for grey in range(256):
        expected = [int(channel * 255) for channel in ramp.sample(grey / 255)]
        assert np.abs(pixels[grey].astype(int) - expected).max() <= 1


def test_a_normal_map_shows_the_slopes_to_the_next_pixels_around_the_edges() -> None:
    heights = textured(lively(), 9, 7).image.pixels[:, :, 0].astype(float) / 255

    pixels = textured(lively(), 9, 7, as_normal_map=True, bump_strength=3.0).image.pixels

    for y in range(7):
        for x in range(9):
            here, right, below = heights[y, x], heights[y, (x + 1) % 9], heights[(y + 1) % 7, x]
            across, down = (here - right) * 3, (below - here) * 3
            length = hypot(across, down, 1)
            expected = [127.5 + part / length * 127.5 for part in (across, down, 1)]
            assert pixels[y, x, :3].tolist() == pytest.approx(expected, abs=1.001)
            assert all(pixels[y, x, :3] <= np.array(expected) + 1e-3)
    assert (pixels[:, :, 3] == 255).all()


def test_a_flat_normal_map_faces_the_viewer() -> None:
    assert (normal_map(np.full((3, 3), 77, np.uint8), 8.0) == (127, 127, 255, 255)).all()


def test_a_normal_map_of_coloured_noise_is_that_of_its_red() -> None:
    ramp = Gradient()
    ramp.offsets, ramp.colors = (0.0, 1.0), ((0, 1, 1, 1), (0, 0, 0, 1))

    assert (textured(lively(), color_ramp=ramp, as_normal_map=True).image.pixels == (127, 127, 255, 255)).all()


def test_without_a_noise_there_is_godots_placeholder() -> None:
    texture = NoiseTexture2D()
    texture.width, texture.height = 3, 2

    assert (texture.image.pixels == np.full((2, 3, 4), (255, 0, 255, 255))).all()


def test_changes_of_the_noise_and_the_ramp_are_changes_of_the_texture() -> None:
    noise, ramp = lively(), Gradient()
    texture = textured(noise, color_ramp=ramp)
    picture = texture.image
    before = picture.pixels.copy(), texture.revision

    noise.seed = 8
    ramp.set_color(1, (1, 0, 0))

    assert texture.revision == before[1] + 2
    assert texture.image is picture
    assert picture.revision == 1
    assert (picture.pixels != before[0]).any()


@pytest.mark.parametrize("skirt", [-0.1, 1.5])
def test_a_skirt_is_a_part_of_the_picture(skirt: float) -> None:
    texture = NoiseTexture2D()

    with pytest.raises(
        InvalidValueError, match=rf"^NoiseTexture2D.seamless_blend_skirt must be from 0 to 1, got {skirt}"
    ):
        texture.seamless_blend_skirt = skirt
    assert texture.seamless_blend_skirt == 0.1


def test_a_picture_may_not_have_more_pixels_than_any() -> None:
    texture = NoiseTexture2D()
    texture.width = 16384

    with pytest.raises(InvalidValueError, match=r"^NoiseTexture2D.height - a picture has sides of 1 to 16384"):
        texture.height = 16384
