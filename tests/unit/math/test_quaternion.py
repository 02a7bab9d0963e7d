"""Quaternion: its forms, products, logarithms and interpolations, and what it refuses."""

from __future__ import annotations

from math import cos, inf, nan, pi, sin, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.math import (
    Basis,
    DivisionByZeroError,
    MathTypeError,
    MathValueError,
    Quaternion,
    SapwoodError,
    Vector3,
)

parts = st.floats(-1, 1)
X, Y, Z = Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)
ROOT = sqrt(0.5)
QUARTER_Y = Quaternion(0.0, ROOT, 0.0, ROOT)


@st.composite
def rotations(draw: st.DrawFn) -> Quaternion:
    value = Quaternion(draw(parts), draw(parts), draw(parts), draw(parts))
    assume(value.length() > 0.1)
    return value.normalized()


vectors = st.builds(Vector3, st.floats(-1e3, 1e3), st.floats(-1e3, 1e3), st.floats(-1e3, 1e3))


def near(a: tuple[float, ...], b: tuple[float, ...], tolerance: float = 1e-12) -> bool:
    return all(abs(one - other) <= tolerance for one, other in zip(a, b, strict=True))


def same_rotation(a: Quaternion, b: Quaternion, tolerance: float = 1e-12) -> bool:
    return near(a, b, tolerance) or near(a, -b, tolerance)


def test_every_form_gives_the_four_numbers() -> None:
    assert Quaternion() == (0, 0, 0, 1)
    assert Quaternion(1, 2, 3, 4) == (1, 2, 3, 4)
    assert Quaternion([1, 2, 3, 4]) == (1, 2, 3, 4)
    assert Quaternion(Quaternion(1, 2, 3, 4)) == (1, 2, 3, 4)
    assert near(Quaternion((0, 0, 1), 2.0), (0, 0, sin(1.0), cos(1.0)))
    assert near(Quaternion(X, Y), (0, 0, ROOT, ROOT))
    assert near(Quaternion(Basis(Y, pi / 2)), QUARTER_Y)
    assert near(Quaternion.from_euler((0, pi / 2, 0)), QUARTER_Y)
    assert Quaternion() == Quaternion.IDENTITY


def test_components_can_be_read_and_replaced() -> None:
    value = Quaternion(1, 2, 3, 4)

    assert (value.x, value.y, value.z, value.w) == (1, 2, 3, 4)
    assert value.with_x(9) == (9, 2, 3, 4)
    assert value.with_y(9) == (1, 9, 3, 4)
    assert value.with_z(9) == (1, 2, 9, 4)
    assert value.with_w(9) == (1, 2, 3, 9)


def test_a_turn_about_the_y_axis_takes_z_to_x() -> None:
    assert near(QUARTER_Y * Z, X)
    assert near(QUARTER_Y.xform((0, 0, 1)), X)
    assert near(Z * QUARTER_Y, -X)
    assert near(QUARTER_Y.xform_inv(X), Z)
    assert near(QUARTER_Y * (0, 0, 1), X)
    assert near((1, 0, 0) * QUARTER_Y, Z)


def test_i_times_j_is_k() -> None:
    i, j, k = Quaternion(1, 0, 0, 0), Quaternion(0, 1, 0, 0), Quaternion(0, 0, 1, 0)

    assert (i * j, j * k, k * i) == (k, i, j)
    assert (j * i, k * j, i * k) == (-k, -i, -j)
    assert i * i == j * j == k * k == -Quaternion()


@given(rotations(), rotations(), vectors)
def test_a_product_applies_the_right_one_first(a: Quaternion, b: Quaternion, vector: Vector3) -> None:
    assert near((a * b) * vector, a * (b * vector), 1e-11 * (1.0 + vector.length()))


