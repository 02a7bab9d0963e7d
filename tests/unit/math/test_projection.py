"""Projection beyond Godot's records, against matrices written out with numpy."""

from __future__ import annotations

from collections.abc import Callable
from math import atan, degrees, inf, isclose, nan, radians, tan
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
    SingularTransformError,
    Transform3D,
    Vector3,
    Vector3i,
    Vector4,
)

numbers = st.floats(-10.0, 10.0).map(lambda value: round(value, 3))
matrices = st.lists(numbers, min_size=16, max_size=16).map(Projection)
vectors = st.builds(Vector4, numbers, numbers, numbers, numbers)
lenses = st.tuples(st.floats(5, 170), st.floats(0.2, 5), st.floats(0.01, 1), st.floats(2, 5000))


def array(projection: Projection) -> np.ndarray[Any, np.dtype[np.float64]]:
    """[row, column], as numpy multiplies it."""
    return np.reshape(projection, (4, 4)).T


def frustum(left: float, right: float, bottom: float, top: float, near: float, far: float) -> Any:
    """The matrix of glFrustum, from OpenGL's reference pages."""
    return np.array(
        [
            [2 * near / (right - left), 0, (right + left) / (right - left), 0],
            [0, 2 * near / (top - bottom), (top + bottom) / (top - bottom), 0],
            [0, 0, -(far + near) / (far - near), -2 * far * near / (far - near)],
            [0, 0, -1, 0],
        ]
    )


def orthogonal(left: float, right: float, bottom: float, top: float, near: float, far: float) -> Any:
    """The matrix of glOrtho, from OpenGL's reference pages."""
    return np.array(
        [
            [2 / (right - left), 0, 0, -(right + left) / (right - left)],
            [0, 2 / (top - bottom), 0, -(top + bottom) / (top - bottom)],
            [0, 0, -2 / (far - near), -(far + near) / (far - near)],
            [0, 0, 0, 1],
        ]
    )


@given(lenses)
def test_a_perspective_is_opengls(lens: tuple[float, float, float, float]) -> None:
    fovy, aspect, near, far = lens
    top = near * tan(radians(fovy) / 2)

    projection = Projection.create_perspective(*lens)

    assert array(projection) == pytest.approx(frustum(-top * aspect, top * aspect, -top, top, near, far))
    assert {type(part) for part in projection} == {float}


@given(lenses)
def test_a_camera_can_be_read_back_from_its_perspective(lens: tuple[float, float, float, float]) -> None:
    fovy, aspect, near, far = lens
    wide = degrees(2 * atan(tan(radians(fovy) / 2) * aspect))

    projection = Projection.create_perspective(*lens)

    assert projection.get_z_near() == pytest.approx(near)
    assert projection.get_z_far() == pytest.approx(far, rel=1e-6)
    assert projection.get_aspect() == pytest.approx(aspect)
    assert projection.get_fov() == pytest.approx(wide)
    assert Projection.get_fovy(wide, 1 / aspect) == pytest.approx(fovy)
    assert Projection.create_perspective(wide, aspect, near, far, flip_fov=True) == pytest.approx(projection)
    assert projection.get_viewport_half_extents().y == pytest.approx(near * tan(radians(fovy) / 2))
    assert projection.get_lod_multiplier() == pytest.approx(2 * tan(radians(wide) / 2))
    assert not projection.is_orthogonal()


EDGES = (-2.0, 3.0, -0.5, 1.5, 0.25, 40.0)


def test_a_frustum_and_an_orthogonal_box_are_opengls() -> None:
    assert array(Projection.create_frustum(*EDGES)) == pytest.approx(frustum(*EDGES))
    assert array(Projection.create_orthogonal(*EDGES)) == pytest.approx(orthogonal(*EDGES))
    assert Projection.create_orthogonal(*EDGES).is_orthogonal()
    assert Projection.create_orthogonal(0, 4, 0, 2, -1, 1) == Projection.create_orthogonal(
        0.0, 4.0, 0.0, 2.0, -1.0, 1.0
    )


def test_what_is_made_by_size_and_aspect_is_the_frustum_or_box_around_the_axis() -> None:
    high = (2.0, 1.5, 0.25, 40.0)

    assert Projection.create_orthogonal_aspect(*high) == Projection.create_orthogonal(-1.5, 1.5, -1, 1, 0.25, 40)
    assert Projection.create_orthogonal_aspect(3.0, *high[1:], flip_fov=True) == pytest.approx(
        Projection.create_orthogonal_aspect(*high)
    )
    assert Projection.create_frustum_aspect(2.0, 1.5, (0.5, -0.25), 0.25, 40) == Projection.create_frustum(
        -1.0, 2.0, -1.25, 0.75, 0.25, 40
    )


