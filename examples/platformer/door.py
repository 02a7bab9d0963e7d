"""Door: the way out of a level."""

from engine import Node, Tween, onready
from nodes import Area2D, Sprite2D
from player import Player


class Door(Area2D):
    """A hollow tree; the player that comes to its door has done the level."""

    shine = onready("Shine", Sprite2D)

    def on_ready(self) -> None:
        pulse = self.create_tween().set_loops().set_trans(Tween.TRANS_SINE)
        pulse.tween_property(self.shine, "modulate:a", 0.35, 1.1)
        pulse.tween_property(self.shine, "modulate:a", 0.7, 1.1)

    def on_body_entered(self, body: Node) -> None:
        """Let the player in; the scene connects it."""
        if isinstance(body, Player):
            body.go_home(self.global_position)
