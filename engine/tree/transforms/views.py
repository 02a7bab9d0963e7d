"""Views: the transforms of many nodes as arrays.

In:    a group's name or nodes (tree.transforms.view); arrays that are assigned.
Out:   arrays that are read: copies, in the order of `nodes`. What is assigned counts as if each node's property had
       been set: reading a node gives it back, and globals follow in the same flush.
Space: that of each node's parent; 2D in pixels, 3D in metres; angles in radians.

What happens while a view is held:
- A node that moves, turns, is reparented inside the tree, or gets another place among its siblings: nothing to do.
- A group's members come, go or change their order: the view has the new members in the new order from the next access
  on; `len()` and `nodes` tell. What is assigned must have as many rows as there are nodes then.
- The tree is set back to a snapshot: the view goes on with what the nodes have then.
- A node of a view of nodes leaves the tree or is freed: each access raises TreeError, and nothing is changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import engine.math
from engine.core.errors import InvalidTypeError, InvalidValueError, TreeError
from engine.math.scalars import EPSILON
from engine.math.value import shortened
from engine.tree.transforms.store_3d import UNIT_TOLERANCE

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from engine.tree.node import Node
    from engine.tree.scene_tree import SceneTree
    from engine.tree.transforms.levels import Floats, Ints
    from engine.tree.transforms.store import TransformStore


class TransformView:
    """The positions and the like of many nodes, N of them; made by `tree.transforms.view`.

    Each array that is read is a copy: `view.positions += offsets` reads, adds and assigns, while a change of the array
    alone changes no node. Whatever numpy broadcasts to the shape may be assigned, one value for all nodes, too.
    """

    __slots__ = (
        "__weakref__",
        "_bases_returned",
        "_bulk",
        "_departures",
        "_era",
        "_generations",
        "_group",
        "_inverse",
        "_layout",
        "_listed",
        "_nodes",
        "_positions",
        "_returned",
        "_rows",
        "_slots",
        "_span",
        "_store",
        "_tree",
        "_turns_returned",
        "_version",
    )

    def __init__(self, tree: SceneTree, group: str | None = None, nodes: tuple[Node, ...] = ()) -> None:
        self._tree = tree
        self._store = store = self._store_of(tree)
        self._bulk = store.bulk
        self._group = group
        self._nodes: list[Any] | tuple[Any, ...] = nodes
        self._listed: list[Node] | None = None  # the group's list that `_nodes` was taken from
        self._slots: Ints = np.zeros(0, np.intp)
        self._generations: Ints = np.zeros(0, np.intp)
        self._era = store.era
        self._departures = self._layout = -1
        self._rows: Ints = np.zeros(0, np.intp)
        self._span: tuple[int, int] | None = None  # the rows, where they are all of a slice
        self._inverse: Ints = np.zeros(0, np.intp)  # for each row of the span, whose it is
        self._positions: Floats = np.zeros((0, store.space.axes))
        self._version = self._returned = self._bases_returned = self._turns_returned = -1
        self._current()

    def _store_of(self, tree: SceneTree) -> TransformStore:
        raise NotImplementedError

    def __len__(self) -> int:
        self._current()
        return len(self._nodes)

    def __repr__(self) -> str:
        what = (
            f"group {self._group!r}"
            if self._group is not None
            else f"{len(self._nodes)} node{'s' * (len(self._nodes) != 1)}"
        )
        return f"<{type(self).__name__} of {what}>"

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The nodes, in the order of the arrays' rows."""
        self._current()
        return tuple(self._nodes)

    @property
    def positions(self) -> NDArray[np.float64]:
        """The positions, (N, 2) or (N, 3).

        Raises:
            InvalidTypeError: set to something that has not that shape, or is not made of numbers.
            InvalidValueError: set to numbers that are not finite.
            TreeError: a node has left the tree.
        """
        self._current()
        if self._version != self._bulk.origin_version:
            self._version = self._bulk.origin_version
            first = self._first_origin
            self._positions = np.ascontiguousarray(self._store.rows.local[first:].take(self._find_rows(), 1).T)
        return self._positions.copy()

    @positions.setter
    def positions(self, positions: ArrayLike) -> None:
        self._current()
        bulk, store = self._bulk, self._store
        axes = store.space.axes
        values = self._checked("positions", positions, (len(self._nodes), axes))
        rows = self._find_rows()
        if self._positions.shape != values.shape:
            self._positions = np.empty(values.shape)
        np.copyto(self._positions, values)
        flat = self._positions.ravel()
        bulk.origin_version += 1
        self._version = bulk.origin_version
        targets = store.rows.local[self._first_origin :]
        if self._span is not None:
            start, stop = self._span
            for axis, target in enumerate(targets):
                flat[axis:].take(self._inverse, None, target[start:stop], "clip")
        else:
            for axis, target in enumerate(targets):
                target[rows] = values[:, axis]
        store.written(self._slots, rows, turned=False)
        if self._returned != bulk.origins_returned:
            bulk.loosen_origins(self._slots)
            self._returned = bulk.origins_returned

    @property
    def scales(self) -> NDArray[np.float64]:
        """The scales, (N, 2) or (N, 3); in 2D what is nearer to 0 than 0.00001 becomes 0.00001, as in Node2D."""
        raise NotImplementedError

    @scales.setter
    def scales(self, scales: ArrayLike) -> None:
        raise NotImplementedError

    @property
    def rotations(self) -> NDArray[np.float64]:
        """Angles in radians, (N,), of 2D nodes.

        Raises:
            InvalidTypeError: the nodes are 3D nodes, which have `quaternions`.
        """
        raise InvalidTypeError(f"{self!r} has no rotations: 3D nodes turn by quaternions; use .quaternions")

    @rotations.setter
    def rotations(self, rotations: ArrayLike) -> None:
        self.rotations  # noqa: B018 - raises

    @property
    def skews(self) -> NDArray[np.float64]:
        """The skews in radians, (N,), of 2D nodes.

        Raises:
            InvalidTypeError: the nodes are 3D nodes, which have none.
        """
        raise InvalidTypeError(f"{self!r} has no skews: 3D nodes have none; assign a node's basis")

    @skews.setter
    def skews(self, skews: ArrayLike) -> None:
        self.skews  # noqa: B018 - raises

    @property
    def quaternions(self) -> NDArray[np.float64]:
        """The rotations of 3D nodes as x, y, z, w, (N, 4); what is assigned is made 1 long.

        Raises:
            InvalidTypeError: the nodes are 2D nodes, which have `rotations`.
        """
        raise InvalidTypeError(f"{self!r} has no quaternions: 2D nodes turn by an angle; use .rotations")

    @quaternions.setter
    def quaternions(self, quaternions: ArrayLike) -> None:
        self.quaternions  # noqa: B018 - raises

    # --- which nodes -------------------------------------------------------------------------------------------------

    def _current(self) -> None:
        """Bring the view and the rows in step with the tree."""
        store = self._store
        store.absorb()
        if self._era != store.era:
            self._era = store.era
            self._bulk, self._listed, self._departures = store.bulk, None, -1
        bulk = self._bulk
        if self._group is not None:
            listed = self._tree._groups.nodes(self._group)
            if listed is not self._listed:
                kind = store.kind
                self._nodes = [node for node in listed if node._mask & kind]
                self._listed = listed
                self._refresh()
                return
        if self._departures != bulk.departures:
            if self._departures < 0 or (bulk.generation[self._slots] != self._generations).any():
                self._refresh()
            self._departures = bulk.departures

    def _refresh(self) -> None:
        """Find out which slots the nodes have."""
        bulk, tree = self._bulk, self._tree
        for node in self._nodes:
            if node._tree is not tree:
                raise TreeError(
                    f"{self!r}: {node._where()} is not inside the tree; "
                    "make a view of those that are, or of a group, which leaves out who leaves"
                )
        bulk.reserve()
        self._slots = np.fromiter((node._slot for node in self._nodes), np.intp, len(self._nodes))
        self._generations = bulk.generation[self._slots]
        self._departures = bulk.departures
        self._layout = self._version = self._returned = self._bases_returned = self._turns_returned = -1

    def _find_rows(self) -> Ints:
        """The rows of the nodes, in their order."""
        store = self._store
        if self._layout != store.rows.layout:
            self._layout = store.rows.layout
            self._rows = rows = store.rows.row_of[self._slots]
            self._span = None
            if len(rows) and (start := int(rows.min())) + len(rows) == int(rows.max()) + 1:
                self._span = start, start + len(rows)
                self._inverse = np.argsort(rows) * store.space.axes
        return self._rows

    @property
    def _first_origin(self) -> int:
        return self._store.space.size - self._store.space.axes

    # --- how they are turned and scaled ------------------------------------------------------------------------------

    def _parts(self) -> Floats:
        self._current()
        return self._bulk.read_parts(self._slots)

    def _place(self, parts: Floats, turned: bool = True) -> None:
        """Turn and scale the nodes anew, or unless `turned` only scale; `_parts` has just been called."""
        bulk, store = self._bulk, self._store
        bases = store.bases_of(parts)
        rows = self._find_rows()
        store.rows.local[: len(bases), rows] = bases
        store.written(self._slots, rows, turned=True)
        bulk.write_parts(self._slots, parts)
        if (self._turns_returned if turned else self._bases_returned) != bulk.bases_returned:
            bulk.loosen_bases(self._slots, turned)
            self._bases_returned = bulk.bases_returned
            if turned:
                self._turns_returned = bulk.bases_returned

    def _checked(self, name: str, values: ArrayLike, shape: tuple[int, ...]) -> Floats:
        """What is assigned, as finite numbers of that shape."""
        try:
            array = np.asarray(values, np.float64)
            if array.shape != shape:
                array = np.broadcast_to(array, shape)
        except (TypeError, ValueError, OverflowError):
            got = getattr(values, "shape", None)
            what = f"{shortened(values)}" if got is None else f"an array of the shape {got}"
            raise InvalidTypeError(f"{self!r}.{name} must be numbers of the shape {shape}, got {what}") from None
        if not np.isfinite(array).all():
            at = int(np.flatnonzero(~np.isfinite(array).reshape(len(array), -1).all(axis=1))[0])
            raise InvalidValueError(
                f"{self!r}.{name} must be finite numbers, got {array[at].tolist()!r} for {self._nodes[at]._where()}"
            )
        return array


