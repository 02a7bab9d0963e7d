"""Input: what devices report, what a game calls it, and what is held.

    keys         codes of keys, buttons and axes        key_names   their names
    events       the event classes                      bindings    events as text, "pad1:B"
    input_map    actions and what is bound to them      input       the state to be asked for, one for each tree
    shortcut     events that do the same                recording   what came in, by frame, to be replayed

The order for an event: the state takes it (`Input.feed`), then servers and nodes see it, until one has handled it.
"""

from __future__ import annotations

from engine.input.bindings import format_binding, is_binding, parse_binding
from engine.input.events import (
    ActionMatch,
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
)
from engine.input.input import Input
from engine.input.input_map import InputMap
from engine.input.key_names import find_keycode_from_string, get_keycode_string
from engine.input.keys import (
    JoyAxis,
    JoyButton,
    Key,
    KeyLocation,
    KeyModifierMask,
    MouseButton,
    MouseButtonMask,
    MouseMode,
)
from engine.input.shortcut import Shortcut

__all__ = [
    "ActionMatch",
    "Input",
    "InputEvent",
    "InputEventAction",
    "InputEventFromWindow",
    "InputEventJoypadButton",
    "InputEventJoypadMotion",
    "InputEventKey",
    "InputEventMouse",
    "InputEventMouseButton",
    "InputEventMouseMotion",
    "InputEventMouseWheel",
    "InputEventScreenDrag",
    "InputEventScreenTouch",
    "InputEventText",
    "InputEventWithModifiers",
    "InputMap",
    "JoyAxis",
    "JoyButton",
    "Key",
    "KeyLocation",
    "KeyModifierMask",
    "MouseButton",
    "MouseButtonMask",
    "MouseMode",
    "Shortcut",
    "find_keycode_from_string",
    "format_binding",
    "get_keycode_string",
    "is_binding",
    "parse_binding",
]
