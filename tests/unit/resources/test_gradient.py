"""Gradient: colours between points, in each mode and colour space."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import Color, cubic_interpolate
from engine.math.oklab import linear_of_oklab, oklab_of_linear
from engine.resources.gradient import Gradient

RED, GREEN, BLUE = Color(1, 0, 0), Color(0, 1, 0, 0.5), Color(0, 0, 1)


def gradient_of(*points: tuple[float, Color]) -> Gradient:
    gradient = Gradient()
    gradient.offsets = [offset for offset, _ in points]
    gradient.colors = [color for _, color in points]
    return gradient


def decoded(channel: float) -> float:
    """A channel of sRGB as light, by the standard's formula."""
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def encoded(light: float) -> float:
    return light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def test_a_new_one_goes_from_black_to_white() -> None:
    assert Gradient().sample(0.25) == Color(0.25, 0.25, 0.25)
    assert (Gradient().sample(-1), Gradient().sample(2)) == (Color(0, 0, 0), Color(1, 1, 1))


def test_colours_change_evenly_between_neighbours() -> None:
    gradient = gradient_of((0.2, RED), (0.4, GREEN), (0.8, BLUE))

    assert gradient.sample(0.3).is_equal_approx((0.5, 0.5, 0, 0.75))
    assert gradient.sample(0.5).is_equal_approx((0, 0.75, 0.25, 0.625))
    assert [gradient.sample(offset) for offset in (0, 0.2, 0.4, 0.8, 1)] == [RED, RED, GREEN, BLUE, BLUE]


def test_a_constant_one_keeps_each_colour_up_to_the_next_point() -> None:
    gradient = gradient_of((0.2, RED), (0.4, GREEN), (0.8, BLUE))
    gradient.interpolation_mode = Gradient.InterpolationMode.CONSTANT

    samples = [gradient.sample(offset) for offset in (0, 0.2, 0.39, 0.4, 0.79, 0.8, 1)]

    assert samples == [RED, RED, RED, GREEN, GREEN, BLUE, BLUE]


def test_a_cubic_one_takes_the_neighbours_of_the_neighbours() -> None:
    gradient = gradient_of((0, RED), (0.25, GREEN), (0.5, BLUE), (1, RED))
    gradient.interpolation_mode = Gradient.InterpolationMode.CUBIC

    inside = [cubic_interpolate(GREEN[c], BLUE[c], RED[c], RED[c], 0.4) for c in range(4)]
    at_the_start = [cubic_interpolate(RED[c], GREEN[c], RED[c], BLUE[c], 0.4) for c in range(4)]
    at_the_end = [cubic_interpolate(BLUE[c], RED[c], GREEN[c], RED[c], 0.4) for c in range(4)]
    assert gradient.sample(0.35).is_equal_approx(inside)
    assert gradient.sample(0.1).is_equal_approx(at_the_start)
    assert gradient.sample(0.7).is_equal_approx(at_the_end)


def test_light_is_mixed_in_linear_space() -> None:
    gradient = gradient_of((0, Color(0.2, 0.5, 0.9, 0.0)), (1, Color(0.8, 0.1, 0.3, 1.0)))
    gradient.interpolation_color_space = Gradient.ColorSpace.LINEAR_SRGB

    expected = [encoded(0.75 * decoded(a) + 0.25 * decoded(b)) for a, b in ((0.2, 0.8), (0.5, 0.1), (0.9, 0.3))]
    assert list(gradient.sample(0.25)) == pytest.approx([*expected, 0.25], abs=1e-6)


@pytest.mark.parametrize(
    ("rgb", "lab"),
    [
        ((1, 1, 1), (1, 0, 0)),
        ((1, 0, 0), (0.6280, 0.2249, 0.1258)),
        ((0, 1, 0), (0.8664, -0.2339, 0.1795)),
        ((0, 0, 1), (0.4520, -0.0325, -0.3115)),
        ((0, 0, 0), (0, 0, 0)),
    ],
)
def test_oklab_has_its_published_values(rgb: tuple[float, ...], lab: tuple[float, ...]) -> None:
    assert oklab_of_linear(*rgb) == pytest.approx(lab, abs=1e-4)
    assert linear_of_oklab(*oklab_of_linear(*rgb)) == pytest.approx(rgb, abs=1e-6)


def test_in_oklab_halfway_has_the_mean_lightness_and_hue() -> None:
    gradient = gradient_of((0, RED), (1, BLUE))
    gradient.interpolation_color_space = Gradient.ColorSpace.OKLAB

    middle = gradient.sample(0.5)

    lab = oklab_of_linear(*map(decoded, middle[:3]))
    ends = zip(oklab_of_linear(1, 0, 0), oklab_of_linear(0, 0, 1), strict=True)
    assert lab == pytest.approx([(a + b) / 2 for a, b in ends], abs=1e-5)
    assert middle.a == 1


def test_points_are_numbered_by_their_offsets_when_asked_by_number() -> None:
    gradient = Gradient()
    gradient.add_point(0.5, RED)
    gradient.add_point(-1, BLUE)
    assert gradient.offsets == (0, 1, 0.5, -1)

    assert [gradient.get_offset(point) for point in range(4)] == [-1, 0, 0.5, 1]
    assert gradient.get_color(0) == BLUE
    assert gradient.offsets == (-1, 0, 0.5, 1)


