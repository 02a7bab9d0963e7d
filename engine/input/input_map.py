"""Actions and what is bound to them.

A game asks for actions ("jump"), never for keys. Each tree has one map; it can be edited or replaced at any time, and
what is held stays held, without a new edge.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from engine.core.errors import ActionError, BindingError, InvalidTypeError, InvalidValueError, did_you_mean
from engine.input.action_event import InputEventAction
from engine.input.bindings import parse_binding
from engine.input.builtin_actions import BUILTIN_ACTIONS, MACOS_ACTIONS
from engine.input.event import ActionMatch, InputEvent
from engine.input.event_fields import number, string
from engine.input.joypad_events import InputEventJoypadButton, InputEventJoypadMotion
from engine.input.keys import ANY_DEVICE, MAX_JOYPADS
from engine.math.value import shortened

if TYPE_CHECKING:
    from collections.abc import Iterable

DEFAULT_DEADZONE = 0.5


class _Action:
    """One action; binding texts are read when they are first needed, as most `ui_*` actions never are."""

    __slots__ = ("deadzone", "events", "unread")

    def __init__(self, deadzone: float, unread: tuple[str, ...] = ()) -> None:
        self.deadzone = deadzone
        self.events: list[InputEvent] = []
        self.unread = unread


class InputMap:
    """Actions by name, each with its bindings and its deadzone; starts with Godot's `ui_*` actions.

    >>> input_map = InputMap()
    >>> input_map.add_action("jump", "key:Space", "pad:A")
    >>> input_map.event_is_action(InputEventJoypadButton(button_index=0), "jump")
    True
    """

    __slots__ = ("_actions", "revision")

    def __init__(self) -> None:
        """A map with the `ui_*` actions only."""
        self.revision = 0
        """Counts up with every change; whoever derives something from the map compares it."""
        builtin = BUILTIN_ACTIONS | MACOS_ACTIONS if sys.platform == "darwin" else BUILTIN_ACTIONS
        self._actions = {name: _Action(DEFAULT_DEADZONE, texts) for name, texts in builtin.items()}

    def add_action(self, action: str, *bindings: str | InputEvent, deadzone: float = DEFAULT_DEADZONE) -> None:
        """Add an action.

        Args:
            action: its name, new to the map.
            bindings: texts such as "key:Space" (see `engine.input.bindings`), or events, of which copies are kept.
            deadzone: how far an axis must be pushed to press the action, 0 to 1; past it the strength starts from 0.

        Raises:
            InvalidValueError: the name is empty or taken, or the deadzone is out of range.
            BindingError: a text that cannot be read, or an event that cannot be bound.
        """
        if not string("the name of an action", action):
            raise InvalidValueError("the name of an action must not be empty")
        if action in self._actions:
            raise InvalidValueError(
                f"InputMap has an action {action!r} already; bind more to it with action_add_event(), or"
                " erase_action() it first"
            )
        entry = _Action(_checked_deadzone(action, deadzone))
        _bind(self, action, entry, bindings)
        self._actions[action] = entry
        self.revision += 1

    def erase_action(self, action: str) -> None:
        """Remove an action and its bindings. ActionError if there is none."""
        self._entry(action)
        del self._actions[action]
        self.revision += 1

    def has_action(self, action: str) -> bool:
        """True if there is an action of that name."""
        return action in self._actions

    def get_actions(self) -> list[str]:
        """All names, in the order in which they were added."""
        return list(self._actions)

    def action_set_deadzone(self, action: str, deadzone: float) -> None:
        """Set how far an axis must be pushed to press the action, 0 to 1. ActionError if there is no such action."""
        self._entry(action).deadzone = _checked_deadzone(action, deadzone)
        self.revision += 1

    def action_get_deadzone(self, action: str) -> float:
        """How far an axis must be pushed to press the action. ActionError if there is no such action."""
        return self._entry(action).deadzone

    def action_add_event(self, action: str, event: str | InputEvent) -> None:
        """Bind one more text or event (a copy is kept); what is bound already stays as it is.

        Raises:
            ActionError: there is no such action; the text names the nearest.
            BindingError: a text that cannot be read, or an event that cannot be bound.
        """
        _bind(self, action, self._entry(action), (event,))
        self.revision += 1

    def action_erase_event(self, action: str, event: str | InputEvent) -> None:
        """Remove the bindings that equal the text or event; nothing happens when there are none."""
        entry = self._entry(action)
        unwanted = _as_binding(action, event)
        entry.events = [bound for bound in entry.events if not _is_same(bound, unwanted)]
        self.revision += 1

    def action_erase_events(self, action: str) -> None:
        """Remove all bindings of an action."""
        self._entry(action).events.clear()
        self.revision += 1

    def action_get_events(self, action: str) -> list[InputEvent]:
        """The bindings of an action; a property that is set on one of them counts at once."""
        return list(self._entry(action).events)

    def action_has_event(self, action: str, event: str | InputEvent) -> bool:
        """True if the text or event is bound to the action."""
        wanted = _as_binding(action, event)
        return any(_is_same(bound, wanted) for bound in self._entry(action).events)

    def event_is_action(self, event: InputEvent, action: str, exact_match: bool = False) -> bool:
        """True if the event belongs to the action, pressed or not; see `InputEvent.is_action`."""
        return self.match(event, action, exact_match) is not None

    def match(self, event: InputEvent, action: str, exact_match: bool = False) -> ActionMatch | None:
        """What the event says about an action, by its strongest binding; None if it does not belong to it."""
        entry = self._entry(action)
        if isinstance(event, InputEventAction):
            return event.action_match(event) if event.action == action else None
        best: ActionMatch | None = None
        for bound in entry.events:
            if bound.device in (ANY_DEVICE, event.device):
                found = bound.action_match(event, exact_match, entry.deadzone)
                if found is not None and (best is None or found.raw_strength > best.raw_strength):
                    best = found
        return best

    def _entry(self, action: str) -> _Action:
        try:
            entry = self._actions[action]
        except (KeyError, TypeError):
            raise unknown_action(action, self._actions) from None
        if entry.unread:
            texts, entry.unread = entry.unread, ()
            _bind(self, action, entry, texts)
        return entry


def unknown_action(action: object, known: Iterable[str]) -> ActionError:
    """The error for an action that no map knows."""
    hint = did_you_mean(action, known) if isinstance(action, str) else ""
    return ActionError(f"the input map has no action {action!r}{hint or '; add it with input_map.add_action()'}")


def _checked_deadzone(action: str, deadzone: float) -> float:
    value = number(f"the deadzone of action {action!r}", deadzone)
    if not 0.0 <= value <= 1.0:
        raise InvalidValueError(f"the deadzone of action {action!r} must be from 0 to 1, got {shortened(deadzone)}")
    return value


def _bind(owner: InputMap, action: str, entry: _Action, bindings: Iterable[str | InputEvent]) -> None:
    added: list[InputEvent] = []
    for given in bindings:
        bound = _as_binding(action, given)
        if not any(_is_same(other, bound) for other in (*entry.events, *added)):
            bound._map, bound._bound = owner, True
            added.append(bound)
        if isinstance(given, InputEvent):
            given._map = owner
    entry.events += added


def _as_binding(action: str, given: str | InputEvent) -> InputEvent:
    """A binding of one's own: the text read, the event copied, its device checked."""
    if isinstance(given, str):
        return parse_binding(given)
    if not isinstance(given, InputEvent):
        raise InvalidTypeError(f"action {action!r} can be bound to a text or an InputEvent, got {shortened(given)}")
    if not given.is_action_type():
        raise BindingError(f"action {action!r} cannot be bound to {given}: only keys, buttons, wheel and axes can be")
    bound = given.clone()
    bound.device = max(bound.device, ANY_DEVICE)
    if isinstance(bound, (InputEventJoypadButton, InputEventJoypadMotion)) and bound.device >= MAX_JOYPADS:
        raise BindingError(
            f"action {action!r} cannot be bound to gamepad {bound.device}: they are numbered from 0 to"
            f" {MAX_JOYPADS - 1}, and -1 is any"
        )
    return bound


def _is_same(a: InputEvent, b: InputEvent) -> bool:
    return type(a) is type(b) and a.device == b.device and a.is_match(b)
