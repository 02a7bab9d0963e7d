"""What all input events have in common, and the bases of those that come from a window or carry modifier keys.

An event says what happened to a device: a key went down, a stick moved. The same classes serve as bindings of an
InputMap, where an event stands for all events like it. Displays keep one event of each type and fill it again for
every message: keep a `clone()`, not the event, when it is to outlive the callback.

An event is asked about actions, `event.is_action_pressed("jump")`, and answers by the input map it was last given to:
a tree that it is pushed into, or the map that it was added to as a binding.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, ClassVar

from engine.core.errors import InvalidValueError
from engine.core.export import exported
from engine.core.resource import Resource
from engine.input.event_fields import boolean, field, integer
from engine.input.keys import KeyModifierMask
from engine.math import Vector2

if TYPE_CHECKING:
    from typing import Self

    from engine.input.input_map import InputMap
    from engine.input.sources import InputChange, InputSource
    from engine.math import Transform2D

# Ctrl, Alt, Shift, Meta: the order in which texts name them.
_MODIFIERS = (
    (KeyModifierMask.CTRL, "Ctrl"),
    (KeyModifierMask.ALT, "Alt"),
    (KeyModifierMask.SHIFT, "Shift"),
    (KeyModifierMask.META, "Meta"),
)
COMMAND_OR_CONTROL = KeyModifierMask.META if sys.platform == "darwin" else KeyModifierMask.CTRL
"""The modifier that shortcuts are made with on this platform: Command on macOS, Ctrl elsewhere."""


class ActionMatch:
    """What an event says about an action that it belongs to.

    Attributes:
        pressed: whether the action is pressed by it, past the deadzone.
        strength: 0 to 1, rescaled past the deadzone.
        raw_strength: 0 to 1, before the deadzone.
    """

    __slots__ = ("pressed", "raw_strength", "strength")

    def __init__(self, pressed: bool, strength: float, raw_strength: float) -> None:
        """pressed: past the deadzone; strength: 0 to 1, rescaled past it; raw_strength: 0 to 1, before the deadzone."""
        self.pressed = pressed
        self.strength = strength
        self.raw_strength = raw_strength

    def __repr__(self) -> str:
        return f"ActionMatch(pressed={self.pressed}, strength={self.strength}, raw_strength={self.raw_strength})"


class InputEvent(Resource):
    """The base of all events."""

    device: int = field(0, integer)
    """Which device of its kind: 0 is the first, and -1 in a binding means any."""

    _fields: ClassVar[tuple[str, ...]] = ("device",)
    _map: InputMap | None = None
    _bound: bool = False

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        own = [name for name, value in vars(cls).items() if isinstance(value, property) and value.fset is not None]
        cls._fields = (*cls._fields, *own)

    def __init__(self, **properties: Any) -> None:
        """An event with the given properties, `InputEventKey(keycode=Key.SPACE, pressed=True)`; the rest are default.

        Raises:
            InvalidTypeError: a property that the class has not, or a value of a wrong type.
            InvalidValueError: a value that is not finite or out of range.
        """
        super().__init__(**properties)

    def clone(self) -> Self:
        """A copy to keep: the same properties, no connections."""
        copy = type(self).__new__(type(self))
        mine, its = self.__dict__, copy.__dict__
        for name in self._fields:
            if name in mine:
                its[name] = mine[name]
        its["_map"] = self._map
        return copy

    def _shallow_copy(self) -> Self:
        made = super()._shallow_copy()
        vars(made).pop("_bound", None)
        return made

    def is_pressed(self) -> bool:
        """True if something went down: a key, a button, a finger, an axis past its half."""
        return False

    def is_released(self) -> bool:
        """True if something came up, as opposed to being pressed or cancelled."""
        return not self.is_pressed() and not self.is_canceled()

    def is_canceled(self) -> bool:
        """True if the system took the press away, so that it is no click."""
        return False

    def is_echo(self) -> bool:
        """True for the repeated presses of a key that is held."""
        return False

    def is_action_type(self) -> bool:
        """True if events of this class can be bound to an action."""
        return False

    def is_action(self, action: str, exact_match: bool = False) -> bool:
        """True if the event belongs to the action, pressed or not.

        Args:
            action: the name of an action of the event's input map.
            exact_match: also want the same modifiers and, of an axis, the same direction.

        Raises:
            ActionError: the map has no such action; the text names the nearest.
            InvalidValueError: the event was given to no map yet.
        """
        return self._action(action, exact_match) is not None

    def is_action_pressed(self, action: str, allow_echo: bool = False, exact_match: bool = False) -> bool:
        """True if the event presses the action; repeats of a held key only with `allow_echo`. See `is_action`."""
        match = self._action(action, exact_match)
        return match is not None and match.pressed and (allow_echo or not self.is_echo())

    def is_action_released(self, action: str, exact_match: bool = False) -> bool:
        """True if the event belongs to the action and does not press it. See `is_action`."""
        match = self._action(action, exact_match)
        return match is not None and not match.pressed

    def get_action_strength(self, action: str, exact_match: bool = False) -> float:
        """How far the event presses the action, 0 to 1, rescaled past the action's deadzone. See `is_action`."""
        match = self._action(action, exact_match)
        return 0.0 if match is None else match.strength

    def get_action_raw_strength(self, action: str, exact_match: bool = False) -> float:
        """The same without the deadzone. See `is_action`."""
        match = self._action(action, exact_match)
        return 0.0 if match is None else match.raw_strength

    def action_match(
        self, event: InputEvent | None, exact_match: bool = False, deadzone: float = 0.5
    ) -> ActionMatch | None:
        """What `event` says about an action that this event is bound to; None if it is none of its business."""
        return None

    def is_match(self, event: InputEvent | None, exact_match: bool = True) -> bool:
        """True if both are about the same key, button or axis; with `exact_match` also with the same modifiers."""
        return False

    def accumulate(self, with_event: InputEvent) -> bool:
        """Take a later event of the same movement into this one; False, and no change, for any other event."""
        return False

    def xformed_by(self, xform: Transform2D, local_ofs: Vector2 = Vector2.ZERO) -> InputEvent:
        """The event in other coordinates: a copy with `local_ofs` added and `xform` applied to its position.

        Events without a position give themselves.
        """
        return self

    def as_text(self) -> str:
        """The event in words for people, such as "Ctrl+S"."""
        return ""

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        return type(self).__name__

    def _action(self, action: str, exact_match: bool) -> ActionMatch | None:
        if self._map is None:
            raise InvalidValueError(
                f"{type(self).__name__} cannot be asked about the action {action!r}: it was given to no input map yet;"
                " push it into a tree, or ask input_map.event_is_action(event, action)"
            )
        return self._map.match(self, action, exact_match)

    def _edited(self) -> None:
        """A property was set: tell the map if this is one of its bindings, and the listeners if there are any."""
        if self._bound and self._map is not None:
            self._map.revision += 1
        if "changed" in self.__dict__:
            self.emit_changed()
        else:
            self._revision += 1

    def _changes(self) -> tuple[InputChange, ...]:
        """What the event does to the inputs that are polled."""
        return ()

    def _source(self) -> InputSource | None:
        """The inputs that this event stands for as a binding; None if it cannot be polled."""
        return None


