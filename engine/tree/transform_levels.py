"""Composing runs of rows of the 2D transform arrays, and the order of rows that makes a tree level one run.

In:    (6, capacity) float64 arrays of local and global matrices, a matrix being xx, xy, yx, yy, ox, oy (the images of
       the two axes, and the origin, in pixels); the row of each row's parent, -1 for a root.
Out:   the columns `start` to `stop` of the global array.

There are three kinds of run: `Roots`, `Wide` (one level, by whole-array operations on views made once: five numpy
calls) and `Narrow` (any number of levels, row by row in Python: an array operation costs as much as a dozen rows).
Parents stand before their children, and outside of a `Wide`.

`Wide`, `Narrow` and `compose` do the same operations in the same order, so they agree to the last bit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.intp]
    Floats = NDArray[np.float64]
    Column = memoryview[Any]
    Columns = tuple[Column, Column, Column, Column, Column, Column]

Basis = tuple[float, float, float, float]
Matrix = tuple[float, float, float, float, float, float]

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
NO_TURN: Basis = IDENTITY[:4]
NARROW = 12  # levels of fewer rows are composed in Python

# Microseconds, for the choice between some subtrees and everything. Only their ratios matter.
ROW_COST = 1.0
CALLS_COST = 8.0
CELL_COST = 0.015


def compose(parent: Matrix, basis: Basis, origin: tuple[float, float]) -> Matrix:
    """The global matrix of a local `basis` and `origin` under the global matrix of a parent."""
    pxx, pxy, pyx, pyy, pox, poy = parent
    xx, xy, yx, yy = basis
    ox, oy = origin
    return (
        pxx * xx + pyx * xy,
        pxy * xx + pyy * xy,
        pxx * yx + pyx * yy,
        pxy * yx + pyy * yy,
        pxx * ox + pyx * oy + pox,
        pxy * ox + pyy * oy + poy,
    )


class Run(Protocol):
    """Rows that are composed together."""

    start: int
    stop: int
    cost: float

    def run(self) -> None:
        """Compose the rows from their parents' global matrices."""


class Roots:
    """Rows without a parent: the global matrix is the local one."""

    __slots__ = ("_source", "_target", "cost", "start", "stop")

    def __init__(self, local: Floats, world: Floats, start: int, stop: int) -> None:
        self.start, self.stop, self.cost = start, stop, CALLS_COST / 4
        self._source, self._target = local[:, start:stop], world[:, start:stop]

    def run(self) -> None:
        """Copy the rows."""
        np.copyto(self._target, self._source)


class Wide:
    """One level. `scratch` is two buffers of at least six numbers a row, shared by all levels."""

    __slots__ = (
        "_above",
        "_basis",
        "_gathered",
        "_origin",
        "_parents",
        "_sum",
        "_target",
        "_world",
        "cost",
        "start",
        "stop",
    )

    def __init__(self, local: Floats, world: Floats, parent_row: Ints, scratch: Floats, start: int, stop: int) -> None:
        width = stop - start
        self.start, self.stop, self.cost = start, stop, CALLS_COST + width * CELL_COST
        self._world = world
        self._target = world.reshape(3, 2, -1)[:, :, start:stop]
        self._origin = self._target[2]
        by_axis = local.reshape(3, 2, -1)[:, :, start:stop]
        self._basis = by_axis[:, 0:1], by_axis[:, 1:2]
        self._sum = scratch[1, : 6 * width].reshape(3, 2, width)
        self._parents = parents = parent_row[start:stop]
        first = int(parents[0])
        if (parents == first).all():  # nothing to gather
            self._gathered = None
            above = world.reshape(3, 2, -1)[:, :, first : first + 1]
        else:
            self._gathered = scratch[0, : 6 * width].reshape(6, width)
            above = self._gathered.reshape(3, 2, width)
        self._above = above[0:1], above[1:2], above[2]

    def run(self) -> None:
        """Compose the rows."""
        if self._gathered is not None:
            self._world.take(self._parents, 1, self._gathered, "clip")  # "raise" would copy the output
        parent_x, parent_y, parent_origin = self._above
        x, y = self._basis
        target, origin, scratch = self._target, self._origin, self._sum
        np.multiply(parent_x, x, target)
        np.multiply(parent_y, y, scratch)
        np.add(target, scratch, target)
        np.add(origin, parent_origin, origin)


class Narrow:
    """One level or several."""

    __slots__ = ("_local", "_parent_row", "_world", "cost", "start", "stop")

    def __init__(self, local: Columns, world: Columns, parent_row: Column, start: int, stop: int) -> None:
        self.start, self.stop, self.cost = start, stop, (stop - start) * ROW_COST
        self._local, self._world, self._parent_row = local, world, parent_row

    def run(self) -> None:
        """Compose the rows."""
        compose_rows(self._local, self._world, self._parent_row, self.start, self.stop)


def compose_rows(local: Columns, world: Columns, parent_row: Column, start: int, stop: int) -> None:
    """Compose rows one by one; a parent may stand among them, before its children."""
    lxx, lxy, lyx, lyy, lox, loy = local
    wxx, wxy, wyx, wyy, wox, woy = world
    for row in range(start, stop):
        xx, xy, yx, yy, ox, oy = lxx[row], lxy[row], lyx[row], lyy[row], lox[row], loy[row]
        parent = parent_row[row]
        if parent >= 0:
            pxx, pxy, pyx, pyy = wxx[parent], wxy[parent], wyx[parent], wyy[parent]
            xx, xy, yx, yy, ox, oy = (
                pxx * xx + pyx * xy,
                pxy * xx + pyy * xy,
                pxx * yx + pyx * yy,
                pxy * yx + pyy * yy,
                pxx * ox + pyx * oy + wox[parent],
                pxy * ox + pyy * oy + woy[parent],
            )
        wxx[row], wxy[row], wyx[row], wyy[row], wox[row], woy[row] = xx, xy, yx, yy, ox, oy


def breadth_first(parents: Ints) -> tuple[Ints, list[int]]:
    """An order in which every level is one run, and so are the children of every run.

    Args:
        parents: (N,), for each item the index of its parent, -1 for a root.

    Returns:
        The items in that order, siblings as they were among each other; and where each level starts in it, with N at
        the end.
    """
    count = len(parents)
    by_parent = np.argsort(parents, kind="stable")
    first = np.searchsorted(parents[by_parent], np.arange(count + 1))  # item i's children: first[i] to first[i + 1]
    children, begin_of = by_parent.data, first.data
    order = np.empty(count, np.intp)
    starts = [0]
    level: Ints = by_parent[: first[0]]
    while len(level):
        start, stop = starts[-1], starts[-1] + len(level)
        order[start:stop] = level
        starts.append(stop)
        if len(level) < NARROW:
            few: list[int] = []
            for item in level.tolist():
                few += children[begin_of[item] : begin_of[item + 1]]
            level = np.array(few, np.intp)
        else:
            begin = first[level]
            sizes = first[level + 1] - begin
            offsets = begin - np.cumsum(sizes) + sizes
            level = by_parent[np.repeat(offsets, sizes) + np.arange(sizes.sum())]
    return order, starts
