"""What a scene file becomes: its nodes in their places, with all that the file says of them."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Signal, export
from engine.core.connection import ConnectFlags
from engine.core.errors import InvalidTypeError, NodeTypeError, SceneError
from engine.math import Vector2
from engine.tree.node import Node
from nodes import Node2D, Node3D, Timer
from scenes import PackedScene
from scenes.text import loads
from scenes.text.values import StringName
from tests.unit.scenes.projects import BASE, EMPTY, Project, using


class Switchboard(Node):
    """Hears what the files connect."""

    called = Signal[int, str]("number", "text")
    one: Any = export(None)
    many: list[Any] = export(factory=list)
    table: dict[Any, Any] = export(factory=dict)

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[tuple[Any, ...]] = []

    def hear(self, *arguments: Any) -> None:
        self.heard.append(arguments)

    def _hear_in_private(self) -> None:
        self.heard.append(("private",))


def names(node: Node) -> list[str]:
    return [child.name for child in node.get_children()]


def text_scene(text: str) -> PackedScene:
    return PackedScene(loads(EMPTY + text))


def made(text: str) -> Any:
    return text_scene(text).instantiate()


# --- nodes and their places ---


def test_nodes_stand_where_the_file_puts_them_and_belong_to_the_root() -> None:
    root = made(
        '[node name="A" type="Node2D"]\n\n[node name="B" type="Timer" parent="."]\n\n'
        '[node name="C" type="Node3D" parent="B"]\n\n[node name="D" type="Node" parent="B/C"]\n'
    )

    assert [type(root), type(root.get_node("B")), type(root.get_node("B/C"))] == [Node2D, Timer, Node3D]
    assert [node.owner for node in root.find_children("*")] == [root, root, root]
    assert root.owner is None
    assert not root.is_inside_tree()


def test_names_of_files_stay_as_they_are() -> None:
    root = made('[node name="A b" type="Node"]\n\n[node name="@Node@2" type="Node" parent="."]\n')

    assert root.name == "A b"
    assert names(root) == ["@Node@2"]


def test_properties_are_set_in_the_order_of_the_file() -> None:
    order: list[str] = []

    class Recorder1(Node):
        def __setattr__(self, name: str, value: Any) -> None:
            if name in ("process_priority", "editor_description", "process_physics_priority"):
                order.append(name)
            super().__setattr__(name, value)

    made(
        '[node name="A" type="Recorder1"]\nprocess_priority = 1\neditor_description = "x"\n'
        "process_physics_priority = 2\n"
    )

    assert order == ["process_priority", "editor_description", "process_physics_priority"]


def test_values_are_turned_into_what_properties_hold() -> None:
    root = made('[node name="A" type="Node2D"]\nrotation = 1\nz_index = 2.0\nposition = Vector2i(1, 2)\n')

    assert [root.rotation, root.z_index, root.position] == [1.0, 2, (1, 2)]
    assert [type(each) for each in (root.rotation, root.z_index, root.position)] == [float, int, Vector2]


def test_an_index_decides_the_place_among_the_siblings() -> None:
    root = made(
        '[node name="A" type="Node"]\n\n[node name="B" type="Node" parent="."]\n\n'
        '[node name="C" type="Node" parent="."]\n\n'
        '[node name="D" type="Node" parent="." index="1"]\n\n[node name="E" type="Node" parent="." index="9"]\n'
    )

    assert names(root) == ["B", "D", "C", "E"]


def test_a_node_between_those_of_an_instance_goes_where_its_index_says(project: Project) -> None:
    project.write(
        base=BASE,
        main=using("base.tscn") + '[node name="A" instance=ExtResource("1")]\n\n'
        '[node name="First" type="Node" parent="." index="0"]\n\n[node name="Last" type="Node" parent="."]\n',
    )

    assert names(project.make()) == ["First", "Body", "Timer", "Last"]


def test_an_override_does_not_move_its_node(project: Project) -> None:
    project.write(
        base=BASE,
        main=using("base.tscn") + '[node name="A" instance=ExtResource("1")]\n\n'
        '[node name="Timer" parent="." index="0"]\nwait_time = 5.0\n',
    )

    assert names(project.make()) == ["Body", "Timer"]


def test_a_name_that_is_taken_gets_a_number_and_is_reported() -> None:
    scene = PackedScene(
        loads(
            EMPTY + '[node name="A" type="Node"]\n\n[node name="B" type="Node" parent="." groups=["first"]]\n\n'
            '[node name="B" type="Node" parent="." groups=["second"]]\n'
        )
    )

    root = scene.instantiate()

    assert root.get_node("B").is_in_group("first")
    assert root.get_node("B2").is_in_group("second")
    assert [(problem.kind, problem.name) for problem in scene.report] == [("name taken", "B")]


def test_the_root_knows_its_file_and_a_scene_made_in_code_has_none(project: Project) -> None:
    project.write(base=BASE)

    assert project.make("base").scene_file_path == "res://base.tscn"
    assert PackedScene(loads(BASE)).instantiate().scene_file_path == ""


def test_each_call_makes_other_nodes_with_containers_of_their_own() -> None:
    scene = text_scene(
        '[node name="A" type="Node"]\nmetadata/list = [1, [2]]\n\n[node name="B" type="Node" parent="."]\n'
    )

    first, second = scene.instantiate(), scene.instantiate()
    first.get_meta("list")[1].append(3)

    assert first.get_node("B") is not second.get_node("B")
    assert second.get_meta("list") == [1, [2]]
    assert scene.instantiate().get_meta("list") == [1, [2]]


def test_groups_are_joined_for_good_and_on_instances_too(project: Project) -> None:
    project.write(
        base=BASE,
        main=using("base.tscn") + '[node name="A" type="Node" groups=["a", "b"]]\n\n'
        '[node name="I" parent="." groups=["c"] instance=ExtResource("1")]\n\n'
        '[node name="Body" parent="I" index="0" groups=["d"]]\n\n[editable path="I"]\n',
    )

    root = project.make()

    assert root.groups == {"a": True, "b": True}
    assert root.get_node("I").groups == {"enemies": True, "c": True}
    assert root.get_node("I/Body").groups == {"d": True}


def test_unique_names_are_those_of_the_owner(project: Project) -> None:
    project.write(
        base=BASE,
        main=using("base.tscn")
        + '[node name="A" type="Node"]\n\n[node name="I" parent="." instance=ExtResource("1")]\n'
        'unique_name_in_owner = true\n\n[node name="N" type="Node" parent="I"]\nunique_name_in_owner = true\n',
    )

    root = project.make()
    instance = root.get_node("I")

    assert root.get_node("%I") is instance
    assert root.get_node("%N") is instance.get_node("N")
    assert instance.get_node("%Arm") is instance.get_node("Body/Arm")
    assert root.get_node_or_none("%Arm") is None


def test_of_two_nodes_with_one_unique_name_the_first_has_it() -> None:
    scene = text_scene(
        '[node name="A" type="Node"]\n\n[node name="B" type="Node" parent="."]\nunique_name_in_owner = true\n\n'
        '[node name="C" type="Node" parent="."]\n\n[node name="B" type="Node" parent="C"]\n'
        "unique_name_in_owner = true\n"
    )

    root = scene.instantiate()

    assert root.get_node("%B") is root.get_node("B")
    assert [(problem.kind, problem.name) for problem in scene.report] == [("name taken", "%B")]


def test_a_file_may_give_a_node_another_owner_than_the_root(project: Project) -> None:
    project.write(
        base=BASE,
        main=using("base.tscn")
        + '[node name="A" type="Node"]\n\n[node name="I" parent="." instance=ExtResource("1")]\n\n'
        '[node name="N" type="Node" parent="I/Body" owner="I"]\n\n'
        '[node name="M" type="Node" parent="I" owner="Gone"]\n',
    )

    root = project.make()

    assert root.get_node("I/Body/N").owner is root.get_node("I")
    assert root.get_node("I/M").owner is root


# --- references to nodes ---


def test_node_paths_become_nodes_when_all_of_the_scene_is_there(project: Project) -> None:
    project.write(
        base=BASE,
        main=using("base.tscn") + '[node name="A" type="Node"]\n\n'
        '[node name="S" type="Switchboard" parent="." node_paths=PackedStringArray("one", "many", "table")]\n'
        'one = NodePath("../I/Body/Arm")\nmany = [NodePath(".."), NodePath("../I"), NodePath(""), 3]\n'
        'table = {\n"k": NodePath("../I/Timer")\n}\n\n[node name="I" parent="." instance=ExtResource("1")]\n',
    )

    root = project.make()
    board, instance = root.get_node("S"), root.get_node("I")

    assert board.one is instance.get_node("Body/Arm")
    assert board.many == [root, instance, None, 3]
    assert board.table == {"k": instance.get_node("Timer")}


def test_a_path_to_nowhere_is_kept_and_the_property_stays_as_it_is() -> None:
    board = made('[node name="S" type="Switchboard" node_paths=PackedStringArray("one")]\none = NodePath("Gone")\n')

    assert board.one is None
    assert str(board._kept_properties["one"]) == "Gone"


def test_unique_names_lead_on_from_a_node_path() -> None:
    root = made(
        '[node name="A" type="Switchboard" node_paths=PackedStringArray("one")]\none = NodePath("%B/C")\n\n'
        '[node name="X" type="Node" parent="."]\n\n[node name="B" type="Node" parent="X"]\n'
        'unique_name_in_owner = true\n\n[node name="C" type="Node" parent="X/B"]\n'
    )

    assert root.one is root.get_node("X/B/C")


# --- connections ---


def test_connections_call_with_flags_binds_and_unbinds() -> None:
    root = made(
        '[node name="A" type="Switchboard"]\n\n[node name="B" type="Switchboard" parent="."]\n\n'
        '[connection signal="called" from="." to="B" method="hear" flags=6 unbinds=1 binds= [&"x", 2.0]]\n'
        '[connection signal="called" from="." to="." method="hear" flags=18]\n'
    )

    root.called.emit(7, "seven")
    root.called.emit(8, "eight")

    assert root.get_node("B").heard == [(7, StringName("x"), 2.0)]
    assert root.heard == [(7, "seven", root), (8, "eight", root)]


def test_connections_persist_and_know_their_scene(project: Project) -> None:
    project.write(
        base=BASE,
        main=using("base.tscn")
        + '[node name="A" type="Node2D"]\n\n[node name="I" parent="." instance=ExtResource("1")]\n\n'
        '[connection signal="timeout" from="I/Timer" to="." method="queue_redraw" flags=1]\n',
    )

    root = project.make()
    inner, outer = root.get_node("I/Timer").get_signal_connections("timeout")

    assert [inner.origin, outer.origin] == [root.get_node("I"), root]
    assert [inner.flags, outer.flags] == [ConnectFlags.PERSIST, ConnectFlags.PERSIST | ConnectFlags.DEFERRED]


def test_the_origin_of_a_connection_goes_with_its_scene() -> None:
    root = made(
        '[node name="A" type="Node"]\n\n[node name="B" type="Node2D" parent="."]\n\n'
        '[connection signal="renamed" from="B" to="B" method="queue_redraw"]\n'
    )
    node = root.get_node("B")
    root.remove_child(node)
    connection = node.get_signal_connections("renamed")[0]
    assert connection.origin is root
    root.free()
    del root

    assert connection.origin is None


def test_a_method_may_be_private() -> None:
    board = made(
        '[node name="A" type="Switchboard"]\n\n'
        '[connection signal="renamed" from="." to="." method="_hear_in_private"]\n'
    )

    board.name = "B"

    assert board.heard == [("private",)]


@pytest.mark.parametrize(
    ("connection", "detail"),
    [
        ('signal="nope" from="." to="." method="hear"', "Switchboard has no signal 'nope'"),
        ('signal="called" from="." to="." method="nope"', "Switchboard has no method 'nope'"),
        ('signal="called" from="." to="X" method="hear"', "there is no node 'X'"),
        ('signal="called" from="X/Y" to="." method="hear"', "there is no node 'X/Y'"),
    ],
)
def test_a_connection_that_cannot_be_is_reported(connection: str, detail: str) -> None:
    scene = text_scene(f'[node name="A" type="Switchboard"]\n\n[connection {connection}]\n')

    scene.instantiate()

    problem = next(iter(scene.report))
    assert (problem.kind, problem.detail, problem.line) == ("missing connection", detail, 5)


# --- bad input ---


def test_the_class_that_is_asked_for_is_checked() -> None:
    scene = text_scene('[node name="A" type="Node2D"]\n')

    assert type(scene.instantiate(Node2D)) is Node2D
    with pytest.raises(NodeTypeError, match="PackedScene: its root is a Node2D, not a Timer as instantiate"):
        scene.instantiate(Timer)


def test_an_empty_scene_cannot_be_made() -> None:
    with pytest.raises(SceneError, match=r"the scene is empty; pack\(\) a node first"):
        PackedScene().instantiate()
    with pytest.raises(InvalidTypeError, match="a Document is needed"):
        PackedScene("text")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[node name="A"]\n', "the root 'A' has neither a type nor a scene that it is an instance of"),
        ('[node name="A" type="Node" parent="."]\n', "a scene's root has none"),
        ('[node name="A" type="Node"]\n\n[node name="B" type="Node"]\n', "node 'B' has no parent"),
        ('[node name="A" type="Node"]\n\n[node name="B" type="Node" parent="X"]\n', "the parent 'X' of node 'B'"),
        ('[node name="A" type=3]\n', r"type of \[node\] must be a text, got 3"),
        ('[node name="A" type="Node" groups=[1]]\n', r"groups of \[node\] must be texts"),
        ('[node name="A" type="Node" parent_id_path=[[1]]]\n', r"parent_id_path of \[node\] must be ints"),
        ('[node name="A" type="Node" owner_uid_path=7]\n', r"owner_uid_path of \[node\] must be list or tuple, got 7"),
        ('[node name="" type="Node"]\n', "a node has an empty name"),
        ('[node type="Node"]\n', r"\[node\] has no name"),
        (
            '[node name="A" type="Node"]\n\n[connection signal="ready" from="." to="."]\n',
            r"\[connection\] has no method",
        ),
        ('[node name="A" type="Node"]\n\n[editable]\n', r"\[editable\] has no path"),
        ("", "the scene has no node"),
    ],
)
def test_what_makes_no_tree_is_refused(text: str, problem: str) -> None:
    with pytest.raises(SceneError, match=problem):
        text_scene(text)


def test_an_instance_of_what_is_no_scene_is_refused_with_its_line() -> None:
    scene = text_scene(
        '[sub_resource type="Curve" id="c"]\n\n[node name="A" type="Node"]\n\n'
        '[node name="B" parent="." instance=SubResource("c")]\n'
    )

    with pytest.raises(SceneError, match=r"7: node 'B' is an instance of .*, which is a Curve and no scene"):
        scene.instantiate()
