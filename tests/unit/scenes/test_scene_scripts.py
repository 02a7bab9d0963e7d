"""Scripts of scenes: whose class they give to which node, what happens where they are missing, and loading without."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import SceneError, ScriptError
from engine.resources import MissingResource
from engine.tree.node import Node
from nodes import MissingNode, Node2D, Timer
from tests.unit.scenes.projects import BASE, EMPTY, MID, Project, owned, using

pytestmark = pytest.mark.usefixtures("forgotten_imports")

KNIGHT = """from engine import export
from nodes import Node2D

class {name}(Node2D):
    speed: float = export(1.0)
"""
# Writes a word for its import and one for each node that is made.
NOISY = """import pathlib
from engine import export
from nodes import Node2D

NOTES = pathlib.Path(__file__).with_name("notes.txt")

def note(word):
    with NOTES.open("a") as notes:
        notes.write(word + " ")

note("imported")

class Noisy6(Node2D):
    speed: float = export(1.0)

    def __init__(self):
        note("made")
        super().__init__()

    @property
    def loudness(self):
        note("read")
"""


@pytest.fixture
def knights(project: Project) -> Project:
    """A project with two classes."""
    project.write(base=BASE, mid=MID)
    for name in ("Knight6", "Squire6"):
        project.file(f"{name.lower()}.py", KNIGHT.format(name=name))
    return project


# --- which class ---


def test_a_script_gives_a_node_its_class_before_its_values_are_set(knights: Project) -> None:
    knights.write(
        main=using("knight6.py")
        + '[node name="A" type="Node2D"]\nspeed = 2\nscript = ExtResource("1")\nposition = Vector2(1, 2)\n'
    )

    root = knights.make()

    assert (type(root).__name__, root.speed, root.position) == ("Knight6", 2.0, (1, 2))
    assert knights.changes(root) == []
    root.speed = 3.0
    assert knights.changes(root) == ["- speed = 2", "+ speed = 3.0"]


def test_a_type_is_found_in_the_file_of_its_name(knights: Project) -> None:
    knights.write(main=EMPTY + '[node name="A" type="Knight6"]\nspeed = 2.0\n')

    root = knights.make()

    assert (type(root).__name__, root.speed) == ("Knight6", 2.0)
    assert knights.changes(root) == []


def test_python_beside_a_godot_script_takes_its_place(knights: Project) -> None:
    knights.write(main=using("knight6.gd") + '[node name="A" type="Node2D"]\nscript = ExtResource("1")\nspeed = 2.0\n')
    knights.file("knight6.gd", "extends Node2D\n")

    root = knights.make()

    assert type(root).__name__ == "Knight6"
    assert knights.problems() == []
    assert knights.changes(root) == []


def test_a_script_may_be_given_to_the_root_of_an_instance(knights: Project) -> None:
    knights.write(
        main=using("base.tscn", "knight6.py") + '[node name="A" type="Node"]\n\n'
        '[node name="I" parent="." instance=ExtResource("1")]\nscript = ExtResource("2")\nspeed = 3.0\n\n'
        '[node name="J" parent="." instance=ExtResource("1")]\n'
    )

    root = knights.make()
    scripted = root.get_node("I")

    assert [type(scripted).__name__, type(root.get_node("J")).__name__] == ["Knight6", "Node2D"]
    assert (scripted.speed, scripted.position, scripted.get_node("Body").z_index) == (3.0, (1, 2), 3)
    assert scripted.get_node("Timer").get_signal_connections("timeout")[0].target is scripted
    assert knights.changes(root) == []
    scripted.speed = 4.0
    assert knights.changes(root) == ["- speed = 3.0", "+ speed = 4.0"]


def test_a_script_may_be_given_to_nodes_inside_an_instance(knights: Project) -> None:
    knights.write(
        main=using("mid.tscn", "knight6.py") + '[node name="A" type="Node"]\n\n'
        '[node name="M" parent="." instance=ExtResource("1")]\n\n[node name="Body" parent="M" index="0"]\n'
        'script = ExtResource("2")\nspeed = 3.0\n\n[node name="Hand" parent="M/Body/Arm" index="0"]\n'
        'script = ExtResource("2")\n\n[editable path="M"]\n'
    )

    root = knights.make()
    body = root.get_node("M/Body")

    assert [type(body).__name__, type(root.get_node("M/Body/Arm/Hand")).__name__] == ["Knight6", "Knight6"]
    assert (body.speed, body.z_index, type(knights.make("mid").get_node("Body"))) == (3.0, 3, Node2D)
    assert knights.changes(root) == []


def test_a_script_may_be_given_to_inherited_nodes_and_replace_that_of_the_base(knights: Project) -> None:
    knights.file("lord6.py", "from knight6 import Knight6\n\nclass Lord6(Knight6):\n    pass\n")
    knights.write(
        low=using("base.tscn", "knight6.py") + '[node name="A" instance=ExtResource("1")]\nscript = ExtResource("2")\n'
        'speed = 2.0\n\n[node name="Body" parent="." index="0"]\nscript = ExtResource("2")\nspeed = 3.0\n',
        main=using("low.tscn", "lord6.py") + '[node name="A" instance=ExtResource("1")]\nscript = ExtResource("2")\n\n'
        '[node name="Body" parent="." index="0"]\nscript = ExtResource("2")\nspeed = 4.0\n',
    )

    root = knights.make()
    body = root.get_node("Body")

    assert [type(root).__name__, type(body).__name__] == ["Lord6", "Lord6"]
    assert [root.speed, body.speed] == [2.0, 4.0]
    assert knights.changes(root) == []
    assert knights.changes(knights.make("low"), "low") == []


def test_a_node_inside_an_instance_inside_an_instance_gets_its_script(knights: Project) -> None:
    knights.write(
        outer=using("base.tscn")
        + '[node name="O" type="Node"]\n\n[node name="I" parent="." instance=ExtResource("1")]\n',
        main=using("outer.tscn", "knight6.py", "squire6.py") + '[node name="A" type="Node"]\n\n'
        '[node name="O" parent="." instance=ExtResource("1")]\n\n[node name="I" parent="O" index="0"]\n'
        'script = ExtResource("2")\n\n[node name="Arm" parent="O/I/Body" index="0"]\nscript = ExtResource("3")\n\n'
        '[editable path="O"]\n[editable path="O/I"]\n',
    )

    root = knights.make()

    assert [type(root.get_node(path)).__name__ for path in ("O/I", "O/I/Body/Arm")] == ["Knight6", "Squire6"]
    assert knights.changes(root) == []


def test_nodes_of_a_scripted_class_that_code_adds_are_saved_under_their_class(knights: Project) -> None:
    knights.write(main=using("knight6.py") + '[node name="A" type="Node2D"]\nscript = ExtResource("1")\n')
    root = knights.make()

    owned(root, type(root)("New"), root).speed = 4.0

    assert knights.changes(root) == ['+ [node name="New" type="Knight6" parent="."]', "+ speed = 4.0"]


@pytest.mark.parametrize(
    ("before", "section"),
    [
        (("knight6.py",), '[node name="A" type="Timer"]\nscript = ExtResource("1")\n'),
        (
            ("knight6.py", "clock.tscn"),
            '[node name="R" type="Node"]\n\n[node name="A" parent="." instance=ExtResource("2")]\n'
            'script = ExtResource("1")\n',
        ),
        (
            ("knight6.py", "clock.tscn"),
            '[node name="R" instance=ExtResource("2")]\n\n[node name="A" parent="."]\nscript = ExtResource("1")\n',
        ),
    ],
)
def test_a_class_that_is_not_what_the_file_says_is_refused(
    knights: Project, before: tuple[str, ...], section: str
) -> None:
    knights.write(
        clock=EMPTY + '[node name="C" type="Timer"]\n\n[node name="A" type="Timer" parent="."]\n',
        main=using(*before) + section,
    )

    with pytest.raises(
        SceneError, match=r"main\.tscn:\d+: node 'A' is a Timer.* the class Knight6.*let it extend Timer"
    ):
        knights.make()


def test_a_script_that_is_no_node_is_refused(project: Project) -> None:
    project.file("thing6.py", "from engine.core.resource import Resource\n\nclass Thing6(Resource):\n    pass\n")
    project.write(main=using("thing6.py") + '[node name="A" type="Node"]\nscript = ExtResource("1")\n')

    with pytest.raises(SceneError, match=r"main\.tscn:5: .*thing6\.py of node 'A' has Thing6, which is no Node"):
        project.make()


def test_a_script_that_cannot_be_imported_says_so(project: Project) -> None:
    project.file("broken6.py", "raise RuntimeError('no')\n")
    project.write(main=using("broken6.py") + '[node name="A" type="Node"]\nscript = ExtResource("1")\n')

    with pytest.raises(ScriptError, match=r"broken6\.py - cannot be imported: RuntimeError: no") as caught:
        project.make()

    assert caught.value.__notes__ == ["res://main.tscn:5: it is the script of node '.'"]


# --- missing scripts ---


MISSING: dict[str, str] = {
    "a node's": '[node name="A" type="Timer"]\nscript = ExtResource("1")\nspeed = 3\n',
    "the root of an instance's": '[node name="R" type="Node"]\n\n[node name="A" parent="." instance=ExtResource("2")]\n'
    'script = ExtResource("1")\nspeed = 3\n',
    "an inner node's": '[node name="R" type="Node"]\n\n[node name="I" parent="." instance=ExtResource("2")]\n\n'
    '[node name="Body" parent="I" index="0"]\nscript = ExtResource("1")\nspeed = 3\n\n[editable path="I"]\n',
    "an inherited root's": '[node name="A" instance=ExtResource("2")]\nscript = ExtResource("1")\nspeed = 3\n',
    "an inherited node's": '[node name="A" instance=ExtResource("2")]\n\n[node name="Body" parent="." index="0"]\n'
    'script = ExtResource("1")\nspeed = 3\n',
}  # fmt: skip


@pytest.mark.parametrize("section", MISSING.values(), ids=list(MISSING))
@pytest.mark.parametrize("there", [True, False], ids=["in GDScript", "not there"])
def test_a_missing_script_leaves_the_type_and_is_kept_with_its_values(
    knights: Project, section: str, there: bool
) -> None:
    knights.write(main=using("gone6.gd", "base.tscn") + section)
    if there:
        knights.file("gone6.gd", "extends Node2D\n")

    root = knights.make()
    scripted = next(
        node for node in [root, *root.find_children("*", owned=False)] if "speed" in (node._kept_properties or {})
    )

    assert type(scripted) in (Timer, Node2D)
    assert knights.scene().report.missing_scripts == ("res://gone6.gd",)
    assert knights.changes(root) == []
    scripted.process_priority = 5
    assert knights.changes(root) == ["+ process_priority = 5"]


def test_a_node_whose_script_is_missing_can_be_saved_after_others_changed(knights: Project) -> None:
    knights.write(
        main=using("gone6.gd") + '[node name="A" type="Node"]\n\n[node name="B" type="Node2D" parent="."]\n'
        'script = ExtResource("1")\nspeed = 3\n'
    )
    root = knights.make()

    root.get_node("B").name = "C"

    assert knights.changes(root) == [
        '- [node name="B" type="Node2D" parent="."]',
        '+ [node name="C" type="Node2D" parent="."]',
    ]


# --- without scripts ---


ALL: dict[str, str] = {
    "a node's": using("noisy6.py") + '[node name="A" type="Node2D"]\nscript = ExtResource("1")\nspeed = 2.0\n',
    "a type": EMPTY + '[node name="A" type="Noisy6"]\nspeed = 2.0\n\n[node name="B" type="Noisy6" parent="."]\n',
    "the root of an instance's": using("noisy6.py", "base.tscn") + '[node name="R" type="Node"]\n\n'
    '[node name="A" parent="." instance=ExtResource("2")]\nscript = ExtResource("1")\nspeed = 3\n',
    "an inner node's": using("noisy6.py", "base.tscn") + '[node name="R" type="Node"]\n\n'
    '[node name="I" parent="." instance=ExtResource("2")]\n\n[node name="Body" parent="I" index="0"]\n'
    'script = ExtResource("1")\nspeed = 3\n\n[editable path="I"]\n',
    "an inherited root's": using("noisy6.py", "base.tscn") + '[node name="A" instance=ExtResource("2")]\n'
    'script = ExtResource("1")\nspeed = 3\n\n[node name="Body" parent="." index="0"]\nscript = ExtResource("1")\n',
    "a sub-scene's": using("loud.tscn") + '[node name="R" type="Node"]\n\n'
    '[node name="I" parent="." instance=ExtResource("1")]\nspeed = 8.0\n',
    "a base's": using("loud.tscn") + '[node name="R" instance=ExtResource("1")]\nspeed = 8.0\n',
    "a sub-scene of a sub-scene's": using("louder.tscn") + '[node name="R" type="Node"]\n\n'
    '[node name="I" parent="." instance=ExtResource("1")]\n',
    "a placeholder's": EMPTY + '[node name="R" type="Node"]\n\n[node name="P" parent="." instance_placeholder="res://loud.tscn"]\n',
    "a resource's": using("noisy6.py") + '[sub_resource type="Resource" id="a"]\nscript = ExtResource("1")\nx = 3\n\n'
    '[node name="A" type="Node"]\nmetadata/a = SubResource("a")\n',
    "a resource of another file's": using("loud.tres") + '[node name="A" type="Node"]\nmetadata/a = ExtResource("1")\n',
}  # fmt: skip


@pytest.fixture(params=ALL.values(), ids=list(ALL))
def noisy(request: pytest.FixtureRequest, project: Project) -> Project:
    """A project with a script that leaves notes of all that it does, in all places where one can be."""
    loud = (
        using("noisy6.py") + '[node name="L" type="Node2D"]\nscript = ExtResource("1")\nspeed = 4.0\n\n'
        '[node name="B" type="Noisy6" parent="."]\n'
    )
    louder = using("loud.tscn") + '[node name="L" instance=ExtResource("1")]\nspeed = 5.0\n'
    project.write(base=BASE, loud=loud, louder=louder, main=request.param)
    project.file("noisy6.py", NOISY)
    project.file(
        "loud.tres",
        '[gd_resource type="Resource" load_steps=2 format=3]\n\n'
        '[ext_resource type="Script" path="res://noisy6.py" id="1"]\n\n'
        '[resource]\nscript = ExtResource("1")\n',
    )
    return project


def test_without_scripts_nothing_of_the_project_runs(noisy: Project) -> None:
    notes = noisy.folder / "notes.txt"
    scene = noisy.scene()

    scene.prepare(scripts=False)
    root = scene.instantiate(scripts=False)
    copy = root.duplicate()
    assert noisy.changes(root) == noisy.changes(copy) == []
    root.process_priority = 3
    noisy.packed(root)
    scene.save("other.tscn")
    assert scene.report is not None

    assert not notes.exists()
    assert [
        type(node).__name__ for node in [root, *root.find_children("*", owned=False)] if "Noisy6" in type(node).__name__
    ] == []


def test_with_scripts_the_class_is_there(knights: Project) -> None:
    knights.file("noisy6.py", NOISY)
    knights.write(main=ALL["a node's"])

    assert knights.make().speed == 2.0
    assert (knights.folder / "notes.txt").read_text() == "imported made "


def test_without_scripts_a_scripted_node_is_of_its_godot_type_and_a_game_type_is_missing(knights: Project) -> None:
    knights.write(
        main=using("knight6.py") + '[node name="A" type="Node2D"]\nscript = ExtResource("1")\nspeed = 2.0\n'
        'position = Vector2(1, 2)\n\n[node name="B" type="Squire6" parent="."]\nspeed = 3.0\n'
    )
    scene = knights.scene()

    plain, full = scene.instantiate(scripts=False), scene.instantiate()
    squire = plain.get_node("B")

    assert (type(plain), plain._kept_properties) == (Node2D, {"speed": 2.0})
    assert isinstance(squire, MissingNode)
    assert (squire.original_type, squire.properties) == ("Squire6", {"speed": 3.0})
    assert [type(full).__name__, type(full.get_node("B")).__name__] == ["Knight6", "Squire6"]


def test_nodes_in_properties_are_kept_as_paths_without_the_class(knights: Project) -> None:
    knights.file(
        "leader6.py",
        "from engine import Node, export\n\nclass Leader6(Node):\n    friend: Node | None = export(None)\n",
    )
    knights.write(
        main=using("leader6.py") + '[node name="A" type="Node" node_paths=PackedStringArray("friend")]\n'
        'script = ExtResource("1")\nfriend = NodePath("B")\n\n[node name="B" type="Node" parent="."]\n'
    )

    root = knights.make(scripts=False)
    assert str(root._kept_properties["friend"]) == "B"
    assert knights.changes(root) == []
    root.process_priority = 1
    assert knights.changes(root) == ["+ process_priority = 1"]

    full = knights.make()
    assert full.friend is full.get_node("B")


def test_a_resource_with_a_script_is_missing_without_scripts(project: Project) -> None:
    project.file(
        "jewel6.py",
        "from engine import export\nfrom engine.core.resource import Resource\n\n"
        "class Jewel6(Resource):\n    x: int = export(0)\n",
    )
    project.write(main=ALL["a resource's"].replace("noisy6", "jewel6"))
    scene = project.scene()

    assert isinstance(scene.instantiate(scripts=False).get_meta("a"), MissingResource)
    assert type(scene.instantiate().get_meta("a")).__name__ == "Jewel6"
    assert project.changes(scene.instantiate(scripts=False)) == []


@pytest.mark.parametrize("escape", ["../outside6.py", "res://../outside6.py", "/etc/outside6.py"])
def test_no_script_outside_of_the_project_is_imported(tmp_path: Path, escape: str) -> None:
    project = Project(tmp_path / "game")
    (tmp_path / "outside6.py").write_text("raise SystemExit\n")
    project.write(
        main=f'[gd_scene format=3]\n\n[ext_resource type="Script" path="{escape}" id="1"]\n\n'
        '[node name="A" type="Node"]\nscript = ExtResource("1")\n'
    )

    root: Any = project.make()

    assert type(root) is Node
    assert project.changes(root) == []
