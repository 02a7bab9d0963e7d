"""Hud: score, best score, level and lives, and the banner that announces a level."""

from banner import Banner
from caption import Caption
from engine import Color, Tween, export, onready
from nodes import Node2D
from scenes import PackedScene

LIT = Color(0.87, 1.0, 0.57)
"""What the score is multiplied with when it begins to count up."""


class Hud(Node2D):
    """What is written over a match. It shows what it is told."""

    life: PackedScene = export(PackedScene())

    shown: int = 0
    best: int = 0
    counting: Tween | None = None

    score_text = onready("Score", Caption)
    best_text = onready("Best", Caption)
    level_text = onready("Level", Caption)
    fleet = onready("Fleet", Node2D)
    banner = onready("Banner", Banner)

    def show_score(self, score: int) -> None:
        """Count up to the points, brightly."""
        self.show_best(max(self.best, score))
        if self.counting is not None:
            self.counting.kill()
        self.counting = self.create_tween().set_parallel().set_ease(Tween.EASE_OUT)
        self.counting.tween_method(self._count, self.shown, score, 0.4)
        self.counting.tween_property(self.score_text, "modulate", Color(1, 1, 1), 0.4).from_(LIT)

    def _count(self, shown: int) -> None:
        self.shown = shown
        self.score_text.write(f"{shown:,}")

    def show_best(self, best: int) -> None:
        """Show the best score of the run."""
        self.best = best
        self.best_text.write(f"BEST  {best:,}")

    def show_lives(self, lives: int) -> None:
        """Show a small ship for each life."""
        for ship in self.fleet.children:
            ship.queue_free()
        for i in range(lives):
            self.fleet.add_child(self.life.instantiate(Node2D)).position = (0, -48 * i)

    def announce_level(self, level: int) -> None:
        """Show the level, and write it across the field for a moment."""
        self.level_text.write(f"LEVEL {level}")
        self.banner.announce(f"LEVEL {level}")
