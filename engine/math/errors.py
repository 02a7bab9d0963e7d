"""The errors of the maths types, and the root of every error that this engine raises on purpose.

    SapwoodError (Exception)              catch it to catch all of ours
    +-- MathTypeError (TypeError)         something that is not a number, or not a vector, where one is needed
    +-- MathValueError (ValueError)       a number, name or text that means nothing here
    +-- DivisionByZeroError (ZeroDivisionError)   a division by zero, or by a range or vector of no length
    |   +-- SingularTransformError        the inverse of a transform that flattens the plane
    +-- ImmutableError (AttributeError)   writing to a component of a value

`engine.core.errors` continues the tree; the root stands here because the maths is the lowest layer.
"""

__all__ = [
    "DivisionByZeroError",
    "ImmutableError",
    "MathTypeError",
    "MathValueError",
    "SapwoodError",
    "SingularTransformError",
]


class SapwoodError(Exception):
    """The base of every error of the engine; each subclass is also the builtin error that it is a kind of."""


class MathTypeError(SapwoodError, TypeError):
    """A value of the wrong type, or with the wrong number of components, was given to a maths type or function."""


class MathValueError(SapwoodError, ValueError):
    """A value of the right type that means nothing here: an unknown colour name, a bad hex code, an empty range."""


class DivisionByZeroError(SapwoodError, ZeroDivisionError):
    """A number or vector was divided by zero, or scaled by a range or a vector of no length."""


class SingularTransformError(DivisionByZeroError):
    """A transform whose determinant is 0 has no inverse."""


class ImmutableError(SapwoodError, AttributeError):
    """A component of an immutable value was written or deleted."""
