"""Packing nodes that came from no file or from another one, and what cannot be packed."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Signal, export
from engine.core.connection import ConnectFlags
from engine.core.errors import FreedError, InvalidTypeError, SceneError
from engine.core.migration import migration
from engine.core.resource import Resource
from engine.tree.node import Node
from nodes import InstancePlaceholder, Node2D, Sprite2D, Timer
from scenes import PackedScene
from scenes.text import dumps
from tests.unit.scenes.projects import BASE, EMPTY, MID, Project, owned, using


class Quiver(Node):
    """A node with all kinds of exported properties."""

    shot = Signal[()]()
    target: Node | None = export(None)
    targets: list[Any] = export(factory=list)
    note: Any = export(None)

    def on_shot(self, *arguments: Any) -> None:
        pass


class Demanding8(Node):
    def __init__(self, needed: int) -> None:
        super().__init__()


INSTANCE = (
    using("mid.tscn")
    + """[node name="Main" type="Node2D"]

[node name="M" parent="." instance=ExtResource("1")]
rotation = 1.0

[node name="Body" parent="M" index="0"]
visible = false

[editable path="M"]
"""
)


# --- scenes of nodes that came from no file ---


def packed(root: Node) -> str:
    scene = PackedScene()
    scene.pack(root)
    return dumps(scene.document)


def test_nodes_made_in_code_are_written_in_godots_order() -> None:
    root = Node2D("A", position=(1, 2), z_index=3)
    root.add_to_group("b", persistent=True)
    root.add_to_group("a", persistent=True)
    timer = owned(root, Timer("T", wait_time=2.5), root)
    timer.set_meta("x", 1)
    timer.unique_name_in_owner = True
    timer.connect("timeout", root, "queue_redraw", ConnectFlags.PERSIST)

    assert packed(root) == (
        '[gd_scene format=3]\n\n[node name="A" type="Node2D" groups=["a", "b"]]\nz_index = 3\n'
        "position = Vector2(1, 2)\n\n"
        '[node name="T" type="Timer" parent="."]\nunique_name_in_owner = true\nwait_time = 2.5\nmetadata/x = 1\n\n'
        '[connection signal="timeout" from="T" to="." method="queue_redraw"]\n'
    )


def test_nodes_in_properties_are_saved_as_paths() -> None:
    root = Quiver("A")
    child = owned(root, Node("B"), root)
    root.target = child
    root.targets = [child, root]
    root.note = {"k": child}

    assert packed(root).splitlines()[2:9] == [
        '[node name="A" type="Quiver" node_paths=PackedStringArray("target", "targets", "note")]',
        'target = NodePath("B")',
        'targets = [NodePath("B"), NodePath(".")]',
        "note = {",
        '"k": NodePath("B")',
        "}",
        "",
    ]


def test_what_is_below_a_node_that_is_not_saved_is_not_saved() -> None:
    root = Node("A")
    owned(root.add_child(Node("B")), Node("C"), root)

    assert packed(root) == EMPTY + '[node name="A" type="Node"]\n'


def test_a_connection_to_a_node_that_is_not_saved_is_not_saved() -> None:
    root = Quiver("A")
    root.connect("shot", root.add_child(Quiver("B")), "on_shot", ConnectFlags.PERSIST)

    assert "connection" not in packed(root)


def test_groups_that_the_constructor_joins_are_not_written_and_a_root_without_a_name_gets_one() -> None:
    class Grouped4(Node):
        def __init__(self) -> None:
            super().__init__()
            self.add_to_group("always", persistent=True)

    root = Grouped4()
    root.add_to_group("now", persistent=True)

    assert packed(root) == EMPTY + '[node name="Grouped4" type="Grouped4" groups=["now"]]\n'


def test_a_placeholder_made_in_code_is_saved() -> None:
    root = Node("A")
    owned(root, InstancePlaceholder("P"), root)._set_instance_path("res://base.tscn")

    assert packed(root).endswith('[node name="P" parent="." instance_placeholder="res://base.tscn"]\n')


def test_what_was_made_from_one_scene_can_be_packed_into_another(project: Project) -> None:
    project.write(base=BASE, mid=MID, main=INSTANCE)
    root = project.make()
    text = packed(root)

    assert text == INSTANCE
    assert project.changes(root) == []


def test_a_node_of_another_scene_keeps_what_only_its_file_knows(project: Project) -> None:
    project.write(
        a=EMPTY + '[node name="A" type="Node"]\n\n[node name="B" type="Quiver" parent="." foo="bar" '
        'node_paths=PackedStringArray("later")]\nlater = NodePath("C")\n',
        main=EMPTY + '[node name="M" type="Node"]\n',
    )
    node = project.make("a").get_node("B")
    node.owner = None
    node.parent.remove_child(node)
    root = project.make()

    owned(root, node, root)

    assert project.changes(root) == [
        '+ [node name="B" type="Quiver" parent="." node_paths=PackedStringArray("later") foo="bar"]',
        '+ later = NodePath("C")',
    ]


# --- properties that are not what the file says of them ---


def test_a_property_that_another_one_includes_gives_way_to_that_when_it_changes(project: Project) -> None:
    project.write(
        main=EMPTY + '[node name="A" type="Node3D"]\nrotation = Vector3(0.5, 0, 0)\nscale = Vector3(2, 2, 2)\n'
    )
    root = project.make()

    root.scale = (3, 3, 3)
    changes = project.changes(root)

    assert changes[0] == "- scale = Vector3(2, 2, 2)"
    assert changes[1].startswith("+ transform = Transform3D(3, 0, 0, 0, ")
    project.write(again=project.packed(root))
    again = project.make("again")
    assert (again.rotation, again.scale) == (root.rotation, root.scale)


class Forgetful8(Node):
    """Takes a resource, and holds none; and has a property that is set and not saved."""

    note: Any = export(None, check=lambda value: None)
    _level = 0

    @property
    def level(self) -> int:
        return self._level

    @level.setter
    def level(self, level: int) -> None:
        self._level = level


def test_a_resource_that_the_node_did_not_keep_stays_in_the_file(project: Project) -> None:
    project.write(
        main='[gd_scene load_steps=2 format=3]\n\n[sub_resource type="Curve" id="Curve_1"]\n\n'
        '[node name="A" type="Forgetful8"]\nnote = SubResource("Curve_1")\n'
    )
    root = project.make()

    root.process_priority = 1

    assert project.changes(root) == ["+ process_priority = 1"]


def test_what_a_class_of_the_game_does_not_export_is_written_where_the_file_has_it(project: Project) -> None:
    project.write(
        main=EMPTY + '[node name="A" type="Forgetful8"]\nlevel = 3\n\n[node name="B" type="Forgetful8" parent="."]\n'
    )
    root = project.make()
    root.level = root.get_node("B").level = 4

    assert project.changes(root) == ["- level = 3", "+ level = 4"]


class Third8(Node):
    version = 3
    a: int = export(0)
    b: int = export(0)

    @migration(2)
    @staticmethod
    def swap(properties: dict[str, Any]) -> None:
        properties["a"], properties["b"] = properties.get("b", 0), properties.get("a", 0)


class First8(Node):
    a: int = export(0)


def test_what_an_older_version_wrote_is_written_anew_in_the_present_one(project: Project) -> None:
    project.write(
        main=EMPTY + '[node name="A" type="Third8"]\na = 5\nb = 5\nmetadata/_version = 2\n\n'
        '[node name="B" type="Third8" parent="."]\na = 1\nmetadata/_version = 3\n'
    )

    root = project.make()

    assert [root.a, root.b, root.get_node("B").a] == [5, 5, 1]
    assert project.changes(root) == ["- metadata/_version = 2", "+ metadata/_version = 3"]


def test_a_first_version_that_the_file_names_stays(project: Project) -> None:
    project.write(main=EMPTY + '[node name="A" type="First8"]\na = 5\nmetadata/_version = 1\n')
    root = project.make()
    root.a = 6

    assert project.changes(root) == ["- a = 5", "+ a = 6"]


# --- what cannot be ---


def test_what_cannot_be_saved_changes_nothing(project: Project) -> None:
    project.write(main=EMPTY + '[node name="A" type="Quiver"]\n')
    root = project.make()
    root.note = object()

    with pytest.raises(SceneError, match=r"cannot save A: Quiver\.note cannot be saved: .*object"):
        project.packed(root)

    assert dumps(project.scene().document) == project.texts["main.tscn"]


def test_a_class_that_needs_arguments_is_named() -> None:
    with pytest.raises(SceneError, match="Demanding8 cannot be saved: it cannot be made without arguments"):
        PackedScene().pack(Demanding8(3))


def test_a_scene_without_a_file_cannot_stand_in_another_one() -> None:
    root = Quiver()
    root.note = PackedScene()

    with pytest.raises(SceneError, match=r"PackedScene without a file.*save\(\) it first"):
        PackedScene().pack(root)


def test_only_nodes_that_are_there_are_packed() -> None:
    node = Node()
    node.free()

    with pytest.raises(FreedError):
        PackedScene().pack(node)
    with pytest.raises(InvalidTypeError, match="a node is needed"):
        PackedScene().pack(Resource())  # type: ignore[arg-type]


def test_packing_leaves_no_node_behind(project: Project) -> None:
    project.write(base=BASE, mid=MID, main=INSTANCE)
    made: list[Node] = []

    class Counted4(Node2D):
        def __init__(self) -> None:
            super().__init__()
            made.append(self)

    root = project.make()
    owned(root, Counted4(), root)
    root.get_node("M").z_index = 4
    project.packed(root)

    assert [node for node in made if not node._is_freed()] == [root.get_node("Counted4")]


def test_a_resource_named_directly_is_left_as_it_is_named(project: Project) -> None:
    project.write(
        base=BASE,
        main=EMPTY + '[node name="A" type="Quiver"]\nnote = Resource("res://base.tscn")\n',
    )
    root = project.make()
    assert root.note is project.scene("base")

    root.process_priority = 1

    assert project.changes(root) == ["+ process_priority = 1"]


def test_a_missing_resource_gives_way_to_one_that_is_set(project: Project) -> None:
    project.write(
        main=EMPTY + '[ext_resource type="Material" path="res://none.xyz" id="1"]\n\n'
        '[node name="A" type="Sprite2D"]\nmaterial = ExtResource("1")\nposition = Vector2(1, 2)\n'
    )
    root = project.make()
    assert isinstance(root, Sprite2D)
    assert root.material is None

    root.position = (3, 4)

    assert project.changes(root) == ["- position = Vector2(1, 2)", "+ position = Vector2(3, 4)"]
