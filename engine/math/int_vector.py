"""What Vector2i, Vector3i and Vector4i share: operators and methods of vectors of ints."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, sqrt, trunc
from operator import add, index, mul, sub
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, overload

from engine.math.components import Components
from engine.math.errors import DivisionByZeroError, MathTypeError, MathValueError
from engine.math.value import Value, is_array, is_number, real, reals, shortened

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound=tuple[float, ...])
_new = tuple.__new__

SMALLEST = -(2**31)
"""The smallest component in Godot, where ints have 32 bits; here they have no limit."""
LARGEST = 2**31 - 1
"""The largest component in Godot."""


class IntVector(Components, Generic[F]):
    """The base of the vectors of ints.

    `+ -` with a vector, `* / %` with a vector (component by component) or an int; division leaves the fraction off,
    and a remainder has the sign of the left side, as in Godot. `* /` with a float, and any operator with a vector of
    floats, gives a vector of floats. With an array of numpy, on either side, they give what numpy gives: an array.
    """

    __slots__ = ()

    _floats: ClassVar[Any]
    """The vector of as many floats."""

    def _like(self, value: Any, method: str) -> Self:
        if type(value) is type(self):
            return value
        return _new(type(self), ints(value, len(self), f"{type(self).__name__}.{method}"))

    # Operators

    @overload  # type: ignore[override]
    def __add__(self, other: Sequence[int]) -> Self: ...
    @overload
    def __add__(self, other: F) -> F: ...
    def __add__(self, other: Any) -> Any:
        return self._combined(add, other, "+")

    __radd__ = __add__

    @overload
    def __sub__(self, other: Sequence[int]) -> Self: ...
    @overload
    def __sub__(self, other: F) -> F: ...
    def __sub__(self, other: Any) -> Any:
        return self._combined(sub, other, "-")

    def __rsub__(self, other: Sequence[int]) -> Self:
        return self._operand(other, "-") - self

    @overload  # type: ignore[override]
    def __mul__(self, other: int | Sequence[int]) -> Self: ...
    @overload
    def __mul__(self, other: float | F) -> F: ...
    def __mul__(self, other: Any) -> Any:
        return self._combined(mul, other, "*")

    @overload  # type: ignore[override]
    def __rmul__(self, other: int | Sequence[int]) -> Self: ...
    @overload
    def __rmul__(self, other: float | F) -> F: ...
    def __rmul__(self, other: Any) -> Any:
        return self * other

    @overload
    def __truediv__(self, other: int | Sequence[int]) -> Self: ...
    @overload
    def __truediv__(self, other: float | F) -> F: ...
    def __truediv__(self, other: Any) -> Any:
        try:
            return self._combined(_quotient, other, "/")
        except ZeroDivisionError:
            raise DivisionByZeroError(f"{self!r} / {other!r}: division by zero") from None

    def __rtruediv__(self, other: Sequence[int]) -> Self:
        return self._operand(other, "/") / self

    def __mod__(self, other: int | Sequence[int]) -> Self:
        try:
            return self._combined(_remainder, other, "%")  # type: ignore[no-any-return]
        except ZeroDivisionError:
            raise DivisionByZeroError(f"{self!r} % {other!r}: division by zero") from None

    def _combined(self, operation: Callable[[int, int], int], other: Any, symbol: str) -> Any:
        """The operation on each pair of components; `other` is whatever a caller wrote on the right side."""
        if type(other) is not type(self):
            if isinstance(other, self._floats) or is_array(other):
                return NotImplemented  # a vector of floats, or an array, knows how to work with this one
            if symbol == "*" and isinstance(other, Value) and not isinstance(other, Components):
                return NotImplemented  # a transform or quaternion knows how it is applied from the right
            if symbol in "*/%" and is_number(other):
                if symbol != "%" and not _is_int(other):
                    floats = self._floats(self)
                    return floats * other if symbol == "*" else floats / other
                other = (whole(other, f"{type(self).__name__} {symbol}"),) * len(self)
            else:
                other = self._operand(other, symbol)
        return _new(type(self), map(operation, self, other))

    def _operand(self, value: Any, symbol: str) -> Self:
        where = f"{type(self).__name__} {symbol}"
        if is_number(value):
            parts = ", ".join(["..."] * len(self))
            raise MathTypeError(f"{where} {value!r}: needs a vector; write vector {symbol} ({parts})")
        return _new(type(self), ints(value, len(self), where))

    # Length and distance

    def length(self) -> float:
        """The length of the vector, a float."""
        return sqrt(self.length_squared())

    def length_squared(self) -> int:
        """The length multiplied by itself, an int; cheaper where lengths are only compared."""
        return sum(map(mul, self, self))

    def distance_to(self, to: Sequence[int]) -> float:
        """The distance between two points, a float."""
        return sqrt(self.distance_squared_to(to))

    def distance_squared_to(self, to: Sequence[int]) -> int:
        """The distance multiplied by itself, an int; cheaper where distances are only compared."""
        return sum(part * part for part in map(sub, self._like(to, "distance_to"), self))

    # Component by component

    def sign(self) -> Self:
        """1, -1 or 0 for each component."""
        return _new(type(self), [(part > 0) - (part < 0) for part in self])

    def snapped(self, step: Sequence[int]) -> Self:
        """Each component at the nearest multiple of that of `step`, halves up; unchanged where that is 0."""
        return _new(type(self), map(_snapped, self, self._like(step, "snapped")))

    def snappedi(self, step: int) -> Self:
        """All components at the nearest multiple of `step`."""
        return self.snapped((step,) * len(self))

    def mini(self, other: int) -> Self:
        """All components, at most `other`."""
        return self.min((other,) * len(self))

    def maxi(self, other: int) -> Self:
        """All components, at least `other`."""
        return self.max((other,) * len(self))

    def clampi(self, minimum: int, maximum: int) -> Self:
        """All components held within two ints."""
        return self.maxi(minimum).mini(maximum)


def ints(values: Any, count: int, where: str) -> tuple[int, ...]:
    """The whole numbers of a sequence of exactly `count`, as ints; 2.0 is one, 2.5 is not.

    Raises:
        MathTypeError: not a sequence of that length, or something in it is not a whole number.
    """
    try:
        if isinstance(values, (tuple, list)) and len(values) == count:
            return tuple(map(index, values))
    except TypeError:
        pass
    numbers = reals(values, count, where)
    if not all(map(float.is_integer, numbers)):
        raise MathTypeError(
            f"{where}: needs {count} whole numbers, got {shortened(values)}; vectors of floats take fractions"
        )
    return tuple(int(value) for value in values)


def whole(value: Any, where: str) -> int:
    """A whole number as an int; 2.0 is one, 2.5 is not.

    Raises:
        MathTypeError: it is not a whole number.
    """
    if _is_int(value):
        return index(value)
    number = real(value, where)
    if not number.is_integer():
        raise MathTypeError(f"{where}: needs a whole number, got {shortened(value)}")
    return int(number)


def truncated(value: Any, where: str) -> int:
    """A number as an int, the fraction left off, as Godot makes vectors of ints from floats.

    Raises:
        MathTypeError, MathValueError: it is not a number, or NaN or infinite.
    """
    if _is_int(value):
        return index(value)
    number = real(value, where)
    if not isfinite(number):
        raise MathValueError(f"{where}: an int cannot be {shortened(value)}")
    return trunc(number)


def all_truncated(values: Any, count: int, where: str) -> tuple[int, ...]:
    """The numbers of a sequence of exactly `count` as ints, their fractions left off."""
    if isinstance(values, (tuple, list)) and len(values) == count:
        try:
            return tuple(map(index, values))
        except TypeError:
            pass
    reals(values, count, where)
    return tuple(truncated(value, where) for value in values)


def _is_int(value: object) -> bool:
    return hasattr(value, "__index__") and not hasattr(value, "__len__")  # arrays have both


def _quotient(a: int, b: int) -> int:
    return a // b if (a < 0) == (b < 0) else -(-a // b)


def _remainder(a: int, b: int) -> int:
    return a - b * _quotient(a, b)


def _snapped(value: int, step: int) -> int:
    return (2 * value + step) // (2 * step) * step if step else value


def halved(value: int) -> int:
    """A half, the fraction left off."""
    return _quotient(value, 2)
