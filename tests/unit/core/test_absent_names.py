"""What is said of a name that is not there: where it is, what to write instead, or that it is Godot's."""

from __future__ import annotations

from typing import Any

import pytest

import engine
import nodes


def said_of(package: Any, name: str) -> str:
    with pytest.raises(AttributeError) as caught:
        getattr(package, name)
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("Label", "Godot's Label is not there yet"),
        ("StaticBody3D", "Godot's StaticBody3D is not there yet; the nearest that is there is Node3D"),
        ("HTTPRequest", "Godot's HTTPRequest is not there yet"),
        ("Sprite", "Godot 4 calls it Sprite2D"),
        ("ParallaxBackground", "Godot's ParallaxBackground is Parallax2D here"),
        ("KinematicBody", "Godot 4 calls it CharacterBody3D, which is not there yet"),
        ("Vector2", "write from engine import Vector2"),
        ("PackedScene", "write from scenes import PackedScene"),
        ("Sprit2D", "did you mean 'Sprite2D'?"),
    ],
)
def test_a_node_type_that_is_not_there_comes_with_what_is_known_of_it(name: str, hint: str) -> None:
    assert said_of(nodes, name) == f"module 'nodes' has no attribute {name!r}; {hint}"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("Node2D", "write from nodes import Node2D"),
        ("TransitionType", "write from engine.math import TransitionType"),
        ("PhysicsServer2D", "write from servers.physics_2d import PhysicsServer2D"),
        ("PhysicsRayQueryParameters2D", "write from servers.physics_2d import PhysicsRayQueryParameters2D"),
        (
            "ProjectSettings",
            "Godot's ProjectSettings is body.get_gravity(), tree.physics_ticks_per_second and the like here",
        ),
        ("TextServer", "write from servers.text import TextServer"),
        ("randf", "Godot's randf is self.tree.rng.randf(...) here"),
        ("PI", "Godot's PI is math.pi here"),
        ("Dictionary", "Godot's Dictionary is dict here"),
        ("PackedVector2Array", "Godot's PackedVector2Array is a list or a numpy array here"),
        ("KEY_SPACE", "Godot's KEY_SPACE is Key.SPACE here"),
        ("KEY_5", "Godot's KEY_5 is Key.KEY_5 here"),
        ("PROCESS_MODE_ALWAYS", "Godot's PROCESS_MODE_ALWAYS is ProcessMode.ALWAYS here"),
        ("Vectr2", "did you mean 'Vector2'?"),
    ],
)
def test_a_name_that_the_engine_does_not_have_comes_with_what_to_write(name: str, hint: str) -> None:
    assert said_of(engine, name) == f"module 'engine' has no attribute {name!r}; {hint}"


def test_what_nobody_knows_has_no_hint() -> None:
    assert said_of(engine, "Zyzzyva") == "module 'engine' has no attribute 'Zyzzyva'"
    assert said_of(nodes, "_Label") == "module 'nodes' has no attribute '_Label'"


def test_a_from_import_says_it_as_well() -> None:
    with pytest.raises(ImportError, match=r"^cannot import name 'Label' from 'nodes'; Godot's Label is not there yet$"):
        from nodes import Label  # type: ignore[attr-defined]  # noqa: F401
    with pytest.raises(ImportError, match=r"^cannot import name 'Node2D' from 'engine'; write from nodes import"):
        from engine import Node2D  # type: ignore[attr-defined]  # noqa: F401


def test_asking_whether_a_name_is_there_raises_nothing() -> None:
    assert not hasattr(nodes, "Label")
    assert getattr(engine, "Label", None) is None
