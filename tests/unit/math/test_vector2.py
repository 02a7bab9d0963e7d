"""Vector2 beyond Godot's records: operators with every kind of operand, errors, and what holds for all vectors."""

from __future__ import annotations

from math import inf, isclose, pi, sqrt, tau
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.math import DivisionByZeroError, MathTypeError, MathValueError, Vector2

FLOAT32_TWO: Any = np.float32(2)
numbers = st.floats(-1e6, 1e6).map(lambda value: round(value, 6))  # squares do not underflow
vectors = st.builds(Vector2, numbers, numbers)


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (Vector2(1, 2) + Vector2(3, 4), (4, 6)),
        (Vector2(1, 2) + (3, 4), (4, 6)),
        ((3, 4) + Vector2(1, 2), (4, 6)),
        (Vector2(1, 2) + [3, 4], (4, 6)),
        (Vector2(1, 2) - (3, 5), (-2, -3)),
        ((3, 5) - Vector2(1, 2), (2, 3)),
        (Vector2(1, 2) * 3, (3, 6)),
        (Vector2(1, 2) * 1.5, (1.5, 3)),
        (3 * Vector2(1, 2), (3, 6)),
        (Vector2(1, 2) * (3, 4), (3, 8)),
        ((3, 4) * Vector2(1, 2), (3, 8)),
        (Vector2(1, 2) * FLOAT32_TWO, (2, 4)),
        (Vector2(3, 8) / 2, (1.5, 4)),
        (Vector2(3, 8) / (3, 4), (1, 2)),
        ((3, 8) / Vector2(3, 4), (1, 2)),
        (-Vector2(1, -2), (-1, 2)),
        (+Vector2(1, -2), (1, -2)),
        (abs(Vector2(1, -2)), (1, 2)),
    ],
)
def test_operators_take_vectors_plain_sequences_and_numbers(result: Any, expected: tuple[float, float]) -> None:
    assert result == expected
    assert type(result) is Vector2
    assert [type(component) for component in result] == [float, float]


def test_an_augmented_assignment_makes_a_new_vector() -> None:
    start = position = Vector2(1, 2)

    position += (1, 0)
    position *= 2

    assert position == (4, 4)
    assert start == (1, 2)


