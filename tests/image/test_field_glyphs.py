"""Shapes out of signed distance fields, and letters for LCDs: worked out pixel by pixel in place of stored pictures.

Every rule is tested twice: as it is, and switched off, where the picture must not be that any more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engine.app import App
from engine.resources import Image, ImageTexture
from engine.resources.shading.canvas_item_material import CanvasItemMaterial
from engine.resources.textures.atlas_texture import AtlasTexture
from nodes import CanvasGroup, Node2D
from tests.image.canvas_pixels import (
    CLEAR,
    SIDE,
    Floats,
    Mask,
    X,
    Y,
    far_from_edges,
    looks_like,
    over_clear,
    painted,
    screen,
)
from tests.image.shader_pictures import material_of

MakeApp = Callable[..., App]

rule = pytest.mark.parametrize("rule", [True, False], ids=["rule", "off"])

CELLS = 32
SPAN = 8.0
RECT = (0, 0, SIDE, SIDE)
WHOLE = (0, 0, CELLS, CELLS)
COLOR = (1.0, 0.5, 0.0)
EVERYWHERE: Mask = np.ones((SIDE, SIDE), bool)
ENLARGED = SIDE / CELLS
EDGE = 20 * ENLARGED
"""Where the shapes end, in pixels of the screen."""

_Y, _X = np.indices((CELLS, CELLS)) + 0.5


def texture_of(*channels: Any) -> ImageTexture:
    pixels = np.zeros((CELLS, CELLS, 4))
    for i, channel in enumerate(channels):
        pixels[:, :, i] = channel
    return ImageTexture(Image((pixels.clip(0, 1) * 255).round().astype(np.uint8)))


def field(distance: Any) -> Any:
    """Distances inside of a shape, in pixels of the field, as a channel has them."""
    return 0.5 + distance / SPAN


LEFT, TOP = field(20 - _X), field(20 - _Y)
CORNER = texture_of(LEFT, TOP, np.minimum(LEFT, TOP), 1.0)
"""The upper left part, with its sharp corner: the median of the three is the smaller of the first two."""
HALF = texture_of(LEFT, LEFT, LEFT, 1.0)


def shape(texture: Any, *, rect: Any = RECT, source: Any = WHOLE, plainly: bool = False, **options: Any) -> Node2D:
    properties = {each: options.pop(each) for each in ("texture_repeat", "material", "modulate") if each in options}

    def draw(item: Node2D) -> None:
        if plainly:
            item.draw_texture_rect_region(texture, rect, source, COLOR)
        else:
            item.draw_msdf_texture_rect_region(texture, rect, source, COLOR, pixel_range=SPAN, **options)

    return painted(draw, **properties)


@rule
@pytest.mark.parametrize("alone", [False, True], ids=["page", "alone"])
def test_the_median_of_three_channels_makes_sharp_edges_and_corners(stage: MakeApp, rule: bool, alone: bool) -> None:
    repeat = Node2D.TextureRepeat.ENABLED if alone else Node2D.TextureRepeat.DISABLED
    inside = (X < EDGE) & (Y < EDGE)

    shown = screen(stage, shape(CORNER, plainly=not rule, texture_repeat=repeat))

    assert looks_like(shown, over_clear(COLOR, inside), far_from_edges(inside)) == rule


@rule
def test_the_edge_is_one_pixel_wide_however_large_the_shape_is(stage: MakeApp, rule: bool) -> None:
    part = (15, 0, 8, 8)  # 16 times as large, its middle is the edge
    inside = X < EDGE

    shown = screen(stage, shape(HALF, source=part, plainly=not rule))

    assert looks_like(shown, over_clear(COLOR, inside), far_from_edges(inside)) == rule


@rule
def test_the_edge_is_soft_by_a_pixel(stage: MakeApp, rule: bool) -> None:
    slope = np.minimum(field(20 - _X - 0.125), 1)  # the edge in the middle of a pixel of the screen

    row = screen(stage, shape(texture_of(slope, slope, slope, 1.0), plainly=not rule))[64]

    off = [np.abs(row[78 + i] - over_clear(COLOR, alpha)[0, 0]).max() for i, alpha in enumerate((1, 0.5, 0))]
    is_soft = off[0] < 1 and off[1] < 20 and off[2] < 1  # steps of 1/255 in the field are 1/8 of its sharpness here
    assert bool(is_soft) is rule


@rule
def test_the_alpha_of_a_field_bounds_the_shape(stage: MakeApp, rule: bool) -> None:
    bounded = texture_of(LEFT, LEFT, LEFT, TOP if rule else 1.0)
    inside = (X < EDGE) & (Y < EDGE)

    assert looks_like(screen(stage, shape(bounded)), over_clear(COLOR, inside), far_from_edges(inside)) == rule


@rule
def test_an_outline_makes_the_shape_wider_by_a_quarter_of_its_pixels(stage: MakeApp, rule: bool) -> None:
    inside = X < EDGE + 10
    options: dict[str, Any] = {"outline": 40.0, "scale": ENLARGED} if rule else {}

    shown = screen(stage, shape(HALF, **options))

    assert looks_like(shown, over_clear(COLOR, inside), far_from_edges(inside)) == rule


@rule
def test_an_outline_ends_where_the_field_does(stage: MakeApp, rule: bool) -> None:
    inside = X < EDGE + ENLARGED * SPAN / 2

    shown = screen(stage, shape(HALF, outline=1000.0 if rule else 8.0))

    assert looks_like(shown, over_clear(COLOR, inside), far_from_edges(inside, 3)) is rule


@rule
def test_a_part_of_an_atlas_texture_is_a_field_like_a_whole_one(stage: MakeApp, rule: bool) -> None:
    atlas = AtlasTexture(atlas=CORNER, region=(10, 10, 16, 16))
    inside = (X < EDGE) & (Y < EDGE)

    shown = screen(stage, shape(atlas if rule else CORNER, source=(0, 0, 16, 16)))

    assert looks_like(shown, over_clear(COLOR, inside), far_from_edges(inside)) == rule


@rule
def test_a_mirrored_rectangle_mirrors_the_shape(stage: MakeApp, rule: bool) -> None:
    inside = X > SIDE - EDGE

    shown = screen(stage, shape(HALF, source=(0, 0, -CELLS if rule else CELLS, CELLS)))

    assert looks_like(shown, over_clear(COLOR, inside), far_from_edges(inside)) == rule


@rule
def test_a_shader_goes_on_from_the_shape(stage: MakeApp, rule: bool) -> None:
    inside = X < EDGE
    material = material_of("void fragment() { COLOR.rgb = COLOR.bgr; }") if rule else None

    shown = screen(stage, shape(HALF, material=material))

    assert looks_like(shown, over_clear(COLOR[::-1], inside), far_from_edges(inside)) == rule


@rule
def test_a_shape_masks_its_clipped_children(stage: MakeApp, rule: bool) -> None:
    owner = shape(CORNER, plainly=not rule)
    owner.clip_children = Node2D.ClipChildrenMode.ONLY
    owner.add_child(painted(lambda item: item.draw_rect(RECT, (0, 1, 0))))
    inside = (X < EDGE) & (Y < EDGE)

    shown = screen(stage, owner)

    assert looks_like(shown, over_clear((0, 1, 0), inside), far_from_edges(inside)) == rule


def test_many_shapes_of_one_field_are_drawn_in_one_call(make_app: MakeApp) -> None:
    app = make_app(SIDE, SIDE)

    def draw(item: Node2D) -> None:
        for i in range(16):
            item.draw_msdf_texture_rect_region(HALF, (i * 8, 0, 8, 8), (i, i, 8, 8), COLOR, pixel_range=SPAN)

    for _ in range(3):
        app.tree.root.add_child(painted(draw))
    app.tree.tick(1 / 60)
    app.screenshot()

    assert (app.render.stats.draw_calls, app.render.stats.instances) == (1, 48)


# --- letters for LCDs

STRIPES = texture_of(1.0, 0.5, 0.25, 1.0)
COVERED = np.array((1.0, 0.5, 0.25))


def letters(texture: Any, color: Any = COLOR, *, plainly: bool = False, **properties: Any) -> Node2D:
    def draw(item: Node2D) -> None:
        if plainly:
            item.draw_texture_rect_region(texture, RECT, WHOLE, color)
        else:
            item.draw_lcd_texture_rect_region(texture, RECT, WHOLE, color)

    return painted(draw, **properties)


def mixed(color: Any, covered: Any, below: Any = CLEAR) -> Floats:
    """What each channel is where so much of it is covered, 0 to 255."""
    shown: Floats = 255 * (np.array(color) * covered + np.array(below) * (1 - covered))
    return np.broadcast_to(shown, (SIDE, SIDE, 3))


@rule
@pytest.mark.parametrize("alpha", [1.0, 0.5])
def test_each_channel_is_covered_by_itself(stage: MakeApp, rule: bool, alpha: float) -> None:
    shown = screen(stage, letters(STRIPES, (*COLOR, alpha), plainly=not rule))

    assert looks_like(shown, mixed(COLOR, COVERED * alpha), EVERYWHERE) == rule


@rule
def test_where_the_texture_is_not_opaque_nothing_is_drawn(stage: MakeApp, rule: bool) -> None:
    holed = texture_of(1.0, 0.5, 0.25, np.where(_X < 16, 1.0, 0.0 if rule else 1.0))
    expected = np.where((X < 64)[:, :, None], mixed(COLOR, COVERED), over_clear(0, 0))

    assert looks_like(screen(stage, letters(holed)), expected, far_from_edges(X < 64, 3)) == rule


@rule
def test_modulation_multiplies_colour_and_coverage(stage: MakeApp, rule: bool) -> None:
    modulate = (0.5, 1, 1, 0.5) if rule else (1, 1, 1, 1)

    shown = screen(stage, letters(STRIPES, modulate=modulate))

    assert looks_like(shown, mixed((0.5, 0.5, 0), COVERED * 0.5), EVERYWHERE) == rule


@rule
def test_letters_are_mixed_whatever_the_blend_mode(stage: MakeApp, rule: bool) -> None:
    material = CanvasItemMaterial()
    material.blend_mode = material.BlendMode.ADD

    shown = screen(stage, letters(STRIPES, material=material, plainly=not rule))

    assert looks_like(shown, mixed(COLOR, COVERED), EVERYWHERE) == rule


@rule
def test_a_shader_colours_letters_which_stay_covered_by_channel(stage: MakeApp, rule: bool) -> None:
    material = material_of("void fragment() { COLOR = vec4(0.0, 1.0, 1.0, COLOR.a * 0.5); }") if rule else None

    shown = screen(stage, letters(STRIPES, material=material))

    assert looks_like(shown, mixed((0, 1, 1), COVERED * 0.5), EVERYWHERE) == rule


@rule
def test_what_is_drawn_after_letters_is_blended_as_ever(stage: MakeApp, rule: bool) -> None:
    after = painted(lambda item: item.draw_rect(RECT, (0, 0, 1, 0.5)))

    shown = screen(stage, letters(STRIPES, plainly=not rule), after)

    below = mixed(COLOR, COVERED)[0, 0] / 255
    assert looks_like(shown, mixed((0, 0, 1), 0.5, below), EVERYWHERE) == rule


@rule
def test_letters_in_a_group_are_as_opaque_as_their_most_covered_channel(stage: MakeApp, rule: bool) -> None:
    group = CanvasGroup()
    group.add_child(letters(texture_of(0.5, 0.5, 0.25, 1.0), (1, 1, 1), plainly=not rule))

    shown = screen(stage, group)

    straight = np.array((0.5, 0.5, 0.25)) / 0.5  # the group has the alpha multiplied in
    assert looks_like(shown, mixed(straight, 0.5), EVERYWHERE) == rule


def test_letters_and_pictures_take_a_call_each(make_app: MakeApp) -> None:
    app = make_app(SIDE, SIDE)

    def draw(item: Node2D) -> None:
        for i in range(4):
            item.draw_lcd_texture_rect_region(STRIPES, (i * 8, 0, 8, 8), WHOLE)
        for i in range(4):
            item.draw_texture_rect_region(STRIPES, (i * 8, 8, 8, 8), WHOLE, clip_uv=False)

    app.tree.root.add_child(painted(draw))
    app.tree.tick(1 / 60)
    app.screenshot()

    assert (app.render.stats.draw_calls, app.render.stats.instances) == (2, 8)
