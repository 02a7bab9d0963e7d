"""Curve: values between hand-set points, their order, tangents and limits."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import get_exports
from engine.math import Vector2
from engine.resources.curves.curve import Curve

FREE, LINEAR = Curve.TangentMode


def curve_of(*points: tuple[float, float] | tuple[float, float, float, float]) -> Curve:
    """A curve through points (x, y) or (x, y, left tangent, right tangent)."""
    curve = Curve()
    curve.min_value, curve.max_value = -100, 100
    for x, y, *tangents in points:
        coming, leaving = tangents or (0.0, 0.0)
        curve.add_point((x, y), coming, leaving)
    return curve


def hermite(x0: float, y0: float, m0: float, x1: float, y1: float, m1: float, x: float) -> float:
    """The cubic through two points with two slopes, by Hermite's basis, in exact arithmetic."""
    width = Fraction(x1) - Fraction(x0)
    t = (Fraction(x) - Fraction(x0)) / width
    value = (
        (2 * t**3 - 3 * t**2 + 1) * Fraction(y0)
        + (t**3 - 2 * t**2 + t) * width * Fraction(m0)
        + (-2 * t**3 + 3 * t**2) * Fraction(y1)
        + (t**3 - t**2) * width * Fraction(m1)
    )
    return float(value)


def xs(curve: Curve) -> list[float]:
    return [curve.get_point_position(index).x for index in range(curve.point_count)]


NUMBERS = st.floats(-50, 50).map(lambda number: round(number, 3))
PARTS = st.integers(1, 999).map(lambda number: number / 1000)


@given(first=NUMBERS, second=NUMBERS, leaving=NUMBERS, coming=NUMBERS, x=PARTS)
def test_between_two_points_it_is_the_cubic_that_has_their_slopes(
    first: float, second: float, leaving: float, coming: float, x: float
) -> None:
    curve = curve_of((0, first, 0, leaving), (1, second, coming, 0))

    assert curve.sample(x) == pytest.approx(hermite(0, first, leaving, 1, second, coming, x), abs=1e-12)


def test_each_pair_of_neighbours_has_its_own_cubic() -> None:
    curve = curve_of((0, 1, 0, 2), (0.25, 3, -1, 4), (1, -2, 0.5, 0))

    assert curve.sample(0.1) == pytest.approx(hermite(0, 1, 2, 0.25, 3, -1, 0.1), rel=1e-14)
    assert curve.sample(0.7) == pytest.approx(hermite(0.25, 3, 4, 1, -2, 0.5, 0.7), rel=1e-14)
    assert [curve.sample(x) for x in (0, 0.25, 1)] == [1, 3, -2]


def test_beyond_its_ends_it_is_level() -> None:
    curve = curve_of((0.25, 1, 5, 5), (0.75, 2, 5, 5))

    assert [curve.sample(x) for x in (-3, 0, 0.25, 0.75, 1, 9)] == [1, 1, 1, 2, 2, 2]


def test_one_point_is_the_value_everywhere() -> None:
    curve = curve_of((0.5, 3, 7, 7))

    assert [curve.sample(x) for x in (-1, 0.5, 2)] == [3, 3, 3]
    assert [curve.sample_baked(x) for x in (-1, 0.5, 2)] == [3, 3, 3]


def test_points_at_one_offset_are_a_step() -> None:
    curve = Curve()
    curve._data = [value for x, y in ((0, 1), (0.5, 1), (0.5, 2), (1, 2)) for value in (Vector2(x, y), 0.0, 0.0, 0, 0)]

    assert (curve.sample(0.4999), curve.sample(0.5001)) == (1, 2)


# --- baked values


