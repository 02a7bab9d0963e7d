"""What RayCast2D and ShapeCast2D have in common: whom they look for, and when.

When:  in each physics step, at the node's place among the callbacks, before its own `on_physics_process`. A node that
       comes before it in the tree, such as its parent, still reads there what the step before has found, as in Godot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError
from engine.core.export import kept_property
from engine.core.property_checks import checked_bool, checked_int, checked_layers, checked_vector2
from engine.math import Color, Vector2
from engine.math.value import shortened
from nodes.physics_2d.collision_object_2d import CollisionObject2D
from nodes.physics_2d.debug_drawing import HIT_COLOR, DebugDrawn, greyed
from nodes.physics_2d.layer_numbers import has_layer_number, with_layer_number
from nodes.world_2d.node_2d import Node2D
from servers.physics_2d import PhysicsServer2D

if TYPE_CHECKING:
    from engine.core.export import SequenceProperty
    from servers.physics_2d import PhysicsDirectSpaceState2D

    _Base = Node2D
else:
    _Base = object


class Cast2D(DebugDrawn, _Base):
    """Looks for what is in a direction."""

    if not TYPE_CHECKING:
        __slots__ = ()

    _exceptions: dict[int, None] | None = None

    enabled: bool = kept_property(
        "enabled",
        True,
        checked_bool,
        lambda self, attribute, value: self._set_enabled(value),
        "Whether it looks in each physics step; default True. While it does not, it meets nothing.",
    )
    exclude_parent: bool = kept_property(
        "exclude_parent", True, checked_bool, setattr, "Whether it passes through its parent node; default True."
    )
    target_position: SequenceProperty[Vector2] = kept_property(
        "target_position",
        Vector2(0.0, 50.0),
        checked_vector2,
        setattr,
        "Where it leads to, seen from this node; default (0, 50).",
        unit="px",
    )
    collision_mask: int = kept_property(
        "collision_mask",
        1,
        checked_layers,
        setattr,
        "The layers that it looks at, as 32 bits; default 1, the first.",
    )
    collide_with_areas: bool = kept_property(
        "collide_with_areas", False, checked_bool, setattr, "Whether it meets areas; default False."
    )
    collide_with_bodies: bool = kept_property(
        "collide_with_bodies", True, checked_bool, setattr, "Whether it meets bodies; default True."
    )

    def set_collision_mask_value(self, layer_number: int, value: bool) -> None:
        """Let it look at a layer, or not.

        Args:
            layer_number: 1 to 32.
            value: whether it is to look at it.

        Raises:
            InvalidTypeError, InvalidValueError: another number, or `value` is neither True nor False.
        """
        method = "set_collision_mask_value"
        self.collision_mask = with_layer_number(self, method, self.collision_mask, layer_number, value)

    def get_collision_mask_value(self, layer_number: int) -> bool:
        """Whether it looks at a layer, 1 to 32; errors as `set_collision_mask_value`."""
        return has_layer_number(self, "get_collision_mask_value", self.collision_mask, layer_number)

    # --- whom it passes through --------------------------------------------------------------------------------------

    def add_exception(self, node: CollisionObject2D) -> None:
        """Let it pass through a body or an area.

        Raises:
            InvalidTypeError: `node` is no CollisionObject2D.
        """
        self._except(self._rid_of("add_exception", node), True)

    def remove_exception(self, node: CollisionObject2D) -> None:
        """Let it meet a body or an area again; errors as `add_exception`."""
        self._except(self._rid_of("remove_exception", node), False)

    def add_exception_rid(self, rid: int) -> None:
        """`add_exception` of the object whose `get_rid()` gives that number.

        Raises:
            InvalidTypeError: `rid` is no whole number.
        """
        self._except(checked_int(self, "add_exception_rid(rid)", rid), True)

    def remove_exception_rid(self, rid: int) -> None:
        """`remove_exception` of the object whose `get_rid()` gives that number; errors as `add_exception_rid`."""
        self._except(checked_int(self, "remove_exception_rid(rid)", rid), False)

    def clear_exceptions(self) -> None:
        """Let it meet all again, but for its parent where `exclude_parent` says so."""
        self._exceptions = None

    # --- within ------------------------------------------------------------------------------------------------------

    def _update(self) -> None:
        """Look now; nothing is wrong with what it looks for."""
        raise NotImplementedError

    def _forget(self) -> None:
        """Meet nothing."""
        raise NotImplementedError

    def _set_enabled(self, enabled: bool) -> None:
        self._enabled = enabled
        if self._tree is not None:
            self._set_internal_physics_process(enabled)
        if not enabled:
            self._forget()
        self._redraw_debug()

    def _enter_tree(self) -> None:
        self._set_internal_physics_process(self.enabled)

    def _exit_tree(self) -> None:
        self._set_internal_physics_process(False)

    def _internal_physics_process(self, delta: float) -> None:
        self._update()
        self._redraw_debug()

    def _debug_color(self, is_colliding: bool) -> Color:
        """How it is drawn where collisions are shown."""
        color = HIT_COLOR if is_colliding else self.tree.debug_collisions_color
        return color if self.enabled else greyed(color)

    def _space_state(self) -> PhysicsDirectSpaceState2D:
        return PhysicsServer2D.of(self.tree).direct_state_of(self.get_world_2d())

    def _excluded(self) -> set[int]:
        """The numbers of those it passes through."""
        excluded = set(self._exceptions or ())
        if self.exclude_parent and isinstance(self._parent, CollisionObject2D):
            excluded.add(self._parent.get_rid())
        return excluded

    def _except(self, rid: int, add: bool) -> None:
        if self._exceptions is None:
            self._exceptions = {}
        if add:
            self._exceptions[rid] = None
        else:
            self._exceptions.pop(rid, None)

    def _rid_of(self, method: str, node: Any) -> int:
        if not isinstance(node, CollisionObject2D):
            raise InvalidTypeError(f"{self._where()}.{method}(node) must be a CollisionObject2D, got {shortened(node)}")
        return node.get_rid()
