"""Picking: whether what a canvas item draws covers a point.

In:    the item's Geometry, the transform that leads to the canvas, and a point of the canvas, in canvas pixels.
Exact: a triangle has its edges and corners, so that neighbours leave no gap: where rounding could decide, the numbers
       as they are given are computed with in fractions. A triangle without an area covers nothing.
Cost:  0.1 to 0.2 ms, and 0.3 us for each strip: what is not around the point is put aside in arrays.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor, hypot, isfinite
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.core.errors import SapwoodError
from engine.core.sampling import TextureRepeat
from servers.render.scene.commands.instances import HAIRLINE, Way

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from servers.render.scene.commands.instances import Geometry, Run

    Floats = NDArray[np.float64]
    Rows = NDArray[np.intp]
    Weights = Sequence[Fraction | float]
    """How much of each corner of a strip there is at the point; together 1."""

_TRIANGLES = ((0, 1, 2), (1, 2, 3))
_EDGE_STARTS = (0, 1, 2, 1, 2, 3)
_EDGE_ENDS = (1, 2, 0, 2, 3, 1)

_ROUNDING = 16 * 2.0**-53
"""A sum or product that is larger than this part of the largest it could be has the sign that was computed."""

_TINY = 1e-300
"""Numbers below have fewer digits; so much is taken for wrong in any case."""


def covers(
    geometry: Geometry,
    transform: Sequence[float],
    point: Sequence[float],
    pixel: float,
    alpha: bool = False,
    repeat: int = 1,
    time: float = 0.0,
) -> bool:
    """Whether anything that is drawn lies under a point.

    Args:
        geometry: what is drawn.
        transform: six numbers: images of the x and y axis, and the origin, on the canvas.
        point: x and y on the canvas.
        pixel: the size of a viewport pixel on the canvas: a hairline reaches half of it to all sides.
        alpha: whether what is transparent does not count: where the alpha of the colour or of the nearest texel is 0.
            Textures that are drawn by the render server itself, or have no picture, count as opaque.
        repeat: what textures show beyond their edges, a TextureRepeat; for `alpha` only.
        time: which parts of animations are there.

    False where the transform or the point is not finite.
    """
    if not all(map(isfinite, (*transform, *point))):
        return False
    hits = _hits(geometry, transform, point, pixel / 2)
    for row, weights in hits:
        run = _run_of(geometry, row)
        slice = None if run[4] is None else run[4].slice
        if (slice is None or slice.shows(time)) and (not alpha or _is_seen(geometry, row, run, weights, repeat)):
            return True
    return False


class _Strips(NamedTuple):
    """Some strips, as they lie on the canvas seen from the point; arrays of (n, 4), for each corner."""

    rows: Rows
    """(n,), which they are."""
    x: Floats
    y: Floats
    most_x: Floats
    """The largest that the sum for `x` could be: the measure of how wrong that is."""
    most_y: Floats


def _hits(
    geometry: Geometry, transform: Sequence[float], point: Sequence[float], reach: float
) -> Iterator[tuple[int, Weights]]:
    """The strips that cover the point, one twice where both its triangles do; `reach` is half a hairline's width."""
    instances = geometry.instances
    points = instances["points"].reshape(-1, 4, 2).astype(np.float64)
    with np.errstate(all="ignore"):  # what goes out of range is near, and left to fractions
        near = _near(points, transform, point, reach)
        outside = _outside(near)
    lines = instances["uvs"][near.rows, 0] == HAIRLINE
    for i, row in enumerate(near.rows.tolist()):
        if lines[i]:
            along = _along_line((near.x[i, 0], near.y[i, 0]), (near.x[i, 2], near.y[i, 2]), reach)
            if along is not None:
                yield row, (1.0 - along, 0.0, along, 0.0)
            continue
        for corners, is_outside in zip(_TRIANGLES, outside[i].tolist(), strict=True):
            weights = None if is_outside else _weights(points[row, corners, :].tolist(), transform, point)
            if weights is not None:
                spread: list[Fraction | float] = [0.0] * 4
                for corner, weight in zip(corners, weights, strict=True):
                    spread[corner] = weight
                yield row, spread


