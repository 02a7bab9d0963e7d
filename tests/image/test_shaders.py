"""Shaders of canvas items: what each word of theirs does to the pixels, which are worked out here by themselves.

Every rule is tested twice: as it is, and switched off, where the pixels must not be those any more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engine.app import App
from engine.math import Basis, Color, Projection, Transform2D, Vector2
from engine.resources import Image, ImageTexture
from engine.resources.shading.canvas_item_material import CanvasItemMaterial
from engine.resources.shading.shader_material import ShaderMaterial
from nodes import Sprite2D
from nodes.world_2d.canvas.canvas_modulate import CanvasModulate
from tests.image.shader_pictures import (
    ACROSS,
    CORNER,
    DOWN,
    SIDE,
    Pixels,
    assert_rule,
    material_of,
    plain,
    quarter,
    shown,
    sprite,
)

MakeApp = Callable[..., App]

holds_or_not = pytest.mark.parametrize("holds", [True, False], ids=["rule", "off"])


# --- uniforms

DOTS = ImageTexture(Image(np.array([[[255, 0, 0, 255], [0, 255, 0, 255]]], np.uint8)))
GREEN = ImageTexture(Image.create(1, 1, (0, 1, 0)))

UNIFORMS: list[tuple[str, Any, str, tuple[float, ...]]] = [
    ("bool a", True, "vec3(a ? 0.5 : 0.1)", (0.5, 0.5, 0.5)),
    ("int a", -5, "vec3(float(-a) * 0.1)", (0.5, 0.5, 0.5)),
    ("uint a", 4000000000, "vec3(a == 4000000000u ? 0.5 : 0.1)", (0.5, 0.5, 0.5)),
    ("float a", 0.5, "vec3(a)", (0.5, 0.5, 0.5)),
    ("vec2 a", (0.5, 0.75), "vec3(a, 0.0)", (0.5, 0.75, 0)),
    ("vec3 a", (0.5, 0.75, 1), "a", (0.5, 0.75, 1)),
    ("vec3 a : source_color", Color(0.5, 0.75, 1), "a", (0.5, 0.75, 1)),
    ("vec4 a", (0.5, 0.75, 1, 0.25), "vec3(a.xy, a.w)", (0.5, 0.75, 0.25)),
    ("vec4 a : source_color", "lime", "a.rgb * a.a", (0, 1, 0)),
    ("ivec3 a", (1, -2, 3), "abs(vec3(a)) * 0.25", (0.25, 0.5, 0.75)),
    ("uvec2 a", (1, 2), "vec3(vec2(a) * 0.25, 0.0)", (0.25, 0.5, 0)),
    ("bvec3 a", (True, False, True), "vec3(a)", (1, 0, 1)),
    ("mat2 a", Transform2D(0.25, 0.5, 0.75, 1, 9, 9), "vec3(a * vec2(0.0, 1.0), a[0][1])", (0.75, 1, 0.5)),
    ("mat3 a", Basis(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9), "a * vec3(0.0, 1.0, 0.0)", (0.4, 0.5, 0.6)),
    ("mat3 a", Transform2D(1, 0, 0, 1, 0.25, 0.75), "a * vec3(0.0, 0.0, 1.0)", (0.25, 0.75, 1)),
    ("mat4 a", Projection(*(i / 16 for i in range(16))), "(a * vec4(0.0, 0.0, 1.0, 0.0)).xyz", (0.5, 0.5625, 0.625)),
    ("float a[3]", [0.25, 0.5, 0.75], "vec3(a[0], a[1], a[2])", (0.25, 0.5, 0.75)),
    ("float a[3]", [0.25], "vec3(a[0], a[1], 0.5 + a[2])", (0.25, 0, 0.5)),
    ("vec3 a[2]", [(0.1, 0.2, 0.3), (0.4, 0.5, 0.6)], "a[1]", (0.4, 0.5, 0.6)),
    ("vec4 a[2] : source_color", ["red", "blue"], "a[0].rgb + a[1].rgb", (1, 0, 1)),
    ("ivec2 a[2]", [(1, 2), (3, 4)], "vec3(vec2(a[1]) * 0.25, float(a[0].y) * 0.25)", (0.75, 1, 0.5)),
    ("bool a[2]", [False, True], "vec3(float(a[0]), float(a[1]), 0.0)", (0, 1, 0)),
    (
        "mat2 a[2]",
        [Transform2D(), Transform2D(0.25, 0.5, 0.75, 1, 0, 0)],
        "vec3(a[1][0], a[1][1].x)",
        (0.25, 0.5, 0.75),
    ),
    ("sampler2D a", GREEN, "texture(a, UV).rgb", (0, 1, 0)),
    ("sampler2D a[2]", [None, GREEN], "texture(a[1], UV).rgb", (0, 1, 0)),
]


@holds_or_not
@pytest.mark.parametrize(("uniform", "value", "color", "expected"), UNIFORMS, ids=lambda value: str(value)[:20])
def test_a_uniform_of_each_kind_reaches_the_pixel(
    stage: MakeApp, uniform: str, value: Any, color: str, expected: tuple[float, ...], holds: bool
) -> None:
    material = material_of(f"uniform {uniform};\nvoid fragment() {{ COLOR.rgb = {color}; }}")
    if holds:
        material.set_shader_parameter("a", value)

    assert_rule(shown(stage(SIDE, SIDE), sprite(material)), plain(*expected), holds)


@holds_or_not
def test_a_uniform_that_is_not_set_has_its_default(stage: MakeApp, holds: bool) -> None:
    material = material_of(
        "uniform vec3 a = vec3(0.25, 0.5, 0.75);\nuniform float b[2];\nvoid fragment() { COLOR.rgb = a + vec3(b[1]); }"
    )
    app = stage(SIDE, SIDE)
    material.set_shader_parameter("a", (1, 1, 1))
    shown(app, sprite(material))
    if holds:
        material.set_shader_parameter("a", None)

    assert_rule(shown(app), plain(0.25, 0.5, 0.75), holds)


@holds_or_not
def test_two_materials_of_one_shader_have_values_of_their_own(stage: MakeApp, holds: bool) -> None:
    first = material_of("uniform float a = 1.0;\nvoid fragment() { COLOR.rgb = vec3(a); }", a=0.25)
    second = ShaderMaterial()
    second.shader = first.shader
    second.set_shader_parameter("a", 0.75)
    if not holds:
        second = first
    halves = [sprite(first, scale=(0.5, 1)), sprite(second, scale=(0.5, 1), position=(SIDE / 2, 0))]

    expected = plain(*[np.where(ACROSS < 0.5, 0.25, 0.75)] * 3)

    assert_rule(shown(stage(SIDE, SIDE), *halves), expected, holds)


@holds_or_not
@pytest.mark.parametrize(
    ("hint", "expected"),
    [
        ("hint_default_black", (0, 0, 0)),
        ("hint_default_transparent", (0.25, 0, 0)),
        ("hint_normal", (0.5, 0.5, 1)),
        ("hint_anisotropy", (1, 0.5, 0.5)),
        ("source_color", (1, 1, 1)),
    ],
)
def test_a_texture_that_is_not_set_is_read_as_the_colour_of_its_hint(
    stage: MakeApp, hint: str, expected: tuple[float, ...], holds: bool
) -> None:
    code = "vec4 found = texture(a, UV); COLOR.rgb = mix(vec3(0.25, 0.0, 0.0), found.rgb, found.a);"
    material = material_of(f"uniform sampler2D a : {hint};\nvoid fragment() {{ {code} }}")
    if not holds:
        material.set_shader_parameter("a", GREEN)

    assert_rule(shown(stage(SIDE, SIDE), sprite(material)), plain(*expected), holds)


@holds_or_not
def test_a_texture_is_filtered_and_repeated_by_its_hints(stage: MakeApp, holds: bool) -> None:
    hints = "filter_nearest, repeat_enable" if holds else "filter_linear, repeat_disable"
    material = material_of(
        f"uniform sampler2D a : {hints};\nvoid fragment() {{ COLOR.rgb = texture(a, UV * 2.0).rgb; }}", a=DOTS
    )
    red = ACROSS * 2 % 1 < 0.5

    assert_rule(shown(stage(SIDE, SIDE), sprite(material)), plain(red, ~red), holds)


@holds_or_not
def test_a_default_texture_of_the_shader_is_read_where_the_material_has_none(stage: MakeApp, holds: bool) -> None:
    material = material_of("uniform sampler2D a;\nvoid fragment() { COLOR.rgb = texture(a, UV).rgb; }")
    assert material.shader is not None
    if holds:
        material.shader.set_default_texture_parameter("a", GREEN)

    assert_rule(shown(stage(SIDE, SIDE), sprite(material)), plain(0, 1, 0), holds)


# --- words of fragment()

TINT = (0.5, 0.75, 1)
FRAGMENTS: list[tuple[str, str, str, Pixels]] = [
    ("UV", "COLOR.rgb = vec3(UV, 0.0);", "UV.yx", plain(ACROSS, DOWN)),
    ("SCREEN_UV", "COLOR.rgb = vec3(SCREEN_UV, 0.0);", "SCREEN_UV.yx", plain(ACROSS, DOWN)),
    ("FRAGCOORD", "COLOR.rgb = vec3(FRAGCOORD.xy / 32.0, 0.0);", "FRAGCOORD.yx * 0.5", plain(ACROSS, DOWN)),
    ("VERTEX", "COLOR.rgb = vec3(VERTEX / 32.0, 0.0);", "VERTEX.yx", plain(ACROSS, DOWN)),
    ("SCREEN_PIXEL_SIZE", "COLOR.rgb = vec3(SCREEN_PIXEL_SIZE * 16.0, 0.0);", "vec2(0.0)", plain(0.5, 0.5)),
    ("TEXTURE_PIXEL_SIZE", "COLOR.rgb = vec3(TEXTURE_PIXEL_SIZE * 16.0, 0.0);", "vec2(0.0)", plain(0.5, 0.5)),
    ("TEXTURE", "COLOR.rgb = texture(TEXTURE, UV).rgb * 0.5;", "a", plain(0.5, 0.5, 0.5)),
    ("PI", "COLOR.rgb = vec3(PI * 0.25 - 0.5, TAU * 0.1, E * 0.25);", "0.0", plain(0.2854, 0.6283, 0.6796)),
    ("AT_LIGHT_PASS", "COLOR.rgb = vec3(AT_LIGHT_PASS ? 1.0 : 0.5);", "true", plain(0.5, 0.5, 0.5)),
    ("NORMAL", "COLOR.rgb = NORMAL * 0.5 + vec3(0.25);", "vec3(0.0)", plain(0.25, 0.25, 0.75)),
    ("NORMAL_TEXTURE", "COLOR.rgb = texture(NORMAL_TEXTURE, UV).rgb;", "a", plain(0.5, 0.5, 1)),
    ("REGION_RECT", "COLOR.rgb = REGION_RECT.xyz;", "vec4(1.0)", plain(0, 0, 1)),
]


@holds_or_not
@pytest.mark.parametrize(("word", "code", "instead", "expected"), FRAGMENTS, ids=[each[0] for each in FRAGMENTS])
def test_a_word_of_fragment_is_what_godot_says(
    stage: MakeApp, word: str, code: str, instead: str, expected: Pixels, holds: bool
) -> None:
    code = code if holds else code.replace(word, f"({instead})" if instead != "a" else "a")
    material = material_of(f"uniform sampler2D a;\nvoid fragment() {{ {code} }}", a=GREEN)

    assert_rule(shown(stage(SIDE, SIDE), sprite(material)), expected, holds)


@holds_or_not
def test_fragment_begins_with_texture_times_vertex_colour_times_modulation(stage: MakeApp, holds: bool) -> None:
    material = material_of("void fragment() { COLOR.rgb = COLOR.rgb * 0.5 + vec3(0.25); }")
    properties: dict[str, Any] = {"modulate": (1, 0.5, 1), "self_modulate": (0.5, 1, 1)} if holds else {}
    item = sprite(material, (0.5, 1, 0), **properties)

    assert_rule(shown(stage(SIDE, SIDE), item), plain(0.375, 0.5, 0.25), holds)


@holds_or_not
@pytest.mark.parametrize("mode", ["", "render_mode unshaded;"], ids=["shaded", "unshaded"])
def test_the_modulation_of_the_canvas_comes_last_unless_the_shader_is_unshaded(
    stage: MakeApp, mode: str, holds: bool
) -> None:
    material = material_of(f"{mode}\nvoid fragment() {{ COLOR = vec4(1.0); }}")
    canvas = CanvasModulate(color=TINT if holds == (mode == "") else "white")
    if mode and holds:
        canvas.color = TINT
    if mode and not holds:
        material = material_of("void fragment() { COLOR = vec4(1.0); }")
        canvas.color = TINT
    expected = plain(1, 1, 1) if mode else plain(*TINT)

    assert_rule(shown(stage(SIDE, SIDE), canvas, sprite(material)), expected, holds)


@holds_or_not
def test_time_runs_with_the_frames(stage: MakeApp, holds: bool) -> None:
    material = material_of("void fragment() { COLOR.rgb = vec3(fract(TIME)); }")

    picture = shown(stage(SIDE, SIDE), sprite(material), seconds=0.5 if holds else 0.25)

    assert_rule(picture, plain(0.5, 0.5, 0.5), holds)


@holds_or_not
def test_a_discarded_pixel_is_not_drawn(stage: MakeApp, holds: bool) -> None:
    code = "void fragment() { if (UV.x < 0.5) { discard; } COLOR.rgb = vec3(0.0, 1.0, 0.0); }"
    material = material_of(code if holds else code.replace("discard;", ""))
    behind = sprite(None, (1, 0, 0))

    expected = plain(ACROSS < 0.5, ACROSS >= 0.5)

    assert_rule(shown(stage(SIDE, SIDE), behind, sprite(material)), expected, holds)


@holds_or_not
def test_functions_structs_constants_arrays_and_macros_work_together(stage: MakeApp, holds: bool) -> None:
    code = """
