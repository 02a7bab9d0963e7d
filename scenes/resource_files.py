"""Resource files: `.tres`, read into a resource and made of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import SceneError
from scenes.load_report import LoadReport
from scenes.resource_builder import ResourceBuilder
from scenes.resource_draft import file_type, script_class_of
from scenes.resource_table import ResourceTable
from scenes.text import Document, loads

if TYPE_CHECKING:
    from pathlib import Path

    from engine.core.resource import Resource
    from engine.resources.loading.load_request import LoadRequest
    from engine.resources.loading.resource_loader import ResourceLoader

__all__ = ["FileRecord", "document_of", "load_report_of", "read_resource"]


_KINDS = ("ext_resource", "sub_resource", "resource")


class FileRecord:
    """What is remembered of the file that a resource was read from or saved to.

    Attributes:
        document: what stands in it; the template for the next save.
        report: what of it could not be used.
    """

    __slots__ = ("document", "report")

    def __init__(self, document: Document, report: LoadReport) -> None:
        self.document = document
        self.report = report


def read_resource(file: Path, request: LoadRequest) -> Resource:
    """The resource of a `.tres` file.

    Raises:
        SceneError: the file cannot be read, or a value in it does not fit; with file, line, resource and property.
        ScriptError: a script that it uses cannot be imported.
    """
    document = loads(file.read_bytes(), request.path)
    header = document.header
    if header.kind == "gd_scene":
        raise SceneError("this is a scene, not a resource; give the file the suffix .tscn", request.path, 1)
    type_name, script_class = header.attributes.get("type"), header.attributes.get("script_class", "")
    if header.kind != "gd_resource" or not isinstance(type_name, str) or not isinstance(script_class, str):
        raise SceneError(
            'a resource file begins with its type, as in [gd_resource type="Gradient" format=3]',
            request.path,
            header.line,
        )
    section = document.resource
    if section is None:
        raise SceneError("the file has no section [resource]", request.path, header.line)
    report = LoadReport()
    resource = ResourceBuilder(document, request, report).make(section, type_name, "the resource", script_class)
    resource._file_record = FileRecord(document, report)
    report.tell(request.loader, request.path)
    return resource


def load_report_of(resource: Resource) -> LoadReport:
    """What of the file of a resource could not be used when it was loaded; empty for one that comes from none."""
    record = resource._file_record
    return record.report if isinstance(record, FileRecord) else LoadReport()


def document_of(resource: Resource, loader: ResourceLoader, path: str) -> tuple[Document, ResourceTable]:
    """What stands in the file of a resource that is saved, and which resources stand in it.

    Args:
        resource: with a file of its own.
        loader: of the project.
        path: of the file in the project; "" for one outside of it.

    Raises:
        InvalidTypeError, InvalidValueError, SceneError: as `ResourceTable.resource_section`.
    """
    record = resource._file_record
    previous = record.document if isinstance(record, FileRecord) else None
    table = ResourceTable(loader, path, previous, root=resource)
    section = table.resource_section(resource)
    own = {"type": file_type(resource, section.properties)}
    script_class = script_class_of(resource, section.properties)
    if script_class:
        own["script_class"] = script_class
    before = None if previous is None else previous.header
    header = table.header("gd_resource", before, (section,), own if before is None else None)
    unknown = [] if previous is None else [each for each in previous.sections[1:] if each.kind not in _KINDS]
    document = Document([header, *table.sections(), section, *unknown], path)
    if previous is not None:
        document.layout = previous.layout
    return document, table
