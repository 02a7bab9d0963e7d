"""Curve2D: Bezier curves against their construction by halving, lengths against fine sums."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, cos, degrees, hypot, inf, isclose, nan, pi, radians, sin
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import Transform2D, Vector2
from engine.resources.curves.curve_2d import Curve2D

Point = tuple[float, float]


def curve_of(*points: tuple[Point, Point, Point]) -> Curve2D:
    """A path through points (position, in, out)."""
    curve = Curve2D()
    for position, before, behind in points:
        curve.add_point(position, before, behind)
    return curve


def casteljau(controls: list[Point], t: float) -> Point:
    """The point of a Bezier curve by de Casteljau's construction: halving lines between lines."""
    row = [np.array(each, float) for each in controls]
    while len(row) > 1:
        row = [(1 - t) * a + t * b for a, b in pairwise(row)]
    return (float(row[0][0]), float(row[0][1]))


def controls_of(curve: Curve2D, index: int) -> list[Point]:
    start, end = curve.get_point_position(index), curve.get_point_position(index + 1)
    return [start, start + curve.get_point_out(index), end + curve.get_point_in(index + 1), end]


def finely(curve: Curve2D, pieces: int = 20_000) -> np.ndarray[Any, Any]:
    """Very many points of the path, by its polynomials in powers of t."""
    rows = []
    t = np.linspace(0, 1, pieces + 1)[:, None]
    for index in range(curve.point_count - 1):
        a, b, c, d = (np.array(each, float) for each in controls_of(curve, index))
        rows.append(a + 3 * (b - a) * t + 3 * (a - 2 * b + c) * t**2 + (d - a + 3 * (b - c)) * t**3)
    return np.concatenate(rows)


def length_of(points: np.ndarray[Any, Any]) -> float:
    return float(np.hypot(*np.diff(points, axis=0).T).sum())


QUARTER = 4 / 3 * (2**0.5 - 1)


def circle(radius: float = 100.0) -> Curve2D:
    """A circle of four curves, which is right up to three parts in ten thousand."""
    handle = QUARTER * radius
    points = [(cos(angle), sin(angle)) for angle in (0, pi / 2, pi, 3 * pi / 2, 2 * pi)]
    return curve_of(
        *(((x * radius, y * radius), (y * handle, -x * handle), (-y * handle, x * handle)) for x, y in points)
    )


BENT = curve_of(((0, 0), (0, 0), (80, 0)), ((100, 60), (-10, -50), (20, 100)), ((200, -40), (-60, 30), (0, 0)))

COORDINATES = st.floats(-200, 200).map(lambda number: round(number, 2))
POINTS = st.tuples(COORDINATES, COORDINATES)
PATHS = st.lists(st.tuples(POINTS, POINTS, POINTS), min_size=2, max_size=4)


# --- the curve itself


@given(points=PATHS, index=st.integers(0, 2), t=st.floats(0, 1))
def test_between_two_points_it_is_the_bezier_curve_of_their_handles(
    points: list[tuple[Point, Point, Point]], index: int, t: float
) -> None:
    curve = curve_of(*points)
    index = min(index, len(points) - 2)

    expected = casteljau(controls_of(curve, index), t)

    assert curve.sample(index, t) == pytest.approx(expected, abs=1e-9)
    if index + t < index + 1:
        assert curve.samplef(index + t) == pytest.approx(
            casteljau(controls_of(curve, index), index + t - index), abs=1e-6
        )


def test_beyond_its_points_it_is_its_ends() -> None:
    assert BENT.sample(-1, 0.5) == (0, 0)
    assert BENT.sample(2, 0.5) == BENT.sample(9, 0.5) == (200, -40)
    assert BENT.samplef(-3) == (0, 0)
    assert BENT.samplef(2) == BENT.samplef(77.5) == (200, -40)
    assert BENT.samplef(1.25) == BENT.sample(1, 0.25)


# --- the baked line


