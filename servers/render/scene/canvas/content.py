"""Content: what the items of a canvas draw, as arrays in the order of the walk, and what each stretch is drawn with.

In:    the items of a walk with their Geometry, colours, filters and materials; places in the atlas.
Out:   for each row (a strip of four points): its points, its texture coordinates and colours, its item, its look.
Cost:  about 1 us an item when the order or a length changes; one item's rows when its colour or commands change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from servers.render.scene.canvas.canvas_item import WHITE, GroupMode
from servers.render.scene.canvas.looks import LookTable
from servers.render.scene.commands.instances import HAIRLINE, INSTANCE, MAX_COLOR, VERTEX, Geometry, Slice

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from servers.render.scene.atlas.atlas import Atlas
    from servers.render.scene.canvas.canvas_item import CanvasItem
    from servers.render.scene.canvas.canvas_walk import Walk
    from servers.render.scene.canvas.splicing import Spliced
    from servers.render.scene.draw_list import FrameStats

    Floats = NDArray[np.float32]
    Ints = NDArray[np.intp]

_COVER = Geometry(
    np.array([((0,) * 8, (0, 0, 1, 0, 0, 1, 1, 1), (1,) * 16)], INSTANCE).tobytes(), ((None, False, 1, True, None),)
)
"""What a group draws its picture with, where its owner draws nothing: one strip, placed around the members."""


class _Rows:
    """The rows of some items, gathered one item after the other.

    Attributes:
        count: how many there are.
        sliced: the first, and the one after the last, of those that are shown in a part of an animation.
    """

    __slots__ = ("_lengths", "_look_of", "_looks", "_parts", "count", "sliced")

    def __init__(self, table: LookTable) -> None:
        self._look_of = table.of
        self._parts: list[bytes] = []
        self._looks: list[int] = []
        self._lengths: list[int] = []
        self.count = 0
        self.sliced: list[tuple[int, int, Slice]] = []

    def add(self, geometry: Geometry, item: CanvasItem, place: int, copies: int = 1) -> int:
        """Add what an item draws, so many times; how many rows that are."""
        data, runs = geometry.data, geometry.runs
        first = end = self.count
        for _ in range(copies):
            self._parts.append(data)
            for run in runs:
                self._looks.append(self._look_of(run, item, place))
                length = run[2]
                self._lengths.append(length)
                end += length
                if run[4] is not None and run[4].slice is not None:
                    self.sliced.append((end - length, end, run[4].slice))
        self.count = end
        return end - first

    def instances(self) -> NDArray[np.void]:
        """What they are, (N,) of dtype INSTANCE."""
        return np.frombuffer(b"".join(self._parts), INSTANCE)

    def row_looks(self) -> Ints:
        """(N,) which look each has."""
        return np.repeat(np.array(self._looks, np.intp), np.array(self._lengths, np.intp))


class Content:
    """The rows of one canvas.

    Attributes:
        items: what draws, in the order of the walk.
        counts: (n,) rows of each item; `firsts` where they begin.
        z: (n,) of each item.
        bounds: (n, 4) left, top, right, bottom of what each item draws, item space; infinite where it is never culled.
        x: (4, N) the first coordinate of each row's points, item space; `y` the second.
        vertices: (N, 4) of dtype VERTEX: texture coordinates, as the GPU takes them, and modulated colours.
        row_items: (N,) to which item each row belongs.
        row_looks: (N,) which look each row has.
        hairlines: the rows that are hairlines.
        row_slices: (N,) in which of `slices` each row is shown, -1 for always; None where all rows are.
        slices: the parts of animations in which some rows are shown.
        covers: the items that are one row around the members of the group which they own.
        tiled: (N, 2) how far each row stands from where its item is, in the space of the item that tiles it; None
            where no item is tiled.
        revision: counts up when `vertices` has changed.
        place_revision: counts up when points have changed, or everything.
        layout_revision: counts up when everything has changed.
    """

    def __init__(self, atlas: Atlas) -> None:
        """Of no items."""
        self.looks = LookTable(atlas)
        self.revision = 0
        self._rewritten: Ints | None = None
        self.place_revision = 0
        self.layout_revision = 0
        self._clear()

    def _clear(self) -> None:
        self.items: list[CanvasItem] = []
        self.counts: Ints = np.empty(0, np.intp)
        self.firsts: Ints = np.empty(0, np.intp)
        self.z: Ints = np.empty(0, np.intp)
        self.bounds: Floats = np.empty((0, 4), np.float32)
        self._boundless: Ints = np.empty(0, np.intp)
        self.x: Floats = np.empty((4, 0), np.float32)
        self.y: Floats = np.empty((4, 0), np.float32)
        self.vertices: NDArray[np.void] = np.empty((0, 4), VERTEX)
        self.row_items: Ints = np.empty(0, np.intp)
        self.row_looks: Ints = np.empty(0, np.intp)
        self.row_slices: Ints | None = None
        self.slices: dict[Slice, int] = {}
        self.hairlines: Ints = np.empty(0, np.intp)
        self.covers: list[int] = []
        self.tiled: Floats | None = None

    def lay_out(self, walk: Walk, stats: FrameStats) -> None:
        """Write everything anew."""
        for item in self.items:
            item.first = -1
        self._clear()
        self.items = walk.items
        stats.item_visits += len(self.items)
        self.looks.clear()
        rows = _Rows(self.looks)
        tiles, boundless = self._gather(rows)
        self._write(rows)
        if tiles:
            self._tile(tiles)
        if rows.sliced:
            self.row_slices = np.full(rows.count, -1, np.intp)
            for first, after, slice in rows.sliced:
                self.row_slices[first:after] = self.slices.setdefault(slice, len(self.slices))
        self._boundless = np.array(boundless + tiles, np.intp)
        self._measure(np.flatnonzero(self.counts), self.x, self.y)
        self._count_change_of_all()

    def _gather(self, rows: _Rows) -> tuple[list[int], list[int]]:
        """Add what all items draw to `rows`; returns the places of those that are tiled, and those without bounds."""
        tiles: list[int] = []
        boundless: list[int] = []
        for place, item in enumerate(self.items):
            geometry = item.geometry
            item.first = rows.count
            copies = 1
            if geometry is None:
                boundless.append(place)
                if not _covers(item):
                    item.count = 0
                    continue
                geometry = _COVER
                self.covers.append(place)
            elif item.tile_down is not None:
                copies = _copies(item.tile_down)
                tiles.append(place)
            if self.looks.hides(item.material_down):
                item.count = 0
                continue
            item.count = rows.add(geometry, item, place, copies)
        return tiles, boundless

    def _count_change_of_all(self) -> None:
        self.revision += 1
        self.place_revision += 1
        self.layout_revision += 1
        self._rewritten = None

    def splice(self, gone: list[int], stretches: list[Spliced], stats: FrameStats) -> Ints | None:
        """Take items out, and put others in; the rows of the rest stay as they are.

        Args:
            gone: the places of what goes; its items are marked so.
            stretches: what comes, in the order of the walk.
            stats: counts the items.

        Returns:
            Where each item was, those that came counted on from there; or None where everything is to be laid out.
        """
        if self.covers or self.tiled is not None or self.row_slices is not None or len(self._boundless):
            return None
        fresh = [item for each in stretches for item in each.items]
        old, count = len(self.items), len(self.row_items)
        stats.item_visits += len(fresh)
        rows = self._gathered_plain(fresh)
        if rows is None:
            return None
        order = self._spliced_order(gone, stretches)
        self._splice_items(gone, order, fresh)
        counts = np.array([item.count for item in fresh], np.intp)
        firsts = count + np.add.accumulate(counts) - counts
        self.counts = np.append(self.counts, counts)[order]
        sources = spans(np.append(self.firsts, firsts)[order], self.counts)
        self.firsts = np.add.accumulate(self.counts) - self.counts
        self.z = np.append(self.z, np.array([item.z_down for item in fresh], np.intp))[order]
        self.bounds = np.concatenate((self.bounds, np.zeros((len(fresh), 4), np.float32))).take(order, axis=0)
        self.row_items = np.repeat(np.arange(len(order)), self.counts)
        self.row_looks = np.append(self.row_looks, rows.row_looks())[sources]
        self._splice_rows(rows.instances(), sources, count, fresh)
        came = np.flatnonzero(order >= old)
        start = min([*gone, *came[:1].tolist()])
        for item, first in zip(self.items[start:], self.firsts[start:].tolist(), strict=True):
            item.first = first
        self._measure(came, *self._points_of(np.flatnonzero(sources >= count)))
        if gone and not self.looks.keep_only(self.row_looks):
            return None
        self._count_change_of_all()
        return order

    def _gathered_plain(self, items: list[CanvasItem]) -> _Rows | None:
        """What items draw that can be spliced in; None where one is hidden, in parts, or moved by its shader."""
        rows = _Rows(self.looks)
        for item in items:
            assert item.geometry is not None
            if self.looks.hides(item.material_down):
                return None
            item.count = rows.add(item.geometry, item, 0)
        return None if rows.sliced or self.looks.moves_any() else rows

    def rewrite(self, changed: Iterable[CanvasItem], stats: FrameStats) -> bool:
        """Write the rows of some items again, of as many as before; False if a look has changed, and nothing is."""
        items = []
        for item in changed:
            stats.item_visits += 1
            if item.first >= 0 and item.count:
                items.append(item)
        if not items:
            return True
        firsts = np.array([item.first for item in items], np.intp)
        places = self.row_items[firsts]
        fresh = _Rows(self.looks)
        for item, place in zip(items, places.tolist(), strict=True):
            geometry = _COVER if item.geometry is None else item.geometry
            copies = 1 if item.geometry is None or item.tile_down is None else _copies(item.tile_down)
            fresh.add(geometry, item, place, copies)
        rows = spans(firsts, self.counts[places])
        row_looks = fresh.row_looks()
        if not np.array_equal(row_looks, self.row_looks[rows]):
            return False
        instances = fresh.instances()
        factors = np.repeat(np.array([item.color for item in items], np.float32), self.counts[places], axis=0)
        self._rewritten = rows
        before = self.x[:, rows], self.y[:, rows]
        self._write_rows(rows, instances, row_looks, factors)
        marked = instances["uvs"][:, 0] == HAIRLINE
        if len(self.hairlines) or marked.any():
            self._find_hairlines(marked, rows)
        after = self.x[:, rows], self.y[:, rows]
        if not (np.array_equal(before[0], after[0]) and np.array_equal(before[1], after[1])):
            self._measure(places, *after)
            self.place_revision += 1
        self.revision += 1
        return True

    def rewritten_since(self, revision: int) -> Ints | None:
        """The rows that were written since a revision, in no order; None for all of them, or if that is not known."""
        if revision == self.revision:
            return np.empty(0, np.intp)
        return self._rewritten if revision == self.revision - 1 else None

    def shown_slices(self, time: float) -> tuple[bool, ...]:
        """Which of `slices` are shown at a moment."""
        return tuple([slice.shows(time) for slice in self.slices]) if self.slices else ()

    def _write(self, rows: _Rows) -> None:
        items = self.items
        instances = rows.instances()
        count = len(instances)
        self.bounds = np.zeros((len(items), 4), np.float32)
        self.counts = np.array([item.count for item in items], np.intp)
        self.firsts = np.array([item.first for item in items], np.intp)
        self.z = np.array([item.z_down for item in items], np.intp)
        self.row_items = np.repeat(np.arange(len(items)), self.counts)
        self.row_looks = rows.row_looks()
        self.x = np.empty((4, count), np.float32)
        self.y = np.empty((4, count), np.float32)
        self.vertices = np.empty((count, 4), VERTEX)
        colors = [item.color for item in items]
        factors = None
        if colors.count(WHITE) < len(colors):
            factors = np.repeat(np.array(colors, np.float32), self.counts, axis=0)
        self._write_rows(slice(0, count), instances, self.row_looks, factors)
        self.hairlines = np.flatnonzero(instances["uvs"][:, 0] == HAIRLINE)

    def _write_rows(self, rows: Ints | slice, instances: NDArray[np.void], looks: Ints, factors: Floats | None) -> None:
        points = instances["points"]
        self.x[:, rows] = points[:, 0::2].T
        self.y[:, rows] = points[:, 1::2].T
        uvs = instances["uvs"].reshape(-1, 4, 2)
        if self.looks.placed:
            scale, offset = self.looks.uv_maps()
            uvs = uvs * scale[looks][:, None, :] + offset[looks][:, None, :]
        self.vertices["uv"][rows] = uvs
        colors = instances["colors"].reshape(-1, 4, 4)
        if factors is not None:
            colors = (colors.astype(np.float32) * factors[:, None, :]).clip(-MAX_COLOR, MAX_COLOR)
        self.vertices["color"][rows] = colors

    def _spliced_order(self, gone: list[int], stretches: list[Spliced]) -> Ints:
        """The places of what stays, with those that come between them, numbered from the number of old ones on."""
        old = len(self.items)
        keep = np.ones(old, np.bool_)
        keep[gone] = False
        kept = np.flatnonzero(keep)
        after: dict[CanvasItem | None, int] = {None: 0}  # how many of what stays is drawn up to what was put in
        indices: list[int] = []
        for each in stretches:
            at = after.get(each.before)
            if at is None:
                assert each.before is not None
                at = int(np.searchsorted(kept, self.row_items[each.before.first])) + 1
            after[each.items[-1]] = at
            indices += [at] * len(each.items)
        return np.insert(kept, indices, np.arange(old, old + len(indices)))

    def _splice_items(self, gone: list[int], order: Ints, fresh: list[CanvasItem]) -> None:
        for place in sorted(gone, reverse=True):
            del self.items[place]
        old = len(order) - len(fresh)
        for item, place in zip(fresh, np.flatnonzero(order >= old + len(gone)).tolist(), strict=True):
            self.items.insert(place, item)

    def _splice_rows(self, instances: NDArray[np.void], sources: Ints, count: int, fresh: list[CanvasItem]) -> None:
        """Gather the rows that stay, and write the new ones, which are numbered from `count` on in `sources`."""
        more = len(instances)
        self.x = np.concatenate((self.x, np.zeros((4, more), np.float32)), axis=1).take(sources, axis=1)
        self.y = np.concatenate((self.y, np.zeros((4, more), np.float32)), axis=1).take(sources, axis=1)
        self.vertices = taken(np.concatenate((self.vertices, np.zeros((more, 4), VERTEX))), sources)
        rows = np.flatnonzero(sources >= count)
        hairlines = np.zeros(count + more, np.bool_)
        hairlines[self.hairlines] = True
        hairlines[count:] = instances["uvs"][:, 0] == HAIRLINE
        self.hairlines = np.flatnonzero(hairlines[sources])
        if more:
            factors = np.repeat(np.array([item.color for item in fresh], np.float32), [i.count for i in fresh], axis=0)
            self._write_rows(rows, instances, self.row_looks[rows], factors)

    def _points_of(self, rows: Ints) -> tuple[Floats, Floats]:
        return self.x[:, rows], self.y[:, rows]

    def _find_hairlines(self, marked: NDArray[np.bool_], rows: Ints) -> None:
        """Note which of the `rows` are hairlines now."""
        others = self.hairlines[np.isin(self.hairlines, rows, invert=True)]
        hairlines = np.sort(np.concatenate((others, rows[marked])))
        if not np.array_equal(hairlines, self.hairlines):
            self.hairlines = hairlines
            self.place_revision += 1
            self.layout_revision += 1

    def _measure(self, places: Ints, x: Floats, y: Floats) -> None:
        """Work out the bounds of the items at `places`, which have rows: these, one after the other, are x and y."""
        if len(places):
            counts = self.counts[places]
            starts = np.add.accumulate(counts) - counts
            self.bounds[places, 0] = np.minimum.reduceat(x.min(axis=0), starts)
            self.bounds[places, 1] = np.minimum.reduceat(y.min(axis=0), starts)
            self.bounds[places, 2] = np.maximum.reduceat(x.max(axis=0), starts)
            self.bounds[places, 3] = np.maximum.reduceat(y.max(axis=0), starts)
        self.bounds[self._boundless] = (-np.inf, -np.inf, np.inf, np.inf)

    def _tile(self, tiles: list[int]) -> None:
        """Set the copies of tiled items beside each other."""
        self.tiled = np.zeros((len(self.row_items), 2), np.float32)
        for place in tiles:
            item = self.items[place]
            assert item.tile_down is not None
            offsets = tile_offsets(item.tile_down)
            rows = self.tiled[item.first : item.first + item.count]
            rows[:] = np.repeat(offsets, item.count // len(offsets), axis=0)


def _covers(item: CanvasItem) -> bool:
    """Whether an item without commands draws the picture of its group."""
    return item.extras is not None and item.extras.group_mode == GroupMode.TRANSPARENT


def tile_offsets(item: CanvasItem) -> Floats:
    """Where the copies of a tiled item stand, (M, 2): from half the times before it on, as Godot's canvas has them."""
    assert item.extras is not None
    assert item.extras.tile is not None
    width, height, times = item.extras.tile
    across, down = _tile_counts(item)
    right = np.arange(across) * width - (width * (times // 2) if width else 0)
    below = np.arange(down) * height - (height * (times // 2) if height else 0)
    return np.stack(np.meshgrid(right, below), axis=-1).reshape(-1, 2).astype(np.float32)


def _tile_counts(item: CanvasItem) -> tuple[int, int]:
    """How many copies of a tiled item stand beside, and below, one another."""
    assert item.extras is not None
    assert item.extras.tile is not None
    width, height, times = item.extras.tile
    return times + 1 if width else 1, times + 1 if height else 1


def _copies(item: CanvasItem) -> int:
    across, down = _tile_counts(item)
    return across * down


def taken(vertices: NDArray[np.void], rows: Ints) -> NDArray[np.void]:
    """Some rows of (N, 4) vertices; as plain numbers, of which numpy takes rows ten times as fast."""
    numbers = vertices.view(np.float32).reshape(len(vertices), 4 * vertices.dtype.itemsize // np.dtype("f4").itemsize)
    return numbers.take(rows, axis=0).view(vertices.dtype).reshape(len(rows), 4)


def spans(starts: Ints, lengths: Ints) -> Ints:
    """The numbers of stretches, one after the other: for starts 5, 2 and lengths 2, 3 these are 5, 6, 2, 3, 4."""
    ends = np.add.accumulate(lengths)
    return np.repeat(starts - ends + lengths, lengths) + np.arange(ends[-1] if len(ends) else 0)
