"""Boolean operations on polygons, cutting lines by polygons, and polygons and lines made wider, by the library Clipper.

The library counts in whole numbers: points are rounded to 0.00001 of the unit, as in Godot. The even-odd rule tells
what is inside a polygon that crosses itself. Results have no fixed first corner; outlines turn counter-clockwise where
y points up, holes clockwise, so that `is_polygon_clockwise` tells them apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from importlib import import_module
from math import isfinite
from typing import Any

from engine.math.choice import checked_choice
from engine.math.errors import MathValueError
from engine.math.value import real, reals, shortened
from engine.math.vector2 import Vector2

MAX_COORDINATE = 1e9
"""How far from the origin points may lie and an offset may go; out of its range the library would end the process."""

_SCALE = 1e5
_MITER_LIMIT = 2.0
_ARC_TOLERANCE = 0.25  # about how far, in units, a rounded corner is off its circle; as in Godot

_Points = Sequence[Sequence[float]]
_Path = list[tuple[int, int]]


class PolyJoinType(IntEnum):
    """What becomes of corners that are moved outwards; the numbers are Godot's."""

    SQUARE = 0
    """They are cut off at the distance of the offset; the default."""
    ROUND = 1
    MITER = 2
    """They stay sharp, up to twice the distance of the offset, and are cut off beyond that."""


class PolyEndType(IntEnum):
    """What becomes of the ends of a line that is made wider; the numbers are Godot's."""

    POLYGON = 0
    """The line is a polygon's outline: `offset_polygon` does that."""
    JOINED = 1
    """Its last point is joined to the first, and both sides are made wider."""
    BUTT = 2
    """The ends are cut off where the line ends."""
    SQUARE = 3
    """The ends go on by the distance of the offset; the default."""
    ROUND = 4


def merge_polygons(polygon_a: _Points, polygon_b: _Points) -> list[list[Vector2]]:
    """What is in one polygon or the other: outlines and holes.

    >>> [sorted(outline) for outline in merge_polygons([(0, 0), (2, 0), (2, 2)], [(0, 0), (2, 2), (0, 2)])]
    [[Vector2(0.0, 0.0), Vector2(0.0, 2.0), Vector2(2.0, 0.0), Vector2(2.0, 2.0)]]

    Raises:
        MathTypeError: a corner is not two numbers.
        MathValueError: one is not finite, or further away than MAX_COORDINATE.
    """
    return _combined("merge_polygons", "CT_UNION", polygon_a, polygon_b)


def clip_polygons(polygon_a: _Points, polygon_b: _Points) -> list[list[Vector2]]:
    """What is in the first polygon and not in the second: outlines and holes.

    Raises:
        MathTypeError, MathValueError: as `merge_polygons`.
    """
    return _combined("clip_polygons", "CT_DIFFERENCE", polygon_a, polygon_b)


def intersect_polygons(polygon_a: _Points, polygon_b: _Points) -> list[list[Vector2]]:
    """What is in both polygons: outlines and holes.

    Raises:
        MathTypeError, MathValueError: as `merge_polygons`.
    """
    return _combined("intersect_polygons", "CT_INTERSECTION", polygon_a, polygon_b)


def exclude_polygons(polygon_a: _Points, polygon_b: _Points) -> list[list[Vector2]]:
    """What is in exactly one of the polygons: outlines and holes.

    Raises:
        MathTypeError, MathValueError: as `merge_polygons`.
    """
    return _combined("exclude_polygons", "CT_XOR", polygon_a, polygon_b)


def clip_polyline_with_polygon(polyline: _Points, polygon: _Points) -> list[list[Vector2]]:
    """The parts of a line outside of a polygon, each a line.

    Raises:
        MathTypeError, MathValueError: as `merge_polygons`.
    """
    return _cut("clip_polyline_with_polygon", "CT_DIFFERENCE", polyline, polygon)


def intersect_polyline_with_polygon(polyline: _Points, polygon: _Points) -> list[list[Vector2]]:
    """The parts of a line inside a polygon, each a line.

    >>> [sorted(part) for part in intersect_polyline_with_polygon([(-5, 1), (5, 1)], [(0, 0), (4, 0), (4, 4), (0, 4)])]
    [[Vector2(0.0, 1.0), Vector2(4.0, 1.0)]]

    Raises:
        MathTypeError, MathValueError: as `merge_polygons`.
    """
    return _cut("intersect_polyline_with_polygon", "CT_INTERSECTION", polyline, polygon)


