"""What all value types promise: they are tuples that cannot be changed, made of numbers only."""

from __future__ import annotations

import copy
import pickle
from decimal import Decimal
from math import inf, isnan, nan
from typing import Any

import numpy as np
import pytest

from engine.math import (
    Color,
    ImmutableError,
    MathTypeError,
    Rect2,
    SapwoodError,
    Transform2D,
    Vector2,
    Vector3,
)

VALUES: list[Any] = [
    Vector2(1.5, -2.0),
    Vector3(1.5, -2.0, 3.0),
    Rect2(1.0, 2.0, 3.0, 4.0),
    Transform2D(1.0, 2.0, 3.0, 4.0, 5.0, 6.0),
    Color(0.25, 0.5, 0.75, 1.0),
]
each_value = pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)


@each_value
def test_a_value_is_a_tuple_of_floats_that_equals_and_hashes_like_it(value: Any) -> None:
    plain = tuple(value)

    assert value == plain
    assert plain == value
    assert hash(value) == hash(plain)
    assert {plain: "found"}[value] == "found"
    assert {type(component) for component in value} == {float}


@each_value
def test_a_value_survives_pickle_and_copy_with_its_type(value: Any) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert again == value
        assert type(again) is type(value)
    assert copy.copy(value) is value
    assert copy.deepcopy([value])[0] is value


@each_value
def test_a_value_is_made_again_from_its_repr_and_from_its_tuple(value: Any) -> None:
    assert eval(repr(value)) == value
    assert type(value)(tuple(value)) == value
    assert type(value)(list(value)) == value
    assert type(value)(np.array(value)) == value
    assert type(value)(value) == value


@each_value
def test_no_attribute_can_be_set_or_deleted(value: Any) -> None:
    before = tuple(value)

    for name in ("x", "position", "a", "anything"):
        with pytest.raises(ImmutableError, match=f"{type(value).__name__} is immutable"):
            setattr(value, name, 1.0)
    with pytest.raises(AttributeError, match="is immutable"):
        del value.x

    assert tuple(value) == before
    assert not hasattr(value, "__dict__")


@pytest.mark.parametrize(
    ("value", "name", "advice"),
    [
        (Vector2(), "x", "Vector2 is immutable; write node.position += (1, 0) or node.position = node.position.with_x"),
        (Vector2(), "y", "Vector2 is immutable; write node.position += (0, 1) or node.position = node.position.with_y"),
        (Vector3(), "z", "write node.position += (0, 0, 1) or node.position = node.position.with_z(...)"),
        (Color(), "a", "Color is immutable; write node.modulate = node.modulate.with_a(...)"),
        (Rect2(), "size", "Rect2 is immutable; write node.property = node.property.with_size(...)"),
        (Transform2D(), "origin", "write node.property = node.property.with_origin(...)"),
        (Vector2(), "z", "Vector2 is immutable, and has no settable attribute 'z'; make a new Vector2"),
    ],
)
def test_writing_a_component_says_what_to_write_instead(value: Any, name: str, advice: str) -> None:
    with pytest.raises(ImmutableError) as caught:
        setattr(value, name, 1.0)

    assert advice in str(caught.value)


def test_adding_to_a_component_in_place_is_refused() -> None:
    position = Vector2(1.0, 2.0)

    with pytest.raises(AttributeError, match=r"node\.position \+= \(1, 0\)"):
        position.x += 1  # type: ignore[misc]


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: Vector2(1, 2), (1.0, 2.0)),
        (lambda: Vector2(True, Decimal("0.5")), (1.0, 0.5)),  # type: ignore[call-overload]
        (lambda: Vector2(np.float32(0.5), np.int64(3)), (0.5, 3.0)),  # type: ignore[call-overload]
        (lambda: Vector2(5), (5.0, 0.0)),
        (lambda: Vector2([1, 2]), (1.0, 2.0)),
        (lambda: Vector3(1, 2, 3), (1.0, 2.0, 3.0)),
        (lambda: Rect2((1, 2), (3, 4)), (1.0, 2.0, 3.0, 4.0)),
        (lambda: Color(1, 0, 0), (1.0, 0.0, 0.0, 1.0)),
        (lambda: Color((1, 0, 0)), (1.0, 0.0, 0.0, 1.0)),
        (lambda: Color((1, 0, 0, 0.5)), (1.0, 0.0, 0.0, 0.5)),
    ],
)
def test_whatever_is_a_number_becomes_a_float(make: Any, expected: tuple[float, ...]) -> None:
    value = make()

    assert value == expected
    assert {type(component) for component in value} == {float}


