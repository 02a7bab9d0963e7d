"""Canvas: the items of a canvas as one viewport shows them: in which order, which are in view, and where.

In:    an ItemTree, global transforms, from a TransformSource, and the view.
Out:   one DrawList, the same object each frame.
Parts: item_tree (what is drawn, in tree order), arrangement (sorted, and in view), placing (where it is), steps (in
       which calls).
Cost:  nothing changed: a comparison of revisions. Things moved: `pack`, culling and placing, all in arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.core.log import get_logger
from servers.render.scene.canvas.arrangement import NO_GROUP, Arrangement, in_view
from servers.render.scene.canvas.canvas_item import GroupMode
from servers.render.scene.canvas.content import taken
from servers.render.scene.canvas.covers import cover_groups
from servers.render.scene.canvas.item_tree import ItemTree
from servers.render.scene.canvas.placing import Placing, apply, pack
from servers.render.scene.canvas.snapping import Snapping
from servers.render.scene.canvas.steps import build_steps
from servers.render.scene.changes import changed_stretches, stretches_of
from servers.render.scene.draw_list import DrawList

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from engine.core.contracts import TransformSource
    from servers.render.scene.atlas.atlas import Atlas
    from servers.render.scene.canvas.canvas_item import CanvasItem
    from servers.render.scene.canvas.canvas_walk import Inherited
    from servers.render.scene.canvas.content import Content
    from servers.render.scene.draw_list import FrameStats, View

_CLIPS = (GroupMode.CLIP_ONLY, GroupMode.CLIP_AND_DRAW)


class Canvas:
    """What one viewport draws of the items of a canvas.

    Attributes:
        items: these, which other viewports may show, too.
        time: of the frame in which this was built last.
    """

    def __init__(self, atlas: Atlas, items: ItemTree | None = None) -> None:
        """Of `items`; of none yet, without."""
        self.items = ItemTree(atlas) if items is None else items
        self._arrangement = Arrangement()
        self._placing = Placing()
        self._laid_out = -1
        self._packed = -1
        self._moved = -1
        self._snapped: tuple[object, ...] | None = None
        self._snapping: Snapping | None = None
        self._slotted = -1
        self._placed_transforms = self.items.transforms
        self._view: View | None = None
        self._seen: object = None
        self._written_order = (0, 0)
        self._shown_slices: tuple[bool, ...] = ()
        self.time = 0.0
        self._written_content = -1
        self._written_places = 0
        self._list = DrawList()
        self._log = get_logger("render")

    @property
    def _content(self) -> Content:
        return self.items.content

    def build(
        self, source: TransformSource | None, above: Inherited, view: View, stats: FrameStats, time: float
    ) -> DrawList:
        """The draw list of this moment; `stats` gets the visits and the sizes.

        Args:
            source: the global transforms.
            above: what the items at the root inherit.
            view: how the canvas is shown.
            stats: of this frame.
            time: seconds that the tree has been running, for animations.
        """
        items, arrangement = self.items, self._arrangement
        items.set_inherited(above)
        items.update(stats)
        content = items.content
        if items.laid_out != self._laid_out:
            self._laid_out = items.laid_out
            arrangement.lay_out(items.walk, content)
        with np.errstate(over="ignore", invalid="ignore"):  # what is too far away for a number is not in view
            items.pack(source)
            sorted_anew = items.packed != self._packed and arrangement.sort(source)
            self._packed = items.packed
            moved = self._update_transforms(source, view)
            seen = (view.transform, view.size, content.place_revision)
            if moved or sorted_anew or seen != self._seen:
                self._seen = seen
                arrangement.cull(self._boxes_in(view))
                if len(arrangement.sequence) < len(content.items):
                    self._tell_of_lost()
            self._write(source, view, moved, time)
        self._view, self.time = view, time
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
        return self.items.walk.owned.get(item)

    def masks(self, number: int) -> bool:
        """Whether the members of a group are seen only where its owner is: not where that draws around them."""
        owner = self.items.walk.groups[number].owner
        return owner.geometry is not None or (owner.extras is not None and owner.extras.group_mode in _CLIPS)

    def _update_transforms(self, source: TransformSource | None, view: View) -> bool:
        """Find where the items stand in the view; whether any of them is elsewhere now."""
        items = self.items
        moved = items.moved != self._moved
        self._moved = items.moved
        if view.snap_transforms:
            snapped_of = (items.packed, view.transform, view.pixels)
            moved = snapped_of != self._snapped
            if moved:
                self._snapped = snapped_of
                if self._snapping is None or items.slotted != self._slotted:
                    self._snapping, self._slotted = Snapping(items.content.items), items.slotted
                self._placed_transforms = self._snapping.place(source, view.transform, view.pixels)
        else:
            moved = moved or self._snapped is not None
            self._snapped = self._snapping = None
            self._placed_transforms = items.transforms
        last = self._view or view
        return moved or view[3:] != last[3:]

    def _boxes_in(self, view: View) -> NDArray[np.bool_]:
        """By place, whether the box around an item is in a view."""
        return in_view(self._content.bounds, self._placed_transforms, view)

    def _tell_of_lost(self) -> None:
        """Say once that an item is nowhere, which products of large scales can lead to."""
        finite = np.isfinite(self.items.transforms)
        if not finite.all():
            place = int(np.argmin(finite.all(axis=1)))
            node, transform = self._content.items[place].source, self.items.transforms[place].tolist()
            self._log.log_once(
                "lost",
                f"{node!r} - its transform on the canvas, {transform}, is beyond all numbers, so it is not drawn; look "
                "at the scales and positions of it and of the nodes above it",
            )

    def _write(self, source: TransformSource | None, view: View, moved: bool, time: float) -> None:
        """Bring the draw list up to date."""
        content, arrangement, placing, draw_list = self._content, self._arrangement, self._placing, self._list
        order, last = (arrangement.revision, content.layout_revision), self._view
        shown = content.shown_slices(time)
        rearranged = order != self._written_order or shown != self._shown_slices
        if rearranged:
            self._written_order = order
            self._shown_slices = shown
            placing.choose(content, arrangement.sequence, shown)
            draw_list.steps, draw_list.logical = build_steps(self.items.walk, content, arrangement, placing)
        if rearranged or content.revision != self._written_content:
            written = None if rearranged else content.rewritten_since(self._written_content)
            self._written_content = content.revision
            draw_list.vertices = content.vertices if placing.rows is None else taken(content.vertices, placing.rows)
            draw_list.vertex_changes.note(
                None if written is None else stretches_of(placing.places_of(written), len(draw_list.vertices))
            )
        view_counts = placing.depends_on_view or view.snap_vertices or (last is not None and last.snap_vertices)
        if rearranged or moved or content.place_revision != self._written_places or (view_counts and view != last):
            self._written_places = content.place_revision
            bases = None
            if self.items.tile_slots is not None:
                bases = np.empty((len(self.items.tile_slots), 6), np.float32)
                pack(source, self.items.tile_slots, bases)
            placing.place(content, self._placed_transforms, bases, view)
            cover_groups(self.items.walk, content, arrangement, placing, self._placed_transforms)
            draw_list.position_changes.note(changed_stretches(draw_list.positions, placing.positions))
            draw_list.positions = placing.positions
            draw_list.models = self._placed_transforms
