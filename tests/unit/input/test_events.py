from __future__ import annotations

from math import inf, nan
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import get_exports
from engine.core.registry import resource_types
from engine.input import (
    InputEvent,
    InputEventAction,
    InputEventFromWindow,
    InputEventJoypadButton,
    InputEventJoypadMotion,
    InputEventKey,
    InputEventMouse,
    InputEventMouseButton,
    InputEventMouseMotion,
    InputEventMouseWheel,
    InputEventScreenDrag,
    InputEventScreenTouch,
    InputEventText,
    InputEventWithModifiers,
    InputMap,
    JoyAxis,
    Key,
    KeyLocation,
    KeyModifierMask,
    MouseButton,
    MouseButtonMask,
)
from engine.input.event import COMMAND_OR_CONTROL
from engine.math import Transform2D, Vector2

EVENT_TYPES: list[type[InputEvent]] = [
    InputEventKey,
    InputEventText,
    InputEventMouseButton,
    InputEventMouseWheel,
    InputEventMouseMotion,
    InputEventJoypadButton,
    InputEventJoypadMotion,
    InputEventScreenTouch,
    InputEventScreenDrag,
    InputEventAction,
]
BASES: list[type[InputEvent]] = [InputEvent, InputEventFromWindow, InputEventWithModifiers, InputEventMouse]


# Properties


@pytest.mark.parametrize("cls", EVENT_TYPES)
def test_every_property_reads_its_declared_default(cls: type[InputEvent]) -> None:
    event = cls()

    assert {name: getattr(event, name) for name in get_exports(cls)} == {
        name: info.default for name, info in get_exports(cls).items()
    }


@pytest.mark.parametrize("cls", EVENT_TYPES + BASES)
def test_scene_files_know_event_types_by_name(cls: type[InputEvent]) -> None:
    assert resource_types.get(cls.__name__) is cls


def test_properties_have_the_defaults_of_godot() -> None:
    defaults = {name: info.default for name, info in get_exports(InputEventMouseButton).items()}

    assert defaults == {
        "resource_local_to_scene": False,
        "resource_name": "",
        "device": 0,
        "window_id": 0,
        "alt_pressed": False,
        "shift_pressed": False,
        "ctrl_pressed": False,
        "meta_pressed": False,
        "command_or_control_autoremap": False,
        "button_mask": 0,
        "position": Vector2(0, 0),
        "global_position": Vector2(0, 0),
        "button_index": 0,
        "pressed": False,
        "canceled": False,
        "double_click": False,
        "factor": 1.0,
    }
    assert get_exports(InputEventAction)["strength"].default == 1.0
    assert get_exports(InputEventAction)["event_index"].default == -1


@pytest.mark.parametrize(
    ("cls", "name", "value", "message"),
    [
        (InputEventKey, "keycode", "Space", r"InputEventKey\.keycode must be a whole number, got 'Space'"),
        (InputEventKey, "pressed", "yes", r"InputEventKey\.pressed must be True or False, got 'yes'"),
        (InputEventMouseMotion, "relative", 3, r"relative must be a Vector2 or two numbers, got 3"),
        (InputEventMouseMotion, "relative", ("a", 1), r"relative must be a number, got 'a'"),
        (InputEventAction, "action", 7, r"InputEventAction\.action must be a str, got 7"),
    ],
)
def test_a_value_of_a_wrong_type_is_refused(cls: type[InputEvent], name: str, value: Any, message: str) -> None:
    event = cls()

    with pytest.raises(InvalidTypeError, match=message):
        setattr(event, name, value)

    assert getattr(event, name) == getattr(cls(), name)


@pytest.mark.parametrize(
    ("cls", "name", "value", "message"),
    [
        (InputEventJoypadMotion, "axis_value", nan, r"axis_value must be a finite number, got nan"),
        (InputEventJoypadMotion, "axis", 10, r"axis must be a code of JoyAxis, -1 to 9, got 10"),
        (InputEventJoypadButton, "button_index", 128, r"must be a code of JoyButton, -1 to 127, got 128"),
        (InputEventMouseMotion, "position", (0, inf), r"position must be a finite number, got inf"),
    ],
)
def test_a_value_out_of_range_is_refused(cls: type[InputEvent], name: str, value: Any, message: str) -> None:
    with pytest.raises(InvalidValueError, match=message):
        cls(**{name: value})


