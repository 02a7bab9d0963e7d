"""Lines on the screen, against shapes and colours that are worked out pixel by pixel here; no reference files.

Each test has a parameter that switches its rule off, and the picture must then be another one.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from engine.app import App
from engine.resources import Image, ImageTexture
from engine.resources.curves.curve import Curve
from engine.resources.gradient import Gradient
from engine.resources.textures.atlas_texture import AtlasTexture
from nodes.world_2d.line_2d import Line2D
from nodes.world_2d.node_2d import Node2D
from tests.image.canvas_pixels import (
    SIDE,
    X,
    Y,
    along,
    blended,
    far_from_edges,
    inside,
    looks_like,
    over_clear,
    painted,
    screen,
)

MakeApp = Callable[..., App]
NEAREST, REPEATED = Node2D.TextureFilter.NEAREST, Node2D.TextureRepeat.ENABLED
ORANGE = (1.0, 0.5, 0.1)
VEIL = (*ORANGE, 0.5)
FEATHER = 1.25
ELL = [(24.0, 24.0), (100.0, 24.0), (100.0, 104.0)]
rule = pytest.mark.parametrize("rule", [True, False])


def everywhere() -> Any:
    return np.ones((SIDE, SIDE), bool)


def sheet(width: int, height: int) -> Image:
    """A picture of which each pixel is another colour."""
    pixels = np.full((height, width, 4), 255, np.uint8)
    pixels[:, :, 0] = np.arange(width) * 255 // width
    pixels[:, :, 1] = (np.arange(height) * 255 // height)[:, None]
    pixels[:, :, 2] = (np.indices((height, width)).sum(axis=0) % 2) * 200
    return Image(pixels)


def colors_of(image: Image, column: Any, row: Any) -> Any:
    """The colours of an image's pixels, 0 to 1."""
    return image.pixels[np.asarray(row, int), np.asarray(column, int), :3] / 255


# --- width and colour along the line ---


@rule
def test_a_width_curve_makes_a_wedge(stage: MakeApp, rule: bool) -> None:
    curve = Curve()
    curve.add_point((0, 0), 0, 1)
    curve.add_point((1, 1), 1, 0)
    line = Line2D(points=[(4, 64), (124, 64)], width=120, default_color=ORANGE, width_curve=curve if rule else None)
    wedge = (np.abs(Y - 64) < 60 * (X - 4) / 120) & (X > 4) & (X < 124)

    shown = screen(stage, line)

    assert looks_like(shown, over_clear(ORANGE, wedge), far_from_edges(wedge)) is rule


@rule
def test_a_gradient_colours_the_line_along_its_length(stage: MakeApp, rule: bool) -> None:
    gradient = Gradient()
    gradient.colors = [(1, 0, 0, 1), (0, 0, 1, 0.25)]
    line = Line2D(points=[(4, 64), (34, 64), (124, 64)], width=80, gradient=gradient if rule else None)
    body = (X > 4) & (X < 124) & (np.abs(Y - 64) < 40)
    part = np.clip((X - 4) / 120, 0, 1)
    color = np.stack((1 - part, 0 * part, part), axis=2)

    shown = screen(stage, line)

    assert looks_like(shown, over_clear(color, body * (1 - 0.75 * part)), far_from_edges(body)) is rule


@rule
def test_a_gradient_goes_around_corners(stage: MakeApp, rule: bool) -> None:
    gradient = Gradient()
    gradient.colors = [(1, 0, 0), (0, 0, 1)]
    if not rule:
        gradient.reverse()
    start, bend, end = ((1 - part, 0, part) for part in (0, 76 / 156, 1))
    expected, body = over_clear(0, 0), np.zeros((SIDE, SIDE), bool)
    for corners, colors in (
        (((24, 44), (24, 4), (80, 44)), (start, start, bend)),
        (((24, 4), (80, 44), (120, 4)), (start, bend, bend)),
        (((80, 44), (120, 4), (80, 104)), (bend, bend, end)),
        (((120, 4), (80, 104), (120, 104)), (bend, end, end)),
    ):
        within, color = blended(corners, colors)
        expected[within] = 255 * color[within]
        body |= within

    shown = screen(stage, Line2D(points=ELL, width=40, gradient=gradient))

    assert looks_like(shown, expected, far_from_edges(body)) is rule


# --- textures ---


