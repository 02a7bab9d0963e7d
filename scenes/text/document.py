"""Document: what stands in a text file of Godot's, section by section."""

from __future__ import annotations

from typing import Any

__all__ = ["Document", "Section"]


class Section:
    """One section: `[kind attribute=value ...]`, and the lines `property = value` below it.

    Attributes:
        kind: "gd_scene", "ext_resource", "node" and so on.
        attributes: values of the header by name, in order.
        properties: values by name, in order.
        line: of the header in the file that it was read from, counted from 1; 0 for one made in code.
    """

    __slots__ = ("attributes", "kind", "layout", "line", "properties")

    def __init__(
        self, kind: str, attributes: dict[str, Any] | None = None, properties: dict[str, Any] | None = None
    ) -> None:
        self.kind = kind
        self.attributes: dict[str, Any] = {} if attributes is None else attributes
        self.properties: dict[str, Any] = {} if properties is None else properties
        self.line = 0
        self.layout: Any = None


class Document:
    """A whole file: its sections in order, the header first.

    Args:
        sections: all of them.
        path: what errors call the file.
    """

    def __init__(self, sections: list[Section] | None = None, path: str = "") -> None:
        self.sections: list[Section] = [] if sections is None else sections
        self.path = path

    def of_kind(self, kind: str) -> list[Section]:
        """The sections of one kind, in order."""
        return [section for section in self.sections if section.kind == kind]

    @property
    def header(self) -> Section:
        """The first section: [gd_scene] or [gd_resource]."""
        return self.sections[0]

    @property
    def format(self) -> int:
        """The version of the format, 3 or 4; 3 where the header does not say."""
        number: int = self.header.attributes.get("format", 3)
        return number

    @property
    def uid(self) -> str:
        """The file's "uid://..."; "" where it has none."""
        uid: str = self.header.attributes.get("uid", "")
        return uid

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
