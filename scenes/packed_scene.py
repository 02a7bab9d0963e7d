"""PackedScene: a tree of nodes as a file has it, to be made again and again."""

from __future__ import annotations

import builtins
import gc
from contextlib import contextmanager
from copy import copy, deepcopy
from threading import RLock
from typing import TYPE_CHECKING, Any, Self, TypeVar, overload

from engine.core.errors import InvalidTypeError, NodeTypeError, SceneError
from engine.core.resource import Resource
from engine.math.value import shortened
from engine.resources.loading.load_request import LoadRequest
from engine.resources.loading.resource_loader import default_loader
from engine.tree.node import Node
from scenes.instantiation import DEEPEST, run
from scenes.late_properties import apply_properties
from scenes.load_report import LoadReport
from scenes.packing import pack
from scenes.resource_saver import ResourceSaver
from scenes.scene_outline import SceneOutline
from scenes.scene_plan import Draft, ScenePlan
from scenes.scene_state import SceneState
from scenes.text import Document, loads_scene

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from engine.resources.loading.resource_loader import ResourceLoader

__all__ = ["PackedScene", "read_scene"]

FEW_NODES = 500
"""Below this the collector hardly runs while an instance is made."""

_PLANNING = RLock()
"""Held while plans are made, so that a scene that several threads ask for has one plan, and one of each resource."""

N = TypeVar("N", bound=Node)


