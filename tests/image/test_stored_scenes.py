"""Scenes as a file has them, on the screen, against rectangles by numpy; without one line of the file it is another.

What each property does is asked elsewhere; here it is what a file says of it that is seen.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from engine.app import App
from engine.resources import Image, ResourceLoader
from scenes import PackedScene
from tests.image.rules import SIDE, Layer, alike, drawn, painted

MakeApp = Callable[..., App]
RED, GREEN, BLUE, YELLOW = (1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 1), (1, 1, 0, 1)
SQUARE = "polygon = PackedVector2Array(0, 0, 32, 0, 32, 32, 0, 32)"


class Stored(NamedTuple):
    """A scene file.

    Attributes:
        text: what is in it behind its first line; a root node of type Node2D comes by itself.
        line: the line whose rule is tested.
        expected: the picture.
        resources: what stands before the nodes.
    """

    text: str
    line: str
    expected: list[Layer]
    resources: str = ""


def node(name: str, kind: str, *lines: str, parent: str = ".") -> str:
    return "\n".join((f'[node name="{name}" type="{kind}" parent="{parent}"]', *lines, ""))


def square(name: str, color: str, *lines: str, parent: str = ".") -> str:
    return node(name, "Polygon2D", SQUARE, f"color = Color({color}, 1)", *lines, parent=parent)


AT_8, AT_24 = "position = Vector2(8, 8)", "position = Vector2(24, 24)"
BEHIND = "show_behind_parent = true"
TWO: list[Layer] = [(24, 24, 32, 32, GREEN), (8, 8, 32, 32, RED)]
QUARTERS: list[Layer] = [(0, 0, 32, 32, RED), (32, 0, 32, 32, GREEN), (0, 32, 32, 32, BLUE), (32, 32, 32, 32, YELLOW)]
WHOLE = ("centered = false", "texture_filter = 1", "scale = Vector2(16, 16)")
PICTURE = '[ext_resource type="Texture2D" path="res://quarters.png" id="1"]\n'
"""4 x 4 pixels in four colours."""
SHADER = """[sub_resource type="Shader" id="2"]
code = "shader_type canvas_item;
uniform vec4 tint : source_color = vec4(0.0, 1.0, 0.0, 1.0);
void fragment() { COLOR = tint; }"

[sub_resource type="ShaderMaterial" id="1"]
shader = SubResource("2")
shader_parameter/tint = Color(1, 0, 0, 1)
"""
PART = (
    PICTURE
    + """
[sub_resource type="AtlasTexture" id="2"]
atlas = ExtResource("1")
region = Rect2(2, 0, 2, 4)
"""
)
FRAMES = (
    PICTURE
    + """
