"""What a file's text has beyond its values: spellings and blank space that the writer would not choose.

What is kept is tied to the value by a digest of the text that the writer would choose: once a value has changed, in
place too, its kept spelling is no longer used.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final, NamedTuple

__all__ = [
    "ADJACENT",
    "BLANKS",
    "DocumentLayout",
    "Kept",
    "SectionLayout",
    "Superseded",
    "gap_before",
    "is_scene_kind",
    "kept",
]

ADJACENT: Final = frozenset({"ext_resource", "connection", "editable"})
"""Kinds of sections of which one follows the other without a blank line."""
_SCENE_KINDS: Final = frozenset({"gd_scene", "gd_resource"})
BLANKS: Final = "".join(map(chr, range(33)))
"""What counts as white space."""
_DIGEST_SIZE: Final = 16


class Kept(NamedTuple):
    """A spelling that the writer would not choose, or a gap that only holds behind a certain text."""

    digest: bytes
    """Of what it would write, or of the text before the gap."""
    text: str

    def of(self, canonical: str) -> str:
        """The kept spelling, or `canonical` where that is no longer what was kept."""
        return self.text if self.is_of(canonical) else canonical

    def is_of(self, canonical: str) -> bool:
        """Whether that is still what the writer would write."""
        return self.digest == _digest(canonical)


class Superseded(NamedTuple):
    """A property whose name comes again further down, so that this value does not count."""

    name: str
    gap: str | Kept | None
    text: str


class SectionLayout:
    """What is kept of a section; what is absent is as the writer would have it.

    Attributes:
        gap: the blank space before the header; an empty one only holds behind the text that it was behind.
        header: its spelling.
        gaps: likewise before properties, by name.
        entries: spellings of properties, by name.
        superseded: what stands before a property, and before its gap, without counting; by its name.
    """

    __slots__ = ("entries", "gap", "gaps", "header", "superseded")

    def __init__(self) -> None:
        self.gap: str | Kept | None = None
        self.header: Kept | None = None
        self.gaps: dict[str, str | Kept] = {}
        self.entries: dict[str, Kept] = {}
        self.superseded: dict[str, list[Superseded]] = {}


class DocumentLayout:
    """What is kept of a whole file.

    Attributes:
        newline: what ends its lines.
        start: the byte order mark, or nothing.
        end: what stands behind the last value.
    """

    __slots__ = ("end", "newline", "start")

    def __init__(self, newline: str = "\n", start: str = "", end: str | None = None) -> None:
        self.newline = newline
        self.start = start
        self.end = end


def kept(canonical: str, text: str) -> Kept:
    """A spelling of what the writer would write as `canonical`, or a gap behind the text `canonical`."""
    return Kept(_digest(canonical), text)


def is_scene_kind(kind: str) -> bool:
    """Whether a file whose first section is of this kind is laid out as scenes and resources are."""
    return kind in _SCENE_KINDS


def gap_before(kind: str, previous: str | None, newline: str) -> str:
    """The blank space that the writer puts before a section; `previous` is the kind of the one before, if there is."""
    if previous is None:
        return ""
    return newline if kind == previous and kind in ADJACENT else newline * 2


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST_SIZE).digest()
