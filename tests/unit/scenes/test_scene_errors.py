"""What goes wrong while a scene is made: the error says where, and nothing that was made is left."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from engine import Signal, export
from engine.core.errors import InvalidValueError, SceneError
from engine.tree.node import Node
from nodes import Node2D
from scenes import PackedScene, ProblemKind
from scenes.resource_properties import problem_with
from scenes.text import dumps, loads
from tests.unit.scenes.projects import BASE, EMPTY, Project, using

made: list[Fuse7] = []


class Fuse7(Node2D):
    """Its constructor fails when there are three."""

    length: float = export(1.0)
    strength: float = export(1.0, check=lambda value: _weak(value))
    other: Node | None = export(None, check=lambda value: _refused(value))

    def __init__(self) -> None:
        super().__init__()
        if len(made) == 3:
            raise RuntimeError("no more fuses")
        made.append(self)

    @property
    def volume(self) -> float:
        return 0.0

    @volume.setter
    def volume(self, volume: float) -> None:
        raise LookupError(f"no volume {volume}")

    @property
    def friend(self) -> Node | None:
        return None

    @friend.setter
    def friend(self, friend: Node | None) -> None:
        raise LookupError("no friend")


class Overdone7(Node2D):
    """Its constructor sets a property of the engine's to what it refuses."""

    def __init__(self) -> None:
        super().__init__()
        self.z_index = 100000


def _weak(value: float) -> float:
    if value > 9:
        raise ValueError(f"must be at most 9, got {value}")
    return value


def _refused(value: Node | None) -> Node | None:
    if value is not None:
        raise ValueError("must be None")
    return value


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    """All nodes that were made are freed, and go when nobody holds them."""
    made.clear()
    yield
    assert [node for node in made if not node._is_freed()] == []
    references = [weakref.ref(node) for node in made]
    made.clear()
    gc.collect()
    assert [each() for each in references if each() is not None] == []


def fuses(count: int, text: str = "") -> str:
    root = '[node name="A" type="Node"]\n\n'
    return (
        EMPTY + root + "".join(f'[node name="F{number}" type="Fuse7" parent="."]\n{text}\n' for number in range(count))
    )


def test_an_error_in_a_constructor_comes_out_with_the_place_in_the_file(project: Project) -> None:
    project.write(main=fuses(5, "length = 2.0\n"))

    with pytest.raises(RuntimeError, match="no more fuses") as caught:
        project.make()

    assert caught.value.__notes__ == ["res://main.tscn:14: while node 'F3' was made"]
    assert len(made) == 3
    del caught


def test_an_error_deep_in_instances_names_all_files_on_the_way(project: Project) -> None:
    project.write(
        sub=fuses(5, "metadata/x = [1]\n"),
        mid=using("sub.tscn") + '[node name="A" instance=ExtResource("1")]\n',
        main=using("mid.tscn")
        + '[node name="A" type="Fuse7"]\n\n[node name="B" parent="." instance=ExtResource("1")]\n',
    )

    with pytest.raises(RuntimeError, match="no more fuses") as caught:
        project.make()

    assert caught.value.__notes__ == [
        "res://sub.tscn:11: while node 'F2' was made",
        "res://mid.tscn:5: while node '.' was made",
        "res://main.tscn:7: while node 'B' was made",
    ]
    del caught


@pytest.mark.parametrize("rest", ["", "metadata/x = [1]\n"], ids=["plain", "with metadata"])
def test_a_value_that_its_property_refuses_is_named_with_its_line(project: Project, rest: str) -> None:
    project.write(main=fuses(1) + f'[node name="G" type="Fuse7" parent="F0"]\nlength = 2.0\nstrength = 10.0\n{rest}')

    with pytest.raises(SceneError) as caught:
        project.make()

    assert str(caught.value) == "res://main.tscn:9: node 'G': Fuse7.strength must be at most 9, got 10.0"
    del caught


