"""GradientTexture1D: the colours of a gradient in a row of pixels, for shaders to look up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.core.property_checks import checked_bool
from engine.resources.gradient import Gradient
from engine.resources.settings import a_side, held, setting
from engine.resources.textures.computed_texture import ComputedTexture, missing_pixels
from engine.resources.textures.gradient_colors import gradient_colors, rounded_bytes

if TYPE_CHECKING:
    from numpy.typing import NDArray


class GradientTexture1D(ComputedTexture):
    """A picture of one row, from the colour at offset 0 on the left to that at offset 1 on the right.

    Pixel i of n has the colour at i / (n - 1), as Godot's GradientTexture1D, rounded to 8 bits. Without a gradient it
    is magenta.
    """

    _holds = ("_gradient",)
    _gradient: Gradient | None = None

    gradient: Gradient | None = held("gradient", Gradient, "Where the colours come from; None, the default, for none.")
    width: int = setting("width", 256, a_side, "Pixels, 1 to 16384; 256 by default.", unit="px")
    use_hdr: bool = setting(
        "use_hdr",
        False,
        checked_bool,
        "Whether colours above 1 are kept; it is saved only: pictures have 8 bits, and 1 is the most.",
    )

    @property
    def height(self) -> int:
        """One row."""
        return 1

    def _pixels(self) -> NDArray[np.uint8]:
        if self._gradient is None:
            return missing_pixels(self.width, 1)
        offsets = np.arange(self.width, dtype=np.float32) / np.float32(max(self.width - 1, 1))
        return np.ascontiguousarray(rounded_bytes(gradient_colors(self._gradient, offsets)).T)[None]
