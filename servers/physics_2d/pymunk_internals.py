"""What is used of pymunk below its public names, all in one place; `tests/unit/physics_2d/test_pymunk_internals.py`
says which of it a new pymunk has no longer.

Rays: `Space.segment_query_first` makes five objects for each ray, and there is no form for many. A loop over it, with
the arrays made of what it returns, takes two to three times as long as a loop over the function of Chipmunk that it
calls itself.

Velocities: a loop over `Body.update_velocity` or the setters of many bodies takes three to five times as long as one
over the functions of Chipmunk that they call themselves; pymunk's batch calls wake everybody.

Constraints: pymunk counts one among those of its bodies until it is collected, which is at any time later since it
refers to itself; and refuses to make a body static that has one with a static body, also after it was taken out of the
space.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np
from pymunk._chipmunk_cffi import ffi, lib

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pymunk
    from numpy.typing import NDArray

SEGMENT_QUERY_INFO = np.dtype(
    [("shape", np.uintp), ("point", np.float64, 2), ("normal", np.float64, 2), ("alpha", np.float64)]
)
"""Chipmunk's cpSegmentQueryInfo, its `shape` an address; of what begins in a shape the point is not said."""


def first_on_segments(
    space: pymunk.Space, starts: NDArray[np.float64], ends: NDArray[np.float64], shape_filter: pymunk.ShapeFilter
) -> NDArray[Any]:
    """`space.segment_query_first` for many lines without a radius.

    Args:
        space: where.
        starts: (N, 2).
        ends: (N, 2).
        shape_filter: as there.

    Returns:
        (N,) SEGMENT_QUERY_INFO: of what is first on each line, an `alpha` of 0 where that begins in it; zeros for none.
    """
    found = np.zeros(len(starts), SEGMENT_QUERY_INFO)
    infos = ffi.from_buffer("cpSegmentQueryInfo[]", found)
    pairs = [ffi.from_buffer("cpVect[]", np.ascontiguousarray(points)) for points in (starts, ends)]
    said = ffi.new("cpShapeFilter *", tuple(shape_filter))[0]
    query, native = lib.cpSpaceSegmentQueryFirst, space._space
    for at, (start, end) in enumerate(zip(*pairs, strict=True)):
        query(native, start, end, 0.0, said, infos + at)
    return found


def native_of(body: pymunk.Body) -> Any:
    """What Chipmunk knows a body by; it must not be used when the body is gone."""
    return body._body


def vector(x: float, y: float) -> Any:
    """A vector as Chipmunk takes it."""
    return ffi.new("cpVect *", (x, y))[0]


def change_velocities(
    natives: Iterable[Any], accelerations: NDArray[np.float64], factors: Iterable[float], delta: float
) -> None:
    """`Body.update_velocity` of many bodies, which wakes nobody.

    Args:
        natives: N bodies, from `native_of`.
        accelerations: (N, 2), for each.
        factors: N, by which their velocities are multiplied before.
        delta: for how many seconds.
    """
    update = lib.cpBodyUpdateVelocity
    pulls = ffi.from_buffer("cpVect[]", np.ascontiguousarray(accelerations))
    for native, pull, factor in zip(natives, pulls, factors, strict=True):
        update(native, pull, factor, delta)


def set_turns(natives: Iterable[Any], turns: Iterable[float]) -> None:
    """Set the angular velocities of bodies, from `native_of`, which wakes them."""
    for native, turn in zip(natives, turns, strict=True):
        lib.cpBodySetAngularVelocity(native, turn)


def damp(damped: Iterable[tuple[Any, float]], delta: float) -> None:
    """Multiply both velocities of bodies, from `native_of`, each with its number, and let no force act on them."""
    update, nothing = lib.cpBodyUpdateVelocity, vector(0.0, 0.0)
    for native, factor in damped:
        update(native, nothing, factor, delta)


def is_asleep(native: Any) -> bool:
    """Whether a body, from `native_of`, sleeps."""
    return bool(lib.cpBodyIsSleeping(native))


def energy_per_mass(native: Any) -> float:
    """Twice of that, of a body, from `native_of`: what pymunk compares with the square of its threshold for sleep."""
    velocity, turn, moment = (
        lib.cpBodyGetVelocity(native),
        lib.cpBodyGetAngularVelocity(native),
        lib.cpBodyGetMoment(native),
    )
    x, y = velocity.x, velocity.y
    spread = moment / lib.cpBodyGetMass(native) if moment < inf else 0.0
    energy: float = x * x + y * y + spread * turn * turn
    return energy


def set_forces(pushed: Iterable[tuple[Any, Any]]) -> None:
    """Let forces, from `vector`, act on bodies, from `native_of`, in the next step of pymunk; which wakes them."""
    for native, force in pushed:
        lib.cpBodySetForce(native, force)


def shape_at(address: int) -> pymunk.Shape | None:
    """The shape at an address of Chipmunk's; None at 0."""
    if not address:
        return None
    shape: pymunk.Shape = ffi.from_handle(lib.cpShapeGetUserData(ffi.cast("cpShape *", address)))
    return shape


def forget_constraint(constraint: pymunk.Constraint) -> None:
    """Let its bodies not count a constraint any more, which is in no space."""
    constraint.a._constraints.pop(constraint, None)
    constraint.b._constraints.pop(constraint, None)
