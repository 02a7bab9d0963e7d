"""What an error says of a value of another kind than a property holds: what to write instead."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError
from engine.core.kind_advice import advice_on
from engine.math.value import shortened
from engine.resources import Image
from engine.resources.gradient import Gradient
from engine.resources.shading.shader import Shader
from engine.resources.sprite_frames import SpriteFrames
from engine.resources.textures.gradient_texture_1d import GradientTexture1D
from engine.tree.node import Node
from nodes import AnimatedSprite2D, Line2D, Node2D, Sprite2D, SubViewport
from scenes import PackedScene


@pytest.mark.parametrize(
    ("name", "value", "advice"),
    [
        ("texture", SubViewport(), "call get_texture() of it"),
        ("texture", Image.create(1, 1), "wrap it: ImageTexture(image)"),
        ("texture", Gradient(), "wrap it: GradientTexture1D(gradient=gradient)"),
        ("texture", SpriteFrames(), "an AnimatedSprite2D shows these, in its sprite_frames"),
        ("texture", "ship.png", "load it: load('ship.png', Texture2D)"),
        ("texture", 3, "load() one, or wrap an Image: ImageTexture(image)"),
        ("material", Shader(), "wrap it: ShaderMaterial(shader=shader)"),
        ("material", GradientTexture1D(), "that goes into the property texture"),
        ("material", "glow.gdshader", "load it: ShaderMaterial(shader=load('glow.gdshader', Shader))"),
        ("material", "glow.tres", "load it: load('glow.tres', Material)"),
    ],
)
def test_a_sprite_refuses_another_kind_with_what_to_write(name: str, value: Any, advice: str) -> None:
    with pytest.raises(InvalidTypeError) as caught:
        setattr(Sprite2D("S"), name, value)

    assert str(caught.value).startswith(f"S.{name} must be a ")
    assert str(caught.value).endswith(f"; {advice}")


def test_a_class_is_refused_with_how_to_make_one_of_it() -> None:
    with pytest.raises(InvalidTypeError, match=r"got <class .*>; make one: Gradient\(\)$"):
        Line2D().gradient = Gradient  # type: ignore[assignment]


def test_frames_are_refused_with_how_to_make_them() -> None:
    with pytest.raises(InvalidTypeError, match=r"; add it to a SpriteFrames: frames\.add_frame\('default', texture\)$"):
        AnimatedSprite2D().sprite_frames = GradientTexture1D()  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("thing", "advice"),
    [
        (Node2D, "make one: Node2D()"),
        (PackedScene(), "make its nodes: scene.instantiate()"),
        ("level.tscn", "make its nodes: load('level.tscn', PackedScene).instantiate()"),
        (GradientTexture1D(), "show it with a node: Sprite2D(texture=texture)"),
    ],
)
def test_a_child_that_is_no_node_is_refused_with_what_to_add(thing: Any, advice: str) -> None:
    with pytest.raises(InvalidTypeError) as caught:
        Node("P").add_child(thing)

    assert str(caught.value) == f"P.add_child: a node is needed, got {shortened(thing)}; {advice}"


def test_of_what_nobody_mixes_up_nothing_is_said() -> None:
    assert [advice_on(each, "Node") for each in (3, None, "Ship", int)] == ["", "", "", ""]
