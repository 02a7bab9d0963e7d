from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

import engine
import nodes
from engine import Curve, Image, Node
from engine.core.registry import node_types
from engine.core.resource import Resource
from nodes import (
    CanvasItem,
    CharacterBody2D,
    InstancePlaceholder,
    MissingNode,
    Node2D,
    Node3D,
    RigidBody2D,
    Sprite2D,
    Timer,
)
from scenes.node_types import missing_type, nearest, node_class, resource_class
from tests.contract.our_types import RESOURCE_TYPES, ROOT

LAZILY = """
import json, sys
from scenes.node_types import node_class, resource_class
before = [name in sys.modules for name in ("nodes.world_2d.line_2d", "engine.resources.gradient")]
found = [node_class("Line2D").__module__, resource_class("Gradient").__module__]
print(json.dumps([before, found]))
"""

UNKNOWN_BEFORE_IMPORTS = """
import sys
from engine.core.registry import TypeRegistry
import scenes.node_types
scenes.node_types.resource_types = TypeRegistry("resource")  # what happens to be imported is not enough
print([name for name in sys.argv[1:] if scenes.node_types.resource_class(name) is None])
"""


@pytest.mark.parametrize("name", list(nodes._HOMES))
def test_a_name_of_the_catalogue_is_that_node_type(name: str) -> None:
    assert node_class(name) is getattr(nodes, name)


@pytest.mark.parametrize("cls", RESOURCE_TYPES)
def test_every_resource_type_of_the_engine_is_found(cls: type[Resource]) -> None:
    assert resource_class(cls.__name__) is cls


def test_types_are_imported_when_a_file_names_them() -> None:
    command = [sys.executable, "-c", LAZILY]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)

    assert json.loads(result.stdout) == [[False, False], ["nodes.world_2d.line_2d", "engine.resources.gradient"]]


def test_every_resource_type_is_found_before_anything_imported_it() -> None:
    names = [each.__name__ for each in RESOURCE_TYPES]
    command = [sys.executable, "-c", UNKNOWN_BEFORE_IMPORTS, *names]

    assert subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60).stdout == "[]\n"


def test_a_class_of_a_game_is_found_by_its_name() -> None:
    class Coin(Node2D):
        pass

    class Loot(Resource):
        pass

    assert node_class("Coin") is Coin
    assert resource_class("Loot") is Loot


def test_a_class_of_a_game_does_not_stand_in_the_way_of_the_engines() -> None:
    class Sprite2D(Node):
        pass

    class Image(Resource):
        pass

    assert node_class("Sprite2D") is nodes.Sprite2D
    assert resource_class("Image") is engine.Image


def test_a_name_that_nobody_knows_is_none() -> None:
    assert node_class("NobodyKnowsThis") is None
    assert resource_class("NobodyKnowsThis") is None


@pytest.mark.parametrize("name", ["", "find_spec", "_HOMES", "TYPE_CHECKING", "annotations", "__doc__", "Any", "Image"])
def test_what_else_the_catalogue_has_is_no_node_type(name: str) -> None:
    assert node_class(name) is None


def test_nodes_are_no_resources() -> None:
    assert resource_class("Node2D") is None
    assert resource_class("Curve") is Curve
    assert resource_class("Image") is Image


def test_a_finder_is_asked_for_what_nobody_knows() -> None:
    class Hidden(Node2D):
        pass

    asked: list[str] = []

    def find(name: str) -> type[Any] | None:
        asked.append(name)
        return Hidden if name in ("UnknownShip", "UnknownLoot") else None

    assert node_class("UnknownShip", find) is Hidden
    assert resource_class("UnknownLoot", find) is None  # it is no Resource
    assert node_class("UnknownOther", find) is None
    assert node_class("Timer", find) is Timer
    assert asked == ["UnknownShip", "UnknownLoot", "UnknownOther"]


def test_names_of_godot_3_are_what_godot_4_takes_them_for() -> None:
    assert node_class("Spatial") is Node3D
    assert node_class("Sprite") is Sprite2D
    assert node_class("Navigation2D") is Node2D
    assert node_class("KinematicBody2D") is CharacterBody2D
    assert node_class("KinematicBody") is None
    assert nearest("KinematicBody") is Node3D


def test_a_class_of_a_game_may_have_a_name_of_godot_3() -> None:
    class Sprite(Node):
        pass

    assert node_class("Sprite") is Sprite


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("GPUParticles2D", Node2D),
        ("PhysicalBone2D", RigidBody2D),
        ("VehicleBody3D", Node3D),
        ("Button", CanvasItem),
        ("HBoxContainer", CanvasItem),
        ("FoldableContainer", CanvasItem),
        ("RigidBody3D", Node3D),
        ("CSGBox3D", Node3D),
        ("XRController3D", Node3D),
        ("SpringBoneSimulator3D", Node3D),
        ("OpenXRCompositionLayerQuad", Node3D),
        ("AnimationPlayer", Node),
        ("WorldEnvironment", Node),
        ("NavigationAgent2D", Node),
        ("HTTPRequest", Node),
        ("EditorPlugin", Node),
        ("Timer", Timer),
        ("Boss", Node),
        ("Resource", Node),
        ("", Node),
    ],
)
def test_the_nearest_type_above_one_that_is_missing(name: str, expected: type[Node]) -> None:
    assert nearest(name) is expected


def test_a_missing_type_is_made_once_for_each_base() -> None:
    missing = missing_type(Node2D)

    assert missing_type(Node2D) is missing
    assert missing_type(Node3D) is not missing
    assert missing_type(Sprite2D) is not missing
    assert missing.__name__ == "MissingNode2D"
    assert issubclass(missing, MissingNode)
    assert issubclass(missing, Node2D)


def test_in_place_of_a_plain_node_stands_a_plain_missing_node() -> None:
    assert missing_type(Node) is MissingNode
    assert missing_type(MissingNode) is MissingNode


@pytest.mark.parametrize("base", [Node2D, Node3D, CanvasItem, InstancePlaceholder])
def test_files_cannot_name_it(base: type[Node]) -> None:
    name = missing_type(base).__name__

    assert node_class(name) is None
    assert name not in node_types.names()


def test_a_class_of_a_game_may_be_called_like_it() -> None:
    class MissingNode2D(Node):
        pass

    missing_type(Node2D)()

    assert node_class("MissingNode2D") is MissingNode2D
