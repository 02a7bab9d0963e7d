"""What a space answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.math import Vector2

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def _id_of(collider: Any) -> int:
    return 0 if collider is None else collider.id


class RayHit2D(NamedTuple):
    """What a ray meets first.

    Attributes:
        position: where, on the canvas, in pixels.
        normal: of the surface there, of length 1, towards the side that the ray comes from; (0, 0) if it begins inside.
        collider: the node, a CollisionObject2D.
        rid: its number, as its `get_rid()` gives it.
        shape: the number of the shape among all of that node.
    """

    position: Vector2
    normal: Vector2
    collider: Any
    rid: int
    shape: int

    @property
    def collider_id(self) -> int:
        """The node's `id`."""
        return _id_of(self.collider)


class ShapeHit2D(NamedTuple):
    """A shape that was found.

    Attributes:
        collider: the node, a CollisionObject2D.
        rid: its number, as its `get_rid()` gives it.
        shape: the number of the shape among all of that node.
    """

    collider: Any
    rid: int
    shape: int

    @property
    def collider_id(self) -> int:
        """The node's `id`."""
        return _id_of(self.collider)


class RestInfo2D(NamedTuple):
    """Where a shape is deepest in another one.

    Attributes:
        point: on the edge of the other one, on the canvas, in pixels.
        normal: the way out of it, of length 1.
        collider: its node, a CollisionObject2D.
        rid: the node's number, as its `get_rid()` gives it.
        shape: the number of the shape among all of that node.
        linear_velocity: of the node at that point, in px/s; (0, 0) of areas.
    """

    point: Vector2
    normal: Vector2
    collider: Any
    rid: int
    shape: int
    linear_velocity: Vector2

    @property
    def collider_id(self) -> int:
        """The node's `id`."""
        return _id_of(self.collider)


class RayHits2D(NamedTuple):
    """What many rays meet first, a row a ray.

    Attributes:
        hit: (N,) bool, whether it meets anything.
        fraction: (N,) float64, of its way until there, 0 to 1; 1 for none.
        position: (N, 2) float64, where, on the canvas, in pixels; its end for none.
        normal: (N, 2) float64, of the surface there; (0, 0) for none, and if it begins inside.
        rid: (N,) int64, the number of the collision object; 0 for none.
        shape: (N,) int64, the number of the shape among all of that object; -1 for none.
        collider: (N,) int64, the place of the object's node in `colliders`; -1 for none.
        colliders: the nodes that were met, each once.
    """

    hit: NDArray[np.bool_]
    fraction: NDArray[np.float64]
    position: NDArray[np.float64]
    normal: NDArray[np.float64]
    rid: NDArray[np.int64]
    shape: NDArray[np.int64]
    collider: NDArray[np.int64]
    colliders: tuple[Any, ...]
