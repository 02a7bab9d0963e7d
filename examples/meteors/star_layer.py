"""StarLayer: stars of one distance."""

import field
from engine import Color, RandomNumberGenerator, Vector2, export
from nodes import Node2D

BLUISH, REDDISH = Color("#9acbff"), Color("#e5d4d1")


class StarLayer(Node2D):
    """Stars that are drawn once, but four times side by side, so that the layer can wrap; `look` decides where."""

    depth: float = export(1.0, range=(0, 1))
    count: int = export(26, range=(0, 1000))
    largest: float = export(2.1, range=(0.1, 10), unit="px")
    look: int = export(0)

    def drift(self, way: Vector2) -> None:
        """Move by `way` times the depth, and wrap."""
        x, y = self.position + way * self.depth
        self.position = Vector2(x % field.SIZE.x - field.SIZE.x, y % field.SIZE.y - field.SIZE.y)

    def on_draw(self) -> None:
        chance = RandomNumberGenerator(self.look)
        width, height = field.SIZE
        for _ in range(self.count):
            place = Vector2(chance.randf_range(0, width), chance.randf_range(0, height))
            size = self.largest * chance.randf_range(0.55, 1.0)
            bright = chance.randf_range(0.35, 1.0) * (0.45 + 0.6 * self.depth)
            color = BLUISH.lerp(REDDISH, chance.randf()).with_a(bright)
            for tile in ((0, 0), (width, 0), (0, height), (width, height)):
                x, y = place + tile
                if size > 1.6:
                    self.draw_rect((x - size * 2.5, y - 0.4, size * 5, 0.8), color.with_a(color.a * 0.35))
                    self.draw_rect((x - 0.4, y - size * 2.5, 0.8, size * 5), color.with_a(color.a * 0.35))
                self.draw_rect((x - size / 2, y - size / 2, size, size), color)
