"""Events of the mouse: buttons, wheel and motion.

The wheel comes as an `InputEventMouseWheel`, which carries how far it turned on both axes. Godot reports a notch as a
mouse button, `MouseButton.WHEEL_UP` and its like, that is pressed and released at once. Both are one input here: the
binding "mouse:WheelUp" matches either event, and both kinds of event can be bound.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.input.event import ActionMatch, InputEvent, InputEventWithModifiers
from engine.input.event_fields import boolean, field, format_truth, format_vector, fraction, integer, number, vector
from engine.input.keys import MouseButton, MouseButtonMask
from engine.input.motion import carried_over, motion_carried_over, take_motion
from engine.input.sources import MOUSE_BUTTON, InputSource
from engine.math import Vector2

if TYPE_CHECKING:
    from typing import Self

    from engine.input.sources import InputChange
    from engine.math import Transform2D

_BUTTON_TEXTS = {
    MouseButton.LEFT: "Left Mouse Button",
    MouseButton.RIGHT: "Right Mouse Button",
    MouseButton.MIDDLE: "Middle Mouse Button",
    MouseButton.WHEEL_UP: "Mouse Wheel Up",
    MouseButton.WHEEL_DOWN: "Mouse Wheel Down",
    MouseButton.WHEEL_LEFT: "Mouse Wheel Left",
    MouseButton.WHEEL_RIGHT: "Mouse Wheel Right",
    MouseButton.XBUTTON1: "Mouse Thumb Button 1",
    MouseButton.XBUTTON2: "Mouse Thumb Button 2",
}


class InputEventMouse(InputEventWithModifiers):
    """The base of mouse events."""

    button_mask: int = field(0, integer)
    """The buttons that are held, as bits of MouseButtonMask."""
    position: Vector2 = field(Vector2.ZERO, vector)
    """Where, in pixels of the viewport, or of the item that the event is handed to."""
    global_position: Vector2 = field(Vector2.ZERO, vector)
    """Where, in pixels of the root viewport."""

    def xformed_by(self, xform: Transform2D, local_ofs: Vector2 = Vector2.ZERO) -> Self:
        """A copy with `local_ofs` added and `xform` applied to `position`; `global_position` stays."""
        return carried_over(self, xform, local_ofs)


class InputEventMouseButton(InputEventMouse):
    """A mouse button went down or up."""

    button_index: int = field(0, integer)
    """Which, a code of MouseButton."""
    pressed: bool = field(False, boolean)
    canceled: bool = field(False, boolean)
    double_click: bool = field(False, boolean)
    factor: float = field(1.0, number)
    """Of a wheel button: how far it turned, in notches."""

    def is_pressed(self) -> bool:
        """True if the button went down."""
        return self.pressed

    def is_canceled(self) -> bool:
        """True if the system took the press away."""
        return self.canceled

    def is_action_type(self) -> bool:
        """True: mouse buttons can be bound to actions."""
        return True

    def action_match(
        self, event: InputEvent | None, exact_match: bool = False, deadzone: float = 0.5
    ) -> ActionMatch | None:
        """What `event` says about an action that this button is bound to; None if it is another button."""
        return _match_buttons(self, event, exact_match)

    def is_match(self, event: InputEvent | None, exact_match: bool = True) -> bool:
        """True if `event` is about the same button, with `exact_match` also with the same modifiers."""
        return _is_same_button(self, event, exact_match)

    def as_text(self) -> str:
        """The button for people, such as "Ctrl+Left Mouse Button"."""
        name = _BUTTON_TEXTS.get(self.button_index, f"Button #{self.button_index}")
        return self._with_modifiers(f"{name} (Double Click)" if self.double_click else name)

    def __str__(self) -> str:
        name = _BUTTON_TEXTS.get(self.button_index)
        return (
            f"InputEventMouseButton: button_index={self.button_index}{f' ({name})' if name else ''},"
            f" mods={InputEventWithModifiers.as_text(self) or 'none'}, pressed={format_truth(self.pressed)},"
            f" canceled={format_truth(self.canceled)}, position={format_vector(self.position)},"
            f" button_mask={self.button_mask}, double_click={format_truth(self.double_click)}"
        )

    def _buttons(self) -> tuple[int, ...]:
        return (self.button_index,) if self.button_index else ()

    def _changes(self) -> tuple[InputChange, ...]:
        value, held_with = (1.0 if self.pressed else 0.0), self.get_modifiers_mask()
        return tuple(((MOUSE_BUTTON, 0, button), value, held_with) for button in self._buttons())

    def _source(self) -> InputSource | None:
        return _button_source(self)


class InputEventMouseWheel(InputEventMouse):
    """The wheel of the mouse, or two fingers on a pad, turned.

    For actions it is a press and a release at once: `is_action_just_pressed` sees it, `is_action_pressed` never does.
    """

    delta: Vector2 = field(Vector2.ZERO, vector)
    """How far, in notches; x to the right, y up, that is, away from the user."""

    @property
    def button_index(self) -> int:
        """The wheel button of Godot's that says most of this event, `MouseButton.NONE` where `delta` is zero."""
        buttons = self._buttons()
        if not buttons:
            return MouseButton.NONE
        return buttons[0] if abs(self.delta.y) >= abs(self.delta.x) else buttons[-1]

    def is_pressed(self) -> bool:
        """True: a turn of the wheel is a press."""
        return True

    def is_action_type(self) -> bool:
        """True: turns of the wheel can be bound to actions."""
        return True

    def action_match(
        self, event: InputEvent | None, exact_match: bool = False, deadzone: float = 0.5
    ) -> ActionMatch | None:
        """What `event` says about an action that a turn this way is bound to; None if it is another one."""
        return _match_buttons(self, event, exact_match)

    def is_match(self, event: InputEvent | None, exact_match: bool = True) -> bool:
        """True if `event` turns the wheel the same way, with `exact_match` also with the same modifiers."""
        return _is_same_button(self, event, exact_match)

    def as_text(self) -> str:
        """The turn for people, such as "Mouse Wheel Up"."""
        return self._with_modifiers(_BUTTON_TEXTS.get(self.button_index, "Mouse Wheel"))

    def __str__(self) -> str:
        return (
            f"InputEventMouseWheel: delta={format_vector(self.delta)},"
            f" mods={InputEventWithModifiers.as_text(self) or 'none'}, position={format_vector(self.position)},"
            f" button_mask={self.button_mask}"
        )

    def _buttons(self) -> tuple[int, ...]:
        x, y = self.delta
        vertical = MouseButton.WHEEL_UP if y > 0 else MouseButton.WHEEL_DOWN
        horizontal = MouseButton.WHEEL_RIGHT if x > 0 else MouseButton.WHEEL_LEFT
        return ((vertical,) if y else ()) + ((horizontal,) if x else ())

    def _changes(self) -> tuple[InputChange, ...]:
        held_with = self.get_modifiers_mask()
        names = [(MOUSE_BUTTON, 0, button) for button in self._buttons()]
        return tuple((name, value, held_with) for value in (1.0, 0.0) for name in names)

    def _source(self) -> InputSource | None:
        return _button_source(self)


