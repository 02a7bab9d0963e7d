"""2D transforms: a moved root, all positions set, one leaf, a view. Limits: see bench.transform_shapes."""

from __future__ import annotations

from itertools import chain, cycle
from typing import Any

import numpy as np

from bench.measure import Row, Scale, absolute, ratio, timed
from bench.transform_shapes import COUNT, OnlyStores, composed_in_numpy, draw_order, flat, packing, quad_tree
from bench.transform_views import moved_by_a_view
from engine.math import Vector2
from nodes import Node2D

ISSUE = "01"
READS = 1000


def rows(scale: Scale) -> list[Row]:
    return [
        _moved_root("flat, 100 x 100", 1.3, flat(Node2D), scale),
        _moved_root("quad tree of 8 levels", 2.0, quad_tree(Node2D), scale),
        *_all_set(scale),
        *_one_leaf(scale),
        moved_by_a_view("2D", flat(Node2D), scale),
    ]


def _moved_root(shape: str, bound: float, root: Any, scale: Scale) -> Row:
    root.tree.tick(0.0)
    pack = packing(root)
    places = cycle((Vector2(1.0, 2.0), Vector2(3.0, 4.0)))

    def engine() -> None:
        root.position = next(places)
        pack()

    limit = composed_in_numpy(draw_order(root))
    return ratio(ISSUE, f"2D root moved, flushed, packed: {shape}", bound, engine, limit, scale, inner=5)


def _all_set(scale: Scale) -> list[Row]:
    root = flat(Node2D)
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
    root = flat(Node2D)
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