[sub_resource type="SpriteFrames" id="2"]
animations = [{
"frames": [{
"duration": 1.0,
"texture": ExtResource("1")
}],
"loop": true,
"name": &"default",
"speed": 5.0
}]
"""
)
VIEW = """[sub_resource type="ViewportTexture" id="1"]
viewport_path = NodePath("View")
"""
ADD = """[sub_resource type="CanvasItemMaterial" id="1"]
blend_mode = 1
"""

STORED: dict[str, Stored] = {
    "a colour": Stored(square("A", "1, 0, 0"), "color = Color(1, 0, 0, 1)", [(0, 0, 32, 32, RED)]),
    "a position": Stored(square("A", "1, 0, 0", AT_8), AT_8, [(8, 8, 32, 32, RED)]),
    "a scale": Stored(square("A", "1, 0, 0", "scale = Vector2(2, 1)"), "scale = Vector2(2, 1)", [(0, 0, 64, 32, RED)]),
    "an order": Stored(square("A", "1, 0, 0", AT_8, "z_index = 1") + square("B", "0, 1, 0", AT_24), "z_index = 1", TWO),
    "an order behind the parent": Stored(
        square("A", "1, 0, 0", AT_8) + square("B", "0, 1, 0", "position = Vector2(16, 16)", BEHIND, parent="A"),
        BEHIND,
        TWO,
    ),
    "a node that is hidden": Stored(
        square("A", "1, 0, 0") + square("B", "0, 1, 0", "visible = false"), "visible = false", [(0, 0, 32, 32, RED)]
    ),
    "a modulation": Stored(
        square("A", "1, 1, 1", "modulate = Color(1, 0.5, 0, 1)"),
        "modulate = Color(1, 0.5, 0, 1)",
        [(0, 0, 32, 32, (1, 0.5, 0, 1))],
    ),
    "children that are clipped": Stored(
        square("A", "1, 0, 0", "clip_children = 2") + square("B", "0, 1, 0", AT_8, parent="A"),
        "clip_children = 2",
        [(0, 0, 32, 32, RED), (8, 8, 24, 24, GREEN)],
    ),
    "a layer": Stored(
        node("A", "CanvasLayer", "offset = Vector2(8, 16)") + square("B", "1, 0, 0", parent="A"),
        "offset = Vector2(8, 16)",
        [(8, 16, 32, 32, RED)],
    ),
    "a camera": Stored(
        square("A", "1, 0, 0") + node("C", "Camera2D", "position = Vector2(16, 24)"),
        "position = Vector2(16, 24)",
        [(16, 8, 32, 32, RED)],
    ),
    "a colour of the canvas": Stored(
        square("A", "1, 1, 1") + node("C", "CanvasModulate", "color = Color(1, 0, 0, 1)"),
        "color = Color(1, 0, 0, 1)",
        [(0, 0, 32, 32, RED)],
    ),
    "a line": Stored(
        node(
            "A",
            "Line2D",
            "points = PackedVector2Array(0, 32, 64, 32)",
            "width = 24.0",
            "default_color = Color(1, 0, 0, 1)",
        ),
        "width = 24.0",
        [(0, 20, 64, 24, RED)],
    ),
    "a picture": Stored(
        node("A", "Sprite2D", *WHOLE, 'texture = ExtResource("1")'), 'texture = ExtResource("1")', QUARTERS, PICTURE
    ),
    "a part of a picture": Stored(
        node("A", "Sprite2D", *WHOLE, 'texture = SubResource("2")'),
        "region = Rect2(2, 0, 2, 4)",
        [(0, 0, 32, 32, GREEN), (0, 32, 32, 32, YELLOW)],
        PART,
    ),
    "frames of an animation": Stored(
        node("A", "AnimatedSprite2D", *WHOLE, 'sprite_frames = SubResource("2")'),
        'sprite_frames = SubResource("2")',
        QUARTERS,
        FRAMES,
    ),
    "a blend mode": Stored(
        square("A", "1, 0, 0") + square("B", "0, 1, 0", 'material = SubResource("1")'),
        "blend_mode = 1",
        [(0, 0, 32, 32, YELLOW)],
        ADD,
    ),
    "a shader and its parameter": Stored(
        square("A", "1, 1, 1", 'material = SubResource("1")'),
        "shader_parameter/tint = Color(1, 0, 0, 1)",
        [(0, 0, 32, 32, RED)],
        SHADER,
    ),
    "the picture of a viewport": Stored(
        node("View", "SubViewport", "size = Vector2i(48, 48)")
        + square("A", "1, 0, 0", AT_8, parent="View")
        + node("B", "Sprite2D", "centered = false", 'texture = SubResource("1")'),
        'viewport_path = NodePath("View")',
        [(0, 0, 48, 48, (76 / 255, 76 / 255, 76 / 255, 1)), (8, 8, 32, 32, RED)],
        VIEW,
    ),
    "a path and what follows it": Stored(
        node("P", "Path2D", 'curve = SubResource("1")')
        + node("F", "PathFollow2D", "progress = 16.0", "rotates = false", parent="P")
        + square("A", "1, 0, 0", parent="P/F"),
        "progress = 16.0",
        [(16, 8, 32, 32, RED)],
        """[sub_resource type="Curve2D" id="1"]
_data = {
"points": PackedVector2Array(0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 32, 8)
}
point_count = 2
""",
    ),
}


@pytest.mark.parametrize("rule", [True, False], ids=["on", "off"])
@pytest.mark.parametrize("case", STORED)
def test_a_scene_file_looks_as_it_says(case: str, rule: bool, stage: MakeApp, tmp_path: Path) -> None:
    stored = STORED[case]
    text = f'[gd_scene format=3]\n\n{stored.resources}\n[node name="Root" type="Node2D"]\n\n{stored.text}'
    assert text.count(f"\n{stored.line}\n") == 1
    (tmp_path / "scene.tscn").write_text(text if rule else text.replace(f"\n{stored.line}\n", "\n"), encoding="utf-8")
    quarters = np.array([[RED, GREEN], [BLUE, YELLOW]], np.uint8).repeat(2, axis=0).repeat(2, axis=1) * 255
    Image(quarters).save_png(tmp_path / "quarters.png")

    def build(tree: Any) -> None:
        tree.root.add_child(ResourceLoader(tmp_path).load("scene.tscn", PackedScene).instantiate())

    assert alike(drawn(stage(SIDE, SIDE), build), painted(*stored.expected)) is rule


@pytest.mark.parametrize("rule", [True, False], ids=["on", "off"])
def test_a_scene_in_a_scene_looks_as_it_is_there(rule: bool, stage: MakeApp, tmp_path: Path) -> None:
    (tmp_path / "part.tscn").write_text(
        f'[gd_scene format=3]\n\n[node name="Part" type="Polygon2D"]\n{SQUARE}\ncolor = Color(0, 1, 0, 1)\n',
        encoding="utf-8",
    )
    (tmp_path / "scene.tscn").write_text(
        '[gd_scene format=3]\n\n[ext_resource type="PackedScene" path="res://part.tscn" id="1"]\n\n'
        '[node name="Root" type="Node2D"]\n\n[node name="A" parent="." instance=ExtResource("1")]\n\n'
        '[node name="B" parent="." instance=ExtResource("1")]\nposition = Vector2(16, 16)\n'
        + ("color = Color(1, 0, 0, 1)\n" if rule else ""),
        encoding="utf-8",
    )

    def build(tree: Any) -> None:
        tree.root.add_child(ResourceLoader(tmp_path).load("scene.tscn", PackedScene).instantiate())

    picture = drawn(stage(SIDE, SIDE), build)
    assert alike(picture, painted((0, 0, 32, 32, GREEN), (16, 16, 32, 32, RED))) is rule
