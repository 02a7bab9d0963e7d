"""Basis: its forms, products, inverses and decompositions, against matrices of numpy, and what it refuses."""

from __future__ import annotations

from math import inf, nan, pi, sqrt
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
    SingularTransformError,
    Vector3,
)

numbers = st.floats(-10, 10)
directions = st.builds(Vector3, numbers, numbers, numbers)
bases = st.builds(Basis, directions, directions, directions)
X, Y, Z = Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)


@st.composite
def turns(draw: st.DrawFn) -> Basis:
    axis = draw(directions)
    assume(axis.length() > 0.1)
    return Basis(axis.normalized(), draw(st.floats(-3, 3)))


def matrix(basis: Basis) -> Any:
    return np.array(basis).reshape(3, 3).T


def near(a: tuple[float, ...], b: tuple[float, ...], tolerance: float = 1e-12) -> bool:
    return all(abs(one - other) <= tolerance for one, other in zip(a, b, strict=True))


def test_every_form_gives_the_columns() -> None:
    assert Basis() == Basis.IDENTITY == (1, 0, 0, 0, 1, 0, 0, 0, 1)
    assert Basis((1, 2, 3), (4, 5, 6), (7, 8, 9)) == (1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert Basis(1, 2, 3, 4, 5, 6, 7, 8, 9) == (1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert Basis([1, 2, 3, 4, 5, 6, 7, 8, 9]) == (1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert near(Basis(Y, pi / 2), (0, 0, -1, 0, 1, 0, 1, 0, 0))
    assert near(Basis(Quaternion(Y, pi / 2)), (0, 0, -1, 0, 1, 0, 1, 0, 0))
    assert near(Basis(Quaternion(Y, pi / 2) * 5), (0, 0, -1, 0, 1, 0, 1, 0, 0))
    assert Basis.from_scale((2, 3, 4)) == (2, 0, 0, 0, 3, 0, 0, 0, 4)
    assert Basis.from_scale((-1, 1, 1)) == Basis.FLIP_X
    assert Basis.from_scale((1, -1, 1)) == Basis.FLIP_Y
    assert Basis.from_scale((1, 1, -1)) == Basis.FLIP_Z


def test_columns_are_vectors_that_can_be_replaced() -> None:
    basis = Basis(1, 2, 3, 4, 5, 6, 7, 8, 9)

    assert (basis.x, basis.y, basis.z) == ((1, 2, 3), (4, 5, 6), (7, 8, 9))
    assert {type(column) for column in (basis.x, basis.y, basis.z)} == {Vector3}
    assert [basis.get_column(index) for index in range(3)] == [basis.x, basis.y, basis.z]
    assert basis.with_x((0, 0, 0)) == (0, 0, 0, 4, 5, 6, 7, 8, 9)
    assert basis.with_y((0, 0, 0)) == (1, 2, 3, 0, 0, 0, 7, 8, 9)
    assert basis.with_z((0, 0, 0)) == (1, 2, 3, 4, 5, 6, 0, 0, 0)


@given(bases, bases, directions)
def test_products_are_those_of_the_matrices(a: Basis, b: Basis, vector: Vector3) -> None:
    np.testing.assert_allclose(matrix(a * b), matrix(a) @ matrix(b), rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(a * vector, matrix(a) @ vector, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(vector * a, matrix(a).T @ vector, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(a.xform_inv(vector), matrix(a).T @ vector, rtol=1e-12, atol=1e-12)
    assert a.determinant() == pytest.approx(np.linalg.det(matrix(a)), abs=1e-9)
    np.testing.assert_array_equal(matrix(a.transposed()), matrix(a).T)


def test_numbers_sequences_and_arrays_are_multiplied() -> None:
    basis = Basis.from_scale((2, 3, 4))

    assert basis * 2 == 2 * basis == (4, 0, 0, 0, 6, 0, 0, 0, 8)
    assert basis / 2 == (1, 0, 0, 0, 1.5, 0, 0, 0, 2)
    assert basis * (1, 1, 1) == (1, 1, 1) * basis == (2, 3, 4)
    assert basis * [(1, 1, 1), (0, 1, 0)] == [(2, 3, 4), (0, 3, 0)]
    assert [(1, 1, 1), (0, 1, 0)] * basis == [(2, 3, 4), (0, 3, 0)]  # type: ignore[operator]
    np.testing.assert_array_equal(Basis(Y, 0.5) * np.eye(3), [Basis(Y, 0.5) * axis for axis in (X, Y, Z)])


def test_tdot_is_the_scalar_product_with_an_axis() -> None:
    basis = Basis(1, 2, 3, 4, 5, 6, 7, 8, 9)

    assert (basis.tdotx((1, 0, 1)), basis.tdoty((1, 0, 1)), basis.tdotz((1, 0, 1))) == (4, 10, 16)


@given(bases)
def test_the_inverse_undoes_scale_and_skew_too(basis: Basis) -> None:
    assume(abs(basis.determinant()) > 1e-3)

    np.testing.assert_allclose(matrix(basis.inverse()), np.linalg.inv(matrix(basis)), rtol=1e-7, atol=1e-7)


@pytest.mark.parametrize(
    "basis",
    [
        Basis(0, 0, 0, 0, 0, 0, 0, 0, 0),
        Basis.from_scale((1, 0, 1)),
        Basis((1, 2, 3), (4, 5, 6), (7, 8, 9)),
        Basis((0.1, 0.2, 0.3), (0.4, 0.5, 0.6), (0.7, 0.8, 0.9)),  # its determinant rounds to 7e-18
        Basis(X, 1.1) * Basis.from_scale((1, 0, 1)) * Basis(Y, 0.7),
        Basis(X, 1.1) * Basis.from_scale((1e-200, 0, 1e-200)) * Basis(Y, 0.7),
        Basis(X, X, Z),
    ],
)
def test_a_singular_basis_has_no_inverse(basis: Basis) -> None:
    with pytest.raises(SingularTransformError, match=r"Basis.inverse: .* has no inverse: its determinant is 0"):
        basis.inverse()


@pytest.mark.parametrize("exponent", [-300, -150, -100, -1, 1, 100, 150, 300])
def test_the_smallest_and_largest_scales_have_an_inverse_and_a_scale(exponent: int) -> None:
    scale = 10.0**exponent
    turn = Basis(Vector3(1, 2, 2) / 3.0, 0.7)
    for factors in ((scale, scale, scale), (scale, 1.0, 1.0 / scale), (1.0, -scale, 2.0), (scale, -scale, scale)):
        basis = turn.scaled_local(factors)
        inverse = basis.inverse()
        assert near(inverse.scaled(factors), turn.transposed(), 1e-14)
        side = -1.0 if factors[1] < 0.0 else 1.0
        assert basis.get_scale() == pytest.approx([abs(factor) * side for factor in factors], rel=1e-14)


def test_an_inverse_beyond_the_range_of_floats_is_refused() -> None:
    with pytest.raises(MathValueError, match=r"Basis.inverse: the inverse of .* is beyond the range of floats"):
        Basis.from_scale((1e-320, 1, 1)).inverse()


@given(turns(), st.tuples(*[st.floats(0.1, 10)] * 3))
def test_rotation_and_scale_are_read_back(turn: Basis, scale: tuple[float, ...]) -> None:
    basis = turn.scaled_local(scale)

    assert near(basis.get_scale(), scale)
    assert near(Basis(basis.get_rotation_quaternion()), turn)
    assert near(basis.orthonormalized(), turn)


@given(turns(), st.tuples(*[st.floats(0.1, 10)] * 3))
def test_a_mirror_image_has_negative_scale_and_a_rotation(turn: Basis, scale: tuple[float, ...]) -> None:
    basis = turn.scaled_local(scale).scaled_local((-1, 1, 1))

    assert basis.determinant() < 0
    assert near(basis.get_scale(), tuple(-part for part in scale))
    assert near(Basis(basis.get_rotation_quaternion()), turn.scaled_local((1, -1, -1)))
    assert near(basis.orthonormalized(), turn.scaled_local((-1, 1, 1)))


def test_what_is_scaled_to_nothing_still_has_scale_and_rotation() -> None:
    turn = Basis(Vector3(1, 2, 2) / 3.0, 0.7)

    for flat in ((0, 1, 1), (1, 0, 1), (1, 1, 0)):
        assert near(turn.scaled_local(flat).get_scale(), flat)
        assert near(Basis(turn.scaled_local(flat).get_rotation_quaternion()), turn)
    for line in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
        found = Basis(turn.scaled_local(line).get_rotation_quaternion())
        assert near(found * Vector3(*line), turn * Vector3(*line))
        assert found.is_rotation()
    assert Basis.from_scale((0, 0, 0)).get_rotation_quaternion() == Quaternion()
    assert Basis.from_scale((0, 0, 0)).get_euler() == (0, 0, 0)
    assert Basis(Basis(X, X * 2, Z).get_rotation_quaternion()).is_rotation()


def test_orthonormalizing_keeps_x_and_the_plane_of_x_and_y() -> None:
    basis = Basis((2, 0, 0), (5, 3, 0), (1, 2, -4))

    assert basis.orthonormalized() == (1, 0, 0, 0, 1, 0, 0, 0, -1)
    with pytest.raises(SingularTransformError, match=r"cannot be orthonormalized: its axes span no space"):
        Basis.from_scale((1, 0, 1)).orthonormalized()
    with pytest.raises(SingularTransformError, match="cannot be orthonormalized"):
        Basis((1, 2, 3), (4, 5, 6), (7, 8, 9)).orthonormalized()


def test_rotated_and_scaled_act_in_the_outer_space_and_scaled_local_in_the_inner() -> None:
    basis = Basis(Y, pi / 2)

    assert near(basis.rotated(X, pi / 2), Basis(X, pi / 2) * basis)
    assert near(basis.scaled((2, 3, 4)), Basis.from_scale((2, 3, 4)) * basis)
    assert near(basis.scaled_local((2, 3, 4)), basis * Basis.from_scale((2, 3, 4)))


def test_slerp_turns_evenly_between_two_rotations() -> None:
    start, end = Basis(Y, 0.2), Basis(Y, 1.2)

    assert near(start.slerp(end, 0.25), Basis(Y, 0.45))
    assert near(start.slerp(end, 0.0), start)
    assert near(start.slerp(tuple(end), 1.0), end)


def test_what_kind_of_basis_it_is() -> None:
    turn, skewed = Basis(Y, 0.5), Basis((1, 0, 0), (1, 1, 0), (0, 0, 1))
    kinds = ("is_orthogonal", "is_orthonormal", "is_conformal", "is_rotation")

    def of(basis: Basis) -> list[bool]:
        return [getattr(basis, kind)() for kind in kinds]

    assert of(turn) == [True, True, True, True]
    assert of(turn * 2) == [True, False, True, False]
    assert of(turn.scaled_local((1, 2, 3))) == [True, False, False, False]
    assert of(turn * Basis.FLIP_X) == [True, True, True, False]
    assert of(skewed) == [False, False, False, False]


def test_looking_at_points_minus_z_at_the_target_and_y_up() -> None:
    assert Basis.looking_at((0, 0, -5)) == Basis()
    assert near(Basis.looking_at((1, 0, 0)), Basis(Y, -pi / 2))
    assert near(Basis.looking_at((0, 0, 5), use_model_front=True), Basis())
    looking = Basis.looking_at((1, 2, 3), (0, 0, 1))
    assert near(-looking.z, Vector3(1, 2, 3).normalized())
    assert looking.is_rotation()
    assert looking.y.dot(Z) > 0
    assert looking.x.dot(Z) == pytest.approx(0)
    assert near(Basis.looking_at((1e-250, 0, -1e-250)), Basis(Y, -pi / 4))
    assert near(Basis.looking_at((1e250, 0, -1e250), (0, 1e250, 0)), Basis(Y, -pi / 4))


def test_looking_at_takes_an_up_close_to_the_way() -> None:
    almost_up = Basis.looking_at((0, 1, -1e-4))

    assert almost_up.is_rotation()
    assert near(-almost_up.z, Vector3(0, 1, -1e-4).normalized())


@pytest.mark.parametrize(
    ("target", "up"), [((1e-6, 1, 0), (0, 1, 0)), ((0, -1, 9e-6), (0, 3, 0)), ((0.3, 0.6, 0.9), (-0.1, -0.2, -0.3))]
)
def test_looking_at_refuses_an_up_all_but_on_the_way(target: Any, up: Any) -> None:
    with pytest.raises(MathValueError, match="lie on one line"):
        Basis.looking_at(target, up)


def test_equality_is_exact_and_is_equal_approx_is_not() -> None:
    assert Basis().is_equal_approx(Basis() * (1 + 1e-7))
    assert not Basis().is_equal_approx(Basis() * 1.001)
    assert not (Basis() * inf).is_finite()
    assert Basis().is_finite()


def test_it_prints_its_axes() -> None:
    assert str(Basis.from_scale((2, 3, 4))) == "[X: (2.0, 0.0, 0.0), Y: (0.0, 3.0, 0.0), Z: (0.0, 0.0, 4.0)]"
    assert repr(Basis()) == "Basis(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)"


ONES, ROOT = Vector3(1, 1, 1), sqrt(0.5)


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (
            lambda: Basis(ONES, 1.0),
            MathValueError,
            "Basis: the axis must have length 1, got (1.0, 1.0, 1.0); use axis.normalized()",
        ),
        (
            lambda: Basis((0, 0, 0), 1.0),
            MathValueError,
            "Basis: the axis must have length 1, got (0.0, 0.0, 0.0); a zero axis has no",
        ),
        (lambda: Basis(X, nan), MathValueError, "Basis: the angle must be finite, got nan"),
        (lambda: Basis(X, "a"), MathTypeError, "Basis, angle: needs a number, got 'a' (str)"),  # type: ignore[call-overload]
        (lambda: Basis(1, 2, 3, 4), MathTypeError, "(x_axis, y_axis, z_axis), or nine numbers; got 4 arguments"),  # type: ignore[call-overload]
        (lambda: Basis((1, 2, 3)), MathTypeError, "Basis: needs 9 numbers, got (1, 2, 3) (tuple)"),
        (lambda: Basis(X, Y, 3), MathTypeError, "Basis.z: needs 3 numbers, got 3 (int)"),  # type: ignore[call-overload]
        (lambda: Basis().rotated(ONES, 1.0), MathValueError, "Basis.rotated: the axis must have length 1"),
        (lambda: Basis().rotated(X, inf), MathValueError, "Basis.rotated: the angle must be finite, got inf"),
        (lambda: Basis().get_column(3), MathValueError, "Basis.get_column: the index must be 0, 1 or 2, got 3"),
        (
            lambda: Basis.looking_at((0, 0, 0)),
            MathValueError,
            "Basis.looking_at: the target must be a finite direction, not 0, got",
        ),
        (lambda: Basis.looking_at((nan, 0, 1)), MathValueError, "the target must be a finite direction"),
        (
            lambda: Basis.looking_at(X, (0, 0, 0)),
            MathValueError,
            "Basis.looking_at: up must be a finite direction, not 0, got (0, 0, 0)",
        ),
        (lambda: Basis.looking_at(X, (0, inf, 0)), MathValueError, "up must be a finite direction"),
        (
            lambda: Basis.looking_at((0, 5, 0)),
            MathValueError,
            "Basis.looking_at: the target (0, 5, 0) and up Vector3(0.0, 1.0, 0.0) lie on",
        ),
        (lambda: Basis.looking_at((0, -5, 0)), MathValueError, "lie on one line; give another up"),
        (lambda: Basis.looking_at((2, 4, 6), (1, 2, 3)), MathValueError, "lie on one line; give another up"),
        (lambda: (Basis() * nan).inverse(), MathValueError, "Basis.inverse: the components must be finite, got (nan"),
        (
            lambda: (Basis() * nan).orthonormalized(),
            MathValueError,
            "Basis.orthonormalized: the components must be finite",
        ),
        (lambda: (Basis() * inf).get_euler(), MathValueError, "Basis.get_euler: the basis must be finite"),
        (
            lambda: (Basis() * nan).get_rotation_quaternion(),
            MathValueError,
            "Basis.get_rotation_quaternion: the basis must be finite",
        ),
        (
            lambda: Basis().slerp(Basis.from_scale((2, 2, 2)), 0.5),
            MathValueError,
            "Basis.slerp: both bases must only turn, got Basis(2.0",
        ),
        (lambda: Basis.FLIP_X.slerp(Basis(), 0.5), MathValueError, "use Transform3D.interpolate_with"),
        (lambda: Basis() / 0, DivisionByZeroError, "/ 0: division by zero"),
        (lambda: Basis() + Basis(), MathTypeError, "Basis has no +; use * to combine bases"),
        (lambda: (1, 2) + Basis(), MathTypeError, "Basis has no +"),
        (
            lambda: Basis() * "abc",  # type: ignore[operator]
            MathTypeError,
            "Basis * 'abc': the right side must be a number, a vector, vectors or a basis",
        ),
        (lambda: "abc" * Basis(), MathTypeError, "'abc' * Basis: the left side must be a number, a vector or vectors"),
        (lambda: Basis() * None, MathTypeError, "Basis * None: the right side must be"),  # type: ignore[operator]
        (lambda: Basis() * np.zeros((2, 2)), MathTypeError, "Basis * array: the shape must be (N, 3), got (2, 2)"),
        (lambda: Basis().scaled(2), MathTypeError, "Basis.scaled: needs 3 numbers, got 2 (int)"),  # type: ignore[arg-type]
        (lambda: Basis().xform("abc"), MathTypeError, "Basis.xform: needs 3 numbers, got 'abc' (str)"),  # type: ignore[arg-type]
    ],
)
def test_what_means_nothing_is_refused_with_its_value(call: Any, kind: Any, text: str) -> None:
    with pytest.raises(kind) as caught:
        call()

    assert text in str(caught.value)
    assert isinstance(caught.value, SapwoodError)
