"""What the canvas draws of a surface: the same triangles, lines and points, as strips of four points."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from engine.resources.meshes.canvas_surface import CanvasSurface, canvas_surface
from engine.resources.meshes.mesh import Mesh
from engine.resources.meshes.plane_mesh import QuadMesh

Type, Kind = Mesh.ArrayType, Mesh.PrimitiveType
ZIGZAG = [(0, 0), (1, 4), (3, 0), (4, 4), (6, 0)]


def surface(kind: Mesh.PrimitiveType, points: Any, index: Any = None, **more: Any) -> CanvasSurface | None:
    arrays: list[Any] = [None] * Type.MAX
    arrays[Type.VERTEX] = np.array(points, np.float32)
    arrays[Type.INDEX] = None if index is None else np.array(index, np.int32)
    for name, values in more.items():
        arrays[Type[name]] = np.array(values, np.float32)
    return canvas_surface(arrays, kind)


def drawn(found: CanvasSurface | None) -> list[set[tuple[float, ...]]]:
    """The triangles that strips show, in order, those without area left out."""
    assert found is not None
    triangles = []
    for strip in found.points.tolist():
        corners = [tuple(point) for point in strip]
        triangles += [set(corners[:3]), set(corners[1:])]
    return [triangle for triangle in triangles if len(triangle) == 3]


def test_two_triangles_with_an_edge_in_common_are_one_strip() -> None:
    corners = [(0, 0), (8, 0), (0, 8), (8, 8)]
    wanted = [{corners[0], corners[1], corners[2]}, {corners[1], corners[2], corners[3]}]

    for first in ([0, 1, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]):
        for second in ([1, 3, 2], [3, 2, 1], [2, 1, 3], [1, 2, 3]):
            found = surface(Kind.TRIANGLES, corners, [*first, *second])
            assert found is not None
            assert len(found.points) == 1
            assert drawn(found) == wanted


def test_triangles_without_a_common_edge_stay_single_and_in_order() -> None:
    points = [(0, 0), (1, 0), (0, 1), (9, 9), (8, 9), (9, 8)]
    found = surface(Kind.TRIANGLES, points)

    assert found is not None
    assert found.points[:, :3].reshape(-1, 2).tolist() == [list(point) for point in points]
    assert (found.points[:, 2] == found.points[:, 3]).all()


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_any_triangles_are_drawn_in_their_order(count: int) -> None:
    generator = np.random.default_rng(count)
    points = generator.integers(0, 100, (7, 2))
    for _ in range(50):
        index = np.array([generator.permutation(7)[:3] for _ in range(count)])
        wanted = [{tuple(points[i].tolist()) for i in triangle} for triangle in index]
        wanted = [triangle for triangle in wanted if len(triangle) == 3]
        assert drawn(surface(Kind.TRIANGLES, points, index.ravel())) == wanted


@pytest.mark.parametrize("count", [3, 4, 5])
def test_a_triangle_strip_shows_each_three_points_after_one_another(count: int) -> None:
    points: list[tuple[float, ...]] = [*ZIGZAG[:count]]

    wanted = [set(points[i : i + 3]) for i in range(count - 2)]
    assert drawn(surface(Kind.TRIANGLE_STRIP, points)) == wanted


def test_lines_join_each_two_points_and_a_line_strip_all() -> None:
    lines, strip = surface(Kind.LINES, ZIGZAG), surface(Kind.LINE_STRIP, ZIGZAG)

    for found, pairs in ((lines, [ZIGZAG[0:2], ZIGZAG[2:4]]), (strip, [*pairwise(ZIGZAG)])):
        assert found is not None
        assert found.is_lines
        assert found.points.tolist() == [[list(a), list(a), list(b), list(b)] for a, b in pairs]


def test_points_are_squares_of_one_pixel_around_them() -> None:
    found = surface(Kind.POINTS, [(3, 4)])

    assert found is not None
    assert not found.is_lines
    assert found.points.tolist() == [[[2.5, 3.5], [3.5, 3.5], [2.5, 4.5], [3.5, 4.5]]]


def test_coordinates_and_colours_go_with_their_points() -> None:
    found = surface(
        Kind.TRIANGLES, ZIGZAG, [4, 2, 0], TEX_UV=[(i, -i) for i in range(5)], COLOR=[(i, 0, 0, 1) for i in range(5)]
    )

    assert found is not None
    assert found.uvs is not None
    assert found.colors is not None
    assert found.uvs[0].tolist() == [[4, -4], [2, -2], [0, 0], [0, 0]]
    assert found.colors[0, :, 0].tolist() == [4, 2, 0, 0]


def test_z_is_left_out() -> None:
    found = surface(Kind.TRIANGLES, [(0, 0, 7), (1, 0, 8), (0, 1, 9)])

    assert found is not None
    assert found.points[0, :3].tolist() == [[0, 0], [1, 0], [0, 1]]


def test_what_has_a_point_that_is_no_finite_place_is_left_out() -> None:
    points = [*ZIGZAG[:3], (np.nan, 0), (np.inf, 1), (5, 5)]

    found = surface(Kind.TRIANGLES, points, TEX_UV=[(np.nan, np.inf)] * 6)

    assert drawn(found) == [set(ZIGZAG[:3])]
    assert found is not None
    assert found.uvs is not None
    assert (found.uvs == 0).all()


@pytest.mark.parametrize("kind", Kind)
def test_too_few_points_draw_nothing(kind: Mesh.PrimitiveType) -> None:
    assert surface(kind, np.empty((0, 2))) is None
    if kind is not Kind.POINTS:
        assert surface(kind, [(0, 0)]) is None


def test_what_is_drawn_of_a_mesh_is_worked_out_once_after_each_change() -> None:
    quad = QuadMesh()
    before = quad.canvas_surfaces()

    assert quad.canvas_surfaces() is before
    quad.size = (6, 6)
    assert quad.canvas_surfaces()[0].points.max() == 3
