"""Shaders and materials in files: read, with what they include, and written."""

from __future__ import annotations

import os
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError, ResourceFormatError, SceneError
from engine.math import Color, Transform2D, Vector2, Vector3
from engine.resources import CacheMode, Image, ImageTexture
from engine.resources.loading.missing_resource import MissingResource
from engine.resources.shading.canvas_item_material import CanvasItemMaterial
from engine.resources.shading.shader import Shader
from engine.resources.shading.shader_material import ShaderMaterial
from nodes import Sprite2D
from scenes import PackedScene, ResourceSaver

WAVE = """shader_type canvas_item;
uniform float speed = 1.0;
uniform vec4 tint : source_color = vec4(1.0);
uniform vec3 axis;
uniform sampler2D noise;
uniform float weights[3];
uniform vec2 points[2];
uniform mat2 turn;
uniform bvec2 flags;
uniform int kind;
"""


@pytest.mark.parametrize("suffix", [".gdshader", ".glsl"])
def test_a_shader_file_is_read_and_its_errors_name_it(project: Any, suffix: str) -> None:
    project.write(f"post/wave{suffix}", WAVE)
    project.write(f"post/bad{suffix}", "shader_type canvas_item;\n\n\nuniform flot a;")

    shader = project.load(f"res://post/wave{suffix}")

    assert (shader.code, shader.canvas.error, shader.get_mode()) == (WAVE, "", Shader.Mode.CANVAS_ITEM)
    assert [each.name for each in shader.get_shader_uniform_list()][:3] == ["speed", "tint", "axis"]
    assert project.load(f"post/bad{suffix}").canvas.error.startswith(f"post/bad{suffix}:4: 'flot' is no type")


def test_a_shader_file_that_is_no_text_or_too_long_is_refused(project: Any) -> None:
    (project.root / "a.gdshader").write_bytes(b"shader_type \xff")
    project.write("b.gdshader", " " * 262_145)

    with pytest.raises(ResourceFormatError, match=r"res://a.gdshader - is no text in UTF-8: .* at byte 12"):
        project.load("a.gdshader")
    with pytest.raises(ResourceFormatError, match=r"res://b.gdshader - is longer than 262,144 characters"):
        project.load("b.gdshader")


def test_includes_are_found_from_the_project_and_beside_the_file(project: Any) -> None:
    project.write("post/wave.gdshader", 'shader_type canvas_item;\n#include "lib/a.gdshaderinc"\nuniform float c;')
    project.write("post/lib/a.gdshaderinc", '#include "b.gdshaderinc"\nuniform float a;')
    project.write("post/lib/b.gdshaderinc", '#include "res://top.gdshaderinc"\nuniform float b;')
    project.write("top.gdshaderinc", "uniform float top;")

    shader = project.load("post/wave.gdshader")

    assert shader.canvas.error == ""
    assert list(shader.canvas.uniforms) == ["top", "b", "a", "c"]
    assert shader.canvas.uniforms["b"].place == "post/lib/b.gdshaderinc:2"


def test_an_include_by_uid_is_found(project: Any) -> None:
    project.write("lib/a.gdshaderinc", "uniform float a;")
    project.write("lib/a.gdshaderinc.uid", "uid://dm3rdgs30kfci\n")
    project.write("wave.gdshader", 'shader_type canvas_item;\n#include "uid://dm3rdgs30kfci"')

    assert list(project.load("wave.gdshader").canvas.uniforms) == ["a"]


@pytest.mark.parametrize(
    ("wanted", "problem"),
    [
        ("res://../secret.gdshaderinc", "leaves the project's folder"),
        ("/etc/passwd", "leaves the project's folder"),
        ("..\\\\secret.gdshaderinc", "leaves the project's folder"),
        ("res://nowhere.gdshaderinc", "there is no such file"),
        ("uid://dm3rdgs30kfci", "no file of the project has this uid"),
        ("res://notes.txt", "a shader includes files with the suffix .gdshaderinc"),
        ("linked.gdshaderinc", "leads out of the project's folder"),
    ],
)
def test_an_include_reads_shader_texts_of_the_project_alone(project: Any, wanted: str, problem: str) -> None:
    project.write("game/notes.txt", "uniform float secret;")
    project.write("secret.gdshaderinc", "uniform float secret;")
    os.symlink(project.root / "secret.gdshaderinc", project.root / "game/linked.gdshaderinc")
    project.write("game/wave.gdshader", f'shader_type canvas_item;\n#include "{wanted}"')
    project.loader.root = project.root / "game"

    error = project.load("wave.gdshader").canvas.error

    assert error.startswith(f'wave.gdshader:2: #include "{wanted}": ')
    assert problem in error
    assert "secret;" not in error


