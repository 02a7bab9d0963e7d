"""Countdowns of many timers at once count as a list of floats does, to the last bit."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.tree.timers import Countdowns
from tests.fuzz.effort import effort

seconds = st.one_of(st.sampled_from((0.0, 0.1, 1 / 60, 1 / 144, 1.0)), st.floats(0, 5, allow_subnormal=False))
operations = st.lists(
    st.one_of(
        st.tuples(st.just("add"), seconds),
        st.tuples(st.just("add_many"), seconds, st.integers(1, 40)),
        st.tuples(st.just("drop"), st.integers(0, 999)),
        st.tuples(st.just("drop_many"), st.integers(0, 999), st.integers(1, 40)),
        st.tuples(st.just("set"), st.integers(0, 999), seconds),
        st.tuples(st.just("advance"), seconds, st.booleans()),
    ),
    max_size=50,
)


class Item:
    """Something that is counted."""

    _slot = -1


class Counting:
    """The countdowns, and a list of what they should say."""

    def __init__(self) -> None:
        self.countdowns = Countdowns()
        self.items: list[Item] = []
        self.expected: list[float] = []

    def add(self, left: float) -> None:
        item = Item()
        self.countdowns.add(item, left)
        self.items.append(item)
        self.expected.append(left)

    def add_many(self, left: float, count: int) -> None:
        for _ in range(count):
            self.add(left)

    def drop(self, pick: int) -> None:
        if self.items:
            at = pick % len(self.items)
            assert self.countdowns.drop(self.items.pop(at)) == self.expected.pop(at)

    def drop_many(self, pick: int, count: int) -> None:
        for _ in range(count):
            self.drop(pick)

    def set(self, pick: int, left: float) -> None:
        if self.items:
            at = pick % len(self.items)
            self.countdowns.cells[self.items[at]._slot] = left
            self.expected[at] = left

    def advance(self, delta: float, at_zero: bool) -> None:
        due = list(self.countdowns.advance(delta, at_zero))
        self.expected = [left - delta for left in self.expected]

        def is_due(left: float) -> bool:
            return left <= 0 if at_zero else left < 0

        assert due == [item for item, left in zip(self.items, self.expected, strict=True) if is_due(left)]


@effort(150)
@given(operations)
def test_timers_count_like_floats(program: list[tuple[Any, ...]]) -> None:
    counting = Counting()
    for verb, *values in program:
        getattr(counting, verb)(*values)

        assert [float(counting.countdowns.left[item._slot]) for item in counting.items] == counting.expected
