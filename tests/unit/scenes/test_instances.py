"""Instances of other scenes: what they take over, what stands in for missing ones, how they follow their scenes."""

from __future__ import annotations

import pytest

from engine.core.errors import SceneError
from engine.math import Vector2
from engine.tree.node import Node
from nodes import InstancePlaceholder, MissingNode, Node2D, Node3D
from tests.unit.scenes.projects import BASE, EMPTY, MID, Project, using


def names(node: Node) -> list[str]:
    return [child.name for child in node.get_children()]


# --- instances, placeholders, what is missing ---


def test_an_instance_takes_what_the_file_says_of_its_root(project: Project) -> None:
    project.write(
        base=BASE,
        main=using("base.tscn")
        + '[node name="A" type="Node"]\n\n[node name="I" parent="." instance=ExtResource("1")]\n'
        "rotation = 2.0\nmetadata/x = 1\n",
    )

    instance = project.make().get_node("I")

    assert (instance.name, instance.position, instance.rotation, instance.get_meta("x")) == ("I", (1, 2), 2.0, 1)
    assert instance.scene_file_path == "res://base.tscn"
    assert [child.owner for child in instance.get_children()] == [instance, instance]
    assert instance.owner is not instance


def test_a_placeholder_keeps_what_its_instance_is_to_have(project: Project) -> None:
    project.write(
        base=BASE,
        main=EMPTY + '[node name="A" type="Node"]\n\n'
        '[node name="P" parent="." groups=["g"] instance_placeholder="res://base.tscn"]\nposition = Vector2(3, 4)\n\n'
        '[node name="Q" type="Node" parent="."]\n',
    )

    placeholder = project.make().get_node("P")

    assert type(placeholder) is InstancePlaceholder
    assert placeholder.get_instance_path() == "res://base.tscn"
    assert placeholder.get_stored_values() == {"position": Vector2(3, 4)}
    assert placeholder.is_in_group("g")
    assert not project.loader.has_cached("base.tscn")


@pytest.mark.parametrize(
    ("values", "base"),
    [("position = Vector2(1, 2)\n", Node2D), ("transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 6, 7)\n", Node3D)],
)
def test_the_instance_of_a_missing_scene_stays_and_keeps_all(project: Project, values: str, base: type[Node]) -> None:
    project.write(
        main=using("gone.tscn") + '[node name="A" type="Node"]\n\n[node name="G" parent="." groups=["x"] '
        f'instance=ExtResource("1")]\n{values}health = 3\n\n[node name="Own" type="Timer" parent="G"]\n\n'
        '[node name="Inner" parent="G/Body" index="0"]\nvisible = false\n',
    )

    root = project.make()
    missing = root.get_node("G")

    assert isinstance(missing, MissingNode)
    assert isinstance(missing, base)
    assert missing.properties == {"health": 3}
    assert missing.groups == {"x": True}
    assert names(missing) == ["Own"]
    assert set(project.problems()) == {"missing file: res://gone.tscn", "missing parent: G/Body/Inner"}


def test_a_scene_whose_base_is_missing_still_has_its_own_nodes(project: Project) -> None:
    project.write(
        main=using("gone.tscn") + '[node name="A" instance=ExtResource("1")]\nposition = Vector2(1, 2)\n\n'
        '[node name="Inner" parent="." index="0"]\nvisible = false\n\n'
        '[node name="Own" type="Timer" parent="." index="1"]\n',
    )

    root = project.make()

    assert isinstance(root, MissingNode)
    assert isinstance(root, Node2D)
    assert root.position == (1, 2)
    assert names(root) == ["Own"]


def test_missing_types_keep_their_children_and_what_nobody_knows(project: Project) -> None:
    project.write(
        main=EMPTY + '[node name="A" type="GPUParticles2D"]\nposition = Vector2(3, 4)\namount = 3\n\n'
        '[node name="B" type="Wurst" parent="."]\n\n[node name="C" type="Node2D" parent="B"]\nunheard_of = &"x"\n'
    )

    root = project.make()
    sausage = root.get_node("B")

    assert (root.original_type, root.position, root.properties) == ("GPUParticles2D", (3, 4), {"amount": 3})
    assert (sausage.original_type, isinstance(sausage, MissingNode)) == ("Wurst", True)
    assert sausage.get_node("C")._kept_properties == {"unheard_of": "x"}
    assert project.problems() == [
        "missing type: GPUParticles2D", "missing type: Wurst", "unknown property: Node2D.unheard_of",
    ]  # fmt: skip


