"""Color beyond Godot's records: names, codes, operators, blending."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.math import Color, DivisionByZeroError, MathTypeError, MathValueError
from engine.math.color_names import Constant, NamedColors

channels = st.floats(0, 1)
colors = st.builds(Color, channels, channels, channels, channels)


@pytest.mark.parametrize(
    ("color", "expected"),
    [
        (Color(), (0, 0, 0, 1)),
        (Color("red"), (1, 0, 0, 1)),
        (Color("Red", 0.5), (1, 0, 0, 0.5)),
        (Color("#ff0000"), (1, 0, 0, 1)),
        (Color("ff000000"), (1, 0, 0, 0)),
        (Color("#f00"), (1, 0, 0, 1)),
        (Color("#f000", 0.25), (1, 0, 0, 0.25)),
        (Color((1, 0, 0), 0.25), (1, 0, 0, 0.25)),
        (Color(Color.RED, 0.25), (1, 0, 0, 0.25)),
        (Color(2.0, 0.0, 0.0), (2, 0, 0, 1)),
        (Color.from_rgba8(255, 0, 51), (1, 0, 0.2, 1)),
        (Color.hex(0xFF0000FF), (1, 0, 0, 1)),
        (Color.hex64(0xFFFF00000000FFFF), (1, 0, 0, 1)),
        (Color.from_string("#f00", Color.BLUE), (1, 0, 0, 1)),
        (Color.from_string("no colour", Color.BLUE), (0, 0, 1, 1)),
        (Color.named("no colour", (0, 1, 0)), (0, 1, 0, 1)),
    ],
)
def test_every_form_gives_the_channels(color: Color, expected: tuple[float, ...]) -> None:
    assert color == expected
    assert type(color) is Color


def test_names_are_x11s_and_those_of_the_web_have_a_prefix() -> None:
    assert Color.hex(0x6495EDFF) == Color.CORNFLOWER_BLUE
    assert Color.GREEN == (0, 1, 0, 1)
    assert Color.WEB_GREEN.to_html() == "008000ff"
    assert Color.GRAY.to_html() == "bebebeff"
    assert Color.TRANSPARENT == (1, 1, 1, 0)
    assert Color("Rebecca-Purple") == Color.REBECCA_PURPLE


def test_all_constants_are_ready_made_colours() -> None:
    constants = [name for name, value in vars(NamedColors).items() if isinstance(value, Constant)]

    assert len(constants) == 146
    for name in constants:
        assert type(vars(Color)[name]) is Color
        assert Color(name) == getattr(Color, name)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "slat blue",
            "'slat blue' is neither a colour name nor an HTML code like '#ff8000'; did you mean 'slate_blue'?",
        ),
        ("#12345", "'#12345' is neither a colour name nor an HTML code like '#ff8000'"),
        ("#gggggg", "'#gggggg' is neither a colour name"),
        ("", "'' is neither a colour name"),
    ],
)
def test_an_unknown_name_raises_with_the_nearest_one(text: str, message: str) -> None:
    with pytest.raises(MathValueError) as caught:
        Color(text)

    assert message in str(caught.value)


def test_a_bad_html_code_raises() -> None:
    with pytest.raises(MathValueError, match="'red' is not an HTML colour; write '#RGB'"):
        Color.html("red")
    assert not Color.html_is_valid("١٢٣")


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (Color(0.25, 0.5, 1, 0.5) + (0.25, 0.25, 0.25, 0.25), (0.5, 0.75, 1.25, 0.75)),
        ((0.25, 0.25, 0.25, 0.25) + Color(0.25, 0.5, 1, 0.5), (0.5, 0.75, 1.25, 0.75)),
        ((1, 1, 1, 1) - Color(0.25, 0.5, 1, 0.5), (0.75, 0.5, 0, 0.5)),
        (2 * Color(0.25, 0.5, 1, 0.5), (0.5, 1, 2, 1)),
        (Color(0.25, 0.5, 1, 0.5) * (1, 0, 1), (0.25, 0, 1, 0.5)),
        (Color(0.25, 0.5, 1, 0.5) / (1, 2, 4, 1), (0.25, 0.25, 0.25, 0.5)),
    ],
)
def test_operators_take_colours_plain_sequences_and_numbers(result: Any, expected: tuple[float, ...]) -> None:
    assert result == expected
    assert type(result) is Color


def test_wrong_operands_are_refused() -> None:
    with pytest.raises(MathTypeError, match=r"Color \+ 1: needs a colour; write color \+ Color"):
        Color() + 1  # type: ignore[operator]
    with pytest.raises(MathTypeError, match="Color: needs 4 numbers"):
        Color() * (1, 2)
    with pytest.raises(DivisionByZeroError):
        Color() / 0


def test_channels_are_replaced_and_read_as_bytes() -> None:
    color = Color(0.2, 0.4, 0.6, 0.8)

    assert color.with_r(1) == (1, 0.4, 0.6, 0.8)
    assert color.with_g(1) == (0.2, 1, 0.6, 0.8)
    assert color.with_b(1) == (0.2, 0.4, 1, 0.8)
    assert color.with_a(1) == (0.2, 0.4, 0.6, 1)
    assert (color.r8, color.g8, color.b8, color.a8) == (51, 102, 153, 204)


def test_codes_hold_channels_within_their_range() -> None:
    wild = Color(2.0, -1.0, nan, inf)

    assert wild.to_html() == "ff0000ff"
    assert wild.to_rgba64() == 0xFFFF00000000FFFF
    assert wild.to_argb32() == 0xFFFF0000
    assert wild.to_abgr64() == 0xFFFF00000000FFFF
    assert wild.to_argb64() == 0xFFFFFFFF00000000
    assert Color(1, 0, 0).to_html(include_alpha=False) == "ff0000"


def test_painting_over() -> None:
    assert Color(1, 0, 0).blend((0, 0, 1, 0.5)) == (0.5, 0, 0.5, 1)
    assert Color(1, 0, 0, 0).blend((0, 0, 1, 0.5)) == (0, 0, 1, 0.5)
    assert Color(1, 0, 0, 0).blend((0, 0, 1, 0)) == (0, 0, 0, 0)


def test_clamping_holds_every_channel() -> None:
    assert Color(2, -1, 0.5, 3).clamp() == (1, 0, 0.5, 1)
    assert Color(2, -1, 0.5, 3).clamp((0.1,) * 4, (0.2,) * 4) == (0.2, 0.1, 0.2, 0.2)


def test_primary_hues() -> None:
    assert [Color(name).h for name in ("red", "yellow", "lime", "cyan", "blue", "magenta")] == pytest.approx(
        [0, 1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6]
    )
    assert Color.WHITE.h == Color.WHITE.s == 0
    assert Color.BLACK.s == Color.BLACK.v == 0
    assert Color.WHITE.get_luminance() == pytest.approx(1.0)


def test_the_hue_wraps_around_and_must_be_finite() -> None:
    assert Color.from_hsv(-1 / 3, 1, 1).is_equal_approx(Color.BLUE)
    with pytest.raises(MathValueError, match="the hue must be finite, got nan"):
        Color.from_hsv(nan, 1, 1)


@given(colors)
def test_hue_saturation_and_value_give_the_colour_back(color: Color) -> None:
    assert Color.from_hsv(color.h, color.s, color.v, color.a) == pytest.approx(color, abs=1e-9)


@given(st.integers(0, 0xFFFFFFFF))
def test_codes_give_the_colour_back(code: int) -> None:
    color = Color.hex(code)

    assert color.to_rgba32() == code
    assert Color.html(color.to_html()) == color
    assert Color.from_rgba8(color.r8, color.g8, color.b8, color.a8) == color


@given(colors, colors)
def test_lerp_starts_and_ends_at_its_ends(a: Color, b: Color) -> None:
    assert a.lerp(b, 0.0) == a
    assert a.lerp(b, 1.0) == pytest.approx(b)


@pytest.mark.parametrize(
    ("operation", "text"),
    [
        (lambda c: c.html(5), "Color.html_is_valid: needs text, got 5 (int)"),
        (lambda c: c.from_string(None, c), "Color.html_is_valid: needs text, got None (NoneType)"),
        (lambda c: c.named(5), "Color.named: needs text, got 5 (int)"),
        (lambda c: c.hex("ff0000ff"), "Color.hex: needs a whole number, got 'ff0000ff' (str)"),
        (lambda c: c.hex64(1.5), "Color.hex64: needs a whole number, got 1.5 (float)"),
        (lambda c: c.from_rgbe9995(None), "Color.from_rgbe9995: needs a whole number, got None (NoneType)"),
        (lambda c: c.from_rgba8(255, "a", 0), "Color.from_rgba8: needs 4 numbers, got (255, 'a', 0, 255) (tuple)"),
        (lambda c: c.from_hsv(0, "a", 1), "Color.from_hsv: needs 3 numbers, got (0, 'a', 1) (tuple)"),
        (lambda c: c.from_ok_hsl(0, None, 1), "Color.from_ok_hsl: needs 3 numbers, got (0, None, 1) (tuple)"),
        (lambda c: c.lerp(c, "a"), "Color.lerp, weight: needs a number, got 'a' (str)"),
        (lambda c: c.lightened("a"), "Color.lightened: needs a number, got 'a' (str)"),
        (lambda c: c.darkened(None), "Color.darkened: needs a number, got None (NoneType)"),
    ],
)
def test_what_is_no_number_or_text_is_refused_by_name_and_value(operation: Any, text: str) -> None:
    with pytest.raises(MathTypeError) as caught:
        operation(Color.RED)

    assert text in str(caught.value)
