"""ScoreText: points that pop up where they were earned, rise and fade."""

from caption import Caption
from engine import Tween

LIFETIME = 0.9
"""Seconds."""


class ScoreText(Caption):
    """A text that is drawn once; then only its transform and its modulation change."""

    def on_ready(self) -> None:
        tween = self.create_tween().set_parallel()
        tween.tween_property(self, "scale", (1, 1), 0.22).set_trans(Tween.TRANS_BACK).set_ease(Tween.EASE_OUT)
        rise = tween.tween_property(self, "position:y", -44.0, LIFETIME).as_relative()
        rise.set_trans(Tween.TRANS_CUBIC).set_ease(Tween.EASE_OUT)
        tween.tween_property(self, "modulate:a", 0.0, LIFETIME).set_trans(Tween.TRANS_QUAD).set_ease(Tween.EASE_IN)
        tween.chain().tween_callback(self.queue_free)
