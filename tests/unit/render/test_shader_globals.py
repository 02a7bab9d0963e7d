"""The global shader parameters of a render server: names, types and values."""

from __future__ import annotations

from struct import unpack
from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import Color, Rect2, Rect2i, Transform2D, Transform3D, Vector2, Vector3i
from engine.resources import Image, ImageTexture
from engine.resources.shading.canvas_shader import CanvasShader
from engine.resources.shading.global_parameter import GlobalShaderParameterType as Type
from servers.render import RenderServer

TEXTURE = ImageTexture(Image.create(1, 1))


@pytest.fixture
def server() -> RenderServer:
    return RenderServer()


def test_what_is_added_is_listed_in_order_and_read_back(server: RenderServer) -> None:
    server.global_shader_parameter_add("wind", Type.VEC2, (1, 2))
    server.global_shader_parameter_add("calm", Type.BOOL, True)

    assert server.global_shader_parameter_get_list() == ["wind", "calm"]
    assert server.global_shader_parameter_get("wind") == Vector2(1, 2)
    assert server.global_shader_parameter_get_type("calm") is Type.BOOL


def test_the_numbers_of_the_types_are_godots() -> None:
    assert RenderServer.GlobalShaderParameterType is Type
    numbers = {"BOOL": 0, "INT": 4, "RECT2I": 8, "UINT": 9, "FLOAT": 13, "COLOR": 17, "RECT2": 18, "MAT2": 19}
    numbers |= {"TRANSFORM_2D": 22, "TRANSFORM": 23, "SAMPLER2D": 24}

    assert {name: int(Type[name]) for name in numbers} == numbers


KINDS: list[tuple[Type, Any, Any, str, tuple[float, ...]]] = [
    (Type.BOOL, True, True, "i", (1,)),
    (Type.BVEC2, (True, False), 1, "2i", (1, 0)),
    (Type.INT, -3, -3, "i", (-3,)),
    (Type.IVEC3, (1, 2, 3), Vector3i(1, 2, 3), "3i", (1, 2, 3)),
    (Type.RECT2I, Rect2i(1, 2, 3, 4), Rect2i(1, 2, 3, 4), "4i", (1, 2, 3, 4)),
    (Type.UINT, 7, 7, "I", (7,)),
    (Type.FLOAT, 1, 1.0, "f", (1,)),
    (Type.COLOR, "lime", Color(0, 1, 0), "4f", (0, 1, 0, 1)),
    (Type.RECT2, (1, 2, 3, 4), Rect2(1, 2, 3, 4), "4f", (1, 2, 3, 4)),
    (Type.MAT2, (1, 2, 3, 4), Transform2D(1, 2, 3, 4, 0, 0), "4f", (1, 2, 3, 4)),
    (
        Type.TRANSFORM_2D,
        Transform2D(1, 2, 3, 4, 5, 6),
        Transform2D(1, 2, 3, 4, 5, 6),
        "9f",
        (1, 2, 0, 3, 4, 0, 5, 6, 1),
    ),
    (
        Type.TRANSFORM,
        Transform3D(),
        Transform3D(),
        "16f",
        (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1),
    ),
]


@pytest.mark.parametrize(("type", "value", "kept", "form", "numbers"), KINDS, ids=lambda each: str(each)[:12])
def test_a_value_is_kept_as_its_type_and_sent_as_its_numbers(
    server: RenderServer, type: Type, value: Any, kept: Any, form: str, numbers: tuple[float, ...]
) -> None:
    server.global_shader_parameter_add("a", type, value)

    found = server.global_shader_parameter_get("a")
    assert (found, found.__class__) == (kept, kept.__class__)
    assert unpack(form, server._globals.data("a")) == numbers


def test_a_texture_is_kept_and_may_be_none(server: RenderServer) -> None:
    server.global_shader_parameter_add("a", Type.SAMPLER2D, None)
    assert server.global_shader_parameter_get("a") is None

    server.global_shader_parameter_set("a", TEXTURE)
    assert server.global_shader_parameter_get("a") is TEXTURE