def test_nan_and_infinity_are_kept() -> None:
    assert isnan(Vector2(nan, 1.0).x)
    assert Vector3(inf, -inf, 0.0) == (inf, -inf, 0.0)
    assert not Vector2(nan, 1.0).is_finite()
    assert not Rect2(0.0, inf, 0.0, 0.0).is_finite()


@pytest.mark.parametrize(
    ("kind", "parts", "text"),
    [
        (Vector2, ["1", 2], "Vector2.x: needs a number, got '1' (str)"),
        (Vector2, [1, None], "Vector2.y: needs a number, got None (NoneType)"),
        (Vector2, ["12"], "Vector2: needs 2 numbers, got '12' (str)"),
        (Vector2, [b"12"], "Vector2: needs 2 numbers, got b'12' (bytes)"),
        (Vector2, [{1, 2}], "Vector2: needs 2 numbers, got {1, 2} (set)"),
        (Vector2, [(1, 2, 3)], "Vector2: needs 2 numbers, got (1, 2, 3) (tuple)"),
        (Vector2, [(1, "2")], "Vector2: needs 2 numbers, got (1, '2') (tuple)"),
        (Vector2, [None], "Vector2: needs 2 numbers, got None (NoneType)"),
        (Vector2, [1j, 0], "Vector2: needs 2 numbers, got 1j (complex)"),
        (Vector2, [10**400, 0], "Vector2.x: needs a number"),
        (Vector3, [1, 2, "3"], "Vector3.z: needs a number, got '3' (str)"),
        (Vector3, [(1, 2)], "Vector3: needs 3 numbers, got (1, 2) (tuple)"),
        (Rect2, [1, 2, 3, "4"], "Rect2: needs 4 numbers, got (1, 2, 3, '4') (tuple)"),
        (Rect2, [(1, 2), 3], "Rect2.size: needs 2 numbers, got 3 (int)"),
        (Rect2, [1, 2, 3], "Rect2 takes a position and a size, or four numbers, got 3 arguments"),
        (Transform2D, ["a", (0, 0)], "Transform2D, rotation: needs a number, got 'a' (str)"),
        (Transform2D, [0.0, 5], "Transform2D, position: needs 2 numbers, got 5 (int)"),
        (Transform2D, [(1, 0), (0, 1), 5], "Transform2D.origin: needs 2 numbers, got 5 (int)"),
        (Transform2D, [1, 2, 3, 4, 5], "six numbers; got 5 arguments"),
        (Color, [1], "Color needs r, g and b, got only 1"),
        (Color, [1, 2, "3"], "Color.b: needs a number, got '3' (str)"),
        (Color, [None], "Color: needs 4 numbers, got None (NoneType)"),
        (Color, [(1, 2)], "Color: needs 4 numbers, got (1, 2) (tuple)"),
    ],
)
def test_what_is_not_a_number_is_refused_with_its_value(kind: Any, parts: list[Any], text: str) -> None:
    with pytest.raises(MathTypeError) as caught:
        kind(*parts)

    assert text in str(caught.value)
    assert isinstance(caught.value, SapwoodError)
    assert isinstance(caught.value, TypeError)


def test_a_long_wrong_value_is_shortened_in_the_text() -> None:
    with pytest.raises(MathTypeError) as caught:
        Vector2(list(range(1000)))

    assert len(str(caught.value)) < 150


def test_vectors_and_rectangles_of_zeros_are_false_and_other_values_true() -> None:
    assert not Vector2()
    assert Vector2(0.0, 1.0)
    assert not Vector3()
    assert Vector3(0.0, 0.0, 1.0)
    assert not Rect2()
    assert Rect2(0.0, 0.0, 1.0, 0.0)
    assert Color()
    assert Transform2D()


def test_a_subclass_keeps_working_as_the_value_that_it_is() -> None:
    class Velocity(Vector2):
        __slots__ = ()

    value = Velocity(3.0, 4.0)

    assert value == Vector2(3.0, 4.0)
    assert value.length() == 5.0
    assert Vector2(1.0, 1.0) + value == (4.0, 5.0)
    assert value + (1, 1) == (4.0, 5.0)
    assert type(pickle.loads(pickle.dumps(Vector2(1.0, 2.0)))) is Vector2


@pytest.mark.parametrize("operation", [lambda a, b: a + b, lambda a, b: b + a, lambda a, b: a * b, lambda a, b: b * a])
def test_rectangles_and_transforms_are_not_joined_or_repeated_like_tuples(operation: Any) -> None:
    with pytest.raises(MathTypeError, match=r"Rect2 has no"):
        operation(Rect2(), 2)
    with pytest.raises(MathTypeError, match=r"Rect2 has no"):
        operation(Rect2(), Rect2())
    with pytest.raises(MathTypeError):
        operation(Rect2(), "text")
    with pytest.raises(MathTypeError):
        operation(Transform2D(), "text")