@pytest.mark.parametrize("rest", ["", "metadata/x = [1]\n"], ids=["plain", "with metadata"])
def test_what_else_a_property_raises_comes_out_with_the_place(project: Project, rest: str) -> None:
    project.write(main=fuses(1) + f'[node name="G" type="Fuse7" parent="F0"]\nvolume = 2.0\n{rest}')

    with pytest.raises(LookupError, match=r"no volume 2\.0") as caught:
        project.make()

    assert caught.value.__notes__ == ["res://main.tscn:7: while node 'F0/G' was made"]
    del caught


@pytest.mark.parametrize(
    ("name", "error", "told"),
    [
        ("other", SceneError, "res://main.tscn:4: node 'F': Fuse7.other must be None"),
        ("friend", LookupError, "no friend"),
    ],
)
def test_a_property_that_refuses_a_node_is_named(
    project: Project, name: str, error: type[Exception], told: str
) -> None:
    project.write(
        main=EMPTY + f'[node name="F" type="Fuse7" node_paths=PackedStringArray("{name}")]\n{name} = NodePath("B")\n\n'
        '[node name="B" type="Fuse7" parent="."]\n'
    )

    with pytest.raises(error) as caught:
        project.make()

    assert str(caught.value) == told
    if error is LookupError:
        assert caught.value.__notes__ == [f"res://main.tscn:3: while {name} of '.' was set"]
    del caught


@pytest.mark.parametrize("before", ["z_index = 3\n", "z_index = 3\nmetadata/x = 1\n"])
def test_an_error_of_a_constructor_is_not_taken_for_one_of_a_value(project: Project, before: str) -> None:
    project.write(
        main=EMPTY + f'[node name="A" type="Node2D"]\n\n[node name="B" type="Node2D" parent="."]\n{before}\n'
        '[node name="C" type="Overdone7" parent="."]\nz_index = 3\n'
    )

    with pytest.raises(
        InvalidValueError, match="z_index must be a whole number from -4096 to 4096, got 100000"
    ) as caught:
        project.make()

    assert not isinstance(caught.value, SceneError)
    assert caught.value.__notes__[0].endswith("while node 'C' was made")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            '[node name="A" type="Timer"]\nwait_time = -1.0\n',
            "4: node 'A': Timer.wait_time must be greater than 0, got -1.0",
        ),
        (
            '[node name="A" type="Timer"]\nwait_time = nan\n',
            "4: node 'A': Timer.wait_time must be greater than 0, got nan",
        ),
        (
            '[node name="A" type="Timer"]\nwait_time = "x"\n',
            "4: node 'A': Timer.wait_time must be a number, got 'x' (str)",
        ),
        (
            '[node name="A" type="Node2D"]\n\n[node name="B" type="Node2D" parent="."]\nvisible = "x"\n',
            "6: node 'B': Node2D.visible",
        ),
    ],
)
def test_values_of_the_engines_types_are_checked(project: Project, text: str, told: str) -> None:
    project.write(main=EMPTY + text)

    with pytest.raises(SceneError) as caught:
        project.make()

    assert str(caught.value).startswith(f"res://main.tscn:{told}")


@pytest.mark.parametrize("mark", ["", '[editable path="B"]\n'])
@pytest.mark.parametrize(
    ("section", "line"),
    [
        ('[node name="B" parent="." instance=ExtResource("1")]\nz_index = 100000\n', 8),
        (
            '[node name="B" parent="." instance=ExtResource("1")]\n\n'
            '[node name="Timer" parent="B"]\nwait_time = -3.0\n',
            10,
        ),
    ],
)
def test_a_bad_override_names_its_own_file(project: Project, section: str, line: int, mark: str) -> None:
    project.write(base=BASE, main=using("base.tscn") + f'[node name="A" type="Fuse7"]\n\n{section}{mark}')

    with pytest.raises(SceneError, match=rf"^res://main\.tscn:{line}: node '(B|Timer)': (Node2D|Timer)\."):
        project.make()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[node name="A" type="Node"]\n\n[node name="B" parent="." instance=ExtResource("7")]\n', "5: there is no"),
        ('[node name="A" type="Node"]\nmetadata/x = ExtResource("7")\n', "3: there is no"),
        ('[node name="A" type="Node"]\nmetadata/x = [SubResource("7")]\n', "3: there is no"),
    ],
)
def test_a_resource_that_the_file_does_not_have_is_an_error(project: Project, text: str, told: str) -> None:
    project.write(main=EMPTY + text)

    with pytest.raises(SceneError, match=rf"main\.tscn:{told}"):
        project.make()


