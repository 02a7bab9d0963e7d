"""Curve3D: the path in space, its directions, up vectors and tilts."""

from __future__ import annotations

from itertools import pairwise
from math import acos, cos, inf, nan, pi, radians, sin
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import Basis, Transform3D, Vector3
from engine.resources.curves.curve_3d import Curve3D

Point = tuple[float, float, float]
ZERO = (0.0, 0.0, 0.0)
UP = Vector3(0, 1, 0)


def curve_of(*points: tuple[Point, Point, Point], closed: bool = False) -> Curve3D:
    """A path through points (position, in, out)."""
    curve = Curve3D()
    for position, before, behind in points:
        curve.add_point(position, before, behind)
    curve.closed = closed
    return curve


def corners(*points: Point, closed: bool = False) -> Curve3D:
    """A path of straight lines."""
    return curve_of(*((point, ZERO, ZERO) for point in points), closed=closed)


def circle(radius: float = 5.0) -> Curve3D:
    """A flat closed circle about the y axis, in four curves."""
    handle = 4 / 3 * (2**0.5 - 1) * radius
    ends = [(cos(angle), sin(angle)) for angle in (0, pi / 2, pi, 3 * pi / 2)]
    rows = (((x * radius, 0, z * radius), (z * handle, 0, -x * handle), (-z * handle, 0, x * handle)) for x, z in ends)
    return curve_of(*rows, closed=True)


def angle_between(a: Vector3, b: Vector3) -> float:
    return acos(max(-1.0, min(1.0, a.dot(b))))


HELIX = curve_of(
    *(((sin(t), t / 2, cos(t)), (-cos(t) / 3, -1 / 6, sin(t) / 3), (cos(t) / 3, 1 / 6, -sin(t) / 3)) for t in range(7))
)

COORDINATES = st.floats(-9, 9).map(lambda number: round(number, 2))
POINTS = st.tuples(COORDINATES, COORDINATES, COORDINATES)
PATHS = st.lists(st.tuples(POINTS, POINTS, POINTS), min_size=2, max_size=4)


# --- the path


@given(points=PATHS, index=st.integers(0, 3), t=st.floats(0, 1), closed=st.booleans())
def test_between_two_points_it_is_the_bezier_curve_of_their_handles(
    points: list[tuple[Point, Point, Point]], index: int, t: float, closed: bool
) -> None:
    curve = curve_of(*points, closed=closed)
    index = min(index, len(points) - (1 if closed else 2))
    start, _, behind = (np.array(each) for each in points[index])
    end, before, _ = (np.array(each) for each in points[(index + 1) % len(points)])
    powers = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3]
    expected = sum(power * each for power, each in zip(powers, (start, start + behind, end + before, end), strict=True))

    assert curve.sample(index, t) == pytest.approx(tuple(expected), abs=1e-9)


def test_an_open_path_ends_at_its_last_point_and_a_closed_one_at_its_first() -> None:
    curve = corners((0, 0, 0), (4, 0, 0), (4, 0, 4))
    assert curve.get_baked_length() == pytest.approx(8)
    assert (curve.sample(2, 0.5), curve.samplef(9), curve.sample_baked(99)) == ((4, 0, 4),) * 3

    curve.closed = True

    assert curve.get_baked_length() == pytest.approx(8 + 32**0.5)
    assert curve.sample(2, 0.5) == (2, 0, 2)
    assert curve.samplef(2.5) == (2, 0, 2)
    assert (curve.samplef(3), curve.samplef(9), curve.sample_baked(99)) == (ZERO,) * 3
    assert curve.get_baked_points()[-1] == curve.tessellate()[-1] == curve.tessellate_even_length()[-1] == ZERO


def test_a_circle_is_as_long_as_a_circle() -> None:
    curve = circle()
    curve.bake_interval = 0.05

    assert curve.get_baked_length() == pytest.approx(2 * pi * 5, rel=3e-4)
    assert curve.get_closest_point((10, 3, 0)) == pytest.approx((5, 0, 0), abs=1e-6)
    assert curve.get_closest_offset((0, 1, 10)) == pytest.approx(2 * pi * 5 / 4, rel=1e-3)


