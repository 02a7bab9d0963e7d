"""Outlines and fillings of simple shapes, as strips of four points (see scene.instances)."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Point = Sequence[float]
    """(x, y), pixels."""

    RGBA = tuple[float, float, float, float]
    """Red, green, blue, alpha; 0 to 1, gamma space, straight alpha."""

    Corners = tuple[float, float, float, float, float, float, float, float]
    """Four points of a strip, flat."""

CIRCLE_SEGMENTS = 64
TAU = 2 * pi


_UNIT_CIRCLE = [(cos(TAU * i / CIRCLE_SEGMENTS), sin(TAU * i / CIRCLE_SEGMENTS)) for i in range(CIRCLE_SEGMENTS)]


def rect(x: float, y: float, width: float, height: float) -> Corners:
    """The strip of an upright rectangle: top left, top right, bottom left, bottom right."""
    return (x, y, x + width, y, x, y + height, x + width, y + height)


def arc(center: Point, radius: float, start: float, end: float, segments: int) -> list[tuple[float, float]]:
    """`segments` + 1 points on a circle from angle `start` to `end`, radians, clockwise on the screen (y down)."""
    x, y = center
    step = (end - start) / segments
    return [(x + radius * cos(start + step * i), y + radius * sin(start + step * i)) for i in range(segments + 1)]


def circle(center: Point, radius: float) -> list[tuple[float, float]]:
    """The CIRCLE_SEGMENTS corners of a circle, from the right, clockwise on the screen."""
    x, y = center
    return [(x + radius * cosine, y + radius * sine) for cosine, sine in _UNIT_CIRCLE]


def fan(points: Sequence[Point]) -> Iterator[Corners]:
    """Fill a polygon all of which can be seen from its first point (any convex one), two triangles a strip."""
    ax, ay = points[0]
    last = len(points) - 1
    for i in range(1, last, 2):
        bx, by = points[i]
        cx, cy = points[i + 1]
        dx, dy = points[min(i + 2, last)]
        yield (bx, by, ax, ay, cx, cy, dx, dy)


def uv_edges(source: Sequence[float], width: int, height: int) -> tuple[float, float, float, float]:
    """Left, top, right, bottom in texture coordinates of a rectangle in pixels of a texture."""
    x, y, w, h = source
    return x / width, y / height, (x + w) / width, (y + h) / height
