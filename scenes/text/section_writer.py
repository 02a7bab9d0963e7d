"""Writing of sections: their headers and properties, each as text that follows from the values, or as it was kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from engine.core.errors import SceneError
from engine.math.value import shortened
from scenes.text.layout import BLANKS, DocumentLayout, Kept, SectionLayout, gap_before, is_scene_kind
from scenes.text.strings import quoted, quoted_plainly
from scenes.text.value_writer import ValueWriter
from scenes.text.values import ObjectValue

if TYPE_CHECKING:
    from scenes.text.document import Document, Section

__all__ = ["SectionWriter", "section_writer"]

_BACKSLASH: Final = "\\"
_ESCAPED_KINDS: Final = frozenset({"node", "connection", "editable"})


@lru_cache(maxsize=1)
def _plain_key() -> re.Pattern[str]:
    return re.compile(r"[!#-:<>-Z\\^-~]+")


@lru_cache(maxsize=1)
def _name() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@lru_cache(maxsize=1)
def _kind() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:[.:][A-Za-z_][A-Za-z0-9_]*)*")


def section_writer(document: Document) -> SectionWriter:
    """The writer of a document's sections."""
    sections = document.sections
    scene = bool(sections) and is_scene_kind(sections[0].kind)
    layout: DocumentLayout = document.layout or DocumentLayout()
    return SectionWriter(scene, document.format if scene else 3, layout.newline, document.path)


class SectionWriter:
    """Writes the sections of one file.

    Args:
        scene: whether it is a scene or resource; otherwise a settings file, `key=value` below `[any text]`.
        format: of the values.
        newline: at the end of a line.
        path: what errors call the file.
    """

    __slots__ = ("_equals", "_first_gap", "_keys", "_last", "_newline", "_path", "_scene", "_values")

    def __init__(self, scene: bool, format: int, newline: str, path: str) -> None:
        self._scene = scene
        self._newline = newline
        self._path = path
        self._equals = " = " if scene else "="
        self._first_gap = newline if scene else newline * 2
        self._last = ""  # what was written last, without the gap before it
        self._keys: dict[str, str] = {}
        self._values = ValueWriter(format, newline)

    def header(self, section: Section) -> str:
        """The header of a section as the writer would have it; "" for properties before the first header.

        Raises:
            SceneError: a kind, a name or a value that no file can hold.
        """
        kind = section.kind
        if not self._scene:
            return self._plain_header(section)
        if not _kind().fullmatch(kind):
            raise SceneError(f"a section's kind must be a plain name, got {shortened(kind)}", self._path)
        pieces = [kind]
        for name, value in section.attributes.items():
            if not _name().fullmatch(name):
                raise SceneError(
                    f"[{kind}]: an attribute's name must be a plain name, got {shortened(name)}", self._path
                )
            space = " " if name == "binds" else ""
            pieces.append(f"{name}={space}{self._attribute(section, name, value)}")
        return f"[{' '.join(pieces)}]"

    def entry(self, section: Section, name: str, value: Any) -> str:
        """The line of a property as the writer would have it.

        Raises:
            SceneError: a name that is no str, or a value that no file can hold.
        """
        key = self._keys.get(name)
        if key is None:
            if not isinstance(name, str):
                raise SceneError(
                    f"{self._shown(section)}: a property's name must be a str, got {shortened(name)}", self._path
                )
            key = name if _plain_key().fullmatch(name) else quoted_plainly(name)
            key = self._keys[name] = key + self._equals
        try:
            text = self._values.text(value)
            return key + (text if type(value) is not ObjectValue else text.removesuffix(self._newline))
        except SceneError as error:
            raise SceneError(f"{self._shown(section)}, {name!r}: {error.problem}", self._path) from None

    def first_gap(self, section: Section) -> str:
        """The space that the writer puts before the first property of a section."""
        return self._first_gap if section.kind else ""

    def pieces(self, section: Section, previous: str | None) -> Iterator[tuple[str | None, str, str]]:
        """What a section consists of: for its header (None) and its properties, the space before it and its text.

        Args:
            section: what to write, behind what was written before.
            previous: the kind of the section before; None if there is none.
        """
        layout: SectionLayout | None = section.layout
        header = self.header(section)
        if layout is None:
            self._last = header
            yield None, gap_before(section.kind, previous, self._newline), header
            gap = self.first_gap(section)
            for name, value in section.properties.items():
                self._last = self.entry(section, name, value)
                yield name, gap, self._last
                gap = self._newline
            return
        gap = self._gap(layout.gap, gap_before(section.kind, previous, self._newline))
        self._last = header if layout.header is None else layout.header.of(header)
        yield None, gap, self._last
        yield from self._kept_entries(section, layout)

    def _kept_entries(self, section: Section, layout: SectionLayout) -> Iterator[tuple[str, str, str]]:
        canonical_gap = self.first_gap(section)
        written: set[str] = set()
        for name, value in section.properties.items():
            for superseded in layout.superseded.get(name, ()):
                if superseded.name in section.properties and superseded.name not in written:
                    gap = self._gap(superseded.gap, canonical_gap)
                    self._last = superseded.text
                    canonical_gap = self._newline
                    yield superseded.name, gap, self._last
            gap = self._gap(layout.gaps.get(name), canonical_gap)
            canonical = self.entry(section, name, value)
            entry = layout.entries.get(name)
            self._last = canonical if entry is None else entry.of(canonical)
            written.add(name)
            canonical_gap = self._newline
            yield name, gap, self._last

    def _gap(self, gap: str | Kept | None, canonical: str) -> str:
        """A kept gap, if it still parts what stands around it."""
        if gap is None:
            return canonical
        if isinstance(gap, str):
            return gap
        return gap.text if gap.is_of(self._last) else canonical

    def _plain_header(self, section: Section) -> str:
        kind = section.kind
        if section.attributes:
            raise SceneError(
                f"{self._shown(section)}: only the sections of a file that starts with [gd_scene] or [gd_resource] "
                "have attributes",
                self._path,
            )
        if not kind:
            return ""
        if kind != kind.strip(BLANKS):
            raise SceneError(f"a section's kind may not have white space around it, got {shortened(kind)}", self._path)
        escaped = kind.replace("]", "\\]")
        return f"[{escaped}{' ' if escaped.endswith(_BACKSLASH) else ''}]"

    def _attribute(self, section: Section, name: str, value: Any) -> str:
        if section.kind in _ESCAPED_KINDS:
            if type(value) is str and name != "instance_placeholder":
                return quoted(value)
            if name == "groups" and type(value) is list and all(type(group) is str for group in value):
                return f"[{', '.join(map(quoted, value))}]"
        try:
            return self._values.text(value)
        except SceneError as error:
            raise SceneError(f"{self._shown(section)}, {name!r}: {error.problem}", self._path) from None

    def _shown(self, section: Section) -> str:
        """What errors call a section."""
        known = (f"{name}={section.attributes[name]!r}" for name in ("name", "id") if name in section.attributes)
        return f"[{' '.join((section.kind, *known))}]"
