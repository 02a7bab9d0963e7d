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
from servers.render.scene.commands.instances import HAIRLINE, INSTANCE, MAX_COLOR, VERTEX, Geometry

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from servers.render.scene.atlas.atlas import Atlas
    from servers.render.scene.canvas.canvas_item import CanvasItem
    from servers.render.scene.canvas.canvas_walk import Walk
    from servers.render.scene.draw_list import FrameStats

    Floats = NDArray[np.float32]
    Ints = NDArray[np.intp]

_COVER = Geometry(
    np.array([((0,) * 8, (0, 0, 1, 0, 0, 1, 1, 1), (1,) * 16)], INSTANCE).tobytes(), ((None, False, 1, True),)
)
"""What a group draws its picture with, where its owner draws nothing: one strip, placed around the members."""


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
        self.hairlines: Ints = np.empty(0, np.intp)
        self.covers: list[int] = []
        self.tiled: Floats | None = None

    def lay_out(self, walk: Walk, stats: FrameStats) -> None:
        """Write everything anew."""
        for item in self.items:
            item.first = -1
        self._clear()
        items = self.items = walk.items
        stats.item_visits += len(items)
        self.looks.clear()
        parts: list[bytes] = []
        looks: list[int] = []
        lengths: list[int] = []
        end = 0
        tiles: list[int] = []
        boundless: list[int] = []
        for place, item in enumerate(items):
            geometry = item.geometry
            item.first = end
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
            for _ in range(copies):
                parts.append(geometry.data)
                for run in geometry.runs:
                    looks.append(self.looks.of(run, item, place))
                    lengths.append(run[2])
                    end += run[2]
            item.count = end - item.first
        self._write(np.frombuffer(b"".join(parts), INSTANCE), looks, lengths)
        if tiles:
            self._tile(tiles)
        self._boundless = np.array(boundless + tiles, np.intp)
        self._measure(np.flatnonzero(self.counts), self.x, self.y)
        self.revision += 1
        self.place_revision += 1
        self.layout_revision += 1

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
        parts: list[bytes] = []
        looks: list[int] = []
        lengths: list[int] = []
        for item, place in zip(items, places.tolist(), strict=True):
            geometry = _COVER if item.geometry is None else item.geometry
            for _ in range(1 if item.geometry is None or item.tile_down is None else _copies(item.tile_down)):
                parts.append(geometry.data)
                looks += [self.looks.of(run, item, place) for run in geometry.runs]
                lengths += [run[2] for run in geometry.runs]
        rows = spans(firsts, self.counts[places])
        row_looks = np.repeat(np.array(looks, np.intp), lengths)
        if not np.array_equal(row_looks, self.row_looks[rows]):
            return False
        instances = np.frombuffer(b"".join(parts), INSTANCE)
        factors = np.repeat(np.array([item.color for item in items], np.float32), self.counts[places], axis=0)
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

    def _write(self, instances: NDArray[np.void], looks: list[int], lengths: list[int]) -> None:
        items = self.items
        count = len(instances)
        self.bounds = np.zeros((len(items), 4), np.float32)
        self.counts = np.array([item.count for item in items], np.intp)
        self.firsts = np.array([item.first for item in items], np.intp)
        self.z = np.array([item.z_down for item in items], np.intp)
        self.row_items = np.repeat(np.arange(len(items)), self.counts)
        self.row_looks = np.repeat(np.array(looks, np.intp), np.array(lengths, np.intp))
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


def spans(starts: Ints, lengths: Ints) -> Ints:
    """The numbers of stretches, one after the other: for starts 5, 2 and lengths 2, 3 these are 5, 6, 2, 3, 4."""
    ends = np.add.accumulate(lengths)
    return np.repeat(starts - ends + lengths, lengths) + np.arange(ends[-1] if len(ends) else 0)