class PackedScene(Resource):
    """A scene: what `load("level.tscn")` gives, and what `pack` makes of nodes.

    What it uses (textures, other scenes, scripts) is loaded when it is first instantiated, or by `prepare`, and shared
    by all instances.

    Args:
        document: of a scene; without, it is empty until `pack`.
        exported: values for properties of the class.

    Raises:
        SceneError: the document is no scene, or its nodes make no tree.
        InvalidTypeError: it is no Document.
    """

    _compared = True

    def __init__(self, document: Document | None = None, **exported: Any) -> None:
        if document is not None and not isinstance(document, Document):
            raise InvalidTypeError(
                f"PackedScene(document): a Document is needed, as scenes.text.loads() gives it, "
                f"got {shortened(document)}"
            )
        self._document = document
        self._outline: SceneOutline | None = None if document is None else SceneOutline(document)
        self._plans: dict[bool, ScenePlan] = {}
        self._planned_revision = 0
        self._scripts = True  # whether it was last made with classes of the game
        self._loader: ResourceLoader = default_loader
        super().__init__(**exported)

    # --- what it holds -------------------------------------------------------------------------

    @property
    def document(self) -> Document:
        """The text's sections and values. Whoever changes them calls `emit_changed()`, so that instances follow.

        Raises:
            SceneError: the scene is empty.
        """
        if self._document is None:
            raise SceneError("the scene is empty; pack() a node first", self.resource_path)
        return self._document

    @property
    def state(self) -> SceneState:
        """What the scene consists of, to look at without making it."""
        return SceneState(self)

    def get_state(self) -> SceneState:
        """`state`, for callers used to Godot."""
        return self.state

    @property
    def report(self) -> LoadReport:
        """What of the file could not be used, and is only kept; with or without scripts, as it was made last.

        Loads what the scene uses if that was not done yet.
        """
        return self._plan(self._scripts).report

    def can_instantiate(self) -> bool:
        """Whether there is anything to instantiate."""
        return self._document is not None

    def clear(self) -> None:
        """Forget all nodes."""
        self._set_document(None)

    # --- making nodes --------------------------------------------------------------------------

    @overload
    def instantiate(self, *, scripts: bool = ...) -> Node: ...
    @overload
    def instantiate(self, type: type[N], *, scripts: bool = ...) -> N: ...
    def instantiate(self, type: type[Any] = Node, *, scripts: bool = True) -> Any:
        """Make the scene's nodes, outside any tree; no callback of theirs runs.

        Args:
            type: the class that the root must be of.
            scripts: whether classes of the game may be used. False runs no code of the project, for files from
                strangers - what has a script is of its Godot type, what has a type of the game's is a MissingNode.

        Returns:
            The root, with `scene_file_path` set. The nodes of the file are owned by it.

        Raises:
            SceneError: the scene is empty, instances itself, or a value does not fit; with file, line, node, property.
            NodeTypeError: the root is not a `type`.
            InvalidTypeError: that is no class.
            Exception: what a constructor of the game's raises; what was made until then is freed.
        """
        if not isinstance(type, builtins.type):
            raise InvalidTypeError(f"{self._where()}: instantiate(type) needs a class of nodes, got {shortened(type)}")
        self._scripts = scripts
        plan = self._plan(scripts)
        with _without_collections(plan.count):
            root = run(plan)
        self._tell(plan)  # of connections, which are found to be wrong only now
        if not isinstance(root, type):
            found = root._type_name
            root.free()
            raise NodeTypeError(
                f"{self._where()}: its root is a {found}, not a {getattr(type, '__name__', type)} as instantiate() asks"
            )
        return root

    def prepare(self, scripts: bool = True) -> None:
        """Load now what the scene uses, so that the first `instantiate` has nothing left to load; for any thread.

        Raises:
            SceneError: as `instantiate`.
        """
        self._scripts = scripts
        self._plan(scripts)

    def _plan(self, scripts: bool) -> ScenePlan:
        """How the scene is made, worked out when it is first asked for."""
        plan = self._known_plan(scripts)
        if plan is None:
            with _PLANNING:
                plan = self._known_plan(scripts) or _plan(self, scripts)
        return plan

    def _known_plan(self, scripts: bool) -> ScenePlan | None:
        if self._planned_revision != self._revision:
            self._forget_plans()
        plan = self._plans.get(scripts)
        if plan is not None and not plan.is_current():
            self._plans.pop(scripts, None)
            return None
        return plan

    def _draft(self, scripts: bool) -> Draft:
        if self._outline is None:
            self._outline = SceneOutline(self.document)
        return Draft(self, self._outline, self._request(scripts))

    def _request(self, scripts: bool) -> LoadRequest:
        return LoadRequest(self._loader, self.resource_path, scripts=scripts)

    def _forget_plans(self) -> None:
        self._plans = {}
        self._outline = None
        self._planned_revision = self._revision

    def apply_properties(self, node: Node, properties: Mapping[str, Any]) -> None:
        """Give a node properties as files have them: converted to what its class keeps, and migrated to its version.

        What the class does not have stays with the node, and is saved with it.

        Raises:
            SceneError: they are of a newer version than the class.
            InvalidTypeError, InvalidValueError: a value does not fit; with the property.
        """
        apply_properties(node, properties)

    # --- taking nodes --------------------------------------------------------------------------

    def pack(self, root: Node) -> None:
        """Take a node and all below it that it owns in place of what the scene had; the nodes stay as they are.

        Saved are nodes whose `owner` is `root`, with the properties that differ from their class's defaults, persistent
        groups and connections, and metadata. Nodes with a `scene_file_path` are saved as instances of that scene, with
        what differs from it. What a file had beyond that (missing types, unknown properties, the order and spelling of
        what did not change) stays as it was.

        Raises:
            SceneError: a value cannot be saved, or a class cannot be made without arguments; nothing was changed then.
            InvalidTypeError: `root` is no node.
            FreedError: it was freed.
        """
        if not isinstance(root, Node):
            raise InvalidTypeError(f"PackedScene.pack(root): a node is needed, got {shortened(root)}")
        root._check_alive("pack")
        self._set_document(pack(root, self))

    def save(self, path: str | os.PathLike[str] = "") -> Path:
        """Write the scene to a file, as a whole or not at all; see `ResourceSaver.save`."""
        return ResourceSaver(self._loader).save(self, path)

    def _set_document(self, document: Document | None) -> None:
        self._document = document
        self._forget_plans()
        self.emit_changed()
        self._planned_revision = self._revision

    def _belong_to(self, loader: ResourceLoader) -> None:
        """Load what the scene uses with another project's loader from now on."""
        if loader is not self._loader:
            self._loader = loader
            self._plans = {}

    def _tell(self, plan: ScenePlan) -> None:
        """Let the log say what is missing, each thing once and not for each instance."""
        plan.report.tell(self._loader, self._where())

    def _where(self) -> str:
        return self.resource_path or "PackedScene"

    def __getstate__(self) -> Any:
        """What a copy and a pickle take over: not how the scene is made, which is worked out anew."""
        state = super().__getstate__()
        state.update(_plans={}, _outline=None)
        return state

    def __copy__(self) -> Self:
        made = type(self).__new__(type(self))
        vars(made).update(self.__getstate__())
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        made = memo[id(self)] = copy(self)
        vars(made).update((name, deepcopy(value, memo)) for name, value in vars(made).items() if name != "_loader")
        return made

    def __reduce__(self) -> Any:
        """A pickled scene is loaded with the process's loader: it knows no other one where it is read."""
        state = {name: value for name, value in self.__getstate__().items() if name != "_loader"}
        return _bare, (type(self),), state

    def _shallow_copy(self) -> Self:
        made = super()._shallow_copy()
        made._document = deepcopy(self._document)  # whoever changes the text of one leaves the other alone
        made._planned_revision = made._revision
        return made