@settings(max_examples=50)
@given(
    points=st.lists(
        st.tuples(st.integers(0, 40).map(lambda x: x / 40), NUMBERS, NUMBERS, NUMBERS), min_size=1, max_size=9
    ),
    resolution=st.integers(1, 60),
)
def test_baked_values_are_samples_evenly_over_the_domain(
    points: list[tuple[float, float, float, float]], resolution: int
) -> None:
    distinct = list({point[0]: point for point in points}.values())
    curve = curve_of(*distinct)
    curve.bake_resolution = resolution

    curve.bake()

    if resolution > 1:
        for index in range(1, resolution - 1):
            x = index / (resolution - 1)
            assert curve.sample_baked(x) == pytest.approx(curve.sample(x), abs=1e-9)
        assert curve.sample_baked(0) == curve.get_point_position(0).y
    assert curve.sample_baked(1) == curve.get_point_position(curve.point_count - 1).y


def test_between_baked_values_it_is_straight() -> None:
    curve = curve_of((0, 0, 0, 3), (1, 1, 3, 0))
    curve.bake_resolution = 5

    assert curve.sample_baked(0.375) == pytest.approx((curve.sample(0.25) + curve.sample(0.5)) / 2)
    assert curve.sample_baked(0.25) == pytest.approx(curve.sample(0.25))
    assert (curve.sample_baked(-5), curve.sample_baked(5)) == (0, 1)


def test_the_domain_is_what_is_baked() -> None:
    curve = Curve()
    curve.min_domain, curve.max_domain = -10, 30
    curve.add_point((-10, 0), 0, 1 / 40)
    curve.add_point((30, 1), 1 / 40, 0)

    assert curve.sample_baked(0) == pytest.approx(0.25)
    assert curve.sample_baked(20) == pytest.approx(0.75)


def test_every_change_is_baked_anew() -> None:
    curve = curve_of((0, 0), (1, 1))
    before = curve.sample_baked(0.5)
    changes: list[Any] = [
        lambda: curve.set_point_value(1, 4),
        lambda: curve.set_point_right_tangent(0, 9),
        lambda: curve.set_point_left_mode(1, LINEAR),
        lambda: curve.add_point((0.5, 7)),
        lambda: curve.remove_point(1),
    ]
    for change in changes:
        change()
        now = curve.sample_baked(0.5)
        assert now != before
        before = now


# --- points


def test_points_stand_by_their_offsets() -> None:
    curve = Curve()

    numbers = [curve.add_point((x, 0)) for x in (0.5, 0.2, 0.9, 0.3, 0.0, 1.0)]

    assert numbers == [0, 0, 2, 1, 0, 5]
    assert xs(curve) == [0.0, 0.2, 0.3, 0.5, 0.9, 1.0]


def test_a_point_is_brought_inside_the_limits() -> None:
    curve = Curve()

    curve.add_point((7, -3))

    assert curve.get_point_position(0) == (1, 0)


def test_a_point_that_is_moved_finds_its_place() -> None:
    curve = curve_of((0, 1), (0.4, 2), (1, 3))

    assert curve.set_point_offset(0, 0.7) == 1
    assert [curve.get_point_position(index) for index in range(3)] == [(0.4, 2), (0.7, 1), (1, 3)]
    curve.set_point_value(1, 9)
    assert curve.get_point_position(1) == (0.7, 9)


def test_points_are_removed() -> None:
    curve = curve_of((0, 1), (0.4, 2), (1, 3))

    curve.remove_point(1)
    assert xs(curve) == [0, 1]
    curve.clear_points()
    assert curve.point_count == 0


def test_the_number_of_points_can_be_set() -> None:
    curve = curve_of((0.5, 1), (1, 3))

    curve.point_count = 4
    assert xs(curve) == [0, 0, 0.5, 1]
    curve.point_count = 2
    assert xs(curve) == [0, 0]


def test_duplicates_are_points_less_than_a_hundred_thousandth_apart() -> None:
    curve = curve_of((0, 1), (0.5, 2), (0.500001, 3), (0.500009, 4), (0.6, 5))

    curve.clean_dupes()

    assert xs(curve) == [0, 0.5, 0.6]
    revision = curve.revision
    curve.clean_dupes()
    assert curve.revision == revision


