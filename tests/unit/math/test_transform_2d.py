"""Transform2D: its forms, products, inverses and decompositions, against matrices of numpy."""

from __future__ import annotations

from math import acos, cos, inf, nan, pi, sin, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.math import (
    DivisionByZeroError,
    MathTypeError,
    MathValueError,
    Rect2,
    SingularTransformError,
    Transform2D,
    Vector2,
)

angles = st.floats(-3, 3)
scales = st.tuples(st.floats(0.1, 10), st.floats(0.1, 10))
skews = st.floats(-1.2, 1.2)
points = st.tuples(st.floats(-1e3, 1e3), st.floats(-1e3, 1e3))
transforms = st.builds(Transform2D, angles, scales, skews, points)


def matrix(transform: Transform2D) -> Any:
    xx, xy, yx, yy, ox, oy = transform
    return np.array(((xx, yx, ox), (xy, yy, oy), (0.0, 0.0, 1.0)))


def test_every_form_gives_the_columns() -> None:
    c, s = cos(0.5), sin(0.5)

    assert Transform2D() == (1, 0, 0, 1, 0, 0)
    assert Transform2D(0.5, (7, 8)) == (c, s, -s, c, 7, 8)
    assert Transform2D(0.5, (2, 3), 0.0, (7, 8)) == (2 * c, 2 * s, -3 * s, 3 * c, 7, 8)
    assert Transform2D((1, 2), (3, 4), (5, 6)) == (1, 2, 3, 4, 5, 6)
    assert Transform2D([1, 2, 3, 4, 5, 6]) == (1, 2, 3, 4, 5, 6)


def test_columns_are_vectors_that_can_be_replaced() -> None:
    transform = Transform2D(1, 2, 3, 4, 5, 6)

    assert (transform.x, transform.y, transform.origin) == ((1, 2), (3, 4), (5, 6))
    assert {type(column) for column in (transform.x, transform.y, transform.origin)} == {Vector2}
    assert transform.with_x((9, 9)) == (9, 9, 3, 4, 5, 6)
    assert transform.with_y((9, 9)) == (1, 2, 9, 9, 5, 6)
    assert transform.with_origin((9, 9)) == (1, 2, 3, 4, 9, 9)


def test_skew_leans_the_y_axis_and_leaves_the_x_axis() -> None:
    leaning = Transform2D(0.0, (1, 1), pi / 4, (0, 0))

    assert leaning.x == (1, 0)
    assert leaning.y.is_equal_approx((-sqrt(0.5), sqrt(0.5)))


@given(transforms, transforms)
def test_a_product_is_that_of_the_matrices(a: Transform2D, b: Transform2D) -> None:
    np.testing.assert_allclose(matrix(a * b), matrix(a) @ matrix(b), rtol=1e-9, atol=1e-9)


@given(transforms, transforms, points)
def test_a_product_applies_the_right_one_first(a: Transform2D, b: Transform2D, point: tuple[float, float]) -> None:
    assert ((a * b) * point).distance_to(a * (b * point)) < 1e-6


@given(transforms)
def test_the_affine_inverse_undoes_scale_and_skew_too(transform: Transform2D) -> None:
    np.testing.assert_allclose(matrix(transform.affine_inverse() * transform), np.eye(3), atol=1e-7)


@given(angles, points, points)
def test_a_transform_that_turns_and_moves_is_undone_by_inverse_and_from_the_right(
    angle: float, position: tuple[float, float], point: tuple[float, float]
) -> None:
    transform = Transform2D(angle, position)
    there = transform * point

    assert (transform.inverse() * there).distance_to(point) < 1e-6
    assert (there * transform).distance_to(point) < 1e-6
    assert (tuple(there) * transform).distance_to(point) < 1e-6


@given(angles, scales, skews, points)
def test_what_it_was_made_of_can_be_read_back(
    rotation: float, scale: tuple[float, float], skew: float, position: tuple[float, float]
) -> None:
    transform = Transform2D(rotation, scale, skew, position)

    assert transform.get_rotation() == pytest.approx(rotation, abs=1e-9)
    assert transform.get_scale() == pytest.approx(scale)
    assert transform.get_skew() == pytest.approx(skew, abs=1e-6)
    assert transform.origin == position


