"""Transform3D: its forms, products, inverses and what it carries over, against matrices of numpy."""

from __future__ import annotations

from math import inf, nan, pi
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.math import (
    AABB,
    Basis,
    DivisionByZeroError,
    MathTypeError,
    MathValueError,
    Plane,
    Projection,
    Quaternion,
    SapwoodError,
    SingularTransformError,
    Transform3D,
    Vector3,
)

numbers = st.floats(-10, 10)
points = st.builds(Vector3, numbers, numbers, numbers)
transforms = st.builds(Transform3D, points, points, points, points)
X, Y, Z = Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)
PLACED = Transform3D(Basis(Vector3(1, 2, 2) / 3.0, 0.7).scaled_local((1, 2, 3)), (1, 2, 3))
TURNED = Transform3D(Basis(Vector3(1, 2, 2) / 3.0, 0.7), (1, 2, 3))


def matrix(transform: Transform3D) -> Any:
    whole = np.eye(4)
    whole[:3] = np.array(transform).reshape(4, 3).T
    return whole


def near(a: tuple[float, ...], b: tuple[float, ...], tolerance: float = 1e-12) -> bool:
    return all(abs(one - other) <= tolerance for one, other in zip(a, b, strict=True))


def test_every_form_gives_the_columns() -> None:
    assert Transform3D() == Transform3D.IDENTITY == (1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)
    assert Transform3D((1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12)) == tuple(range(1, 13))
    assert Transform3D(*range(1, 13)) == tuple(range(1, 13))
    assert Transform3D(list(range(1, 13))) == tuple(range(1, 13))
    assert Transform3D(Basis.from_scale((2, 3, 4)), (5, 6, 7)) == (2, 0, 0, 0, 3, 0, 0, 0, 4, 5, 6, 7)
    assert near(Transform3D(Quaternion(Y, pi / 2), (5, 6, 7)), (0, 0, -1, 0, 1, 0, 1, 0, 0, 5, 6, 7))
    assert Transform3D(Projection(PLACED)) == PLACED
    assert Transform3D(Basis.FLIP_X, (0, 0, 0)) == Transform3D.FLIP_X
    assert Transform3D(Basis.FLIP_Y, (0, 0, 0)) == Transform3D.FLIP_Y
    assert Transform3D(Basis.FLIP_Z, (0, 0, 0)) == Transform3D.FLIP_Z


