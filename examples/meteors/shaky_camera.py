"""ShakyCamera: trembles when something explodes."""

from engine import RandomNumberGenerator, Vector2
from nodes import Camera2D

FARTHEST = 15.0
"""Pixels that the strongest shake moves the picture by."""

CALMING = 1.5
"""By how much the strength falls in a second."""


class ShakyCamera(Camera2D):
    """A camera that can be shaken: it stays where it is, its `offset` trembles."""

    strength: float = 0.0

    def on_ready(self) -> None:
        self.tremor = RandomNumberGenerator(2)

    def shake(self, strength: float) -> None:
        """Shake with a strength of 0 to 1, on top of a shake that is going on."""
        self.strength = min(1.0, self.strength + strength)

    def on_process(self, delta: float) -> None:
        reach = FARTHEST * self.strength**2
        self.offset = Vector2(self.tremor.randf_range(-reach, reach), self.tremor.randf_range(-reach, reach))
        self.strength = max(0.0, self.strength - CALMING * delta)
