"""Style boxes on the screen, against shapes and colours that are worked out pixel by pixel here; no reference files.

Each test has a parameter that switches its rule off, and the picture must then be another one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engine.app import App
from engine.resources import Image, ImageTexture
from engine.resources.style_boxes.nine_patch import AxisStretchMode
from engine.resources.style_boxes.style_box import StyleBox
from engine.resources.style_boxes.style_box_flat import StyleBoxFlat
from engine.resources.style_boxes.style_box_line import StyleBoxLine
from engine.resources.style_boxes.style_box_texture import StyleBoxTexture
from engine.resources.textures.atlas_texture import AtlasTexture
from nodes.world_2d.node_2d import Node2D
from tests.image.canvas_pixels import (
    SIDE,
    X,
    Y,
    far_from_edges,
    inside,
    looks_like,
    over_clear,
    painted,
    screen,
)

MakeApp = Callable[..., App]
NEAREST, LINEAR = Node2D.TextureFilter.NEAREST, Node2D.TextureFilter.LINEAR
STRETCH, TILE, TILE_FIT = AxisStretchMode
ORANGE, NAVY, WHITE = (1.0, 0.5, 0.1), (0.0, 0.0, 0.5), (1.0, 1.0, 1.0)
VEIL = (*ORANGE, 0.5)
BOX = (12, 20, 104, 88)
EVERYWHERE = np.ones((SIDE, SIDE), bool)
rule = pytest.mark.parametrize("rule", [True, False])


def shown_box(stage: MakeApp, box: StyleBox, rect: Any = BOX, **properties: Any) -> Any:
    return screen(stage, painted(lambda item: item.draw_style_box(box, rect), **properties))


def styled(box: Any, **settings: Any) -> Any:
    """A box with settings; those of all sides or corners by their common name."""
    for name, value in settings.items():
        if hasattr(box, name):
            setattr(box, name, value)
        else:
            getattr(box, f"set_{name}_all")(value)
    return box


def flat(**settings: Any) -> StyleBoxFlat:
    found: StyleBoxFlat = styled(StyleBoxFlat(), bg_color=ORANGE, border_color=NAVY, corner_detail=20)
    return styled(found, **settings)  # type: ignore[no-any-return]


def away(rect: Any = BOX, radius: Any = 0) -> Any:
    """How far the pixels are outside of a rectangle with round corners, negative inside."""
    x, y, width, height = rect
    across, down = np.abs(X - x - width / 2) - width / 2 + radius, np.abs(Y - y - height / 2) - height / 2 + radius
    return np.hypot(np.maximum(across, 0), np.maximum(down, 0)) + np.minimum(np.maximum(across, down), 0) - radius


def shrunk(by: float, rect: Any = BOX) -> Any:
    x, y, width, height = rect
    return x + by, y + by, width - 2 * by, height - 2 * by


def mixed(first: Any, second: Any, part: Any) -> Any:
    """Two colours, or pictures, of the second `part`."""
    return np.asarray(first) * (1 - part[:, :, None]) + np.asarray(second) * part[:, :, None]


# --- StyleBoxFlat ---


@rule
def test_a_round_corner_has_a_soft_edge_a_pixel_wide(stage: MakeApp, rule: bool) -> None:
    shown = shown_box(stage, flat(bg_color=VEIL, corner_radius=30, anti_aliasing=rule))

    assert looks_like(shown, over_clear(ORANGE, 0.5 * np.clip(0.5 - away(radius=30), 0, 1)), EVERYWHERE) is rule


@rule
def test_soft_edges_are_as_wide_as_told_half_of_them_outside(stage: MakeApp, rule: bool) -> None:
    shown = shown_box(stage, flat(bg_color=VEIL, corner_radius=30, anti_aliasing_size=8 if rule else 4))

    assert looks_like(shown, over_clear(ORANGE, 0.5 * np.clip(0.5 - away(radius=30) / 8, 0, 1)), EVERYWHERE) is rule


@rule
def test_each_corner_has_its_radius(stage: MakeApp, rule: bool) -> None:
    radii = (40, 0, 20, 30)
    box = flat(anti_aliasing=False)
    for corner, radius in enumerate(radii if rule else radii[::-1]):
        box.set_corner_radius(corner, radius)
    right, below = X > 64, Y > 64
    radius_there = np.where(below, np.where(right, 20, 30), np.where(right, 0, 40))
    body = away(radius=radius_there) < 0

    shown = shown_box(stage, box)

    assert looks_like(shown, over_clear(ORANGE, body), far_from_edges(body)) is rule


@rule
def test_corners_without_room_share_it(stage: MakeApp, rule: bool) -> None:
    body = away(radius=44) < 0

    shown = shown_box(stage, flat(corner_radius=500 if rule else 40, anti_aliasing=False))

    assert looks_like(shown, over_clear(ORANGE, body), far_from_edges(body)) is rule


@rule
def test_a_corner_is_made_of_straight_pieces(stage: MakeApp, rule: bool) -> None:
    steps = np.array((0, 0.5, 1)) * np.pi / 2
    quarter = [(40 - 40 * np.cos(angle), 40 - 40 * np.sin(angle)) for angle in steps]
    corners = [(12 + x, 20 + y) for x, y in quarter]
    corners += [(116 - x, 20 + y) for x, y in quarter[::-1]]
    corners += [(116 - x, 108 - y) for x, y in quarter]
    corners += [(12 + x, 108 - y) for x, y in quarter[::-1]]
    body = inside(corners)

    shown = shown_box(stage, flat(corner_radius=40, anti_aliasing=False, corner_detail=2 if rule else 20))

    assert looks_like(shown, over_clear(ORANGE, body), far_from_edges(body)) is rule


@rule
def test_each_side_has_its_border(stage: MakeApp, rule: bool) -> None:
    widths = (5, 10, 30, 20)
    box = flat()
    for side, width in enumerate(widths if rule else widths[::-1]):
        box.set_border_width(side, width)
    within = (X > 17) & (X < 86) & (Y > 30) & (Y < 88)

    shown = shown_box(stage, box)

    assert looks_like(shown, over_clear(mixed(NAVY, ORANGE, within), away() < 0), EVERYWHERE) is rule


@rule
def test_a_round_border_is_soft_at_both_its_edges(stage: MakeApp, rule: bool) -> None:
    """The radius is that of the edge where softness begins, as in Godot: at the edge of the box it is a pixel more."""
    border = mixed(NAVY, ORANGE, np.clip(0.5 - away(shrunk(16), 15), 0, 1))

    shown = shown_box(stage, flat(border_width=16, corner_radius=30, anti_aliasing=rule))

    assert looks_like(shown, over_clear(border, np.clip(0.5 - away(radius=31), 0, 1)), EVERYWHERE) is rule


@rule
def test_a_border_blends_into_the_background(stage: MakeApp, rule: bool) -> None:
    part = np.clip(-away() / 30, 0, 1)
    # the corners of a border are mitred: how far a pixel is inside is its distance from the nearest side

    shown = shown_box(stage, flat(border_width=30, border_blend=rule))

    assert looks_like(shown, over_clear(mixed(NAVY, ORANGE, part), away() < 0), EVERYWHERE) is rule


@rule
def test_a_round_border_blends_into_the_background_from_where_it_is_whole(stage: MakeApp, rule: bool) -> None:
    depth = -away(radius=38)
    color = mixed(NAVY, ORANGE, np.clip((depth - 4) / 26, 0, 1))
    box = flat(border_width=30, corner_radius=30, border_blend=True, anti_aliasing_size=8 if rule else 1)

    shown = shown_box(stage, box)

    assert looks_like(shown, over_clear(color, np.clip(0.5 + depth / 8, 0, 1)), EVERYWHERE) is rule


@rule
@pytest.mark.parametrize("blend", [False, True])
def test_without_its_center_only_the_border_is_drawn(stage: MakeApp, blend: bool, rule: bool) -> None:
    depth = -away()
    alpha = np.clip(1 - depth / 30, 0, 1) if blend else depth < 30

    shown = shown_box(stage, flat(border_width=30, border_blend=blend, draw_center=not rule))

    assert looks_like(shown, over_clear(NAVY, alpha * (depth > 0)), EVERYWHERE) is rule


@rule
def test_borders_without_room_share_it(stage: MakeApp, rule: bool) -> None:
    box = flat(border_width_left=300 if rule else 70, border_width_right=100 if rule else 20, border_width_top=44)
    styled(box, border_color=VEIL)

    shown = shown_box(stage, box)

    assert looks_like(shown, over_clear(ORANGE, 0.5 * (away() < 0)), EVERYWHERE) is rule


@rule
def test_inner_corners_without_room_are_narrow(stage: MakeApp, rule: bool) -> None:
    box = flat(corner_radius=64 if rule else 0, border_width_left=40, border_width_right=40, anti_aliasing=False)
    whole, hole = np.hypot(X - 64, Y - 64) < 64, np.hypot((X - 64) / 24, (Y - 64) / 64) < 1

    shown = shown_box(stage, box, (0, 0, 128, 128))

    counted = far_from_edges(whole) & far_from_edges(hole)
    assert looks_like(shown, over_clear(mixed(NAVY, ORANGE, hole), whole), counted) is rule


@rule
def test_a_shadow_fades_around_the_box_that_it_is_moved_from(stage: MakeApp, rule: bool) -> None:
    rect = (20, 20, 70, 70)
    box = flat(corner_radius=20, shadow_size=24, shadow_color=(1, 1, 1, 0.8), anti_aliasing=False)
    box.shadow_offset = (14, 10) if rule else (0, 0)
    body = away(rect, 20) < 0
    shadow = 0.8 * np.clip(1 - np.maximum(away((34, 30, 70, 70), 20), 0) / 24, 0, 1)

    shown = shown_box(stage, box, rect)

    expected = np.where(body[:, :, None], over_clear(ORANGE, 1), over_clear(WHITE, shadow))
    assert looks_like(shown, expected, far_from_edges(body)) is rule


@rule
def test_a_shadow_without_a_center_is_around_the_box_alone(stage: MakeApp, rule: bool) -> None:
    box = flat(corner_radius=20, shadow_size=24, shadow_color=(1, 1, 1, 0.8), draw_center=not rule)
    outside = away(shrunk(8), 20)

    shown = shown_box(stage, box, shrunk(8))

    expected = over_clear(WHITE, 0.8 * np.clip(1 - outside / 24, 0, 1) * (outside > 0))
    assert looks_like(shown, expected, far_from_edges(outside > 0)) is rule


@rule
def test_expand_margins_move_the_sides(stage: MakeApp, rule: bool) -> None:
    box = flat()
    for side, size in enumerate((8, -6, 4, 12) if rule else (0, 0, 0, 0)):
        box.set_expand_margin(side, size)

    shown = shown_box(stage, box)

    assert looks_like(shown, over_clear(ORANGE, away((4, 26, 116, 94)) < 0), EVERYWHERE) is rule


@rule
def test_skewed_it_is_slanted_around_its_middle_with_soft_edges(stage: MakeApp, rule: bool) -> None:
    rect = (34, 20, 60, 88)
    along = X - 64 + 0.3 * (Y - 64)  # what is skewed back; edges are soft along the axes
    ramp = np.clip(0.5 - (np.abs(along) - 30), 0, 1) * np.clip(0.5 - (np.abs(Y - 64) - 44), 0, 1)
    corners = (np.abs(np.abs(along) - 30) < 2) & (np.abs(np.abs(Y - 64) - 44) < 2)

    shown = shown_box(stage, flat(bg_color=VEIL, skew=(0.3, 0) if rule else (0, 0)), rect)

    assert looks_like(shown, over_clear(ORANGE, 0.5 * ramp), ~corners) is rule


# --- StyleBoxLine ---


@rule
@pytest.mark.parametrize("vertical", [False, True])
def test_a_line_runs_along_the_top_or_the_left(stage: MakeApp, vertical: bool, rule: bool) -> None:
    box = styled(StyleBoxLine(), color=VEIL, thickness=50, grow_begin=10, grow_end=4, vertical=vertical is rule)
    line = (12, 10, 50, 102) if vertical else (2, 20, 118, 50)

    shown = shown_box(stage, box)

    assert looks_like(shown, over_clear(ORANGE, 0.5 * (away(line) < 0)), EVERYWHERE) is rule


# --- StyleBoxTexture ---


def sheet(width: int, height: int) -> Image:
    """A picture of which each pixel is another colour."""
    pixels = np.full((height, width, 4), 255, np.uint8)
    pixels[:, :, 0] = np.arange(width) * 255 // width
    pixels[:, :, 1] = (np.arange(height) * 255 // height)[:, None]
    pixels[:, :, 2] = (np.indices((height, width)).sum(axis=0) % 2) * 200
    return Image(pixels)


def mapped(place: Any, length: float, size: float, begin: float, end: float, mode: AxisStretchMode) -> Any:
    """What is shown at places along one axis, in pixels of the picture: the rule of Godot's canvas shader."""
    room, span = length - begin - end, size - begin - end
    if mode == STRETCH:
        middle = begin + (place - begin) / room * span
    elif mode == TILE:
        middle = begin + (place - begin) % span
    else:
        middle = begin + (place - begin) / room * max(1, np.floor(room / span + 0.5)) % 1 * span
    return np.where(place < begin, place, np.where(place >= length - end, size - length + place, middle))