@settings(max_examples=30, deadline=None)
@given(points=PATHS)
def test_baked_points_are_no_farther_apart_than_said(points: list[tuple[Point, Point, Point]]) -> None:
    curve = curve_of(*points)

    steps = [a.distance_to(b) for a, b in pairwise(curve.get_baked_points())]

    assert max(steps) <= curve.bake_interval + 1e-9
    assert len(curve.get_baked_up_vectors()) == len(curve.get_baked_tilts()) == len(curve.get_baked_points())


# --- what stands on it


def test_a_place_looks_along_the_path() -> None:
    curve = corners((0, 0, 0), (0, 0, -10))

    assert curve.sample_baked_with_rotation(3) == Transform3D(Basis(), (0, 0, -3))


@settings(max_examples=30, deadline=None)
@given(points=PATHS, part=st.floats(0, 1), tilted=st.booleans())
def test_a_place_is_turned_and_not_stretched(
    points: list[tuple[Point, Point, Point]], part: float, tilted: bool
) -> None:
    curve = curve_of(*points)
    curve.set_point_tilt(0, 1.5)
    offset = part * curve.get_baked_length()

    place = curve.sample_baked_with_rotation(offset, apply_tilt=tilted)

    assert place.origin == curve.sample_baked(offset)
    assert place.basis.is_rotation()
    assert curve.sample_baked_up_vector(offset, tilted) == pytest.approx(place.basis.y)


def test_on_a_helix_a_place_looks_along_its_way() -> None:
    curve = HELIX.duplicate()
    curve.bake_interval = 0.02
    length = curve.get_baked_length()

    for offset in np.linspace(0.05, length - 0.05, 40).tolist():
        way = curve.sample_baked(offset + 0.02) - curve.sample_baked(offset - 0.02)
        ahead = -curve.sample_baked_with_rotation(offset).basis.z
        assert angle_between(ahead, way.normalized()) < radians(1)


def test_up_vectors_stand_on_the_path() -> None:
    for point, (offset, up) in zip(HELIX.get_baked_points(), offsets_and_ups(HELIX), strict=True):
        assert up.length() == pytest.approx(1)
        ahead = -HELIX.sample_baked_with_rotation(offset).basis.z
        assert abs(up.dot(ahead)) < 1e-6, point


def offsets_and_ups(curve: Curve3D) -> list[tuple[float, Vector3]]:
    offsets = [0.0]
    for a, b in pairwise(curve.get_baked_points()):
        offsets.append(offsets[-1] + a.distance_to(b))
    return list(zip(offsets, curve.get_baked_up_vectors(), strict=True))


def test_up_vectors_turn_no_more_than_the_direction_does() -> None:
    aheads = [-HELIX.sample_baked_with_rotation(offset).basis.z for offset, _ in offsets_and_ups(HELIX)]

    for (a, b), (before, behind) in zip(pairwise(HELIX.get_baked_up_vectors()), pairwise(aheads), strict=True):
        assert angle_between(a, b) <= angle_between(before, behind) + 1e-6


def test_a_flat_path_has_the_y_axis_for_up_everywhere() -> None:
    for up in circle().get_baked_up_vectors():
        assert up == pytest.approx(UP, abs=1e-9)


def test_a_path_straight_up_has_the_x_axis_for_up() -> None:
    curve = corners((0, 0, 0), (0, 5, 0))

    assert curve.get_baked_up_vectors()[0] == pytest.approx((1, 0, 0))
    assert -curve.sample_baked_with_rotation(2).basis.z == pytest.approx((0, 1, 0))