class InputEventMouseMotion(InputEventMouse):
    """The mouse moved, or a pen did."""

    relative: Vector2 = field(Vector2.ZERO, vector)
    """How far since the last motion event, in pixels of the viewport."""
    screen_relative: Vector2 = field(Vector2.ZERO, vector)
    """The same in pixels of the window, whatever the viewport's scale."""
    velocity: Vector2 = field(Vector2.ZERO, vector)
    """How fast, in pixels of the viewport a second."""
    screen_velocity: Vector2 = field(Vector2.ZERO, vector)
    """The same in pixels of the window."""
    pressure: float = field(0.0, fraction)
    """Of a pen: 0 to 1."""
    tilt: Vector2 = field(Vector2.ZERO, vector)
    """Of a pen: -1 to 1 on both axes, 0 upright."""
    pen_inverted: bool = field(False, boolean)
    """True while the eraser of a pen is used."""

    def is_pressed(self) -> bool:
        """True while the left button drags."""
        return bool(self.button_mask & MouseButtonMask.LEFT)

    def accumulate(self, with_event: InputEvent) -> bool:
        """Take a later motion into this one; False, and no change, if buttons, modifiers or window differ."""
        if not isinstance(with_event, InputEventMouseMotion):
            return False
        mine = (self.window_id, self.button_mask, self.get_modifiers_mask())
        if mine != (with_event.window_id, with_event.button_mask, with_event.get_modifiers_mask()):
            return False
        self.global_position = with_event.global_position
        take_motion(self, with_event)
        return True

    def xformed_by(self, xform: Transform2D, local_ofs: Vector2 = Vector2.ZERO) -> Self:
        """A copy with `position`, `relative` and `velocity` in other coordinates; the screen's stay."""
        return motion_carried_over(self, xform, local_ofs)

    def as_text(self) -> str:
        """The motion for people."""
        return f"Mouse motion at position {format_vector(self.position)} with velocity {format_vector(self.velocity)}"

    def __str__(self) -> str:
        return (
            f"InputEventMouseMotion: button_mask={self.button_mask}, position={format_vector(self.position)},"
            f" relative={format_vector(self.relative)}, velocity={format_vector(self.velocity)},"
            f" pressure={self.pressure:.2f}, tilt={format_vector(self.tilt)},"
            f" pen_inverted={format_truth(self.pen_inverted)}"
        )


def _is_same_button(
    binding: InputEventMouseButton | InputEventMouseWheel, event: InputEvent | None, exact_match: bool
) -> bool:
    if not isinstance(event, (InputEventMouseButton, InputEventMouseWheel)):
        return False
    if not set(binding._buttons()) & set(event._buttons()):
        return False
    return not exact_match or binding.get_modifiers_mask() == event.get_modifiers_mask()


def _match_buttons(
    binding: InputEventMouseButton | InputEventMouseWheel, event: InputEvent | None, exact_match: bool
) -> ActionMatch | None:
    if not isinstance(event, (InputEventMouseButton, InputEventMouseWheel)):
        return None
    if not _is_same_button(binding, event, False) or not binding._modifiers_fit(event, exact_match):
        return None
    strength = 1.0 if event.is_pressed() else 0.0
    return ActionMatch(event.is_pressed(), strength, strength)


def _button_source(binding: InputEventMouseButton | InputEventMouseWheel) -> InputSource | None:
    names = tuple((MOUSE_BUTTON, 0, button) for button in binding._buttons())
    return InputSource(names, binding.get_modifiers_mask()) if names else None
