from __future__ import annotations

import sys
from math import nan
from typing import Any

import pytest

from engine.core.errors import ActionError, BindingError, InvalidTypeError, InvalidValueError
from engine.input import (
    Input,
    InputEvent,
    InputEventJoypadButton,
    InputEventJoypadMotion,
    InputEventKey,
    InputEventMouseMotion,
    InputEventMouseWheel,
    InputMap,
    JoyAxis,
    JoyButton,
    Key,
    format_binding,
)


def bindings(input_map: InputMap, action: str) -> list[str]:
    return [format_binding(event) for event in input_map.action_get_events(action)]


# Godot's predefined actions


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("ui_accept", ["key:Enter", "key:KpEnter", "key:Space"]),
        ("ui_select", ["pad:Y", "key:Space"]),
        ("ui_cancel", ["key:Escape"]),
        ("ui_left", ["key:Left", "pad:DpadLeft", "axis:LeftX-"]),
        ("ui_down", ["key:Down", "pad:DpadDown", "axis:LeftY+"]),
        ("ui_focus_prev", ["key:Shift+Tab"]),
        ("ui_redo", ["key:CmdOrCtrl+Shift+Z", "key:CmdOrCtrl+Y"]),
    ],
)
def test_a_new_map_has_the_ui_actions(action: str, expected: list[str]) -> None:
    assert bindings(InputMap(), action) == expected


def test_every_predefined_binding_can_be_read() -> None:
    input_map = InputMap()

    assert all(isinstance(input_map.action_get_events(action), list) for action in input_map.get_actions())


@pytest.mark.parametrize(("platform", "expected"), [("linux", "key:CmdOrCtrl+Left"), ("darwin", "key:Alt+Left")])
def test_macos_moves_by_words_in_its_own_way(monkeypatch: pytest.MonkeyPatch, platform: str, expected: str) -> None:
    monkeypatch.setattr(sys, "platform", platform)

    assert bindings(InputMap(), "ui_text_caret_word_left") == [expected]


def test_two_maps_do_not_share_their_bindings() -> None:
    first, second = InputMap(), InputMap()

    first.action_add_event("ui_accept", "pad:A")

    assert "pad:A" not in bindings(second, "ui_accept")


# Actions


def test_an_action_is_added_with_its_bindings_and_erased() -> None:
    input_map = InputMap()
    input_map.add_action("jump", "key:Space", InputEventJoypadButton(button_index=JoyButton.A), deadzone=0.3)

    assert input_map.has_action("jump")
    assert input_map.get_actions()[-1] == "jump"
    assert bindings(input_map, "jump") == ["key:Space", "pad0:A"]
    assert input_map.action_get_deadzone("jump") == 0.3

    input_map.erase_action("jump")
    assert not input_map.has_action("jump")


def test_the_default_deadzone_is_a_half() -> None:
    input_map = InputMap()
    input_map.add_action("jump")

    assert input_map.action_get_deadzone("jump") == 0.5
    assert input_map.action_get_deadzone("ui_left") == 0.5


