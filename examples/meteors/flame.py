"""Flame: what comes out of the ship's engine."""

from engine import Color, RandomNumberGenerator, Vector2, export
from nodes import Node2D


class Flame(Node2D):
    """It flickers in length. Its sparks are of its `color`."""

    color: Color = export(Color(1, 1, 1))

    def on_ready(self) -> None:
        self.flicker = RandomNumberGenerator(3)

    def on_process(self, delta: float) -> None:
        self.scale = Vector2(self.flicker.randf_range(0.8, 1.27), 1)
