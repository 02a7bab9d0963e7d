"""What drives the bodies of a space: gravity, damps and constant forces.

pymunk gives each body one gravity and one linear damp: those that most bodies are to have. For the others the rest is
done before each substep. The angular damp of all is done once a step, in one go.

In:    the rows of the bodies that are awake, and their velocities after the last step.
When:  `begin` before a step, `push` before each of its substeps.
Space: pixels, seconds; velocities of centres of mass.

A body that is given a force, or a velocity, is awake for pymunk, and so is what it touches. So slow bodies are damped
by `update_velocity`, which lets them fall asleep; and those that need a force in each step are put to sleep from here.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from pymunk import batch

from engine.math import Vector2
from servers.physics_2d.pymunk_internals import (
    change_velocities,
    damp,
    energy_per_mass,
    is_asleep,
    native_of,
    set_forces,
    set_turns,
    vector,
)
from servers.physics_2d.sleep import hanging_together, sleep_together

if TYPE_CHECKING:
    import pymunk
    from numpy.typing import NDArray

    from servers.physics_2d.bodies import Body
    from servers.physics_2d.rows import Bools
    from servers.physics_2d.space import Space2D

    Floats = NDArray[np.float64]
    Course = tuple[Vector2, float]  # the acceleration by gravity, and the linear damp

_ANGULAR = batch.BodyFields.ANGULAR_VELOCITY
_STRONG = 0.5
"""What takes more of the velocity than this in a step is not spread over its substeps."""
_LEAST_TURN = 0.01
"""What no force turns stops below this, in rad/s: to pymunk it is never slow, and would not fall asleep."""


class Push(NamedTuple):
    """What a body gets in a step beside what the space gives.

    Attributes:
        native: what Chipmunk knows it by.
        ratio: what its velocities are multiplied by in each substep.
        force: acts in each substep, as Chipmunk takes it; None for none.
        torque: acts once.
        left: what a strong damp leaves of its velocity, at the start of the step.
        is_pushed: whether characters push it.
    """

    native: Any
    ratio: float
    force: Any
    torque: float
    left: float
    is_pushed: bool


class Drive:
    """Of one space."""

    def __init__(self, space: Space2D) -> None:
        self._space = space
        self._courses: dict[int, Course] = {}  # of the rigid bodies, by number
        self._counts: dict[Course, int] = {}
        server = space.server
        self._common: Course = (server.gravity, server.default_linear_damp)
        self._is_chosen = False
        self._special: dict[int, Body] = {}  # those that may be driven in another way, by number
        self._idle: dict[int, float] = {}  # of those that need a force: for how many seconds they have rested
        self._kept: dict[int, Push] = {}  # what goes on like in the step before, by number
        self._kept_for: tuple[float, Course] | None = None  # the seconds of that step, and what most had
        self._damped: list[tuple[Any, float]] = []  # in this step: who, by what
        self._forced: list[tuple[Any, Any]] = []  # likewise
        self._turns = batch.Buffer()  # what pymunk is to have of them
        self._factors: Floats = np.zeros(0)  # by which the angular velocities of those awake are damped
        self._factors_of: tuple[Bools, float] | None = None  # the rows and the step that they are for
        self._damps_all = False  # whether no factor of one that turns is 1

    def look_at(self, body: Body, *, may_rest: bool = False) -> None:
        """What drives a rigid body may have changed.

        Args:
            body: which one.
            may_rest: whether the time for which it has rested goes on: a point's pull changes with each tiny move.
        """
        self._special[body.rid] = body
        self._kept.pop(body.rid, None)
        if not may_rest:
            self._idle.pop(body.rid, None)
        self._space.rows.update(body)
        server = self._space.server
        course: Course = (Vector2.ZERO, 0.0)
        if not body.custom_integrator:
            course = (body.total_gravity, body.total_linear_damp(server.default_linear_damp))
        known = self._courses.get(body.rid)
        if known != course:
            self._discount(known)
            self._courses[body.rid] = course
            self._counts[course] = self._counts.get(course, 0) + 1
            self._is_chosen = False

    def look_at_all(self) -> None:
        """The settings of the server have changed."""
        for body in self._space.bodies.values():
            if body.is_rigid:
                self.look_at(body)

    def forget(self, body: Body) -> None:
        """A body leaves the space, or is no longer moved by forces."""
        self._special.pop(body.rid, None)
        self._kept.pop(body.rid, None)
        self._idle.pop(body.rid, None)
        self._discount(self._courses.pop(body.rid, None))

    def begin(self, delta: float) -> None:
        """Damp the bodies that are awake by what a step of so many seconds takes, and see what they need in it."""
        self.choose()
        left = _left(delta, self._common[1])
        self._space.native.damping = left ** (1.0 / delta)
        self._begin_special(delta, left)
        self._damp_turning(delta)

    @property
    def is_idle(self) -> bool:
        """Whether `begin` has nothing to do while nobody is awake."""
        return self._is_chosen and not self._special

    def push(self, delta: float) -> None:
        """Let a substep of so many seconds have what the space does not give."""
        damp(self._damped, delta)
        set_forces(self._forced)

    # --- what most have ----------------------------------------------------------------------------------------------

    def _discount(self, course: Course | None) -> None:
        if course is not None:
            self._counts[course] -= 1
            if not self._counts[course]:
                del self._counts[course]
            self._is_chosen = False

    def choose(self) -> None:
        """Let pymunk give to all what most are to have; who sleeps wakes up where that is another gravity.

        It is changed only where twice as many are for it, since most of the time a few come and go.
        """
        if self._is_chosen:
            return
        self._is_chosen = True
        course, most = self._common, 2 * self._counts.get(self._common, 0)
        for other, count in self._counts.items():
            if count > most:
                course, most = other, count
        if course != self._common:
            self._common = course
            self._special.update((rid, self._space.bodies[rid]) for rid in self._courses)
        native = self._space.native
        if tuple(native.gravity) != course[0]:
            native.gravity = course[0]

    # --- what few have -----------------------------------------------------------------------------------------------

    def _begin_special(self, delta: float, left: float) -> None:
        self._damped.clear()
        self._forced.clear()
        if self._kept_for != (delta, self._common):
            self._kept.clear()
            self._kept_for = delta, self._common
        for rid in sorted(self._special):
            body = self._special[rid]
            push = self._kept.get(rid) or self._push_of(body, delta, left)
            if push is None:
                del self._special[rid]
                continue
            if is_asleep(push.native) or (
                push.force is not None and not push.is_pushed and self._falls_asleep(body, delta)
            ):
                continue
            if push.torque or push.left != 1.0:
                self._act_once(body, push, delta)
            if push.ratio != 1.0:
                self._damped.append((push.native, push.ratio))
            if push.force is not None:
                self._forced.append((push.native, push.force))

    def _push_of(self, body: Body, delta: float, left: float) -> Push | None:
        """What a body gets in this step, kept where it is to get that in the next, too; None if nothing."""
        native = body.native
        assert native is not None
        gravity, damping = self._courses[body.rid]
        own = _left(delta, damping)
        is_steady = not (body.applied_force or body.applied_torque or body.pushed)
        force, torque = self._take_forces(body)
        is_pushed = bool(body.pushed)
        if is_pushed:
            force += body.pushed * (body.mass / delta)
            native.angular_velocity += body.pushed_turn
            body.pushed, body.pushed_turn = Vector2.ZERO, 0.0
        if gravity != self._common[0]:
            force += (gravity - self._common[0]) * body.mass
        strong = max(1.0 - delta * damping, 0.0) if delta * damping > _STRONG else 1.0
        if force == Vector2.ZERO and not torque and own == left and strong == 1.0:
            return None
        ratio = (own / left) ** (1.0 / self._space.server.substeps)
        push = Push(native_of(native), ratio, vector(*force) if force else None, torque, strong, is_pushed)
        if is_steady:
            self._kept[body.rid] = push
        return push

    def _act_once(self, body: Body, push: Push, delta: float) -> None:
        native = body.native
        assert native is not None
        if push.torque and native.moment < inf:
            native.angular_velocity += push.torque * delta / native.moment
        if push.left != 1.0 and tuple(native.velocity) != (0.0, 0.0):
            native.velocity = native.velocity * push.left

    def _take_forces(self, body: Body) -> tuple[Vector2, float]:
        """The force and the torque that act on a body in this step; those that were applied for it are used up."""
        force, torque = body.constant_force + body.applied_force, body.constant_torque + body.applied_torque
        body.applied_force, body.applied_torque = Vector2.ZERO, 0.0
        return (Vector2.ZERO, 0.0) if body.custom_integrator else (force, torque)

    def _falls_asleep(self, body: Body, delta: float) -> bool:
        """Whether a body that pymunk would keep awake has rested for long enough, with all that it touches."""
        native = body.native
        assert native is not None
        if not body.can_sleep or not self._is_slow(native_of(native)):
            self._idle.pop(body.rid, None)
            return False
        rested = self._idle.get(body.rid, 0.0) + delta
        self._idle[body.rid] = rested
        if rested < self._space.server.time_before_sleep:
            return False
        del self._idle[body.rid]
        return self._put_to_sleep(native)

    def _put_to_sleep(self, native: pymunk.Body) -> bool:
        """Let a body and all that hangs together with it sleep, if all of that is slow; else all rest anew.

        So a heap that is not calm yet is looked through once in that time, not once for each body in it.
        """
        group, can_sleep = hanging_together(native)
        if can_sleep and all(
            other is native or other.is_sleeping or (self._is_slow(native_of(other)) and other.object.can_sleep)
            for other in group
        ):
            sleep_together(group)
            return True
        for other in group:
            self._idle.pop(other.object.rid, None)
        return False

    def _is_slow(self, native: Any) -> bool:
        threshold: float = self._space.server.sleep_threshold_linear
        return energy_per_mass(native) < threshold * threshold

    # --- turning -----------------------------------------------------------------------------------------------------

    def _damp_turning(self, delta: float) -> None:
        """Damp the angular velocities of all that are awake, by what their linear damps will not take of it."""
        space, rows = self._space, self._space.rows
        moving = rows.motions()
        if not rows.rigid.any():
            return
        factors = self._factors_for(delta)
        velocities, turns = moving[: rows.awake, :2], moving[: rows.awake, 2]
        if rows.are_lively and self._damps_all:
            self._turn_all(moving, turns * factors)
            return
        turning = rows.rigid & (turns != 0.0) & (factors != 1.0)
        if not turning.any():
            return
        with np.errstate(over="ignore"):
            energy = (velocities * velocities).sum(axis=1) + rows.moment_per_mass * turns * turns
        threshold = space.server.sleep_threshold_linear
        lively = turning & (rows.restless | (energy > threshold * threshold))
        damped = np.where(turning, turns * factors, turns)
        ends = turning & (rows.moment_per_mass == 0.0) & (np.abs(damped) < _LEAST_TURN)
        damped[ends], lively = 0.0, lively | ends
        if rows.awake == len(moving) - rows.fixed and lively.sum() == rows.rigid.sum():
            self._turn_all(moving, damped)
            return
        quick, slow = np.flatnonzero(turning & lively), np.flatnonzero(turning & ~lively)
        set_turns(rows.natives_at(quick), damped[quick].tolist())
        left = factors[slow]
        back = (1.0 - left) / delta
        change_velocities(rows.natives_at(slow), velocities[slow] * back[:, None], left.tolist(), delta)

    def _factors_for(self, delta: float) -> Floats:
        """What a step leaves of the angular velocities of those awake, as far as their linear damps do not take it."""
        rows = self._space.rows
        if self._factors_of is None or self._factors_of[0] is not rows.rigid or self._factors_of[1] != delta:
            linear = delta * rows.linear_damps
            factors = np.maximum(1.0 - delta * rows.angular_damps, 0.0) / np.where(linear <= _STRONG, 1.0 - linear, 1.0)
            self._factors = np.where(rows.rigid, factors, 1.0)
            self._damps_all = bool((factors[rows.rigid] != 1.0).all())
            self._factors_of = rows.rigid, delta
        return self._factors

    def _turn_all(self, moving: Floats, damped: Floats) -> None:
        """Give all bodies angular velocities, which wakes them: these to those that are awake, the others their own."""
        everything = moving[:, 2].copy()
        everything[: len(damped)] = damped
        self._turns.set_float_buf(everything)
        batch.set_space_bodies(self._space.native, _ANGULAR, self._turns)


def _left(delta: float, damp: float) -> float:
    """What a damp leaves of a velocity after a step; 1 where it is so strong that it acts at the start of it."""
    lost = delta * damp
    return 1.0 - lost if lost <= _STRONG else 1.0
