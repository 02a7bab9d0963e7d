"""Meshes on the screen, against pictures that are put together pixel by pixel here; no reference files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.app import App
from engine.math import Transform2D
from engine.resources import Image, ImageTexture
from engine.resources.meshes.array_mesh import ArrayMesh
from engine.resources.meshes.mesh import Mesh
from engine.resources.meshes.multi_mesh import MultiMesh
from engine.resources.meshes.plane_mesh import QuadMesh
from nodes.world_2d.mesh_instance_2d import MeshInstance2D
from nodes.world_2d.multi_mesh_instance_2d import MultiMeshInstance2D
from nodes.world_2d.node_2d import Node2D
from tests.image.canvas_pixels import CLEAR, QUARTER, TOLERANCE, taken

MakeApp = Callable[..., App]
Floats = NDArray[np.float64]

SIZE = 64
NEAREST = Node2D.TextureFilter.NEAREST
Kind = Mesh.PrimitiveType


def picture() -> NDArray[np.uint8]:
    """16 x 16 pixels, no two in a row or column alike, in the middle translucent."""
    pixels = np.zeros((16, 16, 4), np.uint8)
    pixels[:, :, 0] = np.arange(16) * 17
    pixels[:, :, 1] = (np.arange(16) * 17)[:, None]
    pixels[:, :, 2] = 128
    pixels[:, :, 3] = 255
    pixels[4:12, 4:12, 3] = 128
    return pixels


def background() -> Floats:
    shown = np.empty((SIZE, SIZE, 3))
    shown[:] = np.array(CLEAR) * 255
    return shown


def blended(shown: Floats, pixels: Any, x: int, y: int, tint: Any = (1, 1, 1, 1)) -> None:
    """Draw pixels (h, w, 4), 0 to 255, with their top left corner at (x, y)."""
    pixels = np.asarray(pixels, np.float64) * tint
    height, width = pixels.shape[:2]
    part = shown[y : y + height, x : x + width]
    alpha = pixels[:, :, 3:] / 255
    part[:] = pixels[:, :, :3] * alpha + part * (1 - alpha)


def screen(stage: MakeApp, *nodes: Node2D) -> NDArray[np.uint8]:
    return taken(stage, *nodes, side=SIZE)


def looks_alike(shown: NDArray[np.uint8], wanted: Floats) -> bool:
    """Whether the pixels that something was drawn on are as wanted; they are a quarter at least."""
    drawn = np.abs(wanted - background()).max(axis=2) > TOLERANCE
    assert drawn.mean() >= QUARTER
    return bool((np.abs(shown[:, :, :3].astype(np.float64) - wanted).max(axis=2)[drawn] <= TOLERANCE).all())


def mesh_of(kind: Mesh.PrimitiveType, points: Any, *, colors: Any = None, uvs: Any = None, index: Any = None) -> Mesh:
    arrays: list[Any] = [None] * Mesh.ArrayType.MAX
    arrays[Mesh.ArrayType.VERTEX], arrays[Mesh.ArrayType.COLOR] = points, colors
    arrays[Mesh.ArrayType.TEX_UV], arrays[Mesh.ArrayType.INDEX] = uvs, index
    made = ArrayMesh()
    made.add_surface_from_arrays(kind, arrays)
    return made


def square(side: float, **more: Any) -> Mesh:
    corners = [(0, 0), (side, 0), (side, side), (0, side)]
    return mesh_of(Kind.TRIANGLES, corners, index=[0, 1, 2, 0, 2, 3], **more)


@pytest.mark.parametrize("rule", [True, False])
def test_a_mesh_shows_its_texture_at_its_coordinates(stage: MakeApp, rule: bool) -> None:
    turned = [(0, 1), (0, 0), (1, 0), (1, 1)]  # by a quarter: up of the picture is left of the mesh
    mesh = square(48, uvs=turned if rule else [(0, 0), (1, 0), (1, 1), (0, 1)])
    instance = MeshInstance2D(mesh=mesh, texture=ImageTexture(Image(picture())), position=(8, 8))
    instance.texture_filter = NEAREST

    shown = screen(stage, instance)

    wanted = background()
    blended(wanted, np.rot90(picture(), -1).repeat(3, 0).repeat(3, 1), 8, 8)
    assert looks_alike(shown, wanted) is rule


@pytest.mark.parametrize("rule", [True, False])
def test_a_mesh_without_a_texture_shows_the_colours_of_its_points_blended(stage: MakeApp, rule: bool) -> None:
    colors = [(1, 0, 0, 1), (0, 0, 1, 1), (0, 0, 1, 1), (1, 0, 0, 1)]
    mesh = square(64, colors=colors if rule else None)

    shown = screen(stage, MeshInstance2D(mesh=mesh))

    share = (np.arange(SIZE) + 0.5) / SIZE
    wanted = np.zeros((SIZE, SIZE, 3))
    wanted[:, :, 0], wanted[:, :, 2] = 255 * (1 - share), 255 * share
    assert looks_alike(shown, wanted) is rule


@pytest.mark.parametrize("rule", [True, False])
def test_the_picture_of_a_quad_is_upside_down_on_the_canvas(stage: MakeApp, rule: bool) -> None:
    quad = QuadMesh()
    quad.size = (48, 48)
    instance = MeshInstance2D(mesh=quad, texture=ImageTexture(Image(picture())), position=(32, 32))
    instance.texture_filter = NEAREST
    instance.scale = (1, 1) if rule else (1, -1)

    shown = screen(stage, instance)

    wanted = background()
    blended(wanted, picture()[::-1].repeat(3, 0).repeat(3, 1), 8, 8)
    assert looks_alike(shown, wanted) is rule


@pytest.mark.parametrize("rule", [True, False])
def test_instances_are_drawn_in_order_in_their_colours(stage: MakeApp, rule: bool) -> None:
    quad = QuadMesh()
    quad.size = (16, -16)  # the picture upright
    places = [(12 * (i % 4) + 14, 12 * (i // 4) + 14) for i in range(16)]  # each covers a part of the one before
    tints = [(1 - 0.05 * i, 0.2 + 0.05 * i, 1, 1 - 0.03 * i) for i in range(16)]
    multimesh = MultiMesh()
    multimesh.mesh, multimesh.use_colors = quad, rule
    multimesh.instance_count = 16
    multimesh.transforms_2d = [(1, 0, 0, 1, x, y) for x, y in places]
    if rule:
        multimesh.colors = tints
    instance = MultiMeshInstance2D(multimesh=multimesh, texture=ImageTexture(Image(picture())))

    shown = screen(stage, instance)

    wanted = background()
    for (x, y), tint in zip(places, tints, strict=True):
        blended(wanted, picture(), x - 8, y - 8, tint)
    assert looks_alike(shown, wanted) is rule


@pytest.mark.parametrize("rule", [True, False])
def test_only_visible_instances_are_seen(stage: MakeApp, rule: bool) -> None:
    multimesh = MultiMesh()
    multimesh.mesh, multimesh.instance_count = square(32), 4
    multimesh.transforms_2d = [(1, 0, 0, 1, x, y) for x, y in ((0, 0), (32, 0), (0, 32), (32, 32))]
    multimesh.visible_instance_count = 3 if rule else -1

    shown = screen(stage, MultiMeshInstance2D(multimesh=multimesh))

    wanted = background()
    wanted[:32] = wanted[32:, :32] = 255
    assert looks_alike(shown, wanted)
    assert bool((shown[33:, 33:, :3] == np.round(background()[0, 0])).all()) is rule


class Drawer(Node2D):
    """Draws a mesh by the drawing method."""

    transform_of_mesh = Transform2D.IDENTITY
    tint: Any = "white"

    def on_draw(self) -> None:
        self.draw_mesh(square(16), None, self.transform_of_mesh, self.tint)


@pytest.mark.parametrize("rule", [True, False])
def test_draw_mesh_places_and_tints_what_it_draws(stage: MakeApp, rule: bool) -> None:
    drawer = Drawer(position=(8, 8))
    drawer.tint = (1, 0.5, 0, 0.5)
    if rule:
        drawer.transform_of_mesh = Transform2D((3, 0), (0, 2), (0, 8))

    shown = screen(stage, drawer)

    wanted = background()
    blended(wanted, np.full((32, 48, 4), 255), 8, 16, (1, 0.5, 0, 0.5))
    assert looks_alike(shown, wanted) is rule


class ManyDrawer(Node2D):
    """Draws a multimesh by the drawing method."""

    multimesh = MultiMesh()

    def on_draw(self) -> None:
        self.draw_multimesh(self.multimesh, None)


@pytest.mark.parametrize("rule", [True, False])
def test_draw_multimesh_draws_every_instance_in_its_place(stage: MakeApp, rule: bool) -> None:
    drawer = ManyDrawer(position=(8, 0))
    drawer.multimesh = MultiMesh()
    drawer.multimesh.mesh, drawer.multimesh.instance_count = square(24), 2
    drawer.multimesh.transforms_2d = [(1, 0, 0, 1, 0, 8), (1, 0, 0, 1, 24, 32)] if rule else [(1, 0, 0, 1, 0, 0)] * 2

    shown = screen(stage, drawer)

    wanted = background()
    wanted[8:32, 8:32] = wanted[32:56, 32:56] = 255
    assert looks_alike(shown, wanted) is rule


@pytest.mark.parametrize("rule", [True, False])
def test_lines_of_a_mesh_are_one_pixel_wide_however_it_is_scaled(stage: MakeApp, rule: bool) -> None:
    rows = np.arange(0.5, 64, 2) / 4
    ends = [(x, y) for y in rows for x in (0, 16)]
    colors = [(1, 1, 0, 1), (1, 1, 0, 1)] * len(rows)
    mesh = mesh_of(Kind.LINES if rule else Kind.POINTS, ends, colors=colors)

    shown = screen(stage, MeshInstance2D(mesh=mesh, scale=(4, 4)))

    wanted = background()
    wanted[::2] = (255, 255, 0)
    assert looks_alike(shown, wanted) is rule


@pytest.mark.parametrize("rule", [True, False])
def test_points_of_a_mesh_are_squares_of_one_pixel(stage: MakeApp, rule: bool) -> None:
    spots = [(x + 0.5, y + 0.5) for y in range(0, 64, 2) for x in range(64)]
    mesh = mesh_of(Kind.POINTS if rule else Kind.LINE_STRIP, spots)

    shown = screen(stage, MeshInstance2D(mesh=mesh))

    wanted = background()
    wanted[::2] = 255
    gaps = shown[1::2, :, :3].astype(np.float64)
    assert looks_alike(shown, wanted)
    assert bool((np.abs(gaps - background()[1::2]) <= TOLERANCE).all()) is rule
