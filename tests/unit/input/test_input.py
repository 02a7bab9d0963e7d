from __future__ import annotations

import re
from collections.abc import Callable
from math import hypot, inf, nan
from typing import Any

import numpy as np
import pytest

from engine.core.errors import ActionError, InvalidTypeError, InvalidValueError
from engine.input import (
    Input,
    InputEvent,
    InputEventAction,
    InputEventJoypadButton,
    InputEventJoypadMotion,
    InputEventKey,
    InputEventMouseButton,
    InputEventMouseMotion,
    InputEventMouseWheel,
    InputEventText,
    InputMap,
    JoyAxis,
    JoyButton,
    Key,
    MouseButton,
    MouseButtonMask,
    MouseMode,
)
from engine.math import Vector2


def key(code: int, pressed: bool = True, **properties: Any) -> InputEventKey:
    return InputEventKey(keycode=code, pressed=pressed, **properties)


def stick(axis: int, value: float, device: int = 0) -> InputEventJoypadMotion:
    return InputEventJoypadMotion(axis=axis, axis_value=value, device=device)


Call = Callable[[Input], object]


@pytest.fixture
def polled() -> Input:
    """Input with jump on Space and on A of any gamepad, and four directions on the left stick and on WASD."""
    polled = Input(InputMap())
    polled.input_map.add_action("jump", "key:Space", "pad:A")
    for action, letter, half in (
        ("left", "A", "LeftX-"),
        ("right", "D", "LeftX+"),
        ("up", "W", "LeftY-"),
        ("down", "S", "LeftY+"),
    ):
        polled.input_map.add_action(action, f"key:{letter}", f"axis:{half}", deadzone=0.2)
    return polled


# Actions


@pytest.mark.parametrize(
    "call",
    [
        lambda polled: polled.is_action_pressed("jmup"),
        lambda polled: polled.is_action_just_pressed("jmup"),
        lambda polled: polled.is_action_just_released("jmup"),
        lambda polled: polled.get_action_strength("jmup"),
        lambda polled: polled.get_action_raw_strength("jmup"),
        lambda polled: polled.get_axis("jmup", "jump"),
        lambda polled: polled.get_vector("left", "right", "jmup", "down"),
        lambda polled: polled.action_press("jmup"),
        lambda polled: polled.action_release("jmup"),
        lambda polled: polled.feed(InputEventAction(action="jmup", pressed=True)),
    ],
)
def test_an_unknown_action_names_the_nearest(polled: Input, call: Any) -> None:
    with pytest.raises(ActionError, match=r"the input map has no action 'jmup'; did you mean 'jump'\?"):
        call(polled)


def test_an_action_that_is_no_name_is_refused(polled: Input) -> None:
    action: Any = ["jump"]
    with pytest.raises(ActionError, match=r"no action \['jump'\]"):
        polled.is_action_pressed(action)


def test_the_strongest_input_wins(polled: Input) -> None:
    polled.feed(stick(JoyAxis.LEFT_X, 0.6, device=0))
    polled.feed(stick(JoyAxis.LEFT_X, 0.4, device=1))
    assert polled.get_action_raw_strength("right") == 0.6
    assert polled.get_action_strength("right") == pytest.approx(0.5)

    polled.feed(key(Key.D))
    assert polled.get_action_strength("right") == 1.0


def test_an_axis_at_rest_presses_nothing_without_a_deadzone(polled: Input) -> None:
    polled.input_map.action_set_deadzone("right", 0.0)
    polled.feed(stick(JoyAxis.LEFT_X, 0.0))
    assert not polled.is_action_pressed("right")

    polled.feed(stick(JoyAxis.LEFT_X, 0.01))
    assert polled.is_action_pressed("right")
    assert polled.get_action_strength("right") == pytest.approx(0.01)


def test_a_press_needs_the_modifiers_of_its_binding(polled: Input) -> None:
    polled.input_map.add_action("save", "key:Ctrl+S")

    polled.feed(key(Key.S))
    assert not polled.is_action_pressed("save")

    polled.feed(key(Key.S, ctrl_pressed=True, shift_pressed=True))
    assert polled.is_action_pressed("save")

    polled.feed(key(Key.S, pressed=False))
    assert not polled.is_action_pressed("save")


def test_a_physical_binding_follows_the_place_and_its_side(polled: Input) -> None:
    polled.input_map.add_action("run", InputEventKey(physical_keycode=Key.SHIFT, location=1))

    polled.feed(InputEventKey(physical_keycode=Key.SHIFT, location=2, pressed=True))
    assert not polled.is_action_pressed("run")
    assert polled.is_physical_key_pressed(Key.SHIFT)

    polled.feed(InputEventKey(physical_keycode=Key.SHIFT, location=1, pressed=True))
    assert polled.is_action_pressed("run")


