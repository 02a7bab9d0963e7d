"""Scenes that were written to do harm, and calls in an order that nobody expects."""

from __future__ import annotations

import copy
import pickle

import pytest

from engine.core.errors import InvalidTypeError, SceneError
from engine.core.resource import Resource
from engine.resources.loading.load_request import CacheMode
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes import InstancePlaceholder
from scenes import PackedScene, ResourceSaver
from scenes.text import Document, Section, dumps, loads
from tests.unit.scenes.projects import EMPTY, Project, using

read: list[str] = []
ran: list[str] = []

LOUD = (
    f"import {__name__} as told\nfrom nodes import Node2D\ntold.ran.append('ran')\n\n\nclass Loud9(Node2D):\n    pass\n"
)
USER = f"""{using("loud9.py")}[node name="Root" type="Node2D"]
script = ExtResource("1")
"""
SUB = """[gd_scene format=3]

[node name="Sub" type="Node"]

[node name="Timer" type="Timer" parent="."]
"""
MAIN = f"""{using("sub.tscn")}[node name="Main" type="Node"]

[node name="Sub" parent="." instance=ExtResource("1")]

[node name="Timer" parent="Sub"]
wait_time = 3.0

[editable path="Sub"]
"""


class Curious9(Node):
    """Has a property that tells when it is read."""

    @property
    def secret(self) -> int:
        read.append("secret")
        return 1


@pytest.fixture(autouse=True)
def _nothing_was_heard(forgotten_imports: None) -> None:
    read.clear()
    ran.clear()


# --- code of the project


def test_a_connection_does_not_read_a_property_to_see_whether_it_is_a_method(project: Project) -> None:
    ends = 'from="." to="."'
    project.write(
        main=f'{EMPTY}[node name="Root" type="Curious9"]\n\n[connection signal="ready" {ends} method="secret"]\n'
        f'[connection signal="ready" {ends} method="tree"]\n'
    )

    root = project.make()

    assert read == []
    assert project.problems() == ["missing connection: ready -> secret", "missing connection: ready -> tree"]
    assert project.changes(root) == []


def test_the_report_of_a_scene_that_was_loaded_without_scripts_runs_none(project: Project) -> None:
    project.file("loud9.py", LOUD)
    project.write(main=USER)

    scene = project.loader.load("main.tscn", PackedScene, scripts=False)

    assert scene.report.missing_scripts == ("res://loud9.py",)
    assert ran == []


def test_a_resource_saved_without_scripts_is_not_taken_for_the_one_with_them(project: Project) -> None:
    project.file("gem9.py", "from engine.core.resource import Resource\n\n\nclass Gem9(Resource):\n    pass\n")
    project.file("gem.tres", '[gd_resource type="Gem9" format=3]\n\n[resource]\n')
    bare = project.loader.load("gem.tres", scripts=False)

    ResourceSaver(project.loader).save(bare)

    assert type(project.loader.load("gem.tres")).__name__ == "Gem9"
    assert project.loader.load("gem.tres", scripts=False) is bare


def test_a_placeholder_made_without_scripts_makes_its_instance_without(project: Project) -> None:
    project.file("loud9.py", LOUD)
    project.write(
        sub=USER,
        main=f'{EMPTY}[node name="Root" type="Node"]\n\n'
        '[node name="Later" parent="." instance_placeholder="res://sub.tscn"]\n',
    )
    tree = SceneTree(loader=project.loader)
    tree.root.add_child(project.make(scripts=False))

    made = tree.root.get_node("Root/Later", InstancePlaceholder).create_instance()

    assert type(made).__name__ == "Node2D"
    assert ran == []


# --- size


@pytest.mark.parametrize("type_name", ["Resource", "Unknown9"])
def test_local_resources_may_stand_in_one_another_as_deep_as_a_file_says(project: Project, type_name: str) -> None:
    subs = "".join(
        f'[sub_resource type="{type_name}" id="{number}"]\nresource_local_to_scene = true\n'
        f"metadata/below = {f'[SubResource({str(number - 1)!r})]' if number else '0'}\n\n".replace("'", '"')
        for number in range(3000)
    )
    text = f'{EMPTY}{subs}[node name="Root" type="Node"]\nmetadata/top = SubResource("2999")\n'
    project.write(main=text)

    first, second = project.make(), project.make()

    one, other = first.meta["top"], second.meta["top"]
    for _ in range(2999):
        assert one is not other
        one, other = one.meta["below"][0], other.meta["below"][0]
    assert one.meta == other.meta == {"below": 0}
    assert project.changes(first) == []


def test_a_long_chain_of_resources_is_duplicated_without_recursion() -> None:
    chain = Resource()
    for _ in range(5000):
        above = Resource()
        above.set_meta("below", [chain, chain])
        chain = above

    made = chain.duplicate(subresources=True)

    for _ in range(5000):
        assert made is not chain
        assert made.get_meta("below")[0] is made.get_meta("below")[1]
        made, chain = made.get_meta("below")[0], chain.get_meta("below")[0]


