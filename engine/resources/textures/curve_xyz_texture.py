"""CurveXYZTexture: the values of three curves in the red, green and blue of a row of pixels, for shaders to look up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.core.property_checks import between
from engine.resources.curves.curve import Curve
from engine.resources.settings import held, setting
from engine.resources.textures.computed_texture import ComputedTexture
from engine.resources.textures.curve_texture import LEAST_WIDTH, MOST_WIDTH, curve_bytes

if TYPE_CHECKING:
    from numpy.typing import NDArray


class CurveXYZTexture(ComputedTexture):
    """A picture of one row with a curve in each of red, green and blue; see CurveTexture."""

    _holds = ("_curve_x", "_curve_y", "_curve_z")
    _curve_x: Curve | None = None
    _curve_y: Curve | None = None
    _curve_z: Curve | None = None

    width: int = setting(
        "width", 256, between(LEAST_WIDTH, MOST_WIDTH), "Pixels, 32 to 4096; 256 by default.", unit="px"
    )
    curve_x: Curve | None = held("curve_x", Curve, "What is in red; None, the default, for 0.")
    curve_y: Curve | None = held("curve_y", Curve, "What is in green; None, the default, for 0.")
    curve_z: Curve | None = held("curve_z", Curve, "What is in blue; None, the default, for 0.")

    @property
    def height(self) -> int:
        """One row."""
        return 1

    def _pixels(self) -> NDArray[np.uint8]:
        pixels = np.full((1, self.width, 4), 255, np.uint8)
        for channel, curve in enumerate((self._curve_x, self._curve_y, self._curve_z)):
            pixels[0, :, channel] = curve_bytes(curve, self.width)
        return pixels