class InputEventFromWindow(InputEvent):
    """The base of events that come from a window."""

    window_id: int = field(0, integer)
    """The window, 0 for the main one."""


class InputEventWithModifiers(InputEventFromWindow):
    """The base of events that know which modifier keys were held."""

    alt_pressed: bool = field(False, boolean)
    shift_pressed: bool = field(False, boolean)
    ctrl_pressed: bool = field(False, boolean)
    meta_pressed: bool = field(False, boolean)

    @property
    @exported(False)
    def command_or_control_autoremap(self) -> bool:
        """Stand for Command on macOS and for Ctrl elsewhere; setting it sets `ctrl_pressed` and `meta_pressed`."""
        return bool(self.__dict__.get("command_or_control_autoremap", False))

    @command_or_control_autoremap.setter
    def command_or_control_autoremap(self, value: bool) -> None:
        state = self.__dict__
        on = boolean(f"{type(self).__name__}.command_or_control_autoremap", value)
        state["command_or_control_autoremap"] = on
        state["ctrl_pressed"] = on and COMMAND_OR_CONTROL == KeyModifierMask.CTRL
        state["meta_pressed"] = on and COMMAND_OR_CONTROL == KeyModifierMask.META
        self._edited()

    def get_modifiers_mask(self) -> int:
        """The held modifiers as bits of KeyModifierMask."""
        mask = COMMAND_OR_CONTROL if self.command_or_control_autoremap else 0
        if self.ctrl_pressed:
            mask |= KeyModifierMask.CTRL
        if self.alt_pressed:
            mask |= KeyModifierMask.ALT
        if self.shift_pressed:
            mask |= KeyModifierMask.SHIFT
        if self.meta_pressed:
            mask |= KeyModifierMask.META
        return mask

    def is_command_or_control_pressed(self) -> bool:
        """True if the platform's shortcut modifier is held: Command on macOS, Ctrl elsewhere."""
        return bool(self.get_modifiers_mask() & COMMAND_OR_CONTROL)

    def as_text(self) -> str:
        """The held modifiers, such as "Ctrl+Shift"."""
        mask = self.get_modifiers_mask()
        return "+".join(name for bit, name in _MODIFIERS if mask & bit)

    def _with_modifiers(self, text: str) -> str:
        modifiers = InputEventWithModifiers.as_text(self)
        return f"{modifiers}+{text}" if modifiers else text

    def _modifiers_fit(self, event: InputEventWithModifiers, exact_match: bool) -> bool:
        """True if `event` has the modifiers that this binding wants; a release needs none of them any more."""
        wanted, held = self.get_modifiers_mask(), event.get_modifiers_mask()
        if exact_match:
            return wanted == held
        return not event.is_pressed() or wanted & held == wanted
