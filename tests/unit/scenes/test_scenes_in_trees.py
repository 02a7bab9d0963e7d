"""Scenes of files in trees: changing to them, snapshots, digests, duplicates from their files, work in threads."""

from __future__ import annotations

import gc
import threading
import weakref
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, SceneError
from engine.resources import Texture2D
from engine.tree.duplicate import DuplicateFlags
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes import Node2D, Timer
from scenes import PackedScene
from tests.unit.scenes.projects import BASE, EMPTY, MID, Project, owned, using

MAIN = (
    using("mid.tscn")
    + """[node name="Main" type="Node2D"]

[node name="M" parent="." instance=ExtResource("1")]
rotation = 1.0

[node name="Body" parent="M" index="0"]
visible = false

[node name="Hat" type="Node2D" parent="M/Body/Arm/Hand" index="0"]

[node name="Z" type="Node2D" parent="." groups=["zs"]]
metadata/list = [1, 2]

[connection signal="timeout" from="M/Timer" to="Z" method="queue_redraw"]

[editable path="M"]
"""
)


@pytest.fixture
def tree(project: Project) -> Any:
    """A tree that shows the scene."""
    project.write(base=BASE, mid=MID, main=MAIN)
    tree = SceneTree(loader=project.loader)
    tree.change_scene_to_file("main.tscn")
    yield tree
    tree.shutdown()


def paths(root: Any) -> list[str]:
    return [str(root.get_path_to(node)) for node in root.find_children("*", owned=False)]


# --- changing scenes ---


def test_a_scene_enters_with_all_its_nodes_and_can_be_packed_there(tree: SceneTree, project: Project) -> None:
    scene: Any = tree.current_scene

    tree.frames(2)

    assert scene.is_inside_tree()
    assert tree.get_nodes_in_group("zs") == [scene.get_node("Z")]
    assert tree.get_nodes_in_group("enemies") == [scene.get_node("M")]
    assert project.changes(scene) == []


def test_a_reload_makes_the_scene_anew_and_lets_the_old_one_go(tree: SceneTree, project: Project) -> None:
    old = weakref.ref(tree.current_scene)
    tree.current_scene.get_node("Z").free()  # type: ignore[union-attr]

    tree.reload_current_scene()
    gc.collect()

    assert old() is None
    assert paths(tree.current_scene) == [
        "M",
        "M/Body",
        "M/Body/Arm",
        "M/Body/Arm/Hand",
        "M/Body/Arm/Hand/Hat",
        "M/Timer",
        "M/Extra",
        "Z",
    ]
    assert project.loader.get_reference_count("main.tscn") == 1


def test_a_scene_that_cannot_be_made_leaves_the_current_one(tree: SceneTree, project: Project) -> None:
    current = tree.current_scene
    project.write(bad=EMPTY + '[node name="A" type="Timer"]\nwait_time = -1.0\n')

    with pytest.raises(SceneError):
        tree.change_scene_to_file("bad.tscn")

    assert tree.current_scene is current
    assert project.loader.get_reference_count("bad.tscn") == 0


def test_the_files_of_a_scene_that_went_leave_the_cache(tree: SceneTree, project: Project) -> None:
    project.write(other=EMPTY + '[node name="A" type="Node"]\n')

    tree.change_scene_to_file("other.tscn")
    gc.collect()

    assert [project.loader.has_cached(f"{name}.tscn") for name in ("other", "main", "mid", "base")] == [
        True,
        False,
        False,
        False,
    ]


# --- snapshots and digests ---


def test_a_snapshot_brings_back_a_scene_that_can_still_be_packed(tree: SceneTree, project: Project) -> None:
    scene: Any = tree.current_scene
    digest, snapshot = tree.state_hash(), tree.snapshot()
    scene.get_node("M/Body").visible = True
    scene.get_node("M/Body/Arm").free()
    scene.get_node("Z").free()
    scene.get_node("M").add_child(Node("New"))
    assert tree.state_hash() != digest

    tree.restore(snapshot)

    assert tree.state_hash() == digest
    assert tree.current_scene is not None
    assert project.changes(tree.current_scene) == []


def test_the_same_scene_has_the_same_digest_in_any_tree(tree: SceneTree, project: Project) -> None:
    other = SceneTree(loader=project.loader)
    other.change_scene_to_file("main.tscn")

    assert other.state_hash() == tree.state_hash()
    other.current_scene.get_node("M/Timer", Timer).wait_time = 3.0  # type: ignore[union-attr]
    assert other.state_hash() != tree.state_hash()
    other.shutdown()


# --- duplicates ---


