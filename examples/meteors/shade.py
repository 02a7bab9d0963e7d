"""Shade: a polygon whose colours blend from corner to corner, drawn once."""

from engine import Color, Vector2, export
from nodes import Node2D


class Shade(Node2D):
    """A polygon with a colour for each of its corners."""

    polygon: tuple[Vector2, ...] = export((), unit="px")
    colors: tuple[Color, ...] = export(())

    def on_draw(self) -> None:
        self.draw_polygon(self.polygon, self.colors)