def test_over_the_top_of_a_loop_up_turns_over() -> None:
    handle = 4 / 3 * (2**0.5 - 1)
    ends = [(sin(angle), 1 - cos(angle)) for angle in (0, pi / 2, pi)]
    ways = [(cos(angle) * handle, sin(angle) * handle) for angle in (0, pi / 2, pi)]
    rows = (((0, y, -z), (0, -wy, wz), (0, wy, -wz)) for (z, y), (wz, wy) in zip(ends, ways, strict=True))
    curve = curve_of(*rows)

    ups = curve.get_baked_up_vectors()

    assert ups[0] == pytest.approx(UP)
    assert ups[len(ups) // 2] == pytest.approx((0, 0, 1), abs=0.02)
    assert ups[-1] == pytest.approx((0, -1, 0), abs=1e-3)


@pytest.mark.parametrize("mirrored", [1, -1])
def test_where_a_path_ends_as_it_began_its_up_vectors_meet(mirrored: int) -> None:
    """A knot: carried once round it without rolling, an up vector comes back turned."""
    t = np.linspace(0, 2 * pi, 49)
    radius = 2 + np.cos(3 * t)
    knot = np.stack((radius * np.cos(2 * t), mirrored * np.sin(3 * t), radius * np.sin(2 * t)), axis=1)
    knot[-1] = knot[0]
    handles = np.gradient(np.concatenate((knot[-2:-1], knot, knot[1:2])), axis=0)[1:-1] / 3
    curve = Curve3D()
    for point, handle in zip(knot.tolist(), handles.tolist(), strict=True):
        curve.add_point(point, [-each for each in handle], handle)

    ups = curve.get_baked_up_vectors()

    assert ups[-1] == pytest.approx(ups[0], abs=1e-6)
    for (offset, up), following in zip(offsets_and_ups(curve), [*ups[1:], ups[-1]], strict=True):
        place = curve.sample_baked_with_rotation(offset)
        assert abs(up.dot(place.basis.z)) < 1e-3
        assert angle_between(up, following) < radians(15)  # and none jumps to do so


def test_without_up_vectors_up_is_the_y_axis() -> None:
    curve = HELIX.duplicate()
    curve.up_vector_enabled = False

    assert curve.get_baked_up_vectors() == ()
    assert curve.sample_baked_up_vector(1.0) == UP
    place = curve.sample_baked_with_rotation(1.0)
    assert abs(place.basis.x.y) < 1e-4  # level


def test_tilts_change_evenly_and_roll_about_the_path() -> None:
    curve = corners((0, 0, 0), (0, 0, -4), (0, 0, -8))
    curve.set_point_tilt(1, 1.0)
    curve.set_point_tilt(2, -1.0)

    for offset, tilt in ((0, 0), (2, 0.5), (4, 1), (6, 0), (8, -1)):
        up = curve.sample_baked_up_vector(offset, apply_tilt=True)
        assert up == pytest.approx(UP.rotated(Vector3(0, 0, -1), tilt), abs=1e-9)
        assert curve.sample_baked_up_vector(offset) == pytest.approx(UP)
    tilts = curve.get_baked_tilts()
    assert (tilts[0], max(tilts), tilts[-1]) == (0, 1, -1)
    curve.closed = True
    assert curve.get_baked_tilts()[-1] == 0


def test_points_that_coincide_do_no_harm() -> None:
    curve = corners(ZERO, ZERO, (0, 0, -4), (0, 0, -4))

    assert curve.get_baked_length() == pytest.approx(4)
    assert curve.sample_baked_with_rotation(1) == pytest.approx(Transform3D(Basis(), (0, 0, -1)))
    same = corners((1, 2, 3), (1, 2, 3), closed=True)
    assert same.sample_baked_with_rotation(1) == pytest.approx(Transform3D(Basis(), (1, 2, 3)))
    assert same.get_baked_up_vectors()[0] == UP


# --- points


def test_a_path_of_one_point_is_not_closed() -> None:
    curve = corners(ZERO, (1, 0, 0), closed=True)

    curve.remove_point(0)

    assert not curve.closed
    assert curve.sample_baked_with_rotation(1) == Transform3D(Basis(), (1, 0, 0))
    assert curve.get_baked_up_vectors() == (UP,)
    assert (curve.sample_baked_up_vector(1), curve.get_baked_tilts()) == (UP, (0.0,))


def test_every_change_is_told_once_and_baked_anew() -> None:
    curve = HELIX.duplicate()
    told: list[Any] = []

    def look() -> Any:
        return (curve.get_baked_length(), curve.get_baked_tilts(), curve.get_baked_up_vectors())

    curve.changed.connect(lambda: told.append(look()))
    changes: list[Any] = [
        lambda: curve.set_point_tilt(2, 1.0),
        lambda: curve.set_point_position(0, (5, 5, 5)),
        lambda: setattr(curve, "closed", True),
        lambda: setattr(curve, "up_vector_enabled", False),
        lambda: setattr(curve, "bake_interval", 0.7),
        lambda: curve.remove_point(2),
        lambda: curve.add_point((9, 9, 9)),
        curve.clear_points,
    ]
    looks = [look()]
    for count, change in enumerate(changes, 1):
        change()
        assert len(told) == count
        looks.append(look())
        assert looks[-1] != looks[-2]
    assert told == looks[1:]
    curve.closed = True
    assert len(told) == len(changes)


def test_a_file_of_godots_is_read_and_given_back() -> None:
    rows = (Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9), Vector3(), Vector3(), Vector3(0, 0, 1))
    curve = Curve3D()
    curve._data = {"points": rows, "tilts": (0.5, -1.0)}

    assert (curve.get_point_in(0), curve.get_point_out(0), curve.get_point_position(0)) == rows[:3]
    assert [curve.get_point_tilt(index) for index in range(2)] == [0.5, -1.0]
    assert curve._data == {"points": rows, "tilts": (0.5, -1.0)}


