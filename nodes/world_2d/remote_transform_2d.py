"""RemoteTransform2D: hands its own transform on to a node elsewhere in the tree.

When:  in the transform step of a frame, if its transform has changed; what it moves is drawn in the same frame, and
       another RemoteTransform2D that moves with that hands on in the same step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import ref

from engine.core.export import exported
from engine.core.property_checks import checked_bool
from engine.math import Transform2D
from engine.tree.flags import NOTIFY_TRANSFORM
from engine.tree.node_path import NodePath
from engine.tree.rare_properties import checked_node_path
from nodes.world_2d.node_2d import Node2D

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from engine.math import Vector2


class RemoteTransform2D(Node2D):
    """Keeps another Node2D where it is itself, or lets it take over a part of its transform.

    The other one must be neither above nor below this one. It is looked for when this node enters a tree and when
    `remote_path` is set; after it came later, or another one stands there, call `force_update_cache`.
    """

    _remote_path = NodePath()
    _remote: ref[Node2D] | None = None
    _use_global_coordinates = True
    _update_position = True
    _update_rotation = True
    _update_scale = True

    def _init_core(self) -> None:
        super()._init_core()
        self._flags |= NOTIFY_TRANSFORM

    @property
    @exported(NodePath())
    def remote_path(self) -> NodePath:
        """Which node is moved, from this one; default empty, for none.

        Raises:
            InvalidTypeError: set to something else than a NodePath or its text.
        """
        return self._remote_path

    @remote_path.setter
    def remote_path(self, path: NodePath | str) -> None:
        path = checked_node_path(self, "remote_path", path)
        if path == self._remote_path:
            return
        self._remote_path = path
        if self._tree is not None:
            self.force_update_cache()
            self._update_remote()
        self.update_configuration_warnings()

    @property
    @exported(True)
    def use_global_coordinates(self) -> bool:
        """Whether the global transform is handed on, instead of the local one; default True."""
        return self._use_global_coordinates

    @use_global_coordinates.setter
    def use_global_coordinates(self, use_global: bool) -> None:
        use_global = checked_bool(self, "use_global_coordinates", use_global)
        if use_global != self._use_global_coordinates:
            self._use_global_coordinates = use_global
            self.set_notify_transform(use_global)
            self.set_notify_local_transform(not use_global)
            self._update_remote()

    @property
    @exported(True)
    def update_position(self) -> bool:
        """Whether the position is handed on; default True."""
        return self._update_position

    @update_position.setter
    def update_position(self, update: bool) -> None:
        self._update_position = checked_bool(self, "update_position", update)
        self._update_remote()

    @property
    @exported(True)
    def update_rotation(self) -> bool:
        """Whether the rotation is handed on; default True."""
        return self._update_rotation

    @update_rotation.setter
    def update_rotation(self, update: bool) -> None:
        self._update_rotation = checked_bool(self, "update_rotation", update)
        self._update_remote()

    @property
    @exported(True)
    def update_scale(self) -> bool:
        """Whether the scale is handed on; default True."""
        return self._update_scale

    @update_scale.setter
    def update_scale(self, update: bool) -> None:
        self._update_scale = checked_bool(self, "update_scale", update)
        self._update_remote()

    def force_update_cache(self) -> None:
        """Look for the node at `remote_path` again."""
        found = self._at_path()
        if found is self or (found is not None and (found.is_ancestor_of(self) or self.is_ancestor_of(found))):
            found = None
        self._remote = None if found is None else ref(found)

    def get_configuration_warnings(self) -> list[str]:
        """That there is no node to move."""
        warnings = super().get_configuration_warnings()
        if self._at_path() is None:
            warnings.append("Path property must point to a valid Node2D node to work.")
        return warnings

    def _enter_tree(self) -> None:
        self.force_update_cache()

    def _at_path(self) -> Node2D | None:
        found = self.get_node_or_none(self._remote_path) if self._remote_path else None
        return found if isinstance(found, Node2D) else None

    def _global_changed(self) -> Awaitable[None] | None:
        self._update_remote()
        return super()._global_changed()

    def _local_changed(self) -> Awaitable[None] | None:
        self._update_remote()
        return super()._local_changed()

    def _update_remote(self) -> None:
        """Hand the transform on."""
        node = None if self._remote is None else self._remote()
        tree: Any = self._tree
        if tree is None or node is None or node._tree is None:
            return
        position, rotation, scale = self._update_position, self._update_rotation, self._update_scale
        if not (position or rotation or scale):
            return
        name = "global_transform" if self._use_global_coordinates else "transform"
        own: Transform2D = getattr(self, name)
        theirs: Transform2D = getattr(node, name)
        made = own if rotation else theirs
        if rotation != position:
            made = made.with_origin((own if position else theirs).origin)
        if rotation != scale:
            made = _with_scale(made, (own if scale else theirs).get_scale())
        setattr(node, name, made)
        tree._relayed = True


def _with_scale(transform: Transform2D, scale: Vector2) -> Transform2D:
    return Transform2D(transform.x.normalized() * scale.x, transform.y.normalized() * scale.y, transform.origin)
