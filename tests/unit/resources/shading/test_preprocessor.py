"""Includes, macros and conditions in shaders."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from engine.core.errors import ResourceError
from engine.resources.shading.canvas_shader import CanvasShader
from engine.resources.shading.preprocessor import Preprocessor
from engine.resources.shading.shader_words import MAX_CODE

Read = Callable[[str], CanvasShader]


def run(text: str, **files: str) -> str:
    """The tokens that are left of a text, which may include others by their names."""

    def read(wanted: str, beside: str) -> tuple[str, str]:
        if wanted not in files:
            raise ResourceError(f"{wanted} - there is no such file")
        return f"res://{wanted}", files[wanted]

    return " ".join(token.text for token in Preprocessor(read).run("main", "res://main", text))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("#define A 1.0 + 2.0\nA * A", "1.0 + 2.0 * 1.0 + 2.0"),
        ("#define F(x, y) x + (y)\nF(a(1, 2), b)", "a ( 1 , 2 ) + ( b )"),
        ("#define F(x) x\nF", "F"),
        ("#define F(x) x + x\nF(\n1\n)", "1 + 1"),
        ("#define F() 5\nF()", "5"),
        ("#define F(x) x x\nF()", ""),
        ("#define A B\n#define B A\nA B", "A B"),
        ("#define A (1)\nA", "( 1 )"),
        ("#define G(x) x ## _end\nG(start)", "start_end"),
        ("#define A 1\n#undef A\nA", "A"),
        ("#define LONG 1 + \\\n 2\nLONG", "1 + 2"),
        ("#define A 1 // one\nA /* and */ A", "1 1"),
        ("#ifdef A\na\n#else\nb\n#endif", "b"),
        ("#define A\n#ifdef A\na\n#else\nb\n#endif", "a"),
        ("#ifndef A\na\n#endif", "a"),
        ("#if 1 + 2 * 3 == 7 && !(2 > 3)\na\n#endif", "a"),
        ("#if defined(A) || defined B\na\n#elif 1\nb\n#elif 1\nc\n#else\nd\n#endif", "b"),
        ("#define A 3\n#if A % 2 == 1\na\n#endif", "a"),
        ("#if 0\n#if 1\na\n#else\nb\n#endif\n#error no\n#nonsense\n#endif\nc", "c"),
        ("#if CURRENT_RENDERER == RENDERER_COMPATIBILITY\na\n#endif", "a"),
        ("#if -7 / 2 == -3 && -7 % 2 == -1\na\n#endif", "a"),
        ("#pragma disable_preprocessor\na", "a"),
        ("#\na", "a"),
    ],
)
def test_macros_and_conditions_are_those_of_c(text: str, left: str) -> None:
    assert run(text) == left


def test_a_file_is_put_in_the_place_of_its_include() -> None:
    left = run(
        '#include "waves"\nb',
        waves='#ifndef WAVES\n#define WAVES\na\n#include "more"\n#include "waves_again"\n#endif',
        more="m",
        waves_again="w",
    )

    assert left == "a m w b"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('\n#include "nowhere"', 'main:2: #include "nowhere": nowhere - there is no such file'),
        ("#include waves", 'main:1: write #include "res://name.gdshaderinc"'),
        ('#include "round"', 'round:1: #include "round": it includes itself: res://main -> res://round -> res://round'),
        ("\n#includ 1", "main:2: there is no directive #includ; did you mean 'include'?"),
        ("#error two eyes", "main:1: two eyes"),
        ("#if 1\n", "main:1: #if has no #endif"),
        ("#endif", "main:1: #endif without an #if before it"),
        ("#if 1\n#else\n#else\n#endif", "main:3: #else after #else"),
        ("#define 1", "main:1: #define is followed by a name, got 1"),
        ("#ifdef", "main:1: #ifdef is followed by a name, got nothing"),
        ("#if 1 +\n#endif", "main:1: #if 1 +: a number is missing"),
        ("#if 1 / 0\n#endif", "main:1: #if 1 / 0: it divides by zero"),
        ("#if 1.5\n#endif", "main:1: #if 1.5: 1.5 is not a whole number"),
        ("#if (1\n#endif", "main:1: #if ( 1: a ) is missing"),
        ("#define F(x) x\nF(1", "main:2: macro 'F': its arguments have no end; close them with )"),
        ("#define F(x) x\nF(1, 2)", "main:2: macro 'F' takes 1 arguments, got 2"),
    ],
)
def test_what_is_wrong_is_told_with_file_and_line(text: str, problem: str) -> None:
    with pytest.raises(ResourceError) as error:
        run(text, round='#include "round"')

    assert str(error.value) == problem


def test_an_error_in_an_included_file_names_that_file(read: Read) -> None:
    preprocessor = Preprocessor(lambda wanted, beside: ("res://lib/noise.gdshaderinc", "\nfloat noise( { }"))

    preprocessor.run("main.gdshader", "res://main.gdshader", '#include "res://lib/noise.gdshaderinc"')

    assert preprocessor.files == ["main.gdshader", "lib/noise.gdshaderinc"]


def test_what_a_macro_makes_has_the_line_of_its_use(read: Read) -> None:
    shader = read("shader_type canvas_item;\n#define WRONG uniform flot a;\n\nWRONG")

    assert shader.error.startswith("Shader code:4: 'flot' is no type")


# --- strangers' shaders


def test_macros_that_double_one_another_are_bounded() -> None:
    doubling = "".join(f"#define A{i + 1} A{i} A{i}\n" for i in range(60))

    with pytest.raises(ResourceError, match=r"macros make more than 500,000 tokens"):
        run(f"#define A0 x\n{doubling}A60")
    with pytest.raises(ResourceError, match=r"macros make more than 500,000 tokens"):
        run(f"#define A0\n{doubling}A60")


def test_macros_are_nested_64_deep_at_most() -> None:
    with pytest.raises(ResourceError, match=r"^main:102: macro 'A\d+' is nested deeper than 64"):
        run("#define A0 1\n" + "".join(f"#define A{i + 1} A{i}\n" for i in range(100)) + "A100")


def test_files_that_include_one_another_are_bounded_in_depth_and_in_length() -> None:
    chain = {f"f{i}": f'#include "f{i + 1}"' for i in range(60)}
    with pytest.raises(ResourceError, match=r"files include one another deeper than 25"):
        run('#include "f0"', **chain)

    twice = {f"f{i}": f'#include "f{i + 1}"\n#include "f{i + 1}"' for i in range(20)} | {"f20": ""}
    with pytest.raises(ResourceError, match=r"has more than 262,144 characters, with what it includes"):
        run('#include "f0"', **twice)


def test_a_text_is_bounded() -> None:
    assert run(" " * MAX_CODE) == ""
    with pytest.raises(ResourceError, match=r"^main:1: has more than 262,144 characters"):
        run(" " * (MAX_CODE + 1))


SHADER = """shader_type canvas_item;
render_mode blend_add;
#define TWICE(x) ((x) * 2.0)
group_uniforms a.b;
uniform vec4 tint : source_color, hint_range(0, 1) = vec4(1.0, 0.5, 0.0, 1.0);
uniform sampler2D noise : repeat_enable;
const float KS[] = { 1.0, 2.0 };
varying flat vec2 at[2];
struct Wave { float height; };
#if defined(A) && (1 + 2) > 3
#else
float f(in vec2 p, inout Wave w) { float a[2] = {1.0, TWICE(2.0)}; return a[0] + KS[1]; }
#endif
void vertex() { at[0] = UV; }
void fragment() { COLOR = texture(TEXTURE, UV) * tint; }
"""


def test_a_text_that_was_spoiled_is_read_to_an_end_or_has_an_error_with_a_line(read: Read) -> None:
    chance = random.Random(4)
    pieces = re.findall(r"\w+|\s+|.", SHADER)
    for _ in range(400):
        spoiled = [*pieces]
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(spoiled))
            spoiled[at : at + chance.randint(0, 2)] = [chance.choice(pieces)] * chance.randint(0, 2)
        shader = read(f"//\n{''.join(spoiled)}")

        assert re.match(r"(Shader code:\d+: .|Shader code: is a )", shader.error) or shader.is_valid
        if shader.is_valid:
            shader.vertex_glsl()
            shader.fragment_glsl()
