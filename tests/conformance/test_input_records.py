"""The records of records/input.jsonl: binding texts, polled input, Godot's event classes and Shortcut."""

from __future__ import annotations

import sys
from math import hypot
from typing import Any

import pytest

from engine.core.errors import BindingError
from engine.input import (
    Input,
    InputEvent,
    InputEventJoypadButton,
    InputEventJoypadMotion,
    InputEventKey,
    InputEventMouse,
    InputEventMouseButton,
    InputEventMouseMotion,
    InputMap,
    JoyAxis,
    JoyButton,
    Key,
    KeyLocation,
    KeyModifierMask,
    MouseButton,
    MouseButtonMask,
    Shortcut,
    format_binding,
    is_binding,
    parse_binding,
)
from engine.math import Transform2D, Vector2
from engine.tree.scene_tree import SceneTree

record = pytest.mark.record


def key(code: int, pressed: bool = True, **properties: Any) -> InputEventKey:
    return InputEventKey(keycode=code, pressed=pressed, **properties)


def button(code: int, pressed: bool = True, device: int = 0) -> InputEventJoypadButton:
    return InputEventJoypadButton(button_index=code, pressed=pressed, device=device)


def axis(code: int, value: float, device: int = 0) -> InputEventJoypadMotion:
    return InputEventJoypadMotion(axis=code, axis_value=value, device=device)


def tick(polled: Input) -> None:
    polled.begin_physics_step()
    polled.end_physics_step()
    polled.begin_process()
    polled.end_process()


def polled_with(**actions: tuple[str, ...]) -> Input:
    polled = Input(InputMap())
    for action, bindings in actions.items():
        polled.input_map.add_action(action, *bindings)
    return polled


# Binding texts


@record("mainframe-input_map-0192")
def test_a_key_binding_reads_and_writes() -> None:
    binding = parse_binding("key:Space")

    assert isinstance(binding, InputEventKey)
    assert binding.keycode == Key.SPACE
    assert binding.device == -1
    assert format_binding(binding) == "key:Space"


@record("mainframe-input_map-0194")
def test_a_mouse_binding_reads_and_writes() -> None:
    binding = parse_binding("mouse:Right")

    assert isinstance(binding, InputEventMouseButton)
    assert binding.button_index == MouseButton.RIGHT
    assert format_binding(binding) == "mouse:Right"


@record("mainframe-input_map-0195")
def test_a_pad_binding_reads_and_writes() -> None:
    binding = parse_binding("pad:Start")

    assert isinstance(binding, InputEventJoypadButton)
    assert binding.button_index == JoyButton.START
    assert binding.device == -1
    assert format_binding(binding) == "pad:Start"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", marks=record("mainframe-input_map-0199")),
        pytest.param("Space", marks=record("mainframe-input_map-0200")),
        pytest.param("key:", marks=record("mainframe-input_map-0201")),
        pytest.param("key:NotAKey", marks=record("mainframe-input_map-0202")),
        pytest.param("key:32", marks=record("mainframe-input_map-0203")),
        pytest.param("key:Unknown", marks=record("mainframe-input_map-0204")),
        pytest.param("pad:Z", marks=record("mainframe-input_map-0206")),
        pytest.param("padX:A", marks=record("mainframe-input_map-0207")),
        pytest.param("pad99:A", marks=record("mainframe-input_map-0208")),
        pytest.param("axis8:LeftX+", marks=record("mainframe-input_map-0210")),
        pytest.param("axis:LeftX", marks=record("mainframe-input_map-0211")),
        pytest.param("axis:Sideways+", marks=record("mainframe-input_map-0212")),
        pytest.param("joystick:A", marks=record("mainframe-input_map-0213")),
    ],
)
def test_a_malformed_binding_is_refused(text: str) -> None:
    assert not is_binding(text)
    with pytest.raises(BindingError):
        parse_binding(text)


@record("mainframe-input_map-0214")
def test_pads_are_numbered_from_0_to_7() -> None:
    input_map = InputMap()
    input_map.add_action("jump", button(JoyButton.A, device=7), button(JoyButton.A, device=-5))

    assert [binding.device for binding in input_map.action_get_events("jump")] == [7, -1]
    with pytest.raises(BindingError):
        input_map.action_add_event("jump", button(JoyButton.A, device=8))


