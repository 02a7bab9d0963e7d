"""MultiMesh: instances one by one, as arrays, and as the row of numbers that Godot's files hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import AABB, Color, Transform2D, Transform3D, Vector2
from engine.resources.loading.resource_loader import ResourceLoader
from engine.resources.meshes.multi_mesh import MultiMesh
from engine.resources.meshes.plane_mesh import QuadMesh
from scenes.resource_saver import ResourceSaver

PLACED = Transform2D((1, 2), (3, 4), (5, 6))

FILE = """[gd_resource type="MultiMesh" load_steps=2 format=3]

[sub_resource type="QuadMesh" id="QuadMesh_a1b2c"]
size = Vector2(16, 16)

[resource]
use_colors = true
instance_count = 2
visible_instance_count = 1
mesh = SubResource("QuadMesh_a1b2c")
buffer = PackedFloat32Array(0.1, 0, 0, 5, 0, 1, 0, 6, 1, 0.5, 0.25, 1, 1, 0, 0, 7, 0, 1, 0, 8, 1, 1, 1, 1)
"""


def some(count: int, *, colors: bool = False, custom: bool = False) -> MultiMesh:
    made = MultiMesh()
    made.use_colors, made.use_custom_data = colors, custom
    made.instance_count = count
    return made


def test_a_2d_instance_is_two_rows_of_a_matrix_then_colour_and_custom_data() -> None:
    several = some(2, colors=True, custom=True)
    several.set_instance_transform_2d(1, PLACED)
    several.set_instance_color(1, (0.5, 0.25, 1, 0.75))
    several.set_instance_custom_data(1, (9, 10, 11, 12))

    assert several.buffer[:16] == (0.0,) * 16
    assert several.buffer[16:] == (1, 3, 0, 5, 2, 4, 0, 6, 0.5, 0.25, 1, 0.75, 9, 10, 11, 12)
    assert several.get_instance_transform_2d(1) == PLACED
    assert several.get_instance_color(1) == Color(0.5, 0.25, 1, 0.75)
    assert several.get_instance_custom_data(1) == Color(9, 10, 11, 12)


def test_a_3d_instance_is_three_rows_of_a_matrix() -> None:
    several = MultiMesh()
    several.transform_format = MultiMesh.TransformFormat.TRANSFORM_3D
    several.instance_count = 1
    placed = Transform3D((1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12))

    several.set_instance_transform(0, placed)

    assert several.buffer == (1, 4, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12)
    assert several.get_instance_transform(0) == placed


def test_a_buffer_says_what_the_instances_are() -> None:
    several = some(1, colors=True)

    several.buffer = np.arange(12)

    assert several.get_instance_transform_2d(0) == Transform2D((0, 4), (1, 5), (3, 7))
    assert several.get_instance_color(0) == Color(8, 9, 10, 11)


def test_all_transforms_are_read_and_assigned_as_one_array() -> None:
    several = some(3)
    several.transforms_2d = [(1, 0, 0, 1, x, 2 * x) for x in (10, 20, 30)]

    assert several.get_instance_transform_2d(2) == Transform2D((1, 0), (0, 1), (30, 60))
    places = several.transforms_2d
    places[:, 4] += 0.5
    assert several.get_instance_transform_2d(0).origin == Vector2(10, 20)
    several.transforms_2d = places
    assert several.get_instance_transform_2d(0).origin == Vector2(10.5, 20)


def test_colours_and_custom_data_are_read_and_assigned_as_arrays() -> None:
    several = some(3, colors=True, custom=True)

    several.colors = (1, 0.5, 0.25, 1)
    several.custom_data = np.arange(12).reshape(3, 4)

    assert several.colors.tolist() == [[1, 0.5, 0.25, 1]] * 3
    assert several.get_instance_custom_data(2) == Color(8, 9, 10, 11)
    several.custom_data[0] = 7
    assert several.get_instance_custom_data(0) == Color(0, 1, 2, 3)


def test_each_change_is_told_once_however_many_instances() -> None:
    several = some(100, colors=True, custom=True)
    told: list[int] = []
    several.changed.connect(lambda: told.append(1))

    several.transforms_2d = np.ones((100, 6))
    several.colors = (1, 1, 1, 1)
    several.custom_data = (0, 0, 0, 0)
    several.buffer = np.zeros(1600)
    several.set_instance_color(0, "red")
    several.instance_count = 100

    assert len(told) == 5


def test_another_count_makes_all_instances_anew_and_the_same_leaves_them() -> None:
    several = some(2)
    several.set_instance_transform_2d(0, PLACED)

    several.instance_count = 2
    assert several.get_instance_transform_2d(0) == PLACED
    several.instance_count = 3
    assert several.buffer == (0.0,) * 24


@pytest.mark.parametrize("name", ["transform_format", "use_colors", "use_custom_data"])
def test_what_instances_hold_cannot_change_while_there_are_some(name: str) -> None:
    several = some(2)

    with pytest.raises(InvalidValueError, match=f"MultiMesh.{name} cannot change while there are instances, and there"):
        setattr(several, name, 1)
    setattr(several, name, 0)
    several.instance_count = 0
    setattr(several, name, 1)
    assert getattr(several, name) == 1


def test_at_most_all_instances_are_visible() -> None:
    several = some(3)
    several.visible_instance_count = 3

    with pytest.raises(InvalidValueError, match=r"visible_instance_count must be from -1 to 3, got 4"):
        several.visible_instance_count = 4
    several.instance_count = 2
    assert several.visible_instance_count == 3
    assert several.drawn_instances()[0].shape == (2, 8)


def test_the_box_is_around_all_instances() -> None:
    several = some(2)
    assert several.get_aabb() == AABB()
    several.mesh = QuadMesh()
    several.mesh.size = (2, 4)
    several.transforms_2d = [(1, 0, 0, 1, 10, 0), (0, 1, -1, 0, 0, 10)]

    assert several.get_aabb().is_equal_approx(AABB(-2, -2, 0, 13, 13, 0))
    several.custom_aabb = AABB(0, 0, 0, 1, 1, 1)
    assert several.get_aabb() == AABB(0, 0, 0, 1, 1, 1)


def test_the_box_of_3d_instances() -> None:
    several = MultiMesh()
    several.transform_format = MultiMesh.TransformFormat.TRANSFORM_3D
    several.instance_count = 2
    several.mesh = QuadMesh()
    for index, z in enumerate((-1, 3)):
        several.set_instance_transform(index, Transform3D((2, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, z)))

    assert several.get_aabb().is_equal_approx(AABB(-1, -0.5, -1, 2, 1, 4))


@pytest.mark.parametrize(
    ("name", "value", "error", "text"),
    [
        ("transforms_2d", np.ones((3, 6)), InvalidTypeError, r"must be numbers of shape \(2, 6\), got an array of"),
        ("transforms_2d", [(1, 2)], InvalidTypeError, r"must be numbers of shape \(2, 6\), got \[\(1, 2\)\]"),
        ("transforms_2d", "abcdef", InvalidTypeError, "must be numbers"),
        ("transforms_2d", None, InvalidTypeError, "must be numbers"),
        ("transforms_2d", np.full((2, 6), np.nan), InvalidValueError, "must be finite numbers"),
        ("transforms_2d", np.ones((1, 2, 6)), InvalidTypeError, "must be numbers of shape"),
        ("colors", (1, 1, 1), InvalidTypeError, r"must be numbers of shape \(2, 4\)"),
        ("colors", (1, 1, 1, np.inf), InvalidValueError, "must be finite numbers"),
        ("custom_data", np.ones((2, 4), complex), InvalidTypeError, "must be numbers of shape"),
        ("buffer", np.zeros(31), InvalidValueError, "must have 32 numbers, 16 for each of 2 instances, got 31"),
    ],
)
def test_arrays_that_do_not_fit_are_refused_and_change_nothing(
    name: str, value: Any, error: type[Exception], text: str
) -> None:
    several = some(2, colors=True, custom=True)
    before, revision = several.buffer, several.revision

    with pytest.raises(error, match=rf"^MultiMesh.{name} {text}"):
        setattr(several, name, value)
    assert (several.buffer, several.revision) == (before, revision)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda m: m.set_instance_color(0, "red"), "set_instance_color: the instances have no colours; set use_colors"),
        (lambda m: m.get_instance_color(0), "get_instance_color: the instances have no colours"),
        (lambda m: m.colors, "colors: the instances have no colours"),
        (lambda m: m.set_instance_custom_data(0, "red"), "set_instance_custom_data: the instances have no custom data"),
        (lambda m: m.custom_data, "custom_data: the instances have no custom data"),
        (lambda m: m.set_instance_transform(0, Transform3D()), "set_instance_transform is for transforms of 3D, and"),
        (
            lambda m: m.set_instance_transform_2d(2, PLACED),
            r"set_instance_transform_2d\(instance\) must be from 0 to 1",
        ),
        (lambda m: m.get_instance_transform_2d(-1), r"get_instance_transform_2d\(instance\) must be from 0 to 1"),
        (lambda m: MultiMesh().get_instance_transform_2d(0), "there are no instances; set instance_count first"),
    ],
)
def test_what_an_instance_has_not_is_refused(call: Any, text: str) -> None:
    with pytest.raises(InvalidValueError, match=text):
        call(some(2))


def test_a_transform_that_is_none_changes_nothing() -> None:
    several = some(1)

    with pytest.raises(InvalidTypeError, match=r"set_instance_transform_2d\(transform\) must be six finite numbers"):
        several.set_instance_transform_2d(0, (1, 2))
    assert several.buffer == (0.0,) * 8


def test_a_duplicate_has_instances_of_its_own_and_the_same_mesh() -> None:
    several = some(1)
    several.mesh = QuadMesh()
    other = several.duplicate()

    other.set_instance_transform_2d(0, PLACED)

    assert several.buffer == (0.0,) * 8
    assert other.mesh is several.mesh


def test_a_file_is_read_and_written_back_byte_for_byte(tmp_path: Path) -> None:
    (tmp_path / "sparks.tres").write_text(FILE, "utf-8")
    loader = ResourceLoader(tmp_path)

    several = loader.load("sparks.tres", MultiMesh)

    assert several.get_instance_transform_2d(0) == Transform2D((0.1, 0), (0, 1), (5, 6))
    assert several.get_instance_color(0) == Color(1, 0.5, 0.25, 1)
    assert ResourceSaver(loader).save(several).read_text("utf-8") == FILE
    several.set_instance_transform_2d(0, Transform2D((0.1, 0), (0, 1), (5.5, 6)))
    saved = ResourceSaver(loader).save(several).read_text("utf-8")
    assert saved == FILE.replace("(0.1, 0, 0, 5,", "(0.1, 0, 0, 5.5,")
