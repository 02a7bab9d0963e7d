"""Color: red, green, blue and alpha as an immutable tuple of four floats, 0 to 1, straight alpha.

Values above 1 are allowed (overbright). Unless a method says otherwise, the channels are gamma-space, sRGB. Hue,
saturation and the like come with the base class, HueChannels.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ldexp
from typing import Any, Self, TypeAlias, overload

from engine.math.color_names import Constant, NamedColors
from engine.math.errors import DivisionByZeroError, MathTypeError, MathValueError
from engine.math.hue_channels import HueChannels, linear_of_srgb, srgb_of_linear
from engine.math.interpolation import lerpf
from engine.math.nearest_name import did_you_mean
from engine.math.scalars import is_equal_approx
from engine.math.value import Value, has_length, integer, is_array, is_number, real, reals, shortened, with_type

ColorLike: TypeAlias = Sequence[float] | str
"""What a Color can be made of: three or four numbers, a name, or an HTML code."""

_new = tuple.__new__
_ABSENT = object()
_HEX_DIGITS = frozenset("0123456789abcdefABCDEF")
_HEX_LENGTHS = (3, 4, 6, 8)


class Color(Value, NamedColors, HueChannels):
    """Four floats, r, g, b and a. Equal to the tuple `(r, g, b, a)`, hashable, unpacks, pickles.

    Takes three or four numbers, or a sequence of them; another colour and an alpha; a name (`"slate blue"`, as the
    constants `Color.SLATE_BLUE`) or an HTML code (`"#4080ff"`), also with an alpha. Nothing gives opaque black.

    `+ -` with a colour; `* /` with a colour or a number; alpha takes part. `-color` is white minus the colour. With an
    array of numpy, on either side, `+ - * /` give an array, as numpy does for (r, g, b, a).

    >>> Color(1, 0.5, 0) * 0.5
    Color(0.5, 0.25, 0.0, 0.5)
    >>> Color("red").with_a(0.25)
    Color(1.0, 0.0, 0.0, 0.25)

    Raises:
        MathTypeError: something that is not a number, or the wrong number of them.
        MathValueError: an unknown name or a bad code.
    """

    __slots__ = ()

    @overload
    def __new__(cls) -> Self: ...
    @overload
    def __new__(cls, r: float, g: float, b: float, a: float = 1.0) -> Self: ...
    @overload
    def __new__(cls, color: str | Sequence[float], alpha: float = ..., /) -> Self: ...
    def __new__(cls, r: Any = _ABSENT, g: Any = None, b: Any = None, a: Any = 1.0) -> Self:
        """Make a colour of one of the forms that the class describes."""
        if type(r) is float and type(g) is float and type(b) is float and type(a) is float:
            return _new(cls, (r, g, b, a))
        if b is not None:
            return _new(cls, (real(r, "Color.r"), real(g, "Color.g"), real(b, "Color.b"), real(a, "Color.a")))
        if r is _ABSENT:
            return _new(cls, (0.0, 0.0, 0.0, 1.0))
        color = _converted(r)
        return _new(cls, color if g is None else (*color[:3], real(g, "Color.a")))

    # Making one

    @classmethod
    def from_rgba8(cls, r: int, g: int, b: int, a: int = 255) -> Color:
        """The colour of four channels of 0 to 255."""
        return _new(Color, [channel / 255.0 for channel in reals((r, g, b, a), 4, "Color.from_rgba8")])

    @classmethod
    def hex(cls, code: int) -> Color:
        """The colour of a number 0xRRGGBBAA."""
        code = integer(code, "Color.hex")
        return _new(Color, [(code >> shift & 0xFF) / 255.0 for shift in (24, 16, 8, 0)])

    @classmethod
    def hex64(cls, code: int) -> Color:
        """The colour of a number 0xRRRRGGGGBBBBAAAA."""
        code = integer(code, "Color.hex64")
        return _new(Color, [(code >> shift & 0xFFFF) / 65535.0 for shift in (48, 32, 16, 0)])

    @classmethod
    def from_rgbe9995(cls, code: int) -> Color:
        """The opaque colour of a number that holds three channels of 9 bits and an exponent of 5 for all of them."""
        code = integer(code, "Color.from_rgbe9995")
        exponent = (code >> 27 & 0x1F) - 24
        return _new(Color, (*(ldexp(float(code >> shift & 0x1FF), exponent) for shift in (0, 9, 18)), 1.0))

    @classmethod
    def html(cls, code: str) -> Color:
        """The colour of a code: RGB, RGBA, RRGGBB or RRGGBBAA, with or without a # before it.

        >>> Color.html("#f0f8")
        Color(1.0, 0.0, 1.0, 0.5333333333333333)

        Raises:
            MathValueError: not such a code.
        """
        if not cls.html_is_valid(code):
            raise MathValueError(f"{code!r} is not an HTML colour; write '#RGB', '#RGBA', '#RRGGBB' or '#RRGGBBAA'")
        digits = code.removeprefix("#")
        if len(digits) <= 4:
            digits = "".join(digit * 2 for digit in digits)
        return cls.hex(int(digits.ljust(8, "f"), 16))

    @staticmethod
    def html_is_valid(code: str) -> bool:
        """Whether `html` can read a code."""
        digits = _text(code, "Color.html_is_valid").removeprefix("#")
        return len(digits) in _HEX_LENGTHS and _HEX_DIGITS.issuperset(digits)

    @classmethod
    def named(cls, name: str, default: Sequence[float] = (0.0, 0.0, 0.0, 1.0)) -> Color:
        """The colour of a name, or `default` for an unknown one (`Color(name)` raises instead).

        Case, spaces, `-`, `_`, `'` and `.` do not count.

        >>> Color.named("Slate Blue") == Color.SLATE_BLUE
        True
        """
        color = _BY_NAME.get(_bare(name))
        return Color(default) if color is None else color

    @classmethod
    def from_string(cls, text: str, default: Sequence[float]) -> Color:
        """The colour of an HTML code or a name, or `default` for anything else."""
        return cls.html(text) if cls.html_is_valid(text) else cls.named(text, default)

    # Reading and printing

    def __repr__(self) -> str:
        return f"Color({self.r!r}, {self.g!r}, {self.b!r}, {self.a!r})"

    def __str__(self) -> str:
        return f"({self.r!r}, {self.g!r}, {self.b!r}, {self.a!r})"

    def _advice(self, name: str) -> str:
        return f"node.modulate = node.modulate.with_{name}(...)"

    def with_r(self, r: float) -> Color:
        """This colour with another red."""
        return Color(r, self.g, self.b, self.a)

    def with_g(self, g: float) -> Color:
        """This colour with another green."""
        return Color(self.r, g, self.b, self.a)

    def with_b(self, b: float) -> Color:
        """This colour with another blue."""
        return Color(self.r, self.g, b, self.a)

    def with_a(self, a: float) -> Color:
        """This colour with another alpha: 0 is invisible, 1 opaque."""
        return Color(self.r, self.g, self.b, a)

    @property
    def r8(self) -> int:
        """Red as 0 to 255."""
        return _level(self.r, 255)

    @property
    def g8(self) -> int:
        """Green as 0 to 255."""
        return _level(self.g, 255)

    @property
    def b8(self) -> int:
        """Blue as 0 to 255."""
        return _level(self.b, 255)

    @property
    def a8(self) -> int:
        """Alpha as 0 to 255."""
        return _level(self.a, 255)

    def get_luminance(self) -> float:
        """How bright a colour looks, 0 to 1, by the weights of Rec. 709; expects linear channels."""
        return 0.2126 * self.r + 0.7152 * self.g + 0.0722 * self.b

    def is_equal_approx(self, to: Sequence[float]) -> bool:
        """Whether all channels are the same up to a rounding error."""
        return all(map(is_equal_approx, self, Color(to)))

    # Operators

    def __add__(self, other: Sequence[float]) -> Color:  # type: ignore[override]
        if type(other) is not Color and is_array(other):
            return NotImplemented
        r, g, b, a = _operand(other, "Color +")
        return _new(Color, (self.r + r, self.g + g, self.b + b, self.a + a))

    __radd__ = __add__

    def __sub__(self, other: Sequence[float]) -> Color:
        if type(other) is not Color and is_array(other):
            return NotImplemented
        r, g, b, a = _operand(other, "Color -")
        return _new(Color, (self.r - r, self.g - g, self.b - b, self.a - a))

    def __rsub__(self, other: Sequence[float]) -> Color:
        return _operand(other, "Color -") - self

    def __mul__(self, other: float | Sequence[float]) -> Color:  # type: ignore[override]
        if is_number(other):
            factor = real(other, "Color *")
            return _new(Color, (self.r * factor, self.g * factor, self.b * factor, self.a * factor))
        if type(other) is not Color and is_array(other):
            return NotImplemented
        r, g, b, a = _operand(other, "Color *")
        return _new(Color, (self.r * r, self.g * g, self.b * b, self.a * a))

    def __rmul__(self, other: float | Sequence[float]) -> Color:  # type: ignore[override]
        return self * other

    def __truediv__(self, other: float | Sequence[float]) -> Color:
        if type(other) is not Color and is_array(other):
            return NotImplemented
        parts = (real(other, "Color /"),) * 4 if is_number(other) else _operand(other, "Color /")
        try:
            return _new(Color, [mine / part for mine, part in zip(self, parts, strict=True)])
        except ZeroDivisionError:
            raise DivisionByZeroError(f"{self!r} / {other!r}: division by zero") from None

    def __neg__(self) -> Color:
        return _new(Color, [1.0 - channel for channel in self])

    # Other colours made from it

    def inverted(self) -> Color:
        """White minus this colour, with the same alpha."""
        return _new(Color, (1.0 - self.r, 1.0 - self.g, 1.0 - self.b, self.a))

    def lightened(self, amount: float) -> Color:
        """Nearer to white by a part of the way: 0 is this colour, 1 is white."""
        amount = real(amount, "Color.lightened")
        r, g, b, a = self
        return Color(r + (1.0 - r) * amount, g + (1.0 - g) * amount, b + (1.0 - b) * amount, a)

    def darkened(self, amount: float) -> Color:
        """Nearer to black by a part of the way: 0 is this colour, 1 is black."""
        rest = 1.0 - real(amount, "Color.darkened")
        return Color(self.r * rest, self.g * rest, self.b * rest, self.a)

    def lerp(self, to: Sequence[float], weight: float) -> Color:
        """The colour between this one (weight 0) and `to` (weight 1), alpha included."""
        weight = real(weight, "Color.lerp, weight")
        return Color([lerpf(start, end, weight) for start, end in zip(self, Color(to), strict=True)])

    def blend(self, over: Sequence[float]) -> Color:
        """What is seen where `over` is painted on this colour."""
        r, g, b, a = Color(over)
        under = self.a * (1.0 - a)
        alpha = under + a
        if alpha == 0.0:
            return Color(0.0, 0.0, 0.0, 0.0)
        mixed = [(mine * under + theirs * a) / alpha for mine, theirs in zip(self, (r, g, b), strict=False)]
        return _new(Color, (*mixed, alpha))

    def clamp(
        self, minimum: Sequence[float] = (0.0, 0.0, 0.0, 0.0), maximum: Sequence[float] = (1.0, 1.0, 1.0, 1.0)
    ) -> Color:
        """Each channel held within those of `minimum` and `maximum`."""
        return _new(Color, map(min, map(max, self, Color(minimum)), Color(maximum)))

    def linear_to_srgb(self) -> Color:
        """Linear channels as sRGB ones; alpha stays."""
        return _new(Color, (*map(srgb_of_linear, self[:3]), self.a))

    def srgb_to_linear(self) -> Color:
        """The sRGB channels as linear ones; alpha stays."""
        return _new(Color, (*map(linear_of_srgb, self[:3]), self.a))

    # As numbers and text; channels are held within 0 and 1

    def to_html(self, include_alpha: bool = True) -> str:
        """The code RRGGBBAA, or RRGGBB, in lower case and without a #."""
        return f"{self.to_rgba32():08x}"[: 8 if include_alpha else 6]

    def to_rgba32(self) -> int:
        """The number 0xRRGGBBAA."""
        return _packed(self, 255, 8)

    def to_argb32(self) -> int:
        """The number 0xAARRGGBB."""
        return _packed((self.a, self.r, self.g, self.b), 255, 8)

    def to_abgr32(self) -> int:
        """The number 0xAABBGGRR."""
        return _packed(self[::-1], 255, 8)

    def to_rgba64(self) -> int:
        """The number 0xRRRRGGGGBBBBAAAA."""
        return _packed(self, 65535, 16)

    def to_argb64(self) -> int:
        """The number 0xAAAARRRRGGGGBBBB."""
        return _packed((self.a, self.r, self.g, self.b), 65535, 16)

    def to_abgr64(self) -> int:
        """The number 0xAAAABBBBGGGGRRRR."""
        return _packed(self[::-1], 65535, 16)


