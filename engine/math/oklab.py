"""Oklab: colours by how light they look, and how far to green or red and to blue or yellow.

Halfway between two colours in this space looks halfway. The channels of RGB are linear here, not sRGB's; the matrices
are Oklab's published ones.
"""

from __future__ import annotations

from math import cbrt

FROM_LAB = ((0.3963377774, 0.2158037573), (-0.1055613458, -0.0638541728), (-0.0894841775, -1.2914855480))
"""How much of green to red, and of blue to yellow, is added to the lightness for each cone's cube root: L, M, S."""

FROM_LMS = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)
"""How much of each cone, L, M and S, is in the linear red, green and blue."""


def oklab_of_linear(r: float, g: float, b: float) -> tuple[float, float, float]:
    """Lightness (0 black, 1 white), green to red, and blue to yellow of a colour with linear channels."""
    long = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    medium = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    short = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def linear_of_oklab(lightness: float, green_red: float, blue_yellow: float) -> tuple[float, float, float]:
    """The linear channels of a colour of Oklab; some colours there have channels below 0 or above 1."""
    long, medium, short = [(lightness + a * green_red + b * blue_yellow) ** 3 for a, b in FROM_LAB]
    red, green, blue = [a * long + b * medium + c * short for a, b, c in FROM_LMS]
    return red, green, blue
