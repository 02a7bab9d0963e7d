"""InstancePlaceholder: stands where a scene belongs that is only loaded when somebody asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, TreeError, settle
from engine.core.export import get_exports
from engine.tree.flags import EXITING, HAS_OWNER
from engine.tree.node import Node
from engine.tree.node_path import NodePath

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core.contracts import SceneSource

_ORDER = ".order"


class InstancePlaceholder(Node):
    """What a scene file puts in place of an instance with "Load As Placeholder" on: the path of the scene and the
    properties that the instance is to have, and nothing of the scene itself.
    """

    _beside = ("_instance_path",)
    _instance_path = ""

    def get_instance_path(self) -> str:
        """The scene's file, such as "res://boss.tscn"; "" for a placeholder that was made in code."""
        return self._instance_path

    def _set_instance_path(self, path: str) -> None:
        self._instance_path = path

    def get_stored_values(self, with_order: bool = False) -> dict[str, Any]:
        """The properties that the instance will be given, by name; what every node has is set on the placeholder.

        Args:
            with_order: whether their names stand under ".order" as well, a list in the order of the file.
        """
        values = dict(self._kept_properties or ())
        if with_order:
            values[_ORDER] = list(values)
        return values

    def create_instance(self, replace: bool = False, custom_scene: SceneSource | None = None) -> Node:
        """Make the scene's nodes, give their root the stored values, and add it where the placeholder stands.

        The root has the placeholder's index, groups, owner, metadata, and name, with a number behind it while the
        placeholder keeps that. Stored paths of nodes lead on from the placeholder.

        Args:
            replace: whether the placeholder goes; the root then has its unique name and its way of processing, too.
            custom_scene: made in place of the scene at `get_instance_path()`, which is not loaded then.

        Returns:
            The root of the instance.

        Raises:
            TreeError: the placeholder is not inside a tree, is its root, or is leaving it; or it has no path.
            InvalidTypeError: what is to be instantiated is no scene.
            ResourceError: the scene cannot be loaded.
            Exception: what making the scene or setting a value raises; nothing was changed then.
        """
        parent = self._place()
        scene = self._scene() if custom_scene is None else custom_scene
        if not callable(getattr(scene, "instantiate", None)):
            raise InvalidTypeError(f"{self._where()}.create_instance: {scene!r} is no scene, it cannot be instantiated")
        info = self._scene_info
        is_bare = custom_scene is None and info is not None and not info.scripts  # as the placeholder itself was made
        make: Any = scene.instantiate
        node: Node = make(scripts=False) if is_bare else make()
        try:
            self._fill(node, scene)
        except BaseException:
            node.free()
            raise
        self._give_place(node, parent, replace)
        return node

    def _place(self) -> Node:
        """The parent that the instance is to have."""
        parent = self._parent
        tree = self.tree
        if parent is None:
            raise TreeError(f"cannot create an instance at {self._where()}: it is the root of a tree")
        if self._flags & EXITING or parent._flags & EXITING or tree._is_above_exit(self):
            raise TreeError(
                f"cannot create an instance at {self._where()}, which is leaving the tree; "
                "use call_deferred(...) on the tree"
            )
        return parent

    def _scene(self) -> Any:
        """The scene that this is a placeholder of."""
        if not self._instance_path:
            raise TreeError(f"{self._where()} has no instance path; call create_instance(custom_scene=...)")
        return self.tree.load(self._instance_path)

    def _fill(self, node: Node, scene: Any) -> None:
        """Give the root of the instance what is stored for it."""
        values = self.get_stored_values()
        info = self._scene_info
        for name in () if info is None else info.section.attributes.get("node_paths", ()):
            if name in values:
                values[name] = self._nodes_at(values[name])
        apply = getattr(scene, "apply_properties", None)  # a scene knows what values of files mean
        if apply is not None:
            apply(node, values | {f"metadata/{name}": value for name, value in (self._meta or {}).items()})
        else:
            kept = {name: value for name, value in values.items() if not _is_property(type(node), name)}
            for name, value in values.items():
                if name not in kept:
                    setattr(node, name, value)
            if kept:
                node._kept().update(kept)
            node.merge_meta_from(self)
        for name, persistent in (self._groups or {}).items():
            node.add_to_group(name, persistent)

    def _nodes_at(self, value: Any) -> Any:
        """The nodes at stored paths, None where there is none."""
        if isinstance(value, NodePath):
            return self.get_node_or_none(value) if str(value) else None
        if isinstance(value, list):
            return [self._nodes_at(each) for each in value]
        if isinstance(value, dict):
            return {self._nodes_at(key): self._nodes_at(each) for key, each in value.items()}
        return value

    def _give_place(self, node: Node, parent: Node, replace: bool) -> None:
        """Add the root of the instance; errors of callbacks are raised when all is done."""
        index = self.get_index()
        owner = self._owner if self._flags & HAS_OWNER else None
        errors: list[BaseException] = []
        node.name = self._name
        if replace:
            exports = get_exports(Node)
            own = {name: value for name, info in exports.items() if (value := getattr(self, name)) != info.default}
            _guarded(errors, parent.remove_child, self)
        _guarded(errors, parent.add_child, node, min(index, parent.get_child_count()))
        if owner is not None and owner.is_ancestor_of(node):
            _guarded(errors, setattr, node, "owner", owner)
        if replace:
            for name, value in own.items():
                _guarded(errors, setattr, node, name, value)
            _guarded(errors, self.free)
        if errors:
            settle(errors)


def _is_property(cls: type[Node], name: str) -> bool:
    """Whether it is a property that can be set, and not a method or what the engine keeps for itself."""
    declared = getattr(cls, name, None)
    is_settable = isinstance(declared, property) and declared.fset is not None and not name.startswith("_")
    return is_settable or name in get_exports(cls)


def _guarded(errors: list[BaseException], function: Callable[..., object], *args: Any) -> None:
    try:
        function(*args)
    except BaseException as error:  # noqa: BLE001 - all are raised at the end
        errors.append(error)
