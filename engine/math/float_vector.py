"""What Vector3 and Vector4 share: the methods of vectors of floats that go component by component."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, Self

from engine.math.components import Components
from engine.math.interpolation import cubic_interpolate, cubic_interpolate_in_time, lerpf
from engine.math.scalars import (
    LENGTH_TOLERANCE,
    ceil_whole,
    floor_whole,
    fposmod,
    is_equal_approx,
    is_zero_approx,
    roundf,
    sign,
    snapped,
)
from engine.math.value import real, reals

_new = tuple.__new__


class FloatVector(Components):
    """The base of the vectors of more than two floats."""

    __slots__ = ()

    def _like(self, value: Any, method: str) -> Self:
        if type(value) is type(self):
            return value
        return _new(type(self), reals(value, len(self), f"{type(self).__name__}.{method}"))

    # Length and direction

    def length_squared(self) -> float:
        """The length multiplied by itself; cheaper where lengths are only compared."""
        raise NotImplementedError

    def is_normalized(self) -> bool:
        """Whether the length is 1, within 0.0005."""
        return abs(self.length_squared() - 1.0) < LENGTH_TOLERANCE

    # Between vectors

    def lerp(self, to: Sequence[float], weight: float) -> Self:
        """The vector between this one (weight 0) and `to` (weight 1)."""
        to, weight = self._like(to, "lerp"), real(weight, f"{type(self).__name__}.lerp, weight")
        return _new(type(self), [lerpf(a, b, weight) for a, b in zip(self, to, strict=True)])

    def cubic_interpolate(
        self, to: Sequence[float], before: Sequence[float], after: Sequence[float], weight: float
    ) -> Self:
        """The point on the smooth curve through `before`, this point, `to` and `after`."""
        to, before, after = (self._like(each, "cubic_interpolate") for each in (to, before, after))
        keys = zip(self, to, before, after, strict=True)
        weight = real(weight, f"{type(self).__name__}.cubic_interpolate, weight")
        return type(self)([cubic_interpolate(*key, weight) for key in keys])

    def cubic_interpolate_in_time(
        self,
        to: Sequence[float],
        before: Sequence[float],
        after: Sequence[float],
        weight: float,
        to_time: float,
        before_time: float,
        after_time: float,
    ) -> Self:
        """Like `cubic_interpolate` for points at uneven times, in seconds from this one."""
        to, before, after = (self._like(each, "cubic_interpolate_in_time") for each in (to, before, after))
        keys = zip(self, to, before, after, strict=True)
        where = f"{type(self).__name__}.cubic_interpolate_in_time, weight and times"
        times = reals((weight, to_time, before_time, after_time), 4, where)
        return type(self)([cubic_interpolate_in_time(*key, *times) for key in keys])

    # Component by component

    def sign(self) -> Self:
        """1, -1 or 0 for each component."""
        return _new(type(self), map(sign, self))

    def floor(self) -> Self:
        """All components rounded down."""
        return _new(type(self), map(floor_whole, self))

    def ceil(self) -> Self:
        """All components rounded up."""
        return _new(type(self), map(ceil_whole, self))

    def round(self) -> Self:
        """All components rounded to the nearest whole number, halves away from zero."""
        return _new(type(self), map(roundf, self))

    def posmod(self, mod: float) -> Self:
        """The remainder of each component with the sign of `mod`."""
        return self.posmodv((mod,) * len(self))

    def posmodv(self, modv: Sequence[float]) -> Self:
        """The remainder of each component with the sign of that of `modv`."""
        return _new(type(self), map(fposmod, self, self._like(modv, "posmodv")))

    def snapped(self, step: Sequence[float]) -> Self:
        """Each component at the nearest multiple of that of `step`; unchanged where it is 0."""
        return _new(type(self), map(snapped, self, self._like(step, "snapped")))

    def snappedf(self, step: float) -> Self:
        """All components at the nearest multiple of `step`."""
        return self.snapped((step,) * len(self))

    def minf(self, other: float) -> Self:
        """All components, at most `other`."""
        return self.min((other,) * len(self))

    def maxf(self, other: float) -> Self:
        """All components, at least `other`."""
        return self.max((other,) * len(self))

    def clampf(self, minimum: float, maximum: float) -> Self:
        """All components held within two numbers."""
        return self.maxf(minimum).minf(maximum)

    def is_equal_approx(self, other: Sequence[float]) -> bool:
        """Whether all components are the same up to a rounding error."""
        return all(map(is_equal_approx, self, self._like(other, "is_equal_approx")))

    def is_zero_approx(self) -> bool:
        """Whether all components are closer to 0 than EPSILON."""
        return all(map(is_zero_approx, self))

    def is_finite(self) -> bool:
        """Whether no component is infinite or NaN."""
        return all(map(isfinite, self))