@settings(max_examples=40, deadline=None)
@given(points=PATHS)
def test_baked_points_are_on_the_curve_in_order_and_no_farther_apart_than_said(
    points: list[tuple[Point, Point, Point]],
) -> None:
    curve = curve_of(*points)
    baked = curve.get_baked_points()

    assert baked[0] == points[0][0]
    assert baked[-1] == points[-1][0]
    steps = [a.distance_to(b) for a, b in pairwise(baked)]
    assert max(steps, default=0.0) <= curve.bake_interval + 1e-9
    assert curve.get_baked_length() == pytest.approx(sum(steps))
    at = 0
    fine = finely(curve, 2000)
    for point in baked:
        gaps = np.hypot(*(fine[at:] - point).T)
        at += int(np.argmax(gaps < 0.75))
        assert gaps.min() < 0.75


@pytest.mark.parametrize("curve", [BENT, circle()], ids=["bent", "circle"])
def test_the_baked_length_tends_to_the_length_of_the_curve(curve: Curve2D) -> None:
    exact = length_of(finely(curve))
    curve = curve.duplicate()

    errors = []
    for interval in (20.0, 5.0, 1.0, 0.25):
        curve.bake_interval = interval
        errors.append(exact - curve.get_baked_length())

    assert all(error > 0 for error in errors)  # chords are shorter
    assert errors == sorted(errors, reverse=True)
    assert errors[1] / exact < 1e-3
    assert errors[3] / exact < 2e-6


@pytest.mark.parametrize("cubic", [False, True])
def test_equal_offsets_are_equal_ways(cubic: bool) -> None:
    curve = circle()
    curve.bake_interval = 1.0
    length = curve.get_baked_length()

    for part in np.linspace(0, 1, 41):
        point = curve.sample_baked(float(part) * length, cubic)
        angle = 2 * pi * part
        assert hypot(point.x - 100 * cos(angle), point.y - 100 * sin(angle)) < 0.1


def test_cubic_sampling_is_nearer_to_the_curve_than_straight_sampling() -> None:
    curve = BENT.duplicate()
    curve.bake_interval = 20.0
    fine = finely(curve)
    offsets = np.linspace(0, curve.get_baked_length(), 97)[1:-1]

    def error(cubic: bool) -> float:
        points = [curve.sample_baked(float(offset), cubic) for offset in offsets]
        return float(np.mean([np.hypot(*(fine - point).T).min() for point in points]))

    assert error(cubic=True) < error(cubic=False) / 4


def test_offsets_beyond_the_ends_are_the_ends() -> None:
    assert BENT.sample_baked(-5) == (0, 0)
    assert BENT.sample_baked(1e9) == (200, -40)


def test_each_baked_point_is_found_at_its_distance() -> None:
    offset = 0.0
    before = BENT.get_baked_points()[0]
    for point in BENT.get_baked_points():
        offset += before.distance_to(point)
        assert BENT.sample_baked(offset) == pytest.approx(point, abs=1e-9)
        before = point


def test_with_rotation_x_looks_along_the_path_and_y_to_its_right() -> None:
    curve = circle()
    length = curve.get_baked_length()

    for part in np.linspace(0, 1, 33):
        place = curve.sample_baked_with_rotation(float(part) * length)
        angle = 2 * pi * part
        assert place.origin == curve.sample_baked(float(part) * length)
        assert place.x == pytest.approx((-sin(angle), cos(angle)), abs=0.01)
        assert place.y == pytest.approx((-cos(angle), -sin(angle)), abs=0.01)
        assert place.x.length() == pytest.approx(1)


def test_at_an_end_without_a_handle_the_direction_is_that_to_the_next_point() -> None:
    curve = curve_of(((0, 0), (0, 0), (0, 0)), ((100, 100), (-100, 0), (0, 0)))

    place = curve.sample_baked_with_rotation(0.0)

    assert degrees(atan2(place.x.y, place.x.x)) == pytest.approx(45)


