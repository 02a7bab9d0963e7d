"""Canvas: the retained 2D scene. It keeps items, orders them, and works out again only what changed.

In:    changes of items, from the front-end; global transforms, from a TransformSource, and the view, when it is built.
Out:   one DrawList, the same object each frame.
Parts: canvas_walk (what is drawn, in tree order), content (what it draws), arrangement (sorted, and in view), placing
       (where it is), steps (in which calls).
Cost:  nothing changed: a comparison of revisions. Things moved: `pack`, culling and placing, all in arrays. A colour or
       the commands of an item changed, with as many rows as before: that item's rows. Anything else: all items are
       walked first (about 1 us each).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.core.log import get_logger
from servers.render.scene.canvas.arrangement import NO_GROUP, Arrangement, in_view
from servers.render.scene.canvas.canvas_item import ALL_LAYERS, CanvasItem, GroupMode
from servers.render.scene.canvas.canvas_walk import MIN_ALPHA, Inherited, Walk, inherit, walk
from servers.render.scene.canvas.content import Content
from servers.render.scene.canvas.covers import cover_groups
from servers.render.scene.canvas.looks import FILTER_LINEAR, REPEAT_DISABLED
from servers.render.scene.canvas.placing import Placing, apply, pack, snapped
from servers.render.scene.canvas.steps import build_steps
from servers.render.scene.draw_list import DrawList, FrameStats

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from engine.core.contracts import TransformSource, TreeOrdered
    from engine.resources.shading.material import Material
    from servers.render.scene.atlas.atlas import Atlas
    from servers.render.scene.canvas.canvas_item import Extras
    from servers.render.scene.commands.instances import Geometry
    from servers.render.scene.commands.shapes import RGBA
    from servers.render.scene.draw_list import View


_CLIPS = (GroupMode.CLIP_ONLY, GroupMode.CLIP_AND_DRAW)


class Canvas:
    """All items of one canvas."""

    def __init__(self, atlas: Atlas) -> None:
        """An empty canvas."""
        self.above = Inherited(FILTER_LINEAR, REPEAT_DISABLED, ALL_LAYERS)
        """What the items at the root inherit."""
        self.notifying: dict[CanvasItem, None] = {}
        """The items that are told when they come into view."""
        self._tinting: dict[CanvasItem, None] = {}
        self._roots: dict[CanvasItem, None] = {}
        self._new_roots: dict[CanvasItem, None] = {}
        self._roots_sorted = True
        self._order_dirty = False
        self._layout_dirty = False
        self._recolored: dict[CanvasItem, None] = {}
        self._redrawn: dict[CanvasItem, None] = {}
        self._walk = Walk()
        self._owned: dict[CanvasItem, int] = {}
        self._content = Content(atlas)
        self._arrangement = Arrangement()
        self._placing = Placing()
        self._slots: NDArray[np.intp] = np.empty(0, np.intp)
        self._slots_dirty = False
        self._transforms: NDArray[np.float32] = np.empty((0, 6), np.float32)
        self._spare_transforms = self._transforms
        self._snapped_transforms: object = None
        self._placed_transforms = self._transforms
        self._tile_slots: NDArray[np.intp] | None = None
        self._packed_revision = -1
        self._view: View | None = None
        self._seen: object = None
        self._written_order = (0, 0)
        self._written_content = 0
        self._written_places = 0
        self._list = DrawList()
        self._log = get_logger("render")

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
        self._recolored.pop(item, None)  # a tree that nobody draws would collect them
        self._redrawn.pop(item, None)
        self.notifying.pop(item, None)
        self._tinting.pop(item, None)
        item.source = None
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
            item.parent.sorted = False
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

    def set_repeat(self, item: CanvasItem, repeat: int) -> None:
        """What textures show beyond their edges; 0 takes the parent's."""
        if repeat != item.repeat:
            item.repeat = repeat
            self._order_dirty = True

    def set_material(self, item: CanvasItem, material: Material | None) -> None:
        """With what the item is drawn."""
        if material is not item.material:
            item.material = material
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

    # --- building ----------------------------------------------------------------------------------------------------

    def build(self, source: TransformSource | None, view: View, stats: FrameStats) -> DrawList:
        """The draw list of this moment; `stats` gets the visits and the sizes."""
        self._update_content(stats)
        arrangement, content = self._arrangement, self._content
        with np.errstate(over="ignore", invalid="ignore"):  # what is too far away for a number is not in view
            sorted_anew = self._pack(source) and arrangement.sort(source)
            moved = self._update_transforms(view)
            seen = (view.transform, view.size, content.place_revision)
            if moved or sorted_anew or seen != self._seen:
                self._seen = seen
                arrangement.cull(self._boxes_in(view))
                if len(arrangement.sequence) < len(content.items):
                    self._tell_of_lost()
            self._write(source, view, moved)
        self._view = view
        stats.items += len(arrangement.sequence)
        stats.instances += len(self._list.positions)
        stats.batches += self._list.logical
        return self._list

    def drawn_backwards(self) -> Iterator[tuple[CanvasItem, list[int]]]:
        """The items that were drawn last, the last first, each with the groups that it was drawn in, inner first."""
        arrangement = self._arrangement
        for place in reversed(arrangement.sequence.tolist()):
            group = NO_GROUP if arrangement.groups is None else int(arrangement.groups[place])
            groups = []
            while group != NO_GROUP:
                groups.append(group)
                group = arrangement.group_parents[group]
            yield self._content.items[place], groups

    def items_near(self, point: tuple[float, float], view: View) -> set[CanvasItem]:
        """The items the boxes around which reach to a point of the canvas, or nearly."""
        items, (x, y) = self._content.items, apply(view.transform, np.array(point))
        a, b, c, d, left, top = view.transform
        there = view._replace(size=(0.0, 0.0), transform=(a, b, c, d, left - x, top - y))
        return {items[place] for place in np.flatnonzero(self._boxes_in(there)).tolist()}

    def group_of(self, item: CanvasItem) -> int | None:
        """The number of the group that an item owns; None for none."""
        return self._owned.get(item)

    def masks(self, number: int) -> bool:
        """Whether the members of a group are seen only where its owner is: not where that draws around them."""
        owner = self._walk.groups[number].owner
        return owner.geometry is not None or (owner.extras is not None and owner.extras.group_mode in _CLIPS)

    def set_inherited(self, above: Inherited) -> None:
        """What the items at the root inherit from now on."""
        if above != self.above:
            self.above = above
            self._order_dirty = True

    def _update_content(self, stats: FrameStats) -> None:
        if not self._order_dirty and self._recolored:
            self._recolor(stats)
        if not (self._order_dirty or self._layout_dirty) and self._redrawn:
            self._rewrite(stats)
        if self._order_dirty or self._layout_dirty or not self._content.looks.is_current():
            self._lay_out(stats)

    def _lay_out(self, stats: FrameStats) -> None:
        if self._order_dirty:
            self._sort_roots()
            self._walk = walk(self._roots, self.above, stats)
            self._owned = {group.owner: number for number, group in enumerate(self._walk.groups)}
        self._content.lay_out(self._walk, stats)
        self._arrangement.lay_out(self._walk, self._content)
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
            shown = inherit(item, self.above)
            if shown != was_shown:
                self._order_dirty = True
                return
            if item.first >= 0:
                self._redrawn[item] = None
            if shown and item.down != old:
                todo += item.children

    def _rewrite(self, stats: FrameStats) -> None:
        """Write the rows of items whose colour or commands changed, in place."""
        if not self._content.rewrite(self._redrawn, stats):
            self._layout_dirty = True
        self._redrawn.clear()

    def _pack(self, source: TransformSource | None) -> bool:
        """Fetch the global transforms, if any in the tree changed since."""
        revision = 0 if source is None else source.revision
        if revision == self._packed_revision and not self._slots_dirty:
            return False
        if self._slots_dirty:
            self._slots_dirty = False
            self._slots = np.array([item.slot for item in self._content.items], np.intp)
            self._transforms = np.empty((len(self._slots), 6), np.float32)
            self._spare_transforms = np.empty_like(self._transforms)
            self._tile_slots = None
            if self._content.tiled is not None:
                tiling = [item.tile_down for item in self._content.items]
                self._tile_slots = np.array([-1 if each is None else each.slot for each in tiling], np.intp)
            pack(source, self._slots, self._transforms)
        else:
            fresh = self._spare_transforms
            pack(source, self._slots, fresh)
            if not np.array_equal(fresh, self._transforms):
                self._transforms, self._spare_transforms = fresh, self._transforms
        self._packed_revision = revision
        return True

    def _update_transforms(self, view: View) -> bool:
        """Find where the items stand in the view; whether any of them is elsewhere now."""
        before, last = self._placed_transforms, self._view
        if view.snap_transforms:
            is_same = self._snapped_transforms is self._transforms
            if not (is_same and last is not None and last.snap_transforms and view[:2] == last[:2]):
                self._snapped_transforms = self._transforms
                self._placed_transforms = snapped(self._transforms, view.transform)
        else:
            self._placed_transforms = self._transforms
        return self._placed_transforms is not before or view[3:] != (last or view)[3:]

    def _boxes_in(self, view: View) -> NDArray[np.bool_]:
        """By place, whether the box around an item is in a view."""
        return in_view(self._content.bounds, self._placed_transforms, view)

    def _tell_of_lost(self) -> None:
        """Say once that an item is nowhere, which products of large scales can lead to."""
        finite = np.isfinite(self._transforms)
        if not finite.all():
            place = int(np.argmin(finite.all(axis=1)))
            node, transform = self._content.items[place].source, self._transforms[place].tolist()
            self._log.log_once(
                "lost",
                f"{node!r} - its transform on the canvas, {transform}, is beyond all numbers, so it is not drawn; look "
                "at the scales and positions of it and of the nodes above it",
            )

    def _write(self, source: TransformSource | None, view: View, moved: bool) -> None:
        """Bring the draw list up to date."""
        content, arrangement, placing, draw_list = self._content, self._arrangement, self._placing, self._list
        order, last = (arrangement.revision, content.layout_revision), self._view
        rearranged = order != self._written_order
        if rearranged:
            self._written_order = order
            placing.choose(content, arrangement.sequence)
            draw_list.steps, draw_list.logical = build_steps(self._walk, content, arrangement, placing)
        if rearranged or content.revision != self._written_content:
            self._written_content = content.revision
            draw_list.vertices = content.vertices if placing.rows is None else _taken(content.vertices, placing.rows)
            draw_list.content_revision += 1
        view_counts = placing.depends_on_view or view.snap_vertices or (last is not None and last.snap_vertices)
        if rearranged or moved or content.place_revision != self._written_places or (view_counts and view != last):
            self._written_places = content.place_revision
            bases = None
            if self._tile_slots is not None:
                bases = np.empty((len(self._tile_slots), 6), np.float32)
                pack(source, self._tile_slots, bases)
            placing.place(content, self._placed_transforms, bases, view)
            cover_groups(self._walk, content, arrangement, placing, self._placed_transforms)
            draw_list.positions = placing.positions
            draw_list.models = self._placed_transforms
            draw_list.position_revision += 1

    # --- own ---------------------------------------------------------------------------------------------------------

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


def _root_key(item: CanvasItem) -> tuple[int, ...]:
    assert item.source is not None
    return item.source.order_key()


def _taken(vertices: NDArray[np.void], rows: NDArray[np.intp]) -> NDArray[np.void]:
    """Some rows of (N, 4) vertices; as plain numbers, of which numpy takes rows ten times as fast."""
    numbers = vertices.view(np.float32).reshape(len(vertices), 4 * vertices.dtype.itemsize // np.dtype("f4").itemsize)
    return numbers.take(rows, axis=0).view(vertices.dtype).reshape(len(rows), 4)
