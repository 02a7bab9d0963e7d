"""Packing nodes into a document: the way back from a tree to a scene file.

What the nodes were made from is the template: sections keep their place, the order and the spelling of what did not
change, their ids, and what nobody here understands. Only what differs from the class's defaults is written, or, of
instances and of the nodes inside them, what differs from the scene that they are instances of. To tell, that scene is
instantiated once and compared by value; and so is the template, where the text alone does not tell what changed.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.errors import SapwoodError, SceneError
from engine.resources.loading.resource_loader import default_loader
from engine.tree import flags as f
from engine.tree import lifecycle
from nodes.instance_placeholder import InstancePlaceholder
from nodes.missing_node import MissingNode
from scenes.instantiation import node_by_ids, run
from scenes.packed_connections import Ends, connection_sections, ends_of
from scenes.packed_properties import PropertyPacker, kept
from scenes.packing_template import PackingTemplate
from scenes.property_values import to_file
from scenes.resource_table import ResourceTable
from scenes.scene_outline import plain_path
from scenes.text import Document, Section
from scenes.text.values import ExtResource, PackedStringArray, ResourcePath, SubResource
from scenes.value_walk import found_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.resources.loading.resource_loader import ResourceLoader
    from engine.tree.node import Node
    from scenes.packed_scene import PackedScene
    from scenes.scene_outline import NodeEntry

__all__ = ["pack"]

_ORDER = (
    "name", "type", "parent", "parent_id_path", "owner", "owner_uid_path", "index", "unique_id", "node_paths", "groups",
    "instance_placeholder", "instance",
)  # fmt: skip
_OURS = {*_ORDER} - {"owner_uid_path", "unique_id"}
"""Attributes that say what is so now; all others stay as the file had them."""


def pack(root: Node, scene: PackedScene) -> Document:
    """The document of a node and all below it that belongs to it.

    Args:
        root: the scene's root.
        scene: what the document is for. It only learns which project it belongs to. What it has is the template, or
            else what `root` came from.

    Raises:
        SceneError: a value cannot be saved, or a class cannot be made without arguments.
    """
    return _Packing(root, scene).run()


class _Place(NamedTuple):
    """A node on the way through the tree."""

    node: Node
    path: str
    """From the root, which is "."."""
    parent: str
    """The parent's path."""
    base: Node | None
    """The node that stands there in the scene that this one inherits, or is inside an instance of."""
    inside: bool
    """Whether its parent comes from another scene, so that the file gives its index."""
    instance: str
    """The path of the instance that it is inside of; "" for none."""


