"""Hud: score, best score, level and lives, and the banner that announces a level."""

import field
import palette
from engine import HorizontalAlignment, Tween, Vector2, load, onready
from glow import GlowLine
from lettering import Lettering
from nodes import Node2D
from scenes import PackedScene

EDGE = 28.0
"""Pixels between the edge of the field and what is written."""


class Hud(Node2D):
    """What is written over a match. It shows what it is told."""

    fleet = onready("Fleet", Node2D)
    counting: Tween | None = None

    def on_ready(self) -> None:
        self.score = 0
        self.shown = 0
        self.best = 0
        self.level = 0

    def show_score(self, score: int) -> None:
        """Count up to the points, brightly."""
        self.score = score
        self.best = max(self.best, score)
        if self.counting is not None:
            self.counting.kill()
        self.counting = self.create_tween()
        self.counting.tween_method(self._count, self.shown, score, 0.4).set_ease(Tween.EASE_OUT)

    def _count(self, shown: int) -> None:
        self.shown = shown
        self.queue_redraw()

    def show_best(self, best: int) -> None:
        """Show the best score of the run."""
        self.best = best
        self.queue_redraw()

    def show_lives(self, lives: int) -> None:
        """Show a small ship for each life."""
        for ship in self.fleet.get_children():
            ship.queue_free()
        for i in range(lives):
            life = load("life.tscn", PackedScene).instantiate(GlowLine)
            life.position = Vector2(-30 * i, 0)
            self.fleet.add_child(life)

    def announce_level(self, level: int) -> None:
        """Show the level, and write it across the field for a moment."""
        self.level = level
        self.queue_redraw()
        self.add_child(Banner(f"LEVEL {level}", position=field.CENTER + Vector2(0, -150)))

    def on_draw(self) -> None:
        lit = palette.TEXT if self.shown == self.score else palette.TEXT.lerp(palette.BULLET, 0.7)
        self.draw_string(None, (EDGE + 1, 58), f"{self.shown:,}", font_size=38, modulate=lit.with_a(0.18))
        self.draw_string(None, (EDGE, 57), f"{self.shown:,}", font_size=38, modulate=lit)
        self.draw_string(None, (EDGE, 82), f"BEST  {self.best:,}", font_size=14, modulate=palette.DIM_TEXT)
        if self.level:
            centered = HorizontalAlignment.CENTER
            self.draw_string(None, (0, 46), f"LEVEL {self.level}", centered, field.SIZE.x, 16, palette.DIM_TEXT)


class Banner(Node2D):
    """A word that springs into place, stays for a moment, and vanishes."""

    def __init__(self, word: str, position: Vector2) -> None:
        super().__init__(position=position, modulate=(1, 1, 1, 0), scale=(1.8, 1.8))
        self.add_child(Lettering(word, 44.0, palette.ACCENT))

    def on_ready(self) -> None:
        tween = self.create_tween()
        tween.tween_property(self, "modulate:a", 1.0, 0.25)
        tween.parallel().tween_property(self, "scale", (1, 1), 0.45).set_trans(Tween.TRANS_BACK).set_ease(
            Tween.EASE_OUT
        )
        tween.tween_interval(0.95)
        tween.tween_property(self, "modulate:a", 0.0, 0.6)
        tween.parallel().tween_property(self, "scale", (1.15, 0.4), 0.6).set_trans(Tween.TRANS_CUBIC).set_ease(
            Tween.EASE_IN
        )
        tween.tween_callback(self.queue_free)
