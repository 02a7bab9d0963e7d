"""StarLayer: stars of one distance."""

import field
from engine import Color, RandomNumberGenerator, export
from nodes import Parallax2D

BLUISH, REDDISH = Color("#9acbff"), Color("#e5d4d1")


class StarLayer(Parallax2D):
    """Stars that are drawn once, and repeated so that they never end; `look` decides where they are."""

    count: int = export(26, range=(0, 1000))
    largest: float = export(2.1, range=(0.1, 10), unit="px")
    look: int = export(0)

    def on_draw(self) -> None:
        chance = RandomNumberGenerator(self.look)
        for _ in range(self.count):
            x, y = chance.randf_range(0, field.SIZE.x), chance.randf_range(0, field.SIZE.y)
            size = self.largest * chance.randf_range(0.55, 1.0)
            bright = chance.randf_range(0.35, 1.0) * (0.45 + 0.6 * self.scroll_scale.x)
            color = BLUISH.lerp(REDDISH, chance.randf()).with_a(bright)
            if size > 1.6:
                self.draw_rect((x - size * 2.5, y - 0.4, size * 5, 0.8), color.with_a(color.a * 0.35))
                self.draw_rect((x - 0.4, y - size * 2.5, 0.8, size * 5), color.with_a(color.a * 0.35))
            self.draw_rect((x - size / 2, y - size / 2, size, size), color)
