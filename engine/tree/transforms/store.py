"""The store of the transforms of one tree: what nodes set is collected, and composed once a frame.

In:    `add` and `remove` as nodes enter and leave; what their setters write into `origins` and `bases`; what views
       write for many nodes at once (engine.tree.transforms.bulk).
Out:   global transforms: `global_of` at any time, `pack` for many at once; the nodes that asked to be told of changes.
Space: 2D and 3D, see the two subclasses. A global transform is the images of the axes and the origin, and it is the
       exact affine product, so non-uniform scale under rotation shears as it must.
When:  the tree calls `flush` in the transform step of a frame; before that only `global_of` and `pack` compute.

A node holds the truth: `_pos`, a vector, and `_basis`, its axes as a flat tuple. While it is in the store it has a
slot, and its setters also put the new value under that slot into one of the store's dictionaries, which is the data
and the set of what is dirty in one. Outside a tree they put it into NOWHERE under slot -1, so that they need not ask.
Where a view has written, `_pos` or `_basis` is None, and the rows hold the truth until the node asks for it back.

Reading one global transform between a change and the flush walks up to the topmost dirty ancestor and composes from
there in Python, with the same result to the last bit. Where such walks have taken more steps than there are nodes, the
next read flushes, so that reading everything after one change costs no more than a flush and as much again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.tree.flags import NOTIFY_LOCAL, NOTIFY_TRANSFORM, UNSCALED
from engine.tree.transforms.bulk import BulkTruth
from engine.tree.transforms.rows import TransformRows

if TYPE_CHECKING:
    from typing import Protocol

    from numpy.typing import NDArray

    from engine.math import Vector2, Vector3
    from engine.tree.transforms.bulk import Bools
    from engine.tree.transforms.levels import Floats, Ints
    from engine.tree.transforms.poses import Poses
    from engine.tree.transforms.spaces import Basis, Matrix, Origin, Space

    class Placed(Protocol):
        """What a store needs of a node."""

        _parent: Any
        _flags: int
        _mask: int
        _top_level: bool
        _pos: Any
        _basis: Any
        _slot: int
        _dp: dict[int, Any]
        _db: dict[int, Any]


NOWHERE: dict[int, Any] = {}
"""Takes what setters write outside of a tree, always under the key -1; nobody reads it."""

_FREE_STEPS = 256  # walked for single reads before a flush is thought of


class TransformStore:
    """All transforms of a tree with so many axes.

    Attributes:
        revision: counts up with every flush that may have changed a global transform.
        era: counts up when the store is set back to what it was; nothing that was seen before holds any more.
        origins: the dirty positions by slot, for the setters of nodes.
        bases: the dirty axes by slot, for the setters of nodes.
    """

    _uncaptured = ("_poses",)  # it tells of a restored state as of any other move
    space: Space
    unturned: Basis
    """The basis of new nodes, the very object: it need not be written."""
    kind: int
    """The MASK_ bit of the classes whose nodes stand in the store."""
    parts: int
    """How many numbers say how a node is turned and scaled, for views."""

    def __init__(self) -> None:
        self.revision = self.era = 0
        self.origins: dict[int, Origin] = {}
        self.bases: dict[int, Basis] = {}
        self.rows = TransformRows(self.space)
        self.nodes: list[Any] = []  # by slot; None for a free one
        self._bulk: BulkTruth | None = None
        self._poses: Poses | None = None
        self._compose = self.space.compose
        self._pending: list[Ints] = []  # rows that are written and not composed
        self._turned = False  # whether bases are among what is written
        self._parents: list[int] = []  # by slot: the parent's slot, -1 for none
        self._added: list[int] = []  # slots without a row, in order of entering
        self._admitted = 0  # of the first so many of these it is known where they stand
        self._noted = 0  # the first so many of these are dirty
        self._removed: list[int] = []  # slots that have been given up; they keep their row until the flush
        self._free: list[int] = []
        self._steps = 0
        self._has_more = False  # whether a node has ever been watched, unscaled or in a view
        self._watched: dict[int, None] = {}  # slots, in the order of asking
        self._seen = np.zeros((self.space.size, 0))  # by slot, for watched ones: what the node was last told
        self._told: Bools = np.zeros(0, np.bool_)  # by slot: whether it was told anything
        self._seen_revision = 0
        self._entered: set[int] = set()  # slots that got a row since `take_changed` was called
        self._watched_locally: dict[int, tuple[Any, Any]] = {}  # with what is dirty, though not set since
        self._moved_locally: set[int] = set()  # those of the watched that have been set

    @property
    def vector(self) -> type[Vector2 | Vector3]:
        """What a position is; that of a new node is the very object that it has as `ZERO`."""
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self.nodes) - len(self._free) - len(self._removed)

    # --- nodes -------------------------------------------------------------------------------------------------------

    def add(self, node: Placed) -> None:
        """Take in a node that has entered the tree, parents before their children.

        Its parent counts if it is in the store, too, and the node is not `_top_level`.
        """
        if self._free:
            slot = self._free.pop()
            self.nodes[slot] = node
        else:
            slot = len(self.nodes)
            self.nodes.append(node)
        self._added.append(slot)  # the rest is done when somebody asks, see _admit
        node._slot = slot
        node._dp = self.origins
        node._db = self.bases

    def remove(self, node: Placed) -> None:
        """Let go of a node that leaves the tree, children before their parents."""
        slot = node._slot
        if self._has_more:
            self._forget_more(node)
        self.nodes[slot] = None
        self.origins.pop(slot, None)
        self.bases.pop(slot, None)
        self._removed.append(slot)
        node._slot = -1
        node._dp = node._db = NOWHERE

    def _forget_more(self, node: Placed) -> None:
        if self._bulk is not None:
            self._bulk.leave(node)
        if self._poses is not None:
            self._poses.forget(node._slot)
        self.rows.unscaled.pop(node._slot, None)
        self.unwatch(node, NOTIFY_TRANSFORM)
        self.unwatch(node, NOTIFY_LOCAL)

    def set_top_level(self, node: Placed) -> None:
        """Look again at whose child a node of the store is, after its `_top_level` has changed."""
        slot = node._slot
        assert slot >= 0, "not in the store"
        self._admit()
        parent = parent_of(node, self.kind)
        above = parent._slot if parent is not None else -1
        if above == self._parents[slot]:
            return
        rows = self.rows
        if rows.has(slot) and above >= 0 and not rows.has(above):
            self.flush()  # the parent must have its row first
        self._parents[slot] = above
        if self._poses is not None:
            self._poses.moved_below(slot)
        self.origins[slot] = self.local_of(node)[1]
        if rows.has(slot):
            rows.reparent(slot, above)

    def bases_of(self, parts: Floats) -> Floats:
        """The bases, (size - axes, N), of what says how nodes are turned and scaled, (parts, N)."""
        raise NotImplementedError

    def set_unscaled(self, node: Placed, unscaled: bool) -> None:
        """Let the global transform of a node of the store have no scale, or have it again."""
        self.absorb()
        self._pending.append(self.rows.row_of[[node._slot]])
        self._turned = True
        if unscaled:
            self._has_more = True
            self.rows.unscaled[node._slot] = None
        else:
            self.rows.unscaled.pop(node._slot, None)

    # --- what views write --------------------------------------------------------------------------------------------

    @property
    def bulk(self) -> BulkTruth:
        """What views have written and nodes have not asked back; made by the first view."""
        if self._bulk is None:
            self._has_more = True
            self._bulk = BulkTruth(self)
        return self._bulk

    def has_bulk(self) -> bool:
        """Whether there has been a view."""
        return self._bulk is not None

    def has_added(self) -> bool:
        """Whether nodes have come since the last flush."""
        return bool(self._added)

    def parents_by_slot(self) -> list[int]:
        """By slot: that of the node's parent, -1 for none; of what has left it says nothing."""
        self._admit()
        return self._parents

    def local_of(self, node: Placed) -> tuple[Basis, Origin]:
        """The local basis and origin of a node, which gets back what a view has written."""
        if node._pos is None:
            self.bulk.restore_origin(node)
        if node._basis is None:
            self.bulk.restore_basis(node)
        return node._basis, node._pos

    def written(self, slots: Ints, rows: Ints, turned: bool) -> None:
        """Tell that positions, or if `turned` bases, of these slots have been written straight into these rows."""
        self._pending.append(rows)
        self._turned = self._turned or turned
        if self._watched_locally:
            self._moved_locally |= self._watched_locally.keys() & slots.tolist()
        if self._poses is not None:
            self._poses.written(slots)

    # --- composing ---------------------------------------------------------------------------------------------------

    def flush(self) -> None:
        """Compose every global transform that may have changed."""
        self.absorb()
        pending = self._pending
        if not pending:
            return
        with np.errstate(all="ignore"):  # huge numbers may overflow to infinity, as in plain Python
            self.rows.settle(pending[0] if len(pending) == 1 else np.concatenate(pending), self._turned)
        pending.clear()
        self._turned = False
        self._steps = 0
        self.revision += 1

    def absorb(self) -> None:
        """Bring what nodes have set and which nodes there are into the rows; compose nothing."""
        origins, bases = self.origins, self.bases
        if not (origins or bases or self._added or self._removed):
            return
        self._admit()
        rows, nodes, parents = self.rows, self.nodes, self._parents
        if self._removed:
            rows.erase(self._removed)
            self._free += self._removed
            self._removed.clear()
        added = [slot for slot in self._added if nodes[slot] is not None]
        if added:
            rows.insert(added, [parents[slot] for slot in added])
            self._entered.update(added)
        self._added.clear()
        self._noted = self._admitted = 0
        if self._bulk is not None:
            self._bulk.note(origins, bases)
        if self._watched_locally:
            self._note_moved()
        if self._poses is not None:
            self._poses.absorbed(origins, bases)
        self._pending.append(rows.write(origins, bases))
        self._turned = self._turned or bool(bases)
        origins.clear()
        bases.clear()

    def pack(self, slots: NDArray[np.intp], out: NDArray[np.floating[Any]]) -> None:
        """Write the global transforms of `slots`, (N,) integers of nodes in the store, into `out`, (N, size) floats.

        The size is 6 in 2D and 12 in 3D.
        """
        self.flush()
        with np.errstate(all="ignore"):
            self.rows.pack(slots, out)

    def global_of(self, slot: int) -> Matrix:
        """One global transform, fresh."""
        origins, bases = self.origins, self.bases
        if self._noted < len(self._added):
            self._note_added()
        dirty = len(origins) + len(bases)
        if self._pending or (dirty and (self._steps > len(self.nodes) + _FREE_STEPS or self.rows.unscaled)):
            self.flush()
            dirty = 0
        if not dirty:
            return self.rows.read(slot)
        nodes, parents = self.nodes, self._parents
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
            return self.rows.read(slot)
        above = parents[path[stale - 1]]
        if above >= 0:
            matrix = self.rows.read(above)
        else:
            stale -= 1
            basis, origin = self.local_of(nodes[path[stale]])
            matrix = (*basis, *origin)
        compose = self._compose
        while stale:
            stale -= 1
            node = nodes[path[stale]]
            basis, origin = node._basis, node._pos
            if basis is None or origin is None:
                basis, origin = self.local_of(node)
            matrix = compose(matrix, basis, origin)
        return matrix

    def _admit(self) -> None:
        """Take down where those stand that have come since the last time."""
        if self._admitted == len(self._added):
            return
        nodes, parents = self.nodes, self._parents
        unmoved, unturned, kind = self.vector.ZERO, self.unturned, self.kind
        parents += [-1] * (len(nodes) - len(parents))
        for slot in self._added[self._admitted :]:
            node = nodes[slot]
            if node is None:
                continue
            above = parent_of(node, kind)
            parents[slot] = -1 if above is None else above._slot
            flags = node._flags
            if flags & NOTIFY_LOCAL and (slot in self.origins or slot in self.bases):  # set since it entered
                self._moved_locally.add(slot)
            if node._pos is not unmoved:
                self.origins[slot] = node._pos
            if node._basis is not unturned:
                self.bases[slot] = node._basis
            if flags & UNSCALED:
                self._has_more = True
                self.rows.unscaled[slot] = None
            if flags & NOTIFY_TRANSFORM:
                self._watch(slot)
            if flags & NOTIFY_LOCAL:
                self._has_more = True
                self._watched_locally[slot] = self.origins.get(slot), self.bases.get(slot)
        self._admitted = len(self._added)

    def _note_added(self) -> None:
        """Make those dirty that have come since this was asked last; a flush need not, as their rows are new."""
        self._admit()
        nodes, origins, watched = self.nodes, self.origins, self._watched_locally
        for slot in self._added[self._noted :]:
            if nodes[slot] is not None and slot not in origins:
                origins[slot] = nodes[slot]._pos
                if slot in watched:
                    watched[slot] = origins[slot], watched[slot][1]
        self._noted = len(self._added)

    # --- who wants to know -------------------------------------------------------------------------------------------

    def watch(self, node: Placed, flag: int = NOTIFY_TRANSFORM) -> None:
        """List a node of the store when its transform has changed.

        Args:
            node: one of the store.
            flag: NOTIFY_TRANSFORM, to list it in `take_changed` whenever its global transform has changed, and in any
                case if it has entered since `take_changed` was called; or NOTIFY_LOCAL, to list it in `take_moved`
                whenever its own was set.
        """
        slot = node._slot
        self._admit()
        self._has_more = True
        if flag == NOTIFY_LOCAL:
            self._watched_locally[slot] = self.origins.get(slot), self.bases.get(slot)
        else:
            self._watch(slot)

    def _watch(self, slot: int) -> None:
        have = len(self._told)
        if slot >= have:
            more = max(2 * slot, 64) - have
            self._seen = np.concatenate((self._seen, np.zeros((len(self._seen), more))), axis=1)
            self._told = np.concatenate((self._told, np.zeros(more, np.bool_)))
        self._told[slot] = told = self.rows.has(slot) and slot not in self._entered
        if told:
            self._seen[:, slot] = self.global_of(slot)
        self._has_more = True
        self._watched[slot] = None

    def unwatch(self, node: Placed, flag: int = NOTIFY_TRANSFORM) -> None:
        """Take back `watch`."""
        if flag == NOTIFY_LOCAL:
            self._watched_locally.pop(node._slot, None)
            self._moved_locally.discard(node._slot)
        else:
            self._watched.pop(node._slot, None)

    def take_changed(self) -> list[Any]:
        """The watched nodes whose global transform is another than when they were last listed; call it after `flush`.

        Ancestors come before their descendants; the order among others depends on nothing but what happened before.
        """
        self._entered.clear()
        if not self._watched or self.revision == self._seen_revision:
            return []
        self._seen_revision = self.revision
        slots = np.fromiter(self._watched, np.intp, len(self._watched))
        slots, current = self.rows.read_sorted(slots)
        changed = _differ(current, self._seen[:, slots]) | ~self._told[slots]
        slots = slots[changed]
        self._seen[:, slots] = current[:, changed]
        self._told[slots] = True
        nodes = self.nodes
        return [nodes[slot] for slot in slots.tolist()]

    def take_change(self, node: Placed) -> bool:
        """Whether `take_changed` would list a watched node now; it will not list it for this change any more."""
        self.flush()
        slot = node._slot
        current = np.array(self.rows.read(slot))
        changed = bool(_differ(current, self._seen[:, slot])) or not self._told[slot]
        self._seen[:, slot] = current
        self._told[slot] = True
        return changed

    def take_moved(self) -> list[Any]:
        """The nodes watched by NOTIFY_LOCAL whose transforms were set since the last time, in the order of asking."""
        if not self._moved_locally:
            return []
        moved, self._moved_locally = self._moved_locally, set()
        return [self.nodes[slot] for slot in self._watched_locally if slot in moved]

    def _note_moved(self) -> None:
        """List who is watched and has been set since it was watched or listed last; nothing is dirty after this."""
        watched, origins, bases = self._watched_locally, self.origins, self.bases
        for slot in watched:
            origin, basis = watched[slot]
            if origins.get(slot) is not origin or bases.get(slot) is not basis:
                self._moved_locally.add(slot)
            watched[slot] = None, None


