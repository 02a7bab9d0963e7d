"""Drawing methods on the screen, against shapes and colours that are worked out pixel by pixel here.

Each test has a parameter that switches its rule off, and the picture must then be another one.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Any

import numpy as np
import pytest

from engine.app import App
from engine.math import Transform2D, Vector2
from engine.resources import Image, ImageTexture
from nodes.world_2d.camera.camera_2d import Camera2D
from nodes.world_2d.node_2d import Node2D
from tests.image.canvas_pixels import (
    SIDE,
    X,
    Y,
    blended,
    far_from_edges,
    inside,
    looks_like,
    over_clear,
    painted,
    screen,
)

MakeApp = Callable[..., App]
NEAREST, LINEAR = Node2D.TextureFilter.NEAREST, Node2D.TextureFilter.LINEAR
REPEATED = Node2D.TextureRepeat.ENABLED
ORANGE = (1.0, 0.5, 0.1)
VEIL = (*ORANGE, 0.5)
RED, LIME, BLUE = (1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 1)
FEATHER = 1.25
rule = pytest.mark.parametrize("rule", [True, False])


def everywhere() -> Any:
    return np.ones((SIDE, SIDE), bool)


def soft(away: Any) -> Any:
    """How much of a soft edge is seen so many pixels outside of a shape."""
    return np.clip(1 - np.maximum(away, 0) / FEATHER, 0, 1)


def outside_of(left: float, top: float, right: float, bottom: float) -> Any:
    """How far the pixels are outside of a rectangle, by the nearest side."""
    return np.maximum(np.maximum(left - X, X - right), np.maximum(top - Y, Y - bottom))


def from_corners(count: int, radius: float, start: float) -> Any:
    """How far the pixels are outside of a circle of so many straight sides."""
    angles = start + (np.arange(count) + 0.5) * 2 * pi / count
    across = [(X - 64.2) * np.cos(angle) + (Y - 63.7) * np.sin(angle) for angle in angles]
    return np.max(across, axis=0) - radius * np.cos(pi / count)


# --- soft edges ---

AWAY: dict[str, tuple[Callable[[Node2D, bool], object], Callable[[], Any]]] = {
    "line": (
        lambda item, rule: item.draw_line((14.4, 64.3), (113.7, 64.3), VEIL, 50, rule),
        lambda: outside_of(14.4, 39.3, 113.7, 89.3),
    ),
    "rectangle": (
        lambda item, rule: item.draw_rect((14.3, 20.6, 100, 80.3), VEIL, antialiased=rule),
        lambda: outside_of(14.3, 20.6, 114.3, 100.9),
    ),
    "outline": (
        lambda item, rule: item.draw_rect((24.3, 24.6, 80, 80), VEIL, False, 30, rule),
        lambda: np.maximum(outside_of(9.3, 9.6, 119.3, 119.6), -outside_of(39.3, 39.6, 89.3, 89.6)),
    ),
    "circle": (
        lambda item, rule: item.draw_circle((64.2, 63.7), 50, VEIL, antialiased=rule),
        lambda: from_corners(64, 50, 0),
    ),
    "ring": (
        lambda item, rule: item.draw_circle((64.2, 63.7), 40, VEIL, False, 30, rule),
        lambda: np.abs(from_corners(64, 40, 0)) - 15,
    ),
    "arc": (
        lambda item, rule: item.draw_arc((64.2, 63.7), 40, 0.4, 0.4 + 2 * pi, 129, VEIL, 30, rule),
        lambda: np.abs(from_corners(128, 40, 0.4)) - 15,
    ),
    "polyline": (
        lambda item, rule: item.draw_polyline([(24.3, 30.2), (98.3, 30.2), (98.3, 110)], VEIL, 40, rule),
        lambda: np.minimum(outside_of(24.3, 10.2, 118.3, 50.2), outside_of(78.3, 10.2, 118.3, 110)),
    ),
}


@rule
@pytest.mark.parametrize("shape", AWAY)
def test_a_soft_edge_fades_over_its_width(stage: MakeApp, shape: str, rule: bool) -> None:
    draw, away = AWAY[shape]
    counted = everywhere()
    if shape == "polyline":
        counted = ~((X > 74) & (X < 82) & (Y > 47) & (Y < 55))  # where the rims of both arms meet

    shown = screen(stage, painted(lambda item: draw(item, rule)))

    assert looks_like(shown, over_clear(ORANGE, 0.5 * soft(away())), counted) is rule


# --- lines ---


@rule
def test_dashes_are_as_long_as_the_gaps(stage: MakeApp, rule: bool) -> None:
    node = painted(
        lambda item: (
            item.draw_dashed_line((4, 64), (124, 64), ORANGE, 100, 24, False)
            if rule
            else item.draw_line((4, 64), (124, 64), ORANGE, 100)
        )
    )
    dashes = (X > 4) & (X < 124) & (np.abs(Y - 64) < 50) & ((X - 4) // 24 % 2 == 0)

    shown = screen(stage, node)

    assert looks_like(shown, over_clear(ORANGE, dashes), everywhere()) is rule


@rule
def test_aligned_dashes_reach_both_ends(stage: MakeApp, rule: bool) -> None:
    node = painted(lambda item: item.draw_dashed_line((4, 64), (114, 64), ORANGE, 100, 24, rule))
    # five steps of 24 are 120, so that the first and the last of three dashes lose 5 pixels each
    dashes = ((X > 4) & (X < 23)) | ((X > 47) & (X < 71)) | ((X > 95) & (X < 114))

    shown = screen(stage, node)

    assert looks_like(shown, over_clear(ORANGE, dashes & (np.abs(Y - 64) < 50)), everywhere()) is rule


@rule
def test_the_colours_of_a_polyline_are_blended_along_it(stage: MakeApp, rule: bool) -> None:
    colors = [RED, LIME, BLUE] if rule else [RED, BLUE, LIME]
    node = painted(lambda item: item.draw_polyline_colors([(4, 64), (44, 64), (124, 64)], colors, 80))
    first, second = np.clip((X - 4) / 40, 0, 1), np.clip((X - 44) / 80, 0, 1)
    color = np.stack((1 - first, first - second, second), axis=2)
    body = (X > 4) & (X < 124) & (np.abs(Y - 64) < 40)

    shown = screen(stage, node)

    assert looks_like(shown, over_clear(color, body), everywhere()) is rule


@rule
def test_a_polyline_that_ends_where_it_begins_has_all_its_corners(stage: MakeApp, rule: bool) -> None:
    square = [(32, 32), (96, 32), (96, 96), (32, 96), (32, 32 if rule else 32.5)]
    node = painted(lambda item: item.draw_polyline(square, VEIL, 40))
    reach = np.maximum(np.abs(X - 64), np.abs(Y - 64))

    shown = screen(stage, node)

    assert looks_like(shown, over_clear(ORANGE, 0.5 * ((reach > 12) & (reach < 52))), everywhere()) is rule


@rule
def test_separate_lines_have_their_own_colours(stage: MakeApp, rule: bool) -> None:
    ends = [(4, 34), (124, 34), (4, 94), (124, 94)]
    node = painted(lambda item: item.draw_multiline_colors(ends, [RED, BLUE] if rule else [RED], 40))
    body = (X > 4) & (X < 124) & ((np.abs(Y - 34) < 20) | (np.abs(Y - 94) < 20))
    color = np.where((Y < 64)[:, :, None], (1, 0, 0), (0, 0, 1))

    shown = screen(stage, node)

    assert looks_like(shown, over_clear(color, body), everywhere()) is rule


@rule
def test_an_outline_without_room_within_is_filled(stage: MakeApp, rule: bool) -> None:
    node = painted(lambda item: item.draw_rect((34, 44, 60, 40), VEIL, False, 40 if rule else 39))

    shown = screen(stage, node)

    assert looks_like(shown, over_clear(ORANGE, 0.5 * (outside_of(14, 24, 114, 104) < 0)), everywhere()) is rule


@rule
def test_a_ring_without_room_within_is_a_disc(stage: MakeApp, rule: bool) -> None:
    node = painted(lambda item: item.draw_circle((64, 64), 20, VEIL, False, 40 if rule else 32))
    disc = np.hypot(X - 64, Y - 64) < 40

    shown = screen(stage, node)

    assert looks_like(shown, over_clear(ORANGE, 0.5 * disc), far_from_edges(disc)) is rule


@rule
def test_separate_lines_have_one_colour(stage: MakeApp, rule: bool) -> None:
    ends = [(4, 34), (124, 34), (4, 94), (124, 94)]
    node = painted(lambda item: item.draw_multiline(ends if rule else ends[:2], ORANGE, 40))
    body = (X > 4) & (X < 124) & ((np.abs(Y - 34) < 20) | (np.abs(Y - 94) < 20))

    shown = screen(stage, node)

    assert looks_like(shown, over_clear(ORANGE, body), everywhere()) is rule


@rule
def test_an_arc_goes_from_one_angle_to_another_clockwise(stage: MakeApp, rule: bool) -> None:
    end = 1.25 * pi if rule else 1.4 * pi
    node = painted(lambda item: item.draw_arc((64, 64), 40, -pi / 4, end, 129, ORANGE, 36))
    from_center = np.hypot(X - 64, Y - 64)
    body = (np.abs(from_center - 40) < 18) & (np.abs(X - 64) > 64 - Y)

    shown = screen(stage, node)

    assert looks_like(shown, over_clear(ORANGE, body), far_from_edges(body)) is rule


# --- polygons ---

STAR = [(64 + (60 - i % 2 * 26) * sin(i * pi / 5), 64 - (60 - i % 2 * 26) * cos(i * pi / 5)) for i in range(10)]


@rule
def test_a_polygon_of_one_colour_is_filled_dents_left_out(stage: MakeApp, rule: bool) -> None:
    node = painted(lambda item: item.draw_colored_polygon(STAR if rule else STAR[::2], VEIL))
    body = inside(STAR)

    shown = screen(stage, node)

    assert looks_like(shown, over_clear(ORANGE, 0.5 * body), far_from_edges(body)) is rule


@rule
def test_the_colours_of_a_polygons_corners_are_blended(stage: MakeApp, rule: bool) -> None:
    corners, colors = [(4, 124), (64, 4), (124, 124)], [RED, LIME, BLUE]
    node = painted(lambda item: item.draw_polygon(corners, colors if rule else colors[:1]))
    within, color = blended(corners, colors)

    shown = screen(stage, node)

    assert looks_like(shown, over_clear(color[:, :, :3], within), far_from_edges(within)) is rule


# --- where it is drawn ---


def corners_of(transform: Transform2D, *around: float) -> list[tuple[float, float]]:
    """The corners of a rectangle (left, top, right, bottom) where a transform has them."""
    left, top, right, bottom = around
    points = ((left, top), (right, top), (right, bottom), (left, bottom))
    return [(corner.x, corner.y) for corner in (transform * Vector2(point) for point in points)]


TURNED = Transform2D(0.4, (1.5, 0.75), 0.2, (60, 66))
BOX = (-30, -40, 30, 40)


def by_numbers(item: Node2D) -> None:
    item.draw_set_transform((60, 66), 0.4, (1.5, 0.75))


PLACED: dict[str, tuple[Transform2D, Callable[[Node2D], object]]] = {
    "numbers": (Transform2D(0.4, (1.5, 0.75), 0, (60, 66)), by_numbers),
    "matrix": (TURNED, lambda item: item.draw_set_transform_matrix(TURNED)),
}


@rule
@pytest.mark.parametrize("way", PLACED)
def test_what_is_drawn_after_a_transform_is_there(stage: MakeApp, way: str, rule: bool) -> None:
    transform, place = PLACED[way]

    def draw(item: Node2D) -> None:
        place(item)
        if not rule:
            item.draw_set_transform((64, 64))
        item.draw_rect((-30, -40, 60, 80), VEIL)

    body = inside(corners_of(transform, *BOX))

    shown = screen(stage, painted(draw))

    assert looks_like(shown, over_clear(ORANGE, 0.5 * body), far_from_edges(body)) is rule


NODES: dict[str, tuple[dict[str, Any], Transform2D]] = {
    "turned and scaled": (
        {"position": (60, 66), "rotation": 0.4, "scale": (1.5, 0.75)},
        Transform2D(0.4, (1.5, 0.75), 0, (60, 66)),
    ),
    "skewed": ({"position": (60, 66), "skew": 0.5}, Transform2D(0, (1, 1), 0.5, (60, 66))),
    "mirrored": ({"position": (60, 66), "scale": (-1, 1), "rotation": 0.3}, Transform2D(0.3, (-1, 1), 0, (60, 66))),
}


@rule
@pytest.mark.parametrize("kind", NODES)
def test_a_node_is_where_its_transform_has_it(stage: MakeApp, kind: str, rule: bool) -> None:
    properties, transform = NODES[kind]
    node = painted(lambda item: item.draw_rect((-30, -40, 70, 80), VEIL), **(properties if rule else {}))
    if not rule:
        node.position = (60, 66)
    body = inside(corners_of(transform, -30, -40, 40, 40))

    shown = screen(stage, node)

    assert looks_like(shown, over_clear(ORANGE, 0.5 * body), far_from_edges(body)) is rule


@rule
def test_a_camera_that_is_turned_and_zoomed_turns_the_canvas_the_other_way(stage: MakeApp, rule: bool) -> None:
    camera = Camera2D(position=(20, 10), rotation=0.4, zoom=(2, 1.5), ignore_rotation=not rule)
    view = Transform2D(0, (2, 1.5), 0, (64, 64)) * Transform2D(-0.4, (0, 0)) * Transform2D(0, (-20, -10))
    body = inside(corners_of(view, 0, -10, 45, 35))

    shown = screen(stage, painted(lambda item: item.draw_rect((0, -10, 45, 45), VEIL)), camera)

    assert looks_like(shown, over_clear(ORANGE, 0.5 * body), far_from_edges(body)) is rule


# --- primitives ---


@rule
def test_a_primitive_quad_has_four_colours_over_two_triangles(stage: MakeApp, rule: bool) -> None:
    corners = [(10, 10), (118, 10), (118, 118), (10, 118)]
    colors = [RED, LIME, BLUE, (1, 1, 1, 1)]
    expected = over_clear(0, 0)
    for triangle in ((0, 1, 2), (0, 2, 3)):
        within, color = blended([corners[i] for i in triangle], [colors[i] for i in triangle])
        expected[within] = 255 * color[within][:, :3]
    node = painted(lambda item: item.draw_primitive(corners, colors if rule else colors[:1]))

    shown = screen(stage, node)

    assert looks_like(shown, expected, far_from_edges(inside(corners))) is rule


@rule
@pytest.mark.parametrize("scale", [1, 5])
def test_one_and_two_points_are_a_pixel_wide(stage: MakeApp, scale: float, rule: bool) -> None:
    def draw(item: Node2D) -> None:
        item.draw_set_transform((0, 0), 0, (scale, scale))
        for row in range(0, SIDE, 2):
            at = (row + 0.5) / scale
            start, end = (0.5 / scale, at), (126.5 / scale, at)
            if rule:
                item.draw_primitive([start, end], [ORANGE])
            else:
                item.draw_line(start, end, ORANGE, 2)
        item.draw_primitive([(127.5 / scale, 127.5 / scale)], [LIME])

    expected = over_clear(ORANGE, (Y // 2 * 2 == Y - 0.5) & (X < 127))
    expected[127, 127] = (0, 255, 0)

    shown = screen(stage, painted(draw))

    assert looks_like(shown, expected, everywhere()) is rule


# --- textures ---


def sheet() -> Image:
    """8 x 8 pixels: a block of 4 x 4 in its middle has colours of its own, and all around is blue."""
    pixels = np.zeros((8, 8, 4), np.uint8)
    pixels[:, :] = (0, 0, 255, 255)
    pixels[2:6, 2:6, :3] = np.stack(
        (*np.meshgrid(np.arange(4) * 60 + 60, np.arange(4) * 60 + 60), np.zeros((4, 4))), axis=2
    )
    return Image(pixels)


@rule
def test_a_clipped_part_shows_nothing_of_what_lies_beside_it(stage: MakeApp, rule: bool) -> None:
    texture = ImageTexture(sheet())
    node = painted(
        lambda item: item.draw_texture_rect_region(texture, (0, 0, 128, 128), (2, 2, 4, 4), clip_uv=rule),
        texture_filter=LINEAR,
    )
    at = np.clip(np.arange(SIDE) + 0.5, 16, 112) / 32 - 0.5  # in pixels of the part, and not beyond their middles
    low = np.minimum(at.astype(int), 2)
    part = (at - low)[:, None]
    block = sheet().pixels[2:6, 2:6, :3].astype(float)
    rows = block[low] * (1 - part[:, :, None]) + block[low + 1] * part[:, :, None]
    expected = rows[:, low] * (1 - part[None]) + rows[:, low + 1] * part[None]

    shown = screen(stage, node)

    assert looks_like(shown, expected, everywhere()) is rule


@rule
def test_a_transposed_texture_is_mirrored_at_its_diagonal_with_its_rectangle(stage: MakeApp, rule: bool) -> None:
    pixels = np.full((4, 8, 4), 255, np.uint8)
    pixels[:, :, 0] = np.arange(8) * 30
    pixels[:, :, 1] = (np.arange(4) * 60)[:, None]
    texture = ImageTexture(Image(pixels))
    node = painted(
        lambda item: item.draw_texture_rect(texture, (0, 0, 128, 64), False, "white", rule), texture_filter=NEAREST
    )
    expected = over_clear(0, 0)
    expected[:, :64] = pixels[:, :, :3].swapaxes(0, 1).repeat(16, axis=0).repeat(16, axis=1)

    shown = screen(stage, node)

    assert looks_like(shown, expected, everywhere()) is rule


PARTS: dict[str, tuple[Callable[[Node2D, ImageTexture], object], tuple[slice, slice], Callable[[], Any]]] = {
    "natural": (
        lambda item, texture: item.draw_texture(texture, (20, 30)),
        (slice(30, 94), slice(20, 84)),
        lambda: large().pixels,
    ),
    "tinted": (
        lambda item, texture: item.draw_texture(texture, (20, 30), (1, 0.5, 0)),
        (slice(30, 94), slice(20, 84)),
        lambda: large().pixels * (1, 0.5, 0, 1),
    ),
    "stretched": (
        lambda item, texture: item.draw_texture_rect(texture, (0, 20, 128, 64), False),
        (slice(20, 84), slice(0, 128)),
        lambda: large().pixels.repeat(2, axis=1),
    ),
    "mirrored": (
        lambda item, texture: item.draw_texture_rect(texture, (20, 30, -64, 64), False),
        (slice(30, 94), slice(20, 84)),
        lambda: large().pixels[:, ::-1],
    ),
    "upside down": (
        lambda item, texture: item.draw_texture_rect(texture, (20, 30, 64, -64), False),
        (slice(30, 94), slice(20, 84)),
        lambda: large().pixels[::-1],
    ),
    "tiled": (
        lambda item, texture: item.draw_texture_rect(texture, (0, 0, 128, 96), True),
        (slice(0, 96), slice(0, 128)),
        lambda: np.tile(large().pixels, (2, 2, 1))[:96],
    ),
    "a region": (
        lambda item, texture: item.draw_texture_rect_region(texture, (10, 10, 96, 64), (8, 4, 48, 32)),
        (slice(10, 74), slice(10, 106)),
        lambda: large().pixels[4:36, 8:56].repeat(2, axis=0).repeat(2, axis=1),
    ),
}


def large() -> Image:
    """64 x 64 pixels of which no two in a row or a column are alike."""
    pixels = np.full((64, 64, 4), 255, np.uint8)
    pixels[:, :, 0], pixels[:, :, 1] = np.arange(64) * 4, (np.arange(64) * 4)[:, None]
    return Image(pixels)


@rule
@pytest.mark.parametrize("part", PARTS)
def test_a_texture_is_drawn_in_its_rectangle(stage: MakeApp, part: str, rule: bool) -> None:
    draw, place, pixels = PARTS[part]
    texture = ImageTexture(large() if rule else Image(large().pixels.swapaxes(0, 1).copy()))
    expected = over_clear(0, 0)
    expected[place] = pixels()[:, :, :3]

    shown = screen(stage, painted(lambda item: draw(item, texture), texture_filter=NEAREST, texture_repeat=REPEATED))

    assert looks_like(shown, expected, everywhere()) is rule
