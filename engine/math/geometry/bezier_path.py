"""Chains of cubic Bezier curves in bulk: points, directions, tessellations, and lengths along them.

A chain of S curves is an array (S, 4, D) of float64: start, its control point, the end's control point, end; D is 2 or
3. Places on it are pairs of arrays (N,): which curve, and where on it, 0 to 1. numpy does all places at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.math.scalars import EPSILON

if TYPE_CHECKING:
    from typing import TypeAlias

    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Places: TypeAlias = tuple[NDArray[np.intp], Floats]

_CLOSE = 1e-5  # as `is_equal_approx`


def chain(points: Floats, *, closed: bool = False) -> Floats:
    """The curves of a path.

    Args:
        points: (P, 3, D): each point's position, and the offsets of the handles that lead to it and from it.
        closed: whether another curve leads from the last point to the first.

    Returns:
        (P - 1, 4, D), or (P, 4, D) for a closed path.
    """
    ends = np.roll(points, -1, axis=0) if closed else points[1:]
    starts = points if closed else points[:-1]
    return np.stack(
        (starts[:, 0], starts[:, 0] + starts[:, 2], ends[:, 0] + ends[:, 1], ends[:, 0]),
        axis=1,
    )


def points_at(curves: Floats, places: Places) -> Floats:
    """The points at places of a chain, (N, D)."""
    which, where = places
    start, control_1, control_2, end = np.moveaxis(curves[which], 1, 0)
    t = where[:, None]
    rest = 1.0 - t
    points: Floats = (
        start * (rest * rest * rest)
        + control_1 * (rest * rest * t * 3.0)
        + control_2 * (rest * t * t * 3.0)
        + end * (t * t * t)
    )
    return points


def directions_at(curves: Floats, places: Places) -> Floats:
    """The directions in which a chain runs at places, (N, D), of length 1; zero where it stands still.

    At an end without a handle the direction is that from start to end of the curve, as Godot has it.
    """
    which, where = places
    start, control_1, control_2, end = np.moveaxis(curves[which], 1, 0)
    t = where[:, None]
    rest = 1.0 - t
    slopes = (
        (control_1 - start) * (3.0 * rest * rest)
        + (control_2 - control_1) * (6.0 * rest * t)
        + (end - control_2) * (3.0 * t * t)
    )
    bare = (where < EPSILON) & _are_close(control_1, start)
    bare |= (where > 1.0 - EPSILON) & _are_close(control_2, end)
    return _normalized(np.where(bare[:, None], end - start, slopes))


def even_places(curves: Floats, length: float, stages: int) -> Places:
    """All joints of a chain, and between them places not more than `length` apart, as the crow flies.

    Each curve is halved, and its halves again, while their ends are farther apart; `stages` times at most.
    """
    which = np.arange(len(curves))
    begin, end = np.zeros(len(curves)), np.ones(len(curves))
    found = [_joints(len(curves))]
    for _ in range(stages):
        gaps = points_at(curves, (which, end)) - points_at(curves, (which, begin))
        long = np.sqrt((gaps * gaps).sum(axis=1)) > length
        which, begin, end = which[long], begin[long], end[long]
        if not len(which):
            break
        middle = (begin + end) * 0.5
        found.append((which, middle))
        which, begin, end = np.tile(which, 2), np.concatenate((begin, middle)), np.concatenate((middle, end))
    return _sorted(found)


def bent_places(curves: Floats, angle: float, stages: int) -> Places:
    """All joints of a chain, and the places between them where it bends by more than `angle` radians.

    Each curve is cut into halves, `stages` + 1 times; the middle of a piece counts if its halves differ by the angle.
    """
    found = [_joints(len(curves))]
    least = np.cos(angle)
    for stage in range(stages + 1):
        pieces = 1 << stage
        cuts = np.arange(2 * pieces + 1) / (2 * pieces)
        which = np.repeat(np.arange(len(curves)), len(cuts))
        points = points_at(curves, (which, np.tile(cuts, len(curves)))).reshape(len(curves), len(cuts), -1)
        ways = _normalized(np.diff(points, axis=1))
        bends = (ways[:, 0::2] * ways[:, 1::2]).sum(axis=2) < least
        curve, piece = np.nonzero(bends)
        found.append((curve, cuts[2 * piece + 1]))
    return _sorted(found)


def graph_at(points: Floats, offsets: Floats) -> Floats:
    """The values, (N,), of a curve that is the graph of a function: level before its first and behind its last point.

    Args:
        points: (P, 4), by rising offset: offset, value, and the slopes at which the curve comes and leaves.
        offsets: (N,), where values are wanted.
    """
    x, y, coming, leaving = points.T
    if len(points) == 1:
        return np.full(len(offsets), y[0])
    widths = np.diff(x)
    thirds = widths / 3.0
    curves = np.stack((y[:-1], y[:-1] + thirds * leaving[:-1], y[1:] - thirds * coming[1:], y[1:]), axis=1)
    which = np.clip(np.searchsorted(x, offsets, side="right") - 1, 0, len(points) - 2)
    width = widths[which]
    where = np.where(width < EPSILON, 1.0, (offsets - x[which]) / np.maximum(width, EPSILON))
    return points_at(curves[:, :, None], (which, np.clip(where, 0.0, 1.0)))[:, 0]


def looked_up(values: Floats, places: Floats) -> Floats:
    """What lies in a row of at least one value at places from 0, the first one, to 1, the last one; (N,).

    Between two values the result goes evenly from one to the other; beyond the ends it is that of the end.
    """
    last = len(values) - 1
    places = np.clip(places * last, 0.0, last)
    before = places.astype(np.int64)
    start, end = values[before], values[np.minimum(before + 1, last)]
    found: Floats = start + (end - start) * (places - before)
    return found


def distances_along(points: Floats) -> Floats:
    """How far each point of a line through (N, D) points is from the first, along the line: (N,)."""
    steps = np.diff(points, axis=0)
    lengths = np.sqrt((steps * steps).sum(axis=1))
    return np.concatenate(([0.0], np.cumsum(lengths)))


def nearest_on_line(points: Floats, distances: Floats, to: tuple[float, ...]) -> tuple[float, list[float]]:
    """The place on a line through (N, D) points, N at least 2, that is nearest to a point; of several the first.

    Returns:
        How far along the line it is, and where.
    """
    starts, steps, lengths = points[:-1], np.diff(points, axis=0), np.diff(distances)
    ways = steps / np.where(lengths > 0.0, lengths, 1.0)[:, None]
    along = np.clip(((np.asarray(to) - starts) * ways).sum(axis=1), 0.0, lengths)
    nearest = starts + ways * along[:, None]
    gaps = nearest - np.asarray(to)
    best = int(np.argmin((gaps * gaps).sum(axis=1)))
    return float(distances[best] + along[best]), nearest[best].tolist()


def _joints(count: int) -> Places:
    """The start of the first curve, and the end of each."""
    return np.concatenate(([0], np.arange(count))), np.concatenate(([0.0], np.ones(count)))


def _sorted(found: list[Any]) -> Places:
    which = np.concatenate([each[0] for each in found])
    where = np.concatenate([each[1] for each in found])
    order = np.lexsort((where, which))
    return which[order], where[order]


def _normalized(vectors: Floats) -> Floats:
    """The vectors along the last axis with length 1; zero ones stay."""
    lengths = np.sqrt((vectors * vectors).sum(axis=-1, keepdims=True))
    result: Floats = vectors / np.where(lengths > 0.0, lengths, 1.0)
    return result


def _are_close(a: Floats, b: Floats) -> NDArray[np.bool_]:
    """Which rows are equal up to rounding, each component by its own size."""
    close: NDArray[np.bool_] = np.abs(a - b) <= np.maximum(_CLOSE * np.abs(a), _CLOSE)
    return np.logical_and.reduce(close, axis=1)  # type: ignore[no-any-return]
