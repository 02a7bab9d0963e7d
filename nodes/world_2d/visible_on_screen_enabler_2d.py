"""VisibleOnScreenEnabler2D: lets a node be processed only while a rectangle is in the view."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from engine.core.export import exported
from engine.core.property_checks import checked_choice
from engine.tree.flags import FREED
from engine.tree.node_path import NodePath
from engine.tree.processing import ProcessMode
from engine.tree.rare_properties import checked_node_path
from nodes.world_2d.visible_on_screen_notifier_2d import VisibleOnScreenNotifier2D

if TYPE_CHECKING:
    from engine.tree.node import Node


class VisibleOnScreenEnabler2D(VisibleOnScreenNotifier2D):
    """Disables a node, with all below it, while its own rectangle is off the screen: enemies that wait for the player.

    The node is its parent unless `enable_node_path` says another. When this one enters the tree, that one is disabled
    until the rectangle is first seen; when it leaves, that one stays as it is.
    """

    class EnableMode(IntEnum):
        """With which process mode the node is enabled; the numbers are Godot's."""

        INHERIT = 0
        ALWAYS = 1
        WHEN_PAUSED = 2

    _enable_mode = EnableMode.INHERIT
    _enable_node_path = NodePath("..")
    _target: Node | None = None

    @property
    @exported(EnableMode.INHERIT)
    def enable_mode(self) -> EnableMode:
        """The process mode that the node has while the rectangle is on screen; default INHERIT.

        Raises:
            InvalidValueError: not an EnableMode.
        """
        return self._enable_mode

    @enable_mode.setter
    def enable_mode(self, enable_mode: int) -> None:
        self._enable_mode = checked_choice(self, "enable_mode", enable_mode, self.EnableMode)
        if self._tree is not None:
            self._screen_changed(self._on_screen)

    @property
    @exported(NodePath(".."))
    def enable_node_path(self) -> NodePath:
        """Which node is enabled and disabled, by its path from this one; default "..", the parent, "" for none.

        Where nothing is at the path, nothing is, and `get_configuration_warnings` says so.

        Raises:
            InvalidTypeError: set to something else than a path or its text.
        """
        return self._enable_node_path

    @enable_node_path.setter
    def enable_node_path(self, path: NodePath | str) -> None:
        path = checked_node_path(self, "enable_node_path", path)
        if path == self._enable_node_path:
            return
        self._enable_node_path = path
        if self._tree is not None:
            self._target = None if self._tree._edit_mode else self._at_path()
            self._screen_changed(self._on_screen)
        self.update_configuration_warnings()

    def get_configuration_warnings(self) -> list[str]:
        """That there is no node to enable."""
        warnings = super().get_configuration_warnings()
        if str(self._enable_node_path) and self._at_path() is None:
            warnings.append(f"There is no node at enable_node_path, {str(self._enable_node_path)!r}, to enable.")
        return warnings

    def _enter_tree(self) -> None:
        super()._enter_tree()
        self._target = None if self.tree.edit_mode else self._at_path()
        self._screen_changed(False)

    def _exit_tree(self) -> None:
        super()._exit_tree()
        self._target = None

    def _at_path(self) -> Node | None:
        path = str(self._enable_node_path)
        return self.get_node_or_none(path) if path else None

    def _screen_changed(self, on_screen: bool) -> None:
        target = self._target
        if target is None or target._flags & FREED:
            return
        if not on_screen:
            target.process_mode = ProcessMode.DISABLED
        else:
            target.process_mode = (ProcessMode.INHERIT, ProcessMode.ALWAYS, ProcessMode.WHEN_PAUSED)[self._enable_mode]