@given(rotations(), vectors)
def test_a_turn_keeps_lengths_and_is_undone_by_its_inverse(turn: Quaternion, vector: Vector3) -> None:
    assert (turn * vector).length() == pytest.approx(vector.length(), rel=1e-12)
    assert near(turn.inverse() * (turn * vector), vector, 1e-11 * (1.0 + vector.length()))
    assert near((turn * vector) * turn, vector, 1e-11 * (1.0 + vector.length()))
    assert same_rotation(turn * turn.inverse(), Quaternion())


def test_numbers_and_quaternions_go_component_by_component() -> None:
    a = Quaternion(1, 2, 3, 4)

    assert a * 2 == 2 * a == (2, 4, 6, 8)
    assert a * np.float64(2.0) == (2, 4, 6, 8)
    assert a / 2 == (0.5, 1, 1.5, 2)
    assert a + (1, 1, 1, 1) == (1, 1, 1, 1) + a == (2, 3, 4, 5)
    assert a - (1, 1, 1, 1) == (0, 1, 2, 3)
    assert (1, 1, 1, 1) - a == (0, -1, -2, -3)
    assert -a == (-1, -2, -3, -4)
    assert +a == a
    assert a.dot((1, 0, 2, 0)) == 7
    assert a * tuple(a) == tuple(a) * a == a * a  # type: ignore[operator]


def test_length_and_normalizing() -> None:
    value = Quaternion(1, 2, 2, 4)

    assert value.length() == 5
    assert value.length_squared() == 25
    assert value.normalized() == (0.2, 0.4, 0.4, 0.8)
    assert not value.is_normalized()
    assert value.normalized().is_normalized()
    assert Quaternion(1e-320, 0, 0, 0).normalized() == (1, 0, 0, 0)
    assert near(Quaternion(3e300, 0, 0, 4e300).normalized(), (0.6, 0, 0, 0.8))


@given(rotations())
def test_axis_and_angle_make_the_rotation_again(turn: Quaternion) -> None:
    axis, angle = turn.get_axis(), turn.get_angle()

    assert 0.0 <= angle <= 2.0 * pi
    if angle > 1e-6 and 2.0 * pi - angle > 1e-6:
        assert near(Quaternion(axis, angle), turn)


def test_no_turn_has_the_zero_axis_and_a_small_one_its_own() -> None:
    small = Quaternion(Vector3(1, 2, 2) / 3.0, 1e-9)

    assert Quaternion().get_axis() == (0, 0, 0)
    assert Quaternion().get_angle() == 0
    assert near(small.get_axis(), Vector3(1, 2, 2) / 3.0)
    assert small.get_angle() == pytest.approx(1e-9, rel=1e-12)
    assert (-Quaternion()).get_angle() == pytest.approx(2.0 * pi)


def test_angle_to_is_the_short_way_between_two_rotations() -> None:
    a = Quaternion(Y, 0.5)

    assert a.angle_to(Quaternion(Y, 0.75)) == pytest.approx(0.25)
    assert a.angle_to(-Quaternion(Y, 0.75)) == pytest.approx(0.25)
    assert a.angle_to(Quaternion(Y, 0.5 + 1.5 * pi)) == pytest.approx(0.5 * pi)
    assert a.angle_to(a) < 1e-15
    assert a.angle_to(Quaternion(Y, 0.5 + 1e-10)) == pytest.approx(1e-10, rel=1e-5)


@given(rotations())
def test_exp_undoes_log(turn: Quaternion) -> None:
    assert same_rotation(turn.log().exp(), turn)  # -1 turns by 2 pi about no axis: its logarithm is 0
    assert turn.log().w == 0.0


def test_log_is_axis_times_angle_also_for_the_smallest_turns() -> None:
    assert near(Quaternion(Z, 2.0).log(), (0, 0, 2, 0))
    assert Quaternion(5e-11, 0, 0, 1).log() == pytest.approx((1e-10, 0, 0, 0), rel=1e-12)
    assert Quaternion().log() == (0, 0, 0, 0)
    assert Quaternion(0, 0, 0, 0).exp() == Quaternion()
    assert near(Quaternion(0, pi / 2, 0, 7).exp(), QUARTER_Y)
    assert Quaternion(1e-300, 0, 0, 0).exp() == (5e-301, 0, 0, 1)


