"""CanvasItem as the renderer keeps it: what a node told, and what the canvas worked out of it.

One record for each node that draws or whose children do; nodes hold it as an opaque handle. What a node told is written
by the front-end (`CanvasItems`) and by the `ItemTree` that the item is in; what was worked out of it by that, the walk
(canvas_walk), the content, and, of what is in view, by scene.views.on_screen.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from servers.render.scene.commands.instances import Geometry

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core.contracts import TreeOrdered
    from engine.resources.shading.canvas_shader import CanvasShader
    from engine.resources.shading.material import Material
    from servers.render.scene.canvas.item_tree import ItemTree
    from servers.render.scene.commands.shapes import RGBA

WHITE: RGBA = (1.0, 1.0, 1.0, 1.0)

FIRST_LAYER = 1
"""The layers of an item that says nothing else: a bit for each."""


class GroupMode(IntEnum):
    """How an item is drawn together with those below it."""

    NONE = 0
    """Each by itself."""
    CLIP_ONLY = 1
    """Those below only where the item is, which is not seen itself."""
    CLIP_AND_DRAW = 2
    """Those below only where the item is, and over it."""
    TRANSPARENT = 3
    """Those below into one picture, which is then drawn as one thing."""


class Extras:
    """What few items have."""

    __slots__ = (
        "copies_back",
        "entered",
        "exited",
        "fit_margin",
        "group_mode",
        "layers",
        "modulates",
        "notifier",
        "on_screen",
        "packed",
        "parameters",
        "tile",
        "use_parent_material",
        "y_sort",
    )

    def __init__(self) -> None:
        """The defaults."""
        self.y_sort = False
        """Whether the item and those below it are drawn in the order of their y."""
        self.use_parent_material = False
        """Whether it is drawn with the material of its parent."""
        self.layers = FIRST_LAYER
        """A bit for each layer in which it is seen."""
        self.group_mode = GroupMode.NONE
        """How it is drawn together with those below it."""
        self.fit_margin = 0.0
        """How far the picture of its group reaches beyond what the members draw; pixels."""
        self.copies_back: tuple[float, float, float, float] | bool = False
        """True, or the rectangle in item space, for an item that copies what is drawn so far to the back buffer."""
        self.tile: tuple[float, float, int] | None = None
        """Width and height in pixels and how many times the item and those below are drawn again beside themselves."""
        self.parameters: dict[str, Any] = {}
        """What it gives to instance uniforms, by name; not changed in place."""
        self.packed: tuple[CanvasShader, tuple[bytes, ...]] | None = None
        """The same as a shader takes it; None when it is to be packed anew."""
        self.modulates: RGBA | None = None
        """What the whole canvas is multiplied by, of an item that tints it."""
        self.notifier: tuple[float, float, float, float] | None = None
        """The rectangle whose coming into view and leaving is told; item space."""
        self.entered: Callable[[], object] | None = None
        """What is called when it comes into view."""
        self.exited: Callable[[], object] | None = None
        """What is called when it leaves."""
        self.on_screen = False
        """Whether it was in view when that was last looked at."""


class CanvasItem:
    """One item of a canvas; see RenderServer's `canvas_item_...` methods for what each property means."""

    __slots__ = (
        "appended",
        "behind",
        "behind_count",
        "canvas",
        "children",
        "color",
        "count",
        "down",
        "extras",
        "filter",
        "filter_down",
        "first",
        "geometry",
        "material",
        "material_down",
        "modulate",
        "parent",
        "repeat",
        "repeat_down",
        "self_modulate",
        "slot",
        "sorted",
        "source",
        "tile_down",
        "visible",
        "z",
        "z_down",
        "z_relative",
    )

    def __init__(self, source: TreeOrdered, canvas: ItemTree) -> None:
        """A visible item without commands, outside of any canvas."""
        self.source: TreeOrdered | None = source
        self.canvas = canvas
        self.parent: CanvasItem | None = None
        self.children: dict[CanvasItem, None] = {}
        self.sorted = True
        """Whether `children` is in tree order."""
        self.appended = 0
        """If not: how many of the last ones may be out of order; 0 for all."""
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
        self.repeat = 0
        self.material: Material | None = None
        self.extras: Extras | None = None
        self.geometry: Geometry | None = None

        self.down = WHITE
        """The modulation that children inherit. This and what follows is worked out by the canvas."""
        self.color = WHITE
        """`down` times `self_modulate`."""
        self.z_down = 0
        self.filter_down = 0
        self.repeat_down = 0
        self.material_down: Material | None = None
        self.tile_down: CanvasItem | None = None
        """The item, this one or one above, that has it drawn several times."""
        self.first = -1
        """Where its rows begin in the canvas's content; -1 when they are not in it."""
        self.count = 0

    def settled_extras(self) -> Extras:
        """Its extras, made if there are none."""
        if self.extras is None:
            self.extras = Extras()
        return self.extras
