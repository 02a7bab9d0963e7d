"""HueChannels: what Color knows of hue, saturation and value, as HSV and in the OK colour spaces; and sRGB's curve."""

from __future__ import annotations

from math import floor, isfinite
from typing import NamedTuple, Self

from engine.math.errors import MathValueError
from engine.math.ok_spaces import linear_to_ok_hsl, linear_to_ok_hsv, ok_hsl_to_linear, ok_hsv_to_linear
from engine.math.value import reals


class _RGBA(NamedTuple):
    r: float
    g: float
    b: float
    a: float


class HueChannels(_RGBA):
    """The base of Color that reads and makes colours by hue, 0 to 1, red being 0; the other parts are 0 to 1 too.

    HSV is quick, and its colours of one saturation and value differ in brightness. OKHSL and OKHSV say how a colour
    looks: those of one lightness are equally bright.
    """

    __slots__ = ()

    # Making one

    @classmethod
    def from_hsv(cls, h: float, s: float, v: float, alpha: float = 1.0) -> Self:
        """The colour of a hue, saturation and value, each 0 to 1; the hue wraps around.

        >>> from engine.math.color import Color
        >>> Color.from_hsv(1 / 3, 1, 1)
        Color(0.0, 1.0, 0.0, 1.0)

        Raises:
            MathValueError: the hue is infinite or NaN.
        """
        h, s, v = reals((h, s, v), 3, "Color.from_hsv")
        if not isfinite(h):
            raise MathValueError(f"Color.from_hsv: the hue must be finite, got {h!r}")
        sector = (h % 1.0) * 6.0
        index = floor(sector)
        part = sector - index
        p, q, t = v * (1.0 - s), v * (1.0 - s * part), v * (1.0 - s * (1.0 - part))
        rgb = ((v, t, p), (q, v, p), (p, v, t), (p, q, v), (t, p, v), (v, p, q))[index % 6]
        return cls(*rgb, alpha)

    @classmethod
    def from_ok_hsl(cls, h: float, s: float, l: float, alpha: float = 1.0) -> Self:
        """The colour of a hue, saturation and lightness that are even to the eye; the hue wraps around.

        Saturation and lightness are held within 0 and 1.

        Raises:
            MathValueError: one of them is infinite or NaN.
        """
        return cls._of_linear(ok_hsl_to_linear(*_checked("Color.from_ok_hsl", h, s, l)), alpha)

    @classmethod
    def from_ok_hsv(cls, h: float, s: float, v: float, alpha: float = 1.0) -> Self:
        """The colour of a hue, saturation and value that are even to the eye; the hue wraps around.

        Saturation and value are held within 0 and 1.

        Raises:
            MathValueError: one of them is infinite or NaN.
        """
        return cls._of_linear(ok_hsv_to_linear(*_checked("Color.from_ok_hsv", h, s, v)), alpha)

    @classmethod
    def _of_linear(cls, rgb: tuple[float, float, float], alpha: float) -> Self:
        r, g, b = (min(max(srgb_of_linear(channel), 0.0), 1.0) for channel in rgb)
        return cls(r, g, b, alpha)

    # HSV

    @property
    def h(self) -> float:
        """The hue, 0 to 1: red 0, green a third, blue two thirds; 0 for greys."""
        r, g, b, _ = self
        most = max(r, g, b)
        spread = most - min(r, g, b)
        if spread == 0.0:
            return 0.0
        if most == r:
            return (g - b) / spread / 6.0 % 1.0
        return (2.0 + (b - r) / spread if most == g else 4.0 + (r - g) / spread) / 6.0

    @property
    def s(self) -> float:
        """The saturation, 0 (grey) to 1."""
        most = max(self[:3])
        return (most - min(self[:3])) / most if most else 0.0

    @property
    def v(self) -> float:
        """The value: the largest of red, green and blue."""
        return max(self[:3])

    def with_h(self, h: float) -> Self:
        """This colour with another hue in HSV; it wraps around."""
        return self.from_hsv(h, self.s, self.v, self.a)

    def with_s(self, s: float) -> Self:
        """This colour with another saturation in HSV."""
        return self.from_hsv(self.h, s, self.v, self.a)

    def with_v(self, v: float) -> Self:
        """This colour with another value in HSV."""
        return self.from_hsv(self.h, self.s, v, self.a)

    # OKHSL and OKHSV

    @property
    def ok_hsl_h(self) -> float:
        """The hue in OKHSL, and in OKHSV, 0 to 1; 0 for greys."""
        return self._ok_hsl()[0]

    @property
    def ok_hsl_s(self) -> float:
        """The saturation in OKHSL, 0 (grey) to 1."""
        return self._ok_hsl()[1]

    @property
    def ok_hsl_l(self) -> float:
        """The lightness in OKHSL, 0 (black) to 1 (white)."""
        return self._ok_hsl()[2]

    @property
    def ok_hsv_s(self) -> float:
        """The saturation in OKHSV, 0 (grey) to 1."""
        return self._ok_hsv()[1]

    @property
    def ok_hsv_v(self) -> float:
        """The value in OKHSV, 0 (black) to 1 (as bright as the hue and saturation can be)."""
        return self._ok_hsv()[2]

    def with_ok_hsl_h(self, h: float) -> Self:
        """This colour with another hue in OKHSL; it wraps around."""
        _, s, l = self._ok_hsl()
        return self.from_ok_hsl(h, s, l, self.a)

    def with_ok_hsl_s(self, s: float) -> Self:
        """This colour with another saturation in OKHSL."""
        h, _, l = self._ok_hsl()
        return self.from_ok_hsl(h, s, l, self.a)

    def with_ok_hsl_l(self, l: float) -> Self:
        """This colour with another lightness in OKHSL."""
        h, s, _ = self._ok_hsl()
        return self.from_ok_hsl(h, s, l, self.a)

    def _ok_hsl(self) -> tuple[float, float, float]:
        return linear_to_ok_hsl([linear_of_srgb(channel) for channel in self[:3]])

    def _ok_hsv(self) -> tuple[float, float, float]:
        return linear_to_ok_hsv([linear_of_srgb(channel) for channel in self[:3]])


def srgb_of_linear(linear: float) -> float:
    """A linear channel as an sRGB one."""
    if linear < 0.0031308:
        return 12.92 * linear
    root: float = linear ** (1.0 / 2.4)
    return root + 0.055 * (root - 1.0)


def linear_of_srgb(channel: float) -> float:
    """An sRGB channel as a linear one."""
    if channel < 0.04045:
        return channel / 12.92
    linear: float = ((channel + 0.055) / 1.055) ** 2.4
    return linear


def _checked(where: str, *parts: float) -> tuple[float, float, float]:
    hue, saturation, last = reals(parts, 3, where)
    if not (isfinite(hue) and isfinite(saturation) and isfinite(last)):
        raise MathValueError(f"{where}: hue, saturation and the rest must be finite, got {parts!r}")
    return hue % 1.0, min(max(saturation, 0.0), 1.0), min(max(last, 0.0), 1.0)