# --- nothing, and what is refused


def test_without_points_there_is_no_line_and_no_length() -> None:
    curve = Curve3D()

    assert curve.get_baked_length() == 0
    for rows in (curve.get_baked_points(), curve.get_baked_tilts(), curve.get_baked_up_vectors(), curve.tessellate()):
        assert rows == ()


@pytest.mark.parametrize(
    ("method", "args"),
    [
        ("sample", (0, 0.5)),
        ("samplef", (0.5,)),
        ("sample_baked", (1,)),
        ("sample_baked_with_rotation", (1,)),
        ("sample_baked_up_vector", (1,)),
        ("get_closest_point", ((1, 2, 3),)),
        ("get_closest_offset", ((1, 2, 3),)),
    ],
)
def test_without_points_there_is_no_place(method: str, args: tuple[Any, ...]) -> None:
    with pytest.raises(InvalidValueError, match=rf"Curve3D\.{method}: the curve has no points; add_point\(\) some"):
        getattr(Curve3D(), method)(*args)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (
            lambda curve: curve.add_point((0, 0)),
            InvalidTypeError,
            r"Curve3D\.add_point\(position\) must be three finite numbers",
        ),
        (
            lambda curve: curve.add_point((0, 0, inf)),
            InvalidValueError,
            r"add_point\(position\) must be three finite numbers",
        ),
        (
            lambda curve: curve.set_point_tilt(0, nan),
            InvalidValueError,
            r"Curve3D\.set_point_tilt must be a finite number",
        ),
        (
            lambda curve: curve.get_point_tilt(70),
            InvalidValueError,
            r"get_point_tilt: there is no point 70; there are 7",
        ),
        (lambda curve: curve.remove_point(-1), InvalidValueError, r"Curve3D\.remove_point: there is no point -1"),
        (
            lambda curve: curve.sample_baked_up_vector(nan),
            InvalidValueError,
            r"up_vector\(offset\) must be a finite number",
        ),
        (lambda curve: setattr(curve, "closed", "no"), InvalidTypeError, r"Curve3D\.closed must be True or False"),
        (
            lambda curve: setattr(curve, "_data", {"points": [ZERO] * 3, "tilts": []}),
            InvalidTypeError,
            r"Curve3D\._data must have as many \"tilts\" as points",
        ),
        (
            lambda curve: setattr(curve, "_data", {"points": [ZERO] * 3, "tilts": [nan]}),
            InvalidValueError,
            r"Curve3D\._data must be a finite number",
        ),
    ],
)
def test_bad_input_is_refused_before_anything_changed(call: Any, error: type[Exception], text: str) -> None:
    curve = HELIX.duplicate()
    before = (curve._data, curve.closed, curve.revision)

    with pytest.raises(error, match=text):
        call(curve)

    assert (curve._data, curve.closed, curve.revision) == before


@pytest.mark.parametrize("names", [("_data", "point_count"), ("point_count", "_data")])
def test_the_lines_of_a_file_may_stand_in_any_order(names: tuple[str, str]) -> None:
    points = (*[Vector3(1, 2, 3)] * 3, *[Vector3(4, 5, 6)] * 3)
    lines = {"_data": {"points": points, "tilts": (0.5, -1.0)}, "point_count": 2}
    curve = Curve3D()

    for name in names:
        setattr(curve, name, lines[name])

    assert {name: getattr(curve, name) for name in lines} == lines
