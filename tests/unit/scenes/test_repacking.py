"""What nobody changed is written as it was read: load, make, pack, write, and the bytes are the same.

The texts in repacked.txt say everything that a scene file can say, at least once.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import export
from engine.tree.node import Node
from scenes.text import dumps
from tests.unit.scenes.projects import BASE, MID, Project


class Holder3(Node):
    """Has properties that hold nodes."""

    one: Any = export(None)
    many: list[Any] = export(factory=list)
    capped: float = export(0.0, check=lambda value: min(value, 2.0))


def _texts() -> Iterator[tuple[str, str]]:
    """The texts that stand in repacked.txt, each below a line with its name."""
    for part in Path(__file__).with_name("repacked.txt").read_text(encoding="utf-8").split("=== ")[1:]:
        name, _, text = part.partition("\n")
        yield name, text


TEXTS = dict(_texts()) | {
    "line ends of Windows and comments": (
        '[gd_scene format=3]\r\n; hi\r\n[node name="A"   type="Node"]\r\nprocess_priority=  07\r\n'
    ),
    "no last line end": '[gd_scene format=3]\n\n[node name="A" type="Node2D"]',
}
OTHERS = {name.removesuffix(".tscn"): TEXTS.pop(name) for name in [*TEXTS] if name.endswith(".tscn")}


@pytest.fixture(params=TEXTS.values(), ids=list(TEXTS))
def text(request: pytest.FixtureRequest, project: Project) -> str:
    text: str = request.param
    project.write(main=text, base=BASE, mid=MID, **OTHERS)
    return text


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_nodes_that_nobody_changed_give_the_same_bytes(project: Project, text: str, scripts: bool) -> None:
    assert project.packed(project.make(scripts=scripts)) == text


def test_packing_again_gives_the_same_bytes(project: Project, text: str) -> None:
    root = project.make()

    assert [project.packed(root), project.packed(root), project.packed(project.make())] == [text] * 3


def test_another_instance_gives_the_same_bytes_after_the_first(project: Project, text: str) -> None:
    scene, first, second = project.scene(), project.make(), project.make()
    scene.pack(first)
    scene.pack(second)

    assert dumps(scene.document) == text


def test_a_duplicate_gives_the_same_bytes(project: Project, text: str) -> None:
    root = project.make()

    assert project.packed(root.duplicate()) == text


def test_the_text_that_is_written_makes_the_same_nodes(project: Project, text: str) -> None:
    first = project.make()
    project.write(again=project.packed(first))

    second = project.make("again")

    def told(root: Any) -> list[Any]:
        nodes = [root, *root.find_children("*", owned=False)]
        return [
            (
                str(root.get_path_to(node)),
                type(node),
                node.groups,
                [str(each) for each in node.get_signal_connections()],
            )
            for node in nodes
        ]

    assert told(second) == told(first)
