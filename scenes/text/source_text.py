"""SourceText: a text that is being read, and where in it something is wrong."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from engine.core.errors import InvalidTypeError, SceneError
from engine.math.value import shortened
from scenes.text.strings import unescaped

__all__ = ["MAX_SIZE", "SourceText", "Token", "decoded", "shown"]

MAX_SIZE: Final = 256 * 2**20
"""Of a text, in bytes or characters."""

_SHOWN: Final = 40  # characters

END, STRING, NAME_STRING, NUMBER, WORD, COLOR, MARK = "end", "string", "name", "number", "word", "color", "mark"


class Token(NamedTuple):
    """A piece of a text that values are made of."""

    kind: str
    text: str
    """As it stands there; of strings, what is between the quotes."""
    start: int
    end: int

    @property
    def shown(self) -> str:
        """What errors call it."""
        return "the end of the text" if self.kind == END else shown(self.text)


@lru_cache(maxsize=1)
def _token() -> re.Pattern[str]:
    return re.compile(
        r"""(?:[\x00-\x20]++|;[^\n]*+)*+(?:
            "(?P<string>(?:[^"\\]++|\\.)*+)"
            |(?P<number>-?[0-9]++(?:\.[0-9]*+)?(?:[eE][+-]?[0-9]*+)?)
            |(?P<word>[A-Za-z_][A-Za-z0-9_]*+|-inf(?![A-Za-z0-9_]))
            |(?P<mark>[\[\]{}():,.=])
            |[&@]"(?P<name>(?:[^"\\]++|\\.)*+)"
            |\#(?P<color>[0-9A-Fa-f]*+)
            |(?P<end>\Z)
        )""",
        re.VERBOSE | re.DOTALL,
    )


@lru_cache(maxsize=1)
def _blank() -> re.Pattern[str]:
    return re.compile(r"(?:[\x00-\x20]++|;[^\n]*+)*+")


@lru_cache(maxsize=1)
def _surrogate() -> re.Pattern[str]:
    return re.compile("[\ud800-\udfff]")


def shown(text: str) -> str:
    """What errors call a text, which may be long."""
    return repr(text) if len(text) <= _SHOWN else f"{text[:_SHOWN]!r}..."


def decoded(source: bytes | str, path: str) -> str:
    """The characters of a source that is no larger than it may be.

    Raises:
        SceneError: too large, not UTF-8, or a str with half a UTF-16 pair.
        InvalidTypeError: something else.
    """
    if not isinstance(source, (str, bytes)):
        raise InvalidTypeError(f"a text must be bytes or a str, got {shortened(source)}")
    if len(source) > MAX_SIZE:
        raise SceneError(f"the text has {len(source):,} bytes; it may have {MAX_SIZE:,}", path)
    if isinstance(source, str):
        half = None if source.isascii() else _surrogate().search(source)
        if half is not None:
            raise SourceText(source, path).error(half.start(), f"half a UTF-16 pair, {half[0]!r}, is no character")
        return source
    try:
        return source.decode("utf-8")
    except UnicodeDecodeError as error:
        bad = error.start
    line_start = source.rfind(b"\n", 0, bad) + 1
    column = len(source[line_start:bad].decode("utf-8")) + 1
    text = f"the text is not UTF-8: byte 0x{source[bad]:02x}; save the file as UTF-8"
    raise SceneError(text, path, source.count(b"\n", 0, bad) + 1, column)


class SourceText:
    """A text and the file that it comes from."""

    __slots__ = ("_match", "path", "text")

    def __init__(self, text: str, path: str) -> None:
        self.text = text
        self.path = path
        self._match = _token().match

    def error(self, at: int, problem: str) -> SceneError:
        """What is wrong at a position, for the caller to raise."""
        line = self.text.count("\n", 0, at) + 1
        return SceneError(problem, self.path, line, at - self.text.rfind("\n", 0, at))

    def skip_blank(self, at: int) -> int:
        """Where white space and comments end."""
        match = _blank().match(self.text, at)
        assert match is not None  # it may be empty
        return match.end()

    def token(self, at: int) -> Token:
        """The next token.

        Raises:
            SceneError: no token starts there.
        """
        match = self._match(self.text, at)
        if match is None:
            raise self._no_token(self.skip_blank(at))
        kind = match.lastgroup
        assert kind is not None
        text: str = match[kind]
        return Token(kind, text, match.start(kind) - _BEFORE.get(kind, 0), match.end())

    def expect(self, mark: str, at: int, where: str) -> int:
        """The end of a token that must be this mark."""
        token = self.token(at)
        if token.kind != MARK or token.text != mark:
            raise self.error(token.start, f"{where} needs {mark!r} here, got {token.shown}")
        return token.end

    def string(self, token: Token) -> str:
        """What a string token says, its escapes resolved."""
        if "\\" not in token.text:
            return token.text
        try:
            return unescaped(token.text)
        except ValueError as error:
            problem, offset = error.args
            start = token.start + _BEFORE[token.kind] + offset
            raise self.error(start, f"a bad escape in a string: {problem}") from None

    def _no_token(self, at: int) -> SceneError:
        character = self.text[at]
        if character == '"' or (character in "&@" and self.text[at + 1 : at + 2] == '"'):
            return self.error(at, "a string that never ends; it needs a closing quote")
        if character in "&@":
            return self.error(at, f"{character!r} needs a string in quotes after it")
        if character == "-":
            return self.error(at, "'-' needs a number after it")
        return self.error(at, f"nothing starts with {character!r}")


_BEFORE: Final = {STRING: 1, NAME_STRING: 2, COLOR: 1}
"""How many characters of a token stand before its text."""
