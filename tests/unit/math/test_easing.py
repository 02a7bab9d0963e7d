"""Easing curves: what every one of them does; their values are in the conformance records."""

from __future__ import annotations

from itertools import product

import pytest

from engine.math import Color, EaseType, MathValueError, TransitionType, Vector2, easing

ALL = list(product(TransitionType, EaseType))
each_curve = pytest.mark.parametrize(("trans", "ease"), ALL, ids=lambda member: member.name)


@each_curve
def test_a_curve_starts_at_the_start_and_ends_at_the_end(trans: TransitionType, ease: EaseType) -> None:
    # Godot's exponential curve out and in meets the middle with a step of 0.0005 of the way.
    assert easing.interpolate(trans, ease, 0.0, 10.0, 4.0, 2.0) == pytest.approx(10.0, abs=0.004)
    assert easing.interpolate(trans, ease, 2.0, 10.0, 4.0, 2.0) == pytest.approx(14.0, abs=0.004)


@each_curve
def test_time_beyond_the_duration_is_held(trans: TransitionType, ease: EaseType) -> None:
    start, end = (easing.interpolate(trans, ease, elapsed, 0.0, 1.0, 1.0) for elapsed in (0.0, 1.0))

    assert easing.interpolate(trans, ease, -5.0, 0.0, 1.0, 1.0) == start
    assert easing.interpolate(trans, ease, 5.0, 0.0, 1.0, 1.0) == end


@each_curve
def test_the_curve_in_and_out_is_as_far_at_its_middle(trans: TransitionType, ease: EaseType) -> None:
    if ease in (easing.EASE_IN_OUT, easing.EASE_OUT_IN):
        assert easing.curve(trans, ease)(0.5) == pytest.approx(0.5, abs=0.001)


def test_easing_in_is_slow_first_and_easing_out_slow_last() -> None:
    assert easing.curve(easing.TRANS_CUBIC, easing.EASE_IN)(0.5) == 0.125
    assert easing.curve(easing.TRANS_CUBIC, easing.EASE_OUT)(0.5) == 0.875


def test_vectors_and_colours_are_interpolated_like_numbers() -> None:
    way = (easing.TRANS_QUAD, easing.EASE_IN, 0.5)

    assert easing.interpolate(*way, Vector2(1, 1), Vector2(4, 8), 1.0) == (2, 3)
    assert easing.interpolate(*way, Color(0, 0, 0, 1), Color(1, 1, 1, 0), 1.0) == (0.25, 0.25, 0.25, 1)


def test_without_a_duration_the_way_is_done() -> None:
    assert easing.interpolate(easing.TRANS_SINE, easing.EASE_IN, 0.0, 1.0, 2.0, 0.0) == 3.0


def test_wrong_numbers_are_refused() -> None:
    with pytest.raises(MathValueError, match="no easing curve has transition 12 and ease 0; see TransitionType"):
        easing.curve(12, 0)
    with pytest.raises(MathValueError, match="no easing curve has transition 0 and ease 4"):
        easing.curve(0, 4)
    with pytest.raises(MathValueError, match="the duration must be 0 or greater, got -1"):
        easing.interpolate(0, 0, 0.0, 0.0, 1.0, -1)
