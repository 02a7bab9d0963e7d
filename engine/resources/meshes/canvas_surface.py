"""What the canvas draws of a surface: strips of four points, as all that is drawn in 2D.

In:    the arrays of a surface, by the numbers of Mesh.ArrayType, and how its points are joined.
Out:   a CanvasSurface; z is left out, as are points that are not finite numbers.
Order: that of the triangles, which may cover each other. Two neighbours that share an edge become one strip.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Indices = NDArray[np.intp]

_VERTEX, _COLOR, _TEX_UV, _INDEX = 0, 3, 4, 12
_POINTS, _LINES, _LINE_STRIP, _TRIANGLES = 0, 1, 2, 3
_SQUARE = np.array(((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)))


class CanvasSurface(NamedTuple):
    """Strips of four points: triangles (0, 1, 2) and (1, 2, 3); or, where `is_lines`, lines from points 0 = 1 to 2 = 3.

    A single triangle repeats its last point.
    """

    points: Floats
    """(S, 4, 2)."""
    uvs: Floats | None
    """(S, 4, 2), places in a texture; None where the surface has none."""
    colors: Floats | None
    """(S, 4, 4); None where the surface has none, which is white."""
    is_lines: bool
    """Whether these are lines, one pixel wide."""


def canvas_surface(arrays: Sequence[NDArray[Any] | None], primitive: int) -> CanvasSurface | None:
    """What is drawn of a surface with these arrays; None for nothing."""
    vertices = arrays[_VERTEX]
    if vertices is None:
        return None
    points = np.array(vertices[:, :2], np.float64)
    order = arrays[_INDEX]
    corners = _strips(np.arange(len(points)) if order is None else order.astype(np.intp), primitive)
    known = np.asarray(np.isfinite(points).all(axis=1))
    corners = corners[known[corners].all(axis=1)]
    if not len(corners):
        return None
    placed = points[corners]
    if primitive == _POINTS:
        placed = placed + _SQUARE
    uvs, colors = arrays[_TEX_UV], arrays[_COLOR]
    return CanvasSurface(
        placed,
        None if uvs is None else np.nan_to_num(uvs[corners].astype(np.float64), posinf=0.0, neginf=0.0),
        None if colors is None else colors[corners].astype(np.float64),
        primitive in (_LINES, _LINE_STRIP),
    )


def _strips(order: Indices, primitive: int) -> Indices:
    """The points of each strip, (S, 4), for points that are joined in this order."""
    count = len(order)
    if primitive == _POINTS:
        return np.repeat(order[:, None], 4, 1)
    if primitive == _LINES:
        return order[: count // 2 * 2].reshape(-1, 2)[:, (0, 0, 1, 1)]
    if primitive == _LINE_STRIP:
        return np.stack((order[:-1], order[:-1], order[1:], order[1:]), 1)
    if primitive == _TRIANGLES:
        return _paired(order[: count // 3 * 3].reshape(-1, 3))
    if count < 3:
        return np.empty((0, 4), np.intp)
    padded = np.append(order, order[-1]) if count % 2 else order  # an odd number of points ends in one triangle
    return np.stack((padded[:-3:2], padded[1:-2:2], padded[2:-1:2], padded[3::2]), 1)


def _paired(triangles: Indices) -> Indices:
    """Triangles 0 and 1, 2 and 3 and so on as one strip each where they share an edge, in the order of drawing."""
    pairs = len(triangles) // 2
    first, second = triangles[0 : 2 * pairs : 2], triangles[1 : 2 * pairs : 2]
    same = first[:, :, None] == second[:, None, :]
    in_second, in_first = same.any(2), same.any(1)
    joined = (in_second.sum(1) == 2) & (in_first.sum(1) == 2)
    alone = in_second.argmin(1)  # the corner of the first that the second has not; the two after it are the edge
    turned = np.take_along_axis(first, (alone[:, None] + np.arange(3)) % 3, 1)
    opposite = np.take_along_axis(second, in_first.argmin(1)[:, None], 1)
    rows = np.empty((len(triangles), 4), np.intp)
    rows[:] = triangles[:, (0, 1, 2, 2)]
    rows[0 : 2 * pairs : 2][joined] = np.concatenate((turned, opposite), 1)[joined]
    kept = np.ones(len(triangles), bool)
    kept[1 : 2 * pairs : 2] = ~joined
    return rows[kept]