def test_what_stood_under_a_node_that_went_from_the_sub_scene_is_reported(project: Project) -> None:
    project.write(
        base=BASE,
        main=using("base.tscn")
        + '[node name="A" instance=ExtResource("1")]\n\n[node name="Leg" parent="." index="0"]\n'
        'visible = false\n\n[node name="Foot" type="Node" parent="Leg" index="0"]\n\n'
        '[node name="Toe" type="Node" parent="Leg/Foot"]\n',
    )

    root = project.make()

    assert names(root) == ["Body", "Timer"]
    assert project.problems() == [f"missing parent: {path}" for path in ("Leg", "Leg/Foot", "Leg/Foot/Toe")]


def test_a_node_that_was_renamed_in_the_sub_scene_is_found_by_its_id(project: Project) -> None:
    renamed = BASE.replace('name="Body"', 'name="Torso" unique_id=42').replace('parent="Body"', 'parent="Torso"')
    project.write(
        base=renamed,
        main=using("base.tscn") + '[node name="A" type="Node"]\n\n'
        '[node name="I" parent="." unique_id=7 instance=ExtResource("1")]\n\n'
        '[node name="Body" parent="I" index="0" unique_id=42]\nvisible = false\n\n'
        '[node name="Hat" type="Node" parent="I/Body" parent_id_path=PackedInt32Array(7, 42) index="1"]\n\n'
        '[node name="Cap" type="Node" parent="I/Body/Gone" parent_id_path=PackedInt32Array(7, 42)]\n\n'
        '[node name="Arm" parent="I/Body" index="0"]\nvisible = false\n',
    )

    root = project.make()
    torso = root.get_node("I/Torso")

    assert not torso.visible
    assert names(torso) == ["Arm", "Hat", "Cap"]
    assert not torso.get_node("Arm").visible
    assert project.problems() == []


RENAMED = BASE.replace('name="Body"', 'name="Torso" unique_id=42').replace('parent="Body"', 'parent="Torso"')


def test_a_chain_of_ids_leads_into_instances_that_come_later_in_the_file(project: Project) -> None:
    hat = '[node name="Hat" type="Node" parent="{0}/Body" parent_id_path=PackedInt32Array({1}, 42)]\n\n'
    project.write(
        base=RENAMED,
        main=using("base.tscn") + '[node name="A" type="Node" unique_id=42]\n\n'
        '[node name="I" parent="." unique_id=7 instance=ExtResource("1")]\n\n' + hat.format("I", 7)
        + '[node name="J" parent="." unique_id=8 instance=ExtResource("1")]\n\n' + hat.format("J", 8),
    )  # fmt: skip

    root = project.make()

    assert [names(root.get_node(f"{each}/Torso")) for each in "IJ"] == [["Arm", "Hat"], ["Arm", "Hat"]]
    assert project.problems() == []


def test_ends_of_connections_that_were_renamed_in_the_sub_scene_are_found_by_their_ids(project: Project) -> None:
    connection = (
        '[connection signal="draw" from="I/Body" to="J/Body" method="queue_redraw" '
        "from_uid_path=PackedInt32Array(7, 42) to_uid_path=PackedInt32Array(8, 42)]\n"
    )
    project.write(
        base=RENAMED,
        main=using("base.tscn") + '[node name="A" type="Node"]\n\n'
        '[node name="I" parent="." unique_id=7 instance=ExtResource("1")]\n\n'
        '[node name="J" parent="." unique_id=8 instance=ExtResource("1")]\n\n' + connection,
    )

    root = project.make()
    source, target = root.get_node("I/Torso"), root.get_node("J/Torso")

    assert source.is_connected("draw", target, "queue_redraw")
    assert project.problems() == []
    assert project.changes(root) == [f"- {connection[:-1]}", f"+ {connection[:-1].replace('Body', 'Torso')}"]

    source.disconnect("draw", target, "queue_redraw")
    assert project.changes(root) == [f"- {connection[:-1]}"]


