"""Bare nodes for tests of the 2D transform store, without a tree."""

from __future__ import annotations

import numpy as np

from engine.math import Vector2
from engine.tree.flags import MASK_2D
from engine.tree.transforms.store import NOWHERE
from engine.tree.transforms.store_2d import NO_TURN, ORIGIN, TransformStore2D

Basis = tuple[float, float, float, float]
Matrix = tuple[float, ...]


class Bare:
    """What the store needs of a node, and nothing else."""

    def __init__(self, parent: Bare | None = None, x: float = 0.0, y: float = 0.0) -> None:
        self._parent = parent
        self._flags = 0
        self._mask = MASK_2D
        self._top_level = False
        self._pos = Vector2(x, y) if x or y else ORIGIN
        self._basis: Basis = NO_TURN
        self._slot = -1
        self._dp = self._db = NOWHERE

    def move(self, x: float, y: float) -> None:
        self._pos = Vector2(x, y)
        self._dp[self._slot] = self._pos

    def turn(self, *basis: float) -> None:
        xx, xy, yx, yy = basis
        self._basis = (xx, xy, yx, yy)
        self._db[self._slot] = self._basis


def filled(*nodes: Bare) -> TransformStore2D:
    store = TransformStore2D()
    for node in nodes:
        store.add(node)
    return store


def chain(length: int, x: float = 1.0) -> list[Bare]:
    nodes = [Bare(None, x)]
    for _ in range(length - 1):
        nodes.append(Bare(nodes[-1], x))
    return nodes


def family(groups: int, members: int) -> list[Bare]:
    """A root, groups below it, members below each of these; every one at x = 1."""
    root = Bare(None, 1.0)
    middle = [Bare(root, 1.0) for _ in range(groups)]
    return [root, *middle, *(Bare(group, 1.0) for group in middle for _ in range(members))]


def places(store: TransformStore2D, nodes: list[Bare]) -> list[tuple[float, float]]:
    return [store.global_of(node._slot)[4:] for node in nodes]


def packed(store: TransformStore2D, nodes: list[Bare]) -> list[list[float]]:
    out = np.empty((len(nodes), 6), np.float32)
    store.pack(np.array([node._slot for node in nodes], np.intp), out)
    return [[float(number) for number in row] for row in out]
