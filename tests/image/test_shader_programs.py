"""Shaders that are wrong: what is said of them, and what is drawn; and that the GPU keeps no more than is used."""

from __future__ import annotations

import gc
import logging
import re
from collections.abc import Callable
from typing import Any

import pytest

from engine.app import App
from engine.resources import ResourceLoader
from engine.resources.shading.shader import Shader
from engine.resources.shading.shader_material import ShaderMaterial
from tests.image.shader_pictures import CORNER, SIDE, assert_rule, material_of, plain, quarter, shown, sprite

MakeApp = Callable[..., App]


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING]


BROKEN = {
    "fragment": ("void fragment() {\n  COLOR = vec3(\n    brightness);\n}", r"post/wave.gdshader:4: .*brightness"),
    "vertex": ("void vertex() {\n  VERTEX = 1.0;\n}", r"post/wave.gdshader:3: "),
    "unused": ("float idle() {\n  return vec2(1.0);\n}\nvoid fragment() { }", r"post/wave.gdshader:3: "),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_shader_is_logged_once_with_file_and_line_and_the_item_is_drawn_without_it(
    make_app: MakeApp, caplog: pytest.LogCaptureFixture, case: str
) -> None:
    code, message = BROKEN[case]
    material = material_of(code)
    assert material.shader is not None
    material.shader.resource_path = "res://post/wave.gdshader"
    app = make_app(SIDE, SIDE)

    pictures = [shown(app, sprite(None, (0, 0, 0)), sprite(material, **CORNER)), shown(app), shown(app)]

    for picture in pictures:
        assert_rule(picture, quarter(0.5, 0), True)
    assert len(warnings(caplog)) == 1
    assert warnings(caplog)[0].endswith("; <Sprite2D '/root/Sprite2D2'> is drawn as without this shader")
    assert re.match(message, warnings(caplog)[0])
    assert "m_" not in warnings(caplog)[0]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("shader_type canvas_item;\nuniform flot a;", "Shader code:2: 'flot' is no type and begins no declaration"),
        (
            "shader_type sky;\nvoid sky() {}",
            "Shader code: is a sky shader; a canvas item is drawn by one of shader_type",
        ),
    ],
)
def test_a_shader_whose_text_is_wrong_is_logged_once_and_has_the_plain_program(
    make_app: MakeApp, caplog: pytest.LogCaptureFixture, code: str, message: str
) -> None:
    app = make_app(SIDE, SIDE)
    shown(app)
    shader = Shader()
    shader.code = code

    assert [programs(app).of(shader), programs(app).of(shader)] == [programs(app).plain] * 2
    assert [each.startswith(message) for each in warnings(caplog)] == [True]
    assert len(programs(app)) == 0


def test_an_error_in_an_included_file_names_that_file(
    make_app: MakeApp, caplog: pytest.LogCaptureFixture, tmp_path: Any
) -> None:
    (tmp_path / "lib.gdshaderinc").write_text("\n\nfloat noise(vec2 p) {\n    return p;\n}\n")
    (tmp_path / "main.gdshader").write_text(
        'shader_type canvas_item;\n#include "lib.gdshaderinc"\nvoid fragment() {\n  COLOR.r = nothing;\n}\n'
    )
    material = ShaderMaterial()
    material.shader = ResourceLoader(tmp_path).load("main.gdshader", Shader)

    shown(make_app(SIDE, SIDE), sprite(material))

    (text,) = warnings(caplog)
    assert [line.partition(": ")[0] for line in text.splitlines()] == ["lib.gdshaderinc:4", "main.gdshader:4"]


def test_a_shader_that_is_mended_is_drawn_with(make_app: MakeApp, caplog: pytest.LogCaptureFixture) -> None:
    material = material_of("void fragment() { COLOR.rgb = nothing; }")
    app = make_app(SIDE, SIDE)
    shown(app, sprite(material))
    assert material.shader is not None

    material.shader.code = "shader_type canvas_item;\nvoid fragment() { COLOR.rgb = vec3(0.0, 1.0, 0.0); }"

    assert_rule(shown(app), plain(0, 1, 0), True)
    assert len(warnings(caplog)) == 1


def test_a_value_that_does_not_fit_a_changed_shader_is_logged_once_and_its_default_drawn(
    make_app: MakeApp, caplog: pytest.LogCaptureFixture
) -> None:
    material = material_of("uniform vec2 a;\nvoid fragment() { COLOR.rg = a; }", a=(1, 2))
    app = make_app(SIDE, SIDE)
    shown(app, sprite(material))
    assert material.shader is not None
    material.shader.code = "shader_type canvas_item;\nuniform float a = 0.5;\nvoid fragment() { COLOR.rgb = vec3(a); }"

    assert_rule(shown(app), plain(0.5, 0.5, 0.5), True)
    shown(app)
    assert warnings(caplog) == [
        "Shader code:2: float a cannot be Vector2(1.0, 2.0), as the ShaderMaterial of <Sprite2D '/root/Sprite2D'> has "
        "it; its default is drawn with"
    ]


def test_light_is_left_out_with_one_line_of_log(make_app: MakeApp, caplog: pytest.LogCaptureFixture) -> None:
    material = material_of("void light() { LIGHT = vec4(1.0); }\nvoid fragment() { COLOR.rgb = vec3(0.5); }")

    assert_rule(shown(make_app(SIDE, SIDE), sprite(material)), plain(0.5, 0.5, 0.5), True)
    assert warnings(caplog) == ["Shader code: its light() is left out: there are no lights on the canvas yet"]


# --- what is on the GPU


def programs(app: App) -> Any:
    backend: Any = app.render.backend
    return backend._canvas_pass._programs


def test_a_shader_has_one_program_however_many_materials_use_it(make_app: MakeApp) -> None:
    app = make_app(SIDE, SIDE)
    first = material_of("uniform float a;\nvoid fragment() { COLOR.r = a; }")
    items = []
    for i in range(5):
        material = first.duplicate()
        material.set_shader_parameter("a", i / 5)
        items.append(sprite(material))

    shown(app, *items)

    assert len(programs(app)) == 1


def test_programs_of_shaders_that_are_gone_or_changed_are_released(make_app: MakeApp) -> None:
    app = make_app(SIDE, SIDE)
    for i in range(20):
        material = material_of(f"void fragment() {{ COLOR.r = {i}.0; }}")
        item = sprite(material)
        shown(app, item)
        assert material.shader is not None
        material.shader.code += "void vertex() { VERTEX.x += 0.0; }"
        shown(app)
        item.free()
        del material, item
        gc.collect()
        assert len(programs(app)) == 1  # nothing is released at a moment when the context may not be current
        shown(app)
        assert len(programs(app)) == 0