def test_code_and_devices_press_an_action_independently(polled: Input) -> None:
    polled.action_press("jump", 0.4)
    assert polled.get_action_strength("jump") == 0.4
    polled.feed(key(Key.SPACE))
    assert polled.get_action_strength("jump") == 1.0

    polled.action_release("jump")
    assert polled.is_action_pressed("jump")

    polled.feed(key(Key.SPACE, pressed=False))
    assert not polled.is_action_pressed("jump")


def test_the_strength_of_a_press_by_code_is_between_0_and_1(polled: Input) -> None:
    polled.action_press("jump", 3.0)
    assert polled.get_action_strength("jump") == 1.0

    with pytest.raises(InvalidValueError, match=r"Input\.action_press: strength must be a finite number, got nan"):
        polled.action_press("jump", nan)
    assert polled.get_action_strength("jump") == 1.0


def test_an_action_event_presses_and_releases(polled: Input) -> None:
    polled.feed(InputEventAction(action="jump", pressed=True, strength=0.25))
    assert polled.get_action_strength("jump") == 0.25

    polled.feed(InputEventAction(action="jump"))
    assert not polled.is_action_pressed("jump")


def test_release_all_is_a_release_that_is_seen(polled: Input) -> None:
    polled.feed(key(Key.SPACE))
    polled.begin_process()
    polled.end_process()

    polled.release_all()

    assert polled.is_action_just_released("jump")


def test_an_erased_action_is_unknown_and_comes_back_as_it_is_held(polled: Input) -> None:
    polled.feed(key(Key.SPACE))
    polled.input_map.erase_action("jump")
    with pytest.raises(ActionError):
        polled.is_action_pressed("jump")

    polled.input_map.add_action("jump", "key:Space")

    assert polled.is_action_pressed("jump")
    assert not polled.is_action_just_pressed("jump")


def test_unbinding_a_held_key_releases_its_action_without_an_edge(polled: Input) -> None:
    polled.feed(key(Key.SPACE))
    polled.begin_process()
    polled.end_process()

    polled.input_map.action_erase_event("jump", "key:Space")

    assert not polled.is_action_pressed("jump")
    assert not polled.is_action_just_released("jump")


def test_only_an_input_map_can_be_the_map(polled: Input) -> None:
    value: Any = {"jump": "key:Space"}
    with pytest.raises(InvalidTypeError, match=r"Input\.input_map must be an InputMap, got \{"):
        polled.input_map = value


def test_two_inputs_do_not_see_each_other(polled: Input) -> None:
    other = Input(InputMap())
    other.input_map.add_action("jump", "key:Space")

    polled.feed(key(Key.SPACE))

    assert not other.is_action_pressed("jump")
    assert not other.is_key_pressed(Key.SPACE)


# Vectors


def test_a_vector_points_down_for_down(polled: Input) -> None:
    polled.feed(key(Key.S))

    assert polled.get_vector("left", "right", "up", "down") == Vector2(0, 1)


def test_a_vector_inside_the_deadzone_is_zero(polled: Input) -> None:
    polled.feed(stick(JoyAxis.LEFT_X, 0.12))
    polled.feed(stick(JoyAxis.LEFT_Y, 0.16))

    assert polled.get_vector("left", "right", "up", "down") == Vector2.ZERO


def test_a_vector_starts_from_zero_past_the_deadzone(polled: Input) -> None:
    polled.feed(stick(JoyAxis.LEFT_X, 0.36))
    polled.feed(stick(JoyAxis.LEFT_Y, -0.48))

    # 0.6 long; (0.6 - 0.2) / (1 - 0.2) = 0.5 remains, in the direction (0.6, -0.8).
    x, y = polled.get_vector("left", "right", "up", "down")
    assert (x, y) == pytest.approx((0.3, -0.4))

    x, y = polled.get_vector("left", "right", "up", "down", deadzone=0.0)
    assert (x, y) == pytest.approx((0.36, -0.48))


def test_a_vector_takes_the_mean_of_the_deadzones(polled: Input) -> None:
    polled.input_map.action_set_deadzone("up", 0.6)
    polled.input_map.action_set_deadzone("down", 0.6)
    polled.feed(stick(JoyAxis.LEFT_X, 0.7))

    x, y = polled.get_vector("left", "right", "up", "down")

    assert (x, y) == pytest.approx(((0.7 - 0.4) / (1 - 0.4), 0.0))


def test_a_vector_is_never_longer_than_one(polled: Input) -> None:
    polled.feed(stick(JoyAxis.LEFT_X, 1.0))
    polled.feed(stick(JoyAxis.LEFT_Y, 1.0))

    assert hypot(*polled.get_vector("left", "right", "up", "down")) == pytest.approx(1.0)


