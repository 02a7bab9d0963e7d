"""Vector3 beyond Godot's records."""

from __future__ import annotations

from math import inf, isclose, pi
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.math import DivisionByZeroError, MathTypeError, MathValueError, Vector2, Vector3, Vector4

numbers = st.floats(-1e6, 1e6).map(lambda value: round(value, 6))  # squares do not underflow
vectors = st.builds(Vector3, numbers, numbers, numbers)


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (Vector3(1, 2, 3) + (1, 1, 1), (2, 3, 4)),
        ((1, 1, 1) + Vector3(1, 2, 3), (2, 3, 4)),
        ((1, 1, 1) - Vector3(1, 2, 3), (0, -1, -2)),
        (2 * Vector3(1, 2, 3), (2, 4, 6)),
        (Vector3(1, 2, 3) * (2, 3, 4), (2, 6, 12)),
        (Vector3(2, 4, 6) / 2, (1, 2, 3)),
        ((2, 4, 6) / Vector3(1, 2, 3), (2, 2, 2)),
        (-Vector3(1, -2, 3), (-1, 2, -3)),
        (abs(Vector3(1, -2, 3)), (1, 2, 3)),
    ],
)
def test_operators_take_vectors_plain_sequences_and_numbers(result: Any, expected: tuple[float, ...]) -> None:
    assert result == expected
    assert type(result) is Vector3


def test_a_number_is_not_added_and_zero_does_not_divide() -> None:
    with pytest.raises(MathTypeError, match=r"Vector3 \+ 1: needs a vector"):
        Vector3() + 1  # type: ignore[operator]
    with pytest.raises(MathTypeError, match=r"Vector3 \*: needs 3 numbers, got \(1, 2\)"):
        Vector3() * (1, 2)
    with pytest.raises(MathTypeError, match=r"Vector3\.cross: needs 3 numbers"):
        Vector3().cross((1, 2))
    with pytest.raises(DivisionByZeroError):
        Vector3(1, 1, 1) / 0
    with pytest.raises(DivisionByZeroError):
        Vector3(1, 0, 1).inverse()
    with pytest.raises(DivisionByZeroError, match=r"\.project\(\): the vector to project onto has no length$"):
        Vector3(1, 0, 1).project((0, 0, 0))


def test_the_space_is_right_handed_and_forward_is_minus_z() -> None:
    assert Vector3.RIGHT.cross(Vector3.UP) == Vector3.BACK
    assert Vector3.UP.cross(Vector3.BACK) == Vector3.RIGHT
    assert Vector3.FORWARD == (0, 0, -1)


def test_a_positive_angle_turns_counter_clockwise_seen_from_the_axis() -> None:
    assert Vector3.RIGHT.rotated(Vector3.UP, pi / 2).is_equal_approx(Vector3.FORWARD)
    assert Vector3.RIGHT.signed_angle_to(Vector3.FORWARD, Vector3.UP) == pytest.approx(pi / 2)
    assert Vector3.FORWARD.signed_angle_to(Vector3.RIGHT, Vector3.UP) == pytest.approx(-pi / 2)


def test_turning_needs_an_axis_of_length_one_and_a_finite_angle() -> None:
    with pytest.raises(MathValueError, match=r"the axis must have length 1, got Vector3\(2.0, 0.0, 0.0\); use axis"):
        Vector3.UP.rotated((2, 0, 0), 1.0)
    with pytest.raises(MathValueError, match="the angle must be finite, got inf"):
        Vector3.UP.rotated((1, 0, 0), inf)


def test_components_are_replaced_held_and_compared_one_by_one() -> None:
    vector = Vector3(1, 5, 3)

    assert vector.with_x(9) == (9, 5, 3)
    assert vector.with_y(9) == (1, 9, 3)
    assert vector.with_z(9) == (1, 5, 9)
    assert vector.clampf(2, 4) == (2, 4, 3)
    assert vector.minf(2) == (1, 2, 2)
    assert vector.maxf(2) == (2, 5, 3)
    assert vector.snappedf(2) == (2, 6, 4)
    assert vector.max_axis_index() == Vector3.AXIS_Y
    assert Vector3(2, 2, 2).max_axis_index() == Vector3.AXIS_X
    assert Vector3(2, 2, 2).min_axis_index() == Vector3.AXIS_Z


def test_curves_go_through_their_ends() -> None:
    start, rest = Vector3(0, 0, 0), ((0, 10, 0), (10, 10, 0), (10, 0, 4))

    assert start.bezier_interpolate(*rest, 1.0) == (10, 0, 4)
    assert start.bezier_derivative(*rest, 0.0) == (0, 30, 0)
    assert start.cubic_interpolate((4, 5, 6), (1, 1, 1), (2, 2, 2), 1.0) == (4, 5, 6)
    assert start.cubic_interpolate_in_time((4, 5, 6), (1, 1, 1), (2, 2, 2), 1.0, 2.0, -1.0, 3.0).is_equal_approx(
        (4, 5, 6)
    )
    assert start.lerp((4, 5, 6), 0.5) == (2, 2.5, 3)
    assert start.move_toward((0, 3, 4), 2.5) == (0, 1.5, 2)
    assert Vector3(0, 3, 4).limit_length(2.5).is_equal_approx((0, 1.5, 2))
    assert Vector3(0, 3, 4).distance_squared_to((0, 0, 0)) == 25