def test_an_action_that_is_there_already_is_refused() -> None:
    input_map = InputMap()

    with pytest.raises(InvalidValueError, match=r"has an action 'ui_accept' already; bind more to it with action_add"):
        input_map.add_action("ui_accept", "key:A")

    assert bindings(input_map, "ui_accept") == ["key:Enter", "key:KpEnter", "key:Space"]


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("", InvalidValueError, "the name of an action must not be empty"),
        (7, InvalidTypeError, "the name of an action must be a str, got 7"),
    ],
)
def test_a_name_that_is_none_is_refused(name: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        InputMap().add_action(name)


@pytest.mark.parametrize("deadzone", [-0.1, 1.1, nan])
def test_a_deadzone_out_of_range_is_refused(deadzone: float) -> None:
    input_map = InputMap()
    with pytest.raises(InvalidValueError, match="the deadzone of action 'jump' must be"):
        input_map.add_action("jump", deadzone=deadzone)
    with pytest.raises(InvalidValueError, match="the deadzone of action 'ui_left' must be"):
        input_map.action_set_deadzone("ui_left", deadzone)

    assert not input_map.has_action("jump")


def test_a_bad_binding_leaves_the_map_as_it_was() -> None:
    input_map = InputMap()
    before = input_map.revision

    with pytest.raises(BindingError):
        input_map.add_action("jump", "key:Space", "key:Spcae")
    with pytest.raises(BindingError):
        input_map.action_add_event("ui_accept", "pad:Z")

    assert not input_map.has_action("jump")
    assert bindings(input_map, "ui_accept") == ["key:Enter", "key:KpEnter", "key:Space"]
    assert input_map.revision == before


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        (3, InvalidTypeError, "action 'jump' can be bound to a text or an InputEvent, got 3"),
        (InputEventMouseMotion(), BindingError, "action 'jump' cannot be bound to InputEventMouseMotion"),
        (InputEventJoypadMotion(device=8), BindingError, "cannot be bound to gamepad 8: they are numbered from 0 to 7"),
    ],
)
def test_what_cannot_be_bound_is_refused(given: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        InputMap().add_action("jump", given)


@pytest.mark.parametrize(
    "call",
    [
        lambda input_map: input_map.erase_action("jmup"),
        lambda input_map: input_map.action_get_deadzone("jmup"),
        lambda input_map: input_map.action_set_deadzone("jmup", 0.5),
        lambda input_map: input_map.action_add_event("jmup", "key:A"),
        lambda input_map: input_map.action_erase_event("jmup", "key:A"),
        lambda input_map: input_map.action_erase_events("jmup"),
        lambda input_map: input_map.action_get_events("jmup"),
        lambda input_map: input_map.action_has_event("jmup", "key:A"),
        lambda input_map: input_map.event_is_action(InputEventKey(), "jmup"),
    ],
)
def test_an_unknown_action_names_the_nearest(call: Any) -> None:
    input_map = InputMap()
    input_map.add_action("jump")

    with pytest.raises(ActionError, match=r"the input map has no action 'jmup'; did you mean 'jump'\?"):
        call(input_map)


def test_an_unknown_action_that_is_near_to_none_says_how_to_add_it() -> None:
    with pytest.raises(ActionError, match=r"no action 'teleport'; add it with input_map\.add_action\(\)"):
        InputMap().action_get_events("teleport")


# Bindings


def test_a_binding_is_added_once_and_erased() -> None:
    input_map = InputMap()
    input_map.add_action("jump", "key:Space", "key:Space")
    input_map.action_add_event("jump", "key:Space")
    input_map.action_add_event("jump", "key:Ctrl+Space")

    assert bindings(input_map, "jump") == ["key:Space", "key:Ctrl+Space"]
    assert input_map.action_has_event("jump", "key:Space")

    input_map.action_erase_event("jump", "key:Space")
    assert bindings(input_map, "jump") == ["key:Ctrl+Space"]
    assert not input_map.action_has_event("jump", "key:Space")

    input_map.action_erase_events("jump")
    assert bindings(input_map, "jump") == []


def test_the_map_keeps_a_copy_of_an_event() -> None:
    input_map, reused = InputMap(), InputEventKey(keycode=Key.A)
    input_map.add_action("jump", reused)

    reused.keycode = Key.B

    assert bindings(input_map, "jump") == ["key:A"]


def test_setting_a_property_of_a_binding_counts_at_once() -> None:
    input_map = InputMap()
    input_map.add_action("jump", "key:A")
    polled = Input(input_map)
    polled.feed(InputEventKey(keycode=Key.B, pressed=True))
    assert not polled.is_action_pressed("jump")
    binding = input_map.action_get_events("jump")[0]
    assert isinstance(binding, InputEventKey)

    binding.keycode = Key.B

    assert polled.is_action_pressed("jump")


def test_the_list_of_bindings_is_a_copy() -> None:
    input_map = InputMap()

    input_map.action_get_events("ui_accept").clear()

    assert len(input_map.action_get_events("ui_accept")) == 3


# Events


def test_the_device_of_a_binding_counts() -> None:
    input_map = InputMap()
    input_map.add_action("p2_jump", "pad1:A")
    input_map.add_action("jump", "pad:A")
    event = InputEventJoypadButton(button_index=JoyButton.A, device=0)

    assert not input_map.event_is_action(event, "p2_jump")
    assert input_map.event_is_action(event, "jump")


def test_an_exact_match_wants_the_modifiers_and_no_more() -> None:
    input_map = InputMap()
    input_map.add_action("save", "key:Ctrl+S")
    event = InputEventKey(keycode=Key.S, pressed=True, ctrl_pressed=True, shift_pressed=True)

    assert input_map.event_is_action(event, "save")
    assert not input_map.event_is_action(event, "save", exact_match=True)


def test_of_two_halves_of_an_axis_on_one_action_the_pushed_one_wins() -> None:
    input_map = InputMap()
    input_map.add_action("steer", "axis:LeftX-", "axis:LeftX+", deadzone=0.2)
    event = InputEventJoypadMotion(axis=JoyAxis.LEFT_X, axis_value=0.6)

    match = input_map.match(event, "steer")

    assert match is not None
    assert match.pressed
    assert match.strength == pytest.approx(0.5)


@pytest.mark.parametrize("binding", ["mouse:WheelUp", InputEventMouseWheel(delta=(0, 1))])
def test_a_turn_of_the_wheel_can_be_bound_either_way(binding: str | InputEvent) -> None:
    input_map = InputMap()
    input_map.add_action("zoom_in", binding)

    assert input_map.event_is_action(InputEventMouseWheel(delta=(0, 2)), "zoom_in")
    assert not input_map.event_is_action(InputEventMouseWheel(delta=(0, -2)), "zoom_in")