def test_a_mirror_image_has_a_negative_determinant_and_y_scale() -> None:
    mirrored = Transform2D(0.0, (2, -3), 0.0, (0, 0))

    assert mirrored.determinant() == -6
    assert mirrored.get_scale() == (2, -3)
    assert mirrored.get_skew() == pytest.approx(0.0)
    assert Transform2D.FLIP_X.get_scale() == (1, -1)
    assert Transform2D.FLIP_X.get_rotation() == pytest.approx(pi)
    assert Transform2D.FLIP_Y.get_rotation() == 0


def test_non_uniform_scale_under_rotation_is_exact() -> None:
    parent = Transform2D(0.0, (2, 1), 0.0, (0, 0))
    child = Transform2D(pi / 4, (0, 0))
    both = parent * child

    assert both.x.is_equal_approx((sqrt(2), sqrt(0.5)))
    assert both.y.is_equal_approx((-sqrt(2), sqrt(0.5)))
    assert both.get_skew() == pytest.approx(acos(-0.6) - pi / 2)


def test_points_in_a_list_and_in_an_array_go_the_same_way() -> None:
    transform = Transform2D(0.5, (2, 3), 0.1, (7, 8))
    plain = [(1.0, 2.0), (3.0, 4.0), (-5.0, 6.0)]

    several = transform * plain
    array = transform * np.array(plain)

    assert several == [transform * point for point in plain]
    assert {type(point) for point in several} == {Vector2}
    np.testing.assert_allclose(array, several, rtol=1e-12)
    assert transform * [] == []
    assert (transform * np.empty((0, 2))).shape == (0, 2)


def test_a_rectangle_becomes_the_box_around_it() -> None:
    quarter = Transform2D(pi / 2, (10, 0))

    assert (quarter * Rect2(0, 0, 4, 2)).is_equal_approx((8, 0, 2, 4))
    assert (Rect2(8, 0, 2, 4) * quarter).is_equal_approx((0, 0, 4, 2))


def test_a_number_multiplies_and_divides_every_component() -> None:
    assert Transform2D(1, 2, 3, 4, 5, 6) * 2 == (2, 4, 6, 8, 10, 12)
    assert 2 * Transform2D(1, 2, 3, 4, 5, 6) == (2, 4, 6, 8, 10, 12)
    assert Transform2D(2, 4, 6, 8, 10, 12) / 2 == (1, 2, 3, 4, 5, 6)


def test_moving_turning_and_scaling_happen_outside_or_inside() -> None:
    transform = Transform2D(pi / 2, (10, 0))

    assert transform.translated((1, 2)).origin == (11, 2)
    assert transform.translated_local((1, 2)).origin.is_equal_approx((8, 1))
    assert transform.rotated(pi / 2).origin.is_equal_approx((0, 10))
    assert transform.rotated_local(pi / 2).origin == (10, 0)
    assert transform.rotated_local(pi / 2).get_rotation() == pytest.approx(pi)
    assert transform.scaled((2, 3)).origin == (20, 0)
    assert transform.scaled((2, 3)).x.is_equal_approx((0, 3))
    assert transform.scaled_local((2, 3)).origin == (10, 0)
    assert transform.scaled_local((2, 3)).x.is_equal_approx((0, 2))


def test_directions_are_carried_without_the_origin() -> None:
    quarter = Transform2D(pi / 2, (10, 0))

    assert quarter.basis_xform((1, 0)).is_equal_approx((0, 1))
    assert quarter.basis_xform_inv((0, 1)).is_equal_approx((1, 0))


def test_looking_at_points_the_x_axis_at_the_target() -> None:
    turned = Transform2D(0.3, (1, 1)).looking_at((5, 5))

    assert turned.get_rotation() == pytest.approx(pi / 4)
    assert turned.get_scale().is_equal_approx((1, 1))
    assert turned.origin == (1, 1)


