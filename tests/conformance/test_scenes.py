"""Records of suites serialization, scene_format and PackedScene: those that are of scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import Signal, export
from engine.core.connection import ConnectFlags
from engine.core.errors import SceneError
from engine.core.resource import Resource
from engine.math import Color, Vector3
from engine.resources import ResourceLoader
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes import Node2D, Node3D, Timer
from scenes import PackedScene, ResourceSaver
from scenes.text import dumps, loads

record = pytest.mark.record


class SceneLedger(Resource):
    """A resource with a number and perhaps another one inside."""

    number: int = export(0)
    next: Resource | None = export(None)


class SceneBody(Node3D):
    """A node with properties of its own."""

    int_value: int = export(0)
    text: str = export("")
    note: Resource | None = export(None)
    struck = Signal[()]()
    missed = Signal[()]()

    def __init__(self, name: str = "", **exported: Any) -> None:
        super().__init__(name, **exported)
        self.heard: list[str] = []

    def on_struck(self) -> None:
        self.heard.append("struck")

    def on_missed(self) -> None:
        self.heard.append("missed")


def owned(parent: Node, child: Node, owner: Node) -> Any:
    parent.add_child(child)
    child.owner = owner
    return child


def packed(root: Node) -> PackedScene:
    scene = PackedScene()
    scene.pack(root)
    return scene


def text_of(root: Node) -> str:
    return dumps(packed(root).document)


@pytest.fixture
def loader(tmp_path: Path) -> ResourceLoader:
    return ResourceLoader(tmp_path)


@pytest.fixture
def save(loader: ResourceLoader) -> Callable[[Node, str], PackedScene]:
    """Pack a node and save it, and load it again."""

    def save(root: Node, path: str) -> PackedScene:
        ResourceSaver(loader).save(packed(root), path)
        return loader.load(path, PackedScene)

    return save


@pytest.fixture
def test_scene() -> Iterator[Node]:
    root = Node("TestScene")
    yield root
    root.free()


# --- Godot: PackedScene


@record("PackedScene-003")
def test_a_cleared_scene_has_no_node(test_scene: Node) -> None:
    scene = packed(test_scene)

    scene.clear()

    assert scene.state.get_node_count() != 1
    assert not scene.can_instantiate()


@record("PackedScene-005")
def test_a_packed_node_is_instantiated_under_its_name(test_scene: Node) -> None:
    made = packed(test_scene).instantiate()

    assert made is not None
    assert made.get_parent() is None
    assert made.name == "TestScene"


@record("PackedScene-006")
def test_only_owned_children_are_packed(test_scene: Node) -> None:
    owned(test_scene, Node("Child1"), test_scene)
    owned(test_scene, Node("Child2"), test_scene)
    test_scene.add_child(Node("Child3"))

    made = packed(test_scene).instantiate()

    assert made.name == "TestScene"
    assert made.get_child_count() == 2
    assert [child.name for child in made.children] == ["Child1", "Child2"]
    assert made.get_child(0).owner is made
    assert made.get_child(1).owner is made


# --- Godot: Node, exported nodes


class Exporting(Node):
    exported_node: Node | None = export(None)
    exported_nodes: list[Node] = export(factory=list)


@pytest.fixture
def instanced(save: Callable[[Node, str], PackedScene]) -> Node:
    """A root with an instance of a scene whose root refers to its own child."""
    inner = Exporting("Inner")
    child = owned(inner, Node("Child"), inner)
    owned(inner, Node("Child2"), inner)
    inner.exported_node, inner.exported_nodes = child, [child]
    root = Node("Root")
    owned(root, save(inner, "inner.tscn").instantiate(), root)
    return root


def lines_of_exported_nodes(root: Node) -> int:
    return sum(line.startswith("exported_node") for line in text_of(root).splitlines())


@record("Node-036")
def test_an_instance_that_keeps_its_exported_nodes_saves_none(instanced: Node) -> None:
    assert lines_of_exported_nodes(instanced) == 0


@record("Node-037")
def test_an_instance_with_other_exported_nodes_saves_them(instanced: Node) -> None:
    inner = instanced.get_child(0)
    assert isinstance(inner, Exporting)

    inner.exported_node = inner.get_child(1)
    inner.exported_nodes = [inner.get_child(1)]

    assert lines_of_exported_nodes(instanced) == 2


# --- serialization


@record("mainframe-serialization-0249")
def test_only_what_differs_from_the_defaults_is_written() -> None:
    node = SceneBody("N")
    assert text_of(node) == '[gd_scene format=3]\n\n[node name="N" type="SceneBody"]\n'

    node.int_value = 8
    node.position = Vector3(0, 1, 0)

    section = packed(node).document.nodes[0]
    assert list(section.properties) == ["transform", "int_value"]
    assert section.properties["int_value"] == 8
    assert "transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0)\n" in text_of(node)
    assert not packed(node).document.sub_resources


@record("mainframe-serialization-0252")
def test_only_owned_nodes_are_saved_and_their_copies_are_owned() -> None:
    root = Node("Root")
    nested = owned(owned(root, Node("Owned"), root), Node("Nested"), root)
    root.add_child(Node("Spawned"))

    copy = packed(root).instantiate()

    assert [child.name for child in copy.children] == ["Owned"]
    assert copy.get_node("Owned/Nested").owner is copy
    assert copy.owner is None
    assert nested.owner is root


@record("mainframe-serialization-0253")
def test_a_scene_is_instantiated_outside_the_tree(tree: SceneTree) -> None:
    root = Node("Root")
    owned(root, Timer("Clock", autostart=True, wait_time=0.5), root)

    copy = packed(root).instantiate()
    clock = copy.get_node("Clock", Timer)
    assert not copy.is_inside_tree()
    assert not copy.is_ready()
    assert clock.is_stopped()

    tree.root.add_child(copy)
    assert copy.is_ready()
    assert clock.time_left == 0.5


@record("mainframe-serialization-0254")
def test_persistent_groups_and_unique_names_are_saved() -> None:
    root = Node("Root")
    node = owned(root, Node("A"), root)
    node.add_to_group("saved", persistent=True)
    node.add_to_group("runtime")
    node.unique_name_in_owner = True

    copy = packed(root).instantiate()

    assert copy.get_node("A").is_in_group("saved")
    assert not copy.get_node("A").is_in_group("runtime")
    assert copy.get_node("%A") is copy.get_node("A")


@record("mainframe-serialization-0255")
def test_persisted_connections_are_saved() -> None:
    root = SceneBody("Root")
    child = owned(root, SceneBody("Child"), root)
    root.connect("struck", child, "on_struck", ConnectFlags.PERSIST)
    root.connect("missed", child, "on_missed")

    scene = packed(root)
    copy = scene.instantiate(SceneBody)
    copy.struck.emit()
    copy.missed.emit()

    (connection,) = scene.document.connections
    assert connection.attributes == {"signal": "struck", "from": ".", "to": "Child", "method": "on_struck"}
    assert copy.get_node("Child", SceneBody).heard == ["struck"]
    (made,) = copy.get_signal_connections("struck")
    assert made.origin is copy


@pytest.fixture
def level(save: Callable[[Node, str], PackedScene]) -> SceneBody:
    """A level with a changed instance of a hero, to which nodes were added."""
    hero = SceneBody("HeroScene")
    hitbox = owned(hero, SceneBody("Hitbox"), hero)
    hero.connect("struck", hitbox, "on_struck", ConnectFlags.PERSIST)
    scene = save(hero, "hero.tscn")
    level = SceneBody("Level")
    instance = owned(level, scene.instantiate(SceneBody), level)
    instance.name = "Hero"
    instance.position = Vector3(0, 0, 2)
    instance.get_node("Hitbox").int_value = 99
    owned(instance.get_node("Hitbox"), SceneBody("Badge"), level)
    owned(instance, SceneBody("Hat"), level)
    return level


@record("mainframe-serialization-0257")
def test_an_instance_is_saved_as_what_differs_from_its_scene(level: SceneBody) -> None:
    document = packed(level).document
    by_name = {section.attributes["name"]: section for section in document.nodes}
    (hero_file,) = document.ext_resources

    assert hero_file.attributes["path"] == "res://hero.tscn"
    assert hero_file.attributes["uid"].startswith("uid://")
    assert by_name["Hero"].attributes["instance"].id == hero_file.attributes["id"]
    assert list(by_name["Hero"].properties) == ["transform"]
    assert by_name["Hitbox"].properties == {"int_value": 99}
    assert "type" not in by_name["Hitbox"].attributes
    assert [name for name in by_name if name != "Hitbox"] == ["Level", "Hero", "Badge", "Hat"]
    assert by_name["Hat"].attributes["parent"] == "Hero"
    assert by_name["Badge"].attributes["parent"] == "Hero/Hitbox"
    assert document.connections == []


@record("mainframe-serialization-0258")
def test_a_saved_instance_comes_back_as_it_was(level: SceneBody, save: Callable[[Node, str], PackedScene]) -> None:
    copy = save(level, "level.tscn").instantiate(SceneBody)
    hero = copy.get_node("Hero", SceneBody)
    hitbox = hero.get_node("Hitbox", SceneBody)

    assert hero.position == (0, 0, 2)
    assert hitbox.int_value == 99
    assert hero.has_node("Hat")
    assert hitbox.has_node("Badge")
    assert hero.owner is copy
    assert hero.get_node("Hat").owner is copy
    assert hitbox.owner is hero
    hero.struck.emit()
    assert hitbox.heard == ["struck"]


@record("mainframe-serialization-0259")
def test_a_change_of_the_sub_scene_flows_into_the_level(
    loader: ResourceLoader, save: Callable[[Node, str], PackedScene]
) -> None:
    hero = SceneBody("HeroScene")
    owned(hero, SceneBody("Hitbox"), hero)
    level = SceneBody("Level")
    instance = owned(level, save(hero, "hero.tscn").instantiate(), level)
    instance.get_node("Hitbox").text = "overridden"
    save(level, "level.tscn")
    hero.get_node("Hitbox", SceneBody).int_value = 555
    save(hero, "hero.tscn")

    again = ResourceLoader(loader.root).load("level.tscn", PackedScene).instantiate()

    hitbox = again.get_node("HeroScene/Hitbox", SceneBody)
    assert hitbox.int_value == 555
    assert hitbox.text == "overridden"


@record("mainframe-serialization-0260")
def test_a_scene_that_instances_itself_is_refused(tmp_path: Path, loader: ResourceLoader) -> None:
    (tmp_path / "self.tscn").write_text(
        '[gd_scene load_steps=2 format=3 uid="uid://b"]\n\n'
        '[ext_resource type="PackedScene" uid="uid://b" path="res://self.tscn" id="1"]\n\n'
        '[node name="Root" type="Node"]\n\n'
        '[node name="Again" parent="." instance=ExtResource("1")]\n'
    )
    scene = loader.load("self.tscn", PackedScene)

    with pytest.raises(SceneError, match=r"instances itself: res://self\.tscn -> res://self\.tscn"):
        scene.instantiate()


@record("mainframe-serialization-0271")
def test_a_bad_value_is_named_with_its_place() -> None:
    scene = PackedScene(loads('[gd_scene format=3]\n\n[node name="N" type="Node3D"]\nposition = [1, 2]\n', "bad.tscn"))

    with pytest.raises(SceneError, match=r"^bad\.tscn:4: node 'N': Node3D\.position"):
        scene.instantiate()


@record("mainframe-serialization-0272")
def test_comments_and_trailing_commas_are_accepted() -> None:
    text = '; by hand\n[gd_scene format=3]\n\n[node name="N" type="Node"] ; root\nmetadata/list = [1, 2, ; two\n3,]\n'

    made = PackedScene(loads(text)).instantiate()

    assert made.get_meta("list") == [1, 2, 3]


@record("mainframe-serialization-0273")
def test_a_reload_makes_no_overrides(loader: ResourceLoader, save: Callable[[Node, str], PackedScene]) -> None:
    save(SceneBody("Hero", note=ledger_with(6)), "hero.tscn")
    level = SceneBody("Level")
    owned(level, loader.load("hero.tscn", PackedScene).instantiate(), level)
    loader.release("hero.tscn")  # the instance was made of another load than the one that it is compared with
    assert not loader.has_cached("hero.tscn")

    document = packed(level).document

    assert [section.properties for section in document.nodes] == [{}, {}]


def ledger_with(number: int) -> SceneLedger:
    note = SceneLedger()
    note.number = number
    return note


@record("mainframe-serialization-0274")
def test_saving_a_scene_again_keeps_the_resource_that_it_shares(loader: ResourceLoader) -> None:
    ResourceSaver(loader).save(ledger_with(6), "note.tres")
    note = loader.load("note.tres", SceneLedger)
    scene = packed(SceneBody("Root", note=note))
    ResourceSaver(loader).save(scene, "scene.tscn")
    root = loader.load("scene.tscn", PackedScene).instantiate(SceneBody)
    assert root.note is note

    root.int_value = 42
    scene.pack(root)
    ResourceSaver(loader).save(scene, "scene.tscn")

    assert loader.load("note.tres") is note
    again = loader.load("scene.tscn", PackedScene).instantiate(SceneBody)
    assert again.int_value == 42
    assert again.note is note


@record("mainframe-serialization-0275")
def test_a_value_that_equals_the_default_is_not_written() -> None:
    assert packed(Node2D("N", modulate=Color(1, 1, 1, 1))).document.nodes[0].properties == {}


# --- scene_format


@record("mainframe-scene_format-0234")
def test_equal_trees_give_equal_bytes(loader: ResourceLoader) -> None:
    def build() -> Node:
        root = SceneBody("Root", note=ledger_with(1))
        child = owned(root, SceneBody("Child", note=ledger_with(2)), root)
        child.note.next = ledger_with(3)
        return root

    first, second = text_of(build()), text_of(build())

    assert first == second
    assert dumps(loads(first)) == first
    assert text_of(PackedScene(loads(first)).instantiate()) == first


@record("mainframe-scene_format-0238")
def test_nodes_are_listed_in_the_order_of_the_tree() -> None:
    level = Node("Level")
    a = owned(level, Node("A"), level)
    owned(a, Node("B"), level)
    a.add_child(Node("Runtime"))
    owned(level, Node("C"), level)

    scene = packed(level)

    nodes = scene.document.nodes
    assert [section.attributes["name"] for section in nodes] == ["Level", "A", "B", "C"]
    assert "parent" not in nodes[0].attributes
    assert [section.attributes["parent"] for section in nodes[1:]] == [".", "A", "."]
    assert not scene.document.of_kind("root")
    copy = scene.instantiate()
    assert copy.get_node("A/B").owner is copy


def refused(*nodes: str) -> str:
    with pytest.raises(SceneError) as caught:
        PackedScene(loads("[gd_scene format=3]\n\n" + "\n\n".join(nodes) + "\n", "bad.tscn"))
    return str(caught.value)


@record("mainframe-scene_format-0239")
def test_a_root_with_a_parent_is_refused() -> None:
    text = refused('[node name="Root" type="Node" parent="."]')

    assert text == "bad.tscn:3: the first node, 'Root', has the parent '.'; a scene's root has none"


@record("mainframe-scene_format-0240")
def test_a_node_without_a_parent_is_refused() -> None:
    text = refused('[node name="Root" type="Node"]', '[node name="A" type="Node"]')

    assert text == "bad.tscn:5: node 'A' has no parent; only the root, 'Root', has none"


@record("mainframe-scene_format-0241")
def test_a_node_with_an_unknown_parent_is_refused() -> None:
    text = refused('[node name="Root" type="Node"]', '[node name="A" type="Node" parent="Nobody/There"]')

    assert text == "bad.tscn:5: the parent 'Nobody/There' of node 'A' is not in the scene; it has '.'"


@record("mainframe-scene_format-0245")
def test_a_newer_format_is_refused() -> None:
    with pytest.raises(SceneError, match=r"format 5.*4"):
        loads('[gd_scene format=5]\n\n[node name="Root" type="Node"]\n')


@record("mainframe-scene_format-0247")
def test_a_root_without_a_type_is_refused() -> None:
    text = refused('[node name="Root"]')

    assert text == "bad.tscn:3: the root 'Root' has neither a type nor a scene that it is an instance of"
