"""The event that presses an action itself, for controls that are no device: on-screen buttons, replays, tests."""

from __future__ import annotations

from engine.input.event import ActionMatch, InputEvent
from engine.input.event_fields import boolean, field, format_truth, fraction, integer, string


class InputEventAction(InputEvent):
    """An action was pressed or released by code."""

    action: str = field("", string)
    """The name of an action of the input map."""
    pressed: bool = field(False, boolean)
    strength: float = field(1.0, fraction)
    """How far it is pressed, 0 to 1."""
    event_index: int = field(-1, integer)
    """Which of the action's bindings this stands for, -1 for none."""

    def is_pressed(self) -> bool:
        """True if the action was pressed."""
        return self.pressed

    def is_action_type(self) -> bool:
        """True."""
        return True

    def action_match(
        self, event: InputEvent | None, exact_match: bool = False, deadzone: float = 0.5
    ) -> ActionMatch | None:
        """What `event` says about this action; None unless it is an event of the same action."""
        if not isinstance(event, InputEventAction) or event.action != self.action:
            return None
        strength = event.strength if event.pressed else 0.0
        return ActionMatch(event.pressed, strength, strength)

    def is_match(self, event: InputEvent | None, exact_match: bool = True) -> bool:
        """True if `event` belongs to this action, by the input map of `event`."""
        return event is not None and event.is_action(self.action, exact_match)

    def as_text(self) -> str:
        """The action for people."""
        return f"Input Action {self.action} was {'pressed' if self.pressed else 'released'}"

    def __str__(self) -> str:
        return f'InputEventAction: action="{self.action}", pressed={format_truth(self.pressed)}'
