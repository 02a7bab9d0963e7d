"""Shortcuts: events that do the same, such as "Ctrl+S" and a button of a gamepad."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import InvalidTypeError
from engine.core.export import exported
from engine.core.resource import Resource
from engine.input.event import InputEvent
from engine.math.value import shortened

if TYPE_CHECKING:
    from collections.abc import Sequence


class Shortcut(Resource):
    """A list of events, any of which means the same command."""

    _events: tuple[InputEvent, ...] = ()

    @property
    @exported([])
    def events(self) -> list[InputEvent]:
        """The events; set another list to change them.

        Raises:
            InvalidTypeError: set to something else than a list or tuple of events.
        """
        return list(self._events)

    @events.setter
    def events(self, value: Sequence[InputEvent]) -> None:
        if not isinstance(value, (list, tuple)):
            raise InvalidTypeError(f"Shortcut.events must be a list of InputEvents, got {shortened(value)}")
        for event in value:
            if not isinstance(event, InputEvent):
                raise InvalidTypeError(f"Shortcut.events must be InputEvents, got {shortened(event)}")
        self._events = tuple(value)
        self.emit_changed()

    def has_valid_event(self) -> bool:
        """True if there is an event to press."""
        return bool(self._events)

    def matches_event(self, event: InputEvent | None) -> bool:
        """True if `event` is about the same key or button as one of the shortcut's, with the same modifiers."""
        return any(own.is_match(event) for own in self._events)

    def get_as_text(self) -> str:
        """The first event for people, such as "Ctrl+S"; "None" if there is none."""
        return self._events[0].as_text() if self._events else "None"

    @staticmethod
    def is_event_array_equal(a: Sequence[InputEvent], b: Sequence[InputEvent]) -> bool:
        """True if both lists hold events about the same keys or buttons, in the same order."""
        return len(a) == len(b) and all(x.is_match(y) for x, y in zip(a, b, strict=True))