# Polled input


@record("mainframe-input_map-0216")
def test_a_press_and_a_release_are_edges_for_one_frame() -> None:
    polled = polled_with(jump=("key:Space", "pad:A"))

    polled.feed(key(Key.SPACE))
    assert polled.is_action_pressed("jump")
    assert polled.is_action_just_pressed("jump")
    assert polled.get_action_strength("jump") == 1.0

    tick(polled)
    assert polled.is_action_pressed("jump")
    assert not polled.is_action_just_pressed("jump")

    polled.feed(key(Key.SPACE, pressed=False))
    assert polled.is_action_just_released("jump")
    assert not polled.is_action_pressed("jump")

    tick(polled)
    assert not polled.is_action_just_released("jump")
    assert not polled.is_action_just_pressed("jump")


@record("mainframe-input_map-0217")
def test_an_action_is_pressed_until_its_last_input_is_released() -> None:
    polled = polled_with(jump=("key:Space", "pad:A"))
    polled.feed(key(Key.SPACE))
    polled.feed(button(JoyButton.A))

    polled.feed(key(Key.SPACE, pressed=False))
    assert polled.is_action_pressed("jump")

    polled.feed(button(JoyButton.A, pressed=False))
    assert not polled.is_action_pressed("jump")


@record("mainframe-input_map-0218")
def test_an_axis_is_rescaled_past_the_deadzone() -> None:
    polled = polled_with()
    polled.input_map.add_action("left", "axis:LeftX-", deadzone=0.2)
    polled.input_map.add_action("right", "axis:LeftX+", deadzone=0.2)

    polled.feed(axis(JoyAxis.LEFT_X, 0.1))
    assert polled.get_action_strength("right") == 0.0
    assert not polled.is_action_pressed("right")

    polled.feed(axis(JoyAxis.LEFT_X, 0.6))
    assert polled.get_action_strength("right") == pytest.approx(0.5)
    assert polled.is_action_pressed("right")
    assert polled.get_axis("left", "right") == pytest.approx(0.5)

    polled.feed(axis(JoyAxis.LEFT_X, -1.0))
    assert polled.get_action_strength("left") == 1.0
    assert polled.get_axis("left", "right") == -1.0


@record("mainframe-input_map-0219")
def test_the_default_deadzone_is_a_half() -> None:
    polled = polled_with(fire=("axis:TriggerRight+",))

    polled.feed(axis(JoyAxis.TRIGGER_RIGHT, 0.75))

    assert polled.get_action_strength("fire") == pytest.approx(0.5)
    assert polled.get_joy_axis(0, JoyAxis.TRIGGER_RIGHT) == 0.75


@record("mainframe-input_map-0220")
def test_a_diagonal_vector_is_one_long() -> None:
    polled = polled_with(left=("key:A",), right=("key:D",), up=("key:W",), down=("key:S",))
    polled.feed(key(Key.D))
    polled.feed(key(Key.S))

    x, y = polled.get_vector("left", "right", "up", "down")

    assert hypot(x, y) == pytest.approx(1.0)
    assert x == y > 0.0


@record("mainframe-input_map-0221")
def test_a_binding_to_one_pad_ignores_the_others() -> None:
    polled = polled_with(p2_jump=("pad1:B",))

    polled.feed(button(JoyButton.B, device=0))
    assert not polled.is_action_pressed("p2_jump")

    polled.feed(button(JoyButton.B, device=1))
    assert polled.is_action_pressed("p2_jump")

    polled.feed(button(JoyButton.A, device=11))
    assert polled.is_action_pressed("p2_jump")
    assert not polled.is_joy_button_pressed(11, JoyButton.A)


class ConsumesEverything:
    """An input server that takes every event for itself."""

    def input(self, event: InputEvent) -> bool:
        return True

    def dispose(self) -> None:
        pass


