"""Poses: how a server of bodies learns that others move its nodes, and where it writes where its bodies are now.

In:    slots that are tracked; what nodes, views and tweens set, of a tracked node or of one above it.
Out:   `take_moved`: the tracked slots whose global transforms are others than the server knows; what it `write`s.
When:  before each physics step, each query, and once after a step; on the tree's thread.
Space: global; 2D pixels, y down, radians.

Nothing is looked through to find what moved: a setter leaves its slot in the store's dictionaries, and only where one
of these is tracked, or stands above one that is, the transforms of the tracked are compared, all in one go.
"""

from __future__ import annotations

from copy import copy
from math import cos, isfinite, sin
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.math import Vector2

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from engine.tree.transforms.levels import Floats, Ints
    from engine.tree.transforms.spaces import Basis, Origin
    from engine.tree.transforms.store_2d import TransformStore2D

_IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_new = tuple.__new__
_STATE = ("_tracked", "_above", "_followed", "_set", "_stale", "_carried", "_known")


class Poses:
    """The global poses of the tracked nodes of one store; made by `TransformStore2D.poses`."""

    def __init__(self, store: TransformStore2D) -> None:
        self._store = store
        self._tracked: dict[int, None] = {}  # in the order of asking
        self._above: set[int] = set()  # those above tracked ones, and perhaps some that were
        self._followed: dict[int, None] = {}  # those whose own transforms are asked for
        self._set: set[int] = set()  # of these, which have been set
        self._era = store.era
        self._stale = False  # whether a tracked one may have moved
        self._writes = False
        self._carried: dict[int, Origin] = {}  # by slot: what `carry` has set and nobody has set since
        self._slots: Ints | None = None  # of the tracked, as an array
        self._known: Floats = np.zeros((store.space.size, 0))  # by slot: the global transform that the server knows
        self._written: tuple[Ints, Ints] | None = None  # the slots written last, and their parents'

    def __len__(self) -> int:
        return len(self._tracked)

    def track(self, slot: int) -> None:
        """Report from now on when the node in this slot is moved; where it stands now is known."""
        store = self._store
        have = self._known.shape[1]
        if slot >= have:
            more = max(2 * slot, 64) - have
            self._known = np.concatenate((self._known, np.zeros((len(self._known), more))), axis=1)
        self._known[:, slot] = store.global_of(slot)
        self._tracked[slot] = None
        self._slots = None
        self.rise_from(slot)

    def untrack(self, slot: int) -> None:
        """Report it no longer; before the node leaves the tree."""
        if self._tracked.pop(slot, self) is not self:
            self._slots = None
            if not self._tracked:
                self._above.clear()

    def rise_from(self, slot: int) -> None:
        """Take note of who stands above a node, now that it has a place."""
        above, parents = self._above, self._store.parents_by_slot()
        slot = parents[slot]
        while slot >= 0 and slot not in above:
            above.add(slot)
            slot = parents[slot]

    def moved_below(self, slot: int) -> None:
        """A node stands below another one now; for the store."""
        self._carried.pop(slot, None)
        self._written = None
        if slot in self._tracked or slot in self._above:
            self.rise_from(slot)

    def forget(self, slot: int) -> None:
        """A node leaves the store; for the store."""
        self.untrack(slot)
        self.unfollow(slot)
        self._above.discard(slot)
        self._carried.pop(slot, None)
        self._written = None

    def note(self, slots: Collection[int]) -> None:
        """Nodes in these slots have been set; for the store."""
        if self._writes:
            return
        if not self._stale and not (self._tracked.keys().isdisjoint(slots) and self._above.isdisjoint(slots)):
            self._stale = True
        if self._followed and not self._followed.keys().isdisjoint(slots):
            self._set.update(self._followed.keys() & slots)

    def written(self, slots: Ints) -> None:
        """Nodes have been placed by arrays; for the store."""
        if not self._writes:
            self.note(slots.tolist())

    def absorbed(self, origins: dict[int, Origin], bases: dict[int, Basis]) -> None:
        """Nodes have set these positions and bases; for the store."""
        carried = self._carried
        if carried:
            self.note([slot for slot, origin in origins.items() if carried.get(slot) is not origin])
            carried.clear()
        else:
            self.note(origins.keys())
        self.note(bases.keys())

    def is_quiet(self) -> bool:
        """Whether `take_moved` and `take_set` have nothing to tell; seen without looking at more than what was set."""
        store = self._store
        if self._stale or self._set or self._era != store.era or store.has_added():
            return False
        origins, bases, carried = store.origins, store.bases, self._carried
        if bases and self._concerns(bases.keys()):
            return False
        if origins == carried:
            return True
        return carried.items() <= origins.items() and not self._concerns(origins.keys() - carried.keys())

    def _concerns(self, slots: Collection[int]) -> bool:
        return not (
            self._tracked.keys().isdisjoint(slots)
            and self._above.isdisjoint(slots)
            and self._followed.keys().isdisjoint(slots)
        )

    def carry(self, slot: int, x: float, y: float) -> bool:
        """Move a tracked node to a point of the canvas; no move for `take_moved`, but of what is tracked below it.

        Returns:
            Whether it could: below a parent that flattens the plane it stays where it is.
        """
        store = self._store
        parent = store.parents_by_slot()[slot]
        origin = _new(Vector2, (x, y))
        if parent >= 0:
            xx, xy, yx, yy, left, top = store.global_of(parent)
            flat = xx * yy - xy * yx
            if not flat or not isfinite(1.0 / flat):
                return False
            left, top = x - left, y - top
            origin = _new(Vector2, ((yy * left - yx * top) / flat, (xx * top - xy * left) / flat))
        store.nodes[slot]._pos = origin
        store.origins[slot] = self._carried[slot] = origin
        known = self._known
        known[4, slot], known[5, slot] = (x, y) if parent < 0 else store.global_of(slot)[4:]
        if slot in self._above:
            self._stale = True
        return True

    def take_moved(self) -> list[int]:
        """The tracked slots that others than `write` have moved since the last time, in the order of tracking."""
        store = self._store
        store.absorb()
        if not self._stale and self._era == store.era:
            return []
        self._stale = False
        if self._era != store.era:
            self._look_anew()
        slots = self._all()
        current = self.read(slots).T
        known = self._known[:, slots]
        moved = ((current != known) & ((current == current) | (known == known))).any(axis=0)
        self._known[:, slots[moved]] = current[:, moved]
        moved_slots: list[int] = slots[moved].tolist()
        return moved_slots

    def follow(self, slot: int) -> None:
        """Report from now on when the own transform of the node in this slot is set."""
        self._followed[slot] = None

    def unfollow(self, slot: int) -> None:
        """Report it no longer."""
        self._followed.pop(slot, None)
        self._set.discard(slot)

    def take_set(self) -> list[int]:
        """The followed slots whose own transforms were set since the last time, in the order of following.

        Also those that came since, if theirs are not the identity.
        """
        self._store.absorb()
        if not self._set:
            return []
        taken, self._set = self._set, set()
        return [slot for slot in self._followed if slot in taken] if len(taken) > 1 else list(taken)

    def read(self, slots: Sequence[int] | Ints) -> Floats:
        """The global transforms of these slots, (N, 6): the images of the axes, and the origin."""
        out = np.empty((len(slots), self._store.space.size))
        self._store.pack(np.asarray(slots, np.intp), out)
        return out

    def write(self, slots: Ints, origins: Floats, angles: Floats) -> None:
        """Place nodes, each at a point and turned by an angle, unscaled, on the canvas; no move for `take_moved`.

        A node whose parent flattens the plane stays where it is.

        Args:
            slots: (N,) of nodes in the store, each once; those above others first.
            origins: (N, 2) finite, in pixels.
            angles: (N,) finite, in radians.
        """
        store = self._store
        store.absorb()
        parents = self._parents_of(slots)
        if (parents >= 0).any():
            order = store.rows.row_of[slots].argsort()  # parents before their children
            slots, origins, angles, parents = slots[order], origins[order], angles[order], parents[order]
            for parent in dict.fromkeys(parents.tolist()):
                members = np.flatnonzero(parents == parent)
                matrix = _IDENTITY if parent < 0 else store.global_of(parent)
                self._place_below(matrix, slots[members], origins[members], angles[members])
            self._wrote(slots)
        else:
            bases = _turned(angles)
            self._place(slots, origins, _unscaled(angles), bases)
            for row, values in zip(self._known, (*bases, *origins.T), strict=True):  # faster than all at once
                row[slots] = values
            if self._above and not self._above.isdisjoint(slots.tolist()):
                self._stale = True

    def keep(self, slots: Ints) -> Floats:
        """The own transforms of nodes, (10, N), for `put_back`: matrices, and rotations, scales and skews."""
        store = self._store
        store.absorb()
        store.bulk.reserve()
        return np.concatenate((store.rows.local[:, store.rows.row_of[slots]], store.bulk.read_parts(slots)))

    def put_back(self, slots: Ints, kept: Floats) -> None:
        """Give nodes the own transforms again that they were kept with; no move for `take_moved`."""
        self._store.absorb()
        self._place(slots, kept[4:6].T, kept[6:], kept[:4])
        self._wrote(slots)

    def show(self, slots: Ints, origins: Floats, turns: Floats, kept: Floats) -> None:
        """Place nodes for the eye: each at a point of the canvas, and turned by some angle from how it was kept.

        No move for `take_moved`. Below a parent that stretches unevenly the angle is that in the parent's space.
        """
        store = self._store
        store.absorb()
        parts = kept[6:].copy()
        own = origins.copy()
        parents = self._parents_of(slots)
        for parent in dict.fromkeys(parents.tolist()):
            members = np.flatnonzero(parents == parent)
            if parent < 0:
                parts[0, members] += turns[members]
                continue
            xx, xy, yx, yy, x, y = store.global_of(parent)
            flat = xx * yy - xy * yx
            if not flat or not np.isfinite(1.0 / flat):
                own[members] = kept[4:6, members].T
                continue
            inverse = np.array(((yy, -yx), (-xy, xx))) / flat
            parts[0, members] += turns[members] * np.sign(flat)
            own[members] = (origins[members] - (x, y)) @ inverse.T
        self._place(slots, own, parts, store.bases_of(parts))
        self._wrote(slots)

    def know(self, slots: Sequence[int]) -> None:
        """What was done to these nodes since `take_moved` is no move for it; nothing else was set since."""
        self._writes = True
        try:
            self._store.absorb()
        finally:
            self._writes = False
        self._wrote(np.asarray(slots, np.intp))

    def _wrote(self, slots: Ints) -> None:
        """Know where these are now; what stands below them has moved."""
        self._known[:, slots] = self.read(slots).T
        if self._above and not self._above.isdisjoint(slots.tolist()):
            self._stale = True

    def _parents_of(self, slots: Ints) -> Ints:
        known = self._written
        if known is not None and len(known[0]) == len(slots) and (known[0] == slots).all():
            return known[1]
        above = self._store.parents_by_slot()
        parents = np.array([above[slot] for slot in slots.tolist()], np.intp)
        self._written = slots.copy(), parents
        return parents

    def _place_below(self, matrix: tuple[float, ...], slots: Ints, origins: Floats, angles: Floats) -> None:
        """Place nodes whose parent has this global transform."""
        xx, xy, yx, yy, x, y = matrix
        if (xx, xy, yx, yy) == _IDENTITY[:4]:
            self._place(slots, origins - (x, y), _unscaled(angles), _turned(angles))
            return
        flat = xx * yy - xy * yx
        if not flat or not np.isfinite(1.0 / flat):
            return
        inverse = np.array(((yy, -yx), (-xy, xx))) / flat  # [row, column]: acts on columns
        bases = _turned(angles)
        first, second = inverse @ bases[:2], inverse @ bases[2:]
        turn = np.sign(first[0] * second[1] - first[1] * second[0])
        rotations = np.arctan2(first[1], first[0])
        parts = np.array(
            (
                rotations,
                np.hypot(first[0], first[1]),
                turn * np.hypot(second[0], second[1]),
                np.arctan2(-turn * second[0], turn * second[1]) - rotations,
            )
        )
        self._place(slots, (origins - (x, y)) @ inverse.T, parts, np.concatenate((first, second)))

    def _place(self, slots: Ints, origins: Floats, parts: Floats, bases: Floats) -> None:
        """Give nodes their own transforms: origins, (N, 2); rotations, scales and skews, (4, N); bases of them."""
        store, bulk = self._store, self._store.bulk
        rows = store.rows.row_of[slots]
        local = store.rows.local
        for column, values in zip(local, (*bases, *origins.T), strict=True):  # faster than all at once
            column[rows] = values
        bulk.reserve()
        bulk.origin_version += 1
        bulk.basis_version += 1
        bulk.write_parts(slots, parts)
        bulk.loosen_origins(slots)
        bulk.loosen_bases(slots, turned=True)
        self._writes = True
        store.written(slots, rows, turned=True)
        self._writes = False

    def take_state(self) -> dict[str, Any]:
        """What it knows, for a snapshot that a server takes of itself."""
        return {name: copy(getattr(self, name)) for name in _STATE}

    def restore_state(self, state: dict[str, Any] | None) -> None:
        """Know that again, after the store was set back; None for nothing."""
        for name, value in (state or Poses(self._store).take_state()).items():
            setattr(self, name, copy(value))
        self._era = self._store.era
        self._slots = self._written = None

    def _look_anew(self) -> None:
        """After the store was set back to what it was; who was not in it then is tracked no longer."""
        store = self._store
        self._era = store.era
        for slots in (self._tracked, self._followed):
            for slot in [slot for slot in slots if slot >= len(store.nodes) or store.nodes[slot] is None]:
                del slots[slot]
        self._slots = None
        self._above.clear()
        self._written = None
        for slot in self._tracked:
            self.rise_from(slot)

    def _all(self) -> Ints:
        if self._slots is None:
            self._slots = np.fromiter(self._tracked, np.intp, len(self._tracked))
        return self._slots


def _turned(angles: Floats) -> Floats:
    """The bases, (4, N), of rotations without a scale: to the last bit those of a Node2D."""
    numbers = angles.tolist()
    bases = np.empty((4, len(numbers)))
    bases[0] = bases[3] = np.fromiter(map(cos, numbers), np.float64, len(numbers))
    bases[1] = np.fromiter(map(sin, numbers), np.float64, len(numbers))
    np.negative(bases[1], bases[2])
    return bases


def _unscaled(angles: Floats) -> Floats:
    """Rotations, scales and skews, (4, N), of rotations alone."""
    parts = np.ones((4, len(angles)))
    parts[0] = angles
    parts[3] = 0.0
    return parts
