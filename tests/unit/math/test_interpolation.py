"""Between values: numbers, angles, vectors, curves."""

from __future__ import annotations

from collections.abc import Callable
from math import pi, tau
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.math import (
    Basis,
    Color,
    DivisionByZeroError,
    Quaternion,
    Transform2D,
    Transform3D,
    Vector2,
    Vector3,
    bezier_derivative,
    bezier_interpolate,
    cubic_interpolate,
    cubic_interpolate_angle,
    cubic_interpolate_angle_in_time,
    cubic_interpolate_in_time,
    ease,
    inverse_lerp,
    lerp,
    lerp_angle,
    lerpf,
    remap,
    smoothstep,
)

numbers = st.floats(-1e6, 1e6)


def test_lerp_takes_numbers_vectors_and_colours_and_goes_beyond_the_ends() -> None:
    assert lerp(0, 10, 0.25) == 2.5
    assert lerp(0.0, 10.0, 1.5) == 15.0
    assert lerp(Vector2(0, 0), Vector2(4, 8), 0.25) == (1, 2)
    assert lerp(Color(0, 0, 0, 0), Color(1, 1, 1, 1), 0.5) == (0.5, 0.5, 0.5, 0.5)
    assert lerpf(2, 4, 0.5) == 3.0


def test_lerp_turns_rotations_and_blends_transforms() -> None:
    turn, basis = Quaternion(Vector3.UP, 1.0), Basis(Vector3.UP, 1.0)

    assert lerp(Quaternion(), turn, 0.25).is_equal_approx(Quaternion(Vector3.UP, 0.25))
    assert lerp(Basis(), basis, 0.25).is_equal_approx(Basis(Vector3.UP, 0.25))
    assert lerp(Transform2D(), Transform2D(1.0, (4, 8)), 0.25).is_equal_approx(Transform2D(0.25, (1, 2)))
    assert lerp(Transform3D(), Transform3D(basis, (4, 8, 0)), 0.25).is_equal_approx(
        Transform3D(Basis(Vector3.UP, 0.25), (1, 2, 0))
    )


def test_lerp_takes_numpy_numbers() -> None:
    start: Any = np.float32(0)

    assert lerp(start, 10, 0.25) == 2.5


def test_lerp_angle_goes_the_short_way_round() -> None:
    assert lerp_angle(0.1, tau - 0.1, 0.5) == pytest.approx(0.0)
    assert lerp_angle(pi - 0.1, -pi + 0.1, 0.5) == pytest.approx(pi)


@given(numbers, numbers, st.floats(-2, 2))
def test_inverse_lerp_finds_the_weight_again(start: float, end: float, weight: float) -> None:
    if abs(end - start) > 1:
        assert inverse_lerp(start, end, lerpf(start, end, weight)) == pytest.approx(weight, abs=1e-6)


def test_an_empty_range_is_refused() -> None:
    with pytest.raises(DivisionByZeroError, match=r"inverse_lerp: the range from 1\.0 to 1\.0 is empty"):
        inverse_lerp(1.0, 1.0, 5.0)
    with pytest.raises(DivisionByZeroError, match=r"remap: the input range from 1 to 1 is empty"):
        remap(5, 1, 1, 0, 10)


def test_remap_turns_ranges_round() -> None:
    assert remap(2, 0, 10, 100, 0) == 80


def test_smoothstep_of_an_empty_range_is_a_step() -> None:
    assert (smoothstep(1, 1, 0.5), smoothstep(1, 1, 1.5)) == (0.0, 1.0)
    assert smoothstep(2, 0, 0.5) == pytest.approx(1 - smoothstep(0, 2, 0.5))
    assert smoothstep(0, 1, 0.25) == pytest.approx(3 * 0.25**2 - 2 * 0.25**3)


@pytest.mark.parametrize("curve", [0.25, 1.0, 3.0, -0.25, -3.0])
def test_ease_starts_at_zero_and_ends_at_one(curve: float) -> None:
    assert ease(0.0, curve) == 0.0
    assert ease(1.0, curve) == 1.0
    assert ease(2.0, curve) == 1.0


def test_ease_without_a_curve_is_zero() -> None:
    assert ease(0.5, 0.0) == 0.0


@given(numbers, numbers, numbers, numbers)
def test_a_cubic_goes_through_its_middle_keys(start: float, end: float, before: float, after: float) -> None:
    assert cubic_interpolate(start, end, before, after, 0.0) == pytest.approx(start, abs=1e-6)
    assert cubic_interpolate(start, end, before, after, 1.0) == pytest.approx(end, abs=1e-6)
    assert cubic_interpolate_in_time(start, end, before, after, 0.0, 2.0, -1.0, 5.0) == pytest.approx(start, abs=1e-6)
    assert cubic_interpolate_in_time(start, end, before, after, 1.0, 2.0, -1.0, 5.0) == pytest.approx(end, abs=1e-6)


@given(st.floats(0, 1))
def test_keys_on_a_line_give_the_line(weight: float) -> None:
    assert cubic_interpolate(1.0, 2.0, 0.0, 3.0, weight) == pytest.approx(1.0 + weight)
    assert cubic_interpolate_in_time(1.0, 3.0, 0.0, 6.0, weight, 2.0, -1.0, 5.0) == pytest.approx(1.0 + 2.0 * weight)


def test_keys_at_one_time_do_not_divide_by_zero() -> None:
    halfway_from_before_to_after = 3.0

    assert cubic_interpolate_in_time(1.0, 3.0, 0.0, 6.0, 0.5, 0.0, 0.0, 0.0) == halfway_from_before_to_after


def between(start: float, end: float, before: float, after: float) -> float:
    return cubic_interpolate_angle(start, end, before, after, 0.5)


def between_in_time(start: float, end: float, before: float, after: float) -> float:
    return cubic_interpolate_angle_in_time(start, end, before, after, 0.5, 1.0, -1.0, 2.0)


@pytest.mark.parametrize("interpolate", [between, between_in_time])
def test_cubic_angles_take_the_short_way_between_keys(interpolate: Callable[..., float]) -> None:
    assert interpolate(-0.1, 0.1, -0.3, 0.3) == pytest.approx(0.0, abs=1e-9)
    assert interpolate(tau - 0.1, 0.1, tau - 0.3, 0.3) == pytest.approx(tau)


def test_bezier_curves() -> None:
    assert bezier_interpolate(0.0, 0.0, 8.0, 8.0, 0.5) == 4.0
    assert bezier_derivative(0.0, 1.0, 2.0, 3.0, 0.7) == pytest.approx(3.0)
