"""Arrangement: the order in which the items of a canvas are drawn, and which of them are in view; all in arrays.

In:    a walk (tree order, what is sorted by y, groups), the content (z, bounds), global transforms, the view.
Out:   `sequence`: the places of the items that are drawn, in order.
Order: y within each sorter, ties by tree order; then z, ties as before. So a sorted item keeps what belongs to it
       together, and a group its members.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from servers.render.scene.canvas.content import spans
from servers.render.scene.canvas.placing import pack

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.core.contracts import TransformSource
    from servers.render.scene.canvas.canvas_walk import Sorter, Walk
    from servers.render.scene.canvas.content import Content
    from servers.render.scene.draw_list import View

    Floats = NDArray[np.float32]
    Doubles = NDArray[np.float64]
    Ints = NDArray[np.intp]

CULL_MARGIN = 2.0
"""Viewport pixels that an item may be outside of the view before it is left out: hairlines and soft edges reach so far.
"""

NO_GROUP = -1

_ROUNDING = 2.0**-44
"""How much of itself a sum of global coordinates may be wrong by: some hundred of its last bits."""


class Arrangement:
    """The order of one canvas.

    Attributes:
        sequence: (m,) the places of the items in view, in drawing order.
        groups: (n,) by place the innermost group that each item is drawn in, an index into `walk.groups`; NO_GROUP for
            none; None where no item is in one.
        group_parents: by group the one that it is drawn in itself.
        revision: counts up when `sequence` has changed.
    """

    def __init__(self) -> None:
        """Of no items."""
        self.sequence: Ints = np.empty(0, np.intp)
        self.groups: Ints | None = None
        self.group_parents: list[int] = []
        self.revision = 0
        self._walk: Walk | None = None
        self._order: Ints = self.sequence
        self._z: Ints | None = None
        self._sorters: list[_Sorting] = []

    def lay_out(self, walk: Walk, content: Content) -> None:
        """Take in another walk or content."""
        self._walk = walk
        count = len(content.items)
        self._order = np.arange(count)
        self._z = content.z if walk.layered else None
        if self._z is not None:
            self._order = np.argsort(self._z, kind="stable")
        self._sorters = [_Sorting(level) for level in _in_levels(walk.sorters)]
        self.groups, self.group_parents = _group_members(walk, content)
        self.sequence = np.empty(0, np.intp)
        self.revision += 1

    def sort(self, source: TransformSource | None) -> bool:
        """Sort by y anew, after something has moved; whether the order is another."""
        if not self._sorters or source is None:
            return False
        order = np.arange(len(self._order))
        for sorter in self._sorters:
            sorter.sort(order, source)
        if self._z is not None:
            order = order[np.argsort(self._z[order], kind="stable")]
        is_other = not np.array_equal(order, self._order)
        self._order = order
        return is_other

    def cull(self, seen: NDArray[np.bool_]) -> None:
        """Leave out what is not in view, (n,) by place, and find whether the sequence is another than before."""
        if self.groups is not None:
            self._drop_members_of_unseen(seen)
        sequence = self._order if seen.all() else self._order[seen[self._order]]
        if not np.array_equal(sequence, self.sequence):
            self.sequence = sequence.copy() if sequence is self._order else sequence
            self.revision += 1

    def _drop_members_of_unseen(self, seen: NDArray[np.bool_]) -> None:
        """Members of a group whose owner is not in view are not seen either."""
        assert self._walk is not None
        assert self.groups is not None
        groups = self._walk.groups
        drawn = np.ones(len(groups) + 1, np.bool_)  # the last is that of NO_GROUP
        for number in reversed(range(len(groups))):
            drawn[number] = seen[groups[number].end] and drawn[self.group_parents[number]]
        seen &= drawn[self.groups]


class _Sorting:
    """Sorters of which none stands inside of another, in arrays: each sorts a stretch of its own."""

    def __init__(self, sorters: list[Sorter]) -> None:
        self._slots = np.array([slot for sorter in sorters for slot in sorter.slots], np.intp)
        sizes = np.array([len(sorter.slots) for sorter in sorters], np.intp)
        self._heads = np.add.accumulate(sizes) - sizes
        """The first unit of each sorter, which is the item that sorts."""
        self._owners = np.repeat(np.arange(len(sorters)), sizes)
        self._starts = np.array([start for sorter in sorters for start in sorter.starts], np.intp)
        ends = np.append(self._starts[1:], 0)
        ends[np.append(self._heads[1:] - 1, -1)] = [sorter.end for sorter in sorters]
        self._counts = ends - self._starts
        self._is_single = bool((self._counts == 1).all())
        self._places = spans(self._starts, self._counts)
        """What is sorted: its places in the walk."""
        self._globals = np.empty((len(self._slots), 6))

    def sort(self, order: Ints, source: TransformSource) -> None:
        """Sort the stretches of `order`."""
        with np.errstate(all="ignore"):  # what has no finite place stands anywhere
            keys, rounding = self._keys(source)
            units = np.argsort(keys, kind="stable") if len(self._heads) == 1 else np.lexsort((keys, self._owners))
            units = self._with_ties(units, keys, rounding)
        starts = self._starts[units]
        order[self._places] = order[starts if self._is_single else spans(starts, self._counts[units])]

    def _keys(self, source: TransformSource) -> tuple[Doubles, Doubles]:
        """The y of each unit, in the space of the item that sorts; and, by sorter, how wrong it may be."""
        pack(source, self._slots, self._globals)
        x, y = self._globals[:, 4].copy(), self._globals[:, 5].copy()  # side by side they are quicker
        heads = self._globals[self._heads]
        most = np.maximum.reduceat(np.maximum(np.abs(x), np.abs(y)), self._heads)
        area = heads[:, 0] * heads[:, 3] - heads[:, 1] * heads[:, 2]
        area[area == 0] = np.inf  # nothing is seen of it
        along, across = heads[:, 0] / area, heads[:, 1] / area
        rounding = most * (np.abs(along) + np.abs(across)) * _ROUNDING
        if len(heads) > 1:
            heads, along, across = heads[self._owners], along[self._owners], across[self._owners]
        keys = (y - heads[:, 5]) * along
        if across.any():
            keys -= (x - heads[:, 4]) * across
        return keys, rounding

    def _with_ties(self, units: Ints, keys: Doubles, rounding: Doubles) -> Ints:
        """Units in order, those that differ by no more than rounding in tree order: it must not decide about ties."""
        ordered = keys[units]
        gaps = ordered[1:] - ordered[:-1]
        if not ((gaps > 0) & (gaps <= rounding.max())).any():
            return units
        same = (gaps <= rounding[self._owners[1:]]) & (self._owners[1:] == self._owners[:-1])
        stretches = np.concatenate(((0,), np.add.accumulate(~same)))
        return units[np.lexsort((units, stretches))]


def _in_levels(sorters: list[Sorter]) -> list[list[Sorter]]:
    """Sorters, of which inner ones come before those around them, by how many stand inside of each other at most."""
    levels: list[list[Sorter]] = []
    open_ones: list[tuple[int, int]] = []  # where it begins, and its level
    for sorter in sorters:
        level = 0
        while open_ones and open_ones[-1][0] >= sorter.starts[0]:
            level = max(level, open_ones.pop()[1] + 1)
        open_ones.append((sorter.starts[0], level))
        if level == len(levels):
            levels.append([])
        levels[level].append(sorter)
    return levels


def in_view(bounds: Floats, transforms: Floats, view: View, margin: float = CULL_MARGIN) -> NDArray[np.bool_]:
    """Which boxes touch the view.

    Args:
        bounds: (n, 4) left, top, right, bottom, item space; infinite ones are always in view.
        transforms: (n, 6) from item space to the canvas.
        view: what is shown of the canvas.
        margin: how many viewport pixels outside of the view still count.

    Returns:
        (n,); what has no finite place is not in view.
    """
    va, vb, vc, vd, vx, vy = view.transform
    width, height = view.size
    with np.errstate(invalid="ignore", over="ignore"):
        half_width = (bounds[:, 2] - bounds[:, 0]) * 0.5
        half_height = (bounds[:, 3] - bounds[:, 1]) * 0.5
        middle_x = bounds[:, 0] + half_width
        middle_y = bounds[:, 1] + half_height
        a, b, c, d = (transforms[:, part] for part in range(4))
        # from item space to the viewport
        a, b, c, d = va * a + vc * b, vb * a + vd * b, va * c + vc * d, vb * c + vd * d
        x = va * transforms[:, 4] + vc * transforms[:, 5] + vx
        y = vb * transforms[:, 4] + vd * transforms[:, 5] + vy
        x = x + a * middle_x + c * middle_y
        y = y + b * middle_x + d * middle_y
        reach_x = np.abs(a) * half_width + np.abs(c) * half_height + margin
        reach_y = np.abs(b) * half_width + np.abs(d) * half_height + margin
        seen: NDArray[np.bool_] = (
            (x + reach_x >= 0) & (x - reach_x <= width) & (y + reach_y >= 0) & (y - reach_y <= height)
        )
    boundless = np.isinf(bounds[:, 0])
    if boundless.any():
        seen |= boundless & np.isfinite(transforms).all(axis=1)
    return seen


def _group_members(walk: Walk, content: Content) -> tuple[Ints | None, list[int]]:
    """By item the innermost group that it is drawn in, which has its z; by group the one around it."""
    if not walk.groups:
        return None, []
    members = np.full(len(content.items), NO_GROUP, np.intp)
    for number in reversed(range(len(walk.groups))):
        group = walk.groups[number]
        stretch = members[group.start : group.end]
        stretch[content.z[group.start : group.end] == group.owner.z_down] = number
    return members, [int(members[group.end]) for group in walk.groups]
