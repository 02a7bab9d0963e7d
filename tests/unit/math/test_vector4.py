"""Vector4 beyond Godot's records."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.math import DivisionByZeroError, MathTypeError, Vector2, Vector3, Vector4

numbers = st.floats(-1e6, 1e6)
vectors = st.builds(Vector4, numbers, numbers, numbers, numbers)


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (Vector4(1, 2, 3, 4) + (1, 1, 1, 1), (2, 3, 4, 5)),
        ((1, 1, 1, 1) + Vector4(1, 2, 3, 4), (2, 3, 4, 5)),
        ((1, 1, 1, 1) - Vector4(1, 2, 3, 4), (0, -1, -2, -3)),
        (2 * Vector4(1, 2, 3, 4), (2, 4, 6, 8)),
        (Vector4(1, 2, 3, 4) * np.float32(2), (2, 4, 6, 8)),  # type: ignore[operator]
        (Vector4(1, 2, 3, 4) * (2, 3, 4, 5), (2, 6, 12, 20)),
        (Vector4(2, 4, 6, 8) / 2, (1, 2, 3, 4)),
        ((2, 4, 6, 8) / Vector4(1, 2, 3, 4), (2, 2, 2, 2)),
        (-Vector4(1, -2, 3, -4), (-1, 2, -3, 4)),
        (abs(Vector4(1, -2, 3, -4)), (1, 2, 3, 4)),
    ],
)
def test_operators_take_vectors_plain_sequences_and_numbers(result: Any, expected: tuple[float, ...]) -> None:
    assert result == expected
    assert type(result) is Vector4


@given(vectors, vectors)
def test_products_and_lengths_are_numpys(a: Vector4, b: Vector4) -> None:
    assert a.dot(b) == pytest.approx(np.dot(a, b), abs=1e-3)
    assert a.length() == pytest.approx(np.linalg.norm(a))
    assert a.distance_to(b) == pytest.approx(np.linalg.norm(np.subtract(a, b)))


def test_a_number_is_not_added_and_zero_does_not_divide() -> None:
    with pytest.raises(MathTypeError, match=r"Vector4 \+ 1: needs a vector; write vector \+ \(\.\.\., "):
        Vector4() + 1  # type: ignore[operator]
    with pytest.raises(MathTypeError, match=r"Vector4 \*: needs 4 numbers, got \(1, 2\)"):
        Vector4() * (1, 2)
    with pytest.raises(MathTypeError, match=r"Vector4\.dot: needs 4 numbers"):
        Vector4().dot((1, 2))
    with pytest.raises(DivisionByZeroError, match="division by zero"):
        Vector4(1, 1, 1, 1) / 0
    with pytest.raises(DivisionByZeroError):
        Vector4(1, 0, 1, 1).inverse()


@pytest.mark.parametrize("other", [Vector2(1, 2), Vector3(1, 2, 3)])
def test_vectors_of_other_sizes_do_not_mix(other: Any) -> None:
    with pytest.raises(MathTypeError, match="needs 4 numbers"):
        Vector4() + other
    with pytest.raises(MathTypeError, match="needs"):
        Vector4() * other
    with pytest.raises(MathTypeError, match="needs"):
        other * Vector4()


def test_the_zero_vector_has_no_direction() -> None:
    assert Vector4().normalized() == (0, 0, 0, 0)
    assert Vector4(1, 2, 3, 4).direction_to((1, 2, 3, 4)) == (0, 0, 0, 0)
    assert Vector4(0, 0, 0, -3).normalized() == (0, 0, 0, -1)
    assert Vector4(0, 0, 0, -1).is_normalized()


def test_components_are_replaced_held_and_compared_one_by_one() -> None:
    vector = Vector4(1, 5, 3, 7)

    assert vector.with_x(9) == (9, 5, 3, 7)
    assert vector.with_y(9) == (1, 9, 3, 7)
    assert vector.with_z(9) == (1, 5, 9, 7)
    assert vector.with_w(9) == (1, 5, 3, 9)
    assert vector.clampf(2, 4) == (2, 4, 3, 4)
    assert vector.minf(2) == (1, 2, 2, 2)
    assert vector.maxf(2) == (2, 5, 3, 7)
    assert vector.snappedf(2) == (2, 6, 4, 8)
    assert Vector4.ONE.max_axis_index() == Vector4.AXIS_X
    assert Vector4.ONE.min_axis_index() == Vector4.AXIS_W
    assert vector.is_equal_approx((1, 5, 3, 7.00001))
    assert not vector.is_equal_approx((1, 5, 3, 7.1))
    assert Vector4(1e-6, 0, 0, -1e-6).is_zero_approx()
    assert not Vector4.INF.is_finite()


def test_a_curve_passes_its_points() -> None:
    before, start, to, after = (Vector4(number, number**2, -number, inf if number > 9 else 1) for number in range(4))

    assert start.cubic_interpolate(to, before, after, 0.0) == start
    assert start.cubic_interpolate(to, before, after, 1.0) == to
    assert start.cubic_interpolate_in_time(to, before, after, 0.5, 1.0, -1.0, 2.0).x == pytest.approx(1.5)
    assert start.lerp(to, 0.5) == (1.5, 2.5, -1.5, 1)


def test_text_is_godots() -> None:
    assert str(Vector4(1, 2, 3, 4)) == "(1.0, 2.0, 3.0, 4.0)"
    assert repr(Vector4(1, 2, 3, 4)) == "Vector4(1.0, 2.0, 3.0, 4.0)"
