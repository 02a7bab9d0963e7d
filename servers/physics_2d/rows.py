"""The bodies of a space as rows of arrays, in the order in which pymunk's batch calls list them.

pymunk lists first what is awake and not static, then what is static, then what sleeps; so the rows also tell who fell
asleep, or woke up, without asking each body.

Out:   `awake`, how many rows are of the first kind; `places` of them after a step; the numbers that the drive needs.
Cost:  Python looks at a single body only after it came or was changed.

What comes gets the next handle. Who leaves keeps its own, which is nobody's then, until most are: all others move up.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np
from pymunk import batch

from servers.physics_2d.bodies import Body, BodyMode
from servers.physics_2d.pymunk_internals import native_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from servers.physics_2d.collision_objects import CollisionObject
    from servers.physics_2d.space import Space2D

    Floats = NDArray[np.float64]
    Ints = NDArray[np.intp]
    Bools = NDArray[np.bool_]

_IDS = batch.BodyFields.BODY_ID
_PLACES = _IDS | batch.BodyFields.POSITION | batch.BodyFields.ANGLE
_MOTION = _IDS | batch.BodyFields.VELOCITY | batch.BodyFields.ANGULAR_VELOCITY
_NO_SLOTS = np.zeros(0, np.intp)
_NO_PLACES = np.zeros((0, 3))
_SLOT, _DAMP, _LINEAR, _MOMENT, _RESTLESS, _RIGID, _STATIC = range(7)
_NOBODY = np.iinfo(np.uintp).max
"""The id of a handle whose object has left; pymunk counts up from 1."""
_SPARE = 64
"""How many handles may be nobody's however few objects there are."""


