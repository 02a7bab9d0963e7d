"""Global and instance uniforms: what a shader declares that no material sets."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.core.errors import InvalidValueError
from engine.math import Color
from engine.resources.shading.canvas_shader import CanvasShader
from engine.resources.shading.shader import Shader
from engine.resources.shading.shader_material import ShaderMaterial

Read = Callable[..., CanvasShader]

CODE = """
uniform float own;
global uniform vec4 wind : source_color;
global uniform sampler2D noise : filter_nearest, repeat_enable;
instance uniform vec4 tint : source_color, instance_index(3) = vec4(0.5, 1.0, 0.0, 1.0);
instance uniform int count : hint_range(0, 9) = 4;
void fragment() { COLOR = tint * wind * float(count) * texture(noise, UV) * own; }
"""


def test_each_scope_has_uniforms_of_its_own(read: Read) -> None:
    shader = read(CODE)

    assert shader.error == ""
    assert list(shader.uniforms) == ["own"]
    assert list(shader.global_uniforms) == ["wind", "noise"]
    assert list(shader.instance_uniforms) == ["tint", "count"]
    assert [each.name for each in shader.samplers] == ["noise"]


def test_an_instance_uniform_has_type_hints_and_default(read: Read) -> None:
    tint, count = read(CODE).instance_uniforms.values()

    assert (tint.type, tint.is_color, tint.default, tint.scope) == ("vec4", True, Color(0.5, 1, 0), "instance")
    assert (count.type, count.range, count.default) == ("int", (0, 9), 4)


def test_all_of_them_are_uniforms_of_the_program(read: Read) -> None:
    text = read(CODE).fragment_glsl()

    for each in ("float m_own", "vec4 m_wind", "sampler2D m_noise", "vec4 m_tint", "int m_count"):
        assert f"uniform {each};" in text


def test_sixteen_instance_uniforms_are_not_too_many(read: Read) -> None:
    assert read("".join(f"instance uniform float a{i};\n" for i in range(16))).error == ""


def test_only_those_of_materials_are_listed() -> None:
    shader = Shader()
    shader.code = f"shader_type canvas_item;{CODE}"

    assert [each.name for each in shader.get_shader_uniform_list()] == ["own"]


def test_shaders_of_other_types_keep_theirs_unread(read: Read) -> None:
    shader = read("shader_type spatial;\nglobal uniform sampler3D a;\ninstance uniform mat4 b;\nuniform float c;")

    assert list(shader.uniforms) == ["c"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("tint", r"tint is an instance uniform of Shader code, .* set_instance_shader_parameter\('tint', \.\.\.\)"),
        ("wind", r"wind is a global uniform of Shader code, .* global_shader_parameter_set\('wind', \.\.\.\)"),
    ],
)
def test_a_material_is_told_who_sets_what_it_cannot(name: str, message: str) -> None:
    material = ShaderMaterial()
    material.shader = Shader()
    material.shader.code = f"shader_type canvas_item;{CODE}"

    with pytest.raises(InvalidValueError, match=message):
        material.set_shader_parameter(name, 1)


def test_an_error_of_a_material_names_it() -> None:
    material = ShaderMaterial()
    material.shader = Shader()
    material.shader.code = "shader_type canvas_item;\nuniform float speed;"
    material.resource_path = "res://glow.tres"

    with pytest.raises(InvalidValueError, match=r"^ShaderMaterial 'res://glow\.tres'\.set_shader_parameter\('sped'\)"):
        material.set_shader_parameter("sped", 1)