def test_an_unknown_property_names_the_nearest() -> None:
    with pytest.raises(InvalidTypeError, match=r"InputEventKey\(\) has no property 'keycod'; did you mean 'keycode'\?"):
        InputEventKey(keycod=Key.A)


def test_points_may_be_given_as_tuples() -> None:
    event = InputEventMouseMotion(position=(1, 2))

    assert event.position == Vector2(1, 2)
    assert isinstance(event.position, Vector2)


def test_a_fresh_event_has_no_signal_and_holds_nothing() -> None:
    assert vars(InputEventKey()) == {}


def test_setting_a_property_counts_the_revision_up_and_tells_changed() -> None:
    event = InputEventKey()
    event.keycode = Key.A
    codes: list[int] = []
    event.changed.connect(lambda: codes.append(event.keycode))

    event.keycode = Key.B

    assert event.revision == 2
    assert codes == [Key.B]


# Copies


def test_a_clone_keeps_what_the_reused_event_loses() -> None:
    event = InputEventKey(keycode=Key.A, pressed=True, ctrl_pressed=True, device=2)

    kept = event.clone()
    event.keycode, event.pressed = Key.B, False

    assert type(kept) is InputEventKey
    assert (kept.keycode, kept.pressed, kept.ctrl_pressed, kept.device) == (Key.A, True, True, 2)


def test_a_clone_answers_by_the_same_map_and_has_no_listeners() -> None:
    input_map = InputMap()
    event = InputEventKey(keycode=Key.A, pressed=True)
    input_map.add_action("jump", event)
    emissions: list[str] = []
    event.changed.connect(lambda: emissions.append("changed"))

    kept = event.clone()
    kept.shift_pressed = True

    assert kept.is_action_pressed("jump")
    assert emissions == []


# Keys


def test_a_release_matches_without_the_modifiers_that_the_press_needed() -> None:
    binding = InputEventKey(keycode=Key.S, ctrl_pressed=True)

    assert binding.action_match(InputEventKey(keycode=Key.S, pressed=True)) is None
    assert binding.action_match(InputEventKey(keycode=Key.S, pressed=False)) is not None
    assert binding.action_match(InputEventKey(keycode=Key.S, pressed=True, ctrl_pressed=True, alt_pressed=True))


def test_a_physical_binding_may_want_one_side() -> None:
    left = InputEventKey(physical_keycode=Key.SHIFT, location=KeyLocation.LEFT)
    right = InputEventKey(physical_keycode=Key.SHIFT, location=KeyLocation.RIGHT)
    either = InputEventKey(physical_keycode=Key.SHIFT)

    assert left.is_match(left)
    assert not left.is_match(right)
    assert either.is_match(right)


def test_a_binding_by_label_matches_the_label_only() -> None:
    binding = InputEventKey(key_label=Key.A)

    assert binding.is_match(InputEventKey(key_label=Key.A))
    assert not binding.is_match(InputEventKey(keycode=Key.A))
    assert binding.as_text() == "A - Unicode"
    assert binding.as_text_key_label() == "A"


def test_a_key_that_names_nothing_matches_nothing() -> None:
    assert not InputEventKey().is_match(InputEventKey())


def test_the_shortcut_modifier_follows_the_platform() -> None:
    event = InputEventKey(keycode=Key.C, command_or_control_autoremap=True)

    assert event.is_command_or_control_pressed()
    assert event.get_modifiers_mask() == COMMAND_OR_CONTROL

    event.command_or_control_autoremap = False
    assert event.get_modifiers_mask() == 0


def test_texts_of_a_key_say_what_is_asked_for() -> None:
    event = InputEventKey(keycode=Key.A, physical_keycode=Key.Q, shift_pressed=True, location=KeyLocation.LEFT)

    assert event.as_text_keycode() == "Shift+A"
    assert event.as_text_physical_keycode() == "Shift+Q"
    assert event.as_text_location() == "left"
    assert event.get_key_label_with_modifiers() == KeyModifierMask.SHIFT


def test_a_key_without_code_shows_the_character_it_types() -> None:
    assert "keycode=U+E4 (ä)" in str(InputEventKey(unicode=0xE4))


