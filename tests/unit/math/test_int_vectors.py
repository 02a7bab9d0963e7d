"""Vector2i, Vector3i and Vector4i beyond Godot's records."""

from __future__ import annotations

from collections.abc import Callable
from math import fmod, trunc
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.math import (
    Basis,
    DivisionByZeroError,
    MathTypeError,
    Projection,
    Quaternion,
    Transform2D,
    Transform3D,
    Vector2,
    Vector2i,
    Vector3,
    Vector3i,
    Vector4,
    Vector4i,
)

KINDS: list[tuple[Any, Any]] = [(Vector2i, Vector2), (Vector3i, Vector3), (Vector4i, Vector4)]
each_kind = pytest.mark.parametrize(("kind", "floats"), KINDS, ids=lambda kind: kind.__name__)
numbers = st.integers(-(2**31), 2**31)


def filled(kind: Any, *numbers: float) -> Any:
    """A vector that begins with these numbers and goes on with the last of them."""
    size = len(kind())
    return kind([*numbers, *numbers[-1:] * size][:size])


@each_kind
def test_operators_with_ints_and_whole_numbers_give_vectors_of_ints(kind: Any, floats: Any) -> None:
    vector, plain = filled(kind, 7, -7), tuple(filled(kind, 2, 3))

    for result, expected in (
        (vector + plain, filled(kind, 9, -4)),
        (plain + vector, filled(kind, 9, -4)),
        (vector - plain, filled(kind, 5, -10)),
        (plain - vector, filled(kind, -5, 10)),
        (vector * plain, filled(kind, 14, -21)),
        (plain * vector, filled(kind, 14, -21)),
        (vector * 2, filled(kind, 14, -14)),
        (vector * np.int64(2), filled(kind, 14, -14)),
        (vector / plain, filled(kind, 3, -2)),
        (tuple(filled(kind, 14, -22)) / vector, filled(kind, 2, 3)),
        (vector / 2, filled(kind, 3, -3)),
        (vector % 4, filled(kind, 3, -3)),
        (vector % plain, filled(kind, 1, -1)),
        (vector + list(map(float, plain)), filled(kind, 9, -4)),
        (-vector, filled(kind, -7, 7)),
        (+vector, vector),
        (abs(vector), filled(kind, 7, 7)),
    ):
        assert result == expected
        assert type(result) is kind
        assert {type(part) for part in result} == {int}


@each_kind
def test_floats_and_vectors_of_floats_give_vectors_of_floats(kind: Any, floats: Any) -> None:
    vector, halves = filled(kind, 7, -7), filled(floats, 0.5)

    for result, expected in (
        (vector * 0.5, filled(floats, 3.5, -3.5)),
        (0.5 * vector, filled(floats, 3.5, -3.5)),
        (vector / 2.0, filled(floats, 3.5, -3.5)),
        (vector + halves, filled(floats, 7.5, -6.5)),
        (halves + vector, filled(floats, 7.5, -6.5)),
        (vector - halves, filled(floats, 6.5, -7.5)),
        (halves - vector, filled(floats, -6.5, 7.5)),
        (vector * halves, filled(floats, 3.5, -3.5)),
        (vector / halves, filled(floats, 14.0, -14.0)),
        (floats(vector), filled(floats, 7.0, -7.0)),
    ):
        assert result == expected
        assert type(result) is floats
        assert {type(part) for part in result} == {float}


@each_kind
def test_fractions_are_refused_where_they_would_be_lost(kind: Any, floats: Any) -> None:
    vector = kind()
    halves = [0.5] * len(vector)
    attempts: list[Callable[[], Any]] = [
        lambda: vector + halves,
        lambda: vector * halves,
        lambda: vector % 0.5,
        lambda: vector.max(halves),
        lambda: vector.snappedi(0.5),
        lambda: vector.distance_to(floats(halves)),
    ]
    for wrong in attempts:
        with pytest.raises(MathTypeError, match=rf"{kind.__name__}.*whole number"):
            wrong()


@each_kind
def test_a_number_is_not_added_and_zero_does_not_divide(kind: Any, floats: Any) -> None:
    with pytest.raises(MathTypeError, match=rf"{kind.__name__} \+ 1: needs a vector; write vector \+ \(\.\.\., "):
        kind() + 1
    with pytest.raises(MathTypeError, match=rf"{kind.__name__} - 1: needs a vector"):
        1 - kind()
    with pytest.raises(MathTypeError, match=rf"{kind.__name__} \*: needs {len(kind())} numbers"):
        kind() * "text"
    attempts: list[Callable[[], Any]] = [
        lambda: kind() / 0,
        lambda: kind() % 0,
        lambda: kind() / kind(),
        lambda: kind() / 0.0,
    ]
    for wrong in attempts:
        with pytest.raises(DivisionByZeroError, match="division by zero"):
            wrong()


@given(numbers, numbers.filter(bool))
def test_division_and_remainder_are_those_of_c(a: int, b: int) -> None:
    assert Vector2i(a, -a) / b == (trunc(a / b), -trunc(a / b))
    assert Vector2i(a, -a) % b == (fmod(a, b), -fmod(a, b))
    assert Vector2i(a, -a) / b * b + Vector2i(a, -a) % b == (a, -a)


