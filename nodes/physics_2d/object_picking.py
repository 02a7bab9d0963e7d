"""ObjectPicking: tells bodies and areas of the mouse, and of fingers, over them. One for each tree.

In:    events that nobody has handled; kept until the next physics step.
Out:   what is pickable and visible, and may be processed, is told of events over it, and of the mouse coming and going.
When:  at the beginning of each physics step, behind `physics_frame`. Without an event of the mouse it is looked again
       where that was last, since objects and cameras move; only of what is new or gone anything is told then. That the
       mouse has left the window is told at once; while it is outside, only fingers are looked for.
Space: events are in pixels of the viewport, as they came.

As in Godot: of each canvas, that of the viewport first, all that is under the pointer is told, in the order in which it
was made, or sorted or cut short as the viewport says, until the event is set as handled. What an object is told of
comes before what the next one is. An object that leaves the tree is told no more, not even that the mouse has left.
An event in which one was found stays valid for the rest of the step: what the pointer only passed over within a single
step is left in the next one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.coroutine import start
from engine.core.property_checks import ALL_LAYERS
from engine.input import (
    InputEventMouse,
    InputEventMouseMotion,
    InputEventScreenDrag,
    InputEventScreenTouch,
    InputEventWithModifiers,
    MouseMode,
)
from engine.math import Vector2
from engine.tree.flags import FREED, HAS_SIGNALS, QUEUED
from engine.tree.order import order_key
from nodes.world_2d.canvas.canvas_item import CanvasItem
from servers.physics_2d import PhysicsServer2D, Sought

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.input import InputEvent
    from engine.math import Transform2D
    from engine.tree.scene_tree import SceneTree
    from engine.tree.viewport import SceneViewport
    from nodes.physics_2d.collision_object_2d import CollisionObject2D
    from nodes.world_2d.canvas.canvas_layer import CanvasLayer

_ALL = Sought(ALL_LAYERS, bodies=True, areas=True, exclude=())
_OWN_DEVICE = -2
"""Of the motions that no device made; Godot's."""
_BUTTONS = range(1, 10)
_MODIFIERS = ("alt_pressed", "shift_pressed", "ctrl_pressed", "meta_pressed")


class _Found(NamedTuple):
    node: CollisionObject2D
    shape: int


class _Stopped(Exception):
    """A callback failed, and the tree's error policy ends the phase."""


class ObjectPicking:
    """The picking of one tree."""

    def __init__(self, tree: SceneTree) -> None:
        self._tree = tree
        self._views: dict[SceneViewport, _View] = {}
        self._layers: dict[CanvasLayer, None] = {}

    def add_layer(self, layer: CanvasLayer) -> None:
        """There are objects on a layer."""
        self._layers[layer] = None

    def take(self, event: InputEvent) -> None:
        """Keep an event of the root that nobody has handled."""
        root = self._tree.root
        if root.physics_object_picking and self._tree.input.mouse_mode != MouseMode.CAPTURED:
            if isinstance(event, (InputEventWithModifiers, InputEventScreenTouch, InputEventScreenDrag)):
                if root not in self._views:
                    self._views[root] = _View(self._tree, root)
                self._views[root].events.append(event)

    def step(self) -> None:
        """Tell the objects; called in each physics step."""
        self._layers = {layer: None for layer in self._layers if layer._tree is self._tree}
        self._tell(lambda view: view.step(self._layers))

    def leave(self) -> None:
        """The mouse has left the window: tell the objects that it was over."""
        self._tell(_View.leave)

    def _tell(self, tell: Callable[[_View], None]) -> None:
        root = self._tree.root
        handled = root._input_handled
        try:
            for view in self._views.values():
                tell(view)
        except _Stopped:
            pass
        finally:
            root._input_handled = handled


