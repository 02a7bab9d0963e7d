"""Hue, saturation and the like: HSV, OKHSL, OKHSV, and colours of shared exponents."""

from __future__ import annotations

from itertools import pairwise
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.math import Color, MathValueError
from engine.math.oklab import oklab_of_linear

channels = st.floats(0, 1)
hues = st.floats(0, 0.999)
parts = st.floats(0.02, 0.98)


def near(color: Any, expected: Any, tolerance: float = 1e-6) -> bool:
    return all(abs(a - b) <= tolerance for a, b in zip(color, expected, strict=True))


# --- HSV


@given(hues, parts, parts)
def test_one_part_of_hsv_is_replaced_and_the_others_and_alpha_stay(h: float, s: float, v: float) -> None:
    color = Color.from_hsv(h, s, v, 0.25)

    for changed, expected in (
        (color.with_h(0.6), Color.from_hsv(0.6, s, v, 0.25)),
        (color.with_s(0.3), Color.from_hsv(h, 0.3, v, 0.25)),
        (color.with_v(0.9), Color.from_hsv(h, s, 0.9, 0.25)),
    ):
        assert near(changed, expected)
        assert type(changed) is Color


# --- OKHSL and OKHSV


# Hue in degrees, saturation and lightness, saturation and value, as other implementations of the two spaces give them.
@pytest.mark.parametrize(
    ("name", "hsl", "hsv"),
    [
        ("red", (29.234, 1.0, 0.5681), (29.234, 1.0, 1.0)),
        ("lime", (142.495, 1.0, 0.8445), (142.495, 1.0, 1.0)),
        ("blue", (264.052, 1.0, 0.3666), (264.052, 1.0, 1.0)),
        ("orange", (70.670, 1.0, 0.7588), (70.670, 1.0, 1.0)),
        ("slate blue", (285.541, 0.7194, 0.4710), (285.541, 0.7168, 0.8118)),
    ],
)
def test_well_known_colours_have_their_well_known_parts(name: str, hsl: Any, hsv: Any) -> None:
    color = Color(name)

    assert color.ok_hsl_h * 360 == pytest.approx(hsl[0], abs=0.01)
    assert color.ok_hsl_s == pytest.approx(hsl[1], abs=1e-3)
    assert color.ok_hsl_l == pytest.approx(hsl[2], abs=1e-4)
    assert color.ok_hsv_s == pytest.approx(hsv[1], abs=1e-3)
    assert color.ok_hsv_v == pytest.approx(hsv[2], abs=1e-4)


# In degrees; red, green and blue as another implementation gives them.
@pytest.mark.parametrize(
    ("given", "of_hsl", "of_hsv"),
    [
        ((264.052, 1.0, 0.37), (0.00596, 0.20515, 0.89285), (0.00100, 0.06851, 0.39501)),
        ((120, 0.6, 0.5), (0.43924, 0.49810, 0.23870), (0.41017, 0.46903, 0.20147)),
        ((30, 0.9, 0.75), (0.98346, 0.61077, 0.54944), (0.74029, 0.17648, 0.12031)),
        ((200, 0.3, 0.2), (0.11984, 0.19672, 0.20068), (0.11235, 0.18149, 0.18504)),
        ((330, 1.0, 0.6), (0.92174, 0.0, 0.89428), (0.58776, 0.0, 0.56969)),
    ],
)
def test_parts_give_the_colours_that_others_find(given: Any, of_hsl: Any, of_hsv: Any) -> None:
    hue, saturation, last = given

    assert near(Color.from_ok_hsl(hue / 360, saturation, last)[:3], of_hsl, 2e-3)
    assert near(Color.from_ok_hsv(hue / 360, saturation, last)[:3], of_hsv, 2e-3)


@given(channels, channels, channels)
def test_a_colour_comes_back_from_its_parts(r: float, g: float, b: float) -> None:
    color = Color(r, g, b, 0.5)

    assert near(Color.from_ok_hsl(color.ok_hsl_h, color.ok_hsl_s, color.ok_hsl_l, 0.5), color, 1e-2)
    assert near(Color.from_ok_hsv(color.ok_hsl_h, color.ok_hsv_s, color.ok_hsv_v, 0.5), color, 1e-2)


@given(hues, parts, parts)
def test_parts_come_back_from_their_colour(h: float, s: float, l: float) -> None:
    color = Color.from_ok_hsl(h, s, l)

    assert abs((color.ok_hsl_h - h + 0.5) % 1.0 - 0.5) < 1e-3
    assert color.ok_hsl_s == pytest.approx(s, abs=5e-3)
    assert color.ok_hsl_l == pytest.approx(l, abs=5e-3)


