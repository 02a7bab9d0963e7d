"""Where the bodies of a space touch, for drawings: what no node knows. The rest of it, nodes draw themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from pymunk import batch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from servers.physics_2d.space import Space2D

_IDS = batch.ArbiterFields.BODY_A_ID | batch.ArbiterFields.BODY_B_ID | batch.ArbiterFields.CONTACT_COUNT
_POINTS = (
    batch.ArbiterFields.POINT_A_1
    | batch.ArbiterFields.POINT_B_1
    | batch.ArbiterFields.POINT_A_2
    | batch.ArbiterFields.POINT_B_2
)


def contact_points(space: Space2D) -> NDArray[np.float64]:
    """The points at which bodies touched in the last step, (N, 2): two for each contact, on the edges of both.

    Those of bodies that sleep are left out, and so is what overlaps areas.
    """
    buffer = batch.Buffer()
    batch.get_space_arbiters(space.native, _IDS, buffer)
    ids = np.frombuffer(buffer.int_buf(), np.uintp).reshape(-1, 3)
    if not len(ids):
        return np.zeros((0, 2))
    buffer = batch.Buffer()
    batch.get_space_arbiters(space.native, _POINTS, buffer)
    points = np.frombuffer(buffer.float_buf(), np.float64).reshape(-1, 4, 2)
    areas = [area.native.id for area in space.areas.values() if area.native is not None]
    solid = ~np.isin(ids[:, :2], np.array(areas, np.uintp)).any(axis=1)
    first = points[solid & (ids[:, 2] > 0), :2].reshape(-1, 2)
    second = points[solid & (ids[:, 2] > 1), 2:].reshape(-1, 2)
    return np.concatenate((first, second))
