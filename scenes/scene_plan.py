"""ScenePlan: how a scene becomes nodes, worked out once a scene and run once an instance (scenes.instantiation).

Planning resolves what sections name: classes, resources, sub-scenes; converts values to what the properties hold; and
reports what is missing. What is left for a run is to make nodes and set attributes: most steps are a class, a name, the
number of the parent and the values.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any
from weakref import ref

from engine.core.engine_classes import engine_base, is_engine_class
from engine.core.errors import SapwoodError, SceneError
from engine.core.godot_classes import PARENTS
from engine.core.migration import migrate
from engine.core.registry import node_types
from engine.math import Transform3D, Vector2
from engine.resources.loading.missing_resource import MissingResource
from engine.tree.node import Node
from engine.tree.scene_info import SceneInfo
from nodes import Node2D, Node3D
from nodes.instance_placeholder import InstancePlaceholder
from nodes.missing_node import MissingNode
from scenes.load_report import LEFT_OUT, LoadReport, ProblemKind
from scenes.local_resources import is_changeable
from scenes.node_types import known_names, missing_type, nearest, node_class
from scenes.property_values import from_file, settable
from scenes.resource_builder import ResourceBuilder
from scenes.resource_properties import METADATA, problem_with
from scenes.scripts import find_class_file
from scenes.value_walk import found_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.resources.loading.load_request import LoadRequest
    from scenes.packed_scene import PackedScene
    from scenes.scene_outline import NodeEntry, SceneOutline
    from scenes.scripts import Script

__all__ = ["Draft", "ScenePlan", "Step"]

MOST_NODES = 1_000_000
"""So many nodes may come from instances: small files that instance one another twice each grow beyond any memory."""

_NOT_YET = "Godot's, and not there yet"
_PLAIN_ATTRIBUTES = {"name", "type", "parent"}


class Draft:
    """What a plan begins with: the scene's resources, and the scenes that it instances."""

    def __init__(self, scene: PackedScene, outline: SceneOutline, request: LoadRequest) -> None:
        self.scene = scene
        self.outline = outline
        self.request = request
        self.report = LoadReport()
        self.builder = ResourceBuilder(outline.document, request, self.report)
        self.sources: dict[int, Any] = {}
        """What stands at the instances, by the number of the entry: a PackedScene, or a MissingResource."""
        for index, entry in enumerate(outline.entries):
            if entry.is_instance:
                self.sources[index] = self._source(entry)

    def _source(self, entry: NodeEntry) -> Any:
        value = entry.section.attributes["instance"]
        found = self.builder.value(value, entry.section.line)
        if not hasattr(found, "_plan") and not isinstance(found, MissingResource):
            raise SceneError(
                f"node {entry.name!r} is an instance of {getattr(found, 'resource_path', '') or value!r}, which is a "
                f"{type(found).__name__} and no scene",
                self.outline.document.path,
                entry.section.line,
            )
        return found


class Values:
    """What a section sets on a node of one class."""

    __slots__ = ("kept", "meta", "migrated", "plain", "references", "sets", "unique")

    def __init__(self) -> None:
        self.sets: list[tuple[str, Any, bool]] = []
        """Name, value, and whether each instance gets a copy of it."""
        self.plain = True
        """Whether `sets` is all there is, and nothing of it is copied or may be refused."""
        self.meta: dict[str, Any] = {}
        self.kept: dict[str, Any] = {}
        self.references: list[tuple[str, Any]] = []
        """Properties that hold nodes, with the paths of these."""
        self.unique: bool | None = None


class Step:
    """One entry of the file, for all that is not plain."""

    __slots__ = (
        "cls", "entry", "files_type", "groups", "info", "instanced", "number", "placeholder", "source", "values",
        "variant",
    )  # fmt: skip

    def __init__(self, number: int, entry: NodeEntry) -> None:
        self.number = number
        self.entry = entry
        self.cls: type[Node] | None = None
        self.source: ScenePlan | None = None
        self.variant: ScenePlan | None = None
        """The plan of the source, with the classes that scripts of this file give to its nodes."""
        self.groups: tuple[str, ...] = tuple(entry.section.attributes.get("groups", ()))
        self.values: dict[type[Node], Values] = {}
        self.files_type = ""
        self.placeholder = ""
        self.instanced: Any = None
        """The PackedScene that the node is the root of an instance of, or the MissingResource in the place of one."""
        self.info: list[ref[SceneInfo]] = []  # at most one, weakly: it holds the scene, which has the plan


