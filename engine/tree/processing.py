"""Which callbacks a node gets, in what order, and whether it runs while the tree is paused: a part of Node."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from engine.core.export import exported
from engine.core.property_checks import checked_bool, checked_choice, checked_int
from engine.tree import flags as f
from engine.tree.node_state import NodeState


class ProcessMode(IntEnum):
    """When a node is processed; the numbers are Godot's."""

    INHERIT = 0
    """As the parent; the default. The root is PAUSABLE."""
    PAUSABLE = 1
    """Only while the tree is not paused."""
    WHEN_PAUSED = 2
    """Only while the tree is paused."""
    ALWAYS = 3
    """Paused or not."""
    DISABLED = 4
    """Never."""


class Processing(NodeState):
    """Toggles, priorities and the process mode of a node.

    A node is processed while it is in a tree, its toggle is on (by default: exactly when the class overrides the
    callback), and its mode allows.
    """

    if not TYPE_CHECKING:  # the slots stand in Node
        __slots__ = ()

    _kept_in: dict[str, tuple[str, ...] | str] = {
        "input_before_ui": ("_before_ui",),
        "process_priority": ("_process_priority",),
        "process_physics_priority": ("_process_physics_priority",),
        "process_mode": (),
        "unique_name_in_owner": (),
    }

    def set_process(self, enabled: bool) -> None:
        """Turn `on_process` on or off."""
        self._toggle(f.MASK_PROCESS, f.FLIP_PROCESS, enabled)

    def is_processing(self) -> bool:
        """Whether `on_process` is on."""
        return bool(self._mask & f.MASK_PROCESS) != bool(self._flags & f.FLIP_PROCESS)

    def set_physics_process(self, enabled: bool) -> None:
        """Turn `on_physics_process` on or off."""
        self._toggle(f.MASK_PHYSICS, f.FLIP_PHYSICS, enabled)

    def is_physics_processing(self) -> bool:
        """Whether `on_physics_process` is on."""
        return bool(self._mask & f.MASK_PHYSICS) != bool(self._flags & f.FLIP_PHYSICS)

    def set_process_input(self, enabled: bool) -> None:
        """Turn `on_input` on or off."""
        self._toggle(f.MASK_INPUT, f.FLIP_INPUT, enabled)

    def is_processing_input(self) -> bool:
        """Whether `on_input` is on."""
        return bool(self._mask & f.MASK_INPUT) != bool(self._flags & f.FLIP_INPUT)

    def set_process_unhandled_input(self, enabled: bool) -> None:
        """Turn `on_unhandled_input` on or off."""
        self._toggle(f.MASK_UNHANDLED, f.FLIP_UNHANDLED, enabled)

    def is_processing_unhandled_input(self) -> bool:
        """Whether `on_unhandled_input` is on."""
        return bool(self._mask & f.MASK_UNHANDLED) != bool(self._flags & f.FLIP_UNHANDLED)

    def _set_internal_process(self, enabled: bool) -> None:
        """Turn `_internal_process` on or off; for engine classes."""
        if enabled != bool(self._flags & f.INTERNAL):
            self._flags ^= f.INTERNAL
            if self._tree is not None:
                self._tree._update_processing(self)

    def _set_internal_physics_process(self, enabled: bool) -> None:
        """Turn `_internal_physics_process` on or off; for engine classes."""
        if enabled != bool(self._flags & f.INTERNAL_PHYSICS):
            self._flags ^= f.INTERNAL_PHYSICS
            if self._tree is not None:
                self._tree._update_processing(self)

    def _process_all(self, delta: float) -> None:
        """The internal process, then on_process, unless the former took the node out of the walk."""
        node: Any = self
        node._internal_process(delta)
        if self._flags & f.IN_PROCESS and self.is_processing():
            node.on_process(delta)

    def _physics_process_all(self, delta: float) -> None:
        """The same in a physics step."""
        node: Any = self
        node._internal_physics_process(delta)
        if self._flags & f.IN_PHYSICS and self.is_physics_processing():
            node.on_physics_process(delta)

    def _toggle(self, mask: int, flip: int, enabled: bool) -> None:
        self._check_alive("set the processing of")
        if bool(enabled) != bool(self._mask & mask):
            self._flags |= flip
        else:
            self._flags &= ~flip
        if self._tree is not None:
            self._tree._update_processing(self)

    @property
    @exported(ProcessMode.INHERIT)
    def process_mode(self) -> ProcessMode:
        """When the node and those below it that inherit are processed."""
        return ProcessMode(self._process_mode)

    @process_mode.setter
    def process_mode(self, mode: ProcessMode) -> None:
        self._check_alive("set the process mode of")
        mode = checked_choice(self, "process_mode", mode, ProcessMode)
        if mode == self._process_mode:
            return
        self._process_mode = int(mode)
        self._flags = self._flags | f.OWN_MODE if mode else self._flags & ~f.OWN_MODE
        if self._tree is not None:
            self._tree._resolve_modes(self)

    @property
    @exported(0)
    def process_priority(self) -> int:
        """The place in the order of `on_process`: lower first, equal ones in tree order."""
        return self._process_priority

    @process_priority.setter
    def process_priority(self, priority: int) -> None:
        self._set_priority("process_priority", priority)

    @property
    @exported(0)
    def process_physics_priority(self) -> int:
        """The place in the order of `on_physics_process`: lower first, equal ones in tree order."""
        return self._process_physics_priority

    @process_physics_priority.setter
    def process_physics_priority(self, priority: int) -> None:
        self._set_priority("process_physics_priority", priority)

    def _set_priority(self, name: str, priority: int) -> None:
        self._check_alive("set a priority of")
        priority = checked_int(self, name, priority)
        kept_in = "_process_priority" if name == "process_priority" else "_process_physics_priority"
        before = getattr(self, kept_in)
        if priority == before:
            return
        setattr(self, kept_in, priority)
        tree = self._tree
        if tree is not None:
            if name == "process_priority":
                tree._process_list.prioritise(self, before)
            else:
                tree._physics_list.prioritise(self, before)

    @property
    @exported(False)
    def input_before_ui(self) -> bool:
        """Whether this node's `on_input` comes before user interfaces see the event."""
        return self._before_ui

    @input_before_ui.setter
    def input_before_ui(self, before: bool) -> None:
        self._before_ui = checked_bool(self, "input_before_ui", before)

    def can_process(self) -> bool:
        """Whether the node's mode allows it to be processed now. Outside a tree never; in edit mode only of a tool."""
        tree = self._tree
        if tree is None or (tree._edit_mode and not self._mask & f.MASK_TOOL):
            return False
        resolved = (self._flags >> f.RESOLVED_SHIFT) & 3
        return resolved == f.RESOLVED_ALWAYS or resolved == (
            f.RESOLVED_WHEN_PAUSED if tree._paused else f.RESOLVED_PAUSABLE
        )

    def get_resolved_process_mode(self) -> ProcessMode:
        """The process mode after inheritance; PAUSABLE outside a tree, if nothing above says otherwise."""
        if self._tree is not None:
            return ProcessMode(((self._flags >> f.RESOLVED_SHIFT) & 3) + 1)
        node: Any = self
        while node is not None and not node._process_mode:
            node = node._parent
        return ProcessMode(node._process_mode) if node is not None else ProcessMode.PAUSABLE
