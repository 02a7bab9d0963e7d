"""What uniforms are set to: what they take, what they refuse, and the bytes that the GPU gets."""

from __future__ import annotations

import copy
import pickle
from math import inf, nan
from struct import unpack
from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import (
    Basis,
    Color,
    Plane,
    Projection,
    Quaternion,
    Rect2,
    Transform2D,
    Transform3D,
    Vector2,
    Vector2i,
    Vector3,
    Vector3i,
    Vector4,
)
from engine.resources import Image, ImageTexture
from engine.resources.shading.canvas_item_material import CanvasItemMaterial
from engine.resources.shading.shader import Shader
from engine.resources.shading.shader_material import ShaderMaterial
from engine.tree.scene_tree import SceneTree
from nodes import Sprite2D

NAN, TEXTURE = nan, ImageTexture()


def material_of(*uniforms: str) -> ShaderMaterial:
    shader = Shader()
    shader.code = "shader_type canvas_item;\n" + "".join(f"uniform {each};\n" for each in uniforms)
    assert shader.canvas.error == ""
    material = ShaderMaterial()
    material.shader = shader
    return material


TAKEN: list[tuple[str, Any, Any, str, tuple[float, ...]]] = [
    ("bool a", 1, True, "i", (1,)),
    ("bool a", np.bool_(False), False, "i", (0,)),
    ("int a", 5, 5, "i", (5,)),
    ("int a", -2.0, -2, "i", (-2,)),
    ("int a", np.int16(3), 3, "i", (3,)),
    ("uint a", 4294967295, 4294967295, "I", (4294967295,)),
    ("float a", 2, 2.0, "f", (2,)),
    ("float a", np.float32(0.5), 0.5, "f", (0.5,)),
    ("vec2 a", (1, 2), Vector2(1, 2), "2f", (1, 2)),
    ("vec2 a", np.array([1, 2]), Vector2(1, 2), "2f", (1, 2)),
    ("vec3 a", Vector3(1, 2, 3), Vector3(1, 2, 3), "3f", (1, 2, 3)),
    ("vec3 a", Color(0.5, 0.25, 1, 0.5), Color(0.5, 0.25, 1, 0.5), "3f", (0.5, 0.25, 1)),
    ("vec3 a : source_color", (0.5, 0.25, 1), Color(0.5, 0.25, 1), "3f", (0.5, 0.25, 1)),
    ("vec4 a", [1, 2, 3, 4], Vector4(1, 2, 3, 4), "4f", (1, 2, 3, 4)),
    ("vec4 a", Color(0.5, 0.25, 1, 0.5), Color(0.5, 0.25, 1, 0.5), "4f", (0.5, 0.25, 1, 0.5)),
    ("vec4 a", Rect2(1, 2, 3, 4), Rect2(1, 2, 3, 4), "4f", (1, 2, 3, 4)),
    ("vec4 a", Quaternion(0, 0, 0, 1), Quaternion(0, 0, 0, 1), "4f", (0, 0, 0, 1)),
    ("vec4 a", Plane(0, 1, 0, 5), Plane(0, 1, 0, 5), "4f", (0, 1, 0, 5)),
    ("vec4 a : source_color", "lime", Color(0, 1, 0), "4f", (0, 1, 0, 1)),
    ("vec4 a : source_color", (1, 0, 0), Color(1, 0, 0), "4f", (1, 0, 0, 1)),
    ("ivec2 a", (1, -2), Vector2i(1, -2), "2i", (1, -2)),
    ("ivec2 a", Vector2(3, 4), Vector2i(3, 4), "2i", (3, 4)),
    ("uvec3 a", (1, 2, 3), Vector3i(1, 2, 3), "3I", (1, 2, 3)),
    ("bvec2 a", (False, True), 2, "2i", (0, 1)),
    ("bvec4 a", 0b1001, 9, "4i", (1, 0, 0, 1)),
    ("mat2 a", (1, 2, 3, 4), Transform2D(1, 2, 3, 4, 0, 0), "4f", (1, 2, 3, 4)),
    ("mat2 a", Transform2D(1, 2, 3, 4, 5, 6), Transform2D(1, 2, 3, 4, 5, 6), "4f", (1, 2, 3, 4)),
    ("mat3 a", Basis(1, 2, 3, 4, 5, 6, 7, 8, 9), Basis(1, 2, 3, 4, 5, 6, 7, 8, 9), "9f", (1, 2, 3, 4, 5, 6, 7, 8, 9)),
    (
        "mat3 a",
        Transform2D(1, 2, 3, 4, 5, 6),
        Basis(1, 2, 0, 3, 4, 0, 5, 6, 1),
        "9f",
        (1, 2, 0, 3, 4, 0, 5, 6, 1),
    ),
    ("mat4 a", tuple(range(16)), Projection(*range(16)), "16f", tuple(range(16))),
    (
        "mat4 a",
        Transform2D(1, 2, 3, 4, 5, 6),
        Projection(1, 2, 0, 0, 3, 4, 0, 0, 0, 0, 1, 0, 5, 6, 0, 1),
        "16f",
        (1, 2, 0, 0, 3, 4, 0, 0, 0, 0, 1, 0, 5, 6, 0, 1),
    ),
    (
        "mat4 a",
        Transform3D(Basis(), (1, 2, 3)),
        Projection(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1),
        "16f",
        (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1),
    ),
    ("float a[3]", [1, 2], (1.0, 2.0), "3f", (1, 2, 0)),
    ("int a[2]", np.array([7, 8]), (7, 8), "2i", (7, 8)),
    ("bool a[3]", [True, False, True], (1, 0, 1), "3i", (1, 0, 1)),
    ("vec2 a[2]", [(1, 2), Vector2(3, 4)], (Vector2(1, 2), Vector2(3, 4)), "4f", (1, 2, 3, 4)),
    ("vec2 a[2]", np.array([[1, 2], [3, 4]]), (Vector2(1, 2), Vector2(3, 4)), "4f", (1, 2, 3, 4)),
    ("vec2 a[2]", [1, 2, 3, 4], (Vector2(1, 2), Vector2(3, 4)), "4f", (1, 2, 3, 4)),
    ("vec3 a[2] : source_color", ["red"], (Color(1, 0, 0),), "6f", (1, 0, 0, 0, 0, 0)),
    ("ivec2 a[2]", [(1, 2), (3, 4)], (1, 2, 3, 4), "4i", (1, 2, 3, 4)),
    ("bvec2 a[2]", [(True, False), (False, True)], (1, 0, 0, 1), "4i", (1, 0, 0, 1)),
    ("mat2 a[2]", [Transform2D(1, 2, 3, 4, 5, 6)], (1.0, 2.0, 3.0, 4.0), "8f", (1, 2, 3, 4, 0, 0, 0, 0)),
]