@pytest.mark.parametrize(
    ("name", "type", "value", "error", "message"),
    [
        (1, Type.FLOAT, 1, InvalidTypeError, r"global_shader_parameter_add\(name\) must be a str, got 1"),
        ("two words", Type.FLOAT, 1, InvalidValueError, "must be a name that a shader can have, got 'two words'"),
        ("", Type.FLOAT, 1, InvalidValueError, "must be a name that a shader can have, got ''"),
        ("there", Type.FLOAT, 1, InvalidValueError, "it is there already; set it by global_shader_parameter_set"),
        ("a", 99, 1, InvalidValueError, r"\(type\) must be one of RenderServer.GlobalShaderParameterType, got 99"),
        ("a", "float", 1, InvalidValueError, "must be one of RenderServer.GlobalShaderParameterType, got 'float'"),
        ("a", Type.FLOAT, "x", InvalidTypeError, r"add\('a'\): the value must be a finite float, got 'x' \(str\)"),
        ("a", Type.FLOAT, float("nan"), InvalidTypeError, "the value must be a finite float, got nan"),
        ("a", Type.RECT2, (1, 2), InvalidTypeError, r"the value must be a finite Rect2, got \(1, 2\)"),
        ("a", Type.SAMPLER2D, 3, InvalidTypeError, "the value must be a Texture2D or None, got 3"),
    ],
)
def test_what_cannot_be_added_is_refused_and_nothing_is_there(
    server: RenderServer, name: Any, type: Any, value: Any, error: type[Exception], message: str
) -> None:
    server.global_shader_parameter_add("there", Type.FLOAT, 1)

    with pytest.raises(error, match=message):
        server.global_shader_parameter_add(name, type, value)
    assert server.global_shader_parameter_get_list() == ["there"]


def test_a_value_that_does_not_fit_leaves_the_one_before(server: RenderServer) -> None:
    server.global_shader_parameter_add("wind", Type.FLOAT, 1)

    with pytest.raises(InvalidTypeError, match=r"set\('wind'\): the value must be a finite float, got None"):
        server.global_shader_parameter_set("wind", None)
    assert server.global_shader_parameter_get("wind") == 1.0


@pytest.mark.parametrize("method", ["get", "get_type", "remove"])
def test_an_unknown_name_is_told_with_the_nearest(server: RenderServer, method: str) -> None:
    server.global_shader_parameter_add("wind", Type.FLOAT, 1)

    with pytest.raises(InvalidValueError, match=r"there is no such global shader parameter; did you mean 'wind'\?"):
        getattr(server, f"global_shader_parameter_{method}")("wimd")


@pytest.mark.parametrize("name", [[], {}, np.zeros(2), None])
@pytest.mark.parametrize("method", ["get", "get_type", "remove", "set"])
def test_what_is_no_name_at_all_is_unknown(server: RenderServer, method: str, name: Any) -> None:
    value = (1,) if method == "set" else ()

    with pytest.raises(InvalidValueError, match="there is no such global shader parameter; add it by"):
        getattr(server, f"global_shader_parameter_{method}")(name, *value)


def test_what_was_removed_is_gone(server: RenderServer) -> None:
    server.global_shader_parameter_add("wind", Type.FLOAT, 1)
    server.global_shader_parameter_remove("wind")

    assert server.global_shader_parameter_get_list() == []
    with pytest.raises(InvalidValueError, match=r"global_shader_parameter_set\('wind'\)"):
        server.global_shader_parameter_set("wind", 2)


def test_two_servers_share_nothing(server: RenderServer) -> None:
    server.global_shader_parameter_add("wind", Type.FLOAT, 1)

    assert RenderServer().global_shader_parameter_get_list() == []


def test_what_a_shader_gets_wrong_is_told_line_by_line(server: RenderServer) -> None:
    server.global_shader_parameter_add("wind", Type.VEC2, (1, 2))
    server.global_shader_parameter_add("sun", Type.COLOR, "white")
    code = "shader_type canvas_item;\nglobal uniform vec3 wind;\nglobal uniform vec4 son;\nglobal uniform vec4 sun;"
    shader = CanvasShader("a.gdshader", "", code, lambda *_: None)  # type: ignore[arg-type]

    first, second = server._globals.problem_of(shader).splitlines()
    assert first == "a.gdshader:2: global uniform wind must be a vec2, as the render server has it, got vec3"
    assert second.startswith("a.gdshader:3: there is no global uniform 'son'; did you mean 'sun'?")
