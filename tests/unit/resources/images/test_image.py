"""Pictures in memory: what a pixel is, that changes are counted, and what is refused."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import Color, Rect2, Vector2
from engine.resources import Image, ImageTexture, Texture2D
from engine.resources.images.image import MAX_SIDE


def test_a_new_picture_has_one_colour() -> None:
    image = Image.create(3, 2, (1, 0.5, 0, 1))

    assert image.size == Vector2(3, 2)
    assert (image.pixels == (255, 128, 0, 255)).all()


def test_a_picture_is_transparent_unless_told() -> None:
    assert Image.create(1, 1).get_pixel(0, 0) == Color(0, 0, 0, 0)
    assert Image().size == (1, 1)


def test_three_components_make_an_opaque_colour() -> None:
    assert Image.create(1, 1, (0, 1, 0)).get_pixel(0, 0) == Color(0, 1, 0, 1)


def test_pixels_are_addressed_by_column_and_row_from_the_top_left() -> None:
    image = Image.create(3, 2)
    image.set_pixel(2, 1, (1, 1, 1, 1))

    assert image.pixels[1, 2].tolist() == [255, 255, 255, 255]
    assert image.get_pixel(2, 1) == Color(1, 1, 1, 1)
    assert image.get_pixel(1, 1) == Color(0, 0, 0, 0)


def test_components_out_of_range_are_cut_off() -> None:
    image = Image.create(1, 1)
    image.set_pixel(0, 0, (2, -1, 0.5, 1))

    assert image.pixels[0, 0].tolist() == [255, 0, 128, 255]


def test_every_change_counts_the_revision_up_and_is_told() -> None:
    image = Image.create(4, 4)
    told: list[int] = []
    image.changed.connect(lambda: told.append(image.revision))

    image.fill((1, 0, 0))
    image.set_pixel(0, 0, (0, 1, 0))
    image.blit(np.zeros((2, 2, 4), np.uint8), 1, 1)
    image.set_pixels(np.zeros((1, 1, 4), np.uint8))

    assert told == [1, 2, 3, 4]


def test_pixels_given_are_copied_and_pixels_read_cannot_be_written() -> None:
    given = np.zeros((1, 1, 4), np.uint8)
    image = Image(given)
    given[:] = 9

    assert image.pixels[0, 0, 0] == 0
    with pytest.raises(ValueError, match="read-only"):
        image.pixels[0, 0, 0] = 1


def test_blit_puts_the_top_left_corner_at_the_place() -> None:
    image = Image.create(4, 3)
    image.blit(np.full((2, 1, 4), 7, np.uint8), 3, 1)

    assert image.pixels[:, :, 0].tolist() == [[0, 0, 0, 0], [0, 0, 0, 7], [0, 0, 0, 7]]


@pytest.mark.parametrize("place", [(-1, 0), (0, -1), (3, 0), (0, 2)])
def test_blit_beyond_the_edge_is_refused_and_changes_nothing(place: tuple[int, int]) -> None:
    image = Image.create(4, 3)

    with pytest.raises(InvalidValueError, match=r"Image.blit - 2 x 2 pixels at .* leave the picture of 4 x 3 pixels"):
        image.blit(np.full((2, 2, 4), 7, np.uint8), *place)
    assert image.revision == 0
    assert not image.pixels.any()


@pytest.mark.parametrize("place", [(-1, 0), (2, 0), (0, 1)])
def test_a_pixel_outside_is_refused(place: tuple[int, int]) -> None:
    image = Image.create(2, 1)

    with pytest.raises(InvalidValueError, match="is not in the picture of 2 x 1 pixels"):
        image.get_pixel(*place)
    with pytest.raises(InvalidValueError, match="is not in the picture of 2 x 1 pixels"):
        image.set_pixel(*place, (1, 1, 1))


def test_a_region_is_a_picture_of_its_own() -> None:
    image = Image.create(4, 4)
    image.set_pixel(2, 1, (1, 1, 1))
    region = image.get_region(Rect2(2, 1, 2, 3))
    image.fill((0, 0, 0))

    assert region.size == (2, 3)
    assert region.get_pixel(0, 0) == Color(1, 1, 1)


@pytest.mark.parametrize("rect", [(-1, 0, 2, 2), (3, 3, 2, 1), (0, 0, 0, 1)])
def test_a_region_outside_is_refused(rect: tuple[float, ...]) -> None:
    with pytest.raises(InvalidValueError, match=r"Image\.get_region - .* leaves the picture of 4 x 4"):
        Image.create(4, 4).get_region(Rect2(rect))


@pytest.mark.parametrize("size", [(0, 1), (1, 0), (-1, 5), (MAX_SIDE + 1, 1), (1, MAX_SIDE + 1), (8193, 8192)])
def test_an_empty_or_huge_picture_is_refused_before_it_is_made(size: tuple[int, int]) -> None:
    with pytest.raises(InvalidValueError, match=f"Image.create - a picture has sides .* got {size[0]} x {size[1]}"):
        Image.create(*size)


@pytest.mark.parametrize("shape", [(2, 2), (2, 2, 3)])
def test_pixels_of_another_shape_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(InvalidTypeError, match=r"pixels are \(height, width, 4\) uint8, got"):
        Image(np.zeros(shape, np.uint8))


def test_alpha_is_detected() -> None:
    image = Image.create(2, 2, (1, 1, 1))
    assert not image.detect_alpha()
    image.set_pixel(1, 1, (1, 1, 1, 0.5))

    assert image.detect_alpha()
    assert ImageTexture(image).has_alpha()


def test_a_texture_shows_its_image_as_it_is_now() -> None:
    image = Image.create(2, 3)
    texture = ImageTexture.create_from_image(image)
    image.set_pixels(np.zeros((5, 4, 4), np.uint8))

    assert texture.image is image
    assert (texture.width, texture.height) == (4, 5)
    assert texture.size == (4, 5)


def test_another_image_changes_the_texture() -> None:
    texture = ImageTexture()
    told: list[int] = []
    texture.changed.connect(lambda: told.append(texture.revision))
    texture.image = Image.create(7, 8)

    assert told == [1]
    assert texture.size == (7, 8)


def test_a_texture_of_something_else_is_refused() -> None:
    with pytest.raises(InvalidTypeError, match=r"ImageTexture.image - must be an Image, got str"):
        ImageTexture("ship.png")  # type: ignore[arg-type]


def test_opacity_is_asked_by_pixel_and_nothing_outside_is_opaque() -> None:
    image = Image.create(2, 1)
    image.set_pixel(1, 0, (0, 0, 0, 0.51))
    texture = ImageTexture(image)

    assert [texture.is_pixel_opaque(x, y) for x, y in ((0, 0), (1, 0), (2, 0), (1, 1), (-1, 0))] == [
        False,
        True,
        False,
        False,
        False,
    ]


def test_a_colour_is_given_in_any_form_that_color_takes() -> None:
    image = Image.create(2, 1, "red")
    image.set_pixel(1, 0, "#00ff0080")

    assert image.pixels.tolist() == [[[255, 0, 0, 255], [0, 255, 0, 128]]]
    image.fill(Color("blue"))
    assert (image.pixels == (0, 0, 255, 255)).all()


@pytest.mark.parametrize("color", ["no colour", 3, None, (1, 2), ("a", 0, 0)])
def test_what_is_no_colour_is_refused_and_changes_nothing(color: Any) -> None:
    image = Image.create(1, 1)

    with pytest.raises(InvalidTypeError, match=r"Image\.fill - color must be a Color: "):
        image.fill(color)
    with pytest.raises(InvalidTypeError, match=r"Image\.set_pixel - color must be a Color: "):
        image.set_pixel(0, 0, color)
    with pytest.raises(InvalidTypeError, match=r"Image\.create - color must be a Color: "):
        Image.create(1, 1, color)
    with pytest.raises(InvalidValueError, match=r"Image\.fill - color must be finite, got \(nan, 0, 0\)"):
        image.fill((float("nan"), 0, 0))

    assert image.revision == 0
    assert image.get_pixel(0, 0) == Color(0, 0, 0, 0)


def test_places_are_whole_numbers() -> None:
    image = Image.create(2, 2)

    with pytest.raises(
        InvalidTypeError, match=r"Image\.get_pixel - pixels are counted in whole numbers, got \(1\.0, 0\)"
    ):
        image.get_pixel(1.0, 0)  # type: ignore[arg-type]
    with pytest.raises(
        InvalidTypeError, match=r"Image\.set_pixel - pixels are counted in whole numbers, got \(0, 'a'\)"
    ):
        image.set_pixel(0, "a", "red")  # type: ignore[arg-type]
    with pytest.raises(InvalidTypeError, match=r"Image\.create - pixels are counted in whole numbers, got \(2\.5, 1\)"):
        Image.create(2.5, 1)  # type: ignore[arg-type]
    assert image.get_pixel(np.int64(1), 0) == Color(0, 0, 0, 0)  # type: ignore[arg-type]


@pytest.mark.parametrize("pixels", [None, [1], np.zeros((1, 1, 3), np.uint8), np.zeros((1, 1, 4)), np.uint8(0)])
def test_only_pixels_can_be_copied_into_a_picture(pixels: Any) -> None:
    image = Image.create(2, 2)

    with pytest.raises(InvalidTypeError, match=r"Image\.blit - pixels are \(height, width, 4\) uint8, got "):
        image.blit(pixels, 0, 0)
    assert image.revision == 0


@pytest.mark.parametrize("region", [None, "whole", (1, 2), 5])
def test_a_region_is_a_rect2(region: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"Image\.get_region - region must be a Rect2: "):
        Image.create(2, 2).get_region(region)
    with pytest.raises(InvalidValueError, match=r"Image\.get_region - .* leaves the picture of 2 x 2"):
        Image.create(2, 2).get_region((0, 0, float("nan"), 1))
    assert Image.create(4, 4).get_region((1, 1, 2, 3)).size == (2, 3)


@pytest.mark.parametrize("path", [None, 3, b"a.png"])
def test_what_is_no_path_is_refused(path: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"Image\.load_from_file - a path is a str or a pathlib\.Path, got "):
        Image.load_from_file(path)
    with pytest.raises(InvalidTypeError, match=r"Image\.save_png - a path is a str or a pathlib\.Path, got "):
        Image().save_png(path)


def test_a_texture_without_a_picture_says_what_to_make() -> None:
    with pytest.raises(InvalidTypeError, match=r"Texture2D holds no picture; load\(\) a file, or make an ImageTexture"):
        Texture2D().size  # noqa: B018


@pytest.mark.parametrize("copying", [copy.copy, copy.deepcopy, lambda image: pickle.loads(pickle.dumps(image))])
def test_a_copied_picture_has_pixels_of_its_own(copying: Callable[[Image], Image]) -> None:
    image = Image.create(2, 1, "red")
    image.changed.connect(image.detect_alpha)

    copied = copying(image)
    copied.fill("blue")

    assert image.get_pixel(0, 0) == Color("red")
    assert copied.get_pixel(0, 0) == Color("blue")
    assert (image.revision, copied.revision) == (0, 1)