# --- tangents


def slope(curve: Curve, first: int, second: int) -> float:
    a, b = curve.get_point_position(first), curve.get_point_position(second)
    return (b.y - a.y) / (b.x - a.x)


def is_linear(curve: Curve) -> bool:
    last = curve.point_count - 1
    return all(
        curve.get_point_right_tangent(index) == pytest.approx(slope(curve, index, index + 1))
        and curve.get_point_left_tangent(index + 1) == pytest.approx(slope(curve, index, index + 1))
        for index in range(last)
    )


def test_linear_tangents_follow_their_neighbours() -> None:
    curve = Curve()
    for x, y in ((0, 0), (0.4, 0.8), (1, 0.1)):
        curve.add_point((x, y), 0, 0, LINEAR, LINEAR)
        assert is_linear(curve)
    curve.set_point_value(1, 0.3)
    assert is_linear(curve)
    curve.set_point_offset(1, 0.7)
    assert is_linear(curve)
    curve.add_point((0.2, 1), 0, 0, LINEAR, LINEAR)
    assert is_linear(curve)
    curve.set_point_offset(1, 0.9)
    assert is_linear(curve)
    curve.remove_point(1)
    assert is_linear(curve)
    assert curve.sample(0.35) == pytest.approx(slope(curve, 0, 1) * 0.35)


def test_setting_a_tangent_makes_it_free_and_a_mode_works_it_out() -> None:
    curve = curve_of((0, 0), (1, 5))
    curve.set_point_right_mode(0, LINEAR)
    curve.set_point_left_mode(1, LINEAR)
    assert (curve.get_point_right_tangent(0), curve.get_point_left_tangent(1)) == (5, 5)
    assert curve.get_point_right_mode(0) is LINEAR

    curve.set_point_right_tangent(0, 2)
    curve.set_point_left_tangent(1, 3)

    assert (curve.get_point_right_mode(0), curve.get_point_left_mode(1)) == (FREE, FREE)
    assert (curve.get_point_right_tangent(0), curve.get_point_left_tangent(1)) == (2, 3)


def test_a_linear_tangent_to_a_point_at_the_same_offset_is_level() -> None:
    curve = Curve()
    curve.add_point((0.5, 0), 0, 0, LINEAR, LINEAR)
    curve.add_point((0.5, 1), 0, 0, LINEAR, LINEAR)

    assert curve.get_point_right_tangent(0) == 0


# --- limits


def test_limits_keep_apart_and_around_the_points() -> None:
    curve = Curve()
    curve.min_value = 5
    assert curve.min_value == 0.99
    curve.min_value = 0
    curve.add_point((0.2, 0.3))
    curve.add_point((0.8, 0.6))

    curve.min_value, curve.max_value, curve.min_domain, curve.max_domain = 0.5, 0.5, 0.5, 0.5

    assert (curve.min_value, curve.max_value, curve.min_domain, curve.max_domain) == (0.3, 0.6, 0.2, 0.8)
    assert curve.get_value_range() == pytest.approx(0.3)
    assert curve.get_domain_range() == pytest.approx(0.6)


@pytest.mark.parametrize("names", [("min_value", "max_value"), ("max_value", "min_value")])
def test_limits_may_be_set_in_any_order(names: tuple[str, str]) -> None:
    """As files before Godot 4.4 set them, least value first, though it may be above the largest until then."""
    for wanted in ({"min_value": 2.0, "max_value": 3.0}, {"min_value": -3.0, "max_value": -2.0}):
        curve = Curve()

        for name in names:
            setattr(curve, name, wanted[name])

        assert (curve.min_value, curve.max_value) == (wanted["min_value"], wanted["max_value"])


def test_signals_tell_which_limit_changed() -> None:
    curve = Curve()
    told: list[str] = []
    curve.range_changed.connect(lambda: told.append("range"))
    curve.domain_changed.connect(lambda: told.append("domain"))

    curve.max_value = 3
    curve.min_domain = -1

    assert told == ["range", "domain"]


