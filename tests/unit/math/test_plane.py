"""Plane beyond Godot's records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.math import Basis, MathTypeError, MathValueError, Plane, Transform3D, Vector3

numbers = st.floats(-100.0, 100.0).map(lambda value: round(value, 3))
points = st.builds(Vector3, numbers, numbers, numbers)
normals = points.filter(lambda vector: vector.length() > 0.1).map(Vector3.normalized)
planes = st.tuples(normals, numbers).map(lambda parts: Plane(*parts))


def test_a_plane_is_made_of_a_normal_of_points_or_of_numbers() -> None:
    assert Plane() == (0, 0, 0, 0)
    assert Plane((0, 2, 0)) == (0, 2, 0, 0)
    assert Plane((0, 2, 0), 3) == (0, 2, 0, 3)
    assert Plane((0, 2, 0), (9, 3, 9)) == (0, 2, 0, 6)
    assert Plane(1, 2, 3, 4) == Plane((1, 2, 3, 4)) == Plane(Plane(1, 2, 3, 4)) == (1, 2, 3, 4)


def test_three_points_go_round_clockwise_as_seen_from_over_the_plane() -> None:
    plane = Plane((0, 2, 0), (0, 2, -1), (1, 2, 0))  # seen from above, where -z is up and x is right

    assert plane == (0, 1, 0, 2)
    assert plane.is_point_over((5, 3, 5))


@given(points, points, points)
def test_a_plane_through_three_points_has_them(a: Vector3, b: Vector3, c: Vector3) -> None:
    assume((a - c).normalized().cross((a - b).normalized()).length() > 0.01)
    plane = Plane(a, b, c)

    assert plane.normal.is_normalized()
    assert all(plane.has_point(point, 1e-9 * (1 + a.length())) for point in (a, b, c))


def test_three_points_on_one_line_make_no_plane() -> None:
    with pytest.raises(MathValueError, match=r"Plane: the points .* are on one line, which lies in many planes"):
        Plane((0, 0, 0), (1, 1, 1), (2, 2, 2))


@given(planes, points)
def test_a_projected_point_is_on_the_plane_and_as_far_away_as_the_distance_says(plane: Plane, point: Vector3) -> None:
    foot = plane.project(point)

    assert abs(plane.distance_to(foot)) < 1e-9
    assert foot.distance_to(point) == pytest.approx(abs(plane.distance_to(point)), abs=1e-9)
    assert plane.is_point_over(point) == (plane.distance_to(point) > 0)
    assert (-plane).distance_to(point) == -plane.distance_to(point)


@given(planes, planes, planes)
def test_three_planes_meet_where_numpy_solves_them(a: Plane, b: Plane, c: Plane) -> None:
    matrix = np.array([plane[:3] for plane in (a, b, c)])
    assume(abs(np.linalg.det(matrix)) > 1e-3)

    meeting = a.intersect_3(b, tuple(c))

    assert meeting is not None
    assert meeting == pytest.approx(np.linalg.solve(matrix, [a.d, b.d, c.d]), rel=1e-6, abs=1e-6)


def test_planes_that_are_parallel_or_share_a_line_do_not_meet_in_a_point() -> None:
    assert Plane.PLANE_XY.intersect_3(Plane.PLANE_XZ, (0, 1, 0, 5)) is None
    assert Plane.PLANE_XY.intersect_3(Plane.PLANE_XZ, (0, 1, 1, 0)) is None


@given(planes, points, points)
def test_rays_and_segments_meet_the_plane_on_it(plane: Plane, start: Vector3, end: Vector3) -> None:
    before, after = plane.distance_to(start), plane.distance_to(end)
    assume(abs(before - after) > 1e-3 and abs(before) > 1e-3 and abs(after) > 1e-3)

    crossing = plane.intersects_segment(start, end)
    ahead = plane.intersects_ray(start, end - start)

    assert (crossing is not None) == (before * after < 0)
    assert (ahead is not None) == (abs(after) < abs(before) or before * after < 0)
    for point in (crossing, ahead):
        assert point is None or plane.has_point(point, 1e-6 * (1 + point.length()))


def test_what_is_parallel_does_not_meet_the_plane() -> None:
    assert Plane.PLANE_XZ.intersects_ray((0, 1, 0), (1, 0, 0)) is None
    assert Plane.PLANE_XZ.intersects_segment((0, 0, 0), (1, 0, 0)) is None


@given(normals)
def test_some_perpendicular_normal_is_at_right_angles(normal: Vector3) -> None:
    other = Plane(normal).get_any_perpendicular_normal()

    assert other.is_normalized()
    assert abs(other.dot(normal)) < 1e-9


def test_normalizing_keeps_the_points() -> None:
    assert Plane(0, 2, 0, 6).normalized() == (0, 1, 0, 3)
    assert Plane(0, 0, 0, 6).normalized() == (0, 0, 0, 0)
    assert Plane(0, 2, 0, 6).get_center() == (0, 12, 0)


def test_parts_are_replaced_by_name() -> None:
    plane = Plane(1, 2, 3, 4)

    assert plane.with_x(9) == (9, 2, 3, 4)
    assert plane.with_y(9) == (1, 9, 3, 4)
    assert plane.with_z(9) == (1, 2, 9, 4)
    assert plane.with_d(9) == (1, 2, 3, 9)
    assert plane.with_normal((7, 8, 9)) == (7, 8, 9, 4)
    assert type(plane.normal) is Vector3
    assert plane.is_equal_approx((1, 2, 3, 4.00001))
    assert not plane.is_equal_approx(-plane)


@given(planes, points)
def test_a_transform_carries_the_points_of_a_plane_over_and_back(plane: Plane, point: Vector3) -> None:
    transform = Transform3D(Basis((1, 0.5, 0), (0, 2, 0.25), (0.5, 0, 3)), (4, 5, 6))
    on_plane = plane.project(point)

    assert (transform * plane).has_point(transform * on_plane, 1e-6)
    assert (plane * transform).has_point(transform.affine_inverse() * on_plane, 1e-6)
    assert ((transform * plane) * transform).is_equal_approx(plane)


def test_methods_refuse_what_is_no_point_or_plane() -> None:
    with pytest.raises(MathTypeError, match=r"Plane\.distance_to: needs 3 numbers, got \(1, 2\)"):
        Plane().distance_to((1, 2))
    with pytest.raises(MathTypeError, match=r"Plane\.intersect_3: needs 4 numbers"):
        Plane().intersect_3((1, 2, 3), Plane())
    wrong: Any = Plane()
    attempts: list[Callable[[], Any]] = [lambda: wrong + wrong, lambda: wrong * 2, lambda: 2 * wrong]
    for attempt in attempts:
        with pytest.raises(MathTypeError, match=r"Plane has no"):
            attempt()


def test_text_is_godots() -> None:
    assert str(Plane(0, 1, 2, 3)) == "[N: (0.0, 1.0, 2.0), D: 3.0]"
    assert repr(Plane(0, 1, 2, 3)) == "Plane(0.0, 1.0, 2.0, 3.0)"