def test_scenes_that_instance_one_another_twice_each_are_refused_before_they_are_made(project: Project) -> None:
    project.write(level0=f'{EMPTY}[node name="Root" type="Node"]\n')
    for number in range(1, 40):
        instances = "".join(f'\n[node name="{each}" parent="." instance=ExtResource("1")]\n' for each in "AB")
        project.write(
            **{f"level{number}": f'{using(f"level{number - 1}.tscn")}[node name="Root" type="Node"]\n{instances}'}
        )

    with pytest.raises(
        SceneError, match=r"level19\.tscn: the scene would have 1,048,574 nodes from instances of others"
    ):
        project.make("level39")


# --- what is kept


def test_sections_that_nobody_knows_stay_with_what_only_they_use(project: Project) -> None:
    text = f"""{using("sub.tscn")}[sub_resource type="Curve" id="Curve_a"]

[future a=1]

[node name="Root" type="Node"]
process_priority = 1

[future b=2]
curve = SubResource("Curve_a")
scene = ExtResource("1")

[node name="Timer" type="Timer" parent="."]

[future c=3]

[connection signal="timeout" from="Timer" to="." method="request_ready"]

[future d=4]
"""
    project.write(sub=SUB, main=text)
    root = project.make()

    assert project.changes(root) == []
    root.process_priority = 2
    assert project.changes(root) == ["- process_priority = 1", "+ process_priority = 2"]


def test_sections_that_nobody_knows_stay_in_a_resource_file(project: Project) -> None:
    project.file("a.tres", '[gd_resource type="Curve" format=3]\n\n[resource]\n\n[future a=1]\nb = 2\n')

    ResourceSaver(project.loader).save(project.loader.load("a.tres"))

    assert (project.folder / "a.tres").read_bytes().decode() == project.texts["a.tres"]


def test_properties_of_a_connection_keep_the_resources_that_they_name(project: Project) -> None:
    project.write(
        sub=SUB,
        main=f"""{using("sub.tscn")}[node name="Root" type="Node"]

[connection signal="ready" from="." to="." method="request_ready"]
scene = ExtResource("1")

[connection signal="ready" from="." to="." method="nothing"]
scene = ExtResource("1")
""",
    )

    assert project.changes(project.make()) == []


def test_a_resource_that_is_named_by_its_uid_alone_stays_so(project: Project) -> None:
    text = """[gd_scene format=3]

[ext_resource type="Texture2D" uid="uid://bgw8xgbwc2flx" id="1"]

[node name="Root" type="Sprite2D"]
texture = ExtResource("1")
"""
    project.write(main=text)

    assert project.changes(project.make()) == []


def test_an_override_whose_sub_scene_changed_under_a_live_instance_stays(project: Project) -> None:
    project.write(sub=SUB, main=MAIN)
    root = project.make()

    project.write(sub=SUB.replace('"Timer" type', '"Clock" type'))
    project.loader.load("sub.tscn", PackedScene, CacheMode.REPLACE)

    assert project.changes(root) == []


# --- copies and wrong arguments


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda scene: pickle.loads(pickle.dumps(scene))])
def test_a_copied_scene_makes_the_same_nodes(project: Project, copied: object) -> None:
    project.write(main=SUB)
    scene = project.scene()
    scene.prepare()

    made = copied(scene)  # type: ignore[operator]
    made.pack(made.instantiate())

    assert dumps(made.document) == dumps(scene.document) == SUB


def test_the_text_of_a_duplicated_scene_is_its_own(project: Project) -> None:
    project.write(main=SUB)
    scene = project.scene()

    made = scene.duplicate()
    made.document.nodes[0].attributes["name"] = "Other"
    made.emit_changed()

    assert (scene.instantiate().name, made.instantiate().name) == ("Sub", "Other")
    assert dumps(scene.document) == SUB


@pytest.mark.parametrize("type", [5, "Node2D", None, (Node, Resource)])
def test_what_is_no_class_is_refused_before_anything_is_made(project: Project, type: object) -> None:
    project.write(main=SUB)

    with pytest.raises(InvalidTypeError, match=r"^res://main\.tscn: instantiate\(type\) needs a class of nodes, got "):
        project.scene().instantiate(type)  # type: ignore[call-overload]


def test_properties_are_applied_to_nodes_only() -> None:
    with pytest.raises(InvalidTypeError, match=r"^apply_properties\(node, properties\): a node is needed, got 5"):
        PackedScene(loads(SUB)).apply_properties(5, {"a": 1})  # type: ignore[arg-type]


def test_metadata_whose_name_is_no_text_cannot_be_saved() -> None:
    node = Node()
    node.meta[5] = 1  # type: ignore[index]

    with pytest.raises(SceneError, match=r"^cannot save Node: metadata is saved under a text, got 5$"):
        PackedScene().pack(node)


@pytest.mark.parametrize(
    ("section", "error"),
    [
        (1, r"^dumps\(document\): its sections must be of class Section, got 1$"),
        (Section(5), r"^a section's kind must be a str, got 5$"),  # type: ignore[arg-type]
    ],
)
def test_a_document_of_anything_but_sections_is_not_written(section: Section, error: str) -> None:
    with pytest.raises((InvalidTypeError, SceneError), match=error):
        dumps(Document([section]))
