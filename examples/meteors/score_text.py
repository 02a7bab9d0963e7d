"""ScoreText: points that rise from where they were earned, and fade."""

from collections.abc import Sequence

from engine import Color, HorizontalAlignment
from nodes import Node2D

LIFETIME = 0.9
"""Seconds."""


class ScoreText(Node2D):
    """A text that is drawn once; then only its position and its modulation change."""

    def __init__(self, text: str, position: Sequence[float], color: Color) -> None:
        super().__init__(position=position)
        self.text = text
        self.color = color.lightened(0.35)
        self.age = 0.0

    def on_process(self, delta: float) -> None:
        self.age += delta
        if self.age >= LIFETIME:
            self.queue_free()
            return
        self.position += (0, -46 * delta)
        self.modulate = self.modulate.with_a(1 - (self.age / LIFETIME) ** 2)

    def on_draw(self) -> None:
        self.draw_string(None, (-60, 6), self.text, HorizontalAlignment.CENTER, 120, 18, self.color)
