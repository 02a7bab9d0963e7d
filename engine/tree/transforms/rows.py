"""Local and global matrices of many nodes as arrays, composed a whole tree level at a time.

In:    slots, the numbers that the store gives to nodes; the slot of each one's parent; local matrices.
Out:   global matrices, by slot.
Space: 2D or 3D; engine.tree.transforms.spaces says how a matrix is laid out.
When:  insert and erase, write, settle; then read and pack until the next of these.

Rows stand in breadth-first order: a level is a slice, so only the parents' matrices are gathered, and any subtree is
one slice in each level. New rows go to a tail behind the levels that is composed in every `settle`; erased rows stay
as holes. When tail or holes outgrow their share, all rows are sorted again (1 ms for 10,000), so that the cost of an
insertion stays constant on average.
"""

from __future__ import annotations

from bisect import bisect_right
from heapq import heappop, heappush
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.tree.transforms.levels import (
    CALLS_COST,
    CELL_COST,
    NARROW,
    ROW_COST,
    Narrow,
    Roots,
    Wide,
    breadth_first,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from engine.tree.transforms.levels import Floats, Ints, Run
    from engine.tree.transforms.spaces import Basis, Column, Columns, Matrix, Origin, Space

_SMALL_TAIL = 64
_TAIL_SHARE = 32  # the tail may hold a 32nd as many rows as the levels, and 64 in any case
_HOLE_SHARE = 4  # a quarter of all rows may be holes, and 64 in any case
_FEW = 24  # dirty entries that are written one by one


class TransformRows:
    """The arrays. Slots are the store's; rows are known only here.

    `local` and `world` are (6, capacity) float64, in 3D (12, capacity); the first `base` columns stand in levels, those
    up to `count` in the tail. `slot_at` is the slot of each row, -1 for a hole; `row_of` the row of each slot, -1 for
    none; `parent_row` the row of each row's parent, -1 for a root; `depth`, in the tail only, is 0 for a root and
    otherwise 1 more than how many ancestors stand in the tail. The capacity is what the levels and a full tail need.
    `layout` counts up when rows move.
    """

    def __init__(self, space: Space) -> None:
        self._space = space
        self._axes, self._size, self._read = space.axes, space.size, space.read
        self._identity_column = np.array(space.identity).reshape(-1, 1)
        self.row_of: Ints = np.full(_SMALL_TAIL, -1, np.intp)
        self._row_of: Column = self.row_of.data
        self._levels: list[Run] = []
        self._tail: list[Run] = []
        self._tail_starts: list[int] = []
        self._holes = 0
        self.unscaled: dict[int, None] = {}  # slots whose global matrices have no scale
        self._stale = False  # the rows must be sorted before anything is composed
        self.layout = 0
        self.count = self.base = 0
        self._allocate(_SMALL_TAIL)
        self._index_levels([0])

    # --- reading -----------------------------------------------------------------------------------------------------

    def has(self, slot: int) -> bool:
        """Whether a slot has a row."""
        return slot < len(self.row_of) and self._row_of[slot] >= 0

    def read(self, slot: int) -> Matrix:
        """The global matrix of a slot as of the last `settle`."""
        return self._read(self._world_columns, self._row_of[slot])

    def read_local(self, slot: int) -> Matrix:
        """The local matrix of a slot as of the last `write`."""
        return self._read(self._local_columns, self._row_of[slot])

    def pack(self, slots: Ints, out: NDArray[np.floating[Any]]) -> None:
        """Write the global matrices of `slots`, (N,), to `out`, (N, 6) or (N, 12)."""
        rows = self.row_of.take(slots, mode="clip")
        if 2 * len(rows) > self.count:  # casting all and picking whole matrices is quicker than picking numbers
            cast = np.empty((self.count, self._size), out.dtype)
            for column in range(self._size):
                cast[:, column] = self.world[column, : self.count]
            cast.take(rows, 0, out, "clip")
            return
        picked = np.empty(len(rows))
        for column in range(self._size):
            self.world[column].take(rows, None, picked, "clip")
            out[:, column] = picked

    def read_sorted(self, slots: Ints) -> tuple[Ints, Floats]:
        """The same slots with ancestors before their descendants, and their global matrices, (6 or 12, N)."""
        rows = self.row_of[slots]
        order = rows.argsort()
        return slots[order], self.world[:, rows[order]]

    # --- changing ----------------------------------------------------------------------------------------------------

    def insert(self, slots: list[int], parents: list[int]) -> None:
        """Add rows with identity matrices. `parents` are slots, -1 for a root; parents come before their children."""
        self._reserve_slots(max(slots) + 1)
        capacity = len(self.slot_at)
        if self._holes and self.count + len(slots) > capacity and not self._stale:
            self._sort_tail()
        start, stop = self.count, self.count + len(slots)
        if stop > capacity:
            self._grow(stop)
        self.count = stop
        self.local[:, start:stop] = self._identity_column
        if not self._stale:
            self._extend_tail(slots, parents, start)
            return
        self.slot_at[start:stop] = slots
        self.row_of[slots] = np.arange(start, stop)
        above = np.array(parents, np.intp)
        self.parent_row[start:stop] = np.where(above >= 0, self.row_of[above], -1)

    def erase(self, slots: list[int]) -> None:
        """Turn the rows of `slots` into holes; slots without a row are passed over."""
        self._reserve_slots(max(slots) + 1)
        gone = np.array(slots, np.intp)
        rows = self.row_of[gone]
        rows = rows[rows >= 0]
        self.slot_at[rows] = -1
        self.row_of[gone] = -1
        self._holes += len(rows)

    def reparent(self, slot: int, parent: int) -> None:
        """Give a row another parent, -1 for none; all rows are sorted again before anything is composed."""
        self.parent_row[self._row_of[slot]] = self._row_of[parent] if parent >= 0 else -1
        self._stale = True

    def write(self, origins: Mapping[int, Origin], bases: Mapping[int, Basis]) -> Ints:
        """Store local origins and bases, by slot. Returns the rows that `settle` is to be given."""
        if len(origins) + len(bases) <= _FEW:
            return self._write_few(origins, bases)
        turns = self._size - self._axes
        moved = self._write_columns(origins, self.local[turns:])
        return np.concatenate((moved, self._write_columns(bases, self.local[:turns]))) if bases else moved

    def _write_columns(self, values: Mapping[int, tuple[float, ...]], columns: Floats) -> Ints:
        rows = self.row_of[np.fromiter(values, np.intp, len(values))]
        width = len(columns)
        flat = np.fromiter(chain.from_iterable(values.values()), np.float64, width * len(values))
        for at, column in enumerate(columns):
            column[rows] = flat[at::width]
        return rows

    def _write_few(self, origins: Mapping[int, Origin], bases: Mapping[int, Basis]) -> Ints:
        row_of = self._row_of
        turns = self._size - self._axes
        rows = []
        for values, columns in ((origins, self._local_columns[turns:]), (bases, self._local_columns[:turns])):
            for slot, numbers in values.items():
                row = row_of[slot]
                for column, number in zip(columns, numbers, strict=True):
                    column[row] = number
                rows.append(row)
        return np.array(rows, np.intp)

    # --- composing ---------------------------------------------------------------------------------------------------

    def settle(self, changed: Ints, turned: bool = True) -> None:
        """Compose the subtrees of the `changed` rows that `write` returned, and all rows inserted since.

        Unless `turned`, `write` was given no bases.
        """
        if self._stale or self._holes > max(_SMALL_TAIL, self.count // _HOLE_SHARE):
            self._rebuild()
            self._compose_from(0)
        elif self.unscaled:
            self._compose_from(0)
        elif len(changed) * ROW_COST * 2 > self._cost:
            self._compose_from(int(changed.min()), turned)
        else:
            self._compose_subtrees(sorted({row for row in changed.tolist() if row < self.base}), turned)
        for run in self._tail:
            self._run(run, True)

    def _compose_from(self, row: int, turned: bool = True) -> None:
        """Compose all rows in levels from `row` on, and perhaps some before it."""
        if row >= self.base:
            return
        at = bisect_right(self._starts, row) - 1
        run = self._levels[at]
        if isinstance(run, Narrow) and not self.unscaled:
            self._compose_rows(row, run.stop)
        else:
            self._run(run, turned)
        for run in self._levels[at + 1 :]:
            self._run(run, turned)

    def _run(self, run: Run, turned: bool) -> None:
        if not self.unscaled:
            run.run(turned)
            return
        rows = sorted(row for slot in self.unscaled if run.start <= (row := self._row_of[slot]) < run.stop)
        if not isinstance(run, Narrow):
            run.run(turned)
        start = run.start
        for row in rows:
            if isinstance(run, Narrow):  # what stands below it may be in the same run
                self._compose_rows(start, row + 1)
                start = row + 1
            for column, number in zip(
                self._world_columns, self._space.unscale(self._read(self._world_columns, row)), strict=True
            ):
                column[row] = number
        if isinstance(run, Narrow):
            self._compose_rows(start, run.stop)

    def _compose_subtrees(self, rows: list[int], turned: bool) -> None:
        """Compose `rows`, sorted, and what is below them: in each level the union of their slices.

        Every slice of a level comes before those of the next one, so the least start is always ready. Where this gets
        dearer than composing everything, or covers a level, the rest is composed as a whole.
        """
        first_child = self._first_child
        budget = self._cost / 2
        heap = [(row, row + 1) for row in rows]
        while heap:
            start, stop = heappop(heap)
            while heap and heap[0][0] < stop:
                stop = max(stop, heappop(heap)[1])
            if stop - start < NARROW:
                budget -= (stop - start + 1) * ROW_COST
                if budget < 0:
                    return self._compose_from(start, turned)
                self._compose_rows(start, stop)
            else:
                run = self._levels[bisect_right(self._starts, start) - 1]
                budget -= 2 * CALLS_COST + (stop - start) * CELL_COST
                if budget < 0 or (start == run.start and stop == run.stop):
                    return self._compose_from(start, turned)
                self._wide(start, stop).run(turned)
            below, end = first_child[start], first_child[stop]
            if below < end:
                heappush(heap, (below, end))
        return None

    def _compose_rows(self, start: int, stop: int) -> None:
        self._space.compose_rows(self._local_columns, self._world_columns, self._parent_row, start, stop)

    # --- order -------------------------------------------------------------------------------------------------------

    def _rebuild(self) -> None:
        """Sort all rows by level and parent, without the holes. Global matrices are lost."""
        alive = np.flatnonzero(self.slot_at[: self.count] >= 0)
        place = np.full(self.count + 1, -1, np.intp)  # the last is for -1; a hole counts as no parent
        place[alive] = np.arange(len(alive))
        parents = place[self.parent_row[alive]]
        order, starts = breadth_first(parents)
        assert starts[-1] == len(alive), "a row is its own ancestor"
        count = len(alive)
        row_at = np.full(count + 1, -1, np.intp)
        row_at[order] = np.arange(count)
        local, slots = self.local, self.slot_at
        self._allocate(count + max(_SMALL_TAIL, count // _TAIL_SHARE))
        rows = alive[order]
        local.take(rows, 1, self.local[:, :count], "clip")
        slots.take(rows, None, self.slot_at[:count], "clip")
        self.parent_row[:count] = row_at[parents[order]]
        self.row_of[self.slot_at[:count]] = np.arange(count)
        self.count = self.base = count
        self.layout += 1
        self._holes = 0
        self._stale = False
        self._index_levels(starts)

    def _index_levels(self, starts: list[int]) -> None:
        self._scratch = np.empty((2, self._size * max(_SMALL_TAIL, *np.diff(starts), len(self.slot_at) - self.base)))
        self._levels = self._runs(starts, roots=True)
        self._tail, self._tail_starts = [], []
        self._starts = [run.start for run in self._levels]
        self._cost = sum((run.cost for run in self._levels), 0.0)
        self._first_child = np.searchsorted(self.parent_row[: self.base], np.arange(self.base + 1)).data

    def _extend_tail(self, slots: list[int], parents: list[int], start: int) -> None:
        """Put new rows at the end of the tail; its runs begin wherever the depth grows."""
        base, starts, row_of = self.base, self._tail_starts, self._row_of
        slot_at, parent_row, depth = self.slot_at.data, self._parent_row, self.depth.data
        last = depth[start - 1] if start > base else -1
        in_order = True
        for row, slot, parent in zip(range(start, self.count), slots, parents, strict=True):
            above = row_of[parent] if parent >= 0 else -1
            here = 0 if above < 0 else 1 if above < base else depth[above] + 1
            slot_at[row], row_of[slot], parent_row[row], depth[row] = slot, row, above, here
            if here > last:
                starts.append(row)
            in_order = in_order and here >= last
            last = here
        if not in_order:
            self._sort_tail()
        self._tail = self._runs([*starts, self.count], roots=depth[base] == 0)

    def _sort_tail(self) -> None:
        """Sort the tail by depth, so that it is few runs, and drop its holes."""
        base, count = self.base, self.count
        rows = np.flatnonzero(self.slot_at[base:count] >= 0) + base
        rows = rows[np.argsort(self.depth[rows], kind="stable")]
        stop = base + len(rows)
        above = self.parent_row[rows]
        parents = np.where(above >= 0, self.slot_at[above], -1)
        self.slot_at[base:stop] = self.slot_at[rows]
        self.slot_at[stop:count] = -1
        self.depth[base:stop] = self.depth[rows]
        self.local[:, base:stop] = self.local[:, rows]
        self.row_of[self.slot_at[base:stop]] = np.arange(base, stop)
        self.parent_row[base:stop] = np.where(parents >= 0, self.row_of[parents], -1)
        self.layout += 1
        self._holes -= count - stop
        self.count = stop
        steps = np.flatnonzero(np.diff(self.depth[base:stop])) + base + 1
        self._tail_starts[:] = [base, *steps.tolist()] if stop > base else []

    def _runs(self, starts: list[int], roots: bool) -> list[Run]:
        """One run for each level, neighbouring narrow ones in one. `starts` ends with the last level's stop."""
        runs: list[Run] = []
        narrow = starts[0]  # where the narrow levels before this one begin
        for start, stop in pairwise(starts):
            if roots and start == starts[0]:
                runs.append(Roots(self.local, self.world, start, stop))
            elif stop - start < NARROW:
                continue
            else:
                if narrow < start:
                    runs.append(self._narrow(narrow, start))
                runs.append(self._wide(start, stop))
            narrow = stop
        if narrow < starts[-1]:
            runs.append(self._narrow(narrow, starts[-1]))
        return runs

    def _wide(self, start: int, stop: int) -> Wide:
        return Wide(self._axes, self.local, self.world, self.parent_row, self._scratch, start, stop)

    def _narrow(self, start: int, stop: int) -> Narrow:
        return Narrow(self._space, self._local_columns, self._world_columns, self._parent_row, start, stop)

    # --- memory ------------------------------------------------------------------------------------------------------

    def _allocate(self, capacity: int) -> None:
        self.local = np.zeros((self._size, capacity))
        self.world = np.zeros((self._size, capacity))
        self.slot_at = np.full(capacity, -1, np.intp)
        self.parent_row = np.full(capacity, -1, np.intp)
        self.depth = np.zeros(capacity, np.intp)
        self._local_columns = _columns(self.local)
        self._world_columns = _columns(self.world)
        self._parent_row = self.parent_row.data

    def _grow(self, capacity: int) -> None:
        """Make room for rows that will be sorted before they are composed."""
        count, old = self.count, (self.local, self.slot_at, self.parent_row)
        self._allocate(capacity)
        self.local[:, :count] = old[0][:, :count]
        self.slot_at[:count] = old[1][:count]
        self.parent_row[:count] = old[2][:count]
        self._stale = True

    def _reserve_slots(self, count: int) -> None:
        have = len(self.row_of)
        if count > have:
            self.row_of = np.concatenate((self.row_of, np.full(max(count, 2 * have) - have, -1, np.intp)))
            self._row_of = self.row_of.data


def _columns(array: Floats) -> Columns:
    """The rows of an array for access number by number, four times as fast as through numpy."""
    return tuple(row.data for row in array)