class ScenePlan:
    """How the nodes of one scene are made.

    Args:
        draft: what it begins with.
        plans: the plans of the scenes that it instances.
    """

    def __init__(self, draft: Draft, plans: dict[PackedScene, ScenePlan]) -> None:
        self._scene = ref(draft.scene)  # which has the plan, and goes with the last one who holds it
        self.outline = draft.outline
        self.path = draft.outline.document.path
        self.request = draft.request
        self.builder = draft.builder
        self.report = draft.report
        self.sources = draft.sources
        self.scripts = draft.request.scripts
        self._plans = plans
        self.game_types: dict[str, type[Node] | None] = {}
        """What types of the game's, by name, were when this was planned; None for those that nobody knew."""
        self.script_classes: dict[type[Node], None] = {}
        self.uses: dict[PackedScene, int] = {}
        """All scenes that are made along with it, with the revisions that this was worked out for."""
        for scene, plan in plans.items():
            self.uses |= plan.uses
            self.game_types |= plan.game_types
            self.script_classes |= plan.script_classes
            self.uses[scene] = scene._planned_revision
        self.steps: list[tuple[type[Node] | None, str, int, list[tuple[str, Any]], Step | None]] = []
        self.classes: list[type[Node] | None] = []
        """The class of each entry's node; None where that is seen when the node is there."""
        self._uncertain: list[bool] = []  # whether a node may be missing, since it hangs on what a sub-scene has
        self._given: dict[int, dict[str, type[Node]]] = {}  # what scripts of this file make of nodes of its instances
        self._plan_steps()
        used = [self._plans[each] for each in map(self.source_of, self.sources) if each is not None]
        from_instances = sum(plan.count for plan in used)
        own = sum(
            self.source_of(number) is None and not (number and entry.is_override)
            for number, entry in enumerate(self.outline.entries)
        )
        self.count: int = own + from_instances
        """How many nodes an instance has, those of its instances included."""
        if from_instances > MOST_NODES:
            raise SceneError(
                f"the scene would have {from_instances:,} nodes from instances of others; at most {MOST_NODES:,} are "
                "made",
                self.path,
            )
        self.connections = [self._connection(section) for section in self.outline.document.connections]
        self.editables = [self.outline.locate(each.attributes["path"]) for each in self.outline.document.editables]
        for plan in plans.values():
            self.report.extend(plan.report)

    @property
    def scene(self) -> PackedScene:
        """The scene that is made."""
        scene = self._scene()
        assert scene is not None, "a plan is used by its scene, and by those that instance it"
        return scene

    def info_of(self, step: Step) -> SceneInfo:
        """What the file says of the node of a step."""
        info = step.info[0]() if step.info else None
        if info is None:
            info = SceneInfo(step.instanced, self.scene, step.entry.section, self.scripts)
            step.info[:] = [ref(info)]
        return info

    def values_for(self, step: Step, cls: type[Node]) -> Values:
        """What the section of a step sets on a node of that class."""
        known = step.values.get(cls)
        if known is None:
            known = step.values[cls] = self._values(step, cls)
        return known

    def source_of(self, number: int) -> PackedScene | None:
        """The scene that an entry is an instance of."""
        source = self.sources.get(number)
        return source if source in self._plans else None

    def is_current(self) -> bool:
        """Whether the scenes that it uses did not change since, and the game's classes are still the same: they are
        others when a game's modules were imported again.
        """
        return (
            all(scene._revision == revision for scene, revision in self.uses.items())
            and all(node_types.find(name) is cls for name, cls in self.game_types.items())
            and all(getattr(sys.modules.get(cls.__module__), cls.__name__, None) is cls for cls in self.script_classes)
        )

    # --- planning ------------------------------------------------------------------------------

    def _plan_steps(self) -> None:
        """Plan all entries, then the instances that scripts of this file change inside."""
        for number, entry in enumerate(self.outline.entries):
            self._plan_step(number, entry)
        for number, classes in self._given.items():
            step = self.steps[number][4]
            assert step is not None
            assert step.source is not None
            step.variant = step.source.with_classes(classes)

    def _plan_step(self, number: int, entry: NodeEntry) -> None:
        attributes = entry.section.attributes
        step = Step(number, entry)
        above = entry.above
        if entry.is_instance:
            self._plan_instance(step)
        elif entry.is_override:
            step.cls = self._class_inside(entry)
            self._plan_script_inside(step)
        elif "instance_placeholder" in attributes:
            step.placeholder = attributes["instance_placeholder"]
            step.cls = InstancePlaceholder
        else:
            step.cls = self._class_of(step)
        cls = step.cls
        self.classes.append(cls)
        values = None if cls is None else self.values_for(step, cls)
        uncertain = entry.is_override or bool(entry.inner) or (number > 0 and self._uncertain[above])
        self._uncertain.append(uncertain and number > 0)
        if number and not uncertain and values is not None and values.plain and self._is_plain(step):
            pairs = [(name, value) for name, value, _ in values.sets]
            self.steps.append((cls, entry.name, above, pairs, None))
        else:
            self.steps.append((None, entry.name, above, [], step))

    def _is_plain(self, step: Step) -> bool:
        """Whether a step has nothing but a class, a name, a parent and values; of one that makes a node."""
        section = step.entry.section
        return (
            step.source is None
            and not step.files_type
            and not step.groups
            and not step.placeholder
            and section.layout is None
            and section.attributes.keys() <= _PLAIN_ATTRIBUTES
        )

    def _class_of(self, step: Step) -> type[Node]:
        """The class of a typed entry, by its type and its script."""
        section = step.entry.section
        name = section.attributes["type"]
        script = self._script(step)
        may_find = self.scripts and self.path and name not in PARENTS
        declared = node_class(name, self._find_class if may_find else None)
        if declared is None or not is_engine_class(declared):
            self.game_types[name] = declared
        if declared is not None and not self.scripts and not is_engine_class(declared):
            step.files_type = name
            self._report_step(ProblemKind.MISSING_TYPE, name, step, LEFT_OUT)
            return missing_type(engine_base(declared))
        base = declared
        if declared is None:
            base = nearest(name)
            step.files_type = name
            known = name in PARENTS
            hint = f"{_NOT_YET}; a {base.__name__} stands in" if known else self.report.hint(name, known_names())
            self._report_step(ProblemKind.MISSING_TYPE, name, step, hint)
        assert base is not None
        cls = None if script is None else self._class_of_script(step, script)
        if cls is not None:
            if not issubclass(cls, base):
                raise self._error(
                    step,
                    f"node {step.entry.name!r} is a {name}, but its script {script.resource_path} "  # type: ignore[union-attr]
                    f"has the class {cls.__name__}, which is none; let it extend {base.__name__}",
                )
            return cls
        return base if declared is not None else missing_type(base)

    def _script(self, step: Step) -> Script | None:
        """The script that a section names; one that cannot be used is reported."""
        section = step.entry.section
        value = section.properties.get("script")
        if value is None:
            return None
        return self.builder.script(value, section.line, step.entry.path)

    def _class_of_script(self, step: Step, script: Script) -> type[Node] | None:
        """The Node class of a script of the project; None where there is none."""
        entry = step.entry
        cls = self.builder.class_of_script(script, entry.section.line, entry.path, f"node {entry.path!r}")
        if cls is None:
            return None
        if not issubclass(cls, Node):
            raise self._error(
                step,
                f"the script {script.resource_path} of node {step.entry.name!r} has {cls.__name__}, which is no Node",
            )
        self.script_classes[cls] = None
        return cls

    def _find_class(self, name: str) -> type[Any] | None:
        """The class of a type that nobody knows yet, from the file of the project that is named after it."""
        return find_class_file(name, self.request)

    def _plan_instance(self, step: Step) -> None:
        source = self.sources[step.number]
        step.instanced = source if step.number else None
        if source not in self._plans:
            path = getattr(source, "resource_path", "")
            step.cls = missing_type(_likely_base(step.entry.section.properties))
            step.files_type = "PackedScene"
            self.report.add(
                ProblemKind.MISSING_FILE, path, self.path, step.entry.section.line, step.entry.path, "the scene's nodes"
            )
            return
        step.source = self._plans[source]
        step.cls = step.source.classes[0]
        self._plan_script_of_instance(step, step.number, ".")

    def _plan_script_inside(self, step: Step) -> None:
        """Let a script of this file decide the class of a node inside an instance."""
        number, path = self._instance_around(step.entry)
        if number >= 0:
            self._plan_script_of_instance(step, number, path)

    def _instance_around(self, entry: NodeEntry) -> tuple[int, str]:
        """The instance that an overridden node is in, and the way to it from there; -1 where it is in none."""
        number, names = entry.above, [*entry.inner, entry.name]
        while number >= 0 and self.outline.entries[number].is_override:
            above = self.outline.entries[number]
            names[:0] = [*above.inner, above.name]
            number = above.above
        return (number, "/".join(names)) if self.source_of(number) is not None else (-1, "")

    def _plan_script_of_instance(self, step: Step, number: int, path: str) -> None:
        script = self._script(step)
        cls = None if script is None else self._class_of_script(step, script)
        if cls is None:
            return
        base = step.cls
        if base is not None and not issubclass(cls, base) and not issubclass(base, MissingNode):
            raise self._error(
                step,
                f"node {step.entry.name!r} is a {base.__name__} in its scene, but its script here has the class "
                f"{cls.__name__}, which is none; let it extend {base.__name__}",
            )
        step.cls = cls
        self._given.setdefault(number, {})[path] = cls

    def _class_inside(self, entry: NodeEntry) -> type[Node] | None:
        """The class of a node inside an instance, as far as plans tell."""
        names = (*entry.inner, entry.name)
        number = entry.above
        while number >= 0:
            source = self.source_of(number)
            if source is not None:
                return self._plans[source].class_at(names)
            above = self.outline.entries[number]
            if not above.is_override:
                return None
            names = (*above.inner, above.name, *names)
            number = above.above
        return None

    def class_at(self, names: tuple[str, ...]) -> type[Node] | None:
        """The class of the node at a path, also inside instances; None where that is not known before it is there."""
        number, inner = self.outline.locate("/".join(names))
        if not inner:
            return self.classes[number]
        source = self.source_of(number)
        return None if source is None else self._plans[source].class_at(inner)

    def with_classes(self, classes: dict[str, type[Node]]) -> ScenePlan:
        """This plan, with other classes for the nodes at some paths."""
        plan: ScenePlan = object.__new__(ScenePlan)
        plan.__dict__.update(self.__dict__)
        plan.steps = list(self.steps)
        plan.classes = list(self.classes)
        inside: dict[int, dict[str, type[Node]]] = {}
        for path, cls in classes.items():
            number, inner = self.outline.locate(path)
            entry = self.outline.entries[number]
            if entry.is_override and number:
                number, way = self._instance_around(entry)
                inside.setdefault(number, {})["/".join((way, *inner))] = cls
            elif inner or self.source_of(number) is not None:
                inside.setdefault(number, {})["/".join(inner) or "."] = cls
            else:
                step = Step(number, self.outline.entries[number])
                old = self.steps[number][4]
                if old is not None:
                    step.files_type, step.info, step.instanced = old.files_type, old.info, old.instanced
                step.cls = plan.classes[number] = cls
                plan.steps[number] = (None, *self.steps[number][1:3], [], step)
        for number, given in inside.items():
            old = None if number < 0 else self.steps[number][4]
            if old is None or old.source is None:
                continue
            step = Step(number, old.entry)
            step.info, step.instanced, step.source = old.info, old.instanced, old.source
            step.variant = (old.variant or old.source).with_classes(given)
            step.cls = plan.classes[number] = given.get(".", old.cls)
            plan.steps[number] = (None, *self.steps[number][1:3], [], step)
        return plan

    def _values(self, step: Step, cls: type[Node]) -> Values:
        """What a section sets on a node of `cls`, in the order of the file."""
        section = step.entry.section
        values = Values()
        raw: Mapping[str, Any] = section.properties
        if raw:
            raw = self._migrated(step, cls)
        known = settable(cls)
        references = frozenset(section.attributes.get("node_paths", ()))
        for name, value in raw.items():
            if name == "script":
                values.plain = False
            elif name.startswith(METADATA):
                values.meta[name.removeprefix(METADATA)] = self.builder.value(value, section.line)
            elif name == "unique_name_in_owner" and type(value) is bool:
                values.unique = value
            elif name in references and name in known:
                values.references.append((name, value))
            elif name in known:
                self._plan_value(step, cls, values, name, value, known[name])
            else:
                values.kept[name] = self.builder.value(value, section.line)
                self.report_unknown(step, cls, name)
        if values.meta or values.kept or values.references or values.unique is not None:
            values.plain = False
        return values

    def _plan_value(self, step: Step, cls: type[Node], values: Values, name: str, value: Any, like: Any) -> None:
        section = step.entry.section
        resolved = self.builder.value(value, section.line)
        try:
            converted = from_file(like, resolved)
        except SapwoodError as error:
            if resolved is None or issubclass(cls, MissingNode) or next(found_in(resolved, MissingResource), None):
                values.kept[name] = resolved
                self.report_unknown(step, cls, name)
                return
            raise self.bad_value(step.entry, cls, name, error) from error
        copied = is_changeable(converted)
        if copied or converted is None or next(found_in(converted, MissingResource), None):
            values.plain = False
        values.sets.append((name, converted, copied))

    def _migrated(self, step: Step, cls: type[Node]) -> Mapping[str, Any]:
        """The properties of a section as the present version of its class has them."""
        try:
            return migrate(cls, step.entry.section.properties)
        except SapwoodError as error:
            raise self._error(step, f"node {step.entry.name!r}: {error}") from error

    def report_unknown(self, step: Step, cls: type[Node], name: str) -> None:
        """Note a property that the class does not have, or that does not take what the file says."""
        if issubclass(cls, (MissingNode, InstancePlaceholder)) or name.startswith(cls._kept_prefixes):
            return
        line = self.outline.document.line_of(step.entry.section, name)
        hint = self.report.hint_for_property(cls, name, settable(cls))
        self.report.add(ProblemKind.UNKNOWN_PROPERTY, f"{cls.__name__}.{name}", self.path, line, step.entry.path, hint)

    def _connection(self, section: Any) -> tuple[Any, Any, Any, tuple[Any, ...]]:
        """A connection: where its ends are, and its arguments."""
        attributes = section.attributes
        binds = tuple(self.builder.value(each, section.line) for each in attributes.get("binds", ()))
        return section, self.outline.locate(attributes["from"]), self.outline.locate(attributes["to"]), binds

    def _report_step(self, kind: ProblemKind, name: str, step: Step, detail: str = "") -> None:
        self.report.add(kind, name, self.path, step.entry.section.line, step.entry.path, detail)

    def _error(self, step: Step, problem: str) -> SceneError:
        return SceneError(problem, self.path, step.entry.section.line)

    def bad_value(self, entry: NodeEntry, cls: type[Node], name: str, error: Exception) -> SceneError:
        """What is wrong with a value, with its place."""
        line = self.outline.document.line_of(entry.section, name)
        problem = problem_with(name, error)
        return SceneError(f"node {entry.name!r}: {cls.__name__}.{name}{problem}", self.path, line)


def _likely_base(properties: dict[str, Any]) -> type[Node]:
    """What the root of a scene that cannot be loaded seems to be, by what is set on it."""
    if isinstance(properties.get("position"), Vector2):
        return Node2D
    return Node3D if isinstance(properties.get("transform"), Transform3D) else Node