_NAMED = {name: Color.hex(value.code) for name, value in vars(NamedColors).items() if isinstance(value, Constant)}
_BY_NAME = {name.replace("_", "").lower(): color for name, color in _NAMED.items()}
for _name, _color in _NAMED.items():
    setattr(Color, _name, _color)  # an ordinary attribute is read ten times faster than Constant computes it


def _converted(value: Any) -> tuple[float, ...]:
    if isinstance(value, str):
        return _read(value)
    if isinstance(value, Color):
        return value
    if is_number(value):
        raise MathTypeError(f"Color needs r, g and b, got only {shortened(value)}")
    if has_length(value) and len(value) == 3:
        return (*reals(value, 3, "Color"), 1.0)
    return reals(value, 4, "Color")


def _read(text: str) -> Color:
    if Color.html_is_valid(text):
        return Color.html(text)
    color = _BY_NAME.get(_bare(text))
    if color is None:
        hint = did_you_mean(text, map(str.lower, _NAMED))
        raise MathValueError(f"{text!r} is neither a colour name nor an HTML code like '#ff8000'{hint}")
    return color


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise MathTypeError(f"{where}: needs text, got {with_type(value)}")
    return value


def _bare(name: str) -> str:
    return _text(name, "Color.named").translate({ord(sign): None for sign in " -_'."}).lower()


def _operand(value: Any, where: str) -> Color:
    if type(value) is Color:
        return value
    if is_number(value):
        raise MathTypeError(f"{where} {value!r}: needs a colour; write color {where[-1]} Color(...)")
    return Color(value)


def _level(channel: float, highest: int) -> int:
    if not channel > 0.0:
        return 0
    return highest if channel >= 1.0 else int(channel * highest + 0.5)


def _packed(channels: Sequence[float], highest: int, bits: int) -> int:
    code = 0
    for channel in channels:
        code = code << bits | _level(channel, highest)
    return code