class TransformView2D(TransformView):
    """A view of 2D nodes."""

    __slots__ = ()

    def _store_of(self, tree: SceneTree) -> TransformStore:
        return tree.transforms_2d

    @property
    def rotations(self) -> NDArray[np.float64]:
        """Angles in radians, (N,)."""
        rotations: Floats = self._parts()[0].copy()
        return rotations

    @rotations.setter
    def rotations(self, rotations: ArrayLike) -> None:
        parts = self._parts()
        parts[0] = self._checked("rotations", rotations, (len(self._nodes),))
        self._place(parts)

    @property
    def scales(self) -> NDArray[np.float64]:
        """The scales, (N, 2); what is assigned nearer to 0 than 0.00001 becomes 0.00001, as in Node2D."""
        return np.ascontiguousarray(self._parts()[1:3].T)

    @scales.setter
    def scales(self, scales: ArrayLike) -> None:
        parts = self._parts()
        values = self._checked("scales", scales, (len(self._nodes), 2))
        parts[1:3] = np.where(np.abs(values) < EPSILON, EPSILON, values).T
        self._place(parts)

    @property
    def skews(self) -> NDArray[np.float64]:
        """The skews in radians, (N,)."""
        skews: Floats = self._parts()[3].copy()
        return skews

    @skews.setter
    def skews(self, skews: ArrayLike) -> None:
        parts = self._parts()
        parts[3] = self._checked("skews", skews, (len(self._nodes),))
        self._place(parts)


