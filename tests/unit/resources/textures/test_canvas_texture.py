"""CanvasTexture and PlaceholderTexture2D: what stands in front of a texture, and what stands where there is none."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.resources import Image, ImageTexture
from engine.resources.textures.atlas_texture import AtlasTexture
from engine.resources.textures.canvas_texture import CanvasTexture
from engine.resources.textures.placeholder_texture_2d import PlaceholderTexture2D


def picture() -> ImageTexture:
    image = Image.create(4, 2, "red")
    image.set_pixel(1, 0, (0, 0, 0, 0))
    return ImageTexture(image)


def test_it_is_the_diffuse_texture_with_a_filter_and_a_repeat_of_its_own() -> None:
    texture, diffuse = CanvasTexture(), picture()
    texture.diffuse_texture = diffuse
    texture.texture_filter, texture.texture_repeat = 1, 2

    assert texture.image is diffuse.image
    assert texture.size == (4, 2)
    assert texture.has_alpha()
    assert [texture.is_pixel_opaque(x, 0) for x in (0, 1)] == [True, False]
    copied = texture.get_image()
    assert copied is not None
    assert copied is not diffuse.image
    assert (texture.own_filter, texture.own_repeat) == (1, 2)
    assert (diffuse.own_filter, diffuse.own_repeat) == (0, 0)
    assert texture.drawn_part((0, 0, 8, 8), (0, 0, 4, 2)) == (texture, (0, 0, 8, 8), (0, 0, 4, 2))


def test_without_a_diffuse_texture_it_is_a_white_pixel_that_is_not_opaque_as_in_godot() -> None:
    texture = CanvasTexture()

    assert texture.image.pixels.tolist() == [[[255, 255, 255, 255]]]
    assert texture.size == (1, 1)
    assert texture.get_image() is None
    assert not texture.has_alpha()
    assert not texture.is_pixel_opaque(0, 0)


def test_what_a_server_fills_is_shown_through_it() -> None:
    texture, diffuse = CanvasTexture(), picture()
    texture.diffuse_texture = diffuse
    assert texture.render_target is None

    diffuse.render_target = filled = object()

    assert texture.render_target is filled


def test_a_part_of_one_is_drawn_with_its_filter() -> None:
    texture, part = CanvasTexture(), AtlasTexture()
    texture.diffuse_texture, texture.texture_filter = picture(), 2
    part.atlas, part.region = texture, (1, 0, 2, 2)

    drawn = part.drawn_part((0, 0, 2, 2), (0, 0, 2, 2))

    assert drawn is not None
    assert drawn[0] is texture
    assert drawn[0].own_filter == 2


@pytest.mark.parametrize("name", ["diffuse_texture", "normal_texture", "specular_texture"])
def test_changes_of_each_map_are_told_and_one_of_its_own_kind_is_refused(name: str) -> None:
    texture, held = CanvasTexture(), picture()
    setattr(texture, name, held)
    before = texture.revision

    held.emit_changed()

    assert texture.revision == before + 1
    with pytest.raises(InvalidTypeError, match=rf"CanvasTexture.{name} must be a Texture2D other than a CanvasTexture"):
        setattr(texture, name, CanvasTexture())
    assert getattr(texture, name) is held


@pytest.mark.parametrize(("name", "value"), [("texture_filter", 7), ("texture_repeat", 4), ("texture_filter", -1)])
def test_a_filter_that_there_is_not_is_refused(name: str, value: int) -> None:
    with pytest.raises(InvalidValueError, match=rf"CanvasTexture.{name} must be one of PARENT_NODE 0, .* got {value}"):
        setattr(CanvasTexture(), name, value)


def test_a_placeholder_has_a_size_and_no_picture() -> None:
    placeholder = picture().create_placeholder()

    assert isinstance(placeholder, PlaceholderTexture2D)
    assert placeholder.size == (4, 2)
    assert (placeholder.width, placeholder.height) == (4, 2)
    assert placeholder.get_image() is None
    assert not placeholder.has_alpha()
    assert (placeholder.image.pixels == (255, 0, 255, 255)).all()


def test_a_placeholder_without_a_size_shows_nothing() -> None:
    placeholder = PlaceholderTexture2D()
    placeholder.size = (0, 5)

    assert placeholder.drawn_part((0, 0, 8, 8), (0, 0, 0, 5)) is None
    assert placeholder.image.size == (1, 5)


@pytest.mark.parametrize("size", [(-1, 1), (1, 16385), (16384, 16384)])
def test_a_placeholder_is_not_larger_than_a_picture_may_be(size: Any) -> None:
    placeholder = PlaceholderTexture2D()

    with pytest.raises(InvalidValueError, match=r"^PlaceholderTexture2D.size "):
        placeholder.size = size
    assert placeholder.size == (1, 1)
