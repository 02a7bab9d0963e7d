"""Properties as files have them: setting one, taking down those of a resource, comparing two resources by theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import get_exports
from engine.core.resource import Resource
from engine.resources.loading.missing_resource import MissingResource
from scenes.property_values import from_file, settable, to_file
from scenes.value_walk import found_in, same

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core.object import Object

__all__ = ["METADATA", "problem_with", "same_resource", "set_property", "stored_properties"]

METADATA = "metadata/"
"""What the names of properties that are metadata begin with."""


def set_property(item: Object, name: str, value: Any) -> bool:
    """Set what a file says: a property, metadata, or what the class does not have, which is kept beside it.

    Args:
        item: the resource or node that takes the value; the version of its class is that of the file by now.
        name: of the property, as the file has it.
        value: with resources in the place of references.

    Returns:
        False where the class has no such property, or where the property does not take what stands in for a missing
        resource; both are kept.

    Raises:
        InvalidTypeError, InvalidValueError: the value does not fit the property, which the text names.
    """
    if name.startswith(METADATA):
        key = name[len(METADATA) :]
        if key.isidentifier() and value is not None:
            item.set_meta(key, value)
            return True
    known = settable(type(item))
    try:
        if name in known:
            setattr(item, name, _fitting(item, name, known[name], value))
        elif not (isinstance(item, Resource) and item._set_dynamic_property(name, value)):
            item._kept()[name] = value
            return name == "script" or name.startswith(METADATA)
    except (InvalidTypeError, InvalidValueError):
        if next(found_in(value, MissingResource), None) is None:
            raise
        item._kept()[name] = value
        return False
    return True


def _fitting(item: Object, name: str, like: Any, value: Any) -> Any:
    """The value that a property takes; an error names it, as those of setters do."""
    try:
        return from_file(like, value)
    except (InvalidTypeError, InvalidValueError) as error:
        raise type(error)(f"{item._where()}.{name} {error}") from error


def stored_properties(resource: Resource, names: Iterable[str] | None = None) -> dict[str, Any]:
    """All that a file has to say of a resource, in the form of files, but with resources instead of references.

    In this order: what its class exports, what the object has beyond that, the script, what it lacks, metadata.

    Args:
        resource: to be taken down.
        names: take these properties of its class instead.

    Raises:
        InvalidTypeError, InvalidValueError: a file has no word for a value; the text names the property.
    """
    found = {name: getattr(resource, name) for name in (get_exports(type(resource)) if names is None else names)}
    if names is None:
        found.update(resource._dynamic_properties())
        found.update(resource._kept_properties or {})
        found.update((f"{METADATA}{name}", value) for name, value in (resource._meta or {}).items())
    written = {}
    for name, value in found.items():
        try:
            written[name] = to_file(value, _itself)
        except (InvalidTypeError, InvalidValueError) as error:
            raise type(error)(f"{type(resource).__name__}.{name} {error}") from error
    return written


def _itself(item: Object) -> Object:
    return item


def same_resource(a: Object, b: Object) -> bool:
    """Whether two resources are the same for a file: one object, one file's, or equal in class and all properties.

    Resources that stand in no file of their own are compared by what they hold, which may be each other. Anything but
    a resource is the same only as itself.

    Raises:
        InvalidTypeError, InvalidValueError: as `stored_properties`.
    """
    compared: set[tuple[int, int]] = set()
    open_pairs: list[tuple[Resource, Resource]] = []

    def match(one: Object, other: Object) -> bool:
        if one is other:
            return True
        if not isinstance(one, Resource) or type(one) is not type(other):
            return False
        assert isinstance(other, Resource)
        if not one.is_built_in() or not other.is_built_in():
            return one.resource_path == other.resource_path
        if (id(one), id(other)) not in compared:
            compared.add((id(one), id(other)))
            open_pairs.append((one, other))
        return True

    if not match(a, b):
        return False
    while open_pairs:
        one, other = open_pairs.pop()
        if isinstance(one, MissingResource) and isinstance(other, MissingResource):
            if one.original_type != other.original_type:
                return False
        first, second = stored_properties(one), stored_properties(other)
        if first.keys() != second.keys() or not all(same(first[name], second[name], match) for name in first):
            return False
    return True


def problem_with(name: str, error: Exception) -> str:
    """What an error says of the property `name`, to go on after it: without what the setter calls its owner."""
    text = str(error)
    for between in (" ", ": ", " - "):
        before, found, problem = text.partition(f".{name}{between}")
        if found and ": " not in before:
            return f"{between}{problem}"
    return f" {text}"
