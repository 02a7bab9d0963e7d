"""StarField: what lies behind everything. Its layers drift against the ship's flight, the near ones faster."""

import field
import palette
from drifter import Drifter
from engine import Color, RandomNumberGenerator, Vector2
from glow import draw_glow_disc
from nodes import Node2D

MARGIN = 40.0
"""Pixels that the sky reaches beyond the field, for when the camera shakes."""

DRIFT = Vector2(-9, 3)
"""Pixels a second that the nearest layer drifts with when the ship stands still."""


class StarField(Node2D):
    """The sky, nebulae and three layers of stars. Each is drawn once."""

    def on_ready(self) -> None:
        self.add_child(Sky("Sky"))
        chance = RandomNumberGenerator(5)
        for depth, count, largest in ((0.25, 150, 1.0), (0.5, 70, 1.5), (1.0, 26, 2.1)):
            self.add_child(StarLayer(depth, count, largest, chance))
        self.flight = Vector2.ZERO

    def on_process(self, delta: float) -> None:
        ship = self.tree.get_first_node_in_group("ship", Drifter)
        wanted = Vector2.ZERO if ship is None else ship.velocity
        self.flight = self.flight.lerp(wanted, min(1.0, 3.0 * delta))
        for layer in self.get_children():
            if isinstance(layer, StarLayer):
                layer.drift((DRIFT - self.flight * 0.14) * delta)


class StarLayer(Node2D):
    """Stars of one distance; they are drawn four times, side by side, so that the layer can wrap."""

    def __init__(self, depth: float, count: int, largest: float, chance: RandomNumberGenerator) -> None:
        super().__init__()
        self.depth = depth
        self.stars = [
            (
                Vector2(chance.randf_range(0, field.SIZE.x), chance.randf_range(0, field.SIZE.y)),
                largest * chance.randf_range(0.55, 1.0),
                palette.STAR.lerp(chance_tint(chance), 0.5).with_a(
                    chance.randf_range(0.35, 1.0) * (0.45 + 0.6 * depth)
                ),
            )
            for _ in range(count)
        ]

    def drift(self, way: Vector2) -> None:
        """Move by `way` times the depth, and wrap."""
        x, y = self.position + way * self.depth
        self.position = Vector2(x % field.SIZE.x - field.SIZE.x, y % field.SIZE.y - field.SIZE.y)

    def on_draw(self) -> None:
        width, height = field.SIZE
        for place, size, color in self.stars:
            for tile in ((0, 0), (width, 0), (0, height), (width, height)):
                x, y = place + tile
                if size > 1.6:
                    self.draw_rect((x - size * 2.5, y - 0.4, size * 5, 0.8), color.with_a(color.a * 0.35))
                    self.draw_rect((x - 0.4, y - size * 2.5, 0.8, size * 5), color.with_a(color.a * 0.35))
                self.draw_rect((x - size / 2, y - size / 2, size, size), color)


class Sky(Node2D):
    """A dark gradient with three faint clouds."""

    def on_draw(self) -> None:
        left, top = -MARGIN, -MARGIN
        right, bottom = field.SIZE + Vector2(MARGIN, MARGIN)
        above, below = palette.SPACE_TOP, palette.SPACE_BOTTOM
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        self.draw_polygon(corners, (above, above, below, below))
        clouds: tuple[tuple[float, float, float, Color], ...] = (
            (250, 190, 430, palette.NEBULA_BLUE),
            (900, 470, 480, palette.NEBULA_VIOLET),
            (640, 90, 330, palette.NEBULA_TEAL),
        )
        for x, y, radius, color in clouds:
            draw_glow_disc(self, Vector2(x, y), radius, color.with_a(0.2), steps=40)


def chance_tint(chance: RandomNumberGenerator) -> Color:
    """A colour for a star, from bluish to reddish."""
    return Color(0.62, 0.78, 1.0).lerp(Color(1.0, 0.8, 0.66), chance.randf())
