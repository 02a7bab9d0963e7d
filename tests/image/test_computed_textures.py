"""Textures that are worked out or read from files, on the screen, against pictures put together here.

Each rule is switched off by a parameter, and the picture must then be another one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.app import App
from engine.resources import Image, ImageTexture, ResourceLoader
from engine.resources.curves.curve import Curve
from engine.resources.gradient import Gradient
from engine.resources.noise.fast_noise_lite import FastNoiseLite
from engine.resources.textures.curve_texture import CurveTexture
from engine.resources.textures.curve_xyz_texture import CurveXYZTexture
from engine.resources.textures.gradient_texture_1d import GradientTexture1D
from engine.resources.textures.gradient_texture_2d import GradientTexture2D
from engine.resources.textures.missing_texture import MissingTexture
from engine.resources.textures.noise_texture_2d import NoiseTexture2D
from engine.resources.textures.placeholder_texture_2d import PlaceholderTexture2D
from engine.resources.textures.procedural_textures import procedural_texture
from engine.resources.textures.texture_2d import Texture2D
from nodes import Node2D, Sprite2D
from tests.image.canvas_pixels import TOLERANCE

MakeApp = Callable[..., App]
Floats = NDArray[np.float64]
SIDE = 64
NEAREST = Node2D.TextureFilter.NEAREST
ACROSS = np.tile(np.arange(SIDE), (SIDE, 1)).astype(float)
DOWN = ACROSS.T
rule = pytest.mark.parametrize("rule", [True, False])


def shown(stage: MakeApp, texture: Texture2D) -> Floats:
    """A texture over the whole of the screen, (64, 64, 3) of 0 to 255; a second time it is the same, bit for bit."""
    app = stage(SIDE, SIDE)
    scale = (SIDE / texture.width, SIDE / texture.height)
    app.tree.root.add_child(Sprite2D(texture=texture, centered=False, scale=scale, texture_filter=NEAREST))
    app.tree.tick(1 / 60)
    picture = app.screenshot().pixels
    assert (app.screenshot().pixels == picture).all()
    return picture[:, :, :3].astype(float)


def alike(picture: Floats, expected: Any) -> bool:
    """Whether all of a picture that the texture covers wholly is as expected."""
    return bool(np.abs(picture - expected).max() <= TOLERANCE)


def two(first: Any, second: Any) -> Gradient:
    gradient = Gradient()
    gradient.colors = (first, second)
    return gradient


def red_to_blue(share: Any) -> Floats:
    """What a gradient from red to blue has at each pixel, by its offset."""
    return np.stack((255 * (1 - share), 0 * share, 255 * share), axis=2)


def line(first: float, second: float) -> Curve:
    """A curve that is straight."""
    curve = Curve()
    for x, value in ((0, first), (1, second)):
        curve.add_point((x, value), second - first, second - first)
    return curve


# --- gradients ---------------------------------------------------------------------------------------------------


@rule
def test_a_row_of_a_gradient(stage: MakeApp, rule: bool) -> None:
    texture = GradientTexture1D()
    texture.gradient = two("red", "blue") if rule else two("blue", "red")
    texture.width = SIDE

    assert alike(shown(stage, texture), red_to_blue(ACROSS / 63)) is rule


FILLS = GradientTexture2D.Fill
OFFSETS: dict[GradientTexture2D.Fill, Any] = {
    FILLS.LINEAR: (ACROSS / 63 - 0.5) * 2,
    FILLS.RADIAL: np.hypot(ACROSS / 63 - 0.5, DOWN / 63 - 0.5) * 2,
    FILLS.SQUARE: np.maximum(np.abs(ACROSS / 63 - 0.5), np.abs(DOWN / 63 - 0.5)) * 2,
}


@rule
@pytest.mark.parametrize("fill", OFFSETS)
def test_a_gradient_fills_a_picture(stage: MakeApp, fill: GradientTexture2D.Fill, rule: bool) -> None:
    texture = GradientTexture2D()
    texture.gradient, texture.fill_from, texture.fill_to = two("red", "blue"), (0.5, 0.5), (1, 0.5)
    texture.fill = fill if rule else FILLS((fill + 1) % 3)

    assert alike(shown(stage, texture), red_to_blue(OFFSETS[fill].clip(0, 1))) is rule


AGAIN = GradientTexture2D.Repeat
REPEATED: dict[GradientTexture2D.Repeat, Any] = {
    AGAIN.NONE: np.minimum(ACROSS / 15.75, 1),
    AGAIN.REPEAT: ACROSS / 15.75 % 1,
    AGAIN.MIRROR: 1 - np.abs(1 - ACROSS / 15.75 % 2),
}


@rule
@pytest.mark.parametrize("repeat", REPEATED)
def test_a_gradient_goes_on_beyond_its_end(stage: MakeApp, repeat: GradientTexture2D.Repeat, rule: bool) -> None:
    texture = GradientTexture2D()
    texture.gradient, texture.fill_to = two("red", "blue"), (0.25, 0)
    texture.repeat = repeat if rule else AGAIN((repeat + 1) % 3)

    assert alike(shown(stage, texture), red_to_blue(REPEATED[repeat])) is rule


# --- curves ------------------------------------------------------------------------------------------------------


@rule
def test_a_curve_is_brightness(stage: MakeApp, rule: bool) -> None:
    texture = CurveTexture()
    texture.width, texture.curve = SIDE, line(1, 0) if rule else line(0, 1)

    assert alike(shown(stage, texture), 255 * (1 - ACROSS / 64)[:, :, None]) is rule


@rule
def test_a_curve_may_be_in_red_alone(stage: MakeApp, rule: bool) -> None:
    texture = CurveTexture()
    texture.width, texture.curve = SIDE, line(1, 0)
    texture.texture_mode = CurveTexture.TextureMode.RED if rule else CurveTexture.TextureMode.RGB

    assert alike(shown(stage, texture), (1 - ACROSS / 64)[:, :, None] * (255, 0, 0)) is rule


@rule
def test_three_curves_are_three_colours(stage: MakeApp, rule: bool) -> None:
    texture = CurveXYZTexture()
    texture.width = SIDE
    texture.curve_x, texture.curve_y, texture.curve_z = line(1, 0), line(0, 1), line(0.5, 0.5 if rule else 1)
    expected = np.stack((1 - ACROSS / 64, ACROSS / 64, 0 * ACROSS + 0.5), axis=2)

    assert alike(shown(stage, texture), 255 * expected) is rule


# --- noise -------------------------------------------------------------------------------------------------------


def noise(seed: int = 3) -> FastNoiseLite:
    made = FastNoiseLite()
    made.seed, made.frequency = seed, 0.1
    return made


def noise_texture(**settings: Any) -> NoiseTexture2D:
    texture = NoiseTexture2D()
    texture.width = texture.height = SIDE
    texture.noise = noise()
    for name, value in settings.items():
        setattr(texture, name, value)
    return texture


def greys(**options: Any) -> Floats:
    """The noise at each pixel by the noise itself, from 0 to 255; from its least to its most unless told otherwise."""
    made = noise()
    values = np.array([[made.get_noise_2d(x, y) for x in range(SIDE)] for y in range(SIDE)])
    if options.get("normalize", True):
        shades = (values - values.min()) / (values.max() - values.min())
    else:
        shades = (values + 1) / 2
    return 255 * np.repeat(shades[:, :, None], 3, axis=2)


@rule
@pytest.mark.parametrize("normalize", [True, False])
def test_noise_is_grey(stage: MakeApp, normalize: bool, rule: bool) -> None:
    texture = noise_texture(normalize=normalize if rule else not normalize)

    assert alike(shown(stage, texture), greys(normalize=normalize)) is rule


@rule
def test_noise_is_turned_over(stage: MakeApp, rule: bool) -> None:
    assert alike(shown(stage, noise_texture(invert=rule)), 255 - greys()) is rule


@rule
def test_noise_has_the_colours_of_a_ramp(stage: MakeApp, rule: bool) -> None:
    texture = noise_texture(color_ramp=two("red", "blue") if rule else two("blue", "red"))

    assert alike(shown(stage, texture), red_to_blue(greys()[:, :, 0] / 255)) is rule


@rule
def test_noise_without_a_seam_goes_on_at_its_other_edge(stage: MakeApp, rule: bool) -> None:
    picture = shown(stage, noise_texture(seamless=rule, seamless_blend_skirt=0.3))
    within = np.abs(np.diff(picture[:, :, 0], axis=1)).max()
    over_the_edge = np.abs(picture[:, 0, 0] - picture[:, -1, 0]).max()

    assert bool(over_the_edge <= within) is rule


@rule
def test_noise_as_a_normal_map_shows_how_it_slopes(stage: MakeApp, rule: bool) -> None:
    texture = noise_texture(as_normal_map=rule, bump_strength=4)
    heights = np.floor(greys()[:, :, 0] + 0.001) / 255
    slope = np.stack((heights - np.roll(heights, -1, 1), np.roll(heights, -1, 0) - heights, 0 * heights + 0.25), axis=2)
    normals = slope / np.linalg.norm(slope, axis=2, keepdims=True)
    off = np.abs(shown(stage, texture) - (normals + 1) * 127.5).max(axis=2)

    # a height that is rounded to the next of 255 turns a normal by some levels
    assert bool((off <= TOLERANCE).mean() > 0.95 and off.max() < 16) is rule


# --- files -------------------------------------------------------------------------------------------------------


def tiles() -> NDArray[np.uint8]:
    """Four colours in tiles of 32 pixels, which no way of compressing blurs but at their edges."""
    small = np.array([[(200, 40, 40), (40, 160, 60)], [(60, 60, 200), (220, 200, 60)]], np.uint8)
    return small.repeat(32, axis=0).repeat(32, axis=1)


def written(folder: Path, name: str, pixels: NDArray[np.uint8]) -> Texture2D:
    from PIL import Image as Picture

    Picture.fromarray(pixels).save(folder / name, quality=98)
    return ResourceLoader(folder).load(name, Texture2D)


@rule
@pytest.mark.parametrize("kind", ["png", "jpg", "webp", "bmp", "tga", "gif"])
def test_a_picture_of_each_kind_of_file(stage: MakeApp, tmp_path: Path, kind: str, rule: bool) -> None:
    texture = written(tmp_path, f"tiles.{kind}", tiles() if rule else tiles()[::-1])

    picture = shown(stage, texture)

    flat = np.ones((SIDE, SIDE), bool)
    flat[24:40] = flat[:, 24:40] = False
    assert bool((np.abs(picture - tiles()).max(axis=2)[flat] <= TOLERANCE).all()) is rule


@rule
@pytest.mark.parametrize("scale", [1, 4])
def test_an_svg_is_drawn_in_its_own_pixels(stage: MakeApp, tmp_path: Path, scale: int, rule: bool) -> None:
    side = SIDE // scale
    whole, middle = f'width="{side}" height="{side}"', f'x="{side // 4}" y="{side // 2}" width="{side // 2}"'
    (tmp_path / "a.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" {whole}><rect {whole} fill="#204060"/>'
        f'<rect {middle} height="{side // 2}" fill="{"#ff8000" if rule else "#0080ff"}"/></svg>'
    )
    expected = np.empty((SIDE, SIDE, 3))
    expected[:], expected[32:, 16:48] = (0x20, 0x40, 0x60), (0xFF, 0x80, 0)

    assert alike(shown(stage, ResourceLoader(tmp_path).load("a.svg", Texture2D)), expected) is rule


# --- what stands in for a picture --------------------------------------------------------------------------------

CELLS = np.indices((SIDE, SIDE)) // 8
ODD = CELLS.sum(axis=0)[:, :, None] % 2
ROUND = np.hypot(ACROSS - 31.5, DOWN - 31.5)[:, :, None] < 32
GREY = 76.0


@rule
def test_a_missing_texture_is_a_checker_of_magenta_and_black(stage: MakeApp, rule: bool) -> None:
    texture = MissingTexture() if rule else procedural_texture("procedural:checkerboard")

    assert alike(shown(stage, texture), (1 - ODD) * (255, 0, 255)) is rule


@rule
def test_a_placeholder_is_magenta(stage: MakeApp, rule: bool) -> None:
    texture = PlaceholderTexture2D()
    texture.size = (16, 16)

    picture = shown(stage, texture if rule else MissingTexture())

    assert alike(picture, (255, 0, 255)) is rule


PROCEDURAL: dict[str, Any] = {
    "checkerboard": np.repeat(230 - 140 * ODD, 3, axis=2),
    "gradient": np.repeat((ACROSS * 255 / 63)[:, :, None], 3, axis=2),
    "grid": np.where(((ACROSS % 16 == 0) | (DOWN % 16 == 0))[:, :, None], (255, 255, 255), (GREY, GREY, GREY)),
    "white": np.full((SIDE, SIDE, 3), 255),
}


@rule
@pytest.mark.parametrize("name", PROCEDURAL)
def test_a_texture_by_a_procedural_reference(stage: MakeApp, name: str, rule: bool) -> None:
    texture = procedural_texture(f"procedural:{name if rule else 'noise'}")

    assert alike(shown(stage, texture), PROCEDURAL[name]) is rule


@rule
def test_a_procedural_circle_touches_the_sides(stage: MakeApp, rule: bool) -> None:
    picture = shown(stage, procedural_texture(f"procedural:{'circle' if rule else 'white'}"))
    edge = np.abs(np.hypot(ACROSS - 31.5, DOWN - 31.5) - 32) < 1

    off = np.abs(picture - np.where(ROUND, 255, GREY)).max(axis=2)
    assert bool((off[~edge] <= TOLERANCE).all()) is rule


@rule
def test_a_picture_that_changes_is_drawn_anew(stage: MakeApp, rule: bool) -> None:
    image = Image.create(SIDE, SIDE, "blue")
    app = stage(SIDE, SIDE)
    app.tree.root.add_child(Sprite2D(texture=ImageTexture(image), centered=False))
    app.tree.tick(1 / 60)
    app.screenshot()

    if rule:
        image.fill("red")
    app.tree.tick(1 / 60)

    assert alike(app.screenshot().pixels[:, :, :3].astype(float), (255, 0, 0)) is rule
