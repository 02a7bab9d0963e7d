"""The one shape that the canvas pass draws, many at a time: a strip of two triangles over four points.

A quad uses both triangles; a triangle repeats its last point. Points are pixels in the space of the item, which the
canvas moves to where the item is (scene.placing); texture coordinates and colours stay as they are.

The order of the four points is that of a triangle strip: triangles (0, 1, 2) and (1, 2, 3). Textured instances have
texture coordinates 0 to 1 over the picture, y down. An instance without a texture is drawn in its colours alone. A
hairline (HAIRLINE in all texture coordinates) is a line from points 0 = 1 to 2 = 3, one viewport pixel wide whatever
the transform.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.resources import Texture2D

INSTANCE = np.dtype([("points", "<f4", (8,)), ("uvs", "<f4", (8,)), ("colors", "<f2", (16,))])
"""96 bytes: four points, four texture coordinates, four colours (gamma space, straight alpha; above 1 is allowed).

Colours are half floats: exact for all 8-bit values, and a modulation above 1 can brighten a texture.
"""

VERTEX = np.dtype([("uv", "<f4", (2,)), ("color", "<f2", (4,))])
"""What one of the four points carries to the GPU beside its place: 16 bytes."""

MAX_COORDINATE = 1e30
"""Farthest point, in pixels, so that no float32 overflows on the way to the screen."""

MAX_COLOR = 65504.0
"""Brightest colour component: where half floats end."""

HAIRLINE = -16777216.0
"""The texture coordinate that marks a hairline."""

Run = tuple["Texture2D | None", bool, int, bool]
"""What one stretch of instances is drawn with: texture (None for none), whether it repeats whatever its item says, how
many instances, and whether all their texture coordinates lie in 0 to 1."""


class Geometry:
    """What one canvas item draws: instances in the order of drawing, and the runs that they fall into.

    Attributes:
        data: the instances as bytes of dtype INSTANCE.
        runs: the stretches of instances that are drawn alike.
    """

    __slots__ = ("data", "runs")

    def __init__(self, data: bytes, runs: tuple[Run, ...]) -> None:
        """Geometry of the instances in `data`; the counts in `runs` add up to their number.

        Bytes, because joining those of 10,000 items takes 1 ms, and concatenating as many structured arrays 50.
        """
        self.data = data
        self.runs = runs

    @property
    def instances(self) -> NDArray[np.void]:
        """The instances, (N,) of dtype INSTANCE, read-only."""
        return np.frombuffer(self.data, INSTANCE)
