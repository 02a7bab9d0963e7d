"""CanvasLayer: a canvas of its own, in front of that of the viewport or behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import FreedError
from engine.core.export import exported
from engine.core.property_checks import checked_between, checked_bool, checked_finite, checked_numbers, checked_or_none
from engine.core.signal import Signal
from engine.math import Transform2D, Vector2
from engine.math.value import shortened
from engine.tree.flags import HAS_SIGNALS, MASK_LAYER
from engine.tree.node import Node, is_instance_valid
from engine.tree.viewport import SceneViewport
from engine.tree.world_2d import CanvasKey
from nodes.world_2d.canvas.canvas_presence import CanvasPresence
from servers.render import RenderServer

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST_LAYER = -(1 << 31)
MOST_LAYER = (1 << 31) - 1
_UPRIGHT = (0.0, Vector2.ONE)


class CanvasLayer(Node):
    """Draws the canvas items below it apart from the others: by default in front, and without the camera.

    Layers are drawn by `layer`; the viewport's own canvas is at 0, and comes first there. The transform of the layer
    leads from its canvas to the viewport.

    Raises (its properties, when set):
        InvalidTypeError, InvalidValueError: a value of the wrong kind, not finite, or out of range.
    """

    visibility_changed: Signal[()] = Signal[()]()
    """Emitted when `visible` has changed."""

    __slots__ = ("_server", "_shown")

    _has_canvas = True
    _kept_in = {
        "layer": ("_layer",),
        "visible": ("_visible",),
        "offset": ("_transform",),
        "rotation": ("_transform", "_parts"),
        "scale": ("_transform", "_parts"),
        "follow_viewport_enabled": ("_follows",),
        "follow_viewport_scale": ("_follow_scale",),
    }
    _ways_to_set = Node._ways_to_set | {"position": "offset"}  # what other nodes have
    _uncaptured = (*Node._uncaptured, "_key", "_server", "_shown")
    _layer = 1
    _visible = True
    _transform = Transform2D()
    _parts: tuple[float, Vector2] | None = _UPRIGHT
    _follows = False
    _follow_scale = 1.0
    _custom_viewport: SceneViewport | None = None
    _key: CanvasKey | None = None
    _server: RenderServer | None
    _shown: Any  # what the server keeps of it

    def _init_core(self) -> None:
        super()._init_core()
        self._server = self._shown = None

    @property
    @exported(1, range=(-128, 128, 1))
    def layer(self) -> int:
        """The place among the layers of the viewport, higher in front; default 1. That of the viewport is 0."""
        return self._layer

    @layer.setter
    def layer(self, layer: int) -> None:
        self._layer = checked_between(self, "layer", layer, LEAST_LAYER, MOST_LAYER)

    @property
    @exported(True)
    def visible(self) -> bool:
        """Whether the layer is drawn; default True."""
        return self._visible

    @visible.setter
    def visible(self, visible: bool) -> None:
        visible = checked_bool(self, "visible", visible)
        if visible == self._visible:
            return
        self._visible = visible
        if self._flags & HAS_SIGNALS:
            self.visibility_changed.emit()
        for item in self._items_that_look_here():
            if item.visible and item._tree is not None:
                item._canvas_spread_visibility(visible)

    @property
    @exported(Vector2.ZERO, unit="px")
    def offset(self) -> Vector2:
        """Where the canvas begins on the viewport; default (0, 0)."""
        return self._transform.origin

    @offset.setter
    def offset(self, offset: Sequence[float]) -> None:
        self._transform = self._transform.with_origin(Vector2(checked_numbers(self, "offset", offset, 2)))

    @property
    @exported(0.0, unit="rad")
    def rotation(self) -> float:
        """How far the canvas is turned, radians, clockwise; default 0."""
        return self._turn()[0]

    @rotation.setter
    def rotation(self, rotation: float) -> None:
        self._turn_to(checked_finite(self, "rotation", rotation), self._turn()[1])

    @property
    @exported(Vector2.ONE)
    def scale(self) -> Vector2:
        """How much larger the canvas looks; default (1, 1)."""
        return self._turn()[1]

    @scale.setter
    def scale(self, scale: Sequence[float]) -> None:
        self._turn_to(self._turn()[0], Vector2(checked_numbers(self, "scale", scale, 2)))

    @property
    def transform(self) -> Transform2D:
        """From the layer's canvas to the viewport."""
        return self._transform

    @transform.setter
    def transform(self, transform: Sequence[float]) -> None:
        self._transform = Transform2D(checked_numbers(self, "transform", transform, 6))
        self._parts = None

    @property
    def custom_viewport(self) -> SceneViewport | None:
        """The viewport that shows the layer; None, the default, for the one that it is in, also once it was freed.

        Raises:
            InvalidTypeError: set to something else than a viewport or None.
            FreedError: set to a viewport that was freed.
        """
        custom = self._custom_viewport
        return custom if is_instance_valid(custom) else None

    @custom_viewport.setter
    def custom_viewport(self, viewport: SceneViewport | None) -> None:
        checked_or_none(self, "custom_viewport", viewport, SceneViewport)
        if viewport is not None and not is_instance_valid(viewport):
            raise FreedError(
                f"{self._where()}.custom_viewport must be a viewport that was not freed, got {shortened(viewport)}"
            )
        self._custom_viewport = viewport
        if self._server is not None:
            self._server.layer_move(self._shown, self.shown_by())

    @property
    @exported(False)
    def follow_viewport_enabled(self) -> bool:
        """Whether the layer moves with the viewport's camera, on top of its own transform; default False."""
        return self._follows

    @follow_viewport_enabled.setter
    def follow_viewport_enabled(self, follows: bool) -> None:
        self._follows = checked_bool(self, "follow_viewport_enabled", follows)

    @property
    @exported(1.0, range=(0.001, 1000.0))
    def follow_viewport_scale(self) -> float:
        """How large it looks then, around the middle of the view: less than 1 for what is far away; default 1."""
        return self._follow_scale

    @follow_viewport_scale.setter
    def follow_viewport_scale(self, scale: float) -> None:
        self._follow_scale = checked_finite(self, "follow_viewport_scale", scale)

    def show(self) -> None:
        """Set `visible`."""
        self.visible = True

    def hide(self) -> None:
        """Clear `visible`."""
        self.visible = False

    def get_final_transform(self) -> Transform2D:
        """From the layer's canvas to the viewport, with the camera and the scale where the layer follows it."""
        if not self._follows or self._tree is None:
            return self._transform
        viewport = self.shown_by()
        middle = viewport.get_final_transform().affine_inverse() * (Vector2(viewport.size) / 2)
        scale = self._follow_scale
        followed = viewport.canvas_transform * self._transform
        return followed.translated(-middle).scaled((scale, scale)).translated(middle)

    def shown_by(self) -> SceneViewport:
        """The viewport that shows the layer: `custom_viewport`, or the one that it is in.

        Raises:
            TreeError: it has none of its own, and is not inside a tree.
        """
        return self.custom_viewport or self.get_viewport()

    def _turn(self) -> tuple[float, Vector2]:
        if self._parts is None:
            self._parts = self._transform.get_rotation(), self._transform.get_scale()
        return self._parts

    def _turn_to(self, rotation: float, scale: Vector2) -> None:
        self._transform = Transform2D(rotation, scale, 0.0, self._transform.origin)
        self._parts = rotation, scale

    def _items_that_look_here(self) -> list[CanvasPresence]:
        """The items on its canvas that depend on it alone: those that are not right below another item."""
        found: list[CanvasPresence] = []
        stack: list[Node] = [self]
        while stack:
            node = stack.pop()
            for child in reversed(node.get_children()):
                if not (child._mask & MASK_LAYER or child._is_viewport):
                    stack.append(child)
            if isinstance(node, CanvasPresence) and not isinstance(node._parent, CanvasPresence):
                found.append(node)
        return found

    def get_canvas(self) -> CanvasKey:
        """What stands for the layer's canvas: the same one each time."""
        if self._key is None:
            self._key = CanvasKey()
        return self._key

    def _enter_canvas(self) -> None:
        self._exit_canvas()
        assert self._tree is not None
        server = self._tree.servers.get(RenderServer)
        if server is not None:
            self._server = server
            self._shown = server.layer_create(self, self.shown_by())

    def _exit_canvas(self) -> None:
        if self._server is not None:
            self._server.layer_free(self._shown)
            self._server = self._shown = None

    def _shown_canvas(self, server: RenderServer) -> Any:
        """The canvas that the items below it are drawn on."""
        return self._shown.canvas.items

    def _shows_canvas(self) -> bool:
        """Whether what is below it may be seen."""
        return self._visible