def test_offsets_that_were_set_in_any_order_belong_to_the_colours_in_that_order() -> None:
    gradient = gradient_of((1, RED), (0, BLUE))

    assert (gradient.sample(0), gradient.sample(1)) == (BLUE, RED)


def test_points_are_moved_coloured_and_removed_by_number() -> None:
    gradient = gradient_of((0, RED), (0.5, GREEN), (1, BLUE))

    gradient.set_offset(0, 0.75)
    gradient.set_color(0, BLUE)
    assert [(gradient.get_offset(point), gradient.get_color(point)) for point in range(3)] == [
        (0.5, BLUE),
        (0.75, RED),
        (1, BLUE),
    ]
    gradient.remove_point(1)
    assert gradient.get_point_count() == 2
    assert gradient.offsets == (0.5, 1)


def test_reversed_it_runs_the_other_way() -> None:
    gradient = gradient_of((0, RED), (0.25, GREEN), (1, BLUE))

    gradient.reverse()

    assert gradient.offsets == (0, 0.75, 1)
    assert gradient.colors == (BLUE, GREEN, RED)


def test_more_offsets_add_black_points_and_more_colours_add_points_at_0() -> None:
    gradient = gradient_of((0.5, RED))
    gradient.offsets = (0.5, 0.75)
    assert gradient.colors == (RED, Color(0, 0, 0))

    gradient.colors = (GREEN, BLUE, RED)
    assert list(gradient.offsets) == [0.5, 0.75, 0]
    gradient.colors = (GREEN,)
    assert list(gradient.offsets) == [0.5]


def test_of_points_at_one_offset_the_first_is_there_and_the_last_goes_on() -> None:
    gradient = gradient_of((0, RED), (0.5, RED), (0.5, BLUE), (1, BLUE))

    assert [gradient.sample(offset) for offset in (0.49, 0.5, 0.51)] == [RED, RED, BLUE]


def test_every_change_is_told_once() -> None:
    gradient = Gradient()
    told: list[int] = []
    gradient.changed.connect(lambda: told.append(gradient.revision))
    changes: list[Any] = [
        lambda: gradient.add_point(0.5, RED),
        lambda: gradient.set_offset(0, 0.1),
        lambda: gradient.set_color(0, RED),
        lambda: gradient.remove_point(0),
        gradient.reverse,
    ]
    for count, change in enumerate(changes, 1):
        change()
        assert told == list(range(1, count + 1))


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (
            lambda gradient: gradient.sample(nan),
            InvalidValueError,
            r"Gradient\.sample\(offset\) must be a finite number, got nan",
        ),
        (
            lambda gradient: gradient.sample("0"),
            InvalidTypeError,
            r"Gradient\.sample\(offset\) must be a finite number",
        ),
        (
            lambda gradient: gradient.add_point(inf, RED),
            InvalidValueError,
            r"add_point\(offset\) must be a finite number",
        ),
        (lambda gradient: gradient.add_point(0, "nope"), InvalidTypeError, r"add_point\(color\) must be a Color: "),
        (lambda gradient: gradient.set_color(0, (nan, 0, 0)), InvalidValueError, r"set_color must be finite"),
        (lambda gradient: gradient.get_color(2), InvalidValueError, r"there is no point 2; there are 2, from 0"),
        (lambda gradient: gradient.get_offset(-1), InvalidValueError, r"Gradient\.get_offset: there is no point -1"),
        (lambda gradient: setattr(gradient, "offsets", ()), InvalidValueError, r"Gradient\.offsets must not be empty"),
        (lambda gradient: setattr(gradient, "colors", "red"), InvalidTypeError, r"Gradient\.colors must be a sequence"),
    ],
)
def test_bad_input_is_refused_before_anything_changed(call: Any, error: type[Exception], text: str) -> None:
    gradient = Gradient()

    with pytest.raises(error, match=text):
        call(gradient)

    assert (gradient.offsets, gradient.colors, gradient.revision) == (Gradient().offsets, Gradient().colors, 0)


def test_the_last_point_stays() -> None:
    gradient = gradient_of((0, RED))

    with pytest.raises(InvalidValueError, match=r"Gradient\.remove_point: the last point cannot be removed"):
        gradient.remove_point(0)


@pytest.mark.parametrize("names", [("offsets", "colors"), ("colors", "offsets")])
@pytest.mark.parametrize("offsets", [(0.5,), (0.75, 0.25), (0.0, 0.5, 0.25, 1.0)])
def test_the_lines_of_a_file_may_stand_in_any_order(names: tuple[str, str], offsets: tuple[float, ...]) -> None:
    colors = tuple(Color(each / 4, 0, 1 - each / 4, 0.5) for each in range(len(offsets)))
    gradient = Gradient()

    for name in names:
        setattr(gradient, name, {"offsets": offsets, "colors": colors}[name])

    assert (gradient.offsets, gradient.colors) == (offsets, colors)