def test_at_a_corner_the_direction_is_that_of_the_way_there() -> None:
    curve = curve_of(*(((x, y), (0, 0), (0, 0)) for x, y in ((0, 0), (10, 0), (10, 10))))
    curve.bake_interval = 1.0

    assert curve.sample_baked_with_rotation(10).x == pytest.approx((1, 0))
    assert curve.sample_baked_with_rotation(20).x == pytest.approx((0, 1))


def test_points_that_coincide_do_no_harm() -> None:
    curve = curve_of(*(((x, 0), (0, 0), (0, 0)) for x in (0, 0, 10, 10)))

    assert curve.get_baked_length() == 10
    assert [curve.sample_baked(offset) for offset in (0, 4, 10)] == [(0, 0), (4, 0), (10, 0)]
    assert curve.sample_baked_with_rotation(4) == Transform2D(0.0, (4, 0))
    assert curve.get_closest_offset((4, 3)) == 4
    same = curve_of(((3, 4), (0, 0), (0, 0)), ((3, 4), (0, 0), (0, 0)))
    assert same.get_baked_length() == 0
    assert same.sample_baked_with_rotation(1) == Transform2D(0.0, (3, 4))


@settings(max_examples=40, deadline=None)
@given(points=PATHS, to=POINTS)
def test_the_closest_point_is_no_farther_than_any_other(points: list[tuple[Point, Point, Point]], to: Point) -> None:
    curve = curve_of(*points)
    nearest = curve.get_closest_point(to)

    baked = np.array(curve.get_baked_points())
    parts = np.linspace(0, 1, 21)[:, None, None]
    along = (baked[:-1] + (baked[1:] - baked[:-1]) * parts).reshape(-1, 2)
    least = float(np.hypot(*(along - to).T).min())
    assert nearest.distance_to(to) <= least + 1e-9
    assert curve.sample_baked(curve.get_closest_offset(to)).distance_to(to) == pytest.approx(
        nearest.distance_to(to), abs=1e-6
    )


# --- tessellation


def turns(points: tuple[Vector2, ...]) -> list[float]:
    """How far a line through points turns at each, in degrees."""
    ways = [b - a for a, b in pairwise(points)]
    return [abs(degrees(a.angle_to(b))) for a, b in pairwise(ways)]


def test_a_straight_path_is_tessellated_into_its_points() -> None:
    curve = curve_of(*(((x, 2 * x), (0, 0), (0, 0)) for x in (0, 10, 40)))

    assert curve.tessellate() == ((0, 0), (10, 20), (40, 80))


def test_a_bent_path_has_points_where_it_turns() -> None:
    coarse, fine = circle().tessellate(3, 16), circle().tessellate(7, 2)

    assert len(fine) > 4 * len(coarse) > 40
    assert max(turns(coarse)) < 2 * 16
    assert max(turns(fine)) < 2 * 2
    assert all(isclose(point.length(), 100, rel_tol=3e-4) for point in fine)


def test_stages_limit_the_points() -> None:
    assert len(circle().tessellate(0, 0.001)) == 5 + 4
    assert len(circle().tessellate(1, 0.001)) == 5 + 4 * 3
    assert len(circle().tessellate_even_length(0, 1)) == 5
    assert len(circle().tessellate_even_length(2, 1)) == 5 + 4 * 3


def test_even_tessellation_keeps_the_length() -> None:
    points = BENT.tessellate_even_length(8, 10.0)

    steps = [a.distance_to(b) for a, b in pairwise(points)]
    assert max(steps) <= 10.0
    assert min(steps) > 10.0 / 4


# --- points


def test_points_are_added_where_they_are_wanted() -> None:
    curve = Curve2D()
    curve.add_point((1, 0))
    curve.add_point((2, 0), (3, 4), (5, 6), 0)
    curve.add_point((3, 0), index=1)
    curve.add_point((4, 0), index=99)

    assert [curve.get_point_position(index).x for index in range(4)] == [2, 3, 1, 4]
    assert (curve.get_point_in(0), curve.get_point_out(0)) == ((3, 4), (5, 6))


