"""CanvasDrawing: the drawing methods of CanvasItem, which stand by kind in nodes.world_2d.drawing.

Space: pixels of the item's own space, y down; angles in radians, clockwise; colours in gamma space, straight alpha.
When:  only inside `on_draw`, or a handler of the signal `draw`, of the same item.

All arguments are checked before anything is drawn. A negative width draws lines of one screen pixel, however the item
is scaled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.property_checks import checked_finite, checked_numbers
from engine.math import Transform2D
from nodes.world_2d.canvas.canvas_checks import checked_points
from nodes.world_2d.drawing.line_drawing import LineDrawing
from nodes.world_2d.drawing.shape_drawing import ShapeDrawing
from nodes.world_2d.drawing.text_drawing import TextDrawing
from nodes.world_2d.drawing.texture_drawing import TextureDrawing

if TYPE_CHECKING:
    from collections.abc import Sequence


class CanvasDrawing(LineDrawing, ShapeDrawing, TextureDrawing, TextDrawing):
    """What an item can draw; mixed into CanvasItem."""

    __slots__ = ()

    def draw_set_transform(
        self, position: Sequence[float], rotation: float = 0.0, scale: Sequence[float] = (1.0, 1.0)
    ) -> None:
        """Draw what follows moved, turned (radians) and scaled, in place of an earlier such transform."""
        commands = self._commands("draw_set_transform")
        place, size = checked_points(self, "draw_set_transform(position, scale)", (position, scale))
        angle = checked_finite(self, "draw_set_transform(rotation)", rotation)
        commands.set_transform(Transform2D(angle, size, 0.0, place))

    def draw_set_transform_matrix(self, xform: Sequence[float]) -> None:
        """Draw what follows through `xform`, in place of an earlier such transform."""
        commands = self._commands("draw_set_transform_matrix")
        matrix = checked_numbers(self, "draw_set_transform_matrix(xform)", xform, 6)
        commands.set_transform(Transform2D(matrix))
