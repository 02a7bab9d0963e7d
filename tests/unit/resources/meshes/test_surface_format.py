"""How surfaces are stored: byte for byte as Godot 4.2 and later store them; the bytes are packed by hand here."""

from __future__ import annotations

from math import sqrt
from struct import pack
from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import AABB, Vector4
from engine.resources.meshes.array_mesh import ArrayMesh
from engine.resources.meshes.mesh import Mesh
from engine.resources.meshes.plane_mesh import QuadMesh

VERSION = 1 << 35
FLAT = 1 << 25
COMPRESSED = 1 << 29
TRIANGLES = Mesh.PrimitiveType.TRIANGLES
Type = Mesh.ArrayType


def arrays(**given: Any) -> list[Any]:
    made: list[Any] = [None] * Type.MAX
    for name, values in given.items():
        made[Mesh.ArrayType[name]] = values
    return made


def stored(**given: Any) -> dict[str, Any]:
    mesh = ArrayMesh()
    flags = given.pop("flags", 0)
    mesh.add_surface_from_arrays(TRIANGLES, arrays(**given), flags=flags)
    return mesh._surfaces[0]


def read(**data: Any) -> list[Any]:
    mesh = ArrayMesh()
    mesh._surfaces = [{"aabb": AABB(), "primitive": 3, **data}]
    return mesh.surface_get_arrays(0)


def test_a_surface_in_the_plane_is_stored_as_in_godots_files() -> None:
    surface = stored(
        VERTEX=[(-16, 2.5), (8, 0), (0, 16)],
        COLOR=[(1, 0, 0.5, 1), (0, 2, -1, 0.25), (0, 0, 0, 0)],
        TEX_UV=[(0, 0), (1, 0.5), (0.25, 1)],
        INDEX=[0, 1, 2],
    )

    assert surface == {
        "2d": True,
        "aabb": AABB(-16, 0, 0, 24, 16, 0),
        "attribute_data": pack("<4B2f4B2f4B2f", 255, 0, 127, 255, 0, 0, 0, 255, 0, 63, 1, 0.5, 0, 0, 0, 0, 0.25, 1),
        "format": VERSION + FLAT + (1 << 12) + (1 << 4) + (1 << 3) + 1,
        "index_count": 3,
        "index_data": pack("<3H", 0, 1, 2),
        "primitive": 3,
        "uv_scale": Vector4(0, 0, 0, 0),
        "vertex_count": 3,
        "vertex_data": pack("<6f", -16, 2.5, 8, 0, 0, 16),
    }
    assert list(surface) == sorted(surface)


def test_a_surface_in_space_has_positions_first_and_directions_behind_them() -> None:
    surface = stored(
        VERTEX=[(0, 0, 0), (1, 2, 3)], NORMAL=[(0, 0, 1), (1, 0, 0)], TANGENT=[(1, 0, 0, 1), (0, 1, 0, -1)]
    )

    assert surface["format"] == VERSION + 0b111
    assert surface["aabb"] == AABB(0, 0, 0, 1, 2, 3)
    # z is the middle of the octahedron; a tangent's second number is in the upper half, or mirrored into the lower.
    half, quarter = 32767, 65535 * 3 // 4
    assert surface["vertex_data"] == pack("<6f", 0, 0, 0, 1, 2, 3) + pack(
        "<8H", half, half, 65535, quarter, 65535, half, half, 0
    )
    assert "2d" not in surface


def test_normals_without_tangents_get_some() -> None:
    surface = stored(VERTEX=[(0, 0, 0)], NORMAL=[(0, 0, 1)])

    assert surface["format"] == VERSION + 0b111
    assert len(surface["vertex_data"]) == 12 + 8


def test_more_points_than_16_bits_count_have_indices_of_32() -> None:
    points = np.zeros((65537, 2))

    few, many = stored(VERTEX=points[:65536], INDEX=[0, 65535]), stored(VERTEX=points, INDEX=[0, 65536])

    assert (few["index_data"], many["index_data"]) == (pack("<2H", 0, 65535), pack("<2I", 0, 65536))


def test_a_flat_box_has_a_little_of_each_side() -> None:
    little = float(np.float32(0.00001))

    assert stored(VERTEX=[(1, 1, 1)])["aabb"] == AABB(1, 1, 1, little, little, little)
    assert stored(VERTEX=[(0, 0), (3, 0)])["aabb"] == AABB(0, 0, 0, 3, little, 0)


