"""AnimatedSprite2D and SpriteFrames in files: read as Godot writes them, and written so again."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import SceneError
from engine.resources.sprite_frames import SpriteFrames
from nodes.world_2d.animated_sprite_2d import AnimatedSprite2D
from tests.unit.scenes.projects import Project

TEXT = """[gd_scene load_steps=3 format=3]

[sub_resource type="AtlasTexture" id="AtlasTexture_5r7qd"]
region = Rect2(0, 0, 8, 8)

[sub_resource type="SpriteFrames" id="SpriteFrames_2xpc5"]
animations = [{
"frames": [{
"duration": 1.0,
"texture": SubResource("AtlasTexture_5r7qd")
}],
"loop": true,
"name": &"hit",
"speed": 5.0
}, {
"frames": [{
"duration": 1.0,
"texture": SubResource("AtlasTexture_5r7qd")
}, {
"duration": 2.5,
"texture": null
}],
"loop": false,
"name": &"walk",
"speed": 12.0
}]

[node name="Hero" type="AnimatedSprite2D"]
sprite_frames = SubResource("SpriteFrames_2xpc5")
animation = &"walk"
autoplay = "walk"
frame = 1
frame_progress = 0.25
speed_scale = 2.0
"""


def made(project: Project, text: str) -> Any:
    project.write(main=text)
    return project.make()


def test_all_of_it_is_read(project: Project) -> None:
    hero = made(project, TEXT)

    assert type(hero) is AnimatedSprite2D
    frames = hero.sprite_frames
    assert type(frames) is SpriteFrames
    assert frames.get_animation_names() == ("hit", "walk")
    assert (frames.get_animation_speed("walk"), frames.get_animation_loop("walk")) == (12.0, False)
    assert (frames.get_frame_texture("walk", 1), frames.get_frame_duration("walk", 1)) == (None, 2.5)
    assert frames.get_frame_texture("walk", 0) is frames.get_frame_texture("hit", 0) is not None
    assert (hero.animation, hero.autoplay, hero.frame, hero.frame_progress) == ("walk", "walk", 1, 0.25)


@pytest.mark.parametrize("loop", ["true", "1", "2"])
def test_what_nobody_changed_is_written_as_it_was(project: Project, loop: str) -> None:
    text = TEXT.replace('"loop": true', f'"loop": {loop}')

    assert project.packed(made(project, text)) == text


def test_a_change_changes_its_line_alone(project: Project) -> None:
    hero = made(project, TEXT)

    hero.sprite_frames.set_animation_speed("walk", 3)

    assert project.packed(hero) == TEXT.replace('"speed": 12.0', '"speed": 3.0')


def test_frames_that_are_made_are_written_as_those_of_a_file(project: Project) -> None:
    before = made(project, TEXT)
    texture = before.sprite_frames.get_frame_texture("walk", 0)
    frames = SpriteFrames()
    frames.add_animation("walk")
    frames.set_animation_speed("walk", 12)
    frames.set_animation_loop("walk", False)
    frames.add_frame("walk", texture)
    frames.add_frame("walk", None, 2.5)
    frames.rename_animation("default", "hit")
    frames.add_frame("hit", texture)

    before.sprite_frames.animations = frames.animations

    assert project.packed(before) == TEXT


def test_an_animation_that_the_frames_lack_names_the_line(project: Project) -> None:
    project.write(main=TEXT.replace('animation = &"walk"', 'animation = &"wolk"'))

    with pytest.raises(SceneError, match=r"main.tscn:30: .*no animation 'wolk'; did you mean 'walk'"):
        project.make()


def test_without_its_frames_a_sprite_keeps_what_the_file_says(project: Project) -> None:
    text = TEXT.replace('SubResource("SpriteFrames_2xpc5")', "null")
    hero = made(project, text)

    assert (hero.animation, hero.autoplay, hero.frame, hero.frame_progress) == ("walk", "walk", 1, 0.25)
    assert hero.sprite_frames is None
