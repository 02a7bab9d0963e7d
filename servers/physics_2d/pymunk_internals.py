"""What is used of pymunk below its public names, all in one place; `tests/unit/physics_2d/test_pymunk_internals.py`
says which of it a new pymunk has no longer.

Rays: `Space.segment_query_first` makes five objects for each ray, and there is no form for many. A loop over it, with
the arrays made of what it returns, takes two to three times as long as a loop over the function of Chipmunk that it
calls itself.

Constraints: pymunk counts one among those of its bodies until it is collected, which is at any time later since it
refers to itself; and refuses to make a body static that has one with a static body, also after it was taken out of the
space.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from pymunk._chipmunk_cffi import ffi, lib

if TYPE_CHECKING:
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
