"""GradientTexture2D: a picture filled with the colours of a gradient, along a line, in circles or in squares."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from engine.core.property_checks import checked_bool, one_of
from engine.math import Vector2
from engine.resources.gradient import Gradient
from engine.resources.settings import held, sequence_setting, setting, side_of_picture
from engine.resources.textures.computed_texture import ComputedTexture, missing_pixels
from engine.resources.textures.gradient_colors import gradient_colors, rounded_bytes, truncated_bytes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.core.export import ChoiceProperty, SequenceProperty

_TINY = 1e-20  # the square of a length of which Godot finds no nearest point on a line


class GradientTexture2D(ComputedTexture):
    """A picture whose pixels have the colours of a gradient, by how far they are on the way from one place to another.

    Places are parts of the picture: (0, 0) is the middle of its first pixel, (1, 1) that of its last, as in Godot's
    GradientTexture2D, whose formulas these are. Colours are rounded to 8 bits. Without a gradient it is magenta.
    """

    class Fill(IntEnum):
        """What places have the same colour; the numbers are Godot's."""

        LINEAR = 0
        """Those on a line across the way."""
        RADIAL = 1
        """Those as far from the start; circles where the picture is a square."""
        SQUARE = 2
        """Those on a square around the start."""

    class Repeat(IntEnum):
        """What is before the start and beyond the end; the numbers are Godot's."""

        NONE = 0
        """The colours of the ends."""
        REPEAT = 1
        """The gradient begins anew."""
        MIRROR = 2
        """The gradient goes back and forth."""

    _holds = ("_gradient",)
    _gradient: Gradient | None = None

    gradient: Gradient | None = held("gradient", Gradient, "Where the colours come from; None, the default, for none.")
    width: int = setting(
        "width",
        64,
        side_of_picture("height"),
        "Pixels in a row, 1 to 16384; 64 by default.",
        unit="px",
    )
    height: int = setting(
        "height",
        64,
        side_of_picture("width"),
        "Rows, 1 to 16384; 64 by default.",
        unit="px",
    )
    use_hdr: bool = setting(
        "use_hdr",
        False,
        checked_bool,
        "Whether colours above 1 are kept; it is saved only: pictures have 8 bits, and 1 is the most.",
    )
    fill: ChoiceProperty[Fill] = setting(
        "fill", Fill.LINEAR, one_of(Fill), "What places have the same colour; LINEAR by default."
    )

    fill_from: SequenceProperty[Vector2] = sequence_setting(
        "fill_from",
        Vector2(0.0, 0.0),
        "Where offset 0 of the gradient is, as a part of the picture; default (0, 0), the top left.",
    )
    fill_to: SequenceProperty[Vector2] = sequence_setting(
        "fill_to",
        Vector2(1.0, 0.0),
        "Where offset 1 of the gradient is, as a part of the picture; default (1, 0), the top right.",
    )
    repeat: ChoiceProperty[Repeat] = setting(
        "repeat", Repeat.NONE, one_of(Repeat), "What is before the start and beyond the end; NONE by default."
    )

    def _pixels(self) -> NDArray[np.uint8]:
        gradient = self._gradient
        if gradient is None:
            return missing_pixels(self.width, self.height)
        if gradient.get_point_count() == 1:
            only = np.array(gradient.get_color(0), np.float32)
            return np.broadcast_to(truncated_bytes(only), (self.height, self.width, 4)).copy()
        colors = rounded_bytes(gradient_colors(gradient, self._offsets()))
        pixels = np.empty((self.height, self.width, 4), np.uint8)
        for channel in range(4):
            pixels[:, :, channel] = colors[channel]  # one row, or one column, where all are the same
        return pixels

    def _offsets(self) -> NDArray[np.float32]:
        """Where on the gradient each pixel is, (height, width), or 1 in the place of a size that does not matter."""
        start, end = np.array(self.fill_from, np.float32), np.array(self.fill_to, np.float32)
        way = end - start
        if not way.any():
            return np.zeros((1, 1), np.float32)
        across = np.arange(self.width, dtype=np.float32) / np.float32(max(self.width - 1, 1)) - start[0]
        down = (np.arange(self.height, dtype=np.float32) / np.float32(max(self.height - 1, 1)) - start[1])[:, None]
        if self.fill is GradientTexture2D.Fill.LINEAR:
            length = way @ way
            if length < _TINY:
                return np.zeros((1, 1), np.float32)
            along = [part * share for part, share in zip((across[None], down), way / length, strict=True) if share]
            offsets = along[0] if len(along) == 1 else along[0] + along[1]
        elif self.fill is GradientTexture2D.Fill.RADIAL:
            offsets = np.sqrt(across * across + down * down) / np.sqrt(way @ way)
        else:
            offsets = np.maximum(np.abs(across), np.abs(down)) / np.abs(way).max()
        return _repeated(offsets, self.repeat)


def _repeated(offsets: NDArray[np.float32], repeat: int) -> NDArray[np.float32]:
    """The offsets within 0 to 1."""
    if repeat == GradientTexture2D.Repeat.NONE:
        return offsets.clip(0.0, 1.0)
    if repeat == GradientTexture2D.Repeat.REPEAT:
        rest = np.fmod(offsets, np.float32(1.0))
        return np.where(rest < 0.0, rest + np.float32(1.0), rest)
    rest = np.fmod(np.abs(offsets), np.float32(2.0))
    return np.where(rest > 1.0, np.float32(2.0) - rest, rest)