@given(hues, hues, parts)
def test_colours_of_one_lightness_are_equally_light_to_the_eye(h: float, other: float, l: float) -> None:
    one, two = Color.from_ok_hsl(h, 0.7, l).srgb_to_linear(), Color.from_ok_hsl(other, 0.7, l).srgb_to_linear()

    assert oklab_of_linear(*one[:3])[0] == pytest.approx(oklab_of_linear(*two[:3])[0], abs=2e-3)


def test_greys_have_no_hue_and_no_saturation() -> None:
    for grey in (0.0, 0.001, 0.5, 0.999, 1.0):
        color = Color(grey, grey, grey)
        assert (color.ok_hsl_h, color.ok_hsl_s, color.ok_hsv_s) == (0.0, 0.0, 0.0)
        assert near(Color.from_ok_hsl(0.3, 0.0, color.ok_hsl_l), color, 1e-4)
        assert near(Color.from_ok_hsv(0.3, 0.0, color.ok_hsv_v), color, 1e-4)
    lightnesses = [Color(grey / 10, grey / 10, grey / 10).ok_hsl_l for grey in range(11)]
    assert lightnesses[0] == 0.0
    assert lightnesses[-1] == pytest.approx(1.0)
    assert all(a < b for a, b in pairwise(lightnesses))


@pytest.mark.parametrize("h", [0.0, 0.17, 0.5, 0.83])
def test_the_ends_are_black_white_and_colours_within_reach(h: float) -> None:
    assert Color.from_ok_hsl(h, 1.0, 0.0) == Color.BLACK
    assert Color.from_ok_hsl(h, 1.0, 1.0) == Color.WHITE
    assert Color.from_ok_hsv(h, 1.0, 0.0) == Color.BLACK
    for tiny in (1e-300, 1e-12, 1e-6):
        assert near(Color.from_ok_hsl(h, 1.0, tiny), Color.BLACK, 1e-3)
        assert near(Color.from_ok_hsv(h, 1.0, tiny), Color.BLACK, 1e-3)
        assert 0.0 <= Color(tiny, 0, 0).ok_hsl_l < 0.01
        assert 0.0 <= Color(tiny, 0, 0).ok_hsv_v < 0.05
    assert all(0.0 <= channel <= 1.0 for channel in Color.from_ok_hsl(h, 1.0, 0.5))


def test_hues_wrap_and_the_other_parts_are_held_within_0_and_1() -> None:
    assert near(Color.from_ok_hsl(1.25, 0.5, 0.5), Color.from_ok_hsl(0.25, 0.5, 0.5))
    assert near(Color.from_ok_hsl(-0.75, 7.0, 0.5), Color.from_ok_hsl(0.25, 1.0, 0.5))
    assert Color.from_ok_hsv(0.1, -3.0, 9.0) == Color.from_ok_hsv(0.1, 0.0, 1.0)


def test_one_part_of_okhsl_is_replaced_and_the_others_and_alpha_stay() -> None:
    color = Color.from_ok_hsl(0.2, 0.5, 0.6, 0.25)

    assert near(color.with_ok_hsl_h(0.7), Color.from_ok_hsl(0.7, 0.5, 0.6, 0.25), 2e-3)
    assert near(color.with_ok_hsl_s(0.9), Color.from_ok_hsl(0.2, 0.9, 0.6, 0.25), 2e-3)
    assert near(color.with_ok_hsl_l(0.1), Color.from_ok_hsl(0.2, 0.5, 0.1, 0.25), 2e-3)


@pytest.mark.parametrize("bad", [nan, inf])
@pytest.mark.parametrize("make", [Color.from_ok_hsl, Color.from_ok_hsv])
def test_parts_must_be_finite(make: Any, bad: float) -> None:
    for arguments in ((bad, 0.5, 0.5), (0.5, bad, 0.5), (0.5, 0.5, bad)):
        with pytest.raises(MathValueError, match=rf"{make.__name__}: hue, saturation and the rest must be finite"):
            make(*arguments)


# --- Other forms


def test_a_number_with_a_shared_exponent_gives_three_channels() -> None:
    # 9 bits each of red, green and blue, and an exponent that makes 256 stand for 2 ** (exponent - 16).
    assert Color.from_rgbe9995(16 << 27 | 64 << 18 | 128 << 9 | 256) == (1.0, 0.5, 0.25, 1.0)
    assert Color.from_rgbe9995(20 << 27 | 256) == (16.0, 0.0, 0.0, 1.0)
    assert Color.from_rgbe9995(0) == Color.BLACK
