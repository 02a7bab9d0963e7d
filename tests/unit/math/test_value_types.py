"""What all value types promise: they are tuples that cannot be changed, made of numbers only."""

from __future__ import annotations

import copy
import operator
import pickle
from decimal import Decimal
from math import inf, isnan, nan
from typing import Any

import numpy as np
import pytest

from engine.math import (
    AABB,
    Basis,
    Color,
    ImmutableError,
    MathTypeError,
    MathValueError,
    Plane,
    Projection,
    Quaternion,
    Rect2,
    Rect2i,
    SapwoodError,
    Transform2D,
    Transform3D,
    Vector2,
    Vector2i,
    Vector3,
    Vector3i,
    Vector4,
    Vector4i,
)
from engine.math.value import Value, shortened, with_type

VALUES: list[Any] = [
    Vector2(1.5, -2.0),
    Vector3(1.5, -2.0, 3.0),
    Rect2(1.0, 2.0, 3.0, 4.0),
    Transform2D(1.0, 2.0, 3.0, 4.0, 5.0, 6.0),
    Color(0.25, 0.5, 0.75, 1.0),
    Vector4(1.5, -2.0, 3.0, 4.0),
    AABB(1.0, 2.0, 3.0, 4.0, 5.0, 6.0),
    Plane(1.0, 2.0, 3.0, 4.0),
    Projection(range(16)),
    Quaternion(1.0, 2.0, 3.0, 4.0),
    Basis(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0),
    Transform3D(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0),
    Vector2i(1, -2),
    Vector3i(1, -2, 3),
    Vector4i(1, -2, 3, 4),
    Rect2i(1, 2, 3, 4),
]
OF_INTS = (Vector2i, Vector3i, Vector4i, Rect2i)
each_value = pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)


@each_value
def test_a_value_is_a_tuple_of_numbers_of_one_type_that_equals_and_hashes_like_it(value: Any) -> None:
    plain = tuple(value)

    assert value == plain
    assert plain == value
    assert hash(value) == hash(plain)
    assert {plain: "found"}[value] == "found"
    assert {type(component) for component in value} == {int if isinstance(value, OF_INTS) else float}


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
        (Transform3D(), "origin", "write node.property = node.property.with_origin(...)"),
        (Transform3D(), "basis", "write node.property = node.property.with_basis(...)"),
        (Basis(), "z", "Basis is immutable; write node.property = node.property.with_z(...)"),
        (Quaternion(), "w", "write node.quaternion = node.quaternion.with_w(...).normalized()"),
        (Vector2i(), "x", "Vector2i is immutable; write node.property = node.property.with_x(...)"),
        (Vector3i(), "z", "Vector3i is immutable; write node.property = node.property.with_z(...)"),
        (Vector4i(), "w", "Vector4i is immutable; write node.property = node.property.with_w(...)"),
        (Vector4(), "w", "Vector4 is immutable; write node.property = node.property.with_w(...)"),
        (Rect2i(), "end", "Rect2i is immutable; write node.property = node.property.with_end(...)"),
        (AABB(), "size", "AABB is immutable; write node.property = node.property.with_size(...)"),
        (Plane(), "d", "Plane is immutable; write node.property = node.property.with_d(...)"),
        (Projection(), "w", "Projection is immutable; write node.property = node.property.with_w(...)"),
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
        (lambda: Vector4(1, 2, 3, 4), (1.0, 2.0, 3.0, 4.0)),
        (lambda: Vector4(True, Decimal("0.5"), np.float32(2)), (1.0, 0.5, 2.0, 0.0)),  # type: ignore[call-overload]
        (lambda: AABB((1, 2, 3), (4, 5, 6)), (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)),
        (lambda: Plane((1, 2, 3), 4), (1.0, 2.0, 3.0, 4.0)),
        (lambda: Projection(*range(16)), tuple(map(float, range(16)))),
    ],
)
def test_whatever_is_a_number_becomes_a_float(make: Any, expected: tuple[float, ...]) -> None:
    value = make()

    assert value == expected
    assert {type(component) for component in value} == {float}


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: Vector2i(1, 2), (1, 2)),
        (lambda: Vector2i(True, np.int64(3)), (1, 3)),  # type: ignore[call-overload]
        (lambda: Vector2i(1.9, -1.9), (1, -1)),
        (lambda: Vector2i(Vector2(1.9, -1.9)), (1, -1)),
        (lambda: Vector2i(np.array([1.9, -1.9])), (1, -1)),  # type: ignore[call-overload]
        (lambda: Vector2i([10**400, 2]), (10**400, 2)),
        (lambda: Vector2i([1, Decimal("2.5")]), (1, 2)),  # type: ignore[list-item]
        (lambda: Vector3i(1, 2, 3.5), (1, 2, 3)),
        (lambda: Vector3i(Vector3(1, 2, 3.5)), (1, 2, 3)),
        (lambda: Vector4i(1, 2, 3, np.float32(4.5)), (1, 2, 3, 4)),  # type: ignore[call-overload]
        (lambda: Vector4i(Vector4(1, 2, 3, 4.5)), (1, 2, 3, 4)),
        (lambda: Rect2i((1.5, 2), (3, 4)), (1, 2, 3, 4)),
        (lambda: Rect2i(Rect2(1.5, 2, 3, 4)), (1, 2, 3, 4)),
        (lambda: Vector2i(5), (5, 0)),
    ],
)
def test_whatever_is_a_number_becomes_an_int_without_its_fraction(make: Any, expected: tuple[int, ...]) -> None:
    value = make()

    assert value == expected
    assert {type(component) for component in value} == {int}