def patched(image: Image, rect: Any, margins: Any, across: AxisStretchMode, down: AxisStretchMode) -> Any:
    """For each pixel what place in the picture is shown there, and whether it belongs to the rectangle."""
    x, y, width, height = rect
    column = mapped(X - x, width, image.width, margins[0], margins[2], across)
    row = mapped(Y - y, height, image.height, margins[1], margins[3], down)
    return column, row, away(rect) < 0


def over(image: Image, column: Any, row: Any, body: Any) -> Any:
    """The picture's pixels at places, within a body."""
    column, row = (np.floor(np.where(body, place, 0)).astype(int) for place in (column, row))
    return over_clear(image.pixels[row, column, :3] / 255, body)


def textured(image: Image, margins: Any, across: AxisStretchMode, down: AxisStretchMode, **settings: Any) -> Any:
    box = styled(StyleBoxTexture(), texture=ImageTexture(image), **settings)
    box.axis_stretch_horizontal, box.axis_stretch_vertical = across, down
    for side, margin in enumerate(margins):
        box.set_texture_margin(side, margin)
    return box


@rule
@pytest.mark.parametrize("across", AxisStretchMode)
@pytest.mark.parametrize("down", AxisStretchMode)
@pytest.mark.parametrize(("x", "y", "width", "height"), [(3, 5, 119, 113), (10, 20, 97, 83), (1, 2, 127, 77)])
def test_corners_keep_their_size_and_the_room_is_filled(
    stage: MakeApp, across: AxisStretchMode, down: AxisStretchMode, x: int, y: int, width: int, height: int, rule: bool
) -> None:
    image, margins, rect = sheet(17, 19), (3, 5, 4, 2), (x, y, width, height)
    column, row, body = patched(image, rect, margins, across, down)
    sure = np.minimum(np.abs(column - column.round()), np.abs(row - row.round())) > 0.02  # not between two pixels
    modes = (across, down) if rule else [AxisStretchMode((mode + 1) % 3) for mode in (across, down)]

    shown = shown_box(stage, textured(image, margins, *modes), rect, texture_filter=NEAREST)

    assert looks_like(shown, over(image, column, row, body), sure) is rule