def test_a_shader_that_is_read_anew_says_something_else(project: Any) -> None:
    project.write("wave.gdshader", WAVE)
    shader = project.load("wave.gdshader")
    assert "speed" in shader.canvas.uniforms
    project.write("wave.gdshader", "shader_type canvas_item;\nuniform float pace;")

    assert project.loader.load("wave.gdshader", Shader, CacheMode.REPLACE) is shader
    assert list(shader.canvas.uniforms) == ["pace"]


# --- materials

SCENE = """[gd_scene load_steps=4 format=3]

[ext_resource type="Shader" path="res://wave.gdshader" id="1_a"]
[ext_resource type="Texture2D" path="res://noise.png" id="2_b"]

[sub_resource type="ShaderMaterial" id="ShaderMaterial_x"]
shader = ExtResource("1_a")
shader_parameter/speed = 2.5
shader_parameter/tint = Color(1, 0.5, 0, 1)
shader_parameter/axis = Vector3(1, 2, 3)
shader_parameter/noise = ExtResource("2_b")
shader_parameter/weights = PackedFloat32Array(1, 2)
shader_parameter/points = PackedVector2Array(1, 2, 3, 4)
shader_parameter/turn = Transform2D(1, 2, 3, 4, 0, 0)
shader_parameter/flags = 2
shader_parameter/kind = 7

[sub_resource type="CanvasItemMaterial" id="CanvasItemMaterial_y"]
blend_mode = 1
light_mode = 1
particles_animation = true
particles_anim_h_frames = 2
particles_anim_v_frames = 3
particles_anim_loop = true

[node name="Ship" type="Sprite2D"]
material = SubResource("ShaderMaterial_x")

[node name="Flame" type="Sprite2D" parent="."]
material = SubResource("CanvasItemMaterial_y")
"""


@pytest.fixture
def scene(project: Any) -> PackedScene:
    project.write("wave.gdshader", WAVE)
    Image.create(2, 2, (1, 0, 0)).save_png(project.root / "noise.png")
    project.write("level.tscn", SCENE)
    scene: PackedScene = project.loader.load("level.tscn", PackedScene)
    return scene


def test_materials_of_a_scene_file_are_read(scene: PackedScene) -> None:
    ship = scene.instantiate(Sprite2D)

    material = ship.material
    assert isinstance(material, ShaderMaterial)
    assert material.shader is not None
    assert material.shader.resource_path == "res://wave.gdshader"
    assert material.get_shader_parameter("speed") == 2.5
    assert material.get_shader_parameter("tint") == Color(1, 0.5, 0)
    assert material.get_shader_parameter("axis") == Vector3(1, 2, 3)
    assert isinstance(material.get_shader_parameter("noise"), ImageTexture)
    assert material.get_shader_parameter("weights") == (1.0, 2.0)
    assert material.get_shader_parameter("points") == (Vector2(1, 2), Vector2(3, 4))
    assert material.get_shader_parameter("turn") == Transform2D(1, 2, 3, 4, 0, 0)
    assert (material.get_shader_parameter("flags"), material.get_shader_parameter("kind")) == (2, 7)
    flame = ship.get_node("Flame", Sprite2D).material
    assert isinstance(flame, CanvasItemMaterial)
    assert (flame.blend_mode, flame.light_mode) == (CanvasItemMaterial.BlendMode.ADD, 1)
    assert (flame.particles_anim_h_frames, flame.particles_anim_v_frames, flame.particles_anim_loop) == (2, 3, True)
    assert not scene.report


def test_a_scene_with_materials_is_written_back_as_it_was(project: Any, scene: PackedScene) -> None:
    root = scene.instantiate(Sprite2D)

    scene.pack(root)
    ResourceSaver(project.loader).save(scene, "res://level.tscn")

    assert (project.root / "level.tscn").read_text("utf-8") == SCENE


def test_a_parameter_that_changed_is_written(project: Any, scene: PackedScene) -> None:
    root = scene.instantiate(Sprite2D)
    material: Any = root.material
    material.set_shader_parameter("speed", 4)
    material.set_shader_parameter("axis", None)
    material.set_shader_parameter("tint", "red")

    scene.pack(root)
    ResourceSaver(project.loader).save(scene, "res://level.tscn")

    wanted = SCENE.replace("speed = 2.5", "speed = 4.0").replace("Color(1, 0.5, 0, 1)", "Color(1, 0, 0, 1)")
    wanted = wanted.replace("shader_parameter/axis = Vector3(1, 2, 3)\n", "")
    assert (project.root / "level.tscn").read_text("utf-8") == wanted


def test_a_material_made_in_code_is_saved_and_read(project: Any) -> None:
    shader = Shader()
    shader.code = WAVE
    material = ShaderMaterial()
    material.set_shader_parameter("speed", 3)
    material.shader = shader
    material.set_shader_parameter("points", [(1, 2)])
    material.set_shader_parameter("noise", ImageTexture(Image.create(1, 1, (0, 1, 0))))

    ResourceSaver(project.loader).save(material, "res://look.tres")
    found = type(project)(project.root).loader.load("look.tres", ShaderMaterial)

    assert found.shader is not None
    assert found.shader.code == WAVE
    assert found.get_shader_parameter("speed") == 3.0
    assert found.get_shader_parameter("points") == (Vector2(1, 2),)
    assert found.get_shader_parameter("noise").image.get_pixel(0, 0) == Color(0, 1, 0)