@given(rotations(), rotations(), st.floats(0, 1))
def test_slerp_turns_evenly_from_one_to_the_other(a: Quaternion, b: Quaternion, weight: float) -> None:
    between = a.slerp(b, weight)

    assert between.length() == pytest.approx(1.0, abs=1e-12)
    assert a.angle_to(between) == pytest.approx(weight * a.angle_to(b), abs=1e-9)
    assert same_rotation(a.slerp(b, 0.0), a)
    assert same_rotation(a.slerp(b, 1.0), b)


def test_slerp_goes_the_short_way_and_slerpni_the_way_that_the_signs_say() -> None:
    a, b = Quaternion(Y, 0.0), -Quaternion(Y, 0.5)

    assert near(a.slerp(b, 0.5), Quaternion(Y, 0.25))
    assert near(a.slerpni(-b, 0.5), Quaternion(Y, 0.25))
    assert a.angle_to(a.slerpni(b, 0.25)) == pytest.approx((2.0 * pi - 0.5) * 0.25)
    assert a.slerpni(-a, 0.5) == a


def test_slerp_between_rotations_that_are_all_but_the_same() -> None:
    a, b = Quaternion(Y, 1.0), Quaternion(Y, 1.0 + 1e-9)

    assert a.slerp(a, 0.5) == a
    assert near(a.slerp(b, 0.5), Quaternion(Y, 1.0 + 5e-10), 1e-15)
    assert near(a.slerp(Quaternion(Y, 1.001), 0.5), Quaternion(Y, 1.0005), 1e-15)


@given(rotations(), rotations(), rotations(), rotations())
def test_a_cubic_curve_begins_and_ends_at_its_keys(
    before: Quaternion, a: Quaternion, b: Quaternion, after: Quaternion
) -> None:
    assert same_rotation(a.spherical_cubic_interpolate(b, before, after, 0.0), a, 1e-9)
    assert same_rotation(a.spherical_cubic_interpolate(b, before, after, 1.0), b, 1e-9)
    uneven = (0.5, -0.25, 2.0)
    assert same_rotation(a.spherical_cubic_interpolate_in_time(b, before, after, 0.0, *uneven), a, 1e-9)
    assert same_rotation(a.spherical_cubic_interpolate_in_time(b, before, after, 1.0, *uneven), b, 1e-9)


def test_a_cubic_curve_through_an_even_turn_is_that_turn() -> None:
    before, a, b, after = [Quaternion(Y, 0.2 * step) for step in range(4)]

    for weight in (0.1, 0.5, 0.8):
        expected = Quaternion(Y, 0.2 + 0.2 * weight)
        assert near(a.spherical_cubic_interpolate(b, before, after, weight), expected)
        assert near(a.spherical_cubic_interpolate_in_time(b, before, after, weight, 1.0, -1.0, 2.0), expected)
        assert near(a.spherical_cubic_interpolate(-b, -before, after, weight), expected)


@pytest.mark.parametrize("begin", [2.6, 2.8, 3.0, 3.6, 3.8, 4.0, 5.9, 6.1])
def test_a_cubic_curve_goes_on_through_half_and_whole_turns(begin: float) -> None:
    before, a, b, after = [Quaternion(Y, begin + 0.2 * step) for step in range(4)]

    assert same_rotation(a.spherical_cubic_interpolate(b, before, after, 0.5), Quaternion(Y, begin + 0.3))


