"""What a file says of a node, set when the node is there already: as instances of placeholders get theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError
from engine.core.migration import migrate
from engine.math.value import shortened
from engine.tree.node import Node
from scenes.resource_properties import set_property

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["apply_properties"]


def apply_properties(node: Node, properties: Mapping[str, Any]) -> None:
    """Give a node properties as files have them, in order; those that its class does not have are kept with it,
    and so is what stands in for a missing resource where the property does not take it.

    Args:
        node: any node.
        properties: by name; resources are there already. Those of an older version of its class are migrated first.

    Raises:
        SceneError: as `engine.core.migration.migrate`.
        InvalidTypeError: a value is of another kind than its property; the text names both.
        InvalidValueError: it is none of the choices.
        Exception: what a property of the game's raises.
    """
    if not isinstance(node, Node):
        raise InvalidTypeError(f"apply_properties(node, properties): a node is needed, got {shortened(node)}")
    for name, value in migrate(type(node), properties).items():
        set_property(node, name, value)