class _Packing:
    """One call of `pack`."""

    def __init__(self, root: Node, scene: PackedScene) -> None:
        self.root: Any = root
        self.scene = scene
        info = root._scene_info
        origin: PackedScene | None = None if info is None else info.source
        self.scripts = info is None or info.scripts
        self.loader = _loader_of(scene, root)
        self.template = PackingTemplate(scene if scene.can_instantiate() else origin, self.scripts)
        self.table = ResourceTable(self.loader, scene.resource_path, self.template.document)
        self.packer = PropertyPacker(self.table, self.template)
        self.places: dict[Node, str] = {}
        """The paths of all nodes of the scene, those inside instances included."""
        self.renamed: dict[Node, NodeEntry] = {}
        self.bases: dict[Any, Node] = {}
        self.by_id: dict[Any, dict[int, Any]] = {}
        self.sections: list[Section] = []
        self.editables: dict[str, None] = {}

    def run(self) -> Document:
        """Walk the tree; the document."""
        try:
            if self.root._tree is not None:
                self.root._tree.transforms.give_back(lifecycle.subtree(self.root))
            self._walk()
            sections = self._with_orphans(self.template.ordered(self.sections))
            by_path = {path: node for node, path in self.places.items()}
            old = [] if self.template.document is None else self.template.document.connections
            connections = connection_sections(
                self.root,
                self.places,
                self._inherited(),
                [(section, self._ends_now(section)) for section in old],
                lambda section: self._could_not_be_made(section, by_path),
                self.packer.written,
            )
            made = self._document(
                self.template.with_unknown([*sections, *connections, *self._editable_sections(by_path)])
            )
            for resource, id in self.table.assigned():
                resource._scene_unique_id = resource._scene_unique_id or id  # it keeps that when it is packed again
            if self.template.scene is self.scene:
                self.template.hand_over()
            return made
        finally:
            self.packer.free()
            self.template.free()
            for base in self.bases.values():
                base.free()

    # --- the walk ------------------------------------------------------------------------------

    def _walk(self) -> None:
        stack = [_Place(self.root, ".", "", self._inherited(), inside=False, instance="")]
        while stack:
            place = stack.pop()
            entry = self._entry(place)
            below = self._visit(place, entry)
            if entry is not None and below:
                self._find_renamed(entry, below)
            stack += reversed(below)

    def _find_renamed(self, above: NodeEntry, places: list[_Place]) -> None:
        """Let nodes that have a new name have the entries below `above` that no node is named after, type by type."""
        left: dict[Any, list[NodeEntry]] | None = None
        for place in places:
            node = place.node
            if place.base is not None or node._scene_info is not None or self.template.entry_at(place.path) is not None:
                continue
            if left is None:
                left = {}
                names = {each.node._name for each in places if each.base is None}
                for entry in reversed(self.template.plain_below(above)):
                    if entry.name not in names or self.template.entry_at(entry.path) is not entry:
                        left.setdefault(entry.section.attributes.get("type"), []).append(entry)
            same_type = left.get(self._type(node))
            if same_type:
                self.renamed[node] = same_type.pop()

    def _inherited(self) -> Node | None:
        """The nodes of the scene that this one inherits, as that has them."""
        source = self._inherited_source()
        return None if source is None else self._base(source, self.scripts)

    def _inherited_source(self) -> PackedScene | None:
        info = self.root._scene_info
        if info is None or info.source is None or info.section.attributes.get("instance") is None:
            return None
        source: PackedScene | None = info.source._plan(self.scripts).source_of(0)
        return source

    def _base(self, source: PackedScene, scripts: bool) -> Node:
        """The nodes of a scene as it has them, to compare with."""
        base = self.bases.get((source, scripts))
        if base is None:
            base = self.bases[source, scripts] = run(source._plan(scripts))
        return base

    def _visit(self, place: _Place, entry: NodeEntry | None) -> list[_Place]:
        """Write one node; the places below it, none where nothing below it is saved."""
        node: Any = place.node
        is_root = node is self.root
        owner = node._owner if node._flags & f.HAS_OWNER else None
        if place.base is not None and not is_root:
            comes_from_there = owner is not self.root if place.instance else isinstance(node, type(place.base))
            if comes_from_there:
                self._write_inside(place, entry)
                return self._below(place, place.base, inside=True, instance=place.instance)
        if not is_root and owner is not self.root and not self._is_owned_as_said(owner, entry):
            return []
        source = self._inherited_source() if is_root else self._source(node)
        base = None if source is None else self._base(source, self._scripts_of(node))
        attributes: dict[str, Any] = {"name": node._name or type(node).__name__}
        if not is_root:
            attributes["parent"] = place.parent
        if place.inside if entry is None else "index" in entry.section.attributes:
            attributes["index"] = str(node.get_index())
        attributes |= self._kind(node, source, entry)
        self._write(place, entry, attributes, base)
        if entry is None and place.instance and place.parent != place.instance:
            self._mark_editable(place)
        if node._editable_instance and "instance" in attributes and not is_root:
            self.editables[place.path] = None
        if source is None or is_root:
            return self._below(place, base, inside="instance" in attributes, instance="")
        return self._below(place, base, inside=True, instance=place.path)

    def _below(self, place: _Place, base: Node | None, inside: bool, instance: str) -> list[_Place]:
        """The places of the children."""
        prefix = "" if place.path == "." else f"{place.path}/"
        known = None if base is None else base._children
        return [
            _Place(
                child,
                f"{prefix}{child._name}",
                place.path,
                known.find(child._name) if known else None,
                inside,
                instance,
            )
            for child in place.node.get_children()
        ]

    def _entry(self, place: _Place) -> NodeEntry | None:
        """The template's entry of a node."""
        if self.template.document is None:
            return None
        info = place.node._scene_info
        entry = self.template.entry_of(place.node) or self.renamed.get(place.node)
        if entry is None and (place.node is self.root or info is None or info.scene is not self.template.scene):
            found = self.template.entry_at(place.path)
            entry = found if found is not None and self._fits(place, found) else None
        return entry if entry is not None and self.template.take(entry, place.node) else None

    def _fits(self, place: _Place, entry: NodeEntry) -> bool:
        """Whether an entry that was found by its path is of the same kind as a node."""
        if place.node is self.root:
            return True
        if entry.is_override or place.base is not None:
            return entry.is_override and place.base is not None
        if entry.is_instance:
            return bool(place.node.scene_file_path)
        return bool(entry.section.attributes.get("type") == self._type(place.node))

    def _is_owned_as_said(self, owner: Any, entry: NodeEntry | None) -> bool:
        """Whether a node has the owner that the file gives it, which is not the root."""
        path = None if entry is None else entry.section.attributes.get("owner")
        return path is not None and owner is not None and self.places.get(owner) == plain_path(path)

    # --- one section ---------------------------------------------------------------------------

    def _write_inside(self, place: _Place, entry: NodeEntry | None) -> None:
        """Write what differs on a node that comes from another scene; nothing, where the file had no section either."""
        attributes: dict[str, Any] = {"name": place.node._name, "parent": place.parent}
        if entry is None or "index" in entry.section.attributes:
            attributes["index"] = str(place.node.get_index())
        self._write(place, entry, attributes, place.base)
        section = self.sections[-1]
        if not _says_something(section) and (entry is None or _says_something(entry.section)):
            self._take_back(entry)
        elif place.instance and entry is None:
            self._mark_editable(place)
        is_marked_there = place.base is not None and place.base._editable_instance
        if place.node._editable_instance and place.node.scene_file_path and not is_marked_there:
            self.editables[place.path] = None

    def _take_back(self, entry: NodeEntry | None) -> None:
        """Write nothing of the node that was written last."""
        self.sections.pop()
        if entry is not None:
            self.template.take_back(entry)

    def _mark_editable(self, place: _Place) -> None:
        """Mark the instances that a changed node is inside of, without which Godot would not keep the change."""
        names = place.path.split("/")
        first = place.instance.count("/") + 1
        node: Any = self.root
        for number, name in enumerate(names[:-1], 1):
            node = node._children.find(name)
            if number == first or (number > first and node.scene_file_path):
                self.editables["/".join(names[:number])] = None

    def _write(self, place: _Place, entry: NodeEntry | None, attributes: dict[str, Any], base: Any) -> None:
        node = place.node
        self.places[node] = place.path
        old = None if entry is None else entry.section
        info = node._scene_info
        said = info.section if old is None and info is not None and place.base is None else old
        script = self._script(node, old, base)
        properties, references = self.packer.properties(
            node, entry, base, script, () if said is None else _node_paths(said)
        )
        groups = self.packer.groups(node, old, base)
        if references:
            attributes["node_paths"] = PackedStringArray(references)
        if groups is not None:
            attributes["groups"] = groups
        if said is not None:
            attributes |= {key: each for key, each in said.attributes.items() if key not in _OURS}
        section = Section("node", self._attributes(place, entry, attributes), properties)
        section.layout = None if old is None else old.layout
        self.sections.append(section)
        if entry is not None:
            self.template.write(entry, section)

    def _attributes(self, place: _Place, entry: NodeEntry | None, attributes: dict[str, Any]) -> dict[str, Any]:
        """Attributes in order, as the file spells those that say what is still so."""
        if entry is None:
            return {key: attributes[key] for key in _ORDER if key in attributes} | attributes
        before = entry.section.attributes
        if before.get("parent") == place.parent:
            attributes |= {name: before[name] for name in ("parent_id_path", "owner") if name in before}
        if "instance" in attributes and "type" in before:
            attributes["type"] = before["type"]
        if "type" in attributes and before.get("instance", ...) is None:
            attributes["instance"] = None
        for name in ("name", "index", "type"):
            if name in attributes and name in before and before[name] != attributes[name]:
                made = self.template.made(entry)
                if made is not None and _says_the_same(name, place.node, made):
                    attributes[name] = before[name]
        if "parent" in before and plain_path(before["parent"]) == place.parent:
            attributes["parent"] = before["parent"]
        if before.keys() == attributes.keys():
            return {key: kept(before[key], attributes[key]) for key in before}
        return {key: attributes[key] for key in _ORDER if key in attributes} | attributes

    def _kind(self, node: Node, source: PackedScene | None, entry: NodeEntry | None) -> dict[str, Any]:
        """What a node is: the attribute that says its type, or the scene that it is an instance of."""
        if source is not None:
            return {"instance": self._instance(source, entry)}
        if isinstance(node, InstancePlaceholder):
            return {"instance_placeholder": node.get_instance_path()}
        info = node._scene_info
        if isinstance(node, MissingNode) and info is not None and info.section.attributes.get("instance") is not None:
            missing = info.source._plan(self.scripts).sources[0] if info.source is info.scene else info.source
            return {"instance": self._instance(missing, entry)}
        return {"type": self._type(node)}

    def _instance(self, source: Any, entry: NodeEntry | None) -> Any:
        """How the file names the scene of an instance."""
        said = None if entry is None else entry.section.attributes.get("instance")
        if isinstance(said, ResourcePath) and self.template.resolved(said) is source:
            return said
        return self.packer.reference(source)

    def _type(self, node: Node) -> str:
        """The type that the file names."""
        if isinstance(node, MissingNode):
            known = (base for base in type(node).__mro__ if not issubclass(base, MissingNode))
            return node.original_type or next(known).__name__
        info = node._scene_info
        if info is not None and info.source in (None, info.scene) and "script" in info.section.properties:
            return str(info.section.attributes.get("type", node._type_name))
        return type(node).__name__

    def _source(self, node: Node) -> PackedScene | None:
        """The scene that a node is an instance of, or None."""
        info = node._scene_info
        if info is not None and hasattr(info.source, "_plan") and info.source.resource_path:
            known: PackedScene = info.source
            return known
        if not node.scene_file_path:
            return None
        try:
            loaded: Any = self.loader.get_cached_ref(node.scene_file_path) or self.loader.load(node.scene_file_path)
        except SapwoodError as error:
            raise SceneError(f"cannot save {node._where()}, an instance of {node.scene_file_path}: {error}") from error
        return loaded if hasattr(loaded, "_plan") else None

    def _scripts_of(self, node: Node) -> bool:
        """Whether classes of the game were used when a node was made; as for the root where nothing tells."""
        info = node._scene_info
        return self.scripts if info is None else self.scripts and info.scripts

    def _script(self, node: Node, old: Section | None, base: Any) -> Any:
        """How the file names the node's script; None for none, and where `old` says none."""
        info = node._scene_info
        if old is not None:
            section, scene = old, self.template.scene
        elif info is not None and base is None:
            section, scene = info.section, info.scene
        else:
            return None
        if scene is None or section.properties.get("script") is None:
            return None
        said = section.properties["script"]
        if old is not None and isinstance(said, ResourcePath):
            return said
        resolved = scene._plan(self.scripts).builder.value(said, section.line)
        return self.packer.written(node, "script", resolved, [])

    # --- what the template had -----------------------------------------------------------------

    def _ends_now(self, section: Section) -> Ends:
        """The ends of a connection of the template, as they are called now."""
        ends, said = ends_of(section), section.attributes
        source = self._path_now(ends.source, said.get("from_uid_path", ()))
        return ends._replace(source=source, target=self._path_now(ends.target, said.get("to_uid_path", ())))

    def _path_now(self, path: str, ids: Sequence[int] = ()) -> str:
        entry, inner = self.template.locate(path)
        node = self.template.node_of(entry)
        now = None if node is None else self.places.get(node)
        if now is not None:
            path = "/".join([*(() if now == "." and inner else (now,)), *inner])
        if ids and self.root.get_node_or_none(path) is None:
            return self.places.get(node_by_ids(self.root, ids, self.by_id), path)
        return path

    def _could_not_be_made(self, section: Section, by_path: dict[str, Node]) -> bool:
        """Whether a connection of the template is missing since it cannot be, not since it was ended."""
        told, said = ends_of(section), section.attributes
        ways = [(told.source, said.get("from_uid_path", ())), (told.target, said.get("to_uid_path", ()))]
        gone = [path for path, ids in ways if self._path_now(path, ids) not in by_path]
        if gone:
            return any(map(self.template.never_was, gone))
        source, target = (self.template.made_at(path, ids) for path, ids in ways)
        if source is None or target is None:
            return True
        return not source.has_signal(told.signal) or not any(
            each.target is target and each.method == told.method for each in source.get_signal_connections(told.signal)
        )

    def _with_orphans(self, sections: list[Section]) -> list[Section]:
        """With the sections whose place inside an instance is gone, where that instance is there, as they are."""
        behind: list[Section] = []  # the section that stood before, as it is now
        following: dict[int, list[Section]] = {}
        for entry in self.template.entries:
            written = self.template.written(entry)
            if written is not None:
                behind = [written]
            elif self.template.is_orphan(entry):
                self._enter_resources((*entry.section.properties.values(), *entry.section.attributes.values()))
                following.setdefault(id(behind[0]), []).append(entry.section)
        return [each for section in sections for each in (section, *following.get(id(section), ()))]

    def _enter_resources(self, values: Iterable[Any]) -> None:
        """Let the table have the resources that values of the template name, but for those that it does not have."""
        for word in found_in([*values], (ExtResource, SubResource)):
            with suppress(SapwoodError):
                to_file(self.template.resolved(word), self.packer.reference)

    def _editable_sections(self, by_path: dict[str, Node]) -> list[Section]:
        """The marks of instances whose children are edited: as the template had them, then new ones."""
        old = [] if self.template.document is None else self.template.document.editables
        sections, known = [], set()
        for section in old:
            said = section.attributes["path"]
            path = self._path_now(said)
            known.add(path)
            node = by_path.get(path)
            if path in self.editables or (self.template.never_was(said) if node is None else node._editable_instance):
                is_same = plain_path(said) == path
                sections.append(section if is_same else Section("editable", section.attributes | {"path": path}))
        return [*sections, *(Section("editable", {"path": path}) for path in self.editables if path not in known)]

    def _document(self, sections: list[Section]) -> Document:
        before = self.template.document if self.template.scene is self.scene else None
        for section in sections:
            if section.kind in ("connection", "editable"):
                said = section.attributes.values() if self.template.has(section) else ()
                self._enter_resources((*section.properties.values(), *said))
        header = self.table.header("gd_scene", None if before is None else before.header, sections)
        made = Document([header, *self.table.sections(), *sections], self.scene.resource_path)
        if before is not None:
            made.layout = before.layout
        return made


def _loader_of(scene: PackedScene, root: Node) -> ResourceLoader:
    """The loader of the project: the scene's, or, if that is the process's, the one that a node was loaded by."""
    if scene._loader is default_loader:
        for node in lifecycle.subtree(root):
            source = None if node._scene_info is None else node._scene_info.scene
            if source is not None and source._loader is not default_loader:
                scene._loader = source._loader
                break
    return scene._loader


def _says_the_same(name: str, node: Any, made: Any) -> bool:
    """Whether an attribute of a node is what it is of the one that the file alone makes."""
    if name == "index":
        return bool(node.get_index() == made.get_index())
    if name == "type":
        return type(node) is type(made)
    return node._name == made._name and not node.get_child_count()  # children are found by the name in the file


def _says_something(section: Section) -> bool:
    return bool(section.properties) or "groups" in section.attributes


def _node_paths(section: Section) -> tuple[str, ...]:
    return tuple(section.attributes.get("node_paths", ()))