@pytest.mark.parametrize(
    ("operation", "text"),
    [
        (lambda v: v + 1, "Vector2 + 1: needs a vector; write vector + (..., ...)"),
        (lambda v: 1 + v, "Vector2 + 1: needs a vector; write vector + (..., ...)"),
        (lambda v: v - 1.5, "Vector2 - 1.5: needs a vector; write vector - (..., ...)"),
        (lambda v: v + "ab", "Vector2 +: needs 2 numbers, got 'ab' (str)"),
        (lambda v: v + (1, 2, 3), "Vector2 +: needs 2 numbers, got (1, 2, 3) (tuple)"),
        (lambda v: v * "ab", "Vector2 *: needs 2 numbers, got 'ab' (str)"),
        (lambda v: v * None, "Vector2 *: needs 2 numbers, got None (NoneType)"),
        (lambda v: v / (1, 2, 3), "Vector2 /: needs 2 numbers, got (1, 2, 3) (tuple)"),
        (lambda v: v.dot(5), "Vector2.dot: needs 2 numbers, got 5 (int)"),
        (lambda v: v.distance_to("ab"), "Vector2.distance_to: needs 2 numbers, got 'ab' (str)"),
        (lambda v: v.cubic_interpolate((1, 1), 2, (3, 3), 0.5), "Vector2.cubic_interpolate: needs 2 numbers, got 2"),
        (lambda v: v.rotated("a"), "Vector2.rotated: needs a number, got 'a' (str)"),
        (lambda v: v.rotated(10**400), "Vector2.rotated: needs a number, got 1000"),
        (lambda v: v * 10**400, f"Vector2 *: needs a number, got {'1' + 76 * '0'}... (int)"),
        (lambda v: v / 10**400, f"Vector2 /: needs a number, got {'1' + 76 * '0'}... (int)"),
        (lambda v: v.lerp((1, 1), "a"), "Vector2.lerp, weight: needs a number, got 'a' (str)"),
        (lambda v: v.slerp((1, 1), None), "Vector2.slerp, weight: needs a number, got None (NoneType)"),
        (lambda v: v.move_toward((1, 1), (2, 2)), "Vector2.move_toward, delta: needs a number, got (2, 2) (tuple)"),
        (lambda v: v.limit_length("a"), "Vector2.limit_length: needs a number, got 'a' (str)"),
        (lambda v: v.plane_project(None, (1, 1)), "Vector2.plane_project, distance: needs a number, got None"),
        (lambda v: v.posmod("a"), "Vector2.posmodv: needs 2 numbers, got ('a', 'a') (tuple)"),
        (lambda v: v.cubic_interpolate(v, v, v, "a"), "Vector2.cubic_interpolate: needs a number, got 'a' (str)"),
        (lambda v: v.cubic_interpolate_in_time(v, v, v, 0.5, 1, "a", 2), "needs 4 numbers, got (0.5, 1, 'a', 2)"),
        (lambda v: v.bezier_interpolate(v, v, v, None), "Vector2.bezier_interpolate: needs a number, got None"),
        (lambda v: v.bezier_derivative(v, v, v, None), "Vector2.bezier_interpolate: needs a number, got None"),
        (lambda v: type(v)(np.zeros(2), np.ones(2)), "Vector2.x: needs a number, got array([0., 0.]) (ndarray)"),
        (lambda v: type(v)((1, 2), np.ones(2)), "Vector2.x: needs a number, got (1, 2) (tuple)"),
    ],
)
def test_a_wrong_operand_is_refused_by_name_and_value(operation: Any, text: str) -> None:
    with pytest.raises(MathTypeError) as caught:
        operation(Vector2(1, 2))

    assert text in str(caught.value)


@pytest.mark.parametrize(
    "operation",
    [
        lambda v: v / 0,
        lambda v: v / 0.0,
        lambda v: v / (1, 0),
        lambda v: (1, 2) / (v - v),
        lambda v: v.posmod(0),
        lambda v: v.project((0, 0)),
        lambda v: Vector2(1, 0).aspect(),
    ],
)
def test_a_division_by_zero_raises_instead_of_giving_infinity(operation: Any) -> None:
    with pytest.raises(DivisionByZeroError):
        operation(Vector2(1, 2))


def test_projecting_onto_nothing_says_so() -> None:
    with pytest.raises(DivisionByZeroError, match=r"\.project\(\): the vector to project onto has no length$"):
        Vector2(1, 2).project((0, 0))


def test_turning_by_an_infinite_angle_is_refused() -> None:
    with pytest.raises(MathValueError, match=r"Vector2\.rotated: the angle must be finite, got inf"):
        Vector2(1, 0).rotated(inf)


def test_positive_angles_turn_from_right_to_down() -> None:
    assert Vector2.RIGHT.rotated(pi / 2).is_equal_approx(Vector2.DOWN)
    assert Vector2.from_angle(pi / 2).is_equal_approx(Vector2.DOWN)
    assert Vector2.DOWN.angle() == pytest.approx(pi / 2)
    assert Vector2.RIGHT.orthogonal() == Vector2.UP


def test_a_component_can_be_replaced() -> None:
    assert Vector2(1, 2).with_x(5) == (5, 2)
    assert Vector2(1, 2).with_y(5) == (1, 5)


def test_the_zero_vector_has_no_direction_and_stays_zero() -> None:
    assert Vector2().normalized() == (0, 0)
    assert Vector2(1, 1).direction_to((1, 1)) == (0, 0)
    assert Vector2().limit_length(3) == (0, 0)


def test_a_surface_whose_normal_is_not_of_length_one_gives_zero() -> None:
    assert Vector2(1, 2).slide((2, 0)) == (0, 0)
    assert Vector2(1, 2).bounce((1, 0)) == (-1, 2)