def test_the_corners_of_what_is_seen_come_out_at_plus_and_minus_one() -> None:
    left, right, bottom, top, near, far = EDGES
    perspective, box = Projection.create_frustum(*EDGES), Projection.create_orthogonal(*EDGES)

    for (x, cx), (y, cy) in [((left, -1), (top, 1)), ((right, 1), (bottom, -1))]:
        assert (perspective * Vector3(x, y, -near)).is_equal_approx((cx, cy, -1))
        assert (perspective * Vector3(x * far / near, y * far / near, -far)).is_equal_approx((cx, cy, 1))
        assert (box * Vector3(x, y, -near)).is_equal_approx((cx, cy, -1))
        assert (box * Vector3(x, y, -far)).is_equal_approx((cx, cy, 1))


@given(matrices, matrices, vectors)
def test_products_are_numpys(a: Projection, b: Projection, vector: Vector4) -> None:
    assert array(a * b) == pytest.approx(array(a) @ array(b), abs=1e-9)
    assert a * vector == pytest.approx(array(a) @ np.array(vector), abs=1e-9)
    assert vector * a == pytest.approx(np.array(vector) @ array(a), abs=1e-9)
    assert type(a * vector) is type(vector * a) is Vector4


@given(matrices)
def test_determinant_and_inverse_are_numpys(matrix: Projection) -> None:
    assert matrix.determinant() == pytest.approx(np.linalg.det(array(matrix)), rel=1e-6, abs=1e-6)
    assume(abs(matrix.determinant()) > 1.0)

    assert array(matrix.inverse()) == pytest.approx(np.linalg.inv(array(matrix)), rel=1e-6, abs=1e-6)


def test_a_transform_becomes_the_projection_that_does_the_same_to_points() -> None:
    transform = Transform3D(Basis((1, 2, 3), (0, 1, 4), (5, 6, 0)), (7, 8, 9))
    point = Vector3(0.5, -2, 3)

    assert Projection(transform) * point == transform * point
    assert Projection(transform).w == (7, 8, 9, 1)


@pytest.mark.parametrize("eye", [0, 1, 2])
def test_both_eyes_of_a_display_see_one_point_at_the_convergence(eye: int) -> None:
    projection = Projection.create_perspective_hmd(90, 1.5, 0.1, 100, False, eye, 0.06, 2.0)

    seen = projection * Vector3(0, 0, -2)

    assert abs(seen.x) < 1e-12
    moved = Projection.create_perspective(90, 1.5, 0.1, 100) * Vector3((0.0, 0.03, -0.03)[eye], 0, -8)
    assert (projection * Vector3(0, 0, -8)).x == pytest.approx(moved.x * (1 - 8 / 2), abs=1e-12)


def test_the_eyes_of_a_display_are_mirror_images() -> None:
    left, right = (Projection.create_for_hmd(eye, 1.5, 0.06, 0.15, 0.04, 1.2, 0.1, 100) for eye in (1, 2))

    assert left.x == right.x == pytest.approx((1 / (0.15 / 4 / 0.04 * 1.2), 0, 0, 0))
    assert left.y.y == pytest.approx(1.5 * left.x.x)
    assert left.z.x == pytest.approx(-right.z.x)
    assert left.z.x == pytest.approx(-(0.09 - 0.06) / 0.15 / 1.2)


def test_a_box_is_fitted_into_the_cube() -> None:
    box = AABB((1, 2, 3), (4, 5, 6))
    fit = Projection.create_fit_aabb(box)

    assert (fit * box.position).is_equal_approx((-1, -1, -1))
    assert (fit * box.end).is_equal_approx((1, 1, 1))
    with pytest.raises(DivisionByZeroError, match=r"create_fit_aabb: a flat box fits no cube, got AABB\("):
        Projection.create_fit_aabb(AABB((0, 0, 0), (1, 0, 1)))


def test_depth_is_turned_round_for_a_reversed_buffer() -> None:
    correction = Projection.create_depth_correction(False)

    assert correction * Vector3(0.5, 0.25, -1) == (0.5, 0.25, 1)
    assert correction * Vector3(0.5, 0.25, 1) == (0.5, 0.25, 0)
    assert Projection.create_depth_correction(True) * Vector3(0.5, 0.25, 1) == (0.5, -0.25, 0)


