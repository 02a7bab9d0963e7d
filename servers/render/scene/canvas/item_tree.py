"""ItemTree: the items of one canvas, retained, and what they draw in arrays; whatever shows the canvas reads these.

In:    changes of items, from the front-end; global transforms, from a TransformSource.
Out:   a walk (what is drawn, in tree order), the content (what it draws) and where its items are.
Cost:  nothing changed: a comparison of revisions. A colour or the commands of an item changed, with as many rows as
       before: that item's rows. Anything else: all items are walked first (about 1 us each).

Several viewports may show one canvas. Where they give its roots different things to inherit, all is worked out anew for
each of them in each frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core.property_checks import ALL_LAYERS
from engine.core.sampling import TextureFilter, TextureRepeat
from servers.render.scene.canvas.canvas_item import CanvasItem
from servers.render.scene.canvas.canvas_walk import MIN_ALPHA, Inherited, Walk, inherit, walk
from servers.render.scene.canvas.content import Content
from servers.render.scene.canvas.placing import pack
from servers.render.scene.canvas.splicing import MOST_SPLICED, Odd, spliced, subtree, topmost
from servers.render.scene.draw_list import FrameStats

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.core.contracts import TransformSource, TreeOrdered
    from engine.resources.shading.material import Material
    from servers.render.scene.atlas.atlas import Atlas
    from servers.render.scene.canvas.canvas_item import Extras
    from servers.render.scene.commands.instances import Geometry
    from servers.render.scene.commands.shapes import RGBA


class ItemTree:
    """All items of one canvas.

    Attributes:
        above: what the items at the root inherit.
        notifying: the items that are told when they come into view.
        walk: what is drawn, in tree order.
        content: what is drawn, in arrays.
        laid_out: counts up when walk and content were made anew.
        transforms: (n, 6) float32, where the items of the content are on the canvas, by place.
        slotted: counts up when their rows in the TransformSource are others.
        packed: counts up when the transforms were fetched anew.
        moved: counts up when any of them is another.
        tile_slots: (n,) the slots of the items that tile those of the content; None where none is tiled.
    """

    def __init__(self, atlas: Atlas) -> None:
        """No items yet."""
        self.above = Inherited(TextureFilter.LINEAR, TextureRepeat.DISABLED, ALL_LAYERS)
        self.notifying: dict[CanvasItem, None] = {}
        self.walk = Walk()
        self.content = Content(atlas)
        self.content.items = self.walk.items  # the same list always: what is spliced into one stands in both
        self.transforms: NDArray[np.float32] = np.empty((0, 6), np.float32)
        self.laid_out = 0
        self.slotted = 0
        self.packed = 0
        self.moved = 0
        self.tile_slots: NDArray[np.intp] | None = None
        self._tinting: dict[CanvasItem, None] = {}
        self._roots: dict[CanvasItem, None] = {}
        self._new_roots: dict[CanvasItem, None] = {}
        self._roots_sorted = True
        self._order_dirty = False
        self._layout_dirty = False
        self._touched: dict[CanvasItem, None] = {}
        self._gone: list[int] = []
        self._recolored: dict[CanvasItem, None] = {}
        self._redrawn: dict[CanvasItem, None] = {}
        self._slots: NDArray[np.intp] = np.empty(0, np.intp)
        self._slots_dirty = False
        self._slots_new = False
        self._spare_transforms = self.transforms
        self._packed_revision = -1

    # --- items -------------------------------------------------------------------------------------------------------

    def create(self, source: TreeOrdered) -> CanvasItem:
        """A new item at the root of the canvas."""
        item = CanvasItem(source, self)
        self._attach(item, None)
        return item

    def free(self, item: CanvasItem) -> None:
        """Take an item out; its children become roots."""
        for child in list(item.children):
            self.set_parent(child, None)
        self._detach(item)
        self._touched.pop(item, None)  # a tree that nobody draws would collect them
        self._recolored.pop(item, None)
        self._redrawn.pop(item, None)
        self.notifying.pop(item, None)
        self._tinting.pop(item, None)
        item.source = item.geometry = None
        if not self.has_items:  # nobody may ask again, and what was drawn would stay as long as the canvas
            self._lay_out(FrameStats())

    @property
    def has_items(self) -> bool:
        """Whether there is any item."""
        return bool(self._roots or self._new_roots)

    def set_parent(self, item: CanvasItem, parent: CanvasItem | None) -> None:
        """Move an item below another, or to the root."""
        if parent is not item.parent:
            self._detach(item)
            self._attach(item, parent)

    def order_changed(self, item: CanvasItem) -> None:
        """The item's place among its siblings, or a root's place in the tree, may have changed."""
        if item.parent is not None:
            item.parent.sorted, item.parent.appended = False, 0
        self._roots_sorted = False  # what is top-level below it is a root that moved, too
        self._order_dirty = True

    def set_behind(self, item: CanvasItem, behind: bool) -> None:
        """Draw an item before its parent, or after."""
        if behind != item.behind:
            item.behind = behind
            if item.parent is not None:
                item.parent.behind_count += 1 if behind else -1
            self._order_dirty = True

    def set_slot(self, item: CanvasItem, slot: int) -> None:
        """The item's row in the TransformSource; -1 for none."""
        if slot != item.slot:
            item.slot = slot
            self._slots_dirty = self._slots_dirty or item.first >= 0

    def set_visible(self, item: CanvasItem, visible: bool) -> None:
        """Show or hide an item with its children."""
        if visible != item.visible:
            item.visible = visible
            self._touched[item] = None

    def set_z(self, item: CanvasItem, z: int, relative: bool) -> None:
        """The item's z, counted from its parent's or from 0."""
        if z != item.z or relative != item.z_relative:
            item.z, item.z_relative = z, relative
            self._touched[item] = None

    def set_filter(self, item: CanvasItem, filter: int) -> None:
        """How textures are magnified and minified; 0 takes the parent's."""
        if filter != item.filter:
            item.filter = filter
            self._touched[item] = None

    def set_repeat(self, item: CanvasItem, repeat: int) -> None:
        """What textures show beyond their edges; 0 takes the parent's."""
        if repeat != item.repeat:
            item.repeat = repeat
            self._touched[item] = None

    def set_material(self, item: CanvasItem, material: Material | None) -> None:
        """With what the item is drawn."""
        if material is not item.material:
            item.material = material
            self._touched[item] = None

    def set_modulate(self, item: CanvasItem, color: RGBA) -> None:
        """The colour that the item and its children are multiplied by."""
        if color != item.modulate:
            item.modulate = color
            self._recolored[item] = None

    def set_self_modulate(self, item: CanvasItem, color: RGBA) -> None:
        """The colour that the item alone is multiplied by."""
        if color != item.self_modulate:
            item.self_modulate = color
            self._recolored[item] = None

    def extras_changing(self, item: CanvasItem) -> Extras:
        """The item's extras, of which one that the order depends on is about to be set."""
        self._order_dirty = True
        return item.settled_extras()

    def set_tint(self, item: CanvasItem, color: RGBA | None) -> None:
        """What the whole canvas is multiplied by, as far as this item says; None for nothing."""
        item.settled_extras().modulates = color
        if color is None:
            self._tinting.pop(item, None)
        else:
            self._tinting[item] = None

    @property
    def tint(self) -> RGBA:
        """What the whole canvas is multiplied by: the last item in the tree that tints and is visible says it."""
        for item in sorted(self._tinting, key=_root_key, reverse=True):
            above: CanvasItem | None = item
            while above is not None and above.visible:
                above = above.parent
            if above is None:
                assert item.extras is not None
                assert item.extras.modulates is not None
                return item.extras.modulates
        return (1.0, 1.0, 1.0, 1.0)

    def set_parameter(self, item: CanvasItem, name: str, value: Any) -> None:
        """What an item gives to an instance uniform of shaders; None for nothing."""
        extras = item.settled_extras()
        extras.parameters = {**extras.parameters, name: value}
        if value is None:
            del extras.parameters[name]
        extras.packed = None
        if item.first >= 0:
            self._redrawn[item] = None

    def set_geometry(self, item: CanvasItem, geometry: Geometry | None) -> None:
        """What the item draws."""
        if geometry is not None and not geometry.runs:
            geometry = None
        old, item.geometry = item.geometry, geometry
        if old is None or geometry is None:
            if old is not geometry:
                self._touched[item] = None
        elif old.runs == geometry.runs:
            self._redrawn[item] = None
        elif item.first >= 0:
            self._touched[item] = None

    # --- bringing it up to date --------------------------------------------------------------------------------------

    def set_inherited(self, above: Inherited) -> None:
        """What the items at the root inherit from now on."""
        if above != self.above:
            self.above = above
            self._order_dirty = True

    def update(self, stats: FrameStats) -> None:
        """Bring the walk and the content up to date; `stats` gets the visits."""
        if not self._order_dirty and self._recolored:
            self._recolor(stats)
        if (self._touched or self._gone) and not (self._order_dirty or self._layout_dirty):
            self._splice(stats)
        if not (self._order_dirty or self._layout_dirty) and self._redrawn:
            self._rewrite(stats)
        if self._order_dirty or self._layout_dirty or not self.content.looks.is_current():
            self._lay_out(stats)

    def _lay_out(self, stats: FrameStats) -> None:
        if self._order_dirty or self._touched or self._gone:
            self._sort_roots()
            self.walk = walk(self._roots, self.above, stats)
        self.content.lay_out(self.walk, stats)
        self.laid_out += 1
        self._slots_dirty = True
        self._order_dirty = self._layout_dirty = False
        self._touched.clear()
        self._gone.clear()
        self._recolored.clear()
        self._redrawn.clear()

    def _splice(self, stats: FrameStats) -> None:
        """Put the items that came or changed into walk and content, take out those that went, and leave the others."""
        changed, gone = self._touched, self._gone
        self._touched, self._gone = {}, []
        self._order_dirty = True  # until it is done
        known = self.walk
        if len(changed) + len(gone) > MOST_SPLICED or known.sorters or known.groups or known.special:
            return
        touched = topmost(changed)
        try:
            for item in touched:
                for each in subtree(item):
                    if each.first >= 0:
                        if not each.count or len(gone) > MOST_SPLICED:
                            return
                        gone.append(int(self.content.row_items[each.first]))
                        each.first = -1
            self._sort_roots()
            fresh: set[CanvasItem] = set()
            found = [spliced(item, self._roots, self.above, fresh, stats) for item in touched]
        except Odd:
            return
        stretches = [each for each in found if each is not None]
        if not (gone or stretches):
            self._order_dirty = False
            return
        if len(fresh) > MOST_SPLICED:
            return
        order = self.content.splice(gone, stretches, stats)
        if order is not None:
            known.layered = known.layered or any(each.layered for each in stretches)
            if not self._slots_dirty:
                slots = [item.slot for each in stretches for item in each.items]
                self._slots = np.append(self._slots, np.array(slots, np.intp))[order]
                self._slots_new = True
            self.laid_out += 1
            self._order_dirty = False

    def _recolor(self, stats: FrameStats) -> None:
        """Work out the colours of the changed items and those below; whoever appears or vanishes dirties the order."""
        todo = list(self._recolored)
        self._recolored.clear()
        while todo:
            item = todo.pop()
            stats.item_visits += 1
            was_shown = item.down[3] >= MIN_ALPHA
            old = item.down
            shown = inherit(item, self.above)
            if shown != was_shown:
                self._touched[item] = None
                continue
            if item.first >= 0:
                self._redrawn[item] = None
            if shown and item.down != old:
                todo += item.children

    def _rewrite(self, stats: FrameStats) -> None:
        """Write the rows of items whose colour or commands changed, in place."""
        if not self.content.rewrite(self._redrawn, stats):
            self._layout_dirty = True
        self._redrawn.clear()

    def pack(self, source: TransformSource | None) -> None:
        """Fetch the global transforms, if any in the tree changed since."""
        revision = 0 if source is None else source.revision
        if revision == self._packed_revision and not (self._slots_dirty or self._slots_new):
            return
        if self._slots_dirty:
            self._slots = np.array([item.slot for item in self.content.items], np.intp)
        if self._slots_dirty or self._slots_new:
            self._slots_dirty = self._slots_new = False
            self.slotted += 1
            self.transforms = np.empty((len(self._slots), 6), np.float32)
            self._spare_transforms = np.empty_like(self.transforms)
            self.tile_slots = None
            if self.content.tiled is not None:
                tiling = [item.tile_down for item in self.content.items]
                self.tile_slots = np.array([-1 if each is None else each.slot for each in tiling], np.intp)
            pack(source, self._slots, self.transforms)
            self.moved += 1
        else:
            fresh = self._spare_transforms
            pack(source, self._slots, fresh)
            if not np.array_equal(fresh, self.transforms):
                self.transforms, self._spare_transforms = fresh, self.transforms
                self.moved += 1
        self._packed_revision = revision
        self.packed += 1

    # --- own ---------------------------------------------------------------------------------------------------------

    def _attach(self, item: CanvasItem, parent: CanvasItem | None) -> None:
        item.parent = parent
        if parent is None:
            self._new_roots[item] = None
        else:
            parent.children[item] = None
            if parent.sorted:
                parent.sorted, parent.appended = False, 1
            elif parent.appended:
                parent.appended += 1
            parent.behind_count += item.behind
        self._touched[item] = None

    def _detach(self, item: CanvasItem) -> None:
        if item.parent is not None:
            del item.parent.children[item]
            item.parent.behind_count -= item.behind
        elif item in self._roots:
            del self._roots[item]
        else:
            del self._new_roots[item]
        item.parent = None
        if item.first >= 0:
            if item.count:
                self._gone.append(int(self.content.row_items[item.first]))
            else:
                self._order_dirty = True
            item.first = -1

    def _sort_roots(self) -> None:
        """Put the roots in tree order. New ones mostly stand behind the old: try that before sorting all."""
        fresh = sorted(self._new_roots, key=_root_key)
        self._new_roots.clear()
        if fresh and self._roots_sorted and self._roots:
            self._roots_sorted = _root_key(next(reversed(self._roots))) < _root_key(fresh[0])
        self._roots.update(dict.fromkeys(fresh))
        if not self._roots_sorted:
            self._roots = dict.fromkeys(sorted(self._roots, key=_root_key))
            self._roots_sorted = True


def _root_key(item: CanvasItem) -> tuple[int, ...]:
    assert item.source is not None
    return item.source.order_key()
