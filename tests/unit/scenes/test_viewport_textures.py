"""A ViewportTexture of a scene file finds the viewport of its own instance."""

from pathlib import Path

from engine.resources import ResourceLoader
from nodes import Sprite2D, SubViewport
from scenes import PackedScene

SCENE = """[gd_scene load_steps=2 format=3]

[sub_resource type="ViewportTexture" id="1"]
viewport_path = NodePath("View")

[node name="Root" type="Node2D"]

[node name="View" type="SubViewport" parent="."]
size = Vector2i(32, 16)

[node name="Sprite" type="Sprite2D" parent="."]
texture = SubResource("1")
"""


def test_each_instance_shows_its_own_viewport(tmp_path: Path) -> None:
    (tmp_path / "view.tscn").write_text(SCENE, encoding="utf-8")
    scene = ResourceLoader(tmp_path).load("view.tscn", PackedScene)
    first, second = scene.instantiate(), scene.instantiate()

    for each in (first, second):
        each.get_node("View", SubViewport).size = (64, 16) if each is second else (32, 16)
    sizes = [each.get_node("Sprite", Sprite2D).texture.size for each in (first, second)]  # type: ignore[union-attr]
    assert sizes == [(32, 16), (64, 16)]