@given(transforms)
def test_orthonormalizing_keeps_rotation_and_origin(transform: Transform2D) -> None:
    straight = transform.orthonormalized()

    assert straight.get_rotation() == pytest.approx(transform.get_rotation(), abs=1e-9)
    assert straight.get_scale() == pytest.approx((1.0, 1.0))
    assert straight.get_skew() == pytest.approx(0.0, abs=1e-6)
    assert straight.origin == transform.origin


@given(transforms, transforms)
def test_interpolation_starts_and_ends_at_its_ends(a: Transform2D, b: Transform2D) -> None:
    assume(abs(abs(a.get_rotation() - b.get_rotation()) - pi) > 1e-3)

    np.testing.assert_allclose(a.interpolate_with(b, 0.0), a, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(a.interpolate_with(b, 1.0), b, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("flat", [Transform2D(0.0, (0, 1), 0.0, (5, 5)), Transform2D(1, 2, 2, 4, 0, 0)])
def test_a_flattened_plane_has_no_inverse(flat: Transform2D) -> None:
    with pytest.raises(SingularTransformError, match=r"has no inverse: its determinant is 0; is a scale 0\?"):
        flat.affine_inverse()
    with pytest.raises(ZeroDivisionError):
        flat.looking_at((1, 1))


@pytest.mark.parametrize(
    "endless", [Transform2D(inf, 0, 0, 1, 0, 0), Transform2D(nan, 0, 0, 1, 0, 0), Transform2D(1e200, 0, 0, 1e200, 0, 0)]
)
def test_what_has_no_finite_determinant_has_no_inverse(endless: Transform2D) -> None:
    with pytest.raises(MathValueError, match=r"has no inverse: its determinant must be finite, got (inf|nan)"):
        endless.affine_inverse()


def test_scale_and_skew_of_a_flattened_plane_can_be_read() -> None:
    flat = Transform2D(0.0, (2, 0), 0.0, (5, 5))

    assert flat.get_scale() == (2, 0)
    assert flat.get_skew() == pytest.approx(0.0)


@pytest.mark.parametrize(
    ("operation", "text"),
    [
        (lambda t: t + t, "Transform2D has no +; use translated(offset), or * to combine transforms"),
        (lambda t: t * "ab", "Transform2D * 'ab': the right side must be points, a Rect2 or a transform"),
        (lambda t: t * None, "Transform2D * None"),
        (lambda t: t * (1, 2, 3), "Transform2D * (1, 2, 3): the right side must be points, a Rect2 or a transform"),
        (lambda t: t * np.zeros((2, 3)), "Transform2D * array: the shape must be (N, 2), got (2, 3)"),
        (lambda t: t.xform("ab"), "Transform2D.xform: needs 2 numbers, got 'ab' (str)"),
        (lambda t: t * [(1, 2), (1, 2, 3)], "Transform2D.xform: needs 2 numbers, got (1, 2, 3) (tuple)"),
        (lambda t: "ab" * t, "'ab' * Transform2D: the left side must be a point, points or a Rect2"),
    ],
)
def test_a_wrong_operand_is_refused(operation: Any, text: str) -> None:
    with pytest.raises(MathTypeError) as caught:
        operation(Transform2D())

    assert text in str(caught.value)


def test_a_wrong_number_of_arguments_is_refused_with_the_forms_that_there_are() -> None:
    make: Any = Transform2D
    with pytest.raises(MathTypeError, match=r"^Transform2D takes .*rotation, position.*; got 5 arguments$"):
        make(1, 2, 3, 4, 5)


def test_infinite_angles_and_division_by_zero_are_refused() -> None:
    with pytest.raises(MathValueError, match=r"rotation and skew must be finite, got inf and 0\.0"):
        Transform2D(inf, (0, 0))
    with pytest.raises(DivisionByZeroError):
        Transform2D() / 0


def test_text_is_godots() -> None:
    assert str(Transform2D()) == "[X: (1.0, 0.0), Y: (0.0, 1.0), O: (0.0, 0.0)]"
