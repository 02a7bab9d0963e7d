"""All event classes in one place."""

from __future__ import annotations

from engine.input.action_event import InputEventAction
from engine.input.event import ActionMatch, InputEvent, InputEventFromWindow, InputEventWithModifiers
from engine.input.joypad_events import InputEventJoypadButton, InputEventJoypadMotion
from engine.input.key_events import InputEventKey, InputEventText
from engine.input.mouse_events import (
    InputEventMouse,
    InputEventMouseButton,
    InputEventMouseMotion,
    InputEventMouseWheel,
)
from engine.input.touch_events import InputEventScreenDrag, InputEventScreenTouch

__all__ = [
    "ActionMatch",
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
]
