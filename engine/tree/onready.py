"""onready(): an attribute that becomes a node when its owner gets ready."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, overload

from engine.core.errors import ExportError, SapwoodError
from engine.math.value import shortened

if TYPE_CHECKING:
    from engine.tree.node import Node
    from engine.tree.node_path import NodePath

T = TypeVar("T", bound="Node")


class OnReady:
    """A non-data descriptor: what was found stands in the instance's `__dict__` and hides it."""

    def __init__(self, path: str | NodePath, kind: type[Any]) -> None:
        self.path = path
        self.kind = kind
        self.name = self.owner = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name
        self.owner = owner.__name__

    def __get__(self, instance: Node | None, owner: type) -> Any:
        if instance is None:
            return self
        return self.resolve(instance)

    def resolve(self, instance: Node) -> Any:
        """Look the node up and keep it; an error says which declaration it is about."""
        try:
            node = instance.get_node(self.path, self.kind)
        except SapwoodError as error:
            raise type(error)(f"{self.owner}.{self.name} = onready({str(self.path)!r}): {error}") from None
        instance.__dict__[self.name] = node
        return node


@overload
def onready(path: str | NodePath) -> Node: ...
@overload
def onready(path: str | NodePath, type: type[T]) -> T: ...
def onready(path: str | NodePath, type: type[Any] | None = None) -> Any:
    """Declare an attribute that is `get_node(path, type)`, looked up just before `on_ready`.

    Reading it earlier looks the node up at once. A node that gets ready again looks again.

        class Player(Node2D):
            sprite = onready("Sprite2D", Sprite2D)

    Args:
        path: from the node that has the attribute.
        type: the class the node must be of; any node if left out.

    Raises:
        ExportError: `type` is no class.
    """
    if type is not None and not hasattr(type, "__mro__"):  # what classes have, and nothing else
        raise ExportError(f"onready({str(path)!r}): the second argument must be a node class, got {shortened(type)}")
    return OnReady(path, type or object)
