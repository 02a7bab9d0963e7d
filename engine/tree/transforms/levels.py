"""Composing runs of rows of transform arrays, and the order of rows that makes a tree level one run.

In:    (6, capacity) in 2D, (12, capacity) in 3D, float64 arrays of local and global matrices (engine.tree.
       transforms.spaces says how one is laid out); the row of each row's parent, -1 for a root.
Out:   the columns `start` to `stop` of the global array.

There are three kinds of run: `Roots`, `Wide` (one level, by whole-array operations on views made once: five numpy
calls in 2D, seven in 3D) and `Narrow` (any number of levels, row by row in Python: an array operation costs as much as
a dozen rows). Parents stand before their children, and outside of a `Wide`.

`Wide`, `Narrow` and `Space.compose` do the same operations in the same order, so they agree to the last bit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from typing import Protocol

    from numpy.typing import NDArray

    from engine.tree.transforms.spaces import Column, Columns, Space

    Ints = NDArray[np.intp]
    Floats = NDArray[np.float64]

    class Run(Protocol):
        """Rows that are composed together."""

        start: int
        stop: int
        cost: float

        def run(self, turned: bool = True) -> None:
            """Compose the rows from their parents' global matrices.

            Unless `turned`, only origins were written since the last time, so only origins are composed: a third of the
            work.
            """


NARROW = 12  # levels of fewer rows are composed in Python

# Microseconds, for the choice between some subtrees and everything. Only their ratios matter.
ROW_COST = 1.0
CALLS_COST = 8.0
CELL_COST = 0.015


class Roots:
    """Rows without a parent: the global matrix is the local one."""

    __slots__ = ("_source", "_target", "cost", "start", "stop")

    def __init__(self, local: Floats, world: Floats, start: int, stop: int) -> None:
        self.start, self.stop, self.cost = start, stop, CALLS_COST / 4
        self._source, self._target = local[:, start:stop], world[:, start:stop]

    def run(self, turned: bool = True) -> None:
        """Copy the rows."""
        np.copyto(self._target, self._source)


class Wide:
    """One level. `scratch` is two buffers of at least a matrix a row, shared by all levels."""

    __slots__ = (
        "_above",
        "_by_axis",
        "_gathered",
        "_moved",
        "_origin",
        "_parents",
        "_sum",
        "_target",
        "_world",
        "cost",
        "start",
        "stop",
    )

    def __init__(
        self, axes: int, local: Floats, world: Floats, parent_row: Ints, scratch: Floats, start: int, stop: int
    ) -> None:
        width = stop - start
        shape = (axes + 1, axes, -1)  # the images of the axes and the origin, each of so many numbers
        numbers = (axes + 1) * axes * width
        self.start, self.stop, self.cost = start, stop, CALLS_COST + width * CELL_COST
        self._world = world
        self._target = world.reshape(shape)[:, :, start:stop]
        self._origin = self._target[axes]
        by_axis = local.reshape(shape)[:, :, start:stop]
        self._by_axis = [by_axis[:, axis : axis + 1] for axis in range(axes)]  # of all images, what lies along an axis
        self._sum = scratch[1, :numbers].reshape(axes + 1, axes, width)
        self._moved = self._target[axes:], self._sum[axes:], [along[axes:] for along in self._by_axis]
        self._parents = parents = parent_row[start:stop]
        first = int(parents[0])
        if (parents == first).all():  # nothing to gather
            self._gathered = None
            above = world.reshape(shape)[:, :, first : first + 1]
        else:
            self._gathered = scratch[0, :numbers].reshape(-1, width)
            above = self._gathered.reshape(axes + 1, axes, width)
        self._above = (*(above[axis : axis + 1] for axis in range(axes)), above[axes])

    def run(self, turned: bool = True) -> None:
        """Compose the rows."""
        if self._gathered is not None:
            self._world.take(self._parents, 1, self._gathered, "clip")  # "raise" would copy the output
        target, scratch, by_axis = (self._target, self._sum, self._by_axis) if turned else self._moved
        *parent_axes, parent_origin = self._above
        np.multiply(parent_axes[0], by_axis[0], target)
        for axis in range(1, len(by_axis)):
            np.multiply(parent_axes[axis], by_axis[axis], scratch)
            np.add(target, scratch, target)
        np.add(self._origin, parent_origin, self._origin)


class Narrow:
    """One level or several."""

    __slots__ = ("_compose_rows", "_local", "_parent_row", "_world", "cost", "start", "stop")

    def __init__(self, space: Space, local: Columns, world: Columns, parent_row: Column, start: int, stop: int) -> None:
        self.start, self.stop, self.cost = start, stop, (stop - start) * ROW_COST
        self._compose_rows = space.compose_rows
        self._local, self._world, self._parent_row = local, world, parent_row

    def run(self, turned: bool = True) -> None:
        """Compose the rows one by one; a parent may stand among them, before its children."""
        self._compose_rows(self._local, self._world, self._parent_row, self.start, self.stop)


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