def _differ(current: Floats, seen: Floats) -> NDArray[np.bool_]:
    """For each column whether its numbers are others; what is not a number is the same as such."""
    differ: NDArray[np.bool_] = ((current != seen) & ((current == current) | (seen == seen))).any(axis=0)
    return differ


def parent_of(node: Placed, kind: int) -> Any:
    """The parent that a node's transform is relative to, or None: one of its kind, unless the node is top level."""
    parent = node._parent
    return parent if parent is not None and parent._mask & kind and not node._top_level else None


def _local(node: Any) -> tuple[Basis, Origin]:
    if node._pos is None or node._basis is None:  # one above that is in a store, and was written by a view
        local: tuple[Basis, Origin] = node._local()
        return local
    return node._basis, node._pos


def global_by_parents(node: Placed, kind: int, space: Space) -> Matrix:
    """The global transform of a node that is not in a store, from it and the nodes of its kind above it."""
    compose = space.compose
    path = [node]
    above = parent_of(node, kind)
    while above is not None:
        path.append(above)
        above = parent_of(above, kind)
    top = path.pop()
    basis, origin = _local(top)
    matrix: Matrix = (*basis, *origin)
    if top._flags & UNSCALED:
        matrix = space.unscale(matrix)
    while path:
        below = path.pop()
        matrix = compose(matrix, *_local(below))
        if below._flags & UNSCALED:
            matrix = space.unscale(matrix)
    return matrix
