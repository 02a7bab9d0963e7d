"""CurveTexture and CurveXYZTexture: the values of curves as pixels."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import InvalidValueError
from engine.resources.curves.curve import Curve
from engine.resources.textures.curve_texture import CurveTexture
from engine.resources.textures.curve_xyz_texture import CurveXYZTexture


def line(start: float, end: float) -> Curve:
    curve = Curve()
    curve.min_value, curve.max_value = -2.0, 2.0
    slope = end - start
    curve.add_point((0, start), right_tangent=slope)
    curve.add_point((1, end), left_tangent=slope)
    return curve


def textured(**properties: Any) -> CurveTexture:
    texture = CurveTexture()
    for name, value in properties.items():
        setattr(texture, name, value)
    return texture


def test_pixel_i_of_n_has_the_value_at_i_nths() -> None:
    texture = textured(curve=line(0, 1), width=64)

    greys = texture.image.pixels[0, :, 0].tolist()

    assert texture.size == (64, 1)
    assert greys == pytest.approx([x / 64 * 255 for x in range(64)], abs=0.51)
    assert greys[63] == round(63 / 64 * 255)


@pytest.mark.parametrize(
    ("mode", "pixel"), [(CurveTexture.TextureMode.RGB, [128, 128, 128, 255]), (1, [128, 0, 0, 255])]
)
def test_the_mode_says_which_channels_hold_the_values(mode: int, pixel: list[int]) -> None:
    texture = textured(curve=line(0.5, 0.5), texture_mode=mode)

    assert (texture.image.pixels == pixel).all()


def test_values_beyond_0_and_1_are_cut_off() -> None:
    greys = textured(curve=line(-2, 2)).image.pixels[0, :, 0]

    assert greys[0] == greys[100] == 0
    assert greys[160] < 255
    assert greys[200] == greys[255] == 255


@pytest.mark.parametrize("curve", [None, Curve()])
def test_without_points_it_is_black(curve: Curve | None) -> None:
    assert (textured(curve=curve).image.pixels == (0, 0, 0, 255)).all()


def test_three_curves_are_in_red_green_and_blue() -> None:
    texture = CurveXYZTexture()
    texture.curve_x, texture.curve_z = line(0, 1), line(1, 0)

    pixels = texture.image.pixels

    assert pixels[0, 64].tolist() == [64, 0, 191, 255]
    assert texture.size == (256, 1)


def test_one_curve_may_stand_in_several_places_and_tells_of_a_change_once() -> None:
    texture = CurveXYZTexture()
    curve = line(0, 0)
    texture.curve_x = texture.curve_y = curve
    picture = texture.image
    told: list[int] = []
    texture.changed.connect(lambda: told.append(1))

    curve.set_point_value(0, 1.0)

    assert told == [1]
    assert texture.image is picture
    assert picture.pixels[0, 0].tolist() == [255, 255, 0, 255]
    texture.curve_x = None
    curve.set_point_value(0, 0.0)
    assert told == [1, 1, 1]


@pytest.mark.parametrize("kind", [CurveTexture, CurveXYZTexture])
@pytest.mark.parametrize("width", [0, 31, 4097])
def test_a_width_is_32_to_4096_pixels(kind: type[Any], width: int) -> None:
    with pytest.raises(InvalidValueError, match=rf"^{kind.__name__}.width must be from 32 to 4,096, got {width}$"):
        kind().width = width
