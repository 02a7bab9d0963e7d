"""Trail: the light that something leaves where it flew."""

import field
from engine import Vector2, export, onready
from nodes import Line2D, Node2D

TOO_FAR = field.SIZE.y / 2
"""Nothing flies so many pixels in a step: it has come back on the other side."""


class Trail(Line2D):
    """A line through the last places of its parent, the newest last; `length` of them at most.

    How it gets thin and dark towards its beginning, its `width_curve` and its `gradient` say.
    """

    length: int = export(24, range=(2, 200))

    leader = onready("..", Node2D)

    def on_physics_process(self, delta: float) -> None:
        place: Vector2 = self.leader.global_position
        if self.points and place.distance_to(self.points[-1]) > TOO_FAR:
            self.clear_points()
        self.points = (*self.points, place)[-self.length :]
