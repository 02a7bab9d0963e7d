"""The global shader parameters that a project names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.app import headless_app
from engine.core.errors import ResourceFormatError
from engine.game.shader_globals import shader_globals
from engine.math import Color, Vector2
from engine.resources.shading.global_parameter import GlobalShaderParameterType as Type


def test_parameters_are_read_with_their_types_in_order() -> None:
    settings = {
        "application/config/name": "Game",
        "shader_globals/wind": {"type": "vec2", "value": Vector2(1, 2)},
        "shader_globals/sun": {"type": "color", "value": Color(1, 0.5, 0)},
        "shader_globals/noise": {"type": "sampler2D", "value": "res://noise.png"},
        "shader_globals/none": {"type": "sampler2D", "value": ""},
    }

    assert list(shader_globals(settings, "project.godot").items()) == [
        ("wind", (Type.VEC2, Vector2(1, 2))),
        ("sun", (Type.COLOR, Color(1, 0.5, 0))),
        ("noise", (Type.SAMPLER2D, "res://noise.png")),
        ("none", (Type.SAMPLER2D, "")),
    ]


@pytest.mark.parametrize(
    ("name", "said", "message"),
    [
        (
            "wind",
            5,
            r'^project\.godot: shader_globals/wind must be \{"type": "float", "value": 1\.0\} or the like, got 5',
        ),
        ("wind", {"type": "float"}, r"or the like, got \{'type': 'float'\}"),
        ("wind", {"type": "flot", "value": 1}, r"must have a type of Godot's, .*, got 'flot'; did you mean 'float'\?"),
        ("wind", {"type": [], "value": 1}, r"must have a type of Godot's, such as 'vec4', got \[\]"),
        ("wind", {"type": "vec2", "value": "x"}, r"shader_globals/wind: the value must be a finite vec2, got 'x'"),
        ("wind", {"type": "sampler2D", "value": 5}, "must have the path of a texture as its value, got 5"),
        ("a b", {"type": "float", "value": 1}, "has a name that a shader can have, got 'a b'"),
    ],
)
def test_what_cannot_be_is_an_error_with_file_and_name(name: str, said: Any, message: str) -> None:
    with pytest.raises(ResourceFormatError, match=message):
        shader_globals({f"shader_globals/{name}": said}, "project.godot")


def test_what_only_3d_can_read_is_left_out_with_a_line_of_log(caplog: pytest.LogCaptureFixture) -> None:
    assert shader_globals({"shader_globals/sky": {"type": "samplerCube", "value": ""}}, "project.godot") == {}
    assert [each.getMessage() for each in caplog.records] == [
        "project.godot: shader_globals/sky is a samplerCube, which no canvas shader can read; it is left out"
    ]


def test_a_project_gives_them_to_its_render_server(tmp_path: Path) -> None:
    (tmp_path / "main.tscn").write_text('[gd_scene format=3]\n\n[node name="Main" type="Node2D"]\n')
    (tmp_path / "project.godot").write_text(
        'config_version=5\n\n[application]\n\nrun/main_scene="res://main.tscn"\n\n[shader_globals]\n\n'
        'wind={\n"type": "float",\n"value": 0.25\n}\nnoise={\n"type": "sampler2D",\n"value": "res://main.tscn"\n}\n'
    )

    with headless_app(tmp_path) as app:
        server = app.render
        assert server.global_shader_parameter_get_list() == ["wind", "noise"]
        assert server.global_shader_parameter_get("wind") == 0.25
        assert server.global_shader_parameter_get("noise") is None