class _View:
    """The picking of one viewport."""

    def __init__(self, tree: SceneTree, viewport: SceneViewport) -> None:
        self.events: list[InputEvent] = []
        self._tree = tree
        self._viewport = viewport
        self._last: Vector2 | None = None  # where the mouse was
        self._modifiers = dict.fromkeys(_MODIFIERS, False)
        self._over: dict[CollisionObject2D, int] = {}  # what the mouse is over, and in which step it was found there
        self._over_shapes: dict[_Found, int] = {}

    def step(self, layers: dict[CanvasLayer, None]) -> None:
        """Take the events of this step."""
        if not self._viewport.physics_object_picking or self._tree.input.mouse_mode == MouseMode.CAPTURED:
            self.events.clear()
            return
        if not self._viewport._has_mouse:
            self.events = [event for event in self.events if not isinstance(event, InputEventMouse)]
        self._leave(lambda node, _: not node.can_process())
        if self._last is not None and not any(isinstance(event, InputEventMouse) for event in self.events):
            self.events.append(self._motion(self._last))
        while self.events:
            event = self.events.pop(0)
            self._remember(event)
            if hasattr(event, "position"):
                self._pick(event, layers)

    def leave(self) -> None:
        """The mouse is nowhere."""
        self._last = None
        self._leave(lambda *_: True)

    def _motion(self, position: Vector2) -> InputEventMouseMotion:
        """The event of a mouse that has not moved."""
        is_held = self._tree.input.is_mouse_button_pressed
        return InputEventMouseMotion(
            device=_OWN_DEVICE,
            position=position,
            global_position=position,
            button_mask=sum([1 << button - 1 for button in _BUTTONS if is_held(button)]),
            **self._modifiers,
        )

    def _remember(self, event: Any) -> None:
        if isinstance(event, InputEventWithModifiers):
            self._modifiers = {name: getattr(event, name) for name in _MODIFIERS}
        if isinstance(event, InputEventMouse):
            self._last = event.position

    def _pick(self, event: Any, layers: dict[CanvasLayer, None]) -> None:
        root, viewport = self._tree.root, self._viewport
        root._input_handled = False
        is_mouse = isinstance(event, InputEventMouse)
        is_own = is_mouse and event.device == _OWN_DEVICE
        for canvas_id, transform in self._canvases(layers):
            if transform.determinant() == 0.0:
                continue
            for found in self._under(transform.affine_inverse() * event.position, canvas_id):
                node, shape = found
                if root._input_handled:
                    break
                if not self._may(node) or not node.can_process():
                    continue
                is_new = is_mouse and self._come_over(found)
                if not is_own or is_new:
                    self._call(node, "on_input_event", "input_event", viewport, event, shape)
                if viewport.physics_object_picking_first_only:
                    break
        if is_mouse:
            now = self._tree.physics_frame_count
            self._leave(lambda _, seen: seen != now)

    def _canvases(self, layers: dict[CanvasLayer, None]) -> Iterator[tuple[int, Transform2D]]:
        """The canvases of the viewport: the `id` of the layer, and what leads to the viewport's pixels."""
        viewport = self._viewport
        last = viewport.global_canvas_transform
        yield 0, last * viewport.canvas_transform
        for layer in layers:
            if (layer.custom_viewport or layer.get_viewport()) is viewport:
                yield layer.id, last * layer.get_final_transform()

    def _under(self, point: Vector2, canvas_id: int) -> list[_Found]:
        """What can be picked at a point of a canvas, in the order in which it is told."""
        server = self._tree.servers.get(PhysicsServer2D)
        if server is None:
            return []
        state = server.direct_state_of(self._viewport.find_world_2d())
        found = []
        for near in state._find_at(point, canvas_id, _ALL):
            node: Any = near.item.owner
            if near.item.pickable and node.is_visible_in_tree():
                found.append(_Found(node, near.entry.index))
        if self._viewport.physics_object_picking_sort:
            found.sort(key=lambda each: order_key(each.node), reverse=True)
            found.sort(key=lambda each: -_effective_z(each.node))
        return found

    def _come_over(self, found: _Found) -> bool:
        """Note that the mouse is over a shape; True if it was not yet over the node."""
        now = self._tree.physics_frame_count
        node, shape = found
        is_new, is_new_shape = node not in self._over, found not in self._over_shapes
        self._over[node] = self._over_shapes[found] = now
        if is_new:
            self._call(node, "on_mouse_enter", "mouse_entered")
        if is_new_shape:
            self._call(node, "on_mouse_shape_enter", "mouse_shape_entered", shape)
        return is_new

    def _leave(self, is_left: Callable[[CollisionObject2D, int], bool]) -> None:
        """Tell those that the mouse was over and is no longer; those outside the tree are only forgotten."""
        nodes = [node for node, seen in self._over.items() if not self._may(node) or is_left(node, seen)]
        shapes = [
            found for found, seen in self._over_shapes.items() if not self._may(found.node) or is_left(found.node, seen)
        ]
        for node in nodes:
            del self._over[node]
        for found in shapes:
            del self._over_shapes[found]
        for node in nodes:
            self._call(node, "on_mouse_exit", "mouse_exited")
        for node, shape in shapes:
            self._call(node, "on_mouse_shape_exit", "mouse_shape_exited", shape)

    def _may(self, node: CollisionObject2D) -> bool:
        """Whether a node can be told anything."""
        return node._tree is self._tree and not node._flags & (QUEUED | FREED)

    def _call(self, node: CollisionObject2D, callback: str, signal: str, *args: Any) -> None:
        """Tell a node, unless it was freed, or taken out, by what has been told before."""
        if not self._may(node):
            return
        try:
            returned = getattr(node, callback)(*args)
            if returned is not None:
                start(returned, node)
            if node._flags & HAS_SIGNALS and self._may(node):
                getattr(node, signal).emit(*args)
        except Exception as error:
            if not self._tree._failed(error, node, callback):
                raise _Stopped from error


def _effective_z(item: Any) -> int:
    """The z of an item after those of its parents."""
    z: int = item.z_index
    while item.z_as_relative and not item.top_level and isinstance(item._parent, CanvasItem):
        item = item._parent
        z += item.z_index
    return z
