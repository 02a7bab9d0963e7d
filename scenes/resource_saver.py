"""ResourceSaver: writes scenes and resources as files, each as a whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, InvalidValueError, ResourceError, ResourceFormatError
from engine.core.files import checked_path, replacing
from engine.core.resource import Resource
from engine.math.value import shortened
from engine.resources.loaders import suffix_of
from engine.resources.loading.load_request import LoadRequest
from engine.resources.loading.project_files import check_inside, project_path
from engine.resources.loading.resource_loader import default_loader
from engine.resources.loading.resource_uid import create_id, id_to_text
from scenes.load_report import LoadReport
from scenes.resource_files import FileRecord, document_of
from scenes.text import Document, dumps

if TYPE_CHECKING:
    from engine.resources.loading.resource_loader import ResourceLoader

__all__ = ["ResourceSaver"]

_SCENES = (".tscn", ".escn")
_RESOURCES = (".tres",)


class ResourceSaver:
    """Saves the resources of one project.

    Args:
        loader: of the project: its folder, its uids, and what was loaded from it.
    """

    def __init__(self, loader: ResourceLoader = default_loader) -> None:
        self._loader = loader

    def save(self, resource: Resource, path: str | os.PathLike[str] = "") -> Path:
        """Write a resource (`.tres`) or a PackedScene (`.tscn`); the old file stays if that fails.

        Resources in it that have a file of their own are named by their paths, all others are written with it. A
        resource that was loaded keeps what its file had: ids, order, spelling, what nobody here knows. Afterwards the
        resource is what its path holds for the project's loader.

        Args:
            resource: to be written.
            path: in the project, as "res://curves/jump.tres"; or an absolute one, or a pathlib.Path, of anywhere; by
                default where the resource came from.

        Returns:
            The file.

        Raises:
            ResourceError: the path leaves the project's folder, or the file cannot be written.
            ResourceFormatError: the suffix is none that fits the resource.
            SceneError: a resource holds itself, or a class cannot be made without arguments.
            InvalidTypeError, InvalidValueError: a file has no word for a value, with the name of the property; or what
                is given is no resource, or has no path.
        """
        if not isinstance(resource, Resource):
            raise InvalidTypeError(
                f"ResourceSaver.save(resource, path): a resource is needed, got {shortened(resource)}"
            )
        file, place = self._target(resource, path)
        packed = getattr(resource, "document", None)
        scene = packed if isinstance(packed, Document) else None
        _check_suffix(file, resource, scene is not None)
        try:
            if scene is not None:
                self._write_scene(resource, scene, file, place)
            else:
                self._write_resource(resource, file, place)
        except (InvalidTypeError, InvalidValueError) as error:
            raise type(error)(f"{place or file}: {error}") from error
        return file

    def _write_scene(self, scene: Resource, document: Document, file: Path, place: str) -> None:
        attributes = document.header.attributes
        before = dict(attributes)
        uid = self._uid(document.path, document.uid, place)
        _set_uid(attributes, uid)
        new = {id(each): (each, each.attributes) for each in document.ext_resources if not each.line}
        try:
            for section, said in new.values():
                section.attributes = self._with_uid(said, place)
            _write(file, document)
        except BaseException:
            attributes.clear()
            attributes.update(before)
            for section, said in new.values():
                section.attributes = said
            raise
        document.path = place or document.path
        if place:
            scene._belong_to(self._loader)  # type: ignore[attr-defined]  # it is a PackedScene, which imports this
            self._loader.remember(place, scene, uid)

    def _with_uid(self, attributes: dict[str, Any], place: str) -> dict[str, Any]:
        """What an [ext_resource] says that was made in code, with the uid that the project's file has."""
        path = attributes.get("path")
        if "uid" in attributes or not isinstance(path, str):
            return attributes
        try:
            uid = self._loader.uid_of(LoadRequest(self._loader, place).resolve(path))
        except ResourceError:  # not a path of the project
            return attributes
        known = {"type": attributes["type"]} if "type" in attributes else {}
        return {**known, "uid": uid, **attributes} if uid else attributes

    def _write_resource(self, resource: Resource, file: Path, place: str) -> None:
        record = resource._file_record
        report = record.report if isinstance(record, FileRecord) else LoadReport()
        before = record.document.path if isinstance(record, FileRecord) else ""
        is_moved = bool(before) and resource.resource_path == before  # and is no duplicate of what is still there
        document, table = document_of(resource, self._loader, place)
        uid = self._uid(before, document.uid, place)
        _set_uid(document.header.attributes, uid)
        _write(file, document)
        if not place:
            return
        resource._file_record = FileRecord(document, report)
        for inner, id in table.assigned():
            if not inner.resource_path or (is_moved and inner.resource_path.startswith(f"{before}::")):
                inner.resource_path = f"{place}::{id}"
                inner._scene_unique_id = id
        self._loader.remember(place, resource, uid)

    def _target(self, resource: Resource, path: str | os.PathLike[str]) -> tuple[Path, str]:
        """The file, and its path in the project; "" for one outside of it."""
        root = self._loader.folder.resolve()
        if isinstance(path, str) and not os.path.isabs(path):
            wanted = path or resource.resource_path
            if not wanted:
                raise InvalidValueError(
                    f"a {type(resource).__name__} that comes from no file is saved with a path: "
                    "save(resource, 'res://name.tres')"
                )
            if "::" in wanted:
                raise InvalidValueError(f"{wanted} stands in another file; save that one, or give a path of its own")
            inner = project_path(wanted)
            file = root / inner
            check_inside(root, file, wanted)
            return file, f"res://{inner}"
        file = checked_path("ResourceSaver.save(resource, path)", path).absolute()
        real = file.parent.resolve() / file.name
        return file, f"res://{real.relative_to(root).as_posix()}" if real.is_relative_to(root) else ""

    def _uid(self, before: str, uid: str, place: str) -> str:
        """The uid of the file: its own, the one at its place, or a new one; none for a file that was read without."""
        if not place:
            return ""
        if place == before and (not uid or self._loader.path_of_uid(uid) in (None, place)):
            return uid
        return self._loader.uid_of(place) or id_to_text(
            create_id(place, lambda id: self._loader.path_of_uid(id_to_text(id)) not in (None, place))
        )


def _check_suffix(file: Path, resource: Resource, is_scene: bool) -> None:
    known = _SCENES if is_scene else _RESOURCES
    suffix = suffix_of(file.name)
    if suffix not in known:
        raise ResourceFormatError(
            f"{file.name} - a {type(resource).__name__} is saved with the suffix {' or '.join(known)}, not {suffix!r}"
        )


def _set_uid(attributes: dict[str, Any], uid: str) -> None:
    if uid:
        attributes["uid"] = uid
    else:
        attributes.pop("uid", None)


def _write(file: Path, document: Document) -> None:
    data = dumps(document).encode()
    with replacing(file) as target:
        target.write(data)
