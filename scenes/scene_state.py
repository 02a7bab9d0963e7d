"""SceneState: a scene's nodes and connections, to look at without making them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.connection import PERSIST
from engine.core.errors import InvalidValueError
from engine.tree.node_path import NodePath
from scenes.scene_outline import SceneOutline

if TYPE_CHECKING:
    from scenes.packed_scene import PackedScene
    from scenes.scene_outline import NodeEntry
    from scenes.text import Section

__all__ = ["SceneState"]


class SceneState:
    """What a PackedScene consists of, by the numbers of its nodes and connections in the file, from 0.

    Values are as the file has them: resources are ExtResource and SubResource. `PackedScene.state` gives it; it shows
    the scene of that moment.
    """

    def __init__(self, scene: PackedScene) -> None:
        self._scene = scene
        document = scene._document
        self._entries: list[NodeEntry] = [] if document is None else SceneOutline(document).entries
        self._sources: dict[int, Any] | None = None
        self._connections: list[Section] = [] if document is None else document.connections

    def get_path(self) -> str:
        """The scene's file; "" for one that was not saved."""
        return self._scene.resource_path

    def get_base_scene_state(self) -> SceneState | None:
        """The state of the scene that this one inherits, or None."""
        if not self._entries or not self._entries[0].is_instance:
            return None
        base = self.get_node_instance(0)
        return None if base is None else base.state

    # --- nodes ---------------------------------------------------------------------------------

    def get_node_count(self) -> int:
        """How many nodes the file names, those of sub-scenes that it changes included."""
        return len(self._entries)

    def get_node_name(self, index: int) -> str:
        """A node's name."""
        return self._node(index).name

    def get_node_type(self, index: int) -> str:
        """A node's type; "" for instances, and for nodes of a sub-scene that the file changes."""
        return str(self._node(index).section.attributes.get("type", ""))

    def get_node_path(self, index: int, for_parent: bool = False) -> NodePath:
        """A node's path from the root, which is ".", or its parent's."""
        path = self._node(index).path
        return NodePath(path if not for_parent else path.rpartition("/")[0] or ".")

    def get_node_owner_path(self, index: int) -> NodePath:
        """The path of the node's owner; "" for the root, and for nodes of a sub-scene that the file changes."""
        entry = self._node(index)
        return NodePath("" if not index or entry.is_override else entry.section.attributes.get("owner", "."))

    def get_node_index(self, index: int) -> int:
        """The place among the siblings that the file gives; -1 where it gives none."""
        return self._node(index).place

    def get_node_groups(self, index: int) -> list[str]:
        """The groups that the file puts the node in."""
        return [str(name) for name in self._node(index).section.attributes.get("groups", ())]

    def get_node_instance(self, index: int) -> PackedScene | None:
        """The scene that the node is an instance of, loaded and not made; or None, also where it is missing.

        Raises:
            SceneError: what the file names is no scene.
        """
        if not self._node(index).is_instance:
            return None
        if self._sources is None:
            self._sources = self._scene._draft(scripts=False).sources
        source = self._sources[index]
        return source if isinstance(source, type(self._scene)) else None

    def is_node_instance_placeholder(self, index: int) -> bool:
        """Whether the node stands for a scene that is made when the game asks for it."""
        return "instance_placeholder" in self._node(index).section.attributes

    def get_node_instance_placeholder(self, index: int) -> str:
        """The path of that scene; "" for other nodes."""
        return str(self._node(index).section.attributes.get("instance_placeholder", ""))

    def get_node_property_count(self, index: int) -> int:
        """How many properties the file sets on the node."""
        return len(self._node(index).section.properties)

    def get_node_property_name(self, index: int, property_index: int) -> str:
        """The name of a property, in the order of the file."""
        return self._property(index, property_index)[0]

    def get_node_property_value(self, index: int, property_index: int) -> Any:
        """The value that the file gives a property; resources are ExtResource and SubResource."""
        return self._property(index, property_index)[1]

    # --- connections ---------------------------------------------------------------------------

    def get_connection_count(self) -> int:
        """How many connections the file has."""
        return len(self._connections)

    def get_connection_signal(self, index: int) -> str:
        """The signal's name."""
        return str(self._connection(index).attributes["signal"])

    def get_connection_source(self, index: int) -> NodePath:
        """The path of the node that has the signal."""
        return NodePath(self._connection(index).attributes["from"])

    def get_connection_target(self, index: int) -> NodePath:
        """The path of the node whose method is called."""
        return NodePath(self._connection(index).attributes["to"])

    def get_connection_method(self, index: int) -> str:
        """The method's name."""
        return str(self._connection(index).attributes["method"])

    def get_connection_flags(self, index: int) -> int:
        """ConnectFlags; PERSIST is always among them."""
        return int(self._connection(index).attributes.get("flags", PERSIST)) | PERSIST

    def get_connection_binds(self, index: int) -> list[Any]:
        """The arguments that are passed after the emitted ones."""
        return list(self._connection(index).attributes.get("binds", ()))

    def get_connection_unbinds(self, index: int) -> int:
        """How many of the emitted arguments are dropped."""
        return int(self._connection(index).attributes.get("unbinds", 0))

    def _node(self, index: int) -> NodeEntry:
        if not 0 <= index < len(self._entries):
            raise InvalidValueError(f"the scene has {len(self._entries)} nodes, so there is no node {index!r}")
        return self._entries[index]

    def _property(self, index: int, property_index: int) -> tuple[str, Any]:
        items = list(self._node(index).section.properties.items())
        if not 0 <= property_index < len(items):
            raise InvalidValueError(
                f"node {index} sets {len(items)} properties, so there is no property {property_index!r}"
            )
        return items[property_index]

    def _connection(self, index: int) -> Section:
        if not 0 <= index < len(self._connections):
            raise InvalidValueError(
                f"the scene has {len(self._connections)} connections, so there is no connection {index!r}"
            )
        return self._connections[index]