def test_a_cubic_curve_is_that_of_the_angles_where_the_axis_is_one() -> None:
    keys = [0.0, 0.3, 0.5, 1.5]
    before, a, b, after = [Quaternion(Z, angle) for angle in keys]
    half = (-keys[0] + 9.0 * keys[1] + 9.0 * keys[2] - keys[3]) / 16.0  # Catmull-Rom at a half

    assert near(a.spherical_cubic_interpolate(b, before, after, 0.5), Quaternion(Z, half))


def test_the_shortest_arc_between_any_two_directions() -> None:
    directions = [
        X,
        Y,
        Z,
        -X,
        -Y,
        -Z,
        Vector3(1, 2, 3),
        Vector3(-1, -2, -3),
        Vector3(1e-200, 0, 0),
        Vector3(0, 3e200, 0),
    ]
    for start in directions:
        for end in directions:
            arc = Quaternion(start, end)
            unit_start, unit_end = (
                Vector3(*(part / max(map(abs, v)) for part in v)).normalized() for v in (start, end)
            )
            assert near(arc * unit_start, unit_end)
            assert arc.is_normalized()
            assert arc.get_angle() == pytest.approx(unit_start.angle_to(unit_end))
    assert Quaternion(X, X * 5) == Quaternion()


def test_an_arc_to_the_smallest_vectors_is_exact() -> None:
    assert near(Quaternion(X, (5e-324, 5e-324, 0)) * X, (ROOT, ROOT, 0))


def test_arcs_between_nearly_opposite_directions_stay_exact() -> None:
    start, end = Vector3(1, 0, 0), Vector3(-1, 1e-7, 0)

    assert near(Quaternion(start, end) * start, end.normalized(), 1e-15)


def test_a_quaternion_and_its_basis_are_the_same_rotation() -> None:
    turn = Quaternion(Vector3(1, 2, 2) / 3.0, 2.5)

    assert same_rotation(Quaternion(Basis(turn)), turn)
    assert near(Basis(turn) * Vector3(4, 5, 6), turn * Vector3(4, 5, 6))
    for axis in (X, Y, Z):  # half turns: each component is the largest in turn
        assert same_rotation(Quaternion(Basis(axis, pi)), Quaternion(axis, pi))


def test_equality_is_exact_and_is_equal_approx_is_not() -> None:
    assert Quaternion(0, 0, 0, 1).is_equal_approx((1e-7, 0, 0, 1))
    assert not Quaternion(0, 0, 0, 1).is_equal_approx((1e-3, 0, 0, 1))
    assert not Quaternion().is_equal_approx(-Quaternion())
    assert not Quaternion(nan, 0, 0, 1).is_finite()
    assert not Quaternion(0, 0, 0, inf).is_finite()
    assert Quaternion().is_finite()


def test_it_prints_what_makes_it_again() -> None:
    assert repr(Quaternion(1, 2, 3, 4)) == "Quaternion(1.0, 2.0, 3.0, 4.0)"
    assert str(Quaternion(1, 2, 3, 4)) == "(1.0, 2.0, 3.0, 4.0)"


