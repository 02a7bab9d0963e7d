"""What of a resource a file has to say: properties in order, beside the section that said it before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.engine_classes import engine_base, is_engine_class
from engine.core.errors import SceneError
from engine.core.export import get_exports
from engine.core.migration import VERSION, migrate, version_of
from engine.core.resource import Resource
from engine.resources.loaders import PICTURE_SUFFIXES, suffix_of
from engine.resources.loading.missing_resource import MissingResource
from engine.resources.loading.project_files import is_procedural
from engine.resources.textures.texture_2d import Texture2D
from scenes.node_types import resource_class
from scenes.property_values import is_of_engine, settable
from scenes.resource_properties import METADATA, same_resource, set_property, stored_properties
from scenes.scripts import Script, script_of_class
from scenes.text import Document
from scenes.text import values as v
from scenes.value_walk import found_in, replaced, same

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.core.object import Object
    from engine.resources.loading.resource_loader import ResourceLoader
    from scenes.text import Section

__all__ = ["Drafter", "ResourceDraft", "declared_type", "file_type", "script_class_of"]

_TYPES_OF_SUFFIXES = {".gd": "Script", ".cs": "Script", ".py": "Script", ".tscn": "PackedScene"}


class ResourceDraft(NamedTuple):
    """What is written of one resource."""

    values: dict[str, Any]
    """By name, in the order of the file; in the form of files, with resources in the place of references."""
    spelled: dict[str, Any]
    """Of those that mean what the file said: what it said."""
    template: Section | None
    """The section that said it."""


class Drafter:
    """Takes down resources, for one file.

    Args:
        loader: of the project.
        places: where the [ext_resource] sections of the template are found, by id.
    """

    def __init__(self, loader: ResourceLoader, places: dict[str, str]) -> None:
        self._loader = loader
        self._places = places
        self._pristine: dict[type, dict[str, Any]] = {}

    def draft(self, resource: Resource, template: Section | None) -> ResourceDraft:
        """What is written of a resource: what differs from a new one of its class, and what the file said before.

        Args:
            resource: to be taken down.
            template: the section that it was made of; another's is not used.

        Raises:
            InvalidTypeError, InvalidValueError: a file has no word for a value; the text names the property.
            SceneError: its class cannot be made without arguments.
        """
        cls = type(resource)
        if isinstance(getattr(resource, "_document", None), Document):
            raise SceneError(
                f"a {cls.__name__} in another resource cannot be saved; save it in a file of its own first"
            )
        stored = stored_properties(resource)
        path = "" if "script" in stored else _path_of_script(cls, self._loader)
        if template is not None and not _is_of(resource, template, bool(path) or "script" in stored):
            template = None
        if path and (template is None or "script" in template.properties):
            stored["script"] = _script_at(path)
        version = version_of(cls)
        if version != 1:
            stored[VERSION] = version
        pristine = self._pristine_of(resource)
        differing = {
            name: stored[name]
            for name in _in_order(cls, stored)
            if name not in pristine or not same(stored[name], pristine[name], same_resource)
        }
        if template is None:
            return ResourceDraft(differing, {}, None)
        if template.properties.get(VERSION, 1) != stored.get(VERSION, 1):
            return ResourceDraft(differing, {}, template)
        others = [name for name in template.properties if name in settable(cls) and name not in stored]
        stored |= stored_properties(resource, others)
        differing |= {name: stored[name] for name in others if not is_of_engine(cls, name)}
        return self._beside(template, stored, differing, self._twin(resource, template, stored, others))

    def _beside(
        self, template: Section, stored: dict[str, Any], differing: dict[str, Any], twin: dict[str, Any]
    ) -> ResourceDraft:
        """What is written beside what the section said; `twin` is what a resource made of that holds."""

        def is_unchanged(name: str) -> bool:
            return name in twin and name in stored and same(stored[name], twin[name], _is_one)

        values, spelled = {}, {}
        for name, old in template.properties.items():
            if is_unchanged(name):
                values[name], spelled[name] = stored[name], old
            elif name in differing:
                values[name] = differing[name]
        order = list(differing)
        for place, name in enumerate(order):
            if name not in values and not is_unchanged(name):
                before = next((each for each in reversed(order[:place]) if each in values), None)
                values = _inserted(values, before, name, differing[name])
        return ResourceDraft(values, spelled, template)

    def _twin(self, resource: Resource, template: Section, stored: dict[str, Any], others: list[str]) -> dict[str, Any]:
        """What a resource that is made of the section now holds, by name; also what the class does not save.

        Where the section refers to a resource that the present one does not hold, nothing is set.
        """
        held: list[Resource] = [each for value in stored.values() for each in found_in(value, Resource)]
        by_path = {each.resource_path: each for each in held if not each.is_built_in()}
        by_id = {each._scene_unique_id: each for each in held if each.is_built_in()}

        def present(
            word: v.ExtResource | v.SubResource | v.ResourcePath,
        ) -> Resource:
            """Raises LookupError where it is not there."""
            if isinstance(word, v.SubResource):
                return by_id[str(word.id)]
            return by_path[self._places[str(word.id)] if isinstance(word, v.ExtResource) else word.path]

        twin = _new(resource)
        failed = []
        for name, value in migrate(type(resource), template.properties).items():
            try:
                set_property(twin, name, replaced(value, v.REFERENCES, present))
            except Exception:  # noqa: BLE001  # whatever a property of the game's raises, it is written anew then
                failed.append(name)
        found = stored_properties(twin) | stored_properties(twin, others)
        for name in failed:
            found.pop(name, None)
        return found

    def _pristine_of(self, resource: Resource) -> dict[str, Any]:
        cls = type(resource)
        known = self._pristine.get(cls)
        if known is None:
            known = self._pristine[cls] = stored_properties(_new(resource))
        return known


def file_type(resource: Resource, written: Mapping[str, Any] | None = None) -> str:
    """The type that a file declares for a resource: its class, or where a script makes that, the engine's above it."""
    if isinstance(resource, MissingResource):
        return resource.original_type
    cls = type(resource)
    kept = resource._kept_properties or {}
    if "script" in kept or (written is not None and "script" in written):
        return engine_base(cls).__name__
    return cls.__name__


