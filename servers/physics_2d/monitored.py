"""What touches what, as `Monitors` keeps it on the records."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from servers.physics_2d.collision_objects import ShapeEntry

if TYPE_CHECKING:
    from engine.math import Vector2
    from servers.physics_2d.bodies import Body
    from servers.physics_2d.collision_objects import CollisionObject

ShapePair = tuple[ShapeEntry, ShapeEntry]
"""Two shapes that touch: that of another object, and one of the object that is told."""


class Touch(NamedTuple):
    """What an object was told of a pair.

    Attributes:
        other: the other object.
        other_shape: the index of its shape.
        own_shape: the index of the told object's shape.
    """

    other: CollisionObject
    other_shape: int
    own_shape: int


class Contact(NamedTuple):
    """A place where a body touched another in the last step.

    Attributes:
        other: the other body.
        pair: the two shapes.
        point: on the edge of the body, on the canvas.
        other_point: on the edge of the other one.
        normal: from the other to the body, of length 1.
        depth: how deep they were in one another, in pixels.
        impulse: what the body got there in the last step, in kg px/s; only of bodies that ask in each step.
    """

    other: Body
    pair: ShapePair
    point: Vector2
    other_point: Vector2
    normal: Vector2
    depth: float
    impulse: Vector2


def touch_of(pair: ShapePair) -> Touch:
    """What is told of a pair of shapes, both of which are some object's."""
    other = pair[0].object
    assert other is not None
    return Touch(other, pair[0].index, pair[1].index)
