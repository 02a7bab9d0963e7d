"""What all nodes with a transform have: being told when it changes, and staying in place under another parent.

A part of Node2D and Node3D.

When:  each node that asked is told once in the transform step of a frame, however often it moved;
       `force_update_transform` does the node's own at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.coroutine import start
from engine.core.property_checks import checked_bool
from engine.math.errors import MathValueError, SingularTransformError
from engine.tree.flags import MASK_2D, MASK_3D, NOTIFY_LOCAL, NOTIFY_TRANSFORM
from engine.tree.transforms.store import parent_of

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from engine.tree.transforms.store import TransformStore


class TransformChanges:
    """The calls on change of a node with a transform, and what `reparent` asks of it."""

    __slots__ = ()

    if TYPE_CHECKING:
        _flags: Any
        _slot: int

    def _transform_store(self) -> TransformStore:
        """The store that the node is in, while it has a slot."""
        raise NotImplementedError

    def on_transform_changed(self) -> Awaitable[None] | None:
        """Called at the end of a frame in which the global transform has changed, after `set_notify_transform(True)`.

        Also called once after the node has entered a tree. By then all global transforms of the frame are settled;
        what is moved in here counts for the next frame.
        """
        return None

    def on_local_transform_changed(self) -> Awaitable[None] | None:
        """Called at the end of a frame in which the transform was set, after `set_notify_local_transform(True)`.

        Setting it to what it was counts; a move of the parent does not, nor does entering a tree.
        """
        return None

    def set_notify_transform(self, enable: bool) -> None:
        """Ask for `on_transform_changed`, or no longer.

        Raises:
            InvalidTypeError: `enable` is neither True nor False.
        """
        self._notify("set_notify_transform", NOTIFY_TRANSFORM, enable)

    def is_transform_notification_enabled(self) -> bool:
        """Whether `on_transform_changed` is called."""
        return bool(self._flags & NOTIFY_TRANSFORM)

    def set_notify_local_transform(self, enable: bool) -> None:
        """Ask for `on_local_transform_changed`, or no longer; errors as `set_notify_transform`."""
        self._notify("set_notify_local_transform", NOTIFY_LOCAL, enable)

    def is_local_transform_notification_enabled(self) -> bool:
        """Whether `on_local_transform_changed` is called."""
        return bool(self._flags & NOTIFY_LOCAL)

    def force_update_transform(self) -> None:
        """Call now what the end of the frame would call on this node: `on_transform_changed`, if it has changed.

        Global values need no update: they are right at any time.
        """
        node: Any = self
        if self._flags & NOTIFY_TRANSFORM and self._slot >= 0 and self._transform_store().take_change(node):
            start(self._global_changed(), node)

    def _global_changed(self) -> Awaitable[None] | None:
        """What the tree calls for `on_transform_changed`; engine classes override it, and call this one."""
        return self.on_transform_changed()

    def _local_changed(self) -> Awaitable[None] | None:
        """What the tree calls for `on_local_transform_changed`; likewise."""
        return self.on_local_transform_changed()

    def _global_to_keep(self) -> Any:
        node: Any = self
        return node.global_transform

    def _keep_global(self, kept: Any) -> None:
        """Set the transform so that the global one is `kept`; nothing can below what is flat or overflows."""
        node: Any = self
        parent = parent_of(node, node._mask & (MASK_2D | MASK_3D))
        if parent is not None:
            try:
                kept = parent.global_transform.affine_inverse() * kept
            except (SingularTransformError, MathValueError):
                return
        if kept.is_finite():
            node._place(kept)

    def _notify(self, method: str, flag: int, enable: bool) -> None:
        node: Any = self
        enable = checked_bool(node, f"{method}(enable)", enable)
        if enable == bool(self._flags & flag):
            return
        if self._slot >= 0:
            (self._transform_store().watch if enable else self._transform_store().unwatch)(node, flag)
        node._flags ^= flag
