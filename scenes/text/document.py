"""Document: what stands in a text file of Godot's, section by section."""

from __future__ import annotations

from typing import Any

from engine.core.errors import SceneError
from scenes.text.layout import DocumentLayout, SectionLayout
from scenes.text.section_writer import section_writer

__all__ = ["Document", "Section"]


class Section:
    """One section: `[kind attribute=value ...]`, and the lines `property = value` below it.

    Attributes:
        kind: "gd_scene", "ext_resource", "node" and so on; of a settings file any text; "" for what stands before the
            first header there.
        attributes: values of the header by name, in order.
        properties: values by name, in order.
        line: of the header in the file that it was read from, counted from 1; 0 for one made in code.
        layout: what `dumps` needs to write the section as it was read; None where that is as Godot writes it.
    """

    __slots__ = ("attributes", "kind", "layout", "line", "properties")

    def __init__(
        self, kind: str, attributes: dict[str, Any] | None = None, properties: dict[str, Any] | None = None
    ) -> None:
        self.kind = kind
        self.attributes: dict[str, Any] = {} if attributes is None else attributes
        self.properties: dict[str, Any] = {} if properties is None else properties
        self.line = 0
        self.layout: SectionLayout | None = None

    def __repr__(self) -> str:
        return f"<Section [{self.kind}], line {self.line}, {len(self.properties)} properties>"


class Document:
    """A whole file: its sections in order, the header first.

    Args:
        sections: all of them.
        path: what errors call the file.
    """

    def __init__(self, sections: list[Section] | None = None, path: str = "") -> None:
        self.sections: list[Section] = [] if sections is None else sections
        """All sections in order; what is done to the list is done to the document."""
        self.path = path
        """What errors call the file; "" for a text from elsewhere."""
        self.layout: DocumentLayout | None = None
        """What `dumps` needs to write the file as it was read; None where that is as Godot writes it."""
        self._lines: tuple[Section, dict[str, int]] | None = None

    def of_kind(self, kind: str) -> list[Section]:
        """The sections of one kind, in order."""
        return [section for section in self.sections if section.kind == kind]

    def line_of(self, section: Section, property: str = "") -> int:
        """The line of a section's header or of one of its properties in the file that it was read from.

        It is worked out from what the section holds now, so that it is off below a value that has been changed to one
        of another number of lines.

        Returns:
            Counted from 1; the header's for a property that the section does not have; 0 for a section made in code.
        """
        if not property or not section.line:
            return section.line
        if self._lines is None or self._lines[0] is not section:
            self._lines = section, self._lines_of(section)
        return self._lines[1].get(property, section.line)

    def _lines_of(self, section: Section) -> dict[str, int]:
        """The line of each property, counted in what the writer would write."""
        lines: dict[str, int] = {}
        end = 0
        for name, gap, text in section_writer(self).pieces(section, None):
            if name is None:
                end = section.line + text.count("\n")
                continue
            start = end + gap.count("\n") if section.kind or lines else section.line
            end = start + text.count("\n")
            lines[name] = start
        return lines

    @property
    def header(self) -> Section:
        """The first section: [gd_scene] or [gd_resource].

        Raises:
            SceneError: there is no section.
        """
        if not self.sections:
            raise SceneError("the document is empty", self.path)
        return self.sections[0]

    @property
    def format(self) -> int:
        """The version of the format, 3 or 4; 3 where the header does not say."""
        number = self.header.attributes.get("format", 3)
        return number if type(number) is int else 3

    @property
    def uid(self) -> str:
        """The file's "uid://..."; "" where it has none."""
        uid = self.header.attributes.get("uid", "")
        return uid if isinstance(uid, str) else ""

    @property
    def ext_resources(self) -> list[Section]:
        """The resources of other files."""
        return self.of_kind("ext_resource")

    @property
    def sub_resources(self) -> list[Section]:
        """The resources that stand in this file."""
        return self.of_kind("sub_resource")

    @property
    def nodes(self) -> list[Section]:
        """A scene's nodes, parents before children."""
        return self.of_kind("node")

    @property
    def connections(self) -> list[Section]:
        """A scene's connections."""
        return self.of_kind("connection")

    @property
    def editables(self) -> list[Section]:
        """The instances in a scene whose children are edited."""
        return self.of_kind("editable")

    @property
    def resource(self) -> Section | None:
        """The [resource] of a resource file."""
        found = self.of_kind("resource")
        return found[0] if found else None
