"""Bubble: the shield around a fresh ship."""

from engine import Tween
from glow_line import GlowLine


class Bubble(GlowLine):
    """It springs up, pulses, and bursts."""

    def on_ready(self) -> None:
        growing = self.create_tween().set_trans(Tween.TRANS_ELASTIC).set_ease(Tween.EASE_OUT)
        growing.tween_property(self, "scale", (1, 1), 0.9)
        self.pulse = self.create_tween().set_loops().set_trans(Tween.TRANS_SINE)
        self.pulse.tween_property(self, "modulate:a", 0.3, 0.35)
        self.pulse.tween_property(self, "modulate:a", 1.0, 0.35)

    def burst(self) -> None:
        """Fly apart."""
        self.pulse.kill()
        tween = self.create_tween().set_parallel().set_ease(Tween.EASE_OUT)
        tween.tween_property(self, "scale", (1.9, 1.9), 0.3).set_trans(Tween.TRANS_CUBIC)
        tween.tween_property(self, "modulate:a", 0.0, 0.3)