def test_move_toward_arrives_and_stays() -> None:
    assert Vector2(0, 0).move_toward((3, 4), 2.5) == (1.5, 2)
    assert Vector2(0, 0).move_toward((3, 4), 6) == (3, 4)
    assert Vector2(3, 4).move_toward((3, 4), 1) == (3, 4)


def test_the_larger_axis_is_x_where_both_are_equal_and_the_smaller_is_y() -> None:
    assert Vector2(2, 2).max_axis_index() == Vector2.AXIS_X
    assert Vector2(2, 2).min_axis_index() == Vector2.AXIS_Y
    assert Vector2(1, 2).max_axis_index() == Vector2.AXIS_Y


def test_components_are_held_and_compared_one_by_one() -> None:
    assert Vector2(5, -5).clamp((0, 0), (3, 3)) == (3, 0)
    assert Vector2(5, -5).clampf(-1, 1) == (1, -1)
    assert Vector2(5, -5).minf(0) == (0, -5)
    assert Vector2(5, -5).maxf(0) == (5, 0)
    assert Vector2(5, -5).snappedf(4) == (4, -4)
    assert Vector2(inf, 2.5).floor() == (inf, 2)


def test_bezier_starts_and_ends_at_its_ends_with_the_slope_of_its_handles() -> None:
    start = Vector2(0, 0)
    curve = ((0, 10), (10, 10), (10, 0))

    assert start.bezier_interpolate(*curve, 0.0) == (0, 0)
    assert start.bezier_interpolate(*curve, 0.5) == (5, 7.5)
    assert start.bezier_interpolate(*curve, 1.0) == (10, 0)
    assert start.bezier_derivative(*curve, 0.0) == (0, 30)


def test_uneven_times_that_are_even_give_the_even_curve() -> None:
    points = ((4.0, 5.0), (0.0, 0.0), (7.0, 7.0))
    even = Vector2(1, 2).cubic_interpolate(*points, 0.25)

    assert Vector2(1, 2).cubic_interpolate_in_time(*points, 0.25, 1.0, -1.0, 2.0).is_equal_approx(even)


@given(vectors, numbers)
def test_turning_keeps_the_length(vector: Vector2, angle: float) -> None:
    assert isclose(vector.rotated(angle).length(), vector.length(), rel_tol=1e-9, abs_tol=1e-9)


@given(vectors, vectors)
def test_dot_and_cross_together_are_the_product_of_the_lengths(a: Vector2, b: Vector2) -> None:
    assert isclose(sqrt(a.dot(b) ** 2 + a.cross(b) ** 2), a.length() * b.length(), rel_tol=1e-9, abs_tol=1e-6)


@given(vectors, vectors, st.floats(0, 1))
def test_slerp_stays_between_the_lengths(a: Vector2, b: Vector2, weight: float) -> None:
    shorter, longer = sorted((a.length(), b.length()))

    assert shorter - 1e-6 <= a.slerp(b, weight).length() <= longer + 1e-6 or a.length() == 0 or b.length() == 0


@given(vectors, vectors)
def test_the_angle_to_another_vector_turns_one_onto_the_other(a: Vector2, b: Vector2) -> None:
    turn = a.angle_to(b)

    assert -tau / 2 <= turn <= tau / 2
    assert a.normalized().rotated(turn).distance_to(b.normalized()) < 1e-6 or not (a.normalized() and b.normalized())


@pytest.mark.parametrize("size", [1e-200, 1e-3, 1e200])
def test_lengths_hold_where_squares_would_be_beyond_the_range_of_floats(size: float) -> None:
    vector = Vector2(3 * size, 4 * size)

    assert vector.length() == pytest.approx(5 * size, rel=1e-15)
    assert Vector2().distance_to(vector) == pytest.approx(5 * size, rel=1e-15)
    assert vector.normalized() == pytest.approx((0.6, 0.8), rel=1e-15)
