"""What `#if` says, as a number: whole numbers with the operators of C."""

from __future__ import annotations

from operator import add, and_, eq, ge, gt, le, lshift, lt, mul, ne, or_, rshift, sub, xor
from typing import TYPE_CHECKING

from engine.resources.shading.shader_text import NUMBER, WORD

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.resources.shading.shader_text import Token

_LARGEST = 1 << 64
_MAX_DEPTH = 24


def _divided(left: int, right: int) -> int:
    if not right:
        raise ValueError("it divides by zero")
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def _remainder(left: int, right: int) -> int:
    return left - right * _divided(left, right)


def _shifted(shift: Callable[[int, int], int]) -> Callable[[int, int], int]:
    return lambda left, right: shift(left, min(max(right, 0), 64))


_LEVELS: tuple[dict[str, Callable[[int, int], int]], ...] = (
    {"||": lambda left, right: int(bool(left or right))},
    {"&&": lambda left, right: int(bool(left and right))},
    {"|": or_},
    {"^": xor},
    {"&": and_},
    {"==": eq, "!=": ne},
    {"<": lt, ">": gt, "<=": le, ">=": ge},
    {"<<": _shifted(lshift), ">>": _shifted(rshift)},
    {"+": add, "-": sub},
    {"*": mul, "/": _divided, "%": _remainder},
)
"""The operators, those that bind least first."""


def value_of_condition(tokens: Sequence[Token]) -> int:
    """The value of a condition in which macros are replaced by now; a name that is left counts as 0, `true` as 1.

    Raises:
        ValueError: it cannot be worked out; the text says why.
    """
    reader = _Reader(tokens)
    value = reader.level(0)
    if reader.at < len(tokens):
        raise ValueError(f"{tokens[reader.at].text!r} was not expected")
    return value


class _Reader:
    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0

    def level(self, level: int) -> int:
        if level == len(_LEVELS):
            return self.single()
        value = self.level(level + 1)
        operators = _LEVELS[level]
        while self.at < len(self.tokens) and self.tokens[self.at].text in operators:
            operate = operators[self.tokens[self.at].text]
            self.at += 1
            value = int(operate(value, self.level(level + 1)))
            if abs(value) > _LARGEST:
                raise ValueError("its numbers are too large")
        return value

    def single(self) -> int:
        if self.at >= len(self.tokens):
            raise ValueError("a number is missing")
        token = self.tokens[self.at]
        self.at += 1
        if token.kind == NUMBER:
            return _whole(token.text)
        if token.kind == WORD:
            return int(token.text == "true")
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise ValueError(f"it is nested deeper than {_MAX_DEPTH}")
        value = self._signed(token.text)
        self.depth -= 1
        return value

    def _signed(self, sign: str) -> int:
        match sign:
            case "-":
                return -self.single()
            case "+":
                return self.single()
            case "!":
                return int(not self.single())
            case "~":
                return ~self.single()
            case "(":
                value = self.level(0)
                if self.at >= len(self.tokens) or self.tokens[self.at].text != ")":
                    raise ValueError("a ) is missing")
                self.at += 1
                return value
        raise ValueError(f"{sign!r} was not expected")


def _whole(text: str) -> int:
    if len(text) > 32:
        raise ValueError("its numbers are too large")
    try:
        return int(text.rstrip("uU"), 0)
    except ValueError:
        raise ValueError(f"{text} is not a whole number") from None
