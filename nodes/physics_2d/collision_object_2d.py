"""CollisionObject2D: the base of bodies and areas in 2D.

The node keeps what it was set to; the physics server's record of it, made when it is first needed, is told of that, and
stands in a space while the node is in a tree.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from engine.core.export import exported
from engine.core.property_checks import checked_bool, checked_finite, checked_layers, one_of
from engine.core.signal import Signal
from engine.tree.flags import EXITING, RESOLVED_MASK
from nodes.physics_2d.layer_numbers import has_layer_number, with_layer_number
from nodes.physics_2d.object_picking import ObjectPicking
from nodes.physics_2d.shape_owners import ShapeOwners
from nodes.physics_2d.told_properties import tell_all, to_attribute, told_property
from nodes.world_2d.node_2d import Node2D
from servers.physics_2d import Body, BodyMode, PhysicsServer2D

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from engine.input import InputEvent
    from engine.tree.node import Node
    from servers.physics_2d import CollisionObject


class CollisionObject2D(ShapeOwners, Node2D):
    """Something with shapes that can be touched; a base class, take one of its kinds.

    Its shapes are those of the CollisionShape2D and CollisionPolygon2D nodes right below it, and have its scale.

    Signals: `input_event(viewport, event, shape_idx)`, `mouse_entered`, `mouse_exited`,
    `mouse_shape_entered(shape_idx)`, `mouse_shape_exited(shape_idx)`.
    """

    class DisableMode(IntEnum):
        """What happens to the object while its process mode is DISABLED; the numbers are Godot's."""

        REMOVE = 0
        """It leaves the space, and comes back with the velocity it had, or asleep; the default."""
        MAKE_STATIC = 1
        """A body that moves becomes a static one; areas stay as they are."""
        KEEP_ACTIVE = 2
        """Nothing."""

    input_event: Signal[Node, InputEvent, int] = Signal["Node", "InputEvent", int]("viewport", "event", "shape_idx")
    """Emitted for an input event over one of its shapes, if `input_pickable`."""
    mouse_entered: Signal[()] = Signal[()]()
    """Emitted when the mouse comes over one of its shapes, if `input_pickable`."""
    mouse_exited: Signal[()] = Signal[()]()
    """Emitted when the mouse is over none of its shapes any more."""
    mouse_shape_entered: Signal[int] = Signal[int]("shape_idx")
    """Emitted when the mouse comes over a shape, if `input_pickable`."""
    mouse_shape_exited: Signal[int] = Signal[int]("shape_idx")
    """Emitted when the mouse is no longer over a shape."""

    _record: Any = None
    _disable_mode = DisableMode.REMOVE

    collision_layer: int = told_property(
        "collision_layer",
        1,
        checked_layers,
        to_attribute("layer"),
        "The layers that it is on, as 32 bits; default 1, the first.",
    )
    collision_mask: int = told_property(
        "collision_mask",
        1,
        checked_layers,
        to_attribute("mask"),
        "The layers that it looks at, as 32 bits; default 1, the first. Two bodies collide, and both are pushed, if "
        "the mask of either has a layer of the other; areas, and bodies that move themselves, meet what their own has.",
    )
    collision_priority: float = told_property(
        "collision_priority",
        1.0,
        checked_finite,
        to_attribute("priority"),
        "How hard it is to push out of others that a moved body is in; default 1.",
    )

    @property
    @exported(DisableMode.REMOVE)
    def disable_mode(self) -> DisableMode:
        """What happens to it while its process mode is DISABLED."""
        return self._disable_mode

    @disable_mode.setter
    def disable_mode(self, mode: DisableMode) -> None:
        mode = one_of(CollisionObject2D.DisableMode)(self, "disable_mode", mode)
        if mode != self._disable_mode:
            self._disable_mode = mode
            if self._tree is not None:
                self._update_presence()

    input_pickable: bool = told_property(
        "input_pickable", True, checked_bool, to_attribute("pickable"), "Whether the mouse is told to it; default True."
    )

    # --- layers ------------------------------------------------------------------------------------------------------

    def set_collision_layer_value(self, layer_number: int, value: bool) -> None:
        """Put it on a layer, or take it off.

        Args:
            layer_number: 1 to 32.
            value: whether it is to be on it.

        Raises:
            InvalidTypeError, InvalidValueError: another number, or `value` is neither True nor False.
        """
        method = "set_collision_layer_value"
        self.collision_layer = with_layer_number(self, method, self.collision_layer, layer_number, value)

    def get_collision_layer_value(self, layer_number: int) -> bool:
        """Whether it is on a layer, 1 to 32; errors as `set_collision_layer_value`."""
        return has_layer_number(self, "get_collision_layer_value", self.collision_layer, layer_number)

    def set_collision_mask_value(self, layer_number: int, value: bool) -> None:
        """Let it look at a layer, or not; the rest is as in `set_collision_layer_value`."""
        method = "set_collision_mask_value"
        self.collision_mask = with_layer_number(self, method, self.collision_mask, layer_number, value)

    def get_collision_mask_value(self, layer_number: int) -> bool:
        """Whether it looks at a layer, 1 to 32; errors as `set_collision_layer_value`."""
        return has_layer_number(self, "get_collision_mask_value", self.collision_mask, layer_number)

    def get_rid(self) -> int:
        """Its number with the physics server, by which queries can leave it out."""
        rid: int = self._physics().rid
        return rid

    # --- the mouse ---------------------------------------------------------------------------------------------------

    def on_input_event(self, viewport: Node, event: InputEvent, shape_idx: int) -> Awaitable[None] | None:
        """Override it: an input event came over one of its shapes, if `input_pickable`; before `input_event`.

        Args:
            viewport: where; `viewport.set_input_as_handled()` keeps it from the next one there.
            event: its position is in pixels of the viewport.
            shape_idx: the number of the shape among all.
        """

    def on_mouse_enter(self) -> Awaitable[None] | None:
        """Override it: the mouse came over one of its shapes, if `input_pickable`; before `mouse_entered`."""

    def on_mouse_exit(self) -> Awaitable[None] | None:
        """Override it: the mouse is over none of its shapes any more; before `mouse_exited`."""

    def on_mouse_shape_enter(self, shape_idx: int) -> Awaitable[None] | None:
        """Override it: the mouse came over a shape, if `input_pickable`; before `mouse_shape_entered`."""

    def on_mouse_shape_exit(self, shape_idx: int) -> Awaitable[None] | None:
        """Override it: the mouse is no longer over a shape; before `mouse_shape_exited`."""

    # --- in the server -----------------------------------------------------------------------------------------------

    def _make_record(self) -> CollisionObject:
        """A record of the class's kind, here a static body; it is told the node's properties afterwards."""
        return Body(self, BodyMode.STATIC)

    def _physics(self) -> Any:
        """The server's record of the node."""
        record = self._record
        if record is None:
            record = self._record = self._make_record()
            record.pickable = self.input_pickable
            tell_all(self, record)
        return record

    def _enter_tree(self) -> None:
        self._drop_removed()
        record = self._physics()
        record.transform = self.global_transform
        record.canvas_layer = layer = self.get_canvas_layer_node()
        assert self._tree is not None
        if self._tree._picking is None:
            self._tree._picking = ObjectPicking(self._tree)
        if layer is not None:
            self._tree._picking.add_layer(layer)
        self._update_presence()

    def _exit_tree(self) -> None:
        self._leave_space()

    def _freed(self) -> None:
        for group in (self._shape_groups or {}).values():
            for entry in group.entries:
                entry.unwatch()

    def _reset_interpolation(self) -> None:
        if self._record is not None and self._record.space is not None and self._tree is not None:
            PhysicsServer2D.of(self._tree).reset_interpolation(self._record)

    def _world_2d_changed(self) -> None:
        self._leave_space()
        self._update_presence()

    def _process_mode_changed(self) -> None:
        self._update_presence()

    def _update_presence(self) -> None:
        """Be in the space, or not, and be static, or not, as the process mode wants; before it enters, nothing."""
        if self._tree is None or self._record is None:
            return
        is_disabled = self._flags & RESOLVED_MASK == RESOLVED_MASK
        mode = self._disable_mode if is_disabled else CollisionObject2D.DisableMode.KEEP_ACTIVE
        self._make_static(mode is CollisionObject2D.DisableMode.MAKE_STATIC)
        if mode is CollisionObject2D.DisableMode.REMOVE:
            self._record.sleep_on()
            self._leave_space()
        elif self._record.space is None and not self._flags & EXITING:
            self._record.transform = self.global_transform
            PhysicsServer2D.of(self._tree).put(self._record, self.get_world_2d(), self._slot)

    def _leave_space(self) -> None:
        record, tree = self._record, self._tree
        if record is not None and record.space is not None and tree is not None:
            PhysicsServer2D.of(tree).take(record)

    def _make_static(self, static: bool) -> None:
        """Be static, or what it is again; of bodies."""

    def _emit(self, signal: Signal[*tuple[Any, ...]], *args: Any) -> None:
        """Emit after a step: what a handler raises is for the tree."""
        self._tell(signal.get_name(), signal.emit, *args)

    def _tell(self, name: str, function: Callable[..., object], *args: Any) -> None:
        """Call user code from a step: what it raises is for the tree, and the step goes on."""
        if self._tree is None:
            function(*args)
        else:
            self._tree._guarded(lambda: function(*args), self, name)

    def get_configuration_warnings(self) -> list[str]:
        """That it has no shape."""
        warnings = super().get_configuration_warnings()
        if not self.get_shape_owners():
            warnings.append(
                "This node has no shape, so it can't collide or interact with other objects.\n"
                "Consider adding a CollisionShape2D or CollisionPolygon2D as a child to define its shape."
            )
        return warnings