def test_errors_of_a_shader_inside_of_a_scene_name_the_scene(project: Any) -> None:
    project.write(
        "level.tscn",
        '[gd_scene format=3]\n\n[sub_resource type="Shader" id="Shader_q"]\ncode = "shader_type canvas_item;\n'
        'uniform flot a;"\n\n[sub_resource type="ShaderMaterial" id="M"]\nshader = SubResource("Shader_q")\n'
        'shader_parameter/a = 1.0\n\n[node name="A" type="Sprite2D"]\nmaterial = SubResource("M")\n',
    )

    material: Any = project.loader.load("level.tscn", PackedScene).instantiate(Sprite2D).material

    assert material.shader.canvas.error.startswith("level.tscn::Shader_q:2: 'flot' is no type")
    assert material.get_shader_parameter("a") == 1.0


def test_a_parameter_of_the_wrong_type_in_a_file_is_an_error_with_its_line(project: Any) -> None:
    project.write("wave.gdshader", WAVE)
    project.write(
        "look.tres",
        '[gd_resource type="ShaderMaterial" load_steps=2 format=3]\n\n'
        '[ext_resource type="Shader" path="res://wave.gdshader" id="1"]\n\n[resource]\n'
        'shader = ExtResource("1")\nshader_parameter/speed = "fast"\n',
    )

    with pytest.raises(SceneError) as error:
        project.loader.load("look.tres")

    assert str(error.value) == (
        "res://look.tres:7: the resource: ShaderMaterial.shader_parameter/speed must be a finite float, as "
        "wave.gdshader:2 has it, got 'fast' (str)"
    )


def test_a_parameter_that_the_shader_has_not_is_reported_and_kept(project: Any) -> None:
    project.write("wave.gdshader", WAVE)
    text = (
        '[gd_resource type="ShaderMaterial" load_steps=2 format=3]\n\n'
        '[ext_resource type="Shader" path="res://wave.gdshader" id="1"]\n\n[resource]\n'
        'shader = ExtResource("1")\nshader_parameter/sped = 2.0\n'
    )
    project.write("look.tres", text)

    material = project.loader.load("look.tres", ShaderMaterial)

    report = material._file_record.report
    assert [(each.name, each.line) for each in report] == [("ShaderMaterial.shader_parameter/sped", 7)]
    ResourceSaver(project.loader).save(material)
    assert (project.root / "look.tres").read_text("utf-8") == text


def test_a_material_whose_shader_is_not_there_keeps_everything(project: Any) -> None:
    text = (
        '[gd_resource type="ShaderMaterial" load_steps=2 format=3]\n\n'
        '[ext_resource type="Shader" path="res://gone.gdshader" id="1"]\n\n[resource]\n'
        'shader = ExtResource("1")\nshader_parameter/speed = 2.0\n'
    )
    project.write("look.tres", text)

    material = project.loader.load("look.tres", ShaderMaterial)

    assert material.shader is None
    assert material.get_shader_parameter("speed") == 2.0
    ResourceSaver(project.loader).save(material)
    assert (project.root / "look.tres").read_text("utf-8") == text


def test_a_texture_that_is_not_there_is_kept(project: Any) -> None:
    project.write("wave.gdshader", WAVE)
    text = (
        '[gd_resource type="ShaderMaterial" load_steps=3 format=3]\n\n'
        '[ext_resource type="Shader" path="res://wave.gdshader" id="1"]\n'
        '[ext_resource type="NoiseTexture9" path="res://gone.tres" id="2"]\n\n[resource]\n'
        'shader = ExtResource("1")\nshader_parameter/noise = ExtResource("2")\n'
    )
    project.write("look.tres", text)

    material = project.loader.load("look.tres", ShaderMaterial)

    assert isinstance((material._kept_properties or {})["shader_parameter/noise"], MissingResource)
    ResourceSaver(project.loader).save(material)
    assert (project.root / "look.tres").read_text("utf-8") == text


def test_what_shaders_refuse_is_told() -> None:
    shader = Shader()

    with pytest.raises(InvalidTypeError, match=r"^Shader.code must be a str, got 5"):
        shader.code = 5  # type: ignore[assignment]
    with pytest.raises(InvalidValueError, match=r"^Shader.code must have at most 262,144 characters, got 262,145"):
        shader.code = " " * 262_145
    with pytest.raises(InvalidTypeError, match=r"^Shader.set_default_texture_parameter\(texture\) must be a Texture2D"):
        shader.set_default_texture_parameter("noise", Image())  # type: ignore[arg-type]
