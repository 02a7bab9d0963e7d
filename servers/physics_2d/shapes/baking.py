"""A shape and its transform in a body, made into what pymunk and the queries take: scale, skew and all baked in.

In:    a Shape2D, which many bodies may share, and where it is in this one.
Out:   a BakedShape in the space of the body: convex parts for casts and queries, which are exact, and pymunk's shapes.
When:  when a shape is added, moved in its body, or has changed; nothing here looks at the shape again afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pymunk

from servers.physics_2d.shapes.mass import MassProperties, combined, mass_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.math import Transform2D
    from engine.math.geometry.convex import RoundedConvex
    from engine.resources.shapes_2d.shape_2d import Shape2D
    from engine.resources.shapes_2d.solid import Boundary, Ray

    Point = tuple[float, float]

BOUNDARY_REACH = 1e6
"""How far the polygon that stands for a world boundary in pymunk reaches, in pixels; queries have no such end."""


class BakedShape:
    """A shape in the space of its body.

    Attributes:
        convex: its convex parts; none of a world boundary, a separation ray or a degenerate shape.
        boundary: the half plane of a world boundary, else None.
        ray: the ray of a separation ray, which pymunk knows nothing of, else None.
        is_concave: whether it is made of lines, for bodies that do not move by themselves.
        flaw: why there is nothing of it, such as "its scale is 0", for a warning; "" where there is.
    """

    __slots__ = ("boundary", "convex", "flaw", "is_concave", "ray")

    def __init__(
        self,
        convex: tuple[RoundedConvex, ...] = (),
        boundary: Boundary | None = None,
        ray: Ray | None = None,
        is_concave: bool = False,
        flaw: str = "",
    ) -> None:
        self.convex = convex
        self.boundary = boundary
        self.ray = ray
        self.is_concave = is_concave
        self.flaw = flaw

    def make(self, body: pymunk.Body) -> list[pymunk.Shape]:
        """New pymunk shapes for a body, one for each convex part; they are in no space yet.

        None of a separation ray, and of a degenerate shape.
        """
        if self.boundary is not None:
            return [_far_polygon(body, self.boundary)]
        made = [_native(body, part) for part in self.convex]
        if self.is_concave:
            _join(self.convex, made)
        return made

    def mass(self) -> MassProperties:
        """Of what it fills; nothing of a world boundary or a ray."""
        return combined([mass_of(part) for part in self.convex])


def bake(shape: Shape2D, transform: Transform2D) -> BakedShape:
    """Make a shape for the place that it has in a body.

    Args:
        shape: any; of a circle or a capsule that is stretched unevenly comes a polygon, with 32 corners for an ellipse.
        transform: where it is in the body, with the scale of both.
    """
    solid = shape._solid(transform)
    return BakedShape(solid.parts, solid.boundary, solid.ray, solid.is_concave, solid.flaw)


def _native(body: pymunk.Body, part: RoundedConvex) -> pymunk.Shape:
    points = part.points
    if len(points) == 1:
        return pymunk.Circle(body, part.radius, points[0])
    if len(points) == 2:
        return pymunk.Segment(body, points[0], points[1], part.radius)
    return pymunk.Poly(body, points, radius=part.radius)


def _far_polygon(body: pymunk.Body, boundary: Boundary) -> pymunk.Shape:
    """A square as large as can be, one side of which lies on the boundary, around where that is nearest."""
    x, y, distance = boundary
    middle_x, middle_y = x * distance, y * distance
    along_x, along_y = -y * BOUNDARY_REACH, x * BOUNDARY_REACH
    deep_x, deep_y = -x * BOUNDARY_REACH, -y * BOUNDARY_REACH
    start = middle_x - along_x, middle_y - along_y
    end = middle_x + along_x, middle_y + along_y
    corners = [start, end, (end[0] + deep_x, end[1] + deep_y), (start[0] + deep_x, start[1] + deep_y)]
    return pymunk.Poly(body, corners)


def _join(parts: Sequence[RoundedConvex], made: Sequence[pymunk.Shape]) -> None:
    """Tell segments that meet end to end of one another, so that nothing catches on where they do."""
    beyond: dict[Point, list[Point]] = {}
    for part in parts:
        start, end = part.points
        beyond.setdefault(start, []).append(end)
        beyond.setdefault(end, []).append(start)
    for part, shape in zip(parts, made, strict=True):
        if isinstance(shape, pymunk.Segment):
            start, end = part.points
            shape.set_neighbors(_next(beyond[start], start, end), _next(beyond[end], end, start))


def _next(beyond: list[Point], at: Point, own: Point) -> Point:
    """Where the one other segment that ends at a point leads; the point itself where there are more or none."""
    others = [point for point in beyond if point != own]
    return others[0] if len(others) == 1 and len(beyond) == 2 else at