def _near(points: Floats, transform: Sequence[float], point: Sequence[float], reach: float) -> _Strips:
    """The strips whose bounds reach to the point."""
    a, b, c, d, x, y = transform
    parts = [
        (factor_x * points[:, :, 0], factor_y * points[:, :, 1], origin, place)
        for factor_x, factor_y, origin, place in ((a, c, x, point[0]), (b, d, y, point[1]))
    ]
    sums = [from_x + from_y + (origin - place) for from_x, from_y, origin, place in parts]
    most = [abs(from_x) + abs(from_y) + (abs(origin) + abs(place) + _TINY) for from_x, from_y, origin, place in parts]
    rows = np.isfinite(points).all(axis=(1, 2))
    for total, largest in zip(sums, most, strict=True):
        slack = _ROUNDING * largest
        rows &= ~((total - slack).min(axis=1) > reach) & ~((total + slack).max(axis=1) < -reach)
    return _Strips(np.flatnonzero(rows), sums[0][rows], sums[1][rows], most[0][rows], most[1][rows])


def _outside(near: _Strips) -> NDArray[np.bool_]:
    """(n, 2): of which triangles the point is surely outside, being surely on different sides of two edges."""
    _, x, y, most_x, most_y = near
    i, j = _EDGE_STARTS, _EDGE_ENDS
    crosses = x[:, i] * y[:, j] - x[:, j] * y[:, i]
    slack = _ROUNDING * (most_x[:, i] * most_y[:, j] + most_x[:, j] * most_y[:, i]) + _TINY
    left, right = crosses > slack, crosses < -slack
    return np.logical_and(left.reshape(-1, 2, 3).any(axis=2), right.reshape(-1, 2, 3).any(axis=2))


def _weights(
    corners: Sequence[Sequence[float]], transform: Sequence[float], point: Sequence[float]
) -> list[Fraction] | None:
    """How much of each corner of a triangle there is at the point; None if it is outside, or has no area."""
    a, b, c, d, x, y = map(Fraction, transform)
    x -= Fraction(point[0])
    y -= Fraction(point[1])
    seen = [(a * left + c * top + x, b * left + d * top + y) for left, top in [map(Fraction, pair) for pair in corners]]
    crosses = [seen[i - 2][0] * seen[i - 1][1] - seen[i - 1][0] * seen[i - 2][1] for i in range(3)]
    total = sum(crosses)
    if not total or min(cross * total for cross in crosses) < 0:
        return None
    return [cross / total for cross in crosses]


def _along_line(start: tuple[float, float], end: tuple[float, float], reach: float) -> float | None:
    """How far along a line, 0 to 1, it is nearest to the origin; None if it is further from that than `reach`."""
    step_x, step_y = end[0] - start[0], end[1] - start[1]
    square = step_x * step_x + step_y * step_y
    along = min(1.0, max(0.0, -(start[0] * step_x + start[1] * step_y) / square)) if square else 0.0
    return along if hypot(start[0] + along * step_x, start[1] + along * step_y) <= reach else None


def _is_seen(geometry: Geometry, row: int, run: Run, weights: Weights, repeat: int) -> bool:
    """Whether a strip has an alpha above 0 at a point of it."""
    instance = geometry.instances[row]
    alphas = instance["colors"][3::4].tolist()
    if sum(Fraction(alpha) * Fraction(weight) for alpha, weight in zip(alphas, weights, strict=True)) <= 0:
        return False
    texture, tiles, _, _, special = run
    if texture is None or texture.render_target is not None or instance["uvs"][0] == HAIRLINE:
        return True
    try:
        pixels = texture.image.pixels
    except SapwoodError:
        return True
    repeat = TextureRepeat.ENABLED if tiles else texture.own_repeat or repeat
    height, width = pixels.shape[:2]
    u, v = (
        sum(Fraction(place) * Fraction(weight) for place, weight in zip(places, weights, strict=True))
        for places in (instance["uvs"][0::2].tolist(), instance["uvs"][1::2].tolist())
    )
    red, green, blue, opaque = pixels[_texel(v, height, repeat), _texel(u, width, repeat)].tolist()
    if special is None or special.way == Way.PLAIN:
        return bool(opaque)
    if special.way == Way.SUBPIXEL:
        return bool(opaque == 255 and (red or green or blue))
    inside = min(sorted((red, green, blue))[1], opaque) / 255 - 0.5
    return bool(inside + min(special.outline / special.pixel_range, 0.5) > 0)


def _run_of(geometry: Geometry, row: int) -> Run:
    """The run that a strip is of."""
    for run in geometry.runs:
        if row < run[2]:
            return run
        row -= run[2]
    raise AssertionError("the runs have fewer strips than the geometry")


def _texel(place: Fraction | float, side: int, repeat: int) -> int:
    """The column or row of a texture of `side` pixels at a texture coordinate."""
    texel = floor(place * side)
    if repeat == TextureRepeat.ENABLED:
        return texel % side
    if repeat == TextureRepeat.MIRROR:
        texel %= 2 * side
        return min(texel, 2 * side - 1 - texel)
    return min(side - 1, max(0, texel))