@pytest.mark.parametrize("number", [nan, inf, -inf])
@pytest.mark.parametrize("kind", OF_INTS)
def test_an_int_cannot_be_nan_or_infinite(kind: Any, number: float) -> None:
    with pytest.raises(MathValueError, match=rf"{kind.__name__}.*: an int cannot be {number!r}"):
        kind([number] * len(kind()))


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
        (Vector2i, ["1", 2], "Vector2i.x: needs a number, got '1' (str)"),
        (Vector2i, [1, None], "Vector2i.y: needs a number, got None (NoneType)"),
        (Vector2i, ["12"], "Vector2i: needs 2 numbers, got '12' (str)"),
        (Vector2i, [(1, "2")], "Vector2i: needs 2 numbers, got (1, '2') (tuple)"),
        (Vector3i, [(1, 2)], "Vector3i: needs 3 numbers, got (1, 2) (tuple)"),
        (Vector3i, [1, 2, "3"], "Vector3i.z: needs a number, got '3' (str)"),
        (Vector4i, [1, 2, 3, "4"], "Vector4i.w: needs a number, got '4' (str)"),
        (Vector4i, [{1, 2, 3, 4}], "Vector4i: needs 4 numbers, got {1, 2, 3, 4} (set)"),
        (Vector4, [1, 2, 3, "4"], "Vector4.w: needs a number, got '4' (str)"),
        (Vector4, [(1, 2, 3)], "Vector4: needs 4 numbers, got (1, 2, 3) (tuple)"),
        (Rect2i, [(1, 2), 3], "Rect2i.size: needs 2 numbers, got 3 (int)"),
        (Rect2i, [1, 2, 3], "Rect2i takes a position and a size, or four numbers, got 3 arguments"),
        (AABB, [(1, 2, 3), 3], "AABB.size: needs 3 numbers, got 3 (int)"),
        (AABB, [1, 2, 3], "AABB takes a position and a size, or six numbers, got 3 arguments"),
        (AABB, [1, 2, 3, 4, 5, "6"], "AABB: needs 6 numbers, got (1, 2, 3, 4, 5, '6') (tuple)"),
        (Plane, [(1, 2), 3], "Plane.normal: needs 3 numbers, got (1, 2) (tuple)"),
        (Plane, [(1, 2, 3), "4"], "Plane, point: needs 3 numbers, got '4' (str)"),
        (Plane, ["123"], "Plane.normal: needs 3 numbers, got '123' (str)"),
        (Plane, [1, 2, 3, 4, 5], "Plane takes a normal and d, three points or four numbers, got 5 arguments"),
        (Projection, [(1, 2), (0,) * 4, (0,) * 4, (0,) * 4], "Projection.x: needs 4 numbers, got (1, 2) (tuple)"),
        (Projection, [range(15)], "Projection: needs 16 numbers, got range(0, 15) (range)"),
        (Projection, [1, 2], "four columns, or sixteen numbers; got 2 arguments"),
        (Rect2, [1, 2, 3, "4"], "Rect2: needs 4 numbers, got (1, 2, 3, '4') (tuple)"),
        (Rect2, [(1, 2), 3], "Rect2.size: needs 2 numbers, got 3 (int)"),
        (Rect2, [1, 2, 3], "Rect2 takes a position and a size, or four numbers, got 3 arguments"),
        (Transform2D, ["a", (0, 0)], "Transform2D, rotation: needs a number, got 'a' (str)"),
        (Transform2D, [0.0, 5], "Transform2D, position: needs 2 numbers, got 5 (int)"),
        (Transform2D, [(1, 0), (0, 1), 5], "Transform2D.origin: needs 2 numbers, got 5 (int)"),
        (Transform2D, [1, 2, 3, 4, 5], "six numbers; got 5 arguments"),
        (Quaternion, [1, 2, 3, "4"], "Quaternion: needs 4 numbers, got (1, 2, 3, '4') (tuple)"),
        (Quaternion, [(1, 2, 3)], "Quaternion: needs 4 numbers, got (1, 2, 3) (tuple)"),
        (Quaternion, [{1, 2}, 1.0], "Quaternion, axis: needs 3 numbers, got {1, 2} (set)"),
        (Basis, [None], "Basis: needs 9 numbers, got None (NoneType)"),
        (Basis, [(1, 0, 0), (0, 1, 0), "001"], "Basis.z: needs 3 numbers, got '001' (str)"),
        (Transform3D, [(1, 0, 0), (0, 1, 0), (0, 0, 1), 5], "Transform3D.origin: needs 3 numbers, got 5 (int)"),
        (Transform3D, ["abcdefghijkl"], "Transform3D: needs 12 numbers, got 'abcdefghijkl' (str)"),
        (Color, [1], "Color needs r, g and b, got only 1"),
        (Color, [1, 2, "3"], "Color.b: needs a number, got '3' (str)"),
        (Color, [None], "Color: needs 4 numbers, got None (NoneType)"),
        (Color, [np.array(3.0)], "Color: needs 4 numbers, got array(3.) (ndarray)"),
        (Plane, [np.array(3.0)], "Plane: needs 4 numbers, got array(3.) (ndarray)"),
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


