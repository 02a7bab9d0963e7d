"""Mushroom: what jumps on it flies high."""

from engine import Node, Tween, export, onready
from nodes import AnimatedSprite2D, Area2D
from player import Player


class Mushroom(Area2D):
    """A spring: a player that falls on it goes up again, `speed` fast."""

    speed: float = export(560.0, range=(0, 3000), unit="px/s")

    sprite = onready("Sprite", AnimatedSprite2D)

    def on_body_entered(self, body: Node) -> None:
        """Throw what came; the scene connects it."""
        if not isinstance(body, Player) or not body.alive or body.velocity.y < 0:
            return
        body.bounce(self.speed)
        self.sprite.play("bounce")
        self.sprite.scale = self.sprite.scale.with_y(0.34)
        spring = self.create_tween().set_trans(Tween.TRANS_ELASTIC).set_ease(Tween.EASE_OUT)
        spring.tween_property(self.sprite, "scale:y", 0.5, 0.6)
