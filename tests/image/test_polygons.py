"""Polygons on the screen, against shapes and colours that are worked out pixel by pixel here; no reference files.

Each test has a parameter that switches its rule off, and the picture must then be another one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engine.app import App
from engine.resources import Image, ImageTexture
from nodes.world_2d.node_2d import Node2D
from nodes.world_2d.polygon_2d import Polygon2D
from tests.image.canvas_pixels import (
    SIDE,
    X,
    Y,
    blended,
    far_from_edges,
    inside,
    looks_like,
    over_clear,
    screen,
)

MakeApp = Callable[..., App]
NEAREST, REPEATED = Node2D.TextureFilter.NEAREST, Node2D.TextureRepeat.ENABLED
ORANGE = (1.0, 0.5, 0.1)
VEIL = (*ORANGE, 0.5)
ARROW = [(10.0, 14.0), (118.0, 14.0), (118.0, 118.0), (64.0, 60.0), (10.0, 118.0)]
SQUARE = [(16.0, 16.0), (112.0, 16.0), (112.0, 112.0), (16.0, 112.0)]
FEATHER = 1.25
rule = pytest.mark.parametrize("rule", [True, False])
directions = pytest.mark.parametrize("direction", [1, -1])


def sheet(side: int) -> Image:
    """A picture of which each pixel is another colour."""
    pixels = np.full((side, side, 4), 255, np.uint8)
    pixels[:, :, 0] = np.arange(side) * 255 // side
    pixels[:, :, 1] = (np.arange(side) * 255 // side)[:, None]
    pixels[:, :, 2] = (np.indices((side, side)).sum(axis=0) % 2) * 200
    return Image(pixels)


def colors_of(image: Image, column: Any, row: Any) -> Any:
    """The colours of an image's pixels, 0 to 1; the picture is repeated."""
    return image.pixels[np.floor(row).astype(int) % image.height, np.floor(column).astype(int) % image.width, :3] / 255


@rule
@directions
def test_it_is_filled_evenly_dents_left_out(stage: MakeApp, direction: int, rule: bool) -> None:
    polygon = Polygon2D(polygon=ARROW[::direction] if rule else SQUARE, color=VEIL)
    body = inside(ARROW)

    shown = screen(stage, polygon)

    assert looks_like(shown, over_clear(ORANGE, 0.5 * body), far_from_edges(body)) is rule


@rule
def test_colours_of_corners_are_blended(stage: MakeApp, rule: bool) -> None:
    corners = [(10, 10), (118, 10), (10, 118)]
    colors = [(1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 0.25)]
    polygon = Polygon2D(polygon=corners, vertex_colors=colors if rule else colors[:2])
    within, color = blended(corners, colors)

    shown = screen(stage, polygon)

    expected = over_clear(color[:, :, :3], 0)
    alpha = (color[:, :, 3] * within)[:, :, None]
    expected = 255 * color[:, :, :3] * alpha + expected * (1 - alpha)
    assert looks_like(shown, expected, far_from_edges(within)) is rule


@rule
@pytest.mark.parametrize(
    "settings",
    [
        {"texture_offset": (3, 5)},
        {"texture_scale": (0.25, 0.125)},
        {"texture_rotation": 0.5, "texture_scale": (0.2, 0.2)},
        {"texture_rotation": -1.2, "texture_scale": (0.25, 0.5), "texture_offset": (20, -9), "offset": (4, 2)},
    ],
)
def test_its_texture_is_turned_moved_and_scaled(stage: MakeApp, settings: dict[str, Any], rule: bool) -> None:
    image = sheet(16)
    shown_settings = settings if rule else {"offset": settings.get("offset", (0, 0))}
    polygon = Polygon2D(polygon=SQUARE, texture=ImageTexture(image), **shown_settings)
    polygon.texture_filter, polygon.texture_repeat = NEAREST, REPEATED
    left, top = settings.get("offset", (0, 0))
    body = inside([(x + left, y + top) for x, y in SQUARE])
    angle, (across, down) = settings.get("texture_rotation", 0), settings.get("texture_scale", (1, 1))
    right, below = settings.get("texture_offset", (0, 0))
    column = (np.cos(angle) * X - np.sin(angle) * Y + right) * across
    row = (np.sin(angle) * X + np.cos(angle) * Y + below) * down
    whole = np.minimum(np.abs(column - column.round()), np.abs(row - row.round())) > 0.02  # not between two pixels

    shown = screen(stage, polygon)

    assert looks_like(shown, over_clear(colors_of(image, column, row), body), whole & far_from_edges(body)) is rule


@rule
def test_its_corners_are_at_their_places_in_the_texture(stage: MakeApp, rule: bool) -> None:
    image = sheet(8)
    places = [(8, 0), (8, 8), (0, 8), (0, 0)]  # a quarter turn
    polygon = Polygon2D(polygon=SQUARE, texture=ImageTexture(image), uv=places if rule else ())
    polygon.texture_filter = NEAREST
    body = inside(SQUARE)
    column, row = np.clip((8 - (Y - 16) / 12, (X - 16) / 12), 0, 7.99)

    shown = screen(stage, polygon)

    assert looks_like(shown, over_clear(colors_of(image, column, row), body), far_from_edges(body)) is rule


@rule
def test_its_parts_are_drawn_in_place_of_its_outline(stage: MakeApp, rule: bool) -> None:
    corners = [(4, 4), (124, 4), (124, 124), (4, 124), (64, 64)]
    parts = [(0, 1, 4), (2, 3, 4)]
    polygon = Polygon2D(polygon=corners, polygons=parts if rule else [], internal_vertex_count=1, color=VEIL)
    body = inside([corners[i] for i in parts[0]]) | inside([corners[i] for i in parts[1]])

    shown = screen(stage, polygon)

    assert looks_like(shown, over_clear(ORANGE, 0.5 * body), far_from_edges(body)) is rule


@rule
@directions
@pytest.mark.parametrize("antialiased", [False, True])
def test_inverted_it_fills_a_frame_around_itself(stage: MakeApp, direction: int, antialiased: bool, rule: bool) -> None:
    arrow = [(40.0, 40.0), (88.0, 36.0), (92.0, 92.0), (64.0, 70.0), (36.0, 88.0)]
    polygon = Polygon2D(polygon=arrow[::direction], color=VEIL, invert_enabled=rule, invert_border=30)
    polygon.antialiased = antialiased
    frame = (X > 6) & (X < 122) & (Y > 6) & (Y < 122) & ~inside(arrow)

    shown = screen(stage, polygon)

    assert looks_like(shown, over_clear(ORANGE, 0.5 * frame), far_from_edges(frame, 3 if antialiased else 1)) is rule


@rule
def test_a_soft_edge_fades_over_its_width(stage: MakeApp, rule: bool) -> None:
    center, reach = np.array((64.0, 64.0)), 50.0
    angles = np.array((0.3, 0.3 + np.pi / 2, 0.3 + np.pi, 0.3 + 3 * np.pi / 2))
    normals = np.stack((np.cos(angles), np.sin(angles)), axis=1)
    corners = [tuple(center + reach * (normals[i] + normals[(i + 1) % 4])) for i in range(4)]
    away = np.max([(X - 64) * nx + (Y - 64) * ny for nx, ny in normals], axis=0) - reach
    polygon = Polygon2D(polygon=corners, color=VEIL, antialiased=rule)

    shown = screen(stage, polygon)

    soft = np.clip(1 - away / FEATHER, 0, 1)
    assert looks_like(shown, over_clear(ORANGE, 0.5 * soft), np.ones((SIDE, SIDE), bool)) is rule