@given(vectors, vectors)
def test_the_cross_product_is_at_right_angles_to_both(a: Vector3, b: Vector3) -> None:
    a, b = a.normalized(), b.normalized()

    assert isclose(a.cross(b).dot(a), 0.0, abs_tol=1e-9)
    assert isclose(a.cross(b).dot(b), 0.0, abs_tol=1e-9)


@given(vectors, vectors, st.floats(-10, 10))
def test_turning_keeps_the_length_and_the_part_along_the_axis(vector: Vector3, axis: Vector3, angle: float) -> None:
    axis = axis.normalized()
    if axis.is_normalized():
        turned = vector.rotated(axis, angle)

        assert isclose(turned.length(), vector.length(), rel_tol=1e-9, abs_tol=1e-6)
        assert isclose(turned.dot(axis), vector.dot(axis), rel_tol=1e-6, abs_tol=1e-3)


@pytest.mark.parametrize("size", [1e-200, 1e-3, 1e200])
def test_lengths_hold_where_squares_would_be_beyond_the_range_of_floats(size: float) -> None:
    assert Vector3(2 * size, 3 * size, 6 * size).length() == pytest.approx(7 * size, rel=1e-15)
    assert Vector3(2 * size, 3 * size, 6 * size).normalized() == pytest.approx((2 / 7, 3 / 7, 6 / 7), rel=1e-15)
    assert Vector4(size, size, size, size).length() == pytest.approx(2 * size, rel=1e-15)


@pytest.mark.parametrize(
    ("direction", "uv"),
    [
        ((0, 0, 1), (0.5, 0.5)),
        ((1, 0, 0), (1.0, 0.5)),
        ((0, -2, 0), (0.5, 0.0)),
        ((0, 0, -1), (1.0, 1.0)),
        ((-1, 1, -2), (0.125, 0.875)),  # (-1/4, 1/4) on the octahedron, folded over its edge to (-3/4, 3/4)
    ],
)
def test_a_direction_lies_on_the_unfolded_octahedron(direction: Any, uv: Any) -> None:
    assert Vector3(direction).octahedron_encode() == Vector2(uv)


@given(vectors)
def test_an_octahedron_code_is_read_as_the_direction_it_was_made_of(vector: Vector3) -> None:
    if vector.length() > 1e-3:
        uv = vector.octahedron_encode()

        assert 0.0 <= min(uv) <= max(uv) <= 1.0
        assert Vector3.octahedron_decode(uv) == pytest.approx(vector.normalized(), abs=1e-9)


def test_the_zero_vector_has_no_octahedron_code() -> None:
    with pytest.raises(DivisionByZeroError, match="division by zero"):
        Vector3.ZERO.octahedron_encode()


def test_a_model_faces_the_viewer_so_its_left_is_at_the_right() -> None:
    assert Vector3.MODEL_FRONT == (0, 0, 1)
    assert Vector3.MODEL_TOP.cross(Vector3.MODEL_FRONT) == Vector3.MODEL_LEFT
    for one, other in (("LEFT", "RIGHT"), ("TOP", "BOTTOM"), ("FRONT", "REAR")):
        assert getattr(Vector3, f"MODEL_{one}") == -getattr(Vector3, f"MODEL_{other}")


@pytest.mark.parametrize(
    ("operation", "text"),
    [
        (lambda v: v * 10**400, "Vector3 *: needs a number, got 1000"),
        (lambda v: v / 10**400, "Vector3 /: needs a number, got 1000"),
        (lambda v: v.rotated((0, 1, 0), 10**400), "Vector3.rotated: needs a number, got 1000"),
        (lambda v: v.lerp(v, "a"), "Vector3.lerp, weight: needs a number, got 'a' (str)"),
        (lambda v: v.slerp(v, None), "Vector3.slerp, weight: needs a number, got None (NoneType)"),
        (lambda v: v.move_toward(v, None), "Vector3.move_toward, delta: needs a number, got None (NoneType)"),
        (lambda v: v.limit_length("a"), "Vector3.limit_length: needs a number, got 'a' (str)"),
        (lambda v: v.cubic_interpolate(v, v, v, "a"), "Vector3.cubic_interpolate, weight: needs a number, got 'a'"),
        (lambda v: v.cubic_interpolate_in_time(v, v, v, 0.5, 1, "a", 2), "needs 4 numbers, got (0.5, 1, 'a', 2)"),
        (lambda v: v.bezier_interpolate(v, v, v, None), "Vector3.bezier_interpolate: needs a number, got None"),
        (lambda v: v.bezier_derivative(v, v, v, None), "Vector3.bezier_interpolate: needs a number, got None"),
    ],
)
def test_what_should_be_a_number_is_refused_by_name_and_value(operation: Any, text: str) -> None:
    with pytest.raises(MathTypeError) as caught:
        operation(Vector3(1, 2, 3))

    assert text in str(caught.value)


def test_the_outer_product_has_the_products_of_all_components() -> None:
    left, right = Vector3(2, 3, 5), Vector3(7, 11, 13)

    outer = left.outer(right)

    for column in range(3):
        assert outer.get_column(column) == tuple(each * right[column] for each in left)
