"""Outlines and fillings of simple shapes, as strips of four points (see scene.commands.instances)."""

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

    Part = tuple[float, float, float, float]
    """x, y, width, height."""

CIRCLE_SEGMENTS = 64

FEATHER = 1.25
"""How wide the soft edge of antialiased shapes is, in pixels of the item's space: Godot's."""

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


def clipped_rect(
    rect: Sequence[float],
    source: Sequence[float],
    size: tuple[int, int],
    flip_h: bool,
    flip_v: bool,
    transpose: bool,
) -> list[tuple[Corners, Corners]]:
    """A rectangle that shows `source` of a texture of `size` with texture coordinates kept half a pixel inside.

    Returns strips and their texture coordinates: the outermost half pixels show what is at their inner side, as they do
    where a shader cuts the coordinates off.
    """
    x, y, width, height = rect
    left, top, across, down = source
    u_cuts = _cuts(left, across, size[0], flip_h)
    v_cuts = _cuts(top, down, size[1], flip_v)
    x_cuts, y_cuts = (v_cuts, u_cuts) if transpose else (u_cuts, v_cuts)
    strips: list[tuple[Corners, Corners]] = []
    for y0, y1, b0, b1 in y_cuts:
        y0, y1 = y + y0 * height, y + y1 * height
        for x0, x1, a0, a1 in x_cuts:
            x0, x1 = x + x0 * width, x + x1 * width
            uvs = (b0, a0, b0, a1, b1, a0, b1, a1) if transpose else (a0, b0, a1, b0, a0, b1, a1, b1)
            strips.append(((x0, y0, x1, y0, x0, y1, x1, y1), uvs))
    return strips


def _cuts(start: float, length: float, size: int, flip: bool) -> list[tuple[float, float, float, float]]:
    """The bands of one axis: from where to where, as parts of it, and the texture coordinates there."""
    if abs(length) <= 1:
        middle = (start + length / 2) / size
        return [(0.0, 1.0, middle, middle)]
    half = 0.5 if length > 0 else -0.5
    low, high, edge = (start + half) / size, (start + length - half) / size, half / length
    if flip:
        low, high = high, low
    return [(0.0, edge, low, low), (edge, 1 - edge, low, high), (1 - edge, 1.0, high, high)]
