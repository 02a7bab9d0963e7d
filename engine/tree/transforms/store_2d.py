"""The store of the 2D transforms of one tree, in pixels, y down; engine.tree.transforms.store says how it works."""

from __future__ import annotations

from importlib import import_module
from math import cos, sin
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from engine.math import Vector2
from engine.tree.flags import MASK_2D
from engine.tree.transforms.spaces import SPACE_2D
from engine.tree.transforms.store import TransformStore, global_by_parents, parent_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.tree.transforms.levels import Floats
    from engine.tree.transforms.poses import Poses
    from engine.tree.transforms.store import Placed

Basis2D = tuple[float, float, float, float]
Matrix2D = tuple[float, float, float, float, float, float]

ORIGIN = Vector2.ZERO
NO_TURN: Basis2D = (1.0, 0.0, 0.0, 1.0)


class TransformStore2D(TransformStore):
    """All 2D transforms of a tree."""

    space = SPACE_2D
    unturned = NO_TURN
    kind = MASK_2D
    vector = Vector2
    parts = 4  # rotation, scale x and y, skew

    if TYPE_CHECKING:

        def global_of(self, slot: int) -> Matrix2D:
            """One global transform, fresh."""

    @property
    def poses(self) -> Poses:
        """Where servers of bodies learn of moves, and write their own; made by the first of them."""
        if self._poses is None:  # imported here: few trees have bodies
            self._poses = cast("Poses", import_module("engine.tree.transforms.poses").Poses(self))
            self._has_more = True
        return self._poses

    def bases_of(self, parts: Floats) -> Floats:
        """The bases, (4, N), of rotations, scales and skews, (4, N): to the last bit those of a Node2D."""
        rotation, x, y, skew = parts
        slant = rotation + skew
        bases = np.empty_like(parts)
        np.multiply(_each(cos, rotation), x, bases[0])
        np.multiply(_each(sin, rotation), x, bases[1])
        np.multiply(-_each(sin, slant), y, bases[2])
        np.multiply(_each(cos, slant), y, bases[3])
        return bases


def _each(function: Callable[[float], float], numbers: Floats) -> Floats:
    """A function of the standard library of each number: what numpy has differs in the last bit."""
    return np.fromiter(map(function, numbers.tolist()), np.float64, len(numbers))


def parent_2d(node: Placed) -> Any:
    """The parent that a node's transform is relative to, or None."""
    return parent_of(node, MASK_2D)


def global_2d(node: Placed) -> Matrix2D:
    """The global transform of a node that is not in a store, from it and the 2D nodes above it."""
    return global_by_parents(node, MASK_2D, SPACE_2D)  # type: ignore[return-value]