def test_the_planes_point_outwards_from_what_is_seen_wherever_the_camera_is() -> None:
    projection = Projection.create_frustum(*EDGES)
    camera = Transform3D(Basis((0, 0, -1), (0, 1, 0), (1, 0, 0)), (10, 20, 30))
    inside = camera * Vector3(0.1, 0.1, -5)

    planes = projection.get_projection_planes(camera)

    assert len(planes) == 6
    assert all(plane.normal.is_normalized() and not plane.is_point_over(inside) for plane in planes)
    for index, point in (
        (Projection.PLANE_NEAR, (0, 0, -0.2)),
        (Projection.PLANE_FAR, (0, 0, -41)),
        (Projection.PLANE_LEFT, (-100, 0, -5)),
        (Projection.PLANE_RIGHT, (100, 0, -5)),
        (Projection.PLANE_TOP, (0, 100, -5)),
        (Projection.PLANE_BOTTOM, (0, -100, -5)),
    ):
        assert planes[index].is_point_over(camera * Vector3(point))
        assert planes[index].is_equal_approx(camera * projection.get_projection_plane(index))
    with pytest.raises(MathValueError, match=r"get_projection_plane: must be 0 to 5 .*, got 6"):
        projection.get_projection_plane(6)


def test_pixels_per_meter_are_those_of_the_near_plane() -> None:
    assert Projection.create_orthogonal(-2, 2, -1, 1, 0.1, 10).get_pixels_per_meter(1000) == 250
    assert Projection.create_frustum(-0.5, 0.5, -0.5, 0.5, 1, 10).get_pixels_per_meter(333) == 333


def test_a_new_near_plane_leaves_the_rest() -> None:
    assert Projection.create_perspective(70, 1.5, 0.1, 100).perspective_znear_adjusted(0.5) == pytest.approx(
        Projection.create_perspective(70, 1.5, 0.5, 100)
    )
    with pytest.raises(MathValueError, match="the near plane must lie between 0 and"):
        Projection.create_perspective(70, 1.5, 0.1, 100).perspective_znear_adjusted(200)


def test_columns_are_vectors_and_are_replaced_by_making_another_matrix() -> None:
    projection = Projection(range(16))

    assert (projection.x, projection.y, projection.z, projection.w) == (
        (0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15),
    )  # fmt: skip
    assert type(projection.x) is Vector4
    for name in "xyzw":
        replaced = getattr(projection, f"with_{name}")((9, 9, 9, 9))
        assert getattr(replaced, name) == (9, 9, 9, 9)
        assert sum(a != b for a, b in zip(projection, replaced, strict=True)) in (3, 4)
    assert Projection(projection.x, projection.y, projection.z, projection.w) == projection
    assert Projection.IDENTITY == Projection() == tuple(np.eye(4).ravel())


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: Projection.create_perspective(0, 1, 1, 2), "the field of view must be between 0 and 180 degrees"),
        (lambda: Projection.create_perspective(180, 1, 1, 2), "the field of view must be between 0 and 180 degrees"),
        (lambda: Projection.create_perspective(90, 0, 1, 2), "aspect must be greater than 0, got 0.0"),
        (lambda: Projection.create_perspective(90, 1, 0, 2), "z_near must be above 0 and below z_far, got 0.0 and 2.0"),
        (lambda: Projection.create_perspective(90, 1, 2, 2), "z_near must be above 0 and below z_far"),
        (lambda: Projection.create_perspective(nan, 1, 1, 2), "create_perspective: all numbers must be finite"),
        (lambda: Projection.create_frustum(1, 1, 0, 1, 1, 2), "create_frustum: left must be below right, got 1.0 and"),
        (lambda: Projection.create_frustum(0, 1, 1, 0, 1, 2), "create_frustum: bottom must be below top"),
        (lambda: Projection.create_frustum(0, 1, 0, 1, 2, 2), "create_frustum: z_near must be below z_far"),
        (lambda: Projection.create_frustum(0, 1, 0, 1, 0, 2), "create_frustum: z_near must be greater than 0, got 0"),
        (lambda: Projection.create_orthogonal(0, inf, 0, 1, 1, 2), "create_orthogonal: all numbers must be finite"),
        (lambda: Projection.create_orthogonal_aspect(1, 0, 1, 2), "create_orthogonal_aspect: aspect must be greater"),
        (lambda: Projection.create_perspective_hmd(90, 1, 1, 2, False, 3, 0, 1), "eye must be 0 .*, got 3"),
        (lambda: Projection.create_perspective_hmd(90, 1, 1, 2, False, 1, 0, 0), "convergence_dist must not be 0"),
        (lambda: Projection.create_for_hmd(0, 1, 1, 1, 1, 1, 1, 2), "create_for_hmd: eye must be 1 .* or 2 .*, got 0"),
        (lambda: Projection.create_for_hmd(1, 1, 1, 1, 0, 1, 1, 2), "aspect and display_to_lens must be above 0"),
    ],
)  # fmt: skip
def test_a_camera_that_sees_nothing_is_refused(make: Callable[[], Projection], text: str) -> None:
    with pytest.raises(MathValueError, match=rf"Projection\..*{text}|{text}"):
        make()


