"""Hud: score, drops and lives, and the banner that announces a level."""

from banner import Banner
from caption import Caption
from engine import Tween, onready
from nodes import Node2D


class Hud(Node2D):
    """What is written over a journey. It shows what it is told."""

    score = onready("Score", Caption)
    lives = onready("Lives", Caption)
    icon = onready("Life", Node2D)
    banner = onready("Banner", Banner)

    def show_score(self, score: int) -> None:
        """Show the points; they leap."""
        self.score.write(f"{score:,}")
        self._leap(self.score, 1.0)

    def show_lives(self, lives: int) -> None:
        """Show how many are left."""
        self.lives.write(f"x {lives}")
        self._leap(self.icon, 0.45)

    def announce(self, number: int, title: str) -> None:
        """Say which level begins."""
        self.banner.announce(f"{number}  {title}")

    def _leap(self, node: Node2D, size: float) -> None:
        node.scale = node.scale.with_y(size * 1.35)
        spring = self.create_tween().tween_property(node, "scale", (size, size), 0.3)
        spring.set_trans(Tween.TRANS_BACK).set_ease(Tween.EASE_OUT)
