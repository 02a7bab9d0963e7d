"""ShakyCamera: shows the whole field, however large the window is, and trembles when something explodes."""

import field
from engine import RandomNumberGenerator, Tween, Vector2, onready
from nodes import Camera2D, Node2D

FARTHEST = 15.0
"""Pixels that the strongest shake moves the picture by."""

CALMING = 1.5
"""By how much the strength falls in a second."""


class ShakyCamera(Camera2D):
    """A camera that can be shaken. What is below its node `overlay` moves along, so it stands still in the view."""

    strength: float = 0.0

    overlay = onready("Overlay", Node2D)
    light = onready("Overlay/Light", Node2D)

    def on_ready(self) -> None:
        self.tremor = RandomNumberGenerator(2)
        self.get_viewport().size_changed.connect(self.fit)
        self.fit()

    def shake(self, strength: float) -> None:
        """Shake with a strength of 0 to 1, on top of a shake that is going on."""
        self.strength = min(1.0, self.strength + strength)

    def flash(self) -> None:
        """Be blinded for a moment."""
        tween = self.create_tween().set_trans(Tween.TRANS_CUBIC).set_ease(Tween.EASE_OUT)
        tween.tween_property(self.light, "modulate:a", 0.0, 0.5).from_(0.3)

    def fit(self) -> None:
        """Zoom so that the field just fits into the view."""
        view = self.get_viewport().size
        self.zoom = Vector2.ONE * min(view.x / field.SIZE.x, view.y / field.SIZE.y)

    def on_process(self, delta: float) -> None:
        reach = FARTHEST * self.strength**2
        x, y = self.tremor.randf_range(-reach, reach), self.tremor.randf_range(-reach, reach)
        self.position = field.CENTER + Vector2(x, y)
        self.strength = max(0.0, self.strength - CALMING * delta)