def test_custom_arrays_are_stored_in_the_formats_of_the_flags() -> None:
    rgba8, rg_float = Mesh.ArrayCustomFormat.RGBA8_UNORM, Mesh.ArrayCustomFormat.RG_FLOAT
    surface = stored(
        VERTEX=[(0, 0), (1, 1)],
        CUSTOM0=bytes(range(8)),
        CUSTOM1=[(0.5, 1.5), (2.5, 3.5)],
        flags=rgba8 << 13 | rg_float << 16,
    )

    assert surface["attribute_data"] == pack("<4B2f4B2f", 0, 1, 2, 3, 0.5, 1.5, 4, 5, 6, 7, 2.5, 3.5)


@pytest.mark.parametrize("count", [4, 8])
def test_bones_and_their_weights_are_stored_and_read_by_fours_and_eights(count: int) -> None:
    bones = [[each] * count for each in (1, 2)]
    weights = [[1] + [0] * (count - 1)] * 2
    surface = stored(VERTEX=[(0, 0, 0), (1, 1, 1)], BONES=bones, WEIGHTS=weights)

    assert bool(surface["format"] & 1 << 27) is (count == 8)
    row = pack(f"<{count}H", *[1] * count) + pack(f"<{count}H", 65535, *[0] * (count - 1))
    assert surface["skin_data"][: 4 * count] == row
    found = read(**surface)
    assert found[Type.BONES].tolist() == bones
    assert found[Type.WEIGHTS].tolist() == weights


def test_what_was_stored_is_read_again() -> None:
    given = arrays(
        VERTEX=[(0.5, -1.25, 3), (2, 4, 8), (1, 1, 1)],
        NORMAL=[(0, 0, -1), (0.6, 0.8, 0), (1 / sqrt(3),) * 3],
        TANGENT=[(1, 0, 0, -1), (0, 0, 1, 1), (1 / sqrt(2), -1 / sqrt(2), 0, 1)],
        COLOR=[(1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 0)],
        TEX_UV=[(0, 0), (0.5, 2), (-1, 1)],
        TEX_UV2=[(1, 1), (0.25, 0), (0, 0)],
        INDEX=[2, 1, 0],
    )
    mesh = ArrayMesh()
    mesh.add_surface_from_arrays(TRIANGLES, given)

    found = mesh.surface_get_arrays(0)

    for array, values in enumerate(given):
        if values is None:
            assert found[array] is None
        else:
            assert found[array] == pytest.approx(np.array(values), abs=1e-4), Type(array).name


def test_what_the_engines_own_shapes_are_made_of_can_be_stored() -> None:
    mesh = ArrayMesh()
    mesh.add_surface_from_arrays(TRIANGLES, QuadMesh().get_mesh_arrays())

    assert mesh.surface_get_array_len(0) == 4
    assert mesh.surface_get_array_index_len(0) == 6


def test_a_compressed_surface_has_positions_in_its_box_and_scaled_coordinates() -> None:
    found = read(
        aabb=AABB(-1, 0, 10, 2, 4, 0.5),
        format=VERSION + COMPRESSED + (1 << 4) + 1,
        vertex_count=2,
        uv_scale=Vector4(4, 8, 0, 0),
        vertex_data=pack("<8H", 0, 0, 0, 0, 65535, 65535, 65535, 0),
        attribute_data=pack("<4H", 0, 0, 65535, 65535),
    )

    assert found[Type.VERTEX] == pytest.approx(np.array([(-1, 0, 10), (1, 4, 10.5)]))
    assert found[Type.TEX_UV] == pytest.approx(np.array([(-2, -4), (2, 4)]))


def test_the_directions_of_a_compressed_surface_are_a_turn_around_an_axis() -> None:
    """A turn around z by a quarter: x, the tangent, becomes -y by the rows of the matrix, and z, the normal, stays."""
    turn = round(0.75 * 65535)  # half of the upper half: half of a half turn
    found = read(
        aabb=AABB(0, 0, 0, 1, 1, 1),
        format=VERSION + COMPRESSED + 0b111,
        vertex_count=1,
        vertex_data=pack("<6H", 0, 0, 0, turn, 32768, 32768),
    )

    assert found[Type.NORMAL] == pytest.approx(np.array([(0, 0, 1)]), abs=1e-3)
    assert found[Type.TANGENT] == pytest.approx(np.array([(0, -1, 0, 1)]), abs=1e-3)


