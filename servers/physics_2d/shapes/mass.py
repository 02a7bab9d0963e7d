"""Mass properties of shapes: area, centre and moment of inertia, worked out from what they really fill.

Of equal density everywhere. In pixels, y down; moments are per unit of mass, in square pixels.
"""

from __future__ import annotations

from itertools import pairwise
from math import hypot, pi
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.math.geometry.convex import RoundedConvex


class MassProperties(NamedTuple):
    """Of something flat.

    Attributes:
        area: 0 of lines.
        x, y: the centre of mass.
        moment: of inertia around the centre, per unit of mass.
    """

    area: float
    x: float
    y: float
    moment: float


NOTHING = MassProperties(0.0, 0.0, 0.0, 0.0)


def mass_of(convex: RoundedConvex) -> MassProperties:
    """Of a circle, a segment, a capsule or a polygon.

    A polygon's radius is left out: no shape of ours has one.
    """
    points, radius = convex.points, convex.radius
    if len(points) == 1:
        x, y = points[0]
        return MassProperties(pi * radius * radius, x, y, radius * radius / 2.0)
    if len(points) == 2:
        (ax, ay), (bx, by) = points
        area, moment = _capsule(hypot(bx - ax, by - ay), radius)
        return MassProperties(area, (ax + bx) / 2.0, (ay + by) / 2.0, moment)
    return _polygon(points)


def combined(parts: Iterable[MassProperties]) -> MassProperties:
    """Of several shapes that belong together; those that overlap count twice there.

    Lines weigh nothing beside what has an area. Where nothing has one, the centre is the middle of the centres, and the
    moment that of as many equal masses.
    """
    known = list(parts)
    if not known:
        return NOTHING
    area = sum([part.area for part in known])
    weights = [part.area / area if area > 0.0 else 1.0 / len(known) for part in known]
    x = sum([weight * part.x for weight, part in zip(weights, known, strict=True)])
    y = sum([weight * part.y for weight, part in zip(weights, known, strict=True)])
    moment = sum(
        [
            weight * (part.moment + (part.x - x) ** 2 + (part.y - y) ** 2)
            for weight, part in zip(weights, known, strict=True)
        ]
    )
    return MassProperties(area, x, y, moment)


def _capsule(length: float, radius: float) -> tuple[float, float]:
    """The area and the moment of a rectangle of that length with half a circle at both ends; of a line without."""
    if radius == 0.0:
        return 0.0, length * length / 12.0
    middle, ends = 2.0 * radius * length, pi * radius * radius
    of_middle = middle * (length * length + 4.0 * radius * radius) / 12.0
    # The half circles, their centres 4 r / 3 pi from where they begin, moved apart by half of the length each.
    of_ends = ends * (radius * radius / 2.0 + length * length / 4.0 + length * 4.0 * radius / (3.0 * pi))
    return middle + ends, (of_middle + of_ends) / (middle + ends)


def _polygon(points: tuple[tuple[float, float], ...]) -> MassProperties:
    """By the triangles between the first corner and each side."""
    first_x, first_y = points[0]
    twice = x = y = moment = 0.0
    for (ax, ay), (bx, by) in pairwise(points):
        ax, ay, bx, by = ax - first_x, ay - first_y, bx - first_x, by - first_y
        cross = ax * by - ay * bx
        twice += cross
        x += cross * (ax + bx) / 3.0
        y += cross * (ay + by) / 3.0
        moment += cross * (ax * ax + ax * bx + bx * bx + ay * ay + ay * by + by * by) / 6.0
    x, y = x / twice, y / twice
    return MassProperties(abs(twice) / 2.0, first_x + x, first_y + y, moment / twice - x * x - y * y)
