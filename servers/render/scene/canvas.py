"""Canvas: the retained 2D scene. It keeps items, orders them, and rewrites only what changed of the draw list.

In:    changes of items, from the front-end; global transforms, from a TransformSource, when the list is built.
Out:   one DrawList, the same object each frame.
Order: z first, then the tree: an item, then its children; a child that is behind comes before its parent.
Cost:  nothing changed: a comparison of revisions. Transforms changed: one `pack`. A colour or the commands of an item
       changed, with as many instances as before: that item's rows. Commands of another length: the arrays are put
       together again. Anything else: all items are walked first (about 1 us each).
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from servers.render.scene.canvas_item import WHITE, CanvasItem
from servers.render.scene.draw_list import Batch, DrawList, FrameStats
from servers.render.scene.instances import INSTANCE, MAX_COLOR

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.core.contracts import TransformSource, TreeOrdered
    from servers.render.scene.instances import Geometry
    from servers.render.scene.shapes import RGBA

MIN_ALPHA = 0.007
"""An item whose inherited alpha is less is not drawn, nor are its children (Godot's limit)."""

Z_MIN = -4096
Z_MAX = 4096
"""The lowest and the highest z of an item, its own and in sum with those above it."""

FILTER_NONE = 0
FILTER_LINEAR = 2

_IDENTITY = np.array((1, 0, 0, 1, 0, 0), np.float32)


class Canvas:
    """All items of one canvas."""

    def __init__(self) -> None:
        """An empty canvas."""
        self._roots: dict[CanvasItem, None] = {}
        self._new_roots: dict[CanvasItem, None] = {}
        self._roots_sorted = True
        self._ordered: list[CanvasItem] = []
        self._order_dirty = False
        self._layout_dirty = False
        self._recolored: dict[CanvasItem, None] = {}
        self._redrawn: dict[CanvasItem, None] = {}
        self._slots = np.empty(0, np.intp)
        self._without_slot = np.empty(0, np.intp)
        self._slots_dirty = True
        self._packed_revision = 0
        self._list = DrawList()

    def create(self, source: TreeOrdered) -> CanvasItem:
        """A new item at the root of the canvas."""
        item = CanvasItem(source)
        self._attach(item, None)
        return item

    def free(self, item: CanvasItem) -> None:
        """Take an item out; its children become roots."""
        for child in list(item.children):
            self.set_parent(child, None)
        self._detach(item)
        self._recolored.pop(item, None)  # a tree that nobody draws would collect them
        self._redrawn.pop(item, None)
        item.source = None

    def set_parent(self, item: CanvasItem, parent: CanvasItem | None) -> None:
        """Move an item below another, or to the root."""
        if parent is not item.parent:
            self._detach(item)
            self._attach(item, parent)

    def order_changed(self, item: CanvasItem) -> None:
        """The item's place among its siblings, or a root's place in the tree, may have changed."""
        if item.parent is None:
            self._roots_sorted = False
        else:
            item.parent.sorted = False
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
            if item.first >= 0:
                self._slots[item.first : item.first + item.count] = slot
                self._slots_dirty = True

    def set_visible(self, item: CanvasItem, visible: bool) -> None:
        """Show or hide an item with its children."""
        if visible != item.visible:
            item.visible = visible
            self._order_dirty = True

    def set_z(self, item: CanvasItem, z: int, relative: bool) -> None:
        """The item's z, counted from its parent's or from 0."""
        if z != item.z or relative != item.z_relative:
            item.z, item.z_relative = z, relative
            self._order_dirty = True

    def set_filter(self, item: CanvasItem, filter: int) -> None:
        """How textures are magnified and minified; 0 takes the parent's."""
        if filter != item.filter:
            item.filter = filter
            self._order_dirty = True

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

    def set_geometry(self, item: CanvasItem, geometry: Geometry | None) -> None:
        """What the item draws."""
        if geometry is not None and not geometry.runs:
            geometry = None
        old, item.geometry = item.geometry, geometry
        if old is None or geometry is None:
            self._order_dirty = self._order_dirty or old is not geometry
        elif old.runs == geometry.runs:
            self._redrawn[item] = None
        elif item.first >= 0:
            self._layout_dirty = True

    def build(self, source: TransformSource | None, stats: FrameStats) -> DrawList:
        """The draw list of this moment; `stats` gets the visits and the sizes."""
        if not self._order_dirty and self._recolored:
            self._recolor(stats)
        if self._order_dirty:
            for item in self._ordered:
                item.first = -1
            self._ordered = self._walk(stats)
        if self._order_dirty or self._layout_dirty:
            self._lay_out(stats)
        elif self._redrawn:
            self._rewrite(stats)
        self._pack(source)
        stats.items = len(self._ordered)
        stats.instances = len(self._list.instances)
        stats.batches = len(self._list.batches)
        return self._list

    def _attach(self, item: CanvasItem, parent: CanvasItem | None) -> None:
        item.parent = parent
        if parent is None:
            self._new_roots[item] = None
        else:
            parent.children[item] = None
            parent.sorted = False
            parent.behind_count += item.behind
        self._order_dirty = True

    def _detach(self, item: CanvasItem) -> None:
        if item.parent is not None:
            del item.parent.children[item]
            item.parent.behind_count -= item.behind
        elif item in self._roots:
            del self._roots[item]
        else:
            del self._new_roots[item]
        item.parent = None
        item.first = -1
        self._order_dirty = True

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

    def _walk(self, stats: FrameStats) -> list[CanvasItem]:
        """The items that are drawn, in order; sets what they inherit."""
        self._sort_roots()
        ordered: list[CanvasItem] = []
        stack: list[CanvasItem | tuple[CanvasItem]] = list(reversed(self._roots))
        layered = False
        visits = 0
        while stack:
            item = stack.pop()
            if type(item) is tuple:
                ordered.append(item[0])
                continue
            assert type(item) is CanvasItem
            visits += 1
            if not item.visible or not _inherit(item):
                continue
            layered = layered or item.z_down != 0
            children = item.children
            if not item.sorted:
                children = item.children = dict.fromkeys(sorted(children, key=_child_key))
                item.sorted = True
            if item.behind_count:
                stack += [child for child in reversed(children) if not child.behind]
                if item.geometry is not None:
                    stack.append((item,))
                stack += [child for child in reversed(children) if child.behind]
                continue
            if item.geometry is not None:
                ordered.append(item)
            if children:
                stack += reversed(children)
        if layered:
            ordered.sort(key=attrgetter("z_down"))
        stats.item_visits += visits
        return ordered

    def _lay_out(self, stats: FrameStats) -> None:
        """Write all rows and batches of the draw list."""
        ordered = self._ordered
        draw_list = self._list
        stats.item_visits += len(ordered)
        parts = []
        batches: list[Batch] = []
        texture, filter, repeat, first, end = None, -1, False, 0, 0
        for item in ordered:
            geometry = item.geometry
            assert geometry is not None
            item.first = end
            parts.append(geometry.data)
            for run_texture, run_repeat, count in geometry.runs:
                run_filter = FILTER_NONE if run_texture is None else item.filter_down
                if run_texture is not texture or run_filter != filter or run_repeat != repeat:
                    if end > first:
                        batches.append(Batch(texture, filter, repeat, first, end - first))
                    texture, filter, repeat, first = run_texture, run_filter, run_repeat, end
                end += count
            item.count = end - item.first
        if end > first:
            batches.append(Batch(texture, filter, repeat, first, end - first))
        draw_list.instances = np.frombuffer(bytearray().join(parts), INSTANCE)
        draw_list.batches = batches
        draw_list.content_revision += 1
        counts = np.array([item.count for item in ordered], np.intp)
        self._slots = np.repeat(np.array([item.slot for item in ordered], np.intp), counts)
        colors = [item.color for item in ordered]
        if colors.count(WHITE) < len(colors):
            _modulate(draw_list.instances, np.repeat(np.array(colors, np.float32), counts, axis=0))
        self._slots_dirty = True
        self._order_dirty = self._layout_dirty = False
        self._recolored.clear()
        self._redrawn.clear()

    def _recolor(self, stats: FrameStats) -> None:
        """Work out the colours of the changed items and those below; whoever appears or vanishes dirties the order."""
        todo = list(self._recolored)
        self._recolored.clear()
        while todo:
            item = todo.pop()
            stats.item_visits += 1
            was_shown = item.down[3] >= MIN_ALPHA
            old = item.down
            shown = _inherit(item)
            if shown != was_shown:
                self._order_dirty = True
                return
            if item.first >= 0:
                self._redrawn[item] = None
            if shown and item.down != old:
                todo += item.children

    def _rewrite(self, stats: FrameStats) -> None:
        """Write the rows of items whose colour or commands changed, in place."""
        instances = self._list.instances
        for item in self._redrawn:
            stats.item_visits += 1
            if item.first >= 0 and item.geometry is not None:
                rows = instances[item.first : item.first + item.count]
                rows[:] = item.geometry.instances
                if item.color != WHITE:
                    _modulate(rows, np.array([item.color], np.float32))
                self._list.content_revision += 1
        self._redrawn.clear()

    def _pack(self, source: TransformSource | None) -> None:
        """Fetch the global transforms, if any changed since they were fetched last."""
        revision = 0 if source is None else source.revision
        if revision == self._packed_revision and not self._slots_dirty:
            return
        self._packed_revision = revision
        if self._slots_dirty:
            self._slots_dirty = False
            self._without_slot = np.flatnonzero(self._slots < 0)
        draw_list = self._list
        count = len(self._slots)
        if len(draw_list.transforms) != count:
            draw_list.transforms = np.empty((count, 6), np.float32)
        draw_list.transform_revision += 1
        if source is None or len(self._without_slot) == count:
            draw_list.transforms[:] = _IDENTITY
            return
        source.pack(np.maximum(self._slots, 0), draw_list.transforms)
        draw_list.transforms[self._without_slot] = _IDENTITY


def _inherit(item: CanvasItem) -> bool:
    """Work out what an item takes from its parent; False when it is too transparent to be drawn."""
    parent = item.parent
    color = item.modulate
    if parent is None:
        item.z_down = item.z
        item.filter_down = item.filter or FILTER_LINEAR
    else:
        above = parent.down
        if above != WHITE:
            color = (color[0] * above[0], color[1] * above[1], color[2] * above[2], color[3] * above[3])
        z = item.z + parent.z_down if item.z_relative else item.z
        item.z_down = min(Z_MAX, max(Z_MIN, z))
        item.filter_down = item.filter or parent.filter_down
    item.down = color
    own = item.self_modulate
    if own != WHITE:
        color = (color[0] * own[0], color[1] * own[1], color[2] * own[2], color[3] * own[3])
    item.color = color
    return item.down[3] >= MIN_ALPHA


def _root_key(item: CanvasItem) -> tuple[int, ...]:
    assert item.source is not None
    return item.source.order_key()


def _child_key(item: CanvasItem) -> int:
    assert item.source is not None
    return item.source.get_index()


def _modulate(rows: NDArray[np.void], factors: NDArray[np.float32]) -> None:
    """Multiply the four colours of each instance by its row of `factors`, (N, 4) or (1, 4)."""
    colors = rows["colors"].astype(np.float32).reshape(-1, 4, 4) * factors[:, None, :]
    rows["colors"] = colors.clip(-MAX_COLOR, MAX_COLOR).reshape(-1, 16)
