"""How texts are quoted, in the two ways of Godot's writers, and read back."""

from __future__ import annotations

import re
from functools import lru_cache
from types import MappingProxyType
from typing import Final

__all__ = ["quoted", "quoted_plainly", "unescaped"]

_PLAIN: Final = str.maketrans({"\\": "\\\\", '"': '\\"', "\0": "\\u0000"})
_FULL: Final = _PLAIN | str.maketrans(
    {
        "\a": "\\u0007",  # Godot writes \a and \v, and reads those as the letters
        "\b": "\\b",
        "\f": "\\f",
        "\n": "\\n",
        "\r": "\\r",
        "\t": "\\t",
        "\v": "\\u000b",
        "'": "\\'",
    }
)
_LETTERS: Final = MappingProxyType({"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"})


@lru_cache(maxsize=1)
def _special() -> re.Pattern[str]:
    return re.compile(r"""["\\'\0\a\b\f\n\r\t\v]""")


@lru_cache(maxsize=1)
def _escapes() -> re.Pattern[str]:
    return re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{6})|([^uU]))", re.DOTALL)


def quoted_plainly(text: str) -> str:
    """A text in quotes as a property's value has it: line breaks and tabs stand as they are."""
    if '"' in text or "\\" in text or "\0" in text:
        text = text.translate(_PLAIN)
    return f'"{text}"'


def quoted(text: str) -> str:
    """A text in quotes as headers, paths and the like have it: line breaks and tabs are escaped too."""
    if _special().search(text):
        text = text.translate(_FULL)
    return f'"{text}"'


def unescaped(text: str) -> str:
    """What stands between two quotes, its escapes resolved.

    Raises:
        ValueError: a code that is none, with the offset of its backslash as second argument.
    """
    pieces: list[str] = []
    at = 0
    escapes = _escapes()
    while (found := text.find("\\", at)) >= 0:
        pieces.append(text[at:found])
        match = escapes.match(text, found)
        if match is None:
            raise ValueError("needs four hexadecimal digits after \\u, six after \\U", found)
        at = match.end()
        short, long, letter = match.groups()
        if letter is not None:
            pieces.append(_LETTERS.get(letter, letter))
            continue
        code = int(short or long, 16)
        if 0xD800 <= code <= 0xDBFF:
            low = escapes.match(text, at)
            trail = int((low[1] or low[2] or "0"), 16) if low else 0
            if not (low and 0xDC00 <= trail <= 0xDFFF):
                raise ValueError("the first half of a UTF-16 pair needs the second after it", found)
            at = low.end()
            code = 0x10000 + (code - 0xD800 << 10) + trail - 0xDC00
        elif 0xDC00 <= code <= 0xDFFF:
            raise ValueError("the second half of a UTF-16 pair needs the first before it", found)
        if code > 0x10FFFF:
            raise ValueError("there is no character beyond \\U10ffff", found)
        pieces.append(chr(code))
    pieces.append(text[at:])
    return "".join(pieces)