@pytest.mark.parametrize(("uniform", "value", "kept", "form", "numbers"), TAKEN)
def test_a_uniform_takes_what_its_type_is_made_of(
    uniform: str, value: Any, kept: Any, form: str, numbers: tuple[float, ...]
) -> None:
    material = material_of(uniform)

    material.set_shader_parameter("a", value)

    found = material.get_shader_parameter("a")
    assert found == kept
    assert type(found) is type(kept)
    assert material.shader is not None
    data = material.uniform_data(material.shader.canvas.uniforms["a"])
    assert data is not None
    assert unpack(form, data) == numbers


REFUSED: list[tuple[str, list[Any]]] = [
    ("bool a", [0.5, "yes", [True], object()]),
    ("int a", ["1", 1.5, nan, inf, [1], 1 << 31, -(1 << 31) - 1]),
    ("uint a", [-1, 1 << 32]),
    ("float a", ["1", nan, inf, -inf, 10**400, 1e39, [1.0], 1j, True, Vector2(1, 2)]),
    ("vec2 a", [1.0, "ab", (), (1,), (1, 2, 3), (nan, 0), (0, inf), {1, 2}, {1: 2}]),
    ("vec3 a", [(1, 2), (1, 2, 3, 4), "red"]),
    ("vec3 a : source_color", [(1, 2), "no such colour", (nan, 0, 0), 5]),
    ("vec4 a", [(1, 2, 3), Vector3(1, 2, 3), "red"]),
    ("ivec2 a", [(1.5, 2), (1, 2, 3), (1 << 31, 0)]),
    ("uvec2 a", [(-1, 0)]),
    ("bvec2 a", [4, -1, (1, 2, 3), (True,), ("a", "b")]),
    ("mat2 a", [1.0, (1, 2, 3), Basis()]),
    ("mat3 a", [(1, 2), (nan,) * 9]),
    ("mat4 a", [(1, 2), (inf,) * 16]),
    ("float a[2]", [1.0, [1, 2, 3], [nan], "ab", Vector2(1, 2)]),
    ("vec2 a[2]", [[1, 2, 3], [(1, 2), (3, 4), (5, 6)], [(1, 2, 3)]]),
    ("ivec2 a[2]", [[1, 2, 3], [1, 2, 3, 4, 5, 6]]),
    ("sampler2D a", ["res://ship.png", Image(), 1, [TEXTURE]]),
    ("sampler2D a[2]", [TEXTURE, [TEXTURE, 1], [None, None, None]]),
]


