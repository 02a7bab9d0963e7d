"""The rows behind the store: when they are sorted, and that holes go."""

from __future__ import annotations

import numpy as np

from engine.tree.transforms.levels import breadth_first
from engine.tree.transforms.rows import TransformRows
from engine.tree.transforms.spaces import SPACE_2D


def grown(count: int) -> TransformRows:
    """A root with slot 0 and children below it, settled."""
    rows = TransformRows(SPACE_2D)
    rows.insert(list(range(count)), [-1, *([0] * (count - 1))])
    rows.settle(rows.write({}, {}))
    return rows


def test_rows_that_come_one_by_one_stand_in_the_tail_until_it_has_its_share() -> None:
    rows = grown(100)

    bases = set()
    for slot in range(100, 165):
        rows.insert([slot], [0])
        rows.settle(rows.write({}, {}))
        bases.add((rows.base, rows.count - rows.base))

    assert bases == {*((100, tail) for tail in range(1, 65)), (165, 0)}


def test_the_share_of_the_tail_grows_with_the_rows() -> None:
    rows = grown(10_000)

    rows.insert(list(range(10_000, 10_300)), [0] * 300)
    rows.settle(rows.write({}, {}))
    assert (rows.base, rows.count) == (10_000, 10_300)
    rows.insert(list(range(10_300, 10_400)), [0] * 100)
    rows.settle(rows.write({}, {}))
    assert (rows.base, rows.count) == (10_400, 10_400)


def test_rows_that_leave_the_tail_make_room_there() -> None:
    rows = grown(100)

    for _ in range(500):
        rows.insert([100], [0])
        rows.settle(rows.write({}, {}))
        rows.erase([100])

    assert rows.base == 100
    assert rows.count <= 165


def test_holes_are_dropped_when_they_outgrow_their_share() -> None:
    rows = grown(1000)

    rows.erase(list(range(900, 1000)))
    rows.settle(rows.write({}, {}))
    assert rows.count == 1000
    rows.erase(list(range(500, 900)))
    rows.settle(rows.write({}, {}))
    assert rows.count == 500


def test_breadth_first_puts_levels_and_the_children_of_each_parent_together() -> None:
    #       0        6
    #     2   1      5
    #     4   3
    order, starts = breadth_first(np.array([-1, 0, 0, 1, 2, 6, -1]))

    assert order.tolist() == [0, 6, 1, 2, 5, 3, 4]
    assert starts == [0, 2, 5, 7]


def test_breadth_first_orders_wide_levels_as_narrow_ones() -> None:
    parents = np.array([-1, *([0] * 30), *(1 + np.arange(30)[::-1] // 2)])

    order, starts = breadth_first(parents)

    assert starts == [0, 1, 31, 61]
    assert order[:31].tolist() == list(range(31))
    assert parents[order[31:]].tolist() == sorted(parents[31:].tolist())
