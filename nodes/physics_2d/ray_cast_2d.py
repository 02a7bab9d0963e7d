"""RayCast2D: looks along a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.export import kept_property
from engine.core.property_checks import checked_bool
from engine.math import Vector2
from nodes.physics_2d.cast_2d import Cast2D
from nodes.physics_2d.debug_drawing import draw_arrow
from nodes.physics_2d.living import living
from nodes.world_2d.node_2d import Node2D
from servers.physics_2d import Sought

if TYPE_CHECKING:
    from servers.render import CanvasCommands

_LEAST = Vector2(0.0, 0.01)
"""Where a ray without length leads to, as in Godot."""


class RayCast2D(Cast2D, Node2D):
    """A ray from here to `target_position`, which meets the first body, or area, on its way.

    It looks once in each physics step and keeps what it met until the next; `force_raycast_update` looks at once.
    """

    _ways_to_set = Node2D._ways_to_set | {"cast_to": "target_position"}  # what Godot 3 had
    _collider: Any = None
    _collider_rid = 0
    _collider_shape = 0
    _is_colliding = False
    _point = _normal = Vector2.ZERO

    hit_from_inside: bool = kept_property(
        "hit_from_inside",
        False,
        checked_bool,
        setattr,
        "Whether a shape that it begins in stops it, at its beginning and with the normal (0, 0); default False, it "
        "goes out of it freely. Nothing begins in lines: segments and concave polygons.",
    )

    def force_raycast_update(self) -> None:
        """Look now: after a move, or of a ray that is not enabled.

        Raises:
            TreeError: it is in no tree.
        """
        self._update()

    def is_colliding(self) -> bool:
        """Whether it meets anything."""
        return self._is_colliding

    def get_collider(self) -> Any:
        """The node that it meets, a CollisionObject2D; None if nothing, or if that was freed."""
        return living(self._collider)

    def get_collider_rid(self) -> int:
        """The number of the node that it meets, as its `get_rid()` gives it; 0 if nothing."""
        return self._collider_rid

    def get_collider_shape(self) -> int:
        """The number of the shape that it meets among all of that node; 0 if nothing."""
        return self._collider_shape

    def get_collision_point(self) -> Vector2:
        """Where it meets something, on the canvas, in pixels; if it meets nothing, where it last did."""
        return self._point

    def get_collision_normal(self) -> Vector2:
        """The normal of the surface that it meets; (0, 0) if it begins inside; if it meets nothing, the last one."""
        return self._normal

    def _paint(self, commands: CanvasCommands) -> None:
        draw_arrow(self, self.target_position, self._debug_color(self._is_colliding))

    def _update(self) -> None:
        transform = self.global_transform
        target = self.target_position
        start, end = transform.origin, transform.xform(_LEAST if target == Vector2.ZERO else target)
        sought = Sought(self.collision_mask, self.collide_with_bodies, self.collide_with_areas, self._excluded())
        hit = self._space_state()._find_ray(start, end, sought, self.hit_from_inside)
        if hit is None:
            self._forget()
            return
        self._is_colliding = True
        self._point = start + (end - start) * hit.fraction
        self._normal = Vector2(hit.normal_x, hit.normal_y)
        self._collider, self._collider_rid, self._collider_shape = hit.item.owner, hit.rid, hit.shape

    def _forget(self) -> None:
        self._is_colliding = False
        self._collider, self._collider_rid, self._collider_shape = None, 0, 0

    def _running_state(self) -> tuple[Any, ...]:
        return self._is_colliding, self._collider, self._collider_shape, self._point, self._normal