def _bare(cls: type[PackedScene]) -> PackedScene:
    """What a pickle is read into."""
    made = cls.__new__(cls)
    made._loader = default_loader
    return made


@contextmanager
def _without_collections(count: int) -> Iterator[None]:
    """Keep the collector from looking through many new nodes again and again while none of them can be garbage."""
    if count < FEW_NODES or not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def read_scene(file: Path, request: LoadRequest) -> PackedScene:
    """The scene of a `.tscn` file.

    Raises:
        SceneError: it cannot be read; with file, line and column.
    """
    document = loads_scene(file.read_bytes(), request.path)
    if document.header.kind == "gd_resource":
        raise SceneError("this is a resource, not a scene; give the file the suffix .tres", request.path, 1)
    scene = PackedScene(document)
    scene._loader = request.loader
    scene._scripts = request.scripts
    return scene


def _plan(scene: PackedScene, scripts: bool) -> ScenePlan:
    """The plan of a scene, after those of all scenes that it instances.

    Raises:
        SceneError: it instances itself, directly or through others, or instances stand within one another too deep.
    """
    drafts = {scene: scene._draft(scripts)}
    stack = [(scene, iter([*drafts[scene].sources.values()]))]
    while stack:
        above, sources = stack[-1]
        for source in sources:
            if source in drafts:
                raise _loop([each for each, _ in stack], source)
            if isinstance(source, PackedScene) and source._known_plan(scripts) is None:
                if len(stack) > DEEPEST:
                    raise SceneError(f"instances stand in one another over {DEEPEST} deep", scene.resource_path)
                drafts[source] = source._draft(scripts)
                stack.append((source, iter([*drafts[source].sources.values()])))
                break
        else:
            stack.pop()
            draft = drafts.pop(above)
            used = [each for each in draft.sources.values() if isinstance(each, PackedScene)]
            plans = {each: each._plan(scripts) for each in used}  # all of them are known by now
            plan = ScenePlan(draft, plans)
            above._plans[scripts] = plan
            if not stack:
                above._tell(plan)
    return plan


def _loop(path: list[PackedScene], again: PackedScene) -> SceneError:
    """What is wrong with a scene that instances itself."""
    names = [each._where() for each in path[path.index(again) :]]
    chain = " -> ".join([*names, again._where()])
    return SceneError(f"the scene instances itself: {chain}; take one of the instances out", again.resource_path)
