"""Bullet: flies straight on and fades after a while."""

from collections.abc import Sequence

import palette
from drifter import Drifter
from engine import Color, Vector2
from glow import draw_glow_disc
from nodes import Timer

SPEED = 640.0
"""Pixels a second, on top of the ship's own velocity."""

LIFETIME = 0.85
"""Seconds."""


class Bullet(Drifter):
    """A shot; it ends by hitting something, or when its time is over."""

    def __init__(self, position: Sequence[float], velocity: Vector2) -> None:
        super().__init__(position=position, velocity=velocity, radius=4.0, rotation=velocity.angle())
        self.add_to_group("bullets")
        fuse = Timer(
            wait_time=LIFETIME, one_shot=True, autostart=True, process_callback=Timer.TimerProcessCallback.PHYSICS
        )
        fuse.timeout.connect(self.queue_free)
        self.add_child(fuse)

    def on_draw(self) -> None:
        draw_glow_disc(self, Vector2.ZERO, 15.0, palette.BULLET.with_a(0.55), steps=10)
        clear, core = palette.BULLET.with_a(0), Color(1, 1, 0.92)
        self.draw_polygon(((-30, 0), (-2, -3), (-2, 3)), (clear, palette.BULLET, palette.BULLET))
        self.draw_polygon(((-4, -2.2), (4, -2.2), (7, 0), (4, 2.2), (-4, 2.2)), (core,))