class TransformView3D(TransformView):
    """A view of 3D nodes."""

    __slots__ = ()

    def _store_of(self, tree: SceneTree) -> TransformStore:
        return tree.transforms_3d

    @property
    def quaternions(self) -> NDArray[np.float64]:
        """The rotations as x, y, z, w, (N, 4); what is assigned is made 1 long.

        Raises:
            InvalidValueError: set to four zeros.
        """
        return np.ascontiguousarray(self._parts()[:4].T)

    @quaternions.setter
    def quaternions(self, quaternions: ArrayLike) -> None:
        parts = self._parts()
        values = self._checked("quaternions", quaternions, (len(self._nodes), 4))
        if not values.any(axis=1).all():
            where = self._nodes[int(np.flatnonzero(~values.any(axis=1))[0])]._where()
            raise InvalidValueError(
                f"{self!r}.quaternions must not be four zeros, which turn nowhere, as for {where}; "
                "the identity is (0, 0, 0, 1)"
            )
        parts[:4] = x, y, z, w = values.T
        with np.errstate(over="ignore"):
            others = np.flatnonzero(np.abs(x * x + y * y + z * z + w * w - 1.0) > UNIT_TOLERANCE)
        for at in others.tolist():  # seldom: quaternions are 1 long
            parts[:4, at] = engine.math.Quaternion(values[at]).normalized()
        parts[7:] = self._tree.transforms_3d.turned(parts[:4])
        self._place(parts)

    @property
    def scales(self) -> NDArray[np.float64]:
        """The scales, (N, 3)."""
        return np.ascontiguousarray(self._parts()[4:7].T)

    @scales.setter
    def scales(self, scales: ArrayLike) -> None:
        parts = self._parts()
        parts[4:7] = self._checked("scales", scales, (len(self._nodes), 3)).T
        self._place(parts, turned=False)
