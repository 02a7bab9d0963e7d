"""CanvasPresence: the part of CanvasItem that keeps a render server informed of what the node looks like.

An item exists in the server while the node is inside a tree that has one. At the root of a canvas stand the items
without a canvas item above them, and top-level ones; the canvas is that of the nearest layer or viewport above.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.tree.flags import HAS_SIGNALS, IN_TREE, MASK_2D, MASK_CANVAS, MASK_DRAW, MASK_LAYER
from engine.tree.node import Node
from nodes.world_2d.canvas.canvas_checks import WHITE
from nodes.world_2d.canvas.canvas_look import CanvasLook
from servers.render import RenderServer

if TYPE_CHECKING:
    from engine.core.resource import Resource
    from engine.core.signal import Signal
    from servers.render import CanvasCommands

    _Base = Node
else:
    _Base = object

_SENT = {
    "y_sort_enabled": "canvas_item_set_y_sort",
    "texture_repeat": "canvas_item_set_texture_repeat",
    "material": "canvas_item_set_material",
    "use_parent_material": "canvas_item_set_use_parent_material",
    "clip_children": "canvas_item_set_group_mode",
    "visibility_layer": "canvas_item_set_visibility_layer",
}
"""By property, what tells the server of it; its value is the argument."""


class CanvasPresence(_Base):
    """What a canvas item tells the render server."""

    if TYPE_CHECKING:
        _canvas: CanvasLook | None
        _paints: bool
        _draws_from: tuple[str, ...]
        _top_level: bool
        visible: bool
        draw: Signal[()]
        visibility_changed: Signal[()]
        hidden: Signal[()]

        def queue_redraw(self) -> None:
            """Draw anew at the end of this frame."""

        def _send_instance_parameters(self, look: CanvasLook) -> None: ...

        def is_visible_in_tree(self) -> bool:
            """Whether neither the item nor anything above it is hidden."""
    else:
        __slots__ = ()

    # --- the tree tells ----------------------------------------------------------------------------------------------

    def _enter_canvas(self) -> None:
        """Make the item in the render server, if there is one, and draw."""
        self._exit_canvas()
        tree = self._tree
        assert tree is not None
        server = tree.servers.get(RenderServer)
        if server is not None:
            look = self._canvas_look()
            above = self._canvas_parent()
            canvas = self._canvas_around(server) if above is None else above.canvas
            look.server = server
            look.shown = look.visible and self._canvas_parent_shows()
            look.item = item = server.canvas_item_create(self, canvas)
            if above is not None:
                server.canvas_item_set_parent(item, above)
            if self._mask & MASK_2D:
                server.canvas_item_set_slot(item, self._slot)  # type: ignore[attr-defined]  # Node2D's
            self._canvas_send(look)
        if self._draws_from:
            self._watch_drawn()
        if self._paints or self._mask & MASK_DRAW or (self._canvas is not None and self._canvas.emits_draw):
            self.queue_redraw()

    def _exit_canvas(self) -> None:
        """Let go of the item in the render server."""
        look = self._canvas
        if look is not None:
            look.queued = False
            if look.watched:
                self._watch(look, ())
            if look.server is not None:
                look.server.canvas_item_free(look.item)
                look.server = look.item = None

    def _moved_in_canvas(self) -> None:
        """Tell the render server that the order has changed."""
        look = self._canvas
        if look is not None and look.server is not None:
            look.server.canvas_item_order_changed(look.item)

    def _signal_created(self, signal: Signal[*tuple[Any, ...]]) -> None:
        super()._signal_created(signal)
        if signal.get_name() == "draw":
            self._canvas_look().emits_draw = True

    # --- what is drawn -----------------------------------------------------------------------------------------------

    def _set_drawn(self, name: str, resource: Resource | None) -> None:
        """Keep a resource that the item draws from, and draw anew; `name` is one of `_draws_from`."""
        setattr(self, name, resource)
        if self._tree is not None and self._tree._draws_canvas:
            self._watch_drawn()
        self.queue_redraw()

    def _watch_drawn(self) -> None:
        """Draw anew when one of the resources changes; only while drawn: they keep the node alive meanwhile."""
        wanted: list[Resource] = []
        for name in self._draws_from:
            resource = getattr(self, name)
            if resource is not None and all(resource is not other for other in wanted):
                wanted.append(resource)
        look = self._canvas_look()
        if len(wanted) != len(look.watched) or any(a is not b for a, b in zip(wanted, look.watched, strict=True)):
            self._watch(look, tuple(wanted))

    def _watch(self, look: CanvasLook, wanted: tuple[Resource, ...]) -> None:
        for resource in look.watched:
            resource.changed.disconnect(self.queue_redraw)
        for resource in wanted:
            if not resource.changed.is_connected(self.queue_redraw):  # a snapshot brings the connections back
                resource.changed.connect(self.queue_redraw)
        look.watched = wanted

    def _recording(self) -> CanvasCommands | None:
        return None if self._canvas is None else self._canvas.commands

    # --- look --------------------------------------------------------------------------------------------------------

    def _canvas_look(self) -> CanvasLook:
        look = self._canvas
        if look is None:
            look = self._canvas = CanvasLook()
        return look

    def _canvas_send(self, look: CanvasLook) -> None:
        """Tell a new item of the server what differs from its defaults."""
        server, item = look.server, look.item
        assert server is not None
        if not look.visible or self._top_level:
            server.canvas_item_set_visible(item, self._canvas_shows())
        if look.modulate is not WHITE:
            server.canvas_item_set_modulate(item, (*look.modulate,))
        if look.self_modulate is not WHITE:
            server.canvas_item_set_self_modulate(item, (*look.self_modulate,))
        if look.behind:
            server.canvas_item_set_behind_parent(item, True)
        if look.filter:
            server.canvas_item_set_texture_filter(item, look.filter)
        self._canvas_send_z(look)
        if self._rare is not None:
            for name in _SENT:
                if name in self._rare:
                    self._canvas_send_rare(name)
        if self._kept_properties:
            self._send_instance_parameters(look)

    def _canvas_send_z(self, look: CanvasLook) -> None:
        if look.server is not None:
            look.server.canvas_item_set_z_index(look.item, look.z_index, look.z_relative)

    def _canvas_send_rare(self, name: str) -> None:
        """Tell the server of one of the properties that few items have."""
        look = self._canvas
        if look is not None and look.server is not None:
            getattr(look.server, _SENT[name])(look.item, getattr(self, name))

    def _canvas_parent(self) -> Any:
        """The parent's item in the render server, if the look comes from there."""
        parent: Any = self._parent
        if parent is None or self._top_level or not parent._mask & MASK_CANVAS or parent._canvas is None:
            return None
        return parent._canvas.item

    def _canvas_around(self, server: RenderServer) -> Any:
        """The canvas that the item stands at the root of."""
        node: Any = self._parent
        while not (node._mask & MASK_LAYER or node._is_viewport):
            node = node._parent
        return node._shown_canvas(server)

    # --- visibility --------------------------------------------------------------------------------------------------

    def _canvas_shows(self) -> bool:
        """What the server is told of visibility: a top-level item stands at the root, apart from its parent."""
        return self.is_visible_in_tree() if self._top_level else self.visible

    def _canvas_parent_shows(self) -> bool:
        """Whether what is right below the parent may be seen; at once, where the parent is in the server."""
        parent: Any = self._parent
        if parent._mask & MASK_CANVAS and parent._canvas is not None and parent._canvas.server is not None:
            return bool(parent._canvas.shown)
        return _is_shown(parent)

    def _canvas_visibility_set(self) -> None:
        """Tell the server and everyone below that this item's own `visible` has changed."""
        look = self._canvas_look()
        if look.server is not None:
            look.server.canvas_item_set_visible(look.item, self._canvas_shows())
        shown = self.visible
        if self._tree is None or not _is_shown(self._parent):
            if self._flags & HAS_SIGNALS:
                self.visibility_changed.emit()
            return
        self._canvas_spread_visibility(shown)

    def _canvas_spread_visibility(self, shown: bool) -> None:
        """Tell this item and the visible ones below it that they appeared, or vanished."""
        stack: list[CanvasPresence] = [self]
        while stack:
            item = stack.pop()
            if item._tree is None:
                continue  # a receiver took it out
            look = item._canvas
            if look is not None and look.server is not None:
                if shown != (look.visible and item._canvas_parent_shows()):
                    continue  # a receiver changed it, and those below know that
                look.shown = shown
            item._canvas_appears(shown)
            for child in reversed(item.get_children()):
                if isinstance(child, CanvasPresence) and child.visible and child._tree is not None:
                    stack.append(child)

    def _canvas_appears(self, shown: bool) -> None:
        """The item became visible in the tree, or stopped being so."""
        look = self._canvas
        if self._top_level and look is not None and look.server is not None:
            look.server.canvas_item_set_visible(look.item, self._canvas_shows())
        if shown:
            self.queue_redraw()
        if self._flags & HAS_SIGNALS:
            self.visibility_changed.emit()
            if not shown:
                self.hidden.emit()


def _is_shown(node: Any) -> bool:
    """Whether what is right below a node may be seen, as far as canvas items and layers above it say."""
    while node is not None and node._mask & MASK_CANVAS:
        if node._canvas is not None and not node._canvas.visible:
            return False
        node = node._parent
    while node is not None and not (node._mask & MASK_LAYER or node._is_viewport):
        node = node._parent
    return node is None or bool(node._shows_canvas())


def is_seen(item: Any) -> bool:
    """Whether an item is inside a tree, and neither it nor anything above it is hidden."""
    return bool(item._flags & IN_TREE) and (item._canvas is None or item._canvas.visible) and _is_shown(item._parent)
