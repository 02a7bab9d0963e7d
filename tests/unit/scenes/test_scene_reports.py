"""What the report of a scene says beside the names: what was meant perhaps, and what was left out on purpose."""

from __future__ import annotations

import pytest

from engine.core.resource import Resource
from engine.tree.node import Node
from nodes import MissingNode
from scenes.load_report import MOST_HINTS
from tests.unit.scenes.projects import EMPTY, Project, using


def details(project: Project, scripts: bool = True) -> list[str]:
    scene = project.scene()
    scene.instantiate(scripts=scripts)
    return [f"{each.kind} {each.name}: {each.detail}" for each in scene.report]


class Lantern(Node):
    """A type of a game."""


class Oil(Resource):
    """A resource type of a game."""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[node name="A" type="Node2d"]\n', "missing type Node2d: did you mean 'Node2D'?"),
        ('[node name="A" type="Lanternn"]\n', "missing type Lanternn: did you mean 'Lantern'?"),
        ('[node name="A" type="Label"]\n', "missing type Label: Godot's, and not there yet; a CanvasItem stands in"),
        ('[node name="A" type="Zyzzyva"]\n', "missing type Zyzzyva: "),
        (
            '[node name="A" type="Node2D"]\npositoin = Vector2(1, 2)\n',
            "unknown property Node2D.positoin: did you mean 'position'?",
        ),
        (
            '[sub_resource type="Curve" id="1"]\nbake_resolutoin = 5\n\n'
            '[node name="A" type="Node"]\nmetadata/c = SubResource("1")\n',
            "unknown property Curve.bake_resolutoin: did you mean 'bake_resolution'?",
        ),
    ],
)
def test_an_unknown_name_is_told_with_the_nearest(project: Project, text: str, expected: str) -> None:
    project.write(main=EMPTY + text)

    assert details(project) == [expected]


def test_only_the_first_problems_are_told_with_the_nearest(project: Project) -> None:
    nodes = "".join(f'\n[node name="B{number}" type="Node2d" parent="."]\n' for number in range(2 * MOST_HINTS))
    project.write(main=f'{EMPTY}[node name="A" type="Node"]\n{nodes}')

    assert sum("did you mean" in each for each in details(project)) == MOST_HINTS


def test_without_scripts_what_needs_them_is_told(project: Project) -> None:
    project.file("lamp.py", "raise SystemExit\n")
    project.write(
        main=using("lamp.py").rstrip("\n") + '\n\n[sub_resource type="Oil" id="o"]\n\n'
        '[node name="A" type="Node"]\nscript = ExtResource("1")\n\n'
        '[node name="B" type="Lantern" parent="."]\nmetadata/oil = SubResource("o")\n'
    )

    assert details(project, scripts=False) == [
        "missing script res://lamp.py: scripts were left out",
        "missing type Lantern: scripts were left out",
        "missing type Oil: scripts were left out",
    ]
    assert isinstance(project.make(scripts=False).get_node("B"), MissingNode)
