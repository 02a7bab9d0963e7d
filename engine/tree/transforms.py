"""The store of the 2D transforms of one tree: what nodes set is collected, and composed once a frame.

In:    `add` and `remove` as nodes enter and leave; what their setters write into `origins` and `bases`.
Out:   global transforms: `global_of` at any time, `pack` for many at once; the nodes that asked to be told of changes.
Space: pixels, y down; a global transform is xx, xy, yx, yy, ox, oy: the images of the two axes, and the origin. It is
       the exact affine product, so non-uniform scale under rotation shears as it must.
When:  the tree calls `flush` in the transform step of a frame; before that only `global_of` and `pack` compute.

A node holds the truth: `_pos`, a Vector2, and `_basis`, the two axes as four numbers. While it is in the store it has
a slot, and its setters also put the new value under that slot into one of the store's dictionaries, which is the data
and the set of what is dirty in one. Outside a tree they put it into NOWHERE under slot -1, so that they need not ask.

Reading one global transform between a change and the flush walks up to the topmost dirty ancestor and composes from
there in Python, with the same result to the last bit. Where such walks have taken more steps than there are nodes, the
next read flushes, so that reading everything after one change costs no more than a flush and as much again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from engine.math import Vector2
from engine.tree.flags import MASK_2D, NOTIFY_TRANSFORM
from engine.tree.transform_levels import NO_TURN, compose
from engine.tree.transform_rows import TransformRows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.tree.transform_levels import Basis, Matrix

__all__ = ["NOWHERE", "NO_TURN", "ORIGIN", "Placed", "TransformStore2D", "global_by_parents", "parent_2d"]

ORIGIN = Vector2.ZERO
NOWHERE: dict[int, Any] = {}
"""Takes what setters write outside of a tree, always under the key -1; nobody reads it."""

_FREE_STEPS = 256  # walked for single reads before a flush is thought of


class Placed(Protocol):
    """What the store needs of a 2D node."""

    _parent: Any
    _flags: int
    _mask: int
    _top_level: bool
    _pos: Vector2
    _basis: Basis
    _slot: int
    _dp: dict[int, Any]
    _db: dict[int, Any]


class TransformStore2D:
    """All 2D transforms of a tree.

    Attributes:
        revision: counts up with every flush that may have changed a global transform.
        origins: the dirty positions by slot, for the setters of nodes.
        bases: the dirty axes by slot, for the setters of nodes.
    """

    def __init__(self) -> None:
        self.revision = 0
        self.origins: dict[int, tuple[float, float]] = {}
        self.bases: dict[int, Basis] = {}
        self._rows = TransformRows()
        self._nodes: list[Any] = []  # by slot; None for a free one
        self._parents: list[int] = []  # by slot: the parent's slot, -1 for none
        self._added: list[int] = []  # slots without a row, in order of entering
        self._admitted = 0  # of the first so many of these it is known where they stand
        self._noted = 0  # the first so many of these are dirty
        self._removed: list[int] = []  # slots that have been given up; they keep their row until the flush
        self._free: list[int] = []
        self._steps = 0
        self._watched: dict[int, None] = {}  # slots, in the order of asking
        self._seen = np.zeros((6, 0))  # by slot, for watched ones: what the node was last told
        self._seen_revision = 0

    def __len__(self) -> int:
        return len(self._nodes) - len(self._free) - len(self._removed)

    # --- nodes -------------------------------------------------------------------------------------------------------

    def add(self, node: Placed) -> None:
        """Take in a node that has entered the tree, parents before their children.

        Its parent counts if it is a 2D node in the store and the node is not `_top_level`.
        """
        if self._free:
            slot = self._free.pop()
            self._nodes[slot] = node
        else:
            slot = len(self._nodes)
            self._nodes.append(node)
        self._added.append(slot)  # the rest is done when somebody asks, see _admit
        node._slot = slot
        node._dp = self.origins
        node._db = self.bases

    def remove(self, node: Placed) -> None:
        """Let go of a node that leaves the tree, children before their parents."""
        slot = node._slot
        self._nodes[slot] = None
        self.origins.pop(slot, None)
        self.bases.pop(slot, None)
        self._removed.append(slot)
        if self._watched:
            self._watched.pop(slot, None)
        node._slot = -1
        node._dp = node._db = NOWHERE

    def set_top_level(self, node: Placed) -> None:
        """Look again at whose child a node of the store is, after its `_top_level` has changed."""
        slot = node._slot
        assert slot >= 0, "not in the store"
        self._admit()
        parent = parent_2d(node)
        above = parent._slot if parent is not None else -1
        if above == self._parents[slot]:
            return
        rows = self._rows
        if rows.has(slot) and above >= 0 and not rows.has(above):
            self.flush()  # the parent must have its row first
        self._parents[slot] = above
        self.origins[slot] = node._pos
        if rows.has(slot):
            rows.reparent(slot, above)

    # --- composing ---------------------------------------------------------------------------------------------------

    def flush(self) -> None:
        """Compose every global transform that may have changed."""
        origins, bases = self.origins, self.bases
        if not (origins or bases or self._added or self._removed):
            return
        self._admit()
        rows, nodes, parents = self._rows, self._nodes, self._parents
        with np.errstate(all="ignore"):  # huge numbers may overflow to infinity, as in plain Python
            if self._removed:
                rows.erase(self._removed)
                self._free += self._removed
                self._removed.clear()
            added = [slot for slot in self._added if nodes[slot] is not None]
            if added:
                rows.insert(added, [parents[slot] for slot in added])
            self._added.clear()
            self._noted = self._admitted = 0
            changed = rows.write(origins, bases)
            origins.clear()
            bases.clear()
            rows.settle(changed)
        self._steps = 0
        self.revision += 1

    def pack(self, slots: NDArray[np.intp], out: NDArray[np.float32]) -> None:
        """Write the global transforms of `slots`, (N,) integers of nodes in the store, into `out`, (N, 6) float32."""
        self.flush()
        with np.errstate(all="ignore"):
            self._rows.pack(slots, out)

    def global_of(self, slot: int) -> Matrix:
        """One global transform, fresh."""
        origins, bases = self.origins, self.bases
        if self._noted < len(self._added):
            self._note_added()
        dirty = len(origins) + len(bases)
        if not dirty:
            return self._rows.read(slot)
        if self._steps > len(self._nodes) + _FREE_STEPS:
            self.flush()
            return self._rows.read(slot)
        nodes, parents = self._nodes, self._parents
        path = []
        stale = 0  # how many of the path, from its lower end, need composing
        above = slot
        while above >= 0:
            path.append(above)
            found = (above in origins) + (above in bases)
            above = parents[above]
            if found:
                stale = len(path)
                dirty -= found
                if not dirty:
                    break
        self._steps += len(path)
        if not stale:
            return self._rows.read(slot)
        above = parents[path[stale - 1]]
        if above >= 0:
            matrix = self._rows.read(above)
        else:
            stale -= 1
            node = nodes[path[stale]]
            matrix = (*node._basis, *node._pos)
        while stale:
            stale -= 1
            node = nodes[path[stale]]
            matrix = compose(matrix, node._basis, node._pos)
        return matrix

    def _admit(self) -> None:
        """Take down where those stand that have come since the last time."""
        if self._admitted == len(self._added):
            return
        nodes, parents = self._nodes, self._parents
        parents += [-1] * (len(nodes) - len(parents))
        for slot in self._added[self._admitted :]:
            node = nodes[slot]
            if node is None:
                continue
            above = parent_2d(node)
            parents[slot] = -1 if above is None else above._slot
            if node._pos is not ORIGIN:
                self.origins[slot] = node._pos
            if node._basis is not NO_TURN:
                self.bases[slot] = node._basis
            if node._flags & NOTIFY_TRANSFORM:
                self.watch(node)
        self._admitted = len(self._added)

    def _note_added(self) -> None:
        """Make those dirty that have come since this was asked last; a flush need not, as their rows are new."""
        self._admit()
        nodes, origins = self._nodes, self.origins
        for slot in self._added[self._noted :]:
            if nodes[slot] is not None:
                origins[slot] = nodes[slot]._pos
        self._noted = len(self._added)

    # --- who wants to know -------------------------------------------------------------------------------------------

    def watch(self, node: Placed) -> None:
        """List a node of the store in `take_changed` whenever its global transform has changed.

        A node that has not been flushed since it entered is listed in any case.
        """
        slot = node._slot
        if slot >= self._seen.shape[1]:
            grown = np.full((6, max(2 * slot, 64)), np.nan)
            grown[:, : self._seen.shape[1]] = self._seen
            self._seen = grown
        self._seen[:, slot] = self.global_of(slot) if self._rows.has(slot) else np.nan
        self._watched[slot] = None

    def unwatch(self, node: Placed) -> None:
        """Take back `watch`."""
        self._watched.pop(node._slot, None)

    def take_changed(self) -> list[Any]:
        """The watched nodes whose global transform is another than when they were last listed; call it after `flush`.

        Ancestors come before their descendants; the order among others depends on nothing but what happened before.
        """
        if not self._watched or self.revision == self._seen_revision:
            return []
        self._seen_revision = self.revision
        slots = np.fromiter(self._watched, np.intp, len(self._watched))
        slots, current = self._rows.read_sorted(slots)
        changed = (current != self._seen[:, slots]).any(axis=0)
        slots = slots[changed]
        self._seen[:, slots] = current[:, changed]
        nodes = self._nodes
        return [nodes[slot] for slot in slots.tolist()]


def parent_2d(node: Placed) -> Any:
    """The parent that a node's transform is relative to, or None."""
    parent = node._parent
    return parent if parent is not None and parent._mask & MASK_2D and not node._top_level else None


def global_by_parents(node: Placed) -> Matrix:
    """The global transform of a node that is not in a store, from it and the 2D nodes above it."""
    path = [node]
    above = parent_2d(node)
    while above is not None:
        path.append(above)
        above = parent_2d(above)
    top = path.pop()
    matrix: Matrix = (*top._basis, *top._pos)
    while path:
        below = path.pop()
        matrix = compose(matrix, below._basis, below._pos)
    return matrix