# --- changes, and what is refused


def test_every_change_is_told_once() -> None:
    curve = curve_of((0, 0), (0.5, 1), (1, 0))
    told: list[int] = []
    curve.changed.connect(lambda: told.append(curve.revision))
    changes: list[Any] = [
        lambda: curve.add_point((0.2, 1), 0, 0, LINEAR, LINEAR),
        lambda: curve.remove_point(1),
        lambda: curve.set_point_value(0, 3),
        lambda: curve.set_point_offset(0, 0.1),
        lambda: curve.set_point_left_tangent(0, 1),
        lambda: curve.set_point_right_tangent(0, 1),
        lambda: curve.set_point_left_mode(0, 1),
        lambda: curve.set_point_right_mode(0, 1),
        lambda: setattr(curve, "point_count", 7),
        curve.clean_dupes,
        curve.clear_points,
    ]
    for count, change in enumerate(changes, 1):
        change()
        assert len(told) == count
    curve.clear_points()
    assert len(told) == len(changes)


@pytest.mark.parametrize("method", ["sample", "sample_baked"])
def test_a_curve_without_points_has_no_value(method: str) -> None:
    with pytest.raises(InvalidValueError, match=rf"Curve\.{method}: the curve has no points; add_point\(\) some first"):
        getattr(Curve(), method)(0.5)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (
            lambda curve: curve.sample(nan),
            InvalidValueError,
            r"Curve\.sample\(offset\) must be a finite number, got nan",
        ),
        (
            lambda curve: curve.sample_baked("1"),
            InvalidTypeError,
            r"Curve\.sample_baked\(offset\) must be a finite number",
        ),
        (
            lambda curve: curve.add_point((0, inf)),
            InvalidValueError,
            r"Curve\.add_point\(position\) must be two finite numbers",
        ),
        (
            lambda curve: curve.add_point(3),
            InvalidTypeError,
            r"Curve\.add_point\(position\) must be two finite numbers, got 3",
        ),
        (
            lambda curve: curve.add_point((0, 0), nan),
            InvalidValueError,
            r"add_point\(left_tangent\) must be a finite number",
        ),
        (
            lambda curve: curve.add_point((0, 0), 0, 0, 7),
            InvalidValueError,
            r"left_mode\) must be one of FREE 0, LINEAR",
        ),
        (lambda curve: curve.get_point_position(2), InvalidValueError, r"there is no point 2; there are 2, from 0"),
        (lambda curve: curve.remove_point(-1), InvalidValueError, r"Curve\.remove_point: there is no point -1"),
        (
            lambda curve: curve.set_point_value(0, "x"),
            InvalidTypeError,
            r"Curve\.set_point_value must be a finite number",
        ),
        (
            lambda curve: curve.set_point_offset(0, nan),
            InvalidValueError,
            r"Curve\.set_point_offset must be a finite number",
        ),
        (lambda curve: curve.set_point_left_mode(0, 2), InvalidValueError, r"set_point_left_mode must be one of"),
        (lambda curve: setattr(curve, "bake_resolution", 0), InvalidValueError, r"must be from 1 to 1,000, got 0"),
        (lambda curve: setattr(curve, "point_count", -1), InvalidValueError, r"must be from 0 to 1,000,000, got -1"),
        (
            lambda curve: setattr(curve, "_data", [1]),
            InvalidTypeError,
            r"Curve\._data must have position, two tangents",
        ),
        (
            lambda curve: setattr(curve, "_data", [Vector2(), 0.0, 0.0, 0, 2]),
            InvalidValueError,
            r"Curve\._data must be one of",
        ),
        (
            lambda curve: setattr(curve, "_limits", [1, 2]),
            InvalidTypeError,
            r"Curve\._limits must be four finite numbers, got \[1, 2\]",
        ),
        (
            lambda curve: setattr(curve, "_limits", [0, 1, 5, 5]),
            InvalidValueError,
            r"^Curve\._limits must have the least value below the largest, of offsets, too, got \(0.0, 1.0, 5",
        ),
        (
            lambda curve: setattr(curve, "_limits", [1, 0, 0, 1]),
            InvalidValueError,
            r"_limits must have the least value",
        ),
    ],
)
def test_bad_input_is_refused_before_anything_changed(call: Any, error: type[Exception], text: str) -> None:
    curve = curve_of((0, 0), (1, 1))
    before = (curve._data, curve.revision, curve._limits)

    with pytest.raises(error, match=text):
        call(curve)

    assert (curve._data, curve.revision, curve._limits) == before


