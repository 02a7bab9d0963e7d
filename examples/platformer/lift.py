"""Lift: a log that goes to and fro, and carries what stands on it."""

from math import cos, tau

from engine import Vector2, export
from nodes import AnimatableBody2D


class Lift(AnimatableBody2D):
    """It goes from where it stands in the scene to `way` from there, and back, in `period` seconds."""

    way: Vector2 = export(Vector2(0, 0), unit="px")
    period: float = export(5.0, range=(0.5, 60), unit="s")
    phase: float = export(0.0, range=(0, 1))
    """Where in its round it begins, as a part of it."""

    seconds: float = 0.0

    def on_ready(self) -> None:
        self.home = self.position

    def on_physics_process(self, delta: float) -> None:
        self.seconds += delta
        turn = (self.phase + self.seconds / self.period) * tau
        self.position = self.home + self.way * (0.5 - 0.5 * cos(turn))
