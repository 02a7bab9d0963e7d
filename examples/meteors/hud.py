"""Hud: score, best score, level and lives, and the banner that announces a level."""

import field
import palette
from engine import HorizontalAlignment, Vector2
from glow import GlowLine
from lettering import Lettering
from nodes import Node2D
from ship import HULL

EDGE = 28.0
"""Pixels between the edge of the field and what is written."""


class Hud(Node2D):
    """What is written over a match. It shows what it is told."""

    def on_ready(self) -> None:
        self.score = 0
        self.best = 0
        self.level = 0
        self.fleet = self.add_child(Node2D("Fleet", position=(field.SIZE.x - EDGE - 12, 44)))
        self.flash = 0.0

    def show_score(self, score: int) -> None:
        """Show the points, brightly for a moment."""
        self.score = score
        self.best = max(self.best, score)
        self.flash = 1.0
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
            ship = Node2D(position=(-30 * i, 0), rotation=-1.5708, scale=(0.62, 0.62))
            ship.add_child(GlowLine(HULL, palette.SHIP.with_a(0.9), closed=True, glow=9.0))
            self.fleet.add_child(ship)

    def announce_level(self, level: int) -> None:
        """Show the level, and write it across the field for a moment."""
        self.level = level
        self.queue_redraw()
        self.add_child(Banner(f"LEVEL {level}", position=field.CENTER + Vector2(0, -150)))

    def on_process(self, delta: float) -> None:
        if self.flash > 0:
            self.flash = max(0.0, self.flash - 3.5 * delta)
            self.queue_redraw()

    def on_draw(self) -> None:
        lit = palette.TEXT.lerp(palette.BULLET, 0.7 * self.flash)
        self.draw_string(None, (EDGE + 1, 58), f"{self.score:,}", font_size=38, modulate=lit.with_a(0.18))
        self.draw_string(None, (EDGE, 57), f"{self.score:,}", font_size=38, modulate=lit)
        self.draw_string(None, (EDGE, 82), f"BEST  {self.best:,}", font_size=14, modulate=palette.DIM_TEXT)
        if self.level:
            centered = HorizontalAlignment.CENTER
            self.draw_string(None, (0, 46), f"LEVEL {self.level}", centered, field.SIZE.x, 16, palette.DIM_TEXT)


class Banner(Node2D):
    """A word that appears, stays for a moment, and vanishes."""

    LIFETIME = 2.0

    def __init__(self, word: str, position: Vector2) -> None:
        super().__init__(position=position, modulate=(1, 1, 1, 0))
        self.add_child(Lettering(word, 44.0, palette.ACCENT))
        self.age = 0.0

    def on_process(self, delta: float) -> None:
        self.age += delta
        if self.age >= self.LIFETIME:
            self.queue_free()
            return
        shown = min(1.0, self.age / 0.25, (self.LIFETIME - self.age) / 0.6)
        self.modulate = self.modulate.with_a(shown)
        self.scale = Vector2.ONE * (1.0 + 0.25 * (1 - min(1.0, self.age / 0.25)))
