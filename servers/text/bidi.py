"""Bidirectional text: which way each part of a line runs, and in which order the parts stand.

The algorithm is that of the Unicode Standard (annex 9, version 15): paragraphs, embeddings, isolates, numbers and
paired brackets. The classes of characters are those that Python knows. Mirroring is left to the shaper.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from unicodedata import bidirectional

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST_DEPTH = 125
"""How deep embeddings and isolates stand in one another; deeper ones are as if they were not there."""

_STRONG = {"L": 0, "R": 1, "AL": 1}
_INITIATORS = frozenset(("LRI", "RLI", "FSI"))
_EMBEDDINGS = {"LRE": (0, ""), "RLE": (1, ""), "LRO": (0, "L"), "RLO": (1, "R")}
_REMOVED = frozenset((*_EMBEDDINGS, "PDF", "BN"))
_NEUTRAL = frozenset(("B", "S", "WS", "ON", "PDI", *_INITIATORS))
_TURNING = frozenset(("R", "AL", "AN", "RLE", "RLO", "RLI", "FSI"))
_BETWEEN_NUMBERS = frozenset((("ES", "EN"), ("CS", "EN"), ("CS", "AN")))
_AS_RIGHT = frozenset(("R", "EN", "AN"))
_MOST_BRACKETS = 63

_PAIRS = (
    "()[]{}༺༻༼༽᚛᚜⁅⁆⁽⁾₍₎⌈⌉⌊⌋〈〉❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟅⟆⟦⟧⟨⟩⟪⟫⟬⟭⟮⟯⦃⦄⦅⦆⦇⦈⦉⦊⦋⦌⦍⦐⦏⦎⦑⦒⦓⦔⦕⦖⦗⦘⧘⧙⧚⧛⧼⧽⸢⸣⸤⸥⸦⸧⸨⸩⹕⹖⹗⹘⹙⹚⹛⹜"  # noqa: RUF001 - brackets of their own
    "〈〉《》「」『』【】〔〕〖〗〘〙〚〛﹙﹚﹛﹜﹝﹞（）［］｛｝｟｠｢｣"  # noqa: RUF001 - brackets of their own
)
_CLOSERS = {"\u2329": "\u3009", **dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True))}
_SAME = {"\u232a": "\u3009"}  # canonical equivalents
_CLOSING = frozenset((*_CLOSERS.values(), *_SAME))


class Run(NamedTuple):
    """Part of a line that runs one way: the characters from `start` up to `end`."""

    start: int
    end: int
    leftward: bool


def has_leftward(text: str) -> bool:
    """Whether something in a text can run from right to left."""
    return not text.isascii() and not _TURNING.isdisjoint(map(bidirectional, text))


def base_level(text: str) -> int:
    """Which way a paragraph runs by its first letter: 0 to the right, 1 to the left; 0 if there is none."""
    return _first_strong([*map(bidirectional, text)]) or 0


def visual_runs(text: str, base: int) -> list[Run]:
    """The runs of a line from left to right.

    Args:
        text: the line, in the order in which it is read.
        base: which way its paragraph runs, 0 to the right, 1 to the left.
    """
    levels = resolved_levels(text, base)
    runs: list[list[int]] = []
    for index, level in enumerate(levels):
        if runs and runs[-1][2] == level:
            runs[-1][1] = index + 1
        else:
            runs.append([index, index + 1, level])
    for least in range(max(levels, default=0), 0, -1):
        runs = _reversed_from(runs, least)
    return [Run(start, end, bool(level % 2)) for start, end, level in runs]


def _reversed_from(runs: list[list[int]], least: int) -> list[list[int]]:
    """The runs with every row of neighbours whose level is at least `least` turned around."""
    turned: list[list[int]] = []
    row: list[list[int]] = []
    for run in runs:
        if run[2] >= least:
            row.append(run)
        else:
            turned += [*row[::-1], run]
            row = []
    return turned + row[::-1]


def resolved_levels(text: str, base: int) -> list[int]:
    """The level of each character of a line: even ones run to the right, odd ones to the left."""
    original = [bidirectional(character) or "L" for character in text]
    partners = _isolates(original)
    levels, classes = _explicit(original, partners, base)
    kept = [index for index, kind in enumerate(original) if kind not in _REMOVED]
    for row, start, end in [*_sequences(kept, original, levels, partners, base)]:  # before levels are resolved
        _resolve(text, row, original, classes, levels, (start, end))
    _finish(original, levels, base)
    return levels


# --- paragraphs, isolates and embeddings --------------------------------------------------------


def _first_strong(classes: Sequence[str]) -> int | None:
    depth = 0
    for kind in classes:
        if kind in _INITIATORS:
            depth += 1
        elif kind == "PDI":
            depth = max(depth - 1, 0)
        elif not depth and kind in _STRONG:
            return _STRONG[kind]
    return None


def _isolates(classes: Sequence[str]) -> dict[int, int]:
    """Where each isolate that is closed ends, by where it begins."""
    partners: dict[int, int] = {}
    opened: list[int] = []
    for index, kind in enumerate(classes):
        if kind in _INITIATORS:
            opened.append(index)
        elif kind == "PDI" and opened:
            partners[opened.pop()] = index
    return partners


class _Depth(NamedTuple):
    level: int
    override: str
    isolate: bool


class _Explicit:
    """The embeddings and isolates that are open at a place."""

    def __init__(self, base: int) -> None:
        self.stack = [_Depth(base, "", False)]
        self.lost_isolates = self.lost_embeddings = self.isolates = 0

    def open(self, leftward: int, override: str, isolate: bool) -> None:
        level = self.stack[-1].level + 1
        level += level % 2 != leftward
        if level <= MOST_DEPTH and not self.lost_isolates and not self.lost_embeddings:
            self.isolates += isolate
            self.stack.append(_Depth(level, override, isolate))
        elif isolate:
            self.lost_isolates += 1
        elif not self.lost_isolates:
            self.lost_embeddings += 1

    def close_isolate(self) -> None:
        if self.lost_isolates:
            self.lost_isolates -= 1
        elif self.isolates:
            self.lost_embeddings = 0
            while not self.stack[-1].isolate:
                self.stack.pop()
            self.stack.pop()
            self.isolates -= 1

    def close_embedding(self) -> None:
        if self.lost_isolates:
            return
        if self.lost_embeddings:
            self.lost_embeddings -= 1
        elif len(self.stack) > 1 and not self.stack[-1].isolate:
            self.stack.pop()


def _explicit(original: Sequence[str], partners: dict[int, int], base: int) -> tuple[list[int], list[str]]:
    """Levels by the characters that say so, and the classes with what is overridden."""
    state = _Explicit(base)
    levels = [base] * len(original)
    classes = [*original]
    for index, kind in enumerate(original):
        if kind == "PDI":
            state.close_isolate()
        level, override, _ = state.stack[-1]
        if kind != "B":
            levels[index] = level
        if override and kind not in _REMOVED and kind != "B":
            classes[index] = override
        if kind in _EMBEDDINGS:
            state.open(*_EMBEDDINGS[kind], False)
        elif kind == "PDF":
            state.close_embedding()
        elif kind in _INITIATORS:
            inside = original[index + 1 : partners.get(index, len(original))] if kind == "FSI" else ()
            state.open(int(kind == "RLI" or _first_strong(inside) == 1), "", True)
    return levels, classes


def _sequences(
    kept: Sequence[int], original: Sequence[str], levels: Sequence[int], partners: dict[int, int], base: int
) -> Iterable[tuple[list[int], str, str]]:
    """Rows of characters that are resolved together, with the directions before and behind each."""
    runs: list[list[int]] = []
    for index in kept:
        if runs and levels[runs[-1][-1]] == levels[index]:
            runs[-1].append(index)
        else:
            runs.append([index])
    by_start = {run[0]: run for run in runs}
    at = {index: place for place, index in enumerate(kept)}
    closed = {*partners.values()}
    for run in runs:
        if run[0] in closed and original[run[0]] == "PDI":
            continue  # it goes on where its isolate began
        row = run
        while original[row[-1]] in _INITIATORS and row[-1] in partners:
            row = row + by_start[partners[row[-1]]]
        level = levels[row[0]]
        first, last = at[row[0]], at[row[-1]]
        before = levels[kept[first - 1]] if first else base
        open_ended = original[row[-1]] in _INITIATORS or last + 1 == len(kept)
        behind = base if open_ended else levels[kept[last + 1]]
        yield row, _side(max(level, before)), _side(max(level, behind))


def _side(level: int) -> str:
    return "R" if level % 2 else "L"


# --- numbers, brackets and what stands between --------------------------------------------------


def _resolve(
    text: str, row: list[int], original: Sequence[str], classes: list[str], levels: list[int], sides: tuple[str, str]
) -> None:
    """Resolve the levels of one row."""
    start, end = sides
    kinds = [classes[index] for index in row]
    _weak(kinds, start)
    embedding = _side(levels[row[0]])
    _brackets([text[index] for index in row], [original[index] for index in row], kinds, embedding, start)
    _neutral(kinds, embedding, start, end)
    for index, kind in zip(row, kinds, strict=True):
        level = levels[index]
        if level % 2:
            levels[index] = level + (kind != "R")
        else:
            levels[index] = level + (1 if kind == "R" else 2 if kind in ("AN", "EN") else 0)


def _weak(kinds: list[str], start: str) -> None:
    """Resolve marks, numbers and what belongs to them."""
    previous = strong = start
    for place, kind in enumerate(kinds):
        if kind == "NSM":
            kinds[place] = kind = "ON" if previous in _INITIATORS or previous == "PDI" else previous
        previous = kind
        if kind in _STRONG:
            strong = kind
        elif kind == "EN" and strong == "AL":
            kinds[place] = "AN"
    kinds[:] = ["R" if kind == "AL" else kind for kind in kinds]
    for place in range(1, len(kinds) - 1):
        before, behind = kinds[place - 1], kinds[place + 1]
        if before == behind and (kinds[place], before) in _BETWEEN_NUMBERS:
            kinds[place] = before
    _terminators(kinds)
    strong = start
    for place, kind in enumerate(kinds):
        if kind in ("ES", "ET", "CS"):
            kinds[place] = "ON"
        elif kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[place] = "L"


def _terminators(kinds: list[str]) -> None:
    """Let signs beside European numbers belong to these."""
    place = 0
    while place < len(kinds):
        first = place
        while place < len(kinds) and kinds[place] == "ET":
            place += 1
        if place > first and ((first and kinds[first - 1] == "EN") or (place < len(kinds) and kinds[place] == "EN")):
            kinds[first:place] = ["EN"] * (place - first)
        place += place == first


def _brackets(letters: Sequence[str], original: Sequence[str], kinds: list[str], embedding: str, start: str) -> None:
    """Let brackets run as what they hold does."""
    for opener, closer in _bracket_pairs(letters, kinds):
        inside = {"R" if kind in _AS_RIGHT else kind for kind in kinds[opener + 1 : closer]}
        if embedding in inside:
            side = embedding
        elif inside & {"L", "R"}:
            strong = next((kind for kind in reversed(kinds[:opener]) if kind == "L" or kind in _AS_RIGHT), start)
            other = "L" if strong == "L" else "R"
            side = other if other != embedding else embedding
        else:
            continue
        for bracket in (opener, closer):
            kinds[bracket] = side
            mark = bracket + 1
            while mark < len(kinds) and original[mark] == "NSM":
                kinds[mark] = side
                mark += 1


def _bracket_pairs(letters: Sequence[str], kinds: Sequence[str]) -> list[tuple[int, int]]:
    opened: list[tuple[str, int]] = []
    pairs: list[tuple[int, int]] = []
    for place, letter in enumerate(letters):
        if kinds[place] != "ON":
            continue
        if letter in _CLOSERS:
            if len(opened) == _MOST_BRACKETS:
                return []
            opened.append((_CLOSERS[letter], place))
        elif letter in _CLOSING:
            wanted = _SAME.get(letter, letter)
            for depth in range(len(opened) - 1, -1, -1):
                if opened[depth][0] == wanted:
                    pairs.append((opened[depth][1], place))
                    del opened[depth:]
                    break
    return sorted(pairs)


def _neutral(kinds: list[str], embedding: str, start: str, end: str) -> None:
    """Let what has no direction run as both its neighbours do, or as the text around it."""
    place = 0
    while place < len(kinds):
        if kinds[place] not in _NEUTRAL:
            place += 1
            continue
        first = place
        while place < len(kinds) and kinds[place] in _NEUTRAL:
            place += 1
        before = _as_side(kinds[first - 1]) if first else start
        behind = _as_side(kinds[place]) if place < len(kinds) else end
        kinds[first:place] = [before if before == behind else embedding] * (place - first)


def _as_side(kind: str) -> str:
    return "R" if kind in _AS_RIGHT else kind


def _finish(original: Sequence[str], levels: list[int], base: int) -> None:
    """Let spaces at the end run as the paragraph, and what is not seen as what stands before it."""
    trailing = True
    for index in range(len(original) - 1, -1, -1):
        kind = original[index]
        if kind in ("B", "S"):
            trailing = True
            levels[index] = base
        elif kind == "WS" or kind in _INITIATORS or kind == "PDI" or kind in _REMOVED:
            if trailing:
                levels[index] = base
        else:
            trailing = False
    trailing_from = len(levels)
    while trailing_from and levels[trailing_from - 1] == base:
        trailing_from -= 1
    for index in range(trailing_from):
        if original[index] in _REMOVED:
            levels[index] = levels[index - 1] if index else base