def test_typed_text_is_an_event_of_its_own() -> None:
    event = InputEventText(text="ä")

    assert event.as_text() == 'Text "ä"'
    assert str(event) == "InputEventText: text='ä'"
    assert not event.is_action_type()


# Mouse


def test_a_mouse_button_matches_its_own_button() -> None:
    binding = InputEventMouseButton(button_index=MouseButton.LEFT)

    match = binding.action_match(InputEventMouseButton(button_index=MouseButton.LEFT, pressed=True))

    assert match is not None
    assert (match.pressed, match.strength) == (True, 1.0)
    assert binding.action_match(InputEventMouseButton(button_index=MouseButton.RIGHT)) is None
    assert binding.action_match(InputEventKey(keycode=MouseButton.LEFT)) is None


@pytest.mark.parametrize(
    ("delta", "button"),
    [
        ((0, 1), MouseButton.WHEEL_UP),
        ((0, -1), MouseButton.WHEEL_DOWN),
        ((-1, 0), MouseButton.WHEEL_LEFT),
        ((1, 0), MouseButton.WHEEL_RIGHT),
        ((3, 1), MouseButton.WHEEL_RIGHT),
        ((0, 0), MouseButton.NONE),
    ],
)
def test_a_turned_wheel_is_a_wheel_button(delta: tuple[float, float], button: int) -> None:
    assert InputEventMouseWheel(delta=delta).button_index == button


def test_wheel_events_and_wheel_buttons_match_each_other() -> None:
    up_button = InputEventMouseButton(button_index=MouseButton.WHEEL_UP, pressed=True)
    up, down = InputEventMouseWheel(delta=(0, 1)), InputEventMouseWheel(delta=(0, -0.5))

    assert up_button.action_match(up)
    assert up.action_match(up_button)
    assert not up_button.action_match(down)
    assert InputEventMouseWheel(delta=(1, -2)).is_match(down)


def test_a_dragging_motion_is_pressed() -> None:
    assert InputEventMouseMotion(button_mask=MouseButtonMask.LEFT).is_pressed()
    assert not InputEventMouseMotion(button_mask=MouseButtonMask.RIGHT).is_pressed()


def test_motions_accumulate_to_one() -> None:
    first = InputEventMouseMotion(position=(1, 1), relative=(1, 1), screen_relative=(2, 2))
    later = InputEventMouseMotion(position=(4, 5), relative=(3, 4), screen_relative=(6, 8), velocity=(9, 9))

    assert first.accumulate(later)
    assert (first.position, first.velocity) == (Vector2(4, 5), Vector2(9, 9))
    assert (first.relative, first.screen_relative) == (Vector2(4, 5), Vector2(8, 10))


@pytest.mark.parametrize("difference", [{"shift_pressed": True}, {"window_id": 1}, {"button_mask": 2}])
def test_motions_that_differ_do_not_accumulate(difference: dict[str, Any]) -> None:
    first = InputEventMouseMotion(relative=(1, 1))

    assert not first.accumulate(InputEventMouseMotion(relative=(1, 1), **difference))
    assert first.relative == Vector2(1, 1)


def test_a_transformed_motion_turns_its_vectors_and_moves_its_place() -> None:
    event = InputEventMouseMotion(position=(1, 0), global_position=(1, 0), relative=(1, 0), velocity=(2, 0))
    doubled_and_moved = Transform2D(Vector2(2, 0), Vector2(0, 2), Vector2(10, 20))

    moved = event.xformed_by(doubled_and_moved, Vector2(1, 1))

    assert isinstance(moved, InputEventMouseMotion)
    assert moved.position == Vector2(14, 22)
    assert moved.global_position == Vector2(1, 0)
    assert (moved.relative, moved.velocity) == (Vector2(2, 0), Vector2(4, 0))
    assert event.position == Vector2(1, 0)


def test_an_event_without_a_place_is_not_transformed() -> None:
    event = InputEventKey(keycode=Key.A)

    assert event.xformed_by(Transform2D(0.0, Vector2(1, 1))) is event


def test_a_cancelled_press_is_neither_pressed_nor_released() -> None:
    event = InputEventMouseButton(button_index=MouseButton.LEFT, canceled=True)

    assert event.is_canceled()
    assert not event.is_released()
    assert InputEventMouseButton(button_index=MouseButton.LEFT).is_released()


# Gamepads


