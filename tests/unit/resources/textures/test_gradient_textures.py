"""GradientTexture1D and 2D: each pixel against the colour that the gradient gives for it, worked out one by one."""

from __future__ import annotations

import copy
import pickle
from math import floor, fmod, hypot
from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.resources.gradient import Gradient
from engine.resources.textures.gradient_colors import gradient_colors, rounded_bytes, truncated_bytes
from engine.resources.textures.gradient_texture_1d import GradientTexture1D
from engine.resources.textures.gradient_texture_2d import GradientTexture2D

Fill, Repeat = GradientTexture2D.Fill, GradientTexture2D.Repeat


def rainbow() -> Gradient:
    gradient = Gradient()
    gradient.offsets = (0.1, 0.4, 0.7, 0.9)
    gradient.colors = ((1, 0, 0, 1), (0, 1, 0.25, 0.5), (0.3, 0.3, 1, 0), (1, 1, 1, 1))
    return gradient


def filled(gradient: Gradient, width: int = 24, height: int = 16, **properties: Any) -> GradientTexture2D:
    texture = GradientTexture2D()
    texture.width, texture.height, texture.gradient = width, height, gradient
    for name, value in properties.items():
        setattr(texture, name, value)
    return texture


def byte(channel: float) -> int:
    return max(0, min(255, floor(channel * 255 + 0.5)))


def offset_at(texture: GradientTexture2D, x: int, y: int) -> float:
    """What Godot's GradientTexture2D documents of a pixel, in plain numbers."""
    px, py = x / max(texture.width - 1, 1), y / max(texture.height - 1, 1)
    (ax, ay), (bx, by) = texture.fill_from, texture.fill_to
    if (ax, ay) == (bx, by):
        return 0.0
    if texture.fill == Fill.LINEAR:
        offset = ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    elif texture.fill == Fill.RADIAL:
        offset = hypot(px - ax, py - ay) / hypot(bx - ax, by - ay)
    else:
        offset = max(abs(px - ax), abs(py - ay)) / max(abs(bx - ax), abs(by - ay))
    if texture.repeat == Repeat.NONE:
        return max(0.0, min(1.0, offset))
    if texture.repeat == Repeat.REPEAT:
        return offset - floor(offset)
    back = fmod(abs(offset), 2.0)
    return 2.0 - back if back > 1.0 else back


# --- Colours of many offsets


@pytest.mark.parametrize("space", Gradient.ColorSpace)
@pytest.mark.parametrize("mode", Gradient.InterpolationMode)
@pytest.mark.parametrize("count", [1, 2, 4, 12])
def test_the_colours_of_many_offsets_are_those_of_each(mode: Any, space: Any, count: int) -> None:
    gradient = Gradient()
    gradient.offsets = tuple(np.linspace(0.1, 0.9, count).astype(np.float32).tolist())
    gradient.colors = tuple(((i * 7 % 5) / 4, (i * 3 % 4) / 3, (i % 2) * 1.0, (i * 5 % 7) / 6) for i in range(count))
    gradient.interpolation_mode, gradient.interpolation_color_space = mode, space
    offsets = np.concatenate((np.linspace(-0.5, 1.5, 101, dtype=np.float32), np.array(gradient.offsets, np.float32)))

    found = gradient_colors(gradient, offsets)

    expected = np.array([gradient.sample(float(offset)) for offset in offsets]).T
    assert found.shape == (4, len(offsets))
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, expected, atol=2e-5)


def test_of_several_points_at_one_offset_the_first_counts_there_and_the_last_behind_them() -> None:
    gradient = Gradient()
    gradient.offsets = (0.0, 0.5, 0.5, 1.0)
    gradient.colors = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
    offsets = np.array([0.25, 0.5, 0.75], np.float32)

    assert gradient_colors(gradient, offsets).T[:, :3].tolist() == [[0.5, 0, 0], [1, 0, 0], [0, 0.5, 0.5]]


def test_colours_are_exactly_those_of_points_where_these_are() -> None:
    gradient = rainbow()
    gradient.interpolation_color_space = Gradient.ColorSpace.OKLAB
    offsets = np.array(gradient.offsets, np.float32)
    gradient.offsets = tuple(offsets.tolist())

    found = gradient_colors(gradient, offsets).T
    assert (found == np.array(gradient.colors, np.float32)).all()


def test_bytes_are_rounded_or_cut_off_and_never_wrap() -> None:
    channels = np.array([-0.5, 0.0, 0.5, 0.499, 1.0, 2.5, 127.4999 / 255], np.float32)

    assert rounded_bytes(channels).tolist() == [0, 0, 128, 127, 255, 255, 127]
    assert truncated_bytes(channels).tolist() == [0, 0, 127, 127, 255, 255, 127]


# --- In a row


@pytest.mark.parametrize("width", [1, 2, 5, 256])
def test_a_row_goes_from_the_colour_at_0_to_that_at_1(width: int) -> None:
    texture = GradientTexture1D()
    texture.width, texture.gradient = width, rainbow()

    pixels = texture.image.pixels

    assert texture.size == (width, 1)
    for x in range(width):
        expected = [byte(channel) for channel in texture.gradient.sample(x / max(width - 1, 1))]
        assert np.abs(pixels[0, x].astype(int) - expected).max() <= 1
    assert pixels[0, 0].tolist() == [255, 0, 0, 255]
    assert pixels[0, -1].tolist() == ([255, 0, 0, 255] if width == 1 else [255, 255, 255, 255])


def test_black_to_white_over_256_pixels_is_every_grey() -> None:
    texture = GradientTexture1D()
    texture.gradient = Gradient()

    assert texture.image.pixels[0, :, 0].tolist() == list(range(256))


