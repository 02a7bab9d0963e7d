"""pyglet's handler calls as input events; no window is opened."""

from __future__ import annotations

from typing import Any

import pyglet
import pytest

from engine.core.clock import ManualClock
from engine.input.events import (
    InputEventKey,
    InputEventMouseButton,
    InputEventMouseMotion,
    InputEventMouseWheel,
    InputEventText,
)
from engine.input.keys import Key, KeyLocation, MouseButton, MouseButtonMask
from servers.display.backend import WindowChange
from servers.display.key_table import KEYCODES, keycode_of
from servers.display.window_events import WindowEvents

key = pyglet.window.key
mouse = pyglet.window.mouse


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def window(clock: ManualClock) -> WindowEvents:
    return WindowEvents(lambda: 100, clock.now)


def only(window: WindowEvents, kind: type[Any]) -> list[Any]:
    """The events of one class since the last call."""
    return [event for event in window.take() if isinstance(event, kind)]


def test_a_key_has_godots_code_and_its_modifiers(window: WindowEvents) -> None:
    window.on_key_press(key.Q, key.MOD_CTRL | key.MOD_SHIFT | key.MOD_NUMLOCK)
    window.on_key_release(key.Q, 0)

    down, up = window.take()
    assert isinstance(down, InputEventKey)
    assert (down.keycode, down.physical_keycode, down.pressed, down.echo) == (Key.Q, Key.Q, True, False)
    assert (down.ctrl_pressed, down.shift_pressed, down.alt_pressed, down.meta_pressed) == (True, True, False, False)
    assert isinstance(up, InputEventKey)
    assert (up.keycode, up.pressed, up.ctrl_pressed) == (Key.Q, False, False)


@pytest.mark.parametrize(
    ("symbol", "code"),
    [
        (key.SPACE, Key.SPACE),
        (key._7, Key.KEY_7),
        (key.NUM_7, Key.KP_7),
        (key.NUM_ENTER, Key.KP_ENTER),
        (key.RETURN, Key.ENTER),
        (key.F12, Key.F12),
        (key.LEFT, Key.LEFT),
        (key.PAGEUP, Key.PAGEUP),
        (key.NUM_HOME, Key.HOME),
        (key.GRAVE, Key.QUOTELEFT),
        (key.LMETA, Key.META),
        (key.RALT, Key.ALT),
        (key.ESCAPE, Key.ESCAPE),
        (0xE9, 0xC9),  # the letter e with an acute accent: the code of its capital
        (0xDF, 0xDF),  # sharp s has no capital of one character
        (key.user_key(93), Key.UNKNOWN),
    ],
)
def test_pyglets_symbols_are_godots_codes(symbol: int, code: int) -> None:
    assert keycode_of(symbol) == code


def test_every_key_of_a_pc_keyboard_has_a_code() -> None:
    letters_and_digits = [*range(ord("a"), ord("z") + 1), *range(ord("0"), ord("9") + 1)]
    others = (
        "BACKSPACE TAB ENTER ESCAPE HOME LEFT UP RIGHT DOWN PAGEUP PAGEDOWN END DELETE INSERT PAUSE PRINT MENU NUMLOCK"
        " SCROLLLOCK CAPSLOCK LSHIFT RSHIFT LCTRL RCTRL LALT RALT LWINDOWS RWINDOWS COMMA PERIOD SLASH SEMICOLON"
        " APOSTROPHE BRACKETLEFT BRACKETRIGHT BACKSLASH MINUS EQUAL GRAVE NUM_ADD NUM_SUBTRACT NUM_MULTIPLY NUM_DIVIDE"
        " NUM_DECIMAL NUM_0 NUM_9 F1 F24"
    )

    symbols = [*letters_and_digits, *(getattr(key, name) for name in others.split())]
    missing = [symbol for symbol in symbols if symbol not in KEYCODES]

    assert missing == []


def test_left_and_right_modifier_keys_differ_in_location(window: WindowEvents) -> None:
    window.on_key_press(key.LSHIFT, 0)
    window.on_key_press(key.RSHIFT, 0)

    assert [(event.keycode, event.location) for event in only(window, InputEventKey)] == [
        (Key.SHIFT, KeyLocation.LEFT),
        (Key.SHIFT, KeyLocation.RIGHT),
    ]


def test_a_key_that_types_carries_its_character_and_the_text_follows(window: WindowEvents) -> None:
    window.on_key_press(key.A, key.MOD_SHIFT)
    window.on_text("A")

    down, text = window.take()
    assert isinstance(down, InputEventKey)
    assert isinstance(text, InputEventText)
    assert (down.unicode, down.echo) == (ord("A"), False)
    assert text.text == "A"


def test_text_without_a_new_press_is_an_echo_of_the_held_key(window: WindowEvents) -> None:
    window.on_key_press(key.A, 0)
    window.on_text("a")
    window.take()

    window.on_text("a")

    echo, text = window.take()
    assert isinstance(echo, InputEventKey)
    assert (echo.keycode, echo.pressed, echo.echo, echo.unicode) == (Key.A, True, True, ord("a"))
    assert isinstance(text, InputEventText)


def test_a_held_caret_key_echoes(window: WindowEvents) -> None:
    window.on_key_press(key.LEFT, 0)
    window.on_text_motion(key.MOTION_LEFT)
    window.on_text_motion(key.MOTION_LEFT)

    assert [event.echo for event in only(window, InputEventKey)] == [False, True]


