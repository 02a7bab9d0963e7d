"""What comes into a tree from outside between two frames, as a recording keeps it and as its file names it.

{"event": "InputEventKey", "with": {"keycode": 32, "pressed": true}}    an event; properties with their default left out
{"joypad": 0, "connected": true, "name": "Pad"}                         a gamepad came or went
{"release_all": true}                                                   the window lost the keyboard
{"mouse_inside": false}                                                 the mouse left the window, or came back
{"action": "jump", "strength": 1.0}                                     a script pressed an action; null: released it
{"size": [800.0, 600.0]}                                                the root viewport has another size
{"rng": 1234}                                                           where tree.rng stands: a check
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.errors import InvalidTypeError, SapwoodError, did_you_mean
from engine.core.export import get_exports
from engine.core.registry import resource_types
from engine.input.event import InputEvent
from engine.math.value import shortened

if TYPE_CHECKING:
    from typing import TypeAlias

_REMAP = "command_or_control_autoremap"


class JoypadConnection(NamedTuple):
    """A gamepad came or went."""

    device: int
    connected: bool
    name: str


class ViewportSize(NamedTuple):
    """The window, and with it the root viewport, has another size, in pixels."""

    width: float
    height: float


class ReleaseAll(NamedTuple):
    """Everything held was let go of, since the window lost the keyboard."""


class MouseCrossing(NamedTuple):
    """The mouse came over the root viewport, or left it; motions tell that as well, and are not among these."""

    inside: bool


class ActionForced(NamedTuple):
    """A script or a test pressed an action with `Input.action_press`, or with None for a strength released it."""

    action: str
    strength: float | None


class RandomState(NamedTuple):
    """Where `tree.rng` stood: what a replay compares."""

    state: int


if TYPE_CHECKING:
    Change: TypeAlias = (
        InputEvent | JoypadConnection | ViewportSize | ReleaseAll | MouseCrossing | ActionForced | RandomState
    )


def apply(change: Change, tree: Any) -> bool:
    """Let a change happen to a SceneTree; False if it is a RandomState, and the tree's is another."""
    match change:
        case InputEvent():
            tree.push_input(change.clone())
        case JoypadConnection():
            tree.input.set_joy_connected(*change)
        case ViewportSize():
            tree.root.size = change
        case ReleaseAll():
            tree.input.release_all()
        case MouseCrossing(inside):
            tree.root.notify_mouse_entered() if inside else tree.root.notify_mouse_exited()
        case ActionForced(action, None):
            tree.input.action_release(action)
        case ActionForced(action, strength):
            tree.input.action_press(action, strength)
        case RandomState():
            return bool(tree.rng.state == change.state)
    return True


def to_data(change: Change) -> dict[str, Any]:
    """The change as what JSON has.

    Raises:
        InvalidTypeError: an event has a property of a type that JSON has not.
    """
    match change:
        case InputEvent():
            return _event_to_data(change)
        case JoypadConnection():
            return {"joypad": change.device, "connected": change.connected, "name": change.name}
        case ViewportSize():
            return {"size": [change.width, change.height]}
        case ReleaseAll():
            return {"release_all": True}
        case MouseCrossing():
            return {"mouse_inside": change.inside}
        case ActionForced():
            return {"action": change.action, "strength": change.strength}
    return {"rng": change.state}


def from_data(data: dict[str, Any]) -> Change:
    """The change that `to_data` gave.

    Raises:
        ValueError: it is none; the text says what is wrong.
    """
    match data:
        case {"event": str(name), **rest} if rest.keys() <= {"with"}:
            return _event_from_data(name, rest.get("with", {}))
        case {"joypad": int(device), "connected": bool(connected), "name": str(name), **rest} if not rest:
            return JoypadConnection(device, connected, name)
        case {"release_all": True, **rest} if not rest:
            return ReleaseAll()
        case {"mouse_inside": bool(inside), **rest} if not rest:
            return MouseCrossing(inside)
        case {"action": str(action), "strength": float() | int() | None as strength, **rest} if not rest:
            if strength is None or 0 <= strength <= 1:
                return ActionForced(action, strength)
        case {"size": [float(width) | int(width), float(height) | int(height)], **rest} if not rest:
            if is_size(width, height):
                return ViewportSize(width, height)
        case {"rng": int(state), **rest} if not rest:
            return RandomState(state)
    raise ValueError(f"{shortened(data, 200)} is nothing that a recording holds")


def is_size(width: float, height: float) -> bool:
    """Whether a viewport may have this size, in pixels."""
    return 0 < width < 1e9 and 0 < height < 1e9


def _event_to_data(event: InputEvent) -> dict[str, Any]:
    defaults = {name: info.default for name, info in get_exports(type(event)).items()}
    held = event.__dict__
    # A default is known by its text: -0.0 and 0.0 are equal, and must stay what they are.
    properties = {
        name: _value_to_data(event, name, held[name])
        for name in event._fields
        if name in held and (_REMAP in held or repr(held[name]) != repr(defaults.get(name)))
    }
    data: dict[str, Any] = {"event": type(event).__name__}
    return {**data, "with": properties} if properties else data


def _value_to_data(event: InputEvent, name: str, value: Any) -> Any:
    if isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, tuple) and all(isinstance(each, (int, float)) and isfinite(each) for each in value):
        return list(value)
    raise InvalidTypeError(
        f"{type(event).__name__}.{name} cannot be recorded: {shortened(value, 200)} is no number, text or vector"
    )


def _event_from_data(name: str, properties: Any) -> InputEvent:
    cls = resource_types.find(name)
    if cls is None or not issubclass(cls, InputEvent):
        known = [each for each in resource_types.names() if issubclass(resource_types.get(each), InputEvent)]
        raise ValueError(f"{name!r} is no class of input events{did_you_mean(name, known)}")
    if not isinstance(properties, dict):
        raise ValueError(f"{name}: properties are an object, got {shortened(properties, 200)}")
    event: InputEvent = cls.__new__(cls)
    # The one that sets others comes first: what those hold is written as well.
    for each in sorted(properties, key=lambda each: each != _REMAP):
        if each not in cls._fields:
            raise ValueError(f"{name} has no property {each!r}{did_you_mean(each, cls._fields)}")
        try:
            setattr(event, each, properties[each])
        except SapwoodError as error:
            raise ValueError(str(error)) from None
    return event
