"""CollisionShape2D: gives the body or area that it stands below a shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.export import kept_property
from engine.core.property_checks import checked_color, checked_or_none
from engine.math import Color
from engine.resources.shapes_2d.concave_polygon_shape_2d import ConcavePolygonShape2D
from engine.resources.shapes_2d.convex_polygon_shape_2d import ConvexPolygonShape2D
from engine.resources.shapes_2d.shape_2d import Shape2D
from nodes.physics_2d.debug_drawing import draw_one_way, greyed
from nodes.physics_2d.shape_giver import ShapeGiver
from nodes.world_2d.node_2d import Node2D

if TYPE_CHECKING:
    from servers.render import CanvasCommands

_USUAL = Color(0.0, 0.0, 0.0, 0.0)


class CollisionShape2D(ShapeGiver, Node2D):
    """A shape of the CollisionObject2D that is its parent, where this node is in it; its scale counts."""

    _debug_resources = ("_shape",)
    _shape: Shape2D | None = None

    shape: Shape2D | None = kept_property(
        "shape",
        None,
        lambda item, what, value: checked_or_none(item, what, value, Shape2D),
        lambda self, attribute, value: self._set_shape(value),
        "What the parent has for a form there; None, the default, for nothing. It may be shared by many.",
    )
    debug_color: Color = kept_property(
        "debug_color",
        _USUAL,
        checked_color,
        lambda self, attribute, value: self._set_debug_color(value),
        "How it is drawn where collision shapes are shown; transparent black, the default, for the usual colour.",
    )

    def _set_shape(self, shape: Shape2D | None) -> None:
        if shape is not getattr(self, "_shape", None):
            self._shape = shape
            self._give_shapes()
            if self._paints:
                self._debug_changed()
            self.update_configuration_warnings()

    def _set_debug_color(self, color: Color) -> None:
        self._debug_color = color
        self._redraw_debug()

    def _paint(self, commands: CanvasCommands) -> None:
        shape = self.shape
        if shape is None:
            return
        color = self.debug_color
        if color == _USUAL:
            color = self.tree.debug_collisions_color
        grey = greyed(color)
        shape.draw(self, grey.with_a(0.5 * grey.a) if self.disabled else color)
        if self.one_way_collision:
            arrow = color.inverted()
            draw_one_way(self, arrow.darkened(0.25) if self.disabled else arrow, 2.0)

    def _shapes(self) -> list[Shape2D]:
        return [] if self.shape is None else [self.shape]

    def get_configuration_warnings(self) -> list[str]:
        """That its parent takes no shapes, or that it has none or one of a kind that is made in another way."""
        warnings = super().get_configuration_warnings()
        if self.shape is None:
            warnings.append(
                "A shape must be provided for CollisionShape2D to function. Please create a shape resource for it!"
            )
        return [*warnings, *self._editor_advice()]

    def _editor_advice(self) -> list[str]:
        if isinstance(self.shape, (ConcavePolygonShape2D, ConvexPolygonShape2D)):
            return [
                "Polygon-based shapes are not meant to be used nor edited directly through the CollisionShape2D node. "
                "Please use the CollisionPolygon2D node instead."
            ]
        return []
