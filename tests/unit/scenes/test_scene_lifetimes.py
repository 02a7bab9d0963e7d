"""What a scene holds goes with it, at once: nothing of it waits for Python's collector."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any
from weakref import ref

import pytest

from engine.core.resource import Resource
from engine.resources import Texture2D
from nodes import Node2D, Sprite2D
from scenes import PackedScene
from tests.unit.scenes.projects import Project, using

SPRITES = """[gd_scene format=3]

[sub_resource type="GradientTexture2D" id="1"]

[node name="Plain" type="Sprite2D"]
texture = SubResource("1")

[node name="Special" type="Sprite2D" parent="." groups=["g"]]
texture = SubResource("1")
metadata/known = SubResource("1")

[node name="Unknown" type="Ghost" parent="."]
kept = SubResource("1")

[connection signal="draw" from="Special" to="." method="queue_redraw" binds=[SubResource("1")]]
"""
MAIN = """
[sub_resource type="GradientTexture2D" id="2"]

[node name="Main" type="Node2D"]

[node name="A" parent="." instance=ExtResource("1")]
texture = SubResource("2")

[node name="Special" parent="A" index="0"]
texture = SubResource("2")
"""


@pytest.fixture(autouse=True)
def without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def files(project: Project) -> Project:
    return project.write(sprites=SPRITES, main=using("sprites.tscn") + MAIN)


def held(scene: PackedScene) -> list[ref[Any]]:
    """Weak references to a scene and the pictures of its nodes."""
    root = scene.instantiate()
    sprites = [each for each in (root, *root.find_children("*", owned=False)) if isinstance(each, Sprite2D)]
    pictures = {id(each.texture): each.texture for each in sprites if each.texture is not None}
    things: list[Resource] = [scene, *pictures.values()]
    root.free()
    return [ref(each) for each in things]


def gone(references: list[ref[Any]]) -> bool:
    return len(references) > 1 and all(each() is None for each in references)


@pytest.mark.parametrize("name", ["sprites", "main"])
def test_what_a_scene_was_made_of_goes_with_the_last_one_who_holds_it(files: Project, name: str) -> None:
    scene = files.scene(name)
    references = held(scene)
    scene.prepare(scripts=False)
    assert scene.report is not None
    assert scene.state.get_node_count() > 1

    assert all(each() is not None for each in references)
    del scene
    assert gone(references)


def test_a_packed_scene_goes_as_one_of_a_file_does() -> None:
    root = Node2D(name="Root")
    picture = root.add_child(Sprite2D(texture=Texture2D()))
    picture.owner = root
    scene = PackedScene()
    scene.pack(root)
    root.free()
    references = held(scene)

    del scene, root, picture
    assert gone(references)


def test_a_sub_scene_goes_with_the_scene_that_instances_it(files: Project) -> None:
    scene = files.scene("main")
    references = held(scene)
    sub = ref(files.scene("sprites"))
    assert sub() is not None

    del scene
    assert gone([*references, sub])


def test_nodes_keep_the_scene_that_they_come_from(files: Project) -> None:
    scene = files.scene("main")
    root = scene.instantiate()
    known = ref(scene)
    del scene

    assert known() is files.scene("main")
    root.free()
    del root
    assert known() is None


def test_nodes_of_one_place_know_of_it_together(files: Project) -> None:
    scene = files.scene("main")
    first, second = scene.instantiate(), scene.instantiate()
    infos = [root.get_node("A/Special")._scene_info for root in (first, second)]

    assert infos[0] is not None
    assert infos[0] is infos[1]
