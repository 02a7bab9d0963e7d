"""MissingTexture: a checker that keeps what a file says of a texture."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest

from engine.resources import CacheMode, Image, MissingResource, ResourceLoader, Texture2D
from engine.resources.textures.missing_texture import MissingTexture


def test_it_is_a_texture_and_a_missing_resource() -> None:
    texture = MissingTexture("AtlasTexture", "Sheet")

    assert isinstance(texture, Texture2D)
    assert isinstance(texture, MissingResource)
    assert (texture.original_type, texture.script_class, texture.reason) == ("AtlasTexture", "Sheet", "")
    assert repr(texture) == "<MissingTexture in place of AtlasTexture>"
    texture.properties["region"] = (1, 2)
    assert texture.properties == {"region": (1, 2)}


def test_it_shows_magenta_and_black_cells_of_8_pixels() -> None:
    texture = MissingTexture()

    assert texture.size == (64, 64)
    for x, y in ((0, 0), (7, 7), (8, 8), (56, 56)):
        assert texture.image.pixels[y, x].tolist() == [255, 0, 255, 255]
    for x, y in ((8, 0), (0, 8), (63, 0), (55, 56)):
        assert texture.image.pixels[y, x].tolist() == [0, 0, 0, 255]
    assert not texture.has_alpha()


def test_each_has_a_picture_of_its_own() -> None:
    first, second = MissingTexture(), MissingTexture()
    copied = copy.deepcopy(first)

    assert first.image is first.image
    assert len({id(each.image) for each in (first, second, copied)}) == 3


def test_a_picture_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    (tmp_path / "bad.png").write_bytes(b"garbage")
    loader = ResourceLoader(tmp_path)

    assert loader.load("bad.png", MissingTexture).reason.endswith(
        "bad.png - is not a readable picture: none of PNG, JPEG, WebP"
    )
    assert loader.load("none.png", MissingTexture).reason == ""


def test_it_is_shared_by_its_path_as_any_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    loader = ResourceLoader(tmp_path)
    texture = loader.load("none.png")

    assert loader.load("res://none.png") is texture
    assert texture.resource_path == "res://none.png"
    assert len(caplog.records) == 1


def test_a_file_that_came_meanwhile_is_read_by_a_load_that_replaces(tmp_path: Path) -> None:
    loader = ResourceLoader(tmp_path)
    before = loader.load("a.png")
    Image.create(3, 3).save_png(tmp_path / "a.png")

    after = loader.load("a.png", Texture2D, cache_mode=CacheMode.REPLACE)

    assert isinstance(before, MissingTexture)
    assert after.size == (3, 3)
    assert loader.load("a.png") is after