def test_other_bad_input_is_refused_with_its_value() -> None:
    with pytest.raises(SingularTransformError, match=r"has no inverse: its determinant is 0"):
        Projection.ZERO.inverse()
    with pytest.raises(MathValueError, match=r"has no inverse: its determinant is nan"):
        Projection([nan] * 16).inverse()
    with pytest.raises(MathTypeError, match=r"create_perspective: needs a number, got '90' \(str\)"):
        Projection.create_perspective("90", 1, 1, 2)  # type: ignore[arg-type]
    with pytest.raises(DivisionByZeroError):
        Projection.create_perspective(90, 1, 1, 2) * Vector3.ZERO
    wrong: Any = Projection()
    with pytest.raises(MathTypeError, match=r"Projection has no \+; use \* to combine projections"):
        wrong + wrong
    with pytest.raises(
        MathTypeError, match=r"Projection \* 2: the right side must be a Projection, Vector4 or Vector3"
    ):
        wrong * 2
    with pytest.raises(MathTypeError, match=r"2 \* Projection: the left side must be a Vector4"):
        2 * wrong


def test_comparing_text_and_planes_as_vectors() -> None:
    moved = Projection(Transform3D().translated((1, 2, 3)))

    assert moved.is_equal_approx(moved.with_x((1.000001, 0, 0, 0)))
    assert not moved.is_equal_approx(Projection())
    assert not Projection([inf] * 16).is_finite()
    assert type(moved.xform4(Plane(0, 1, 0, 1))) is Plane
    assert moved.xform4(Plane(0, 1, 0, 1)) == (1, 3, 3, 1)
    assert str(Projection()).startswith("[X: (1.0, 0.0, 0.0, 0.0), Y: (0.0, 1.0, 0.0, 0.0), Z: ")
    assert isclose(Projection.create_perspective(90, 1, 1, 2).jitter_offseted((0.5, 0)).w.x, 0.5)


def test_plain_sequences_are_taken_as_the_vectors_of_that_many_numbers() -> None:
    lens = Projection.create_perspective(60, 1.5, 0.1, 100)
    camera = Transform3D(Basis(Vector3.UP, 0.5), (1, 2, 3))

    assert lens * (1, 2, -3) == lens.xform((1, 2, -3)) == lens * Vector3(1, 2, -3)
    assert lens * (1, 2, -3, 1) == lens.xform((1, 2, -3, 1)) == lens * Vector4(1, 2, -3, 1)
    assert (1, 2, -3, 1) * lens == Vector4(1, 2, -3, 1) * lens
    assert lens * Vector3i(1, 2, -3) == lens * Vector3(1, 2, -3)
    assert lens.get_projection_planes(tuple(camera)) == lens.get_projection_planes(camera)


@pytest.mark.parametrize(
    "ask",
    [
        Projection.get_z_near,
        Projection.get_z_far,
        Projection.get_aspect,
        Projection.get_viewport_half_extents,
        Projection.get_far_plane_half_extents,
        Projection.get_lod_multiplier,
        lambda projection: projection.get_pixels_per_meter(100),
    ],
)
def test_a_matrix_that_shows_nothing_has_no_lens(ask: Callable[[Projection], Any]) -> None:
    with pytest.raises(DivisionByZeroError, match="stands for no camera"):
        ask(Projection.ZERO)


def test_an_infinite_picture_has_no_pixels() -> None:
    with pytest.raises(MathValueError, match="get_pixels_per_meter: all numbers must be finite"):
        Projection.create_perspective(60, 1.5, 0.1, 100).get_pixels_per_meter(inf)  # type: ignore[arg-type]
