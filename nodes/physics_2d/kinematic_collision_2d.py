"""KinematicCollision2D: what a moved body has collided with."""

from __future__ import annotations

from math import acos
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidValueError
from engine.core.property_checks import checked_vector2
from engine.math import Vector2
from nodes.physics_2d.living import living
from servers.physics_2d import MotionResult

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nodes.physics_2d.collision_object_2d import CollisionObject2D
    from servers.physics_2d import ShapeEntry


class KinematicCollision2D:
    """A collision of a body that was moved by `move_and_collide`, `test_move` or `move_and_slide`.

    A new one, for `test_move` to fill in, says nothing. All in global pixels.
    """

    _uncaptured = ("_result",)

    def __init__(self) -> None:
        self._result = MotionResult(0.0, 0.0)

    @classmethod
    def _of(cls, result: MotionResult) -> KinematicCollision2D:
        """One that tells of a result."""
        made = cls()
        made._result = result
        return made

    def __repr__(self) -> str:
        result = self._result
        if not result.hit:
            return "<KinematicCollision2D: none>"
        return f"<KinematicCollision2D with {self.get_collider()!r} at {tuple(self.get_position())}>"

    def _where(self) -> str:
        return "KinematicCollision2D"

    def get_position(self) -> Vector2:
        """Where the two shapes touch: on the edge of the collider's."""
        return self._result.point

    def get_normal(self) -> Vector2:
        """The normal of the collider's shape there, of length 1; (0, 0) without a collision."""
        return self._result.normal

    def get_travel(self) -> Vector2:
        """How far the body got, also by being pushed out of what it was in."""
        return self._result.travel

    def get_remainder(self) -> Vector2:
        """What of its motion was left."""
        return self._result.remainder

    def get_angle(self, up_direction: Sequence[float] = Vector2.UP) -> float:
        """The angle between the normal and `up_direction`, in radians, 0 to pi.

        Raises:
            InvalidTypeError, InvalidValueError: `up_direction` is no vector, or (0, 0).
        """
        up = checked_up(self, "get_angle(up_direction)", up_direction)
        return acos(min(max(self._result.normal.dot(up), -1.0), 1.0))

    def get_depth(self) -> float:
        """How deep the body was in the collider when it had come to it, its margin counted in."""
        return self._result.depth

    def get_local_shape(self) -> Any:
        """What gave the body the shape that collided, such as its CollisionShape2D; None without a collision."""
        return _giver_of(self._result.own_entry)

    def get_collider(self) -> CollisionObject2D | None:
        """What the body collided with; None without a collision, or once it is freed."""
        body = self._result.body
        return None if body is None else living(body.owner)

    def get_collider_id(self) -> int:
        """The `id` of what the body collided with; 0 without a collision, or once it is freed."""
        collider = self.get_collider()
        return 0 if collider is None else collider.id

    def get_collider_rid(self) -> int:
        """The `get_rid()` of what the body collided with; 0 without a collision."""
        body = self._result.body
        return 0 if body is None else body.rid

    def get_collider_shape(self) -> Any:
        """What gave the collider its shape, such as its CollisionShape2D; None without a collision."""
        return _giver_of(self._result.entry)

    def get_collider_shape_index(self) -> int:
        """The index of the collider's shape."""
        return self._result.shape

    def get_collider_velocity(self) -> Vector2:
        """How fast the collider moved there, in px/s."""
        return self._result.velocity


def checked_up(item: Any, what: str, value: Sequence[float]) -> Vector2:
    """A finite vector that is not (0, 0).

    Raises:
        InvalidTypeError: no vector.
        InvalidValueError: (0, 0), infinite or NaN.
    """
    up = checked_vector2(item, what, value)
    if not up:
        raise InvalidValueError(f"{item._where()}.{what} must not be (0, 0); (0, -1) is up")
    return up


def _giver_of(entry: ShapeEntry | None) -> Any:
    """What gave its object a shape that it still has."""
    node = None if entry is None or entry.object is None else living(entry.object.owner)
    return None if node is None or entry is None else living(node.shape_owner_get_owner(entry.owner))
