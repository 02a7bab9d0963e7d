"""ShockWave: a flash, and a ring that grows and fades."""

from engine import Tween, Vector2, export, onready
from nodes import Node2D, Sprite2D

FLASH_TIME = 0.2
"""Seconds."""


class ShockWave(Node2D):
    """What an explosion sends out, up to `reach` pixels and for `life` seconds; then it is gone."""

    reach: float = export(100.0, range=(1, 1000), unit="px")
    life: float = export(0.5, range=(0.1, 10), unit="s")

    ring = onready("Ring", Sprite2D)
    flash = onready("Flash", Sprite2D)

    def on_ready(self) -> None:
        assert self.ring.texture is not None
        self.scale = Vector2.ONE * self.reach / (self.ring.texture.width / 2)
        tween = self.create_tween().set_parallel().set_ease(Tween.EASE_OUT)
        tween.tween_property(self.ring, "scale", (1, 1), self.life).set_trans(Tween.TRANS_CUBIC)
        tween.tween_property(self.ring, "modulate:a", 0.0, self.life)
        tween.tween_property(self.flash, "modulate:a", 0.0, FLASH_TIME)
        tween.chain().tween_callback(self.queue_free)
