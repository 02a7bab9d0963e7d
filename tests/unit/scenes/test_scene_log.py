"""What the log says of a scene that is loaded to be played: a line for each fault, once for a file."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.resources.loading.load_request import CacheMode
from engine.tree.scene_tree import SceneTree
from scenes import PackedScene
from scenes.load_report import MOST_LINES
from tests.unit.scenes.projects import EMPTY, Project, using


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    """Gives the messages of the log until now, in order."""
    return lambda: [record.getMessage() for record in caplog.records]


FAULTS = (
    '[gd_scene load_steps=2 format=3]\n\n[ext_resource type="Texture2D" path="res://art/shp.png" id="1"]\n'
    '[ext_resource type="Script" path="res://turret.gd" id="2"]\n\n'
    '[node name="Main" type="Node2D"]\npositoin = Vector2(1, 2)\n\n'
    '[node name="Ship" type="Sprite2D" parent="."]\ntexture = ExtResource("1")\n\n'
    '[node name="Turret" type="Node2D" parent="Ship"]\nscript = ExtResource("2")\n\n'
    '[node name="Score" type="RichTextLabel" parent="."]\n\n'
    '[node name="Life" type="Timer" parent="."]\n\n'
    '[connection signal="timout" from="Life" to="." method="show"]\n'
    '[connection signal="timeout" from="Life" to="." method="queue_fre"]\n'
    '[connection signal="timeout" from="Life" to="Shop" method="show"]\n'
)


def test_each_fault_is_a_line_with_its_place_and_what_was_meant(
    project: Project, said: Callable[[], list[str]]
) -> None:
    project.file("art/ship.png", "")
    project.write(main=FAULTS).make()

    assert said() == [
        "res://main.tscn:3: missing file 'res://art/shp.png' - did you mean 'ship.png'?; a magenta checker stands in "
        "for it",
        "res://main.tscn:7: unknown property 'Node2D.positoin' (the root) - did you mean 'position'?",
        "res://main.tscn:12: missing script 'res://turret.gd' (Ship/Turret) - it does not run here; write turret.py "
        "beside it",
        "res://main.tscn:15: missing type 'RichTextLabel' (Score) - Godot's, and not there yet; a CanvasItem stands in",
        "res://main.tscn:19: missing connection 'timout -> show' - Timer has no signal 'timout'; did you mean "
        "'timeout'?",
        "res://main.tscn:20: missing connection 'timeout -> queue_fre' - Node2D has no method 'queue_fre'; did you "
        "mean 'queue_free'?",
        "res://main.tscn:21: missing connection 'timeout -> show' - there is no node 'Shop'",
    ]


def test_a_property_that_is_called_otherwise_here_or_does_not_take_its_value_is_told_so(
    project: Project, said: Callable[[], list[str]]
) -> None:
    project.write(
        main='[gd_scene format=3]\n\n[sub_resource type="RectangleShape2D" id="1"]\nextents = Vector2(9, 9)\n\n'
        '[sub_resource type="CylinderShape2D" id="2"]\n\n[node name="Ball" type="RigidBody2D"]\n'
        'velocity = Vector2(1, 2)\n\n[node name="A" type="CollisionShape2D" parent="."]\nshape = SubResource("1")\n\n'
        '[node name="B" type="CollisionShape2D" parent="."]\nshape = SubResource("2")\n'
    ).make()

    assert said() == [
        "res://main.tscn:4: unknown property 'RectangleShape2D.extents' (resource '1') - use size",
        "res://main.tscn:6: missing type 'CylinderShape2D' (resource '2')",
        "res://main.tscn:9: unknown property 'RigidBody2D.velocity' (the root) - use linear_velocity",
        "res://main.tscn:15: unknown property 'CollisionShape2D.shape' (B) - it cannot take the value, which is kept",
    ]


def test_a_method_of_the_games_may_be_private(project: Project, said: Callable[[], list[str]]) -> None:
    project.file("lamp.py", "from nodes import Timer\nclass Lamp(Timer):\n    def _on_timeout(self): ...\n")
    project.write(
        main=using("lamp.py") + '[node name="Lamp" type="Timer"]\nscript = ExtResource("1")\n\n'
        '[connection signal="timeout" from="." to="." method="on_timeout"]\n'
    ).make()

    assert said() == [
        "res://main.tscn:8: missing connection 'timeout -> on_timeout' - Lamp has no method 'on_timeout'; did you mean "
        "'_on_timeout'?"
    ]


def test_further_instances_say_nothing_more(project: Project, said: Callable[[], list[str]]) -> None:
    scene = project.write(main=f'{EMPTY}[node name="A" type="Node"]\nfoo = 1\n').scene()
    for _ in range(3):
        scene.instantiate()
        scene.prepare()

    assert said() == ["res://main.tscn:4: unknown property 'Node.foo' (the root)"]


def test_a_scene_that_is_read_again_says_nothing_more(project: Project, said: Callable[[], list[str]]) -> None:
    project.write(main=f'{EMPTY}[node name="A" type="Node"]\nfoo = 1\n')
    for _ in range(3):
        project.loader.load("main.tscn", PackedScene, CacheMode.IGNORE).instantiate()

    assert said() == ["res://main.tscn:4: unknown property 'Node.foo' (the root)"]


def test_a_scene_that_others_instance_is_told_of_once(project: Project, said: Callable[[], list[str]]) -> None:
    bad = f'{EMPTY}[node name="A" type="Timer"]\nfoo = 1\n\n[connection signal="timeout" from="." to="B" method="f"]\n'
    twice = '[node name="M" type="Node"]\n\n' + "".join(
        f'[node name="{name}" parent="." instance=ExtResource("1")]\n\n' for name in "XY"
    )
    project.write(bad=bad, main=using("bad.tscn") + twice, other=using("bad.tscn") + twice)
    project.make("main")
    project.make("other")
    project.make("bad")

    assert said() == [
        "res://bad.tscn:4: unknown property 'Timer.foo' (the root)",
        "res://bad.tscn:6: missing connection 'timeout -> f' - there is no node 'B'",
    ]
    assert len(project.scene("main").report) == 2  # with the connection, which came up when it was made


def test_many_alike_are_one_line_and_many_others_are_counted(project: Project, said: Callable[[], list[str]]) -> None:
    labels = "".join(f'[node name="L{i}" type="RichTextLabel" parent="."]\n\n' for i in range(5))
    others = "".join(f'[node name="N{i}" type="Node" parent="."]\np{i} = 1\n\n' for i in range(MOST_LINES + 2))
    project.write(main=f'{EMPTY}[node name="A" type="Node"]\n\n{labels}{others}').make()

    lines = "\n".join(said())
    assert (
        "'RichTextLabel' (L0) - Godot's, and not there yet; a CanvasItem stands in; and 4 more of it in this" in lines
    )
    assert "res://main.tscn: and 3 more; see its report" in lines
    assert lines.count("unknown property") == MOST_LINES - 1


def test_a_scene_that_is_changed_to_tells_it_too(project: Project, said: Callable[[], list[str]]) -> None:
    project.write(main=f'{EMPTY}[node name="A" type="Node"]\nfoo = 1\n')
    tree = SceneTree(loader=project.loader)
    tree.change_scene_to_file("main.tscn")
    tree.reload_current_scene()
    tree.shutdown()

    assert said() == ["res://main.tscn:4: unknown property 'Node.foo' (the root)"]


def test_a_faultless_scene_says_nothing(project: Project, said: Callable[[], list[str]]) -> None:
    project.write(main=f'{EMPTY}[node name="A" type="Node"]\n').make()

    assert said() == []
