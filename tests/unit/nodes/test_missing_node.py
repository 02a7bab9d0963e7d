"""Missing nodes as the tree sees them; how files make them is in tests/unit/scenes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import nodes
from engine import Node, SceneTree, Vector2
from engine.core.errors import InvalidTypeError
from engine.core.resource import Resource
from engine.tree.duplicate import DuplicateFlags
from nodes import CanvasItem, MissingNode, Node2D, Node3D
from scenes.node_types import missing_type
from scenes.text.values import (
    CallableValue,
    Key,
    ObjectValue,
    PackedByteArray,
    PackedInt32Array,
    PackedStringArray,
    PackedVector2Array,
    StringName,
    TypedArray,
    TypedDictionary,
)

NAMES = [name for name in nodes._HOMES if name != "MissingNode"]


@pytest.fixture
def tree() -> Iterator[SceneTree]:
    tree = SceneTree()
    yield tree
    tree.shutdown()


def missing(base: type[Node], original_type: str, name: str = "") -> Any:
    node = missing_type(base)(name)
    node._type_name = original_type
    return node


def values(shared: Resource) -> dict[str, Any]:
    """One of each kind of value that a file may hold."""
    return {
        "int": 3,
        "name": StringName("walk"),
        "bytes": PackedByteArray(b"\x01\x02"),
        "ints": PackedInt32Array((1, 2)),
        "texts": PackedStringArray(("a", "b")),
        "points": PackedVector2Array((Vector2(1, 2), Vector2(3, 4))),
        "list": [1, [2, {"three": 3.0}], shared],
        "typed": TypedArray("Texture2D", [shared, None]),
        "dict": {"a": 1, 2: StringName("b"), Key([1, 2]): "list"},
        "typed dict": TypedDictionary("int", "String", {1: "one"}),
        "object": ObjectValue("InputEventKey", {"keycode": 65, "script": None}),
        "callable": CallableValue(),
        "resource": shared,
        "nothing": None,
    }


def test_one_made_in_code_has_no_original_type() -> None:
    assert MissingNode().original_type == ""
    assert MissingNode().properties == {}


def test_errors_paths_and_names_call_it_by_the_type_that_the_file_names(tree: SceneTree) -> None:
    fire = missing(Node2D, "GPUParticles2D")

    assert fire.original_type == "GPUParticles2D"
    assert fire._where() == "GPUParticles2D"
    assert repr(tree.root.add_child(fire)) == "<GPUParticles2D '/root/GPUParticles2D'>"


def test_a_path_to_one_that_is_asked_for_with_another_type_is_refused_by_that_name(tree: SceneTree) -> None:
    tree.root.add_child(missing(Node, "Boss", "B"))

    with pytest.raises(TypeError, match="is a Boss, not a Node2D"):
        tree.root.get_node("B", Node2D)


def test_in_place_of_a_2d_node_it_moves_what_is_below(tree: SceneTree) -> None:
    fire = tree.root.add_child(missing(Node2D, "GPUParticles2D"))
    smoke = fire.add_child(Node2D())
    smoke.position = (1, 2)

    fire.position = (10, 20)
    fire.scale = (2, 2)

    assert smoke.global_position == (12, 24)
    assert isinstance(fire, Node2D)


def test_in_place_of_a_canvas_item_it_hides_what_is_below(tree: SceneTree) -> None:
    button = tree.root.add_child(missing(CanvasItem, "Button"))
    icon = button.add_child(Node2D())

    button.visible = False

    assert not icon.is_visible_in_tree()


def test_in_place_of_a_3d_node_it_moves_what_is_below(tree: SceneTree) -> None:
    body = tree.root.add_child(missing(Node3D, "RigidBody3D"))
    camera = body.add_child(Node3D())

    body.position = (1, 2, 3)

    assert camera.global_position == (1, 2, 3)


@pytest.mark.parametrize("name", NAMES)
def test_it_lives_in_a_tree_in_place_of_any_type(name: str, tree: SceneTree) -> None:
    base = getattr(nodes, name)
    node = tree.root.add_child(missing(base, "SomethingNew"))
    child = node.add_child(missing(base, "SomethingNew"))
    for _ in range(3):
        tree.tick(1 / 60)

    assert isinstance(node, base)
    assert isinstance(node, MissingNode)
    assert type(node)._mask == base._mask
    assert str(child.get_path()) == "/root/SomethingNew/SomethingNew"
    assert type(node.duplicate()) is type(node)
    node.free()


def test_a_duplicate_is_of_the_same_original_type_and_has_its_own_properties() -> None:
    shared = Resource()
    fire = missing(Node2D, "GPUParticles2D", "Fire")
    fire.properties.update(values(shared))
    fire.position = (3, 4)

    copy = fire.duplicate()

    assert (copy.original_type, copy.name, copy.position) == ("GPUParticles2D", "Fire", (3, 4))
    assert list(copy.properties) == list(fire.properties)
    for name, value in fire.properties.items():
        assert type(copy.properties[name]) is type(value)
    assert copy.properties["resource"] is shared
    assert copy.properties["typed"] == [shared, None]
    assert copy.properties["typed"].element_type == "Texture2D"
    copy.properties["list"][1].append("more")
    assert fire.properties["list"] == [1, [2, {"three": 3.0}], shared]


def test_a_duplicate_without_scripts_is_still_of_its_original_type() -> None:
    copy = missing(Node2D, "Boss").duplicate(DuplicateFlags.GROUPS)

    assert copy.original_type == "Boss"


def test_properties_that_refer_to_nodes_below_refer_to_their_duplicates() -> None:
    boss = missing(Node, "Boss")
    eye = boss.add_child(Node("Eye"))
    boss.properties["eyes"] = [eye]

    copy = boss.duplicate()

    assert copy.properties["eyes"] == [copy.get_node("Eye")]


def test_a_snapshot_sets_its_properties_back(tree: SceneTree) -> None:
    shared = Resource()
    boss = tree.root.add_child(missing(Node2D, "Boss"))
    boss.properties.update(values(shared))
    snapshot = tree.snapshot()
    before = tree.state_hash()

    boss.properties["list"][1].append("more")
    boss.properties["object"].properties["keycode"] = 66
    boss.properties["typed"].clear()
    boss.properties["typed"].element_type = "Font"
    del boss.properties["int"]
    boss._type_name = "Other"
    assert tree.state_hash() != before
    tree.restore(snapshot)

    assert tree.state_hash() == before
    assert boss.original_type == "Boss"
    assert boss.properties["list"] == [1, [2, {"three": 3.0}], shared]
    assert boss.properties["object"].properties["keycode"] == 65
    assert boss.properties["typed"] == [shared, None]
    assert boss.properties["typed"].element_type == "Texture2D"
    assert list(boss.properties) == list(values(shared))


def test_equal_trees_with_missing_nodes_have_equal_digests() -> None:
    digests = set()
    for _ in range(2):
        tree = SceneTree()
        boss = tree.root.add_child(missing(Node2D, "Boss"))
        boss.properties.update(values(Resource()))
        digests.add(tree.state_hash())
        tree.shutdown()

    assert len(digests) == 1


def test_looking_at_properties_that_are_not_there_changes_no_digest(tree: SceneTree) -> None:
    boss = tree.root.add_child(missing(Node2D, "Boss"))
    before = tree.state_hash()

    assert boss.properties == {}

    assert tree.state_hash() == before


def test_the_original_type_cannot_be_set() -> None:
    with pytest.raises(InvalidTypeError, match="cannot set 'original_type', which can only be read"):
        MissingNode(original_type="Boss")