# --- In a picture


@pytest.mark.parametrize("repeat", Repeat)
@pytest.mark.parametrize("fill", Fill)
@pytest.mark.parametrize(
    ("start", "end"),
    [
        ((0, 0), (1, 0)),
        ((0, 0), (0, 1)),
        ((0.25, 0.75), (0.625, 0.125)),
        ((0.5, 0.5), (0.5, 0.75)),
        ((1, 1), (0.75, 0.9)),
        ((0.3, 0.3), (0.3, 0.3)),
        ((-1, 2), (3, -1)),
    ],
)
def test_each_pixel_has_the_colour_of_its_place(fill: Any, repeat: Any, start: Any, end: Any) -> None:
    texture = filled(rainbow(), fill=fill, repeat=repeat, fill_from=start, fill_to=end)

    pixels = texture.image.pixels

    assert pixels.shape == (16, 24, 4)
    away = 0
    for y in range(16):
        for x in range(24):
            assert texture.gradient is not None
            expected = [byte(channel) for channel in texture.gradient.sample(offset_at(texture, x, y))]
            differs = np.abs(pixels[y, x].astype(int) - expected).max()
            away += differs > 1  # where the offset is a whole number, and rounding decides at which end it is
    assert away <= (24 if repeat == Repeat.REPEAT else 0)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 5), (5, 1)])
def test_a_side_of_one_pixel_is_at_its_beginning(width: int, height: int) -> None:
    pixels = filled(Gradient(), width, height, fill_to=(1, 1)).image.pixels

    assert pixels[0, 0].tolist() == [0, 0, 0, 255]
    assert pixels[-1, -1, 0] == (0 if width == height else 128)


@pytest.mark.parametrize(("color", "expected"), [((0.5, 1, 0.25, 0.999), [127, 255, 63, 254])])
def test_a_gradient_of_one_point_fills_as_godots_image_does_with_fractions_cut_off(color: Any, expected: Any) -> None:
    gradient = Gradient()
    gradient.offsets, gradient.colors = (0.5,), (color,)

    assert (filled(gradient).image.pixels == expected).all()


@pytest.mark.parametrize("kind", [GradientTexture1D, GradientTexture2D])
def test_without_a_gradient_there_is_godots_placeholder(kind: type[Any]) -> None:
    texture = kind()

    assert (texture.image.pixels == (255, 0, 255, 255)).all()
    assert texture.image.size == texture.size
    assert not texture.has_alpha()


def test_what_is_beyond_the_gradient_is_not_what_is_beyond_the_picture() -> None:
    assert filled(Gradient(), repeat=Repeat.MIRROR).own_repeat == 0


# --- Changes


def test_the_picture_is_worked_out_once_for_all_changes_and_stays_the_same_object() -> None:
    texture = filled(Gradient())
    picture = texture.image
    assert texture.gradient is not None

    texture.gradient.set_color(0, (1, 0, 0))
    texture.gradient.set_color(1, (0, 0, 1))
    texture.fill = Fill.RADIAL
    assert picture.revision == 0

    assert texture.image is picture
    assert picture.revision == 1
    assert texture.image.pixels[0, 0].tolist() == [255, 0, 0, 255]
    assert picture.revision == 1
    texture.width = 7
    assert texture.image is picture
    assert picture.size == (7, 16)


def test_a_change_of_the_gradient_is_a_change_of_the_texture() -> None:
    texture = filled(Gradient())
    told: list[int] = []
    texture.changed.connect(lambda: told.append(texture.revision))
    before = texture.revision
    old = texture.gradient
    assert old is not None

    old.add_point(0.5, (1, 0, 0))
    texture.gradient = Gradient()
    old.add_point(0.25, (1, 0, 0))

    assert told == [before + 1, before + 2]


def test_two_textures_of_one_gradient_have_pictures_of_their_own() -> None:
    first = filled(Gradient())
    second = first.duplicate()
    second.fill = Fill.RADIAL

    assert first.image is not second.image
    assert (first.image.pixels != second.image.pixels).any()


@pytest.mark.parametrize("kind", [GradientTexture1D, GradientTexture2D])
def test_a_new_one_can_be_copied_and_pickled(kind: type[Any]) -> None:
    for made in (copy.copy(kind()), copy.deepcopy(kind()), pickle.loads(pickle.dumps(kind())), kind().duplicate()):
        assert type(made) is kind
        assert made.gradient is None


# --- Bad input


@pytest.mark.parametrize("kind", [GradientTexture1D, GradientTexture2D])
def test_sizes_are_1_to_16384_pixels(kind: type[Any]) -> None:
    texture = kind()

    for width in (0, -1, 16385):
        with pytest.raises(InvalidValueError, match=rf"^{kind.__name__}.width must be from 1 to 16,384, got {width}$"):
            texture.width = width
    texture.width = 16384
    assert texture.width == 16384


def test_a_picture_may_not_have_more_pixels_than_any() -> None:
    texture = filled(Gradient(), 16384, 4096)

    with pytest.raises(InvalidValueError, match=r"^GradientTexture2D.height - a picture has sides of 1 to 16384"):
        texture.height = 4097
    assert texture.height == 4096


def test_something_else_than_a_gradient_is_refused() -> None:
    texture = filled(Gradient())
    before = texture.gradient

    with pytest.raises(InvalidTypeError, match=r"^GradientTexture2D.gradient must be a Gradient or None, got 'red'"):
        texture.gradient = "red"  # type: ignore[assignment]
    assert texture.gradient is before
