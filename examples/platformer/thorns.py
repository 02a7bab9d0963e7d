"""Thorns: they hurt."""

from engine import Node
from nodes import Area2D
from player import Player


class Thorns(Area2D):
    """What is to be jumped over."""

    def on_body_entered(self, body: Node) -> None:
        """Hurt who came; the scene connects it."""
        if isinstance(body, Player):
            body.hit()
