"""What a canvas item gives to its shader: what it takes, refuses, saves and hands on."""

from __future__ import annotations

from pathlib import Path
from struct import pack
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import Color, Vector2
from engine.resources import ResourceLoader
from engine.resources.shading.shader import Shader
from engine.resources.shading.shader_material import ShaderMaterial
from nodes import Node2D, Polygon2D
from scenes import PackedScene

CODE = "instance uniform vec4 tint : source_color;\ninstance uniform float glow = 1.0;\nuniform float speed;"


def material_of(code: str = CODE) -> ShaderMaterial:
    material = ShaderMaterial()
    material.shader = Shader()
    material.shader.code = f"shader_type canvas_item;\n{code}"
    return material


def square(**properties: Any) -> Polygon2D:
    return Polygon2D(polygon=[(0, 0), (9, 0), (9, 9), (0, 9)], **properties)


def values(canvas: Any) -> list[tuple[bytes, ...]]:
    """What the instance uniforms have in each call of a frame."""
    canvas.frame()
    return [step.drawing.values for step in canvas.server.backend.last_list.steps]


def test_what_is_set_is_kept_in_the_form_of_files() -> None:
    item = Node2D(material=material_of())
    item.set_instance_shader_parameter("tint", "lime")
    item.set_instance_shader_parameter("glow", 2)

    found = item.get_instance_shader_parameter("tint"), item.get_instance_shader_parameter("glow")
    assert found == (Color(0, 1, 0), 2.0)
    assert [type(each) for each in found] == [Color, float]


def test_what_was_not_set_or_set_to_none_is_none() -> None:
    item = Node2D(material=material_of())
    assert item.get_instance_shader_parameter("glow") is None

    item.set_instance_shader_parameter("glow", 2)
    item.set_instance_shader_parameter("glow", None)
    item.set_instance_shader_parameter("glow", None)
    assert item.get_instance_shader_parameter("glow") is None


def test_without_a_shader_anything_is_kept() -> None:
    item = Node2D()
    item.set_instance_shader_parameter("later", (1, 2))

    assert item.get_instance_shader_parameter("later") == (1, 2)
    assert item.get_instance_shader_parameter("never") is None


@pytest.mark.parametrize(
    ("name", "value", "error", "message"),
    [
        ("glwo", 1, InvalidValueError, r"Shader code has no instance uniform 'glwo'; did you mean 'glow'\?"),
        ("speed", 1, InvalidValueError, r"Shader code has no instance uniform 'speed'"),
        (
            "glow",
            "x",
            InvalidTypeError,
            r"^Lamp\.instance_shader_parameters/glow must be a finite float, as Shader code",
        ),
        ("glow", float("nan"), InvalidTypeError, r"Shader code:3 has it, got nan \(float\)"),
        ("tint", 1, InvalidTypeError, r"instance_shader_parameters/tint must be a finite vec4"),
        (7, 1, InvalidTypeError, r"set_instance_shader_parameter\(name\) must be a str, got 7"),
    ],
)
def test_what_does_not_fit_the_shader_is_refused_and_nothing_changes(
    name: Any, value: Any, error: type[Exception], message: str
) -> None:
    item = Node2D("Lamp", material=material_of())
    item.set_instance_shader_parameter("glow", 5)

    with pytest.raises(error, match=message):
        item.set_instance_shader_parameter(name, value)
    assert item.get_instance_shader_parameter("glow") == 5


def test_an_unknown_name_cannot_be_asked_for() -> None:
    with pytest.raises(InvalidValueError, match=r"get_instance_shader_parameter\('glwo'\): .*did you mean 'glow'"):
        Node2D(material=material_of()).get_instance_shader_parameter("glwo")


def test_an_item_with_its_parents_material_is_checked_by_that(canvas: Any) -> None:
    parent = canvas.root.add_child(Node2D(material=material_of()))
    child = parent.add_child(Node2D(use_parent_material=True)).add_child(Node2D(use_parent_material=True))

    child.set_instance_shader_parameter("glow", 3)
    with pytest.raises(InvalidValueError, match="no instance uniform 'glwo'"):
        child.set_instance_shader_parameter("glwo", 3)


def test_what_was_set_before_the_item_came_into_the_tree_is_drawn_with(canvas: Any) -> None:
    item = square(material=material_of("instance uniform float glow = 1.0;"))
    item.set_instance_shader_parameter("glow", 2)
    canvas.root.add_child(item)
    assert values(canvas) == [(pack("f", 2),)]

    item.set_instance_shader_parameter("glow", 3)
    assert values(canvas) == [(pack("f", 3),)]

    canvas.root.remove_child(item)
    canvas.root.add_child(item)
    assert values(canvas) == [(pack("f", 3),)]
    item.free()


def test_a_duplicate_has_the_values_and_they_are_its_own(canvas: Any) -> None:
    item = canvas.root.add_child(square(material=material_of("instance uniform float glow = 1.0;")))
    item.set_instance_shader_parameter("glow", 2)
    copy = canvas.root.add_child(item.duplicate())
    copy.set_instance_shader_parameter("glow", 3)

    assert values(canvas) == [(pack("f", 2),), (pack("f", 3),)]


def test_a_tree_that_is_set_back_has_the_values_of_then(canvas: Any) -> None:
    item = canvas.root.add_child(square(material=material_of("instance uniform float glow = 1.0;")))
    item.set_instance_shader_parameter("glow", 2)
    values(canvas)
    snapshot = canvas.tree.snapshot()
    item.set_instance_shader_parameter("glow", 3)
    values(canvas)

    canvas.tree.restore(snapshot)

    assert item.get_instance_shader_parameter("glow") == 2
    assert values(canvas) == [(pack("f", 2),)]


SCENE = """[gd_scene load_steps=3 format=3]

[sub_resource type="Shader" id="1"]
code = "shader_type canvas_item;
instance uniform vec4 tint : source_color;
instance uniform vec2 way;
"

[sub_resource type="ShaderMaterial" id="2"]
shader = SubResource("1")

[node name="Main" type="Node2D"]
material = SubResource("2")
instance_shader_parameters/tint = Color(1, 0.5, 0, 1)
instance_shader_parameters/way = Vector2(1, 2)
"""


def test_a_file_is_read_and_written_as_godot_has_it(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "main.tscn").write_text(SCENE)
    scene = ResourceLoader(tmp_path).load("main.tscn", PackedScene)
    root = scene.instantiate(Node2D)

    assert root.get_instance_shader_parameter("tint") == Color(1, 0.5, 0)
    assert root.get_instance_shader_parameter("way") == Vector2(1, 2)
    assert not caplog.records
    assert not scene.report.problems

    root.set_instance_shader_parameter("way", (3, 4))
    scene.pack(root)
    scene.save("res://main.tscn")
    assert (tmp_path / "main.tscn").read_text() == SCENE.replace("Vector2(1, 2)", "Vector2(3, 4)")
    root.free()
