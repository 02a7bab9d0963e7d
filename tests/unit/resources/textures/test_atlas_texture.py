"""AtlasTexture: a part of another texture with a margin, by Godot's rules, against pictures put together by hand."""

from __future__ import annotations

import gc
from typing import Any
from weakref import ref

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import Rect2
from engine.resources import Image, ImageTexture, Texture2D
from engine.resources.textures.atlas_texture import AtlasTexture
from engine.resources.textures.canvas_texture import CanvasTexture


def numbered(width: int = 10, height: int = 8) -> Image:
    """A picture each pixel of which is another one: column, row, and opaque."""
    pixels = np.zeros((height, width, 4), np.uint8)
    pixels[:, :, 0], pixels[:, :, 1] = np.arange(width), np.arange(height)[:, None]
    pixels[:, :, 3] = 255
    return Image(pixels)


def part(region: Any = (0, 0, 0, 0), margin: Any = (0, 0, 0, 0), atlas: Texture2D | None = None) -> AtlasTexture:
    texture = AtlasTexture()
    texture.atlas = ImageTexture(numbered()) if atlas is None else atlas
    texture.region = region
    texture.margin = margin
    return texture


def shown(texture: AtlasTexture, rect: Any, source: Any) -> Any:
    """Where in the base texture each pixel of `rect` is, (height, width, 2), -1 where nothing is drawn."""
    x, y, width, height = rect
    found = np.full((height, width, 2), -1.0)
    drawn = texture.drawn_part(rect, source)
    if drawn is None:
        return found
    _, (left, top, across, down), (u, v, us, vs) = drawn
    for row in range(height):
        for column in range(width):
            px, py = x + column + 0.5, y + row + 0.5
            if left <= px < left + across and top <= py < top + down:
                found[row, column] = u + (px - left) * us / across, v + (py - top) * vs / down
    return found


# --- Sizes


@pytest.mark.parametrize(
    ("region", "margin", "size"),
    [
        ((2, 1, 4, 3), (0, 0, 0, 0), (4, 3)),
        ((2, 1, 4, 3), (1, 2, 5, 6), (9, 9)),
        ((2.5, 1.5, 4.75, 3.25), (0, 0, 0, 0), (4, 3)),
        ((0, 0, 0, 0), (0, 0, 0, 0), (10, 8)),
        ((2, 0, 4, 0), (0, 0, 0, 0), (4, 8)),
        ((0, 2, 0, 4), (3, 3, 3, 3), (10, 7)),
        ((0, 0, 0.5, 0.5), (0, 0, 0, 0), (10, 8)),
        ((0, 0, 3, 3), (0, 0, -5, -5), (0, 0)),
    ],
)
def test_its_size_is_that_of_the_region_and_the_margin_or_of_the_atlas(region: Any, margin: Any, size: Any) -> None:
    texture = part(region, margin)

    assert (texture.width, texture.height) == size
    assert texture.size == size


def test_without_an_atlas_it_is_one_pixel_that_shows_nothing() -> None:
    texture = AtlasTexture()

    assert texture.size == (1, 1)
    assert texture.drawn_part((0, 0, 8, 8), (0, 0, 1, 1)) is None
    assert texture.get_image() is None
    assert texture.image.pixels.tolist() == [[[0, 0, 0, 0]]]
    assert texture.is_pixel_opaque(0, 0)
    assert not texture.has_alpha()


# --- What is drawn


def test_the_region_fills_the_rectangle() -> None:
    drawn = part((2, 1, 4, 3)).drawn_part((10.0, 20.0, 40.0, 30.0), (0.0, 0.0, 4.0, 3.0))

    assert drawn is not None
    assert drawn[1:] == ((10.0, 20.0, 40.0, 30.0), (2.0, 1.0, 4.0, 3.0))


def test_a_margin_leaves_room_around_the_region() -> None:
    drawn = part((2, 1, 4, 3), (1, 2, 5, 6)).drawn_part((0.0, 0.0, 18.0, 18.0), (0.0, 0.0, 9.0, 9.0))

    assert drawn is not None
    assert drawn[1:] == ((2.0, 4.0, 8.0, 6.0), (2.0, 1.0, 4.0, 3.0))


def test_a_part_of_the_part_is_cut_at_the_region() -> None:
    texture = part((2, 1, 4, 3), (1, 1, 2, 2))  # 6 x 5 pixels with the margin

    drawn = texture.drawn_part((0.0, 0.0, 3.0, 3.0), (0.0, 0.0, 3.0, 3.0))

    assert drawn is not None
    assert drawn[1:] == ((1.0, 1.0, 2.0, 2.0), (2.0, 1.0, 2.0, 2.0))
    assert texture.drawn_part((0.0, 0.0, 1.0, 1.0), (0.0, 0.0, 1.0, 5.0)) is None


