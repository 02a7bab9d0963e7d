"""Running the plan of a scene: making its nodes, outside any tree.

Order: nodes in the order of the file, each with its properties in that order before it gets its parent; then references
to nodes, then connections, then `editable` marks. No callback of a node runs. Plain steps cost what the same lines
written by hand do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import ref

from engine.core.connection import ALL_FLAGS, PERSIST
from engine.core.engine_classes import is_engine_class
from engine.core.errors import SapwoodError, SceneError, TreeError, did_you_mean
from engine.resources.loading.missing_resource import MissingResource
from engine.tree import flags as f
from engine.tree import lifecycle
from engine.tree.node_path import NodePath
from engine.tree.scene_info import SceneInfo
from nodes.missing_node import MissingNode
from scenes.load_report import ProblemKind
from scenes.local_resources import LocalResources
from scenes.scene_plan import Step
from scenes.value_walk import found_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.tree.node import Node
    from scenes.scene_plan import ScenePlan

__all__ = ["node_below", "node_by_ids", "run", "run_all"]

_HAS_OWNER = f.HAS_OWNER
_GONE: Any = object()
DEEPEST = 128
"""Instances within instances."""


def run(plan: ScenePlan) -> Node:
    """Make the nodes of a scene; the root, outside any tree.

    Raises:
        SceneError: a value does not fit; with file, line, node and property.
        Exception: what a constructor raises. What was made is freed.
    """
    root: Node = run_all(plan)[0]
    return root


def run_all(plan: ScenePlan) -> list[Any]:
    """Make the nodes of a scene; that of each entry of its outline, None for an entry that nothing comes of.

    Raises:
        SceneError, Exception: as `run`.
    """
    nodes: list[Any] = []
    append = nodes.append
    node: Any = None
    root: Any = None
    name = ""
    special: Run | None = None
    try:
        for cls, called, above, pairs, step in plan.steps:
            if step is not None:
                if special is None:
                    special = Run(plan, nodes)
                node = special.make(step)
                append(node)
                node, root = None, nodes[0]
                continue
            node = cls()  # type: ignore[misc]  # plain steps have a class
            node._name = called
            for name, value in pairs:
                setattr(node, name, value)
            nodes[above].add_child(node)
            node._owner = root
            node._flags |= _HAS_OWNER
            append(node)
        if special is not None:
            special.finish()
    except BaseException as error:
        if node is None or (nodes and node is nodes[-1]):
            name = ""  # it is the constructor of the next one that raised
        for each in (*nodes, node):
            if each is not None and each._parent is None:
                each.free()
        if len(nodes) < len(plan.steps):
            _explain(plan, len(nodes), name, error)
        raise
    return nodes


def _explain(plan: ScenePlan, number: int, name: str, error: BaseException) -> None:
    """Say at which node an error came up; that of the setter of the property `name` becomes a SceneError."""
    cls, _, _, pairs, step = plan.steps[number]
    entry = plan.outline.entries[number]
    if isinstance(error, SceneError):
        return
    if step is None and cls is not None and isinstance(error, SapwoodError) and any(name == each for each, _ in pairs):
        raise plan.bad_value(entry, cls, name, error) from error
    error.add_note(f"{plan.path}:{entry.section.line}: while node {entry.path!r} was made")


class Run:
    """The making of one instance, for all that is not plain."""

    def __init__(self, plan: ScenePlan, nodes: list[Any]) -> None:
        self.plan = plan
        self.nodes = nodes
        self.references: list[tuple[Any, Step, str, Any]] = []
        self.local = LocalResources()
        self.local_to_instances: list[tuple[Any, LocalResources]] = []
        self.by_id: dict[Any, dict[int, Any]] = {}

    def make(self, step: Step) -> Any:
        """The node of a step, in its place; None where its parent is gone."""
        entry = step.entry
        parent = None
        if step.number:
            parent = self._parent_of(step)
            if parent is None:
                self._vanished(step)
                return None
        if entry.is_override and step.number:
            node = self._inside(parent, step)
            if node is None:
                self._vanished(step)
                return None
            self._apply(node, step, self.local)
            node._scene_info = self.plan.info_of(step)
            return node
        node = self._new(step)
        local = self.local
        if step.source is not None and parent is not None:  # what is set on the root of an instance is that one's
            local = LocalResources()
            self.local_to_instances.append((node, local))
        try:
            self._apply(node, step, local)
            node._scene_info = self.plan.info_of(step)
            if parent is None:
                self._be_root(node, step)
            else:
                self._place(node, parent, step)
        except BaseException:
            if node._parent is None:
                node.free()
            raise
        self._name_unique(node, step)
        return node

    def _new(self, step: Step) -> Any:
        """A new node for a step, named."""
        plan = step.variant or step.source
        if plan is not None:
            node = run(plan)
        else:
            cls: Any = step.cls
            node = cls()
            if step.files_type:
                node._type_name = step.files_type
            if step.placeholder:
                node._set_instance_path(step.placeholder)
        node._name = step.entry.name
        return node

    def _be_root(self, node: Any, step: Step) -> None:
        scene = self.plan.scene
        node._scene_info = SceneInfo(scene, scene, step.entry.section, self.plan.scripts)
        if scene.resource_path or node.scene_file_path:
            node.scene_file_path = scene.resource_path

    def _place(self, node: Any, parent: Any, step: Step) -> None:
        """Give a node its parent, its place there and its owner."""
        entry = step.entry
        parent.add_child(node)
        if node._name != entry.name:
            self._report(ProblemKind.NAME_TAKEN, entry.name, step, f"it is called {node._name!r}")
        index = entry.place
        if 0 <= index < parent.get_child_count() - 1:
            parent.move_child(node, index)
        owner = self.nodes[0]
        path = entry.section.attributes.get("owner")
        if path is not None and path != ".":
            place = self.plan.outline.locate(path)
            owner = self._found(place, entry.section.attributes.get("owner_uid_path")) or owner
        node.owner = owner if owner.is_ancestor_of(node) else self.nodes[0]

    def _parent_of(self, step: Step) -> Any:
        """The parent of a step's node; None where it is gone."""
        return self._found((step.entry.above, step.entry.inner), step.entry.section.attributes.get("parent_id_path"))

    def _found(self, place: tuple[int, tuple[str, ...]], ids: Any) -> Any:
        """The node at a place, or where nothing is there, the one that a chain of unique ids leads to; or None."""
        node = self._at(*place)
        if node is not None or not ids:
            return node
        first = self.plan.outline.by_id.get(ids[0], len(self.nodes))
        if first < len(self.nodes):  # nodes of the scene itself are made one after the other
            return node_by_ids(self.nodes[first], ids[1:], self.by_id)
        return node_by_ids(self.nodes[0], ids, self.by_id)

    def _at(self, above: int, inner: tuple[str, ...]) -> Any:
        return node_below(self.nodes[above], inner) if above < len(self.nodes) else None

    def _inside(self, parent: Any, step: Step) -> Any:
        """The node of an instance that a step changes, by its name, or by its unique id if that is gone."""
        children = parent._children
        node = children.find(step.entry.name) if children else None
        number = step.entry.section.attributes.get("unique_id")
        if node is None and number is not None:
            node = _ids_inside(parent, self.by_id).get(number)
        return node

    def _apply(self, node: Any, step: Step, local: LocalResources) -> None:
        """Set what the section says."""
        values = self.plan.values_for(step, type(node))
        for name, value, copied in values.sets:
            if copied:
                value = local.copied(value)
            try:
                setattr(node, name, value)
            except SapwoodError as error:
                if not (value is None or isinstance(node, MissingNode) or next(found_in(value, MissingResource), None)):
                    raise self.plan.bad_value(step.entry, type(node), name, error) from error
                node._kept()[name] = value
                self.plan.report_unknown(step, type(node), name)
        for name, value in values.kept.items():
            node._kept()[name] = local.copied(value)
        if values.meta:
            node.meta.update((name, local.copied(value)) for name, value in values.meta.items())
        for group in step.groups:
            node.add_to_group(group, persistent=True)
        self.references += [(node, step, name, value) for name, value in values.references]
        if values.unique is not None and node._parent is not None:
            self._name_unique(node, step)

    def _name_unique(self, node: Any, step: Step) -> None:
        unique = self.plan.values_for(step, type(node)).unique
        if unique is None:
            return
        try:
            node.unique_name_in_owner = unique
        except TreeError as error:
            self._report(ProblemKind.NAME_TAKEN, f"%{node._name}", step, str(error))

    def finish(self) -> None:
        """References, connections, editable marks and resources that are each instance's own."""
        for node, step, name, value in self.references:
            found = _resolved(node, value)
            if found is _GONE:
                node._kept()[name] = value
                continue
            try:
                setattr(node, name, found)
            except SapwoodError as error:
                raise self.plan.bad_value(step.entry, type(node), name, error) from error
            except Exception as error:
                error.add_note(
                    f"{self.plan.path}:{step.entry.section.line}: while {name} of {step.entry.path!r} was set"
                )
                raise
        for section, source, target, binds in self.plan.connections:
            ids = section.attributes
            found = (self._found(source, ids.get("from_uid_path")), self._found(target, ids.get("to_uid_path")))
            self._connect(section, *found, binds)
        for above, inner in self.plan.editables:
            node = self._at(above, inner)
            if node is not None:
                node._editable_instance = True
        for node, local in self.local_to_instances:
            local.settle(node)
        self.local.settle(self.nodes[0])

    def _connect(self, section: Any, source: Any, target: Any, binds: tuple[Any, ...]) -> None:
        attributes = section.attributes
        name, method = attributes["signal"], attributes["method"]
        problem = ""
        if source is None or target is None:
            problem = f"there is no node {attributes['from' if source is None else 'to']!r}"
        elif not source.has_signal(name):
            known = [each.name for each in source.get_signal_list()]
            problem = f"{source._type_name} has no signal {name!r}{did_you_mean(name, known)}"
        elif method.startswith("__"):
            problem = f"{method!r} is Python's own, which files may not call"
        elif not _has_method(target, method):
            problem = f"{target._type_name} has no method {method!r}{did_you_mean(method, _methods(target))}"
        else:
            flags = (int(attributes.get("flags", PERSIST)) | PERSIST) & ALL_FLAGS
            try:
                source.connect(name, target, method, flags, binds, attributes.get("unbinds", 0))
            except SapwoodError as error:
                problem = str(error)
            else:
                connection = source._signal(name)._find(getattr(target, method))
                connection._origin = ref(self.nodes[0])
        if problem:
            self.plan.report.add(
                ProblemKind.MISSING_CONNECTION, f"{name} -> {method}", self.plan.path, section.line, "", problem
            )

    def _vanished(self, step: Step) -> None:
        parent = step.entry.section.attributes.get("parent")
        self._report(ProblemKind.MISSING_PARENT, step.entry.path, step, f"nothing is there under {parent!r} any more")

    def _report(self, kind: ProblemKind, name: str, step: Step, detail: str) -> None:
        self.plan.report.add(kind, name, self.plan.path, step.entry.section.line, step.entry.path, detail)