#define SHADE(x) vec3((x) * SCALE)
#if defined(SHADE)
const float SCALE = 0.5;
#else
#error never
#endif
struct Wave { float height; vec2 input[2]; };
const float STEPS[] = { 0.25, 0.5, 1.0 };
float sample(in Wave wave, inout float sum) { sum += wave.height; return wave.input[1].y; }
vec3 unused(vec2 p) { return vec3(p, dFdx(p.x)); }
void fragment() {
    float weights[2] = { STEPS[0], STEPS[2] }, sum = 0.0;
    Wave wave = Wave(0.25, vec2[](vec2(0.0), vec2(0.75)));
    float filter = sample(wave, sum);
    for (int i = 0; i < weights.length(); i++) { sum += weights[i]; }
    COLOR.rgb = SHADE(sum) * vec3(filter, 1f, 0.);
    return;
}
"""
    material = material_of(code if holds else code.replace("{ 0.25, 0.5, 1.0 }", "{ 0.0, 0.0, 0.0 }"))

    assert_rule(shown(stage(SIDE, SIDE), sprite(material)), plain(0.5625, 0.75, 0), holds)


@holds_or_not
def test_functions_of_gl_4_may_be_called(stage: MakeApp, holds: bool) -> None:
    material = material_of(f"void fragment() {{ COLOR.rgb = vec3(fma(0.5, 0.5, {0.25 if holds else 0.5})); }}")

    assert_rule(shown(stage(SIDE, SIDE), sprite(material)), plain(0.5, 0.5, 0.5), holds)


@holds_or_not
def test_the_screen_is_read_as_it_is_so_far(stage: MakeApp, holds: bool) -> None:
    behind = Image(np.zeros((SIDE, SIDE, 4), np.uint8))
    behind.set_pixels((np.dstack((ACROSS, DOWN, np.zeros_like(DOWN), np.ones_like(DOWN))) * 255).astype(np.uint8))
    material = material_of(
        "uniform sampler2D screen : hint_screen_texture, filter_nearest;\n"
        f"void fragment() {{ COLOR.rgb = {'' if holds else '0.5 * '}texture(screen, SCREEN_UV).rgb; }}"
    )

    picture = shown(stage(SIDE, SIDE), Sprite2D(texture=ImageTexture(behind), centered=False), sprite(material))

    assert_rule(picture, plain(ACROSS, DOWN), holds)


# --- words of vertex()

VERTICES: list[tuple[str, str, Pixels]] = [
    ("void vertex() { VERTEX.y += 32.0; }", "VERTEX.y += 32.0;", quarter(0.5, 0.5)),
    ("render_mode world_vertex_coords;\nvoid vertex() { VERTEX.x -= 16.0; }", "VERTEX.x -= 16.0;", quarter(0, 0)),
    (
        "render_mode skip_vertex_transform;\n"
        "void vertex() { VERTEX = (MODEL_MATRIX * vec4(VERTEX, 0.0, 1.0)).xy + vec2(0.0, 16.0); }",
        "+ vec2(0.0, 16.0)",
        quarter(0.5, 0.5),
    ),
    (
        "void vertex() { vec4 at = SCREEN_MATRIX * CANVAS_MATRIX * MODEL_MATRIX * vec4(VERTEX, 0.0, 1.0);\n"
        "if (at.y > 0.5) { VERTEX.y += 32.0; } else { VERTEX.y += 64.0 - 32.0; } }",
        "+= 32.0",
        quarter(0.5, 0.5),
    ),
]


@holds_or_not
@pytest.mark.parametrize(("code", "rule", "expected"), VERTICES, ids=["item", "world", "skip", "matrices"])
def test_vertex_moves_the_corners(stage: MakeApp, code: str, rule: str, expected: Pixels, holds: bool) -> None:
    material = material_of(code if holds else code.replace(rule, rule[-1] if rule.endswith(";") else ""))
    app = stage(SIDE, SIDE)
    black = sprite(None, (0, 0, 0))

    assert_rule(shown(app, black, sprite(material, **CORNER)), expected, holds)


@holds_or_not
def test_vertex_changes_uv_and_colour(stage: MakeApp, holds: bool) -> None:
    material = material_of(
        "void vertex() { UV = UV * 0.5 + vec2(0.25); COLOR.g *= 0.5; }\nvoid fragment() { COLOR.b = UV.x; }"
        if holds
        else "void fragment() { COLOR.b = UV.x; }"
    )
    item = sprite(material, modulate=(0.5, 1, 1))

    assert_rule(shown(stage(SIDE, SIDE), item), plain(0.5, 0.5, ACROSS * 0.5 + 0.25), holds)


@holds_or_not
def test_a_varying_goes_from_vertex_to_fragment(stage: MakeApp, holds: bool) -> None:
    code = (
        "varying vec2 at;\nvarying flat ivec2 kind;\nvarying float parts[2];\nvarying vec3 unset;\n"
        "void vertex() { at = UV * 0.5; kind = ivec2(1, 3); parts[1] = 0.25; }\n"
        "void fragment() { at += vec2(parts[1]); COLOR.rgb = vec3(at, float(kind.y) * 0.25) + unset; }"
    )
    material = material_of(code if holds else code.replace("at = UV * 0.5; ", ""))

    assert_rule(shown(stage(SIDE, SIDE), sprite(material)), plain(ACROSS / 2 + 0.25, DOWN / 2 + 0.25, 0.75), holds)


@holds_or_not
def test_corners_are_counted_within_each_strip(stage: MakeApp, holds: bool) -> None:
    word = "VERTEX_ID" if holds else "0"
    material = material_of(
        f"varying float left;\nvoid vertex() {{ left = float({word} % 2) + float(INSTANCE_ID); }}\n"
        "void fragment() { COLOR.rgb = vec3(left > 0.25 && left < 0.75 ? 1.0 : 0.0); }"
    )

    picture = shown(stage(SIDE, SIDE), sprite(None, (0, 0, 0)), sprite(material))

    rows, columns = picture[:, :, 0].mean(axis=1), picture[:, :, 0].mean(axis=0)
    assert (sorted({round(x) for x in rows}) == [0, 1] or sorted({round(x) for x in columns}) == [0, 1]) is holds


# --- blending

BEHIND = np.array((0.25, 0.5, 0.75))
COLOR, ALPHA = np.array((0.5, 0.25, 1.0)), 0.5
BLENDS = {
    "blend_mix": BEHIND * (1 - ALPHA) + COLOR * ALPHA,
    "blend_add": BEHIND + COLOR * ALPHA,
    "blend_sub": BEHIND - COLOR * ALPHA,
    "blend_mul": BEHIND * COLOR,
    "blend_premul_alpha": BEHIND * (1 - ALPHA) + COLOR,
    "blend_disabled": COLOR,
}


@holds_or_not
@pytest.mark.parametrize("mode", BLENDS)
def test_each_render_mode_mixes_as_godot(stage: MakeApp, mode: str, holds: bool) -> None:
    other = "blend_mul" if mode != "blend_mul" else "blend_add"
    material = material_of(
        f"render_mode {mode if holds else other};\nvoid fragment() {{ COLOR = vec4(0.5, 0.25, 1.0, 0.5); }}"
    )

    picture = shown(stage(SIDE, SIDE), sprite(None, tuple(BEHIND)), sprite(material))

    assert_rule(picture, plain(*BLENDS[mode].clip(0, 1)), holds)


@holds_or_not
@pytest.mark.parametrize("mode", CanvasItemMaterial.BlendMode)
def test_each_blend_mode_of_a_material_mixes_as_godot(
    stage: MakeApp, mode: CanvasItemMaterial.BlendMode, holds: bool
) -> None:
    material = CanvasItemMaterial()
    material.blend_mode = mode if holds else CanvasItemMaterial.BlendMode((mode + 1) % 5)
    item = sprite(material, (*COLOR, ALPHA))

    picture = shown(stage(SIDE, SIDE), sprite(None, tuple(BEHIND)), item)

    assert_rule(picture, plain(*list(BLENDS.values())[mode].clip(0, 1)), holds)


def test_two_runs_are_the_same_bit_for_bit(stage: MakeApp) -> None:
    pictures = []
    for _ in range(2):
        app = stage(SIDE, SIDE)
        material = material_of(
            "uniform sampler2D a;\nvoid vertex() { VERTEX += sin(TIME + VERTEX.yx) * 3.0; }\n"
            "void fragment() { COLOR.rgb = texture(a, UV + vec2(cos(TIME))).rgb * vec3(UV, SCREEN_UV.x); }",
            a=DOTS,
        )
        pictures.append(shown(app, sprite(material, position=Vector2(3, 5), rotation=0.3), seconds=0.4))

    assert (pictures[0] == pictures[1]).all()
    assert len(np.unique(pictures[0])) > 10