@pytest.mark.parametrize("sub", ['[gd_scene format=3]\n\n[node name="A"', EMPTY, "[gd_scene format=9]\n", "\x00"])
def test_a_sub_scene_that_cannot_be_read_is_missing(project: Project, sub: str) -> None:
    project.write(
        sub=sub,
        main=using("sub.tscn")
        + '[node name="A" type="Node"]\n\n[node name="S" parent="." instance=ExtResource("1")]\n',
    )

    root = project.make()

    assert project.scene().report.missing_files == ("res://sub.tscn",)
    assert project.changes(root) == []


def test_a_scene_that_failed_can_be_made_when_the_cause_is_gone(project: Project) -> None:
    project.write(main=fuses(5))
    with pytest.raises(RuntimeError):
        project.make()
    made.clear()
    project.write(other=fuses(2))

    root = project.make("other")

    assert root.get_child_count() == 2
    root.free()


class Signalling7(Node):
    fired = Signal[int]("strength")

    def on_fired(self) -> None:
        """Takes none of the signal's arguments."""


def test_a_connection_that_does_not_fit_is_reported_and_kept(project: Project) -> None:
    project.write(
        main=EMPTY
        + '[node name="A" type="Signalling7"]\n\n[connection signal="fired" from="." to="." method="on_fired"]\n'
    )

    root = project.make()

    assert project.problems() == ["missing connection: fired -> on_fired"]
    assert project.changes(root) == []


@pytest.mark.parametrize("name", ["name", "owner", "_flags", "__class__", "tree", "parent", "children", "add_child"])
def test_a_property_cannot_reach_what_holds_the_tree_together(name: str) -> None:
    source = f'[gd_scene format=3]\n\n[node name="Root" type="Node"]\n{name} = "x"\n'
    scene = PackedScene(loads(source))

    root = scene.instantiate()
    scene.pack(root)

    assert (root.name, root.owner, root.parent, root.children) == ("Root", None, None, ())
    assert scene.report.unknown_properties == (f"Node.{name}",)
    assert dumps(scene.document) == source


@pytest.mark.parametrize(
    "ends", ['method="__init__"', 'method="__setattr__" binds= ["a", 1]', 'method="free" unbinds=-1']
)
def test_a_connection_that_files_may_not_make_is_kept_and_reported(ends: str) -> None:
    source = (
        f'[gd_scene format=3]\n\n[node name="Root" type="Node"]\n\n[connection signal="ready" from="." to="." {ends}]\n'
    )
    scene = PackedScene(loads(source))

    root = scene.instantiate()
    assert root.get_signal_connections("ready") == []
    assert [problem.kind for problem in scene.report] == [ProblemKind.MISSING_CONNECTION]
    scene.pack(root)

    assert dumps(scene.document) == source


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ("/root/S.speed must be at most 9, got 10", " must be at most 9, got 10"),
        ("S.speed: there is no 9", ": there is no 9"),
        ("S.speed - there is no 9", " - there is no 9"),
        ("must be at most 9", " must be at most 9"),
        ("no: S.speed must be at most 9", " no: S.speed must be at most 9"),
    ],
)
def test_a_place_is_named_once_whatever_the_setter_says_of_it(error: str, said: str) -> None:
    assert problem_with("speed", ValueError(error)) == said


def test_an_animation_that_is_not_there_is_named_with_the_node_once(project: Project) -> None:
    project.write(
        main='[gd_scene format=3]\n\n[sub_resource type="SpriteFrames" id="1"]\n\n'
        '[node name="S" type="AnimatedSprite2D"]\nsprite_frames = SubResource("1")\nanimation = &"fly"\n'
    )

    with pytest.raises(SceneError) as caught:
        project.make()
    assert str(caught.value) == (
        "res://main.tscn:7: node 'S': AnimatedSprite2D.animation: the sprite_frames have no animation 'fly'; there are "
        "'default'"
    )
