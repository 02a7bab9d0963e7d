"""ShakyCamera: shows the whole field, however large the window is, and trembles when something explodes."""

import field
from engine import Color, RandomNumberGenerator, Tween, Vector2
from nodes import Camera2D, Node2D

FARTHEST = 15.0
"""Pixels that the strongest shake moves the picture by."""

CALMING = 1.5
"""By how much the strength falls in a second."""


class ShakyCamera(Camera2D):
    """A camera that can be shaken. What is below its node `overlay` moves along, so it stands still in the view."""

    def on_ready(self) -> None:
        self.strength = 0.0
        self.tremor = RandomNumberGenerator(2)
        self.position = field.CENTER
        self.overlay = self.add_child(Node2D("Overlay", position=-field.CENTER, z_index=10))
        self.light = self.overlay.add_child(Light("Light", modulate=(1, 1, 1, 0)))
        self.overlay.add_child(Frame("Frame"))
        self.get_viewport().size_changed.connect(self.fit)
        self.fit()

    def shake(self, strength: float) -> None:
        """Shake with a strength of 0 to 1, on top of a shake that is going on."""
        self.strength = min(1.0, self.strength + strength)

    def flash(self) -> None:
        """Be blinded for a moment."""
        self.light.modulate = self.light.modulate.with_a(0.3)
        tween = self.create_tween().set_trans(Tween.TRANS_CUBIC).set_ease(Tween.EASE_OUT)
        tween.tween_property(self.light, "modulate:a", 0.0, 0.5)

    def fit(self) -> None:
        """Zoom so that the field just fits into the view."""
        view = self.get_viewport().size
        self.zoom = Vector2.ONE * min(view.x / field.SIZE.x, view.y / field.SIZE.y)

    def on_process(self, delta: float) -> None:
        reach = FARTHEST * self.strength**2
        self.position = field.CENTER + Vector2(
            self.tremor.randf_range(-reach, reach), self.tremor.randf_range(-reach, reach)
        )
        self.strength = max(0.0, self.strength - CALMING * delta)


class Light(Node2D):
    """White over the whole field."""

    def on_draw(self) -> None:
        self.draw_rect((0, 0, *field.SIZE), Color(1, 1, 1))


class Frame(Node2D):
    """Darkens the rim of the field, and hides what lies outside where the window has another shape."""

    SHADE = 150.0
    FAR = 4000.0

    def on_draw(self) -> None:
        width, height = field.SIZE
        dark, clear, black = Color(0, 0, 0, 0.34), Color(0, 0, 0, 0), Color(0, 0, 0)
        shade, far = self.SHADE, self.FAR
        for edge in (
            ((0, 0), (width, 0), (width, shade), (0, shade)),
            ((0, height), (width, height), (width, height - shade), (0, height - shade)),
            ((0, 0), (0, height), (shade, height), (shade, 0)),
            ((width, 0), (width, height), (width - shade, height), (width - shade, 0)),
        ):
            self.draw_polygon(edge, (dark, dark, clear, clear))
        for bar in (
            (-far, -far, width + 2 * far, far),
            (-far, height, width + 2 * far, far),
            (-far, 0, far, height),
            (width, 0, far, height),
        ):
            self.draw_rect(bar, black)
