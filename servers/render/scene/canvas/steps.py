"""Steps: the rows of a canvas, already in order, cut into what is drawn in one call each, and groups around them.

A batch ends when texture page, material, filter, repeat or blend changes, and only then: reordering for longer batches
would change what overlaps what.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from servers.render.scene.canvas.arrangement import NO_GROUP
from servers.render.scene.canvas.canvas_item import GroupMode
from servers.render.scene.draw_list import BackBufferCopy, Batch, GroupBegin, GroupEnd, Step

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from servers.render.scene.canvas.arrangement import Arrangement
    from servers.render.scene.canvas.canvas_walk import Group, Walk
    from servers.render.scene.canvas.content import Content
    from servers.render.scene.canvas.placing import Placing
    from servers.render.scene.draw_list import Region

    Ints = NDArray[np.intp]


def build_steps(walk: Walk, content: Content, arrangement: Arrangement, placing: Placing) -> tuple[list[Step], int]:
    """The steps of a canvas, and in how many stretches of equal looks they fall."""
    looks = content.row_looks if placing.rows is None else content.row_looks[placing.rows]
    if not len(looks) and not walk.special:
        return [], 0
    drawings = np.array(content.looks.drawing_of or [0], np.intp)[looks]
    batches = _Batches(content, drawings)
    logical = int(np.count_nonzero(looks[1:] != looks[:-1])) + bool(len(looks))
    if not walk.special:
        return list(batches.between(0, len(looks))), logical
    return _Grouping(walk, content, arrangement, placing, batches).steps(), logical


class _Batches:
    """The places where a call ends."""

    def __init__(self, content: Content, drawings: Ints) -> None:
        self._table = content.looks.drawings
        self._drawings = drawings
        self._cuts = np.flatnonzero(drawings[1:] != drawings[:-1]) + 1

    def between(self, start: int, end: int) -> list[Batch]:
        """The batches of the rows from `start` to `end`."""
        if start == end:
            return []
        inner = self._cuts[np.searchsorted(self._cuts, start, "right") : np.searchsorted(self._cuts, end, "left")]
        edges = [start, *inner.tolist(), end]
        return [Batch(self._table[self._drawings[first]], first, after - first) for first, after in pairwise(edges)]


class _Grouping:
    """Writes the steps of a canvas that has groups or copies to the back buffer."""

    def __init__(
        self, walk: Walk, content: Content, arrangement: Arrangement, placing: Placing, batches: _Batches
    ) -> None:
        self._walk = walk
        self._content = content
        self._sequence = arrangement.sequence
        self._groups = arrangement.groups
        self._parents = arrangement.group_parents
        self._placing = placing
        self._batches = batches
        self._open: list[int] = []
        self._opened: set[int] = set()
        self._out: list[Step] = []

    def steps(self) -> list[Step]:
        """All of them."""
        sequence = self._sequence
        groups = np.full(len(sequence), NO_GROUP) if self._groups is None else self._groups[sequence]
        special = np.isin(sequence, [*(group.end for group in self._walk.groups), *self._copying()])
        changed = (groups[1:] != groups[:-1]) | special[1:] | special[:-1]
        edges = [0, *(np.flatnonzero(changed) + 1).tolist(), len(sequence)]
        for first, after in pairwise(edges):
            if first == after:
                continue
            place = int(sequence[first])
            number = self._walk.owned.get(self._content.items[place])
            if number is not None:
                self._close_own(number, first, int(groups[first]))
                continue
            self._enter(int(groups[first]))
            if special[first]:
                self._out.append(BackBufferCopy(place, self._region(place)))
            self._draw(first, after)
        self._enter(NO_GROUP)
        return self._out

    def _copying(self) -> list[int]:
        items = self._content.items
        return [
            place
            for place, item in enumerate(items)
            if item.extras is not None and item.extras.copies_back is not False
        ]

    def _enter(self, group: int) -> None:
        """Close the groups that `group` is not in, and open those around it."""
        around: list[int] = []
        while group != NO_GROUP:
            around.append(group)
            group = self._parents[group]
        around.reverse()
        while self._open != around[: len(self._open)]:
            self._open.pop()
            self._out.append(GroupEnd(GroupMode.NONE, ()))  # its owner is drawn at once, or not at all
        for number in around[len(self._open) :]:
            self._begin(number)

    def _begin(self, number: int) -> None:
        group = self._walk.groups[number]
        mode = _mode(group)
        self._open.append(number)
        self._opened.add(number)
        self._out.append(GroupBegin(mode))
        if mode == GroupMode.CLIP_AND_DRAW:
            found = np.flatnonzero(self._sequence == group.end)
            if len(found):
                self._draw(int(found[0]), int(found[0]) + 1)

    def _close_own(self, number: int, at: int, around: int) -> None:
        """Draw the owner of a group, with what its members drew, if they did."""
        mode = _mode(self._walk.groups[number])
        rows = self._batches.between(int(self._placing.offsets[at]), int(self._placing.offsets[at + 1]))
        if number in self._opened:
            self._enter(around)
            end = self._out.pop()
            assert isinstance(end, GroupEnd)
            self._out.append(GroupEnd(mode, tuple(rows)))
        elif mode == GroupMode.CLIP_AND_DRAW or (mode == GroupMode.TRANSPARENT and not self._is_cover(number)):
            self._enter(around)
            self._out.extend(rows)

    def _is_cover(self, number: int) -> bool:
        return self._walk.groups[number].end in self._content.covers

    def _draw(self, first: int, after: int) -> None:
        offsets = self._placing.offsets
        self._out.extend(self._batches.between(int(offsets[first]), int(offsets[after])))

    def _region(self, place: int) -> Region | None:
        extras = self._content.items[place].extras
        assert extras is not None
        return None if isinstance(extras.copies_back, bool) else extras.copies_back


def _mode(group: Group) -> GroupMode:
    assert group.owner.extras is not None
    return group.owner.extras.group_mode
