"""OKHSL and OKHSV: hue, saturation and lightness, or value, as they look, within what sRGB can show.

Numbers in and out are 0 to 1, colours are linear sRGB. The formulas are those of the page on which the two spaces were
published ("Okhsv and Okhsl", 2021): OKLab, and within it the chroma that sRGB reaches at a hue, found by a polynomial
and one step of Halley's method.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cbrt, cos, hypot, pi, sin, sqrt, tau

from engine.math.oklab import FROM_LAB, FROM_LMS, linear_of_oklab, oklab_of_linear

_Triple = tuple[float, float, float]

# The saturation at which red, green or blue reaches 0, for the hues where that is the first to do so.
_RED_LIMIT = (1.19086277, 1.76576728, 0.59662641, 0.75515197, 0.56771245)
_GREEN_LIMIT = (0.73956515, -0.45954404, 0.08285427, 0.12541070, 0.14503204)
_BLUE_LIMIT = (1.35733652, -0.00915799, -1.15130210, -0.50559606, 0.00692167)

_K1, _K2 = 0.206, 0.03  # of the curve from OKLab's lightness to the one used here
_K3 = (1.0 + _K1) / (1.0 + _K2)
_MID = 0.8  # the saturation at which the middle chroma is reached
_S0 = 0.5
_BLACK = 1e-9  # a lightness below this is 0
_GREY = 1e-6  # a chroma below this is that of a grey, with no hue of its own


def linear_to_ok_hsl(rgb: Sequence[float]) -> _Triple:
    """Hue, saturation and lightness of a linear colour; a grey has hue and saturation 0."""
    lightness, a, b = oklab_of_linear(*rgb)
    chroma = hypot(a, b)
    if chroma < _GREY or not _BLACK < lightness < 1.0:
        return 0.0, 0.0, _held(_toe(lightness))
    low, middle, most = _chromas(lightness, a / chroma, b / chroma)
    if chroma < middle:
        slope = _MID * low
        saturation = _MID * chroma / (slope + (1.0 - slope / middle) * chroma)
    else:
        slope = (1.0 - _MID) * (middle / _MID) ** 2 / low
        beyond = chroma - middle
        saturation = _MID + (1.0 - _MID) * beyond / (slope + (1.0 - slope / (most - middle)) * beyond)
    return _hue(a, b), _held(saturation), _held(_toe(lightness))


def ok_hsl_to_linear(hue: float, saturation: float, lightness: float) -> _Triple:
    """The linear colour of a hue, saturation and lightness."""
    if not _BLACK < lightness < 1.0:
        grey = 1.0 if lightness >= 1.0 else 0.0
        return grey, grey, grey
    a, b = cos(tau * hue), sin(tau * hue)
    light = _toe_inverse(lightness)
    low, middle, most = _chromas(light, a, b)
    if saturation < _MID:
        part = saturation / _MID
        slope = _MID * low
        chroma = part * slope / (1.0 - (1.0 - slope / middle) * part)
    else:
        part = (saturation - _MID) / (1.0 - _MID)
        slope = (1.0 - _MID) * (middle / _MID) ** 2 / low
        chroma = middle + part * slope / (1.0 - (1.0 - slope / (most - middle)) * part)
    return linear_of_oklab(light, chroma * a, chroma * b)


def linear_to_ok_hsv(rgb: Sequence[float]) -> _Triple:
    """Hue, saturation and value of a linear colour; a grey has hue and saturation 0."""
    lightness, a, b = oklab_of_linear(*rgb)
    chroma = hypot(a, b)
    if chroma < _GREY or lightness <= _BLACK:
        return 0.0, 0.0, _held(_toe(lightness))
    a_part, b_part = a / chroma, b / chroma
    most_s, most_t = _slopes(*_cusp(a_part, b_part))
    part = most_t / (chroma + lightness * most_t)
    full_light, full_chroma = part * lightness, part * chroma
    scale = _scale_to_gamut(full_light, full_chroma, a_part, b_part)
    light = _toe(lightness / scale)
    k = 1.0 - _S0 / most_s
    saturation = (_S0 + most_t) * full_chroma / (most_t * _S0 + most_t * k * full_chroma)
    return _hue(a, b), _held(saturation), _held(light / full_light)


def ok_hsv_to_linear(hue: float, saturation: float, value: float) -> _Triple:
    """The linear colour of a hue, saturation and value."""
    if value <= _BLACK:
        return 0.0, 0.0, 0.0
    a, b = cos(tau * hue), sin(tau * hue)
    most_s, most_t = _slopes(*_cusp(a, b))
    divisor = _S0 + most_t - most_t * (1.0 - _S0 / most_s) * saturation
    full_light = 1.0 - saturation * _S0 / divisor
    full_chroma = saturation * most_t * _S0 / divisor
    scale = _scale_to_gamut(full_light, full_chroma, a, b)
    light = _toe_inverse(value * full_light)
    chroma = full_chroma * light / full_light
    return linear_of_oklab(light * scale, chroma * scale * a, chroma * scale * b)


def _dot(row: Sequence[float], values: Sequence[float]) -> float:
    return row[0] * values[0] + row[1] * values[1] + row[2] * values[2]


def _hue(a: float, b: float) -> float:
    return 0.5 + 0.5 * atan2(-b, -a) / pi


def _held(value: float) -> float:
    return min(max(value, 0.0), 1.0)


def _toe(x: float) -> float:
    bent = _K3 * x - _K1
    return 0.5 * (bent + sqrt(max(0.0, bent * bent + 4.0 * _K2 * _K3 * x)))


def _toe_inverse(x: float) -> float:
    return (x * x + _K1 * x) / (_K3 * (x + _K2))


def _cusp(a: float, b: float) -> tuple[float, float]:
    """Lightness and chroma of the most colourful colour of a hue."""
    saturation = _most_saturation(a, b)
    lightness = cbrt(1.0 / max(linear_of_oklab(1.0, saturation * a, saturation * b)))
    return lightness, lightness * saturation


def _slopes(lightness: float, chroma: float) -> tuple[float, float]:
    """The slopes of the triangle of a hue, from black and from white to its cusp."""
    return chroma / lightness, chroma / (1.0 - lightness)


def _most_saturation(a: float, b: float) -> float:
    if -1.88170328 * a - 0.80936493 * b > 1.0:
        limit, channel = _RED_LIMIT, 0
    elif 1.81444104 * a - 1.19445276 * b > 1.0:
        limit, channel = _GREEN_LIMIT, 1
    else:
        limit, channel = _BLUE_LIMIT, 2
    guess = limit[0] + limit[1] * a + limit[2] * b + limit[3] * a * a + limit[4] * a * b
    ways = [row_a * a + row_b * b for row_a, row_b in FROM_LAB]
    roots = [1.0 + guess * way for way in ways]
    weights = FROM_LMS[channel]
    f = _dot(weights, [root**3 for root in roots])
    f1 = _dot(weights, [3.0 * way * root * root for way, root in zip(ways, roots, strict=True)])
    f2 = _dot(weights, [6.0 * way * way * root for way, root in zip(ways, roots, strict=True)])
    return guess - f * f1 / (f1 * f1 - 0.5 * f * f2)


def _most_chroma(lightness: float, a: float, b: float, cusp: tuple[float, float]) -> float:
    """The most chroma that sRGB reaches at a hue and lightness."""
    cusp_light, cusp_chroma = cusp
    if lightness <= cusp_light:
        return cusp_chroma * lightness / cusp_light
    chroma = cusp_chroma * (lightness - 1.0) / (cusp_light - 1.0)
    ways = [row_a * a + row_b * b for row_a, row_b in FROM_LAB]
    roots = [lightness + chroma * way for way in ways]
    steps = []
    for weights in FROM_LMS:
        f = _dot(weights, [root**3 for root in roots]) - 1.0
        f1 = _dot(weights, [3.0 * way * root * root for way, root in zip(ways, roots, strict=True)])
        f2 = _dot(weights, [6.0 * way * way * root for way, root in zip(ways, roots, strict=True)])
        factor = f1 / (f1 * f1 - 0.5 * f * f2)
        if factor >= 0.0:
            steps.append(-f * factor)
    return chroma + min(steps, default=0.0)


def _chromas(lightness: float, a: float, b: float) -> _Triple:
    """The chromas that stand for saturations of about 0, of _MID and of 1, at a hue and lightness."""
    cusp = _cusp(a, b)
    most = _most_chroma(lightness, a, b, cusp)
    most_s, most_t = _slopes(*cusp)
    dark = 1.0 - lightness
    share = most / min(lightness * most_s, dark * most_t)
    mid_s = 0.11516993 + 1.0 / (
        7.44778970
        + 4.15901240 * b
        + a
        * (
            -2.19557347
            + 1.75198401 * b
            + a * (-2.13704948 - 10.02301043 * b + a * (-4.24894561 + 5.38770819 * b + 4.69891013 * a))
        )
    )
    mid_t = 0.11239642 + 1.0 / (
        1.61320320
        - 0.68124379 * b
        + a
        * (
            0.40370612
            + 0.90148123 * b
            + a * (-0.27087943 + 0.61223990 * b + a * (0.00299215 - 0.45399568 * b - 0.14661872 * a))
        )
    )
    middle = 0.9 * share * ((lightness * mid_s) ** -4 + (dark * mid_t) ** -4) ** -0.25
    low = ((lightness * 0.4) ** -2 + (dark * 0.8) ** -2) ** -0.5
    return low, middle, most


def _scale_to_gamut(light: float, chroma: float, a: float, b: float) -> float:
    """By how much a colour of full value is made lighter so that one channel reaches 1."""
    bent = _toe_inverse(light)
    bent_chroma = chroma * bent / light
    return cbrt(1.0 / max(*linear_of_oklab(bent, a * bent_chroma, b * bent_chroma), 1e-12))
