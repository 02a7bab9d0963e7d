"""The records of the suite serialization (mainframe) about the values of properties and about resource files."""

from __future__ import annotations

from enum import IntEnum, IntFlag
from math import inf, pi
from pathlib import Path
from typing import Any

import pytest

from engine import export
from engine.core.resource import Resource
from engine.math import Color, Quaternion, Transform2D, Transform3D, Vector2, Vector2i, Vector3, Vector3i, Vector4
from engine.resources import ResourceLoader
from engine.tree.node import Node
from engine.tree.node_path import NodePath
from scenes import PackedScene, ResourceSaver

record = pytest.mark.record


class Rank(IntEnum):
    FIRST = 0
    SECOND = 1


class Sides(IntFlag):
    A = 1
    B = 2
    C = 4


class PlayingCard(Resource):
    """A resource with a number."""

    number: int = export(0)


class EveryType(Node):
    """A node with a property of every type."""

    truth: bool = export(False)
    least_8: int = export(0)
    most_8: int = export(0)
    least_16: int = export(0)
    most_16: int = export(0)
    least_32: int = export(0)
    most_32: int = export(0)
    least_64: int = export(0)
    most_64: int = export(0)
    float_number: float = export(0.0)
    double_number: float = export(0.0)
    text: str = export("")
    null_text: str | None = export("something")
    rank: Rank = export(Rank.FIRST)
    sides: Sides = export(Sides(0))
    vector_2: Vector2 = export(Vector2())
    vector_2i: Vector2i = export(Vector2i())
    vector_3: Vector3 = export(Vector3())
    vector_3i: Vector3i = export(Vector3i())
    vector_4: Vector4 = export(Vector4())
    quaternion: Quaternion = export(Quaternion())
    color: Color = export(Color())
    transform_2d: Transform2D = export(Transform2D())
    transform_3d: Transform3D = export(Transform3D())
    path: NodePath = export(NodePath())
    floats: tuple[float, ...] = export(())
    strings: tuple[str, ...] = export(())
    card: PlayingCard | None = export(None)
    cards: list[PlayingCard] = export(factory=list)


VALUES: dict[str, Any] = {
    "truth": True,
    "least_8": -(1 << 7),
    "most_8": (1 << 8) - 1,
    "least_16": -(1 << 15),
    "most_16": (1 << 16) - 1,
    "least_32": -(1 << 31),
    "most_32": (1 << 32) - 1,
    "least_64": -(1 << 63),
    "most_64": (1 << 63) - 1,
    "float_number": 0.1,
    "double_number": pi,
    "text": 'héllo "wörld"\n\t漢字 🎲 \\',
    "null_text": None,
    "rank": Rank.SECOND,
    "sides": Sides.A | Sides.C,
    "vector_2": Vector2(1.5, -2),
    "vector_2i": Vector2i(3, -4),
    "vector_3": Vector3(1, 2.25, -3),
    "vector_3i": Vector3i(5, 6, -7),
    "vector_4": Vector4(1, 2, 3, 0.1),
    "quaternion": Quaternion(0.6, 0, 0, 0.8),
    "color": Color(1, 0, 0.2, 0.5),
    "transform_2d": Transform2D(1, 2, 3, 4, 5, 6),
    "transform_3d": Transform3D(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    "path": NodePath("../Other/%Child:position:x"),
    "floats": (0.1, inf, -0.0),
    "strings": ("a", "", "ü"),
}


@record("mainframe-serialization-0248")
def test_properties_of_every_type_come_back_equal_and_a_resource_used_twice_is_one_new_one() -> None:
    card = PlayingCard()
    card.number = 6
    node = EveryType("Root", **VALUES, card=card, cards=[card, PlayingCard()])
    scene = PackedScene()
    scene.pack(node)

    again = scene.instantiate(EveryType)

    found = {name: getattr(again, name) for name in VALUES}
    assert found == VALUES
    assert {name: type(value) for name, value in found.items()} == {name: type(each) for name, each in VALUES.items()}
    assert again.card is not None
    assert again.card is not card
    assert again.cards[0] is again.card
    assert [each.number for each in again.cards] == [6, 0]
    node.free()
    again.free()


@record("mainframe-serialization-0250")
def test_saved_files_have_line_feeds_alone(tmp_path: Path) -> None:
    loader = ResourceLoader(tmp_path)
    node = EveryType("Root", **VALUES, cards=[PlayingCard()])
    scene = PackedScene()
    scene.pack(node)
    node.free()
    saver = ResourceSaver(loader)

    files = [saver.save(scene, "res://scene.tscn"), saver.save(PlayingCard(), "res://card.tres")]

    for file in files:
        assert b"\n" in file.read_bytes()
        assert b"\r" not in file.read_bytes()
