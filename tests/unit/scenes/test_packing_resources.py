"""Resources and arrays of nodes that are packed: what they are called, and that they stay what they were."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine import Curve, export
from engine.core.errors import ResourceError
from engine.tree.node import Node
from scenes import PackedScene, ResourceSaver
from scenes.text import dumps, loads
from scenes.text.values import (
    PackedByteArray,
    PackedFloat32Array,
    PackedFloat64Array,
    PackedInt32Array,
    PackedInt64Array,
    PackedStringArray,
)
from tests.unit.scenes.projects import EMPTY, Project


def packed(root: Node, scene: PackedScene | None = None) -> str:
    scene = scene or PackedScene()
    scene.pack(root)
    return dumps(scene.document)


def test_a_resource_made_in_code_keeps_its_id_when_it_is_packed_again() -> None:
    root, scene, curve = Node("Root"), PackedScene(), Curve()
    root.set_meta("curve", curve)
    first = packed(root, scene)

    assert packed(root, scene) == first
    assert packed(root) == first

    curve.bake_resolution = 60
    section = first[first.index("[sub_resource") : first.index("\n\n[node")]
    assert packed(root, scene) == first.replace(section, f"{section}\nbake_resolution = 60")


def test_an_equal_resource_in_the_place_of_another_changes_nothing(project: Project) -> None:
    text = f'{EMPTY}[sub_resource type="Curve" id="a"]\n\n[node name="R" type="Node"]\nmetadata/it = SubResource("a")\n'
    project.write(main=text.replace("format=3", "load_steps=2 format=3"))
    root = project.make()
    root.set_meta("it", Curve())

    assert project.changes(root) == []


def test_files_that_a_scene_made_in_code_uses_get_their_uids_when_it_is_saved(project: Project) -> None:
    curve = Curve()
    ResourceSaver(project.loader).save(curve, "res://jump.tres")
    root, scene = Node("Root"), PackedScene()
    root.set_meta("curve", curve)
    assert 'type="Curve" path="res://jump.tres"' in packed(root, scene)  # nobody said yet which project it is of

    text = ResourceSaver(project.loader).save(scene, "res://main.tscn").read_text()

    uid = project.loader.uid_of("res://jump.tres")
    assert f'[ext_resource type="Curve" uid="{uid}" path="res://jump.tres" id="' in text
    assert text == dumps(scene.document)


def test_files_that_a_read_scene_uses_get_no_uids(project: Project) -> None:
    ResourceSaver(project.loader).save(Curve(), "res://jump.tres")
    said = '[ext_resource type="Curve" path="res://jump.tres" id="1"]\n\n'
    text = f'{EMPTY}{said}[node name="R" type="Node"]\nmetadata/it = ExtResource("1")\n'
    project.write(main=text)

    assert project.scene().save().read_text() == text


def test_a_save_that_fails_leaves_a_scene_without_the_uids(project: Project) -> None:
    curve = Curve()
    ResourceSaver(project.loader).save(curve, "res://jump.tres")
    root, scene = Node("Root"), PackedScene()
    root.set_meta("curve", curve)
    text = packed(root, scene)
    (project.folder / "main.tscn").mkdir()

    with pytest.raises(ResourceError, match=r"main\.tscn - cannot be written"):
        ResourceSaver(project.loader).save(scene, "res://main.tscn")

    assert dumps(scene.document) == text


class ArrayHolder(Node):
    """Has properties for all kinds of arrays."""

    plain: Any = export(None)
    doubles: Any = export(PackedFloat64Array())
    longs: Any = export(PackedInt64Array())
    data: Any = export(PackedByteArray())


ARRAYS = [
    PackedByteArray(b"\x01\x02"),
    PackedInt32Array([1, 2]),
    PackedInt64Array([1, 2]),
    PackedFloat32Array([1.0, 0.5]),
    PackedFloat64Array([1.0, 0.5]),
    PackedStringArray(["a"]),
    PackedInt64Array(),
    PackedFloat64Array(),
    PackedByteArray(),
]


def put(node: Any, name: str, value: Any) -> None:
    if name == "plain":
        node.plain = value
    else:
        (node.meta if name == "metadata/it" else node._kept_properties)[name.removeprefix("metadata/")] = value


def got(node: Any, name: str) -> Any:
    if name == "plain":
        return node.plain
    return (node.meta if name == "metadata/it" else node._kept_properties)[name.removeprefix("metadata/")]


@pytest.mark.parametrize("array", ARRAYS, ids=repr)
@pytest.mark.parametrize("name", ["plain", "metadata/it", "unknown"])
def test_an_array_keeps_its_type(project: Project, array: Any, name: str) -> None:
    project.write(main=f'{EMPTY}[node name="R" type="ArrayHolder"]\n{name} = 0\n')
    root = project.make()
    put(root, name, array)

    found = PackedScene(loads(project.packed(root))).instantiate()

    kept = got(found, name)
    assert type(kept) is type(array)
    assert kept == array


@pytest.mark.parametrize(
    ("name", "array"),
    [("doubles", PackedFloat64Array([0.25])), ("longs", PackedInt64Array([5])), ("data", PackedByteArray(b"\x05"))],
)
def test_a_property_of_an_array_type_keeps_that_type(project: Project, name: str, array: Any) -> None:
    project.write(main=f'{EMPTY}[node name="R" type="ArrayHolder"]\n{name} = {type(array).__name__}(1)\n')
    root = project.make()
    assert type(getattr(root, name)) is type(array)
    assert project.changes(root) == []
    setattr(root, name, array)

    assert project.changes(root)[-1] == f"+ {name} = {type(array).__name__}({array[0]:g})"


def test_arrays_of_numpy_are_written_by_their_width(project: Project) -> None:
    root = Node("Root")
    root.meta["doubles"] = np.array([0.5])
    root.meta["floats"] = np.array([0.5], np.float32)
    root.meta["longs"] = np.array([1])
    root.meta["ints"] = np.array([1], np.int32)
    root.meta["data"] = np.array([1], np.uint8)

    assert packed(root).splitlines()[-5:] == [
        "metadata/doubles = PackedFloat64Array(0.5)",
        "metadata/floats = PackedFloat32Array(0.5)",
        "metadata/longs = PackedInt64Array(1)",
        "metadata/ints = PackedInt32Array(1)",
        "metadata/data = PackedByteArray(1)",
    ]
