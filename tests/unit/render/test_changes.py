"""Which rows of an array have changed: a few stretches, together all that differ, and not much more."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from servers.render.scene.changes import MOST_STRETCHES, Changes, changed_stretches, stretches_of

Floats = NDArray[np.float32]


def rows(count: int) -> Floats:
    return np.random.default_rng(count).random((count, 4, 2), np.float32)


def moved(before: Floats, *changed: int) -> Floats:
    after = before.copy()
    after[[*changed], 3, 1] += 1
    return after


# --- comparing -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("corner", range(4))
@pytest.mark.parametrize("axis", range(2))
def test_one_number_that_differs_is_its_row(corner: int, axis: int) -> None:
    before = rows(100)
    after = before.copy()
    after[37, corner, axis] += 1

    assert changed_stretches(before, after) == [(37, 38)]


def test_equal_arrays_do_not_differ() -> None:
    before = rows(100)

    assert changed_stretches(before, before.copy()) == ()


@pytest.mark.parametrize("row", [0, 99])
def test_the_first_row_and_the_last_are_seen(row: int) -> None:
    before = rows(100)

    assert changed_stretches(before, moved(before, row)) == [(row, row + 1)]


def test_numbers_that_are_equal_in_other_bits_differ_and_what_is_no_number_does_not() -> None:
    before = rows(100)
    before[5], before[9] = 0.0, np.nan
    after = before.copy()
    assert changed_stretches(before, after) == ()

    after[5] = -0.0
    assert changed_stretches(before, after) == [(5, 6)]


def test_where_all_moved_that_is_all_of_them() -> None:
    before = rows(1000)

    assert changed_stretches(before, before + 1) is None


def test_where_most_moved_all_are_sent() -> None:
    before = rows(1000)
    after = before + 1
    after[::3] = before[::3]

    assert changed_stretches(before, after) is None


def test_another_number_of_rows_is_all_of_them() -> None:
    assert changed_stretches(rows(10), rows(9)) is None
    assert changed_stretches(rows(0), rows(3)) is None
    assert changed_stretches(rows(3), rows(0)) is None
    assert changed_stretches(rows(0), rows(0).copy()) is None


def test_an_array_that_was_written_in_place_may_have_changed_everywhere() -> None:
    before = rows(10)

    assert changed_stretches(before, before) is None


# --- stretches -------------------------------------------------------------------------------------------------------


def test_near_rows_are_one_stretch_and_far_ones_are_not() -> None:
    assert stretches_of(np.array([10, 12, 13, 900]), 1000) == [(10, 14), (900, 901)]


def test_of_many_stretches_neighbours_are_taken_together() -> None:
    starts = np.arange(20) * 400 + np.arange(20)
    found = stretches_of(starts, 10_000)

    assert found is not None
    assert len(found) == MOST_STRETCHES
    assert (found[0][0], found[-1][1]) == (starts[0], starts[-1] + 1)


def test_more_than_half_of_the_rows_are_all_of_them() -> None:
    assert stretches_of(np.arange(50), 100) == [(0, 50)]
    assert stretches_of(np.arange(51), 100) is None


@given(st.sets(st.integers(0, 4999), max_size=40))
def test_stretches_hold_all_that_changed_in_order_apart_and_begin_and_end_with_it(changed: set[int]) -> None:
    found = stretches_of(np.array(sorted(changed), np.intp), 5000)
    if found is None:
        assert max(changed) - min(changed) > 5000 / 2
        return
    covered = [row for first, after in found for row in range(first, after)]

    assert len(found) <= MOST_STRETCHES
    assert covered == sorted({*covered})
    assert changed <= {*covered}
    assert {row for first, after in found for row in (first, after - 1)} <= changed
    assert len(covered) <= 2500


# --- counting --------------------------------------------------------------------------------------------------------


def test_who_has_all_is_told_nothing() -> None:
    changes = Changes()
    changes.note([(3, 5)])

    assert changes.since(changes.revision, 10) == ()


def test_who_has_the_one_before_is_told_what_changed() -> None:
    changes = Changes()
    changes.note(None)
    before = changes.revision
    changes.note([(3, 5), (8, 9)])

    assert changes.since(before, 10) == [(3, 5), (8, 9)]


def test_who_has_an_older_one_or_none_is_told_all() -> None:
    changes = Changes()
    before = changes.revision
    changes.note([(3, 5)])
    changes.note([(7, 8)])

    assert [*changes.since(before, 10)] == [(0, 10)]
    assert [*changes.since(-1, 10)] == [(0, 10)]


def test_a_change_of_all_is_told_as_all_there_are_now() -> None:
    changes = Changes()
    before = changes.revision
    changes.note(None)

    assert [*changes.since(before, 10)] == [(0, 10)]
    assert changes.since(before, 0) == ()


def test_no_stretch_is_no_change() -> None:
    changes = Changes()
    before = changes.revision
    changes.note(())

    assert changes.revision == before