def test_fractions_of_the_regions_size_are_not_drawn() -> None:
    drawn = part((2.5, 1.5, 4.75, 3.25)).drawn_part((0.0, 0.0, 10.0, 10.0), (0.0, 0.0, 10.0, 10.0))

    assert drawn is not None
    assert drawn[1:] == ((0.0, 0.0, 4.0, 3.0), (2.5, 1.5, 4.0, 3.0))


@pytest.mark.parametrize("region", [(0, 0, 0, 0), (3, 2, 4, 4), (7, 5, 6, 6)])
@pytest.mark.parametrize("margin", [(0, 0, 0, 0), (1, 1, 2, 2), (2, 0, 1, 3), (-1, -1, 0, 0)])
def test_what_is_drawn_in_its_own_size_is_its_picture(region: Any, margin: Any) -> None:
    texture = part(region, margin)
    width, height = texture.width, texture.height

    found = shown(texture, (0, 0, width, height), (0, 0, width, height))

    picture = texture.image.pixels
    for row in range(height):
        for column in range(width):
            u, v = found[row, column]
            if not (0 <= u < 10 and 0 <= v < 8):  # nothing is drawn, or what the edge of the atlas goes on as
                assert picture[row, column, 3] == 0
            else:
                assert picture[row, column].tolist() == [int(u), int(v), 0, 255]


def test_a_part_of_a_part_is_drawn_out_of_the_base_texture() -> None:
    base = ImageTexture(numbered())
    texture = part((1, 1, 2, 2), atlas=part((3, 2, 5, 5), atlas=base))

    drawn = texture.drawn_part((0.0, 0.0, 2.0, 2.0), (0.0, 0.0, 2.0, 2.0))

    assert drawn == (base, (0.0, 0.0, 2.0, 2.0), (4.0, 3.0, 2.0, 2.0))
    assert texture.base_part() == (base, (4.0, 3.0, 2.0, 2.0))
    assert texture.image.pixels[0, 0].tolist() == [4, 3, 0, 255]


def test_over_free_points_the_room_of_the_margin_counts() -> None:
    texture = part((2, 1, 4, 3), (1, 1, 2, 2))

    assert texture.base_part()[1] == (1.0, 0.0, 6.0, 5.0)


@pytest.mark.parametrize("outer", [False, True])
@pytest.mark.parametrize("inner", [False, True])
@pytest.mark.parametrize("asked", [False, True])
def test_the_part_that_is_cut_out_of_the_base_decides_what_shows_at_the_edges(
    outer: bool, inner: bool, asked: bool
) -> None:
    middle = part((0, 0, 5, 5))
    middle.filter_clip = inner
    texture = part((0, 0, 2, 2), atlas=middle)
    texture.filter_clip = outer

    assert middle.clips(asked) is inner
    assert texture.clips(asked) is inner
    assert ImageTexture().clips(asked) is asked


# --- Its picture


def test_its_picture_is_the_region_with_the_margin_around_it() -> None:
    texture = part((2, 1, 4, 3), (1, 2, 3, 4))
    expected = np.zeros((7, 7, 4), np.uint8)
    expected[2:5, 1:5] = numbered().pixels[1:4, 2:6]

    assert (texture.image.pixels == expected).all()


def test_a_copy_of_the_picture_is_of_the_region_alone() -> None:
    copied = part((2, 1, 4, 3), (1, 2, 3, 4)).get_image()

    assert copied is not None
    assert (copied.pixels == numbered().pixels[1:4, 2:6]).all()


def test_what_lies_outside_of_the_atlas_is_transparent() -> None:
    copied = part((8, 6, 4, 4)).get_image()

    assert copied is not None
    assert (copied.pixels[:2, :2] == numbered().pixels[6:, 8:]).all()
    assert (copied.pixels[2:] == 0).all()
    assert (copied.pixels[:, 2:] == 0).all()


@pytest.mark.parametrize("change", ["region", "pixel", "image"])
def test_the_picture_stays_the_same_object_and_follows_every_change(change: str) -> None:
    base = ImageTexture(numbered())
    texture = part((2, 1, 4, 3), atlas=base)
    picture = texture.image
    before = picture.revision
    assert texture.image.revision == before

    if change == "region":
        texture.region = (3, 1, 4, 3)
    elif change == "pixel":
        base.image.set_pixel(2, 1, "white")
    else:
        base.image = Image.create(10, 8, "blue")

    assert texture.image is picture
    assert picture.revision == before + 1
    assert (
        picture.pixels[0, 0].tolist()
        == {
            "region": [3, 1, 0, 255],
            "pixel": [255, 255, 255, 255],
            "image": [0, 0, 255, 255],
        }[change]
    )