@pytest.mark.parametrize("deadzone", [1.5, nan, inf])
def test_a_deadzone_that_leaves_nothing_is_refused(polled: Input, deadzone: float) -> None:
    with pytest.raises(InvalidValueError, match=r"Input\.get_vector: deadzone must be at most 1, or negative, got"):
        polled.get_vector("left", "right", "up", "down", deadzone)


def test_opposite_keys_cancel_out(polled: Input) -> None:
    polled.feed(key(Key.A))
    polled.feed(key(Key.D))

    assert polled.get_axis("left", "right") == 0.0
    assert polled.get_vector("left", "right", "up", "down") == Vector2.ZERO


# Devices


def test_keys_buttons_and_axes_can_be_asked_for(polled: Input) -> None:
    polled.feed(key(Key.Q, physical_keycode=Key.A))
    polled.feed(InputEventMouseButton(button_index=MouseButton.LEFT, pressed=True))
    polled.feed(InputEventJoypadButton(button_index=JoyButton.B, pressed=True, device=3))
    polled.feed(stick(JoyAxis.RIGHT_Y, -0.25, device=3))

    assert polled.is_key_pressed(Key.Q)
    assert not polled.is_key_pressed(Key.A)
    assert polled.is_physical_key_pressed(Key.A)
    assert polled.is_mouse_button_pressed(MouseButton.LEFT)
    assert polled.is_joy_button_pressed(3, JoyButton.B)
    assert not polled.is_joy_button_pressed(0, JoyButton.B)
    assert polled.get_joy_axis(3, JoyAxis.RIGHT_Y) == -0.25


NO_CODES: list[tuple[Call, str]] = [
    (
        lambda polled: polled.is_key_pressed("space"),  # type: ignore[arg-type]
        "Input.is_key_pressed: keycode must be a code of Key, got 'space'; write Key.SPACE",
    ),
    (
        lambda polled: polled.is_key_pressed("1"),  # type: ignore[arg-type]
        "Input.is_key_pressed: keycode must be a code of Key, got '1'; write Key.KEY_1",
    ),
    (
        lambda polled: polled.is_key_pressed("jump"),  # type: ignore[arg-type]
        "Input.is_key_pressed: keycode must be a code of Key, got 'jump'; its names are those of Key",
    ),
    (
        lambda polled: polled.is_key_pressed([Key.A]),  # type: ignore[arg-type]
        "Input.is_key_pressed: keycode must be a code of Key, got [65]; its names are those of Key",
    ),
    (
        lambda polled: polled.is_physical_key_pressed("kp 1"),  # type: ignore[arg-type]
        "Input.is_physical_key_pressed: keycode must be a code of Key, got 'kp 1'; write Key.KP_1",
    ),
    (
        lambda polled: polled.is_mouse_button_pressed("left"),  # type: ignore[arg-type]
        "Input.is_mouse_button_pressed: button must be a code of MouseButton, got 'left'; write MouseButton.LEFT",
    ),
    (
        lambda polled: polled.is_joy_button_pressed(0, None),  # type: ignore[arg-type]
        "Input.is_joy_button_pressed: button must be a code of JoyButton, got None; its names are those of JoyButton",
    ),
    (
        lambda polled: polled.is_joy_button_pressed("0", JoyButton.A),  # type: ignore[arg-type]
        "Input.is_joy_button_pressed: device must be a whole number, got '0'",
    ),
    (
        lambda polled: polled.get_joy_axis(0, 0.5),  # type: ignore[arg-type]
        "Input.get_joy_axis: axis must be a code of JoyAxis, got 0.5; its names are those of JoyAxis",
    ),
]


@pytest.mark.parametrize(("call", "text"), NO_CODES, ids=[text for _, text in NO_CODES])
def test_what_is_no_code_is_refused_and_the_name_to_write_is_said(polled: Input, call: Call, text: str) -> None:
    with pytest.raises(InvalidTypeError, match=f"^{re.escape(text)}$"):
        call(polled)


def test_a_code_may_be_an_integer_of_numpy(polled: Input) -> None:
    polled.feed(key(Key.Q))

    assert polled.is_key_pressed(np.int64(Key.Q))  # type: ignore[arg-type]


def test_pads_that_are_not_tracked_are_ignored(polled: Input) -> None:
    polled.feed(InputEventJoypadButton(button_index=JoyButton.A, pressed=True, device=8))
    polled.feed(InputEventJoypadButton(button_index=JoyButton.A, pressed=True, device=-1))
    polled.feed(stick(JoyAxis.LEFT_X, 1.0, device=8))
    polled.set_joy_connected(8, True)

    assert not polled.is_action_pressed("jump")
    assert polled.get_joy_axis(8, JoyAxis.LEFT_X) == 0.0
    assert polled.get_connected_joypads() == []


