"""Where a text is cut into lines, and what of a line is seen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import category

from engine.resources.text_layout import LineBreakFlag, TextDirection
from servers.text.bidi import base_level, has_leftward

if TYPE_CHECKING:
    from collections.abc import Callable

_UNSEEN = frozenset(("Cc", "Cs", "Zl", "Zp"))
_SPACES = " \t"


class Row(NamedTuple):
    """A line of a text."""

    text: str
    leftward: bool
    """Whether the paragraph that it belongs to runs from right to left."""


def seen(text: str) -> str:
    """A text without control characters, line breaks among them, and halves of surrogate pairs."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(letter for letter in text if category(letter) not in _UNSEEN)


def runs_leftward(text: str, direction: int) -> bool:
    """Whether a paragraph runs from right to left, by a member of TextDirection."""
    if direction == TextDirection.AUTO:
        return has_leftward(text) and base_level(text) == 1
    return direction == TextDirection.RTL


def rows_of(text: str, flags: int, width: float, direction: int, length_of: Callable[[str], float]) -> list[Row]:
    """The lines of a text.

    Args:
        text: what is cut.
        flags: members of LineBreakFlag.
        width: of the lines; negative cuts at line breaks only.
        direction: a member of TextDirection.
        length_of: how long a part of a line is.
    """
    rows = []
    for paragraph in text.splitlines() or [""] if flags & LineBreakFlag.MANDATORY else [text]:
        leftward = runs_leftward(paragraph, direction)
        rows += [Row(line, leftward) for line in _lines_of(paragraph, flags, width, length_of)]
    return rows


def _lines_of(paragraph: str, flags: int, width: float, length_of: Callable[[str], float]) -> list[str]:
    if width < 0 or not flags & (LineBreakFlag.WORD_BOUND | LineBreakFlag.GRAPHEME_BOUND):
        return [paragraph]
    if flags & LineBreakFlag.GRAPHEME_BOUND:
        return _fitted(_letters(paragraph), length_of, width)
    words = re.split(r"(?<=[ \t])(?=[^ \t])", paragraph)
    if not flags & LineBreakFlag.ADAPTIVE:
        return _fitted(words, length_of, width)
    lines = [""]
    for line in _fitted(words, length_of, width):
        lines += _fitted(_letters(line), length_of, width) if length_of(line.rstrip(_SPACES)) > width else [line]
    return lines[1:]


def _letters(text: str) -> list[str]:
    """The letters of a text, each with the marks that stand on it."""
    letters: list[str] = []
    for letter in text:
        if letters and (category(letter)[0] == "M" or letter == "\u200d" or letters[-1][-1] == "\u200d"):
            letters[-1] += letter
        else:
            letters.append(letter)
    return letters or [""]


def _fitted(parts: list[str], length_of: Callable[[str], float], width: float) -> list[str]:
    """The lines that parts of a paragraph make, cut before those that do not fit into `width` any more."""
    lines: list[str] = []
    kept, length = "", 0.0
    for part in parts:
        shown = part.rstrip(_SPACES)
        needed = length_of(shown)
        if kept and length + needed > width:
            lines.append(kept.rstrip(_SPACES))
            kept, length = "", 0.0
            if not shown:
                continue  # a space that a line is cut at
        kept += part
        length += needed if shown == part else length_of(part)
    return [*lines, kept]