def test_the_other_half_of_an_axis_matches_and_does_not_press() -> None:
    binding = InputEventJoypadMotion(axis=JoyAxis.LEFT_X, axis_value=1.0)
    other_half = InputEventJoypadMotion(axis=JoyAxis.LEFT_X, axis_value=-1.0)

    match = binding.action_match(other_half)

    assert match is not None
    assert (match.pressed, match.strength, match.raw_strength) == (False, 0.0, 0.0)
    assert binding.action_match(other_half, exact_match=True) is None


def test_an_axis_at_rest_does_not_press_without_a_deadzone() -> None:
    match = InputEventJoypadMotion().action_match(InputEventJoypadMotion(), deadzone=0.0)

    assert match is not None
    assert not match.pressed


def test_a_deadzone_of_one_leaves_the_full_push() -> None:
    match = InputEventJoypadMotion().action_match(InputEventJoypadMotion(axis_value=1.0), deadzone=1.0)

    assert match is not None
    assert (match.pressed, match.strength) == (True, 1.0)


def test_a_driver_that_overshoots_gives_no_more_than_one() -> None:
    match = InputEventJoypadMotion().action_match(InputEventJoypadMotion(axis_value=1.2), deadzone=0.0)

    assert match is not None
    assert (match.strength, match.raw_strength) == (1.0, 1.0)


def test_an_axis_is_pressed_from_half_way_on() -> None:
    assert InputEventJoypadMotion(axis_value=-0.5).is_pressed()
    assert not InputEventJoypadMotion(axis_value=0.49).is_pressed()


# Touch and actions


def test_drags_of_one_finger_accumulate() -> None:
    first = InputEventScreenDrag(index=1, relative=(1, 0))

    assert first.accumulate(InputEventScreenDrag(index=1, position=(5, 5), relative=(2, 0)))
    assert (first.position, first.relative) == (Vector2(5, 5), Vector2(3, 0))
    assert not first.accumulate(InputEventScreenDrag(index=2))


def test_touches_and_drags_are_transformed() -> None:
    doubled_and_moved = Transform2D(Vector2(2, 0), Vector2(0, 2), Vector2(10, 20))
    touch = InputEventScreenTouch(position=(1, 1), pressed=True).xformed_by(doubled_and_moved)
    drag = InputEventScreenDrag(position=(1, 1), relative=(1, 1)).xformed_by(doubled_and_moved)

    assert (touch.position, touch.pressed) == (Vector2(12, 22), True)
    assert (drag.position, drag.relative) == (Vector2(12, 22), Vector2(2, 2))


def test_an_action_event_presses_its_action_with_its_strength() -> None:
    input_map = InputMap()
    input_map.add_action("jump")
    event = InputEventAction(action="jump", pressed=True, strength=0.3)

    match = input_map.match(event, "jump")

    assert match is not None
    assert (match.pressed, match.strength) == (True, 0.3)
    assert not input_map.event_is_action(event, "ui_accept")


def test_an_action_event_matches_events_of_its_action() -> None:
    input_map, key = InputMap(), InputEventKey(keycode=Key.SPACE)
    input_map.add_action("jump", key)

    assert InputEventAction(action="jump").is_match(key)
    assert not InputEventAction(action="ui_cancel").is_match(key)


# Actions of an event


def test_an_event_that_no_map_knows_says_where_to_ask() -> None:
    with pytest.raises(InvalidValueError, match=r"cannot be asked about the action 'jump'.*push it into a tree"):
        InputEventKey().is_action("jump")


def test_a_repeat_presses_an_action_only_where_that_is_allowed() -> None:
    input_map = InputMap()
    input_map.add_action("jump", "key:Space")
    event = InputEventKey(keycode=Key.SPACE, pressed=True, echo=True)
    event._map = input_map

    assert not event.is_action_pressed("jump")
    assert event.is_action_pressed("jump", allow_echo=True)


@pytest.mark.parametrize("number", [-1, 0x110000, 10**30])
def test_a_character_that_does_not_exist_is_refused(number: int) -> None:
    event = InputEventKey()

    with pytest.raises(
        InvalidValueError, match=r"InputEventKey\.unicode must be a character's number, from 0 to 1114111"
    ):
        event.unicode = number

    assert "(unset)" in str(event)
    assert "U+10FFFF" in str(InputEventKey(unicode=0x10FFFF))
