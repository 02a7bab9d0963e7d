"""How fast pins close the gaps that are left in them: gently where they are small.

pymunk closes a gap by a velocity that the bodies keep. In a chain, gaps of a tenth of a pixel come and go all the time,
and what closes them would shake it up: it would swing by more than gravity gave it, and never rest. A twentieth of the
bias keeps it calm, and it holds as well; what has been torn or put apart is closed by the whole bias, and so is all
that no other pin hangs on.

In:    the hard pins of a space, and where their bodies are.
When:  before each step.
Cost:  a few array operations for all pins; Python looks at a single one only when its share changes.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from servers.physics_2d.joints import PinJoint
    from servers.physics_2d.rows import Floats, Rows

SHARES = (0.05, 0.1, 0.4, 0.7, 1.0)
"""Which parts of its bias a pin closes its gap by."""
_GAPS = np.array([0.25, 0.5, 1.0, 2.0])
"""From which gaps on, in pixels, it has the next one of these."""
WHOLE = len(SHARES) - 1


class Closing:
    """Of the hard pins of one space, as long as they are the same."""

    def __init__(self, pins: Sequence[PinJoint]) -> None:
        self._pins = pins
        counts = Counter(body for pin in pins for body in pin.bodies if body.is_rigid)
        self._is_alone = np.array([all(counts[body] < 2 for body in pin.bodies) for pin in pins])
        self._places: Floats = np.array([(*pin.place_a, *pin.place_b) for pin in pins])
        constraints = [pin.made[0] for pin in pins]
        self._ids = [each.a.id for each in constraints] + [each.b.id for each in constraints]

    def begin(self, rows: Rows) -> None:
        """Let each pin whose bodies are awake have the share that its gap asks for."""
        if self._is_alone.all():
            levels = np.full(len(self._pins), WHOLE)
        else:
            poses, count = rows.poses_of(self._ids), len(self._pins)
            gaps = _points(poses[count:], self._places[:, 2:]) - _points(poses[:count], self._places[:, :2])
            levels = np.searchsorted(_GAPS, np.hypot(gaps[:, 0], gaps[:, 1]), side="right")
            levels[self._is_alone] = WHOLE
        for pin, level in zip(self._pins, levels.tolist(), strict=True):
            if level != pin.level and not any(body.sleeping for body in pin.bodies):
                pin.set_level(level)


def _points(poses: Floats, places: Floats) -> Floats:
    """Places in the spaces of bodies, (N, 2), as points of the canvas."""
    c, s = np.cos(poses[:, 2]), np.sin(poses[:, 2])
    x, y = places[:, 0], places[:, 1]
    return poses[:, :2] + np.stack((c * x - s * y, s * x + c * y), axis=1)
