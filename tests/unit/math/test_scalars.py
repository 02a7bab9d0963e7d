"""Functions of numbers, at their edges."""

from __future__ import annotations

from math import inf, isnan, nan, pi
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.math import (
    Color,
    DivisionByZeroError,
    MathTypeError,
    MathValueError,
    Vector2,
    Vector2i,
    angle_difference,
    clamp,
    clampf,
    clampi,
    closest_po2,
    cubic_interpolate_angle,
    cubic_interpolate_angle_in_time,
    db_to_linear,
    deg_to_rad,
    fposmod,
    is_equal_approx,
    is_zero_approx,
    larger_prime,
    lerp_angle,
    linear_to_db,
    move_toward,
    nearest_po2,
    nearest_shift,
    pingpong,
    po2_shift,
    posmod,
    previous_po2,
    rad_to_deg,
    rotate_toward,
    roundf,
    roundi,
    sign,
    signf,
    signi,
    snapped,
    snappedf,
    snappedi,
    step_decimals,
    string_hash,
    wrap,
    wrapf,
    wrapi,
)
from engine.math.scalars import ceil_whole, floor_whole

numbers = st.floats(-1e6, 1e6)


def test_numbers_are_equal_within_a_part_of_their_size() -> None:
    assert is_equal_approx(1_000_000.0, 1_000_001.0)
    assert not is_equal_approx(1.0, 1.0001)
    assert is_equal_approx(1.0, 1.4, tolerance=0.5)
    assert is_equal_approx(inf, inf)
    assert not is_equal_approx(nan, nan)
    assert is_zero_approx(-0.000009)
    assert not is_zero_approx(0.00001)


def test_halves_round_away_from_zero() -> None:
    assert [roundf(value) for value in (0.5, 1.5, 2.5, -0.5, -1.5, 0.49999999999999994)] == [
        *(1.0, 2.0, 3.0, -1.0, -2.0, 0.0)
    ]
    assert roundf(inf) == inf
    assert floor_whole(-inf) == -inf
    assert isnan(ceil_whole(nan))
    assert ceil_whole(1.2) == 2.0


def test_clamping_keeps_ints_and_passes_nan() -> None:
    assert (clamp(5, 0, 3), clamp(-5, 0, 3), clamp(2, 0, 3)) == (3, 0, 2)
    assert type(clamp(5, 0, 3)) is int
    assert type(clampf(5, 0, 3)) is float
    assert clampi(5, 0, 3) == 3
    assert isnan(clamp(nan, 0, 1))
    assert (sign(-2.5), sign(0), sign(nan)) == (-1.0, 0.0, 0.0)


def test_vectors_and_colours_are_clamped_part_by_part() -> None:
    assert clamp(Vector2(1, 9), Vector2(0, 0), (2, 2)) == (1, 2)
    assert type(clamp(Vector2i(1, 9), (0, 0), (2, 2))) is Vector2i
    assert clamp(Color(0.5, 2, -1), Color(0, 0, 0), Color(1, 1, 1)) == (0.5, 1, 0, 1)


def test_remainders_have_the_sign_of_the_divisor() -> None:
    assert (fposmod(-1.0, 3.0), fposmod(1.0, -3.0), fposmod(4.0, 3.0)) == (2.0, -2.0, 1.0)
    assert (posmod(-1, 3), posmod(1, -3)) == (2, -2)
    with pytest.raises(DivisionByZeroError, match=r"fposmod\(1.0, 0\): the divisor must not be 0"):
        fposmod(1.0, 0.0)
    with pytest.raises(ZeroDivisionError, match="posmod"):
        posmod(1, 0)


def test_wrapping_keeps_the_start_and_not_the_end() -> None:
    assert [wrapi(value, 0, 3) for value in (-1, 0, 2, 3, 7)] == [2, 0, 2, 0, 1]
    assert [wrapf(value, -1.0, 1.0) for value in (-1.0, 1.0, 1.5, -1.5)] == [-1.0, -1.0, -0.5, 0.5]
    assert wrapi(5, 2, 2) == 2
    assert wrapf(5.0, 2.0, 2.0) == 2.0
    assert type(wrap(5, 0, 3)) is int
    assert wrap(5.5, 0, 3) == 2.5
    assert wrapf(-1e-9, 0.0, 1.0) == 0.0


@given(numbers, numbers, st.floats(0.1, 1e3))
def test_a_wrapped_number_lies_in_the_range(value: float, start: float, size: float) -> None:
    assert start <= wrapf(value, start, start + size) < start + size or is_equal_approx(
        wrapf(value, start, start + size), start
    )


def test_pingpong_of_no_length_is_zero() -> None:
    assert pingpong(5.0, 0.0) == 0.0
    assert pingpong(-1.0, 2.0) == 1.0


def test_snapping_to_zero_changes_nothing_but_the_type() -> None:
    assert snapped(3, 0) == 3.0
    assert snapped(inf, 2.0) == inf
    assert (snappedi(5.5, 2), snappedi(2.5, 0)) == (6, 3)
    with pytest.raises(MathValueError, match="snappedi: the value must be finite, got nan"):
        snappedi(nan, 2)


