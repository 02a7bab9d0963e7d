"""The colours of a gradient at many offsets at once, in float32 as Godot counts them, and as bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.math.oklab import FROM_LAB, FROM_LMS, oklab_of_linear
from engine.resources.gradient import Gradient

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.math import Color

_Floats = NDArray[np.float32]

_LINEAR = Gradient.InterpolationMode.LINEAR
_CONSTANT = Gradient.InterpolationMode.CONSTANT
_SRGB = Gradient.ColorSpace.SRGB
_OKLAB = Gradient.ColorSpace.OKLAB


class _Stretches(NamedTuple):
    """The line of offsets, cut up: before the first place with a point, that place, up to the next place, and so on."""

    base: _Floats
    """(4, stretches): the colour at the start of each, or all over it."""
    slopes: list[_Floats]
    """What is added for the first, second and third power of how far an offset is along its stretch, each as `base`."""
    start: _Floats
    span: _Floats


def gradient_colors(gradient: Gradient, offsets: _Floats) -> _Floats:
    """The colours at `offsets`, of any shape, as red, green, blue and alpha along a new first axis.

    As Godot's Gradient.get_color_at_offset: at a point its colour (the first of several there), beyond an end that of
    the last point, and between two points what the gradient's mode makes of them in its space.
    """
    places = np.array([gradient.get_offset(point) for point in range(gradient.get_point_count())], np.float32)
    colors = [gradient.get_color(point) for point in range(len(places))]
    firsts = np.flatnonzero(np.concatenate(([True], places[1:] != places[:-1])))  # one at each place
    which = _stretch_of(places[firsts], offsets)
    stretches = _stretches(gradient, places, colors, firsts)
    found: _Floats = stretches.base.take(which, axis=1)
    if stretches.slopes:
        weight = (offsets - stretches.start.take(which)) / stretches.span.take(which)
        power = weight
        for slope in stretches.slopes:
            found += slope.take(which, axis=1) * power
            power = power * weight
    if _mixes_in(gradient) is not _SRGB:
        found = _out_of_space(gradient, found)
        flat = (which % 2 == 1) | (which == 0) | (which == 2 * len(firsts))
        plain = np.array([colors[first] for first in firsts] + [colors[-1]], np.float32).T
        found[:, flat] = plain[:, which[flat] // 2]
    return found


def rounded_bytes(colors: _Floats) -> NDArray[np.uint8]:
    """Channels of 0 to 1 as bytes, halves rounded up, beyond cut off: as Godot's Color.get_r8."""
    scaled = (colors * np.float32(255.0)).clip(0.0, 255.0)
    whole = scaled.astype(np.uint8)
    whole += scaled - whole >= 0.5
    return whole


def truncated_bytes(colors: _Floats) -> NDArray[np.uint8]:
    """Channels of 0 to 1 as bytes, fractions cut off: as Godot's Image.set_pixel and Image.fill."""
    return (colors * 255.0).clip(0.0, 255.0).astype(np.uint8)


def _stretch_of(places: _Floats, offsets: _Floats) -> NDArray[np.intp]:
    """The number of the stretch that each offset is in: even between `places`, odd at them."""
    if len(places) > 8:
        return np.searchsorted(places, offsets, "left") + np.searchsorted(places, offsets, "right")
    found = np.zeros(offsets.shape, np.intp)
    for place in places:  # for few faster than a search
        found += offsets > place
        found += offsets >= place
    return found


def _stretches(gradient: Gradient, places: _Floats, colors: Sequence[Color], firsts: NDArray[np.intp]) -> _Stretches:
    channels = np.array(_in_space(gradient, colors), np.float32).T
    count = 2 * len(firsts) + 1
    base = np.repeat(channels[:, firsts], 2, axis=1)
    base = np.concatenate((base, channels[:, -1:]), axis=1)
    start, span = np.zeros(count, np.float32), np.ones(count, np.float32)
    between = np.arange(2, count - 1, 2)
    second = firsts[1:]
    start[between] = places[second - 1]
    span[between] = places[second] - places[second - 1]
    here, there = channels[:, second - 1], channels[:, second]
    base[:, between] = here
    if gradient.interpolation_mode is _CONSTANT:
        return _Stretches(base, [], start, span)
    if gradient.interpolation_mode is _LINEAR:
        parts = [there - here]
    else:
        half = np.float32(0.5)
        before, after = channels[:, (second - 2).clip(0)], channels[:, (second + 1).clip(None, len(places) - 1)]
        parts = [
            half * (there - before),
            half * (before * 2 - here * 5 + there * 4 - after),
            half * (here * 3 - before - there * 3 + after),
        ]
    slopes = [np.zeros((4, count), np.float32) for _ in parts]
    for slope, part in zip(slopes, parts, strict=True):
        slope[:, between] = part
    return _Stretches(base, slopes, start, span)


def _mixes_in(gradient: Gradient) -> Gradient.ColorSpace:
    """In which space colours are mixed; in none where they are not."""
    return _SRGB if gradient.interpolation_mode is _CONSTANT else gradient.interpolation_color_space


def _in_space(gradient: Gradient, colors: Sequence[Color]) -> list[list[float]]:
    """The colours of points as what is mixed."""
    space = _mixes_in(gradient)
    if space is _SRGB:
        return [[*color] for color in colors]
    linear = [[*color.srgb_to_linear()] for color in colors]
    return [[*oklab_of_linear(*each[:3]), each[3]] for each in linear] if space is _OKLAB else linear


def _out_of_space(gradient: Gradient, mixed: _Floats) -> _Floats:
    """Mixed channels, of a space other than sRGB, as those of colours."""
    if gradient.interpolation_color_space is _OKLAB:
        cones = [(mixed[0] + np.float32(a) * mixed[1] + np.float32(b) * mixed[2]) ** 3 for a, b in FROM_LAB]
        for channel, row in enumerate(FROM_LMS):
            mixed[channel] = sum(np.float32(part) * cone for part, cone in zip(row, cones, strict=True))
    linear = mixed[:3]
    bright = linear >= np.float32(0.0031308)
    mixed[:3] = np.where(
        bright,
        np.float32(1.055) * np.where(bright, linear, 1.0) ** np.float32(1.0 / 2.4) - np.float32(0.055),
        linear * np.float32(12.92),
    )
    return mixed