def test_points_are_changed_and_removed() -> None:
    curve = curve_of(*(((x, 0), (0, 0), (0, 0)) for x in (1, 2, 3)))
    curve.set_point_position(1, (7, 8))
    curve.set_point_in(1, [1, 2])
    curve.set_point_out(1, Vector2(3, 4))
    curve.remove_point(0)

    assert (curve.get_point_position(0), curve.get_point_in(0), curve.get_point_out(0)) == ((7, 8), (1, 2), (3, 4))
    curve.point_count = 3
    assert [curve.get_point_position(index) for index in range(3)] == [(7, 8), (3, 0), (0, 0)]
    curve.point_count = 1
    assert curve.get_baked_points() == ((7, 8),)


def test_every_change_is_told_once_and_baked_anew() -> None:
    curve = BENT.duplicate()
    told: list[float] = []
    curve.changed.connect(lambda: told.append(curve.get_baked_length()))
    changes: list[Any] = [
        lambda: curve.add_point((300, 0)),
        lambda: curve.set_point_position(0, (-50, 0)),
        lambda: curve.set_point_in(1, (-99, 0)),
        lambda: curve.set_point_out(1, (99, 0)),
        lambda: curve.remove_point(2),
        lambda: setattr(curve, "bake_interval", 50.0),
        lambda: setattr(curve, "point_count", 2),
        curve.clear_points,
    ]
    lengths = [curve.get_baked_length()]
    for count, change in enumerate(changes, 1):
        change()
        assert len(told) == count
        lengths.append(curve.get_baked_length())
    assert told == lengths[1:]
    assert len(set(lengths)) == len(lengths)
    curve.clear_points()
    assert len(told) == len(changes)


def test_a_file_of_godots_is_read_and_given_back() -> None:
    rows = (Vector2(1, 2), Vector2(3, 4), Vector2(5, 6), Vector2(-1, 0), Vector2(), Vector2(9, 9))
    curve = Curve2D()
    curve._data = {"points": rows}

    assert curve.point_count == 2
    assert (curve.get_point_in(0), curve.get_point_out(0), curve.get_point_position(0)) == rows[:3]
    assert curve._data == {"points": rows}
    from_array = Curve2D()
    from_array._data = {"points": np.array(rows)}
    assert from_array._data == curve._data


def test_a_duplicate_is_a_curve_of_its_own() -> None:
    curve = curve_of(((0, 0), (0, 0), (0, 0)), ((10, 0), (0, 0), (0, 0)))
    curve.get_baked_length()
    other = curve.duplicate()
    other.set_point_position(1, (30, 0))

    assert (curve.get_baked_length(), other.get_baked_length()) == (10, 30)


# --- nothing, and what is refused


def test_without_points_there_is_no_line_and_no_length() -> None:
    curve = Curve2D()

    assert curve.get_baked_length() == 0
    assert curve.get_baked_points() == curve.tessellate() == curve.tessellate_even_length() == ()


@pytest.mark.parametrize(
    ("method", "args"),
    [
        ("sample", (0, 0.5)),
        ("samplef", (0.5,)),
        ("sample_baked", (1,)),
        ("sample_baked_with_rotation", (1,)),
        ("get_closest_point", ((1, 2),)),
        ("get_closest_offset", ((1, 2),)),
    ],
)
def test_without_points_there_is_no_place(method: str, args: tuple[Any, ...]) -> None:
    with pytest.raises(InvalidValueError, match=rf"Curve2D\.{method}: the curve has no points; add_point\(\) some"):
        getattr(Curve2D(), method)(*args)