def test_an_owner_that_was_renamed_in_the_sub_scene_is_found_by_its_id(project: Project) -> None:
    project.write(
        base=RENAMED,
        main=using("base.tscn") + '[node name="A" type="Node"]\n\n'
        '[node name="I" parent="." unique_id=7 instance=ExtResource("1")]\n\n'
        '[node name="Hat" type="Node" parent="I/Body" parent_id_path=PackedInt32Array(7, 42) owner="I/Body" '
        "owner_uid_path=PackedInt32Array(7, 42)]\n",
    )

    root = project.make()

    assert root.get_node("I/Torso/Hat").owner is root.get_node("I/Torso")


def test_editable_marks_stand_on_the_instances(project: Project) -> None:
    project.write(
        base=BASE,
        main=using("base.tscn")
        + '[node name="A" type="Node"]\n\n[node name="I" parent="." instance=ExtResource("1")]\n\n'
        '[node name="J" parent="." instance=ExtResource("1")]\n\n[editable path="I"]\n[editable path="Gone"]\n',
    )

    root = project.make()

    assert root.is_editable_instance(root.get_node("I"))
    assert not root.is_editable_instance(root.get_node("J"))


# --- self-instancing, changes of sub-scenes ---


@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("how", ["instance", "inheritance"])
def test_a_scene_that_instances_itself_is_refused_through_any_number_of_files(
    project: Project, count: int, how: str
) -> None:
    files = ["main", *(f"s{number}" for number in range(1, count))]
    for name, used in zip(files, [*files[1:], "main"], strict=True):
        inner = '[node name="B" parent="." instance=ExtResource("1")]\n'
        text = (
            '[node name="A" instance=ExtResource("1")]\n'
            if how == "inheritance"
            else f'[node name="A" type="Node"]\n\n{inner}'
        )
        project.write(**{name: using(f"{used}.tscn") + text})
    chain = " -> ".join(f"res://{name}.tscn" for name in [*files, "main"])

    with pytest.raises(SceneError, match="the scene instances itself: ") as caught:
        project.make()

    assert chain in str(caught.value)


def test_a_scene_may_hold_itself_in_a_property(project: Project) -> None:
    project.write(main=using("main.tscn") + '[node name="A" type="Node"]\nmetadata/next = ExtResource("1")\n')

    assert project.make().get_meta("next") is project.scene()


def test_instances_may_not_stand_in_one_another_without_end(project: Project) -> None:
    for number in range(140):
        project.write(
            **{
                f"s{number}": using(f"s{number + 1}.tscn")
                + '[node name="A" type="Node"]\n\n[node name="B" parent="." instance=ExtResource("1")]\n'
            }
        )

    with pytest.raises(SceneError, match="instances stand in one another over 128 deep"):
        project.make("s0")


def test_two_of_one_scene_in_each_of_many_are_refused_before_memory_is_full(project: Project) -> None:
    project.write(s0=EMPTY + '[node name="A" type="Node"]\n')
    for number in range(1, 40):
        project.write(
            **{
                f"s{number}": using(f"s{number - 1}.tscn") + '[node name="A" type="Node"]\n\n'
                '[node name="B" parent="." instance=ExtResource("1")]\n\n'
                '[node name="C" parent="." instance=ExtResource("1")]\n'
            }
        )

    with pytest.raises(SceneError, match="nodes from instances of others; at most 1,000,000 are made"):
        project.make("s39")


def test_a_change_of_a_sub_scene_flows_into_scenes_that_were_made_before(project: Project) -> None:
    project.write(
        base=BASE,
        mid=MID,
        main=using("mid.tscn")
        + '[node name="A" type="Node"]\n\n[node name="M" parent="." instance=ExtResource("1")]\n',
    )
    project.make()
    base = project.scene("base")
    node = base.instantiate(Node2D)
    node.rotation = 2.0
    base.pack(node)

    assert project.make().get_node("M").rotation == 2.0
    base.document.nodes[1].properties["z_index"] = 9
    base.emit_changed()
    assert project.make().get_node("M/Body").z_index == 9
