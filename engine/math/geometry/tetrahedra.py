"""The Delaunay tetrahedra of points in space: they fill the hull of the points, and no point lies in another's sphere.

Points are added one by one: those tetrahedra whose circumscribed sphere holds the new point are taken out, and the hole
is filled from it (Bowyer and Watson). Outside, every face of the hull has a ghost, whose fourth corner is at infinity.
All tests are exact: coordinates are whole numbers, and a shift too small to be seen keeps points off common planes and
spheres.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from random import Random

from engine.math.errors import MathValueError
from engine.math.value import reals, shortened

Whole = tuple[int, int, int]
Cell = tuple[int, int, int, int]
Sphere = tuple[float, float, float, float]
"""Center, and the square of a radius beyond which no point is in the true sphere."""

_GRID = 2**40  # steps across the points; a shift is below a 2 ** -28 part
_SHIFT_BITS = 12
_FLAT = 2**-32  # a part of the cube around the points: what is smaller is only there because of the shift
_LARGEST = 1e300
_GHOST = -1


def tetrahedralize_delaunay(points: Sequence[Sequence[float]]) -> list[int]:
    """The Delaunay tetrahedra of points: a flat list of indices into `points`, four for each tetrahedron.

    Empty for fewer than four points, and for points in one plane. A point that is there twice is used once.

    Raises:
        MathTypeError, MathValueError: something that is not a point, or not finite.

    Cost: grows with the square of the number of points; some 0.1 s for 100.

    >>> tetrahedralize_delaunay([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
    [0, 1, 2, 3]
    """
    exact = _on_grid(points)
    first_at = {point: index for index, point in reversed(list(enumerate(exact)))}
    order = sorted(first_at.values())
    start = _first_cell(exact, order)
    if start is None:
        return []
    random = Random(len(points))  # the same every time
    shifted = [_shifted(point, random) for point in exact]
    if _volume(*(shifted[corner] for corner in start)) < 0:
        start = (start[1], start[0], start[2], start[3])
    cells = {cell: _sphere(cell, shifted) for cell in (start, *((y, x, z, _GHOST) for (x, y, z), _ in _faces(start)))}
    for index in order:
        if index not in start:
            _add(cells, index, shifted)
    least = _FLAT * _GRID**3
    solid = [cell for cell in cells if _GHOST not in cell and abs(_volume(*(exact[c] for c in cell))) > least]
    return [corner for cell in sorted(map(sorted, solid)) for corner in cell]


def _on_grid(points: Sequence[Sequence[float]]) -> list[Whole]:
    numbers = [reals(point, 3, "tetrahedralize_delaunay") for point in points]
    for point in numbers:
        if not all(-_LARGEST < number < _LARGEST for number in point):
            raise MathValueError(
                f"tetrahedralize_delaunay: points must be finite, and below 1e300, got {shortened(point)}"
            )
    low = [min(axis) for axis in zip(*numbers, strict=True)]
    high = [max(axis) for axis in zip(*numbers, strict=True)]
    size = max((b - a for a, b in zip(low, high, strict=True)), default=0.0)
    step = (size or 1.0) / _GRID
    return [_whole([(part - begin) / step for part, begin in zip(point, low, strict=True)]) for point in numbers]


def _whole(numbers: Sequence[float]) -> Whole:
    x, y, z = map(round, numbers)
    return x, y, z


def _shifted(point: Whole, random: Random) -> Whole:
    x, y, z = point
    return (
        x + random.getrandbits(_SHIFT_BITS),
        y + random.getrandbits(_SHIFT_BITS),
        z + random.getrandbits(_SHIFT_BITS),
    )


def _first_cell(points: list[Whole], order: list[int]) -> Cell | None:
    """Four points that are not in one plane: far from one another, so that the search is short."""
    if len(order) < 4:
        return None
    a = order[0]
    b = max(order, key=lambda index: _squared(_way(points[a], points[index])))
    along = _way(points[a], points[b])
    c = max(order, key=lambda index: _squared(_cross(along, _way(points[a], points[index]))))
    d = max(order, key=lambda index: abs(_volume(points[a], points[b], points[c], points[index])))
    return (a, b, c, d) if abs(_volume(*(points[corner] for corner in (a, b, c, d)))) > _FLAT * _GRID**3 else None


def _add(cells: dict[Cell, Sphere], index: int, points: list[Whole]) -> None:
    """Make room for a point, and fill the hole with cells that it is a corner of."""
    x, y, z = points[index]
    near = [
        cell
        for cell, (cx, cy, cz, reach) in cells.items()
        if (x - cx) * (x - cx) + (y - cy) * (y - cy) + (z - cz) * (z - cz) <= reach
    ]
    walls: dict[frozenset[int], tuple[int, int, int]] = {}
    for cell in near:
        if _holds(cell, points[index], points):
            del cells[cell]
            for face, _ in _faces(cell):
                if walls.pop(frozenset(face), None) is None:
                    walls[frozenset(face)] = face
    for wall in walls.values():
        cell = _ghost_last((*wall, index))
        cells[cell] = _sphere(cell, points)


def _sphere(cell: Cell, points: list[Whole]) -> Sphere:
    """The sphere around a cell, for sorting out what is far from it; without end where it cannot be told in floats."""
    if cell[3] == _GHOST:
        return 0.0, 0.0, 0.0, inf
    a = points[cell[0]]
    u, v, w = (_way(a, points[corner]) for corner in cell[1:])
    uu, vv, ww = _squared(u), _squared(v), _squared(w)
    turned = _cross(u, v), _cross(v, w), _cross(w, u)
    double = 2 * _dot(turned[0], w)
    if double * double < 1e-8 * uu * vv * ww:
        return 0.0, 0.0, 0.0, inf
    way = [(ww * uv + uu * vw + vv * wu) / double for uv, vw, wu in zip(*turned, strict=True)]
    squared = sum(part * part for part in way)
    return a[0] + way[0], a[1] + way[1], a[2] + way[2], squared * 1.000001


def _holds(cell: Cell, point: Whole, points: list[Whole]) -> bool:
    """Whether a point is in the sphere around a cell, or beyond the face of the hull that a ghost stands on."""
    a, b, c = points[cell[0]], points[cell[1]], points[cell[2]]
    if cell[3] == _GHOST:
        return _volume(a, b, c, point) > 0
    ways = [_way(point, corner) for corner in (a, b, c, points[cell[3]])]
    squares = [_squared(way) for way in ways]
    signed = 0
    for skipped, sign in ((0, 1), (1, -1), (2, 1), (3, -1)):
        u, v, w = (way for place, way in enumerate(ways) if place != skipped)
        signed += sign * squares[skipped] * _dot(_cross(u, v), w)
    return signed > 0


def _faces(cell: Cell) -> list[tuple[tuple[int, int, int], int]]:
    """Each face and the corner opposite: in this order they turn as the cell does."""
    a, b, c, d = cell
    return [((a, b, c), d), ((b, a, d), c), ((a, c, d), b), ((b, d, c), a)]


def _ghost_last(cell: Cell) -> Cell:
    return next(((*face, corner) for face, corner in _faces(cell) if corner == _GHOST), cell)


def _volume(a: Whole, b: Whole, c: Whole, d: Whole) -> int:
    """Six times the volume of a tetrahedron; positive if a, b, c turn counter-clockwise around the way to d."""
    return _dot(_cross(_way(a, b), _way(a, c)), _way(a, d))


def _way(a: Whole, b: Whole) -> Whole:
    return b[0] - a[0], b[1] - a[1], b[2] - a[2]


def _cross(a: Whole, b: Whole) -> Whole:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _dot(a: Whole, b: Whole) -> int:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _squared(a: Whole) -> int:
    return _dot(a, a)
