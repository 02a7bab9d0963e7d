"""What compilers say of a shader, in our form: of Mesa, NVIDIA and macOS, as they write it."""

from __future__ import annotations

from typing import Any

import moderngl
import pytest

from engine.core.errors import ResourceFormatError
from servers.render.gl.shader_source import compile_program

HEAD = "GLSL Compiler failed\n\nfragment_shader\n===============\n"


def told(text: str, *files: str) -> list[str]:
    """What is said of a shader of two files, whose compiler says `text`."""

    class Refusing:
        def program(self, **_: str) -> Any:
            raise moderngl.Error(HEAD + text)

    context: Any = Refusing()
    with pytest.raises(ResourceFormatError) as caught:
        compile_program(context, ["canvas.vert", "canvas.frag"], ["", ""], files or ("a.gdshader", "b.gdshaderinc"))
    return str(caught.value).splitlines()


@pytest.mark.parametrize(
    "line",
    [
        "1:17(5): error: `m_luma' undeclared",
        "1(17) : error C1008: `m_luma' undeclared",
        "ERROR: 1:17: `m_luma' undeclared",
    ],
    ids=["Mesa", "NVIDIA", "macOS"],
)
def test_a_line_names_its_file_and_line_without_our_prefixes(line: str) -> None:
    assert told(line) == ["b.gdshaderinc:17: `luma' undeclared"]


def test_what_a_compiler_goes_on_with_stands_below_moved_in() -> None:
    text = (
        "0:4(10): error: no matching function for call to `m_noise(vec2)'; candidates are:\n   float m_noise(float)\n"
    )
    text += "\n0:9(1): error: syntax error"

    assert told(text) == [
        "a.gdshader:4: no matching function for call to `noise(vec2)'; candidates are:",
        "    float noise(float)",
        "a.gdshader:9: syntax error",
    ]


def test_a_warning_is_left_out_with_what_follows_it() -> None:
    text = "0:2(1): warning: `x' used uninitialized\n   here\n0:4(10): error: wrong\n   because"

    assert told(text) == ["a.gdshader:4: wrong", "    because"]


def test_a_text_without_places_is_told_whole() -> None:
    (first, *_, last) = told("out of registers")

    assert (first, last) == ("a.gdshader: GLSL Compiler failed", "out of registers")
