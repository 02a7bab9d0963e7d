"""Bindings of actions as text: "key:Space", "pad1:B", "axis:LeftX+".

    key:Space   key:Ctrl+S   key:CmdOrCtrl+C    a key by its name in the current layout; +Shift, Alt, Meta
    physical:W                                  a key by its place, named as on a US layout
    mouse:Right   mouse:WheelUp                 a mouse button or a notch of the wheel
    pad:Start   pad1:B                          a button of any gamepad, of gamepad 1 (they count from 0 to 7)
    axis:LeftX+   axis0:TriggerRight+           one half of an axis

Key names are Godot's without blanks (`engine.input.key_names`), buttons and axes those of MouseButton, JoyButton and
JoyAxis; letter case does not count. `format_binding` writes what `parse_binding` reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import BindingError, did_you_mean
from engine.input.event import InputEvent, InputEventWithModifiers
from engine.input.joypad_events import InputEventJoypadButton, InputEventJoypadMotion
from engine.input.key_events import InputEventKey
from engine.input.key_names import KEY_NAMES, find_keycode_from_string, get_keycode_string
from engine.input.keys import ANY_DEVICE, MAX_JOYPADS, JoyAxis, JoyButton, MouseButton
from engine.input.mouse_events import InputEventMouseButton, InputEventMouseWheel
from engine.math.value import shortened

if TYPE_CHECKING:
    from collections.abc import Iterable

_KINDS = ("key", "physical", "mouse", "pad", "axis")
_MODIFIER_NAMES = {
    "command_or_control_autoremap": "CmdOrCtrl",
    "ctrl_pressed": "Ctrl",
    "alt_pressed": "Alt",
    "shift_pressed": "Shift",
    "meta_pressed": "Meta",
}
_MODIFIERS = {name.lower(): field for field, name in _MODIFIER_NAMES.items()}


def _names(codes: type, unnamed: Iterable[str]) -> dict[int, str]:
    """Pascal-case names by code: LEFT_STICK is "LeftStick"."""
    return {
        code: "".join(word.capitalize() for word in constant.split("_"))
        for constant, code in vars(codes).items()
        if constant.isupper() and constant not in unnamed
    }


_MOUSE_BUTTONS = _names(MouseButton, ("NONE",))
_JOY_BUTTONS = _names(JoyButton, ("INVALID", "SDL_MAX", "MAX"))
_JOY_AXES = _names(JoyAxis, ("INVALID", "SDL_MAX", "MAX"))


def parse_binding(text: str) -> InputEvent:
    """The event that a binding text stands for; its device is -1, any, unless the text names a gamepad.

    Raises:
        BindingError: the text is not of a form above; it says what is wrong and names the nearest that is known.
    """
    if not isinstance(text, str):
        raise BindingError(f"a binding must be a text such as 'key:Space', got {shortened(text)}")
    head, colon, name = text.partition(":")
    kind = head.rstrip("0123456789").lower()
    if not colon or kind not in _KINDS:
        hint = did_you_mean(kind, _KINDS) if colon else ""
        raise BindingError(f"binding {text!r} must start with key:, physical:, mouse:, pad: or axis:{hint}")
    digits = head[len(kind) :]
    if kind in ("pad", "axis"):
        device = _device(text, digits)
        if kind == "pad":
            return InputEventJoypadButton(device=device, button_index=_code(text, "gamepad button", name, _JOY_BUTTONS))
        return _axis(text, device, name)
    if digits:
        raise BindingError(f"binding {text!r} numbers a device, which only pad and axis do; write '{kind}:{name}'")
    return _with_modifiers(text, kind, name)


def is_binding(text: str) -> bool:
    """True if `parse_binding` reads the text."""
    try:
        parse_binding(text)
    except BindingError:
        return False
    return True


def format_binding(event: InputEvent) -> str:
    """The text that stands for an event as a binding.

    Raises:
        BindingError: the event cannot be bound, or its key, button or axis has no name.
    """
    text = _format(event)
    if text is None:
        raise BindingError(f"{event} has no binding text: it is no key, button or axis that has a name")
    return text


def _format(event: InputEvent) -> str | None:
    if isinstance(event, InputEventKey):
        kind, code = ("key", event.keycode) if event.keycode else ("physical", event.physical_keycode)
        return _format_with_modifiers(kind, event, get_keycode_string(code).replace(" ", ""))
    if isinstance(event, (InputEventMouseButton, InputEventMouseWheel)):
        return _format_with_modifiers("mouse", event, _MOUSE_BUTTONS.get(event.button_index, ""))
    if isinstance(event, InputEventJoypadButton):
        name = _JOY_BUTTONS.get(event.button_index)
        return name and f"pad{_format_device(event.device)}:{name}"
    if isinstance(event, InputEventJoypadMotion):
        name = _JOY_AXES.get(event.axis)
        return name and f"axis{_format_device(event.device)}:{name}{'-' if event.axis_value < 0.0 else '+'}"
    return None


def _format_device(device: int) -> str:
    return "" if device < 0 else str(device)


def _format_with_modifiers(kind: str, event: InputEventWithModifiers, name: str) -> str | None:
    if not name:
        return None
    held = event.command_or_control_autoremap
    words = [
        word
        for field, word in _MODIFIER_NAMES.items()
        if getattr(event, field) and not (held and word in ("Ctrl", "Meta"))
    ]
    return f"{kind}:{'+'.join([*words, name])}"


def _device(text: str, digits: str) -> int:
    if not digits:
        return ANY_DEVICE
    if len(digits) > 3 or int(digits) >= MAX_JOYPADS:
        raise BindingError(f"binding {text!r} names gamepad {digits}; they are numbered from 0 to {MAX_JOYPADS - 1}")
    return int(digits)


def _code(text: str, what: str, name: str, names: dict[int, str]) -> int:
    for code, known in names.items():
        if known.lower() == name.lower():
            return code
    raise BindingError(f"binding {text!r} names no {what}{did_you_mean(name, names.values())}")


def _axis(text: str, device: int, name: str) -> InputEventJoypadMotion:
    sign = name[-1:]
    if sign not in ("+", "-"):
        raise BindingError(f"binding {text!r} must end with + or -, the half of the axis that is meant")
    axis = _code(text, "axis", name[:-1], _JOY_AXES)
    return InputEventJoypadMotion(device=device, axis=axis, axis_value=-1.0 if sign == "-" else 1.0)


def _with_modifiers(text: str, kind: str, name: str) -> InputEvent:
    *words, last = name.split("+")
    event: InputEventKey | InputEventMouseButton
    if kind == "mouse":
        event = InputEventMouseButton(device=ANY_DEVICE, button_index=_code(text, "mouse button", last, _MOUSE_BUTTONS))
    else:
        code = find_keycode_from_string(last)
        if not code:
            known = [key.replace(" ", "") for key in KEY_NAMES.values()]
            raise BindingError(f"binding {text!r} names no key{did_you_mean(last, known)}")
        event = InputEventKey(device=ANY_DEVICE, **{"keycode" if kind == "key" else "physical_keycode": code})
    for word in words:
        field = _MODIFIERS.get(word.lower())
        if field is None:
            hint = did_you_mean(word, _MODIFIER_NAMES.values())
            raise BindingError(f"binding {text!r} has the modifier {word!r}, which is none{hint}")
        setattr(event, field, True)
    return event
