"""Operators between our vectors and arrays of numpy: what numpy makes of them, whichever stands on the left."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engine.math import Color, MathTypeError, Quaternion, Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i

VECTORS = [Vector2(3, -4), Vector3(3, -4, 5), Vector4(3, -4, 5, 6), Color(3, -4, 5, 6)]
INT_VECTORS = [Vector2i(3, -4), Vector3i(3, -4, 5), Vector4i(3, -4, 5, 6)]
OPERATORS = [operator.add, operator.sub, operator.mul, operator.truediv]
SHAPES: list[Callable[[int], np.ndarray[Any, Any]]] = [
    lambda count: np.arange(1.0, count + 1),
    lambda count: np.arange(1, count + 1, dtype=np.float32),
    lambda count: np.arange(1.0, 5 * count + 1).reshape(5, count),
    lambda count: np.arange(1, 5).reshape(4, 1),
    lambda count: np.array(2.0),
    lambda count: np.zeros((0, count)),
]


@pytest.mark.parametrize("vector", [*VECTORS, *INT_VECTORS], ids=lambda vector: type(vector).__name__)
@pytest.mark.parametrize("calculate", OPERATORS)
@pytest.mark.parametrize("shape", SHAPES, ids=["N", "float32", "5xN", "4x1", "one", "none"])
def test_a_vector_and_an_array_give_what_numpy_gives(vector: Any, calculate: Any, shape: Any) -> None:
    array = shape(len(vector))
    plain = np.array(tuple(vector))

    for result, expected in (
        (calculate(vector, array), calculate(plain, array)),
        (calculate(array, vector), calculate(array, plain)),
    ):
        assert type(result) is np.ndarray
        assert (result.shape, result.dtype) == (expected.shape, expected.dtype)
        assert result.tolist() == expected.tolist()


@pytest.mark.parametrize("calculate", OPERATORS[:2])
def test_a_sum_of_a_quaternion_and_an_array_is_an_array_too(calculate: Any) -> None:
    quaternion, array = Quaternion(1, 2, 3, 4), np.ones((2, 4))

    assert calculate(quaternion, array).tolist() == calculate(np.array(tuple(quaternion)), array).tolist()
    assert calculate(array, quaternion).tolist() == calculate(array, np.array(tuple(quaternion))).tolist()


@pytest.mark.parametrize("vector", [*VECTORS, *INT_VECTORS], ids=lambda vector: type(vector).__name__)
def test_numbers_of_numpy_are_numbers(vector: Any) -> None:
    number: Any = np.int64(2)

    assert vector * number == number * vector == vector * 2
    assert type(vector * number) is type(number * vector) is type(vector)
    assert vector / number == vector / 2


def test_a_vector_is_changed_in_place_to_an_array_and_an_array_stays_the_same_one() -> None:
    position: Any = Vector2(1, 2)
    points = kept = np.ones((3, 2))
    position += np.ones(2)
    points += Vector2(1, 2)

    assert type(position) is np.ndarray
    assert points is kept
    assert kept.tolist() == [[2, 3]] * 3


def test_arrays_that_do_not_fit_are_numpys_to_refuse() -> None:
    calculate: Any = operator.add
    for pair in ((Vector2(1, 2), np.ones(3)), (np.ones(3), Vector2(1, 2)), (Vector3i(), np.ones((5, 2)))):
        with pytest.raises(ValueError, match="could not be broadcast together"):
            calculate(*pair)


def test_methods_take_arrays_as_vectors_and_give_vectors() -> None:
    array: Any = np.array([3.0, 4.0])

    assert Vector2.ZERO.lerp(array, 0.5) == (1.5, 2)
    assert type(Vector2.ZERO.lerp(array, 0.5)) is Vector2
    assert Vector2(array) == (3, 4)
    with pytest.raises(MathTypeError, match=r"Vector2\.dot: needs 2 numbers, got array"):
        Vector2.ONE.dot(np.ones(3))  # type: ignore[arg-type]


def test_a_list_is_still_a_vector() -> None:
    pair: Any = [1, 2]

    assert type(Vector2(1, 2) + pair) is Vector2
    assert type(pair + Vector2(1, 2)) is Vector2
