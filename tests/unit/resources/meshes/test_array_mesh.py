"""ArrayMesh: its surfaces, and the scene files that they stand in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.resource import Resource
from engine.math import AABB
from engine.resources.loading.resource_loader import ResourceLoader
from engine.resources.meshes.array_mesh import ArrayMesh
from engine.resources.meshes.mesh import Mesh
from engine.resources.shading.material import Material
from scenes.resource_saver import ResourceSaver

TRIANGLES, LINES = Mesh.PrimitiveType.TRIANGLES, Mesh.PrimitiveType.LINES

FILE = """[gd_resource type="ArrayMesh" format=4]

[resource]
_surfaces = [{
"2d": true,
"aabb": AABB(0, 0, 0, 2, 2, 0),
"format": 34393292801,
"name": "flag",
"primitive": 3,
"uv_scale": Vector4(0, 0, 0, 0),
"vertex_count": 3,
"vertex_data": PackedByteArray("AAAAAAAAAAAAAABAAAAAAAAAAAAAAABA")
}]
blend_shape_mode = 0
"""


def saved(mesh: ArrayMesh, folder: Path) -> str:
    return ResourceSaver(ResourceLoader(folder)).save(mesh).read_text("utf-8")


def points(*given: tuple[float, ...]) -> list[Any]:
    arrays: list[Any] = [None] * Mesh.ArrayType.MAX
    arrays[Mesh.ArrayType.VERTEX] = given
    return arrays


def two_surfaces() -> ArrayMesh:
    mesh = ArrayMesh()
    mesh.add_surface_from_arrays(TRIANGLES, points((0, 0), (4, 0), (0, 4)))
    mesh.add_surface_from_arrays(LINES, points((10, 10, 1), (20, 10, 5)))
    return mesh


def test_surfaces_are_counted_from_0_and_tell_of_themselves() -> None:
    mesh = two_surfaces()

    assert mesh.get_surface_count() == 2
    assert [mesh.surface_get_primitive_type(i) for i in (0, 1)] == [TRIANGLES, LINES]
    assert [mesh.surface_get_array_len(i) for i in (0, 1)] == [3, 2]
    assert [mesh.surface_get_array_index_len(i) for i in (0, 1)] == [0, 0]
    assert mesh.surface_get_format(0) & Mesh.ArrayFormat.FLAG_USE_2D_VERTICES
    assert not mesh.surface_get_format(1) & Mesh.ArrayFormat.FLAG_USE_2D_VERTICES
    assert mesh.get_aabb().is_equal_approx(AABB(0, 0, 0, 20, 10, 5))


def test_each_change_is_told_once() -> None:
    mesh = ArrayMesh()
    told: list[int] = []
    mesh.changed.connect(lambda: told.append(mesh.get_surface_count()))

    mesh.add_surface_from_arrays(TRIANGLES, points((0, 0), (4, 0), (0, 4)))
    mesh.add_surface_from_arrays(TRIANGLES, points((0, 0), (4, 0), (0, 4)))
    mesh.surface_set_name(1, "sail")
    mesh.surface_remove(0)
    mesh.clear_surfaces()

    assert told == [1, 2, 2, 1, 0]
    assert mesh.get_aabb() == AABB()


def test_surfaces_have_names_and_materials_which_move_up_with_them() -> None:
    mesh = two_surfaces()
    material = Material()
    mesh.surface_set_name(1, "mast")
    mesh.surface_set_material(1, material)

    assert (mesh.surface_find_by_name("mast"), mesh.surface_find_by_name("keel")) == (1, -1)
    mesh.surface_remove(0)
    assert (mesh.surface_get_name(0), mesh.surface_get_material(0)) == ("mast", material)
    assert list(mesh._surfaces[0]) == sorted(mesh._surfaces[0])
    mesh.surface_set_name(0, "")
    mesh.surface_set_material(0, None)
    assert mesh._surfaces[0].keys() & {"name", "material"} == set()


def test_what_was_given_out_changes_nothing() -> None:
    mesh = two_surfaces()

    mesh._surfaces[0]["primitive"] = 0
    mesh._surfaces.clear()

    assert mesh.surface_get_primitive_type(0) is TRIANGLES
    assert mesh.get_surface_count() == 2


def test_a_duplicate_has_surfaces_of_its_own() -> None:
    mesh = two_surfaces()
    other = mesh.duplicate()

    other.clear_surfaces()

    assert mesh.get_surface_count() == 2


@pytest.mark.parametrize("index", [-1, 2])
def test_a_surface_that_is_not_there_is_refused(index: int) -> None:
    mesh = two_surfaces()

    with pytest.raises(InvalidValueError, match=rf"surface_get_name: there is no surface {index}; there are 2, from 0"):
        mesh.surface_get_name(index)
    with pytest.raises(InvalidValueError, match="surface_remove: there is no surface 0; there are none"):
        ArrayMesh().surface_remove(0)
    with pytest.raises(InvalidTypeError, match=r"surface_get_arrays\(surf_idx\) must be a whole number, got 'a'"):
        mesh.surface_get_arrays("a")  # type: ignore[arg-type]
    assert mesh.revision == 2


def test_bad_names_materials_and_kinds_are_refused() -> None:
    mesh = two_surfaces()

    with pytest.raises(InvalidTypeError, match=r"surface_set_name\(name\) must be a str, got 3"):
        mesh.surface_set_name(0, 3)  # type: ignore[arg-type]
    with pytest.raises(InvalidTypeError, match=r"surface_set_material\(material\) must be a Material or None"):
        mesh.surface_set_material(0, Resource())  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError, match=r"add_surface_from_arrays\(primitive\) must be one of POINTS 0, LINES"):
        mesh.add_surface_from_arrays(5, points((0, 0)))
    assert mesh.revision == 2


def test_there_are_at_most_256_surfaces() -> None:
    mesh = ArrayMesh()
    mesh.add_surface_from_arrays(TRIANGLES, points((0, 0)))
    mesh._surfaces = mesh._surfaces * 256

    with pytest.raises(InvalidValueError, match="a mesh has at most 256 surfaces"):
        mesh.add_surface_from_arrays(TRIANGLES, points((0, 0)))


def test_a_shadow_mesh_does_not_lead_back_to_itself() -> None:
    first, second = ArrayMesh(), ArrayMesh()
    first.shadow_mesh = second

    with pytest.raises(InvalidValueError, match="shadow_mesh must not lead back to itself"):
        second.shadow_mesh = first


def test_a_file_is_read_and_written_back_byte_for_byte(tmp_path: Path) -> None:
    (tmp_path / "flag.tres").write_text(FILE, "utf-8")
    loader = ResourceLoader(tmp_path)

    mesh = loader.load("flag.tres", ArrayMesh)

    found = mesh.surface_get_arrays(0)[Mesh.ArrayType.VERTEX]
    assert found is not None
    assert found.tolist() == [[0, 0], [2, 0], [0, 2]]
    assert (mesh.surface_get_name(0), mesh.blend_shape_mode) == ("flag", Mesh.BlendShapeMode.NORMALIZED)
    assert saved(mesh, tmp_path) == FILE


def test_only_what_changed_is_another_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "flag.tres").write_text(FILE, "utf-8")
    mesh = ResourceLoader(tmp_path).load("flag.tres", ArrayMesh)

    mesh.surface_set_name(0, "sail")

    assert saved(mesh, tmp_path) == FILE.replace('"flag"', '"sail"')


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ('"vertex_count": 3', '"vertex_count": 4', "must have 32 bytes for its format and 4 points, got 24"),
        ('"primitive": 3', '"primitive": 9', "must be from 0 to 4, got 9"),
        ('"aabb": AABB(0, 0, 0, 2, 2, 0),\n', "", "has no 'aabb'"),
        ('"format": 34393292801', '"format": 34393292801.5', "must be a whole number"),
    ],
)
def test_a_broken_file_is_refused_by_name_and_line(tmp_path: Path, old: str, new: str, text: str) -> None:
    (tmp_path / "flag.tres").write_text(FILE.replace(old, new), "utf-8")

    with pytest.raises(Exception, match=rf"flag.tres:4: .*_surfaces.*{text}"):
        ResourceLoader(tmp_path).load("flag.tres", ArrayMesh)
