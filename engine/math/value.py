"""What the value types share: they cannot be changed, and they take numbers only.

The types are tuples of floats. Engine code that already holds checked floats may build one with
`tuple.__new__(Vector2, (x, y))`, which costs half of the constructor and checks nothing.
"""

from __future__ import annotations

from math import ldexp
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self

from engine.math.errors import ImmutableError, MathTypeError

_EXPONENTS = (0,) * 16
_UNORDERED_OR_TEXT = (str, bytes, bytearray, set, frozenset, dict)


class Value:
    """The base of the immutable value types; says what to write instead of changing one in place.

    Equality, hash, order and unpacking are those of the tuple of the components, so values of different types with
    equal components are equal.
    """

    __slots__ = ()

    __array_priority__: ClassVar[float] = -1.0
    """Above that of numpy's scalars, so `numpy.float64(2) * value` is a value; below that of its arrays."""

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise ImmutableError(self._refusal(name))

    def __delattr__(self, name: str) -> NoReturn:
        raise ImmutableError(self._refusal(name))

    def _refusal(self, name: str) -> str:
        kind = type(self).__name__
        if hasattr(self, f"with_{name}"):
            return f"{kind} is immutable; write {self._advice(name)}"
        return f"{kind} is immutable, and has no settable attribute {name!r}; make a new {kind}"

    def _advice(self, name: str) -> str:
        """The statement that does what writing to the component `name` was meant to do."""
        return f"node.property = node.property.with_{name}(...)"

    if not TYPE_CHECKING:  # which knows it of the named tuples that some of the types are

        @classmethod
        def _make(cls, iterable):
            """Make a value of its components, as `_replace` does, too; they are checked here as everywhere."""
            return cls(tuple(iterable))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


def real(value: Any, where: str) -> float:
    """Return a number as an exact float: ints, bools, numpy scalars and whatever else has `__float__`.

    Raises:
        MathTypeError: `value` is not a number, or an int beyond the range of floats; `where` begins the text.
    """
    try:
        return ldexp(value, 0)
    except (TypeError, OverflowError):
        raise MathTypeError(f"{where}: needs a number, got {with_type(value)}") from None


def reals(values: Any, count: int, where: str) -> tuple[float, ...]:
    """Return the numbers of a sequence of exactly `count`, at most 16, as floats.

    Raises:
        MathTypeError: not a sequence of that length, or something in it is not a number; `where` begins the text.
    """
    if not isinstance(values, tuple) and (isinstance(values, _UNORDERED_OR_TEXT) or not hasattr(values, "__len__")):
        raise MathTypeError(f"{where}: needs {count} numbers, got {with_type(values)}")
    try:
        if len(values) == count:
            return tuple(map(ldexp, values, _EXPONENTS))
    except (TypeError, OverflowError):
        pass
    raise MathTypeError(f"{where}: needs {count} numbers, got {with_type(values)}")


def has_length(value: object) -> bool:
    """Whether `len(value)` works: an array without axes has it in name only."""
    return hasattr(value, "__len__") and getattr(value, "shape", None) != ()


def is_in_order(value: object) -> bool:
    """Whether `value` holds things in order: no text, set or dict, and no array without axes."""
    return (
        hasattr(value, "__iter__") and not isinstance(value, _UNORDERED_OR_TEXT) and getattr(value, "shape", None) != ()
    )


def is_number(value: object) -> bool:
    """Whether `value` is meant as one number rather than as a sequence of them."""
    return isinstance(value, (float, int)) or (hasattr(value, "__float__") and not hasattr(value, "__len__"))


def is_array(value: object) -> bool:
    """Whether `value` is an array of numpy or of a library like it: an operator with one is the array's business."""
    return not isinstance(value, (tuple, list)) and hasattr(value, "__array__") and hasattr(value, "__len__")


def integer(value: Any, where: str) -> int:
    """Return a whole number as an exact int: ints, bools, numpy's; no float, also not 2.0.

    Raises:
        MathTypeError: `value` is none of them; `where` begins the text.
    """
    try:
        return index(value) + 0  # a bool becomes an int
    except TypeError:
        if is_bool(value):
            return int(value)  # numpy's, which has no index
        raise MathTypeError(f"{where}: needs a whole number, got {with_type(value)}") from None


def is_bool(value: Any) -> bool:
    """Whether a value is True or False, or numpy's."""
    if isinstance(value, bool):
        return True
    kind: Any = getattr(value, "dtype", None)
    return kind is not None and getattr(kind, "kind", "") == "b" and not getattr(value, "shape", ())


def all_zero(*numbers: Any) -> bool:
    """Whether the arguments after the first are what they are when none is given."""
    return all(is_number(number) and number == 0 for number in numbers)


def shortened(value: object, most: int = 80) -> str:
    """How a value is shown in the text of an error: its repr, no longer than `most` characters."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no int of more than 4,300 digits
        return f"<{type(value).__name__} of too many digits>"
    return text if len(text) <= most else f"{text[: most - 3]}..."


def with_type(value: object) -> str:
    """How a value is shown in the text of an error about its type."""
    return f"{shortened(value)} ({type(value).__name__})"
