"""3D transforms: a moved root, all positions set, a view, memory. Limits: see bench.transform_shapes."""

from __future__ import annotations

import tracemalloc
from gc import collect
from itertools import chain, cycle
from typing import Any

import numpy as np

from bench.measure import Row, Scale, figure, ratio
from bench.transform_shapes import COUNT, OnlyStores, composed_in_numpy, draw_order, flat, packing, quad_tree
from bench.transform_views import moved_by_a_view
from engine.math import Vector3
from engine.tree.scene_tree import SceneTree
from nodes import Node, Node3D

ISSUE = "02"


def rows(scale: Scale) -> list[Row]:
    return [
        _changed_root("position", "3D root moved, flushed, packed: flat, 100 x 100", 1.3, flat(Node3D), scale),
        _changed_root(
            "position", "3D root moved, flushed, packed: quad tree of 8 levels", 1.8, quad_tree(Node3D), scale
        ),
        _changed_root("rotation", "3D root turned, flushed, packed: flat, 100 x 100", 1.3, flat(Node3D), scale),
        _changed_root(
            "rotation", "3D root turned, flushed, packed: quad tree of 8 levels", 1.8, quad_tree(Node3D), scale
        ),
        _all_set(scale),
        moved_by_a_view("3D", flat(Node3D), scale),
        _memory(),
    ]


def _changed_root(name: str, row: str, bound: float, root: Any, scale: Scale) -> Row:
    """A new position leaves all bases as they are, and the flush composes origins only; a rotation leaves nothing."""
    root.tree.tick(0.0)
    pack = packing(root)
    values = cycle((Vector3(1.0, 2.0, 3.0), Vector3(3.0, 4.0, 5.0)))

    def engine() -> None:
        setattr(root, name, next(values))
        pack()

    limit = composed_in_numpy(draw_order(root))
    return ratio(ISSUE, row, bound, engine, limit, scale, inner=5)


def _all_set(scale: Scale) -> Row:
    root = flat(Node3D)
    root.tree.tick(0.0)
    nodes = draw_order(root)[:COUNT]
    pack = packing(root)
    compose = composed_in_numpy(nodes)
    stores = [OnlyStores() for _ in nodes]
    values = [[Vector3(float(each), 0.5, z) for each in range(COUNT)] for z in (1.0, 2.0)]
    of_engine, of_limit = cycle(values), cycle(values)

    def engine() -> None:
        for node, value in zip(nodes, next(of_engine), strict=False):
            node.position = value
        pack()

    def limit() -> None:
        given = next(of_limit)
        for store, value in zip(stores, given, strict=False):
            store.position = value
        np.fromiter(chain.from_iterable(given), np.float64, 3 * COUNT)
        compose()

    return ratio(ISSUE, "set 10,000 3D positions, flush, pack", 1.8, engine, limit, scale)


def _memory() -> Row:
    tree = SceneTree()
    parent = tree.root.add_child(Node())
    parent.add_child(Node3D())
    tree.tick(0.0)
    collect()
    tracemalloc.start()
    for _ in range(COUNT):
        parent.add_child(Node3D())
    tree.tick(0.0)
    collect()
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return figure(ISSUE, "memory of an auto-named Node3D", 1.4, "kB", used / COUNT / 1000)
