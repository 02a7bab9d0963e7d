"""CanvasDrawing: the drawing methods of CanvasItem, which stand by kind in nodes.world_2d.drawing.

Space: pixels of the item's own space, y down; angles in radians, clockwise; colours in gamma space, straight alpha.
When:  only inside `on_draw`, or a handler of the signal `draw`, of the same item.

All arguments are checked before anything is drawn. A negative width draws lines of one screen pixel, however the item
is scaled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import InvalidValueError
from engine.core.property_checks import checked_finite, checked_numbers
from engine.math import Transform2D
from engine.math.value import shortened
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

    def draw_animation_slice(
        self, animation_length: float, slice_begin: float, slice_end: float, offset: float = 0.0
    ) -> None:
        """Show what follows only in a part of an animation that goes round, until `draw_end_animation`.

        `on_draw` is not called again for it: what is drawn is kept, and shown or not by the time that the render server
        has been running. Another slice takes the place of one that has not ended.

        Args:
            animation_length: of a round, in seconds, above 0.
            slice_begin: from when in each round it is shown, in seconds.
            slice_end: until when.
            offset: when the first round begins.

        Raises:
            InvalidValueError: `animation_length` is not above 0; and as `draw_line`.
        """
        commands = self._commands("draw_animation_slice")
        length = checked_finite(self, "draw_animation_slice(animation_length)", animation_length)
        begin = checked_finite(self, "draw_animation_slice(slice_begin)", slice_begin)
        end = checked_finite(self, "draw_animation_slice(slice_end)", slice_end)
        start = checked_finite(self, "draw_animation_slice(offset)", offset)
        if length <= 0:
            raise InvalidValueError(
                f"{self._where()}.draw_animation_slice(animation_length) must be above 0, got {shortened(length)}"
            )
        commands.begin_slice(length, begin, end, start)

    def draw_end_animation(self) -> None:
        """Show what follows always, again: after `draw_animation_slice`."""
        self._commands("draw_end_animation").end_slice()
