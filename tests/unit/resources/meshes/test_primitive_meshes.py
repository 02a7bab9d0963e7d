"""PlaneMesh and QuadMesh: where their points are, and what they show there."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import AABB
from engine.resources.meshes.mesh import Mesh
from engine.resources.meshes.plane_mesh import PlaneMesh, QuadMesh
from engine.resources.meshes.primitive_mesh import PrimitiveMesh
from engine.resources.shading.material import Material

Type = Mesh.ArrayType


def array(mesh: PrimitiveMesh, kind: Mesh.ArrayType) -> Any:
    found = mesh.get_mesh_arrays()[kind]
    assert found is not None
    return found.tolist()


def test_a_quad_faces_the_viewer_with_its_picture_upright_where_y_is_up() -> None:
    quad = QuadMesh()
    quad.size = (8, 4)

    places = dict(zip(map(tuple, array(quad, Type.VERTEX)), array(quad, Type.TEX_UV), strict=True))

    assert places == {(-4, 2, 0): [0, 0], (4, 2, 0): [1, 0], (-4, -2, 0): [0, 1], (4, -2, 0): [1, 1]}
    assert array(quad, Type.NORMAL) == [[0, 0, 1]] * 4


@pytest.mark.parametrize(
    ("orientation", "corner", "normal"),
    [
        (PlaneMesh.Orientation.FACE_X, (0, -1, -2), (1, 0, 0)),
        (PlaneMesh.Orientation.FACE_Y, (2, 0, 1), (0, 1, 0)),
        (PlaneMesh.Orientation.FACE_Z, (2, -1, 0), (0, 0, 1)),
    ],
)
def test_a_plane_faces_one_of_the_axes(orientation: Any, corner: tuple[int, ...], normal: tuple[int, ...]) -> None:
    plane = PlaneMesh()
    plane.size = (4, 2)
    plane.orientation = orientation
    plane.center_offset = (10, 20, 30)

    assert array(plane, Type.VERTEX)[0] == (np.array(corner) + (10, 20, 30)).tolist()
    assert array(plane, Type.NORMAL) == [list(normal)] * 4


def test_triangles_turn_clockwise_seen_from_where_the_normal_points() -> None:
    for orientation in PlaneMesh.Orientation:
        plane = PlaneMesh()
        plane.orientation = orientation
        points, indices = np.array(array(plane, Type.VERTEX)), np.array(array(plane, Type.INDEX))
        a, b, c = points[indices.reshape(-1, 3)].transpose(1, 0, 2)

        assert np.cross(b - a, c - a)[:, orientation].tolist() == [-4, -4]


def test_cuts_make_a_grid_that_covers_the_same() -> None:
    plane = PlaneMesh()
    plane.subdivide_width, plane.subdivide_depth = 3, 1
    points, indices = np.array(array(plane, Type.VERTEX)), np.array(array(plane, Type.INDEX))
    a, b, c = points[indices.reshape(-1, 3)].transpose(1, 0, 2)

    assert len(points) == 5 * 3
    assert len(indices) == 4 * 2 * 6
    assert np.abs(np.cross(b - a, c - a)).sum() / 2 == pytest.approx(4)


def test_flipped_faces_turn_the_other_way() -> None:
    quad = QuadMesh()
    quad.flip_faces = True
    points, indices = np.array(array(quad, Type.VERTEX)), np.array(array(quad, Type.INDEX))
    a, b, c = points[indices.reshape(-1, 3)].transpose(1, 0, 2)

    assert array(quad, Type.NORMAL) == [[0, 0, -1]] * 4
    assert np.cross(b - a, c - a)[:, 2].tolist() == [1, 1]


def test_the_box_is_around_all_points() -> None:
    quad = QuadMesh()
    quad.size, quad.center_offset = (8, 4), (1, 0, 0)

    assert quad.get_aabb().is_equal_approx(AABB(-3, -2, 0, 8, 4, 0))
    assert PrimitiveMesh().get_aabb() == AABB()


def test_there_is_one_surface_with_the_material_of_the_mesh() -> None:
    quad, material = QuadMesh(), Material()
    quad.surface_set_material(0, material)

    assert (quad.get_surface_count(), quad.material, quad.surface_get_material(0)) == (1, material, material)
    assert quad.surface_get_primitive_type(0) is Mesh.PrimitiveType.TRIANGLES
    with pytest.raises(InvalidValueError, match="there is no surface 1; there are 1, from 0"):
        quad.surface_get_arrays(1)


def test_a_primitive_mesh_and_a_mesh_that_are_nothing_else_have_no_surface() -> None:
    assert (Mesh().get_surface_count(), PrimitiveMesh().get_surface_count()) == (0, 0)
    with pytest.raises(InvalidValueError, match=r"Mesh.surface_get_arrays: there is no surface 0; there are none"):
        Mesh().surface_get_arrays(0)


def test_each_change_is_told_and_makes_the_arrays_anew() -> None:
    quad = QuadMesh()
    before = quad.get_mesh_arrays()[Type.VERTEX]
    told: list[object] = []
    quad.changed.connect(lambda: told.append(quad.get_mesh_arrays()[Type.VERTEX]))

    quad.size = (3, 3)

    assert len(told) == 1
    assert told[0] is not before
    assert quad.get_mesh_arrays()[Type.VERTEX] is told[0]


def test_cuts_are_counted_from_0_to_1000() -> None:
    with pytest.raises(InvalidValueError, match=r"PlaneMesh.subdivide_width must be from 0 to 1,000, got 1001"):
        PlaneMesh().subdivide_width = 1001
    with pytest.raises(InvalidTypeError, match=r"PlaneMesh.subdivide_depth must be a whole number, got 0.5"):
        PlaneMesh().subdivide_depth = 0.5  # type: ignore[assignment]
