"""What views have written for many nodes at once, and nodes have not asked back.

A view writes straight into the rows of a store. To write 10,000 nodes' own attributes, too, would cost ten times as
much; so a node whose position a view has written has None as `_pos`, and gets a vector when it asks. The same holds
for `_basis`, and, unless a view has scaled the node only, for `_parts`, which is how it is turned and scaled.

Out:   which slots are loose (their truth is in the rows); `parts`, the numbers behind the bases; counters by which a
       view sees cheaply that nothing happened since it last looked.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from engine.tree.transforms.levels import Floats, Ints
    from engine.tree.transforms.store import TransformStore

    Bools = NDArray[np.bool_]


class BulkTruth:
    """What the rows of one store know better than its nodes.

    Attributes:
        departures: counts the nodes that have left.
        origin_version: counts up when a position may have changed.
        basis_version: counts up when a basis may have changed.
        origins_returned: counts up when a node has its own position again.
        bases_returned: counts up when a node has its own basis again.
        generation: by slot, how often it has been given up.
    """

    def __init__(self, store: TransformStore) -> None:
        self._store = store
        self.departures = 0
        self.origin_version = self.basis_version = 0
        self.origins_returned = self.bases_returned = 0
        self.generation: Ints = np.zeros(0, np.intp)
        self._loose_origins: Bools = np.zeros(0, np.bool_)
        self._loose_bases: Bools = np.zeros(0, np.bool_)
        self._loose_turns: Bools = np.zeros(0, np.bool_)  # of the loose bases, those that are also turned anew
        self._known: Bools = np.zeros(0, np.bool_)  # whether `_parts` is right
        self._parts: Floats = np.zeros((store.parts, 0))
        self.reserve()

    def reserve(self) -> None:
        """Make room for all slots of the store."""
        have, count = len(self.generation), len(self._store.nodes)
        if count <= have:
            return
        more = max(count, 2 * have) - have
        self.generation = np.concatenate((self.generation, np.zeros(more, np.intp)))
        nothing: Bools = np.zeros(more, np.bool_)
        self._loose_origins = np.concatenate((self._loose_origins, nothing))
        self._loose_bases = np.concatenate((self._loose_bases, nothing))
        self._loose_turns = np.concatenate((self._loose_turns, nothing))
        self._known = np.concatenate((self._known, nothing))
        self._parts = np.concatenate((self._parts, np.zeros((len(self._parts), more))), axis=1)

    # --- what nodes do -----------------------------------------------------------------------------------------------

    def note(self, origins: Collection[int], bases: Collection[int]) -> None:
        """Nodes in these slots have set their own positions and bases."""
        self.reserve()
        if origins:
            self._loose_origins[np.fromiter(origins, np.intp, len(origins))] = False
            self.origin_version += 1
            self.origins_returned += 1
        if bases:
            slots = np.fromiter(bases, np.intp, len(bases))
            self._loose_bases[slots] = self._loose_turns[slots] = False
            self._known[slots] = False
            self.basis_version += 1
            self.bases_returned += 1

    def leave(self, node: Any) -> None:
        """Give a node that leaves the store what is its own."""
        slot = node._slot
        if slot >= len(self.generation):
            return
        if node._pos is None:
            self.restore_origin(node)
        if node._basis is None:
            self.restore_basis(node)
        self._loose_origins[slot] = self._loose_bases[slot] = self._loose_turns[slot] = self._known[slot] = False
        self.generation[slot] += 1
        self.departures += 1

    def restore_origin(self, node: Any) -> None:
        """Give a node its position."""
        slot = node._slot
        store = self._store
        node._pos = tuple.__new__(store.vector, store.rows.read_local(slot)[-store.space.axes :])
        self._loose_origins[slot] = False
        self.origins_returned += 1

    def restore_basis(self, node: Any) -> None:
        """Give a node its basis, and how it is turned and scaled."""
        slot = node._slot
        store = self._store
        basis = store.rows.read_local(slot)[: -store.space.axes]
        node._take_back(basis, self._parts[:, slot].tolist())
        self._loose_bases[slot] = self._loose_turns[slot] = False
        self.bases_returned += 1

    # --- what views do -----------------------------------------------------------------------------------------------

    def loosen_origins(self, slots: Ints) -> None:
        """The rows hold the positions of these slots from now on."""
        nodes = self._store.nodes
        for slot in slots[~self._loose_origins[slots]].tolist():
            nodes[slot]._pos = None
        self._loose_origins[slots] = True

    def loosen_bases(self, slots: Ints, turned: bool) -> None:
        """The rows hold the bases of these slots from now on; unless `turned`, nodes keep how they were turned."""
        nodes = self._store.nodes
        for slot in slots[~self._loose_bases[slots]].tolist():
            nodes[slot]._basis = None
        self._loose_bases[slots] = True
        if turned:
            for slot in slots[~self._loose_turns[slots]].tolist():
                nodes[slot]._parts = None
            self._loose_turns[slots] = True

    def read_parts(self, slots: Ints) -> Floats:
        """How the nodes of these slots are turned and scaled, (parts, N), a new array."""
        nodes = self._store.nodes
        missing = slots[~self._known[slots]]
        if len(missing):
            parts = chain.from_iterable(nodes[slot]._turned_and_scaled() for slot in missing.tolist())
            flat = np.fromiter(parts, np.float64, len(self._parts) * len(missing))
            self._parts[:, missing] = flat.reshape(len(missing), -1).T
            self._known[missing] = True
        return self._parts[:, slots]

    def write_parts(self, slots: Ints, parts: Floats) -> None:
        """Keep how the nodes of these slots are turned and scaled from now on."""
        for row, values in zip(self._parts, parts, strict=True):  # faster than all at once
            row[slots] = values
        self._known[slots] = True
