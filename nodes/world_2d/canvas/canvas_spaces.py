"""CanvasSpaces: the part of CanvasItem that leads between its own space, its canvas, and the viewport.

A canvas is that of the nearest layer above the item, or of its viewport.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from engine.math import Transform2D, Vector2
from engine.tree.flags import MASK_LAYER
from engine.tree.node import Node

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.input import InputEvent
    from engine.tree.world_2d import CanvasKey, World2D
    from nodes.world_2d.canvas.canvas_layer import CanvasLayer

    Event = TypeVar("Event", bound=InputEvent)
    _Base = Node
else:
    _Base = object


def _physics_of(tree: Any, world: World2D) -> Any:
    """What asks about the bodies of a world; the server that knows them is imported when it is first needed."""
    return import_module("servers.physics_2d").PhysicsServer2D.of(tree).direct_state_of(world)


class CanvasSpaces(_Base):
    """From an item to what shows it.

    Raises (every method but `move_to_front` and `get_canvas_layer_node`):
        TreeError: the item is not inside a tree.
        SingularTransformError: what is asked for leads back through a transform that has no inverse.
    """

    if not TYPE_CHECKING:
        __slots__ = ()

    def get_canvas_layer_node(self) -> CanvasLayer | None:
        """The layer that the item is drawn on; None on the viewport's own canvas."""
        node = self._parent
        while node is not None and not node._is_viewport:
            if node._mask & MASK_LAYER:
                return node  # type: ignore[return-value]  # what is marked so and no viewport is a CanvasLayer
            node = node._parent
        return None

    def get_canvas_transform(self) -> Transform2D:
        """From the item's canvas to its viewport: the camera's, or the layer's."""
        layer = self.get_canvas_layer_node()
        return self.get_viewport().canvas_transform if layer is None else layer.get_final_transform()

    def get_viewport_transform(self) -> Transform2D:
        """From the item's canvas to the pixels of the viewport's picture."""
        return self.get_viewport().get_final_transform() * self.get_canvas_transform()

    def get_screen_transform(self) -> Transform2D:
        """From the item's own space to the pixels of the viewport's picture."""
        return self.get_viewport().get_screen_transform() * self.get_global_transform_with_canvas()

    def get_world_2d(self) -> World2D:
        """The world of the viewport that shows the item."""
        world = self.get_viewport().find_world_2d()
        if world._tree is not self._tree:
            world._tree, world._ask_physics = self._tree, _physics_of
        return world

    def get_canvas(self) -> CanvasKey:
        """What stands for the canvas that the item is drawn on: a layer's own, or that of the viewport's world."""
        layer = self.get_canvas_layer_node()
        return self.get_world_2d().canvas if layer is None else layer.get_canvas()

    def get_global_transform_with_canvas(self) -> Transform2D:
        """From the item's own space to its viewport."""
        return self.get_canvas_transform() * self._on_canvas()

    def make_canvas_position_local(self, viewport_point: Sequence[float]) -> Vector2:
        """A point of the viewport, in the item's own space."""
        return self.get_global_transform_with_canvas().affine_inverse() * Vector2(viewport_point)

    def make_input_local(self, event: Event) -> Event:
        """A copy of an event with its positions in the item's own space."""
        inverse = self.get_global_transform_with_canvas().affine_inverse()
        return event.xformed_by(inverse)  # type: ignore[return-value]  # each kind of event gives its own

    def move_to_front(self) -> None:
        """Be the last child of the parent, so that the item is drawn over its siblings."""
        if self._parent is not None:
            self._parent.move_child(self, -1)

    def _on_canvas(self) -> Transform2D:
        """From the item's own space to its canvas."""
        return Transform2D.IDENTITY
