"""Gamepads by pyglet's ControllerManager, as joypad events.

Buttons and axes carry the numbers of Godot (SDL's), y down. A pad gets the lowest free device number when it is
connected and gives it back when it goes; both are reported. A machine without gamepad support is no error: it is said
once, and there are no pads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyglet

from engine.core.log import get_logger
from engine.input.events import InputEventJoypadButton, InputEventJoypadMotion
from engine.input.keys import JoyAxis, JoyButton
from servers.display.backend import JoypadChange

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.input.events import InputEvent

BUTTONS = {
    "a": JoyButton.A,
    "b": JoyButton.B,
    "x": JoyButton.X,
    "y": JoyButton.Y,
    "back": JoyButton.BACK,
    "guide": JoyButton.GUIDE,
    "start": JoyButton.START,
    "leftstick": JoyButton.LEFT_STICK,
    "rightstick": JoyButton.RIGHT_STICK,
    "leftshoulder": JoyButton.LEFT_SHOULDER,
    "rightshoulder": JoyButton.RIGHT_SHOULDER,
}
"""Godot's button numbers by pyglet's names."""

_STICKS = {"leftstick": (JoyAxis.LEFT_X, JoyAxis.LEFT_Y), "rightstick": (JoyAxis.RIGHT_X, JoyAxis.RIGHT_Y)}
_TRIGGERS = {"lefttrigger": JoyAxis.TRIGGER_LEFT, "righttrigger": JoyAxis.TRIGGER_RIGHT}


class Gamepads:
    """All connected pads of the machine; `take` gives what they reported."""

    def __init__(self) -> None:
        """Find the pads and listen to them, also to those connected later."""
        self._events: list[InputEvent | JoypadChange] = []
        self._pads: dict[int, _Gamepad] = {}
        self._manager: Any = None
        try:
            self._manager = pyglet.input.ControllerManager()
            for controller in self._manager.get_controllers():
                self._connect(controller)
            self._manager.push_handlers(on_connect=self._connect, on_disconnect=self._disconnect)
        except Exception as error:  # noqa: BLE001  # FileNotFoundError for a missing /dev/input; other systems, others
            get_logger("display").warning(f"no gamepads on this machine ({error})")

    def take(self) -> list[InputEvent | JoypadChange]:
        """What came in since the last call."""
        events, self._events = self._events, []
        return events

    def close(self) -> None:
        """Stop listening."""
        for pad in self._pads.values():
            pad.close()
        self._pads.clear()

    def _emit(self, event: InputEvent | JoypadChange) -> None:
        self._events.append(event)

    def _connect(self, controller: Any) -> None:
        device = next(number for number in range(len(self._pads) + 1) if number not in self._pads)
        pad = _Gamepad(controller, device, self._emit)
        try:
            controller.open()
        except Exception as error:  # noqa: BLE001  # what opening a device raises depends on the system
            get_logger("display").warning(f"gamepad {controller.name!r} cannot be opened ({error})")
            return
        self._pads[device] = pad
        self._emit(JoypadChange(device, True, controller.name or ""))

    def _disconnect(self, controller: Any) -> None:
        for device, pad in list(self._pads.items()):
            if pad.controller is controller:
                del self._pads[device]
                self._emit(JoypadChange(device, False, controller.name or ""))


class _Gamepad:
    """One pad: turns its reports into events and knows what is held."""

    def __init__(self, controller: Any, device: int, emit: Callable[[InputEvent], None]) -> None:
        self.controller = controller
        self._device = device
        self._emit = emit
        self._buttons: set[int] = set()
        self._axes: dict[int, float] = {}
        controller.push_handlers(
            on_button_press=lambda _pad, name: self._button(BUTTONS.get(name), True),
            on_button_release=lambda _pad, name: self._button(BUTTONS.get(name), False),
            on_stick_motion=self._stick,
            on_dpad_motion=self._dpad,
            on_trigger_motion=lambda _pad, name, value: self._axis(_TRIGGERS[name], value),
        )

    def close(self) -> None:
        """Stop listening to the pad."""
        self.controller.close()

    def _stick(self, _pad: Any, name: str, vector: Any) -> None:
        x_axis, y_axis = _STICKS[name]
        self._axis(x_axis, vector.x)
        self._axis(y_axis, -vector.y)

    def _dpad(self, _pad: Any, vector: Any) -> None:
        self._button(JoyButton.DPAD_LEFT, vector.x < -0.5)
        self._button(JoyButton.DPAD_RIGHT, vector.x > 0.5)
        self._button(JoyButton.DPAD_UP, vector.y > 0.5)
        self._button(JoyButton.DPAD_DOWN, vector.y < -0.5)

    def _button(self, button: int | None, pressed: bool) -> None:
        if button is None or pressed == (button in self._buttons):
            return
        if pressed:
            self._buttons.add(button)
        else:
            self._buttons.discard(button)
        self._emit(InputEventJoypadButton(device=self._device, button_index=button, pressed=pressed))

    def _axis(self, axis: int, value: float) -> None:
        value = min(max(float(value), -1.0), 1.0)
        if value != self._axes.get(axis, 0.0):
            self._axes[axis] = value
            self._emit(InputEventJoypadMotion(device=self._device, axis=axis, axis_value=value))
