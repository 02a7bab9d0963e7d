"""Packing nodes that were changed: only the lines of what changed differ from the file that the nodes came from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.connection import ConnectFlags
from engine.tree.node import Node
from nodes import Node2D, Timer
from scenes import PackedScene
from tests.unit.scenes.projects import BASE, EMPTY, MID, Project, owned, using

FLAT = """[gd_scene format=3]

[node name="A" type="Node2D" unique_id=1]
position = Vector2( 1, 2 )

[node name="B" type="Node2D" parent="." groups=["a"]]
rotation = 1

[node name="C" type="Node2D" parent="B"]

[node name="D" type="Timer" parent="."]
wait_time = 2

[node name="E" type="Node2D" parent="."]

[connection signal="timeout" from="D" to="B" method="queue_redraw" zork=1]
[connection signal="timeout" from="D" to="B/C" method="queue_redraw" flags=3]
"""
TO_B = '[connection signal="timeout" from="D" to="B" method="queue_redraw" zork=1]'
TO_C = '[connection signal="timeout" from="D" to="B/C" method="queue_redraw" flags=3]'

Change = Callable[[Any], object]


def set_on(path: str, name: str, value: Any) -> Change:
    return lambda root: setattr(root.get_node(path), name, value)


def move_between(root: Any, path: str, parent: str) -> None:
    node = root.get_node(path)
    node.parent.remove_child(node)
    owned(root.get_node(parent), node, root)


FLAT_CHANGES: dict[str, tuple[Change, list[str]]] = {
    "a property": (set_on("B", "rotation", 2.0), ["- rotation = 1", "+ rotation = 2.0"]),
    "a property that the file lacks": (set_on("B/C", "rotation", 2.0), ["+ rotation = 2.0"]),
    "a property back to its default": (set_on(".", "position", (0, 0)), ["- position = Vector2( 1, 2 )"]),
    "metadata": (lambda root: root.get_node("B").set_meta("x", 3), ["+ metadata/x = 3"]),
    "the name of a leaf": (
        set_on("B/C", "name", "C9"),
        [
            '- [node name="C" type="Node2D" parent="B"]',
            '+ [node name="C9" type="Node2D" parent="B"]',
            f"- {TO_C}",
            "+ " + TO_C.replace("B/C", "B/C9"),
        ],
    ),
    "the name of a node with children": (
        set_on("B", "name", "Bee"),
        [
            '- [node name="B" type="Node2D" parent="." groups=["a"]]',
            '+ [node name="Bee" type="Node2D" parent="." groups=["a"]]',
            '- [node name="C" type="Node2D" parent="B"]',
            '+ [node name="C" type="Node2D" parent="Bee"]',
            f"- {TO_B}",
            "+ " + TO_B.replace('to="B"', 'to="Bee"'),
            f"- {TO_C}",
            "+ " + TO_C.replace("B/C", "Bee/C"),
        ],
    ),
    "the name of the root": (
        set_on(".", "name", "Root"),
        ['- [node name="A" type="Node2D" unique_id=1]', '+ [node name="Root" type="Node2D" unique_id=1]'],
    ),
    "a place among siblings": (
        lambda root: root.move_child(root.get_node("E"), 0),
        ['+ [node name="E" type="Node2D" parent="."]', '- [node name="E" type="Node2D" parent="."]'],
    ),
    "another parent": (
        lambda root: move_between(root, "B/C", "E"),
        [
            '- [node name="C" type="Node2D" parent="B"]',
            '+ [node name="C" type="Node2D" parent="E"]',
            f"- {TO_C}",
            "+ " + TO_C.replace("B/C", "E/C"),
        ],
    ),
    "a leaf freed": (
        lambda root: root.get_node("B/C").free(),
        ['- [node name="C" type="Node2D" parent="B"]', f"- {TO_C}"],
    ),
    "a node with children freed": (
        lambda root: root.get_node("B").free(),
        [
            '- [node name="B" type="Node2D" parent="." groups=["a"]]',
            "- rotation = 1",
            '- [node name="C" type="Node2D" parent="B"]',
            f"- {TO_B}",
            f"- {TO_C}",
        ],
    ),
    "a node added": (
        lambda root: owned(root.get_node("B"), Node2D("New"), root),
        ['+ [node name="New" type="Node2D" parent="B"]'],
    ),
    "a node added first": (
        lambda root: owned(root, Timer("New", wait_time=3), root, 0),
        ['+ [node name="New" type="Timer" parent="."]', "+ wait_time = 3.0"],
    ),
    "a node that nobody owns": (lambda root: root.add_child(Node2D("New")), []),
    "a group": (
        lambda root: root.get_node("B").add_to_group("z", persistent=True),
        [
            '- [node name="B" type="Node2D" parent="." groups=["a"]]',
            '+ [node name="B" type="Node2D" parent="." groups=["a", "z"]]',
        ],
    ),
    "a group for the time being": (lambda root: root.get_node("B").add_to_group("z"), []),
    "a group left": (
        lambda root: root.get_node("B").remove_from_group("a"),
        ['- [node name="B" type="Node2D" parent="." groups=["a"]]', '+ [node name="B" type="Node2D" parent="."]'],
    ),
    "a connection": (
        lambda root: root.connect("tree_entered", root.get_node("B"), "queue_redraw", ConnectFlags.PERSIST),
        ['+ [connection signal="tree_entered" from="." to="B" method="queue_redraw"]'],
    ),
    "a connection with all it can have": (
        lambda root: root.connect(
            "child_entered_tree", root.get_node("B"), "set_meta", ConnectFlags.PERSIST | ConnectFlags(4), ("x", 1), 1
        ),
        [
            '+ [connection signal="child_entered_tree" from="." to="B" method="set_meta" flags=6 unbinds=1 '
            'binds= ["x", 1]]'
        ],
    ),
    "a connection for the time being": (
        lambda root: root.connect("tree_entered", root.get_node("B"), "queue_redraw"),
        [],
    ),
    "a connection ended": (
        lambda root: root.get_node("D").disconnect("timeout", root.get_node("B"), "queue_redraw"),
        [f"- {TO_B}"],
    ),
    "a unique name": (set_on("B", "unique_name_in_owner", True), ["+ unique_name_in_owner = true"]),
}  # fmt: skip


@pytest.mark.parametrize(("change", "lines"), FLAT_CHANGES.values(), ids=list(FLAT_CHANGES))
def test_one_change_touches_only_its_lines(project: Project, change: Change, lines: list[str]) -> None:
    project.write(main=FLAT)
    root = project.make()

    change(root)

    assert project.changes(root) == lines


@pytest.mark.parametrize(("change", "lines"), FLAT_CHANGES.values(), ids=list(FLAT_CHANGES))
def test_what_was_changed_and_packed_comes_back(project: Project, change: Change, lines: list[str]) -> None:
    project.write(main=FLAT)
    root = project.make()
    change(root)
    text = project.packed(root)

    project.write(again=text)

    assert project.packed(project.make("again"), "again") == text
    assert project.packed(root) == text


def test_changes_are_told_from_the_last_packing(project: Project) -> None:
    project.write(main=FLAT)
    root = project.make()
    root.get_node("B").name = "X"
    root.get_node("E").name = "B"
    project.packed(root)
    root.get_node("B").name = "E"
    root.get_node("X").name = "B"

    assert project.changes(root) == []


# --- instances, and scenes that inherit ---

INSTANCE = (
    using("mid.tscn")
    + """[node name="Main" type="Node2D"]

