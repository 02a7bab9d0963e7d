"""Fireflies: specks of light that float about."""

from math import sin

from engine import Color, RandomNumberGenerator, Texture2D, export
from nodes import Parallax2D


class Fireflies(Parallax2D):
    """So many lights in each `repeat_size`."""

    light: Texture2D | None = export(None)
    count: int = export(14, range=(0, 200))
    color: Color = export(Color(1.0, 0.9, 0.5))
    look: int = export(4)

    seconds: float = 0.0

    def on_ready(self) -> None:
        chance = RandomNumberGenerator(self.look)
        width, height = self.repeat_size.x, 260.0
        self.places = [
            (chance.randf() * width, 40 + chance.randf() * height, chance.randf() * 6) for _ in range(self.count)
        ]

    def on_process(self, delta: float) -> None:
        self.seconds += delta
        self.queue_redraw()

    def on_draw(self) -> None:
        assert self.light is not None
        for x, y, turn in self.places:
            place = (x + 14 * sin(self.seconds * 0.5 + turn), y + 9 * sin(self.seconds * 0.8 + turn * 2))
            glow = 0.35 + 0.3 * sin(self.seconds * 1.7 + turn * 3)
            size = 9.0 + turn
            self.draw_texture_rect(
                self.light, (place[0] - size, place[1] - size, size * 2, size * 2), False, self.color.with_a(glow)
            )
            self.draw_circle(place, 0.9, self.color.with_a(glow + 0.3))
