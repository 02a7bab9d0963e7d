"""CurveTexture: the values of a curve in a row of pixels, for shaders to look up."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from engine.core.property_checks import between, one_of
from engine.resources.curves.curve import Curve
from engine.resources.settings import held, setting
from engine.resources.textures.computed_texture import ComputedTexture
from engine.resources.textures.gradient_colors import rounded_bytes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.core.export import ChoiceProperty

LEAST_WIDTH = 32
MOST_WIDTH = 4096


class CurveTexture(ComputedTexture):
    """A picture of one row whose brightness follows a curve; pixel i of n has the value at i / n, as in Godot.

    Pictures have 8 bits: values are rounded to steps of 1 / 255, and those below 0 and above 1 cut off. Without a
    curve, or a point on it, it is black.
    """

    class TextureMode(IntEnum):
        """Which channels hold the values; the numbers are Godot's."""

        RGB = 0
        """Red, green and blue alike."""
        RED = 1
        """Red; green and blue are 0."""

    _holds = ("_curve",)
    _curve: Curve | None = None

    width: int = setting(
        "width", 256, between(LEAST_WIDTH, MOST_WIDTH), "Pixels, 32 to 4096; 256 by default.", unit="px"
    )
    texture_mode: ChoiceProperty[TextureMode] = setting(
        "texture_mode", TextureMode.RGB, one_of(TextureMode), "Which channels hold the values; RGB by default."
    )
    curve: Curve | None = held("curve", Curve, "Where the values come from; None, the default, for none.")

    @property
    def height(self) -> int:
        """One row."""
        return 1

    def _pixels(self) -> NDArray[np.uint8]:
        pixels = np.zeros((1, self.width, 4), np.uint8)
        channels = 3 if self.texture_mode is CurveTexture.TextureMode.RGB else 1
        pixels[:, :, :channels] = curve_bytes(self._curve, self.width)[:, None]
        pixels[:, :, 3] = 255
        return pixels


def curve_bytes(curve: Curve | None, width: int) -> NDArray[np.uint8]:
    """The values of a curve at `width` places from 0 on, the last one step before 1; zeros without one."""
    if curve is None or not curve.point_count:
        return np.zeros(width, np.uint8)
    places = np.arange(width, dtype=np.float32) / np.float32(width)
    return rounded_bytes(curve.sample_baked_many(places).astype(np.float32))
