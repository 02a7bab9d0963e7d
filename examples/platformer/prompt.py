"""Prompt: a caption that blinks softly."""

from caption import Caption
from engine import Tween


class Prompt(Caption):
    """Drawn once; only its modulation changes."""

    def on_ready(self) -> None:
        tween = self.create_tween().set_loops().set_trans(Tween.TRANS_SINE)
        tween.tween_property(self, "modulate:a", 0.35, 0.8)
        tween.tween_property(self, "modulate:a", 1.0, 0.8)
