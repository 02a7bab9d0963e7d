"""What a game obeys of a project.godot: actions, physics steps, colours; what cannot be is refused with its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.app import headless_app
from engine.core.errors import ResourceFormatError
from engine.game.project_settings import project_settings
from engine.input import InputEventJoypadMotion, InputEventKey, InputEventMouseButton
from engine.math import Color
from scenes.project_settings import read_project_settings

KEY = (
    'Object(InputEventKey,"resource_local_to_scene":false,"resource_name":"","device":-1,"window_id":0,'
    '"alt_pressed":false,"shift_pressed":true,"ctrl_pressed":false,"meta_pressed":false,"pressed":false,"keycode":0,'
    '"physical_keycode":32,"key_label":0,"unicode":32,"location":0,"echo":false,"script":null)'
)
CLICK = (
    'Object(InputEventMouseButton,"resource_local_to_scene":false,"resource_name":"","device":-1,"window_id":0,'
    '"alt_pressed":false,"shift_pressed":false,"ctrl_pressed":false,"meta_pressed":false,"button_mask":0,'
    '"position":Vector2(0, 0),"global_position":Vector2(0, 0),"factor":1.0,"button_index":2,"canceled":false,'
    '"pressed":false,"double_click":false,"script":null)'
)
STICK = (
    'Object(InputEventJoypadMotion,"resource_local_to_scene":false,"resource_name":"","device":-1,"axis":1,'
    '"axis_value":-1.0,"script":null)'
)
PROJECT = f"""config_version=5

[application]

config/name="Ship Shape"

[display]

window/size/viewport_width=320
window/size/viewport_height=180
window/stretch/mode="canvas_items"

[input]

jump={{
"deadzone": 0.25,
"events": [{KEY}
, {CLICK}
, {STICK}
]
}}
ui_accept={{
"deadzone": 0.5,
"events": [{CLICK}]
}}

[physics]

common/physics_ticks_per_second=120
common/max_physics_steps_per_frame=3

[rendering]

environment/defaults/default_clear_color=Color(0.25, 0.5, 1, 1)
"""
GAME = "from nodes import Node2D\nclass Main(Node2D): ...\n"


def test_a_folder_with_a_game_and_a_project_obeys_the_project(tmp_path: Path) -> None:
    (tmp_path / "project.godot").write_text(PROJECT, encoding="utf-8")
    (tmp_path / "game.py").write_text(GAME, encoding="utf-8")

    for path in (tmp_path, tmp_path / "game.py"):
        with headless_app(path) as app:
            tree = app.tree
            assert type(tree.current_scene).__name__ == "Main"
            assert (app.display.window_size, tree.root.size) == ((320, 180), (320, 180))
            assert tree.root.content_scale_mode == tree.root.ContentScaleMode.CANVAS_ITEMS
            assert (tree.physics_ticks_per_second, tree.max_physics_steps_per_frame) == (120, 3)
            assert app.render.clear_color == Color(0.25, 0.5, 1.0)
            assert app._game is not None
            assert app._game.title == "Ship Shape"


def test_a_projects_actions_are_there_with_what_presses_them(tmp_path: Path) -> None:
    (tmp_path / "project.godot").write_text(PROJECT, encoding="utf-8")
    (tmp_path / "game.py").write_text(GAME, encoding="utf-8")

    with headless_app(tmp_path) as app:
        actions = app.tree.input_map
        jump = actions.action_get_events("jump")
        assert [type(event) for event in jump] == [InputEventKey, InputEventMouseButton, InputEventJoypadMotion]
        assert actions.action_get_deadzone("jump") == 0.25
        press = InputEventKey(physical_keycode=32, shift_pressed=True, pressed=True)
        assert actions.event_is_action(press, "jump", exact_match=True)
        assert not actions.event_is_action(InputEventKey(physical_keycode=32, pressed=True), "jump", exact_match=True)
        assert not actions.event_is_action(InputEventKey(keycode=32, pressed=True), "ui_accept")
        assert [type(event) for event in actions.action_get_events("ui_accept")] == [InputEventMouseButton]


def test_a_scene_obeys_the_project_as_well(tmp_path: Path) -> None:
    (tmp_path / "project.godot").write_text(PROJECT, encoding="utf-8")
    (tmp_path / "a.tscn").write_text('[gd_scene format=3]\n\n[node name="A" type="Node"]\n', encoding="utf-8")

    with headless_app(tmp_path / "a.tscn") as app:
        assert app.tree.physics_ticks_per_second == 120
        assert app.tree.input_map.has_action("jump")


def test_a_game_without_a_project_is_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(GAME, encoding="utf-8")

    with headless_app(tmp_path) as app:
        assert (app.display.window_size, app.tree.physics_ticks_per_second) == ((1152, 648), 60)
        assert app.tree.root.content_scale_size == (0, 0)


def test_an_event_that_is_not_there_yet_is_left_out_and_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    text = f'[input]\n\nplay={{"deadzone": 0.5, "events": [Object(InputEventMIDI,"pitch":3), {KEY}]}}\n'
    (tmp_path / "project.godot").write_text(text, encoding="utf-8")
    found = project_settings(read_project_settings(tmp_path / "project.godot"), "project.godot")

    assert [type(event) for event in found.actions[0].events] == [InputEventKey]
    assert [record.getMessage() for record in caplog.records] == [
        "project.godot: input/play has an event of type InputEventMIDI, which is not there yet; it is left out"
    ]


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("physics/common/physics_ticks_per_second", 0, "must be a number of 1 or more, got 0"),
        ("physics/common/physics_ticks_per_second", "60", "must be a number of 1 or more, got '60'"),
        ("physics/common/max_physics_steps_per_frame", 1.5, "must be a whole number of 1 or more, got 1.5"),
        ("rendering/environment/defaults/default_clear_color", "red", "must be a Color, got 'red'"),
        ("input/jump", 3, 'input/jump must be {"deadzone": ..., "events": [...]}, got 3'),
        ("input/jump", {"events": 3}, 'input/jump must be {"deadzone": ..., "events": [...]}, got '),
        ("input/jump", {"deadzone": 2.0, "events": []}, "the deadzone of input/jump must be from 0 to 1, got 2.0"),
        ("input/jump", {"events": [7]}, "input/jump has an event that is none: 7"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_with_its_place(name: str, value: Any, text: str) -> None:
    with pytest.raises(ResourceFormatError) as caught:
        project_settings({name: value}, "game/project.godot")

    assert str(caught.value).startswith("game/project.godot: ")
    assert text in str(caught.value)
