"""The state of a node as its parts see it: annotations for what Node keeps in slots, and defaults of what is rare."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from engine.core.object import Object

if TYPE_CHECKING:
    from engine.tree.children import Children
    from engine.tree.node import Node
    from engine.tree.scene_info import SceneInfo


class NodeState(Object):
    """What every part of Node may read and write; see engine.tree.node for what each is."""

    if not TYPE_CHECKING:  # the slots stand in Node
        __slots__ = ()

    _flags: int
    _name: str
    _parent: Node | None
    _children: Children | None
    _tree: Any  # SceneTree | None
    _owner: Node
    _index: int
    _order: int
    _process_at: int
    _physics_at: int
    _id: int
    _mask: int = 0
    _type_name: str = "Node"
    __slotnames__: ClassVar[list[str]] = []
    _groups: dict[str, bool] | None = None
    _unique_names: dict[str, Any] | None = None
    _process_mode: int = 0
    _process_priority: int = 0
    _process_physics_priority: int = 0
    _before_ui: bool = False
    _rare: dict[str, Any] | None = None  # what few nodes change, by name: engine.tree.rare_properties
    _scene_info: SceneInfo | None = None
    _editable_instance: bool = False