def test_a_release_ends_the_echoes(window: WindowEvents) -> None:
    window.on_key_press(key.A, 0)
    window.on_text("a")
    window.on_key_release(key.A, 0)
    window.take()

    window.on_text("b")  # an input method's

    (text,) = window.take()
    assert isinstance(text, InputEventText)


def test_enter_and_other_control_characters_are_no_text(window: WindowEvents) -> None:
    window.on_key_press(key.RETURN, 0)
    window.on_text("\r")

    assert [type(event) for event in window.take()] == [InputEventKey]


def test_escape_and_the_close_button_never_close_the_window_by_themselves(window: WindowEvents) -> None:
    assert window.on_key_press(key.ESCAPE, 0) is True
    assert window.on_close() is True

    assert window.take()[-1] is WindowChange.CLOSE_REQUESTED


def test_positions_count_from_the_top(window: WindowEvents) -> None:
    window.on_mouse_motion(10, 99, 0, 0)
    window.on_mouse_motion(15, 89, 5, -10)

    first, second = only(window, InputEventMouseMotion)
    assert first.position == (10, 0)
    assert (second.position, second.relative) == ((15, 10), (5, 10))
    assert second.global_position == second.position


def test_coming_back_into_the_window_is_no_movement(window: WindowEvents) -> None:
    window.on_mouse_motion(10, 50, 0, 0)
    window.on_mouse_leave(0, 50)
    window.on_mouse_motion(90, 50, 80, 0)

    events: list[Any] = window.take()
    assert events[1] is WindowChange.MOUSE_EXITED
    assert [event.relative for event in events[::2]] == [(0, 0), (0, 0)]


def test_a_captured_mouse_moves_without_changing_position(window: WindowEvents) -> None:
    window.on_mouse_motion(10, 50, 0, 0)
    window.set_captured(True)
    window.on_mouse_motion(50, 50, 3, 4)

    event = only(window, InputEventMouseMotion)[-1]
    assert (event.position, event.relative) == ((10, 49), (3, -4))


def test_mouse_buttons_are_numbered_and_masked_as_godots(window: WindowEvents) -> None:
    window.on_mouse_press(1, 99, mouse.RIGHT, 0)
    window.on_mouse_press(1, 99, mouse.MIDDLE, 0)
    window.on_mouse_drag(2, 99, 1, 0, mouse.RIGHT | mouse.MIDDLE, 0)
    window.on_mouse_release(2, 99, mouse.RIGHT, 0)
    window.on_mouse_press(2, 99, mouse.MOUSE4, 0)

    events: list[Any] = window.take()
    assert [getattr(event, "button_index", None) for event in events] == [
        MouseButton.RIGHT,
        MouseButton.MIDDLE,
        None,
        MouseButton.RIGHT,
        MouseButton.XBUTTON1,
    ]
    both = MouseButtonMask.RIGHT | MouseButtonMask.MIDDLE
    masks = [event.button_mask for event in events]
    assert masks == [MouseButtonMask.RIGHT, both, both, MouseButtonMask.MIDDLE, MouseButtonMask.MIDDLE | 128]


@pytest.mark.parametrize(
    ("wait", "x", "button", "double"),
    [
        (0.2, 3, mouse.LEFT, True),
        (0.5, 3, mouse.LEFT, False),
        (0.2, 30, mouse.LEFT, False),
        (0.2, 3, mouse.RIGHT, False),
    ],
)
def test_a_second_press_soon_and_near_is_a_double_click(
    window: WindowEvents, clock: ManualClock, wait: float, x: int, button: int, double: bool
) -> None:
    window.on_mouse_press(0, 50, mouse.LEFT, 0)
    clock.advance(wait)
    window.on_mouse_press(x, 50, button, 0)

    assert [event.double_click for event in only(window, InputEventMouseButton)] == [False, double]


def test_a_third_press_starts_anew(window: WindowEvents) -> None:
    for _ in range(3):
        window.on_mouse_press(0, 50, mouse.LEFT, 0)

    assert [event.double_click for event in only(window, InputEventMouseButton)] == [False, True, False]


def test_the_wheel_tells_both_axes(window: WindowEvents) -> None:
    window.on_mouse_scroll(5, 50, -0.5, 2)

    (wheel,) = only(window, InputEventMouseWheel)
    assert (wheel.delta, wheel.position) == ((-0.5, 2), (5, 49))


def test_losing_the_keyboard_forgets_modifiers_buttons_and_the_held_key(window: WindowEvents) -> None:
    window.on_key_press(key.A, key.MOD_CTRL)
    window.on_mouse_press(1, 1, mouse.LEFT, key.MOD_CTRL)
    window.on_deactivate()
    window.take()

    window.on_activate()
    window.on_mouse_motion(1, 1, 0, 0)
    window.on_text_motion(key.MOTION_LEFT)

    gained, motion = window.take()
    assert gained is WindowChange.FOCUS_GAINED
    assert isinstance(motion, InputEventMouseMotion)
    assert (motion.button_mask, motion.ctrl_pressed) == (0, False)


def test_every_handler_is_an_event_that_pyglet_knows(window: WindowEvents) -> None:
    unknown = set(window.handlers()) - set(pyglet.window.BaseWindow.event_types)

    assert unknown == set()
