"""GlowLine: a glowing line, drawn once; from then on it only moves with its parent."""

from engine import Color, Vector2, export
from glow import draw_glow_line
from nodes import Node2D


class GlowLine(Node2D):
    """A line through points; `glow` is how far its halo reaches."""

    points: tuple[Vector2, ...] = export((), unit="px")
    color: Color = export(Color(1, 1, 1))
    closed: bool = export(False)
    width: float = export(3.4, range=(0.1, 20), unit="px")
    glow: float = export(13.0, range=(1, 50), unit="px")

    def on_draw(self) -> None:
        draw_glow_line(self, self.points, self.color, closed=self.closed, width=self.width, glow=self.glow)
