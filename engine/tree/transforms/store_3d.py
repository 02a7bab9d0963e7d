"""The store of the 3D transforms of one tree, in metres, y up; engine.tree.transforms.store says how it works."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import engine.math  # whole: Vector3 is imported when there is a 3D node
from engine.tree.flags import MASK_3D
from engine.tree.transforms.spaces import SPACE_3D
from engine.tree.transforms.store import TransformStore, global_by_parents, parent_of

if TYPE_CHECKING:
    from engine.math import Vector3
    from engine.math.euler import Columns
    from engine.tree.transforms.levels import Floats
    from engine.tree.transforms.spaces import Matrix
    from engine.tree.transforms.store import Placed

NO_TURN: Columns = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)

UNIT_TOLERANCE = 1e-9
"""How far the square of a quaternion's length may be from 1 for a node to keep it as it is."""


class TransformStore3D(TransformStore):
    """All 3D transforms of a tree."""

    space = SPACE_3D
    unturned = NO_TURN
    kind = MASK_3D
    parts = 16  # quaternion, scale, the axes as turned only

    @property
    def vector(self) -> type[Vector3]:
        """What a position is."""
        return engine.math.Vector3

    def bases_of(self, parts: Floats) -> Floats:
        """The bases, (9, N), of what `turned` says and scales: to the last bit those of a Node3D."""
        bases: Floats = parts[7:] * np.repeat(parts[4:7], 3, axis=0)
        return bases

    def turned(self, quaternions: Floats) -> Floats:
        """The axes, (9, N), that quaternions, (4, N), turn to."""
        x, y, z, w = quaternions
        s = 2.0 / (x * x + y * y + z * z + w * w)
        xs, ys, zs = x * s, y * s, z * s
        wx, wy, wz = w * xs, w * ys, w * zs
        xx, xy, xz = x * xs, x * ys, x * zs
        yy, yz, zz = y * ys, y * zs, z * zs
        axes = (
            1.0 - (yy + zz),
            xy + wz,
            xz - wy,
            xy - wz,
            1.0 - (xx + zz),
            yz + wx,
            xz + wy,
            yz - wx,
            1.0 - (xx + yy),
        )
        return np.stack(axes)


def parent_3d(node: Placed) -> Any:
    """The parent that a node's transform is relative to, or None."""
    return parent_of(node, MASK_3D)


def global_3d(node: Placed) -> Matrix:
    """The global transform of a node that is not in a store, from it and the 3D nodes above it."""
    return global_by_parents(node, MASK_3D, SPACE_3D)
