"""CanvasItem as the renderer keeps it: what a node told, and what the canvas worked out of it.

One record for each node that draws or whose children do; nodes hold it as an opaque handle. Only `Canvas` writes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from servers.render.scene.instances import Geometry

if TYPE_CHECKING:
    from engine.core.contracts import TreeOrdered
    from servers.render.scene.shapes import RGBA

WHITE: RGBA = (1.0, 1.0, 1.0, 1.0)


class CanvasItem:
    """One item of a canvas; see RenderServer's `canvas_item_...` methods for what each property means."""

    __slots__ = (
        "behind",
        "behind_count",
        "children",
        "color",
        "count",
        "down",
        "filter",
        "filter_down",
        "first",
        "geometry",
        "modulate",
        "parent",
        "self_modulate",
        "slot",
        "sorted",
        "source",
        "visible",
        "z",
        "z_down",
        "z_relative",
    )

    def __init__(self, source: TreeOrdered) -> None:
        """A visible item without commands, outside of any canvas."""
        self.source: TreeOrdered | None = source
        self.parent: CanvasItem | None = None
        self.children: dict[CanvasItem, None] = {}
        self.sorted = True
        """Whether `children` is in tree order."""
        self.slot = -1
        self.visible = True
        self.modulate = WHITE
        self.self_modulate = WHITE
        self.z = 0
        self.z_relative = True
        self.behind = False
        self.behind_count = 0
        """How many children are drawn before their parent."""
        self.filter = 0
        self.geometry: Geometry | None = None

        self.down = WHITE
        """The modulation that children inherit. This and what follows is worked out by the canvas."""
        self.color = WHITE
        """`down` times `self_modulate`."""
        self.z_down = 0
        self.filter_down = 0
        self.first = -1
        """Where its instances begin in the draw list; -1 when they are not in it."""
        self.count = 0