def offset_polygon(polygon: _Points, delta: float, join_type: int = PolyJoinType.SQUARE) -> list[list[Vector2]]:
    """A polygon with its outline moved outwards by `delta`, or inwards where that is negative: outlines and holes.

    Args:
        polygon: the corners in order, clockwise or counter-clockwise.
        delta: how far, in the unit of the corners; far enough inwards nothing is left.
        join_type: what becomes of corners that are moved outwards.

    >>> offset_polygon([(0, 0), (4, 0), (4, 4), (0, 4)], -3)
    []

    Raises:
        MathTypeError: `delta` is not a number, or as `merge_polygons`.
        MathValueError: `delta` is not finite or too far, `join_type` unknown, or as `merge_polygons`.
    """
    join = checked_choice("offset_polygon - join_type", PolyJoinType, join_type)
    return _offset("offset_polygon", polygon, delta, join, PolyEndType.POLYGON)


def offset_polyline(
    polyline: _Points,
    delta: float,
    join_type: int = PolyJoinType.SQUARE,
    end_type: int = PolyEndType.SQUARE,
) -> list[list[Vector2]]:
    """A line made wide by `delta` on both sides: outlines and holes; nothing for a `delta` of 0 or less.

    Args:
        polyline: its points in order; one alone becomes a dot.
        delta: half the width, in the unit of the points.
        join_type: what becomes of its corners.
        end_type: what becomes of its ends.

    Raises:
        MathTypeError: `delta` is not a number, or as `merge_polygons`.
        MathValueError: `delta` is not finite or too far, `join_type` or `end_type` unknown, or as `merge_polygons`.
    """
    join = checked_choice("offset_polyline - join_type", PolyJoinType, join_type)
    end = checked_choice("offset_polyline - end_type", PolyEndType, end_type)
    if end is PolyEndType.POLYGON:
        raise MathValueError("offset_polyline - end_type POLYGON is for polygons; use offset_polygon()")
    return _offset("offset_polyline", polyline, delta, join, end)


def _combined(where: str, operation: str, polygon_a: _Points, polygon_b: _Points) -> list[list[Vector2]]:
    clipper = _library()
    a, b = _path(where, polygon_a), _path(where, polygon_b)
    job = clipper.Pyclipper()
    if not any([_add(job, a, clipper.PT_SUBJECT, True), _add(job, b, clipper.PT_CLIP, True)]):
        return []
    rule = clipper.PFT_EVENODD
    return _points(job.Execute(getattr(clipper, operation), rule, rule))


def _cut(where: str, operation: str, polyline: _Points, polygon: _Points) -> list[list[Vector2]]:
    clipper = _library()
    line, outline = _path(where, polyline), _path(where, polygon)
    job = clipper.Pyclipper()
    if not _add(job, line, clipper.PT_SUBJECT, False):
        return []
    _add(job, outline, clipper.PT_CLIP, True)
    rule = clipper.PFT_EVENODD
    tree = job.Execute2(getattr(clipper, operation), rule, rule)
    return _points(clipper.OpenPathsFromPolyTree(tree))


def _offset(where: str, points: _Points, delta: float, join: PolyJoinType, end: PolyEndType) -> list[list[Vector2]]:
    distance = real(delta, where)
    if not abs(distance) <= MAX_COORDINATE:
        raise MathValueError(f"{where} - delta must be within {MAX_COORDINATE:g} either way, got {shortened(delta)}")
    path = _path(where, points)
    if not path:
        return []
    clipper = _library()
    job = clipper.PyclipperOffset(_MITER_LIMIT, _ARC_TOLERANCE * _SCALE)
    joins = (clipper.JT_SQUARE, clipper.JT_ROUND, clipper.JT_MITER)
    ends = (
        clipper.ET_CLOSEDPOLYGON,
        clipper.ET_CLOSEDLINE,
        clipper.ET_OPENBUTT,
        clipper.ET_OPENSQUARE,
        clipper.ET_OPENROUND,
    )
    job.AddPath(path, joins[join], ends[end])
    return _points(job.Execute(distance * _SCALE))


def _library() -> Any:
    """Clipper, imported when the first polygon is cut."""
    return import_module("pyclipper")


def _add(job: Any, path: _Path, kind: Any, closed: bool) -> bool:
    """Add a path to a job; say whether there was anything of it: the library refuses what has no area or length."""
    if len(set(path)) < (3 if closed else 2):
        return False
    try:
        job.AddPath(path, kind, closed)
    except _library().ClipperException:
        return False
    return True


def _path(where: str, points: _Points) -> _Path:
    path = []
    for point in points:
        x, y = reals(point, 2, f"{where}, a point")
        if not (isfinite(x) and isfinite(y) and abs(x) <= MAX_COORDINATE and abs(y) <= MAX_COORDINATE):
            raise MathValueError(
                f"{where} - coordinates must be within {MAX_COORDINATE:g} either way, got {shortened(point)}"
            )
        path.append((round(x * _SCALE), round(y * _SCALE)))
    return path


def _points(paths: Any) -> list[list[Vector2]]:
    return [[Vector2(x / _SCALE, y / _SCALE) for x, y in path] for path in paths]
