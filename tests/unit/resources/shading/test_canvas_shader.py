"""What a shader's text says, and what is wrong with it: with file and line."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from engine.math import Basis, Color, Projection, Transform2D, Vector2, Vector3, Vector4
from engine.resources.shading.canvas_shader import CanvasShader
from engine.resources.shading.material import BlendMode

Read = Callable[[str], CanvasShader]


def test_an_empty_text_draws_as_usual(read: Read) -> None:
    shader = read("")

    assert (shader.error, shader.is_valid, shader.blend, shader.has_vertex) == ("", True, BlendMode.MIX, False)
    assert dict(shader.uniforms) == {}


@pytest.mark.parametrize(
    ("mode", "blend"),
    [
        ("blend_mix", BlendMode.MIX),
        ("blend_add", BlendMode.ADD),
        ("blend_sub", BlendMode.SUB),
        ("blend_mul", BlendMode.MUL),
        ("blend_premul_alpha", BlendMode.PREMULT_ALPHA),
        ("blend_disabled", BlendMode.DISABLED),
    ],
)
def test_a_render_mode_says_how_colours_are_mixed(read: Read, mode: str, blend: BlendMode) -> None:
    shader = read(f"render_mode unshaded, {mode};")

    assert (shader.error, shader.blend, shader.unshaded) == ("", blend, True)


def test_functions_are_found_and_light_is_left_out(read: Read) -> None:
    shader = read("void vertex() { VERTEX.x += 1.0; }\nvoid light() { LIGHT = vec4(1.0); }")

    assert (shader.error, shader.has_vertex, shader.has_light) == ("", True, True)
    assert not shader.has_function("fragment")
    assert "LIGHT" not in shader.fragment_glsl()


def test_what_is_drawn_so_far_is_read_by_a_hint_and_is_nothing_that_materials_set(read: Read) -> None:
    shader = read("uniform sampler2D behind : hint_screen_texture, filter_nearest_mipmap, repeat_enable;")

    assert (shader.reads_screen, shader.screen_filter, shader.screen_repeat) == (True, 3, 2)
    assert "behind" not in shader.uniforms


# --- uniforms


@pytest.mark.parametrize(
    ("declared", "type", "default"),
    [
        ("bool a = true", "bool", True),
        ("int a = -3", "int", -3),
        ("int a = 0x1F", "int", 31),
        ("uint a = 4000000000u", "uint", 4000000000),
        ("float a = 1.5", "float", 1.5),
        ("float a = 2", "float", 2.0),
        ("float a = .5f", "float", 0.5),
        ("float a = 1e-3", "float", 0.001),
        ("float a = 2.0 * (1.0 + 3.0) / 4.0 - 1.0", "float", 1.0),
        ("float a = 7 / 2", "float", 3.0),
        ("float a = -PI", "float", pytest.approx(-3.14159265)),
        ("vec2 a = vec2(1.0, 2.0)", "vec2", Vector2(1, 2)),
        ("vec2 a = vec2(1.0) * 3.0", "vec2", Vector2(3, 3)),
        ("vec3 a = vec3(vec2(1.0, 2.0), 3.0)", "vec3", Vector3(1, 2, 3)),
        ("vec4 a = vec4(1.0)", "vec4", Vector4(1, 1, 1, 1)),
        ("vec4 a : source_color = vec4(1.0, 0.5, 0.25, 1.0)", "vec4", Color(1, 0.5, 0.25, 1)),
        ("vec3 a : source_color = vec3(1.0, 0.5, 0.25)", "vec3", Color(1, 0.5, 0.25)),
        ("ivec3 a = ivec3(1, 2, 3)", "ivec3", (1, 2, 3)),
        ("uvec2 a = uvec2(1u)", "uvec2", (1, 1)),
        ("bvec3 a = bvec3(true, false, true)", "bvec3", 0b101),
        ("mat2 a = mat2(2.0)", "mat2", Transform2D(2, 0, 0, 2, 0, 0)),
        ("mat3 a = mat3(1.0)", "mat3", Basis()),
        ("mat4 a = mat4(1.0)", "mat4", Projection()),
        ("lowp float a = 1.0", "float", 1.0),
        ("float a", "float", 0.0),
        ("vec3 a", "vec3", Vector3(0, 0, 0)),
        ("vec4 a : source_color", "vec4", Color(0, 0, 0, 0)),
        ("mat2 a", "mat2", Transform2D(0, 0, 0, 0, 0, 0)),
        ("float a[3]", "float", (0.0, 0.0, 0.0)),
        ("vec2[2] a", "vec2", (Vector2(0, 0), Vector2(0, 0))),
        ("mat2 a[2]", "mat2", (0.0,) * 8),
        ("bvec2 a[2]", "bvec2", (0,) * 4),
        ("sampler2D a", "sampler2D", None),
    ],
)
def test_a_uniform_has_a_type_and_a_default(read: Read, declared: str, type: str, default: object) -> None:
    shader = read(f"uniform {declared};")

    assert shader.error == ""
    uniform = shader.uniforms["a"]
    assert (uniform.type, uniform.default) == (type, default)


def test_uniforms_are_listed_in_the_order_of_the_text_with_what_is_said_of_them(read: Read) -> None:
    shader = read(
        """
        const int COUNT = 2 + 1;
        uniform float late : hint_range(0.0, TAU, 0.5) = 1.0;
        group_uniforms Waves.Inner;
        uniform int kind : hint_enum("Calm", "Wild") = 1;
        uniform vec2 points[COUNT];
        group_uniforms;
        uniform sampler2D noise : source_color, hint_default_black, filter_nearest, repeat_enable;
        uniform sampler2D bumps : hint_normal;
        uniform sampler2D clear : hint_default_transparent, filter_linear_mipmap_anisotropic;
        """
    )

    assert shader.error == ""
    late, kind, points, noise, bumps, clear = shader.uniforms.values()
    assert (late.name, late.hint, late.range) == ("late", "range", (0.0, 6.2831853071795865, 0.5))
    assert (kind.hint, kind.choices, kind.group) == ("enum", ("Calm", "Wild"), "Waves.Inner")
    assert (points.size, points.kind, points.group) == (3, "vec2[3]", "Waves.Inner")
    assert (noise.is_color, noise.filter, noise.repeat, noise.empty, noise.group) == (True, 1, 2, (0, 0, 0, 1), "")
    assert (bumps.empty, bumps.filter, bumps.repeat) == ((0.5, 0.5, 1, 1), 2, 1)
    assert (clear.empty, clear.filter) == ((0, 0, 0, 0), 6)
    assert late.place == "Shader code:3"


# --- what is wrong

BAD = [
    ("shader_type canvas;", 1, "shader_type must be one of spatial, canvas_item, particles, sky, fog, got 'canvas'"),
    ("// hello\nvoid fragment() {}", 2, "a shader begins with its type, as in 'shader_type canvas_item;', got 'void'"),
    ("\nrender_mode unshadd;", 2, "a canvas shader has no render_mode 'unshadd'; did you mean 'unshaded'?"),
    ("render_mode blend_add, blend_mul;", 1, "there is a blend mode before blend_mul; a shader has one"),
    ("render_mode unshaded, unshaded;", 1, "render_mode unshaded is there twice"),
    ("\n\nunifrm float a;", 3, "'unifrm' is no type and begins no declaration; did you mean 'uniform'?"),
    ("uniform flot a;", 1, "'flot' is no type and begins no declaration; did you mean 'float'?"),
    ("uniform float a\nuniform float b;", 2, "uniform a goes on with a hint, a default or ;, got 'uniform'"),
    ("uniform float a = 1.0", 1, "what begins here has no end; close it with ;"),
    ("uniform float;", 1, "expected the name of a uniform, got ';'"),
    ("uniform float TIME;", 1, "a uniform cannot be called TIME, which is built in"),
    ("uniform float a;\nuniform vec2 a;", 2, "a is declared twice"),
    ("uniform float a;\nvarying vec2 a;", 2, "a is declared twice"),
    ("uniform vec4 a : hint_color;", 1, "there is no hint 'hint_color'; it is source_color in Godot 4"),
    ("uniform vec4 a : source_colour;", 1, "there is no hint 'source_colour'; did you mean 'source_color'?"),
    ("uniform float a : source_color;", 1, "source_color is for vec3 or vec4 or sampler2D, not for float a"),
    ("uniform float a : filter_nearest;", 1, "filter_nearest is for a texture, not for float a"),
    ("uniform vec2 a : hint_range(0.0, 1.0);", 1, "hint_range is for float or int, not for vec2 a"),
    ("uniform float a : hint_range(1.0);", 1, "hint_range takes least, most and a step, got 1 numbers"),
    ("uniform float a : hint_range(b, 1.0);", 1, "hint_range takes numbers: 'b' is no part of a constant"),
    ("uniform float a : hint_range;", 1, "hint_range has arguments"),
    ("uniform sampler2D a : repeat_enable(1);", 1, "repeat_enable has no arguments"),
    ("uniform int a : hint_enum(1);", 1, 'hint_enum takes texts, such as hint_enum("Slow", "Fast")'),
    ("uniform sampler2D a : hint_depth_texture;", 1, "hint_depth_texture is of 3D alone; a canvas has no such picture"),
    ("uniform sampler3D a;", 1, "sampler3D textures are not there yet; a canvas shader has sampler2D"),
    ("uniform sampler2D a = 1.0;", 1, "sampler2D a cannot have a default"),
    ("uniform float a[2] = 1.0;", 1, "float[2] a cannot have a default"),
    ("uniform float a[b];", 1, "the size of array a must be a constant: 'b' is no part of a constant"),
    ("uniform float a[0];", 1, "the size of array a must be from 1 to 4096, got 0"),
    ("uniform float a[99999];", 1, "the size of array a must be from 1 to 4096, got 99999"),
    ("uniform float a = vec2(1.0);", 1, "the default of float a cannot be used: it is a vec2"),
    ("uniform int a = 1.5;", 1, "the default of int a cannot be used: it is a float"),
    ("uniform bool a = 1;", 1, "the default of bool a cannot be used: it is a int"),
    ("uniform float a = sin(1.0);", 1, "the default of float a cannot be used: 'sin' is no part of a constant"),
    ("uniform float a = 1.0 / 0.0;", 1, "the default of float a cannot be used: it divides by zero"),
    ("uniform vec3 a = vec3(1.0, 2.0);", 1, "the default of vec3 a cannot be used: vec3() takes 3 numbers, got 2"),
    ("uniform float a = 1e40;", 1, "the default of float a cannot be used: must be a finite float, got 1e+40 (float)"),
    ("instance uniform mat3 a;", 1, "instance uniforms cannot be matrices, only numbers, vectors and colours"),
    ("instance uniform sampler2D a;", 1, "instance uniforms cannot be textures, only numbers, vectors and colours"),
    ("instance uniform float a[2];", 1, "instance uniforms cannot be arrays"),
    ("global uniform float a[2];", 1, "global uniforms cannot be arrays"),
    ("global uniform sampler2D a : hint_screen_texture;", 1, "a global uniform cannot be the screen"),
    ("instance uniform float a : instance_index(16);", 1, "instance_index takes a whole number from 0 to 15"),
    ("instance uniform float a : instance_index(1.0);", 1, "instance_index takes a whole number from 0 to 15"),
    ("instance uniform float a : instance_index(1, 2);", 1, "instance_index takes a whole number from 0 to 15"),
    ("uniform float a : instance_index(1);", 1, "instance_index is of instance uniforms alone"),
    ("uniform float a; instance uniform float a;", 1, "a is declared twice"),
    ("global uniform float a;\nuniform float a;", 2, "a is declared twice"),
    ("instance float a;", 1, "expected 'uniform', got 'float'"),
    (
        "".join(f"instance uniform float a{i};\n" for i in range(17)),
        17,
        "there are more than 16 instance uniforms",
    ),
    ("uniform void a;", 1, "a uniform cannot be a void"),
    ("varying bool a;", 1, "a varying is made of numbers, not bool"),
    ("varying vec2 a = vec2(1.0);", 1, "varying a ends with ;, got '= vec2 ( 1.0 )'"),
    ("const float a;", 1, "const a has no value; write const float a = ...;"),
    ("float a = 1.0;", 1, "a is no function, and values of the whole shader are const, uniform or varying"),
    ("struct A { float b; }\nvoid fragment() {}", 2, "expected ';', got 'void'"),
    ("void fragment() {\n  if (true) {\n}", 1, "what begins here has no end; close it with }"),
    ("void fragment() {\n  COLOR = vec4(1.0]);\n}", 2, "expected ')' before ']'"),
    ("vec4 fragment() { }", 1, "fragment() takes and gives nothing: void fragment() { ... }"),
    ("void fragment(int a) { }", 1, "fragment() takes and gives nothing: void fragment() { ... }"),
    ("void fragment() { }\nvoid fragment() { }", 2, "fragment() is there twice"),
    ("void fragment() {\n\n COLOR.r = texture_sdf(UV);\n}", 3, "texture_sdf() needs light occluders"),
    ("void fragment() {\n COLOR = texture(SCREEN_TEXTURE, SCREEN_UV);\n}", 2, "SCREEN_TEXTURE is a uniform: uniform"),
    (
        "void vertex() {\n VERTEX = (WORLD_MATRIX * vec4(VERTEX, 0.0, 1.0)).xy;\n}",
        2,
        "WORLD_MATRIX is MODEL_MATRIX in Go",
    ),
    ("void fragment() {\n COLOR = $; }", 2, "a shader cannot have the character '$' here"),
    ("void fragment() {\n\n/* never\nclosed }", 3, "the comment that begins here has no end; close it with */"),
    ('\n#include "never closed', 2, "the text that begins here has no end on its line"),
]


@pytest.mark.parametrize(("code", "line", "text"), BAD)
def test_an_error_names_file_and_line(read: Read, code: str, line: int, text: str) -> None:
    shader = read(code)

    assert not shader.is_valid
    assert shader.error.startswith(f"Shader code:{line}: {text}")


def test_a_shader_of_another_type_draws_no_canvas_item_but_its_uniforms_are_listed(read: Read) -> None:
    shader = read(
        "shader_type spatial;\nrender_mode cull_disabled;\ninstance uniform float own;\n"
        "uniform sampler2D depth : hint_depth_texture;\n"
        "uniform vec4 albedo : source_color = vec4(1.0);\nvoid fragment() { ALBEDO = albedo.rgb; }"
    )

    assert shader.error == "Shader code: is a spatial shader; a canvas item is drawn by one of shader_type canvas_item"
    assert list(shader.uniforms) == ["depth", "albedo"]


def test_uniforms_before_what_is_wrong_are_known(read: Read) -> None:
    shader = read("uniform float a;\nuniform float b\nuniform float c;")

    assert list(shader.uniforms) == ["a"]


def test_a_shader_has_16_textures_at_most_with_that_of_the_item(read: Read) -> None:
    most = "".join(f"uniform sampler2D t{i};" for i in range(15))

    assert read(most).error == ""
    assert read(f"{most} uniform sampler2D one_more;").error == (
        "Shader code: has 17 textures, the item's own among them; 16 can be read at most"
    )
    assert "has 18 textures" in read("uniform sampler2D all[17];").error


# --- the GLSL


def words_of(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"#line \d+ \d+", "", text)).strip()


def test_own_names_get_a_prefix_so_that_none_is_a_word_of_glsl(read: Read) -> None:
    shader = read(
        "uniform float color;\nfloat sample(float input) { return input * color; }\n"
        "void fragment() { vec2 distance = vec2(distance(UV, vec2(0.0))); COLOR.rg = distance * sample(2.0); }"
    )

    glsl = words_of(shader.fragment_glsl())

    assert "uniform float m_color;" in glsl
    assert "float m_sample ( float m_input ) { return m_input * m_color ; }" in glsl
    assert "vec2 m_distance = vec2 ( distance ( uv , vec2 ( 0.0 ) ) ) ;" in glsl
    assert "fragment . rg = m_distance * m_sample ( 2.0 ) ;" in glsl


def test_lists_in_braces_and_godots_numbers_become_glsl_330(read: Read) -> None:
    shader = read(
        "const vec2 CORNERS[] = { vec2(0.0), vec2(1f) };\n"
        "void fragment() { float a[2] = {1.0, 2.0}, b[2] = {3.0, 4.0}; { int[2] c = {1, 2}; } COLOR.r = a[0] + b[1]; }"
    )

    glsl = words_of(shader.fragment_glsl())

    assert "const vec2 m_CORNERS [ ] = vec2[]( vec2 ( 0.0 ) , vec2 ( 1.0 ) ) ;" in glsl
    assert "float m_a [ 2 ] = float[]( 1.0 , 2.0 ) , m_b [ 2 ] = float[]( 3.0 , 4.0 ) ;" in glsl
    assert "{ int [ 2 ] m_c = int[]( 1 , 2 ) ; }" in glsl


def test_members_of_structs_get_it_too_unless_they_could_be_components(read: Read) -> None:
    shader = read(
        "struct Wave { lowp float input, x; vec2[2] at; };\n"
        "void fragment() { Wave w; w.input = w.x; COLOR.r = w.at[0].x + float(w.at.length()); }"
    )

    glsl = words_of(shader.fragment_glsl())

    assert "struct m_Wave { lowp float m_input , x ; vec2 [ 2 ] m_at ; } ;" in glsl
    assert "m_Wave m_w ; m_w . m_input = m_w . x ;" in glsl
    assert "fragment . r = m_w . m_at [ 0 ] . x + float ( m_w . m_at . length ( ) ) ;" in glsl


def test_each_stage_has_the_functions_that_it_calls_and_the_last_those_that_nobody_calls(read: Read) -> None:
    shader = read(
        "float twice(float x) { return x * 2.0; }\nfloat moved(float x) { return twice(x); }\n"
        "float slope(float x) { return dFdx(x); }\nfloat idle() { return 1.0; }\n"
        "void vertex() { VERTEX.x = moved(VERTEX.x); }\nvoid fragment() { COLOR.r = slope(twice(UV.x)); }"
    )

    vertex, fragment = words_of(shader.vertex_glsl()), words_of(shader.fragment_glsl())

    assert [name for name in ("twice", "moved", "slope", "idle") if f"float m_{name} (" in vertex] == ["twice", "moved"]
    assert [name for name in ("twice", "moved", "slope", "idle") if f"float m_{name} (" in fragment] == [
        "twice",
        "slope",
        "idle",
    ]


def test_functions_of_gl_4_make_a_shader_ask_for_it(read: Read) -> None:
    assert read("void fragment() { COLOR.r = fract(1.5); }").glsl_version == 330
    assert read("void fragment() { COLOR.r = fma(1.0, 2.0, 3.0); }").glsl_version == 410
    assert read("uniform sampler2D several[2];").glsl_version == 410


# --- strangers' shaders


@pytest.mark.parametrize(
    "code",
    [
        "(" * 100_000,
        "uniform float a = " + "(" * 100_000 + ";",
        "uniform float a = " + "-" * 100_000 + "1.0;",
        "uniform int a = " + "9999999999 * " * 5_000 + "1;",
        "uniform float a : hint_range(" * 5_000,
        "void fragment() {" + "{" * 100_000,
        "/*" * 100_000,
        '"' * 100_000,
        "\n" * 200_000 + "?",
        "uniform float a[" + "9" * 100_000 + "];",
        "#if " + "(" * 50_000 + "\n#endif",
        "#if " + "!" * 50_000 + "1\n#endif",
        "#if 1" + " << 60" * 5_000 + "\n#endif",
        "struct A {" * 20_000,
    ],
    ids=lambda code: code[:24],
)
def test_reading_ends_soon_with_an_error_whatever_stands_there(read: Read, code: str) -> None:
    shader = read(f"shader_type canvas_item;\n{code}")

    assert re.match(r"Shader code:\d+: ", shader.error)
    assert len(shader.error) < 1000
