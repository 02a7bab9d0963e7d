"""Properties that few nodes change: a part of Node, and how the node classes declare theirs.

They cost a node nothing until one of them is changed: what differs from the defaults is kept by name in one dict,
`_rare`, which is None until then. A class says with `_kept_in = {"editor_description": "_rare"}` that it is there.
"""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError
from engine.core.export import kept_property
from engine.core.property_checks import checked_flags, checked_int, checked_str, one_of
from engine.math.value import shortened
from engine.tree import lifecycle
from engine.tree.node_path import NodePath
from engine.tree.node_state import NodeState

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core.property_checks import Located


def rare_property(name: str, default: Any, check: Callable[[Any, str, Any], Any], doc: str, changed: str = "") -> Any:
    """An exported property that is kept in `_rare`; stands in the body of a node class.

    Args:
        name: what it is called there.
        default: what nodes have until it is set.
        check: called with the node, `name` and each value that is set; returns what to keep, or raises.
        doc: its text.
        changed: the method of the node that is called with `name` when it was set; "" for none.
    """

    def read(self: NodeState) -> Any:
        return default if self._rare is None else self._rare.get(name, default)

    return kept_property(name, default, check, keep_rare(name, default, changed), doc, read=read)


def keep_rare(name: str, default: Any, changed: str = "") -> Callable[[Any, str, Any], None]:
    """What keeps a value in `_rare` for `kept_property`; arguments as `rare_property`."""

    def keep(self: NodeState, _: str, value: Any) -> None:
        if value != default:
            if self._rare is None:
                self._rare = {}
            self._rare[name] = value
        elif self._rare is not None:
            self._rare.pop(name, None)
        if changed:
            getattr(self, changed)(name)

    return keep


def checked_node_path(item: Located, what: str, path: Any) -> NodePath:
    """A node path, given itself or as its text.

    Raises:
        InvalidTypeError: anything else.
    """
    if not isinstance(path, (str, NodePath)):
        hint = "; write its path: get_path() gives it" if hasattr(path, "get_path") else ""
        raise InvalidTypeError(f"{item._where()}.{what} must be a NodePath or its text, got {shortened(path)}{hint}")
    return path if isinstance(path, NodePath) else NodePath(path)


class RareProperties(NodeState):
    """What Godot's nodes carry for threads, interpolation, translation and editors.

    It is kept, copied and saved with the node; but for interpolation nothing is done with it yet.
    """

    if not TYPE_CHECKING:  # the slots stand in Node
        __slots__ = ()

    class ProcessThreadGroup(IntEnum):
        """In which thread Godot processes a node; the numbers are Godot's."""

        INHERIT = 0
        """In that of its parent; the default."""
        MAIN_THREAD = 1
        SUB_THREAD = 2
        """In one of its own, with those below it that inherit."""

    class ProcessThreadMessages(IntFlag):
        """In which phases a node takes calls from other threads; combine with `|`. The numbers are Godot's."""

        MESSAGES = 1
        """Just before it is processed."""
        MESSAGES_PHYSICS = 2
        """Just before it is processed in a physics step."""
        MESSAGES_ALL = 3

    class PhysicsInterpolationMode(IntEnum):
        """Whether a node is drawn between its places of the last two physics steps; the numbers are Godot's."""

        INHERIT = 0
        """As its parent; the default."""
        ON = 1
        OFF = 2

    class AutoTranslateMode(IntEnum):
        """Whether a node's texts are translated; the numbers are Godot's."""

        INHERIT = 0
        """As its parent's; the default."""
        ALWAYS = 1
        DISABLED = 2

    process_thread_group: ProcessThreadGroup = rare_property(
        "process_thread_group",
        ProcessThreadGroup.INHERIT,
        one_of(ProcessThreadGroup),
        "In which thread Godot processes the node; kept and saved; here all are processed in the tree's.",
    )
    process_thread_group_order: int = rare_property(
        "process_thread_group_order",
        0,
        checked_int,
        "The place of the node's group among those that Godot processes in threads, lower first; kept and saved only.",
    )
    process_thread_messages: ProcessThreadMessages = rare_property(
        "process_thread_messages",
        ProcessThreadMessages(0),
        lambda item, what, value: checked_flags(item, what, value, RareProperties.ProcessThreadMessages),
        "In which phases the node's group takes Godot's calls from other threads; kept and saved only.",
    )
    physics_interpolation_mode: PhysicsInterpolationMode = rare_property(
        "physics_interpolation_mode",
        PhysicsInterpolationMode.INHERIT,
        one_of(PhysicsInterpolationMode),
        "Whether the node of a body is shown on its way between two physics steps, where the tree has "
        "`physics_interpolation` on.",
        "_interpolation_mode_changed",
    )
    auto_translate_mode: AutoTranslateMode = rare_property(
        "auto_translate_mode",
        AutoTranslateMode.INHERIT,
        one_of(AutoTranslateMode),
        "Whether the node's texts are translated; kept and saved; nothing is translated yet.",
    )
    editor_description: str = rare_property(
        "editor_description",
        "",
        checked_str,
        "A note for whoever edits the scene; Godot's editor shows it, the engine only keeps and saves it.",
    )

    def is_physics_interpolated(self) -> bool:
        """Whether its `physics_interpolation_mode` is ON, or INHERIT while its parent's is so; at the top it is ON."""
        node: Any = self
        while node is not None:
            mode = node.physics_interpolation_mode
            if mode:
                return bool(mode == RareProperties.PhysicsInterpolationMode.ON)
            node = node._parent
        return True

    def is_physics_interpolated_and_enabled(self) -> bool:
        """Whether it is, and its tree has `physics_interpolation` on; outside of a tree never."""
        return self._tree is not None and self._tree.physics_interpolation and self.is_physics_interpolated()

    def reset_physics_interpolation(self) -> None:
        """Show nothing of the way that it and the bodies below have gone in the last step, or go in the present one.

        Call it after a CharacterBody2D was put elsewhere in a physics callback.
        """
        node: Any = self
        if self._tree is not None:
            for each in lifecycle.subtree(node):
                each._reset_interpolation()

    def _interpolation_mode_changed(self, name: str) -> None:
        if self._tree is not None:
            self._tree.interpolation_changes += 1

    _kept_in: dict[str, tuple[str, ...] | str] = dict.fromkeys(
        (
            "process_thread_group",
            "process_thread_group_order",
            "process_thread_messages",
            "physics_interpolation_mode",
            "auto_translate_mode",
            "editor_description",
        ),
        "_rare",
    )
