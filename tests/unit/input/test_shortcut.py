from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError
from engine.input import InputEventJoypadButton, InputEventKey, JoyButton, Key, Shortcut


def test_a_shortcut_matches_any_of_its_events_with_the_same_modifiers() -> None:
    shortcut = Shortcut()
    shortcut.events = [
        InputEventKey(keycode=Key.S, ctrl_pressed=True),
        InputEventJoypadButton(button_index=JoyButton.START),
    ]

    assert shortcut.matches_event(InputEventKey(keycode=Key.S, ctrl_pressed=True, pressed=True))
    assert shortcut.matches_event(InputEventJoypadButton(button_index=JoyButton.START))
    assert not shortcut.matches_event(InputEventKey(keycode=Key.S, pressed=True))
    assert not shortcut.matches_event(None)
    assert shortcut.has_valid_event()


def test_new_events_tell_changed() -> None:
    shortcut = Shortcut()
    emissions: list[str] = []
    shortcut.changed.connect(lambda: emissions.append("changed"))

    shortcut.events = [InputEventKey(keycode=Key.S)]

    assert emissions == ["changed"]


def test_the_list_of_events_is_a_copy() -> None:
    shortcut = Shortcut()
    shortcut.events.append(InputEventKey(keycode=Key.S))

    assert shortcut.events == []


def test_what_is_no_event_is_refused() -> None:
    shortcut = Shortcut()
    events: Any = [InputEventKey(), "key:S"]

    with pytest.raises(InvalidTypeError, match=r"Shortcut\.events must be InputEvents, got 'key:S'"):
        shortcut.events = events

    assert shortcut.events == []