def test_gamepads_come_and_go(polled: Input) -> None:
    told: list[tuple[int, bool]] = []
    polled.joy_connection_changed.connect(lambda device, connected: told.append((device, connected)))

    polled.set_joy_connected(2, True, "Pad of wood")
    polled.set_joy_connected(0, True)
    polled.set_joy_connected(0, True)
    assert polled.get_connected_joypads() == [0, 2]
    assert polled.get_joy_name(2) == "Pad of wood"
    assert polled.get_joy_name(5) == ""

    polled.set_joy_connected(0, False)
    assert polled.get_connected_joypads() == [2]
    assert told == [(2, True), (0, True), (0, False)]


def test_a_lost_gamepad_lets_go(polled: Input) -> None:
    polled.set_joy_connected(0, True)
    polled.set_joy_connected(1, True)
    for pad in (0, 1):
        polled.feed(stick(JoyAxis.LEFT_X, 1.0, device=pad))
    polled.feed(InputEventJoypadButton(button_index=JoyButton.A, pressed=True, device=0))

    polled.set_joy_connected(0, False)

    assert not polled.is_action_pressed("jump")
    assert polled.get_joy_axis(0, JoyAxis.LEFT_X) == 0.0
    assert polled.is_action_pressed("right")


def test_a_turn_of_the_wheel_is_an_edge_and_never_held(polled: Input) -> None:
    polled.input_map.add_action("zoom_in", "mouse:WheelUp")
    polled.input_map.add_action("pan_right", "mouse:WheelRight")

    polled.feed(InputEventMouseWheel(delta=(1, 1)))

    assert polled.is_action_just_pressed("zoom_in")
    assert polled.is_action_just_pressed("pan_right")
    assert not polled.is_action_pressed("zoom_in")
    assert not polled.is_mouse_button_pressed(MouseButton.WHEEL_UP)


def test_the_mouse_is_where_it_was_last_seen(polled: Input) -> None:
    polled.feed(InputEventMouseMotion(position=(3, 4), button_mask=MouseButtonMask.LEFT))
    assert polled.get_mouse_position() == Vector2(3, 4)
    assert polled.get_mouse_button_mask() == MouseButtonMask.LEFT

    polled.feed(InputEventMouseButton(position=(5, 6), button_index=MouseButton.LEFT))
    assert polled.get_mouse_position() == Vector2(5, 6)
    assert polled.get_mouse_button_mask() == 0


def test_the_mouse_rests_after_a_frame_without_motion(polled: Input) -> None:
    polled.feed(InputEventMouseMotion(velocity=(7, 0)))
    velocities: list[Vector2] = [polled.get_last_mouse_velocity()]
    for _ in range(2):
        polled.begin_process()
        velocities.append(polled.get_last_mouse_velocity())
        polled.end_process()

    assert velocities == [Vector2(7, 0), Vector2(7, 0), Vector2.ZERO]


def test_the_mouse_mode_is_kept_and_checked(polled: Input) -> None:
    assert polled.mouse_mode == MouseMode.VISIBLE
    polled.mouse_mode = MouseMode.CAPTURED

    with pytest.raises(InvalidValueError, match=r"Input\.mouse_mode must be a code of MouseMode, 0 to 4, got 9"):
        polled.mouse_mode = 9

    assert polled.mouse_mode == MouseMode.CAPTURED


# Events


def test_what_is_no_event_is_refused(polled: Input) -> None:
    event: Any = "key:Space"
    with pytest.raises(InvalidTypeError, match=r"Input\.feed takes an InputEvent, got 'key:Space'"):
        polled.feed(event)


def test_a_fed_event_answers_by_the_map_of_that_input(polled: Input) -> None:
    event = key(Key.SPACE)

    polled.feed(event)

    assert event.is_action_pressed("jump")


def test_text_changes_nothing_that_is_polled(polled: Input) -> None:
    polled.feed(InputEventText(text=" "))

    assert not polled.is_action_pressed("jump")


def test_a_parsed_event_goes_the_way_of_device_events() -> None:
    pushed: list[InputEvent] = []
    polled = Input(InputMap(), push_input=pushed.append)
    event = key(Key.SPACE)

    polled.parse_input_event(event)

    assert pushed == [event]


def test_a_parsed_event_is_fed_where_there_is_no_tree(polled: Input) -> None:
    polled.parse_input_event(key(Key.SPACE))

    assert polled.is_action_pressed("jump")