@pytest.mark.parametrize(
    ("step", "decimals"), [(5, 0), (1.0005, 4), (0.000000005, 9), (0.1, 1), (-0.01, 2), (0.999999, 0), (1e-10, 0)]
)
def test_step_decimals_is_the_place_of_the_first_decimal(step: float, decimals: int) -> None:
    assert step_decimals(step) == decimals


@given(st.floats(-1e4, 1e4))
def test_degrees_and_radians_are_each_others_inverse(angle: float) -> None:
    assert rad_to_deg(deg_to_rad(angle)) == pytest.approx(angle)


def test_angles_turn_the_short_way() -> None:
    assert angle_difference(deg_to_rad(170), deg_to_rad(-170)) == pytest.approx(deg_to_rad(20))
    assert rotate_toward(deg_to_rad(170), deg_to_rad(-170), deg_to_rad(15)) == pytest.approx(deg_to_rad(185))
    assert rotate_toward(0.0, 1.0, 5.0) == 1.0
    assert rotate_toward(0.0, 1.0, -10.0) == pytest.approx(1.0 - pi)


def test_move_toward_does_not_overshoot() -> None:
    assert (move_toward(0, 5, 2), move_toward(5, 0, 2), move_toward(4, 5, 2), move_toward(5, 0, -2)) == (2, 3, 5, 7)


def test_decibels() -> None:
    assert db_to_linear(0.0) == 1.0
    assert db_to_linear(20.0) == pytest.approx(10.0)
    assert linear_to_db(10.0) == pytest.approx(20.0)
    assert linear_to_db(0.0) == -inf
    assert db_to_linear(-inf) == 0.0
    with pytest.raises(MathValueError, match=r"an amplitude must be 0 or greater, got -1\.0"):
        linear_to_db(-1.0)
    with pytest.raises(MathValueError, match=r"100000\.0 dB is out of range"):
        db_to_linear(100000.0)


@given(st.integers(1, 2**31))
def test_powers_of_two_around_a_number(value: Any) -> None:
    power = nearest_po2(value)

    assert power // 2 < value <= power
    assert power & (power - 1) == 0
    assert closest_po2(value) in (power, power // 2)


def test_larger_prime_goes_to_the_end_of_its_row() -> None:
    assert larger_prime(-1) == 5
    assert larger_prime(1610612740) == 1610612741
    assert larger_prime(1610612741) == 0


def test_names_for_one_kind_of_number_do_the_same() -> None:
    assert [roundi(value) for value in (2.5, -2.5, 0.4, 7)] == [3, -3, 0, 7]
    assert type(roundi(2.5)) is int
    assert snappedf(7.3, 0.5) == snapped(7.3, 0.5) == 7.5
    assert [signi(value) for value in (-7, 0, 9)] == [-1, 0, 1]
    assert [signf(value) for value in (-0.5, 0.0, nan)] == [-1.0, 0.0, 0.0]
    with pytest.raises(MathValueError, match=r"roundi: the value must be finite, got nan"):
        roundi(nan)


def test_a_text_has_the_same_number_in_every_process_which_is_godots() -> None:
    assert string_hash("a") == 177670  # in Godot's manual
    assert string_hash("") == 5381
    assert string_hash("ab") == 177670 * 33 + 98
    assert 0 <= string_hash("\U0001f333" * 100) < 2**32
    with pytest.raises(MathTypeError, match=r"string_hash: needs a str, got 5 \(int\)"):
        string_hash(5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "function",
    [closest_po2, larger_prime, nearest_po2, nearest_shift, po2_shift, previous_po2],
    ids=lambda f: f.__name__,
)
def test_powers_of_two_are_asked_for_whole_numbers(function: Any) -> None:
    assert function(np.int64(17)) == function(17)
    for wrong in (2.0, "2", None):
        with pytest.raises(MathTypeError, match=rf"^{function.__name__}: needs a whole number, got {wrong!r}"):
            function(wrong)


@pytest.mark.parametrize("angles", [(inf, 1.0), (1.0, -inf), (inf, inf)])
def test_infinite_angles_are_refused(angles: tuple[float, float]) -> None:
    for function in (
        angle_difference,
        lambda start, end: lerp_angle(start, end, 0.5),
        lambda start, end: rotate_toward(start, end, 0.5),
        lambda start, end: cubic_interpolate_angle(start, end, 0.0, 1.0, 0.5),
        lambda start, end: cubic_interpolate_angle_in_time(0.0, 1.0, start, end, 0.5, 1.0, -1.0, 2.0),
    ):
        with pytest.raises(MathValueError, match="the angles must not be infinite, got"):
            function(*angles)
    assert isnan(angle_difference(nan, 1.0))


def test_a_step_is_a_finite_number_and_of_ints_a_whole_one() -> None:
    with pytest.raises(MathValueError, match=r"step_decimals: the step must be finite, got inf"):
        step_decimals(inf)
    with pytest.raises(MathTypeError, match=r"snappedi, the step: needs a whole number, got nan \(float\)"):
        snappedi(1.0, nan)  # type: ignore[arg-type]