@pytest.mark.parametrize(("uniform", "values"), REFUSED)
def test_a_uniform_refuses_what_it_cannot_be_by_name_and_leaves_what_it_was(uniform: str, values: list[Any]) -> None:
    material = material_of(uniform)

    for value in values:
        with pytest.raises(
            InvalidTypeError, match=r"^ShaderMaterial.shader_parameter/a must be .*, as Shader code:2 ha"
        ):
            material.set_shader_parameter("a", value)

    assert material.get_shader_parameter("a") is None
    assert material.revision == 1


def test_the_text_of_an_error_names_file_type_and_value() -> None:
    material = material_of("float a")
    assert material.shader is not None
    material.shader.resource_path = "res://post/wave.gdshader"

    with pytest.raises(InvalidTypeError) as error:
        material.set_shader_parameter("a", "fast")

    assert str(error.value) == (
        "ShaderMaterial.shader_parameter/a must be a finite float, as post/wave.gdshader:2 has it, got 'fast' (str)"
    )


def test_a_uniform_that_is_not_there_is_refused_with_the_nearest() -> None:
    material = material_of("float speed")

    with pytest.raises(InvalidValueError) as error:
        material.set_shader_parameter("sped", 1)
    with pytest.raises(
        InvalidValueError, match=r"^ShaderMaterial.get_shader_parameter\('pace'\): Shader code has no uni"
    ):
        material.get_shader_parameter("pace")

    assert str(error.value) == (
        "ShaderMaterial.set_shader_parameter('sped'): Shader code has no uniform 'sped'; did you mean 'speed'?"
    )


def test_what_is_set_before_the_shader_is_kept_and_becomes_what_the_shader_wants() -> None:
    material = ShaderMaterial()
    material.set_shader_parameter("a", (1, 2))
    material.set_shader_parameter("b", "no number")
    material.set_shader_parameter("c", 1)

    material.shader = material_of("vec2 a", "float b").shader

    assert material.get_shader_parameter("a") == Vector2(1, 2)
    assert type(material.get_shader_parameter("a")) is Vector2
    assert (material.get_shader_parameter("b"), material.get_shader_parameter("c")) == ("no number", 1)
    assert material.shader is not None
    assert material.uniform_data(material.shader.canvas.uniforms["b"]) is None


def test_a_broken_shader_takes_everything() -> None:
    shader = Shader()
    shader.code = "shader_type canvas_item;\nuniform float a;\nuniform flot b;"
    material = ShaderMaterial()
    material.shader = shader

    material.set_shader_parameter("b", 5)

    assert material.get_shader_parameter("b") == 5
    with pytest.raises(InvalidTypeError, match="must be a finite float"):
        material.set_shader_parameter("a", "x")


def test_none_takes_a_value_back_and_every_change_is_told() -> None:
    material = material_of("float a = 3.0")
    told: list[Any] = []
    material.changed.connect(lambda: told.append(material.get_shader_parameter("a")))

    material.set_shader_parameter("a", 2)
    material.set_shader_parameter("a", None)

    assert told == [2.0, None]


def test_the_bytes_are_those_of_the_last_value() -> None:
    material = material_of("float a")
    assert material.shader is not None
    uniform = material.shader.canvas.uniforms["a"]
    found = []

    for value in (1, 2, None, 2):
        material.set_shader_parameter("a", value)
        found.append(material.uniform_data(uniform))

    assert [each and unpack("f", each)[0] for each in found] == [1.0, 2.0, None, 2.0]


def test_a_uniform_is_a_property_too_so_that_tweens_change_it() -> None:
    material: Any = material_of("float speed = 3.0", "vec4 tint : source_color = vec4(1.0)")
    tree = SceneTree()
    sprite = tree.root.add_child(Sprite2D(material=material))

    assert getattr(material, "shader_parameter/speed") == 3.0
    sprite.create_tween().tween_property(material, "shader_parameter/speed", 5.0, 1.0)
    sprite.create_tween().tween_property(sprite, "material:shader_parameter/tint", Color(0, 0, 0, 0), 1.0)
    tree.advance(0.5)

    assert material.get_shader_parameter("speed") == pytest.approx(4.0)
    assert material.get_shader_parameter("tint") == Color(0.5, 0.5, 0.5, 0.5)
    with pytest.raises(AttributeError, match="has no attribute 'speed'"):
        _ = material.speed
    tree.shutdown()


