"""Covers: where the pictures of groups are drawn whose owners draw nothing themselves: around what the members draw.

In:    the walk's groups, the content, the sequence, and rows that are placed.
Out:   the one row of each such owner, in `placing.positions`.
Cost:  0.3 ms, and 3 us for each group; when something has moved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from servers.render.scene.canvas.arrangement import NO_GROUP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from servers.render.scene.canvas.arrangement import Arrangement
    from servers.render.scene.canvas.canvas_walk import Walk
    from servers.render.scene.canvas.content import Content
    from servers.render.scene.canvas.placing import Placing

    Floats = NDArray[np.float32]

Box = tuple[float, float, float, float]
"""Left, top, right, bottom; pixels of the canvas."""


def cover_groups(walk: Walk, content: Content, arrangement: Arrangement, placing: Placing, transforms: Floats) -> None:
    """Put the rows that show the picture of a group around its members; of one without members it is not drawn.

    `transforms`, (n, 6), are those of the items, for rows that are not placed themselves: a shader moves these.
    """
    if not content.covers or arrangement.groups is None:
        return
    sequence = arrangement.sequence
    at = np.flatnonzero(np.isin(sequence, content.covers))
    cover_rows = dict(zip(sequence[at].tolist(), placing.offsets[at].tolist(), strict=True))
    boxes = _boxes_of_members(arrangement, placing, content, transforms, placing.offsets[at])
    for number, group in enumerate(walk.groups):  # inner ones come first
        box = boxes.get(number)
        row = cover_rows.get(group.end)
        if box is None:
            if row is not None:
                placing.positions[row] = placing.positions[row, :1]  # nothing of it is seen
            continue
        if row is not None:
            extras = group.owner.extras
            assert extras is not None
            margin = extras.fit_margin
            left, top, right, bottom = box
            box = left, top, right, bottom = left - margin, top - margin, right + margin, bottom + margin
            placing.positions[row] = ((left, top), (right, top), (left, bottom), (right, bottom))
        around = arrangement.group_parents[number]
        boxes[around] = _both(box, boxes.get(around, box))


def _boxes_of_members(
    arrangement: Arrangement, placing: Placing, content: Content, transforms: Floats, covers: NDArray[np.intp]
) -> dict[int, Box]:
    """By group the box around what its members draw, without inner groups and `covers`, the rows of covers."""
    assert arrangement.groups is not None
    corners = placing.placed_corners(content, transforms)
    low, high = corners.min(axis=1), corners.max(axis=1)
    groups = np.repeat(arrangement.groups[arrangement.sequence], np.diff(placing.offsets))
    groups[covers] = NO_GROUP
    starts = np.flatnonzero(np.diff(groups, prepend=NO_GROUP - 1))
    boxes: dict[int, Box] = {}
    if len(starts):
        found = np.hstack((np.minimum.reduceat(low, starts), np.maximum.reduceat(high, starts))).tolist()
        for number, box in zip(groups[starts].tolist(), found, strict=True):
            boxes[number] = _both(box, boxes.get(number, box))
    return boxes


def _both(first: Box, second: Box) -> Box:
    """The box around two."""
    left, top, right, bottom = first
    other_left, other_top, other_right, other_bottom = second
    return min(left, other_left), min(top, other_top), max(right, other_right), max(bottom, other_bottom)
