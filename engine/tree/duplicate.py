"""Duplicates of nodes with all below them; a part of Node.

What makes them is imported when it is first used: many games duplicate nothing, and every start would take longer.
"""

from __future__ import annotations

from enum import IntFlag
from importlib import import_module
from typing import TYPE_CHECKING, Self, cast

from engine.core.errors import InvalidValueError
from engine.math.value import shortened
from engine.tree.node_state import NodeState

_ALL = 15


class DuplicateFlags(IntFlag):
    """What `Node.duplicate` takes over; combine with `|`. The numbers are Godot's."""

    SIGNALS = 1
    """Connections made with ConnectFlags.PERSIST."""
    GROUPS = 2
    """Groups, persistent or not."""
    SCRIPTS = 4
    """The classes of the game; without it, a node is of the engine's class that its own extends."""
    USE_INSTANTIATION = 8
    """Roots of scene files are instantiated from their file again, where the tree has a loader; the rest is copied."""


class Copies(NodeState):
    """The part of a Node that makes duplicates."""

    if not TYPE_CHECKING:  # the slots stand in Node
        __slots__ = ()

    def duplicate(self, flags: int = _ALL) -> Self:
        """Another node like this one, with all below it, outside the tree and without a parent.

        Copied are the class, the name, exported properties, metadata, `scene_file_path`, and what `flags` say; nothing
        that a class keeps in other attributes. Lists, dicts, sets and arrays are copied, resources are shared (but for
        `export(..., shared=False)`). Properties, owners and connections that refer to nodes of this subtree refer to
        their duplicates, those that refer to others to the same ones; an owner above this node is left out. The
        constructor of each class is called without arguments. Children that it makes are taken for the ones of the
        same name and class; further ones are freed, so that the duplicate has the children that this node has.

        Args:
            flags: DuplicateFlags, combined with `|`; all of them by default.

        Raises:
            TreeError: a class whose constructor needs arguments; nothing was made then.
            FreedError: this node was freed.
            InvalidValueError: `flags` are none.
            Exception: what a constructor or a property raises; what was made until then is freed.
        """
        self._check_alive("duplicate")
        if not isinstance(flags, int) or flags & ~_ALL:
            raise InvalidValueError(
                f"{self._where()}.duplicate(flags): flags must be DuplicateFlags, got {shortened(flags)}"
            )
        return cast("Self", import_module("engine.tree.duplication").Duplication(self, flags).run())
