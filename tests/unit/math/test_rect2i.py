"""Rect2i beyond Godot's records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.math import SIDE_LEFT, MathTypeError, MathValueError, Rect2, Rect2i, Vector2i

coordinates = st.integers(-20, 20)
sizes = st.integers(0, 12)
rects = st.builds(Rect2i, coordinates, coordinates, sizes, sizes)


def cells(rect: Rect2i) -> set[tuple[int, int]]:
    """Every cell of a rectangle, by counting them up."""
    x, y, width, height = rect
    return {(column, row) for column in range(x, x + width) for row in range(y, y + height)}


@given(rects, rects, st.tuples(coordinates, coordinates))
def test_what_is_asked_of_two_rectangles_is_true_of_their_cells(a: Rect2i, b: Rect2i, cell: tuple[int, int]) -> None:
    assert a.has_point(cell) == (cell in cells(a))
    assert a.get_area() == len(cells(a))
    assert cells(a.intersection(b)) == cells(a) & cells(b)
    assert cells(a.merge(b)) >= cells(a) | cells(b)
    if b.has_area():
        assert a.encloses(b) == (cells(b) <= cells(a))
        assert not a.has_area() or a.intersects(b) == bool(cells(a) & cells(b))


def test_parts_are_vectors_of_ints_and_are_replaced_by_making_another_rectangle() -> None:
    rect = Rect2i(1, 2, 3, 4)

    assert {type(part) for part in (rect.position, rect.size, rect.end, rect.get_center())} == {Vector2i}
    assert rect.with_position((5, 6)) == (5, 6, 3, 4)
    assert rect.with_size((5, 6)) == (1, 2, 5, 6)
    assert rect.with_end((5, 6)) == (1, 2, 4, 4)
    assert type(rect.with_end((5, 6))) is Rect2i


@pytest.mark.parametrize("beside", [(3, 0, 3, 3), (-3, 0, 3, 3), (0, 3, 3, 3), (0, -3, 3, 3)])
def test_rectangles_that_touch_do_not_intersect(beside: tuple[int, int, int, int]) -> None:
    assert not Rect2i(0, 0, 3, 3).intersects(beside)
    assert Rect2i(0, 0, 3, 3).intersection(beside) == Rect2i()


def test_the_middle_of_a_negative_size_is_rounded_towards_the_position() -> None:
    assert Rect2i(0, 0, -5, 5).get_center() == (-2, 2)


def test_it_turns_into_a_rect2_and_back() -> None:
    assert Rect2(Rect2i(1, 2, 3, 4)) == (1.0, 2.0, 3.0, 4.0)
    assert {type(number) for number in Rect2(Rect2i(1, 2, 3, 4))} == {float}


def test_methods_refuse_fractions_and_what_is_no_rectangle() -> None:
    with pytest.raises(MathTypeError, match=r"Rect2i\.has_point: needs 2 whole numbers, got \(0\.5, 1\)"):
        Rect2i().has_point((0.5, 1))  # type: ignore[arg-type]
    with pytest.raises(MathTypeError, match=r"Rect2i\.merge: needs 4 numbers, got \(1, 2\) \(tuple\)"):
        Rect2i().merge((1, 2))
    with pytest.raises(MathTypeError, match=r"Rect2i\.grow: needs 4 whole numbers"):
        Rect2i().grow(0.5)  # type: ignore[arg-type]
    with pytest.raises(MathValueError, match=r"Rect2i\.grow_side: side must be 0 to 3 .*, got 4"):
        Rect2i().grow_side(4, 1)
    attempts: list[Callable[[], Any]] = [lambda: Rect2i() + (1, 2), lambda: Rect2i() * 2, lambda: 2 * Rect2i()]
    for wrong in attempts:
        with pytest.raises(MathTypeError, match=r"Rect2i has no"):
            wrong()


def test_a_single_side_grows() -> None:
    assert Rect2i(0, 0, 10, 10).grow_side(SIDE_LEFT, 2) == (-2, 0, 12, 10)


def test_text_is_godots() -> None:
    assert str(Rect2i(0, 1, 2, 3)) == "[P: (0, 1), S: (2, 3)]"
