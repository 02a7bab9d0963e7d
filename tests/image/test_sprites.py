"""Sprites on the screen, against pictures that are put together pixel by pixel here; no reference files.

Each rule is tried with `holds`: without what sets the rule the picture must be another one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.app import App
from engine.resources import Image, ImageTexture
from engine.resources.sprite_frames import SpriteFrames
from nodes.world_2d.animated_sprite_2d import AnimatedSprite2D
from nodes.world_2d.node_2d import Node2D
from nodes.world_2d.sprite_2d import Sprite2D
from tests.image.canvas_pixels import taken

MakeApp = Callable[..., App]
Pixels = NDArray[np.uint8]
MakeNode = Callable[..., Node2D]

SIZE = 64
TOLERANCE = 4
CLEAR = (51, 102, 153)
NEAREST, LINEAR = Node2D.TextureFilter.NEAREST, Node2D.TextureFilter.LINEAR

each_holds = pytest.mark.parametrize("holds", [True, False], ids=["the rule holds", "the rule is off"])


def sheet(size: int = 16) -> Pixels:
    """A picture of which each pixel has another colour."""
    pixels = np.full((size, size, 4), 255, np.uint8)
    pixels[:, :, 0] = np.arange(size) * 255 // (size - 1)
    pixels[:, :, 1] = (np.arange(size) * 255 // (size - 1))[:, None]
    pixels[:, :, 2] = 128
    return pixels


def sprite_of(pixels: Pixels, **properties: Any) -> Sprite2D:
    """A sprite of that picture, in hard pixels."""
    return Sprite2D(texture=ImageTexture(Image(pixels)), **{"texture_filter": NEAREST, **properties})


def animated_of(pixels: Pixels, **properties: Any) -> AnimatedSprite2D:
    """The same with an animation of one frame."""
    frames = SpriteFrames()
    frames.add_frame("default", ImageTexture(Image(pixels)))
    return AnimatedSprite2D(sprite_frames=frames, **{"texture_filter": NEAREST, **properties})


each_kind = pytest.mark.parametrize("node", [sprite_of, animated_of], ids=["sprite", "animated"])


def screen(stage: MakeApp, shown: Node2D, *, snaps: bool = False, ticks: int = 1) -> Pixels:
    return taken(stage, shown, side=SIZE, snaps=snaps, ticks=ticks)


def looks_like(shown: Pixels, picture: Pixels, x: int, y: int, times: int = 1) -> bool:
    """Whether a picture is seen at (x, y), so many times as large, and around it the clear colour.

    It must cover a quarter of the screen.
    """
    picture = picture.repeat(times, axis=0).repeat(times, axis=1)[:, :, :3]
    expected = np.empty((SIZE, SIZE, 3), np.int16)
    expected[:] = CLEAR
    height, width = picture.shape[:2]
    assert width * height * 4 >= SIZE * SIZE
    expected[y : y + height, x : x + width] = picture
    return bool(np.abs(shown[:, :, :3] - expected).max() <= TOLERANCE)


@each_kind
@each_holds
def test_the_middle_of_a_centred_sprite_is_at_its_position(stage: MakeApp, node: MakeNode, holds: bool) -> None:
    shown = screen(stage, node(sheet(), position=(32, 32), scale=(3, 3), centered=holds))

    assert looks_like(shown, sheet(), 8, 8, 3) is holds


@each_kind
@each_holds
def test_a_sprite_that_is_not_centred_has_its_corner_at_its_position(
    stage: MakeApp, node: MakeNode, holds: bool
) -> None:
    shown = screen(stage, node(sheet(), position=(10, 4), scale=(3, 3), centered=not holds))

    assert looks_like(shown, sheet(), 10, 4, 3) is holds


@each_kind
@each_holds
def test_the_offset_is_in_pixels_of_the_sprites_own_space(stage: MakeApp, node: MakeNode, holds: bool) -> None:
    offset = (4, 2) if holds else (0, 0)
    shown = screen(stage, node(sheet(), scale=(3, 3), centered=False, offset=offset))

    assert looks_like(shown, sheet(), 12, 6, 3) is holds


@each_kind
@each_holds
def test_flip_h_mirrors_left_and_right_in_place(stage: MakeApp, node: MakeNode, holds: bool) -> None:
    shown = screen(stage, node(sheet(), position=(32, 32), scale=(3, 3), flip_h=holds))

    assert looks_like(shown, sheet()[:, ::-1], 8, 8, 3) is holds


@each_kind
@each_holds
def test_flip_v_mirrors_top_and_bottom_in_place(stage: MakeApp, node: MakeNode, holds: bool) -> None:
    shown = screen(stage, node(sheet(), position=(32, 32), scale=(3, 3), flip_v=holds))

    assert looks_like(shown, sheet()[::-1], 8, 8, 3) is holds


@each_kind
@each_holds
def test_where_the_viewport_snaps_the_corner_is_on_a_whole_pixel(stage: MakeApp, node: MakeNode, holds: bool) -> None:
    odd = sheet(33)
    shown = screen(stage, node(odd, position=(32, 32), texture_filter=LINEAR), snaps=holds)

    assert looks_like(shown, odd, 16, 16) is holds


@each_holds
def test_a_region_is_shown_alone(stage: MakeApp, holds: bool) -> None:
    sprite = sprite_of(sheet(), scale=(4, 4), centered=False, region_enabled=holds, region_rect=(4, 2, 8, 12))
    shown = screen(stage, sprite)

    assert looks_like(shown, sheet()[2:14, 4:12], 0, 0, 4) is holds


@each_holds
def test_columns_and_rows_of_frames_are_parts_of_the_texture(stage: MakeApp, holds: bool) -> None:
    columns, rows = (4, 2) if holds else (1, 1)
    shown = screen(stage, sprite_of(sheet(), scale=(8, 8), centered=False, hframes=columns, vframes=rows))

    assert looks_like(shown, sheet()[:8, :4], 0, 0, 8) is holds


@each_holds
def test_frames_are_counted_row_by_row(stage: MakeApp, holds: bool) -> None:
    frame = 6 if holds else 5
    shown = screen(stage, sprite_of(sheet(), scale=(8, 8), centered=False, hframes=4, vframes=2, frame=frame))

    assert looks_like(shown, sheet()[8:, 8:12], 0, 0, 8) is holds


@each_holds
def test_frames_of_a_region_are_parts_of_the_region(stage: MakeApp, holds: bool) -> None:
    sprite = sprite_of(sheet(), scale=(8, 8), centered=False, hframes=2, frame=1)
    sprite.region_enabled, sprite.region_rect = holds, (4, 4, 8, 8)
    shown = screen(stage, sprite)

    assert looks_like(shown, sheet()[4:12, 8:12], 0, 0, 8) is holds


@each_holds
@pytest.mark.parametrize("flip", [False, True])
def test_a_clipped_region_shows_nothing_of_what_lies_beside_it(stage: MakeApp, holds: bool, flip: bool) -> None:
    pixels = sheet()
    pixels[3:13, 3:13] = (255, 255, 0, 255)
    pixels[4:12, 4:12] = (200, 0, 0, 255)
    sprite = sprite_of(pixels, scale=(6, 6), texture_filter=LINEAR, position=(32, 32), flip_h=flip, flip_v=flip)
    sprite.region_enabled, sprite.region_rect, sprite.region_filter_clip_enabled = True, (4, 4, 8, 8), holds
    shown = screen(stage, sprite)

    assert looks_like(shown, pixels[4:12, 4:12], 8, 8, 6) is holds


@each_holds
@pytest.mark.parametrize("flip", [False, True])
def test_inside_of_a_clipped_region_all_is_as_without_clipping(stage: MakeApp, flip: bool, holds: bool) -> None:
    shown = []
    for clips, region in ((True, (3, 3, 8, 8)), (False, (3, 3, 8, 8) if holds else (4, 3, 8, 8))):
        sprite = sprite_of(sheet(), scale=(7, 7), texture_filter=LINEAR, position=(32, 32), flip_h=flip)
        sprite.region_enabled, sprite.region_rect, sprite.region_filter_clip_enabled = True, region, clips
        shown.append(screen(stage, sprite)[8:-8, 8:-8].astype(int))

    assert bool(np.abs(shown[0] - shown[1]).max() <= TOLERANCE) is holds


def animated() -> AnimatedSprite2D:
    """Two frames of a tenth of a second: the sheet, and the same upside down."""
    frames = SpriteFrames()
    frames.set_animation_speed("default", 10)
    for pixels in (sheet(), sheet()[::-1]):
        frames.add_frame("default", ImageTexture(Image(pixels)))
    return AnimatedSprite2D(sprite_frames=frames, centered=False, scale=(4, 4), texture_filter=NEAREST)


@each_holds
def test_an_animated_sprite_shows_its_frame(stage: MakeApp, holds: bool) -> None:
    sprite = animated()
    sprite.frame = int(holds)
    shown = screen(stage, sprite)

    assert looks_like(shown, sheet()[::-1], 0, 0, 4) is holds


@each_holds
def test_an_animation_that_plays_shows_its_next_frame_when_it_is_time(stage: MakeApp, holds: bool) -> None:
    sprite = animated()
    sprite.play()
    shown = screen(stage, sprite, ticks=8 if holds else 4)

    assert looks_like(shown, sheet()[::-1], 0, 0, 4) is holds
