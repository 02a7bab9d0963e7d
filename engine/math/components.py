"""What the vectors of three and more numbers, and all vectors of ints, share: whatever goes component by component."""

from __future__ import annotations

from collections.abc import Sequence
from operator import neg
from typing import TYPE_CHECKING, Any, Self

from engine.math.value import Value

if TYPE_CHECKING:
    _Tuple = tuple[Any, ...]
else:
    _Tuple = object

_new = tuple.__new__


class Components(Value, _Tuple):
    """The base of vectors, which are tuples too; a result has the type of the vector that it was asked of."""

    __slots__ = ()

    def _like(self, value: Any, method: str) -> Self:
        """`value` as a vector of this type; `method` is named in the error if it is none."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self))})"

    def __str__(self) -> str:
        return f"({', '.join(map(repr, self))})"

    def __bool__(self) -> bool:
        return any(self)

    def __neg__(self) -> Self:
        return _new(type(self), map(neg, self))

    def __pos__(self) -> Self:
        return self

    def __abs__(self) -> Self:
        return self.abs()

    def abs(self) -> Self:
        """All components without their sign."""
        return _new(type(self), map(abs, self))

    def min(self, other: Sequence[Any]) -> Self:
        """The smaller of each component."""
        return _new(type(self), map(min, self, self._like(other, "min")))

    def max(self, other: Sequence[Any]) -> Self:
        """The larger of each component."""
        return _new(type(self), map(max, self, self._like(other, "max")))

    def clamp(self, minimum: Sequence[Any], maximum: Sequence[Any]) -> Self:
        """Each component held within those of `minimum` and `maximum`."""
        return self.max(minimum).min(maximum)

    def min_axis_index(self) -> int:
        """The index of the smallest component; of equal ones the last."""
        parts = tuple(self)
        return len(parts) - 1 - parts[::-1].index(min(parts))

    def max_axis_index(self) -> int:
        """The index of the largest component; of equal ones the first."""
        parts = tuple(self)
        return parts.index(max(parts))
