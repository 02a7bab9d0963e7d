"""The one shape that the canvas pass draws, many at a time: a strip of two triangles over four points.

A quad uses both triangles; a triangle repeats its last point. Points are pixels in the space of the item, which the
canvas moves to where the item is (scene.placing); texture coordinates and colours stay as they are.

The order of the four points is that of a triangle strip: triangles (0, 1, 2) and (1, 2, 3). Textured instances have
texture coordinates 0 to 1 over the picture, y down. An instance without a texture is drawn in its colours alone. A
hairline (HAIRLINE in all texture coordinates) is a line from points 0 = 1 to 2 = 3, one viewport pixel wide whatever
the transform.
"""

from __future__ import annotations

from enum import IntEnum
from math import fmod
from typing import TYPE_CHECKING, NamedTuple

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


class Way(IntEnum):
    """How a texture is read."""

    PLAIN = 0
    """Its colours are shown."""
    FIELD = 1
    """It is a signed distance field of several channels: what is inside of the shape is shown."""
    SUBPIXEL = 2
    """Its channels say how much of the stripes of an LCD's pixels is covered."""


class Slice(NamedTuple):
    """The part of an animation that goes round in which instances are shown; seconds."""

    length: float
    """Of a round, above 0."""
    begin: float
    end: float
    offset: float
    """When the first round begins."""

    def shows(self, time: float) -> bool:
        """Whether it is that part's turn."""
        at = fmod(time - self.offset, self.length)
        return self.begin <= (at + self.length if at < 0 else at) < self.end


class Special(NamedTuple):
    """What few instances have."""

    way: Way = Way.PLAIN
    pixel_range: float = 0.0
    """Of a FIELD: how many pixels of the texture its distances span."""
    outline: float = 0.0
    """Of a FIELD: how far outside of the shape is shown, too, in pixels of the texture; 0 for the shape alone."""
    slice: Slice | None = None
    """When they are shown; None for always."""


Run = tuple["Texture2D | None", bool, int, bool, Special | None]
"""What one stretch of instances is drawn with: texture (None for none), whether it repeats whatever its item says, how
many instances, whether all their texture coordinates lie in 0 to 1, and what few have."""


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