def test_basis_and_origin_can_be_read_and_replaced() -> None:
    transform = Transform3D(*range(1, 13))

    assert transform.basis == (1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert type(transform.basis) is Basis
    assert transform.origin == (10, 11, 12)
    assert type(transform.origin) is Vector3
    assert transform.with_basis(Basis()) == (1, 0, 0, 0, 1, 0, 0, 0, 1, 10, 11, 12)
    assert transform.with_origin((0, 0, 0)) == (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0)


@given(transforms, transforms, points)
def test_products_are_those_of_the_matrices(a: Transform3D, b: Transform3D, point: Vector3) -> None:
    np.testing.assert_allclose(matrix(a * b), matrix(a) @ matrix(b), rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(a * point, (matrix(a) @ [*point, 1.0])[:3], rtol=1e-11, atol=1e-11)


@given(transforms)
def test_the_affine_inverse_undoes_scale_and_skew_too(transform: Transform3D) -> None:
    assume(abs(transform.basis.determinant()) > 0.01)

    np.testing.assert_allclose(matrix(transform.affine_inverse()) @ matrix(transform), np.eye(4), atol=1e-6)


@given(points)
def test_a_transform_that_turns_and_moves_is_undone_by_inverse_and_from_the_right(point: Vector3) -> None:
    there = TURNED * point

    assert near(TURNED.inverse() * there, point)
    assert near(there * TURNED, point)
    assert near(tuple(there) * TURNED, point)
    assert near(TURNED.xform_inv(there), point)
    assert near(TURNED.inverse(), TURNED.affine_inverse())


def test_sequences_and_arrays_of_points_are_carried_over() -> None:
    corners = [(0, 0, 0), (1, 0, 0), (1, 2, 3)]

    assert PLACED * corners == [PLACED * Vector3(*corner) for corner in corners]
    assert PLACED * (1, 2, 3) == PLACED.xform((1, 2, 3)) == PLACED * Vector3(1, 2, 3)
    np.testing.assert_allclose(PLACED * np.array(corners, float), PLACED * corners)
    assert [near(back, corner) for back, corner in zip((TURNED * corners) * TURNED, corners, strict=True)] == [True] * 3


def test_numbers_multiply_every_component() -> None:
    transform = Transform3D(*range(1, 13))

    assert transform * 2 == 2 * transform == tuple(range(2, 25, 2))
    assert transform / 2 == tuple(number / 2 for number in range(1, 13))


@given(transforms, st.tuples(numbers, numbers, numbers), st.tuples(*[st.floats(0, 10)] * 3))
def test_a_box_becomes_the_box_around_its_carried_corners(
    transform: Transform3D, position: tuple[float, ...], size: tuple[float, ...]
) -> None:
    box = AABB(position, size)
    corners = np.array([transform * box.get_endpoint(index) for index in range(8)])

    carried = transform * box

    assert type(carried) is AABB
    np.testing.assert_allclose(carried.position, corners.min(0), atol=1e-9)
    np.testing.assert_allclose(carried.end, corners.max(0), atol=1e-9)


def test_a_box_goes_back_through_a_transform_that_turns_and_moves() -> None:
    box = AABB((1, 2, 3), (4, 5, 6))
    corners = np.array([TURNED.xform_inv(box.get_endpoint(index)) for index in range(8)])

    back = box * TURNED

    np.testing.assert_allclose(back.position, corners.min(0))
    np.testing.assert_allclose(back.end, corners.max(0))


def test_a_plane_goes_where_its_points_go_and_back() -> None:
    plane = Plane(Vector3(1, 2, 3).normalized(), 4.0)
    in_plane = [plane.project(point) for point in ((0, 0, 0), (1, 5, 2), (-3, 1, 1))]

    carried = PLACED * plane

    assert type(carried) is Plane
    assert carried.normal.is_normalized()
    assert all(abs(carried.distance_to(PLACED * point)) < 1e-12 for point in in_plane)
    assert near(carried * PLACED, plane)


def test_moving_turning_and_scaling_act_in_the_outer_or_its_own_space() -> None:
    assert near(PLACED.translated((1, 0, 0)), Transform3D(Basis(), (1, 0, 0)) * PLACED)
    assert near(PLACED.translated_local((1, 0, 0)), PLACED * Transform3D(Basis(), (1, 0, 0)))
    assert near(PLACED.rotated(Y, 0.5), Transform3D(Basis(Y, 0.5), (0, 0, 0)) * PLACED)
    assert near(PLACED.rotated_local(Y, 0.5), PLACED * Transform3D(Basis(Y, 0.5), (0, 0, 0)))
    assert near(PLACED.scaled((2, 3, 4)), Transform3D(Basis.from_scale((2, 3, 4)), (0, 0, 0)) * PLACED)
    assert near(PLACED.scaled_local((2, 3, 4)), PLACED * Transform3D(Basis.from_scale((2, 3, 4)), (0, 0, 0)))


def test_orthonormalizing_keeps_the_rotation_and_the_origin() -> None:
    assert near(PLACED.orthonormalized(), TURNED)


def test_looking_at_keeps_the_place_and_points_minus_z_at_the_target() -> None:
    looking = PLACED.looking_at((4, 6, 3))

    assert looking.origin == PLACED.origin
    assert looking.basis.is_rotation()
    assert near(-looking.basis.z, (0.6, 0.8, 0))
    assert near(PLACED.looking_at((4, 6, 3), use_model_front=True).basis.z, (0.6, 0.8, 0))
    assert near(PLACED.looking_at((1, 9, 3), Z).basis.y, Z)


def test_interpolation_goes_evenly_in_rotation_scale_and_place() -> None:
    start = Transform3D(Basis(Y, 0.2), (0, 0, 0))
    end = Transform3D(Basis(Y, 1.2).scaled_local((3, 3, 3)), (10, 0, 0))

    assert near(
        start.interpolate_with(end, 0.25), Transform3D(Basis(Y, 0.45).scaled_local((1.5, 1.5, 1.5)), (2.5, 0, 0))
    )
    assert near(start.interpolate_with(end, 0.0), start)
    assert near(start.interpolate_with(tuple(end), 1.0), end)


def test_interpolation_between_mirror_images_keeps_both_ends() -> None:
    start, end = Transform3D.FLIP_X * TURNED, Transform3D.FLIP_X

    assert near(start.interpolate_with(end, 0.0), start)
    assert near(start.interpolate_with(end, 1.0), end)


def test_interpolation_grows_from_nothing() -> None:
    nothing = Transform3D(Basis.from_scale((0, 0, 0)), (0, 0, 0))

    assert near(nothing.interpolate_with(Transform3D(), 0.5), Transform3D(Basis() * 0.5, (0, 0, 0)))


def test_equality_is_exact_and_is_equal_approx_is_not() -> None:
    assert PLACED.is_equal_approx(PLACED * (1 + 1e-7))
    assert not PLACED.is_equal_approx(PLACED * 1.001)
    assert not PLACED.with_origin((0, nan, 0)).is_finite()
    assert PLACED.is_finite()


def test_it_prints_its_columns() -> None:
    assert str(Transform3D()) == ("[X: (1.0, 0.0, 0.0), Y: (0.0, 1.0, 0.0), Z: (0.0, 0.0, 1.0), O: (0.0, 0.0, 0.0)]")
    assert repr(Transform3D()).startswith("Transform3D(1.0, 0.0, 0.0, 0.0, 1.0")


FLAT = Transform3D(Basis.from_scale((1, 0, 1)), (1, 2, 3))


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda: Transform3D(1, 2), MathTypeError, "Basis: needs 9 numbers, got 1 (int)"),  # type: ignore[call-overload]
        (lambda: Transform3D(Basis(), 5), MathTypeError, "Transform3D.origin: needs 3 numbers, got 5 (int)"),  # type: ignore[call-overload]
        (lambda: Transform3D(X, Y, Z, "abc"), MathTypeError, "Transform3D.origin: needs 3 numbers, got 'abc' (str)"),  # type: ignore[arg-type]
        (lambda: Transform3D(Basis()), MathTypeError, "Transform3D: needs 12 numbers, got Basis("),
        (lambda: Transform3D(X, Y, Z), MathTypeError, "a Projection, or twelve numbers; got 3 arguments"),  # type: ignore[call-overload]
        (
            lambda: FLAT.affine_inverse(),
            SingularTransformError,
            "Transform3D.affine_inverse: (1.0, 0.0, 0.0, 0.0, 0.0, 0.0",
        ),
        (lambda: FLAT.affine_inverse(), DivisionByZeroError, "has no inverse: its determinant is 0; is a scale 0?"),
        (
            lambda: (PLACED * nan).affine_inverse(),
            MathValueError,
            "Transform3D.affine_inverse: the components must be finite",
        ),
        (lambda: FLAT * Plane(Y, 1), SingularTransformError, "has no inverse"),
        (lambda: Plane(Y, 1) * FLAT, SingularTransformError, "has no inverse"),
        (lambda: FLAT.orthonormalized(), SingularTransformError, "cannot be orthonormalized"),
        (lambda: PLACED.rotated((1, 1, 0), 1.0), MathValueError, "Transform3D.rotated: the axis must have length 1"),
        (
            lambda: PLACED.rotated_local((0, 0, 0), 1.0),
            MathValueError,
            "Transform3D.rotated_local: the axis must have length 1",
        ),
        (lambda: PLACED.rotated(X, inf), MathValueError, "Transform3D.rotated: the angle must be finite, got inf"),
        (
            lambda: PLACED.looking_at((1, 2, 3)),
            MathValueError,
            "Transform3D.looking_at: the target (1, 2, 3) is the origin",
        ),
        (lambda: PLACED.looking_at((1, 7, 3)), MathValueError, "lie on one line; give another up"),
        (lambda: PLACED.looking_at((nan, 7, 3)), MathValueError, "the target must be a finite direction"),
        (lambda: PLACED.interpolate_with(Transform3D(), nan), MathValueError, "the weight must be finite, got nan"),
        (lambda: PLACED.interpolate_with(PLACED * nan, 0.5), MathValueError, "the basis must be finite"),
        (lambda: PLACED / 0, DivisionByZeroError, "/ 0: division by zero"),
        (lambda: PLACED + PLACED, MathTypeError, "Transform3D has no +; use translated(offset)"),
        (lambda: PLACED * "abc", MathTypeError, "Transform3D * 'abc': the right side must be"),  # type: ignore[operator]
        (lambda: "abc" * PLACED, MathTypeError, "'abc' * Transform3D: the left side must be"),
        (
            lambda: PLACED * Basis(),
            MathTypeError,
            "the right side must be a number, points, an AABB, a Plane or a transform",
        ),
        (lambda: PLACED * np.zeros((3, 2)), MathTypeError, "Transform3D * array: the shape must be (N, 3), got (3, 2)"),
        (lambda: PLACED.xform((1, 2)), MathTypeError, "Transform3D.xform: needs 3 numbers, got (1, 2) (tuple)"),
    ],
)
def test_what_means_nothing_is_refused_with_its_value(call: Any, kind: Any, text: str) -> None:
    with pytest.raises(kind) as caught:
        call()

    assert text in str(caught.value)
    assert isinstance(caught.value, SapwoodError)
