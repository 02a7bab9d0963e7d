"""What the rows about 2D and 3D transforms share: trees of nodes, and the bare numpy work that they are measured with.

The limit does in numpy what any engine must do for the same instance array, and less: it takes all nodes for one level,
so one gather and one composition over contiguous arrays, and then takes each component in draw order (depth first, as
items are drawn) into the ready float32 array.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engine.tree.scene_tree import SceneTree
from nodes import Node2D, Node3D

COUNT = 10_000

Kind = type[Node2D] | type[Node3D]


def axes_of(kind: Kind) -> int:
    return 2 if issubclass(kind, Node2D) else 3


def flat(kind: Kind) -> Any:
    """A root, 100 nodes below it, 99 below each of these."""
    root = SceneTree().root.add_child(kind())
    for _ in range(100):
        middle = root.add_child(kind())
        for _ in range(99):
            middle.add_child(kind())
    return root


def quad_tree(kind: Kind) -> Any:
    """Four nodes below each, level by level, until there are 10,000: 8 levels."""
    root = SceneTree().root.add_child(kind())
    nodes = [root]
    for node in nodes:
        for _ in range(min(4, COUNT - len(nodes))):
            nodes.append(node.add_child(kind()))
    return root


def draw_order(root: Any) -> list[Any]:
    found: list[Any] = []
    stack = [root]
    while stack:
        node = stack.pop()
        found.append(node)
        stack.extend(reversed(node.children))
    return found


def composed_in_numpy(nodes: list[Any], packed: bool = True) -> Callable[[], None]:
    """Gather parents, compose with `out=`, pack to float32 in draw order."""
    count, axes = len(nodes), axes_of(type(nodes[0]))
    shape, size = (axes + 1, axes, count), axes * (axes + 1)
    generator = np.random.default_rng(1)
    by_slot = sorted(nodes, key=lambda node: node._slot)
    place = {node: row for row, node in enumerate(by_slot)}
    parents = np.array([place.get(node.parent, 0) for node in by_slot], np.intp)
    order = np.array([place[node] for node in nodes], np.intp)
    above, local = generator.random((size, count)), generator.random((size, count)).reshape(shape)
    gathered, world, scratch = np.empty((3, size, count))
    target, more = world.reshape(shape), scratch.reshape(shape)
    *parent_axes, parent_origin = gathered.reshape(shape)
    picked = np.empty(count)
    out = np.empty((count, size), np.float32)

    def run() -> None:
        above.take(parents, 1, gathered, "clip")
        np.multiply(parent_axes[0], local[:, 0:1], target)
        for axis in range(1, axes):
            np.multiply(parent_axes[axis], local[:, axis : axis + 1], more)
            np.add(target, more, target)
        np.add(target[axes], parent_origin, target[axes])
        if packed:
            for column in range(size):
                world[column].take(order, None, picked, "clip")
                out[:, column] = picked

    return run


def packing(root: Any) -> Callable[[], None]:
    """Flush, and pack everything below `root` into a ready array."""
    axes = axes_of(type(root))
    store = root.tree.transforms_2d if axes == 2 else root.tree.transforms_3d
    nodes = draw_order(root)
    slots = np.array([node._slot for node in nodes], np.intp)
    out = np.empty((len(nodes), axes * (axes + 1)), np.float32)

    def run() -> None:
        store.flush()
        store.pack(slots, out)

    return run


class OnlyStores:
    """An object whose property does nothing but store."""

    __slots__ = ("_position",)

    @property
    def position(self) -> Any:
        """What was stored."""
        return self._position

    @position.setter
    def position(self, position: Any) -> None:
        self._position = position
