"""Every node type and every resource type survives being saved and loaded, with every property changed.

Types that are added later are picked up by themselves: what `export` declares is saved.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.core.export import get_exports
from engine.core.resource import Resource
from engine.resources import ResourceLoader
from engine.resources.loading.missing_resource import MissingResource
from engine.resources.textures.missing_texture import MissingTexture
from engine.tree.node import Node
from nodes import MissingNode
from scenes import PackedScene, ResourceSaver
from scenes.resource_properties import same_resource
from scenes.text import dumps, loads
from scenes.value_walk import same
from tests.contract.our_types import NODE_TYPES, RESOURCE_TYPES, type_name
from tests.contract.property_values import another, prepare, settable

IN_FILES_OF_THEIR_OWN = ("PackedScene", "Script")
"""Resources that no other file can hold: scenes and scripts."""

NOT_HERE = {MissingResource: "PanoramaSkyMaterial", MissingTexture: "PortableCompressedTexture2D"}
"""What stands in for types of Godot's that are not here, and for which."""

STORED = [cls for cls in RESOURCE_TYPES if cls.__name__ not in IN_FILES_OF_THEIR_OWN]

each_node_type = pytest.mark.parametrize("cls", NODE_TYPES, ids=type_name)
each_resource_type = pytest.mark.parametrize("cls", STORED, ids=type_name)


@pytest.fixture
def loader(tmp_path: Path) -> ResourceLoader:
    return ResourceLoader(tmp_path)


def changed(cls: type[Any]) -> Any:
    """A node or a resource, none of whose properties is as in a new one."""
    item: Any = cls(NOT_HERE[cls]) if cls in NOT_HERE else cls()
    if cls is MissingNode:
        item._type_name = "AnimationPlayer"  # as a file has given it
    for name in get_exports(cls):
        if name in settable(cls):
            prepare(item, name)
            setattr(item, name, another(item, name))
    return item


def values_of(item: Any) -> dict[str, Any]:
    return {name: getattr(item, name) for name in get_exports(type(item))}


def assert_same_values(found: Any, wanted: Any) -> None:
    for name, value in values_of(wanted).items():
        assert same(getattr(found, name), value, same_resource), name
        assert type(getattr(found, name)) is type(value), name


def saved(root: Node) -> PackedScene:
    """What a scene's text gives, read again."""
    scene = PackedScene()
    scene.pack(root)
    return PackedScene(loads(dumps(scene.document)))


@each_node_type
def test_a_node_with_all_properties_changed_survives(cls: type[Node]) -> None:
    root = Node("Root")
    node = root.add_child(changed(cls))
    node.owner = root
    node.name = "It"
    for name in get_exports(cls):
        assert not same(getattr(node, name), getattr(cls(), name), same_resource), f"{name} was not changed"

    found = saved(root).instantiate().get_child(0)

    assert type(found) is cls
    assert_same_values(found, node)


@each_node_type
def test_a_new_node_is_saved_without_a_property(cls: type[Node]) -> None:
    scene = PackedScene()

    scene.pack(cls("It"))

    assert scene.document.nodes[0].properties == {}


@each_resource_type
def test_a_resource_with_all_properties_changed_survives_in_a_scene(cls: type[Resource]) -> None:
    resource = changed(cls)
    root = Node("Root")
    root.set_meta("it", resource)

    found = saved(root).instantiate().get_meta("it")

    assert type(found) is cls
    assert_same_values(found, resource)


@each_resource_type
def test_a_resource_with_all_properties_changed_survives_in_a_file(cls: type[Resource], loader: ResourceLoader) -> None:
    resource = changed(cls)
    ResourceSaver(loader).save(resource, "res://it.tres")

    found = ResourceLoader(loader.root).load("res://it.tres")

    assert type(found) is cls
    assert_same_values(found, resource)


@pytest.mark.parametrize("cls", [cls for cls in STORED if cls is not MissingResource], ids=type_name)
def test_a_new_resource_is_saved_without_a_property(cls: type[Resource], loader: ResourceLoader) -> None:
    ResourceSaver(loader).save(cls(), "res://it.tres")

    document = loads((loader.root / "it.tres").read_bytes())  # type: ignore[operator]  # this loader has a folder

    assert document.resource is not None
    assert document.resource.properties == {}
