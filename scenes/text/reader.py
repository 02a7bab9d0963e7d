"""Reading of documents: most lines the fast way, what is out of the ordinary token by token.

    In:    a text, as bytes or str.
    Out:   a Document whose `dumps` is that text.

The text is cut without a gap into pieces: headers and properties, and before each the blank space (comments included)
that parts it from the one before. A piece that the writer would write otherwise is kept in its section's layout.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from engine.core.errors import SceneError
from engine.math.value import shortened
from scenes.text.document import Document, Section
from scenes.text.layout import (
    BLANKS,
    DocumentLayout,
    Kept,
    SectionLayout,
    Superseded,
    gap_before,
    is_scene_kind,
    kept,
)
from scenes.text.section_writer import SectionWriter
from scenes.text.source_text import MARK, WORD, SourceText, decoded
from scenes.text.usual_lines import UNSURE, UsualLines, usual_lines
from scenes.text.value_reader import ValueReader
from scenes.text.values import ExtResource

__all__ = ["NEWEST_FORMAT", "load_value", "loads", "loads_scene"]

NEWEST_FORMAT: Final = 4
"""The newest version of the format that is known here."""
_BYTE_ORDER_MARK: Final = "\ufeff"


@lru_cache(maxsize=1)
def _scene_start() -> re.Pattern[str]:
    return re.compile(r"\[(?:[\x00-\x20]++|;[^\n]*+)*+gd_(?:scene|resource)(?![A-Za-z0-9_])")


@lru_cache(maxsize=1)
def _plain_header() -> re.Pattern[str]:
    """A header of a settings file: any text up to a bracket that has no backslash before it."""
    return re.compile(r"\[((?:[^\]]++|(?<=\\)\])*+)\]")


@lru_cache(maxsize=1)
def _key_part() -> re.Pattern[str]:
    """A run of plain text in a key."""
    return re.compile(r'[^\x00-\x20=";]++')


def loads(source: bytes | str, path: str = "") -> Document:
    """The document of a text: a scene or resource, or else a settings file such as project.godot or an `.import`.

    A scene or resource starts with [gd_scene] or [gd_resource]; what of its sections means what, nobody checks here.
    Anywhere else, a section's name is any text, and properties may stand before the first header.

    Args:
        source: UTF-8, if it is bytes.
        path: what errors call the file.

    Raises:
        SceneError: not of this format, with line and column; a scene or resource of a format newer than NEWEST_FORMAT;
            or larger than 256 MiB.
    """
    text = decoded(source, path)
    return _DocumentReader(text, path).document()


def loads_scene(source: bytes | str, path: str = "") -> Document:
    """`loads` for what must be a scene or resource.

    Raises:
        SceneError: as `loads`; or the text starts with another section.
    """
    document = loads(source, path)
    if not document.sections or not is_scene_kind(document.header.kind):
        first = f"starts with [{document.header.kind[:40]}]" if document.sections else "is empty"
        line = document.header.line if document.sections else 1
        problem = f"a scene or resource file starts with [gd_scene] or [gd_resource]; this one {first}"
        raise SceneError(problem, path, line)
    return document


def load_value(text: str, path: str = "") -> Any:
    """The one value that a text holds.

    Raises:
        SceneError: it holds none, or something else behind it, with line and column.
    """
    source = SourceText(decoded(text, path), path)
    value, at = ValueReader(source).value(0)
    at = source.skip_blank(at)
    if at < len(source.text):
        raise source.error(at, f"nothing may stand behind the value, got {source.token(at).shown}")
    return value


class _DocumentReader:
    """Reads one text."""

    def __init__(self, text: str, path: str) -> None:
        self._start = _BYTE_ORDER_MARK if text.startswith(_BYTE_ORDER_MARK) else ""
        if self._start:
            text = text[1:]
        self._text = text
        self._source = SourceText(text, path)
        self._values = ValueReader(self._source)
        self._document = Document([], path)
        self._at = 0  # all before is read
        self._last = 0  # where the last piece, a header or a property, starts
        self._line, self._counted = 1, 0  # the line of a position
        self._scene = _scene_start().match(text, self._source.skip_blank(0)) is not None
        self._shared: dict[str, str] = {}  # equal words are one object
        self._newline = self._line_end()
        self._writer = SectionWriter(self._scene, 3, self._newline, path)
        self._repeats: _Repeats | None = None  # of the present section

    def document(self) -> Document:
        """Read it all."""
        lines = usual_lines(self._newline) if self._scene else None
        document, source = self._document, self._source
        while True:
            if lines is not None and document.sections and self._repeats is None:
                self._read_usual(lines, document.sections[-1])
            start = source.skip_blank(self._at)
            if start == len(self._text):
                break
            if self._text[start] == "[":
                self._read_header(start)
            else:
                self._read_property(start)
        self._end_section()
        end = self._text[self._at :]
        usual = end == (self._newline if document.sections else "")
        if not usual or self._start or self._newline != "\n":
            document.layout = DocumentLayout(self._newline, self._start, None if usual else end)
        return document

    def _line_end(self) -> str:
        """What ends the first line that does not end inside a string."""
        source = self._source
        start = source.skip_blank(0)
        gap = self._text[:start]
        if "\n" not in gap and start < len(self._text):
            _, _, end = self._piece(start)
            gap = self._text[end : source.skip_blank(end)]
        return "\r\n" if gap[: gap.find("\n") + 1].endswith("\r\n") else "\n"

    def _piece(self, start: int) -> tuple[str, Any, int]:
        """The header or property at a position: kind or name, attributes or value, and its end."""
        if self._text[start] == "[":
            return self._scene_header(start) if self._scene else self._settings_header(start)
        name, at = self._key(start)
        return name, *self._values.value(at)

    def _read_usual(self, lines: UsualLines, section: Section) -> None:
        """Read on for as long as all is as the writer would write it."""
        text, at, shared = self._text, self._at, self._shared
        entry, readers, header, _ = lines
        properties = section.properties
        before = at
        while True:
            match = entry(text, at)
            if match is not None:
                name = match[1]
                value = readers[match.lastindex or 0](match)
                if value is UNSURE or name in properties:
                    break
                properties[shared.setdefault(name, name)] = value
            else:
                match = header(text, at)
                if match is None:
                    break
                usual = self._usual_section(lines, match, section.kind)
                if usual is None:
                    break
                section = usual
                properties = section.properties
            before, at = at, match.end()
        if at > before:
            self._at, self._last = at, self._source.skip_blank(before)

    def _usual_section(self, lines: UsualLines, match: re.Match[str], previous: str) -> Section | None:
        """Begin a section whose header is as the writer would write it; None if it is not."""
        shared = self._shared
        gap, kind, rest = match.groups()
        attributes: dict[str, Any] = {}
        found = lines.attributes(rest)
        for name, text, number, reference in found:
            value: Any = text
            if number:
                value = int(number)
            elif reference:
                value = ExtResource(reference)
            elif name != "name":
                value = shared.setdefault(text, text)
            attributes[shared.setdefault(name, name)] = value
        if len(attributes) < len(found):  # one is there twice
            return None
        section = self._begin(kind, attributes, match.start(2) - 1)
        if gap != gap_before(kind, previous, self._newline):
            _layout(section).gap = gap
        return section

    def _begin(self, kind: str, attributes: dict[str, Any], at: int) -> Section:
        """Begin a section whose header, or first property, stands at a position."""
        section = Section(self._shared.setdefault(kind, kind), attributes)
        self._line += self._text.count("\n", self._counted, at)
        self._counted = at
        section.line = self._line
        self._document.sections.append(section)
        return section

    def _end_section(self) -> None:
        if self._repeats is not None:
            self._repeats.keep(_layout(self._document.sections[-1]))
            self._repeats = None

    def _read_header(self, start: int) -> None:
        """Read the header that starts at a bracket."""
        self._end_section()
        sections = self._document.sections
        previous = sections[-1].kind if sections else None
        kind, attributes, end = self._piece(start)
        section = self._begin(kind, attributes, start)
        if previous is None and self._scene:
            self._check_format(section, start)
            self._writer = SectionWriter(True, self._document.format, self._newline, self._document.path)
        gap = self._text[self._at : start]
        if gap != gap_before(kind, previous, self._newline):
            _layout(section).gap = self._gap(gap)
        text, canonical = self._text[start:end], self._writer.header(section)
        if text != canonical:
            _layout(section).header = kept(canonical, text)
        self._at, self._last = end, start

    def _check_format(self, header: Section, start: int) -> None:
        """Refuse a newer format before anything else in the file can seem wrong."""
        number = header.attributes.get("format", 3)
        if type(number) is not int or number > NEWEST_FORMAT:
            problem = f"the file has format {shortened(number, 40)}; up to {NEWEST_FORMAT} can be read"
            raise self._source.error(start, f"{problem}; save it with an older Godot")

    def _scene_header(self, start: int) -> tuple[str, dict[str, Any], int]:
        """Kind, attributes and end of `[kind attribute=value ...]`."""
        source = self._source
        token = source.token(start + 1)
        kind = ""
        while True:
            if token.kind != WORD or not token.text.isidentifier():
                raise source.error(token.start, f"a header needs the kind of its section here, got {token.shown}")
            kind += token.text
            token = source.token(token.end)
            if token.kind != MARK or token.text not in (".", ":"):
                break
            kind += token.text
            token = source.token(token.end)
        if not self._document.sections and not is_scene_kind(kind):
            raise source.error(start, f"there is no kind of file that starts with [{kind[:40]}]")
        attributes: dict[str, Any] = {}
        while token.kind != MARK or token.text != "]":
            if token.kind != WORD or not token.text.isidentifier():
                raise source.error(token.start, f"[{kind[:40]} ...] needs an attribute or ']' here, got {token.shown}")
            value, at = self._values.value(source.expect("=", token.end, f"attribute {token.shown}"))
            attributes[self._shared.setdefault(token.text, token.text)] = value
            token = source.token(at)
        return kind, attributes, token.end

    def _settings_header(self, start: int) -> tuple[str, dict[str, Any], int]:
        """Kind and end of `[any text]`."""
        match = _plain_header().match(self._text, start)
        if match is None:
            raise self._source.error(start, "a header that never ends; it needs ']'")
        kind = match[1].strip(BLANKS).replace("\\]", "]")
        if not kind:
            raise self._source.error(start, "a header needs a name in its brackets")
        return kind, {}, match.end()

    def _read_property(self, start: int) -> None:
        """Read the property that starts at a position."""
        sections = self._document.sections
        section = sections[-1] if sections else self._begin("", {}, start)
        name, value, end = self._piece(start)
        first = not section.properties
        if name in section.properties:
            if self._repeats is None:
                self._repeats = _Repeats(section.properties)
            self._repeats.supersede(section, name, self._writer)
        elif self._repeats is not None:
            self._repeats.add(name)
        gap = self._text[self._at : start]
        if gap != (self._writer.first_gap(section) if first else self._newline):
            _layout(section).gaps[name] = self._gap(gap)
        text, canonical = self._text[start:end], self._writer.entry(section, name, value)
        if text != canonical:
            _layout(section).entries[name] = kept(canonical, text)
        section.properties[name] = value
        self._at, self._last = end, start

    def _key(self, start: int) -> tuple[str, int]:
        """The name that starts at a position, and where the value behind its '=' starts."""
        source, text = self._source, self._text
        parts: list[str] = []
        quoted = False
        at = start
        while text[at : at + 1] != "=":
            if text[at : at + 1] == '"':  # what stands before it does not count
                token = source.token(at)
                parts, quoted, at = [source.string(token)], True, token.end
            else:
                match = _key_part().match(text, at)
                if match is None:
                    raise self._no_property(start)
                parts.append(match[0])
                at = match.end()
            blank = source.skip_blank(at)
            if "\n" in text[at:blank]:
                raise self._no_property(start)
            at = blank
        name = "".join(parts)
        if not name and not quoted:
            raise source.error(start, "a property needs a name before '='")
        return self._shared.setdefault(name, name), at + 1

    def _no_property(self, start: int) -> SceneError:
        hint = "; a comment begins with ';'" if self._text[start] == "#" else ""
        return self._source.error(start, f"a property needs '=' and a value behind its name, in the same line{hint}")

    def _gap(self, gap: str) -> str | Kept:
        """A gap to be kept; an empty one holds behind the piece before it only."""
        return gap or kept(self._text[self._last : self._at], "")


class _Repeats:
    """The order of the properties of a section that has one of them more than once.

    Args:
        names: of its properties so far.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._order: list[str | Superseded] = list(names)
        self._places = {name: place for place, name in enumerate(names)}

    def add(self, name: str) -> None:
        """Note a further property."""
        self._places[name] = len(self._order)
        self._order.append(name)

    def supersede(self, section: Section, name: str, writer: SectionWriter) -> None:
        """Take a property out of a section, for another of its name to come."""
        layout = _layout(section)
        canonical = writer.entry(section, name, section.properties.pop(name))
        entry = layout.entries.pop(name, None)
        text = canonical if entry is None else entry.text
        self._order[self._places[name]] = Superseded(name, layout.gaps.pop(name, None), text)
        self.add(name)

    def keep(self, layout: SectionLayout) -> None:
        """Put what was superseded before the next property behind it that counts."""
        waiting: list[Superseded] = []
        for place in self._order:
            if isinstance(place, Superseded):
                waiting.append(place)
            elif waiting:
                layout.superseded[place] = waiting
                waiting = []


def _layout(section: Section) -> SectionLayout:
    """What is kept of a section, from now on."""
    if section.layout is None:
        section.layout = SectionLayout()
    return section.layout
