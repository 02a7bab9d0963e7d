"""GlowDisc: a disc of light that fades out from its centre, drawn once."""

from itertools import pairwise
from math import tau

from engine import Color, Vector2, export
from nodes import Node2D

RINGS = ((0.0, 1.0), (0.2, 0.72), (0.45, 0.3), (0.7, 0.08), (1.0, 0.0))
"""How bright it is: at a share of its radius, that share of its colour's alpha."""


class GlowDisc(Node2D):
    """Light around its position; `steps` is the number of its corners."""

    radius: float = export(20.0, range=(1, 1000), unit="px")
    color: Color = export(Color(1, 1, 1))
    steps: int = export(10, range=(3, 100))

    def on_draw(self) -> None:
        rays = [Vector2.from_angle(tau * i / self.steps) * self.radius for i in range(self.steps)]
        for (near, bright), (far, dark) in pairwise(RINGS):
            inner, outer = (self.color.with_a(self.color.a * share) for share in (bright, dark))
            for i, ray in enumerate(rays):
                before = rays[i - 1]
                self.draw_polygon((before * near, before * far, ray * far), (inner, outer, outer))
                if near > 0:
                    self.draw_polygon((before * near, ray * far, ray * near), (inner, outer, inner))