def test_a_value_is_shown_by_its_repr_up_to_a_length_and_numbers_of_too_many_digits_by_their_type() -> None:
    assert shortened("a" * 78) == repr("a" * 78)
    assert shortened("a" * 79) == "'" + "a" * 76 + "..."
    assert shortened([1, 2, 3], 6) == "[1,..."
    assert shortened(10**5000) == "<int of too many digits>"
    assert shortened([10**5000]) == "<list of too many digits>"
    assert with_type(1.5) == "1.5 (float)"


def test_vectors_and_rectangles_of_zeros_are_false_and_other_values_true() -> None:
    assert not Vector2()
    assert Vector2(0.0, 1.0)
    assert not Vector3()
    assert Vector3(0.0, 0.0, 1.0)
    assert not Rect2()
    assert Rect2(0.0, 0.0, 1.0, 0.0)
    assert not any((Vector4(), Vector2i(), Vector3i(), Vector4i(), Rect2i(), AABB(), Plane()))
    assert all((Vector4(w=1), Vector2i(y=1), Vector3i(z=1), Vector4i(w=1), Rect2i(0, 0, 0, 1), Plane(0, 0, 0, 1)))
    assert Projection.ZERO
    assert Color()
    assert Transform2D()
    assert Quaternion(0, 0, 0, 0)
    assert Basis.from_scale((0, 0, 0))
    assert Transform3D()


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
    for value in (Transform2D(), Transform3D(), Basis(), Quaternion()):
        with pytest.raises(MathTypeError):
            operation(value, "text")


@pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.mul, operator.truediv, operator.mod])
@pytest.mark.parametrize("left", VALUES, ids=lambda value: type(value).__name__)
@each_value
def test_any_two_values_combine_to_a_value_or_are_refused(left: Any, value: Any, operation: Any) -> None:
    try:
        result = operation(left, value)
    except (SapwoodError, TypeError):  # Python's own TypeError where no operator is defined
        return
    assert isinstance(result, Value)


@each_value
@pytest.mark.parametrize(
    "scalar", [np.float64(2), np.float32(2), np.int64(2)], ids=lambda scalar: type(scalar).__name__
)
def test_a_numpy_number_on_the_left_gives_what_a_number_gives(value: Any, scalar: Any) -> None:
    plain = scalar.item()
    try:
        expected = plain * value
    except MathTypeError:
        with pytest.raises(MathTypeError):
            scalar * value
    else:
        assert scalar * value == expected
        assert type(scalar * value) is type(expected)
    with pytest.raises(TypeError):
        scalar + value


def test_a_numpy_array_on_the_left_stays_an_array() -> None:
    points = np.array([(1.0, 2.0), (3.0, 4.0)])

    assert np.array_equal(points + Vector2(10, 20), [(11, 22), (13, 24)])
    assert np.array_equal(points * Vector2(10, 20), [(10, 40), (30, 80)])


def test_an_array_of_one_vector_is_carried_over_as_the_vector_is() -> None:
    turn = Quaternion(Vector3.UP, 0.5)
    three: Any = np.array([1.0, 2.0, 3.0])
    two: Any = np.array([1.0, 2.0])

    assert turn * three == turn * Vector3(1, 2, 3)
    assert Basis(turn) * three == pytest.approx(Basis(turn) * Vector3(1, 2, 3))
    assert Transform3D(turn, (4, 5, 6)) * three == pytest.approx(Transform3D(turn, (4, 5, 6)) * Vector3(1, 2, 3))
    assert Transform2D(0.5, (4, 5)) * two == pytest.approx(Transform2D(0.5, (4, 5)) * Vector2(1, 2))
    assert Projection() * three == (1, 2, 3)


@pytest.mark.parametrize(
    ("transform", "point"),
    [
        (Transform2D(0.5, (1, 2)), (inf, 1.0)),
        (Transform2D(0.5, (2, 2), 0.0, (1, 2)), (1.5e308, 1.5e308)),
        (Basis(Vector3.UP, 0.5), (inf, 1.0, 2.0)),
        (Transform3D(), (1.0, nan, inf)),
    ],
    ids=repr,
)
def test_points_of_an_array_that_are_not_finite_come_out_as_each_does(transform: Any, point: Any) -> None:
    (carried,) = transform * np.array([point])

    np.testing.assert_allclose(carried, transform * point, equal_nan=True)


@pytest.mark.parametrize("value", [value for value in VALUES if hasattr(value, "_replace")], ids=repr)
def test_replacing_fields_of_a_named_tuple_checks_the_numbers(value: Any) -> None:
    name = value._fields[-1]

    again = value._replace(**{name: np.int64(7)})
    assert again == (*value[:-1], 7)
    assert type(again) is type(value)
    assert type(again[-1]) is type(value[-1])
    with pytest.raises(MathTypeError, match="got"):
        value._replace(**{name: "a"})
    with pytest.raises(MathTypeError, match="got"):
        type(value)._make("ab" * len(value))


@pytest.mark.parametrize("kind", [Vector2, Vector3, Vector4, Vector2i, Vector3i, Vector4i])
def test_another_x_is_one_number_also_where_the_rest_is_0(kind: Any) -> None:
    assert kind().with_x(2) == (2, *kind()[1:])
    for sequence in (tuple(kind()), np.zeros(len(kind()))):
        with pytest.raises(MathTypeError, match=rf"^{kind.__name__}\.x: needs a number, got"):
            kind().with_x(sequence)
