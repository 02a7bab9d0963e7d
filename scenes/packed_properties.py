"""What a node has to say in a scene file: the properties, groups and script that differ from what it has by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import SapwoodError, SceneError
from engine.core.export import get_exports
from engine.core.migration import VERSION, version_of
from engine.core.object import Object
from engine.core.resource import Resource
from engine.math.value import shortened
from engine.tree.node import Node
from scenes.property_values import from_file, is_of_engine, settable, to_file
from scenes.resource_properties import METADATA, same_resource
from scenes.text.values import ExtResource, ResourcePath, SubResource
from scenes.value_walk import found_in, same

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from scenes.packing_template import PackingTemplate
    from scenes.resource_table import ResourceTable
    from scenes.scene_outline import NodeEntry
    from scenes.text import Section

__all__ = ["PropertyPacker", "kept"]

_NOTHING: Any = object()
_ENTERED = (ResourcePath, SubResource)
"""What is not written anew to compare it, since that would enter a resource into the file."""


class PropertyPacker:
    """Writes the properties of nodes.

    Args:
        table: gives resources their ids in the file.
        template: what the nodes were made from.
    """

    def __init__(self, table: ResourceTable, template: PackingTemplate) -> None:
        self._table = table
        self._template = template
        self._pristine: dict[type[Node], Node] = {}

    def free(self) -> None:
        """Free the nodes that were made to compare with."""
        for node in self._pristine.values():
            node.free()

    def properties(
        self, node: Node, entry: NodeEntry | None, base: Any, script: Any, declared: Iterable[str]
    ) -> tuple[dict[str, Any], list[str]]:
        """What is written of a node's properties, in order, and the names of those that hold nodes.

        Args:
            node: the node.
            entry: its section in the template, or None.
            base: the node of another scene that it is made from, or None, for its class's defaults.
            script: what the file says as its script; None for none.
            declared: the names of properties that held nodes as the file said it.

        Raises:
            SceneError: a value cannot be saved, or the class cannot be made without arguments.
        """
        cls = type(node)
        version = version_of(cls)
        said = {} if entry is None else entry.section.properties
        is_older = version != 1 and said.get(VERSION, 1) != version
        draft = _Draft(node, {}, None) if is_older else _Draft(node, said, entry)
        if script is not None or said.get("script", ...) is None:
            draft.found["script"] = script
        self._take_exported(draft, self._new(cls) if base is None else base)
        self._take_kept(draft, base)
        self._take_others(draft)
        found = draft.found
        if version != 1 and (found or base is None):
            found[VERSION] = version
        elif VERSION in draft.before:
            found.setdefault(VERSION, draft.before[VERSION])
        ordered = {name: kept(said[name], found[name]) for name in said if name in found}
        references = dict.fromkeys((*(name for name in declared if name in found), *draft.references))
        return ordered | {name: value for name, value in found.items() if name not in ordered}, list(references)

    def _take_exported(self, draft: _Draft, default: Any) -> None:
        """The exported properties that differ, or that the file has."""
        node, before = draft.node, draft.before
        kept_here = node._kept_properties or ()
        for name in get_exports(type(node)):
            value, usual = getattr(node, name), getattr(default, name, None)
            if value is usual and (name not in before or name in kept_here):
                continue
            if name in before and _is_unchanged(value, before[name], usual):
                draft.found[name] = before[name]
            elif name not in kept_here or not self._is_as_made(draft, name, value, _attribute):
                self._take(draft, name, value, default, usual, _attribute)

    def _take_kept(self, draft: _Draft, base: Any) -> None:
        """What the class does not have, and metadata."""
        node = draft.node
        of_base = {} if base is None else base._kept_properties or {}
        for name, value in (node._kept_properties or {}).items():
            if name not in draft.found:
                usual = of_base.get(name, _NOTHING)
                self._take(draft, name, value, base, usual, _kept_property)
        of_base = {} if base is None else base._meta or {}
        for name, value in (node._meta or {}).items():
            if not isinstance(name, str):
                raise SceneError(f"cannot save {node._where()}: metadata is saved under a text, got {shortened(name)}")
            usual = of_base.get(name, _NOTHING)
            self._take(draft, METADATA + name, value, base, usual, _metadata)

    def _take_others(self, draft: _Draft) -> None:
        """What the file sets and the class does not save, such as a Node3D's position, which is in its transform."""
        cls = type(draft.node)
        for name in draft.before:
            if name in draft.found or name in get_exports(cls) or name not in settable(cls):
                continue
            value = getattr(draft.node, name)
            if self._is_as_made(draft, name, value, _attribute):
                self._take_as_said(draft, name)
            elif not is_of_engine(cls, name):
                self._write(draft, name, value)

    def _take(
        self, draft: _Draft, name: str, value: Any, default: Any, usual: Any, read: Callable[[Any, str], Any]
    ) -> None:
        """Write a value down: as the file said it, if that makes the same; not at all, if it is the usual one."""
        raw = draft.before.get(name, _NOTHING)
        if raw is _NOTHING:
            if not self._is_same(draft.node, value, default, usual) and not self._is_as_made(draft, name, value, read):
                self._write(draft, name, value)
        elif next(found_in(raw, _ENTERED), None) is not None and self._is_as_made(draft, name, value, read):
            self._take_as_said(draft, name)
        else:
            held: list[Node] = []
            try:
                new = self.written(draft.node, name, value, held)
            except SceneError:
                if not self._is_as_made(draft, name, value, read):
                    raise
                new = _NOTHING
            if same(raw, new):
                draft.found[name] = raw
            elif self._is_as_made(draft, name, value, read):
                self._take_as_said(draft, name)
            elif not self._is_same(draft.node, value, default, usual):
                draft.found[name] = new
                draft.references += [name] if held else []

    def _take_as_said(self, draft: _Draft, name: str) -> None:
        """Write a value as the file has it."""
        raw = draft.found[name] = draft.before[name]
        if next(found_in(raw, (ExtResource, SubResource)), None) is not None:
            to_file(self._template.resolved(raw), self.reference)

    def _write(self, draft: _Draft, name: str, value: Any) -> None:
        held: list[Node] = []
        draft.found[name] = self.written(draft.node, name, value, held)
        draft.references += [name] if held else []

    def _is_as_made(self, draft: _Draft, name: str, value: Any, read: Callable[[Any, str], Any]) -> bool:
        """Whether a value is what the template alone makes it."""
        made = self._template.made(draft.entry)
        if made is None:
            return False
        try:
            other = read(made, name)
        except (AttributeError, LookupError, TypeError):  # it has no such property
            return False
        return self._is_same(draft.node, value, made, other)

    def groups(self, node: Node, old: Section | None, base: Any) -> list[str] | None:
        """The persistent groups of a node that it has not from its scene or its class, sorted, or as the file has them.

        None for none, where the file says nothing of groups either.
        """
        own = _persistent(node)
        usual = _persistent(self._new(type(node)) if base is None else base)
        if old is not None and "groups" in old.attributes and own == usual | set(old.attributes["groups"]):
            said: list[str] = old.attributes["groups"]
            return said
        return sorted(own - usual) or None

    def written(self, node: Node, name: str, value: Any, held: list[Node]) -> Any:
        """A value as the file has it; the nodes in it are added to `held`, and stand there as paths from `node`.

        Raises:
            SceneError: it cannot be saved; with node and property.
        """

        def reference(each: Object) -> Any:
            if isinstance(each, Node):
                held.append(each)
                return node.get_path_to(each)
            return self.reference(each)

        try:
            return to_file(value, reference)
        except SapwoodError as error:
            problem = getattr(error, "problem", error)
            raise SceneError(f"cannot save {node._where()}: {node._type_name}.{name} {problem}") from error

    def reference(self, each: Any) -> Any:
        """How the file names a resource.

        Raises:
            SceneError: it is a scene without a file, or holds itself.
        """
        if isinstance(each, Resource) and hasattr(each, "_plan") and not each.resource_path:
            raise SceneError("holds a PackedScene without a file, which cannot stand in another one; save() it first")
        return self._table.reference(each)

    def _is_same(self, node: Node, value: Any, other: Any, usual: Any) -> bool:
        """Whether a value is what another node has there, nodes in them compared by the ways to them."""
        if usual is _NOTHING:
            return False
        try:
            mine = to_file(value, lambda each: _way_or_itself(node, each))
            return same(mine, to_file(usual, lambda each: _way_or_itself(other, each)), same_resource)
        except SapwoodError:
            return False

    def _new(self, cls: type[Node]) -> Node:
        """A new instance, whose values are the defaults."""
        made = self._pristine.get(cls)
        if made is None:
            try:
                made = self._pristine[cls] = cls()
            except TypeError as error:
                raise SceneError(
                    f"{cls.__name__} cannot be saved: it cannot be made without arguments ({error}); give them "
                    "defaults, and what they set an export()"
                ) from error
        return made