def test_pixels_are_opaque_where_those_of_the_atlas_are() -> None:
    image = numbered()
    image.set_pixel(3, 1, (0, 0, 0, 0))
    texture = part((2, 1, 4, 3), (1, 1, 2, 2), ImageTexture(image))

    assert texture.is_pixel_opaque(1, 1)
    assert not texture.is_pixel_opaque(2, 1)
    assert texture.is_pixel_opaque(0, 0)  # as in Godot: what is beside the region counts, not the margin
    assert not texture.is_pixel_opaque(-3, 0)
    assert not texture.is_pixel_opaque(12, 0)
    assert texture.has_alpha()
    assert not part().has_alpha()


# --- Changes


def test_changes_of_the_atlas_are_told_however_deep_it_lies() -> None:
    base = ImageTexture(numbered())
    texture = part((1, 1, 2, 2), atlas=part((3, 2, 5, 5), atlas=base))
    told: list[int] = []
    texture.changed.connect(lambda: told.append(texture.revision))
    before = texture.revision

    base.image = numbered()

    assert told == [before + 1]


def test_an_atlas_that_is_no_longer_shown_tells_nothing() -> None:
    first, second = ImageTexture(numbered()), ImageTexture(numbered())
    texture = part(atlas=first)
    texture.atlas = second
    before = texture.revision

    first.emit_changed()

    assert texture.revision == before
    second.emit_changed()
    assert texture.revision == before + 1


@pytest.mark.parametrize("subresources", [False, True])
def test_a_duplicate_follows_the_atlas_that_it_has_and_has_a_picture_of_its_own(subresources: bool) -> None:
    texture = part((2, 1, 4, 3))
    picture = texture.image

    made = texture.duplicate(subresources)

    assert made.atlas is not None
    assert texture.atlas is not None
    assert (made.atlas is texture.atlas) is not subresources
    assert made.image is not picture
    assert (made.image.pixels == picture.pixels).all()
    before = made.revision, texture.revision
    made.atlas.emit_changed()
    assert (made.revision, texture.revision) == (before[0] + 1, before[1] + (not subresources))
    texture.atlas.emit_changed()
    assert made.revision == before[0] + (1 if subresources else 2)


def test_the_atlas_does_not_keep_its_parts() -> None:
    base = ImageTexture(numbered())
    texture = part(atlas=base)
    reference = ref(texture)
    gc.disable()
    try:
        del texture
        assert reference() is None
    finally:
        gc.enable()
    base.emit_changed()


# --- Bad input


def test_a_texture_that_is_made_of_it_is_refused_as_its_atlas() -> None:
    inner = part()
    outer = part(atlas=part(atlas=inner))
    shown = CanvasTexture()
    shown.diffuse_texture = outer
    before = inner.atlas

    for texture in (inner, outer, shown):
        with pytest.raises(InvalidValueError, match=r"^AtlasTexture.atlas must not lead back to itself, got <"):
            inner.atlas = texture
    assert inner.atlas is before


def test_what_is_no_texture_is_refused() -> None:
    with pytest.raises(InvalidTypeError, match=r"^AtlasTexture.atlas must be a Texture2D or None, got 'sheet.png'; "):
        AtlasTexture().atlas = "sheet.png"  # type: ignore[assignment]


@pytest.mark.parametrize("region", [(0, 0, -4, -4), (1e300, -1e300, 4, 4), (0, 0, 1e300, 1e300), (-3, -3, 2, 2)])
def test_an_odd_region_shows_nothing_or_what_there_is(region: Any) -> None:
    texture = part(region)

    assert isinstance(texture.region, Rect2)
    drawn = texture.drawn_part((0.0, 0.0, 8.0, 8.0), (0.0, 0.0, 8.0, 8.0))
    if drawn is not None:
        _, place, source = drawn
        assert np.isfinite((*place, *source)).all()
        assert min(place[2:]) > 0
        assert min(source[2:]) > 0


def test_a_region_too_large_for_a_picture_is_refused_when_one_is_asked_for() -> None:
    texture = part((0, 0, 1e6, 1e6))

    with pytest.raises(InvalidValueError, match=r"AtlasTexture.image - a picture has sides of 1 to 16384"):
        _ = texture.image
