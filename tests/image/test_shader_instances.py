"""Instance and global uniforms, and what is seen only by light: as the screen shows them.

Every rule is tested twice: as it is, and switched off, where the pixels must not be those any more.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from engine.app import App
from engine.math import Color, Transform2D
from engine.resources import Image, ImageTexture
from engine.resources.shading.canvas_item_material import CanvasItemMaterial
from engine.resources.shading.global_parameter import GlobalShaderParameterType as Type
from engine.resources.shading.shader_material import ShaderMaterial
from nodes import Node2D, SubViewport
from tests.image.shader_pictures import ACROSS, CORNER, SIDE, assert_rule, material_of, plain, quarter, shown, sprite

MakeApp = Callable[..., App]

holds_or_not = pytest.mark.parametrize("holds", [True, False], ids=["rule", "off"])

GREEN = ImageTexture(Image.create(1, 1, (0, 1, 0)))
HALF: dict[str, Any] = {"scale": (0.5, 1), "position": (SIDE / 2, 0)}


@pytest.fixture(autouse=True)
def _no_globals(stage: MakeApp) -> Iterator[None]:
    """The applications are used again: what a test has added must not be there in the next one."""
    yield
    server = stage(SIDE, SIDE).render
    for name in server.global_shader_parameter_get_list():
        server.global_shader_parameter_remove(name)


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING]


# --- instance uniforms


@holds_or_not
def test_two_items_of_one_material_have_values_of_their_own(stage: MakeApp, holds: bool) -> None:
    material = material_of("instance uniform float a = 1.0;\nvoid fragment() { COLOR.rgb = vec3(a); }")
    left, right = sprite(material, scale=(0.5, 1)), sprite(material, **HALF)
    left.set_instance_shader_parameter("a", 0.25)
    right.set_instance_shader_parameter("a", 0.75 if holds else 0.25)

    expected = plain(*[np.where(ACROSS < 0.5, 0.25, 0.75)] * 3)

    assert_rule(shown(stage(SIDE, SIDE), left, right), expected, holds)


KINDS: list[tuple[str, Any, str, tuple[float, ...]]] = [
    ("bool a", True, "vec3(a ? 0.5 : 0.1)", (0.5, 0.5, 0.5)),
    ("int a", -5, "vec3(float(-a) * 0.1)", (0.5, 0.5, 0.5)),
    ("uint a", 4000000000, "vec3(a == 4000000000u ? 0.5 : 0.1)", (0.5, 0.5, 0.5)),
    ("vec2 a", (0.5, 0.75), "vec3(a, 0.0)", (0.5, 0.75, 0)),
    ("vec4 a : source_color", "lime", "a.rgb", (0, 1, 0)),
    ("ivec3 a", (1, -2, 3), "abs(vec3(a)) * 0.25", (0.25, 0.5, 0.75)),
    ("bvec3 a", (True, False, True), "vec3(a)", (1, 0, 1)),
]


@holds_or_not
@pytest.mark.parametrize(("uniform", "value", "color", "expected"), KINDS, ids=[each[0][:6] for each in KINDS])
def test_an_instance_uniform_of_each_kind_reaches_the_pixel(
    stage: MakeApp, uniform: str, value: Any, color: str, expected: tuple[float, ...], holds: bool
) -> None:
    item = sprite(material_of(f"instance uniform {uniform};\nvoid fragment() {{ COLOR.rgb = {color}; }}"))
    if holds:
        item.set_instance_shader_parameter("a", value)

    assert_rule(shown(stage(SIDE, SIDE), item), plain(*expected), holds)


@holds_or_not
def test_an_instance_uniform_moves_vertices(stage: MakeApp, holds: bool) -> None:
    code = "instance uniform vec2 away;\nvoid vertex() { VERTEX += away; }"
    items = [sprite(None, (0, 0, 0)), sprite(material_of(code), scale=(0.5, 0.5))]
    items[1].set_instance_shader_parameter("away", (SIDE if holds else 0, 0))

    assert_rule(shown(stage(SIDE, SIDE), *items), quarter(0.5, 0), holds)


@holds_or_not
def test_a_value_that_is_set_later_is_drawn_without_drawing_anew(stage: MakeApp, holds: bool) -> None:
    item = sprite(material_of("instance uniform float a = 1.0;\nvoid fragment() { COLOR.rgb = vec3(a); }"))
    app = stage(SIDE, SIDE)
    shown(app, item)
    item.set_instance_shader_parameter("a", 0.5 if holds else None)

    assert_rule(app.screenshot().pixels[:, :, :3] / 255, plain(0.5, 0.5, 0.5), holds)


@holds_or_not
def test_the_owner_of_a_group_has_a_value_of_its_own(stage: MakeApp, holds: bool) -> None:
    code = "uniform sampler2D screen : hint_screen_texture;\ninstance uniform float a = 1.0;\n"
    code += "void fragment() { COLOR = vec4(texture(screen, SCREEN_UV).rgb * a, 1.0); }"
    owner = sprite(material_of(code), clip_children=owner_mode())
    owner.add_child(sprite(None, (1, 1, 1)))
    owner.set_instance_shader_parameter("a", 0.5 if holds else None)

    assert_rule(shown(stage(SIDE, SIDE), owner), plain(0.5, 0.5, 0.5), holds)


def owner_mode() -> Any:
    return Node2D.ClipChildrenMode.ONLY


# --- global uniforms

GLOBALS: list[tuple[str, Type, Any, str, tuple[float, ...]]] = [
    ("float a", Type.FLOAT, 0.5, "vec3(a)", (0.5, 0.5, 0.5)),
    ("bool a", Type.BOOL, True, "vec3(a ? 0.5 : 0.1)", (0.5, 0.5, 0.5)),
    ("ivec4 a", Type.RECT2I, (1, 2, 3, 4), "vec3(a.yzw) * 0.25", (0.5, 0.75, 1)),
    ("vec4 a : source_color", Type.COLOR, "lime", "a.rgb", (0, 1, 0)),
    ("vec4 a", Type.RECT2, (0.25, 0.5, 0.75, 1), "a.xyz", (0.25, 0.5, 0.75)),
    ("mat3 a", Type.TRANSFORM_2D, Transform2D(1, 0, 0, 1, 0.25, 0.75), "a * vec3(0.0, 0.0, 1.0)", (0.25, 0.75, 1)),
    ("sampler2D a", Type.SAMPLER2D, GREEN, "texture(a, UV).rgb", (0, 1, 0)),
]


@holds_or_not
@pytest.mark.parametrize(("uniform", "type", "value", "color", "expected"), GLOBALS, ids=lambda each: str(each)[:9])
def test_a_global_uniform_of_each_kind_reaches_the_pixels_of_every_shader(
    stage: MakeApp, uniform: str, type: Type, value: Any, color: str, expected: tuple[float, ...], holds: bool
) -> None:
    app = stage(SIDE, SIDE)
    zero = {Type.COLOR: "black", Type.SAMPLER2D: None, Type.TRANSFORM_2D: Transform2D(0, 0, 0, 0, 0, 0)}
    start = zero.get(type, (0, 0, 0, 0) if type in (Type.RECT2, Type.RECT2I) else False if type == Type.BOOL else 0)
    app.render.global_shader_parameter_add("a", type, start)
    code = f"global uniform {uniform};\nvoid fragment() {{ COLOR.rgb = {color}; }}"
    halves = sprite(material_of(code), scale=(0.5, 1)), sprite(material_of(code), **HALF)
    shown(app, *halves)
    if holds:
        app.render.global_shader_parameter_set("a", value)

    assert_rule(app.screenshot().pixels[:, :, :3] / 255, plain(*expected), holds)


@holds_or_not
def test_a_texture_without_a_value_is_the_colour_of_its_hint(stage: MakeApp, holds: bool) -> None:
    app = stage(SIDE, SIDE)
    app.render.global_shader_parameter_add("a", Type.SAMPLER2D, None)
    hint = "hint_default_black" if holds else "hint_default_white"
    code = f"global uniform sampler2D a : {hint};\nvoid fragment() {{ COLOR.rgb = texture(a, UV).rgb; }}"

    assert_rule(shown(app, sprite(material_of(code))), plain(0, 0, 0), holds)


@holds_or_not
def test_a_viewport_that_is_read_as_a_global_is_drawn_before(stage: MakeApp, holds: bool) -> None:
    app = stage(SIDE, SIDE)
    view = SubViewport(size=(SIDE, SIDE))
    view.add_child(sprite(None, (1, 0, 0)))
    app.tree.root.add_child(view)
    app.render.global_shader_parameter_add("a", Type.SAMPLER2D, view.get_texture() if holds else GREEN)
    code = "global uniform sampler2D a;\nvoid fragment() { COLOR.rgb = texture(a, UV).rgb; }"

    assert_rule(shown(app, sprite(material_of(code))), plain(1, 0, 0), holds)


@pytest.mark.parametrize(
    ("type", "message"),
    [
        (None, r"Shader code:2: there is no global uniform 'wind'"),
        (Type.FLOAT, r"Shader code:2: global uniform wind must be a float, as the render server has it, got vec2"),
    ],
    ids=["unknown", "other type"],
)
def test_a_shader_that_names_a_wrong_global_is_told_once_and_drawn_without(
    make_app: MakeApp, caplog: pytest.LogCaptureFixture, type: Type | None, message: str
) -> None:
    app = make_app(SIDE, SIDE)
    if type is not None:
        app.render.global_shader_parameter_add("wind", type, 1.0)
    material = material_of("global uniform vec2 wind;\nvoid fragment() { COLOR.rgb = vec3(wind, 0.0); }")
    items = sprite(None, (0, 0, 0)), sprite(material, **CORNER)

    for picture in [shown(app, *items), shown(app), shown(app)]:
        assert_rule(picture, quarter(0.5, 0), True)
    (line,) = warnings(caplog)
    assert line.startswith(message)
    assert line.endswith("; <Sprite2D '/root/Sprite2D2'> is drawn as without this shader")


def test_a_global_that_is_added_later_is_drawn_with_and_one_that_is_removed_is_not(
    make_app: MakeApp, caplog: pytest.LogCaptureFixture
) -> None:
    app = make_app(SIDE, SIDE)
    material = material_of("global uniform vec2 wind;\nvoid fragment() { COLOR.rgb = vec3(wind, 0.0); }")
    shown(app, sprite(material))

    app.render.global_shader_parameter_add("wind", Type.VEC2, (0, 1))
    assert_rule(shown(app), plain(0, 1, 0), True)

    app.render.global_shader_parameter_remove("wind")
    assert_rule(shown(app), plain(1, 1, 1), True)
    assert len(warnings(caplog)) == 2


# --- light


@holds_or_not
@pytest.mark.parametrize("kind", ["item", "shader"])
def test_what_is_seen_only_by_light_is_not_drawn(stage: MakeApp, kind: str, holds: bool) -> None:
    material: CanvasItemMaterial | ShaderMaterial
    if kind == "item":
        material = CanvasItemMaterial()
        material.light_mode = material.LightMode.LIGHT_ONLY if holds else material.LightMode.NORMAL
    else:
        material = material_of(f"render_mode {'light_only' if holds else 'unshaded'};")

    assert_rule(shown(stage(SIDE, SIDE), sprite(None, (0, 0, 1)), sprite(material)), plain(0, 0, 1), holds)


@holds_or_not
def test_children_of_a_mask_that_is_seen_only_by_light_are_not_drawn_either(stage: MakeApp, holds: bool) -> None:
    material = CanvasItemMaterial()
    material.light_mode = material.LightMode.LIGHT_ONLY if holds else material.LightMode.NORMAL
    owner = sprite(material, clip_children=owner_mode())
    owner.add_child(sprite(None, Color(1, 0, 0)))

    assert_rule(shown(stage(SIDE, SIDE), sprite(None, (0, 0, 1)), owner), plain(0, 0, 1), holds)
