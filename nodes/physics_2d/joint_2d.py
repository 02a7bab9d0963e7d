"""Joint2D: the base of what joins two bodies in 2D.

When:  the joint is made, where its node is then, when the node is ready, when it enters a tree again (before the next
       step), and when `node_a`, `node_b` or `disable_collision` is set. Moving the node afterwards changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.export import exported
from engine.core.property_checks import checked_bool, checked_non_negative
from engine.tree.flags import EXITING, READY
from engine.tree.node_path import NodePath
from engine.tree.rare_properties import checked_node_path
from nodes.physics_2d.debug_drawing import DebugDrawn
from nodes.physics_2d.physics_body_2d import PhysicsBody2D
from nodes.physics_2d.told_properties import tell_all, to_attribute, told_property
from nodes.world_2d.node_2d import Node2D
from servers.physics_2d import PhysicsServer2D

if TYPE_CHECKING:
    from engine.tree.node import Node
    from servers.physics_2d import Body, Joint


class Joint2D(DebugDrawn, Node2D):
    """Joins two bodies where it is; a base class, take one of its kinds.

    It joins nothing unless both paths lead to bodies; to hold one where it is in the world, join it to a StaticBody2D.
    A body that leaves the tree is joined no more, until one of the paths is set again or this node enters the tree
    again; one that is disabled is joined again when it is enabled.
    """

    _record: Any = None
    _node_a = _node_b = NodePath()
    _disable_collision = True

    @property
    @exported(NodePath())
    def node_a(self) -> NodePath:
        """The first body, a PhysicsBody2D, as a path from here; default empty.

        Raises:
            InvalidTypeError: set to something else than a NodePath or its text.
        """
        return self._node_a

    @node_a.setter
    def node_a(self, path: NodePath | str) -> None:
        path = checked_node_path(self, "node_a", path)
        if path != self._node_a:
            self._node_a = path
            self._update_joint()

    @property
    @exported(NodePath())
    def node_b(self) -> NodePath:
        """The second body, a PhysicsBody2D, as a path from here; default empty.

        Raises:
            InvalidTypeError: set to something else than a NodePath or its text.
        """
        return self._node_b

    @node_b.setter
    def node_b(self, path: NodePath | str) -> None:
        path = checked_node_path(self, "node_b", path)
        if path != self._node_b:
            self._node_b = path
            self._update_joint()

    bias: float = told_property(
        "bias",
        0.0,
        checked_non_negative,
        to_attribute("bias"),
        "What part of an error it takes back in a sixtieth of a second, up to 1; 0, the default, for 0.2.",
        range=(0.0, 0.9, 0.001),
    )

    @property
    @exported(True)
    def disable_collision(self) -> bool:
        """Whether the two bodies pass through one another; default True."""
        return self._disable_collision

    @disable_collision.setter
    def disable_collision(self, disable: bool) -> None:
        disable = checked_bool(self, "disable_collision", disable)
        if disable != self._disable_collision:
            self._disable_collision = disable
            self._update_joint()

    def get_rid(self) -> int:
        """Its number with the physics server."""
        number: int = self._physics().rid
        return number

    def get_configuration_warnings(self) -> list[str]:
        """That it does not join two bodies."""
        warnings = super().get_configuration_warnings()
        flaw = self._flaw() if self._tree is not None else ""
        if flaw:
            warnings.append(flaw)
        return warnings

    # --- in the server -----------------------------------------------------------------------------------------------

    def _keep_and_draw(self, attribute: str, value: float) -> None:
        setattr(self, attribute, value)
        self._redraw_debug()

    def _make_record(self) -> Joint:
        """A record of the class's kind; it is told the node's properties afterwards."""
        raise NotImplementedError

    def _attach(self, record: Any, a: Body, b: Body) -> None:
        """Join two bodies where this node is now."""
        raise NotImplementedError

    def _physics(self) -> Any:
        """The server's record of the node."""
        record = self._record
        if record is None:
            record = self._record = self._make_record()
            tell_all(self, record)
        return record

    def _enter_tree(self) -> None:
        if self._flags & READY:
            self.call_deferred(self._update_joint)  # not yet: those behind it in the tree have not entered

    def _ready(self) -> None:
        self._update_joint()

    def _exit_tree(self) -> None:
        self._part()

    def _freed(self) -> None:
        self._part()

    def _body_left(self) -> None:
        """A body that it joins leaves the tree."""
        self._part()
        self.update_configuration_warnings()

    def _part(self) -> None:
        if self._record is not None:
            self._record.detach()

    def _update_joint(self) -> None:
        """Make the joint anew, where the node is now; nothing outside a tree, or before the node is ready."""
        self._part()
        tree = self._tree
        if tree is None or self._flags & (READY | EXITING) != READY:
            return
        a, b = self._at(self._node_a), self._at(self._node_b)
        if isinstance(a, PhysicsBody2D) and isinstance(b, PhysicsBody2D) and a is not b:
            PhysicsServer2D.of(tree).sync()
            record = self._physics()
            record.disables_collision = self._disable_collision
            self._attach(record, a._physics(), b._physics())
        self.update_configuration_warnings()

    def _at(self, path: NodePath) -> Node | None:
        """The node at a path; None if there is none, or it is leaving the tree."""
        node = self.get_node_or_none(path) if path else None
        return None if node is None or node._flags & EXITING else node

    def _flaw(self) -> str:
        """Why it joins nothing, in Godot's words and which path leads nowhere; "" if it does."""
        a, b = self._at(self._node_a), self._at(self._node_b)
        is_wrong_a = a is not None and not isinstance(a, PhysicsBody2D)
        is_wrong_b = b is not None and not isinstance(b, PhysicsBody2D)
        if is_wrong_a and is_wrong_b:
            return "Node A and Node B must be PhysicsBody2Ds"
        if is_wrong_a:
            return "Node A must be a PhysicsBody2D"
        if is_wrong_b:
            return "Node B must be a PhysicsBody2D"
        if a is None or b is None:
            flaw = "Joint is not connected to two PhysicsBody2Ds"
            missing = [str(path) for path, node in ((self._node_a, a), (self._node_b, b)) if path and node is None]
            if missing:
                return f"{flaw}: nothing is at {' and '.join(missing)}"
            if a is not b:
                empty = "node_a" if a is None else "node_b"
                flaw += f": {empty} is empty; a StaticBody2D there holds the other one in the world"
            return flaw
        return "Node A and Node B must be different PhysicsBody2Ds" if a is b else ""
