"""Reading of values: the whole grammar, without recursion."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Sequence
from functools import lru_cache
from math import inf, isnan, nan
from types import MappingProxyType
from typing import Any, Final

from engine.core.errors import did_you_mean
from engine.math import Color
from engine.tree.node_path import NodePath
from scenes.text import source_text
from scenes.text.constructors import OLD_NAMES, TYPES, Constructor
from scenes.text.numbers import clamped, whole
from scenes.text.open_values import (
    OpenArray,
    OpenDictionary,
    OpenObject,
    OpenTypedArray,
    OpenTypedDictionary,
    OpenValue,
)
from scenes.text.references import REFERENCES, read_reference
from scenes.text.source_text import MARK, NUMBER, STRING, WORD, SourceText, Token, shown
from scenes.text.value_writer import MAX_DEPTH
from scenes.text.values import (
    RID,
    CallableValue,
    PackedByteArray,
    PackedStringArray,
    SignalValue,
    StringName,
)

__all__ = ["ValueReader"]

_WORDS: Final = MappingProxyType(
    {"true": True, "false": False, "null": None, "nil": None, "inf": inf, "inf_neg": -inf, "-inf": -inf, "nan": nan}
)
_NUMBERS: Final = MappingProxyType({"inf": inf, "inf_neg": -inf, "-inf": -inf, "nan": nan})
_OTHERS: Final = frozenset({"NodePath", "PackedStringArray", "RID", "Callable", "Signal"})
_LONGEST_NAME: Final = 40
_HEX_LENGTHS: Final = (3, 4, 6, 8)


@lru_cache(maxsize=1)
def _plain_arguments() -> re.Pattern[str]:
    """Numbers up to a closing bracket, none of which needs a second look."""
    number = r"-?[0-9]{1,18}+(?:\.[0-9]++)?(?:e[+-]?[0-9]++)?"
    return re.compile(rf"\(((?:{number}(?:,[ \n]?{number})*+)?)\)")


class ValueReader:
    """Reads values of a text."""

    __slots__ = ("_arguments", "_source")

    def __init__(self, source: SourceText) -> None:
        self._source = source
        self._arguments = _plain_arguments().match

    def value(self, at: int) -> tuple[Any, int]:
        """The value that starts at a position, after white space and comments, and where it ends.

        Raises:
            SceneError: there is none, or it nests more than MAX_DEPTH levels deep.
        """
        source = self._source
        open_values: list[OpenValue] = []
        token = source.token(at)
        while True:
            opened = self._opened(token)
            if opened is None:
                value, at = self._flat(token)
            else:
                if len(open_values) >= MAX_DEPTH:
                    raise source.error(token.start, f"values nest more than {MAX_DEPTH} levels deep")
                open_values.append(opened)
                at, ends = opened.begin(token.end)
                if not ends:
                    token = source.token(at)
                    continue
                value = open_values.pop().value
            while open_values:
                at, ends = open_values[-1].add(value, at)
                if not ends:
                    break
                value = open_values.pop().value
            else:
                return value, at
            token = source.token(at)

    def _opened(self, token: Token) -> OpenValue | None:
        """A value that holds others, if a token starts one."""
        if token.kind == MARK:
            if token.text == "[":
                return OpenArray(self._source)
            if token.text == "{":
                return OpenDictionary(self._source)
        elif token.kind == WORD:
            if token.text == "Array":
                return OpenTypedArray(self._source)
            if token.text == "Dictionary":
                return OpenTypedDictionary(self._source)
            if token.text == "Object":
                return OpenObject(self._source)
        return None

    def _flat(self, token: Token) -> tuple[Any, int]:
        """The value that starts with a token and holds no others."""
        source = self._source
        match token.kind:
            case source_text.STRING:
                return source.string(token), token.end
            case source_text.NUMBER:
                return _number(token.text), token.end
            case source_text.NAME_STRING:
                return StringName(source.string(token)), token.end
            case source_text.COLOR:
                if len(token.text) not in _HEX_LENGTHS:
                    raise source.error(token.start, f"a colour has 3, 4, 6 or 8 digits, got {shown(f'#{token.text}')}")
                return Color.html(token.text), token.end
            case source_text.WORD if token.text in _WORDS:
                return _WORDS[token.text], token.end
            case source_text.WORD:
                return self._constructed(token)
        raise source.error(token.start, f"a value is needed here, got {token.shown}")

    def _constructed(self, token: Token) -> tuple[Any, int]:
        """The value of a constructor, from its name on."""
        name = OLD_NAMES.get(token.text, token.text)
        constructor = TYPES.get(name)
        if constructor is not None:
            return self._of_numbers(constructor, token)
        if name in REFERENCES:
            return read_reference(self._source, name, token.end)
        at = self._source.expect("(", token.end, token.text) if name in _OTHERS else token.end
        match name:
            case "NodePath":
                path = self._source.token(at)
                if path.kind != STRING:
                    raise self._source.error(path.start, f"NodePath needs a string, got {path.shown}")
                return NodePath(self._source.string(path)), self._source.expect(")", path.end, name)
            case "PackedStringArray":
                return self._strings(at)
            case "RID":
                return self._rid(at)
            case "Callable":
                return CallableValue(), self._source.expect(")", at, name)
            case "Signal":
                return SignalValue(), self._source.expect(")", at, name)
        hint = did_you_mean(
            name[:_LONGEST_NAME], [*_WORDS, *TYPES, *REFERENCES, *_OTHERS, "Array", "Dictionary", "Object"]
        )
        raise self._source.error(token.start, f"a value is needed here, and {token.shown} is none{hint}")

    def _of_numbers(self, constructor: Constructor, token: Token) -> tuple[Any, int]:
        """The value of a constructor that takes numbers."""
        simple = self._arguments(self._source.text, token.end)
        numbers: Sequence[Any]
        if simple is not None and not (constructor.whole and ("." in simple[1] or "e" in simple[1])):
            words = simple[1].split(",") if simple[1] else ()
            numbers, at = tuple(map(int if constructor.whole else float, words)), simple.end()
        else:
            at = self._source.expect("(", token.end, token.text)
            first = self._source.token(at)
            if constructor.type is PackedByteArray and first.kind == STRING:
                return self._base64(first)
            numbers, at = self._numbers(constructor, token, at)
        count = len(numbers)
        if constructor.packed:
            numbers = numbers[: count - count % constructor.size]  # as Godot reads a last element that is not whole
        elif count != constructor.size:
            raise self._source.error(token.start, f"{token.text} needs {constructor.size} numbers, got {count}")
        return constructor.build(numbers), at

    def _numbers(self, constructor: Constructor, token: Token, at: int) -> tuple[list[Any], int]:
        """Numbers up to a closing bracket, token by token, and where that ends."""
        source = self._source
        numbers: list[Any] = []
        argument = source.token(at)
        if argument.kind == MARK and argument.text == ")":
            return numbers, argument.end
        while True:
            number = _NUMBERS.get(argument.text) if argument.kind == WORD else None
            if argument.kind == NUMBER:
                number = _number(argument.text)
                if number == 0 and argument.text[0] == "-" and not constructor.whole:
                    number = -0.0  # Godot drops the sign; nothing is to be lost here
            if number is None:
                raise source.error(argument.start, f"{token.text} needs a number here, got {argument.shown}")
            if constructor.whole and isnan(number):
                raise source.error(argument.start, f"{token.text} needs ints, got nan")
            numbers.append(clamped(number) if constructor.whole else float(number))
            mark = source.token(argument.end)
            if mark.kind == MARK and mark.text == ")":
                return numbers, mark.end
            if mark.kind != MARK or mark.text != ",":
                raise source.error(mark.start, f"{token.text} needs ',' or ')' here, got {mark.shown}")
            argument = source.token(mark.end)

    def _base64(self, token: Token) -> tuple[PackedByteArray, int]:
        """The bytes of a base64 text in a PackedByteArray's brackets."""
        try:
            data = b64decode("".join(self._source.string(token).split()), validate=True)
        except ValueError as error:
            raise self._source.error(token.start, f"PackedByteArray holds no base64: {error}") from None
        return PackedByteArray(data), self._source.expect(")", token.end, "PackedByteArray")

    def _strings(self, at: int) -> tuple[PackedStringArray, int]:
        """The strings of a PackedStringArray, from behind its opening bracket on."""
        source = self._source
        strings: list[str] = []
        token = source.token(at)
        if token.kind == MARK and token.text == ")":
            return PackedStringArray(), token.end
        while True:
            if token.kind != STRING:
                raise source.error(token.start, f"PackedStringArray needs a string here, got {token.shown}")
            strings.append(source.string(token))
            mark = source.token(token.end)
            if mark.kind == MARK and mark.text == ")":
                return PackedStringArray(strings), mark.end
            if mark.kind != MARK or mark.text != ",":
                raise source.error(mark.start, f"PackedStringArray needs ',' or ')' here, got {mark.shown}")
            token = source.token(mark.end)

    def _rid(self, at: int) -> tuple[RID, int]:
        """What is in the brackets of an RID."""
        token = self._source.token(at)
        if token.kind == MARK and token.text == ")":
            return RID(), token.end
        if token.kind != NUMBER:
            raise self._source.error(token.start, f"RID needs a number, got {token.shown}")
        return RID(clamped(_number(token.text))), self._source.expect(")", token.end, "RID")


def _number(text: str) -> int | float:
    if "." in text or "e" in text or "E" in text:
        return float(text.rstrip("+-").rstrip("eE"))  # Godot lets an exponent without digits stand
    return whole(text)
