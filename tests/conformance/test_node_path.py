"""Godot's NodePath records."""

from __future__ import annotations

import pytest

from engine.tree.node_path import NodePath

record = pytest.mark.record


@record("NodePath-001")
def test_a_relative_path_with_sub_names() -> None:
    path = NodePath("Path2D/PathFollow2D/Sprite2D:position:x")

    assert path.get_as_property_path() == NodePath(":Path2D/PathFollow2D/Sprite2D:position:x")
    assert path.get_concatenated_subnames() == "position:x"
    assert [path.get_name(index) for index in (0, 1, 2)] == ["Path2D", "PathFollow2D", "Sprite2D"]
    assert path.get_name(3) == ""
    assert path.get_name(-1) == ""
    assert path.get_name_count() == 3
    assert path.get_subname(0) == "position"
    assert path.get_subname(1) == "x"
    assert path.get_subname(2) == ""
    assert path.get_subname(-1) == ""
    assert path.get_subname_count() == 2
    assert path.is_absolute() is False
    assert path.is_empty() is False


@record("NodePath-002")
def test_an_absolute_path() -> None:
    path = NodePath("/root/Sprite2D")

    assert path.get_as_property_path() == NodePath(":root/Sprite2D")
    assert path.get_concatenated_subnames() == ""
    assert [path.get_name(0), path.get_name(1)] == ["root", "Sprite2D"]
    assert path.get_name(2) == ""
    assert path.get_name(-1) == ""
    assert path.get_name_count() == 2
    assert path.get_subname_count() == 0
    assert path.is_absolute() is True
    assert path.is_empty() is False


@record("NodePath-003")
def test_an_empty_path() -> None:
    path = NodePath("")

    assert path.get_as_property_path() == NodePath("")
    assert path.get_concatenated_subnames() == ""
    assert path.get_name_count() == 0
    assert path.get_subname_count() == 0
    assert path.is_absolute() is False
    assert path.is_empty() is True
