"""CanvasModulate: tints everything on a canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.export import exported
from engine.core.property_checks import checked_color
from engine.math import Color
from nodes.world_2d.canvas.canvas_checks import WHITE
from nodes.world_2d.node_2d import Node2D

if TYPE_CHECKING:
    from engine.math.color import ColorLike
    from nodes.world_2d.canvas.canvas_look import CanvasLook


class CanvasModulate(Node2D):
    """Multiplies the colours of its whole canvas while it is visible; of several the last in the tree counts.

    Layers are canvases of their own, and keep their colours.
    """

    _kept_in = {"color": ("_color",)}
    _color = WHITE

    @property
    @exported(WHITE)
    def color(self) -> Color:
        """What all colours are multiplied by; default white.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a finite colour.
        """
        return self._color

    @color.setter
    def color(self, color: ColorLike) -> None:
        self._color = checked_color(self, "color", color)
        look = self._canvas
        if look is not None and look.server is not None:
            look.server.canvas_item_set_canvas_modulate(look.item, (*self._color,))

    def get_configuration_warnings(self) -> list[str]:
        """That another one is visible on the same canvas: one of them does nothing."""
        warnings = super().get_configuration_warnings()
        if self.is_visible_in_tree():
            canvas = self.get_canvas()
            for other in self.tree.root.find_children("*", CanvasModulate, owned=False):
                assert isinstance(other, CanvasModulate)
                if other is not self and other.is_visible_in_tree() and other.get_canvas() is canvas:
                    warnings.append(
                        "Only one visible CanvasModulate is allowed per canvas; of several the last counts."
                    )
                    break
        return warnings

    def _canvas_send(self, look: CanvasLook) -> None:
        super()._canvas_send(look)
        assert look.server is not None
        look.server.canvas_item_set_canvas_modulate(look.item, (*self._color,))
