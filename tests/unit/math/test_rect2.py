"""Rect2 beyond Godot's records."""

from __future__ import annotations

import pytest

from engine.math import SIDE_BOTTOM, SIDE_LEFT, MathTypeError, MathValueError, Rect2, Vector2


def test_position_size_and_end_are_vectors() -> None:
    rect = Rect2(1, 2, 3, 4)

    assert rect.position == (1, 2)
    assert rect.size == (3, 4)
    assert rect.end == (4, 6)
    assert {type(part) for part in (rect.position, rect.size, rect.end)} == {Vector2}


def test_parts_are_replaced_by_making_another_rectangle() -> None:
    rect = Rect2(1, 2, 3, 4)

    assert rect.with_position((5, 6)) == (5, 6, 3, 4)
    assert rect.with_size((5, 6)) == (1, 2, 5, 6)
    assert rect.with_end((5, 6)) == (1, 2, 4, 4)


def test_left_and_top_edges_are_inside_and_right_and_bottom_are_not() -> None:
    rect = Rect2(0, 0, 10, 10)

    assert rect.has_point((0, 0))
    assert not rect.has_point((10, 5))
    assert not rect.has_point((5, 10))


def test_rectangles_that_touch_intersect_only_with_borders() -> None:
    rect = Rect2(0, 0, 10, 10)

    assert not rect.intersects(Rect2(10, 0, 5, 5))
    assert rect.intersects((10, 0, 5, 5), include_borders=True)
    assert not rect.intersects((10.5, 0, 5, 5), include_borders=True)
    assert rect.intersection((10, 0, 5, 5)) == Rect2()


def test_merging_and_expanding_cover_both() -> None:
    assert Rect2(0, 0, 1, 1).merge((5, -1, 1, 1)) == (0, -1, 6, 2)
    assert Rect2(0, 0, 1, 1).expand((-2, 3)) == (-2, 0, 3, 3)


def test_a_single_side_grows() -> None:
    assert Rect2(0, 0, 10, 10).grow_side(SIDE_LEFT, 2) == (-2, 0, 12, 10)
    assert Rect2(0, 0, 10, 10).grow_side(SIDE_BOTTOM, 2) == (0, 0, 10, 12)


def test_an_unknown_side_is_refused() -> None:
    with pytest.raises(MathValueError, match=r"Rect2\.grow_side: side must be 0 to 3 .*, got 7"):
        Rect2().grow_side(7, 1)


def test_a_negative_size_is_turned_round_by_abs() -> None:
    assert Rect2(10, 10, -4, -6).abs() == (6, 4, 4, 6)


def test_rounding_errors_do_not_count_in_is_equal_approx() -> None:
    assert Rect2(0.1 + 0.2, 0, 1, 1).is_equal_approx((0.3, 0, 1, 1))
    assert not Rect2(0.31, 0, 1, 1).is_equal_approx((0.3, 0, 1, 1))


def test_methods_refuse_what_is_not_a_point_or_a_rectangle() -> None:
    with pytest.raises(MathTypeError, match=r"Rect2\.has_point: needs 2 numbers, got 5 \(int\)"):
        Rect2().has_point(5)  # type: ignore[arg-type]
    with pytest.raises(MathTypeError, match=r"Rect2\.merge: needs 4 numbers, got \(1, 2\) \(tuple\)"):
        Rect2().merge((1, 2))


def test_text_is_godots() -> None:
    assert str(Rect2(0, 1, 2, 3)) == "[P: (0.0, 1.0), S: (2.0, 3.0)]"
