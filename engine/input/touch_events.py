"""Events of touch screens: fingers going down, up and along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.input.event import InputEvent, InputEventFromWindow
from engine.input.event_fields import boolean, field, format_truth, format_vector, fraction, integer, vector
from engine.input.motion import carried_over, motion_carried_over, take_motion
from engine.math import Vector2

if TYPE_CHECKING:
    from typing import Self

    from engine.math import Transform2D


class InputEventScreenTouch(InputEventFromWindow):
    """A finger touched the screen or left it."""

    index: int = field(0, integer)
    """Which finger, from 0; a finger keeps its number while it is down."""
    position: Vector2 = field(Vector2.ZERO, vector)
    """Where, in pixels of the viewport."""
    pressed: bool = field(False, boolean)
    canceled: bool = field(False, boolean)
    double_tap: bool = field(False, boolean)

    def is_pressed(self) -> bool:
        """True if the finger touched."""
        return self.pressed

    def is_canceled(self) -> bool:
        """True if the system took the touch away."""
        return self.canceled

    def xformed_by(self, xform: Transform2D, local_ofs: Vector2 = Vector2.ZERO) -> Self:
        """A copy with `local_ofs` added and `xform` applied to `position`."""
        return carried_over(self, xform, local_ofs)

    def as_text(self) -> str:
        """The touch for people."""
        status = "canceled" if self.canceled else "touched" if self.pressed else "released"
        return f"Screen {status} at {format_vector(self.position)} with {self.index} touch points"

    def __str__(self) -> str:
        return (
            f"InputEventScreenTouch: index={self.index}, pressed={format_truth(self.pressed)},"
            f" canceled={format_truth(self.canceled)}, position={format_vector(self.position)},"
            f" double_tap={format_truth(self.double_tap)}"
        )


class InputEventScreenDrag(InputEventFromWindow):
    """A finger moved along the screen."""

    index: int = field(0, integer)
    """Which finger, from 0."""
    position: Vector2 = field(Vector2.ZERO, vector)
    """Where, in pixels of the viewport."""
    relative: Vector2 = field(Vector2.ZERO, vector)
    """How far since the last event of this finger, in pixels of the viewport."""
    screen_relative: Vector2 = field(Vector2.ZERO, vector)
    """The same in pixels of the window."""
    velocity: Vector2 = field(Vector2.ZERO, vector)
    """How fast, in pixels of the viewport a second."""
    screen_velocity: Vector2 = field(Vector2.ZERO, vector)
    """The same in pixels of the window."""
    pressure: float = field(0.0, fraction)
    """How hard, 0 to 1, where the screen can tell."""
    tilt: Vector2 = field(Vector2.ZERO, vector)
    """Of a pen: -1 to 1 on both axes, 0 upright."""
    pen_inverted: bool = field(False, boolean)
    """True while the eraser of a pen is used."""

    def accumulate(self, with_event: InputEvent) -> bool:
        """Take a later movement of the same finger into this one; False, and no change, for anything else."""
        if not isinstance(with_event, InputEventScreenDrag) or with_event.index != self.index:
            return False
        take_motion(self, with_event)
        return True

    def xformed_by(self, xform: Transform2D, local_ofs: Vector2 = Vector2.ZERO) -> Self:
        """A copy with `position`, `relative` and `velocity` in other coordinates; the screen's stay."""
        return motion_carried_over(self, xform, local_ofs)

    def as_text(self) -> str:
        """The movement for people."""
        return (
            f"Screen dragged with {self.index} touch points at position {format_vector(self.position)}"
            f" with velocity of {format_vector(self.velocity)}"
        )

    def __str__(self) -> str:
        return (
            f"InputEventScreenDrag: index={self.index}, position={format_vector(self.position)},"
            f" relative={format_vector(self.relative)}, velocity={format_vector(self.velocity)},"
            f" pressure={self.pressure:.2f}, tilt={format_vector(self.tilt)},"
            f" pen_inverted={format_truth(self.pen_inverted)}"
        )
