"""Records about types in scene files: versions, missing types, unknown properties, placeholders."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine import Node, SceneTree, Vector3, export, migration
from engine.resources import ResourceLoader
from nodes import InstancePlaceholder, MissingNode, Node2D, Node3D
from scenes import PackedScene
from scenes.text import dumps, loads

record = pytest.mark.record

SHIP = """\
[gd_scene format=3]

[node name="Ship" type="MigratedShip"]
velocity = 3.5
size = 2.0
"""

LEVEL = """\
[gd_scene format=3]

[ext_resource type="PackedScene" path="res://ship.tscn" id="1"]

[node name="Level" type="Node2D"]

[node name="First" parent="." instance=ExtResource("1")]
velocity = 9.0
metadata/_version = 1
"""

BOSS = """\
[gd_scene format=3]

[node name="Level" type="Node3D"]

[node name="Boss" type="GoneBoss" parent="."]
rage = 5
weapons = ["fire", &"ice"]
metadata/_version = 2

[node name="Eye" type="Node3D" parent="Boss"]
transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0)
"""

GONE = """\
[gd_scene format=3]

[node name="Root" type="Node2D"]
gone = 1
position = Vector2(1, 2)
"""


class MigratedShip(Node2D):
    version = 3
    speed: float = export(0.0)
    size: Vector3 = export(Vector3(1, 1, 1))

    @migration(1)
    @staticmethod
    def call_velocity_speed(properties: dict[str, Any]) -> None:
        if "velocity" in properties:
            properties["speed"] = properties.pop("velocity")

    @migration(2)
    @staticmethod
    def give_size_three_axes(properties: dict[str, Any]) -> None:
        if "size" in properties:
            properties["size"] = Vector3(1, 1, 1) * properties["size"]


class PlaceholderHolder(Node):
    int_property: int = export(0)
    reference_property: Node | None = export(None)
    reference_array_property: list[Node] = export(factory=list)


@record("mainframe-serialization-0267")
def test_what_an_old_version_saved_is_migrated_and_saved_in_the_present_one() -> None:
    scene = PackedScene(loads(SHIP))

    ship = scene.instantiate(MigratedShip)
    scene.pack(ship)

    assert ship.speed == 3.5
    assert ship.size == (2, 2, 2)
    saved = scene.document.nodes[0].properties
    assert saved["metadata/_version"] == 3
    assert saved["speed"] == 3.5
    assert saved["size"] == Vector3(2, 2, 2)
    assert "velocity" not in saved


@record("mainframe-serialization-0268")
def test_an_override_is_migrated_from_its_own_version(tmp_path: Path) -> None:
    (tmp_path / "ship.tscn").write_text(SHIP)
    (tmp_path / "level.tscn").write_text(LEVEL)
    scene = ResourceLoader(tmp_path).load("level.tscn", PackedScene)

    level = scene.instantiate()
    scene.pack(level)

    assert level.get_node("First", MigratedShip).speed == 9
    assert level.get_node("First", MigratedShip).size == (2, 2, 2)
    saved = scene.document.nodes[1].properties
    assert saved["metadata/_version"] == 3
    assert saved["speed"] == 9.0
    assert "velocity" not in saved


@record("mainframe-serialization-0269")
def test_a_missing_type_is_kept_with_all_it_has() -> None:
    scene = PackedScene(loads(BOSS))

    level = scene.instantiate()
    scene.pack(level)

    boss = level.get_node("Boss", MissingNode)
    assert boss.original_type == "GoneBoss"
    assert boss.get_node("Eye", Node3D).position == (1, 0, 0)
    assert dumps(scene.document) == BOSS


@record("mainframe-serialization-0270")
def test_an_unknown_property_is_told_of_and_kept(caplog: pytest.LogCaptureFixture) -> None:
    scene = PackedScene(loads(GONE, "gone.tscn"))

    root = scene.instantiate(Node2D)

    assert root.position == (1, 2)
    assert scene.report.unknown_properties == ("Node2D.gone",)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "unknown property 'Node2D.gone'" in caplog.text
    scene.pack(root)
    assert dumps(scene.document) == GONE


@record("InstancePlaceholder-001")
def test_a_placeholder_is_replaced_by_an_instance_of_its_name(tree: SceneTree) -> None:
    holder = PlaceholderHolder("X", int_property=12)
    scene = PackedScene()
    scene.pack(holder)
    holder.free()
    placeholder = tree.root.add_child(Node()).add_child(InstancePlaceholder("TestScene"))

    created = placeholder.create_instance(replace=True, custom_scene=scene)

    assert isinstance(created, PlaceholderHolder)
    assert created.name == "TestScene"
    assert created.int_property == 12
