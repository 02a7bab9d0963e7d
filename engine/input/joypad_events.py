"""Events of gamepads: buttons and axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidValueError
from engine.input.event import ActionMatch, InputEvent
from engine.input.event_fields import boolean, field, format_truth, fraction, integer, number
from engine.input.keys import ANY_DEVICE, MAX_JOYPADS, JoyAxis, JoyButton
from engine.input.sources import JOY_AXIS, JOY_BUTTON, InputSource, past_deadzone

if TYPE_CHECKING:
    from engine.input.sources import InputChange, InputId

_BUTTON_TEXTS = (
    "Bottom Action, Sony Cross, Xbox A, Nintendo B",
    "Right Action, Sony Circle, Xbox B, Nintendo A",
    "Left Action, Sony Square, Xbox X, Nintendo Y",
    "Top Action, Sony Triangle, Xbox Y, Nintendo X",
    "Back, Sony Select, Xbox Back, Nintendo -",
    "Guide, Sony PS, Xbox Home",
    "Start, Sony Options, Xbox Menu, Nintendo +",
    "Left Stick, Sony L3, Xbox L/LS",
    "Right Stick, Sony R3, Xbox R/RS",
    "Left Shoulder, Sony L1, Xbox LB",
    "Right Shoulder, Sony R1, Xbox RB",
    "D-pad Up",
    "D-pad Down",
    "D-pad Left",
    "D-pad Right",
    "Xbox Share, PS5 Microphone, Nintendo Capture",
    "Xbox Paddle 1",
    "Xbox Paddle 2",
    "Xbox Paddle 3",
    "Xbox Paddle 4",
    "PS4/5 Touchpad",
)
_AXIS_TEXTS = (
    "Left Stick X-Axis, Joystick 0 X-Axis",
    "Left Stick Y-Axis, Joystick 0 Y-Axis",
    "Right Stick X-Axis, Joystick 1 X-Axis",
    "Right Stick Y-Axis, Joystick 1 Y-Axis",
    "Joystick 2 X-Axis, Left Trigger, Sony L2, Xbox LT",
    "Joystick 2 Y-Axis, Right Trigger, Sony R2, Xbox RT",
    "Joystick 3 X-Axis",
    "Joystick 3 Y-Axis",
    "Joystick 4 X-Axis",
    "Joystick 4 Y-Axis",
)


def _button_code(where: str, value: Any) -> int:
    code = integer(where, value)
    if not JoyButton.INVALID <= code < JoyButton.MAX:
        raise InvalidValueError(f"{where} must be a code of JoyButton, -1 to {JoyButton.MAX - 1}, got {code}")
    return code


def _axis_code(where: str, value: Any) -> int:
    code = integer(where, value)
    if not JoyAxis.INVALID <= code < JoyAxis.MAX:
        raise InvalidValueError(f"{where} must be a code of JoyAxis, -1 to {JoyAxis.MAX - 1}, got {code}")
    return code


class InputEventJoypadButton(InputEvent):
    """A gamepad's button went down or up; `device` is the number of the gamepad."""

    button_index: int = field(0, _button_code)
    """Which, a code of JoyButton."""
    pressed: bool = field(False, boolean)
    pressure: float = field(0.0, fraction)
    """How hard, 0 to 1, where the button can tell."""

    def is_pressed(self) -> bool:
        """True if the button went down."""
        return self.pressed

    def is_action_type(self) -> bool:
        """True: gamepad buttons can be bound to actions."""
        return True

    def action_match(
        self, event: InputEvent | None, exact_match: bool = False, deadzone: float = 0.5
    ) -> ActionMatch | None:
        """What `event` says about an action that this button is bound to; None if it is another button."""
        if not self.is_match(event):
            return None
        pressed = event is not None and event.is_pressed()
        strength = 1.0 if pressed else 0.0
        return ActionMatch(pressed, strength, strength)

    def is_match(self, event: InputEvent | None, exact_match: bool = True) -> bool:
        """True if `event` is about the same button, of any gamepad."""
        return isinstance(event, InputEventJoypadButton) and event.button_index == self.button_index

    def as_text(self) -> str:
        """The button for people, with the names that three makers give it."""
        code = self.button_index
        name = f" ({_BUTTON_TEXTS[code]})" if 0 <= code < len(_BUTTON_TEXTS) else ""
        pressure = f", Pressure:{self.pressure:g}" if self.pressure else ""
        return f"Joypad Button {code}{name}{pressure}"

    def __str__(self) -> str:
        return (
            f"InputEventJoypadButton: button_index={self.button_index}, pressed={format_truth(self.pressed)},"
            f" pressure={self.pressure:.2f}"
        )

    def _changes(self) -> tuple[InputChange, ...]:
        if not 0 <= self.device < MAX_JOYPADS:
            return ()
        return (((JOY_BUTTON, self.device, self.button_index), 1.0 if self.pressed else 0.0, 0),)

    def _source(self) -> InputSource | None:
        return InputSource(_of_pads(JOY_BUTTON, self.device, self.button_index))


