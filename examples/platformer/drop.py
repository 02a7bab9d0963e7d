"""Drop: a drop of sap, for the taking."""

from engine import Node, Tween, export, onready
from nodes import AnimatedSprite2D, Area2D, Node2D
from player import Player


class Drop(Area2D):
    """The player that touches it gets `points`, and it is gone."""

    points: int = export(10, range=(0, 1000))

    taken: bool = False

    look = onready("Look", Node2D)
    sprite = onready("Look/Sprite", AnimatedSprite2D)

    def on_ready(self) -> None:
        self.sprite.frame_progress = self.position.x * 0.013 % 1.0
        swing = self.create_tween().set_loops().set_trans(Tween.TRANS_SINE)
        swing.tween_property(self.look, "position:y", -3.0, 0.7)
        swing.tween_property(self.look, "position:y", 2.0, 0.7)

    def on_body_entered(self, body: Node) -> None:
        """Be taken; the scene connects it."""
        if self.taken or not isinstance(body, Player):
            return
        self.taken = True
        body.collect(self.points)
        tween = self.create_tween().set_parallel().set_ease(Tween.EASE_OUT)
        tween.tween_property(self, "position:y", -26.0, 0.35).as_relative().set_trans(Tween.TRANS_CUBIC)
        tween.tween_property(self, "scale", (1.7, 1.7), 0.35)
        tween.tween_property(self, "modulate:a", 0.0, 0.35)
        tween.chain().tween_callback(self.queue_free)
