"""DebugOverlay: what is drawn for those who look for mistakes, on top of everything on a canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from servers.render.scene.canvas.canvas_walk import Z_MAX
from servers.render.scene.commands.canvas_commands import CanvasCommands

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engine.math import Color
    from servers.render.canvas_items import CanvasItems
    from servers.render.scene.canvas.canvas_item import CanvasItem

CONTACT_SIZE = 5.0
MOST_CONTACTS = 10_000
"""How many are shown on a canvas at most; Godot's."""


class _Last:
    """Stands behind all nodes of a tree."""

    def get_index(self) -> int:
        """Behind all others at the root."""
        return 1 << 60

    def order_key(self) -> tuple[int, ...]:
        """Behind all others."""
        return (1 << 60,)


class DebugOverlay:
    """What servers show by the render server of their tree; a DebugSink."""

    def __init__(self, server: CanvasItems) -> None:
        self._server = server
        self._items: WeakKeyDictionary[object, CanvasItem] = WeakKeyDictionary()

    def show_contacts(self, canvas: object, points: NDArray[np.float64], color: Color) -> None:
        """Draw a square of CONTACT_SIZE pixels around each point, in place of those before; see DebugSink."""
        item = self._items.get(canvas)
        if item is None:
            if not len(points):
                return
            item = self._server.canvas_item_create(_Last(), self._server.canvas_of(canvas))
            self._server.canvas_item_set_z_index(item, Z_MAX, False)
            self._items[canvas] = item
        commands = CanvasCommands()
        left_top = 0.5 * (CONTACT_SIZE - 1.0)
        for x, y in points[:MOST_CONTACTS].tolist():
            commands.rect(x - left_top, y - left_top, CONTACT_SIZE, CONTACT_SIZE, color)
        self._server.canvas_item_set_commands(item, commands)

    def clear(self) -> None:
        """Draw nothing."""
        for item in self._items.values():
            self._server.canvas_item_free(item)
        self._items.clear()
