"""What came of a motion: how far a body got, and what it collided with."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from engine.math import Vector2
from engine.math.scalars import EPSILON

if TYPE_CHECKING:
    from engine.math.geometry.obstacles import HalfPlane, Obstacle, Separation
    from servers.physics_2d.bodies import Body
    from servers.physics_2d.collision_objects import ShapeEntry

_PRECISION = 0.001


class MeetingPlace(NamedTuple):
    """Where two shapes are, for finding the point at which they touch.

    Attributes:
        obstacle: the two.
        x, y: where the moving one's origin is, relative to the other's.
        separation: from there.
        other_x, other_y: the other one's origin.
    """

    obstacle: Obstacle | HalfPlane
    x: float
    y: float
    separation: Separation
    other_x: float
    other_y: float

    def point(self) -> Vector2:
        """The point on the edge of the other shape where they are nearest, or overlap most."""
        _, nx, ny = self.separation
        found = self.obstacle.contacts(self.x, self.y, self.separation)
        best = min(found, key=lambda each: (each.x - each.other_x) * nx + (each.y - each.other_y) * ny)
        return Vector2(best.other_x + self.other_x, best.other_y + self.other_y)

    def points(self) -> list[Vector2]:
        """The ends of what they have in common there: one point, or two where side lies on side."""
        found = self.obstacle.contacts(self.x, self.y, self.separation)
        return [Vector2(each.other_x + self.other_x, each.other_y + self.other_y) for each in found]


class MotionResult:
    """How far a body got, and what it collided with.

    Attributes:
        hit: whether it collided; of what it did not collide with nothing is said.
        travel_x: how far it got to the right, in pixels, also by being pushed out.
        travel_y: how far it got down, likewise.
        remainder_x: what of the motion to the right is left, in pixels; 0 without a collision.
        remainder_y: what of the motion down is left, likewise.
        normal_x: the right part of the normal of what it collided with, which has length 1; 0 without a collision.
        normal_y: its part down, likewise.
        depth: how deep it was there within the margin.
        safe: which part of the motion it went.
        body: what it collided with.
        entry: the shape of that.
        shape: the index that this had.
        own_entry: its own shape that collided.
        velocity: of what it collided with, at the point, in px/s.
    """

    hit = False
    remainder_x = remainder_y = normal_x = normal_y = depth = 0.0
    safe = 1.0
    body: Body | None = None
    entry: ShapeEntry | None = None
    shape = 0
    own_entry: ShapeEntry | None = None
    velocity = Vector2.ZERO
    _touch: MeetingPlace | None = None
    _point: Vector2 | None = None

    def __init__(self, travel_x: float, travel_y: float) -> None:
        self.travel_x = travel_x
        self.travel_y = travel_y

    @property
    def travel(self) -> Vector2:
        """How far it got."""
        return Vector2(self.travel_x, self.travel_y)

    @property
    def remainder(self) -> Vector2:
        """What of the motion is left."""
        return Vector2(self.remainder_x, self.remainder_y)

    @property
    def normal(self) -> Vector2:
        """Of what it collided with; (0, 0) without a collision."""
        return Vector2(self.normal_x, self.normal_y)

    @property
    def point(self) -> Vector2:
        """Where it collided, on the edge of the other shape; worked out when it is first asked for."""
        if self._point is None:
            self._point = Vector2.ZERO if self._touch is None else self._touch.point()
        return self._point

    def points(self) -> list[Vector2]:
        """Where it collided: both ends of that, where side lies on side."""
        return [self.point] if self._touch is None else self._touch.points()

    def set_point(self, point: Vector2 | MeetingPlace) -> None:
        """Keep where it collided, or what it can be worked out from."""
        if isinstance(point, MeetingPlace):
            self._touch = point
        else:
            self._point = point

    def keep_straight(self, dx: float, dy: float, margin: float) -> None:
        """Leave out of its travel by what the body was pushed aside of its motion (dx, dy), unless it was pushed far.

        So nobody slides by being pushed out; Godot's `p_cancel_sliding`.
        """
        precision = _PRECISION
        if self.hit and self.depth > margin + precision:
            return
        length = hypot(dx, dy)
        nx, ny = (dx / length, dy / length) if length > EPSILON else (0.0, 0.0)
        along = self.travel_x * nx + self.travel_y * ny
        if hypot(self.travel_x - nx * along, self.travel_y - ny * along) < margin + precision:
            self.travel_x, self.travel_y = nx * along, ny * along
            self.remainder_x, self.remainder_y = dx - self.travel_x, dy - self.travel_y
