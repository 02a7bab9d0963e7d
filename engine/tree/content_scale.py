"""Content scale: how much of the scene a window shows, where in the window, and in how many pixels; numbers alone.

In:    the window's size and the settings that Godot's Window has under the names content_scale_...
Out:   a Fit. Computed as Godot's Window::_update_viewport_size does, but in whole numbers where it rounds.
Space: points are the window system's pixels, pixels the screen's; a HiDPI screen has several for a point. Without
       scaling a unit of the scene is a point; with it, only pixels count.
"""

from __future__ import annotations

from enum import IntEnum
from math import floor
from typing import NamedTuple

from engine.math.scalars import is_equal_approx

Pair = tuple[int, int]

LARGEST_CONTENT = 16384
"""Pixels of a side of the content, at most: what graphics cards offer."""
LEAST_FACTOR, MOST_FACTOR = 0.01, 100.0


class ContentScaleMode(IntEnum):
    """What is scaled so that the content fits into the window; the numbers are Godot's."""

    DISABLED = 0
    """Nothing: a larger window shows more."""
    CANVAS_ITEMS = 1
    """What is drawn, which stays as sharp as the screen is."""
    VIEWPORT = 2
    """The finished picture, which has as many pixels as the content's size says."""


class ContentScaleAspect(IntEnum):
    """What happens where the window is wider or higher than the content; the numbers are Godot's."""

    IGNORE = 0
    """The content is stretched."""
    KEEP = 1
    """Black bars stand beside it."""
    KEEP_WIDTH = 2
    """A higher window shows more, in a wider one there are bars."""
    KEEP_HEIGHT = 3
    """A wider window shows more, in a higher one there are bars."""
    EXPAND = 4
    """A wider or higher window shows more."""


class ContentScaleStretch(IntEnum):
    """By which numbers the content may be scaled; the numbers are Godot's."""

    FRACTIONAL = 0
    """Any."""
    INTEGER = 1
    """Whole ones, with bars around what is left."""


class ContentScale(NamedTuple):
    """The settings; see the properties of SceneViewport that are called after them."""

    mode: ContentScaleMode = ContentScaleMode.DISABLED
    aspect: ContentScaleAspect = ContentScaleAspect.IGNORE
    stretch: ContentScaleStretch = ContentScaleStretch.FRACTIONAL
    factor: float = 1.0
    size: Pair = (0, 0)


class Fit(NamedTuple):
    """What content scale makes of a window."""

    size: Pair
    """Width and height that the scene sees, in its own units."""
    screen_rect: tuple[int, int, int, int]
    """x, y, width and height of the part of the window that shows it, in pixels; the rest is black."""
    target_size: Pair
    """Width and height of the picture that is drawn, in pixels; it is stretched where the part has others."""


def fit(points: Pair, pixels: Pair, scale: ContentScale) -> Fit:
    """How a window of `points`, which has `pixels`, shows the content; all are 1 or more."""
    factor = scale.factor
    if scale.stretch == ContentScaleStretch.INTEGER:
        factor = max(floor(factor), 1)
    if scale.mode == ContentScaleMode.DISABLED or 0 in scale.size:
        return Fit(_divided(points, factor), (0, 0, *pixels), pixels)
    content, shown = _stretched(pixels, scale)
    if scale.stretch == ContentScaleStretch.INTEGER:
        times = max(min(shown[0] // content[0], shown[1] // content[1]), 1)
        shown = (content[0] * times, content[1] * times)
    x, y = (max(whole - part + 1, 0) // 2 for whole, part in zip(pixels, shown, strict=True))
    size = _divided(content, factor)
    target = size if scale.mode == ContentScaleMode.VIEWPORT else shown
    return Fit(size, (x, y, *shown), target)


def _stretched(pixels: Pair, scale: ContentScale) -> tuple[Pair, Pair]:
    """How large the content becomes, and its part of the window."""
    width, height = pixels
    wanted_width, wanted_height = wanted = scale.size
    aspect = scale.aspect
    is_wider = wanted_width * height < width * wanted_height
    if aspect == ContentScaleAspect.IGNORE or is_equal_approx(wanted_width / wanted_height, width / height):
        return wanted, pixels
    if is_wider:
        if aspect in (ContentScaleAspect.KEEP_HEIGHT, ContentScaleAspect.EXPAND):
            return (max(wanted_height * width // height, 1), wanted_height), pixels
        return wanted, (max(height * wanted_width // wanted_height, 1), height)
    if aspect in (ContentScaleAspect.KEEP_WIDTH, ContentScaleAspect.EXPAND):
        return (wanted_width, max(wanted_width * height // width, 1)), pixels
    return wanted, (width, max(width * wanted_height // wanted_width, 1))


def _divided(size: Pair, factor: float) -> Pair:
    return max(int(size[0] / factor), 1), max(int(size[1] / factor), 1)
