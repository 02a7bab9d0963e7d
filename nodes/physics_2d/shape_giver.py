"""What CollisionShape2D and CollisionPolygon2D are: nodes that give shapes to the collision object right above them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.export import kept_property
from engine.core.property_checks import checked_bool, checked_non_negative
from engine.tree.flags import EXITING
from nodes.physics_2d.collision_object_2d import CollisionObject2D
from nodes.physics_2d.debug_drawing import DebugDrawn
from nodes.world_2d.node_2d import Node2D
from servers.physics_2d import PhysicsServer2D

if TYPE_CHECKING:
    from engine.resources.shapes_2d.shape_2d import Shape2D

    _Base = Node2D
else:
    _Base = object


class ShapeGiver(DebugDrawn, _Base):
    """Gives shapes to its parent, which has them as long as this node is its child.

    It does so on entering a tree; outside of one the parent asks for them where somebody asks it.
    """

    if not TYPE_CHECKING:
        __slots__ = ()

    _receiver: CollisionObject2D | None = None
    _owner_id = -1

    disabled: bool = kept_property(
        "disabled",
        False,
        checked_bool,
        lambda self, attribute, value: self._keep_and_give(attribute, value),
        "Whether it touches nothing; default False. While bodies are moved, change it by set_deferred.",
    )
    one_way_collision: bool = kept_property(
        "one_way_collision",
        False,
        checked_bool,
        lambda self, attribute, value: self._keep_and_give(attribute, value),
        "Whether it holds up only what comes from its own upper side; not of areas; default False.",
    )
    one_way_collision_margin: float = kept_property(
        "one_way_collision_margin",
        1.0,
        checked_non_negative,
        lambda self, attribute, value: self._keep_and_give(attribute, value),
        "How deep inside of it a body that moves itself, and comes from that side, may already be; the larger, the "
        "safer for what is fast; default 1. What forces move is held up or let through, as in Godot, by the side from "
        "which it first touches it.",
        range=(0.0, 128.0, 0.1),
        unit="px",
    )

    def _shapes(self) -> list[Shape2D]:
        """What it gives."""
        raise NotImplementedError

    def _keep_and_give(self, attribute: str, value: Any) -> None:
        setattr(self, attribute, value)
        self._give_state()
        self._redraw_debug()
        self.update_configuration_warnings()

    # --- giving ------------------------------------------------------------------------------------------------------

    def _enter_tree(self) -> None:
        tree = self._tree
        assert tree is not None
        self._give_to_parent()
        if self._receiver is not None:
            PhysicsServer2D.of(tree).follow(self._slot, self._give_state)

    def _give_to_parent(self) -> None:
        """Let its parent, and no other, have its shapes as they are now."""
        parent = self._parent
        if self._receiver is not parent:
            self._withdraw()
            if isinstance(parent, CollisionObject2D):
                self._receiver, self._owner_id = parent, parent._add_group(self)
                self._give_shapes()
        self._give_state()

    def _exit_tree(self) -> None:
        tree, receiver = self._tree, self._receiver
        assert tree is not None
        if receiver is not None:
            PhysicsServer2D.of(tree).unfollow(self._slot)
            if not receiver._flags & EXITING:
                self._withdraw()

    def _freed(self) -> None:
        self._withdraw()

    def _withdraw(self) -> None:
        """Let who had its shapes have them no longer."""
        receiver, self._receiver = self._receiver, None
        if receiver is not None and self._owner_id in (receiver._shape_groups or ()):
            receiver.remove_shape_owner(self._owner_id)

    def _give_shapes(self) -> None:
        """Let its parent have the shapes that it has now, in place of those it had."""
        receiver = self._receiver
        if receiver is not None and self._owner_id in (receiver._shape_groups or ()):
            receiver.shape_owner_clear_shapes(self._owner_id)
            for shape in self._shapes():
                receiver.shape_owner_add_shape(self._owner_id, shape)

    def _give_state(self) -> None:
        """Tell its parent where its shapes are, and how they touch; also called when its transform was set."""
        receiver, number = self._receiver, self._owner_id
        if receiver is not None and number in (receiver._shape_groups or ()):
            receiver.shape_owner_set_transform(number, self.transform)
            receiver.shape_owner_set_disabled(number, self.disabled)
            receiver.shape_owner_set_one_way_collision(number, self.one_way_collision)
            receiver.shape_owner_set_one_way_collision_margin(number, self.one_way_collision_margin)

    def get_configuration_warnings(self) -> list[str]:
        """That its parent takes no shapes."""
        warnings = super().get_configuration_warnings()
        parent, kind = self._parent, self._type_name
        if not isinstance(parent, CollisionObject2D):
            warnings.append(
                f"{kind} only serves to provide a collision shape to a CollisionObject2D derived node.\n"
                "Please only use it as a child of Area2D, StaticBody2D, RigidBody2D, CharacterBody2D, etc. to give "
                "them a shape."
            )
        elif self.one_way_collision and parent._is_area:
            warnings.append("The One Way Collision property will be ignored when the collision object is an Area2D.")
        return warnings