@rule
@pytest.mark.parametrize("mode", [TILE, TILE_FIT])
def test_tiles_are_scaled_smoothly_with_what_lies_beside_them(
    stage: MakeApp, mode: AxisStretchMode, rule: bool
) -> None:
    image, margins, rect = sheet(17, 19), (3, 5, 4, 2), (3.5, 5.25, 119, 113)
    column, row, body = patched(image, rect, margins, mode, mode)
    left, top = np.clip(column - 0.5, 0, 15.999), np.clip(row - 0.5, 0, 17.999)
    pixels = image.pixels[:, :, :3] / 255
    low, high = left.astype(int), top.astype(int)
    upper = mixed(pixels[high, low], pixels[high, low + 1], left - low)
    lower = mixed(pixels[high + 1, low], pixels[high + 1, low + 1], left - low)
    expected = over_clear(mixed(upper, lower, top - high), body)

    box = textured(image, margins, mode, mode)
    shown = shown_box(stage, box, rect, texture_filter=LINEAR if rule else NEAREST)

    assert looks_like(shown, expected, far_from_edges(body)) is rule


@rule
@pytest.mark.parametrize("mode", AxisStretchMode)
def test_a_frame_without_its_center(stage: MakeApp, mode: AxisStretchMode, rule: bool) -> None:
    image, margins = sheet(48, 48), (16, 20, 18, 14)
    column, row, body = patched(image, BOX, margins, mode, mode)
    sure = np.minimum(np.abs(column - column.round()), np.abs(row - row.round())) > 0.02
    body &= (X < 28) | (X > 98) | (Y < 40) | (Y > 94)

    shown = shown_box(stage, textured(image, margins, mode, mode, draw_center=not rule), texture_filter=NEAREST)

    assert looks_like(shown, over(image, column, row, body), sure | ~body) is rule


