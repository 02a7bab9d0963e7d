"""What the shapes of a body fill where the body is: turned as it is, or on the canvas."""

from __future__ import annotations

from math import cos, sin
from typing import TYPE_CHECKING

from engine.resources.shapes_2d.solid import Boundary, Solid

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pymunk

    from engine.math import Transform2D
    from engine.math.geometry.convex import RoundedConvex

_UPRIGHT = (1.0, 0.0, 0.0, 1.0)


def turned(convex: RoundedConvex, turn: Transform2D) -> RoundedConvex:
    """A part of a body's shape, around the body's origin, where the body is turned by the basis of a transform."""
    xx, xy, yx, yy, _, _ = turn
    return convex if (xx, xy, yx, yy) == _UPRIGHT else convex.moved(xx, xy, yx, yy, 0.0, 0.0)


def placed(body: pymunk.Body, parts: Sequence[RoundedConvex], boundary: Boundary | None, is_concave: bool) -> Solid:
    """What parts of a body's shape, or its half plane, fill on the canvas."""
    (x, y), angle = body.position, body.angle
    c, s = (cos(angle), sin(angle)) if angle else (1.0, 0.0)
    if boundary is not None:
        nx, ny, distance = boundary
        nx, ny = c * nx - s * ny, s * nx + c * ny
        return Solid(boundary=Boundary(nx, ny, distance + nx * x + ny * y))
    return Solid(tuple([part.moved(c, s, -s, c, x, y) for part in parts]), is_concave=is_concave)
