"""ResourceTable: the [ext_resource] and [sub_resource] sections of a file that is written, and the words for them.

Resources with a file of their own are named by their paths, all others stand in the file. The document that the file
had before is the template: sections keep their ids, their place, attributes that nobody here knows, and the spelling of
every property that means what it meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, ResourceError, SceneError
from engine.core.resource import Resource
from engine.resources.loading.load_request import LoadRequest
from scenes.property_values import to_file
from scenes.resource_draft import Drafter, ResourceDraft, declared_type, file_type
from scenes.text import Section
from scenes.text import values as v
from scenes.value_walk import found_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.core.object import Object
    from engine.resources.loading.resource_loader import ResourceLoader
    from scenes.text import Document

__all__ = ["ResourceTable", "loaded_path"]

_REFERENCES = (v.ExtResource, v.SubResource)
_USERS = ("gd_scene", "gd_resource", "node", "connection", "editable", "resource")
_LONGEST_PLAIN_BYTES = 64
_ID_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


class ResourceTable:
    """Gives resources their ids in a file.

    Args:
        loader: of the project; it knows the uids of files.
        path: of the file, such as "res://level.tscn"; "" for one outside of the project.
        previous: what the file had before; None for a new one.
        root: the resource that the file is, for a `.tres`; nothing in it may hold it.
    """

    def __init__(
        self, loader: ResourceLoader, path: str, previous: Document | None = None, root: Resource | None = None
    ) -> None:
        self._loader = loader
        self._path = path
        self._previous = previous
        self._root = root
        self._ext: dict[str, Section] = {}  # by path
        self._new_ext: list[Section] = []
        self._ext_words: dict[str, v.ExtResource] = {}
        self._subs: dict[int, tuple[Resource, Section]] = {}
        self._drafts: dict[int, ResourceDraft] = {}  # of resources whose sections wait for those that they hold
        self._ids: dict[int, tuple[Resource, str]] = {}
        self._old_ext = [] if previous is None else previous.ext_resources
        self._old_subs = {} if previous is None else _subs_by_id(previous)
        self._places = [self._place_of(section) for section in self._old_ext]
        self._old_by_place = dict(zip(reversed(self._places), reversed(self._old_ext), strict=True))
        self._orphans = set() if previous is None else _unreachable(previous)
        self._taken_ext = {_id_of(each) for each in self._old_ext}
        self._taken_subs = {key for key, each in self._old_subs.items() if id(each) in self._orphans}
        self._place_by_id = {_id_of(each): place for each, place in zip(self._old_ext, self._places, strict=True)}
        self._drafter = Drafter(loader, self._place_by_id)

    def reference(self, resource: Object) -> v.ExtResource | v.SubResource:
        """The word for a resource: of another file if it has a path of its own, else of this file.

        Raises:
            InvalidTypeError: it is no resource, or holds what a file has no word for.
            InvalidValueError: it holds a number or a text that a file cannot hold.
            SceneError: it holds itself, or the file's own resource; or its class cannot be made without arguments.
        """
        if not isinstance(resource, Resource):
            raise InvalidTypeError(f"cannot be saved: {resource!r} is no resource")
        if not resource.is_built_in():
            return self._external(resource)
        if id(resource) not in self._subs:
            self._add(resource, "sub_resource", None)
        return v.SubResource(self._ids[id(resource)][1])

    def resource_section(self, resource: Resource) -> Section:
        """The [resource] of a `.tres`, with those that it holds taken up as by `reference`.

        Raises:
            InvalidTypeError, InvalidValueError, SceneError: as `reference`.
        """
        template = None if self._previous is None else self._previous.resource
        return self._add(resource, "resource", template)

    def sections(self) -> list[Section]:
        """The sections of all resources that were asked for: those of other files, then those of this one, each after
        those that it holds. What nothing in the file referred to before stays.
        """
        subs = self._ordered_subs()
        still_used = {str(word.id) for each in subs for word in _words_in(each, v.ExtResource)}
        ext = []
        for section, place in zip(self._old_ext, self._places, strict=True):
            made = self._ext.get(place)
            if made is not None and _id_of(made) == _id_of(section):
                ext.append(made)
            elif made is not None or id(section) in self._orphans or _id_of(section) in still_used:
                ext.append(section)
        return [*ext, *self._new_ext, *subs]

    def header(
        self,
        kind: str,
        before: Section | None = None,
        content: Iterable[Section] = (),
        own: dict[str, Any] | None = None,
    ) -> Section:
        """The first section of the file.

        Args:
            kind: "gd_scene" or "gd_resource".
            before: the one that the file had; its attributes stay, with the number of resources as it is now.
            content: the sections that come after the resources; they decide with these about the format.
            own: what stands first: the type of a resource file, for example.
        """
        resources = self.sections()
        wanted = 4 if any(map(_needs_format_4, (*resources, *content))) else 3
        if before is None:
            made = Section(kind, dict(own or {}))
            if resources:
                made.attributes["load_steps"] = len(resources) + 1
            made.attributes["format"] = wanted
            return made
        made = _copied(before)
        made.attributes.update(own or {})
        assert self._previous is not None
        count = len(self._previous.ext_resources) + len(self._previous.sub_resources)
        if "load_steps" in made.attributes and count != len(resources):
            made.attributes["load_steps"] = len(resources) + 1
            if not resources:
                del made.attributes["load_steps"]
        format_before = made.attributes.get("format", 3)
        needed_before = any(map(_needs_format_4, self._previous.sections))  # older versions of Godot wrote such in 3
        if type(format_before) is not int or (format_before < wanted == 4 and not needed_before):
            made.attributes["format"] = wanted
        return made

    def assigned(self) -> Iterator[tuple[Resource, str]]:
        """The resources that stand in the file, with their ids."""
        return iter(self._ids.values())

    # --- resources of other files --------------------------------------------------------------

    def _external(self, resource: Resource) -> v.ExtResource:
        path = resource.resource_path
        if self._root is not None and (resource is self._root or path == self._path):
            raise SceneError("the resource holds itself; one of those that it holds must not hold it", self._path)
        word = self._ext_words.get(path)
        if word is None:
            section = self._ext[path] = self._ext_section(resource, path)
            word = self._ext_words[path] = v.ExtResource(_id_of(section))
        return word

    def _ext_section(self, resource: Resource, path: str) -> Section:
        section = self._old_by_place.get(path)
        if section is not None:
            made = _copied(section)
            said = section.attributes.get("path")
            if said is not None and loaded_path(self._loader, self._path, str(said), "") != path:
                made.attributes["path"] = path
            return made
        number = len(self._old_ext) + len(self._new_ext) + 1
        id = _new_id(f"{number}_", path, self._taken_ext)
        self._taken_ext.add(id)
        attributes = {"type": declared_type(resource), "uid": self._uid_of(path), "path": path, "id": id}
        made = Section("ext_resource", {name: value for name, value in attributes.items() if value or name != "uid"})
        self._new_ext.append(made)
        return made

    def _uid_of(self, path: str) -> str:
        try:
            return self._loader.uid_of(path)
        except ResourceError:  # outside of the project
            return ""

    def _place_of(self, section: Section) -> str:
        """Where an [ext_resource] of the template is found."""
        path, uid = section.attributes.get("path", ""), section.attributes.get("uid", "")
        return loaded_path(self._loader, "" if self._previous is None else self._previous.path, str(path), str(uid))

    # --- resources of this file ----------------------------------------------------------------

    def _add(self, top: Resource, kind: str, template: Section | None) -> Section:
        """Make the section of a resource, and before it those of the resources in it, without a call for each level."""
        waiting = {id(top): (top, self._begin(top, template, kind == "resource"))}
        made: Section | None = None
        while waiting:
            key, (resource, below) = next(reversed(waiting.items()))
            for each in below:
                if not each.is_built_in():
                    self._external(each)
                elif id(each) in waiting or each is self._root:
                    raise SceneError(f"{_described(each)} holds itself; what it holds must not hold it", self._path)
                elif id(each) not in self._subs:
                    waiting[id(each)] = (each, self._begin(each, None, is_root=False))
                    break
            else:
                del waiting[key]
                made = self._finish(resource, kind if resource is top else "sub_resource")
        assert made is not None
        return made

    def _begin(self, resource: Resource, template: Section | None, is_root: bool) -> Iterator[Resource]:
        """Take down what a resource holds; gives the resources in it."""
        if not is_root:
            id_in_file = self._claimed_id(resource)
            self._ids[id(resource)] = (resource, id_in_file)
            template = self._old_subs.get(id_in_file)
        draft = self._drafts[id(resource)] = self._drafter.draft(resource, template)
        return self._held(draft)

    def _held(self, draft: ResourceDraft) -> Iterator[Resource]:
        """The resources in what is written, but for files that the text names by `Resource("...")`."""
        for name, value in draft.values.items():
            if name not in draft.spelled:
                yield from found_in(value, Resource)
                continue
            ids = (str(word.id) for word in found_in(draft.spelled[name], v.ExtResource))
            places = {self._place_by_id.get(each) for each in ids}
            for found in found_in(value, Resource):
                if found.is_built_in() or found.resource_path in places:
                    yield found

    def _finish(self, resource: Resource, kind: str) -> Section:
        draft = self._drafts.pop(id(resource))
        properties = {
            name: self._spelled(draft.spelled[name], value) if name in draft.spelled else to_file(value, self.reference)
            for name, value in draft.values.items()
        }
        if draft.template is not None:
            section = _copied(draft.template)
            section.properties = properties
        else:
            attributes = (
                {}
                if kind == "resource"
                else {"type": file_type(resource, draft.values), "id": self._ids[id(resource)][1]}
            )
            section = Section(kind, attributes, properties)
        if kind == "sub_resource":
            self._subs[id(resource)] = (resource, section)
        return section

    def _spelled(self, old: Any, value: Any) -> Any:
        """What the file had, unless a resource of the file has another id now."""
        if next(found_in(old, v.SubResource), None) is None:
            return old
        now = [self._ids[id(each)][1] for each in found_in(value, Resource) if each.is_built_in()]
        if now == [str(each.id) for each in found_in(old, v.SubResource)]:
            return old
        return to_file(value, self.reference)

    def _claimed_id(self, resource: Resource) -> str:
        wanted = resource._scene_unique_id
        if not wanted or wanted in self._taken_subs:
            type_name = file_type(resource)
            taken = self._taken_subs | self._old_subs.keys()
            wanted = _new_id(f"{type_name}_", f"{type_name}:{len(self._ids)}", taken)
        self._taken_subs.add(wanted)
        return wanted

    def _ordered_subs(self) -> list[Section]:
        """Sections as the file had them, new ones before the first that needs them: Godot does not look ahead."""
        new = {_id_of(section): section for _, section in self._subs.values()}
        kept = self._kept_subs(new)
        sections = {key: new.get(key) or kept[key] for key in self._old_subs if key in new or key in kept}
        sections.update(new)
        done: dict[str, Section] = {}
        for key, section in sections.items():
            waiting = {key: self._needed(section)}
            while waiting:
                top, below = next(reversed(waiting.items()))
                for each in below:
                    if each not in done and each not in waiting and each in sections:
                        waiting[each] = self._needed(sections[each])
                        break
                else:
                    del waiting[top]
                    done.setdefault(top, sections[top])
        return list(done.values())

    def _kept_subs(self, new: dict[str, Section]) -> dict[str, Section]:
        """What nothing referred to before, and what that refers to."""
        kept: dict[str, Section] = {}
        waiting = [key for key, each in self._old_subs.items() if id(each) in self._orphans]
        while waiting:
            key = waiting.pop()
            if key not in kept and key not in new and key in self._old_subs:
                kept[key] = self._old_subs[key]
                waiting += _ids_in(kept[key])
        return kept

    def _needed(self, section: Section) -> Iterator[str]:
        """The ids that a section refers to, but for those that it referred to in the file that is the template."""
        old = self._old_subs.get(_id_of(section))
        before = set(_ids_in(old)) if old is not None else set()
        return iter([each for each in _ids_in(section) if each not in before])


def loaded_path(loader: ResourceLoader, beside: str, path: str, uid: str) -> str:
    """Where a file that the one at `beside` names is, as "res://..."; as it is named where that cannot be told."""
    try:
        return LoadRequest(loader, beside).resolve(path, uid)
    except ResourceError:
        return path or uid


def _id_of(section: Section) -> str:
    return str(section.attributes.get("id", ""))


def _subs_by_id(document: Document) -> dict[str, Section]:
    """The [sub_resource] sections by their ids. Of several with one id the last counts; others have keys like no id."""
    sections = document.sub_resources
    last = {_id_of(each): each for each in sections}
    found: dict[str, Section] = {}
    for number, each in enumerate(sections):
        key = _id_of(each)
        found[key if last[key] is each else f"{key}\0{number}"] = each
    return found


def _words_in(section: Section, kinds: type | tuple[type, ...]) -> Iterator[Any]:
    return (each for value in section.properties.values() for each in found_in(value, kinds))


def _ids_in(section: Section) -> Iterator[str]:
    return (str(each.id) for each in _words_in(section, v.SubResource))


def _needs_format_4(section: Section) -> bool:
    """Whether a section holds what files of format 3 cannot: long byte arrays, and arrays of Vector4."""
    return any(
        isinstance(each, v.PackedVector4Array) or len(each) > _LONGEST_PLAIN_BYTES
        for each in _words_in(section, (v.PackedByteArray, v.PackedVector4Array))
    )


def _copied(section: Section) -> Section:
    made = Section(section.kind, dict(section.attributes), dict(section.properties))
    made.layout = section.layout
    made.line = section.line
    return made


def _described(resource: Resource) -> str:
    name = resource._scene_unique_id or resource.resource_name
    return f"{file_type(resource)} {name!r}" if name else f"a {file_type(resource, None)}"


def _unreachable(document: Document) -> set[int]:
    """The ids in memory of sections of resources that nothing in the document needs, or only what nobody here knows."""
    subs = _subs_by_id(document)
    ext: dict[str, Section] = {_id_of(each): each for each in document.ext_resources}
    lost = {id(each) for each in [*subs.values(), *document.ext_resources]}
    open_sections = [each for each in document.sections if each.kind in _USERS]
    while open_sections:
        section = open_sections.pop()
        for value in (*section.attributes.values(), *section.properties.values()):
            for word in found_in(value, _REFERENCES):
                if isinstance(word, v.ExtResource):
                    lost.discard(id(ext.get(str(word.id))))
                elif id(found := subs.get(str(word.id))) in lost:
                    assert found is not None
                    lost.discard(id(found))
                    open_sections.append(found)
    return lost


def _new_id(prefix: str, text: str, taken: set[str]) -> str:
    """An id that is not taken, always the same for the same text."""
    salt = 0
    while True:
        number = 0x811C9DC5
        for byte in f"{text}#{salt}".encode("utf-8", "surrogatepass"):
            number = (number ^ byte) * 0x01000193 & 0xFFFFFFFF
        number ^= number >> 15
        found = prefix + "".join(_ID_LETTERS[number // 36**place % 36] for place in range(5))
        if found not in taken:
            return found
        salt += 1