def declared_type(resource: Resource) -> str:
    """The type that an [ext_resource] declares: one that Godot's loader for such files gives."""
    suffix = suffix_of(resource.resource_path)
    is_picture = suffix in PICTURE_SUFFIXES or is_procedural(resource.resource_path)
    if isinstance(resource, Texture2D) and is_picture:
        return "Texture2D"
    if isinstance(resource, MissingResource):
        return resource.original_type or _TYPES_OF_SUFFIXES.get(suffix, "Resource")
    return engine_base(type(resource)).__name__


def script_class_of(resource: Resource, written: Mapping[str, Any]) -> str:
    """The `script_class` of a resource file: the name of the class that a script makes; "" without a script."""
    if isinstance(resource, MissingResource):
        return resource.script_class
    return type(resource).__name__ if file_type(resource, written) != type(resource).__name__ else ""


def _is_of(resource: Resource, section: Section, has_script: bool) -> bool:
    """Whether a section may be what a resource was made of."""
    type_name = section.attributes.get("type")
    if type_name is None:  # [resource]; the header has its type
        return True
    if isinstance(resource, MissingResource):
        return bool(type_name == resource.original_type)
    if "script" in section.properties:
        return has_script
    return resource_class(str(type_name)) is type(resource)


def _path_of_script(cls: type, loader: ResourceLoader) -> str:
    return "" if is_engine_class(cls) else script_of_class(cls, loader)


def _script_at(path: str) -> Script:
    script = Script()
    script.resource_path = path
    return script


def _new(resource: Resource) -> Resource:
    """A new one of the class of a resource."""
    cls = type(resource)
    if isinstance(resource, MissingResource):
        return MissingResource(resource.original_type, resource.script_class)
    try:
        return cls()
    except TypeError as error:
        raise SceneError(
            f"a {cls.__name__} cannot be saved: it cannot be made without arguments ({error}); "
            "give the arguments of its constructor defaults"
        ) from error


def _in_order(cls: type, names: dict[str, Any]) -> list[str]:
    """Names in Godot's order: what the engine's classes have, the script, what its class has, the rest, metadata."""
    exports = get_exports(cls)

    def rank(name: str) -> int:
        if name in exports:
            return 0 if is_engine_class(exports[name].owner) else 2
        if name == "script":
            return 1
        return 4 if name.startswith(METADATA) else 3

    return sorted(names, key=rank)


def _inserted(values: dict[str, Any], before: str | None, name: str, value: Any) -> dict[str, Any]:
    """`values` with one more, behind the one called `before`, or first."""
    items = list(values.items())
    place = 0 if before is None else next(i for i, (each, _) in enumerate(items) if each == before) + 1
    items.insert(place, (name, value))
    return dict(items)


def _is_one(a: Object, b: Object) -> bool:
    """Whether two resources are one object, or of one file."""
    if a is b:
        return True
    if not isinstance(a, Resource) or not isinstance(b, Resource) or a.is_built_in():
        return False
    return a.resource_path == b.resource_path