[node name="M" parent="." instance=ExtResource("1")]
rotation = 1.0

[node name="Body" parent="M" index="0"]
visible = false

[node name="Hat" type="Node2D" parent="M/Body/Arm/Hand" index="0"]

[node name="Z" type="Node2D" parent="."]

[connection signal="timeout" from="M/Timer" to="Z" method="queue_redraw"]

[editable path="M"]
"""
)
INHERITED = (
    using("mid.tscn")
    + """[node name="M" instance=ExtResource("1")]
rotation = 1.0

[node name="Body" parent="." index="0"]
visible = false

[node name="Hat" type="Node2D" parent="Body/Arm/Hand" index="0"]

[node name="Z" type="Node2D" parent="." index="3"]

[connection signal="timeout" from="Timer" to="Z" method="queue_redraw"]
"""
)

INSTANCE_CHANGES: dict[str, tuple[Change, list[str]]] = {
    "a property of the root": (set_on(".", "rotation", 2.0), ["- rotation = 1.0", "+ rotation = 2.0"]),
    "a property of the root as its scene has it": (set_on(".", "rotation", 0.0), ["- rotation = 1.0"]),
    "a further property of the root": (set_on(".", "z_index", 2), ["+ z_index = 2"]),
    "a property that only its scene sets": (set_on(".", "position", (0, 0)), ["+ position = Vector2(0, 0)"]),
    "a property of an inner node": (set_on("Body", "z_index", 9), ["+ z_index = 9"]),
    "the last property of an inner node": (
        set_on("Body", "visible", True),
        ['- [node name="Body" parent="M" index="0"]', "- visible = false"],
    ),
    "a property of an inner node without a section": (
        set_on("Timer", "wait_time", 9),
        ['+ [node name="Timer" parent="M" index="1"]', "+ wait_time = 9.0"],
    ),
    "a property of a node of the scene in between": (
        set_on("Body/Arm/Hand", "rotation", 9.0),
        ['+ [node name="Hand" parent="M/Body/Arm" index="0"]', "+ rotation = 9.0"],
    ),
    "what the scene in between overrides": (
        set_on("Body/Arm", "visible", True),
        ['+ [node name="Arm" parent="M/Body" index="0"]', "+ visible = true"],
    ),
    "a property of an added node": (set_on("Body/Arm/Hand/Hat", "rotation", 9.0), ["+ rotation = 9.0"]),
    "the name of an added node": (
        set_on("Body/Arm/Hand/Hat", "name", "Cap"),
        [
            '- [node name="Hat" type="Node2D" parent="M/Body/Arm/Hand" index="0"]',
            '+ [node name="Cap" type="Node2D" parent="M/Body/Arm/Hand" index="0"]',
        ],
    ),
    "an added node freed": (
        lambda top: top.get_node("Body/Arm/Hand/Hat").free(),
        ['- [node name="Hat" type="Node2D" parent="M/Body/Arm/Hand" index="0"]'],
    ),
    "a node added deep inside": (
        lambda top: owned(top.get_node("Body/Arm"), Node2D("New"), top.owner or top),
        ['+ [node name="New" type="Node2D" parent="M/Body/Arm" index="1"]'],
    ),
    "a group of an inner node": (
        lambda top: top.get_node("Body/Arm").add_to_group("z", persistent=True),
        ['+ [node name="Arm" parent="M/Body" index="0" groups=["z"]]'],
    ),
    "a connection inside": (
        lambda top: top.get_node("Timer").connect("timeout", top.get_node("Body"), "queue_redraw", 2),
        ['+ [connection signal="timeout" from="M/Timer" to="M/Body" method="queue_redraw"]'],
    ),
    "a unique name": (set_on("Body", "unique_name_in_owner", True), ["+ unique_name_in_owner = true"]),
    "a unique name less": (
        set_on("Body/Arm", "unique_name_in_owner", False),
        ['+ [node name="Arm" parent="M/Body" index="0"]', "+ unique_name_in_owner = false"],
    ),
    "nothing": (lambda top: None, []),
}  # fmt: skip


@pytest.mark.parametrize(("change", "lines"), INSTANCE_CHANGES.values(), ids=list(INSTANCE_CHANGES))
def test_one_change_of_an_instance_touches_only_its_lines(project: Project, change: Change, lines: list[str]) -> None:
    project.write(base=BASE, mid=MID, main=INSTANCE)
    root = project.make()

    change(root.get_node("M"))

    assert project.changes(root) == lines


@pytest.mark.parametrize(("change", "lines"), INSTANCE_CHANGES.values(), ids=list(INSTANCE_CHANGES))
def test_one_change_of_a_scene_that_inherits_touches_only_its_lines(
    project: Project, change: Change, lines: list[str]
) -> None:
    project.write(base=BASE, mid=MID, main=INHERITED)
    root = project.make()

    change(root)

    there = [each.replace('"M/', '"').replace('parent="M"', 'parent="."') for each in lines]
    assert project.changes(root) == there


def test_a_new_name_of_an_instance_goes_through_all_paths(project: Project) -> None:
    project.write(base=BASE, mid=MID, main=INSTANCE)
    root = project.make()

    root.get_node("M").name = "Q"

    expected = INSTANCE.replace('name="M"', 'name="Q"').replace('"M/', '"Q/').replace('="M"', '="Q"')
    assert project.packed(root) == expected


def test_an_instance_that_is_freed_takes_all_that_concerns_it_along(project: Project) -> None:
    project.write(base=BASE, mid=MID, main=INSTANCE)
    root = project.make()

    root.get_node("M").free()

    assert (
        project.packed(root) == EMPTY + '[node name="Main" type="Node2D"]\n\n[node name="Z" type="Node2D" parent="."]\n'
    )


def test_a_mark_comes_with_the_first_change_inside_and_goes_when_it_is_taken_away(project: Project) -> None:
    start = INSTANCE[: INSTANCE.index('\n[node name="Body"')] + '\n[node name="Z" type="Node2D" parent="."]\n'
    project.write(base=BASE, mid=MID, main=start)
    root = project.make()
    instance = root.get_node("M")
    assert project.changes(root) == []

    instance.get_node("Body").z_index = 9
    assert project.changes(root)[-1] == '+ [editable path="M"]'

    root.set_editable_instance(instance, True)
    assert project.changes(root)[-1] == '+ [editable path="M"]'
    instance.get_node("Body").z_index = 3
    root.set_editable_instance(instance, False)
    assert project.changes(root) == []


def test_all_instances_on_the_way_to_a_change_are_marked(project: Project) -> None:
    project.write(
        base=BASE,
        outer=using("base.tscn")
        + '[node name="O" type="Node"]\n\n[node name="I" parent="." instance=ExtResource("1")]\n',
        main=using("outer.tscn")
        + '[node name="A" type="Node"]\n\n[node name="O" parent="." instance=ExtResource("1")]\n',
    )
    root = project.make()

    owned(root.get_node("O/I/Body"), Node("New"), root)

    assert project.changes(root) == [
        '+ [node name="New" type="Node" parent="O/I/Body" index="1"]',
        '+ [editable path="O"]',
        '+ [editable path="O/I"]',
    ]


@pytest.mark.parametrize(
    "marks",
    [
        pytest.param(each, id=each)
        for each in ("", '[editable path="M"]\n', '[editable path="M"]\n[editable path="M/I"]\n')
    ],
)
def test_a_mark_that_an_instance_brings_along_is_written_where_the_file_has_it(project: Project, marks: str) -> None:
    text = using("mid.tscn") + '[node name="A" type="Node"]\n\n[node name="M" parent="." instance=ExtResource("1")]\n'
    text += marks and f"\n{marks}"
    project.write(
        base=BASE,
        mid=using("base.tscn")
        + '[node name="M" type="Node"]\n\n[node name="I" parent="." instance=ExtResource("1")]\n\n'
        + '[editable path="I"]\n',
        main=text,
    )

    assert project.packed(project.make()) == text


def test_an_instance_made_in_code_is_saved_as_one(project: Project) -> None:
    project.write(base=BASE, main=EMPTY + '[node name="A" type="Node"]\n')
    root = project.make()

    instance = owned(root, project.scene("base").instantiate(Node2D), root)
    instance.name = "I"
    instance.rotation = 1.0

    assert project.changes(root)[-2:] == [
        '+ [node name="I" parent="." instance=ExtResource("1_' + _id(project, root) + '")]',
        "+ rotation = 1.0",
    ]
    assert project.loader.get_reference_count("base.tscn") == 1


def _id(project: Project, root: Node) -> str:
    scene = PackedScene()
    scene.pack(root)
    return str(scene.document.ext_resources[0].attributes["id"]).removeprefix("1_")


def test_a_node_with_a_scene_file_is_an_instance_of_it_and_counts_no_load(project: Project) -> None:
    project.write(base=BASE)
    root = Node("A")
    copy = owned(root, project.make("base").duplicate(), root)
    copy._scene_info = None
    scene = PackedScene()
    scene._loader = project.loader

    scene.pack(root)

    assert [section.attributes.get("type") for section in scene.document.nodes] == ["Node", None]
    assert project.loader.get_reference_count("base.tscn") == 1


def test_a_duplicated_instance_is_another_one(project: Project) -> None:
    project.write(base=BASE, mid=MID, main=INSTANCE)
    root = project.make()

    copy = owned(root, root.get_node("M").duplicate(), root)

    assert copy.name == "M2"
    assert project.changes(root) == [
        '+ [node name="M2" parent="." instance=ExtResource("1")]',
        "+ rotation = 1.0",
        '+ [node name="Body" parent="M2" index="0"]',
        "+ visible = false",
        '+ [connection signal="timeout" from="M2/Timer" to="Z" method="queue_redraw"]',
        '+ [editable path="M2"]',
    ]
