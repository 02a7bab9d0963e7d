"""Polygon2D: a filled polygon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.export import exported
from engine.core.property_checks import checked_color
from engine.math import Color, Vector2
from nodes.world_2d.canvas_checks import WHITE, checked_vectors, triangulated
from nodes.world_2d.node_2d import Node2D

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.math.color import ColorLike
    from servers.render import CanvasCommands


class Polygon2D(Node2D):
    """Fills the polygon through its points in one colour. Fewer than three points, or no area, draw nothing.

    An outline that crosses itself raises InvalidValueError when the polygon is drawn.
    """

    _paints = True
    _polygon: tuple[Vector2, ...] = ()
    _color = WHITE
    _offset = Vector2.ZERO

    @property
    @exported((), unit="px")
    def polygon(self) -> tuple[Vector2, ...]:
        """The corners in order, in either direction; the outline must not cross itself. Empty by default.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than finite points.
        """
        return self._polygon

    @polygon.setter
    def polygon(self, polygon: Iterable[Sequence[float]]) -> None:
        self._polygon = checked_vectors(self, "polygon", polygon)
        self.queue_redraw()

    @property
    @exported(WHITE)
    def color(self) -> Color:
        """What it is filled with; default white."""
        return self._color

    @color.setter
    def color(self, color: ColorLike) -> None:
        self._color = checked_color(self, "color", color)
        self.queue_redraw()

    @property
    @exported(Vector2.ZERO, unit="px")
    def offset(self) -> Vector2:
        """Added to each corner; default (0, 0)."""
        return self._offset

    @offset.setter
    def offset(self, offset: Sequence[float]) -> None:
        self._offset = self._pair("offset", offset)
        self.queue_redraw()

    def _paint(self, commands: CanvasCommands) -> None:
        if len(self._polygon) < 3:
            return
        outline = [point + self._offset for point in self._polygon]
        commands.triangles(outline, triangulated(self, "polygon", outline), ((*self._color,),))
