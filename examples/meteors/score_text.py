"""ScoreText: points that pop up where they were earned, rise and fade."""

from collections.abc import Sequence

from engine import Color, HorizontalAlignment, Tween
from nodes import Node2D

LIFETIME = 0.9
"""Seconds."""


class ScoreText(Node2D):
    """A text that is drawn once; then only its transform and its modulation change."""

    def __init__(self, text: str, position: Sequence[float], color: Color) -> None:
        super().__init__(position=position, scale=(0.3, 0.3))
        self.text = text
        self.color = color.lightened(0.35)

    def on_ready(self) -> None:
        tween = self.create_tween().set_parallel()
        tween.tween_property(self, "scale", (1, 1), 0.22).set_trans(Tween.TRANS_BACK).set_ease(Tween.EASE_OUT)
        rise = tween.tween_property(self, "position:y", -44.0, LIFETIME).as_relative()
        rise.set_trans(Tween.TRANS_CUBIC).set_ease(Tween.EASE_OUT)
        tween.tween_property(self, "modulate:a", 0.0, LIFETIME).set_trans(Tween.TRANS_QUAD).set_ease(Tween.EASE_IN)
        tween.chain().tween_callback(self.queue_free)

    def on_draw(self) -> None:
        self.draw_string(None, (-60, 6), self.text, HorizontalAlignment.CENTER, 120, 18, self.color)