def test_a_change_of_the_shader_is_a_change_of_the_material() -> None:
    material = material_of("float a")
    before = material.revision
    assert material.shader is not None

    material.shader.code = "shader_type canvas_item;\nrender_mode blend_add;"

    assert material.revision == before + 1


def test_a_duplicate_has_its_own_values_and_the_same_shader() -> None:
    material = material_of("float a", "float b[2]")
    material.set_shader_parameter("a", 1)

    for other in (
        material.duplicate(),
        copy.copy(material),
        copy.deepcopy(material),
        pickle.loads(pickle.dumps(material)),
    ):
        other.set_shader_parameter("a", 2)
        other.set_shader_parameter("b", [1])

        assert (material.get_shader_parameter("a"), material.get_shader_parameter("b")) == (1.0, None)
        assert other.shader is not None
        assert other.shader.code == material.shader.code  # type: ignore[union-attr]
    assert material.duplicate().shader is material.shader
    assert material.duplicate(True).shader is not material.shader


def test_a_snapshot_puts_values_and_code_back() -> None:
    tree = SceneTree()
    material = material_of("float a")
    material.set_shader_parameter("a", 1)
    tree.root.add_child(Sprite2D(material=material))
    snapshot = tree.snapshot()
    assert material.shader is not None
    uniform = material.shader.canvas.uniforms["a"]
    material.set_shader_parameter("a", 2)
    assert unpack("f", material.uniform_data(uniform) or b"") == (2.0,)
    material.shader.code = "shader_type canvas_item;"

    tree.restore(snapshot)

    assert material.get_shader_parameter("a") == 1.0
    assert list(material.shader.canvas.uniforms) == ["a"]
    assert unpack("f", material.uniform_data(material.shader.canvas.uniforms["a"]) or b"") == (1.0,)
    tree.shutdown()


# --- shaders


@pytest.mark.parametrize(
    ("code", "mode"),
    [
        ("", Shader.Mode.SPATIAL),
        ("shader_type canvas_item;", Shader.Mode.CANVAS_ITEM),
        ("shader_type particles;\nvoid start() {}", Shader.Mode.PARTICLES),
        ("shader_type sky;", Shader.Mode.SKY),
        ("shader_type fog;", Shader.Mode.FOG),
        ("nonsense", Shader.Mode.SPATIAL),
    ],
)
def test_a_shader_has_the_mode_that_its_text_says(code: str, mode: Shader.Mode) -> None:
    shader = Shader()
    shader.code = code

    assert shader.get_mode() is mode


def test_a_text_is_read_once_for_each_change() -> None:
    shader = Shader()
    shader.code = "shader_type canvas_item;\nuniform float a;"
    canvas = shader.canvas

    assert shader.canvas is canvas
    shader.code = "shader_type canvas_item;\nuniform float b;"
    assert list(shader.canvas.uniforms) == ["b"]


def test_default_textures_stand_in_where_a_material_sets_none() -> None:
    material = material_of("sampler2D a", "sampler2D b[2]")
    first, second = ImageTexture(), ImageTexture()
    shader = material.shader
    assert shader is not None
    shader.set_default_texture_parameter("a", first)
    shader.set_default_texture_parameter("b", second, 1)
    a, b = shader.canvas.uniforms.values()

    assert (shader.get_default_texture_parameter("a"), shader.get_default_texture_parameter("b")) == (first, None)
    assert [material.uniform_texture(uniform, i) for uniform, i in ((a, 0), (b, 0), (b, 1))] == [first, None, second]
    material.set_shader_parameter("a", second)
    material.set_shader_parameter("b", [first, None])
    assert [material.uniform_texture(uniform, i) for uniform, i in ((a, 0), (b, 0), (b, 1))] == [second, first, second]
    shader.set_default_texture_parameter("a", None)
    material.set_shader_parameter("a", None)
    assert material.uniform_texture(a, 0) is None


def test_a_canvas_item_material_has_godots_choices() -> None:
    material = CanvasItemMaterial()

    material.blend_mode = 4

    assert material.blend_mode is CanvasItemMaterial.BlendMode.PREMULT_ALPHA
    with pytest.raises(
        InvalidValueError, match=r"^CanvasItemMaterial.blend_mode must be one of MIX 0, ADD 1, .*, got 5"
    ):
        material.blend_mode = 5
    with pytest.raises(
        InvalidValueError, match=r"^CanvasItemMaterial.particles_anim_h_frames must be from 1 to 128, got 0"
    ):
        material.particles_anim_h_frames = 0