LONG = Quaternion(1, 2, 3, 4)


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (
            lambda: Quaternion((0, 0, 0), 1.0),
            MathValueError,
            "Quaternion: the axis must have length 1, got (0.0, 0.0, 0.0); a zero axis",
        ),
        (
            lambda: Quaternion((1, 1, 0), 1.0),
            MathValueError,
            "the axis must have length 1, got (1.0, 1.0, 0.0); use axis.normalized()",
        ),
        (lambda: Quaternion((nan, 0, 0), 1.0), MathValueError, "the axis must have length 1"),
        (lambda: Quaternion(X, inf), MathValueError, "Quaternion: the angle must be finite, got inf"),
        (lambda: Quaternion(X, Vector3()), MathValueError, "Quaternion: an arc needs two finite directions, got"),
        (lambda: Quaternion((nan, 0, 0), X), MathValueError, "an arc needs two finite directions"),
        (lambda: Quaternion(Basis.from_scale((2, 2, 2))), MathValueError, "the basis must only turn, got Basis(2.0"),
        (lambda: Quaternion(Basis.FLIP_X), MathValueError, "use its get_rotation_quaternion()"),
        (lambda: Quaternion(1, 2, 3), MathTypeError, "(arc_from, arc_to), or four numbers; got 3 arguments"),  # type: ignore[call-overload]
        (lambda: Quaternion("abcd"), MathTypeError, "Quaternion: needs 4 numbers, got 'abcd' (str)"),  # type: ignore[arg-type]
        (lambda: Quaternion(X, "a"), MathTypeError, "Quaternion, arc_to: needs 3 numbers, got 'a' (str)"),  # type: ignore[arg-type]
        (
            lambda: Quaternion((0, 0, 0, 0)).normalized(),
            DivisionByZeroError,
            "Quaternion.normalized: a quaternion of zeros",
        ),
        (
            lambda: Quaternion(nan, 0, 0, 1).normalized(),
            MathValueError,
            "Quaternion.normalized: the components must be finite",
        ),
        (
            lambda: LONG.inverse(),
            MathValueError,
            "Quaternion.inverse: the length must be 1, got Quaternion(1.0, 2.0, 3.0, 4.0); use",
        ),
        (lambda: Quaternion(0, 0, 0, 0).inverse(), MathValueError, "the identity is Quaternion()"),
        (lambda: LONG * X, MathValueError, "Quaternion.xform: the length must be 1"),
        (lambda: X * LONG, MathValueError, "Quaternion.inverse: the length must be 1"),
        (lambda: Quaternion(nan, 0, 0, 1) * X, MathValueError, "Quaternion.xform: the length must be 1"),
        (lambda: LONG.get_euler(), MathValueError, "Quaternion.get_euler: the length must be 1"),
        (lambda: LONG.slerp((0, 0, 0, 1), 0.5), MathValueError, "Quaternion.slerp: the length must be 1"),
        (lambda: Quaternion().slerp(LONG, 0.5), MathValueError, "Quaternion.slerp, to: the length must be 1"),
        (
            lambda: Quaternion().slerp(QUARTER_Y, nan),
            MathValueError,
            "Quaternion.slerp: the weight must be finite, got nan",
        ),
        (
            lambda: Quaternion().slerp(QUARTER_Y, inf),
            MathValueError,
            "Quaternion.slerp: the weight must be finite, got inf",
        ),
        (lambda: Quaternion().slerpni(LONG, 0.5), MathValueError, "Quaternion.slerpni, to: the length must be 1"),
        (
            lambda: Quaternion().spherical_cubic_interpolate(Quaternion(), LONG, Quaternion(), 0.5),
            MathValueError,
            "pre_a: the length",
        ),
        (lambda: Quaternion(inf, 0, 0, 0).exp(), MathValueError, "Quaternion.exp: the components must be finite"),
        (lambda: LONG / 0, DivisionByZeroError, "/ 0: division by zero"),
        (lambda: LONG * "a", MathTypeError, "Quaternion *: needs 4 numbers, got 'a' (str)"),  # type: ignore[operator]
        (lambda: LONG * None, MathTypeError, "Quaternion *: needs 4 numbers, got None (NoneType)"),  # type: ignore[operator]
        (lambda: LONG + 1, MathTypeError, "Quaternion +: needs 4 numbers, got 1 (int)"),  # type: ignore[operator]
        (lambda: LONG.dot((1, 2)), MathTypeError, "Quaternion.dot: needs 4 numbers, got (1, 2) (tuple)"),
        (lambda: Basis(Quaternion(0, 0, 0, 0)), DivisionByZeroError, "Basis: a quaternion of zeros turns nowhere"),
    ],
)
def test_what_means_nothing_is_refused_with_its_value(call: Any, kind: Any, text: str) -> None:
    with pytest.raises(kind) as caught:
        call()

    assert text in str(caught.value)
    assert isinstance(caught.value, SapwoodError)