def test_one_point_is_the_place() -> None:
    curve = curve_of(((3, 4), (0, 0), (0, 0)))

    assert (curve.sample(0, 0.5), curve.samplef(3), curve.sample_baked(9)) == ((3, 4),) * 3
    assert curve.sample_baked_with_rotation(1) == Transform2D(0.0, (3, 4))
    assert (curve.get_closest_point((0, 0)), curve.get_closest_offset((0, 0))) == ((3, 4), 0)
    assert curve.get_baked_points() == curve.tessellate() == ((3, 4),)
    assert curve.get_baked_length() == 0


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (
            lambda curve: curve.add_point((nan, 0)),
            InvalidValueError,
            r"Curve2D\.add_point\(position\) must be two finite numbers",
        ),
        (
            lambda curve: curve.add_point(5),
            InvalidTypeError,
            r"Curve2D\.add_point\(position\) must be two finite numbers, got 5",
        ),
        (lambda curve: curve.add_point((0, 0), (1,)), InvalidTypeError, r"add_point\(in_\) must be two finite numbers"),
        (lambda curve: curve.add_point((0, 0), index="1"), InvalidTypeError, r"add_point\(index\) must be a whole"),
        (
            lambda curve: curve.set_point_out(0, (0, inf)),
            InvalidValueError,
            r"Curve2D\.set_point_out must be two finite numbers",
        ),
        (
            lambda curve: curve.set_point_in(7, (0, 0)),
            InvalidValueError,
            r"set_point_in: there is no point 7; there are",
        ),
        (lambda curve: curve.sample(0, nan), InvalidValueError, r"Curve2D\.sample\(t\) must be a finite number"),
        (
            lambda curve: curve.sample_baked(inf),
            InvalidValueError,
            r"sample_baked\(offset\) must be a finite number, got inf",
        ),
        (
            lambda curve: curve.get_closest_point((nan, 0)),
            InvalidValueError,
            r"get_closest_point must be two finite numbers",
        ),
        (
            lambda curve: curve.tessellate(17),
            InvalidValueError,
            r"tessellate\(max_stages\) must be from 0 to 16, got 17$",
        ),
        (lambda curve: curve.tessellate(3, nan), InvalidValueError, r"tolerance_degrees\) must be a finite number"),
        (lambda curve: curve.tessellate_even_length(3, 0), InvalidValueError, r"tolerance_length\) must be above 0"),
        (lambda curve: setattr(curve, "bake_interval", 0), InvalidValueError, r"bake_interval must be above 0, got 0"),
        (lambda curve: setattr(curve, "_data", {}), InvalidTypeError, r"Curve2D\._data must be {\"points\": in, out"),
        (lambda curve: setattr(curve, "_data", {"points": [(0, 0)]}), InvalidTypeError, r"Curve2D\._data must be"),
    ],
)
def test_bad_input_is_refused_before_anything_changed(call: Any, error: type[Exception], text: str) -> None:
    curve = BENT.duplicate()
    before = (curve._data, curve.bake_interval, curve.revision)

    with pytest.raises(error, match=text):
        call(curve)

    assert (curve._data, curve.bake_interval, curve.revision) == before


def test_a_turn_of_the_whole_path_turns_what_comes_of_it() -> None:
    turn = Transform2D(radians(33), Vector2(7, -5))
    turned = curve_of(
        *(
            (
                turn * BENT.get_point_position(index),
                turn.basis_xform(BENT.get_point_in(index)),
                turn.basis_xform(BENT.get_point_out(index)),
            )
            for index in range(3)
        )
    )

    assert turned.get_baked_length() == pytest.approx(BENT.get_baked_length())
    for offset in (0, 33.3, 120, 250):
        place, expected = turned.sample_baked_with_rotation(offset), turn * BENT.sample_baked_with_rotation(offset)
        assert place == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("names", [("_data", "point_count"), ("point_count", "_data")])
def test_the_lines_of_a_file_may_stand_in_any_order(names: tuple[str, str]) -> None:
    points = (Vector2(-1, 0), Vector2(1, 0), Vector2(5, 6), Vector2(0, -1), Vector2(0, 1), Vector2(7, 8))
    lines = {"_data": {"points": points}, "point_count": 2}
    curve = Curve2D()

    for name in names:
        setattr(curve, name, lines[name])

    assert {name: getattr(curve, name) for name in lines} == lines
