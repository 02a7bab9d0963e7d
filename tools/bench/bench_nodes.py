"""Creating, adding, freeing, finding; memory."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable
from gc import collect

from bench.measure import Row, Scale, figure, pair, ratio, timed
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes import Node2D

ISSUE = "01"
COUNT = 10_000
MANY = 100_000


class Ten:
    """What creating is measured against: an object with ten slots."""

    __slots__ = ("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")


def bare_create() -> tuple[list[Ten], dict[str, Ten]]:
    """Ten slots set, appended to a list, and an f-string name into a dict."""
    things = []
    names = {}
    for number in range(COUNT):
        thing = Ten()
        thing.a = 0  # type: ignore[attr-defined]
        thing.b = ""  # type: ignore[attr-defined]
        thing.c = None  # type: ignore[attr-defined]
        thing.d = None  # type: ignore[attr-defined]
        thing.e = None  # type: ignore[attr-defined]
        thing.f = 0  # type: ignore[attr-defined]
        thing.g = 0  # type: ignore[attr-defined]
        thing.h = 0  # type: ignore[attr-defined]
        thing.i = 0  # type: ignore[attr-defined]
        thing.j = 0  # type: ignore[attr-defined]
        things.append(thing)
        names[f"Node{number}"] = thing
    return things, names


def create(tree: SceneTree, count: int = COUNT) -> Node:
    parent = tree.root.add_child(Node())
    for _ in range(count):
        parent.add_child(Node2D())
    return parent


def free_each(parent: Node, order: str) -> Callable[[], None]:
    """What frees the children of `parent` one by one in that order, or all at once."""
    if order == "the root at once":
        return parent.free
    if order == "get_child(0) in a loop":

        def first() -> None:
            while parent.get_child_count():
                parent.get_child(0).free()

        return first
    children = list(parent.children)
    if order == "last to first":
        children.reverse()
    elif order == "random":
        random.Random(3).shuffle(children)

    def each() -> None:
        for child in children:
            child.free()

    return each


ORDERS = ("first to last", "last to first", "random", "get_child(0) in a loop", "the root at once")


def rows(scale: Scale) -> list[Row]:
    return [*_creating(scale), *_freeing(scale), _finding(scale), *_memory()]


def _creating(scale: Scale) -> list[Row]:
    tree = SceneTree()
    engine_ms, limit_ms = [], []
    for _ in range(scale.repeats + 2):
        limit_ms.append(timed(bare_create))
        engine_ms.append(timed(lambda: create(tree)))
        tree.root.get_child(0).free()
        tree.tick(0.0)
    return [pair(ISSUE, "create and add Node2D with automatic names", 3.6, engine_ms[2:], limit_ms[2:])]


def _freeing(scale: Scale) -> list[Row]:
    tree = SceneTree()
    result = []
    for order in ORDERS:
        creating, freeing = [], []
        for _ in range(scale.repeats):
            creating.append(timed(lambda: create(tree)))
            parent = tree.root.get_child(0)
            freeing.append(timed(free_each(parent, order)))
            parent.free()
            tree.tick(0.0)
        result.append(pair(ISSUE, f"free {order}, beside creating", 1.1, freeing, creating))
        bound = 25.0 if order == "random" else 15.0
        result.append(_growth(tree, order, bound, 2 if scale.quick else 5))
    return result


def _growth(tree: SceneTree, order: str, bound: float, repeats: int) -> Row:
    """How much longer ten times as many take, each pair timed one right after the other."""
    few_ms: list[float] = []
    many_ms: list[float] = []
    for _ in range(repeats):
        for count, times in ((COUNT, few_ms), (MANY, many_ms)):
            parent = create(tree, count)
            times.append(timed(free_each(parent, order)))
            parent.free()
            tree.tick(0.0)
            collect()
    return pair(ISSUE, f"free {order}: 100,000 beside 10,000", bound, many_ms, few_ms)


def _finding(scale: Scale) -> Row:
    tree = SceneTree()
    names = [f"Level{depth}" for depth in range(5)]
    node: Node = tree.root
    index: dict[str, object] = {}
    walk = index
    for name in names:
        for other in range(5):
            node.add_child(Node(f"Other{other}"))
        node = node.add_child(Node(name))
        walk[name] = {}
        walk = walk[name]  # type: ignore[assignment]
    path = "/".join(names)
    root = tree.root

    def bare() -> None:
        for _ in range(1000):
            at: object = index
            for name in path.split("/"):
                at = at[name]  # type: ignore[index]

    def engine() -> None:
        for _ in range(1000):
            root.get_node(path)

    return ratio(ISSUE, "get_node by string, 5 deep", 2.0, engine, bare, scale)


def _memory() -> list[Row]:
    result = []
    for kind, bound in ((Node, 0.55), (Node2D, 1.1)):
        tree = SceneTree()
        parent = tree.root.add_child(Node())
        parent.add_child(kind())
        tree.tick(0.0)
        collect()
        tracemalloc.start()
        for _ in range(COUNT):
            parent.add_child(kind())
        tree.tick(0.0)
        collect()
        used, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        result.append(figure(ISSUE, f"memory of an auto-named {kind.__name__}", bound, "kB", used / COUNT / 1000))
    return result