def node_below(node: Any, names: Sequence[str]) -> Any:
    """The node that names lead to, each of a child of the one before; None where there is none."""
    for name in names:
        if node is None or not node._children:
            return None
        node = node._children.find(name)
    return node


def node_by_ids(node: Any, ids: Sequence[int], known: dict[Any, dict[int, Any]]) -> Any:
    """The node that a chain of unique ids leads to, each within the instance that the one before names; or None.

    Args:
        node: the root of the instance that the chain begins in.
        ids: as `parent_id_path` and the like have them.
        known: filled with the nodes in which ids were looked for, with those in them.
    """
    for number in ids:
        info = None if node is None else node._scene_info
        if info is None or info.source is None:
            return None
        node = _ids_inside(node, known).get(number)
    return node


def _ids_inside(top: Any, known: dict[Any, dict[int, Any]]) -> dict[int, Any]:
    """The nodes below `top`, and it, by the ids that files know them by; those of its own file come first."""
    found = known.get(top)
    if found is None:
        found = known[top] = {}
        own = None if top._scene_info is None else top._scene_info.source
        others: dict[int, Any] = {}
        for node in lifecycle.subtree(top):
            info = node._scene_info
            number = None if info is None else info.section.attributes.get("unique_id")
            if info is not None and number is not None:
                (found if info.scene is own else others).setdefault(number, node)
        for number, node in others.items():
            found.setdefault(number, node)
    return found


def _has_method(target: Any, name: str) -> bool:
    """Whether an object has a method of that name; properties are not read to tell, since that may run anything."""
    declared = getattr(type(target), name, None)
    return callable(vars(target).get(name) if declared is None else declared)


def _methods(target: Any) -> list[str]:
    """The names of the methods that a file may have meant: all public ones, and private ones of the game's classes."""
    names = dict.fromkeys(
        name
        for cls in type(target).__mro__
        for name in vars(cls)
        if not name.startswith("__" if cls is not object and not is_engine_class(cls) else "_")
    )
    return [name for name in names if _has_method(target, name)]


def _resolved(node: Any, value: Any) -> Any:
    """The nodes that paths lead to, in the containers that they stand in; _GONE if one leads nowhere."""
    if isinstance(value, NodePath):
        if value.is_empty():
            return None
        found = node.get_node_or_none(value)
        return _GONE if found is None else found
    if isinstance(value, (list, tuple)):
        found = [_resolved(node, each) for each in value]
        return _GONE if any(each is _GONE for each in found) else found
    if isinstance(value, dict):
        pairs = [(_resolved(node, key), _resolved(node, each)) for key, each in value.items()]
        return _GONE if any(_GONE in pair for pair in pairs) else dict(pairs)
    return value