# --- files and copies


@pytest.mark.parametrize("slope", [inf, -inf, nan])
def test_the_endless_slope_of_two_points_at_one_offset_is_read_as_none(slope: float) -> None:
    curve = Curve()
    curve._data = [Vector2(0, 0), 0.0, 0.0, 0, 0, Vector2(0, 1), slope, 0.0, 1, 0, Vector2(1, 1), 0.0, slope, 0, 1]

    assert curve._data[6] == curve._data[12] == 0.0
    assert (curve.sample(0.5), curve.sample_baked(0.5)) == (1, 1)


def test_a_file_of_godots_is_read_as_it_is() -> None:
    curve = Curve()
    curve._data = [Vector2(0, 1), 0.0, -1.0, 0, 1, Vector2(1, 0), -1.0, 0.0, 1, 0]

    assert curve.point_count == 2
    assert curve.sample(0.25) == pytest.approx(0.75)
    assert curve._data == [Vector2(0, 1), 0.0, -1.0, 0, 1, Vector2(1, 0), -1.0, 0.0, 1, 0]
    curve._limits = [-2.0, 3.0, 0.0, 5.0]
    assert (curve.min_value, curve.max_value, curve.min_domain, curve.max_domain) == (-2, 3, 0, 5)


@pytest.mark.parametrize("order", list(permutations(("_data", "_limits", "point_count"))))
def test_the_lines_of_a_file_may_stand_in_any_order(order: tuple[str, ...]) -> None:
    lines = {
        "_data": [Vector2(-1, 1), 0.0, -1.0, 0, 1, Vector2(1, 4), -1.0, 0.0, 1, 0],
        "_limits": [-2.0, 3.0, -1.0, 5.0],
        "point_count": 2,
    }
    curve = Curve()

    for name in order:
        setattr(curve, name, lines[name])

    assert {name: getattr(curve, name) for name in lines} == lines


def test_what_is_saved_of_a_curve_is_all_of_it() -> None:
    curve = curve_of((0, 0), (0.5, 1.5), (2, -1))
    curve.set_point_right_mode(0, Curve.TangentMode.LINEAR)
    curve._limits = [-2.0, 3.0, -1.0, 5.0]
    other = Curve()

    for name in get_exports(Curve):
        setattr(other, name, getattr(curve, name))

    assert [other.sample(each / 8) for each in range(-8, 40)] == [curve.sample(each / 8) for each in range(-8, 40)]
    assert (other.min_value, other.max_value, other.min_domain, other.max_domain) == (-2, 3, -1, 5)


def test_a_file_with_a_million_points_is_read_in_no_time() -> None:
    curve = curve_of((0.5, 1))

    curve.point_count = 1_000_000

    assert curve.get_point_position(999_998) == (0, 0)
    assert curve.get_point_position(999_999) == (0.5, 1)


def test_a_duplicate_is_a_curve_of_its_own() -> None:
    curve = curve_of((0, 0), (1, 1))
    curve.sample_baked(0.5)

    other = curve.duplicate()
    other.set_point_value(1, 5)

    assert curve.sample_baked(1) == 1
    assert other.sample_baked(1) == 5
