"""NoiseTexture2D: a picture of noise, grey, coloured by a gradient, or as a normal map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core.errors import InvalidValueError
from engine.core.property_checks import checked_bool, checked_finite
from engine.math.value import shortened
from engine.resources.gradient import Gradient
from engine.resources.noise.noise import Noise
from engine.resources.settings import held, setting, side_of_picture
from engine.resources.textures.computed_texture import ComputedTexture, missing_pixels
from engine.resources.textures.gradient_colors import gradient_colors, truncated_bytes

if TYPE_CHECKING:
    from numpy.typing import NDArray


def _checked_skirt(item: Any, what: str, value: Any) -> float:
    part = checked_finite(item, what, value)
    if not 0.0 <= part <= 1.0:
        raise InvalidValueError(f"{item._where()}.{what} must be from 0 to 1, got {shortened(value)}")
    return part


class NoiseTexture2D(ComputedTexture):
    """A picture of a noise; the same settings give the same picture, as in Godot's NoiseTexture2D.

    It is worked out at once when it is first asked for, not in a thread. Without a noise it is magenta.
    """

    _holds = ("_noise", "_color_ramp")
    _noise: Noise | None = None
    _color_ramp: Gradient | None = None

    width: int = setting(
        "width",
        512,
        side_of_picture("height"),
        "Pixels in a row, 1 to 16384; 512 by default.",
        unit="px",
    )
    height: int = setting(
        "height",
        512,
        side_of_picture("width"),
        "Rows, 1 to 16384; 512 by default.",
        unit="px",
    )
    invert: bool = setting("invert", False, checked_bool, "Whether dark and light change places; default False.")
    in_3d_space: bool = setting(
        "in_3d_space", False, checked_bool, "Whether it is the noise in space, at z = 0; default False."
    )
    generate_mipmaps: bool = setting(
        "generate_mipmaps",
        True,
        checked_bool,
        "Whether it has mipmaps; it is saved only: a filter that uses mipmaps makes them. True by default.",
    )
    seamless: bool = setting(
        "seamless", False, checked_bool, "Whether it can be laid side by side without a seam; default False."
    )
    seamless_blend_skirt: float = setting(
        "seamless_blend_skirt",
        0.1,
        _checked_skirt,
        "The part of the picture, 0 to 1, over which a seamless one is blended; 0.1 by default.",
    )
    as_normal_map: bool = setting(
        "as_normal_map",
        False,
        checked_bool,
        "Whether the brightness counts as height, and the picture shows which way it slopes; default False.",
    )
    bump_strength: float = setting(
        "bump_strength", 8.0, checked_finite, "How steep the slopes of a normal map are; 8 by default."
    )
    normalize: bool = setting(
        "normalize",
        True,
        checked_bool,
        "Whether what there is of the noise is spread over all greys; otherwise -1 is black and 1 is white. "
        "True by default.",
    )
    color_ramp: Gradient | None = held(
        "color_ramp",
        Gradient,
        "The colours of black, at offset 0, to white, at offset 1; None, the default, for greys.",
    )
    noise: Noise | None = held("noise", Noise, "The noise that is shown; None, the default, for none.")

    def _pixels(self) -> NDArray[np.uint8]:
        noise, size = self._noise, (self.width, self.height)
        if noise is None:
            return missing_pixels(*size)
        if self.seamless:
            picture = noise.get_seamless_image(
                *size, self.invert, self.in_3d_space, self.seamless_blend_skirt, self.normalize
            )
        else:
            picture = noise.get_image(*size, self.invert, self.in_3d_space, self.normalize)
        pixels = picture.pixels
        if self._color_ramp is not None:
            pixels = _ramp(self._color_ramp)[pixels[:, :, 0]]
        return normal_map(pixels[:, :, 0], self.bump_strength) if self.as_normal_map else pixels


def _ramp(gradient: Gradient) -> NDArray[np.uint8]:
    """The colours of the 256 greys, (256, 4): those of the gradient at their luminance, as Godot counts it."""
    grey = (np.arange(256) / 255.0).astype(np.float32)
    luminance = np.float32(0.2126) * grey + np.float32(0.7152) * grey + np.float32(0.0722) * grey
    return np.ascontiguousarray(truncated_bytes(gradient_colors(gradient, luminance)).T)


def normal_map(heights: NDArray[np.uint8], strength: float) -> NDArray[np.uint8]:
    """A normal map of heights, (height, width), black 0 and white 1; the first follows the last in rows and columns.

    As Godot's Image.bump_map_to_normal_map: x is the fall to the next pixel on the right, y the rise to the next one
    below, both times `strength`, and z is 1; brought to length 1, with -1 to 1 as 0 to 255, fractions cut off.
    """
    places = (heights / 255.0).astype(np.float32)
    scale = np.float32(strength)
    across = (places - np.roll(places, -1, axis=1)) * scale
    down = (np.roll(places, -1, axis=0) - places) * scale
    length = np.sqrt(across * across + down * down + np.float32(1.0))
    pixels = np.full((*heights.shape, 4), 255, np.uint8)
    for channel, part in enumerate((across, down, np.float32(1.0))):
        pixels[:, :, channel] = (127.5 + (part / length).astype(np.float64) * 127.5).astype(np.uint8)
    return pixels
