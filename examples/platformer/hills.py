"""Hills: a row of hills far away, with trees on them."""

from itertools import pairwise
from math import sin, tau

from engine import Color, RandomNumberGenerator, Vector2, export
from nodes import Parallax2D

STEP = 8
"""Pixels between two points of the ridge."""

DEPTH = 420.0
"""How far down they are drawn."""


class Hills(Parallax2D):
    """Drawn once, and repeated so that they never end; `look` decides what they are like.

    They are `color` at the ridge and fade into `haze` below.
    """

    color: Color = export(Color(0.3, 0.3, 0.5))
    haze: Color = export(Color(0.6, 0.5, 0.6))
    ridge: float = export(220.0, unit="px")
    height: float = export(40.0, range=(0, 400), unit="px")
    trees: int = export(0, range=(0, 500))
    tallest: float = export(40.0, range=(1, 400), unit="px")
    look: int = export(1)

    def on_draw(self) -> None:
        chance = RandomNumberGenerator(self.look)
        waves = [(times, chance.randf_range(0, tau), chance.randf_range(0.5, 1.0) / times) for times in (1, 2, 3, 5, 8)]
        width = self.repeat_size.x
        places = sorted(chance.randf_range(0, width) for _ in range(self.trees))
        for x in places:
            tall = self.tallest * chance.randf_range(0.45, 1.0)
            for shift in (-width, 0.0, width):
                if -tall < x + shift < width + tall:
                    self._draw_tree(Vector2(x + shift, self._ridge(x, waves) + 4), tall)
        steps = int(width) // STEP
        tops = [Vector2(i * STEP, self._ridge(i * STEP, waves)) for i in range(steps + 1)]
        for a, b in pairwise(tops):
            corners = [a, b, Vector2(b.x, self.ridge + DEPTH), Vector2(a.x, self.ridge + DEPTH)]
            self.draw_polygon(corners, [self.color, self.color, self.haze, self.haze])

    def _ridge(self, x: float, waves: list[tuple[int, float, float]]) -> float:
        """How high the ridge is at x: a sum of waves that fit into `repeat_size`, so that it goes on where it ends."""
        part = x / self.repeat_size.x
        return self.ridge + self.height * 0.5 * sum(
            size * sin(tau * times * part + turn) for times, turn, size in waves
        )

    def _draw_tree(self, foot: Vector2, tall: float) -> None:
        """A fir: three triangles on a trunk."""
        self.draw_rect((foot.x - tall * 0.035, foot.y - tall * 0.25, tall * 0.07, tall * 0.3), self.color)
        for low, high, wide in ((0.14, 0.55, 0.24), (0.36, 0.78, 0.19), (0.58, 1.0, 0.14)):
            corners = [foot + (-wide * tall, -low * tall), foot + (0, -high * tall), foot + (wide * tall, -low * tall)]
            self.draw_colored_polygon(corners, self.color)