@pytest.mark.parametrize("flags", [15, 7], ids=["from the file", "copied"])
def test_a_duplicate_of_an_instance_is_as_the_instance_is_now(tree: SceneTree, project: Project, flags: int) -> None:
    scene: Any = tree.current_scene
    instance = scene.get_node("M")
    instance.get_node("Timer").wait_time = 7.0
    instance.get_node("Extra").free()

    copy = owned(scene, instance.duplicate(flags), scene)

    assert paths(copy) == ["Body", "Body/Arm", "Body/Arm/Hand", "Body/Arm/Hand/Hat", "Timer"]
    assert (copy.rotation, copy.get_node("Body").visible, copy.get_node("Timer").wait_time) == (1.0, False, 7.0)
    assert copy.get_node("Body").owner is copy
    assert copy.scene_file_path == "res://mid.tscn"
    assert [each.origin for each in copy.get_node("Timer").get_signal_connections("timeout")] == [copy, None]
    assert '+ [node name="M2" parent="." instance=ExtResource("1")]' in project.changes(scene)


def test_a_duplicate_of_the_whole_scene_is_packed_as_it(tree: SceneTree, project: Project) -> None:
    scene: Any = tree.current_scene

    for flags in (DuplicateFlags(15), DuplicateFlags(7)):
        assert project.changes(scene.duplicate(flags)) == []


# --- threads ---


def test_a_scene_is_prepared_in_a_thread_while_others_make_it(project: Project) -> None:
    project.write(base=BASE, mid=MID, main=MAIN)
    project.file("gem.tres", '[gd_resource type="Resource" format=3]\n\n[resource]\nmetadata/x = 1\n')
    for number in range(20):
        project.write(
            **{
                f"s{number}": using("main.tscn", "gem.tres")
                + '[node name="A" type="Node"]\nmetadata/gem = ExtResource("2")\n\n'
                '[node name="B" parent="." instance=ExtResource("1")]\n'
            }
        )
    scenes = [project.scene(f"s{number}") for number in range(20)]
    start = threading.Barrier(4)
    found: list[list[Any]] = [[] for _ in range(4)]

    def work(mine: list[Any], order: int) -> None:
        start.wait(10)
        for scene in scenes[::order]:
            scene.prepare()
            mine.append(scene.instantiate())

    threads = [threading.Thread(target=work, args=(found[number], 1 - 2 * (number % 2))) for number in range(1, 4)]
    for thread in threads:
        thread.start()
    work(found[0], 1)
    for thread in threads:
        thread.join(30)

    roots = [root for mine in found for root in mine]
    assert len(roots) == 80
    assert {len(paths(root)) for root in roots} == {9}
    assert len({id(root.get_meta("gem")) for root in roots}) == 1
    assert len({id(scene._plan(scripts=True)) for scene in scenes}) == 20


def test_what_was_prepared_loads_nothing_any_more(project: Project) -> None:
    project.write(base=BASE, mid=MID, main=MAIN)
    scene = project.scene()
    scene.prepare()
    for name in ("base", "mid", "main"):
        (project.folder / f"{name}.tscn").unlink()

    root = scene.instantiate(Node2D)

    assert root.get_node("M/Timer", Timer).wait_time == 2.0


# --- size ---


@pytest.mark.parametrize("deep", [False, True], ids=["wide", "deep"])
def test_thousands_of_nodes_are_made_packed_and_duplicated_without_recursion(project: Project, deep: bool) -> None:
    count = 1500
    parents = ["/".join(["N"] * number) or "." for number in range(count)] if deep else ["."] * count
    names = ["N" if deep else f"N{number}" for number in range(count)]
    text = (
        EMPTY
        + '[node name="A" type="Node"]\n'
        + "".join(
            f'\n[node name="{name}" type="Node2D" parent="{parent}"]\nz_index = 7\n'
            for name, parent in zip(names, parents, strict=True)
        )
    )
    project.write(
        sub=text,
        main=using("sub.tscn")
        + '[node name="M" type="Node"]\n\n[node name="S" parent="." instance=ExtResource("1")]\n',
    )

    sub, main = project.make("sub"), project.make()

    assert project.changes(sub, "sub") == project.changes(main) == project.changes(sub.duplicate(), "sub") == []
    sub.free()
    main.free()


def test_a_tree_loads_with_the_type_that_is_asked_for(tree: SceneTree) -> None:
    scene = tree.load("main.tscn", PackedScene)

    assert scene is tree.load("main.tscn")
    with pytest.raises(InvalidTypeError, match=r"^main\.tscn - is of type PackedScene, not Texture2D$"):
        tree.load("main.tscn", Texture2D)