@rule
def test_a_tiled_texture_is_as_high_as_the_line_is_wide(stage: MakeApp, rule: bool) -> None:
    image = sheet(8, 8)
    line = Line2D(points=[(0, 64), (128, 64)], width=64, texture=ImageTexture(image), texture_repeat=REPEATED)
    line.texture_filter = NEAREST
    line.texture_mode = Line2D.LineTextureMode.TILE if rule else Line2D.LineTextureMode.STRETCH
    body = np.abs(Y - 64) < 32
    row = np.clip((Y - 32) / 8, 0, 7)  # 64 pixels of line for 8 of the picture

    shown = screen(stage, line)

    assert looks_like(shown, over_clear(colors_of(image, X / 8 % 8, row), body), everywhere()) is rule


@rule
def test_a_stretched_texture_lies_once_over_the_line(stage: MakeApp, rule: bool) -> None:
    image = sheet(8, 8)
    line = Line2D(points=[(0, 64), (32, 64), (128, 64)], width=64, texture=ImageTexture(image))
    line.texture_filter = NEAREST
    line.texture_mode = Line2D.LineTextureMode.STRETCH if rule else Line2D.LineTextureMode.TILE
    body = np.abs(Y - 64) < 32

    shown = screen(stage, line)

    expected = over_clear(colors_of(image, X / 16, np.clip((Y - 32) / 8, 0, 7)), body)
    assert looks_like(shown, expected, everywhere()) is rule


@rule
def test_without_a_mode_the_texture_shows_its_corner(stage: MakeApp, rule: bool) -> None:
    image = sheet(16, 8)
    line = Line2D(points=[(0, 64), (128, 64)], width=64, texture=ImageTexture(image), default_color=(1, 1, 1, 0.5))
    line.texture_mode = Line2D.LineTextureMode.NONE if rule else Line2D.LineTextureMode.STRETCH
    body = np.abs(Y - 64) < 32

    shown = screen(stage, line)

    assert looks_like(shown, over_clear(colors_of(image, 0, 0), 0.5 * body), everywhere()) is rule


@rule
def test_a_part_of_an_atlas_is_stretched_as_any_texture(stage: MakeApp, rule: bool) -> None:
    image = sheet(16, 16)
    part = AtlasTexture()
    part.atlas, part.region = ImageTexture(image), (4, 8, 8, 4)
    texture = part if rule else part.atlas
    line = Line2D(points=[(0, 64), (128, 64)], width=64, texture=texture, texture_mode=2, texture_filter=NEAREST)
    body = np.abs(Y - 64) < 32

    shown = screen(stage, line)

    expected = over_clear(colors_of(image, 4 + X / 16, 8 + np.clip((Y - 32) / 16, 0, 3)), body)
    assert looks_like(shown, expected, everywhere()) is rule


# --- joints and caps ---


def joint_shapes() -> dict[int, Any]:
    """What a line of 40 pixels through ELL covers, by its joint."""
    arms = ((np.abs(Y - 24) < 20) & (X > 24) & (X < 100)) | ((np.abs(X - 100) < 20) & (Y > 24) & (Y < 104))
    corner = (X >= 100) & (Y <= 24) & (X < 120) & (Y > 4)
    beyond = np.hypot(X - 100, Y - 24)
    return {0: arms | corner, 1: arms | (corner & (X - 100 + 24 - Y < 20)), 2: arms | (corner & (beyond < 20))}


@rule
@pytest.mark.parametrize("textured", [False, True])
@pytest.mark.parametrize("joint", list(Line2D.LineJointMode))
def test_a_bend_has_the_shape_of_its_joint(stage: MakeApp, joint: int, textured: bool, rule: bool) -> None:
    line = Line2D(points=ELL, width=40, default_color=VEIL, joint_mode=joint if rule else (joint + 1) % 3)
    line.round_precision = 64
    if textured:  # the ways with and without a texture are two
        line.texture, line.texture_mode = ImageTexture(Image.create(4, 4, (1, 1, 1))), 2
    body = joint_shapes()[joint]

    shown = screen(stage, line)

    assert looks_like(shown, over_clear(ORANGE, 0.5 * body), far_from_edges(body)) is rule


