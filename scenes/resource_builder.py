"""ResourceBuilder: makes the resources that a scene or resource file names, each when it is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.engine_classes import is_engine_class
from engine.core.errors import (
    ResourceCycleError,
    ResourceError,
    ResourceFormatError,
    ResourceNotFoundError,
    SapwoodError,
    SceneError,
    ScriptError,
    did_you_mean,
)
from engine.core.migration import VERSION, migrate
from engine.core.resource import Resource
from engine.math.value import shortened
from engine.resources.loaders import READERS, suffix_of
from engine.resources.loading.missing_resource import MissingResource
from engine.resources.loading.project_files import near_name
from engine.resources.loading.unreadable_files import CHECKER
from engine.resources.textures.missing_texture import MissingTexture
from scenes.load_report import LEFT_OUT, ProblemKind
from scenes.node_types import is_texture_type, resource_class
from scenes.property_values import settable
from scenes.resource_properties import problem_with, set_property
from scenes.scripts import Script, find_class_file
from scenes.text import values as v
from scenes.value_walk import found_in, replaced

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.resources.loading.load_request import LoadRequest
    from scenes.load_report import LoadReport
    from scenes.text import Document, Section

__all__ = ["ResourceBuilder"]

_SCRIPT_TYPES = ("GDScript", "CSharpScript", "Script")
_SCRIPT_SUFFIXES = (".gd", ".cs", ".py")


class ResourceBuilder:
    """Makes the resources of a document, each once.

    Args:
        document: of a scene or resource file.
        request: the load that they are made for.
        report: takes up what cannot be used.
    """

    def __init__(self, document: Document, request: LoadRequest, report: LoadReport) -> None:
        self._document = document
        self._request = request
        self._report = report
        self._ext_sections = {str(each.attributes.get("id")): each for each in document.ext_resources}
        self._sub_sections = {str(each.attributes.get("id")): each for each in document.sub_resources}
        self._ext: dict[str, Resource] = {}
        self._subs: dict[str, Resource] = {}
        self._files: dict[tuple[str, str], Resource] = {}
        self._found_classes: dict[str, type[Any] | None] = {}

    # --- references ----------------------------------------------------------------------------

    def ext(self, id: str, line: int = 0) -> Resource:
        """The resource of another file, by its id among the [ext_resource] sections.

        A file that is not there, or that cannot be read, is reported, and a MissingResource stands in for it, with the
        file's path as its `resource_path` and the declared type; a MissingTexture where that is one of textures.

        Args:
            id: of the section.
            line: of what refers to it, for errors.

        Raises:
            SceneError: there is no such section, or it says no path; or the file is only read when this one is.
            ScriptError: a script that the file uses cannot be imported.
        """
        key = str(id)
        resource = self._ext.get(key)
        if resource is None:
            section = self._section(self._ext_sections, "ext_resource", key, line)
            path, uid, type_name = (section.attributes.get(name, "") for name in ("path", "uid", "type"))
            if not all(isinstance(each, str) for each in (path, uid, type_name)) or not (path or uid):
                raise self._error(f"[ext_resource] {key!r} must say a type and a path as texts", section.line)
            resource = self._ext[key] = self._loaded(path, uid, type_name, section.line)
        return resource

    def sub(self, id: str, line: int = 0) -> Resource:
        """The resource of this file, by its id among the [sub_resource] sections; made when it is first asked for.

        Args:
            id: of the section.
            line: of what refers to it, for errors.

        Raises:
            SceneError: there is no such section, the resource holds itself, or a value does not fit; the text names
                the resource and the property.
            ScriptError: its script cannot be imported.
        """
        key = str(id)
        if key not in self._subs:
            self._make_with_what_it_holds(key, line)
        return self._subs[key]

    def value(self, value: Any, line: int = 0) -> Any:
        """A value of the file with the resources themselves in the place of references to them.

        Lists and dictionaries that hold such are made anew; everything else is what it was.

        Args:
            value: as the document has it.
            line: of the property, for errors.

        Raises:
            SceneError, ScriptError: as `ext` and `sub`.
        """
        return replaced(value, v.REFERENCES, lambda word: self._referenced(word, line))

    def script(self, value: Any, line: int = 0, where: str = "") -> Script | None:
        """The script that a property `script` names; None where there is none, and where it is none that can be used.

        Scripts that stand in the file itself, and scripts whose file is not there, are reported.

        Args:
            value: of the property, as the document has it.
            line: of the property.
            where: the node or resource that it belongs to.

        Raises:
            SceneError: as `ext` and `sub`.
        """
        found = self.value(value, line)
        if found is None or isinstance(found, Script):
            return found
        name = getattr(found, "resource_path", "") or repr(value)
        self._report.add(ProblemKind.MISSING_SCRIPT, name, self._document.path, line, where, _stand_in(name))
        return None

    def script_class(self, value: Any, line: int = 0, where: str = "") -> type[Any] | None:
        """The Python class that a property `script` names, imported if need be; what cannot be had is reported.

        Args:
            value: of the property, as the document has it.
            line: of the property.
            where: the node or resource that it belongs to.

        Raises:
            ScriptError: the script cannot be imported, or does not say which class is meant.
            SceneError: it leads out of the project; or as `ext` and `sub`.
        """
        script = self.script(value, line, where)
        return None if script is None else self.class_of_script(script, line, where, where or "the resource")

    def class_of_script(self, script: Script, line: int, where: str, called: str) -> type[Any] | None:
        """The Python class of a script, imported if need be; None for one that cannot be had, which is reported.

        Args:
            script: named in the document.
            line: where.
            where: the node or resource that it belongs to, for the report.
            called: what errors call that.

        Raises:
            ScriptError: the script cannot be imported, or does not say which class is meant.
            SceneError: it leads out of the project.
        """
        cls = None
        if self._request.scripts:
            try:
                cls = script.python_class(self._request.loader)
            except ScriptError as error:
                error.add_note(f"{self._document.path}:{line}: it is the script of {called}")
                raise
            except ResourceError as error:
                raise self._error(f"script of {called}: {error}", line) from error
        if cls is None:
            detail = _stand_in(script.resource_path) if self._request.scripts else LEFT_OUT
            self._report.add(ProblemKind.MISSING_SCRIPT, script.resource_path, self._document.path, line, where, detail)
        return cls

    def _referenced(self, value: Any, line: int) -> Resource:
        if isinstance(value, v.ExtResource):
            return self.ext(value.id, line)
        if isinstance(value, v.SubResource):
            return self.sub(value.id, line)
        return self._loaded(value.path, value.uid, "", line)

    # --- other files ---------------------------------------------------------------------------

    def _loaded(self, path: str, uid: str, type_name: str, line: int) -> Resource:
        known = self._files.get((path, uid))
        if known is None:
            known = self._files[path, uid] = self._load(path, uid, type_name, line)
        return known

    def _load(self, path: str, uid: str, type_name: str, line: int) -> Resource:
        try:
            resource = self._request.load(path, uid, type_name)
        except ResourceCycleError:
            raise
        except ResourceError as error:
            return self._missing_file(path, uid, type_name, line, error)
        found = resource.resource_path
        if path.startswith("res://") and found != path and self._request.loader.path_of_uid(uid) == found:
            self._report.add(ProblemKind.MOVED_FILE, path, self._document.path, line, "", f"it is {found} now")
        elif isinstance(resource, MissingTexture):
            reason = resource.reason or self._near(found)
            detail = f"{reason}; {CHECKER}" if reason else CHECKER
            self._report.add(ProblemKind.MISSING_FILE, found, self._document.path, line, "", detail)
        beside = getattr(resource, "_file_record", None)
        if beside is not None:
            self._report.extend(beside.report)
        return resource

    def _missing_file(self, path: str, uid: str, type_name: str, line: int, error: ResourceError) -> MissingResource:
        try:
            place = self._request.resolve(path, uid)
        except ResourceError:
            place = path or uid
        missing = _missing(type_name)
        missing.resource_path = place
        detail = self._near(place) if isinstance(error, ResourceNotFoundError) else str(error)
        if isinstance(error, ResourceFormatError) and suffix_of(place) not in READERS:
            detail = f"nothing here reads files with the suffix {suffix_of(place)!r}"
        kind = ProblemKind.MISSING_SCRIPT if suffix_of(place) in _SCRIPT_SUFFIXES else ProblemKind.MISSING_FILE
        self._report.add(kind, place, self._document.path, line, "", detail)
        return missing

    def _near(self, path: str) -> str:
        """The hint for a file that is not there; "" for one that is known by its uid alone."""
        if not path.startswith("res://"):
            return ""
        return near_name(self._request.loader.folder / path.removeprefix("res://")).removeprefix("; ")

    # --- resources of this file ----------------------------------------------------------------

    def _make_with_what_it_holds(self, key: str, line: int) -> None:
        """Make a resource, and before it those that it holds, without a call for each level."""
        section = self._section(self._sub_sections, "sub_resource", key, line)
        being_made = {key: (section, _held(section))}
        while being_made:
            key, (section, held) = next(reversed(being_made.items()))
            for below in held:
                if below in self._subs:
                    continue
                if below in being_made:
                    chain = " -> ".join([*list(being_made)[list(being_made).index(below) :], below])
                    raise self._error(
                        f"resource {below!r} holds itself ({chain}); one must not hold the next", section.line
                    )
                found = self._section(self._sub_sections, "sub_resource", below, section.line)
                being_made[below] = (found, _held(found))
                break
            else:
                type_name = self._type_of(section)
                resource = self._subs[key] = self.make(section, type_name, f"resource {key!r}")
                resource._scene_unique_id = key
                resource.resource_path = f"{self._request.path}::{key}" if self._request.path else ""
                del being_made[key]

    def _type_of(self, section: Section) -> str:
        name = section.attributes.get("type")
        if not isinstance(name, str) or not name:
            raise self._error(
                f'[{section.kind}] must say its type, as in type="Gradient", got {shortened(name)}', section.line
            )
        return name

    def make(self, section: Section, type_name: str, where: str, script_class: str = "") -> Resource:
        """The resource of a section, with all that it sets.

        Args:
            section: a [sub_resource] or the [resource].
            type_name: the type that the file declares.
            where: what errors call the resource, such as "resource 'Curve_a1b2c'".
            script_class: the name that the file gives for the class of its script.

        Raises:
            SceneError: a value does not fit, or the class cannot be made without arguments.
            ScriptError: its script cannot be imported.
        """
        cls = self._class_of(section, type_name, where)
        if cls is None:
            resource: Resource = _missing(type_name, script_class)
        else:
            try:
                resource = cls()
            except TypeError as error:
                raise self._error(
                    f"{where}: {cls.__name__} cannot be made: {error}; give the arguments of its constructor defaults",
                    section.line,
                ) from error
        self._set_all(resource, section, where)
        return resource

    def _class_of(self, section: Section, type_name: str, where: str) -> type[Resource] | None:
        """The class of a resource; None for one that is missing."""
        script = section.properties.get("script")
        if script is not None:
            line = self._document.line_of(section, "script")
            found = self.script_class(script, line, where)
            if found is not None:
                if not issubclass(found, Resource):
                    raise self._error(f"{where}: its script has the class {found.__name__}, which is no Resource", line)
                return found
        declared = resource_class(type_name, self._find_class if self._request.scripts else None)
        if declared is not None and issubclass(declared, (MissingResource, Script)):
            declared = None  # a file holds neither
        if declared is not None and (self._request.scripts or is_engine_class(declared)):
            return None if script is not None and declared is Resource else declared
        kind = ProblemKind.MISSING_SCRIPT if type_name in _SCRIPT_TYPES else ProblemKind.MISSING_TYPE
        detail = "" if declared is None else LEFT_OUT
        self._report.add(kind, type_name, self._document.path, section.line, where, detail)
        return None

    def _find_class(self, name: str) -> type[Any] | None:
        if name not in self._found_classes:
            self._found_classes[name] = find_class_file(name, self._request)
        return self._found_classes[name]

    def _set_all(self, resource: Resource, section: Section, where: str) -> None:
        properties = section.properties
        if "script" in properties:  # before all others
            set_property(resource, "script", self.value(properties["script"], section.line))
        missing = isinstance(resource, MissingResource)
        for name, value in self._migrated(resource, section, where).items():
            if name == "script":
                if missing:
                    resource._kept_properties["script"] = resource._kept_properties.pop("script")  # type: ignore[index,union-attr]
                continue
            line = self._document.line_of(section, name)
            try:
                is_set = set_property(resource, name, self.value(value, line))
            except (SceneError, ScriptError):
                raise
            except (SapwoodError, TypeError, ValueError) as error:
                problem = problem_with(name, error)
                raise self._error(f"{where}: {type(resource).__name__}.{name}{problem}", line) from error
            if not is_set and not missing:
                hint = self._report.hint_for_property(type(resource), name, settable(type(resource)))
                path, said = self._document.path, f"{type(resource).__name__}.{name}"
                self._report.add(ProblemKind.UNKNOWN_PROPERTY, said, path, line, where, hint)

    def _migrated(self, resource: Resource, section: Section, where: str) -> Mapping[str, Any]:
        if isinstance(resource, MissingResource):
            return section.properties
        try:
            return migrate(type(resource), section.properties)
        except SapwoodError as error:
            raise self._error(f"{where}: {error}", self._document.line_of(section, VERSION)) from error

    def _section(self, sections: dict[str, Section], kind: str, key: str, line: int) -> Section:
        found = sections.get(key)
        if found is None:
            raise self._error(f"there is no [{kind}] with the id {key!r}{did_you_mean(key, sections)}", line)
        return found

    def _error(self, problem: str, line: int) -> SceneError:
        return SceneError(problem, self._document.path, line)


def _missing(type_name: str, script_class: str = "") -> MissingResource:
    """What stands in for a resource of a type: what is drawn, where nodes take it for a texture."""
    if is_texture_type(type_name):
        return MissingTexture(type_name, script_class)
    return MissingResource(type_name, script_class)


def _stand_in(path: str) -> str:
    """What is said of a script that is no Python."""
    name, _, suffix = path.rpartition("/")[2].rpartition(".")
    return f"it does not run here; write {name}.py beside it" if suffix in ("gd", "cs") else ""


def _held(section: Section) -> Any:
    """The ids of the resources of the file that a section refers to."""
    return (str(word.id) for value in section.properties.values() for word in found_in(value, v.SubResource))
