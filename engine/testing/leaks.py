"""What a test left behind: nodes outside any tree, coroutines that still wait."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from engine.tree.node import Node

if TYPE_CHECKING:
    from engine.tree.scene_tree import SceneTree


def unfinished_coroutines(tree: SceneTree) -> list[str]:
    """The coroutines of a tree and its nodes that wait for something, as `Player.on_hit of /root/Player`."""
    found = []
    for task in tree.get_tasks():
        owner = task.get_owner()
        found.append(f"{task.get_name()} of {owner._where()}" if isinstance(owner, Node) else task.get_name())
    return found


def find_orphans() -> list[Node]:
    """The nodes that are alive in this process, not freed, outside any tree and without a parent.

    Cost: a full garbage collection, and a look at every object of the process; 0.1 s and more.
    """
    gc.collect()
    return [
        each
        for each in gc.get_objects()
        if isinstance(each, Node) and each.parent is None and not each.is_inside_tree() and not each._is_freed()
    ]
