"""The records of records/input.jsonl about Godot's event classes and Shortcut."""

from __future__ import annotations

from typing import Any

import pytest

from engine.input import (
    InputEventJoypadMotion,
    InputEventKey,
    InputEventMouse,
    InputEventMouseMotion,
    InputMap,
    Key,
    KeyLocation,
    KeyModifierMask,
    MouseButtonMask,
    Shortcut,
)
from engine.math import Transform2D, Vector2

record = pytest.mark.record


# InputEvent


@record("InputEvent-001")
def test_setting_the_device_tells_changed_once() -> None:
    event = InputEventKey()
    emissions: list[int] = []
    event.changed.connect(lambda: emissions.append(event.device))

    event.device = 1

    assert len(emissions) == 1
    assert event.device == 1


@record("InputEvent-002")
def test_motions_with_other_buttons_do_not_accumulate() -> None:
    first, second = InputEventMouseMotion(button_mask=MouseButtonMask.LEFT), InputEventMouseMotion()

    assert first.accumulate(second) is False


@record("InputEvent-003")
def test_motions_with_the_same_buttons_accumulate() -> None:
    first, second = InputEventMouseMotion(button_mask=MouseButtonMask.LEFT), InputEventMouseMotion()

    second.button_mask = MouseButtonMask.LEFT

    assert first.accumulate(second) is True


@record("InputEvent-004")
def test_a_motion_and_a_key_do_not_accumulate() -> None:
    first = InputEventMouseMotion(button_mask=MouseButtonMask.LEFT)
    second = InputEventMouseMotion(button_mask=MouseButtonMask.LEFT)
    other = InputEventKey()

    assert [first.accumulate(other), second.accumulate(other)] == [False, False]


@record("InputEvent-005")
def test_a_resting_axis_belongs_to_its_action_and_does_not_press_it() -> None:
    input_map, event = InputMap(), InputEventJoypadMotion()
    input_map.add_action("mock_action", event, deadzone=0.5)

    assert event.is_action_type()
    assert event.is_action("mock_action")
    assert event.is_action_released("mock_action")
    assert event.get_action_strength("mock_action") == 0.0


@record("InputEvent-006")
def test_a_pushed_axis_presses_its_action() -> None:
    input_map, event = InputMap(), InputEventJoypadMotion()
    input_map.add_action("mock_action", event, deadzone=0.5)

    event.axis_value = 0.8

    assert event.get_action_strength("mock_action") == pytest.approx(0.6)
    assert event.get_action_raw_strength("mock_action") == pytest.approx(0.8)
    assert event.is_action_pressed("mock_action")


@record("InputEvent-007")
def test_an_event_is_transformed() -> None:
    event = InputEventMouseMotion()

    moved = event.xformed_by(Transform2D(0.0, Vector2(2, 3)))

    assert moved.position == Vector2(2, 3)


# InputEventKey


def physical(code: int, **properties: Any) -> InputEventKey:
    return InputEventKey(physical_keycode=code, **properties)


@record("InputEventKey-006")
def test_codes_carry_the_modifiers() -> None:
    event = InputEventKey(keycode=Key.ENTER, physical_keycode=Key.SPACE, ctrl_pressed=True)

    assert event.get_keycode_with_modifiers() == Key.ENTER | KeyModifierMask.CTRL
    assert event.get_physical_keycode_with_modifiers() == Key.SPACE | KeyModifierMask.CTRL


CTRL = {"ctrl_pressed": True}
CTRL_ALT_SHIFT = {"ctrl_pressed": True, "alt_pressed": True, "shift_pressed": True}


@pytest.mark.parametrize(
    ("event", "text"),
    [
        pytest.param(InputEventKey(), "(unset)", marks=record("InputEventKey-007")),
        pytest.param(InputEventKey(**CTRL), "Ctrl+(unset)", marks=record("InputEventKey-008")),
        pytest.param(physical(Key.ENTER, **CTRL), "Ctrl+Enter", marks=record("InputEventKey-009")),
        pytest.param(physical(Key.W, **CTRL), "Ctrl+W - Physical", marks=record("InputEventKey-010")),
        pytest.param(physical(Key.ENTER, **CTRL_ALT_SHIFT), "Ctrl+Alt+Shift+Enter", marks=record("InputEventKey-011")),
        pytest.param(
            physical(Key.W, **CTRL_ALT_SHIFT), "Ctrl+Alt+Shift+W - Physical", marks=record("InputEventKey-012")
        ),
        pytest.param(physical(Key.W), "W - Physical", marks=record("InputEventKey-013")),
        pytest.param(physical(Key.ENTER), "Enter", marks=record("InputEventKey-014")),
        pytest.param(InputEventKey(keycode=Key.SPACE), "Space", marks=record("InputEventKey-015")),
        pytest.param(InputEventKey(keycode=Key.SPACE, **CTRL), "Ctrl+Space", marks=record("InputEventKey-016")),
        pytest.param(
            InputEventKey(keycode=Key.SPACE, **CTRL_ALT_SHIFT),
            "Ctrl+Alt+Shift+Space",
            marks=record("InputEventKey-017"),
        ),
    ],
)
def test_a_key_in_words(event: InputEventKey, text: str) -> None:
    assert event.as_text() == text


