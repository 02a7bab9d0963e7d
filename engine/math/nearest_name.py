"""The hint that ends an error about an unknown name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The hint that ends an error about an unknown name.

    Returns "; did you mean 'x'?" for the nearest of `known`, and "" when none is near: at most one edit (a letter
    added, lost, changed, or two neighbours swapped) for every three letters of `name`, letter case not counted.
    Among equally near names the first wins. Where none is near, the first that goes on behind it: "navy_blue" for
    "navy".
    """
    wanted = name.lower()
    best = longer = ""
    best_distance = max(1, (len(name) + 2) // 3) + 1
    for candidate in known:
        if abs(len(candidate) - len(name)) < best_distance:
            distance = _edit_distance(wanted, candidate.lower())
            if distance < best_distance and distance < len(candidate):
                best, best_distance = candidate, distance
        if not longer and wanted and candidate.lower().startswith(f"{wanted}_"):
            longer = candidate
    best = best or longer
    return f"; did you mean {best!r}?" if best else ""


def _edit_distance(a: str, b: str) -> int:
    """Edits that turn `a` into `b`, a swap of neighbours counting as one (difflib would cost 3 ms at import)."""
    before_last: list[int] = []
    last = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        row = [i]
        for j, other in enumerate(b, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                cost = min(cost, before_last[j - 2] + 1)
            row.append(cost)
        before_last, last = last, row
    return last[-1]
