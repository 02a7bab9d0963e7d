"""Textures on the screen, against pictures that are put together pixel by pixel here; no reference files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.app import App
from engine.resources import Image, ImageTexture
from engine.resources.gradient import Gradient
from engine.resources.textures.atlas_texture import AtlasTexture
from engine.resources.textures.canvas_texture import CanvasTexture
from engine.resources.textures.gradient_texture_2d import GradientTexture2D
from nodes.world_2d.node_2d import Node2D
from nodes.world_2d.sprite_2d import Sprite2D
from tests.image.canvas_pixels import CLEAR, QUARTER, TOLERANCE, taken

MakeApp = Callable[..., App]
Pixels = NDArray[np.uint8]

NEAREST, LINEAR = Node2D.TextureFilter.NEAREST, Node2D.TextureFilter.LINEAR


def sheet() -> Image:
    """16 x 16 pixels of which each is another colour, some of them translucent."""
    pixels = np.zeros((16, 16, 4), np.uint8)
    pixels[:, :, 0] = np.arange(16) * 17
    pixels[:, :, 1] = (np.arange(16) * 17)[:, None]
    pixels[:, :, 2] = 128
    pixels[:, :, 3] = np.where(np.indices((16, 16)).sum(axis=0) % 3, 255, 128)
    return Image(pixels)


def screen(stage: MakeApp, *nodes: Node2D, size: int = 64) -> Pixels:
    return taken(stage, *nodes, side=size)


def over_clear(picture: Pixels, size: int = 64) -> NDArray[np.float64]:
    """A picture in the top left of a screen, over its clear colour."""
    shown = np.empty((size, size, 3))
    shown[:] = np.array(CLEAR) * 255
    height, width = picture.shape[:2]
    alpha = picture[:, :, 3:] / 255
    shown[:height, :width] = picture[:, :, :3] * alpha + shown[:height, :width] * (1 - alpha)
    return shown


def enlarged(picture: Pixels, times: int) -> Pixels:
    return picture.repeat(times, axis=0).repeat(times, axis=1)


def looks_alike(shown: Pixels, expected: NDArray[np.float64]) -> bool:
    """Whether a whole picture is as expected, on a quarter of which at least a texture is."""
    assert (np.abs(expected - np.array(CLEAR) * 255) > TOLERANCE).any(axis=2).mean() >= QUARTER
    return bool(np.abs(shown[:, :, :3] - expected).max() <= TOLERANCE)


def sprite(texture: Any, times: float, **properties: Any) -> Sprite2D:
    return Sprite2D(texture=texture, centered=False, scale=(times, times), **{"texture_filter": NEAREST, **properties})


def part(region: Any, margin: Any = (0, 0, 0, 0), atlas: Any = None, filter_clip: bool = False) -> AtlasTexture:
    texture = AtlasTexture()
    texture.atlas = ImageTexture(sheet()) if atlas is None else atlas
    texture.region, texture.margin, texture.filter_clip = region, margin, filter_clip
    return texture


def with_margin(region: tuple[int, int, int, int], margin: tuple[int, int, int, int]) -> Pixels:
    x, y, width, height = region
    left, top, wider, higher = margin
    pixels = np.zeros((height + higher, width + wider, 4), np.uint8)
    pixels[top : top + height, left : left + width] = sheet().pixels[y : y + height, x : x + width]
    return pixels


@pytest.mark.parametrize("rule", [True, False])
@pytest.mark.parametrize(("flip_h", "flip_v"), [(False, False), (True, False), (False, True), (True, True)])
def test_a_sprite_shows_the_region_with_its_margin(stage: MakeApp, flip_h: bool, flip_v: bool, rule: bool) -> None:
    region, margin = (3, 5, 10, 7), (1, 2, 4, 6)
    texture = part(region, margin if rule else (0, 0, 0, 0))
    expected = with_margin(region, margin)[:: -1 if flip_v else 1, :: -1 if flip_h else 1]

    shown = screen(stage, sprite(texture, 4, flip_h=flip_h, flip_v=flip_v))

    assert looks_alike(shown, over_clear(enlarged(expected, 4))) is rule


@pytest.mark.parametrize("rule", [True, False])
def test_a_part_of_a_part_shows_what_lies_in_both(stage: MakeApp, rule: bool) -> None:
    outer = part((1, 1, 8, 8), atlas=part((4, 4, 10, 10)) if rule else None)

    shown = screen(stage, sprite(outer, 8))

    assert looks_alike(shown, over_clear(enlarged(sheet().pixels[5:13, 5:13], 8))) is rule


@pytest.mark.parametrize("rule", [True, False])
def test_a_sheet_of_frames_in_a_part_shows_the_frame(stage: MakeApp, rule: bool) -> None:
    texture = part((4, 0, 8, 8))

    shown = screen(stage, sprite(texture, 16, hframes=2, vframes=2, frame=3 if rule else 2))

    assert looks_alike(shown, over_clear(enlarged(sheet().pixels[4:8, 8:12], 16))) is rule


@pytest.mark.parametrize("rule", [True, False])
def test_a_part_that_should_be_tiled_is_stretched_as_in_godot(stage: MakeApp, rule: bool) -> None:
    texture = part((3, 5, 8, 8)) if rule else ImageTexture(sheet().get_region((3, 5, 8, 8)))

    class Tiled(Node2D):
        def on_draw(self) -> None:
            self.draw_texture_rect(texture, (0, 0, 64, 64), True)

    shown = screen(stage, Tiled(texture_filter=NEAREST))

    assert looks_alike(shown, over_clear(enlarged(sheet().pixels[5:13, 3:11], 8))) is rule


def smooth(picture: Pixels, times: int) -> Pixels:
    """A picture enlarged with a linear filter, whose edge goes on beyond it."""
    height, width = picture.shape[:2]
    rows = ((np.arange(height * times) + 0.5) / times - 0.5).clip(0, height - 1)
    columns = ((np.arange(width * times) + 0.5) / times - 0.5).clip(0, width - 1)
    y, x = rows.astype(int), columns.astype(int)
    below, right = np.minimum(y + 1, height - 1), np.minimum(x + 1, width - 1)
    v, u = (rows - y)[:, None, None], (columns - x)[None, :, None]
    plain = picture.astype(float)
    upper = plain[y][:, x] * (1 - u) + plain[y][:, right] * u
    lower = plain[below][:, x] * (1 - u) + plain[below][:, right] * u
    rounded: Pixels = np.rint(upper * (1 - v) + lower * v).astype(np.uint8)
    return rounded


@pytest.mark.parametrize("rule", [True, False])
@pytest.mark.parametrize("flip_h", [False, True])
def test_with_filter_clip_nothing_beside_the_region_shows(stage: MakeApp, flip_h: bool, rule: bool) -> None:
    image = sheet()
    pixels = image.pixels.copy()
    pixels[:, :, 3] = 255
    texture = part((4, 4, 4, 4), atlas=ImageTexture(Image(pixels)), filter_clip=rule)

    shown = screen(stage, sprite(texture, 16, texture_filter=LINEAR, flip_h=flip_h))

    expected = smooth(pixels[4:8, 4:8], 16)[:, :: -1 if flip_h else 1]
    assert looks_alike(shown, over_clear(expected)) is rule


@pytest.mark.parametrize("rule", [True, False])
def test_a_canvas_texture_is_drawn_with_its_own_filter(stage: MakeApp, rule: bool) -> None:
    texture = CanvasTexture()
    texture.diffuse_texture = ImageTexture(sheet())
    texture.texture_filter = NEAREST if rule else 0

    shown = screen(stage, sprite(texture, 4, texture_filter=LINEAR))

    assert looks_alike(shown, over_clear(enlarged(sheet().pixels, 4))) is rule


@pytest.mark.parametrize("rule", [True, False])
def test_a_canvas_texture_is_drawn_with_its_own_repeat(stage: MakeApp, rule: bool) -> None:
    texture = CanvasTexture()
    texture.diffuse_texture = ImageTexture(sheet())
    texture.texture_repeat = Node2D.TextureRepeat.ENABLED if rule else 0

    shown = screen(stage, sprite(texture, 1, region_enabled=True, region_rect=(0, 0, 64, 64)))

    assert looks_alike(shown, over_clear(np.tile(sheet().pixels, (4, 4, 1)))) is rule


@pytest.mark.parametrize("rule", [True, False])
def test_a_gradient_that_changes_is_drawn_anew(stage: MakeApp, rule: bool) -> None:
    gradient = Gradient()
    texture = GradientTexture2D()
    texture.gradient = gradient
    app = stage(64, 64)
    app.tree.root.add_child(sprite(texture, 1))
    app.tree.tick(1 / 60)
    app.screenshot()

    if rule:
        gradient.colors = ((1, 0, 0), (0, 0, 1))
        texture.fill_to = (0, 1)
    app.tree.tick(1 / 60)

    share = np.arange(64) / 63
    expected = np.zeros((64, 64, 3))
    expected[:, :, 0], expected[:, :, 2] = 255 * (1 - share)[:, None], 255 * share[:, None]
    assert looks_alike(app.screenshot().pixels, expected) is rule
