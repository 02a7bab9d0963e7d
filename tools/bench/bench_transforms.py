"""2D transforms: a moved root, all positions set, one leaf.

The limit of the first rows does in numpy what any engine must do for the same instance array, and less: it takes all
nodes for one level, so one gather and one composition over contiguous arrays, and then takes each component in draw
order (depth first, as items are drawn) into the ready float32 array.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, cycle

import numpy as np

from bench.measure import Row, Scale, absolute, ratio, timed
from engine.math import Vector2
from engine.tree.scene_tree import SceneTree
from nodes import Node2D

ISSUE = "01"
COUNT = 10_000
READS = 1000


def flat() -> Node2D:
    """A root, 100 nodes below it, 99 below each of these."""
    root = SceneTree().root.add_child(Node2D())
    for _ in range(100):
        middle = root.add_child(Node2D())
        for _ in range(99):
            middle.add_child(Node2D())
    return root


def quad_tree() -> Node2D:
    """Four nodes below each, level by level, until there are 10,000: 8 levels."""
    root = SceneTree().root.add_child(Node2D())
    nodes = [root]
    for node in nodes:
        for _ in range(min(4, COUNT - len(nodes))):
            nodes.append(node.add_child(Node2D()))
    return root


def draw_order(root: Node2D) -> list[Node2D]:
    found: list[Node2D] = []
    stack = [root]
    while stack:
        node = stack.pop()
        found.append(node)
        stack.extend(child for child in reversed(node.children) if isinstance(child, Node2D))
    return found


def composed_in_numpy(nodes: list[Node2D]) -> Callable[[], None]:
    """Gather parents, compose with `out=`, pack to float32 in draw order."""
    count = len(nodes)
    generator = np.random.default_rng(1)
    by_slot = sorted(nodes, key=lambda node: node._slot)
    place = {node: row for row, node in enumerate(by_slot)}
    parents = np.array([place.get(node.parent, 0) for node in by_slot], np.intp)  # type: ignore[call-overload]
    order = np.array([place[node] for node in nodes], np.intp)
    above, local = generator.random((6, count)), generator.random((6, count)).reshape(3, 2, count)
    gathered, world, scratch = np.empty((3, 6, count))
    target = world.reshape(3, 2, count)
    more = scratch.reshape(3, 2, count)
    parent_x, parent_y, parent_origin = gathered.reshape(3, 2, count)
    picked = np.empty(count)
    out = np.empty((count, 6), np.float32)

    def run() -> None:
        above.take(parents, 1, gathered, "clip")
        np.multiply(parent_x, local[:, 0:1], target)
        np.multiply(parent_y, local[:, 1:2], more)
        np.add(target, more, target)
        np.add(target[2], parent_origin, target[2])
        for column in range(6):
            world[column].take(order, None, picked, "clip")
            out[:, column] = picked

    return run


def packing(root: Node2D) -> Callable[[], None]:
    """Flush, and pack everything below `root` into a ready array."""
    store = root.tree.transforms_2d
    nodes = draw_order(root)
    slots = np.array([node._slot for node in nodes], np.intp)
    out = np.empty((len(nodes), 6), np.float32)

    def run() -> None:
        store.flush()
        store.pack(slots, out)

    return run


class OnlyStores:
    """An object whose property does nothing but store."""

    __slots__ = ("_position",)

    @property
    def position(self) -> Vector2:
        """What was stored."""
        return self._position

    @position.setter
    def position(self, position: Vector2) -> None:
        self._position = position


def rows(scale: Scale) -> list[Row]:
    return [
        _moved_root("flat, 100 x 100", 1.3, flat(), scale),
        _moved_root("quad tree of 8 levels", 2.0, quad_tree(), scale),
        *_all_set(scale),
        *_one_leaf(scale),
    ]


def _moved_root(shape: str, bound: float, root: Node2D, scale: Scale) -> Row:
    root.tree.tick(0.0)
    pack = packing(root)
    places = cycle((Vector2(1.0, 2.0), Vector2(3.0, 4.0)))

    def engine() -> None:
        root.position = next(places)
        pack()

    limit = composed_in_numpy(draw_order(root))
    return ratio(ISSUE, f"2D root moved, flushed, packed: {shape}", bound, engine, limit, scale, inner=5)


def _all_set(scale: Scale) -> list[Row]:
    root = flat()
    root.tree.tick(0.0)
    nodes = draw_order(root)[:COUNT]
    pack = packing(root)
    compose = composed_in_numpy(nodes)
    stores = [OnlyStores() for _ in nodes]
    first = [Vector2(float(each), 0.5) for each in range(COUNT)]
    second = [Vector2(float(each), 1.5) for each in range(COUNT)]

    def row(what: str, bound: float, values: list[list[Vector2]]) -> Row:
        of_engine, of_limit = cycle(values), cycle((first, second))

        def engine() -> None:
            for node, value in zip(nodes, next(of_engine), strict=False):
                node.position = value
            pack()

        def limit() -> None:
            values = next(of_limit)
            for store, value in zip(stores, values, strict=False):
                store.position = value
            np.fromiter(chain.from_iterable(values), np.float64, 2 * COUNT)
            compose()

        return ratio(ISSUE, f"set 10,000 positions ({what}), flush, pack", bound, engine, limit, scale)

    plain = [[tuple(value) for value in values] for values in (first, second)]
    return [
        row("Vector2", 2.0, [first, second]),
        row("plain tuples", 3.8, plain),  # type: ignore[arg-type]
    ]


def _one_leaf(scale: Scale) -> list[Row]:
    root = flat()
    tree = root.tree
    tree.tick(0.0)
    leaf = draw_order(root)[-1]
    places = cycle((Vector2(1.0, 2.0), Vector2(3.0, 4.0)))

    def many() -> None:
        for _ in range(READS):
            leaf.position = next(places)
            leaf.global_position  # noqa: B018 - reading it is what is timed

    def ticked() -> None:
        leaf.position = next(places)
        leaf.global_position  # noqa: B018
        tree.tick(0.0)

    ticked()
    single = [timed(many) / READS for _ in range(scale.repeats)]
    with_tick = [timed(ticked) for _ in range(scale.repeats * 10)]
    return [
        absolute(ISSUE, "set one leaf and read its global", 2.5, "us", single),
        absolute(ISSUE, "set one leaf, read its global, tick", 0.1, "ms", with_tick),
    ]