@rule
@pytest.mark.parametrize("textured", [False, True])
@pytest.mark.parametrize("cap", list(Line2D.LineCapMode))
def test_the_ends_have_the_shape_of_their_caps(stage: MakeApp, cap: int, textured: bool, rule: bool) -> None:
    chosen = cap if rule else (cap + 1) % 3
    lines, body = [], np.zeros((SIDE, SIDE), bool)
    for y in (32, 96):
        line = Line2D(points=[(34, y), (94, y)], width=56, default_color=VEIL, round_precision=64)
        line.begin_cap_mode = line.end_cap_mode = chosen
        if textured:
            line.texture, line.texture_mode = ImageTexture(Image.create(4, 4, (1, 1, 1))), 2
        lines.append(line)
        distance, _ = along([(34, y), (94, y)])
        reach = {0: 30, 1: 58}.get(cap)
        body |= distance < 28 if reach is None else (np.abs(X - 64) < reach) & (np.abs(Y - y) < 28)

    shown = screen(stage, *lines)

    assert looks_like(shown, over_clear(ORANGE, 0.5 * body), far_from_edges(body)) is rule


@rule
def test_a_closed_line_is_a_ring(stage: MakeApp, rule: bool) -> None:
    square = [(24, 24), (104, 24), (104, 104), (24, 104)]
    line = Line2D(points=square, width=32, default_color=VEIL, closed=rule)
    reach = np.maximum(np.abs(X - 64), np.abs(Y - 64))
    ring = (reach > 24) & (reach < 56)

    shown = screen(stage, line)

    assert looks_like(shown, over_clear(ORANGE, 0.5 * ring), far_from_edges(ring)) is rule


@rule
@pytest.mark.parametrize("joint", list(Line2D.LineJointMode))
def test_a_translucent_line_has_neither_seams_nor_overlap(stage: MakeApp, joint: int, rule: bool) -> None:
    bent = [(10, 100), (40, 30), (64, 90), (90, 28), (118, 100)]

    def separately(item: Node2D) -> None:
        for start, end in pairwise(bent):
            item.draw_line(start, end, VEIL, 24)

    if rule:
        node: Node2D = Line2D(points=bent, width=24, default_color=VEIL, joint_mode=joint)
    else:
        node = painted(separately)

    shown = screen(stage, node)
    kinds = np.unique(shown.reshape(-1, 3), axis=0)
    covered = (np.abs(shown - over_clear(ORANGE, 0)) > 8).any(axis=2)

    assert covered.mean() > 0.25
    assert (len(kinds) == 2) is rule


# --- soft edges ---


@rule
@pytest.mark.parametrize("textured", [False, True])
def test_a_soft_edge_fades_over_its_width(stage: MakeApp, textured: bool, rule: bool) -> None:
    # at a slope, so that pixels lie at all distances from the edge
    ends = [(8.0, 40.0), (120.0, 88.0)]
    line = Line2D(points=ends, width=40, default_color=ORANGE, antialiased=rule)
    if textured:
        line.texture, line.texture_mode = ImageTexture(Image.create(4, 4, (1, 1, 1))), 2
    distance, place = along(ends)
    soft = np.clip(1 - (distance - 20) / FEATHER, 0, 1)
    between = (place > 4) & (place < np.hypot(112, 48) - 4)

    shown = screen(stage, line)

    assert looks_like(shown, over_clear(ORANGE, soft), between) is rule


@rule
def test_a_soft_edge_goes_around_corners_and_ends(stage: MakeApp, rule: bool) -> None:
    line = Line2D(points=ELL, width=40, default_color=VEIL, antialiased=rule)
    body = joint_shapes()[0]
    away = np.where(body, 0.0, np.inf)
    for left, top, right, bottom in ((24, 4, 120, 44), (80, 4, 120, 104)):
        away = np.minimum(away, np.maximum(np.maximum(left - X, X - right), np.maximum(top - Y, Y - bottom)))
    soft = np.clip(1 - np.maximum(away, 0) / FEATHER, 0, 1)
    dent = (X > 74) & (X < 82) & (Y > 42) & (Y < 50)  # where the rims of both arms meet

    shown = screen(stage, line)

    assert looks_like(shown, over_clear(ORANGE, 0.5 * soft), ~dent) is rule


def test_the_shapes_here_are_what_they_say() -> None:
    assert inside([(10, 10), (20, 10), (20, 30), (10, 30)]).sum() == 200
    assert (along([(0, 0), (128, 0)])[0][10] == 10.5).all()
