from __future__ import annotations

import pytest

from engine.input import (
    JoyAxis,
    JoyButton,
    Key,
    KeyModifierMask,
    MouseButton,
    MouseButtonMask,
    MouseMode,
    find_keycode_from_string,
    get_keycode_string,
)
from engine.input.key_names import KEY_NAMES


@pytest.mark.parametrize(
    ("code", "value"),
    [
        (Key.SPACE, 32),
        (Key.KEY_0, 48),
        (Key.A, 65),
        (Key.ESCAPE, 4194305),
        (Key.KP_9, 4194447),
        (Key.UNKNOWN, 8388607),
        (KeyModifierMask.CODE_MASK, 8388607),
        (KeyModifierMask.MODIFIER_MASK, 2130706432),
        (KeyModifierMask.SHIFT, 33554432),
        (KeyModifierMask.ALT, 67108864),
        (KeyModifierMask.META, 134217728),
        (KeyModifierMask.CTRL, 268435456),
        (MouseButton.WHEEL_RIGHT, 7),
        (MouseButtonMask.MB_XBUTTON2, 256),
        (JoyButton.DPAD_RIGHT, 14),
        (JoyAxis.TRIGGER_RIGHT, 5),
        (MouseMode.CAPTURED, 2),
    ],
)
def test_codes_are_those_of_godot_files(code: int, value: int) -> None:
    assert code == value


@pytest.mark.parametrize(
    ("code", "name"),
    [
        (Key.ESCAPE, "Escape"),
        (Key.KP_ENTER, "Kp Enter"),
        (Key.PAGEUP, "PageUp"),
        (Key.KEY_7, "7"),
        (Key.QUOTELEFT, "QuoteLeft"),
        (Key.F12, "F12"),
        (0xC4, "Ä"),
        (Key.NONE, ""),
        (Key.UNKNOWN, ""),
        (Key.SPECIAL, ""),
    ],
)
def test_keys_have_the_names_of_godot(code: int, name: str) -> None:
    assert get_keycode_string(code) == name


def test_every_name_leads_back_to_its_key() -> None:
    assert {find_keycode_from_string(name): name for name in KEY_NAMES.values()} == KEY_NAMES


def test_case_and_blanks_of_a_name_do_not_count() -> None:
    assert find_keycode_from_string("kpenter") == Key.KP_ENTER
    assert find_keycode_from_string("ä") == 0xC4


@pytest.mark.parametrize("name", ["", "32", "NotAKey", "Unknown", "None", "\n", "ß"])
def test_what_is_no_key_has_no_code(name: str) -> None:
    assert find_keycode_from_string(name) == Key.NONE
