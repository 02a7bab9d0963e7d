"""Resources of scenes: shared by all instances, but for those that are local to the scene."""

from __future__ import annotations

from typing import Any

import pytest

from engine import export
from engine.core.resource import Resource
from engine.tree.node import Node
from scenes import PackedScene
from scenes.text import dumps, loads
from tests.unit.scenes.projects import EMPTY, Project, using


class Gem(Resource):
    color: str = export("")
    inner: Resource | None = export(None)
    inners: list[Any] = export(factory=list)

    def __init__(self) -> None:
        self.told: list[Any] = []

    def setup_local_to_scene(self) -> None:
        self.told = [*self.told, self.get_local_scene()]
        super().setup_local_to_scene()


class Setting(Node):
    gem: Gem | None = export(None)
    gems: list[Any] = export(factory=list)


SUBS = """[gd_scene load_steps=4 format=3]

[sub_resource type="Gem" id="Gem_inner"]
resource_local_to_scene = true
color = "red"

[sub_resource type="Gem" id="Gem_local"]
resource_local_to_scene = true
color = "blue"
inner = SubResource("Gem_inner")

[sub_resource type="Gem" id="Gem_shared"]
color = "green"

"""
MAIN = (
    SUBS
    + """[node name="A" type="Setting"]
gem = SubResource("Gem_local")
gems = [SubResource("Gem_local"), SubResource("Gem_shared")]
metadata/gem = SubResource("Gem_local")

[node name="B" type="Setting" parent="."]
gem = SubResource("Gem_local")
"""
)


def test_each_instance_has_one_copy_of_a_local_resource() -> None:
    scene = PackedScene(loads(MAIN))

    first, second = scene.instantiate(Setting), scene.instantiate(Setting)

    assert first.gem is first.gems[0] is first.get_meta("gem") is first.get_node("B", Setting).gem
    assert first.gem is not second.gem
    assert first.gem is not None
    assert (first.gem.color, first.gem.resource_scene_unique_id) == ("blue", "Gem_local")


def test_other_resources_are_shared() -> None:
    scene = PackedScene(loads(MAIN))

    assert scene.instantiate(Setting).gems[1] is scene.instantiate(Setting).gems[1]


def test_a_local_resource_inside_of_another_is_copied_too() -> None:
    scene = PackedScene(loads(MAIN))

    first, second = (scene.instantiate(Setting).gem for _ in range(2))

    assert first is not None
    assert second is not None
    assert isinstance(first.inner, Gem)
    assert first.inner is not second.inner
    assert first.inner.color == "red"


def test_a_copy_knows_the_root_and_is_told_so_when_all_is_there() -> None:
    root = PackedScene(loads(MAIN)).instantiate(Setting)

    assert root.gem is not None
    assert isinstance(root.gem.inner, Gem)
    assert root.gem.told == root.gem.inner.told == [root]
    assert root.gem.get_local_scene() is root
    assert root.gems[1].told == []


def test_what_is_set_on_the_root_of_an_instance_is_that_instances_own(project: Project) -> None:
    sub = EMPTY + '[node name="S" type="Setting"]\n\n[node name="C" type="Setting" parent="."]\n'
    instances = "".join(
        f'[node name="{name}" parent="." instance=ExtResource("1")]\ngem = SubResource("Gem_local")\n\n'
        for name in "BC"
    )
    project.write(
        sub=sub,
        main=SUBS.replace("\n\n", '\n\n[ext_resource type="PackedScene" path="res://sub.tscn" id="1"]\n\n', 1)
        + '[node name="A" type="Setting"]\ngem = SubResource("Gem_local")\n\n'
        + instances
        + '[node name="C" parent="B" index="0"]\ngem = SubResource("Gem_local")\n',
    )
    root = project.make()
    first, second = root.get_node("B"), root.get_node("C")

    assert len({root.gem, first.gem, second.gem}) == 3
    assert [each.gem.get_local_scene() for each in (root, first, second)] == [root, first, second]
    assert first.get_node("C").gem is root.gem


def test_each_instance_of_a_sub_scene_has_its_own(project: Project) -> None:
    project.write(
        sub=MAIN,
        main=using("sub.tscn")
        + '[node name="R" type="Node"]\n\n[node name="X" parent="." instance=ExtResource("1")]\n\n'
        '[node name="Y" parent="." instance=ExtResource("1")]\n',
    )
    root = project.make()
    x, y = root.get_node("X"), root.get_node("Y")

    assert x.gem is not y.gem
    assert x.gem is x.get_node("B").gem
    assert [x.gem.get_local_scene(), y.gem.get_local_scene()] == [x, y]
    assert project.changes(root) == []


def test_a_local_resource_of_another_file_is_copied(project: Project) -> None:
    project.file(
        "gem.tres", '[gd_resource type="Gem" format=3]\n\n[resource]\nresource_local_to_scene = true\ncolor = "x"\n'
    )
    project.write(main=using("gem.tres") + '[node name="A" type="Setting"]\ngem = ExtResource("1")\n')

    first, second = project.make(), project.make()

    assert first.gem is not second.gem
    assert first.gem.color == "x"


@pytest.mark.parametrize("name", ["gem", "gems", "metadata"])
def test_a_changed_copy_changes_the_resource_in_the_file(name: str) -> None:
    scene = PackedScene(loads(MAIN))
    root = scene.instantiate(Setting)
    gem = {"gem": root.gem, "gems": root.gems[0], "metadata": root.get_meta("gem")}[name]

    gem.color = "black"
    scene.pack(root)

    assert dumps(scene.document) == MAIN.replace('"blue"', '"black"')


def test_a_changed_shared_resource_changes_in_the_file_and_in_all_instances() -> None:
    scene = PackedScene(loads(MAIN))
    root = scene.instantiate(Setting)

    root.gems[1].color = "black"
    scene.pack(root)

    assert dumps(scene.document) == MAIN.replace('"green"', '"black"')


def test_a_list_of_resources_is_each_instances_own() -> None:
    scene = PackedScene(loads(MAIN))
    root = scene.instantiate(Setting)

    root.gems.clear()

    assert len(scene.instantiate(Setting).gems) == 2