class _Draft:
    """What is written of one node."""

    __slots__ = ("before", "entry", "found", "node", "references")

    def __init__(self, node: Node, before: Mapping[str, Any], entry: NodeEntry | None) -> None:
        self.node = node
        self.before = before
        self.entry = entry
        self.found: dict[str, Any] = {}
        self.references: list[str] = []


def kept(old: Any, new: Any) -> Any:
    """The old object where the new one says the same."""
    return old if same(old, new) else new


def _is_unchanged(value: Any, raw: Any, usual: Any) -> bool:
    """Whether a property still has what the file gave it, where that is seen without resources."""
    try:
        return same(to_file(from_file(usual, raw), _as_itself), to_file(value, _as_itself))
    except SapwoodError:
        return False


def _attribute(node: Any, name: str) -> Any:
    return getattr(node, name)


def _kept_property(node: Any, name: str) -> Any:
    return node._kept_properties[name]


def _metadata(node: Any, name: str) -> Any:
    return node._meta[name.removeprefix(METADATA)]


def _persistent(node: Node) -> set[str]:
    return {name for name, persistent in (node._groups or {}).items() if persistent}


def _way_or_itself(seen_from: Node, each: Object) -> Any:
    if isinstance(each, Node) and _top(each) is _top(seen_from):
        return seen_from.get_path_to(each)
    return each


def _top(node: Node) -> Node:
    while node._parent is not None:
        node = node._parent
    return node


def _as_itself(each: Object) -> Any:
    return each
