"""A number for a text that is the same in every process."""

from __future__ import annotations

from engine.math.errors import MathTypeError
from engine.math.value import with_type


def string_hash(text: str) -> int:
    """What Godot's `hash(text)` and `text.hash()` give, 0 to 2 ** 32 - 1: the same in every process, as a seed may be.

    Python's own `hash` of a text differs from one process to the next.

    >>> string_hash("a")
    177670

    Raises:
        MathTypeError: not a str.
    """
    if not isinstance(text, str):
        raise MathTypeError(f"string_hash: needs a str, got {with_type(text)}")
    number = 5381
    for letter in text:
        number = number * 33 + ord(letter) & 0xFFFFFFFF
    return number