@rule
def test_without_room_the_left_and_upper_margins_come_first(stage: MakeApp, rule: bool) -> None:
    image, margins, rect = sheet(150, 150), (70, 60, 60, 70), (10, 10, 100, 100)
    column, row, body = patched(image, rect, margins, STRETCH, STRETCH)

    shown = shown_box(
        stage, textured(image, margins if rule else (50, 50, 50, 50), STRETCH, STRETCH), rect, texture_filter=NEAREST
    )

    assert looks_like(shown, over(image, column, row, body), EVERYWHERE) is rule


@rule
def test_expand_margins_leave_the_corners_as_large(stage: MakeApp, rule: bool) -> None:
    image, margins = sheet(17, 19), (3, 5, 4, 2)
    box = textured(image, margins, TILE, TILE)
    for side, size in enumerate((8, -6, 4, 12) if rule else (0, 0, 0, 0)):
        box.set_expand_margin(side, size)
    column, row, body = patched(image, (4, 26, 116, 94), margins, TILE, TILE)

    shown = shown_box(stage, box, texture_filter=NEAREST)

    assert looks_like(shown, over(image, column, row, body), EVERYWHERE) is rule


@rule
@pytest.mark.parametrize("atlas", [False, True])
def test_a_part_of_a_texture_is_cut_into_nine(stage: MakeApp, atlas: bool, rule: bool) -> None:
    image, margins = sheet(40, 40), (3, 5, 4, 2)
    part = Image(image.pixels[7:26, 5:22].copy())
    box = textured(image, margins, TILE, TILE)
    region = (5, 7, 17, 19) if rule else (4, 7, 17, 19)
    if atlas:
        texture = AtlasTexture()
        texture.atlas, texture.region = box.texture, region
        box.texture = texture
    else:
        box.region_rect = region
    column, row, body = patched(part, BOX, margins, TILE, TILE)

    shown = shown_box(stage, box, texture_filter=NEAREST)

    assert looks_like(shown, over(part, column, row, body), EVERYWHERE) is rule


@rule
def test_its_colours_are_multiplied(stage: MakeApp, rule: bool) -> None:
    image, margins = sheet(17, 19), (3, 5, 4, 2)
    box = textured(image, margins, TILE, TILE, modulate_color=(0.5, 1, 0.25, 0.5) if rule else (0.5, 1, 0.25))
    column, row, body = patched(image, BOX, margins, TILE, TILE)
    colors = (over(image, column, row, body) / 255) * (0.5, 1, 0.25)

    shown = shown_box(stage, box, texture_filter=NEAREST)

    assert looks_like(shown, over_clear(colors, 0.5 * body), EVERYWHERE) is rule
