"""What can be held down, and what a binding reads of it.

An input is one key, button or axis of one device, named by a tuple (kind, device, code). Held inputs live in a dict
from input to (value, modifiers): the value is 1 for keys and buttons and -1 to 1 for axes, the modifiers are those held
when a key or button went down. A released input has no entry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeAlias

    InputId: TypeAlias = tuple[str, int, int]
    InputChange: TypeAlias = tuple[InputId, float, int]
    HeldInputs: TypeAlias = dict[InputId, tuple[float, int]]

KEY = "key"
PHYSICAL_KEY = "physical"
KEY_LABEL = "label"
MOUSE_BUTTON = "mouse"
JOY_BUTTON = "pad"
JOY_AXIS = "axis"


class InputSource:
    """The inputs that one binding of an action listens to."""

    __slots__ = ("direction", "ids", "modifiers")

    def __init__(self, ids: tuple[InputId, ...], modifiers: int = 0, direction: float = 1.0) -> None:
        """ids: any of them counts; modifiers: must be held with it; direction: 1 or -1, the half of an axis meant."""
        self.ids = ids
        self.modifiers = modifiers
        self.direction = direction

    def read(self, held: HeldInputs) -> float:
        """How far the binding is pressed, 0 to 1, before any deadzone."""
        strongest = 0.0
        for name in self.ids:
            entry = held.get(name)
            if entry is not None and entry[1] & self.modifiers == self.modifiers:
                strongest = max(strongest, entry[0] * self.direction)
        return min(strongest, 1.0)


def past_deadzone(value: float, deadzone: float) -> float:
    """Rescale `value`, deadzone to 1, to 0 to 1; 0 below the deadzone, and 1 where the deadzone leaves no room."""
    if value < deadzone:
        return 0.0
    return 1.0 if deadzone >= 1.0 else min((value - deadzone) / (1.0 - deadzone), 1.0)
