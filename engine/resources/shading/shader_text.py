"""A shader's text as tokens, each with the file and the line that it stands in; and errors that name those."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from engine.core.errors import ResourceFormatError

if TYPE_CHECKING:
    from collections.abc import Sequence

WORD, NUMBER, STRING, SIGN, LINE_END = "word", "number", "string", "sign", "line_end"

_TOKEN = re.compile(
    r"""
    (?P<space>[ \t\r\f\v]+|\\\r?\n)
    | (?P<line_end>\n)
    | (?P<comment>//[^\n]*|/\*(?s:.*?)\*/)
    | (?P<word>[A-Za-z_][A-Za-z0-9_]*)
    | (?P<number>0[xX][0-9a-fA-F]+[uU]?|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fFuU]?)
    | (?P<string>"[^"\n]*")
    | (?P<sign><<=|>>=|&&|\|\||\+\+|--|\#\#|<<|>>|[-+*/%&|^<>=!]=|[-+*/%&|^~!<>=?:;,.(){}\[\]\#])
    """,
    re.VERBOSE,
)


class Token(NamedTuple):
    """A word, number, text or sign of a shader."""

    kind: str
    text: str
    file: int
    """Which of the files that the shader is made of; 0 is its own text."""
    line: int
    """Counted from 1."""


class Place(NamedTuple):
    """Where in which files something stands."""

    files: Sequence[str]
    """The names of all files so far."""
    file: int
    line: int

    def error(self, problem: str) -> ResourceFormatError:
        """An error that begins with file and line."""
        return ResourceFormatError(f"{self.files[self.file]}:{self.line}: {problem}")


def tokens_of(text: str, files: Sequence[str], file: int) -> list[Token]:
    """The tokens of a text, line ends among them, comments not.

    Args:
        text: of a shader or of what it includes.
        files: the names of all files so far, for errors.
        file: which of them this is.

    Raises:
        ResourceFormatError: a character that no shader has, or a comment or text without an end.
    """
    found = []
    at, line = 0, 1
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None or (match[0] == "/" and text.startswith("/*", at)):
            raise Place(files, file, line).error(_unreadable(text, at))
        kind = match.lastgroup
        assert kind is not None
        if kind not in ("space", "comment"):
            found.append(Token(kind, match[0], file, line))
        line += match[0].count("\n")
        at = match.end()
    found.append(Token(LINE_END, "\n", file, line))
    return found


def _unreadable(text: str, at: int) -> str:
    if text.startswith("/*", at):
        return "the comment that begins here has no end; close it with */"
    if text[at] == '"':
        return "the text that begins here has no end on its line"
    return f"a shader cannot have the character {text[at]!r} here"


def text_of(tokens: Sequence[Token]) -> str:
    """Tokens as one short line, for errors."""
    text = " ".join(token.text for token in tokens[:40])
    return text if len(text) <= 80 and len(tokens) <= 40 else f"{text[:77]}..."