class InputEventJoypadMotion(InputEvent):
    """A gamepad's stick or trigger moved; `device` is the number of the gamepad.

    As a binding it means the half of the axis that the sign of `axis_value` names.
    """

    axis: int = field(0, _axis_code)
    """Which, a code of JoyAxis."""
    axis_value: float = field(0.0, number)
    """Where it stands now, -1 to 1."""

    def is_pressed(self) -> bool:
        """True from half way on."""
        return abs(self.axis_value) >= 0.5

    def is_action_type(self) -> bool:
        """True: axes can be bound to actions."""
        return True

    def action_match(
        self, event: InputEvent | None, exact_match: bool = False, deadzone: float = 0.5
    ) -> ActionMatch | None:
        """What `event` says about an action that this half of the axis is bound to; None if it is another axis.

        The other half of the axis matches as well, and does not press.
        """
        if not isinstance(event, InputEventJoypadMotion) or not self.is_match(event, exact_match):
            return None
        same_half = event.axis_value == 0.0 or (self.axis_value < 0.0) == (event.axis_value < 0.0)
        raw = min(abs(event.axis_value), 1.0) if same_half else 0.0
        return ActionMatch(raw > 0.0 and raw >= deadzone, past_deadzone(raw, deadzone), raw)

    def is_match(self, event: InputEvent | None, exact_match: bool = True) -> bool:
        """True if `event` is about the same axis, with `exact_match` also on the same side of its rest."""
        if not isinstance(event, InputEventJoypadMotion) or event.axis != self.axis:
            return False
        return not exact_match or (self.axis_value < 0.0) == (event.axis_value < 0.0)

    def as_text(self) -> str:
        """The axis for people, with its value."""
        name = _AXIS_TEXTS[self.axis] if self.axis >= 0 else "Unknown Joypad Axis"
        return f"Joypad Motion on Axis {self.axis} ({name}) with Value {self.axis_value:.2f}"

    def __str__(self) -> str:
        return f"InputEventJoypadMotion: axis={self.axis}, axis_value={self.axis_value:.2f}"

    def _changes(self) -> tuple[InputChange, ...]:
        if not 0 <= self.device < MAX_JOYPADS:
            return ()
        return (((JOY_AXIS, self.device, self.axis), min(max(self.axis_value, -1.0), 1.0), 0),)

    def _source(self) -> InputSource | None:
        direction = -1.0 if self.axis_value < 0.0 else 1.0
        return InputSource(_of_pads(JOY_AXIS, self.device, self.axis), direction=direction)


def _of_pads(kind: str, device: int, code: int) -> tuple[InputId, ...]:
    pads = range(MAX_JOYPADS) if device == ANY_DEVICE else (device,)
    return tuple((kind, pad, code) for pad in pads)
