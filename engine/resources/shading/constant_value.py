"""Constants of shaders worked out on the CPU: defaults of uniforms, sizes of arrays, arguments of hints."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.resources.shading.shader_text import NUMBER, WORD
from engine.resources.shading.shader_words import COMPONENTS, CONSTANTS, MATRICES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.resources.shading.shader_text import Token

_MAX_DEPTH = 24
_LARGEST_INT = (1 << 32) - 1
_LARGEST = 1e60
_OPERATORS = (("+", "-"), ("*", "/", "%"))


class Constant(NamedTuple):
    """A value of a shader: its type, and its components one after another, a matrix column by column."""

    type: str
    components: tuple[float, ...]

    def converted(self, type: str) -> Constant | None:
        """The same as another type of as many components; None where Godot would not take it for one."""
        kind, count = COMPONENTS[self.type]
        wanted, needed = COMPONENTS[type]
        if count != needed or (kind == "bool") != (wanted == "bool"):
            return None
        if wanted in ("int", "uint"):
            if kind == "float" or not all(-_LARGEST_INT <= each <= _LARGEST_INT for each in self.components):
                return None
            return Constant(type, self.components)
        return Constant(type, tuple(float(each) if wanted == "float" else each for each in self.components))


def constant_of(tokens: Sequence[Token], names: Mapping[str, Constant]) -> Constant:
    """The value of an expression of numbers, constructors and the four operators.

    Args:
        tokens: of the expression.
        names: the constants that are known.

    Raises:
        ValueError: it is something else; the text says what was not expected.
    """
    reader = _Reader(tokens, names)
    value = reader.sum(0)
    if reader.at < len(tokens):
        raise ValueError(f"{tokens[reader.at].text!r} is no part of a constant")
    return value


class _Reader:
    def __init__(self, tokens: Sequence[Token], names: Mapping[str, Constant]) -> None:
        self.tokens = tokens
        self.names = names
        self.at = 0
        self.depth = 0

    def text(self) -> str:
        """The next token's text; "" at the end."""
        return self.tokens[self.at].text if self.at < len(self.tokens) else ""

    def sum(self, level: int) -> Constant:
        """What the operators of a level, and those that bind more, make."""
        value = self._operand(level)
        while self.text() in _OPERATORS[level]:
            operator = self.text()
            self.at += 1
            value = _combined(operator, value, self._operand(level))
        return value

    def _operand(self, level: int) -> Constant:
        return self.sum(level + 1) if level + 1 < len(_OPERATORS) else self.single()

    def single(self) -> Constant:
        if self.at >= len(self.tokens):
            raise ValueError("a value is missing")
        token = self.tokens[self.at]
        self.at += 1
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise ValueError(f"it is nested deeper than {_MAX_DEPTH}")
        value = self._number(token.text) if token.kind == NUMBER else self._other(token)
        self.depth -= 1
        return value

    def _other(self, token: Token) -> Constant:
        if token.kind == WORD:
            return self._word(token.text)
        if token.text in "+-":
            value = self.single()
            if COMPONENTS[value.type][0] == "bool":
                raise ValueError(f"{token.text!r} of a bool")
            return value if token.text == "+" else Constant(value.type, tuple(-each for each in value.components))
        if token.text == "(":
            value = self.sum(0)
            self._close()
            return value
        raise ValueError(f"{token.text!r} is no part of a constant")

    def _number(self, text: str) -> Constant:
        plain = text.rstrip("uU")
        if plain[:2] in ("0x", "0X"):
            return Constant("uint" if plain != text else "int", (int(plain, 16),))
        if plain != text:
            return Constant("uint", (int(plain),))
        if text.isdigit():
            return Constant("int", (int(text[:20]),))
        return Constant("float", (float(text.rstrip("fF")),))

    def _word(self, word: str) -> Constant:
        if word in COMPONENTS and self.text() == "(":
            self.at += 1
            given = [self.sum(0)]
            while self.text() == ",":
                self.at += 1
                given.append(self.sum(0))
            self._close()
            return _constructed(word, given)
        if word in ("true", "false"):
            return Constant("bool", (word == "true",))
        if word in CONSTANTS:
            return Constant("float", (float(CONSTANTS[word]),))
        if word in self.names:
            return self.names[word]
        raise ValueError(f"{word!r} is no part of a constant")

    def _close(self) -> None:
        if self.text() != ")":
            raise ValueError("a ) is missing")
        self.at += 1


def _constructed(type: str, given: list[Constant]) -> Constant:
    kind, count = COMPONENTS[type]
    numbers = [number for each in given for number in each.components]
    if len(numbers) == 1 and count > 1:
        side = MATRICES.get(type)
        numbers = numbers * count if side is None else [numbers[0] * (i % (side + 1) == 0) for i in range(count)]
    elif len(numbers) > count and len(given) == 1 and type not in MATRICES:
        numbers = numbers[:count]  # a vector of a longer one
    if len(numbers) != count:
        raise ValueError(f"{type}() takes {count} numbers, got {len(numbers)}")
    if not all(-_LARGEST <= number <= _LARGEST for number in numbers):
        raise ValueError("its numbers are too large")
    return Constant(type, tuple(_as_kind(kind, number) for number in numbers))


def _as_kind(kind: str, number: float) -> float:
    if kind == "float":
        return float(number)
    return bool(number) if kind == "bool" else int(number)


def _combined(operator: str, left: Constant, right: Constant) -> Constant:
    kinds = {COMPONENTS[left.type][0], COMPONENTS[right.type][0]}
    counts = {len(left.components), len(right.components)}
    if kinds & {"bool"} or len(counts | {1}) > 2 or {left.type, right.type} & MATRICES.keys():
        raise ValueError(f"{left.type} {operator} {right.type} is no part of a constant")
    count = max(counts)
    pairs = zip(_spread(left.components, count), _spread(right.components, count), strict=True)
    whole = "float" not in kinds
    numbers = tuple(_operated(operator, a, b, whole) for a, b in pairs)
    if not all(-_LARGEST <= number <= _LARGEST for number in numbers):
        raise ValueError("its numbers are too large")
    type = left.type if len(left.components) == count else right.type
    if not whole and COMPONENTS[type][0] != "float":
        type = "float" if count == 1 else f"vec{count}"
    return Constant(type, numbers)


def _spread(components: tuple[float, ...], count: int) -> tuple[float, ...]:
    return components if len(components) == count else components * count


def _operated(operator: str, left: float, right: float, whole: bool) -> float:
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
    if not right:
        raise ValueError("it divides by zero")
    if operator == "/":
        return int(left / right) if whole else left / right
    if not whole:
        raise ValueError("% is of whole numbers")
    return left - right * int(left / right)
