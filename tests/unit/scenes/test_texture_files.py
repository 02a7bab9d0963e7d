"""Textures in scene files as Godot writes them: read, saved byte for byte, and written anew in Godot's order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.math import Color, Rect2, Vector2
from engine.resources import ResourceLoader
from engine.resources.curves.curve import Curve
from engine.resources.noise.fast_noise_lite import FastNoiseLite
from engine.resources.textures.atlas_texture import AtlasTexture
from engine.resources.textures.canvas_texture import CanvasTexture
from engine.resources.textures.curve_texture import CurveTexture
from engine.resources.textures.curve_xyz_texture import CurveXYZTexture
from engine.resources.textures.gradient_texture_1d import GradientTexture1D
from engine.resources.textures.gradient_texture_2d import GradientTexture2D
from engine.resources.textures.noise_texture_2d import NoiseTexture2D
from engine.resources.textures.placeholder_texture_2d import PlaceholderTexture2D
from scenes import ResourceSaver

ATLAS = """[gd_resource type="AtlasTexture" load_steps=3 format=3]

[sub_resource type="Gradient" id="Gradient_a"]
colors = PackedColorArray(1, 0, 0, 1, 0, 0, 1, 0.5)

[sub_resource type="GradientTexture2D" id="GradientTexture2D_a"]
gradient = SubResource("Gradient_a")
width = 32
height = 16
use_hdr = true
fill = 1
fill_from = Vector2(0.5, 0.5)
fill_to = Vector2(1, 0.25)
repeat = 2

[resource]
atlas = SubResource("GradientTexture2D_a")
region = Rect2(4, 2, 8, 8)
margin = Rect2(1, 1, 2, 2)
filter_clip = true
"""

NOISE = """[gd_resource type="NoiseTexture2D" load_steps=3 format=3]

[sub_resource type="Gradient" id="Gradient_a"]
colors = PackedColorArray(1, 0, 0, 1, 0, 0, 1, 0.5)

[sub_resource type="FastNoiseLite" id="FastNoiseLite_a"]
seed = 3

[resource]
width = 64
height = 32
invert = true
in_3d_space = true
generate_mipmaps = false
seamless = true
seamless_blend_skirt = 0.25
as_normal_map = true
bump_strength = 4.0
normalize = false
color_ramp = SubResource("Gradient_a")
noise = SubResource("FastNoiseLite_a")
"""

CANVAS = """[gd_resource type="CanvasTexture" load_steps=4 format=3]

[sub_resource type="PlaceholderTexture2D" id="PlaceholderTexture2D_a"]
size = Vector2(8, 4)

[sub_resource type="GradientTexture1D" id="GradientTexture1D_a"]
width = 16

[sub_resource type="CurveTexture" id="CurveTexture_a"]
width = 64
texture_mode = 1

[resource]
diffuse_texture = SubResource("PlaceholderTexture2D_a")
normal_texture = SubResource("GradientTexture1D_a")
specular_texture = SubResource("CurveTexture_a")
specular_color = Color(1, 0.5, 0.25, 1)
specular_shininess = 0.5
texture_filter = 1
texture_repeat = 2
"""

FILES = {"atlas": ATLAS, "noise": NOISE, "canvas": CANVAS}


@pytest.fixture
def loader(tmp_path: Path) -> ResourceLoader:
    for name, text in FILES.items():
        (tmp_path / f"{name}.tres").write_bytes(text.encode())
    return ResourceLoader(tmp_path)


def saved(loader: ResourceLoader, resource: Any) -> str:
    return ResourceSaver(loader).save(resource, "res://made.tres").read_text("utf-8")


@pytest.mark.parametrize("name", FILES)
def test_what_godot_wrote_is_saved_byte_for_byte(loader: ResourceLoader, name: str) -> None:
    resource = loader.load(f"res://{name}.tres")

    path = ResourceSaver(loader).save(resource)

    assert path.read_bytes() == FILES[name].encode()


def test_an_atlas_texture_is_read(loader: ResourceLoader) -> None:
    texture = loader.load("res://atlas.tres")

    assert isinstance(texture, AtlasTexture)
    assert (texture.region, texture.margin) == (Rect2(4, 2, 8, 8), Rect2(1, 1, 2, 2))
    assert texture.filter_clip
    atlas = texture.atlas
    assert isinstance(atlas, GradientTexture2D)
    assert atlas.gradient is not None
    assert atlas.gradient.colors == (Color(1, 0, 0), Color(0, 0, 1, 0.5))
    assert (atlas.width, atlas.height, atlas.use_hdr) == (32, 16, True)
    assert (atlas.fill, atlas.repeat) == (GradientTexture2D.Fill.RADIAL, GradientTexture2D.Repeat.MIRROR)
    assert (atlas.fill_from, atlas.fill_to) == (Vector2(0.5, 0.5), Vector2(1, 0.25))


def test_a_noise_texture_is_read(loader: ResourceLoader) -> None:
    texture = loader.load("res://noise.tres")

    assert isinstance(texture, NoiseTexture2D)
    assert isinstance(texture.noise, FastNoiseLite)
    assert texture.noise.seed == 3
    assert texture.color_ramp is not None
    assert (texture.width, texture.height, texture.seamless_blend_skirt, texture.bump_strength) == (64, 32, 0.25, 4.0)
    flags = ("invert", "in_3d_space", "generate_mipmaps", "seamless", "as_normal_map", "normalize")
    assert [getattr(texture, name) for name in flags] == [True, True, False, True, True, False]


def test_a_canvas_texture_is_read_with_its_maps(loader: ResourceLoader) -> None:
    texture = loader.load("res://canvas.tres")

    assert isinstance(texture, CanvasTexture)
    assert isinstance(texture.diffuse_texture, PlaceholderTexture2D)
    assert texture.diffuse_texture.size == (8, 4)
    assert isinstance(texture.normal_texture, GradientTexture1D)
    assert texture.normal_texture.width == 16
    assert isinstance(texture.specular_texture, CurveTexture)
    assert texture.specular_texture.texture_mode is CurveTexture.TextureMode.RED
    assert (texture.specular_color, texture.specular_shininess) == (Color(1, 0.5, 0.25), 0.5)
    assert (texture.texture_filter, texture.texture_repeat) == (1, 2)


@pytest.mark.parametrize("name", FILES)
def test_what_is_made_in_code_is_written_in_godots_order(loader: ResourceLoader, name: str) -> None:
    text = saved(loader, loader.load(f"res://{name}.tres").duplicate(subresources=True))

    assert _without_ids(text) == _without_ids(FILES[name])


def test_three_curves_are_saved_and_read(loader: ResourceLoader) -> None:
    texture = CurveXYZTexture()
    texture.width, texture.curve_y = 64, Curve()
    text = saved(loader, texture)

    found = ResourceLoader(loader.root).load("res://made.tres")

    assert text.splitlines()[0].startswith('[gd_resource type="CurveXYZTexture"')
    assert isinstance(found, CurveXYZTexture)
    assert (found.width, found.curve_x, type(found.curve_y)) == (64, None, Curve)


def _without_ids(text: str) -> list[str]:
    """The lines of a file without what its parts are called in it."""
    return [line.split("SubResource(")[0].split(" id=")[0] for line in text.splitlines()[1:]]
