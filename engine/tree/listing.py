"""Which nodes a tree calls each frame: process lists, running timers, input; and what a pause makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.object import Object
from engine.core.property_checks import checked_bool
from engine.tree import flags as f
from engine.tree import lifecycle
from engine.tree.order import NodeSet
from engine.tree.process_list import ProcessList
from engine.tree.timers import NodeTimers

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.tree.node import Node
    from engine.tree.viewport import SceneViewport


def _is_none(cls: type) -> bool:
    """No class is a game's script: all callbacks run in edit mode."""
    return False


class Listing(Object):
    """The part of a SceneTree that lists who is called."""

    root: SceneViewport
    is_game_script: Callable[[type], bool]
    """Says of a class whether it is a script of the game, whose callbacks do not run in edit mode; none by default."""

    def _start_listing(self) -> None:
        tree: Any = self
        self._paused = False
        self._edit_mode = False
        self.is_game_script = _is_none
        self._modes_stale = False
        self._walk_count = 0  # walks over process lists begun
        self._paused_in_walk = 0  # the last of them in or before which the tree was paused or went on
        self._input_nodes = NodeSet(tree)
        self._process_list = ProcessList(tree, "on_process", f.IN_PROCESS, "_process_at", "_process_priority")
        self._physics_list = ProcessList(
            tree, "on_physics_process", f.IN_PHYSICS, "_physics_at", "_process_physics_priority"
        )
        self._process_timers = NodeTimers(tree, self._process_list)
        self._physics_timers = NodeTimers(tree, self._physics_list)

    @property
    def paused(self) -> bool:
        """Whether the tree is paused: only nodes whose process mode allows are processed, and physics stands still."""
        return self._paused

    @paused.setter
    def paused(self, paused: bool) -> None:
        paused = checked_bool(self, "paused", paused)
        if paused == self._paused:
            return
        self._paused = paused
        self._drop_barred()

    @property
    def edit_mode(self) -> bool:
        """Whether the tree is being edited instead of played.

        Then only nodes whose class is marked `@tool` are processed and told of input, and fixed-step servers do not
        step. Nodes still enter, get ready, leave and draw; of classes for which `is_game_script` is true and which are
        no tools, the nearest base class's own callback runs instead. Deferred calls, frees, tree timers, transforms and
        frame servers go on.
        """
        return self._edit_mode

    @edit_mode.setter
    def edit_mode(self, edit_mode: bool) -> None:
        edit_mode = checked_bool(self, "edit_mode", edit_mode)
        if edit_mode != self._edit_mode:
            self._edit_mode = edit_mode
            self._drop_barred()

    def _drop_barred(self) -> None:
        """Call those no longer who may not be processed now; those who may are listed before the next walk."""
        self._paused_in_walk = self._walk_count
        for process_list in (self._process_list, self._physics_list):
            for node in process_list.nodes:
                if node is not None and not node.can_process():
                    process_list.drop(node)
        for timers in (self._process_timers, self._physics_timers):
            for timer in (*timers.scaled.items, *timers.unscaled.items):
                if timer is not None and not timer.can_process():
                    timers.drop(timer)
        self._modes_stale = True
        tree: Any = self
        if tree._tweens is not None:
            tree._tweens.look_again()

    def _refresh_modes(self) -> None:
        """After a pause or its end: list the nodes that may be processed now."""
        self._modes_stale = False
        for node in lifecycle.subtree(self.root):
            if node._mask & f.MASK_LISTED or node._flags & f.FLIPPED:
                self._update_processing(node)

    def _resolve_modes(self, top: Node) -> None:
        """Work out the modes of a node and of those below that inherit from it."""
        stack = [top]
        while stack:
            node = stack.pop()
            mode = node._process_mode
            parent = node._parent
            if mode:
                resolved = (mode - 1) << f.RESOLVED_SHIFT
            else:
                resolved = parent._flags & f.RESOLVED_MASK if parent is not None else 0
            if resolved != node._flags & f.RESOLVED_MASK:
                node._flags = node._flags & ~f.RESOLVED_MASK | resolved
                if node._mask & f.MASK_LISTED or node._flags & f.FLIPPED:
                    self._update_processing(node)
                if node._mask & f.MASK_MODE:
                    node._process_mode_changed()
            elif node is not top:
                continue
            stack.extend(
                child
                for child in node._children or ()
                if child is not None and not child._process_mode and child._tree is self
            )

    def _update_processing(self, node: Node) -> None:
        """List a node where it is to be called, and unlist it where not."""
        flags = node._flags
        may = node.can_process() and not flags & f.QUEUED
        for process_list, wanted in (
            (self._process_list, node.is_processing() or bool(flags & f.INTERNAL)),
            (self._physics_list, node.is_physics_processing() or bool(flags & f.INTERNAL_PHYSICS)),
        ):
            listed = node._flags & process_list.flag
            if may and wanted:
                if not listed:
                    process_list.add(node)
                elif node._mask & f.MASK_INTERNAL:
                    process_list.renew(node)
            elif listed:
                process_list.drop(node)
        if node._mask & f.MASK_TIMER:
            node._update_running(may)
        if node.is_processing_input() or node.is_processing_unhandled_input():
            self._input_nodes.add(node)
        else:
            self._input_nodes.drop(node)

    def _unlist(self, node: Node) -> None:
        """Call a node's process callbacks no longer."""
        if node._flags & f.IN_PROCESS:
            self._process_list.drop(node)
        if node._flags & f.IN_PHYSICS:
            self._physics_list.drop(node)
        if node._mask & f.MASK_TIMER:
            node._update_running(False)
