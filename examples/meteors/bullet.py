"""Bullet: flies straight on and fades after a while."""

import palette
from drifter import Drifter
from engine import Color, Vector2
from glow import draw_glow_disc

SPEED = 640.0
"""Pixels a second, on top of the ship's own velocity."""


class Bullet(Drifter):
    """A shot; it ends by hitting something, or when its fuse has burnt down. The rest of it stands in bullet.tscn."""

    def on_draw(self) -> None:
        draw_glow_disc(self, Vector2.ZERO, 15.0, palette.BULLET.with_a(0.55), steps=10)
        clear, core = palette.BULLET.with_a(0), Color(1, 1, 0.92)
        self.draw_polygon(((-30, 0), (-2, -3), (-2, 3)), (clear, palette.BULLET, palette.BULLET))
        self.draw_polygon(((-4, -2.2), (4, -2.2), (7, 0), (4, 2.2), (-4, 2.2)), (core,))