def test_large_ints_are_exact() -> None:
    huge = 10**40 + 1

    assert Vector2i(huge, -huge) / 2 * 2 + Vector2i(huge, -huge) % 2 == (huge, -huge)
    assert Vector3i(huge, 0, 0).length_squared() == huge * huge
    assert Vector2i(huge, 0).snappedi(10) == (10**40, 0)


@each_kind
def test_lengths_and_distances_squared_are_ints_and_roots_floats(kind: Any, floats: Any) -> None:
    vector = filled(kind, 3, 4, 0)

    assert (vector.length_squared(), type(vector.length_squared())) == (25, int)
    assert (vector.length(), type(vector.length())) == (5.0, float)
    assert (kind().distance_squared_to(vector), type(vector.distance_squared_to(kind()))) == (25, int)
    assert kind().distance_to(tuple(vector)) == 5.0


@each_kind
def test_components_are_held_and_snapped_one_by_one(kind: Any, floats: Any) -> None:
    vector = filled(kind, 1, 5)

    assert vector.clampi(2, 4) == filled(kind, 2, 4)
    assert vector.mini(2) == filled(kind, 1, 2)
    assert vector.maxi(2) == filled(kind, 2, 5)
    assert vector.snappedi(2) == filled(kind, 2, 6)
    assert vector.snappedi(0) == vector
    assert vector.clamp(filled(kind, 2, 0), tuple(filled(kind, 9, 3))) == filled(kind, 2, 3)
    assert filled(kind, 0, -3).sign() == filled(kind, 0, -1)


@each_kind
def test_of_equal_components_the_first_is_the_largest_and_the_last_the_smallest(kind: Any, floats: Any) -> None:
    assert kind.ONE.max_axis_index() == 0
    assert kind.ONE.min_axis_index() == len(kind()) - 1
    for axis in range(len(kind())):
        single = kind([number == axis for number in range(len(kind()))])
        assert single.max_axis_index() == axis
        assert (-single).min_axis_index() == axis


@each_kind
def test_components_are_replaced_by_name(kind: Any, floats: Any) -> None:
    for axis, name in enumerate("xyzw"[: len(kind())]):
        replaced = getattr(kind(), f"with_{name}")(9.9)
        assert type(replaced) is kind
        assert getattr(replaced, name) == replaced[axis] == 9
        assert sum(replaced) == 9


@each_kind
def test_text_and_constants_are_godots(kind: Any, floats: Any) -> None:
    assert str(filled(kind, 1, -2)) == f"({', '.join(map(str, filled(kind, 1, -2)))})"
    assert set(kind.MIN) == {-2147483648}
    assert set(kind.MAX) == {2147483647}
    assert (set(kind.ZERO), set(kind.ONE)) == ({0}, {1})
    if len(kind()) < 4:
        for name in ("LEFT", "RIGHT", "UP", "DOWN"):
            assert getattr(kind, name) == getattr(floats, name)
    if kind is Vector3i:
        assert (kind.FORWARD, kind.BACK) == ((0, 0, -1), (0, 0, 1))


def test_aspect_is_a_float_and_needs_a_height() -> None:
    assert Vector2i(3, 2).aspect() == 1.5
    with pytest.raises(DivisionByZeroError, match=r"Vector2i\(3, 0\)\.aspect\(\): y must not be 0"):
        Vector2i(3, 0).aspect()


def test_a_subclass_keeps_its_type() -> None:
    class Cell(Vector2i):
        __slots__ = ()

    assert type(Cell(1, -2).abs()) is Cell
    assert type(-Cell(1, 2)) is Cell
    assert Cell(1, 2) + Cell(1, 2) == (2, 4)


def test_a_transform_is_undone_for_a_vector_of_ints_as_for_one_of_floats() -> None:
    turned = Transform3D(Basis(Vector3.UP, 0.5), (1, 2, 3))
    flat = Transform2D(0.5, (1, 2))
    matrix = Projection(range(16))

    assert Vector2i(3, 4) * flat == Vector2(3, 4) * flat
    assert Vector3i(3, 4, 5) * turned == Vector3(3, 4, 5) * turned
    assert Vector3i(3, 4, 5) * turned.basis == Vector3(3, 4, 5) * turned.basis
    assert Vector3i(3, 4, 5) * Quaternion(Vector3.UP, 0.5) == Vector3(3, 4, 5) * Quaternion(Vector3.UP, 0.5)
    assert Vector4i(3, 4, 5, 6) * matrix == Vector4(3, 4, 5, 6) * matrix


@each_kind
def test_an_array_is_no_component(kind: Any, floats: Any) -> None:
    with pytest.raises(MathTypeError, match=rf"{kind.__name__}\.x: needs a number, got array"):
        kind().with_x(np.zeros(2))
    with pytest.raises(MathTypeError, match=rf"{kind.__name__}\.x: needs a number, got array"):
        kind(np.zeros(2), np.zeros(2))
    with pytest.raises(MathTypeError, match=rf"{floats.__name__}\.x: needs a number, got array"):
        floats(np.zeros(2), np.zeros(2))
