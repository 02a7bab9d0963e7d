"""Pictures as a whole: parts of one put into another, turned, mirrored, cropped and stretched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import Color, Rect2i
from engine.resources import Image
from engine.resources.images.image_edits import ClockDirection, Interpolation


def numbered(width: int, height: int, first: int = 1) -> Image:
    """A picture whose pixels are told apart by their red, and are opaque."""
    pixels = np.full((height, width, 4), 255, np.uint8)
    pixels[:, :, 0] = np.arange(first, first + width * height).reshape(height, width)
    return Image(pixels)


def reds(image: Image) -> list[list[int]]:
    found: list[list[int]] = image.pixels[:, :, 0].tolist()
    return found


def noise(width: int, height: int, seed: int = 0) -> Image:
    return Image(np.random.default_rng(seed).integers(0, 256, (height, width, 4), np.uint8))


# --- turned and mirrored


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        (lambda image: image.flip_x(), [[3, 2, 1], [6, 5, 4]]),
        (lambda image: image.flip_y(), [[4, 5, 6], [1, 2, 3]]),
        (lambda image: image.rotate_180(), [[6, 5, 4], [3, 2, 1]]),
        (lambda image: image.rotate_90(ClockDirection.CLOCKWISE), [[4, 1], [5, 2], [6, 3]]),
        (lambda image: image.rotate_90(1), [[3, 6], [2, 5], [1, 4]]),
        (lambda image: image.crop(2, 1), [[1, 2]]),
        (lambda image: image.crop(4, 3), [[1, 2, 3, 0], [4, 5, 6, 0], [0, 0, 0, 0]]),
    ],
)
def test_pixels_go_where_they_are_told(turn: Callable[[Image], None], expected: list[list[int]]) -> None:
    image = numbered(3, 2)
    told: list[int] = []
    image.changed.connect(lambda: told.append(image.revision))

    turn(image)

    assert reds(image) == expected
    assert told == [1]


def test_what_a_crop_adds_is_transparent() -> None:
    image = numbered(1, 1)
    image.crop(2, 2)

    assert image.pixels[:, :, 3].tolist() == [[255, 0], [0, 0]]


@pytest.mark.parametrize("direction", [2, -1, None, "left"])
def test_there_are_two_ways_to_turn(direction: Any) -> None:
    image = numbered(3, 2)

    with pytest.raises(InvalidValueError) as error:
        image.rotate_90(direction)
    assert str(error.value) == (
        f"Image.rotate_90 - direction must be one of CLOCKWISE 0, COUNTERCLOCKWISE 1, got {direction!r}"
    )
    assert image.revision == 0


@pytest.mark.parametrize("method", ["crop", "resize"])
@pytest.mark.parametrize("size", [(0, 1), (1, -1), (16385, 1), (9000, 9000)])
def test_a_size_that_may_not_be_is_refused_before_anything_changed(method: str, size: tuple[int, int]) -> None:
    image = numbered(2, 2)

    with pytest.raises(InvalidValueError, match=rf"^Image\.{method} - a picture has sides of 1 to .*got {size[0]} x"):
        getattr(image, method)(*size)
    with pytest.raises(InvalidTypeError, match=rf"^Image\.{method} - pixels are counted in whole numbers"):
        getattr(image, method)(1.5, 2)
    assert (reds(image), image.revision) == ([[1, 2], [3, 4]], 0)


# --- one picture in another


def test_a_rectangle_is_copied_with_its_alpha() -> None:
    image, other = numbered(3, 3), Image.create(2, 2, (0, 0, 0, 0))
    image.blit_rect(other, Rect2i(0, 0, 2, 1), (1, 2))

    assert reds(image) == [[1, 2, 3], [4, 5, 6], [7, 0, 0]]
    assert image.pixels[2, 1, 3] == 0


@pytest.mark.parametrize(
    ("rect", "place", "expected"),
    [
        ((0, 0, 2, 2), (-1, -1), [[14, 2, 3], [4, 5, 6], [7, 8, 9]]),
        ((-1, -1, 2, 2), (0, 0), [[1, 2, 3], [4, 11, 6], [7, 8, 9]]),
        ((1, 1, 9, 9), (2, 2), [[1, 2, 3], [4, 5, 6], [7, 8, 14]]),
        ((0, 0, 2, 2), (2, 0), [[1, 2, 11], [4, 5, 13], [7, 8, 9]]),
        ((0, 0, 2, 2), (3, 0), [[1, 2, 3], [4, 5, 6], [7, 8, 9]]),
        ((0, 0, -2, 2), (0, 0), [[1, 2, 3], [4, 5, 6], [7, 8, 9]]),
        ((5, 5, 2, 2), (0, 0), [[1, 2, 3], [4, 5, 6], [7, 8, 9]]),
        ((0, 0, 2, 2), (-5, -5), [[1, 2, 3], [4, 5, 6], [7, 8, 9]]),
    ],
)
def test_what_lies_outside_of_either_picture_is_left_out(
    rect: tuple[int, ...], place: tuple[int, int], expected: list[list[int]]
) -> None:
    image, other = numbered(3, 3), numbered(2, 2, first=11)
    other.set_pixel(1, 1, Color(14 / 255, 0, 0))
    image.blit_rect(other, rect, place)

    assert reds(image) == expected
    assert image.revision == (expected != [[1, 2, 3], [4, 5, 6], [7, 8, 9]])


def test_a_picture_is_copied_over_itself_as_it_was() -> None:
    image = numbered(4, 1)
    image.blit_rect(image, (0, 0, 3, 1), (1, 0))

    assert reds(image) == [[1, 1, 2, 3]]


def test_only_what_the_mask_has_is_copied() -> None:
    image, other = numbered(3, 1), numbered(3, 1, first=11)
    mask = Image.create(3, 1)
    mask.set_pixel(1, 0, (0, 0, 0, 0.01))

    image.blit_rect_mask(other, mask, (0, 0, 3, 1), (0, 0))
    assert reds(image) == [[1, 12, 3]]
    image.blend_rect_mask(other, mask, (1, 0, 2, 1), (0, 0))
    assert reds(image) == [[12, 12, 3]]


def test_a_mask_is_as_large_as_what_it_masks() -> None:
    with pytest.raises(
        InvalidValueError, match=r"Image\.blit_rect_mask - mask must have the size of src, 3 x 1, got 1 x 1"
    ):
        numbered(3, 1).blit_rect_mask(numbered(3, 1), Image(), (0, 0, 3, 1), (0, 0))


def test_what_is_laid_over_mixes_as_straight_alpha_does() -> None:
    under, over = noise(16, 16, 1), noise(16, 16, 2)
    over.fill_rect((0, 0, 4, 16), (1, 1, 1, 0))
    under.fill_rect((0, 0, 16, 4), (1, 1, 1, 0))
    expected = []
    for low, high in zip(under.pixels.reshape(-1, 4).tolist(), over.pixels.reshape(-1, 4).tolist(), strict=True):
        mixed = Color(*(each / 255 for each in low)).blend(Color(*(each / 255 for each in high)))
        expected.append([channel * 255 for channel in mixed])

    under.blend_rect(over, (0, 0, 16, 16), (0, 0))

    assert np.abs(under.pixels.reshape(-1, 4) - np.array(expected)).max() <= 0.5 + 1e-6


@pytest.mark.parametrize("method", ["blit_rect", "blend_rect"])
def test_what_is_no_picture_no_rectangle_and_no_point_is_refused(method: str) -> None:
    image = numbered(2, 2)
    paste: Any = getattr(image, method)

    with pytest.raises(InvalidTypeError, match=rf"^Image\.{method} - src must be an Image, got 'a'"):
        paste("a", (0, 0, 1, 1), (0, 0))
    with pytest.raises(InvalidTypeError, match=rf"^Image\.{method} - src_rect must be a Rect2i: "):
        paste(image, (0, 0, float("nan"), 1), (0, 0))
    with pytest.raises(InvalidTypeError, match=rf"^Image\.{method} - dst must be a Vector2i: "):
        paste(image, (0, 0, 1, 1), None)
    assert image.revision == 0


def test_a_copy_is_the_same_picture_apart() -> None:
    image, other = numbered(2, 2), Image.create(5, 5)
    other.copy_from(image)
    image.fill("red")

    assert reds(other) == [[1, 2], [3, 4]]
    with pytest.raises(InvalidTypeError, match=r"^Image\.copy_from - src must be an Image, got None"):
        other.copy_from(None)  # type: ignore[arg-type]


# --- rectangles


@pytest.mark.parametrize(
    ("rect", "filled"),
    [
        ((1, 0, 1, 2), [[0, 1, 0], [0, 1, 0]]),
        ((-5, -5, 6, 6), [[1, 0, 0], [0, 0, 0]]),
        ((2, 1, 9, 9), [[0, 0, 0], [0, 0, 1]]),
        ((2, 1, -1, -1), [[0, 1, 0], [0, 0, 0]]),
        ((7, 7, 2, 2), [[0, 0, 0], [0, 0, 0]]),
        ((-4, 0, 3, 2), [[0, 0, 0], [0, 0, 0]]),
        ((0, 0, 0, 2), [[0, 0, 0], [0, 0, 0]]),
    ],
)
def test_a_rectangle_is_filled_as_far_as_it_is_inside(rect: tuple[int, ...], filled: list[list[int]]) -> None:
    image = Image.create(3, 2)
    image.fill_rect(rect, (1, 1, 1))

    assert (image.pixels[:, :, 3] // 255).tolist() == filled


def test_the_used_rectangle_holds_all_that_can_be_seen() -> None:
    image = Image.create(5, 4)
    assert image.get_used_rect() == Rect2i()
    assert image.is_invisible()

    image.set_pixelv((1, 2), (0, 0, 0, 0.01))
    image.set_pixelv((3, 0), (1, 1, 1))

    assert image.get_used_rect() == Rect2i(1, 0, 3, 3)
    assert type(image.get_used_rect()) is Rect2i
    assert not image.is_invisible()
    assert image.get_pixelv((3, 0)) == Color(1, 1, 1)


def test_colours_are_multiplied_by_alpha() -> None:
    image = Image(np.array([[[255, 128, 0, 128], [9, 9, 9, 0], [7, 8, 9, 255]]], np.uint8))
    image.premultiply_alpha()

    assert image.pixels.tolist() == [[[128, 64, 0, 128], [0, 0, 0, 0], [7, 8, 9, 255]]]


# --- another size


@pytest.mark.parametrize("how", list(Interpolation))
@pytest.mark.parametrize("size", [(1, 1), (3, 5), (8, 6), (16, 12), (40, 2)])
def test_a_plain_picture_stays_plain_in_any_size(how: Interpolation, size: tuple[int, int]) -> None:
    image = Image.create(8, 6, (0.2, 0.4, 0.6, 0.8))
    color = image.pixels[0, 0].tolist()

    image.resize(*size, how)

    assert image.size == size
    assert (image.pixels == color).all()


@pytest.mark.parametrize("how", [Interpolation.NEAREST, Interpolation.BILINEAR, Interpolation.CUBIC])
def test_the_same_size_changes_nothing(how: Interpolation) -> None:
    image = noise(9, 7)
    before = image.pixels.copy()

    image.resize(9, 7, how)

    assert (image.pixels == before).all()


def test_nearest_repeats_pixels_and_leaves_some_out() -> None:
    image = numbered(2, 2)
    image.resize(4, 2, Interpolation.NEAREST)
    assert reds(image) == [[1, 1, 2, 2], [3, 3, 4, 4]]

    image.resize(2, 1, Interpolation.NEAREST)
    assert reds(image) == [[1, 2]]


def test_between_two_pixels_lies_their_mean() -> None:
    image = Image(np.array([[[0, 100, 200, 255], [100, 0, 100, 255]]], np.uint8))
    image.resize(4, 1)

    assert image.pixels[0, :, 0].tolist() == [0, 25, 75, 100]
    assert image.pixels[0, :, 1].tolist() == [100, 75, 25, 0]


def test_a_row_is_stretched_by_the_curve_through_its_pixels() -> None:
    values = [0, 60, 200, 90]
    image = Image(np.array([[[value, 0, 0, 255] for value in values]], np.uint8))

    image.resize(8, 1, Interpolation.CUBIC)

    padded = [values[0], values[0], *values, values[-1], values[-1]]
    expected = []
    for place in range(8):
        at = (place + 0.5) / 2 - 0.5
        part = at - np.floor(at)
        a, b, c, d = padded[int(np.floor(at)) + 1 :][:4]
        curve = (
            b + part * (c - a) / 2 + part**2 * (a - 2.5 * b + 2 * c - d / 2) + part**3 * (1.5 * (b - c) + (d - a) / 2)
        )
        expected.append(min(max(curve, 0), 255))
    assert np.abs(image.pixels[0, :, 0] - np.array(expected)).max() <= 0.51


@pytest.mark.parametrize("how", [Interpolation.TRILINEAR, Interpolation.LANCZOS])
def test_a_picture_made_much_smaller_keeps_its_mean(how: Interpolation) -> None:
    image = noise(64, 64)
    mean = image.pixels.mean(axis=(0, 1))

    image.resize(4, 4, how)

    assert np.abs(image.pixels.mean(axis=(0, 1)) - mean).max() < 3
    assert image.pixels.std(axis=(0, 1)).max() < 12


def test_a_half_is_the_mean_of_each_four_pixels() -> None:
    image = noise(8, 8)
    means = image.pixels.reshape(4, 2, 4, 2, 4).mean(axis=(1, 3))

    image.resize(4, 4, Interpolation.TRILINEAR)

    assert np.abs(image.pixels - means).max() <= 0.5


def test_a_large_picture_is_stretched_in_bands_that_do_not_show() -> None:
    image = numbered(2, 1)
    image.resize(1, 2000, Interpolation.BILINEAR)
    image.resize(3000, 2000, Interpolation.BILINEAR)

    assert (image.pixels == image.pixels[0, 0]).all()


@pytest.mark.parametrize("how", [5, -1, "bilinear", None])
def test_a_way_to_stretch_is_one_of_five(how: Any) -> None:
    with pytest.raises(
        InvalidValueError, match=r"^Image\.resize - interpolation must be one of NEAREST 0, BILINEAR 1, CUBIC 2, TRI"
    ):
        numbered(2, 2).resize(4, 4, how)


@pytest.mark.parametrize("point", [None, 3, (1,), (1, 2, 3)])
def test_a_point_is_a_column_and_a_row(point: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"^Image\.get_pixelv - point must be a Vector2i, got "):
        numbered(2, 2).get_pixelv(point)
    with pytest.raises(InvalidTypeError, match=r"^Image\.set_pixelv - point must be a Vector2i, got "):
        numbered(2, 2).set_pixelv(point, "red")
    with pytest.raises(InvalidTypeError, match=r"^Image\.get_pixel - pixels are counted in whole numbers"):
        numbered(2, 2).get_pixelv((0.5, 0))  # type: ignore[arg-type]
