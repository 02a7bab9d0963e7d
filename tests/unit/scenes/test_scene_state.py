"""SceneState: a scene is looked at, and nothing of it is made."""

from __future__ import annotations

import pytest

from engine.core.errors import InvalidValueError
from engine.math import Vector2
from scenes import PackedScene
from scenes.text import loads
from scenes.text import values as v
from tests.unit.scenes.projects import BASE, EMPTY, MID, Project, using

MAIN = (
    using("mid.tscn")
    + """[node name="Main" type="Node2D" groups=["g", "h"]]
position = Vector2(1, 2)
metadata/scene = ExtResource("1")

[node name="M" parent="." instance=ExtResource("1")]

[node name="Arm" parent="M/Body" index="0"]
visible = false

[node name="P" parent="." instance_placeholder="res://base.tscn"]

[node name="N" type="Node" parent="M" owner="M" index="3"]

[connection signal="tree_entered" from="M" to="." method="set_meta" flags=1 unbinds=1 binds= ["x", 2]]
[connection signal="tree_exited" from="." to="M/Body" method="queue_redraw"]

[editable path="M"]
"""
)


@pytest.fixture
def scene(project: Project) -> PackedScene:
    return project.write(base=BASE, mid=MID, main=MAIN).scene()


def test_nodes_are_listed_as_the_file_has_them(scene: PackedScene) -> None:
    state = scene.get_state()
    rows = [
        (
            state.get_node_name(number),
            state.get_node_type(number),
            str(state.get_node_path(number)),
            str(state.get_node_path(number, for_parent=True)),
            str(state.get_node_owner_path(number)),
            state.get_node_index(number),
        )
        for number in range(state.get_node_count())
    ]

    assert rows == [
        ("Main", "Node2D", ".", ".", "", -1),
        ("M", "", "M", ".", ".", -1),
        ("Arm", "", "M/Body/Arm", "M/Body", "", 0),
        ("P", "", "P", ".", ".", -1),
        ("N", "Node", "M/N", "M", "M", 3),
    ]


def test_groups_and_properties_are_listed(scene: PackedScene) -> None:
    state = scene.state

    assert [state.get_node_groups(0), state.get_node_groups(1)] == [["g", "h"], []]
    assert [state.get_node_property_count(number) for number in range(5)] == [2, 0, 1, 0, 0]
    assert [state.get_node_property_name(0, number) for number in (0, 1)] == ["position", "metadata/scene"]
    assert state.get_node_property_value(0, 0) == Vector2(1, 2)
    assert state.get_node_property_value(0, 1) == v.ExtResource("1")


def test_instances_and_placeholders_are_told_apart(scene: PackedScene, project: Project) -> None:
    state = scene.state

    assert [state.get_node_instance(number) for number in range(5)] == [None, project.scene("mid"), None, None, None]
    assert [state.is_node_instance_placeholder(number) for number in range(5)] == [False, False, False, True, False]
    assert state.get_node_instance_placeholder(3) == "res://base.tscn"
    assert state.get_node_instance_placeholder(0) == ""


def test_connections_are_listed(scene: PackedScene) -> None:
    state = scene.state

    assert state.get_connection_count() == 2
    assert [state.get_connection_signal(0), state.get_connection_method(0)] == ["tree_entered", "set_meta"]
    assert [str(state.get_connection_source(0)), str(state.get_connection_target(0))] == ["M", "."]
    assert [state.get_connection_flags(0), state.get_connection_flags(1)] == [3, 2]
    assert [state.get_connection_binds(0), state.get_connection_binds(1)] == [["x", 2], []]
    assert [state.get_connection_unbinds(0), state.get_connection_unbinds(1)] == [1, 0]


def test_the_state_of_the_inherited_scene_leads_on_to_the_bottom(scene: PackedScene, project: Project) -> None:
    mid = project.scene("mid").state
    base = mid.get_base_scene_state()

    assert scene.state.get_base_scene_state() is None
    assert base is not None
    assert [mid.get_path(), base.get_path()] == ["res://mid.tscn", "res://base.tscn"]
    assert base.get_node_name(0) == "Base"
    assert base.get_base_scene_state() is None


def test_a_scene_that_is_missing_is_no_instance_and_no_base(project: Project) -> None:
    state = project.write(main=MID.replace("base", "gone")).scene().state

    assert state.get_node_instance(0) is None
    assert state.get_base_scene_state() is None


def test_a_scene_that_instances_itself_can_be_looked_at(project: Project) -> None:
    project.write(
        main=using("main.tscn")
        + '[node name="A" type="Node"]\n\n[node name="B" parent="." instance=ExtResource("1")]\n'
    )

    assert project.scene().state.get_node_instance(1) is project.scene()


def test_nothing_is_made_and_nothing_of_the_game_is_imported(project: Project) -> None:
    project.write(
        base=using("boom.py") + '[node name="A" type="Node"]\nscript = ExtResource("1")\n',
        main=using("base.tscn") + '[node name="A" instance=ExtResource("1")]\n',
    )
    project.file("boom.py", 'raise RuntimeError("imported")\n')

    state = project.scene().state

    assert state.get_node_instance(0) is project.scene("base")
    assert state.get_base_scene_state() is not None


def test_a_state_is_that_of_its_moment() -> None:
    scene = PackedScene(loads(EMPTY + '[node name="A" type="Node"]\n'))
    state = scene.state
    scene.clear()

    assert state.get_node_count() == 1
    assert scene.state.get_node_count() == scene.state.get_connection_count() == 0
    assert scene.state.get_base_scene_state() is None
    assert scene.state.get_path() == ""


def test_numbers_that_are_none_are_refused(scene: PackedScene) -> None:
    state = scene.state

    for number in (5, -1):
        with pytest.raises(InvalidValueError, match=f"the scene has 5 nodes, so there is no node {number}"):
            state.get_node_name(number)
    with pytest.raises(InvalidValueError, match="node 0 sets 2 properties, so there is no property 2"):
        state.get_node_property_value(0, 2)
    with pytest.raises(InvalidValueError, match="the scene has 2 connections, so there is no connection 2"):
        state.get_connection_signal(2)
