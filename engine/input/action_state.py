"""The state of one action, and which frames see its edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.input.sources import past_deadzone

if TYPE_CHECKING:
    from engine.input.sources import HeldInputs, InputSource

NEVER = -1


class Edge:
    """The frames that see an action being pressed, or released.

    An edge belongs to the process frame and to the physics step that begin next. Two of each are kept: code that makes
    a new edge inside a frame must not take the old one from the nodes that run later in it.
    """

    __slots__ = ("_earlier_frame", "_earlier_step", "_frame", "_step")

    def __init__(self) -> None:
        self._frame = self._earlier_frame = NEVER
        self._step = self._earlier_step = NEVER

    def happen(self, next_frame: int, next_step: int) -> None:
        """Note an edge, by the numbers of the process frame and the physics step that begin next."""
        if self._frame != next_frame:
            self._earlier_frame, self._frame = self._frame, next_frame
        if self._step != next_step:
            self._earlier_step, self._step = self._step, next_step

    def is_in_frame(self, frame: int) -> bool:
        """True if the process frame of that number sees the edge."""
        return frame in (self._frame, self._earlier_frame)

    def is_in_step(self, step: int) -> bool:
        """True if the physics step of that number sees the edge."""
        return step in (self._step, self._earlier_step)


class ActionState:
    """What an action reads from the inputs bound to it, and from code that presses it."""

    __slots__ = ("deadzone", "forced", "pressed", "pressing", "raw_strength", "releasing", "sources", "strength")

    def __init__(self) -> None:
        self.sources: list[InputSource] = []
        self.deadzone = 0.5
        self.forced: float | None = None
        """How far code presses it, 0 to 1; None while it does not."""
        self.pressed = False
        self.strength = 0.0
        self.raw_strength = 0.0
        self.pressing = Edge()
        self.releasing = Edge()

    def update(self, held: HeldInputs) -> None:
        """Read the inputs again; the strongest wins. Makes no edge."""
        raw = 0.0
        for source in self.sources:
            raw = max(raw, source.read(held))
        pressed = raw > 0.0 and raw >= self.deadzone
        strength = past_deadzone(raw, self.deadzone)
        if self.forced is not None:
            raw, strength, pressed = max(raw, self.forced), max(strength, self.forced), True
        self.raw_strength = raw
        self.strength = strength
        self.pressed = pressed
