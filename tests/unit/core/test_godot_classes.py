from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.core.godot_classes import _NODES, _RESOURCES, _SHADER_NODES, PARENTS, RENAMED

REFERENCE = Path(__file__).resolve().parents[4] / "shared" / "spec" / "classes.json"


def lineage(name: str) -> list[str]:
    above = []
    while name in PARENTS:
        name = PARENTS[name]
        above.append(name)
    return above


def test_every_class_is_a_node_or_a_resource() -> None:
    assert [name for name in PARENTS if lineage(name)[-1] not in ("Node", "Resource")] == []


def test_every_class_stands_in_the_table_once() -> None:
    names = [word for word in f"{_NODES} {_RESOURCES} {_SHADER_NODES}".split() if not word.endswith(":")]

    assert len(names) == len(PARENTS)


@pytest.mark.parametrize(
    ("name", "above"),
    [
        ("CheckBox", ["Button", "BaseButton", "Control", "CanvasItem", "Node"]),
        ("VehicleBody3D", ["RigidBody3D", "PhysicsBody3D", "CollisionObject3D", "Node3D", "Node"]),
        ("SoftBody3D", ["MeshInstance3D", "GeometryInstance3D", "VisualInstance3D", "Node3D", "Node"]),
        ("CCDIK3D", ["IterateIK3D", "ChainIK3D", "IKModifier3D", "SkeletonModifier3D", "Node3D", "Node"]),
        ("FileDialog", ["ConfirmationDialog", "AcceptDialog", "Window", "Viewport", "Node"]),
        ("InputEventMouseButton", ["InputEventMouse", "InputEventWithModifiers", "InputEventFromWindow", "InputEvent",
                                   "Resource"]),
        ("VisualShaderNodeGlobalExpression", ["VisualShaderNodeExpression", "VisualShaderNodeGroupBase",
                                              "VisualShaderNodeResizableBase", "VisualShaderNode", "Resource"]),
    ],
)  # fmt: skip
def test_what_stands_above_a_class(name: str, above: list[str]) -> None:
    assert lineage(name) == above


def test_a_new_name_is_a_class_and_an_old_one_is_none() -> None:
    assert {old: new for old, new in RENAMED.items() if new not in PARENTS} == {}
    assert RENAMED.keys() & PARENTS.keys() == set()


def test_the_parents_are_those_of_the_reference() -> None:
    if not REFERENCE.is_file():
        pytest.skip("the reference is not beside this repository")
    classes = json.loads(REFERENCE.read_text("utf-8"))["classes"]
    parents = {name: each["inherits"] for name, each in classes.items()}

    def is_ours(name: str) -> bool:
        while name in parents and name not in ("Node", "Resource"):
            name = parents[name]
        return name in ("Node", "Resource")

    ours = {name: parent for name, parent in parents.items() if is_ours(name) and name not in ("Node", "Resource")}

    assert len(ours) > 300
    assert {name: parent for name, parent in ours.items() if PARENTS.get(name) != parent} == {}