@record("mainframe-input_map-0223")
def test_a_consumed_event_is_polled_all_the_same() -> None:
    tree = SceneTree(servers=[ConsumesEverything()])
    tree.input_map.add_action("jump", "key:Space")

    assert tree.push_input(key(Key.SPACE))
    assert tree.input.is_action_pressed("jump")

    assert tree.push_input(key(Key.SPACE, pressed=False))
    assert not tree.input.is_action_pressed("jump")
    tree.shutdown()


@record("mainframe-input_map-0225")
def test_release_all_lets_go_of_everything() -> None:
    polled = polled_with(jump=("key:Space",), right=("axis:LeftX+",), fire=())
    polled.feed(key(Key.SPACE))
    polled.feed(axis(JoyAxis.LEFT_X, 1.0))
    polled.action_press("fire")

    polled.release_all()

    assert not any(polled.is_action_pressed(action) for action in polled.input_map.get_actions())
    assert not polled.is_key_pressed(Key.SPACE)
    assert polled.get_joy_axis(0, JoyAxis.LEFT_X) == 0.0


@record("mainframe-input_map-0226")
def test_an_edited_or_replaced_map_keeps_what_is_held_without_an_edge() -> None:
    polled = polled_with()
    polled.feed(key(Key.SPACE))
    tick(polled)

    polled.input_map.add_action("jump", "key:Space")
    assert polled.is_action_pressed("jump")
    assert not polled.is_action_just_pressed("jump")

    other = InputMap()
    other.add_action("jump", "key:Space")
    polled.input_map = other
    assert polled.is_action_pressed("jump")
    assert not polled.is_action_just_pressed("jump")


@record("mainframe-input_map-0228")
def test_an_axis_event_tells_its_strength() -> None:
    polled = polled_with(up=("axis:LeftY-",), fire=("axis:TriggerRight+",))
    event = axis(JoyAxis.LEFT_Y, -1.0)
    polled.feed(event)

    assert event.is_action_pressed("up")
    assert event.get_action_strength("up") == 1.0
    assert not event.is_action("fire")


@record("mainframe-input_map-0231")
def test_polling_allocates_nothing() -> None:
    polled = polled_with(jump=("key:Space",), left=("axis:LeftX-",), right=("axis:LeftX+",), up=(), down=())
    space, stick = key(Key.SPACE), axis(JoyAxis.LEFT_X, 0.0)

    def frames(first: int, count: int) -> int:
        """The growth in blocks over `count` frames of a key, an axis and polling."""
        before = sys.getallocatedblocks()
        for number in range(first, first + count):
            space.pressed = number % 2 == 0
            stick.axis_value = 0.9 if number % 4 < 2 else -0.9
            polled.feed(space)
            polled.feed(stick)
            polled.begin_physics_step()
            polled.is_action_just_pressed("jump")
            polled.end_physics_step()
            polled.begin_process()
            polled.is_action_pressed("jump")
            polled.get_axis("left", "right")
            polled.get_vector("left", "right", "up", "down")
            polled.end_process()
        return sys.getallocatedblocks() - before

    frames(0, 300)
    own_of_the_measurement = frames(300, 1)

    assert frames(301, 200) == own_of_the_measurement


@record("mainframe-runtime_rules-0527")
def test_a_press_inside_a_physics_step_counts_in_exactly_the_next() -> None:
    polled = polled_with(jump=())
    seen: list[tuple[bool, bool]] = []
    for step in range(4):
        polled.begin_physics_step()
        first_node = polled.is_action_just_pressed("jump")
        if step == 0:
            polled.action_press("jump")
        if step == 1:
            polled.action_release("jump")
        last_node = polled.is_action_just_pressed("jump")
        polled.end_physics_step()
        seen.append((first_node, last_node))

    assert seen == [(False, False), (True, True), (False, False), (False, False)]


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
        pytest.param(
            physical(Key.ENTER, **CTRL_ALT_SHIFT), "Ctrl+Alt+Shift+Enter", marks=record("InputEventKey-011")
        ),
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
            "InputEventKey: keycode=(unset), mods=none, physical=false, location=unspecified, pressed=false, echo=false",
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
