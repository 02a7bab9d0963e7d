"""The part of a SceneTree that takes down its state, and is set back to it.

What does it is imported when it is first used: few games take snapshots, and the modules would make up a tenth of the
time that importing the engine takes.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from engine.core.errors import TreeError
from engine.core.object import Object

if TYPE_CHECKING:
    from engine.tree.state.snapshot import Snapshot


class TreeState(Object):
    """Snapshots and digests of a tree's state."""

    def snapshot(self) -> Snapshot:
        """Take down the state of the whole tree; see `engine.tree.state.snapshot` for what belongs to it.

        Raises:
            TreeError: called inside a callback; or something cannot be captured: a coroutine that waits, an open file,
                a generator, another tree, a server that steps and keeps its state to itself, an asynchronous change of
                the scene that is not over. The text says what and where.
        """
        tree: Any = self
        tree._begin("take a snapshot")
        if tree.current_load is not None:
            raise TreeError(
                f"cannot take a snapshot: the scene is being changed to {tree.current_load.path!r}, and what a thread "
                f"does next cannot be captured; wait until it is done, or cancel() it"
            )
        return cast("Snapshot", import_module("engine.tree.state.snapshot").Snapshot(tree))

    def restore(self, snapshot: Snapshot) -> None:
        """Set the tree back to a snapshot; it can be used again and again.

        Coroutines that wait are cancelled, as is an asynchronous change of the scene, and what else came since is freed
        or stopped.

        Runs from one snapshot are the same, bit for bit. Where bodies touched when it was taken, they may differ from
        the run that simply went on: what physics remembered of contacts is not in a snapshot. To compare with that run,
        restore the snapshot first in it, too.

        Raises:
            TreeError: called inside a callback; or the snapshot is of another tree or version, the servers are not the
                same, a picture, texture or font has changed, or a node is in another tree now. Nothing was changed
                then.
            Exception: what a `finally` block of a coroutine raised, when the tree was set back.
        """
        import_module("engine.tree.state.snapshot").restore(self, snapshot)

    def state_hash(self) -> str:
        """A digest of the tree's state, 32 hexadecimal digits: the same for the same state, in every process.

        In it are the nodes in tree order with their exported properties, groups and metadata, the time, the timers and
        tweens, pending calls and `rng`. Attributes that are not exported are left out, and so is an asynchronous change
        of the scene until its scene enters.
        """
        return cast("str", import_module("engine.tree.state.state_hash").state_hash(self))
