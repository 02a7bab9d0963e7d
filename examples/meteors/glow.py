"""Light on a dark canvas: lines that are bright inside and fade out towards their edges.

The renderer blends colours between the corners of what it fills. So a line is drawn as two strips, opaque where they
meet and transparent outside: that gives the glow, and smooth edges as well.
"""

from collections.abc import Sequence
from math import pi

from engine import Color, Vector2
from nodes import CanvasItem

MITER_LIMIT = 1.5
"""How far a corner may stick out, in widths of the line."""

CAP_STEPS = 5
"""Triangles in the half circle at the end of an open line."""


def draw_glow_line(
    item: CanvasItem,
    points: Sequence[Vector2],
    color: Color,
    *,
    closed: bool = False,
    width: float = 3.4,
    glow: float = 13.0,
) -> None:
    """Draw a bright line with a halo of its colour; call it in the item's `on_draw`.

    Args:
        item: what is drawn on.
        points: at least two, or three for a closed line; no two neighbours equal.
        color: of the halo; the line itself is paler.
        closed: whether the last point is joined to the first.
        width: pixels from where the line fades in to where it has faded out.
        glow: how far the halo reaches, in pixels.
    """
    for reach, shade in (
        (glow, color.with_a(color.a * 0.26)),
        (glow * 0.35, color.with_a(color.a * 0.4)),
        (width / 2, color.lightened(0.5)),
    ):
        _draw_soft_strip(item, points, shade, closed, reach)


def _draw_soft_strip(item: CanvasItem, points: Sequence[Vector2], color: Color, closed: bool, reach: float) -> None:
    """A line of `color` in the middle that has faded out `reach` pixels to both sides."""
    clear = color.with_a(0)
    sides = [side * reach for side in _corner_normals(points, closed)]
    for i in range(len(points) if closed else len(points) - 1):
        j = (i + 1) % len(points)
        start, end = points[i], points[j]
        for away_start, away_end in ((sides[i], sides[j]), (-sides[i], -sides[j])):
            item.draw_primitive((start, end, end + away_end, start + away_start), (color, color, clear, clear))
    if not closed:
        _draw_soft_cap(item, points[0], -sides[0], color)
        _draw_soft_cap(item, points[-1], sides[-1], color)


def _draw_soft_cap(item: CanvasItem, end: Vector2, side: Vector2, color: Color) -> None:
    """A half disc at the end of a line, from `side` the way round the end to the other side."""
    clear = color.with_a(0)
    for i in range(CAP_STEPS):
        rim = end + side.rotated(pi * i / CAP_STEPS)
        next_rim = end + side.rotated(pi * (i + 1) / CAP_STEPS)
        item.draw_primitive((end, rim, next_rim), (color, clear, clear))


def _corner_normals(points: Sequence[Vector2], closed: bool) -> list[Vector2]:
    """For each point the way to the left edge of a line of half width 1, longer where the line bends."""
    normals = [(b - a).normalized().orthogonal() for a, b in zip(points, [*points[1:], points[0]], strict=True)]
    corners = []
    for i, after in enumerate(normals):
        before = normals[i - 1]
        if not closed and i == 0:
            before = after
        elif not closed and i == len(points) - 1:
            after = before
        bisector = before + after
        if bisector.is_zero_approx():
            corners.append(after)
        else:
            corners.append((bisector * (2.0 / bisector.length_squared())).limit_length(MITER_LIMIT))
    return corners