def test_arrays_that_were_read_cannot_be_changed_in_place() -> None:
    mesh = ArrayMesh()
    mesh.add_surface_from_arrays(TRIANGLES, arrays(VERTEX=[(0, 0)]))
    points = mesh.surface_get_arrays(0)[Type.VERTEX]
    assert points is not None

    with pytest.raises(ValueError, match="read-only"):
        points[0] = 1


@pytest.mark.parametrize(
    ("given", "error", "text"),
    [
        ({"TEX_UV": [(0, 0)]}, InvalidTypeError, r"\[VERTEX\] must be points, got None"),
        ({"VERTEX": []}, InvalidTypeError, r"\[VERTEX\] must be points of two or three numbers"),
        ({"VERTEX": np.zeros((0, 2))}, InvalidValueError, r"\[VERTEX\] takes from 1 to 16,777,216 points, got 0"),
        ({"VERTEX": [(0, 0), (1, 1, 1)]}, InvalidTypeError, r"\[VERTEX\] must be an array of numbers"),
        ({"VERTEX": [("a", "b")]}, InvalidTypeError, r"\[VERTEX\] must be an array of numbers"),
        ({"VERTEX": [(0, float("nan"))]}, InvalidValueError, r"\[VERTEX\] must be finite numbers"),
        ({"VERTEX": [(0, 0)], "COLOR": [(1, 1, 1)]}, InvalidTypeError, r"\[COLOR\] must have 4 numbers"),
        (
            {"VERTEX": [(0, 0)], "TEX_UV": [(0, 0)] * 2},
            InvalidValueError,
            r"\[TEX_UV\] must have as many rows as points, 1, got 2",
        ),
        ({"VERTEX": [(0, 0)], "INDEX": [0, 1]}, InvalidValueError, r"\[INDEX\]: there is no point 1; there are 1"),
        ({"VERTEX": [(0, 0)], "INDEX": [-1]}, InvalidValueError, r"\[INDEX\]: there is no point -1"),
        ({"VERTEX": [(0, 0)], "INDEX": [0.5]}, InvalidTypeError, r"\[INDEX\] must be a row of whole numbers"),
        ({"VERTEX": [(0, 0)], "INDEX": []}, InvalidTypeError, r"\[INDEX\] must be a row of whole numbers"),
        ({"VERTEX": [(0, 0)], "BONES": [(0, 0, 0, -1)]}, InvalidValueError, r"\[BONES\] must be whole numbers"),
        ({"VERTEX": [(0, 0)], "CUSTOM0": [(0, 0, 0, 256)]}, InvalidValueError, r"\[CUSTOM0\] must be whole numbers"),
        ({"VERTEX": [(0, 0)], "flags": COMPRESSED}, InvalidValueError, "flags cannot say how points are stored"),
        ({"VERTEX": [(0, 0)], "flags": -1}, InvalidValueError, r"add_surface_from_arrays\(flags\) must be from 0"),
    ],
)
def test_arrays_that_cannot_be_are_refused_and_nothing_is_added(
    given: dict[str, Any], error: type[Exception], text: str
) -> None:
    mesh = ArrayMesh()
    flags = given.get("flags", 0)

    with pytest.raises(error, match=text):
        mesh.add_surface_from_arrays(
            TRIANGLES, arrays(**{name: each for name, each in given.items() if name != "flags"}), flags=flags
        )
    assert (mesh.get_surface_count(), mesh.revision) == (0, 0)


@pytest.mark.parametrize("given", [None, "x" * 13, [None] * 12, {0: [(0, 0)]}])
def test_something_else_than_13_arrays_is_refused(given: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"\(arrays\) must be 13 arrays, see Mesh.ArrayType"):
        ArrayMesh().add_surface_from_arrays(TRIANGLES, given)


@pytest.mark.parametrize("version", [0, 2, 255])
def test_another_version_is_kept_reported_and_not_read(version: int, caplog: pytest.LogCaptureFixture) -> None:
    kept = {"aabb": AABB(), "format": version << 35 | 1, "primitive": 3, "vertex_count": 9, "vertex_data": b"abc"}
    mesh = ArrayMesh()

    mesh._surfaces = [kept]

    assert mesh._surfaces == [kept]
    assert caplog.messages == [
        f"ArrayMesh._surfaces - surface 0 is stored in version {version} of Godot's format, and version 1, that of "
        "Godot 4.2, is read; it is kept, and nothing of it is drawn; save the file with Godot 4.2 or newer"
    ]
    assert mesh.canvas_surfaces() == ()
    with pytest.raises(InvalidValueError, match="is stored in another version of Godot's format, which is only kept"):
        mesh.surface_get_arrays(0)
