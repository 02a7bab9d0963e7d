"""Whether a Node3D is shown: a part of Node3D."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.export import exported
from engine.core.property_checks import checked_bool
from engine.core.signal import Signal
from engine.tree.flags import HAS_SIGNALS, IN_TREE, MASK_3D
from engine.tree.node_path import NodePath
from engine.tree.rare_properties import checked_node_path, rare_property

if TYPE_CHECKING:
    from engine.tree.scene_tree import SceneTree
    from nodes.world_3d.node_3d import Settings


class Visibility3D:
    """The visibility of a Node3D and of what stands below it."""

    __slots__ = ()

    visibility_changed: Signal[()] = Signal[()]()
    """Emitted inside a tree when its `visible` was changed, or that of a Node3D above while all between are visible."""

    if TYPE_CHECKING:
        _flags: int
        _tree: SceneTree | None

        @property
        def _settings(self) -> Settings: ...
        def _set(self, **settings: Any) -> None: ...
        def _where(self) -> str: ...

    @property
    @exported(True)
    def visible(self) -> bool:
        """Whether the node and the Node3Ds below it are drawn; default True. They are processed all the same."""
        return self._settings.visible

    @visible.setter
    def visible(self, visible: bool) -> None:
        visible = checked_bool(self, "visible", visible)
        if visible == self._settings.visible:
            return
        self._set(visible=visible)
        if self._tree is not None:
            self._tell_visibility()

    visibility_parent: NodePath = rare_property(
        "visibility_parent",
        NodePath(""),
        checked_node_path,
        "The node by whose visibility range this one is shown or not; kept and saved; there are no ranges yet.",
    )

    def show(self) -> None:
        """Set `visible`."""
        self.visible = True

    def hide(self) -> None:
        """Clear `visible`."""
        self.visible = False

    def is_visible_in_tree(self) -> bool:
        """Whether the node is inside a tree and neither it nor a Node3D above it is hidden.

        A parent that is not a Node3D ends the chain; a top-level node hides with its parent all the same.
        """
        if not self._flags & IN_TREE:
            return False
        node: Any = self
        while node is not None and node._mask & MASK_3D:
            if not node._settings.visible:
                return False
            node = node._parent
        return True

    def _tell_visibility(self) -> None:
        stack: list[Any] = [self]
        while stack:
            node = stack.pop()
            if node._tree is None:
                continue  # a receiver took it out
            if node._flags & HAS_SIGNALS:
                node.visibility_changed.emit()
            for child in reversed(node.get_children()):
                if child._mask & MASK_3D and child._settings.visible:
                    stack.append(child)
