"""Properties that are asked for under the name that another class, or Godot 3, has for them."""

from __future__ import annotations

import pytest

from engine.core.errors import InvalidTypeError
from engine.core.object import Object
from engine.game.misspelt_names import MisspeltNames
from engine.resources.shapes_2d.circle_shape_2d import CircleShape2D
from engine.resources.shapes_2d.rectangle_shape_2d import RectangleShape2D
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes import AnimatableBody2D, CharacterBody2D, CollisionShape2D, RayCast2D, RigidBody2D, StaticBody2D

NAMES: list[tuple[type[Object], str, str]] = [
    (RigidBody2D, "velocity", "linear_velocity"),
    (RigidBody2D, "mode", "freeze"),
    (RigidBody2D, "friction", "physics_material_override"),
    (StaticBody2D, "bounce", "physics_material_override"),
    (AnimatableBody2D, "friction", "physics_material_override"),
    (CharacterBody2D, "linear_velocity", "velocity"),
    (RayCast2D, "cast_to", "target_position"),
    (RectangleShape2D, "extents", "size"),
]


@pytest.mark.parametrize(("cls", "name", "here"), NAMES)
def test_a_constructor_says_what_it_is_called_here(cls: type[Object], name: str, here: str) -> None:
    with pytest.raises(InvalidTypeError) as refused:
        cls(**{name: 1})

    assert str(refused.value) == f"{cls.__name__}() has no property {name!r}; use {here}"


@pytest.mark.parametrize(("cls", "name", "here"), NAMES)
def test_setting_one_is_told_by_applications(
    tree: SceneTree, caplog: pytest.LogCaptureFixture, cls: type[Object], name: str, here: str
) -> None:
    item = cls()
    setattr(item, name, 1)
    node = item if isinstance(item, Node) else CollisionShape2D(shape=item)
    tree.root.add_child(node)

    MisspeltNames().tell(tree)

    (said,) = caplog.messages
    assert f".{name} was set, but {cls.__name__} has no property of that name; did you mean {here!r}?" in said


def test_a_shape_given_without_its_place_comes_with_what_to_write() -> None:
    with pytest.raises(InvalidTypeError, match=r"write CollisionShape2D\(shape=\.\.\.\)$"):
        CollisionShape2D(CircleShape2D())  # type: ignore[arg-type]
    with pytest.raises(InvalidTypeError, match=r"; give it to a node: CollisionShape2D\(shape=shape\)$"):
        StaticBody2D().add_child(CircleShape2D())  # type: ignore[type-var]
    with pytest.raises(InvalidTypeError, match=r"^CircleShape2D\(10\) - properties .*; write CircleShape2D\(radius="):
        CircleShape2D(10)  # type: ignore[arg-type]