class Rows:
    """Of one space.

    Attributes:
        awake: how many rows, the first ones, are of bodies and areas that are awake and not static.
        fixed: how many rows behind these are static.
        angular_damps, linear_damps: by row of those awake.
        moment_per_mass: likewise; 0 of those that no force turns.
        restless: likewise, whether they may not fall asleep.
        rigid: likewise, whether forces move them.
        are_lively: whether all that forces move are awake and may not fall asleep.
    """

    def __init__(self, space: Space2D) -> None:
        self._space = space
        self._buffer = batch.Buffer()
        fixed = space.native.static_body.id
        self._ids = b""  # by row, as pymunk says them
        self._objects: list[Any] = [None]  # by handle; the first is pymunk's own static body, None who left, too
        self._natives: list[Any] = [None]  # by handle: what Chipmunk knows them by
        self._handle_of: dict[int, int] = {fixed: 0}  # by native id
        self._came: dict[int, CollisionObject] = {}  # those without a handle yet, by native id
        self._numbers: Floats = np.zeros((7, _SPARE))  # by handle, with room for more
        self._numbers[_STATIC, 0] = 1.0
        self._id_of: NDArray[np.uintp] = np.full(_SPARE, _NOBODY, np.uintp)  # likewise
        self._id_of[0] = fixed
        self._sorted_ids: NDArray[np.uintp] = np.zeros(0, np.uintp)
        self._by_id: Ints = np.zeros(0, np.intp)  # the handles in the order of their ids
        self._handles: Ints = np.zeros(0, np.intp)  # by row
        self._is_listed = False  # whether everybody has a handle, and nobody who left counts
        self._is_picked = False  # whether the rows are
        self._census: tuple[int, int] | None = None
        self.awake = self.fixed = 0
        self.angular_damps: Floats = np.zeros(0)
        self.linear_damps: Floats = np.zeros(0)
        self.moment_per_mass: Floats = np.zeros(0)
        self.restless: Bools = np.zeros(0, np.bool_)
        self.rigid: Bools = np.zeros(0, np.bool_)
        self.are_lively = False
        self._moving: Ints = np.zeros(0, np.intp)  # the handles of those that forces move, in their order
        self._slots: Ints = np.zeros(0, np.intp)  # theirs, of those that have one
        self._slotted: Ints = np.zeros(0, np.intp)  # the rows of these
        self._awake_before: Ints = np.zeros(0, np.intp)

    # --- what changed ------------------------------------------------------------------------------------------------

    def come(self, item: CollisionObject) -> None:
        """An object came into the space."""
        assert item.native is not None
        self._came[item.native.id] = item
        self._is_listed = self._is_picked = False
        self._census = None

    def leave(self, item: CollisionObject) -> None:
        """An object leaves the space; it still has its pymunk body."""
        assert item.native is not None
        native_id = item.native.id
        if self._came.pop(native_id, None) is None:
            handle = self._handle_of.pop(native_id)
            self._objects[handle] = self._natives[handle] = None
            self._numbers[:, handle] = 0.0
            self._id_of[handle] = _NOBODY
        self._is_listed = self._is_picked = False
        self._census = None

    def update(self, body: CollisionObject) -> None:
        """What drives a body, how heavy it is, how it moves or whether it may sleep has changed."""
        handle = None if body.native is None else self._handle_of.get(body.native.id)
        if handle is not None:
            self._numbers[:, handle] = self._numbers_of(body)
            self._is_picked, self._census = False, None

    # --- what there is -----------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Bring the rows in step with pymunk."""
        self._read(_IDS)

    def motions(self) -> Floats:
        """Bring the rows in step with pymunk; velocities and angular velocities, (N, 3), until the rows are read again.

        The velocities are those of centres of mass; N counts all bodies, also those asleep. (0, 3) where forces move
        nobody.
        """
        if not self._is_picked or not len(self._moving):
            self.refresh()
            if not len(self._moving):
                return _NO_PLACES
        return self._read(_MOTION).reshape(-1, 3)

    def _read(self, fields: batch.BodyFields) -> Floats:
        """Bring the rows in step with pymunk; what it has in these fields, among which is the id."""
        if not self._is_listed:
            self._list()
        buffer = self._buffer
        buffer.clear()
        batch.get_space_bodies(self._space.native, fields, buffer)
        ids = buffer.int_buf()[:]
        if not self._is_picked or ids != self._ids:
            self._ids = ids
            self._pick(np.frombuffer(ids, np.uintp))
        return np.frombuffer(buffer.float_buf())

    def _pick(self, ids: NDArray[np.uintp]) -> None:
        """Take from the lists what the rows need, whose bodies have these ids."""
        self._handles = self._by_id[np.searchsorted(self._sorted_ids, ids)]
        static = self._numbers[_STATIC, self._handles] > 0.0
        self.awake = int(static.argmax())  # pymunk's own static body is always there
        self.fixed = int(static.sum())
        picked = self._numbers[:, self._handles[: self.awake]]
        self.angular_damps, self.linear_damps, self.moment_per_mass = picked[_DAMP], picked[_LINEAR], picked[_MOMENT]
        self.restless, self.rigid = picked[_RESTLESS] > 0.0, picked[_RIGID] > 0.0
        self.are_lively = self.awake + self.fixed == len(ids) and bool(self.restless[self.rigid].all())
        moving = self._handles[: self.awake][self.rigid]
        self._moving = np.sort(moving)
        rows = np.flatnonzero(self.rigid)[moving.argsort()]
        slots = self._numbers[_SLOT, self._moving].astype(np.intp)
        self._slots, self._slotted = slots[slots >= 0], rows[slots >= 0]
        self._is_picked = True

    def census(self) -> tuple[int, int]:
        """How many bodies may not fall asleep, and how many there are that forces move."""
        if not self._is_listed:
            self._list()
        if self._census is None:
            self._census = int(self._numbers[_RESTLESS].sum()), int(self._numbers[_RIGID].sum())
        return self._census

    def row_of(self, body: Body) -> int:
        """The row of a body that is awake."""
        assert body.native is not None
        rows = np.flatnonzero(self._handles[: self.awake] == self._handle_of[body.native.id])
        return int(rows[0]) if len(rows) else -1

    def body_at(self, row: int) -> CollisionObject:
        """Whose row it is, of those awake."""
        found: CollisionObject = self._objects[self._handles[row]]
        return found

    def natives_at(self, rows: Ints) -> list[Any]:
        """What Chipmunk knows those by whose rows these are, of those awake."""
        natives = self._natives
        return [natives[handle] for handle in self._handles[rows].tolist()]

    def poses_of(self, ids: list[int]) -> Floats:
        """Where the bodies are that have these ids, of any kind: x, y and the angle, (N, 3)."""
        poses = self._read(_PLACES).reshape(-1, 3)
        return poses[self._row_of_handles()[[self._handle_of[each] for each in ids]]]

    # --- after a step ------------------------------------------------------------------------------------------------

    def take_places(self, are_fresh: bool = False) -> tuple[Ints, Floats, Floats, list[Body]]:
        """Where the rigid bodies are that may have moved since the last time, and who fell asleep or woke up.

        Args:
            are_fresh: whether the rows are in step with pymunk.

        Returns:
            The slots, (N,); positions, (N, 2); angles, (N,); and the bodies, in the order in which they were made.
        """
        if not (self._is_picked and (are_fresh or len(self._moving))):
            self.refresh()
        if not len(self._moving) and not len(self._awake_before):
            return _NO_SLOTS, _NO_PLACES[:, :2], _NO_PLACES[:, 2], []
        places = self._read(_PLACES).reshape(-1, 3)
        moving, before = self._moving, self._awake_before
        if moving is before or (len(moving) == len(before) and (moving == before).all()):
            self._awake_before = moving
            picked = places.take(self._slotted, axis=0)
            return self._slots, picked[:, :2], picked[:, 2], []
        moved = np.union1d(moving, before)
        flipped = np.setxor1d(moving, before, assume_unique=True)
        found = [self._objects[handle] for handle in flipped.tolist()]
        changed = sorted([body for body in found if isinstance(body, Body)], key=lambda body: body.rid)
        self._awake_before = moving
        row_of = self._row_of_handles()
        slots = self._numbers[_SLOT, moved].astype(np.intp)
        seen = slots >= 0
        picked = places[row_of[moved[seen]]]
        return slots[seen], picked[:, :2], picked[:, 2], changed

    def _row_of_handles(self) -> Ints:
        row_of = np.empty(len(self._objects), np.intp)
        row_of[self._handles] = np.arange(len(self._handles))
        return row_of

    # --- within ------------------------------------------------------------------------------------------------------

    def _list(self) -> None:
        """Give handles to those who came, and forget those of who left."""
        before = self._awake_before
        self._awake_before = before[self._id_of[before] != _NOBODY]
        if len(self._objects) > 2 * len(self._handle_of) + _SPARE:
            self._move_up()
        first = len(self._objects)
        count = first + len(self._came)
        self._make_room(count)
        for handle, (native_id, item) in enumerate(self._came.items(), first):
            self._handle_of[native_id] = handle
            self._id_of[handle] = native_id
            self._numbers[:, handle] = self._numbers_of(item)
        self._objects += self._came.values()
        self._natives += [native_of(item.native) for item in self._came.values() if item.native is not None]
        self._came.clear()
        self._by_id = self._id_of[:count].argsort(kind="stable")[: len(self._handle_of)]  # nobody comes last
        self._sorted_ids = self._id_of[self._by_id]
        self._is_listed = True

    def _move_up(self) -> None:
        """Let all handles be somebody's, in the same order."""
        left = np.flatnonzero(self._id_of != _NOBODY)
        self._awake_before = np.searchsorted(left, self._awake_before)
        self._objects = [self._objects[handle] for handle in left.tolist()]
        self._natives = [self._natives[handle] for handle in left.tolist()]
        self._id_of, self._numbers = self._id_of[left], self._numbers[:, left]
        self._handle_of = {native_id: handle for handle, native_id in enumerate(self._id_of.tolist())}

    def _make_room(self, count: int) -> None:
        """Have place for so many handles."""
        more = count - len(self._id_of)
        if more > 0:
            more += count
            self._numbers = np.concatenate((self._numbers, np.zeros((7, more))), axis=1)
            self._id_of = np.concatenate((self._id_of, np.full(more, _NOBODY, np.uintp)))

    def _numbers_of(self, item: CollisionObject) -> tuple[float, ...]:
        if not isinstance(item, Body):
            return (-1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        if not item.is_rigid:
            return (-1.0, 0.0, 0.0, 0.0, 0.0, 0.0, float(item.mode is BodyMode.STATIC))
        server = self._space.server
        linear = angular = 0.0
        if not item.custom_integrator:
            linear = item.total_linear_damp(server.default_linear_damp)
            angular = item.total_angular_damp(server.default_angular_damp)
        moment = item.moment
        spread = moment / item.mass if moment < inf else 0.0
        return (float(item.slot), angular, linear, spread, float(not item.can_sleep), 1.0, 0.0)