@pytest.mark.parametrize(
    ("event", "text"),
    [
        pytest.param(
            InputEventKey(),
            "InputEventKey: keycode=(unset), mods=none, physical=false, location=unspecified, pressed=false,"
            " echo=false",
            marks=record("InputEventKey-018"),
        ),
        pytest.param(
            physical(Key.ESCAPE),
            "InputEventKey: keycode=4194305 (Escape), mods=none, physical=true, location=unspecified, pressed=false,"
            " echo=false",
            marks=record("InputEventKey-019"),
        ),
        pytest.param(
            InputEventKey(keycode=Key.SPACE),
            "InputEventKey: keycode=32 (Space), mods=none, physical=false, location=unspecified, pressed=false,"
            " echo=false",
            marks=record("InputEventKey-020"),
        ),
        pytest.param(
            InputEventKey(
                keycode=Key.SPACE,
                location=KeyLocation.RIGHT,
                pressed=True,
                echo=True,
                ctrl_pressed=True,
                alt_pressed=True,
            ),
            "InputEventKey: keycode=32 (Space), mods=Ctrl+Alt, physical=false, location=right, pressed=true, echo=true",
            marks=record("InputEventKey-021"),
        ),
    ],
)
def test_the_string_form_of_a_key(event: InputEventKey, text: str) -> None:
    assert str(event) == text


@record("InputEventKey-022")
def test_nothing_matches_no_event() -> None:
    assert not InputEventKey(keycode=Key.SPACE).action_match(None)


@record("InputEventKey-023")
def test_a_released_key_matches_its_own_code() -> None:
    binding, same, other = (InputEventKey(keycode=code) for code in (Key.SPACE, Key.SPACE, Key.ENTER))

    match = binding.action_match(same)

    assert [bool(match), bool(binding.action_match(other))] == [True, False]
    assert match is not None
    assert match.pressed is False
    assert match.strength < 0.5


@record("InputEventKey-024")
def test_a_pressed_key_matches_with_full_strength() -> None:
    match = InputEventKey(keycode=Key.SPACE).action_match(InputEventKey(keycode=Key.SPACE, pressed=True))

    assert match is not None
    assert match.pressed is True
    assert match.strength > 0.5
    assert match.raw_strength > 0.5


@record("InputEventKey-025")
def test_a_physical_binding_matches_the_physical_code() -> None:
    binding = physical(Key.SPACE)

    assert [bool(binding.action_match(physical(code))) for code in (Key.SPACE, Key.ENTER)] == [True, False]


@record("InputEventKey-026")
def test_an_exact_match_wants_the_same_modifiers() -> None:
    binding = InputEventKey(keycode=Key.SPACE, ctrl_pressed=True, shift_pressed=True)
    event = InputEventKey(keycode=Key.SPACE, ctrl_pressed=True, shift_pressed=True)
    results = [bool(binding.action_match(event, exact_match=True))]
    event.shift_pressed = False

    results.append(bool(binding.action_match(event, exact_match=True)))

    assert results == [True, False]


# InputEventMouse


@record("InputEventMouse-001")
def test_the_button_mask_reads_back() -> None:
    event: InputEventMouse = InputEventMouseMotion()
    masks = MouseButtonMask
    for mask in (masks.LEFT, masks.MB_XBUTTON1, masks.MB_XBUTTON2, masks.MIDDLE, masks.RIGHT):
        event.button_mask = mask

        assert event.button_mask & mask


@record("InputEventMouse-002")
def test_positions_read_back() -> None:
    event: InputEventMouse = InputEventMouseMotion()
    for point in (Vector2(10, 10), Vector2(-1, -1)):
        event.position = point
        event.global_position = point

        assert event.position == point
        assert event.global_position == point


# Shortcut


@record("Shortcut-001")
def test_a_new_shortcut_is_empty() -> None:
    shortcut = Shortcut()

    assert shortcut.get_as_text() == "None"
    assert shortcut.has_valid_event() is False


@record("Shortcut-002")
def test_the_events_of_a_shortcut_read_back() -> None:
    shortcut = Shortcut()

    shortcut.events = [InputEventKey(keycode=Key.ENTER), InputEventKey(keycode=Key.BACKSPACE)]

    codes = [event.keycode for event in shortcut.events if isinstance(event, InputEventKey)]
    assert codes == [Key.ENTER, Key.BACKSPACE]


@record("Shortcut-004")
def test_a_shortcut_says_its_event() -> None:
    shortcut = Shortcut()

    shortcut.events = [InputEventKey(keycode=Key.ENTER)]

    assert shortcut.get_as_text() == InputEventKey(keycode=Key.ENTER).as_text()
    assert shortcut.get_as_text() != InputEventKey(keycode=Key.ESCAPE).as_text()


@record("Shortcut-006")
def test_lists_of_events_compare_by_what_they_are_about() -> None:
    first, second = InputEventKey(keycode=Key.ENTER), InputEventKey(keycode=Key.ESCAPE)
    equal = Shortcut.is_event_array_equal

    results = [equal([first], [first]), equal([first], [second]), equal([first], [first, second]), equal([first], [])]

    assert results == [True, False, False, False]
