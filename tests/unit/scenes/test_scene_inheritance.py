"""Scenes that inherit others, through several files: what each of them says comes on top of what it inherits."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Signal, export
from engine.tree.node import Node
from nodes import Node2D, Timer
from scenes import PackedScene
from scenes.text import loads
from tests.unit.scenes.projects import BASE, EMPTY, MID, Project, owned, using

TOP = (
    using("mid.tscn")
    + """[node name="Top" groups=["tops"] instance=ExtResource("1")]
rotation = 3.0

[node name="Arm" parent="Body" index="0"]
visible = true

[node name="Hand" parent="Body/Arm" index="0"]
z_index = 4

[node name="Finger" type="Node2D" parent="Body/Arm/Hand" index="0"]

[connection signal="timeout" from="Timer" to="Body/Arm/Hand/Finger" method="queue_redraw"]
"""
)


class Anvil(Node2D):
    struck = Signal[()]()
    partner: Node | None = export(None)

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def on_struck(self) -> None:
        self.count += 1


def names(node: Node) -> list[str]:
    return [child.name for child in node.get_children()]


@pytest.fixture
def three(project: Project) -> Project:
    """A scene that inherits one that inherits one."""
    return project.write(base=BASE, mid=MID, main=TOP)


def test_each_level_comes_on_top_of_the_one_below(three: Project) -> None:
    root = three.make()

    assert (root.name, root.position, root.rotation) == ("Top", (5, 5), 3.0)
    assert root.groups == {"enemies": True, "tops": True}
    assert root.get_node("Body").z_index == 3
    assert root.get_node("Body/Arm").visible
    assert root.get_node("Body/Arm/Hand").z_index == 4
    assert root.get_node("Timer").wait_time == 2.0
    assert names(root) == ["Body", "Timer", "Extra"]


def test_all_nodes_belong_to_the_one_root(three: Project) -> None:
    root = three.make()

    assert [node.owner for node in root.find_children("*", owned=False)] == [root] * 6
    assert root.get_node("%Arm") is root.get_node("Body/Arm")
    assert root.scene_file_path == "res://main.tscn"


def test_connections_of_all_levels_are_there_once_and_have_the_root_as_their_origin(three: Project) -> None:
    root = three.make()

    connections = root.get_node("Timer").get_signal_connections("timeout")

    assert [each.target for each in connections] == [root, root.get_node("Body/Arm/Hand/Finger")]
    assert [each.origin for each in connections] == [root, root]


def test_packing_writes_what_is_of_the_last_level_alone(three: Project) -> None:
    assert three.changes(three.make()) == []


def test_what_the_level_in_between_says_is_not_repeated(three: Project) -> None:
    root = three.make()
    root.rotation = 0.0
    root.get_node("Body/Arm").visible = False

    assert three.changes(root) == [
        "- rotation = 3.0",
        '- [node name="Arm" parent="Body" index="0"]',
        "- visible = true",
    ]


def test_an_instance_of_an_inherited_scene_has_its_nodes_and_owns_them(three: Project) -> None:
    three.write(
        level=using("main.tscn")
        + '[node name="L" type="Node"]\n\n[node name="T" parent="." instance=ExtResource("1")]\n'
        'position = Vector2(0, 0)\n\n[node name="Finger" parent="T/Body/Arm/Hand" index="0"]\nz_index = 9\n\n'
        '[editable path="T"]\n'
    )
    level = three.make("level")
    top = level.get_node("T")

    assert (top.position, top.rotation) == ((0, 0), 3.0)
    assert top.get_node("Body/Arm/Hand/Finger").z_index == 9
    assert {node.owner for node in top.find_children("*", owned=False)} == {top}
    assert top.get_node("Timer").get_signal_connections("timeout")[0].origin is top
    assert three.changes(level, "level") == []


def test_a_scene_may_inherit_one_that_instances_one_that_inherits(three: Project) -> None:
    three.write(
        level=using("main.tscn")
        + '[node name="L" type="Node2D"]\n\n[node name="T" parent="." instance=ExtResource("1")]\n'
        "rotation = 5.0\n",
        last=using("level.tscn")
        + '[node name="Last" instance=ExtResource("1")]\n\n[node name="T" parent="." index="0"]\n'
        'z_index = 2\n\n[node name="Hand" parent="T/Body/Arm" index="0"]\nvisible = false\n\n[editable path="T"]\n',
    )
    last = three.make("last")
    top = last.get_node("T")

    assert (top.rotation, top.z_index, top.get_node("Body/Arm/Hand").visible) == (5.0, 2, False)
    assert (top.owner, top.get_node("Body").owner) == (last, top)
    assert top.scene_file_path == "res://main.tscn"
    assert three.changes(last, "last") == []

    top.rotation = 6.0
    top.get_node("Body/Arm/Hand/Finger").z_index = 7
    assert three.changes(last, "last") == [
        "+ rotation = 6.0",
        '+ [node name="Finger" parent="T/Body/Arm/Hand" index="0"]',
        "+ z_index = 7",
    ]


def test_a_change_at_the_bottom_reaches_the_top_unless_it_is_overridden(three: Project) -> None:
    three.make()
    base = three.scene("base")
    node = base.instantiate(Node2D)
    node.position = (8, 8)
    node.get_node("Timer", Timer).wait_time = 7.0
    owned(node, Node("Late"), node)
    base.pack(node)

    root = three.make()

    assert (root.position, root.get_node("Timer").wait_time) == ((5, 5), 7.0)
    assert names(root) == ["Body", "Timer", "Extra", "Late"]
    assert three.changes(root) == []


def test_a_node_that_goes_at_the_bottom_leaves_what_was_said_of_it_in_the_files_above(three: Project) -> None:
    three.file(
        "base.tscn", BASE.replace('[node name="Arm" type="Node2D" parent="Body"]\nunique_name_in_owner = true\n\n', "")
    )

    root = three.make()

    assert root.get_node("Body").get_child_count() == 0
    assert set(three.problems()) == {f"missing parent: Body/Arm{rest}" for rest in ("", "/Hand", "/Hand/Finger")} | {
        "missing connection: timeout -> queue_redraw"
    }
    assert three.changes(root) == []
    assert three.changes(three.make("mid"), "mid") == []


def test_a_base_that_is_missing_at_the_bottom_is_missing_at_the_top(project: Project) -> None:
    project.write(mid=MID, main=TOP)

    root = project.make()

    assert project.scene().report.missing_files == ("res://base.tscn",)
    assert names(root) == ["Extra"]
    assert project.changes(root) == []
    root.rotation = 1.0
    assert project.changes(root) == ["- rotation = 3.0", "+ rotation = 1.0"]


def test_nodes_that_properties_hold_are_those_of_the_scene_that_is_made(project: Project) -> None:
    project.write(
        base=EMPTY + '[node name="A" type="Anvil" node_paths=PackedStringArray("partner")]\npartner = NodePath("B")\n\n'
        '[node name="B" type="Node" parent="."]\n\n[node name="C" type="Node" parent="."]\n',
        same=using("base.tscn") + '[node name="A" instance=ExtResource("1")]\n',
        main=using("base.tscn") + '[node name="A" node_paths=PackedStringArray("partner") instance=ExtResource("1")]\n'
        'partner = NodePath("C")\n',
    )
    same, root = project.make("same"), project.make()

    assert same.partner is same.get_node("B")
    assert root.partner is root.get_node("C")
    assert project.changes(same, "same") == []
    assert project.changes(root) == []

    root.partner = root.get_node("B")
    assert sorted(project.changes(root)) == [
        '+ [node name="A" instance=ExtResource("1")]',
        '- [node name="A" node_paths=PackedStringArray("partner") instance=ExtResource("1")]',
        '- partner = NodePath("C")',
    ]


def test_a_connection_of_the_base_is_not_written_again(project: Project) -> None:
    text = using("base.tscn") + '[node name="A" instance=ExtResource("1")]\n'
    project.write(
        base=EMPTY
        + '[node name="A" type="Anvil"]\n\n[connection signal="struck" from="." to="." method="on_struck"]\n',
        main=text,
    )
    root = project.make()
    root.struck.emit()

    assert root.count == 1
    assert project.changes(root) == []


def test_children_are_made_before_what_the_scene_above_says_of_them() -> None:
    order: list[Any] = []

    class Teller5(Node):
        @property
        def word(self) -> str:
            return ""

        @word.setter
        def word(self, word: str) -> None:
            order.append((self.name, word, self.get_child_count()))

    scene = PackedScene(
        loads(
            EMPTY
            + '[node name="A" type="Teller5"]\nword = "a"\n\n[node name="B" type="Teller5" parent="."]\nword = "b"\n'
        )
    )
    scene.instantiate()

    assert order == [("A", "a", 0), ("B", "b", 0)]
